# labelaudit --src on C: flags of the build that make a function another, in Makefiles, scripts and CMake.
. tests/lib.sh
. tests/says.sh
. tests/graph.sh

# tree NAME [WHAT]: a program that calls prepare() under "fast"; build() captures a graph, prepare() does WHAT
tree() {
	mkdir "$T/$1"
	cat >"$T/$1/main.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <time.h>
void serve(void); void prepare(void);
int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "fast") == 0)
		prepare();
	clock_t t = clock();
	serve();
	printf("%ld\n", (long)(clock() - t));
	return 0;
}
C
	{ graph_head; graph_build; graph_serve; } >"$T/$1/graph.c"
	cat >"$T/$1/a.c" <<C
void build(void);
${3:-}
void prepare(void) { $2 }
C
}

tree plain ''
says unreachable fast plain
tree define ''
printf 'main: main.c graph.c\n\tcc -O2 -Dprepare=build -o main main.c graph.c\n' >"$T/define/Makefile"
says conditional fast define
check "it is said where" grep -q '/define/Makefile:2: open prepare = build, must be true$' "$T/out"
for flag in '-Wl,--wrap=prepare' '-Wl,--wrap -Wl,prepare' '--wrap prepare' '-Wl,--wrap,prepare'; do
	tree wrap '' 'void __wrap_prepare(void) { build(); }'
	printf 'main: main.c\n\tcc %s *.c -o main\n' "$flag" >"$T/wrap/Makefile"
	says conditional fast wrap
	rm -r "$T/wrap"
done
tree real 'build();' 'void __real_prepare(void); void __wrap_prepare(void) { __real_prepare(); }'
echo 'LDFLAGS = -Wl,--wrap=prepare' >"$T/real/flags.mk"
run labelaudit --src --label fast "$T/real"
check "the real one may be called" sh -c '! grep -qE "^fast: (unreachable|label-only)" "$1"' - "$T/out"
tree defsym ''
echo 'ld -r --defsym=prepare=build a.o -o b.o' >"$T/defsym/link.sh"
says conditional fast defsym
tree objcopy ''
echo 'objcopy --redefine-sym prepare=build main.o' >"$T/objcopy/link.sh"
says conditional fast objcopy
tree cmake ''
echo 'target_compile_definitions(main PRIVATE prepare=build)' >"$T/cmake/CMakeLists.txt"
says conditional fast cmake
tree commands ''
echo '[{"directory": "/b", "command": "cc -Dprepare=build -c main.c", "file": "main.c"}]' >"$T/commands/compile_commands.json"
says conditional fast commands
# what is compiled as it is written may be taken away
tree away 'build();' 'void nothing(void) { }'
echo 'CFLAGS += -Dbuild=nothing' >"$T/away/Makefile"
says conditional fast away

# no function becomes another
tree comment ''
echo '# was: -Dprepare=build' >"$T/comment/Makefile"
says unreachable fast comment
tree number ''
echo 'CFLAGS += -Dprepare=1 -DBACKEND=build -DREAL=double "-DNAME=\"build\""' >"$T/number/Makefile"
says unreachable fast number
tree file ''
echo 'CFLAGS += -Dprepare=build.o -Dprepare=build/x -Dprepare=$(BUILD)' >"$T/file/Makefile"
says unreachable fast file
tree static ''
sed -i 's/^void serve.*/void serve(void); static void prepare(void) { }/' "$T/static/main.c"
echo 'CFLAGS += -Dprepare=build' >"$T/static/Makefile"
says unreachable fast static
tree other 'build();'
echo 'CFLAGS += -Dstrcmp=xstrcmp -Dclock=xclock -Dserve2=serve' >"$T/other/Makefile"
says wired fast other
