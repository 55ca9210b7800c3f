/* cone_patch.c - see cone_impl.h: what a file of Python puts in the place of a member of another: module.make = f,
 * setattr(module, "make", f), monkeypatch.setattr("module.make", f), mock.patch.object(module, "make", f),
 * module.__dict__["make"] = f. Nothing need import that file (a conftest.py, a script that runs another),
 * and who names the member may then run what was put there: so the value is a unit of its own, to which
 * the member's name leads. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

static int
is_identifier(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return 0;
	while (isalnum((unsigned char)*s) || *s == '_')
		s++;
	return !*s;
}

/* Nodes from `from` to `end` stand for the member of that name. */
static void
put_under(cone *c, uint32_t u, uint32_t name, uint32_t from, uint32_t end, const aliases *a)
{
	uint32_t n;

	if (name >= c->nname || from >= end || (c->t->node[from].kind != FACT_NAME && c->t->node[from].end == from + 1)) /* a literal */
		return;
	n = cone_unit(c, from, c->unit[u].file, UNIT_PYTHON);
	if (c->nomem)
		return;
	c->files_put |= (c->unit[u].flags & UNIT_FILE) != 0;
	c->unit[n].name = name;
	cone_edge(c, VX_PYNAME | name, n);
	cone_late(c, &c->patch, from, name, n);
	for (uint32_t k = from; k < end && !c->nomem; k++)
		cone_mark(c, n, k, a);
}

/* The name that a text gives of a member: the last part of a dotted one; UINT32_MAX. */
static uint32_t
member(const cone *c, uint32_t text)
{
	const char *last = as_last_part(fact_str(c->t, text));

	return c->t->node[text].kind == FACT_STR && is_identifier(last) ? as_intern_find(&c->t->text, last, strlen(last)) : UINT32_MAX;
}

/* The same of a member whose name is not known: any function may be that. What the value is the file has. */
static void
put_anywhere(cone *c, uint32_t u, uint32_t from, uint32_t end, const aliases *a)
{
	uint32_t n = cone_unit(c, from, c->unit[u].file, UNIT_PYTHON);

	if (c->nomem)
		return;
	c->files_put |= (c->unit[u].flags & UNIT_FILE) != 0;
	cone_edge(c, n, VX_FILE | c->unit[u].file);
	cone_late(c, &c->patch_any, from, UINT32_MAX, n);
	for (uint32_t k = from; k < end && !c->nomem; k++)
		cone_mark(c, n, k, a);
}

/* Has a file of the tree that base, a NAME or ATTR of names, or a module that is had by its name? */
static int
of_tree(const cone *c, uint32_t base, const aliases *a)
{
	char full[300];
	uint32_t i = base, f = base + 1;

	if (c->t->node[base].kind == FACT_INDEX)
		return c->t->node[f].kind == FACT_ATTR && strcmp(fact_str(c->t, f), "modules") == 0;
	if (c->t->node[base].kind == FACT_CALL)
		return (c->t->node[f].kind == FACT_ATTR || c->t->node[f].kind == FACT_NAME) && AS_AMONG(fact_str(c->t, f), ((const char *const[]){"import_module", "__import__"}));
	while (c->t->node[i].kind == FACT_ATTR)
		i++;
	if (c->t->node[i].kind != FACT_NAME || cone_full(c, base, a, full, sizeof full) != 2)
		return 0;
	for (uint32_t k = 0; k < a->n; k++)
		if (a->a[k].as == c->t->node[i].str)
			return 1;
	return a->any;
}

void
cone_patch_call(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t callee = node + 1, name = UINT32_MAX;

	if (callee >= t->node[node].end || (t->node[callee].kind != FACT_NAME && t->node[callee].kind != FACT_ATTR) ||
	    !AS_AMONG(fact_str(t, callee), ((const char *const[]){"setattr", "setitem", "patch", "object", "__setattr__", "__setitem__"})))
		return;
	if (strcmp(fact_str(t, callee), "setattr") == 0 && t->node[callee].kind == FACT_NAME) {
		uint32_t of = t->node[callee].end, what = of < t->node[node].end ? t->node[of].end : of, value = what < t->node[node].end ? t->node[what].end : what;
		if (value < t->node[node].end && t->node[what + 1].kind != FACT_STR && of_tree(c, of + 1, a)) {
			put_anywhere(c, u, value + 1, t->node[value].end, a);
			return;
		}
	}
	FACT_EACH_KID(t, node, k)
		if (t->node[k].kind == FACT_ARG && !*fact_str(t, k)) {
			if (name == UINT32_MAX)
				name = member(c, k + 1);
			else
				put_under(c, u, name, k + 1, t->node[k].end, a);
		} else if (t->node[k].kind == FACT_ARG && name != UINT32_MAX) { /* new=, side_effect=, wraps= */
			put_under(c, u, name, k + 1, t->node[k].end, a);
		}
}

void
cone_patch_assign(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t to = node + 1, value = t->node[to].end, base = to + 1, name = UINT32_MAX;

	if (t->node[to].kind == FACT_ATTR && of_tree(c, base, a)) {
		name = t->node[to].str;
	} else if (t->node[to].kind == FACT_INDEX) {
		uint32_t of = t->node[base].kind == FACT_ATTR && strcmp(fact_str(t, base), "__dict__") == 0 ? base + 1 : 0;
		if (t->node[base].kind == FACT_CALL && t->node[base + 1].kind == FACT_NAME && strcmp(fact_str(t, base + 1), "vars") == 0)
			of = t->node[base + 2].kind == FACT_ARG ? base + 3 : 0;
		if (of && of_tree(c, of, a))
			name = member(c, t->node[base].end);
	}
	put_under(c, u, name, value, t->node[node].end, a);
}

void
cone_patch_decor(cone *c, uint32_t decor, uint32_t u)
{
	const fact_tree *t = c->t;
	uint32_t call = decor + 1, name = UINT32_MAX, texts = 0;

	if (call >= t->node[decor].end || t->node[call].kind != FACT_CALL)
		return;
	FACT_EACH_KID(t, call, k)
		if (t->node[k].kind == FACT_ARG && !*fact_str(t, k) && t->node[k + 1].kind == FACT_STR && (texts++ || !cone_foreign(c, fact_str(t, k + 1), c->p->file[c->unit[u].file])))
			name = texts == 2 ? member(c, k + 1) : UINT32_MAX;
	if (texts != 2 || name >= c->nname)
		return;
	cone_edge(c, VX_PYNAME | name, u);
	cone_late(c, &c->patch, call, name, u);
}

int
cone_files_put(const cone *c)
{
	return c->files_put;
}

void
cone_patched(cone *c)
{
	uint32_t *first = calloc(c->nname + 1, sizeof *first), *next = calloc(c->patch.n + 1, sizeof *next);

	if (!first || !next)
		c->nomem = 1;
	for (uint32_t i = 0; i < c->patch.n && !c->nomem; i++) {
		c->unit[c->patch.u[i].unit].flags |= UNIT_PUT;
		next[i] = first[c->patch.u[i].name];
		first[c->patch.u[i].name] = i + 1;
	}
	for (uint32_t i = 0; i < c->patch_any.n; i++)
		c->unit[c->patch_any.u[i].unit].flags |= UNIT_PUT;
	/* a function is led to within its file without its name's vertex */
	for (uint32_t u = 0; u < c->nunit && c->patch.n && !c->nomem; u++)
		if (c->unit[u].flags & UNIT_PYTHON && c->unit[u].flags & UNIT_FUNC && c->unit[u].name < c->nname)
			for (uint32_t i = first[c->unit[u].name]; i; i = next[i - 1])
				cone_edge(c, u, c->patch.u[i - 1].unit);
	for (uint32_t u = 0; u < c->nunit && c->patch_any.n && !c->nomem; u++)
		for (uint32_t i = 0; c->unit[u].flags & UNIT_PYTHON && c->unit[u].flags & UNIT_FUNC && i < c->patch_any.n && i < 64; i++)
			cone_edge(c, u, c->patch_any.u[i].unit);
	free(first);
	free(next);
}
