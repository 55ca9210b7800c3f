# Sweeps: which cells there are, that a kill loses and doubles none, and what becomes of one that
# cannot run.
. tests/lib.sh
unset ASSAY_CC
conf() { printf '%s\n' 'model_path: tiny-gpt2' 'modes: [prefill, kv_decode]' 'repetitions: 3' \
	'warmup_repetitions: 1' 'torch_compile: {enabled: false}' "$@" >"$T/c.yaml"; }
cells() { tail -n +2 "$T/out" | cut -d, -f1; }

# --- which cells
conf 'seed: 7' 'sweep:' '  max_new_tokens: [4, 8]' '  scenarios: [context_4, context_8]' \
	'  batch: [1, 2]' '  cache.kind: [static, grow]' 'exclude:' \
	'  - {batch: 2, cache.kind: grow}' 'aa: 2'
run refrun --list "$T/c.yaml"
is_status 0 "the cells"
cells | sort >"$T/names"
check "2 x 2 x 2 x 2, less the 4 excluded, and 2 once more" [ "$(grep -vc aa "$T/names") $(
	grep -c aa "$T/names")" = "12 2" ]
check "no name twice" [ "$(uniq -d "$T/names" | wc -l)" -eq 0 ]
check "what is excluded is not there" sh -c "! grep ',2,grow,' '$T/out'"
head -n 1 "$T/out" >"$T/head"
same "the columns" - "$T/head" <<'E2'
cell,max_new_tokens,scenarios,batch,cache.kind,status,memory_mib,seconds,reason
E2
cells >"$T/order"
twin() { sed -n "s/^$1,\\(.*\\),missing.*/\\1/p" "$T/out"; }
for a in $(grep aa "$T/names"); do
	check "$a: as ${a%-aa}" [ "$(twin "$a")" = "$(twin "${a%-aa}")" ]
done
check "memory and time of each" [ "$(grep -c ',missing,[0-9.]*,[0-9.e-]*,$' "$T/out")" -eq 14 ]
check "shuffled" sh -c "! sort -c '$T/order'"
run refrun --list "$T/c.yaml"
cells >"$T/again"
same "a seed's order is the same again" "$T/order" "$T/again"
sed 's/seed: 7/seed: 8/' "$T/c.yaml" >"$T/c8.yaml"
run refrun --list "$T/c8.yaml"
cells >"$T/again"
check "another seed's is not" sh -c "! cmp -s '$T/order' '$T/again'"
sort "$T/again" >"$T/sorted"
check "but as many cells" [ "$(wc -l <"$T/sorted")" -eq 14 ]
check "on a terminal: aligned" sh -c "script -qec \"refrun --list '$T/c.yaml'\" /dev/null |
	grep -q '^cell  *max_new_tokens  *scenarios'"
run refrun --list examples/slurm/sweep.yaml
is_status 0 "the example is listed without its device"
check "with all cells" [ "$(cells | wc -l)" -eq 236 ]

# --- garbage
bad() { # MESSAGE LINE...
	msg=$1; shift
	printf '%s\n' 'model_path: tiny-gpt2' "$@" >"$T/b.yaml"
	fails 2 "refrun: $T/b.yaml:$msg" refrun --list "$T/b.yaml"
}
bad '3: sweep: unknown key bach' 'sweep:' '  bach: [1, 2]'
bad '3: sweep: unknown key cache.kin' 'sweep:' '  cache.kin: [static]'
bad '2: unknown key sweep.aa' 'sweep: {aa: [1, 2]}'
bad '3: sweep: unknown key ' 'sweep:' '  "": [static]'
bad '2: batch: a list that is not empty is expected' 'sweep: {batch: []}'
bad '2: batch: a list that is not empty is expected' 'sweep: {batch: 2}'
bad '2: batch: a list that is not empty is expected' 'sweep: {batch: {a: 1}}'
bad '2: batch: a single value is expected' 'sweep: {batch: [[1]]}'
bad '4: batch: 1 occurs twice' 'sweep:' '  batch: [2, 1,' '    1]'
bad '2: key sweep.batch occurs twice' 'sweep: {batch: [1], batch: [2]}'
bad '2: batch: 9 is not a whole number from 1 to 8' 'sweep: {batch: [1, 9]}'
bad '2: kind: heap is not known (known: grow, static, ring, slice)' 'sweep: {cache.kind: [heap]}'
bad '2: sweep: a mapping of keys to values is expected' 'sweep: [batch]'
bad '2: sweep: more than 9999 cells' \
	"sweep: {seed: [$(seq -s, 100)], repetitions: [$(seq -s, 100)]}"
bad '2: sweep: more than 16 keys' "sweep: {$(seq -f 'a%g: [1]' -s, 17)}"
bad '3: unknown key exclude.cache.kind' 'sweep: {batch: [1, 2]}' 'exclude: [{cache.kind: grow}]'
bad '3: exclude: no cell matches this map' 'sweep: {batch: [1, 2]}' 'exclude: [{batch: 4}]'
bad '3: exclude: no cell is left' 'sweep: {batch: [1, 2]}' 'exclude: [{}]'
bad '3: exclude: a list that is not empty is expected' 'sweep: {batch: [1, 2]}' \
	'exclude: {batch: 1}'
bad '3: aa: 3 is not a whole number from 1 to 2' 'sweep: {batch: [1, 2]}' 'aa: 3'
printf 'sweep: {model_path: [tiny-gpt2, no-such-model]}\n' >"$T/b.yaml"
run refrun --list "$T/b.yaml"
is_status 2 "a model that is not there"
misused() { # MESSAGE ARGUMENT...
	msg=$1; shift
	run refrun "$@" "$T/c.yaml"
	is_status 2 "$*"
	printf '%s\n' "refrun: $msg" "Try 'refrun --help'." | is_err "$msg"
}
misused 'a sweep needs -O'
misused 'the name of the folder is longer than 900 bytes' -O "$(printf '%0901d' 0)"
misused 'of a sweep, the configuration has the device, models, dtype and repetitions' \
	--repetitions 3 -O "$T/none"
for part in 0/2 3/2 2 1/2/3 x -1/2 2/2147483647; do
	misused '--cells must be I/N, I from 1 to N, N at most 9999' --cells $part -O "$T/none"
done
check "nothing was made" [ ! -e "$T/none" ]

# --- a whole sweep
cp "$T/c.yaml" "$T/whole.yaml"
# counted DIR: of each cell the run files, the rows of its tables, and what its manifest says of it;
# a file that the manifest does not name, or names in vain, is an error
counted() {
	python3 - "$1" <<-'E2'
	import glob, json, os, sys
	for d in sorted(glob.glob(sys.argv[1] + "/0*")):
	    m = json.load(open(d + "/manifest.json"))
	    lines = lambda name: sum(len(open(f).readlines()) - 1 for f in glob.glob(f"{d}/*/{name}.csv"))
	    named = {f["path"] for f in m["files"]} | {"manifest.json"}
	    there = {os.path.relpath(os.path.join(w, f), d) for w, _, fs in os.walk(d) for f in fs}
	    runs = [f for f in named if "/run_" in f]
	    print(os.path.basename(d), len(runs), lines("metrics"), lines("warmup"), named == there,
	          m["complete"], m["scenarios"], m["max_new_tokens"], m["batch"], m["cache"]["kind"])
	E2
}
statuses() {
	refrun --list -O "$1" "$T/c.yaml" | tail -n +2 | grep -o ',missing,\|,done,\|,failed,' |
		sort | uniq -c | sed 's/^ *//' | tr '\n' ' '
}
run refrun -O "$T/whole" "$T/c.yaml"
is_status 0 "a sweep"
is_err "says nothing" </dev/null
counted "$T/whole" >"$T/counts"
check "14 cells of 2 modes, each 3 timed samples and a warm-up" [ "$(cut -d' ' -f2-4 "$T/counts" |
	sort | uniq -c | sed 's/^ *//')" = "14 2 6 2" ]
(cd "$T/whole" && ls) >"$T/ls"
{ cat "$T/names"; echo sweep.json; echo sweep.lock; } | sort >"$T/want"
same "a folder each, and nothing else" "$T/want" "$T/ls"
check "all are done" [ "$(statuses "$T/whole")" = "14 ,done, " ]
check "the manifest of all has the seed and each cell, in order" python3 - "$T" <<'E2'
import csv, json, sys
t = sys.argv[1]
j = json.load(open(t + "/whole/sweep.json"))
assert j["definitions"]["seed"] == "7" and len(j["definitions"]["config_sha256"]) == 64
assert [r["cell"] for r in j["rows"]] == open(t + "/order").read().split()
assert {r["status"] for r in j["rows"]} == {"done"}
for r in j["rows"]:
    m = json.load(open(f"{t}/whole/{r['cell']}/manifest.json"))
    assert (m["complete"], m["run_id"], m["scenarios"]) == (True, r["cell"], [r["scenarios"]])
    assert (m["max_new_tokens"], m["batch"]) == (int(r["max_new_tokens"]), int(r["batch"]))
    assert m["cache"]["kind"] == r["cache.kind"]
E2
labelaudit --runs --all -o csv "$T"/whole/0* >"$T/audit" 2>/dev/null
check "and each is audited: a cell for each of its modes" [ "$(tail -n +2 "$T/audit" |
	wc -l)" -eq 28 ]
find "$T/whole" -path '*/0*' -type f | xargs sha256sum >"$T/sums"
run refrun -O "$T/whole" "$T/c.yaml"
is_status 0 "the same command again"
check "measures nothing" sha256sum --quiet -c "$T/sums"

# --- what is missing, failed or foreign
rm -r "$T/whole/0005"
run refrun --list -O "$T/whole" "$T/c.yaml"
is_status 3 "a cell is missing"
check "which" grep -q '^0005,.*,missing,' "$T/out"
cp -r "$T/whole/0006" "$T/whole/0005"
fails 2 "refrun: $T/whole/0005/manifest.json: is not of this sweep's cell, whole" refrun --list \
	-O "$T/whole" "$T/c.yaml"
rm -r "$T/whole/0005"
run refrun -O "$T/whole" "$T/c8.yaml"
is_status 2 "a folder of another sweep"
check "is named" grep -q \
	"^refrun: $T/whole/0.*/manifest.json: is not of this sweep's cell, whole\$" "$T/err"

# --- what cannot fit, and what fails: the others are measured
conf 'scenarios: [{name: a, text: x}]' 'backends: [a]' \
	'sweep: {scenarios: [context_4, context_8], backends: [b, b-compile]}'
run refrun --list "$T/c.yaml"
is_status 0 "a sweep's scenarios and labels take the place of the configuration's"
conf 'sweep: {scenarios: [context_4, context_2000], batch: [1, 2]}'
run refrun -O "$T/unfit" "$T/c.yaml"
is_status 0 "cells that cannot fit"
sort "$T/err" >"$T/out"
is_out "are named before anything runs" <<'E2'
refrun: 0003: cannot fit: a prompt's 2000 rows and 1 new tokens are more than the model's 1024 positions
refrun: 0004: cannot fit: a prompt's 2000 rows and 1 new tokens are more than the model's 1024 positions
E2
check "and recorded with their reason" [ "$(grep -c '"cannot fit".*positions' \
	"$T/unfit/sweep.json")" -eq 2 ]
if [ -n "${SLOW:-}" ]; then
	skip "too little memory" "a sanitizer takes more address space than the limit leaves"
else
	conf 'sweep: {model: [tiny-gpt2, qwen2.5-0.5b]}'
	(ulimit -v 1500000; refrun --list "$T/c.yaml") >"$T/out" 2>"$T/err"
	sed 's/has [0-9]* bytes/has N bytes/; s/\(missing\),.*/\1/; s/,\([0-9]*\)\.[0-9]*,[^,]*,/,\1,/' \
		"$T/out" | sort >"$T/short"
	same "too little memory: with what it needs" - "$T/short" <<-'E2'
	0001,tiny-gpt2,missing
	0002,qwen2.5-0.5b,cannot fit,1921,out of memory: the cpu has N bytes left
	cell,model,status,memory_mib,seconds,reason
	E2
fi
conf 'scenarios: context_4' 'sweep: {torch_compile.enabled: [true, false]}'
run env ASSAY_CC=false refrun -O "$T/fail" "$T/c.yaml"
is_status 3 "a cell that fails"
is_err "is named" <<'E2'
refrun: 0001: failed: the compiler failed with status 1
E2
check "and recorded with its reason" grep -q '"failed".*"the compiler failed with status 1"' \
	"$T/fail/sweep.json"
run refrun --list -O "$T/fail" "$T/c.yaml"
is_status 3 "it stays failed"
check "with the reason" grep -q '^0001,true,failed,.*,the compiler failed with status 1$' "$T/out"
compile_once
run refrun -O "$T/fail" "$T/c.yaml"
is_status 0 "until it is run again"
is_err "without a word" </dev/null
check "nor a reason" sh -c "! grep compiler '$T/fail/sweep.json'"
check "no half folder is left" [ "$(cd "$T/fail" && echo *)" = "0001 0002 sweep.json sweep.lock" ]

# --- progress on a terminal
script -qec "refrun -O '$T/shown' '$T/c.yaml'" /dev/null </dev/null 2>&1 | tr '\r' '\n' |
	sed 's/[0-9]*m[0-9]*s left.*/MmSSs left/; s/[0-9]* min/N min/' >"$T/last"
check "how many cells are left" grep -qx \
	'refrun: cells left: 2; prefill tiny-gpt2 context_4 [a-z]*  1/[0-9]*, MmSSs left' "$T/last"
check "and for how long, once one is done" grep -qx \
	'refrun: cells left: 1, N min; prefill tiny-gpt2 context_4 [a-z]*  1/[0-9]*, MmSSs left' \
	"$T/last"

# --- killed at any moment (KILLS: how often), then resumed
cp "$T/whole.yaml" "$T/c.yaml"
kills=${KILLS:-10} half=0
for i in $(seq "$kills"); do
	rm -f "$T/killed/sweep.json"
	[ "$(find "$T/killed" -maxdepth 1 -name '0*' ! -name '*.part' 2>/dev/null | wc -l)" -lt 12 ] ||
		rm -r "$T"/killed/0*[1357] # else little would be left to kill
	refrun -O "$T/killed" "$T/c.yaml" 2>/dev/null &
	pid=$!
	until [ -e "$T/killed/sweep.json" ]; do sleep 0.01; done # which stands before the first cell
	sleep "$(awk -v s="$$$i" 'BEGIN { srand(s); print rand() * 0.4 }')"
	kill -KILL $pid
	wait $pid 2>/dev/null
	[ -z "$(find "$T/killed" -maxdepth 1 -name '0*.part')" ] || half=$((half + 1))
done
check "of $kills kills at random moments, $half left half a cell" [ $half -gt 0 ]
run refrun -O "$T/killed" "$T/c.yaml"
is_status 0 "then resumed"
counted "$T/killed" >"$T/out"
same "no cell is lost or doubled, and each has its counts" "$T/counts" "$T/out"
run refrun --list -O "$T/killed" "$T/c.yaml"
is_status 0 "and the list says that it is whole"

# --- interrupted
refrun -O "$T/cut" "$T/c.yaml" 2>"$T/err" &
pid=$!
until [ -e "$T/cut/sweep.json" ]; do sleep 0.02; done
kill -TERM $pid
status=0; wait $pid || status=$?
is_status 2 "interrupted"
is_err "and how to go on" <<'E2'
refrun: interrupted; the same command continues
E2

# --- two at once, then as a job array
refrun -O "$T/cut" "$T/c.yaml" & other=$!
run refrun -O "$T/cut" "$T/c.yaml"
wait $other
run refrun --list -O "$T/cut" "$T/c.yaml"
is_status 0 "two processes share a sweep"
counted "$T/cut" >"$T/out"
same "and run no cell twice" "$T/counts" "$T/out"

# A stand-in for sbatch, not Slurm: it reads --array=A-B and the comments of no script, runs each
# task at once, and ends with them.
mkdir "$T/bin"
cat >"$T/bin/sbatch" <<'E2'
#!/bin/sh
range=${1#--array=}; shift
for task in $(seq "${range%-*}" "${range#*-}"); do
	SLURM_ARRAY_TASK_ID=$task "$@" &
	echo $! >"$PIDS/$task"
done
wait
E2
chmod +x "$T/bin/sbatch" && PATH=$T/bin:$PATH
mkdir "$T/pids"
PIDS=$T/pids sbatch --array=1-3 sh examples/slurm/sweep.sh "$T/c.yaml" "$T/array" 3 2>"$T/err" &
until ls "$T"/array/0*.part >/dev/null 2>&1; do sleep 0.02; done
kill -KILL "$(cat "$T/pids/2")"
wait $!
run refrun --list -O "$T/array" "$T/c.yaml"
is_status 3 "a task of three is killed: cells are missing"
awk -F, 'NR > 1 && $6 != "done" { print (NR - 2) % 3 }' "$T/out" | sort -u >"$T/short"
same "all of its part" - "$T/short" <<'E2'
1
E2
PIDS=$T/pids run sbatch --array=2-2 sh examples/slurm/sweep.sh "$T/c.yaml" "$T/array" 3
run refrun --list -O "$T/array" "$T/c.yaml"
is_status 0 "requeued: whole"
counted "$T/array" >"$T/out"
same "with the cells of an undisturbed sweep" "$T/counts" "$T/out"
mkdir "$T/merged"
for part in 1 2; do
	run refrun --cells $part/2 -O "$T/part$part" "$T/c.yaml"
	is_status 0 "part $part, in a folder of its own"
	cp -r "$T/part$part"/0* "$T/merged"
done
run refrun --list -O "$T/part1" "$T/c.yaml"
is_status 3 "one part is not all"
run refrun --list -O "$T/merged" "$T/c.yaml"
is_status 0 "the folders of both are"
