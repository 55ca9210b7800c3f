# labelaudit --src: a macro that joins nothing but what it is given, a ## b, comes to what all calls of it say, where all can be seen;
# otherwise it may be any name of the tree.
. tests/lib.sh
. tests/says.sh

# glue NAME LINE...: a program with a label `fast`; make.c has the lines behind G, which makes a function that pastes in a macro of its own;
# run starts what nobody knows, and nobody calls it by its name; main calls h, if it is there
glue() {
	mkdir "$T/$1"
	cat >"$T/$1/main.c" <<'C'
#include <getopt.h>
#include <stddef.h>
static struct option table[] = {{"fast", 0, 0, 'f'}, {0, 0, 0, 0}};
int fast, h(char *);
int main(int argc, char **argv)
{
	int c;
	while ((c = getopt_long(argc, argv, "f", table, NULL)) != -1)
		fast += c == 'f';
	return fast + h(argv[argc - 1]);
}
C
	printf '#include <stdlib.h>\nint run(char *p)\n{\n\treturn system(p);\n}\n' >"$T/$1/run.c"
	printf '%s\n' '#define GLUE(a, b) (a##b)' '#define G(s) int get_ ## s(int now) { return GLUE(last_, s) == now; }' 'static int last_tick;' 'G(tick);' >"$T/$1/make.c"
	n=$1
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" >>"$T/$n/make.c"
	grep -q 'int h(char' "$T/$n/make.c" || sed -i 's/ + h(.*;/;/' "$T/$n/main.c"
}
clean() { glue "$@"; says label-only fast "$1"; }
open() { glue "$@"; says unknown fast "$1"; }
clean told
clean in_comment '/* GLUE is what joins */' "static char a = '\"'; // GLUE" 'static const char *s = "GLUE(r, un) \" GLUE";'
clean asked '#ifdef GLUE' '#undef GLUE' '#endif' '#if defined(GLUE) || defined GLUE' '#endif'
clean lines 'static int x(void) { return GLUE(last_, // the name' '	/* of */ tick); }'
open given '#define H(f) GLUE(ru, f)' 'int h(char *p) { return H(n)(p); }'
open given_there 'int h(char *p) { return GLUE(r, un)(p); }'
open given_all '#define H(x, y) GLUE(x, y)'
open given_rest '#define H(...) GLUE(__VA_ARGS__)'
open handed_on '#define H(m, x, y) m(x, y)' '#define I H(GLUE, ru, n)'
open renamed '#define JOIN GLUE'
open renamed_before '#define JOIN GLUE' '(a, tick);'
open made '#define H(m) GL##m(ru, n)' 'int h(char *p) { return H(UE)(p); }'
open in_two_lines 'int h(char *p) { return GL\' 'UE(ru, n)(p); }'
open behind_letter "static int k = '\"'; int h(char *p) { return GLUE(ru, n)(p); }" "static int l = '\"';"
open of_other_form '#undef GLUE' '#define GLUE(a, b, c) a##b##c'

# by what the build or a file that is no C has
beside() { glue "$1"; [ "$2" != h.c ] || sed -i 's/return fast;/return fast + h(argv[argc - 1]);/' "$T/$1/main.c"; printf '%b' "$3" >"$T/$1/$2"; }
beside option Makefile 'CFLAGS = -DJIT=GLUE\n'
says unknown fast option
beside included rows.def 'GLUE(ru, n)\n'
says unknown fast included
beside document README 'GLUE (a macro) joins\n'
says label-only fast document
beside assembly k.S '\tcall GLUE(ru, n)\n'
says unknown fast assembly
beside other_source h.c '#define GLUE(a, b) (a##b)\nint h(char *p) { return GLUE(r, un)(p); }\n'
says unknown fast other_source

# two of them: one may make the name of the other
open by_the_other '#define PAIR(x, y) x##y' '#define H(s) int h(char *p) { return PAIR(GL, s)(ru, n)(p); }' 'H(UE)'
clean both '#define PAIR(x, y) x##y' 'static int first_one;' 'int h(char *p) { return PAIR(first, _one); }'

# what is joined may have blanks around the sign
open blanks '#ifdef RARE' '#define H(m) ru ## m' '#else' '#define H(m) atoi' '#endif' 'int h(char *p) { return H(n)(p); }'
