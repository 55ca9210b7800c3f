# labelaudit --src on programs of C and C++ that ask anywhere whether the label is given: getenv() of its name, or a function of
# their own that looks through all arguments (audit/label/closed_always.c), and where what it says is not known.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

MANY=70
# many: more conditions than one path may have, so that only the closed branches say something
many() {
	printf '\tint many = 0;\n'
	for i in $(seq 1 $MANY); do
		printf '\tif (getenv("MANY_%s")) many += rand();\n' "$i"
	done
}

# p VERDICT NAME.SUFFIX DECLARATIONS BODY JIT [OPTIONS]: main takes OPTIONS in a loop over a, runs BODY, and times what JIT says
p() {
	cat >"$T/$2" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
$(case $2 in *.cpp) printf '#include <algorithm>\n#include <string>' ;; esac)
static int jit = 1, verbose;
$(rtc_build "")
$(rtc_serve "")
$3
int main(int argc, char **argv)
{
	float x[32] = {0};
$(many)
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		if (!strcmp(a, "-v")) verbose = 1;
		${6-}
	}
	$4
	clock_t t = clock();
	serve(($5) ? build() : 0, x);
	return (int)(clock() - t);
}
C
	if [ "$1" = open ]; then
		run labelaudit --src --label NO_JIT "$T/$2"
		check "NO_JIT of $2 has a verdict" grep -q "^NO_JIT: " "$T/out"
		check "NO_JIT of $2 is not out of reach" sh -c '! grep -qE "^NO_JIT: (label-only|unreachable)$" "$1"' - "$T/out"
	else
		says "$1" NO_JIT "$2"
	fi
}
open() { p open "$@"; }

# the environment
ENV='getenv("NO_JIT")'
p unreachable env_if.c '' "if ($ENV) jit = 0;" jit
p unreachable env_null.c '' "if ($ENV != NULL) jit = 0;" jit
p unreachable env_asked.c '' '' "!$ENV"
p unreachable env_kept.c '' "const char *e = $ENV; int j = !e;" j
p unreachable env_function.c "static void init(void) { jit = !$ENV; }" 'init();' jit
p unreachable env_leaves.c "static void work(float *x) { if ($ENV) return; serve(build(), x); }" 'work(x);' "$ENV == NULL"
p unreachable env_member.c 'struct opts { int jit, n; }; static struct opts o = { 1 };' "o.jit = !$ENV;" o.jit
p unreachable env_ends.c "static void init(void) { if ($ENV) exit(0); }" 'init();' jit
open env_value.c '' "const char *e = $ENV; if (e && *e != '0') jit = 0;" jit
open env_number.c '' "if ($ENV && atoi($ENV)) jit = 0;" jit
open env_again.c '' "if ($ENV) jit = 0; if (verbose) jit = 1;" jit
open env_inverted.c '' '' "$ENV != NULL"
open env_either.c '' '' "verbose || !$ENV"
open env_unset.c '' "if (verbose) unsetenv(argv[1]); if ($ENV) jit = 0;" jit
open env_environ.c 'extern char **environ;' "environ[0] = 0; if ($ENV) jit = 0;" jit
open env_started.c '' 'char *none[] = { 0 }; if (verbose) execve(argv[0], argv, none);' "!$ENV"
open env_own.c 'static char *getenv(const char *n) { return verbose ? (char *)n : 0; }' '' "!$ENV"
open env_too.c '' '' "!$ENV" 'if (!strcmp(a, "--NO_JIT")) verbose = 2;'
open env_before.c '' "serve(jit ? build() : 0, x); if ($ENV) jit = 0;" jit
open env_passed.c "static void init(void) { if ($ENV) jit = 0; }" 'if (verbose) init();' jit
open env_left.c "static void init(void) { if (verbose) return; if ($ENV) jit = 0; }" 'init();' jit
open env_side.c "static int init(void) { if ($ENV) jit = 0; return 1; }" 'verbose = verbose && init();' jit
open env_no_end.c "static void init(void) { if ($ENV) exit(0); }" 'if (verbose) init();' jit

# a function that looks through all arguments
HAS='static int has(int argc, char **argv, const char *o) { for (int i = 1; i < argc; i++) if (!strcmp(argv[i], o)) return 1; return 0; }'
ASK='has(argc, argv, "NO_JIT")'
CMD='class Cmd { public: int _argc; char **_argv; Cmd(int argc, char **argv) : _argc(argc), _argv(argv) {}
	bool has(const char *o) const { for (int i = 1; i < _argc; i++) if (strcmp(o, _argv[i]) == 0) return true; return false; } };'
FIND='static bool exists(char **begin, char **end, const std::string &o) { return std::find(begin, end, o) != end; }'
SUB='static int sub(int argc, char **argv) { float x[32]; serve(has(argc, argv, "NO_JIT") ? 0 : build(), x); return 0; }'
p unreachable has.c "$HAS" '' "!$ASK"
p unreachable has_if.c "$HAS" "if ($ASK) jit = 0;" jit
p unreachable has_set.c "$HAS" "jit = !$ASK;" jit
MANY=12 # with more, no path of main is seen to its end, and sub() is taken for what gets the label
p unreachable has_handed_on.c "$HAS $SUB" 'sub(argc, argv);' "!$ASK"
MANY=70
p unreachable class.cpp "$CMD" 'Cmd c(argc, argv);' '!c.has("NO_JIT")'
p unreachable found.cpp "$FIND" '' '!exists(argv, argv + argc, "NO_JIT")'
open has_shifted.c "$HAS" 'argc--; argv++;' "!$ASK"
open has_written.c "$HAS" 'argv[1] = a;' "!$ASK"
open has_eaten.c "$HAS static void eat(int *c) { *c = 1; }" 'eat(&argc);' "!$ASK"
open has_part.c "$HAS" '' '!has(argc - 1, argv, "NO_JIT")'
open has_words.c "$HAS static char *w[] = { \"a\", 0 };" '' '!has(1, w, "NO_JIT")'
open has_config.c "$HAS static void parse(int argc, char **argv) { if ($ASK) jit = 0; }" 'char *w[] = { 0 }; parse(0, w);' jit
open has_command.c "$HAS $SUB static int (*command)(int, char **) = sub;" 'command(argc - 1, argv + 1);' "!$ASK"
open has_pointer.c "$HAS struct f { int (*has)(int, char **, const char *); };" 'struct f f = { 0 };' '!f.has(argc, argv, "NO_JIT")'
open has_variable.c "$HAS static int no(int c, char **v, const char *o) { return 0; }" 'int (*has)(int, char **, const char *) = no;' "!$ASK"
open has_passed.c "$HAS" "if (verbose) jit = !$ASK;" jit
n=0
while IFS='|' read -r was is; do
	n=$((n + 1))
	check "has_$n.c is another function" sh -c 'case $1 in *"$2"*) ;; *) exit 1 ;; esac' - "$HAS" "$was"
	open "has_$n.c" "${HAS%%"$was"*}$is${HAS#*"$was"}" '' "!$ASK"
done <<'EOF'
i = 1|i = 2
i++|i += 2
!strcmp|strcmp
return 1; return 0|return 0; return 1
) return 1;|) return 1; else break;
!strcmp(argv[i], o)|!strcmp(argv[i], o) && i < 3
{ for|{ static int n; if (n++) return 0; for
EOF
open class_part.cpp "$CMD" 'Cmd c(argc - 1, argv + 1);' '!c.has("NO_JIT")'
open class_words.cpp "$CMD" 'char *w[] = { 0 }; Cmd c(0, w);' '!c.has("NO_JIT")'
open class_other.cpp "#include <ext.h>
$CMD" 'ExtCmd c(argc, argv); Cmd d(argc, argv);' '!c.has("NO_JIT")'
open class_set.cpp "$CMD" 'Cmd c(argc, argv); c._argc = 1;' '!c.has("NO_JIT")'
open found_part.cpp "$FIND" '' '!exists(argv, argv + 2, "NO_JIT")'
open found_not.cpp "${FIND%!=*}== end; }" '' '!exists(argv, argv + argc, "NO_JIT")'
