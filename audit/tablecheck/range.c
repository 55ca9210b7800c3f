#include "range.h"

#include <math.h>

#include "dist.h"
#include "effect.h"
#include "nct.h"

static const double TAIL_ERROR = 1e-9;

static as_interval
none(void)
{
	return (as_interval){NAN, NAN};
}

static int
is_none(as_interval a)
{
	return isnan(a.lo) || isnan(a.hi);
}

/* An end with the error of its arithmetic; the exact value needs no room, which
 * keeps counts whole and signs definite. */
typedef struct { double x; int exact; } end;

static as_interval
outward(end lo, end hi)
{
	return (as_interval){lo.exact ? lo.x : nextafter(lo.x, -INFINITY),
	    hi.exact ? hi.x : nextafter(hi.x, INFINITY)};
}

static int
is_normal_or_0(double x)
{
	return x == 0 || isnormal(x);
}

static end
total(double x, double y)
{
	double s = x + y;

	return (end){s, isinf(x) || isinf(y) || (s - x == y && s - y == x)};
}

static end
product(double x, double y)
{
	double p = x * y;

	if (x == 0 || y == 0)
		return (end){0, 1};
	return (end){p, isinf(x) || isinf(y) || (p != 0 && is_normal_or_0(p) && fma(x, y, -p) == 0)};
}

/* side: the sign that y = 0 stands for */
static end
quotient(double x, double y, int side)
{
	double q = x / y;

	if (x == 0 || isinf(y))
		return (end){0, 1};
	if (y == 0)
		return (end){(x > 0) == (side > 0) ? INFINITY : -INFINITY, 1};
	return (end){q, isinf(x) || (q != 0 && is_normal_or_0(q) && fma(q, y, -x) == 0)};
}

/* The least and the largest of four ends. */
static as_interval
enclose(const end e[4])
{
	end lo = e[0], hi = e[0];

	for (int i = 1; i < 4; i++) {
		if (e[i].x < lo.x || (e[i].x == lo.x && !e[i].exact))
			lo = e[i];
		if (e[i].x > hi.x || (e[i].x == hi.x && !e[i].exact))
			hi = e[i];
	}
	return outward(lo, hi);
}

/* Of functions that are right to TAIL_ERROR of their own size. */
static as_interval
outward_tail(double lo, double hi)
{
	if (isnan(lo) || isnan(hi))
		return none();
	return (as_interval){lo - TAIL_ERROR * fabs(lo), hi + TAIL_ERROR * fabs(hi)};
}

static as_interval
probability(double lo, double hi)
{
	as_interval p = outward_tail(lo, hi);

	return (as_interval){fmax(p.lo, 0), fmin(p.hi, 1)};
}

as_interval
as_range_add(as_interval a, as_interval b)
{
	if (is_none(a) || is_none(b))
		return none();
	return outward(total(a.lo, b.lo), total(a.hi, b.hi));
}

as_interval
as_range_sub(as_interval a, as_interval b)
{
	return as_range_add(a, (as_interval){-b.hi, -b.lo});
}

as_interval
as_range_mul(as_interval a, as_interval b)
{
	if (is_none(a) || is_none(b))
		return none();
	return enclose((end[]){product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo),
	    product(a.hi, b.hi)});
}

as_interval
as_range_div(as_interval a, as_interval b)
{
	int side = b.hi > 0 ? 1 : -1;

	if (is_none(a) || is_none(b) || (b.lo == 0 && b.hi == 0))
		return none();
	if (b.lo < 0 && b.hi > 0)
		return (as_interval){-INFINITY, INFINITY};
	return enclose((end[]){quotient(a.lo, b.lo, side), quotient(a.lo, b.hi, side),
	    quotient(a.hi, b.lo, side), quotient(a.hi, b.hi, side)});
}

as_interval
as_range_pow(as_interval a, int k)
{
	as_interval r = as_range_point(1);

	if (is_none(a))
		return none();
	if (k % 2 == 0)
		a = as_range_abs(a); /* an even power is that of the size, which never falls */
	for (int i = 0; i < k; i++)
		r = as_range_mul(r, a);
	return r;
}

as_interval
as_range_sqrt(as_interval a)
{
	if (is_none(a) || a.hi < 0)
		return none();
	double lo = sqrt(fmax(a.lo, 0)), hi = sqrt(a.hi);
	return outward((end){lo, fma(lo, lo, -fmax(a.lo, 0)) == 0},
	    (end){hi, isinf(hi) || fma(hi, hi, -a.hi) == 0});
}

as_interval
as_range_abs(as_interval a)
{
	if (is_none(a) || a.lo >= 0)
		return a;
	if (a.hi <= 0)
		return (as_interval){-a.hi, -a.lo};
	return (as_interval){0, fmax(-a.lo, a.hi)};
}

as_interval
as_range_exp(as_interval a)
{
	return is_none(a) ? a : outward_tail(exp(a.lo), exp(a.hi));
}

as_interval
as_range_log(as_interval a)
{
	if (is_none(a) || a.hi <= 0)
		return none();
	return outward_tail(a.lo <= 0 ? -INFINITY : log(a.lo), log(a.hi));
}

as_interval
as_range_min(as_interval a, as_interval b)
{
	return is_none(a) || is_none(b) ? none() : (as_interval){fmin(a.lo, b.lo), fmin(a.hi, b.hi)};
}

as_interval
as_range_max(as_interval a, as_interval b)
{
	return is_none(a) || is_none(b) ? none() : (as_interval){fmax(a.lo, b.lo), fmax(a.hi, b.hi)};
}

as_interval
as_range_hull(as_interval a, as_interval b)
{
	return is_none(a) || is_none(b) ? none() : (as_interval){fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}

as_interval
as_range_t_two_sided(as_interval t, as_interval df)
{
	as_interval size = as_range_abs(t);

	if (is_none(t) || is_none(df) || df.lo <= 0)
		return none();
	/* heavier tails with fewer degrees of freedom */
	return probability(exp(as_log_t_two_sided(size.hi, df.hi)),
	    exp(as_log_t_two_sided(size.lo, df.lo)));
}

as_interval
as_range_t_upper(as_interval t, as_interval df)
{
	if (is_none(t) || is_none(df) || df.lo <= 0)
		return none();
	/* falls with t; with df it falls where t > 0 and rises where t < 0 */
	return probability(exp(as_log_t_upper(t.hi, t.hi > 0 ? df.hi : df.lo)),
	    exp(as_log_t_upper(t.lo, t.lo > 0 ? df.lo : df.hi)));
}

as_interval
as_range_t_quantile(as_interval a, as_interval df)
{
	if (is_none(a) || is_none(df) || df.lo <= 0 || a.lo <= 0 || a.hi >= 0.5)
		return none();
	return outward_tail(as_t_quantile_upper(a.hi, df.hi), as_t_quantile_upper(a.lo, df.lo));
}

as_interval
as_range_z_upper(as_interval z)
{
	return is_none(z) ? z : probability(exp(as_log_z_upper(z.hi)), exp(as_log_z_upper(z.lo)));
}

as_interval
as_range_z_quantile(as_interval a)
{
	if (is_none(a) || a.lo <= 0 || a.hi >= 0.5)
		return none();
	return outward_tail(as_z_quantile_upper(a.hi), as_z_quantile_upper(a.lo));
}

as_interval
as_range_f_upper(as_interval f, as_interval df1, as_interval df2)
{
	if (is_none(f) || is_none(df1) || is_none(df2) || df1.lo <= 0 || df2.lo <= 0)
		return none();
	if (df1.lo != df1.hi || df2.lo != df2.hi)
		return (as_interval){0, 1};
	return probability(exp(as_log_f_upper(f.hi, df1.lo, df2.lo)),
	    exp(as_log_f_upper(f.lo, df1.lo, df2.lo)));
}

/* The ends cross 0, so that the error is of more than their own size. */
as_interval
as_range_nc(as_interval t, as_interval df, as_interval level, int upper)
{
	as_interval a, b;
	double lo, hi;

	if (is_none(t) || is_none(df) || is_none(level) || df.lo != df.hi || level.lo != level.hi)
		return none();
	a = as_nct_interval(t.lo, df.lo, level.lo);
	b = as_nct_interval(t.hi, df.lo, level.lo);
	lo = upper ? a.hi : a.lo;
	hi = upper ? b.hi : b.lo;
	return isnan(lo) || isnan(hi) ? none() : (as_interval){lo - TAIL_ERROR * (1 + fabs(lo)),
	    hi + TAIL_ERROR * (1 + fabs(hi))};
}

as_interval
as_range_hedges(as_interval df)
{
	if (is_none(df) || df.lo < 2)
		return none();
	return outward_tail(as_hedges_correction(df.lo), as_hedges_correction(df.hi));
}
