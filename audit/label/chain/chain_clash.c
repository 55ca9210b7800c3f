/* chain_clash.c - see chain_impl.h: conditions of one way that cannot hold together. */
#include "chain_impl.h"

#include <string.h>

#include "words.h"

/* Is it made of names, members and literals alone, so that it is the same wherever it stands? */
static int
plain(const fact_tree *t, uint32_t e)
{
	for (uint32_t i = e; i < t->node[e].end; i++)
		switch (t->node[i].kind) {
		case FACT_NAME: case FACT_STR: case FACT_INT: case FACT_BOOL: case FACT_NONE: break;
		case FACT_ATTR: /* of an object itself, what is called in between may set it */
			if (t->node[i + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, i + 1), ((const char *const[]){"self", "this", "cls"})))
				return 0;
			break;
		default: return 0;
		}
	return 1;
}

static int
alike(const fact_tree *t, uint32_t a, uint32_t b)
{
	uint32_t n = t->node[a].end - a;

	if (t->node[b].end - b != n)
		return 0;
	for (uint32_t i = 0; i < n; i++)
		if (t->node[a + i].kind != t->node[b + i].kind || t->node[a + i].str != t->node[b + i].str)
			return 0;
	return 1;
}

/* Is a name that it reads set more than once in the unit, or a member of it set at all? */
static int
moves(chain *c, uint32_t e, uint32_t unit)
{
	const fact_tree *t = c->t;

	for (uint32_t n = e; n < t->node[e].end; n++) {
		uint32_t name = chain_last(c, n), sets = 0;
		if ((t->node[n].kind != FACT_NAME && t->node[n].kind != FACT_ATTR) || name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
			continue;
		for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++)
			sets += c->at[i] >= unit && c->at[i] < t->node[unit].end && t->node[c->at[i]].kind == t->node[n].kind && chain_binds(c, c->at[i]);
		if (sets > (t->node[n].kind == FACT_NAME))
			return 1;
	}
	return 0;
}

/* x == LITERAL, and x != LITERAL as what must not be */
static int
equals(const fact_tree *t, uint32_t e, int *want, uint32_t *x, uint32_t *value)
{
	const char *op = fact_str(t, e);
	uint32_t l = e + 1, r;

	if (t->node[e].kind != FACT_BIN || (r = t->node[l].end) >= t->node[e].end || !chain_is_literal(t, r))
		return 0;
	if (strcmp(op, "!=") == 0 || strcmp(op, "is not") == 0)
		*want = !*want;
	else if (strcmp(op, "==") != 0 && strcmp(op, "is") != 0)
		return 0;
	*x = l;
	*value = r;
	return 1;
}

static int
against(const fact_tree *t, uint32_t a, int want_a, uint32_t b, int want_b)
{
	uint32_t x, y, v, w;

	if (equals(t, a, &want_a, &x, &v) && equals(t, b, &want_b, &y, &w)) {
		if (!plain(t, x) || !alike(t, x, y))
			return 0;
		return alike(t, v, w) ? want_a != want_b : want_a && want_b && t->node[v].kind == t->node[w].kind;
	}
	return want_a != want_b && plain(t, a) && alike(t, a, b);
}

int
chain_clash(chain *c, chain_literals *l, uint32_t e, int want, uint32_t scope)
{
	const fact_tree *t = c->t;
	int found = 0;

	if (t->node[e].kind == FACT_UN && strcmp(fact_str(t, e), "not") == 0)
		return chain_clash(c, l, e + 1, !want, scope);
	for (uint32_t i = 0; i < l->n && !found; i++)
		found = against(t, l->e[i], l->want[i], e, want) && !moves(c, e, scope);
	if (l->n < CHAIN_LITERALS) {
		l->e[l->n] = e;
		l->want[l->n++] = (uint8_t)want;
	}
	return found;
}
