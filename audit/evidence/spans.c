#include "spans.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "quantile.h"

static const double LEAST_PAUSE_S = 1e-3; /* less is what any harness loses */

double
ev_quantile_ms(const ev_cell *c, double p, size_t from, size_t to)
{
	double *v = malloc((c->n + 1) * sizeof *v), q = NAN;
	size_t n = 0;

	for (size_t i = from; v && i < to; i++)
		if (c->v[i].ok)
			v[n++] = c->v[i].ms;
	if (n && as_quantiles(v, n, &p, 1, AS_QUANTILE_TYPE, &q) != 0)
		q = NAN;
	free(v);
	return q;
}

double
ev_sum_s(const ev_cell *c)
{
	double s = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->v[i].ok)
			s += c->v[i].ms;
	return s / 1e3;
}

double
ev_beside_s(const ev_cell *c)
{
	return c->ended - c->started - ev_sum_s(c);
}

int
ev_steady(const ev_cell *c)
{
	return c->ended - c->started >= 0.98 * ev_sum_s(c) - 0.005;
}

const ev_cell *
ev_cell_before(const ev_run *r, const ev_cell *c)
{
	const ev_cell *before = NULL;

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *o = &r->cell[i];

		if (o != c && o->ended <= c->started && (!before || o->ended > before->ended))
			before = o;
	}
	return before;
}

double
ev_warmups_s(const ev_run *r, const ev_cell *c, double p)
{
	const cJSON *w = r->manifest ? cJSON_GetObjectItemCaseSensitive(r->manifest, "warmup_repetitions") : NULL;
	const cJSON *prompts = as_json_at(c->doc, "spec.prompts");

	return (cJSON_IsNumber(w) ? w->valuedouble : 0) * (cJSON_IsArray(prompts) ? cJSON_GetArraySize(prompts) : 1) *
	    ev_quantile_ms(c, p, 0, c->n) / 1e3;
}

int
ev_starts_before_warmups(const ev_run *r)
{
	size_t n = 0, touch = 0;

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i], *o = ev_cell_before(r, c);
		double warm = o ? ev_warmups_s(r, c, 0.1) : NAN;

		if (!(warm > 0.002))
			continue;
		n++;
		touch += c->started - o->ended < 0.5 * warm;
	}
	return n >= 3 && 5 * touch >= 4 * n;
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double
ev_pause_s(const ev_run *r, const ev_cell *c)
{
	double *v = malloc((r->ncell + 1) * sizeof *v), mid, low = INFINITY, high = 0;
	size_t n = 0, near = 0;

	for (size_t i = 0; v && i < r->ncell; i++) {
		const ev_cell *o = &r->cell[i];

		if (o != c && o->nok && !isnan(ev_beside_s(o)))
			v[n++] = ev_beside_s(o) / (double)o->nok;
	}
	if (n < 3) {
		free(v);
		return NAN;
	}
	qsort(v, n, sizeof *v, ascending);
	mid = v[n / 2];
	free(v);
	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *o = &r->cell[i];
		double each = ev_sum_s(o) / (double)o->nok, spent = ev_beside_s(o) / (double)o->nok;

		if (o == c || !o->nok || !(fabs(spent - mid) <= 0.25 * mid))
			continue;
		near++;
		low = each < low ? each : low;
		high = each > high ? each : high;
	}
	return mid >= LEAST_PAUSE_S && 5 * near >= 4 * n && high > 1.6 * low ? mid : NAN;
}

double
ev_overhead_s(const ev_run *r, const ev_cell *c)
{
	double most = 0;
	size_t n = 0;

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *o = &r->cell[i];
		double extra = ev_beside_s(o);

		if (strcmp(o->mode, c->mode) != 0 || isnan(extra) || o->nok == 0)
			continue;
		if (!ev_steady(o))
			return NAN;
		if (o == c)
			continue;
		n++;
		if (extra / (double)o->nok > most)
			most = extra / (double)o->nok;
	}
	return n < 3 ? NAN : most;
}
