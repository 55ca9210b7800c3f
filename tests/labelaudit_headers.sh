# labelaudit --src: headers of C that the tree lacks. One that its build makes of macros alone
# hides nothing; of every other it is not known what it declares (audit/label/cone_made.c).
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
tree script config-host.h
printf '#!/bin/sh\necho "#define X" >config-host.h\n' >"$T/script/configure"
says label-only fast script
tree no_config fastpath.h
printf '#!/bin/sh\necho "#define X" >fastpath.h\n' >"$T/no_config/configure"
says unknown fast no_config

# not above the operand
printf '#undef X\n' >"$T/config.h.in"
says unknown fast lost

# one that is asked for by another system alone
tree windows config.h
sed -i 's/#include "config.h"/#ifdef _WIN32\n#include "config.h"\n#endif/' "$T/windows/src/core.c"
says label-only fast windows

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
