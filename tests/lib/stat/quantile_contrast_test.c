/* quantile_contrast: base is 10 + i^2/100, i = 0..99, test is 11 + i^2/90, i = 0..119. */
#include "quantile_contrast.h"

#include "unit_check.h"

enum { NBASE = 100, NTEST = 120 };

int
main(void)
{
	/* scipy.stats.quantile_test(base, q=0, p=p, alternative='greater' (lower limit) or 'less')
	 * .confidence_interval(1 - alpha) */
	static const struct { double p, alpha, lo, hi; } limits[] = {
		{0.5, 0.05, 26.81, 43.64}, {0.5, 0.025, 25.21, 46.0}, {0.95, 0.05, 91.0, 106.04},
		{0.95, 0.025, 89.21, 108.01}, {0.99, 0.05, 102.16, NAN}, {0.99, 0.025, 102.16, NAN},
	};
	/* such limits l, u of both sides by scipy.stats.binom.cdf; t, b = numpy.quantile(..., p);
	 * t - r b - sqrt((t - l_t)^2 + r^2 (u_b - b)^2), and + of the others */
	static const struct { double p, ratio, alpha; int upper; double want; } contrasts[] = {
		{0.5, 1, 0.025, 0, -2.07957233169142}, {0.5, 1, 0.025, 1, 34.92210564235124},
		{0.5, 1.05, 0.05, 1, 29.894268259629897}, {0.95, 1, 0.025, 0, 38.8916738634485},
		{0.95, 1, 0.025, 1, 70.26353146349149}, {0.95, 1.05, 0.05, 1, 64.55110517845023},
	};
	/* the r where these are 0 by scipy.optimize.brentq */
	static const struct { double p, lo, hi; } ratios[] = {
		{0.5, 0.9502149827317145, 2.2297658971682224}, {0.95, 1.3708259050195122, 1.7640421340661734},
	};
	double base[NBASE], test[NTEST];
	as_quantile_pair q = {base, test, NBASE, NTEST, 0.5};
	as_interval i;

	for (int k = 0; k < NBASE; k++)
		base[k] = 10 + k * k / 100.0;
	for (int k = 0; k < NTEST; k++)
		test[k] = 11 + k * k / 90.0;
	for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
		unit_near(as_quantile_limit(base, NBASE, limits[k].p, limits[k].alpha, 0), limits[k].lo, 1e-12, 0,
		    "lower limit of a quantile");
		unit_near(as_quantile_limit(base, NBASE, limits[k].p, limits[k].alpha, 1), limits[k].hi, 1e-12, 0,
		    "upper limit of a quantile");
	}
	for (size_t k = 0; k < sizeof contrasts / sizeof *contrasts; k++) {
		q.p = contrasts[k].p;
		unit_near(as_quantile_contrast(&q, contrasts[k].ratio, contrasts[k].alpha, contrasts[k].upper),
		    contrasts[k].want, 1e-12, 100, "limit of a contrast");
	}
	for (size_t k = 0; k < sizeof ratios / sizeof *ratios; k++) {
		q.p = ratios[k].p;
		i = as_quantile_ratio(&q, 0.95);
		unit_near(i.lo, ratios[k].lo, 1e-12, 1, "lower end of a ratio");
		unit_near(i.hi, ratios[k].hi, 1e-12, 1, "upper end of a ratio");
	}
	q.p = 0.99;
	i = as_quantile_ratio(&q, 0.95);
	unit_ok(isnan(i.lo) && isnan(i.hi), "no interval of a p99 of 100 values");
	unit_ok(isnan(as_quantile_contrast(&q, 1, 0.025, 1)), "nor a limit of the difference");
	/* 0.99^298 > 0.05 > 0.99^299 */
	unit_ok(as_quantile_least(0.99, 0.05, 1) == 299 && as_quantile_least(0.95, 0.025, 1) == 72 &&
	    as_quantile_least(0.99, 0.05, 0) == 1 && as_quantile_least(0.5, 0.05, 0) == 5,
	    "the fewest values that have a limit");
	return 0;
}
