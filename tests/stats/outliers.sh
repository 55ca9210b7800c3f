# outliers: by three rules, with and without them, the rows, where they lie, and what
# is refused. stats/outliers/outlier and cluster are held against references by their own
# test; the figures here are arithmetic.
. tests/lib.sh

cat >"$T/a.csv" <<E
backend,scenario,latency_ms,status
a,s,90,ok
a,s,10,ok
a,s,11,ok
a,s,12,ok
a,t,13,ok
a,t,1,ok
a,t,12,ok
a,t,0,error
b,s,10,ok
b,s,10,ok
b,s,10,ok
b,t,12,ok
c,s,7,ok
E
keep() { cut -d, -f"$1" "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"; }

run outliers -g backend "$T/a.csv"
is_status 0 "a summary"
keep 1-9,11,13,14,15
# a sorted: 1 10 11 12 12 13 90; type 7: q1 10.5, q3 12.5, so 7.5 to 15.5; without: 10 11 12 12 13
# b: q1 10, q3 10.5, so 9.25 to 11.25
is_out "counts, fence, and the group with and without them" <<E
backend,n,errors,outliers,outlier_pct,low,high,fence_lo,fence_hi,median,outlier_mean,mean_without,median_without
a,7,1,2,28.571428571428573,1,1,7.5,15.5,12,45.5,11.6,12
b,4,0,1,25,0,1,9.25,11.25,10,12,10,10
c,1,0,,,,,,,7,,,
E
run outliers -g backend -o text "$T/a.csv"
check "a sample alone is not judged, and a note says so" grep -qx 'c: fewer than 3 samples' "$T/out"
run outliers -g backend --k 3 "$T/a.csv"
keep 1,4,8,9
is_out "--k 3: far out; a value on the fence is none" <<E
backend,outliers,fence_lo,fence_hi
a,2,4.5,18.5
b,0,8.5,12
c,,,
E
run outliers --where backend=a -Q 6 "$T/a.csv"
keep 7,8
# type 6: q1 at 8 * .25 = 2nd, q3 at 6th: 10 and 13
is_out "-Q 6" <<E
fence_lo,fence_hi
5.5,17.5
E
run outliers -g backend -s scenario "$T/a.csv"
keep 1,2,4
# a s: 10 11 12 90: q1 10.75, q3 31.5, fence 62.625; a t: 1 12 13: none
is_out "-s: within strata" <<E
backend,n,outliers
a,7,1
b,4,0
c,1,
E
run outliers -g backend --list "$T/a.csv"
# columns NAME...: keeps these of the CSV in $T/out; no field of it is quoted
columns() {
	awk -F, -v names="$*" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; n = split(names, name, " ") }
		{ for (i = 1; i <= n; i++) printf "%s%s", $c[name[i]], i < n ? "," : "\n" }' "$T/out" >"$T/cut"
	mv "$T/cut" "$T/out"
}
columns backend scenario index line latency_ms score limit
# (90 - 12.5) / 2, (1 - 10.5) / 2, (12 - 10.5) / 0.5
is_out "with index, line, and the distance in interquartile ranges" <<E
backend,scenario,index,line,latency_ms,score,limit
a,s,0,2,90,38.75,1.5
a,t,5,7,1,-4.75,1.5
b,t,11,13,12,3,1.5
E
printf '%s\n' path,index,latency_ms x.json,0,50 x.json,1,1 x.json,2,1 \
	y.json,0,1 y.json,1,1.5 y.json,2,1.25 >"$T/named.csv"
run outliers --list "$T/named.csv"
columns path index line
is_out "a row of a named file has the index in it, and no line of the table" <<E
path,index,line
x.json,0,
E
run outliers --method mad --where backend=a "$T/a.csv"
keep 3-8
# median 12, MAD 1: 12 -+ 3.5 / 0.6745
is_out "MAD" <<E
outliers,outlier_pct,low,high,fence_lo,fence_hi
2,28.571428571428573,1,1,6.810971089696071,17.18902891030393
E
run outliers --method mad --where backend=a --list "$T/a.csv"
check "the score of MAD is the modified z" grep -q ',90,52.611,3.5$' "$T/out"
run outliers --method mad -g backend -o text "$T/a.csv"
is_status 0 "one group without a MAD among others"
check "is named" grep -qx 'b: at least half of the samples are equal, so the MAD is 0' "$T/out"
# the example of the NIST/SEMATECH handbook, 1.3.5.17.3
{ echo 'latency_ms'; awk -F, '$1 == "rosner" { print $2 + 1 }' tests/ref/outlier_samples.csv; \
	} >"$T/rosner.csv"
run outliers --method esd --max 10 --list "$T/rosner.csv"
sed 's/.*,\([^,]*\),[^,]*,[^,]*$/\1/' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "generalized ESD finds three in Rosner's example" <<E
latency_ms
6.34
6.42
7.01
E
run outliers --method esd --max 2 "$T/rosner.csv"
keep 3
is_out "and none of at most two" <<E
outliers
0
E
run outliers --method esd --max 1 --where backend=a -o text "$T/a.csv"
check "as many as --max is said" grep -qx 'as many outliers as --max allows; there may be more' \
	"$T/out"
{ echo 'latency_ms'; for i in 1 2 3 4 5 6 7 8 9; do echo "1$i"; done; for i in 1 2 3 4 5 6 7 8; \
	do echo "1${i}e9"; done; } >"$T/two.csv"
run outliers --method esd --max 14 -o text "$T/two.csv"
check "never more than half of the samples" grep -qx 'outliers *8' "$T/out"
check "and where it is half that is said" grep \
	-qx 'half of the samples are outliers; the search stops there' "$T/out"
run outliers --method esd --max 8 -o text "$T/two.csv"
check "--max of half is its own" grep -qx 'as many outliers as --max allows; there may be more' \
	"$T/out"
run outliers -g backend -o json "$T/a.csv"
check "JSON names the rule" grep \
	-q '"outlier": "iqr: beyond q1 - k IQR or q3 + k IQR, Tukey (1977)"' "$T/out"
run outliers -g backend -o text "$T/a.csv"
check "text fits 80 columns" sh -c "! grep -q '.\{81\}' '$T/out'"

# ten files of ten samples, the first of each slow, and the second in x
awk 'BEGIN { print "file,scenario,latency_ms"; for (f = 0; f < 10; f++) for (i = 0; i < 10; i++) {
	slow = i < 1 || (i == 1 && f < 5)
	print "f" f "," (f < 5 ? "x" : "y") "," (slow ? 100 : 10 + (i * 7 + f) % 10 / 10) } }' \
	>"$T/cold.csv"
run outliers --clusters -n 2 "$T/cold.csv"
is_status 0 "--clusters"
awk -F, '{ printf "%s,%s,%s,%s,%s", $1, $2, $3, $4, (NR == 1 ? $5 : sprintf("%.9g", $5));
	print (NR == 1 ? "," $8 : "," sprintf("%.6g", $8)) }' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
# 15 of 100, by scipy.stats.hypergeom.logsf(k-1, 100, 15, n) / ln 10; the file's times 10;
# neighbours: 90 pairs,
# 90 (15/100) (14/99), and the sum of C(14,r-1) C(86,r) / C(100,15) over r = 1..10
is_out "first samples, neighbours, the worst file, one scenario" <<E
place,value,n,outliers,expected,log10_p
first,2 of each file,20,15,3,-13.2133
adjacent,pairs,90,5,1.90909091,-1.46573
file,f0,10,2,1.5,0
scenario,x,50,10,7.5,-0.882166
scenario,y,50,5,7.5,-0.0201144
E
run outliers --clusters -o text "$T/cold.csv"
is_status 0 "--clusters for people"

awk -F, '{ print $0 "," (NR == 1 ? "synthetic" : $1 == "a") }' "$T/a.csv" >"$T/made.csv"
run outliers -g backend "$T/made.csv"
keep 1,17
is_out "a group of synthetic rows says so" <<E
backend,synthetic
a,1
b,0
c,0
E
run outliers -g backend --list "$T/made.csv"
check "so does each outlier" grep -q ',score,limit,synthetic$' "$T/out"
run outliers -g backend --clusters "$T/made.csv"
check "and each place" grep -q ',log10_p,synthetic$' "$T/out"

printf 'latency_ms\n1\n2\n' >"$T/two.csv"
printf 'latency_ms\n4\n4\n4\n4\n' >"$T/equal.csv"
printf 'latency_ms\n4\n4\n4\n5\n' >"$T/nearly.csv"
printf 'latency_ms,status\n0,error\n' >"$T/none.csv"
undecided() { # WHAT REASON ARGS...
	what=$1; reason=$2; shift 2; run outliers "$@"
	is_status 3 "$what"
	echo "outliers: not decidable: $reason" | is_err "and says so"
}
undecided "two samples" "fewer than 3 samples" "$T/two.csv"
run outliers "$T/none.csv"
is_status 3 "no sample that is ok"
is_err "and says so" <<E2
outliers: none of the 1 rows is ok; --ok COLUMN=VALUE says which rows are ok
outliers: not decidable: no sample
E2
undecided "a MAD of 0" "at least half of the samples are equal, so the MAD is 0" --method mad \
	"$T/nearly.csv"
for m in iqr mad esd; do
	run outliers --method $m "$T/equal.csv"
	is_status 0 "$m: all equal"
	awk -F, 'NR == 2 { print $3 }' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
	echo 0 | is_out "$m: equal samples have no outlier"
done
fails 2 "outliers: --where leaves no row: backend=z" outliers --where backend=z "$T/a.csv"
fails 2 "outliers: --list and --clusters cannot be combined" outliers --list --clusters "$T/a.csv"
fails 2 "outliers: -n needs --clusters" outliers -n 2 "$T/a.csv"
fails 2 "outliers: --k and -Q need --method iqr" outliers --method mad --k 2 "$T/a.csv"
fails 2 "outliers: --threshold needs --method mad" outliers --threshold 3 "$T/a.csv"
fails 2 "outliers: --max and --alpha need --method esd" outliers --max 3 "$T/a.csv"
fails 2 "outliers: --method needs one of iqr, mad, esd, not 'z'" outliers --method z "$T/a.csv"
fails 2 "outliers: --k needs a number above 0, not '0'" outliers --k 0 "$T/a.csv"
fails 2 "outliers: --alpha needs a number below 1, not '1'" outliers --method esd --alpha 1 \
	"$T/a.csv"
fails 2 "outliers: --max needs a whole number from 1, not '1.5'" outliers --method esd --max 1.5 \
	"$T/a.csv"
fails 2 "outliers: -v takes one column" outliers -v latency_ms,x "$T/a.csv"
fails 2 "outliers: a column is both in -s and in -g" outliers -g backend -s backend "$T/a.csv"
run sh -c "outliers -g backend '$T/a.csv' >/dev/full"; is_status 2 "a full disk"

# as many groups as files: each row is looked at a few times, and not once a group
if [ -n "${SLOW:-}" ]; then
	skip "clusters of 5000 groups in a second" "SLOW"
else
	awk 'BEGIN { print "run,scenario,index,latency_ms"
		for (g = 0; g < 5000; g++) for (i = 0; i < 20; i++)
			print "r" g ",s" i % 7 "," i "," (i ? 20 + (g + i) % 5 : 90) }' >"$T/many.csv"
	run_timed outliers -g run --clusters "$T/many.csv"
	check "clusters of 5000 groups: a row for each of first, adjacent, file and seven scenarios" test \
		"$(wc -l <"$T/out")" -eq 50001
	check "in a second of processor time ($seconds s)" awk -v s="$seconds" \
		'BEGIN { exit !(s > 0 && s < 1) }'
fi

# --by: fences of the groups, rows of a finer division; numpy has the same means, medians and sd
awk 'BEGIN { print "backend,model,latency_ms";
	for (i = 0; i < 20; i++) print "b,m" i % 2 "," (i == 3 ? 90 : 10 + i % 4) }' >"$T/by.csv"
run outliers -g backend --by model,backend "$T/by.csv"
is_out "--by: how many of each lie beyond the fence of their group" <<E
model,backend,n,errors,outliers,outlier_pct,low,high,mean,median,sd,outlier_mean,mean_without,median_without,sd_without
m0,b,10,0,0,0,0,0,11,11,1.0540925533894598,,11,11,1.0540925533894598
m1,b,10,0,1,10,0,1,19.7,12,24.72088635591819,90,11.88888888888889,11,1.0540925533894598
E
fails 2 "outliers: --by cannot be combined with --list or --clusters" outliers -g backend \
	--by model --list "$T/by.csv"
fails 2 "outliers: --by cannot be combined with --list or --clusters" outliers -g backend \
	--by model --clusters "$T/by.csv"

if have_data; then
	P=$DATA/TR126/phase2/20260222_214114/prefill
	find "$P/runs" -name '*.json' | LC_ALL=C sort >"$T/files"
	run outliers -g backend --list $(cat "$T/files")
	columns backend model scenario index latency_ms
	sed 1d "$T/out" | awk -F, -v OFS=, '{ $5 = sprintf("%.2f", $5) } 1' | sort >"$T/cut"
	mv "$T/cut" "$T/out"
	is_out "TR126 7.2: the six rows, by their index in the run file" <<E
transformers-gpu,models/qwen2.5-3b:fp16,single_short,35,45.39
transformers-gpu-compile,models/gpt2-100m:fp32,single_micro,0,32.29
transformers-gpu-compile,models/gpt2-100m:fp32,single_micro,1,32.29
transformers-gpu-compile,models/gpt2-100m:fp32,single_micro,2,32.20
transformers-gpu-compile,models/gpt2-100m:fp32,single_micro,3,32.36
transformers-gpu-compile,models/gpt2-100m:fp32,single_micro,4,32.23
E
	run outliers -g mode,backend "$DATA"/TR126/phase3/20260222_231929/*/metrics.csv
	cut -d, -f1-5 "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
	is_out "TR126 11.2, and the groups that have errors only" <<E
mode,backend,n,errors,outliers
e2e_kv,transformers-gpu,540,0,0
e2e_kv,transformers-gpu-compile,0,20,
e2e_kv,ollama,540,0,0
kv_decode,transformers-gpu,540,0,0
kv_decode,transformers-gpu-compile,0,20,
kv_decode,ollama,540,0,0
prefill,transformers-gpu,540,0,0
prefill,transformers-gpu-compile,540,0,0
prefill,ollama,540,0,5
E
else
	no_data "TR126 7.2 and 11.2"
fi
