# Inputs that once gave a wrong number without a word: each with the right one, which can be seen.
. tests/lib.sh

# gives WHAT INPUT EXPECTED ARGS...: what latstats prints of INPUT, lines parted by |
gives() {
	what=$1; printf "$2" >"$T/in"; want=$3; shift 3
	run_in "$T/in" latstats "$@"
	printf '%s\n' "$want" | tr '|' '\n' >"$T/want"
	same "$what" "$T/want" "$T/out"
	cp "$T/err" "$T/said"
}
says() { printf '%s\n' "latstats: $1" >"$T/want"; same "and says: $1" "$T/want" "$T/said"; }
silent() { same "and says nothing" /dev/null "$T/said"; }
refuses() { # INPUT MESSAGE ARGS...
	printf "$1" >"$T/in"; msg=$2; shift 2
	run_in "$T/in" latstats "$@"
	is_status 2 "refused"
	echo "latstats: $msg" | is_err "$msg"
}

# identity
t=17642016001234567
gives "keys of 19 digits stay apart" \
	"$(printf '{"latency_ms":%s,"run":%s}\\n' 1 ${t}89 2 ${t}90 3 ${t}88)" \
	"run,mean|${t}89,1|${t}90,2|${t}88,3" -g run --stats mean
gives "in a run file too" '{"latencies_ms":[1,2],"spec":{"seed":9007199254740993}}\n' \
	'seed,n|9007199254740993,2' -g seed --stats n
gives "128 and 128.0 are one key" 'batch,latency_ms\n128,1\n128.0,3\n64.0,2\n' \
	'batch,mean|128,2|64.0,2' -g batch --stats mean
gives "and for --where" 'batch,latency_ms\n128,1\n128.0,3\n64.0,2\n' 'n|2' --where batch=128.00 \
	--stats n
gives "and for --having" 'batch,latency_ms\n128.0,3\n64.0,2\n' 'batch,n|128.0,1' -g batch \
	--having batch=128 --stats n
printf 'from,to\n128,big\n' >"$T/map.csv"
gives "and for --map" 'batch,latency_ms\n128.0,3\n' 'batch,n|big,1' -g batch \
	--map "batch=$T/map.csv" --stats n
gives "versions are no numbers" 'v,latency_ms\n2.1,1\n2.10,3\n' 'v,n|2.1,1|2.10,1' -g v --stats n
printf 'rid,g,latency_ms\n' >"$T/units"
for g in a b; do
	for i in 1 2 3 4; do printf '17642016001234567%s,%s,%s\n' "8$i" $g "$i" "7$i" $g "$i"; done
done >>"$T/units"
run abtest -g g --unit rid --stats n_base,n_test "$T/units"
printf 'base,test,n_base,n_test\na,b,8,8\n' | is_out "abtest --unit counts each unit"

# yes and no
for yes in true TRUE True 1 1.0 yes Y t; do
	gives "$yes is yes" "latency_ms,synthetic\n1,$yes\n" 'n,synthetic|1,1' --stats n
done
for no in false False 0 0.0 NO n ''; do
	gives "'$no' is no" "latency_ms,synthetic\n1,$no\n" 'n|1' --stats n
done
refuses 'latency_ms,synthetic\n1,no\n2,perhaps\n' \
	"-:3: column 'synthetic': 'perhaps' is neither yes nor no"

# status
gives "codes of HTTP" 'latency_ms,status\n1,200\n2,204\n3,500\n' 'n,errors,mean|2,1,1.5' \
	--stats n,errors,mean
says "status: '200' as ok (1), '204' as ok (1), '500' as not ok (1); --ok says otherwise"
gives "OK and success" 'latency_ms,status\n1,OK\n2,success\n3,failed\n4,ok\n' 'n,errors|3,1' \
	--stats n,errors
gives "an empty status says nothing" 'latency_ms,status\n1,\n2,ok\n' 'n,errors|2,0' --stats n,errors
silent
gives "a column success" 'latency_ms,success\n1,true\n2,false\n' 'n,errors|1,1' --stats n,errors
gives "--ok of a number" 'latency_ms,code\n1,200\n2,404\n' 'n,errors|1,1' --ok 'code<400' \
	--stats n,errors
gives "--ok of words" 'latency_ms,state\n1,fine\n2,good\n3,bad\n' 'n,errors|2,1' \
	--ok state=fine,good --stats n,errors
gives "an error and no status" \
	'{"latency_ms":1}\n{"latency_ms":2,"error":"timeout"}\n{"latency_ms":3,"error":null}\n' \
	'n,errors|2,1' --stats n,errors
says "rows: 1 have an error and no status: they count as errors"
gives "no row is ok" 'latency_ms,status\n1,404\n2,500\n' 'n,errors|0,2' --stats n,errors
is_status 3 "nothing can be said"
says "none of the 2 rows is ok; --ok COLUMN=VALUE says which rows are ok"

# units
gives "latency_s" 'latency_s\n0.5\n1.5\n' 'mean|1000' --stats mean
says "-: 'latency_s' is read as latency_ms"
gives "asked for, it stays in seconds" 'latency_s\n0.5\n1.5\n' 'mean|1' -v latency_s --stats mean
gives "in brackets" 'duration (us)\n500\n1500\n' 'mean|1' --stats mean
gives "LATENCY_MS" 'LATENCY_MS\n500\n1500\n' 'mean|1000' --stats mean
gives "t_msec" 't_msec\n500\n1500\n' 'mean|1000' --stats mean
gives "values with a unit" 'latency\n1.5ms\n900 us\n' 'mean|1.2' --stats mean
gives "durations of ISO 8601" 'latency\nPT1.5S\nPT1M\n' 'mean|30750' --stats mean
gives "a column of units" 'value,unit\n1,s\n500,ms\n' 'mean|750' -v value --stats mean
gives "which is none if it holds other things" 'value,unit\n1,s\n500,r2\n' 'unit,mean|s,1|r2,500' \
	-v value -g unit --stats mean
gives "a column of units is said to count" 'tokens,unit\n1,s\n500,ms\n' 'mean|750' -v tokens \
	--stats mean
says "-: tokens: converted to ms from the units that its rows name"
refuses 'value,unit\n1,s\n500,ms\n3,MB\n' \
	"-: column 'value': it mixes units of time with 'MB': choose one kind with --where" -v value
refuses 'value,unit\n1,s\n3,\n' \
	"-: column 'value': it mixes units of time with '': choose one kind with --where" -v value
gives "where the rows taken have units of time" 'k,value,unit\na,1,s\na,500,ms\nb,3,MB\n' \
	'mean|750' -v value --where k=a --stats mean
for rate in tokens.per.s tokens-per-sec per_second 'tokens per s'; do
	printf '%s\n' "g,$rate" a,10 a,11 a,12 b,20 b,21 b,22 >"$T/rate"
	unit="has no unit of time, so '3ms' cannot be compared with it"
	fails 2 "abtest: --claim: column '$rate' $unit" \
		abtest -g g -v "$rate" --claim 'a<b by 3ms' "$T/rate"
done
refuses 'latency\n1.5ms\n3\n' "-:3: no unit, but values before have one, in column 'latency': '3'"
printf 'latency_ms,status\n,failed\n' >"$T/none.csv"
printf 'latency_ms,status\n3,ok\n' >"$T/some.csv"
run latstats --stats n,errors,mean "$T/none.csv" "$T/some.csv"
printf 'n,errors,mean\n1,1,3\n' | is_out "a file without a value has no unit that could differ"
printf 'latency,unit\n3,ms\n' >"$T/unit.csv"
printf 'latency\n3\n' >"$T/bare.csv"
run latstats -v latency "$T/unit.csv" "$T/bare.csv"
is_err "files with a unit and without are not mixed" <<E
latstats: $T/unit.csv: latency: converted to ms from the units that its rows name
latstats: $T/bare.csv: column 'latency (ms)': its values have no unit of time, and the files before have one
E
printf 'g,tokens_per_s\na,10\na,11\na,12\nb,20\nb,21\nb,22\n' >"$T/rate"
fails 2 "abtest: --claim: column 'tokens_per_s' $unit" \
	abtest -g g -v tokens_per_s --claim 'a<b by 3ms' "$T/rate"
printf 'g,value,unit\na,10,us\na,11,us\na,12,us\nb,5020,us\nb,5021,us\nb,5022,us\n' >"$T/us"
run abtest -g g -v value --claim 'a<b by 3ms' --stats verdict "$T/us"
printf 'base,test,verdict\nb,a,holds\n' | is_out "a claim in time of a column of units"

# numbers
gives "--per" 'latency_ms,ops\n100,10\n50,10\n' 'mean|7.5' --per ops --stats mean
refuses 'latency_ms,ops\n100,0\n' "-:2: --per ops: '0' is not a number above 0" --per ops
gives "a decimal comma" 'latency_ms;g\n1,5;a\n2,25;a\n1.234;a\n' 'mean|412.5833333333333' \
	--stats mean
says "-: latency_ms: a comma is the decimal sign"
gives "commas part thousands" 'latency_ms\n"1,234.5"\n"2,000"\n' 'mean|1617.25' --stats mean
gives "blanks part thousands" 'latency_ms\n1 234.5\n2 000\n' 'mean|1617.25' --stats mean
say='say --decimal comma or point'
refuses 'latency_ms\n"1,234"\n' \
	"-:2: column 'latency_ms': a comma may separate thousands or decimals here; $say"
gives "--decimal comma" 'latency_ms\n"1,234"\n' 'mean|1.234' --decimal comma --stats mean
gives "--decimal point" 'latency_ms\n"1,234"\n' 'mean|1234' --decimal point --stats mean
refuses 'latency_ms\n1.5\n"2,5"\n' \
	"-:3: a comma that may separate thousands or decimals ($say) in column 'latency_ms': '2,5'"

either="a point may separate thousands or decimals where semicolons separate fields; $say"
refuses 'n;x\n1.234;0,5\n950;0,6\n' "-: column 'n': $either" -v n
refuses "n;x\n$(yes '950;1' | head -n 1200)\n1.234;1\n" "-: column 'n': $either" -v n
gives "--decimal comma of points" 'n;x\n1.234;0,5\n950;0,6\n' 'mean|1092' -v n --decimal comma \
	--stats mean
gives "a point that cannot part thousands" 'n;x\n1.234;0,5\n0.766;0,6\n' 'mean|1' -v n --stats mean

# rows that lack something
refuses '{"latency_ms":1,"g":"a"}\n{"latency_ms":2}\n' \
	"-:2: no column 'g'; there are: latency_ms, file, index" -g g
gives "--missing skip" '{"latency_ms":1,"g":"a"}\n{"latency_ms":2}\n' 'g,n|a,1' -g g \
	--missing skip --stats n
says "rows: 1 without one of the columns: left out"
gives "--missing group" '{"latency_ms":1,"g":"a"}\n{"latency_ms":2}\n' 'g,n|a,1|,1' -g g \
	--missing group --stats n
gives "--skip-empty" 'latency_ms\n1\n""\nNaN\nnull\n' 'n|1' --skip-empty --stats n
says "rows: 3 without a value: left out"
refuses '[{"latency_ms":1,"g":"a"},\n{"latency_ms":2}]\n' \
	"-:2: a row has no 'g', which other rows have" -g g
gives "--missing skip in an array" '[{"latency_ms":1,"g":"a"},{"latency_ms":2}]\n' 'g,n|a,1' -g g \
	--missing skip --stats n
gives "--missing group in an array" '[{"latency_ms":1,"g":"a"},{"latency_ms":2}]\n' 'g,n|a,1|,1' \
	-g g --missing group --stats n
refuses '[{"latency_ms":1},\n{"latency_ms":null}]\n' \
	"-:2: empty value in column 'latency_ms' of a row that is ok"
refuses '[{"latency_ms":1},\n{"g":1}]\n' \
	"-:2: empty value in column 'latency_ms' of a row that is ok"
gives "an error of 0 is none" 'latency_ms,error\n1,0.00\n3,0\n' 'n,errors|2,0' --stats n,errors

# formats: what is no measurement, and what belongs apart
google() { # ROW...: name time more
	printf '{"context":{},"benchmarks":['
	for row; do
		set -- $row ''
		printf '%s{"name":"%s","iterations":10,"real_time":%s,"time_unit":"ms"%s}' "$sep" "$1" "$2" "$3"
		sep=,
	done
	printf ']}\n'
}
sep=
gives "summaries by name, before run_type was" \
	"$(google 'a 1' 'a 3' 'a_mean 2' 'a_median 2' 'a_stddev 1.4')" \
	'n,mean|2,2' --stats n,mean
says "-: Google Benchmark JSON: left out, because they are not samples of time: 3"
refuses "$(google 'a_mean 2' 'a_median 2' 'a_stddev 1.4')" "-: it has no measurement"
gives "skipped is not ok" "$(google 'a 1' 'b 0.0 ,"skipped":true,"skip_message":"none"')" \
	'n,errors,mean|1,1,1' --stats n,errors,mean
refuses "$(google 'a 1')" \
	"-: --per iterations: the times of this format are per iteration already" --per iterations
head='name,iterations,real_time,cpu_time,time_unit,error_occurred,error_message\n'
refuses "$head\"a_mean\",2,2,2,ms,,\n\"a_stddev\",2,1,1,ms,,\n\"a_cv\",2,1,1,,,\n" \
	"-: it has no measurement"
gives "fits of complexity" "$head\"a/1\",5,1,1,ms,,\n\"a_BigO\",,3,3,N,,\n\"a_RMS\",,9,9,,,\n" \
	'n,mean|1,1' --stats n,mean
gives "one name in two packages" \
	'pkg: a\nBenchmarkX-2 1 1000000 ns/op\npkg: b\nBenchmarkX-2 1 3000000 ns/op\n' \
	'pkg,mean|a,1|b,3' -g pkg --stats mean
gives "a line that output has cut" \
	'BenchmarkX-2 1 1000000 ns/op\nBenchmarkY-2 hello\n  1 5000000 ns/op\n' 'n,mean|1,1' --stats n,mean
says "-: Go benchmark: left out, because they are not samples of time: 1"
llama='"n_prompt":512,"n_gen":0,"samples_ns":[1000000]'
gives "a depth of context" "{$llama,\"n_depth\":0}\n{$llama,\"n_depth\":4096}\n" \
	'benchmark,n|pp512,1|pp512 @ d4096,1' -g benchmark --stats n
gives "one line of JSONL" "{$llama}\n" 'benchmark,mean|pp512,1' -g benchmark --stats mean
gives "a document a line" \
	'{"results":[{"command":"a","times":[1]}]}\n{"results":[{"command":"b","times":[3]}]}\n' \
	'command,mean|a,1000|b,3000' -g command --stats mean
refuses '{"results":[{"command":"a","times":[1]}]}\n{"x":1}\n' \
	"-:2: hyperfine JSON: this line is of another kind than the lines before"
vllm='"model_id":"m","request_throughput":1,"itls":[[0.25],[]],"ttfts":[0.25,0.0]'
gives "no first token, and no list of errors" "{$vllm}\n" 'n,errors,mean|1,1,500' \
	--stats n,errors,mean
guide='{"benchmarks":[{"requests":{"successful":[{"request_latency":1}],"errored":[],
	"incomplete":[{"request_latency":9}]}}]}'
gives "requests that the end cut off" "$guide\n" 'n,mean|1,1000' --stats n,mean
says "-: GuideLLM report: left out, because they are not samples of time: 1"
gives "--json of an array of arrays" '{"t_us":[[1,2],[3]]}\n' 'mean|0.002' --json 't_us[]' \
	--stats mean

# summaries answer what they state, and nothing else
locust='Type,Name,Request Count,Failure Count,Average Response Time\nGET,/a,10,1,12.5\n'
of_summary() { # MESSAGE ARGS...
	printf "$locust" >"$T/locust.csv"; msg=$1; shift
	fails 2 "latstats: $msg" latstats "$@" "$T/locust.csv"
}
of_summary "$T/locust.csv: -v needs samples, but the file has summaries" -v tokens
of_summary "$T/locust.csv: --per needs samples, but the file has summaries" --per n
there='run, file, index, Name, Type, n, errors, mean'
of_summary "$T/locust.csv: no column 'Nam'; did you mean 'Name'? there are: $there" --where Nam=x
of_summary "--where leaves no summary" --where Name=x
printf 'Label,# Samples,Average,Median\nx,1,2,3\n' >"$T/jmeter.csv"
there='run, file, index, Label, n, mean, median'
fails 2 "latstats: $T/jmeter.csv: no column 'Name'; there are: $there" \
	latstats "$T/locust.csv" "$T/jmeter.csv"
printf 'g,tok_s\na,10\na,11\nb,20\nb,21\n' >"$T/tok"
run abtest -g g -v tok_s --claim 'a<b by 3ms' "$T/tok"
is_status 2 "a count before _s makes a rate"
gives "a parameter called status is none" \
	'{"results":[{"command":"a","parameters":{"status":"bad"},"times":[0.5,1.5]}]}\n' \
	'param.status,n,mean|bad,2,1000' \
	-g param.status --stats n,mean
