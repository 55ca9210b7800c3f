# labelaudit --runs on assay-run(5): runs that refrun made here on the CPU, then
# changed and sealed anew, so that every hash holds.
. tests/lib.sh
. tests/audit/evidence/rules.sh
R=$T/r M=$T/models
printf '%s\n' 'model_path: models/tiny-qwen2' \
	'scenarios: [single_micro, {name: own, lengths: [3, 5]}]' 'modes: [prefill, kv_decode]' \
	'repetitions: 6' 'warmup_repetitions: 2' 'max_new_tokens: 4' 'cache: {kind: static}' \
	'torch_compile: {backend: inductor, mode: reduce-overhead, recompile_limit: 4}' >"$T/c.yaml"
compile_once
check "a run by refrun" refrun -O "$T/made" "$T/c.yaml"
{ sed '/model_path/d' "$T/c.yaml"; \
	echo 'models: [{path: tiny-gpt2, dtype: fp32}, {path: tiny-qwen2, dtype: fp32}]'; } >"$T/m.yaml"
check "a run of two models" refrun -O "$M" "$T/m.yaml"
fresh() { rm -rf "$R"; cp -R "$T/made" "$R"; }
file() { echo "$R/$1/runs/$2/refrun-cpu$3/fp32"/run_*.json; } # MODE SCENARIO -compile
artifact() { ls "$R/$1/compiled"/*.json | sed -n "$2p"; } # MODE NUMBER
found() { seal "$R"; is "$1" "$2" "$R" "$3" "$4" "$5" "${6:-refrun-cpu-compile}"; \
	} # STATE RULE MODE SCENARIO WHAT [BACKEND]
alarms() { labelaudit --runs --rules --all $more -o csv "$1" | awk -F, '$9 == 1'; }

fresh
[ -n "${SLOW-}" ] || unset ASSAY_CC # here each source is compiled a second time
for d in "$R" "$M"; do
	more=--recompile; alarms "$d" >"$T/out"; more=
	is_out "untouched, compiled anew: no contradiction" </dev/null
done
ASSAY_CC=$T/compile_once; export ASSAY_CC
is holds objects "$R" prefill own "untouched" refrun-cpu-compile
is holds counts "$R" prefill own "untouched" refrun-cpu-compile
is holds outputs "$R" prefill own "untouched" refrun-cpu-compile
is "not asked" recompiled "$R" prefill own "not asked for" refrun-cpu-compile
more=--recompile
is holds recompiled "$R" prefill own "the same compiler, the same code" refrun-cpu-compile
a=$(artifact prefill 1)
python3 - "$a" <<'E2'
import json, os, struct, sys
j = json.load(open(sys.argv[1])); f = os.path.join(os.path.dirname(sys.argv[1]), j["object"])
b = bytearray(open(f, "rb").read())
off, = struct.unpack_from("<Q", b, 40); n, names = struct.unpack_from("<HH", b, 60)
sh = [struct.unpack_from("<IIQQQQ", b, off + 64 * i) for i in range(n)]
text = [s for s in sh if b[sh[names][4] + s[0]:].startswith(b".text\0")][0]
b[text[4] + text[5] // 2] ^= 0x21
open(f, "wb").write(b)
import hashlib
j["object_sha256"] = hashlib.sha256(b).hexdigest(); json.dump(j, open(sys.argv[1], "w"), indent=1)
E2
found "fails alarm" recompiled prefill own "a byte of one object's code is another"
is holds objects "$R" prefill own "which nothing else can see" refrun-cpu-compile
edit "$a" 'j["compiler"] = "cc 1.0"'
found unknown recompiled prefill own "a compiler that is not here"
fresh
for f in "$R"/prefill/compiled/*.json; \
	do edit "$f" 'j["options"] = j["options"] + " -fplugin=/x"'; done
found unknown recompiled prefill own "options that are not passed on"
fresh
edit "$R/manifest.json" 'j["environment"]["cpu"] = "another"'
found unknown recompiled prefill own "a run of another processor"
more=

# an object of one artifact in the place of another's, its hash put right
fresh
python3 - "$(artifact prefill 1)" "$(artifact prefill 2)" <<'E2'
import json, os, shutil, sys
a, b = (json.load(open(f)) for f in sys.argv[1:]); d = os.path.dirname(sys.argv[1])
shutil.copy(os.path.join(d, b["object"]), os.path.join(d, a["object"]))
a["object_sha256"] = b["object_sha256"]; json.dump(a, open(sys.argv[1], "w"), indent=1)
E2
found "fails alarm" objects prefill own "an object that holds other kernels"
fresh
edit "$(artifact prefill 1)" \
	'n = [x for x in j["nodes"] if not x["external"]][0]
n["name"] = n["name"][:-1] + ("0" if n["name"][-1] != "0" else "1")'
found "fails alarm" objects prefill own "a kernel of another name"
fresh
edit "$(artifact prefill 1)" 'j["guard"] = j["guard"].replace("T==", "T==1")'
found "fails alarm" objects prefill own "a guard that its source has not"
fresh
mv "$(artifact prefill 1)" "$R/prefill/compiled/0000000000000000.json"
found "fails alarm" objects prefill own "an artifact under another id"
fresh
mkfifo "$R/prefill/compiled/0.json"
is "fails alarm" objects "$R" prefill own "a pipe among the artifacts" refrun-cpu-compile

# a decode step that is one kernel, of a GPU: what its record says of it, and its source
step() { # STATE RULE PYTHON WHAT: j is the record, n its node, s what that says of the step
	rm -rf "$T/step"; cp -R fixtures/h200/decode_step "$T/step"
	[ -z "$3" ] || edit "$(grep -l '"step":' "$T/step"/kv_decode/compiled/*.json | head -n 1)" \
		"n = [x for x in j['nodes'] if 'step' in x][0]; s = n['step']; $3"
	seal "$T/step"
	is "$1" "$2" "$T/step" kv_decode single_medium "$4" refrun-cuda-compile
}
step holds objects "" "a step as it was recorded"
step holds counts "" "a step as it was recorded"
for k in layers blocks warps rows_a_copy copies_in_flight ring_bytes shared_bytes; do
	step "fails alarm" objects "s['$k'] *= 2" "a step whose $k is not that of its source"
done
step "fails alarm" objects "s['evict_first'] = False" "a step that keeps what its source does not"
step "fails alarm" objects "del n['step']" "a step of which the record says nothing"
for k in 0 1 2 3 4 5; do
	step "fails alarm" objects "s['phases'][$k] += 'x'" "a step whose phase $k is not its source's"
done
step "fails alarm" objects "s['phases'][2] = 'o'" "a phase by the name of its function"
step "fails alarm" objects "s['phases'].pop()" "a phase less than its source has"
step "fails alarm" objects "s['phases'].append('tail')" "a phase more than its source has"
step "fails alarm" objects "s['phases'] = {}" "phases that are no list"
for k in 0 1 2 3 4 5 6 7; do
	step "fails alarm" objects "d = n['op'][5:-1].split(','); d[$k] = '7'
n['op'] = 'step[' + ','.join(d) + ']'" "a step whose dimension $k is not that of its source"
done
step "fails alarm" objects "n['op'] = n['op'].replace('step', 'attn')" "a step by another name"
step "fails alarm" objects "n['external'] = True" "a step that the BLAS would serve"
step "fails alarm" objects "j['graph']['nodes'][0] = 'as_step'" "a graph of another kernel"
step "fails alarm" objects "j['graph']['nodes'] *= 2" "a graph of a kernel more"
step "fails alarm" objects "j['graph']['nodes'] = []" "a graph of no kernel"
step "fails alarm" counts "n['parts'] += 1" "a step of more operations than were captured"
step "fails alarm" objects "n['parts'] -= 1" "a step of fewer operations than other shapes have"
other() { # RULE PYTHON WHAT: the record of a prefill in the same run; n is a product of the BLAS
	rm -rf "$T/step"; cp -R fixtures/h200/decode_step "$T/step"
	edit "$(grep -l blas_ "$T/step"/kv_decode/compiled/*.json | head -n 1)" \
		"n = [x for x in j['nodes'] if x['external']][0]; $2"
	seal "$T/step"
	is "fails alarm" "$1" "$T/step" kv_decode single_medium "$3" refrun-cuda-compile
}
other objects "n['external'] = False" "a product of the BLAS that would be generated"
other objects "n['op'] = n['op'].replace('_nt', '_nn')" "a product of the BLAS of another kind"
other counts "j['nodes'].remove(n); j['graph']['nodes'].remove(n['name'])" \
	"a product of the BLAS less than was counted"

# counts
fresh
edit "$(file prefill own -compile)" \
	'j["compile"]["dynamo_counters_after_cell"]["graphs"]["replays"] += 1'
found "fails alarm" counts prefill own "a replay more than the samples have"
fresh
edit "$(artifact prefill 1)" 'j["compile_ms"] *= 2'
found "fails alarm" counts prefill own "compile times that do not add up"
fresh
edit "$(artifact prefill 1)" 'j["cached"] = not j["cached"]'
found "fails alarm" counts prefill own "an object said to be kept, of which no counter tells"
fresh
edit "$(artifact prefill 1)" 'j["calls"] = j["replays"] = 0'
found "fails alarm" counts prefill own "an artifact that was called less than samples name it"
fresh
edit "$(file prefill own -compile)" 'j["compile"]["artifacts"].pop()'
found "fails alarm" counts prefill own "an artifact less in the list"
fresh
edit "$(file prefill own -compile)" 'j["compile"]["refused_shapes"] = [{"T": 4}, {"T": 6}]'
found "fails alarm" counts prefill own "refused shapes that were not counted"
fresh
edit "$R/prefill/dynamo_counters.json" \
	'j["dynamo_counters"]["frames"]["total"] += 1
for m in j["compile_metas"].values(): m["dynamo_counters"]["frames"] = {}'
found "fails alarm" counts prefill own "other counters at the end of the mode"
fresh
edit "$(file prefill own -compile)" 'del j["compile"]["dynamo_counters_after_cell"]'
found unknown counts prefill own "no counters of the cell"

# names: a backend is codegen, and inductor is the configuration's word for it
asked() { for f in "$R"/*/runs/*/*-compile/*/run_*.json; do edit "$f" "c = j['compile']; $1"; \
	done; }
fresh
is holds backend "$R" prefill own "codegen was asked for, as inductor" refrun-cpu-compile
is holds manifest "$R" prefill own "the manifest has the name and the word" refrun-cpu-compile
asked 'c["backend_as_written"] = "codegen"'
found "fails alarm" manifest prefill own "another word than the manifest's"
asked 'c["requested_backend"] = "trace"; c["backend_as_written"] = "inductor"'
found "fails alarm" manifest prefill own "another name than the manifest's"
asked 'c["requested_backend"] = c.pop("backend_as_written")'
found holds manifest prefill own "a run file of the word alone"
is holds backend "$R" prefill own "which is the manifest's for codegen" refrun-cpu-compile
asked 'c["requested_backend"] = "aot_eager"'
found "fails alarm" manifest prefill own "another word alone"
is fails backend "$R" prefill own "and what it asks for is not codegen" refrun-cpu-compile

# one key, model and dtype, for counters and artifacts, whichever way a set has them
cells() { labelaudit --runs -o csv "$1" | cut -d, -f3,4,6,8,13- | sed 's/,served,.*//'; }
also() { # WHAT: the run in $R, sealed, has the verdicts in $T/cells and no contradiction
	seal "$R"
	{ cells "$R"; alarms "$R"; } >"$T/out"
	same "$1" "$T/cells" "$T/out"
}
old_folders() { for d in "$R"/*/compiled/*/*/; do mv "$d"* "$d.." && rmdir "$d"; done; }
rm -rf "$R"; cp -R "$M" "$R"; cells "$M" >"$T/cells"
check "two models: eight cells, each with its verdict" sh \
	-c "[ \$(grep -c ',compiled$' '$T/cells') -eq 8 ]"
old_folders; also "two models, one folder for all dtypes of each"
for f in "$R"/*/dynamo_counters.json; \
	do edit "$f" 'm = j["compile_metas"]; j["compile_metas"] = {k.split(":")[0]: m[k] for k in m}'; \
	done
also "two models, counters by model alone"
mv "$R"/prefill/compiled/tiny-gpt2/* "$R"/prefill/compiled/tiny-qwen2/
found "fails alarm" objects prefill own "artifacts of one model in the folder of the other"

two() { rm -rf "$R"; cp -R fixtures/h200/two_dtypes "$R"; C=$R/prefill/compiled/qwen2.5-0.5b; }
new_folders() {
	for f in "$C"/*.json; do
		d=$C/$(sed -n 's/^\t"dtype":\t"\(.*\)",$/\1/p' "$f")
		mkdir -p "$d" && mv "${f%.json}".* "$d"
	done
}
first() { ls "$C"/*/*.json "$C"/*.json 2>/dev/null | xargs grep -l "\"dtype\":.*$1" | head -n 1; }
dtypes() { # RULE WHAT <STATES: of stress_single in each dtype
	seal "$R"
	labelaudit --runs --rules -o csv --where rule="$1" --where scenario=stress_single "$R" |
		tail -n +2 | cut -d, -f6,8- | sed 's/,[a-z]*\/[^,]*$//' >"$T/out"
	is_out "$1: $2"
}
two; cells "$R" >"$T/out"; cp "$T/out" "$T/cells"
is_out "two dtypes of a model" <<'E2'
model,scenario,dtype,verdict,rule,reason,evidence
qwen2.5-0.5b,single_medium,fp32,compiled
qwen2.5-0.5b,stress_single,fp32,compiled
qwen2.5-0.5b,single_medium,fp16,compiled
qwen2.5-0.5b,stress_single,fp16,compiled
E2
also "two dtypes in one folder"
new_folders; also "two dtypes, a folder each"
a=$(first fp16); id=$(basename "$a" .json); mv "${a%.json}".* "$C/fp32"
dtypes objects "an artifact in the folder of the other dtype" <<E2
fp32,fails,1,"$id is of fp16, which its folder is not for"
fp16,holds,0,"sources, objects, kernel names and guards agree"
E2
two; rm "$C/$id".*
dtypes counts "an artifact less of one dtype" <<E2
fp32,holds,0,"counters, artifacts and samples count the same"
fp16,fails,1,artifact $id of compile.artifacts is not stored
E2
two; edit "$C/$id.json" 'j["dtype"] = "fp32"'
dtypes objects "an artifact of another dtype than its guard" <<E2
fp32,fails,1,"$id is of fp32, but its guard is of fp16"
fp16,fails,1,"$id is of fp32, but its guard is of fp16"
E2
two; edit "$C/$id.json" 'j["dtype"] = "bf16"; j["guard"] = j["guard"].replace("fp16", "bf16")'
dtypes objects "an artifact of a dtype that the model does not have" <<E2
fp32,fails,1,"$id is of bf16, which the model does not have"
fp16,fails,1,"$id is of bf16, which the model does not have"
E2
two; edit "$R/prefill/dynamo_counters.json" \
	'm = j["compile_metas"]; a, b = m; m[a], m[b] = m[b], m[a]'
dtypes mixed "counters of one dtype as the other's" <<'E2'
fp32,fails,1,the compile stage in the counters of the mode is not that of the run file
fp16,fails,1,the compile stage in the counters of the mode is not that of the run file
E2
two; for f in "$R"/prefill/runs/*/*/*-compile/*/run_*.json; \
	do edit "$f" 'del j["compile"]["dynamo_counters_after_cell"]'; done
dtypes shapes "counters of the mode, by their key" <<'E2'
fp32,holds,0,"the timed sizes are 51 tokens; the compiled sizes are 8, 17, 19 and 51"
fp16,holds,0,"the timed sizes are 51 tokens; the compiled sizes are 8, 17, 19 and 51"
E2

# shapes: the guard of one version for all lengths begins at 1
labelaudit --runs --rules -o csv --where rule=shapes --where scenario=single_micro \
	fixtures/h200/dynamic | cut -d, -f8,10 >"$T/out"
is_out "shapes: one version serves a prompt of one token too" <<'E'
state,reason
holds,the timed sizes are 1 tokens; the compiled sizes are any number
E

# outputs
fresh
edit "$(file prefill own -compile)" \
	'j["samples"][5]["logits_sha256"] = j["samples"][4]["logits_sha256"]'
found "fails alarm" outputs prefill own "a sample with the output of the call before it"
fresh
edit "$(file prefill own -compile)" \
	's = j["samples"]; t = [(x["token_sha256"], x["logits_sha256"]) for x in s]
for i, x in enumerate(s): x["token_sha256"], x["logits_sha256"] = t[i - 1]
j["equivalence"]["tokens_equal"] = True'
edit "$(file prefill own "")" '[x.update(token_sha256="%064d" % x["prompt"]) for x in j["samples"]]'
found "fails alarm" outputs prefill own "all outputs one call late"
fresh
edit "$(file prefill own -compile)" \
	'[x.update(logits_sha256="0" * 64) for x in j["samples"]]; j["equivalence"] = None'
found fails outputs prefill own "one output whatever the prompt"
fresh
edit "$(file prefill own -compile)" '[x.pop("logits_sha256") for x in j["samples"]]'
found unknown outputs prefill own "outputs are not recorded"

# without its manifest a run is none of the published ones
fresh
rm "$R/manifest.json"
labelaudit --runs --rules --all -o csv "$R" | awk -F, '$7 == "hashes" { print $8, $9 }' |
	sort -u >"$T/out"
is_out "hashes: no manifest" <<'E2'
fails 1
E2

run labelaudit --runs --rules --where rule=graphs -o csv fixtures/h200/tiny_grow
check "the reason why graphs were skipped is whole" \
	grep -q ',316 forwards were not replayed: the address of an input changes 316,' "$T/out"
