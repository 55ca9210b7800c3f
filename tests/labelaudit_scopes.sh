# labelaudit --src on C and C++: a variable of an inner block is another than that of its name around it.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# program NAME BODY: BODY, in which f is what is launched if it is not 0, jit is 1 under the label "fast" and 0 else
program() {
	cat >"$T/$1" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <string.h>
#include <stdlib.h>
#include <time.h>
CUfunction f;
#define QUIET (loud = 0)
$(rtc_build "")
$(rtc_serve "")
$(rtc_main "" "$2" "serve(f, x)")
C
}

program block.c 'for (int i = 0; i < 2; i++) { int jit = 0; x[i] = (float)jit; } if (jit) f = build();'
says wired fast block.c
says unreachable other block.c
program head.c 'for (int jit = 0; jit < 2; jit++) x[jit] = 1; if (jit) f = build();'
says wired fast head.c
says unreachable other head.c
program written.c 'if (jit) { CUfunction f = build(); x[0] = f != 0; }'
says label-only fast written.c
program kept.c 'if (jit) f = build(); { CUfunction f = 0; x[0] = f != 0; }'
says wired fast kept.c
program first.c '{ f = jit ? build() : 0; CUfunction f = 0; x[0] = f != 0; }'
says wired fast first.c
program deep.c '{ int jit = 0; { int jit = 1; x[0] = jit; } if (jit) f = build(); }'
says unreachable fast deep.c
program file.c '{ CUfunction f = jit ? build() : 0; x[0] = f != 0; }'
says label-only fast file.c
program cases.c 'switch (argc) { int jit; default: jit = 0; x[0] = jit; } if (jit) f = build();'
says wired fast cases.c
program test.cpp 'if (int jit = 0; jit) x[0] = 1; if (jit) f = build();'
says wired fast test.cpp
program range.cpp 'for (auto jit : x) x[0] += jit; if (jit) f = build();'
says wired fast range.cpp
program lambda.cpp 'auto set = [&](int jit) { if (jit) f = build(); { int jit = 0; x[0] = jit; } }; set(jit);'
says wired fast lambda.cpp
program caught.cpp 'try { throw 0; } catch (int jit) { x[0] = jit; } if (jit) f = build();'
says wired fast caught.cpp

# both ways of an #if declare the same variable, and a macro means what stands around its use
program same.c '
#if BIG
	int go = jit;
#else
	int go = jit;
#endif
	if (go) f = build();'
says wired fast same.c
program macro.c 'int loud = jit; { int loud = 1; QUIET; x[0] = loud; } if (loud) f = build();'
leaves_open macro.c

# the name is shown as it stands in the source
run labelaudit --src --label fast "$T/first.c"
check "no mark of a block is printed" sh -c '! grep -q "f'"'"'" "$1"' - "$T/out"
