#include "ref.h"
#include "robust.h"

static double
trimmed(const char *stat, const char *arg, double *x, size_t n)
{
	size_t k = as_trim_count(n, strtod(arg, NULL));

	return as_trimmed_mean(x, n, strcmp(stat, "trimmed_top") == 0 ? 0 : k, k);
}

static double
winsorized(const char *stat, const char *arg, double *x, size_t n)
{
	size_t k = as_trim_count(n, strtod(arg, NULL));

	(void)stat;
	return as_winsorized_mean(x, n, k, k);
}

static double
mad(const char *stat, const char *arg, double *x, size_t n)
{
	(void)arg;
	return as_mad(x, n) * (strcmp(stat, "mad_normal") == 0 ? AS_MAD_NORMAL : 1);
}

int
main(void)
{
	double x[] = {3, 1, 2, 50}, y[] = {1, NAN, 2}, z[] = {INFINITY, 1, 2, 3};

	ref_check("trimmed", trimmed, REF_DATA);
	ref_check("trimmed_top", trimmed, REF_DATA);
	ref_check("winsorized", winsorized, REF_DATA);
	ref_check("mad", mad, REF_DATA);
	ref_check("mad_normal", mad, REF_DATA);

	unit_ok(as_trim_count(10, 0.25) == 2 && as_trim_count(0, 0.25) == 0 &&
	    as_trim_count(10, -1) == 0 &&
	    as_trim_count(10, 0) == 0, "a share of n is rounded down and never negative");
	unit_ok(as_trimmed_mean(x, 4, 0, 1) == 2 && as_trimmed_mean(x, 4, 3, 0) == 50, "one side only");
	unit_ok(isnan(as_trimmed_mean(x, 4, 2, 2)) && isnan(as_trimmed_mean(x, 4, 5, 0)) &&
	    isnan(as_winsorized_mean(x, 4, 0, 4)), "nothing left: NaN");
	unit_ok(isnan(as_trimmed_mean(NULL, 0, 0, 0)) && isnan(as_winsorized_mean(NULL, 0, 0, 0)) &&
	    isnan(as_mad(NULL, 0)),
	    "no value: NaN");
	unit_ok(isnan(as_trimmed_mean(y, 3, 0, 1)) && isnan(as_winsorized_mean(y, 3, 1, 0)) &&
	    isnan(as_mad(y, 3)),
	    "a NaN among the values: NaN");
	unit_ok(as_trimmed_mean(z, 4, 0, 1) == 2 && isnan(as_trimmed_mean(z, 4, 1, 0)) &&
	    as_winsorized_mean(z, 4, 0, 1) == 2.25 && isnan(as_winsorized_mean(z, 4, 1, 0)),
	    "an infinite value counts only where it is left");
	return 0;
}
