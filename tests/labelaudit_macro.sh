#!/bin/sh
# labelaudit --src on a label that is a macro of the preprocessor, which a build sets and #ifs of C ask for: what stands in
# such an #if is where the label begins.
. tests/lib.sh
. tests/says.sh
# asks NAME [ASK [BODY [BEFORE]]]: a program with an #if, the line ASK, around a function that does BODY
asks() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' "${4-}" "${2:-#ifdef USE_FAST}" 'static int tell(const char *s) {' "	${3:-return puts(s);}" '}' '#else' \
		'static int tell(const char *s) { return s != 0; }' '#endif' 'int main(void) { return tell("cc k.c"); }' >"$T/$1/a.c"
}
# starts NAME FILE: a program beside it that starts others
starts() { printf '%s\n' '#include <stdlib.h>' 'int main(void) { return system(getenv("CMD")); }' >"$T/$1/$2"; }
asks plain
says label-only USE_FAST plain
check "its #if is shown" grep -q 'a.c:4: entry named here = USE_FAST' "$T/out"
asks value '#if USE_FAST > 2 && defined(OTHER)'
says label-only USE_FAST value
asks denied '#ifndef USE_FAST'
says label-only USE_FAST denied
# what compiles in any alternative, or what cannot be seen through
asks starts '' 'return system(s);'
says unknown USE_FAST starts
asks other '#ifndef USE_FAST' 'return system(s);'
says unknown USE_FAST other
# an #if in the midst of a function, around a part of an if
midst() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' 'int main(void) {' '#ifdef USE_FAST' "	if (getenv(\"CMD\")) $2; else" '#endif' '	puts("a");' '	return 0;' '}' >"$T/$1/a.c"
}
midst midst 'puts("fast")'
says label-only USE_FAST midst
midst part 'system(getenv("CMD"))'
says unknown USE_FAST part
# around a #define, which others name
defines() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' '#ifdef USE_FAST' "#define SHOW(x) $2" '#else' '#define SHOW(x) puts(x)' '#endif' >"$T/$1/show.h"
	printf '%s\n' '#include "show.h"' 'int main(void) { return SHOW("a"); }' >"$T/$1/a.c"
}
defines define 'putchar(*x)'
says label-only USE_FAST define
defines to 'system(getenv(x))'
says unknown USE_FAST to
# by the label a build may take other files: all programs are asked
asks two
starts two b.c
says label-only USE_FAST two
echo 'CFLAGS += -DUSE_FAST' >"$T/two/Makefile"
says unknown USE_FAST two
asks doc
starts doc b.c
echo 'Build it with -DUSE_FAST.' >"$T/doc/README"
says label-only USE_FAST doc
mv "$T/doc/README" "$T/doc/readme.mk"
says unknown USE_FAST doc
# a script is no document, whatever it is called
asks script
starts script b.c
printf '%s\n' '#!/bin/sh' 'cc -DUSE_FAST -o bench b.c' >"$T/script/install"
says unknown USE_FAST script
echo 'cc -DUSE_FAST -o bench b.c, or so' >"$T/script/install"
says label-only USE_FAST script
# the build may put its name together
for s in 'CFLAGS += $(addprefix -DUSE_,$(FEATURES))' 'add_compile_definitions(USE_${f})' "conf.set('USE_' + f.to_upper(), 1)"; do
	asks parts
	starts parts b.c
	echo "$s" >"$T/parts/build"
	says unknown USE_FAST parts
done
for s in 'CFLAGS += -DUSE_SLOW' 'Y = RE_USE_$(X) -DREUSE_$(X)' 'all: USE_ it'; do
	echo "$s" >"$T/parts/build"
	says label-only USE_FAST parts
done
asks have '#ifdef HAVE_LIBFAST'
starts have b.c
says unknown HAVE_LIBFAST have
# a name of anything else, or a macro that may be anything where it stands
asks fn '' '' 'int USE_FAST(void);'
says unknown USE_FAST fn
asks call '' 'return USE_FAST(s);'
says unknown USE_FAST call
asks held '' 'int (*f)(const char *) = USE_FAST; return f(s);'
says unknown USE_FAST held
asks number '#if USE_FAST > 1' 'return s[USE_FAST];' '#ifndef USE_FAST
#define USE_FAST 2
#endif'
says label-only USE_FAST number
asks named '#if USE_FAST > 1' 'return s[USE_FAST];' '#ifndef USE_FAST
#define USE_FAST size(8)
#endif'
says unknown USE_FAST named
asks never '#ifdef USE_SLOW'
says unknown USE_FAST never
asks system '#ifdef _OPENMP'
says unknown _OPENMP system
asks windows '#ifdef WIN32'
says unknown WIN32 windows
# where the tree does not set it, what it brings in is let off for other labels only
asks brings '' 'return fast_tell(s);' '#ifdef USE_FAST
#include "fast.h"
#endif'
says unknown USE_FAST brings
asks stub '#ifdef USE_STUB' 'return system(s);'
says unknown USE_STUB stub
asks through '#ifdef WITH_STUB' 'return system(s);' '#ifdef USE_STUB
#define WITH_STUB 1
#endif'
says unknown USE_STUB through
# a library has no program: all of it
mkdir -p "$T/lib"
printf '%s\n' '#include <stdlib.h>' 'int run(const char *s) {' '#ifdef USE_FAST' '	return 1;' '#endif' '	return *s;' '}' >"$T/lib/a.c"
says label-only USE_FAST lib
printf '%s\n' '#include <stdlib.h>' 'int go(const char *s) { return system(s); }' >"$T/lib/b.c"
echo 'CFLAGS += -DUSE_FAST' >"$T/lib/Makefile"
says unknown USE_FAST lib
# where the tree compiles elsewhere
asks beside
printf '%s\n' '#include <nvrtc.h>' 'int main(void) { nvrtcProgram p; return nvrtcCompileProgram(p, 0, 0); }' >"$T/beside/b.c"
says unreachable USE_FAST beside
echo 'SRC-$(USE_FAST) += b.c' >"$T/beside/Makefile"
says unknown USE_FAST beside
