/* warmup.h - where the warm-up of a series of latencies ends, if it ends.
 *
 * After Barrett, Bolz-Tereick, Killick, Mount, Tratt (2017), "Virtual machine
 * warmup blows hot and cold", Proc. ACM Program. Lang. 1 (OOPSLA): outliers are
 * left out, the series is split at changes of level with a penalty of 15 log n,
 * and segments are compared with the last one; a series whose last steady
 * stretch is shorter than a quarter of it (there: 500 of 2000) has no steady
 * state. Run files here are short, so four things differ:
 * - The level is that of log latency, with one noise level for the file (1.4826
 *   MAD of the differences of neighbours over sqrt 2, at least 1%), so that a
 *   single cold sample can be a segment.
 * - Outliers are the segments of one sample that do not lead the series (there:
 *   what lies outside a fence in a sliding window).
 * - Segments are found by FPOP (changepoint.h), the same optimum as PELT's.
 * - A segment is equivalent to the last if its mean log latency lies within the
 *   last one's standard deviation, or 1%, of the last one's mean. */
#ifndef AS_WARMUP_H
#define AS_WARMUP_H

#include <stddef.h>

typedef enum {
	AS_WARMUP_UNKNOWN, /* fewer than AS_WARMUP_MIN samples, or a latency of 0 */
	AS_WARMUP_FLAT,    /* every segment is equivalent to the last */
	AS_WARMUP_WARMUP,  /* a slower start, then steady */
	AS_WARMUP_SLOWDOWN, /* steady at the end, but an earlier segment was faster */
	AS_WARMUP_NONE     /* no steady state */
} as_warmup_state;

enum { AS_WARMUP_MIN = 8 };

typedef struct {
	as_warmup_state state;
	size_t segments;
	size_t steady_from; /* first sample of the steady stretch; n if there is none */
} as_warmup;

/* x: (n) latencies in the order taken. shape: (n) what kind of call each was,
 * numbered from 0, or NULL; the median of each shape is taken out first, since
 * prompts of several lengths alternate. -1 if out of memory. */
int as_warmup_of(as_warmup *w, const double *x, const size_t *shape, size_t n);

/* "flat", "warm-up", "slowdown", "no steady state", "unknown". */
extern const char *const as_warmup_name[];

#endif
