/* grammar.c - see grammar.h. */
#include "grammar_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cread.h"
#include "input.h"
#include "words.h"

enum { LONGEST = 4096, MOST_BYTES = 32 << 20 };

static const char *const grammars[] = {".y", ".yy", ".ypp", ".yxx", ".y++"};
static const char *const scanners[] = {".l", ".ll", ".lpp", ".lxx", ".l++"};

static int
ends(const char *path, const char *const *list, size_t n)
{
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < n; i++)
		if (strcmp(dot, list[i]) == 0)
			return 1;
	return 0;
}

int
grammar_name(const char *path)
{
	return ends(path, grammars, sizeof grammars / sizeof *grammars) || ends(path, scanners, sizeof scanners / sizeof *scanners);
}

static void
put(grammar *g, const char *s, size_t n)
{
	if (g->nomem)
		return;
	if (g->nout + n + 1 > g->cap) {
		size_t cap = 2 * g->cap + n + 1024;
		char *p = realloc(g->out, cap);
		if (!p) {
			g->nomem = 1;
			return;
		}
		g->out = p;
		g->cap = cap;
	}
	memcpy(g->out + g->nout, s, n);
	g->nout += n;
}

void
grammar_put(grammar *g, const char *s)
{
	put(g, s, strlen(s));
}

void
grammar_copy(grammar *g, size_t to)
{
	put(g, g->s + g->i, to - g->i);
	g->i = to;
}

void
grammar_blank(grammar *g, size_t to)
{
	for (; g->i < to; g->i++)
		put(g, g->s[g->i] == '\n' ? "\n" : " ", 1);
}

size_t
grammar_literal(const grammar *g, size_t i)
{
	const char *s = g->s, *end;
	char quote = s[i];

	if (s[i] == '/' && s[i + 1] == '*')
		return (end = strstr(s + i + 2, "*/")) ? (size_t)(end + 2 - s) : g->n;
	if (s[i] == '/' && s[i + 1] == '/')
		return grammar_line(g, i);
	if (quote != '"' && quote != '\'')
		return i;
	for (size_t k = i + 1; k < g->n && s[k] != '\n'; k++)
		if (s[k] == '\\' && k + 1 < g->n)
			k++;
		else if (s[k] == quote)
			return k + 1;
	return i + 1; /* a quote alone: in a comment of another kind, or a digit's */
}

size_t
grammar_braces(const grammar *g, size_t i)
{
	int depth = 0;

	for (size_t past; i < g->n; i = past) {
		if ((past = grammar_literal(g, i)) != i)
			continue;
		past = i + 1;
		depth += (g->s[i] == '{') - (g->s[i] == '}');
		if (depth == 0)
			return past;
	}
	return g->n;
}

size_t
grammar_line(const grammar *g, size_t i)
{
	return i + strcspn(g->s + i, "\n");
}

int
grammar_at(const grammar *g, const char *s)
{
	return strncmp(g->s + g->i, s, strlen(s)) == 0;
}

int
grammar_new_line(const grammar *g)
{
	return g->i == 0 || g->s[g->i - 1] == '\n';
}

int
grammar_passed(grammar *g)
{
	size_t past = grammar_literal(g, g->i);

	if (past == g->i)
		return 0;
	(g->s[g->i] == '/' ? grammar_copy : grammar_blank)(g, past);
	return 1;
}

void
grammar_inside(grammar *g, size_t open)
{
	size_t past = grammar_braces(g, open);

	grammar_blank(g, open + 1);
	grammar_copy(g, past - 1);
	grammar_blank(g, past);
}

void
grammar_code(grammar *g)
{
	const char *end = strstr(g->s + g->i, "%}");

	grammar_blank(g, g->i + 2);
	grammar_copy(g, end ? (size_t)(end - g->s) : g->n);
	if (end)
		grammar_blank(g, g->i + 2);
}

/* Behind what follows a $ or @ at i: $$, $1, $-1, $name, $[name], each with <type> before it; 0: it is none. */
static size_t
value_end(const grammar *g, size_t i)
{
	const char *s = g->s + i + 1;

	if (*s == '<')
		s += strcspn(s, ">\n") + 1;
	if (*s == '$')
		return (size_t)(s + 1 - g->s);
	if (*s == '[')
		return (size_t)(s + strcspn(s, "]\n") + 1 - g->s);
	s += *s == '-';
	if (!isalnum((unsigned char)*s) && *s != '_')
		return 0;
	while (isalnum((unsigned char)*s) || *s == '_')
		s++;
	return (size_t)(s - g->s);
}

void
grammar_action(grammar *g, size_t to)
{
	while (g->i < to) {
		size_t past = grammar_literal(g, g->i);
		if (past == g->i && (g->s[g->i] == '$' || g->s[g->i] == '@') && (past = value_end(g, g->i)) != 0) {
			grammar_put(g, g->s[past - 1] == '$' ? (g->s[g->i] == '$' ? "yyval" : "yyloc") : g->s[g->i] == '$' ? "yyvsp[0]" : "yylsp[0]");
			g->i = past < to ? past : to;
			continue;
		}
		past = past > g->i ? past : g->i + 1;
		grammar_copy(g, past < to ? past : to);
	}
}

void
grammar_named(grammar *g)
{
	for (const char *at = strstr(g->s, "define"); at; at = strstr(at + 6, "define")) {
		char name[64];
		int n = 0;
		if (at == g->s || !strchr("# \t", at[-1]) || sscanf(at + 6, " %63[A-Z_0-9]%n", name, &n) != 1 || strncmp(name, "YY", 2) != 0 || strcmp(name, "YY_DECL") == 0)
			continue;
		if (at[6 + n] == '(' || (at[6 + n] && strchr(" \t", at[6 + n]) && strpbrk(at + 6 + n, "(;{\n") && *strpbrk(at + 6 + n, "(;{\n") != '\n')) {
			grammar_put(g, name);
			grammar_put(g, at[6 + n] == '(' ? "(yytext);" : ";");
		}
	}
}

void
grammar_epilogue(grammar *g)
{
	if (grammar_at(g, "%%"))
		grammar_blank(g, g->i + 2);
	grammar_copy(g, g->n);
}

/* Is the file one that a generator wrote: does it have the tables? */
static int
has_tables(const char *path)
{
	static const char *const words[] = {"yytable", "YYLAST", "YYBISON", "yy_nxt", "YY_FLEX_MAJOR_VERSION", "yycrank", "FLEX_SCANNER"};
	as_err e;
	char *s;
	size_t n;
	int yes = 0;

	if (access(path, F_OK) != 0 || as_slurp(path, MOST_BYTES, &s, &n, &e) != 0)
		return 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		yes |= strstr(s, words[i]) != NULL;
	free(s);
	return yes;
}

/* Does the file that the build makes lie beside it? */
static int
is_made(const char *path, int scanner)
{
	static const char *const of_grammar[] = {"%s.c", "%s.cc", "%s.cpp", "%s.cxx", "%s.tab.c", "%s.tab.cc", "%s.tab.cpp", "%s.C", "%.0sy.tab.c"};
	static const char *const of_scanner[] = {"%s.c", "%s.cc", "%s.cpp", "%s.cxx", "%s.yy.c", "%s.yy.cc", "%s.yy.cpp", "%s.lex.c", "%s.C", "%.0slex.yy.c"};
	const char *base = as_base_name(path), *dot = strrchr(base, '.');
	char stem[300], name[LONGEST];
	size_t folder = (size_t)(base - path);

	if (snprintf(stem, sizeof stem, "%.*s", (int)(dot - base), base) >= (int)sizeof stem || folder + 400 > sizeof name)
		return 0;
	memcpy(name, path, folder);
	for (size_t i = 0; i < (scanner ? sizeof of_scanner / sizeof *of_scanner : sizeof of_grammar / sizeof *of_grammar); i++) {
		snprintf(name + folder, sizeof name - folder, scanner ? of_scanner[i] : of_grammar[i], stem);
		if (has_tables(name))
			return 1;
	}
	return 0;
}

/* Does the function hold the actions? */
static int
has_actions(const fact_tree *t, uint32_t fn)
{
	for (uint32_t i = fn + 1; i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_SWITCH && t->node[i + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, i + 1), ((const char *const[]){GRAMMAR_RULE, SCANNER_RULE})))
			return 1;
	return 0;
}

/* Marks functions whose bodies are no part of the file, or run in another order. */
static void
mark(fact_tree *t, uint32_t file, const char *prefix, int scanner)
{
	for (uint32_t i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_FUNC && !(t->node[i].flags & FACT_MACRO) && ((scanner && strncmp(fact_str(t, i), prefix, strlen(prefix)) == 0) || has_actions(t, i)))
			t->node[i].flags |= FACT_TABLES;
}

int
read_grammar(const char *path, const char *text, size_t n, fact_tree *t)
{
	int scanner = ends(path, scanners, sizeof scanners / sizeof *scanners), rc;
	grammar g = {.s = text, .n = strlen(text), .prefix = "yy"};
	uint32_t file = t->n;

	if (g.n != n || !(strncmp(text, "%%", 2) == 0 || strstr(text, "\n%%")) || is_made(path, scanner))
		return 0;
	(scanner ? grammar_lex : grammar_yacc)(&g);
	rc = g.nomem ? -1 : read_c(path, g.out, g.nout, t);
	if (rc == 0)
		mark(t, file, g.prefix, scanner);
	free(g.out);
	return rc;
}
