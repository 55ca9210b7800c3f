#include "quantile.h"
#include "ref.h"

/* Both ways to the value: by selection and from sorted data. */
static double
quantile(const char *stat, const char *arg, double *x, size_t n)
{
	int type = stat[strlen(stat) - 1] - '0';
	double p = strtod(arg, NULL), q[3];
	/* several at once, in no order */
	const double ps[3] = {p, 1, 0};

	if (as_quantiles(x, n, ps, 3, type, q) != 0)
		return NAN;
	for (size_t i = 1; i < n; i++) /* sort by insertion */
		for (size_t j = i; j > 0 && x[j] < x[j - 1]; j--) {
			double t = x[j];

			x[j] = x[j - 1];
			x[j - 1] = t;
		}
	if (q[1] != x[n - 1] || q[2] != x[0])
		return NAN;
	return as_quantile_sorted(x, n, p, type) == q[0] ? q[0] : NAN;
}

static double
median(const char *stat, const char *arg, double *x, size_t n)
{
	(void)stat, (void)arg;
	return as_median(x, n);
}

/* The number that text starts with: a fraction of whole numbers. */
static double
fraction(const char *text)
{
	char *end;
	double x = strtod(text, &end);

	return *end == '/' ? x / strtod(end + 1, NULL) : x;
}

/* The values 1 to n of every size and share against exact fractions (tests/ref/quantile.py). */
static void
test_exact(void)
{
	FILE *fp = fopen("tests/ref/quantile.csv", "r");
	char buf[512], what[64];
	size_t rows = 0, bad[10] = {0};
	double x[1001];

	for (size_t i = 0; i < 1001; i++)
		x[i] = (double)i + 1;
	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf;
		size_t n = strtoul(ref_field(&line), NULL, 10);
		double p = strtod(ref_field(&line), NULL);

		if (n == 0) /* the header */
			continue;
		rows++;
		for (int type = 1; type <= 9; type++) {
			double want = fraction(ref_field(&line)), got = as_quantile_sorted(x, n, p, type);

			/* types 1 to 3 are ranks or lie between two: nothing is rounded */
			bad[type] += !(fabs(got - want) <= (type <= 3 ? 0 : 1e-14 * want));
		}
	}
	if (fp)
		fclose(fp);
	unit_ok(rows == (size_t)17 * 107, "17 sizes, 107 shares of each");
	for (int type = 1; type <= 9; type++) {
		snprintf(what, sizeof what, "type %d against exact fractions: %zu differ", type, bad[type]);
		unit_ok(bad[type] == 0, what);
	}
}

int
main(void)
{
	double x[] = {3, 1, 2}, y[] = {1, NAN, 2}, q[2] = {0, 0};
	const double p[2] = {0.5, 1.5};

	for (int type = 1; type <= 9; type++) {
		char stat[] = "quantile0";

		stat[8] = (char)('0' + type);
		ref_check(stat, quantile, REF_DATA);
	}
	ref_check("median", median, REF_DATA);
	test_exact();

	unit_ok(as_quantiles(x, 3, p, 2, 7, q) == 0 && q[0] == 2 && isnan(q[1]),
	    "p over 1 is NaN, beside one that is not");
	unit_ok(isnan(as_quantile_sorted(x, 3, -0.1, 7)) && isnan(as_quantile_sorted(x, 3, NAN, 7)),
	    "p below 0 or NaN is NaN");
	unit_ok(isnan(as_quantile_sorted(x, 3, 0.5, 0)) && isnan(as_quantile_sorted(x, 3, 0.5, 10)),
	    "a type that is none of 1 to 9 is NaN");
	unit_ok(as_quantiles(NULL, 0, p, 1, 7, q) == 0 && isnan(q[0]) && isnan(as_median(NULL, 0)),
	    "no value: NaN");
	unit_ok(as_quantiles(y, 3, p, 1, 7, q) == 0 && isnan(q[0]) && isnan(as_median(y, 3)),
	    "a NaN among the values: NaN");
	unit_ok(as_quantiles(x, 3, p, 0, 7, q) == 0, "no p asked for: nothing to do");
	return 0;
}
