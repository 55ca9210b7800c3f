#include "moments.h"

#include <math.h>

#include "sum.h"

/* Smallest and largest value. 0 if there is none or one is not finite. */
static int
range(const double *x, size_t n, double *min, double *max)
{
	double lo = INFINITY, hi = -INFINITY;
	int bad = n == 0;

	for (size_t i = 0; i < n; i++) {
		lo = x[i] < lo ? x[i] : lo;
		hi = x[i] > hi ? x[i] : hi;
		bad |= !(x[i] - x[i] == 0);
	}
	*min = bad ? NAN : lo;
	*max = bad ? NAN : hi;
	return !bad;
}

/* The power of two that brings all of [min, max] into [-1, 1]. Its bound keeps
 * 2^-exp finite; data below it stays small, which does no harm. */
static int
scale_of(double min, double max)
{
	int e;

	frexp(fmax(fabs(min), fabs(max)), &e);
	return e < -1020 ? -1020 : e;
}

/* Mean of x / 2^exp. */
static double
scaled_mean(const double *x, size_t n, double min, double max, int exp)
{
	double f = ldexp(1, -exp);
	as_sum sum = {0, 0};
	double s, q;

	for (size_t i = 0; i < n; i++)
		as_sum_add(&sum, x[i] * f);
	s = as_sum_value(&sum);
	/* divide the unrounded sum: s alone would add half an ulp of the sum */
	q = s / (double)n;
	q += (fma(-q, (double)n, s) + ((sum.s - s) + sum.c)) / (double)n;
	/* values that are all equal have exactly that mean */
	return fmin(fmax(q, min * f), max * f);
}

double
as_mean(const double *x, size_t n)
{
	double min, max;
	int exp;

	if (!range(x, n, &min, &max))
		return NAN;
	exp = scale_of(min, max);
	return ldexp(scaled_mean(x, n, min, max, exp), exp);
}

void
as_moments_of(as_moments *m, const double *x, size_t n)
{
	as_sum s1 = {0, 0}, s2 = {0, 0}, s3 = {0, 0};
	double f, mean, delta, ss;

	*m = (as_moments){.n = n, .mean = NAN, .rest = NAN, .ss = NAN, .sc = NAN};
	if (!range(x, n, &m->min, &m->max))
		return;
	m->exp = scale_of(m->min, m->max);
	mean = scaled_mean(x, n, m->min, m->max, m->exp);
	m->mean = ldexp(mean, m->exp);

	f = ldexp(1, -m->exp);
	for (size_t i = 0; i < n; i++) {
		double d = x[i] * f - mean;

		as_sum_add(&s1, d);
		as_sum_add(&s2, d * d);
		as_sum_add(&s3, d * d * d);
	}
	/* the mean is rounded: shift the sums by what it lacks */
	delta = as_sum_value(&s1) / (double)n;
	m->rest = delta;
	ss = as_sum_value(&s2);
	m->ss = fmax(ss - delta * delta * (double)n, 0);
	m->sc = as_sum_value(&s3) - 3 * delta * ss + 2 * delta * delta * delta * (double)n;
}

double
as_mean_diff(const as_moments *a, double ratio, const as_moments *b)
{
	double part = ratio * b->mean, diff = a->mean - part;

	if (!isfinite(part))
		return diff;
	return diff + (ldexp(a->rest, a->exp) - ratio * ldexp(b->rest, b->exp) - fma(ratio, b->mean,
	    -part));
}

/* In units of 2^exp. */
static double
scaled_variance(const as_moments *m, unsigned ddof)
{
	return m->n > ddof ? m->ss / (double)(m->n - ddof) : NAN;
}

double
as_variance(const as_moments *m, unsigned ddof)
{
	return ldexp(scaled_variance(m, ddof), 2 * m->exp);
}

double
as_sd(const as_moments *m, unsigned ddof)
{
	return ldexp(sqrt(scaled_variance(m, ddof)), m->exp);
}

double
as_pooled_sd(const as_moments *a, const as_moments *b)
{
	int exp = a->exp > b->exp ? a->exp : b->exp;

	if (a->n + b->n < 3)
		return NAN;
	return ldexp(sqrt((ldexp(a->ss, 2 * (a->exp - exp)) + ldexp(b->ss, 2 * (b->exp - exp))) /
	    (double)(a->n + b->n - 2)), exp);
}

double
as_skewness(const as_moments *m, as_skew type)
{
	double n = (double)m->n, m2 = m->ss / n, g1;

	if (!(m->ss > 0))
		return NAN;
	g1 = m->sc / n / (m2 * sqrt(m2));
	switch (type) {
	case AS_SKEW_ADJUSTED:
		return m->n < 3 ? NAN : g1 * sqrt(n * (n - 1)) / (n - 2);
	case AS_SKEW_MOMENT:
		return g1;
	case AS_SKEW_B1:
		return g1 * sqrt((n - 1) / n) * (n - 1) / n;
	}
	return NAN;
}
