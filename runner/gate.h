/* gate.h - may this machine run the experiment, and does it compute the same. */
#ifndef RR_GATE_H
#define RR_GATE_H

#include "cell.h"

/* Device, run-time compiler, a tiny compile without a break: JSON in *out,
 * which the caller owns. Returns 1 if all hold, 0 if not. */
int rr_gate(const char *device, rr_dtype dtype, cJSON **out);

/* Greedy decode of three fixed prompts, 32 tokens each, with the statistics of
 * every step's logits. logits, unless NULL: a file that takes all of them as
 * fp32, (prompt, step, vocab). */
int rr_parity(rr_device *dev, const rr_model *m, const char *device, const char *logits,
    cJSON **out, as_err *e);

/* Compares a record with another (read from path): 1 if tokens are equal and
 * the statistics lie within tol of the largest magnitude, else 0, with *why
 * naming the first difference. */
int rr_parity_compare(const cJSON *record, const char *path, double tol, char *why, size_t size,
    as_err *e);

#endif
