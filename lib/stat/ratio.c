#include "ratio.h"

#include <float.h>
#include <math.h>

#include "dist.h"
#include "median_se.h"
#include "quantile.h"
#include "ttest.h"

/* How far Welch's |t| at this ratio is beyond the critical t. */
static double
beyond(const as_moments *base, const as_moments *test, double ratio, double level)
{
	as_ttest t = as_ttest_statistic(base, test, ratio, 0);

	return fabs(t.t) - as_t_quantile_upper((1 - level) / 2, t.df);
}

/* The end between ratio in, which is not rejected, and out, which is. */
static double
end_between(const as_moments *base, const as_moments *test, double in, double out, double level)
{
	double fin = beyond(base, test, in, level), fout = beyond(base, test, out, level);

	for (int i = 0; i < 200 && fabs(out - in) > 2 * DBL_EPSILON * fabs(out); i++) {
		double x = i % 3 == 2 ? in + (out - in) / 2 : in + (out - in) * (fin / (fin - fout)), f;

		if (!((x > in && x < out) || (x < in && x > out)))
			x = in + (out - in) / 2;
		if (x == in || x == out)
			break;
		f = beyond(base, test, x, level);
		if (f <= 0) {
			in = x;
			fin = f;
			fout /= 2; /* Illinois */
		} else {
			out = x;
			fout = f;
			fin /= 2;
		}
	}
	return in + (out - in) / 2;
}

/* The end nearest to the ratio, in steps of that factor: of few values, with their
 * degrees of freedom, one beyond a ratio that is rejected may not be. NaN: none within
 * a factor of 1e10. */
static double
nearest_end(const as_moments *base, const as_moments *test, double ratio, double step, double level)
{
	double in = ratio, out = ratio * step;

	for (int i = 0; i < 104; i++, in = out, out *= step)
		if (beyond(base, test, out, level) > 0)
			return end_between(base, test, in, out, level);
	return NAN;
}

as_ratio
as_ratio_of_means(const as_moments *base, const as_moments *test, double level)
{
	as_ratio r = {NAN, {NAN, NAN}};

	if (!(base->mean > 0) || !(test->mean > 0))
		return r;
	r.ratio = test->mean / base->mean;
	if (!isfinite(r.ratio) || !(r.ratio > 0)) /* no double holds it */
		return (as_ratio){NAN, {NAN, NAN}};
	if (!(level > 0 && level < 1) || base->n < 2 || test->n < 2 || !(base->ss > 0 || test->ss > 0))
		return r;
	r.ci.lo = nearest_end(base, test, r.ratio, 0.8, level);
	r.ci.hi = nearest_end(base, test, r.ratio, 1.25, level);
	if (isnan(r.ci.lo))
		r.ci.lo = 0;
	return r;
}

as_log_ratio
as_log_ratio_of_means(const as_moments *base, const as_moments *test)
{
	as_log_ratio r = {NAN, NAN, NAN};
	double nb = (double)base->n, nt = (double)test->n, b, t, change;

	if (!(base->mean > 0) || !(test->mean > 0) || base->n < 2 || test->n < 2)
		return r;
	b = as_sd(base, 1) / base->mean;
	t = as_sd(test, 1) / test->mean;
	b = b * b / nb;
	t = t * t / nt;
	change = as_mean_diff(test, 1, base) / base->mean;
	r.log = fabs(change) < 0.5 ? log1p(change) : log(test->mean) - log(base->mean);
	r.variance = b + t;
	r.df = r.variance > 0 ? r.variance * r.variance / (b * b / (nb - 1) + t * t / (nt - 1)) : INFINITY;
	return r;
}

as_log_ratio
as_log_ratio_mean(const as_log_ratio *r, size_t n)
{
	as_log_ratio m = {0, 0, 0};
	double share = 0;

	for (size_t i = 0; i < n; i++) {
		m.log += r[i].log / (double)n;
		m.variance += r[i].variance / (double)n / (double)n;
		share += r[i].variance * r[i].variance / r[i].df / pow((double)n, 4);
	}
	if (n == 0 || isnan(m.variance))
		return (as_log_ratio){NAN, NAN, NAN};
	m.df = m.variance > 0 ? m.variance * m.variance / share : INFINITY;
	return m;
}

as_ratio
as_log_ratio_exp(const as_log_ratio *r, double level)
{
	as_ratio e = {exp(r->log), {NAN, NAN}};
	double half;

	if (!(r->variance > 0) || !(level > 0 && level < 1))
		return e;
	half = as_t_quantile_upper((1 - level) / 2, r->df) * sqrt(r->variance);
	e.ci = (as_interval){exp(r->log - half), exp(r->log + half)};
	return e;
}

/* Variance of the logarithm of the median of n >= 5 sorted values above 0. */
static double
log_median_variance(const double *x, size_t n)
{
	as_median_ranks r = as_median_ranks_of(n);
	double half = (log(x[r.hi]) - log(x[r.lo])) / (2 * r.z);

	return half * half;
}

as_ratio
as_ratio_of_medians(const double *base, size_t nbase, const double *test, size_t ntest,
    double level)
{
	as_ratio r = {NAN, {NAN, NAN}};
	double half;

	if (nbase == 0 || ntest == 0 || !(base[0] > 0) || !(test[0] > 0))
		return r;
	r.ratio = as_quantile_sorted(test, ntest, 0.5, 7) / as_quantile_sorted(base, nbase, 0.5, 7);
	if (nbase < AS_MEDIAN_SE_MIN || ntest < AS_MEDIAN_SE_MIN || !(level > 0 && level < 1))
		return r;
	half = as_z_quantile_upper((1 - level) / 2) *
	    sqrt(log_median_variance(base, nbase) + log_median_variance(test, ntest));
	r.ci = (as_interval){r.ratio * exp(-half), r.ratio * exp(half)};
	return r;
}

as_log_ratio
as_log_ratio_of_medians(const as_ratio *r, double level)
{
	double half = log(r->ci.hi / r->ci.lo) / 2 / as_z_quantile_upper((1 - level) / 2);

	return (as_log_ratio){log(r->ratio), half * half, INFINITY};
}
