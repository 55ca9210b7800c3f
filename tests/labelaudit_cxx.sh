# labelaudit --src on programs of C++ that keep what they do in containers, variants and
# overloads. Each program runs one way a label; its truth can be read off it.
. tests/lib.sh
. tests/says.sh
mkdir "$T/rows" "$T/held" "$T/tags" "$T/conf" "$T/owned" "$T/built" "$T/parts" "$T/lines"

cat >"$T/gpu.h" <<'C'
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
static cudaStream_t s;
inline void launch() { cudaLaunchKernel((void *)&launch, dim3(1), dim3(1), nullptr, 0, s); }
inline cudaGraphExec_t record()
{
    cudaGraph_t g; cudaGraphExec_t x;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); launch(); cudaStreamEndCapture(s, &g);
    if (cudaGraphInstantiate(&x, g, 0) != cudaSuccess) std::exit(1);
    return x;
}
template <class F> void timed(F &&f)
{
    auto a = std::chrono::steady_clock::now();
    f();
    auto b = std::chrono::steady_clock::now();
    std::printf("%lld\n", (long long)(b - a).count());
}
C
for d in rows held tags conf owned built parts lines; do cp "$T/gpu.h" "$T/$d/"; done

# what a table in braces holds is a struct, whatever holds it; a pointer out of a loop stays where it was put
cat >"$T/rows/main.cpp" <<'C'
#include "gpu.h"
struct Opts { bool graph = false; int warm = 1; };
struct Row { std::string name; Opts opts; };
static std::vector<Row> rows()
{
    std::vector<Row> r;
    r.push_back({"plain", {}});
    r.push_back({"graph", {true, 2}});
    r.emplace_back(Row{"last", {false, 3}});
    return r;
}
static const std::map<std::string, std::pair<int, Row>> more = {{"deep", {1, {"deep", {true}}}}, {"flat", {2, {"flat", {}}}}};
int main(int argc, char **argv)
{
    const auto all = rows();
    const Row *found = nullptr;
    for (const auto &r : all)
        if (r.name == argv[1]) found = &r;
    if (auto it = more.find(argv[1]); it != more.end()) found = &it->second.second;
    if (!found) return 2;
    cudaGraphExec_t x = nullptr;
    if (found->opts.graph) x = record();
    timed([&] { if (x) cudaGraphLaunch(x, s); else launch(); });
}
C
says unreachable plain rows
says wired graph rows
says unreachable last rows
says wired deep rows
says unreachable flat rows

cat >"$T/held/main.cpp" <<'C'
#include "gpu.h"
struct Eager { int blocks; };
struct Graph { cudaGraphExec_t x; };
using Plan = std::variant<std::monostate, Eager, Graph>;
template <class... T> struct overloaded : T... { using T::operator()...; };
template <class... T> overloaded(T...) -> overloaded<T...>;
struct Runner {
    void operator()(std::monostate) const {}
    void operator()(const Eager &) const { launch(); }
    void operator()(const Graph &g) const { cudaGraphLaunch(g.x, s); }
};
static Plan plan(const std::string &n)
{
    if (n == "eager") return Eager{4};
    if (n == "graph" || n == "peek") return Graph{record()};
    if (n == "asked") return Graph{record()};
    return {};
}
int main(int, char **argv)
{
    const std::string n = argv[1];
    const Plan p = plan(n);
    if (n == "asked") {
        if (auto g = std::get_if<Graph>(&p)) timed([&] { cudaGraphLaunch(g->x, s); });
    } else if (n == "peek") {
        timed([&] { std::visit(overloaded{[](std::monostate) {}, [](const Eager &) { launch(); }, [](const Graph &g) { cudaGraphLaunch(g.x, s); }}, p); });
    } else if (std::holds_alternative<Eager>(p)) {
        timed([&] { launch(); });
    } else {
        timed([&] { std::visit(Runner{}, p); });
    }
}
C
says unreachable eager held
says wired graph held
says wired peek held
says wired asked held

cat >"$T/tags/main.cpp" <<'C'
#include "gpu.h"
struct plain_tag {};
struct graph_tag {};
static cudaGraphExec_t x;
static void open(plain_tag) {}
static void open(graph_tag) { x = record(); }
static void step(std::false_type) { launch(); }
static void step(std::true_type) { cudaGraphLaunch(x, s); }
template <class Tag, bool Graph> static void bench() { open(Tag{}); timed([] { step(std::integral_constant<bool, Graph>{}); }); }
static void say(int) { launch(); }
static void say(const char *) { cudaGraphLaunch(x, s); }
int main(int, char **argv)
{
    const std::string n = argv[1];
    if (n == "plain") { open(plain_tag{}); timed([] { step(std::false_type{}); }); }
    if (n == "graph") { open(graph_tag{}); timed([] { step(std::true_type{}); }); }
    if (n == "number") { open(graph_tag()); timed([] { say(3); }); }
    if (n == "text") { open(graph_tag()); timed([] { say("x"); }); }
}
C
says unreachable plain tags
says wired graph tags
says label-only number tags
says wired text tags

# keys that are not known may be any
cat >"$T/conf/main.cpp" <<'C'
#include "gpu.h"
#include <fstream>
#include <iostream>
int main(int, char **argv)
{
    std::map<std::string, std::string> conf;
    std::string k, v;
    while (std::cin >> k >> v) conf[k] = v;
    auto it = conf.find("engine");
    const std::string engine = it == conf.end() ? "plain" : it->second;
    const std::string n = argv[1];
    if (n != "base" && n != "other") return 2;
    cudaGraphExec_t x = nullptr;
    if (n == "base" && engine == "graph") x = record();
    timed([&] { if (x) cudaGraphLaunch(x, s); else launch(); });
}
C
says conditional base conf
says unreachable other conf

# owners that are given something later, and let go of it
cat >"$T/owned/main.cpp" <<'C'
#include "gpu.h"
#include <memory>
struct Graph {
    explicit Graph(int n) : n_(n), x_(record()) {}
    void step() { cudaGraphLaunch(x_, s); }
    int n_;
    cudaGraphExec_t x_;
};
struct Destroy { void operator()(cudaGraphExec_t x) const { cudaGraphExecDestroy(x); } };
class Model {
public:
    void warm(const std::string &how)
    {
        if (how == "emplace") graph_.emplace(4);
        if (how == "reset" || how == "dropped") own_.reset(new Graph(2));
        if (how == "dropped") own_.reset();
        if (how == "swap") { auto g = std::make_unique<Graph>(1); own_.swap(g); }
        if (how == "exchange") std::exchange(raw_, record());
        if (how == "moved") { other_ = std::make_unique<Graph>(3); own_ = std::move(other_); }
    }
    void step()
    {
        if (graph_) graph_->step();
        else if (own_) own_->step();
        else if (raw_) cudaGraphLaunch(raw_, s);
        else launch();
    }
private:
    std::optional<Graph> graph_;
    std::unique_ptr<Graph> own_, other_;
    cudaGraphExec_t raw_ = nullptr;
};
int main(int, char **argv)
{
    Model m;
    m.warm(argv[1]);
    timed([&] { m.step(); });
}
C
says wired emplace owned
says wired reset owned
says label-only dropped owned
says wired swap owned
says wired exchange owned
says wired moved owned

# source that is written, built and loaded under names of which a part is not known; what it says is no handle
cat >"$T/built/main.cpp" <<'C'
#include "gpu.h"
#include <dlfcn.h>
#include <fstream>
#include <unistd.h>
using Fn = int (*)(float *);
static int walk(float *x) { *x += 1; return 0; }
static Fn build()
{
    const std::string stem = "/tmp/k_" + std::to_string(getpid()), so = stem + ".so";
    std::ofstream(stem + ".c") << "int f(float *x) { *x += 1; return 0; }";
    if (std::system(("cc -shared -fPIC -o " + so + " " + stem + ".c").c_str()) != 0) std::exit(1);
    void *h = dlopen(so.c_str(), RTLD_NOW);
    if (!h) std::exit(1);
    return reinterpret_cast<Fn>(dlsym(h, "f"));
}
int main(int argc, char **argv)
{
    ++argv, --argc;
    if (argc != 1) return 2;
    const std::string n = *argv;
    Fn f = n == "built" ? build() : walk;
    float x = 0;
    auto a = std::chrono::steady_clock::now();
    if (f(&x) == 0) { auto b = std::chrono::steady_clock::now(); std::printf("%lld\n", (long long)(b - a).count()); return 0; }
    return 1;
}
C
says wired built built
says unreachable walk built

# labels in parts: what stands before a colon, a slash, from where
cat >"$T/parts/main.cpp" <<'C'
#include "gpu.h"
#include <cstring>
struct Kind { const char *name; bool graph; };
static const Kind kinds[] = {{"plain", false}, {"graph", true}, {nullptr, false}};
static const Kind *kind(const char *text)
{
    const char *end = std::strchr(text, ':');
    const std::size_t n = end ? end - text : std::strlen(text);
    for (const Kind *k = kinds; k->name; ++k)
        if (std::strlen(k->name) == n && std::memcmp(k->name, text, n) == 0) return k;
    return nullptr;
}
int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    bool graph;
    if (const Kind *k = kind(argv[1])) {
        graph = k->graph;
    } else { /* model/dtype/how */
        const std::string l = argv[1];
        const auto a = l.find('/'), b = l.find('/', a + 1);
        if (a == std::string::npos || b == std::string::npos) return 2;
        const auto rest = l.substr(b + 1);
        graph = rest.substr(rest.find_first_not_of("+")) == "graph";
    }
    cudaGraphExec_t x = graph ? record() : nullptr;
    timed([&] { if (x) cudaGraphLaunch(x, s); else launch(); });
}
C
says unreachable plain parts
says unreachable plain:4 parts
says wired graph:fast parts
says unreachable graph/half/plain parts
says wired plain/half/+graph parts

# a text file of the tree, read a line at a time; text that a std::optional holds
printf 'plain eager\nfast graph\n' >"$T/lines/modes.txt"
cat >"$T/lines/main.cpp" <<'C'
#include "gpu.h"
#include <fstream>
static std::optional<std::string> how(const std::string &name)
{
    std::ifstream in("modes.txt");
    for (std::string line; std::getline(in, line);) {
        const auto blank = line.find(' ');
        if (line.substr(0, blank) == name) return line.substr(blank + 1);
    }
    return std::nullopt;
}
int main(int, char **argv)
{
    const auto h = how(argv[1]);
    if (!h) return 2;
    cudaGraphExec_t x = *h == "graph" ? record() : nullptr;
    timed([&] { if (x) cudaGraphLaunch(x, s); else launch(); });
}
C
says unreachable plain lines
says wired fast lines
