/* chain_unset.c - see chain_impl.h: what the label keeps from being set. */
#include "chain_impl.h"

#include <string.h>

static int
is_no(const fact_tree *t, uint32_t v)
{
	return t->node[v].kind == FACT_NONE || ((t->node[v].kind == FACT_BOOL || t->node[v].kind == FACT_INT) && strcmp(fact_str(t, v), "0") == 0);
}

/* Is e, of a function, set to anything but no only where the label never lets it come? */
static int
never_set(chain *c, uint32_t e, uint32_t func)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, e), local = t->node[e].kind == FACT_NAME, set = 0;
	conditions k;

	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t n = c->at[i], v = chain_set_at(t, n);
		if (t->node[n].kind != t->node[e].kind || (local ? n < func || n >= t->node[func].end : t->node[n + 1].str != t->node[e + 1].str))
			continue;
		if (!v && local && n > 0 && t->node[n - 1].kind == FACT_DECL && (v = fact_find(t, n - 1, FACT_DEFAULT)) != 0)
			v++;
		if ((t->node[n - 1].kind == FACT_ADDR || (t->node[n - 1].kind == FACT_ASSIGN && *fact_str(t, n - 1))) && local)
			return 0;
		if (!v || is_no(t, v))
			continue;
		chain_conditions(c, n, local ? func : chain_unit(c, n), &k);
		if (!k.dead || !k.by_label)
			return 0;
		set++;
	}
	return set > 0;
}

int
chain_learn_unset(chain *c, uint32_t func)
{
	const fact_tree *t = c->t;
	int news = 0;

	for (uint32_t i = func; i < t->node[func].end; i++) {
		uint32_t e = i + 1, v, name, local = t->node[e].kind == FACT_NAME;
		conditions k;
		if (t->node[i].kind != FACT_ASSIGN || !(v = chain_set_at(t, e)) || is_no(t, v) || (name = chain_last(c, e)) >= c->nname ||
		    c->first[name + 1] - c->first[name] > CHAIN_PLACES || chain_unit(c, i) != func ||
		    (!local && (t->node[e].kind != FACT_ATTR || t->node[e + 1].kind != FACT_NAME || (t->node[v].kind != FACT_BOOL && t->node[v].kind != FACT_INT))))
			continue;
		chain_conditions(c, i, func, &k);
		c->here = i;
		if (k.dead && k.by_label && never_set(c, e, func))
			news |= chain_learn(c, name, local ? func : CHAIN_OF | chain_last(c, e + 1), (cvalue){.kind = CV_INT, .label = 1});
	}
	return news;
}
