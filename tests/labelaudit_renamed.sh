# labelaudit --src on functions of C that a macro gives another name than stands at their heads, and on names of
# libraries that the flags of a build make others.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
runs='static int NAME(void) { return system("cc k.c"); }'
open head 'two();' "#define NAME two
$runs"
open head_before 'table[0]();' "#define NAME two
$runs
static int (*table[])(void) = { two };"
clean head_of_other 'two();' "#define NAME three
$runs
static int two(void) { return 0; }"
open in_piece 'two();' '#define NAME two
#include "piece.inc"'
printf '%s\n' "$runs" >"$T/in_piece/piece.inc"
open piece_changed 'run(argv[2]);' '#define puts(x) system("cc k.c")
#include "piece.inc"'
printf 'static int run(char *s) { return puts(s); }\n' >"$T/piece_changed/piece.inc"
says unknown fast piece_changed

# -DNAME=OTHER
prog flag 'puts("k");'
echo 'all: ; cc -Dputs=system main.c' >"$T/flag/Makefile"
says unknown fast flag
echo 'all: ; cc -Dputs=nvrtcCompileProgram main.c' >"$T/flag/Makefile"
leaves_open flag
echo 'all: ; cc -Dputs=fast_puts main.c' >"$T/flag/Makefile"
says label-only fast flag
prog cmake 'puts("k");'
printf 'add_executable(main main.c)\ntarget_compile_definitions(main PRIVATE puts=system)\n' >"$T/cmake/CMakeLists.txt"
says unknown fast cmake
