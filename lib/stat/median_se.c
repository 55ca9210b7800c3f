#include "median_se.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "dist.h"

as_median_ranks
as_median_ranks_of(size_t n)
{
	double c = fmax(rint(((double)n + 1) / 2 - sqrt((double)n)), 1);
	size_t k = (size_t)c;

	return (as_median_ranks){k - 1, n - k,
	    as_z_quantile_upper(gsl_cdf_binomial_P((unsigned)(k - 1), 0.5, (unsigned)n))};
}

double
as_median_se(const double *x, size_t n)
{
	as_median_ranks r;

	if (n < AS_MEDIAN_SE_MIN)
		return NAN;
	r = as_median_ranks_of(n);
	return (x[r.hi] - x[r.lo]) / (2 * r.z);
}
