/* result.h - what is said of a claim. */
#ifndef CLAIM_RESULT_H
#define CLAIM_RESULT_H

#include "cells.h"

typedef enum { PROVEN, REFUTED, NOT_REAL, NOT_SUPPORTED, INCONCLUSIVE, NO_EVIDENCE } claim_status;

typedef struct {
	claim_status status;
	char reason[600];
	size_t n_base, n_test;          /* values; 0: it came to no statistics */
	double change_pct, lo_pct, hi_pct; /* of test against base, with its 95% interval; NaN */
	double log_p;                   /* ln p of the test that decided, where it has one; NaN */
} claim_result;

extern const char *const claim_status_name[];

void claim_nothing(claim_result *r); /* no number, no reason yet */
void claim_say(claim_result *r, claim_status s, const char *fmt,
    ...) __attribute__((format(printf, 3, 4)));
/* no evidence: the records of a cell contradict each other */
void claim_say_contradicted(claim_result *r, const cell_found *f);

#endif
