/* quantile.h - sample quantiles, types 1 to 9.
 *
 * Hyndman, Fan (1996), "Sample quantiles in statistical packages", Amer.
 * Statist. 50(4), numbered as there. A position within 4 DBL_EPSILON of a whole
 * number, relative, is that number: 100 values and p = 0.07 make 7, where the product
 * of doubles lies over it. In short, with x[1..n] sorted:
 *   1 inverse of the empirical CDF        6 position p(n+1): Weibull, Minitab, SPSS
 *   2 as 1, averaged at discontinuities   7 position 1+p(n-1): R, NumPy, Excel
 *   3 nearest even: SAS                   8 position p(n+1/3)+1/3: median-unbiased
 *   4 linear in the empirical CDF         9 position p(n+1/4)+3/8: normal-unbiased
 *   5 position p n + 1/2: Hazen
 * The result is NaN if n = 0, p is not in [0,1] or the type is none of these. */
#ifndef AS_QUANTILE_H
#define AS_QUANTILE_H

#include <stddef.h>

enum { AS_QUANTILE_TYPE = 7 }; /* the default */

/* A quantile is (1-h) x[lo] + h x[hi], x sorted: ranks from 0, hi at most lo+1. */
typedef struct { size_t lo, hi; double h; } as_quantile_place;

/* Where the quantile p of n values lies; -1 if it is not defined. */
int as_quantile_place_of(size_t n, double p, int type, as_quantile_place *w);

/* x is sorted, ascending, and holds no NaN. */
double as_quantile_sorted(const double *x, size_t n, double p, int type);

/* q[i] becomes the quantile p[i], for any number of p in any order. x is
 * reordered. If x holds a NaN, every q is NaN. -1 if out of memory. */
int as_quantiles(double *x, size_t n, const double *p, size_t np, int type, double *q);

/* The middle value, or the mean of the two in the middle (types 2, 5, 6, 7, 8
 * and 9 agree on it). x is reordered. NaN if n is 0 or x holds a NaN. */
double as_median(double *x, size_t n);

#endif
