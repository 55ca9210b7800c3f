/* count.h - claims that count: of calls, what compiled code served; of the
 * slowest samples, whose they are. */
#ifndef CLAIM_COUNT_H
#define CLAIM_COUNT_H

#include "result.h"

/* The share of the group's timed calls (forwards) that compiled code served, against the
 * claim's. */
void claim_share(const claim *c, const cells *g, claim_result *r);

/* Of the samples of base above its quantile, the share that lies in test. -1: out of memory. */
int claim_slowest(const claim *c, const cells *base, const cells *test, claim_result *r, as_err *e);

#endif
