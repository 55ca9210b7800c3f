/* matmul.cuh - products for few rows (T <= 4), bound by reading the weights.
 * p: x, w, y; d: T, K, N, wide (y is fp32), tile 0, tile 1 */

static __device__ __forceinline__ void
as_put(void *y, long at, int wide, float v)
{
	if (wide)
		((float *)y)[at] = v;
	else
		as_st((as_real *)y + at, v);
}

enum { AS_MOST_ROWS = 4 };

/* y (T, N) = x (T, K) w (N, K)^T. A warp: tile 0 columns of y; tile 1 warps a
 * block. 16 bytes a load where K allows it. */
AS_KERNEL
as_matmul_nt(void *const *p, const long *d, const float *f)
{
	enum { MOST_COLS = 8 };
	const long t = d[0], k = d[1], n = d[2];
	const int cols = (int)d[4], lane = threadIdx.x % 32;
	const long c0 = ((long)blockIdx.x * d[5] + threadIdx.x / 32) * cols;
	const as_real *x = (const as_real *)p[0], *w = (const as_real *)p[1];
	float acc[AS_MOST_ROWS][MOST_COLS];

#pragma unroll
	for (int r = 0; r < AS_MOST_ROWS; r++)
#pragma unroll
		for (int c = 0; c < MOST_COLS; c++)
			acc[r][c] = 0;
	if (c0 >= n)
		return;
	if (k % AS_PER16 == 0)
		for (long i = lane * AS_PER16; i < k; i += 32 * AS_PER16) {
			float a[AS_MOST_ROWS][AS_PER16];
#pragma unroll
			for (int r = 0; r < AS_MOST_ROWS; r++)
				if (r < t)
					as_ld16(x + r * k + i, a[r]);
#pragma unroll
			for (int c = 0; c < MOST_COLS; c++)
				if (c < cols && c0 + c < n) {
					float b[AS_PER16];
					as_ld16(w + (c0 + c) * k + i, b);
#pragma unroll
					for (int r = 0; r < AS_MOST_ROWS; r++)
						if (r < t)
#pragma unroll
							for (int e = 0; e < AS_PER16; e++)
								acc[r][c] += a[r][e] * b[e];
				}
		}
	else
		for (long i = lane; i < k; i += 32)
#pragma unroll
			for (int c = 0; c < MOST_COLS; c++)
				if (c < cols && c0 + c < n)
#pragma unroll
					for (int r = 0; r < AS_MOST_ROWS; r++)
						if (r < t)
							acc[r][c] += as_ld(x + r * k + i) * as_ld(w + (c0 + c) * k + i);
#pragma unroll
	for (int r = 0; r < AS_MOST_ROWS; r++)
#pragma unroll
		for (int c = 0; c < MOST_COLS; c++)
			if (r < t && c < cols && c0 + c < n) {
				float s = as_warp_sum(acc[r][c]);
				if (lane == 0)
					as_put(p[2], r * n + c0 + c, (int)d[3], s);
			}
}
