/* cone_ours.c - see cone_impl.h: functions of C that the tree declares and does not have, and nobody else can. */
#include "cone_impl.h"

#include <string.h>

/* Has the tree a class, struct or union of that name, or of that which a typedef gives it, with members? */
static int
has_members(const cone *c, uint32_t name, int typedefs)
{
	const fact_tree *t = c->t;

	if (name >= c->nname)
		return 0;
	for (uint32_t i = 0; i + 3 < t->n; i++) {
		uint32_t block = t->node[i].kind == FACT_CLASS && t->node[i].str == name ? fact_find(t, i, FACT_BLOCK) : 0;
		if (block && t->node[block].end > block + 1)
			return 1;
		if (typedefs && t->node[i].kind == FACT_DECL && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == name && t->node[i + 2].kind == FACT_DEFAULT &&
		    t->node[i + 3].kind == FACT_NAME && t->node[i + 3].str != name && has_members(c, t->node[i + 3].str, 0))
			return 1;
	}
	return 0;
}

/* Is one of its operands of such a type: a parameter, or the object that it is a member of? */
static int
takes_own_type(const cone *c, uint32_t func)
{
	const fact_tree *t = c->t;

	if (t->node[func].flags & FACT_SELF)
		return 1;
	FACT_EACH_KID(t, func, p) {
		uint32_t type = t->node[p].kind == FACT_PARAM ? fact_find(t, p, FACT_TYPE) : 0;
		if (type && has_members(c, fact_last(t, type), 1))
			return 1;
	}
	return 0;
}

/* Is another function that the file declares one that the tree has elsewhere? */
static int
header_of_sources(const cone *c, uint32_t file, uint32_t name)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_FUNC && t->node[i].str != name && t->node[i].str < c->nname && !(t->node[i].flags & FACT_MACRO) && !fact_find(t, i, FACT_BLOCK) &&
		    c->name[t->node[i].str] & NAME_BODY)
			return 1;
	return 0;
}

int
cone_ours(const cone *c, uint32_t name)
{
	const fact_tree *t = c->t;
	int any = 0;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; i < t->node[f].end; i++) {
			if (t->node[i].kind != FACT_FUNC || t->node[i].str != name)
				continue;
			any = 1;
			if (t->node[i].flags & FACT_MACRO || !takes_own_type(c, i) || !header_of_sources(c, f, name))
				return 0;
		}
	return any;
}
