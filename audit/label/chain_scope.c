/* chain_scope.c - see chain_impl.h: what code of C and C++ can see of a definition, by includes, namespaces and types. */
#include "chain_impl.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "bound.h"
#include "cplatform.h"
#include "words.h"

/* Does an INCLUDE of that path mean the file? */
static int
means_file(const char *path, const char *include)
{
	size_t n, k;

	while (*include == '.')
		include += strspn(include, "./");
	n = strlen(path);
	k = strlen(include);
	return k > 0 && n >= k && strcmp(path + n - k, include) == 0 && (n == k || path[n - k - 1] == '/');
}

typedef struct { const char *base; uint32_t file; } based;

static int
by_base(const void *a, const void *b)
{
	const based *x = a, *y = b;
	int d = strcmp(x->base, y->base);

	return d ? d : (x->file > y->file) - (x->file < y->file);
}

/* The first of the files, sorted, of that name or one behind it. */
static uint32_t
first_of_base(const based *all, uint32_t n, const char *base)
{
	return (uint32_t)as_before(&(based){base, 0}, all, n, sizeof *all, by_base);
}

/* Adds to what file f includes; returns the new count. UINT32_MAX: out of memory. */
static uint32_t
includes_of(chain *c, const based *all, uint32_t nall, uint32_t f, uint32_t n, uint32_t *cap)
{
	const fact_tree *t = c->t;

	for (uint32_t i = c->p->file[f]; i < t->node[c->p->file[f]].end; i++) {
		const char *base;
		if (t->node[i].kind != FACT_INCLUDE)
			continue;
		base = as_base_name(fact_str(t, i));
		for (uint32_t lo = first_of_base(all, nall, base); lo < nall && strcmp(all[lo].base, base) == 0; lo++) {
			if (!means_file(fact_str(t, c->p->file[all[lo].file]), fact_str(t, i)))
				continue;
			if (as_grow32(&c->include, n, cap, sizeof *c->include) != 0)
				return UINT32_MAX;
			c->include[n++] = all[lo].file;
		}
	}
	return n;
}

/* Which files each unit of translation has: a source, or a header that no file includes. */
static int
index_sees(chain *c)
{
	uint32_t nfile = c->p->nfile, n = 0, cap = 0, *queue = malloc((nfile + 1) * sizeof *queue);
	based *all = malloc((nfile + 1) * sizeof *all);
	uint8_t *included = calloc(nfile + 1, 1);
	int rc = -1;

	c->row = (nfile + 7) / 8;
	if (!queue || !all || !included || !(c->include_first = calloc((size_t)nfile + 2, sizeof *c->include_first)))
		goto end;
	for (uint32_t f = 0; f < nfile; f++)
		all[f] = (based){as_base_name(fact_str(c->t, c->p->file[f])), f};
	qsort(all, nfile, sizeof *all, by_base);
	for (uint32_t f = 0; f < nfile; f++) {
		if ((n = includes_of(c, all, nfile, f, n, &cap)) == UINT32_MAX)
			goto end;
		c->include_first[f + 1] = n;
	}
	for (uint32_t i = 0; i < n; i++)
		included[c->include[i]] = 1;
	for (uint32_t f = 0; f < nfile; f++)
		c->nsees += !is_python(c->t, c->p->file[f]) && (c_is_source(fact_str(c->t, c->p->file[f])) || !included[f]);
	if (!(c->sees = calloc((size_t)c->nsees + 1, c->row)))
		goto end;
	for (uint32_t f = 0, u = 0; f < nfile && u < c->nsees; f++) {
		uint8_t *has = c->sees + (size_t)u * c->row;
		uint32_t k = 0;
		if (is_python(c->t, c->p->file[f]) || !(c_is_source(fact_str(c->t, c->p->file[f])) || !included[f]))
			continue;
		queue[k++] = f;
		has[f / 8] |= (uint8_t)(1 << f % 8);
		for (uint32_t q = 0; q < k; q++)
			for (uint32_t i = c->include_first[queue[q]]; i < c->include_first[queue[q] + 1]; i++) {
				uint32_t g = c->include[i];
				if (!(has[g / 8] >> g % 8 & 1)) {
					has[g / 8] |= (uint8_t)(1 << g % 8);
					queue[k++] = g;
				}
			}
		u++;
	}
	rc = 0;
end:
	free(queue);
	free(all);
	free(included);
	return rc;
}

int
chain_sees(chain *c, uint32_t from, uint32_t def)
{
	uint32_t f, g;

	if (from == def || c_is_source(fact_str(c->t, def)))
		return 1;
	if (!c->sees && index_sees(c) != 0) {
		c->nomem = 1;
		return 1;
	}
	f = program_file_number(c->p, from);
	g = program_file_number(c->p, def);
	for (uint32_t u = 0; u < c->nsees; u++) {
		const uint8_t *has = c->sees + (size_t)u * c->row;
		if (has[f / 8] >> f % 8 & 1 && has[g / 8] >> g % 8 & 1)
			return 1;
	}
	return 0;
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
	uint32_t func = chain_unit(c, o), name = chain_last(c, o), cls;

	if (t->node[func].kind != FACT_FUNC || name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
		return 0;
	FACT_EACH_KID(t, func, p)
		if (t->node[p].kind == FACT_PARAM && t->node[p].str == t->node[o].str)
			return fact_find(t, p, FACT_TYPE);
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
