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
for r in rows: print(r["id"] + ": " + r["status"] + (" with a number" if r["change_pct"] is not None else ""))'; }
file() { { echo 'claims:'; sed 's/^/  - /' | sed '/^  - $/d'; } >"$T/c.yaml"; }
R='run: "20300101_000000"' G='groups: {base: eager, test: eager-compile}'

file <<E
{id: compiled, text: t, kind: compiler, $R, mode: prefill, backend: eager-compile}
{id: partly, text: t, kind: compiler, $R, mode: kv_decode, backend: eager-compile}
{id: none, text: t, kind: compiler, $R, mode: kv_decode, scenario: b, expect: not compiled, backend: eager-compile}
{id: not-none, text: t, kind: compiler, $R, mode: prefill, expect: not compiled, backend: eager-compile}
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
{id: decode-anyway, text: t, kind: latency, direction: different, compiled: false, $R, mode: kv_decode, $G}
{id: tail, text: t, kind: tail, $R, mode: prefill, $G}
{id: tail-higher, text: t, kind: tail, direction: higher, statistic: p99, $R, mode: prefill, $G}
{id: tail-same, text: t, kind: tail, mode: prefill, backend: eager, groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: same, text: t, kind: equivalence, margin: 10%, mode: prefill, backend: eager, groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: not-same, text: t, kind: equivalence, margin: 0.5, $R, mode: prefill, $G}
{id: perhaps-same, text: t, kind: equivalence, margin: 0.005, mode: prefill, backend: eager, groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: strata-differ, text: t, kind: latency, $R, mode: prefill, groups: {base: {backend: eager}, test: {backend: eager-compile, scenario: a}}}
{id: work, text: t, kind: work, $R, mode: prefill, $G}
{id: work-differs, text: t, kind: work, $R, compiled: false, groups: {base: {backend: eager, mode: prefill}, test: {backend: eager, mode: kv_decode}}}
{id: unequal, text: t, kind: latency, $R, groups: {base: {backend: eager, mode: prefill}, test: {backend: eager, mode: e2e_kv}}}
{id: a-token, text: t, kind: latency, per_token: true, direction: higher, $R, groups: {base: {backend: eager, mode: prefill}, test: {backend: eager, mode: e2e_kv}}}
{id: environment, text: t, kind: environment, fields: [torch.version], groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: not-recorded, text: t, kind: environment, fields: [torch.driver], groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: run-differs, text: t, kind: environment, fields: ["no.such|run_id"], groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: no-errors, text: t, kind: errors, expect: none, $R, backend: eager}
{id: errors, text: t, kind: errors, expect: all, $R, backend: eager}
{id: field, text: t, kind: field, direction: different, field: "prefill/dynamo_counters.json:dynamo_counters.stats.unique_graphs", groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: no-field, text: t, kind: field, field: "manifest.json:nothing", groups: {base: {$R}, test: {run: "20300103_000000"}}}
{id: share, text: t, kind: share, share: 99%, $R, mode: kv_decode, backend: eager-compile}
{id: share-less, text: t, kind: share, share: 1%, $R, mode: kv_decode, backend: eager-compile}
{id: share-more, text: t, kind: share, share: 100%, direction: higher, $R, mode: prefill, backend: eager-compile}
{id: share-not-more, text: t, kind: share, share: 99%, direction: higher, $R, mode: kv_decode, backend: eager-compile}
{id: share-of-eager, text: t, kind: share, share: 0%, $R, mode: prefill, backend: eager}
{id: slowest, text: t, kind: slowest, statistic: p90, share: 100%, $R, mode: prefill, groups: {base: {}, test: {backend: eager}}}
{id: slowest-other, text: t, kind: slowest, statistic: p90, share: 1%, $R, mode: prefill, groups: {base: {}, test: {backend: eager-compile}}}
{id: slowest-partly, text: t, kind: slowest, share: 1%, $R, mode: kv_decode, groups: {base: {}, test: {backend: eager}}}
{id: absent, text: t, kind: compiler, run: "19990101", backend: eager-compile}
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
{id: folder, text: t, kind: compiler, run: p, mode: prefill, backend: eager-compile}
{id: no-folder, text: t, kind: compiler, run: r, mode: prefill, backend: eager-compile}
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
edit "$V/manifest.json" \
	'j.update(run_id="v", one=None, same={"b": [1], "a": 2}, env=dict({"k%02d" % k: "x" * 10 for k in range(40)}, z="B"))'
for d in "$P" "$Q"; do edit "$d/manifest.json" \
	'j.update(one=None, same={"a": 2, "b": [1]}, env=dict({"k%02d" % k: "x" * 10 for k in range(40)}, z="A"))'; done
edit "$P/manifest.json" 'j["n"] = 1'; edit "$Q/manifest.json" 'j["n"] = 2'
edit "$V/manifest.json" 'j["n"] = 1'
Q2='"20300103_000000"'
file <<E
{id: long, text: t, kind: environment, fields: [env], groups: {base: {$R}, test: {run: v}}}
{id: long-same, text: t, kind: environment, fields: [env], groups: {base: {$R}, test: {run: $Q2}}}
{id: order, text: t, kind: environment, fields: [same], groups: {base: {$R}, test: {run: v}}}
{id: null-is-none, text: t, kind: environment, fields: [one], groups: {base: {$R}, test: {run: v}}}
{id: all-runs, text: t, kind: environment, fields: [env.z], groups: {base: {$R}, test: {run: [$Q2, v]}}}
{id: a-run-less, text: t, kind: environment, fields: [env.z], groups: {base: {$R}, test: {run: [$Q2, w]}}}
{id: list, text: t, kind: compiler, $R, mode: prefill, scenario: [a, b], backend: eager-compile}
{id: list-of-more, text: t, kind: compiler, $R, mode: prefill, scenario: [a, c], backend: eager-compile}
{id: list-of-base, text: t, kind: latency, mode: prefill, groups: {base: {run: ["20300101_000000", none], backend: eager}, test: {$R, backend: eager-compile}}}
{id: numbers, text: t, kind: field, direction: higher, field: "manifest.json:n", groups: {base: {$R}, test: {run: [$Q2, v]}}}
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
{id: broken, text: t, kind: field, field: "made.json:n", groups: {base: {$R}, test: {run: v}}}
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
shares='compiled: false, mode: prefill, groups: {base: {run: "20300101_000000", backend: eager}, test: {backend: eager-compile}}'
file <<E
{id: pooled, text: t, kind: latency, $shares}
{id: tail, text: t, kind: tail, $shares}
{id: strata, text: t, kind: latency, stratify: true, $shares}
{id: work, text: t, kind: work, $shares}
E
claims --runs "$P" --runs "$S" -o json "$T/c.yaml" | python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["id"], r["status"], r["reason"] if r["status"] == "not supported" else "", sep=",")' >"$T/out"
is_out "the groups have different shares of a scenario support no claim about all of them together" <<'E'
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
    x = [ms for run in sys.argv[2:] for f in glob.glob(f"{run}/prefill/runs/{scenario}/{backend}/fp32/*.json") for ms in json.load(open(f))["latencies_ms"]]
    return sum(x) / len(x), len(x)
log = sum(math.log(mean(s, "eager-compile")[0] / mean(s, "eager")[0]) for s in "ab") / 2
n = sum(mean(s, "eager")[1] for s in "ab")
want = 100 * (math.exp(log) - 1)
assert row["n_base"] == n and row["n_test"] == n and abs(row["change_pct"] - want) < 1e-9, (row, n, want)
' "$T/out" "$P" "$Q"

# a metric that some samples lack, and records that contradict each other
cp -R "$P" "$T/r"
edit "$(echo "$T"/r/prefill/runs/b/eager/fp32/*)" 'j["cuda_event_ms"] = []'
edit "$(echo "$T"/r/kv_decode/runs/b/eager-compile/fp32/*)" 'j["latencies_ms"][0] *= 2'
sed -i '/^b,eager,/s/^\([^,]*,[^,]*,[^,]*,[^,]*,[^,]*,\)[^,]*/\1/' "$T/r/prefill/metrics.csv"
file <<E
{id: event, text: t, kind: latency, metric: event_ms, mode: prefill, $G}
{id: wall, text: t, kind: latency, mode: prefill, $G}
{id: none, text: t, kind: compiler, expect: not compiled, mode: kv_decode, scenario: b, backend: eager-compile}
{id: all, text: t, kind: compiler, mode: kv_decode, scenario: b, backend: eager-compile}
{id: no-errors, text: t, kind: errors, expect: none, mode: kv_decode, scenario: b, backend: eager-compile}
E
claims --runs "$T/r" -o json "$T/c.yaml" | python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["id"], r["status"], "" if r["id"] == "wall" else r["reason"], sep=",")' >"$T/out"
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

file <<'Y'
{id: c, text: t, kind: latency, margin: .5, per_token: true, mode: prefill, groups: {base: eager, test: eager-compile}}
{id: d, text: t, kind: equivalence, margin: 0.5, mode: prefill, groups: {base: eager, test: eager-compile}}
Y
claims --runs "$P" -o csv "$T/c.yaml" | sed 1d |
	sed 's/.*,"*\(the\|means\) /\1 /; s/-*[0-9.]\{3,\}/N/g; s/^.,.*,\(refuted\),.* by \(N ms[a-z ]*\) (mean;.*/\1 \2/' >"$T/out"
is_out "milliseconds have a unit, and .5 is a number" <<'E'
refuted N ms a token
refuted N ms
E
one() { file; run claims --runs "$P" "$T/c.yaml"; }
one <<E
{id: a, text: t, kind: compiler, $R, mode: prefill, backend: eager-compile}
E
is_status 0 "all proven"
one <<E
{id: a, text: t, kind: compiler, $R, mode: prefill, backend: eager-compile}
{id: b, text: t, kind: latency, missing: not published}
E
is_status 3 "one without evidence"
one <<E
{id: a, text: t, kind: latency, missing: not published}
{id: b, text: t, kind: compiler, $R, mode: kv_decode, backend: eager-compile}
E
is_status 1 "one that is not compiler-real"
cp "$T/c.yaml" "$T/yaml"
echo '{"claims": [{"id": "a", "text": "t", "kind": "compiler", "mode": "prefill", "backend": "eager-compile"}]}' >"$T/c.json"
run claims --runs "$P" "$T/c.json"
is_status 0 "claims in JSON"

# rows alone: a label claims to be compiled where it is listed, not by its name
N=$T/n
mkdir -p "$N/prefill"
awk 'BEGIN { print "scenario,backend,model,dtype,latency_ms,tokens,status"
	for (i = 0; i < 60; i++) print "a," (i % 2 ? "compile-cache-off" : "eager") ",m,fp32," 10 + i % 7 + (i % 2 ? 20 : 0) ",8,ok" }' >"$N/prefill/metrics.csv"
G2='groups: {base: eager, test: compile-cache-off}'
for how in '' 'compiled: compile-cache-off' 'compiled: [compile-cache-off, other]'; do
	printf '%s\nclaims:\n%s\n' "$how" "  - {id: slower, text: t, kind: latency, direction: higher, $G2}
  - {id: asked, text: t, kind: latency, direction: higher, compiled: true, $G2}
  - {id: not-asked, text: t, kind: latency, direction: higher, compiled: false, $G2}
  - {id: eager-asked, text: t, kind: latency, compiled: true, groups: {base: compile-cache-off, test: eager}}
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
	echo "{\"claims\": [{\"id\": \"a\", \"text\": \"t\", \"kind\": \"compiler\", \"mode\": \"prefill\", \"backend\": ${f% *}}]}" >"$T/c.json"
	run claims --runs "$P" "$T/c.json"
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
	python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["id"], r["status"], r["change_pct"] is not None, r["reason"] if r["id"][0] == "r" else "", sep=",")' >"$T/out"; }
L='label: transformers-gpu-compile'
src matrix <<E
{id: not-run, text: t, kind: compiler, $L, run: absent}
{id: r-missing, text: t, kind: compiler, $L, missing: not published}
{id: wants-none, text: t, kind: compiler, expect: not compiled, $L, missing: not published}
{id: r-other-runs, text: t, kind: compiler, $L, $R, mode: prefill, backend: eager-compile}
{id: faster, text: t, kind: latency, $L, $R, mode: prefill, $G}
{id: faster-anyway, text: t, kind: latency, compiled: false, $L, $R, mode: prefill, $G}
{id: partly, text: t, kind: compiler, $L, $R, mode: kv_decode, backend: eager-compile}
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
{id: compiled, text: t, kind: compiler, label: pt-compile, $R, mode: prefill, backend: eager-compile}
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
bad " claim a: unknown kind 'x'" 'claims: [{id: a, text: t, kind: x}]\n'
bad " claim a: 'groups' needs a base" 'claims: [{id: a, text: t, kind: latency}]\n'
bad " claim a: 'margin' is missing: equivalence is within one" \
	'claims: [{id: a, text: t, kind: equivalence, groups: {base: x, test: y}}]\n'
bad " claim a: 'margin' must be a number, or a share such as 5%" \
	'claims: [{id: a, text: t, kind: latency, margin: much}]\n'
bad " claim a: 'run' must be text or a list; quote a number" \
	'claims: [{id: a, text: t, kind: latency, run: 20300101}]\n'
bad " claim a: 'share' is missing" 'claims: [{id: a, text: t, kind: share}]\n'
bad " claim a: 'share' must be from 0% to 100%" \
	'claims: [{id: a, text: t, kind: share, share: 101%}]\n'
bad " claim a: 'share' must be from 0% to 100%" \
	'claims: [{id: a, text: t, kind: share, share: 0.5}]\n'
bad " claim a: 'direction' of a share is lower or higher" \
	'claims: [{id: a, text: t, kind: share, share: 5%, direction: different}]\n'
bad " claim a: 'groups' needs a base" 'claims: [{id: a, text: t, kind: slowest, share: 5%}]\n'
bad " claim a: 'p50' is not a statistic of this kind" \
	'claims: [{id: a, text: t, kind: slowest, share: 5%, statistic: p50, groups: {base: x, test: y}}]\n'
bad " claim a: 'groups' needs a test" \
	'claims: [{id: a, text: t, kind: latency, groups: {base: x}}]\n'
bad " claim a: 'margin' needs a direction, lower or higher" \
	'claims: [{id: a, text: t, kind: latency, direction: different, margin: 5%, groups: {base: x, test: y}}]\n'
bad " claim a: 'statistic' is not a key of this kind of claim" \
	'claims: [{id: a, text: t, kind: equivalence, statistic: median, margin: 5%, groups: {base: x, test: y}}]\n'
bad " claim a: 'stratify' is not a key of this kind of claim" \
	'claims: [{id: a, text: t, kind: equivalence, margin: 5%, stratify: true, groups: {base: x, test: y}}]\n'
bad " claim a: 'margin' needs a direction, lower or higher" \
	'claims: [{id: a, text: t, kind: tail, direction: different, margin: 5%, groups: {base: x, test: y}}]\n'
Q='claims: [{id: a, text: t, groups: {base: x, test: y}, '
bad " claim a: claim: 'faster' is not a claim; write 'test<base by 10%', 'p99: test <= base + 5%' or 'equal within 1ms'" "$Q claim: faster}]\n"
bad " claim a: claim: '5 parsec' is not an amount such as 1ms or 5%" \
	"$Q claim: 'p99: test <= base + 5 parsec'}]\n"
bad " claim a: claim: 'test < z' is not of base and test" "$Q claim: 'test < z'}]\n"
bad " claim a: claim: 'y < test' is not of base and test" "$Q claim: 'y < test'}]\n"
bad " claim a: 'claim' says the margin already" "$Q claim: 'test < base', margin: 5%}]\n"
bad " claim a: 'claim' says the statistic already" "$Q claim: 'test < base', statistic: mean}]\n"
bad " claim a: 'claim' is not a key of this kind of claim" "$Q kind: work, claim: 'test < base'}]\n"
bad " claim a: 'groups' needs a base" 'claims: [{id: a, text: t, claim: "test < base"}]\n'
bad " claim a: 'margin' is not a key of this kind of claim" \
	'claims: [{id: a, text: t, kind: work, margin: 5%, groups: {base: x, test: y}}]\n'
bad " claim a: 'share' is not a key of this kind of claim" \
	'claims: [{id: a, text: t, kind: work, share: 5%, groups: {base: x, test: y}}]\n'
bad " claim a: 'expect' is no 'complied'" \
	'claims: [{id: a, text: t, kind: compiler, expect: complied}]\n'
bad " claim a: 'expect' is no 'compiled'" \
	'claims: [{id: a, text: t, kind: errors, expect: compiled}]\n'
bad " claim a: 'fields' must be a list of texts" \
	'claims: [{id: a, text: t, kind: environment, groups: {base: x, test: y}}]\n'
bad " claim a: 'fields' must be a list of texts" \
	'claims: [{id: a, text: t, kind: environment, fields: [1], groups: {base: x, test: y}}]\n'
bad " claim a: 'field' must be FILE:PATH" \
	'claims: [{id: a, text: t, kind: field, field: ":", groups: {base: x, test: y}}]\n'
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
