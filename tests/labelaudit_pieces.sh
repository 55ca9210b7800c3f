# labelaudit --src on macros of C that are pieces of statements: what they stand for is read in
# their place, on the line of their use.
. tests/lib.sh
. tests/says.sh
piece() { # NAME: a file of C from standard input, with what compiles before it
	mkdir -p "$T/$1"
	{ cat <<'C'
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static cudaGraphExec_t ready;
static void kernel(void) { puts("."); }
static void build(void) { cudaGraph_t g; cudaStream_t s; cudaStreamBeginCapture(s, 0); kernel(); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&ready, g, 0); }
static int serve(void) { clock_t t = clock(); if (ready) cudaGraphLaunch(ready, 0); else kernel(); return clock() - t > 9; }
C
	cat; } >"$T/$1/main.c"
}

# else if, as tables of options are written
piece options <<'C'
#define OPT(s) else if (!strcmp(name, s))
#define OPT2(s, t) else if (!strcmp(name, s) || !strcmp(name, \
	t))
int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int on = 0;
	if (0);
	OPT("slow")
		on = 0;
	OPT("fast")
		on = 1;
	OPT2("quick", "rapid") {
		on = 2;
	}
	else
		return 2;
	if (on)
		build();
	return serve();
}
C
says fallback fast options
check "at the line of its use" grep -q "main.c:19: guard not strcmp(name, \"fast\") is true" "$T/out"
says unreachable slow options
says fallback rapid options

# the head of a condition or a loop; statements without a semicolon; if (x) f
piece heads <<'C'
#define IF_FAST if (strcmp(argv[1], "fast") == 0)
#define UNLESS(x) if (!(x))
#define EACH(i, n) for (int i = 0; i < n; i++)
#define CHECK if (argc < 2) return 1;
#define SAY if (argc > 2) printf
int main(int argc, char **argv)
{
	CHECK
	SAY("%s\n", argv[2]);
	IF_FAST build();
	EACH(i, 2)
		UNLESS(strcmp(argv[1], "none") != 0)
			ready = 0;
	return serve();
}
C
says fallback fast heads
says unreachable slow heads

# braces that another macro closes
piece braces <<'C'
#define WHEN(x) if (!strcmp(argv[1], x)) {
#define DONE }
int main(int argc, char **argv)
{
	if (argc < 2) return 1;
	WHEN("fast")
		build();
	DONE
	return serve();
}
C
says fallback fast braces
says unreachable slow braces

# what is defined anew is the later one; a macro of whole statements stays a function
piece anew <<'C'
#define TAKE else if (!strcmp(argv[1], "slow")) build()
#undef TAKE
#define TAKE puts("nothing")
#define MAKE() do { build(); } while (0)
int main(int argc, char **argv)
{
	if (argc < 2) return 1;
	if (!strcmp(argv[1], "fast")) MAKE();
	else TAKE;
	return serve();
}
C
says fallback fast anew
check "the call stays" grep -q "call MAKE()" "$T/out"
says unreachable slow anew

# a function of a device's library that stands in a table under its own name
mkdir "$T/table"
cat >"$T/table/main.c" <<'C'
#include <string.h>
#include "runtime.h"
int run(struct api *api, program p, const char *mode)
{
	if (strcmp(mode, "fast") == 0)
		return api->clBuildProgram(p, 0, 0, "", 0, 0);
	return 0;
}
C
run labelaudit --src --label fast "$T/table"
check "a member that is called so may compile" sh -c '! grep -qE "^fast: (label-only|unreachable)$" "$1"' - "$T/out"

# _tmain is main where a macro says so; an include guard behind #pragma once or other directives; po of each
# file, and value of boost, are none of the enumerators of that name
mkdir "$T/tmain"
cat >"$T/tmain/text.h" <<'C'
#pragma once
#if !defined( TEXT_H )
#define TEXT_H
#define _tmain main
#define WIDE(x) L ## x
enum pattern { sawtooth, value };
#endif
C
cat >"$T/tmain/main.cpp" <<'C'
#include <boost/program_options.hpp>
#include <cuda_runtime.h>
#include <ctime>
#include "text.h"
namespace po = boost::program_options;
static cudaGraphExec_t ready;
int _tmain(int argc, char *argv[])
{
	unsigned long n;
	po::options_description desc("x");
	desc.add_options()("n,n", po::value<size_t>(&n)->default_value(3), "n")("fast", "compile")("list", "only list");
	po::variables_map vm;
	po::store(po::parse_command_line(argc, argv, desc), vm);
	if (vm.count("list"))
		return 0;
	if (vm.count("fast")) {
		cudaGraph_t g;
		if (cudaGraphInstantiate(&ready, g, 0) != cudaSuccess)
			return 1;
	}
	clock_t t = clock();
	if (ready) cudaGraphLaunch(ready, 0);
	return clock() - t > 3;
}
C
cat >"$T/tmain/other.cpp" <<'C'
#include <boost/program_options.hpp>
#include "text.h"
namespace po = boost::program_options;
void parse(po::variables_map &vm) { po::notify(vm); }
C
run labelaudit --src --label fast "$T/tmain"
check "fast of _tmain is reached" grep -qE "^fast: (wired|conditional)$" "$T/out"
check "the guard of a header is no condition" sh -c '! grep -q "TEXT_H" "$1"' - "$T/out"
check "value of boost is known" sh -c '! grep -q "po.value" "$1"' - "$T/out"
says unreachable list tmain

# #ifs around parts of an if become a part of its test
piece guards <<'C'
int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	if (!strcmp(name, "slow")) {
		puts("slow");
#ifdef HAS_GRAPH
	} else if (!strcmp(name, "fast")) {
		build();
#endif
#if defined(HAS_OTHER) && \
    HAS_OTHER > 1
	} else if (!strcmp(name, "other")) {
		build();
#endif
	} else if (!strcmp(name, "plain")) {
		puts("plain");
	} else {
		return 1;
	}
	return serve();
}
C
says fallback fast guards
check "a macro is what it hangs on" grep -q "open defined(HAS_GRAPH) and .*, taken as true" "$T/out"
says fallback other guards
says unreachable slow guards
says unreachable plain guards
piece around <<'C'
int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int fast = !strcmp(name, "fast");
	if (strcmp(name, "slow") && !fast)
		return 1;
	if (argc > 0) {
#ifdef HAS_GRAPH
		if (fast) {
			build();
		} else {
#endif
			puts("plain");
#ifdef HAS_GRAPH
		}
#endif
	} else {
		build();
	}
#ifndef ALWAYS
	if (fast) {
#endif
		puts("only where it is asked");
#ifndef ALWAYS
	}
#endif
	return serve();
}
C
says conditional fast around
says unreachable slow around
# what follows the #endif belongs to the block before where the macro is not set: read as it stands
piece follows <<'C'
int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	if (!strcmp(name, "fast")) {
		puts("fast");
#ifdef HAS_OTHER
	} else if (!strcmp(name, "slow")) {
		puts("slow");
#endif
		build();
	} else {
		return 1;
	}
	return serve();
}
C
says conditional fast follows

# a word in capitals between a name and a parenthesis may be an operator
piece words <<'C'
#include "words.h"
static int built(void) { build(); return 1; }
int main(int argc, char **argv)
{
	int slow = argc > 1 && !strcmp(argv[1], "slow"), fast = argc > 1 && !strcmp(argv[1], "fast"), never = 0;
	if (!slow && !fast)
		return 1;
	if (never AND (built()))
		puts("built");
	return serve();
}
C
echo '#define AND &&' >"$T/words/words.h"
run labelaudit --src --label slow "$T/words"
check "what stands behind it need not run" sh -c '! grep -qE "^slow: (wired|fallback)" "$1"' - "$T/out"

# labels of a switch: the colon, or all before it, may be where the macro is used
labels() { # NAME ARM: a switch whose arm for the label `fast` runs that; its macros from standard input
	{
		cat
		cat <<C
enum { P_none, P_slow, P_fast };
static int run(int k)
{
	switch (k) {
	OP(slow):
		kernel();
		break;
	OP(fast):
		$2;
		break;
	DEFAULT:
		build();
	}
	return serve();
}
int main(int argc, char **argv)
{
	return run(argc > 1 ? !strcmp(argv[1], "fast") ? P_fast : !strcmp(argv[1], "slow") ? P_slow : P_none : P_none);
}
C
	} | piece "$1"
}
labels arm 'build()' <<'C'
#define OP(n) case P_##n
#define DEFAULT default
C
says fallback fast arm
says unreachable slow arm
labels idle 'kernel()' <<'C'
#define OP(n) break; case P_##n
#define DEFAULT default
C
says unreachable fast idle
# in a header, under what keeps it from being read twice
labels guarded 'kernel()' <<'C'
#define OP(n) case P_##n
#define DEFAULT default
C
{ printf '#ifndef ARMS_H\n#define ARMS_H\n'; cat "$T/guarded/main.c"; echo '#endif'; } >"$T/guarded/arms.h"
echo '#include "arms.h"' >"$T/guarded/main.c"
says unreachable fast guarded
# where another macro of that name may be meant, nothing is put in place
labels twice 'kernel()' <<'C'
#ifdef OTHER
#define OP(n) case P_##n
#else
#define OP(n) case P_none + 2 * (P_##n == P_slow)
#endif
#define DEFAULT default
C
says unknown fast twice
labels given 'kernel()' <<'C'
#ifndef OP
#define OP(n) case P_##n
#endif
#define DEFAULT default
C
says unknown fast given
labels changed 'kernel()' <<'C'
#define OP(n) case P_##n
#define DEFAULT default
#include "change.h"
C
printf '#undef OP\n#define OP(n) case -P_##n\n' >"$T/changed/change.h"
says unknown fast changed

# the end of a label, whose `case` stands before the use
flags() { # NAME: a switch over a letter; its macros from standard input
	{
		cat
		cat <<'C'
static int fast, slow;
int main(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	if (argv[1][0] == '-')
		switch (argv[1][1]) {
		case FLAG('s', slow);
		case FLAG('f', fast);
		default: puts("plain");
		}
	if (fast)
		build();
	return serve();
}
C
	} | piece "$1"
}
flags set <<'C'
#define FLAG(c, var) c: var = 1; break
C
says fallback -f set
says unreachable -s set
flags also <<'C'
#define FLAG(c, var) c: var = 1
C
says fallback -f also
says fallback -s also
flags chosen <<'C'
#define FLAG(c, var) (c) == 'f' ? 's' : 'f': var = 1; break
C
says unreachable -f chosen
says fallback -s chosen
# where another macro of that name may be meant, nothing is put in place
flags either <<'C'
#ifdef OTHER
#define FLAG(c, var) c: var = 1; break
#else
#define FLAG(c, var) 'f' + 's' - c: var = 1; break
#endif
C
says unknown -s either

# members of a class, with what says who may have them
members() { # NAME DECLARATION: the macro from standard input; what it declares is defined, and compiles
	{
		cat
		cat <<C
class T {
public:
	T() : n(0) {}
	int go() { return serve(); }
	int n;
	NO_COPY(T);
};
T::T(const T &) { build(); }
int main(int argc, char **argv)
{
	T t;
	if (argc > 1 && !strcmp(argv[1], "fast")) {
		$2;
		return u.go();
	}
	return t.go();
}
C
	} | piece "$1"
	mv "$T/$1/main.c" "$T/$1/main.cc"
}
members kept 'T u' <<'C'
#define NO_COPY(C) private: C(const C &); void operator=(const C &)
C
says unreachable fast kept
members copied 'T u = t' <<'C'
#define NO_COPY(C) C(const C &); private: void operator=(const C &)
C
says fallback fast copied
members deleted 'T u' <<'C'
#define NO_COPY(C) C(const C &); C &operator=(const C &) = delete
C
says unreachable fast deleted

# an argument that is a statement, before one that is empty
piece empty <<'C'
#define TEST(bad, X1, X2) if (bad) { puts("bad"); X1; X2; }
int main(int argc, char **argv)
{
	TEST(argc != 2, return(2),);
	TEST(strcmp(argv[1], "fast") == 0, build(),);
	TEST(strcmp(argv[1], "last") == 0, , return(serve()));
	TEST(strcmp(argv[1], "two") == 0, build(), return(serve()));
	return serve();
}
C
says fallback fast empty
says unreachable last empty
says unreachable slow empty
says fallback two empty
# and where one that is empty stands before another
piece picks <<'C'
#define PICK(c, A, B) if (c) { A; } else { B; }
int main(int argc, char **argv)
{
	PICK(strcmp(argv[1], "fast") == 0, , build());
	return serve();
}
C
says unreachable fast picks
says fallback slow picks

# the attributes of a label are no part of what follows it; those of a variable are
piece attributes <<'C'
static void late(int *p) { if (*p) build(); }
int main(int argc, char **argv)
{
	int fast = argc > 1 && strcmp(argv[1], "fast") == 0;
	if (fast)
		goto built;
	goto served;
built: __attribute__((unused))
	#ifdef NOT_HERE
	puts("here");
next:
	puts("next");
	#endif
// a comment
both:
	build();
served: __attribute__((unused, cold))
	return serve();
}
C
says fallback fast attributes
says unreachable slow attributes
