# fixtures/labels: the truth of the source fixtures is what running them shows.
. tests/lib.sh

L=fixtures/labels
for c in python3 gcc g++; do
	command -v $c >/dev/null || { skip "the truth of $L" "no $c"; exit 0; }
done

# no prefix: it forks, builds and runs many small programs, none of them a tool
RUNNER=
run python3 $L/run_truth.py
is_status 0 "run every source fixture"
same "truth.csv is what the runs show" $L/truth.csv "$T/out"
is_err "no fixture is left without a verdict" </dev/null
check "at least 60 fixtures" test "$(cut -d, -f1 $L/truth.csv | sed 1d | sort -u | wc -l)" -ge 60
for v in wired fallback conditional unreachable label-only unknown twins; do
	check "$v occurs" grep -q ",$v," $L/truth.csv
done
check "each says that it is a fixture of this project" \
	sh -c "! find $L/src -type f | xargs grep -L 'written for this project' | grep ."

# The harness follows the source: edited fixtures get other verdicts
R=$T/root
mkdir -p "$R/src" "$R/how"
edit() { # FIXTURE FILE SED
	cp -r $L/src/"$1" "$R/src/"; cp -r $L/how/"$1".* "$R/how/"
	sed "$3" $L/src/"$1/$2" >"$R/src/$1/$2"
	check "$1 is edited" sh -c "! cmp -s '$L/src/$1/$2' '$R/src/$1/$2'"
	run python3 $L/run_truth.py --root "$R" "$1"
}
becomes() { check "$3" grep -q "^[a-z_]*,$1,$2," "$T/out"; }
refused() { is_status 2 "$2"; check "and says why" grep -q "$1" "$T/err"; }
edit py_service serve.py 's/return torch.compile(model, .*)/return model/'
becomes transformers-gpu-compile label-only "without its compile call it is label-only"
edit py_strict server.py 's/raise CompileError.*/return model/'
becomes pt-compile fallback "a handler that goes on makes it fallback"
edit cu_saxpy saxpy.cu 's/if (instance)/if (0)/'
becomes graph label-only "a graph that is not launched is label-only"
edit c_graph_bench bench.c 's/if (exec)/if (exec \&\& getenv("NO_GRAPH"))/'
refused 'reads the variable NO_GRAPH' "a variable that is not listed is refused"
edit py_hooks run.py 's/exec(f.read(), scope)/pass/'
refused 'the edge exec is not crossed' "an opaque edge that is not crossed is refused"

# Two labels that part only when the compile call fails are not twins; a launch of a
# template, and a header that lies outside the tree
mkdir "$R/src/part" "$R/src/table" "$R/how/table.extra"
cat >"$R/src/part/a.py" <<'X'
import sys, time, torch
model = torch.nn.Linear(1, 1)
try:
    step = torch.compile(model)
except RuntimeError:
    if sys.argv[1].startswith("hard"):
        raise
    step = model
begin = time.perf_counter()
step(torch.ones(1))
print(time.perf_counter() - begin)
X
echo '{"labels": ["hard", "hard2", "soft"], "argv": ["a.py", "{label}"]}' >"$R/how/part.json"
run python3 $L/run_truth.py --root "$R" part
becomes hard wired "hard is wired"
becomes soft fallback "soft is a fallback"
becomes hard=hard2 twins "two that fail alike are twins"
check "one that goes on is a twin of neither" sh -c "! grep '=soft,' '$T/out'"
cat >"$R/src/table/a.cu" <<'X'
#include <ctime>
#include <cuda_runtime.h>
#include "table.inc"
template <int N> __global__ void k(float *x) { x[0] = N; }
int main()
{
	float x[1];
	timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	if (table()) k<4><<<1, 32>>>(x);
	clock_gettime(CLOCK_MONOTONIC, &t);
}
X
cat >"$R/how/table.extra/table.inc" <<'X'
#include "stub.h"
static int table() { stub_opaque("include table.inc"); return 1; }
X
echo '{"labels": ["t"], "opaque": {"t": "include table.inc"}}' >"$R/how/table.json"
run python3 $L/run_truth.py --root "$R" table
becomes t unknown "a header outside the tree is an opaque edge"

# score.sh, on answers whose score is known
cat >"$T/right" <<'X'
truth=$1
for a in "$@"; do d=$a; done
awk -F, -v n="$(basename "$d")" '$1 == n && $2 !~ /=/ { print $2 ": " $3 }
	$1 == n && $3 == "twins" { split($2, a, "="); print "`" a[2] "` takes exactly the path of `" a[1] "`" }' "$truth"
X
run sh $L/score.sh sh "$T/right" $L/truth.csv
is_status 0 "score of the truth itself"
check "it is 1 throughout" test "$(grep -c ' 1\.000 *1\.000$' "$T/out")" -eq 7
cat >"$T/wired" <<'X'
echo '['
while [ $# -gt 1 ]; do
	[ "$1" != --label ] || printf '{"label": "%s", "verdict": "wired"}\n' "$2"
	shift
done
X
run sh $L/score.sh sh "$T/wired"
is_status 1 "score of one that always says wired"
check "each label that never compiled is a forbidden error" test \
	"$(grep -c '^  wired where nothing is compiled: ' "$T/out")" -eq "$(awk -F, '$4 == "no"' $L/truth.csv | wc -l)"
sed 's/"wired"/"unreachable"/' "$T/wired" >"$T/unreachable"
run sh $L/score.sh sh "$T/unreachable"
is_status 1 "score of one that always says unreachable"
check "each label that compiled is a forbidden error" test \
	"$(grep -c '^  unreachable where something is compiled: ' "$T/out")" -eq "$(awk -F, '$4 == "yes"' $L/truth.csv | wc -l)"
run sh $L/score.sh sh "$T/wired"
check "its recall is that of one verdict" grep -q '^unknown .* 0  *- *0\.000$' "$T/out"
