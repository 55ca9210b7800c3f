/* Rules on time: was there any to compile, how fast the cell is, drift, clocks. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "json.h"
#include "rules.h"
#include "spans.h"

/* By the counters, every graph of the mode was compiled and none came from a cache. */
static int
not_cached(const ev_facts *x)
{
	const cJSON *hit = as_json_at(x->after, "inductor.fxgraph_cache_hit");
	const cJSON *miss = as_json_at(x->after, "inductor.fxgraph_cache_miss");

	return !hit && cJSON_IsNumber(miss) && miss->valuedouble >= x->a.graphs;
}

void
ev_compile_time(const ev_facts *x, ev_finding *f)
{
	const ev_timed *t = &x->timed;

	if (!x->c->claims) {
		ev_set(f, EV_NOT_ASKED, "the cell does not claim to be compiled");
		return;
	}
	if (x->r->own) {
		ev_set(f, EV_NOT_ASKED, "each artifact records its compile time, and each sample what was compiled inside it");
		return;
	}
	ev_where(f, x->c->file, "started_at");
	if (t->once < 0) {
		ev_where(f, x->c->file, "compile");
		ev_alarm(f, "the compile stage took %.6g s", t->once);
		return;
	}
	if (t->waited >= 2 && t->hurried == 0 && !ev_is_dynamic(x) && !x->a.symbolic && not_cached(x)) {
		ev_alarm(f, "the counters have a graph for this cell, not from a cache; before the %zu others that have one the time of a compile passed, before this %.3f s",
		    t->waited, t->gap);
		return;
	}
	if (t->state == EV_FAILS) {
		ev_set(f, EV_FAILS, "%.3f s passed before the first timed sample, its warm-ups need %.3f: no time for a compile, one took %.2f", t->gap, t->warm, t->once);
		return;
	}
	switch (t->why) {
	case EV_T_NO_START:
	case EV_T_NO_ONCE:
	case EV_T_FIRST:
		ev_set(f, t->state, "%s", t->why == EV_T_NO_START ? "no start is recorded" : t->why == EV_T_NO_ONCE ? "no compile time is recorded" :
		    "no file ended before it");
		break;
	case EV_T_STEPPED:
		ev_set(f, t->state, "the wall clock was stepped near the start of this cell");
		break;
	case EV_T_INSIDE:
		ev_set(f, t->state, "%.2f s passed before the first timed sample, and the slowest took %.2f: a compile may be among the samples, one took %.2f",
		    t->gap, t->slowest, t->once);
		break;
	case EV_T_BESIDE:
		ev_set(f, t->state, "%.2f s passed before the start of the cell, which lasted %.2f longer than its samples: a compile may be in that, one took %.2f",
		    t->gap, t->beside, t->once);
		break;
	case EV_T_MET:
		ev_set(f, t->state, "%.2f s passed before the first timed sample; its sizes were met before, so no compile was due", t->gap);
		break;
	case EV_T_TIME:
		ev_set(f, t->state, "%.2f s passed before the first timed sample, its warm-ups need %.2f, one compile took %.2f", t->gap, t->warm, t->once);
	}
}

void
ev_speed(const ev_facts *x, ev_finding *f)
{
	const ev_paced *p = &x->paced;

	if (!x->c->claims) {
		ev_set(f, EV_NOT_ASKED, "the cell does not claim to be compiled");
		return;
	}
	if (isnan(p->tenth)) {
		ev_set(f, EV_UNKNOWN, "there is nothing to compare its speed with");
		return;
	}
	/* nothing of the cell was compiled, by the counters, yet it took the time of a
	 * compile and runs at twice the speed: the counters are not of this run */
	ev_where(f, x->after_where, "");
	if (x->sized.state == EV_FAILS && x->sized.k == 0 && !x->r->own && x->timed.state == EV_HOLDS && p->median < 0.5) {
		ev_alarm(f, "the counters have no graph for this cell, yet the time of a compile passed before it, and its median is %.2f of that of %.60s",
		    p->median, x->eager->backend);
		return;
	}
	if (x->sized.state == EV_HOLDS && !x->r->own && x->timed.state == EV_FAILS && !ev_is_dynamic(x) && !x->a.symbolic && not_cached(x) &&
	    p->tenth > 0.9 && p->tenth < 1.2) {
		ev_alarm(f, "the counters have a graph for this cell, compiled and not from a cache, yet no time for it passed, and its fastest tenth takes %.2f of that of %.60s",
		    p->tenth, x->eager->backend);
		return;
	}
	ev_where(f, x->c->file ? x->c->file : x->c->csv, x->c->file ? "latencies_ms" : "latency_ms");
	ev_set(f, p->state, "its fastest tenth takes %.2f of the time of %.60s (medians: %.2f)", p->tenth, x->eager->backend, p->median);
}

void
ev_drift(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	double a = ev_quantile_ms(c, 0.5, 0, c->n / 3), b = ev_quantile_ms(c, 0.5, c->n - c->n / 3, c->n);

	ev_where(f, c->file ? c->file : c->csv, c->file ? "latencies_ms" : "latency_ms");
	if (c->n < 9 || isnan(a) || isnan(b) || !(a > 0))
		ev_set(f, EV_UNKNOWN, "too few samples");
	else
		ev_set(f, b / a > 1.2 || b / a < 1 / 1.2 ? EV_FAILS : EV_HOLDS,
		    "the median of the last third is %.2f of that of the first", b / a);
}

/* start_ns and end_ns of assay-run(5) against latencies and each other. */
static int
own_clock(const ev_facts *x, ev_finding *f)
{
	const cJSON *list = x->c->doc ? cJSON_GetObjectItemCaseSensitive(x->c->doc, "samples") : NULL, *s;
	const cJSON *ms = x->c->doc ? cJSON_GetObjectItemCaseSensitive(x->c->doc, "latencies_ms") : NULL;
	double last = -1;
	size_t i = 0;

	if (!cJSON_IsArray(list) || !list->child)
		return 0;
	ms = cJSON_IsArray(ms) ? ms->child : NULL;
	ev_where(f, x->c->file, "samples");
	cJSON_ArrayForEach(s, list) {
		const cJSON *a = cJSON_GetObjectItemCaseSensitive(s, "start_ns"), *b = cJSON_GetObjectItemCaseSensitive(s, "end_ns");
		const cJSON *p = cJSON_GetObjectItemCaseSensitive(s, "phase");

		if (!cJSON_IsNumber(a) || !cJSON_IsNumber(b)) {
			ev_set(f, EV_UNKNOWN, "sample %zu has no start and end", i);
			return 1;
		}
		if (a->valuedouble < last || b->valuedouble < a->valuedouble) {
			ev_alarm(f, "sample %zu starts before the one before it ended, or ends before it starts", i);
			return 1;
		}
		last = b->valuedouble;
		if (!cJSON_IsString(p) || strcmp(p->valuestring, "warmup") != 0) {
			if (!ms || fabs(ms->valuedouble - (b->valuedouble - a->valuedouble) * 1e-6) > 1e-6 * ms->valuedouble + 1e-6) {
				ev_alarm(f, "sample %zu: start and end do not give its latency", i);
				return 1;
			}
			ms = ms->next;
		}
		i++;
	}
	if (ms)
		ev_alarm(f, "there are more latencies than timed samples");
	else
		ev_set(f, EV_HOLDS, "starts and ends ascend, and give the latencies");
	return 1;
}

static double
ns_at(const cJSON *s, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(s, key);

	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

/* No sample of another cell of the mode lies within one of this, and the file
 * is named by its start. (A run that was resumed begins its clock anew, but
 * measures a mode as a whole.) */
static void
own_overlap(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(c->doc, "samples"), *s, *t;

	if (!isnan(c->started) && !isnan(c->ended) && fabs(c->started - c->ended) > 0.0015) {
		ev_where(f, c->file, "started_at");
		ev_alarm(f, "the file is named for %.3f, and started_at is %.3f", c->ended, c->started);
		return;
	}
	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *o = &x->r->cell[i];
		const cJSON *other = o != c && o->doc && strcmp(o->mode, c->mode) == 0 ? cJSON_GetObjectItemCaseSensitive(o->doc, "samples") : NULL;

		/* both lists ascend */
		for (s = list->child, t = cJSON_IsArray(other) ? other->child : NULL; s && t;) {
			double a = ns_at(s, "start_ns"), b = ns_at(s, "end_ns"), p = ns_at(t, "start_ns"), q = ns_at(t, "end_ns");

			if (a < q && p < b) {
				ev_alarm(f, "a sample was measured at the same time as one of %.60s %.60s", o->scenario, o->backend);
				return;
			}
			if (b <= q)
				s = s->next;
			else
				t = t->next;
		}
	}
}

void
ev_clock(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c, *other;
	double span = c->ended - c->started, sum = c->sum_s, beside = ev_beside_s(c), each = ev_overhead_s(x->r, c), pause;

	if (own_clock(x, f)) {
		if (f->state == EV_HOLDS)
			own_overlap(x, f);
		return;
	}
	ev_where(f, c->file, "started_at");
	if (isnan(span))
		ev_set(f, EV_UNKNOWN, "start or end of the cell is not recorded");
	else if (c->nok == 0 || c->nok < c->n)
		ev_set(f, EV_UNKNOWN, "how long what ended in an error took is not recorded");
	else if ((other = ev_overlapping(x->r, c)))
		ev_alarm(f, "the cell was measured at the same time as %.40s %.60s %.60s", other->mode, other->scenario, other->backend);
	else if (!ev_steady(c))
		ev_set(f, EV_FAILS, "the cell lasted %.3f s, less than its latencies add up to (%.3f s): the wall clock was stepped", span, sum);
	else if (x->r->starts_early)
		ev_set(f, EV_UNKNOWN, "the cells of this run start where the one before ended, so their starts are before the warm-ups");
	else if (beside <= 1.25 * (pause = ev_pause_s(x->r, c)) * (double)c->nok)
		ev_set(f, EV_HOLDS, "the cell lasted %.3f s, its latencies add up to %.3f s, and this run spends %.3g s beside each sample", span, sum, pause);
	else if (x->timed.may_hold)
		ev_set(f, EV_UNKNOWN, "the cell lasted %.3f s, its latencies add up to %.3f s: it may have started before its warm-ups, and one compile took %.2f", span, sum, x->timed.once);
	else if (beside > 0.5 * sum + 0.5)
		ev_alarm(f, "the cell lasted %.3f s, and its latencies add up to %.3f s only", span, sum);
	else if (beside > 0.1 * sum + 4 * each * (double)c->nok + 0.003)
		ev_alarm(f, "the cell lasted %.4f s, its latencies add up to %.4f s, and the other cells of the mode lose %.3f ms a sample at most",
		    span, sum, each * 1e3);
	else
		ev_set(f, EV_HOLDS, "the cell lasted %.3f s, its latencies add up to %.3f s", span, sum);
}

/* Whether the device has far less of the cell than of others that take as long, within
 * two: *most is what is beside it in those. */
static int
idles(const ev_facts *x, double *most)
{
	const ev_numbers *m = &x->all->numbers[x->c - x->r->cell];
	size_t n, near = 0;
	const size_t *at = ev_alike(x->r, x->c, EV_BY_MODE | EV_BY_BACKEND, &n);
	double share = 1;

	*most = 0;
	for (size_t i = 0; i < n; i++) {
		const ev_numbers *o = &x->all->numbers[at[i]];

		if (o == m || !(o->wall >= m->wall / 2 && o->wall <= 2 * m->wall) || isnan(o->beside))
			continue;
		near++;
		*most = o->beside > *most ? o->beside : *most;
		share = 1 - o->beside / o->wall < share ? 1 - o->beside / o->wall : share;
	}
	return near && m->beside > (near > 1 ? 1.5 : 4) * *most && 1 - m->beside / m->wall < 0.65 * share;
}

void
ev_device(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	double most;
	size_t n = 0;

	ev_where(f, c->file ? c->file : c->csv, "cuda_event_ms");
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];

		if (!s->ok || isnan(s->event_ms))
			continue;
		n++;
		if (s->event_ms > 1.02 * s->ms + 0.02) {
			ev_alarm(f, "sample %zu took %.4g ms on the device and %.4g ms in all", i, s->event_ms, s->ms);
			return;
		}
	}
	if (idles(x, &most)) {
		ev_set(f, EV_FAILS, "%.4g of %.4g ms are not on the device, and at most %.4g in other cells of the mode and backend that take about as long",
		    x->all->numbers[c - x->r->cell].beside, x->all->numbers[c - x->r->cell].wall, most);
		return;
	}
	if (n == 0) {
		ev_set(f, EV_UNKNOWN, "no device time is recorded");
		f->where[0] = '\0';
	} else
		ev_set(f, EV_HOLDS, "in all %zu samples", n);
}
