# route: which way serves which sizes, from audited runs
. tests/lib.sh

F=fixtures/h200
cells() { awk -v names="$1" -v sep=, -f reports/csv.awk -f reports/fields.awk "$T/out"; } # NAMES
expected() { python3 tests/audit/route.py $F/limit $F/padded "$@" >"$T/want"; }
ninth() { awk 'NR == 1 { printf "%.9g\n", $0 }' >"$T/got"; } # the first row, to nine digits

run route -o csv $F/variable
is_status 0 "prompts over the recompile limit"
cells from,to,way,next,next_lo,next_hi,points,decided,refused >"$T/got"
cat >"$T/want" <<'END'
1,27,refrun-cuda-compile,27,27,51,7,7,
27,51,refrun-cuda,,,,1,1,refrun-cuda-compile: not compiled: compiled code served 0 of 15 forwards; 15 exceeded the recompile limit
END
same "compiled code serves no size beyond its evidence" "$T/want" "$T/got"

# by tests/audit/route.py: medians, their ratios and where these cross
run route --by run -o csv $F/limit $F/padded
is_status 0 "two runs, each a way"
expected --cross padded/refrun-cuda-compile limit/refrun-cuda-compile --at 11 17
cells next | ninth
same "the size from which the other is faster" "$T/want" "$T/got"
expected --gain padded/refrun-cuda-compile 1 14.8
cells gain | ninth
same "the gain over eager" "$T/want" "$T/got"
expected --payback padded/refrun-cuda-compile 1 14.8
cells payback | ninth
same "the calls that pay compiling back" "$T/want" "$T/got"

mkdir "$T/torch" && tar xJf fixtures/torch/h200.tar.xz -C "$T/torch"
run route -o csv "$T/torch/gpt2-25m/variable" "$T/torch/qwen2.5-0.5b/variable"
is_status 0 "runs of PyTorch"
cells model,from,to,way >"$T/got"
cat >"$T/want" <<'END'
gpt2-25m,1,27,torch-compile
gpt2-25m,27,51,torch-eager
qwen2.5-0.5b,1,27,torch-compile
qwen2.5-0.5b,27,51,torch-eager
END
same "the same limit" "$T/want" "$T/got"
run route -o csv "$T/torch/gpt2-25m/decode_static"
is_status 0 "decode without the sizes of prompts"
check "is decided by scenario" grep -q 'single_medium,,,torch-compile' "$T/out"
run route -o csv fixtures/sets/TR126/phase2/20300102_000000
is_status 2 "no sample"
check "says so" grep -q 'no sample of these runs has a latency' "$T/err"

# a size that was measured for some of the ways alone decides nothing
run route -o csv $F/two_dtypes "$T/torch/qwen2.5-0.5b/variable"
is_status 3 "sizes that were measured for PyTorch alone"
cells dtype,from,to,way,refused | grep '^fp16' >"$T/got"
check "no way serves them" grep -q '^fp16,1,.*,,refrun-cuda-compile: not measured at all' "$T/got"
check "one serves the others" grep -q '^fp16,17,.*,refrun-cuda-compile,' "$T/got"

# a run that contradicts itself is no evidence
cp -R $F/limit "$T/forged"
chmod -R u+w "$T/forged"
sed -i '/stress_single.*refrun-cuda-compile/d' "$T/forged/prefill/metrics.csv"
run route -o csv "$T/forged"
is_status 3 "a file that is not what the manifest says"
cells from,to,way,refused >"$T/got"
check "no way serves anything" grep -q '^1,51,,refrun-cuda: contradiction: prefill/metrics' "$T/got"

# the header, in a program that includes it
run route --header "$T/route.h" --gnuplot "$T/route.gp" -o csv $F/variable $F/tiny_static
is_status 0 "with a header and a picture"
cat >"$T/use.c" <<'END'
#include <stdio.h>
#include "route.h"
int main(void)
{
	const double at[] = {0, 1, 27, 40, 51, 52};
	for (int i = 0; i < 6; i++) {
		const char *way = assay_route("prefill", "gpt2-25m", "fp32", 1, 0, at[i]);
		printf("%g %s\n", at[i], way ? way : "none");
	}
	printf("%s\n", assay_route("kv_decode", "tiny-gpt2", "fp32", 1, 16, 12));
	return assay_route("prefill", "gpt2-25m", "fp16", 1, 0, 9) != NULL;
}
END
check "the header compiles without a warning" \
	"${CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror -o "$T/use" "$T/use.c"
run "$T/use"
is_status 0 "and knows no other dtype"
is_out "it serves what was measured, and nothing beyond" <<'END'
0 none
1 refrun-cuda-compile
27 refrun-cuda-compile
40 refrun-cuda
51 refrun-cuda
52 none
refrun-cuda-compile
END
gnuplot "$T/route.gp" >"$T/route.svg" 2>"$T/err"
check "gnuplot draws the regions" grep -q 'refrun-cuda-compile' "$T/route.svg"
same "and has nothing to say" /dev/null "$T/err"

FAST='[1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6]'
SLOW='[4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6]'

# names that mean something to C or to gnuplot
python3 tests/audit/route_run.py "$T/odd" \
	'["é/ %n", "a`touch pwned` @GPVAL_PWD", "s", 8, [1, 2, 2, 2, 2, 2, 3]]' \
	'["é/ %n", "\"\\", "s2", 8, [4, 5, 5, 5, 5, 5, 6]]'
run route --header "$T/odd.h" --gnuplot "$T/odd.gp" "$T/odd"
is_status 0 "odd names"
cat >"$T/use.c" <<'END'
#include <stdio.h>
#include "odd.h"
int main(void) { return puts(assay_route("prefill", "é/ %n", "fp32", 1, 0, 8)) == EOF; }
END
check "the header compiles" "${CC:-cc}" -std=c99 -Wall -Wextra -Werror -o "$T/use" "$T/use.c"
run "$T/use"
is_out "and has them as they are" <<'END'
a`touch pwned` @GPVAL_PWD
END
(cd "$T" && gnuplot odd.gp >odd.svg 2>gnuplot.err)
check "gnuplot draws them" grep -q 'touch pwned. @GPVAL_PWD' "$T/odd.svg"
check "and runs no command" test ! -e "$T/pwned"

# scenarios without a size are decided each for itself
python3 tests/audit/route_run.py "$T/apart" "[\"m\", \"a\", \"s\", null, $FAST]" \
	'["m", "b", "s", null, [1.2, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]]' \
	"[\"m\", \"a\", \"t\", null, $SLOW]" "[\"m\", \"b\", \"t\", null, $FAST]"
run route -o csv "$T/apart"
cells scenario,way,decided >"$T/got"
printf 's,a,0\nt,b,1\n' >"$T/want"
same "of a tie the faster, whatever another scenario says" "$T/want" "$T/got"

# held-out sizes
run route --hold-out 2 --by run -o csv $F/limit $F/padded
is_status 0 "every second size is held out"
cells policy,points,served,right,worst_pct >"$T/got"
check "the fastest loses nothing" grep -qx 'fastest,3,3,3,0' "$T/got"
check "eager is never right here" grep -q '^always limit/refrun-cuda,3,3,0,' "$T/got"
check "the decision is right" grep -q '^route,3,3,3,' "$T/got"
run route --hold-out 2 $F/decode_joined
is_status 2 "too few sizes"

# does it still hold?
run route -o json -O "$T/old.json" $F/variable
run route --check "$T/old.json" -o csv $F/variable
is_status 0 "of the same runs"
run route --check "$T/old.json" -o csv $F/limit
is_status 1 "of runs that compile the longest prompt, too"
check "says which way is faster" \
	grep -q '27,51,refrun-cuda,lost,1,1,refrun-cuda-compile,1\.5' "$T/out"
run route --check "$T/old.json" $F/tiny_variable
is_status 3 "of another model"
run route --check "$T/old.json" "$T/forged"
is_status 3 "of runs that are no evidence"

# too few samples of a way: the size decides nothing, and no region reaches into it
python3 tests/audit/route_run.py "$T/step" "[\"m\", \"a\", \"s\", 8, $SLOW]" \
	'["m", "b", "s", 8, [1, 2, 3]]' "[\"m\", \"a\", \"t\", 16, $SLOW]" \
	"[\"m\", \"b\", \"t\", 16, $FAST]"
run route -o json -O "$T/step.json" "$T/step"
run route --check "$T/step.json" -o csv "$T/step"
is_status 0 "each size is judged by the region that serves it"
cells way,from,points,verdict >"$T/got"
cat >"$T/want" <<'END'
b,16,1,holds
END
same "the region that serves has one size" "$T/want" "$T/got"
run route -o csv "$T/step"
cells way,decided,refused >"$T/got"
printf ',0,b: 3 samples, of 5\nb,1,\n' >"$T/want"
same "against three samples nothing is shown" "$T/want" "$T/got"
sed 's/"batch": *1/"batch": 1.5/' "$T/step.json" >"$T/bad.json"
run route --check "$T/bad.json" "$T/step"
is_status 2 "half a batch"
for text in '{}' '{"rows": [{"mode": 1}]}' '{"rows": 3}' '[' ''; do
	printf '%s' "$text" >"$T/bad.json"
	run route --check "$T/bad.json" $F/variable
	is_status 2 "a decision that is '$text'"
	check "names the file" grep -q "^route: $T/bad.json:" "$T/err"
done

run route
is_status 2 "no run"
run route --check x --hold-out 2 $F/variable
is_status 2 "two things at a time"
run route --header $F/variable/manifest.json $F/variable
is_status 2 "the output is an input"

# settings that differ are not one way in silence
run route -o csv $F/limit $F/padded
is_status 2 "runs of other settings are no one way"
check "says which setting" grep -q \
	'^route: fixtures/h200/padded: refrun-cuda: its pad_to_max_length is not that of' "$T/err"
check "and how to tell them apart" \
	grep -q ': tell them apart by --by pad_to_max_length$' "$T/err"
run route --by run -o csv $F/limit $F/padded
same "and nothing if they are told apart" /dev/null "$T/err"
run route --by pad_to_max_length,pad_scope,recompile_limit,mode -o csv $F/limit $F/padded
is_status 0 "told apart by settings"
cells way | sort -u >"$T/got"
check "a way is named by them" grep -q 'refrun-cuda-compile pad_to_max_length pad_scope=' "$T/got"

# a way that is slower by no more than the margin serves as well
python3 tests/audit/route_run.py "$T/near" "[\"m\", \"a\", \"s\", 8, $SLOW]" \
	"[\"m\", \"b\", \"s\", 8, $FAST]" "[\"m\", \"a\", \"t\", 16, $FAST]" \
	"[\"m\", \"b\", \"t\", 16, $SLOW]"
run route -o csv "$T/near"
cells way >"$T/got"
printf 'b\na\n' >"$T/want"
same "without a margin each size has its own" "$T/want" "$T/got"
run route --margin 999 -o csv "$T/near"
check "with a large one there is one region" test "$(wc -l <"$T/out")" = 2
run route --margin -1 "$T/near"
is_status 2 "a margin below 0"
