# labelaudit --src on C and C++ where a name stands for one thing here and another there: what a file can
# see of the tree (audit/label/cone/cone_sight.c), whose class is ever made (cone_flow.c), and every way in
# which either could be fooled.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }

# two programs that share a header; both have a build(), and only the viewer's compiles
perf() { # perf FOLDER: the program that takes the label, and what no path sees through
	f "$1/scene.h" <<'C'
#include <string>
struct Scene { std::string kind; int built = 0; void build(); };
template <typename T> void made(T &t) { t.build(); }
C
	f "$1/scene.cpp" <<'C'
#include "scene.h"
void Scene::build() { built = 1; }
C
	f "$1/perf.cpp" <<'C'
#include <stdio.h>
#include <string.h>
#include <ui/window.h>
#include "scene.h"
int main(int argc, char **argv)
{
	Scene s;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "-fast")) s.kind = "quick";
	ui_run(&s, [&](int n) { while (n--) made(s); });
	printf("%d\n", s.built);
	return 0;
}
C
}
perf seen
f seen/viewer.cpp <<'C'
#include <nvrtc.h>
#include "scene.h"
struct Kernel { nvrtcProgram p; void build() { nvrtcCompileProgram(p, 0, 0); } };
int main() { Kernel k; made(k); Scene s; made(s); return 0; }
C
says unreachable fast seen # what the header calls is compiled with Kernel, too; but perf makes none
perf apart
f apart/viewer.cpp <<'C'
#include <nvrtc.h>
struct Kernel { nvrtcProgram p; void build() { nvrtcCompileProgram(p, 0, 0); } };
int main() { Kernel k; k.build(); return 0; }
C
says unreachable fast apart
check "and why" grep -q 'by the names in it no code that may run under the label leads to one' "$T/out"
sed -i 's/struct Kernel {/struct Kernel : Scene {/; s/<nvrtc.h>/<nvrtc.h>\n#include "scene.h"/' "$T/apart/viewer.cpp"
sed -i 's/Scene s;/Scene \&s = scene();/; s/#include "scene.h"/&\nScene \&scene();/' "$T/apart/perf.cpp"
sed -i 's/struct Kernel/Scene \&scene();\n&/; s/int main.*/Scene \&scene() { static Kernel k; return k; }/' "$T/apart/viewer.cpp"
leaves_open apart # it may be one after all

# near misses: the same, but the name may mean it after all
near() { # near FOLDER: declares what is in kernel.cpp in a way of its own, and calls build()
	f "$1/kernel.cpp" <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
void build_quick(int n) { if (n) nvrtcCompileProgram(p, 0, 0); }
C
	f "$1/viewer.cpp" <<'C'
void build_quick(int n);
int main() { build_quick(1); return 0; }
C
}
calls() { # calls FOLDER DECLARATION [CALL]
	f "$1/perf.cpp" <<C
#include <string.h>
#include <ui/window.h>
$2
int main(int argc, char **argv)
{
	int quick = 0;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "-fast")) quick = 1;
	ui_run([&](int n) { ${3:-build_quick(n & quick);} });
	return 0;
}
C
	leaves_open "$1"
}
near by_header; echo 'void build_quick(int n);' | f by_header/kernel.h
calls by_header '#include "kernel.h"'
near by_hand
calls by_hand 'extern void build_quick(int);'
near in_block
calls in_block '' 'void build_quick(int); build_quick(n);'
near by_macro; f by_macro/kernel.h <<'C'
#define KERNEL(name) void build_##name(int n)
KERNEL(quick);
C
calls by_macro '#include "kernel.h"'
near by_list; f by_list/kernel.h <<'C'
#define BOTH(X) X(build_quick) X(build_slow)
#define DECLARE(name) void name(int);
BOTH(DECLARE)
C
calls by_list '#include "kernel.h"'
near not_there
calls not_there '#include "generated.h"'
near by_name_of_macro
calls by_name_of_macro '#include KERNEL_HEADER'
near with_angles; echo | f with_angles/own/other.h
calls with_angles '#include <own/kernel.h>'
near looked_up
calls looked_up '#include <dlfcn.h>' '((void (*)(int))dlsym(0, "build_quick"))(n);'
near through_table; f through_table/table.cpp <<'C'
void build_quick(int n);
void (*const builders[])(int) = {build_quick};
C
calls through_table 'extern void (*const builders[])(int);' 'builders[0](n);'
near by_registrar; f by_registrar/table.cpp <<'C'
void build_quick(int n);
void (*builder)(int);
static const bool done = (builder = build_quick, true);
C
calls by_registrar 'extern void (*builder)(int);' 'builder(n);'
near of_c; mv "$T/of_c/kernel.cpp" "$T/of_c/kernel.c"; rm "$T/of_c/viewer.cpp"
f of_c/perf.c <<'C'
#include <string.h>
#include <ui/window.h>
static void each(int n) { build_quick(n); } /* declared nowhere */
int main(int argc, char **argv) { if (argc > 1 && !strcmp(argv[1], "-fast")) ui_run(each); return 0; }
C
leaves_open of_c
near of_two_mains # its main is left out, and it is linked with the other
f of_two_mains/kernel.cpp <<'C'
#include <nvrtc.h>
static nvrtcProgram p;
void build_quick(int n) { if (n) nvrtcCompileProgram(p, 0, 0); }
#ifdef SELF_TEST
int main() { build_quick(1); }
#endif
C
rm "$T/of_two_mains/viewer.cpp"
calls of_two_mains 'void build_quick(int);'

near renamed; sed -i 's/void build_quick/int main() { build_quick(1); }\n&/; 1i void build_quick(int n);' "$T/renamed/kernel.cpp"
rm "$T/renamed/viewer.cpp"
echo 'kernel.o: kernel.cpp; $(CXX) -Dmain=kernel_main -c kernel.cpp' >"$T/renamed/Makefile"
calls renamed 'void build_quick(int);'
near spliced; printf 'build_quick(n)\n' >"$T/spliced/pick.h" # what a value is, and declares what it names
calls spliced '' 'int k =
#include "pick.h"
; (void)k;'

# methods: an object of a class that is never seen is got at by its base, and made by who is called for it
f virtual/kind.h <<'C'
struct Kind { virtual void go(int n) = 0; virtual ~Kind() {} };
Kind *kind(const char *name);
C
f virtual/quick.cpp <<'C'
#include <nvrtc.h>
#include "kind.h"
struct Quick : Kind { nvrtcProgram p; void go(int n) override { if (n) nvrtcCompileProgram(p, 0, 0); } };
Kind *kind(const char *) { return new Quick; }
C
calls virtual '#include "kind.h"' 'kind("x")->go(n);'
f derived/kind.h <<'C'
#include <nvrtc.h>
struct Kind { nvrtcProgram p; void go(int n) { if (n) nvrtcCompileProgram(p, 0, 0); } };
struct Quick : Kind {};
C
calls derived '#include "kind.h"' 'Quick q; q.go(n);'
f alias/kind.h <<'C'
#include <nvrtc.h>
struct Kind { nvrtcProgram p; void go(int n) { if (n) nvrtcCompileProgram(p, 0, 0); } };
using Quick = Kind;
C
calls alias '#include "kind.h"' 'Quick q; q.go(n);'
f held/kind.h <<'C'
#include <nvrtc.h>
struct Kind { nvrtcProgram p; void go(int n) { if (n) nvrtcCompileProgram(p, 0, 0); } };
struct Holder { Kind k; Kind &get() { return k; } };
C
calls held '#include "kind.h"' 'Holder h; h.get().go(n);'
f outside/kind.h <<'C'
#include <nvrtc.h>
#include <lib/part.h>
struct Kind : lib::Part { nvrtcProgram p; void go(int n) { if (n) nvrtcCompileProgram(p, 0, 0); } };
C
f outside/kind.cpp <<'C'
#include "kind.h"
static lib::Registrar<Kind> made("kind");
C
calls outside '#include <lib/part.h>' 'lib::find("kind")->go(n);'

# whose class is never named in what runs has no object there, though a method of its name is called
f unmade/kinds.h <<'C'
#include <nvrtc.h>
struct Plain { int n = 0; void go(int k) { n += k; } };
struct Quick { nvrtcProgram p; void go(int n) { if (n) nvrtcCompileProgram(p, 0, 0); } };
C
f unmade/viewer.cpp <<'C'
#include "kinds.h"
int main() { Quick q; q.go(1); return 0; }
C
f unmade/perf.cpp <<'C'
#include <string.h>
#include <ui/window.h>
#include "kinds.h"
int main(int argc, char **argv)
{
	Plain p;
	int quick = argc > 1 && !strcmp(argv[1], "-fast");
	ui_run([&](int n) { p.go(n & quick); });
	return 0;
}
C
says unreachable fast unmade
sed -i 's/Plain p;/Plain p; static Quick other; (void)other;/' "$T/unmade/perf.cpp"
leaves_open unmade
# a library without a program: others make the objects
f api/kinds.h <<'C'
#include <nvrtc.h>
struct Kind { virtual void go(int n) {} };
struct Quick : Kind { nvrtcProgram p; void go(int n) override { if (n) nvrtcCompileProgram(p, 0, 0); } };
void run(Kind &k, const char *how);
C
f api/run.cpp <<'C'
#include <string.h>
#include <ui/window.h>
#include "kinds.h"
void run(Kind &k, const char *how) { if (!strcmp(how, "fast")) ui_run([&](int n) { k.go(n); }); }
C
leaves_open api
