#include "alike.h"

#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "intern.h"

/* What the rules ask for. */
static const unsigned sums[] = {EV_BY_CONFIG, EV_BY_RIVALS, EV_BY_SERIES, EV_BY_MODEL | EV_BY_DTYPE, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE,
	EV_BY_MODE | EV_BY_BACKEND, EV_BY_MODE | EV_BY_SCENARIO | EV_BY_BACKEND, EV_BY_MODE | EV_BY_MODEL | EV_BY_DTYPE, EV_BY_MODE};

enum { NSUMS = sizeof sums / sizeof *sums, NKEYS = 5 };

typedef struct { uint32_t key[NKEYS]; size_t at; } entry;

struct ev_index {
	size_t *place[NSUMS];           /* (ncell) cells, those alike together */
	size_t *from[NSUMS], *n[NSUMS]; /* (ncell) where those like a cell stand in place */
	ev_kind_of_cell *kind; size_t nkind;
};

static int
by_keys(const void *a, const void *b)
{
	const entry *p = a, *q = b;
	int c = memcmp(p->key, q->key, sizeof p->key);

	return c ? c : (p->at > q->at) - (p->at < q->at);
}

static int
number(const ev_run *r, entry *v)
{
	as_intern text = {0};
	int rc = 0;

	for (size_t i = 0; i < r->ncell && rc == 0; i++) {
		const ev_cell *c = &r->cell[i];
		const char *key[NKEYS] = {c->mode, c->model, c->scenario, c->backend, c->dtype};

		v[i].at = i;
		for (int k = 0; k < NKEYS && rc == 0; k++)
			if ((v[i].key[k] = as_intern_id(&text, key[k], strlen(key[k]))) == UINT32_MAX)
				rc = -1;
	}
	as_intern_free(&text);
	return rc;
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
	for (size_t i = 0, end; i < ncell; i = end) {
		for (end = i; end < ncell && memcmp(sorted[end].key, sorted[i].key, sizeof sorted[i].key) == 0; end++)
			x->place[s][end] = sorted[end].at;
		for (size_t k = i; k < end; k++) {
			x->from[s][sorted[k].at] = i;
			x->n[s][sorted[k].at] = end - i;
		}
	}
}

static void
count(ev_kind_of_cell *k, const ev_cell *c)
{
	k->has_file |= c->doc != NULL;
	k->has_sample |= c->doc && c->nok;
	k->longest = c->longest > k->longest ? c->longest : k->longest;
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];

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
	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];
		size_t k = 0;

		while (k < x->nkind && ((x->kind[k].compiles != 0) != (c->compile != NULL) || strcmp(x->kind[k].mode, c->mode) != 0 ||
		    strcmp(x->kind[k].backend, c->backend) != 0))
			k++;
		if (k == x->nkind)
			x->kind[x->nkind++] = (ev_kind_of_cell){.mode = c->mode, .backend = c->backend, .compiles = c->compile != NULL};
		count(&x->kind[k], c);
	}
}

int
ev_alike_build(ev_run *r)
{
	struct ev_index *x = r->index = ev_alloc(&r->keep, sizeof *x);
	entry *v = calloc(2 * r->ncell + 1, sizeof *v);
	int rc = x && v ? number(r, v) : -1;

	for (int s = 0; s < NSUMS && rc == 0; s++) {
		size_t *mem = ev_alloc(&r->keep, 3 * r->ncell * sizeof *mem);

		if (!mem) {
			rc = -1;
			break;
		}
		x->place[s] = mem;
		x->from[s] = mem + r->ncell;
		x->n[s] = mem + 2 * r->ncell;
		group(x, s, v, r->ncell);
	}
	if (rc == 0 && (x->kind = ev_alloc(&r->keep, r->ncell * sizeof *x->kind)))
		find_kinds(x, r);
	else
		rc = -1;
	free(v);
	return rc;
}

const size_t *
ev_alike(const ev_run *r, const ev_cell *c, unsigned by, size_t *n)
{
	size_t at = (size_t)(c - r->cell);
	int s = 0;

	while (sums[s] != by)
		s++;
	*n = r->index->n[s][at];
	return r->index->place[s] + r->index->from[s][at];
}

const ev_cell *
ev_other_mode(const ev_run *r, const ev_cell *c, const char *mode)
{
	size_t n;
	const size_t *at = ev_alike(r, c, EV_BY_CONFIG, &n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(r->cell[at[i]].mode, mode) == 0)
			return &r->cell[at[i]];
	return NULL;
}

const ev_kind_of_cell *
ev_kinds(const ev_run *r, size_t *n)
{
	*n = r->index->nkind;
	return r->index->kind;
}
