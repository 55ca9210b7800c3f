/* chain_bind.c - see chain_impl.h: what a function is given where the way calls it. */
#include "chain_impl.h"

#include <string.h>

#include "words.h"

/* The CALL whose callee an occurrence is; 0. */
static uint32_t
called_at(const chain *c, uint32_t o)
{
	uint32_t up = c->up[o];

	return up != o && c->t->node[up].kind == FACT_CALL && o == up + 1 ? up : 0;
}

/* Is a function that has decorators called with what stands at the call? */
static int
as_it_stands(const chain *c, uint32_t func)
{
	static const char *const quiet[] = {"staticmethod", "classmethod", "property", "override", "abstractmethod", "no_grad", "inference_mode", "lru_cache", "cache",
		"wraps", "overload", "final"};
	const fact_tree *t = c->t;

	FACT_EACH_KID(t, func, d) {
		uint32_t e = d + 1, name;
		if (t->node[d].kind != FACT_DECOR)
			continue;
		if (e < t->node[d].end && t->node[e].kind == FACT_CALL)
			e++;
		name = e < t->node[d].end ? chain_last(c, e) : UINT32_MAX;
		if (name >= c->nname || !AS_AMONG(t->text.str[name], quiet))
			return 0;
	}
	return 1;
}

/* Kid of the kind that is called so; 0. */
static uint32_t
param_named(const fact_tree *t, uint32_t func, uint32_t str)
{
	FACT_EACH_KID(t, func, p)
		if (t->node[p].kind == FACT_PARAM && t->node[p].str == str && !(t->node[p].flags & (FACT_STAR | FACT_STARSTAR)))
			return p;
	return 0;
}

/* The expression that a parameter is where that CALL calls the function: an argument, or its
 * default (then *where is 0); 0: it cannot be told. shift: parameters that no argument stands for. */
static uint32_t
argument(const chain *c, uint32_t call, uint32_t func, uint32_t par, uint32_t shift, uint32_t *where)
{
	const fact_tree *t = c->t;
	uint32_t pos = 0, k = 0, def;
	int keyword = 0, spread = 0;

	FACT_EACH_KID(t, func, q) {
		if (t->node[q].kind != FACT_PARAM)
			continue;
		if (q == par)
			break;
		keyword |= (t->node[q].flags & FACT_STAR) != 0;
		pos++;
	}
	if (pos < shift)
		return 0;
	*where = call;
	FACT_EACH_KID(t, call, a) {
		if (t->node[a].kind != FACT_ARG || a + 1 >= t->node[a].end)
			continue;
		if (t->node[a].flags & (FACT_STAR | FACT_STARSTAR))
			spread = 1;
		else if (*fact_str(t, a) ? t->node[a].str == t->node[par].str : !spread && !keyword && k++ == pos - shift)
			return a + 1;
	}
	*where = 0;
	def = fact_find(t, par, FACT_DEFAULT);
	return def && !spread && def + 1 < t->node[def].end && as_it_stands(c, func) ? def + 1 : 0;
}

/* The FUNC that makes objects of a class of its own; 0. */
static uint32_t
maker_of(const fact_tree *t, uint32_t cls)
{
	uint32_t b = fact_find(t, cls, FACT_BLOCK);

	if (b)
		FACT_EACH_KID(t, b, f)
			if (t->node[f].kind == FACT_FUNC && strcmp(fact_str(t, f), "__init__") == 0 && fact_find(t, f, FACT_BLOCK))
				return f;
	return 0;
}

void
chain_bind(chain *c, uint32_t unit, uint32_t o)
{
	const fact_tree *t = c->t;
	uint32_t call = called_at(c, o), made;
	chain_call *with = &c->with[c->nwith];

	if (!call || c->nwith + 2 > CHAIN_WITH)
		return;
	*with = (chain_call){.func = unit, .call = call, .scope = chain_unit(c, o)};
	if (t->node[unit].kind == FACT_CLASS) {
		c->nwith++;
		if ((made = maker_of(t, unit)) != 0) {
			c->with[c->nwith] = (chain_call){.func = made, .call = call, .scope = with->scope, .shift = 1};
			c->nwith++;
		}
		return;
	}
	if (t->node[unit].kind != FACT_FUNC)
		return;
	with->shift = (t->node[unit].flags & (FACT_RECEIVER | FACT_CLASSWIDE)) != 0;
	if (with->shift && t->node[o].kind == FACT_ATTR && t->node[unit].flags & FACT_RECEIVER && t->node[o + 1].kind == FACT_NAME) { /* C.m(object, ...) */
		uint32_t cls = chain_class_of(c, unit), name = chain_last(c, o + 1);
		if (cls && name < c->nname)
			for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++)
				if (t->node[c->def[i]].kind == FACT_CLASS)
					with->shift = 0;
	}
	c->nwith++;
}

/* Is a parameter set to something else in the function? */
static int
set_again(chain *c, uint32_t func, uint32_t name)
{
	const fact_tree *t = c->t;

	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], up = c->up[o];
		if (o < func || o >= t->node[func].end || t->node[o].kind != FACT_NAME)
			continue;
		if (chain_binds(c, o) || t->node[up].kind == FACT_ADDR)
			return 1;
	}
	return 0;
}

/* The binding of a function or class on this way; NULL. */
static const chain_call *
bound_here(const chain *c, uint32_t unit)
{
	for (uint32_t i = c->nwith; i-- > 0;)
		if (c->with[i].func == unit)
			return &c->with[i];
	return NULL;
}

cvalue
chain_given(chain *c, uint32_t name, uint32_t scope)
{
	const fact_tree *t = c->t;
	const chain_call *with;
	above a;

	if (!c->nwith || name >= c->nname)
		return (cvalue){0};
	chain_above(c, scope, &a);
	for (uint32_t k = a.n; k-- > 0;) {
		uint32_t f = a.node[k], p, e, where;
		if (t->node[f].kind != FACT_FUNC || !(p = param_named(t, f, name)))
			continue;
		if (!(with = bound_here(c, f)) || !(e = argument(c, with->call, f, p, with->shift, &where)) || set_again(c, f, name))
			return (cvalue){0};
		return chain_value(c, e, where ? with->scope : chain_unit(c, f));
	}
	return (cvalue){0};
}

/* The one expression that member `name` of a class's objects is set to, in the function that makes them; 0. */
static uint32_t
set_when_made(chain *c, uint32_t cls, uint32_t made, uint32_t name)
{
	const fact_tree *t = c->t;
	uint32_t found = 0;

	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], up = c->up[o], in;
		if (t->node[o].kind != FACT_ATTR || t->node[up].kind != FACT_ASSIGN || o != up + 1)
			continue;
		in = t->node[o + 1].kind == FACT_NAME && strcmp(fact_str(t, o + 1), "self") == 0 ? chain_class_of(c, chain_unit(c, o)) : 0;
		if (in && !chain_related(c, in, cls))
			continue;
		if (in != cls || found || chain_unit(c, o) != made || c->up[c->up[up]] != made || *fact_str(t, up))
			return 0;
		found = t->node[o].end;
	}
	return found;
}

cvalue
chain_made_with(chain *c, uint32_t attr, uint32_t scope)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, attr), cls, made, e;

	if (!c->nwith || name >= c->nname || t->node[attr + 1].kind != FACT_NAME || strcmp(fact_str(t, attr + 1), "self") != 0 ||
	    c->first[name + 1] - c->first[name] > CHAIN_PLACES || t->node[scope].kind != FACT_FUNC || !(cls = chain_class_of(c, scope)) || !bound_here(c, cls) ||
	    !(made = maker_of(t, cls)) || !(e = set_when_made(c, cls, made, name)))
		return (cvalue){0};
	return chain_value(c, e, made);
}

int
chain_hangs_on_call(chain *c, uint32_t unit, uint32_t e)
{
	const fact_tree *t = c->t;

	for (uint32_t i = e; i < t->node[e].end; i++) {
		if (t->node[i].kind != FACT_NAME)
			continue;
		if (strcmp(fact_str(t, i), "self") == 0)
			return 1;
		for (uint32_t f = unit; t->node[f].kind == FACT_FUNC; f = chain_unit(c, f))
			if (param_named(t, f, t->node[i].str))
				return 1;
	}
	return 0;
}
