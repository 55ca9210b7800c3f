/* permutation.h - Monte-Carlo permutation test of two samples.
 *
 * p = (1 + k) / (1 + B): k of B random divisions of all values into two groups
 * of the same sizes are at least as far from no difference, so p is never 0 and
 * the test keeps its level. Phipson, Smyth (2010), Stat. Appl. Genet. Mol. Biol.
 * 9(1). The divisions are drawn by rng.h from the seed alone: the same p on
 * every machine, and whatever else is compared beside it. */
#ifndef AS_PERMUTATION_H
#define AS_PERMUTATION_H

#include <stddef.h>
#include <stdint.h>

enum { AS_PERMUTATIONS = 999 }; /* B by default */

typedef struct {
	size_t extreme; /* k */
	double p;       /* NaN: a sample is empty, or B is 0 */
	double se;      /* Monte-Carlo standard error of p: sqrt(p (1-p) / B) */
} as_permutation;

/* The divisions of n values, small of them in the smaller group, that a seed gives: many pairs
 * of the same sizes share them. The results are the same with and without. */
typedef struct {
	size_t small, n, count;
	uint64_t seed;
	uint16_t *index; /* (count, small) which values are in the smaller group */
} as_divisions;

/* -1: out of memory, or more than a table of 64 MiB; then there are none. */
int as_divisions_draw(as_divisions *d, size_t nbase, size_t ntest, size_t count, uint64_t seed);
void as_divisions_free(as_divisions *d);

/* Difference of means. Sums are taken over whole numbers (the values less the
 * middle of their range, in units of some 2^-60 of it), so that they do not
 * depend on the order. Two differences that only the rounding of decimals to
 * doubles keeps apart, and by less than a millionth, are equal. O(B n), n the
 * smaller group. d, of other sizes or NULL, is not needed. -1: out of memory, or over 2^31
 * values a group. */
int as_permutation_mean(as_permutation *r, const double *base, size_t nbase, const double *test,
    size_t ntest, size_t count, uint64_t seed, const as_divisions *d);

/* Any statistic of two samples (it may reorder them) whose size says how far
 * they are apart; two that differ by less than 1e-12 of the observed are equal. */
typedef double as_distance(double *base, size_t nbase, double *test, size_t ntest);

int as_permutation_of(as_permutation *r, const double *base, size_t nbase, const double *test,
    size_t ntest, as_distance *distance, size_t count, uint64_t seed);

/* as_distance of medians: their absolute difference. */
double as_distance_median(double *base, size_t nbase, double *test, size_t ntest);

#endif
