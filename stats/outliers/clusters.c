/* Where a group's outliers lie, and how many would by chance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cluster.h"
#include "found.h"
#include "grouped.h"

/* Of one group: ok rows and outliers. */
typedef struct { size_t n, out; } count;

typedef struct {
	const found *r;
	size_t group;
	count all;
} context;

static void
put(as_table *t, const context *c, const char *place, const char *value, count here, double expected, double log_p)
{
	found_keys(c->r, c->group, t);
	as_table_str(t, place);
	as_table_str(t, value);
	as_table_int(t, (int64_t)here.n);
	as_table_int(t, (int64_t)here.out);
	as_table_real(t, expected);
	as_table_real(t, expected > 0 ? (double)here.out / expected : NAN);
	as_table_p(t, log_p);
	as_table_real(t, log_p / log(10));
	if (c->r->f.any_synthetic)
		as_table_bool(t, c->r->group.synthetic[c->group]);
}

/* Rows of one place: as many outliers as any rows have, by chance. times: how
 * many places this one was picked from. */
static void
put_part(as_table *t, const context *c, const char *place, const char *value, count here, size_t times)
{
	double log_p = as_log_hypergeometric(here.out, c->all.n, c->all.out, here.n) + log((double)times);

	put(t, c, place, value, here, (double)c->all.out * (double)here.n / (double)c->all.n, fmin(log_p, 0));
}

/* The first samples of the files; pairs of neighbours. A file's row counts where
 * it is of this group; neighbours are of one file and one group. */
static void
along_files(as_table *t, const context *c, size_t first)
{
	const found *r = c->r;
	count start = {0, 0}, pair = {0, 0};
	char value[40];

	for (size_t i = 0; i < r->files.files.n; i++)
		for (size_t k = r->files.at[i]; k < r->files.at[i + 1]; k++) {
			size_t row = r->files.row[k], before = k > r->files.at[i] ? r->files.row[k - 1] : row;
			if (r->group.of_row[row] != c->group)
				continue;
			if (k - r->files.at[i] < first) {
				start.n++;
				start.out += r->side[row] != NOT_OUT;
			}
			if (before != row && r->group.of_row[before] == c->group) {
				pair.n++;
				pair.out += r->side[row] != NOT_OUT && r->side[before] != NOT_OUT;
			}
		}
	snprintf(value, sizeof value, "%zu of each file", first);
	put_part(t, c, "first", value, start, 1);
	put(t, c, "adjacent", "pairs", pair, as_adjacent_expected(pair.n, c->all.n, c->all.out),
	    as_log_adjacent(pair.out, c->all.n, c->all.out));
}

/* One row for each value of the cell's columns, if the group has several. */
static int
by_columns(as_table *t, const context *c)
{
	const found *r = c->r;

	for (size_t k = 1; k < AS_SEQUENCE_KEYS; k++) {
		as_groups g;
		count *n;
		size_t several = 0, i;
		as_err e;

		if (!r->f.col[k].present)
			continue;
		if (as_group(&g, &r->f, &k, 1, &e) != 0)
			return -1;
		if (!(n = calloc(g.n, sizeof *n))) {
			as_group_free(&g);
			return -1;
		}
		for (i = 0; i < r->f.n; i++)
			if (r->f.ok[i] && r->group.of_row[i] == c->group) {
				n[g.of_row[i]].n++;
				n[g.of_row[i]].out += r->side[i] != NOT_OUT;
			}
		for (i = 0; i < g.n; i++)
			several += n[i].n > 0;
		for (i = 0; several > 1 && i < g.n; i++)
			if (n[i].n > 0)
				put_part(t, c, r->f.col[k].header, as_frame_str(&r->f, g.key[i]), n[i], 1);
		free(n);
		as_group_free(&g);
	}
	return 0;
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

	for (size_t i = 0; i < r->files.files.n; i++) {
		count n = {0, 0};
		for (size_t k = r->files.at[i]; k < r->files.at[i + 1]; k++) {
			size_t row = r->files.row[k];
			if (r->group.of_row[row] == c->group) {
				n.n++;
				n.out += r->side[row] != NOT_OUT;
			}
		}
		files += n.n > 0;
		if (n.out * most.n > most.out * n.n || (n.n > 0 && most.n == 0)) {
			most = n;
			worst = i;
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

int
found_clusters(const found *r, size_t first, as_table *t, as_err *e)
{
	count *all = calloc(r->group.n, sizeof *all);

	if (!all)
		return as_nomem(e);
	found_declare_keys(r, t);
	as_table_column(t, "place", AS_STR, 1);
	as_table_column(t, "value", AS_STR, 1);
	as_table_column(t, "n", AS_INT, 0);
	as_table_column(t, "outliers", AS_INT, 0);
	as_table_column(t, "expected", AS_REAL, 0);
	as_table_column(t, "ratio", AS_REAL, 0);
	as_table_column(t, "p", AS_REAL, 0);
	as_table_column(t, "log10_p", AS_REAL, 0);
	if (r->f.any_synthetic)
		as_declare_synthetic(t);
	as_table_define(t, "expected", "outliers there if any rows of the group were as likely to be them");
	as_table_define(t, "p", "of as many or more by chance: hypergeometric; adjacent: runs of all rows in one line, an upper bound; "
	    "file: times the number of files it was picked from");
	for (size_t i = 0; i < r->f.n; i++)
		if (r->f.ok[i]) {
			all[r->group.of_row[i]].n++;
			all[r->group.of_row[i]].out += r->side[i] != NOT_OUT;
		}
	for (size_t g = 0; g < r->group.n; g++) {
		const context c = {r, g, all[g]};
		if (c.all.out == 0)
			continue;
		along_files(t, &c, first);
		if (worst_file(t, &c) != 0 || by_columns(t, &c) != 0) {
			free(all);
			return as_nomem(e);
		}
	}
	free(all);
	return 0;
}
