/* clex.c - see clex.h. Brackets are matched on a stack whose states are kept by
 * links, so that each alternative of an #if can begin from the state before it. */
#include "clex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "clex_words.h"
#include "intern.h"

static const struct { const char *s; char where; } word[] = {
#define X(name, spelling, where) {spelling, where},
	C_WORDS(X)
#undef X
};
enum { NWORD = sizeof word / sizeof *word, NSLOT = 512 };

/* A link of the stack of open brackets. */
typedef struct {
	uint32_t below; /* the token under it */
	uint32_t brace; /* the nearest '{' at or under it */
} opened;

/* An #if that is open. */
typedef struct {
	uint32_t chain, last; /* last: its latest directive */
	uint32_t top, lowest; /* the stack at the #if; the stack where its first alternative ended */
	int first;
} cond;

typedef struct {
	clex *x;
	const uint32_t *splice; /* offsets in s of what was spliced, ascending */
	uint32_t nsplice, isplice;
	uint32_t i, line;
	int fresh, directive;
	opened *link;  /* (token) of brackets */
	uint32_t top;
	cond *cond;
	uint32_t ncond, condcap;
	uint8_t slot[NSLOT];
} lexer;

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

static int
is_id(unsigned char c)
{
	return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/* Ends with .c or .h; anything else is C++. */
static int
has_end(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return n >= m && strcmp(path + n - m, end) == 0;
}

/* Whether a header has the looks of C++. */
static int
looks_cpp(const char *s, uint32_t n)
{
	static const char *const sign[] = {"namespace ", "template", "public:", "private:", "std::", "class ", "constexpr ", "nullptr", "virtual "};
	const char *line = s, *end = s + n;

	for (; line < end; line++) {
		const char *nl = memchr(line, '\n', (size_t)(end - line)), *p = line;

		if (!nl)
			nl = end;
		while (p < nl && (*p == ' ' || *p == '\t'))
			p++;
		for (unsigned i = 0; i < sizeof sign / sizeof *sign; i++)
			if ((size_t)(nl - p) >= strlen(sign[i]) && memcmp(p, sign[i], strlen(sign[i])) == 0)
				return 1;
		if (p < nl && *p != '*' && *p != '/') {
			const char *c = memmem(p, (size_t)(nl - p), "::", 2);
			if (c && c > p && c + 2 < nl && is_id((unsigned char)c[-1]) && is_id((unsigned char)c[2]))
				return 1;
		}
		line = nl;
	}
	return 0;
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
		if (*nat == cap) {
			uint32_t *q = realloc(*at, (cap = cap ? cap * 2 : 64) * sizeof *q);
			if (!q)
				return -1;
			*at = q;
		}
		(*at)[(*nat)++] = m;
		i = j;
	}
	x->s[m] = '\0';
	x->n = m;
	return 0;
}

static ctok *
push(lexer *l, uint16_t k, uint32_t at, uint32_t n)
{
	clex *x = l->x;

	if (x->ntok + 2 >= x->tokcap) {
		uint32_t cap = x->tokcap ? x->tokcap * 2 : 1024;
		ctok *q = realloc(x->tok, cap * sizeof *q);
		opened *o = q ? realloc(l->link, cap * sizeof *o) : NULL;

		if (q)
			x->tok = q;
		if (!o)
			return NULL;
		l->link = o;
		x->tokcap = cap;
	}
	x->tok[x->ntok] = (ctok){.k = k, .at = at, .n = n, .line = l->line, .match = C_NONE, .bits = l->fresh ? C_FRESH : 0};
	l->fresh = 0;
	return &x->tok[x->ntok++];
}

/* Moves to offset i, counting lines. */
static void
go(lexer *l, uint32_t i)
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

	if (x->ncomment == x->commentcap) {
		uint32_t cap = x->commentcap ? x->commentcap * 2 : 64;
		ccomment *q = realloc(x->comment, cap * sizeof *q);
		if (!q)
			return -1;
		x->comment = q;
		x->commentcap = cap;
	}
	x->comment[x->ncomment++] = (ccomment){.at = l->i, .n = end - l->i, .line = l->line, .before = x->ntok};
	go(l, end);
	return 0;
}

/* Skips blanks and comments; 1 if there were any, -1 out of memory. A directive ends at its line's. */
static int
blanks(lexer *l)
{
	const char *s = l->x->s;
	uint32_t n = l->x->n, from = l->i, e;

	while (l->i < n) {
		char c = s[l->i];

		if (c == '\n') {
			if (l->directive)
				break;
			l->fresh = 1;
			go(l, l->i + 1);
		} else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
			go(l, l->i + 1);
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
static void
bracket(lexer *l, uint32_t i)
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
static int
token(lexer *l, int tight)
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
	} else if (is_id(c)) {
		while (e < x->n && is_id((unsigned char)s[e]))
			e++;
		if (e < x->n && (s[e] == '"' || s[e] == '\'') && e - i <= 3 && memchr("uULR", c, 4)) {
			k = s[e] == '"' ? C_STR : C_CHAR;
			e = s[e - 1] == 'R' && k == C_STR ? raw(x, e) : quoted(x, e);
		} else {
			k = word_find(l, s + i, e - i);
		}
	} else if (c == '"' || c == '\'') {
		k = c == '"' ? C_STR : C_CHAR;
		e = quoted(x, i);
	} else {
		k = punctuator(l, i, &n);
		e = i + n;
	}
	if (!(t = push(l, k, i, e - i)))
		return -1;
	if (tight)
		t->bits |= C_TIGHT;
	if (l->directive != C_PP_DEFINE && k < 128 && strchr("()[]{}", k))
		bracket(l, x->ntok - 1);
	go(l, e);
	return 0;
}

/* a ## b is one name. */
static void
paste(lexer *l)
{
	clex *x = l->x;
	ctok *t = x->tok + x->ntok;

	if (x->ntok < 3 || t[-2].k != C_PASTE || !(t[-3].k == C_ID || t[-3].k >= C_KEYWORD) || t[-3].k >= C_PP ||
	    !(t[-1].k == C_ID || t[-1].k == C_NUM || t[-1].k >= C_KEYWORD))
		return;
	t[-3].k = C_ID;
	t[-3].n = t[-1].at + t[-1].n - t[-3].at;
	x->ntok -= 2;
}

/* A bracket of a directive closes within it. */
static void
inner_brackets(lexer *l, uint32_t from)
{
	uint32_t top = l->top;

	l->top = C_NONE;
	for (uint32_t i = from; i < l->x->ntok; i++)
		if (l->x->tok[i].k < 128 && l->x->tok[i].k && strchr("()[]{}", l->x->tok[i].k))
			bracket(l, i);
	l->top = top;
}

static int
chain_new(lexer *l, uint32_t d)
{
	clex *x = l->x;

	if (x->nchain == x->chaincap) {
		uint32_t cap = x->chaincap ? x->chaincap * 2 : 64;
		cchain *q = realloc(x->chain, cap * sizeof *q);
		if (!q)
			return -1;
		x->chain = q;
		x->chaincap = cap;
	}
	if (l->ncond == l->condcap) {
		uint32_t cap = l->condcap ? l->condcap * 2 : 16;
		cond *q = realloc(l->cond, cap * sizeof *q);
		if (!q)
			return -1;
		l->cond = q;
		l->condcap = cap;
	}
	x->chain[x->nchain] = (cchain){.first = d, .end = C_NONE, .whole = 1};
	l->cond[l->ncond++] = (cond){.chain = x->nchain, .last = d, .top = l->top, .first = 1};
	return (int)x->nchain++;
}

/* An alternative of c ends here. */
static void
branch_end(lexer *l, cond *c)
{
	if (l->top != c->top)
		l->x->chain[c->chain].whole = 0;
	if (c->first) {
		c->lowest = l->top;
		c->first = 0;
	}
}

/* Keeps the chains; d is the token of a conditional directive. */
static int
conditional(lexer *l, uint32_t d)
{
	ctok *tok = l->x->tok;
	cond *c;

	if (tok[d].k == C_PP_IF) {
		int n = chain_new(l, d);
		if (n < 0)
			return -1;
		l->x->tok[d].n = (uint32_t)n;
		return 0;
	}
	if (l->ncond == 0) {
		tok[d].k = C_PP_OTHER; /* closes nothing */
		return 0;
	}
	c = &l->cond[l->ncond - 1];
	branch_end(l, c);
	tok[c->last].at = d;
	tok[d].n = c->chain;
	c->last = d;
	l->top = c->top;
	if (tok[d].k == C_PP_ENDIF) {
		l->x->chain[c->chain].end = d;
		tok[d].at = C_NONE;
		if (!l->x->chain[c->chain].whole)
			l->top = c->lowest;
		l->ncond--;
	}
	return 0;
}

static int
is_word(const clex *x, uint32_t at, uint32_t n, const char *w)
{
	return strlen(w) == n && memcmp(x->s + at, w, n) == 0;
}

/* <...> of an #include, or a string. */
static int
include_name(lexer *l)
{
	clex *x = l->x;
	uint32_t e = l->i;
	ctok *t;

	if (e >= x->n || x->s[e] != '<')
		return 0;
	while (e < x->n && x->s[e] != '>' && x->s[e] != '\n')
		e++;
	if (!(t = push(l, C_STR, l->i, e - l->i + (e < x->n && x->s[e] == '>'))))
		return -1;
	go(l, l->i + t->n);
	return 0;
}

/* Reads the directive whose '#' is at i; -1 if out of memory. */
static int
directive(lexer *l)
{
	static const struct { const char *s; uint16_t k; uint8_t ask; } name[] = {
		{"if", C_PP_IF, C_ASK_EXPR}, {"ifdef", C_PP_IF, C_ASK_DEFINED}, {"ifndef", C_PP_IF, C_ASK_NOT_DEFINED},
		{"elif", C_PP_ELIF, C_ASK_EXPR}, {"elifdef", C_PP_ELIF, C_ASK_DEFINED}, {"elifndef", C_PP_ELIF, C_ASK_NOT_DEFINED},
		{"else", C_PP_ELSE, 0}, {"endif", C_PP_ENDIF, 0}, {"define", C_PP_DEFINE, 0}, {"include", C_PP_INCLUDE, 0},
		{"include_next", C_PP_INCLUDE, 0}, {"import", C_PP_INCLUDE, 0},
	};
	clex *x = l->x;
	uint32_t d = x->ntok, e;
	int rc = -1, tight;

	if (!push(l, C_PP_OTHER, l->i, 1))
		return -1;
	go(l, l->i + 1);
	l->directive = C_PP_OTHER;
	if (blanks(l) < 0)
		goto done;
	for (e = l->i; e < x->n && is_id((unsigned char)x->s[e]); e++) {}
	for (unsigned k = 0; k < sizeof name / sizeof *name; k++)
		if (is_word(x, l->i, e - l->i, name[k].s)) {
			x->tok[d].k = name[k].k;
			x->tok[d].ask = name[k].ask;
		}
	go(l, e);
	l->directive = C_PP_DEFINE; /* no bracket in it is the code's */
	if (x->tok[d].k == C_PP_OTHER || x->tok[d].k == C_PP_ELSE || x->tok[d].k == C_PP_ENDIF) {
		for (e = l->i; e < x->n && x->s[e] != '\n'; e++)
			if (x->s[e] == '/' && e + 1 < x->n && (x->s[e + 1] == '*' || x->s[e + 1] == '/'))
				break;
		go(l, e);
	}
	for (;;) {
		if ((tight = blanks(l)) < 0)
			goto done;
		if (l->i >= x->n || x->s[l->i] == '\n')
			break;
		if (x->tok[d].k == C_PP_OTHER || x->tok[d].k == C_PP_ELSE || x->tok[d].k == C_PP_ENDIF) {
			for (e = l->i; e < x->n && x->s[e] != '\n'; e++) {}
			go(l, e);
			continue;
		}
		if (x->tok[d].k == C_PP_INCLUDE && x->ntok == d + 1 && x->s[l->i] == '<') {
			if (include_name(l) != 0)
				goto done;
			continue;
		}
		if (token(l, !tight) != 0)
			goto done;
		if (x->ntok == d + 3 && x->tok[d + 2].k == '(' && !tight)
			x->tok[d + 1].bits |= C_CALLED;
		paste(l);
	}
	inner_brackets(l, d + 1);
	x->tok[d].match = x->ntok;
	rc = x->tok[d].k <= C_PP_ENDIF ? conditional(l, d) : 0;
done:
	l->directive = 0;
	return rc;
}

/* The token of the macro whose definition alone the directive asks for, or C_NONE; *denied: that there is none. */
static uint32_t
asks_defined(const clex *x, uint32_t d, int *denied)
{
	uint32_t i = d + 1, n = x->tok[d].match - i;

	*denied = x->tok[d].ask == C_ASK_NOT_DEFINED;
	if (x->tok[d].ask != C_ASK_EXPR)
		return n > 0 ? i : C_NONE;
	if (n > 0 && x->tok[i].k == '!') {
		*denied = 1;
		i++;
		n--;
	}
	if (n < 2 || x->tok[i].k != C_ID || !is_word(x, x->tok[i].at, x->tok[i].n, "defined"))
		return C_NONE;
	return n == 2 ? i + 1 : n == 4 && x->tok[i + 1].k == '(' ? i + 2 : C_NONE;
}

/* Finds the chains that ask the same: within one statement they go the same way. */
static int
find_alike(clex *x)
{
	as_intern text = {0};
	uint32_t *last = malloc((x->nchain + 1) * sizeof *last);
	int rc = last ? 0 : -1;

	for (uint32_t c = 0; c < x->nchain && rc == 0; c++) {
		uint32_t d = x->chain[c].first, end = x->tok[d].match, i, id, known = text.n;
		int denied = 0;

		i = asks_defined(x, d, &denied);
		if (i != C_NONE) {
			id = as_intern_id(&text, x->s + x->tok[i].at, x->tok[i].n);
		} else if (end > d + 1) {
			denied = 0;
			id = as_intern_id(&text, x->s + x->tok[d + 1].at - 1, x->tok[end - 1].at + x->tok[end - 1].n - x->tok[d + 1].at + 1);
		} else {
			id = as_intern_id(&text, "", 0);
		}
		x->chain[c].alike = C_NONE;
		x->chain[c].asks = id << 1 | (denied != 0);
		if (id == UINT32_MAX)
			rc = -1;
		else if (id < known)
			x->chain[last[id]].alike = c;
		if (rc == 0)
			last[id] = c;
	}
	free(last);
	as_intern_free(&text);
	return rc;
}

/* #ifdef __cplusplus extern "C" { #endif, and the same of its '}': they bracket nothing. */
static void
linkage(clex *x)
{
	for (uint32_t c = 0; c < x->nchain; c++) {
		uint32_t i = x->tok[x->chain[c].first].match;

		if (x->chain[c].whole || x->chain[c].end == C_NONE)
			continue;
		for (; i < x->chain[c].end && x->tok[i].k < C_PP; i++)
			if (x->tok[i].k != C_STR && x->tok[i].k != '{' && x->tok[i].k != '}' && x->tok[i].k != CW_EXTERN && x->tok[i].k != ';')
				break;
		if (i != x->chain[c].end)
			continue;
		for (i = x->tok[x->chain[c].first].match; i < x->chain[c].end; i++)
			x->tok[i].k = ';';
		x->chain[c].whole = 1;
		if (x->tok[x->chain[c].first].at == x->chain[c].end)
			x->tok[x->chain[c].first].k = x->tok[x->chain[c].end].k = C_PP_OTHER;
	}
}

/* The chain that guards the whole file against a second inclusion. */
static void
find_guard(clex *x)
{
	const ctok *t = x->tok;
	uint32_t d = x->ntok ? t[0].match : 0, name = d - 1;

	x->guard = C_NONE;
	if (x->ntok < 4 || t[0].k != C_PP_IF || t[0].at == C_NONE || t[t[0].at].k != C_PP_ENDIF || t[t[0].at].match != x->ntok)
		return;
	if (t[0].ask != C_ASK_NOT_DEFINED && t[1].k != '!')
		return;
	if (name > 0 && t[name].k == ')')
		name--;
	if (t[d].k == C_PP_DEFINE && t[d].match > d + 1 && t[d + 1].n == t[name].n && memcmp(x->s + t[d + 1].at, x->s + t[name].at, t[name].n) == 0)
		x->guard = t[0].n;
}

static int
read_all(lexer *l)
{
	clex *x = l->x;
	int between;
	ctok *t;

	if (x->n >= 3 && memcmp(x->s, "\xef\xbb\xbf", 3) == 0)
		go(l, 3);
	while ((between = blanks(l)) >= 0 && l->i < x->n)
		if (x->s[l->i] == '#' && l->fresh ? directive(l) : token(l, !between))
			return -1;
	if (between < 0)
		return -1;
	while (l->ncond > 0) { /* an #if without end ends with the file */
		if (!(t = push(l, C_PP_ENDIF, x->n, 0)))
			return -1;
		t->match = x->ntok;
		if (conditional(l, x->ntok - 1) != 0)
			return -1;
	}
	if (!push(l, C_EOF, x->n, 0))
		return -1;
	x->ntok--;
	return 0;
}

int
clex_read(clex *x, const char *path, const char *text, size_t n)
{
	lexer l = {.x = x, .line = 1, .top = C_NONE, .fresh = 1};
	uint32_t *splice;
	int rc;

	memset(x, 0, sizeof *x);
	x->path = path;
	rc = unsplice(x, text, n, &splice, &l.nsplice);
	if (rc == 0) {
		l.splice = splice;
		x->cpp = !has_end(path, ".c") && (!has_end(path, ".h") || looks_cpp(x->s, x->n));
		words_learn(&l);
		rc = read_all(&l);
	}
	if (rc == 0) {
		linkage(x);
		find_guard(x);
		rc = find_alike(x);
	}
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
