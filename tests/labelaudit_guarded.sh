#!/bin/sh
# labelaudit --src on C whose function has several definitions, each under an #if: one that all of them stand under is not
# asked for where the function is called, since without it there is none.
. tests/lib.sh
. tests/says.sh
# tree NAME DEFINITIONS [FILE TEXT]: a program whose --jit calls run(); with() compiles and uses
tree() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <nvrtc.h>' '#include <cuda.h>' '#include "run.h"' 'static void with(const char *s) {' '	nvrtcProgram p; CUmodule m; CUfunction f; char t[100];' \
		'	nvrtcCreateProgram(&p, s, "a", 0, 0, 0);' '	nvrtcCompileProgram(p, 0, 0);' '	nvrtcGetPTX(p, t);' '	cuModuleLoadData(&m, t);' \
		'	cuModuleGetFunction(&f, m, "k");' '	cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);' '}' "$2" >"$T/$1/gpu.c"
	echo 'void run(void);' >"$T/$1/run.h"
	printf '%s\n' '#include <string.h>' '#include "run.h"' 'int main(int argc, char **argv) { if (argc > 1 && strcmp(argv[1], "--jit") == 0) run(); return 0; }' >"$T/$1/a.c"
	[ $# -lt 4 ] || printf '%s\n' "$4" >"$T/$1/$3"
}
both='#ifdef FAST
void run(void) { with("fast"); }
#else
void run(void) { with("slow"); }
#endif'
half='#ifdef FAST
void run(void) { with("fast"); }
#else
void run(void) { }
#endif'
tree under "#ifndef NO_GPU
$both
#endif"
says wired --jit under
check "no #if is left open but theirs" sh -c '! grep -q "NO_GPU\|is not in the tree" "$1"' - "$T/out"
tree deep "#ifndef NO_GPU
#if defined(CUDA) && VERSION > 2
$both
#endif
#endif"
says wired --jit deep
tree half "#ifndef NO_GPU
$half
#endif"
says conditional --jit half
# another definition that is not under it: of another file, of a macro, in its #else
tree beside "#ifndef NO_GPU
$both
#endif" cpu.c '#include "run.h"
#ifdef NO_GPU
void run(void) { }
#endif'
says conditional --jit beside
tree macro "#ifndef NO_GPU
$both
#endif" run.h '#ifdef NO_GPU
#define run() ((void)0)
#else
void run(void);
#endif'
says conditional --jit macro
tree else "#ifndef NO_GPU
$both
#else
void run(void) { }
#endif"
says conditional --jit else
# an #if that is decided otherwise is not taken to hold
tree never "#ifdef _WIN32
$both
#endif"
says conditional --jit never
