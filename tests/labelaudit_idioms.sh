# labelaudit --src on idioms of C and C++: tables that macros write, destructors that end
# a capture, templates. Each program runs one way a label; its truth can be read off it.
. tests/lib.sh
. tests/says.sh
mkdir "$T/rows" "$T/scope" "$T/values" "$T/policy"

cat >"$T/rows/modes.h" <<'C'
#define MODES(X) X(eager) X(graph)
C
cat >"$T/rows/main.c" <<'C'
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "modes.h"
static cudaStream_t s; static cudaGraphExec_t x;
static void init_eager(void) {}
static void step_eager(void) { dim3 d = {1,1,1}; cudaLaunchKernel((void*)init_eager, d, d, NULL, 0, s); }
static void init_graph(void) { cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); step_eager(); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); }
static void step_graph(void) { cudaGraphLaunch(x, s); }
static const struct { const char *name; void (*init)(void), (*step)(void); } modes[] = {
#define X(n) {#n, init_##n, step_##n},
	MODES(X)
#undef X
};
int main(int argc, char **argv)
{
	for (unsigned i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++) {
		if (strcmp(modes[i].name, argv[1])) continue;
		struct timespec a, b;
		modes[i].init();
		clock_gettime(CLOCK_MONOTONIC, &a);
		modes[i].step();
		clock_gettime(CLOCK_MONOTONIC, &b);
		printf("%s %ld\n", argv[1], b.tv_nsec - a.tv_nsec);
		return 0;
	}
	return 2;
}
C
says unreachable eager rows
says wired graph rows

cat >"$T/scope/main.cpp" <<'C'
#include <cuda_runtime.h>
#include <chrono>
#include <string>
struct Capture {
    cudaStream_t s; cudaGraph_t *g;
    Capture(cudaStream_t st, cudaGraph_t *o) : s(st), g(o) { cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); }
    ~Capture() { cudaStreamEndCapture(s, g); }
};
static void body(cudaStream_t s) { cudaLaunchKernel((void *)&body, dim3(1), dim3(1), nullptr, 0, s); }
int main(int argc, char **argv) {
    std::string mode = argv[1];
    cudaStream_t s; cudaStreamCreate(&s);
    cudaGraphExec_t x = nullptr; cudaGraph_t g;
    if (mode == "captured") { { Capture c(s, &g); body(s); } if (cudaGraphInstantiate(&x, g, 0)) return 1; }
    else if (mode != "plain") return 2;
    auto a = std::chrono::steady_clock::now();
    if (x) cudaGraphLaunch(x, s); else body(s);
    auto b = std::chrono::steady_clock::now();
    printf("%s %lld\n", mode.c_str(), (long long)(b - a).count());
}
C
says unreachable plain scope
says wired captured scope

cat >"$T/values/main.cpp" <<'C'
#include <cuda_runtime.h>
#include <chrono>
#include <cstring>
#include <functional>
static cudaStream_t s; static cudaGraphExec_t x;
static void launch() { cudaLaunchKernel((void *)&launch, dim3(1), dim3(1), nullptr, 0, s); }
template <bool Graph> static void prepare() {
    if constexpr (Graph) { cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); launch(); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); }
}
template <bool Graph> static void step() { if (Graph) cudaGraphLaunch(x, s); else launch(); }
struct Mode { const char *name; void (*prepare)(); void (*step)(); };
static const Mode modes[] = {{"eager", prepare<false>, step<false>}, {"graph", &prepare<true>, &step<true>}, {"mixed", prepare<true>, step<false>}};
int main(int argc, char **argv) {
    for (const auto &m : modes) if (!std::strcmp(m.name, argv[1])) {
        m.prepare();
        auto a = std::chrono::steady_clock::now(); m.step(); auto b = std::chrono::steady_clock::now();
        return (b - a).count() > 0 ? 0 : 1;
    }
    return 2;
}
C
says unreachable eager values
says wired graph values
says label-only mixed values

cat >"$T/policy/main.cpp" <<'C'
#include <cuda_runtime.h>
#include <chrono>
#include <string>
#include <memory>
struct Base { virtual ~Base() = default; virtual void prepare() {} virtual void run() = 0; };
struct Eager { void capture(cudaStream_t) {} void go(cudaStream_t s) { cudaLaunchKernel(this, dim3(1), dim3(1), nullptr, 0, s); } };
struct Captured { cudaGraphExec_t x = nullptr; Eager e;
  void capture(cudaStream_t s) { cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); e.go(s); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0); }
  void go(cudaStream_t s) { cudaGraphLaunch(x, s); } };
template <class Policy> class Service : public Base {
public:
    explicit Service(cudaStream_t s) : s_(s) {}
    void prepare() override { p_.capture(s_); }
    void run() override;
private:
    Policy p_; cudaStream_t s_;
};
template <class Policy> void Service<Policy>::run() { p_.go(s_); }
static std::unique_ptr<Base> make(const std::string &n, cudaStream_t s) {
    if (n == "eager") return std::make_unique<Service<Eager>>(s);
    if (n == "captured") return std::make_unique<Service<Captured>>(s);
    return nullptr;
}
int main(int argc, char **argv) {
    cudaStream_t s; cudaStreamCreate(&s);
    auto b = make(argv[1], s); if (!b) return 2;
    b->prepare();
    auto t0 = std::chrono::steady_clock::now(); b->run(); auto t1 = std::chrono::steady_clock::now();
    return (t1 - t0).count() > 0 ? 0 : 1;
}
C
says unreachable eager policy
says wired captured policy

# streams over text: their lines and what is left of it; what is read from outside is not known
c_bench() { # BODY of main, which calls go(use it)
	cat >"$T/bench.cpp" <<E
#include <chrono>
#include <cuda_runtime.h>
#include <sstream>
static cudaGraphExec_t x;
static void go(bool graph) {
	cudaGraph_t g = nullptr;
	if (graph && (cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal) || cudaStreamEndCapture(0, &g) || cudaGraphInstantiate(&x, g, 0))) exit(1);
	auto a = std::chrono::steady_clock::now();
	if (graph) cudaGraphLaunch(x, 0);
	auto b = std::chrono::steady_clock::now();
}
int main(int argc, char **argv) { bool g = false; std::string item; $1 }
E
}
c_says() { # VERDICT LABEL WHAT
	run labelaudit --src -o text --label "$2" "$T/bench.cpp"
	check "$3: $2 is $1" grep -qx "$2: $1" "$T/out"
}
c_bench "std::istringstream in(argv[1]); while (std::getline(in, item, ',')) if (item == \"graph\") g = true; go(g);"
c_says wired sync,graph "the lines of a stream"
c_says unreachable sync,plain "the lines of a stream"
for read in 'std::cin >> item;' 'std::getline(std::cin, item);'; do
	c_bench "$read go(item == \"graph\");"
	c_says conditional graph "$read"
done

# a loop that only fills a registry says nothing of a label
mkdir "$T/registry"
cat >"$T/registry/models.py" <<'E'
import torch
MODELS = {}
for name, where in {"hf": "m:A", "vllm": "m:B"}.items():
    if name not in MODELS:
        MODELS[name] = where

def fast(model):
    return torch.compile(model)
E
run labelaudit --src -o text --label vllm "$T/registry"
check "a registry that nothing here looks up: unknown" grep -qx "vllm: unknown" "$T/out"

# a table in a file of its own, read three times by other macros; backends that put themselves on a list before main
mkdir "$T/def" "$T/early"
cat >"$T/def/modes.def" <<'C'
/* MODE(name, graph) */
#ifndef MODE
#define MODE(name, graph)
#endif
MODE(plain, 0) // as it is
MODE(graph, 1)
MODE(other, 0)
#undef MODE
C
cat >"$T/def/main.c" <<'C'
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
enum mode {
#define MODE(name, graph) MODE_##name,
#include "modes.def"
	MODES
};
static const char *const names[] = {
#define MODE(name, graph) #name,
#include "modes.def"
};
static int wants_graph(enum mode m)
{
	switch (m) {
#define MODE(name, graph) case MODE_##name: return graph;
#include "modes.def"
	default: return 0;
	}
}
static cudaStream_t s;
static void launch(void) { dim3 d = {1, 1, 1}; cudaLaunchKernel((void *)launch, d, d, NULL, 0, s); }
int main(int argc, char **argv)
{
	cudaGraph_t g; cudaGraphExec_t x = NULL;
	int m = 0;
	if (argc < 2) return 2;
	while (m < MODES && strcmp(names[m], argv[1]) != 0) m++;
	if (m == MODES) return 2;
	if (wants_graph((enum mode)m)) {
		cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); launch(); cudaStreamEndCapture(s, &g);
		if (cudaGraphInstantiate(&x, g, 0) != cudaSuccess) return 1;
	}
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	if (x) cudaGraphLaunch(x, s); else launch();
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%ld\n", b.tv_nsec - a.tv_nsec);
	return 0;
}
C
says unreachable plain def
says wired graph def
says unreachable other def

cat >"$T/early/backend.h" <<'C'
struct backend { const char *name; int (*init)(void); void (*step)(void); struct backend *next; };
void add_backend(struct backend *b);
#define BACKEND(var) static void __attribute__((constructor)) add_##var(void) { add_backend(&var); }
C
cat >"$T/early/graph.c" <<'C'
#include <cuda_runtime.h>
#include "backend.h"
extern cudaStream_t stream;
void launch(void);
static cudaGraphExec_t x;
static int init(void)
{
	cudaGraph_t g;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); launch(); cudaStreamEndCapture(stream, &g);
	return cudaGraphInstantiate(&x, g, 0) == cudaSuccess ? 0 : -1;
}
static void step(void) { cudaGraphLaunch(x, stream); }
static struct backend graph = {"graph", init, step, 0};
BACKEND(graph)
static struct backend hidden = {"hidden", init, step, 0};
static void add_hidden(void) { add_backend(&hidden); }
C
cat >"$T/early/main.c" <<'C'
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "backend.h"
cudaStream_t stream;
static struct backend *all;
void add_backend(struct backend *b) { b->next = all; all = b; }
void launch(void) { dim3 d = {1, 1, 1}; cudaLaunchKernel((void *)launch, d, d, NULL, 0, stream); }
static int init(void) { return 0; }
static struct backend plain = {"plain", init, launch, NULL};
static void add_plain(void) __attribute__((constructor));
static void add_plain(void) { add_backend(&plain); }
int main(int argc, char **argv)
{
	struct backend *b = all;
	while (argc > 1 && b && strcmp(b->name, argv[1]) != 0)
		b = b->next;
	if (!b || b->init() < 0) return 1;
	struct timespec t[2];
	clock_gettime(CLOCK_MONOTONIC, &t[0]);
	b->step();
	clock_gettime(CLOCK_MONOTONIC, &t[1]);
	printf("%ld\n", t[1].tv_nsec - t[0].tv_nsec);
	return 0;
}
C
says unreachable plain early
says wired graph early
