/* status.h - what is to be said of a claim: evidence first, then statistics. */
#ifndef CLAIM_STATUS_H
#define CLAIM_STATUS_H

#include "../evidence/runset.h"
#include "claim.h"

typedef enum { PROVEN, REFUTED, NOT_REAL, NOT_SUPPORTED, INCONCLUSIVE, NO_EVIDENCE } claim_status;

typedef struct {
	claim_status status;
	char reason[600];
	size_t n_base, n_test;          /* values; 0: it came to no statistics */
	double change_pct, lo_pct, hi_pct; /* of test against base, with its 95% interval; NaN */
	double log_p;                   /* ln p of the test that decided, where it has one; NaN */
} claim_result;

const char *claim_status_name(claim_status s);

void claim_say(claim_result *r, claim_status s, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* -1: out of memory. A claim whose evidence fails has no number. */
int claim_judge(const claim *c, ev_run *runs, size_t nruns, claim_result *out, as_err *e);

#endif
