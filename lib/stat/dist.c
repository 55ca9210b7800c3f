#include "dist.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

/* ln(1 - e^l) of a logarithm l <= 0. */
static double
log_complement(double l)
{
	return l > -M_LN2 ? log(-expm1(l)) : log1p(-exp(l));
}

double
as_log_z_upper(double z)
{
	double f = z;

	if (z < 0)
		return log_complement(as_log_z_upper(-z));
	if (z <= 30)
		return log(0.5 * erfc(z / M_SQRT2));
	/* Laplace's continued fraction of Mills' ratio: erfc is near its underflow */
	for (int k = 30; k > 0; k--)
		f = z + k / f;
	return -0.5 * z * z - 0.5 * log(2 * M_PI) - log(f);
}

/* One step of Lentz's method for a continued fraction whose next part is a over b: the factor
 * of its value. */
static double
lentz(double a, double b, double tiny, double *c, double *d)
{
	*d = b + a * *d;
	*d = 1 / (fabs(*d) < tiny ? tiny : *d);
	*c = b + a / *c;
	*c = fabs(*c) < tiny ? tiny : *c;
	return *d * *c;
}

/* The continued fraction of I_x(a, b) without its factor x^a y^b / (a B(a,b)). */
static double
beta_fraction(double a, double b, double x)
{
	const double tiny = DBL_MIN / DBL_EPSILON;
	double c = 1, d = 1 - (a + b) * x / (a + 1), h;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	h = d;
	for (double m = 1; m < 1e6; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double step;

		h *= lentz(even, 1, tiny, &c, &d);
		step = lentz(odd, 1, tiny, &c, &d);
		h *= step;
		if (fabs(step - 1) < 2 * DBL_EPSILON)
			break;
	}
	return h;
}

/* lx and ly are the logarithms of x and y. */
static double
log_ibeta(double a, double b, double x, double y, double lx, double ly)
{
	/* beyond its mean the fraction converges slowly: take the other tail */
	if (x > (a + 1) / (a + b + 2))
		return log_complement(fmin(log_ibeta(b, a, y, x, ly, lx), 0));
	return a * lx + b * ly - gsl_sf_lnbeta(a, b) - log(a) + log(beta_fraction(a, b, x));
}

double
as_log_ibeta(double a, double b, double x, double y)
{
	if (!(a > 0) || !(b > 0) || !(x >= 0) || !(y >= 0))
		return NAN;
	if (x == 0 || y == 0)
		return x == 0 ? -INFINITY : 0;
	return log_ibeta(a, b, x, y, y < 0.5 ? log1p(-y) : log(x), x < 0.5 ? log1p(-x) : log(y));
}

double
as_log_t_upper(double t, double df)
{
	double r, x, lx, ly;

	if (isnan(t) || !(df > 0))
		return NAN;
	if (isinf(df))
		return as_log_z_upper(t);
	if (t < 0)
		return log_complement(as_log_t_upper(-t, df));
	if (t == 0 || isinf(t))
		return t == 0 ? -M_LN2 : -INFINITY;
	r = t / sqrt(df);
	if (r > 1e150) {
		x = 0; /* only its logarithm counts */
		lx = -2 * log(r);
		ly = 0;
	} else {
		x = 1 / (1 + r * r);
		lx = -log1p(r * r);
		ly = r < 1 ? 2 * log(r) + lx : -log1p(1 / (r * r));
	}
	return log_ibeta(df / 2, 0.5, x, r > 1e150 ? 1 : 1 / (1 + 1 / (r * r)), lx, ly) - M_LN2;
}

/* Both tails from one; a NaN stays one, which fmin() would not keep. */
static double
twice(double log_tail)
{
	return log_tail > -M_LN2 ? 0 : log_tail + M_LN2;
}

double
as_log_t_two_sided(double t, double df)
{
	return twice(as_log_t_upper(fabs(t), df));
}

double
as_log_z_two_sided(double z)
{
	return twice(as_log_z_upper(fabs(z)));
}

double
as_z_quantile_upper(double a)
{
	return gsl_cdf_ugaussian_Qinv(a);
}

double
as_t_quantile_upper(double a, double df)
{
	if (!(a > 0 && a < 1) || !(df > 0))
		return NAN;
	/* Cauchy: in closed form, where GSL loses digits in the far tail */
	if (df == 1)
		return 1 / tan(M_PI * a);
	/* the normal distribution but for 1e-14; GSL goes astray from 1e16 on */
	return df > 1e15 ? as_z_quantile_upper(a) : gsl_cdf_tdist_Qinv(a, df);
}

/* ln Q(a, x), the regularized upper incomplete gamma function. Left of the mode
 * by the series for its complement, right of it by the continued fraction, which
 * needs no difference and so loses nothing in the far tail. */
static double
log_upper_gamma(double a, double x)
{
	const double tiny = 1e-300;
	double front = a * log(x) - x - lgamma(a), sum, term, b, c, d, h;
	int i;

	if (x <= 0)
		return 0;
	if (x < a + 1) {
		for (sum = term = 1 / a, i = 1; i < 100000 && term > sum * 1e-17; i++) {
			term *= x / (a + i);
			sum += term;
		}
		return log1p(-exp(front + log(sum)));
	}
	b = x + 1 - a;
	c = 1 / tiny;
	h = d = 1 / b;
	for (i = 1; i < 100000; i++) {
		double step = lentz(-i * (i - a), b += 2, tiny, &c, &d);

		h *= step;
		if (fabs(step - 1) < 1e-16)
			break;
	}
	return front + log(h);
}

double
as_log_f_upper(double f, double df1, double df2)
{
	double s = df2 + df1 * f;

	if (isnan(f) || f <= 0)
		return isnan(f) ? NAN : 0;
	return isinf(f) ? -INFINITY : as_log_ibeta(df2 / 2, df1 / 2, df2 / s, df1 * f / s);
}

double
as_log_chisq_upper(double x, double df)
{
	return isnan(x) || !(df > 0) ? NAN : log_upper_gamma(df / 2, x / 2);
}
