# rtc.sh - what tests of labelaudit --src put into programs of C and C++ that compile a kernel by NVRTC.
# A test sources it after lib.sh. The argument of each is "std::" in C++, and none in C.

# rtc_build: build() gives the kernel, or ends the run
rtc_build() {
	cat <<C
static CUfunction build($([ "$1" ] || echo void))
{
	nvrtcProgram p; CUmodule m; CUfunction k; static char ptx[65536];
	if (nvrtcCreateProgram(&p, "k", "k", 0, 0, 0) || nvrtcCompileProgram(p, 0, 0) || nvrtcGetPTX(p, ptx))
		$1abort();
	if (cuModuleLoadData(&m, ptx) || cuModuleGetFunction(&k, m, "k"))
		$1abort();
	return k;
}
C
}

# rtc_serve: serve(f, x) launches f, or works through x in loop() where f is not set
rtc_serve() {
	cat <<C
static void loop(float *x) { for (int i = 0; i < 32; i++) x[i] *= 2; }
static void serve(CUfunction f, float *x)
{
	if (!f)
		loop(x);
	else if (cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0))
		$1abort();
}
C
}

# rtc_main STD BODY TIMED: main() runs BODY and then times TIMED, which work on x; jit is 1 where "fast" is asked for
rtc_main() {
	cat <<C
int main(int argc, char **argv)
{
	float x[32] = {0};
	if (argc < 2)
		return 2;
	int jit = !$1strcmp(argv[1], "fast");
	$2
	$1clock_t t = $1clock();
	$3;
	return (int)($1clock() - t);
}
C
}

# of VERDICT NAME BODY SERVED [MORE]: the verdict on "fast" of BODY, in which it is asked for where jit is 1, after which SERVED is launched if it is not 0
of() {
	cat >"$T/$2.cpp" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stack>
#include <string>
#include <thread>
#include <tuple>
#include <vector>
$(rtc_build "std::")
$(rtc_serve "std::")
struct Ctx { CUfunction f = nullptr; };
struct W { Ctx c; Ctx get() { return c; } Ctx &ref() { return c; } };
typedef Ctx *CtxPtr;
${5:-}
$(rtc_main std:: "$3" "serve($4, x)")
C
	says "$1" fast "$2.cpp"
}

