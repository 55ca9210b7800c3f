/* chain_made.c - see chain_impl.h: whether the label selects a class, or leaves it out. */
#include "chain_impl.h"

#include <stdlib.h>

int
chain_class_named(chain *c, uint32_t cls)
{
	const fact_tree *t = c->t;
	uint32_t b = fact_find(t, cls, FACT_BLOCK);
	int other = 0;

	if (!b)
		return 0;
	FACT_EACH_KID(t, b, d) {
		uint32_t v = 0;
		if (t->node[d].kind == FACT_DECL && (v = fact_find(t, d, FACT_DEFAULT)) != 0) {
			v++;
			if (t->node[v].kind == FACT_STR && v < t->node[d].end && !chain_is_label(c, t->node[v].str) && chain_last(c, d + 1) < c->nname)
				other |= (c->keyed[chain_last(c, d + 1)] & KEYED_CLASS) != 0;
		} else if (t->node[d].kind == FACT_FUNC && fact_find(t, d, FACT_BLOCK)) { /* name() { return "L"; } */
			uint32_t n = 0;
			for (uint32_t i = fact_find(t, d, FACT_BLOCK); i < t->node[d].end; i++) {
				n += t->node[i].kind == FACT_RETURN;
				if (t->node[i].kind == FACT_STR)
					v = i;
			}
			if (n != 1 || t->node[d].end - d > 16)
				v = 0;
		}
		if (v && v < t->node[d].end && t->node[v].kind == FACT_STR && chain_is_label(c, t->node[v].str))
			return 1;
	}
	return other ? -1 : 0;
}

int
chain_decorated(chain *c, uint32_t decor)
{
	const fact_tree *t = c->t;
	uint32_t call = decor + 1, name;
	int other = 0;

	if (call >= t->node[decor].end || t->node[call].kind != FACT_CALL || (name = chain_last(c, call + 1)) >= c->nname)
		return 0;
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && a + 1 < t->node[a].end && t->node[a + 1].kind == FACT_STR) {
			if (chain_is_label(c, t->node[a + 1].str))
				return 1;
			other = 1;
		}
	return other && c->keyed[name] & KEYED_CALL ? -1 : 0;
}

/* chain_made, for a base at some depth. */
static int made(chain *c, uint32_t cls, int depth);

static int
find_made(chain *c, uint32_t cls, int depth)
{
	edges_back e = {0};
	int dead = 0, keyed = 0, live = 0, named = chain_class_named(c, cls);

	if (named || depth > 3)
		return named;
	if (chain_callers(c, cls, &e) != 0)
		c->nomem = 1;
	for (uint32_t i = 0; i < e.n && !live; i++) {
		conditions k;
		int how;
		if (c->t->node[e.e[i].unit].kind == FACT_CLASS && c->t->node[e.e[i].node - 1].kind == FACT_BASE) {
			how = made(c, e.e[i].unit, depth + 1);
		} else {
			chain_conditions(c, e.e[i].node, e.e[i].unit, &k);
			how = k.dead ? -1 : k.key ? 1 : c->t->node[e.e[i].node].kind == FACT_DECOR ? chain_decorated(c, e.e[i].node) : 0;
		}
		dead += how < 0;
		keyed += how > 0;
		live += how == 0;
	}
	free(e.e);
	return live ? 0 : keyed ? 1 : dead ? -1 : 0;
}

/* The same, found once. */
static int
made(chain *c, uint32_t cls, int depth)
{
	uint32_t name = chain_last(c, cls);

	for (uint32_t i = name < c->nname ? c->dfirst[name] : 0; name < c->nname && i < c->dfirst[name + 1]; i++)
		if (c->def[i] == cls) {
			if (!c->dmade[i]) {
				c->dmade[i] = 2; /* while it is looked for */
				c->dmade[i] = (uint8_t)(2 + find_made(c, cls, depth));
			}
			return c->dmade[i] - 2;
		}
	return 0;
}

int
chain_made(chain *c, uint32_t cls)
{
	return made(c, cls, 0);
}
