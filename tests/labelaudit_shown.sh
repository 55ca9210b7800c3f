# labelaudit --src on C: what is printed of a path is so.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# program NAME BEFORE JIT: BEFORE, and where JIT holds, what is timed is compiled; mode is the label
program() {
	cat >"$T/$1" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
$(rtc_build "")
static void loop(float *x) { for (int i = 0; i < 32; i++) x[i] *= 2; }
static const struct { const char *n; int jit; } tab[] = {{"slow", 0}, {"fast", 1}, {"none", 0}};
int main(int argc, char **argv)
{
	float x[32] = {0};
	CUfunction f = 0;
	int jit = 0;
	if (argc < 2)
		return 2;
	const char *mode = argv[1];
	$2
	if ($3)
		f = build();
	clock_t t = clock();
	if (f)
		cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);
	else
		loop(x);
	return (int)(clock() - t);
}
C
}
shows() { check "$1" grep -q "$2" "$T/out"; }
hides() { check "$1" sh -c '! grep -q "$2" "$1"' - "$T/out" "$2"; }

# a guard that is asked again has all its values
program table.c 'for (int i = 0; i < 3; i++) if (strcmp(tab[i].n, mode) == 0) { jit = tab[i].jit; break; }' jit
says wired fast table.c
shows "the value by which a loop is left" ': guard strcmp(tab\[i\].n, mode) == 0 is false, then true$'
program all.c 'for (int i = 0; i < 3; i++) if (strcmp(tab[i].n, mode) == 0) jit = tab[i].jit;' jit
says wired fast all.c
shows "in turn" ': guard strcmp(tab\[i\].n, mode) == 0 is true and false in turn$'
program once.c 'jit = strcmp(mode, "fast") == 0;' jit
says wired fast once.c
shows "one value" ': guard jit is true$'

# where nothing hangs on a condition, it is no must
program any.c 'FILE *in = fopen("x", "r"); if (in) fclose(in);' 'strcmp(mode, "fast") == 0'
says wired fast any.c
hides "nothing must be" 'must be'
program some.c 'int n = atoi(getenv("N"));' 'n > 3 && strcmp(mode, "fast") == 0'
says conditional fast some.c
shows "what it hangs on must be" 'open n > 3 and strcmp(mode, "fast") == 0, must be true$'
program not.c 'FILE *in = fopen("x", "r"); if (!in || !argv[1][1]) return 2;' 'strcmp(mode, "fast") == 0'
says wired fast not.c
hides "what is turned is not shown with the other's value" 'open not in, taken as true'

# the name itself is no alias
hides "no alias" alias
program alias.c '' 'strcmp(mode, "fast") == 0'
sed -i 's/nvrtcCompileProgram(p/compile_it(p/; s/^#include <time.h>/&\n#define compile_it nvrtcCompileProgram/' "$T/alias.c"
says wired fast alias.c
shows "another name is" ':7: alias compile_it = nvrtcCompileProgram$'

# a value of a switch is no condition by itself
program switch.c 'jit = !strcmp(mode, "fast"); switch (atoi(getenv("N"))) { case 3: break; default: jit = 0; break; }' jit
says conditional fast switch.c
shows "it is what is switched on" 'open atoi(getenv("N")) == 3, must be true$'

# of a long condition the end is shown
sum=$(awk 'BEGIN { for (i = 0; i < 60; i++) printf "%sa%d", i ? " + " : "", i }')
program sum.c "$(awk 'BEGIN { for (i = 0; i < 60; i++) printf "int a%d = getenv(\"A%d\") != 0; ", i, i }')" "strcmp(mode, \"fast\") == 0 && $sum > 3"
run labelaudit --src --label fast "$T/sum.c"
shows "its parts" ' + a30 + a31'
hides "none is empty" ' +  + '

# what could not be read may be where the label stands
{
	echo 'int main(int c, char **v) { int j = 0;'
	awk 'BEGIN { for (i = 0; i < 500; i++) printf "if (c > 1) {"; printf "j = !strcmp(v[1], \"other\");"; for (i = 0; i < 500; i++) printf "}" }'
	echo 'if (j) nvrtcCompileProgram(0, 0, 0); return j; }'
} >"$T/deep.c"
says unknown other deep.c
shows "it is not said that it stands nowhere" 'was not seen in the code and data of the tree, of which a part could not be read$'
shows "where" 'opaque: nested too deep$'

# what binds less tightly stands in parentheses, and nothing else does
program parens.c 'int n = atoi(getenv("N")), v = n > 9;' '!(strcmp(mode, "fast") || n) && (v || (n = 3)) && !(n == 4 && !(n & (1 | 8)))'
run labelaudit --src --label fast "$T/parens.c"
shows "of C" ' not (strcmp(mode, "fast") or n) and (v or (n = 3)) and not (n == 4 and not n & (1 | 8))'
cat >"$T/parens.py" <<'P'
import sys, time, torch
n, m = int(sys.argv[2]), torch.nn.Linear(1, 1)
if not (sys.argv[1] != "fast" or n == 3) and (n + 1) * 2 - (n - 1) > -(n % 3) ** 2 and not (n | 1) & 6 == n:
    m = torch.compile(m)
t = time.perf_counter()
m(torch.ones(1))
print(time.perf_counter() - t)
P
run labelaudit --src --label fast "$T/parens.py"
shows "of Python" ' not (sys.argv.1. != "fast" or n == 3) and (n + 1) \* 2 - (n - 1) > -(n % 3) \*\* 2 and not ((n | 1) & 6) == n, must be true$'

# where names alone leave it open, all parts that hide something are listed, as many as fit and the rest counted; what compiles comes first
many() {
	echo '#include <stdlib.h>'
	echo 'const char *names[] = {"fast", "slow"};'
	for i in $(seq "$1"); do echo "int run$i(const char *s) { return names[$i % 2] == s ? system(s) : 0; }"; done
}
many 3 >"$T/three.c"
says unknown fast three.c
shows "the first part" 'three.c:3: opaque: system(s): another program runs$'
shows "the last part" 'three.c:5: opaque: system(s): another program runs$'
mkdir "$T/many"
{ many 20; echo 'int nvrtcCompileProgram(void *, int, void *); int built(void *p) { return names[0] != names[1] ? nvrtcCompileProgram(p, 0, 0) : 0; }'; } >"$T/many/many.c"
says unknown fast many
check "what compiles comes first" sh -c 'grep -A1 "not followed" "$1" | grep -q "many.c:23: opaque: nvrtcCompileProgram"' - "$T/out"
shows "the rest is counted" '^    and 11 more$'
check "so in JSON" sh -c '"$1" --src -o json --label fast "$2" | grep -q "\"opaque_left_out\": 5"' - "$BIN/labelaudit" "$T/many"
