#include "spans.h"

#include <stdint.h>

#include "alike.h"
#include "quantile.h"
#include "select.h"

static const double LEAST_PAUSE_S = 1e-3; /* less is what any harness loses */

/* A time, and the cell whose it is. */
typedef struct { double s; size_t at; } when;

/* low, high: the two least and greatest latencies */
struct habit { double mid, low[2], high[2]; size_t near; };
struct overhead { double most[2]; size_t n; int stepped; }; /* most: the two greatest, 0 or more */

struct ev_times {
	when *end; size_t nend;       /* of the cells with an end, ascending, then by place */
	int stepped;                  /* the wall clock was, in a cell with start and end */
	/* beside each sample, ascending; of cells that claim nothing, if there are three */
	double *spent; size_t nspent;
	int plain;                    /* only those */
	struct habit habit[3]; size_t nhabit; /* of the middle ones of spent */
	struct overhead *overhead;    /* (ncell), of the mode, at its first cell */
};

double
ev_beside_s(const ev_cell *c)
{
	return c->ended - c->started - c->sum_s;
}

static double
each_beside(const ev_cell *c)
{
	return c->nok ? ev_beside_s(c) / (double)c->nok : NAN;
}

/* A compile may be among what a cell that claims one spends. */
static int
tells_habit(const struct ev_times *t, const ev_cell *c)
{
	return !isnan(each_beside(c)) && (!t->plain || !c->claims);
}

int
ev_steady(const ev_cell *c)
{
	return c->ended - c->started >= 0.98 * c->sum_s - 0.005;
}

static int
earlier(const void *a, const void *b)
{
	const when *x = a, *y = b;

	return x->s != y->s ? as_ascending(&x->s, &y->s) : (x->at > y->at) - (x->at < y->at);
}

/* How many of n times are before s, or at it. */
static size_t
before(const when *v, size_t n, double s, int or_at)
{
	return as_before(&(when){s, or_at ? SIZE_MAX : 0}, v, n, sizeof *v, earlier);
}

/* Seconds to the nearest other cell; 0 where they touch. A cell without an end, or
 * one before its start, is as long as a moment. */
static void
find_apart(ev_run *r, const when *start, const when *end, size_t n)
{
	for (ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		double last = c->ended > c->started ? c->ended : c->started;
		size_t past = before(end, n, c->started, 0), to_come = n - before(start, n, last, 1);

		c->apart = NAN;
		if (isnan(c->started) || n < 2)
			continue;
		if (past + to_come + 1 < n)
			c->apart = 0;
		if (past && !(c->apart <= c->started - end[past - 1].s))
			c->apart = c->started - end[past - 1].s;
		if (to_come && !(c->apart <= start[n - to_come].s - last))
			c->apart = start[n - to_come].s - last;
	}
}

/* The greatest two, or with sign -1 the least. */
static void
keep_two(double v[2], double x, int sign)
{
	if (sign * x > sign * v[0]) {
		v[1] = v[0];
		v[0] = x;
	} else if (sign * x > sign * v[1]) {
		v[1] = x;
	}
}

static void
find_habit(struct ev_times *t, const ev_run *r, double mid)
{
	struct habit *h = &t->habit[t->nhabit];

	for (size_t i = 0; i < t->nhabit; i++)
		if (t->habit[i].mid == mid)
			return;
	t->nhabit++;
	*h = (struct habit){.mid = mid, .low = {INFINITY, INFINITY}};
	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		double each = c->sum_s / (double)c->nok;

		if (!tells_habit(t, c) || !(fabs(each_beside(c) - mid) <= 0.25 * mid))
			continue;
		h->near++;
		keep_two(h->low, each, -1);
		keep_two(h->high, each, 1);
	}
}

static void
add_overhead(struct overhead *h, const ev_cell *c)
{
	double extra = each_beside(c);

	if (isnan(extra))
		return;
	h->n++;
	h->stepped |= !ev_steady(c);
	keep_two(h->most, extra, 1);
}

int
ev_times_build(ev_run *r)
{
	size_t n = r->ncell, nspan = 0, plain = 0;
	struct ev_times *t = r->times = as_alloc(&r->keep, sizeof *t);
	when *start = as_alloc(&r->keep, 2 * n * sizeof *start), *end = start ? start + n : NULL;

	if (!t || !start || !(t->end = as_alloc(&r->keep, n * sizeof *t->end)) ||
	    !(t->spent = as_alloc(&r->keep, n * sizeof *t->spent)) ||
	    !(t->overhead = as_alloc(&r->keep, n * sizeof *t->overhead)))
		return -1;
	for (size_t i = 0; i < n; i++) {
		const ev_cell *c = &r->cell[i];

		if (!isnan(c->started)) {
			start[nspan] = (when){c->started, i};
			end[nspan++] = (when){c->ended > c->started ? c->ended : c->started, i};
		}
		if (!isnan(c->ended))
			t->end[t->nend++] = (when){c->ended, i};
		t->stepped |= !isnan(c->ended - c->started) && !ev_steady(c);
		plain += !c->claims && !isnan(each_beside(c));
		add_overhead(&t->overhead[ev_alike(r, c, EV_BY_MODE, NULL) - r->cell], c);
	}
	t->plain = plain >= 3;
	for (size_t i = 0; i < n; i++)
		if (tells_habit(t, &r->cell[i]))
			t->spent[t->nspent++] = each_beside(&r->cell[i]);
	qsort(start, nspan, sizeof *start, earlier);
	qsort(end, nspan, sizeof *end, earlier);
	qsort(t->end, t->nend, sizeof *t->end, earlier);
	as_sort(t->spent, t->nspent);
	find_apart(r, start, end, nspan);
	for (size_t k = 0; k < 2 && t->nspent; k++)
		if ((t->nspent - 1) / 2 + k < t->nspent)
			find_habit(t, r, t->spent[(t->nspent - 1) / 2 + k]);
	return 0;
}

/* tokens NaN: of any number. */
static double
quantile(const ev_cell *c, double p, size_t from, size_t to, double tokens)
{
	double *v = malloc((c->n + 1) * sizeof *v), q = NAN;
	size_t n = 0;

	for (size_t i = from; v && i < to; i++)
		if (c->v[i].ok && (isnan(tokens) || c->v[i].tokens == tokens))
			v[n++] = c->v[i].ms;
	if (n)
		as_quantiles(v, n, &p, 1, AS_QUANTILE_TYPE, &q);
	free(v);
	return q;
}

double
ev_quantile_ms(const ev_cell *c, double p, size_t from, size_t to)
{
	return quantile(c, p, from, to, NAN);
}

double
ev_quantile_of(const ev_cell *c, double p, double tokens)
{
	return quantile(c, p, 0, c->n, tokens);
}

const ev_cell *
ev_cell_before(const ev_run *r, const ev_cell *c)
{
	const struct ev_times *t = r->times;
	size_t n = before(t->end, t->nend, c->started, 1), first;

	for (; n > 0; n = first) {
		for (first = n; first > 0 && t->end[first - 1].s == t->end[n - 1].s; first--)
			;
		if (t->end[first].at != (size_t)(c - r->cell))
			return &r->cell[t->end[first].at];
		if (first + 1 < n)
			return &r->cell[t->end[first + 1].at];
	}
	return NULL;
}

double
ev_warmups_s(const ev_run *r, const ev_cell *c, double p)
{
	const double n = ev_num(r->manifest, "warmup_repetitions");
	const cJSON *prompts = as_json_at(c->doc, "spec.prompts");

	return (isnan(n) ? 0 : n) * (cJSON_IsArray(prompts) ? cJSON_GetArraySize(prompts) : 1) *
	    ev_quantile_ms(c, p, 0, c->n) / 1e3;
}

double
ev_wait_s(const ev_run *r, const ev_cell *c)
{
	const ev_cell *before = isnan(c->started) ? NULL : ev_cell_before(r, c);

	return before ? c->started - before->ended + (r->starts_early ? ev_beside_s(c) :
	    0) - ev_warmups_s(r, c, 0.9) : NAN;
}

/* How far what four of five cells spend beside each sample differs, in shares of mid. */
static double
uneven_by(const struct ev_times *t, double mid)
{
	return (t->spent[t->nspent - 1 - t->nspent / 10] - t->spent[t->nspent / 10]) / mid;
}

/* What cells whose samples take very different times, or times that differ far more than
 * what is spent beside them, spend beside each sample, if it is about mid; without c, which
 * is one of them where its own is. */
static double
habit(const struct ev_times *t, double mid, size_t n, const ev_cell *c)
{
	const struct habit *h = NULL;
	double each = c->sum_s / (double)c->nok, low, high;
	int mine = tells_habit(t, c) && fabs(each_beside(c) - mid) <= 0.25 * mid;

	for (size_t i = 0; i < t->nhabit; i++)
		if (t->habit[i].mid == mid)
			h = &t->habit[i];
	if (!h)
		return NAN;
	low = mine && each == h->low[0] ? h->low[1] : h->low[0];
	high = mine && each == h->high[0] ? h->high[1] : h->high[0];
	return mid >= LEAST_PAUSE_S && 5 * (h->near - (size_t)mine) >= 4 * n &&
	    (high > 1.6 * low || uneven_by(t, mid) < 0.25 * (high / low - 1)) ? mid : NAN;
}

double
ev_pause_s(const ev_run *r, const ev_cell *c)
{
	const struct ev_times *t = r->times;
	double spent = tells_habit(t, c) ? each_beside(c) : NAN;
	size_t n = t->nspent - !isnan(spent);

	if (n < (t->plain ? 2 : 3))
		return NAN;
	return habit(t, t->spent[n / 2 + (!isnan(spent) && spent <= t->spent[n / 2])], n, c);
}

void
ev_find_starts(ev_run *r)
{
	size_t n = 0, touch = 0, plain = 0, longer = 0, room = 0;

	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		const ev_cell *o = ev_cell_before(r, c);
		double warm = ev_warmups_s(r, c, 0.1);

		if (!(warm > 0.002))
			continue;
		if (o) {
			n++;
			touch += c->started - o->ended < 0.5 * warm;
		}
		if (!c->claims && !isnan(ev_beside_s(c))) {
			plain++;
			room += ev_beside_s(c) > 0.8 * warm && isnan(ev_pause_s(r, c));
			longer += ev_beside_s(c) > 0.8 * warm && ev_beside_s(c) < 1.5 * ev_warmups_s(r, c,
			    0.9) + 0.001 * (double)c->nok;
		}
	}
	r->starts_early = (n >= 3 && 5 * touch >= 4 * n) || (plain >= 3 && 5 * longer >= 4 * plain);
	r->may_start_early = r->starts_early || (plain >= 3 && 5 * room >= 4 * plain);
}

double
ev_overhead_s(const ev_run *r, const ev_cell *c)
{
	const struct overhead *h = &r->times->overhead[ev_alike(r, c, EV_BY_MODE, NULL) - r->cell];
	double extra = each_beside(c);

	if (h->stepped || h->n - !isnan(extra) < 3)
		return NAN;
	return extra == h->most[0] ? h->most[1] : h->most[0];
}

const ev_cell *
ev_overlapping(const ev_run *r, const ev_cell *c)
{
	const ev_cell *found = NULL;

	if (r->times->stepped || c->apart != 0)
		return NULL;
	for (const ev_cell *o = r->cell; o < r->cell + r->ncell; o++) {
		if (o != c && o->started < c->ended - 0.01 && c->started < o->ended - 0.01)
			found = o;
	}
	return found;
}
