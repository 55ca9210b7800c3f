/* Memory of the GPU, and the weights in it. */
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

enum { SMS_TIMES = 8 }; /* blocks a multiprocessor that make seeded weights */

/* Freed memory stays in the driver's pool, so what it calls free is no bound. */
int
rr_gpu_fits(rr_device *dev, int64_t bytes, as_err *e)
{
	gpu *g = (gpu *)dev;
	size_t left = 0, total = 0;

	if (g->cu.cuMemGetInfo(&left, &total) != CUDA_SUCCESS || (uint64_t)bytes <= total)
		return 0;
	return as_fail(e, NULL, 0, "out of memory: cuda:%d has %zu bytes in all", g->ordinal, total);
}

int
rr_gpu_alloc(rr_device *dev, size_t bytes, void **out, as_err *e)
{
	gpu *g = (gpu *)dev;
	CUdeviceptr p = 0;
	size_t left = 0, total = 0;
	CUresult r;

	bytes = bytes ? bytes : 1;
	r = g->pool ? g->cu.cuMemAllocAsync(&p, bytes, g->stream) : g->cu.cuMemAlloc(&p, bytes);
	if (r == CUDA_ERROR_OUT_OF_MEMORY) {
		g->cu.cuMemGetInfo(&left, &total);
		return as_fail(e, NULL, 0,
		    "out of memory: %zu bytes were needed on cuda:%d, %zu of %zu are free", bytes,
		    g->ordinal, left, total);
	}
	*out = (void *)(uintptr_t)p;
	return rr_gpu_ok(g, r, "allocation", e);
}

void
rr_gpu_release(rr_device *dev, void *p)
{
	gpu *g = (gpu *)dev;

	if (p && g->pool)
		g->cu.cuMemFreeAsync(rr_gpu_addr(p), g->stream);
	else if (p)
		g->cu.cuMemFree(rr_gpu_addr(p));
}

int
rr_gpu_sync(rr_device *dev, as_err *e)
{
	gpu *g = (gpu *)dev;

	return rr_gpu_ok(g, g->cu.cuStreamSynchronize(g->stream), "synchronisation", e);
}

int
rr_gpu_put(rr_device *dev, void *dst, const void *src, size_t n, as_err *e)
{
	gpu *g = (gpu *)dev;

	if (rr_gpu_ok(g, g->cu.cuMemcpyHtoDAsync(rr_gpu_addr(dst), src, n, g->stream),
	    "copy to the device", e) < 0)
		return -1;
	return rr_gpu_sync(dev, e); /* src is the caller's again */
}

int
rr_gpu_get(rr_device *dev, void *dst, const void *src, size_t n, as_err *e)
{
	gpu *g = (gpu *)dev;

	if (rr_gpu_ok(g, g->cu.cuMemcpyDtoHAsync(dst, rr_gpu_addr(src), n, g->stream),
	    "copy from the device", e) < 0)
		return -1;
	return rr_gpu_sync(dev, e);
}

/* Seeded weights are made on the device; others are read and sent. A matrix that a product reads
 * as (in, out) is turned on the way; the table of positions is no such matrix. */
int
rr_gpu_weight(rr_device *dev, const rr_model *m, int w, void **out, as_err *e)
{
	enum { PIECE = 1 << 20 };
	gpu *g = (gpu *)dev;
	const rr_weight *wt = &m->weight[w];
	const int turn = !wt->by_out && w != rr_weight_index(m, 0, RR_WPE);
	int64_t n = wt->rows * wt->cols;
	size_t width = rr_dtype_size(dev->dtype);
	float *f;
	char *h;
	int rc = 0;

	if (!*out && rr_gpu_alloc(dev, (size_t)n * width, out, e) < 0)
		return -1;
	if (m->random) {
		long rows = turn ? (long)wt->rows : 1, cols = (long)n / rows;
		unsigned long long key = rr_weight_key(m, w);
		float scale, offset;
		void *arg[] = {out, &rows, &cols, &key, &scale, &offset};
		rr_weight_law(m, w, &scale, &offset);
		return rr_gpu_ok(g, g->cu.cuLaunchKernel(g->seed, (unsigned)(g->sms * SMS_TIMES), 1, 1, 256, 1,
		    1, 0, g->stream, arg, NULL), "seeding weights", e);
	}
	f = malloc(PIECE * sizeof *f);
	h = malloc((size_t)n * width);
	if (!f || !h)
		rc = as_nomem(e);
	for (int64_t from = 0; from < n && rc == 0; from += PIECE) {
		int64_t take = n - from < PIECE ? n - from : PIECE;
		rc = rr_weight_read(m, w, from, take, f, e);
		if (rc == 0 && !turn)
			rr_from_f32(h + (size_t)from * width, dev->dtype, f, take);
		for (int64_t i = 0; i < take && rc == 0 && turn; i++)
			rr_from_f32(h + (size_t)((from + i) % wt->cols * wt->rows + (from + i) / wt->cols) * width,
			    dev->dtype, f + i, 1);
	}
	if (rc == 0)
		rc = rr_gpu_put(dev, *out, h, (size_t)n * width, e);
	free(f);
	free(h);
	return rc;
}
