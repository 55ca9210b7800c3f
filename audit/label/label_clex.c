/* label_clex.c - tokens of C, C++, CUDA and HIP; see label_cread.h. */
#include "label_cread.h"

static const char *const words[] = { /* of KW_TYPE and what follows, in their order */
	"bool char double float half int long short signed u32 u64 u8 unsigned void int8_t "
	"int16_t int32_t int64_t intptr_t intmax_t uint8_t uint16_t uint32_t uint64_t uintptr_t "
	"uintmax_t size_t ssize_t ptrdiff_t off_t",
	"__forceinline __inline __inline__ __restrict __restrict__ const explicit final inline "
	"mutable override register restrict typename virtual volatile", "auto",
	"class struct union", "enum", "const_cast dynamic_cast reinterpret_cast static_cast",
	"co_await", "private protected public", "friend static_assert using",
	"__attribute__ __declspec __launch_bounds__ alignas asm decltype noexcept",
	"alignof sizeof", "if", "else", "for", "while", "do", "switch", "case", "default",
	"return co_return", "break continue goto", "try", "catch", "throw", "co_yield", "new",
	"delete", "operator", "namespace", "extern", "static thread_local", "typedef", "template",
	"this", "true", "false", "NULL nullptr", "constexpr", "defined",
};

static const struct { char s[4]; uint8_t level, op; } operators[] = {
	/* of O_ARROW and what follows, in their order */
	{"->", 0, 0}, {"->*", 0, 0}, {"::", 0, 0}, {"<<<", 0, 0}, {">>>", 0, 0}, {"++", 0, 0},
	{"--", 0, 0}, {"...", 0, 0}, {"##", 0, 0}, {"+=", 0, OP_ADD}, {"-=", 0, OP_SUB},
	{"*=", 0, OP_MUL}, {"/=", 0, OP_DIV}, {"%=", 0, OP_MOD}, {"&=", 0, OP_AND},
	{"|=", 0, OP_OR}, {"^=", 0, OP_XOR}, {"<<=", 0, OP_SHL}, {">>=", 0, OP_SHR},
	{"&&", 2, 0}, {"||", 1, 0}, {"==", 6, OP_EQ}, {"!=", 6, OP_NE}, {"<=", 7, OP_LE},
	{">=", 7, OP_GE}, {"<<", 8, OP_SHL}, {">>", 8, OP_SHR},
	/* one character */
	{"|", 3, OP_OR}, {"^", 4, OP_XOR}, {"&", 5, OP_AND}, {"<", 7, OP_LT}, {">", 7, OP_GT},
	{"+", 9, OP_ADD}, {"-", 9, OP_SUB}, {"*", 10, OP_MUL}, {"/", 10, OP_DIV}, {"%", 10, OP_MOD},
};

struct cstate *c_state(program *p) {
	if (p->cstate) return p->cstate;
	struct cstate *st = p->cstate = take(p, sizeof *st);
	multimap **maps[] = {&st->word, &st->macro, &st->cls, &st->tested, &st->tokens, &p->enums,
	    &p->in_macros};
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) *maps[i] = map_new(p);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *s = words[i], *end; *s; s = end + (*end == ' ')) {
			end = s + strcspn(s, " ");
			map_add(p, st->word, name_n(p, s, end - s), (void *)(KW_TYPE + i));
		}
	return st;
}

uint16_t word_code(program *p, const char *s) {
	return (uint16_t)(uintptr_t)map_first(p->cstate->word, s);
}

token *lex_token(lexer *l, tkind kind, uint16_t code, const char *s) {
	if (as_grow32(&l->t, l->n, &l->cap, sizeof *l->t) != 0) program_nomem(l->p);
	l->t[l->n] = (token){.s = s, .pp = l->pp, .line = l->line, .code = code, .kind = kind};
	return &l->t[l->n++];
}

/* Length of a line's end that is continued: backslash, newline. 0: none. */
static size_t continued(const char *s) {
	return *s != '\\' ? 0 : s[1] == '\n' ? 2 : s[1] == '\r' && s[2] == '\n' ? 3 : 0;
}

/* Skips a space, a comment or a line's end that is continued. */
static bool blank(lexer *l) {
	const char *s = l->s, *end;
	size_t n = continued(s);
	if (n > 0 || (*s && strchr(" \t\r\f\v", *s))) l->s += n ? n : 1;
	else if (*s == '/' && s[1] == '*') {
		end = memmem(s + 2, (size_t)(l->end - s - 2), "*/", 2);
		l->s = end ? end + 2 : l->end;
	} else if (*s == '/' && s[1] == '/')
		for (; l->s < l->end && *l->s != '\n'; l->s += n ? n : 1) n = continued(l->s);
	return l->s > s;
}

static bool is_word(char c) { return as_is_name_char(c) || c == '$' || c & 0x80; }

/* A text or character in quotes; without its end it ends with the line. */
static void quoted(lexer *l) {
	static const char escapes[] = "ntr\\\"'?0", as[] = "\n\t\r\\\"'?";
	char q = *l->s++;
	size_t n = 0;
	for (size_t more; l->s < l->end && *l->s != q && *l->s != '\n'; l->s += more ? more : 1) {
		more = continued(l->s);
		bool escape = *l->s == '\\' && !more && l->s[1];
		const char *e = escape ? strchr(escapes, l->s[1]) : NULL;
		if (as_grow(&l->buf, n, &l->bufcap, 1) != 0) program_nomem(l->p);
		l->s += e != NULL;
		l->buf[n] = e ? as[e - escapes] : *l->s;
		n += !more && (!e || l->buf[n]);
	}
	if (q == '\'' && *l->s != q) return; /* an apostrophe in text that is no code */
	l->s += l->s < l->end && *l->s == q;
	lex_token(l, q == '"' ? T_STR : T_CHR, 0, name_n(l->p, n ? l->buf : "", n));
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
}

static void word(lexer *l) {
	const char *a = l->s;
	while (is_word(*l->s)) l->s++;
	const char *s = name_n(l->p, a, (size_t)(l->s - a));
	if ((*l->s != '"' && *l->s != '\'') || !word_in("L u U u8 R LR uR UR u8R", s))
		lex_token(l, T_ID, word_code(l->p, s), s)->called = *l->s == '(';
	else if (l->s[-1] == 'R' && *l->s == '"') raw(l);
	else quoted(l);
}

static void number(lexer *l) {
	const char *a = l->s++;
	while (is_word(*l->s) || *l->s == '.' || (*l->s == '\'' && is_word(l->s[1])) ||
	    ((*l->s == '+' || *l->s == '-') && strchr("eEpP", l->s[-1]) && (a[1] | 32) != 'x'))
		l->s++;
	lex_token(l, T_NUM, 0, name_n(l->p, a, (size_t)(l->s - a)));
}

static void operator(lexer *l) {
	char c = *l->s++;
	size_t length = 1;
	if (!c || !strchr("-+*/%=<>!&|^~?:;,.(){}[]#", c)) return;
	token *t = lex_token(l, T_OP, (uint16_t)c, NULL);
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		size_t n = *operators[i].s == c ? strlen(operators[i].s) : 0;
		if (n < length || strncmp(l->s - 1, operators[i].s, n) != 0) continue;
		t->code = n > 1 ? O_ARROW + i : t->code;
		t->level = operators[i].level;
		t->op = operators[i].op;
		length = n;
	}
	l->s += length - 1;
	l->open += opens(t->code) * (c == '{' || c == '}' ? 1000 : 1);
}

void lex(lexer *l, bool line) {
	bool begins = true;             /* nothing but space stands before in the line */
	while (l->s < l->end && !(line && *l->s == '\n')) {
		char c = *l->s;
		begins |= c == '\n';
		l->s += c == '\n';
		if (c == '\n' || blank(l)) continue;
		for (; l->seen < l->s; l->seen++) l->line += *l->seen == '\n';
		if (c == '#' && begins && !line) cpp_line(l);
		else if (isdigit(l->s[c == '.'] & 0xff)) number(l);
		else if (is_word(c)) word(l);
		else if (c == '"' || c == '\'') quoted(l);
		else operator(l);
		begins = false;
	}
}

/* A bracket that is never closed ends with those around it; a closing one alone is none. */
void match_brackets(token *t, uint32_t n, program *p) {
	uint32_t *open = NULL, cap = 0, depth = 0, braces = 0;
	for (uint32_t i = 0; i < n + C_PAST; i++) {
		uint16_t c = t[i].kind == T_OP ? t[i].code : 0;
		t[i].match = i;
		if (closing(c)) {
			if (as_grow32(&open, depth, &cap, sizeof *open) != 0) program_nomem(p);
			open[depth++] = i;
			braces += c == '{';
		}
		if (c == '}' ? braces == 0 : opens(c) >= 0) continue;
		for (uint16_t of = 0; depth > 0 && of != c; of = closing(t[open[depth]].code)) {
			if (c != '}' && t[open[depth - 1]].code == '{') break;
			t[open[--depth]].match = i;
		}
		braces -= c == '}';
	}
	while (depth > 0) t[open[--depth]].match = n;
	free(open);
}
