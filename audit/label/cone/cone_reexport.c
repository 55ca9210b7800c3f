/* cone_reexport.c - see cone_impl.h: what starts programs, runs text or loads code, and modules that have such, under the names by which
 * files of the tree import them from other files of the tree: from .compat import subprocess, from helper import *. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 300, ROUNDS = 8 };

struct reexport {
	uint32_t file, name; /* number of the file; the name bound there, UINT32_MAX: all of a library */
	char *is;            /* its full name, or the library's */
	int own;             /* imported there from the library itself */
	uint32_t next;       /* + 1: of the same file */
};

static const struct reexport *
find(const cone *c, uint32_t f, uint32_t name, const char *is)
{
	for (uint32_t i = c->reexport_of[f]; i; i = c->reexport[i - 1].next) {
		const struct reexport *r = &c->reexport[i - 1];
		if (r->name == name && (!is || strcmp(r->is, is) == 0))
			return r;
	}
	return NULL;
}

static int
add(cone *c, uint32_t f, uint32_t name, const char *is, int own)
{
	struct reexport *r;

	if (c->nomem || find(c, f, name, is))
		return 0;
	if (cone_grow(c, &c->reexport, c->nreexport, &c->reexport_cap, sizeof *c->reexport) != 0)
		return 0;
	r = &c->reexport[c->nreexport];
	if (!(r->is = strdup(is))) {
		c->nomem = 1;
		return 0;
	}
	r->file = f;
	r->name = name;
	r->own = own;
	r->next = c->reexport_of[f];
	c->reexport_of[f] = ++c->nreexport;
	if (name < c->nname)
		c->name_reexported[name] = 1;
	return 1;
}

static int
starts(const char *full)
{
	return is_starting(full) || has_starting(full);
}

/* What a file imports of libraries. */
static void
own(cone *c, uint32_t f, uint32_t node, const char *module)
{
	const fact_tree *t = c->t;
	int from = t->node[node].kind == FACT_FROM, any = 0;
	char full[LONGEST];

	FACT_EACH_KID(t, node, k) {
		uint32_t n = fact_find(t, k, FACT_NAME);
		if (t->node[k].kind != FACT_ALIAS)
			continue;
		any = 1;
		if (from && strcmp(fact_str(t, k), "*") == 0) {
			if (has_starting(module))
				add(c, f, UINT32_MAX, module, 1);
		} else if (!from ? starts(module) : snprintf(full, sizeof full, "%s.%s", module, fact_str(t, n ? n : k)) < (int)sizeof full && starts(full)) {
			add(c, f, t->node[k].str, from ? full : module, 1);
		}
	}
	if (!any && !from && strcspn(module, ".") < sizeof full) {
		size_t n = strcspn(module, ".");
		memcpy(full, module, n);
		full[n] = '\0';
		if (starts(full))
			add(c, f, as_intern_find(&t->text, full, n), full, 1);
	}
}

/* What a file imports of another of the tree: 1 if something of that is new. */
static int
again(cone *c, uint32_t f, uint32_t node, uint32_t of)
{
	const fact_tree *t = c->t;
	char full[LONGEST];
	int more = 0;

	FACT_EACH_KID(t, node, k) {
		uint32_t n = fact_find(t, k, FACT_NAME), what = t->node[n ? n : k].str;
		int all = strcmp(fact_str(t, k), "*") == 0;
		if (t->node[k].kind != FACT_ALIAS)
			continue;
		for (uint32_t i = c->reexport_of[of]; i; i = c->reexport[i - 1].next) {
			const struct reexport *r = &c->reexport[i - 1];
			const char *is = r->is;
			uint32_t name = all ? r->name : t->node[k].str;
			if (!all && r->name == UINT32_MAX) {
				if (snprintf(full, sizeof full, "%s.%s", is, t->text.str[what]) >= (int)sizeof full || !starts(full))
					continue;
				more |= add(c, f, name, full, 0);
			} else if (all || r->name == what) {
				more |= add(c, f, name, is, 0);
			}
		}
	}
	return more;
}

/* The next file of the tree that a module may be, of "." and ".." the package's own; UINT32_MAX. */
static uint32_t
file_of(const cone *c, const char *module, uint32_t file, uint32_t *i)
{
	const char *path = fact_str(c->t, file);
	size_t n = strlen(path), dots = strspn(module, ".");
	char init[4096];

	if (!dots || module[dots])
		return cone_module(c, module, file, i);
	if ((*i)++)
		return UINT32_MAX;
	for (; dots > 0 && n > 0; dots--)
		while (n > 0 && path[--n] != '/')
			;
	if (n + sizeof "/__init__.py" >= sizeof init)
		return UINT32_MAX;
	memcpy(init, path, n);
	strcpy(init + n, &"/__init__.py"[n == 0]);
	return program_path(c->p, init);
}

void
cone_find_reexports(cone *c)
{
	const fact_tree *t = c->t;
	uses from = {0}; /* node: the FROM; name: number of the file that it asks; unit: of the one that it stands in */

	c->reexport_of = calloc(c->p->nfile + 1, sizeof *c->reexport_of);
	c->name_reexported = calloc(c->nname + 1, 1);
	if (!c->reexport_of || !c->name_reexported) {
		c->nomem = 1;
		return;
	}
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f];
		for (uint32_t i = file; is_python(t, file) && i < t->node[file].end && !c->nomem; i++) {
			uint32_t of, next = 0, any = 0;
			if (t->node[i].kind != FACT_IMPORT && t->node[i].kind != FACT_FROM)
				continue;
			while ((of = file_of(c, fact_str(t, i), file, &next)) != UINT32_MAX) {
				any = 1;
				if (t->node[i].kind == FACT_FROM && of != file)
					cone_late(c, &from, i, program_file_number(c->p, of), f);
			}
			if (!any && *fact_str(t, i) != '.')
				own(c, f, i, fact_str(t, i));
		}
	}
	for (int round = 0, more = 1; more && round < ROUNDS; round++) {
		more = 0;
		for (uint32_t i = 0; i < from.n && !c->nomem; i++)
			more |= again(c, from.u[i].unit, from.u[i].node, from.u[i].name);
	}
	free(from.u);
}

const char *
cone_reexported(const cone *c, uint32_t file, uint32_t name)
{
	const struct reexport *r = name < c->nname && c->name_reexported[name] ? find(c, program_file_number(c->p, file), name, NULL) : NULL;

	return r ? r->is : NULL;
}

int
cone_reexport_at(const cone *c, uint32_t file, uint32_t i, uint32_t *name, const char **is)
{
	uint32_t k = c->reexport_of[program_file_number(c->p, file)];

	for (; k && (i > 0 || c->reexport[k - 1].own); k = c->reexport[k - 1].next)
		i -= !c->reexport[k - 1].own;
	if (!k)
		return 0;
	*name = c->reexport[k - 1].name;
	*is = c->reexport[k - 1].is;
	return 1;
}

void
cone_reexports_free(cone *c)
{
	for (uint32_t i = 0; i < c->nreexport; i++)
		free(c->reexport[i].is);
	free(c->reexport);
	free(c->reexport_of);
	free(c->name_reexported);
}
