/* quantile_contrast.h - a quantile of two samples, compared by order statistics.
 *
 * Each sample has limits of its quantile that no distribution has to be assumed for (interval.h).
 * The limits of the contrast test - ratio base come from them by the method of variance estimates
 * recovery: Zou, Donner (2008), Statistics in Medicine 27(10); of the ratio, Donner, Zou (2012),
 * Statistical Methods in Medical Research 21(4). tests/stats/simulate_test.c has the error
 * rates. */
#ifndef AS_QUANTILE_CONTRAST_H
#define AS_QUANTILE_CONTRAST_H

#include "interval.h"

typedef struct {
	const double *base, *test; /* sorted */
	size_t nbase, ntest;
	double p;                  /* which quantile, in (0,1) */
} as_quantile_pair;

/* The one-sided limit of the quantile p of n sorted values: the quantile lies beyond it with a
 * probability of at most alpha. NaN: no value of so few is such a limit. */
double as_quantile_limit(const double *x, size_t n, double p, double alpha, int upper);

/* The same limit of quantile(test) - ratio quantile(base), ratio above 0. */
double as_quantile_contrast(const as_quantile_pair *q, double ratio, double alpha, int upper);

/* The two-sided interval of the ratio; an end that does not exist is NaN, and both are where a
 * value is not above 0. */
as_interval as_quantile_ratio(const as_quantile_pair *q, double level);

/* The fewest values that have an upper (or a lower) limit of the quantile. */
double as_quantile_least(double p, double alpha, int upper);

#endif
