# labelaudit --src on C: the names in a macro without parameters are meant where it is used.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# program NAME MACROS BODY: BODY, in which f is what is launched if it is not 0; mode is the label
program() {
	cat >"$T/$1" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
$2
$(rtc_build "")
$(rtc_serve "")
int main(int argc, char **argv)
{
	float x[32] = {0};
	CUfunction f = 0;
	if (argc < 2)
		return 2;
	const char *mode = argv[1];
	$3
	clock_t t = clock();
	serve(f, x);
	return (int)(clock() - t);
}
C
}

program test.c '#define FAST (!strcmp(mode, "fast"))' 'if (FAST) f = build();'
says wired fast test.c
says unreachable slow test.c
program nested.c '#define IS(s) (!strcmp(mode, s))
#define FAST IS("fast")' 'if (FAST) f = build();'
says wired fast nested.c
says unreachable slow nested.c
program does.c '#define BUILD f = build()' 'if (!strcmp(mode, "fast")) BUILD;'
says wired fast does.c
says unreachable slow does.c
program target.c '#define SLOT f' 'if (!strcmp(mode, "fast")) SLOT = build();'
says wired fast target.c
program other.c '#define SLOT g
static CUfunction g;' 'if (!strcmp(mode, "fast")) SLOT = build();'
says label-only fast other.c
program address.c '#define SLOT &f
static void set(CUfunction *p) { *p = build(); }' 'if (!strcmp(mode, "fast")) set(SLOT);'
says wired fast address.c
# a name that is another thing where the macro is used
program inner.c '#define JIT jit
static int jit = 1;' 'int jit = 0; if (!strcmp(mode, "fast") && JIT) f = build();'
says unreachable fast inner.c
program outer.c '#define JIT jit
static int jit = 1;' '{ int jit = 0; x[0] = (float)jit; } if (JIT && !strcmp(mode, "fast")) f = build();'
says wired fast outer.c
# in a function that has no such variable
program global.c '#define SLOT f
static CUfunction f;
static int ready(void) { return SLOT != 0; }' 'if (!strcmp(mode, "fast")) f = build(); if (!ready()) f = 0;'
says label-only fast global.c
# the head of a function that a macro makes, whose body stands behind the macro
program head.c '#define SETUP(name) static void name##_body(CUfunction *p); void name(CUfunction *p) { name##_body(p); } static void name##_body(CUfunction *p)
static CUfunction build(void);
SETUP(prepare) {
#if SPEAK
	puts("compiles");
#endif
	*p = build(); }' 'if (!strcmp(mode, "fast")) prepare(&f);'
says wired fast head.c
says unreachable slow head.c
program plain_head.c '#ifndef SCAN_DECL
#define SCAN_DECL CUfunction scan \
	(int n)
#endif
static CUfunction build(void);
SCAN_DECL { return n ? build() : 0; }' 'if (!strcmp(mode, "fast")) f = scan(1);'
says wired fast plain_head.c
says unreachable slow plain_head.c
# which of two heads it is, is not known
program heads.c 'static CUfunction build(void);
#if defined(__GNUC__)
#define OP(n) static CUfunction n(int on)
#else
#define OP(n) static CUfunction n##_x(int on)
#endif
OP(scan) { return on ? build() : 0; }' 'f = scan(!strcmp(mode, "fast"));'
leaves_open heads.c
program inner_heads.c 'static CUfunction build(void);
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#if WIDE
#define WHICH 8
#else
#define WHICH 16
#endif
#if WIDE
#define PREFIX wide_
#else
#define PREFIX narrow_
#endif
#define OP(n) static CUfunction CAT(PREFIX, n)(int on)
OP(scan) { return on ? build() : 0; }' 'f = wide_scan(!strcmp(mode, "fast"));'
leaves_open inner_heads.c
program attributes.c 'static CUfunction build(void);
#if __has_attribute(cold)
#define COLD __attribute__((cold))
#else
#define COLD
#endif
#if LOUD
#define SAY() puts("a")
#else
#define SAY() puts("b")
#endif
#define OP(n) static void n##_say(void) { SAY(); } static COLD CUfunction n(int on)
OP(scan) { return on ? build() : 0; }' 'f = scan(!strcmp(mode, "fast"));'
says wired fast attributes.c
says unreachable slow attributes.c
# near misses: the body is behind a macro that makes something else, or of what stands before it
program attribute.c '#define API(t) t
static CUfunction build(void);
API(CUfunction) scan(int n) { return n ? build() : 0; }' 'if (!strcmp(mode, "fast")) f = scan(1);'
says wired fast attribute.c
program block.c '#define UNUSED (void)argc
static CUfunction build(void);' 'UNUSED; { if (!strcmp(mode, "fast")) f = build(); }'
says wired fast block.c
# by a header that is found from a folder above
mkdir -p "$T/above/src/dsp" "$T/above/src/run"
cat >"$T/above/src/dsp/cpu.h" <<'C'
#define SETUP(name) static int name##_body(void); int name(void) { return name##_body(); } static int name##_body(void)
int prepare(void);
int warm(void);
C
cat >"$T/above/src/dsp/init.c" <<'C'
#include "src/dsp/cpu.h"
SETUP(prepare) { return 0; }
SETUP(warm) { return nvrtcCompileProgram(0, 0, 0); }
C
cat >"$T/above/src/run/main.c" <<'C'
#include <string.h>
#include "src/dsp/cpu.h"
int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "fast"))
		return prepare();
	return 0;
}
C
says unreachable fast above
sed -i 's/return prepare()/return warm()/' "$T/above/src/run/main.c"
run labelaudit --src --label fast "$T/above"
check "and the other comes to the call" grep -q 'init.c:3: compile nvrtcCompileProgram' "$T/out"

# a function of C whose type stands under an #if before it; what a macro of nobody is given is no parameter
program split.c 'static CUfunction build(void);
#if WIDE >= 8
WIDELY(CUfunction)
#else
NARROWLY(CUfunction)
#endif
scan(const char *how, int n)
{ return n && how ? build() : 0; }' 'if (!strcmp(mode, "fast")) f = scan(mode, 1);'
says wired fast split.c
program registers.c 'static CUfunction build(void);
static CUfunction kept;
bench_case(quick) { kept = build(); }' 'f = kept;'
leaves_open registers.c

# a name that is pasted of what another macro stands for, and of one that may be another here
paste='#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define OWN(x) CAT(PREFIX, x)
static CUfunction my_make(void) { return build(); }
static CUfunction other_make(void) { return 0; }'
program pasted.c "#define PREFIX my_
$paste" 'if (!strcmp(mode, "fast")) f = OWN(make)();'
says wired fast pasted.c
says unreachable slow pasted.c
program pasted_other.c "#define PREFIX other_
$paste" 'if (!strcmp(mode, "fast")) f = OWN(make)(); else if (!strcmp(mode, "none")) f = my_make();'
says unreachable fast pasted_other.c
for default in '#ifndef PREFIX
#define PREFIX other_
#endif' '#ifdef WIDE
#define PREFIX my_
#else
#define PREFIX other_
#endif'; do
	program pasted_open.c "$default
$paste" 'if (!strcmp(mode, "fast")) f = OWN(make)();'
	leaves_open pasted_open.c
done

# a loop whose head is a macro's and another's that it names: what runs in it is not left out
program loop_head.c '#define EACH(a, b) for (a = 0; a < b; a++)
#define ALL for (i = 0; i < 2; i++) EACH(k, 1)' 'int i, k; if (!strcmp(mode, "fast")) { ALL { f = build(); } }'
leaves_open loop_head.c
program loop_call.c '#define EACH(a, b) for (a = 0; a < b; a++)
#define ALL(i) for (i = 0; i < 2; i++) EACH(k, 1)' 'int i, k; if (!strcmp(mode, "fast")) { ALL(i) { f = build(); } }'
leaves_open loop_call.c
program loop_if.c '#define EACH(a, b) for (a = 0; a < b; a++)
#define ONLY(c) if (c) EACH(k, 1)' 'int k; ONLY(!strcmp(mode, "fast")) { f = build(); }'
leaves_open loop_if.c
