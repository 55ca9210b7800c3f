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

# beside NAME LIBRARY: the same program, and a file without a main, of which it asks for nothing
beside() {
	program "$1" '#include <ctype.h>'
	printf '%s\n' '#include <stdlib.h>' "$2" >"$T/$1/lib.${3:-c}"
}
go='void) { system(getenv("RUN")); }'
runs() { beside "$@"; says unknown fast "$1"; }
rests() { beside "$@"; says label-only fast "$1"; }

# a function that nothing names rests where nothing can make it a constructor
rests alone "void boot($go"
rests alone2 "static void boot($go"
runs attribute "__attribute__((constructor)) static void boot($go"
runs by_macro "#define ATTR(x) __attribute__((x))
static void boot(void) ATTR(constructor);
static void boot($go"
runs told "static void boot(void) __attribute__((constructor));
static void boot($go"
runs told_two "__attribute__((constructor)) static void start(void), boot(void);
static void start(void) { }
static void boot($go"
runs told_if "static void boot($go
#ifdef __GNUC__
static void boot(void) __attribute__((__constructor__(101)));
#endif"
rests told_header "void boot($go"
echo 'void boot(void) __attribute__((constructor));' >"$T/told_header/boot.h"
says unknown fast told_header
runs told_named "void boot(void) __attribute__((constructor));
void boot($go
void again(int n) { if (n) boot(); }"
for head in 'static void INIT boot' 'INIT static void boot' 'void INIT boot'; do # which of two definitions is meant, the reader does not say
	i=$((${i:-0} + 1))
	runs "two$i" "#ifdef __GNUC__
#define INIT __attribute__((constructor))
#else
#define INIT
#endif
$head($go"
	runs "one$i" "#ifdef __GNUC__
#define INIT __attribute__((constructor))
#endif
$head($go"
	rests "other$i" "#ifdef __GNUC__
#define INIT __attribute__((unused))
#else
#define INIT
#endif
$head($go"
done
runs section "static void boot($go
__attribute__((section(\".init_array\"), used)) static void (*at)(void) = boot;"

# what a table of C is begun with is constant: what looks like a call is a macro
table='struct entry { const char *name; void (*run)(void); };'
run="void run($go
void other(int n);"
rests translated "#define N_(s) s
$table
$run
struct entry entries[] = { { N_(\"run\"), run }, { 0, 0 } };
void other(int n) { entries[n].run(); }"
rests translated2 "#include <libintl.h>
$table
$run
struct entry entries[] = { { gettext_noop(\"run\"), run }, { 0, 0 } };
void other(int n) { entries[n].run(); }"
runs made "$table
$run
static int first($go
int n = first();" cpp
runs made_c "static int first(void) { return system(getenv(\"RUN\")); }
int n = first();"
runs made_macro "static int first(void) { return system(getenv(\"RUN\")); }
#define FIRST() first()
int n = FIRST();"
beside asked "#define N_(s) s
$table
$run
struct entry entries[] = { { N_(\"run\"), run }, { 0, 0 } };"
sed -i "s/puts(\"x\");/entries[0].run();/; s/^int main/$table\nextern struct entry entries[];\nint main/" "$T/asked/main.c"
says unknown fast asked
