# Ways from a label to a compile call in C and C++ (see ways.sh), and how the tool says them.
. tests/lib.sh
. tests/ways.sh

# C: a row of options, a case of a switch, a field that it sets; one that ends the set-up early
mkdir options
cat >options/app.c <<'C'
#include <getopt.h>
#include <nvrtc.h>
#include "plan.h"
enum { OPT_FUSED = 1, OPT_COUNT };
static const struct option rows[] = {{"fused", no_argument, 0, OPT_FUSED}, {"count-only", no_argument, 0, OPT_COUNT}, {0}};
static int start(struct opts *o, struct ctx *ctx)
{
	ctx->on = 0;
	if (o->counting)
		return 0;
	if (probe(ctx) != 0)
		return -1;
	ctx->on = 1;
	return 0;
}
static int build(struct opts *o, struct ctx *ctx)
{
	if (!ctx->on)
		return 0;
	if (!o->fuse && !o->always)
		return 0;
	return nvrtcCompileProgram(ctx->prog, 0, 0);
}
int main(int argc, char **argv)
{
	struct opts o; struct ctx ctx; int c;
	plan_defaults(&o);
	while ((c = getopt_long(argc, argv, "", rows, 0)) != -1)
		switch (c) {
		case OPT_FUSED: o.fuse = 1; break;
		case OPT_COUNT: o.counting = 1; break;
		}
	if (start(&o, &ctx) != 0 || build(&o, &ctx) != 0)
		return 1;
	return plan_run(&ctx);
}
C
way options fused <<'E'
guarded
app.c:5 label "fused"
app.c:30 guard OPT_FUSED: true
app.c:30 set o.fuse = 1
app.c:18 open not ctx.on: false
app.c:20 guard not o.fuse and not o.always: false
app.c:22 compile nvrtcCompileProgram
E
no_way options count-only

# C: functions in a table of structures, by the name of each
mkdir structures
cat >structures/app.c <<'C'
#include <string.h>
#include <cuda.h>
struct engine { const char *name; int (*open)(void *); };
static int plain_open(void *x) { return x == 0; }
static int fused_open(void *x) { CUmodule m; return cuModuleLoadData(&m, x) != CUDA_SUCCESS; }
static const struct engine plain = {.name = "plain", .open = plain_open};
static const struct engine fused = {.name = "fused", .open = fused_open};
static const struct engine *const all[] = {&plain, &fused};
int main(int argc, char **argv)
{
	for (int i = 0; i < 2; i++)
		if (strcmp(all[i]->name, argv[argc - 1]) == 0)
			return all[i]->open(argv);
	return 2;
}
C
way structures fused <<'E'
guarded
app.c:7 label "fused"
app.c:7 call fused_open
app.c:5 compile cuModuleLoadData
E
no_way structures plain

# C++: what is defined in a header that is not included beside the call, in another namespace, of another type, or is no call
seen() { # EXPECT LINES-OF-THE-HEADER BEFORE IN-MAIN
	mkdir -p seen
	printf '#pragma once\n#include <nvrtc.h>\n%s\n' "$2" >seen/fuse.h
	printf '#include "fuse.h"\nint other() { return 1; }\n' >seen/other.cpp
	printf '#include <cstring>\n#include <vector>\n%s\nint main(int argc, char **argv)\n{\n\tif (strcmp(argv[1], "packed") == 0)\n\t\t%s;\n\treturn 0;\n}\n' "$3" "$4" >seen/app.cpp
	run "$WAYS" packed seen
	check "$2 $3 $4 is $1" [ "$(head -1 out)" = "$1" ]
}
fuse='inline int fuse_all(nvrtcProgram p) { return nvrtcCompileProgram(p, 0, 0); }'
seen guarded "$fuse" '#include "fuse.h"' 'fuse_all(0)'
seen none "$fuse" '#include "plain.h"' 'fuse_all(0)'
mkdir -p seen; echo '#include "fuse.h"' >seen/all.h
seen guarded "$fuse" '#include "all.h"' 'fuse_all(0)'
space="namespace fast { $fuse }"
seen none "$space" '#include "fuse.h"' 'fuse_all(0)'
seen guarded "$space" '#include "fuse.h"' 'fast::fuse_all(0)'
seen guarded "$space" '#include "fuse.h"
using namespace fast;' 'fuse_all(0)'
seen guarded "$space" '#include "fuse.h"
using fast::fuse_all;' 'fuse_all(0)'
class='struct engine { nvrtcProgram p; int fuse_all() { return nvrtcCompileProgram(p, 0, 0); } };'
seen guarded "$class" '#include "fuse.h"' 'engine().fuse_all()'
seen none "$class" '#include "fuse.h"
enum class plan { fuse_all, loose };
engine made;
int go(plan);' 'go(plan::fuse_all)'
seen none "$class" '#include "fuse.h"
struct loose { int fuse_all() { return 0; } };
engine made;' '{ loose e; e.fuse_all(); }'
seen none "$class" '#include "fuse.h"
engine made;' '{ std::vector<int> e; e.fuse_all(); }'
seen guarded "$class" '#include "fuse.h"' '{ engine e; e.fuse_all(); }'

# said by the tool where paths leave it unknown: never more than conditional
run labelaudit --src --label fused options
check "a way is conditional" grep -qx "fused: conditional" out
check "what it hangs on is in the reason" grep -qx "  a way from the label to a compile call, found by names and guards; not every value on it was followed: not ctx.on" out
check "its path begins at the label" sh -c 'grep -A1 -x "  path" out | grep -qx "    options/app.c:5: entry \"fused\" = fused"'
check "the guard has its value" grep -qx "    options/app.c:20: guard not o.fuse and not o.always is false" out
check "and it ends at the call" grep -qx "    options/app.c:22: compile nvrtcCompileProgram" out
run labelaudit --src -o json --label fused options
check "JSON has it" grep -q '"verdict": "conditional"' out
run labelaudit --src --label count-only options
check "without a way it stays unknown" grep -qx "count-only: unknown" out

# options that the parser's own object is asked for, and a variable of all files that they set
mkdir asked
cat >asked/app.cpp <<'C'
#include <boost/program_options.hpp>
#include "app.h"
bool plain_only;
static void take(po::variables_map &vm)
{
	plain_only = false;
	if (vm.count("plain"))
		plain_only = true;
	if (vm.count("dump"))
		dumping |= 2;
}
int main(int argc, char **argv)
{
	po::variables_map vm;
	parse(argc, argv, vm);
	if (vm.count("list"))
		return list();
	take(vm);
	return run(vm.count("size"));
}
C
cat >asked/run.cpp <<'C'
#include <nvrtc.h>
#include "app.h"
int run(int n)
{
	if (!plain_only && n > 1)
		return nvrtcCompileProgram(prog, 0, 0);
	return serve(n);
}
C
echo 'extern bool plain_only; extern int dumping; int run(int); int list(); int serve(int);' >asked/app.h
asked() { run "$WAYS" "$1" asked; check "the way of $1 is $2: $3" [ "$(head -1 out)" = "$2" ]; }
way asked dump <<'E'
beside
app.cpp:18 call take
app.cpp:9 label "dump"
app.cpp:16 open vm.count("list"): false
app.cpp:19 call run
run.cpp:5 open not plain_only: true
run.cpp:5 open n > 1: true
run.cpp:6 compile nvrtcCompileProgram
E
no_way asked plain
no_way asked list
sed -i 's/vm.count("dump")/vm.size("dump")/' asked/app.cpp
asked dump none "it is not asked for the option"
sed -i 's/plain_only = true/plain_only = vm.count("deep") == 0/' asked/app.cpp
asked plain beside "what the variable is set to is not known"
sed -i 's/plain_only = vm.*/plain_only = true;/; s/^int main/static void again(int n) { plain_only = n; }\n&/' asked/app.cpp
asked plain beside "it is set elsewhere, too"
sed -i 's/{ plain_only = n; }/{ bool plain_only = n; use(plain_only); }/' asked/app.cpp
asked plain beside "another has that name"
sed -i '/^static void again/d' asked/app.cpp
asked plain none "and none of that"

# a static function of a header: who includes it may mean it, others have their own
mkdir shared
cat >shared/fast.h <<'C'
static int prepare(int on)
{
	if (on)
		return nvrtcCompileProgram(prog, 0, 0);
	return 0;
}
C
cat >shared/slow.h <<'C'
static int prepare(int on) { return on; }
C
cat >shared/engine.c <<'C'
#include <nvrtc.h>
#include "fast.h"
int engine(int on) { return prepare(on); }
C
cat >shared/app.c <<'C'
#include <string.h>
int engine(int on);
int main(int argc, char **argv) { return engine(strcmp(argv[1], "dynamic") == 0); }
C
way shared dynamic <<'E'
guarded
app.c:3 label "dynamic"
app.c:3 call engine
engine.c:3 call prepare
fast.h:3 guard on: true
fast.h:4 compile nvrtcCompileProgram
E
sed -i 's/fast.h/slow.h/' shared/engine.c
echo '#include "fast.h"' >shared/other.c
no_way shared dynamic
mv shared/fast.h shared/fast.c
sed -i 's/slow.h/none.h/' shared/engine.c
rm shared/other.c
no_way shared dynamic
