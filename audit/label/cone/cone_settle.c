/* cone_settle.c - see cone_impl.h: what could be settled only when all names were known. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/cdefs.h"

/* Functions whose names macros make have those that may come of them. */
static void
made_names(cone *c)
{
	const cdefs *d = c->p->c;

	for (uint32_t i = 0; d && i < d->n; i++) {
		uint32_t name = d->def[i].name, node = d->def[i].node, u = c->owner[node];
		if (d->def[i].kind != CDEF_MADE || name >= c->nname || u == UINT32_MAX)
			continue;
		c->name[name] |= NAME_BODY;
		cone_edge(c, VX_NAME | name, u);
	}
}

/* Classes and what they derive from, where the tree has it. */
static void
derived(cone *c)
{
	for (uint32_t i = 0; i < c->nderived; i++) {
		derivation d = c->derived[i];
		uint16_t base = c->name[d.base & ~VX_PYNAME];
		if (!(base & NAME_CLASS))
			continue;
		cone_edge(c, d.base, d.cls);
		cone_edge(c, d.cls, d.base);
		if (base & NAME_HOOK)
			cone_edge(c, VX_FILE | d.file, d.cls);
	}
}

/* What Python runs before any other file. */
static void
started(cone *c)
{
	for (uint32_t i = 0; i < c->p->nstartup; i++)
		for (uint32_t f = 0; f < c->p->nfile; f++)
			if (is_python(c->t, c->p->file[f]))
				cone_edge(c, VX_FILE | f, VX_FILE | program_file_number(c->p, c->p->startup[i]));
}

/* Has the tree something of one of these kinds under that name? */
static int
has(const cone *c, uint32_t name, unsigned kinds)
{
	return name < c->nname && c->name[name] & kinds;
}

/* May a unit run that nothing names? A function by what its head is not known to say, or where others look for it by its name. */
static int
is_quiet(const cone *c, const unit *n)
{
	const char *s = n->name < c->nname ? c->t->text.str[n->name] : "_";

	return !(n->flags & UNIT_FUNC) || *s == '_' || is_known(s, 1) || cone_may_start(c, n);
}

/* Units that run without being named. */
static void
unnamed(cone *c)
{
	for (uint32_t u = 0; u < c->nunit; u++) {
		unit *n = &c->unit[u];
		if ((n->flags & (UNIT_FUNC | UNIT_PYTHON)) == UNIT_FUNC && has(c, n->name, NAME_EARLY))
			n->flags |= UNIT_QUIET;
		if (n->flags & UNIT_LONE && ((!has(c, n->name, NAME_SEEN) && is_quiet(c, n)) || cone_makes(c, n->node)))
			n->flags |= UNIT_QUIET;
		if (n->flags & UNIT_QUIET)
			cone_edge(c, c->has_main[n->file] || n->flags & UNIT_ASIDE ? VX_FILE | n->file : VX_LINK, u);
		if (n->flags & UNIT_FILE && n->flags & UNIT_PYTHON)
			cone_edge(c, VX_ALLPY, u);
	}
}

void
cone_settle(cone *c)
{
	made_names(c);
	cone_defined(c);
	derived(c);
	cone_patched(c);
	cone_plugins(c);
	cone_ctypes(c);
	cone_extended(c);
	cone_anies(c);
	started(c);
	cone_unread(c);
	cone_commands(c);
	cone_louds(c);
	cone_objects(c);
	cone_pasted(c);
	cone_signals(c);
	cone_methods(c);
	cone_members(c);
	cone_absent(c);
	cone_classes(c);
	for (uint32_t i = 0; i < c->wanted.n; i++) {
		use w = c->wanted.u[i];
		if (!has(c, w.name, NAME_BODY | NAME_CLASS | NAME_VALUE))
			cone_hides(c, w.unit, w.node, "it is imported from the tree, which does not have it");
	}
	cone_missing(c);
	for (uint32_t i = 0; i < c->builds.n; i++) {
		use w = c->builds.u[i];
		if (w.name < c->nname && !has(c, w.name, NAME_BODY | NAME_CLASS | NAME_VALUE | NAME_MEMBER) && !cone_not_built(c, w.unit, w.node))
			cone_hides(c, w.unit, w.node, c->t->node[w.node].kind == FACT_NAME ? CONE_PROGRAM : CONE_SOUNDS);
	}
	unnamed(c);
}

void
cone_loaded(cone *c)
{
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		const char *path = fact_str(c->t, c->p->file[f]), *slash = strrchr(path, '/');
		uint32_t v = c->nunit + f;
		char init[4096];
		if (!is_python(c->t, c->p->file[f]))
			continue;
		snprintf(init, sizeof init, "%.*s__init__.py", slash ? (int)(slash + 1 - path) : 0, path);
		c->loaded[f] = program_path(c->p, init) != UINT32_MAX;
		for (uint32_t k = c->in.at[v]; k < c->in.at[v + 1]; k++) {
			uint32_t w = c->in.to[k];
			c->loaded[f] |= w < c->nunit && c->unit[w].file != f && !(c->unit[w].flags & (UNIT_ASIDE | UNIT_BUILD));
		}
	}
}
