/* Latencies that one cell has and another has too, in the same places. */
#include <stdint.h>

#include "alike.h"
#include "select.h"

/* A latency, the place of its sample in its cell, and the place of the cell. */
typedef struct { double ms; uint32_t sample, cell; } entry;

struct ev_latencies { entry *v; size_t n; };

static int
by_sample(const void *a, const void *b)
{
	const entry *p = a, *q = b;

	if (p->sample != q->sample)
		return p->sample < q->sample ? -1 : 1;
	return p->ms != q->ms ? (p->ms > q->ms) - (p->ms < q->ms) :
	    (p->cell > q->cell) - (p->cell < q->cell);
}

int
ev_copies_build(ev_run *r)
{
	struct ev_latencies *x = r->latencies = as_alloc(&r->keep, sizeof *x);
	size_t n = 0;

	for (size_t i = 0; i < r->ncell; i++)
		n += r->cell[i].nok;
	if (!x || !(x->v = as_alloc(&r->keep, n * sizeof *x->v)))
		return -1;
	for (size_t i = 0; i < r->ncell; i++)
		for (size_t k = 0; k < r->cell[i].n; k++)
			if (r->cell[i].v[k].ok && r->cell[i].v[k].ms > 0)
				x->v[x->n++] = (entry){r->cell[i].v[k].ms, (uint32_t)k, (uint32_t)i};
	qsort(x->v, x->n, sizeof *x->v, by_sample);
	return 0;
}

/* Different latencies of two cells. */
static size_t
distinct(const ev_cell *a, const ev_cell *b)
{
	double *v = malloc((a->n + b->n) * sizeof *v);
	size_t n = a->n + b->n, d = 1;

	if (!v)
		return 1;
	for (size_t i = 0; i < n; i++) {
		const ev_sample *s = i < a->n ? &a->v[i] : &b->v[i - a->n];

		v[i] = s->ok ? s->ms : 0;
	}
	as_sort(v, n);
	for (size_t i = 1; i < n; i++)
		d += v[i] != v[i - 1];
	free(v);
	return d;
}

/* Five equal latencies in the same places: by chance there are none where each is
 * another, and more the fewer different ones the clock gives. */
static int
copied(const ev_cell *a, const ev_cell *b, size_t same)
{
	size_t n = a->n < b->n ? a->n : b->n, d = same < 5 ? 0 : distinct(a, b);

	return d && (d >= n || (double)same > 5 + 4 * (double)n / (double)d);
}

const ev_cell *
ev_copied(const ev_run *r, const ev_cell *c)
{
	const struct ev_latencies *x = r->latencies;
	uint32_t *same = NULL; /* (ncell) how many latencies a cell has in common with c */
	const ev_cell *found = NULL;

	for (size_t i = 0; c->nok >= 5 && i < c->n; i++) {
		double ms = c->v[i].ms;

		if (!c->v[i].ok || !(ms > 0))
			continue;
		for (size_t k = as_before(&(entry){ms, (uint32_t)i, 0}, x->v, x->n, sizeof *x->v, by_sample);
		    k < x->n && x->v[k].sample == i && x->v[k].ms == ms; k++) {
			if (&r->cell[x->v[k].cell] == c)
				continue;
			if (!same && !(same = calloc(r->ncell, sizeof *same)))
				return NULL;
			same[x->v[k].cell]++;
		}
	}
	for (size_t i = 0; same && i < r->ncell && !found; i++)
		if (copied(c, &r->cell[i], same[i]))
			found = &r->cell[i];
	free(same);
	return found;
}
