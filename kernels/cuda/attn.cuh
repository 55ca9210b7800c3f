/* attn.cuh - rotary positions, the KV cache, attention. */

static __device__ __forceinline__ long
as_seen(const int *st, long t, long slots)
{
	long n = st[AS_ST_POS] + t + 1;
	return n < slots ? n : slots;
}

/* A block: one (token, head) of queries and keys. */
AS_KERNEL
as_rope(as_rope_args a)
{
	const long heads = a.h + a.kv, hd = a.hd, half = hd / 2, width = (a.h + 2 * a.kv) * hd;
	const long t = blockIdx.x / heads, h = blockIdx.x % heads;
	const float *c = a.table + (a.state[AS_ST_POS] + t % (a.t / a.b)) * hd, *s = c + half;
	as_real *v = a.qkv + t * width + h * hd;

	for (long i = threadIdx.x; i < half; i += blockDim.x) {
		float a = as_ld(v + i), b = as_ld(v + i + half);
		as_st(v + i, a * c[i] - b * s[i]);
		as_st(v + i + half, b * c[i] + a * s[i]);
	}
}

/* Copies the old cache (B KV, old, hd) in front; a block: one (head, row). */
static __device__ __forceinline__ void
as_copy_past(as_append_args a, long block)
{
	const long h = block / a.past, r = block % a.past, hd = a.hd;
	const long to = (h * a.s + r) * hd, from = (h * a.old + r) * hd;

	for (long i = threadIdx.x; i < hd; i += blockDim.x) {
		a.k[to + i] = a.oldk[from + i];
		a.v[to + i] = a.oldv[from + i];
	}
}

/* Blocks: T * KV of new rows, then B * KV * past of old ones. */
AS_KERNEL
as_append(as_append_args a)
{
	const long hd = a.hd, width = (a.h + 2 * a.kv) * hd, fresh = a.t * a.kv, rows = a.t / a.b;

	if (blockIdx.x < fresh) {
		const long t = blockIdx.x / a.kv, h = blockIdx.x % a.kv;
		const as_real *in = a.qkv + t * width + (a.h + h) * hd;
		const long to = ((t / rows * a.kv + h) * a.s + (a.state[AS_ST_POS] + t % rows) % a.s) * hd;
		for (long i = threadIdx.x; i < hd; i += blockDim.x) {
			a.k[to + i] = in[i];
			a.v[to + i] = in[a.kv * hd + i];
		}
	} else
		as_copy_past(a, blockIdx.x - fresh);
}

/* Blocks: T * (H + 2 KV) of (token, head), then B * KV * past of old rows. Keys
 * and values go straight to the cache. */
AS_KERNEL
as_qkv(as_qkv_args a)
{
	const long heads = a.h + 2 * a.kv, hd = a.hd, half = hd / 2, rows = a.t / a.b;
	const int *st = a.state;

	if (blockIdx.x < a.t * heads) {
		const long t = blockIdx.x / heads, h = blockIdx.x % heads;
		const as_real *in = a.qkv + (t * heads + h) * hd;
		const as_real *bias = a.bias + h * hd;
		const long pos = st[AS_ST_POS] + t % rows, slot = pos % a.s, first = t / rows * a.kv;
		as_real *out = h < a.h ? a.qkv + (t * heads + h) * hd
		    : h < a.h + a.kv ? a.k + ((first + h - a.h) * a.s + slot) * hd
		    : a.v + ((first + h - a.h - a.kv) * a.s + slot) * hd;
		const int rotate = (a.flags & AS_ROPE) && h < a.h + a.kv;
		const float *c = a.table + pos * hd, *s = c + half;

		if (rotate)
			for (long i = threadIdx.x; i < half; i += blockDim.x) {
				float even = as_ld(in + i), odd = as_ld(in + i + half);
				if (a.flags & AS_BIAS) {
					even += as_ld(bias + i);
					odd += as_ld(bias + i + half);
				}
				as_st(out + i, even * c[i] - odd * s[i]);
				as_st(out + i + half, odd * c[i] + even * s[i]);
			}
		else
			for (long i = threadIdx.x; i < hd; i += blockDim.x)
				as_st(out + i, (a.flags & AS_BIAS) ? as_ld(in + i) + as_ld(bias + i) : as_ld(in + i));
	} else
		as_copy_past({a.qkv, a.k, a.v, a.state, a.oldk, a.oldv, a.t, a.h, a.kv, a.hd, a.s, a.past, a.old,
		    a.b, a.f}, blockIdx.x - a.t * heads);
}

/* A warp: one score. */
AS_KERNEL
as_scores(as_scores_args a)
{
	const long at = ((long)blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	const long hd = a.hd, width = (a.h + 2 * a.kv) * hd, j = at % a.s, t = at / a.s % a.t,
	    h = at / a.s / a.t, rows = a.t / a.b;
	float s = 0;

	if (h >= a.h)
		return;
	if (j < as_seen(a.state, t % rows, a.s)) {
		const as_real *q = a.qkv + t * width + h * hd;
		const as_real *k = a.k + ((t / rows * a.kv + h / (a.h / a.kv)) * a.s + j) * hd;
		for (long i = lane; i < hd; i += 32)
			s += as_ld(q + i) * as_ld(k + i);
		s = as_warp_sum(s) * a.f;
	} else
		s = -AS_INF;
	if (lane == 0)
		a.score[at] = s;
}

/* A warp (one block): one row. */
AS_KERNEL
as_softmax(as_softmax_args a)
{
	float *s = a.score + (long)blockIdx.x * a.s;
	const long n = as_seen(a.state, blockIdx.x % a.t % (a.t / a.b), a.s);
	float top = -AS_INF, sum = 0;

	for (long j = threadIdx.x; j < n; j += 32)
		top = fmaxf(top, s[j]);
	top = as_warp_max(top);
	for (long j = threadIdx.x; j < n; j += 32) {
		s[j] = expf(s[j] - top);
		sum += s[j];
	}
	sum = as_warp_sum(sum);
	for (long j = threadIdx.x; j < a.s; j += 32)
		s[j] = j < n ? s[j] / sum : 0.0f;
}

/* A block: one (head, token). */
AS_KERNEL
as_values(as_values_args a)
{
	const long hd = a.hd, h = blockIdx.x / a.t, t = blockIdx.x % a.t;
	const float *s = a.score + (h * a.t + t) * a.s;
	const as_real *v = a.v + (t / (a.t / a.b) * a.kv + h / (a.h / a.kv)) * a.s * hd;

	for (long i = threadIdx.x; i < hd; i += blockDim.x) {
		float sum = 0;
		for (long j = 0; j < a.s; j++)
			if (s[j] != 0.0f) /* a slot that is not seen may hold anything */
				sum += s[j] * as_ld(v + j * hd + i);
		as_st(a.mix + (t * a.h + h) * hd + i, sum);
	}
}

static __device__ __forceinline__ void
as_cluster_sync(void)
{
#if __CUDA_ARCH__ >= 900
	asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
#endif
}

/* What block `rank` of the cluster has where p is in this block's shared memory. */
static __device__ __forceinline__ float
as_shared_of(const float *p, int rank)
{
	float v = 0;
#if __CUDA_ARCH__ >= 900
	unsigned a;
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) :
	    "r"((unsigned)__cvta_generic_to_shared(p)), "r"(rank));
	asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(a));
#endif
	return v;
}

/* PARTS blocks of WARPS warps, a cluster: one (head, token). It must move the seen keys and values
 * of a head, 2 HD elements a token. WIDTH lanes share a key, 16 bytes each; each group of lanes
 * runs an online softmax over DEEP keys at a time, the groups, the warps and the blocks are joined
 * in that order. FIXED: the slots of earlier calls hold what they held before the plan began, so
 * that the first keys can be on their way before the wait. */
template <int H, int KV, int HD, int FIXED, int PARTS, int WARPS>
AS_KERNEL
as_attn(as_attn_args a)
{
	enum { PER = HD % AS_PER16 ? 1 : AS_PER16, PIECES = HD / PER,
	    WIDTH = PIECES > 16 ? 32 : PIECES > 8 ? 16 : PIECES > 4 ? 8 : PIECES > 2 ? 4 : PIECES,
	    OWN = (PIECES + WIDTH - 1) / WIDTH, DEEP = OWN > 2 ? 1 : 4 / OWN,
	    KEYS = 32 / WIDTH, STEP = WARPS * KEYS * DEEP };
	__shared__ float top[WARPS], sum[WARPS], mix[WARPS][HD], all[HD + 2];
	const int t = (int)a.t, slots = (int)a.s, at = blockIdx.x / PARTS, rank = blockIdx.x % PARTS;
	const int h = at / t, row = at % t, rows = t / (int)a.b;
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	const int own = lane % WIDTH; /* piece of a key, and every WIDTH-th behind it */
	const int *st = a.state;
	const int n = (int)as_seen(st, row % rows, slots), fresh = st[AS_ST_POS] % slots;
	const long kv = (long)(row / rows * KV + h / (H / KV)) * slots * HD;
	const as_real *k = a.k + kv, *v = a.v + kv;
	const as_real *query = a.qkv + ((long)row * (H + 2 * KV) + h) * HD;
	as_piece<PER> key[DEEP][OWN], value[DEEP][OWN];
	float q[OWN][PER], acc[OWN][PER] = {}, m = -AS_INF, l = 0;

	/* key i of this lane's group among those from `base` on */
	auto slot = [&](int base, int i) {
		return base + (i * WARPS + warp) * KEYS + lane / WIDTH;
	};
	auto load = [&](int base, bool old, bool young) {
#pragma unroll
		for (int i = 0; i < DEEP; i++) {
			const int j = slot(base, i), age = j < fresh ? j + slots - fresh : j - fresh;
			if (j < n && (age < rows ? young : old))
#pragma unroll
				for (int o = 0; o < OWN; o++)
					if (own + o * WIDTH < PIECES) {
						key[i][o].take(k + (long)j * HD + (own + o * WIDTH) * PER);
						value[i][o].take(v + (long)j * HD + (own + o * WIDTH) * PER);
					}
		}
	};

	as_next();
	if (FIXED)
		load(rank * STEP, true, false);
	as_wait();
	load(rank * STEP, !FIXED, true);
#pragma unroll
	for (int o = 0; o < OWN; o++) {
		as_piece<PER> x;
		if (own + o * WIDTH < PIECES)
			x.take(query + (own + o * WIDTH) * PER);
#pragma unroll
		for (int e = 0; e < PER; e++)
			q[o][e] = own + o * WIDTH < PIECES ? x.at(e) * a.f : 0.0f;
	}
	for (int base = rank * STEP; base < n; base += PARTS * STEP) {
		float s[DEEP], was = m, shrink;
#pragma unroll
		for (int i = 0; i < DEEP; i++) {
			s[i] = 0;
#pragma unroll
			for (int o = 0; o < OWN; o++)
				if (own + o * WIDTH < PIECES)
#pragma unroll
					for (int e = 0; e < PER; e++)
						s[i] += q[o][e] * key[i][o].at(e);
		}
#pragma unroll
		for (int i = 0; i < DEEP; i++) {
#pragma unroll
			for (int x = WIDTH / 2; x; x >>= 1)
				s[i] += __shfl_xor_sync(0xffffffffu, s[i], x);
			if (slot(base, i) < n)
				m = fmaxf(m, s[i]);
		}
		shrink = was == -AS_INF ? 0.0f : expf(was - m);
		l *= shrink;
#pragma unroll
		for (int o = 0; o < OWN; o++)
#pragma unroll
			for (int e = 0; e < PER; e++)
				acc[o][e] *= shrink;
#pragma unroll
		for (int i = 0; i < DEEP; i++)
			if (slot(base, i) < n) {
				const float w = expf(s[i] - m);
				l += w;
#pragma unroll
				for (int o = 0; o < OWN; o++)
#pragma unroll
					for (int e = 0; e < PER; e++)
						acc[o][e] += w * value[i][o].at(e);
			}
		if (base + PARTS * STEP < n)
			load(base + PARTS * STEP, true, true);
	}
	{
		const float most = as_warp_max(m), share = m == -AS_INF ? 0.0f : expf(m - most);
		l *= share;
#pragma unroll
		for (int x = WIDTH; x < 32; x <<= 1)
			l += __shfl_xor_sync(0xffffffffu, l, x);
#pragma unroll
		for (int o = 0; o < OWN; o++)
#pragma unroll
			for (int e = 0; e < PER; e++) {
				float a = acc[o][e] * share;
#pragma unroll
				for (int x = WIDTH; x < 32; x <<= 1)
					a += __shfl_xor_sync(0xffffffffu, a, x);
				if (lane < WIDTH && own + o * WIDTH < PIECES)
					mix[warp][(own + o * WIDTH) * PER + e] = a;
			}
		if (lane == 0) {
			top[warp] = most;
			sum[warp] = l;
		}
	}
	__syncthreads();
	for (int i0 = warp * 32; i0 < HD; i0 += 32 * WARPS) {
		const int i = i0 + lane;
		const float mine = lane < WARPS ? top[lane] : -AS_INF, most = as_warp_max(mine);
		const float share = mine == -AS_INF ? 0.0f : expf(mine - most); /* of warp `lane` */
		const float den = as_warp_sum(lane < WARPS ? share * sum[lane] : 0.0f);
		float num = 0;
#pragma unroll
		for (int w = 0; w < WARPS; w++)
			num += __shfl_sync(0xffffffffu, share, w) * mix[w][i < HD ? i : 0];
		if (i < HD && PARTS == 1)
			as_st(a.mix + ((long)row * H + h) * HD + i, num / den);
		else if (i < HD)
			all[i] = num;
		if (PARTS > 1 && i == 0) {
			all[HD] = most;
			all[HD + 1] = den;
		}
	}
	if (PARTS == 1)
		return;
	as_cluster_sync();
	for (int i0 = warp * 32; i0 < HD && rank == 0; i0 += 32 * WARPS) {
		const int i = i0 + lane < HD ? i0 + lane : 0, other = lane < PARTS ? lane : 0;
		const float mine = as_shared_of(&all[HD], other), most = as_warp_max(mine);
		const float share = mine == -AS_INF ? 0.0f : expf(mine - most); /* of block `lane` */
		const float part = lane < PARTS ? share * as_shared_of(&all[HD + 1], other) : 0.0f;
		const float den = as_warp_sum(part);
		float num = 0;
#pragma unroll
		for (int r = 0; r < PARTS; r++)
			num += __shfl_sync(0xffffffffu, share, r) * as_shared_of(&all[i], r);
		if (i0 + lane < HD)
			as_st(a.mix + ((long)row * H + h) * HD + i, num / den);
	}
	as_cluster_sync(); /* no block ends while another reads it */
}
