#include "outlier.h"

#include <math.h>

#include "dist.h"
#include "moments.h"
#include "quantile.h"
#include "sum.h"

as_fence
as_tukey_fence(const double *x, size_t n, double k, int type)
{
	as_fence f = {as_quantile_sorted(x, n, 0.25, type), as_quantile_sorted(x, n, 0.75, type), 0, 0};

	f.lo = f.q1 - k * (f.q3 - f.q1);
	f.hi = f.q3 + k * (f.q3 - f.q1);
	return f;
}

/* lambda of step i, from 0, of n values. */
static double
critical(size_t n, size_t i, double alpha)
{
	double left = (double)(n - i), t = as_t_quantile_upper(alpha / (2 * left), left - 2);

	return (left - 1) * t / sqrt((left - 2 + t * t) * left);
}

/* x[i] - middle in units of 2^unit. */
#define CENTRED(i) (ldexp(x[i], -unit) - ldexp(middle, -unit))

static as_sum
sum_of(const double *x, size_t lo, size_t hi, double middle, int unit)
{
	as_sum sum = {0, 0};

	for (size_t i = lo; i < hi; i++)
		as_sum_add(&sum, CENTRED(i));
	return sum;
}

void
as_esd(as_esd_step *step, size_t *count, const double *x, size_t n, size_t max, double alpha)
{
	/* sums are of (x - middle), which an offset of all values cannot spoil, in
	 * units of a power of two, so that they cannot overflow */
	const double middle = n ? x[n / 2] : 0;
	const int unit = n ? ilogb(fmax(fmax(fabs(x[0]), fabs(x[n - 1])), 1e-300)) : 0;
	size_t lo = 0, hi = n, i;
	as_sum sum;
	as_moments m;
	double mean, rss, span;

	*count = 0;
	sum = sum_of(x, lo, hi, middle, unit);
	/* the farthest value is always the smallest or the largest that is left */
	for (i = 0; i < max; i++) {
		mean = as_sum_value(&sum) / (double)(hi - lo);
		step[i].at = mean - CENTRED(lo) > CENTRED(hi - 1) - mean ? lo++ : --hi;
		as_sum_add(&sum, -CENTRED(step[i].at));
		/* what is left may be so much smaller that the sum has lost it: at most
		 * some 50 times, by the range of a double */
		span = fmax(fabs(CENTRED(lo)), fabs(CENTRED(hi - 1)));
		if (fabs(CENTRED(step[i].at)) > 0x1p40 * span)
			sum = sum_of(x, lo, hi, middle, unit);
	}
	/* The root of the sum of squares from the inside out: to add a value to it
	 * loses nothing, to take a large one out of it would. Chan, Golub, LeVeque (1983). */
	as_moments_of(&m, x + lo, hi - lo);
	mean = as_sum_value(&sum) / (double)(hi - lo);
	rss = ldexp(sqrt(m.ss), m.exp - unit);
	for (i = max; i-- > 0; ) {
		double left = (double)(n - i - 1), d = CENTRED(step[i].at) - mean;

		rss = hypot(rss, d * sqrt(left / (left + 1)));
		mean += d / (left + 1);
		/* |x - new mean| is |d| left/(left+1), the sd rss / sqrt(left) */
		step[i].r = rss > 0 ? fabs(d) * (left / (left + 1)) / (rss / sqrt(left)) : NAN;
		step[i].critical = critical(n, i, alpha);
		if (*count == 0 && step[i].r > step[i].critical)
			*count = i + 1;
	}
}
