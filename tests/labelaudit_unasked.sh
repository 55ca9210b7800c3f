# labelaudit --src on C that calls a function which the tree declares and does not have, under an #if: it hides nothing where
# nothing in the tree sets the macro that the #if asks for, or names it, and nobody else can have the function.
. tests/lib.sh
. tests/says.sh
# calls NAME [FIRST LAST [HEADER]]: a program whose option --fast dumps, between the lines FIRST and LAST
calls() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' '#include "own.h"' 'void tell(struct net *n) { puts(n->name); }' 'int main(int argc, char **argv) {' \
		'	struct net n = {argv[0]};' '	if (argc > 1 && strcmp(argv[1], "--fast") == 0) tell(&n);' "${2-#ifdef DUMP_ALL}" '	dump(&n);' "${3-#endif}" '	return 0;' '}' >"$T/$1/a.c"
	printf '%s\n' "${4-$own}" >"$T/$1/own.h"
}
own='struct net { const char *name; };
void tell(struct net *);
void dump(struct net *);'
calls plain
says label-only --fast plain
calls both '#if defined(DUMP_ALL) && VERBOSE > 2'
says label-only --fast both
calls other '#ifndef QUIET
#else'
says label-only --fast other
# names NAME FILE TEXT: a file beside it names the macro
names() {
	calls "$1"
	printf '%s\n' "$3" >"$T/$1/$2"
	says "${4-unknown}" --fast "$1"
}
names make Makefile 'CFLAGS = -O2 -DDUMP_ALL'
names configure configure.ac 'AC_DEFINE([DUMP_ALL], [1], [dump])'
names template own.h.in '#undef DUMP_ALL'
names readme README 'Build it with -DDUMP_ALL to see all.'
names hidden .build 'DUMP_ALL=1'
names header set.h '#define DUMP_ALL'
names comment set.h '/* define DUMP_ALL to see all */'
names mark set.h '#ifdef __cplusplus
#endif /* !defined(DUMP_ALL) && VERBOSE */' label-only
names longer Makefile 'CFLAGS = -DDUMP_ALL_THINGS -DNO_DUMP_ALL' label-only
# what is built, what a compiler or a missing header may define, what may be anything
calls not '#ifndef DUMP_ALL'
says unknown --fast not
calls or '#if defined(DUMP_ALL) || LEVEL < 1'
says unknown --fast or
calls reserved '#ifdef __DUMP_ALL'
says unknown --fast reserved
calls bare '' ''
says unknown --fast bare
# strange PROGRAM: a header of a library may define the macro; those of the system, and the tree's own, do not
strange() {
	says label-only --fast "$1"
	printf '#include <vector>\n#include <sys/types.h>\n' >"$T/$1/far.h"
	sed -i '1i #include "far.h"' "$T/$1/a.c"
	says label-only --fast "$1"
	echo '#include <frame.h>' >>"$T/$1/far.h"
	says unknown --fast "$1"
}
# what another may have: a type that the tree does not define, a header of declarations alone, nothing of the tree's own, no declaration
calls type '#ifdef DUMP_ALL' '#endif' 'struct net { const char *name; };
void tell(struct net *);
struct frame;
void dump(void *, struct frame *);'
strange type
calls alone '#ifdef DUMP_ALL' '#endif' 'struct net { const char *name; };
void dump(struct net *);'
strange alone
calls nothing '#ifdef CUDA_VERSION' '#endif' 'struct net { const char *name; };
void tell(struct net *);
void dump(const void *);'
strange nothing
calls undeclared '#ifdef DUMP_ALL' '#endif' 'struct net { const char *name; };'
sed -i '1i #include "dump.h"' "$T/undeclared/a.c"
says unknown --fast undeclared
# a header in quotes that the tree lacks, under a macro that no code and no file of the build sets: it is of who builds with it,
# as one in <> is
brings() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' "${2-#ifdef SIM}" '#include "sim.h"' "${3-#endif}" 'int main(int argc, char **argv) {' \
		'	if (argc > 1 && strcmp(argv[1], "--fast") == 0) {' '#ifdef SIM' "		${4-sim_run(argv[0]);}" '#endif' '		puts("fast");' '	}' '	return 0;' '}' >"$T/$1/a.c"
}
# beside NAME FILE TEXT VERDICT
beside() {
	brings "$1"
	printf '%s\n' "$3" >"$T/$1/$2"
	says "$4" --fast "$1"
}
brings simulator
says label-only --fast simulator
beside told README.TXT 'The SIM simulator is supported: build with -DSIM.' label-only
beside page sim.html 'SIM' label-only
beside built Makefile 'CFLAGS = -DSIM' unknown
beside lists CMakeLists.txt 'add_definitions(-DSIM)' unknown
beside flags flags.txt '-DSIM' unknown
beside script readme.sh 'cc -DSIM a.c' unknown
beside defined set.h '#define SIM' unknown
beside undefined set.h '#undef SIM' unknown
brings bare '' ''
says unknown --fast bare
brings denied '#ifndef SIM'
says unknown --fast denied
brings either '#if defined(SIM) || LEVEL > 2'
says unknown --fast either
brings sounds '#ifdef SIM' '#endif' 'sim_compile(argv[0]);'
says unknown --fast sounds
# a macro that tools of builds make of other names, or the build puts together
for m in HAVE_SIM HAVE_LIBSIM MY_HAVE_SIM_H sim_EXPORTS NDEBUG; do
	brings "by$m" "#ifdef $m"
	sed -i "s/ifdef SIM/ifdef $m/" "$T/by$m/a.c"
	says unknown --fast "by$m"
done
parts() { # NAME TEXT VERDICT: in a file of the build
	brings "$1" '#ifdef WITH_SIM'
	sed -i 's/ifdef SIM/ifdef WITH_SIM/' "$T/$1/a.c"
	printf '%s\n' "$2" >"$T/$1/build"
	says "$3" --fast "$1"
}
parts prefix 'CFLAGS += $(addprefix -DWITH_,$(LIBS))' unknown
parts cut 'cc a.c -DWITH_\
SIM' unknown
parts cmake 'add_definitions(-DWITH_${u})' unknown
parts quotes "'WITH_' + l.to_upper()" unknown
parts shell 'echo "#define WITH_$x 1"' unknown
parts rest 'CFLAGS = -DWITH_FOO -DNO_WITH_$(X) WITH_$' unknown
parts others 'CFLAGS = -DWITH_FOO -DNO_WITH_$(X)' label-only
# where only code for another system defines it
brings windows '#ifdef HAVE_SIM'
sed -i 's/ifdef SIM/ifdef HAVE_SIM/' "$T/windows/a.c"
printf '%s\n' '#ifdef _WIN32' '#define HAVE_SIM 1' '#endif' >"$T/windows/config.h"
says unknown --fast windows
