/* paired.h - two samples in pairs: the same input under base and test.
 *
 * Value i of base and value i of test are a pair. All that is not decidable is NaN. */
#ifndef AS_PAIRED_H
#define AS_PAIRED_H

#include "ratio.h"
#include "signed_rank.h"
#include "ttest.h"

typedef struct {
	size_t n;               /* pairs */
	as_ttest t;             /* of the differences */
	as_interval diff_ci;
	as_log_ratio log_ratio; /* mean of ln(test/base) over the pairs */
	as_ratio ratio;         /* its exponential, the geometric mean of the ratios, by t */
	as_signed_rank rank;
	as_hodges_lehmann shift;
} as_paired;

/* -1: out of memory. */
int as_paired_of(as_paired *p, const double *base, const double *test, size_t n, double level);

/* The t test of the mean of test - ratio base - shift over the pairs, as
 * scipy.stats.ttest_rel. NaN of one pair, or where the differences vary by no more than
 * rounding. work has room for n. */
as_ttest as_paired_contrast(const double *base, const double *test, size_t n, double ratio,
    double shift, double *work);

/* NaN where a value is not above 0; a variance of 0 where the ratios vary by no more
 * than rounding, NaN of one pair. Fleming, Wallace (1986), Comm. ACM 29(3). */
as_log_ratio as_paired_log_ratio(const double *base, const double *test, size_t n, double *work);

#endif
