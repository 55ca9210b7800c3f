# coldstart: which samples are cold, what passes through, what is refused.
. tests/lib.sh

mkdir -p "$T/r1/prefill/runs/s/eager/fp32" "$T/r1/prefill/runs/s/compile/fp32"
A=$T/r1/prefill/runs/s/eager/fp32/run_1.json
B=$T/r1/prefill/runs/s/compile/fp32/run_2.json
cat >"$A" <<E
{"spec": {"mode": "prefill", "scenario": "s", "backend": "eager", "model": "m", "quantization": "fp32"},
 "status": "ok", "error": null, "latencies_ms": [9.5, 2, 1, 3], "tokens": [5, 7, 5, 7]}
E
cat >"$B" <<E
{"spec": {"mode": "prefill", "scenario": "s", "backend": "compile", "model": "m", "quantization": "fp32"},
 "status": "ok", "error": null, "latencies_ms": [1, 1, 4], "tokens": [5, 7, 5]}
E
keep() { cut -d, -f"$1" "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"; }
short() { sed "s|$T/||g" "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"; }

run coldstart "$A" "$B"
is_status 0 "steady samples of two run files"
short
is_out "all but the first of each file pass, in order" <<E
run,file,mode,scenario,backend,model,dtype,index,latency_ms,tokens,status,error
r1,r1/prefill/runs/s/eager/fp32/run_1.json,prefill,s,eager,m,fp32,1,2,7,ok,
r1,r1/prefill/runs/s/eager/fp32/run_1.json,prefill,s,eager,m,fp32,2,1,5,ok,
r1,r1/prefill/runs/s/eager/fp32/run_1.json,prefill,s,eager,m,fp32,3,3,7,ok,
r1,r1/prefill/runs/s/compile/fp32/run_2.json,prefill,s,compile,m,fp32,1,1,7,ok,
r1,r1/prefill/runs/s/compile/fp32/run_2.json,prefill,s,compile,m,fp32,2,4,5,ok,
E
run coldstart --all "$A" "$B"
keep 5,8,9,13
is_out "--all marks the first of each file" <<E
backend,index,latency_ms,cold
eager,0,9.5,1
eager,1,2,0
eager,2,1,0
eager,3,3,0
compile,0,1,1
compile,1,1,0
compile,2,4,0
E
run coldstart --all --by tokens "$A" "$B"
keep 5,8,10,13
is_out "--by tokens marks the first of each shape in a file" <<E
backend,index,tokens,cold
eager,0,5,1
eager,1,7,1
eager,2,5,0
eager,3,7,0
compile,0,5,1
compile,1,7,1
compile,2,5,0
E
run coldstart -n 3 "$A" "$B"
keep 5,8
is_out "-n 3 leaves one sample of four and none of three" <<E
backend,index
eager,3
E
run coldstart --by-file "$A" "$B"
short
is_out "--by-file: first, median of the rest, ratio, place of the maximum" <<E
run,mode,scenario,backend,model,dtype,file,n,errors,n_cold,first,median_rest,ratio,over_2x,over_3x,max,max_index,mean,mean_steady
r1,prefill,s,eager,m,fp32,r1/prefill/runs/s/eager/fp32/run_1.json,4,0,1,9.5,2,4.75,1,1,9.5,0,3.875,2
r1,prefill,s,compile,m,fp32,r1/prefill/runs/s/compile/fp32/run_2.json,3,0,1,1,2.5,0.4,0,0,4,2,2,2.5
E
run coldstart --effect -g backend "$A" "$B"
is_out "--effect: one row a group" <<E
backend,files,errors,n,mean,median,p99,max,n_steady,mean_steady,median_steady,p99_steady,max_steady,files_over_2x,files_over_3x,share_over_2x,share_over_3x,share_max_first
eager,1,0,4,3.875,2.5,9.305,9.5,3,2,2,2.98,3,1,1,1,1,1
compile,1,0,3,2,1,3.94,4,2,2.5,2.5,3.9699999999999998,4,0,0,0,0,0
E

# a CSV that names its files, one that does not, and rows that are not ok
cat >"$T/named.csv" <<E
path,latency_ms,status
a.json,5,ok
b.json,7,ok
a.json,1,ok
b.json,1,error
b.json,2,ok
E
run coldstart "$T/named.csv"
keep 1-3
is_out "a CSV with a path column is taken apart by it; errors pass" <<E
path,latency_ms,status
a.json,1,ok
b.json,1,error
b.json,2,ok
E
printf 'scenario,latency_ms\nx,9\nx,1\ny,8\ny,2\n' >"$T/cells.csv"
run coldstart "$T/cells.csv"
keep 1,2
is_out "a CSV that names no file is taken apart by cell" <<E
scenario,latency_ms
x,1
y,2
E
printf 'file,index,latency_ms\na,1,2\na,0,9\na,2,3\n' >"$T/shuffled.csv"
run coldstart "$T/shuffled.csv"
keep 1-3
is_out "the index decides which sample is first" <<E
file,index,latency_ms
a,1,2
a,2,3
E
printf '%s\n' 'file,index,note,latency_ms' 'f,0,"a ""b"", c",1' 'f,1,"a ""b"", c",1' \
	'f,2," lead",2' 'f,3,"two' 'lines",3' >"$T/quoted.csv"
run coldstart -n 1 "$T/quoted.csv"
sed 's/,'"$(basename "$T")"'$//' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
sed 's/,tmp$//' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "text that needs quotes is quoted again" <<E
file,index,note,latency_ms,run
f,1,"a ""b"", c",1
f,2," lead",2
f,3,"two
lines",3
E
cat >"$T/runs.ndjson" <<E
{"spec":{"backend":"x"},"latencies_ms":[3,1]}
{"spec":{"backend":"y"},"latencies_ms":[4,2],"tokens":[1,1]}
E
run_in "$T/runs.ndjson" coldstart
is_out "NDJSON of run objects: the union of the columns" <<E
file,backend,index,latency_ms,status,error,tokens
-:1,x,1,1,ok,,
-:2,y,1,2,ok,,1
E
gzip -c "$A" >"$T/a.json.gz"
run coldstart "$T/a.json.gz"
is_status 0 "gzip reads as it is"
check "gzip gives the same samples" test "$(wc -l <"$T/out")" -eq 4
run_in "$A" coldstart
is_status 0 "no operand: standard input"
run_in "$A" coldstart -
is_status 0 "-: standard input"
run coldstart -O "$T/out.csv" "$A"
check "-O writes the file" test -s "$T/out.csv"
check "-O leaves standard output empty" test ! -s "$T/out"

echo '{"latencies_ms": [1, 2], "tokens": [1]}' >"$T/uneven.json"
echo '{"a": 1}' >"$T/other.json"
printf '{"a":\n 1}' >"$T/pretty.json"
printf '{"latencies_ms": [1,\n2], "x": 1, "x": 2}' >"$T/twice.json"
printf '{"latencies_ms": [1e400]}' >"$T/huge.json"
printf '{"latencies_ms": [1]} tail' >"$T/tail.json"
printf '{"latencies_ms": [1, null]}' >"$T/null.json"
printf '{"latencies_ms": []}' >"$T/none.json"
printf '{"latencies_ms":\n[-1]}' >"$T/neg.json"
printf 'latency_ms\n' >"$T/head.csv"
: >"$T/empty.csv"
printf 'latency_ms,backend\n1,a\nfast,a\n' >"$T/text.csv"
printf 'latency_ms,backend\n1,a\n,a\n' >"$T/blank.csv"
printf 'latency_ms,latency_ms\n1,2\n' >"$T/dup.csv"
fails 2 "coldstart: $T/uneven.json:1: 'latencies_ms' has 2 samples but 'tokens' has 1" coldstart \
	"$T/uneven.json"
fails 2 "coldstart: $T/other.json: no column 'latency_ms'; there are: a, run, file, index" \
	coldstart "$T/other.json"
fails 2 "coldstart: $T/pretty.json: not a run file: there is not an array 'latencies_ms'" \
	coldstart "$T/pretty.json"
fails 2 "coldstart: $T/neg.json:2: negative latency in column 'latency_ms': '-1'" coldstart \
	"$T/neg.json"
fails 2 "coldstart: $T/null.json:1: latencies_ms[1] is not a number" coldstart "$T/null.json"
fails 2 "coldstart: $T/none.json:1: 'latencies_ms' is empty in a run whose status is ok" coldstart \
	"$T/none.json"
fails 2 "coldstart: $T/head.csv: a header but no row" coldstart "$T/head.csv"
fails 2 "coldstart: $T/empty.csv: empty input" coldstart "$T/empty.csv"
fails 2 "coldstart: $T/text.csv:3: not a number in column 'latency_ms': 'fast'" coldstart \
	"$T/text.csv"
fails 2 "coldstart: $T/blank.csv:3: empty value in column 'latency_ms' of a row that is ok" \
	coldstart "$T/blank.csv"
fails 2 "coldstart: $T/dup.csv:1: column 'latency_ms' occurs twice" coldstart "$T/dup.csv"
run coldstart -v event_ms "$T/cells.csv"
sed "s/, run, file/, file/" "$T/err" >"$T/cut"; mv "$T/cut" "$T/err"
is_err "a missing column names those there are" <<E
coldstart: $T/cells.csv:1: no column 'event_ms'; there are: scenario, latency_ms, file, index
E
fails 2 "coldstart: --where leaves no row: backend=z" coldstart --where backend=z "$A"
fails 2 "coldstart: --all, --by-file and --effect cannot be combined" coldstart --all --effect "$A"
fails 2 "coldstart: -n cannot be combined with --by or --changepoint" coldstart -n 2 --by tokens \
	"$A"
fails 2 "coldstart: -n needs a whole number from 1, not '0'" coldstart -n 0 "$A"
fails 2 "coldstart: -g needs --effect" coldstart -g backend "$A"
need='-o, --wide, --having, --sort, --with, --rename and --cell need --by-file or --effect'
fails 2 "coldstart: the record stream is CSV: $need" coldstart -o json "$A"
fails 2 "coldstart: the record stream is CSV: $need" coldstart --cell 'count()' "$A"
run coldstart "$T/twice.json"; is_status 2 "a duplicate key is refused"
run coldstart "$T/huge.json"; is_status 2 "1e400 is refused"
run coldstart "$T/tail.json"; is_status 2 "bytes behind the value are refused"
run coldstart "$A" "$T/gone.json" "$B"; is_status 2 "a file that is not there"
run sh -c "coldstart '$A' >/dev/full"; is_status 2 "a full disk"

printf '{"backend": "a", "latency_ms": 1}\n{"backend": "b", "latency_ms": 2}\n' >"$T/records.ndjson"
run coldstart --effect -g backend "$T/records.ndjson"; is_status 0 "NDJSON of records"
{ cat "$T/records.ndjson"; echo '{"latencies_ms": [1]}'; } >"$T/mixed1.ndjson"
{ echo '{"latencies_ms": [1]}'; cat "$T/records.ndjson"; } >"$T/mixed2.ndjson"
fails 2 "coldstart: $T/mixed1.ndjson:3: a run file, after lines that are records" coldstart \
	"$T/mixed1.ndjson"
fails 2 "coldstart: $T/mixed2.ndjson:2: a record, after lines that are run files" coldstart \
	"$T/mixed2.ndjson"

# --changepoint: three slow samples and an outlier, then steady; one that never settles; a short one
awk 'BEGIN { print "file,latency_ms"
	for (i = 0; i < 40; i++) print "warm," (i < 3 ? 30 : i == 20 ? 50 : 10) + (i * 7 % 5) / 20
	for (i = 0; i < 40; i++) print "never," (i < 35 ? 10 : 20) + (i * 7 % 5) / 20
	for (i = 0; i < 5; i++) print "short,1" }' >"$T/warm.csv"
run coldstart --changepoint --by-file -o csv "$T/warm.csv"
is_status 0 "--changepoint with one steady file"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } {
	print $c["file"] "," $c["n_cold"] "," $c["state"] "," $c["steady_from"] }' "$T/out" >"$T/cut"; \
		mv "$T/cut" "$T/out"
is_out "--changepoint finds the three, keeps the outlier, and says what never settles" <<E
file,n_cold,state,steady_from
warm,3,warm-up,3
never,40,no steady state,
short,5,unknown,
E
is_err "and names the files that have no steady sample" <<E
coldstart: never: no steady state: none of the 40 samples is steady
coldstart: short: too few samples: none of the 5 samples is steady
E
grep -v warm "$T/warm.csv" >"$T/never.csv"
run coldstart --changepoint "$T/never.csv"
is_status 3 "no steady file at all"
check "and nothing is printed" test ! -s "$T/out"

# a column keeps the name that the input gives it
printf 'path,latency_ms\n/a,3\n/a,1\n' >"$T/path.csv"
run coldstart --by-file --rename n=k --having path=/a --cell first "$T/path.csv"
echo 3 | is_out "path stays path"
run coldstart --by-file --where path=/a --cell file "$T/path.csv"
is_status 2 "and is not called file"

# made input says so beside the key, where people look first
printf 'backend,file,latency_ms,synthetic\na,f,9,true\na,f,2,true\nb,g,3,\nb,g,3,\n' >"$T/made.csv"
run coldstart --effect -g backend -o text "$T/made.csv"
sed -n '1,3p; $p' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "made input shows: --effect" <<E
backend              a   b
synthetic          yes  no
files                1   1
synthetic: these rows are made up, not measured
E
run coldstart --by-file --where backend=a -o text "$T/made.csv"
sed -n '/^synthetic /p; $p' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "made input shows: --by-file" <<E
synthetic    yes
synthetic: these rows are made up, not measured
E

# several runs of one cell in one NDJSON file: each has a first sample
{ tr -d '\n' <"$A"; echo; tr -d '\n' <"$A"; echo; } >"$T/runs.ndjson"
run coldstart --by-file "$T/runs.ndjson"
cut -d, -f6-10 "$T/out" | sed "s|$T/||" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "NDJSON of runs of one cell: a row each" <<E
dtype,file,n,errors,n_cold
fp32,runs.ndjson:1,4,0,1
fp32,runs.ndjson:2,4,0,1
E

# an order that cannot be known
printf 'latency_ms,index\n1,0\n2,0\n3,1\n4,1\n' >"$T/ties.csv"
run coldstart "$T/ties.csv"
keep 1,2
is_out "equal indices in their place keep the order of the rows" <<E
latency_ms,index
2,0
3,1
4,1
E
printf 'latency_ms,index\n1,0\n2,1\n3,0\n' >"$T/again.csv"
fails 2 - coldstart "$T/again.csv" <<E
coldstart: $T/again.csv: two samples, out of order, have the index 0: which comes first is not known
E
printf 'latency_ms,index\n1,0\n2,\n3,1\n' >"$T/holes.csv"
fails 2 "coldstart: $T/holes.csv: 1 of 3 samples have no index: their order is not known" \
	coldstart "$T/holes.csv"
