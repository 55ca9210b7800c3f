/* The tables of coldstart: what first samples do to a file and to a group. */
#include "cold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grouped.h"
#include "moments.h"
#include "quantile.h"

/* What one run file shows. All NaN where it has no sample for it. */
typedef struct {
	size_t n, ncold, max_index;
	double first, rest, ratio, mean, steady, max;
} facts;

static double
value(const as_frame *f, const cold_rule *r, size_t row)
{
	return f->col[r->value].val[row];
}

/* x is scratch for the file's samples. */
static facts
facts_of(const as_frame *f, const as_sequences *s, size_t file, const cold_rule *r,
    const uint8_t *cold, double *x)
{
	facts a = {.n = s->at[file + 1] - s->at[file], .first = NAN, .rest = NAN, .ratio = NAN,
	    .mean = NAN, .steady = NAN, .max = NAN};
	const size_t *row = s->row + s->at[file];
	size_t i, nsteady = 0;

	if (a.n == 0)
		return a;
	a.first = a.max = value(f, r, row[0]);
	for (i = 0; i < a.n; i++) {
		x[i] = value(f, r, row[i]);
		if (x[i] > a.max) {
			a.max = x[i];
			a.max_index = i;
		}
	}
	a.mean = as_mean(x, a.n);
	for (i = 0; i < a.n; i++)
		if (!cold[row[i]])
			x[nsteady++] = value(f, r, row[i]);
	a.ncold = a.n - nsteady;
	if (nsteady > 0) {
		a.steady = as_mean(x, nsteady);
		a.rest = as_median(x, nsteady);
		if (a.rest > 0)
			a.ratio = a.first / a.rest;
	}
	return a;
}

int
cold_by_file(as_table *t, const as_frame *f, const as_sequences *s, const cold_rule *r,
    const cold_marks *m, as_err *e)
{
	double *x = malloc((s->at[s->files.n] + 1) * sizeof *x);
	size_t i, k;

	if (!x)
		return as_nomem(e);
	for (k = 1; k < AS_SEQUENCE_KEYS; k++)
		if (f->col[k].present)
			as_table_column(t, f->col[k].name, AS_STR, 1);
	as_table_column(t, f->col[0].header, AS_STR, 1);
	as_table_columns(t, "n,errors,n_cold", AS_INT, 0);
	as_table_columns(t, "first,median_rest,ratio", AS_REAL, 0);
	as_table_columns(t, "over_2x,over_3x", AS_BOOL, 0);
	as_table_column(t, "max", AS_REAL, 0);
	as_table_column(t, "max_index", AS_INT, 0);
	as_table_columns(t, "mean,mean_steady", AS_REAL, 0);
	if (m->warmup) {
		as_table_column(t, "state", AS_STR, 0);
		as_table_columns(t, "segments,steady_from", AS_INT, 0);
	}
	as_declare_synthetic(t, f->any_synthetic);
	for (i = 0; i < s->files.n; i++) {
		const uint32_t *key = s->files.key + i * s->files.nkey;
		facts a = facts_of(f, s, i, r, m->cold, x);
		for (k = 1; k < AS_SEQUENCE_KEYS; k++)
			if (f->col[k].present)
				as_table_str(t, as_frame_str(f, key[k]));
		as_table_str(t, as_frame_str(f, key[0]));
		as_table_ints(t, (int64_t)a.n, (int64_t)s->files.errors[i], (int64_t)a.ncold);
		as_table_reals(t, a.first, a.rest, a.ratio);
		for (int times = 2; times <= 3; times++)
			if (isnan(a.ratio))
				as_table_na(t);
			else
				as_table_bool(t, a.ratio > times);
		as_table_real(t, a.max);
		as_table_count(t, a.max_index, a.n > 0);
		as_table_reals(t, a.mean, a.steady);
		if (m->warmup) {
			const as_warmup *w = &m->warmup[i];

			as_table_str(t, as_warmup_name[w->state]);
			as_table_int(t, (int64_t)w->segments);
			as_table_count(t, w->steady_from, w->steady_from < a.n);
		}
		as_put_synthetic(t, f->any_synthetic, s->files.synthetic[i]);
	}
	free(x);
	return 0;
}

/* Sums over the files of one group. */
typedef struct {
	size_t files, rated, over2, over3, max_first;
} counts;

/* Summaries of one set of samples of a group. */
static void
put_summary(as_table *t, double *x, size_t n)
{
	static const double p[] = {0.5, 0.99};
	double q[2] = {NAN, NAN};
	as_moments m;

	as_moments_of(&m, x, n);
	if (n > 0 && as_quantiles(x, n, p, 2, AS_QUANTILE_TYPE, q) != 0)
		q[0] = q[1] = NAN;
	as_table_int(t, (int64_t)n);
	as_table_reals(t, m.mean, q[0], q[1], m.max);
}

static double
share(size_t k, size_t n)
{
	return n > 0 ? (double)k / (double)n : NAN;
}

/* Values of the ok rows, group after group as as_group_values has them, with
 * the cold ones of each group behind its steady ones. nsteady[k] counts these. */
static int
steady_first(const as_frame *f, as_groups *g, const cold_rule *r, const uint8_t *cold,
    double **v, size_t **at, size_t **nsteady, as_err *e)
{
	size_t *back = as_alloc(&g->keep, g->n * sizeof *back);

	if (as_group_values(g, f, r->value, v, at, e) != 0)
		return -1;
	if (!(*nsteady = as_alloc(&g->keep, g->n * sizeof **nsteady)) || !back)
		return as_nomem(e);
	for (size_t i = 0; i < f->n; i++) {
		size_t k = g->of_row[i];
		if (!f->ok[i])
			continue;
		if (cold[i])
			(*v)[(*at)[k + 1] - ++back[k]] = value(f, r, i);
		else
			(*v)[(*at)[k] + (*nsteady)[k]++] = value(f, r, i);
	}
	return 0;
}

/* What the files of each group (c, one a group) show. x is scratch. */
static void
count_files(counts *c, const as_groups *g, const as_frame *f, const as_sequences *s,
    const cold_rule *r, const uint8_t *cold, double *x)
{
	for (size_t i = 0; i < s->files.n; i++) {
		facts a;
		counts *to;
		if (s->at[i] == s->at[i + 1])
			continue;
		/* a file counts for the group of its first sample */
		to = &c[g->of_row[s->row[s->at[i]]]];
		a = facts_of(f, s, i, r, cold, x);
		to->files++;
		to->max_first += a.max_index == 0;
		to->rated += !isnan(a.ratio);
		to->over2 += a.ratio > 2;
		to->over3 += a.ratio > 3;
	}
}

static void
effect_columns(as_table *t, const as_frame *f, size_t first_group, size_t ngroup)
{
	as_declare_keys(t, f, first_group, ngroup);
	as_table_columns(t, "files,errors,n", AS_INT, 0);
	as_table_columns(t, "mean,median,p99,max", AS_REAL, 0);
	as_table_column(t, "n_steady", AS_INT, 0);
	as_table_columns(t, "mean_steady,median_steady,p99_steady,max_steady", AS_REAL, 0);
	as_table_columns(t, "files_over_2x,files_over_3x", AS_INT, 0);
	as_table_columns(t, "share_over_2x,share_over_3x,share_max_first", AS_REAL, 0);
	as_declare_synthetic(t, f->any_synthetic);
	as_table_define(t, "p99", "quantile type 7 (Hyndman & Fan 1996)");
	as_table_define(t, "over_2x",
	    "the file's first sample is over 2 times the median of its steady ones");
	as_table_define(t, "over_3x",
	    "the file's first sample is over 3 times the median of its steady ones");
	as_table_define(t, "share_max_first", "share of files whose largest sample is the first");
}

int
cold_effect(as_table *t, const as_frame *f, const as_sequences *s, const cold_rule *r,
    const cold_marks *m, size_t first_group, size_t ngroup, as_err *e)
{
	size_t k, *at, *nsteady;
	double *x, *v;
	counts *c;
	as_groups g = {0};
	int rc = -1;

	if (as_group_from(&g, f, first_group, ngroup, e) != 0 ||
	    steady_first(f, &g, r, m->cold, &v, &at, &nsteady, e) != 0)
		goto done;
	x = as_alloc(&g.keep, s->at[s->files.n] * sizeof *x);
	if (!(c = as_alloc(&g.keep, g.n * sizeof *c)) || !x) {
		as_nomem(e);
		goto done;
	}
	count_files(c, &g, f, s, r, m->cold, x);
	effect_columns(t, f, first_group, ngroup);
	for (k = 0; k < g.n; k++) {
		as_put_keys(t, f, g.key + k * ngroup, ngroup);
		as_table_ints(t, (int64_t)c[k].files, (int64_t)g.errors[k]);
		/* quantiles reorder what they are given: all of them in x, then the steady ones */
		memcpy(x, v + at[k], (at[k + 1] - at[k]) * sizeof *x);
		put_summary(t, x, at[k + 1] - at[k]);
		put_summary(t, v + at[k], nsteady[k]);
		as_table_ints(t, (int64_t)c[k].over2, (int64_t)c[k].over3);
		as_table_reals(t, share(c[k].over2, c[k].rated), share(c[k].over3, c[k].rated),
		    share(c[k].max_first, c[k].files));
		as_put_synthetic(t, f->any_synthetic, g.synthetic[k]);
	}
	rc = 0;
done:
	as_group_free(&g);
	return rc;
}
