/* chip.cuh - a decode step of one row as one persistent kernel, a block an SM.
 *
 * It must move each weight and the seen part of the cache once; all else stays on the chip. Rows
 * of every matrix are shared out over the blocks, so that a block's rows of a phase are one run of
 * memory. One thread copies these runs, phase after phase, into a ring in shared memory; it never
 * waits for an activation. ST_WARPS warps take the rows out of it.
 *
 * Between phases vectors go through device memory as packets {value, epoch}: a reader that sees
 * the epoch has the value, so no fence is needed. A block that is done counts itself in, unordered;
 * one thread a block polls the count, and only then all read packets: many pollers would slow the
 * stream of weights. Sums have a fixed order.
 *
 * Here: the constants, waiting, packets, and elements as they lie in memory. ring.cuh has the
 * copies and the rows, norm.cuh the residual, attn.cuh attention, phases.cuh the whole.
 *
 * The generated text in front gives the shape (ST_*) and step_args: for each of a layer's pointers
 * the first layer's and the distance to the next, then those that are no layer's. */

typedef unsigned int as_u32;

enum {
	NT = 32 * ST_WARPS, ES = sizeof(as_real),
	ROW = ST_H * ES, ROW_O = ST_KO * ES, ROW_F = ST_F * ES, PIECE = ROW_F / 8, /* bytes */
	NV = (ST_H / 4 + 31) / 32, NVO = (ST_KO / 4 + 31) / 32, /* groups of 4 elements a lane, a row */
	NVD = (ST_F / 32 + 31) / 32,                            /* and an eighth of a row of F */
	N2 = (ST_H / 2 + NT - 1) / NT,                          /* pairs of a vector of H a thread */
	SILU = (ST_FLAGS_UP & AS_SILU) != 0,
	PAIRS = SILU ? ST_F : ST_F / 2, PAIRS_V = (ST_V + 1) / 2,
	LANES = ST_HD <= 32 ? 8 : ST_HD <= 64 ? 16 : 32,        /* that share a key */
	KEYS = 32 / LANES, TURN = ST_WARPS * KEYS,              /* keys at a time: of a warp, of a block */
	TURNS = ST_SLOT / (ST_HD * ES) / TURN,                  /* in a slot of the ring */
	TOGETHER = TURNS >= 4 ? 1 : TURNS >= 2 ? 2 : 4,         /* slots that are looked at together */
	/* keys; scores of a block are kept */
	IN_SLOT = TURNS * TURN, IN_BLOCK = ST_KEYS / (IN_SLOT * TOGETHER) * IN_SLOT * TOGETHER,
	WEIGHT = ST_WARPS / ST_CHUNK                            /* of a row, in what frees a slot */
};

/* Shared memory, in bytes; the ring follows. */
enum {
	SH_RES = 0, SH_X = SH_RES + ST_H * 4, SH_PART = SH_X + ST_SH_X, SH_DONE = SH_PART + 1024,
	SH_BAR = SH_DONE + 16,
	SH_RING = (SH_BAR + 16 * ST_DEPTH + 127) / 128 * 128
};
static_assert((ST_H + ST_G - 1) / ST_G * 32 <= SH_DONE - SH_PART, "sums of the down product");
static_assert(TURN <= 32 && TURNS > 0 && IN_BLOCK > 0, "partials of attention, keys of a slot");
static_assert(ST_WINDOW > 0 && ST_WINDOW + 2 * ST_WARPS / ST_CHUNK <= ST_DEPTH, "the ring");

/* A slot of the ring, and the parity that its barrier has once it has landed. */
typedef struct { as_u32 slot, parity; } step_cursor;

typedef struct {
	const step_args *a;
	char *sh;             /* shared memory */
	as_u64 *net;          /* packets */
	as_u32 *count;        /* arrivals of this launch, a line a phase */
	as_u32 *done;         /* shared: warps of this block that have finished phases */
	as_u32 ndone;         /* expected of it */
	step_cursor at_ring;  /* where the phase starts */
	as_u32 at;            /* where this block stands, for the watchdog: layer * 8 + phase */
	int tid, lane, warp;
} step_t;

/* Pointer `name` of layer l. */
#define OF(c, l, name) ((void *)((char *)(c)->a->layer.name + (l) * (c)->a->stride.name))

static __device__ __forceinline__ as_u32
step_sh(const void *p)
{
	return (as_u32)__cvta_generic_to_shared(p);
}

/* A wait that does not end: says where, leaves the others time to say so too, and stops. */
static __device__ __noinline__ void
step_stuck(volatile as_u32 *stood, as_u32 at)
{
	const long long t0 = clock64();

	if (at) /* the producer knows no phase */
		stood[blockIdx.x] = at;
	__threadfence_system();
	while (clock64() - t0 < 1000000000ll)
		;
	__trap();
}

#define STEP_SPIN(c, n) do { if (++(n) > ST_SPINS) step_stuck((c)->a->stood, (c)->at); } while (0)

/* Barriers of the ring */
static __device__ __forceinline__ void
bar_wait(const step_t *c, as_u32 bar, as_u32 parity)
{
	as_u32 ok, n = 0;

	do {
		asm volatile("{\n.reg .pred p;\n"
		    "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
		    : "=r"(ok) : "r"(bar), "r"(parity) : "memory");
		if (!ok)
			STEP_SPIN(c, n);
	} while (!ok);
}

static __device__ __forceinline__ void
bar_arrive(as_u32 bar, as_u32 n)
{
	asm volatile("mbarrier.arrive.shared.b64 _, [%0], %1;" :: "r"(bar), "r"(n) : "memory");
}

static __device__ __forceinline__ void
bar_consumers(void)
{
	asm volatile("bar.sync 1, %0;" :: "n"((int)NT) : "memory");
}

/* Packets */
static __device__ __forceinline__ void
net_put(as_u64 *p, float v, as_u32 epoch)
{
	asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" :: "l"(p),
	    "l"((as_u64)epoch << 32 | __float_as_uint(v)) : "memory");
}

static __device__ __forceinline__ void
net_load2(const as_u64 *p, as_u64 v[2])
{
	asm volatile("ld.relaxed.gpu.global.v2.b64 {%0,%1}, [%2];" : "=l"(v[0]), "=l"(v[1]) : "l"(p)
	    : "memory");
}

static __device__ __forceinline__ as_u64
net_load(const as_u64 *p)
{
	as_u64 v;

	asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
	return v;
}

static __device__ __forceinline__ float
net_get(const step_t *c, const as_u64 *p, as_u32 epoch)
{
	as_u64 v = net_load(p);
	as_u32 n = 0;

	while ((as_u32)(v >> 32) != epoch) {
		STEP_SPIN(c, n);
		v = net_load(p);
	}
	return __uint_as_float((as_u32)v);
}

/* Two neighbours, the first read of which is in v. */
static __device__ __forceinline__ float2
net_got2(const step_t *c, const as_u64 *p, as_u64 v[2], as_u32 epoch)
{
	as_u32 n = 0;

	while ((as_u32)(v[0] >> 32) != epoch || (as_u32)(v[1] >> 32) != epoch) {
		STEP_SPIN(c, n);
		net_load2(p, v);
	}
	return make_float2(__uint_as_float((as_u32)v[0]), __uint_as_float((as_u32)v[1]));
}

/* use(k, i, v): this thread's k-th pair of N values is pair i. All are asked for before a wait. */
template <int N, class F> static __device__ __forceinline__ void
net_pairs(const step_t *c, const as_u64 *p, as_u32 epoch, F use)
{
	enum { EACH = (N / 2 + NT - 1) / NT };
	as_u64 v[EACH][2];

#pragma unroll
	for (int k = 0; k < EACH; k++)
		if (c->tid + k * NT < N / 2)
			net_load2(p + 2 * (c->tid + k * NT), v[k]);
	for (as_u32 n = 0;;) {
		int late = 0;
#pragma unroll
		for (int k = 0; k < EACH; k++)
			if (c->tid + k * NT < N / 2)
				late |= ((as_u32)(v[k][0] >> 32) ^ epoch) | ((as_u32)(v[k][1] >> 32) ^ epoch);
		if (!late)
			break;
		STEP_SPIN(c, n);
#pragma unroll
		for (int k = 0; k < EACH; k++)
			if (c->tid + k * NT < N / 2)
				net_load2(p + 2 * (c->tid + k * NT), v[k]);
	}
#pragma unroll
	for (int k = 0; k < EACH; k++)
		if (c->tid + k * NT < N / 2)
			use(k, c->tid + k * NT, make_float2(__uint_as_float((as_u32)v[k][0]),
			    __uint_as_float((as_u32)v[k][1])));
}

/* N values into shared memory. */
template <int N> static __device__ __forceinline__ void
net_gather(const step_t *c, const as_u64 *p, float *to, as_u32 epoch)
{
	net_pairs<N>(c, p, epoch, [&](int, int i, float2 v) { *(float2 *)(to + 2 * i) = v; });
}

/* The activation of the feed-forward part: a packet has 16 bits of value and 16 of epoch where the
 * dtype has 16. */
#if AS_DTYPE == 0
static __device__ __forceinline__ void
act_put(as_u64 *net, int i, float v, as_u32 epoch)
{
	net_put(net + i, v, epoch);
}

static __device__ __forceinline__ void
act_gather(const step_t *c, const as_u64 *net, as_real *to, as_u32 epoch)
{
	net_gather<ST_F>(c, net, to, epoch);
}
#else
static __device__ __forceinline__ void
act_put(as_u64 *net, int i, float v, as_u32 epoch)
{
	as_real h;

	as_st(&h, v);
	asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" :: "l"((as_u32 *)net + i),
	    "r"(epoch << 16 | h) : "memory");
}

static __device__ __forceinline__ uint4
act_load(const as_u64 *net, int i)
{
	uint4 v;

	asm volatile("ld.relaxed.gpu.global.v4.b32 {%0,%1,%2,%3}, [%4];"
	    : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"((const as_u32 *)net + 4 * i) : "memory");
	return v;
}

static __device__ __forceinline__ void
act_gather(const step_t *c, const as_u64 *net, as_real *to, as_u32 epoch)
{
	enum { EACH = (ST_F / 4 + NT - 1) / NT };
	const as_u32 e = epoch & 0xffff;
	uint4 v[EACH];

#pragma unroll
	for (int k = 0; k < EACH; k++)
		if (c->tid + k * NT < ST_F / 4)
			v[k] = act_load(net, c->tid + k * NT);
	for (as_u32 n = 0;;) {
		int late = 0;
#pragma unroll
		for (int k = 0; k < EACH; k++)
			if (c->tid + k * NT < ST_F / 4)
				late |= (v[k].x >> 16 ^ e) | (v[k].y >> 16 ^ e) | (v[k].z >> 16 ^ e) | (v[k].w >> 16 ^ e);
		if (!late)
			break;
		STEP_SPIN(c, n);
#pragma unroll
		for (int k = 0; k < EACH; k++)
			if (c->tid + k * NT < ST_F / 4)
				v[k] = act_load(net, c->tid + k * NT);
	}
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		if (c->tid + k * NT >= ST_F / 4)
			break;
		*(uint2 *)(to + 4 * (c->tid + k * NT)) = make_uint2(__byte_perm(v[k].x, v[k].y, 0x5410),
		    __byte_perm(v[k].z, v[k].w, 0x5410));
	}
}
#endif

/* Four elements as they lie in memory. */
#if AS_DTYPE == 0
typedef float4 step_raw;
static __device__ __forceinline__ float4 raw_float(step_raw v) { return v; }
static __device__ __forceinline__ step_raw
raw_shared(as_u32 a)
{
	step_raw v;
	asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];"
	    : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(a));
	return v;
}
#else
typedef uint2 step_raw;
static __device__ __forceinline__ float4
raw_float(step_raw v)
{
	return make_float4(as_widen((as_u16)v.x), as_widen((as_u16)(v.x >> 16)), as_widen((as_u16)v.y),
	    as_widen((as_u16)(v.y >> 16)));
}
static __device__ __forceinline__ step_raw
raw_shared(as_u32 a)
{
	step_raw v;
	asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(v.x), "=r"(v.y) : "r"(a));
	return v;
}
#endif

/* Zeros, if not yes: a select is faster than a branch. */
static __device__ __forceinline__ step_raw
raw_if(int yes, as_u32 a)
{
	step_raw v = raw_shared(a);

	v.x = yes ? v.x : 0;
	v.y = yes ? v.y : 0;
#if AS_DTYPE == 0
	v.z = yes ? v.z : 0;
	v.w = yes ? v.w : 0;
#endif
	return v;
}

static __device__ __forceinline__ void
fma4(float4 *s, float4 w, float4 x)
{
	s->x += w.x * x.x;
	s->y += w.y * x.y;
	s->z += w.z * x.z;
	s->w += w.w * x.w;
}

static __device__ __forceinline__ float
sum4(float4 v)
{
	return (v.x + v.y) + (v.z + v.w);
}

template <int N> static __device__ __forceinline__ void
warp_sums(float (&v)[N])
{
#pragma unroll
	for (int o = 16; o; o >>= 1)
#pragma unroll
		for (int i = 0; i < N; i++)
			v[i] += __shfl_xor_sync(0xffffffffu, v[i], o);
}

/* This block's share of n: [from, to). */
static __device__ __forceinline__ int
share(as_u32 n, as_u32 block)
{
	return (int)(n * block / ST_G);
}

static __device__ __forceinline__ float *
sh_res(const step_t *c)
{
	return (float *)(c->sh + SH_RES);
}

static __device__ __forceinline__ float *
sh_x(const step_t *c)
{
	return (float *)(c->sh + SH_X);
}

static __device__ __forceinline__ float *
sh_part(const step_t *c)
{
	return (float *)(c->sh + SH_PART);
}
