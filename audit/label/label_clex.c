/* label_clex.c - tokens of C, C++, CUDA, HIP and Objective-C; see label_cread.h. */
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "label_cread.h"

static const struct { uint16_t code; const char *words; } words[] = {
	{KW_TYPE, "bool char double float half int long short signed u32 u64 u8 unsigned void"},
	{KW_MOD, "__forceinline __inline __inline__ __restrict __restrict__ const explicit final"},
	{KW_MOD, "inline mutable override register restrict typename virtual volatile"},
	{KW_WRAP, "__attribute__ __declspec __launch_bounds__ alignas asm decltype noexcept"},
	{KW_CAST, "const_cast dynamic_cast reinterpret_cast static_cast"},
	{KW_AUTO, "auto"}, {KW_CLASS, "class struct union"}, {KW_ENUM, "enum"},
	    {KW_BEFORE, "co_await"},
	{KW_ACCESS, "private protected public"}, {KW_SKIP, "friend static_assert using"},
	{KW_SIZE, "alignof sizeof"}, {KW_IF, "if"}, {KW_ELSE, "else"}, {KW_FOR, "for"},
	    {KW_WHILE, "while"},
	{KW_DO, "do"}, {KW_SWITCH, "switch"}, {KW_CASE, "case"}, {KW_DEFAULT, "default"},
	{KW_RETURN, "return co_return"}, {KW_LEAVE, "break continue goto"}, {KW_TRY, "try"},
	{KW_CATCH, "catch"}, {KW_THROW, "throw"}, {KW_YIELD, "co_yield"}, {KW_NEW, "new"},
	{KW_DELETE, "delete"}, {KW_OPERATOR, "operator"}, {KW_NAMESPACE, "namespace"},
	{KW_EXTERN, "extern"}, {KW_STATIC, "static thread_local"}, {KW_TYPEDEF, "typedef"},
	{KW_TEMPLATE, "template"}, {KW_THIS, "this"}, {KW_TRUE, "true YES"}, {KW_FALSE, "false"},
	{KW_NULL, "NULL nullptr"}, {KW_CONSTEXPR, "constexpr"}, {KW_DEFINED, "defined"},
};

static const struct { char s[4]; uint16_t code; } operators[] = { /* the longer first */
	{"<<<", O_LAUNCH}, {">>>", O_LAUNCHED}, {"<<=", O_SHLTO}, {">>=", O_SHRTO}, {"...", O_DOTS},
	{"->*", O_ARROWSTAR}, {"->", O_ARROW}, {"++", O_INC}, {"--", O_DEC}, {"::", O_SCOPE},
	    {"&&", O_AND},
	{"||", O_OR}, {"==", O_EQ}, {"!=", O_NE}, {"<=", O_LE}, {">=", O_GE}, {"+=", O_ADDTO},
	{"-=", O_SUBTO}, {"*=", O_MULTO}, {"/=", O_DIVTO}, {"%=", O_MODTO}, {"&=", O_ANDTO},
	    {"|=", O_ORTO},
	{"^=", O_XORTO}, {"<<", O_SHL}, {">>", O_SHR}, {"##", O_PASTE},
};

static void learn_words(program *p, multimap *to) {
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *s = words[i].words, *end; *s; s = end + (*end == ' ')) {
			end = s + strcspn(s, " ");
			map_add(p, to, name_n(p, s, (size_t)(end - s)), (void *)&words[i].code);
		}
}

struct cstate *c_state(program *p) {
	if (p->cstate) return p->cstate;
	struct cstate *st = p->cstate = take(p, sizeof *st);
	multimap **maps[] = {&st->word, &st->macro, &st->macro_in, &st->cls, &st->tested,
	    &st->value, &st->tokens};
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) *maps[i] = map_new(p);
	learn_words(p, st->word);
	return st;
}

uint16_t word_code(program *p, const char *s) {
	uint32_t n;
	void *const *v = map_get(p->cstate->word, s, &n);
	return n ? *(const uint16_t *)v[0] : 0;
}

uint16_t closing(uint16_t code) {
	return code == '(' ? ')' : code == '[' ? ']' : code == '{' ? '}' : 0;
}

int opens(uint16_t code) {
	return (closing(code) != 0) - (code == ')' || code == ']' || code == '}');
}

token *lex_token(lexer *l, tkind kind, uint16_t code, const char *s) {
	if (as_grow32(&l->t, l->n, &l->cap, sizeof *l->t) != 0) program_nomem(l->p);
	l->t[l->n] = (token){s, l->pp, l->line, 0, code, (uint8_t)kind, l->tight};
	return &l->t[l->n++];
}

/* Length of a line's end that is continued: backslash, newline. 0: none. */
static size_t continued(const char *s) {
	return *s != '\\' ? 0 : s[1] == '\n' ? 2 : s[1] == '\r' && s[2] == '\n' ? 3 : 0;
}

/* Skips a space, a comment or a line's end that is continued. */
static bool blank(lexer *l) {
	const char *s = l->s;
	size_t n = continued(s);
	l->line += n > 0;
	l->s += n ? n : strchr(" \t\r\f\v", *s) && *s;
	if (l->s > s || *s != '/' || (s[1] != '/' && s[1] != '*')) return l->s > s;
	if (s[1] == '/')
		for (; l->s < l->end && *l->s != '\n'; l->s += n ? n : 1) {
			n = continued(l->s);
			l->line += n > 0;
		}
	else {
		for (l->s += 2; l->s < l->end && !(*l->s == '*' && l->s[1] == '/'); l->s++)
			l->line += *l->s == '\n';
		l->s = l->end - l->s > 2 ? l->s + 2 : l->end;
	}
	return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
	    c == '$' ||
	    (unsigned char)c >= 0x80;
}

/* A text or character in quotes; without its end it ends with the line. */
static void quoted(lexer *l) {
	char q = *l->s++;
	uint32_t line = l->line;
	size_t n = 0;
	for (; l->s < l->end && *l->s != q && *l->s != '\n'; l->s++) {
		size_t more = continued(l->s);
		char c = *l->s;
		if (more) {
			l->line++;
			l->s += more - 1;
			continue;
		}
		if (c == '\\' && l->s[1] && strchr("ntr\\\"'?0", l->s[1])) {
			c = *++l->s;
			if (c == '0') continue;
			c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
		}
		if (as_grow(&l->buf, n, &l->bufcap, 1) != 0) program_nomem(l->p);
		l->buf[n++] = c;
	}
	if (q == '\'' && *l->s != q) return; /* an apostrophe in text that is no code */
	l->s += l->s < l->end && *l->s == q;
	const char *s = n ? name_n(l->p, l->buf, n) : name_of(l->p, "");
	lex_token(l, q == '"' ? T_STR : T_CHR, 0, s)->line = line;
}

/* R"delimiter( ... )delimiter" */
static void raw(lexer *l) {
	const char *open = l->s + 1, *text = open + strcspn(open, "(\n\""), *s;
	size_t n = (size_t)(text - open);
	if (n > 16 || *text != '(') {
		quoted(l);
		return;
	}
	for (s = ++text; (s = memchr(s, ')', (size_t)(l->end - s))); s++)
		if ((size_t)(l->end - s) >= n + 2 && memcmp(s + 1, open, n) == 0 && s[n + 1] == '"')
			break;
	l->s = s ? s + n + 2 : l->end;
	s = s ? s : l->end;
	lex_token(l, T_STR, 0, name_n(l->p, text, (size_t)(s - text)));
	for (; text < s; text++) l->line += *text == '\n';
}

static void word(lexer *l) {
	static const char *const texts[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R",
	    NULL};
	const char *a = l->s;
	while (is_word(*l->s)) l->s++;
	const char *s = name_n(l->p, a, (size_t)(l->s - a));
	if ((*l->s != '"' && *l->s != '\'') || !x_in_name(texts, s))
		lex_token(l, T_ID, word_code(l->p, s), s);
	else if (l->s[-1] == 'R' && *l->s == '"') raw(l);
	else quoted(l);
}

static void number(lexer *l) {
	const char *a = l->s++;
	for (; is_word(*l->s) || *l->s == '.' || (*l->s == '\'' && is_word(l->s[1])) ||
	    ((*l->s == '+' || *l->s == '-') && strchr("eEpP", l->s[-1]) && (a[1] | 32) != 'x');
	    l->s++)
		;
	lex_token(l, T_NUM, 0, name_n(l->p, a, (size_t)(l->s - a)));
}

static void operator(lexer *l) {
	char c = *l->s++;
	if (strchr("<>=!&|+-*/%^:.#", c) && strchr("<>=&|+-*:.#", *l->s) && c && *l->s)
		for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
			size_t n = strlen(operators[i].s);
			if (strncmp(l->s - 1, operators[i].s, n) != 0) continue;
			lex_token(l, T_OP, operators[i].code, NULL);
			l->s += n - 1;
			return;
		}
	if (!c || !strchr("-+*/%=<>!&|^~?:;,.(){}[]@#", c)) return;
	l->open += opens((uint16_t)c) * (c == '{' || c == '}' ? 1000 : 1);
	lex_token(l, T_OP, (uint16_t)c, NULL);
}

void lex(lexer *l, bool line) {
	bool begins = true;             /* nothing but space stands before in the line */
	while (l->s < l->end && !(line && *l->s == '\n')) {
		char c = *l->s;
		bool space = c == '\n' || blank(l);
		if (c == '\n') {
			begins = true;
			l->line++;
			l->s++;
		}
		l->tight &= !space;
		if (space) continue;
		if (c == '#' && begins && !line) {
			cpp_line(l);
			continue;
		}
		begins = false;
		if (is_digit(c) || (c == '.' && is_digit(l->s[1]))) number(l);
		else if (is_word(c)) word(l);
		else if (c == '"' || c == '\'') quoted(l);
		else if (c == '@' && l->s[1] == '"') l->s++;
		else operator(l);
		l->tight = true;
	}
}

/* An opening bracket that is never closed ends with the brackets around it. A closing one that was
 * never opened is none. */
void match_brackets(token *t, uint32_t n, program *p) {
	uint32_t *open = NULL, cap = 0, depth = 0, braces = 0;
	for (uint32_t i = 0; i < n + C_PAST; i++) {
		uint16_t c = t[i].kind == T_OP ? t[i].code : 0;
		t[i].match = i;
		if (closing(c)) {
			if (as_grow32(&open, depth, &cap, sizeof *open) != 0) program_nomem(p);
			open[depth++] = i;
			braces += c == '{';
		} else if (c == '}' ? braces > 0 : opens(c) < 0) {
			uint16_t of = 0;
			while (depth > 0 && of != c &&
			    (c == '}' || t[open[depth - 1]].code != '{')) {
				t[open[--depth]].match = i;
				of = closing(t[open[depth]].code);
			}
			braces -= c == '}';
		}
	}
	while (depth > 0) t[open[--depth]].match = n;
	free(open);
}
