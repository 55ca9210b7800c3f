/* verify.h - a device against the float64 reference. */
#ifndef RR_VERIFY_H
#define RR_VERIFY_H

#include <stdio.h>

#include "compile.h"

/* fp32 1e-5, fp16 1e-2, bf16 5e-2: of max |a - b| over max |b|. */
double rr_tolerance(rr_dtype t);

/* Every cache, padded or not, eager and each way to compile; one line each on
 * fp. Returns how many fell short, or -1. */
int rr_verify_all(rr_device *dev, const rr_model *m, FILE *fp, as_err *e);

#endif
