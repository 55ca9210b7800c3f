# labelaudit --src on C that calls a function which the tree declares and does not have, under an #if: it hides nothing where
# nothing in the tree sets the macro that the #if asks for, or names it.
. tests/lib.sh
. tests/says.sh
# calls NAME [FIRST LAST [DECLARATION]]: a program whose option --fast dumps, between the lines FIRST and LAST
calls() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' '#include "own.h"' "${4-void dump(const char *);}" 'int main(int argc, char **argv) {' \
		'	if (argc > 1 && strcmp(argv[1], "--fast") == 0) puts("fast");' "${2-#ifdef DUMP_ALL}" '	dump(argv[0]);' "${3-#endif}" '	return 0;' '}' >"$T/$1/a.c"
	: >"$T/$1/own.h"
}
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
names header own.h '#define DUMP_ALL'
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
calls undeclared '#ifdef DUMP_ALL' '#endif' '#include "dump.h"'
says unknown --fast undeclared
