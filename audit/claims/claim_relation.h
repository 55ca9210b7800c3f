/* claim_relation.h - claims about two groups, judged as abtest judges them. */
#ifndef CLAIM_RELATION_H
#define CLAIM_RELATION_H

#include "result.h"

/* Judges c->relation; with stratify by the combined ratio or in each stratum (comparison_claim.h).
 * -1: out of memory. */
int claim_relation(const claim *c, const cells *base, const cells *test, claim_result *r,
    as_err *e);

#endif
