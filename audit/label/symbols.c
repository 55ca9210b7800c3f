/* symbols.c - see symbols.h. */
#include "symbols.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "words.h"

#define R SYM_RESULT
static const symbol table[] = {
	/* PyTorch */
	{"torch.compile", SYM_COMPILE, SYM_PROXY | SYM_DECOR, R, "compile"},
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
	{"pycuda.compiler.SourceModule", SYM_COMPILE, 0, R, "compile"},
	{"pyopencl.Program.build", SYM_COMPILE, 0, R, "compile"},
	{"cffi.FFI.verify", SYM_COMPILE, 0, R, "compile"},
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

/* Is name one of a list of words, each between blanks? A word that ends in '*' is a beginning. */
static int
listed(const char *name, const char *const *list, size_t n)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < n; i++) {
		size_t k = strlen(list[i]);
		if (list[i][k - 1] == '*' ? len >= k - 1 && strncmp(name, list[i], k - 1) == 0 : strcmp(name, list[i]) == 0)
			return 1;
	}
	return 0;
}
#define LISTED(name, list) listed(name, list, sizeof(list) / sizeof *(list))

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
is_process(const char *name)
{
	static const char *const list[] = {
		"subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen",
		"subprocess.getoutput", "subprocess.getstatusoutput", "os.system", "os.popen*", "commands.get*", "popen2.popen*", "popen2.Popen*", "os.execv*", "os.execl*",
		"os.spawn*", "os.posix_spawn", "pexpect.*", "sh.*", "plumbum.*", "asyncio.create_subprocess_exec",
		"asyncio.create_subprocess_shell", "system", "popen", "execv", "execvp", "execve", "execvpe", "execl",
		"execlp", "execle", "execveat", "posix_spawn", "posix_spawnp", "fexecve", "rexec*", "rcmd*", "CreateProcessA", "CreateProcessW", "CreateProcess",
		"_spawn*", "_execv*", "_execl*", "_wsystem", "_wpopen", "ShellExecute*", "WinExec", "g_spawn_*", "g_subprocess_*", "uv_spawn", "SDL_CreateProcess*",
		"apr_proc_create", "luaL_execresult", "boost.process.*", "QProcess", "QProcess.*", "reproc.*",
		"runpy.run_path", "runpy.run_module", "_popen", "wordexp", "pty.spawn", "asyncio.subprocess.create_subprocess_*", "trio.run_process", "anyio.run_process",
		"anyio.open_process", "gi.repository.GLib.spawn_*", "gi.repository.Gio.Subprocess*", "gi.repository.Vte.*", "gobject.spawn*",
		"twisted.internet.utils.getProcess*", "Bio.Application.*", "Bio.Align.Applications.*",
		"Bio.Blast.Applications.*", "Bio.Emboss.Applications.*", "Bio.Phylo.Applications.*", "Bio.Sequencing.Applications.*",
	};
	return LISTED(no_std(name), list);
}

int
is_exec(const char *name)
{
	static const char *const list[] = {"exec", "eval", "execfile", "builtins.exec", "builtins.eval", "code.interact", "types.FunctionType", "types.LambdaType", "torch.hub.load",
		"code.InteractiveInterpreter", "code.InteractiveConsole", "codeop.*", "ctypes.pythonapi.*", "doctest.testmod", "doctest.testfile", "doctest.run_docstring_examples",
		"doctest.DocTestSuite", "doctest.DocFileSuite", "cProfile.run", "cProfile.runctx", "profile.run", "profile.runctx", "pdb.run", "pdb.runeval", "pdb.runcall",
		"PyRun_*", "Py_Main", "Py_BytesMain", "Py_RunMain", "luaL_dostring", "luaL_loadstring", "luaL_loadbuffer*", "lua_load", "lua_call", "lua_callk", "lua_pcallk",
		"JS_Eval*", "Tcl_Eval*", "rb_eval*", "duk_eval*", "duk_peval*", "scm_c_eval*", "scm_eval*"};
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

/* The first parts of module names that hide no compile call but those of the table. */
static const char *const modules[] = {
	"torch", "torchvision", "torchaudio", "torchtext", "transformers", "tokenizers", "datasets", "accelerate",
	"huggingface_hub", "safetensors", "diffusers", "peft", "sentencepiece", "sentence_transformers", "einops",
	"numpy", "scipy", "pandas", "sklearn", "matplotlib", "seaborn", "PIL", "cv2", "jax", "flax", "haiku", "optax",
	"keras", "tensorflow", "tf_keras", "onnx", "onnxruntime", "tensorrt", "torch_tensorrt", "tvm", "triton", "numba",
	"cupy", "pycuda", "pyopencl", "yaml", "toml", "tomli", "tomllib", "click", "typer", "fire", "tqdm", "rich",
	"requests", "httpx", "aiohttp", "fastapi", "flask", "uvicorn", "starlette", "pydantic", "attr", "attrs", "absl",
	"omegaconf", "hydra", "psutil", "pynvml", "GPUtil", "pytest", "loguru", "structlog", "prometheus_client",
	"tabulate", "polars", "pyarrow", "h5py", "joblib", "networkx", "sympy", "six", "simplejson", "orjson", "ujson",
	"dotenv", "colorama", "termcolor", "jinja2", "packaging", "setuptools", "pkg_resources", "openai", "tiktoken",
	"evaluate", "wandb", "mlflow", "torchmetrics", "lightning", "pytorch_lightning", "timm", "torch_xla", "thunder",
	"mlx", "openvino", "deepspeed", "bitsandbytes", "optimum", "filelock", "fsspec", "regex", "zmq", "grpc", "redis",
	"mpi4py", "typing_extensions", "cycler", "dateutil", "pytz", "certifi", "google", "statsmodels", "nvtx", "ml_dtypes", "opt_einsum",
	"aiofiles", "aiohttp_cors", "airflow", "albumentations", "alembic", "altair", "anthropic", "anyio", "apex", "arrow", "asgiref", "astropy", "asyncpg",
	"audioread", "av", "azure", "babel", "backoff", "beautifulsoup4", "bokeh", "boto3", "botocore", "braceexpand", "bs4", "bson", "cachetools",
	"cassandra", "celery", "cffi", "chainlit", "chardet", "charset_normalizer", "cloudpickle", "cohere", "coloredlogs", "colorlog", "comet_ml",
	"confluent_kafka", "contourpy", "cookiecutter", "croniter", "Crypto", "cryptography", "Cython", "dash", "dask", "dask_cuda", "dask_ml", "databricks",
	"datasketch", "decorator", "decord", "defusedxml", "deprecated", "dill", "distributed", "distutils", "django", "dns", "docker", "docopt",
	"docstring_parser", "docutils", "easydict", "ecdsa", "elasticsearch", "email_validator", "emoji", "execnet", "faiss", "faker", "fastavro", "fasttext",
	"feedparser", "filetype", "flatbuffers", "fontTools", "freezegun", "ftfy", "future", "fvcore", "gast", "geopandas", "gevent", "git", "gitdb",
	"gradio", "gradio_client", "graphviz", "greenlet", "groq", "gunicorn", "gym", "gymnasium", "h2", "hjson", "horovod", "html5lib", "httpcore", "httptools",
	"humanfriendly", "humanize", "hyperopt", "hypothesis", "idna", "igraph", "imageio", "imageio_ffmpeg", "importlib_metadata", "importlib_resources",
	"inflect", "iopath", "ipykernel", "IPython", "ipywidgets", "isodate", "itsdangerous", "jaxtyping", "jieba", "jiwer", "jmespath", "joypy", "json5",
	"jsonargparse", "jsonlines", "jsonpath_ng", "jsonschema", "jwt", "kafka", "kfp", "kiwisolver", "kombu", "kornia", "kubernetes", "langchain",
	"langchain_core", "langdetect", "langid", "Levenshtein", "librosa", "lightgbm", "lmdb", "loralib", "lpips", "lxml", "lz4", "mako", "markdown",
	"markupsafe", "marshmallow", "mecab", "mistral_common", "mistralai", "mlagents", "mmcv", "mmengine", "modelscope", "moto", "moviepy", "mpmath", "msgpack",
	"msgspec", "multidict", "munch", "mypy_extensions", "mysql", "nacl", "nbformat", "neptune", "nest_asyncio", "netCDF4", "nltk", "notebook",
	"num2words", "oauthlib", "objgraph", "odfpy", "ollama", "opencensus", "openpyxl", "opentelemetry", "optuna", "oss2", "outlines_core", "parameterized",
	"paramiko", "parso", "partial_json_parser", "passlib", "pathspec", "patsy", "peewee", "pexpect", "pika", "pillow_heif", "pint", "platformdirs",
	"playhouse", "plotly", "pluggy", "plyfile", "portalocker", "portpicker", "pptx", "prettytable", "prompt_toolkit", "proto", "protobuf", "psycopg2",
	"ptflops", "ptyprocess", "pyannote", "pyasn1", "pycocotools", "pycountry", "pycparser", "pydantic_core", "pydantic_settings", "pydub", "pyfiglet",
	"pyglet", "pygments", "pylab", "pymongo", "pymysql", "pyperclip", "pyperf", "pyproj", "pyro", "pytest_asyncio", "pytest_benchmark",
	"pythonjsonlogger", "pyworld", "pywt", "qdrant_client", "questionary", "rapidfuzz", "rasterio", "ray", "rdkit", "readline", "regex_spm", "reportlab",
	"requests_oauthlib", "requests_toolbelt", "resampy", "resemblyzer", "retry", "rfc3986", "rouge", "rouge_score", "rsa", "ruamel", "s3fs", "sacrebleu",
	"sacremoses", "schedule", "schema", "scikit_posthocs", "scikits", "selenium", "semver", "sentry_sdk", "seqeval", "setproctitle", "shap", "shapely",
	"shortuuid", "simple_parsing", "skimage", "sklearn_crfsuite", "skopt", "slack_sdk", "slugify", "smart_open", "snappy", "snowflake", "socks",
	"sortedcontainers", "soundfile", "soxr", "spacy", "speechbrain", "sqlalchemy", "sqlmodel", "sse_starlette", "stable_baselines3", "starlette_context",
	"stripe", "supervision", "swagger_ui_bundle", "tables", "tabulate2", "tblib", "tenacity", "tensorboard", "tensorboard_logger", "tensorboardX",
	"tensorflow_datasets", "tensorflow_hub", "terminaltables", "textual", "tf2onnx", "thop", "threadpoolctl", "tifffile", "tiktoken_ext", "together",
	"tokenize_rt", "toolz", "torch_geometric", "torch_scatter", "torch_sparse", "torchdata", "torcheval", "torchinfo", "torchsummary", "torchviz",
	"tornado", "traitlets", "treelib", "trimesh", "trio", "truststore", "tyro", "tzdata", "tzlocal", "umap", "unidecode", "universal_pathlib",
	"uritemplate", "urllib3", "utils3d", "uvloop", "vertexai", "virtualenv", "visdom", "watchdog", "watchfiles", "wcwidth", "webdataset", "webencodings",
	"websocket", "websockets", "werkzeug", "wheel", "whisper", "wrapt", "xarray", "xgboost", "xlrd", "xlsxwriter", "xmltodict", "xxhash", "yacs", "yarl",
	"youtube_dl", "yt_dlp", "zarr", "zstandard", "zstd",
	"ctranslate2", "fairseq", "opennmt", "pyspark", "cudf", "cuml", "cugraph", "dask_cudf", "rmm", "kvikio", "tritonclient",
	"onnxconverter_common", "onnxslim", "onnxsim", "onnxoptimizer", "amdsmi", "pdoc", "lit_nlp", "inspect_ai", "nvflare", "asv", "flash_attn",
	"safehttpx", "skorch", "opencc", "openai_harmony", "pynvjitlink", "nvidia",
	/* of desktops, devices, databases, protocols, formats of text, what is measured and counted */
	"cairo", "gi", "gobject", "gtk", "Xlib", "dbus", "pyatspi", "pygame", "serial", "smbus", "spidev", "pyudev", "evdev", "pyvisa", "bluetooth",
	"psycopg", "MySQLdb", "pyodbc", "cx_Oracle", "plyvel", "pylibmc", "memcache", "ldap", "ldap3", "paho", "pycurl", "dpkt",
	"netifaces", "flask_cors", "flask_login", "configobj",
	"urwid", "blessed", "blessings", "progressbar", "alive_progress", "texttable", "logbook", "logzero", "daiquiri",
	"rapidjson", "cbor2", "bitstring", "bitarray", "more_itertools", "annotated_types", "cpuinfo", "docx",
	"PyPDF2", "pypdf", "pdfminer", "mistune", "commonmark", "unidiff", "whoosh", "pydot", "pygraphviz", "svgwrite", "cairosvg", "qrcode", "pyzbar",
	"mutagen", "pyaudio", "sounddevice", "pyttsx3", "enchant", "marisa", "marisa_trie", "Bio", "pysam", "skbio", "biom", "nibabel",
	"pydicom", "SimpleITK", "osgeo", "fiona", "cartopy", "healpy", "emcee", "uncertainties", "gmpy2", "catboost", "annoy", "hmmlearn", "imblearn",
	"hamcrest", "oslo_config", "oslo_log", "oslo_serialization", "oslo_context", "oslo_i18n", "libvirt",
};

static const char *const standard[] = {
	"abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "bisect", "builtins", "bz2", "calendar", "cmath",
	"codecs", "collections", "concurrent", "configparser", "contextlib", "contextvars", "copy", "copyreg", "csv",
	"ctypes", "dataclasses", "datetime", "decimal", "difflib", "dis", "email", "enum", "errno", "faulthandler",
	"fcntl", "fnmatch", "fractions", "functools", "gc", "getopt", "getpass", "gettext", "glob", "gzip", "hashlib",
	"heapq", "hmac", "html", "http", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword",
	"linecache", "locale", "logging", "lzma", "math", "mimetypes", "mmap", "multiprocessing", "numbers", "operator",
	"optparse", "os", "pathlib", "pickle", "pkgutil", "platform", "pprint", "queue", "random", "re", "reprlib",
	"resource", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex", "shutil", "signal", "site",
	"socket", "socketserver", "sqlite3", "ssl", "stat", "statistics", "string", "struct", "subprocess", "sys",
	"sysconfig", "tarfile", "tempfile", "textwrap", "threading", "time", "timeit", "token", "tokenize", "trace",
	"traceback", "tracemalloc", "types", "typing", "unicodedata", "unittest", "urllib", "uuid",
	"warnings", "weakref", "xml", "zipfile", "zlib", "zoneinfo", "__future__", "cProfile", "pstats", "py_compile",
	"aifc", "asynchat", "asyncore", "audioop", "bdb", "binascii", "binhex", "cgi", "cgitb", "chunk", "cmd", "code", "codeop",
	"colorsys", "compileall", "crypt", "curses", "dbm", "distutils", "doctest", "encodings", "ensurepip", "filecmp", "fileinput",
	"formatter", "ftplib", "genericpath", "graphlib", "grp", "imaplib", "imghdr", "imp", "lib2to3", "macpath", "mailbox", "mailcap",
	"marshal", "modulefinder", "msilib", "msvcrt", "netrc", "nis", "nntplib", "nt", "ntpath", "nturl2path", "opcode", "ossaudiodev",
	"parser", "pdb", "pickletools", "pipes", "plistlib", "poplib", "posix", "posixpath", "profile", "pty", "pwd", "pyclbr", "pydoc",
	"pydoc_data", "pyexpat", "quopri", "readline", "rlcompleter", "smtpd", "smtplib", "sndhdr", "spwd", "sre_compile",
	"sre_constants", "sre_parse", "stringprep", "sunau", "symbol", "symtable", "syslog", "tabnanny", "telnetlib", "termios",
	"tkinter", "tomllib", "tty", "turtle", "turtledemo", "uu", "venv", "wave", "webbrowser", "winreg", "winsound", "wsgiref",
	"xdrlib", "xmlrpc", "zipapp", "zipimport",
	/* of Python 2 */
	"BaseHTTPServer", "ConfigParser", "Cookie", "HTMLParser", "Queue", "SimpleHTTPServer", "SocketServer", "StringIO", "Tkinter",
	"UserDict", "UserList", "UserString", "anydbm", "cPickle", "cStringIO", "cookielib", "copy_reg", "httplib", "md5", "robotparser",
	"rfc822", "sets", "sha", "tkFileDialog", "tkMessageBox", "urllib2", "urlparse", "xmlrpclib",
};

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
	"dim3", "offsetof", "yaml_*", "cJSON*", "sqlite3_*", "curl_*", "times", "tzset", "difftime", "regcomp", "regexec", "regfree", "glob",
	"basename", "dirname", "realpath", "nice", "posix_*", "chrono.*", "filesystem.*", "fmt.*", "spdlog.*", "nlohmann.*", "boost.*", "Eigen.*",
	"absl.*", "testing.*", "benchmark.*", "gtest*", "EXPECT_*", "ASSERT_*", "CHECK*", "DCHECK*", "LOG*", "gflags.*", "at.*", "c10.*", "torch.*",
	"caffe2.*", "cutlass.*", "cute.*", "char", "bool", "size_t", "long", "short", "unsigned", "__half*", "setw", "setfill", "setprecision",
	"ostringstream", "istringstream", "stringstream", "ifstream", "ofstream", "fstream", "isgreater", "isgreaterequal", "isless", "islessequal",
	"islessgreater", "isunordered", "isnormal", "signbit", "fpclassify", "ilogb", "scalbn", "nextafter", "remquo", "fdim", "lock_guard",
	"unique_lock", "shared_ptr", "unique_ptr", "atomicAdd", "atomicMax", "atomicMin", "atomicCAS", "atomicExch", "getaddrinfo", "sysctl",
	"sysctlbyname", "Sleep", "GetSystemInfo", "GetLastError", "GetModuleHandle", "cl.Platform*", "cl.Context", "cl.CommandQueue", "cl.Buffer",
	"cl.Device*", "cl.Program.Sources", "cl.Program.Binaries", "cl.NDRange", "cl.NullRange", "cl.Event", "cl.UserEvent", "cl.Image*",
	"cl.Sampler", "cl.Local", "cl.EnqueueArgs", "cl.copy", "cl.finish", "g_option_*", "g_print*", "g_str*", "g_free", "g_error_*",
	"g_set_prgname", "g_get_*", "cooperative_groups.*", "cg.*", "tl.*", "u_long", "u_short", "u_char", "ulong", "ushort", "off_t", "ssize_t",
	"ptrdiff_t", "uid_t", "gid_t", "pid_t", "mode_t", "off64_t", "time_t", "dev_t", "ino_t", "nlink_t", "socklen_t", "in_addr_t", "in_port_t",
	"clock_t", "clockid_t", "id_t", "wchar_t", "useconds_t", "suseconds_t", "blkcnt_t", "blksize_t", "fsblkcnt_t", "fsfilcnt_t", "sa_family_t",
	"rlim_t", "wmma.*", "__builtin_*", "__atomic_*", "__sync*", "float", "double", "assert", "nan",
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

static int
among(const char *const *list, size_t count, const char *name, size_t n)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(list[i]) == n && memcmp(name, list[i], n) == 0)
			return 1;
	return 0;
}

int
is_known_whole(const char *name)
{
	static const char *const open[] = {"boost.dll.*", "boost.process.*", "boost.python.*"}; /* they load code and start programs */

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
	return among(modules, sizeof modules / sizeof *modules, name, n) || among(standard, sizeof standard / sizeof *standard, name, n);
}

int
is_standard(const char *module)
{
	return among(standard, sizeof standard / sizeof *standard, module, strcspn(module, "."));
}

int
runs_memory(const char *name)
{
	static const char *const list[] = {"PROT_EXEC", "PAGE_EXECUTE*", "MAP_JIT", "SHM_EXEC", "READ_IMPLIES_EXEC"};

	return LISTED(name, list);
}
