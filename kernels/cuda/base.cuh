/* base.cuh - what every CUDA kernel rests on: the element type, reductions.
 *
 * As on the CPU, this folder's text is compiled ahead of time (nvcc) with
 * dimensions as arguments, and at run time (NVRTC) in front of wrappers with
 * literal dimensions. AS_DTYPE: 0 fp32, 1 fp16, 2 bf16 (weights and
 * activations; sums, scores, logits and rotary tables are fp32 always). No
 * header of the toolkit is needed. A kernel is a device function
 * `as_NAME(void *const *p, const long *d, const float *f)`; the arguments are
 * those of kernels/cpu, and each says what one block does. */

typedef unsigned short as_u16;
typedef unsigned long long as_u64;

#if AS_DTYPE == 0
typedef float as_real;
static __device__ __forceinline__ float as_ld(const as_real *p) { return *p; }
static __device__ __forceinline__ void as_st(as_real *p, float v) { *p = v; }
enum { AS_PER16 = 4 };
static __device__ __forceinline__ void
as_ld16(const as_real *p, float v[AS_PER16])
{
	const float4 q = *(const float4 *)p;
	v[0] = q.x; v[1] = q.y; v[2] = q.z; v[3] = q.w;
}
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
static __device__ __forceinline__ void
as_ld16(const as_real *p, float v[AS_PER16])
{
	const uint4 q = *(const uint4 *)p;
	const unsigned w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
	for (int i = 0; i < 4; i++) {
		v[2 * i] = as_widen((as_u16)w[i]);
		v[2 * i + 1] = as_widen((as_u16)(w[i] >> 16));
	}
}
#endif

#define AS_KERNEL static __device__ __forceinline__ void
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

static __device__ __forceinline__ float
as_sigmoid(float x)
{
	return 1.0f / (1.0f + expf(-x));
}
