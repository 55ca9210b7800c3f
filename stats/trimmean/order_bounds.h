/* order_bounds.h - what a summary says about the values behind it: an interval
 * for each order statistic.
 *
 * Sorted, the values ascend, end in the published minimum and maximum, add up to
 * n times the mean, and have the published quantiles. Each of these bounds each
 * order statistic; the bounds are applied in turn until none moves. They hold
 * for every sample with that summary; they are not always the narrowest, since
 * each constraint is used with the bounds of the others and not jointly. */
#ifndef AS_ORDER_BOUNDS_H
#define AS_ORDER_BOUNDS_H

#include <stddef.h>

#include "interval.h"
#include "quantile.h"

typedef struct { as_quantile_place at; as_interval value; } as_known_quantile;

/* Each figure is an interval, since published figures are rounded. */
typedef struct {
	size_t n;                    /* at least 1 */
	as_interval mean;            /* as min and max: -inf to inf if not known, ... */
	as_interval min, max;        /* ... and a limit that the quantity has (0 for a latency) */
	const as_known_quantile *q;
	size_t nq;
} as_summary;

/* lo[i] and hi[i] become the bounds of the order statistic i (from 0), n of them,
 * both ascending. -1 if no sample has this summary. */
int as_order_bounds(const as_summary *s, double *lo, double *hi);

#endif
