#include <inttypes.h>
#include <string.h>

#include "num.h"
#include "shown.h"
#include "table_grid.h"

/* A copy as people may see it. */
static char *
shown(as_keep *keep, const char *s)
{
	char *out = as_text(keep, "%s", s);

	as_shown(out);
	return out;
}

char *
as_cell_text(as_keep *keep, const table_cell *c, int decimals)
{
	char buf[AS_NUM_BUF];

	if (c->na)
		return as_text(keep, "-");
	switch (c->type) {
	case AS_STR:
		return shown(keep, c->v.s);
	case AS_INT:
		return as_text(keep, "%" PRId64, c->v.i);
	case AS_REAL:
		if (c->tiny)
			return as_text(keep, "<1e-300");
		if (decimals < 0)
			as_num_digits(buf, c->v.r, AS_DIGITS);
		else
			as_num_fixed(buf, c->v.r, decimals);
		return as_text(keep, "%s", buf);
	case AS_BOOL:
		break;
	}
	return as_text(keep, c->v.i ? "yes" : "no");
}

int
as_grid_alloc(grid *g, const as_table *t, size_t nrow, size_t ncol)
{
	*g = (grid){.nrow = nrow, .ncol = ncol, .nnote = t->nnote};
	if (ncol > 0 && nrow > SIZE_MAX / 2 / sizeof *g->cell / ncol)
		return -1;
	g->col = as_alloc(&g->keep, ncol * sizeof *g->col);
	g->cell = as_alloc(&g->keep, nrow * ncol * sizeof *g->cell);
	g->note = as_alloc(&g->keep, t->nnote * sizeof *g->note);
	if (g->keep.nomem)
		return -1;
	for (size_t i = 0; i < t->nnote; i++)
		g->note[i] = shown(&g->keep, t->note[i]);
	g->head = t->head ? shown(&g->keep, t->head) : NULL;
	return 0;
}

void
as_grid_column(grid *g, size_t j, const char *name, const table_col *c)
{
	g->col[j] = (grid_col){shown(&g->keep, name), c->type == AS_INT || c->type == AS_REAL, c->key};
}

int
as_is_interval(const char *lo, const char *hi)
{
	size_t n = strlen(lo);

	return n > 3 && strlen(hi) == n && strncmp(lo, hi, n - 3) == 0 && strcmp(lo + n - 3, "_lo") == 0 &&
	    strcmp(hi + n - 3, "_hi") == 0;
}

static int
is_interval(const grid *g, size_t j)
{
	return as_is_interval(g->col[j].name, g->col[j + 1].name) && g->col[j].right &&
	    g->col[j + 1].right && !g->col[j].key && !g->col[j + 1].key;
}

static void
remove_column(grid *g, size_t j)
{
	size_t to = 0;

	for (size_t i = 0; i < g->nrow * g->ncol; i++)
		if (i % g->ncol != j)
			g->cell[to++] = g->cell[i];
	memmove(&g->col[j], &g->col[j + 1], (g->ncol - j - 1) * sizeof *g->col);
	g->ncol--;
}

void
as_grid_intervals(grid *g)
{
	for (size_t j = 0; j + 1 < g->ncol; j++) {
		if (!is_interval(g, j))
			continue;
		g->col[j].name = as_text(&g->keep, "%s..hi", g->col[j].name);
		for (size_t i = j; i < g->nrow * g->ncol; i += g->ncol)
			if (strcmp(g->cell[i], "-") != 0 || strcmp(g->cell[i + 1], "-") != 0)
				g->cell[i] = as_text(&g->keep, "[%s, %s]", g->cell[i], g->cell[i + 1]);
		remove_column(g, j + 1);
	}
}
