/* changepoint.h - where the level of a series changes. */
#ifndef AS_CHANGEPOINT_H
#define AS_CHANGEPOINT_H

#include <stddef.h>

/* The split of y[0..n) into segments of constant level that minimises
 *
 *	sum over segments of (sum of squares about the segment's mean) / sigma^2
 *	+ penalty * (number of changes),
 *
 * found exactly by functional pruning: Maidstone, Hocking, Rigaill, Fearnhead
 * (2017), "On optimal multiple changepoint algorithms for large data", Stat.
 * Comput. 27, algorithm FPOP. It is the optimum that PELT (Killick, Fearnhead,
 * Eckley 2012, J. Amer. Statist. Assoc. 107) finds for a change in mean, and
 * needs time near n log n also where nothing changes.
 *
 * at (n places) receives the index of the first sample of each segment, the
 * first being 0; *k how many segments. sigma > 0, all y finite. Returns -1 if
 * out of memory. n = 0: no segment. */
int as_changepoints(const double *y, size_t n, double sigma, double penalty, size_t *at, size_t *k);

#endif
