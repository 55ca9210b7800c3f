#include "robust.h"

#include <math.h>

#include "moments.h"
#include "quantile.h"
#include "select.h"
#include "sum.h"

size_t
as_trim_count(size_t n, double p)
{
	return p > 0 ? (size_t)floor((double)n * p) : 0;
}

/* Brings the low smallest values to the left and the high largest to the
 * right. 0 if a value is not a number or nothing is left between. */
static int
part(double *x, size_t n, size_t low, size_t high)
{
	size_t k[2];

	for (size_t i = 0; i < n; i++)
		if (x[i] != x[i])
			return 0;
	if (low >= n || high >= n - low)
		return 0;
	k[0] = low;
	k[1] = n - 1 - high;
	as_select(x, n, k, 2);
	return 1;
}

double
as_trimmed_mean(double *x, size_t n, size_t low, size_t high)
{
	return part(x, n, low, high) ? as_mean(x + low, n - low - high) : NAN;
}

double
as_winsorized_mean(double *x, size_t n, size_t low, size_t high)
{
	as_sum s = {0, 0};
	double a, b, f;
	int exp;

	if (!part(x, n, low, high))
		return NAN;
	a = x[low];
	b = x[n - 1 - high];
	if (!isfinite(a) || !isfinite(b))
		return NAN;
	/* all that is summed lies in [a, b]: scaled as moments.c does */
	frexp(fmax(fabs(a), fabs(b)), &exp);
	exp = exp < -1020 ? -1020 : exp;
	f = ldexp(1, -exp);
	as_sum_add(&s, a * f * (double)low);
	as_sum_add(&s, b * f * (double)high);
	for (size_t i = low; i < n - high; i++)
		as_sum_add(&s, x[i] * f);
	return fmin(fmax(ldexp(as_sum_value(&s) / (double)n, exp), a), b);
}

double
as_mad(double *x, size_t n)
{
	double m = as_median(x, n);

	for (size_t i = 0; i < n; i++)
		x[i] = fabs(x[i] - m);
	return as_median(x, n);
}
