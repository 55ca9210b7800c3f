/* base.cuh - what every CUDA kernel rests on: the element type, reductions.
 *
 * As on the CPU, this folder's text is compiled ahead of time (nvcc) with
 * dimensions as arguments, and at run time (NVRTC) in front of wrappers with
 * literal dimensions. AS_DTYPE: 0 fp32, 1 fp16, 2 bf16 (weights and
 * activations; sums, scores, logits and rotary tables are fp32 always). No
 * header of the toolkit is needed. A kernel is a device function
 * `as_NAME(as_NAME_args a)`; kernels/ops.h lists the arguments and says what
 * it computes and moves, here each says what one block does. attn, linear and
 * linear_qkv are templates of their literal dimensions, the tile last. */

typedef unsigned short as_u16;
typedef unsigned long long as_u64;

#if AS_DTYPE == 0
typedef float as_real;
static __device__ __forceinline__ float as_ld(const as_real *p) { return *p; }
static __device__ __forceinline__ void as_st(as_real *p, float v) { *p = v; }
enum { AS_PER16 = 4 };
#else
typedef as_u16 as_real;
enum { AS_PER16 = 8 };
static __device__ __forceinline__ float
as_widen(as_u16 h)
{
#if AS_DTYPE == 1
	float v;
	asm("cvt.f32.f16 %0, %1;" : "=f"(v) : "h"(h));
	return v;
#else
	return __uint_as_float((unsigned)h << 16);
#endif
}
static __device__ __forceinline__ float as_ld(const as_real *p) { return as_widen(*p); }
static __device__ __forceinline__ void
as_st(as_real *p, float v)
{
#if AS_DTYPE == 1
	as_u16 h;
	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(v));
	*p = h;
#else
	unsigned u = __float_as_uint(v);
	*p = (as_u16)((u & 0x7fffffff) > 0x7f800000 ? u >> 16 | 64 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
#endif
}
#endif

#define AS_INLINE static __device__ __forceinline__
#define AS_KERNEL AS_INLINE void
#define AS_INF __int_as_float(0x7f800000)

static __device__ __forceinline__ float
as_warp_sum(float v)
{
#pragma unroll
	for (int o = 16; o; o >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, o);
	return v;
}

static __device__ __forceinline__ float
as_warp_max(float v)
{
#pragma unroll
	for (int o = 16; o; o >>= 1)
		v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
	return v;
}

/* Sum over the block (at most 32 warps), the same on every thread. */
static __device__ __forceinline__ float
as_block_sum(float v)
{
	__shared__ float part[32];
	const int warps = (blockDim.x + 31) / 32;

	v = as_warp_sum(v);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	v = threadIdx.x % 32 < warps ? part[threadIdx.x % 32] : 0.0f;
	return as_warp_sum(v);
}

/* Sums of N values over a block of WARPS warps, the same on every thread; part is used once. */
template <int N, int WARPS>
static __device__ __forceinline__ void
as_block_sums(float (&v)[N], float (&part)[WARPS][N])
{
#pragma unroll
	for (int n = 0; n < N; n++) {
		v[n] = as_warp_sum(v[n]);
		if (threadIdx.x % 32 == 0)
			part[threadIdx.x / 32][n] = v[n];
	}
	__syncthreads();
#pragma unroll
	for (int n = 0; n < N; n++) {
		v[n] = part[0][n];
#pragma unroll
		for (int w = 1; w < WARPS; w++)
			v[n] += part[w][n];
	}
}

/* PER elements of a row as they lie in memory: 16 bytes, or one where rows are not aligned. */
template <int PER> struct as_piece {
	unsigned w[4];
	__device__ __forceinline__ void
	take(const as_real *p)
	{
		const uint4 q = *(const uint4 *)p;
		w[0] = q.x; w[1] = q.y; w[2] = q.z; w[3] = q.w;
	}
	/* what is read once: past L1, and where it stands, in front of a wait */
	__device__ __forceinline__ void
	stream(const as_real *p)
	{
		asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
		    : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]) : "l"(p));
	}
	__device__ __forceinline__ float
	at(int e) const
	{
#if AS_DTYPE == 0
		return __uint_as_float(w[e]);
#else
		return as_widen((as_u16)(w[e / 2] >> e % 2 * 16));
#endif
	}
};
template <> struct as_piece<1> {
	as_real q;
	__device__ __forceinline__ void take(const as_real *p) { q = *p; }
	__device__ __forceinline__ void stream(const as_real *p) { q = *(const volatile as_real *)p; }
	__device__ __forceinline__ float at(int e) const { return as_ld(&q); }
};

/* PER floats from shared memory, the second four of eight `apart` floats on. */
template <int PER>
static __device__ __forceinline__ void
as_floats(float *a, const float *s, int apart)
{
	if (PER == 1) {
		a[0] = s[0];
		return;
	}
#pragma unroll
	for (int e = 0; e < PER; e += 4) {
		const float4 v = *(const float4 *)(s + e / 4 * apart);
		a[e] = v.x; a[e + 1] = v.y; a[e + 2] = v.z; a[e + 3] = v.w;
	}
}

/* In a plan of joined products a kernel starts while those in front of it run. as_next lets the
 * one behind start. Before as_wait a kernel reads only what none in front writes, and writes
 * nothing; behind it, all in front have ended. The first starts alone. Elsewhere both do
 * nothing. */
static __device__ __forceinline__ void
as_next(void)
{
#if __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

static __device__ __forceinline__ void
as_wait(void)
{
#if __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Orders logits: greater is better, of equals the first; 0 is none (NaN, -inf). */
static __device__ __forceinline__ as_u64
as_key(float v, unsigned at)
{
	const unsigned u = __float_as_uint(v);

	return v > -AS_INF ? (as_u64)(u & 0x80000000u ? ~u : u | 0x80000000u) << 32 | (unsigned)~at : 0;
}

static __device__ __forceinline__ float
as_sigmoid(float x)
{
	return 1.0f / (1.0f + expf(-x));
}

static __device__ __forceinline__ float
as_gelu_of(float x)
{
	return x * as_sigmoid(1.5957691216f * (x + 0.044715f * x * x * x));
}
