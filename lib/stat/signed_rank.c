#include "signed_rank.h"

#include <float.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dist.h"
#include "select.h"

typedef struct {
	double size;  /* of the difference; first, for as_ascending */
	double error; /* what rounding of the two values may have added to it */
	int positive;
} difference;

/* The differences that are not 0, by size; NULL: out of memory. */
static difference *
differences(const double *base, const double *test, size_t n, size_t *nonzero)
{
	difference *d = malloc((n + 1) * sizeof *d);

	*nonzero = 0;
	if (!d)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		double x = test[i] - base[i], error = 2 * DBL_EPSILON * fmax(fabs(test[i]), fabs(base[i]));

		if (fabs(x) > error)
			d[(*nonzero)++] = (difference){fabs(x), error, x > 0};
	}
	qsort(d, *nonzero, sizeof *d, as_ascending);
	return d;
}

/* f[v] becomes the number of subsets of the n scores whose sum is v, for v up to most. */
static void
subset_sums(double *f, const size_t *score, size_t n, size_t most)
{
	memset(f, 0, (most + 1) * sizeof *f);
	f[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t v = most; v >= score[i]; v--)
			f[v] += f[v - score[i]];
}

enum { EXACT_MAX = AS_RANK_EXACT_BELOW - 1, TWICE_HALF_SUM = EXACT_MAX * (EXACT_MAX + 1) / 2 };

/* ln of twice P(2 W <= twice_w), W the sum of the ranks of one sign; at most 0. */
static double
exact_p(const size_t *twice_rank, size_t n, double twice_w)
{
	double f[TWICE_HALF_SUM + 1], sum = 0;

	subset_sums(f, twice_rank, n, (size_t)twice_w);
	for (size_t v = 0; v <= (size_t)twice_w; v++)
		sum += f[v];
	return fmin(log(sum) - ((double)n - 1) * M_LN2, 0);
}

int
as_signed_rank_of(as_signed_rank *r, const double *base, const double *test, size_t n)
{
	size_t m, twice_rank[EXACT_MAX];
	difference *d = differences(base, test, n, &m);
	double all = (double)m * ((double)m + 1) / 2, ties = 0, small, far;

	*r = (as_signed_rank){.zeros = n - m, .method = AS_RANK_NONE, .log_p = NAN};
	if (!d)
		return -1;
	for (size_t i = 0, j; i < m; i = j) {
		double tied;

		for (j = i + 1; j < m && d[j].size - d[i].size <= d[j].error + d[i].error; j++)
			;
		tied = (double)(j - i);
		ties += tied * tied * tied - tied;
		for (size_t k = i; k < j; k++) {
			r->w_plus += d[k].positive ? (double)(i + j + 1) / 2 : 0;
			if (m <= EXACT_MAX)
				twice_rank[k] = i + j + 1;
		}
	}
	free(d);
	if (m == 0)
		return 0;
	small = fmin(r->w_plus, all - r->w_plus);
	if (m <= EXACT_MAX) {
		r->method = AS_RANK_EXACT;
		r->log_p = exact_p(twice_rank, m, 2 * small);
		return 0;
	}
	r->method = AS_RANK_NORMAL;
	far = all / 2 - small;
	r->log_p = far <= 0.5 ? 0 :
	    as_log_z_two_sided((far - 0.5) / sqrt(all * (2 * (double)m + 1) / 12 - ties / 48));
	return 0;
}

/* The largest k with P(W < k) <= tail, W of n ranks without ties. */
static double
critical(size_t n, double tail)
{
	double all = (double)n * ((double)n + 1) / 2, f[TWICE_HALF_SUM / 2 + 1], sum = 0;
	size_t rank[EXACT_MAX], half = (size_t)all / 2, k = 0;

	if (n > EXACT_MAX)
		return floor(all / 2 + 0.5 -
		    as_z_quantile_upper(tail) * sqrt(all * (2 * (double)n + 1) / 12));
	for (size_t i = 0; i < n; i++)
		rank[i] = i + 1;
	subset_sums(f, rank, n, half);
	/* a tail that equals the limit in exact arithmetic is within it */
	while (k <= half && (sum += f[k]) <= tail * ldexp(1, (int)n) * (1 + 1e-12))
		k++;
	return (double)k;
}

/* Doubles as integers of the same order, and back. */
static int64_t
order_of(double x)
{
	int64_t i;

	memcpy(&i, &x, sizeof i);
	return i < 0 ? INT64_MIN - i : i;
}

static double
of_order(int64_t i)
{
	double x;

	i = i < 0 ? INT64_MIN - i : i;
	memcpy(&x, &i, sizeof x);
	return x;
}

/* How many h[i] + h[j], i <= j, are at most v; h is sorted. */
static double
sums_up_to(const double *h, size_t n, double v)
{
	double count = 0;

	for (size_t i = 0, j = n; i < n; i++) {
		while (j > i && h[i] + h[j - 1] > v)
			j--;
		if (j <= i)
			break;
		count += (double)(j - i);
	}
	return count;
}

/* The k-th smallest of these sums, k from 1. */
static double
kth_sum(const double *h, size_t n, double k)
{
	int64_t lo = order_of(h[0] + h[0]), hi = order_of(h[n - 1] + h[n - 1]);

	while (lo < hi) {
		int64_t middle = lo + (int64_t)(((uint64_t)hi - (uint64_t)lo) / 2);

		if (sums_up_to(h, n, of_order(middle)) >= k)
			hi = middle;
		else
			lo = middle + 1;
	}
	return of_order(lo);
}

int
as_hodges_lehmann_of(as_hodges_lehmann *r, const double *base, const double *test, size_t n,
    double level)
{
	double *h = malloc((n + 1) * sizeof *h), all = (double)n * ((double)n + 1) / 2, k;

	*r = (as_hodges_lehmann){NAN, {NAN, NAN}};
	if (!h)
		return -1;
	for (size_t i = 0; i < n; i++)
		h[i] = test[i] / 2 - base[i] / 2;
	as_sort(h, n);
	if (n > 0)
		r->estimate = (kth_sum(h, n, floor((all + 1) / 2)) + kth_sum(h, n, floor(all / 2) + 1)) / 2;
	k = n > 0 && level > 0 && level < 1 ? critical(n, (1 - level) / 2) : 0;
	if (k >= 1)
		r->ci = (as_interval){kth_sum(h, n, k), kth_sum(h, n, all + 1 - k)};
	free(h);
	return 0;
}
