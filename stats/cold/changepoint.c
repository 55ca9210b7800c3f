#include "changepoint.h"

#include <math.h>
#include <stdlib.h>

#include "grow.h"

/* On [lo, hi] of the last segment's level m, the least cost is
 * a m^2 + b m + c, reached with the last segment starting at `from`. */
typedef struct { double lo, hi, a, b, c; size_t from; } piece;

typedef struct { piece *p; size_t n, cap; } pieces;

static int
push(pieces *l, piece p)
{
	piece *last = l->n ? &l->p[l->n - 1] : NULL;

	if (!(p.lo < p.hi))
		return 0;
	if (last && last->from == p.from && last->a == p.a && last->b == p.b && last->c == p.c) {
		last->hi = p.hi; /* the same function goes on */
		return 0;
	}
	if (as_grow(&l->p, l->n, &l->cap, sizeof *l->p) != 0)
		return -1;
	l->p[l->n++] = p;
	return 0;
}

/* Least value of a piece on its interval. */
static double
least(const piece *p)
{
	double m = p->a > 0 ? -p->b / (2 * p->a) : p->lo;

	m = m < p->lo ? p->lo : m > p->hi ? p->hi : m;
	return (p->a * m + p->b) * m + p->c;
}

/* Adds to out the lesser of p and the constant k (a new segment from `from`). */
static int
push_lesser(pieces *out, const piece *p, double k, size_t from)
{
	piece low = *p, flat = {.lo = p->lo, .hi = p->hi, .c = k, .from = from};
	double d, r1, r2;

	if (p->a <= 0)
		return push(out, p->c <= k ? low : flat);
	d = p->b * p->b - 4 * p->a * (p->c - k);
	if (!(d > 0))
		return push(out, flat);
	d = sqrt(d);
	r1 = fmax((-p->b - d) / (2 * p->a), p->lo);
	r2 = fmin((-p->b + d) / (2 * p->a), p->hi);
	if (r1 >= r2)
		return push(out, flat);
	flat.hi = low.lo = r1;
	low.hi = r2;
	if (push(out, flat) != 0 || push(out, low) != 0)
		return -1;
	flat.lo = r2;
	flat.hi = p->hi;
	return push(out, flat);
}

int
as_changepoints(const double *y, size_t n, double sigma, double penalty, size_t *at, size_t *k)
{
	pieces now = {0}, next = {0}, swap;
	size_t *prev = malloc((n + 1) * sizeof *prev), i, j, best;
	double lo, hi, centre, w = 1 / (sigma * sigma), f, v;
	int rc = -1;

	*k = 0;
	if (n == 0 || !prev) {
		free(prev);
		return n == 0 ? 0 : -1;
	}
	for (lo = hi = y[0], i = 1; i < n; i++) {
		lo = fmin(lo, y[i]);
		hi = fmax(hi, y[i]);
	}
	/* about the centre, so that a large offset costs no digits */
	centre = lo + (hi - lo) / 2;
	lo -= centre;
	hi -= centre;
	if (push(&now, (piece){.lo = lo, .hi = hi > lo ? hi : lo + 1, .from = 0}) != 0)
		goto done;
	for (i = 0; i < n; i++) {
		double x = y[i] - centre;
		for (f = INFINITY, best = 0, j = 0; j < now.n; j++) {
			piece *p = &now.p[j];
			p->a += w;
			p->b -= 2 * w * x;
			p->c += w * x * x;
			if ((v = least(p)) < f) {
				f = v;
				best = p->from;
			}
		}
		prev[i + 1] = best; /* start of the last segment of y[0..i] */
		for (next.n = 0, j = 0; j < now.n; j++)
			if (push_lesser(&next, &now.p[j], f + penalty, i + 1) != 0)
				goto done;
		swap = now;
		now = next;
		next = swap;
	}
	for (i = n; i > 0; i = prev[i])
		++*k;
	for (i = n, j = *k; i > 0; i = prev[i])
		at[--j] = prev[i];
	rc = 0;
done:
	free(now.p);
	free(next.p);
	free(prev);
	return rc;
}
