/* attn.cuh - rotary positions, the KV cache, attention. */

static __device__ __forceinline__ long
as_seen(const int *st, long t, long slots)
{
	long n = st[AS_ST_POS] + t + 1;
	return n < slots ? n : slots;
}

/* A block: one (token, head) of queries and keys. */
AS_KERNEL
as_rope(void *const *p, const long *d, const float *f)
{
	const long heads = d[1] + d[2], hd = d[3], half = hd / 2, width = (d[1] + 2 * d[2]) * hd;
	const long t = blockIdx.x / heads, h = blockIdx.x % heads;
	const float *c = (const float *)p[1] + (((const int *)p[2])[AS_ST_POS] + t) * hd, *s = c + half;
	as_real *v = (as_real *)p[0] + t * width + h * hd;

	for (long i = threadIdx.x; i < half; i += blockDim.x) {
		float a = as_ld(v + i), b = as_ld(v + i + half);
		as_st(v + i, a * c[i] - b * s[i]);
		as_st(v + i + half, b * c[i] + a * s[i]);
	}
}

/* Copies the old cache (KV, old, hd) in front; a block: one (head, row). */
static __device__ __forceinline__ void
as_copy_past(void *const *p, const long *d, long block)
{
	const long h = block / d[5], r = block % d[5], hd = d[3];
	const long to = (h * d[4] + r) * hd, from = (h * d[6] + r) * hd;

	for (long i = threadIdx.x; i < hd; i += blockDim.x) {
		((as_real *)p[1])[to + i] = ((const as_real *)p[4])[from + i];
		((as_real *)p[2])[to + i] = ((const as_real *)p[5])[from + i];
	}
}

/* Blocks: T * KV of new rows, then KV * past of old ones. */
AS_KERNEL
as_append(void *const *p, const long *d, const float *f)
{
	const long hd = d[3], width = (d[1] + 2 * d[2]) * hd, fresh = d[0] * d[2];

	if (blockIdx.x < fresh) {
		const long t = blockIdx.x / d[2], h = blockIdx.x % d[2];
		const as_real *in = (const as_real *)p[0] + t * width + (d[1] + h) * hd;
		const long to = (h * d[4] + (((const int *)p[3])[AS_ST_POS] + t) % d[4]) * hd;
		for (long i = threadIdx.x; i < hd; i += blockDim.x) {
			((as_real *)p[1])[to + i] = in[i];
			((as_real *)p[2])[to + i] = in[d[2] * hd + i];
		}
	} else
		as_copy_past(p, d, blockIdx.x - fresh);
}

/* Blocks: T * (H + 2 KV) of (token, head), then KV * past of old rows. Keys
 * and values go straight to the cache. */
AS_KERNEL
as_qkv(void *const *p, const long *d, const float *f)
{
	const long heads = d[1] + 2 * d[2], hd = d[3], half = hd / 2;
	const int *st = (const int *)p[3];

	if (blockIdx.x < d[0] * heads) {
		const long t = blockIdx.x / heads, h = blockIdx.x % heads;
		const as_real *in = (const as_real *)p[0] + (t * heads + h) * hd;
		const as_real *bias = (const as_real *)p[6] + h * hd;
		const long pos = st[AS_ST_POS] + t, slot = pos % d[4];
		as_real *out = h < d[1] ? (as_real *)p[0] + (t * heads + h) * hd
		    : h < d[1] + d[2] ? (as_real *)p[1] + ((h - d[1]) * d[4] + slot) * hd
		    : (as_real *)p[2] + ((h - d[1] - d[2]) * d[4] + slot) * hd;
		const int rotate = (d[7] & AS_ROPE) && h < d[1] + d[2];
		const float *c = (const float *)p[7] + pos * hd, *s = c + half;

		if (rotate)
			for (long i = threadIdx.x; i < half; i += blockDim.x) {
				float a = as_ld(in + i), b = as_ld(in + i + half);
				if (d[7] & AS_BIAS) {
					a += as_ld(bias + i);
					b += as_ld(bias + i + half);
				}
				as_st(out + i, a * c[i] - b * s[i]);
				as_st(out + i + half, b * c[i] + a * s[i]);
			}
		else
			for (long i = threadIdx.x; i < hd; i += blockDim.x)
				as_st(out + i, (d[7] & AS_BIAS) ? as_ld(in + i) + as_ld(bias + i) : as_ld(in + i));
	} else
		as_copy_past(p, d, blockIdx.x - d[0] * heads);
}

/* A warp: one score. */
AS_KERNEL
as_scores(void *const *p, const long *d, const float *f)
{
	const long at = ((long)blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	const long hd = d[3], width = (d[1] + 2 * d[2]) * hd, j = at % d[4], t = at / d[4] % d[0],
	    h = at / d[4] / d[0];
	float s = 0;

	if (h >= d[1])
		return;
	if (j < as_seen((const int *)p[3], t, d[4])) {
		const as_real *q = (const as_real *)p[0] + t * width + h * hd;
		const as_real *k = (const as_real *)p[1] + (h / (d[1] / d[2]) * d[4] + j) * hd;
		for (long i = lane; i < hd; i += 32)
			s += as_ld(q + i) * as_ld(k + i);
		s = as_warp_sum(s) * f[0];
	} else
		s = -AS_INF;
	if (lane == 0)
		((float *)p[2])[at] = s;
}

/* A warp (one block): one row. */
AS_KERNEL
as_softmax(void *const *p, const long *d, const float *f)
{
	float *s = (float *)p[0] + (long)blockIdx.x * d[2];
	const long n = as_seen((const int *)p[1], blockIdx.x % d[0], d[2]);
	float top = -AS_INF, sum = 0;

	for (long j = threadIdx.x; j < n; j += 32)
		top = fmaxf(top, s[j]);
	top = as_warp_max(top);
	for (long j = threadIdx.x; j < n; j += 32) {
		s[j] = expf(s[j] - top);
		sum += s[j];
	}
	sum = as_warp_sum(sum);
	for (long j = threadIdx.x; j < d[2]; j += 32)
		s[j] = j < n ? s[j] / sum : 0.0f;
}

/* A block: one (head, token). */
AS_KERNEL
as_values(void *const *p, const long *d, const float *f)
{
	const long hd = d[3], h = blockIdx.x / d[0], t = blockIdx.x % d[0];
	const float *s = (const float *)p[0] + (h * d[0] + t) * d[4];
	const as_real *v = (const as_real *)p[1] + h / (d[1] / d[2]) * d[4] * hd;

	for (long i = threadIdx.x; i < hd; i += blockDim.x) {
		float sum = 0;
		for (long j = 0; j < d[4]; j++)
			if (s[j] != 0.0f) /* a slot that is not seen may hold anything */
				sum += s[j] * as_ld(v + j * hd + i);
		as_st((as_real *)p[2] + (t * d[1] + h) * hd + i, sum);
	}
}

/* A block of 8 warps: one (head, token). Each warp runs an online softmax over
 * every eighth key; the eight are joined in shared memory. hd <= 256. */
AS_KERNEL
as_attn(void *const *p, const long *d, const float *f)
{
	enum { WARPS = 8, MOST = 8 };
	__shared__ float top[WARPS], sum[WARPS], mix[WARPS][32 * MOST];
	const long hd = d[3], width = (d[1] + 2 * d[2]) * hd, h = blockIdx.x / d[0], t = blockIdx.x % d[0];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	const long kv = h / (d[1] / d[2]) * d[4] * hd, n = as_seen((const int *)p[5], t, d[4]);
	const as_real *k = (const as_real *)p[1] + kv, *v = (const as_real *)p[2] + kv;
	float q[MOST], acc[MOST], m = -AS_INF, l = 0;

#pragma unroll
	for (int r = 0; r < MOST; r++) {
		acc[r] = 0;
		q[r] = lane + 32 * r < hd ? as_ld((const as_real *)p[0] + t * width + h * hd + lane + 32 * r) *
		    f[0] : 0.0f;
	}
	for (long j = warp; j < n; j += WARPS) {
		float s = 0, was = m, shrink, e;
#pragma unroll
		for (int r = 0; r < MOST; r++)
			if (lane + 32 * r < hd)
				s += q[r] * as_ld(k + j * hd + lane + 32 * r);
		s = as_warp_sum(s);
		m = fmaxf(m, s);
		shrink = expf(was - m);
		e = expf(s - m);
		l = l * shrink + e;
#pragma unroll
		for (int r = 0; r < MOST; r++)
			if (lane + 32 * r < hd)
				acc[r] = acc[r] * shrink + e * as_ld(v + j * hd + lane + 32 * r);
	}
#pragma unroll
	for (int r = 0; r < MOST; r++)
		if (lane + 32 * r < hd)
			mix[warp][lane + 32 * r] = acc[r];
	if (lane == 0) {
		top[warp] = m;
		sum[warp] = l;
	}
	__syncthreads();
	for (long i = threadIdx.x; i < hd; i += blockDim.x) {
		float all = top[0], num = 0, den = 0;
		for (int w = 1; w < WARPS; w++)
			all = fmaxf(all, top[w]);
		for (int w = 0; w < WARPS; w++) {
			float e = top[w] == -AS_INF ? 0.0f : expf(top[w] - all);
			num += e * mix[w][i];
			den += e * sum[w];
		}
		as_st((as_real *)p[3] + (t * d[1] + h) * hd + i, num / den);
	}
}
