/* Each group with and without its outliers. */
#include <math.h>

#include "found.h"
#include "grouped.h"
#include "moments.h"
#include "quantile.h"

typedef struct { double *x; size_t n; } samples;

/* mean, median and sd; NA where there are none. x is reordered. */
static void
put_three(as_table *t, samples s)
{
	as_moments m;

	as_moments_of(&m, s.x, s.n);
	as_table_reals(t, m.mean, as_median(s.x, s.n), as_sd(&m, 1));
}

static void
row(const found *r, size_t group, size_t first_row, samples all, samples in, samples out,
    size_t low, int told, as_table *t)
{
	size_t scope = r->scope.of_row[first_row]; /* the only one, without strata */

	as_put_keys(t, &r->f, r->group.key + group * r->ngroup, r->ngroup);
	as_table_ints(t, (int64_t)all.n, (int64_t)r->group.errors[group]);
	as_table_count(t, out.n, told);
	as_table_real(t, told ? 100 * (double)out.n / (double)all.n : NAN);
	as_table_count(t, low, told);
	as_table_count(t, out.n - low, told);
	if (!r->nstrata)
		as_table_reals(t, r->lo[scope], r->hi[scope]);
	put_three(t, all);
	if (told) {
		as_table_real(t, as_mean(out.x, out.n));
		put_three(t, in);
	} else
		as_table_reals(t, NAN, NAN, NAN, NAN);
	as_put_synthetic(t, r->f.any_synthetic, r->group.synthetic[group]);
}

int
found_summary(const found *r, as_table *t, as_err *e)
{
	as_keep keep = {0};
	double *all = as_alloc(&keep, r->f.n * sizeof *all), *in = as_alloc(&keep, r->f.n * sizeof *in);
	double *out = as_alloc(&keep, r->f.n * sizeof *out);
	size_t *next = as_alloc(&keep, r->f.n * sizeof *next),
	    *first = as_alloc(&keep, r->group.n * sizeof *first), i;
	const size_t none = (size_t)-1;

	if (!all || !in || !out || !next || !first) {
		as_keep_free(&keep);
		return as_nomem(e);
	}
	as_declare_keys(t, &r->f, FOUND_KEYS, r->ngroup);
	as_table_columns(t, "n,errors,outliers", AS_INT, 0);
	as_table_column(t, "outlier_pct", AS_REAL, 0);
	as_table_columns(t, "low,high", AS_INT, 0);
	if (!r->nstrata)
		as_table_columns(t, "fence_lo,fence_hi", AS_REAL, 0);
	as_table_columns(t, "mean,median,sd,outlier_mean,mean_without,median_without,sd_without",
	    AS_REAL, 0);
	as_declare_synthetic(t, r->f.any_synthetic);
	/* the rows of each group as a chain */
	for (i = 0; i < r->group.n; i++)
		first[i] = none;
	for (i = r->f.n; i-- > 0; ) {
		next[i] = first[r->group.of_row[i]];
		first[r->group.of_row[i]] = i;
	}
	for (size_t g = 0; g < r->group.n; g++) {
		size_t n = 0, nin = 0, nout = 0, low = 0;
		int told = 0;
		for (i = first[g]; i != none; i = next[i]) {
			double x = r->f.col[FOUND_VALUE].val[i];
			if (!r->f.ok[i])
				continue;
			told |= r->why[r->scope.of_row[i]] == NULL;
			all[n++] = x;
			if (r->side[i] == NOT_OUT)
				in[nin++] = x;
			else
				out[nout++] = x;
			low += r->side[i] == OUT_LOW;
		}
		row(r, g, first[g], (samples){all, n}, (samples){in, nin}, (samples){out, nout}, low, told, t);
	}
	as_keep_free(&keep);
	return 0;
}
