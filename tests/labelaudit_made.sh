# labelaudit --src on C: functions whose names macros make, and variables that macros declare.
. tests/lib.sh
. tests/says.sh
. tests/graph.sh

# TREE BODY: a program that compiles in what tmpl.c defines, once for each depth of bits
tree() {
	mkdir "$T/$1"
	cat >"$T/$1/depth.h" <<'C'
#if DEPTH == 8
#define named(x) x##_8bit
#define named_as(x, suffix) x##_8bit_##suffix
#else
#define JOIN(a, b) a##b
#define TAIL _16bit
#define named(x) JOIN(x, _16bit)
#define named_as(x, suffix) x##_16bit_##suffix
#endif
#define bytes(x) named(x)
C
	{
		echo '#include "depth.h"'
		graph_head
		cat <<'C'
static void bytes(capture)(void)
{
	cudaStreamBeginCapture(s, 0);
	kern();
	cudaStreamEndCapture(s, &g);
}
void bytes(build)(int n)
{
	bytes(capture)();
	cudaGraphInstantiate(&e, g, 0);
	have = n;
}
void named_as(build, c)(int n) { bytes(build)(n); }
C
		graph_serve
	} >"$T/$1/tmpl.c"
	cat >"$T/$1/main.c" <<C
#include <string.h>
#include <time.h>
void serve(void);
void build_8bit(int n);
void build_16bit(int n);
void build_16bit_c(int n);
void build_32bit(int n);
static void other(int n) { (void)n; }
struct operations { void (*build)(int); } ops = { other };
#define use(bits) ops.build = build_##bits##bit
int main(int argc, char **argv)
{
	clock_t t;
	if (argc > 1 && strcmp(argv[1], "fast") == 0)
		$2;
	ops.build(1);
	t = clock();
	serve();
	return (int)(clock() - t);
}
C
}

tree called 'build_8bit(1)'
says wired fast called
tree called_far 'build_16bit_c(1)'
says wired fast called_far
tree pasted 'use(16)'
says wired fast pasted
tree given 'ops.build = build_16bit'
says wired fast given
tree neither 'ops.build = other'
says unreachable fast neither
tree missing 'build_32bit(1)' # declared, and none of those that are made
says unknown fast missing
tree table 'ops = (struct operations) { .build = use_8 }'
sed -i 's/^int main/#define use_8 build_8bit\n&/' "$T/table/main.c"
says wired fast table
tree unmade 'build_8bit(1)' # by what the macro comes to is not seen
sed -i 's/define named(x).*/define named(x) x##AWAY(_8bit)/' "$T/unmade/depth.h"
says unknown fast unmade

# what a macro declares with its first name
tree first 'ops.build = w.on ? build_8bit : other'
sed -i 's/^struct operations/typedef struct { int on; } sw;\n#define ALIGN(x, n) x __attribute__((aligned(n)))\nstatic sw ALIGN(unset, 16);\nstatic const sw ALIGN(w, 32) = { 1 }, ALIGN(none, 32) = { 0 };\n&/' "$T/first/main.c"
says wired fast first
sed -i 's/w\.on ?/none.on ?/' "$T/first/main.c"
says unreachable fast first

# a compound literal of a type that is not seen calls nothing
tree literal 'ops.build = other'
sed -i 's/^int main/void *keep(void *);\n&/; s/ops\.build(1);/keep(\&(far_type) { .n = 1 });\n\t&/' "$T/literal/main.c"
printf 'void *keep(void *p) { return p; }\n' >"$T/literal/keep.c"
says unreachable fast literal
sed -i 's/ops\.build = other/(\&(far_ops) { .n = 1, .build = build_8bit })->build(1)/' "$T/literal/main.c"
says wired fast literal
sed -i 's/\.build = build/.x.build = build/' "$T/literal/main.c" # which member that is, is not known
leaves_open literal

# a macro with parameters that is given where nothing else has: it is that one
defaulted() { # TREE: RUN(x) by default runs what it is given
	tree "$1" 'RUN(build_8bit)'
	printf '#ifndef RUN\n# ifdef QUIET\n#  define RUN(f) (f)(1)\n# else\n#  define RUN(f) f(1)\n# endif\n#endif\n' >"$T/$1/run.h"
	sed -i '1i #include "run.h"' "$T/$1/main.c"
}
defaulted by_default
says wired fast by_default
sed -i 's/(f)(1)/(void)(f)/; s/ f(1)/ (void)(f)/' "$T/by_default/run.h"
says unreachable fast by_default
sed -i '1i #define RUN(f) f(2)' "$T/by_default/main.c" # it has
says wired fast by_default
defaulted of_another
printf '#define RUN(f) (void)(f)\n' >"$T/of_another/config.h" # a header has
sed -i '1i #include "config.h"' "$T/of_another/main.c"
says unreachable fast of_another
defaulted missing_header # a header that is not there may have
sed -i '1i #include "config.h"' "$T/missing_header/main.c"
leaves_open missing_header
check "nor is it sure" sh -c '! grep -qx "fast: wired" "$1"' - "$T/out"
defaulted flagged # the build may have
sed -i 's/(f)(1)/(void)(f)/; s/ f(1)/ (void)(f)/' "$T/flagged/run.h"
printf 'CFLAGS += "-DRUN(f)=f(1)"\nmain: main.c\n\t$(CC) $(CFLAGS) -o $@ $^\n' >"$T/flagged/Makefile"
leaves_open flagged

# statements that a macro is given run where it has them
given() { # VERDICT NAME MACRO: IN(statements)
	tree "$2" 'IN(int n = 1; build_8bit(n);)'
	sed -i "1i #define $3" "$T/$2/main.c"
	says "$1" fast "$2"
}
given wired in_block 'IN(x) do { x } while (0)'
given wired in_all 'IN(...) __VA_ARGS__'
given wired in_other 'RUN(x) x\n#define IN(...) { RUN(__VA_ARGS__) }'
given unreachable in_none 'IN(x) do { } while (0)'
given unreachable in_false 'IN(x) do { if (0) { x } } while (0)'

# the arguments of a macro of a header that takes any number are those of what it hands them to
variadic() { # VERDICT NAME MACRO STATEMENT
	tree "$2" "$4"
	printf '%s\n' "#define $3" >"$T/$2/any.h"
	sed -i '1i #include "any.h"' "$T/$2/main.c"
	sed -i 's/^int main/typedef struct { int n; void (*f)(int); } row;\nstatic void go(int n, void (*f)(int)) { if (n == 2) f(n); }\n&/' "$T/$2/main.c"
	says "$1" fast "$2"
}
variadic wired any_call 'ALL(...) go(__VA_ARGS__)' 'ALL(2, build_8bit)'
variadic unreachable any_other 'ALL(...) go(__VA_ARGS__)' 'ALL(1, build_8bit)'
variadic wired any_callee 'RUN(f, ...) f(2, ##__VA_ARGS__)' 'RUN(go, build_8bit)'
variadic wired any_named 'RUN(f, more...) f(more)' 'RUN(go, 2, build_8bit)'
variadic wired any_row 'ROW(...) (row){ __VA_ARGS__ }' '{ row r = ROW(2, build_8bit); go(r.n, r.f); }'
variadic unreachable any_row_other 'ROW(...) (row){ __VA_ARGS__ }' '{ row r = ROW(1, build_8bit); go(r.n, r.f); }'
variadic wired any_list 'ROW(...) { __VA_ARGS__ }' '{ row r[] = { ROW(1, other), ROW(2, build_8bit) }; go(r[1].n, r[1].f); }'
variadic wired any_comma 'LAST(...) (__VA_ARGS__)' 'go(LAST(other(1), 2), build_8bit)'

# what __VA_OPT__ and no arguments leave of a macro that makes functions
made() { # VERDICT NAME CALL
	mkdir -p "$T/$2"
	cat >"$T/$2/made.c" <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
static void note(int n, ...) { (void)n; }
static void build(int n, ...) { if (n) nvrtcCompileProgram(p, 0, 0); }
#define MAKE(name, what, ...) \
	void quick_##name(int n) { what(n __VA_OPT__(,) __VA_ARGS__); } \
	void slow_##name(int n, int m) { note(n, ##__VA_ARGS__); note(__VA_OPT__(m +) n); }
MAKE(one, build)
MAKE(two, note, 1, 2)
C
	cat >"$T/$2/main.c" <<C
#include <string.h>
#include <zlib.h>
void quick_one(int), quick_two(int), slow_one(int, int), slow_two(int, int);
int main(int argc, char **argv) { if (argc > 1 && strcmp(argv[1], "fast") == 0 && crc32(0, 0, 0)) $3; return 0; }
C
	says "$1" fast "$2"
}
made unreachable opt_two 'quick_two(1)'
made unreachable opt_slow 'slow_one(1, 2), slow_two(1, 2)'
made conditional opt_one 'quick_one(1)'
