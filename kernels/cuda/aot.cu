/* aot.cu - the CUDA kernels compiled ahead of time, one fatbin a dtype. */
#include "kernels/flags.h"

#include "base.cuh"

#include "kernels/ops.h"

#include "rows.cuh"

#include "attn.cuh"

typedef struct { void *p[8]; } as_args;
typedef struct { long d[10]; } as_dims;

#define AOT(name) \
	extern "C" __global__ void aot_##name(const as_args a, const as_dims d, \
	    const float f) { as_##name(as_##name##_of(a.p, d.d, &f)); }
AOT(embed) AOT(posadd) AOT(rows) AOT(rope) AOT(append) AOT(qkv) AOT(scores) AOT(softmax) AOT(values)
AOT(gelu) AOT(silumul) AOT(gather) AOT(argmax)

/* Seeded weights: the same bits as rr_weight_read gives (model.h), a (rows, cols) matrix turned
 * into (cols, rows). rows 1: as it is. */
static __device__ __forceinline__ as_u64
splitmix(as_u64 x)
{
	x += 0x9e3779b97f4a7c15ull;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

extern "C" __global__ void
aot_seed(as_real *w, long rows, long cols, as_u64 key, float scale, float offset)
{
	for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols;
	    i += (long)gridDim.x * blockDim.x) {
		as_u64 r = splitmix(key + (as_u64)i);
		int sum = (int)((r & 0xffff) + (r >> 16 & 0xffff) + (r >> 32 & 0xffff) + (r >> 48)) - 131070;
		as_st(w + i % cols * rows + i / cols, __fadd_rn(__fmul_rn((float)sum, scale), offset));
	}
}
