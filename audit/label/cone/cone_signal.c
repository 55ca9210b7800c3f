/* cone_signal.c - see cone_impl.h: signals of Qt, which classes declare behind signals: and whose bodies the build
 * writes. One that is sent runs what is connected to it, by code that names both. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"

/* Is that what the tree itself says what it stands for? */
static int
own_macro(const cone *c)
{
	for (uint32_t i = 0; i < c->ndefine; i++) {
		const char *s = c->t->text.str[c->define[i].name];
		if (strcmp(s, "signals") == 0 || strcmp(s, "Q_SIGNALS") == 0 || strcmp(s, "Q_SIGNAL") == 0)
			return 1;
	}
	return 0;
}

static void
mark(cone *c)
{
	const fact_tree *t = c->t;

	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < t->n; i++) {
			uint32_t name = t->node[i].kind == FACT_FUNC && !(t->node[i].flags & FACT_MACRO) && !fact_find(t, i, FACT_BLOCK) ? cone_tail(c, t->node[i].str) : UINT32_MAX;
			if (name >= c->nname)
				continue;
			if (!pass && t->node[i].flags & FACT_SIGNAL)
				c->name[name] |= NAME_SIGNAL;
			else if (pass && !(t->node[i].flags & FACT_SIGNAL))
				c->name[name] &= (uint16_t)~NAME_SIGNAL;
		}
}

/* Leads from the calls that send one to all that name it; at: name << 32 | unit, ascending. */
static void
sent(cone *c, const uses *calls, const uint64_t *at, uint32_t n)
{
	for (uint32_t i = 0; i < calls->n && n && !c->nomem; i++) {
		use w = calls->u[i];
		uint64_t key = (uint64_t)w.name << 32;
		if (w.name >= c->nname || !(c->name[w.name] & NAME_SIGNAL))
			continue;
		for (size_t k = as_before(&key, at, n, sizeof *at, cone_by_number); k < n && at[k] >> 32 == w.name && !c->nomem; k++)
			if ((uint32_t)at[k] != w.unit)
				cone_edge(c, w.unit, (uint32_t)at[k]);
	}
}

void
cone_signals(cone *c)
{
	uint64_t *at = NULL;
	uint32_t n = 0, cap = 0;

	if (!own_macro(c))
		mark(c);
	for (size_t i = 0; i < c->npair && !c->nomem; i++) { /* name and unit */
		uint32_t to = (uint32_t)c->pair[i], from = (uint32_t)(c->pair[i] >> 32);
		if ((to & VX_PYNAME) != VX_NAME || from >= c->nunit || (to & ~VX_PYNAME) >= c->nname || !(c->name[to & ~VX_PYNAME] & NAME_SIGNAL))
			continue;
		if (cone_grow(c, &at, n, &cap, sizeof *at) == 0)
			at[n++] = (uint64_t)(to & ~VX_PYNAME) << 32 | from;
	}
	if (n)
		qsort(at, n, sizeof *at, cone_by_number);
	sent(c, &c->called, at, n);
	sent(c, &c->called_of, at, n);
	free(at);
}
