# labelaudit --src on functions that a macro of a library's registers under a name, by which its program is told what to
# run (audit/label/cone/cone_registered.c): Google benchmark and the like, and every way in which that could be fooled.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }

bench() { # bench FOLDER: two benchmarks, one by its head and one by its function
	f "$1/sum.h" <<'C'
#include <benchmark/benchmark.h>
class Sum : public benchmark::Fixture
{
public:
	void SetUp(benchmark::State &s) override { n = (int)s.range(0); }
	int n = 0;
};
C
	f "$1/sum.cpp" <<'C'
#include "sum.h"
static void ranges(benchmark::internal::Benchmark *b) { b->Args({1})->Args({2}); }
BENCHMARK_DEFINE_F(Sum, whole)(benchmark::State &s) { for (auto _ : s) n++; }
BENCHMARK_REGISTER_F(Sum, whole)->Apply(ranges);
static void halves(benchmark::State &s) { for (auto _ : s) { } }
BENCHMARK(halves)->Arg(8);
BENCHMARK_MAIN();
C
}
bench plain
says label-only whole plain
says label-only halves plain
says label-only Sum/whole/1 plain
says label-only halves/8 plain
says unknown other plain
says unknown other/8 plain

# what runs with them may compile: the body, the fixture, the function that gives the arguments
opens() { # opens FOLDER LABEL
	run labelaudit --src --label "$2" "$T/$1"
	check "$2 of $1 has a verdict" grep -q "^$2: " "$T/out"
	check "$2 of $1 is not out of reach" sh -c '! grep -qE "^[^ ]*: (label-only|unreachable)$" "$1"' - "$T/out"
}
build='{ nvrtcProgram p; nvrtcCompileProgram(p, 0, 0); '
bench body && sed -i "s/{ for (auto _ : s) n++;/$build/; 1i #include <nvrtc.h>" "$T/body/sum.cpp"
opens body whole
bench function && sed -i "s/{ for (auto _ : s) { }/$build/; 1i #include <nvrtc.h>" "$T/function/sum.cpp"
opens function halves
bench fixture && sed -i "s/{ n = (int)s.range(0);/$build/; 1i #include <nvrtc.h>" "$T/fixture/sum.h"
opens fixture whole
bench args && sed -i "s/{ b->Args.*/$build}/; 1i #include <nvrtc.h>" "$T/args/sum.cpp"
opens args whole

# a macro of the tree's own may do anything with a name
bench own && echo '#define BENCHMARK(f) static int f##_done = f(0)' >>"$T/own/sum.h"
says unknown halves own

# a program beside them that takes any text may mean something else by it
bench text
f text/load.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	char path[100];
	void (*go)(void);
	snprintf(path, sizeof path, "lib%s.so", argv[1]);
	go = (void (*)(void))dlsym(dlopen(path, RTLD_NOW), "go");
	go();
	return argc;
}
C
says unknown halves text

# they run in a program that takes another label
bench runs
f runs/main.cpp <<'C'
#include <benchmark/benchmark.h>
#include <string.h>
int times = 1;
int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "fast")) times = 2;
	benchmark::Initialize(&argc, argv);
	benchmark::RunSpecifiedBenchmarks();
	return 0;
}
C
sed -i 's/^BENCHMARK_MAIN.*//' "$T/runs/sum.cpp"
says label-only fast runs
sed -i "s/{ for (auto _ : s) n++;/$build/; 1i #include <nvrtc.h>" "$T/runs/sum.cpp"
leaves_open runs

# what a body calls that is declared and stands nowhere
f lacks/t.cpp <<'C'
#include <gtest/gtest.h>
int other(int);
TEST(Sums, whole) { EXPECT_EQ(other(1), 1); }
C
says unknown Sums/whole lacks
sed -i 's/^int other(int);/static int other(int n) { return n; }/' "$T/lacks/t.cpp"
says label-only Sums/whole lacks
