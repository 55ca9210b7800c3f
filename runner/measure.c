/* One request, timed: the device is synchronised at both ends, and whatever is
 * not the mode's own work (tokens in, hashes out) lies outside. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "sha256.h"

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
	int32_t *made;  /* (max_new, batch) tokens of an uncached request; else NULL */
	const int32_t *teach; /* (forwards, batch) tokens that the steps read; NULL: their own */
	rr_taught *taught;
	int step;       /* forwards so far */
} request;

/* Holds the step's choices against the tokens that it is taught. */
static int
teach(request *q, int slot, as_err *e)
{
	const size_t vocab = (size_t)q->s->m->vocab;
	const int batch = q->s->plan.batch;
	const int32_t *token = q->teach + q->step * batch;
	float *l = malloc(vocab * sizeof *l);
	int32_t chose[RR_MAX_BATCH];
	int rc = l ? rr_session_teach(q->s, slot, token, chose, e) : as_nomem(e);

	for (int k = 0; k < batch && rc == 0; k++) {
		double most = 0, gap;
		if (chose[k] == token[k])
			continue;
		q->taught->differ++;
		if ((rc = rr_session_logits(q->s, k, l, e)) < 0)
			break;
		for (size_t i = 0; i < vocab; i++)
			most = fmax(most, fabs((double)l[i]));
		gap = ((double)l[chose[k]] - (double)l[token[k]]) / most;
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
	if (q->teach && teach(q, q->made ? 0 : q->step, e) < 0) /* uncached: each step is a prompt */
		return -1;
	q->step++;
	return 0;
}

/* Every step recomputes the whole sequences: the stress regime. The host reads
 * the tokens and hands the longer prompts over, inside the timed region. */
static int
uncached(request *q, const int32_t *ids, long n, int max_new, as_err *e)
{
	const int batch = q->s->plan.batch;
	int32_t *all = malloc((size_t)(batch * (n + max_new)) * sizeof *all);
	int rc = all ? 0 : as_nomem(e);

	if (rc == 0)
		memcpy(all, ids, (size_t)(batch * n) * sizeof *ids);
	for (int i = 0; i < max_new && rc == 0; i++, n++) {
		int32_t *made = q->made + i * batch;
		rc = (i && rr_session_prompt(q->s, all, n, n, e) < 0) || forward(q, n, n, e) < 0 ||
		    rr_session_tokens(q->s, made, 1, e) < 0 ? -1 : 0;
		for (int k = batch - 1; k >= 0 && rc == 0; k--) { /* the last moves on first */
			memmove(all + k * (n + 1), all + k * n, (size_t)n * sizeof *all);
			all[k * (n + 1) + n] = made[k];
		}
	}
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

/* Hashes of each sequence's last row of logits, and of the tokens. */
static int
finish(request *q, rr_runmode mode, int max_new, float *logits, int32_t *tokens, as_err *e)
{
	rr_session *s = q->s;
	const size_t vocab = (size_t)s->m->vocab, batch = (size_t)s->plan.batch;
	const int steps = mode == RR_PREFILL ? 1 : mode == RR_UNCACHED ? max_new : max_new + 1;
	const size_t produced = (size_t)steps * batch * sizeof *tokens;
	float *l = logits ? logits : malloc(batch * vocab * sizeof *l);
	int32_t *t = tokens ? tokens : malloc(produced);
	int rc = l && t ? 0 : as_nomem(e);

	for (size_t k = 0; k < batch && rc == 0; k++)
		rc = rr_session_logits(s, (int)k, l + k * vocab, e);
	if (rc == 0 && q->made)
		memcpy(t, q->made, produced);
	else if (rc == 0)
		rc = rr_session_tokens(s, t, steps, e);
	if (rc == 0) {
		as_sha256_of(l, batch * vocab * sizeof *l, q->out->logits_sha);
		as_sha256_of(t, produced, q->out->token_sha);
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
	const int max_new = r->cfg->max_new, batch = s->plan.batch;
	const size_t before = q->c ? q->c->n : 0;
	int rc = 0;

	*out = (rr_sample){.prompt = out->prompt, .warmup = out->warmup, .event_ms = NAN, .ttft_ms = NAN};
	if (mode == RR_UNCACHED && !(q->made = malloc((size_t)(max_new * batch) * sizeof *q->made)))
		return as_nomem(e);
	if (mode == RR_UNCACHED) /* which pads nothing */
		rows = n;
	rc = rr_session_prompt(s, ids, n, rows, e) < 0 ||
	    (mode == RR_DECODE && forward(q, rows, n, e) < 0) ||
	    (r->cfg->flush && s->dev->flush(s->dev, e) < 0) ||
	    timed(q, mode, ids, n, rows, max_new, e) < 0 ? -1 : 0;
	out->compiled = q->c ? (int)(q->c->n - before) : 0;
	out->tokens = batch * ((mode == RR_PREFILL || mode == RR_E2E ? n : 0) +
	    (mode == RR_PREFILL ? 0 : max_new));
	if (rc == 0)
		rc = finish(q, mode, max_new, logits, tokens, e);
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
