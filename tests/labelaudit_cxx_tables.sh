# labelaudit --src on programs of C++ whose tables, registries and operators are written in
# other idioms. Each program runs one way a label; its truth can be read off it.
. tests/lib.sh
. tests/says.sh
program() { # NAME, body on standard input
	mkdir -p "$T/$1"
	{
		cat <<'C'
#include <chrono>
#include <cuda_runtime.h>
#include <string_view>
static cudaStream_t st;
static cudaGraphExec_t x;
static void record() { cudaGraph_t g; cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&x, g, 0); }
template <class F> void timed(F &&f) { auto a = std::chrono::steady_clock::now(); f(); auto b = std::chrono::steady_clock::now(); use(b - a); }
C
		cat
	} >"$T/$1/main.cpp"
}

# braces within braces: the array's own, those of its elements, those of a map
program braces <<'C'
enum class B { plain, graph, late };
inline constexpr std::array<std::pair<std::string_view, B>, 3> names{{ {"plain", B::plain}, {"graph", B::graph}, {"late", B::late} }};
static const std::vector<std::pair<std::string, int>> more{{"deep", 1}, {"flat", 0}};
static const std::map<std::pair<int, int>, bool> by_shape{{{1, 2}, true}, {{3, 4}, false}};
static void play(bool graph) { if (graph) record(); timed([&] { if (graph) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); }); }
int main(int argc, char **argv)
{
    const std::string_view want = argv[1];
    for (const auto &[name, b] : names)
        if (name == want) {
            switch (b) {
            case B::plain: play(false); return 0;
            case B::graph: play(true); return 0;
            case B::late: play(by_shape.at({3, 4})); return 0;
            }
        }
    for (const auto &p : more)
        if (p.first == want) { play(p.second); return 0; }
    return 2;
}
C
says unreachable plain braces
says wired graph braces
says unreachable late braces
says wired deep braces
says unreachable flat braces

# makers that files enter themselves, with new and no parentheses
program makers <<'C'
struct Engine { virtual ~Engine() = default; virtual void load() = 0; virtual void run() = 0; };
using EnginePtr = std::unique_ptr<Engine>;
struct Graph : Engine { void load() override { record(); } void run() override { cudaGraphLaunch(x, st); } };
struct Plain : Engine { void load() override {} void run() override { cudaLaunchKernel("k"); } };
class Registry {
  public:
    using Maker = std::function<EnginePtr()>;
    static Registry &get() { static Registry the; return the; }
    bool enter(const std::string &name, Maker m) { return makers_.emplace(name, std::move(m)).second; }
    EnginePtr make(const std::string &name) const { const auto i = makers_.find(name); if (i == makers_.end()) throw std::runtime_error(name); return i->second(); }
  private:
    std::map<std::string, Maker> makers_;
};
#define ENGINE(name, ...) static const bool entered_##__LINE__ = Registry::get().enter(name, __VA_ARGS__)
ENGINE("graph", [] { return EnginePtr(new Graph); });
const bool plain = Registry::get().enter("plain", [] { return EnginePtr(new Plain); });
static void bench(Engine *e) { e->load(); timed([&] { e->run(); }); delete e; }
int main(int argc, char **argv)
{
    if (!strcmp(argv[1], "bare")) { bench(new Graph); return 0; }
    EnginePtr e = Registry::get().make(argv[1]);
    bench(e.get());
    return 0;
}
C
says wired graph makers
says unreachable plain makers
says wired bare makers

# a class as the key of a map; operators outside of classes; {} as the default of a template's parameter
program keys <<'C'
struct Shape {
    int rows, cols;
    friend bool operator<(const Shape &a, const Shape &b) { return std::tie(a.rows, a.cols) < std::tie(b.rows, b.cols); }
    Shape operator/(int n) const { return {rows / n, cols}; }
};
inline void operator>>(cudaError_t e, const char *what) { if (e != cudaSuccess) throw std::runtime_error(what); }
struct Op { bool graph; };
inline Op operator|(Op a, Op b) { return Op{a.graph || b.graph}; }
class Cache {
    std::map<Shape, cudaGraphExec_t> made_;
  public:
    void fill(Shape at) { cudaGraph_t g; cudaStreamEndCapture(st, &g) >> "end"; cudaGraphInstantiate(&made_[at], g, 0) >> "make"; }
    cudaGraphExec_t operator[](const Shape &at) const { const auto i = made_.find(at); return i == made_.end() ? nullptr : i->second; }
};
struct Warm { void prepare() { record(); } void run() { cudaGraphLaunch(x, st); } };
struct Cold { void prepare() {} void run() { cudaLaunchKernel("k"); } };
template <class K> int bench(K k = {}) { k.prepare(); timed([&] { k.run(); }); return 0; }
int main(int argc, char **argv)
{
    const std::string_view want = argv[1];
    const Shape s{64, 256};
    Cache cache;
    if (want == "warm") return bench<Warm>();
    if (want == "cold") return bench<Cold>();
    if (want == "both") { Op o = Op{false} | Op{true}; return o.graph ? bench<Warm>() : bench<Cold>(); }
    if (want == "none") { Op o = Op{false} | Op{false}; return o.graph ? bench<Warm>() : bench<Cold>(); }
    cache.fill(want == "split" ? s / 4 : s / 1);
    timed([&] { if (cudaGraphExec_t g = cache[s]) cudaGraphLaunch(g, st); else cudaLaunchKernel("k"); });
    return 0;
}
C
says wired warm keys
says unreachable cold keys
says wired both keys
says unreachable none keys
says label-only split keys
says wired whole keys

# what a table may also hold is not left out: unreachable is not said of it
program loose <<'C'
struct Row { std::string_view name; void (*prepare)(); };
static std::vector<Row> rows = {{"plain", nullptr}, {"other", nullptr}};
int main(int argc, char **argv)
{
    read_rows_of_a_plugin(rows);
    rows.resize(count_of_rows());
    for (const Row &r : rows)
        if (r.name == argv[1]) { if (r.prepare) r.prepare(); timed([&] { cudaGraphLaunch(x, st); }); return 0; }
    return 2;
}
static void of_a_plugin() { record(); }
C
run labelaudit --src --label absent "$T/loose"
check "a row that may be there is not denied" sh -c '! grep -qE "^absent: (unreachable|label-only|wired)$" "$0"' "$T/out"

# parts of the text, found from where the last one ended; the label without one is all of it
program parts <<'C'
int main(int argc, char **argv)
{
    const std::string text = argv[1];
    std::vector<std::string> parts;
    std::string::size_type from = 0, to;
    while ((to = text.find('+', from)) != std::string::npos) { parts.push_back(text.substr(from, to - from)); from = to + 1; }
    parts.push_back(text.substr(from));
    if (parts.front() != "dense" && parts.front() != "sparse") return 2;
    bool graph = false;
    for (size_t i = 1; i < parts.size(); i++) {
        if (parts[i] == "graph") graph = true;
        else if (parts[i] != "half") return 2;
    }
    if (graph) record();
    timed([&] { if (graph) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); });
    return 0;
}
C
says unreachable dense parts
says wired dense+graph parts
says wired sparse+half+graph parts
says unreachable sparse+half parts

# functions that give pointers to functions, written out
program gives <<'C'
static void launch(void) { cudaLaunchKernel("k"); }
static void replay(void) { cudaGraphLaunch(x, st); }
static void (*way(int with))(void)
{
    if (with == 0)
        return launch;
    record();
    return replay;
}
static int (*(handler)(const char *name, int (*other)(int)))(int);
int main(int argc, char **argv)
{
    void (*go)(void) = way(!strcmp(argv[1], "replay") || !strcmp(argv[1], "primed"));
    if (!strcmp(argv[1], "primed")) go = way(0);
    timed(go);
    return 0;
}
C
says unreachable cold gives
says label-only primed gives
says wired replay gives

# traits of which the tree has only those made for some types, asked by the name of a parameter
program traits <<'C'
namespace el { struct half_t { unsigned short bits; }; }
enum class Mode { slow, fast };
template <class T> struct Traits;
template <> struct Traits<float> { static constexpr bool graph = false; };
template <> struct Traits<double *> { static constexpr bool graph = true; };
template <> struct Traits<unsigned int> { static constexpr bool graph = true; };
template <> struct Traits<el::half_t> { static constexpr bool graph = true; };
template <Mode M> struct Way { static constexpr bool graph = false; };
template <> struct Way<Mode::fast> { static constexpr bool graph = true; };
template <class W> void play() { if (W::graph) record(); timed([&] { if (W::graph) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); }); }
template <class T> void measure()
{
    using Of = Traits<T>;
    if (Of::graph) record();
    timed([&] { if (Traits<T>::graph) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); });
}
int main(int argc, char **argv)
{
    const std::string_view want = argv[1];
    if (want == "f32") measure<float>();
    else if (want == "f64") measure<double *>();
    else if (want == "u32") measure<unsigned int>();
    else if (want == "half") play<Traits<el::half_t>>();
    else if (want == "fast") play<Way<Mode::fast>>();
    else if (want == "slow") play<Way<Mode::slow>>();
    else return 2;
    return 0;
}
C
says unreachable f32 traits
says wired f64 traits
says wired u32 traits
says wired half traits
says wired fast traits
says unreachable slow traits

# an enumerator that goes through the parameter of another template
program modes <<'C'
enum class Mode { slow, fast };
template <Mode M> struct Way { static constexpr bool graph = false; };
template <> struct Way<Mode::fast> { static constexpr bool graph = true; };
template <Mode M> void play() { if (Way<M>::graph) record(); timed([&] { if (Way<M>::graph) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); }); }
int main(int argc, char **argv)
{
    const std::string_view want = argv[1];
    if (want == "fast") play<Mode::fast>();
    else if (want == "slow") play<Mode::slow>();
    else return 2;
    return 0;
}
C
says wired fast modes
says unreachable slow modes

# of a template that is not in the tree nothing is known
program absent <<'C'
#include "elsewhere.h"
int main(int argc, char **argv)
{
    const bool graph = argv[1] == std::string_view("far") && far::Traits<float>::graph;
    if (graph) record();
    timed([&] { if (graph) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); });
    return 0;
}
C
says conditional far absent
