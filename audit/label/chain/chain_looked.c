/* chain_looked.c - see chain_impl.h: calls through pointers that were looked up by the name of what
 * compiles: f = dlsym(lib, "clBuildProgram"), lookup(lib, kName, &f), and then f(...). */
#include "chain_impl.h"

#include <stdlib.h>
#include <string.h>

/* What the argument at e, a text or a constant of one, is the name of; NULL. */
static const symbol *
named(const chain *c, uint32_t e)
{
	const fact_tree *t = c->t;
	const symbol *y;

	if (t->node[e].kind == FACT_NAME && t->node[e].str < c->nname) {
		uint32_t name = t->node[e].str, found = 0;
		for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
			uint32_t d = c->at[i] - 1, v = t->node[d].kind == FACT_DECL ? fact_find(t, d, FACT_DEFAULT) : 0;
			if (!v)
				continue;
			if (found || t->node[v + 1].kind != FACT_STR)
				return NULL;
			found = v + 1;
		}
		e = found;
	}
	if (!e || t->node[e].kind != FACT_STR || !(y = symbol_find(c->s, fact_str(t, e))) || strchr(fact_str(t, e), '.'))
		return NULL;
	return y->kind == SYM_COMPILE || y->kind == SYM_BEGIN ? y : NULL;
}

/* The name of what the value of a call is kept in, through casts; UINT32_MAX. */
static uint32_t
kept_in(const chain *c, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t at = c->up[call];

	while (t->node[at].kind == FACT_UN && fact_str(t, at)[0] == '(')
		at = c->up[at];
	if (t->node[at].kind == FACT_DEFAULT)
		at = c->up[at];
	return t->node[at].kind == FACT_ASSIGN || t->node[at].kind == FACT_DECL ? chain_last(c, at + 1) : UINT32_MAX;
}

static void
learn(const chain *c, const symbol **is, uint32_t name, const symbol *y)
{
	if (name < c->nname)
		is[name] = y;
}

void
chain_looked(chain *c, void (*each)(void *, uint32_t, const symbol *), void *arg)
{
	const fact_tree *t = c->t;
	const symbol **is = calloc((size_t)c->nname + 1, sizeof *is), *y;
	int any = 0;

	for (uint32_t i = 0; is && i < t->n; i++) {
		if (t->node[i].kind != FACT_CALL)
			continue;
		y = NULL;
		FACT_EACH_KID(t, i, k)
			if (t->node[k].kind == FACT_ARG && k + 1 < t->node[k].end && !y)
				y = named(c, k + 1);
		if (!y || chain_python(c, i))
			continue;
		any = 1;
		learn(c, is, kept_in(c, i), y);
		FACT_EACH_KID(t, i, k)
			if (t->node[k].kind == FACT_ARG && k + 2 < t->node[k].end && t->node[k + 1].kind == FACT_ADDR)
				learn(c, is, chain_last(c, k + 2), y);
	}
	for (uint32_t i = 0; any && i + 1 < t->n; i++)
		if (t->node[i].kind == FACT_CALL && (t->node[i + 1].kind == FACT_NAME || t->node[i + 1].kind == FACT_ATTR)) {
			uint32_t name = chain_last(c, i + 1);
			if (name < c->nname && (y = is[name]) && strcmp(t->text.str[name], y->name) != 0) /* else it is one by its name */
				each(arg, i + 1, y);
		}
	free(is);
}
