# The artifacts of a GPU in fixtures/h200, with no GPU: every file is what its
# manifest says, correctness held there, and what is claimed follows from them.
. tests/lib.sh
dir=fixtures/h200
latencies() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { printf "%s,%s,%.6f\n", $at["scenario"], $at["backend"], $at["latency_ms"] }' | sort; }
check "there are eight runs or more" test "$(ls "$dir"/*/manifest.json | wc -l)" -ge 8
for run in "$dir"/*/manifest.json; do
	r=$(dirname "$run")
	runinfo -o csv "$run" | awk -F, '$3 ~ /^files\[.*path$/ { p = $4 } $3 ~ /^files\[.*sha256$/ { print $4 "  " p }' >"$T/sums"
	check "$r: every file has its SHA-256" sh -c "cd '$r' && sha256sum --quiet --strict -c '$T/sums'"
	(cd "$r" && find . -type f ! -name manifest.json | sed 's,^\./,,' | sort) >"$T/out"
	sed 's/^[^ ]*  //' "$T/sums" | sort >"$T/want"
	same "$r: and no other file is there" "$T/want" "$T/out"
	check "$r: it is complete" grep -q '"complete":	true' "$run"
	for m in "$r"/*/metrics.csv; do
		mode=$(dirname "$m")
		# to the nanosecond
		find "$mode/runs" -name 'run_*.json' | sort | xargs coldstart --all | latencies >"$T/out"
		latencies <"$m" >"$T/want"
		check "$mode: has samples" test "$(wc -l <"$T/want")" -ge 40
		same "$mode: run files and metrics.csv hold the same latencies" "$T/want" "$T/out"
	done
done
for f in "$dir"/verify-*.txt; do
	check "$(basename "$f"): all ways equal the float64 reference" sh -c "! grep -v '^ok' '$f' && test \$(grep -c '^ok' '$f') -ge 36"
done
for f in "$dir"/hf-*.json; do
	check "$(basename "$f"): tokens and logits are those of transformers" grep -q '"holds": true' "$f"
done
run python3 runner/cuda/summary.py "$dir/sizes-summary.json"
is_status 0 "every size: compiled is eager, on the same tokens, and no shape takes a second to compile"
sed -n 's/.*-compile .*%  *\([a-z]*\) *mae .*/\1/p' "$T/out" | sort | uniq -c | sed 's/^ *//' >"$T/served"
same "36 compiled cells of six sizes, all replayed" - "$T/served" <<'E2'
36 replay
E2
sed 's/"mae_over_max":[^,]*/"mae_over_max": 1e-4/' "$dir/sizes-summary.json" >"$T/summary.json"
run python3 runner/cuda/summary.py "$T/summary.json"
is_status 1 "and one that is not would show"
check "too little memory was reported with what was needed" grep -q \
	'^refrun: qwen2.5-3b: out of memory: cuda:0 has [0-9]* bytes in all; weights, buffers and cache take [0-9]*$' "$dir/oom.txt"
for r in variable limit padded decode_static decode_grow two_dtypes; do
	labelaudit --runs -o csv "$dir/$r" 2>/dev/null | awk -F, -v r=$r 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["verdict"] != "" && $at["scenario"] != "" { print r, $at["scenario"], $at["verdict"] }'
done >"$T/out"
same "labelaudit: the cell over the limit and decode with a growing cache were not compiled" - "$T/out" <<'E2'
variable single_micro compiled
variable single_short compiled
variable single_medium compiled
variable single_long compiled
variable stress_single not compiled
limit single_micro compiled
limit single_short compiled
limit single_medium compiled
limit single_long compiled
limit stress_single compiled
padded single_micro compiled
padded single_short compiled
padded single_medium compiled
padded single_long compiled
padded stress_single compiled
decode_static single_short compiled
decode_static single_medium compiled
decode_grow single_short partly
decode_grow single_medium not compiled
two_dtypes single_medium compiled
two_dtypes stress_single compiled
two_dtypes single_medium compiled
two_dtypes stress_single compiled
E2
set --
for run in "$dir"/*/manifest.json; do set -- "$@" --runs "${run%/manifest.json}"; done
for f in claims gpu; do
	run claims "$@" -o json "reports/fresh/$f.yaml"
	python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["id"] + ": " + r["status"])' <"$T/out"
done >"$T/claims"
mv "$T/claims" "$T/out"
is_out "the claims of reports/fresh, proven from a GPU's artifacts" <<'E2'
over-limit: proven
within-limit: proven
tail: proven
limit: proven
padded: proven
padded-graphs: proven
dynamic: proven
dynamic-graphs: proven
prefill: proven
grow: proven
static: proven
tiny-limit-median: proven
tiny-limit-tail: proven
tiny-padded-tail: proven
tiny-prefill: proven
tiny-static-eager: proven
tiny-static-grow: proven
limit-median: proven
limit-tail: proven
padded-tail: proven
static-eager: proven
static-grow: proven
E2
run sh reports/kvcache/table.sh "$dir"/decode_grow "$dir"/decode_slice "$dir"/decode_static "$dir"/decode_ring
is_status 0 "the table of the KV caches"
same "is the one in reports/kvcache" reports/kvcache/h200.csv "$T/out"
