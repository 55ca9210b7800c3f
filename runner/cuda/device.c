/* The GPU as a device: driver API, cuBLAS, NVRTC; a captured graph is a CUDA
 * graph. One stream; every call is queued on it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nvml.h"
#include "rtc.h"

/* Fatbins of kernels/cuda/aot.cu by dtype, made by the build. */
extern const unsigned char rr_cuda_aot_fp32[], rr_cuda_aot_fp16[], rr_cuda_aot_bf16[];

enum { WORKSPACE = 64 << 20, SMS_TIMES = 8 };

struct rr_code {
	CUmodule module;
	struct { rr_node node; CUfunction fn; } *at;
	size_t n;
};

struct rr_graph { CUgraph graph; CUgraphExec exec; };

typedef struct {
	rr_device base;
	rr_cu cu;
	rr_cublas blas;
	rr_nvrtc rtc;
	int has_rtc;
	char rtc_error[600];
	CUdevice dev;
	CUcontext ctx;
	CUstream stream;
	CUevent event[2];
	cublasHandle_t handle;
	CUdeviceptr workspace, flush;
	size_t flush_bytes;
	CUmodule aot;
	CUfunction fn[RR_NOPS], seed;
	rr_nvml *nvml;
	char arch[16];
	int ordinal, sms, tf32, pool;
	unsigned *stood;      /* (sms) words that kernels and host see */
} gpu;

/* A step that is one kernel gave up waiting: where its blocks stood (step.cuh, step_t.at). */
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

static int
ok(const gpu *g, CUresult r, const char *what, as_err *e)
{
	const char *text = "?";

	if (r == CUDA_SUCCESS)
		return 0;
	if (stuck(g, e) < 0)
		return -1;
	g->cu.cuGetErrorString(r, &text);
	return as_fail(e, NULL, 0, "cuda:%d: %s: %s", g->ordinal, what, text);
}

static CUdeviceptr
addr(const void *p)
{
	return (CUdeviceptr)(uintptr_t)p;
}

/* Freed memory stays in the driver's pool, so what it calls free is no bound. */
static int
gpu_fits(rr_device *dev, int64_t bytes, as_err *e)
{
	gpu *g = (gpu *)dev;
	size_t left = 0, total = 0;

	if (g->cu.cuMemGetInfo(&left, &total) != CUDA_SUCCESS || (uint64_t)bytes <= total)
		return 0;
	return as_fail(e, NULL, 0, "out of memory: cuda:%d has %zu bytes in all", g->ordinal, total);
}

static int
gpu_alloc(rr_device *dev, size_t bytes, void **out, as_err *e)
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
	return ok(g, r, "allocation", e);
}

static void
gpu_release(rr_device *dev, void *p)
{
	gpu *g = (gpu *)dev;

	if (p && g->pool)
		g->cu.cuMemFreeAsync(addr(p), g->stream);
	else if (p)
		g->cu.cuMemFree(addr(p));
}

static int
gpu_sync(rr_device *dev, as_err *e)
{
	gpu *g = (gpu *)dev;

	return ok(g, g->cu.cuStreamSynchronize(g->stream), "synchronisation", e);
}

static int
gpu_put(rr_device *dev, void *dst, const void *src, size_t n, as_err *e)
{
	gpu *g = (gpu *)dev;

	if (ok(g, g->cu.cuMemcpyHtoDAsync(addr(dst), src, n, g->stream), "copy to the device", e) < 0)
		return -1;
	return gpu_sync(dev, e); /* src is the caller's again */
}

static int
gpu_get(rr_device *dev, void *dst, const void *src, size_t n, as_err *e)
{
	gpu *g = (gpu *)dev;

	if (ok(g, g->cu.cuMemcpyDtoHAsync(dst, addr(src), n, g->stream), "copy from the device", e) < 0)
		return -1;
	return gpu_sync(dev, e);
}

/* Seeded weights are made on the device; others are read and sent. A matrix that a product reads
 * as (in, out) is turned on the way; the table of positions is no such matrix. */
static int
gpu_weight(rr_device *dev, const rr_model *m, int w, void **out, as_err *e)
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

	if (!*out && gpu_alloc(dev, (size_t)n * width, out, e) < 0)
		return -1;
	if (m->random) {
		long rows = turn ? (long)wt->rows : 1, cols = (long)n / rows;
		unsigned long long key = rr_weight_key(m, w);
		float scale, offset;
		void *arg[] = {out, &rows, &cols, &key, &scale, &offset};
		rr_weight_law(m, w, &scale, &offset);
		return ok(g, g->cu.cuLaunchKernel(g->seed, (unsigned)(g->sms * SMS_TIMES), 1, 1, 256, 1, 1, 0,
		    g->stream, arg, NULL),
		    "seeding weights", e);
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
		rc = gpu_put(dev, *out, h, (size_t)n * width, e);
	free(f);
	free(h);
	return rc;
}

static int
gpu_mark(rr_device *dev, int which, as_err *e)
{
	gpu *g = (gpu *)dev;

	return ok(g, g->cu.cuEventRecord(g->event[which], g->stream), "event", e);
}

static int
gpu_elapsed(rr_device *dev, double *ms, as_err *e)
{
	gpu *g = (gpu *)dev;
	float f = 0;

	if (ok(g, g->cu.cuEventElapsedTime(&f, g->event[0], g->event[1]), "event time", e) < 0)
		return -1;
	*ms = (double)f;
	return 0;
}

/* y (T, N) = x (T, K) w (N, K)^T; the library is column-major, so it computes y^T. */
static int
gemm(gpu *g, void *const *p, const long *d, as_err *e)
{
	static const cudaDataType type[] = {CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF};
	const int t = (int)d[0], k = (int)d[1], n = (int)d[2];
	const cudaDataType in = type[g->base.dtype];
	const float one = 1, zero = 0;
	cublasStatus_t s = g->blas.cublasGemmEx(g->handle, CUBLAS_OP_T, CUBLAS_OP_N, n, t, k, &one,
	    p[1], in, k, p[0], in, k, &zero, p[2], d[3] ? CUDA_R_32F : in, n,
	    g->tf32 && in == CUDA_R_32F ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
	    CUBLAS_GEMM_DEFAULT);

	return s == CUBLAS_STATUS_SUCCESS ? 0
	    : as_fail(e, NULL, 0, "cuda:%d: cuBLAS: %s", g->ordinal, g->blas.cublasGetStatusString(s));
}

static int
gpu_launch(rr_device *dev, rr_opkind kind, void *const *p, const long *d, const float *f, as_err *e)
{
	gpu *g = (gpu *)dev;
	struct { void *p[RR_MAX_PTR]; } a;
	struct { long d[RR_MAX_DIM]; } dims;
	float eps = *f;
	void *arg[] = {&a, &dims, &eps};
	unsigned grid, block;

	if (!g->fn[kind])
		return gemm(g, p, d, e);
	memcpy(&a, p, sizeof a);
	memcpy(&dims, d, sizeof dims);
	rr_cuda_grid(&(rr_op){.kind = kind}, d, NULL, &grid, &block);
	return ok(g, g->cu.cuLaunchKernel(g->fn[kind], grid, 1, 1, block, 1, 1, 0, g->stream, arg, NULL),
	    rr_op_name(kind), e);
}

static const char *
gpu_prologue(rr_device *dev)
{
	return rr_cuda_prologue(dev->dtype);
}

static int
gpu_build(rr_device *dev, const char *source, const char *id, rr_build *out, rr_code **code,
    as_err *e)
{
	gpu *g = (gpu *)dev;

	*code = NULL;
	if (!g->has_rtc) {
		memset(out, 0, sizeof *out);
		return as_fail(e, NULL, 0, "%s", g->rtc_error);
	}
	if (rr_rtc(&g->rtc, source, id, g->arch, out, e) < 0)
		return -1;
	if (!(*code = calloc(1, sizeof **code)))
		return as_nomem(e);
	if (ok(g, g->cu.cuModuleLoadData(&(*code)->module, out->object), "loading compiled code", e) < 0) {
		free(*code);
		*code = NULL;
		return -1;
	}
	return 0;
}

static int
gpu_bind(rr_device *dev, rr_code *code, const rr_node *node, size_t n, as_err *e)
{
	gpu *g = (gpu *)dev;

	code->at = calloc(n ? n : 1, sizeof *code->at);
	if (!code->at)
		return as_nomem(e);
	code->n = n;
	for (size_t i = 0; i < n; i++) {
		code->at[i].node = node[i];
		if (!node[i].external && ok(g, g->cu.cuModuleGetFunction(&code->at[i].fn, code->module,
		    node[i].name), node[i].name, e) < 0)
			return -1;
		if (node[i].step && ok(g, g->cu.cuFuncSetAttribute(code->at[i].fn,
		    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)node[i].step->shared),
		    node[i].name, e) < 0)
			return -1;
	}
	return 0;
}

/* All blocks must be resident, or they wait for each other for ever. */
static int
run_step(gpu *g, CUfunction fn, const rr_node *n, void *const *p, as_err *e)
{
	const rr_step *s = n->step;
	rr_step_arg a;
	void *arg[] = {&a};

	return rr_step_args(s, p, &a, e) < 0 ? -1 : ok(g, g->cu.cuLaunchCooperativeKernel(fn,
	    (unsigned)s->blocks, 1, 1,
	    32 * (unsigned)s->tune.warps + 32, 1, 1, (unsigned)s->shared, g->stream, arg), n->name, e);
}

static int
gpu_run(rr_device *dev, rr_code *code, size_t i, void *const *p, const long *sym, as_err *e)
{
	gpu *g = (gpu *)dev;
	const rr_node *n = &code->at[i].node;
	struct { void *p[RR_MAX_PTR]; } a;
	struct { long v[RR_NSYM]; } s;
	void *arg[] = {&a, &s};
	CUlaunchAttribute with[2] = {{.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
	    .value.clusterDim = {(unsigned)n->tile[0], 1, 1}},
	    {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
	    .value.programmaticStreamSerializationAllowed = 1}};
	const int shares = n->op.kind == RR_OP_ATTN && n->tile[0] > 1;
	const int early = n->early && dev->cluster > 1;
	CUlaunchConfig c = {.gridDimY = 1, .gridDimZ = 1, .blockDimY = 1, .blockDimZ = 1,
	    .hStream = g->stream, .attrs = with + !shares, .numAttrs = (unsigned)(shares + early)};
	long d[RR_MAX_DIM];

	if (n->step)
		return run_step(g, code->at[i].fn, n, p, e);
	for (int k = 0; k < n->op.ndim; k++)
		d[k] = rr_dim_at(n->op.d[k], sym);
	if (n->external)
		return gemm(g, p, d, e);
	memcpy(&a, p, sizeof a);
	memcpy(&s, sym, sizeof s);
	rr_cuda_grid(&n->op, d, n->tile, &c.gridDimX, &c.blockDimX);
	return ok(g, g->cu.cuLaunchKernelEx(&c, code->at[i].fn, arg, NULL), n->name, e);
}

static void
gpu_unload(rr_device *dev, rr_code *code)
{
	gpu *g = (gpu *)dev;

	if (!code)
		return;
	g->cu.cuStreamSynchronize(g->stream);
	g->cu.cuModuleUnload(code->module);
	free(code->at);
	free(code);
}

static int
gpu_capture_begin(rr_device *dev, as_err *e)
{
	gpu *g = (gpu *)dev;

	return ok(g, g->cu.cuStreamBeginCapture(g->stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
	    "beginning a capture", e);
}

static void
gpu_graph_free(rr_device *dev, rr_graph *gr)
{
	gpu *g = (gpu *)dev;

	if (!gr)
		return;
	if (gr->exec)
		g->cu.cuGraphExecDestroy(gr->exec);
	if (gr->graph)
		g->cu.cuGraphDestroy(gr->graph);
	free(gr);
}

static int
gpu_capture_end(rr_device *dev, rr_graph **out, as_err *e)
{
	gpu *g = (gpu *)dev;
	rr_graph *gr = calloc(1, sizeof *gr);
	CUgraph graph = NULL;
	CUresult r = g->cu.cuStreamEndCapture(g->stream, &graph);

	if (!gr)
		return as_nomem(e);
	gr->graph = graph;
	if (!out) {
		gpu_graph_free(dev, gr);
		return 0;
	}
	if (ok(g, r, "ending a capture", e) < 0 ||
	    ok(g, g->cu.cuGraphInstantiateWithFlags(&gr->exec, graph, 0), "instantiating a graph",
	    e) < 0) {
		gpu_graph_free(dev, gr);
		return -1;
	}
	*out = gr;
	return 0;
}

static int
gpu_replay(rr_device *dev, rr_graph *gr, as_err *e)
{
	gpu *g = (gpu *)dev;

	return ok(g, g->cu.cuGraphLaunch(gr->exec, g->stream), "replaying a graph", e);
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
		if (gpu_alloc(dev, g->flush_bytes, &p, e) < 0)
			return -1;
		g->flush = addr(p);
	}
	return ok(g, g->cu.cuMemsetD8Async(g->flush, 1, g->flush_bytes, g->stream), "flushing the cache",
	    e);
}

static int
gpu_copy_rate(rr_device *dev, double *rate, as_err *e)
{
	enum { TIMES = 20 };
	const size_t bytes = (size_t)1 << 30;
	gpu *g = (gpu *)dev;
	void *a = NULL, *b = NULL;
	double best = INFINITY, ms;
	int rc = gpu_alloc(dev, bytes, &a, e) < 0 || gpu_alloc(dev, bytes, &b, e) < 0 ? -1 : 0;

	for (int i = 0; i < TIMES && rc == 0; i++) {
		rc = gpu_mark(dev, 0, e) < 0 || ok(g, g->cu.cuMemcpyDtoDAsync(addr(b), addr(a), bytes,
		    g->stream), "copy", e) < 0 ||
		    gpu_mark(dev, 1, e) < 0 || gpu_sync(dev, e) < 0 || gpu_elapsed(dev, &ms, e) < 0 ? -1 : 0;
		if (rc == 0 && ms < best)
			best = ms;
	}
	gpu_release(dev, a);
	gpu_release(dev, b);
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
		gpu_sync(dev, &ignore);
		gpu_release(dev, (void *)(uintptr_t)g->flush);
		gpu_release(dev, (void *)(uintptr_t)g->workspace);
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

	if (ok(g, cu->cuInit(0), "initialisation", e) < 0 ||
	    ok(g, cu->cuDeviceGetCount(&n), "counting devices", e) < 0)
		return -1;
	if (g->ordinal >= n)
		return as_fail(e, NULL, 0, "cuda:%d does not exist: the driver knows %d "
		    "device%s", g->ordinal, n, n == 1 ? "" : "s");
	if (ok(g, cu->cuDeviceGet(&g->dev, g->ordinal), "device", e) < 0 ||
	    ok(g, cu->cuDeviceGetName(g->base.model, sizeof g->base.model, g->dev), "device name",
	    e) < 0 ||
	    ok(g, cu->cuDevicePrimaryCtxRetain(&g->ctx, g->dev), "context", e) < 0 ||
	    ok(g, cu->cuCtxSetCurrent(g->ctx), "context", e) < 0 ||
	    ok(g, cu->cuStreamCreate(&g->stream, CU_STREAM_NON_BLOCKING), "stream", e) < 0 ||
	    ok(g, cu->cuEventCreate(&g->event[0], 0), "event", e) < 0 ||
	    ok(g, cu->cuEventCreate(&g->event[1], 0), "event", e) < 0)
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
	if (ok(g, g->cu.cuMemHostAlloc((void **)&g->stood, n, CU_MEMHOSTALLOC_DEVICEMAP), "host memory",
	    e) < 0 || ok(g, g->cu.cuMemHostGetDevicePointer(&p, g->stood, 0), "host memory", e) < 0)
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

	if (ok(g, g->cu.cuModuleLoadData(&g->aot, fat[g->base.dtype]), "loading the kernels", e) < 0 ||
	    ok(g, g->cu.cuModuleGetFunction(&g->seed, g->aot, "aot_seed"), "aot_seed", e) < 0)
		return -1;
	for (int k = 0; k < RR_NOPS; k++) {
		if (k == RR_OP_MATMUL_NT || k == RR_OP_MATMUL_NN || k >= RR_OP_ATTN)
			continue;
		snprintf(name, sizeof name, "aot_%s", rr_op_name((rr_opkind)k));
		if (ok(g, g->cu.cuModuleGetFunction(&g->fn[k], g->aot, name), name, e) < 0)
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
	if (gpu_alloc(&g->base, WORKSPACE, &w, e) < 0)
		return -1;
	g->workspace = addr(w);
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
		.fits = gpu_fits, .alloc = gpu_alloc, .release = gpu_release, .put = gpu_put, .get = gpu_get,
		    .sync = gpu_sync,
		.weight = gpu_weight, .mark = gpu_mark, .elapsed = gpu_elapsed, .launch = gpu_launch,
		.prologue = gpu_prologue, .preamble = rr_cuda_preamble, .wrapper = rr_cuda_wrapper,
		.choose = rr_cuda_choose,
		    .build = gpu_build,
		.bind = gpu_bind, .run = gpu_run, .unload = gpu_unload, .capture_begin = gpu_capture_begin,
		.capture_end = gpu_capture_end, .replay = gpu_replay, .graph_free = gpu_graph_free,
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

int
rr_device_has_cuda(void)
{
	return 1;
}
