#include <stdlib.h>

#include "dist.h"
#include "nct.h"
#include "ref.h"

/* Every line of dist.csv: logarithms within 1e-11 relative, where the
 * logarithm is over 1, else absolutely; the noncentral t within 1e-10 of 1. */
int
main(void)
{
	FILE *fp = fopen("tests/ref/dist.csv", "r");
	char buf[512], what[96];
	int lines = -1, bad = 0;

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf, *f = ref_field(&line);
		double a = strtod(ref_field(&line), NULL), b = strtod(ref_field(&line), NULL);
		double c = strtod(ref_field(&line), NULL), want = strtod(ref_field(&line), NULL), got, tol;

		if (lines++ < 0)
			continue;
		got = strcmp(f, "t") == 0 ? as_log_t_upper(a, b) : strcmp(f, "z") == 0 ? as_log_z_upper(a) :
		    strcmp(f, "beta") == 0 ? as_log_ibeta(a, b, c, 1 - c) : as_nct_cdf(a, b, c);
		tol = strcmp(f, "nct") == 0 ? 1e-10 : 1e-11 * fmax(1, fabs(want));
		if (!(fabs(got - want) <= tol)) {
			printf("# %s %g %g %g: got %.17g, want %.17g\n", f, a, b, c, got, want);
			bad++;
		}
	}
	if (fp)
		fclose(fp);
	snprintf(what, sizeof what, "tails: %d values as mpmath and SciPy have them", lines);
	unit_ok(lines > 0 && bad == 0, what);
	unit_ok(as_log_t_upper(0, 5) == log(0.5) && as_log_t_two_sided(0, 5) == 0,
	    "the middle is 1/2; two-sided 1");
	unit_ok(isinf(as_log_t_upper(INFINITY, 5)) && isnan(as_log_t_upper(NAN, 5)) &&
	    isnan(as_log_t_upper(1, 0)),
	    "no t is NaN, an infinite t has no tail");
	unit_ok(as_log_t_upper(3, INFINITY) == as_log_z_upper(3), "infinite degrees of freedom: normal");
	/* scipy.stats.t.isf(0.025, 7), norm.isf(0.025) */
	unit_ok(fabs(as_t_quantile_upper(0.025, 1e16) - as_z_quantile_upper(0.025)) < 1e-14 &&
	    fabs(as_t_quantile_upper(0.025, 1e15) - as_z_quantile_upper(0.025)) < 1e-14 &&
	    as_t_quantile_upper(0.025, 1e300) == as_z_quantile_upper(0.025),
	    "of so many degrees of freedom that it is normal");
	unit_ok(isnan(as_t_quantile_upper(0.025, NAN)) && isnan(as_t_quantile_upper(NAN, 5)) &&
	    isnan(as_t_quantile_upper(0, 5)) && isnan(as_t_quantile_upper(0.025, 0)), "none out of range");
	unit_near(as_t_quantile_upper(0.025, 7), 2.3646242515927844, 1e-12, 0, "quantile of t");
	unit_near(as_z_quantile_upper(0.025), 1.959963984540054, 1e-12, 0, "quantile of the normal");
	return 0;
}
