/* robust.h - location and scale that a few extremes cannot move.
 *
 * All of them reorder x. NaN if n is 0, nothing is left, a value is NaN, or
 * one that is left is not finite. */
#ifndef AS_ROBUST_H
#define AS_ROBUST_H

#include <stddef.h>

/* How many values a share p of n is: floor(n p), as mean(trim=) of R and
 * trim_mean, trim1 and winsorize of SciPy count. */
size_t as_trim_count(size_t n, double p);

/* Mean without the low smallest and the high largest values: both the same
 * for a symmetric trimmed mean, low = 0 for one that only drops the top.
 * Tukey, McLaughlin (1963), Sankhya A 25(3). */
double as_trimmed_mean(double *x, size_t n, size_t low, size_t high);

/* Mean with the low smallest values set to the smallest that is left, and the
 * high largest to the largest that is left. Reference as above. */
double as_winsorized_mean(double *x, size_t n, size_t low, size_t high);

/* Median absolute deviation from the median, not scaled; x becomes the absolute
 * deviations. Hampel (1974), J.
 * Amer. Statist. Assoc. 69(346). Times AS_MAD_NORMAL it estimates the sd of a
 * normal distribution, as mad() of R has it. */
double as_mad(double *x, size_t n);
#define AS_MAD_NORMAL 1.4826

#endif
