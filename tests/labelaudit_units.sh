# labelaudit --src on trees of C and C++ with several programs: of which units of translation a program is made
# (audit/label/cone/cone_flow.c), so what a header names in one of them, and every way in which that could be fooled.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }

# perf FOLDER: the program that takes the label, and what no path sees through; it includes step.h and has a more() for it
perf() {
	f "$1/step.h" <<'C'
#ifndef STEP_H
#define STEP_H
static inline int step(int n) { return more(n); }
#endif
C
	f "$1/perf.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <ui/window.h>
static int more(int n) { return n + 1; }
#include "step.h"
int main(int argc, char **argv)
{
	int n = 0, fast = 0;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "fast")) fast = 1;
	n = ui_run(argv[0], fast);
	printf("%d\n", step(n));
	return 0;
}
C
}

# the viewer's is another; and where perf asks for something of a file of the viewer's, it is perf's, too
perf macro
f macro/viewer.c <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
static int more(int n) { return nvrtcCompileProgram(p, n, 0); }
#include "step.h"
int main(void) { return step(1); }
C
says unreachable fast macro
sed -i 's/int main(void)/int view(int n)/' "$T/macro/viewer.c"
says unreachable fast macro
sed -i 's/return 0;/return view(n);/; s/^int main/int view(int n);\n&/' "$T/macro/perf.c"
leaves_open macro
sed -i 's/view(n)/(*next)(n)/; s/^int view(int n);/static int (*next)(int) = view;/; 1i int view(int n);' "$T/macro/perf.c"
leaves_open macro

# what macros make of a header in each unit may be asked for by what they make of its names
made() { # made FOLDER SUFFIX...: kernel.h for two, of which one compiles
	f "$1/kernel.$2" <<'C'
int NAME(run)(int n) { return OP(n); }
C
	f "$1/perf.$3" <<'C'
#include <string.h>
#include <ui/window.h>
#define NAME(x) x##_slow
#define OP(n) ((n) + 1)
#include "kernel.h"
int run_fast(int n);
int main(int argc, char **argv)
{
	int n = 0;
	if (argc > 1 && !strcmp(argv[1], "fast")) n = 1;
	n = ui_run(n);
	return run_slow(n) + run_fast(n);
}
C
	f "$1/quick.$3" <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
#define NAME(x) x##_fast
#define OP(n) nvrtcCompileProgram(p, n, 0)
#include "kernel.h"
C
}
made pasted h c
leaves_open pasted
made spaces h cpp
echo 'namespace KIND { int run(int n) { return OP(n); } }' >"$T/spaces/kernel.h"
sed -i 's/^#define NAME.*/#define KIND slow/; s/^int run_fast.*/namespace fast { int run(int n); }/; s/run_slow/slow::run/; s/run_fast/fast::run/' "$T/spaces/perf.cpp"
sed -i 's/^#define NAME.*/#define KIND fast/' "$T/spaces/quick.cpp"
leaves_open spaces
made within h cpp # through a macro that a header has, of one that it is given
echo '#define STEP(n) OP(n)' >"$T/within/step.h"
sed -i '1i #include "step.h"' "$T/within/perf.cpp" "$T/within/quick.cpp"
echo 'namespace KIND { inline int run(int n) { return STEP(n); } }' >"$T/within/kernel.h"
sed -i 's/^#define NAME.*/#define KIND slow/; s/^int run_fast.*/namespace fast { int run(int n); }/; s/run_slow/slow::run/; s/run_fast/fast::run/' "$T/within/perf.cpp"
sed -i 's/^#define NAME.*/#define KIND fast/' "$T/within/quick.cpp"
leaves_open within

# what runs before main is of every program, whatever it is given
perf early
f early/quick.c <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
__attribute__((constructor)) static void first(int argc, char **argv) { nvrtcCompileProgram(p, argc, (const char **)argv); }
C
leaves_open early

# a file that both programs have asks for what each of them defines
shared() {
	perf "$1"
	f "$1/ask.c" <<'C'
int opened(void);
int ask(void) { return opened(); }
C
	sed -i 's/return 0;/return ask();/; s/^int main/int ask(void);\nint opened(void) { return 0; }\n&/' "$T/$1/perf.c"
	f "$1/viewer.c" <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
int ask(void);
int opened(void) { return nvrtcCompileProgram(p, 0, 0); }
int main(void) { return ask(); }
C
}
shared each
says unreachable fast each
sed -i 's/^int main.*/#ifdef VIEWER\n&\n#endif/' "$T/each/viewer.c" # without it, it may be linked to perf
leaves_open each
shared renamed
echo 'ask: ; cc -o ask -Dmain=other ask.c perf.c viewer.c' >"$T/renamed/Makefile"
leaves_open renamed
shared takes
sed -i 's/^int main.*/#include <string.h>\nint main(int argc, char **argv) { return argc > 1 \&\& !strcmp(argv[1], "fast") ? ask() : 0; }/' "$T/takes/viewer.c"
leaves_open takes # this program has the label, too

# what a header has the body of only where a file asks for it is compiled there, as that file says
perf body
f body/lib.h <<'C'
#ifndef LIB_H
#define LIB_H
int lib_run(void);
#ifdef LIB_BODY
int lib_run(void) { return LIB_CALL(); }
#endif
#endif
C
f body/lib.c <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
#define LIB_BODY
#define LIB_CALL() nvrtcCompileProgram(p, 0, 0)
#include "lib.h"
C
sed -i 's/return 0;/return lib_run();/; s/"step.h"/&\n#include "lib.h"/' "$T/body/perf.c"
leaves_open body
perf header # or what is declared by who calls it
f header/lib.h <<'C'
int lib_run(void) { return LIB_CALL(); }
C
cp "$T/body/lib.c" "$T/header/lib.c"
sed -i 's/return 0;/return lib_run();/; s/^int main/int lib_run(void);\n&/' "$T/header/perf.c"
leaves_open header

# a method that is called through its base is of a file that makes an object of its class
perf base
f base/kind.h <<'C'
struct Kind { virtual int go() { return 0; } };
Kind *kind();
inline int run(Kind *k) { return k->go(); }
C
f base/quick.cpp <<'C'
#include <nvrtc.h>
#include "kind.h"
struct Quick : Kind { nvrtcProgram p; int go() override { return nvrtcCompileProgram(p, 0, 0); } };
Kind *quick(int n) { static Quick q; return &q; }
C
f base/kind.cpp <<'C'
#include "kind.h"
Kind *quick(int n);
Kind *kind() { return quick(1); }
C
mv "$T/base/perf.c" "$T/base/perf.cpp"
sed -i 's/return 0;/return run(kind());/; s/"step.h"/&\n#include "kind.h"/' "$T/base/perf.cpp"
leaves_open base
sed -i 's/return quick(1)/static Kind k; return \&k/' "$T/base/kind.cpp"
says unreachable fast base

# a letter of getopt's list stands in many names and texts that have nothing to do with it
f letter/perf.c <<'C'
#include <stdio.h>
#include <unistd.h>
#include <ui/window.h>
int main(int argc, char **argv)
{
	int c, n = 0;
	while ((c = getopt(argc, argv, "abU:")) != -1)
		switch (c) { case 'a': n++; break; case 'U': n = ui_number(optarg); break; default: n = 0; }
	printf("%d\n", n);
	return 0;
}
C
f letter/viewer.c <<'C'
#include <stdlib.h>
static unsigned long used;
int out(const char *to) { used++; return system(to); }
int main(int argc, char **argv) { (void)argc; return out(argv[1]); }
C
says label-only -U letter
sed -i "s/return out/return argv[1][0] == 'U' ? 0 : out/" "$T/letter/viewer.c"
says unknown -U letter
sed -i 's/argv\[1\]\[0\] == .U. ? 0 : //; s/return system/return letters("xyUv", to) \&\& &/' "$T/letter/viewer.c"
says unknown -U letter
