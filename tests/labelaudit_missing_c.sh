# labelaudit --src on C that calls functions of which the tree has no body: when they are missing, and when they stand there by
# another name, in no program, or in a library that is known (audit/label/cone/cone_missing.c, cone_defined.c).
. tests/lib.sh
. tests/says.sh

own='#include "own.h"'
# calls NAME [STATEMENT [LINES]]: a program that runs the statement under `fast`, with lines before its main
calls() {
	mkdir -p "$T/$1"
	cat >"$T/$1/main.c" <<C
#include <stdio.h>
#include <string.h>
${3-$own}
int main(int argc, char **argv)
{
	int n = 0;
	if (argc > 1 && strcmp(argv[1], "fast") == 0)
		${2-n = engine_run(argc);}
	return n;
}
C
	: >"$T/$1/own.h"
}

# a header that is missing, in a header of the tree, or beside one that calls
calls far
echo '#include "engine.h"' >"$T/far/own.h"
says unknown fast far
calls further
echo '#include "more.h"' >"$T/further/own.h"
echo '#include "engine.h"' >"$T/further/more.h"
says unknown fast further
calls beside 'n = go(argc);' '#include "engine.h"
#include "own.h"'
echo 'static inline int go(int n) { return engine_run(n); }' >"$T/beside/own.h"
says unknown fast beside
calls known 'n = abs(argc) + (int)strlen(argv[0]);'
echo '#include "engine.h"' >"$T/known/own.h"
says label-only fast known
calls macros 'n = (int)CMSG_SPACE(4) + IN6_IS_ADDR_LOOPBACK(argv) + engine;' 'static int engine;
#include "own.h"'
echo '#include "engine.h"' >"$T/macros/own.h"
says label-only fast macros
calls apart 'n = puts(argv[0]);'
printf '#include "engine.h"\nint elsewhere(int n) { return n; }\n' >"$T/apart/other.c"
says label-only fast apart

# a header in quotes by a path of Windows
calls windows 'n = engine_run(argc);' '#include "..\missing\engine.h"'
says label-only fast windows

# functions that a macro of their file names otherwise
calls renamed 'n = conf_read();' 'int conf_read(void);'
printf '#define read_all conf_read\nint read_all(void) { return 0; }\n' >"$T/renamed/read.c"
says label-only fast renamed
printf '#include <nvrtc.h>\n#define read_all conf_read\nint read_all(void) { return nvrtcCompileProgram(0, 0, 0); }\n' >"$T/renamed/read.c"
leaves_open renamed
for n in 'int read_all(void) { return 0; }\n#define read_all conf_read\n' '#define read_all conf_read\n#undef read_all\nint read_all(void) { return 0; }\n' \
	'#define read_all conf_read\nstatic int read_all(void) { return 0; }\n' '#define main conf_read\nint main(void) { return 0; }\n' \
	'#ifdef OTHER\n#define read_all conf_read\n#endif\nint read_all(void) { return 0; }\n' '#define read_all() conf_read()\nint (read_all)(void) { return 0; }\n'; do
	i=$((${i:-0} + 1))
	calls "not$i" 'n = conf_read();' 'int conf_read(void);'
	printf "$n" >"$T/not$i/read.c"
	says unknown fast "not$i"
done
calls elsewhere 'n = conf_read();' 'int conf_read(void);'
printf 'int read_all(void) { return 0; }\n' >"$T/elsewhere/read.c"
printf '#define read_all conf_read\nint other(void) { return read_all(); }\n' >"$T/elsewhere/other.c"
says unknown fast elsewhere

# what GObject's macros make: a_type_get_type(), by which the functions of the type run
gobject() { # NAME STATEMENT [MACRO]
	calls "$1" 'n = own_app_get_type() != 0;' '#include <glib-object.h>
typedef unsigned long GType;
GType own_app_get_type(void);'
	printf '%s\n' '#include <glib-object.h>' '#include <nvrtc.h>' "${3-}" "${4-G_DEFINE_TYPE} (OwnApp, own_app, G_TYPE_OBJECT)" 'static void own_app_init(OwnApp *a) { }' \
		"static void own_app_class_init(OwnAppClass *k) { $2 }" >"$T/$1/app.c"
}
gobject object ''
says label-only fast object
gobject classes 'nvrtcCompileProgram(0, 0, 0);'
leaves_open classes
sed -i 's/^GType own.*/#define OWN_TYPE_APP own_app_get_type ()\nG_DECLARE_FINAL_TYPE (OwnApp, own_app, OWN, APP, GObject)/; s/own_app_get_type() != 0/OWN_TYPE_APP != 0/' "$T/classes/main.c"
leaves_open classes
gobject own '' '#define G_DEFINE_TYPE(a, b, c)'
says unknown fast own
gobject other '' '' MY_DEFINE
says unknown fast other

# a member that a class declares and nobody defines, called where the tree's own build never comes
for m in REDO_ALL _WIN32 '' ; do
	mkdir -p "$T/member$m"
	printf '%s\n' '#include <cstring>' '#include <vector>' 'class Step { public: void one(int); void two(int); };' "${m:+#ifdef $m}" 'static void more(Step &s) { s.two(1); }' "${m:+#else}" \
		"${m:+static void more(Step &) {}}" "${m:+#endif}" 'void Step::one(int n) { if (n) more(*this); }' \
		'int main(int argc, char **argv) { Step s; if (argc > 1 && strcmp(argv[1], "fast") == 0) s.one(1); return 0; }' >"$T/member$m/a.cpp"
	if [ "$m" ]; then says label-only fast "member$m"; else says unknown fast member; fi
done
echo 'CXXFLAGS = -DREDO_ALL' >"$T/memberREDO_ALL/Makefile"
says unknown fast memberREDO_ALL
rm "$T/memberREDO_ALL/Makefile"
sed -i '1i #include <redo.h>' "$T/memberREDO_ALL/a.cpp" # may define it, but has no member of Step
says label-only fast memberREDO_ALL
sed -i 's/^class Step .*/class Step { public: void one(int); };\nvoid two(int);/; s/s\.two(1)/two(1)/' "$T/memberREDO_ALL/a.cpp"
says unknown fast memberREDO_ALL
sed -i 1d "$T/memberREDO_ALL/a.cpp"
says label-only fast memberREDO_ALL

# a function of the project's own that nobody has, under a macro that nothing sets and no comment tells of; also behind an else
mkdir "$T/hooks"
hooks() { # MORE: what is written beside it
	printf '%s\n' '#include <string.h>' 'typedef struct step { int n; } step;' 'int hook(step *s);' 'int kept(step *s);' >"$T/hooks/own.h"
	printf '%s\n' '#include "own.h"' 'int kept(step *s)' '{' '	if (s->n == 1)' '		return 1;' '#ifdef WITH_HOOK' '	else if (s->n > 2) {' '		return hook(s);' '	}' '#endif' '	return 0;' '}' \
		'int main(int argc, char **argv) { step s = {argc}; return argc > 1 && strcmp(argv[1], "fast") == 0 ? kept(&s) : 0; }' >"$T/hooks/a.c"
	printf '%s\n' "$1" >"$T/hooks/b.c"
}
hooks ''
says label-only fast hooks
sed -i "1a /* It runs if WITH_HOOK is defined. */" "$T/hooks/own.h"
says unknown fast hooks
hooks '#define WITH_HOOK 1'
says unknown fast hooks
hooks ''
echo 'CFLAGS = -DWITH_HOOK' >"$T/hooks/Makefile"
says unknown fast hooks
rm "$T/hooks/Makefile"
sed -i 's/^#ifdef WITH_HOOK/#if WITH_HOOK < 1/' "$T/hooks/a.c"
says unknown fast hooks
sed -i 's/^#if WITH_HOOK < 1/#ifndef WITH_HOOK/' "$T/hooks/a.c"
says unknown fast hooks

# under a macro that is 0 wherever the tree defines it; as a default it may be another
mkdir "$T/zero"
printf '%s\n' '#include <stdlib.h>' '#include "own.h"' 'void *take(size_t n)' '{' '#if COUNT_ALL' '	return counted(n);' '#else' '	return malloc(n);' '#endif' '}' >"$T/zero/take.c"
zero() { # VERDICT DEFINITION
	printf '%s\n' '#include <stddef.h>' "$2" 'void *counted(size_t n);' 'void *take(size_t n);' >"$T/zero/own.h"
	printf '%s\n' '#include <string.h>' '#include "own.h"' 'int main(int argc, char **argv)' '{' '	void *all[9];' '	for (int i = 1; i < argc && i < 9; i++)' '		all[i] = strcmp(argv[i], "fast") == 0 ? take(9) : NULL;' \
		'	return all[1] != NULL;' '}' >"$T/zero/main.c"
	says "$1" fast zero
}
zero label-only '#define COUNT_ALL 0'
zero unknown '#define COUNT_ALL 1'
zero label-only '#ifdef SMALL
#define COUNT_ALL 0
#endif'
zero unknown '#ifdef SMALL
#define COUNT_ALL 0
#else
#define COUNT_ALL 2
#endif'
echo '#undef COUNT_ALL' >"$T/zero/config.h.in"
zero unknown '#ifdef SMALL
#define COUNT_ALL 0
#endif'
rm "$T/zero/config.h.in"
echo 'CFLAGS = -DCOUNT_ALL=1' >"$T/zero/Makefile"
zero unknown '#ifdef SMALL
#define COUNT_ALL 0
#endif'

# what an unknown library runs of the tree by its name is not seen, whatever it is given
mkdir "$T/framework"
printf '%s\n' '#include <string.h>' '#include <nvrtc.h>' '#include <framework.h>' 'static nvrtcProgram p;' 'void framework_on_start(void) { nvrtcCompileProgram(p, 0, 0); }' \
	'int main(int argc, char **argv) { if (argc > 1 && strcmp(argv[1], "fast") == 0) return framework_run(argc); return 0; }' >"$T/framework/a.c"
leaves_open framework

# what only code for another system names, or none, does not run here; but what compiles there is seen
# away NAME TEST CODE [ELSE]: under the test, `fast` runs the code
away() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdlib.h>' '#include <string.h>' "${5-}" 'static int far(void) { return system(getenv("CC")); }' 'static int (*ways[])(void) = { 0, 0 };' 'static int go(void)' '{' "$2" "$3" '#else' "	${4-return 1;}" '#endif' '}' \
		'int main(int argc, char **argv)' '{' '	if (argc > 1 && strcmp(argv[1], "fast") == 0)' '		return go();' '	return ways[0] != 0;' '}' >"$T/$1/a.c"
}
i=0
for test in '#ifdef _WIN32' '#if 0' '#if defined(__APPLE__) || defined(_AIX)' '#ifndef __linux__' '#if defined(OWN) && defined(_MSC_VER)' '#ifdef G_OS_WIN32'; do
	i=$((i + 1))
	away "away$i" "$test" 'return far();'
	says label-only fast "away$i"
	away "table$i" "$test" 'ways[0] = far; return 0;'
	says label-only fast "table$i"
	away "both$i" "$test" 'return far();' 'return far() + 1;'
	says unknown fast "both$i"
	away "after$i" "$test" 'return 1;' 'return far();'
	says unknown fast "after$i"
	away "compiles$i" "$test" 'return far() + made();' 'return 1;' '#include <nvrtc.h>
static nvrtcProgram p;
static int made(void) { return nvrtcCompileProgram(p, 0, 0); }'
	leaves_open "compiles$i"
done
for test in '#ifdef __linux__' '#if 1' '#ifdef OWN' '#if OWN > 2' '#if defined(_WIN32) || defined(OWN)' '#ifndef _WIN32' \
	'#ifndef NDEBUG' '#ifndef BYTE_ORDER' '#ifdef __clang__' '#ifdef __i386__' '#ifdef __SANITIZE_ADDRESS__' '#ifdef __STRICT_ANSI__' '#ifndef __GLIBC__' '#ifdef SWIG' '#ifdef WIN32'; do
	i=$((i + 1))
	away "here$i" "$test" 'return far();'
	says unknown fast "here$i"
done
# options of the same compiler are not another system, nor is what a build sets
for test in '#ifndef NDEBUG' '#ifdef __STRICT_ANSI__' '#ifdef __SANITIZE_ADDRESS__' '#ifndef INT_MAX'; do
	i=$((i + 1))
	away "option$i" "$test" 'return far();'
	says unknown fast "option$i"
done
away set '#ifdef Q_OS_WIN' 'return far();'
says label-only fast set
echo 'CFLAGS = -DQ_OS_WIN' >"$T/set/Makefile"
says unknown fast set
away set_here '#ifdef Q_OS_WIN' 'return far();' 'return 1;' '#define Q_OS_WIN 1'
says unknown fast set_here
away macro '#ifdef _WIN32' '#define START far()' 'return 1;'
sed -i 's/^#endif/#define START 0\n#endif\n	return START;/; /return 1;/d' "$T/macro/a.c"
says label-only fast macro
away macro2 '#ifdef OWN' '#define START far()' 'return 1;'
sed -i 's/^#endif/#define START 0\n#endif\n	return START;/; /return 1;/d' "$T/macro2/a.c"
says unknown fast macro2
away static '#ifdef _WIN32' 'return far();'
sed -i 's/far(void) {/far(void) { static int n = 1; if (n)/; s/(\*ways/(*more)(void) = far, (*ways/' "$T/static/a.c"
says unknown fast static
