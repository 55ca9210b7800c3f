/* ecdf.h - the empirical distribution function, thinned for drawing. */
#ifndef ECDF_H
#define ECDF_H

#include <stddef.h>

typedef struct { double x, f; } ecdf_point; /* share f of the samples is at most x */

enum { ECDF_STEPS = 1500 }; /* what a picture can tell apart, both ways */

/* Points of the step function of x[0..n) (sorted, n >= 1) between lo and hi, the
 * ends of the axis. Points are left out where neither the share nor the place on
 * the axis moves by 1/ECDF_STEPS; the first, the last, and both ends of every
 * gap stay, so that the picture is the same. log: the axis is logarithmic.
 * Returns how many (out has room for n), at most about 2 ECDF_STEPS + 2. */
size_t ecdf_thin(ecdf_point *out, const double *x, size_t n, double lo, double hi, int log);

#endif
