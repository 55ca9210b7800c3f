/* rows.h - work on rows: embedding, bias, residual, norms, activations, and
 * the greedy choice. Shapes are (rows, columns), contiguous. */
#ifndef AS_ROWS_H
#define AS_ROWS_H

#include "kernels/flags.h"
#include "vec.h"

/* x[t] = table[ids[t]] (+ positions[pos + t] if AS_POS)
 * p: x, ids, table, positions, state; d: T, N, flags */
AS_KERNEL
as_embed(void *const *p, const long *d, const float *f)
{
	float *x = p[0];
	const int32_t *ids = p[1], *st = p[4];

	(void)f;
	for (long t = 0; t < d[0]; t++) {
		const float *row = (const float *)p[2] + (long)ids[t] * d[1];
		const float *at = (const float *)p[3] + (st[AS_ST_POS] + t) * d[1];
		for (long i = 0; i < d[1]; i++)
			x[t * d[1] + i] = (d[2] & AS_POS) ? row[i] + at[i] : row[i];
	}
}

/* x[t] += positions[pos + t]; p: x, positions, state; d: T, N */
AS_KERNEL
as_posadd(void *const *p, const long *d, const float *f)
{
	float *x = p[0];
	const int32_t *st = p[2];

	(void)f;
	for (long t = 0; t < d[0]; t++) {
		const float *at = (const float *)p[1] + (st[AS_ST_POS] + t) * d[1];
		for (long i = 0; i < d[1]; i++)
			x[t * d[1] + i] += at[i];
	}
}

/* v = y (+ bias) (+ x, and x = v); out = norm(v) * gain (+ beta). Without a
 * residual and without a norm, y = v.
 * p: y, bias, x, gain, beta, out; d: T, N, flags; f: eps */
AS_KERNEL
as_rows(void *const *p, const long *d, const float *f)
{
	const long n = d[1], flags = d[2];
	const float *bias = p[1], *gain = p[3], *beta = p[4];

	for (long t = 0; t < d[0]; t++) {
		float *restrict y = (float *)p[0] + t * n;
		float *restrict x = (float *)p[2] + t * n;
		float *restrict out = (float *)p[5] + t * n;
		float *v = (flags & AS_ADD) ? x : y;
		float mean = 0, var = 0, scale;

		if (flags & (AS_BIAS | AS_ADD))
			for (long i = 0; i < n; i++) {
				float a = y[i];
				if (flags & AS_BIAS)
					a += bias[i];
				if (flags & AS_ADD)
					a += x[i];
				v[i] = a;
			}
		if (!(flags & (AS_LAYERNORM | AS_RMSNORM)))
			continue;
		if (flags & AS_LAYERNORM) {
			for (long i = 0; i < n; i++)
				mean += v[i];
			mean /= (float)n;
		}
		for (long i = 0; i < n; i++)
			var += (v[i] - mean) * (v[i] - mean);
		scale = 1.0f / sqrtf(var / (float)n + f[0]);
		for (long i = 0; i < n; i++)
			out[i] = (v[i] - mean) * scale * gain[i] +
			    ((flags & AS_LAYERNORM) ? beta[i] : 0.0f);
	}
}

/* out = gelu(in (+ bias)), the tanh form: x * sigmoid(2u),
 * u = sqrt(2/pi) (x + 0.044715 x^3). p: in, bias, out; d: T, N, flags */
AS_KERNEL
as_gelu(void *const *p, const long *d, const float *f)
{
	const long n = d[1];
	const float *bias = p[1];

	(void)f;
	for (long t = 0; t < d[0]; t++) {
		const float *restrict in = (const float *)p[0] + t * n;
		float *restrict out = (float *)p[2] + t * n;
		for (long i = 0; i < n; i++) {
			float x = (d[2] & AS_BIAS) ? in[i] + bias[i] : in[i];
			out[i] = x * as_sigmoidf(1.5957691216f * (x + 0.044715f * x * x * x));
		}
	}
}

/* out = silu(gate) * up, in = (gate | up) of width 2N. p: in, out; d: T, N */
AS_KERNEL
as_silumul(void *const *p, const long *d, const float *f)
{
	const long n = d[1];

	(void)f;
	for (long t = 0; t < d[0]; t++) {
		const float *restrict g = (const float *)p[0] + t * 2 * n;
		float *restrict out = (float *)p[1] + t * n;
		for (long i = 0; i < n; i++)
			out[i] = g[i] * as_sigmoidf(g[i]) * g[n + i];
	}
}

/* out = x[valid - 1]. p: x, out, state; d: N */
AS_KERNEL
as_gather(void *const *p, const long *d, const float *f)
{
	const int32_t *st = p[2];

	(void)f;
	memcpy(p[1], (const float *)p[0] + (st[AS_ST_VALID] - 1) * d[0], (size_t)d[0] * sizeof(float));
}

/* Greedy choice on the logits of the last valid row (the first of equals),
 * then the state moves on: ids[0] and tokens[step] take the choice.
 * p: logits, state, ids, tokens; d: rows, V */
AS_KERNEL
as_argmax(void *const *p, const long *d, const float *f)
{
	int32_t *st = p[1], *ids = p[2], *tokens = p[3];
	const float *row = (const float *)p[0] + (d[0] == 1 ? 0 : st[AS_ST_VALID] - 1) * d[1];
	enum { LANES = 16 };
	float top[LANES];
	float best = row[0];
	long i = 0, at = 0;

	(void)f;
	for (int k = 0; k < LANES; k++)
		top[k] = row[0];
	for (; i + LANES <= d[1]; i += LANES)
		for (int k = 0; k < LANES; k++)
			top[k] = row[i + k] > top[k] ? row[i + k] : top[k];
	for (int k = 0; k < LANES; k++)
		best = top[k] > best ? top[k] : best;
	for (; i < d[1]; i++)
		best = row[i] > best ? row[i] : best;
	while (at + 1 < d[1] && row[at] != best)
		at++;
	ids[0] = (int32_t)at;
	tokens[st[AS_ST_STEP]] = (int32_t)at;
	st[AS_ST_STEP]++;
	st[AS_ST_POS] += st[AS_ST_VALID];
	st[AS_ST_VALID] = 1;
}

#endif
