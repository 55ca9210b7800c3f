/* equal.h - whether the two groups of a claim did the same work (work.h). */
#ifndef CLAIM_EQUAL_H
#define CLAIM_EQUAL_H

#include "result.h"

/* 0: the same models, scenarios and batches in both groups, the same work in each and, where
 * they are pooled, in the same shares. 1: not, and r says what is. -1: out of
 * memory. */
int claim_unequal(const claim *c, const cells *base, const cells *test, claim_result *r, as_err *e);

#endif
