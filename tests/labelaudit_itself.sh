# labelaudit --src: functions of C that may run before main without being named, by a macro of a header that is not there.
. tests/lib.sh
. tests/says.sh
program() { # NAME BEFORE: what stands before a main that does nothing under the label
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' '#include <string.h>' "$2" 'int main(int argc, char **argv)' '{' '	if (argc > 1 && strcmp(argv[1], "fast") == 0)' '		puts("x");' '	return 0;' '}' >"$T/$1/main.c"
}
may() { program "$@"; says unknown fast "$1"; }
not() { program "$@"; says label-only fast "$1"; }
boot='boot(void) { system("cc k.c"); }'

may numbered "#include \"boot.h\"
static void ON_START(101) $boot"
may outside "#include <boot.h>
static void ON_START(101) $boot"
may for_all "#include <boot.h>
void ON_START(101) $boot"
may before "#include <boot.h>
ON_START static void $boot"
may between "#include <boot.h>
static void ON_START $boot"
may declared "#include <boot.h>
static void boot(void) ON_START;
static void $boot"
may deep "#include <boot.h>
static void deep(void) { system(\"cc k.c\"); }
static void ON_START boot(void) { deep(); }"
may assembler "static void $boot
asm(\".section .init_array\\n .quad boot\\n\");"

not harmless '#include <boot.h>
static void ON_START boot(void) { puts("x"); }'
not named "static void $boot
void other(void) { boot(); }"
not of_all "void $boot"
not given '#include <boot.h>
static void boot(const char *s) { system(s); }'

# that of another program, and of a test, is none of this one
program far '#include <ctype.h>'
printf '#include <stdlib.h>\nstatic void ON_START boot(void) { system("cc k.c"); }\nint main(void) { return 0; }\n' >"$T/far/tool.c"
mkdir "$T/far/tests"
printf '#include <stdlib.h>\nstatic void ON_START boot(void) { system("cc k.c"); }\n' >"$T/far/tests/t.c"
says label-only fast far
