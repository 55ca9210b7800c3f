#include "interval.h"

#include <float.h>
#include <math.h>

#include "dist.h"

as_interval
as_ci_mean(size_t n, double mean, double sd, double level, as_ci_method method)
{
	double a = (1 - level) / 2, half;

	if (n < 2 || !(level > 0 && level < 1) || !(sd >= 0))
		return (as_interval){NAN, NAN};
	half = method == AS_CI_Z ? as_z_quantile_upper(a) : as_t_quantile_upper(a, (double)n - 1);
	half *= sd / sqrt((double)n);
	return (as_interval){mean - half, mean + half};
}

/* Largest k of 0..n with P(B <= k) <= tail, B binomial (n, p), q = 1 - p; *prob
 * is that probability. -1 if there is none. The probabilities are built from
 * the mode outward by the ratio of neighbours and divided by their sum: no log
 * gamma, which would lose eight digits at n = 4e6. */
static int
left_tail(double n, double p, double q, double tail, double *k, double *prob)
{
	const double negligible = DBL_EPSILON * DBL_EPSILON;
	const double mode = fmin(floor((n + 1) * p), n);
	double below = 0, above = 0, total, cdf, w, i;

	for (w = 1, i = mode; i > 0 && w > negligible; i--)
		below += w *= i * q / ((n - i + 1) * p);
	for (w = 1, i = mode; i < n && w > negligible; i++)
		above += w *= (n - i) * p / ((i + 1) * q);
	total = below + 1 + above;
	cdf = below + 1;
	/* a tail that equals the limit in exact arithmetic is within it */
	tail *= total * (1 + 1e-12);

	w = 1;
	i = mode;
	if (cdf > tail) {
		for (; i >= 0 && cdf > tail; i--) {
			cdf -= w;
			w *= i * q / ((n - i + 1) * p);
		}
	} else {
		while (w *= (n - i) * p / ((i + 1) * q), cdf + w <= tail) {
			cdf += w;
			i++;
		}
	}
	*k = i;
	*prob = cdf / total;
	return i < 0 ? -1 : 0;
}

int
as_ci_quantile_rank(size_t n, double p, double alpha, size_t *rank)
{
	double k, below;

	if (n == 0 || !(p > 0 && p < 1) || !(alpha > 0 && alpha < 1) ||
	    left_tail((double)n, p, 1 - p, alpha, &k, &below) != 0)
		return -1;
	*rank = (size_t)k;
	return 0;
}

int
as_ci_quantile(size_t n, double p, double level, as_rank_interval *r)
{
	double tail = (1 - level) / 2, lo, hi, below, above;

	if (n == 0 || !(p > 0 && p < 1) || !(level > 0 && level < 1))
		return -1;
	if (left_tail((double)n, p, 1 - p, tail, &lo, &below) != 0 ||
	    left_tail((double)n, 1 - p, p, tail, &hi, &above) != 0)
		return -1;
	*r = (as_rank_interval){(size_t)lo, n - 1 - (size_t)hi,
	    fmin(fmax(1 - below - above, 0), 1)};
	return 0;
}
