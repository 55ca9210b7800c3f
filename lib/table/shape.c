/* What of a table is written: rows, names, one value. */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "nearest.h"
#include "num.h"
#include "shape_impl.h"

static void
pairs_free(as_pair *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(p[i].name);
	free(p);
}

void
as_shape_free(as_shape *s)
{
	for (size_t k = 0; k < s->nhaving; k++)
		as_condition_free(&s->having[k]);
	free(s->having);
	free(s->sort);
	pairs_free(s->with, s->nwith);
	pairs_free(s->name, s->nname);
	memset(s, 0, sizeof *s);
}

int
as_shape_given(const as_shape *s)
{
	return s->nhaving || s->nsort || s->nwith || s->nname || s->cell;
}

/* Appends NAME=VALUE, the first n bytes of arg; all should be as what says. */
static int
add_pair(as_pair **list, size_t *nlist, const char *arg, size_t n, const char *what,
    const char *all, as_err *e)
{
	size_t at = strcspn(arg, "=");
	char *name;

	if (at == 0 || at >= n)
		return as_fail(e, NULL, 0, "%s, not '%s'", what, all);
	if (as_grow_one(list, *nlist, sizeof **list) != 0 || !(name = strndup(arg, n)))
		return as_nomem(e);
	name[at] = '\0';
	(*list)[(*nlist)++] = (as_pair){name, name + at + 1};
	return 0;
}

int
as_shape_sort(as_shape *s, const char *arg, as_err *e)
{
	if (as_grow_one(&s->sort, s->nsort, sizeof *s->sort) != 0)
		return as_nomem(e);
	s->sort[s->nsort++] = arg;
	return 0;
}

int
as_shape_with(as_shape *s, const char *arg, as_err *e)
{
	return add_pair(&s->with, &s->nwith, arg, strlen(arg), "--with needs COL=VALUE", arg, e);
}

int
as_shape_rename(as_shape *s, const char *arg, as_err *e)
{
	static const char what[] = "--rename needs OLD=NEW";

	for (const char *p = arg;; p++) {
		size_t n = strcspn(p, ",");

		if (add_pair(&s->name, &s->nname, p, n, what, arg, e) != 0)
			return -1;
		if (!*s->name[s->nname - 1].value)
			return as_fail(e, NULL, 0, "%s, not '%s'", what, arg);
		if (!*(p += n))
			return 0;
	}
}

int
as_shape_no_column(const as_table *t, const char *option, const char *name, const char *nor,
    as_err *e)
{
	as_nearest near = as_nearest_to(name);

	for (size_t j = 0; j < t->ncol; j++)
		as_nearest_try(&near, (as_str){t->col[j].name, strlen(t->col[j].name)});
	return as_fail(e, NULL, 0, "%s %s: no such column%s%s", option, name, nor,
	    as_nearest_text(&near, ""));
}

int
as_cell_number(const table_cell *c, double *x)
{
	*x = c->type == AS_REAL ? c->v.r : (double)c->v.i;
	return !c->na && (c->type != AS_STR || as_num_parse(c->v.s, strlen(c->v.s), x) == AS_NUM_OK);
}

static int
holds(const table_cell *c, const as_condition *of)
{
	char buf[AS_NUM_BUF];
	const char *s = as_csv_text(c, buf);

	return as_condition_holds(of, (as_str){s, strlen(s)});
}

static int
take_rows(as_table *t, const as_shape *s, as_err *e)
{
	size_t kept = 0, rows = as_table_rows(t);

	for (size_t k = 0; k < s->nhaving; k++)
		if (as_table_find(t, s->having[k].col) == t->ncol)
			return as_shape_no_column(t, "--having", s->having[k].col, "", e);
	for (size_t i = 0; i < rows; i++) {
		table_cell *row = t->cell + i * t->ncol;
		int in = 1;

		for (size_t k = 0; k < s->nhaving && in; k++)
			in = holds(&row[as_table_find(t, s->having[k].col)], &s->having[k]);
		if (in)
			memmove(t->cell + kept++ * t->ncol, row, t->ncol * sizeof *row);
	}
	t->ncell = kept * t->ncol;
	return 0;
}

typedef struct { const as_table *t; const char *const *key; const size_t *col; size_t n; } order;

static int
is_nothing(const table_cell *c)
{
	return c->na || (c->type == AS_STR && !*c->v.s);
}

/* Numbers come before text, and what is not there last in both directions. */
static int
by_cell(const table_cell *a, const table_cell *b, int descending)
{
	char s[AS_NUM_BUF], t[AS_NUM_BUF];
	double x, y;
	int d, is_x = as_cell_number(a, &x), is_y = as_cell_number(b, &y);

	if (is_nothing(a) || is_nothing(b))
		return is_nothing(a) - is_nothing(b);
	d = is_x && is_y ? (x > y) - (x < y) : is_x != is_y ? is_y - is_x :
	    strcmp(as_csv_text(a, s), as_csv_text(b, t));
	return descending ? -d : d;
}

static int
by_row(const void *a, const void *b, void *arg)
{
	const order *o = arg;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;

	for (size_t k = 0; k < o->n; k++) {
		const table_cell *at = o->t->cell + o->col[k];
		int d = by_cell(at + i * o->t->ncol, at + j * o->t->ncol, *o->key[k] == '-');

		if (d != 0)
			return d;
	}
	return (i > j) - (i < j); /* rows that are alike stay in their order */
}

static int
sort_rows(as_table *t, const as_shape *s, as_err *e)
{
	size_t rows = as_table_rows(t), *row = calloc(rows + 1, sizeof *row);
	size_t *col = calloc(s->nsort, sizeof *col);
	table_cell *cell = calloc(t->ncell + 1, sizeof *cell);
	int rc = row && col && cell ? 0 : as_nomem(e);

	for (size_t k = 0; k < s->nsort && rc == 0; k++) {
		const char *name = s->sort[k] + (*s->sort[k] == '-');

		if ((col[k] = as_table_find(t, name)) == t->ncol)
			rc = as_shape_no_column(t, "--sort", name, "", e);
	}
	for (size_t i = 0; i < rows && rc == 0; i++)
		row[i] = i;
	if (rc == 0) {
		qsort_r(row, rows, sizeof *row, by_row, &(order){t, s->sort, col, s->nsort});
		for (size_t i = 0; i < rows; i++)
			memcpy(cell + i * t->ncol, t->cell + row[i] * t->ncol, t->ncol * sizeof *cell);
		memcpy(t->cell, cell, t->ncell * sizeof *cell);
	}
	free(row);
	free(col);
	free(cell);
	return rc;
}

/* The columns of --with stand first; the table is built anew behind them. */
static int
add_columns(as_table *t, const as_shape *s, as_err *e)
{
	size_t n = s->nwith, rows = as_table_rows(t), ncol = t->ncol + n;
	table_col *col = calloc(ncol, sizeof *col);
	table_cell *cell = calloc(rows * ncol + 1, sizeof *cell);

	if (!col || !cell) {
		free(col);
		free(cell);
		return as_nomem(e);
	}
	for (size_t j = 0; j < n; j++)
		col[j] = (table_col){s->with[j].name, AS_STR, 1, 0};
	memcpy(col + n, t->col, t->ncol * sizeof *col);
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < n; j++)
			cell[i * ncol + j] = (table_cell){.type = AS_STR, .v.s = s->with[j].value};
		memcpy(cell + i * ncol + n, t->cell + i * t->ncol, t->ncol * sizeof *cell);
	}
	free(t->col);
	free(t->cell);
	t->col = col;
	t->ncol = ncol;
	t->cell = cell;
	t->ncell = rows * ncol;
	t->cap = rows * ncol + 1;
	return 0;
}

/* All names are those of before, so two columns can change places. */
static int
rename_columns(as_table *t, const as_shape *s, as_err *e)
{
	for (size_t k = 0; k < s->nname; k++)
		if (as_table_find(t, s->name[k].name) == t->ncol)
			return as_shape_no_column(t, "--rename", s->name[k].name, "", e);
	for (size_t j = 0; j < t->ncol; j++) {
		size_t k = 0;

		while (k < s->nname && strcmp(t->col[j].name, s->name[k].name) != 0)
			k++;
		if (k < s->nname)
			t->col[j].name = s->name[k].value;
	}
	for (size_t j = 0; j < t->ncol; j++)
		if (as_table_find(t, t->col[j].name) != j)
			return as_fail(e, NULL, 0, "two columns are named '%s'", t->col[j].name);
	return 0;
}

int
as_shape_apply(as_table *t, const as_shape *s, as_err *e)
{
	/* what is wrong with the table itself, as_table_write says */
	if (t->keep.nomem || t->misuse[0] || t->ncol == 0 || t->ncell % t->ncol != 0)
		return 0;
	if ((s->nhaving && take_rows(t, s, e) != 0) || (s->nsort && sort_rows(t, s, e) != 0) ||
	    (s->nwith && add_columns(t, s, e) != 0))
		return -1;
	return s->nwith || s->nname ? rename_columns(t, s, e) : 0;
}
