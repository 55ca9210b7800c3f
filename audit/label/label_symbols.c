/* label_symbols.c - the table of compile calls; see label_engine.h. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "label_engine.h"

enum { PY = LANG_PYTHON, C = LANG_C };
enum { VALUE = USE_VALUE, PLACE = USE_PLACE, SUSPECT = USE_SUSPECT };

/* A pattern begins at the start of the name or after a dot (C: after ::), and ends with it. The
 * first row counts. */
static const symbol rows[] = {
	/* PyTorch */
	{"torch.compile", PY, VALUE, "(torch(_mod|lib)?|_torch|th|torch\\.compiler)\\.compile|"
	    "_?dynamo\\.optimize(_assert)?|\\w*compile_fx(_inner)?|memory_efficient_fusion|"
	    "compile_regions|(_inductor|_export)\\.(compile|aot_load)|aot_(module|"
	    "function)(_simplified)?|aoti_compile_and_package|aot_compile|thunder\\.("
	    "functional\\.)?(jit|compile)"},
	{"module.compile", PY, PLACE, "\\S+\\.compile_(repeated_blocks|regions)"},
	{"torch.jit", PY, VALUE, "jit\\.(script|trace|trace_module|_script_pdt|freeze|"
	    "optimize_for_inference|script_if_tracing|ScriptModule|script_method)|"
	    "ipex\\.optimize_transformers|mobile_optimizer\\.optimize_for_mobile"},
	{"cuda graph", PY, PLACE, "cuda\\.(graphs\\.)?graph|CUDAGraph|make_graphed_callables|"
	    "\\S+\\.capture_begin|begin_capture|(?i:\\w*cuda_?graph(ed)?_?(runner|executor|wrapper|"
	    "callable|module)s?)|graphInstantiate|cu(da)?GraphInstantiate\\w*|capture_(begin|"
	    "while)|ScopedCapture"},
	{"device graph", PY, PLACE, "(HPU|NPU|XPU|MUSA)Graph|\\w*wrap_in_hpu_graph|(hpu|npu|xpu|"
	    "musa)\\.(graph|make_graphed_callables)"},
	/* inference engines */
	{"TensorRT", PY, VALUE, "(torch_tensorrt|torchtrt|trtorch)(\\.\\w+)*\\.(compile|"
	    "convert_method_to_trt_engine|convert_exported_program_to_serialized_trt_engine)|"
	    "torch2trt|lower_to_trt|TRTInterpreter|TRTModule|\\S+\\.(build_(engine|"
	    "serialized_network|cuda_engine|engine_with_config)|deserialize_cuda_engine)|"
	    "[Ee]ngine_?[Ff]rom_?([Nn]etwork|[Bb]ytes)|tensorrt_llm\\.build|Trt(Convert\\w*|"
	    "GraphConverter\\w*|Runner)|MutableTorchTensorRTModule"},
	{"fx2ait", PY, VALUE, "lower_to_ait|AITInterpreter|AITModule|AcceleratorTargetModule|"
	    "aitemplate\\.compiler\\.compile_model"},
	{"OpenVINO", PY, VALUE, "\\S+\\.compile_model|(core|ie|ov|openvino)\\.load_network"},
	{"neuron", PY, VALUE, "(torch_)?neuronx?\\.(trace|compile)|neuronx_distributed("
	    "\\.\\w+)*\\.parallel_model_trace"},
	{"engine", PY, VALUE, "(tvm|relay|relax|te)\\.(build|compile)|(auto_scheduler|"
	    "meta_schedule)\\.(compile_|tune_)\\w+|"
	    "meta_schedule\\.relax_integration\\.compile_relax|(coremltools|ct)\\.convert|"
	    "migraphx\\.parse_onnx|hidet(\\.\\w+)*\\.(\\w*compile\\w*|optimize|trace_from)|"
	    "bladedisc\\.\\w*optimize\\w*|iree\\.(compiler|turbine)(\\.\\w+)*\\.\\w*(compile|"
	    "export)\\w*"},
	/* arrays and tensors of other frameworks */
	{"jax.jit", PY, VALUE, "jax\\.(\\w+\\.)*(jit|pmap|pjit)|pjit|\\S+\\.lower\\(\\)\\.compile|"
	    "nnx\\.(jit|pmap)|(eqx|equinox)\\.filter_(jit|pmap)|(hk|haiku|nn|linen)\\.jit"},
	{"tf", PY, VALUE, "(tf|tensorflow)\\.(function|xla\\.(experimental\\.)?\\w+)|"
	    "\\S*optimizer\\.set_jit|def_function\\.function"},
	{"xla", PY, VALUE, "torch_xla\\.compile|xla_compile"},
	{"mlx", PY, VALUE, "(mx|mlx(\\.core)?)\\.compile"},
	{"other JIT", PY, VALUE, "TinyJit|to_static|(theano|pytensor|aesara)\\.function|(ms|"
	    "mindspore)\\.jit|\\S+\\.hybridize"},
	/* kernels that are compiled from source while the program runs */
	{"triton", PY, VALUE, "triton\\.(jit|compile)"},
	{"numba", PY, VALUE, "(numba|nb)\\.(njit|jit|vectorize|guvectorize|cfunc|stencil|"
	    "generated_jit)|njit|(cuda|roc|hsa)\\.jit|compile_ptx(_for_current_device)?"},
	{"kernel", PY, VALUE, "(cupy|cp)\\.(ElementwiseKernel|ReductionKernel|fuse)|"
	    "cupyx\\.jit\\.rawkernel|RawKernel|RawModule|(ti|taichi)\\.(kernel|"
	    "data_oriented\\.kernel|aot\\.Module)|SourceModule|metal_kernel|pallas_call|(wp|"
	    "warp)\\.(kernel|load_module|force_load)|transonic\\.(jit|boost)|"
	    "pythran\\.compile_\\w+|cpp_extension\\.load|(cpp_extension\\.)?load_inline|"
	    "torch\\.cuda\\._compile_kernel|tilelang\\.(jit|compile)|cute\\.(jit|compile|kernel)|"
	    "helion\\.kernel"},
	{"OpenCL", PY, VALUE, "\\S+\\.Program\\(\\)\\.build|clBuildProgram"},
	{"nvrtc", PY, PLACE, "(nvrtc|hiprtc)\\.?[cC]ompileProgram"},
	/* C, C++, CUDA, HIP */
	{"cuda graph", C, PLACE, "(cuda|cu|hip|musa|mu)(Graph(Instantiate|ExecUpdate)\\w*|"
	    "StreamEndCapture)|CUDAGraph|capture_end|aclmdlRICaptureEnd"},
	{"nvrtc", C, PLACE, "(nvrtc|hiprtc|musartc|mtrtc)CompileProgram|(cu|hiprtc|hip|"
	    "nvJit)LinkComplete|nvPTXCompilerCompile|amd_comgr_do_action"},
	{"OpenCL", C, PLACE, "cl(Build|Compile|Link)Program|Program::(build|compile)|cl::(link|"
	    "compile)Program"},
	{"TensorRT", C, PLACE, "build(Engine|SerializedNetwork|CudaEngine)\\w*|"
	    "deserializeCudaEngine|convert_method_to_trt_engine|ConvertGraphToTRTEngine|"
	    "CompileGraph|(torchtrt|torch_tensorrt|ts|trtorch)(::\\w+)*::compile|"
	    "\\w*AppendExecutionProvider_Tensor[rR][tT](_V2|_RTX)?"},
	{"engine", C, PLACE, "\\w*AppendExecutionProvider_(OpenVINO(_V2)?|CoreML|MIGraphX|VitisAI|"
	    "Nnapi|DML|QNN)|compile_model|LoadNetwork|ov_core_compile_model\\w*|"
	    "ModifyGraphWithDelegate|ANeuralNetworksCompilation_finish|migraphx_program_compile|"
	    "aclmdlLoadFromFile\\w*"},
	{"torch.jit", C, PLACE, "torch::jit::(compile|optimize_for_inference|freeze|script)|"
	    "AOTIModel(PackageLoader|ContainerRunner\\w*)"},
	{"xla", C, PLACE, "PjRtClient::Compile|PJRT_Client_Compile|CompileAndLoad|"
	    "ireeCompilerInvoke\\w*|iree_compiler_\\w+"},
	{"other JIT", C, PLACE, "addIRModule|addObjectFile|finalizeObject|LLVMCreate(JIT|"
	    "MCJIT)CompilerForModule|LLVMOrcLLJITAddLLVMIRModule|LLVMCompileModule|"
	    "gcc_jit_context_compile(_to_file)?|sljit_generate_code|pcre2?_jit_compile(_\\d+)?|"
	    "pcre_study|orc_program_compile|tcc_(compile_string|relocate|run)|JitRuntime::add|"
	    "jit_function_compile|wasmtime_module_new"},
	{"shader", C, PLACE, "newComputePipelineState\\w*|"
	    "vkCreate(Compute|Graphics|RayTracing)Pipelines\\w*|zeModuleCreate|"
	    "shaderc_compile_into_\\w+|glCompileShader|glLinkProgram|D3DCompile\\w*|"
	    "CreateComputePipelineState|wgpuDeviceCreateComputePipeline\\w*|"
	    "createComputePipelines?(Unique)?|CompileGlslToSpv|IDxcCompiler\\d?::Compile|"
	    "sycl::build"},
	/* what only looks like one, and before it what does not even do that */
	{NULL, PY, SUSPECT, "(?i:re\\.compile\\S*|precompiled\\S*|\\S*error|\\S*(is_compil|is_jit|"
	    "reset|log|print|warn|info|debug|disable|clear|config|set_|get_|version|available|"
	    "is_current|synchronize|mark_step|argument|profiler|has_|counters|cache_dir|args|"
	    "options|metrics|record|exception|add_|\\.append$|\\.update$|\\.get$|jit\\.(load|save|"
	    "isinstance|annotate|ignore|unused|export|is_\\w+|fork|wait)$|tensorrt\\.(Logger|"
	    "Builder|Runtime|OnnxParser|Input|Device)$)\\S*)"},
	{"looks like a compile", PY, SUSPECT, "(?i:\\S*(compil|trt|tensorrt|cuda_?graph|inductor|"
	    "torchdynamo|aot_|to_engine|build_engine|openvino|optimize_for_inference|graph_capture|"
	    "capture_graph|hpu_graph)\\S*|(\\S*[._])?(jit|xla)\\S*)"},
	{"looks like a compile", C, SUSPECT, "(?i:\\S*(compile_?(program|kernel|module|model|graph|"
	    "shader|source|engine)|jit_?compile|build_?(engine|program)|graph_?(instantiate|"
	    "capture)|capture_?graph|create_?engine)\\S*|\\S*program_?::(build|compile|link))"},
};

enum { ROWS = sizeof rows / sizeof *rows };

struct symbols {
	pcre2_code *code[ROWS];
	pcre2_match_data *match;
	multimap *known[3];             /* row by name, by language */
};

static void *from_arena(size_t n, void *p) { return take(p, n); }

static void to_arena(void *at, void *p) { (void)at, (void)p; }

/* Everything that is compiled lives in the arena: nothing is to be freed. */
static struct symbols *symbols_of(program *p) {
	if (p->symbols) return p->symbols;
	struct symbols *s = p->symbols = take(p, sizeof *s);
	pcre2_general_context *g = pcre2_general_context_create(from_arena, to_arena, p);
	pcre2_compile_context *c = pcre2_compile_context_create(g);
	for (size_t i = 0; i < ROWS; i++) {
		int why;
		PCRE2_SIZE at;
		const char *pattern = name_f(p, "(?:^|%s)(?:%s)$", rows[i].lang == C ? "::" : "\\.",
		    rows[i].pattern);
		s->code[i] = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
		    PCRE2_NO_AUTO_CAPTURE, &why, &at, c);
		if (!s->code[i]) program_nomem(p);
	}
	s->match = pcre2_match_data_create(1, g);
	s->known[PY] = map_new(p);
	s->known[C] = map_new(p);
	return s;
}

const symbol *symbol_of(program *p, lang l, const char *name) {
	static const symbol nothing = {0};
	struct symbols *s = symbols_of(p);
	const symbol *known = map_first(s->known[l], name), *is = known ? known : &nothing;
	for (size_t i = 0; !known && i < ROWS && is == &nothing; i++)
		if (rows[i].lang == l && pcre2_match(s->code[i], (PCRE2_SPTR)name,
		    PCRE2_ZERO_TERMINATED, 0, 0, s->match, NULL) > 0)
			is = &rows[i];
	if (!known) map_add(p, s->known[l], name, (void *)is);
	return is->family ? is : NULL;
}

/* Of another compiler "jit" and "compile" may be said, "graph" not. */
static const struct { const char *families, *words; } asks[] = {
	{"device graph", "graph hpugraph"}, /* but where it is of CUDA */
	{"cuda graph", "graph cudagraph"},
	{"TensorRT, fx2ait", "trt tensorrt"},
	{"torch.jit, jax.jit, tf, xla, other", "jit script torchscript trace tracing njit nojit"},
	{"jax.jit, torch.compile, module.compile, tf, xla, other", "compile compiling compilation "
	    "torchcompile precompile inductor dynamo torchdynamo"},
	{"jax.jit, tf, xla", "xla"},
	{"nvrtc", "nvrtc hiprtc"},
	{"OpenCL", "opencl"},
};

/* A word begins at s: useGraph, CUDAGraph and TRTEngine are two each. */
static bool begins(const char *text, const char *s) {
	return s == text || !isalnum((unsigned char)s[-1]) || (isupper((unsigned char)*s) &&
	    (islower((unsigned char)s[-1]) || islower((unsigned char)s[1])));
}

/* An ending of few letters is the same word: graphs, compiled, traced. */
static bool says(const char *text, const char *word, size_t n) {
	for (const char *s = text; *s; s++) {
		if (!begins(text, s) || strncasecmp(s, word, n) != 0) continue;
		size_t end = n;
		while (isalnum((unsigned char)s[end]) && !begins(text, s + end)) end++;
		if (end <= n + 2) return true;
	}
	return false;
}

static bool asks_for(const char *label, const char *words) {
	bool is = false;
	for (size_t n; *words; words += n + strspn(words + n, " "))
		is |= says(label, words, n = strcspn(words, " "));
	return is;
}

bool family_fits(const char *label, const char *family) {
	enum { N = sizeof asks / sizeof *asks };
	bool known = false, asked = false, fits = false;
	for (size_t i = 0; i < N; i++) known |= strstr(asks[i].families, family) != NULL;
	for (size_t i = strcasestr(label, "cuda") != NULL; i < N; i++) {
		if (!asks_for(label, asks[i].words)) continue;
		asked = true;
		fits |= strstr(asks[i].families, known ? family : "other") != NULL;
	}
	return !asked || fits;
}
