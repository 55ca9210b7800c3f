# labelaudit --src on code of C and C++ that no path reaches: what names alone say (audit/label/cone/cone.h),
# and every way in which they could be fooled.
. tests/lib.sh
. tests/says.sh
. tests/graph.sh
c() { mkdir -p "$T/$1"; cat >"$T/$1/core.$2"; }

# C: pointers in tables, virtual methods, static registrars, pasted names, declared functions
c table c <<'C'
#include <nvrtc.h>
#include <string.h>
static int quick(nvrtcProgram p) { return nvrtcCompileProgram(p, 0, 0); }
static int plain(nvrtcProgram p) { return 0; }
static const struct { const char *name; int (*build)(nvrtcProgram); } kinds[] = {{"fast", quick}, {"slow", plain}};
int make(const char *kind, nvrtcProgram p) { for (int i = 0; i < 2; i++) if (!strcmp(kinds[i].name, kind)) return kinds[i].build(p); return -1; }
C
leaves_open table
c virtual cpp <<'C'
#include <cuda_runtime.h>
#include <memory>
#include <string>
struct Kind { virtual void go(cudaGraph_t g) = 0; virtual ~Kind() {} };
std::unique_ptr<Kind> made(const std::string &kind);
void make(const std::string &kind, cudaGraph_t g) { if (kind == "fast" || kind == "slow") made(kind)->go(g); }
C
cat >"$T/virtual/fast.cpp" <<'C'
#include "kind.h"
struct Quick : Kind { cudaGraphExec_t x; void go(cudaGraph_t g) override { cudaGraphInstantiate(&x, g, 0); } };
std::unique_ptr<Kind> made(const std::string &) { return std::make_unique<Quick>(); }
C
leaves_open virtual
c registrar cpp <<'C'
#include <cuda_runtime.h>
#include <map>
#include <string>
std::map<std::string, void (*)(cudaGraph_t)> &kinds() { static std::map<std::string, void (*)(cudaGraph_t)> k; return k; }
void make(const char *kind, cudaGraph_t g) { if (std::string(kind) != "fast") throw 1; kinds().at(kind)(g); }
C
cat >"$T/registrar/quick.cpp" <<'C'
#include <cuda_runtime.h>
#include <map>
#include <string>
std::map<std::string, void (*)(cudaGraph_t)> &kinds();
static void quick(cudaGraph_t g) { cudaGraphExec_t x; cudaGraphInstantiate(&x, g, 0); }
static bool done = (kinds()["fa" "st"] = quick, true);
C
leaves_open registrar
c paste c <<'C'
#include <nvrtc.h>
#include <string.h>
#include "call.h"
int build_quick(nvrtcProgram p) { return nvrtcCompileProgram(p, 0, 0); }
int make(const char *kind, nvrtcProgram p) { if (!strcmp(kind, "fast")) return BUILD(quick)(p); return 0; }
C
echo '#define BUILD(k) build_##k' >"$T/paste/call.h"
leaves_open paste
c declared c <<'C'
#include <string.h>
int engine_open(const char *model);
int make(const char *kind) { if (!strcmp(kind, "fast")) return engine_open("m"); return 0; }
C
leaves_open declared
c header c <<'C'
#include <string.h>
#include "engine.h"
int make(const char *kind) { if (!strcmp(kind, "fast")) return engine_open("m"); return 0; }
C
leaves_open header
c lookup c <<'C'
#include <dlfcn.h>
#include <string.h>
int make(const char *kind) { if (!strcmp(kind, "fast")) return ((int (*)(void))dlsym(RTLD_DEFAULT, kind))(); return 0; }
C
leaves_open lookup
# what another system builds, or a stand-in, is not there
c systems c <<'C'
#include <stdlib.h>
#include <string.h>
#include "stub.h"
int make(const char *kind)
{
	if (strcmp(kind, "fast") && strcmp(kind, "slow"))
		return -1;
#ifdef _WIN32
	system("cl /LD k.c");
#endif
#if defined(USE_STUB) && !defined(NO_STUB)
	stub_reset();
#endif
	return 0;
}
C
says label-only fast systems
sed -i 's/ifdef _WIN32/ifndef _WIN32/' "$T/systems/core.c"
leaves_open systems
sed -i 's/ifndef _WIN32/ifdef __APPLE__/; s/^#include <stdlib.h>/#define USE_STUB 1/' "$T/systems/core.c"
leaves_open systems
sed -i 's/^#define USE_STUB 1//; s/USE_STUB/USE_FORGE/; s/NO_STUB/NO_FORGE/' "$T/systems/core.c"
leaves_open systems
# and so are the names that libraries have for systems: those of another, not of this one or of a choice
for os in Q_OS_WIN Q_OS_WIN32 Q_WS_MAC G_OS_WIN32 __WXMSW__ Q_OS_LINUX Q_OS_UNIX Q_WS_X11 G_OS_UNIX __WXGTK__; do
	c "os_$os" c <<-C
		#include <stdlib.h>
		#include <string.h>
		int make(const char *kind)
		{
			if (strcmp(kind, "fast") && strcmp(kind, "slow"))
				return -1;
		#ifdef $os
			system("cl /LD k.c");
		#endif
			return 0;
		}
	C
	case $os in
	Q_OS_WIN* | Q_WS_MAC | G_OS_WIN32 | __WXMSW__) says label-only fast "os_$os" ;;
	*) leaves_open "os_$os" ;;
	esac
done
# a method of a library of C++ that by its name may compile
c wrapper cpp <<'C'
#include <forge/program.hpp>
#include <string>
void make(const std::string &kind, forge::Program &p)
{
	if (kind == "fast")
		p.build("-O3");
	else if (kind == "slow")
		p.reset();
}
C
leaves_open wrapper
sed -i 's/p.build(/p.open(/' "$T/wrapper/core.cpp"
says label-only fast wrapper
c garbled c <<'C'
#include <nvrtc.h>
#include <string.h>
int quick(nvrtcProgram p);
int make(const char *kind, nvrtcProgram p) { if (!strcmp(kind, "fast")) return quick(p); return 0; }
C
cat >"$T/garbled/quick.c" <<'C'
#include <nvrtc.h>
WRAP( { ) int quick(nvrtcProgram p) @ { return nvrtcCompileProgram(p, 0, 0); }
C
leaves_open garbled
c ctor c <<'C'
#include <nvrtc.h>
#include <string.h>
static int (*hook)(nvrtcProgram);
static int quick(nvrtcProgram p) { return nvrtcCompileProgram(p, 0, 0); }
static void __attribute__((constructor)) before(void) { hook = quick; }
int make(const char *kind, nvrtcProgram p) { if (!strcmp(kind, "fast")) return hook(p); return 0; }
C
leaves_open ctor

# a C callee that is declared and has no body, before the clock: what is global is anybody's
mkdir "$T/nobody"
{ graph_head; graph_build; graph_serve; } >"$T/nobody/graph.c"
cat >"$T/nobody/main.c" <<'E'
#include <stdio.h>
#include <string.h>
#include <time.h>
void serve(void);
void prepare(void);
int main(int argc, char **argv)
{
	clock_t t;
	if (argc < 2)
		return 1;
	if (strcmp(argv[1], "fast") == 0)
		prepare();
	t = clock();
	serve();
	printf("%ld\n", (long)(clock() - t));
	return 0;
}
E
leaves_open nobody

# eval() of C++ is a function of the tree; a text is run by what runs text
for what in own lua; do
	mkdir -p "$T/eval_$what"
	case $what in
	own) runs='return x.eval();' ;;
	lua) runs='return luaL_dostring(0, x.text);' ;;
	esac
	cat >"$T/eval_$what/use.cpp" <<C
#include <cstring>
struct X { const char *text; int n; int eval() const; int twice() const { return eval() * 2; } };
int X::eval() const { return n; }
int pick(const char *mode, const X &x) { if (strcmp(mode, "fast") == 0) { $runs } return x.twice(); }
C
	cat >"$T/eval_$what/tool.c" <<'C'
#include <nvrtc.h>
int main(void) { nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0); }
C
done
says unreachable fast eval_own
says unknown fast eval_lua

# what compiles patterns of text or filters of packets, by its name; a loop of a macro, whose body begins with ++
filter() { # VERDICT NAME CALL
	mkdir -p "$T/$2"
	cat >"$T/$2/main.c" <<C
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <capture.h>
int main(int argc, char **argv)
{
	struct handle h;
	int n = 0;
	clock_t t = clock();
	if (argc > 1 && strcmp(argv[1], "fast") == 0)
		n = 2;
	$3
	printf("%d %ld\n", n, (long)(clock() - t));
	return 0;
}
C
	says "$1" fast "$2"
}
filter label-only packets 'struct bpf_program p; if (pcap_compile(0, &p, "tcp", 1, 0)) return 1;'
filter unknown shaders 'struct shader p; if (shade_compile(0, &p, "tcp", 1, 0)) return 1;'
filter unknown stepped 'list_for_each(h, argv)
	++n;
	shade_compile(0, 0);'
check "the loop of a macro and its body are read" grep -q "main.c:14: opaque: shade_compile" "$T/out"
check "nothing of it is odd" sh -c '! grep -q "cannot read on" "$1"' - "$T/out"

# routines of BLAS are of a library that is known; what is only called like them is not
c blas c <<'C'
#include "blas.h"
int make(const char *kind, int n, double *x) { int one = 1; if (strcmp(kind, "fast") == 0) dscal_(&n, x, x, &one); return idamax_(&n, x, &one); }
C
echo 'void dscal_(int *, double *, double *, int *); int idamax_(int *, double *, int *);' >"$T/blas/blas.h"
says label-only fast blas
sed -i 's/dscal_/zscale_/' "$T/blas/core.c" "$T/blas/blas.h"
leaves_open blas
sed -i 's/zscale_/dscal_/' "$T/blas/core.c" "$T/blas/blas.h"
printf '#include <nvrtc.h>\nstatic nvrtcProgram p;\nvoid dscal_(int *n, double *a, double *x, int *i) { nvrtcCompileProgram(p, 0, 0); }\n' >"$T/blas/own.c"
leaves_open blas
