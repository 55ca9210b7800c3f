#include "model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model_impl.h"

/* GPT-2 checkpoints name tensors with or without "transformer." in front. */
static const rr_tensor *
find(const rr_model *m, const char *name)
{
	char full[200];
	const rr_tensor *t = rr_tensors_find(&m->tensors, name);

	if (t || m->arch != RR_GPT2)
		return t;
	snprintf(full, sizeof full, "transformer.%s", name);
	return rr_tensors_find(&m->tensors, full);
}

static int
check_weights(const rr_model *m, const char *dir, as_err *e)
{
	for (int i = 0; i < m->nweight; i++) {
		const rr_weight *w = &m->weight[i];
		for (int s = 0; s < w->nsrc; s++) {
			const rr_tensor *t = find(m, w->src[s]);
			int64_t rows = w->nsrc > 1 ? w->part[s] : w->rows;
			int vector = w->rows == 1;
			if (!t)
				return as_fail(e, dir, 0, "the checkpoint has no tensor %s", w->src[s]);
			if (vector ? t->rank != 1 || t->shape[0] != w->part[s]
			    : t->rank != 2 || t->shape[0] != rows || t->shape[1] != w->cols)
				return as_fail(e, dir, 0,
				    "tensor %s: shape %lld x %lld, but config.json says %lld x %lld",
				    w->src[s], (long long)t->shape[0], (long long)(t->rank > 1 ? t->shape[1] : 1),
				    (long long)(vector ? w->part[s] : rows), (long long)(vector ? 1 : w->cols));
		}
	}
	return 0;
}

int
rr_model_open(rr_model *m, const char *name, uint64_t seed, as_err *e)
{
	struct stat st;
	int rc;

	memset(m, 0, sizeof *m);
	if (stat(name, &st) == 0 && S_ISDIR(st.st_mode)) {
		rc = rr_model_config(m, name, e) < 0 || rr_model_weights(m, e) < 0 ||
		    rr_tensors_open(&m->tensors, name, e) < 0 || check_weights(m, name, e) < 0 ? -1 : 0;
	} else if (rr_model_named(m, name) == 0)
		rc = rr_model_weights(m, e);
	else
		rc = as_fail(e, name, 0, "neither a model directory nor a named size (tiny-gpt2, gpt2-25m, "
		    "gpt2-50m, gpt2-100m, qwen2.5-0.5b, qwen2.5-1.5b, qwen2.5-3b, tiny-qwen2)");
	snprintf(m->name, sizeof m->name, "%s", name);
	m->seed = seed;
	if (rc < 0)
		rr_model_close(m);
	return rc;
}

void
rr_model_close(rr_model *m)
{
	rr_tensors_close(&m->tensors);
	free(m->weight);
	m->weight = NULL;
	m->nweight = 0;
}

int64_t
rr_model_params(const rr_model *m)
{
	int64_t n = 0;

	for (int i = 0; i < m->nweight; i++)
		n += m->weight[i].rows * m->weight[i].cols;
	return n;
}

static uint64_t
splitmix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

uint64_t
rr_weight_key(const rr_model *m, int w)
{
	return splitmix(m->seed ^ splitmix((uint64_t)w + 1));
}

static int
is_norm(const rr_model *m, int w)
{
	int k = w < m->layers * RR_LAYER_WEIGHTS ? w % RR_LAYER_WEIGHTS
	    : w - m->layers * RR_LAYER_WEIGHTS + RR_LAYER_WEIGHTS;

	return k == RR_LN1 || k == RR_LN2 || k == RR_LNF;
}

void
rr_weight_law(const rr_model *m, int w, float *scale, float *offset)
{
	/* sd of the sum of four uniform 16-bit numbers: 2 * sqrt((65536^2 - 1) / 12) */
	const float sd = 37837.2f;

	*offset = is_norm(m, w) ? 1.0f : 0.0f;
	*scale = (m->weight[w].rows == 1 ? 0.01f : 0.02f) / sd;
}

static void
seeded(const rr_model *m, int w, int64_t from, int64_t n, float *dst)
{
	uint64_t key = rr_weight_key(m, w);
	float scale, offset;

	rr_weight_law(m, w, &scale, &offset);
	for (int64_t i = 0; i < n; i++) {
		uint64_t r = splitmix(key + (uint64_t)(from + i));
		int32_t sum = (int32_t)((r & 0xffff) + (r >> 16 & 0xffff) + (r >> 32 & 0xffff) + (r >> 48)) -
		    131070;
		dst[i] = (float)sum * scale + offset;
	}
}

int
rr_weight_read(const rr_model *m, int w, int64_t from, int64_t n, float *dst, as_err *e)
{
	const rr_weight *wt = &m->weight[w];
	int64_t at = 0;

	if (from < 0 || n < 0 || from + n > wt->rows * wt->cols)
		return as_fail(e, m->name, 0, "weight %d has no elements %lld to %lld", w, (long long)from,
		    (long long)(from + n));
	if (m->random) {
		seeded(m, w, from, n, dst);
		return 0;
	}
	for (int s = 0; s < wt->nsrc && n > 0; s++) {
		const rr_tensor *t = find(m, wt->src[s]);
		if (from < at + t->n) {
			int64_t skip = from - at, take = t->n - skip < n ? t->n - skip : n;
			rr_to_f32(dst, (const char *)t->data + (size_t)skip * rr_dtype_size(t->dtype), t->dtype, take);
			dst += take;
			from += take;
			n -= take;
		}
		at += t->n;
	}
	return 0;
}
