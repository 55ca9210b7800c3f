/* cone_texts.c - see cone_impl.h: what texts of the tree's code would make of a harmless command, where one of them may come to
 * stand in it and it is not known which; and what they would have gnuplot run, which reads its commands from the program. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* Is it a text by itself, which is read and not used: that of a function of Python? */
static int
is_docstring(const fact_tree *t, uint32_t i)
{
	return t->node[i - 1].kind == FACT_BLOCK || t->node[i - 1].kind == FACT_FILE;
}

int
cone_has_sign(cone *c, int python)
{
	int *known = &c->behind[python != 0];

	for (uint32_t f = 0; f < c->p->nfile && !*known; f++) {
		uint32_t file = c->p->file[f];
		if (is_python(c->t, file) != (python != 0) || (!python && c->t->node[file].flags & FACT_DATA))
			continue;
		for (uint32_t i = file + 1; i < c->t->node[file].end && !*known; i++)
			if (c->t->node[i].kind == FACT_STR && has_compiler_behind(fact_str(c->t, i)) && !(python && is_docstring(c->t, i)))
				*known = 2;
	}
	if (!*known)
		*known = 1;
	return *known == 2;
}

/* Has the code a text by which one of those programs runs another? */
static int
has_word(cone *c, size_t program)
{
	const char *name = program_that_may_run(program);
	uint64_t bit = (uint64_t)1 << program;

	for (uint32_t f = 0; f < c->p->nfile && !(c->asked_of & bit); f++)
		for (uint32_t i = c->p->file[f] + 1; i < c->t->node[c->p->file[f]].end; i++)
			if (c->t->node[i].kind == FACT_STR && program_runs_word(name, fact_str(c->t, i))) {
				c->tells |= bit;
				break;
			}
	c->asked_of |= bit;
	return (c->tells & bit) != 0;
}

int
cone_tells(cone *c, const char *program)
{
	size_t n;
	const char *base = program_name(program, &n);

	for (size_t i = 0; program_that_may_run(i); i++)
		if (strlen(program_that_may_run(i)) == n && memcmp(base, program_that_may_run(i), n) == 0)
			return !program_runs_script(program) && has_word(c, i);
	return 0;
}

/* May a text be a command of gnuplot, or a part of one, by which it runs a program or reads more commands? */
static int
tells_gnuplot(const char *s)
{
	static const char *const first[] = {"!", "load", "call", "system", "shell", "eval", "evaluate", "import"}, *const anywhere[] = {"system(", "system (", "`"};
	size_t n;

	for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++)
		if (strstr(s, anywhere[i]))
			return 1;
	if (strchr("<|", *s) && *s) /* the name of a file, in another */
		return 1;
	for (const char *p = s; (p = strpbrk(p, "\"'")); p++)
		if (p[1 + strspn(p + 1, " ")] == '<' || p[1 + strspn(p + 1, " ")] == '|')
			return 1;
	for (const char *p = s; p; p = strpbrk(p + 1, "\n;{")) {
		p += strspn(p, "\n;{ \t");
		for (size_t i = 0; i < sizeof first / sizeof *first; i++)
			if (strncmp(p, first[i], n = strlen(first[i])) == 0 && (i == 0 || !p[n] || strchr(" \t\"'", p[n])))
				return 1;
		if (!*p)
			break;
	}
	return 0;
}

int
cone_only_draws(cone *c, const char *line)
{
	static const char *const valued[] = {"-background", "-xrm", "-geometry", "-display", "-font", "-title", "-name"}, *const plain[] = {"-", "-p", "-persist", "--persist", "-noraise", "-raise", "-gray", "-mono", "-tvtwm", "-clear"};
	char word[40];
	size_t n;
	const char *base = program_name(line, &n);
	int value = 0;

	if (n != 7 || strncmp(base, "gnuplot", 7) != 0 || (base != line && strncmp(line, "/usr/", 5) != 0) || strpbrk(line, SHELL_SIGNS SHELL_HOLES "<>\\\"") || cone_builds_program(c, "gnuplot"))
		return 0;
	for (const char *p = base + n; *(p += strspn(p, " \t")); p += n) {
		n = strcspn(p, " \t");
		if (*p == '\'' && !(n = strcspn(p + 1, "'") + 2, p[n - 1]))
			return 0;
		snprintf(word, sizeof word, "%.*s", (int)n, p);
		if (!value && !AS_AMONG(word, valued) && !AS_AMONG(word, plain))
			return 0;
		value = !value && AS_AMONG(word, valued);
	}
	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t i = c->p->file[f] + 1; i < c->t->node[c->p->file[f]].end; i++)
			if (c->t->node[i].kind == FACT_STR && !(c->t->node[c->p->file[f]].flags & FACT_DATA) && tells_gnuplot(fact_str(c->t, i)))
				return 0;
	return 1;
}
