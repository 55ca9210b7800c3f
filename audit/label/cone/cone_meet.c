/* cone_meet.c - see cone_impl.h: may code of two files of Python be of one program? Only if files lead from one to
 * the other, or from something to both: what is set up by imports, by data that names modules, by what loads all.
 * Taken as if imports led both ways, so it is rather yes. Asked twice: once with what loads all joined to all, and
 * once by what stands there alone, with a mark on what may load more than that. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

static uint32_t
set_of(uint32_t *set, uint32_t f)
{
	while (set[f] != f)
		f = set[f] = set[set[f]];
	return f;
}

static void
join(uint32_t *set, uint32_t a, uint32_t b)
{
	set[set_of(set, a)] = set_of(set, b);
}

/* All files that vertex v leads to, but through names. */
static void
join_led(cone *c, uint32_t file, uint32_t v)
{
	uint32_t end = c->nunit + c->p->nfile;

	for (uint32_t k = c->out.at[v]; k < c->out.at[v + 1]; k++)
		if (c->out.to[k] >= c->nunit && c->out.to[k] < end)
			join(c->set, file, c->out.to[k] - c->nunit);
}

/* May unit u load a file that nothing says it loads: by a name that is not known, or as a module that the tree does
 * not seem to have? */
static int
loads_more(const cone *c, uint32_t u)
{
	uint32_t all = c->nunit + c->p->nfile + (VX_ALLPY & 3);

	for (uint32_t k = c->out.at[u]; k < c->out.at[u + 1]; k++)
		if (c->out.to[k] == all)
			return 1;
	return (c->unit[u].flags & UNIT_LOADS) || (c->unit[u].hides && strcmp(c->unit[u].why, CONE_PROGRAM) != 0);
}

/* Fills near and more, by what is joined so far and tests, which one program loads. */
static int
by_imports(cone *c)
{
	uint32_t first = UINT32_MAX;

	for (uint32_t u = 0; u < c->nunit; u++)
		if (c->unit[u].flags & UNIT_ASIDE) {
			first = first == UINT32_MAX ? c->unit[u].file : first;
			join(c->set, c->unit[u].file, first);
		}
	if (!(c->near = malloc((c->p->nfile + 1) * sizeof *c->near)) || !(c->more = calloc(c->p->nfile + 1, 1)))
		return -1;
	for (uint32_t f = 0; f < c->p->nfile; f++)
		c->near[f] = set_of(c->set, f);
	for (uint32_t u = 0; u < c->nunit; u++)
		if (loads_more(c, u))
			c->more[c->near[c->unit[u].file]] = 1;
	for (uint32_t i = 0; i < c->plugged.n; i++) /* what the project needs or does without may be its own */
		c->more[c->near[c->unit[c->plugged.u[i].unit].file]] = 1;
	return 0;
}

static int
find_functions(cone *c)
{
	enum { FUNC = UNIT_PYTHON | UNIT_FUNC };

	if (!(c->function = malloc(((size_t)c->nunit + 1) * sizeof *c->function)))
		return -1;
	for (uint32_t u = 0; u < c->nunit; u++)
		if ((c->unit[u].flags & FUNC) == FUNC)
			c->function[c->nfunction++] = u;
	return 0;
}

int
cone_meets(cone *c)
{
	uint32_t end = c->nunit + c->p->nfile, all = end + (VX_ALLPY & 3), first = UINT32_MAX;

	if (find_functions(c) != 0 || !(c->set = malloc((c->p->nfile + 1) * sizeof *c->set)))
		return -1;
	for (uint32_t f = 0; f < c->p->nfile; f++)
		c->set[f] = f;
	for (uint32_t v = 0; v < end; v++)
		join_led(c, v < c->nunit ? c->unit[v].file : v - c->nunit, v);
	for (uint32_t v = end; v < c->nvertex; v++) /* a name that is a file's */
		for (uint32_t k = c->out.at[v]; k < c->out.at[v + 1]; k++)
			if (v != all && c->out.to[k] >= c->nunit && c->out.to[k] < end)
				for (uint32_t j = c->in.at[v]; j < c->in.at[v + 1]; j++)
					if (c->in.to[j] < c->nunit)
						join(c->set, c->unit[c->in.to[j]].file, c->out.to[k] - c->nunit);
	if (by_imports(c) != 0)
		return -1;
	for (uint32_t u = 0; u < c->nunit; u++) {
		int loads_all = (c->unit[u].flags & UNIT_LOADS) != 0, one = (c->unit[u].flags & UNIT_ASIDE) != 0; /* tests are loaded by what runs them */
		for (uint32_t k = c->out.at[u]; k < c->out.at[u + 1]; k++)
			loads_all |= c->out.to[k] == all;
		if (one || loads_all) {
			first = first == UINT32_MAX ? c->unit[u].file : first;
			join(c->set, c->unit[u].file, first);
		}
		for (uint32_t f = 0; loads_all && f < c->p->nfile; f++)
			join(c->set, f, first);
	}
	return 0;
}

int
cone_meet(const cone *c, uint32_t u, uint32_t v)
{
	enum { FUNC = UNIT_PYTHON | UNIT_FUNC };

	return c->any_module || !(c->unit[u].flags & UNIT_PYTHON) || (c->unit[v].flags & FUNC) != FUNC ||
	    set_of(c->set, c->unit[u].file) == set_of(c->set, c->unit[v].file);
}

int
cone_calls(const cone *c, uint32_t u, uint32_t v)
{
	enum { FUNC = UNIT_PYTHON | UNIT_FUNC };
	uint32_t set = c->near[c->unit[u].file];

	return !(c->unit[u].flags & UNIT_PYTHON) || (c->unit[v].flags & FUNC) != FUNC || c->more[set] || set == c->near[c->unit[v].file];
}

void
cone_back_any(const cone *c, cone_reach *r, uint32_t v)
{
	uint32_t dynamic = c->nunit + c->p->nfile + (VX_DYNAMIC & 3);

	for (uint32_t k = c->in.at[dynamic]; k < c->in.at[dynamic + 1]; k++)
		if (c->in.to[k] >= c->nunit || cone_meet(c, c->in.to[k], v))
			cone_visit(r, c->in.to[k]);
}

void
cone_any(const cone *c, cone_reach *r)
{
	for (uint32_t k = 0; k < c->nfunction; k++)
		if (r->seen[c->nunit + c->unit[c->function[k]].file])
			cone_visit(r, c->function[k]);
}
