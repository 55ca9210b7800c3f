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
	uint32_t n = 0;

	c->nname = text->n;
	if (!(c->tail = malloc((size_t)(c->nname + 1) * sizeof *c->tail)) || !(c->keyed = calloc((size_t)c->nname + 1, 1)))
		return -1;
	for (uint32_t i = 0; i < c->nname; i++) {
		const char *dot = strrchr(text->str[i], '.');
		c->tail[i] = !dot ? i : dot[1] ? as_intern_find(text, dot + 1, strlen(dot + 1)) : UINT32_MAX;
	}
	if (!(c->up = malloc((size_t)(c->t->n + 1) * sizeof *c->up)))
		return -1;
	for (uint32_t i = 0, top = UINT32_MAX; i < c->t->n; i++) {
		uint8_t kind = c->t->node[i].kind;
		while (top != UINT32_MAX && c->t->node[top].end <= i)
			top = c->up[top] == top ? UINT32_MAX : c->up[top];
		c->up[i] = top == UINT32_MAX ? i : top;
		top = i;
		n += kind == FACT_IMPORT || kind == FACT_FROM;
	}
	if (!(c->import = malloc((size_t)(n + 1) * sizeof *c->import)))
		return -1;
	for (uint32_t i = 0; i < c->t->n; i++)
		if (c->t->node[i].kind == FACT_IMPORT || c->t->node[i].kind == FACT_FROM)
			c->import[c->nimport++] = i;
	if (sort(c, occurs, &c->first, &c->at) != 0 || sort(c, defines, &c->dfirst, &c->def) != 0)
		return -1;
	n = c->dfirst[c->nname];
	if (!(c->dfile = malloc((size_t)(n + 1) * sizeof *c->dfile)) || !(c->dmade = malloc((size_t)n + 1)))
		return -1;
	for (uint32_t i = 0; i < n; i++)
		c->dfile[i] = program_file(c->p, c->def[i]);
	return 0;
}

uint32_t
chain_imports(const chain *c, uint32_t file)
{
	return fact_before(c->import, c->nimport, file);
}

void
chain_above(chain *c, uint32_t node, above *a)
{
	uint32_t n = 0;

	for (uint32_t k = node; n < CHAIN_UP; k = c->up[k]) {
		n++;
		if (c->up[k] == k)
			break;
	}
	a->n = n;
	while (n-- > 0) {
		a->node[n] = node;
		node = c->up[node];
	}
	c->work += a->n;
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
chain_unit(chain *c, uint32_t node)
{
	above a;

	chain_above(c, node, &a);
	return a.node[chain_owner(c, &a)];
}
