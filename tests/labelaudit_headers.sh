# labelaudit --src: headers of C that the tree lacks. One that its build makes of macros alone
# hides nothing; of every other it is not known what it declares (audit/label/cone/cone_made.c).
. tests/lib.sh
. tests/says.sh
# A part of a library, whose work is done by a function that nobody declares.
tree() { # NAME HEADER
	mkdir -p "$T/$1/src"
	cat >"$T/$1/src/core.c" <<C
#include "$2"
#include <string.h>
typedef void (*step)(int);
static void plain(int n) { crunch_all(n); }
step find(const char *name) { if (strcmp(name, "fast") == 0) return plain; return 0; }
C
}
tree lost config.h
says unknown fast lost

tree template config.h
printf '/* made\n   by hand */\n#undef HAVE_X\n#if defined(X) && \\\n    defined(Y)\n#endif\n@TOP@\n' >"$T/template/src/config.h.in"
says label-only fast template
tree above config.h
printf '#cmakedefine HAVE_X 1\n' >"$T/above/config.h.cmake"
says label-only fast above
tree pragmas config.h
printf '#cmakedefine HAVE_X 1\n${PRAGMAS}\n' >"$T/pragmas/src/config.h.cmake"
says label-only fast pragmas
printf '#cmakedefine HAVE_X 1\n${PRAGMAS} crunch_all(1);\n' >"$T/pragmas/src/config.h.cmake"
says unknown fast pragmas
tree between config.h
printf '#mesondefine HAVE_X\n' >"$T/between/src/config.in.h"
says label-only fast between
tree declares config.h
printf '#undef HAVE_X\nvoid crunch_all(int);\n' >"$T/declares/src/config.h.in"
says unknown fast declares

tree autoconf config.h
printf 'AC_INIT([x], [1])\nAC_CONFIG_HEADERS([config.h])\nAC_OUTPUT\n' >"$T/autoconf/configure.ac"
says label-only fast autoconf
tree bottom config.h
printf 'AC_INIT([x], [1])\nAC_CONFIG_HEADERS([config.h])\nAH_BOTTOM([void crunch_all(int);])\n' >"$T/bottom/configure.ac"
says unknown fast bottom
tree other config.h
printf 'AC_INIT([x], [1])\nAC_CONFIG_HEADERS([myconfig.h])\nAC_OUTPUT\n' >"$T/other/configure.ac"
says unknown fast other
# version.in makes version.h; what it declares counts
tree version version.h
printf '#ifndef V\n#define V "@V@"\n#endif\n' >"$T/version/src/version.in"
says label-only fast version
tree version_declares version.h
printf '#define V "@V@"\nvoid crunch_all(int);\n' >"$T/version_declares/src/version.in"
says unknown fast version_declares
tree versions version.h
printf '#define V "@V@"\n' >"$T/versions/src/versions.in"
says unknown fast versions
# Waf
tree waf config.h
printf 'def configure(ctx):\n    ctx.write_config_header("config.h")\n' >"$T/waf/wscript"
says label-only fast waf
tree waf_other config.h
printf 'def configure(ctx):\n    ctx.write_config_header("other_config.h")\n' >"$T/waf_other/wscript"
says unknown fast waf_other
# one of text that is no string
tree version_code version.h
printf '#define crunch_all(n) @RUN@\n' >"$T/version_code/src/version.in"
says unknown fast version_code
# its #defines are numbers and strings, in what runs
wscript() { # NAME HEADER LINE...
	tree "$1" "$2"
	printf 'def configure(ctx):\n' >"$T/$1/wscript"
	name=$1
	shift 2
	printf '    %s\n' "$@" >>"$T/$name/wscript"
}
wscript waf_number config.h 'ctx.define("X", "200L", quote=False)' 'ctx.define("Y", "crunch")' 'ctx.write_config_header("config.h")'
says label-only fast waf_number
wscript waf_code config.h 'ctx.define("crunch_all", "nvrtcCompileProgram", quote=False)' 'ctx.write_config_header("config.h")'
says unknown fast waf_code
wscript waf_lines config.h 'ctx.define("crunch_all", "nvrtcCompileProgram",' '  quote=False)' 'ctx.write_config_header("config.h")'
says unknown fast waf_lines
wscript waf_call config.h 'ctx.define("crunch_all(n)", 1)' 'ctx.write_config_header("config.h")'
says unknown fast waf_call
wscript waf_comment config.h '# ctx.write_config_header("config.h")'
says unknown fast waf_comment
wscript waf_fast fast.h 'ctx.write_config_header("fast.h")'
says unknown fast waf_fast
# of a library that is known, in quotes; not one that is like it
tree known popt.h
says label-only fast known
tree known_not popt_fast.h
says unknown fast known_not
tree known_graph cuda.h
sed -i 's/crunch_all(n)/cuModuleLoad(0, 0)/' "$T/known_graph/src/core.c"
says conditional fast known_graph
tree script config-host.h
printf '#!/bin/sh\necho "#define X" >config-host.h\n' >"$T/script/configure"
says label-only fast script
tree no_config fastpath.h
printf '#!/bin/sh\necho "#define X" >fastpath.h\n' >"$T/no_config/configure"
says unknown fast no_config

# a template of declarations: types, constants, and functions of the C library by another name
written() { # NAME LINES, beside what every such header has
	tree "$1" port.h
	printf '#ifndef PORT_H\n#define PORT_H\n@semun@\n#if @has_bool@\n#define LOGICAL 1\n#endif\n%b#endif\n' "$2" >"$T/$1/src/port.h.in"
}
written port 'typedef unsigned int UINT;\ntypedef const char *TEXT;\nenum step_of { FIRST, LAST };\n#define STEPS LAST\n#define file_make creat64\nint elsewhere(TEXT t, UINT n);\n'
says label-only fast port
written runs 'typedef unsigned int UINT;\n#define crunch_all system\n'
says unknown fast runs
written bakes 'typedef unsigned int UINT;\n#define crunch_all(n) nvrtcCompileProgram(0, n, 0)\n'
says unknown fast bakes
written bodies 'typedef unsigned int UINT;\nstatic inline void crunch_all(int n) { bake(n); }\n'
says unknown fast bodies
written named 'typedef unsigned int UINT;\nvoid crunch_all(int);\n'
says unknown fast named
written held 'typedef unsigned int UINT;\nextern void (*crunch_all)(int);\n'
says unknown fast held
written given 'static void (*crunch_all)(int) = @HOOK@;\n'
says unknown fast given
written pointed 'typedef void crunch(int);\nextern crunch *crunch_all;\n'
says unknown fast pointed
written api 'extern "C" {\nint elsewhere(int n, void (*hook)(int));\n}\n#define TWICE(n) ((n) * 2)\n'
says label-only fast api
written api_held 'extern "C" {\nint elsewhere(int n);\n}\nextern int a(int), (*crunch_all)(int);\n'
says unknown fast api_held
written text 'extern const char *crunch_text;\nextern int crunched;\nstatic const int most = 3;\n'
says label-only fast text
written further 'typedef unsigned int UINT;\n#include "impl.h"\n'
says unknown fast further
printf '#undef HAVE_X\n' >"$T/further/src/impl.h.in"
says label-only fast further
written round 'typedef unsigned int UINT;\n#include "port.h"\n'
says unknown fast round

# macros of a template that call: a compile call, a process, a function of the tree; or a macro that does
tree calls config.h
printf 'void bake(int n) { nvrtcCompileProgram(0, n, 0); }\n' >"$T/calls/src/bake.c"
for macro in '(n) nvrtcCompileProgram(0, n, 0)' ' system' ' bake' '(n) \\\n\tbake(n)' '(n) log(1.0, "x"), bake(n)' ' mid\\n#define mid bake'; do
	printf '#undef HAVE_X\n#define crunch_all%b\n' "$macro" >"$T/calls/src/config.h.in"
	says unknown fast calls
	printf 'typedef int T;\n#define crunch_all%b\n' "$macro" >"$T/calls/src/config.h.in"
	says unknown fast calls
done
printf '#undef HAVE_X\n#define crunch_all "bake" /* bake */\n' >"$T/calls/src/config.h.in"
says unreachable fast calls

# what such a macro names of the tree is run by who names the macro: it hides nothing if that does not
names() { # NAME BODY TEMPLATE
	tree "$1" config.h
	printf 'void bake(int n) { %s }\n' "$2" >"$T/$1/src/bake.c"
	printf '%b\n' "$3" >"$T/$1/src/config.h.in"
}
n=0
for template in '#define crunch_all(n) bake(n)' '#define crunch_all bake' '#define crunch_all(n) mid(n)\n#define mid bake' 'typedef int T;\nvoid bake(int);\n#define crunch_all(n) bake(n)'; do
	n=$((n + 1))
	names "harmless$n" 'puts("k");' "$template"
	says label-only fast "harmless$n"
	names "hides$n" 'system(getenv("K"));' "$template"
	says unknown fast "hides$n"
done
# by a file that another includes, beside the call; by a function of a header
names beside 'system(getenv("K"));' '#define crunch_all(n) bake(n)'
sed -i 's/config.h/common.h/' "$T/beside/src/core.c"
echo '#include "config.h"' >"$T/beside/src/common.h"
says unknown fast beside
names inline 'puts("k");' '#define crunch_all(n) bake(n)'
rm "$T/inline/src/bake.c"
echo 'static inline void bake(int n) { system(getenv("K")); }' >"$T/inline/src/bake.h"
sed -i '1i #include "bake.h"' "$T/inline/src/core.c"
says unknown fast inline
names pointer 'system(getenv("K"));' '#define crunch_all(n) hook(n)'
printf 'void (*hook)(int) = bake;\n' >>"$T/pointer/src/bake.c"
sed -i '1i extern void (*hook)(int);' "$T/pointer/src/core.c"
says unknown fast pointer
# a function with the name of the macro has another
names renames 'puts("k");' '#define work_on bake'
mv "$T/renames/src/bake.c" "$T/renames/src/other.c"
sed -i 's/^void/static void/' "$T/renames/src/other.c"
printf '#include "config.h"\nvoid work_on(int n) { system(getenv("K")); }\n' >"$T/renames/src/work.c"
sed -i 's/#include "config.h"/void bake(int n);/; s/crunch_all/bake/' "$T/renames/src/core.c"
says unknown fast renames

# a macro that configure gives, and that is called, may be anything
tree given config.h
for macro in '#undef crunch_all' '#cmakedefine crunch_all' '#define crunch_all @CRUNCH@' '#define crunch_all(n) ${CRUNCH}'; do
	printf '%s\n' "$macro" >"$T/given/src/config.h.in"
	says unknown fast given
done
printf '#undef crunch\n#cmakedefine HAVE_X @HAVE_X@\n#define NAME "@crunch_all@"\n' >"$T/given/src/config.h.in"
says label-only fast given

# a value made of another type is no call
mkdir "$T/cast" "$T/cast_own"
cat >"$T/cast/core.cpp" <<'C'
#include "lost.h"
#include <string.h>
static unsigned long kept;
static void plain(int n) { kept = uid_t(n) + pid_t(n); }
void (*find(const char *name))(int) { if (strcmp(name, "fast") == 0) return plain; return 0; }
C
says label-only fast cast
sed 's/uid_t/crunch_t/' "$T/cast/core.cpp" >"$T/cast_own/core.cpp"
says unknown fast cast_own

# not above the operand
printf '#undef X\n' >"$T/config.h.in"
says unknown fast lost

# one that is asked for by another system alone
tree windows config.h
sed -i 's/#include "config.h"/#ifdef _WIN32\n#include "config.h"\n#endif/' "$T/windows/src/core.c"
says label-only fast windows

# or by who says that there is one: the tree's own build does not, and it makes none
asks() { # NAME MACRO
	tree "$1" own_config.h
	sed -i "s/#include \"own_config.h\"/#ifdef $2\n#include \"own_config.h\"\n#endif/" "$T/$1/src/core.c"
}
for m in HAVE_OWN_CONFIG_H _HAVE_OWN_H HAVE_CONFIG_H; do
	asks "says$m" "$m"; says label-only fast "says$m"
	asks "makes$m" "$m"; echo "CFLAGS = -D$m" >"$T/makes$m/Makefile"; says unknown fast "makes$m"
	asks "defines$m" "$m"; echo "#define $m" >"$T/defines$m/src/other.h"; says unknown fast "defines$m"
done
asks autoconf_own HAVE_CONFIG_H; echo 'AC_CONFIG_HEADERS(OWN)' >"$T/autoconf_own/configure.ac"; says unknown fast autoconf_own
asks library HAVE_OWN_H; says unknown fast library
asks unless HAVE_CONFIG_H; sed -i 's/#ifdef/#ifndef/' "$T/unless/src/core.c"; says unknown fast unless

# what cannot be parsed names what stands in its text
mkdir "$T/garbled"
printf 'int quick(int);\nint make(const char *k) { if (!strcmp(k, "fast")) return quick(0); return 0; }\n' >"$T/garbled/core.c"
printf 'WRAP( { ) int quick(int p) { return nvrtcCompileProgram(0, 0, 0); }\n' >"$T/garbled/quick.c"
says unknown fast garbled
printf 'WRAP( { ) int quick(int p) { return crunch_all(p); }\n' >"$T/garbled/quick.c"
says label-only fast garbled
printf 'WRAP( { ) int quick(int p) { return dlopen("x", 1) != 0; }\n' >"$T/garbled/quick.c"
says unknown fast garbled

# letters that a macro pastes to stand at the beginning of what comes of it
mkdir "$T/wide" "$T/pasted"
cat >"$T/wide/core.c" <<'C'
#include <string.h>
#define WIDE(q) L##q
void bake(int n) { nvrtcCompileProgram(0, n, 0); }
static void plain(int n) { puts(WIDE("x")); }
void (*find(const char *name))(int) { if (strcmp(name, "fast") == 0) return plain; return 0; }
C
says unreachable fast wide
sed 's/L##q/b##q/; s/puts(WIDE("x"))/WIDE(ake)(n)/' "$T/wide/core.c" >"$T/pasted/core.c"
leaves_open pasted

# what a file defines for another system alone: it is not built here
arch() { # NAME, the header's text on stdin
	mkdir -p "$T/$1"
	cat >"$T/$1/arch.h"
	echo 'Set ARCH_WASM or ARCH_JS for a browser.' >"$T/$1/README"
	cat >"$T/$1/core.c" <<'C'
#include <string.h>
#include "arch.h"
void wasm_start(void);
int make(const char *kind)
{
	if (strcmp(kind, "fast") && strcmp(kind, "slow"))
		return -1;
#if ARCH_NATIVE
	return 1;
#elif ARCH_WASM || ARCH_JS
	wasm_start();
#endif
	return 0;
}
C
}
arch wasm <<'C'
#if defined(__wasm__)
#if defined(__SSE__)
#define ARCH_WASM 1
#else
#define ARCH_JS 1
#endif
#endif
#ifndef ARCH_WASM
#define ARCH_WASM 0
#endif
#ifndef ARCH_JS
#define ARCH_JS 0
#endif
C
says label-only fast wasm
arch native <<'C'
#if defined(__x86_64__)
#define ARCH_NATIVE 1
#endif
#ifndef ARCH_NATIVE
#define ARCH_NATIVE 0
#endif
C
says label-only fast native
# near misses: another system's macro that is defined here too, one that a build may set, one that no file
# defines, though one names it, one of two values, one that is taken back, one of a source alone
arch here <<'C'
#if defined(__wasm__) || defined(__x86_64__)
#define ARCH_WASM 1
#endif
C
leaves_open here
arch cmake <<'C'
#if defined(__wasm__)
#define ARCH_WASM 1
#endif
C
echo 'add_definitions(-DARCH_WASM=1)' >"$T/cmake/CMakeLists.txt"
leaves_open cmake
arch nobody <<'C'
int other;
C
leaves_open nobody
arch either <<'C'
#define ARCH_NATIVE 1
#ifdef SLOW
#define ARCH_NATIVE 0
#endif
C
leaves_open either
arch back <<'C'
#define ARCH_NATIVE 1
C
echo '#undef ARCH_NATIVE' >"$T/back/other.h"
leaves_open back
arch source <<'C'
int other;
C
echo '#define ARCH_NATIVE 1' >"$T/source/other.c"
leaves_open source

# one in quotes that the compiler or the C library has, one that the build looks for on the system, and one that Meson writes
# of data alone: none is the project's own
tree system stdint.h
says label-only fast system
tree mine stdfast.h
says unknown fast mine
asked() { # asked NAME FILE: the build's file, on stdin
	tree "$1" crunch.h
	cat >"$T/$1/$2"
}
asked meson meson.build <<'C'
if not cc.has_header_symbol('crunch.h', 'crunch_all', args: ['-I.'])
  error('no crunch')
endif
C
says label-only fast meson
asked find_path CMakeLists.txt <<'C'
find_path(CRUNCH_DIR
  NAMES crunch.h)
C
says label-only fast find_path
asked ac configure.ac <<'C'
AC_INIT([x], [1])
AC_CHECK_HEADERS([zlib.h crunch.h], [], [AC_MSG_ERROR([no])])
C
says label-only fast ac
asked data meson.build <<'C'
configure_file(output: 'crunch.h', configuration: cdata)
C
says label-only fast data
# near misses: a comment, another function, another header of that end, one that is written of a template or by a program
asked comment meson.build <<'C'
# looks for crunch.h (there) has_header
x = 1
C
says unknown fast comment
asked installs meson.build <<'C'
install_headers('crunch.h')
C
says unknown fast installs
asked longer meson.build <<'C'
cc.has_header('my/crunch.h') and cc.has_header('crunch.hpp')
C
says unknown fast longer
asked template_of meson.build <<'C'
configure_file(input: 'quick.txt', output: 'crunch.h', configuration: cdata)
C
says unknown fast template_of
printf '#mesondefine HAVE_X\n' >"$T/template_of/quick.txt" # the template by the name that is told
says label-only fast template_of
printf '#mesondefine HAVE_X\nvoid crunch_all(int);\n' >"$T/template_of/quick.txt"
says unknown fast template_of
printf '#mesondefine HAVE_X\n' >"$T/template_of/quick.txt"
printf "configure_file(input: 'quick.txt', output: 'crunch.hpp', configuration: cdata)\n" >"$T/template_of/meson.build"
says unknown fast template_of
printf "configure_file(input: 'quick.txt', output: 'crunch.h', command: [gen, '@INPUT@'])\n" >"$T/template_of/meson.build"
says unknown fast template_of
asked program meson.build <<'C'
configure_file(output: 'crunch.h', command: [gen, '@OUTPUT@'], configuration: cdata)
C
says unknown fast program
mkdir -p "$T/meson/src/.pc/old"
cp "$T/lost/src/core.c" "$T/meson/src/.pc/old/core.c"
says label-only fast meson # what quilt keeps of before a patch
check "and it is named" grep -q 'meson/src/.pc: what patches were applied to' "$T/out"

# what is included by a name that C is not read by, and is there, is read as a header: who has a function that nobody declares is not asked
tree bitmap gray.bit
printf '#define gray_width 2\nstatic unsigned char gray_bits[] = { /* rows */ 0x01, 0x02 };\n' >"$T/bitmap/src/gray.bit"
says label-only fast bitmap
printf 'static const char *gray_names[] = { "fast" };\n' >"$T/bitmap/src/gray.bit"
says label-only fast bitmap
printf 'void crunch_all(int);\n' >"$T/bitmap/src/gray.bit"
says unknown fast bitmap
printf 'void crunch_all(int);\nstatic void (*grays[])(int) = { crunch_all };\n' >"$T/bitmap/src/gray.bit"
says unknown fast bitmap
printf 'static void crunch_all(int n) { build(n); }\n' >"$T/bitmap/src/gray.bit"
says unknown fast bitmap
printf '#define crunch_all(n) build_code(n)\nint gray = 1;\n' >"$T/bitmap/src/gray.bit"
echo 'void build_code(int n) { system((char *)(long)n); }' >"$T/bitmap/src/build.c"
says unknown fast bitmap
