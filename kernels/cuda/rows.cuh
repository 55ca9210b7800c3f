/* rows.cuh - embedding, bias, residual, norms, activations, greedy choice. */

/* A block: one row. */
AS_KERNEL
as_embed(as_embed_args a)
{
	const long t = blockIdx.x, n = a.n;
	const int *ids = a.ids, *st = a.state;
	const as_real *row = a.wte + (long)ids[t] * n;
	const as_real *at = a.wpe + (st[AS_ST_POS] + t % (a.t / a.b)) * n;
	as_real *x = a.x + t * n;

	as_next();
	for (long i = threadIdx.x; i < n; i += blockDim.x)
		as_st(x + i, (a.flags & AS_POS) ? as_ld(row + i) + as_ld(at + i) : as_ld(row + i));
}

/* A block: one row. */
AS_KERNEL
as_posadd(as_posadd_args a)
{
	const long t = blockIdx.x, n = a.n;
	const as_real *at = a.wpe + (a.state[AS_ST_POS] + t % (a.t / a.b)) * n;
	as_real *x = a.x + t * n;

	for (long i = threadIdx.x; i < n; i += blockDim.x)
		as_st(x + i, as_ld(x + i) + as_ld(at + i));
}

/* A block: one row. */
AS_KERNEL
as_rows(as_rows_args a)
{
	const long n = a.n, flags = a.flags, at = blockIdx.x * n;
	const as_real *bias = a.bias, *gain = a.gain,
	    *beta = a.beta;
	as_real *y = a.y + at, *x = a.x + at, *out = a.out + at;
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
	scale = 1.0f / sqrtf(as_block_sum(var) / (float)n + a.f);
	for (long i = threadIdx.x; i < n; i += blockDim.x)
		as_st(out + i, (as_ld(v + i) - mean) * scale * as_ld(gain + i) +
		    ((flags & AS_LAYERNORM) ? as_ld(beta + i) : 0.0f));
}

/* A thread: one element. */
AS_KERNEL
as_gelu(as_gelu_args a)
{
	const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
	float x;

	if (i >= a.t * a.n)
		return;
	x = as_ld(a.in + i);
	if (a.flags & AS_BIAS)
		x += as_ld(a.bias + i % a.n);
	as_st(a.out + i, as_gelu_of(x));
}

/* A thread: one element. */
AS_KERNEL
as_silumul(as_silumul_args a)
{
	const long i = (long)blockIdx.x * blockDim.x + threadIdx.x, n = a.n;
	const as_real *g = a.in + i / n * 2 * n + i % n;

	if (i < a.t * n)
		as_st(a.out + i, as_ld(g) * as_sigmoid(as_ld(g)) * as_ld(g + n));
}

/* A block: one sequence. */
AS_KERNEL
as_gather(as_gather_args a)
{
	const as_real *row = a.x + (blockIdx.x * (a.t / a.b) + a.state[AS_ST_VALID] - 1) * a.n;

	as_next();
	as_wait();
	for (long i = threadIdx.x; i < a.n; i += blockDim.x)
		a.out[blockIdx.x * a.n + i] = row[i];
}

/* The next step reads token `at`, of sequence i of b. */
static __device__ __forceinline__ void
as_chosen(int *st, int *ids, int *tokens, int at, long i = 0, long b = 1)
{
	st += i * AS_ST_WORDS;
	ids[i] = at;
	tokens[st[AS_ST_STEP] * b + i] = at;
	st[AS_ST_STEP]++;
	st[AS_ST_POS] += st[AS_ST_VALID];
	st[AS_ST_VALID] = 1;
}

/* A block of 1024: one sequence. Each warp keeps its best, then the first of equals wins. */
AS_KERNEL
as_argmax(as_argmax_args a)
{
	__shared__ float top[32];
	__shared__ long where[32];
	const int *st = a.state + blockIdx.x * AS_ST_WORDS; /* another block may have moved its own on */
	const long rows = a.t / a.b, last = rows == 1 ? 0 : st[AS_ST_VALID] - 1;
	const float *row = a.logits + (blockIdx.x * rows + last) * a.n;
	float best = -AS_INF;
	long at = a.n;

	for (long i = threadIdx.x; i < a.n; i += blockDim.x)
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
		at = threadIdx.x < blockDim.x / 32 ? where[threadIdx.x % 32] : a.n;
	}
	if (threadIdx.x == 0)
		as_chosen(a.state, a.ids, a.tokens, at < a.n ? (int)at : 0 /* all NaN */, blockIdx.x, a.b);
}

/* A block: one sequence, the best of what AS_BLOCKS blocks of the head left. */
AS_KERNEL
as_choose(as_choose_args a)
{
	__shared__ as_u64 top[32];
	as_u64 best = 0;

	as_next();
	as_wait();
	for (int i = threadIdx.x; i < AS_BLOCKS; i += blockDim.x)
		best = max(best, a.best[blockIdx.x * AS_BLOCKS + i]);
#pragma unroll
	for (int o = 16; o; o >>= 1)
		best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
	if (threadIdx.x % 32 == 0)
		top[threadIdx.x / 32] = best;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < blockDim.x / 32; i++)
			best = max(best, top[i]);
		as_chosen(a.state, a.ids, a.tokens, best ? (int)~(unsigned)best : 0, blockIdx.x, a.b);
	}
}
