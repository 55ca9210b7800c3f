#include "multiple.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double p; size_t at; } item;

static int
by_p(const void *a, const void *b)
{
	const item *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

int
as_multiple_of(as_multiple *m, const double *log_p, size_t n)
{
	item *order;
	double worst = -INFINITY, best = 0;
	size_t k = 0, i;

	memset(m, 0, sizeof *m);
	order = as_alloc(&m->keep, n * sizeof *order);
	m->rank = as_alloc(&m->keep, n * sizeof *m->rank);
	m->bonferroni = as_alloc(&m->keep, n * sizeof *m->bonferroni);
	m->holm = as_alloc(&m->keep, n * sizeof *m->holm);
	m->bh = as_alloc(&m->keep, n * sizeof *m->bh);
	if (!order || !m->rank || !m->bonferroni || !m->holm || !m->bh) {
		as_multiple_free(m);
		return -1;
	}
	for (i = 0; i < n; i++) {
		m->bonferroni[i] = m->holm[i] = m->bh[i] = NAN;
		if (!isnan(log_p[i]))
			order[k++] = (item){log_p[i], i};
	}
	m->tests = k;
	qsort(order, k, sizeof *order, by_p);
	for (i = 0; i < k; i++) {
		size_t at = order[i].at;

		m->rank[at] = i + 1;
		m->bonferroni[at] = fmin(order[i].p + log((double)k), 0);
		worst = fmax(worst, order[i].p + log((double)(k - i)));
		m->holm[at] = fmin(worst, 0);
	}
	for (i = k; i-- > 0; ) {
		best = fmin(best, order[i].p + log((double)k / (double)(i + 1)));
		m->bh[order[i].at] = best;
	}
	return 0;
}

void
as_multiple_free(as_multiple *m)
{
	as_keep_free(&m->keep);
	memset(m, 0, sizeof *m);
}
