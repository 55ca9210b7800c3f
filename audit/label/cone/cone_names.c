/* cone_names.c - see cone_impl.h: what a name of Python may mean where it stands. A name
 * alone is of its file: a function of it, a variable of it, or what it imported; it
 * is a function of another file only if it was imported from there. A member of the object
 * itself is of its class, what derives from it and what these derive from; one of a module
 * that is not in the tree is none of the tree's. Everything else may be what any file
 * has of that name. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "words.h"

/* How the file got a name: 0 not by an import, 1 of a module that is not in the tree, 2 else. */
static int
imported(const aliases *a, uint32_t id)
{
	int how = 0;

	for (uint32_t i = 0; i < a->n; i++)
		if (a->a[i].as == id) {
			if (!a->a[i].outside || a->a[i].rebound)
				return 2;
			how = 1;
		}
	return how;
}

/* Does the subtree bind the name? */
static int
holds(const fact_tree *t, uint32_t i, uint32_t name)
{
	for (uint32_t k = i; k < t->node[i].end; k++)
		if (t->node[k].kind == FACT_NAME && t->node[k].str == name)
			return 1;
	return 0;
}

enum { BOUND = UINT32_MAX - 1 }; /* to what cannot be told */

/* The class of which the value of a name in unit u is an object, because all that the unit
 * gives it is made by calls of that name; UINT32_MAX: it gives it nothing. */
static uint32_t
made_of(const cone *c, uint32_t u, uint32_t name)
{
	const fact_tree *t = c->t;
	uint32_t top = c->unit[u].node, cls = UINT32_MAX;

	for (uint32_t i = top + 1; i < t->node[top].end; i++) {
		int k = t->node[i].kind;
		uint32_t value;
		switch (k) {
		case FACT_PARAM: case FACT_HANDLER: case FACT_ALIAS: case FACT_FUNC: case FACT_CLASS:
			if (t->node[i].str == name)
				return BOUND;
			break;
		case FACT_FOR: case FACT_DECL: case FACT_GLOBAL: case FACT_CASE:
			if (holds(t, k == FACT_FOR || k == FACT_DECL ? i + 1 : i, name))
				return BOUND;
			break;
		case FACT_ITEM:
			if (t->node[i + 1].end < t->node[i].end && holds(t, t->node[i + 1].end, name))
				return BOUND;
			break;
		case FACT_ASSIGN:
			if (!holds(t, i + 1, name) || t->node[i + 1].kind == FACT_ATTR || t->node[i + 1].kind == FACT_INDEX)
				break;
			value = t->node[i + 1].end;
			if (t->node[i + 1].kind != FACT_NAME || *fact_str(t, i) || t->node[value].kind != FACT_CALL || t->node[value + 1].kind != FACT_NAME ||
			    (cls != UINT32_MAX && cls != t->node[value + 1].str))
				return BOUND;
			cls = t->node[value + 1].str;
			break;
		default: break;
		}
	}
	return cls;
}

/* Is the name that of something else in this file: from m import A as B? */
static int
renamed(const aliases *a, uint32_t name, const char *s)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (a->a[i].as == name && strcmp(as_last_part(a->a[i].is), s) != 0)
			return 1;
	return 0;
}

/* The class of what member attr is asked of: self.f, cls.f, super().f, Class.f, Class().f,
 * x.f where x = Class(); UINT32_MAX if that cannot be told. */
static uint32_t
receiver(const cone *c, uint32_t u, uint32_t attr, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t b = attr + 1, cls;
	int call = t->node[b].kind == FACT_CALL;
	const char *s;

	b += (uint32_t)call;
	if (b >= t->n || t->node[b].kind != FACT_NAME || !(c->unit[u].flags & UNIT_FUNC))
		return UINT32_MAX;
	s = fact_str(t, b);
	if (call ? strcmp(s, "super") == 0 : strcmp(s, "self") == 0 || strcmp(s, "cls") == 0)
		return c->unit[u].of;
	cls = made_of(c, u, t->node[b].str);
	if (cls == UINT32_MAX)
		cls = t->node[b].str; /* a class, if it is one */
	else if (call || cls == BOUND)
		return UINT32_MAX;
	return *c->t->text.str[cls] >= 'A' && *c->t->text.str[cls] <= 'Z' && !renamed(a, cls, t->text.str[cls]) ? cls : UINT32_MAX;
}

void
cone_python_names(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t id = t->node[node].str, cls;
	char full[300];

	if (t->node[node].kind == FACT_NAME) {
		if (node && t->node[node - 1].kind == FACT_ALIAS) /* bound here, and named where it is used */
			return;
		if (a->any || imported(a, id) == 2)
			cone_names(c, u, id);
		else
			cone_late(c, &c->local, node, id, u);
	} else if ((cls = receiver(c, u, node, a)) < c->nname) {
		cone_late(c, &c->member, node, id, u);
		if (c->member.n)
			c->member.u[c->member.n - 1].of = cls;
	} else if (cone_full(c, node, a, full, sizeof full) == 1) {
		cone_late(c, &c->member, 0, id, u);
	} else {
		cone_names(c, u, id);
	}
}

static int
by_name(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* The class that stands for all those of Python that derive from each other. */
static uint32_t
cone_kin(const cone *c, uint32_t cls)
{
	while (c->kin[cls] != cls)
		cls = c->kin[cls] = c->kin[c->kin[cls]];
	return cls;
}

/* Leads to all of table, which is sorted, that has the name. */
static void
lead(cone *c, uint32_t u, uint32_t id, const uint64_t *table, uint32_t n, uint32_t kin)
{
	for (size_t i = as_before(&(uint64_t){(uint64_t)id << 32}, table, n, sizeof *table, by_name); i < n && table[i] >> 32 == id; i++) {
		uint32_t to = (uint32_t)table[i];
		if (to != u && (kin == UINT32_MAX || (c->unit[to].of < c->nname && cone_kin(c, c->unit[to].of) == kin)))
			cone_edge(c, u, to);
	}
}

void
cone_file_names(cone *c, uint32_t f, uint32_t from)
{
	uint64_t *table = malloc((c->nunit - from + 1) * sizeof *table);
	uint32_t n = 0;

	if (!table) {
		c->nomem = 1;
		return;
	}
	for (uint32_t u = from; u < c->nunit; u++)
		if (c->unit[u].name < c->nname)
			table[n++] = (uint64_t)c->unit[u].name << 32 | u;
	qsort(table, n, sizeof *table, by_name);
	for (uint32_t i = 0; i < c->local.n; i++) {
		use w = c->local.u[i];
		if (w.name >= c->nname || c->led[w.name] == w.unit + 1)
			continue;
		c->led[w.name] = w.unit + 1;
		if (c->of_file[w.name] == f + 1) /* a variable or a class of the file */
			cone_names(c, w.unit, w.name);
		else
			lead(c, w.unit, w.name, table, n, UINT32_MAX);
	}
	c->local.n = 0;
	free(table);
}

void
cone_members(cone *c)
{
	uint64_t *table = malloc(((size_t)c->nunit + 1) * sizeof *table);
	uint32_t n = 0;

	if (!table) {
		c->nomem = 1;
		return;
	}
	for (uint32_t i = 0; i < c->nderived; i++) {
		derivation d = c->derived[i];
		if ((d.base & VX_PYNAME) == VX_PYNAME && c->name[d.base & ~VX_PYNAME] & (NAME_CLASS | NAME_VALUE | NAME_GLOBAL | NAME_MEMBER)) /* not Exception and the like */
			c->kin[cone_kin(c, d.base & ~VX_PYNAME)] = cone_kin(c, d.cls & ~VX_PYNAME);
	}
	for (uint32_t u = 0; u < c->nunit; u++)
		if (c->unit[u].name < c->nname && c->unit[u].flags & UNIT_PYTHON)
			table[n++] = (uint64_t)c->unit[u].name << 32 | u;
	qsort(table, n, sizeof *table, by_name);
	for (uint32_t i = 0; i < c->member.n; i++) {
		use w = c->member.u[i];
		if (c->name[w.name] & (NAME_MEMBER | NAME_GLOBAL)) /* it may hold anything, and others may read it */
			cone_names(c, w.unit, w.name);
		else if (w.node && (!(c->name[w.of] & NAME_CLASS) || (w.of != c->unit[w.unit].of && c->name[w.of] & (NAME_BODY | NAME_GLOBAL | NAME_MEMBER))))
			cone_names(c, w.unit, w.name);
		else if (w.node)
			lead(c, w.unit, w.name, table, n, cone_kin(c, w.of));
	}
	free(table);
}
