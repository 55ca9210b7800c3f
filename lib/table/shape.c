/* What of a table is written: rows, names, one value. */
#include "shape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "nearest.h"
#include "num.h"
#include "table_cells.h"

enum { ONE, MIN, MAX, SUM, LIST, DISTINCT }; /* the functions of --cell */

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
	pairs_free(s->with, s->nwith);
	pairs_free(s->name, s->nname);
	memset(s, 0, sizeof *s);
}

int
as_shape_given(const as_shape *s)
{
	return s->nhaving || s->nwith || s->nname || s->cell;
}

/* Appends the first n bytes of arg, split at the first '='. */
static int
add_pair(as_pair **list, size_t *nlist, const char *arg, size_t n, as_err *e)
{
	as_pair *p = realloc(*list, (*nlist + 1) * sizeof *p);
	size_t at = strcspn(arg, "=");

	if (!p)
		return as_nomem(e);
	*list = p;
	p += *nlist;
	if (at == 0 || at >= n)
		return -1;
	if (!(p->name = strndup(arg, n)))
		return as_nomem(e);
	p->value = p->name + at + 1;
	p->name[at] = '\0';
	++*nlist;
	return 0;
}

int
as_shape_having(as_shape *s, const char *arg, as_err *e)
{
	as_condition *c = realloc(s->having, (s->nhaving + 1) * sizeof *c);

	if (!c)
		return as_nomem(e);
	s->having = c;
	if (as_condition_parse(&c[s->nhaving], "--having", arg, 0, e) != 0)
		return -1;
	s->nhaving++;
	return 0;
}

int
as_shape_with(as_shape *s, const char *arg, as_err *e)
{
	e->msg[0] = '\0';
	if (add_pair(&s->with, &s->nwith, arg, strlen(arg), e) != 0)
		return e->msg[0] ? -1 : as_fail(e, NULL, 0, "--with wants COL=VALUE, not '%s'", arg);
	return 0;
}

int
as_shape_rename(as_shape *s, const char *arg, as_err *e)
{
	for (const char *p = arg;; ) {
		size_t n = strcspn(p, ",");

		e->msg[0] = '\0';
		if (add_pair(&s->name, &s->nname, p, n, e) != 0)
			return e->msg[0] ? -1 : as_fail(e, NULL, 0, "--rename wants OLD=NEW, not '%s'", arg);
		if (!*s->name[s->nname - 1].value)
			return as_fail(e, NULL, 0, "--rename wants OLD=NEW, not '%s'", arg);
		if (!p[n])
			return 0;
		p += n + 1;
	}
}

static size_t
column_of(const as_table *t, const char *name)
{
	size_t j = 0;

	while (j < t->ncol && strcmp(t->col[j].name, name) != 0)
		j++;
	return j;
}

static int
no_column(const as_table *t, const char *option, const char *name, const char *nor, as_err *e)
{
	as_nearest near = as_nearest_to(name);

	for (size_t j = 0; j < t->ncol; j++)
		as_nearest_try(&near, (as_str){t->col[j].name, strlen(t->col[j].name)});
	return as_fail(e, NULL, 0, "%s %s: no such column%s%s", option, name, nor,
	    as_nearest_text(&near, ""));
}

/* A cell as CSV has it, before quoting; buf is used for numbers. */
static const char *
text_of(const table_cell *c, char buf[AS_NUM_BUF])
{
	if (c->na)
		return "";
	if (c->type == AS_STR)
		return c->v.s;
	if (c->type == AS_REAL)
		as_num_format(buf, c->v.r);
	else
		snprintf(buf, AS_NUM_BUF, "%" PRId64, c->v.i);
	return buf;
}

/* Is the cell a number? */
static int
number_of(const table_cell *c, double *x)
{
	char buf[AS_NUM_BUF];
	const char *s = text_of(c, buf);

	return as_num_parse(s, strlen(s), x) == AS_NUM_OK;
}

static int
holds(const table_cell *c, const as_condition *of)
{
	char buf[AS_NUM_BUF];
	const char *s = text_of(c, buf);

	return as_condition_holds(of, (as_str){s, strlen(s)});
}

static void
cell_free(table_cell *c)
{
	if (c->type == AS_STR && !c->na)
		free(c->v.s);
}

static int
take_rows(as_table *t, const as_shape *s, as_err *e)
{
	size_t kept = 0, rows = as_table_rows(t);

	for (size_t k = 0; k < s->nhaving; k++)
		if (column_of(t, s->having[k].col) == t->ncol)
			return no_column(t, "--having", s->having[k].col, "", e);
	for (size_t i = 0; i < rows; i++) {
		table_cell *row = t->cell + i * t->ncol;
		int in = 1;

		for (size_t k = 0; k < s->nhaving && in; k++)
			in = holds(&row[column_of(t, s->having[k].col)], &s->having[k]);
		for (size_t j = 0; j < t->ncol; j++) {
			if (in)
				t->cell[kept * t->ncol + j] = row[j];
			else
				cell_free(&row[j]);
		}
		kept += (size_t)in;
	}
	t->ncell = kept * t->ncol;
	return 0;
}

/* The columns of --with stand first; the table is built anew behind them. */
static int
add_columns(as_table *t, const as_shape *s, as_err *e)
{
	size_t n = s->nwith, rows = as_table_rows(t), ncol = t->ncol + n;
	table_col *col = calloc(ncol, sizeof *col);
	table_cell *cell = calloc(rows * ncol + 1, sizeof *cell);
	int rc = 0;

	if (!col || !cell) {
		free(col);
		free(cell);
		return as_nomem(e);
	}
	for (size_t j = 0; j < n; j++) {
		col[j] = (table_col){strdup(s->with[j].name), AS_STR, 1, 0};
		rc |= !col[j].name;
	}
	memcpy(col + n, t->col, t->ncol * sizeof *col);
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < n; j++) {
			table_cell *c = &cell[i * ncol + j];

			*c = (table_cell){.type = AS_STR, .v.s = strdup(s->with[j].value)};
			c->na = !c->v.s;
			rc |= c->na;
		}
		memcpy(cell + i * ncol + n, t->cell + i * t->ncol, t->ncol * sizeof *cell);
	}
	free(t->col);
	free(t->cell);
	*t = (as_table){.col = col, .ncol = ncol, .cell = cell, .ncell = rows * ncol,
	    .cap = rows * ncol + 1, .def = t->def, .ndef = t->ndef, .note = t->note, .nnote = t->nnote};
	return rc ? as_nomem(e) : 0;
}

/* All names are those of before, so two columns can change places. */
static int
rename_columns(as_table *t, const as_shape *s, as_err *e)
{
	for (size_t k = 0; k < s->nname; k++)
		if (column_of(t, s->name[k].name) == t->ncol)
			return no_column(t, "--rename", s->name[k].name, "", e);
	for (size_t j = 0; j < t->ncol; j++) {
		char *name = NULL;

		for (size_t k = 0; k < s->nname && !name; k++)
			if (strcmp(t->col[j].name, s->name[k].name) == 0 && !(name = strdup(s->name[k].value)))
				return as_nomem(e);
		if (!name)
			continue;
		free(t->col[j].name);
		t->col[j].name = name;
	}
	for (size_t j = 0; j < t->ncol; j++)
		if (column_of(t, t->col[j].name) != j)
			return as_fail(e, NULL, 0, "two columns are named '%s'", t->col[j].name);
	return 0;
}

int
as_shape_apply(as_table *t, const as_shape *s, as_err *e)
{
	/* what is wrong with the table itself, as_table_write says */
	if (t->nomem || t->misuse[0] || t->ncol == 0 || t->ncell % t->ncol != 0)
		return 0;
	if ((s->nhaving && take_rows(t, s, e) != 0) || (s->nwith && add_columns(t, s, e) != 0))
		return -1;
	return s->nwith || s->nname ? rename_columns(t, s, e) : 0;
}

/* How many texts the column has, or -1: no memory. */
static int
put_distinct(const as_table *t, size_t j, FILE *fp)
{
	as_intern seen = {0};
	char buf[AS_NUM_BUF];
	int rc = 0;

	for (size_t i = 0; i < as_table_rows(t) && rc == 0; i++) {
		const char *s = text_of(&t->cell[i * t->ncol + j], buf);

		rc = as_intern_id(&seen, s, strlen(s)) == UINT32_MAX ? -1 : 0;
	}
	if (rc == 0)
		fprintf(fp, "%" PRIu32, seen.n);
	as_intern_free(&seen);
	return rc;
}

static void
put_list(const as_table *t, size_t j, FILE *fp)
{
	char buf[AS_NUM_BUF];

	for (size_t i = 0; i < as_table_rows(t); i++)
		fprintf(fp, "%s%s", i ? " " : "", text_of(&t->cell[i * t->ncol + j], buf));
}

/* What becomes of all numbers of the column; -1: there is none. */
static int
put_number(const as_table *t, size_t j, int function, FILE *fp)
{
	double x, y = 0;
	char buf[AS_NUM_BUF];
	size_t n = 0;

	for (size_t i = 0; i < as_table_rows(t); i++) {
		if (!number_of(&t->cell[i * t->ncol + j], &x))
			continue;
		if (function == SUM)
			y += x;
		else if (n == 0 || (function == MIN ? x < y : x > y))
			y = x;
		n++;
	}
	as_num_format(buf, y);
	fputs(n ? buf : "", fp);
	return n ? 0 : -1;
}

/* COL or FUNCTION(COL): the column, ncol if there is none, and the function. */
static size_t
parse_cell(const as_table *t, const char *cell, int *function)
{
	static const char *const names[] =
	    {[MIN] = "min", [MAX] = "max", [SUM] = "sum", [LIST] = "list", [DISTINCT] = "distinct"};
	size_t n = strcspn(cell, "("), len = strlen(cell), j = column_of(t, cell);
	char *name;

	*function = ONE;
	if (j < t->ncol || n == len || cell[len - 1] != ')')
		return j;
	for (int k = MIN; k <= DISTINCT; k++)
		if (strlen(names[k]) == n && strncmp(cell, names[k], n) == 0)
			*function = k;
	if (*function == ONE || !(name = strndup(cell + n + 1, len - n - 2)))
		return j;
	j = column_of(t, name);
	free(name);
	return j;
}

int
as_shape_cell(const as_table *t, const as_shape *s, FILE *fp, as_err *e)
{
	static const as_style plain = {0};
	size_t rows = as_table_rows(t), j;
	char buf[AS_NUM_BUF];
	int function, rc = 0;

	if (as_table_check(t, &plain, e) != 0)
		return -1;
	if (strcmp(s->cell, "count()") == 0) {
		fprintf(fp, "%zu\n", rows);
		return 0;
	}
	if ((j = parse_cell(t, s->cell, &function)) == t->ncol)
		return no_column(t, "--cell", s->cell, " or function", e);
	if (rows == 0)
		return as_fail(e, NULL, 0, "--cell %s: no row is left", s->cell);
	if (function == ONE && rows > 1)
		return as_fail(e, NULL, 0, "--cell %s: %zu rows are left, not one", s->cell, rows);
	if (function == LIST)
		put_list(t, j, fp);
	else if (function == DISTINCT)
		rc = put_distinct(t, j, fp);
	else if (function == ONE)
		fputs(text_of(&t->cell[j], buf), fp);
	else if (put_number(t, j, function, fp) != 0)
		return as_fail(e, NULL, 0, "--cell %s: the column has no number", s->cell);
	putc('\n', fp);
	return rc == 0 ? 0 : as_nomem(e);
}
