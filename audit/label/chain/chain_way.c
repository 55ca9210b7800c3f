/* chain_way.c - see chain_search.h: a way that was found, as it is shown. */
#include "chain_search.h"

enum { MOST_OPEN = 8 };

void
way_tell_hop(const search *q, uint32_t i, chain_answer *a)
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

void
way_tell_down(search *q, uint32_t i, chain_answer *a, int why)
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

void
way_tell(search *q, uint32_t i, chain_answer *a)
{
	for (int place = 0; place < 2; place++) {
		a->nlink = a->left_open = 0;
		if (place)
			tell_place(q->c, a);
		way_tell_down(q, i, a, 1);
		way_tell_down(q, i, a, 0);
		if (shows_label(a))
			return;
	}
}
