/* --wide: one key column's values spread into columns. */
#include <stdlib.h>
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

static void
pivot_free(pivot *p)
{
	free(p->group);
	free(p->value);
	free(p->first);
	free(p->example);
}

/* Rows and values in order of first appearance. */
static int
pivot_plan(pivot *p, const as_table *t, const char *wide, as_err *e)
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
	p->group = calloc(n + 1, sizeof *p->group);
	p->value = calloc(n + 1, sizeof *p->value);
	p->first = calloc(n + 1, sizeof *p->first);
	p->example = calloc(n + 1, sizeof *p->example);
	if (p->group == NULL || p->value == NULL || p->first == NULL || p->example == NULL) {
		pivot_free(p);
		return as_nomem(e);
	}
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
spread_name(const as_table *t, const pivot *p, size_t stat, size_t k, int decimals)
{
	char *v = as_cell_text(&t->cell[p->example[k] * t->ncol + p->col], decimals), *s = NULL;

	if (v != NULL && p->nval > 1) {
		if (asprintf(&s, "%s:%s", t->col[stat].name, v) < 0)
			s = NULL;
		free(v);
		return s;
	}
	return v;
}

static int
pivot_columns(grid *g, const as_table *t, const pivot *p, int decimals)
{
	size_t j, k, at = 0;

	for (j = 0; j < t->ncol; j++)
		if (t->col[j].key && j != p->col &&
		    as_grid_column(g, at++, t->col[j].name, &t->col[j]) != 0)
			return -1;
	for (j = 0; j < t->ncol; j++)
		for (k = 0; !t->col[j].key && k < p->nvalue; k++) {
			char *name = spread_name(t, p, j, k, decimals);
			int bad = name == NULL || as_grid_column(g, at++, name, &t->col[j]) != 0;

			free(name);
			if (bad)
				return -1;
		}
	return 0;
}

/* Puts long row i into its wide row. 0, or -1: no memory, 1: taken already. */
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
				return 1;
		}
		if ((*to = as_cell_text(&c[j], decimals)) == NULL)
			return -1;
	}
	return 0;
}

int
as_grid_wide(grid *g, const as_table *t, const as_style *s, as_err *e)
{
	pivot p;
	size_t i, n = as_table_rows(t);
	int st = 0;

	if (pivot_plan(&p, t, s->wide, e) != 0)
		return -1;
	if (as_grid_alloc(g, t, p.ngroup, p.nkey + p.nval * p.nvalue, e) != 0) {
		pivot_free(&p);
		return -1;
	}
	st = pivot_columns(g, t, &p, s->decimals);
	for (i = 0; st == 0 && i < n; i++)
		st = pivot_row(g, t, &p, i, s->decimals);
	for (i = 0; st == 0 && i < g->nrow * g->ncol; i++)
		if (g->cell[i] == NULL && (g->cell[i] = strdup("-")) == NULL)
			st = -1;
	pivot_free(&p);
	if (st == 0)
		return 0;
	as_grid_free(g);
	return st < 0 ? as_nomem(e) :
	    as_fail(e, NULL, 0, "--wide %s: two rows have the same key", s->wide);
}
