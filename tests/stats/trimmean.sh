# trimmean: every method, the ranking, intervals from summaries, what is refused.
. tests/lib.sh

{
	echo backend,latency_ms,status
	for v in 9 1 8 2 7 3 6 4 5 100; do echo "a,$v,ok"; done
	for v in 6 6 6 6 6 6 6 6 6 6; do echo "b,$v,ok"; done
	echo b,0,error
} >"$T/a.csv"
run trimmean -g backend --drop 3 "$T/a.csv"
is_status 0 "two groups"
# scipy.stats: trim_mean(a, .1) 5.5; trim1(a, .1).mean() 5; mstats.winsorize(a,
# (.1, .1)).mean() 5.5; numpy: mean 14.5, mean(sorted(a)[:-3]) 4, median 5.5
is_out "every method, ranks, and where the ranking changes" <<E
method,backend,estimate,rank,changed,n,errors,low,high
mean,a,14.5,2,,10,0,0,0
mean,b,6,1,,10,1,0,0
drop1,a,5,1,1,10,0,0,1
drop1,b,6,2,1,10,1,0,1
drop3,a,4,1,0,10,0,0,3
drop3,b,6,2,0,10,1,0,3
trim10,a,5.5,1,0,10,0,1,1
trim10,b,6,2,0,10,1,1,1
top10,a,5,1,0,10,0,0,1
top10,b,6,2,0,10,1,0,1
winsor10,a,5.5,1,0,10,0,1,1
winsor10,b,6,2,0,10,1,1,1
median,a,5.5,1,0,10,0,0,0
median,b,6,2,0,10,1,0,0
E
run trimmean -g backend --methods mean,median,winsor25,drop10,mean -o text "$T/a.csv"
is_err "a method twice" <<E
trimmean: --methods: 'mean' is named twice
E
# winsor25: numpy.mean([3,3,3,4,5,6,7,8,8,8])
run trimmean -g backend --methods mean,median,winsor25,drop10,drop9 -o text "$T/a.csv"
is_out "--methods chooses and orders; nothing left is not available; text reads well" <<E
method    backend  estimate  rank  changed   n  errors  low  high
mean      a           14.50     2  -        10       0    0     0
mean      b               6     1  -        10       1    0     0
median    a             5.5     1  yes      10       0    0     0
median    b               6     2  yes      10       1    0     0
winsor25  a             5.5     1  no       10       0    2     2
winsor25  b               6     2  no       10       1    2     2
drop10    a               -     -  -        10       0    -     -
drop10    b               -     -  -        10       1    -     -
drop9     a               1     1  -        10       0    0     9
drop9     b               6     2  -        10       1    0     9

The ranking of the groups changes at: median
These figures do not show whether it changes at: drop10, drop9
E
run trimmean --trim 0.25 --trim 0.4 --drop 1 --drop 2 --where backend=a "$T/a.csv"
# scipy.stats.trim_mean(a, .25) = 5.5, trim1(a, .25).mean() = 4.5, trim_mean(a, .4) = 5.5,
# trim1(a, .4).mean() = 3.5; winsorize as above and numpy.mean([5,5,5,5,5,6,6,6,6,6])
is_out "--trim and --drop repeat; one group has no ranking to change" <<E
method,estimate,rank,changed,n,errors,low,high
mean,14.5,1,,10,0,0,0
drop1,5,1,0,10,0,0,1
drop2,4.5,1,0,10,0,0,2
trim25,5.5,1,0,10,0,2,2
top25,4.5,1,0,10,0,0,2
winsor25,5.5,1,0,10,0,2,2
trim40,5.5,1,0,10,0,4,4
top40,3.5,1,0,10,0,0,4
winsor40,5.5,1,0,10,0,4,4
median,5.5,1,0,10,0,0,0
E
printf 'g,latency_ms,status\na,1,ok\nb,1,ok\nc,2,ok\nd,,error\na,3,ok\nb,5,ok\nc,3,ok\n' \
	>"$T/ties.csv"
run trimmean -g g --methods mean,drop1 "$T/ties.csv"
is_out "equal estimates share a rank; a tie that ends is a change; a group of errors has none" <<E
method,g,estimate,rank,changed,n,errors,low,high
mean,a,2,1,,2,0,0,0
mean,b,3,3,,2,0,0,0
mean,c,2.5,2,,2,0,0,0
mean,d,,,,0,1,,
drop1,a,1,1,1,2,0,0,1
drop1,b,1,1,1,2,0,0,1
drop1,c,2,3,1,2,0,0,1
drop1,d,,,,0,1,,
E
run trimmean -g backend --methods mean,drop1 -o json "$T/a.csv"
paste -sd' ' >"$T/want" <<'E'
"definitions": {"value": "latency_ms",
"low, high": "how many of the smallest and the largest values are cut, or replaced by winsor",
"rank": "1 has the smallest estimate; equal ones share it",
"changed": "two groups are in another order than by the method before",
"mean": "of all values", "drop1": "mean without the 1 largest"}
E
check "JSON names every definition" grep -qFf "$T/want" "$T/out"

check "JSON notes where the ranking changes" grep \
	-qF '"notes": ["The ranking of the groups changes at: drop1"]' "$T/out"
# 4.3 of the report: 404.05 393.31 385.40 322.68 and 389.22 388.15 384.38 328.69
run trimmean -g backend --methods mean,drop1,drop5,median -o text --wide backend \
	$(find fixtures/tr117/runs -name '*.json' | sort)
check "the published table, from synthetic samples that say so" sh \
	-c "head -n 6 '$T/out' | grep -q synthetic && grep -q 'synthetic: these rows are made up' '$T/out'"
run trimmean -g backend --methods mean,drop1,drop5,median \
	$(find fixtures/tr117/runs -name '*.json' | sort)
awk -F, 'NR > 1 { printf "%s %s %.2f %s %s\n", $1, $2, $3, $4, $NF }' "$T/out" >"$T/cut"; \
	mv "$T/cut" "$T/out"
is_out "the published table, to its digits" <<E
mean transformers-gpu-compile 389.22 1 1
mean transformers-gpu 404.05 2 1
drop1 transformers-gpu-compile 388.15 1 1
drop1 transformers-gpu 393.31 2 1
drop5 transformers-gpu-compile 384.38 1 1
drop5 transformers-gpu 385.40 2 1
median transformers-gpu-compile 328.69 2 1
median transformers-gpu 322.68 1 1
E

# From summaries, each figure rounded. The narrowest intervals, by scipy.optimize.linprog over 14
# ascending values with these figures: drop1 41.4000 41.5846, drop2 39.0881 40.0125,
# trim10 41.7083 45.0500, top10 41.4000 41.5846, winsor10 42.7607 46.3549, median
# 40.5 41.5. Those printed hold them.
printf 'n,mean,median,p90,max\n14,52.1,41,60.5,190\n' >"$T/one.csv"
run trimmean --from-summary --drop 2 -o text -d 3 "$T/one.csv"
cut -c -26 "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "intervals from one summary" <<E
method     estimate_lo..hi
mean      [52.050, 52.150]
drop1     [41.400, 41.585]
drop2     [39.088, 40.013]
trim10    [41.545, 45.050]
top10     [41.400, 41.585]
winsor10  [42.761, 46.517]
median    [40.500, 41.500]
E
# Two files whose three largest follow from p90, p99 and max (14 values, type 7), so
# that the mean of both without the five largest does. x = 1..11,20,33,70, y = x + 1:
# numpy.quantile(x, [.9, .99]) = [29.1, 65.19]; mean(sorted(x + y)[:-5]) = 163/23 =
# 7.0870, without the largest 11.8889
cat >"$T/files.csv" <<E
backend,file,n,mean_ms,p90_ms,p99_ms,max_ms,errors
a,x,14,13.50000000,29.10000000,65.19000000,70.00000000,1
a,y,14,14.50000000,30.10000000,66.19000000,71.00000000,2
b,x,14,11.9,,,11.9,0
E
run trimmean --from-summary -g backend --methods mean,drop1,drop5,median -o text -d 4 "$T/files.csv"
is_out "summaries of parts are pooled; ranks only where intervals decide" <<E
changed=-

method  backend     estimate_lo..hi  rank   n  errors  low  high
mean    a        [14.0000, 14.0000]     2  28       3    0     0
mean    b        [11.8500, 11.9500]     1  14       0    0     0
drop1   a        [11.8889, 11.8889]     -  28       3    0     1
drop1   b        [11.8423, 11.9500]     -  14       0    0     1
drop5   a          [7.0870, 7.0870]     1  28       3    0     5
drop5   b        [11.7944, 11.9500]     2  14       0    0     5
median  a         [0.3750, 15.9500]     -  28       3    0     0
median  b        [11.7625, 11.9500]     -  14       0    0     0

These figures do not show whether it changes at: drop1, drop5, median
E
run trimmean --from-summary -g backend --methods drop5 --where file=x --where backend=a \
	"$T/files.csv" -d 3 -o text
is_out "--where" <<E
method  backend  estimate_lo..hi  rank  changed   n  errors  low  high
drop5   a         [2.889, 6.156]     1  -        14       1    0     5
E
printf 'from,to\nb,a\n' >"$T/map.csv"
run trimmean --from-summary -g backend --methods mean --map backend="$T/map.csv" "$T/files.csv" \
	-d 3 -o text
is_out "--map" <<E
method  backend   estimate_lo..hi  rank  changed   n  errors  low  high
mean    a        [13.283, 13.317]     1  -        42       3    0     0
E
# latstats writes what --from-summary reads
latstats -g backend --stats n,errors,mean,median,p90,max "$T/a.csv" >"$T/summary.csv"
run_in "$T/summary.csv" trimmean --from-summary --exact -g backend --methods mean,drop1,median \
	-o text -d 6
is_out "the table of latstats is a summary; --exact takes its figures for what they are" <<E
method  backend         estimate_lo..hi  rank  changed   n  errors  low  high
mean    a        [14.500000, 14.500000]     2  -        10       0    0     0
mean    b          [6.000000, 6.000000]     1  -        10       1    0     0
drop1   a          [5.000000, 5.000000]     1  yes      10       0    0     1
drop1   b          [6.000000, 6.000000]     2  yes      10       1    0     1
median  a          [5.500000, 5.500000]     1  no       10       0    0     0
median  b          [6.000000, 6.000000]     2  no       10       1    0     0

The ranking of the groups changes at: drop1
E
# of 4 values up to 4, the third is 3 if p75 is 3.25 by type 7 (0.75 x3 + 0.25 x4) or
# 3.75 by type 6 (0.25 x3 + 0.75 x4), so the other three have a mean of 1 to 3
printf 'n,max,p75\n4,4,3.25\n' >"$T/q7.csv"
printf 'n,max,p75\n4,4,3.75\n' >"$T/q6.csv"
for q in 6 7; do
	run trimmean --from-summary --exact --methods drop1 -Q $q -o text -d 4 "$T/q$q.csv"
	cut -c -24 "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
	is_out "-Q $q" <<E
method   estimate_lo..hi
drop1   [1.0000, 3.0000]
E
done
printf 'n,mean,max,synthetic\n3,2,4,true\n' >"$T/made.csv"
run trimmean --from-summary --methods drop1 "$T/made.csv" -o text
is_out "synthetic summaries say so; without p there is what mean and max say" <<E
method  synthetic  estimate_lo..hi  rank  changed  n  errors  low  high
drop1   yes             [0, 2.000]     1  -        3       -    0     1

synthetic: these rows are made up, not measured
E
printf 'g,n,mean,max\na,0,,\nb,1,5,5\n' >"$T/zero.csv"
run trimmean --from-summary -g g --methods mean,median "$T/zero.csv" -o text
is_out "a group of no value, and of one" <<E
changed=-

method  g  estimate_lo..hi  rank  n  errors  low  high
mean    a                -     -  0       -    -     -
mean    b   [4.500, 5.500]     1  1       -    0     0
median  a                -     -  0       -    -     -
median  b   [4.500, 5.500]     1  1       -    0     0

These figures do not show whether it changes at: median
E

# what is refused
fails 2 "trimmean: no method 'trim'; there are: mean, dropK, trimP, topP, winsorP, median" \
	trimmean --methods trim "$T/a.csv"
fails 2 "trimmean: no method 'mean5'; there are: mean, dropK, trimP, topP, winsorP, median" \
	trimmean --methods mean5 "$T/a.csv"
fails 2 "trimmean: no method 'drop-1'; there are: mean, dropK, trimP, topP, winsorP, median" \
	trimmean --methods drop-1 "$T/a.csv"
fails 2 "trimmean: 'p50' is not a share to cut: write a number from 0 to below 0.5" trimmean \
	--methods trim50 "$T/a.csv"
fails 2 "trimmean: '0.5' is not a share to cut: write a number from 0 to below 0.5" trimmean \
	--trim 0.5 "$T/a.csv"
fails 2 "trimmean: '0' is not a number of values to drop: write a whole number from 1" trimmean \
	--drop 0 "$T/a.csv"
fails 2 "trimmean: '2.5' is not a number of values to drop: write a whole number from 1" trimmean \
	--drop 2.5 "$T/a.csv"
fails 2 "trimmean: --methods cannot be combined with --drop or --trim" trimmean --methods mean \
	--drop 2 "$T/a.csv"
fails 2 "trimmean: -v takes one column" trimmean -v latency_ms,event_ms "$T/a.csv"
fails 2 "trimmean: -v and --from-summary cannot be combined" trimmean --from-summary -v p99 \
	"$T/one.csv"
fails 2 "trimmean: -Q and --exact need --from-summary" trimmean -Q 6 "$T/a.csv"
fails 2 "trimmean: -Q and --exact need --from-summary" trimmean --exact "$T/a.csv"
fails 2 "trimmean: -Q needs a quantile type from 1 to 9, not 'x'" trimmean --from-summary -Q x \
	"$T/one.csv"
fails 2 "trimmean: $T/gone.csv: No such file or directory" trimmean "$T/gone.csv"
summary() { printf '%s\n' "$@" >"$T/bad.csv"; }
summary mean,max 1,2
fails 2 "trimmean: $T/bad.csv:1: no column 'n'; there are: mean, max" trimmean \
	--from-summary "$T/bad.csv"
summary n,mean 3.5,2
fails 2 "trimmean: $T/bad.csv:2: not a whole number from 0 to 10000000 in column 'n': '3.5'" \
	trimmean --from-summary "$T/bad.csv"
summary n,mean 3,fast
fails 2 "trimmean: $T/bad.csv:2: not a number in column 'mean': 'fast'" trimmean \
	--from-summary "$T/bad.csv"
summary n,mean 3,12%
fails 2 "trimmean: $T/bad.csv:2: not a number in column 'mean': '12%'" trimmean \
	--from-summary "$T/bad.csv"
summary n,mean,max_ms 3,1e400,2
fails 2 "trimmean: $T/bad.csv:2: number out of range in column 'mean': '1e400'" trimmean \
	--from-summary "$T/bad.csv"
summary n,median 3,4
fails 2 "trimmean: $T/bad.csv:2: a row needs a mean or a max" trimmean --from-summary "$T/bad.csv"
summary n,mean,max 5,4,5 5,6.00,5.00
fails 2 "trimmean: $T/bad.csv:3: no 5 values can have all of these figures" trimmean \
	--from-summary "$T/bad.csv"
summary n,mean,max 5,-4,5
fails 2 "trimmean: $T/bad.csv:2: no 5 values can have all of these figures" trimmean \
	--from-summary "$T/bad.csv"
summary n,mean,mean_ms 5,4,4
fails 2 "trimmean: $T/bad.csv:1: both 'mean' and 'mean_ms' are columns; keep one" trimmean \
	--from-summary "$T/bad.csv"
summary n,mean,max 5,4,5
fails 2 "trimmean: $T/bad.csv:1: no column 'backend'; there are: n, mean, max" trimmean \
	--from-summary -g backend "$T/bad.csv"
fails 2 "trimmean: --where leaves no row" trimmean --from-summary --where n=6 "$T/bad.csv"
run trimmean --from-summary --where 'n<=5' --methods mean --cell n "$T/bad.csv"
echo 5 | is_out "--where compares numbers of a table, too"
fails 2 "trimmean: --where leaves no row: backend=c" trimmean --where backend=c "$T/a.csv"
run sh -c "trimmean '$T/a.csv' >/dev/full"
is_status 2 "a full disk"
run sh -c "coldstart '$T/a.csv' '$T/gone.csv' | trimmean -g backend"
is_status 2 "a bad file in the middle of a pipe"
is_out "a bad file in the middle of a pipe: no table" </dev/null
run trimmean --help
check "--help goes to standard output, within 80 columns" awk \
	'length > 80 { bad = 1 } END { exit bad || NR < 10 }' "$T/out"
run trimmean --version
check "--version" grep -qx 'trimmean (assay) [0-9.]*' "$T/out"
