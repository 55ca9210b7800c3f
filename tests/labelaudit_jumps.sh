# labelaudit --src on C: code that runs without a call that names it, jumps past what stands between, and numbers of each type.
. tests/lib.sh
. tests/graph.sh

# VERDICT NAME BEFORE-MAIN BODY: a program that runs BODY where its label is "fast"
program() {
	mkdir "$T/$2"
	{ graph_head; echo 'void other(void) { }'; graph_build; graph_serve; } >"$T/$2/graph.c"
	cat >"$T/$2/main.c" <<C
#include <stdio.h>
#include <string.h>
#include <time.h>
void serve(void);
void build(void);
void other(void);
$3
int main(int argc, char **argv)
{
	const char *label = argv[1];
	if (argc < 2)
		return 1;
	if (strcmp(label, "fast") == 0) {
		$4
	}
	clock_t t = clock();
	serve();
	printf("%s %ld\n", label, (long)(clock() - t));
	return 0;
}
C
	run labelaudit --src --label fast "$T/$2"
	check "$2 is $1" grep -qx "fast: $1" "$T/out"
}

# the assembler: what its text calls, what a register holds, what it sets
program wired asm_call '' '__asm__ volatile("call build");'
program wired asm_plt '' 'asm("push %%rbx\n\tcall build@PLT\n\tpop %%rbx" ::: "memory");'
program wired asm_register '' '__asm__ volatile("call *%0" :: "r"(build) : "memory");'
program wired asm_branch '' 'asm volatile("mov x0, x1; bl build");'
program wired asm_loaded 'static void (*kept)(void) = build;' '__asm__ volatile("mov kept(%rip), %rax; jmp *%rax");'
program unreachable asm_nothing '' '__asm__ volatile("mov %rsp, %rdi; jmp *%rax");'
program unreachable asm_other '' '__asm__ volatile("call other");'
program unreachable asm_clock '' 'unsigned lo, hi; __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));'
program unreachable asm_local '' 'asm volatile("1: dec %0\n\tjnz 1b\n\tjmp .Ldone\n.Ldone:" : "+r"(argc));'
program unreachable asm_label '' 'asm volatile("again: sub x0, x0, 1\n\tcbnz x0, again\n\tb again" ::: "x0");'
program conditional asm_sets '' 'int x = 0; asm("cpuid" : "=a"(x) : "0"(1)); if (x & 1) build();'

# goto: to an address, into a block
program wired goto_address '' 'void *p = &&yes; goto *p; return 2; yes: build();'
program unreachable goto_other '' 'void *p = &&no; goto *p; yes: build(); no: ;'
program conditional goto_table '' 'static void *tab[] = {&&no, &&yes}; goto *tab[argc & 1]; yes: build(); no: ;'
program wired goto_inner '' 'goto in; if (argc > 1000) { other(); in: build(); }'
program wired goto_loop '' 'goto in; while (argc > 1000) { other(); in: build(); break; }'
program unreachable goto_past '' 'goto out; if (argc) { build(); out: other(); }'

# labels of a switch within other statements
program wired case_loop '' 'int n = 1; switch (n) { case 0: do { return 1; case 1: build(); } while (--n > 0); }'
program unreachable case_none '' 'int n = 2; switch (n) { case 0: do { return 1; case 1: build(); } while (--n > 0); }'
program wired case_default '' 'int n = 7; switch (n) { case 0: if (argc > 1000) { other(); default: build(); } }'
program unreachable case_first '' 'int n = 0; switch (n) { case 0: if (argc < 0) { case 1: build(); } }'

# a label that a macro of a header outside makes may be the one that is meant, and not the default
program conditional case_macro '#include "cases.h"' 'int n = 7; switch (n) { case 0: return 1; CASE(7): other(); break; default: build(); }'
program conditional case_macro_whole '#include "cases.h"' 'int n = 7; switch (n) { case 0: return 1; CASE(7) other(); break; default: build(); }'
program unknown case_macro_build '#include "cases.h"' 'int n = 7; switch (n) { case 0: return 1; CASE(7): build(); break; default: other(); }'
program unknown case_macro_none '#include "cases.h"' 'int n = 7; switch (n) { case 0: return 1; CASE(7): build(); }'
program wired case_macro_beside '#include "cases.h"' 'int n = 7; switch (n) { case 0: return 1; CASE(8): other(); break; case 7: build(); }'
program wired case_call_beside '' 'int n = 7; switch (n) { case 0: if (argc > 1000) return 1; other(); break; default: build(); }'
program wired case_macro_inner '#include "cases.h"' 'int n = 7; switch (n) { case 0: switch (argc) { case 1: return 1; CASE(7): other(); } break; default: build(); }'

# attributes: at the end of a block, before main
program wired cleanup 'static void done(int *p) { build(); }' 'int x __attribute__((cleanup(done))) = 0;'
program wired cleanup_return 'static void done(int *p) { build(); }
static int f(int n) { __attribute__((__cleanup__(done))) int x = n; return x; }' 'f(1);'
program unreachable cleanup_other 'static void done(int *p) { other(); }' 'int x __attribute__((cleanup(done))) = 0;'
program wired start_section '__attribute__((section(".init_array"))) static void (*boot)(void) = build;' ''
program wired start_table 'static void (*boot[])(void) __attribute__((section(".ctors.100"), used)) = {other, build};' ''
program unreachable other_section '__attribute__((section(".rodata.names"))) static void (*boot)(void) = build;' ''

# pointers to functions: in a struct that a library is handed, under another member of a union, behind arithmetic
program conditional handed_struct '#include <signal.h>
static void on(int s) { build(); }' 'struct sigaction sa; memset(&sa, 0, sizeof sa); sa.sa_handler = on; sigaction(SIGUSR1, &sa, NULL); raise(SIGUSR1);'
program unreachable handed_copied 'struct ops { void (*f)(void); };' 'struct ops o = {build}, p; memcpy(&p, &o, sizeof p); printf("%zu\n", sizeof p);'
program wired union_member 'union u { long l; void (*f)(void); };' 'union u x; x.l = (long)build; x.f();'
program conditional container 'struct s { int a; struct n { int z; } n; void (*f)(void); };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))' 'struct s x = {1, {2}, build}; struct n *p = &x.n; container_of(p, struct s, n)->f();'
program unreachable pointed_at_nothing 'struct s { void (*f)(void); }; struct s *find(void);' 'struct s *p = (struct s *)((char *)strchr(label, 0) - 8); p->f();'

# getopt that sets a flag, on arguments of the program's own
getopt_own='int x = 0; struct option o[] = {{"q", no_argument, &x, 1}, {0}}; char *av[] = {"a", "%s", 0}; getopt_long(2, av, "", o, 0); if (x) build();'
program wired getopt_given '#include <getopt.h>' "$(printf "$getopt_own" --q)"
program unreachable getopt_not_given '#include <getopt.h>' "$(printf "$getopt_own" --r)"

# what is included within a function or a value
include_in() { # NAME TEXT: a file beside the program NAME
	printf '%s\n' "$2" >"$T/$1/part.def"
}
rows='static struct { const char *n; void (*f)(void); } tab[] = {
#include "part.def"
};'
loop='for (unsigned i = 0; i < sizeof tab / sizeof tab[0]; i++) if (!strcmp(tab[i].n, label)) tab[i].f();'
again() { # VERDICT NAME TEXT
	include_in "$2" "$3"
	run labelaudit --src --label fast "$T/$2"
	check "$2 with $3 is $1" grep -qx "fast: $1" "$T/out"
}
program unknown rows "$rows" "$loop" # the file is not there
again wired rows '{"slow", other}, {"fast", build},'
again unreachable rows '{"slow", build}, {"fast", other},'
program unknown body '' '
#include "part.def"
'
again wired body 'build();'
again unreachable body 'other();'
again unknown body '#if 1
build();
#endif'
again unreachable body '#if 1
other();
#endif'

# what is included in the middle of a declaration, an expression or a call, by whatever name
into() { # VERDICT NAME TEXT
	printf '%s\n' "$3" >"$T/$2/part.h"
	run labelaudit --src --label fast "$T/$2"
	check "$2 with $3 is $1" grep -qx "fast: $1" "$T/out"
}
program unknown middle '' 'void (*f)(void) =
#include "part.h"
; f();'
into wired middle '// what runs
!strcmp(label, "fast") ? build : other'
into unreachable middle 'strcmp(label, "fast") ? build : other'
program unknown given 'static void go(const char *s, void (*f)(void)) { if (*s) f(); }' 'go(
#include "part.h"
);'
into wired given '"a, b", build'
into unreachable given '"", build'
# a raw string has lines, quotes and directives of its own
program unreachable raw '' ''
rm "$T/raw/main.c"
cat >"$T/raw/main.cpp" <<'C'
#include <cstring>
#include <ctime>
extern "C" { void serve(); void build(); }
static const char *kernel = "head "
#include "k.h"
" tail";
int main(int argc, char **argv)
{
	clock_t t = clock();
	if (!strcmp(argv[1], "fast") && strstr(kernel, FIND))
		build();
	serve();
	return (int)(clock() - t);
}
C
find_in() { # VERDICT TEXT, as C has it: what is sought in the string
	sed "s/FIND/$2/" "$T/raw.cpp" >"$T/raw/main.cpp"
	run labelaudit --src --label fast "$T/raw"
	check "$2 in a raw string is $1" grep -qx "fast: $1" "$T/out"
}
mv "$T/raw/main.cpp" "$T/raw.cpp"
printf '// a kernel\nR"x(#if 0\n"quoted)" one\n#endif\n)x"\n' >"$T/raw/k.h"
find_in wired '"head #if 0"'
find_in wired '"\\"quoted)\\" one\\n"'
find_in wired '"#endif\\n tail"'
find_in unreachable '"a kernel"'
find_in unreachable '"x("'
find_in unreachable '"one #endif"'

# whole numbers have the width and the sign of their type
program wired int_narrow '' 'unsigned char c = 255; c++; if (c == 0) build();'
program unreachable int_wide '' 'unsigned short c = 255; c++; if (c == 0) build();'
program wired int_was '' 'unsigned char c = 255; if (c++ == 255 && !c) build();'
program wired int_cast '#include <stdint.h>' 'int8_t c = (int8_t)200; if (c < 0) build();'
program unreachable int_no_cast '#include <stdint.h>' 'int16_t c = 200; if (c < 0) build();'
program wired int_cast_value '#include <stdint.h>' 'if ((uint8_t)300 == 44) build();'
program wired int_bit_field 'struct b { unsigned on : 1; signed s : 1; };' 'struct b b = {0}; b.s = 1; if (b.s < 0) build();'
program unreachable int_bit_unsigned 'struct b { unsigned on : 1; signed s : 1; };' 'struct b b = {0}; b.on = 1; if (b.on < 1) build();'
program wired int_unsigned '' 'if (-1 > 0u) build();'
program unreachable int_signed '' 'if (-1 > 0) build();'
program wired int_typedef 'typedef unsigned char tiny;' 'tiny c = 256; if (!c) build();'
program wired int_array '' 'unsigned char t[2] = {1, 255}; t[1]++; if (!t[1]) build();'
program wired int_param 'static int f(unsigned char c) { return c == 1; }' 'if (f(257)) build();'
program wired int_result 'static unsigned char f(int c) { return c; }' 'if (f(257) == 1) build();'
program wired int_shift '' 'unsigned x = 1; if (x << 31 > 0) build();'
program conditional int_overflow '' 'int x = 2147483647; if (x + 1 < 0) build();'
program conditional int_char '' 'char c = 200; if (c < 0) build();'
program conditional int_library '' 'if (strlen("abc") - 5 > 0) build();'
program conditional int_punned '' 'int x = 256; if (*(char *)&x == 0) build();'
program wired int_bool '#include <stdbool.h>' 'bool b = 256; if (b == 1) build();'
program wired int_real '' 'float x = 1; if (x / 2 > 0) build();'
program wired int_truncated '' 'int x = 2.7; if (x == 2) build();'
