/* multiple.h - p-values of several tests, corrected together.
 *
 * All are natural logarithms. A NaN (no test) stays NaN and counts in nothing. */
#ifndef AS_MULTIPLE_H
#define AS_MULTIPLE_H

#include <stddef.h>

#include "keep.h"

typedef struct {
	size_t tests;      /* how many there are */
	size_t *rank;      /* (n) place by p, from 1; 0 for a NaN; ties in order */
	double *bonferroni, *holm, *bh; /* (n) adjusted ln p, at most 0 */
	as_keep keep;      /* of the arrays */
} as_multiple;

/* Bonferroni; Holm (1979), Scand. J. Statist. 6(2); Benjamini, Hochberg (1995),
 * J. R. Statist. Soc. B 57(1), as p.adjust() of R. -1: out of memory; then *m
 * holds nothing. */
int as_multiple_of(as_multiple *m, const double *log_p, size_t n);
void as_multiple_free(as_multiple *m);

#endif
