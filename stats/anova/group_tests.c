/* The tests of several groups beside the analysis of variance. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "two_factors.h"
#include "dist.h"
#include "keep.h"
#include "moments.h"
#include "quantile.h"
#include "select.h"

static const as_test nothing = {NAN, NAN, NAN, NAN};

as_test
as_welch_anova(const as_cell *g, size_t k)
{
	double w = 0, mean = 0, spread = 0, lambda = 0, f, df1 = (double)k - 1, df2, x;
	size_t i;

	for (i = 0; i < k; i++)
		if (g[i].n < 2 || !(g[i].ss > 0))
			return nothing;
	for (i = 0; i < k; i++)
		w += (double)g[i].n * (double)(g[i].n - 1) / g[i].ss;
	for (i = 0; i < k; i++)
		mean += (double)g[i].n * (double)(g[i].n - 1) / g[i].ss / w *
		    (g[i].mean - g[0].mean + (g[i].rest - g[0].rest));
	for (i = 0; i < k; i++) {
		double wi = (double)g[i].n * (double)(g[i].n - 1) / g[i].ss;
		double d = g[i].mean - g[0].mean + (g[i].rest - g[0].rest) - mean;
		spread += wi * d * d;
		lambda += (1 - wi / w) * (1 - wi / w) / (double)(g[i].n - 1);
	}
	lambda *= 3 / ((double)k * (double)k - 1);
	f = spread / df1 / (1 + 2 * lambda * ((double)k - 2) / 3);
	df2 = 1 / lambda;
	x = df2 / (df2 + df1 * f);
	return (as_test){f, df1, df2, as_log_ibeta(df2 / 2, df1 / 2, x, 1 - x)};
}

typedef struct { double x; size_t group; } ranked; /* x first: sorted by it */

int
as_kruskal(as_test *t, double *const *x, const size_t *n, size_t k)
{
	size_t total = 0, i, j, at = 0;
	as_keep keep = {0};
	double *sum = as_alloc(&keep, k * sizeof *sum), ties = 0, h = 0, all;
	ranked *r;

	for (i = 0; i < k; i++)
		total += n[i];
	r = as_alloc(&keep, total * sizeof *r);
	if (!r || !sum) {
		as_keep_free(&keep);
		return -1;
	}
	for (i = 0; i < k; i++)
		for (j = 0; j < n[i]; j++)
			r[at++] = (ranked){x[i][j], i};
	qsort(r, total, sizeof *r, as_ascending);
	for (i = 0; i < total; i = j) {
		double m, rank;
		for (j = i + 1; j < total && r[j].x == r[i].x; j++)
			;
		m = (double)(j - i);
		ties += m * m * m - m;
		rank = ((double)i + (double)j + 1) / 2; /* ranks i+1 to j share their mean */
		for (at = i; at < j; at++)
			sum[r[at].group] += rank - ((double)total + 1) / 2;
	}
	all = (double)total;
	for (i = 0; i < k; i++)
		h += sum[i] * sum[i] / (double)n[i];
	h *= 12 / (all * (all + 1)) / (1 - ties / (all * all * all - all));
	*t = nothing;
	if (isfinite(h))
		*t = (as_test){h, (double)k - 1, NAN, as_log_chisq_upper(h, (double)k - 1)};
	as_keep_free(&keep);
	return 0;
}

int
as_levene(as_test *t, double *const *x, const size_t *n, size_t k, int median)
{
	size_t total = 0, i, j;
	as_keep keep = {0};
	as_cell *cell = as_alloc(&keep, k * sizeof *cell);
	double **d = as_alloc(&keep, k * sizeof *d), *room, rounding = 0;
	as_anova a;
	as_err e;
	int exp;

	for (i = 0; i < k; i++)
		total += n[i];
	room = as_alloc(&keep, total * sizeof *room);
	if (!d || !cell || !room) {
		as_keep_free(&keep);
		return -1;
	}
	for (i = 0; i < k; i++) {
		double centre;

		d[i] = i ? d[i - 1] + n[i - 1] : room;
		memcpy(d[i], x[i], n[i] * sizeof **d);
		centre = median ? as_median(d[i], n[i]) : as_mean(x[i], n[i]);
		for (j = 0; j < n[i]; j++) {
			d[i][j] = fabs(x[i][j] - centre);
			rounding = fmax(rounding, fabs(x[i][j]));
		}
	}
	exp = as_cells_of(cell, d, n, k);
	rounding = ldexp(rounding * 2 * DBL_EPSILON, -exp);
	*t = nothing;
	if (as_anova_of(&a, cell, k, 1, 0, 1, &e) == 0 &&
	    a.term[AS_ANOVA_RESIDUAL].ss > (double)total * rounding * rounding) {
		const as_anova_term *f = &a.term[AS_ANOVA_A];
		*t = (as_test){f->f, (double)f->df, (double)a.term[AS_ANOVA_RESIDUAL].df, f->log_p};
	}
	as_keep_free(&keep);
	return 0;
}
