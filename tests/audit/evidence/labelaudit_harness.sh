# labelaudit --runs on honest runs of other harnesses: other spellings, orders and
# clocks are no contradictions, and what was compiled is not said not to be. Each
# with a change beside it that is found.
. tests/lib.sh
. tests/audit/evidence/rules.sh
# all_files PYTHON: changes every run file of $P
all_files() { for f in $(find "$P" -name 'run_*.json'); do edit "$f" "$1"; done; }
# verdict MODE SCENARIO: of the compiled cell
verdict() { labelaudit --runs -o csv --where mode="$1" --where scenario="$2" "$P" |
	awk -F, 'NR > 1 { print $8, $11, $13 }'; }
says() { # WANT MODE SCENARIO WHAT
	got=$(verdict "$2" "$3")
	if [ "$got" = "$1" ]; then ok "$4: $1"; else not_ok "$4: expected $1, got '$got'"; fi
}
# counts MODE PYTHON: the counters of a mode, from make.counters()
counts() { PYTHONPATH=fixtures/assay-run edit "$P/$1/dynamo_counters.json" \
	"import make; j['dynamo_counters'] = $2"; }

# the manifest's names
fresh
edit "$P/manifest.json" 'j["model_path"] = "/opt/models/m"
j["scenarios"] = [{"name": "a", "prompts": 2}, {"name": "b", "prompts": 1}]'
is holds manifest "$P" prefill a "scenarios that are objects, a model in another folder"
edit "$P/manifest.json" 'j["scenarios"][0]["name"] = "c"'
is "fails alarm" manifest "$P" prefill a "objects of other names"
edit "$P/manifest.json" 'j["scenarios"] = [{"length": 5}, {"length": 9}]'
is holds manifest "$P" prefill a "objects without a name"
edit "$P/manifest.json" 'j["model_path"] = "/opt/models/m2"'
is "fails alarm" manifest "$P" prefill a "another model in that folder"
edit "$P/manifest.json" 'del j["model_path"]; j["models"] = [{"name": "org/m", "dtype": "fp32"}]'
is holds manifest "$P" prefill a "models by name"
edit "$P/manifest.json" 'j["models"][0]["name"] = "org/n"'
is "fails alarm" manifest "$P" prefill a "of another name"

# a repetition is a sample
fresh
first() { # N LIST...: the first N samples alone; LIST: what each sample has one of
	n=$1; shift
	all_files "for k in '$*'.split(): j[k] = j[k][:$n]"; rm "$P"/*/metrics.csv
}
first 6 latencies_ms cuda_event_ms ttft_ms tokens tokens_per_s
is holds samples "$P" prefill a "six of two prompts in every cell, and six of one"
edit "$(cell "$P" kv_decode b eager)" \
	'[j[k].pop() for k in ("latencies_ms", "cuda_event_ms", "tokens", "tokens_per_s")]'
is "fails alarm" samples "$P" prefill a "but not in every cell"
rm -r "$P"/*/runs/b; edit "$P/manifest.json" 'j["scenarios"] = ["a"]'
is unknown samples "$P" prefill a "six of two prompts, and no cell of one prompt to tell"

# rows that name files without their folders
fresh
for m in prefill kv_decode e2e_kv; do sed -i 's,results/.*/run_,run_,' "$P/$m/metrics.csv"; done
is holds files "$P" prefill a "names of files alone"
is holds rows "$P" prefill a "names of files alone"
rm "$(cell "$P" prefill b eager)"
is "fails alarm" files "$P" prefill a "one of them is not there"

# a run file that ended in an error, with samples
fresh
edit "$(cell "$P" prefill a eager-compile)" 'j.update(status="error", error="out of memory")'
is fails errors "$P" prefill a "samples of a run that failed"
is "fails alarm" rows "$P" prefill a "whose rows are ok"
sed -i '/^a,eager-compile,/s/,ok,,/,error,out of memory,/' "$P/prefill/metrics.csv"
is holds rows "$P" prefill a "whose rows are errors too"
says "unknown none errors" prefill a "of samples that are errors nothing is said"

# prompts in another order
fresh
all_files 'import random; random.seed(len(j["spec"]["mode"] + j["spec"]["backend"]))
random.shuffle(j["tokens"])'
rm "$P"/*/metrics.csv
all_files 'j["tokens_per_s"] = [t / (x / 1e3) for t, x in zip(j["tokens"], j["latencies_ms"])]'
is holds tokens "$P" prefill a "prompts in the order of chance"
is holds tokens "$P" prefill a "and of another in eager" eager
is holds tokens "$P" e2e_kv a "and end to end"
edit "$(cell "$P" prefill a eager-compile)" 'i = j["tokens"].index(5); j["tokens"][i] = 7'
is "fails alarm" tokens "$P" prefill a "one of five tokens became one of seven"
fresh
first 5 latencies_ms cuda_event_ms tokens tokens_per_s
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens"] = [7, 5, 5, 7, 5]'
edit "$(cell "$P" prefill a eager)" 'j["tokens"] = [5, 5, 7, 7, 5]'
is holds tokens "$P" prefill a "five samples of two prompts, by chance"
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens"] = [7, 5, 7, 7, 7]'
is "fails alarm" tokens "$P" prefill a "one prompt four times, the other once"

# symbolic sizes of several prompts in a call
fresh
all_files 'j.get("compile", {}).pop("dynamic", 0)'
edit "$P/manifest.json" 'del j["torch_compile_config"]["dynamic"]'
edit "$P/prefill/dynamo_counters.json" 'del j["compile_meta"]'
counts prefill 'make.counters(["4*s0"])'
is holds shapes "$P" prefill a "4*s0 tokens"
counts prefill 'make.counters(["4"])'
is fails shapes "$P" prefill a "4 tokens"

# padding that is recorded, and several prompts in a call
fresh
edit "$P/manifest.json" 'j["tokenization"] = {"pad_to_max_length": True, "pad_to_multiple_of": 8}'
counts prefill 'make.counters([24, 48])'
is holds shapes "$P" prefill a "three prompts of 8 in a call"
is holds shapes "$P" prefill b "three of 16"
counts prefill 'make.counters([24, 40])'
is fails shapes "$P" prefill b "two sizes that no number of prompts gives"
# sizes of prompts that left no sample
fresh
counts prefill 'make.counters([20, 28, 36])'
is holds shapes "$P" prefill b "four prompts in a call"
edit "$(cell "$P" prefill a eager-compile)" \
	'j.update(status="error", error="crash")
for k in "latencies_ms", "tokens", "tokens_per_s", "cuda_event_ms": j[k] = []'
is unknown shapes "$P" prefill b "the other prompts, which would tell, left no sample"

# a limit between two sizes of one cell
fresh
for m in prefill kv_decode e2e_kv; \
	do edit "$P/$m/dynamo_counters.json" 'j["dynamo_counters"] = {}'; done
more='--recompile-limit 2'
is unknown limit "$P" prefill a "the third of two, and the second"
is fails limit "$P" prefill b "the fourth of two"
more=

# counters of one dtype, cells of two
fresh
says "partly counters decode" kv_decode a "one dtype"
cp -r "$P/kv_decode/runs/a/eager-compile/fp32" "$P/kv_decode/runs/a/eager-compile/fp16"
for f in "$P"/kv_decode/runs/a/eager-compile/fp16/*; do
	edit "$f" 'j["spec"]["quantization"] = "fp16"; j["path"] = j["path"].replace("fp32", "fp16")
j["latencies_ms"] = [1.01 * x for x in j["latencies_ms"]]'
done
labelaudit --runs --rules -o csv --where rule=decode --where mode=kv_decode --where scenario=a \
	"$P" | awk -F, 'NR > 1 { print $6, $8 }' >"$T/out"
is_out "two dtypes of one model: whose the counters are is not known" <<'OUT'
fp16 unknown
fp32 unknown
OUT

# caches that do not grow, and graphs that may be gone
fresh
is fails decode "$P" kv_decode a "caches of 6 and 7, and the limit"
counts kv_decode 'make.counters([1], 2, [128], True)'
is unknown decode "$P" kv_decode a "a graph for a cache longer than any step needs"
counts kv_decode 'make.counters([1, 1], 2, [6, 7])'
is unknown decode "$P" kv_decode a "the limit was not reached"
counts kv_decode 'make.counters([1, 1], 3, [6, 7], True)'
edit "$(cell "$P" kv_decode b eager-compile)" \
	'j["started_at"] += 0.3e-3 * sum(j["latencies_ms"])
for k in "latencies_ms", "cuda_event_ms": j[k] = [0.7 * x for x in j[k]]'
rm "$P"/*/metrics.csv; all_files '[j.pop(k) for k in ("tokens_per_s", "ttft_ms")]'
says "unknown none speed" kv_decode b \
	"no step was compiled by the counters, and the cell is fast all the same"
fresh
for m in prefill kv_decode e2e_kv; \
	do edit "$P/$m/dynamo_counters.json" 'j["dynamo_counters"] = {}'; done
more='--recompile-limit 3'
is fails decode "$P" kv_decode a "prefill used up the limit"
edit "$P/kv_decode/dynamo_counters.json" 'j["compile_meta"]["compile_wrapper_ms"] += 7'
for s in a b; do edit "$(cell "$P" kv_decode $s eager-compile)" \
	'j["compile"]["compile_wrapper_ms"] += 7'; done
is unknown decode "$P" kv_decode a "prefill did, and the compile stage was run anew"
fresh
for m in prefill e2e_kv; do edit "$P/$m/dynamo_counters.json" 'j["dynamo_counters"] = {}'; done
edit "$P/kv_decode/dynamo_counters.json" 'j["dynamo_counters"] = {
	"stats": {"unique_graphs": 2}, "aten_mm_info": {"aten.mm_1_64_48": 3, "aten.mm_1_48_64": 3}}'
is unknown decode "$P" kv_decode a "prefill did, and decode of another model was compiled"
more=
fresh
rm -r "$P/prefill" "$P/kv_decode"; edit "$P/manifest.json" 'j["modes"] = ["e2e_kv"]'
counts e2e_kv 'make.counters([8, 16, 1], 4, [8, 16, 9], True)'
is unknown decode "$P" e2e_kv a "end to end alone, of prompts that were padded"

# time
fresh
edit "$(cell "$P" e2e_kv a eager-compile)" 'j["latencies_ms"][0] += 250; j["started_at"] -= 0.25'
is unknown compile-time "$P" e2e_kv a "a sixteenth of a compile among the samples"
edit "$(cell "$P" e2e_kv a eager-compile)" 'j["latencies_ms"][0] -= 100; j["started_at"] += 0.1'
is fails compile-time "$P" e2e_kv a "less than a twentieth"
# late SECONDS: cells of prefill that are compiled and were not, at the eager speed, so many seconds
# after the one before
late() {
	fresh
	edit "$(cell "$P" prefill b eager-compile)" \
		'j["latencies_ms"] = [5.05 * x for x in j["latencies_ms"]]; j["started_at"] -= 0'
	python3 - "$P" "$1" <<'PY'
import glob, json, os, sys
f, = glob.glob(sys.argv[1] + "/prefill/runs/b/eager-compile/fp32/run_*.json")
g, = glob.glob(sys.argv[1] + "/prefill/runs/b/eager/fp32/run_*.json")
before = int(g[g.index("run_") + 4:-5]) / 1e3
j = json.load(open(f))
j["started_at"] = before + float(sys.argv[2])
ms = int(1e3 * (j["started_at"] + 1.01e-3 * sum(j["latencies_ms"])))
end = f.replace(f[f.index("run_") + 4:-5], str(ms))
j["path"] = j["path"].replace(os.path.basename(f), os.path.basename(end))
os.remove(f)
json.dump(j, open(end, "w"))
PY
	rm "$P/prefill/metrics.csv"
}
late 0.01
edit "$P/prefill/dynamo_counters.json" 'j["dynamo_counters"]["inductor"]["fxgraph_cache_miss"] = 3'
is "fails alarm" speed "$P" prefill b "a graph of its own, compiled, and no time for it"
all_files 'j.get("compile", {}).pop("dynamic", 0)'
edit "$P/manifest.json" 'del j["torch_compile_config"]["dynamic"]'
edit "$P/prefill/dynamo_counters.json" 'del j["compile_meta"]'
counts prefill 'make.counters(["s0", 5])'
edit "$P/prefill/dynamo_counters.json" 'j["dynamo_counters"]["inductor"]["fxgraph_cache_miss"] = 2'
is fails speed "$P" prefill b "a graph for any size, which was compiled before"

# early GAP PAUSE WARM [MODES]: cells start GAP seconds after the one before, before WARM
# times their warm-ups and, if there are any, a compile in compiled ones of MODES (prefill).
# PAUSE: seconds beside each sample.
early() {
	fresh
	python3 - "$P" "$1" "$2" "$3" "${4:-prefill}" <<'PY'
import glob, json, os, sys
root, gap, pause, warm = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
ended = lambda f: int(f[f.index("run_") + 4:-5])
now = 1900000000.0
for f in sorted(glob.glob(root + "/*/runs/*/*/*/run_*.json"), key=ended):
    j = json.load(open(f))
    ms, s = j["latencies_ms"], j["spec"]
    now += gap
    j["started_at"] = now
    now += 1e-3 * sum(ms) * (1 + warm * 2 / len(ms) * len(s["prompts"])) + pause * len(ms) + 0.0001
    if warm and s["mode"] in sys.argv[5] and "compile" in j:
        now += 3.5 * len(s["prompts"])
    stop = str(int(now * 1000))
    j["path"] = j["path"].replace(str(ended(f)), stop)
    os.remove(f)
    json.dump(j, open(f.replace(str(ended(f)), stop), "w"))
PY
	rm "$P"/*/metrics.csv
}
early 2 0 1
is unknown clock "$P" prefill a "starts before the warm-ups, two seconds after the cell before"
is holds compile-time "$P" prefill a "a compile among them"
early 2 0 0
is holds clock "$P" kv_decode a "starts after them"
edit "$(cell "$P" kv_decode a eager-compile)" \
	'j["latencies_ms"] = [0.5 * x for x in j["latencies_ms"]]'
is "fails alarm" clock "$P" kv_decode a "and latencies that were lowered"
early 0.05 0.02 0.01
is unknown clock "$P" prefill a \
	"a pause, starts before the warm-ups, and a compile of 7 s among them"
is unknown compile-time "$P" prefill a "and so is whether there was time for it"
early 0.05 0.02 0
edit "$(cell "$P" prefill b eager-compile)" 'j["started_at"] -= 0.6'
is "fails alarm" clock "$P" prefill b "a pause, and 0.6 s more, which no compile takes"
# three cells that compile nothing tell a pause, whatever the others spend
early 0.05 0.1 0.01 prefill,kv_decode,e2e_kv
rm -r "$P"/*/runs/b; edit "$P/manifest.json" 'j["scenarios"] = ["a"]'
is holds clock "$P" prefill a "three cells of eager with a pause" eager
# a pause beside samples that take much the same time
early 0.05 0.02 0
rm -r "$P/kv_decode" "$P/e2e_kv"; edit "$P/manifest.json" 'j["modes"] = ["prefill"]'
all_files 'j["latencies_ms"] = [x if x > 1 else 3.2 * x for x in j["latencies_ms"]]'
is holds clock "$P" prefill a "a pause beside samples that take much the same time"
is holds clock "$P" prefill a "and of eager" eager
edit "$(cell "$P" prefill a eager)" 'j["started_at"] -= 2'
is "fails alarm" clock "$P" prefill a "two seconds more" eager

# keys of the run object itself, and the aliases of assay-stream(5)
fresh
all_files 's = j.pop("spec"); j["spec"] = {"prompts": s.pop("prompts")}
s["dtype"] = s.pop("quantization"); j.update(s); j["event_ms"] = j.pop("cuda_event_ms")'
says "compiled counters shapes" prefill a "keys beside spec"
labelaudit --runs --rules --all -o csv "$P" | awk -F, '$9 == 1' >"$T/out"
is_out "and no contradiction" </dev/null
is holds device-time "$P" prefill a "event_ms"
all_files 's = j["spec"]; s.update(scenario="c")'; rm "$P"/*/metrics.csv
says "" prefill a "spec comes before"
