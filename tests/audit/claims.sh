# claims: statuses on made runs, then on the archive.
. tests/lib.sh
P=$T/p Q=$T/q
python3 fixtures/assay-run/make.py published "$P"
python3 fixtures/assay-run/make.py published "$Q" run=20300103_000000 seed=900 first=1900200000
edit() { python3 -c 'import json, sys
f = sys.argv[1]; j = json.load(open(f)); exec(sys.argv[2]); json.dump(j, open(f, "w"), indent=1)' \
	"$1" "$2"; }
status() { claims --runs "$P" --runs "$Q" -o json "$T/c.yaml" 2>&1 | python3 -c 'import json, sys
t = sys.stdin.read()
try: rows = json.loads(t)["rows"]
except ValueError: print(t); sys.exit()
for r in rows:
    number = " with a number" if r["change_pct"] is not None else ""
    print(r["id"] + ": " + r["status"] + number)'; }
# reasons TEST [EXPRESSION]: of a table on standard input, id, status and EXPRESSION of each row,
# and its reason where TEST holds
reasons() { python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]:
    more = [eval(e) for e in sys.argv[2:]]
    print(r["id"], r["status"], *more, r["reason"] if eval(sys.argv[1]) else "", sep=",")' \
	"$@" >"$T/out"; }
file() { { echo 'claims:'; sed 's/^{/  - {/'; } >"$T/c.yaml"; } # one claim a {, on lines of its own
R='run: "20300101_000000"' C='backend: eager-compile' G='groups: {base: eager, test: eager-compile}'
RUNS="groups: {base: {$R}, test: {run: \"20300103_000000\"}}"
DECODE='groups: {base: {backend: eager, mode: prefill}, test: {backend: eager, mode: kv_decode}}'
E2E='groups: {base: {backend: eager, mode: prefill}, test: {backend: eager, mode: e2e_kv}}'
graphs=prefill/dynamo_counters.json:dynamo_counters.stats.unique_graphs

file <<E
{id: compiled, text: t, kind: compiler, $R, mode: prefill, $C}
{id: partly, text: t, kind: compiler, $R, mode: kv_decode, $C}
{id: none, text: t, kind: compiler, $R, mode: kv_decode, scenario: b, expect: not compiled, $C}
{id: not-none, text: t, kind: compiler, $R, mode: prefill, expect: not compiled, $C}
{id: eager, text: t, kind: compiler, $R, mode: prefill, backend: eager}
{id: lower, text: t, kind: latency, $R, mode: prefill, $G}
{id: lower-median, text: t, kind: latency, statistic: median, $R, mode: prefill, $G}
{id: lower-by-half, text: t, kind: latency, margin: 50%, $R, mode: prefill, $G}
{id: lower-by-90, text: t, kind: latency, margin: 90%, $R, mode: prefill, $G}
{id: lower-by-ms, text: t, kind: latency, margin: 1, $R, mode: prefill, $G}
{id: lower-by-2ms, text: t, kind: latency, margin: 2, $R, mode: prefill, $G}
{id: higher, text: t, kind: latency, direction: higher, $R, mode: prefill, $G}
{id: strata, text: t, kind: latency, stratify: true, $R, mode: prefill, $G}
{id: device, text: t, kind: latency, metric: event_ms, $R, mode: prefill, $G}
{id: decode, text: t, kind: latency, direction: different, $R, mode: kv_decode, $G}
{id: decode-anyway, text: t, kind: latency, direction: different, compiled: false, $R,
    mode: kv_decode, $G}
{id: tail, text: t, kind: tail, $R, mode: prefill, $G}
{id: tail-higher, text: t, kind: tail, direction: higher, statistic: p99, $R, mode: prefill, $G}
{id: tail-same, text: t, kind: tail, mode: prefill, backend: eager, $RUNS}
{id: same, text: t, kind: equivalence, margin: 10%, mode: prefill, backend: eager, $RUNS}
{id: not-same, text: t, kind: equivalence, margin: 0.5, $R, mode: prefill, $G}
{id: perhaps-same, text: t, kind: equivalence, margin: 0.005, mode: prefill, backend: eager, $RUNS}
{id: strata-differ, text: t, kind: latency, $R, mode: prefill,
    groups: {base: {backend: eager}, test: {$C, scenario: a}}}
{id: work, text: t, kind: work, $R, mode: prefill, $G}
{id: work-differs, text: t, kind: work, $R, compiled: false, $DECODE}
{id: unequal, text: t, kind: latency, $R, $E2E}
{id: a-token, text: t, kind: latency, per_token: true, direction: higher, $R, $E2E}
{id: environment, text: t, kind: environment, fields: [torch.version], $RUNS}
{id: not-recorded, text: t, kind: environment, fields: [torch.driver], $RUNS}
{id: run-differs, text: t, kind: environment, fields: ["no.such|run_id"], $RUNS}
{id: no-errors, text: t, kind: errors, expect: none, $R, backend: eager}
{id: errors, text: t, kind: errors, expect: all, $R, backend: eager}
{id: field, text: t, kind: field, direction: different, field: "$graphs", $RUNS}
{id: no-field, text: t, kind: field, field: "manifest.json:nothing", $RUNS}
{id: share, text: t, kind: share, share: 99%, $R, mode: kv_decode, $C}
{id: share-less, text: t, kind: share, share: 1%, $R, mode: kv_decode, $C}
{id: share-more, text: t, kind: share, share: 100%, direction: higher, $R, mode: prefill, $C}
{id: share-not-more, text: t, kind: share, share: 99%, direction: higher, $R, mode: kv_decode, $C}
{id: share-of-eager, text: t, kind: share, share: 0%, $R, mode: prefill, backend: eager}
{id: slowest, text: t, kind: slowest, statistic: p90, share: 100%, $R, mode: prefill,
    groups: {base: {}, test: {backend: eager}}}
{id: slowest-other, text: t, kind: slowest, statistic: p90, share: 1%, $R, mode: prefill,
    groups: {base: {}, test: {$C}}}
{id: slowest-partly, text: t, kind: slowest, share: 1%, $R, mode: kv_decode,
    groups: {base: {}, test: {backend: eager}}}
{id: absent, text: t, kind: compiler, run: "19990101", $C}
{id: missing, text: t, kind: latency, missing: not published}
E
status >"$T/out"
is_out "every kind and status; no number where evidence fails" <<'E'
compiled: proven
partly: not compiler-real
none: proven
not-none: refuted
eager: no evidence
lower: proven with a number
lower-median: proven with a number
lower-by-half: proven with a number
lower-by-90: refuted with a number
lower-by-ms: proven with a number
lower-by-2ms: refuted with a number
higher: refuted with a number
strata: proven with a number
device: proven with a number
decode: not compiler-real
decode-anyway: inconclusive with a number
tail: proven with a number
tail-higher: refuted with a number
tail-same: inconclusive with a number
same: proven with a number
not-same: refuted with a number
perhaps-same: inconclusive with a number
strata-differ: not supported
work: proven
work-differs: refuted
unequal: not supported
a-token: proven with a number
environment: proven
not-recorded: no evidence
run-differs: refuted
no-errors: proven
errors: refuted
field: refuted
no-field: no evidence
share: proven
share-less: refuted
share-more: proven
share-not-more: refuted
share-of-eager: no evidence
slowest: proven
slowest-other: refuted
slowest-partly: not compiler-real
absent: no evidence
missing: no evidence
E
file <<E
{id: folder, text: t, kind: compiler, run: p, mode: prefill, $C}
{id: no-folder, text: t, kind: compiler, run: r, mode: prefill, $C}
E
status >"$T/out"
is_out "a run by the name of its folder" <<'E'
folder: proven
no-folder: no evidence
E

fails 2 "claims: $P/.: it was given twice" claims --runs "$P" --runs "$P/." "$T/c.yaml"

# whole values are compared, in every run that is meant; null is no record
V=$T/v
cp -r "$Q" "$V"
long='{"k%02d" % k: "x" * 10 for k in range(40)}'
edit "$V/manifest.json" \
	"j.update(run_id='v', one=None, same={'b': [1], 'a': 2}, env=dict($long, z='B'))"
for d in "$P" "$Q"; do edit "$d/manifest.json" \
	"j.update(one=None, same={'a': 2, 'b': [1]}, env=dict($long, z='A'))"; done
edit "$P/manifest.json" 'j["n"] = 1'; edit "$Q/manifest.json" 'j["n"] = 2'
edit "$V/manifest.json" 'j["n"] = 1'
Q2='"20300103_000000"'
TO="groups: {base: {$R}, test: {run:" # and the run, which is compared with that of R
file <<E
{id: long, text: t, kind: environment, fields: [env], $TO v}}}
{id: long-same, text: t, kind: environment, fields: [env], $TO $Q2}}}
{id: order, text: t, kind: environment, fields: [same], $TO v}}}
{id: null-is-none, text: t, kind: environment, fields: [one], $TO v}}}
{id: all-runs, text: t, kind: environment, fields: [env.z], $TO [$Q2, v]}}}
{id: a-run-less, text: t, kind: environment, fields: [env.z], $TO [$Q2, w]}}}
{id: list, text: t, kind: compiler, $R, mode: prefill, scenario: [a, b], $C}
{id: list-of-more, text: t, kind: compiler, $R, mode: prefill, scenario: [a, c], $C}
{id: list-of-base, text: t, kind: latency, mode: prefill,
    groups: {base: {run: ["20300101_000000", none], backend: eager}, test: {$R, $C}}}
{id: numbers, text: t, kind: field, direction: higher, field: "manifest.json:n", $TO [$Q2, v]}}}
E
claims --runs "$P" --runs "$Q" --runs "$V" -o csv "$T/c.yaml" 2>&1 | cut -d, -f1,5,12- |
	sed 1d >"$T/out"
is_out "what is asked of runs, and lists that name what is not there" <<'E'
long,refuted,"they differ: env.z (A, B)"
long-same,proven,1 fields are equal
order,proven,1 fields are equal
null-is-none,no evidence,not recorded in both runs: one
all-runs,refuted,"they differ: env.z (A, B)"
a-run-less,no evidence,run w is not among those that were read
list,proven,compiled code served all 2 cells
list-of-more,no evidence,no run given has such cells of scenario c
list-of-base,no evidence,no run given has such cells of run none
numbers,refuted,manifest.json:n: 1 against 1
E
file <<E
{id: broken, text: t, kind: field, field: "made.json:n", $TO v}}}
E
printf '{"n": 1,\n "n": 2}' >"$V/made.json"; cp "$P/manifest.json" "$P/made.json"
fails 2 "claims: $V/made.json:2: duplicate key \"n\"" claims --runs "$P" --runs "$V" "$T/c.yaml"
rm -r "$P/made.json" "$V"
# one scenario more often in one of the groups: pooled, that would be its difference
S=$T/s
python3 fixtures/assay-run/make.py published "$S" run=20300105_000000 seed=900 first=1900300000
for mode in prefill kv_decode e2e_kv; do
	rm -r "$S/$mode/runs/b"
	grep -v '^b,' "$S/$mode/metrics.csv" >"$T/m"; mv "$T/m" "$S/$mode/metrics.csv"
done
edit "$S/manifest.json" 'j["scenarios"] = ["a"]'
shares="compiled: false, mode: prefill, groups: {base: {$R, backend: eager}, test: {$C}}"
file <<E
{id: pooled, text: t, kind: latency, $shares}
{id: tail, text: t, kind: tail, $shares}
{id: strata, text: t, kind: latency, stratify: true, $shares}
{id: work, text: t, kind: work, $shares}
E
claims --runs "$P" --runs "$S" -o json "$T/c.yaml" | reasons 'r["status"] == "not supported"'
is_out "groups of different shares of a scenario support no claim about all of them" <<'E'
pooled,not supported,the groups have different proportions of models and scenarios; stratify compares within each
tail,not supported,the groups have different proportions of models and scenarios; stratify compares within each
strata,proven,
work,proven,
E

# strata have every cell of theirs: two runs in each group
file <<E
{id: two-runs, text: t, kind: latency, stratify: true, mode: prefill, $G}
E
claims --runs "$P" --runs "$Q" -o json "$T/c.yaml" >"$T/out" 2>&1
check "a stratum has the cells of both runs" python3 -c '
import glob, json, math, sys
row = json.load(open(sys.argv[1]))["rows"][0]
def mean(scenario, backend):
    files = [f for run in sys.argv[2:]
             for f in glob.glob(f"{run}/prefill/runs/{scenario}/{backend}/fp32/*.json")]
    x = [ms for f in files for ms in json.load(open(f))["latencies_ms"]]
    return sum(x) / len(x), len(x)
log = sum(math.log(mean(s, "eager-compile")[0] / mean(s, "eager")[0]) for s in "ab") / 2
n = sum(mean(s, "eager")[1] for s in "ab")
want = 100 * (math.exp(log) - 1)
assert row["n_base"] == row["n_test"] == n, (row, n)
assert abs(row["change_pct"] - want) < 1e-9, (row, want)
' "$T/out" "$P" "$Q"

# a metric that some samples lack, and records that contradict each other
cp -R "$P" "$T/r"
edit "$(echo "$T"/r/prefill/runs/b/eager/fp32/*)" 'j["cuda_event_ms"] = []'
edit "$(echo "$T"/r/kv_decode/runs/b/eager-compile/fp32/*)" 'j["latencies_ms"][0] *= 2'
sed -i '/^b,eager,/s/^\([^,]*,[^,]*,[^,]*,[^,]*,[^,]*,\)[^,]*/\1/' "$T/r/prefill/metrics.csv"
file <<E
{id: event, text: t, kind: latency, metric: event_ms, mode: prefill, $G}
{id: wall, text: t, kind: latency, mode: prefill, $G}
{id: none, text: t, kind: compiler, expect: not compiled, mode: kv_decode, scenario: b, $C}
{id: all, text: t, kind: compiler, mode: kv_decode, scenario: b, $C}
{id: no-errors, text: t, kind: errors, expect: none, mode: kv_decode, scenario: b, $C}
E
claims --runs "$T/r" -o json "$T/c.yaml" | reasons 'r["id"] != "wall"'
is_out "a metric that some samples lack; records that contradict each other" <<'E'
event,no evidence,event_ms is recorded of 12 of 18 samples only, of eager
wall,proven,
none,no evidence,records of kv_decode b contradict each other: sample 0: latency_ms differs
all,no evidence,records of kv_decode b contradict each other: sample 0: latency_ms differs
no-errors,no evidence,records of kv_decode b contradict each other: sample 0: latency_ms differs
E

# the same rows by abtest, whose statistics are held against R and SciPy
abtest -g backend --base eager --test eager-compile --stats change_pct -o csv \
	"$P/prefill/metrics.csv" 2>/dev/null | tail -n 1 | sed 's/.*,//' >"$T/want"
file <<E
{id: lower, text: t, kind: latency, $R, mode: prefill, $G}
E
claims --runs "$P" -o csv "$T/c.yaml" | awk -F, 'NR == 2 { print $8 }' >"$T/out"
same "the change is that of abtest" "$T/want" "$T/out"

file <<E
{id: c, text: t, kind: latency, margin: .5, per_token: true, mode: prefill, $G}
{id: d, text: t, kind: equivalence, margin: 0.5, mode: prefill, $G}
E
claims --runs "$P" -o csv "$T/c.yaml" | sed 1d |
	sed -e 's/.*,"*\(the\|means\) /\1 /; s/-*[0-9.]\{3,\}/N/g' \
		-e 's/^.,.*,\(refuted\),.* by \(N ms[a-z ]*\) (mean;.*/\1 \2/' >"$T/out"
is_out "milliseconds have a unit, and .5 is a number" <<'E'
refuted N ms a token
refuted N ms
E
one() { file; run claims --runs "$P" "$T/c.yaml"; }
one <<E
{id: a, text: t, kind: compiler, $R, mode: prefill, $C}
E
is_status 0 "all proven"
one <<E
{id: a, text: t, kind: compiler, $R, mode: prefill, $C}
{id: b, text: t, kind: latency, missing: not published}
E
is_status 3 "one without evidence"
one <<E
{id: a, text: t, kind: latency, missing: not published}
{id: b, text: t, kind: compiler, $R, mode: kv_decode, $C}
E
is_status 1 "one that is not compiler-real"
cp "$T/c.yaml" "$T/yaml"
json() { # BACKEND: one claim, in JSON
	echo '{"claims": [{"id": "a", "text": "t", "kind": "compiler", "mode": "prefill",' \
		'"backend": '"$1"'}]}' >"$T/c.json"
	run claims --runs "$P" "$T/c.json"
}
json '"eager-compile"'
is_status 0 "claims in JSON"

# rows alone: a label claims to be compiled where it is listed, not by its name
N=$T/n
mkdir -p "$N/prefill"
awk 'BEGIN { print "scenario,backend,model,dtype,latency_ms,tokens,status"
	for (i = 0; i < 60; i += 2) {
		print "a,eager,m,fp32," 10 + i % 7 ",8,ok"
		print "a,compile-cache-off,m,fp32," 30 + (i + 1) % 7 ",8,ok"
	} }' >"$N/prefill/metrics.csv"
G2='groups: {base: eager, test: compile-cache-off}'
back='groups: {base: compile-cache-off, test: eager}'
for how in '' 'compiled: compile-cache-off' 'compiled: [compile-cache-off, other]'; do
	printf '%s\nclaims:\n%s\n' "$how" "  - {id: slower, text: t, kind: latency, direction: higher, $G2}
  - {id: asked, text: t, kind: latency, direction: higher, compiled: true, $G2}
  - {id: not-asked, text: t, kind: latency, direction: higher, compiled: false, $G2}
  - {id: eager-asked, text: t, kind: latency, compiled: true, $back}
  - {id: kind, text: t, kind: compiler, backend: compile-cache-off}" >"$T/c.yaml"
	echo "$how"
	claims --runs "$N" -o csv "$T/c.yaml" | sed 1d | cut -d, -f1,5
done >"$T/out"
is_out "a label claims to be compiled where it is listed" <<'E'

slower,proven
asked,no evidence
not-asked,proven
eager-asked,no evidence
kind,no evidence
compiled: compile-cache-off
slower,no evidence
asked,no evidence
not-asked,proven
eager-asked,no evidence
kind,no evidence
compiled: [compile-cache-off, other]
slower,no evidence
asked,no evidence
not-asked,proven
eager-asked,no evidence
kind,no evidence
E

# a|b is either, a list is all of them
for f in '"none|eager-compile" 0' '["none", "eager-compile"] 3' '"none|eager" 3'; do
	json "${f% *}"
	is_status "${f##* }" "backend ${f% *}"
done

file <<E
{id: list, text: t, kind: compiler, run: [a, b], backend: [x, y, z]}
E
claims --runs "$P" -o csv "$T/c.yaml" | sed -n '2s/.*,,//p' >"$T/out"
is_out "a filter that finds nothing is named whole" <<'E'
"no run given has such cells (run a or b, mode any, backend x or y or z)"
E

# the source beside the runs
src() { file; claims --src "fixtures/labels/$1" --runs "$P" -o json "$T/c.yaml" |
	reasons 'r["id"][0] == "r"' 'r["change_pct"] is not None'; }
L='label: transformers-gpu-compile'
src matrix <<E
{id: not-run, text: t, kind: compiler, $L, run: absent}
{id: r-missing, text: t, kind: compiler, $L, missing: not published}
{id: wants-none, text: t, kind: compiler, expect: not compiled, $L, missing: not published}
{id: r-other-runs, text: t, kind: compiler, $L, $R, mode: prefill, $C}
{id: faster, text: t, kind: latency, $L, $R, mode: prefill, $G}
{id: faster-anyway, text: t, kind: latency, compiled: false, $L, $R, mode: prefill, $G}
{id: partly, text: t, kind: compiler, $L, $R, mode: kv_decode, $C}
{id: no-label, text: t, kind: compiler, missing: not published}
E
is_out "source that compiles nothing" <<'E'
not-run,not compiler-real,False,
r-missing,not compiler-real,False,in the source transformers-gpu-compile is label-only: nothing in the files compiles
wants-none,proven,False,
r-other-runs,no evidence,False,the runs and the source contradict each other: in the source transformers-gpu-compile is label-only: nothing in the files compiles
faster,no evidence,False,
faster-anyway,proven,True,
partly,not compiler-real,False,
no-label,no evidence,False,
E
src host <<E
{id: r-missing, text: t, kind: compiler, label: pt-compile, missing: not published}
{id: compiled, text: t, kind: compiler, label: pt-compile, $R, mode: prefill, $C}
E
is_out "what the source wires is no record of a run" <<'E'
r-missing,no evidence,False,not published; in the source pt-compile is fallback, which is no record of a run
compiled,proven,False,
E
fails 2 "claims: $T/none: No such file or directory" claims --src "$T/none" "$T/c.yaml"

# a contradiction leaves nothing to claim
edit "$(echo "$P"/prefill/runs/a/eager/fp32/run_*.json)" 'j["latencies_ms"][0] *= 0.5'
file <<E
{id: lower, text: t, kind: latency, $R, mode: prefill, $G}
E
status >"$T/out"
is_out "an edited latency" <<'E'
lower: no evidence
E

# bad input
bad() { want=$1; printf '%b' "$2" >"$T/c.yaml"; \
	fails 2 "claims: $T/c.yaml:$want" claims "$T/c.yaml"; }
XY='groups: {base: x, test: y}'
wrong() { bad " claim a: $1" "claims: [{id: a, text: t, $2}]\n"; }
bad ' empty input' ''
bad ' no list of claims' 'report: x\n'
bad "2: duplicate key 'report'" 'report: x\nreport: y\n'
bad '1: aliases are not taken' 'report: *x\n'
bad '1: anchors and tags are not taken' 'report: &x y\n'
bad "2: more than one document" 'report: x\n---\nreport: y\n'
bad " claims: unknown key 'x'" 'x: 1\nclaims: [{}]\n'
bad " claims: 'compiled' must be text or a list; quote a number" 'compiled: true\nclaims: [{}]\n'
bad " claim 1: 'id' is missing" 'claims: [{}]\n'
bad " claim a: unknown key 'typo'" 'claims: [{id: a, typo: 1}]\n'
bad " claim a: 'kind' is missing" 'claims: [{id: a, text: t}]\n'
wrong "unknown kind 'x'" 'kind: x'
wrong "'groups' needs a base" 'kind: latency'
wrong "'margin' is missing: equivalence is within one" "kind: equivalence, $XY"
wrong "'margin' must be a number, or a share such as 5%" 'kind: latency, margin: much'
wrong "'run' must be text or a list; quote a number" 'kind: latency, run: 20300101'
wrong "'share' is missing" 'kind: share'
wrong "'share' must be from 0% to 100%" 'kind: share, share: 101%'
wrong "'share' must be from 0% to 100%" 'kind: share, share: 0.5'
wrong "'direction' of a share is lower or higher" 'kind: share, share: 5%, direction: different'
wrong "'groups' needs a base" 'kind: slowest, share: 5%'
wrong "'p50' is not a statistic of this kind" "kind: slowest, share: 5%, statistic: p50, $XY"
wrong "'groups' needs a test" 'kind: latency, groups: {base: x}'
wrong "'margin' needs a direction, lower or higher" \
	"kind: latency, direction: different, margin: 5%, $XY"
wrong "'statistic' is not a key of this kind of claim" \
	"kind: equivalence, statistic: median, margin: 5%, $XY"
wrong "'stratify' is not a key of this kind of claim" \
	"kind: equivalence, margin: 5%, stratify: true, $XY"
wrong "'margin' needs a direction, lower or higher" \
	"kind: tail, direction: different, margin: 5%, $XY"
forms="'test<base by 10%', 'p99: test <= base + 5%' or 'equal within 1ms'"
wrong "claim: 'faster' is not a claim; write $forms" "$XY, claim: faster"
wrong "claim: '5 parsec' is not an amount such as 1ms or 5%" \
	"$XY, claim: 'p99: test <= base + 5 parsec'"
wrong "claim: 'test < z' is not of base and test" "$XY, claim: 'test < z'"
wrong "claim: 'y < test' is not of base and test" "$XY, claim: 'y < test'"
wrong "'claim' says the margin already" "$XY, claim: 'test < base', margin: 5%"
wrong "'claim' says the statistic already" "$XY, claim: 'test < base', statistic: mean"
wrong "'claim' is not a key of this kind of claim" "$XY, kind: work, claim: 'test < base'"
wrong "'groups' needs a base" 'claim: "test < base"'
wrong "'margin' is not a key of this kind of claim" "kind: work, margin: 5%, $XY"
wrong "'share' is not a key of this kind of claim" "kind: work, share: 5%, $XY"
wrong "'expect' is no 'complied'" 'kind: compiler, expect: complied'
wrong "'expect' is no 'compiled'" 'kind: errors, expect: compiled'
wrong "'fields' must be a list of texts" "kind: environment, $XY"
wrong "'fields' must be a list of texts" "kind: environment, fields: [1], $XY"
wrong "'field' must be FILE:PATH" 'kind: field, field: ":", groups: {base: x, test: y}'
bad " two claims have the id a" \
	'claims: [{id: a, text: t, kind: compiler}, {id: a, text: t, kind: compiler}]\n'
printf 'claims: [\n' >"$T/c.yaml"
run claims "$T/c.yaml"
is_status 2 "YAML that does not end"
printf 'a: \377\n' >"$T/c.yaml"
run claims "$T/c.yaml"
is_status 2 "invalid UTF-8"
awk 'BEGIN { for (i = 0; i < 500; i++) printf "["; print "" }' >"$T/c.yaml"
run claims "$T/c.yaml"
is_status 2 "nested too deep"
fails 2 "claims: give a file of claims" claims
fails 2 "claims: one file of claims at a time" claims a b

# the archive
if have_data; then
	set --
	for d in "$DATA"/TR120/tr120_root_cause*/2* "$DATA"/TR126/phase[23]/2*; \
		do set -- "$@" --runs "$d"; done
	for r in tr120 tr126; do
		run claims "$@" -o json reports/$r/claims.yaml
		is_status 1 "$r: some claims fail"
		python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["id"] + "," + r["status"])' <"$T/out" >"$T/short" \
	&& mv "$T/short" "$T/out"
		is_out "$r: the status of every claim" <tests/audit/evidence/claims-$r.csv
	done
else
	no_data "the claims of TR120 and TR126"
fi
