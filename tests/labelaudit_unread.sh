# labelaudit --src on C that is hard to read: what it does where it can be told, and no word of more where it cannot.
. tests/lib.sh
. tests/says.sh
mkdir "$T/words" "$T/head" "$T/loop" "$T/ctor" "$T/late" "$T/named" "$T/ladder" "$T/dead"

# operators that are words, an attribute of nothing, an if whose else stands behind an #if, a value with a blank before its brace
cat >"$T/words/a.cpp" <<'C'
#include <cstdio>
#include <cstdlib>
#include <cstring>
static void warn(int n) { switch (n) { case 1: std::puts("one"); [[fallthrough]]; default: break; } }
struct point { int x; };
static int all(point p, int n) { return p.x xor n; }
int main(int argc, char **argv)
{
    bool fast = argc > 1 and std::strcmp(argv[1], "fast") == 0, far = argc > 1 and std::strcmp(argv[1], "far") == 0;
    if (fast xor far) {
        if (fast) warn(all(point {1}, 2));
#ifdef FAR
        if (far) std::system("cc -shared -o k.so k.c");
#endif
        else std::puts("none");
    }
}
C
says label-only fast words
says unknown far words

# a condition that cannot be read is none: what hangs on it may run
for how in 'if (n XOR far)' 'while (n XOR far)' 'for (; n XOR far;)' 'if (n || far XOR n)' 'switch (n XOR far)'; do
	printf '%s\n' '#include <stdlib.h>' '#include <string.h>' '#include "xor.h"' 'int main(int argc, char **argv)' '{' \
		'	int far = strcmp(argv[1], "fast") == 0, n = argc > 5;' "	$how {" '	case 1: default:' '		system("cc -shared -o k.so k.c");' '		return 1;' '	}' '}' >"$T/head/a.c"
	case $how in switch*) ;; *) sed -i.b '/case 1/d' "$T/head/a.c"; rm "$T/head/a.c.b" ;; esac
	says unknown fast head
done
printf '%s\n' '#include <stdlib.h>' '#include <string.h>' '#include "xor.h"' 'int main(int argc, char **argv)' '{' \
	'	int far = strcmp(argv[1], "fast") == 0, n = argc > 5;' '	do {' '		if (far) system("cc -shared -o k.so k.c");' '	} while (n XOR far);' '}' >"$T/loop/a.c"
says unknown fast loop

# what runs before main by a macro of a header, and after it
echo '#define CTOR __attribute__((constructor))
#define DTOR __attribute__((destructor))
#define PLAIN __attribute__((unused))' >"$T/attr.h"
for f in ctor:CTOR late:DTOR; do
	cp "$T/attr.h" "$T/${f%:*}/"
	printf '%s\n' '#include "attr.h"' '#include <stdlib.h>' '#include <string.h>' '#include <stdio.h>' "static void ${f#*:} boot(void) { system(\"cc -shared -o k.so k.c\"); }" \
		'int main(int argc, char **argv)' '{' '	if (strcmp(argv[1], "fast") == 0)' '		puts("fast");' '}' >"$T/${f%:*}/a.c"
	says unknown fast "${f%:*}"
	sed -i.b "s/${f#*:}/PLAIN/" "$T/${f%:*}/a.c" && rm "$T/${f%:*}/a.c.b"
	says label-only fast "${f%:*}"
done

# a function that a macro names, and another between its parameters and its body
printf '%s\n' '#include <stdlib.h>' '#define NAME(x) x' 'API int CALL' 'NAME (run) (int n)' 'SUFFIX' '{' '	return system("cc -shared -o k.so k.c") + n;' '}' >"$T/named/a.c"
printf '%s\n' '#include <string.h>' 'int run(int n);' 'int main(int argc, char **argv)' '{' '	if (strcmp(argv[1], "fast") == 0)' '		return run(3);' '}' >"$T/named/b.c"
says unknown fast named

# else ifs under #ifs: which comes last depends on all of them
printf '%s\n' '#include <stdlib.h>' '#include <string.h>' 'int main(int argc, char **argv)' '{' '	int n = strcmp(argv[1], "fast") == 0 ? 2 : 3;' '	if (n == 1) exit(1);' \
	'#ifdef TWO' '	if (n == 2) exit(2);' '#endif' '	else system("cc -shared -o k.so k.c");' '}' >"$T/ladder/a.c"
says unknown fast ladder

# prose under #if 0 is not read, code beside it is
printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' '#include <string.h>' '#if 0' 'it'"'"'s how (system("cc x.c")' '#else' 'int k(void);' '#endif' 'int main(int argc, char **argv)' '{' \
	'	if (strcmp(argv[1], "fast") == 0)' '		puts("fast");' '	if (strcmp(argv[1], "far") == 0)' '		system("cc -shared -o k.so k.c");' '}' >"$T/dead/a.c"
says label-only fast dead
says unknown far dead

# macros of attributes, a pointer to what one names, a unit, a loop of Qt: what is beside them is seen
mkdir "$T/attrs" "$T/thrown" "$T/forever"
cat >"$T/attrs/a.cpp" <<'C'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "attrs.h"
struct held { STACK_OF(char) *more; };
void note(const char *text) { std::puts(text); }
static NONNULL(1) bool is(const char *a, const char *b) { return std::strcmp(a, b) == 0; }
static void FORMAT(1, 2) build(const char *what) { std::system("cc -shared -o k.so k.c"); }
int main(int argc, char **argv)
{
    if (is(argv[1], "fast")) note(argc < 4 KB ? "few" : "many");
    if (is(argv[1], "far")) build("k");
}
C
says label-only fast attrs
says unknown far attrs

# what is declared in an argument of a macro may be made there
cat >"$T/thrown/a.cpp" <<'C'
#include <cstdlib>
#include <cstring>
#include "throws.h"
struct built { int n; built(const char *how) : n(std::system(how)) {} };
int main(int argc, char **argv)
{
    if (std::strcmp(argv[1], "fast") == 0)
        THROWS(built b("cc -shared -o k.so k.c"), int);
}
C
leaves_open thrown

cat >"$T/forever/a.cpp" <<'C'
#include <QtGlobal>
#include <cstdlib>
#include <cstring>
int main(int argc, char **argv)
{
    int n = 0;
    forever {
        if (n++ > 2) break;
        if (std::strcmp(argv[1], "far") == 0) std::system("cc -shared -o k.so k.c");
    }
    return std::strcmp(argv[1], "fast") == 0;
}
C
says label-only fast forever
says unknown far forever

# what could not be read of a function starts a program, loads code, runs text or makes memory that may be run, or holds what does
# unread VERDICT WHAT LINE...: lines within the function
unread()
{
	mkdir -p "$T/unread"
	verdict=$1
	{
		printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' '#include <string.h>' '#include <sys/mman.h>' 'int say(const char *s) { int n @ = 3; return puts(s); }' 'int main(int argc, char **argv)' '{' \
			'	const char *s = "ls -l";' '	if (strcmp(argv[1], "fast") == 0) {'
		shift 2
		printf '		%s\n' "$@"
		printf '%s\n' '	}' '}'
	} >"$T/unread/a.c"
	says "$verdict" fast unread
}
unread label-only "nothing" 'say("none");'
unread label-only "what is read starts a known program" 'popen("ls -l", "r");' 'perror("popen(ls)");'
unread unknown "twice in one line, of which once is read" 'popen("ls -l", "r"); int n @ = popen(argv[2], "r");'
unread unknown "behind a letter that is a quote" "wchar_t n @ = L'\"'; system(\"\$CC\");"
unread unknown "what is read is told by what is not" 'int n @ = (s = argv[2]);' 'popen(s, "r");'
for call in 'execvpe("cc", argv, argv)' 'posix_spawnp(0, "cc", 0, 0, argv, 0)' 'g_spawn_command_line_sync(argv[2])' 'g_module_open("x", 0)' 'PyRun_SimpleString(argv[2])' 'luaL_dofile(0, argv[2])' \
	'mmap(0, 4096, 7, 34, -1, 0)' '(argc | PROT_EXEC)' 'system'; do
	unread unknown "$call" "int n @ = $call;"
done

# a file of which nothing could be read: what stands in it counts, wherever it is linked
mkdir "$T/junk"
printf '%s\n' '#include <string.h>' '#include "junk.h"' 'int main(int argc, char **argv)' '{' '	if (strcmp(argv[1], "fast") == 0)' '		RUN("cc -shared -o k.so k.c");' '	return strcmp(argv[1], "far") == 0;' '}' >"$T/junk/a.c"
printf '%s\n' '-- RUN is not written yet' >"$T/junk/junk.h"
sed -i.b 's/RUN(.*)/return 2/' "$T/junk/a.c" && rm "$T/junk/a.c.b"
says label-only fast junk
sed -i.b 's/return 2/RUN("cc -shared -o k.so k.c")/' "$T/junk/a.c" && rm "$T/junk/a.c.b"
for how in '#define RUN system' '__attribute__((constructor)) static void go(void) { int (*f)(const char *) = popen; f("cc k.c"); }' 'struct s { s() { nvrtcCompileProgram(0, 0, 0); } } t;'; do
	printf '%s\n' '-- nothing that can be read' "$how" >"$T/junk/junk.h"
	leaves_open junk
done

# however it is written there
for call in '(*system)(argv[2])' '(argc ? system : 0)(argv[2])' 'run(system)' 'run<system>(argv[2])' 'L'"'"'"'"'"' + system("$CC")' 'R"(")" + system("$CC")'; do
	unread unknown "$call" "int n @ = $call;"
done
unread unknown "over two lines" '@ system\' '(argv[2]);'
unread unknown "a word over two lines" '@ sys\
tem(argv[2]);'
unread unknown "beside letters" 'char q = '"'"'"'"'"'; popen("ls -l", "r"); int n @ = popen(argv[2], "r") ? q : 1;'
