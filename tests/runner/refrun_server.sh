# refrun against a server: fake_server.py on 127.0.0.1 stands in for Ollama and for a server with
# OpenAI's completions. It is synthetic. What skews a measurement, what fails, what resumes.
. tests/lib.sh

python3 tests/runner/fake_server.py "$T/port" &
server=$!
trap 'kill $server; rm -rf "$T"' EXIT
n=0
until [ -s "$T/port" ] || [ $((n += 1)) -gt 100 ]; do sleep 0.1; done
url=http://127.0.0.1:$(cat "$T/port")

# conf MODEL LINE...: of the API $api; $more: settings of the server
api=ollama more=
conf() {
	model=$1; shift
	printf '%s\n' "backend: $api" "server: {url: '$url', timeout_s: 1$more}" "model: $model" \
		'warmup_repetitions: 1' 'repetitions: 6' 'max_new_tokens: 8' \
		'scenarios: [{name: text, text: "it is a text of eight words here"}]' "$@" >"$T/c.yaml"
}
# go MODEL LINE...: runs it, in $T/run
go() { conf "$@"; rm -rf "$T/run"; run refrun -O "$T/run" "$T/c.yaml"; }
# rows COLUMNS [FILE]: of the run
rows() {
	python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[2])):
    print(*[r[c] for c in sys.argv[1].split(",")], sep=",")' \
		"$1" "$T/run/${2:-e2e_kv/metrics.csv}"
}
# count COLUMNS [FILE]: how many rows of each
count() { rows "$@" | sort | uniq -c | sed 's/^ *//'; }
mean() { awk -F, '{ n++; s += $1 } END { printf "%.4g\n", s / n }'; } # of the first column
# than A B: in words, for walls differ from run to run
than() { awk "BEGIN { print ($1 > 2 * $2 ? \"more than twice\" : \"about\") }"; }

# --- the skews, one a row: what a script would say, and what assay says ------------------------
row() { printf '%s | %s | %s\n' "$@" >>"$T/table"; }

go load 'modes: [e2e_kv]' # a script times its first request too
all=$( (rows wall_ms e2e_kv/warmup.csv; rows wall_ms) | mean)
row load "$(than "$all" "$(rows wall_ms | mean)") the time" "load_ns $(
	rows load_ns e2e_kv/warmup.csv | sed -n 1p) in a request of no cell, then $(count cold)"
go evicted 'modes: [e2e_kv]'
row 'load while it measures' "$(than "$(rows wall_ms | mean)" "$(
	latstats --where cold=0 --stats mean "$T/run/e2e_kv/metrics.csv" | tail -n 1 | sed 's/.*,//')"
	) the time" "cold $(rows cold | tr -d '\n')"
more=', vary_prompts: false'
go cached 'modes: [prefill]'
row 'prompt from a cache' "$(rows prompt_eval_ns prefill/metrics.csv | sed -n 1p) ns, 8 tokens" \
	"$(count status,prompt_tokens prefill/metrics.csv)"
go cached-said 'modes: [prefill]'
row '... and the server says so' "$(rows prompt_eval_ns prefill/metrics.csv | sed -n 1p
	) ns, 8 tokens" "$(count status,cached_tokens prefill/metrics.csv)"
more=
go cached 'modes: [prefill]'
row '... with other first words' "$(rows prompt_eval_ns prefill/metrics.csv | sed -n 1p
	) ns, 12 tokens" "$(count status,prompt_tokens prefill/metrics.csv)"
go cached 'modes: [prefill]'
row '... and in the next run' "$(rows prompt_eval_ns prefill/metrics.csv | sed -n 1p
	) ns, 12 tokens" "$(count status,prompt_tokens prefill/metrics.csv)"
go plain 'modes: [kv_decode]' 'backends: [plain]'
cp "$T/run/kv_decode/metrics.csv" "$T/plain.csv"
row 'step of the first token' "$(rows eval_ns,new_tokens kv_decode/metrics.csv | sed -n 1p |
	awk -F, '{ print $1 / $2 / 1e6 }') ms a token" "$(
	runinfo --columns -f 'summary:cells[0].ms_per_token' "$T/run" | tail -n 1 | sed 's/.*,//'
	) ms a step; steps, tokens: $(count tokens,new_tokens kv_decode/metrics.csv)"
go early 'modes: [kv_decode]' 'backends: [early]'
cp "$T/run/kv_decode/metrics.csv" "$T/early.csv"
printf '%s\n' 'from,to' 'early,m' 'plain,m' >"$T/map"
judge() { # KEYS
	groups='groups: {base: {backend: plain}, test: {backend: early}}'
	printf 'claims: [{id: x, text: x, %s, %s}]\n' "$1" "$groups" >"$T/claims"
	claims --data "$T/plain.csv" --data "$T/early.csv" --map model="$T/map" -o csv "$T/claims" |
		awk -f reports/csv.awk -f reports/fields.awk -v names=status,reason | sed 's/	/: /'
}
row 'early end' "$(rows latency_ms kv_decode/metrics.csv | mean) ms against $(
	cut -d , -f 12 "$T/plain.csv" | sed 1d | mean)" "$(judge 'kind: latency')"
row '... the time of a token' - "$(judge 'kind: equivalence, margin: 1%, per_token: true')"
go one 'modes: [kv_decode]'
row 'one token' "$(rows eval_ns kv_decode/metrics.csv | mean) ns" \
	"$(count status,error kv_decode/metrics.csv)"
go none 'modes: [e2e_kv]'
row 'no token' '11 tokens' "$(count status,tokens)"
go absent 'modes: [prefill]'
row 'no durations' '0 ns' "$(count status,error,latency_ms,prompt_eval_ns prefill/metrics.csv)"
same "what skews a measurement, one a row" - "$T/table" <<'E2'
load | more than twice the time | load_ns 120000000 in a request of no cell, then 6 0
load while it measures | more than twice the time | cold 001000
prompt from a cache | 1051000 ns, 8 tokens | 6 cached,1
... and the server says so | 1051000 ns, 8 tokens | 6 cached,7
... with other first words | 1602000 ns, 12 tokens | 6 ok,12
... and in the next run | 1603000 ns, 12 tokens | 6 ok,12
step of the first token | 0.355644 ms a token | 0.40018333333333334 ms a step; steps, tokens: 6 8,9
early end | 0.8004 ms against 3.201 | not supported: unequal work: in rows of m,text,Q4_0 plain has 8 tokens a sample, early has 2; per_token compares the time of a token
... the time of a token | - | proven: early and plain do not differ (mean; 95% interval 0.047% faster to 0.047% slower; 6 and 6 samples), which is shown to be less than the 1% that was allowed
one token | 0 ns | 6 unknown,one token: there is no step of decode
no token | 11 tokens | 6 ok,12
no durations | 0 ns | 6 unknown,the server does not say how long it took,,
E2

# --- what fails: a row each, with status and reason, and the run goes on ------------------------
: >"$T/table"
for m in timeout reset slow partial malformed error negative broken missing endless; do
	go $m 'modes: [e2e_kv]'
	count status,error | sed "s/^/$m $status: /; s/ended\..*/ended./" >>"$T/table"
	latstats "$T/run/e2e_kv/metrics.csv" >/dev/null 2>&1
	[ $? -ne 2 ] || echo "$m: cannot be read" >>"$T/table"
done
same "a row with status and reason for each request" - "$T/table" <<'E2'
timeout 0: 5 ok,
timeout 0: 1 timeout,Timeout was reached
reset 0: 3 error,Failure when receiving data from the peer
reset 0: 3 ok,
slow 0: 6 ok,
partial 0: 3 error,Transferred a partial file
partial 0: 3 ok,
malformed 0: 3 error,the reply is no JSON: expected ',' or '}' in an object, found the end of input
malformed 0: 3 ok,
error 0: 1 error,the runner ended.
error 0: 2 error,the runner ended.
error 0: 3 ok,
negative 0: 6 error,the reply's eval_count is no count
broken 0: 3 error,HTTP 500: out of memory
broken 0: 3 ok,
missing 0: 6 error,HTTP 404: model 'missing' not found
endless 0: 6 error,the reply is too long
E2
go garbage 'modes: [e2e_kv]'
check "nor does garbage end it" test "$status $(rows status | sort -u) $(rows status | wc -l)" = \
	'0 error 6'
run latstats "$T/run/e2e_kv/metrics.csv"
is_status 3 "and no statistic has such a row"

# each of them again, under valgrind (the sanitizers have a run of their own)
if [ -z "${SLOW:-}" ]; then
	conf plain 'modes: [e2e_kv]'
	sed -i 's/^model:.*/models: [plain, garbage, malformed, partial, reset, error, broken, missing]/' \
		"$T/c.yaml"
	rm -rf "$T/run"
	RUNNER="valgrind -q --error-exitcode=99 --leak-check=full" run refrun -O "$T/run" "$T/c.yaml"
	check "valgrind has nothing to say" test "$status $(cat "$T/err")" = '0 '
fi

# --- what is asked, and what is recorded ---------------------------------------------------------
asked() { # KEYS: of the last request; 8 and 9 words aside, which vary
	python3 -c 'import json, sys, urllib.request
o = json.load(urllib.request.urlopen(sys.argv[1] + "/asked"))
o["prompt"] = " ".join(o["prompt"].split()[-8:])
print(json.dumps(o, sort_keys=True))' "$url"
}
more=', num_ctx: 512, keep_alive: 2m, stream: false'
go plain 'modes: [e2e_kv]' 'seed: 7'
asked >"$T/out"
is_out "Ollama is asked for" <<'E2'
{"keep_alive": "2m", "model": "plain", "options": {"num_ctx": 512, "num_predict": 9, "seed": 7, "temperature": 0}, "prompt": "it is a text of eight words here", "raw": true, "stream": false}
E2
check "without a stream there is no first text" test "$(count status,ttft_ms)" = '6 ok,'
more=
go plain 'modes: [e2e_kv]'
check "with one there is, and each prompt begins otherwise" sh -c "test '$(rows ttft_ms | sort -u |
	wc -l)' -gt 1"
runinfo --columns -f "schema,complete,server.backend,server.version,server.synthetic,\
server.request.options.num_predict,server.vary_prompts,server.models[0].listed.digest,\
server.models[0].listed.details.quantization_level,server.models[0].parameters" "$T/run" |
	tail -n 1 | cut -d , -f 2- >"$T/out"
is_out "the manifest has version, digest, quantization and the request" <<'E2'
assay-server/1,true,ollama,0.0.0-synthetic,true,9,true,0000000000000000000000000000000000000000000000000000000000000000,Q4_0,"stop ""<end>"""
E2
run labelaudit --runs --all -o csv "$T/run"
is_status 3 "labelaudit does not know what served them"
cut -d , -f 4,5,8,14 "$T/out" | tail -n 1 >"$T/said"
same "and says so" - "$T/said" <<'E2'
text,ollama,unknown,of 6 of 6 rows it is unknown what served them
E2
run latstats -o text --stats n "$T/run/e2e_kv/metrics.csv"
check "every table says that the rows are made up" \
	grep -q '^synthetic: these rows are made up' "$T/out"

# --- OpenAI's completions ------------------------------------------------------------------------
api=openai
go plain 'modes: [prefill, kv_decode, e2e_kv]'
asked >"$T/out"
is_out "an OpenAI server is asked for" <<'E2'
{"max_tokens": 9, "model": "plain", "prompt": "it is a text of eight words here", "seed": 42, "stream": true, "stream_options": {"include_usage": true}, "temperature": 0}
E2
for m in prefill kv_decode e2e_kv; do count status,tokens,prompt_eval_ns,cold $m/metrics.csv
done >"$T/out"
is_out "what its API does not say is empty" <<'E2'
6 ok,12,,
6 ok,8,,
6 ok,20,,
E2
check "decode is timed by the stream: 8 steps of 0.4 ms, within the wall" test "$(
	rows latency_ms,wall_ms kv_decode/metrics.csv | awk -F, '$1 > 3.2 && $1 < $2' | wc -l)" = 6
check "and prefill to the first token" test "$(
	rows latency_ms,ttft_ms prefill/metrics.csv | awk -F, '$1 == $2' | wc -l)" = 6
go burst 'modes: [kv_decode]'
check "a stream in one packet has no time of decode" test "$(count status,error,latency_ms \
	kv_decode/metrics.csv)" = '6 unknown,the server does not say how long it took,'
more=', vary_prompts: false'
go cached-said 'modes: [prefill]'
check "a cached prompt" test "$(count status,cached_tokens prefill/metrics.csv)" = '6 cached,7'
more=', stream: false'
go plain 'modes: [prefill, e2e_kv]'
for m in prefill e2e_kv; do count status,error,tokens $m/metrics.csv; done >"$T/out"
is_out "without a stream" <<'E2'
6 unknown,the server does not say how long it took,12
6 ok,,20
E2
more=
go missing 'modes: [e2e_kv]'
check "a model that is missing" test "$(count status,error)" = \
	"6 error,HTTP 404: model 'missing' not found"
api=ollama

# --- interrupted, killed, resumed ----------------------------------------------------------------
# begin SIGNAL: sends it in the second mode, after the first is whole
begin() {
	conf slow 'modes: [prefill, e2e_kv]'
	rm -rf "$T/run"
	status=0
	refrun -O "$T/run" "$T/c.yaml" >"$T/out" 2>"$T/err" &
	pid=$!
	n=0
	until [ -d "$T/run/e2e_kv" ] || [ $((n += 1)) -gt 200 ]; do sleep 0.05; done
	kill -"$1" $pid
	wait $pid 2>/dev/null || status=$?
}
complete() { runinfo --columns -f complete "$T/run" | tail -n 1 | sed 's/.*,//'; }
begin INT
is_status 2 "a run that is interrupted"
check "says how to go on" grep -q 'interrupted; .refrun --resume -O' "$T/err"
check "and is incomplete" test "$(complete)" = false
before=$(sha256sum <"$T/run/prefill/metrics.csv")
run refrun --resume -O "$T/run" "$T/c.yaml"
is_status 0 "it is resumed"
check "what was whole stays" test "$before" = "$(sha256sum <"$T/run/prefill/metrics.csv")"
check "the mode at hand is measured again, beside what it was" test "$(count status) $(
	ls "$T/run/incomplete") $(complete)" = '6 ok e2e_kv-1 true'
check "each cell is once in the summary" test "$(grep -c '"mode"' "$T/run/summary.json")" = 2
api=openai; begin KILL; api=ollama
check "an OpenAI server is known again" test "$(run refrun --resume -O "$T/run" "$T/c.yaml"
	echo $status; complete)" = '0
true'
begin KILL
is_status 137 "a run that is killed"
run refrun --resume -O "$T/run" "$T/c.yaml"
check "is resumed too" test "$status $(count status) $(complete)" = '0 6 ok true'
sed -i 's/"digest":	"../"digest":	"ff/' "$T/run/manifest.json"
fails 2 "refrun: $T/run/manifest.json: belongs to a run with another server" \
	refrun --resume -O "$T/run" "$T/c.yaml"

# --- what is refused -----------------------------------------------------------------------------
no="a server takes no batch, order, mode uncached, scenario of ids or label with -compile"
no="refrun: $T/c.yaml: $no, and openai no keep_alive or num_ctx"
rm -rf "$T/run"
for line in 'batch: 2' 'order: random' 'modes: [uncached]' 'backends: [x, x-compile]'; do
	conf plain "$line"
	fails 2 "$no" refrun -O "$T/run" "$T/c.yaml"
done
conf plain; sed -i 's/text: .*/ids: [1, 2]}]/' "$T/c.yaml"
fails 2 "$no" refrun -O "$T/run" "$T/c.yaml"
api=openai more=', num_ctx: 8'; conf plain
fails 2 "$no" refrun -O "$T/run" "$T/c.yaml"
api=ollama more=; conf plain
sed -i 's,^model:.*,models: [a/x; {path: a/x; dtype: fp16}],; s/;/,/g' "$T/c.yaml"
fails 2 "refrun: $T/c.yaml: models: a/x occurs twice" refrun -O "$T/run" "$T/c.yaml"
was=$url url=http://me:secret@127.0.0.1:1; conf plain; url=$was
fails 2 "refrun: $T/c.yaml: server.url: a name and password would be in the manifest" \
	refrun -O "$T/run" "$T/c.yaml"
api=vllm; conf plain
fails 2 "refrun: $T/c.yaml:1: backend: vllm is not known (known: device, ollama, openai)" \
	refrun -O "$T/run" "$T/c.yaml"
api=ollama; conf plain
fails 2 "refrun: $T/c.yaml: --device and --dtype have no meaning for a server" \
	refrun --device cpu -O "$T/run" "$T/c.yaml"
url=http://127.0.0.1:1; conf plain
run refrun -O "$T/run" "$T/c.yaml"
is_status 2 "no server"
check "it says so" grep -qx "refrun: $url: Could.* connect to server" "$T/err"
url=file:///etc; conf plain
run refrun -O "$T/run" "$T/c.yaml"
is_status 2 "no server: a file"
check "none of them left a folder" test ! -e "$T/run"
