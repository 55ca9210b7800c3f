/* strata.h - the values of a claim's groups that are compared with each other. */
#ifndef CLAIM_STRATA_H
#define CLAIM_STRATA_H

#include "cells.h"

typedef struct {
	const ev_cell *of;     /* a cell of the model and scenario; NULL: of all */
	double *base, *test;
	size_t n_base, n_test;
} stratum;

typedef struct { stratum *v; size_t n; } strata;

/* With stratify one stratum a model and scenario that has a sample, else all in one. */
int strata_read(strata *s, const claim *c, const cells *base, const cells *test, as_err *e);
void strata_free(strata *s);

#endif
