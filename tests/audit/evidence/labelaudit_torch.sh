# labelaudit --runs on the record of PyTorch: fixtures/torch/cells, which a CPU measured.
. tests/lib.sh
. tests/audit/evidence/rules.sh
C=fixtures/torch/cells
run labelaudit --runs --all -o csv $C
is_status 1 "cells that were not compiled"
is_err "no message" </dev/null
awk -F, '$5 == "torch-compile" { print $4 ": " $8, $9 "/" $10, $11 }' "$T/out" >"$T/short"
mv "$T/short" "$T/out"
is_out "each compiled cell is what its scenario is named after" <<'E'
compiled: compiled 6/6 recorded
over_the_limit: partly 48/60 recorded
graph_break: partly 0/6 recorded
operation_outside: partly 0/6 recorded
compiled_inside: partly 5/6 recorded
other_backend: not compiled 0/6 recorded
never_compiled: not compiled 0/6 recorded
E
run latstats -g scenario,served --where backend=torch-compile --stats n -o csv $C/*/metrics.csv
is_out "rows say what served each sample" <<'E'
scenario,served,n
compiled,compiled,6
over_the_limit,compiled,48
over_the_limit,eager,12
graph_break,mixed,6
operation_outside,mixed,6
compiled_inside,compiling,1
compiled_inside,compiled,5
other_backend,graph,6
never_compiled,eager,6
E
labelaudit --runs --rules --all -o csv $C >"$T/out"
check "no record contradicts another" sh -c "! awk -F, '\$9 == 1' '$T/out' | grep ."
check "the run is complete, and its hashes hold" \
	test "$(awk -F, '$7 == "hashes" && $8 == "holds"' "$T/out" | wc -l)" -eq 15
awk -F, '$4 == "failing" && ($7 == "errors" || $7 == "rows") { print $7 ": " $8 }' "$T/out" \
	>"$T/short"
mv "$T/short" "$T/out"
is_out "a sample that failed is a row with an error, and in the run file" <<'E'
errors: fails
rows: holds
E

# what a part of the record decides, after an edit that contradicts nothing
R=$T/run
edited() { # PYTHON: changes j, the run file of the cell "compiled"
	rm -rf "$R"; cp -R $C "$R"; chmod -R u+w "$R"
	edit "$(echo "$R"/prefill/runs/compiled/torch-compile/fp32/*.json)" "$1"
	seal "$R"
}
of_cell() { # RULE: verdict and reason of the cell, and what the rule finds
	labelaudit --runs -o csv --where scenario=compiled "$R" | awk -F, 'NR > 1 { print $8 ": " $14 }'
	labelaudit --runs --rules -o csv --where scenario=compiled --where rule="$1" \
		--where backend=torch-compile "$R" |
		awk -F, 'NR > 1 { print $7 " " $8 ($9 == 1 ? ", contradiction" : "") }'
}
edited 'pass'
of_cell sequence >"$T/out"
is_out "untouched" <<'E'
compiled: compiled code served all 6 forwards
sequence holds
E
edited 'for s in j["samples"]:
	s["outside"] = None
	if s["served"] == "compiled":
		s.update(served="unknown", steps={"unknown": 1})
j["samples"] = [s for s in j["samples"] if s["phase"] != "check"]
j["recorder"]["check"] = None'
sed -i '/^compiled,torch-compile,/s/,compiled,none,/,unknown,none,/' "$R/prefill/metrics.csv"
seal "$R"
of_cell profiler >"$T/out"
is_out "no pass under the profiler: nothing is proven" <<'E'
unknown: of 6 of 6 forwards it is unknown what served them: no pass under the profiler checked what ran outside its graphs
profiler unknown
E
edited 'c = j["recorder"]["cost"]; c["event_ns"] *= 50; c["share"] *= 50'
of_cell cost >"$T/out"
is_out "what recording costs is said, and decides nothing" <<'E'
compiled: compiled code served all 6 forwards
cost fails
E
edited 'j["recorder"].update(broken=["a graph was never seen called"])'
of_cell recorder >"$T/out"
is_out "a test of the recorder that failed" <<'E'
unknown: "contradiction: the recorder's tests are said to hold
recorder fails, contradiction
E
edited 'for s in j["samples"]: s.update(cuda_graph="replay")'
of_cell sequence >"$T/out"
is_out "a CUDA graph without a CUDA device" <<'E'
unknown: "contradiction: sample 0 says 'replay' of its CUDA graph
sequence fails, contradiction
E

# of the cells as they are, and after one edit: is STATE RULE RUN MODE SCENARIO WHAT BACKEND
rm -rf "$R"; cp -R $C "$R"
is holds recorder "$R" prefill other_backend "the recorder saw its own function" torch-compile
is holds sequence "$R" prefill graph_break "what it called gives what it says" torch-compile
is holds profiler "$R" prefill operation_outside "the pass under the profiler" torch-compile
is holds cost "$R" prefill never_compiled "nothing was recorded in it" torch-compile
edited 'j["recorder"].update(holds=False, broken=["the canary"])'
is fails recorder "$R" prefill compiled "the canary failed" torch-compile
edited 'j["samples"][1]["steps"] = {"compiled": 2}'
is "fails alarm" sequence "$R" prefill compiled "more steps than it called" torch-compile
edited 'j["recorder"]["check"].update(equal=False, why="other calls")'
is fails profiler "$R" prefill compiled "the pass ran otherwise" torch-compile
edited 'j["status"] = "interrupted"'
is holds rows "$R" prefill compiled "what was timed before an interruption" torch-compile
edited 'j.update(dict.fromkeys(("samples", "latencies_ms", "tokens", "tokens_per_s"), []))'
is "fails alarm" rows "$R" prefill compiled "rows, and no sample" torch-compile
sed -i '/^compiled,torch-compile,/d' "$R/prefill/metrics.csv"
seal "$R"
is "not asked" rows "$R" prefill compiled "neither rows nor samples" torch-compile
again='j["samples"] += [{**s, "phase": "check", "process": 2}
	for s in j["samples"] if s["new_graphs"]]'
edited "$again"
is holds counts "$R" prefill compiled "a second process compiled it again" torch-compile
edited "$again; j['samples'][-1]['phase'] = 'warmup'"
is "fails alarm" counts "$R" prefill compiled "only a check pass is of it" torch-compile
edited 'c = j["recorder"]["cost"]; c["event_ns"] *= 50; c["share"] *= 50'
is fails cost "$R" prefill compiled "recording took too long" torch-compile

# parts of a record that are not what they should be: an answer or an error, never a crash
for change in 'j["recorder"] = 3' 'j["recorder"] = {}' 'j["recorder"]["graphs"] = {"graph": 0}' \
	'j["recorder"]["codes"] = [1, None]' 'j["samples"] = {}' 'j["samples"] = [3]' \
	'j["samples"][0]["events"] = ["a", 1e300, -1e300, 0.5, None]' \
	'j["samples"][0]["events"] = {"a": 1}' 'j["samples"][0]["steps"] = [1]' \
	'j["recorder"]["graphs"][-1]["graph"] = "x"' 'j["recorder"]["cost"] = []' \
	'j["recorder"]["counters"] = 1' 'j["recorder"]["broken"] = {"x": [1]}'; do
	edited "$change"
	got=0
	labelaudit --runs --rules --all -o csv "$R" >"$T/out" 2>"$T/err" || got=$?
	check "$change" test $got -ge 1 -a $got -le 3
done
