/* matmul.h - matrix products for few rows, tiled in registers.
 *
 * A BLAS packs the weights on every call; with a few dozen rows that costs as
 * much as the product. Here each tile of weights is used from the cache by all
 * rows and nothing is packed. Tiles: RT rows by CT columns of outputs (NT), or
 * RT rows by CT vectors of columns (NN); both are literals where used. */
#ifndef AS_MATMUL_H
#define AS_MATMUL_H

#include "vec.h"

#include "kernels/ops.h"

static inline __attribute__((always_inline, unused)) void
as_tile_nt(float *y, const float *x, const float *w, long k, long n, int rt, int ct)
{
	as_v acc[8][8];
	long i = 0;

	for (int r = 0; r < rt; r++)
		for (int c = 0; c < ct; c++)
			acc[r][c] = (as_v){0};
	for (; i + AS_VW <= k; i += AS_VW) {
		as_v b[8];
		for (int c = 0; c < ct; c++)
			b[c] = as_load(w + c * k + i);
		for (int r = 0; r < rt; r++) {
			as_v a = as_load(x + r * k + i);
			for (int c = 0; c < ct; c++)
				acc[r][c] += a * b[c];
		}
	}
	for (int r = 0; r < rt; r++)
		for (int c = 0; c < ct; c++) {
			float s = as_hsum(acc[r][c]);
			for (long j = i; j < k; j++)
				s += x[r * k + j] * w[c * k + j];
			y[r * n + c] = s;
		}
}

/* Width under a vector: columns in the inner loop, so that the compiler
 * vectorises over them. */
static inline __attribute__((always_inline, unused)) void
as_narrow_nt(float *restrict y, const float *restrict x, const float *restrict w, long t, long k,
    long n)
{
	for (long r = 0; r < t; r++)
		for (long c = 0; c < n; c++) {
			float s = 0;
			for (long j = 0; j < k; j++)
				s += x[r * k + j] * w[c * k + j];
			y[r * n + c] = s;
		}
}

/* Remainders run with the same code and smaller tiles. */
static inline __attribute__((always_inline, unused)) void
as_rows_nt(float *y, const float *x, const float *w, long t, long k, long n, int rt, int ct)
{
	long r = 0;

	for (; r + rt <= t; r += rt)
		as_tile_nt(y + r * n, x + r * k, w, k, n, rt, ct);
	for (; r < t; r++)
		as_tile_nt(y + r * n, x + r * k, w, k, n, 1, ct);
}

AS_KERNEL
as_matmul_nt(as_matmul_nt_args a)
{
	const long t = a.t, k = a.k, n = a.n;
	const int rt = (int)a.rt, ct = (int)a.ct;
	const float *w = a.w;
	float *y = a.y;
	long c = 0;

	if (k < AS_VW) {
		as_narrow_nt(y, a.x, w, t, k, n);
		return;
	}
	for (; c + ct <= n; c += ct)
		as_rows_nt(y + c, a.x, w + c * k, t, k, n, rt, ct);
	for (; c < n; c++)
		as_rows_nt(y + c, a.x, w + c * k, t, k, n, rt, 1);
}

static inline __attribute__((always_inline, unused)) void
as_tile_nn(float *y, const float *x, const float *w, long k, long n, int rt, int ct)
{
	as_v acc[8][8];

	for (int r = 0; r < rt; r++)
		for (int c = 0; c < ct; c++)
			acc[r][c] = (as_v){0};
	for (long j = 0; j < k; j++) {
		as_v b[8];
		for (int c = 0; c < ct; c++)
			b[c] = as_load(w + j * n + c * AS_VW);
		for (int r = 0; r < rt; r++)
			for (int c = 0; c < ct; c++)
				acc[r][c] += x[r * k + j] * b[c];
	}
	for (int r = 0; r < rt; r++)
		for (int c = 0; c < ct; c++)
			as_store(y + r * n + c * AS_VW, acc[r][c]);
}

static inline __attribute__((always_inline, unused)) void
as_rows_nn(float *y, const float *x, const float *w, long t, long k, long n, int rt, int ct)
{
	long r = 0;

	for (; r + rt <= t; r += rt)
		as_tile_nn(y + r * n, x + r * k, w, k, n, rt, ct);
	for (; r < t; r++)
		as_tile_nn(y + r * n, x + r * k, w, k, n, 1, ct);
}

AS_KERNEL
as_matmul_nn(as_matmul_nn_args a)
{
	const long t = a.t, k = a.k, n = a.n;
	const int rt = (int)a.rt, ct = (int)a.ct;
	const float *x = a.x, *w = a.w;
	float *y = a.y;
	long c = 0;

	for (; c + ct * AS_VW <= n; c += ct * AS_VW)
		as_rows_nn(y + c, x, w + c, t, k, n, rt, ct);
	for (; c + AS_VW <= n; c += AS_VW)
		as_rows_nn(y + c, x, w + c, t, k, n, rt, 1);
	for (; c < n; c++)
		for (long r = 0; r < t; r++) {
			float s = 0;
			for (long j = 0; j < k; j++)
				s += x[r * k + j] * w[j * n + c];
			y[r * n + c] = s;
		}
}

#endif
