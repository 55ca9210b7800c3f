/* claim_relation.h - a claim in the words of abtest --claim, or with a margin that is judged alike. */
#ifndef CLAIM_RELATION_H
#define CLAIM_RELATION_H

#include "result.h"
#include "strata.h"

/* Judges c->relation as abtest does: in each stratum, or by their combined ratio. -1: out of
 * memory. */
int claim_relation(const claim *c, const strata *s, claim_result *r, as_err *e);

#endif
