# labelaudit --src on C, C++ and CUDA: programs of several files, and what the preprocessor decides.
. tests/lib.sh
said() { # STATUS LABEL VERDICT DIR
	run labelaudit --src --label "$2" "$4"
	is_status "$1" "$2 of ${4##*/}"
	check "$2 of ${4##*/} is $3" grep -qx -e "$2: $3" "$T/out"
}
no_guard() { # WHAT PATTERN
	check "$1" sh -c '! grep -q -e "$1" "$2"' - "$2" "$T/out"
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
check "it is named" grep -q "main.c:2: open defined(WITH_JIT), taken as true" "$T/out"

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

# a macro that defines functions, and one right after its use
mkdir "$T/macro"
cat >"$T/macro/main.cu" <<'C'
#define DEFINE_RUN(name, call) \
	static cudaError_t name(cudaStream_t s) { \
		return call; \
	}
cudaGraphExec_t graph;
DEFINE_RUN(run_graph, cudaGraphLaunch(graph, s))
DEFINE_RUN(run_plain, launch<<<1, 32, 0, s>>>())
#undef DEFINE_RUN
#define MODES 2
static const struct { const char *name; cudaError_t (*run)(cudaStream_t); } mode[MODES] = {{"graph", run_graph}, {"plain", run_plain}};
int main(int argc, char **argv)
{
	for (int i = 0; i < MODES; i++) {
		if (strcmp(argv[1], mode[i].name) != 0)
			continue;
		if (i == 0 && cudaGraphInstantiate(&graph, make(), 0) != cudaSuccess)
			return 1;
		clock_t t0 = clock();
		mode[i].run(0);
		printf("%ld\n", (long)(clock() - t0));
		return 0;
	}
	return 2;
}
C
said 0 graph wired "$T/macro"
said 1 plain unreachable "$T/macro"

# a string that is changed in place before it is looked up
mkdir "$T/text"
cat >"$T/text/main.cpp" <<'C'
int main(int argc, char **argv)
{
	std::string mode = argv[1];
	bool graph = false;
	if (!mode.empty() && mode.back() == '+') {
		graph = true;
		mode.pop_back();
	}
	mode.append("_f32");
	if (mode != "axpy_f32" && mode != "norm_f32")
		return 2;
	cudaGraphExec_t exec = nullptr;
	if (graph && cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (exec)
		cudaGraphLaunch(exec, 0);
	else
		cudaLaunchKernel((void *)axpy, 1, 32, nullptr, 0, 0);
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
said 0 axpy+ wired "$T/text"

# the label that only the other name of a case gives: --how=graph, else "stream"
cat >"$T/other.cu" <<'C'
int main(int argc, char **argv)
{
	int graph = 0;
	cudaGraphExec_t exec;
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--how=graph") == 0)
			graph = 1;
	if (graph && cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (graph)
		cudaGraphLaunch(exec, 0);
	else
		step<<<1, 32>>>();
	printf("%s %ld\n", graph ? "graph" : "stream", (long)(clock() - t0));
	return 0;
}
C
said 0 graph wired "$T/other.cu"
said 1 stream unreachable "$T/other.cu"

# the compiler that a program runs fails as what it makes: with a word, or without
cat >"$T/gen.c" <<'C'
static op build(void)
{
	void *so;
	if (system("cc -shared -fPIC -o ./op.so op.c") != 0)
		return NULL;
	so = dlopen("./op.so", RTLD_NOW);
	return so ? (op)dlsym(so, "op") : NULL;
}
int main(int argc, char **argv)
{
	op f = plain, g = NULL;
	int must = strcmp(argv[1], "built") == 0, may = strcmp(argv[1], "auto") == 0;
	if ((must || may) && (g = build()) != NULL)
		f = g;
	if (must && !g)
		return 1;
	clock_t t0 = clock();
	f(x, 8);
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
said 0 built wired "$T/gen.c"
said 1 auto fallback "$T/gen.c"

# the label comes in on one side of a branch that does nothing else: on the other there is none
cat >"$T/side.cu" <<'C'
__global__ void k() { }
static cudaGraph_t capture() { return cudaGraph_t(); }
struct opts { bool graph = false; const char *name = "stream"; };
static opts parse(int c, char **v)
{
	opts o;
	for (int i = 1; i < c; i++)
		if (!strncmp(v[i], "--impl=", 7)) {
			o.name = v[i] + 7;
			o.graph = !strcmp(o.name, "graph");
		}
	return o;
}
int main(int c, char **v)
{
	opts o = parse(c, v);
	cudaGraphExec_t e = nullptr;
	if (cudaGraphInstantiate(&e, capture(), 0) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (o.graph)
		cudaGraphLaunch(e, 0);
	else
		k<<<1, 16>>>();
	printf("%s %ld\n", o.name, (long)(clock() - t0));
	return 0;
}
C
said 0 graph wired "$T/side.cu"
said 1 stream label-only "$T/side.cu"

# rows of a file that is included in the midst of an enum and of a table; functions that run before main
mkdir -p "$T/rows/src" "$T/rows/include"
cat >"$T/rows/src/modes.def" <<'C'
/* MODE(symbol, name) */
#ifndef MODE
#define MODE(sym, name)
#endif
MODE(PLAIN, "plain")
MODE(GRAPH, "graph")
#undef MODE
C
cat >"$T/rows/include/registry.h" <<'C'
#ifndef REGISTRY_H
#define REGISTRY_H
struct op { const char *name; int (*run)(cudaStream_t); };
void add(const struct op *o);
#define REGISTER(f) \
	__attribute__((constructor)) static void add_##f(void) \
	{ \
		static const struct op o = {#f, f}; \
		add(&o); \
	}
#endif
C
cat >"$T/rows/src/ops.cu" <<'C'
#include "registry.h"
cudaGraphExec_t exec;
static int scale(cudaStream_t s) { return cudaLaunchKernel((void *)k, 1, 32, 0, 0, s); }
static int replay(cudaStream_t s) { return cudaGraphLaunch(exec, s); }
REGISTER(scale)
REGISTER(replay)
C
cat >"$T/rows/src/main.cu" <<'C'
#include "registry.h"
enum mode {
#define MODE(sym, name) MODE_##sym,
#include "modes.def"
	MODES
};
static const char *const names[MODES] = {
#define MODE(sym, name) [MODE_##sym] = name,
#include "modes.def"
};
extern cudaGraphExec_t exec;
static const struct op *ops[8];
static int nops;
void add(const struct op *o) { ops[nops++] = o; }
int main(int argc, char **argv)
{
	const char *want = 0;
	for (int i = 0; i < MODES; i++)
		if (strcmp(names[i], argv[1]) == 0)
			want = i == MODE_GRAPH ? "replay" : "scale";
	if (!want)
		return 2;
	for (int i = 0; i < nops; i++) {
		if (strcmp(ops[i]->name, want) != 0)
			continue;
		if (strcmp(want, "replay") == 0 && cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
			return 1;
		clock_t t0 = clock();
		ops[i]->run(0);
		printf("%ld\n", (long)(clock() - t0));
		return 0;
	}
	return 2;
}
C
said 0 graph wired "$T/rows"
said 1 plain unreachable "$T/rows"

# what a smart pointer is set to
cat >"$T/holder.cu" <<'C'
__global__ void k() { }
static cudaGraph_t capture() { return cudaGraph_t(); }
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Destroy>;
struct Step {
	Graph graph_;
	void record()
	{
		cudaGraphExec_t exec = nullptr;
		if (cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
			throw std::runtime_error("no graph");
		graph_.reset(exec);
	}
	void run()
	{
		if (graph_)
			cudaGraphLaunch(graph_.get(), 0);
		else
			k<<<1, 1>>>();
	}
};
int main(int argc, char **argv)
{
	const std::string mode = argv[1];
	Step step;
	if (mode == "graph" || mode == "lost")
		step.record();
	else if (mode != "plain")
		return 2;
	if (mode == "lost")
		step.graph_.reset();
	clock_t t0 = clock();
	step.run();
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
said 0 graph wired "$T/holder.cu"
said 1 lost label-only "$T/holder.cu"
said 1 plain unreachable "$T/holder.cu"

# the label is the name of a switch
cat >"$T/switch.cu" <<'C'
int main(int argc, char **argv)
{
	int use_graph = 0, steps = 3;
	cudaGraphExec_t exec;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--cuda-graph") == 0)
			use_graph = 1;
		else if (strcmp(argv[i], "--kernel-latency") == 0)
			use_graph = 0;
		else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc)
			steps = atoi(argv[++i]);
		else
			return 2;
	}
	if (use_graph && cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (use_graph)
		cudaGraphLaunch(exec, 0);
	else
		step<<<1, 32>>>();
	printf("%d %ld\n", steps, (long)(clock() - t0));
	return 0;
}
C
run labelaudit --src --label cuda-graph "$T/switch.cu"
check "it enters as the switch" grep -q "entry argument 1 = cuda-graph" "$T/out"
check "which is compiled where no other switch takes it back" grep -Eqx "cuda-graph: (wired|conditional)" "$T/out"
cat >"$T/getopt.cu" <<'C'
static const struct option options[] = {{"opencl", no_argument, 0, 'o'}, {"graph", no_argument, 0, 'g'}, {"steps", required_argument, 0, 1000}, {0, 0, 0, 0}};
int main(int argc, char **argv)
{
	int c, graph = 0, steps = 3;
	cudaGraphExec_t exec;
	while ((c = getopt_long(argc, argv, "og", options, 0)) != -1)
		switch (c) {
		case 'o': break;
		case 'g': graph = 1; break;
		case 1000: steps = atoi(optarg); break;
		default: return 2;
		}
	if (graph && cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (graph)
		cudaGraphLaunch(exec, 0);
	else
		step<<<1, 32>>>();
	printf("%d %ld\n", steps, (long)(clock() - t0));
	return 0;
}
C
said 0 graph wired "$T/getopt.cu"
run labelaudit --src --label fast "$T/getopt.cu"
no_guard "a switch of another name takes no label" "option -[og] = "

# a letter with its dash is that switch, whatever else takes a value
said 0 -g wired "$T/getopt.cu"
cat >"$T/letters.cu" <<'C'
int main(int argc, char **argv)
{
	int c, graph = 0, steps = 3;
	cudaGraphExec_t exec;
	while ((c = getopt(argc, argv, "s:fgGx")) != -1)
		switch (c) {
		case 's': steps = atoi(optarg); break;
		case 'f': steps++; break;
		case 'g': graph = 1; break;
		case 'G': graph = 0; break;
		case 'x': printf("%d\n", steps); return 0;
		default: return 2;
		}
	if (graph && cudaGraphInstantiate(&exec, capture(), 0) != cudaSuccess)
		return 1;
	clock_t t0 = clock();
	if (graph)
		cudaGraphLaunch(exec, 0);
	else
		step<<<1, 32>>>();
	printf("%d %ld\n", steps, (long)(clock() - t0));
	return 0;
}
C
said 3 -g conditional "$T/letters.cu" # -G may follow
said 1 -x unreachable "$T/letters.cu"
said 3 -f conditional "$T/letters.cu"
no_guard "a switch is no value of another option" "option -s = "
said 3 -s conditional "$T/letters.cu"
sed 's/"s:fgGx"/"s:fgx"/' "$T/letters.cu" >"$T/letters2.cu"
said 0 -g wired "$T/letters2.cu"
said 3 -G unknown "$T/letters2.cu"
sed 's/graph = 0, steps/graph = 1, steps/; s/case .g.: graph = 1/case 0: break/' "$T/letters.cu" >"$T/letters3.cu"
said 1 -G unreachable "$T/letters3.cu"

# a list that is given a macro: members of a struct, and what finds each of them
cat >"$T/drv.c" <<'C'
#define SYMBOLS(X) \
	X(int, cuInit, (unsigned)) \
	X(int, cuModuleLoadData, (CUmodule *, const void *)) \
	X(int, cuLaunchKernel, (CUfunction, int))
struct driver {
	void *so;
#define MEMBER(ret, name, params) ret(*name) params;
	SYMBOLS(MEMBER)
#undef MEMBER
};
static const char *find(struct driver *d)
{
	if (!(d->so = dlopen("libcuda.so.1", RTLD_LAZY)))
		return "libcuda";
#define FIND(ret, name, params) if (!(*(void **)&d->name = dlsym(d->so, #name))) return #name;
	SYMBOLS(FIND)
#undef FIND
	return NULL;
}
int main(int argc, char **argv)
{
	struct driver d;
	CUmodule m;
	CUfunction f;
	if (strcmp(argv[1], "driver") != 0)
		return 2;
	if (find(&d) || d.cuInit(0) || d.cuModuleLoadData(&m, image) || cuModuleGetFunction(&f, m, "k"))
		return 1;
	clock_t t0 = clock();
	d.cuLaunchKernel(f, 1);
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
said 0 driver wired "$T/drv.c"

# macros between class and its name
cat >"$T/name.cu" <<'C'
#define EXPORT
#define DEPRECATED(msg) __attribute__((deprecated(msg)))
class Base { public: virtual void run() = 0; };
class EXPORT DEPRECATED("another is to be used") Replay
    : public Base {
	cudaGraphExec_t exec_ = nullptr;
public:
	Replay() { if (cudaGraphInstantiate(&exec_, capture(), 0) != cudaSuccess) throw std::runtime_error("no"); }
	void run() override { cudaGraphLaunch(exec_, 0); }
};
int main(int argc, char **argv)
{
	if (strcmp(argv[1], "replay") != 0)
		return 2;
	std::unique_ptr<Base> r(new Replay());
	clock_t t0 = clock();
	r->run();
	printf("%ld\n", (long)(clock() - t0));
	return 0;
}
C
said 0 replay wired "$T/name.cu"

# classes and functions of one name in several namespaces
mkdir "$T/spaces"
cat >"$T/spaces/a.hpp" <<'C'
namespace plain {
struct Runner { void prepare() {} void run() { step<<<1, 32>>>(); } };
inline void go(Runner &r) { r.run(); }
}
C
cat >"$T/spaces/b.hpp" <<'C'
namespace graph {
struct Runner { cudaGraphExec_t exec = nullptr; void prepare(); void run(); };
inline void go(Runner &r) { r.run(); }
}
C
cat >"$T/spaces/b.cu" <<'C'
#include "b.hpp"
namespace { void helper() {} }
namespace graph {
void Runner::prepare() { if (cudaGraphInstantiate(&exec, recorded, 0) != cudaSuccess) throw std::runtime_error("no"); }
void Runner::run() { cudaGraphLaunch(exec, 0); }
}
C
cat >"$T/spaces/main.cu" <<'C'
#include "a.hpp"
#include "b.hpp"
template <class R> void bench(R &r) { r.prepare(); clock_t t = clock(); r.run(); printf("%ld\n", (long)(clock() - t)); }
int main(int argc, char **argv)
{
	std::string m = argv[1];
	if (m == "graph") { graph::Runner r; r.prepare(); clock_t t = clock(); graph::go(r); printf("%ld\n", (long)(clock() - t)); }
	else if (m == "plain") { plain::Runner r; r.prepare(); clock_t t = clock(); plain::go(r); printf("%ld\n", (long)(clock() - t)); }
	else if (m == "graph-t") { graph::Runner r; bench(r); }
	else if (m == "plain-t") { auto r = std::make_unique<plain::Runner>(); bench(*r); }
	else return 2;
	return 0;
}
C
said 0 graph wired "$T/spaces"
said 1 plain unreachable "$T/spaces"
said 0 graph-t wired "$T/spaces"
said 1 plain-t unreachable "$T/spaces"

# a sum that wraps round, as hashes of text do
mkdir "$T/wraps"
cat >"$T/wraps/main.c" <<'C'
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	uint64_t hash = 0x7fffffffffffffff;

	hash += 0x7fffffffffffffff;
	hash += 0x7fffffffffffffff;
	if (argc > 1 && strcmp(argv[1], "plain") == 0)
		printf("%llu\n", (unsigned long long)hash);
	return 0;
}
C
run labelaudit --src --label plain "$T/wraps"
is_status 1 "a sum that wraps round"
check "nothing compiles" grep -qx "plain: label-only" "$T/out"
