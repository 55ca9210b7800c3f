#include "ranking.h"

#include <math.h>

enum { OVERLAP = 2 };

/* -1, 0, 1 or OVERLAP. Two points may be equal; two intervals are never known to be. */
static int
order(as_interval a, as_interval b)
{
	if (a.hi < b.lo)
		return -1;
	if (b.hi < a.lo)
		return 1;
	return a.lo == a.hi && b.lo == b.hi ? 0 : OVERLAP;
}

size_t
rank_of(const as_interval *x, size_t n, size_t i)
{
	size_t rank = 1;

	if (isnan(x[i].lo))
		return 0;
	for (size_t k = 0; k < n; k++) {
		int o;

		if (k == i || isnan(x[k].lo))
			continue;
		if ((o = order(x[k], x[i])) == OVERLAP)
			return 0;
		rank += o < 0;
	}
	return rank;
}

change
ranking_change(const as_interval *a, const as_interval *b, size_t n)
{
	change c = SAME;
	size_t both = 0;

	for (size_t i = 0; i < n; i++)
		both += !isnan(a[i].lo) && !isnan(b[i].lo);
	if (both < n && both < 2) /* nothing is left to be ordered */
		return UNDECIDED;
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			int p, q;

			if (isnan(a[i].lo) || isnan(b[i].lo) || isnan(a[k].lo) || isnan(b[k].lo))
				continue;
			p = order(a[i], a[k]);
			q = order(b[i], b[k]);
			if (p == OVERLAP || q == OVERLAP)
				c = UNDECIDED;
			else if (p != q)
				return CHANGED;
		}
	return c;
}
