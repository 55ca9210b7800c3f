/* rows.h - work on rows: embedding, bias, residual, norms, activations, and
 * the greedy choice. Shapes are (rows, columns), contiguous. */
#ifndef AS_ROWS_H
#define AS_ROWS_H

#include "kernels/flags.h"
#include "vec.h"

#include "kernels/ops.h"

AS_KERNEL
as_embed(as_embed_args a)
{
	float *x = a.x;
	const int32_t *ids = a.ids, *st = a.state;

	for (long t = 0; t < a.t; t++) {
		const float *row = a.wte + (long)ids[t] * a.n;
		const float *at = a.wpe + (st[AS_ST_POS] + t % (a.t / a.b)) * a.n;
		for (long i = 0; i < a.n; i++)
			x[t * a.n + i] = (a.flags & AS_POS) ? row[i] + at[i] : row[i];
	}
}

AS_KERNEL
as_posadd(as_posadd_args a)
{
	float *x = a.x;
	const int32_t *st = a.state;

	for (long t = 0; t < a.t; t++) {
		const float *at = a.wpe + (st[AS_ST_POS] + t % (a.t / a.b)) * a.n;
		for (long i = 0; i < a.n; i++)
			x[t * a.n + i] += at[i];
	}
}

AS_KERNEL
as_rows(as_rows_args a)
{
	const long n = a.n, flags = a.flags;
	const float *bias = a.bias, *gain = a.gain, *beta = a.beta;

	for (long t = 0; t < a.t; t++) {
		float *restrict y = a.y + t * n;
		float *restrict x = a.x + t * n;
		float *restrict out = a.out + t * n;
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
		scale = 1.0f / sqrtf(var / (float)n + a.f);
		for (long i = 0; i < n; i++)
			out[i] = (v[i] - mean) * scale * gain[i] +
			    ((flags & AS_LAYERNORM) ? beta[i] : 0.0f);
	}
}

AS_KERNEL
as_headnorm(as_headnorm_args a)
{
	const long heads = a.h + a.kv, n = a.hd;

	for (long i = 0; i < a.t * heads; i++) {
		float *x = a.qkv + (i / heads * (heads + a.kv) + i % heads) * n, var = 0, scale;
		const float *gain = a.gain + (i % heads < a.h ? 0 : n);
		for (long k = 0; k < n; k++)
			var += x[k] * x[k];
		scale = 1.0f / sqrtf(var / (float)n + a.f);
		for (long k = 0; k < n; k++)
			x[k] *= scale * gain[k];
	}
}

/* out = gelu(in (+ bias)), the tanh form: x * sigmoid(2u),
 * u = sqrt(2/pi) (x + 0.044715 x^3). */
AS_KERNEL
as_gelu(as_gelu_args a)
{
	const long n = a.n;
	const float *bias = a.bias;

	for (long t = 0; t < a.t; t++) {
		const float *restrict in = a.in + t * n;
		float *restrict out = a.out + t * n;
		for (long i = 0; i < n; i++) {
			float x = (a.flags & AS_BIAS) ? in[i] + bias[i] : in[i];
			out[i] = x * as_sigmoidf(1.5957691216f * (x + 0.044715f * x * x * x));
		}
	}
}

AS_KERNEL
as_silumul(as_silumul_args a)
{
	const long n = a.n;

	for (long t = 0; t < a.t; t++) {
		const float *restrict g = a.in + t * 2 * n;
		float *restrict out = a.out + t * n;
		for (long i = 0; i < n; i++)
			out[i] = g[i] * as_sigmoidf(g[i]) * g[n + i];
	}
}

AS_KERNEL
as_gather(as_gather_args a)
{
	const int32_t *st = a.state;

	for (long i = 0; i < a.b; i++)
		memcpy(a.out + i * a.n, a.x + (i * (a.t / a.b) + st[AS_ST_VALID] - 1) * a.n,
		    (size_t)a.n * sizeof(float));
}

/* The first of the largest of n. */
AS_INLINE int32_t
as_largest(const float *row, long n)
{
	enum { LANES = 16 };
	float top[LANES];
	float best = row[0];
	long i = 0, at = 0;

	for (int k = 0; k < LANES; k++)
		top[k] = row[0];
	for (; i + LANES <= n; i += LANES)
		for (int k = 0; k < LANES; k++)
			top[k] = row[i + k] > top[k] ? row[i + k] : top[k];
	for (int k = 0; k < LANES; k++)
		best = top[k] > best ? top[k] : best;
	for (; i < n; i++)
		best = row[i] > best ? row[i] : best;
	while (at + 1 < n && row[at] != best)
		at++;
	return (int32_t)at;
}

AS_KERNEL
as_argmax(as_argmax_args a)
{
	const long rows = a.t / a.b;

	for (long i = 0; i < a.b; i++) {
		int32_t *st = a.state + i * AS_ST_WORDS;
		const long last = rows == 1 ? 0 : st[AS_ST_VALID] - 1;
		a.ids[i] = as_largest(a.logits + (i * rows + last) * a.n, a.n);
		a.tokens[st[AS_ST_STEP] * a.b + i] = a.ids[i];
		st[AS_ST_STEP]++;
		st[AS_ST_POS] += st[AS_ST_VALID];
		st[AS_ST_VALID] = 1;
	}
}

#endif
