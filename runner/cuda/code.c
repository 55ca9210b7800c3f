/* Code on the GPU: ahead of time, generated, or of cuBLAS; and graphs of it. */
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

struct rr_code {
	CUmodule module;
	struct { rr_node node; CUfunction fn; } *at;
	size_t n;
};

struct rr_graph { CUgraph graph; CUgraphExec exec; };

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

int
rr_gpu_launch(rr_device *dev, rr_opkind kind, void *const *p, const long *d, const float *f,
    as_err *e)
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
	return rr_gpu_ok(g, g->cu.cuLaunchKernel(g->fn[kind], grid, 1, 1, block, 1, 1, 0, g->stream, arg,
	    NULL),
	    rr_op_name(kind), e);
}

const char *
rr_gpu_prologue(rr_device *dev)
{
	return rr_cuda_prologue(dev->dtype);
}

int
rr_gpu_build(rr_device *dev, const char *source, const char *id, rr_build *out, rr_code **code,
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
	if (rr_gpu_ok(g, g->cu.cuModuleLoadData(&(*code)->module, out->object), "loading compiled code",
	    e) < 0) {
		free(*code);
		*code = NULL;
		return -1;
	}
	return 0;
}

int
rr_gpu_bind(rr_device *dev, rr_code *code, const rr_node *node, size_t n, as_err *e)
{
	gpu *g = (gpu *)dev;

	code->at = calloc(n ? n : 1, sizeof *code->at);
	if (!code->at)
		return as_nomem(e);
	code->n = n;
	for (size_t i = 0; i < n; i++) {
		code->at[i].node = node[i];
		if (!node[i].external && rr_gpu_ok(g, g->cu.cuModuleGetFunction(&code->at[i].fn, code->module,
		    node[i].name), node[i].name, e) < 0)
			return -1;
		if (node[i].step && rr_gpu_ok(g, g->cu.cuFuncSetAttribute(code->at[i].fn,
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

	return rr_step_args(s, p, &a, e) < 0 ? -1 : rr_gpu_ok(g, g->cu.cuLaunchCooperativeKernel(fn,
	    (unsigned)s->blocks, 1, 1,
	    32 * (unsigned)s->tune.warps + 32, 1, 1, (unsigned)s->shared, g->stream, arg), n->name, e);
}

int
rr_gpu_run(rr_device *dev, rr_code *code, size_t i, void *const *p, const long *sym, as_err *e)
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
	return rr_gpu_ok(g, g->cu.cuLaunchKernelEx(&c, code->at[i].fn, arg, NULL), n->name, e);
}

void
rr_gpu_unload(rr_device *dev, rr_code *code)
{
	gpu *g = (gpu *)dev;

	if (!code)
		return;
	g->cu.cuStreamSynchronize(g->stream);
	g->cu.cuModuleUnload(code->module);
	free(code->at);
	free(code);
}

int
rr_gpu_capture_begin(rr_device *dev, as_err *e)
{
	gpu *g = (gpu *)dev;

	return rr_gpu_ok(g, g->cu.cuStreamBeginCapture(g->stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
	    "beginning a capture", e);
}

void
rr_gpu_graph_free(rr_device *dev, rr_graph *gr)
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

int
rr_gpu_capture_end(rr_device *dev, rr_graph **out, as_err *e)
{
	gpu *g = (gpu *)dev;
	rr_graph *gr = calloc(1, sizeof *gr);
	CUgraph graph = NULL;
	CUresult r = g->cu.cuStreamEndCapture(g->stream, &graph);

	if (!gr)
		return as_nomem(e);
	gr->graph = graph;
	if (!out) {
		rr_gpu_graph_free(dev, gr);
		return 0;
	}
	if (rr_gpu_ok(g, r, "ending a capture", e) < 0 ||
	    rr_gpu_ok(g, g->cu.cuGraphInstantiateWithFlags(&gr->exec, graph, 0), "instantiating a graph",
	    e) < 0) {
		rr_gpu_graph_free(dev, gr);
		return -1;
	}
	*out = gr;
	return 0;
}

int
rr_gpu_replay(rr_device *dev, rr_graph *gr, as_err *e)
{
	gpu *g = (gpu *)dev;

	return rr_gpu_ok(g, g->cu.cuGraphLaunch(gr->exec, g->stream), "replaying a graph", e);
}
