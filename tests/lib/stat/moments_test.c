#include "moments.h"
#include "ref.h"

static double
mean(const char *stat, const char *arg, double *x, size_t n)
{
	as_moments m;

	(void)stat, (void)arg;
	as_moments_of(&m, x, n);
	return as_mean(x, n) == m.mean ? m.mean : NAN;
}

static double
variance(const char *stat, const char *arg, double *x, size_t n)
{
	as_moments m;

	(void)stat;
	as_moments_of(&m, x, n);
	return as_variance(&m, (unsigned)atoi(arg));
}

static double
sd(const char *stat, const char *arg, double *x, size_t n)
{
	as_moments m;

	(void)stat;
	as_moments_of(&m, x, n);
	return as_sd(&m, (unsigned)atoi(arg));
}

static double
skew(const char *stat, const char *arg, double *x, size_t n)
{
	as_moments m;

	(void)stat;
	as_moments_of(&m, x, n);
	return as_skewness(&m, *arg == 'G' ? AS_SKEW_ADJUSTED : *arg == 'g' ? AS_SKEW_MOMENT : AS_SKEW_B1);
}

/* 4e6 values about 1e9: their sum and squares are known as whole numbers.
 * x = 1e9 + i mod 1000, so mean = 1e9 + 499.5, variance = (1000^2 - 1) / 12. */
static void
many(void)
{
	enum { N = 4000000 };
	double *x = malloc(N * sizeof *x);
	as_moments m;

	if (!unit_ok(x != NULL, "memory for 4e6 values"))
		return;
	for (int i = 0; i < N; i++)
		x[i] = 1e9 + i % 1000;
	as_moments_of(&m, x, N);
	unit_ok(m.mean == 1e9 + 499.5, "mean of 4e6 values about 1e9 is exact");
	unit_near(as_variance(&m, 0), 999999.0 / 12, 1e-14, 0, "their variance keeps every digit");
	unit_near(as_skewness(&m, AS_SKEW_MOMENT), 0, 1e-14, 1, "their skewness is 0");
	free(x);
}

/* Two means that are near each other and not near 0. In 1/1024 beyond 1e9 the
 * values are 0 1 1 and 1 1 2, so that their means are apart by 2/3 of it. */
static void
near(void)
{
	const double o = 1e9, q = 1.0 / 1024, x[] = {o, o + q, o + q}, y[] = {o + q, o + q, o + 2 * q};
	const double huge[] = {1e308, 1e308, 1.2e308};
	as_moments a, b, c;

	as_moments_of(&a, x, 3);
	as_moments_of(&b, y, 3);
	as_moments_of(&c, huge, 3);
	unit_near(as_mean_diff(&b, 1, &a), q * 2 / 3, 1e-12, 0,
	    "the difference of two means about 1e9 keeps its digits");
	unit_near(as_mean_diff(&a, 1, &b), -q * 2 / 3, 1e-12, 0, "and so does its negative");
	unit_near(as_mean_diff(&b, 0.5, &a), o / 2 + q, 1e-15, 0, "mean(b) - mean(a)/2");
	unit_ok(as_mean_diff(&a, 1, &a) == 0, "a mean does not differ from itself");
	unit_near(as_mean_diff(&c, 1, &a), 1e308 * (3.2 / 3), 1e-15, 0, "huge means do not overflow");
	unit_ok(as_mean_diff(&a, 10, &c) == -INFINITY, "unless the result does");
}

int
main(void)
{
	const double inf = INFINITY, bad[][3] = {{1, NAN, 3}, {1, inf, 2}, {-inf, 0, inf}};
	as_moments m;

	ref_check("mean", mean, REF_DATA);
	ref_check("variance", variance, REF_OWN);
	ref_check("sd", sd, REF_OWN);
	ref_check("skew", skew, REF_ONE);

	as_moments_of(&m, NULL, 0);
	unit_ok(m.n == 0 && isnan(m.mean) && isnan(m.min) && isnan(m.max) && isnan(as_sd(&m, 0)) &&
	    isnan(as_variance(&m, 1)) && isnan(as_skewness(&m, AS_SKEW_ADJUSTED)) &&
	    isnan(as_mean(NULL, 0)),
	    "no value: every statistic is NaN");
	for (size_t i = 0; i < 3; i++) {
		as_moments_of(&m, bad[i], 3);
		unit_ok(isnan(m.mean) && isnan(m.min) && isnan(m.max) && isnan(as_sd(&m, 1)) &&
		    isnan(as_skewness(&m, AS_SKEW_MOMENT)) && isnan(as_mean(bad[i], 3)),
		    "a value that is not finite: every statistic is NaN");
	}
	many();
	near();
	return 0;
}
