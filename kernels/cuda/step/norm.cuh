/* norm.cuh - the residual that a phase starts from, its norm, and the biases. */

/* Gain and offset of a norm, asked for before the wait. */
typedef struct { float2 gain[N2], beta[ST_LAYERNORM ? N2 : 1]; } step_norm;

static __device__ __forceinline__ float2
pair_of(const as_real *p, int i)
{
#if AS_DTYPE == 0
	return ((const float2 *)p)[i];
#else
	const as_u32 w = ((const as_u32 *)p)[i];
	return make_float2(as_widen((as_u16)w), as_widen((as_u16)(w >> 16)));
#endif
}

static __device__ __forceinline__ void
norm_load(const step_t *c, step_norm *n, const void *gain, const void *beta)
{
#pragma unroll
	for (int k = 0; k < N2; k++)
		if (c->tid + k * NT < ST_H / 2) {
			n->gain[k] = pair_of((const as_real *)gain, c->tid + k * NT);
			if (ST_LAYERNORM)
				n->beta[k] = pair_of((const as_real *)beta, c->tid + k * NT);
		}
}

/* Pairs of a vector of H that this warp has. */
static __device__ __forceinline__ int
warp_pairs(const step_t *c)
{
	int n = 0;

#pragma unroll
	for (int k = 0; k < N2; k++) {
		const int left = ST_H / 2 - k * NT - c->warp * 32;
		n += left > 32 ? 32 : left > 0 ? left : 0;
	}
	return n;
}

/* The residual goes to shared memory as it is, and normalised; of an RMS norm without the common
 * factor, which norm_factor gives after the next barrier. */
static __device__ __forceinline__ void
norm_take(const step_t *c, const step_norm *n, const float2 (&v)[N2])
{
	float *part = sh_part(c), s = 0, q = 0;

#pragma unroll
	for (int k = 0; k < N2; k++) {
		const int i = c->tid + k * NT;
		if (i < ST_H / 2) {
			*(float2 *)(sh_res(c) + 2 * i) = v[k];
			if (!ST_LAYERNORM)
				*(float2 *)(sh_x(c) + 2 * i) = make_float2(v[k].x * n->gain[k].x, v[k].y * n->gain[k].y);
			s += v[k].x + v[k].y;
			q += v[k].x * v[k].x + v[k].y * v[k].y;
		}
	}
	if (!ST_LAYERNORM) {
		q = as_warp_sum(q);
		if (c->lane == 0)
			part[c->warp] = q;
		bar_consumers();
		return;
	}
	/* each warp about its own mean, so that nothing cancels; then joined (Chan, Golub, LeVeque) */
	const float mine = 2.0f * warp_pairs(c), local = as_warp_sum(s) * (mine > 0 ? 1.0f / mine : 0.0f);
	float mean = 0;
	q = 0;
#pragma unroll
	for (int k = 0; k < N2; k++)
		if (c->tid + k * NT < ST_H / 2)
			q += (v[k].x - local) * (v[k].x - local) + (v[k].y - local) * (v[k].y - local);
	q = as_warp_sum(q);
	if (c->lane == 0)
		*(float4 *)(part + 4 * c->warp) = make_float4(mine, local, q, 0);
	bar_consumers();
#pragma unroll
	for (int w = 0; w < ST_WARPS; w++) {
		const float4 o = *(const float4 *)(part + 4 * w);
		mean += o.x * o.y;
	}
	mean *= 1.0f / ST_H;
	q = 0;
#pragma unroll
	for (int w = 0; w < ST_WARPS; w++) {
		const float4 o = *(const float4 *)(part + 4 * w);
		q += o.z + o.x * (o.y - mean) * (o.y - mean);
	}
	q = rsqrtf(q * (1.0f / ST_H) + ST_EPS);
#pragma unroll
	for (int k = 0; k < N2; k++) {
		const int i = c->tid + k * NT;
		if (i < ST_H / 2)
			*(float2 *)(sh_x(c) + 2 * i) = make_float2(
			    (v[k].x - mean) * q * n->gain[k].x + n->beta[k].x,
			    (v[k].y - mean) * q * n->gain[k].y + n->beta[k].y);
	}
	bar_consumers();
}

static __device__ __forceinline__ float
norm_factor(const step_t *c)
{
	float s = 0;

#pragma unroll
	for (int w = 0; w < (ST_LAYERNORM ? 0 : ST_WARPS); w++)
		s += sh_part(c)[w];
	return ST_LAYERNORM ? 1.0f : rsqrtf(s * (1.0f / ST_H) + ST_EPS);
}

/* The residual as packets, taken by every block. */
static __device__ __forceinline__ void
take_residual(const step_t *c, const step_norm *n, const as_u64 *p, as_u32 epoch)
{
	float2 x[N2];

	net_pairs<ST_H>(c, p, epoch, [&](int k, int, float2 v) { x[k] = v; });
	norm_take(c, n, x);
}

static __device__ __forceinline__ void
take_embedding(const step_t *c, const step_norm *n, int token, long pos)
{
	float2 x[N2];

#pragma unroll
	for (int k = 0; k < N2; k++) {
		const int i = c->tid + k * NT;
		if (i >= ST_H / 2)
			continue;
		x[k] = pair_of((const as_real *)c->a->embed + (long)token * ST_H, i);
		if (ST_PLACES) {
			const float2 at = pair_of((const as_real *)c->a->places + pos * ST_H, i);
			x[k].x += at.x;
			x[k].y += at.y;
		}
	}
	norm_take(c, n, x);
}

static __device__ __forceinline__ float
bias_at(int flags, const void *bias, int i)
{
	return flags & AS_BIAS ? as_ld((const as_real *)bias + i) : 0.0f;
}

/* A bias for each of this warp's rows of a phase, asked for before the wait. */
template <int N> static __device__ __forceinline__ void
bias_load(const step_t *c, int flags, const void *bias, int from, int n, float (&b)[N])
{
#pragma unroll
	for (int k = 0; k < N; k++) {
		const int i = c->warp + k * ST_WARPS;
		b[k] = i < n ? bias_at(flags, bias, from + i) : 0.0f;
	}
}

/* Most rows of n that a warp has. */
#define ROWS_OF(n) ((((n) + ST_G - 1) / ST_G + ST_WARPS - 1) / ST_WARPS)

typedef struct { float qkv[ROWS_OF(ST_QR)], o[ROWS_OF(ST_H)], down; } step_bias;
