/* chain.c - see chain.h: what is asked, and where a search begins and ends. */
#include "chain_search.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORK 300000000u /* nodes that are looked at for one label, some seconds */

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

static void
site(search *q, uint32_t node, const symbol *y)
{
	uint32_t unit;

	if (chain_in_import(q->c, node) || chain_merely_named(q->c, node) || chain_dropped(q->c, node, y))
		return;
	unit = chain_site_unit(q->c, node);
	search_step(q, unit, node, 0, UINT32_MAX, 0, 0);
}

static void
looked_site(void *q, uint32_t node, const symbol *y)
{
	site(q, node, y);
}

static void
memory_site(void *q, uint32_t node)
{
	search_step(q, chain_site_unit(((search *)q)->c, node), node, 0, UINT32_MAX, 0, 0);
}

/* Every compile call of the tree; where it has none, where memory is made to be run. Is it that? */
static int
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
	if (q->c->p->nsite || q->nheap)
		return 0;
	chain_memory(q->c, memory_site, q);
	return 1;
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
		search_reach(take, (state){.unit = chain_site_unit(c, c->place[i]), .node = c->place[i], .down = UINT32_MAX});
	c->taking = 1;
	while (take->nheap && !take->nomem && c->work < MOST_WORK) {
		uint32_t i = search_pop(take);
		if (!take->s[i].done) {
			take->s[i].done = 1;
			search_expand(take, i);
		}
	}
	c->taking = 0;
	return search_meet(q, take);
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
	int memory = 0;

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
		memory = sites(&q);
	while (q.nheap && !q.nomem && c->work < MOST_WORK) {
		uint32_t i = search_pop(&q), n;
		if (q.s[i].done)
			continue;
		q.s[i].done = 1;
		n = search_expand(&q, i);
		if (n && !(c->t->node[q.s[i].unit].kind == FACT_FUNC && strcmp(fact_str(c->t, q.s[i].unit), "main") == 0))
			continue;
		if (!loaded(&q, i))
			continue;
		if (q.s[i].has) {
			a->kind = CHAIN_GUARDED;
			way_tell(&q, i, a);
			break;
		}
		if (beside == UINT32_MAX && q.s[i].met && open_on(&q, i) && (chain_is_program(c, q.s[i].unit) || chain_of_callers(c, q.s[i].unit)))
			beside = i;
	}
	if (a->kind == CHAIN_NONE && beside != UINT32_MAX && !memory) { /* memory may be made to be run for other ends */
		a->kind = CHAIN_BESIDE;
		uint32_t takes = q.s[beside].met - 1;
		for (uint32_t k = beside; q.s[k].unit != take.s[takes].unit; k = q.s[k].down)
			way_tell_hop(&q, k, a);
		for (; take.s[takes].down != UINT32_MAX; takes = take.s[takes].down) /* the program comes to the label */
			way_tell_hop(&take, takes, a);
		chain_link_to(a, LINK_LABEL, take.s[takes].node, 1);
		way_tell_down(&q, beside, a, 0);
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
	free(c->bfirst);
	free(c->base);
	free(c->met);
	free(c->queue);
	free(c->dmade);
	free(c->up);
	free(c->import);
	free(c->load_first);
	free(c->load);
	sight_free(c->sight);
	free(c->tail);
	free(c->keyed);
	free(c->place);
	free(c);
}
