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

/* How many of x are below v, or with equal at most v. */
static size_t
rank_of(const double *x, size_t n, double v, int equal)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (x[mid] < v || (equal && x[mid] == v))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

size_t
ecdf_thin(ecdf_point *out, const double *x, size_t n, const ecdf_view *v)
{
	size_t from = rank_of(x, n, v->lo, 0), to = rank_of(x, n, v->hi, 1), k = 0, i;

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
