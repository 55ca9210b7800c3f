# Files of other programs read as they are: each figure against fixtures/formats/expected.csv, which
# short readers in Python made (fixtures/formats/README.md).
. tests/lib.sh

F=fixtures/formats

# file|value of expected.csv|what latstats is asked for
cases() {
	cat <<-'E2'
	hyperfine/failures.json|times|-g command
	hyperfine/params.json|times|-g command
	hyperfine/summary.csv|mean|-g command
	pytest-benchmark/data.json|data|-g benchmark
	pytest-benchmark/stats-only.json|stats|-g benchmark
	pyperf/text.json|values|-g benchmark
	pyperf/text.json.gz|values|-g benchmark
	google-benchmark/repeated.json|real_time|-g benchmark
	google-benchmark/single.json|real_time|-g benchmark
	google-benchmark/repeated.csv|real_time|-g benchmark
	go/bench.txt|ns/op|-g benchmark
	criterion/sum/flat/new/raw.csv|sample_measured_value|
	criterion/sum/fold/100/new/raw.csv|sample_measured_value|
	criterion/sum/fold/10000/new/raw.csv|sample_measured_value|
	criterion/sum/flat/new/sample.json|times|
	criterion/sum/fold/100/new/sample.json|times|
	criterion/sum/fold/10000/new/sample.json|times|
	locust/run_stats.csv|Response Time|-g Name
	k6/run.csv|http_req_duration|-g name
	k6/run.jsonl|http_req_duration|-g name
	jmeter/run.jtl|elapsed|-g label
	jmeter/aggregate.csv|elapsed|-g Label
	hdrhistogram/wrk2.txt|latency|
	hdrhistogram/percentiles.hgrm|latency|
	prometheus/metrics.prom|latency|-g metric
	mlperf-loadgen/server.txt|latency|
	mlperf-loadgen/single-stream.txt|latency|
	vllm/detailed.json|latencies|-g model
	vllm/detailed.json|ttfts|-g model -v ttft_ms
	vllm/summary.json|ttft|--where measure=ttft_ms
	vllm/summary.json|tpot|--where measure=tpot_ms
	vllm/summary.json|itl|--where measure=itl_ms
	guidellm/report.json|request_latency|-g strategy
	guidellm/report.json|time_to_first_token_ms|-g strategy -v ttft_ms
	guidellm/report.json|inter_token_latency_ms|-g strategy -v itl_ms
	llama-bench/tests.json|samples_ns|-g benchmark
	llama-bench/tests.jsonl|samples_ns|-g benchmark
	llama-bench/tests.csv|avg_ns|-g n_prompt,n_gen
	nvbench/copy.json|cold/time/gpu|
	jmh/results.json|avgt|--where jmh_mode=avgt -g benchmark,size
	jmh/results.json|ss|--where jmh_mode=ss -g benchmark
	E2
	for f in excel-german-thousands.csv excel-german.csv excel-thousands.csv \
		excel-unicode-big-endian.txt \
	    excel-unicode.txt pandas-float-keys.csv pandas-records.json pandas.csv pandas.csv.zst \
	    pandas.tsv plain.csv r.csv \
	    r2.csv; do
		echo "tables/$f|latency_ms|-g backend --skip-empty"
	done
	echo "tables/thousands-whole.csv|latency_us|-g backend"
}
cases >"$T/cases"
mkdir "$T/tables"
n=0
while IFS='|' read -r file value args; do
	# what was asked for is words without blanks in them
	latstats --stats n,errors,mean,median,min,max $args "$F/$file" >"$T/tables/$n" 2>/dev/null \
		</dev/null
	n=$((n + 1))
done <"$T/cases"
python3 tests/lib/io/formats/same.py "$F/expected.csv" "$T/cases" "$T/tables" ||
	not_ok "the tables can be compared"

# each file of expected.csv is read above or refused below
cut -d'|' -f1 "$T/cases" | sort -u >"$T/read"
refused() { # FILE MESSAGE
	run latstats "$F/$1"
	is_status 2 "$1 is refused"
	check "$1: says why" grep -q -- "$2" "$T/err"
	echo "$1" >>"$T/read"
}
refused locust/run_stats_history.csv "use its _stats.csv"
refused locust/run_failures.csv "file of failures has no times"
refused jmeter/run.xml "output_format=csv"
refused tables/refused-german-words.csv ":2: column 'synthetic': 'WAHR' is neither yes nor no"
refused tables/refused-two-ways.csv "comma may separate thousands or decimals"
tail -n +2 "$F/expected.csv" | cut -d, -f1 | sort -u >"$T/all"
sort -u "$T/read" | comm -13 - "$T/all" >"$T/left"
same "no file of expected.csv is left out" /dev/null "$T/left"

# tools that need samples say what the file holds instead
for tool in "outliers" "anova -g measure" "abtest -g measure" "power -g measure" \
	"coldstart --by-file"; do
	run $tool "$F/vllm/summary.json"
	is_status 2 "$tool: summaries are no samples"
	check "$tool: says so" grep -q "the file has summaries, not samples" "$T/err"
done

# warm-ups are cold: a plot shows them, statistics leave them out and say so
run cdfplot --series --script "$F/pyperf/text.json"
check "warm-ups are drawn" grep -q cold "$T/out"
run latstats "$F/pyperf/text.json"
check "warm-ups are counted" grep -q "warm-ups: left out" "$T/err"

# Parquet is read by DuckDB, which a stand-in plays; none installed and a spreadsheet are named
mkdir "$T/with" "$T/without"
cat >"$T/with/duckdb" <<'E2'
#!/bin/sh
query="COPY (SELECT * FROM read_parquet('fixtures/formats/tables/made.parquet'))"
[ "$2" = "$query TO '/dev/stdout' (FORMAT csv, HEADER)" ] || exit 1
printf 'g,latency_ms\na,1.5\nb,2.5\n'
E2
chmod +x "$T/with/duckdb"
here=$PATH
PATH=$T/with:$here
run latstats -g g --stats n,mean "$F/tables/made.parquet"
printf 'g,n,mean\na,1,1.5\nb,1,2.5\n' | is_out "Parquet through DuckDB"
printf '#!/bin/sh\nprintf "g,latency_ms\\na,1\\n"; exit 1\n' >"$T/with/duckdb"
fails 2 "latstats: $F/tables/made.parquet: Parquet: the program that reads it failed" latstats \
	"$F/tables/made.parquet"
latstats=$(command -v latstats)
PATH=$T/without:/no
run "$latstats" "$F/tables/made.parquet"
PATH=$here
is_status 2 "none is installed"
is_err "and says so" <<E2
latstats: $F/tables/made.parquet: Parquet: neither DuckDB nor Python's pyarrow is installed to read it
E2
printf 'PK\003\004 and so on' >"$T/book.xlsx"
fails 2 "latstats: $T/book.xlsx: a spreadsheet or a zip file: save the sheet as CSV" latstats \
	"$T/book.xlsx"

# summaries come through a pipe, too, and not beside samples
run_in "$F/locust/run_stats.csv" latstats -g Name --stats n,mean
printf 'Name,n,mean\n/broken,72,6.030241583276721\n"index, front",197,5.073916664777553\n' |
	is_out "summaries from a pipe"
fails 2 "latstats: samples and summaries cannot be read together: give files of one kind" \
	latstats "$F/vllm/summary.json" "$F/jmeter/run.jtl"
