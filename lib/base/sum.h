/* sum.h - a running sum that keeps its rounding errors.
 *
 * Ogita, Rump, Oishi (2005), "Accurate sum and dot product", SIAM J. Sci.
 * Comput. 26(6), algorithm 4.4 (Sum2): the result is as if computed in twice
 * the precision and then rounded. It does not guard against overflow; scale
 * first (moments.c does). */
#ifndef AS_SUM_H
#define AS_SUM_H

typedef struct {
	double s; /* the sum as rounded so far */
	double c; /* what the roundings lost */
} as_sum;

static inline void
as_sum_add(as_sum *a, double x)
{
	double s = a->s + x;
	double y = s - a->s;

	/* Knuth's TwoSum: exact without knowing which is larger */
	a->c += (a->s - (s - y)) + (x - y);
	a->s = s;
}

static inline double
as_sum_value(const as_sum *a)
{
	return a->s + a->c;
}

#endif
