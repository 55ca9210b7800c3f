#include "quantile.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "select.h"

/* Rank j of 1..n as an index; the quantiles beyond the ends are the ends. */
static size_t
clamp(double j, size_t n)
{
	return j < 1 ? 0 : j >= (double)n ? n - 1 : (size_t)j - 1;
}

int
as_quantile_place_of(size_t n, double p, int type, as_quantile_place *w)
{
	static const double third = 1.0 / 3;
	const double a[] = {0, 0.5, 0, 1, third, 0.375}; /* types 4 to 9 */
	const double b[] = {1, 0.5, 0, 1, third, 0.375};
	double at, j, h;

	if (!(n > 0 && p >= 0 && p <= 1 && type >= 1 && type <= 9))
		return -1;
	if (type <= 3)
		at = (double)n * p - (type == 3 ? 0.5 : 0);
	else if (type == 7)
		at = (double)(n - 1) * p; /* from 0: one rounding less than from 1 */
	else
		at = a[type - 4] + p * ((double)n + 1 - a[type - 4] - b[type - 4]);
	if (fabs(at - round(at)) <= 4 * DBL_EPSILON * fmax(1, at))
		at = round(at);
	j = floor(at);
	h = at - j;
	if (type == 7)
		j++;
	else if (type == 3)
		h = h > 0 || fmod(j, 2) != 0;
	else if (type <= 2 && h > 0)
		h = 1;
	else if (type == 2)
		h = 0.5;
	*w = (as_quantile_place){clamp(j, n), clamp(j + 1, n), h};
	return 0;
}

static double
value_at(const double *x, as_quantile_place w)
{
	double a = x[w.lo], b = x[w.hi];

	if (w.h == 0 || a == b)
		return a;
	if (w.h == 1)
		return b;
	/* no b - a, which may overflow; rounding must not leave [a, b] */
	return fmin(fmax((1 - w.h) * a + w.h * b, a), b);
}

static int
any_nan(const double *x, size_t n)
{
	int nan = 0;

	for (size_t i = 0; i < n; i++)
		nan |= x[i] != x[i];
	return nan;
}

double
as_quantile_sorted(const double *x, size_t n, double p, int type)
{
	as_quantile_place w;

	return as_quantile_place_of(n, p, type, &w) == 0 ? value_at(x, w) : NAN;
}

int
as_quantiles(double *x, size_t n, const double *p, size_t np, int type, double *q)
{
	size_t *k, nk = 0;
	int nan = any_nan(x, n);

	if (np == 0)
		return 0;
	if ((k = calloc(np, 2 * sizeof *k)) == NULL)
		return -1;
	for (size_t i = 0; i < np && !nan; i++) {
		as_quantile_place w;

		if (as_quantile_place_of(n, p[i], type, &w) == 0) {
			k[nk++] = w.lo;
			k[nk++] = w.hi;
		}
	}
	as_ranks_sort(k, nk);
	as_select(x, n, k, nk);
	free(k);
	for (size_t i = 0; i < np; i++)
		q[i] = nan ? NAN : as_quantile_sorted(x, n, p[i], type);
	return 0;
}

double
as_median(double *x, size_t n)
{
	size_t k[2];

	if (n == 0 || any_nan(x, n))
		return NAN;
	k[0] = (n - 1) / 2;
	k[1] = n / 2;
	as_select(x, n, k, 2);
	return value_at(x, (as_quantile_place){k[0], k[1], 0.5});
}
