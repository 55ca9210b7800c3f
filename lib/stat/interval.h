/* interval.h - confidence intervals of a mean and of a quantile. */
#ifndef AS_INTERVAL_H
#define AS_INTERVAL_H

#include <stddef.h>

typedef struct { double lo, hi; } as_interval;

typedef enum {
	AS_CI_T, /* Student's t with n-1 degrees of freedom */
	AS_CI_Z  /* the normal distribution: for large n only */
} as_ci_method;

/* mean -+ c sd / sqrt(n), sd over n-1. NaN if n < 2, level is not in (0,1) or
 * mean or sd is NaN. As t.test() of R and DescrStatsW.zconfint_mean of
 * statsmodels. */
as_interval as_ci_mean(size_t n, double mean, double sd, double level, as_ci_method method);

/* Which order statistics enclose a quantile. */
typedef struct {
	size_t lo, hi;   /* ranks from 0: the interval is [x[lo], x[hi]], x sorted */
	double coverage; /* its actual level for a continuous distribution; more otherwise */
} as_rank_interval;

/* Distribution-free interval of the quantile p: the narrowest ranks that leave
 * at most (1-level)/2 beyond each end, by the binomial distribution of how
 * many of n values lie below the quantile. Conover (1999), Practical
 * Nonparametric Statistics, 3.2; as scipy.stats.quantile_test's
 * confidence_interval, but for a lower tail that equals its limit exactly, which
 * is within it here. Returns -1, and *r is not set, if n is too small to have
 * one, or p or level is not in (0,1). */
int as_ci_quantile(size_t n, double p, double level, as_rank_interval *r);

/* One end of it: the largest rank, from 0, whose value exceeds the quantile p with a probability
 * of at most alpha. -1 as above. */
int as_ci_quantile_rank(size_t n, double p, double alpha, size_t *rank);

#endif
