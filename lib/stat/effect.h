/* effect.h - standardized differences of two means. */
#ifndef AS_EFFECT_H
#define AS_EFFECT_H

#include "interval.h"
#include "moments.h"

typedef struct {
	double d;          /* (mean of test - mean of base) / pooled sd; Cohen (1988) */
	double g;          /* J(n1+n2-2) d, without the bias of d; Hedges (1981), J. Educ. Statist. 6(2) */
	as_interval d_ci;  /* exact for normal data: the noncentral t (nct.h) */
	as_interval g_ci;  /* J times that */
} as_effect;

/* J(df), which makes g of d: Gamma(df/2) / (sqrt(df/2) Gamma((df-1)/2)), the exact
 * form. NaN under 2 degrees of freedom. */
double as_hedges_correction(double df);

/* NaN where n1+n2 < 3 or no value varies within its group; g where n1+n2 < 4. */
as_effect as_effect_of(const as_moments *base, const as_moments *test, double level);

#endif
