#include "ks.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>

enum { EXACT_BELOW = 10000 };

/* The largest |i nb - j na| at the ends of tied values; *ties if any. */
static double
largest_step(const double *a, size_t na, const double *b, size_t nb, int *ties)
{
	size_t i = 0, j = 0;
	double most = 0;

	*ties = 0;
	while (i < na && j < nb) {
		double v = a[i] < b[j] ? a[i] : b[j];
		size_t before = i + j;

		while (i < na && a[i] == v)
			i++;
		while (j < nb && b[j] == v)
			j++;
		*ties |= i + j - before > 1;
		most = fmax(most, fabs((double)i * (double)nb - (double)j * (double)na));
	}
	for (; i + 1 < na; i++)
		*ties |= a[i] == a[i + 1];
	for (; j + 1 < nb; j++)
		*ties |= b[j] == b[j + 1];
	return most;
}

/* Share of the paths from (0,0) to (na,nb) that somewhere are step or more off
 * the diagonal; sums of what is positive, so that a small share keeps its
 * digits. NaN: out of memory. */
static double
paths_outside(size_t na, size_t nb, double step)
{
	double *u = malloc((nb + 1) * sizeof *u), m = (double)na, n = (double)nb, share;

	if (!u)
		return NAN;
	for (size_t j = 0; j <= nb; j++)
		u[j] = (double)j * m >= step ? 1 : j ? u[j - 1] : 0;
	for (size_t i = 1; i <= na; i++) {
		double x = (double)i;

		if (x * n >= step)
			u[0] = 1;
		for (size_t j = 1; j <= nb; j++) {
			double y = (double)j;

			if (fabs(x * n - y * m) >= step)
				u[j] = 1;
			else
				u[j] = x / (x + y) * u[j] + y / (x + y) * u[j - 1];
		}
	}
	share = u[nb];
	free(u);
	return share;
}

/* ln of 2 sum (-1)^(k-1) exp(-2 k^2 x^2). */
static double
limit_tail(double x)
{
	double sum = 0;

	if (x <= 0)
		return 0;
	if (x < 1) { /* the other tail converges here */
		for (int k = 1; k < 40; k += 2)
			sum += exp(-k * k * M_PI * M_PI / (8 * x * x));
		return log1p(-sqrt(2 * M_PI) / x * sum);
	}
	for (int k = 2; k < 20; k++)
		sum += (k % 2 ? 1 : -1) * exp(-2 * (k * k - 1) * x * x);
	return fmin(M_LN2 - 2 * x * x + log1p(sum), 0);
}

int
as_ks_of(as_ks *r, const double *a, size_t na, const double *b, size_t nb)
{
	double m = (double)na, n = (double)nb, step;
	int ties;

	*r = (as_ks){NAN, NAN, 0};
	if (na == 0 || nb == 0)
		return 0;
	step = largest_step(a, na, b, nb, &ties);
	r->d = step / (m * n);
	r->exact = !ties && m * n < EXACT_BELOW;
	if (!r->exact) {
		r->log_p = limit_tail(sqrt(m * n / (m + n)) * r->d);
		return 0;
	}
	r->log_p = log(paths_outside(na, nb, step));
	return isnan(r->log_p) ? -1 : 0;
}
