/* reference.h - the project's own float64 forward, to hold every device against.
 *
 * Straight from the architecture's definition: no plan, no cache, no kernel of
 * kernels/. Weights are read as fp32 (after rounding to a device's dtype, if
 * asked) and everything is summed in double. */
#ifndef RR_REFERENCE_H
#define RR_REFERENCE_H

#include "model.h"

/* Logits of all n positions, (n, vocab). window 0: every earlier token is
 * seen; else only the last `window` (a ring). round_to: weights are rounded to
 * this dtype first. */
int rr_reference(const rr_model *m, const int32_t *ids, long n, long window, rr_dtype round_to,
    double *logits, as_err *e);

#endif
