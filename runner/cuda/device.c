/* The GPU as a device: driver API, cuBLAS, NVRTC; a captured graph is a CUDA
 * graph. One stream; every call is queued on it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

/* Fatbins of kernels/cuda/aot.cu by dtype, made by the build. */
extern const unsigned char rr_cuda_aot_fp32[], rr_cuda_aot_fp16[], rr_cuda_aot_bf16[];

enum { WORKSPACE = 64 << 20 };

/* A step that is one kernel gave up waiting: where its blocks stood (step/chip.cuh, step_t.at). */
static int
stuck(const gpu *g, as_err *e)
{
	static const char *const phase[] = {"?", "qkv", "attention", "output", "up", "down", "head",
	    "choice"};
	char text[600] = "";
	size_t n = 0;

	for (int b = 0; g->stood && b < g->sms && n < sizeof text; b++)
		if (g->stood[b])
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%d at layer %u %s", n ? ", " : "", b,
			    g->stood[b] / 8, phase[g->stood[b] % 8]);
	return n ? as_fail(e, NULL, 0, "cuda:%d: a step hangs: block %s", g->ordinal, text) : 0;
}

int
rr_gpu_ok(const gpu *g, CUresult r, const char *what, as_err *e)
{
	const char *text = "?";

	if (r == CUDA_SUCCESS)
		return 0;
	if (stuck(g, e) < 0)
		return -1;
	g->cu.cuGetErrorString(r, &text);
	return as_fail(e, NULL, 0, "cuda:%d: %s: %s", g->ordinal, what, text);
}

static int
gpu_mark(rr_device *dev, int which, as_err *e)
{
	gpu *g = (gpu *)dev;

	return rr_gpu_ok(g, g->cu.cuEventRecord(g->event[which], g->stream), "event", e);
}

static int
gpu_elapsed(rr_device *dev, double *ms, as_err *e)
{
	gpu *g = (gpu *)dev;
	float f = 0;

	if (rr_gpu_ok(g, g->cu.cuEventElapsedTime(&f, g->event[0], g->event[1]), "event time", e) < 0)
		return -1;
	*ms = (double)f;
	return 0;
}

static int
gpu_flush(rr_device *dev, as_err *e)
{
	gpu *g = (gpu *)dev;
	void *p;

	if (!g->flush) {
		int l2 = 0;
		g->cu.cuDeviceGetAttribute(&l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, g->dev);
		g->flush_bytes = 2 * (size_t)(l2 > 0 ? l2 : 64 << 20);
		if (rr_gpu_alloc(dev, g->flush_bytes, &p, e) < 0)
			return -1;
		g->flush = rr_gpu_addr(p);
	}
	return rr_gpu_ok(g, g->cu.cuMemsetD8Async(g->flush, 1, g->flush_bytes, g->stream),
	    "flushing the cache", e);
}

static int
gpu_copy_rate(rr_device *dev, double *rate, as_err *e)
{
	enum { TIMES = 20 };
	const size_t bytes = (size_t)1 << 30;
	gpu *g = (gpu *)dev;
	void *a = NULL, *b = NULL;
	double best = INFINITY, ms;
	int rc = rr_gpu_alloc(dev, bytes, &a, e) < 0 || rr_gpu_alloc(dev, bytes, &b, e) < 0 ? -1 : 0;

	for (int i = 0; i < TIMES && rc == 0; i++) {
		rc = gpu_mark(dev, 0, e) < 0 || rr_gpu_ok(g, g->cu.cuMemcpyDtoDAsync(rr_gpu_addr(b),
		    rr_gpu_addr(a), bytes, g->stream), "copy", e) < 0 ||
		    gpu_mark(dev, 1, e) < 0 || rr_gpu_sync(dev, e) < 0 || gpu_elapsed(dev, &ms, e) < 0 ? -1 : 0;
		if (rc == 0 && ms < best)
			best = ms;
	}
	rr_gpu_release(dev, a);
	rr_gpu_release(dev, b);
	*rate = 2.0 * (double)bytes / (best * 1e-3);
	return rc;
}

static void
gpu_health(rr_device *dev, rr_health *out)
{
	rr_nvml_read(((gpu *)dev)->nvml, out);
}

static void
gpu_describe(rr_device *dev, cJSON *env)
{
	gpu *g = (gpu *)dev;
	int driver = 0, blas = 0, major = 0, minor = 0;
	char text[64];

	g->cu.cuDriverGetVersion(&driver);
	g->blas.cublasGetVersion(g->handle, &blas);
	cJSON_AddStringToObject(env, "gpu_name", dev->model);
	cJSON_AddStringToObject(env, "gpu_arch", g->arch);
	cJSON_AddNumberToObject(env, "multiprocessors", g->sms);
	snprintf(text, sizeof text, "%d.%d", driver / 1000, driver % 1000 / 10);
	cJSON_AddStringToObject(env, "cuda_driver", text);
	cJSON_AddNumberToObject(env, "cublas", blas);
	if (g->has_rtc) {
		g->rtc.nvrtcVersion(&major, &minor);
		snprintf(text, sizeof text, "NVRTC %d.%d", major, minor);
		cJSON_AddStringToObject(env, "compiler", text);
	} else
		cJSON_AddStringToObject(env, "compiler_error", g->rtc_error);
	cJSON_AddBoolToObject(env, "tf32", g->tf32);
}

static void
gpu_close(rr_device *dev)
{
	gpu *g = (gpu *)dev;

	if (g->stream) {
		as_err ignore;
		rr_gpu_sync(dev, &ignore);
		rr_gpu_release(dev, (void *)(uintptr_t)g->flush);
		rr_gpu_release(dev, (void *)(uintptr_t)g->workspace);
	}
	if (g->handle)
		g->blas.cublasDestroy(g->handle);
	for (int i = 0; i < 2; i++)
		if (g->event[i])
			g->cu.cuEventDestroy(g->event[i]);
	if (g->stood)
		g->cu.cuMemFreeHost(g->stood);
	if (g->aot)
		g->cu.cuModuleUnload(g->aot);
	if (g->stream)
		g->cu.cuStreamDestroy(g->stream);
	if (g->ctx)
		g->cu.cuDevicePrimaryCtxRelease(g->dev);
	rr_nvml_close(g->nvml);
	free(g);
}

static int
open_context(gpu *g, as_err *e)
{
	const rr_cu *cu = &g->cu;
	uint64_t all = UINT64_MAX;
	CUmemoryPool pool;
	char bus[64];
	int n = 0, major = 0, minor = 0;

	if (rr_gpu_ok(g, cu->cuInit(0), "initialisation", e) < 0 ||
	    rr_gpu_ok(g, cu->cuDeviceGetCount(&n), "counting devices", e) < 0)
		return -1;
	if (g->ordinal >= n)
		return as_fail(e, NULL, 0, "cuda:%d does not exist: the driver knows %d "
		    "device%s", g->ordinal, n, n == 1 ? "" : "s");
	if (rr_gpu_ok(g, cu->cuDeviceGet(&g->dev, g->ordinal), "device", e) < 0 ||
	    rr_gpu_ok(g, cu->cuDeviceGetName(g->base.model, sizeof g->base.model, g->dev), "device name",
	    e) < 0 ||
	    rr_gpu_ok(g, cu->cuDevicePrimaryCtxRetain(&g->ctx, g->dev), "context", e) < 0 ||
	    rr_gpu_ok(g, cu->cuCtxSetCurrent(g->ctx), "context", e) < 0 ||
	    rr_gpu_ok(g, cu->cuStreamCreate(&g->stream, CU_STREAM_NON_BLOCKING), "stream", e) < 0 ||
	    rr_gpu_ok(g, cu->cuEventCreate(&g->event[0], 0), "event", e) < 0 ||
	    rr_gpu_ok(g, cu->cuEventCreate(&g->event[1], 0), "event", e) < 0)
		return -1;
	cu->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, g->dev);
	cu->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, g->dev);
	cu->cuDeviceGetAttribute(&g->sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, g->dev);
	cu->cuDeviceGetAttribute(&g->pool, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, g->dev);
	snprintf(g->arch, sizeof g->arch, "sm_%d%d", major, minor);
	g->base.cluster = major >= 9 ? 8 : 1;
	if (g->pool && cu->cuDeviceGetDefaultMemPool(&pool, g->dev) == CUDA_SUCCESS)
		cu->cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &all);
	if (cu->cuDeviceGetPCIBusId(bus, sizeof bus, g->dev) == CUDA_SUCCESS)
		g->nvml = rr_nvml_open(bus);
	return 0;
}

/* What a persistent kernel needs: Hopper's bulk copies, and blocks that are all resident. */
static int
open_persistent(gpu *g, as_err *e)
{
	const size_t n = (size_t)g->sms * sizeof *g->stood;
	int major = 0, cooperative = 0, shared = 0;
	CUdeviceptr p;

	g->cu.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, g->dev);
	g->cu.cuDeviceGetAttribute(&cooperative, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, g->dev);
	g->cu.cuDeviceGetAttribute(&shared, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, g->dev);
	if (major < 9 || !cooperative)
		return 0;
	if (rr_gpu_ok(g, g->cu.cuMemHostAlloc((void **)&g->stood, n, CU_MEMHOSTALLOC_DEVICEMAP),
	    "host memory",
	    e) < 0 || rr_gpu_ok(g, g->cu.cuMemHostGetDevicePointer(&p, g->stood, 0), "host memory", e) < 0)
		return -1;
	memset(g->stood, 0, n);
	g->base.stood = (void *)(uintptr_t)p;
	g->base.blocks = g->sms;
	g->base.shared = (size_t)shared;
	return 0;
}

static int
load_aot(gpu *g, as_err *e)
{
	const unsigned char *const fat[] = {rr_cuda_aot_fp32, rr_cuda_aot_fp16, rr_cuda_aot_bf16};
	char name[64];

	if (rr_gpu_ok(g, g->cu.cuModuleLoadData(&g->aot, fat[g->base.dtype]), "loading the kernels",
	    e) < 0 ||
	    rr_gpu_ok(g, g->cu.cuModuleGetFunction(&g->seed, g->aot, "aot_seed"), "aot_seed", e) < 0)
		return -1;
	for (int k = 0; k < RR_NOPS; k++) {
		if (k == RR_OP_MATMUL_NT || k == RR_OP_MATMUL_NN || k >= RR_OP_ATTN)
			continue;
		snprintf(name, sizeof name, "aot_%s", rr_op_name((rr_opkind)k));
		if (rr_gpu_ok(g, g->cu.cuModuleGetFunction(&g->fn[k], g->aot, name), name, e) < 0)
			return -1;
	}
	return 0;
}

static int
open_blas(gpu *g, as_err *e)
{
	void *w;

	if (rr_cublas_open(&g->blas, e) < 0)
		return -1;
	if (g->blas.cublasCreate(&g->handle) != CUBLAS_STATUS_SUCCESS)
		return as_fail(e, NULL, 0, "cuda:%d: cuBLAS does not start", g->ordinal);
	/* a workspace of our own: capture may not allocate one */
	if (rr_gpu_alloc(&g->base, WORKSPACE, &w, e) < 0)
		return -1;
	g->workspace = rr_gpu_addr(w);
	if (g->blas.cublasSetStream(g->handle, g->stream) != CUBLAS_STATUS_SUCCESS ||
	    g->blas.cublasSetWorkspace(g->handle, w, WORKSPACE) != CUBLAS_STATUS_SUCCESS)
		return as_fail(e, NULL, 0, "cuda:%d: cuBLAS takes no stream or workspace", g->ordinal);
	return 0;
}

int
rr_device_cuda(rr_device **out, int ordinal, rr_dtype dtype, int tf32, as_err *e)
{
	static const rr_device ops = {
		.name = "cuda", .accumulate = "fp32", .by_out = 1, .joins = 4, .suffix = "cu", .object = "cubin",
		.capture = "CUDA graph",
		.fits = rr_gpu_fits, .alloc = rr_gpu_alloc, .release = rr_gpu_release, .put = rr_gpu_put,
		    .get = rr_gpu_get,
		    .sync = rr_gpu_sync,
		.weight = rr_gpu_weight, .mark = gpu_mark, .elapsed = gpu_elapsed, .launch = rr_gpu_launch,
		.prologue = rr_gpu_prologue, .preamble = rr_cuda_preamble, .wrapper = rr_cuda_wrapper,
		.choose = rr_cuda_choose,
		    .build = rr_gpu_build,
		.bind = rr_gpu_bind, .run = rr_gpu_run, .unload = rr_gpu_unload,
		    .capture_begin = rr_gpu_capture_begin,
		.capture_end = rr_gpu_capture_end, .replay = rr_gpu_replay, .graph_free = rr_gpu_graph_free,
		.flush = gpu_flush, .copy_rate = gpu_copy_rate, .health = gpu_health, .describe = gpu_describe,
		.close = gpu_close,
	};
	gpu *g = calloc(1, sizeof *g);
	as_err why;

	if (!g)
		return as_nomem(e);
	g->base = ops;
	g->base.dtype = dtype;
	g->ordinal = ordinal;
	g->tf32 = tf32;
	if (rr_cu_open(&g->cu, e) < 0) {
		free(g);
		return -1;
	}
	if (open_context(g, e) < 0 || open_persistent(g, e) < 0 || load_aot(g, e) < 0 ||
	    open_blas(g, e) < 0) {
		gpu_close(&g->base);
		return -1;
	}
	g->has_rtc = rr_nvrtc_open(&g->rtc, &why) == 0;
	if (!g->has_rtc)
		snprintf(g->rtc_error, sizeof g->rtc_error, "%.599s", why.msg);
	*out = &g->base;
	return 0;
}
