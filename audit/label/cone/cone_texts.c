/* cone_texts.c - see cone_impl.h: what texts of the tree's code would make of a harmless command, where one of them may come to
 * stand in it and it is not known which. */
#include "cone_impl.h"

#include <string.h>

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
