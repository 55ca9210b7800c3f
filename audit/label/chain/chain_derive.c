/* chain_derive.c - see chain_impl.h: which class derives from which, by their names. Many
 * classes may have one name (impl, pd_t), each with bases of such names: every name is gone
 * through once, not every class that each may mean. */
#include "chain_impl.h"

#include <stdlib.h>

#include "grow.h"

enum { DEEPEST = 6 }; /* bases of bases beyond that are not asked */

/* What a BASE names; UINT32_MAX. */
static uint32_t
named_by(const chain *c, uint32_t base)
{
	const fact_node *n = c->t->node;
	uint32_t e = base + 1;

	while (n[e].kind == FACT_INDEX || n[e].kind == FACT_CALL)
		e++;
	return chain_last(c, e);
}

/* Is kid k of a CLASS one of its bases? */
static int
is_base(const chain *c, uint32_t k)
{
	return c->t->node[k].kind == FACT_BASE && k + 1 < c->t->node[k].end;
}

/* Fills base: what the classes of each name name as their bases, each once. */
static int
find_bases(chain *c)
{
	uint32_t n = 0, cap = 0;

	if (!(c->bfirst = malloc(((size_t)c->nname + 1) * sizeof *c->bfirst)) || !(c->met = calloc((size_t)c->nname + 1, sizeof *c->met)))
		return -1;
	for (uint32_t name = 0; name < c->nname; name++) {
		c->bfirst[name] = n;
		for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++) {
			if (c->t->node[c->def[i]].kind != FACT_CLASS)
				continue;
			FACT_EACH_KID(c->t, c->def[i], k) {
				uint32_t base = is_base(c, k) ? named_by(c, k) : UINT32_MAX;
				if (base >= c->nname || c->met[base] == name + 1)
					continue;
				if (as_grow32(&c->base, n, &cap, sizeof *c->base) != 0)
					return -1;
				c->met[base] = name + 1;
				c->base[n++] = base;
			}
		}
	}
	c->bfirst[c->nname] = n;
	c->asked = c->nname;
	return 0;
}

/* Puts a name behind those that are to be gone through, once a question. */
static void
meet(chain *c, uint32_t name, uint32_t *n)
{
	if (name >= c->nname || c->met[name] == c->asked)
		return;
	c->met[name] = c->asked;
	if (as_grow32(&c->queue, *n, &c->queue_cap, sizeof *c->queue) != 0)
		c->nomem = 1;
	else
		c->queue[(*n)++] = name;
}

int
chain_derives(chain *c, uint32_t cls, uint32_t name)
{
	uint32_t n = 0, at = 0;

	if (chain_last(c, cls) == name)
		return 1;
	if (c->nomem || (!c->bfirst && find_bases(c) != 0)) {
		c->nomem = 1;
		return 0;
	}
	c->asked++;
	FACT_EACH_KID(c->t, cls, k) {
		if (!is_base(c, k))
			continue;
		if (named_by(c, k) == name)
			return 1;
		meet(c, named_by(c, k), &n);
	}
	for (int depth = 0; depth < DEEPEST && at < n; depth++)
		for (uint32_t end = n; at < end; at++) {
			uint32_t of = c->queue[at];
			for (uint32_t i = c->bfirst[of]; i < c->bfirst[of + 1]; i++) {
				if (c->base[i] == name)
					return 1;
				meet(c, c->base[i], &n);
			}
		}
	return 0;
}
