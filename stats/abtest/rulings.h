/* rulings.h - what a claim comes to, of a pair, a stratum or all strata of a pair. */
#ifndef ABTEST_RULINGS_H
#define ABTEST_RULINGS_H

#include "comparison.h"

/* |change| less the noise floor, in percent, not below 0. */
double ab_beyond(double change_pct, double noise);

/* Judges the claim, if there is one, about the samples of a row that is not combined. -1: out of
 * memory. */
int ab_judge(const ab_result *r, const ab_pair *p, ab_outcome *o, const as_sample *b,
    const as_sample *t);

/* The row of a stratum that a claim of each rests on, of those before the combined row o: the first
 * of the refuted, else of the open, else of the shown; NULL: there is none. */
const ab_outcome *ab_telling(const ab_result *r, const ab_outcome *o);

/* The combined row of each pair from the strata before it that both groups have. */
int ab_combine(ab_result *r, as_err *e);

#endif
