# labelaudit --src on programs that the build of the tree makes: what it is made of may lie elsewhere, or another script may bring it, so one
# that code starts hides what it does; so does one that others have, too, and that is harmless, but where the tree may make it itself.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# built NAME FILE TEXT: main.c starts a tool of the tree, which FILE builds of work.c
built() {
	prog "$1" 'char c[99]; sprintf(c, "jit-tool -v %s > out", file); if (system(c) < 0) return 1;'
	printf '%b' "$3" >"$T/$1/$2"
	printf '#include <stdio.h>\nint main(void) { return puts("tool") < 0; }\n' >"$T/$1/work.c"
	says unknown fast "$1"
}
built rule Makefile 'all: jit-tool\n\njit-tool: work.o\n\t$(CC) -o $@ work.o\n'
built rule_elsewhere Makefile 'jit-tool: $(JIT)/tool_main.o\n\tcc -o $@ $^\n'
built rules_by_system Makefile 'ifdef JIT\njit-tool: jit.sh\n\tcp jit.sh $@\nelse\njit-tool: work.o\n\tcc -o $@ work.o\nendif\n'
built automake Makefile.am 'bin_PROGRAMS = jit-tool\njit_tool_SOURCES = ../jit/tool.c\n'
built automake_scripts Makefile.am 'if JIT\nbin_SCRIPTS = jit-tool\nelse\nbin_PROGRAMS = jit-tool\njit_tool_SOURCES = work.c\nendif\n'
built outside CMakeLists.txt 'FetchContent_MakeAvailable(jit)\nadd_executable(jit-tool ${jit_SOURCE_DIR}/main.cpp)\n'
built submodule CMakeLists.txt 'add_executable(jit-tool third_party/jit/main.c)\n'
built generated CMakeLists.txt 'add_executable(jit-tool ${CMAKE_BINARY_DIR}/gen_tool.c)\n'
built in_library CMakeLists.txt 'add_executable(jit-tool empty.c)\ntarget_link_libraries(jit-tool jit_main)\n'
built comment CMakeLists.txt '# add_executable(jit-tool work.c) was here\nfind_program(TOOL jit-tool)\n'
built alias CMakeLists.txt 'find_package(jit)\nadd_executable(jit-tool ALIAS jit::compiler)\n'
built other_branch CMakeLists.txt 'if(S)\nfind_program(TOOL jit-tool)\nelse()\nadd_executable(jit-tool work.c)\nendif()\n'
built meson meson.build "executable('jit-tool', 'gen.vala')\n"

# Python
mkdir "$T/list" "$T/console"
for f in list console; do
	printf 'import subprocess\nimport sys\nif sys.argv[1] == "fast":\n    subprocess.run(["jit-tool", sys.argv[2]])\n' >"$T/$f/main.py"
	printf 'int main(void) { return 0; }\n' >"$T/$f/work.c"
	printf 'add_executable(jit-tool work.c)\n' >"$T/$f/CMakeLists.txt"
done
printf '[project]\nname = "k"\nversion = "1"\n[project.scripts]\njit-tool = "jit.cli:main"\n' >"$T/console/pyproject.toml"
says unknown fast list
says unknown fast console

# of_field VERDICT NAME [FILE TEXT]: a program of a field, which many have
of_field() {
	prog "$2" 'system("hmmbuild x");'
	mkdir "$T/$2_py"
	printf 'import subprocess\nimport sys\nif sys.argv[1] == "fast":\n    subprocess.run(["hmmbuild", sys.argv[2]])\n' >"$T/$2_py/main.py"
	[ $# -lt 3 ] || printf '%b' "$4" | tee "$T/$2/$3" >"$T/$2_py/$3"
	says "$1" fast "$2"
	says "$1" fast "$2_py"
}
of_field label-only nobodys
of_field label-only objects Makefile 'all: main.o\n\tcc -o k main.o\n'
of_field label-only longer Makefile 'hmmbuild2: main.o\nmy-hmmbuild: main.o\n'
of_field label-only run Makefile 'check: k\n\thmmbuild x < k\n'
of_field label-only in_document README 'hmmbuild: main.o\n'
of_field label-only sought meson.build "find_program('hmmbuild')\n"
of_field label-only commented CMakeLists.txt '  # runs hmmbuild x\nadd_executable(k main.c)\n'
of_field label-only described CMakeLists.txt 'set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Front-end of hmmbuild and others")\n'
of_field label-only said CMakeLists.txt 'if(NOT H)\n  message(FATAL_ERROR "no hmmbuild is here")\nendif()\n'
of_field unknown behind_comment CMakeLists.txt '#[[\n#]] add_executable(hmmbuild work.c)\n'
of_field unknown behind_text CMakeLists.txt 'message("tools:") add_executable(hmmbuild work.c)\n'
of_field unknown in_command CMakeLists.txt 'add_custom_target(t COMMAND sh -c "cp jit.sh hmmbuild")\n'
of_field unknown of_rule Makefile 'hmmbuild: work.o\n'
of_field unknown of_script Makefile 'hmmbuild: gen\n\t./gen > $@\n'
of_field unknown of_linker Makefile 'all: work.o\n\tcc -O2 work.o -o hmmbuild -lm\n'
of_field unknown of_list Makefile.in 'PROGS = hmmalign \\\n  hmmbuild hmmsearch\nall: ${PROGS}\n'
of_field unknown of_variable Makefile 'K = hmmbuild\n$(K): work.o\n'
of_field unknown of_automake Makefile.am 'bin_PROGRAMS = k hmmbuild\n'
of_field unknown of_scripts Makefile.am 'bin_SCRIPTS = hmmbuild\n'
of_field unknown of_cmake CMakeLists.txt 'add_executable(hmmbuild work.c)\n'
of_field unknown of_cmake_name CMakeLists.txt 'set(K hmmbuild)\nadd_executable(${K} work.c)\n'
of_field unknown of_meson meson.build "executable('hmmbuild', 'work.c')\n"
of_field unknown of_setup setup.py 'setup(entry_points={"console_scripts": ["hmmbuild = k:main"]})\n'
