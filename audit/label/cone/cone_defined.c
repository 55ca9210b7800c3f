/* cone_defined.c - see cone_impl.h: functions of C that the tree has by another name than stands at their heads: that a macro of the
 * same file gives them, #define yyparse confparse, and such as GObject's macros make. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "../read/cread.h"

/* Leads from a name to what has it now. */
static void
has_now(cone *c, uint32_t name, uint32_t to)
{
	c->name[name] |= NAME_BODY;
	cone_edge(c, VX_NAME | name, to);
}

/* The name that a #define of the function's gives it, in its file and before it, where that surely holds; UINT32_MAX. */
static uint32_t
renamed(const cone *c, uint32_t name, uint32_t file, uint32_t func)
{
	const fact_tree *t = c->t;
	uint32_t as = UINT32_MAX;
	char undef[100];

	snprintf(undef, sizeof undef, C_UNDEF "%.80s", t->text.str[name]);
	if (as_intern_find(&t->text, undef, strlen(undef)) != UINT32_MAX)
		return UINT32_MAX;
	for (uint32_t k = cone_first_define(c, name); k < c->ndefine && c->define[k].name == name; k++) {
		uint32_t value = t->node[c->define[k].node].kind == FACT_DECL ? fact_find(t, c->define[k].node, FACT_DEFAULT) : 0;
		if (c->define[k].file != file)
			continue;
		if (as != UINT32_MAX || !value || t->node[value + 1].kind != FACT_NAME || c->define[k].node > func || !cone_surely_built(c, file, c->define[k].node))
			return UINT32_MAX;
		as = t->node[value + 1].str;
	}
	return as;
}

/* G_DEFINE_TYPE(Type, a_type, PARENT) and its kin: a_type_get_type(), which leads to where the macro stands, and that to the functions of a_type. */
static void
by_gobject(cone *c, uint32_t call)
{
	static const char *const hooks[] = {"init", "class_init", "class_finalize", "default_init", "get_instance_private"};
	const fact_tree *t = c->t;
	uint32_t macro = t->node[call + 1].str, prefix = fact_arg(t, call, 1), get, f = c->owner[call];
	char name[200];
	uint32_t k = cone_first_define(c, macro);

	if (!prefix || t->node[prefix].kind != FACT_NAME || f == UINT32_MAX || (k < c->ndefine && c->define[k].name == macro)) /* the tree's own macro */
		return;
	snprintf(name, sizeof name, "%.150s_get_type", fact_str(t, prefix));
	get = as_intern_find(&t->text, name, strlen(name));
	if (get >= c->nname)
		return;
	has_now(c, get, f);
	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
		snprintf(name, sizeof name, "%.150s_%s", fact_str(t, prefix), hooks[i]);
		k = as_intern_find(&t->text, name, strlen(name));
		if (k < c->nname)
			cone_names(c, f, k);
	}
}

/* #define NAME other: what stands under that name in the tree, the head of a function or a class, is had by the other. */
static void
by_macros(cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t k = 0; k < c->ndefine; k++) {
		uint32_t node = c->define[k].node, name = c->define[k].name, value = t->node[node].kind == FACT_DECL ? fact_find(t, node, FACT_DEFAULT) : 0;
		if (value && t->node[value + 1].kind == FACT_NAME && name < c->nname && t->node[value + 1].str < c->nname && c->name[name] & (NAME_BODY | NAME_CLASS))
			cone_edge(c, VX_NAME | t->node[value + 1].str, VX_NAME | name);
	}
}

void
cone_defined(cone *c)
{
	const fact_tree *t = c->t;

	by_macros(c);
	for (uint32_t u = 0; u < c->nunit; u++) {
		const unit *n = &c->unit[u];
		uint32_t as;
		if (n->flags & (UNIT_PYTHON | UNIT_DATA | UNIT_MAIN) || t->node[n->node].kind != FACT_FUNC || t->node[n->node].flags & (FACT_MACRO | FACT_STATIC) || n->of < c->nname || n->name >= c->nname || !fact_find(t, n->node, FACT_BLOCK))
			continue;
		as = renamed(c, n->name, c->p->file[n->file], n->node);
		if (as < c->nname)
			has_now(c, as, u);
	}
	for (uint32_t i = 0; i + 1 < t->n; i++)
		if (t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_NAME && strncmp(fact_str(t, i + 1), "G_DEFINE_", 9) == 0)
			by_gobject(c, i);
}
