# labelaudit --src on C, C++ and CUDA: programs of several files, and what the preprocessor decides.
. tests/lib.sh
said() { # STATUS LABEL VERDICT DIR
	run labelaudit --src --label "$2" "$4"
	is_status "$1" "$2 of ${4##*/}"
	check "$2 of ${4##*/} is $3" grep -qx "$2: $3" "$T/out"
}
no_guard() { # WHAT PATTERN
	check "$1" sh -c '! grep -q "$1" "$2"' - "$2" "$T/out"
}

# an #if that does not matter is not asked: the compiler's own macros, and what stands under one alone
mkdir "$T/guards"
cat >"$T/guards/compat.h" <<'C'
#ifndef COMPAT_H
#define COMPAT_H
#if defined(_MSC_VER) || __cplusplus < 201103L
#define INLINE __forceinline
#else
#define INLINE inline
#endif
#ifdef HAVE_TUNING
static int unrelated(void) { return 3; }
#endif
#if TUNED
static int width(void) { return 8; }
#endif
#if defined(__APPLE__)
int step(cudaStream_t s);
#elif defined(__linux__) && __GNUC__ >= 9
static INLINE int step(cudaStream_t s) { kernel<<<width(), 32, 0, s>>>(); return 0; }
#endif
#endif
C
cat >"$T/guards/main.cu" <<'C'
#include "compat.h"
__global__ void kernel() {}
int main(int argc, char **argv)
{
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t x = nullptr;
	int graph = strcmp(argv[1], "graph") == 0;
	if (!graph && strcmp(argv[1], "plain") != 0)
		return 2;
	if (cudaStreamCreate(&s) != cudaSuccess)
		return 1;
	if (graph) {
		if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
			return 1;
		step(s);
		if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&x, g, 0) != cudaSuccess)
			return 1;
	}
	auto t0 = std::chrono::steady_clock::now();
	if (graph)
		cudaGraphLaunch(x, s);
	else
		step(s);
	cudaStreamSynchronize(s);
	printf("%f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count());
	return 0;
}
C
said 0 graph wired "$T/guards"
no_guard "nothing is left open" "open "
said 1 plain unreachable "$T/guards"
no_guard "nothing is left open there either" "open "

# one that decides which of two definitions is meant is a guard
mkdir "$T/two"
cat >"$T/two/main.c" <<'C'
#include <time.h>
#ifdef WITH_JIT
typedef int (*code)(int);
static code load(const char *so) { return (code)dlsym(dlopen("./gen.so", RTLD_NOW), so); }
static int run(int x) { code f = load("step"); return f(x); }
#else
static int run(int x) { return x + 1; }
#endif
int main(int argc, char **argv)
{
	struct timespec a, b;
	if (strcmp(argv[1], "jit") != 0)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &a);
	run(argc);
	clock_gettime(CLOCK_MONOTONIC, &b);
	return 0;
}
C
run labelaudit --src --label jit "$T/two"
check "it is named" grep -q "main.c:2: open defined(WITH_JIT), must be true" "$T/out"

# two programs of one tree have functions of the same names
mkdir "$T/programs"
for k in eager graph; do
	cat >"$T/programs/$k.cu" <<C
struct Options { const char *mode; int n; void read(char **argv); };
void Options::read(char **argv) { mode = argv[1]; n = 3; }
Options options;
cudaGraphExec_t exec;
void prepare(cudaStream_t s) { $([ $k = graph ] && echo 'cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); kernel<<<1, 1, 0, s>>>(); cudaStreamEndCapture(s, &g); if (cudaGraphInstantiate(&exec, g, 0) != cudaSuccess) abort();') }
void go(cudaStream_t s) { $([ $k = graph ] && echo 'cudaGraphLaunch(exec, s);' || echo 'kernel<<<1, 1, 0, s>>>();') }
int main(int argc, char **argv)
{
	cudaStream_t s;
	options.read(argv);
	if (strcmp(options.mode, "$k") != 0)
		return 2;
	prepare(s);
	clock_t t0 = clock();
	go(s);
	cudaStreamSynchronize(s);
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
done
said 1 eager unreachable "$T/programs"
said 0 graph wired "$T/programs"

# a method whose file comes before that of its class
mkdir "$T/order"
cat >"$T/order/a_plan.cu" <<'C'
#include "plan.h"
cudaError_t Plan::freeze(cudaGraph_t g) { return cudaGraphInstantiate(&exec_, g, 0); }
cudaError_t Plan::issue(cudaStream_t s) { return cudaGraphLaunch(exec_, s); }
C
cat >"$T/order/plan.h" <<'C'
class Plan {
	cudaGraphExec_t exec_ = nullptr;
public:
	cudaError_t freeze(cudaGraph_t g);
	cudaError_t issue(cudaStream_t s);
};
C
cat >"$T/order/z_main.cu" <<'C'
#include "plan.h"
int main(int argc, char **argv)
{
	Plan plan;
	if (strcmp(argv[1], "frozen") != 0 || plan.freeze(nullptr) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (plan.issue(0) != cudaSuccess)
		return 1;
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
said 0 frozen wired "$T/order"
