/* The thinned step function against the whole one: what is left out must not
 * show. The samples are synthetic and seeded. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

#include "../../../plot/cdf/ecdf.h"
#include "unit_check.h"

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Largest vertical distance between the two, at the samples and just left of them. */
static double
distance(const double *x, size_t n, const ecdf_point *p, size_t k)
{
	double worst = 0, drawn = 0;
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		double before = drawn, whole_before = (double)i / (double)n;
		while (at < k && p[at].x <= x[i])
			drawn = p[at++].f;
		if (i == 0 || x[i] != x[i - 1])
			worst = fmax(worst, fabs(before - whole_before));
		if (i + 1 == n || x[i + 1] != x[i])
			worst = fmax(worst, fabs(drawn - (double)(i + 1) / (double)n));
	}
	return worst;
}

static void
thin(gsl_rng *r, size_t n, int kind, int log, const char *what)
{
	double *x = malloc(n * sizeof *x);
	ecdf_point *p = malloc(n * sizeof *p);
	size_t k, i;

	for (i = 0; i < n; i++)
		x[i] = kind == 0 ? gsl_ran_lognormal(r, 1, 0.5) :
		    kind == 1 ? floor(gsl_ran_exponential(r, 5)) + 1 :
		    gsl_rng_uniform(r) < 0.5 ? 1 + gsl_rng_uniform(r) * 1e-3 : 1000 + gsl_rng_uniform(r);
	qsort(x, n, sizeof *x, ascending);
	k = ecdf_thin(p, x, n, &(ecdf_view){x[0], x[n - 1], log, 1.0 / ECDF_STEPS, NULL, 0});
	unit_ok(k <= 2 * ECDF_STEPS + 4 && p[k - 1].x == x[n - 1] && p[k - 1].f == 1 &&
	    distance(x, n, p, k) <= 1.5 / ECDF_STEPS, what);
	free(x);
	free(p);
}

int
main(void)
{
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
	double one[] = {5}, ties[] = {2, 2, 2, 3};
	double six[] = {1, 2, 2, 4, 5, 6};
	ecdf_point p[8];
	ecdf_view v = {5, 5, 0, 1.0 / ECDF_STEPS, NULL, 0};

	gsl_rng_set(r, 1);
	unit_ok(ecdf_thin(p, one, 1, &v) == 1 && p[0].x == 5 && p[0].f == 1, "one sample");
	v = (ecdf_view){2, 3, 1, 1.0 / ECDF_STEPS, NULL, 0};
	unit_ok(ecdf_thin(p, ties, 4, &v) == 2 && p[0].f == 0.75 && p[1].f == 1, "ties are one step");
	v = (ecdf_view){1.5, 5.5, 0, 1.0 / ECDF_STEPS, NULL, 0};
	unit_ok(ecdf_thin(p, six, 6, &v) == 5 && p[0].x == 1.5 && p[0].f == 1.0 / 6 && p[1].x == 2 &&
	    p[4].x == 5.5 && p[4].f == 5.0 / 6, "a range has a point at either end");
	v = (ecdf_view){2.5, 3.5, 0, 1.0 / ECDF_STEPS, NULL, 0};
	unit_ok(ecdf_thin(p, six, 6, &v) == 2 && p[0].f == 0.5 && p[1].f == 0.5,
	    "a range without samples");
	v = (ecdf_view){1, 6, 0, 2, six + 3, 1};
	unit_ok(ecdf_thin(p, six, 6, &v) == 3 && p[1].x == 4 && p[1].f == 4.0 / 6,
	    "what is kept stays");
	thin(r, 270, 0, 0, "270 samples");
	thin(r, 300000, 0, 0, "300,000 lognormal samples");
	thin(r, 300000, 0, 1, "300,000 lognormal samples, logarithmic axis");
	thin(r, 300000, 1, 0, "300,000 samples with heavy ties");
	thin(r, 300000, 2, 1, "300,000 samples in two narrow clusters");
	gsl_rng_free(r);
	return 0;
}
