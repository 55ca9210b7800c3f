# labelaudit --src on trees with files of assembly, and what C hands to the system.
. tests/lib.sh
. tests/says.sh
tree() { # NAME [ARGUMENTS OF prepare]: prepare() runs before the clock is read; build() compiles what serve() runs
	mkdir -p "$T/$1"
	cat >"$T/$1/graph.c" <<'C'
#include <cuda_runtime.h>
cudaGraphExec_t ready;
void kernel(void) { ; }
void build(int n) { if (n < 0) return; cudaGraph_t g; cudaStream_t s; cudaStreamBeginCapture(s, 0); kernel(); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&ready, g, 0); }
void serve(void) { if (ready) cudaGraphLaunch(ready, 0); else kernel(); }
C
	cat >"$T/$1/main.c" <<C
#include <string.h>
#include <time.h>
void serve(void); void build(int n); void prepare(${2:+void (*f)(int)});
int main(int argc, char **argv)
{
	if (argc < 2) return 1;
	if (strcmp(argv[1], "fast") == 0)
		prepare(${2:-});
	clock_t t = clock();
	serve();
	return clock() - t > 1000;
}
C
}

# what assembly calls, jumps to, falls into or holds the address of
tree jumps
cat >"$T/jumps/p.S" <<'S'
	.globl prepare
prepare:
	jmp build
S
leaves_open jumps
tree falls
cat >"$T/falls/p.s" <<'S'
	.globl prepare, other
prepare:
	xorl %eax, %eax
other:	call build@PLT
	ret
S
leaves_open falls
tree holds
printf '\t.globl prepare\nprepare:\n\tjmp *table(%%rip)\n\t.data\ntable:\t.quad build\n' >"$T/holds/p.s"
leaves_open holds
tree named
printf '#define TARGET build\n#define ENTRY(x) .globl x; x:\nENTRY(prepare)\n\tjmp TARGET\n' >"$T/named/p.S"
leaves_open named
tree pasted
printf '.macro go a, b\n\tcall \\a\\b\n.endm\n\t.globl prepare\nprepare:\n\tgo bui, ld\n\tret\n' >"$T/pasted/p.s"
leaves_open pasted
tree ends # the beginning, and what stands between two parameters, hold too
printf '.macro go a\n\tcall \\a\\()ild\n.endm\n\t.globl prepare\nprepare:\n\tgo bu\n\tret\n' >"$T/ends/p.s"
leaves_open ends
tree between
printf '.macro go a, b\n\tcall \\a\\()il\\b\n.endm\n\t.globl prepare\nprepare:\n\tgo bu, d\n\tret\n' >"$T/between/p.s"
leaves_open between
tree defined
printf '#define FIRST bu\n.macro go a\n\tcall FIRST\\a\n.endm\n\t.globl prepare\nprepare:\n\tgo ild\n\tret\n' >"$T/defined/p.S"
leaves_open defined
tree joined
cat >"$T/joined/p.asm" <<'S'
%define first bu
%macro go 1
    call first %+ %1
%endmacro
cglobal prepare, 0, 0
    go ild
    RET
S
leaves_open joined
tree table # of addresses that a macro writes
printf '.macro row a\n\t.quad bu\\a\n.endm\n\t.globl prepare\nprepare:\n\tjmp *table(%%%%rip)\n\t.data\ntable:\trow ild\n' >"$T/table/p.s"
leaves_open table
tree handed build
printf '\t.globl prepare\nprepare:\n\tjmp *%%rdi\n' >"$T/handed/p.s"
leaves_open handed
tree macros
cat >"$T/macros/p.asm" <<'S'
%include "x86inc.asm"
%macro PREP 1
cglobal %1pare, 0, 0
    call build
    RET
%endmacro
PREP pre
S
leaves_open macros

# what calls nothing compiles nothing, whichever way its name comes to be
tree plain
printf '\t.globl prepare\nprepare: # not build\n\txorl %%eax, %%eax /* build */\n\tcall helper\n\tret\nhelper:\n\tret\n' >"$T/plain/p.s"
says unreachable fast plain
tree cglobal
printf '; build\nINIT_XMM sse2\ncglobal prepare, 0, 0\n    pxor m0, m0\n    RET\n' >"$T/cglobal/p.asm"
says unreachable fast cglobal
tree prefixed
printf '%%define private_prefix pre\n' >"$T/prefixed/x86inc.asm"
printf '%%include "x86inc.asm"\n%%macro FN 1\ncglobal %%1_block_add, 0, 0\n    RET\n%%endmacro\nINIT_YMM avx2\nFN re\n' >"$T/prefixed/p.asm"
sed -i 's/prepare/pre_re_block_add_avx2/' "$T/prefixed/main.c"
says unreachable fast prefixed
sed -i 's/pre_re_block_add_avx2/pre_re_block_sub_avx2/' "$T/prefixed/main.c"
says unknown fast prefixed
tree others # no name of C has all the parts
printf '.macro go a, b\n\tcall \\a\\()uil_\\b\n\tcall bui\\a\\()_ld\n\tbne \\b\\()f\n.endm\n\t.globl prepare\nprepare:\n\tgo x, 1\n1:\tret\n' >"$T/others/p.s"
says unreachable fast others
tree underscored # neither word is known, and none of the tree's names has an underscore
printf '%%define private_prefix bu\n%%macro const 1\n    %%xdefine here private_prefix %%+ _ %%+ %%1\n%%endmacro\nconst prepared\ncglobal prepare, 0, 0\n    const data\n    RET\n' >"$T/underscored/p.asm"
says unreachable fast underscored
sed 's/xdefine here \(.*\)/xdefine there 1\n    call \1/; s/ %+ _ %+ / %+ /' "$T/underscored/p.asm" >"$T/p.asm" # without it, it may be any
mkdir "$T/nothing" && cp "$T/underscored"/*.c "$T/nothing" && mv "$T/p.asm" "$T/nothing"
leaves_open nothing
sed -i 's/xdefine here/xdefine %1/' "$T/underscored/p.asm" # what is renamed was named by who gave it
says unreachable fast underscored
tree told # to the linker, of what the file defines
printf '#define PREFIX\n.macro function name\n\t.globl PREFIX\\name\n\t.type PREFIX\\name, @function\nPREFIX\\name:\n.endm\nfunction prepare\n\tret\n\t.size build, 4\n' >"$T/told/p.S"
says unreachable fast told
tree given # the prefix of the GNU assembler's macros, as its #defines come to
printf '#define GLUE(a, b) a ## b\n#define JOIN(a, b) GLUE(a, b)\n#ifndef MINE\n#define MINE pre_\n#endif\n#define BASE MINE\n#ifdef DEPTH\n#define OUT JOIN(JOIN(BASE, DEPTH), _)\n#else\n#define OUT BASE\n#endif\n.macro function name, export=0\n\t.if \\export\n\t.global OUT\\name\nOUT\\name:\n\t.endif\n\\name:\n.endm\n' >"$T/given/asm.S"
printf '#include "asm.S"\nfunction block_add_neon, export=1\n\tret\n' >"$T/given/p.S"
sed -i 's/prepare/pre_block_add_neon/' "$T/given/main.c"
says unreachable fast given
sed -i 's/pre_block_add_neon/pre_10_block_add_neon/' "$T/given/main.c"
says unreachable fast given
sed -i 's/pre_10_block_add_neon/pri_block_add_neon/' "$T/given/main.c" # another prefix is another function
says unknown fast given
sed -i 's/pri_block_add_neon/pre_block_add_neon/' "$T/given/main.c"
sed -i 's/OUT\\name:/two OUT, \\name/' "$T/given/asm.S" # no label: nothing is known of it
says unknown fast given
tree applied # the same by a macro of C; what asks for no export has no name for C
printf '#define MINE pre_\n#define GLUE(a, b) a ## b\n#define JOIN(a, b) GLUE(a, b)\n#define X(s) JOIN(MINE, s)\n.macro function name, export=0\n\t.if \\export\n\t.global X(\\name)\nX(\\name):\n\t.endif\n\\name:\n.endm\nfunction block_add_neon, export=1\n\tret\nfunction block_sub_neon\n\tret\n' >"$T/applied/p.S"
sed -i 's/prepare/pre_block_add_neon/' "$T/applied/main.c"
says unreachable fast applied
sed -i 's/pre_block_add_neon/pre_block_sub_neon/' "$T/applied/main.c"
says unknown fast applied
tree missing
printf '\t.globl other\nother:\n\tret\n' >"$T/missing/p.s"
says unknown fast missing
tree declared
printf '\t.globl other\nother:\n\tcall prepare\n\tret\n' >"$T/declared/p.s"
says unknown fast declared

# another process is another program, once it is waited for
mkdir "$T/waits"
cat >"$T/waits/main.c" <<'C'
#include <nvrtc.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int tool(void) { nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0); }
int main(int argc, char **argv)
{
	int status = 0;
	clock_t t = clock();
	if (argc > 1 && strcmp(argv[1], "fast") == 0) {
		pid_t pid = fork();
		if (pid == 0) { execvp(argv[2], argv + 2); _exit(127); }
		waitpid(pid, &status, 0);
	}
	return WIFEXITED(status) && geteuid() && clock() - t > 1000;
}
C
says unknown fast waits
says unreachable slow waits

# a parameter, or a variable of the function, is none of the tree's functions; a name that stands outside of it is
leads() { # NAME BODY: step() is of a library that compiles elsewhere
	mkdir -p "$T/$1"
	printf '%s\n' '#include <nvrtc.h>' 'int build(int n) { if (n < 0) return n; nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0); }' >"$T/$1/tool.c"
	printf '%s\n' '#include <string.h>' 'int build(int n);' "$2" >"$T/$1/lib.c"
}
leads parameter 'int step(const char *name, int build) { return strcmp(name, "fast") == 0 ? build + 1 : build; }'
says unreachable fast parameter
leads variable 'void step(const char *name) { int build = 2; if (strcmp(name, "fast") == 0) build++; }'
says unreachable fast variable
leads data 'int step(const char *name) { int build = 2; return strcmp(name, "fast") == 0 ? build + 1 : build; }' # by which a caller may call it
says unknown fast data
leads inner 'int step(const char *name) { if (strcmp(name, "fast") == 0) { int build = 2; return build; } return build(1); }'
leaves_open inner
leads before 'int step(const char *name) { int k = strcmp(name, "fast") == 0 ? build(1) : 0; int build = 2; return build + k; }'
leaves_open before

# objects of C++: what makes one is led to by its class, and one at file level is made in every program
objects() { # NAME BODY
	mkdir -p "$T/$1"
	printf '%s\n' '#include <nvrtc.h>' 'struct Tool { Tool() { nvrtcProgram p = 0; nvrtcCompileProgram(p, 0, 0); } int n; };' >"$T/$1/tool.h"
	printf '%s\n' '#include <string.h>' '#include "tool.h"' "$2" >"$T/$1/lib.cpp"
}
objects unused 'void step(const char *name) { int n = 0; if (strcmp(name, "fast") == 0) n++; }'
says unreachable fast unused
objects made 'struct Box { Tool t; }; int step(const char *name) { if (strcmp(name, "fast")) return 0; Box b; return b.t.n; }'
leaves_open made
objects static 'static Tool here; int step(const char *name) { return strcmp(name, "fast") == 0; } int other() { return here.n; }'
leaves_open static

# a name that a macro of assembly is handed first is what it defines, if C declares it and has no body of it
proc() { # NAME LINE: of the file of assembly
	mkdir -p "$T/$1"
	printf '%s\n' '#include <string.h>' 'int crc(int n);' 'int step(const char *name) { return strcmp(name, "fast") == 0 ? crc(1) : 0; }' >"$T/$1/lib.c"
	printf '%%macro MY_PROC 2\n  align 16\n  global %%1\n  %%1:\n%%endmacro\n%%macro JUMP 1\n  call %%1\n%%endmacro\n%s\n  mov eax, 1\n  ret\n' "$2" >"$T/$1/crc.asm"
}
proc proc_defined 'MY_PROC crc, 4'
says label-only fast proc_defined
proc proc_second 'MY_PROC other, crc'
leaves_open proc_second
proc proc_jumped 'JUMP crc'
leaves_open proc_jumped
proc proc_nobody 'NO_PROC crc, 4'
leaves_open proc_nobody
proc proc_calls 'MY_PROC crc, 4
  call build'
printf '%s\n' '#include <nvrtc.h>' 'int build(int n) { nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0) + n; }' >"$T/proc_calls/tool.c"
leaves_open proc_calls

# memory that is made to be run hides what is put there
memory() { # NAME FLAGS
	mkdir -p "$T/$1"
	printf '%s\n' '#include <string.h>' '#include <sys/mman.h>' "static void *room(int n) { return mmap(0, n, PROT_READ | $2, MAP_PRIVATE, -1, 0); }" \
		'int main(int argc, char **argv) { char *p; if (argc < 2 || (strcmp(argv[1], "fast") && strcmp(argv[1], "slow"))) return 1; if (!strcmp(argv[1], "slow")) return 0; p = room(9); return p ? 0 : 2; }' >"$T/$1/main.c"
}
memory memory_plain PROT_WRITE
says label-only fast memory_plain
memory memory_made PROT_EXEC
says conditional fast memory_made
says label-only slow memory_made
memory memory_var flags
says unknown fast memory_var
memory memory_number 4
says unknown fast memory_number

# labels that macros spell: NASM's and C's `EXTN(name):`, and macros of the assembler and of C that make one of what they are given
spelled() { # spelled NAME FILE, the file on stdin
	tree "$1"
	cat >"$T/$1/$2"
}
spelled extn p.asm <<'S'
%define EXTN(name) name
    global EXTN(prepare)
EXTN(prepare):
    ret
S
says unreachable fast extn
spelled extn_leads p.asm <<'S'
%define EXTN(name) name
EXTN(prepare):
    jmp EXTN(build)
S
leaves_open extn_leads
spelled gas p.S <<'S'
.macro asm_routine fname
    .globl \fname
\fname:
.endm
asm_routine prepare
    ret
S
says unreachable fast gas
spelled gas_leads p.S <<'S'
.macro asm_routine fname
    .globl \fname
\fname:
.endm
asm_routine prepare
    b build
S
leaves_open gas_leads
spelled nasm p.asm <<'S'
%macro ROUTINE 1
    ALIGN 16, nop
    global %1
    %1:
%endmacro
ROUTINE prepare
    ret
S
says unreachable fast nasm
spelled nasm_leads p.asm <<'S'
%macro ROUTINE 1
    global %1
    %1:
%endmacro
ROUTINE prepare
    jmp build
S
leaves_open nasm_leads
spelled nasm_second p.asm <<'S'
%macro ROUTINE 2
    global %2
    %2:
%endmacro
ROUTINE prepare, other
    jmp build
S
leaves_open nasm_second
spelled cpp p.S <<'S'
#define ROUTINE(symbol) \
    .globl symbol; \
symbol:
ROUTINE(prepare)
    ret
S
says unreachable fast cpp
spelled cpp_leads p.S <<'S'
#define ROUTINE(symbol) \
    .globl symbol; \
symbol:
ROUTINE(prepare)
    jmp build
S
leaves_open cpp_leads
# near misses: a macro that names what it is given, and one that makes a label of another parameter
spelled names p.S <<'S'
.macro tell fname
    .globl \fname
    .size \fname, 8
.endm
tell prepare
    ret
S
leaves_open names
spelled second p.S <<'S'
.macro tell fname other
\other:
    jmp \fname
.endm
tell prepare, elsewhere
S
leaves_open second
