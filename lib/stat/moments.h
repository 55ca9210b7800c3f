/* moments.h - mean, variance, standard deviation, skewness.
 *
 * Accuracy: the data is scaled by a power of two, so that neither 1e300 nor
 * 1e-300 overflows or underflows on the way; sums are compensated (sum.h) and
 * central moments are taken about the mean with the correction of Chan, Golub,
 * LeVeque (1983), "Algorithms for computing the sample variance", Amer.
 * Statist. 37(3). So 1e15 + small values lose nothing.
 *
 * Not decidable is NaN: n = 0, a value that is not finite, fewer values than a
 * statistic needs, a skewness of values that are all equal. */
#ifndef AS_MOMENTS_H
#define AS_MOMENTS_H

#include <stddef.h>

typedef struct {
	size_t n;
	double min, max, mean; /* NaN if n is 0 or a value is not finite */
	int exp;     /* what follows is of x / 2^exp */
	double rest; /* what mean lacks of the mean, as it is rounded */
	double ss;   /* sum of (x - mean)^2 */
	double sc;   /* sum of (x - mean)^3 */
} as_moments;

/* Joanes, Gill (1998), "Comparing measures of sample skewness and kurtosis",
 * The Statistician 47(1). m2 and m3 are the central moments over n, s is the
 * standard deviation over n-1. */
typedef enum {
	AS_SKEW_ADJUSTED, /* G1 = g1 sqrt(n(n-1))/(n-2), n >= 3: pandas, SAS, Excel */
	AS_SKEW_MOMENT,   /* g1 = m3 / m2^1.5: scipy.stats.skew */
	AS_SKEW_B1        /* b1 = m3 / s^3: e1071 in R, Minitab */
} as_skew;

void as_moments_of(as_moments *m, const double *x, size_t n);

/* Sum of squares about the mean over n - ddof. NaN if n <= ddof; infinite if
 * the variance itself is over the range of a double (the sd may not be). */
double as_variance(const as_moments *m, unsigned ddof);
double as_sd(const as_moments *m, unsigned ddof);

/* sqrt of the sums of squares of both over n1+n2-2; NaN if that is 0. */
double as_pooled_sd(const as_moments *a, const as_moments *b);

double as_skewness(const as_moments *m, as_skew type);

/* Only the mean; the same value as as_moments_of's. */
double as_mean(const double *x, size_t n);

/* mean(a) - ratio mean(b), with what the means lack: two means near each other,
 * such as 1e6 and 1e6 + 0.01, keep the digits of their difference. */
double as_mean_diff(const as_moments *a, double ratio, const as_moments *b);

#endif
