/* symbols_loud.c - see symbols.h: what libraries of C and C++ have that starts programs, runs text, loads code, compiles or makes code,
 * by the names of functions, classes, members and constants. Those that compile by the table of symbols.c, that start what a command
 * line says (symbols_process.c), and that load a library whose name is asked for (cone_load.c) are not here. */
#include "symbols.h"

#include <string.h>

#define COMPILES "a library is called that compiles, and is in no table of compile calls"
#define SHADERS "a program for the device is compiled or loaded by its driver"

/* Names between blanks; a * ends one that is a beginning. Where a tree has to include a header for them to be meant, that is said as
 * the beginning of its path, or of what stands behind its last folder; dotted: only behind a namespace or an object, or by using. */
static const loud_names table[] = {
	/* programs */
	{"", 0, CONE_PROGRAM, "QProcess QDesktopServices KProcess K3Process KPtyProcess KShellProcess KRun KToolInvocation CommandLauncherJob ApplicationLauncherJob OpenUrlJob "
	 "wxExecute wxShell wxProcess wxLaunchDefaultApplication wxLaunchDefaultBrowser ACE_Process* ExecuteAndWait ExecuteNoWait TinyProcessLib "
	 "spawn_command_line_sync spawn_command_line_async spawn_async spawn_async_with_pipes spawn_sync "
	 "g_app_info_launch* g_desktop_app_info_launch* gtk_show_uri* gtk_uri_launcher_launch* gtk_file_launcher_launch* gdk_spawn_* gnome_execute_* gnome_url_show* "
	 "vte_terminal_spawn* vte_terminal_fork_command* vte_terminal_feed_child* vte_pty_spawn* xfce_spawn* exo_execute_* ecore_exe_* fl_open_uri SDL_OpenURL "
	 "pvm_spawn* pvm_addhosts* pvm_start_* PetscPOpen* MPI_Comm_spawn* kwsysProcess_* vtksysProcess_* itksysProcess_* RunSingleCommand "
	 "spawnl spawnlp spawnle spawnlpe spawnv spawnvp spawnve spawnvpe _wspawn* _wexec* execvP execlpe exect LSOpen* "
	 "CreateProcessAsUser* CreateProcessWithLogon* CreateProcessWithToken* NtCreateUserProcess NtCreateProcess* RtlCreateUserProcess CreateRemoteThread* gSystem.Exec gSystem.OpenPipe"},
	{"boost/process", 1, CONE_PROGRAM, "child system async_system spawn process execute"},
	{"Poco/Process", 1, CONE_PROGRAM, "Process"},
	{"Poco/ProcessRunner", 1, CONE_PROGRAM, "ProcessRunner"},
	{"reproc", 1, CONE_PROGRAM, "run process"},
	{"folly/Subprocess", 1, CONE_PROGRAM, "Subprocess"},
	{"subprocess.hpp", 1, CONE_PROGRAM, "Popen call check_output"},
	{"subprocess.h", 0, CONE_PROGRAM, "subprocess_create subprocess_create_ex"},
	{"pstream.h", 0, CONE_PROGRAM, "ipstream opstream pstream rpstream"},
	{"giomm", 1, CONE_PROGRAM, "AppInfo Subprocess SubprocessLauncher"},
	{"gtkmm", 1, CONE_PROGRAM, "AppInfo"},
	{"Juce", 0, CONE_PROGRAM, "ChildProcess ChildProcessCoordinator ChildProcessMaster startAsProcess openDocument launchInDefaultBrowser"},
	{"juce", 0, CONE_PROGRAM, "ChildProcess ChildProcessCoordinator ChildProcessMaster startAsProcess openDocument launchInDefaultBrowser"},
	/* code that is loaded */
	{"", 0, CONE_LOADS, "QLibrary QPluginLoader QFactoryLoader KPluginLoader KLibLoader KLibrary wxDynamicLibrary wxPluginLibrary wxPluginManager "
	 "AOTIModelContainerRunner ACE_DLL ACE_DLL_Manager ACE_DLL_Handle ACE_Service_Config LoadLibraryPermanently addPermanentLibrary "
	 "sqlite3_load_extension sqlite3_enable_load_extension SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION __libc_dlopen* NSLinkModule NSAddImage NSAddLibrary* "
	 "NSCreateObjectFileImage* NSLookupSymbolInModule NSLookupAndBindSymbol* CFBundleLoadExecutable* CFBundleGetFunctionPointer* CFPlugInCreate CFPlugInInstanceCreate shl_load "
	 "LdrLoadDll LoadPackagedLibrary LoadModule CoLoadLibrary CoGetObject CLSIDFromProgID* xmlModuleOpen xmlModuleSymbol g_io_modules_load* g_io_modules_scan* g_io_module_new "
	 "g_type_module_use snd_dlopen snd_dlsym PetscDLOpen PetscDLLibrary* PetscLoadDynamicLibrary PetscPython* Tcl_LoadFile Tcl_FSLoadFile CPLGetSymbol gst_plugin_load* "
	 "lilv_plugin_instantiate lilv_instance_* suil_instance_new AudioPluginFormatManager dbopen_extension mysql_load_plugin* mysql_client_find_plugin "
	 "gtk_builder_connect_signals gtk_builder_connect_signals_full gtk_builder_connect_full glade_xml_signal_autoconnect glade_xml_signal_autoconnect_full "
	 "PyImport_Import PyImport_ImportModuleEx PyImport_ImportModuleLevel* PyImport_ExecCodeModule* PyImport_ReloadModule PyImport_AddModule* PyImport_GetModule PyImport_GetModuleDict "
	 "PyObject_Call PyObject_CallObject PyObject_CallMethod* PyObject_CallFunction* PyObject_CallNoArgs PyObject_CallOneArg PyObject_Vectorcall* _PyObject_Call* "
	 "_PyObject_FastCall* _PyObject_Vectorcall* "
	 "PyEval_Call* PyEval_EvalCode* PyEval_EvalFrame* PyCFunction_Call* JNI_CreateJavaVM mono_jit_init* mono_jit_exec mono_runtime_invoke hostfxr_* coreclr_* gSystem.Load gSystem.CompileMacro gSystem.DynFindSymbol"},
	{"boost/dll", 1, CONE_LOADS, "shared_library import import_symbol import_alias"},
	{"boost/python", 1, CONE_LOADS, "import"},
	{"pybind11/", 1, CONE_LOADS, "import"},
	{"nanobind/", 1, CONE_LOADS, "import_"},
	{"Poco/SharedLibrary", 1, CONE_LOADS, "SharedLibrary"},
	{"Poco/ClassLoader", 1, CONE_LOADS, "ClassLoader"},
	{"glibmm", 1, CONE_LOADS, "Module"},
	{"gtkmm", 1, CONE_LOADS, "Module"},
	{"llvm/", 1, CONE_LOADS, "DynamicLibrary"},
	{"Juce", 0, CONE_LOADS, "DynamicLibrary"},
	{"juce", 0, CONE_LOADS, "DynamicLibrary"},
	/* text that is run */
	{"", 0, CONE_TEXT, "QJSEngine QScriptEngine QQmlEngine QQmlApplicationEngine QQmlComponent QQmlExpression QQuickView QQuickWidget QDeclarativeEngine QDeclarativeView "
	 "QDeclarativeComponent QWebEngineView QWebEnginePage QWebView QWebPage runJavaScript evaluateJavaScript webkit_web_view_* JSEvaluateScript JSObjectCallAsFunction "
	 "PyRun_* Py_Main Py_BytesMain Py_RunMain Py_CompileString* luaL_dostring luaL_dofile luaL_loadstring luaL_loadfile* luaL_loadbuffer* lua_load lua_call lua_callk lua_pcall "
	 "lua_pcallk lua_cpcall lua_resume lua_dofile lua_dostring lua_dobuffer lua_loadx JS_Eval* JS_Execute* JS_Compile* JS_CallFunction* JS_Call JsRun* js_dostring js_dofile "
	 "duk_eval* duk_peval* duk_compile* duk_pcompile* duk_call* duk_pcall* Tcl_Eval* Tcl_VarEval* Tcl_GlobalEval* Tcl_RecordAndEval* Tcl_Main* Tcl_Expr* Tk_Main* "
	 "rb_eval* rb_funcall* rb_load* rb_require* ruby_run* ruby_exec* ruby_options mrb_load_* mrb_funcall* mrb_run mrb_top_run scm_eval* scm_c_eval* scm_primitive_load* "
	 "scm_c_primitive_load* scm_shell scm_call_* scm_apply* Rf_eval R_tryEval* R_ParseVector R_ParseEval* R_ParseString Rf_tryEval* parseEval parseEvalQ parseEvalNT parseEvalQNT "
	 "RInside Rcpp_eval Rcpp_fast_eval mexEvalString* mexCallMATLAB* engEvalString perl_run perl_parse perl_call_* perl_eval_* Perl_call_* Perl_eval_* ChaiScript "
	 "asCreateScriptEngine sqstd_dofile sqstd_loadfile sq_compile* sq_call wrenInterpret wrenCall janet_dostring janet_dobytes s7_eval* s7_load* sexp_eval* sexp_load* scheme_load_* "
	 "gInterpreter gCling TRint TPython ExecuteMacro gROOT.ProcessLine* gROOT.LoadMacro gROOT.Macro gROOT.LoadClass gApplication.ProcessLine gApplication.ProcessFile"},
	{"boost/python", 1, CONE_TEXT, "exec exec_file eval"},
	{"pybind11/e", 1, CONE_TEXT, "exec eval eval_file"},
	{"nanobind/eval", 1, CONE_TEXT, "exec eval"},
	{"octave", 0, CONE_TEXT, "feval eval_string parse_and_execute source_file octave_main"},
	{"oct.h", 0, CONE_TEXT, "feval eval_string parse_and_execute source_file octave_main"},
	{"Rcpp", 0, CONE_TEXT, "Function Language ExpressionVector"},
	{"perl.h", 0, CONE_TEXT, "eval_pv eval_sv call_pv call_sv call_argv call_method require_pv"},
	{"sol/", 0, CONE_TEXT, "script script_file safe_script safe_script_file unsafe_script do_file do_string load_file load_string load_buffer"},
	{"sol.hpp", 0, CONE_TEXT, "script script_file safe_script safe_script_file unsafe_script do_file do_string load_file load_string load_buffer"},
	{"mujs.h", 0, CONE_TEXT, "js_loadstring js_loadfile js_ploadstring js_ploadfile js_pcall js_call"},
	{"v8", 0, CONE_TEXT, "Script ScriptCompiler Function"},
	/* compilers, and engines that compile */
	{"", 0, COMPILES, "LLJIT LLJITBuilder LLLazyJIT LLLazyJITBuilder ExecutionEngine EngineBuilder addPassesToEmitFile addPassesToEmitMC LLVMOrc* LLVMTargetMachineEmit* LLVMRunFunction* "
	 "LLVMCreateInterpreterForModule LLVMLinkInMCJIT gcc_jit_context_compile_to_file tcc_run tcc_output_file tcc_add_file jit_function_compile* jit_function_apply* jit_compile* "
	 "_jit_emit jit_emit _jit_new_state jit_new_state init_jit sljit_* Xbyak asmjit dasm_* orc_program_compile* orc_executor_run pcre2_jit_compile* PCRE_STUDY_JIT* pcre_jit_exec Halide "
	 "ExecuteAction EmitObjAction EmitLLVMOnlyAction EmitAssemblyAction runToolOnCode* wasmtime_* wasm_module_new wasm_instance_new wasm_runtime_load wasm_runtime_instantiate "
	 "readNet readNetFrom* NewSession LoadSavedModel TF_NewSession* TF_LoadSessionFromSavedModel TF_SessionRun TfLiteInterpreterCreate* InterpreterBuilder MXPredCreate* "
	 "TVMModLoadFromFile OrtSessionOptionsAppendExecutionProvider*"},
	{"llvm/", 0, COMPILES, "getPointerToFunction runFunction finalizeObject"},
	{"xbyak", 0, COMPILES, "CodeGenerator CodeArray"},
	{"arrayfire", 0, COMPILES, "array af_eval*"},
	{"tensorflow/", 0, COMPILES, "Session ClientSession"},
	{"onnxruntime", 0, COMPILES, "CreateSession CreateSessionFromArray"},
	{"inference_engine", 0, COMPILES, "LoadNetwork ImportNetwork"},
	{"cling/", 0, COMPILES, "Interpreter"},
	{"clang/Interpreter", 0, COMPILES, "Interpreter"},
	/* programs for devices */
	{"", 0, SHADERS, "glCompileShader* glLinkProgram* glCreateShaderProgramv* glShaderBinary* glProgramBinary* glProgramString* glCompileShaderIncludeARB "
	 "vkCreateGraphicsPipelines vkCreateComputePipelines vkCreateRayTracingPipelines* vkCreateShaderModule vkCreateShadersEXT vkCreateExecutionGraphPipelines* "
	 "createGraphicsPipeline* createComputePipeline* createRayTracingPipeline* createRenderPipeline* CreateGraphicsPipeline* CreateComputePipeline* CreateRenderPipeline* "
	 "wgpuDeviceCreateShaderModule wgpuDeviceCreateComputePipeline* wgpuDeviceCreateRenderPipeline* D3DCompile* D3DXCompile* D3DX10Compile* D3DX11Compile* CreatePixelShader "
	 "CreateVertexShader CreateGeometryShader CreateHullShader CreateDomainShader CreateComputeShader newLibraryWithSource* newLibraryWithData newLibraryWithFile newLibraryWithURL "
	 "newDefaultLibrary* newComputePipelineState* newRenderPipelineState* makeLibrary makeComputePipelineState QOpenGLShader QOpenGLShaderProgram QGLShader QGLShaderProgram "
	 "SDL_CreateGPUShader SDL_CreateGPUComputePipeline SDL_CreateGPUGraphicsPipeline cgCreateProgram* cgGLLoadProgram shaderc_* glslang al_build_shader"},
	{"SFML/", 1, SHADERS, "Shader"},
	{"raylib.h", 0, SHADERS, "LoadShader*"},
	{"bgfx", 1, SHADERS, "createShader createProgram"},
	/* memory */
	{"", 0, MAKES_CODE, "JitRuntime VirtualAllocEx* VirtualAlloc2* VirtualAllocFromApp VirtualProtectEx VirtualProtectFromApp NtAllocateVirtualMemory* NtProtectVirtualMemory "
	 "ZwAllocateVirtualMemory ZwProtectVirtualMemory NtMapViewOfSection ZwMapViewOfSection vm_protect mach_vm_protect mach_vm_remap allocateMappedMemory protectMappedMemory"},
};

const loud_names *
loud_at(size_t i)
{
	return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

int
loud_has(const loud_names *l, const char *object, size_t nobject, const char *name, size_t n)
{
	for (const char *w = l->names; *w; w += strspn(w, " ")) {
		size_t k = strcspn(w, " ");
		const char *dot = memchr(w, '.', k);
		size_t of = dot ? (size_t)(dot - w) : 0, from = dot ? of + 1 : 0;
		int open = w[k - 1] == '*';

		if (w[from] == *name && (open ? n >= k - from - 1 : n == k - from) && strncmp(w + from, name, k - from - (open ? 1 : 0)) == 0 &&
		    (!dot || !object || (nobject == of && strncmp(w, object, of) == 0)))
			return 1;
		w += k;
	}
	return 0;
}

const char *
loud_name(const char *name)
{
	const char *last = strrchr(name, '.');

	last = last ? last + 1 : name;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!*table[i].header && loud_has(&table[i], "", 0, last, strcspn(last, "<(")))
			return table[i].why;
	return NULL;
}
