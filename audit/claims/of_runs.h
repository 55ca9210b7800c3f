/* of_runs.h - claims about runs as a whole: their environment, or a number in one of
 * their files. */
#ifndef CLAIM_OF_RUNS_H
#define CLAIM_OF_RUNS_H

#include "result.h"

/* Holds each run of the test group against each of the base. -1: a file is no JSON, or
 * out of memory. */
int claim_of_runs(const claim *c, ev_run *runs, size_t nruns, claim_result *r, as_err *e);

#endif
