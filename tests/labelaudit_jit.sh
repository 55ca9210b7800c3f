# labelaudit --src on compilers of a tree's own, which have no symbol by which they are known: a way is looked for to
# the memory that is made to be run (audit/label/chain_memory.c).
. tests/lib.sh

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
