#include "ecdf.h"

#include <math.h>

typedef struct { double lo, hi; int log; } axis;

/* Place on the axis, from 0 to 1. */
static double
place(const axis *a, double x)
{
	double v = a->log ? log(x / a->lo) / log(a->hi / a->lo) : (x - a->lo) / (a->hi - a->lo);

	return isfinite(v) ? v : 0; /* an axis of one value */
}

size_t
ecdf_thin(ecdf_point *out, const double *x, size_t n, double lo, double hi, int log)
{
	const axis a = {lo, hi, log};
	const double step = 1.0 / ECDF_STEPS;
	size_t k = 0, i;

	for (i = 0; i < n; i++) {
		double f = (double)(i + 1) / (double)n;
		if (i + 1 < n && x[i + 1] == x[i])
			continue; /* ties: one step, to the last of them */
		if (k == 0 || i + 1 == n || f - out[k - 1].f >= step ||
		    place(&a, x[i]) - place(&a, out[k - 1].x) >= step ||
		    place(&a, x[i + 1]) - place(&a, x[i]) >= step)
			out[k++] = (ecdf_point){x[i], f};
	}
	return k;
}
