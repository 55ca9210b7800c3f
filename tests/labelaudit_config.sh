# labelaudit --src on C: macros of a header of the tree that has the name of one which the build writes are not known;
# those of any other header are. Macros that options of the compiler set.
. tests/lib.sh
. tests/says.sh

# tree NAME TEST HEADER TEXT: a library is loaded where the #if of TEST holds, by "config.h"; HEADER of the tree is TEXT
tree() {
	mkdir -p "$T/$1/$(dirname "$3")"
	printf '%s\n' "$4" >"$T/$1/$3"
	cat >"$T/$1/main.c" <<C
#include <string.h>
#include <dlfcn.h>
#include "config.h"
static int go(const char *s) { void (*f)(void) = (void (*)(void))dlsym(dlopen(s, 1), "go"); f(); return 1; }
int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "fast") == 0) {
#if $2
		go(argv[2]);
#endif
	}
	return 0;
}
C
}
tree plain HAVE_JIT_H config.h '#define HAVE_JIT_H 0'
says label-only fast plain
tree plain_in_folder HAVE_JIT_H win32/config.h '#define HAVE_JIT_H 0'
says label-only fast plain_in_folder
tree autoconf HAVE_JIT_H win32/config.h '#define HAVE_JIT_H 0'
printf 'AC_INIT([k],[1])\nAC_CONFIG_HEADERS([config.h])\nAC_CHECK_HEADERS([jit.h])\nAC_OUTPUT\n' >"$T/autoconf/configure.ac"
says unknown fast autoconf
tree other HAVE_JIT_H win32/config.h '#define HAVE_JIT_H 0'
printf 'AC_INIT([k],[1])\nAC_CONFIG_HEADERS([my-config.h])\nAC_OUTPUT\n' >"$T/other/configure.ac"
says label-only fast other
tree defined 'defined(SLOW)' win32/config.h '/* none */'
printf '#define SLOW 1\n' >"$T/defined/win32/more.h"
printf '#cmakedefine SLOW\n' >"$T/defined/more.h.in"
says unknown fast defined
tree not_defined '!defined(SLOW)' win32/config.h '#define SLOW 1'
printf 'configure_file(config.in ${CMAKE_BINARY_DIR}/config.h)\n' >"$T/not_defined/CMakeLists.txt"
printf '#cmakedefine SLOW\n' >"$T/not_defined/config.in"
says unknown fast not_defined
tree meson '!SLOW' win32/config.h '#define SLOW 1'
printf "configure_file(output: 'config.h', configuration: conf)\n" >"$T/meson/meson.build"
says unknown fast meson
tree template SLOW old/config.h '#define SLOW 0'
printf '#define SLOW @SLOW@\n' >"$T/template/config.h.in"
says unknown fast template
tree own SLOW old/config.h '#define SLOW 0'
printf '#define SLOW @SLOW@\n' >"$T/own/config.h.in"
sed -i.was 's/#include "config.h"/#define SLOW 0/' "$T/own/main.c" && rm "$T/own/main.c.was"
says label-only fast own
# what an option of the compiler says, or that C++ has alone
tree no_exceptions '!defined(__EXCEPTIONS)' config.h ''
says unknown fast no_exceptions
tree exceptions 'defined(__EXCEPTIONS)' config.h ''
says label-only fast exceptions
tree rtti '!defined(__GXX_RTTI)' config.h ''
says unknown fast rtti
tree strict 'defined(__STRICT_ANSI__)' config.h ''
says unknown fast strict
tree chars 'defined(__CHAR_UNSIGNED__)' config.h ''
says unknown fast chars
tree windows 'defined(_WIN32)' config.h ''
says label-only fast windows
