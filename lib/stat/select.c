#include "select.h"

#include <stdlib.h>

enum { SMALL = 24 }; /* sorted by insertion */

static void
swap(double *a, double *b)
{
	double t = *a;

	*a = *b;
	*b = t;
}

static void
insertion_sort(double *x, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double v = x[i];
		size_t j = i;

		for (; j > 0 && v < x[j - 1]; j--)
			x[j] = x[j - 1];
		x[j] = v;
	}
}

static double
median3(double a, double b, double c)
{
	if (a < b)
		return b < c ? b : a < c ? c : a;
	return a < c ? a : b < c ? c : b;
}

/* Tukey's ninther: the median of three medians of three */
static double
pivot_of(const double *x, size_t n)
{
	size_t s = n / 8, m = n / 2;

	return median3(median3(x[0], x[s], x[2 * s]),
	    median3(x[m - s], x[m], x[m + s]),
	    median3(x[n - 1 - 2 * s], x[n - 1 - s], x[n - 1]));
}

/* Hoare's partition: [0, *lo) is not larger than the pivot, [*hi, n) not
 * smaller, and what lies between equals it. Both scans stop at values equal to
 * the pivot, so that ties split evenly. */
static void
partition(double *x, size_t n, double pivot, size_t *lo, size_t *hi)
{
	size_t i = 0, j = n - 1;

	for (;;) {
		while (x[i] < pivot)
			i++;
		while (pivot < x[j])
			j--;
		if (i >= j)
			break;
		swap(&x[i++], &x[j--]);
	}
	/* the scans met on a value equal to the pivot, or crossed */
	*lo = j + (i > j);
	*hi = i + (i == j);
}

/* base: rank of x[0], so that the ranks k need no copy */
static void
select_in(double *x, size_t n, size_t base, const size_t *k, size_t nk, unsigned depth)
{
	while (nk > 0) {
		size_t lo, hi, left = 0, right = nk;

		if (n <= SMALL) {
			insertion_sort(x, n);
			return;
		}
		if (depth-- == 0) {
			as_sort(x, n);
			return;
		}
		partition(x, n, pivot_of(x, n), &lo, &hi);
		while (left < nk && k[left] < base + lo)
			left++;
		while (right > left && k[right - 1] >= base + hi)
			right--;
		select_in(x, lo, base, k, left, depth);
		x += hi;
		n -= hi;
		base += hi;
		k += right;
		nk -= right;
	}
}

void
as_select(double *x, size_t n, const size_t *k, size_t nk)
{
	unsigned depth = 0;

	for (size_t m = n; m > 1; m /= 2)
		depth += 2;
	select_in(x, n, 0, k, nk, depth);
}

static int
by_rank(const void *a, const void *b)
{
	size_t i = *(const size_t *)a, j = *(const size_t *)b;

	return (i > j) - (i < j);
}

void
as_ranks_sort(size_t *k, size_t nk)
{
	qsort(k, nk, sizeof *k, by_rank);
}

int
as_ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void
as_sort(double *x, size_t n)
{
	qsort(x, n, sizeof *x, as_ascending);
}
