#include "fill.h"

#include <math.h>
#include <stdlib.h>

#include "keep.h"
#include "quantile.h"
#include "robust.h"
#include "select.h"

/* A quantile and its interval; NaN where there is none. */
typedef struct { double value, lo, hi, cover; } quantile;

/* What a group has, computed once. */
typedef struct {
	size_t n, errors;
	as_moments m;
	double sd, skew, median, trimmed, mad;
	as_interval ci;
	quantile *q; /* (choice.np) */
} sample;

static void
quantile_intervals(const choice *c, const definitions *d, sample *s, double *x,
    as_rank_interval *r, size_t *k)
{
	size_t nk = 0, i;

	for (i = 0; i < c->np; i++) {
		double p = isnan(c->p[i]) ? 0.5 : c->p[i];

		if (as_ci_quantile(s->n, p, d->quantile_level, &r[i]) != 0) {
			r[i].coverage = NAN;
			continue;
		}
		k[nk++] = r[i].lo;
		k[nk++] = r[i].hi;
	}
	as_ranks_sort(k, nk);
	as_select(x, s->n, k, nk);
	for (i = 0; i < c->np; i++) {
		int none = isnan(r[i].coverage);

		s->q[i].lo = none ? NAN : x[r[i].lo];
		s->q[i].hi = none ? NAN : x[r[i].hi];
		s->q[i].cover = r[i].coverage;
	}
}

/* All quantiles, and the median if it is one of them, by one selection. */
static int
quantiles(const choice *c, const definitions *d, sample *s, double *x)
{
	as_keep keep = {0};
	size_t *k = as_alloc(&keep, 2 * c->np * sizeof *k), nk = 0, i;
	as_rank_interval *r = as_alloc(&keep, c->np * sizeof *r);

	if (keep.nomem) {
		as_keep_free(&keep);
		return -1;
	}
	for (i = 0; i < c->np; i++) {
		as_quantile_place w;
		int median = isnan(c->p[i]);

		if (as_quantile_place_of(s->n, median ? 0.5 : c->p[i],
		    median ? 7 : d->quantile_type, &w) == 0) {
			k[nk++] = w.lo;
			k[nk++] = w.hi;
		}
	}
	as_ranks_sort(k, nk);
	as_select(x, s->n, k, nk);
	for (i = 0; i < c->np; i++) {
		int median = isnan(c->p[i]);

		s->q[i].value = as_quantile_sorted(x, s->n, median ? 0.5 : c->p[i],
		    median ? 7 : d->quantile_type);
		if (median)
			s->median = s->q[i].value;
	}
	if (c->uses & USES_QUANTILE_CI)
		quantile_intervals(c, d, s, x, r, k);
	as_keep_free(&keep);
	return 0;
}

static double
value_of(const sample *s, const column *col)
{
	switch (col->stat) {
	case N: return (double)s->n;
	case ERRORS: return (double)s->errors;
	case MEAN: return s->m.mean;
	case MEAN_LO: return s->ci.lo;
	case MEAN_HI: return s->ci.hi;
	case SD: return s->sd;
	case MIN: return s->m.min;
	case MAX: return s->m.max;
	case TRIMMED: return s->trimmed;
	case MAD: return s->mad;
	case MAD_NORMAL: return s->mad * AS_MAD_NORMAL;
	case SKEW: return s->skew;
	case RATIO: return s->m.mean / s->median;
	case QUANTILE: return s->q[col->which].value;
	case QUANTILE_LO: return s->q[col->which].lo;
	case QUANTILE_HI: return s->q[col->which].hi;
	case QUANTILE_COVER: return s->q[col->which].cover;
	}
	return NAN;
}

int
fill_values(const choice *c, const definitions *d, double *x, size_t n, size_t errors, double *v)
{
	sample s = {.n = n, .errors = errors, .median = NAN};

	if (!(s.q = calloc(c->np + 1, sizeof *s.q)))
		return -1;
	as_moments_of(&s.m, x, n);
	s.sd = as_sd(&s.m, d->ddof);
	if (c->uses & USES_SKEW)
		s.skew = as_skewness(&s.m, d->skew);
	if (c->uses & USES_MEAN_CI)
		s.ci = as_ci_mean(n, s.m.mean, as_sd(&s.m, 1), d->level, d->ci_method);
	if (quantiles(c, d, &s, x) != 0) {
		free(s.q);
		return -1;
	}
	if (c->uses & USES_RATIO && !(c->uses & USES_MEDIAN))
		s.median = as_median(x, n);
	if (c->uses & USES_TRIM) {
		size_t k = as_trim_count(n, d->trim);

		s.trimmed = as_trimmed_mean(x, n, k, k);
	}
	if (c->uses & USES_MAD)
		s.mad = as_mad(x, n); /* last: it overwrites x */
	for (size_t i = 0; i < c->ncol; i++)
		v[i] = value_of(&s, &c->col[i]);
	free(s.q);
	return 0;
}

void
fill_row(const choice *c, const double *v, as_table *t)
{
	for (size_t i = 0; i < c->ncol; i++)
		if (c->col[i].stat <= ERRORS)
			as_table_int(t, (int64_t)v[i]);
		else
			as_table_real(t, v[i]);
}
