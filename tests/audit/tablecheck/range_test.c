/* Interval arithmetic: what an operation gives for points inside its operands must
 * lie inside its result, and for points the result must be narrow. */
#include "../../../audit/tablecheck/range.h"

#include <math.h>
#include <stdlib.h>

#include "dist.h"
#include "effect.h"
#include "rng.h"
#include "unit_check.h"

typedef as_interval binary(as_interval, as_interval);
typedef double value(double, double);

static double add(double x, double y) { return x + y; }
static double sub(double x, double y) { return x - y; }
static double mul(double x, double y) { return x * y; }
static double quo(double x, double y) { return x / y; }
static double less(double x, double y) { return fmin(x, y); }
static double more(double x, double y) { return fmax(x, y); }
static double root(double x, double y) { (void)y; return sqrt(x); }
static double size(double x, double y) { (void)y; return fabs(x); }
static double e_to(double x, double y) { (void)y; return exp(x); }
static double ln(double x, double y) { (void)y; return log(x); }
static double cube(double x, double y) { (void)y; return x * x * x; }
static double square(double x, double y) { (void)y; return x * x; }
static double two_sided(double x, double y) { return exp(as_log_t_two_sided(x, y)); }
static double t_upper(double x, double y) { return exp(as_log_t_upper(x, y)); }
static double z_upper(double x, double y) { (void)y; return exp(as_log_z_upper(x)); }
static double f_upper(double x, double y) { (void)y; return exp(as_log_f_upper(x, 3, 20)); }
static double hedges(double x, double y) { (void)x; return as_hedges_correction(y); }

static as_interval r_root(as_interval a, as_interval b) { (void)b; return as_range_sqrt(a); }
static as_interval r_size(as_interval a, as_interval b) { (void)b; return as_range_abs(a); }
static as_interval r_e_to(as_interval a, as_interval b) { (void)b; return as_range_exp(a); }
static as_interval r_ln(as_interval a, as_interval b) { (void)b; return as_range_log(a); }
static as_interval r_cube(as_interval a, as_interval b) { (void)b; return as_range_pow(a, 3); }
static as_interval r_square(as_interval a, as_interval b) { (void)b; return as_range_pow(a, 2); }
static as_interval r_z(as_interval a, as_interval b) { (void)b; return as_range_z_upper(a); }
static as_interval r_hedges(as_interval a, as_interval b) { (void)a; return as_range_hedges(b); }

static as_interval
r_f(as_interval a, as_interval b)
{
	(void)b;
	return as_range_f_upper(a, as_range_point(3), as_range_point(20));
}

static const struct { const char *name; binary *range; value *at; int positive; } operations[] = {
	{"a sum", as_range_add, add, 0}, {"a difference", as_range_sub, sub, 0},
	    {"a product", as_range_mul, mul, 0},
	{"a quotient", as_range_div, quo, 0}, {"the smaller", as_range_min, less, 0},
	    {"the larger", as_range_max, more, 0},
	{"a root", r_root, root, 1}, {"a size", r_size, size, 0}, {"exp", r_e_to, e_to, 0},
	    {"log", r_ln, ln, 1},
	{"a cube", r_cube, cube, 0}, {"a square", r_square, square, 0},
	{"p of t", as_range_t_two_sided, two_sided, 2}, {"a tail of t", as_range_t_upper, t_upper, 2},
	{"a tail of z", r_z, z_upper, 0}, {"a tail of F", r_f, f_upper, 1},
	    {"J of Hedges", r_hedges, hedges, 2},
};

static double
between(double lo, double hi, as_rng *g)
{
	return lo + (hi - lo) * as_rng_real(g);
}

/* positive: 1 both operands, 2 the second, which is a number of degrees of freedom. */
static as_interval
some(as_rng *g, int positive, double from)
{
	double a = between(-6, 6, g), b = a + between(0, 4, g);

	if (positive)
		a = from + between(0, 6, g), b = a + between(0, 4, g);
	return (as_interval){a, b};
}

static void
encloses(size_t k)
{
	as_rng g;
	int bad = 0, wide = 0;
	char what[96];

	as_rng_seed(&g, 20 + k);
	for (int i = 0; i < 2000; i++) {
		as_interval a = some(&g, operations[k].positive == 1, 0),
		    b = some(&g, operations[k].positive, 2.5);
		as_interval r = operations[k].range(a, b), point;
		double x = between(a.lo, a.hi, &g), y = between(b.lo, b.hi, &g), v = operations[k].at(x, y);

		bad += !(r.lo <= v && v <= r.hi);
		point = operations[k].range(as_range_point(x), as_range_point(y));
		bad += !(point.lo <= v && v <= point.hi);
		wide += !(point.hi - point.lo <= 3e-9 * fabs(v) + 1e-300);
	}
	snprintf(what, sizeof what, "%s of ranges holds every value, that of points no other",
	    operations[k].name);
	if (!unit_ok(!bad && !wide, what))
		printf("# %d of 2000 outside, %d too wide\n", bad, wide);
}

int
main(void)
{
	as_interval r, whole = {-INFINITY, INFINITY};

	for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
		encloses(k);
	r = as_range_div(as_range_point(1), (as_interval){-1, 1});
	unit_ok(r.lo == -INFINITY && r.hi == INFINITY, "a divisor around 0 leaves any value");
	r = as_range_div(as_range_point(1), (as_interval){0, 2});
	unit_ok(r.lo == 0.5 && r.hi == INFINITY, "a divisor from 0 on leaves one side");
	r = as_range_div(as_range_point(1), as_range_point(0));
	unit_ok(isnan(r.lo) && isnan(r.hi), "division by 0 alone is not defined");
	r = as_range_mul(as_range_point(0), whole);
	unit_ok(r.lo == 0 && r.hi == 0, "0 times any value is 0");
	r = as_range_add(as_range_point(40), as_range_point(50));
	unit_ok(r.lo == 90 && r.hi == 90, "whole numbers stay whole");
	r = as_range_add(as_range_point(0.1), as_range_point(0.2));
	unit_ok(r.lo < r.hi && r.lo <= 0.3 && r.hi > 0.3, "0.1 + 0.2 is a range that holds 0.3");
	r = as_range_sqrt((as_interval){-2, 4});
	unit_ok(r.lo == 0 && r.hi == 2, "a root leaves out what has none");
	r = as_range_sqrt((as_interval){-2, -1});
	unit_ok(isnan(r.lo), "and is not defined where nothing has one");
	r = as_range_f_upper(as_range_point(3), (as_interval){2, 3}, as_range_point(20));
	unit_ok(r.lo == 0 && r.hi == 1, "degrees of freedom of F must be points");
	/* scipy.stats.t.isf(0.025, 39), scipy.stats.norm.isf(0.025) */
	r = as_range_t_quantile(as_range_point(0.025), as_range_point(39));
	unit_ok(r.lo < 2.022690920036761 && r.hi > 2.022690920036761 && r.hi - r.lo < 1e-8,
	    "the quantile of t");
	r = as_range_z_quantile(as_range_point(0.025));
	unit_ok(r.lo < 1.9599639845400545 && r.hi > 1.9599639845400545 && r.hi - r.lo < 1e-8,
	    "the quantile of z");
	/* scipy.optimize.brentq(lambda x: scipy.stats.nct.cdf(1.5, 30, x) - p, -9, 9),
	 * p 0.975 and 0.025 */
	r = as_range_nc(as_range_point(1.5), as_range_point(30), as_range_point(0.95), 0);
	unit_ok(r.lo < -0.5080837435181361 && r.hi > -0.5080837435181361 && r.hi - r.lo < 1e-8,
	    "the lower noncentrality");
	r = as_range_nc(as_range_point(1.5), as_range_point(30), as_range_point(0.95), 1);
	unit_ok(r.lo < 3.484055206981818 && r.hi > 3.484055206981818 && r.hi - r.lo < 1e-7,
	    "the upper one");
	r = as_range_nc(as_range_point(1.5), (as_interval){30, 31}, as_range_point(0.95), 1);
	unit_ok(isnan(r.lo), "its degrees of freedom must be a point");
	r = as_range_t_quantile((as_interval){0.4, 0.6}, as_range_point(39));
	unit_ok(isnan(r.lo), "quantiles are those of a tail under a half");
	return 0;
}
