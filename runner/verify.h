/* verify.h - a device against the float64 reference. */
#ifndef RR_VERIFY_H
#define RR_VERIFY_H

#include <stdio.h>

#include "compile.h"

typedef struct {
	rr_cache_kind cache;
	int padded, scope_last;
	const rr_compile_cfg *compile; /* NULL: eager */
} rr_way;

typedef struct {
	double worst;      /* max |a - b| / max |b| over all steps' logits */
	double mae;        /* the largest step's mean |a - b| / max |b| against eager; NaN: not asked for */
	int tokens;        /* greedy tokens that were compared */
	int differ;        /* of them, those that differ although the reference's two best lie farther apart than tol */
	int64_t path[RR_NPATHS]; /* forwards by what served them */
} rr_verdict;

/* fp32 1e-5, fp16 1e-2, bf16 5e-2: of max |a - b| over max |b|. */
double rr_tolerance(rr_dtype t);

/* Prompt of 11 tokens (16 rows when padded), then 6 greedy steps; the
 * reference is run on the tokens that the device chose. */
int rr_verify(rr_device *dev, const rr_model *m, const rr_way *way, rr_verdict *out, as_err *e);

/* Every cache, padded or not, eager and each way to compile; one line each on
 * fp. Returns how many fell short, or -1. */
int rr_verify_all(rr_device *dev, const rr_model *m, FILE *fp, as_err *e);

#endif
