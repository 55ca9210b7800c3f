# labelaudit --src on programs of C and C++ whose options are members of a structure, of which there is one object
# (audit/label/closed_member.c), and where there may be another, or something else writes to it.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# many: more conditions than one path may have, so that only the closed branches say something
many() {
	printf '\tint many = 0;\n'
	for i in $(seq 1 70); do
		printf '\tif (getenv("MANY_%s")) many += rand();\n' "$i"
	done
}

# p VERDICT NAME.SUFFIX DECLARATIONS OPTIONS BODY [JIT]: main takes its options in a loop over a, runs BODY, and times what JIT says
p() {
	cat >"$T/$2" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int verbose;
struct opts { int jit, n; const char *file; };
$(rtc_build "")
$(rtc_serve "")
$3
int main(int argc, char **argv)
{
	float x[32] = {0};
$(many)
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		$4
	}
	$5
	clock_t t = clock();
	serve(${6:-o.jit} ? build() : 0, x);
	return (int)(clock() - t);
}
C
	if [ "$1" = open ]; then
		run labelaudit --src --label no-jit "$T/$2"
		check "no-jit of $2 has a verdict" grep -q "^no-jit: " "$T/out"
		check "no-jit of $2 is not out of reach" sh -c '! grep -qE "^no-jit: (label-only|unreachable)$" "$1"' - "$T/out"
	else
		says "$1" no-jit "$2"
	fi
}
ONE='static struct opts o = { 1, 2 };'
OFF='if (!strcmp(a, "--no-jit")) o.jit = 0; else if (!strcmp(a, "-v")) verbose = 1;'
PARSE='static void parse(struct opts *p, int argc, char **argv) { for (int i = 1; i < argc; i++) if (!strcmp(argv[i], "--no-jit")) p->jit = 0; }'
RUN='static void work(const struct opts *p, float *x) { if (p->jit) serve(build(), x); }'
THREAD='static void *work(void *v) { struct opts *p = v; float x[32]; if (p->jit) serve(build(), x); return 0; }'

p unreachable global.c "$ONE" "$OFF" ''
p unreachable pointer.c "$ONE $RUN" "$OFF" 'work(&o, x);'
p unreachable parsed.c "$ONE $PARSE" 'verbose += *a;' 'parse(&o, argc, argv);'
p unreachable cleared.c 'static struct opts o;' "if (i == 1) { memset(&o, 0, sizeof o); } $OFF" ''
p unreachable renamed.c 'typedef struct opts opts_t; static opts_t o = { 1 };' "$OFF" ''
p unreachable nameless.c 'static struct { int jit, n; } o = { 1 };' "$OFF" ''
p unreachable within.c "$ONE struct ctx { struct opts *o; int q; }; static int ask(struct ctx *c) { return c->o->jit; }" "$OFF" 'struct ctx c; c.o = &o;' 'ask(&c)'
p unreachable thread.c "$ONE $THREAD" "$OFF" 'pthread_t h; pthread_create(&h, 0, work, &o);'
p unreachable elsewhere.c "$ONE struct other { int jit; }; static struct other w;" "$OFF" 'w.jit = 0;'
p unreachable derived.c "$ONE static int use;" "$OFF" 'use = o.jit;' use
p unreachable reference.cpp "$ONE static void work(const opts &p, float *x) { if (p.jit) serve(build(), x); }" "$OFF" 'work(o, x);'

# near misses: it is set anew
open() { p open "$@"; }
open again.c "$ONE" "$OFF" 'if (verbose) o.jit = 1;'
open option.c "$ONE" "$OFF else if (!strcmp(a, \"--jit\")) o.jit = 1;" ''
open through.c "$ONE static struct opts *at = &o;" "$OFF" 'at->jit = 1;'
open in_thread.c "$ONE static void *set(void *v) { struct opts *p = v; p->jit = 1; return 0; }" "$OFF" 'pthread_t h; pthread_create(&h, 0, set, &o);'
open raw_thread.c "$ONE static char b[16]; static void *set(void *v) { memcpy(v, b, 16); return 0; }" "$OFF" 'pthread_t h; pthread_create(&h, 0, set, &o);'
open handler.c "$ONE static void on(int s) { o.jit = s; }" "$OFF" 'signal(10, on);'
open address.c "$ONE" "$OFF" 'int *z = &o.jit; *z = 1;'
open table.c "$ONE struct row { const char *n; int *v; }; static struct row rows[] = { { \"jit\", &o.jit } };" "$OFF" '*rows[0].v = 1;'
open offset.c "$ONE" "$OFF" '*(int *)((char *)&o + offsetof(struct opts, jit)) = 1;'
open copied.c "$ONE static char b[64];" "memcpy(b, &o, sizeof o); $OFF" 'memcpy(&o, b, sizeof o);'
open bytes.c "$ONE static char b[16];" "$OFF" 'struct opts *p = &o; memcpy(p, b, 16);'
open restored.c "$ONE" "struct opts s = o; $OFF" 'o = s;'
open literal.c "$ONE" "$OFF" 'o = (struct opts){ 1, 2 };'
open in_union.c 'union u { struct opts o; int i[4]; }; static union u q = { { 1 } };' 'if (!strcmp(a, "--no-jit")) q.o.jit = 0;' 'q.i[0] = 1;' q.o.jit
open of_union.c 'struct all { union { int jit; int all; }; }; static struct all o = { { 1 } };' "$OFF" 'o.all = 1;'
open member.c "$ONE
#define SET(m) (o.m = 1)" "$OFF" 'SET(jit);'
open pasted.c "$ONE
#define SET(a, b) (o.a##b = 1)" "$OFF" 'SET(ji, t);'
open by_macro.c "$ONE
#define ON(p) ((p)->jit = 1)" "$OFF" 'ON(&o);'
open bits.c "$ONE" 'if (!strcmp(a, "--no-jit")) o.n |= 2;' '' '!(o.n & 1)'
open inverted.c "$ONE" 'if (!strcmp(a, "--no-jit")) o.jit = 1;' ''
open before.c "$ONE" "if (verbose) serve(build(), x); $OFF" ''

# or it is another one
open two.c "$ONE static struct opts w = { 1 };" "$OFF" '' w.jit
open array.c 'static struct opts o[2] = { { 1 }, { 1 } };' 'if (!strcmp(a, "--no-jit")) o[0].jit = 0;' '' 'o[1].jit'
open nested.c 'struct all { struct opts a, b; }; static struct all o = { { 1 }, { 1 } };' 'if (!strcmp(a, "--no-jit")) o.a.jit = 0;' '' o.b.jit
open made.c "$ONE static struct opts *w;" "$OFF" 'w = malloc(64); w->jit = 1;' 'w->jit'
open given.c "$ONE static struct opts get(void) { struct opts d = { 1 }; return d; }" "$OFF" 'o = get();'
open in_loop.c '' 'struct opts o = { 1 }; if (!strcmp(a, "--no-jit")) o.jit = 0; verbose = o.jit;' '' verbose
open held.c "$ONE struct box { struct opts *p; int n; }; static char mem[64]; static struct box w = { (struct opts *)mem, 0 };" "$OFF" '' 'w.p->jit'
open any_pointer.c "$ONE static char mem[64]; static int ask(void *v) { struct opts *p = v; return p->jit; }" "$OFF" '' 'ask(mem)'
open foreign.c "#include <sys/dev.h>
$ONE static int ask(struct dev *o) { return o->jit; }" "$OFF" '' 'ask(dev_open())'
open shadowed.c "$ONE struct other { int jit; }; static int ask(void) { struct other o = { rand() }; return o.jit; }" "$OFF" '' 'ask()'
open lambda.cpp "$ONE" "$OFF" 'auto c = o; auto f = [=]() { return c.jit; }; o.jit = f();'
open assigned.cpp "$ONE" "auto c = o; $OFF" 'o = c;'
open template.cpp "$ONE template <class P> static void on(P &p) { p.jit = 1; }" "$OFF" 'on(o);'
open constructed.cpp 'struct par { int jit; par() : jit(1) {} void reset() { jit = 1; } }; static par o;' "$OFF" 'o.reset();'
