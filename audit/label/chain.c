/* chain.c - see chain.h: the search. */
#include "chain_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

#define MOST_WORK 300000000u /* nodes that are looked at for one label, some seconds */
enum { MOST_STATES = 20000, ASIDE = 40, WEAK = 3, HOP = 2 };

/* A unit on a way to a compile call; down: the state that it leads to. */
typedef struct {
	uint32_t unit, node; /* node: of this unit, leads to `down`; the compile call of the first */
	uint32_t down;       /* UINT32_MAX: none */
	uint32_t cost;
	uint8_t has;         /* the label decides something of the way */
	uint8_t done;
	uint8_t open;        /* conditions between node and unit are left open */
	uint32_t hangs;      /* node, where what the unit is called with may decide what is left open; 0 */
} state;

typedef struct {
	chain *c;
	state *s; uint32_t n, cap;
	uint32_t *heap; uint32_t nheap, heap_cap;
	uint32_t *slot; uint32_t nslot;
	edges_back edges;
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
	uint64_t key = ((uint64_t)s.unit * 2 + s.has) ^ (uint64_t)s.hangs << 32;
	uint32_t i;

	if (q->n >= MOST_STATES)
		return;
	for (i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & (q->nslot - 1); q->slot[i]; i = (i + 1) & (q->nslot - 1)) {
		state *o = &q->s[q->slot[i] - 1];
		if (o->unit == s.unit && o->has == s.has && o->hangs == s.hangs) {
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

/* Does the file belong to tests, examples and the like? */
static int
aside(const chain *c, uint32_t node)
{
	const char *path = fact_str(c->t, program_file(c->p, node)), *base = strrchr(path, '/');

	return strstr(path, "tests/") || strstr(path, "test/") || strstr(path, "testing/") || strstr(path, "examples/") || strncmp(base ? base + 1 : path, "test_", 5) == 0 || strstr(base ? base : path, "_test.");
}

/* Is the class called like the label in one of its members, or is another one? 1, -1; else 0. */
static int
class_named(chain *c, uint32_t cls)
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

/* Registered by a decorator under the label, or under something else: 1, -1; else 0. */
static int
decorated(chain *c, uint32_t decor)
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

/* May there be objects of the class under the label? -1 no; 1 only where the label selects it; else 0. */
static int made(search *q, uint32_t cls, int depth);

static int
find_made(search *q, uint32_t cls, int depth)
{
	chain *c = q->c;
	edges_back e = {0};
	int dead = 0, keyed = 0, live = 0, named = class_named(c, cls);

	if (named || depth > 3)
		return named;
	if (chain_callers(c, cls, &e) != 0)
		q->nomem = 1;
	for (uint32_t i = 0; i < e.n && !live; i++) {
		conditions k;
		int how;
		if (c->t->node[e.e[i].unit].kind == FACT_CLASS && c->t->node[e.e[i].node - 1].kind == FACT_BASE) {
			how = made(q, e.e[i].unit, depth + 1);
		} else {
			chain_conditions(c, e.e[i].node, e.e[i].unit, &k);
			how = k.dead ? -1 : k.key ? 1 : c->t->node[e.e[i].node].kind == FACT_DECOR ? decorated(c, e.e[i].node) : 0;
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
made(search *q, uint32_t cls, int depth)
{
	chain *c = q->c;
	uint32_t name = chain_last(c, cls);

	for (uint32_t i = name < c->nname ? c->dfirst[name] : 0; name < c->nname && i < c->dfirst[name + 1]; i++)
		if (c->def[i] == cls) {
			if (!c->dmade[i]) {
				c->dmade[i] = 2; /* while it is looked for */
				c->dmade[i] = (uint8_t)(2 + find_made(q, cls, depth));
			}
			return c->dmade[i] - 2;
		}
	return 0;
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
step(search *q, uint32_t unit, uint32_t node, uint32_t down, uint32_t cost, int weak)
{
	chain *c = q->c;
	conditions k;
	uint32_t cls;
	int named = 0;
	state s = {.unit = unit, .node = node, .down = down};

	if (node != unit && !(weak && c->t->node[unit].kind == FACT_CLASS && c->t->node[node].kind == FACT_FUNC)) {
		chain_conditions(c, node, unit, &k);
		if (k.dead)
			return;
		if (c->t->node[node].kind == FACT_DECOR)
			named = decorated(c, node);
		else if (!k.key && chain_handed_out(c, node))
			return;
	} else {
		memset(&k, 0, sizeof k);
	}
	if (c->t->node[unit].kind == FACT_CLASS && !named)
		named = class_named(c, unit);
	if (c->t->node[unit].kind == FACT_FUNC && !named && (cls = chain_class_of(c, unit)) != 0 && (down == UINT32_MAX || chain_class_of(c, q->s[down].unit) != cls))
		named = made(q, cls, 0);
	if (named < 0 || (q->skip_aside && aside(c, unit)))
		return;
	s.has = (uint8_t)(named > 0 || k.key != 0 || (down != UINT32_MAX && q->s[down].has));
	for (uint32_t i = 0; i < k.n; i++) {
		s.has |= k.g[i].label;
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
	s.hangs = hangs(q, &s, &k) ? s.node : 0;
	s.cost = cost + HOP + (weak ? WEAK : 0) + (aside(c, unit) ? ASIDE : 0) + (k.handler ? 1 : 0);
	reach(q, s);
}

static void
site(search *q, uint32_t node, const symbol *y)
{
	uint32_t unit;

	if (chain_in_import(q->c, node) || chain_merely_named(q->c, node) || chain_dropped(q->c, node, y))
		return;
	unit = chain_site_unit(q->c, node);
	step(q, unit, node, UINT32_MAX, 0, 0);
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
}

/* What leads to state i; how many ways there are at all, open or not. */
static uint32_t
expand(search *q, uint32_t i)
{
	state s = q->s[i];

	if (chain_callers(q->c, s.unit, &q->edges) != 0) {
		q->nomem = 1;
		return 1;
	}
	for (uint32_t k = 0; k < q->edges.n && !q->nomem; k++)
		step(q, q->edges.e[k].unit, q->edges.e[k].node, i, s.cost, q->edges.e[k].weak);
	return q->edges.n;
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
}

static int
by_node(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Units that lead to a place of the label, ascending; their number. */
static uint32_t
taking(chain *c, uint32_t **out)
{
	search q;
	uint32_t n = 0;

	*out = NULL;
	if (search_init(&q, c) != 0)
		return 0;
	for (uint32_t i = 0; i < c->nplace; i++)
		reach(&q, (state){.unit = chain_site_unit(c, c->place[i]), .node = c->place[i], .down = UINT32_MAX});
	while (q.nheap && !q.nomem && c->work < MOST_WORK) {
		uint32_t i = pop(&q);
		if (!q.s[i].done) {
			q.s[i].done = 1;
			expand(&q, i);
		}
	}
	if (!q.nomem && (*out = malloc((q.n + 1) * sizeof **out))) {
		for (; n < q.n; n++)
			(*out)[n] = q.s[n].unit;
		qsort(*out, n, sizeof **out, by_node);
	}
	c->nomem |= q.nomem;
	search_free(&q);
	return n;
}

static void
link_to(chain_answer *a, link_kind kind, uint32_t node, int value)
{
	for (uint32_t i = 0; i < a->nlink; i++) /* once */
		if (a->link[i].node == node && a->link[i].kind == kind)
			return;
	if (a->nlink < sizeof a->link / sizeof *a->link)
		a->link[a->nlink++] = (chain_link){kind, node, value};
}

enum { MOST_OPEN = 8 };

/* The way from state i down to the compile call. */
static void
tell(search *q, uint32_t i, chain_answer *a)
{
	chain *c = q->c;
	uint32_t open = 0, from = i, handler = 0;

	if (a->kind == CHAIN_GUARDED) /* begins where the label decides first */
		for (uint32_t s = i; s != UINT32_MAX && q->s[s].has; s = q->s[s].down)
			from = s;
	c->nwith = 0;
	for (uint32_t s = i, up = i, shown = 0; s != UINT32_MAX; up = s, s = q->s[s].down) {
		conditions k;
		if (s != i)
			chain_bind(c, q->s[s].unit, q->s[up].node);
		shown |= s == from;
		if (!shown)
			continue;
		if (q->s[s].node == q->s[s].unit || (c->t->node[q->s[s].unit].kind == FACT_CLASS && c->t->node[q->s[s].node].kind == FACT_FUNC && q->s[s].down != UINT32_MAX))
			continue;
		chain_conditions(c, q->s[s].node, q->s[s].unit, &k);
		for (uint32_t g = 0; g < k.n; g++) {
			if (k.g[g].label)
				link_to(a, LINK_GUARD, k.g[g].test, k.g[g].want);
			else if (open++ < MOST_OPEN)
				link_to(a, LINK_OPEN, k.g[g].test, k.g[g].want);
			else
				a->left_open++;
		}
		a->left_open += k.more;
		if (k.key)
			link_to(a, LINK_LABEL, k.key, 1);
		if (k.handler)
			handler = k.handler;
		if (q->s[s].down != UINT32_MAX)
			link_to(a, LINK_CALL, q->s[s].node, 0);
		else
			link_to(a, LINK_SITE, q->s[s].node, 0);
	}
	c->nwith = 0;
	if (handler)
		link_to(a, LINK_HANDLER, handler, 0);
}

/* A place of the label to show: where it stands before what it decides. */
static void
tell_place(chain *c, chain_answer *a)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < c->nplace && shown < 2; i++)
		if (!aside(c, c->place[i]) || c->nplace < 3) {
			link_to(a, LINK_LABEL, c->place[i], 1);
			shown++;
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
	uint32_t beside = UINT32_MAX, ntaking = 0, *take = NULL;
	int known = 0;

	memset(a, 0, sizeof *a);
	c->label = label;
	c->work = 0;
	memset(c->dmade, 0, c->dfirst[c->nname]);
	if (chain_study(c) != 0 || search_init(&q, c) != 0)
		return -1;
	for (uint32_t i = 0; i < c->nplace; i++)
		q.skip_aside |= !aside(c, c->place[i]);
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
			tell_place(c, a);
			tell(&q, i, a);
			break;
		}
		if (!known && !c->rows) {
			known = 1;
			ntaking = taking(c, &take);
		}
		if (beside == UINT32_MAX && ntaking && open_on(&q, i) && bsearch(&q.s[i].unit, take, ntaking, sizeof *take, by_node))
			beside = i;
	}
	if (a->kind == CHAIN_NONE && beside != UINT32_MAX) {
		a->kind = CHAIN_BESIDE;
		tell_place(c, a);
		tell(&q, beside, a);
	}
	c->nomem |= q.nomem;
	search_free(&q);
	free(take);
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
	free(c->tail);
	free(c->keyed);
	free(c->place);
	free(c);
}
