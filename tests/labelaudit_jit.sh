# labelaudit --src on compilers of a tree's own, which have no symbol by which they are known: a way is looked for to
# the memory that is made to be run (audit/label/chain/chain_memory.c).
. tests/lib.sh
. tests/says.sh

# jit VERDICT WHAT FLAGS PROTECT: --jit sets what is asked before memory is had with FLAGS, behind a function that is not there
jit() {
	cat >"$T/jit.c" <<-C
		#include <string.h>
		#include <stdio.h>
		#include <sys/mman.h>
		#include "codec.h"
		typedef int (*fn)(int);
		static int use_jit;
		static fn make(int protect)
		{
			$4
			unsigned char *p = mmap(0, 4096, $3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			emit(p);
			return (fn)p;
		}
		static int slow(int x) { return x; }
		int main(int argc, char **argv)
		{
			fn f = slow;
			codec_start();
			for (int i = 1; i < argc; i++)
				if (strcmp(argv[i], "--jit") == 0)
					use_jit = 1;
			if (use_jit)
				f = make(argc);
			printf("%d\n", f(3));
		}
	C
	run labelaudit --src --label jit "$T/jit.c"
	check "$2: $1" grep -qx "jit: $1" "$T/out"
}
jit conditional "the flag stands in the call" "PROT_READ | PROT_WRITE | PROT_EXEC" ""
check "it says what the way ends at" grep -qxF "  a way from the label to memory that is made to be run, for code made there, found by names and guards; not every value on it was followed" "$T/out"
check "and where" grep -q "compile mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC" "$T/out"
jit conditional "a variable has the flag" "how" "int how = PROT_READ; how = how | PROT_EXEC;"
jit unknown "what is not known to have it is no end of a way" "protect" ""
jit unknown "it is only asked for" "protect" "if (protect & PROT_EXEC) return 0;"
jit unknown "memory for data" "PROT_READ | PROT_WRITE" ""

cat >"$T/both.c" <<'EOC'
#include <string.h>
#include <sys/mman.h>
#include "codec.h"
static int use_jit;
static void *stack(void) { return mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, -1, 0); }
int main(int argc, char **argv)
{
	codec_start();
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--jit") == 0)
			use_jit = 1;
	if (use_jit)
		stack();
	else if (argc > 9)
		nvrtcCompileProgram(0, 0, 0);
}
EOC
run labelaudit --src --label jit "$T/both.c"
check "where a compile call is known by its name, memory is no end of a way" grep -qx "jit: unknown" "$T/out"

# data VERDICT WHAT BEFORE CODE: memory is had with `how` as permission; the code before it sets that
data() {
	cat >"$T/data.c" <<-C
		#include <stdio.h>
		#include <string.h>
		#include <sys/mman.h>
		static int other;
		static void change(int *p) { *p |= other; }
		$3
		int main(int argc, char **argv)
		{
			int fast = argc > 1 && strcmp(argv[1], "--fast") == 0;
			$4
			unsigned char *p = mmap(0, 4096, how, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			printf("%d\n", p[fast]);
			return 0;
		}
	C
	run labelaudit --src --label fast "$T/data.c"
	check "$2: $1" grep -qx "fast: $1" "$T/out"
}
data label-only "to be read or written" "" "int how; if (argc > 2) how = PROT_READ; else how = PROT_READ | PROT_WRITE; if (how & PROT_WRITE) fast = 0;"
data label-only "one of two" "" "int how = fast ? PROT_READ : PROT_WRITE; how |= PROT_READ; how &= ~other;"
data label-only "of another that is so" "" "const int w = PROT_WRITE; int how = PROT_READ | w;"
data label-only "of numbers" "" "int how = 3;"
data unknown "by its number it may be run" "" "int how = PROT_READ; how |= 0x4;"
data unknown "by a name" "" "int how = argc > 2 ? PROT_READ : PROT_EXEC;"
data unknown "by a variable of the file's" "" "int how = PROT_READ | other;"
data unknown "where its address is taken" "" "int how = PROT_READ; change(&how);"
data unknown "where it is counted up" "" "int how = PROT_READ; how += 4 * fast;"
data unknown "where it is shifted" "" "int how = PROT_READ; how <<= 2;"
data unknown "where a macro may set it" "" "int how = PROT_READ; SET_MODE(how);"
data unknown "where the assembler may" "" 'int how = PROT_READ; asm("movl \$7, %0" : "=r"(how));'
data unknown "of the file's" "static int how = PROT_READ; void set(void) { how |= other; }" ""
data unknown "of the file's, declared within" "int how; void set(void) { how = other; }" "extern int how;"
data unknown "by a macro of its name" "#define how (PROT_READ | other)" ""
data unknown "by the number of a system call" "" "int how = PROT_READ; syscall(10, &how, 4096, 5);"
data unknown "by the name of one" "" "int how = PROT_READ; syscall(SYS_mprotect, main, 4096, how | 4);"
data unknown "by a number that is not known" "" "int how = PROT_READ; syscall(other, main, 4096);"
data label-only "by another one" "" "int how = PROT_READ; printf(\"%ld\", syscall(SYS_gettid)); syscall(SYS_mprotect, main, 4096, how);"
data unknown "by a pointer to mprotect" "static int (*protect)(void *, size_t, int) = mprotect;" "int how = PROT_READ; protect(main, 4096, other);"
data label-only "beside the size of something" "" "int how = PROT_READ; fast &= sizeof(argc) > 1;"
data unknown "where a size names it" "" "int how = PROT_READ; fast &= sizeof(how) > 1; other = how;"
data unknown "where a size stands beside a macro that sets it" "#define MORE how |= other" "int how = PROT_READ; fast &= sizeof(argc) > 1; MORE;"
data label-only "a pointer that is kept and never read" "typedef int made(void *, size_t, int);" "made *kept; int how = PROT_READ; kept = mprotect;"
data unknown "one that is called" "typedef int made(void *, size_t, int);" "made *kept; int how = PROT_READ; kept = mprotect; kept(main, 4096, other);"
data unknown "one whose address is given away" "typedef int made(void *, size_t, int); int run(made **f) { return (*f)(run, 4096, other); }" "made *kept; int how = PROT_READ; kept = mprotect; run(&kept);"
data unknown "one that is given on as it is kept" "typedef int made(void *, size_t, int); made *more;" "made *kept; int how = PROT_READ; more = kept = mprotect; more(main, 4096, other);"
data unknown "one of the file's" "typedef int made(void *, size_t, int); made *kept; int run(void) { return kept(run, 4096, other); }" "int how = PROT_READ; kept = mprotect; run();"
data unknown "one of the file's beside a block's" "typedef int made(void *, size_t, int); made *kept; int run(void) { return kept(run, 4096, other); }" \
	"int how = PROT_READ; { made *kept; kept = 0; } kept = mprotect; run();"
data unknown "one that a macro calls" "typedef int made(void *, size_t, int);
#define RUN kept(main, 4096, other)" "made *kept; int how = PROT_READ; kept = mprotect; RUN;"
mkdir -p "$T/kept"
printf '%s\n' '#include <sys/mman.h>' '#include <string.h>' 'typedef void *(*fn)(void *, size_t, int, int, int, off_t);' 'fn g;' 'struct keep { void operator=(fn f) { g = f; } };' \
	'void set(void)' '{' '	keep k;' '	k = mmap;' '}' 'int main(int c, char **v)' '{' '	set();' '	return c > 1 && !strcmp(v[1], "fast") ? g(0, 4096, 7, 34, -1, 0) != 0 : 0;' '}' >"$T/kept/a.cpp"
run labelaudit --src --label fast "$T/kept"
check "an object of C++ that is given it may hand it on" grep -qx "fast: unknown" "$T/out"
data label-only "a member of that name" "struct file { int mmap; };" "struct file f = {0}; int how = PROT_READ; fast &= !f.mmap;"

# a parameter is what all who name the function give it
map='static void *map(size_t n, int p) { return mmap(0, n, p, MAP_PRIVATE, -1, 0); }'
data label-only "given by all who call it" "$map" "int how = PROT_READ; fast &= map(9, how) == map(9, PROT_READ | PROT_WRITE);"
data label-only "given through two" "$map static void *both(int p) { return map(9, p); }" "int how = PROT_READ; fast &= both(how) != 0;"
data unknown "given by one" "$map" "int how = PROT_READ; fast &= map(9, how) == map(9, other);"
data unknown "given through two, by one" "$map static void *both(int p) { return map(9, p); }" "int how = PROT_READ; fast &= both(how) == both(7);"
data unknown "given by who has its address" "$map static void *(*at)(size_t, int) = map;" "int how = PROT_READ; fast &= map(9, how) == at(9, other);"
data unknown "given by who has its name" "$map void *find(const char *);" "int how = PROT_READ; fast &= map(9, how) == ((void *(*)(size_t, int))find(\"map\"))(9, other);"
data unknown "given, and set there" "static void *map(size_t n, int p) { p |= other; return mmap(0, n, p, MAP_PRIVATE, -1, 0); }" "int how = PROT_READ; fast &= map(9, how) != 0;"
data unknown "given by a macro" "$map
#define MAP(x) map(9, x)
#define CALL(f) f(other)" "int how = PROT_READ; fast &= MAP(how) == CALL(MAP);"
data unknown "given where nothing can be read" "$map
int odd(void) { return @ map(9, 7) @; }" "int how = PROT_READ; fast &= map(9, how) != 0;"
# what its name hides
data unknown "by a macro that adds to it" "#define MORE how |= other" "int how = PROT_READ; MORE;"
data unknown "by another meaning of a name" "#undef PROT_READ
#define PROT_READ 7" "int how = PROT_READ;"
data label-only "by the same meaning of a name" "#ifndef PROT_READ
#define PROT_READ 1
#endif" "int how = PROT_READ;"
data label-only "a parameter that is called so" "static int use(int mmap) { if (mmap) mmap = 2; return mmap; }" "int how = PROT_READ; fast &= use(argc);"
data label-only "a variable that is called so, by its address" "static int use(int *n) { return *n; }" "int how = PROT_READ, mmap = 0; fast &= use(&mmap);"
data unknown "the function, where another has a parameter called so" "static void *(*p)(void *, size_t, int, int, int, off_t); static int use(int mmap) { return mmap; } static void set(void) { p = mmap; }" "int how = PROT_READ; set(); use(1); p(0, 4096, other, MAP_PRIVATE, -1, 0);"
data unknown "a parameter that is the function" "static void *use(void *(*mmap)(void *, size_t, int, int, int, off_t)) { return mmap(0, 4096, other, MAP_PRIVATE, -1, 0); } void *any(void *);" "int how = PROT_READ; use(any(0));"
mkdir -p "$T/by"
cat >"$T/by/core.cpp" <<'C'
#include <string.h>
#include <sys/mman.h>
static int other;
static void change(int &p) { p |= other; }
void *map(size_t n)
{
	int how = PROT_READ;
	change(how);
	return mmap(0, n, how, MAP_PRIVATE, -1, 0);
}
int main(int argc, char **argv) { return argc > 1 && strcmp(argv[1], "--fast") == 0 && map(argc); }
C
says unknown fast by
