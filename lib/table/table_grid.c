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
		if (decimals < 0)
			as_num_digits(buf, c->v.r, AS_DIGITS);
		else
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
	int bad;

	memset(g, 0, sizeof *g);
	if (ncol > 0 && nrow > (SIZE_MAX - 1) / ncol)
		return as_nomem(e);
	g->nrow = nrow;
	g->ncol = ncol;
	g->nnote = t->nnote;
	g->col = calloc(ncol + 1, sizeof *g->col);
	g->cell = calloc(nrow * ncol + 1, sizeof *g->cell);
	g->note = calloc(t->nnote + 1, sizeof *g->note);
	bad = g->col == NULL || g->cell == NULL || g->note == NULL ||
	    (t->head && (g->head = shown(t->head)) == NULL);
	for (size_t i = 0; i < t->nnote && !bad; i++)
		bad = (g->note[i] = shown(t->note[i])) == NULL;
	if (!bad)
		return 0;
	as_grid_free(g);
	return as_nomem(e);
}

int
as_grid_column(grid *g, size_t j, const char *name, const table_col *c)
{
	g->col[j].name = shown(name);
	g->col[j].right = c->type == AS_INT || c->type == AS_REAL;
	g->col[j].key = c->key;
	return g->col[j].name ? 0 : -1;
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
		if (i % g->ncol == j)
			free(g->cell[i]);
		else
			g->cell[to++] = g->cell[i];
	free(g->col[j].name);
	memmove(&g->col[j], &g->col[j + 1], (g->ncol - j - 1) * sizeof *g->col);
	for (size_t i = to; i < g->nrow * g->ncol; i++)
		g->cell[i] = NULL;
	g->ncol--;
}

/* Puts the text in place of *at, which it frees. */
static int __attribute__((format(printf, 2, 0)))
replace(char **at, const char *fmt, const char *a, const char *b)
{
	char *s;

	if (asprintf(&s, fmt, a, b) < 0)
		return -1;
	free(*at);
	*at = s;
	return 0;
}

int
as_grid_intervals(grid *g)
{
	for (size_t j = 0; j + 1 < g->ncol; j++) {
		if (!is_interval(g, j))
			continue;
		if (replace(&g->col[j].name, "%s..%s", g->col[j].name, "hi") != 0)
			return -1;
		for (size_t i = j; i < g->nrow * g->ncol; i += g->ncol)
			if ((strcmp(g->cell[i], "-") != 0 || strcmp(g->cell[i + 1], "-") != 0) &&
			    replace(&g->cell[i], "[%s, %s]", g->cell[i], g->cell[i + 1]) != 0)
				return -1;
		remove_column(g, j + 1);
	}
	return 0;
}
