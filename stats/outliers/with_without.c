/* Each group with and without its outliers. */
#include <math.h>
#include <stdlib.h>

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
	as_table_real(t, m.mean);
	as_table_real(t, as_median(s.x, s.n));
	as_table_real(t, as_sd(&m, 1));
}

static void
put_na(as_table *t, int n)
{
	while (n-- > 0)
		as_table_na(t);
}

static void
row(const found *r, size_t group, size_t first_row, samples all, samples in, samples out,
    size_t low, int told, as_table *t)
{
	size_t scope = r->scope.of_row[first_row]; /* the only one, without strata */

	found_keys(r, group, t);
	as_table_int(t, (int64_t)all.n);
	as_table_int(t, (int64_t)r->group.errors[group]);
	if (told) {
		as_table_int(t, (int64_t)out.n);
		as_table_real(t, 100 * (double)out.n / (double)all.n);
		as_table_int(t, (int64_t)low);
		as_table_int(t, (int64_t)(out.n - low));
	} else
		put_na(t, 4);
	if (!r->nstrata) {
		as_table_real(t, r->lo[scope]);
		as_table_real(t, r->hi[scope]);
	}
	put_three(t, all);
	if (told) {
		as_table_real(t, as_mean(out.x, out.n));
		put_three(t, in);
	} else
		put_na(t, 4);
	if (r->f.any_synthetic)
		as_table_bool(t, r->group.synthetic[group]);
}

int
found_summary(const found *r, as_table *t, as_err *e)
{
	static const char *const three[] = {"mean", "median", "sd"};
	double *all = malloc((r->f.n + 1) * sizeof *all), *in = malloc((r->f.n + 1) * sizeof *in);
	double *out = malloc((r->f.n + 1) * sizeof *out);
	size_t *next = malloc((r->f.n + 1) * sizeof *next),
	    *first = malloc((r->group.n + 1) * sizeof *first), i;
	const size_t none = (size_t)-1;
	int rc = -1;

	if (!all || !in || !out || !next || !first) {
		as_nomem(e);
		goto done;
	}
	found_declare_keys(r, t);
	as_table_column(t, "n", AS_INT, 0);
	as_table_column(t, "errors", AS_INT, 0);
	as_table_column(t, "outliers", AS_INT, 0);
	as_table_column(t, "outlier_pct", AS_REAL, 0);
	as_table_column(t, "low", AS_INT, 0);
	as_table_column(t, "high", AS_INT, 0);
	if (!r->nstrata) {
		as_table_column(t, "fence_lo", AS_REAL, 0);
		as_table_column(t, "fence_hi", AS_REAL, 0);
	}
	for (i = 0; i < 3; i++)
		as_table_column(t, three[i], AS_REAL, 0);
	as_table_column(t, "outlier_mean", AS_REAL, 0);
	as_table_column(t, "mean_without", AS_REAL, 0);
	as_table_column(t, "median_without", AS_REAL, 0);
	as_table_column(t, "sd_without", AS_REAL, 0);
	if (r->f.any_synthetic)
		as_declare_synthetic(t);
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
	rc = 0;
done:
	free(all);
	free(in);
	free(out);
	free(next);
	free(first);
	return rc;
}
