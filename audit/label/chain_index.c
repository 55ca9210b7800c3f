/* chain_index.c - see chain_impl.h: where each name stands, and what stands around a node. */
#include "chain_impl.h"

#include <stdlib.h>
#include <string.h>

int
chain_python(const chain *c, uint32_t node)
{
	return is_python(c->t, program_file(c->p, node));
}

uint32_t
chain_last(const chain *c, uint32_t node)
{
	uint32_t id = c->t->node[node].str;

	return id < c->nname ? c->tail[id] : UINT32_MAX;
}

/* Is it an occurrence that may call, hand out or make? */
static int
occurs(const fact_tree *t, uint32_t i)
{
	return t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_TYPE;
}

static int
defines(const fact_tree *t, uint32_t i)
{
	return *fact_str(t, i) && (t->node[i].kind == FACT_CLASS || (t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK)));
}

/* Sorts the nodes that `is` accepts by the last part of their name. */
static int
sort(const chain *c, int (*is)(const fact_tree *, uint32_t), uint32_t **first, uint32_t **at)
{
	const fact_tree *t = c->t;
	uint32_t *n = calloc((size_t)c->nname + 2, sizeof *n), *out;

	if (!(*first = n))
		return -1;
	for (uint32_t i = 0; i < t->n; i++)
		if (is(t, i) && chain_last(c, i) < c->nname)
			n[chain_last(c, i) + 2]++;
	for (uint32_t i = 2; i < c->nname + 2; i++)
		n[i] += n[i - 1];
	if (!(*at = out = malloc((size_t)(n[c->nname + 1] + 1) * sizeof *out)))
		return -1;
	for (uint32_t i = 0; i < t->n; i++)
		if (is(t, i) && chain_last(c, i) < c->nname)
			out[n[chain_last(c, i) + 1]++] = i;
	return 0;
}

int
chain_index(chain *c)
{
	const as_intern *text = &c->t->text;

	c->nname = text->n;
	if (!(c->tail = malloc((size_t)(c->nname + 1) * sizeof *c->tail)) || !(c->keyed = calloc((size_t)c->nname + 1, 1)))
		return -1;
	for (uint32_t i = 0; i < c->nname; i++) {
		const char *dot = strrchr(text->str[i], '.');
		c->tail[i] = !dot ? i : dot[1] ? as_intern_find(text, dot + 1, strlen(dot + 1)) : UINT32_MAX;
	}
	return sort(c, occurs, &c->first, &c->at) != 0 || sort(c, defines, &c->dfirst, &c->def) != 0 ? -1 : 0;
}

void
chain_above(const chain *c, uint32_t node, above *a)
{
	uint32_t at = program_file(c->p, node);

	a->n = 0;
	for (;;) {
		if (a->n < CHAIN_UP)
			a->node[a->n++] = at;
		if (at == node)
			return;
		for (at++; c->t->node[at].end <= node; at = c->t->node[at].end)
			;
	}
}

uint32_t
chain_owner(const chain *c, const above *a)
{
	const fact_tree *t = c->t;

	for (uint32_t k = a->n; k-- > 1;) {
		uint8_t in = t->node[a->node[k]].kind;
		if (in == FACT_BLOCK && t->node[a->node[k - 1]].kind == FACT_FUNC && *fact_str(t, a->node[k - 1]))
			return k - 1;
		if (in == FACT_BLOCK && t->node[a->node[k - 1]].kind == FACT_CLASS)
			return k - 1;
	}
	return 0;
}

uint32_t
chain_unit(const chain *c, uint32_t node)
{
	above a;

	chain_above(c, node, &a);
	return a.node[chain_owner(c, &a)];
}
