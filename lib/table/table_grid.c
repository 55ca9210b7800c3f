#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "shown.h"
#include "table_grid.h"

/* A copy as people may see it; NULL: no memory. */
static char *
shown(const char *s)
{
	char *out = strdup(s);

	if (out)
		as_shown(out);
	return out;
}

char *
as_cell_text(const table_cell *c, int decimals)
{
	char buf[AS_NUM_BUF];

	if (c->na)
		return strdup("-");
	switch (c->type) {
	case AS_STR:
		return shown(c->v.s);
	case AS_INT:
		snprintf(buf, sizeof buf, "%" PRId64, c->v.i);
		return strdup(buf);
	case AS_REAL:
		if (c->tiny)
			return strdup("<1e-300");
		as_num_fixed(buf, c->v.r, decimals);
		return strdup(buf);
	case AS_BOOL:
		break;
	}
	return strdup(c->v.i ? "yes" : "no");
}

void
as_grid_free(grid *g)
{
	size_t i;

	for (i = 0; g->col != NULL && i < g->ncol; i++)
		free(g->col[i].name);
	for (i = 0; g->cell != NULL && i < g->nrow * g->ncol; i++)
		free(g->cell[i]);
	for (i = 0; g->note != NULL && i < g->nnote; i++)
		free(g->note[i]);
	free(g->col);
	free(g->cell);
	free(g->note);
	free(g->head);
}

/* One element more everywhere, since calloc(0) may give NULL. */
int
as_grid_alloc(grid *g, const as_table *t, size_t nrow, size_t ncol, as_err *e)
{
	size_t i;

	memset(g, 0, sizeof *g);
	if (ncol > 0 && nrow > (SIZE_MAX - 1) / ncol)
		return as_nomem(e);
	g->nrow = nrow;
	g->ncol = ncol;
	g->nnote = t->nnote;
	g->col = calloc(ncol + 1, sizeof *g->col);
	g->cell = calloc(nrow * ncol + 1, sizeof *g->cell);
	g->note = calloc(t->nnote + 1, sizeof *g->note);
	if (g->col == NULL || g->cell == NULL || g->note == NULL) {
		as_grid_free(g);
		return as_nomem(e);
	}
	for (i = 0; i < t->nnote; i++)
		if ((g->note[i] = shown(t->note[i])) == NULL) {
			as_grid_free(g);
			return as_nomem(e);
		}
	if (t->head && (g->head = shown(t->head)) == NULL) {
		as_grid_free(g);
		return as_nomem(e);
	}
	return 0;
}

int
as_grid_column(grid *g, size_t j, const char *name, const table_col *c)
{
	g->col[j].name = shown(name);
	g->col[j].right = c->type == AS_INT || c->type == AS_REAL;
	g->col[j].key = c->key;
	return g->col[j].name ? 0 : -1;
}
