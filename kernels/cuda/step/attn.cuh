/* attn.cuh - attention of one row: a head, or a part of its keys, is a block of its own. */

/* The first key of this lane, of those that a block has at a time. */
#define KEY0(c) ((c)->warp * KEYS + (c)->lane / LANES)

/* Slots b, b + 1, ... of the phase's keys or values; where there are fewer, the first again. */
static __device__ __forceinline__ void
keys_wait(const step_t *c, int b, int slots, step_cursor (&k)[TOGETHER], as_u32 (&a)[TOGETHER])
{
#pragma unroll
	for (int i = 0; i < TOGETHER; i++) {
		k[i] = c->at_ring;
		ring_skip(&k[i], b + i);
		a[i] = i == 0 || b + i < slots ? ring_wait(c, k[i]) : a[0];
	}
}

static __device__ __forceinline__ void
keys_free(const step_t *c, int b, int slots, const step_cursor (&k)[TOGETHER])
{
#pragma unroll
	for (int i = 0; i < TOGETHER; i++)
		ring_free(c, k[i], 1, b + i < slots);
}

/* A block's sums over its keys, which come through the ring: of all threads, thread i < HD has
 * element i of the weighted values; *top and *sum are the largest score and the sum of weights.
 * q: query, key and value of the new row, in shared memory. */
static __device__ __forceinline__ float
attend(step_t *c, const step_unit *u, const float *q, float *scratch, float *top, float *sum)
{
	const int at = c->lane % LANES * 4, on = at < ST_HD;
	const as_u32 own = (KEY0(c) * ST_HD + (on ? at : 0)) * ES; /* nothing behind the last key */
	const float4 none = make_float4(0, 0, 0, 0), qf = on ? *(const float4 *)(q + at) : none;
	float *tops = scratch + TURN * ST_HD, *sums = tops + TURN, *scores = sums + TURN, *mine;
	float4 acc = none;
	float m = -1e30f, l = 0;

	/* the new key is not in the cache yet: the first lanes have it */
	if (u->first <= u->slot && u->slot < u->last && c->warp == 0) {
		float4 p = none;
		float s;
		fma4(&p, on ? *(const float4 *)(q + ST_HD + at) : none, qf);
		s = sum4(p);
#pragma unroll
		for (int o = LANES / 2; o; o >>= 1)
			s += __shfl_xor_sync(0xffffffffu, s, o);
		if (c->lane < LANES) {
			m = s * ST_SCALE;
			l = 1;
			acc = on ? *(const float4 *)(q + 2 * ST_HD + at) : none;
		}
	}
	/* loops stay rolled: code that runs once a layer is slow to fetch */
#pragma unroll 1
	for (int from = u->first; from < u->last; from += IN_BLOCK) {
		const int left = u->last - from, slots = left < IN_BLOCK ? (left + IN_SLOT - 1) / IN_SLOT :
		    IN_BLOCK / IN_SLOT;
		const float was = m;
		step_cursor at_ring[TOGETHER];
		as_u32 a[TOGETHER];
#pragma unroll 1
		for (int b = 0; b < slots; b += TOGETHER) {
			float s[TOGETHER * TURNS];
			keys_wait(c, b, slots, at_ring, a);
#pragma unroll
			for (int j = 0; j < TOGETHER * TURNS; j++) {
				float4 p = none;
				fma4(&p, raw_float(raw_if(on, a[j / TURNS] + own + j % TURNS * TURN * ST_HD * ES)), qf);
				s[j] = sum4(p);
			}
			keys_free(c, b, slots, at_ring);
#pragma unroll
			for (int o = LANES / 2; o; o >>= 1)
#pragma unroll
				for (int j = 0; j < TOGETHER * TURNS; j++)
					s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
#pragma unroll
			for (int j = 0; j < TOGETHER * TURNS; j++) {
				const int t = b * IN_SLOT + j * TURN + KEY0(c);
				s[j] = t < left && from + t != u->slot ? s[j] * ST_SCALE : -AS_INF;
				m = fmaxf(m, s[j]);
				if (c->lane % LANES == 0)
					scores[t] = s[j];
			}
		}
		__syncwarp();
		const float shrink = __expf(was - m);
		l *= shrink;
		acc = make_float4(acc.x * shrink, acc.y * shrink, acc.z * shrink, acc.w * shrink);
		ring_skip(&c->at_ring, slots);
#pragma unroll 1
		for (int b = 0; b < slots; b += TOGETHER) {
			keys_wait(c, b, slots, at_ring, a);
#pragma unroll
			for (int j = 0; j < TOGETHER * TURNS; j++) {
				const float e = __expf(scores[b * IN_SLOT + j * TURN + KEY0(c)] - m);
				l += e;
				/* what is not seen may hold anything */
				fma4(&acc, make_float4(e, e, e, e),
				    raw_float(raw_if(e > 0, a[j / TURNS] + own + j % TURNS * TURN * ST_HD * ES)));
			}
			keys_free(c, b, slots, at_ring);
		}
		__syncwarp();
		ring_skip(&c->at_ring, slots);
	}
	mine = scratch + KEY0(c) * ST_HD;
	if (on)
		*(float4 *)(mine + at) = acc;
	if (c->lane % LANES == 0) {
		tops[KEY0(c)] = m;
		sums[KEY0(c)] = l;
	}
	bar_consumers();
	/* lane i knows the weight of partial i */
	m = c->lane < TURN ? tops[c->lane] : -1e30f;
	*top = as_warp_max(m);
	m = c->lane < TURN ? __expf(m - *top) : 0.0f;
	*sum = as_warp_sum(c->lane < TURN ? m * sums[c->lane] : 0.0f);
	l = 0;
#pragma unroll
	for (int i = 0; i < TURN; i++)
		l += __shfl_sync(0xffffffffu, m, i) * scratch[i * ST_HD + c->tid % ST_HD];
	return l;
}

/* q, k and v of the unit's head into shared memory (3, HD), with positions applied. */
static __device__ __forceinline__ void
take_qkv(const step_t *c, const step_unit *u, float *to, float2 turn, as_u32 epoch)
{
	enum { HALF = ST_HD / 2 };
	const int kv = u->head / (ST_NH / ST_NKV), part = c->tid / HALF, i = c->tid % HALF;
	const as_u64 *p = c->net + NET_QKV + i + (part == 0 ? u->head * ST_HD :
	    (part == 1 ? ST_NH : ST_NH + ST_NKV) * ST_HD + kv * ST_HD);

	if (part >= 3)
		return;
	as_u64 v[2] = {net_load(p), net_load(p + HALF)};
	as_u32 spins = 0;
	while ((as_u32)(v[0] >> 32) != epoch || (as_u32)(v[1] >> 32) != epoch) {
		STEP_SPIN(c, spins);
		v[0] = net_load(p);
		v[1] = net_load(p + HALF);
	}
	float a = __uint_as_float((as_u32)v[0]), b = __uint_as_float((as_u32)v[1]), was = a;
	if (ST_ROPE && part < 2) {
		a = a * turn.x - b * turn.y;
		b = b * turn.x + was * turn.y;
	}
	to[part * ST_HD + i] = a;
	to[part * ST_HD + i + HALF] = b;
}

static __device__ __forceinline__ void
phase_attention(step_t *c, int layer, const step_unit *u, float2 turn, as_u32 epoch)
{
	const int kv = u->head / (ST_NH / ST_NKV);
	as_real *k = (as_real *)OF(c, layer, k) + (long)kv * ST_S * ST_HD,
	    *v = (as_real *)OF(c, layer, v) + (long)kv * ST_S * ST_HD;
	float *q = sh_x(c), *scratch = q + 3 * ST_HD, top, sum, y;
	as_u64 *part = c->net + NET_PART + (long)u->head * ST_PARTS * (ST_HD + 2);

	bar_consumers(); /* every warp has its fragments of x */
	take_qkv(c, u, q, turn, epoch);
	bar_consumers();
	if (u->head % (ST_NH / ST_NKV) == 0 && u->first <= u->slot && u->slot < u->last &&
	    c->tid < ST_HD) {
		as_st(k + (long)u->slot * ST_HD + c->tid, q[ST_HD + c->tid]);
		as_st(v + (long)u->slot * ST_HD + c->tid, q[2 * ST_HD + c->tid]);
	}
	y = attend(c, u, q, scratch, &top, &sum);
	if (u->part > 0) {
		part += u->part * (ST_HD + 2);
		if (c->tid < ST_HD)
			net_put(part + c->tid, y, epoch);
		if (c->tid == 0) {
			net_put(part + ST_HD, top, epoch);
			net_put(part + ST_HD + 1, sum, epoch);
		}
		return;
	}
	for (int i = 1; i < u->parts && c->tid < ST_HD; i++) {
		const as_u64 *other = part + i * (ST_HD + 2);
		const float ot = net_get(c, other + ST_HD, epoch), os = net_get(c, other + ST_HD + 1, epoch),
		    oy = net_get(c, other + c->tid, epoch), all = fmaxf(top, ot), e = __expf(top - all),
		    f = __expf(ot - all);
		y = y * e + oy * f;
		sum = sum * e + os * f;
		top = all;
	}
	if (c->tid < ST_HD)
		net_put(c->net + NET_ATT + u->head * ST_HD + c->tid, __fdividef(y, sum), epoch);
	arrive(c, 1);
}
