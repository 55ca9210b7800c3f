#include "cluster.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

/* ln of n! less its formula by Stirling. */
static double
stirling(double n)
{
	gsl_sf_result r;

	return gsl_sf_gammastar_e(n, &r) == 0 ? log(r.val) : NAN;
}

/* x ln(x/m) + m - x, without the cancellation where x is near m. */
static double
deviance(double x, double m)
{
	double d = (x - m) / (x + m), sum, term;

	if (x == 0)
		return m;
	if (fabs(d) >= 0.1)
		return x * log(x / m) + m - x;
	/* ln(x/m) = 2 atanh(d) */
	sum = (x - m) * d;
	term = 2 * x * d;
	for (int j = 1; j < 40; j++) {
		term *= d * d;
		sum += term / (2 * j + 1);
	}
	return sum;
}

/* ln of the binomial probability of k of n at odds p : q = 1 - p. Loader (2000),
 * "Fast and accurate computation of binomial probabilities": no difference of
 * large logarithms. */
static double
log_binomial(double k, double n, double p, double q)
{
	if (k == 0 || k == n)
		return n == 0 ? 0 : k == 0 ? (p < 0.1 ? n * log1p(-p) : n * log(q)) :
		    (q < 0.1 ? n * log1p(-q) : n * log(p));
	return stirling(n) - stirling(k) - stirling(n - k) - deviance(k, n * p) - deviance(n - k, n * q) +
	    0.5 * log(n / (2 * M_PI * k * (n - k)));
}

/* ln of the probability that k of n rows drawn from total are of the marked. */
static double
log_hypergeometric(double k, double total, double marked, double n)
{
	double p = n / total, q = (total - n) / total;

	if (k < 0 || k > marked || n - k < 0 || n - k > total - marked)
		return -INFINITY;
	if (n == 0 || n == total)
		return 0;
	return log_binomial(k, marked, p, q) + log_binomial(n - k, total - marked, p, q) - log_binomial(n,
	    total, p, q);
}

/* A term that is smaller by so much, and whose like are smaller still, adds nothing. */
enum { NOTHING = 50 };

/* ln(e^a + e^b) */
static double
log_add(double a, double b)
{
	double hi = fmax(a, b), lo = fmin(a, b);

	return lo == -INFINITY ? hi : hi + log1p(exp(lo - hi));
}

double
as_log_hypergeometric(size_t k, size_t total, size_t marked, size_t part)
{
	double sum = -INFINITY, mean = (double)marked * ((double)part / (double)total);
	size_t most = marked < part ? marked : part;

	if (k == 0 || marked + part >= total + k)
		return 0;
	for (size_t i = k; i <= most; i++) {
		double p = log_hypergeometric((double)i, (double)total, (double)marked, (double)part);

		sum = log_add(sum, p);
		if (p < sum - NOTHING && (double)i > mean)
			break;
	}
	return fmin(sum, 0);
}

double
as_adjacent_expected(size_t pairs, size_t total, size_t marked)
{
	double N = (double)total, K = (double)marked;

	return marked < 2 ? 0 : (double)pairs * (K / N) * ((K - 1) / (N - 1));
}

double
as_log_adjacent(size_t k, size_t total, size_t marked)
{
	double N = (double)total, K = (double)marked, sum = -INFINITY;

	if (k == 0 || marked == 0)
		return 0;
	/* runs of them begin behind as many of the N-K+1 others and ends, or none of them does */
	for (size_t runs = k < marked ? marked - k : 0; runs > 0; runs--) {
		double p = log_hypergeometric((double)runs, N, N - K + 1, K);

		sum = log_add(sum, p);
		if (p < sum - NOTHING && (double)runs < (N - K + 1) * (K / N))
			break;
	}
	return fmin(sum, 0);
}
