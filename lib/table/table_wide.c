/* --wide: one key column's values spread into columns. */
#include <string.h>

#include "table_writers.h"

/* Where each row of a long table goes in the wide one. */
typedef struct {
	size_t col;         /* the column that is spread */
	size_t *group;      /* (rows) row of the wide table */
	size_t *value;      /* (rows) which value of the spread column */
	size_t *first;      /* (ngroup) first long row of each wide row */
	size_t *example;    /* (nvalue) first long row that has each value */
	size_t ngroup, nvalue, nkey, nval; /* nkey: without col; nval: statistics */
	as_keep keep;       /* of the arrays */
} pivot;

static int
same_cell(const table_cell *a, const table_cell *b)
{
	if (a->na || b->na)
		return a->na && b->na;
	if (a->type == AS_STR)
		return strcmp(a->v.s, b->v.s) == 0;
	return a->type == AS_REAL ? a->v.r == b->v.r : a->v.i == b->v.i;
}

static int
same_group(const as_table *t, size_t col, size_t a, size_t b)
{
	size_t j;

	for (j = 0; j < t->ncol; j++)
		if (t->col[j].key && j != col &&
		    !same_cell(&t->cell[a * t->ncol + j], &t->cell[b * t->ncol + j]))
			return 0;
	return 1;
}

/* Rows and values in order of first appearance. */
static int
pivot_plan(pivot *p, const as_table *t, const char *wide)
{
	size_t n = as_table_rows(t), i, k, j;

	memset(p, 0, sizeof *p);
	for (j = 0; j < t->ncol; j++) {
		if (t->col[j].key && strcmp(t->col[j].name, wide) == 0)
			p->col = j;
		else if (t->col[j].key)
			p->nkey++;
		else
			p->nval++;
	}
	p->group = as_alloc(&p->keep, n * sizeof *p->group);
	p->value = as_alloc(&p->keep, n * sizeof *p->value);
	p->first = as_alloc(&p->keep, n * sizeof *p->first);
	p->example = as_alloc(&p->keep, n * sizeof *p->example);
	if (p->keep.nomem)
		return -1;
	for (i = 0; i < n; i++) {
		const table_cell *c = &t->cell[i * t->ncol + p->col];

		for (k = 0; k < p->ngroup && !same_group(t, p->col, p->first[k], i); k++)
			;
		if (k == p->ngroup)
			p->first[p->ngroup++] = i;
		p->group[i] = k;
		for (k = 0; k < p->nvalue &&
		     !same_cell(&t->cell[p->example[k] * t->ncol + p->col], c); k++)
			;
		if (k == p->nvalue)
			p->example[p->nvalue++] = i;
		p->value[i] = k;
	}
	return 0;
}

/* The heading of a spread column: the value alone if there is one statistic. */
static char *
spread_name(grid *g, const as_table *t, const pivot *p, size_t stat, size_t k, int decimals)
{
	char *v = as_cell_text(&g->keep, &t->cell[p->example[k] * t->ncol + p->col], decimals);

	return p->nval > 1 ? as_text(&g->keep, "%s:%s", t->col[stat].name, v) : v;
}

static void
pivot_columns(grid *g, const as_table *t, const pivot *p, int decimals)
{
	size_t j, k, at = 0;

	for (j = 0; j < t->ncol; j++)
		if (t->col[j].key && j != p->col)
			as_grid_column(g, at++, t->col[j].name, &t->col[j]);
	for (j = 0; j < t->ncol; j++)
		for (k = 0; !t->col[j].key && k < p->nvalue; k++)
			as_grid_column(g, at++, spread_name(g, t, p, j, k, decimals), &t->col[j]);
}

/* Puts long row i into its wide row. 0, or -1: taken already. */
static int
pivot_row(grid *g, const as_table *t, const pivot *p, size_t i, int decimals)
{
	char **row = g->cell + p->group[i] * g->ncol;
	const table_cell *c = t->cell + i * t->ncol;
	size_t j, key = 0, stat = 0;

	for (j = 0; j < t->ncol; j++) {
		char **to;

		if (j == p->col)
			continue;
		if (t->col[j].key) {
			to = &row[key++];
			if (*to != NULL)
				continue;
		} else {
			to = &row[p->nkey + stat++ * p->nvalue + p->value[i]];
			if (*to != NULL)
				return -1;
		}
		*to = as_cell_text(&g->keep, &c[j], decimals);
	}
	return 0;
}

int
as_grid_wide(grid *g, const as_table *t, const as_style *s, as_err *e)
{
	pivot p;
	size_t i, n = as_table_rows(t);
	int rc = 0;

	if (pivot_plan(&p, t, s->wide) != 0 ||
	    as_grid_alloc(g, t, p.ngroup, p.nkey + p.nval * p.nvalue) != 0) {
		as_keep_free(&p.keep);
		return as_nomem(e);
	}
	pivot_columns(g, t, &p, s->decimals);
	for (i = 0; rc == 0 && i < n; i++)
		rc = pivot_row(g, t, &p, i, s->decimals);
	for (i = 0; i < g->nrow * g->ncol; i++)
		if (g->cell[i] == NULL)
			g->cell[i] = as_text(&g->keep, "-");
	as_keep_free(&p.keep);
	return rc == 0 ? 0 : as_fail(e, NULL, 0, "--wide %s: two rows have the same key", s->wide);
}
