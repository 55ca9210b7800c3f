# labelaudit --src on programs that the build of the tree makes of its C: who starts one may do what the programs of the tree do. A script
# of that name, or code that is not read, may be it as well.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

compiles='#include <cuda.h>
int main(int argc, char **argv) { CUmodule m; return cuModuleLoadData(&m, argv[1]); }'
quiet='#include <stdio.h>
int main(void) { return puts("tool") < 0; }'
# built NAME FILE TEXT [TOOL]: main.c starts the tool, which FILE builds
built() {
	prog "$1" 'char c[99]; sprintf(c, "jit-tool -v %s > out", file); if (system(c) < 0) return 1;'
	printf '%b' "$3" >"$T/$1/$2"
	printf '%s\n' "${4:-$quiet}" >"$T/$1/work.c"
}
is() { built "$@"; says label-only fast "$1"; }
is_not() { built "$@"; says unknown fast "$1"; }

rule='all: jit-tool\n\njit-tool: work.o\n\t$(CC) -o $@ work.o\n'
is rule Makefile "$rule"
is rule_alone Makefile 'jit-tool : work.o more.o\n'
is linked Makefile 'all: work.o\n\tgcc -O2 work.o -o jit-tool -lm\n'
is split Makefile 'jit-tool: a.o \\\n  work.o\n\t$(LINK) work.o\n'
is variable Makefile 'TARGET = jit-tool\nall: $(TARGET)\n$(TARGET): work.o\n\t$(CC) -o $(TARGET) work.o\n'
is automake Makefile.am 'bin_PROGRAMS = other \\\n  jit-tool\njit_tool_SOURCES = work.c\n'
is automake_more Makefile.am 'noinst_PROGRAMS += jit-tool\n'
is cmake CMakeLists.txt 'project(x C)\nadd_executable(jit-tool work.c)\n'
is cmake_line CMakeLists.txt 'add_executable (\n  jit-tool\n  work.c)\n'
is meson meson.build "project('x', 'c')\nexecutable('jit-tool', 'work.c')\n"
is documented Makefile "$rule"; echo 'jit-tool' >"$T/documented/jit-tool.md"; says label-only fast documented

# what it compiles counts
n=0
for f in Makefile Makefile.am CMakeLists.txt; do
	n=$((n + 1))
	case $f in Makefile) text=$rule ;; Makefile.am) text='bin_PROGRAMS = jit-tool\n' ;; *) text='add_executable(jit-tool work.c)\n' ;; esac
	built "compiles$n" $f "$text" "$compiles"
	leaves_open "compiles$n"
done

# what is not known to be made of C of the tree
is_not none Makefile 'all: work.o\n'
built script Makefile "$rule"; echo 'cc k.c' >"$T/script/jit-tool.sh"; says unknown fast script
built template Makefile "$rule"; echo 'cc k.c' >"$T/template/jit-tool.in"; says unknown fast template
built itself Makefile "$rule"; echo 'cc k.c' >"$T/itself/jit-tool"; says unknown fast itself
built fortran Makefile "$rule"; echo 'end' >"$T/fortran/k.f90"; says unknown fast fortran
is_not written Makefile 'jit-tool: work.o gen\n\t./gen > $@\n'
is_not copied Makefile 'jit-tool: run.sh\n\tcp run.sh $@\n'
is_not of_folder Makefile 'jit-tool: $(OBJDIR)/run\n'
is_not assigned Makefile 'jit-tool := work.o\n'
is_not longer Makefile 'my-jit-tool: work.o\njit-tool-2: work.o\n'
is_not only_named Makefile 'TOOL = jit-tool\ninstall:\n\tcp $(TOOL) /usr/bin\n'
is_not other_list Makefile.am 'dist_bin_SCRIPTS = jit-tool\n'
is_not imported CMakeLists.txt 'add_executable(jit-tool IMPORTED)\n'
is_not custom CMakeLists.txt 'add_custom_target(jit-tool COMMAND cp run jit-tool)\n'
is_not in_document README 'add_executable(jit-tool work.c)\n'
built no_main Makefile "$rule" 'int work(void) { return 0; }'
rm "$T/no_main/main.c"
sed 's/^int main/int run/' "$T/rule/main.c" >"$T/no_main/run.c"
says unknown fast no_main

# a program that others have, too; another one behind it; what it is called by
prog tool_of_field 'system("hmmbuild x");'
printf 'hmmbuild: work.o\n' >"$T/tool_of_field/Makefile"
printf '%s\n' "$compiles" >"$T/tool_of_field/work.c"
leaves_open tool_of_field
prog behind 'char c[99]; sprintf(c, "jit-tool %s; cc k.c", file); system(c);'
printf '%b' "$rule" >"$T/behind/Makefile"
says unknown fast behind
prog by_exec 'execlp("jit-tool", "jit-tool", file, NULL);'
printf '%b' "$rule" >"$T/by_exec/Makefile"
says label-only fast by_exec

# Python
py() {
	mkdir "$T/$1"
	printf 'import subprocess\nimport sys\nif sys.argv[1] == "fast":\n    %s\n' "$2" >"$T/$1/main.py"
	printf '%b' "$rule" >"$T/$1/Makefile"
	printf '%s\n' "$3" >"$T/$1/work.c"
}
py list 'subprocess.run(["jit-tool", sys.argv[2]])' "$quiet"
says label-only fast list
py line 'subprocess.run("jit-tool -v > out", shell=True)' "$quiet"
says label-only fast line
py list_compiles 'subprocess.run(["jit-tool", sys.argv[2]])' "$compiles"
leaves_open list_compiles
py line_compiles 'subprocess.run("jit-tool -v > out", shell=True)' "$compiles"
leaves_open line_compiles
py more 'subprocess.run("jit-tool -v; cc k.c", shell=True)' "$quiet"
says unknown fast more
py put 'subprocess.run("jit-tool" + sys.argv[2], shell=True)' "$quiet"
says unknown fast put
py other 'subprocess.run(["jit-tool2", sys.argv[2]])' "$quiet"
says unknown fast other
