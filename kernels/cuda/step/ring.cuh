/* ring.cuh - the weights of a step: who copies them into the ring, who takes the rows out of it. */

/* Producer */

/* A block of its own attends to part `part` of `parts` of the keys of a head: [first, last). The
 * new row goes to `slot`. parts 0: this block attends to none. */
typedef struct { int head, part, parts, first, last, slot; } step_unit;

static __device__ __forceinline__ step_unit
unit_of(int pos)
{
	const int seen = pos + 1 < ST_S ? pos + 1 : ST_S;
	const int most = ST_PARTS, want = seen <= ST_WHOLE ? 1 :
	    (seen + ST_WHOLE / 2 - 1) / (ST_WHOLE / 2), parts = want < most ? want : most,
	    all = ST_NH * parts;
	const int n = (int)blockIdx.x * all / ST_G, mine = (int)blockIdx.x * all % ST_G < all;
	step_unit u = {n / parts, n % parts, mine ? parts : 0, 0, 0, pos % ST_S};

	u.first = seen * u.part / parts;
	u.last = seen * (u.part + 1) / parts;
	return u;
}

typedef struct { as_u32 slot, parity, behind, behind_parity; int n; as_u64 policy,
    keep; } step_ring;

static __device__ __forceinline__ void
bulk(as_u32 to, const void *from, as_u32 bytes, as_u32 bar, as_u64 policy)
{
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
	    "[%0], [%1], %2, [%3], %4;" :: "r"(to), "l"(from), "r"(bytes), "r"(bar), "l"(policy)
	    : "memory");
}

/* The next slot, once it is free: where it starts and the barrier that its bytes complete. At most
 * `window` slots are in flight: a deep ring is good, a deep queue is slow, and a warp that waits
 * for a slot by parity must never be a whole turn ahead of what has landed. */
static __device__ __forceinline__ as_u32
next_slot(const step_t *c, step_ring *r, as_u32 bytes, int window, as_u32 *full)
{
	const as_u32 bars = step_sh(c->sh + SH_BAR), to = step_sh(c->sh + SH_RING) + r->slot * ST_SLOT;

	*full = bars + 16 * r->slot;
	bar_wait(c, *full + 8, r->parity);
	while (r->n >= window) {
		bar_wait(c, bars + 16 * r->behind, r->behind_parity);
		if (++r->behind == ST_DEPTH) {
			r->behind = 0;
			r->behind_parity ^= 1;
		}
		r->n--;
	}
	r->n++;
	asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(*full), "r"(bytes)
	    : "memory");
	if (++r->slot == ST_DEPTH) {
		r->slot = 0;
		r->parity ^= 1;
	}
	return to;
}

/* A run: n pieces of `bytes`, ST_CHUNK of them a slot. second: half of the pieces of each slot come
 * from here on (gate, then up), or 0. real: pieces that exist, where the last is a filler. */
static __device__ __forceinline__ void
produce(const step_t *c, step_ring *r, const char *from, int n, int real, int bytes,
    const char *second)
{
	/* as many bytes in flight as of rows of H */
	const int most = ST_DEPTH - 2 * ST_WARPS / ST_CHUNK, same = ST_WINDOW * ROW / bytes,
	    window = same < ST_WINDOW ? ST_WINDOW : same < most ? same : most;

	for (int i = 0; i < n; i += ST_CHUNK) {
		const int take = n - i < ST_CHUNK ? n - i : ST_CHUNK;
		const int have = real - i < take ? real - i : take, half = second ? have / 2 : have;
		as_u32 full, to = next_slot(c, r, (as_u32)(have * bytes), window, &full);
		if (take < ST_CHUNK)
			bar_arrive(full + 8, (as_u32)((ST_CHUNK - take) * WEIGHT));
		bulk(to, from + (long)(second ? i / 2 : i) * bytes, (as_u32)(half * bytes), full, r->policy);
		if (second)
			bulk(to + ST_CHUNK / 2 * bytes, second + (long)(i / 2) * bytes, (as_u32)(half * bytes), full,
			    r->policy);
	}
}

/* Keys, then values, of a block of the unit's part of the cache after another. */
static __device__ __forceinline__ void
produce_keys(const step_t *c, step_ring *r, const step_unit *u, const char *k, const char *v)
{
	for (int from = u->first; from < u->last; from += IN_BLOCK)
		for (int which = 0; which < 2; which++)
			for (int at = from; at < from + IN_BLOCK && at < u->last; at += IN_SLOT) {
				const int n = u->last - at < IN_SLOT ? u->last - at : IN_SLOT;
				as_u32 full, to = next_slot(c, r, (as_u32)(n * ST_HD * ES), ST_WINDOW, &full);
				bulk(to, (which ? v : k) + (long)at * ST_HD * ES, (as_u32)(n * ST_HD * ES), full,
				    r->keep);
			}
}

static __device__ __forceinline__ void
producer(const step_t *c)
{
	const int b = blockIdx.x, q0 = share(ST_QR, b), nq = share(ST_QR, b + 1) - q0,
	    o0 = share(ST_H, b), no = share(ST_H, b + 1) - o0, u0 = share(PAIRS, b),
	    nu = share(PAIRS, b + 1) - u0, v0 = share(PAIRS_V, b), nv = share(PAIRS_V, b + 1) - v0;
	const int pos = ((const volatile int *)c->a->state)[AS_ST_POS];
	const step_unit u = unit_of(pos);
	const long kv = (long)(u.head / (ST_NH / ST_NKV)) * ST_S * ST_HD * ES;
	step_ring r = {0, 1, 0, 0, 0, 0, 0};

	asm volatile("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(r.keep));
	asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(r.policy));
	if (!ST_EVICT_FIRST)
		r.policy = r.keep;

	/* rows of each of a layer's products, as STEP_LAYER has them: the first, how many, bytes of one */
	const struct { long first; int n, bytes; } run[] = {{(long)q0 * ROW, nq, ROW},
	    {(long)o0 * ROW_O, no, ROW_O}, {(long)(SILU ? 1 : 2) * u0 * ROW, 2 * nu, ROW},
	    {(long)o0 * ROW_F, 8 * no, PIECE}};
#pragma unroll 1
	for (int l = 0; l < ST_L; l++)
#pragma unroll 1
		for (int i = 0; i < 4; i++) {
			const char *from = (const char *)(&c->a->layer.qkv)[i] + l * (&c->a->stride.qkv)[i] +
			    run[i].first;
			if (i == 1 && u.parts)
				produce_keys(c, &r, &u, (const char *)OF(c, l, k) + kv, (const char *)OF(c, l, v) + kv);
			produce(c, &r, from, run[i].n, run[i].n, run[i].bytes, SILU &&
			    i == 2 ? from + (long)ST_F * ROW : 0);
		}
	produce(c, &r, (const char *)c->a->head + (long)2 * v0 * ROW, 2 * nv,
	    2 * nv < ST_V - 2 * v0 ? 2 * nv : ST_V - 2 * v0, ROW, 0);
}

/* Consumers */

/* On by n slots; ring_step: by fewer than the ring has. */
static __device__ __forceinline__ void
ring_skip(step_cursor *k, as_u32 n)
{
	k->slot += n;
	k->parity ^= k->slot / ST_DEPTH & 1;
	k->slot %= ST_DEPTH;
}

static __device__ __forceinline__ void
ring_step(step_cursor *k, as_u32 n)
{
	k->slot += n;
	if (k->slot >= ST_DEPTH) {
		k->slot -= ST_DEPTH;
		k->parity ^= 1;
	}
}

static __device__ __forceinline__ step_cursor
ring_at(const step_t *c, as_u32 n)
{
	step_cursor k = c->at_ring;

	ring_step(&k, n);
	return k;
}

/* Where the slot lies, once it has landed. */
static __device__ __forceinline__ as_u32
ring_wait(const step_t *c, step_cursor k)
{
	bar_wait(c, step_sh(c->sh + SH_BAR) + 16 * k.slot, k.parity);
	return step_sh(c->sh + SH_RING) + k.slot * ST_SLOT;
}

/* This warp needs no more of the slot, of which it had a share of n parts (had 0: nothing). */
static __device__ __forceinline__ void
ring_free(const step_t *c, step_cursor k, as_u32 n, int had)
{
	__syncwarp();
	asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %2, 0;\n"
	    "@p mbarrier.arrive.shared.b64 _, [%0], %1;\n}"
	    :: "r"(step_sh(c->sh + SH_BAR) + 16 * k.slot + 8), "r"(n), "r"((as_u32)(c->lane == 0 && had))
	    : "memory");
}

/* Whether group v of a row of n elements has elements for this lane. */
#define HAS(v, n) ((n) % 128 == 0 || ((v) * 32 + c->lane) * 4 < (n))

/* A vector of n elements in shared memory, as fragments of 4 a lane. */
template <int N, int V> static __device__ __forceinline__ void
fragments(const step_t *c, const float *x, float4 (&f)[V])
{
#pragma unroll
	for (int v = 0; v < V; v++)
		f[v] = HAS(v, N) ? *(const float4 *)(x + (v * 32 + c->lane) * 4) : make_float4(0, 0, 0, 0);
}

/* Product of a row in slot k with x; every lane has it. */
template <int N, int V> static __device__ __forceinline__ float
row(const step_t *c, const float4 (&x)[V], step_cursor k)
{
	const as_u32 a = ring_wait(c, k) + c->warp % ST_CHUNK * (N * ES) + c->lane * 4 * ES;
	float4 s = make_float4(0, 0, 0, 0);
	step_raw w[V];

#pragma unroll
	for (int v = 0; v < V; v++)
		if (HAS(v, N))
			w[v] = raw_shared(a + v * 128 * ES);
#pragma unroll
	for (int v = 0; v < V; v++)
		if (HAS(v, N))
			fma4(&s, raw_float(w[v]), x[v]);
	ring_free(c, k, WEIGHT, 1);
	return as_warp_sum(sum4(s));
}

/* use(i, k, y): the product of each of this warp's rows, at most MOST, of n of the phase; row i is
 * this warp's k-th. */
template <int N, int MOST, int V, class F> static __device__ __forceinline__ void
rows(step_t *c, const float4 (&x)[V], int n, F use)
{
	step_cursor at = ring_at(c, c->warp / ST_CHUNK);

#pragma unroll
	for (int k = 0; k < MOST; k++) {
		const int i = c->warp + k * ST_WARPS;
		if (i < n) {
			use(i, k, row<N>(c, x, at));
			ring_step(&at, ST_WARPS / ST_CHUNK);
		}
	}
	ring_skip(&c->at_ring, (n + ST_CHUNK - 1) / ST_CHUNK);
}

/* Groups [from, from + LOADS) of two rows: as many as registers hold beside x. */
enum {
	ROOM = 120 - 4 * NV >= 4 * ES ? (120 - 4 * NV) / (2 * ES) : 2, TIMES = (NV + ROOM - 1) / ROOM,
	LOADS = (NV + TIMES - 1) / TIMES
};
typedef struct { step_raw u[LOADS], w[LOADS]; } step_rows;

static __device__ __forceinline__ void
rows_load(const step_t *c, step_rows *r, as_u32 a, as_u32 b, int from)
{
#pragma unroll
	for (int v = 0; v < LOADS; v++)
		if (from + v < NV && HAS(from + v, ST_H)) {
			r->u[v] = raw_shared(a + (from + v) * 128 * ES);
			r->w[v] = raw_shared(b + (from + v) * 128 * ES);
		}
}

/* use(i, y): products of each of this warp's pairs of rows, of n of the phase. The rows of a pair
 * are neighbours in a slot, or (apart) half a slot apart. The next pair is under way before the
 * sums over lanes of this one. */
template <int APART, class F> static __device__ __forceinline__ void
pairs(const step_t *c, const float4 (&x)[NV], int n, F use)
{
	enum { HALF = ST_CHUNK / 2 };
	const as_u32 at = c->warp % HALF * (APART ? 1 : 2) * ROW + c->lane * 4 * ES,
	    apart = (APART ? HALF : 1) * ROW;
	step_cursor k = ring_at(c, c->warp / HALF);
	step_rows r;
	as_u32 a = 0;

	if (c->warp < n) {
		a = ring_wait(c, k) + at;
		rows_load(c, &r, a, a + apart, 0);
	}
#pragma unroll 1
	for (int i = c->warp; i < n; i += ST_WARPS) {
		float4 s = make_float4(0, 0, 0, 0), t = s;
#pragma unroll
		for (int h = 0; h < NV; h += LOADS) {
			if (h)
				rows_load(c, &r, a, a + apart, h);
#pragma unroll
			for (int v = 0; v < LOADS; v++)
				if (h + v < NV && HAS(h + v, ST_H)) {
					fma4(&s, raw_float(r.u[v]), x[h + v]);
					fma4(&t, raw_float(r.w[v]), x[h + v]);
				}
		}
		ring_free(c, k, 2 * WEIGHT, 1);
		if (i + ST_WARPS < n) {
			ring_step(&k, ST_WARPS / HALF);
			a = ring_wait(c, k) + at;
			rows_load(c, &r, a, a + apart, 0);
		}
		float y[2] = {sum4(s), sum4(t)};
		warp_sums(y);
		use(i, y);
	}
}

/* This warp has published all of its part of a phase. */
static __device__ __forceinline__ void
arrive(step_t *c, int phase)
{
	c->ndone += ST_WARPS;
	if (c->lane == 0 && atomicAdd(c->done, 1) + 1 == c->ndone)
		asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;" :: "l"(c->count + phase * 32)
		    : "memory");
}

/* Waits until n blocks have arrived, but for an eighth of the `of` that do so a layer. A hint,
 * since packets carry epochs: the few that are missing are polled where they are read, which saves
 * the time from the last arrival to the next look at the count. Also a barrier. */
static __device__ __forceinline__ void
wait_count(const step_t *c, int phase, as_u32 n, int of)
{
	if (c->tid == 0) {
		as_u32 v, spins = 0;
		for (;;) {
			asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(c->count + phase * 32)
			    : "memory");
			if ((int)(v - n) >= -(of / 8))
				break;
			STEP_SPIN(c, spins);
		}
	}
	bar_consumers();
}
