# Folders of runs as they are found: one that never began or was aborted is skipped or
# incomplete, and named; a file that is not what it should be is an error. The sets are
# those of fixtures/sets, and some that are made here.
. tests/lib.sh
. tests/audit/evidence/rules.sh
S=fixtures/sets/TR126/phase2
ABORTED=$S/20300101_000000 BEGUN=$S/20300102_000000 HEADER=$S/20300103_000000
fresh
mkdir "$T/nothing"
W=$T/20300109_000000
make_run published "$W" run=20300109_000000 first=1900900000 seed=300
rm -rf "$W/kv_decode" "$W/e2e_kv"; edit "$W/manifest.json" 'j["modes"] = ["prefill"]'

run labelaudit --runs -o csv "$W"
is_status 0 "a whole run whose cells were compiled"
cp "$T/out" "$T/good"
run labelaudit --runs -o csv "$W" "$BEGUN" "$HEADER" "$T/nothing"
is_status 3 "the same beside three without a row"
same "what was found of it is printed" "$T/good" "$T/out"
is_err "each of the others is named" <<E
labelaudit: $BEGUN: skipped: there is no row in it
labelaudit: $HEADER: skipped: there is no row in it
labelaudit: $T/nothing: skipped: there is no row in it
E
run labelaudit --runs -o text "$BEGUN" "$W" "$ABORTED"
check "and counted" grep -q '^folders skipped: 1; runs incomplete: 1$' "$T/out"
run labelaudit --runs -o csv "$P" "$BEGUN"
is_status 1 "a cell that was not compiled comes first"
run labelaudit --runs -o csv "$BEGUN"
is_status 3 "nothing but a run that never began"

# an aborted run is incomplete, and no contradiction of its cells
run labelaudit --runs -o csv "$ABORTED"
is_status 3 "an aborted run"
is_err "it says what is lacking" <<E
labelaudit: $ABORTED: incomplete: mode e2e_kv is in the manifest, but has no files
E
cut -d, -f2,4,8,9 "$T/out" >"$T/cells"
same "its cells keep their verdicts" - "$T/cells" <<'E'
mode,scenario,verdict,served
prefill,a,compiled,12
prefill,b,compiled,6
E
labelaudit --runs --rules --all -o csv "$ABORTED" 2>/dev/null | awk -F, '$9 == 1' >"$T/out"
is_out "none of them is contradicted" </dev/null
is fails files "$ABORTED" prefill a "the run is incomplete"
stopped() { make_run published "$T/s" stop="$1"; \
	labelaudit --runs -o csv --all "$T/s" 2>&1 >"$T/cells" | sed 's/.*: incomplete: //'; }
for n in 1 2 3 4 5 8 9 11 12; do echo "$n: $(stopped $n)$(awk -F, '/contradiction/' "$T/cells")"; \
	done >"$T/out"
is_out "wherever it stops" <<'E'
1: mode kv_decode is in the manifest, but has no files
2: mode kv_decode is in the manifest, but has no files
3: mode kv_decode is in the manifest, but has no files
4: mode kv_decode is in the manifest, but has no files
5: mode e2e_kv is in the manifest, but has no files
8: mode e2e_kv is in the manifest, but has no files
9: mode e2e_kv lacks the last scenarios of the manifest
11: mode e2e_kv lacks the last scenarios of the manifest
12: 
E
# the folder of its last mode has another name
make_run published "$T/s" stop=9; mv "$T/s/e2e_kv" "$T/s/other"
run labelaudit --runs -o csv "$T/s"
is_status 1 "run files in the folder of another mode"
is_err "and what is lacking" <<E
labelaudit: $T/s: incomplete: mode e2e_kv lacks the last scenarios of the manifest
E
# what is lacking in the middle is a contradiction still
make_run published "$T/s" stop=5; rm -r "$T/s/prefill/runs/a"
sed -i '/^a,/d' "$T/s/prefill/metrics.csv"
labelaudit --runs --rules -o csv "$T/s" 2>/dev/null | awk -F, '$7 == "files" && $9 == 1' >"$T/out"
check "a scenario that is not there in a mode that ended" grep \
	-q 'there is no cell of prefill, scenario a' "$T/out"
edit "$O/manifest.json" 'j["complete"] = False'
run labelaudit --runs "$O"
check "a run that says so" grep -q 'incomplete: the manifest says that the run is not complete$' \
	"$T/err"
edit "$O/manifest.json" 'j["complete"] = True'; rm -r "$O/prefill"
fails 2 "labelaudit: $O: the manifest says that the run is complete, but it has no row" labelaudit \
	--runs "$W" "$O"

# what is there and is not what it should be
odd() { # FILE MESSAGE: in a folder behind one that is right
	fails 2 "labelaudit: $P/$1: $2" timeout 10 labelaudit --runs -o csv "$W" "$P"
	make_run published "$P"
}
R=prefill/runs/a/eager/fp32; N=$(basename "$P/$R"/run_*.json)
make_run published "$P"
for f in manifest.json prefill/metrics.csv prefill/dynamo_counters.json "$R/$N"; do
	rm "$P/$f"; mkfifo "$P/$f"; odd "$f" "not a regular file"
	rm "$P/$f"; ln -s nowhere "$P/$f"; odd "$f" "the link is broken"
	case $f in */runs/*) ;; *) rm "$P/$f"; mkdir "$P/$f"; \
		odd "$f" "this is a folder, and a file is needed" ;; esac
	case $f in *.csv) ;; *) echo '[1]' >"$P/$f"; odd "$f" "the JSON value is not an object" ;; esac
done
mkfifo "$P/environment.json"; odd environment.json "not a regular file"
echo '[' >"$P/triton_evidence_m.json"
odd triton_evidence_m.json:2 "expected a value, found the end of input"
rm -r "$P/prefill/runs"; : >"$P/prefill/runs"; odd prefill/runs "no folder"
rm -r "$P/prefill"; : >"$P/prefill"; odd prefill "no folder"
rm -r "$P/prefill"; ln -s nowhere "$P/prefill"; odd prefill "the link is broken"
edit "$P/$R/$N" 'j["latencies_ms"] = {"a": 1}'; odd "$R/$N" "latencies_ms is not a list"
for f in 'repetitions -1 a_whole_number_from_0' 'repetitions 2.5 a_whole_number_from_0' \
	'max_new_tokens "4" a_whole_number_from_0' \
    'modes "prefill" a_list_of_texts' 'scenarios ["a",1] a_list_of_texts_or_objects' \
    'torch_compile_config [] an_object' 'run_id 7 a_text'; do
	set -- $f
	edit "$P/manifest.json" "j['$1'] = json.loads('$2')"
	odd "manifest.json:$(grep -n "\"$1\"" "$P/manifest.json" | cut -d: -f1)" \
		"$1 is not $(echo "$3" | tr _ ' ')"
done
edit "$P/manifest.json" 'j["repetitions"] = None; j["unknown"] = [-1]'
run labelaudit --runs "$P"
is_status 1 "null is not recorded, and what is unknown is left alone"
mv "$P/$R/$N" "$T/$N"; ln -s "$T/$N" "$P/$R/$N"
labelaudit --runs --rules --all -o csv --where scenario=a "$P" | awk -F, '$9 == 1' >"$T/out"
is_out "a run file by way of a link is read" </dev/null
make_run published "$P"

# large counters: a time that grows with their number, and a limit
many() { # N: products in the counters of the mode, and of the compile stage of every cell
	make_run published "$P"
	for f in "$P/prefill/dynamo_counters.json" "$P"/*/runs/*/eager-compile/fp32/*.json; do
		edit "$f" "c = j.get('dynamo_counters') or j['compile']['dynamo_counters_after_compile']
c['aten_mm_info'] = {f'aten.mm_{i // 4 + 2}_{i % 4 + 2}_8': 1 for i in range($1)}"
	done
}
many 4000
run_timed labelaudit --runs -o csv "$P"
is_status 1 "counters of 4000 products"
if [ -n "${SLOW:-}" ]; then skip "in two seconds" "under a sanitizer"; else
	check "in two seconds ($seconds)" awk "BEGIN { exit !($seconds < 2) }"; fi
many 16385
fails 2 "labelaudit: $P/prefill/dynamo_counters.json:$(grep -n aten_mm_info \
	"$P/prefill/dynamo_counters.json" | tail -1 |
	cut -d: -f1): aten_mm_info has more than 16384 products" labelaudit --runs "$P"
make_run published "$P"

# a value of another kind at each key, and each file cut short: an error or a verdict, no crash
cat >"$T/kinds.py" <<'P'
import copy, glob, json, os, subprocess, sys
root = sys.argv[1]
def paths(v, p=()):
    if p: yield p
    if isinstance(v, dict): inner = v.items()
    else: inner = list(enumerate(v))[:1] if isinstance(v, list) else ()
    for k, w in inner: yield from paths(w, p + (k,))
def audit(what):
    command = ["labelaudit", "--runs", "--rules", "--all", "-o", "csv", root]
    r = subprocess.run(command, capture_output=True)
    refused = r.returncode == 2 and not r.stdout and r.stderr.startswith(b"labelaudit: ")
    if r.returncode not in (0, 1, 3) and not refused:
        sys.exit(f"{what}: status {r.returncode}: {r.stderr.decode(errors='replace')}")
n = 0
run = [sorted(glob.glob(f"{root}/prefill/runs/*/*-compile/*/*.json"))[0]]
own = glob.glob(f"{root}/prefill/compiled/*.json")[:1]
for f in [f"{root}/{name}" for name in (
        "manifest.json", "prefill/dynamo_counters.json", "prefill/metrics.csv")] + run + own:
    data = open(f, "rb").read()
    if f.endswith(".json"):
        whole = json.loads(data)
        for p in paths(whole):
            j = copy.deepcopy(whole); at = j
            for k in p[:-1]: at = at[k]
            at[p[-1]] = [{"a": None}] if isinstance(at[p[-1]], (str, dict)) else "x"
            json.dump(j, open(f, "w")); audit((f, p)); n += 1
    for i in range(8):
        open(f, "wb").write(data[:len(data) * i // 8]); audit((f, i)); n += 1
        flipped = bytes(b ^ 1 << i if k % 97 == 13 * i else b for k, b in enumerate(data))
        open(f, "wb").write(flipped); audit((f, "bit", i)); n += 1
    open(f, "wb").write(data)
print(n)
P
fresh
for d in "$P" "$O"; do check "wrong kinds, cuts and bits of $(basename "$d")" python3 \
	"$T/kinds.py" "$d"; done

# claims, labels and the targets
cat >"$T/c.yaml" <<E
claims:
  - {id: c, text: it was compiled, kind: compiler, run: "20300109_000000", backend: eager-compile}
E
run claims --runs "$W" -o csv "$T/c.yaml"
is_status 0 "a claim of the whole run"
cp "$T/out" "$T/good"
run claims --runs "$BEGUN" --runs "$W" --runs "$ABORTED" -o csv "$T/c.yaml"
is_status 3 "the same beside one that never began"
same "its status is printed" "$T/good" "$T/out"
is_err "and the others are named" <<E
claims: $BEGUN: skipped: there is no row in it
claims: $ABORTED: incomplete: mode e2e_kv is in the manifest, but has no files
E
edit "$P/manifest.json" 'j["repetitions"] = -1'
fails 2 "claims: $P/manifest.json:$(grep -n '"repetitions"' "$P/manifest.json" |
	cut -d: -f1): repetitions is not a whole number from 0" claims --runs "$W" --runs "$P" "$T/c.yaml"
cat >"$T/a.py" <<'E'
import torch
def f(backend, m):
    if backend == "eager-compile":
        m = torch.compile(m)
    return m
E
run labelaudit --src --labels-from "$W" "$T/a.py"; cp "$T/out" "$T/good"; want=$status
run labelaudit --src --labels-from "$BEGUN" --labels-from "$W" "$T/a.py"
[ "$want" -ne 0 ] || want=3
is_status "$want" "labels from a run, beside one that never began"
same "the source is judged by them" "$T/good" "$T/out"
check "and that one is named" grep -q "^labelaudit: $BEGUN: skipped: there is no row in it$" \
	"$T/err"
run labelaudit --src --labels-from "$BEGUN" "$T/a.py"
is_status 3 "labels from nothing else"

unset MAKEFLAGS MFLAGS MAKELEVEL
own_build
targets() { # WHAT DATA REPORTS
	status=0; make --no-print-directory -s claims verdicts BUILD="$BUILD" DATA="$2" REPORTS="$3" \
		>"$T/out" 2>"$T/err" || status=$?
	is_status 0 "make claims verdicts: $1"
	check "$1: what was skipped or is incomplete is named" grep -q "20300102_000000: skipped:" "$T/err"
	check "$1: and in the table" grep -q "20300101_000000: incomplete:" "$T/out"
}
targets "of empty and aborted sets alone" fixtures/sets tr126
if have_data; then
	mkdir -p "$T/a/TR120" "$T/a/TR126"
	for d in "$DATA"/TR120/*; do ln -s "$(realpath "$d")" "$T/a/TR120"; done
	for d in "$DATA"/TR126/*; do mkdir "$T/a/TR126/${d##*/}"; for r in "$d"/*; \
		do ln -s "$(realpath "$r")" "$T/a/TR126/${d##*/}"; done; done
	for d in "$S"/2*; do cp -R "$d" "$T/a/TR126/phase2"; done
	targets "of the archive with such sets in it" "$T/a" "tr120 tr126"
	labelaudit --runs -o csv "$DATA"/TR126/phase2/2* >"$T/good"
	labelaudit --runs -o csv "$T/a"/TR126/phase2/2* 2>/dev/null | grep -v ^2030 >"$T/out"
	same "its own cells keep their verdicts" "$T/good" "$T/out"
else
	no_data "make claims verdicts: of the archive with such sets in it"
fi
