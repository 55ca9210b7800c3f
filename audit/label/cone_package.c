/* cone_package.c - see cone_impl.h: a module of Python that is imported by a text of which the end is not known, but that begins with
 * what only an object says, the name of its package: it may be any file of the tree. */
#include "cone_command.h"

#include <string.h>

/* Is the variable that a NAME is set, and to nothing for which is() does not hold? */
static int
only_set_to(const fact_tree *t, uint32_t e, int (*is)(const fact_tree *, uint32_t, int), int depth)
{
	uint32_t top = command_owner(t, e);
	int any = 0;

	for (uint32_t i = top + 1; i < t->node[top].end; i++) {
		uint32_t by;
		if (t->node[i].str != t->node[e].str)
			continue;
		if (command_binds_else(t, i) || t->node[i].kind == FACT_PARAM)
			return 0;
		if (t->node[i].kind != FACT_NAME || !(by = command_sets(t, i)))
			continue;
		if (t->node[by].kind != FACT_ASSIGN || i != by + 1 || *fact_str(t, by) || !is(t, t->node[i].end, depth + 1))
			return 0;
		any = 1;
	}
	return any;
}

/* Is that x.__name__ or __name__, or a variable that is only given such? */
static int
is_package(const fact_tree *t, uint32_t e, int depth)
{
	const char *s = fact_str(t, e);

	if (t->node[e].kind != FACT_NAME && t->node[e].kind != FACT_ATTR)
		return 0;
	if (strcmp(s, "__name__") == 0 || strcmp(s, "__package__") == 0)
		return 1;
	if (t->node[e].kind != FACT_NAME || depth > 4)
		return 0;
	return only_set_to(t, e, is_package, depth);
}

/* Is that a package's name, a dot and more: f"{package.__name__}.{x}", or a variable that is only given such? */
static int
is_part(const fact_tree *t, uint32_t e, int depth)
{
	uint32_t f = e + 1, next;

	if (t->node[e].kind == FACT_JOIN || (t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "+") == 0)) {
		if (f >= t->node[e].end || (next = t->node[f].end) >= t->node[e].end)
			return 0;
		if (t->node[f].kind == FACT_BIN)
			return is_part(t, f, depth);
		return is_package(t, f, 0) && t->node[next].kind == FACT_STR && *fact_str(t, next) == '.';
	}
	if (t->node[e].kind != FACT_NAME || depth > 4)
		return 0;
	return only_set_to(t, e, is_part, depth);
}

int
cone_by_package(cone *c, uint32_t u, uint32_t e)
{
	if (!is_part(c->t, e, 0))
		return 0;
	cone_edge(c, u, VX_ALLPY);
	c->any_module = 1;
	c->unit[u].flags |= UNIT_LOADS;
	return 1;
}
