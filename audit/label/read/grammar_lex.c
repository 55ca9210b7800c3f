/* grammar_lex.c - see grammar_impl.h: of lex and flex. */
#include "grammar_impl.h"

#include <stdio.h>
#include <string.h>

static int
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* %option noyywrap prefix="x" */
static void
options(grammar *g)
{
	size_t end = grammar_line(g, g->i);
	char line[600], *at;

	snprintf(line, sizeof line, "%.*s", (int)(end - g->i), g->s + g->i);
	g->nowrap |= strstr(line, "noyywrap") != NULL;
	if ((at = strstr(line, "prefix")) != NULL) {
		at += 6 + strspn(at + 6, " \t=\"");
		at[strcspn(at, "\" \t")] = '\0';
		if (*at && strlen(at) < sizeof g->prefix)
			strcpy(g->prefix, at);
	}
	grammar_blank(g, end);
}

static void
definitions(grammar *g)
{
	while (g->i < g->n && !(grammar_new_line(g) && grammar_at(g, "%%"))) {
		size_t open = g->i + strcspn(g->s + g->i, "{\n");
		if (grammar_at(g, "%{")) {
			grammar_code(g);
		} else if (grammar_at(g, "%top") && g->s[open] == '{') {
			grammar_inside(g, open);
		} else if (grammar_at(g, "%option")) {
			options(g);
		} else if (grammar_at(g, "/*")) {
			grammar_copy(g, grammar_literal(g, g->i));
		} else if (is_blank(g->s[g->i])) {
			grammar_copy(g, grammar_line(g, g->i));
		} else {
			grammar_blank(g, grammar_line(g, g->i));
		}
		if (g->i < g->n && g->s[g->i] == '\n')
			grammar_blank(g, g->i + 1);
	}
}

/* Behind a set of characters, [^]a-z[:alpha:]\]]. */
static size_t
set_end(const grammar *g, size_t i)
{
	const char *s = g->s;

	i += 1 + (s[i + 1] == '^');
	for (i += s[i] == ']'; i < g->n && s[i] != ']' && s[i] != '\n'; i++)
		if (s[i] == '\\')
			i++;
		else if (s[i] == '[' && s[i + 1] == ':' && strstr(s + i, ":]"))
			i = (size_t)(strstr(s + i, ":]") + 1 - s);
	return i < g->n ? i + (s[i] == ']') : g->n;
}

static size_t
pattern_end(const grammar *g, size_t i)
{
	const char *s = g->s;

	while (i < g->n && s[i] != '\n' && !is_blank(s[i]))
		if (s[i] == '\\') {
			i += i + 1 < g->n ? 2 : 1;
		} else if (s[i] == '[') {
			i = set_end(g, i);
		} else if (s[i] == '"') {
			for (i++; i < g->n && s[i] != '"' && s[i] != '\n'; i++)
				i += s[i] == '\\' && i + 1 < g->n;
			i += i < g->n && s[i] == '"';
		} else {
			i++;
		}
	return i;
}

/* Behind the action at i: the line's end, or that of the line where its last { is closed. */
static size_t
action_end(const grammar *g, size_t i)
{
	int depth = 0;

	for (size_t past; i < g->n && !(g->s[i] == '\n' && depth <= 0); i = past) {
		if ((past = grammar_literal(g, i)) != i)
			continue;
		past = i + 1;
		depth += (g->s[i] == '{') - (g->s[i] == '}');
	}
	return i;
}

static void
rule(grammar *g, int *scope)
{
	char text[40];
	size_t end;

	if (g->s[g->i] == '<' && g->s[g->i + 1] != '<') { /* start conditions, of one rule or of many */
		end = g->i + strcspn(g->s + g->i, ">\n");
		if (g->s[end] == '>' && g->s[end + 1] == '{' && strspn(g->s + end + 2, " \t\r") == strcspn(g->s + end + 2, "\n")) {
			(*scope)++;
			grammar_blank(g, grammar_line(g, end));
			return;
		}
	}
	if (*scope > 0 && g->s[g->i] == '}') {
		(*scope)--;
		grammar_blank(g, grammar_line(g, g->i));
		return;
	}
	end = pattern_end(g, g->i);
	grammar_blank(g, end + strspn(g->s + end, " \t"));
	if (g->s[g->i] == '|') {
		grammar_blank(g, grammar_line(g, g->i));
		return;
	}
	snprintf(text, sizeof text, "break; case %u: ; ", ++g->action);
	grammar_put(g, text);
	if (grammar_at(g, "%{"))
		grammar_code(g);
	else
		grammar_copy(g, action_end(g, g->i));
}

static void
rules(grammar *g)
{
	int scope = 0, begun = 0;

	while (g->i < g->n && !grammar_at(g, "%%")) {
		int indented = is_blank(g->s[g->i]);
		if (scope > 0)
			grammar_blank(g, g->i + strspn(g->s + g->i, " \t"));
		if (grammar_at(g, "%{")) {
			grammar_code(g);
		} else if (grammar_at(g, "/*") || grammar_at(g, "//")) {
			grammar_copy(g, grammar_literal(g, g->i));
		} else if (indented && scope == 0) {
			grammar_copy(g, action_end(g, g->i));
		} else if (g->i < g->n && g->s[g->i] != '\n' && g->s[g->i] != '\r') {
			if (!begun) {
				char wrap[160];
				grammar_put(g, "for (;;) switch (" SCANNER_RULE ") { case 0: ");
				snprintf(wrap, sizeof wrap, "if (%swrap()) return 0; ", g->prefix);
				grammar_put(g, g->nowrap ? "return 0; " : wrap);
				begun = 1;
			}
			rule(g, &scope);
		}
		if (g->i < g->n)
			grammar_blank(g, grammar_line(g, g->i)), grammar_blank(g, g->i < g->n ? g->i + 1 : g->i);
	}
	grammar_put(g, begun ? "} } " : "} ");
}

/* int lex(T *a) of #define YY_DECL int lex(T *a) */
static int
declared(grammar *g)
{
	const char *at = strstr(g->s, "define YY_DECL");

	if (!at)
		return 0;
	for (at += 14; *at && *at != '\n'; at++) {
		char c[2] = {*at, 0};
		if (at[0] == '\\' && at[1 + (at[1] == '\r')] == '\n')
			at += 1 + (at[1] == '\r');
		else
			grammar_put(g, c);
	}
	return 1;
}

/* What it also makes, of which no part stands here. */
static void
functions(grammar *g)
{
	static const char *const list[] = {"restart", "_create_buffer", "_delete_buffer", "_flush_buffer", "_scan_string", "_scan_bytes", "_scan_buffer", "_switch_to_buffer", "push_buffer_state",
		"pop_buffer_state", "lex_destroy", "lex_init", "lex_init_extra", "get_in", "set_in", "get_out", "set_out", "get_lineno", "set_lineno", "get_column", "set_column", "get_text", "get_leng",
		"get_extra", "set_extra", "get_debug", "set_debug", "get_lval", "set_lval", "get_lloc", "set_lloc", "alloc", "realloc", "free"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		char text[200];
		snprintf(text, sizeof text, "void %s%s(void) { } ", g->prefix, list[i]);
		grammar_put(g, text);
	}
	if (!g->nowrap && strcmp(g->prefix, "yy") == 0) /* of the library of lex */
		grammar_put(g, "int yywrap(void) { return 1; } ");
}

void
grammar_lex(grammar *g)
{
	definitions(g);
	if (g->i < g->n)
		grammar_blank(g, g->i + 2);
	grammar_blank(g, grammar_line(g, g->i));
	if (!declared(g)) {
		grammar_put(g, "int ");
		grammar_put(g, g->prefix);
		grammar_put(g, "lex(void)");
	}
	grammar_put(g, " { ");
	grammar_named(g);
	if (g->i < g->n)
		grammar_blank(g, g->i + 1);
	rules(g);
	grammar_epilogue(g);
	grammar_put(g, "\n");
	functions(g);
}
