/* Rules on time: was there any to compile, how fast the cell is, drift, clocks. */
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

ev_finding *
ev_compile_time(const ev_facts *x, ev_finding *f)
{
	const ev_timed *t = &x->timed;

	if (x->r->own)
		return ev_not_asked(f, "each artifact records its compile time, and each sample what was "
		    "compiled inside it");
	ev_where(f, x->c->file, "started_at");
	if (t->once < 0)
		return ev_alarm(ev_where(f, x->c->file, "compile"), "the compile stage took %.6g s", t->once);
	if (t->waited >= 2 && t->hurried == 0 && x->dynamic <= 0 && !x->a.symbolic && not_cached(x))
		return ev_alarm(f, "the counters have a graph for this cell, not from a cache; before the "
		    "%zu other such cells there was time for a compile, before this one only %.3f "
		    "s", t->waited, t->gap);
	if (t->state == EV_FAILS)
		return ev_fails(f, "%.3f s passed before the first timed sample, its warm-ups need %.3f: "
		    "no time for a compile, which took %.2f", t->gap, t->warm, t->once);
	switch (t->why) {
	case EV_T_NO_START:
		return ev_set(f, t->state, "no start is recorded");
	case EV_T_NO_ONCE:
		return ev_set(f, t->state, "no compile time is recorded");
	case EV_T_FIRST:
		return ev_set(f, t->state, "no file ended before it");
	case EV_T_STEPPED:
		return ev_set(f, t->state, "the wall clock was stepped near the start of this cell");
	case EV_T_INSIDE:
		return ev_set(f, t->state, "%.2f s passed before the first timed sample, and the slowest "
		    "took %.2f: a compile may be among the samples, one compile took %.2f", t->gap,
		    t->slowest, t->once);
	case EV_T_BESIDE:
		return ev_set(f, t->state, "%.2f s passed before the start of the cell, which lasted %.2f "
		    "longer than its samples: a compile may be in that, one compile took %.2f", t->gap,
		    t->beside, t->once);
	case EV_T_MET:
		return ev_set(f, t->state, "%.2f s passed before the first timed sample; its sizes were met "
		    "before, so no compile was due", t->gap);
	default:
		return ev_set(f, t->state, "%.2f s passed before the first timed sample, its warm-ups need %.2f, "
		    "one compile took %.2f", t->gap, t->warm, t->once);
	}
}

ev_finding *
ev_speed(const ev_facts *x, ev_finding *f)
{
	const ev_paced *p = &x->paced;

	if (isnan(p->tenth))
		return ev_unknown(f, "there is no uncompiled cell to compare its speed with");
	/* nothing of the cell was compiled, by the counters, yet it took the time of a
	 * compile and runs at twice the speed: the counters are not of this run */
	ev_where_after(f, x, "");
	if (x->sized.state == EV_FAILS && x->sized.k == 0 && !x->r->own && x->timed.state == EV_HOLDS &&
	    p->median < 0.5)
		return ev_alarm(f, "the counters have no graph for this cell, yet there was time for a "
		    "compile before it, and its median is %.2f of that of %.60s", p->median,
		    x->eager->backend);
	if (x->sized.state == EV_HOLDS && !x->r->own && x->timed.state == EV_FAILS && x->dynamic <= 0 &&
	    !x->a.symbolic && not_cached(x) && p->tenth > 0.9 && p->tenth < 1.2)
		return ev_alarm(f, "the counters have a graph for this cell, compiled and not from a cache, yet "
		    "no time for it passed, and its fastest tenth takes %.2f of that of %.60s", p->tenth,
		    x->eager->backend);
	ev_where(f, ev_source(x->c), x->c->file ? "latencies_ms" : "latency_ms");
	return ev_set(f, p->state, "its fastest tenth takes %.2f of the time of %.60s (medians: %.2f)",
	    p->tenth, x->eager->backend, p->median);
}

ev_finding *
ev_drift(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	double a = ev_quantile_ms(c, 0.5, 0, c->n / 3), b = ev_quantile_ms(c, 0.5, c->n - c->n / 3, c->n);

	ev_where(f, ev_source(c), c->file ? "latencies_ms" : "latency_ms");
	if (c->n < 9 || isnan(a) || isnan(b) || !(a > 0))
		return ev_unknown(f, "too few samples");
	return ev_set(f, b / a > 1.2 || b / a < 1 / 1.2 ? EV_FAILS : EV_HOLDS,
		    "the median of the last third is %.2f of that of the first", b / a);
}

/* No sample of another cell of the mode lies within one of this, and the file
 * is named by its start. (A run that was resumed begins its clock anew, but
 * measures a mode as a whole.) */
static ev_finding *
own_overlap(const ev_facts *x, const cJSON *list, ev_finding *f)
{
	const ev_cell *c = x->c, *o = NULL;

	if (x->torch.of) /* its clock begins with the cell */
		return ev_last_ns(c) > 1e9 * (c->ended - c->started) + 1e7 ?
		    ev_alarm(f, "the last sample ends after the cell") : NULL;
	if (fabs(c->started - c->ended) > 0.0015)
		return ev_alarm(ev_where(f, c->file, "started_at"),
		    "the file's name says %.3f, but started_at says %.3f", c->ended, c->started);
	while ((o = ev_alike(x->r, c, EV_BY_MODE, o))) {
		const cJSON *other = ev_get(o->doc, "samples"), *s = list->child;
		const cJSON *t = o != c && cJSON_IsArray(other) ? other->child : NULL;

		while (s && t) { /* both lists ascend */
			double b = ev_num(s, "end_ns"), q = ev_num(t, "end_ns");

			if (ev_num(s, "start_ns") < q && ev_num(t, "start_ns") < b)
				return ev_alarm(f, "a sample was measured at the same time as one of %.60s %.60s", o->scenario,
				    o->backend);
			if (b <= q)
				s = s->next;
			else
				t = t->next;
		}
	}
	return NULL;
}

/* start_ns and end_ns of assay-run(5) against latencies and each other. */
static ev_finding *
own_clock(const ev_facts *x, ev_finding *f)
{
	const cJSON *list = ev_get(x->c->doc, "samples"), *s, *ms = ev_get(x->c->doc, "latencies_ms");
	double last = -1, thread = NAN;
	size_t i = 0;

	if (!cJSON_IsArray(list) || !list->child)
		return NULL;
	ms = cJSON_IsArray(ms) ? ms->child : NULL;
	ev_where(f, x->c->file, "samples");
	cJSON_ArrayForEach(s, list) {
		double from = ev_num(s, "start_ns"), to = ev_num(s, "end_ns");

		if (isnan(from) || isnan(to))
			return ev_unknown(f, "sample %zu has no start and end", i);
		if (to < from || (from < last && !(fabs(ev_num(s, "thread") - thread) > 0)))
			return ev_alarm(f, "sample %zu starts before the one before it ended, or ends before it starts",
			    i);
		last = to;
		thread = ev_num(s, "thread");
		if (ev_in_phase(s, "timed")) {
			if (!ms || fabs(ms->valuedouble - (to - from) * 1e-6) > 1e-6 * ms->valuedouble + 1e-6)
				return ev_alarm(f, "sample %zu: start and end do not give its latency", i);
			ms = ms->next;
		}
		i++;
	}
	if (ms)
		return ev_alarm(f, "there are more latencies than timed samples");
	if (own_overlap(x, list, f))
		return f;
	return ev_holds(f, "starts and ends ascend, and give the latencies");
}

ev_finding *
ev_clock(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c, *o;
	double span = c->ended - c->started, sum = c->sum_s, beside = ev_beside_s(c);
	double each = ev_overhead_s(x->r, c), pause;

	if (own_clock(x, f))
		return f;
	ev_where(f, c->file, "started_at");
	if (isnan(span))
		return ev_unknown(f, "start or end of the cell is not recorded");
	if (c->nok == 0 || c->nok < c->n)
		return ev_unknown(f, "how long the failed samples took is not recorded");
	if ((o = ev_overlapping(x->r, c)))
		return ev_alarm(f, "the cell was measured at the same time as %.40s %.60s %.60s", o->mode,
		    o->scenario, o->backend);
	if (!ev_steady(c))
		return ev_fails(f, "the cell lasted %.3f s, less than its latencies add up to (%.3f s): the wall "
		    "clock was stepped", span, sum);
	if (x->r->starts_early)
		return ev_unknown(f, "the cells of this run start where the one before ended, so their starts "
		    "are before the warm-ups");
	if (beside <= 1.25 * (pause = ev_pause_s(x->r, c)) * (double)c->nok)
		return ev_holds(f, "the cell lasted %.3f s, its latencies add up to %.3f s, and this run spends "
		    "%.3g s beside each sample", span, sum, pause);
	if (x->timed.may_hold)
		return ev_unknown(f, "the cell lasted %.3f s, its latencies add up to %.3f s: it may have "
		    "started before its warm-ups, and one compile took %.2f", span, sum, x->timed.once);
	if (beside > 0.5 * sum + 0.5)
		return ev_alarm(f, "the cell lasted %.3f s, and its latencies add up to %.3f s only", span, sum);
	if (beside > 0.1 * sum + 4 * each * (double)c->nok + 0.003)
		return ev_alarm(f, "the cell lasted %.4f s, its latencies add up to %.4f s, and the other "
		    "cells of the mode lose %.3f ms per sample at most", span, sum, each * 1e3);
	return ev_holds(f, "the cell lasted %.3f s, its latencies add up to %.3f s", span, sum);
}

/* Whether the device has far less of the cell than of others that take as long, within
 * two: *most is what is beside it in those. */
static int
idles(const ev_facts *x, double *most)
{
	const ev_numbers *m = &x->c->of->numbers;
	size_t near = 0;
	double share = 1;

	*most = 0;
	for (const ev_cell *c = NULL; (c = ev_alike(x->r, x->c, EV_BY_MODE | EV_BY_BACKEND, c));) {
		const ev_numbers *o = &c->of->numbers;

		if (o == m || !(o->wall >= m->wall / 2 && o->wall <= 2 * m->wall) || isnan(o->beside))
			continue;
		near++;
		*most = o->beside > *most ? o->beside : *most;
		share = 1 - o->beside / o->wall < share ? 1 - o->beside / o->wall : share;
	}
	return near && m->beside > (near > 1 ? 1.5 : 4) * *most && 1 - m->beside / m->wall < 0.65 * share;
}

ev_finding *
ev_device(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	double most;
	size_t n = 0;

	ev_where(f, ev_source(c), "cuda_event_ms");
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];

		if (!s->ok || isnan(s->event_ms))
			continue;
		n++;
		if (s->event_ms > 1.02 * s->ms + 0.02)
			return ev_alarm(f, "sample %zu took %.4g ms on the device and %.4g ms in all", i, s->event_ms,
			    s->ms);
	}
	if (idles(x, &most))
		return ev_fails(f, "%.4g of %.4g ms are not on the device, and at most %.4g in other cells of "
		    "the mode and backend that take about as long", c->of->numbers.beside,
		    c->of->numbers.wall, most);
	if (n == 0)
		return ev_unknown(ev_where(f, NULL, NULL), "no device time is recorded");
	return ev_holds(f, "in all %zu samples", n);
}
