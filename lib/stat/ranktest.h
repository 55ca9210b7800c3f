/* ranktest.h - rank tests of two samples.
 *
 * Samples are sorted, ascending, and hold no NaN. Everything is test against
 * base. p-values are natural logarithms (dist.h). */
#ifndef AS_RANKTEST_H
#define AS_RANKTEST_H

#include <stddef.h>

/* Sizes below this are tested exactly, as by wilcox.test() in R, but with ties, too. */
enum { AS_RANK_EXACT_BELOW = 50 };

typedef enum {
	AS_RANK_NONE,  /* no test: a sample is empty, or all values are equal */
	AS_RANK_EXACT, /* the distribution of U given the ties, both n below AS_RANK_EXACT_BELOW */
	AS_RANK_NORMAL /* normal, corrected for ties and for continuity */
} as_rank_method;

typedef struct {
	double u;      /* pairs in which test is larger, a tie counts 1/2 */
	double cliff;  /* P(test > base) - P(test < base) = 2u/(n1 n2) - 1; Cliff (1993),
	    Psychol. Bull. 114(3) */
	double ties;   /* sum of t^3 - t over the tied values of both */
	as_rank_method method;
	double log_p;  /* two-sided: twice the smaller tail, at most 1 */
} as_ranktest;

/* Mann, Whitney (1947), Ann. Math. Statist. 18(1). With ties the exact distribution
 * is that of the midranks when all divisions of the values into the two sizes are as
 * likely (Lehmann (1975), "Nonparametrics", 1.4). O(n1 + n2), but O(n1^2 n2 (n1 + n2))
 * where it is exact. -1: out of memory. */
int as_ranktest_of(as_ranktest *r, const double *base, size_t nbase, const double *test,
    size_t ntest);

/* "exact", "normal", or NULL for none. */
const char *as_rank_method_name(as_rank_method m);

/* The rank test over strata: the sum of w_h (W_h - E W_h), W_h the rank sum of
 * test in stratum h and w_h = 1/(N_h + 1), normal, corrected for ties, without
 * a correction for continuity. van Elteren (1960), Bull. Inst. Internat.
 * Statist. 37. Start from {0} and add each stratum. */
typedef struct { double sum, variance; } as_elteren;

void as_elteren_add(as_elteren *s, const as_ranktest *r, size_t nbase, size_t ntest);
/* z, positive where test is larger; NaN if nothing varies. *log_p is two-sided. */
double as_elteren_z(const as_elteren *s, double *log_p);

#endif
