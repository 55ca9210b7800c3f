/* chain_memory.c - see chain_impl.h: where a tree makes memory to be run. A compiler of its own has no symbol by which
 * it is known; that its code has to lie in such memory is what all of them share. */
#include <string.h>

#include "chain_impl.h"

/* What a flag is given to: the call, or where it is kept, for one; 0: it is only asked for. */
static uint32_t
given_to(chain *c, uint32_t flag)
{
	const fact_tree *t = c->t;
	above a;

	chain_above(c, flag, &a);
	for (uint32_t k = a.n; k-- > 0;) {
		const fact_node *n = &t->node[a.node[k]];
		if (n->kind == FACT_ARG && k > 0 && t->node[a.node[k - 1]].kind == FACT_CALL)
			return a.node[k - 1];
		if (n->kind == FACT_DECL || (n->kind == FACT_ASSIGN && k + 1 < a.n && a.node[k + 1] != a.node[k] + 1))
			return flag;
		if (a.node[k] != flag && n->kind != FACT_COND && !(n->kind == FACT_BIN && strcmp(fact_str(t, a.node[k]), "|") == 0))
			return 0;
	}
	return 0;
}

int
chain_makes_memory(const fact_tree *t, uint32_t node, uint32_t end)
{
	for (uint32_t i = node; i < end; i++)
		if (t->node[i].kind == FACT_NAME && runs_memory(fact_str(t, i)))
			return 1;
	return 0;
}

void
chain_memory(chain *c, void (*each)(void *, uint32_t), void *arg)
{
	for (uint32_t f = 0; f < c->t->n; f = c->t->node[f].end)
		for (uint32_t i = f, at; !is_python(c->t, f) && i < c->t->node[f].end; i++)
			if (c->t->node[i].kind == FACT_NAME && runs_memory(fact_str(c->t, i)) && (at = given_to(c, i)) != 0)
				each(arg, at);
}
