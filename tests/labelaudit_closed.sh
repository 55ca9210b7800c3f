# labelaudit --src on programs of C and C++ whose paths are too many, where the label closes what compiles
# (audit/label/closed/closed.h), and where it only seems to.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# many: more paths than are tried, before main does anything else
many() {
	printf '\tint many = 0;\n'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		printf '\tif (getenv("MANY_%s")) many += rand();\n' "$i"
	done
}

# p VERDICT NAME DECLARATIONS OPTIONS BODY: main takes its options in a loop over a, runs BODY, and times what jit says
p() {
	cat >"$T/$2.c" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int jit = 1, verbose;
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
	serve(jit ? build() : 0, x);
	return (int)(clock() - t);
}
C
	if [ "$1" = open ]; then
		run labelaudit --src --label no-jit "$T/$2.c"
		check "no-jit of $2.c has a verdict" grep -q "^no-jit: " "$T/out"
		check "no-jit of $2.c is not out of reach" sh -c '! grep -qE "^no-jit: (label-only|unreachable)$" "$1"' - "$T/out"
	else
		says "$1" no-jit "$2.c"
	fi
}
OFF='if (!strcmp(a, "--no-jit")) jit = 0; else if (!strcmp(a, "-v")) verbose = 1;'
p unreachable plain '' "$OFF" ''
p unreachable ends '' 'if (!strcmp(a, "--no-jit")) { verbose = 2; return 0; }' ''
p unreachable either '' 'if (!strcmp(a, "--no-jit") || !strcmp(a, "-n")) jit = 0;' ''
p unreachable twice 'static int want;' "$OFF" 'want = jit; if (want && verbose) verbose = 2;'
p unreachable leaves 'static void work(float *x) { if (!jit) return; serve(build(), x); }' "$OFF" 'work(x); if (!jit) return 0;'

# near misses: something sets it anew, was asked before, or may be another thing
open() { p open "$@"; }
open handed 'static void set(int to) { jit = to; }' "$OFF" 'if (verbose) set(1);'
open again '' "$OFF" 'if (verbose) jit = 1;'
open other_option '' "$OFF else if (!strcmp(a, \"--jit\")) jit = 1;" ''
open pointer 'static int *at = &jit;' "$OFF" '*at = 1;'
open counted '' "$OFF" 'jit++;'
open stale 'static int was;' 'was = jit; if (!strcmp(a, "--no-jit")) jit = 0;' 'jit = was;'
open before '' "if (verbose) serve(build(), x); $OFF" ''
open and '' 'if (!strcmp(a, "--no-jit") && !verbose) jit = 0; else if (!strcmp(a, "-v")) verbose = 1;' ''
open passed '' 'if (verbose) continue; if (!strcmp(a, "--no-jit")) { if (verbose) jit = 0; }' ''
open macro '#define ON(v) ((v) = 1)' "$OFF" 'if (verbose) ON(jit);'
open called 'static void on(void) { jit = 1; }' "$OFF" 'if (verbose) on();'
open parted '' "if (!strncmp(a, \"--no\", 4)) verbose = 1; else $OFF" 'if (verbose) jit = 1;'
open asm_text '' "$OFF" 'if (verbose) __asm__ volatile("movl $1, jit(%%rip)" ::: "memory");'
open asm_name 'extern int it __asm__("jit");' "$OFF" 'if (verbose) it = 1;'
open exits 'static void last(void) { float x[32]; serve(build(), x); }' 'if (!strcmp(a, "--no-jit")) { atexit(last); exit(0); }' ''

# what runs at exit or elsewhere, threads and other names: few paths
few() {
	cat >"$T/$2.${6:-c}" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int on;
$(rtc_build "")
$(rtc_serve "")
static float buf[32];
$3
int main(int argc, char **argv)
{
	int i = argc > 1 && !strcmp(argv[1], "no-jit");
	clock_t t = clock();
	$4
	serve($5, buf);
	return (int)(clock() - t);
}
C
	if [ "$1" = open ]; then
		run labelaudit --src --label no-jit "$T/$2.${6:-c}"
		check "no-jit of $2 has a verdict" grep -q "^no-jit: " "$T/out"
		check "no-jit of $2 is not out of reach" sh -c '! grep -qE "^no-jit: (label-only|unreachable)$" "$1"' - "$T/out"
	else
		says "$1" no-jit "$2.${6:-c}"
	fi
}
few open late '__attribute__((destructor)) static void bye(void) { serve(build(), buf); }' 'if (i) exit(0);' 'build()'
few open late_behind 'static void bye(void) __attribute__((destructor)); static void bye(void) { serve(build(), buf); }' 'if (i) exit(0);' 'build()'
few unreachable late_clean '__attribute__((destructor)) static void bye(void) { serve(0, buf); }' 'if (i) exit(0);' 'build()'
few open object 'struct Fin { ~Fin() { serve(build(), buf); } }; static Fin fin;' 'if (i) exit(0);' 'build()' cpp
few open object_local 'struct Fin { ~Fin() { serve(build(), buf); } };' 'static Fin fin; if (i) exit(0);' 'build()' cpp
few unreachable object_clean 'struct Fin { ~Fin() { serve(0, buf); } }; static Fin fin;' 'if (i) exit(0);' 'build()' cpp
few open jumps 'static jmp_buf j; static int jit = 1;' 'if (setjmp(j) == 0 && i) { longjmp(j, 1); jit = 0; }' 'jit && !on ? build() : 0'
few open own_thread 'static __thread int jit = 1; static void *work(void *a) { serve(jit ? build() : 0, buf); return a; }' 'if (i) jit = 0; pthread_t p; pthread_create(&p, 0, work, 0); pthread_join(p, 0);' 0
few unreachable one_thread 'static int jit = 1; static void *work(void *a) { serve(jit ? build() : 0, buf); return a; }' 'if (i) jit = 0; pthread_t p; pthread_create(&p, 0, work, 0); pthread_join(p, 0);' 0
few open alias 'int jit = 1; extern int other __attribute__((alias("jit")));' 'if (i) jit = 0; other = 1;' 'jit ? build() : 0'
few open asm_alias 'int jit = 1; extern int other __asm__("jit");' 'if (i) jit = 0; other = 1;' 'jit ? build() : 0'
few unreachable asm_outside 'int jit = 1; extern int other __asm__("elsewhere");' 'if (i) jit = 0; other = 1;' 'jit ? build() : 0'
