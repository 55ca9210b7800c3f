/* pairs.h - which groups are compared, whether they may be, and the results. */
#ifndef ABTEST_PAIRS_H
#define ABTEST_PAIRS_H

#include "comparison.h"

/* Chooses the pairs: of base and test (names or NULL), as the claim has it, or
 * all, each later group against each earlier one. */
int ab_pairs_choose(ab_result *r, const char *base, const char *test, as_err *e);

/* Compares them, on several threads. */
int ab_pairs_compare(ab_result *r, as_err *e);
void ab_result_free(ab_result *r);

/* Of the claim over all that was compared; AS_OPEN where a pair was refused. */
as_verdict ab_verdict(const ab_result *r);

/* Why a row lacks statistics, for people; NULL if it does not. */
const char *ab_lacks(const ab_result *r, const ab_outcome *o);

#endif
