# labelaudit --src on C: what follows where a compile call fails and nobody asks whether it did.
. tests/lib.sh
. tests/says.sh

# program NAME GLOBALS JIT TIMED: under "fast" JIT, then what is timed; loop(x) works uncompiled
program() {
	cat >"$T/$1" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <CL/cl.h>
#include <string.h>
#include <time.h>
static void loop(float *x) { for (int i = 0; i < 32; i++) x[i] *= 2; }
static char ptx[65536];
$2
int main(int argc, char **argv)
{
	float x[32] = {0};
	clock_t t;
	if (argc < 2)
		return 2;
	int jit = !strcmp(argv[1], "fast");
	if (jit) {
		$3
	}
	t = clock();
	$4
	return (int)(clock() - t);
}
C
}
launch='cuLaunchKernel(fn, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);'

# a launch of what was never made runs nothing else in its place
program unasked.c 'static nvrtcProgram p; static CUmodule m; static CUfunction fn;' \
	'nvrtcCompileProgram(p, 0, 0); nvrtcGetPTX(p, ptx); cuModuleLoadData(&m, ptx); cuModuleGetFunction(&fn, m, "k");' "if (jit) $launch else loop(x);"
says wired fast unasked.c
program local.c 'static CUfunction fn;' \
	'nvrtcProgram p; CUmodule m; nvrtcCreateProgram(&p, "k", "k", 0, 0, 0); nvrtcCompileProgram(p, 0, 0); nvrtcGetPTX(p, ptx); cuModuleLoadData(&m, ptx); cuModuleGetFunction(&fn, m, "k");' \
	"if (jit) $launch else loop(x);"
says wired fast local.c
program opencl.c 'static cl_program p; static cl_kernel k; static cl_command_queue q;' 'clBuildProgram(p, 0, 0, "", 0, 0); k = clCreateKernel(p, "k", 0);' \
	'if (jit) clEnqueueNDRangeKernel(q, k, 1, 0, 0, 0, 0, 0, 0); else loop(x);'
says wired fast opencl.c
# it is asked whether there is something to launch
program asked.c 'static nvrtcProgram p; static CUmodule m; static CUfunction fn;' \
	'nvrtcCompileProgram(p, 0, 0); nvrtcGetPTX(p, ptx); cuModuleLoadData(&m, ptx); cuModuleGetFunction(&fn, m, "k");' "if (fn) $launch else loop(x);"
says fallback fast asked.c
program got.c 'static nvrtcProgram p; static CUmodule m; static CUfunction fn; static int ready;' \
	'nvrtcCompileProgram(p, 0, 0); nvrtcGetPTX(p, ptx); cuModuleLoadData(&m, ptx); ready = !cuModuleGetFunction(&fn, m, "k");' "if (ready) $launch else loop(x);"
says fallback fast got.c
program loaded.c 'static nvrtcProgram p; static CUmodule m; static CUfunction fn; static int ready;' \
	'nvrtcCompileProgram(p, 0, 0); nvrtcGetPTX(p, ptx); if (!cuModuleLoadData(&m, ptx)) { cuModuleGetFunction(&fn, m, "k"); ready = 1; }' "if (ready) $launch else loop(x);"
says fallback fast loaded.c
program kernel.c 'static cl_program p; static cl_kernel k; static cl_command_queue q;' 'clBuildProgram(p, 0, 0, "", 0, 0); k = clCreateKernel(p, "k", 0);' \
	'if (k) clEnqueueNDRangeKernel(q, k, 1, 0, 0, 0, 0, 0, 0); else loop(x);'
says fallback fast kernel.c
