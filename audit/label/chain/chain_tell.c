/* chain_tell.c - see chain_impl.h: how the label gets to what decides. */
#include "chain_impl.h"

void
chain_link_to(chain_answer *a, link_kind kind, uint32_t node, int value)
{
	for (uint32_t i = 0; i < a->nlink; i++) /* once */
		if (a->link[i].node == node && a->link[i].kind == kind)
			return;
	if (a->nlink < sizeof a->link / sizeof *a->link)
		a->link[a->nlink++] = (chain_link){kind, node, value};
}

enum { MOST_BEFORE = 6 };

static void tell_names(chain *c, chain_answer *a, uint32_t e, uint32_t scope, int depth);

/* Where that was learned, after what it was learned from. */
static void
tell_fact(chain *c, chain_answer *a, const cvalue *v, int depth)
{
	const fact_tree *t = c->t;
	uint32_t unit, at = v->at;
	conditions k;

	if (depth > MOST_BEFORE || !at)
		return;
	for (uint32_t i = 0; i < a->nlink; i++)
		if (a->link[i].node == at)
			return;
	if (t->node[at].kind == FACT_STR || v->hops == 0) {
		chain_link_to(a, LINK_LABEL, at, 1);
		return;
	}
	unit = chain_unit(c, at);
	chain_conditions(c, at, unit, &k);
	for (uint32_t i = 0; i < k.n; i++)
		if (k.g[i].label) {
			tell_names(c, a, k.g[i].test, unit, depth + 1);
			chain_link_to(a, LINK_GUARD, k.g[i].test, k.g[i].want);
		}
	FACT_EACH_KID(t, at, k) /* what it is, not where it goes */
		if (k != at + 1 || (t->node[at].kind != FACT_ASSIGN && t->node[at].kind != FACT_DECL && t->node[at].kind != FACT_CALL))
			tell_names(c, a, k, unit, depth + 1);
	chain_link_to(a, LINK_SET, at, 0);
}

/* Where the names of an expression were learned; the label itself, if it stands there. */
static void
tell_names(chain *c, chain_answer *a, uint32_t e, uint32_t scope, int depth)
{
	const fact_tree *t = c->t;

	for (uint32_t i = e; i < t->node[e].end; i++) {
		const cvalue *v;
		if (t->node[i].kind == FACT_STR && chain_is_label(c, t->node[i].str))
			chain_link_to(a, LINK_LABEL, i, 1);
		else if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && (v = chain_fact(c, i, scope)) && v->label & 1)
			tell_fact(c, a, v, depth);
	}
}

void
chain_tell_why(chain *c, chain_answer *a, uint32_t test, uint32_t scope)
{
	tell_names(c, a, test, scope, 0);
}

uint32_t
chain_hops(chain *c, uint32_t test, uint32_t scope)
{
	const fact_tree *t = c->t;
	uint32_t most = 0;

	for (uint32_t i = test; i < t->node[test].end; i++) {
		const cvalue *v;
		if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && (v = chain_fact(c, i, scope)) && v->label & 1 && v->hops > most)
			most = v->hops;
	}
	return most;
}
