/* median_se.h - the standard error of a sample median. */
#ifndef AS_MEDIAN_SE_H
#define AS_MEDIAN_SE_H

#include <stddef.h>

/* Two order statistics and the z that they lie apart: the standard error of the
 * median is (x[hi] - x[lo]) / (2 z), of any monotone scale of x. With c = (n+1)/2 -
 * sqrt(n) to the nearest whole number, at least 1, they are the c-th from either
 * end, and z is of the binomial probability that the median lies beyond. Price,
 * Bonett (2001), J. Statist. Comput. Simul. 68(3). */
typedef struct { size_t lo, hi; double z; } as_median_ranks;

/* n is at least 2. */
as_median_ranks as_median_ranks_of(size_t n);

/* From sorted values; NaN if n < AS_MEDIAN_SE_MIN. Times sqrt(n) it estimates 1/(2 f), f the
 * density at the median. */
enum { AS_MEDIAN_SE_MIN = 5 };
double as_median_se(const double *x, size_t n);

#endif
