/* ratio.h - ratios of test to base with confidence intervals.
 *
 * All that is not decidable is NaN. */
#ifndef AS_RATIO_H
#define AS_RATIO_H

#include "interval.h"
#include "moments.h"

typedef struct {
	double ratio;
	as_interval ci; /* hi is NaN where no finite end exists */
} as_ratio;

/* mean(test)/mean(base). The interval ends on either side at the first ratio r that
 * Welch's test of mean(test) - r mean(base) = 0 rejects (Fieller 1954, J. R. Statist.
 * Soc. B 16(2), with the degrees of freedom of Satterthwaite at each r), so it
 * leaves out 1 where as_ttest_welch has p < 1-level. On lognormal data
 * it covers as it should where the delta method on logarithms falls short
 * (tests/simulate.c has both). NaN if a mean is not above 0, n < 2 or nothing
 * varies. */
as_ratio as_ratio_of_means(const as_moments *base, const as_moments *test, double level);

/* ln of mean(test)/mean(base) and its variance by the delta method, for the
 * combination over strata. */
typedef struct { double log, variance, df; } as_log_ratio;
as_log_ratio as_log_ratio_of_means(const as_moments *base, const as_moments *test);

/* The mean of n log ratios, each of the same weight: the logarithm of their
 * geometric mean, with the degrees of freedom of Satterthwaite. NaN if n is 0
 * or one is. */
as_log_ratio as_log_ratio_mean(const as_log_ratio *r, size_t n);

/* The ratio with its t interval. */
as_ratio as_log_ratio_exp(const as_log_ratio *r, double level);

/* median(test)/median(base) of sorted samples, with the interval of Price,
 * Bonett (2002), J. Statist. Comput. Simul. 72(2): normal on the logarithm, its
 * variance from two order statistics of each sample. Values must be above 0,
 * and for the interval n at least 5. */
as_ratio as_ratio_of_medians(const double *base, size_t nbase, const double *test, size_t ntest,
    double level);

/* That ratio as a logarithm with its variance, which its interval of that level says. */
as_log_ratio as_log_ratio_of_medians(const as_ratio *r, double level);

#endif
