#include "ecdf.h"

#include <math.h>

/* Place on the axis, from 0 to 1. */
static double
place(const ecdf_view *a, double x)
{
	double v = a->log ? log(x / a->lo) / log(a->hi / a->lo) : (x - a->lo) / (a->hi - a->lo);

	return isfinite(v) ? v : 0; /* an axis of one value */
}

static int
kept(const ecdf_view *v, double x)
{
	for (size_t j = 0; j < v->nkeep; j++)
		if (v->keep[j] == x)
			return 1;
	return 0;
}

size_t
ecdf_thin(ecdf_point *out, const double *x, size_t n, const ecdf_view *v)
{
	size_t from = 0, to = n, k = 0, i;

	while (from < n && x[from] < v->lo)
		from++;
	while (to > from && x[to - 1] > v->hi)
		to--;
	if (from > 0)
		out[k++] = (ecdf_point){v->lo, (double)from / (double)n};
	for (i = from; i < to; i++) {
		double f = (double)(i + 1) / (double)n;
		if (i + 1 < to && x[i + 1] == x[i])
			continue; /* ties: one step, to the last of them */
		if (k == 0 || i + 1 == to || f - out[k - 1].f >= v->step ||
		    place(v, x[i]) - place(v, out[k - 1].x) >= v->step ||
		    place(v, x[i + 1]) - place(v, x[i]) >= v->step || kept(v, x[i]))
			out[k++] = (ecdf_point){x[i], f};
	}
	if (to < n && to > 0)
		out[k++] = (ecdf_point){v->hi, (double)to / (double)n};
	return k;
}
