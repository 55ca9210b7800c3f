#include "nct.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

/* Nodes and weights of Gauss-Legendre of order 16 on [-1, 1], one half; Abramowitz,
 * Stegun (1964), table 25.4. */
static const double node[] = {
	0.095012509837637440185, 0.281603550779258913230, 0.458016777657227386342, 0.617876244402643748447,
	0.755404408355003033895, 0.865631202387831743880, 0.944575023073232576078, 0.989400934991649932596,
};
static const double weight[] = {
	0.189450610455068496285, 0.182603415044923588867, 0.169156519395002538189, 0.149595988816576732081,
	0.124628971255533872052, 0.095158511682492784810, 0.062253523938647892863, 0.027152459411754094852,
};

typedef struct { double t, df, nc, scale; } integrand;

/* Density of S at s: 2 (df/2)^(df/2) / Gamma(df/2) s^(df-1) e^(-df s^2/2), with
 * the logarithm of what does not depend on s in scale. */
static double
value(const integrand *f, double s)
{
	/* df (ln s - (s^2-1)/2): what is large cancels inside */
	double u = s - 1, l = f->df * (log1p(u) - u - u * u / 2) - log(s) + f->scale;

	return exp(l) * 0.5 * erfc(-(f->t * s - f->nc) / M_SQRT2);
}

static double
panels(const integrand *f, double from, double to, int n)
{
	double h = (to - from) / n / 2, sum = 0;

	if (!(to > from))
		return 0;
	for (int i = 0; i < n; i++) {
		double mid = from + (2 * i + 1) * h;

		for (int k = 0; k < 8; k++)
			sum += weight[k] * (value(f, mid - h * node[k]) + value(f, mid + h * node[k]));
	}
	return sum * h;
}

/* P(T <= t) where it is the smaller tail or near it. */
static double
integral(double t, double df, double nc)
{
	/* 2 (df/2)^(df/2) e^(-df/2) / Gamma(df/2), by Stirling's correction */
	integrand f = {t, df, nc, M_LN2 + 0.5 * log(df / 2) - 0.5 * log(2 * M_PI)};
	double width = 9 / sqrt(2 * df), lo, hi, step, a, b;
	gsl_sf_result star;

	if (gsl_sf_gammastar_e(df / 2, &star) != 0)
		return NAN;
	f.scale -= log(star.val);
	lo = fmax(0, 1 - width);
	hi = 1 + width;
	if (df < 1.5) { /* s^(df-1) is no longer small at 0: only df = 1 is used, where it is flat */
		lo = 0;
		hi = 10;
	}
	/* Phi steps from 0 to 1 around s = nc/t, over some 1/t */
	step = t != 0 ? nc / t : -1;
	a = t != 0 ? step - 9 / fabs(t) : hi;
	b = t != 0 ? step + 9 / fabs(t) : hi;
	a = fmin(fmax(a, lo), hi);
	b = fmin(fmax(b, lo), hi);
	return panels(&f, lo, a, 12) + panels(&f, a, b, 24) + panels(&f, b, hi, 12);
}

double
as_nct_cdf(double t, double df, double nc)
{
	double p;

	if (!isfinite(t) || !isfinite(nc) || !(df > 0))
		return NAN;
	p = integral(t, df, nc);
	return p < 0 ? 0 : p > 1 ? 1 : p;
}

/* The nc at which P(T <= t) = p, by secants from where the normal distribution
 * has it; NaN if they do not arrive. */
static double
solve_near(double t, double df, double p)
{
	double z = gsl_cdf_ugaussian_Pinv(p), x = t - z * sqrt(1 + t * t / (2 * df)), y = x + 0.01;
	double fx = as_nct_cdf(t, df, x) - p, fy = as_nct_cdf(t, df, y) - p;

	for (int i = 0; i < 12 && fx != fy; i++) {
		double next = y - fy * (y - x) / (fy - fx);

		x = y;
		fx = fy;
		y = next;
		fy = as_nct_cdf(t, df, y) - p;
		if (fabs(y - x) <= 1e-13 * fmax(1, fabs(y)))
			break;
	}
	return fabs(fy) <= 1e-13 ? y : NAN;
}

/* The same, wherever it is; the probability falls as nc grows. */
static double
solve_far(double t, double df, double p)
{
	double step = 2 + fabs(t) / sqrt(df), lo = t - step, hi = t + step, flo, fhi;
	int i;

	for (i = 0; i < 200 && as_nct_cdf(t, df, lo) < p; i++)
		lo -= step *= 1.5;
	for (step = 2 + fabs(t) / sqrt(df); i < 200 && as_nct_cdf(t, df, hi) > p; i++)
		hi += step *= 1.5;
	flo = as_nct_cdf(t, df, lo) - p;
	fhi = as_nct_cdf(t, df, hi) - p;
	if (!(flo >= 0 && fhi <= 0))
		return NAN;
	/* false position with the Illinois rule, guarded by halving */
	for (i = 0; i < 200 && hi - lo > 4e-15 * fmax(fabs(lo), fabs(hi)) + 1e-15; i++) {
		double mid = i % 4 == 3 || flo == fhi ? (lo + hi) / 2 : lo + (hi - lo) * flo / (flo - fhi), f;

		if (!(mid > lo && mid < hi))
			mid = (lo + hi) / 2;
		f = as_nct_cdf(t, df, mid) - p;
		if (f == 0)
			return mid;
		if (f > 0) {
			lo = mid;
			flo = f;
			fhi /= 2;
		} else {
			hi = mid;
			fhi = f;
			flo /= 2;
		}
	}
	return (lo + hi) / 2;
}

static double
solve(double t, double df, double p)
{
	double nc = solve_near(t, df, p);

	return isnan(nc) ? solve_far(t, df, p) : nc;
}

as_interval
as_nct_interval(double t, double df, double level)
{
	double a = (1 - level) / 2;

	if (!(level > 0 && level < 1) || !isfinite(t) || !(df > 0))
		return (as_interval){NAN, NAN};
	return (as_interval){solve(t, df, 1 - a), solve(t, df, a)};
}
