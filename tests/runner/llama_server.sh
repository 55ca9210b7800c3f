# refrun against the server of llama.cpp itself, with a model of random weights: where PyPI's
# xllamacpp and gguf are installed for $SERVER_PYTHON (python3).
. tests/lib.sh
python=${SERVER_PYTHON:-python3}
$python -c 'import gguf, numpy, xllamacpp' 2>/dev/null || {
	skip "the server of llama.cpp" \
		"$python has no xllamacpp and gguf (SERVER_PYTHON names one that has)"
	exit 0
}
$python tests/runner/llama_server.py "$T" >"$T/log" 2>&1 &
server=$!
trap 'kill $server; rm -rf "$T"' EXIT
n=0
until [ -s "$T/url" ] || [ $((n += 1)) -gt 300 ]; do sleep 0.1; done

# go MORE: of the settings of the server
go() {
	printf '%s\n' 'backend: openai' "server: {url: '$(cat "$T/url")'$1}" "model: $T/tiny.gguf" \
		'modes: [prefill, kv_decode, e2e_kv]' 'repetitions: 6' 'max_new_tokens: 32' \
		'scenarios: [{name: letters, lengths: [40]}]' >"$T/c.yaml"
	rm -rf "$T/run"
	run refrun -O "$T/run" "$T/c.yaml"
}
# count MODE COLUMNS: how many rows of each
fields() { awk -f reports/csv.awk -f reports/fields.awk -v names="$2" -v sep=, \
	"$T/run/$1/metrics.csv"; }
count() { fields "$@" | sort | uniq -c | sed 's/^ *//'; }
go ''
is_status 0 "it is measured"
for m in prefill kv_decode e2e_kv; do count $m status,tokens,prompt_tokens,cached_tokens,new_tokens
done >"$T/out"
is_out "a letter is a token, and decode has a step less than tokens" <<'E2'
6 ok,40,40,0,1
6 ok,32,40,0,33
6 ok,72,40,0,33
E2
check "prompt and decode are within the request" test "$(
	fields kv_decode ttft_ms,latency_ms,wall_ms | awk -F, '$1 + $2 <= $3' | wc -l)" = 6
go ', vary_prompts: false'
count prefill status,tokens,cached_tokens >"$T/out"
is_out "the same prompt again is from its cache" <<'E2'
6 cached,1,39
E2
run refrun --resume -O "$T/run" "$T/c.yaml"
is_status 0 "it is the same server when a run is resumed"
