#include "order_bounds.h"

#include <math.h>

#include "sum.h"

enum { MAX_ROUNDS = 100 }; /* bounds may creep for ever; any round's are valid */

/* Relative slack: figures come rounded from other programs, and so do ours. */
static const double slack = 1e-9;

typedef struct { const as_summary *s; double *lo, *hi; int moved; } bounds;

static void
raise(bounds *b, size_t i, double x)
{
	if (x > b->lo[i]) {
		b->moved |= x - b->lo[i] > 1e-15 * fabs(x);
		b->lo[i] = x;
	}
}

static void
lower(bounds *b, size_t i, double x)
{
	if (x < b->hi[i]) {
		b->moved |= b->hi[i] - x > 1e-15 * fabs(x);
		b->hi[i] = x;
	}
}

static void
by_order(bounds *b)
{
	for (size_t i = 1; i < b->s->n; i++)
		raise(b, i, b->lo[i - 1]);
	for (size_t i = b->s->n - 1; i > 0; i--)
		lower(b, i - 1, b->hi[i]);
}

/* (1-h) x[j] + h x[k] lies in an interval, so each of them is bounded by the
 * other's bounds, and the quantile lies between them. */
static void
by_quantile(bounds *b, const as_known_quantile *q)
{
	size_t j = q->at.lo, k = q->at.hi;
	double h = j == k ? 0 : q->at.h;

	if (h < 1) {
		raise(b, j, (q->value.lo - (h > 0 ? h * b->hi[k] : 0)) / (1 - h));
		lower(b, j, (q->value.hi - (h > 0 ? h * b->lo[k] : 0)) / (1 - h));
		lower(b, j, q->value.hi);
	}
	if (h > 0) {
		raise(b, k, (q->value.lo - (h < 1 ? (1 - h) * b->hi[j] : 0)) / h);
		lower(b, k, (q->value.hi - (h < 1 ? (1 - h) * b->lo[j] : 0)) / h);
		raise(b, k, q->value.lo);
	}
}

/* The largest v that x[i] can be: those below it are at least their lower bounds,
 * and those above at least v and their lower bounds, x[i+1] to x[m] at v; the sum
 * is known. As i grows so do v and m. */
static void
by_largest_sum(bounds *b)
{
	const double sum = (double)b->s->n * b->s->mean.hi;
	as_sum below = {0, 0}, above = {0, 0};
	size_t n = b->s->n, m = 0;

	for (size_t i = 1; i < n; i++)
		as_sum_add(&above, b->lo[i]);
	for (size_t i = 0; i < n; i++) {
		double v;

		if (m < i)
			as_sum_add(&above, -b->lo[m = i]);
		while (v = (sum - as_sum_value(&below) - as_sum_value(&above)) / (double)(m - i + 1),
		    m + 1 < n && v > b->lo[m + 1])
			as_sum_add(&above, -b->lo[++m]);
		lower(b, i, v);
		as_sum_add(&below, b->lo[i]);
	}
}

/* The same from the other end: the smallest that x[i] can be. */
static void
by_smallest_sum(bounds *b)
{
	const double sum = (double)b->s->n * b->s->mean.lo;
	as_sum below = {0, 0}, above = {0, 0};
	size_t n = b->s->n, m = n - 1;

	for (size_t i = 0; i + 1 < n; i++)
		as_sum_add(&below, b->hi[i]);
	for (size_t i = n; i-- > 0;) {
		double v;

		if (m > i)
			as_sum_add(&below, -b->hi[m = i]);
		while (v = (sum - as_sum_value(&below) - as_sum_value(&above)) / (double)(i - m + 1),
		    m > 0 && v < b->hi[m - 1])
			as_sum_add(&below, -b->hi[--m]);
		raise(b, i, v);
		as_sum_add(&above, b->hi[i]);
	}
}

int
as_order_bounds(const as_summary *s, double *lo, double *hi)
{
	bounds b = {s, lo, hi, 1};

	for (size_t i = 0; i < s->n; i++) {
		lo[i] = s->min.lo;
		hi[i] = s->max.hi;
	}
	lower(&b, 0, s->min.hi);
	raise(&b, s->n - 1, s->max.lo);
	for (int round = 0; b.moved && round < MAX_ROUNDS; round++) {
		b.moved = 0;
		by_order(&b);
		for (size_t i = 0; i < s->nq; i++)
			by_quantile(&b, &s->q[i]);
		by_order(&b);
		if (isfinite(s->mean.hi))
			by_largest_sum(&b);
		if (isfinite(s->mean.lo) && isfinite(b.hi[s->n - 1]))
			by_smallest_sum(&b);
	}
	by_order(&b);
	for (size_t i = 0; i < s->n; i++) {
		if (lo[i] - hi[i] > slack * fmax(fabs(lo[i]), fabs(hi[i])))
			return -1;
		if (lo[i] > hi[i])
			lo[i] = hi[i] = lo[i] + (hi[i] - lo[i]) / 2;
	}
	return 0;
}
