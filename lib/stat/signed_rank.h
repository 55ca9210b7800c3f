/* signed_rank.h - Wilcoxon's signed ranks of pairs, and the shift that goes with them.
 *
 * Value i of base and value i of test are a pair; their difference is test - base.
 * Differences that only the rounding of the values to doubles keeps apart are equal,
 * or 0. The p is a natural logarithm (dist.h). */
#ifndef AS_SIGNED_RANK_H
#define AS_SIGNED_RANK_H

#include "interval.h"
#include "ranktest.h"

typedef struct {
	size_t zeros;  /* pairs without a difference: left out, as zero_method='wilcox' in SciPy */
	double w_plus; /* sum of the midranks of the positive differences */
	as_rank_method method;
	double log_p;  /* two-sided */
} as_signed_rank;

/* Wilcoxon (1945), Biometrics Bull. 1(6). With fewer than AS_RANK_EXACT_BELOW
 * differences it is exact given the ties: each sign of each midrank is as likely. Else
 * normal, corrected for ties and for continuity. None if every difference is 0. -1: out
 * of memory. */
int as_signed_rank_of(as_signed_rank *r, const double *base, const double *test, size_t n);

/* The median of the n(n+1)/2 means of two differences, one with itself too, and the
 * interval between two of these means that the test with no tie and no zero does not
 * reject; exact and normal as above. NaN ends where n is too small for the level.
 * Hodges, Lehmann (1963), Ann. Math. Statist. 34(2). O(n log n). */
typedef struct {
	double estimate;
	as_interval ci;
} as_hodges_lehmann;

/* -1: out of memory. */
int as_hodges_lehmann_of(as_hodges_lehmann *h, const double *base, const double *test, size_t n,
    double level);

#endif
