/* The static parts are tested too, hence the source and not the header: what
 * select falls back to must not wait for an input that defeats the pivots. */
#include "select.c"

#include <stdint.h>
#include <string.h>
#include <time.h>

#include "unit_check.h"

static uint64_t state = 42;

static uint64_t
next(void) /* splitmix64 */
{
	uint64_t z = state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

enum { SHAPES = 8 };

static double
shape(int which, size_t i, size_t n)
{
	switch (which) {
	case 0: return (double)(next() >> 11);
	case 1: return (double)i;
	case 2: return (double)(n - i);
	case 3: return 7;
	case 4: return (double)(next() % 4);
	case 5: return (double)(i < n / 2 ? i : n - i); /* organ pipe */
	case 6: return (double)(i % 2 ? i : n - i);     /* interleaved */
	default: return -(double)(i % 17);
	}
}

/* One input, nk ranks: the order statistics are those of qsort, what lies
 * between is partitioned, and no value got lost. */
static int
one(int which, size_t n, size_t nk, int fallback)
{
	double *x = malloc(n * sizeof *x), *sorted = malloc(n * sizeof *x);
	size_t k[8], j = 0;
	int good = x && sorted;

	for (size_t i = 0; i < n && good; i++)
		x[i] = sorted[i] = shape(which, i, n);
	for (size_t i = 0; i < nk; i++)
		k[i] = next() % n;
	as_ranks_sort(k, nk);
	if (good) {
		qsort(sorted, n, sizeof *sorted, by_value);
		if (fallback)
			select_in(x, n, 0, k, nk, (unsigned)(next() % 4));
		else
			as_select(x, n, k, nk);
	}
	for (size_t i = 0; i < nk && good; i++) {
		good = x[k[i]] == sorted[k[i]];
		for (; j < k[i] && good; j++)
			good = x[j] <= x[k[i]];
		for (size_t r = k[i]; r < n && good; r++)
			good = x[r] >= x[k[i]];
	}
	if (good)
		qsort(x, n, sizeof *x, by_value);
	good = good && memcmp(x, sorted, n * sizeof *x) == 0;
	free(x);
	free(sorted);
	return good;
}

/* After McIlroy (1999), "A killer adversary for quicksort", by hand for the
 * ninther: each round, positions that the pivot is taken from get the smallest
 * values not yet given, so that each partition strips four values only. */
static void
killer(double *x, size_t n)
{
	size_t *at = malloc(n * sizeof *at); /* original position of what is at i now */
	double value = 0;
	size_t left = n;

	for (size_t i = 0; i < n; i++) {
		at[i] = i;
		x[i] = (double)n;
	}
	while (left > SMALL) {
		/* of the positions that pivot_of reads: two of each of two triples, so that
		 * the pivot, their median of medians, is the fourth smallest; in the order in
		 * which partition swaps them to the front */
		size_t off = n - left, s = left / 8, m = left / 2;
		const size_t chosen[4] = {0, m, m - s, s};

		for (size_t c = 0; c < 4; c++) {
			size_t t = at[off + c];

			at[off + c] = at[off + chosen[c]];
			at[off + chosen[c]] = t;
			x[at[off + c]] = value + (c == 0 ? 0 : 4 - (double)c);
		}
		value += 4;
		left -= 4;
	}
	free(at);
}

static double
seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

int
main(void)
{
	const size_t sizes[] = {1, 2, 3, 24, 25, 26, 100, 1000, 4097};
	enum { BIG = 1000000 };
	double *x = malloc(BIG * sizeof *x), t;
	const size_t k[2] = {BIG / 2, BIG - BIG / 100};

	for (int fallback = 0; fallback < 2; fallback++) {
		int good = 1, runs = 0;

		for (int which = 0; which < SHAPES; which++)
			for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
				for (size_t nk = 1; nk <= 8; nk++, runs++)
					good &= one(which, sizes[i], nk, fallback);
		unit_ok(good && runs == SHAPES * 9 * 8, fallback ?
		    "the heap sort it falls back to gives the order statistics of qsort" :
		    "order statistics are those of qsort, for 1 to 8 ranks of 8 shapes");
	}
	if (!unit_ok(x != NULL, "memory for 1e6 values"))
		return 0;
	killer(x, BIG);
	t = seconds();
	as_select(x, BIG, k, 2);
	t = seconds() - t;
	printf("# note: selection against its adversary, 1e6 values: %.2f s\n", t);
	unit_ok(t < 2, "an input made against the pivots takes no quadratic time");
	free(x);
	return 0;
}
