/* Rules on the numbers of each sample: rows against the run file, and rates. */
#include "digits.h"
#include "json.h"
#include "rules.h"
#include "select.h"

/* Equal but for the last digits: writers round to 15 of them, or to 17; off: by how
 * much more they may differ. What one of the two does not record contradicts nothing. */
static int
same(double a, double b, double off)
{
	return isnan(a) || isnan(b) || fabs(a - b) <= 1e-12 * fabs(b) + off * (1 + 1e-9);
}

#define AT(s, field) (*(const double *)((const char *)(s) + (field)))

/* Half of the last decimal of a column whose writer rounds: the most that any of its
 * values has; 0 where one has all its digits. */
static double
rounded(const ev_sample *v, size_t n, size_t field)
{
	int most = -1;

	for (size_t i = 0; i < n; i++) {
		double is = v[i].ok ? AT(&v[i], field) : NAN;
		int d = isnan(is) ? 0 : digits_decimals(is);

		if (d < 0)
			return 0;
		if (!isnan(is) && d > most)
			most = d;
	}
	return most < 0 ? 0 : 0.5 * pow(10, -most);
}

/* What rounding leaves between rows and run file. */
typedef struct { double ms, event_ms, rate; } slack;

static double
most_rounded(const ev_cell *c, size_t field)
{
	return fmax(rounded(c->sample, c->nsample, field), rounded(c->row, c->nrow, field));
}

/* The column in which a sample of the run file and a row differ; NULL. */
static const char *
differs(const ev_sample *a, const ev_sample *b, slack s)
{
	return a->ok != b->ok && a->ms > 0 ? "status" :
	    a->ok && !same(a->ms, b->ms, s.ms) ? "latency_ms" :
	    a->ok && !same(a->tokens, b->tokens, 0) ? "tokens" :
	    a->ok && !same(a->rate, b->rate, s.rate) ? "tokens_per_s" :
	    !same(a->event_ms, b->event_ms, s.event_ms) ? "cuda_event_ms" :
	    a->served && b->served && strcmp(a->served, b->served) != 0 ? "served" : NULL;
}

static int
by_latency(const void *a, const void *b)
{
	const ev_sample *p = a, *q = b;

	return p->ms != q->ms ? as_ascending(&p->ms, &q->ms) : as_ascending(&p->tokens, &q->tokens);
}

/* Whether the rows are the samples of the run file in another order. */
static int
reordered(const ev_cell *c, slack s)
{
	ev_sample *a = malloc(c->nrow * sizeof *a), *b = malloc(c->nrow * sizeof *b);
	int yes = a && b;

	if (yes) {
		memcpy(a, c->sample, c->nrow * sizeof *a);
		memcpy(b, c->row, c->nrow * sizeof *b);
		qsort(a, c->nrow, sizeof *a, by_latency);
		qsort(b, c->nrow, sizeof *b, by_latency);
	}
	for (size_t i = 0; yes && i < c->nrow; i++)
		yes = a[i].ok == b[i].ok && !differs(&a[i], &b[i], s);
	free(a);
	free(b);
	return yes;
}

ev_finding *
ev_rows(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const ev_mode *m = x->c->in;
	const cJSON *batch = as_json_at(c->doc, "spec.batch");
	slack s = {0};
	int asked = 0;

	ev_where(f, c->csv ? c->csv : c->file, c->csv ? c->file : "");
	if (!c->doc)
		return ev_unknown(f, "there is no run file");
	if (!c->csv && c->nsample == 0)
		return ev_not_asked(f, "the run file has no sample");
	if (!c->csv && m && m->has_csv)
		return ev_alarm(f, "metrics.csv has no row of this run file");
	if (!c->csv)
		return ev_unknown(f, "there is no metrics.csv");
	if (c->nsample != c->nrow)
		return ev_alarm(f, "%zu samples in the run file, %zu rows in metrics.csv", c->nsample, c->nrow);
	for (size_t i = 0; i < c->nrow; i++) {
		const char *what = differs(&c->sample[i], &c->row[i], s);
		const double of = isnan(c->row[i].batch) ? 1 : c->row[i].batch;

		if (x->r->own && of != (batch ? batch->valuedouble : 1))
			return ev_alarm(f, "sample %zu: batch differs", i);
		if (what && !asked++) {
			s = (slack){most_rounded(c, offsetof(ev_sample, ms)),
			    most_rounded(c, offsetof(ev_sample, event_ms)), most_rounded(c, offsetof(ev_sample, rate))};
			what = differs(&c->sample[i], &c->row[i], s);
		}
		if (what && reordered(c, s))
			return ev_fails(f, "the same %zu samples, but in another order: sample %zu is the "
			    "first that differs from its row", c->nrow, i);
		if (what)
			return ev_alarm(f, "sample %zu: %s differs", i, what);
	}
	return ev_holds(f, "all %zu%s", c->nrow, asked ? ", one of the two rounded" : "");
}

/* Whether the rate is that of the tokens in the latency; off_rate and off_ms: what
 * rounding leaves. */
static int
follows(const ev_sample *s, double off_rate, double off_ms)
{
	double want = s->tokens / (s->ms / 1e3);

	return fabs(s->rate - want) <= (1e-6 + off_ms / s->ms) * fabs(want) + off_rate;
}

static int
has_rate(const ev_sample *s)
{
	return s->ok && !isnan(s->rate) && !isnan(s->tokens) && s->ms > 0;
}

/* Of a cell's rates and latencies. */
typedef struct { const ev_cell *c; double rate, ms; int known; } rounding;

static int
follows_in(rounding *r, const ev_sample *s)
{
	if (follows(s, 0, 0))
		return 1;
	if (!r->known++) {
		r->rate = rounded(r->c->v, r->c->n, offsetof(ev_sample, rate));
		r->ms = rounded(r->c->v, r->c->n, offsetof(ev_sample, ms));
	}
	return follows(s, r->rate, r->ms);
}

/* Whether a fifth of the samples of the mode has a rate that is tokens over
 * latency, or a ttft_ms that is latency_ms: else it is defined otherwise. */
static int
is_defined_so(const ev_facts *x, int ttft)
{
	size_t n = 0, k = 0;

	for (const ev_cell *c = NULL; (c = ev_alike(x->r, x->c, EV_BY_MODE, c));) {
		rounding r = {.c = c};

		for (const ev_sample *s = c->v; s < c->v + c->n; s++) {
			int has = ttft ? s->ok && !isnan(s->ttft_ms) : has_rate(s);

			n += (size_t)has;
			k += has && (ttft ? same(s->ttft_ms, s->ms, 0) : follows_in(&r, s));
		}
	}
	return 5 * k >= n;
}

ev_finding *
ev_rate(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	rounding r = {.c = c};
	int other_ttft = strcmp(c->mode, "prefill") != 0;
	size_t n = 0;

	ev_where(f, ev_source(c), "tokens_per_s");
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];

		if (s->ok && !other_ttft && !isnan(s->ttft_ms) && !same(s->ttft_ms, s->ms, 0)) {
			if (is_defined_so(x, 1))
				return ev_alarm(ev_where(f, ev_source(c), "ttft_ms"), "sample %zu: in prefill the "
				    "first token comes at the end, but ttft_ms is not latency_ms", i);
			other_ttft = 1;
		}
		if (!has_rate(s))
			continue;
		n++;
		if (follows_in(&r, s))
			continue;
		if (!is_defined_so(x, 0))
			return ev_unknown(f, "in this mode tokens_per_s is not tokens over latency");
		return ev_alarm(f, "sample %zu: %.6g tokens in %.6g ms are not %.6g per second", i,
		    s->tokens, s->ms, s->rate);
	}
	if (n)
		return ev_holds(f, "in all %zu samples", n);
	return ev_unknown(f, "no rate is recorded");
}
