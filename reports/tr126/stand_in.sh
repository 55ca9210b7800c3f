#!/bin/sh
# TR126's tables of three backends, by the report's own pipelines, from two runs that are made here:
# tiny-gpt2 on this CPU, eager and compiled, and a stand-in for Ollama whose figures are made up.
# They show that the pipeline holds from the request to the table, and nothing about Ollama's speed.
#
#   BUILD=build sh reports/tr126/stand_in.sh FOLDER     (`make backends`)
set -eu
PATH=$(cd "${BUILD:-build}/bin" && pwd):$PATH; export PATH
out=$1
rm -rf "$out"; mkdir -p "$out"

python3 tests/runner/fake_server.py "$out/port" &
server=$!
trap 'kill $server' EXIT
until [ -s "$out/port" ]; do sleep 0.1; kill -0 $server; done

both='modes: [prefill, kv_decode, e2e_kv]
repetitions: 15
max_new_tokens: 16'
printf '%s\n' 'model: tiny-gpt2' "$both" 'cache: {kind: static}' >"$out/device.yaml"
printf '%s\n' 'backend: ollama' "server: {url: 'http://127.0.0.1:$(cat "$out/port")'}" \
	'model: tiny-gpt2' "$both" >"$out/server.yaml"
for run in device server; do refrun -O "$out/runs/$run" "$out/$run.yaml"; done

# the pipeline of a list, of these runs and labels, and without what picks the report's own cells
pipeline() {
	sh reports/pipeline.sh "tr126/$1" | sed -e "s#\$DATA/TR126/phase3/20260222_231929#$out/runs/*#g" \
		-e 's/transformers-gpu/refrun-cpu/g' -e 's/ | awk [^|]*pick\.awk [^|]*-$//'
}
while read -r list title; do
	printf '\n%s (%s)\n' "$title" "$list"
	DATA=none sh -c "$(pipeline "$list")"
done <<'E2'
9.1-prefill prefill
9.3-scenarios prefill, by scenario
9.5-pairs prefill, pairs of backends
10.2-decode decode
10.4-e2e end to end
E2
