/* linear.cuh - products of few rows with what stands beside them.
 *
 * y (T, N) = x (T, K) w (N, K)^T, T <= 4, bound by reading w: that is what each must move, N K
 * elements, once; x and y are a few kilobytes. A block of WARPS warps takes WARPS / SPLIT units of
 * R rows of w at a time, SPLIT warps a unit. The first 16 pieces of a lane are under way before
 * the wait for x. Sums have a fixed order: a lane's pieces, the lanes, the warps of a unit. */

enum { AS_PIECES = 16 }; /* of w in a lane's registers at most */

template <int K, int R, int SPLIT> struct as_shape {
	enum {
		PER = K % AS_PER16 ? 1 : AS_PER16, PIECES = K / PER,
		PART = (PIECES + SPLIT - 1) / SPLIT, OWN = (PART + 31) / 32,  /* of a warp, of a lane */
		MOST = AS_PIECES / R > 1 ? AS_PIECES / R : 1, HELD = OWN < MOST ? OWN : MOST
	};
};

/* x (T, K), normalised, in shared memory. Of a piece of eight, the two halves lie apart. */
template <int T, int K, long FLAGS, int WARPS> struct as_normed {
	enum { PER = K % AS_PER16 ? 1 : AS_PER16, PIECES = K / PER, THREADS = 32 * WARPS,
	    OWN = (PIECES + THREADS - 1) / THREADS };
	as_piece<PER> gain[OWN], beta[OWN];

	static __device__ __forceinline__ int
	at(int t, int piece, int e)
	{
		return t * K + (PER == 8 ? e / 4 * (K / 2) + piece * 4 + e % 4 : piece * PER + e);
	}

	__device__ __forceinline__ void
	early(const as_real *g, const as_real *b)
	{
#pragma unroll
		for (int i = 0; i < OWN; i++) {
			const int c = i * THREADS + threadIdx.x;
			if (c < PIECES)
				gain[i].take(g + c * PER);
			if ((FLAGS & AS_LAYERNORM) && c < PIECES)
				beta[i].take(b + c * PER);
		}
	}

	__device__ __forceinline__ void
	late(float *xs, const as_real *x, float eps)
	{
		__shared__ float part[2][WARPS][T];
		as_piece<PER> v[T][OWN];
		float mean[T], var[T];
#pragma unroll
		for (int t = 0; t < T; t++)
#pragma unroll
			for (int i = 0; i < OWN; i++)
				if (i * THREADS + threadIdx.x < PIECES)
					v[t][i].take(x + t * K + (i * THREADS + threadIdx.x) * PER);
#pragma unroll
		for (int t = 0; t < T; t++) {
			mean[t] = 0;
#pragma unroll
			for (int i = 0; i < OWN; i++)
#pragma unroll
				for (int e = 0; e < PER; e++)
					if ((FLAGS & AS_LAYERNORM) && i * THREADS + threadIdx.x < PIECES)
						mean[t] += v[t][i].at(e);
		}
		if (FLAGS & AS_LAYERNORM)
			as_block_sums<T, WARPS>(mean, part[0]);
#pragma unroll
		for (int t = 0; t < T; t++) {
			mean[t] /= K;
			var[t] = 0;
#pragma unroll
			for (int i = 0; i < OWN; i++)
#pragma unroll
				for (int e = 0; e < PER; e++)
					if (i * THREADS + threadIdx.x < PIECES) {
						const float a = v[t][i].at(e) - mean[t];
						var[t] += a * a;
					}
		}
		as_block_sums<T, WARPS>(var, part[1]);
#pragma unroll
		for (int t = 0; t < T; t++) {
			const float scale = rsqrtf(var[t] / K + eps);
#pragma unroll
			for (int i = 0; i < OWN; i++)
#pragma unroll
				for (int e = 0; e < PER; e++) {
					const int c = i * THREADS + threadIdx.x;
					if (c < PIECES)
						xs[at(t, c, e)] = (v[t][i].at(e) - mean[t]) * scale * gain[i].at(e) +
						    ((FLAGS & AS_LAYERNORM) ? beta[i].at(e) : 0.0f);
				}
		}
		__syncthreads();
	}
};

/* The loop of all products. JOB says which row of w is row r of unit u, what is loaded before
 * and after the wait, and what becomes of the sums, which one lane a unit hands over. blocks: as
 * many as there are units for; with AS_WIDE, fewer run and each takes every gridDim.x-th. */
template <int T, int K, long FLAGS, int R, int WARPS, int SPLIT, class JOB>
AS_KERNEL
as_product(JOB &job, const as_real *x, const as_real *w, const as_real *gain, const as_real *beta,
    float eps, int units)
{
	typedef as_shape<K, R, SPLIT> shape;
	enum { PER = shape::PER, PIECES = shape::PIECES, PART = shape::PART, OWN = shape::OWN,
	    HELD = shape::HELD, GROUPS = WARPS / SPLIT, LOOP = (FLAGS & AS_WIDE) != 0,
	    NORM = (FLAGS & (AS_LAYERNORM | AS_RMSNORM)) != 0, CHAINS = T * R < 4 ? 4 : 1 };
	typedef as_normed<T, K, FLAGS, WARPS> normed;
	__shared__ __align__(16) float xs[NORM ? T * K : 4];
	__shared__ float part[WARPS][T * R];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, seg = warp % SPLIT;
	const int blocks = (units + GROUPS - 1) / GROUPS;
	as_piece<PER> held[R][HELD];
	normed norm;

	/* piece v of this lane, and whether there is one */
	auto piece = [&](int v) { return seg * PART + v * 32 + lane; };
	auto has = [&](int v) {
		return v < OWN && (v * 32 + 31 < PART || v * 32 + lane < PART) &&
		    (PART * SPLIT == PIECES || piece(v) < PIECES);
	};
	auto load = [&](int u, int v0) {
#pragma unroll
		for (int r = 0; r < R; r++) {
			const as_real *at = w + (long)job.row(u, r) * K;
#pragma unroll
			for (int v = 0; v < HELD; v++)
				if (has(v0 + v))
					held[r][v].stream(at + piece(v0 + v) * PER);
		}
	};

	as_next();
	load(blockIdx.x * GROUPS + warp / SPLIT, 0);
	job.early(blockIdx.x * GROUPS + warp / SPLIT);
	if (NORM)
		norm.early(gain, beta);
	as_wait();
	job.late(blockIdx.x * GROUPS + warp / SPLIT);
	if (NORM)
		norm.late(xs, x, eps);
	for (int b = blockIdx.x; b < blocks; b += gridDim.x) {
		const int u = b * GROUPS + warp / SPLIT, next = u + gridDim.x * GROUPS;
		float acc[T][R][CHAINS] = {};
#pragma unroll
		for (int v0 = 0; v0 < OWN; v0 += HELD) {
			as_piece<PER> far[T][NORM ? 1 : HELD];
			if (!NORM)
#pragma unroll
				for (int v = 0; v < HELD; v++)
#pragma unroll
					for (int t = 0; t < T; t++)
						if (has(v0 + v))
							far[t][NORM ? 0 : v].take(x + t * K + piece(v0 + v) * PER);
#pragma unroll
			for (int v = 0; v < HELD; v++)
				if (has(v0 + v))
#pragma unroll
					for (int t = 0; t < T; t++) {
						float a[PER];
						if (NORM)
							as_floats<PER>(a, xs + normed::at(t, piece(v0 + v), 0), K / 2);
#pragma unroll
						for (int e = 0; e < PER; e++) {
							if (!NORM)
								a[e] = far[t][NORM ? 0 : v].at(e);
#pragma unroll
							for (int r = 0; r < R; r++)
								acc[t][r][(v + e) % CHAINS] += held[r][v].at(e) * a[e];
						}
					}
			if (v0 + HELD < OWN)
				load(u, v0 + HELD);
			else if (LOOP && b + gridDim.x < blocks)
				load(next, 0);
		}
		float sum[T][R];
#pragma unroll
		for (int t = 0; t < T; t++)
#pragma unroll
			for (int r = 0; r < R; r++) {
				sum[t][r] = acc[t][r][0];
#pragma unroll
				for (int c = 1; c < CHAINS; c++)
					sum[t][r] += acc[t][r][c];
				sum[t][r] = as_warp_sum(sum[t][r]);
				if (SPLIT > 1 && lane == 0)
					part[warp][t * R + r] = sum[t][r];
			}
		if (SPLIT > 1) {
			__syncthreads();
#pragma unroll
			for (int t = 0; t < T; t++)
#pragma unroll
				for (int r = 0; r < R; r++)
#pragma unroll
					for (int k = 1; k < SPLIT; k++)
						if (seg == 0)
							sum[t][r] += part[warp + k][t * R + r];
			if (LOOP)
				__syncthreads();
		}
		if (lane == 0 && seg == 0 && u < units)
			job.put(u, sum);
		if (!LOOP)
			break;
		if (b + gridDim.x < blocks) {
			job.early(next);
			job.late(next);
		}
	}
}

/* Of linear. Gate and up are rows n and N + n of w. */
template <int T, int N, long FLAGS, int B, int COLS> struct as_linear_job {
	enum { PAIR = FLAGS & AS_SILU ? 2 : 1, R = COLS * PAIR, ROWS = T / B };
	void *y;
	const as_real *bias;
	int judged;     /* the row of a sequence that the best logit is sought in */
	as_u64 best[B];
	float b[R], old[T][COLS];

	__device__ __forceinline__ int
	row(int u, int r) const
	{
		const int n = u * COLS + r / PAIR;
		return (n < N ? n : N - 1) + (r % PAIR ? N : 0);
	}
	__device__ __forceinline__ void
	early(int u)
	{
#pragma unroll
		for (int r = 0; r < R; r++)
			b[r] = FLAGS & AS_BIAS ? as_ld(bias + row(u, r)) : 0.0f;
	}
	__device__ __forceinline__ void
	late(int u)
	{
#pragma unroll
		for (int t = 0; t < T; t++)
#pragma unroll
			for (int c = 0; c < COLS; c++)
				old[t][c] = FLAGS & AS_ADD ? as_ld((const as_real *)y + t * N + row(u, c * PAIR))
				    : 0.0f;
	}
	__device__ __forceinline__ void
	put(int u, const float (&sum)[T][R])
	{
#pragma unroll
		for (int t = 0; t < T; t++)
#pragma unroll
			for (int c = 0; c < COLS; c++) {
				const int n = u * COLS + c;
				float v = sum[t][c * PAIR] + b[c * PAIR];
				if (FLAGS & AS_GELU)
					v = as_gelu_of(v);
				if (FLAGS & AS_SILU)
					v *= as_sigmoid(v) * (sum[t][c * PAIR + PAIR - 1] + b[c * PAIR + PAIR - 1]);
				v += old[t][c];
				if (n >= N)
					continue;
				if (FLAGS & AS_WIDE) {
					const as_u64 key = as_key(v, n);
					((float *)y)[(long)t * N + n] = v;
					if (t % ROWS == judged && key > best[t / ROWS])
						best[t / ROWS] = key;
				} else
					as_st((as_real *)y + t * N + n, v);
			}
	}
};

/* With AS_WIDE AS_BLOCKS blocks, which leave their best logits; else a block for each
 * WARPS / SPLIT units of COLS columns. */
template <int T, int K, int N, long FLAGS, int B, int COLS, int WARPS, int SPLIT>
AS_KERNEL
as_linear(as_linear_args a)
{
	typedef as_linear_job<T, N, FLAGS, B, COLS> job_t;
	job_t job;

	job.y = a.y;
	job.bias = a.bias;
	for (int i = 0; i < B; i++)
		job.best[i] = 0;
	job.judged = (FLAGS & AS_WIDE) && T > B ? a.state[AS_ST_VALID] - 1 : 0;
	as_product<T, K, FLAGS, job_t::R, WARPS, SPLIT>(job, a.x, a.w, a.gain, a.beta, a.f,
	    (N + COLS - 1) / COLS);
	if (FLAGS & AS_WIDE) {
		__shared__ as_u64 best[WARPS][B];
		const int i = threadIdx.x;
#pragma unroll
		for (int k = 0; k < B && i % 32 == 0; k++)
			best[i / 32][k] = job.best[k];
		__syncthreads();
		for (int w = 1; w < WARPS && i < B; w++)
			best[0][i] = max(best[0][i], best[w][i]);
		if (i < B)
			a.best[i * AS_BLOCKS + blockIdx.x] = best[0][i];
	}
}

/* Of linear_qkv. With rotary positions a unit's rows are pairs, i and i + hd / 2 of a head. */
template <int T, int H, int KV, int HD, int S, long FLAGS, int B, int COLS> struct as_qkv_job {
	enum { PAIR = FLAGS & AS_ROPE ? 2 : 1, R = COLS * PAIR, PART = HD / PAIR,
	    ITEMS = (H + 2 * KV) * PART, ROWS = T / B };
	as_real *q, *k, *v;
	const as_real *bias;
	const float *rotary;
	int pos;
	float b[R], cosine[T][COLS], sine[T][COLS];

	__device__ __forceinline__ int
	row(int u, int r) const
	{
		const int n = u * COLS + r / PAIR < ITEMS ? u * COLS + r / PAIR : ITEMS - 1;
		return n / PART * HD + n % PART + r % PAIR * PART;
	}
	__device__ __forceinline__ void
	early(int u)
	{
#pragma unroll
		for (int r = 0; r < R; r++)
			b[r] = FLAGS & AS_BIAS ? as_ld(bias + row(u, r)) : 0.0f;
#pragma unroll
		for (int t = 0; t < T; t++)
#pragma unroll
			for (int c = 0; c < COLS; c++)
				if (FLAGS & AS_ROPE) {
					const float *at = rotary + (long)(pos + t % ROWS) * HD + row(u, c * PAIR) % HD;
					cosine[t][c] = at[0];
					sine[t][c] = at[PART];
				}
	}
	__device__ __forceinline__ void
	late(int u)
	{
	}
	__device__ __forceinline__ void
	put(int u, const float (&sum)[T][R])
	{
#pragma unroll
		for (int t = 0; t < T; t++)
#pragma unroll
			for (int c = 0; c < COLS; c++) {
				const int n = u * COLS + c, h = n / PART, slot = (pos + t % ROWS) % S, own = t / ROWS * KV;
				as_real *to = h < H ? q + (t * (H + 2 * KV) + h) * HD : h < H + KV
				    ? k + ((long)(own + h - H) * S + slot) * HD
				    : v + ((long)(own + h - H - KV) * S + slot) * HD;
				float even = sum[t][c * PAIR] + b[c * PAIR];
				if (n >= ITEMS)
					continue;
				if (FLAGS & AS_ROPE) {
					float odd = sum[t][c * PAIR + PAIR - 1] + b[c * PAIR + PAIR - 1], was = even;
					if (h < H + KV) {
						even = was * cosine[t][c] - odd * sine[t][c];
						odd = odd * cosine[t][c] + was * sine[t][c];
					}
					as_st(to + n % PART + PART, odd);
				}
				as_st(to + n % PART, even);
			}
	}
};

/* Blocks as linear's, then PAST * B * KV / WARPS that copy a growing cache's old rows, a warp a
 * row of keys and of values: these move 4 PAST B KV HD elements more. */
template <int T, int H, int KV, int HD, int S, int PAST, int OLD, int K, long FLAGS, int B,
    int COLS, int WARPS, int SPLIT>
AS_KERNEL
as_linear_qkv(as_linear_qkv_args a)
{
	typedef as_qkv_job<T, H, KV, HD, S, FLAGS, B, COLS> job_t;
	enum { UNITS = (job_t::ITEMS + COLS - 1) / COLS,
	    BLOCKS = (UNITS + WARPS / SPLIT - 1) / (WARPS / SPLIT) };
	job_t job;

	if (PAST && blockIdx.x >= BLOCKS) {
		const int at = (blockIdx.x - BLOCKS) * WARPS + threadIdx.x / 32;
		const int h = at / (PAST ? PAST : 1), r = at % (PAST ? PAST : 1);
		const long to = ((long)h * S + r) * HD, from = ((long)h * OLD + r) * HD;
		as_next();
		as_wait();
		for (int i = threadIdx.x % 32; i < HD && h < B * KV; i += 32) {
			a.k[to + i] = a.oldk[from + i];
			a.v[to + i] = a.oldv[from + i];
		}
		return;
	}
	job.q = a.q;
	job.bias = a.bias;
	job.k = a.k;
	job.v = a.v;
	job.pos = a.state[AS_ST_POS];
	job.rotary = a.table;
	as_product<T, K, FLAGS, job_t::R, WARPS, SPLIT>(job, a.x, a.w, a.gain, a.beta, a.f,
	    UNITS);
}
