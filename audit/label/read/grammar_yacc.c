/* grammar_yacc.c - see grammar_impl.h: of yacc and bison. */
#include "grammar_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Is the declaration %word next? */
static int
declares(const grammar *g, const char *word)
{
	size_t n = strlen(word);

	return grammar_at(g, word) && !isalnum((unsigned char)g->s[g->i + n]) && g->s[g->i + n] != '_' && g->s[g->i + n] != '-';
}

/* The text in "" or {} behind i, on the same line: out. */
static void
operand(const grammar *g, size_t i, char *out, size_t n)
{
	const char *from = g->s + i + strcspn(g->s + i, "\"{\n");
	size_t k = *from == '"' || *from == '{' ? strcspn(from + 1, *from == '"' ? "\"\n" : "}\n") : 0;

	if (k > 0 && k < n) {
		memcpy(out, from + 1, k);
		out[k] = '\0';
	}
}

/* The { behind the words at i, or the first that is none of these. */
static size_t
open_of(const grammar *g, size_t i)
{
	i++;
	while (g->s[i] && (isalnum((unsigned char)g->s[i]) || strchr("_-. \t\r\n", g->s[i])))
		i++;
	return i;
}

/* What is next, with a block of code behind it that runs while it parses: a function of its own. */
static void
aside(grammar *g, char *calls, size_t n)
{
	size_t open = open_of(g, g->i);
	char name[40];

	if (g->s[open] != '{' || strlen(calls) + sizeof name > n) {
		grammar_blank(g, open);
		return;
	}
	snprintf(name, sizeof name, "yyaside_%u", g->action++);
	grammar_blank(g, open);
	grammar_put(g, "static void ");
	grammar_put(g, name);
	grammar_put(g, "(void) ");
	grammar_action(g, grammar_braces(g, open));
	strcat(strcat(calls, name), "();");
}

/* %parse-param {T *a} {T *b} */
static void
parameters(grammar *g)
{
	while (g->i < g->n && g->s[g->i] != '\n') {
		size_t open = g->i + strcspn(g->s + g->i, "{\n"), end;
		if (g->s[open] != '{') {
			grammar_blank(g, open);
			return;
		}
		end = grammar_braces(g, open);
		if (strlen(g->params) + (end - open) + 2 < sizeof g->params)
			snprintf(g->params + strlen(g->params), sizeof g->params - strlen(g->params), "%s%.*s", *g->params ? ", " : "", (int)(end - open - 2), g->s + open + 1);
		grammar_blank(g, end);
	}
}

static void
declarations(grammar *g, char *calls, size_t n)
{
	while (g->i < g->n && !(grammar_new_line(g) && grammar_at(g, "%%"))) {
		size_t open = open_of(g, g->i);
		if (grammar_passed(g))
			continue;
		if (grammar_at(g, "%{")) {
			grammar_code(g);
		} else if (declares(g, "%code") && g->s[open] == '{') {
			grammar_inside(g, open);
		} else if (declares(g, "%union")) {
			grammar_blank(g, open);
			grammar_put(g, "union YYSTYPE ");
			grammar_copy(g, grammar_braces(g, open));
			grammar_put(g, ";");
		} else if (declares(g, "%initial-action") || declares(g, "%destructor") || declares(g, "%printer")) {
			aside(g, calls, n);
		} else if (declares(g, "%parse-param") || declares(g, "%param")) {
			parameters(g);
		} else if (declares(g, "%name-prefix") || grammar_at(g, "%name-prefix=") || grammar_at(g, "%define api.prefix") || grammar_at(g, "%define  api.prefix")) {
			operand(g, g->i, g->prefix, sizeof g->prefix);
			grammar_blank(g, grammar_line(g, g->i));
		} else if (grammar_at(g, "%skeleton") || grammar_at(g, "%language") || grammar_at(g, "%require") || grammar_at(g, "%define")) {
			char of[100] = "";
			operand(g, g->i, of, sizeof of);
			g->cxx |= strstr(of, ".cc") || strstr(of, "++") || grammar_at(g, "%define parser_class_name") || grammar_at(g, "%define api.parser.class");
			grammar_blank(g, grammar_line(g, g->i));
		} else {
			grammar_blank(g, g->i + 1);
		}
	}
}

static void
action(grammar *g, const char *before, size_t to, const char *after)
{
	char text[40];

	snprintf(text, sizeof text, "break; case %u: ; ", ++g->action);
	grammar_put(g, text);
	grammar_put(g, before);
	grammar_action(g, to);
	grammar_put(g, after);
}

static void
rules(grammar *g)
{
	while (g->i < g->n && !(grammar_new_line(g) && grammar_at(g, "%%"))) {
		if (grammar_passed(g))
			continue;
		if (grammar_at(g, "%{")) {
			grammar_code(g);
		} else if (grammar_at(g, "%?{")) {
			grammar_blank(g, g->i + 2);
			action(g, "(void)(", grammar_braces(g, g->i), ");");
		} else if (g->s[g->i] == '{') {
			action(g, "", grammar_braces(g, g->i), "");
		} else {
			grammar_blank(g, g->i + 1);
		}
	}
}

void
grammar_yacc(grammar *g)
{
	char calls[2000] = "", head[1000];

	declarations(g, calls, sizeof calls);
	if (g->i < g->n)
		grammar_blank(g, g->i + 2);
	snprintf(head, sizeof head, "int %sparse(%s) { ", g->cxx ? "" : g->prefix, *g->params && !g->cxx ? g->params : "void");
	grammar_put(g, head);
	grammar_put(g, calls);
	grammar_named(g);
	snprintf(head, sizeof head, "while (%slex()) switch (" GRAMMAR_RULE ") { case 0: %serror(\"\"); ", g->prefix, g->prefix);
	grammar_put(g, head);
	rules(g);
	grammar_put(g, "} return 0; } ");
	grammar_epilogue(g);
}
