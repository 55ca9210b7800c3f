/* --cell: one value in place of the table. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "num.h"
#include "shape_impl.h"

enum { ONE, MIN, MAX, SUM, LIST, DISTINCT }; /* the functions */

/* How many texts the column has, or -1: no memory. */
static int
put_distinct(const as_table *t, size_t j, FILE *fp)
{
	as_intern seen = {0};
	char buf[AS_NUM_BUF];
	int rc = 0;

	for (size_t i = 0; i < as_table_rows(t) && rc == 0; i++) {
		const char *s = as_csv_text(&t->cell[i * t->ncol + j], buf);

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
		fprintf(fp, "%s%s", i ? " " : "", as_csv_text(&t->cell[i * t->ncol + j], buf));
}

/* What becomes of all numbers of the column; -1: there is none. */
static int
put_number(const as_table *t, size_t j, int function, FILE *fp)
{
	double x, y = 0;
	char buf[AS_NUM_BUF];
	size_t n = 0;

	for (size_t i = 0; i < as_table_rows(t); i++) {
		if (!as_cell_number(&t->cell[i * t->ncol + j], &x))
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
	size_t n = strcspn(cell, "("), len = strlen(cell), j = as_table_find(t, cell);
	char *name;

	*function = ONE;
	if (j < t->ncol || n == len || cell[len - 1] != ')')
		return j;
	for (int k = MIN; k <= DISTINCT; k++)
		if (strlen(names[k]) == n && strncmp(cell, names[k], n) == 0)
			*function = k;
	if (*function == ONE || !(name = strndup(cell + n + 1, len - n - 2)))
		return j;
	j = as_table_find(t, name);
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
		return as_shape_no_column(t, "--cell", s->cell, " or function", e);
	if (rows == 0)
		return as_fail(e, NULL, 0, "--cell %s: the result has no row", s->cell);
	if (function == ONE && rows > 1)
		return as_fail(e, NULL, 0, "--cell %s: the result has %zu rows, not one", s->cell, rows);
	if (function == LIST)
		put_list(t, j, fp);
	else if (function == DISTINCT)
		rc = put_distinct(t, j, fp);
	else if (function == ONE)
		fputs(as_csv_text(&t->cell[j], buf), fp);
	else if (put_number(t, j, function, fp) != 0)
		return as_fail(e, NULL, 0, "--cell %s: the column has no number", s->cell);
	putc('\n', fp);
	return rc == 0 ? 0 : as_nomem(e);
}
