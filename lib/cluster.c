#include "cluster.h"

#include <math.h>

/* ln of n over k. */
static double
log_choose(double n, double k)
{
	return k < 0 || k > n ? -INFINITY : lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

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
	double N = (double)total, K = (double)marked, n = (double)part, sum = -INFINITY;
	size_t most = marked < part ? marked : part;

	if (k == 0 || marked + part >= total + k)
		return 0;
	for (size_t i = most + 1; i-- > k; )
		sum = log_add(sum, log_choose(K, (double)i) + log_choose(N - K, n - (double)i));
	return fmin(sum - log_choose(N, n), 0);
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
	for (size_t runs = 1; runs + k <= marked; runs++)
		sum = log_add(sum, log_choose(K - 1, (double)runs - 1) + log_choose(N - K + 1, (double)runs));
	return fmin(sum - log_choose(N, K), 0);
}
