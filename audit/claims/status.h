/* status.h - what is to be said of a claim: evidence first, then statistics. */
#ifndef CLAIM_STATUS_H
#define CLAIM_STATUS_H

#include "result.h"

/* -1: out of memory. A claim whose evidence fails has no number. */
int claim_judge(const claim *c, ev_run *runs, size_t nruns, claim_result *out, as_err *e);

#endif
