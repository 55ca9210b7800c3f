/* symbols.c - see symbols.h. */
#include "symbols.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "symbols_list.h"
#include "words.h"

#define R SYM_RESULT
static const symbol table[] = {
	/* PyTorch */
	{"torch.compile", SYM_COMPILE, SYM_PROXY | SYM_DECOR, R, "compile"},
	{"torch.compiler.compile", SYM_COMPILE, SYM_PROXY | SYM_DECOR, R, "compile"},
	{"torch.nn.Module.compile", SYM_COMPILE, 0, 0, "compile"},
	{"torch._dynamo.optimize", SYM_COMPILE, SYM_PROXY | SYM_DECOR, R, "compile"},
	{"torch._dynamo.optimize_assert", SYM_COMPILE, SYM_PROXY | SYM_DECOR, R, "compile"},
	{"torch._dynamo.export", SYM_COMPILE, 0, R, "compile"},
	{"torch._inductor.compile", SYM_COMPILE, 0, R, "compile"},
	{"torch._inductor.compile_fx.compile_fx", SYM_COMPILE, 0, R, "compile"},
	{"torch._inductor.aot_compile", SYM_COMPILE, 0, R, "compile"},
	{"torch._inductor.aoti_compile_and_package", SYM_COMPILE, 0, R, "compile"},
	{"torch._inductor.aoti_load_package", SYM_COMPILE, 0, R, "load"},
	{"torch._export.aot_compile", SYM_COMPILE, 0, R, "compile"},
	{"torch._export.aot_load", SYM_COMPILE, 0, R, "load"},
	{"torch.jit.script", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"torch.jit.trace", SYM_COMPILE, 0, R, "compile"},
	{"torch.jit.trace_module", SYM_COMPILE, 0, R, "compile"},
	{"torch.jit.load", SYM_COMPILE, 0, R, "load"},
	{"torch.jit.freeze", SYM_PASS, 0, R, "pass"},
	{"torch.jit.optimize_for_inference", SYM_PASS, 0, R, "pass"},
	{"torch.cuda.CUDAGraph", SYM_BEGIN, 0, R, "capture"},
	{"torch.cuda.graph", SYM_CONTEXT, 0, 0, "capture"},
	{"torch.cuda.make_graphed_callables", SYM_COMPILE, 0, R, "capture"},
	{"torch.xpu.XPUGraph", SYM_BEGIN, 0, R, "capture"},
	{"torch.cuda.graphs.graph", SYM_CONTEXT, 0, 0, "capture"},
	{"torch.cuda.graphs.make_graphed_callables", SYM_COMPILE, 0, R, "capture"},
	{"torch_tensorrt.compile", SYM_COMPILE, 0, R, "build"},
	{"torch_tensorrt.dynamo.compile", SYM_COMPILE, 0, R, "build"},
	{"torch_tensorrt.ts.compile", SYM_COMPILE, 0, R, "build"},
	{"torch_tensorrt.convert_method_to_trt_engine", SYM_COMPILE, 0, R, "build"},
	{"torch2trt.torch2trt", SYM_COMPILE, 0, R, "build"},
	{"torch_xla.compile", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"torch_xla.core.dynamo_bridge.extract_compiled_graph", SYM_COMPILE, 0, R, "compile"},
	{"functorch.compile.aot_function", SYM_COMPILE, 0, R, "compile"},
	{"functorch.compile.aot_module", SYM_COMPILE, 0, R, "compile"},
	{"functorch.compile.memory_efficient_fusion", SYM_COMPILE, 0, R, "compile"},
	{"torch.utils.cpp_extension.load", SYM_COMPILE, 0, R, "build"},
	{"torch.utils.cpp_extension.load_inline", SYM_COMPILE, 0, R, "build"},
	{"torch.package.PackageImporter", SYM_PASS, 0, R, "pass"},
	{"thunder.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"thunder.functional.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"thunder.compile", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"deepspeed.init_inference", SYM_COMPILE, 0, R, "build"},
	{"bettertransformer.compile", SYM_COMPILE, 0, R, "build"},
	{"sfast.compilers.diffusion_pipeline_compiler.compile", SYM_COMPILE, 0, R, "compile"},
	{"sfast.compilers.stable_diffusion_pipeline_compiler.compile", SYM_COMPILE, 0, R, "compile"},
	{"hidet.graph.frontend.torch.dynamo_backends.onnx2hidet_backend", SYM_COMPILE, 0, R, "compile"},
	{"openvino.compile_model", SYM_COMPILE, 0, R, "compile"},
	{".compile_model", SYM_COMPILE, 0, R, "compile"},
	{"intel_extension_for_pytorch.optimize", SYM_COMPILE, 0, R, "build"},
	/* engines */
	{"onnxruntime.InferenceSession", SYM_COMPILE, 0, R, "build"},
	{"onnxruntime.InferenceSession.InferenceSession", SYM_COMPILE, 0, R, "build"},
	{"optimum.onnxruntime.ORTModelForCausalLM.from_pretrained", SYM_COMPILE, 0, R, "build"},
	{"optimum.onnxruntime.ORTModelForSequenceClassification.from_pretrained", SYM_COMPILE, 0, R, "build"},
	{"tensorrt_llm.LLM", SYM_COMPILE, 0, R, "build"},
	{"tensorrt_llm.builder.build", SYM_COMPILE, 0, R, "build"},
	{".build_serialized_network", SYM_COMPILE, 0, R, "build"},
	{".build_engine", SYM_COMPILE, 0, R, "build"},
	{".build_cuda_engine", SYM_COMPILE, 0, R, "build"},
	{".deserialize_cuda_engine", SYM_COMPILE, 0, R, "load"},
	{".deserializeCudaEngine", SYM_COMPILE, 0, R, "load"},
	{".buildSerializedNetwork", SYM_COMPILE, 0, R, "build"},
	{".buildEngineWithConfig", SYM_COMPILE, 0, R, "build"},
	{"tvm.build", SYM_COMPILE, 0, R, "build"},
	{"tvm.compile", SYM_COMPILE, 0, R, "build"},
	{"tvm.relay.build", SYM_COMPILE, 0, R, "build"},
	{"tvm.relax.build", SYM_COMPILE, 0, R, "build"},
	{"tvm.driver.build", SYM_COMPILE, 0, R, "build"},
	{"tvm.runtime.load_module", SYM_COMPILE, 0, R, "load"},
	/* XLA, numba, others of Python */
	{"jax.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"jax.pmap", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"jax.experimental.pallas.pallas_call", SYM_COMPILE, 0, R, "compile"},
	{"jax.experimental.pjit.pjit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"flax.nnx.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"equinox.filter_jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"haiku.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"mlx.core.compile", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"tensorflow.function", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"tensorflow.xla.experimental.compile", SYM_COMPILE, 0, R, "compile"},
	{"numba.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.njit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.vectorize", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.guvectorize", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.cfunc", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.stencil", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.generated_jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"numba.jitclass", SYM_COMPILE, SYM_DECOR, R, "build"},
	{"numba.experimental.jitclass", SYM_COMPILE, SYM_DECOR, R, "build"},
	{"numba.cuda.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"triton.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"triton.compile", SYM_COMPILE, 0, R, "compile"},
	{"taichi.kernel", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"warp.kernel", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"cupy.RawKernel", SYM_COMPILE, 0, R, "compile"},
	{"cupy.RawModule", SYM_COMPILE, 0, R, "compile"},
	{"cupy.ElementwiseKernel", SYM_COMPILE, 0, R, "compile"},
	{"cupy.ReductionKernel", SYM_COMPILE, 0, R, "compile"},
	{"cupy.fuse", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"cupyx.jit.rawkernel", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"pycuda.compiler.SourceModule", SYM_COMPILE, 0, R, "compile"},
	{"pycuda.elementwise.ElementwiseKernel", SYM_COMPILE, 0, R, "compile"},
	{"pycuda.reduction.ReductionKernel", SYM_COMPILE, 0, R, "compile"},
	{"pyopencl.elementwise.ElementwiseKernel", SYM_COMPILE, 0, R, "compile"},
	{"pyopencl.reduction.ReductionKernel", SYM_COMPILE, 0, R, "compile"},
	{"pyopencl.Program.build", SYM_COMPILE, 0, R, "compile"},
	{"cffi.FFI.verify", SYM_COMPILE, 0, R, "compile"},
	{"Cython.inline", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"cython.inline", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"Cython.Build.cython_inline", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"Cython.Build.Inline.cython_inline", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"Cython.compile", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"cython.compile", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"sympy.utilities.autowrap.autowrap", SYM_COMPILE, 0, R, "compile"},
	{"sympy.utilities.autowrap.ufuncify", SYM_COMPILE, 0, R, "compile"},
	{"pyarrow.gandiva.make_projector", SYM_COMPILE, 0, R, "compile"},
	{"pyarrow.gandiva.make_filter", SYM_COMPILE, 0, R, "compile"},
	{"tinygrad.TinyJit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"tinygrad.engine.jit.TinyJit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"mindspore.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"dace.program", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"tilelang.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"helion.kernel", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"theano.function", SYM_COMPILE, 0, R, "compile"},
	{"aesara.function", SYM_COMPILE, 0, R, "compile"},
	{"pytensor.function", SYM_COMPILE, 0, R, "compile"},
	{"paddle.jit.to_static", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"hidet.compile", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"bodo.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"codon.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"transonic.jit", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"lpython.lpython", SYM_COMPILE, SYM_DECOR, R, "compile"},
	{"pyccel.epyccel", SYM_COMPILE, 0, R, "compile"},
	{"scipy.weave.inline", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"scipy.weave.blitz", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"weave.inline", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"weave.blitz", SYM_COMPILE, SYM_AT_ONCE, R, "compile"},
	{"numexpr.NumExpr", SYM_COMPILE, 0, R, "compile"},
	{"llvmlite.binding.create_mcjit_compiler", SYM_COMPILE, 0, R, "compile"},
	/* methods of things */
	{".replay", SYM_USE, 0, 0, "use"},
	{".capture_begin", SYM_BEGIN, 0, 0, "capture"},
	{".capture_end", SYM_COMPILE, 0, 0, "capture"},
	/* CUDA runtime */
	{"cudaStreamBeginCapture", SYM_BEGIN, SYM_ERROR, R, "capture"},
	{"cudaStreamBeginCaptureToGraph", SYM_BEGIN, SYM_ERROR, R, "capture"},
	{"cudaStreamEndCapture", SYM_COMPILE, SYM_ERROR, 1, "capture"},
	{"cudaGraphInstantiate", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"cudaGraphInstantiateWithFlags", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"cudaGraphInstantiateWithParams", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"cudaGraphLaunch", SYM_USE, SYM_ERROR, 0, "use"},
	{"cudaLibraryLoadData", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cudaLibraryLoadFromFile", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cudaLibraryGetKernel", SYM_PASS, SYM_ERROR, 0, "pass"},
	{"cudaLaunchKernel", SYM_USE, SYM_ERROR, 0, "use"},
	{"cudaLaunchKernelExC", SYM_USE, SYM_ERROR, 1, "use"},
	{"cudaLaunchCooperativeKernel", SYM_USE, SYM_ERROR, 0, "use"},
	/* CUDA driver */
	{"cuStreamBeginCapture", SYM_BEGIN, SYM_ERROR, R, "capture"},
	{"cuStreamEndCapture", SYM_COMPILE, SYM_ERROR, 1, "capture"},
	{"cuGraphInstantiate", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"cuGraphInstantiateWithFlags", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"cuGraphInstantiateWithParams", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"cuGraphLaunch", SYM_USE, SYM_ERROR, 0, "use"},
	{"cuModuleLoad", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cuModuleLoadData", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cuModuleLoadDataEx", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cuModuleLoadFatBinary", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cuLibraryLoadData", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cuLibraryLoadFromFile", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"cuLibraryGetKernel", SYM_PASS, SYM_ERROR, 0, "pass"},
	{"cuLibraryGetModule", SYM_PASS, SYM_ERROR, 0, "pass"},
	{"cuKernelGetFunction", SYM_PASS, SYM_ERROR, 0, "pass"},
	{"cuModuleGetFunction", SYM_PASS, SYM_ERROR, 0, "pass"},
	{"cuLinkAddData", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"cuLinkComplete", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"cuLaunchKernel", SYM_USE, SYM_ERROR, 0, "use"},
	{"cuLaunchKernelEx", SYM_USE, SYM_ERROR, 1, "use"},
	{"cuLaunchCooperativeKernel", SYM_USE, SYM_ERROR, 0, "use"},
	/* NVRTC, PTX compiler, jitify */
	{"nvrtcCompileProgram", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"nvrtcGetPTX", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"nvrtcGetCUBIN", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"nvrtcGetLTOIR", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"nvPTXCompilerCompile", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"nvPTXCompilerGetCompiledProgram", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"nvJitLinkComplete", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"nvJitLinkGetLinkedCubin", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"jitify.JitCache.program", SYM_COMPILE, 0, R, "compile"},
	{"jitify2.Program", SYM_COMPILE, 0, R, "compile"},
	/* HIP */
	{"hipStreamBeginCapture", SYM_BEGIN, SYM_ERROR, R, "capture"},
	{"hipStreamEndCapture", SYM_COMPILE, SYM_ERROR, 1, "capture"},
	{"hipGraphInstantiate", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"hipGraphInstantiateWithFlags", SYM_COMPILE, SYM_ERROR, 0, "capture"},
	{"hipGraphLaunch", SYM_USE, SYM_ERROR, 0, "use"},
	{"hiprtcCompileProgram", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"hiprtcGetCode", SYM_PASS, SYM_ERROR, 1, "pass"},
	{"hipModuleLoad", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"hipModuleLoadData", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"hipModuleLoadDataEx", SYM_COMPILE, SYM_ERROR, 0, "load"},
	{"hipModuleGetFunction", SYM_PASS, SYM_ERROR, 0, "pass"},
	{"hipModuleLaunchKernel", SYM_USE, SYM_ERROR, 0, "use"},
	{"hipLaunchKernel", SYM_USE, SYM_ERROR, 0, "use"},
	/* OpenCL, Metal, Vulkan, SYCL */
	{"clBuildProgram", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"clCompileProgram", SYM_COMPILE, SYM_ERROR, 0, "compile"},
	{"clLinkProgram", SYM_COMPILE, 0, R, "compile"},
	{"clCreateKernel", SYM_PASS, 0, R, "pass"},
	{"cl.Program.build", SYM_COMPILE, 0, 0, "compile"},
	{"cl.Kernel", SYM_PASS, 0, R, "pass"},
	{"clEnqueueNDRangeKernel", SYM_USE, SYM_ERROR, 1, "use"},
	{"clEnqueueTask", SYM_USE, SYM_ERROR, 1, "use"},
	/* compilers as libraries */
	{"tcc_compile_string", SYM_COMPILE, 0, 0, "compile"},
	{"tcc_relocate", SYM_PASS, 0, 0, "pass"},
	{"tcc_get_symbol", SYM_PASS, 0, R, "pass"},
	{"gcc_jit_context_compile", SYM_COMPILE, 0, R, "compile"},
	{"gcc_jit_result_get_code", SYM_PASS, 0, R, "pass"},
	{"dynasm_link", SYM_COMPILE, 0, 0, "compile"},
	{"LLVMCreateMCJITCompilerForModule", SYM_COMPILE, 0, 0, "compile"},
	{"LLVMCreateJITCompilerForModule", SYM_COMPILE, 0, 0, "compile"},
	{"LLVMCreateExecutionEngineForModule", SYM_COMPILE, 0, 0, "compile"},
	{"LLVMGetFunctionAddress", SYM_PASS, 0, R, "pass"},
	{"LLVMGetPointerToGlobal", SYM_PASS, 0, R, "pass"},
	{"LLVMOrcLLJITLookup", SYM_PASS, 0, 1, "pass"},
	{"xbyak.CodeGenerator.getCode", SYM_COMPILE, 0, R, "compile"},
	/* C++ front ends of the engines */
	{"torch.jit.load", SYM_COMPILE, 0, R, "load"},
	{"torch.inductor.AOTIModelPackageLoader", SYM_COMPILE, 0, R, "load"},
	{"Ort.Session", SYM_COMPILE, 0, R, "build"},
	{"OrtCreateSession", SYM_COMPILE, 0, R, "build"},
	{"ov.Core.compile_model", SYM_COMPILE, 0, R, "compile"},
	{"tvm.runtime.Module.LoadFromFile", SYM_COMPILE, 0, R, "load"},
	{"at.cuda.CUDAGraph", SYM_BEGIN, 0, R, "capture"},
};
#undef R

const symbol *
symbol_at(size_t i)
{
	return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

static const symbol *
find_exact(const symbols *s, const char *name, size_t n)
{
	for (size_t i = 0; s && i < s->nown; i++)
		if (strlen(s->own[i].name) == n && memcmp(s->own[i].name, name, n) == 0)
			return &s->own[i];
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].name[0] == name[0] && strncmp(table[i].name, name, n) == 0 && !table[i].name[n])
			return &table[i];
	return NULL;
}

const symbol *
symbol_find(const symbols *s, const char *name)
{
	static const char *const tail[] = {"_v2", "_v3", "_ptsz", "_ptds", "_v10000", "_v12000"};
	size_t n = strlen(name);
	const symbol *y;

	if (n == 0)
		return NULL;
	if ((y = find_exact(s, name, n)))
		return y;
	for (size_t i = 0; i < sizeof tail / sizeof *tail; i++) {
		size_t k = strlen(tail[i]);
		if (n > k && strcmp(name + n - k, tail[i]) == 0)
			return symbol_find(s, memcpy((char[256]){0}, name, n - k < 255 ? n - k : 255));
	}
	return NULL;
}

int
symbols_add(symbols *s, const char *arg, as_err *e)
{
	const char *colon = strrchr(arg, ':');
	size_t n = colon ? (size_t)(colon - arg) : strlen(arg);
	int64_t k = SYM_RESULT;
	symbol *own = realloc(s->own, (s->nown + 1) * sizeof *own);
	char *name = strndup(arg, n);

	if (own)
		s->own = own;
	if (!own || !name) {
		free(name);
		return as_nomem(e);
	}
	if (n == 0 || (colon && (as_int_parse(colon + 1, strlen(colon + 1), &k) != AS_NUM_OK || k < 0 || k > 20))) {
		free(name);
		return as_fail(e, NULL, 0, "--symbol wants NAME or NAME:OPERAND, not '%s'", arg);
	}
	s->own[s->nown++] = (symbol){.name = name, .kind = SYM_COMPILE, .flags = SYM_DECOR, .out = (int8_t)k, .what = "compile"};
	return 0;
}

void
symbols_free(symbols *s)
{
	for (size_t i = 0; i < s->nown; i++)
		free((char *)s->own[i].name);
	free(s->own);
	s->own = NULL;
	s->nown = 0;
}

int
symbols_listed(const char *name, const char *const *list, size_t n)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < n; i++) {
		size_t k;
		if (*list[i] != *name)
			continue;
		k = strlen(list[i]);
		if (list[i][k - 1] == '*' ? len >= k - 1 && strncmp(name, list[i], k - 1) == 0 : strcmp(name, list[i]) == 0)
			return 1;
	}
	return 0;
}

static const char *
no_std(const char *name)
{
	return strncmp(name, "std.", 4) == 0 ? name + 4 : name;
}

int
is_clock(const char *name)
{
	static const char *const list[] = {
		"time.time", "time.time_ns", "time.perf_counter", "time.perf_counter_ns", "time.monotonic",
		"time.monotonic_ns", "time.process_time", "time.process_time_ns", "time.thread_time", "time.clock",
		"timeit.default_timer", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.now",
		"clock_gettime", "gettimeofday", "clock", "times", "getrusage", "timespec_get", "mach_absolute_time",
		"QueryPerformanceCounter", "omp_get_wtime", "MPI_Wtime", "__rdtsc", "__rdtscp", "_rdtsc", "rdtsc",
		"ftime", "time", "cudaEventRecord", "cuEventRecord", "hipEventRecord", "cudaEventRecordWithFlags",
		"chrono.steady_clock.now", "chrono.high_resolution_clock.now", "chrono.system_clock.now",
		"steady_clock.now", "high_resolution_clock.now", "system_clock.now",
		"torch.cuda.Event.record", "torch.Event.record", "torch.xpu.Event.record", "torch.cuda.Event().record",
		"asyncio.get_event_loop().time", "clGetEventProfilingInfo",
	};
	return LISTED(no_std(name), list);
}

int
is_timer(const char *name)
{
	static const char *const list[] = {
		"timeit.timeit", "timeit.repeat", "timeit.Timer", "triton.testing.do_bench", "triton.testing.do_bench_cudagraph",
		"torch.utils.benchmark.Timer", "torch._inductor.utils.do_bench", "torch.utils.benchmark.utils.timer.Timer",
		"benchmark.Timer", "pyperf.Runner().bench_func", "pyperf.Runner().timeit", "cProfile.run", "cProfile.runctx",
		"torch._inductor.utils.do_bench_using_profiling", "torch.utils.benchmark.Timer().timeit",
	};
	return LISTED(name, list);
}

int
is_exit(const char *name)
{
	static const char *const list[] = {"exit", "_exit", "_Exit", "quick_exit", "sys.exit", "os._exit", "quit", "abort",
		"os.abort", "__builtin_trap", "__builtin_abort", "err", "errx", "verr", "verrx", "terminate", "__builtin_unreachable"};
	return LISTED(no_std(name), list);
}

int
is_neutral(const char *name)
{
	static const char *const list[] = {
		"print", "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite",
		"fflush", "perror", "syslog", "warn", "warnx", "snprintf", "sprintf", "vsnprintf", "std.print*", "fmt.*",
		"logging.*", "warnings.*", "loguru.*", "structlog.*", "rich.*", "tqdm*", "pprint.*", "json.dump*", "csv.*",
		"sys.stdout.*", "sys.stderr.*", "traceback.*", "click.echo", "click.secho", "typer.echo", "spdlog.*",
		"torch.cuda.synchronize", "torch.cuda.empty_cache", "torch.cuda.reset_peak_memory_stats", "torch.manual_seed",
		"torch.cuda.max_memory_allocated", "torch.cuda.memory_allocated", "torch.set_grad_enabled", "gc.collect",
		"cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize", "cudaEventElapsedTime",
		"cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName", "cudaEventCreate*",
		"cudaEventDestroy", "cuCtxSynchronize", "cuStreamSynchronize", "cuEventSynchronize", "cuEventElapsedTime",
		"cuGetErrorString", "cuGetErrorName", "nvrtcGetErrorString", "hipDeviceSynchronize", "hipStreamSynchronize",
		"time.sleep", "sleep", "usleep", "nanosleep", "sched_yield", "std.this_thread.*", "jax.block_until_ready",
		"numpy.*", "statistics.*", "math.*", "random.*", "os.*", "sys.*", "pathlib.*", "time.*", "datetime.*",
		"typing.*", "collections.*", "dataclasses.*", "abc.*", "enum.*", "re.*", "string.*", "platform.*",
		"torch.no_grad", "torch.inference_mode", "contextlib.*", "itertools.*", "functools.*", "operator.*",
		"std.cout", "std.cerr", "std.chrono.*", "chrono.*", "pandas.*", "psutil.*", "pynvml.*", "memcpy", "memset",
		"memmove", "free", "malloc", "calloc", "realloc", "str*", "fopen", "fclose", "getenv", "setenv", "atoi",
		"atof", "qsort", "argparse.*", "torch.cuda.nvtx.*", "nvtx*", "std.sort", "std.to_string",
	};
	return LISTED(name, list);
}

int
is_status(const char *name)
{
	static const char *const list[] = {"cuda*", "nvrtc*", "cublas*", "cudnn*", "cufft*", "curand*", "cusparse*", "cusolver*",
		"nccl*", "nvml*", "hip*", "hiprtc*", "rocblas*", "miopen*", "cupti*", "nvJitLink*", "nvPTXCompiler*",
		"pthread_*", "clock_gettime", "gettimeofday", "posix_memalign"};

	if (strncmp(name, "cu", 2) == 0 && isupper((unsigned char)name[2]))
		return 1;
	return LISTED(name, list);
}

int
is_launch(const char *name)
{
	static const char *const list[] = {"cudaLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernel", "cuLaunchKernelEx",
		"cudaLaunchCooperativeKernel", "cuLaunchCooperativeKernel", "hipLaunchKernel", "hipModuleLaunchKernel",
		"clEnqueueNDRangeKernel", "hipLaunchKernelGGL", "cublas*", "cudnn*", "cblas_*", "cudaMemcpy*"};
	return LISTED(name, list);
}

int
is_keras(const char *name)
{
	static const char *const list[] = {"keras.*", "tensorflow.*", "tf.*", "tf_keras.*", "re.*", "regex.*", "sre_compile.*", "py_compile.*",
		"compileall.*", "jinja2.*", "sqlalchemy.*", "lxml.*", "yara.*", "mako.*", "sass.*", "rjsmin.*", "std.*", "pcre*"};
	return LISTED(name, list);
}

/* Names of C that are everybody's: the C library, POSIX, and the runtimes of devices. */
static const char *const c_names[] = {
	"cuda*", "nvrtc*", "cublas*", "cudnn*", "cufft*", "curand*", "cusparse*", "cusolver*", "nccl*", "nvtx*", "nvml*", "hip*", "hiprtc*",
	"rocblas*", "miopen*", "cupti*", "nvJitLink*", "nvPTXCompiler*", "std.*", "thrust.*", "cub.*", "cl_*", "vk*", "gl*", "pthread_*", "isinf",
	"isfinite", "toupper", "tolower", "fopen", "fclose", "fread", "fwrite", "fgets", "fgetc", "fscanf", "fprintf", "fputs", "fputc", "feof",
	"ferror", "fflush", "fileno", "fdopen", "freopen", "fsync", "fcntl", "fork", "ftruncate", "fma", "fmaf", "free", "sprintf", "snprintf",
	"vsnprintf", "vsprintf", "vprintf", "vfprintf", "puts", "putc", "putchar", "putenv", "getenv", "getline", "getpid", "getcwd", "gettimeofday",
	"getrusage", "getc", "getchar", "gets", "gethostname", "getppid", "get", "setenv", "setlocale", "setjmp", "abs", "abort", "atexit", "atof",
	"atoi", "accept", "access", "alarm", "aligned_alloc", "accumulate", "any_of", "all_of", "bind", "bsearch", "begin", "end", "omp_*", "MPI_*",
	"cblas_*", "LAPACKE_*", "gsl_*", "sched_*", "mmap", "dlsym", "dlclose", "dlerror", "munmap", "madvise", "mprotect", "malloc", "calloc", "realloc", "reallocarray", "div",
	"labs", "ldiv", "exit", "_exit", "_Exit", "raise", "remove", "rename", "rewind", "scanf", "sscanf", "setvbuf", "setbuf", "tmpfile", "tmpnam",
	"ungetc", "perror", "mktime", "nanosleep", "usleep", "sleep", "stat", "lstat", "rmdir", "chdir", "poll", "select", "socket", "listen",
	"connect", "kill", "uname", "sysconf", "isatty", "ioctl", "static_assert", "swap", "move", "forward", "ref", "cref", "bind", "_mm*", "errno",
	"optarg", "optind", "optopt", "opterr", "stdin", "stdout", "stderr", "environ", "NULL", "INT_*", "UINT*", "SIZE_MAX", "CLOCK_*", "EXIT_*",
	"atomic_load*", "atomic_store*", "atomic_exchange*", "atomic_compare_exchange_*", "atomic_fetch_*", "atomic_init", "atomic_flag_*", "atomic_thread_fence", "atomic_signal_fence", "atomic_is_lock_free",
	"dim3", "offsetof", "yaml_*", "cJSON*", "sqlite3_*", "curl_*", "times", "tzset", "difftime", "regcomp", "regexec", "regfree", "glob",
	"basename", "dirname", "realpath", "nice", "posix_*", "chrono.*", "filesystem.*", "fmt.*", "spdlog.*", "nlohmann.*", "boost.*", "Eigen.*",
	"absl.*", "testing.*", "benchmark.*", "gtest*", "EXPECT_*", "ASSERT_*", "CHECK*", "DCHECK*", "LOG*", "gflags.*", "at.*", "c10.*", "torch.*",
	"caffe2.*", "cutlass.*", "cute.*", "char", "bool", "size_t", "long", "short", "unsigned", "__half*", "setw", "setfill", "setprecision",
	"ostringstream", "istringstream", "stringstream", "ifstream", "ofstream", "fstream", "isgreater", "isgreaterequal", "isless", "islessequal",
	"islessgreater", "isunordered", "isnormal", "signbit", "fpclassify", "ilogb", "scalbn", "nextafter", "remquo", "fdim", "lock_guard",
	"unique_lock", "shared_ptr", "unique_ptr", "atomicAdd", "atomicMax", "atomicMin", "atomicCAS", "atomicExch", "getaddrinfo", "sysctl",
	"sysctlbyname", "Sleep", "GetSystemInfo", "GetLastError", "IsDebuggerPresent", "DebugBreak", "GetModuleHandle", "cl.Platform*", "cl.Context", "cl.CommandQueue", "cl.Buffer",
	"cl.Device*", "cl.Program.Sources", "cl.Program.Binaries", "cl.NDRange", "cl.NullRange", "cl.Event", "cl.UserEvent", "cl.Image*",
	"cl.Sampler", "cl.Local", "cl.EnqueueArgs", "cl.copy", "cl.finish", "g_option_*", "g_print*", "g_str*", "g_free", "g_error_*",
	"gtk_*", "gdk_*", "GTK_*", "GDK_*", "G_OBJECT", "G_CALLBACK", "G_TYPE_*", "G_N_ELEMENTS", "G_STRUCT_OFFSET", "G_LIKELY", "G_UNLIKELY", "G_IS_*", "G_VALUE_*", "G_APPLICATION",
	"G_ACTION_*", "g_action_*", "g_simple_action*", "g_application_*", "g_menu_*", "g_settings_*", "g_variant_*", "pango_*", "cairo_*", "g_object_*", "g_signal_*", "g_type_*", "g_value_*", "g_param_spec_*", "g_list_*", "g_slist_*", "g_hash_table_*",
	"g_idle_add*", "g_timeout_add*", "g_main_loop_*", "g_main_context_*", "g_malloc*", "g_realloc*", "g_new*", "g_key_file_*", "g_log*", "g_array_*",
	"g_ptr_array_*", "g_mutex_*", "g_thread_*", "g_file_*", "g_path_*", "g_utf8_*", "g_io_channel_*", "g_build_filename", "g_message", "g_warning", "g_critical", "g_debug", "g_info", "g_return_*",
	"g_assert*", "g_clear_*", "g_queue_*", "g_tree_*", "g_date_*", "g_random_*", "g_timer_*", "g_source_*", "g_bytes_*", "g_unichar_*", "g_quark_*",
	"g_set_prgname", "g_get_*", "cooperative_groups.*", "cg.*", "tl.*", "u_long", "u_short", "u_char", "ulong", "ushort", "off_t", "ssize_t",
	"ptrdiff_t", "uid_t", "gid_t", "pid_t", "mode_t", "off64_t", "time_t", "dev_t", "ino_t", "nlink_t", "socklen_t", "in_addr_t", "in_port_t",
	"clock_t", "clockid_t", "id_t", "wchar_t", "mbstate_t", "useconds_t", "suseconds_t", "blkcnt_t", "blksize_t", "fsblkcnt_t", "fsfilcnt_t", "sa_family_t",
	"rlim_t", "wmma.*", "__builtin_*", "__atomic_*", "__sync*", "__asan_*", "__hwasan_*", "__lsan_*", "__msan_*", "__tsan_*", "__ubsan_*",
	"__sanitizer_*", "__llvm_profile_*", "__gcov_*", "__assert_*", "__assert", "__cxa_demangle", "__errno_location", "__cyg_profile_func_*", "__stack_chk_*",
	"__isoc99_*", "__fpending", "__fpurge", "__freading", "__fwriting", "__get_cpuid*", "__bad_*" /* of Linux: so that no program links that calls it */, "float", "double", "assert", "nan",
	"ZSTD_trace_*", "register_cmu_us_*" /* voices of flite */, "ibv_query_gid_type", "IsDebuggerPresent", "DebugBreak", "OutputDebugString*", "CMSG_*", "IN6_*", "IN_MULTICAST", "TAILQ_*", "STAILQ_*", "SLIST_*", "EV_SET",
};

/* Beginnings of such names; a function that the tree declares itself may begin so, and be anybody's. */
static const char *const c_words[] = {
	"mem*", "str*", "wcs*", "isa*", "isb*", "isc*", "isd*", "isg*", "iss*", "isu*", "isl*", "isp*", "isx*", "isn*", "fseek*", "ftell*", "fabs*",
	"fmod*", "fmin*", "fmax*", "floor*", "frexp*", "find*", "fill*", "for_each*", "printf*", "getopt*", "atol*", "acos*", "asin*", "atan*",
	"basic_*", "sig*", "clock*", "mlock*", "rand*", "srand*", "qsort*", "time*", "open*", "close*", "read*", "write*", "pread*",
	"pwrite*", "lseek*", "unlink*", "mkdir*", "dup*", "pipe*", "send*", "recv*", "wait*", "err*", "warn*", "verr*", "vwarn*", "assert*", "sqrt*",
	"pow*", "exp*", "log*", "sin*", "cos*", "tan*", "ceil*", "round*", "trunc*", "lround*", "llround*", "lrint*", "rint*", "nearbyint*",
	"hypot*", "cbrt*", "erf*", "copysign*", "nan*", "mod*", "ldexp*", "max*", "min*", "make_*", "_*", "__*", "va_*", "json*", "ctime*",
	"localtime*", "gmtime*", "uint*", "int*", "float*", "double*", "half*", "nv_*", "u_int*",
};

int
is_known_whole(const char *name)
{
	static const char *const open[] = {"boost.dll.*", "boost.process.*", "boost.python.*", "gtk_builder_connect*", "gtk_builder_add_*",
		"gtk_builder_new_from_*"}; /* they load code, start programs, or look functions up by name */

	if (LISTED(name, open))
		return 0;
	if ((strncmp(name, "cu", 2) == 0 || strncmp(name, "cl", 2) == 0) && isupper((unsigned char)name[2]))
		return 1;
	return LISTED(name, c_names) || LISTED(as_last_part(name), c_names) || is_libc(name) || is_blas(name);
}

int
is_known(const char *name, int c)
{
	size_t n = strcspn(name, ".(");

	if (c)
		return is_known_whole(name) || LISTED(name, c_words) || LISTED(as_last_part(name), c_words);
	if (name[n] != '.' && name[n] != '(')
		return 1; /* a builtin, or the module itself */
	return is_quiet_module(name) || is_standard(name);
}

int
runs_memory(const char *name)
{
	static const char *const list[] = {"PROT_EXEC", "PAGE_EXECUTE*", "MAP_JIT", "SHM_EXEC", "READ_IMPLIES_EXEC", "VM_PROT_EXECUTE", "VM_PROT_ALL",
		"FILE_MAP_EXECUTE", "HEAP_CREATE_ENABLE_EXECUTE", "B_EXECUTE_AREA"};

	return LISTED(name, list);
}
