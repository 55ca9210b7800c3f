#include "effect.h"

#include <gsl/gsl_sf_gamma.h>
#include <math.h>

#include "nct.h"

double
as_hedges_correction(double m)
{
	gsl_sf_result up;

	if (m < 2 || gsl_sf_lnpoch_e((m - 1) / 2, 0.5, &up) != 0)
		return NAN;
	return exp(up.val - 0.5 * log(m / 2));
}

as_effect
as_effect_of(const as_moments *base, const as_moments *test, double level)
{
	double nb = (double)base->n, nt = (double)test->n, sd = as_pooled_sd(base, test), j, scale;
	as_effect e = {NAN, NAN, {NAN, NAN}, {NAN, NAN}};

	if (base->n < 1 || test->n < 1 || !(sd > 0))
		return e;
	j = as_hedges_correction(nb + nt - 2);
	scale = sqrt(1 / nb + 1 / nt);
	e.d = as_mean_diff(test, 1, base) / sd;
	e.g = j * e.d;
	e.d_ci = as_nct_interval(e.d / scale, nb + nt - 2, level);
	e.d_ci.lo *= scale;
	e.d_ci.hi *= scale;
	e.g_ci = (as_interval){j * e.d_ci.lo, j * e.d_ci.hi};
	return e;
}
