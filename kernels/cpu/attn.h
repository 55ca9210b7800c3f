/* attn.h - rotary positions, the KV cache, attention.
 *
 * qkv is (T, (H + 2 KV) * hd): queries, keys, values of one token side by
 * side. A cache of one layer is (KV, S, hd); row pos % S takes position pos,
 * so a ring needs no code of its own: as long as pos < S it is the identity.
 * Query row t sees the first min(pos + t + 1, S) rows of the cache. */
#ifndef AS_ATTN_H
#define AS_ATTN_H

#include "rows.h"

/* Rotates queries and keys in place, halves paired (i, i + hd/2).
 * p: qkv, table (position, cos hd/2 | sin hd/2), state; d: T, H, KV, hd */
AS_KERNEL
as_rope(void *const *p, const long *d, const float *f)
{
	const long heads = d[1] + d[2], hd = d[3], half = hd / 2, width = (d[1] + 2 * d[2]) * hd;
	const int32_t *st = p[2];

	(void)f;
	for (long t = 0; t < d[0]; t++) {
		const float *c = (const float *)p[1] + (st[AS_ST_POS] + t) * hd, *s = c + half;
		for (long h = 0; h < heads; h++) {
			float *restrict v = (float *)p[0] + t * width + h * hd;
			for (long i = 0; i < half; i++) {
				float a = v[i], b = v[i + half];
				v[i] = a * c[i] - b * s[i];
				v[i + half] = b * c[i] + a * s[i];
			}
		}
	}
}

/* Writes the keys and values of T tokens into the cache; when past > 0, that
 * many rows of the old cache (KV, old, hd) are copied in front of them (a
 * growing cache).
 * p: qkv, k, v, state, old k, old v; d: T, H, KV, hd, S, past, old */
AS_KERNEL
as_append(void *const *p, const long *d, const float *f)
{
	const long hd = d[3], width = (d[1] + 2 * d[2]) * hd;
	const int32_t *st = p[3];

	(void)f;
	for (long h = 0; h < d[2]; h++) {
		float *restrict k = (float *)p[1] + h * d[4] * hd, *restrict v = (float *)p[2] + h * d[4] * hd;
		if (d[5] > 0) {
			size_t bytes = (size_t)(d[5] * hd) * sizeof(float);
			memcpy(k, (const float *)p[4] + h * d[6] * hd, bytes);
			memcpy(v, (const float *)p[5] + h * d[6] * hd, bytes);
		}
		for (long t = 0; t < d[0]; t++) {
			const float *in = (const float *)p[0] + t * width + (d[1] + h) * hd;
			long slot = (st[AS_ST_POS] + t) % d[4];
			memcpy(k + slot * hd, in, (size_t)hd * sizeof(float));
			memcpy(v + slot * hd, in + d[2] * hd, (size_t)hd * sizeof(float));
		}
	}
}

/* qkv += bias, rotate, append, as the flags say.
 * p: qkv, k, v, state, old k, old v, bias, table; d: T, H, KV, hd, S, past, old, flags */
AS_KERNEL
as_qkv(void *const *p, const long *d, const float *f)
{
	const long width = (d[1] + 2 * d[2]) * d[3];

	if (d[7] & AS_BIAS) {
		const float *restrict bias = p[6];
		for (long t = 0; t < d[0]; t++) {
			float *restrict q = (float *)p[0] + t * width;
			for (long i = 0; i < width; i++)
				q[i] += bias[i];
		}
	}
	if (d[7] & AS_ROPE) {
		void *r[3] = {p[0], p[7], p[3]};
		as_rope(r, d, f);
	}
	as_append(p, d, f);
}

/* rows that query t sees */
static inline __attribute__((always_inline, unused)) long
as_seen(const int32_t *st, long t, long slots)
{
	long n = st[AS_ST_POS] + t + 1;
	return n < slots ? n : slots;
}

/* scores (H, T, S) = q . k / sqrt(hd), -inf where not seen.
 * p: qkv, k, scores, state; d: T, H, KV, hd, S; f: scale */
AS_KERNEL
as_scores(void *const *p, const long *d, const float *f)
{
	const long hd = d[3], width = (d[1] + 2 * d[2]) * hd, group = d[1] / d[2];

	for (long h = 0; h < d[1]; h++)
		for (long t = 0; t < d[0]; t++) {
			const float *q = (const float *)p[0] + t * width + h * hd;
			const float *k = (const float *)p[1] + h / group * d[4] * hd;
			float *s = (float *)p[2] + (h * d[0] + t) * d[4];
			long n = as_seen(p[3], t, d[4]);
			for (long j = 0; j < n; j++)
				s[j] = as_dot(q, k + j * hd, hd) * f[0];
			for (long j = n; j < d[4]; j++)
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

/* Softmax over the seen part of each row; the rest becomes 0.
 * p: scores, state; d: T, H, S */
AS_KERNEL
as_softmax(void *const *p, const long *d, const float *f)
{
	(void)f;
	for (long h = 0; h < d[1]; h++)
		for (long t = 0; t < d[0]; t++) {
			float *s = (float *)p[0] + (h * d[0] + t) * d[2];
			long n = as_seen(p[1], t, d[2]);
			as_softmax_row(s, n);
			for (long j = n; j < d[2]; j++)
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

/* out (T, H * hd) = scores . v. p: scores, v, out; d: T, H, KV, hd, S */
AS_KERNEL
as_values(void *const *p, const long *d, const float *f)
{
	const long hd = d[3], group = d[1] / d[2];

	(void)f;
	for (long h = 0; h < d[1]; h++)
		for (long t = 0; t < d[0]; t++)
			as_mix((float *)p[2] + (t * d[1] + h) * hd, (const float *)p[0] + (h * d[0] + t) * d[4],
			    (const float *)p[1] + h / group * d[4] * hd, d[4], hd);
}

/* The three in one: only the seen keys are read, scores stay in one row.
 * p: qkv, k, v, out, scratch (S), state; d: T, H, KV, hd, S; f: scale */
AS_KERNEL
as_attn(void *const *p, const long *d, const float *f)
{
	const long hd = d[3], width = (d[1] + 2 * d[2]) * hd, group = d[1] / d[2];
	float *s = p[4];

	for (long h = 0; h < d[1]; h++) {
		const float *k = (const float *)p[1] + h / group * d[4] * hd;
		const float *v = (const float *)p[2] + h / group * d[4] * hd;
		for (long t = 0; t < d[0]; t++) {
			const float *q = (const float *)p[0] + t * width + h * hd;
			long n = as_seen(p[5], t, d[4]);
			for (long j = 0; j < n; j++)
				s[j] = as_dot(q, k + j * hd, hd) * f[0];
			as_softmax_row(s, n);
			as_mix((float *)p[3] + (t * d[1] + h) * hd, s, v, n, hd);
		}
	}
}

#endif
