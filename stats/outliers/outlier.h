/* outlier.h - which values of a sample lie far from the others.
 *
 * None of these says that a value is wrong: each says how far it is. */
#ifndef AS_OUTLIER_H
#define AS_OUTLIER_H

#include <stddef.h>

/* The fence of Tukey (1977), Exploratory Data Analysis, 2C: outliers lie below
 * lo = q1 - k (q3 - q1) or above hi = q3 + k (q3 - q1). */
typedef struct { double q1, q3, lo, hi; } as_fence;

/* x is sorted and holds no NaN; the quartiles are of that type (quantile.h). NaN
 * if n is 0 or the type is none. */
as_fence as_tukey_fence(const double *x, size_t n, double k, int type);

/* The modified z of Iglewicz, Hoaglin (1993), How to Detect and Handle Outliers:
 * 0.6745 (x - median) / MAD; they call over 3.5 an outlier. */
#define AS_MODIFIED_Z 0.6745

/* Generalized extreme studentized deviate of Rosner (1983), Technometrics 25(2):
 * the value farthest from the mean is taken out, max times, and each time its
 * distance r in standard deviations is held against its critical value. */
typedef struct {
	size_t at;       /* which value: index into x */
	double r;        /* |x - mean| / sd of the values that were left; NaN: they are equal */
	double critical; /* lambda */
} as_esd_step;

/* Fills step[0..max); the outliers are those of the first *count steps: up to the
 * last one whose r is above its critical value. x is sorted and finite, max is at
 * most n - 2, alpha in (0, 1). Of two values equally far the larger goes first. */
void as_esd(as_esd_step *step, size_t *count, const double *x, size_t n, size_t max, double alpha);

#endif
