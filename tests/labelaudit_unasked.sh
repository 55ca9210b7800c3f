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
# what another may have: a type that the tree does not define, a header of declarations alone, nothing of the tree's own, no declaration
calls type '#ifdef DUMP_ALL' '#endif' 'struct net { const char *name; };
void tell(struct net *);
struct frame;
void dump(void *, struct frame *);'
says unknown --fast type
calls alone '#ifdef DUMP_ALL' '#endif' 'struct net { const char *name; };
void dump(struct net *);'
says unknown --fast alone
calls nothing '#ifdef CUDA_VERSION' '#endif' 'struct net { const char *name; };
void tell(struct net *);
void dump(const void *);'
says unknown --fast nothing
calls undeclared '#ifdef DUMP_ALL' '#endif' 'struct net { const char *name; };'
sed -i '1i #include "dump.h"' "$T/undeclared/a.c"
says unknown --fast undeclared
