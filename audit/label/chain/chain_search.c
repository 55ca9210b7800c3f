/* chain_search.c - see chain_search.h. */
#include "chain_search.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "grow.h"

enum { MOST_STATES = 20000, ASIDE = 40, WEAK = 3, HOP = 2 };

int
search_init(search *q, chain *c)
{
	memset(q, 0, sizeof *q);
	q->c = c;
	q->nslot = 1 << 16;
	return (q->slot = calloc(q->nslot, sizeof *q->slot)) ? 0 : -1;
}

void
search_free(search *q)
{
	free(q->s);
	free(q->heap);
	free(q->slot);
	free(q->edges.e);
	free(q->by_unit);
}

static void
push(search *q, uint32_t i)
{
	uint32_t k;

	if (as_grow32(&q->heap, q->nheap, &q->heap_cap, sizeof *q->heap) != 0) {
		q->nomem = 1;
		return;
	}
	for (k = q->nheap++; k > 0 && q->s[q->heap[(k - 1) / 2]].cost > q->s[i].cost; k = (k - 1) / 2)
		q->heap[k] = q->heap[(k - 1) / 2];
	q->heap[k] = i;
}

uint32_t
search_pop(search *q)
{
	uint32_t top = q->heap[0], last = q->heap[--q->nheap], k = 0;

	for (;;) {
		uint32_t kid = 2 * k + 1;
		if (kid >= q->nheap)
			break;
		if (kid + 1 < q->nheap && q->s[q->heap[kid + 1]].cost < q->s[q->heap[kid]].cost)
			kid++;
		if (q->s[q->heap[kid]].cost >= q->s[last].cost)
			break;
		q->heap[k] = q->heap[kid];
		k = kid;
	}
	q->heap[k] = last;
	return top;
}

void
search_reach(search *q, state s)
{
	uint64_t key = ((uint64_t)s.unit * 4 + s.has + (s.met ? 2 : 0)) ^ (uint64_t)s.hangs << 32;
	uint32_t i;

	if (q->n >= MOST_STATES)
		return;
	for (i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & (q->nslot - 1); q->slot[i]; i = (i + 1) & (q->nslot - 1)) {
		state *o = &q->s[q->slot[i] - 1];
		if (o->unit == s.unit && o->has == s.has && o->hangs == s.hangs && !o->met == !s.met) {
			if (o->done || o->cost <= s.cost)
				return;
			*o = s;
			push(q, q->slot[i] - 1); /* the older entry of the heap is passed over */
			return;
		}
	}
	if (as_grow32(&q->s, q->n, &q->cap, sizeof *q->s) != 0) {
		q->nomem = 1;
		return;
	}
	q->slot[i] = q->n + 1;
	q->s[q->n] = s;
	push(q, q->n++);
}

static int
by_unit(const void *a, const void *b)
{
	const of_unit *x = a, *y = b;

	return x->unit != y->unit ? (x->unit > y->unit) - (x->unit < y->unit) : (x->i > y->i) - (x->i < y->i);
}

int
search_meet(search *q, search *take)
{
	if (!(q->by_unit = malloc((take->n + 1) * sizeof *q->by_unit)))
		return -1;
	for (uint32_t i = 0; i < take->n; i++)
		q->by_unit[i] = (of_unit){take->s[i].unit, i};
	qsort(q->by_unit, take->n, sizeof *q->by_unit, by_unit);
	q->take = take;
	return 0;
}

/* Can a unit go by both of its nodes? */
static int
together(chain *c, uint32_t unit, uint32_t x, uint32_t y)
{
	conditions a, b;
	chain_literals l = {.n = 0};

	chain_conditions(c, x, unit, &a);
	chain_conditions(c, y, unit, &b);
	for (uint32_t i = 0; i < a.n; i++)
		chain_clash(c, &l, a.g[i].test, a.g[i].want, unit);
	for (uint32_t i = 0; i < b.n; i++)
		if (chain_clash(c, &l, b.g[i].test, b.g[i].want, unit))
			return 0;
	return !a.dead && !b.dead;
}

/* 1 + the state by which a unit comes to the label beside the node, which it can go by, too; 0. */
static uint32_t
taken_with(const search *q, uint32_t unit, uint32_t node)
{
	const search *t = q->take;
	size_t n = t ? t->n : 0;
	uint32_t best = 0;

	for (size_t k = as_before(&(of_unit){unit, 0}, q->by_unit, n, sizeof *q->by_unit, by_unit); k < n && q->by_unit[k].unit == unit; k++) {
		uint32_t i = q->by_unit[k].i;
		if (t->s[i].node != node && (!best || t->s[i].cost < t->s[best - 1].cost) && together(q->c, unit, t->s[i].node, node))
			best = i + 1;
	}
	return best;
}

/* Do the calls of the way from s on leave its conditions open, or true? *label: one is decided by the label. */
static int
holds_bound(search *q, const state *s, int *label)
{
	chain *c = q->c;
	const state *at = s;
	int alive = 1;

	c->nwith = 0;
	while (alive && at->down != UINT32_MAX && q->s[at->down].hangs) {
		conditions k;
		chain_bind(c, q->s[at->down].unit, at->node);
		at = &q->s[at->down];
		if (at->node == at->unit || c->t->node[at->unit].kind != FACT_FUNC)
			continue;
		chain_conditions(c, at->node, at->unit, &k);
		alive = !k.dead;
		for (uint32_t i = 0; i < k.n; i++)
			*label |= k.g[i].label;
	}
	c->nwith = 0;
	return alive;
}

/* May what calls the unit of s decide a condition of the way? */
static int
hangs(search *q, const state *s, const conditions *k)
{
	chain *c = q->c;
	uint32_t call = c->up[s->node];

	if (c->t->node[s->unit].kind == FACT_CLASS)
		return s->down != UINT32_MAX && q->s[s->down].hangs != 0;
	if (c->t->node[s->unit].kind != FACT_FUNC)
		return 0;
	if (k->more)
		return 1;
	for (uint32_t i = 0; i < k->n; i++)
		if (!k->g[i].label && chain_hangs_on_call(c, s->unit, k->g[i].test))
			return 1;
	return s->down != UINT32_MAX && q->s[s->down].hangs && c->t->node[call].kind == FACT_CALL && chain_hangs_on_call(c, s->unit, call);
}

void
search_step(search *q, uint32_t unit, uint32_t node, uint32_t via, uint32_t down, uint32_t cost, int weak)
{
	chain *c = q->c;
	conditions k;
	uint32_t cls;
	int named = 0;
	state s = {.unit = unit, .node = node, .down = down, .via = via};

	if (via && q->skip_aside && chain_aside(c, via))
		return;
	if (node != unit && !(weak && c->t->node[unit].kind == FACT_CLASS && c->t->node[node].kind == FACT_FUNC)) {
		chain_conditions(c, node, unit, &k);
		if (k.dead)
			return;
		if (c->t->node[node].kind == FACT_DECOR)
			named = chain_decorated(c, node);
		else if (!k.key && chain_handed_out(c, node))
			return;
	} else if (via) {
		chain_conditions(c, via, chain_unit(c, via), &k);
		if (k.dead)
			return;
	} else {
		memset(&k, 0, sizeof k);
	}
	if (c->t->node[unit].kind == FACT_CLASS && !named)
		named = chain_class_named(c, unit);
	if (c->t->node[unit].kind == FACT_FUNC && !named && (cls = chain_class_of(c, unit)) != 0 && (down == UINT32_MAX || chain_class_of(c, q->s[down].unit) != cls))
		named = chain_made(c, cls);
	if (named < 0 || (q->skip_aside && chain_aside(c, unit)))
		return;
	s.has = (uint8_t)(named > 0 || k.key != 0 || (down != UINT32_MAX && q->s[down].has));
	for (uint32_t i = 0; i < k.n; i++) {
		s.has |= k.g[i].label;
		if (k.g[i].label)
			cost += chain_hops(c, k.g[i].test, unit);
		s.open |= !k.g[i].label;
		cost += !k.g[i].label;
	}
	if (c->str < c->nname && (c->t->node[unit].kind == FACT_FUNC || c->t->node[unit].kind == FACT_CLASS) && c->nplace && chain_last(c, unit) == c->str &&
	    chain_python(c, unit))
		s.has = 1; /* picked by its name */
	if (down != UINT32_MAX && q->s[down].hangs) {
		int label = 0;
		if (!holds_bound(q, &s, &label))
			return;
		s.has |= label != 0;
	}
	if (q->take)
		s.met = down != UINT32_MAX && q->s[down].met ? q->s[down].met : taken_with(q, unit, via ? via : node);
	s.hangs = q->apart || hangs(q, &s, &k) ? s.node : 0;
	s.cost = cost + HOP + (weak ? WEAK : 0) + (chain_aside(c, unit) ? ASIDE : 0) + (k.handler ? 1 : 0);
	search_reach(q, s);
}

uint32_t
search_expand(search *q, uint32_t i)
{
	state s = q->s[i];
	uint32_t n = 0;

	if (chain_callers(q->c, s.unit, &q->edges) != 0) {
		q->nomem = 1;
		return 1;
	}
	for (uint32_t k = 0; k < q->edges.n && !q->nomem; k++)
		search_step(q, q->edges.e[k].unit, q->edges.e[k].node, q->edges.e[k].via, i, s.cost, q->edges.e[k].weak);
	for (uint32_t k = 0; k < q->edges.n; k++)
		n += !q->skip_aside || !chain_aside(q->c, q->edges.e[k].via ? q->edges.e[k].via : q->edges.e[k].unit);
	return n;
}
