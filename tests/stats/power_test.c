/* stats/power/power_of_test and lib/stat/median_se against statsmodels, R, SciPy and mpmath
 * (tests/ref/power.py), and against what simulated tests find. */
#include <stdint.h>

#include "dist.h"
#include "median_se.h"
#include "moments.h"
#include "../../stats/power/power_of_test.h"
#include "ref.h"
#include "rng.h"
#include "ttest.h"

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median_se(const char *sample)
{
	double *x, se;
	size_t n = ref_sample(sample, &x);

	qsort(x, n, sizeof *x, ascending);
	se = as_median_se(x, n);
	free(x);
	return se;
}

static void
references(void)
{
	static const char *const stats[] = {"power", "effect", "n", "median_se"};
	FILE *fp = fopen("tests/ref/power_values.csv", "r");
	char buf[512], what[100];
	size_t values[4] = {0}, bad[4] = {0}, k;

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf, *stat = ref_field(&line), *method = ref_field(&line);
		as_power_test t = {.normal = strcmp(method, "normal") == 0};
		double power, d, want, got;
		size_t n1, n2;

		for (k = 0; k < 4 && strcmp(stats[k], stat) != 0; k++)
			;
		if (k == 4)
			continue;
		t.one_sided = strcmp(ref_field(&line), "1") == 0;
		t.alpha = atof(ref_field(&line));
		power = atof(ref_field(&line));
		d = atof(ref_field(&line));
		n1 = (size_t)atoi(ref_field(&line));
		n2 = (size_t)atoi(ref_field(&line));
		want = strtod(ref_field(&line), NULL);
		got = k == 0 ? as_power_of(&t, d, n1, n2) : k == 1 ? as_power_effect(&t, power, n1, n2) :
		    k == 2 ? (double)as_power_n(&t, power, d) : median_se(method);
		values[k]++;
		if (!(fabs(got - want) <= (k == 2 ? 0 : 1e-9 * fabs(want)))) {
			printf("# %s %s %g %g %zu %zu: got %.17g, want %.17g\n", stat, method, d, power, n1, n2, got,
			    want);
			bad[k]++;
		}
	}
	if (fp)
		fclose(fp);
	for (k = 0; k < 4; k++) {
		snprintf(what, sizeof what, "%s: %zu reference values within 1e-9", stats[k], values[k]);
		unit_ok(values[k] > 10 && bad[k] == 0, what);
	}
}

static double
normal(as_rng *r)
{
	double u = 1 - as_rng_real(r), v = as_rng_real(r);

	return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static void
rate(const char *what, size_t found, size_t trials, double power, double bias)
{
	double got = (double)found / (double)trials, mcse = sqrt(power * (1 - power) / (double)trials);

	unit_ok(fabs(got - power) <= 3 * mcse + bias, what);
	printf("# %.4f of %zu simulated tests, %.4f promised, 3 Monte-Carlo standard errors are %.4f\n",
	    got, trials, power, 3 * mcse);
}

/* Normal samples of n1 and n2, d apart: how often Student's t finds it. */
static void
simulated_means(void)
{
	enum { N1 = 12, N2 = 20, TRIALS = 20000 };
	as_power_test t = {.alpha = 0.05};
	double d = as_power_effect(&t, 0.8, N1, N2), x[N1], y[N2];
	size_t found = 0;
	as_rng r;

	as_rng_seed(&r, 126);
	for (int i = 0; i < TRIALS; i++) {
		as_moments a, b;
		for (int k = 0; k < N1; k++)
			x[k] = normal(&r);
		for (int k = 0; k < N2; k++)
			y[k] = d + normal(&r);
		as_moments_of(&a, x, N1);
		as_moments_of(&b, y, N2);
		found += as_ttest_student(&a, &b).log_p < log(t.alpha);
	}
	rate("means: simulated power is the promised 0.8", found, TRIALS, 0.8, 0);
}

/* Lognormal samples, the medians an effect apart that is planned from the density
 * at the median: how often the z of the two medians finds it. The z is only
 * asymptotic, so what it misses the promise by is printed, and bounded by 0.03. */
static void
simulated_medians(size_t n, size_t trials)
{
	as_power_test t = {.alpha = 0.05, .normal = 1};
	/* lognormal(0, s): density at the median 1 is 1/(s sqrt(2 pi)) */
	double s = 0.4, sd = s * sqrt(2 * 3.14159265358979323846) / 2, *x = malloc(2 * n * sizeof *x),
	    *y = x + n;
	double effect = as_power_effect(&t, 0.8, n, n) * sd;
	size_t found = 0;
	char what[100];
	as_rng r;

	as_rng_seed(&r, 127);
	for (size_t i = 0; i < trials; i++) {
		for (size_t k = 0; k < n; k++) {
			x[k] = exp(s * normal(&r));
			y[k] = exp(s * normal(&r)) + effect;
		}
		qsort(x, n, sizeof *x, ascending);
		qsort(y, n, sizeof *y, ascending);
		found += fabs((y[(n - 1) / 2] + y[n / 2] - x[(n - 1) / 2] - x[n / 2]) / 2) >
		    as_z_quantile_upper(t.alpha / 2) * hypot(as_median_se(x, n), as_median_se(y, n));
	}
	snprintf(what, sizeof what,
	    "medians, n = %zu: simulated power is the promised 0.8 within 0.03 and its own error", n);
	rate(what, found, trials, 0.8, 0.03);
	free(x);
}

static void
edges(void)
{
	as_power_test t = {.alpha = 0.05}, z = {.alpha = 0.05, .normal = 1};

	unit_ok(isnan(as_power_of(&t, 1, 1, 1)) && isnan(as_power_effect(&t, 0.8, 1, 1)),
	    "two samples have no degree of freedom");
	unit_ok(isnan(as_power_of(&t, 1, 0, 5)) && isnan(as_power_of(&z, 1, 5, 0)),
	    "an empty group has no power");
	unit_ok(isnan(as_power_effect(&t, 0.05, 9, 9)) && as_power_n(&t, 0.04, 1) == 0,
	    "a power not above alpha has no effect and no n");
	unit_ok(as_power_n(&t, 0.8, 1e-9) == 0, "an effect that takes over a billion samples has no n");
	unit_ok(as_power_n(&t, 0.8, 1e300) == 2, "a huge effect takes two samples a group");
	unit_near(as_power_effect(&z, 0.8, 1620, 1620), 0.0984376705366289, 1e-12, 0,
	    "TR126 7.1: d = 0.098 by the normal approximation");
	unit_ok(isnan(as_median_se((const double[]){1, 2, 3, 4}, 4)),
	    "four values have no error of their median");
}

int
main(void)
{
	references();
	edges();
	simulated_means();
	simulated_medians(50, 8000);
	simulated_medians(200, 4000);
	return 0;
}
