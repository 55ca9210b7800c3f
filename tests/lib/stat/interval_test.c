#include "interval.h"
#include "moments.h"
#include "ref.h"

/* stat is ci_t_lo, ci_t_hi, ci_z_lo or ci_z_hi, arg the level */
static double
ci_mean(const char *stat, const char *arg, double *x, size_t n)
{
	as_moments m;
	as_interval ci;

	as_moments_of(&m, x, n);
	ci = as_ci_mean(n, m.mean, as_sd(&m, 1), strtod(arg, NULL), stat[3] == 'z' ? AS_CI_Z : AS_CI_T);
	return stat[5] == 'l' ? ci.lo : ci.hi;
}

/* Every line of rank_ci.csv: the same ranks, or none; coverage within 1e-12. */
static void
rank_ci(void)
{
	FILE *fp = fopen("tests/ref/rank_ci.csv", "r");
	char buf[256], what[96];
	int lines = -1, bad = 0; /* one line is the header */

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf;
		size_t n = strtoul(ref_field(&line), NULL, 10), lo, hi;
		double p = strtod(ref_field(&line), NULL), level = strtod(ref_field(&line), NULL), coverage;
		const char *f = ref_field(&line);
		int none = *f == '\0', got;
		as_rank_interval r = {0, 0, 0};

		if (lines++ < 0)
			continue;
		lo = strtoul(f, NULL, 10);
		hi = strtoul(ref_field(&line), NULL, 10);
		coverage = strtod(ref_field(&line), NULL);
		got = as_ci_quantile(n, p, level, &r);
		if (none ? got != -1 : got != 0 || r.lo != lo || r.hi != hi ||
		    !(fabs(r.coverage - coverage) <= 1e-12)) {
			printf("# n=%zu p=%g level=%g: got %d %zu %zu %.17g, want %zu %zu %.17g\n",
			    n, p, level, got, r.lo, r.hi, r.coverage, lo, hi, coverage);
			bad++;
		}
	}
	if (fp)
		fclose(fp);
	snprintf(what, sizeof what,
	    "intervals of a quantile: %d cases as exact arithmetic and SciPy have them", lines);
	unit_ok(lines > 0 && bad == 0, what);
}

static int
is_nan(as_interval i)
{
	return isnan(i.lo) && isnan(i.hi);
}

int
main(void)
{
	as_rank_interval r;
	as_interval ci;

	ref_check("ci_t_lo", ci_mean, REF_DATA);
	ref_check("ci_t_hi", ci_mean, REF_DATA);
	ref_check("ci_z_lo", ci_mean, REF_DATA);
	ref_check("ci_z_hi", ci_mean, REF_DATA);
	/* mpmath.cot(mpmath.pi * (1 - mpmath.mpf(1 - 1e-7)) / 2) */
	ci = as_ci_mean(2, 0, sqrt(2), 1 - 1e-7, AS_CI_T);
	unit_near(ci.hi, 6366197.7270266473, 1e-12, 0, "one degree of freedom keeps its far tail");
	unit_ok(is_nan(as_ci_mean(1, 5, NAN, 0.95, AS_CI_T)) &&
	    is_nan(as_ci_mean(0, NAN, NAN, 0.95, AS_CI_Z)),
	    "mean: none of fewer than two values");
	unit_ok(is_nan(as_ci_mean(9, 5, 1, 0, AS_CI_T)) && is_nan(as_ci_mean(9, 5, 1, 1, AS_CI_T)) &&
	    is_nan(as_ci_mean(9, 5, 1, NAN, AS_CI_Z)),
	    "mean: none at a level that is not between 0 and 1");
	ci = as_ci_mean(9, 5, 0, 0.95, AS_CI_T);
	unit_ok(ci.lo == 5 && ci.hi == 5, "mean: equal values have an interval of no width");
	rank_ci();
	unit_ok(as_ci_quantile(0, 0.5, 0.95, &r) == -1, "quantile: none of no value");
	unit_ok(as_ci_quantile(100, 0, 0.95, &r) == -1 && as_ci_quantile(100, 1, 0.95, &r) == -1 &&
	    as_ci_quantile(100, NAN, 0.95, &r) == -1, "quantile: none of the minimum and the maximum");
	unit_ok(as_ci_quantile(1000, 0.5, 1 - 0x1p-53, &r) == 0 && r.coverage <= 1 &&
	    r.coverage > 1 - 1e-12,
	    "quantile: no coverage over 1");
	unit_ok(as_ci_quantile(100, 0.5, 1, &r) == -1 && as_ci_quantile(100, 0.5, 0, &r) == -1,
	    "quantile: none at a level that is not between 0 and 1");
	return 0;
}
