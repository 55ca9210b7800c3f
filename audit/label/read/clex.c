/* clex.c - see clex.h. Brackets are matched on a stack whose states are kept by
 * links, so that each alternative of an #if can begin from the state before it. */
#include "clex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "clex_impl.h"
#include "clex_words.h"
#include "../facts/cplatform.h"
#include "grow.h"

static const struct { const char *s; char where; } word[] = {
#define X(name, spelling, where) {spelling, where},
	C_WORDS(X)
#undef X
};
enum { NWORD = sizeof word / sizeof *word, NSLOT = LEX_SLOTS };

static unsigned
word_hash(const char *s, size_t n)
{
	unsigned h = (unsigned)n;

	for (size_t i = 0; i < n; i++)
		h = h * 31 + (unsigned char)s[i];
	return (h ^ h >> 9) % NSLOT;
}

static void
words_learn(lexer *l)
{
	for (unsigned w = 0; w < NWORD; w++) {
		unsigned h = word_hash(word[w].s, strlen(word[w].s));

		while (l->slot[h])
			h = (h + 1) % NSLOT;
		l->slot[h] = (uint8_t)(w + 1);
	}
}

static uint16_t
word_find(const lexer *l, const char *s, size_t n)
{
	for (unsigned h = word_hash(s, n); l->slot[h]; h = (h + 1) % NSLOT) {
		unsigned w = l->slot[h] - 1u;

		if (strlen(word[w].s) == n && memcmp(word[w].s, s, n) == 0)
			return (uint16_t)(word[w].where == 'c' || (word[w].where == 'r' ? !l->x->cpp : l->x->cpp) ? C_KEYWORD + w : C_ID);
	}
	return C_ID;
}

/* Does the token at i end an operand? */
static int
ends_operand(const clex *x, uint32_t i)
{
	uint16_t k = x->tok[i].k;

	return (k >= C_ID && k <= C_CHAR) || k == ')' || k == ']' || k == '}' || k == '>' || k == CW_THIS || k == CW_OPERATOR || k == C_PP_ELSE || k == C_PP_ENDIF || (k >= CW_TRUE && k < CW_END);
}

/* The operator that the word is, as in a xor b; C_ID if it is a name there, which some compilers let it be: void xor(int a). */
static uint16_t
word_operator(const lexer *l, const char *s, size_t n)
{
	static const struct { const char *s; uint16_t k; } op[] = {{"and", C_AND}, {"and_eq", C_ANDEQ}, {"bitand", '&'}, {"bitor", '|'}, {"compl", '~'},
		{"not", '!'}, {"not_eq", C_NE}, {"or", C_OR}, {"or_eq", C_OREQ}, {"xor", '^'}, {"xor_eq", C_XOREQ}};
	const clex *x = l->x;
	uint32_t last = x->ntok - 1;
	uint16_t k = C_ID, was = x->ntok > 0 ? x->tok[last].k : C_EOF;

	for (size_t i = 0; i < sizeof op / sizeof *op; i++)
		if (strlen(op[i].s) == n && memcmp(op[i].s, s, n) == 0)
			k = op[i].k;
	if (k == '!' || k == '~')
		return was == '.' || was == C_ARROW || was == C_SCOPE || was == C_PP_DEFINE || (was >= CW_VOID && was <= CW_HALF) ? C_ID : k;
	return k != C_ID && x->ntok > 0 && ends_operand(x, last) && !(was == '}' && l->fresh) ? k : C_ID;
}

int
clex_is_id(unsigned char c)
{
	return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/* What decides the language, but where a name does not: anything else is C++. */
static int
has_end(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return n >= m && strcmp(path + n - m, end) == 0;
}

/* Copies text without its splices; where they were goes to *at. */
static int
unsplice(clex *x, const char *text, size_t n, uint32_t **at, uint32_t *nat)
{
	uint32_t cap = 0, m = 0;

	*at = NULL;
	*nat = 0;
	if (!(x->s = malloc(n + 1)))
		return -1;
	for (size_t i = 0; i < n; i++) {
		size_t j = i + 1;

		if (text[i] == '\\' && j < n && text[j] == '\r')
			j++;
		if (text[i] != '\\' || j >= n || text[j] != '\n') {
			x->s[m++] = text[i];
			continue;
		}
		if (as_grow32(at, *nat, &cap, sizeof **at) != 0)
			return -1;
		(*at)[(*nat)++] = m;
		i = j;
	}
	x->s[m] = '\0';
	x->n = m;
	return 0;
}

ctok *
clex_push(lexer *l, uint16_t k, uint32_t at, uint32_t n)
{
	clex *x = l->x;

	if (as_grow32(&x->tok, x->ntok + 2, &x->tokcap, sizeof *x->tok) != 0 || as_grow32(&l->link, x->ntok, &l->linkcap, sizeof *l->link) != 0)
		return NULL;
	x->tok[x->ntok] = (ctok){.k = k, .at = at, .n = n, .line = l->line, .match = C_NONE, .bits = l->fresh ? C_FRESH : 0};
	l->fresh = 0;
	return &x->tok[x->ntok++];
}

/* Moves to offset i, counting lines. */
void
clex_go(lexer *l, uint32_t i)
{
	while (l->i < i) {
		l->line += l->x->s[l->i++] == '\n';
		while (l->isplice < l->nsplice && l->splice[l->isplice] <= l->i) {
			l->isplice++;
			l->line++;
		}
	}
}

static int
comment(lexer *l, uint32_t end)
{
	clex *x = l->x;

	if (as_grow32(&x->comment, x->ncomment, &x->commentcap, sizeof *x->comment) != 0)
		return -1;
	x->comment[x->ncomment++] = (ccomment){.at = l->i, .n = end - l->i, .line = l->line, .before = x->ntok};
	clex_go(l, end);
	return 0;
}

/* Skips blanks and comments; 1 if there were any, -1 out of memory. A directive ends at its line's. */
int
clex_blanks(lexer *l)
{
	const char *s = l->x->s;
	uint32_t n = l->x->n, from = l->i, e;

	while (l->i < n) {
		char c = s[l->i];

		if (c == '\n') {
			if (l->directive)
				break;
			l->fresh = 1;
			clex_go(l, l->i + 1);
		} else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
			clex_go(l, l->i + 1);
		} else if (c == '/' && l->i + 1 < n && s[l->i + 1] == '/') {
			for (e = l->i; e < n && s[e] != '\n'; e++) {}
			if (comment(l, e) != 0)
				return -1;
		} else if (c == '/' && l->i + 1 < n && s[l->i + 1] == '*') {
			const char *z = memmem(s + l->i + 2, n - l->i - 2, "*/", 2);
			if (comment(l, z ? (uint32_t)(z - s) + 2 : n) != 0)
				return -1;
		} else {
			break;
		}
	}
	return l->i > from || (l->nsplice && l->isplice < l->nsplice && l->splice[l->isplice] == l->i);
}

/* The end of the quoted literal that opens at i; it ends with its line if nothing closes it. */
static uint32_t
quoted(const clex *x, uint32_t i)
{
	char q = x->s[i++];

	for (; i < x->n && x->s[i] != '\n'; i++) {
		if (x->s[i] == q)
			return i + 1;
		if (x->s[i] == '\\' && i + 1 < x->n && x->s[i + 1] != '\n')
			i++;
	}
	return i;
}

/* The end of a raw string whose '"' is at i. */
static uint32_t
raw(const clex *x, uint32_t i)
{
	char close[24];
	uint32_t j = i + 1, m = 0;
	const char *z;

	close[m++] = ')';
	while (j < x->n && x->s[j] != '(' && m < 18)
		close[m++] = x->s[j++];
	if (j >= x->n || x->s[j] != '(')
		return quoted(x, i);
	close[m++] = '"';
	z = memmem(x->s + j, x->n - j, close, m);
	return z ? (uint32_t)(z - x->s) + m : x->n;
}

static uint32_t
number(const clex *x, uint32_t i)
{
	for (i++; i < x->n; i++) {
		unsigned char c = (unsigned char)x->s[i], p = (unsigned char)x->s[i - 1];

		if (isalnum(c) || c == '.' || c == '_')
			continue;
		if (c == '\'' && i + 1 < x->n && isalnum((unsigned char)x->s[i + 1]) && isalnum(p))
			continue;
		if ((c == '+' || c == '-') && (p == 'e' || p == 'E' || p == 'p' || p == 'P'))
			continue;
		break;
	}
	return i;
}

static const struct { char s[4]; uint16_t k; } punct[] = {
	{"<<<", C_LAUNCH}, {"...", C_DOTS}, {"<<=", C_SHLEQ}, {"->*", C_ARROWP}, {"::", C_SCOPE}, {"->", C_ARROW},
	{"++", C_INC}, {"--", C_DEC}, {"<<", C_SHL}, {"<=", C_LE}, {"==", C_EQ}, {"!=", C_NE}, {"&&", C_AND},
	{"||", C_OR}, {"##", C_PASTE}, {"+=", C_ADDEQ}, {"-=", C_SUBEQ}, {"*=", C_MULEQ}, {"/=", C_DIVEQ},
	{"%=", C_MODEQ}, {"&=", C_ANDEQ}, {"|=", C_OREQ}, {"^=", C_XOREQ}, {".*", C_MEMP},
};

static uint16_t
punctuator(const lexer *l, uint32_t i, uint32_t *n)
{
	for (unsigned p = 0; p < sizeof punct / sizeof *punct; p++) {
		size_t m = strlen(punct[p].s);

		if (l->x->s[i] != punct[p].s[0] || l->x->n - i < m || memcmp(l->x->s + i, punct[p].s, m) != 0)
			continue;
		if (!l->x->cpp && (punct[p].k == C_LAUNCH || punct[p].k == C_MEMP || punct[p].k == C_ARROWP || punct[p].k == C_SCOPE))
			continue;
		*n = (uint32_t)m;
		return punct[p].k;
	}
	*n = 1;
	return (uint16_t)(l->x->s[i] > 32 && l->x->s[i] < 127 ? l->x->s[i] : '@');
}

/* Keeps the stack of open brackets; i is the token of one. */
void
clex_bracket(lexer *l, uint32_t i)
{
	ctok *tok = l->x->tok;
	uint16_t k = tok[i].k;

	if (k == '(' || k == '[' || k == '{') {
		l->link[i] = (opened){l->top, k == '{' ? i : l->top == C_NONE ? C_NONE : l->link[l->top].brace};
		l->top = i;
		return;
	}
	if (l->top == C_NONE)
		return;
	if (k == '}' && tok[l->top].k != '{' && l->link[l->top].brace != C_NONE)
		l->top = l->link[l->top].brace; /* what is open within braces ends with them */
	if (tok[l->top].k != (k == ')' ? '(' : k == ']' ? '[' : '{'))
		return;
	tok[l->top].match = i;
	tok[i].match = l->top;
	l->top = l->link[l->top].below;
}

/* Reads one token at a place that is no blank; -1 if out of memory. */
int
clex_token(lexer *l, int tight)
{
	clex *x = l->x;
	const char *s = x->s;
	uint32_t i = l->i, e = i, n;
	unsigned char c = (unsigned char)s[i];
	uint16_t k;
	ctok *t;

	if (isdigit(c) || (c == '.' && i + 1 < x->n && isdigit((unsigned char)s[i + 1]))) {
		k = C_NUM;
		e = number(x, i);
	} else if (clex_is_id(c)) {
		while (e < x->n && clex_is_id((unsigned char)s[e]))
			e++;
		if (e < x->n && (s[e] == '"' || s[e] == '\'') && e - i <= 3 && memchr("uULR", c, 4)) {
			k = s[e] == '"' ? C_STR : C_CHAR;
			e = s[e - 1] == 'R' && k == C_STR ? raw(x, e) : quoted(x, e);
		} else {
			k = word_find(l, s + i, e - i);
			if (k == C_ID && l->words)
				k = word_operator(l, s + i, e - i);
		}
	} else if (c == '"' || c == '\'') {
		k = c == '"' ? C_STR : C_CHAR;
		e = quoted(x, i);
	} else {
		k = punctuator(l, i, &n);
		e = i + n;
	}
	if (!(t = clex_push(l, k, i, e - i)))
		return -1;
	if (tight)
		t->bits |= C_TIGHT;
	if (l->directive != C_PP_DEFINE && k < 128 && strchr("()[]{}", k))
		clex_bracket(l, x->ntok - 1);
	clex_go(l, e);
	return 0;
}

static int
read_all(lexer *l)
{
	clex *x = l->x;
	int between;
	ctok *t;

	if (x->n >= 3 && memcmp(x->s, "\xef\xbb\xbf", 3) == 0)
		clex_go(l, 3);
	while ((between = clex_blanks(l)) >= 0 && l->i < x->n)
		if (x->s[l->i] == '#' && l->fresh ? clex_directive(l) : clex_token(l, !between))
			return -1;
	if (between < 0)
		return -1;
	while (l->ncond > 0) { /* an #if without end ends with the file */
		if (!(t = clex_push(l, C_PP_ENDIF, x->n, 0)))
			return -1;
		t->match = x->ntok;
		if (clex_conditional(l, x->ntok - 1) != 0)
			return -1;
	}
	if (!clex_push(l, C_EOF, x->n, 0))
		return -1;
	x->ntok--;
	return 0;
}

int
clex_read(clex *x, const char *path, const char *text, size_t n, int no_dead)
{
	lexer l = {.x = x, .line = 1, .top = C_NONE, .fresh = 1, .no_dead = no_dead};
	uint32_t *splice;
	int rc;

	memset(x, 0, sizeof *x);
	x->path = path;
	rc = unsplice(x, text, n, &splice, &l.nsplice);
	if (rc == 0) {
		l.splice = splice;
		x->cpp = !has_end(path, ".c") && (!(c_is_either(path) || has_end(path, ".y") || has_end(path, ".l")) || clooks_cpp(x->s, x->n));
		l.words = x->cpp || memmem(x->s, x->n, "<iso646.h>", 10);
		words_learn(&l);
		rc = read_all(&l);
	}
	if (rc == 0)
		rc = clex_finish_chains(x);
	free(splice);
	free(l.link);
	free(l.cond);
	return rc;
}

void
clex_free(clex *x)
{
	free(x->s);
	free(x->tok);
	free(x->chain);
	free(x->comment);
	memset(x, 0, sizeof *x);
}

int
clex_shouted(const clex *x, uint32_t i)
{
	const ctok *t = &x->tok[i];

	for (uint32_t k = 0; t->k == C_ID && k < t->n; k++)
		if (x->s[t->at + k] >= 'a' && x->s[t->at + k] <= 'z')
			return 0;
	return t->k == C_ID && t->n > 1;
}
