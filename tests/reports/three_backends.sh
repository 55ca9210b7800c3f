# make backends: TR126's tables of three backends by the report's pipelines, from a run of refrun on
# this CPU and one against a stand-in for Ollama, whose figures are synthetic.
. tests/lib.sh
compile_once
run env BUILD="$BUILD" sh reports/tr126/stand_in.sh "$T/made"
is_status 0 "the tables"
# of the tables by backend: list, backend, rows, errors, whether they are marked
awk -F, '
/^[a-z].* \([0-9]/ { list = $0; gsub(/.*\(|\).*/, "", list); next }
!NF { split("", at); next }
!("mean" in at) { for (i = 1; i <= NF; i++) at[$i] = i; next }
"n" in at && !("scenario" in at) {
	print list, $at["backend"], $at["n"], $at["errors"], $at["synthetic"] }' "$T/out" >"$T/short"
same "three backends, of which one is marked as synthetic" - "$T/short" <<'E2'
9.1-prefill refrun-cpu 75 0 0
9.1-prefill refrun-cpu-compile 75 0 0
9.1-prefill ollama 75 0 1
10.2-decode refrun-cpu 75 0 0
10.2-decode refrun-cpu-compile 75 0 0
10.2-decode ollama 75 0 1
10.4-e2e refrun-cpu 75 0 0
10.4-e2e refrun-cpu-compile 75 0 0
10.4-e2e ollama 75 0 1
E2
check "and so in the manifest" grep -q '"synthetic":	true' "$T/made/runs/server/manifest.json"
check "but not the one that was measured" \
	sh -c "! grep -q synthetic '$T/made/runs/device/manifest.json'"
for mode in prefill kv_decode e2e_kv; do
	run abtest -g backend --base ollama --test refrun-cpu -s scenario -o text \
		"$T"/made/runs/*/$mode/metrics.csv
	is_status 0 "$mode: both did the same tokens in each scenario"
	check "and the comparison is marked" grep -q '^synthetic: these rows are made up' "$T/out"
done
# claims hold them apart, for their weights are not of the same kind
cat >"$T/claims" <<'E2'
claims:
  - {id: faster, text: Ollama decodes faster, kind: latency, mode: kv_decode,
     groups: {base: refrun-cpu, test: ollama}}
E2
run claims --runs "$T/made/runs/device" --runs "$T/made/runs/server" -o csv "$T/claims"
is_status 1 "a claim about both"
check "is not supported: fp32 against Q4_0" grep -q \
	'not of the same models, scenarios and batches: only refrun-cpu has .* in fp32' "$T/out"
