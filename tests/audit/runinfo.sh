# runinfo: fields of JSON files. The runs below are made for this test.
. tests/lib.sh

mkdir -p "$T/x/r1/prefill/runs/s/eager/fp32" "$T/x/r1/kv_decode" "$T/x/r2/prefill" "$T/y/r1" \
	"$T/empty"
cat >"$T/x/r1/manifest.json" <<E
{"run_id": "r1", "models": [{"path": "m/a", "dtype": "fp32"}, {"path": "m/b", "dtype": "fp16"}],
 "modes": ["prefill", "kv_decode"], "reps": 30, "note": null,
 "torch": {"version": "2.8.0", "cc": [8, 9], "mem": 12.88, "cuda": true}, "empty": {}, "none": []}
E
cat >"$T/x/r2/manifest.json" <<E
{"run_id": "r2", "models": [{"path": "m/a", "dtype": "fp32"}], "modes": ["prefill"], "reps": 30,
 "torch": {"version": "2.10.0", "cc": [8, 9], "mem": 12.88, "cuda": true}}
E
echo '{"checks": {"triton": {"pass": true}}, "torch": {"version": "9.9", "extra": "only here"}}' \
	>"$T/x/r1/environment.json"
cat >"$T/x/r1/prefill/dynamo_counters.json" <<E
{"stats": {"unique_graphs": 7}, "unimplemented": {"recompile_limit reached": 1},
 "metas": {"models/a.b": {"ok": true}, "models/c": {"ok": false}}}
E
echo '{"stats": {"unique_graphs": 2}, "unimplemented": {}, "metas": {}}' \
	>"$T/x/r1/kv_decode/dynamo_counters.json"
echo '{"stats": {"unique_graphs": 5}, "unimplemented": {}, "metas": {}}' \
	>"$T/x/r2/prefill/dynamo_counters.json"
echo '{"cached": 10}' >"$T/x/r1/evidence_m-9.json"
echo '{"cached": 25}' >"$T/x/r1/evidence_m-10.json"
echo '{"cached": 125.5}' >"$T/x/r1/evidence_m-100.json"
echo '{"latencies_ms": [1, 2], "compile": {"backend": "inductor"}}' \
	>"$T/x/r1/prefill/runs/s/eager/fp32/run_1.json"
echo '{"run_id": "other"}' >"$T/y/r1/manifest.json"
R1=$T/x/r1 R2=$T/x/r2
columns() { awk -v names="$1" -f reports/csv.awk -f reports/fields.awk "$2"; } # NAMES FILE
DC=prefill/dynamo_counters

run runinfo -f torch.version,reps,note,torch.cuda,torch.cc,torch "$R1" "$R2"
is_status 0 "plain paths"
is_out "plain paths: long, one row a value" <<'E'
run,file,field,value
r1,manifest.json,torch.version,2.8.0
r1,manifest.json,reps,30
r1,manifest.json,note,null
r1,manifest.json,torch.cuda,true
r1,manifest.json,torch.cc,"[8,9]"
r1,manifest.json,torch,"{""version"":""2.8.0"",""cc"":[8,9],""mem"":12.88,""cuda"":true}"
r2,manifest.json,torch.version,2.10.0
r2,manifest.json,reps,30
r2,,note,
r2,manifest.json,torch.cuda,true
r2,manifest.json,torch.cc,"[8,9]"
r2,manifest.json,torch,"{""version"":""2.10.0"",""cc"":[8,9],""mem"":12.88,""cuda"":true}"
E
run runinfo -f torch.extra,checks.triton.pass "$R1"
is_out "what the manifest has not, the environment may have" <<'E'
run,file,field,value
r1,environment.json,torch.extra,only here
r1,environment.json,checks.triton.pass,true
E
graphs=stats.unique_graphs
run runinfo -f "environment:torch.version,manifest.json:torch.version" \
	-f "$DC:$graphs,*/dynamo_counters:$graphs" "$R1"
is_out "files by name, with or without .json, and by pattern" <<'E'
run,file,field,value
r1,environment.json,torch.version,9.9
r1,manifest.json,torch.version,2.8.0
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
r1,kv_decode/dynamo_counters.json,stats.unique_graphs,2
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
E
run runinfo -f 'models[1].path,models[*].dtype' \
	-f "$DC:unimplemented[\"recompile_limit reached\"],$DC:unimplemented.\"recompile_limit reached\"" \
	-f "$DC:metas[*].ok" "$R1"
is_status 0 "indices, quoted keys, wildcards"
is_out "each value is named by a path that reads back" <<'E'
run,file,field,value
r1,manifest.json,models[1].path,m/b
r1,manifest.json,models[0].dtype,fp32
r1,manifest.json,models[1].dtype,fp16
r1,prefill/dynamo_counters.json,"unimplemented[""recompile_limit reached""]",1
r1,prefill/dynamo_counters.json,"unimplemented[""recompile_limit reached""]",1
r1,prefill/dynamo_counters.json,"metas[""models/a.b""].ok",true
r1,prefill/dynamo_counters.json,metas.models/c.ok,false
E
c='evidence_*:cached'
run runinfo -f "$c,delta($c),sum($c),min($c),max($c),count($c)" "$R1"
is_out "natural order of files, differences, one result of all" <<'E'
run,file,field,value
r1,evidence_m-9.json,cached,10
r1,evidence_m-10.json,cached,25
r1,evidence_m-100.json,cached,125.5
r1,evidence_m-9.json,delta(cached),10
r1,evidence_m-10.json,delta(cached),15
r1,evidence_m-100.json,delta(cached),100.5
r1,evidence_*.json,sum(cached),160.5
r1,evidence_*.json,min(cached),10
r1,evidence_*.json,max(cached),125.5
r1,evidence_*.json,count(cached),3
E
run runinfo -f 'length(models),length(torch),length(empty),length(none)' \
	-f 'dotted(torch.cc),dotted(none),count(models[*]),dotted(modes)' "$R1"
is_out "lengths and dotted arrays" <<'E'
run,file,field,value
r1,manifest.json,length(models),2
r1,manifest.json,length(torch),4
r1,manifest.json,length(empty),0
r1,manifest.json,length(none),0
r1,manifest.json,dotted(torch.cc),8.9
r1,manifest.json,dotted(none),
r1,manifest.json,count(models[*]),2
r1,manifest.json,dotted(modes),prefill.kv_decode
E

# operands that are files
run runinfo -f stats.unique_graphs "$R1/prefill/dynamo_counters.json" \
	"$R1/kv_decode/dynamo_counters.json" "$R2/prefill/dynamo_counters.json"
is_out "files as operands: run and file from their place" <<'E'
run,file,field,value
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
r1,kv_decode/dynamo_counters.json,stats.unique_graphs,2
r2,prefill/dynamo_counters.json,stats.unique_graphs,5
E
run runinfo -f compile.backend "$R1/prefill/runs/s/eager/fp32/run_1.json"
is_out "a run file belongs to its run" <<'E'
run,file,field,value
r1,prefill/runs/s/eager/fp32/run_1.json,compile.backend,inductor
E
run runinfo -f "$DC:$graphs,dynamo_counters:$graphs,*:$graphs,kv_decode/*:$graphs" \
	"$R1/prefill/dynamo_counters.json"
is_status 3 "FILE of an operand that is a file: compared by its last components"
is_out "FILE of an operand that is a file" <<'E'
run,file,field,value
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
r1,prefill/dynamo_counters.json,stats.unique_graphs,
E
run_in "$R1/manifest.json" runinfo -f reps
is_out "no operand: standard input" <<'E'
run,file,field,value
-,-,reps,30
E
gzip -c "$R1/manifest.json" >"$T/m.gz"
run_in "$T/m.gz" runinfo -f reps -
is_out "gzip reads as it is" <<'E'
run,file,field,value
-,-,reps,30
E
(cd "$R1" && runinfo -f reps .) >"$T/out"
is_out "the folder we are in has its own name" <<'E'
run,file,field,value
r1,manifest.json,reps,30
E
run runinfo -f run_id "$R1" "$T/y/r1" "$R2"
is_out "runs of one name are told apart by the folder above" <<'E'
run,file,field,value
x/r1,manifest.json,run_id,r1
y/r1,manifest.json,run_id,other
r2,manifest.json,run_id,r2
E

# everything
run runinfo "$R2"
is_out "no -f: every field of every file but the samples" <<'E'
run,file,field,value
r2,manifest.json,run_id,r2
r2,manifest.json,models[0].path,m/a
r2,manifest.json,models[0].dtype,fp32
r2,manifest.json,modes,"[""prefill""]"
r2,manifest.json,reps,30
r2,manifest.json,torch.version,2.10.0
r2,manifest.json,torch.cc,"[8,9]"
r2,manifest.json,torch.mem,12.88
r2,manifest.json,torch.cuda,true
r2,prefill/dynamo_counters.json,stats.unique_graphs,5
r2,prefill/dynamo_counters.json,unimplemented,{}
r2,prefill/dynamo_counters.json,metas,{}
E
run runinfo "$R1"
cut -d, -f2 "$T/out" | uniq >"$T/files"; mv "$T/files" "$T/out"
is_out "no -f: manifest, environment, then the others in natural order" <<'E'
file
manifest.json
environment.json
evidence_m-9.json
evidence_m-10.json
evidence_m-100.json
kv_decode/dynamo_counters.json
prefill/dynamo_counters.json
E
# each field that a listing names can be asked for and is the same
runinfo "$R1" >"$T/all"
columns file,field "$T/all" | tr '\t' : >"$T/asks"
while IFS= read -r field; do runinfo -f "$field" "$R1" | sed 1d; done <"$T/asks" >"$T/again"
sed 1d "$T/all" >"$T/fields"
same "each field of a listing can be asked for by its name" "$T/fields" "$T/again"

# layouts
run runinfo --columns -f "run_id,reps,torch.mem,note,$DC:stats.unique_graphs" "$R1" "$R2"
is_out "--columns: one row a run" <<'E'
run,run_id,reps,torch.mem,note,prefill/dynamo_counters:stats.unique_graphs
r1,r1,30,12.88,null,7
r2,r2,30,12.88,,5
E
run runinfo --columns -o json -f reps,torch.mem,torch.version "$R1"
is_out "--columns: numbers are numbers" <<'E'
{"tool": "runinfo",
 "version": "0.1.0",
 "definitions": {},
 "notes": [],
 "columns": [
  {"name": "run", "type": "string", "key": true},
  {"name": "reps", "type": "integer", "key": false},
  {"name": "torch.mem", "type": "number", "key": false},
  {"name": "torch.version", "type": "string", "key": false}
 ],
 "rows": [
  {"run": "r1", "reps": 30, "torch.mem": 12.88, "torch.version": "2.8.0"}
 ]
}
E
run runinfo --columns -f stats.unique_graphs "$R1/prefill/dynamo_counters.json" \
	"$R1/kv_decode/dynamo_counters.json"
is_out "--columns: files are named where they are operands" <<'E'
run,file,stats.unique_graphs
r1,prefill/dynamo_counters.json,7
r1,kv_decode/dynamo_counters.json,2
E
run runinfo -o text -f "torch.version,length(modes),$DC:stats.unique_graphs" "$R1" "$R2"
is_out "for people: runs side by side" <<'E'
file                          field                r1     r2
-                             torch.version        2.8.0  2.10.0
-                             length(modes)        2      1
prefill/dynamo_counters.json  stats.unique_graphs  7      5
E
run runinfo -o md -f stats.unique_graphs "$R1/prefill/dynamo_counters.json" \
	"$R1/kv_decode/dynamo_counters.json"
is_out "for people: files of one run side by side" <<'E'
| field               | r1/prefill/dynamo_counters.json | r1/kv_decode/dynamo_counters.json |
| ------------------- | ------------------------------- | --------------------------------- |
| stats.unique_graphs | 7                               | 2                                 |
E
run runinfo -o text -f run_id,reps "$R1"
is_out "for people: one run" <<'E'
run=r1, file=manifest.json

field   value
run_id  r1
reps    30
E
run runinfo -o json -f 'max(evidence_*:cached)' "$R1"
check "JSON says what the function computes" grep -qF '"definitions": {"max": "largest value"}' \
	"$T/out"

run runinfo --diff -f reps,torch.version,note,torch.mem,"*/dynamo_counters:stats.unique_graphs" \
	"$R1" "$R2"
is_status 0 "--diff"
is_out "--diff: only what differs, field after field" <<'E'
run,file,field,value
r1,manifest.json,torch.version,2.8.0
r2,manifest.json,torch.version,2.10.0
r1,manifest.json,note,null
r2,,note,
r1,kv_decode/dynamo_counters.json,stats.unique_graphs,2
r2,kv_decode/dynamo_counters.json,stats.unique_graphs,
r1,prefill/dynamo_counters.json,stats.unique_graphs,7
r2,prefill/dynamo_counters.json,stats.unique_graphs,5
E
COLUMNS=200 run runinfo --diff -o text "$R1/prefill/dynamo_counters.json" \
	"$R1/kv_decode/dynamo_counters.json"
is_out "--diff of two files of one run" <<'E'
field                                     r1/prefill/dynamo_counters.json  r1/kv_decode/dynamo_counters.json
stats.unique_graphs                       7                                2
unimplemented["recompile_limit reached"]  1                                -
metas["models/a.b"].ok                    true                             -
metas.models/c.ok                         false                            -
unimplemented                             -                                {}
metas                                     -                                {}
E
cp -r "$R1" "$T/same"
run runinfo --diff "$R1" "$T/same"
is_status 0 "--diff of equal runs"
is_out "--diff of equal runs is empty" <<'E'
run,file,field,value
E

# selection
printf 'from,to\nr1,first run\n' >"$T/names.csv"
run runinfo --map run="$T/names.csv" --where field=reps -f reps,run_id "$R1" "$R2"
is_out "--map and --where" <<'E'
run,file,field,value
first run,manifest.json,reps,30
r2,manifest.json,reps,30
E
run runinfo --where run=r2 --columns -f reps,run_id "$R1" "$R2"
is_out "--where before --columns" <<'E'
run,reps,run_id
r2,30,r2
E
echo '{"synthetic": true, "a": 1}' >"$T/syn.json"
run_in "$T/syn.json" runinfo -f a
is_out "a synthetic file is called so" <<'E'
run,file,field,synthetic,value
-,-,a,1,1
E

# what is not there, and what is wrong
run runinfo -f reps,torch.versio,"none_*:x","max(none_*:x)" "$R1" "$R2"
is_status 3 "fields that no run has"
is_out "fields that no run has: not available" <<'E'
run,file,field,value
r1,manifest.json,reps,30
r1,,torch.versio,
r1,none_*.json,x,
r1,none_*.json,max(x),
r2,manifest.json,reps,30
r2,,torch.versio,
r2,none_*.json,x,
r2,none_*.json,max(x),
E
is_err "fields that no run has are named" <<'E'
runinfo: no run has the field 'torch.versio'
runinfo: no run has the field 'none_*:x'
runinfo: no run has the field 'max(none_*:x)'
E
fails 2 "runinfo: $R2: no field 'note'" runinfo --require -f reps,note "$R1" "$R2"
fails 2 - runinfo --columns -f reps,'models[*].path' "$R1" <<E
runinfo: $R1: several values of 'models[*].path': --columns needs one value a run (combine them with max, sum, ...)
E
fails 2 "runinfo: $R1/manifest.json:3: 'torch.version' is not a number" runinfo \
	-f 'max(torch.version)' "$R1"
fails 2 "runinfo: $R1/manifest.json:3: 'torch.cuda' is not a number" runinfo \
	-f 'delta(torch.cuda)' "$R1"
fails 2 "runinfo: $R1/manifest.json:2: 'reps' has no length" runinfo -f 'length(reps)' "$R1/"
fails 2 "runinfo: $R1/manifest.json:3: 'torch' is not an array" runinfo -f 'dotted(torch)' "$R1"
echo '[1e308, 1e308, -1e308]' >"$T/big.json"
fails 2 "runinfo: $T/big.json:1: '[2]' is too far from the value before it" runinfo \
	-f 'delta([*])' "$T/big.json"
echo '[1e308, 1e308, 1e308]' >"$T/big.json"
fails 2 "runinfo: $T/big.json:1: '[0]' sums up to more than a double can hold" runinfo \
	-f 'sum([*])' "$T/big.json"
fails 2 - runinfo -f 'mean(reps)' "$R1" <<E
runinfo: -f: 'mean(reps)' calls an unknown function; there are: length, dotted, delta, count, sum, min, max
E
fails 2 "runinfo: -f: no ')' at the end of 'max(reps'" runinfo -f 'max(reps' "$R1"
fails 2 "runinfo: -f: 'max(min(reps))' is not [FUNCTION(][FILE:]PATH[)]" runinfo \
	-f 'max(min(reps))' "$R1"
fails 2 "runinfo: -f: 'manifest:' needs FILE:PATH" runinfo -f 'manifest:' "$R1"
fails 2 "runinfo: -f: ':reps' needs FILE:PATH" runinfo -f ':reps' "$R1"
fails 2 "runinfo: -f: empty field" runinfo -f 'reps,' "$R1"
fails 2 "runinfo: -f: empty field" runinfo -f '' "$R1"
fails 2 "runinfo: -f: 'reps' is named twice" runinfo -f reps -f reps "$R1"
fails 2 "runinfo: malformed path 'torch..version'" runinfo -f 'torch..version' "$R1"
fails 2 "runinfo: --columns and --diff cannot be combined" runinfo --columns --diff -f reps "$R1" \
	"$R2"
fails 2 "runinfo: --columns needs -f" runinfo --columns "$R1"
fails 2 "runinfo: --require needs -f" runinfo --require "$R1"
fails 2 "runinfo: --diff needs two runs or more" runinfo --diff "$R1"
run runinfo --where 'field~^torch\.v' --where 'value!=x' --cell 'distinct(field)' "$R1"
echo 1 | is_out "--where takes a pattern"
keys='run, file, field, value'
fails 2 "runinfo: --where needs one of $keys, not 'fields'; did you mean 'field'?" \
	runinfo --where fields=x "$R1"
fails 2 "runinfo: --where needs one of run, file, field, value, not 'mode'" runinfo --where mode=x \
	"$R1"
fails 2 "runinfo: --map needs one of run, file, field, value, not 'mode'" runinfo \
	--map mode="$T/names.csv" "$R1"
fails 2 "runinfo: $T/none: No such file or directory" runinfo "$R1" "$T/none"
fails 2 "runinfo: $R1/: named twice" runinfo "$R1" "$R1/"
run runinfo -o csv "$R1" "$T/empty"
is_status 3 "a folder with no JSON file is skipped"
check "and named" grep -q "^runinfo: $T/empty: skipped: there is no JSON file in it$" "$T/err"
cp "$T/out" "$T/both"; run runinfo -o csv "$R1"
same "the other is printed" "$T/out" "$T/both"
mkdir -p "$T/odd/a"; mkfifo "$T/odd/manifest.json"
fails 2 "runinfo: $T/odd/manifest.json: not a regular file" timeout 10 runinfo "$T/odd"
rm "$T/odd/manifest.json"; ln -s nowhere "$T/odd/manifest.json"
fails 2 "runinfo: $T/odd/manifest.json: the link is broken" runinfo -f a "$T/odd"
rm "$T/odd/manifest.json"; echo '[1]' >"$T/odd/manifest.json"
fails 2 "runinfo: $T/odd/manifest.json: the JSON value is not an object" runinfo "$R1" "$T/odd"
printf '{"a": 1,\n "a": 2}' >"$T/bad.json"
fails 2 "runinfo: $T/bad.json:2: duplicate key \"a\"" runinfo "$R1" "$T/bad.json" "$R2"
: >"$T/zero.json"
fails 2 "runinfo: $T/zero.json:1: expected a value, found the end of input" runinfo -f a \
	"$T/zero.json"
cp -r "$R2" "$T/broken"; echo '{"a"' >"$T/broken/prefill/dynamo_counters.json"
counters=$T/broken/prefill/dynamo_counters.json
fails 2 "runinfo: $counters:2: expected ':' after a key, found the end of input" \
	runinfo "$R1" "$T/broken"
run runinfo -f reps "$T/broken"
is_status 0 "a file that is not asked for is not read"
for o in -g -v; do # they mean nothing here
	run runinfo $o run "$R1"
	is_status 2 "$o is refused"
	check "$o: nothing on standard output" test ! -s "$T/out"
done

# the house rules
run runinfo --help
is_status 0 "--help"
check "--help goes to standard output" grep -q '^usage: runinfo' "$T/out"
run runinfo --version
is_status 0 "--version"
check "--version" grep -qx 'runinfo (assay) [0-9.]*' "$T/out"
run runinfo "$R2" -f reps -- "$R1"
check "options stand anywhere" test "$(grep -c reps "$T/out")" -eq 2
for o in --help --version "$R1"; do
	status=0
	runinfo "$o" >/dev/full 2>"$T/err" || status=$?
	is_status 2 "full disk: $(basename -- "$o")"
	is_err "full disk is named: $(basename -- "$o")" <<'E'
runinfo: cannot write standard output
E
done
run runinfo -O "$T/table.csv" -f reps "$R1"
is_status 0 "-O"
mv "$T/table.csv" "$T/out"
is_out "-O writes the table" <<'E'
run,file,field,value
r1,manifest.json,reps,30
E
mkdir "$T/x[1]"; cp -r "$R1" "$T/x[1]/r*1"
run runinfo -f run_id "$T/x[1]/r*1"
is_out "an operand is no pattern" <<'E'
run,file,field,value
r*1,manifest.json,run_id,r1
E

# The published figures that come from such files.
if ! have_data; then
	no_data "figures of the published runs"
	exit 0
fi
TR120=$DATA/TR120/tr120_root_cause_triton compiled=transformers-gpu-compile/fp32
P2=$DATA/TR126/phase2
value() { # WHAT WANT ARGS...: the values that runinfo gives, one a line
	what=$1; printf '%s\n' "$2" >"$T/values"; shift 2
	run runinfo --require "$@"
	columns value "$T/out" >"$T/got"
	same "$what" "$T/values" "$T/got"
}
# document 001
value "001 5.1: torch" 2.8.0a0+5228986c39.nv25.05 -f torch.version "$TR120/20251221_173112"
value "001 5.1: CUDA, cuDNN, compute capability" '12.9
91001
8.9' -f 'torch.cuda_version,torch.cudnn_version,dotted(torch.gpu_cc)' "$TR120/20251221_173112"
value "001 5.1: repetitions, warm-up, tokens" '30
3
64' -f repetitions,warmup_repetitions,max_new_tokens "$TR120/20251221_173112"
value "001 5.1: the run file's graphs" 1 -f \
	compile.dynamo_counters_after_compile.stats.unique_graphs \
	"$TR120/20251221_173112/prefill/runs/stress_single/$compiled/run_1766338305841.json"
value "001 5.1: explain" '1
0
0
463' -f compiler_evidence:prefill_explain.graph_count \
	-f compiler_evidence:prefill_explain.graph_break_count \
	-f compiler_evidence:prefill_explain.break_reasons_count \
	-f compiler_evidence:prefill_explain.out_guards_count "$TR120/20251221_191009"
value "001 5.1, 5.4: frames" 8 -f "$DC:dynamo_counters.frames.total" "$TR120/20251221_173112"
value "001 5.1.3: graphs of the variable, padded and dynamic runs" '7
5
2' -f "$DC:dynamo_counters.stats.unique_graphs" "$TR120/20251221_173112" "$TR120/20251221_182658" \
	"$TR120/20251221_181045"
value "001 5.2: the fall-back" 'aot_eager
inductor' -f compile.backend,compile.fallback_from \
	"$DATA/TR120/tr120_root_cause/20251221_113136/e2e_kv/runs/stress_single/$compiled"/run_*.json
value "001 5.4: padded decode" '2
1' -f kv_decode/dynamo_counters:dynamo_counters.stats.unique_graphs \
	-f 'kv_decode/dynamo_counters:dynamo_counters.unimplemented["recompile_limit reached"]' \
	"$TR120/20251221_182658"
# document 002
value "002 3.2: environment" '2.8.0a0+34c6371d24.nv25.08
13.0
91200
3.3.1
NVIDIA GeForce RTX 4080 Laptop GPU
12.88
8.9
/tmp/triton_cache
0' -f environment.torch_version,environment.cuda_version,environment.cudnn_version \
	-f environment.triton_version \
	-f 'environment.gpu_name,environment.gpu_memory_gb,dotted(environment.gpu_compute_capability)' \
	-f environment.triton_cache_dir,environment.cuda_visible_devices \
	"$DATA/TR126/phase1/20260222_195228"
value "002 3.3: tokens of each prompt" '32
32
32' -f 'weight_parity:prompts[*].num_tokens' "$DATA/TR126/phase1/20260222_195522"
value "002 4.2: models of the baseline" 7 -f 'length(models)' "$P2/20260222_195655"
value "002 B: kernels in all" 916 -f 'max(triton_evidence_*:cached_kernels)' "$P2/20260222_195655"
value "002 B: kernels of each model" '17
127
245
139
207
181' -f 'delta(triton_evidence_*:cached_kernels)' "$P2/20260222_195655"
value "002 10.6: versions of the rerun" '13.1
91701
3.6.0' -f environment.cuda_version,environment.cudnn_version,environment.triton_version \
	"$DATA/TR126/phase3/20260223_210915"
find "$DATA/TR120" "$DATA/TR126" -name 'run_*.json' >"$T/paths"
xargs runinfo --columns -f status <"$T/paths" >"$T/runs"
check "every published run file is read" test "$(grep -c ',ok$' "$T/runs")" \
	-eq "$(grep -c . "$T/paths")"

# people see the first fields of many, and how to see the others
python3 - "$T" <<'P'
import json, sys
for run in 1, 2:
    with open(f"{sys.argv[1]}/many{run}.json", "w") as fp:
        json.dump({f"f{i:02}": i * run + 1 for i in range(45 + run)}, fp)
P
says() { # WHAT FIELDS LAST ARGS...: that many fields, f00 the first of them, and the last line
	what=$1 fields=$2 last=$3; shift 3
	run runinfo "$@"
	check "$what" test "$(grep -o '\bf[0-9][0-9]\b' "$T/out" | sort -u | wc -l)/$(tail -n 1 "$T/out" |
		sed '/more fields/!d')" = "$fields/$last"
}
more='more fields: -f names those to show, -o json shows all'
M1=$T/many1.json M2=$T/many2.json
says "text has the first 40 fields, and says how many more there are" 40 "6 $more" -o text "$M1"
check "in their order" test "$(grep -o '\bf[0-9][0-9]\b' "$T/out" | tail -n 1)" = f39
says "of several runs likewise" 40 "7 $more" -o text "$M1" "$M2"
says "and of those that differ" 40 "6 $more" -o text --diff "$M1" "$M2"
says "a choice of few is whole" 6 '' -o text --where 'field~f4' "$M1"
says "fields that were named are" 46 '' -o text -f '[*]' "$M1"
for f in csv json md; do says "$f is" 46 '' -o $f "$M1"; done
