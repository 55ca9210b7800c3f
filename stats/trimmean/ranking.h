/* ranking.h - groups in the order of their estimates, where intervals allow it. */
#ifndef TRIMMEAN_RANKING_H
#define TRIMMEAN_RANKING_H

#include <stddef.h>

#include "interval.h"

/* 1 + how many of the n estimates are smaller than x[i]; 0 if x[i] is not
 * available or overlaps with another that it does not equal. */
size_t rank_of(const as_interval *x, size_t n, size_t i);

typedef enum { SAME, CHANGED, UNDECIDED } change;

/* Whether a pair of groups is ordered otherwise by b than by a (equal counts as
 * an order). A group that is not available in either is left out; UNDECIDED if
 * none is known to be and the intervals of a pair overlap, or no two are left. */
change ranking_change(const as_interval *a, const as_interval *b, size_t n);

#endif
