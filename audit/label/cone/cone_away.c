/* cone_away.c - see cone_impl.h: what code of C names that the preprocessor leaves out for another system. What
 * hides something does not count there, and so none that only such code leads to; but what compiles does. */
#include "cone_impl.h"

#include <stdlib.h>

static int
sort_by(cone *c, edges *e, int turned)
{
	e->at = calloc(c->nvertex + 2, sizeof *e->at);
	e->to = malloc((c->npair + 1) * sizeof *e->to);
	if (!e->at || !e->to)
		return -1;
	for (size_t i = 0; i < c->npair; i++)
		e->at[cone_vertex(c, (uint32_t)(turned ? c->pair[i] : c->pair[i] >> 32)) + 2]++;
	for (uint32_t v = 0; v < c->nvertex; v++)
		e->at[v + 2] += e->at[v + 1];
	for (size_t i = 0; i < c->npair; i++) {
		uint32_t a = (uint32_t)(c->pair[i] >> 32), b = (uint32_t)c->pair[i];
		e->to[e->at[cone_vertex(c, turned ? b : a) + 1]++] = cone_vertex(c, turned ? a : b);
	}
	return 0;
}

static int
sort_edges(cone *c)
{
	return sort_by(c, &c->out, 0) != 0 || sort_by(c, &c->in, 1) != 0 ? -1 : 0;
}

void
cone_unjoin(cone *c)
{
	free(c->out.at);
	free(c->out.to);
	free(c->in.at);
	free(c->in.to);
	free(c->leads);
	free(c->named);
	c->out = c->in = (edges){NULL, NULL};
	c->leads = c->named = NULL;
}

int
cone_join(cone *c)
{
	size_t near = c->npair;

	for (uint32_t i = 0; i < c->far.n; i++)
		cone_edge(c, c->far.u[i].unit, VX_NAME | c->far.u[i].name);
	if (c->nomem || sort_edges(c) != 0)
		return -1;
	if (!c->far.n)
		return 0;
	if (cone_leads_names(c) != 0)
		return -1;
	c->npair = near;
	for (uint32_t i = 0; i < c->far.n; i++)
		if (c->named[c->far.u[i].name] & 3)
			cone_edge(c, c->far.u[i].unit, VX_NAME | c->far.u[i].name);
	cone_unjoin(c);
	return c->nomem ? -1 : sort_edges(c);
}
