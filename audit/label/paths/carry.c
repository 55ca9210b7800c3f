/* carry.c - see carry.h: what stands around a node, where names stand, and classes and calls as they are written. */
#include "carry.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

uint32_t
carry_unit(const carry *c, uint32_t node)
{
	uint32_t fn = 0;

	for (uint32_t i = node; c->t->node[i].kind != FACT_FILE; i = c->up[i])
		if (c->t->node[i].kind == FACT_FUNC)
			fn = i;
	return fn;
}

uint32_t
carry_class(const carry *c, uint32_t fn)
{
	uint32_t i = c->up[fn];

	while (c->t->node[i].kind != FACT_FILE && c->t->node[i].kind != FACT_CLASS)
		i = c->up[i];
	return c->t->node[i].kind == FACT_CLASS ? i : 0;
}

int
carry_makes(const fact_tree *t, uint32_t fn)
{
	return AS_AMONG(fact_str(t, fn), ((const char *const[]){"__init__", "__new__", "__post_init__"}));
}

uint32_t
carry_method(const fact_tree *t, uint32_t cls, const char *name)
{
	for (uint32_t i = cls; i < t->node[cls].end; i++)
		if (t->node[i].kind == FACT_FUNC) {
			if (strcmp(fact_str(t, i), name) == 0)
				return i;
			i = t->node[i].end - 1;
		}
	return 0;
}

int
carry_derives(const carry *c, uint32_t cls, uint32_t base)
{
	FACT_EACH_KID(c->t, cls, b)
		if (c->t->node[b].kind == FACT_BASE && c->t->node[b + 1].str == c->t->node[base].str)
			return 1;
	return 0;
}

int
carry_kin(const carry *c, uint32_t a, uint32_t b, int depth)
{
	const fact_tree *t = c->t;

	if (t->node[a].str == t->node[b].str)
		return 1;
	for (uint32_t i = 0; i < t->n && depth < 5; i++)
		if (t->node[i].kind == FACT_CLASS && i != a && (carry_derives(c, i, a) || carry_derives(c, i, b)))
			if (carry_derives(c, i, a) ? carry_kin(c, i, b, depth + 1) : carry_kin(c, a, i, depth + 1))
				return 1;
	return 0;
}

uint32_t
carry_given(const carry *c, uint32_t call, uint32_t fn, uint32_t param)
{
	const fact_tree *t = c->t;
	uint32_t at = 0, k = 0, callee = call + 1, value = 0;
	int receiver = (t->node[fn].flags & (FACT_RECEIVER | FACT_CLASSWIDE)) != 0;

	/* Class.method(object, x) gives the object itself; K(x) and super().__init__(x) do not */
	if (receiver && !(t->node[callee].kind == FACT_ATTR && t->node[callee + 1].kind == FACT_NAME && t->node[callee].str == t->node[fn].str &&
	    carry_class(c, fn) && t->node[callee + 1].str == t->node[carry_class(c, fn)].str && t->node[fn].flags & FACT_RECEIVER))
		k = 1;
	FACT_EACH_KID(t, fn, p)
		if (t->node[p].kind == FACT_PARAM) {
			if (p == param)
				break;
			at++;
		}
	FACT_EACH_KID(t, call, a) {
		if (t->node[a].kind != FACT_ARG)
			continue;
		if (t->node[a].flags & (FACT_STAR | FACT_STARSTAR))
			return UINT32_MAX;
		if (*fact_str(t, a) ? t->node[a].str == t->node[param].str : k++ == at)
			value = a + 1;
	}
	return value;
}

/* Does a name of a class or a function stand as a value at the level of a file or class, or is it called there? */
static int
stands(const carry *c, uint32_t name, int depth)
{
	const fact_tree *t = c->t;

	for (uint32_t k = name < c->nname ? c->first[name] : 0; name < c->nname && k < c->first[name + 1]; k++) {
		uint32_t i = c->at[k], up = c->up[i], on = i;
		if (carry_unit(c, i) || t->node[i].kind == FACT_TYPE)
			continue;
		while (t->node[on].kind != FACT_FILE && t->node[on].kind != FACT_ALIAS && t->node[on].kind != FACT_BASE && t->node[on].kind != FACT_TYPE)
			on = c->up[on];
		if (t->node[on].kind == FACT_FILE && !(t->node[up].kind == FACT_ASSIGN && i == up + 1))
			return 1;
		if ((t->node[on].kind == FACT_ALIAS && t->node[on].str != name && depth < 4 && stands(c, t->node[on].str, depth + 1)) ||
		    (t->node[on].kind == FACT_BASE && depth < 4 && stands(c, t->node[c->up[on]].str, depth + 1)))
			return 1;
	}
	return 0;
}

int
carry_stands(const carry *c, uint32_t fn)
{
	uint32_t cls = carry_class(c, fn);

	return stands(c, fact_last(c->t, fn), 0) || (cls && stands(c, c->t->node[cls].str, 0));
}

int
carry_start(carry *c, const program *p, uint32_t label)
{
	const fact_tree *t = p->t;
	uint32_t *n, depth = 0, *stack = malloc((FACT_MAX_DEPTH * 4) * sizeof *stack);

	memset(c, 0, sizeof *c);
	c->p = p;
	c->t = t;
	c->label = label;
	c->nname = t->text.n;
	c->up = calloc(t->n + 1, sizeof *c->up);
	c->named = calloc(c->nname + 1, 1);
	c->stamp = calloc(c->nname + 1, sizeof *c->stamp);
	c->first = n = calloc((size_t)c->nname + 3, sizeof *n);
	c->at = malloc((t->n + 1) * sizeof *c->at);
	if (!stack || !c->up || !c->named || !c->stamp || !n || !c->at) {
		free(stack);
		return -1;
	}
	for (uint32_t i = 0; i < t->n; i++) {
		while (depth && t->node[stack[depth - 1]].end <= i)
			depth--;
		c->up[i] = depth ? stack[depth - 1] : i;
		if (depth < FACT_MAX_DEPTH * 4)
			stack[depth++] = i;
	}
	free(stack);
	for (int round = 0; round < 2; round++) {
		for (uint32_t f = 0; f < t->n; f = t->node[f].end)
			for (uint32_t i = f; i < t->node[f].end && is_python(t, f) && !cone_aside(fact_str(t, f)); i++)
				if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_TYPE) && fact_last(t, i) < c->nname) {
					if (round)
						c->at[n[fact_last(t, i) + 1]++] = i;
					else
						n[fact_last(t, i) + 2]++;
				}
		for (uint32_t i = 2; !round && i < c->nname + 2; i++)
			n[i] += n[i - 1];
	}
	return 0;
}

void
carry_free(carry *c)
{
	free(c->up);
	free(c->first);
	free(c->at);
	free(c->named);
	free(c->stamp);
	free(c->list);
}
