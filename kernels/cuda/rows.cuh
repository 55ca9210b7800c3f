/* rows.cuh - embedding, bias, residual, norms, activations, greedy choice. */

/* A block: one row. */
AS_KERNEL
as_embed(void *const *p, const long *d, const float *f)
{
	const long t = blockIdx.x, n = d[1];
	const int *ids = (const int *)p[1], *st = (const int *)p[4];
	const as_real *row = (const as_real *)p[2] + (long)ids[t] * n;
	const as_real *at = (const as_real *)p[3] + (st[AS_ST_POS] + t) * n;
	as_real *x = (as_real *)p[0] + t * n;

	as_next();
	for (long i = threadIdx.x; i < n; i += blockDim.x)
		as_st(x + i, (d[2] & AS_POS) ? as_ld(row + i) + as_ld(at + i) : as_ld(row + i));
}

/* A block: one row. */
AS_KERNEL
as_posadd(void *const *p, const long *d, const float *f)
{
	const long t = blockIdx.x, n = d[1];
	const as_real *at = (const as_real *)p[1] + (((const int *)p[2])[AS_ST_POS] + t) * n;
	as_real *x = (as_real *)p[0] + t * n;

	for (long i = threadIdx.x; i < n; i += blockDim.x)
		as_st(x + i, as_ld(x + i) + as_ld(at + i));
}

/* A block: one row. */
AS_KERNEL
as_rows(void *const *p, const long *d, const float *f)
{
	const long n = d[1], flags = d[2], at = blockIdx.x * n;
	const as_real *bias = (const as_real *)p[1], *gain = (const as_real *)p[3],
	    *beta = (const as_real *)p[4];
	as_real *y = (as_real *)p[0] + at, *x = (as_real *)p[2] + at, *out = (as_real *)p[5] + at;
	as_real *v = (flags & AS_ADD) ? x : y;
	float mean = 0, var = 0, scale;

	if (flags & (AS_BIAS | AS_ADD))
		for (long i = threadIdx.x; i < n; i += blockDim.x) {
			float a = as_ld(y + i);
			if (flags & AS_BIAS)
				a += as_ld(bias + i);
			if (flags & AS_ADD)
				a += as_ld(x + i);
			as_st(v + i, a);
		}
	if (!(flags & (AS_LAYERNORM | AS_RMSNORM)))
		return;
	/* each thread reads back only what it wrote */
	if (flags & AS_LAYERNORM) {
		for (long i = threadIdx.x; i < n; i += blockDim.x)
			mean += as_ld(v + i);
		mean = as_block_sum(mean) / (float)n;
	}
	for (long i = threadIdx.x; i < n; i += blockDim.x) {
		float a = as_ld(v + i) - mean;
		var += a * a;
	}
	scale = 1.0f / sqrtf(as_block_sum(var) / (float)n + f[0]);
	for (long i = threadIdx.x; i < n; i += blockDim.x)
		as_st(out + i, (as_ld(v + i) - mean) * scale * as_ld(gain + i) +
		    ((flags & AS_LAYERNORM) ? as_ld(beta + i) : 0.0f));
}

/* A thread: one element. */
AS_KERNEL
as_gelu(void *const *p, const long *d, const float *f)
{
	const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
	float x;

	if (i >= d[0] * d[1])
		return;
	x = as_ld((const as_real *)p[0] + i);
	if (d[2] & AS_BIAS)
		x += as_ld((const as_real *)p[1] + i % d[1]);
	as_st((as_real *)p[2] + i, as_gelu_of(x));
}

/* A thread: one element. */
AS_KERNEL
as_silumul(void *const *p, const long *d, const float *f)
{
	const long i = (long)blockIdx.x * blockDim.x + threadIdx.x, n = d[1];
	const as_real *g = (const as_real *)p[0] + i / n * 2 * n + i % n;

	if (i < d[0] * n)
		as_st((as_real *)p[1] + i, as_ld(g) * as_sigmoid(as_ld(g)) * as_ld(g + n));
}

/* One block. */
AS_KERNEL
as_gather(void *const *p, const long *d, const float *f)
{
	const as_real *row = (const as_real *)p[0] + (((const int *)p[2])[AS_ST_VALID] - 1) * d[0];

	as_next();
	as_wait();
	for (long i = threadIdx.x; i < d[0]; i += blockDim.x)
		((as_real *)p[1])[i] = row[i];
}

/* p[1] to p[3]: state, ids, tokens. The next step reads token `at`. */
static __device__ __forceinline__ void
as_chosen(void *const *p, int at)
{
	int *st = (int *)p[1];

	((int *)p[2])[0] = at;
	((int *)p[3])[st[AS_ST_STEP]] = at;
	st[AS_ST_STEP]++;
	st[AS_ST_POS] += st[AS_ST_VALID];
	st[AS_ST_VALID] = 1;
}

/* One block of 1024: each warp keeps its best, then the first of equals wins. */
AS_KERNEL
as_argmax(void *const *p, const long *d, const float *f)
{
	__shared__ float top[32];
	__shared__ long where[32];
	const int *st = (const int *)p[1];
	const float *row = (const float *)p[0] + (d[0] == 1 ? 0 : st[AS_ST_VALID] - 1) * d[1];
	float best = -AS_INF;
	long at = d[1];

	for (long i = threadIdx.x; i < d[1]; i += blockDim.x)
		if (row[i] > best) {
			best = row[i];
			at = i;
		}
	for (int level = 0; level < 2; level++) {
#pragma unroll
		for (int o = 16; o; o >>= 1) {
			float b = __shfl_xor_sync(0xffffffffu, best, o);
			long a = __shfl_xor_sync(0xffffffffu, at, o);
			if (b > best || (b == best && a < at)) {
				best = b;
				at = a;
			}
		}
		if (level == 1)
			break;
		if (threadIdx.x % 32 == 0) {
			top[threadIdx.x / 32] = best;
			where[threadIdx.x / 32] = at;
		}
		__syncthreads();
		best = threadIdx.x < blockDim.x / 32 ? top[threadIdx.x % 32] : -AS_INF;
		at = threadIdx.x < blockDim.x / 32 ? where[threadIdx.x % 32] : d[1];
	}
	if (threadIdx.x == 0)
		as_chosen(p, at < d[1] ? (int)at : 0); /* all NaN */
}

/* One block: the best of what AS_BLOCKS blocks of the head left. */
AS_KERNEL
as_choose(void *const *p, const long *d, const float *f)
{
	__shared__ as_u64 top[32];
	as_u64 best = 0;

	as_next();
	as_wait();
	for (int i = threadIdx.x; i < AS_BLOCKS; i += blockDim.x)
		best = max(best, ((const as_u64 *)p[0])[i]);
#pragma unroll
	for (int o = 16; o; o >>= 1)
		best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
	if (threadIdx.x % 32 == 0)
		top[threadIdx.x / 32] = best;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < blockDim.x / 32; i++)
			best = max(best, top[i]);
		as_chosen(p, best ? (int)~(unsigned)best : 0);
	}
}
