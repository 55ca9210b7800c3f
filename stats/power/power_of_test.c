#include "power_of_test.h"

#include <math.h>

#include "dist.h"
#include "nct.h"

double
as_power_of(const as_power_test *t, double d, size_t n1, size_t n2)
{
	double a = (double)n1, b = (double)n2, tail = t->one_sided ? t->alpha : t->alpha / 2;
	double nc = d * sqrt(a / (a + b) * b), df = a + b - 2, critical, p;

	if (n1 == 0 || n2 == 0 || !isfinite(d))
		return NAN;
	if (t->normal)
		return exp(as_log_z_upper(as_z_quantile_upper(tail) - nc));
	if (!(df > 0))
		return NAN;
	critical = as_t_quantile_upper(tail, df);
	/* P(T > c; nc) = P(T <= -c; -nc): each tail is computed where it is small */
	p = as_nct_cdf(-critical, df, -nc);
	if (!t->one_sided)
		p += as_nct_cdf(-critical, df, nc);
	return fmin(p, 1);
}

double
as_power_effect(const as_power_test *t, double power, size_t n1, size_t n2)
{
	double lo = 0, hi = 1, mid;
	int i;

	if (!(power > t->alpha && power < 1) || isnan(as_power_of(t, hi, n1, n2)))
		return NAN;
	for (i = 0; i < 1000 && as_power_of(t, hi, n1, n2) < power; i++) {
		lo = hi;
		hi *= 2;
	}
	/* power grows with d: halved until no double lies between */
	while (mid = lo + (hi - lo) / 2, mid > lo && mid < hi)
		if (as_power_of(t, mid, n1, n2) < power)
			lo = mid;
		else
			hi = mid;
	return hi;
}

size_t
as_power_n(const as_power_test *t, double power, double d)
{
	size_t lo = 1, hi = 2, mid;

	if (!(power > t->alpha && power < 1) || !(d > 0) || !isfinite(d))
		return 0;
	while (as_power_of(t, d, hi, hi) < power) {
		if (hi >= AS_POWER_MAX_N)
			return 0;
		lo = hi;
		hi = hi > AS_POWER_MAX_N / 2 ? AS_POWER_MAX_N : hi * 2;
	}
	/* lo is too few (1 is no group), hi enough */
	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (as_power_of(t, d, mid, mid) < power)
			lo = mid;
		else
			hi = mid;
	}
	return hi;
}
