# labelaudit --runs: every rule on runs that are made for it (fixtures/assay-run/make.py
# says what is in them), then the verdicts on the archive.
. tests/lib.sh
. tests/audit/evidence/rules.sh
verdicts() { labelaudit --runs -o csv "$@" |
	awk -F, -v OFS=, '{ print $2, $4, $7, $8, $9, $10, $11, $12, $13 }'; }

fresh
run labelaudit --runs "$P"
is_status 1 "a run with cells that were not compiled"
verdicts "$P" >"$T/out"
is_out "verdicts by counters" <<'E'
mode,scenario,n,verdict,served,calls,by,rule25,rule
prefill,a,12,compiled,12,12,counters,compiled,shapes
prefill,b,6,compiled,6,6,counters,compiled,shapes
kv_decode,a,12,partly,12,48,counters,compiled,decode
kv_decode,b,6,not compiled,0,24,counters,compiled,decode
e2e_kv,a,12,partly,24,60,counters,compiled,decode
e2e_kv,b,6,partly,6,30,counters,compiled,decode
E
verdicts "$O" >"$T/out"
is_out "verdicts by what each sample records" <<'E'
mode,scenario,n,verdict,served,calls,by,rule25,rule
prefill,a,12,compiled,12,12,recorded,compiled,served
prefill,b,6,not compiled,0,6,recorded,compiled,served
E
run labelaudit --runs -o csv --where scenario=b --where mode=kv_decode "$P"
says='"settings and counters say compiled, but 0 of 4 steps were compiled: there are graphs of'
says="$says decode for caches of 6 and 7 positions only\",kv_decode/dynamo_counters.json"
says="$says:dynamo_counters\$"
check "where settings and counters mislead, one sentence says so" grep -q "$says" "$T/out"
run labelaudit --runs --where mode=prefill "$P"
is_status 0 "of the cells that --where chooses"
run labelaudit --runs --where mode=kv_decode "$P"
is_status 1 "and of others"
run labelaudit --runs --where verdict=compiled "$P"
is_status 1 "a choice of rows is none of cells"
run labelaudit --runs --where mode=none "$P"
is_status 3 "nothing is chosen, nothing claims"
rm -rf "$P/kv_decode" "$P/e2e_kv"; edit "$P/manifest.json" 'j["modes"] = ["prefill"]'
run labelaudit --runs "$P"
is_status 0 "a run whose cells were all compiled"
run labelaudit --runs -o text "$P"
check "people are told that it is synthetic" grep -q '^synthetic: ' "$T/out"

# The text for people: the answer, a table a run, each reason once
says() { # ANSWER ARGS...
	want=$1; shift; run labelaudit --runs -o text "$@"; sed '/^$/,$d' "$T/out" | tr -s '\n ' ' ' |
		sed 's/ $//' >"$T/said"
	check "$want" test "$(cat "$T/said")" = "$want"
	check "it fits 80 columns: $*" sh -c "! awk 'length > 80' '$T/out' | grep ."
}
H=fixtures/h200
run labelaudit --runs -o text $H/variable fixtures/sets/TR126/phase2/20300102_000000 $H/limit
is_out "the text of three folders" <<'E'
1 of 10 cells that carry the compile label was not compiled

run=20261121_234004, mode=prefill, model=gpt2-25m, backend=refrun-cuda-compile,
  dtype=fp32, by=recorded, rule25=compiled

scenario       verdict       served  why
single_micro   compiled      15/15   [1]
single_short   compiled      15/15   [1]
single_medium  compiled      15/15   [1]
single_long    compiled      15/15   [1]
stress_single  not compiled  0/15    [2]

[1] compiled code served all 15 forwards (rule served: each sample records what
  served it, and it was compiled code; see
  prefill/runs/single_micro/refrun-cuda-compile/fp32/run_1795304404913.json:
  samples[*].served; the same for 3 more cells)
[2] settings and counters say compiled, but compiled code served 0 of 15
  forwards; 15 exceeded the recompile limit (rule served: each sample records
  what served it, and it was compiled code; see
  prefill/runs/stress_single/refrun-cuda-compile/fp32/run_1795304406740.json:
  samples[*].served)

run=20261121_234007, mode=prefill, model=gpt2-25m, backend=refrun-cuda-compile,
  dtype=fp32, verdict=compiled, served=15/15, by=recorded, rule25=compiled,
  why=[1]

scenario
single_micro
single_short
single_medium
single_long
stress_single

[1] compiled code served all 15 forwards (rule served: each sample records what
  served it, and it was compiled code; see
  prefill/runs/single_micro/refrun-cuda-compile/fp32/run_1795304407404.json:
  samples[*].served; the same for 4 more cells)
10 cells claim to be compiled: 9 compiled, 0 partly, 1 not compiled, 0 unknown;
  settings and counters say compiled in 1 of those that are partly or not
  compiled
folders skipped: 1; runs incomplete: 0
fixtures/sets/TR126/phase2/20300102_000000: skipped: there is no row in it
E
says "all 5 cells that carry the compile label were compiled" $H/limit
says "the one cell that carries the compile label was compiled" $H/limit \
	--where scenario=single_long
says "the one cell that carries the compile label was not compiled" $H/variable \
	--where scenario=stress_single
says "no cell carries the compile label" fixtures/sets/TR126/phase2/20300102_000000
# which names say so
mkdir -p "$T/names/prefill"
{ echo scenario,backend,latency_ms
for b in compile gpu-compile GPU-Compiled precompiled torchcompile cuda-run-compile compile-office \
	compile-no-graphs no-compile+compile no-compile nocompile NO_COMPILE uncompiled Un-Compiled \
	non-compiled not_compiled eager-compile-off compileoff compiled.off gpu eager; do
	echo "a,$b,1"; done
} >"$T/names/prefill/metrics.csv"
labelaudit --runs -o csv "$T/names" | sed 1d | cut -d, -f5 | tr '\n' ' ' >"$T/out"
echo >>"$T/out"
is_out "names that claim to be compiled, and those that deny it" <<'E'
compile gpu-compile GPU-Compiled precompiled torchcompile cuda-run-compile compile-office compile-no-graphs no-compile+compile 
E
says "no cell carries the compile label" $H/variable --where mode=none
says "1 of 2 cells that carry the compile label was not compiled; 1 only in part" $H/decode_grow
says "the one cell that carries the compile label was compiled only in part" $H/decode_grow \
	--where scenario=single_short
says "7 of 15 cells that carry the compile label were not compiled; 4 only in part" \
	fixtures/assay-run/refused
says "none of the 5 cells that carry the compile label was compiled" fixtures/assay-run/refused \
	--where mode=kv_decode
# nothing but latencies: what was compiled is not known
mkdir -p "$T/open/prefill"
{ echo 'mode,scenario,backend,model,quantization,latency_ms,status'
	for b in x x-compile; do for i in 1 2 3; do echo "prefill,a,$b,m,fp32,$i.25,ok"; \
		echo "prefill,b,$b,m,fp32,$i.5,ok"; done; done
} >"$T/open/prefill/metrics.csv"
says "it is unknown whether any of the 2 cells that carry the compile label was compiled" "$T/open"
says "it is unknown whether the one cell that carries the compile label was compiled" "$T/open" \
	--where scenario=a
# a reason with other figures is named once, with those of the first cell
run labelaudit --runs -o text $H/decode_grow
check "a reason whose figures vary is one line" \
	grep -q 'with other figures' "$T/out"
check "with the figures of the first" \
	sh -c "tr -s '\n ' ' ' <'$T/out' | grep -q ' served 50 of 160 '"
# the rows that other options shape stay one table
run labelaudit --runs -o text --having verdict=compiled $H/variable
check "--having speaks of all columns" grep -q ' reason=compiled code served all 15 forwards$' \
	"$T/out"
for f in csv json md; do
	labelaudit --runs -o $f $H/variable >"$T/whole"
	check "-o $f has the reason in its row" grep -q '15 exceeded the recompile limit' "$T/whole"
done

fresh
is holds backend "$P" prefill a "as asked for"
is "not asked" backend "$P" prefill a "an eager cell" eager
edit "$(cell "$P" prefill a eager-compile)" 'j["compile"]["backend"] = "eager"'
is "fails alarm" backend "$P" prefill a "another backend, with inductor's counters"
fresh
edit "$P/manifest.json" 'j["torch_compile_config"]["backend"] = "other"'
is fails backend "$P" prefill a "another backend was asked for"
fresh
edit "$(cell "$P" prefill a eager-compile)" 'del j["compile"]'
is "fails alarm" backend "$P" prefill a "files of one backend with a compile block and without"
fresh
edit "$(cell "$P" prefill a eager)" 'j["compile"] = {"enabled": True}'
edit "$P/prefill/dynamo_counters.json" 'j["backend_labels"] = ["eager", "other"]'
is "fails alarm" backend "$P" prefill a "a backend that the counters do not list"
fresh
edit "$(cell "$P" prefill a eager-compile)" 'del j["compile"]["backend"]'
is unknown backend "$P" prefill a "none recorded"

fresh
is holds fallback "$P" prefill a "none"
edit "$(cell "$P" prefill a eager-compile)" \
	'j["compile"]["fallback_from"] = "inductor"; j["compile"]["fallback_error"] = "no triton"'
is fails fallback "$P" prefill a "recorded"
edit "$(cell "$P" prefill a eager-compile)" 'del j["compile"]'
is unknown fallback "$P" prefill a "no compile block"

fresh
is holds counters "$P" prefill a "of the mode and of the model"
is fails counters "$P" e2e_kv a "empty"
edit "$P/prefill/dynamo_counters.json" \
	'j["dynamo_counters"]["aten_mm_info"] = {"aten.mm_5_64_48": 3, "aten.mm_5_48_64": 3}'
is fails counters "$P" prefill a "of another model"
is unknown shapes "$P" prefill a "counters of another model"
rm "$P/prefill/dynamo_counters.json"
is fails counters "$P" prefill a "of the compile stage only"

fresh
is fails snapshot "$P" prefill a "the compile stage's, in every file"
is holds snapshot "$O" prefill a "each cell has its own"
is holds empty "$P" prefill a "something was counted"
is fails empty "$P" e2e_kv a "{}"
is fails frames "$P" kv_decode a "2 of 3"
is holds frames "$P" prefill a "3 of 3"
is unknown frames "$P" e2e_kv a "not counted"

is holds shapes "$P" prefill b "9 is among 5, 7 and 9"
make_run published "$P" over=9
is fails shapes "$P" prefill b "9 is not among 5 and 7"
is fails limit "$P" prefill b "reached, and the shape is not there"
is holds limit "$P" prefill a "reached, but not by this cell"
is fails speed "$P" prefill b "as eager"
verdicts "$P" | grep '^prefill,b' >"$T/out"
is_out "and the cell was not compiled" <<'E'
prefill,b,6,not compiled,0,6,counters,compiled,shapes
E
fresh
edit "$P/prefill/dynamo_counters.json" \
	'm = j["dynamo_counters"]["aten_mm_info"]; [m.pop(k) for k in list(m) if "_9_" in k]'
is "fails alarm" speed "$P" prefill b "not compiled, by the counters, and five times as fast"
symbolic='{"aten.%s" % k: 2 for k in ("addmm_s70_6_2", "mm_s70_2_2", "mm_s70_8_2", "mm_s70_2_8")}'
edit "$P/prefill/dynamo_counters.json" "j['dynamo_counters']['aten_mm_info'].update($symbolic)"
is "fails alarm" counters "$P" prefill b "symbolic sizes where dynamic is false"
fresh # a prompt of two was compiled, by the counters, and both are fast
edit "$P/prefill/dynamo_counters.json" \
	'm = j["dynamo_counters"]["aten_mm_info"]; [m.pop(k) for k in list(m) if "_7_" in k]'
is fails shapes "$P" prefill a "no graph of 7"
labelaudit --runs -o csv --where mode=prefill --where scenario=a "$P" |
	cut -d, -f8-11,13,14 >"$T/out"
is_out "which what is not recorded would explain: unknown" <<'E'
verdict,served,calls,by,rule,reason
unknown,,,none,speed,no graph for 7 tokens was compiled; the compiled sizes are 5 and 9; its fastest tenth takes 0.20 of the time of eager (medians: 0.20)
E
make_run published "$P" over=7
verdicts "$P" | grep '^prefill,a' >"$T/out"
is_out "one prompt of two, and the other is slow: partly" <<'E'
prefill,a,12,partly,6,12,counters,compiled,shapes
E
fresh # the graph of the compile stage serves any size, and none was compiled after it
any="s['dynamic'] = True; s['dynamo_counters_after_compile']['aten_mm_info'] = $symbolic"
for f in "$P"/prefill/runs/*/eager-compile/fp32/run_*.json; do
	edit "$f" "s = j['compile']; $any"
done
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	"import make; s = j['compile_meta']; $any; j['dynamo_counters'] = make.counters([5])"
edit "$P/manifest.json" 'j["torch_compile_config"]["dynamic"] = True'
is unknown shapes "$P" prefill b "9, and the stage compiled for any number"
verdicts "$P" | grep '^prefill' >"$T/out"
is_out "which leaves it to the speed" <<'E'
prefill,a,12,compiled,12,12,inferred,compiled,compile-time
prefill,b,6,compiled,6,6,inferred,compiled,compile-time
E
fresh # three prompts in a call
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([15, 21, 27])'
is holds shapes "$P" prefill a "15 and 21 are three times 5 and 7"
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([15, 21], 3, None, True)'
is fails shapes "$P" prefill b "and 27 is not there"
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([15, 22, 27])'
is fails shapes "$P" prefill a "22 is a multiple of none"
fresh # symbolic shapes
edit "$P/prefill/dynamo_counters.json" 'j["dynamo_counters"]["aten_mm_info"] = {
	"aten.addmm_s70_6_2": 2, "aten.mm_s70_2_2": 2, "aten.mm_s70_8_2": 2, "aten.mm_s55 + s70_2_8": 2}'
is holds shapes "$P" prefill b "a symbolic size serves them all"
fresh # padded to 8 and 16, and the manifest does not say so
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([8, 16])'
edit "$P/manifest.json" 'del j["tokenization"]'
is holds shapes "$P" prefill b "padded to a multiple of 8"
is fails manifest "$P" prefill b "padding that it does not record"
edit "$P/manifest.json" 'j["tokenization"] = {"pad_to_max_length": True, "pad_to_multiple_of": 8}'
is holds manifest "$P" prefill b "padding that it records"
edit "$P/manifest.json" 'j["tokenization"] = {"pad_to_max_length": False}'
is fails shapes "$P" prefill b "9 is none of 8 and 16 where nothing is padded"
fresh # prompts of even lengths, each compiled for its own: what they share is no padding
for f in $(find "$P/prefill" -name 'run_*.json'); \
	do edit "$f" 'j["tokens"] = [2 * t for t in j["tokens"]]'; done
edit "$P/manifest.json" 'j.pop("tokenization")'
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([14], 3, None, True)'
is fails shapes "$P" prefill a "10 and 14, of which 14 was compiled"
is fails shapes "$P" prefill b "18, which was not"
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([16, 24], 3, None, True)'
is holds shapes "$P" prefill a "10 and 14 padded to 16, a multiple of 8 as 24 is"
is holds shapes "$P" prefill b "18 padded to 24"
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([40], 3, None, True)'
is fails shapes "$P" prefill a "40, which no power of two gives"

fresh # counting shapes: 8 (compile stage), 5, 7, 9
rm "$P/prefill/dynamo_counters.json"
more=--recompile-limit=3
is fails limit "$P" prefill b "the fourth shape of three"
is holds limit "$P" prefill a "the second and third"
for f in $(find "$P/prefill" -name 'run_*.json' -path '*/a/*'); do cp "$f" "$T/$(basename "$f")"; \
	edit "$f" 'j["tokens"] = [8 if t == 5 else t for t in j["tokens"]]'; done
more=--recompile-limit=2
is unknown limit "$P" prefill a "a prompt as long as that of the compile stage"
for f in $(find "$P/prefill" -name 'run_*.json' -path '*/a/*'); do cp "$T/$(basename "$f")" "$f"; \
	done
more=
is holds limit "$P" prefill b "the fourth of eight"
is fails limit "$P" e2e_kv a "reached in an earlier mode"

fresh
is holds compile-time "$P" prefill a "seven seconds before it"
is fails compile-time "$P" e2e_kv a "no time before it"
f=$(cell "$P" e2e_kv a eager-compile)
cp "$f" "$T/keep"; edit "$f" 'j["latencies_ms"][0] = 3900.5'
is unknown compile-time "$P" e2e_kv a "a compile among the samples"
cp "$T/keep" "$f"
for f in $(find "$P" -name 'run_*.json' -path '*prefill/runs/b*'); \
	do edit "$f" 'j["tokens"] = [7] * 6'; done
edit "$(cell "$P" prefill b eager-compile)" 'j["started_at"] += 3.4'
is unknown compile-time "$P" prefill b "sizes that were met before"
fresh
edit "$(cell "$P" prefill a eager-compile)" 'j["compile"].pop("compile_wrapper_ms")'
is unknown compile-time "$P" prefill a "no compile time recorded"
is holds speed "$P" prefill a "a fifth of eager"
cp "$(cell "$P" prefill a eager-compile)" "$T/keep"
edit "$(cell "$P" prefill a eager-compile)" \
	'j["latencies_ms"][1::2] = [5 * x for x in j["latencies_ms"][1::2]]'
is unknown speed "$P" prefill a "one prompt is as fast, the other as slow"
cp "$T/keep" "$(cell "$P" prefill a eager-compile)"
is fails speed "$P" kv_decode a "as eager"
is fails decode "$P" kv_decode a "1 of 4"
is "not asked" decode "$P" prefill a "no decode"
PYTHONPATH=fixtures/assay-run edit "$P/kv_decode/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([1] * 6, 6, range(6, 12))'
is holds decode "$P" kv_decode a "every length of the cache was compiled"
fresh
edit "$P/kv_decode/dynamo_counters.json" \
	'm = j["dynamo_counters"]["aten_mm_info"]; [m.pop(k) for k in list(m) if "bmm" in k]'
is fails decode "$P" kv_decode a "no product of keys, where the stage has some"
for f in "$P"/*/runs/*/eager-compile/fp32/run_*.json; do
	edit "$f" 'm = j["compile"]["dynamo_counters_after_compile"]["aten_mm_info"]
[m.pop(k) for k in list(m) if "bmm" in k]'
done
is unknown decode "$P" kv_decode a "graphs of one token, and attention is no product"
fresh
rm -rf "$P/prefill" "$P/e2e_kv"; edit "$P/manifest.json" 'j["modes"] = ["kv_decode"]'
is unknown decode "$P" kv_decode a "the lengths of the prompts are not recorded"

fresh # the compile stage compiled the size that the mode did not
for f in $(find "$P" -name '*.json'); do
	PYTHONPATH=fixtures/assay-run edit "$f" 'import make
for k in "compile", "compile_meta":
	if k in j: j[k]["dynamo_counters_after_compile"] = make.counters([9])'
done
PYTHONPATH=fixtures/assay-run edit "$P/prefill/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([5, 7])'
is unknown shapes "$P" prefill b "a graph of the compile stage may serve"
is holds shapes "$P" prefill a "sizes of the mode alone"
fresh # the limit was reached before, and graphs were compiled all the same: all was compiled anew
PYTHONPATH=fixtures/assay-run edit "$P/e2e_kv/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([5, 7, 1], 3, [5, 7, 6])'
is unknown decode "$P" e2e_kv a "graphs after a limit that was reached"

fresh # nothing counted at all: decided by limit, time and speed
for m in prefill kv_decode e2e_kv; \
	do edit "$P/$m/dynamo_counters.json" 'j["dynamo_counters"] = {}'; done
labelaudit --runs -o csv --recompile-limit 3 "$P" |
	awk -F, -v OFS=, '{ print $2, $4, $8, $11, $13 }' >"$T/out"
is_out "empty counters: inferred, or unknown" <<'E'
mode,scenario,verdict,by,rule
prefill,a,compiled,inferred,compile-time
prefill,b,unknown,none,shapes
kv_decode,a,not compiled,inferred,decode
kv_decode,b,not compiled,inferred,decode
e2e_kv,a,partly,inferred,decode
e2e_kv,b,unknown,none,decode
E
# a limit of five leaves one graph: the first length of keys, 6, or all of them if the cache has one
# length
labelaudit --runs -o csv --recompile-limit 5 --where mode=kv_decode "$P" |
	awk -F, -v OFS=, '{ print $4, $8, $9, $10, $11 }' >"$T/out"
is_out "a graph that the limit leaves may serve every step" <<'E'
scenario,verdict,served,calls,by
a,unknown,,,none
b,unknown,,,none
E
labelaudit --runs --rules -o csv --recompile-limit 5 --where mode=kv_decode --where scenario=a \
	--where rule=decode "$P" >"$T/out"
says='at most 0.5 of 4 steps can have been compiled if each step has another length of the cache,'
check "the bound is told all the same" grep -q "$says which is not recorded" "$T/out"
for f in $(find "$P" -name '*.json'); do
	edit "$f" 'for k in "compile", "torch_compile_config", "compile_meta":
	j.get(k, {}).pop("dynamic", 0)'
done
labelaudit --runs -o csv --recompile-limit 3 --where mode=kv_decode "$P" |
	awk -F, -v OFS=, '{ print $4, $8, $11, $13 }' >"$T/out"
is_out "shapes that may have been symbolic: nothing is inferred" <<'E'
scenario,verdict,by,rule
a,unknown,none,decode
b,unknown,none,decode
E
edit "$P/manifest.json" 'j["torch_compile_config"]["dynamic"] = False'
rm -r "$P/prefill" "$P/kv_decode"; edit "$P/manifest.json" 'j["modes"] = ["e2e_kv"]'
PYTHONPATH=fixtures/assay-run edit "$P/e2e_kv/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([5, 7, 1], 4, [5, 7, 8], True)'
labelaudit --runs -o csv "$P" | awk -F, -v OFS=, '{ print $4, $8, $9, $10, $11 }' >"$T/out"
is_out "end to end alone: prefill by the mode's own counters" <<'E'
scenario,verdict,served,calls,by
a,partly,24,60,counters
b,not compiled,0,30,counters
E

fresh
is holds served "$O" prefill a "replays"
is fails served "$O" prefill b "eager"
is unknown served "$P" prefill a "not in the published schema"
edit "$(cell "$O" prefill a eager-compile)" 'j["samples"][5]["served"] = "compiled"'
is "fails alarm" served "$O" prefill a "contradicted by its steps"

fresh
is holds graphs "$P" prefill a "captured"
is unknown graphs "$P" e2e_kv a "nothing counted"
edit "$(cell "$P" prefill a eager-compile)" \
	'j["compile"]["dynamo_counters_after_compile"]["inductor"]["cudagraph_skips"] = 1'
is fails graphs "$P" prefill a "skipped"
edit "$(cell "$P" prefill b eager-compile)" 'j["compile"]["disable_cudagraphs"] = True'
is fails graphs "$P" prefill b "switched off"
edit "$(cell "$O" prefill a eager-compile)" \
	'j["compile"]["dynamo_counters_after_cell"]["graphs"]["skipped"] = {"host_read": 4}'
is fails graphs "$O" prefill a "skipped, with its reason"

is unknown kernels "$P" prefill a "no count"
edit "$P/manifest.json" 'j["models"] = [{"path": "first"}, {"path": "m"}]; del j["model_path"]'
echo '{"cached_kernels": 10}' >"$P/triton_evidence_first.json"; \
	echo '{"cached_kernels": 25}' >"$P/triton_evidence_m.json"
is holds kernels "$P" prefill a "grew from 10 to 25"
echo '{"cached_kernels": 10}' >"$P/triton_evidence_m.json"
is fails kernels "$P" prefill a "did not grow"

fresh
is holds errors "$P" prefill a "none"
sed -i '2s/,ok,,/,error,out of memory,/' "$P/prefill/metrics.csv"
rm -r "$P/prefill/runs"
is fails errors "$P" prefill a "one row" eager
edit "$(cell "$P" kv_decode a eager-compile)" \
	'j.update(status="error", error="crash")
for k in "latencies_ms", "tokens", "tokens_per_s", "cuda_event_ms": j[k] = []'
is fails errors "$P" kv_decode a "a run file"
is unknown clock "$P" kv_decode a "of a cell that ended in an error"

fresh
is holds samples "$P" prefill a "6 of 2 prompts"
edit "$(cell "$P" prefill a eager-compile)" \
	'[j[k].pop() for k in ("latencies_ms", "ttft_ms", "cuda_event_ms", "tokens", "tokens_per_s")]'
is "fails alarm" samples "$P" prefill a "one sample less"
edit "$P/manifest.json" 'del j["repetitions"]'
is unknown samples "$P" prefill a "the design does not say"
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens"].pop()'
is "fails alarm" samples "$P" prefill a \
	"a list of a number a sample that is shorter than the latencies"

fresh
is holds work "$P" prefill a "equal"
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens"] = [t + 29 for t in j["tokens"]]'
is fails work "$P" prefill a "29 tokens more"
is "fails alarm" tokens "$P" prefill a "the same prompts have 29 tokens more than in eager"
is fails order "$P" prefill a "always after eager"
is fails order "$O" prefill a "fixed, by the manifest"
edit "$O/manifest.json" 'j["order"] = "random"'
is holds order "$O" prefill a "random, by the manifest"
edit "$O/manifest.json" 'j["order"] = "interleaved"'
is "fails alarm" order "$O" prefill a "interleaved, and one cell after the other"
is holds drift "$P" prefill a "steady"
edit "$(cell "$P" prefill a eager-compile)" \
	'j["latencies_ms"][8:] = [2 * x for x in j["latencies_ms"][8:]]'
is fails drift "$P" prefill a "twice as slow at the end"
is unknown digits "$P" prefill a "no clock of whole nanoseconds"
is unknown drift "$P" prefill b "too few samples"

fresh
is "not asked" environment "$P" prefill a "one run"
make_run published "$T/q" run=20300103_000000 seed=900 first=1900200000
run labelaudit --runs --rules -o csv --where rule=environment "$P" "$T/q"
check "environment: equal: holds" sh -c "awk -F, 'NR > 1 && \$8 != \"holds\" { exit 1 }' '$T/out'"
edit "$T/q/manifest.json" 'j["torch"]["version"] = "2.10.0"'
run labelaudit --runs --rules -o csv --where rule=environment "$P" "$T/q"
check "environment: another version: fails" grep \
	-q '20300103_000000,.*,environment,fails,0,differs from run 20300101_000000: torch.version' \
	"$T/out"

is holds manifest "$P" prefill a "all is there"
edit "$P/manifest.json" 'del j["torch_compile_config"]'
is fails manifest "$P" prefill a "no compile settings"
edit "$P/manifest.json" 'j["scenarios"] = ["b"]'
is "fails alarm" manifest "$P" prefill a "a scenario that it does not list"
fresh
edit "$O/manifest.json" 'j["torch_compile_config"]["backend"] = "trace"'
is "fails alarm" manifest "$O" prefill a "a backend that the run files did not ask for"
fresh
edit "$O/manifest.json" 'j["torch_compile_config"]["recompile_limit"] += 1'
is "fails alarm" manifest "$O" prefill a "another recompile limit"

fresh
is holds device-time "$P" prefill a "below wall time"
edit "$(cell "$P" prefill a eager-compile)" 'j["cuda_event_ms"][3] = 2 * j["latencies_ms"][3]'
is "fails alarm" device-time "$P" prefill a "above it"
is holds clock "$P" kv_decode a "as long as its samples"
edit "$(cell "$P" kv_decode a eager-compile)" 'j["started_at"] += 0.3'
is fails clock "$P" kv_decode a "shorter than its samples"
edit "$(cell "$P" kv_decode b eager-compile)" 'j["started_at"] -= 5'
is "fails alarm" clock "$P" kv_decode b "much longer than its samples"
edit "$(cell "$O" prefill a eager-compile)" 'j["samples"][4]["end_ns"] += 100000'
is "fails alarm" clock "$O" prefill a "start and end against latency"
# respan PAUSE EARLY: the run again, with a pause of so many seconds beside each sample,
# or (EARLY 1) with starts that are before the warm-ups
respan() {
	python3 - "$P" "$1" "$2" <<'E'
import glob, json, os, sys
root, pause, early = sys.argv[1], float(sys.argv[2]), sys.argv[3] == "1"
ended = lambda f: int(f[f.index("run_") + 4:-5])
late, end = 0, None
for f in sorted(glob.glob(root + "/*/runs/*/*/*/run_*.json"), key=ended):
    j = json.load(open(f))
    j["started_at"] += late
    late += pause * len(j["latencies_ms"])
    stop = ended(f) + int(late * 1000)
    if early and end:
        j["started_at"] = end + 0.0002
    end = stop / 1000
    j["path"] = j["path"].replace(str(ended(f)), str(stop))
    os.remove(f)
    json.dump(j, open(f.replace(str(ended(f)), str(stop)), "w"))
E
	rm "$P"/*/metrics.csv
}
fresh; respan 0.1 0
is holds clock "$P" prefill a "a pause beside every sample of every cell"
is holds clock "$P" kv_decode b "the same, of slower samples" eager
edit "$(cell "$P" kv_decode a eager-compile)" \
	'j["latencies_ms"] = [0.1 * x for x in j["latencies_ms"]]'
is "fails alarm" clock "$P" kv_decode a "a pause, and latencies that were lowered"
fresh; respan 0 1
is unknown clock "$P" prefill a "starts before the warm-ups, which last as long as a compile"
is holds compile-time "$P" prefill a "the time is before its samples"

fresh
is holds rows "$P" prefill a "all"
edit "$(cell "$P" prefill a eager-compile)" 'j.pop("tokens_per_s"); j.pop("cuda_event_ms")'
is holds rows "$P" prefill a "what only metrics.csv records"
fresh
is holds rate "$P" prefill a "all"
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens_per_s"][0] *= 1.01'
is "fails alarm" rows "$P" prefill a "a rate that differs"
is "fails alarm" rate "$P" prefill a "a rate that does not follow"
verdicts "$P" | grep '^prefill,a' >"$T/out"
is_out "a cell that is not known served no number of calls" <<'E'
prefill,a,12,unknown,,,none,compiled,rows
E
fresh # metrics.csv rounded to thousandths, its rows sorted, and another definition
python3 - "$P/prefill/metrics.csv" round <<'E'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for r in rows:
    for k in ("latency_ms", "cuda_event_ms", "tokens_per_s"):
        r[k] = "%.3f" % float(r[k])
w = csv.DictWriter(open(sys.argv[1], "w"), list(rows[0]), lineterminator="\n")
w.writeheader()
w.writerows(rows)
E
is holds rows "$P" prefill a "what differs is rounded away"
sed -i '2s/,[0-9.]*,\([0-9.]*,[0-9.]*,5,\)/,2.4,\1/' "$P/prefill/metrics.csv"
is "fails alarm" rows "$P" prefill a "more than rounding" eager
fresh
{ head -n 1 "$P/prefill/metrics.csv"; sed 1d "$P/prefill/metrics.csv" | sort -t, -k5g; \
	} >"$T/sorted" && cp "$T/sorted" "$P/prefill/metrics.csv"
is fails rows "$P" prefill a "the same rows in another order"
fresh
for f in "$P"/prefill/runs/*/*/fp32/run_*.json; do
	edit "$f" 'v = j["latencies_ms"] = [round(x, 3) for x in j["latencies_ms"]]
j["tokens_per_s"] = [round(t / x * 1e3, 1) for t, x in zip(j["tokens"], v)]
j["ttft_ms"] = [0.7 * x for x in v]'
done
is holds rate "$P" prefill a "rounded, and the first token is timed apart everywhere"
edit "$(cell "$P" prefill a eager)" 'j["tokens_per_s"][3] += 5'
is "fails alarm" rate "$P" prefill a "more than rounding" eager
for f in "$P"/prefill/runs/*/*/fp32/run_*.json; \
	do edit "$f" 'j["tokens_per_s"] = [3 * x for x in j["tokens_per_s"]]'; done
is unknown rate "$P" prefill a "three prompts in a call count, everywhere"
is holds mixed "$P" prefill a "one run"
cp "$(cell "$P" prefill b eager-compile)" \
	"$(dirname "$(cell "$P" prefill b eager-compile)")/run_2.json"
is "fails alarm" mixed "$P" prefill b "two files of one cell"
is holds files "$P" prefill a "all there"
rm "$(cell "$P" prefill a eager)"
is "fails alarm" files "$P" prefill a "one is not" eager
is unknown hashes "$P" prefill a "none listed"
is holds hashes "$O" prefill a "all files"
echo >>"$O/prefill/metrics.csv"
is "fails alarm" hashes "$O" prefill a "another file"
fresh
edit "$O/manifest.json" 'j["complete"] = False'
is fails hashes "$O" prefill a "a run that was not finished"
is holds objects "$O" prefill a "all fit"
for f in "$O"/prefill/compiled/*.so; do echo >>"$f"; break; done
is "fails alarm" objects "$O" prefill a "a swapped object"

fresh
is holds tokens "$P" prefill a "prompts of 5 and 7"
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens"][2] = 7'
is "fails alarm" tokens "$P" prefill a "a prompt of 5 once has 7"
fresh
edit "$(cell "$P" e2e_kv a eager)" 'j["tokens"] = [t + 1 for t in j["tokens"]]'
is "fails alarm" tokens "$P" e2e_kv a "more than prompt and new tokens" eager
edit "$(cell "$P" kv_decode a eager)" 'j["tokens"] = [5 for t in j["tokens"]]'
is "fails alarm" tokens "$P" kv_decode a "more new tokens than the manifest allows" eager
is holds tokens "$O" prefill a "prompts of 5 and 7, by the samples"
edit "$(cell "$O" prefill a eager)" \
	'j["spec"]["prompt_ids"] = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7, 8]]'
is "fails alarm" tokens "$O" prefill a "a prompt of eight ids" eager
is unknown digits "$P" prefill a "latencies without a clock"
ns() { edit "$1" 'j["latencies_ms"] = [round(x * 1e6) / 1e6 for x in j["latencies_ms"]]'; }
fresh
for f in $(find "$P" -name 'run_*.json'); do
	ns "$f"
	edit "$f" 'import struct; single = struct.Struct("f")
j["cuda_event_ms"] = [single.unpack(single.pack(x))[0] for x in j["cuda_event_ms"]]'
done
is holds digits "$P" prefill a "whole nanoseconds, and floats"
edit "$(cell "$P" prefill b eager-compile)" 'j["cuda_event_ms"][1] *= 0.87'
is "fails alarm" digits "$P" prefill b "a device time that is no float"
edit "$(cell "$P" prefill a eager-compile)" \
	'j["latencies_ms"] = [x * 0.87 for x in j["latencies_ms"]]'
is "fails alarm" digits "$P" prefill a "latencies of parts of a nanosecond"
for f in $(find "$P/kv_decode" -name 'run_*.json'); \
	do edit "$f" 'j["latencies_ms"] = [x / 7 for x in j["latencies_ms"]]'; done
is holds digits "$P" kv_decode a "a mode that computes its latencies, beside one that times them"

fresh
rm -r "$P/kv_decode"
is "fails alarm" files "$P" prefill a "a mode of the manifest is not there"
fresh
rm "$P/e2e_kv/dynamo_counters.json"
is "fails alarm" files "$P" e2e_kv a "no counters in one mode of three"
fresh
rm "$P/e2e_kv/metrics.csv"
is "fails alarm" files "$P" e2e_kv a "no metrics.csv in one mode of three"
fresh
rm -r "$P"/prefill/runs/b; sed -i '/^b,/d' "$P/prefill/metrics.csv"
is "fails alarm" files "$P" prefill a "a scenario of the manifest is not there"
fresh
edit "$(cell "$P" prefill a eager-compile)" \
	'j["path"] = j["path"].replace("eager-compile", "eager")'
is "fails alarm" mixed "$P" prefill a "rows that name another file"
fresh
edit "$(cell "$P" kv_decode a eager-compile)" 'j["started_at"] -= 0.12'
is "fails alarm" clock "$P" kv_decode a "more time lost beside its samples than in any other cell"
edit "$(cell "$P" kv_decode a eager-compile)" \
	'j["started_at"] -= 0.48; j["latencies_ms"] = [2 * x for x in j["latencies_ms"]]'
is "fails alarm" clock "$P" kv_decode a "at the time of another cell"

fresh # another machine, whose clock has five different latencies
for f in $(find "$P" -name 'run_*.json'); do
	edit "$f" 'v = j["latencies_ms"]
for i, x in enumerate(v): v[i] = round(1.1 * x / 20 + hash((i, len(j["path"]))) % 5) + 1.0'
done
labelaudit --runs --rules --all -o csv --where rule=mixed "$P" | awk -F, '$9 == 1' >"$T/out"
is_out "mixed: equal latencies by chance, from a coarse clock, are no copies" </dev/null
fresh # counts of another harness: prompt and new tokens in decode, new tokens only end to end
for f in $(find "$P" -name 'run_*.json'); do
	edit "$f" 'm = j["spec"]["mode"]
if m == "kv_decode": j["tokens"] = [t + 9 for t in j["tokens"]]
if m == "e2e_kv": j["tokens"] = [4 for t in j["tokens"]]'
done
edit "$(cell "$P" prefill a eager)" 'j["tokens"] = sorted(j["tokens"])'
edit "$(cell "$P" prefill a eager-compile)" 'j["tokens"] = sorted(j["tokens"])'
labelaudit --runs --rules --all -o csv --where rule=tokens "$P" | awk -F, '$9 == 1' >"$T/out"
is_out "tokens: counted in another way by every cell, prompts one after the other" </dev/null
fresh # a backend that has no decode
rm -r "$P"/kv_decode/runs/*/eager; sed -i '/,eager,/d' "$P/kv_decode/metrics.csv"
is fails files "$P" prefill a "a backend that lacks a mode" eager
fresh # half an hour between the cells of one mode
for f in $(find "$P" -name 'run_*.json' | sort -t_ -k 2); do
	n=$((${n:-0} + 1)) ms=${f##*/run_}
	edit "$f" "j['started_at'] += 1800 * $n"
	mv "$f" "${f%/*}/run_$((${ms%.json} + 1800000 * n)).json"
done
labelaudit --runs --rules --all -o csv --where rule=mixed "$P" |
	awk -F, '$9 == 1 && /minutes/' >"$T/out"
is_out "mixed: a run whose cells lie far apart" </dev/null

# bad input
fresh
: >"$T/file"
fails 2 "labelaudit: $T/file: not a run's folder" labelaudit --runs "$T/file"
fails 2 "labelaudit: $T/missing: No such file or directory" labelaudit --runs "$T/missing"
fails 2 "labelaudit: $P/../$(basename "$P"): it was given twice" labelaudit --runs "$P" \
	"$P/../$(basename "$P")"
fails 2 "labelaudit: --max-recompiles, --max-graph-breaks and --max-cudagraph-skips need --log" \
	labelaudit --runs --max-recompiles 1 "$P"
edit "$(cell "$P" prefill a eager)" 'j["tokens"][3] = 1e18'
fails 2 "labelaudit: $(cell "$P" prefill a eager):64: tokens[3] is not a count of tokens" \
	labelaudit --runs "$P"
make_run published "$P"
sed '2s/,5,/,-5,/' "$P/prefill/metrics.csv" >"$T/file" && cp "$T/file" "$P/prefill/metrics.csv"
fails 2 "labelaudit: $P/prefill/metrics.csv:2: tokens: '-5' is no count of tokens" labelaudit \
	--runs "$P"
make_run published "$P"
rm "$P/manifest.json"; mv "$P" "$T/renamed"
labelaudit --runs --rules --all -o csv "$T/renamed" | awk -F, '$9 == 1' >"$T/out"
is_out "a folder that was renamed, without a manifest, is no contradiction" </dev/null
fresh; : >"$T/file"
fails 2 "labelaudit: --runs needs the folder of a run" labelaudit --runs
fails 2 "labelaudit: --recompile-limit needs a whole number above 0, not '0'" labelaudit --runs \
	--recompile-limit 0 "$P"
keys='run, mode, model, scenario, backend, dtype, verdict, rule'
fails 2 "labelaudit: --where needs one of $keys, not 'x'" labelaudit --runs --where x=1 "$P"
fails 2 "labelaudit: --where needs one of $keys, not 'scenaro'; did you mean 'scenario'?" \
	labelaudit --runs --where scenaro=a "$P"
labelaudit --runs --all -o csv "$P" >"$T/all"
labelaudit --runs --all -o csv --where 'backend~compile$' --where 'mode!=prefill' "$P" >"$T/out"
same "--where takes a pattern and !=" - "$T/out" <<E
$(awk -F, 'NR == 1 || ($5 ~ /compile$/ && $2 != "prefill")' "$T/all")
E
check "and it leaves some" test "$(wc -l <"$T/out")" -gt 1 -a "$(wc -l <"$T/out")" \
	-lt "$(wc -l <"$T/all")"
f=$(cell "$P" prefill a eager)
ln -s .. "$P/prefill/runs/a/up"; ln -s loop "$P/prefill/runs/loop"
run labelaudit --runs "$P"
is_status 1 "links that turn back are not followed"
cp "$f" "$T/keep"
head -c 300 "$T/keep" >"$f"
run labelaudit --runs "$P"
is_status 2 "truncated JSON"
check "its message names file and line" grep -q "^labelaudit: $f:[0-9]*: " "$T/err"
printf '{"latencies_ms": [1, "\377"]}' >"$f"
run labelaudit --runs "$P"
is_status 2 "invalid UTF-8"
printf '{"latencies_ms": [1,\n-1]}' >"$f"
fails 2 "labelaudit: $f:2: latencies_ms[1] is not a latency" labelaudit --runs "$P"
awk 'BEGIN { for (i = 0; i < 200; i++) printf "[" }' >"$f"
run labelaudit --runs "$P"
is_status 2 "nested too deep"
head -c 1000 /dev/urandom >"$f"
run labelaudit --runs "$P"
is_status 2 "not JSON at all"
cp "$T/keep" "$f"
printf 'scenario,latency_ms\n"a,1\n' >"$P/prefill/metrics.csv"
run labelaudit --runs "$P"
is_status 2 "a quote that does not end"
printf 'scenario\na\n' >"$P/prefill/metrics.csv"
run labelaudit --runs "$P"
is_status 2 "no latency_ms"

# the archive
if have_data; then
	A=$DATA/TR120/tr120_root_cause_triton
	verdicts "$A/20251221_173112" >"$T/out"
	is_out "TR120, variable lengths: stress_single looks compiled, and was not compiled" <<-'E'
	mode,scenario,n,verdict,served,calls,by,rule25,rule
	prefill,single_micro,60,compiled,60,60,counters,compiled,shapes
	prefill,single_short,60,compiled,60,60,counters,compiled,shapes
	prefill,single_medium,60,compiled,60,60,counters,compiled,shapes
	prefill,single_long,60,compiled,60,60,counters,compiled,shapes
	prefill,stress_single,30,not compiled,0,30,counters,compiled,shapes
	kv_decode,single_micro,60,not compiled,0,3840,counters,compiled,decode
	kv_decode,single_short,60,not compiled,0,3840,counters,compiled,decode
	kv_decode,single_medium,60,not compiled,0,3840,counters,compiled,decode
	kv_decode,single_long,60,not compiled,0,3840,counters,compiled,decode
	kv_decode,stress_single,30,not compiled,0,1920,counters,compiled,decode
	e2e_kv,single_micro,60,partly,60,3900,counters,compiled,decode
	e2e_kv,single_short,60,partly,60,3900,counters,compiled,decode
	e2e_kv,single_medium,60,partly,60,3900,counters,compiled,decode
	e2e_kv,single_long,60,partly,60,3900,counters,compiled,decode
	e2e_kv,stress_single,30,not compiled,0,1950,counters,compiled,decode
	E
	verdicts "$A/20251221_182658" | awk -F, -v OFS=, '/kv/ { print $1, $2, $4, $5, $6 }' >"$T/out"
	is_out "TR120, padded: two steps of 64 in one scenario" <<-'E'
	kv_decode,single_micro,partly,120,3840
	kv_decode,single_short,not compiled,0,3840
	kv_decode,single_medium,not compiled,0,3840
	kv_decode,single_long,not compiled,0,3840
	kv_decode,stress_single,not compiled,0,1920
	e2e_kv,single_micro,partly,180,3900
	e2e_kv,single_short,partly,60,3900
	e2e_kv,single_medium,partly,60,3900
	e2e_kv,single_long,partly,60,3900
	e2e_kv,stress_single,partly,30,1950
	E
	# every run: how many cells of each verdict, and where settings and counters mislead
	for d in "$DATA"/TR120/tr120_root_cause*/20* "$DATA"/TR126/phase[23]/20*; do
		labelaudit --runs -o csv "$d" |
			awk -F, -v OFS=, 'NR > 1 { k = $1 "," $2 "," $8 "," $11 "," $12; n[k]++; if (!(k in at)) {
				at[k] = ++m; key[m] = k } }
			END { for (i = 1; i <= m; i++) print key[i], n[key[i]] }'
	done >"$T/out"
	is_out "verdicts on every run of the archive" <tests/audit/evidence/archive.csv
	for d in "$DATA"/TR120/tr120_root_cause*/20* "$DATA"/TR126/phase[23]/20*; do
		labelaudit --runs --rules --all -o csv "$d" | awk -F, '$9 == 1'
	done >"$T/out"
	is_out "no untouched run of the archive raises an alarm" </dev/null
else
	no_data "the verdicts on the archive"
fi
