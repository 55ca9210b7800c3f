# The record stream as assay-stream(5) has it, seen through coldstart --all,
# which passes every row on.
. tests/lib.sh
cd "$T" || exit 1

# rows FILE COLUMNS: those columns of the stream, by number
rows() { # COLUMNS FILE...
	columns=$1; shift
	run coldstart --all "$@"
	cut -d, -f"$columns" "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
}

# Where run and mode come from
mkdir -p r1/prefill/runs/s/b/fp32 r2/other r3 plain/runs/x r4/deep/runs
touch r1/manifest.json r2/manifest.json r3/manifest.json
bare='{"latencies_ms": [1]}'
for f in r1/prefill/runs/s/b/fp32/a.json r1/prefill/a.json r2/other/a.json r3/a.json \
	plain/runs/x/a.json r4/deep/runs/a.json; do
	echo "$bare" >"$f"
done
names() { rows 1-3 "$1"; tail -n 1 "$T/out" >"$T/last"; mv "$T/last" "$T/out"; is_out "$2"; }
names r1/prefill/runs/s/b/fp32/a.json "below runs: the level above it, under a manifest" <<E
r1,r1/prefill/runs/s/b/fp32/a.json,prefill
E
names r1/prefill/a.json "a file beside it" <<E
r1,r1/prefill/a.json,prefill
E
names r2/other/a.json "a mode of any name under a manifest" <<E
r2,r2/other/a.json,other
E
rows 1-4 r3/a.json
is_out "the directory of the manifest itself names the run, and no mode" <<E
run,file,index,latency_ms
r3,r3/a.json,0,1
E
rows 1-4 plain/runs/x/a.json
is_out "without a manifest the directory names the run" <<E
run,file,index,latency_ms
plain,plain/runs/x/a.json,0,1
E
rm r1/manifest.json
names r1/prefill/a.json "without one, a directory called like a mode is one" <<E
r1,r1/prefill/a.json,prefill
E
cd r1 || exit 1
rows 1-3 prefill/a.json
cd ..
is_out "and where no level is above it, no run is named" <<E
file,mode,index
prefill/a.json,prefill,0
E

# What a run says itself comes before its path
echo '{"run": "mine", "mode": "own", "latencies_ms": [1]}' >r1/prefill/b.json
names r1/prefill/b.json "a run's own run and mode" <<E
mine,r1/prefill/b.json,own
E
echo '{"run": "top", "mode": "top", "spec": {"run": "spec", "mode": "spec"}, "latencies_ms": [1]}' \
	>r1/prefill/c.json
names r1/prefill/c.json "spec comes before the top level" <<E
spec,r1/prefill/c.json,spec
E
printf 'run,mode,file,index,latency_ms\nmine,own,f,7,1\n' >r1/prefill/d.csv
run coldstart --all r1/prefill/d.csv
is_out "a CSV's own columns" <<E
run,mode,file,index,latency_ms,cold
mine,own,f,7,1,1
E
printf 'latency_ms,path\n1,a\n2,b\n3,a\n' >r1/prefill/e.csv
run coldstart --all r1/prefill/e.csv
is_out "an alias is that column; index counts within each file" <<E
latency_ms,path,run,mode,index,cold
1,a,r1,prefill,0,1
2,b,r1,prefill,0,1
3,a,r1,prefill,1,0
E

# Columns of a run file
cat >r3/run.json <<E
{"spec": {"scenario": "s", "backend": "b", "model": "m", "quantization": "int8", "batch": 4,
          "prompts": ["x", "y"]},
 "scenario": "not this", "latencies_ms": [1.5, 2], "cuda_event_ms": [1, 1.25], "tokens": [3, 4],
 "label": ["p", "q"], "three": [1, 2, 3], "started_at": 7.5, "status": "ok", "error": null,
 "synthetic": true}
E
run coldstart --all r3/run.json
is_out "scalars of spec, arrays a row, numbers of the run; aliases by their own name" <<E
run,file,scenario,backend,model,dtype,batch,index,latency_ms,event_ms,tokens,label,started_at,status,error,synthetic,cold
r3,r3/run.json,s,b,m,int8,4,0,1.5,1,3,p,7.5,ok,,true,1
r3,r3/run.json,s,b,m,int8,4,1,2,1.25,4,q,7.5,ok,,true,0
E
echo '{"latencies_ms": [], "status": "error", "error": "out, of memory"}' >r3/failed.json
run coldstart --all r3/failed.json
is_out "a run that failed is one row without a latency" <<E
run,file,index,latency_ms,status,error,cold
r3,r3/failed.json,0,,error,"out, of memory",0
E

printf '{"latencies_ms": [1, 2], "status": null}\n{"latencies_ms": [4], "status": "late"}\n' \
	>null.runs
printf '%s\n' '{"latency_ms": 1, "status": null}' '{"latency_ms": 2}' \
	'{"latency_ms": 4, "status": "late"}' >null.records
run latstats -v latency_ms --stats n,errors,mean null.runs
is_out "null is no status: such a run is ok" <<E
n,errors,mean
2,1,1.5
E
run sh -c "latstats --stats n,errors,mean null.records; coldstart --all null.records |
	latstats --stats n,errors,mean"
is_out "and such a record, behind a pipe as well" <<E
n,errors,mean
2,1,1.5
n,errors,mean
2,1,1.5
E

# What an operand is shows in its content, not in its name
printf '{"latencies_ms": [1, 2]}\n{"latencies_ms": [3]}\n' >runs.csv
rows 1-3 runs.csv
is_out "NDJSON of run objects" <<E
file,index,latency_ms
runs.csv:1,0,1
runs.csv:1,1,2
runs.csv:2,0,3
E
printf '{"latency_ms": 1, "extra": {"a": [1, "x"]}}\n\n{"latency_ms": 2, "extra": null}\n' >records
run coldstart --all records
is_out "NDJSON of records; a nested value is JSON text" <<E
latency_ms,extra,file,index,cold
1,"{""a"":[1,""x""]}",records,0,1
2,,records,1,0
E
mkdir -p r5/decode
printf '%s\n' '{"latency_ms": 1, "path": "a"}' '{"latency_ms": 2, "path": "b", "index": 9}' \
	'{"latency_ms": 3, "path": "a"}' '{"latency_ms": 4}' >r5/decode/records
run coldstart --all r5/decode/records
is_out "what its path says, and an index within each file, where a record has none" <<E
latency_ms,file,run,mode,index,cold
1,a,r5,decode,0,1
2,b,r5,decode,9,1
3,a,r5,decode,1,0
4,r5/decode/records,r5,decode,0,1
E
printf 'latency_ms\n1\n' | gzip >zipped
run coldstart --all zipped
is_out "gzip under any name" <<E
latency_ms,file,index,cold
1,zipped,0,1
E
printf 'latency_ms\n1\n2\n' >in
run_in in coldstart --all
is_out "no operand is standard input" <<E
latency_ms,file,index,cold
1,-,0,1
2,-,1,0
E
run_in in coldstart --all -
is_status 0 "and so is -"
printf '\357\273\277a,latency_ms\r\n x , 1\r\n\r\n"q ""w""\nz",2\r\n' >dialect.csv
rows 1-2 dialect.csv
is_out "a byte order mark, CRLF, blanks, blank lines, quotes and a line break in them" <<E
a,latency_ms
x,1
"q ""w""
z",2
E
printf 'b,latency_ms\nx,1\n' >one.csv
printf 'latency_ms,c\n2,y\n' >two.csv
run coldstart --all one.csv two.csv
is_out "several operands: the union of their columns" <<E
b,latency_ms,file,index,c,cold
x,1,one.csv,0,,1
,2,two.csv,0,y,1
E

# Bad input: message, status, and not a byte of result
bad() { # MESSAGE CONTENT...: CONTENT is printf's
	message=$1; shift
	printf "$@" >bad
	fails 2 "latstats: $message" latstats bad
}
fails 2 "latstats: none: No such file or directory" latstats none
fails 2 "latstats: r3: Is a directory" latstats r3
fails 2 "latstats: '': No such file or directory" latstats ''
fails 2 "latstats: /proc/self/mem: Input/output error" latstats /proc/self/mem
fails 2 "latstats: -: standard input is named twice" latstats - -
fails 2 "latstats: one.csv: the file is named twice" latstats one.csv two.csv one.csv
fails 2 "latstats: ./one.csv: the same file as one.csv" latstats one.csv two.csv ./one.csv
cp one.csv copy.csv; ln -s one.csv link.csv
fails 2 "latstats: link.csv: the same file as one.csv" latstats one.csv link.csv
run latstats one.csv copy.csv
is_status 0 "a copy is another file"
bad "bad:1: malformed CSV: a quote in the wrong place" '\357\273\277a"b"\n1\n'
bad "bad: empty input" ''
bad "bad: empty input" ' \n\n'
bad "bad: a header but no row" 'latency_ms\n'
bad "bad:1: no column 'latency_ms'; there are: backend, tokens, file, index" 'backend,tokens\na,1\n'
bad "bad:1: column 'a' occurs twice" 'a,latency_ms,a\n1,2,3\n'
bad "bad:3: record has 1 field, the header has 2" 'a,latency_ms\nx,1\ny\n'
bad "bad:5: record has 3 fields, the header has 2" 'a,latency_ms\n"x\n\ny",1\nz,2,3\n'
bad "bad:3: malformed CSV: a quoted field has no end" 'a,latency_ms\nx,1\n"y,2\n'
bad "bad:2: malformed CSV: a quote in the wrong place" 'a,latency_ms\nx"y,1\n'
bad "bad:2: invalid UTF-8 at byte 2 of the line" 'a,latency_ms\nx\377,1\n'
bad "bad:2: not a number in column 'latency_ms': 'a?b?é'" 'latency_ms\na\302\233b\342\200\256é\n'
bad "bad:2: byte 0 in CSV" 'a,latency_ms\nx\000,1\n'
bad "bad:2: not a number in column 'latency_ms': 'fast'" 'latency_ms\nfast\n'
bad "bad:2: not a number in column 'latency_ms': 'nan'" 'latency_ms\nnan\n'
bad "bad:2: not a number in column 'latency_ms': 'inf'" 'latency_ms\ninf\n'
bad "bad:2: not a number in column 'latency_ms': '0x10'" 'latency_ms\n0x10\n'
bad "bad:2: not a number in column 'latency_ms': '1 2'" 'latency_ms\n1 2\n'
bad "bad:2: not a number in column 'latency_ms': '5.'" 'latency_ms\n5.\n'
bad "bad:1: expected a value, found '.'" '{"latencies_ms": [.5]}\n'
bad "bad:2: number out of range in column 'latency_ms': '1e400'" 'latency_ms\n1e400\n'
bad "bad:3: negative latency in column 'latency_ms': '-1'" 'latency_ms\n1\n-1\n'
bad "bad:2: empty value in column 'latency_ms' of a row that is ok" 'latency_ms,status\n,ok\n'
bad 'bad:1: duplicate key "a"' '{"a": 1, "latencies_ms": [1], "a": 2}\n'
bad "bad:1: expected nothing after the JSON value, found '{'" '{"latencies_ms": [1]} {}'
bad "bad:1: NaN is not a JSON number" '{"latencies_ms": [NaN]}\n'
bad "bad:1: number over the range of a double: 1e400" '{"latencies_ms": [1e400]}\n'
bad "bad: not a run file: there is not an array 'latencies_ms'" '{"latencies_ms": 1}\n'
bad "bad:1: JSON records: the array has a value that is not an object" '[1, 2]\n'
bad "bad:1: 'latencies_ms' has 2 samples but 'tokens' has 1" \
	'{"latencies_ms": [1, 2], "tokens": [1]}\n'
bad "bad:1: 'latencies_ms' is empty in a run whose status is ok" '{"latencies_ms": []}\n'
bad "bad:1: latencies_ms[1] is not a number" '{"latencies_ms": [1, "2"]}\n'
bad "bad:5: latencies_ms[2] is not a number" \
	'{"a": {"latencies_ms": ["{[:,", "\\\\"]},\n"b": [], "c": {},\n"latencies_ms": [1,\n2 ,\n"3"]}\n'
bad "bad:3: 'latencies_ms' has 2 samples but 'tokens' has 1" \
	'{"latencies_ms":\n[1, 2], "tokens"\n: [1\n]}\n'
bad "bad:2: 'spec' is not an object" '{"latencies_ms": [1], "spec":\n1}\n'
printf '{"latencies_ms": [1, 2],\n"ttft_ms": [1,\n-2]}\n' >bad
fails 2 "latstats: bad:3: negative latency in column 'ttft_ms': '-2'" latstats -v ttft_ms bad
printf 'latency_ms,ttft_ms\n1,-1\n' >bad
fails 2 "latstats: bad:2: negative latency in column 'ttft_ms': '-1'" latstats -v ttft_ms bad
bad "bad:1: negative latency in column 'latency_ms': '-2'" '{"latencies_ms": [1, -2]}\n'
bad "bad:2: a record, after lines that are run files" '{"latencies_ms": [1]}\n{"latency_ms": 1}\n'
bad "bad:2: a run file, after lines that are records" '{"latency_ms": 1}\n{"latencies_ms": [1]}\n'
bad "bad:1: nested deeper than 64 levels" '{"latencies_ms": [1], "deep": %s1%s}\n' \
	"$(printf '%064d' 0 | tr 0 '[')" "$(printf '%064d' 0 | tr 0 ']')"
printf '{"a": {\n"b": }}' >bad
fails 2 "latstats: bad:2: expected a value, found '}'" latstats bad
head -c 20 zipped >bad
fails 2 "latstats: bad: truncated gzip stream" latstats bad
{ cat zipped; echo more; } >bad
fails 2 "latstats: bad: bytes after the gzip stream" latstats bad
{ head -c -8 zipped; printf 'checksum'; } >bad
fails 2 "latstats: bad: corrupt gzip stream: incorrect data check" latstats bad
fails 2 "latstats: --where leaves no row: b=none" latstats --where b=none one.csv

# the signs of --where: numbers as numbers, what is none is left out, a pattern matches a part
printf 'k,x,latency_ms\na,9,1\nb,10,2\nb+,1e1,3\n"c,d",,4\n' >where.csv
while IFS='|' read -r condition kept; do
	run latstats -g k --stats n --cell 'list(k)' --where "$condition" where.csv
	same "--where $condition: $kept" - "$T/out" <<-E
	$kept
	E
done <<'E'
x<10|a
x<=10|a b b+
x>9|b b+
x>=9.0|a b b+
x>-1|a b b+
x=10|b
x!=10|a b+ c,d
k!=b|a b+ c,d
k~b|b b+
k~^.$|a b
k~\+|b+
k~,|c,d
k=c,d|c,d
x~^$|c,d
E
run latstats --where 'x>=9' --where 'k~^(b|c)' --stats n --cell n where.csv
echo 2 | is_out "several conditions all hold"
run latstats --ok 'x>=10' --stats n,errors -o csv where.csv
printf 'n,errors\n2,2\n' | is_out "--ok takes the same signs"
fails 2 "latstats: --where x<: 'ten' is not a number" latstats --where 'x<ten' where.csv
fails 2 'latstats: --where k~(: Unmatched ( or \(' latstats --where 'k~(' where.csv
fails 2 "latstats: --where needs COL=VALUE (or !=, <, <=, >, >=, ~ in place of =), not '<3'" \
	latstats --where '<3' where.csv
fails 2 "latstats: --ok x<: 'ten' is not a number" latstats --ok 'x<ten' where.csv
fails 2 "latstats: --where leaves no row: x>99 k~^a" latstats --where 'x>99' --where 'k~^a' \
	where.csv
there='k, x, latency_ms, file, index'
missing="no column 'latencyms'; did you mean 'latency_ms'?"
fails 2 "latstats: where.csv:1: $missing there are: $there" \
	latstats --where 'latencyms~a' where.csv

# A name and its alias in one header are two columns, and none is lost
printf 'dtype,quantization,latency_ms\nfp16,int8,1\n' >both.csv
cat >both.json <<'E'
{"spec": {"dtype": "fp32", "quantization": "int4"},
 "latencies_ms": [2], "event_ms": [3], "cuda_event_ms": [4]}
E
run sh -c 'coldstart --all both.csv both.json | cut -d, -f 1-3,6,7'
is_out "a name and its alias in one header" <<E
dtype,quantization,latency_ms,event_ms,cuda_event_ms
fp16,int8,1,,
fp32,int4,2,3,4
E
printf 'quantization,latency_ms\nfp8,7\n' >alias.csv
run latstats -g quantization,dtype --stats n both.csv both.json alias.csv
cp "$T/out" direct
is_out "and each selects its own; both select the one of a file that has one" <<E
quantization,dtype,n
int8,fp16,1
int4,fp32,1
fp8,fp8,1
E
run sh -c "coldstart --all both.csv both.json alias.csv | latstats -g quantization,dtype --stats n"
is_out "behind a pipe as well" <direct

# A stream with no status among some that have one: its rows are ok before and
# behind a tool that passes them on
printf 'backend,latency_ms\na,1\na,3\n' >quiet.csv
printf 'backend,latency_ms,status\nb,2,ok\nb,,failed\nb,3,\n' >telling.csv
run coldstart --all quiet.csv telling.csv
is_out "the union has a status: rows without one are ok" <<E
backend,latency_ms,file,index,status,cold
a,1,quiet.csv,0,ok,1
a,3,quiet.csv,1,ok,0
b,2,telling.csv,0,ok,1
b,,telling.csv,1,failed,0
b,3,telling.csv,2,,0
E
mv out passed
for from in passed "quiet.csv telling.csv"; do
	run latstats -g backend --stats n,errors,mean $from
	is_out "the table of $from" <<E
backend,n,errors,mean
a,2,0,2
b,2,1,2.5
E
done

# in CSV the 0 before the point may be left out
printf 'latency_ms\n.5\n+.25\n1.e1\n' >point.csv
fails 2 "latstats: point.csv:4: not a number in column 'latency_ms': '1.e1'" latstats point.csv
printf 'latency_ms\n.5\n+.25\n.5e1\n' >point.csv
run latstats --stats n,min,mean point.csv
is_out ".5 is a number" <<E
n,min,mean
3,0.25,1.9166666666666667
E

# an empty list of what was not taken is as good as none
printf '{"latencies_ms": [1, 2], "ttft_ms": [], "tokens": [3, 4]}' >none.json
rows 2- none.json
is_out "it is no column" <<E
index,latency_ms,tokens,status,error,cold
0,1,3,ok,,1
1,2,4,ok,,0
E

# --map: several of one column follow each other, and status is renamed as well
printf 'from,to\nsuccess,done\n' >first.csv
printf 'from,to\ndone,ok\n' >second.csv
printf 'status,latency_ms\nsuccess,1\nok,3\nfailed,5\n' >status.csv
run latstats --map status=first.csv --map status=second.csv --stats n,errors,mean status.csv
is_out "maps of one column follow each other; a status that is renamed to ok is ok" <<E
n,errors,mean
2,1,2
E

# 50,000 columns: time does not grow with their square
seq -s, -f 'column_%.0f' 50000 | sed 's/$/,latency_ms/' >wide.csv
seq -s, 50001 >>wide.csv
if [ -n "${SLOW:-}" ]; then
	skip "50,000 columns in two seconds" "a sanitizer runs"
else
	run_timed coldstart --all wide.csv
	is_status 0 "50,000 columns"
	check "in two seconds of processor time ($seconds s)" awk -v s="$seconds" \
		'BEGIN { exit !(s > 0 && s < 2) }'
fi
