# labelaudit --src on C that includes files by names that say nothing of what they are (.inc, .def, none): what can be read by
# itself is read, and what is a piece of something hides what it holds (audit/label/read/walk_include.c).
. tests/lib.sh
. tests/says.sh

# tree NAME FILE TEXT [INCLUDE [CALL [MAIN]]]: a program that includes a file beside it, or below a folder
tree() {
	mkdir -p "$T/$1/$(dirname "$2")"
	printf '%b' "$3" >"$T/$1/$2"
	cat >"$T/$1/main.${6:-c}" <<C
#include <stdlib.h>
#include <string.h>
${4:-#include \"$2\"}
int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "fast") == 0)
		return ${5:-run(argv[2])};
	return 0;
}
C
}
QUIET='static int run(char *s) { return *s; }\n'
LOUD='static int run(char *s) { return system(s); }\n'

tree plain d.inc "$QUIET"
says label-only fast plain
run labelaudit --src --label fast -o json "$T/plain"
check "it is named among the files read" grep -q 'plain/d.inc"' "$T/out"
tree loud d.inc "$LOUD"
says unknown fast loud

tree bare gen/helpers "$QUIET" '#include "helpers"'
says label-only fast bare
tree bareloud gen/helpers "$LOUD" '#include "helpers"'
says unknown fast bareloud
tree angle inc/m/d.def "$LOUD" '#include <m/d.def>'
says unknown fast angle
tree space d.gen 'int run(char *s) { return system(s); }\n' 'namespace k {
#include "d.gen"
}' 'k::run(argv[2])' cpp
says unknown fast space
tree early d.inc '__attribute__((constructor)) static void f(void) { system(getenv("X")); }\n' '' 0
says unknown fast early

# macros, and files that include each other
tree macro d.inc '#define run(x) system(x)\n'
says unknown fast macro
tree attribute d.inc '#ifdef EXPORT\n#error twice\n#endif\n#define EXPORT(x) __attribute__((aligned(x)))\n' '#include "d.inc"
EXPORT(1) int run(char *s) { return *s; }'
says label-only fast attribute
tree cycle d.inc '#include "e.inc"\nint a;\n'
printf '#include "d.inc"\n#define run(x) system(x)\n' >"$T/cycle/e.inc"
says unknown fast cycle
printf '#include "d.inc"\n#define run(x) 0\n' >"$T/cycle/e.inc"
says label-only fast cycle
tree either d.inc '#ifdef __cplusplus\n#define run(x) system(x)\n#else\n#define run(x) 0\n#endif\n'
says label-only fast either
mv "$T/either/main.c" "$T/either/main.cpp"
says unknown fast either

# the one beside the includer is meant; else any may be
tree beside d.inc "$QUIET"
mkdir "$T/beside/other" && printf '%b' "$LOUD" >"$T/beside/other/d.inc"
says label-only fast beside
mkdir "$T/beside/more" && mv "$T/beside/d.inc" "$T/beside/more"
says unknown fast beside

# pieces of something, and what is no C
tree rows d.inc 'system, atoi\n' 'static int (*t[])(const char *) = {
#include "d.inc"
};' 't[0](argv[2])'
says unknown fast rows
tree body d.inc 'return system(s);\n' 'static int run(char *s)
{
#include "d.inc"
}'
says unknown fast body
tree class d.inc 'int run(char *s) { return system(s); }\n' 'class K {
public:
#include "d.inc"
};' 'K().run(argv[2])' cpp
says unknown fast class
tree half d.inc 'static int run(char *s) {\n' '#include "d.inc"
return *s; }'
says unknown fast half
tree php d.inc '<?php system("x"); ?>\n'
says unknown fast php
run labelaudit --src --label fast -o json "$T/php"
check "what is no C is not read" sh -c '! grep -q "d.inc\"," "$1"' - "$T/out"
tree binary d.inc '\0\0\0'
says unknown fast binary
tree unasked d.inc "$QUIET"
printf 'int f(void) { return system("cc"); }\n' >"$T/unasked/e.inc"
says label-only fast unasked

# how the #include is written; what stands in #ifs counts once
EARLY='#include <stdlib.h>\n__attribute__((constructor)) static void f(void) { system(getenv("X")); }\n'
LATE='#include <stdlib.h>\nstatic void f(void) { system(getenv("X")); }\n'
for how in '#include \
  "d.inc"' '#include /* it */ "d.inc"' '#import "d.inc"' '#include_next <d.inc>' '#define D "d.inc"
#include D' '#include "a/../d.inc"'; do
	tree how d.inc "$EARLY" "$how" 0
	says unknown fast how
	tree how d.inc "$LATE" "$how" 0
	says label-only fast how
done
tree named random "$EARLY" '' 0
says unknown fast named
tree mark d.inc "\\0357\\0273\\0277$EARLY" '' 0
says unknown fast mark
HEADS='#ifdef A\nstatic void f(int x) {\n#else\nstatic void f(void) {\n#endif\n'
tree heads d.inc "#include <stdlib.h>\n__attribute__((constructor))\n$HEADS system(getenv(\"X\"));\n}\n" '' 0
says unknown fast heads
tree never d.inc "#if 0\nthis is { it's\n#if 1\n}\n#endif\n#endif\n$EARLY" '' 0
says unknown fast never
tree before d.inc "$EARLY" "#ifdef A
static int q(int a) {
#else
static int q(void) {
#endif
	return 1; }
#include \"d.inc\"" 0
says unknown fast before
tree shut d.inc 'atoi, system\n' "#ifdef A
static int (*q[])(const char *) = {
#else
static int (*t[])(const char *) = {
#endif
#include \"d.inc\"
};" 't[1](argv[2])'
says unknown fast shut
tree aside d.def 'static int run(char *s) { return *s; }\n' '#include <d.def>'
says label-only fast aside
mkdir "$T/aside/gen" && printf '%b' "$LOUD" >"$T/aside/gen/d.def"
says unknown fast aside
tree data d.json "$LOUD"
says unknown fast data

# the template of a header includes what is not there, or what is
tree template e.h '#define LIMIT 1\n' '#include "port.h"' 0
printf '#include "engine.h"\n' >"$T/template/port.h.in"
sed -i 's/return 0;/engine_run(argv[2]); return 0;/' "$T/template/main.c"
says unknown fast template
printf '#include "e.h"\n#include <stdio.h>\n#include "stdint.h"\n' >"$T/template/port.h.in"
says label-only fast template
printf '#define LIMIT 1\n' >"$T/template/engine.h.in"
printf '#include "engine.h"\n' >"$T/template/port.h.in"
says label-only fast template
