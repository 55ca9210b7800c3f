#include "operands.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "group.h"
#include "operand.h"
#include "unit.h"
#include "words.h"

enum { MOST_VALUES = 12, MOST_ROWS = 100000 };

static const char *const series[] = {"command", "benchmark"};
static const char *const no_group[] = {"status", "error", "index", "exit_code", "synthetic",
    "cold"};

typedef struct {
	char *name, *value[MOST_VALUES + 1];
	size_t n; /* MOST_VALUES + 1: more than that */
} column;

typedef struct { column *v; size_t n; } columns;

static void
free_columns(columns *c)
{
	for (size_t i = 0; i < c->n; i++) {
		for (size_t k = 0; k < c->v[i].n; k++)
			free(c->v[i].value[k]);
		free(c->v[i].name);
	}
	free(c->v);
}

static column *
find(const columns *c, as_str name)
{
	for (size_t i = 0; i < c->n; i++)
		if (strlen(c->v[i].name) == name.n && memcmp(c->v[i].name, name.s, name.n) == 0)
			return &c->v[i];
	return NULL;
}

static const column *
named(const columns *c, const char *name)
{
	return find(c, (as_str){name, strlen(name)});
}

static column *
column_of(columns *c, as_str name)
{
	column *more = find(c, name);

	if (more)
		return more;
	if (!(more = realloc(c->v, (c->n + 1) * sizeof *more)))
		return NULL;
	c->v = more;
	c->v[c->n] = (column){.name = strndup(name.s, name.n)};
	return c->v[c->n].name ? &c->v[c->n++] : NULL;
}

static int
add_value(column *c, as_str s)
{
	for (size_t k = 0; k < c->n; k++)
		if (strlen(c->value[k]) == s.n && memcmp(c->value[k], s.s, s.n) == 0)
			return 0;
	if (c->n > MOST_VALUES)
		return 0;
	if (!(c->value[c->n] = strndup(s.s, s.n)))
		return -1;
	c->n++;
	return 0;
}

/* Which of its own columns the file has in c, by the row's; SIZE_MAX: it is not looked at. */
static int
places(columns *c, const as_row *row, int series_only, size_t **at)
{
	size_t *more = realloc(*at, (row->ncol + 1) * sizeof *more);

	if (!more)
		return -1;
	*at = more;
	for (size_t i = 0; i < row->ncol; i++) {
		as_str name = row->header[i];
		column *k = NULL;

		more[i] = SIZE_MAX;
		if (series_only && !as_str_is(name, series[0]) && !as_str_is(name, series[1]))
			continue;
		if (!(k = column_of(c, name)))
			return -1;
		more[i] = (size_t)(k - c->v);
	}
	return 0;
}

/* Adds the values of a file's columns, or of those alone that name its series. */
static int
look(columns *c, const char *path, const as_reading *how, int series_only, as_err *e)
{
	as_source *s;
	as_row row;
	size_t *at = NULL;
	unsigned serial = 0;
	int more = 0, nomem = 0;

	if (as_source_open(&s, path, how, e) != 0)
		return -1;
	for (size_t n = 0; n < MOST_ROWS && !nomem && (more = as_source_next(s, &row, e)) > 0; n++) {
		if (row.serial != serial)
			nomem = places(c, &row, series_only, &at) != 0;
		serial = row.serial;
		for (size_t i = 0; i < row.ncol && !nomem; i++)
			if (at[i] != SIZE_MAX)
				nomem = add_value(&c->v[at[i]], as_row_at(&row, i)) != 0;
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

	for (size_t i = 0; i < c->n && n < sizeof text; i++)
		if (c->v[i].n > 1 && c->v[i].n <= MOST_VALUES && !AS_AMONG(c->v[i].name, no_group) &&
		    !as_unit_of_column((as_str){c->v[i].name, strlen(c->v[i].name)}))
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s (%zu values)", n ? ", " : "",
			    c->v[i].name, c->v[i].n);
	if (!n)
		return as_fail(e, NULL, 0, "-g is needed, but no column has 2 to %d values", MOST_VALUES);
	return as_fail(e, NULL, 0, "-g COLUMN is needed, to say what is compared; possible columns: %s",
	    text);
}

/* A file that is one side holds one series, or is compared within each. */
static int
one_series(const columns *c, const as_list *s, const char *path, as_err *e)
{
	for (size_t i = 0; i < 2; i++) {
		const column *k = named(c, series[i]);

		if (k && k->n > 1 && !as_among(series[i], (const char *const *)s->v, s->n))
			return as_fail(e, path, 0,
			    "the file has several values of %s: give -s %s to compare within each, or -g %s to "
			    "compare them",
			    series[i], series[i], series[i]);
	}
	return 0;
}

int
ab_operands(as_opts *o, const as_list *s, char *const *paths, size_t n, int *by_file, as_err *e)
{
	columns all = {NULL, 0};
	struct stat st;
	int rc = 0;

	*by_file = n == 2;
	if (n == 0)
		return as_fail(e, NULL, 0, "-g COLUMN is needed, to say what is compared");
	for (size_t i = 0; i < n && rc == 0; i++) {
		columns own = {NULL, 0};

		/* what cannot be read twice is not looked at */
		if (strcmp(paths[i], "-") != 0 && (stat(paths[i], &st) != 0 || S_ISREG(st.st_mode)))
			rc = look(*by_file ? &own : &all, paths[i], &o->reading, *by_file, e);
		if (rc == 0 && *by_file)
			rc = one_series(&own, s, paths[i], e);
		free_columns(&own);
	}
	for (size_t i = 0; i < 2 && n == 1 && rc == 0 && !o->group.n; i++) {
		const column *k = named(&all, series[i]);

		if (k && k->n == 2)
			rc = as_list_parse(&o->group, series[i], "-g", e);
	}
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
