# Damaged files (tests/lib/io/fuzz_readers.c; `make fuzz` feeds more), and what they have shown.
. tests/lib.sh
F=$PWD/fixtures/formats

run "$BUILD/tests/lib/io/fuzz_readers" -n 200
is_status 0 "every reader, 200 damaged files: numbers, or a message that names the file"
sed 's/^/# /' "$T/err"
check "every reader has its row" test "$(wc -l <"$T/out")" -gt 30

cd "$T" || exit 1
says() { # WHAT PATTERN: the message on the file bad
	run latstats bad
	check "$1" grep -q "^latstats: bad:[0-9]*: $2" err
}
refused() { # WHERE MESSAGE, of the file bad
	fails 2 "latstats: bad$1: $2" latstats bad
}
damage() { # FIXTURE SED-SCRIPT, as bad
	sed "$2" "$F/$1" >bad
	check "$1: $2 changes it" test "$(cksum <bad)" != "$(cksum <"$F/$1")"
}

# a crash
echo '[{"latency_ms":1},
{"latency_ms":""}]' >bad
refused :2 "empty value in column 'latency_ms' of a row that is ok"
# bytes behind a field
{ printf 'latency_ms;note\n1,5;a\n1.234;'; head -c 200 /dev/zero | tr '\0' x; } >bad
run latstats -o csv --stats n,mean bad
is_out "a point that parts thousands is read to the end of its field" <<-'E2'
n,mean
2,617.75
E2
# a value that is read at the end only
printf 'latency_ms;note\n-1,000;a\n2,5;b\n' >bad
refused :2 "negative latency in column 'latency_ms': -1"

# memory without bound
damage jmh/results.json 's/^ *30$/1e9/'
refused :281 "JMH JSON: rawDataHistogram has over 4194304 samples"
damage jmh/results.json 's/^ *30$/2.5/'
refused :281 "JMH JSON: rawDataHistogram has an entry that is not a value and a count"

# results that went without a word
damage jmh/results.json '0,/us.op/s//xs\/op/'
refused :2 "JMH JSON: rawData is missing, or the scoreUnit 'xs/op' is unknown"
damage pyperf/text.json 's/"runs"/"ran"/2'
refused :1 "pyperf: a benchmark without 'runs'"
damage hyperfine/failures.json '0,/^ *0,$/{/^ *0,$/d}'
refused :3 "hyperfine JSON: 'times' and 'exit_codes' differ in length"
damage vllm/detailed.json 's/"latencies": [^]]*\], //; s/"itls": \[\[[0-9.]*/"itls": [["x"/'
refused :1 "vLLM serving benchmark: 'itls' holds a value that is not a time"
damage vllm/summary.json 's/"median_ttft_ms": [0-9.]*/"median_ttft_ms": "x"/'
refused :1 "vLLM serving benchmark: 'median_ttft_ms' is not a number"
damage pytest-benchmark/stats-only.json '0,/"mean": [0-9.e-]*/s//"mean": -1/'
refused :82 "pytest-benchmark: 'mean' is -1000: below 0, or not finite"
damage hyperfine/summary.csv '3s/,0\.[0-9]*/,-1/'
refused :3 "CSV of summaries: 'mean' is -1000: below 0, or not finite"
damage nvbench/copy.json '0,/"value": "499"/s//"value": "4x9"/'
says "nvbench: a figure that is not a number" \
	"nvbench JSON: the summary .* has no number$"
damage mlperf-loadgen/server.txt '/result_mean_latency_ns/s/"value": [0-9]*/"value": "x"/'
says "MLPerf: a figure that is not a number" \
	"MLPerf LoadGen detail log: 'value' is not a number$"
damage go/bench.txt '6s/2217/22x7/'
refused :6 "Go benchmark: the count of iterations is missing, or ns/op is not a number of 0 or more"
damage hdrhistogram/wrk2.txt 's/^ *1\.204 /       1.2x4 /'
says "HdrHistogram: a step that is not a number" \
	"HdrHistogram percentiles: expected a line with a value"
damage hdrhistogram/wrk2.txt '/^#/d;/^---/,$d'
says "HdrHistogram: a table that is cut" \
	"HdrHistogram percentiles: the table is cut off"
cat "$F/hdrhistogram/wrk2.txt" "$F/hdrhistogram/wrk2.txt" >two
run latstats -g file --stats n,max -o csv two
check "HdrHistogram: two tables are two rows" test "$(wc -l <out)" -eq 3
damage prometheus/metrics.prom '0,/_sum{.*/s/\(_sum{[^}]*}\) .*/\1 x/'
says "Prometheus: a value that is not a number" \
	"Prometheus metrics: a metric whose labels or value cannot be read"
damage k6/run.jsonl '5s/"metric"/"metrik"/'
refused :5 "k6 JSON: a line without 'metric' and 'type'"
damage go/bench.txt "7s/Ints/$(printf '\377')/"
refused :7 "Go benchmark: invalid UTF-8"
# summaries without what they summarise
sed -n '1,/^name,/p; /_mean\|_median\|_stddev\|_cv/p' "$F/google-benchmark/repeated.csv" >bad
refused "" "it has no measurement"

# a file that is cut has an end that can be told
for f in pyperf/text.json pyperf/text.json.gz tables/pandas.csv.zst; do
	head -c -3 "$F/$f" >bad
	run latstats bad
	is_status 2 "$f, cut, is refused"
done
