/* chain_scope.c - see chain_impl.h: what code of C and C++ can see of a definition, by includes, namespaces and types. */
#include "chain_impl.h"

#include <string.h>

#include "../facts/cplatform.h"
#include "words.h"

int
chain_sees(chain *c, uint32_t from, uint32_t def)
{
	if (from == def || c_is_source(fact_str(c->t, def)))
		return 1;
	if (!c->sight && !(c->sight = sight_new(c->p))) {
		c->nomem = 1;
		return 1;
	}
	return sight_together(c->sight, program_file_number(c->p, from), program_file_number(c->p, def));
}

int
chain_shares(chain *c, uint32_t from, uint32_t def)
{
	return !c_is_source(fact_str(c->t, def)) && chain_sees(c, from, def);
}

/* Does the name of a function, "N.C.f", have that part before its last? */
static int
has_part(const char *name, const char *part)
{
	size_t n = strlen(part);

	for (const char *s = name; (s = strstr(s, part)); s++)
		if ((s == name || s[-1] == '.') && s[n] == '.')
			return 1;
	return 0;
}

int
chain_in_reach(chain *c, const above *a, uint32_t unit)
{
	const fact_tree *t = c->t;
	const char *space = "", *name;
	above around;

	chain_above(c, unit, &around);
	for (uint32_t k = 0; k + 1 < around.n; k++)
		if (t->node[around.node[k]].kind == FACT_SPACE && *fact_str(t, around.node[k]))
			space = fact_str(t, around.node[k]);
	if (!*space)
		return 1;
	for (uint32_t k = 0; k + 1 < a->n; k++) {
		uint32_t n = a->node[k];
		if ((t->node[n].kind == FACT_SPACE && strcmp(fact_str(t, n), space) == 0) || (t->node[n].kind == FACT_FUNC && has_part(fact_str(t, n), space)))
			return 1;
	}
	name = t->text.str[chain_last(c, unit)];
	for (uint32_t i = 0; i < c->nimport; i++) { /* using namespace S; using S::f */
		uint32_t n = c->import[i];
		if (t->node[n].kind != FACT_FROM || strcmp(as_last_part(fact_str(t, n)), space) != 0 || chain_python(c, n))
			continue;
		FACT_EACH_KID(t, n, k)
			if (t->node[k].kind == FACT_ALIAS && (strcmp(fact_str(t, k), "*") == 0 || strcmp(fact_str(t, k), name) == 0) &&
			    chain_sees(c, a->node[0], program_file(c->p, n)))
				return 1;
	}
	return 0;
}

/* The TYPE that a name of C is declared with, in the function around an occurrence or as a member of its class; 0. */
static uint32_t
declared_type(chain *c, uint32_t o)
{
	const fact_tree *t = c->t;
	uint32_t func = chain_unit(c, o), name = chain_last(c, o), cls, param;

	if (t->node[func].kind != FACT_FUNC || name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
		return 0;
	if ((param = fact_param(t, func, t->node[o].str)))
		return fact_find(t, param, FACT_TYPE);
	cls = chain_class_of(c, func);
	for (int member = 0; member < 2; member++)
		for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
			uint32_t d = c->at[i] - 1, in = chain_unit(c, c->at[i]);
			if (t->node[d].kind == FACT_DECL && in == (member ? cls : func) && in)
				return fact_find(t, d, FACT_TYPE);
		}
	return 0;
}

int
chain_other_type(chain *c, uint32_t base, uint32_t cls)
{
	const fact_tree *t = c->t;
	uint32_t type = t->node[base].kind == FACT_NAME ? declared_type(c, base) : 0, name, n = 0;
	const char *s;

	if (!type || (name = chain_last(c, type)) >= c->nname)
		return 0;
	s = fact_str(t, type);
	if (strncmp(s, "std.", 4) == 0 && strstr(s, "_ptr") == NULL && strncmp(s, "std.optional", 12) != 0) /* of the library, not of the tree */
		return 1;
	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++)
		if (t->node[c->def[i]].kind == FACT_CLASS) {
			if (chain_related(c, c->def[i], cls))
				return 0;
			n++;
		}
	return n > 0;
}
