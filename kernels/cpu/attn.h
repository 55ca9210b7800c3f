/* attn.h - rotary positions, the KV cache, attention.
 *
 * qkv is (T, (H + 2 KV) * hd): queries, keys, values of one token side by
 * side. A cache of one layer is (B, KV, S, hd); row pos % S takes position pos,
 * so a ring needs no code of its own: as long as pos < S it is the identity.
 * Query row t of a sequence sees the first min(pos + t + 1, S) rows of its cache. */
#ifndef AS_ATTN_H
#define AS_ATTN_H

#include "rows.h"

/* Halves are paired, i with i + hd/2. */
AS_KERNEL
as_rope(as_rope_args a)
{
	const long heads = a.h + a.kv, hd = a.hd, half = hd / 2, width = (a.h + 2 * a.kv) * hd;
	const int32_t *st = a.state;

	for (long t = 0; t < a.t; t++) {
		const float *c = a.table + (st[AS_ST_POS] + t % (a.t / a.b)) * hd, *s = c + half;
		for (long h = 0; h < heads; h++) {
			float *restrict v = a.qkv + t * width + h * hd;
			for (long i = 0; i < half; i++) {
				float a = v[i], b = v[i + half];
				v[i] = a * c[i] - b * s[i];
				v[i + half] = b * c[i] + a * s[i];
			}
		}
	}
}

AS_KERNEL
as_append(as_append_args a)
{
	const long hd = a.hd, width = (a.h + 2 * a.kv) * hd, rows = a.t / a.b;
	const int32_t *st = a.state;

	for (long h = 0; h < a.b * a.kv; h++) {
		float *restrict k = a.k + h * a.s * hd, *restrict v = a.v + h * a.s * hd;
		if (a.past > 0) {
			size_t bytes = (size_t)(a.past * hd) * sizeof(float);
			memcpy(k, a.oldk + h * a.old * hd, bytes);
			memcpy(v, a.oldv + h * a.old * hd, bytes);
		}
		for (long t = 0; t < rows; t++) {
			const float *in = a.qkv + (h / a.kv * rows + t) * width + (a.h + h % a.kv) * hd;
			long slot = (st[AS_ST_POS] + t) % a.s;
			memcpy(k + slot * hd, in, (size_t)hd * sizeof(float));
			memcpy(v + slot * hd, in + a.kv * hd, (size_t)hd * sizeof(float));
		}
	}
}

AS_KERNEL
as_qkv(as_qkv_args a)
{
	const long width = (a.h + 2 * a.kv) * a.hd;

	if (a.flags & AS_BIAS) {
		const float *restrict bias = a.bias;
		for (long t = 0; t < a.t; t++) {
			float *restrict q = a.qkv + t * width;
			for (long i = 0; i < width; i++)
				q[i] += bias[i];
		}
	}
	if (a.flags & AS_ROPE) {
		as_rope_args r = {a.qkv, a.table, a.state, a.t, a.h, a.kv, a.hd, a.b, 0};
		as_rope(r);
	}
	as_append((as_append_args){a.qkv, a.k, a.v, a.state, a.oldk, a.oldv, a.t, a.h, a.kv, a.hd, a.s,
	    a.past, a.old, a.b, 0});
}

/* rows that query t sees */
static inline __attribute__((always_inline, unused)) long
as_seen(const int32_t *st, long t, long slots)
{
	long n = st[AS_ST_POS] + t + 1;
	return n < slots ? n : slots;
}

AS_KERNEL
as_scores(as_scores_args a)
{
	const long hd = a.hd, width = (a.h + 2 * a.kv) * hd, group = a.h / a.kv, rows = a.t / a.b;

	for (long h = 0; h < a.h; h++)
		for (long t = 0; t < a.t; t++) {
			const float *q = a.qkv + t * width + h * hd;
			const float *k = a.k + (t / rows * a.kv + h / group) * a.s * hd;
			float *s = a.score + (h * a.t + t) * a.s;
			long n = as_seen(a.state, t % rows, a.s);
			for (long j = 0; j < n; j++)
				s[j] = as_dot(q, k + j * hd, hd) * a.f;
			for (long j = n; j < a.s; j++)
				s[j] = -INFINITY;
		}
}

static inline __attribute__((always_inline, unused)) void
as_softmax_row(float *s, long n)
{
	float top = s[0], sum = 0;

	for (long j = 1; j < n; j++)
		top = s[j] > top ? s[j] : top;
	for (long j = 0; j < n; j++)
		s[j] = as_expf(s[j] - top);
	for (long j = 0; j < n; j++)
		sum += s[j];
	for (long j = 0; j < n; j++)
		s[j] /= sum;
}

AS_KERNEL
as_softmax(as_softmax_args a)
{
	for (long h = 0; h < a.h; h++)
		for (long t = 0; t < a.t; t++) {
			float *s = a.score + (h * a.t + t) * a.s;
			long n = as_seen(a.state, t % (a.t / a.b), a.s);
			as_softmax_row(s, n);
			for (long j = n; j < a.s; j++)
				s[j] = 0;
		}
}

static inline __attribute__((always_inline, unused)) void
as_mix(float *restrict out, const float *s, const float *v, long n, long hd)
{
	for (long i = 0; i < hd; i++)
		out[i] = 0;
	for (long j = 0; j < n; j++)
		if (s[j] != 0) /* a slot that is not seen may hold anything */
			for (long i = 0; i < hd; i++)
				out[i] += s[j] * v[j * hd + i];
}

AS_KERNEL
as_values(as_values_args a)
{
	const long hd = a.hd, group = a.h / a.kv, rows = a.t / a.b;

	for (long h = 0; h < a.h; h++)
		for (long t = 0; t < a.t; t++)
			as_mix(a.mix + (t * a.h + h) * hd, a.score + (h * a.t + t) * a.s,
			    a.v + (t / rows * a.kv + h / group) * a.s * hd, a.s, hd);
}

/* Scores stay in one row. */
AS_KERNEL
as_attn(as_attn_args a)
{
	const long hd = a.hd, width = (a.h + 2 * a.kv) * hd, group = a.h / a.kv, rows = a.t / a.b;
	float *s = a.score;

	for (long h = 0; h < a.h; h++)
		for (long t = 0; t < a.t; t++) {
			const long at = (t / rows * a.kv + h / group) * a.s * hd, n = as_seen(a.state, t % rows, a.s);
			const float *q = a.qkv + t * width + h * hd, *k = a.k + at;
			for (long j = 0; j < n; j++)
				s[j] = as_dot(q, k + j * hd, hd) * a.f;
			as_softmax_row(s, n);
			as_mix(a.mix + (t * a.h + h) * hd, s, a.v + at, n, hd);
		}
}

#endif
