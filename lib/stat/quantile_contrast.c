#include "quantile_contrast.h"

#include <math.h>

#include "quantile.h"

static double
quantile(const double *x, size_t n, double p)
{
	return as_quantile_sorted(x, n, p, AS_QUANTILE_TYPE);
}

double
as_quantile_limit(const double *x, size_t n, double p, double alpha, int upper)
{
	size_t k;

	/* the upper limit is the lower one of the values in reverse */
	if (as_ci_quantile_rank(n, upper ? 1 - p : p, alpha, &k) != 0)
		return NAN;
	return upper ? x[n - 1 - k] : x[k];
}

/* The distance of a side's limit from its quantile. */
static double
reach(const double *x, size_t n, double p, double alpha, int upper)
{
	double d = as_quantile_limit(x, n, p, alpha, upper) - quantile(x, n, p);

	/* interpolation may put the quantile beyond an order statistic of a few values */
	return isnan(d) ? d : upper ? fmax(d, 0) : fmax(-d, 0);
}

double
as_quantile_contrast(const as_quantile_pair *q, double ratio, double alpha, int upper)
{
	double t = reach(q->test, q->ntest, q->p, alpha, upper),
	    b = reach(q->base, q->nbase, q->p, alpha, !upper),
	    diff = quantile(q->test, q->ntest, q->p) - ratio * quantile(q->base, q->nbase, q->p);

	return upper ? diff + hypot(t, ratio * b) : diff - hypot(t, ratio * b);
}

as_interval
as_quantile_ratio(const as_quantile_pair *q, double level)
{
	double alpha = (1 - level) / 2, t, b, low, high, a, c;
	as_interval i = {NAN, NAN};

	if (!q->nbase || !q->ntest || !(q->base[0] > 0) || !(q->test[0] > 0))
		return i;
	t = quantile(q->test, q->ntest, q->p);
	b = quantile(q->base, q->nbase, q->p);
	/* where the limit of the contrast is 0: a r^2 - 2 t b r + c = 0 */
	low = t - reach(q->test, q->ntest, q->p, alpha, 0);
	high = b + reach(q->base, q->nbase, q->p, alpha, 1);
	a = high * (2 * b - high);
	c = low * (2 * t - low);
	i.lo = c / (t * b + sqrt(t * b * t * b - a * c));
	low = b - reach(q->base, q->nbase, q->p, alpha, 0);
	high = t + reach(q->test, q->ntest, q->p, alpha, 1);
	a = low * (2 * b - low);
	c = high * (2 * t - high);
	i.hi = (t * b + sqrt(t * b * t * b - a * c)) / a;
	return i;
}

double
as_quantile_least(double p, double alpha, int upper)
{
	return ceil(log(alpha) / log(upper ? p : 1 - p));
}
