/* status.h - what is to be said of a claim: evidence first, then statistics. */
#ifndef CLAIM_STATUS_H
#define CLAIM_STATUS_H

#include "data_rows.h"

/* Of runs, or of rows where they are not NULL. -1: out of memory, or a filter takes no row. A claim
 * whose evidence fails has no number. */
int claim_judge(claim *c, ev_run *runs, size_t nruns, data_rows *rows, claim_result *out,
    as_err *e);

#endif
