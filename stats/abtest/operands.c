#include "operands.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "group.h"
#include "grow.h"
#include "intern.h"
#include "operand.h"
#include "unit.h"
#include "words.h"

enum { MOST_VALUES = 12, MOST_ROWS = 100000 };

static const char *const series[] = {"command", "benchmark"};
static const char *const no_group[] = {"status", "error", "index", "exit_code", "synthetic",
    "cold"};

/* Columns, and the values of each: MOST_VALUES + 1 of them if there are more than that. */
typedef struct { as_intern name, *value; size_t cap; } columns;

static void
free_columns(columns *c)
{
	for (size_t i = 0; i < c->name.n; i++)
		as_intern_free(&c->value[i]);
	free(c->value);
	as_intern_free(&c->name);
}

/* How many values a column has. */
static size_t
count(const columns *c, const char *name)
{
	uint32_t i = as_intern_find(&c->name, name, strlen(name));

	return i == UINT32_MAX ? 0 : c->value[i].n;
}

/* The number of a column, which is added if it is not there; UINT32_MAX: no memory. */
static uint32_t
column_of(columns *c, as_str name)
{
	uint32_t known = c->name.n, i;

	if (as_grow(&c->value, known, &c->cap, sizeof *c->value) != 0)
		return UINT32_MAX;
	if ((i = as_intern_id(&c->name, name.s, name.n)) == known)
		c->value[i] = (as_intern){0};
	return i;
}

/* Which of its own columns the file has in c, by the row's; UINT32_MAX: it is not looked at. */
static int
places(columns *c, const as_row *row, int series_only, uint32_t **at)
{
	uint32_t *more = realloc(*at, (row->ncol + 1) * sizeof *more);

	if (!more)
		return -1;
	*at = more;
	for (size_t i = 0; i < row->ncol; i++) {
		as_str name = row->header[i];

		more[i] = UINT32_MAX;
		if (series_only && !as_str_is(name, series[0]) && !as_str_is(name, series[1]))
			continue;
		if ((more[i] = column_of(c, name)) == UINT32_MAX)
			return -1;
	}
	return 0;
}

/* Adds the values of a file's columns, or of those alone that name its series. */
static int
look(columns *c, const char *path, const as_reading *how, int series_only, as_err *e)
{
	as_source *s;
	as_row row;
	uint32_t *at = NULL;
	unsigned serial = 0;
	int more = 0, nomem = 0;

	if (as_source_open(&s, path, how, e) != 0)
		return -1;
	for (size_t n = 0; n < MOST_ROWS && !nomem && (more = as_source_next(s, &row, e)) > 0; n++) {
		if (row.serial != serial)
			nomem = places(c, &row, series_only, &at) != 0;
		serial = row.serial;
		for (size_t i = 0; i < row.ncol && !nomem; i++)
			if (at[i] != UINT32_MAX && c->value[at[i]].n <= MOST_VALUES)
				nomem = as_intern_id(&c->value[at[i]], as_row_at(&row, i).s, as_row_at(&row, i).n) ==
				    UINT32_MAX;
	}
	free(at);
	as_source_close(s);
	return nomem ? as_nomem(e) : more < 0 ? -1 : 0;
}

static int
no_choice(const columns *c, as_err *e)
{
	char text[400] = "";
	size_t n = 0;

	for (size_t i = 0; i < c->name.n && n < sizeof text; i++) {
		const char *name = c->name.str[i];

		if (c->value[i].n > 1 && c->value[i].n <= MOST_VALUES && !AS_AMONG(name, no_group) &&
		    !as_unit_of_column((as_str){name, c->name.len[i]}))
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s (%zu values)", n ? ", " : "", name,
			    (size_t)c->value[i].n);
	}
	if (!n)
		return as_fail(e, NULL, 0, "-g is needed, but no column has 2 to %d values", MOST_VALUES);
	return as_fail(e, NULL, 0, "-g COLUMN is needed, to say what is compared; possible columns: %s",
	    text);
}

/* A file that is one side holds one series, or is compared within each. */
static int
one_series(const columns *c, const as_list *s, const char *path, as_err *e)
{
	for (size_t i = 0; i < 2; i++)
		if (count(c, series[i]) > 1 && !as_among(series[i], (const char *const *)s->v, s->n))
			return as_fail(e, path, 0,
			    "the file has several values of %s: give -s %s to compare within each, or -g %s to "
			    "compare them", series[i], series[i], series[i]);
	return 0;
}

int
ab_operands(as_opts *o, const as_list *s, char *const *paths, size_t n, int *by_file, as_err *e)
{
	columns all = {0};
	struct stat st;
	int rc = 0;

	*by_file = n == 2;
	if (n == 0)
		return as_fail(e, NULL, 0, "-g COLUMN is needed, to say what is compared");
	for (size_t i = 0; i < n && rc == 0; i++) {
		columns own = {0};

		/* what cannot be read twice is not looked at */
		if (strcmp(paths[i], "-") != 0 && (stat(paths[i], &st) != 0 || S_ISREG(st.st_mode)))
			rc = look(*by_file ? &own : &all, paths[i], &o->reading, *by_file, e);
		if (rc == 0 && *by_file)
			rc = one_series(&own, s, paths[i], e);
		free_columns(&own);
	}
	for (size_t i = 0; i < 2 && n == 1 && rc == 0 && !o->group.n; i++)
		if (count(&all, series[i]) == 2)
			rc = as_list_parse(&o->group, series[i], "-g", e);
	if (rc == 0 && !*by_file && !o->group.n)
		rc = no_choice(&all, e);
	free_columns(&all);
	return rc;
}

/* The length of a file's name without its suffix, as "old" of "old.csv.gz". */
static size_t
stem(const char *name)
{
	size_t n = strlen(name);

	if (as_ends_with(name, ".gz") || as_ends_with(name, ".zst"))
		n = (size_t)(strrchr(name, '.') - name);
	for (size_t i = n; i > 1; i--)
		if (name[i - 1] == '.')
			return i - 1;
	return n;
}

char **
ab_file_names(char *const *paths)
{
	char **name = calloc(2, sizeof *name);
	const char *base[2] = {as_base_name(paths[0]), as_base_name(paths[1])};
	size_t n[2] = {stem(base[0]), stem(base[1])};
	int same = n[0] == n[1] && memcmp(base[0], base[1], n[0]) == 0;

	for (size_t i = 0; name && i < 2; i++)
		name[i] = same ? strdup(paths[i]) : strndup(base[i], n[i]);
	if (name && name[0] && name[1])
		return name;
	as_group_names_free(name, 2);
	return NULL;
}
