/* phases.cuh - what a block does in a step, phase after phase. */

/* q, k and v of the row: packets, before positions are applied. */
static __device__ __forceinline__ void
phase_qkv(step_t *c, const step_bias *b, as_u32 epoch)
{
	const int q0 = share(ST_QR, blockIdx.x), n = share(ST_QR, blockIdx.x + 1) - q0;
	const float factor = norm_factor(c);
	float4 x[NV];

	fragments<ST_H>(c, sh_x(c), x);
	rows<ST_H, ROWS_OF(ST_QR)>(c, x, n, [&](int i, int k, float y) {
		y = y * factor + b->qkv[k];
		if (c->lane == 0)
			net_put(c->net + NET_QKV + q0 + i, y, epoch);
	});
}

static __device__ __forceinline__ void
phase_o(step_t *c, const step_bias *b, as_u32 epoch)
{
	const int o0 = share(ST_H, blockIdx.x), n = share(ST_H, blockIdx.x + 1) - o0;
	float4 x[NVO];

	fragments<ST_KO>(c, sh_x(c), x);
	rows<ST_KO, ROWS_OF(ST_H)>(c, x, n, [&](int i, int k, float y) {
		y = y + b->o[k] + sh_res(c)[o0 + i];
		if (c->lane == 0)
			net_put(c->net + NET_MID + o0 + i, y, epoch);
	});
}

static __device__ __forceinline__ float
step_sigmoid(float x)
{
	return __fdividef(1.0f, 1.0f + __expf(-x));
}

static __device__ __forceinline__ float
step_gelu(float x)
{
	return x * step_sigmoid(1.5957691216f * (x + 0.044715f * x * x * x));
}

static __device__ __forceinline__ void
phase_up(step_t *c, const void *bias, as_u32 epoch)
{
	const int u0 = share(PAIRS, blockIdx.x), n = share(PAIRS, blockIdx.x + 1) - u0;
	const float factor = norm_factor(c);
	as_u64 *net = c->net + NET_ACT;
	float4 x[NV];

	fragments<ST_H>(c, sh_x(c), x);
	pairs<SILU>(c, x, n, [&](int i, const float (&y)[2]) {
		const int at = SILU ? u0 + i : 2 * (u0 + i);
		const float a = y[0] * factor + bias_at(ST_FLAGS_UP, bias, at),
		    b = y[1] * factor + bias_at(ST_FLAGS_UP, bias, SILU ? ST_F + at : at + 1);
		if (c->lane != 0)
			return;
		if (SILU)
			act_put(net, at, a * step_sigmoid(a) * b, epoch);
		else {
			act_put(net, at, step_gelu(a), epoch);
			act_put(net, at + 1, step_gelu(b), epoch);
		}
	});
	ring_skip(&c->at_ring, (2 * n + ST_CHUNK - 1) / ST_CHUNK);
}

static __device__ __forceinline__ float4
act_at(const as_real *p)
{
	return raw_float(*(const step_raw *)p);
}

/* Rows of F in eighths: a warp has an eighth of every row, or of every second one with 16 warps. */
static __device__ __forceinline__ void
phase_down(step_t *c, const step_bias *b, as_u32 epoch)
{
	enum { E = ST_F / 8, GROUPS = ST_WARPS / 8 };
	const int o0 = share(ST_H, blockIdx.x), n = share(ST_H, blockIdx.x + 1) - o0,
	    eighth = c->warp % 8;
	const as_real *act = (const as_real *)sh_x(c) + eighth * E;
	float *part = sh_part(c);
	float4 x[NVD];

#pragma unroll
	for (int v = 0; v < NVD; v++)
		x[v] = HAS(v, E) ? act_at(act + (v * 32 + c->lane) * 4) : make_float4(0, 0, 0, 0);
	/* eighth e of row i is piece 8 i + e: GROUPS rows on are BETWEEN slots on */
	enum { BETWEEN = 8 * GROUPS / ST_CHUNK };
	const as_u32 at = eighth % ST_CHUNK * PIECE + c->lane * 4 * ES;
	step_cursor k = ring_at(c, c->warp / ST_CHUNK), k2;
#pragma unroll 1
	for (int i = c->warp / 8; i < n; i += 2 * GROUPS) {
		const int two = i + GROUPS < n;
		const as_u32 a = ring_wait(c, k) + at;
		float4 s = make_float4(0, 0, 0, 0), t = s;
		k2 = k;
		if (two)
			ring_step(&k2, BETWEEN);
		const as_u32 b = ring_wait(c, k2) + at;
#pragma unroll
		for (int v = 0; v < NVD; v++)
			if (HAS(v, E)) {
				fma4(&s, raw_float(raw_shared(a + v * 128 * ES)), x[v]);
				fma4(&t, raw_float(raw_shared(b + v * 128 * ES)), x[v]);
			}
		ring_free(c, k, WEIGHT, 1);
		ring_free(c, k2, WEIGHT, two);
		float y[2] = {sum4(s), sum4(t)};
		warp_sums(y);
		if (c->lane == 0) {
			part[i * 8 + eighth] = y[0];
			if (two)
				part[(i + GROUPS) * 8 + eighth] = y[1];
		}
		k = k2;
		ring_step(&k, BETWEEN);
	}
	bar_consumers();
	if (c->tid < n) {
		float y = 0;
#pragma unroll
		for (int i = 0; i < 8; i++)
			y += part[c->tid * 8 + i];
		net_put(c->net + NET_RES + o0 + c->tid, y + b->down + sh_res(c)[o0 + c->tid], epoch);
	}
	ring_skip(&c->at_ring, (8 * n + ST_CHUNK - 1) / ST_CHUNK);
}

/* What the next layer reads beside the ring, into the second-level cache: a vector a block, in the
 * order of STEP_LAYER. */
static __device__ __forceinline__ void
prefetch_layer(const step_t *c, int l)
{
	const int i = blockIdx.x - 1;
	const int bytes = i == 0 ? ST_QR * ES : i == 2 ? (SILU ? 2 : 1) * ROW_F : ROW;

	if (i >= 0 && i < 8) {
		const char *p = (const char *)(&c->a->layer.qkv_bias)[i];
		p += l * (&c->a->stride.qkv_bias)[i];
		for (int at = c->tid * 128; (&c->a->layer.qkv_bias)[i] && at < bytes; at += NT * 128)
			asm volatile("prefetch.global.L2 [%0];" :: "l"(p + at));
	}
}

typedef struct { float v; int i; } step_best;

static __device__ __forceinline__ step_best
better(step_best a, step_best b)
{
	return b.v > a.v || (b.v == a.v && b.i < a.i) ? b : a;
}

/* The best of what all warps have, on thread 0. */
static __device__ __forceinline__ step_best
best_of_warps(const step_t *c, step_best best, float *part)
{
	if (c->lane == 0) {
		part[c->warp] = best.v;
		((int *)part)[ST_WARPS + c->warp] = best.i;
	}
	bar_consumers();
	if (c->tid == 0)
		for (int w = 1; w < ST_WARPS; w++)
			best = better(best, step_best{part[w], ((int *)part)[ST_WARPS + w]});
	return best;
}

/* Logits, and this block's best as packets. */
static __device__ __forceinline__ void
phase_head(step_t *c, as_u32 epoch)
{
	const int v0 = share(PAIRS_V, blockIdx.x), n = share(PAIRS_V, blockIdx.x + 1) - v0;
	const float factor = norm_factor(c);
	float *logits = (float *)c->a->logits;
	step_best best = {-AS_INF, ST_V};
	float4 x[NV];

	fragments<ST_H>(c, sh_x(c), x);
	pairs<0>(c, x, n, [&](int i, const float (&y)[2]) {
		const int at = 2 * (v0 + i);
		best = better(best, step_best{y[0] * factor, at});
		if (c->lane == 0)
			logits[at] = y[0] * factor;
		if (at + 1 < ST_V) {
			best = better(best, step_best{y[1] * factor, at + 1});
			if (c->lane == 0)
				logits[at + 1] = y[1] * factor;
		}
	});
	best = best_of_warps(c, best, sh_part(c) + 4 * ST_WARPS);
	if (c->tid == 0) {
		net_put(c->net + NET_BEST + 2 * blockIdx.x, best.v, epoch);
		net_put(c->net + NET_BEST + 2 * blockIdx.x + 1, __int_as_float(best.i), epoch);
	}
}

/* One block chooses the token and leaves the state as argmax does. */
static __device__ __forceinline__ void
finish(step_t *c, as_u32 epoch, as_u32 launch)
{
	step_best best = {-AS_INF, ST_V};

	for (int b = c->tid; b < ST_G; b += NT) {
		as_u64 v[2];
		float2 got;
		net_load2(c->net + NET_BEST + 2 * b, v);
		got = net_got2(c, c->net + NET_BEST + 2 * b, v, epoch);
		best = better(best, step_best{got.x, __float_as_int(got.y)});
	}
#pragma unroll
	for (int o = 16; o; o >>= 1)
		best = better(best, step_best{__shfl_xor_sync(0xffffffffu, best.v, o),
		    __shfl_xor_sync(0xffffffffu, best.i, o)});
	best = best_of_warps(c, best, sh_part(c) + 6 * ST_WARPS);
	if (c->tid == 0) {
		as_chosen((int *)c->a->state, (int *)c->a->ids, (int *)c->a->tokens,
		    best.i < ST_V ? best.i : 0); /* all NaN */
		*(as_u32 *)(c->net + NET_LAUNCH) = launch + 1;
	}
}

static __device__ __forceinline__ void
consumers(step_t *c)
{
	const step_args *a = c->a;
	const int pos = ((const volatile int *)a->state)[AS_ST_POS];
	const int token = *(const volatile int *)a->ids;
	const as_u32 launch = *(const volatile as_u32 *)(c->net + NET_LAUNCH);
	const step_unit u = unit_of(pos);
	const int q0 = share(ST_QR, blockIdx.x), nq = share(ST_QR, blockIdx.x + 1) - q0,
	    o0 = share(ST_H, blockIdx.x), no = share(ST_H, blockIdx.x + 1) - o0;
	as_u32 e = launch * (ST_L + 1);
	float2 turn = {1, 0};
	step_norm n;

	c->count = (as_u32 *)(c->net + NET_COUNT) + (launch & 1) * 128;
	if (blockIdx.x == ST_G - 1 && c->tid < 128) /* the next launch's */
		((as_u32 *)(c->net + NET_COUNT))[(~launch & 1) * 128 + c->tid] = 0;
	if (ST_ROPE) {
		const float *table = (const float *)a->rotary + (long)pos * ST_HD + c->tid % (ST_HD / 2);
		turn = make_float2(table[0], table[ST_HD / 2]);
	}
	for (int l = 0; l < ST_L; l++) {
		step_bias b;
		e++;
		c->at = 8 * l + 1;
		norm_load(c, &n, OF(c, l, gain1), OF(c, l, beta1));
		bias_load(c, ST_FLAGS_QKV, OF(c, l, qkv_bias), q0, nq, b.qkv);
		if (l) {
			wait_count(c, 0, l * ST_G, ST_G);
			take_residual(c, &n, c->net + NET_RES, e - 1);
		} else
			take_embedding(c, &n, token, pos);
		phase_qkv(c, &b, e);
		if (l + 1 < ST_L)
			prefetch_layer(c, l + 1);
		c->at++;
		if (u.parts)
			phase_attention(c, l, &u, turn, e);
		c->at++;
		bias_load(c, ST_FLAGS_O, OF(c, l, o_bias), o0, no, b.o);
		wait_count(c, 1, (l + 1) * ST_NH, ST_NH);
		net_gather<ST_KO>(c, c->net + NET_ATT, sh_x(c), e);
		bar_consumers();
		phase_o(c, &b, e);
		arrive(c, 2);
		c->at++;
		norm_load(c, &n, OF(c, l, gain2), OF(c, l, beta2));
		wait_count(c, 2, (l + 1) * ST_G, ST_G);
		take_residual(c, &n, c->net + NET_MID, e);
		phase_up(c, OF(c, l, up_bias), e);
		arrive(c, 3);
		c->at++;
		b.down = c->tid < no ? bias_at(ST_FLAGS_DOWN, OF(c, l, down_bias), o0 + c->tid) : 0.0f;
		wait_count(c, 3, (l + 1) * ST_G, ST_G);
		act_gather(c, c->net + NET_ACT, (as_real *)sh_x(c), e);
		bar_consumers();
		phase_down(c, &b, e);
		arrive(c, 0);
	}
	c->at = 8 * ST_L + 6;
	norm_load(c, &n, a->gain, a->beta);
	wait_count(c, 0, ST_L * ST_G, ST_G);
	take_residual(c, &n, c->net + NET_RES, e);
	phase_head(c, e + 1);
	c->at++;
	if (blockIdx.x == 0)
		finish(c, e + 1, launch);
}

static __device__ __forceinline__ void
as_step(const step_args *a)
{
	extern __shared__ __align__(128) char shared[];
	step_t c = {a, shared, (as_u64 *)a->net, 0, (as_u32 *)(shared + SH_DONE), 0, {0, 0}, 0,
	    (int)threadIdx.x, (int)threadIdx.x % 32, (int)threadIdx.x / 32};

	if (threadIdx.x == 0) {
		const as_u32 bars = step_sh(shared + SH_BAR);
		*c.done = 0;
		for (int i = 0; i < ST_DEPTH; i++) {
			asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(bars + 16 * i));
			asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(bars + 16 * i + 8), "r"(ST_WARPS));
		}
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	}
	__syncthreads();
	if (threadIdx.x == NT)
		producer(&c);
	else if (threadIdx.x < NT)
		consumers(&c);
}
