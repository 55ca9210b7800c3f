#include "session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/flags.h"

/* Bytes of one layer's keys of all sequences, for a number of slots. */
static size_t
kv_bytes(const rr_session *s, long slots)
{
	return (size_t)s->plan.batch * (size_t)slots * (size_t)s->m->kv_heads * (size_t)s->m->head_dim *
	    rr_dtype_size(s->dev->dtype);
}

enum { APART = 256 }; /* bytes, to which parts of an arena are rounded */

/* A persistent kernel finds layer l at l times a distance: all weights lie in one arena, in
 * order. */
static int
alloc_weights(rr_session *s, as_err *e)
{
	rr_device *dev = s->dev;
	size_t total = 0;

	if (!(s->weight = calloc((size_t)s->m->nweight, sizeof *s->weight)))
		return as_nomem(e);
	for (int pass = 0; pass < 2; pass++) {
		size_t at = 0;
		if (pass && dev->blocks && dev->alloc(dev, total, &s->arena, e) < 0)
			return -1;
		for (int w = 0; w < s->m->nweight; w++) {
			const rr_weight *wt = &s->m->weight[w];
			const size_t n = (size_t)(wt->rows * wt->cols) * rr_dtype_size(dev->dtype);
			if (pass && s->arena && n)
				s->weight[w] = (char *)s->arena + at;
			if (pass && n && dev->weight(dev, s->m, w, &s->weight[w], e) < 0)
				return -1;
			at += (n + APART - 1) / APART * APART;
		}
		total = at;
	}
	return 0;
}

static int
alloc_cache(rr_session *s, as_err *e)
{
	const size_t n = (size_t)s->m->layers;
	void ***all[] = {&s->k, &s->v, &s->oldk, &s->oldv, &s->firstk, &s->firstv};
	long slots = s->plan.cache == RR_GROW ? s->max_rows : s->capacity;

	for (size_t i = 0; i < 6; i++)
		if (!(*all[i] = calloc(n, sizeof(void *))))
			return as_nomem(e);
	if (s->dev->blocks && s->plan.cache != RR_GROW) { /* at equal distances */
		const size_t each = (kv_bytes(s, slots) + APART - 1) / APART * APART;
		if (s->dev->alloc(s->dev, 2 * n * each, &s->cache, e) < 0)
			return -1;
		for (size_t l = 0; l < n; l++) {
			s->firstk[l] = (char *)s->cache + 2 * l * each;
			s->firstv[l] = (char *)s->cache + (2 * l + 1) * each;
		}
		return 0;
	}
	for (size_t l = 0; l < n; l++)
		if (s->dev->alloc(s->dev, kv_bytes(s, slots), &s->firstk[l], e) < 0 ||
		    s->dev->alloc(s->dev, kv_bytes(s, slots), &s->firstv[l], e) < 0)
			return -1;
	return 0;
}

/* cos | sin of position times frequency, in double, rounded once. */
static int
make_rotary(rr_session *s, long positions, as_err *e)
{
	const int hd = s->m->head_dim, half = hd / 2;
	float *t;
	int rc;

	if (s->m->arch == RR_GPT2)
		return 0;
	t = malloc((size_t)positions * (size_t)hd * sizeof *t);
	if (!t)
		return as_nomem(e);
	for (long p = 0; p < positions; p++)
		for (int i = 0; i < half; i++) {
			double a = (double)p * rr_model_freq(s->m, i);
			t[p * hd + i] = (float)cos(a);
			t[p * hd + half + i] = (float)sin(a);
		}
	rc = s->dev->alloc(s->dev, (size_t)positions * (size_t)hd * sizeof *t, &s->rotary, e);
	if (rc == 0)
		rc = s->dev->put(s->dev, s->rotary, t, (size_t)positions * (size_t)hd * sizeof *t, e);
	free(t);
	return rc;
}

static int
alloc_net(rr_session *s, as_err *e)
{
	size_t n = s->dev->blocks ? rr_step_net(s->m, s->dev->blocks) : 0;
	void *zero;
	int rc;

	if (!n)
		return 0;
	if (s->dev->alloc(s->dev, n, &s->net, e) < 0)
		return -1;
	if (!(zero = calloc(1, n)))
		return as_nomem(e);
	rc = s->dev->put(s->dev, s->net, zero, n, e);
	free(zero);
	return rc;
}

static int
alloc_all(rr_session *s, as_err *e)
{
	const long sym[RR_NSYM] = {[RR_T] = s->plan.batch * s->max_rows, [RR_S] = s->capacity};
	const size_t batch = (size_t)s->plan.batch, word = batch * sizeof(int32_t);
	rr_device *dev = s->dev;

	if (alloc_weights(s, e) < 0)
		return -1;
	for (int b = 0; b < RR_NBUF; b++) {
		/* scores and logits are fp32 on every device */
		size_t width = b == RR_SCORE || b == RR_LOGITS ? sizeof(float) : rr_dtype_size(dev->dtype);
		if (dev->alloc(dev, (size_t)rr_buf_size(&s->plan, s->m, (rr_buf)b, sym) * width, &s->buf[b],
		    e) < 0)
			return -1;
	}
	if (dev->alloc(dev, AS_ST_WORDS * word, &s->state, e) < 0 ||
	    dev->alloc(dev, (size_t)s->max_rows * word, &s->ids, e) < 0 ||
	    dev->alloc(dev, (size_t)(s->max_new + 1) * word, &s->tokens, e) < 0)
		return -1;
	return alloc_net(s, e) < 0 || alloc_cache(s, e) < 0 ? -1
	    : make_rotary(s, s->max_rows + s->max_new + 1, e);
}

int64_t
rr_session_bytes(const rr_session *s)
{
	const long sym[RR_NSYM] = {[RR_T] = s->plan.batch * s->max_rows, [RR_S] = s->capacity};
	int64_t width = (int64_t)rr_dtype_size(s->dev->dtype), n = rr_model_params(s->m) * width;
	const long places = s->max_rows + s->max_new + 1;

	n += (AS_ST_WORDS + places) * s->plan.batch * (int64_t)sizeof(int32_t);
	n += s->dev->blocks ? (int64_t)rr_step_net(s->m, s->dev->blocks) : 0;
	if (s->m->arch != RR_GPT2)
		n += places * s->m->head_dim * (int64_t)sizeof(float); /* rotary */

	for (int b = 0; b < RR_NBUF; b++)
		n += rr_buf_size(&s->plan, s->m, (rr_buf)b, sym) *
		    (b == RR_SCORE || b == RR_LOGITS ? 4 : width);
	/* a growing cache holds the last step's and the next one's, beside the first rows' storage */
	return n + 2 * s->m->layers * (s->plan.cache == RR_GROW ?
	    (int64_t)kv_bytes(s, s->max_rows) + 2 * (int64_t)kv_bytes(s, s->capacity)
	    : (int64_t)kv_bytes(s, s->capacity));
}

/* A lack of memory names the one allocation that failed; the whole need says more. */
static void
total_need(const rr_session *s, as_err *e)
{
	char msg[sizeof e->msg];

	if (strncmp(e->msg, "out of memory", 13) != 0)
		return;
	memcpy(msg, e->msg, sizeof msg);
	as_fail(e, s->m->name, 0, "%.900s; weights, buffers and cache take %lld", msg,
	    (long long)rr_session_bytes(s));
}

int
rr_session_plan(rr_session *s, rr_device *dev, const rr_model *m, rr_cache_kind cache,
    long capacity, int batch, long max_rows, int max_new, int scope_last, as_err *e)
{
	*s = (rr_session){.dev = dev, .m = m, .max_rows = max_rows, .max_new = max_new};
	s->capacity = capacity ? capacity : max_rows + max_new;
	if (m->arch == RR_QWEN3 && strcmp(dev->name, "cpu") != 0)
		return as_fail(e, m->name, 0, "the norms of qwen3's heads run on device cpu alone");
	if (max_rows + max_new > m->positions)
		return as_fail(e, m->name, 0,
		    "a prompt's %ld rows and %d new tokens are more than the model's %d positions",
		    max_rows, max_new, m->positions);
	if (cache == RR_RING ? s->capacity < max_rows : s->capacity < max_rows + max_new)
		return as_fail(e, NULL, 0, "a %s cache of %ld slots does not hold a prompt's %ld rows%s",
		    rr_cache_name(cache), s->capacity, max_rows, cache == RR_RING ? "" : " and the new tokens");
	if (rr_plan_build(&s->plan, m, cache, scope_last, batch, dev->by_out, e) == 0)
		return 0;
	rr_session_close(s);
	return -1;
}

int
rr_session_open(rr_session *s, rr_device *dev, const rr_model *m, rr_cache_kind cache,
    long capacity, int batch, long max_rows, int max_new, int scope_last, as_err *e)
{
	if (rr_session_plan(s, dev, m, cache, capacity, batch, max_rows, max_new, scope_last, e) < 0)
		return -1;
	if (dev->fits(dev, rr_session_bytes(s), e) == 0 && alloc_all(s, e) == 0)
		return 0;
	total_need(s, e);
	rr_session_close(s);
	return -1;
}

/* Grown storage is given back; the first rows' storage stays. */
static void
drop_grown(rr_session *s, void **k, void **v)
{
	for (int l = 0; k && v && l < s->m->layers; l++) {
		if (k[l] && k[l] != s->firstk[l])
			s->dev->release(s->dev, k[l]);
		if (v[l] && v[l] != s->firstv[l])
			s->dev->release(s->dev, v[l]);
		k[l] = v[l] = NULL;
	}
}

void
rr_session_close(rr_session *s)
{
	rr_device *dev = s->dev;
	void *const there[] = {s->cache, s->arena, s->rotary, s->state, s->ids, s->tokens, s->net},
	    *const here[] = {s->weight, s->k, s->v, s->oldk, s->oldv, s->firstk, s->firstv};

	if (!dev)
		return;
	if (s->firstk && s->firstv && s->k && s->v && s->oldk && s->oldv) {
		drop_grown(s, s->oldk, s->oldv);
		for (int l = 0; l < s->m->layers && !s->cache; l++) {
			dev->release(dev, s->firstk[l]);
			dev->release(dev, s->firstv[l]);
		}
	}
	for (int w = 0; s->weight && w < s->m->nweight && !s->arena; w++)
		dev->release(dev, s->weight[w]);
	for (int b = 0; b < RR_NBUF; b++)
		dev->release(dev, s->buf[b]);
	for (size_t i = 0; i < sizeof there / sizeof *there; i++)
		dev->release(dev, there[i]);
	for (size_t i = 0; i < sizeof here / sizeof *here; i++)
		free(here[i]);
	rr_plan_free(&s->plan);
	memset(s, 0, sizeof *s);
}

int
rr_session_prompt(rr_session *s, const int32_t *ids, long n, long rows, as_err *e)
{
	const size_t batch = (size_t)s->plan.batch, all = batch * (size_t)rows;
	int32_t st[RR_MAX_BATCH][AS_ST_WORDS] = {{0}};
	int32_t *padded = calloc(all, sizeof *padded);
	int rc;

	if (!padded)
		return as_nomem(e);
	for (size_t i = 0; i < batch; i++) {
		memcpy(padded + i * (size_t)rows, ids + i * (size_t)n, (size_t)n * sizeof *ids);
		st[i][AS_ST_VALID] = (int32_t)n;
	}
	drop_grown(s, s->oldk, s->oldv);
	s->len = s->slots = 0;
	rc = s->dev->put(s->dev, s->ids, padded, all * sizeof *padded, e);
	if (rc == 0)
		rc = s->dev->put(s->dev, s->state, st, batch * sizeof *st, e);
	free(padded);
	return rc < 0 ? -1 : s->dev->sync(s->dev, e);
}

int
rr_session_prepare(rr_session *s, long rows, as_err *e)
{
	const int grow = s->plan.cache == RR_GROW;
	int32_t st[AS_ST_WORDS];

	memset(s->sym, 0, sizeof s->sym);
	s->sym[RR_T] = s->plan.batch * rows;
	s->sym[RR_S] = s->capacity;
	if (s->plan.cache == RR_SLICE) { /* the host asks the device how long the cache is */
		if (s->dev->get(s->dev, st, s->state, sizeof st, e) < 0)
			return -1;
		s->sym[RR_SEEN] = st[AS_ST_POS] + rows;
	}
	if (grow) {
		s->sym[RR_S] = s->len + rows;
		s->sym[RR_PAST] = s->len;
		s->sym[RR_OLD] = s->slots;
	}
	memcpy(s->k, s->firstk, (size_t)s->m->layers * sizeof *s->k);
	memcpy(s->v, s->firstv, (size_t)s->m->layers * sizeof *s->v);
	for (int l = 0; grow && s->len > 0 && l < s->m->layers; l++)
		if (s->dev->alloc(s->dev, kv_bytes(s, s->sym[RR_S]), &s->k[l], e) < 0 ||
		    s->dev->alloc(s->dev, kv_bytes(s, s->sym[RR_S]), &s->v[l], e) < 0)
			return -1; /* the layers left have their first storage, which is never given back early */
	return 0;
}

int
rr_session_eager(rr_session *s, as_err *e)
{
	for (size_t i = 0; i < s->plan.n; i++) {
		const rr_op *op = &s->plan.op[i];
		void *p[RR_MAX_PTR];
		long d[RR_MAX_DIM];
		for (int k = 0; k < op->nptr; k++)
			p[k] = rr_session_at(s, op->p[k]);
		for (int k = 0; k < op->ndim; k++)
			d[k] = rr_dim_at(op->d[k], s->sym);
		if (s->dev->launch(s->dev, op->kind, p, d, &op->f, e) < 0)
			return -1;
	}
	return 0;
}

void
rr_session_advance(rr_session *s, long valid)
{
	if (s->plan.cache == RR_GROW) {
		drop_grown(s, s->oldk, s->oldv);
		memcpy(s->oldk, s->k, (size_t)s->m->layers * sizeof *s->k);
		memcpy(s->oldv, s->v, (size_t)s->m->layers * sizeof *s->v);
		s->slots = s->sym[RR_S];
	}
	s->len += valid;
	s->valid = valid;
}

void *
rr_session_at(const rr_session *s, rr_ref r)
{
	switch (r.space) {
	case RR_NONE: return NULL;
	case RR_BUF: return s->buf[r.index];
	case RR_WEIGHT: return s->weight[r.index];
	case RR_K: return s->k[r.index];
	case RR_V: return s->v[r.index];
	case RR_OLDK: return s->oldk[r.index];
	case RR_OLDV: return s->oldv[r.index];
	case RR_ROTARY: return s->rotary;
	case RR_STATE: return s->state;
	case RR_IDS: return s->ids;
	case RR_TOKENS: return s->tokens;
	case RR_NET: return s->net;
	case RR_STOOD: return s->dev->stood;
	}
	return NULL;
}

int
rr_session_tokens(rr_session *s, int32_t *out, int n, as_err *e)
{
	return s->dev->get(s->dev, out, s->tokens, (size_t)(n * s->plan.batch) * sizeof *out, e);
}

int
rr_session_teach(rr_session *s, int n, const int32_t *token, int32_t *chose, as_err *e)
{
	const size_t size = (size_t)s->plan.batch * sizeof *token;
	int32_t *at = (int32_t *)s->tokens + n * s->plan.batch;

	if (s->dev->get(s->dev, chose, at, size, e) < 0)
		return -1;
	if (memcmp(chose, token, size) == 0)
		return 0;
	/* as argmax leaves them */
	return s->dev->put(s->dev, at, token, size, e) < 0 ? -1 :
	    s->dev->put(s->dev, s->ids, token, size, e);
}

int
rr_session_logits(rr_session *s, int sequence, float *out, as_err *e)
{
	const long rows = s->sym[RR_T] / s->plan.batch;
	const long row = s->plan.scope_last ? sequence : sequence * rows + s->valid - 1;
	size_t n = (size_t)s->m->vocab * sizeof *out;

	return s->dev->get(s->dev, out, (char *)s->buf[RR_LOGITS] + (size_t)row * n, n, e);
}

