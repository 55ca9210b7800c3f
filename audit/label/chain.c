/* chain.c - see chain.h: the search. */
#include "chain_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "grow.h"
#include "words.h"

#define MOST_WORK 300000000u /* nodes that are looked at for one label, some seconds */
enum { MOST_STATES = 20000, ASIDE = 40, WEAK = 3, HOP = 2 };

/* A unit on a way to a compile call; down: the state that it leads to. */
typedef struct {
	uint32_t unit, node; /* node: of this unit, leads to `down`; the compile call of the first */
	uint32_t down;       /* UINT32_MAX: none */
	uint32_t cost;
	uint32_t met;        /* 1 + the state of q->take by which a unit of the way comes to the label, too; 0 */
	uint8_t has;         /* the label decides something of the way */
	uint8_t done;
	uint8_t open;        /* conditions between node and unit are left open */
	uint32_t via;        /* of a CLASS that leads to its function: the call of it by an object that is not known to be of it; 0 */
	uint32_t hangs;      /* node, where what the unit is called with may decide what is left open; 0 */
} state;

/* A state, by number, and its unit. */
typedef struct { uint32_t unit, i; } of_unit;

static int
by_unit(const void *a, const void *b)
{
	const of_unit *x = a, *y = b;

	return x->unit != y->unit ? (x->unit > y->unit) - (x->unit < y->unit) : (x->i > y->i) - (x->i < y->i);
}

typedef struct search {
	chain *c;
	state *s; uint32_t n, cap;
	uint32_t *heap; uint32_t nheap, heap_cap;
	uint32_t *slot; uint32_t nslot;
	edges_back edges;
	struct search *take; /* what leads to the label's places, by unit */
	of_unit *by_unit;    /* (take->n) its states, by unit */
	int apart;           /* states of a unit are told apart by their nodes */
	int skip_aside;      /* the label stands outside of tests, too */
	int nomem;
} search;

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

static uint32_t
pop(search *q)
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

/* A way that goes on at that unit, unless a shorter one is known. */
static void
reach(search *q, state s)
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

/* Are all files of Python on the way from state i loaded by the file where it begins? */
static int
loaded(search *q, uint32_t i)
{
	chain *c = q->c;
	uint32_t file = program_file(c->p, q->s[i].unit);
	uint8_t *in;
	int all = 1;

	if (!is_python(c->t, file))
		return 1;
	if (!(in = chain_loads(c, file))) {
		q->nomem = 1;
		return 0;
	}
	for (; i != UINT32_MAX; i = q->s[i].down)
		all &= in[program_file_number(c->p, q->s[i].unit)];
	free(in);
	return all;
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

/* Goes from `down` back to what leads to it at node `node` of `unit`. */
static void
step(search *q, uint32_t unit, uint32_t node, uint32_t via, uint32_t down, uint32_t cost, int weak)
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
	reach(q, s);
}

static void
site(search *q, uint32_t node, const symbol *y)
{
	uint32_t unit;

	if (chain_in_import(q->c, node) || chain_merely_named(q->c, node) || chain_dropped(q->c, node, y))
		return;
	unit = chain_site_unit(q->c, node);
	step(q, unit, node, 0, UINT32_MAX, 0, 0);
}

static void
looked_site(void *q, uint32_t node, const symbol *y)
{
	site(q, node, y);
}

static void
sites(search *q)
{
	const fact_tree *t = q->c->t;

	for (uint32_t i = 0; i < q->c->p->nsite; i++) {
		uint32_t n = q->c->p->site[i];
		const symbol *y = symbol_find(q->c->s, fact_str(t, n));
		if (!y && t->node[n].kind == FACT_ATTR)
			for (size_t k = 0; (y = symbol_at(k)); k++) /* by its last part */
				if (strrchr(y->name, '.') && strcmp(strrchr(y->name, '.') + 1, fact_str(t, n)) == 0)
					break;
		site(q, n, y);
	}
	for (uint32_t i = 0; i < t->n; i++) { /* methods that compile whatever they are called of; functions behind a table */
		char name[100] = ".";
		const symbol *y;
		uint32_t n = i + 1;
		if (t->node[i].kind != FACT_CALL || n >= t->node[i].end || t->node[n].kind != FACT_ATTR)
			continue;
		strncat(name, fact_str(t, n), sizeof name - 2);
		if (((y = symbol_find(q->c->s, name)) || (!chain_python(q->c, n) && !strchr(name + 1, '.') && (y = symbol_find(q->c->s, name + 1)))) &&
		    (y->kind == SYM_COMPILE || y->kind == SYM_BEGIN))
			site(q, n, y);
	}
	chain_looked(q->c, looked_site, q);
}

/* What leads to state i; how many ways there are at all, open or not, but from tests where the label stands elsewhere. */
static uint32_t
expand(search *q, uint32_t i)
{
	state s = q->s[i];
	uint32_t n = 0;

	if (chain_callers(q->c, s.unit, &q->edges) != 0) {
		q->nomem = 1;
		return 1;
	}
	for (uint32_t k = 0; k < q->edges.n && !q->nomem; k++)
		step(q, q->edges.e[k].unit, q->edges.e[k].node, q->edges.e[k].via, i, s.cost, q->edges.e[k].weak);
	for (uint32_t k = 0; k < q->edges.n; k++)
		n += !q->skip_aside || !chain_aside(q->c, q->edges.e[k].via ? q->edges.e[k].via : q->edges.e[k].unit);
	return n;
}

static int
search_init(search *q, chain *c)
{
	memset(q, 0, sizeof *q);
	q->c = c;
	q->nslot = 1 << 16;
	return (q->slot = calloc(q->nslot, sizeof *q->slot)) ? 0 : -1;
}

static void
search_free(search *q)
{
	free(q->s);
	free(q->heap);
	free(q->slot);
	free(q->edges.e);
	free(q->by_unit);
}

/* Finds what leads to a place of the label, for q. -1: out of memory. */
static int
taking(search *q, search *take)
{
	chain *c = q->c;

	if (search_init(take, c) != 0)
		return -1;
	take->apart = 1;
	take->skip_aside = q->skip_aside;
	for (uint32_t i = 0; i < c->nplace; i++)
		reach(take, (state){.unit = chain_site_unit(c, c->place[i]), .node = c->place[i], .down = UINT32_MAX});
	c->taking = 1;
	while (take->nheap && !take->nomem && c->work < MOST_WORK) {
		uint32_t i = pop(take);
		if (!take->s[i].done) {
			take->s[i].done = 1;
			expand(take, i);
		}
	}
	c->taking = 0;
	if (!(q->by_unit = malloc((take->n + 1) * sizeof *q->by_unit)))
		return -1;
	for (uint32_t i = 0; i < take->n; i++)
		q->by_unit[i] = (of_unit){take->s[i].unit, i};
	qsort(q->by_unit, take->n, sizeof *q->by_unit, by_unit);
	q->take = take;
	return 0;
}

enum { MOST_OPEN = 8 };

/* The call by which a state leads on, where one is seen. */
static void
tell_hop(const search *q, uint32_t i, chain_answer *a)
{
	const state *s = &q->s[i];
	uint32_t node = s->via ? s->via : s->node;

	if (q->c->t->node[node].kind != FACT_FUNC && node != s->unit)
		chain_link_to(a, LINK_CALL, node, 0);
}

/* Does the way show where the label stands? */
static int
shows_label(const chain_answer *a)
{
	for (uint32_t i = 0; i < a->nlink; i++)
		if (a->link[i].kind == LINK_LABEL)
			return 1;
	return 0;
}

/* The way from state i down to the compile call; why: how the label gets to what decides it. */
static void
tell_way(search *q, uint32_t i, chain_answer *a, int why)
{
	chain *c = q->c;
	uint32_t open = 0, from = i, handler = 0;

	if (a->kind == CHAIN_GUARDED) /* begins where the label decides first */
		for (uint32_t s = i; s != UINT32_MAX && q->s[s].has; s = q->s[s].down)
			from = s;
	c->nwith = 0;
	for (uint32_t s = i, up = i, shown = 0; s != UINT32_MAX; up = s, s = q->s[s].down) {
		uint32_t node = q->s[s].via ? q->s[s].via : q->s[s].node, unit = q->s[s].via ? chain_unit(c, node) : q->s[s].unit;
		conditions k;
		if (s != i)
			chain_bind(c, q->s[s].unit, q->s[up].node);
		shown |= s == from;
		if (!shown)
			continue;
		if (node == q->s[s].unit || (c->t->node[unit].kind == FACT_CLASS && c->t->node[node].kind == FACT_FUNC && q->s[s].down != UINT32_MAX))
			continue;
		chain_conditions(c, node, unit, &k);
		for (uint32_t g = 0; g < k.n; g++) {
			if (k.g[g].label && why)
				chain_tell_why(c, a, k.g[g].test, chain_unit(c, k.g[g].test));
			else if (why)
				continue;
			else if (k.g[g].label)
				chain_link_to(a, LINK_GUARD, k.g[g].test, k.g[g].want);
			else if (open++ < MOST_OPEN)
				chain_link_to(a, LINK_OPEN, k.g[g].test, k.g[g].want);
			else
				a->left_open++;
		}
		if (why)
			continue;
		a->left_open += k.more;
		if (k.key)
			chain_link_to(a, LINK_LABEL, k.key, 1);
		if (k.handler)
			handler = k.handler;
		if (q->s[s].down != UINT32_MAX)
			chain_link_to(a, LINK_CALL, node, 0);
		else
			chain_link_to(a, LINK_SITE, node, 0);
	}
	c->nwith = 0;
	if (handler)
		chain_link_to(a, LINK_HANDLER, handler, 0);
}

/* A place of the label to show: where it stands before what it decides. */
static void
tell_place(chain *c, chain_answer *a)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < c->nplace && shown < 2; i++)
		if (!chain_aside(c, c->place[i]) || c->nplace < 3) {
			chain_link_to(a, LINK_LABEL, c->place[i], 1);
			shown++;
		}
}

/* The way from state i down to the compile call, and how the label gets to what decides it. */
static void
tell(search *q, uint32_t i, chain_answer *a)
{
	for (int place = 0; place < 2; place++) {
		a->nlink = a->left_open = 0;
		if (place)
			tell_place(q->c, a);
		tell_way(q, i, a, 1);
		tell_way(q, i, a, 0);
		if (shows_label(a))
			return;
	}
}

/* Does a condition that is left open stand on the way from state i? */
static int
open_on(const search *q, uint32_t i)
{
	for (; i != UINT32_MAX; i = q->s[i].down)
		if (q->s[i].open)
			return 1;
	return 0;
}

int
chain_ask(chain *c, const char *label, chain_answer *a)
{
	search q;
	search take = {0};
	uint32_t beside = UINT32_MAX;

	memset(a, 0, sizeof *a);
	c->label = label;
	c->work = 0;
	memset(c->dmade, 0, c->dfirst[c->nname]);
	if (chain_study(c) != 0 || search_init(&q, c) != 0)
		return -1;
	for (uint32_t i = 0; i < c->nplace; i++)
		q.skip_aside |= !chain_aside(c, c->place[i]);
	if (c->nplace && !c->rows && taking(&q, &take) != 0)
		q.nomem = 1;
	c->work = 0;
	if (c->nplace)
		sites(&q);
	while (q.nheap && !q.nomem && c->work < MOST_WORK) {
		uint32_t i = pop(&q), n;
		if (q.s[i].done)
			continue;
		q.s[i].done = 1;
		n = expand(&q, i);
		if (n && !(c->t->node[q.s[i].unit].kind == FACT_FUNC && strcmp(fact_str(c->t, q.s[i].unit), "main") == 0))
			continue;
		if (!loaded(&q, i))
			continue;
		if (q.s[i].has) {
			a->kind = CHAIN_GUARDED;
			tell(&q, i, a);
			break;
		}
		if (beside == UINT32_MAX && q.s[i].met && open_on(&q, i) && (chain_is_program(c, q.s[i].unit) || chain_of_callers(c, q.s[i].unit)))
			beside = i;
	}
	if (a->kind == CHAIN_NONE && beside != UINT32_MAX) {
		a->kind = CHAIN_BESIDE;
		uint32_t takes = q.s[beside].met - 1;
		for (uint32_t k = beside; q.s[k].unit != take.s[takes].unit; k = q.s[k].down)
			tell_hop(&q, k, a);
		for (; take.s[takes].down != UINT32_MAX; takes = take.s[takes].down) /* the program comes to the label */
			tell_hop(&take, takes, a);
		chain_link_to(a, LINK_LABEL, take.s[takes].node, 1);
		tell_way(&q, beside, a, 0);
	}
	c->nomem |= q.nomem | take.nomem;
	search_free(&q);
	search_free(&take);
	return c->nomem ? -1 : 0;
}

chain *
chain_new(const program *p, const symbols *s)
{
	chain *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->p = p;
	c->t = p->t;
	c->s = s;
	if (chain_index(c) != 0) {
		chain_free(c);
		return NULL;
	}
	return c;
}

void
chain_free(chain *c)
{
	if (!c)
		return;
	chain_forget(c);
	free(c->first);
	free(c->at);
	free(c->dfirst);
	free(c->def);
	free(c->dfile);
	free(c->dmade);
	free(c->up);
	free(c->import);
	free(c->load_first);
	free(c->load);
	free(c->include_first);
	free(c->include);
	free(c->sees);
	free(c->tail);
	free(c->keyed);
	free(c->place);
	free(c);
}
