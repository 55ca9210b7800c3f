/* One request, timed: the device is synchronised at both ends, and whatever is
 * not the mode's own work (tokens in, hashes out) lies outside. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cell.h"
#include "sha256.h"

int64_t
rr_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The division rounds to the double nearest to the decimal. */
double
rr_latency_ms(const rr_sample *s)
{
	return (double)(s->end_ns - s->start_ns) / 1e6;
}

const char *
rr_path_name(rr_path p)
{
	static const char *const name[RR_NPATHS] = {"eager", "compiled", "replay", "trace"};

	return name[p];
}

const char *
rr_served_name(const rr_sample *s)
{
	int one = -1;

	for (int i = 0; i < RR_NPATHS; i++)
		if (s->steps[i]) {
			if (one >= 0)
				return "mixed";
			one = i;
		}
	return one < 0 ? "" : rr_path_name((rr_path)one);
}

/* Books what served one timed forward. */
static void
book(rr_sample *out, const rr_served *v)
{
	out->steps[v->path]++;
	if (v->artifact && strcmp(out->artifact, v->artifact) != 0) {
		if (!out->artifact[0])
			memcpy(out->artifact, v->artifact, sizeof out->artifact);
		out->artifacts++;
	} else if (v->artifact && !out->artifacts)
		out->artifacts = 1;
	if (v->path == RR_EAGER && v->reason) {
		out->over_limit += strcmp(v->reason, "recompile_limit") == 0;
		out->fallback += strcmp(v->reason, "fallback") == 0;
	}
	for (int k = 0; v->reason && k < RR_NSKIPS; k++)
		out->skips[k] += strcmp(v->reason, rr_skip_name((rr_skip)k)) == 0;
}

typedef struct {
	rr_run *r;
	rr_session *s;
	rr_compiler *c;
	rr_sample *out;
	int timed;
	int64_t *first; /* NULL: wanted no more */
	int32_t *made;  /* (max_new) tokens of an uncached request; else NULL */
	const int32_t *teach; /* (forwards) tokens that the steps read; NULL: their own */
	rr_taught *taught;
	int step;       /* forwards so far */
} request;

/* Holds the step's choice against the token that it is taught. A prompt's
 * last valid row is the one that chose. */
static int
teach(request *q, long rows, long valid, int slot, as_err *e)
{
	const size_t vocab = (size_t)q->s->m->vocab;
	const int32_t token = q->teach[q->step];
	const long row = q->s->plan.scope_last || rows == 1 ? 0 : valid - 1;
	float *l;
	double most = 0, gap;
	int32_t chose;
	int rc;

	if (rr_session_teach(q->s, slot, token, &chose, e) < 0)
		return -1;
	if (chose == token)
		return 0;
	q->taught->differ++;
	if (!(l = malloc(vocab * sizeof *l)))
		return as_nomem(e);
	if ((rc = rr_session_logits(q->s, row, l, e)) == 0) {
		for (size_t i = 0; i < vocab; i++)
			most = fmax(most, fabs((double)l[i]));
		gap = ((double)l[chose] - (double)l[token]) / most;
		if (!(gap <= q->taught->gap))
			q->taught->gap = gap; /* also where it is NaN */
	}
	free(l);
	return rc;
}

static int
forward(request *q, long rows, long valid, as_err *e)
{
	rr_served v;

	if (rr_session_forward(q->s, q->c, rows, valid, &v, e) < 0)
		return -1;
	if (q->timed)
		book(q->out, &v);
	if (q->first) {
		if (q->s->dev->sync(q->s->dev, e) < 0)
			return -1;
		*q->first = rr_now_ns();
		q->first = NULL;
	}
	if (q->teach && teach(q, rows, valid, q->made ? 0 : q->step,
	    e) < 0) /* uncached: each step is a prompt of its own */
		return -1;
	q->step++;
	return 0;
}

/* Every step recomputes the whole sequence: the stress regime. The host reads
 * the token and hands the longer prompt over, inside the timed region. */
static int
uncached(request *q, const int32_t *ids, long n, int max_new, as_err *e)
{
	int32_t *all = malloc((size_t)(n + max_new) * sizeof *all);
	int rc = all ? 0 : as_nomem(e);

	if (rc == 0)
		memcpy(all, ids, (size_t)n * sizeof *ids);
	for (int i = 0; i < max_new && rc == 0; i++) {
		rc = i ? rr_session_prompt(q->s, all, n + i, n + i, e) : 0;
		if (rc == 0)
			rc = forward(q, n + i, n + i, e);
		if (rc == 0)
			rc = rr_session_tokens(q->s, all + n + i, 1, e);
	}
	if (rc == 0)
		memcpy(q->made, all + n, (size_t)max_new * sizeof *all);
	free(all);
	return rc;
}

static int
work(request *q, rr_runmode mode, const int32_t *ids, long n, long rows, int max_new, as_err *e)
{
	if (mode == RR_UNCACHED)
		return uncached(q, ids, n, max_new, e);
	if (mode != RR_DECODE && forward(q, rows, n, e) < 0)
		return -1;
	for (int i = 0; mode != RR_PREFILL && i < max_new; i++)
		if (forward(q, 1, 1, e) < 0)
			return -1;
	return 0;
}

/* Hashes of the last row of logits and of the tokens; n: the prompt's tokens. */
static int
finish(request *q, rr_runmode mode, long n, int max_new, float *logits, int32_t *tokens, as_err *e)
{
	rr_session *s = q->s;
	const size_t vocab = (size_t)s->m->vocab;
	const int produced = mode == RR_PREFILL ? 1 : mode == RR_UNCACHED ? max_new : max_new + 1;
	/* row of the last token: decode steps have one row */
	const long row = s->plan.scope_last || mode == RR_DECODE || mode == RR_E2E ? 0
	    : mode == RR_UNCACHED ? n + max_new - 2 : n - 1;
	float *l = logits ? logits : malloc(vocab * sizeof *l);
	int32_t *t = tokens ? tokens : malloc((size_t)produced * sizeof *t);
	int rc = l && t ? 0 : as_nomem(e);

	if (rc == 0)
		rc = rr_session_logits(s, row, l, e);
	if (rc == 0 && q->made)
		memcpy(t, q->made, (size_t)produced * sizeof *t);
	else if (rc == 0)
		rc = rr_session_tokens(s, t, produced, e);
	if (rc == 0) {
		as_sha256_of(l, vocab * sizeof *l, q->out->logits_sha);
		as_sha256_of(t, (size_t)produced * sizeof *t, q->out->token_sha);
	}
	if (!logits)
		free(l);
	if (!tokens)
		free(t);
	return rc;
}

/* The timed region, after everything that is not the mode's own. */
static int
timed(request *q, rr_runmode mode, const int32_t *ids, long n, long rows, int max_new, as_err *e)
{
	rr_device *dev = q->s->dev;
	rr_sample *out = q->out;
	int64_t first = 0;

	q->timed = 1;
	q->first = mode == RR_DECODE ? NULL : &first;
	if (dev->sync(dev, e) < 0)
		return -1;
	out->start_ns = rr_now_ns() - q->r->origin_ns;
	if (dev->mark(dev, 0, e) < 0 || work(q, mode, ids, n, rows, max_new, e) < 0 ||
	    dev->mark(dev, 1, e) < 0 ||
	    dev->sync(dev, e) < 0)
		return -1;
	out->end_ns = rr_now_ns() - q->r->origin_ns;
	if (mode == RR_PREFILL)
		out->ttft_ms = rr_latency_ms(out);
	else if (first)
		out->ttft_ms = (double)(first - q->r->origin_ns - out->start_ns) / 1e6;
	return dev->elapsed(dev, &out->event_ms, e);
}

static int
measure(request *q, rr_runmode mode, const int32_t *ids, long n, long rows, float *logits,
    int32_t *tokens, as_err *e)
{
	rr_run *r = q->r;
	rr_session *s = q->s;
	rr_sample *out = q->out;
	const int max_new = r->cfg->max_new;
	const size_t before = q->c ? q->c->n : 0;
	int rc = 0;

	*out = (rr_sample){.prompt = out->prompt, .warmup = out->warmup, .event_ms = NAN, .ttft_ms = NAN};
	if (mode == RR_UNCACHED && !(q->made = malloc((size_t)max_new * sizeof *q->made)))
		return as_nomem(e);
	rc = rr_session_prompt(s, ids, n, rows, e);
	if (rc == 0 && mode == RR_DECODE)
		rc = forward(q, rows, n, e);
	if (rc == 0 && r->cfg->flush)
		rc = s->dev->flush(s->dev, e);
	if (rc == 0)
		rc = timed(q, mode, ids, n, rows, max_new, e);
	out->compiled = q->c ? (int)(q->c->n - before) : 0;
	out->tokens = (mode == RR_PREFILL || mode == RR_E2E ? n : 0) + (mode == RR_PREFILL ? 0 : max_new);
	if (rc == 0)
		rc = finish(q, mode, n, max_new, logits, tokens, e);
	free(q->made);
	return rc;
}

int
rr_measure(rr_run *r, rr_session *s, rr_compiler *c, rr_runmode mode, const int32_t *ids, long n,
    long rows,
    rr_sample *out, float *logits, int32_t *tokens, as_err *e)
{
	request q = {.r = r, .s = s, .c = c, .out = out};

	return measure(&q, mode, ids, n, rows, logits, tokens, e);
}

int
rr_measure_taught(rr_run *r, rr_session *s, rr_runmode mode, const int32_t *ids, long n, long rows,
    const int32_t *tokens, rr_taught *out, float *logits, as_err *e)
{
	rr_sample untimed = {0};
	request q = {.r = r, .s = s, .out = &untimed, .teach = tokens, .taught = out};

	*out = (rr_taught){0};
	return measure(&q, mode, ids, n, rows, logits, NULL, e);
}
