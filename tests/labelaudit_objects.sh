# labelaudit --src: when objects of C++ are made, copied, assigned, and which method runs then.
# Each program runs one way a label; its truth can be read off it.
. tests/lib.sh
. tests/says.sh
mkdir "$T/empty" "$T/thrown"

cat >"$T/gpu.h" <<'C'
#include <cuda.h>
#include <nvrtc.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
static CUfunction g;
inline CUfunction build()
{
    nvrtcProgram p; CUmodule m; CUfunction f; static char ptx[65536];
    if (nvrtcCreateProgram(&p, "k", "k", 0, 0, 0) || nvrtcCompileProgram(p, 0, 0) || nvrtcGetPTX(p, ptx)) std::abort();
    if (cuModuleLoadData(&m, ptx) || cuModuleGetFunction(&f, m, "k")) std::abort();
    return f;
}
inline void launch(CUfunction f) { if (cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0)) std::abort(); }
inline void loop() { static float x[32]; for (float &v : x) v *= 2; }
template <class F> void timed(F &&f)
{
    auto a = std::chrono::steady_clock::now();
    f();
    std::printf("%lld\n", (long long)(std::chrono::steady_clock::now() - a).count());
}
C
for d in empty thrown; do cp "$T/gpu.h" "$T/$d/"; done

# a pointer, an optional, a container that hold nothing make nothing of their class; a class that is
# read makes none of its members
cat >"$T/empty/main.cpp" <<'C'
#include "gpu.h"
struct Rtc { Rtc() { g = build(); } };
struct One { Rtc p; int n = 3; };
struct Two { Rtc p; };
struct Three { Rtc p; };
struct Four { Rtc p; };
struct Five { Rtc p; };
int main(int, char **argv)
{
    const std::string n = argv[1];
    std::unique_ptr<One> own;
    std::optional<Two> some;
    std::vector<Three> all;
    std::map<int, Four> table;
    std::variant<std::monostate, Five> either;
    if (n == "own") own = std::make_unique<One>();
    if (n == "some") some.emplace();
    if (n == "all") all.emplace_back();
    if (n == "either") either = Five{};
    timed([] { if (g) launch(g); else loop(); });
}
C
says unreachable slow empty
says wired own empty
says wired some empty
says wired all empty
says wired either empty

# where the constructor of a member throws, no object is made and nothing after it runs
cat >"$T/thrown/main.cpp" <<'C'
#include "gpu.h"
#include <stdexcept>
static void check(int e) { if (e) throw std::runtime_error("rtc"); }
struct Rtc {
    CUfunction f;
    Rtc() { nvrtcProgram p; check(nvrtcCreateProgram(&p, "k", "k", 0, 0, 0)); check(nvrtcCompileProgram(p, 0, 0)); CUmodule m; check(cuModuleLoadData(&m, "")); check(cuModuleGetFunction(&f, m, "k")); }
};
struct With { Rtc p; void run() { launch(p.f); } };
struct Same { CUfunction f = build(); void run() { launch(f); } };
struct Deaf {
    CUfunction f = nullptr;
    Deaf() { nvrtcProgram p; nvrtcCreateProgram(&p, "k", "k", 0, 0, 0); if (nvrtcCompileProgram(p, 0, 0)) return; CUmodule m; cuModuleLoadData(&m, ""); cuModuleGetFunction(&f, m, "k"); }
};
struct Quiet { Deaf p; void run() { if (p.f) launch(p.f); else loop(); } };
int main(int, char **argv)
{
    const std::string n = argv[1];
    try {
        std::unique_ptr<With> with;
        std::unique_ptr<Same> same;
        std::unique_ptr<Quiet> quiet;
        if (n == "with") with.reset(new With);
        if (n == "same") same = std::make_unique<Same>();
        if (n == "quiet") quiet = std::make_unique<Quiet>();
        timed([&] { if (with) with->run(); else if (same) same->run(); else if (quiet) quiet->run(); else loop(); });
    } catch (const std::exception &e) {
        return 1;
    }
}
C
says wired with thrown
says wired same thrown
says fallback quiet thrown

# copies and assignments as the class says, insert keeps what is there, a temporary dies at once, a constructor
# of a base runs the methods of the base
mkdir "$T/copies"; cp "$T/gpu.h" "$T/copies/"
cat >"$T/copies/main.cpp" <<'C'
#include "gpu.h"
struct Plain { CUfunction f = nullptr; };
struct Drops { CUfunction f = nullptr; Drops() {} Drops(const Drops &) : f(nullptr) {} Drops &operator=(const Drops &) { f = nullptr; return *this; } };
struct Keeps { CUfunction f = nullptr; Keeps() {} Keeps(const Keeps &o) : f(o.f) {} Keeps &operator=(const Keeps &o) { f = o.f; return *this; } };
template <class L> static L filled() { L l; l.f = build(); return l; }
static Drops made() { return filled<Drops>(); }
static CUfunction none() { return nullptr; }
template <class L> static CUfunction given(L l) { return l.f; }
struct Scoped { Scoped() { g = build(); } ~Scoped() { g = nullptr; } };
struct Base { Base() { prep(); } virtual void prep() { g = nullptr; } virtual ~Base() {} };
struct Late : Base { void prep() override { g = build(); } };
struct Own : Base { Own() { prep(); } void prep() override { g = build(); } };
int main(int, char **argv)
{
    const std::string n = argv[1];
    CUfunction f = nullptr;
    Plain p; Drops d, d2; Keeps k, k2;
    if (n == "plain") { p.f = build(); Plain q(p); f = q.f; }
    if (n == "dropped") { d.f = build(); Drops q(d); f = q.f; }
    if (n == "droppedtoo") { d.f = build(); Drops q = d; f = q.f; }
    if (n == "droppedarg") { d.f = build(); f = given<Drops>(d); }
    if (n == "kept") { k.f = build(); Keeps q(k); f = q.f; }
    if (n == "elided") { Drops q(made()); f = q.f; }
    if (n == "assigned") { d.f = build(); d2 = d; f = d2.f; }
    if (n == "keptassigned") { k.f = build(); k2 = k; f = k2.f; }
    std::map<std::string, CUfunction (*)()> first, over;
    first.insert({"first", none});
    first.insert({"first", build});
    over.insert({"over", none});
    over.insert_or_assign("over", build);
    if (first.count(n)) f = first.at(n)();
    if (over.count(n)) f = over.at(n)();
    if (n == "temporary") Scoped{};
    if (n == "late") { auto b = std::make_unique<Late>(); }
    if (n == "own") { auto b = std::make_unique<Own>(); }
    if (n == "later") { auto b = std::make_unique<Late>(); b->prep(); }
    if (n == "scoped") { Scoped here; timed([] { if (g) launch(g); else loop(); }); return 0; }
    timed([&] { if (f) launch(f); else if (g) launch(g); else loop(); });
}
C
says wired plain copies
says label-only dropped copies
says label-only droppedtoo copies
says label-only droppedarg copies
says wired kept copies
says wired elided copies
says label-only assigned copies
says wired keptassigned copies
says unreachable first copies
says wired over copies
says label-only temporary copies
says wired scoped copies
says unreachable late copies
says wired own copies
says wired later copies

# what each thread has of its own, set in another thread, is left open
mkdir "$T/tls"; cp "$T/gpu.h" "$T/tls/"
cat >"$T/tls/main.cpp" <<'C'
#include "gpu.h"
#include <thread>
static thread_local CUfunction own;
static CUfunction all;
int main(int, char **argv)
{
    const std::string n = argv[1];
    if (n == "here") own = build();
    if (n == "there") { std::thread t([] { own = build(); }); t.join(); }
    if (n == "shared") { std::thread t([] { all = build(); }); t.join(); }
    timed([] { if (own) launch(own); else if (all) launch(all); else loop(); });
}
C
says wired here tls
says conditional there tls
says wired shared tls
says unreachable slow tls

# a pointer is not what it points to
mkdir "$T/pointers"; cp "$T/gpu.h" "$T/pointers/"
cat >"$T/pointers/main.cpp" <<'C'
#include "gpu.h"
int main(int, char **argv)
{
    const char *m = argv[1];
    const std::string n = m;
    CUfunction f = nullptr;
    if (m == (const char *)"pointer") f = build();
    if (n == "text") f = build();
    timed([&] { if (f) launch(f); else loop(); });
}
C
says conditional pointer pointers
says wired text pointers
