/* cone_plugin.c - see cone_impl.h: entry points that a project declares, "module:name" under a name of its own. A
 * library may load those of any group; that of scripts is for who installs it. */
#include "cone_impl.h"

#include <string.h>

#include "words.h"

typedef struct { cone *c; uint32_t unit; } declared; /* by the file of that unit */

/* "name = package.module:member [extra]", of n bytes, or without its name. */
static void
entry(const declared *d, const char *s, size_t n)
{
	cone *c = d->c;
	const char *eq = memchr(s, '=', n), *colon;
	char module[200];
	uint32_t f, name;
	size_t k;

	if (eq) {
		n -= (size_t)(eq + 1 - s);
		s = eq + 1;
	}
	while (n && (*s == ' ' || *s == '\t')) {
		s++;
		n--;
	}
	if (!(colon = memchr(s, ':', n)) || (size_t)(colon - s) >= sizeof module)
		return;
	memcpy(module, s, (size_t)(colon - s));
	module[colon - s] = '\0';
	n -= (size_t)(colon + 1 - s);
	s = colon + 1;
	for (k = 0; k < n && !strchr(" .[\t", s[k]); k++)
		;
	if ((f = program_module(c->p, module, c->p->file[c->unit[d->unit].file])) == UINT32_MAX)
		return;
	name = as_intern_find(&c->t->text, s, k);
	for (uint32_t i = 0; i <= c->plugged.n; i++) { /* what imports a library that may load it, and what declares it */
		uint32_t u = i < c->plugged.n ? c->plugged.u[i].unit : d->unit;
		cone_edge(c, u, VX_FILE | program_file_number(c->p, f));
		if (name < c->nname)
			cone_edge(c, u, VX_PYNAME | name);
	}
}

/* Entry points in node; in: it lies below what declares them. */
static void
entries(const declared *d, uint32_t node, int in)
{
	static const char *const below[] = {"entry-points", "entry_points", "plugins"};
	static const char *const scripts[] = {"console_scripts", "gui_scripts", "scripts", "gui-scripts"};
	const fact_tree *t = d->c->t;

	FACT_EACH_KID(t, node, k) {
		const char *key = t->node[k].kind == FACT_PAIR && t->node[k + 1].kind == FACT_STR ? fact_str(t, k + 1) : t->node[k].kind == FACT_ARG ? fact_str(t, k) : "";
		if (t->node[k].kind == FACT_STR && in) {
			for (const char *s = fact_str(t, k), *e; *s; s = *e ? e + 1 : e) {
				e = s + strcspn(s, "\n");
				entry(d, s, (size_t)(e - s));
			}
		} else if (!AS_AMONG(key, scripts)) {
			entries(d, k, in || AS_AMONG(key, below));
		}
	}
}

void
cone_plugins(cone *c)
{
	for (uint32_t f = 0; f < c->p->nfile && !c->nomem; f++) {
		uint32_t file = c->p->file[f];
		const char *name = as_base_name(fact_str(c->t, file));
		declared d = {c, c->file_unit[f]};
		if (strcmp(name, "pyproject.toml") == 0 || strcmp(name, "setup.py") == 0)
			entries(&d, file, 0);
	}
}
