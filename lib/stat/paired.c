#include "paired.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Moments of n values, each with a rounding error of at most error: values that
 * this alone keeps apart do not vary. */
static as_moments
moments(const double *x, size_t n, double error)
{
	as_moments m;

	as_moments_of(&m, x, n);
	if (m.max - m.min <= 2 * error)
		m.ss = 0;
	return m;
}

as_ttest
as_paired_contrast(const double *base, const double *test, size_t n, double ratio, double shift,
    double *work)
{
	double most = 0;
	as_moments m;

	for (size_t i = 0; i < n; i++) {
		work[i] = test[i] - ratio * base[i] - shift;
		most = fmax(most, fmax(fabs(test[i]), fabs(ratio * base[i])));
	}
	m = moments(work, n, 2 * DBL_EPSILON * (most + fabs(shift)));
	return as_ttest_one(&m);
}

as_log_ratio
as_paired_log_ratio(const double *base, const double *test, size_t n, double *work)
{
	as_log_ratio none = {NAN, NAN, NAN}, r;
	double most = 0;
	as_moments m;

	for (size_t i = 0; i < n; i++) {
		double b = base[i], t = test[i], change = (t - b) / b, far;

		if (!(b > 0) || !(t > 0))
			return none;
		far = fmax(fabs(log(b)), fabs(log(t)));
		work[i] = fabs(change) < 0.5 ? log1p(change) : log(t) - log(b);
		most = fmax(most, far);
	}
	if (n == 0)
		return none;
	m = moments(work, n, 2 * DBL_EPSILON * (1 + most));
	r = (as_log_ratio){m.mean, as_variance(&m, 1) / (double)n, n < 2 ? NAN : (double)n - 1};
	if (r.variance == 0)
		r.df = INFINITY;
	return r;
}

int
as_paired_of(as_paired *p, const double *base, const double *test, size_t n, double level)
{
	double *work = malloc((n + 1) * sizeof *work);

	*p = (as_paired){.n = n};
	if (!work)
		return -1;
	p->t = as_paired_contrast(base, test, n, 1, 0, work);
	p->diff_ci = as_ttest_interval(&p->t, level);
	p->log_ratio = as_paired_log_ratio(base, test, n, work);
	p->ratio = as_log_ratio_exp(&p->log_ratio, level);
	free(work);
	if (as_signed_rank_of(&p->rank, base, test, n) != 0)
		return -1;
	return as_hodges_lehmann_of(&p->shift, base, test, n, level);
}
