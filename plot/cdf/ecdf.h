/* ecdf.h - the empirical distribution function, thinned for drawing. */
#ifndef ECDF_H
#define ECDF_H

#include <stddef.h>

typedef struct { double x, f; } ecdf_point; /* share f of the samples is at most x */

enum { ECDF_STEPS = 1500 }; /* what a picture can tell apart, both ways */

typedef struct {
	double lo, hi;       /* the ends of the axis: no point beyond */
	int log;             /* it is logarithmic */
	double step;         /* the least that is to be seen, a share of either axis */
	const double *keep;  /* (nkeep) values whose points stay */
	size_t nkeep;
} ecdf_view;

/* Points of the step function of x[0..n) (sorted, n >= 1). Points are left out
 * where neither the share nor the place on the axis moves by a step; the first,
 * the last, and both ends of every gap stay, so that the picture is the same. A
 * curve that begins or ends beyond the axis has a point at its end.
 * Returns how many (out has room for n + 2), at most about 2 / step + 4 + nkeep. */
size_t ecdf_thin(ecdf_point *out, const double *x, size_t n, const ecdf_view *v);

#endif
