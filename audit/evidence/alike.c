#include "alike.h"

#include "digits.h"
#include "intern.h"

/* What the rules ask for. */
static const unsigned sums[] = {EV_BY_CONFIG, EV_BY_RIVALS, EV_BY_SERIES, EV_BY_COUNTERS,
    EV_BY_PROGRAM, EV_BY_STAGE, EV_BY_MODE, EV_BY_MODE | EV_BY_BACKEND,
    EV_BY_MODE | EV_BY_SCENARIO | EV_BY_BACKEND};

enum { NSUMS = sizeof sums / sizeof *sums, NKEYS = 5 };

typedef struct { uint32_t key[NKEYS]; size_t at; } entry;

struct ev_index {
	/* (ncell) of those like a cell the first, and the next one; the cell itself is the last */
	size_t *first[NSUMS], *next[NSUMS];
	ev_kind_of_cell *kind; size_t nkind;
};

static int
by_keys(const void *a, const void *b)
{
	const entry *p = a, *q = b;
	int c = memcmp(p->key, q->key, sizeof p->key);

	return c ? c : (p->at > q->at) - (p->at < q->at);
}

static void
number(ev_run *r, entry *v)
{
	as_intern text = {0};

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];
		const char *key[NKEYS] = {c->mode, c->model, c->scenario, c->backend, c->dtype};

		v[i].at = i;
		for (int k = 0; k < NKEYS; k++)
			v[i].key[k] = ev_intern(r, &text, key[k], strlen(key[k]));
	}
	as_intern_free(&text);
}

/* v: the numbers of all keys, (ncell) and as much again to sort. */
static void
group(struct ev_index *x, int s, entry *v, size_t ncell)
{
	entry *sorted = v + ncell;

	memcpy(sorted, v, ncell * sizeof *v);
	for (size_t i = 0; i < ncell; i++)
		for (int k = 0; k < NKEYS; k++)
			if (!(sums[s] & 1u << k))
				sorted[i].key[k] = 0;
	qsort(sorted, ncell, sizeof *sorted, by_keys);
	for (size_t i = 0; i < ncell; i++) {
		const entry *e = &sorted[i];
		int goes_on = i > 0 && memcmp(e->key, e[-1].key, sizeof e->key) == 0;

		x->first[s][e->at] = goes_on ? x->first[s][e[-1].at] : e->at;
		x->next[s][e->at] = e->at;
		if (goes_on)
			x->next[s][e[-1].at] = e->at;
	}
}

static void
count(ev_kind_of_cell *k, const ev_cell *c)
{
	k->has_file |= c->doc != NULL;
	k->has_sample |= c->doc && c->nok;
	k->longest = c->longest > k->longest ? c->longest : k->longest;
	for (const ev_sample *s = c->v; s < c->v + c->n; s++) {
		if (!s->ok)
			continue;
		if (s->ms > 0) {
			k->wall++;
			k->wall_fit += digits_of_clock(s->ms);
		}
		if (s->event_ms > 0) {
			k->device++;
			k->device_fit += digits_of_device(s->event_ms);
		}
	}
}

static void
find_kinds(struct ev_index *x, const ev_run *r)
{
	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		size_t k = 0;

		while (k < x->nkind && ((x->kind[k].compiles != 0) != (c->compile != NULL) ||
		    strcmp(x->kind[k].mode, c->mode) != 0 || strcmp(x->kind[k].backend, c->backend) != 0))
			k++;
		if (k == x->nkind)
			x->kind[x->nkind++] = (ev_kind_of_cell){.mode = c->mode, .backend = c->backend,
			    .compiles = c->compile != NULL};
		count(&x->kind[k], c);
	}
}

int
ev_alike_build(ev_run *r)
{
	struct ev_index *x = r->index = as_alloc(&r->keep, sizeof *x);
	entry *v = as_alloc(&r->keep, 2 * r->ncell * sizeof *v);

	if (!x || !v || !(x->kind = as_alloc(&r->keep, r->ncell * sizeof *x->kind)))
		return -1;
	number(r, v);
	for (int s = 0; s < NSUMS; s++) {
		x->first[s] = as_alloc(&r->keep, r->ncell * sizeof *x->first[s]);
		x->next[s] = as_alloc(&r->keep, r->ncell * sizeof *x->next[s]);
		if (!x->first[s] || !x->next[s])
			return -1;
		group(x, s, v, r->ncell);
	}
	find_kinds(x, r);
	return 0;
}

const ev_cell *
ev_alike(const ev_run *r, const ev_cell *c, unsigned by, const ev_cell *o)
{
	const struct ev_index *x = r->index;
	int s = 0;

	while (sums[s] != by)
		s++;
	if (!o)
		return &r->cell[x->first[s][c - r->cell]];
	c = &r->cell[x->next[s][o - r->cell]];
	return c == o ? NULL : c;
}

const ev_cell *
ev_other_mode(const ev_run *r, const ev_cell *c, const char *mode)
{
	const ev_cell *o = NULL;

	while ((o = ev_alike(r, c, EV_BY_CONFIG, o)) && strcmp(o->mode, mode) != 0)
		;
	return o;
}

const ev_kind_of_cell *
ev_kinds(const ev_run *r, size_t *n)
{
	*n = r->index->nkind;
	return r->index->kind;
}

size_t
as_before(const void *key, const void *v, size_t n, size_t size,
    int (*cmp)(const void *, const void *))
{
	size_t lo = 0;

	while (lo < n) {
		size_t mid = lo + (n - lo) / 2;

		if (cmp(key, (const char *)v + mid * size) > 0)
			lo = mid + 1;
		else
			n = mid;
	}
	return lo;
}
