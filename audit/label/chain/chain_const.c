/* chain_const.c - see chain_impl.h: names of Python that are set once, and what the interpreter itself decides. */
#include "chain_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

int
chain_binds(const chain *c, uint32_t o)
{
	const fact_tree *t = c->t;
	uint32_t up = c->up[o];

	while (t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_STARRED || t->node[up].kind == FACT_LIST) {
		o = up;
		up = c->up[o];
	}
	switch (t->node[up].kind) {
	case FACT_ASSIGN: case FACT_FOR: case FACT_DECL: return o == up + 1;
	case FACT_ITEM: return o != up + 1;
	case FACT_GLOBAL: case FACT_DELETE: return 1;
	default: return 0;
	}
}

/* Is it bound there otherwise: an import, a handler, a definition? */
static int
bound_so(const fact_tree *t, uint32_t i, uint32_t str)
{
	return t->node[i].str == str && (t->node[i].kind == FACT_ALIAS || t->node[i].kind == FACT_HANDLER || t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS);
}

/* Does code of the file set names that it does not show? */
static int
sets_unseen(const chain *c, uint32_t file)
{
	static const char *const how[] = {"exec", "globals", "setattr", "vars"};

	for (size_t k = 0; k < sizeof how / sizeof *how; k++) {
		uint32_t name = as_intern_find(&c->t->text, how[k], strlen(how[k]));
		for (uint32_t i = name < c->nname ? c->first[name] : 0; name < c->nname && i < c->first[name + 1]; i++)
			if (c->at[i] > file && c->at[i] < c->t->node[file].end)
				return 1;
	}
	return 0;
}

/* The expression that a name is set to in the unit, once and for all; 0. *any: it is bound there at all. */
static uint32_t
set_once(chain *c, uint32_t unit, uint32_t name, int *any)
{
	const fact_tree *t = c->t;
	uint32_t found = 0, sets = 0, inner = 0, end = t->node[unit].end;

	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], up = c->up[o], v;
		if (o < unit || o >= end || t->node[o].kind != FACT_NAME || !chain_binds(c, o))
			continue;
		if (chain_unit(c, o) != unit) { /* of a function within, or through it */
			inner |= t->node[up].kind == FACT_GLOBAL;
			continue;
		}
		sets++;
		v = t->node[o].end;
		if (t->node[up].kind == FACT_DECL) {
			while (v < t->node[up].end && t->node[v].kind == FACT_TYPE)
				v = t->node[v].end;
			found = v < t->node[up].end && t->node[v].kind == FACT_DEFAULT && v + 1 < t->node[v].end ? v + 1 : 0;
		} else {
			found = t->node[up].kind == FACT_ASSIGN && !*fact_str(t, up) && v < t->node[up].end ? v : 0;
		}
		if (found && t->node[unit].kind == FACT_FILE && c->up[up] != unit && !(t->node[c->up[up]].kind == FACT_BLOCK && chain_asks_main(t, c->up[c->up[up]] + 1)))
			found = 0; /* under a condition: it may not be set at all */
	}
	for (uint32_t i = unit + 1; i < end; i++) { /* bound by what is no occurrence */
		if (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS) {
			sets += bound_so(t, i, name) ? 2 : 0;
			i = t->node[i].end - 1;
		} else {
			sets += bound_so(t, i, name) ? 2 : 0;
		}
	}
	*any = sets > 0;
	return sets == 1 && !inner ? found : 0;
}

/* Is a member called so set anywhere? */
static int
set_from_outside(const chain *c, uint32_t name)
{
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++)
		if (c->t->node[c->at[i]].kind == FACT_ATTR && chain_binds(c, c->at[i]))
			return 1;
	return 0;
}

/* The expression that the name of a file of Python is, and stays; 0. *in: the FILE where it stands. */
static uint32_t
of_file(chain *c, uint32_t file, uint32_t name, uint32_t *in, int depth)
{
	const fact_tree *t = c->t;
	int any;
	uint32_t e = set_once(c, file, name, &any);

	*in = file;
	if (e)
		return !set_from_outside(c, name) && !sets_unseen(c, file) ? e : 0;
	for (uint32_t at = any && depth < 3 ? chain_imports(c, file) : c->nimport; at < c->nimport && c->import[at] < t->node[file].end; at++)
		FACT_EACH_KID(t, c->import[at], k) {
			uint32_t what = fact_find(t, k, FACT_NAME), m;
			if (t->node[k].kind != FACT_ALIAS || t->node[k].str != name || t->node[c->import[at]].kind != FACT_FROM || c->up[c->import[at]] != file ||
			    (what ? t->node[what].str : name) >= c->nname)
				continue;
			m = program_module(c->p, fact_str(t, c->import[at]), file);
			return m == UINT32_MAX || m == file ? 0 : of_file(c, m, what ? t->node[what].str : name, in, depth + 1);
		}
	return 0;
}

/* The expression that a name is, seen from a unit, and the unit in which it stands; 0. */
static uint32_t
defined_by(chain *c, uint32_t name, uint32_t scope, uint32_t *in)
{
	const fact_tree *t = c->t;
	above a;

	chain_above(c, scope, &a);
	for (uint32_t k = a.n; k-- > 0;) {
		uint32_t f = a.node[k], e;
		int any;
		if (t->node[f].kind != FACT_FUNC)
			continue;
		if (fact_param(t, f, name))
			return 0;
		e = set_once(c, *in = f, name, &any);
		if (any)
			return e;
	}
	return of_file(c, a.node[0], name, in, 0);
}

uint32_t
chain_defined_by(chain *c, uint32_t name, uint32_t scope, uint32_t *unit)
{
	uint64_t key = (uint64_t)(name + 1) << 32 | scope;
	chain_def *d = &c->defined[(key * 0x9e3779b97f4a7c15u >> 40) & (CHAIN_DEFINED - 1)]; /* the last asked of its place */

	if (name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES || !chain_python(c, scope))
		return 0;
	if (d->key != key) {
		*d = (chain_def){.key = key};
		d->e = defined_by(c, name, scope, &d->unit);
	}
	*unit = d->unit;
	return d->e;
}

cvalue
chain_constant(chain *c, uint32_t name, uint32_t scope)
{
	uint32_t unit, e;

	if (name < c->nname && strcmp(c->t->text.str[name], "TYPE_CHECKING") == 0)
		return (cvalue){.kind = CV_INT};
	e = chain_defined_by(c, name, scope, &unit);
	return e && (c->t->node[unit].kind != FACT_FILE || chain_is_literal(c->t, e)) ? chain_value(c, e, unit) : (cvalue){0};
}

/* Is it sys.version_info, or that name alone? */
static int
is_version(const fact_tree *t, uint32_t e)
{
	return (t->node[e].kind == FACT_ATTR || t->node[e].kind == FACT_NAME) && strcmp(fact_str(t, e), "version_info") == 0;
}

cvalue
chain_version(const chain *c, uint32_t e)
{
	const fact_tree *t = c->t;
	uint32_t v = e + 1, k;

	if (t->node[e].kind == FACT_ATTR && strcmp(fact_str(t, e), "major") == 0 && is_version(t, v))
		return (cvalue){.kind = CV_INT, .i = 3};
	if (t->node[e].kind == FACT_INDEX && is_version(t, v) && (k = t->node[v].end) < t->node[e].end && t->node[k].kind == FACT_INT && strcmp(fact_str(t, k), "0") == 0)
		return (cvalue){.kind = CV_INT, .i = 3};
	return (cvalue){0};
}

int
chain_version_test(const chain *c, uint32_t bin)
{
	const fact_tree *t = c->t;
	const char *op = fact_str(t, bin);
	uint32_t l = bin + 1, r = t->node[l].end;
	long major;
	int above;

	if (r >= t->node[bin].end || !is_version(t, l) || t->node[r].kind != FACT_TUPLE || r + 1 >= t->node[r].end || t->node[r + 1].kind != FACT_INT ||
	    (*op != '<' && *op != '>'))
		return TRI_OPEN;
	major = strtol(fact_str(t, r + 1), NULL, 10);
	if (major == 3 && t->node[r + 1].end < t->node[r].end)
		return TRI_OPEN; /* the second number decides */
	above = major <= 3;  /* (3, n, ...) is above (3,) */
	return *op == '>' ? above : !above;
}
