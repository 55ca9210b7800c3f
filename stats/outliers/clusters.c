/* Where a group's outliers lie, and how many would by chance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cluster.h"
#include "found.h"
#include "grouped.h"
#include "select.h"

/* Of one group: ok rows and outliers. */
typedef struct { size_t n, out; } count;

/* An ok row where it stands in its file. */
typedef struct { size_t row, before /* the row before it, or itself */, file, at; } place;

/* The places group by group, each in the order of the files, so that a table of
 * thousands of groups does not go through all rows for each. */
typedef struct {
	place *p;
	size_t *at;                         /* (group.n + 1) group g has p[at[g]] to p[at[g+1]-1] */
	as_groups column[AS_SEQUENCE_KEYS]; /* by the values of each of the cell's columns */
	as_keep keep;                       /* of all the others */
	count *n;                           /* (most values of a column) 0 between uses */
	size_t *value;                      /* (same) values that a group has */
} places;

typedef struct {
	const found *r;
	const places *places;
	size_t group;
	count all;
} context;

static void
put(as_table *t, const context *c, const char *place, const char *value, count here,
    double expected, double log_p)
{
	as_put_keys(t, &c->r->f, c->r->group.key + c->group * c->r->ngroup, c->r->ngroup);
	as_table_str(t, place);
	as_table_str(t, value);
	as_table_ints(t, (int64_t)here.n, (int64_t)here.out);
	as_table_reals(t, expected, expected > 0 ? (double)here.out / expected : NAN);
	as_table_p(t, log_p);
	as_table_real(t, log_p / log(10));
	as_put_synthetic(t, c->r->f.any_synthetic, c->r->group.synthetic[c->group]);
}

/* Rows of one place: as many outliers as any rows have, by chance. times: how
 * many places this one was picked from. */
static void
put_part(as_table *t, const context *c, const char *place, const char *value, count here,
    size_t times)
{
	double log_p = as_log_hypergeometric(here.out, c->all.n, c->all.out, here.n) + log((double)times);

	put(t, c, place, value, here, (double)c->all.out * (double)here.n / (double)c->all.n,
	    fmin(log_p, 0));
}

/* The first samples of the files; pairs of neighbours. A file's row counts where
 * it is of this group; neighbours are of one file and one group. */
static void
along_files(as_table *t, const context *c, size_t first)
{
	const found *r = c->r;
	count start = {0, 0}, pair = {0, 0};
	char value[40];

	for (size_t i = c->places->at[c->group]; i < c->places->at[c->group + 1]; i++) {
		const place *p = &c->places->p[i];

		if (p->at < first) {
			start.n++;
			start.out += r->side[p->row] != NOT_OUT;
		}
		if (p->before != p->row && r->group.of_row[p->before] == c->group) {
			pair.n++;
			pair.out += r->side[p->row] != NOT_OUT && r->side[p->before] != NOT_OUT;
		}
	}
	snprintf(value, sizeof value, "%zu of each file", first);
	put_part(t, c, "first", value, start, 1);
	put(t, c, "adjacent", "pairs", pair, as_adjacent_expected(pair.n, c->all.n, c->all.out),
	    as_log_adjacent(pair.out, c->all.n, c->all.out));
}

/* One row for each value of the cell's columns, if the group has several. */
static void
by_columns(as_table *t, const context *c)
{
	const found *r = c->r;
	const places *s = c->places;

	for (size_t k = 1; k < AS_SEQUENCE_KEYS; k++) {
		const as_groups *g = &s->column[k];
		size_t several = 0, i;

		if (!r->f.col[k].present)
			continue;
		for (i = s->at[c->group]; i < s->at[c->group + 1]; i++) {
			size_t row = s->p[i].row, v = g->of_row[row];

			if (s->n[v].n++ == 0)
				s->value[several++] = v;
			s->n[v].out += r->side[row] != NOT_OUT;
		}
		as_ranks_sort(s->value, several);
		for (i = 0; i < several; i++) {
			size_t v = s->value[i];

			if (several > 1)
				put_part(t, c, r->f.col[k].header, as_frame_str(&r->f, g->key[v]), s->n[v], 1);
			s->n[v] = (count){0, 0};
		}
	}
}

/* The file's name or, where a CSV names no file and was taken apart by cell, the
 * cell's. The caller frees it. */
static char *
file_name(const found *r, size_t file)
{
	const as_groups *g = &r->files.files;
	const uint32_t *key = g->key + file * g->nkey;
	char *name = as_group_name(g, &r->f, file);

	for (size_t i = 0; name && i < g->n; i++)
		if (i != file && g->key[i * g->nkey] == key[0])
			return memmove(name, name + strlen(as_frame_str(&r->f, key[0])) + 1,
			    strlen(name) - strlen(as_frame_str(&r->f, key[0])));
	if (name)
		name[strlen(as_frame_str(&r->f, key[0]))] = '\0';
	return name;
}

/* The file with the most outliers for its size, of the files of the group. */
static int
worst_file(as_table *t, const context *c)
{
	const found *r = c->r;
	size_t files = 0, worst = 0;
	count most = {0, 0};

	for (size_t i = c->places->at[c->group], end = c->places->at[c->group + 1]; i < end; ) {
		const place *p = &c->places->p[i];
		size_t file = p->file;
		count n = {0, 0};

		for (; i < end && p->file == file; i++, p++) {
			n.n++;
			n.out += r->side[p->row] != NOT_OUT;
		}
		files++;
		if (n.out * most.n > most.out * n.n || most.n == 0) {
			most = n;
			worst = file;
		}
	}
	if (files > 1) {
		char *name = file_name(r, worst);
		if (!name)
			return -1;
		put_part(t, c, "file", name, most, files);
		free(name);
	}
	return 0;
}

static void
places_free(places *s)
{
	for (size_t k = 0; k < AS_SEQUENCE_KEYS; k++)
		as_group_free(&s->column[k]);
	as_keep_free(&s->keep);
}

static int
places_of(places *s, const found *r, as_err *e)
{
	size_t n = r->files.at[r->files.files.n], most = 1, i, k, *fill;

	memset(s, 0, sizeof *s);
	for (k = 1; k < AS_SEQUENCE_KEYS; k++) {
		if (r->f.col[k].present && as_group(&s->column[k], &r->f, &k, 1, e) != 0)
			return -1;
		most = s->column[k].n > most ? s->column[k].n : most;
	}
	s->p = as_alloc(&s->keep, n * sizeof *s->p);
	s->at = as_alloc(&s->keep, (r->group.n + 2) * sizeof *s->at);
	s->n = as_alloc(&s->keep, most * sizeof *s->n);
	s->value = as_alloc(&s->keep, most * sizeof *s->value);
	if (!s->p || !s->at || !s->n || !s->value)
		return as_nomem(e);
	fill = s->at + 1; /* becomes at as places are put down */
	for (i = 0; i < n; i++)
		if (r->group.of_row[r->files.row[i]] + 1 < r->group.n)
			fill[r->group.of_row[r->files.row[i]] + 1]++;
	for (i = 1; i < r->group.n; i++)
		fill[i] += fill[i - 1];
	for (i = 0; i < r->files.files.n; i++)
		for (k = r->files.at[i]; k < r->files.at[i + 1]; k++) {
			size_t row = r->files.row[k], before = k > r->files.at[i] ? r->files.row[k - 1] : row;

			s->p[fill[r->group.of_row[row]]++] = (place){row, before, i, k - r->files.at[i]};
		}
	return 0;
}

int
found_clusters(const found *r, size_t first, as_table *t, as_err *e)
{
	places s;

	if (places_of(&s, r, e) != 0) {
		places_free(&s);
		return -1;
	}
	as_declare_keys(t, &r->f, FOUND_KEYS, r->ngroup);
	as_table_columns(t, "place,value", AS_STR, 1);
	as_table_columns(t, "n,outliers", AS_INT, 0);
	as_table_columns(t, "expected,ratio,p,log10_p", AS_REAL, 0);
	as_declare_synthetic(t, r->f.any_synthetic);
	as_table_define(t, "expected",
	    "outliers to expect there by chance");
	as_table_define(t, "p", "of as many or more by chance: hypergeometric; adjacent: runs of all "
	    "rows in one line, an upper bound; "
	    "file: times the number of files it was picked from");
	for (size_t g = 0; g < r->group.n; g++) {
		context c = {.r = r, .places = &s, .group = g, .all = {.n = s.at[g + 1] - s.at[g]}};

		for (size_t i = s.at[g]; i < s.at[g + 1]; i++)
			c.all.out += r->side[s.p[i].row] != NOT_OUT;
		if (c.all.out == 0)
			continue;
		along_files(t, &c, first);
		if (worst_file(t, &c) != 0) {
			places_free(&s);
			return as_nomem(e);
		}
		by_columns(t, &c);
	}
	places_free(&s);
	return 0;
}
