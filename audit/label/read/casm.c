/* casm.c - what C says to the assembler, and what attributes let run without being named.
 *
 * asm("call f" : "=r"(x) : "r"(g)) becomes the calls that its text makes: one of f, and where
 * the text jumps to what a register holds one of __asm__ with all that it was given; then what
 * it sets is not known. Text that jumps nowhere calls nothing. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "asm_words.h"
#include "cread.h"
#include "cread_impl.h"

enum { MAX_ASM = 4096, MAX_NAMES = 8 };

typedef struct { const char *s; size_t n; } word;

static int
is_letter(char c)
{
	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int
is_part(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '$' || c == '.';
}

/* The next name among the operands at s..end, not a register of AT&T or an operand's number; 0 where there is none. */
static int
next_name(const char **s, const char *end, word *w)
{
	const char *p = *s;

	while (p < end) {
		if (is_letter(*p)) {
			w->s = p;
			while (p < end && is_part(*p))
				p++;
			w->n = (size_t)(p - w->s);
			*s = p;
			return 1;
		}
		if (*p == '%' || *p == '.' || (*p >= '0' && *p <= '9')) {
			for (p++; p < end && is_part(*p); p++) {}
			continue;
		}
		p++;
	}
	*s = end;
	return 0;
}

/* Is it a label of the text itself? */
static int
is_label(const char *text, size_t n, word w)
{
	for (size_t i = 0; i + w.n < n; i++)
		if (memcmp(text + i, w.s, w.n) == 0 && text[i + w.n] == ':' && (i == 0 || !is_part(text[i - 1])))
			return 1;
	return 0;
}

typedef struct { word direct[MAX_NAMES], other[MAX_NAMES]; unsigned ndirect, nother; int indirect, pushes; } jumps;

static void
instruction(const char *text, size_t n, const char *s, const char *end, jumps *j)
{
	const char *name, *at;
	unsigned does;
	size_t len;
	int branches;
	word w;

	for (;;) {
		while (s < end && (*s == ' ' || *s == '\t'))
			s++;
		for (at = s; at < end && (is_part(*at) || *at == '%' || *at == '='); at++) {}
		if (at == s || at >= end || *at != ':')
			break;
		s = at + 1;
	}
	for (name = s; s < end && is_part(*s); s++) {}
	len = (size_t)(s - name);
	does = asm_word(name, len);
	branches = does && (*name == 'j' || *name == 'b') && strncmp(name, "jmp", 3) != 0;
	if (len >= 4 && memcmp(name, "push", 4) == 0)
		j->pushes = 1;
	if (does & ASM_RETURNS) {
		j->indirect |= j->pushes;
		return;
	}
	if (does & ASM_REGISTER || (does && (memchr(s, '*', (size_t)(end - s)) ||
	    (len > 1 && !branches && memchr(s, '%', (size_t)(end - s)) && !memmem(s, (size_t)(end - s), "%l", 2))))) {
		j->indirect = 1;
		return;
	}
	for (at = s; next_name(&at, end, &w);) {
		if (does && j->ndirect < MAX_NAMES && !is_label(text, n, w)) {
			j->direct[j->ndirect++] = w;
			return;
		}
		if (!does && j->nother < MAX_NAMES && w.n > 2)
			j->other[j->nother++] = w;
	}
}

/* The strings at pos as one text, instructions by lines. */
static size_t
text_of(cparse *p, char *out)
{
	size_t o = 0;

	for (; c_cur(p) == C_STR || c_cur(p) == C_ID; p->pos++) {
		const char *s = p->x->s + p->tok[p->pos].at, *end = s + p->tok[p->pos].n;

		if (c_cur(p) == C_ID)
			continue;
		while (s < end && *s != '"')
			s++;
		for (s++; s + 1 < end && o < MAX_ASM; s++) {
			char c = *s == ';' ? '\n' : *s;
			if (c == '\\' && s + 2 < end) {
				c = *++s;
				c = c == 'n' ? '\n' : c == 't' ? ' ' : c;
			}
			out[o++] = c;
		}
	}
	return o;
}

static void
name_leaf(cparse *p, word w, uint32_t line)
{
	c_node(p, FACT_NAME, line, 0, w.s, w.n);
	c_done(p);
}

/* The : or :: that may be next; the number of the part that begins. */
static unsigned
part(cparse *p, unsigned was)
{
	if (c_cur(p) == ':' || c_cur(p) == C_SCOPE) {
		was += c_cur(p) == ':' ? 1 : 2;
		p->pos++;
	}
	return was;
}

/* [name] "constraint" (value): the parentheses of the value; 0 at the end of the part. */
static uint32_t
operand(cparse *p)
{
	while (c_cur(p) == ',')
		p->pos++;
	if (c_cur(p) == '[' && c_closed(p, p->pos))
		p->pos = c_past(p, p->pos);
	while (c_cur(p) == C_STR || c_cur(p) == C_ID)
		p->pos++;
	return c_cur(p) == '(' && c_closed(p, p->pos) ? p->pos : 0;
}

/* Does the text work on memory by a name: name(%rip), =name? */
static int
memory(const char *text)
{
	for (const char *s = text; *s; s++)
		if ((*s == '(' && s > text && (isalnum((unsigned char)s[-1]) || s[-1] == '_')) || (*s == '=' && (isalpha((unsigned char)s[1]) || s[1] == '_'))) {
			const char *w = s;
			while (*s == '(' && w > text && (isalnum((unsigned char)w[-1]) || w[-1] == '_'))
				w--;
			if (*s == '=' || isalpha((unsigned char)*w) || *w == '_')
				return 1;
		}
	return 0;
}

/* (text : outputs : inputs : clobbered : labels) */
static void
extended(cparse *p, uint32_t line)
{
	char text[MAX_ASM + 1];
	uint32_t end = c_past(p, p->pos) - 1, from, open;
	jumps j = {0};
	size_t n;

	p->pos++;
	n = text_of(p, text);
	text[n] = '\0';
	for (const char *s = text, *e; s < text + n; s = e + 1) {
		e = memchr(s, '\n', (size_t)(text + n - s));
		if (!e)
			e = text + n;
		instruction(text, n, s, e, &j);
	}
	from = p->pos;
	if (memory(text))
		c_leaf(p, FACT_UNKNOWN, line, text);
	for (unsigned i = 0; i < j.ndirect; i++) {
		c_node(p, FACT_CALL, line, 0, "", 0);
		name_leaf(p, j.direct[i], line);
		c_done(p);
	}
	if (j.indirect) {
		c_node(p, FACT_CALL, line, 0, "", 0);
		c_leaf(p, FACT_NAME, line, "__asm__");
		for (unsigned i = 0; i < j.nother; i++) {
			c_node(p, FACT_ARG, line, 0, "", 0);
			name_leaf(p, j.other[i], line);
			c_done(p);
		}
	}
	/* inputs first: what is set is set last */
	for (int outputs = 0; outputs < 2 && !p->err && !p->stop; outputs++) {
		unsigned at = 0, was;

		p->pos = from;
		while (p->pos < end && !p->err && !p->stop) {
			was = at;
			if ((at = part(p, at)) != was)
				continue;
			if (at == 4 && c_cur(p) == C_ID && outputs) { /* asm goto */
				c_node(p, FACT_IF, line, 0, "", 0);
				c_leaf(p, FACT_UNKNOWN, line, "asm goto");
				c_node(p, FACT_BLOCK, line, 0, "", 0);
				c_node_tok(p, FACT_GOTO, 0, p->pos);
				c_done(p);
				c_done(p);
				c_done(p);
			}
			if (at > 2 || !(open = operand(p))) {
				p->pos++;
				continue;
			}
			if (at == 1 && outputs) {
				uint32_t m = p->t->n;
				p->pos = open + 1;
				c_expr(p, PREC_COMMA);
				c_leaf(p, FACT_UNKNOWN, line, "asm");
				c_wrap(p, m, FACT_ASSIGN, line, "", 0);
			} else if (at == 2 && !outputs && j.indirect) {
				p->pos = open + 1;
				c_node(p, FACT_ARG, line, 0, "", 0);
				c_expr(p, PREC_COMMA);
				c_done(p);
			}
			p->pos = c_past(p, open);
		}
		if (!outputs && j.indirect)
			c_done(p);
	}
	p->pos = end + 1;
}

void
c_asm_section(cparse *p)
{
	static const char *const words[] = {".section", "_array", ".ctors"};

	for (uint32_t i = p->pos; i < p->end && p->tok[i].k != ';'; i++)
		for (size_t k = 0; p->tok[i].k == C_STR && k < sizeof words / sizeof *words; k++)
			if (memmem(p->x->s + p->tok[i].at, p->tok[i].n, words[k], strlen(words[k]))) {
				c_leaf(p, FACT_COMMENT, p->tok[i].line, C_ASM_SECTION);
				return;
			}
}

void
c_asm_statement(cparse *p)
{
	uint32_t line = c_line_here(p), end;

	p->pos++;
	while (c_cur(p) != '(' && c_cur(p) != '{' && c_cur(p) != ';' && c_cur(p) != C_EOF && c_cur(p) != '}')
		p->pos++;
	if (c_cur(p) == '(' && c_closed(p, p->pos)) {
		extended(p, line);
	} else if (c_cur(p) == '{' && c_closed(p, p->pos)) {
		end = c_past(p, p->pos);
		for (; p->pos + 1 < end; p->pos++) /* call f */
			if ((c_is(p, p->pos, "call") || c_is(p, p->pos, "jmp")) && c_kind(p, p->pos + 1) == C_ID) {
				c_node(p, FACT_CALL, line, 0, "", 0);
				c_node_tok(p, FACT_NAME, 0, p->pos + 1);
				c_done(p);
				c_done(p);
			}
		p->pos = end;
	}
	c_accept_here(p, ';');
}

/* The argument of the attribute `word` or `__word__` among the tokens [from, to); C_NONE. */
uint32_t
c_attribute(const cparse *p, uint32_t from, uint32_t to, const char *attr)
{
	char dressed[40];

	snprintf(dressed, sizeof dressed, "__%.30s__", attr);
	for (uint32_t i = from; i < to; i++) {
		uint32_t end;

		if ((c_kind(p, i) != CW_ATTRIBUTE && c_kind(p, i) != CW_ATTRIBUTE_ && !(c_kind(p, i) == '[' && c_kind(p, i + 1) == '[')) ||
		    !(end = c_skip_attributes(p, i)) || end <= i)
			continue;
		for (; i + 2 < end; i++)
			if ((c_is(p, i, attr) || c_is(p, i, dressed)) && c_kind(p, i + 1) == '(')
				return i + 2;
	}
	return C_NONE;
}

/* The rest of a block in which variables that the nodes from `at` on declare are given to a function at its end. */
void
c_cleaned_block(cparse *p, uint32_t at, uint32_t fn)
{
	uint32_t name[4], n = 0, line = p->tok[fn].line;

	if (p->t->nomem || p->t->nopen > FACT_MAX_DEPTH - 20)
		return;
	for (uint32_t i = at; i < p->t->n && n < 4; i = p->t->node[i].end)
		if (p->t->node[i].kind == FACT_DECL && p->t->node[i + 1].kind == FACT_NAME)
			name[n++] = i + 1;
	if (n == 0)
		return;
	c_node(p, FACT_TRY, line, 0, "", 0);
	c_node(p, FACT_BLOCK, line, 0, "", 0);
	c_sequence(p, c_statement, '}');
	p->err = 0;
	c_done(p);
	c_node(p, FACT_FINALLY, line, 0, "", 0);
	c_node(p, FACT_BLOCK, line, 0, "", 0);
	while (n-- > 0 && !p->t->nomem) {
		c_node(p, FACT_CALL, line, 0, "", 0);
		c_node_tok(p, FACT_NAME, 0, fn);
		c_done(p);
		c_node(p, FACT_ARG, line, 0, "", 0);
		c_node(p, FACT_ADDR, line, 0, "", 0);
		fact_copy(p->t, name[n]);
		c_done(p);
		c_done(p);
		c_done(p);
	}
	c_done(p);
	c_done(p);
	c_done(p);
}

/* Pointers to functions in a section that is run before main: a function that calls them. */
void
c_start_section(cparse *p, uint32_t at, uint32_t from, uint32_t to)
{
	static const char *const sections[] = {"\".init_array", "\".preinit_array", "\".ctors"};
	uint32_t s = c_attribute(p, from, to, "section"), last = p->t->n;
	int early = 0;

	for (size_t i = 0; s != C_NONE && i < sizeof sections / sizeof *sections; i++)
		early |= c_kind(p, s) == C_STR && p->tok[s].n > strlen(sections[i]) && memcmp(p->x->s + p->tok[s].at, sections[i], strlen(sections[i])) == 0;
	for (uint32_t i = at; early && i < last && !p->t->nomem; i = p->t->node[i].end) {
		uint32_t line = p->t->node[i].line, def = p->t->node[i].kind == FACT_DECL ? fact_find(p->t, i, FACT_DEFAULT) : 0, n = 0;
		int list = def && p->t->node[def + 1].kind == FACT_LIST;
		char name[160];

		if (!def)
			continue;
		if (list)
			FACT_EACH_KID(p->t, def + 1, k)
				n++;
		snprintf(name, sizeof name, "run %.120s", fact_str(p->t, i + 1));
		c_node(p, FACT_FUNC, line, FACT_EARLY, name, strlen(name));
		c_node(p, FACT_BLOCK, line, 0, "", 0);
		for (uint32_t k = 0; k < (list ? n : 1); k++) {
			char num[16];
			c_node(p, FACT_CALL, line, 0, "", 0);
			if (list)
				c_node(p, FACT_INDEX, line, 0, "", 0);
			fact_copy(p->t, i + 1);
			snprintf(num, sizeof num, "%u", k);
			if (list) {
				c_leaf(p, FACT_INT, line, num);
				c_done(p);
			}
			c_done(p);
		}
		c_done(p);
		c_done(p);
	}
}
