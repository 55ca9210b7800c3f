# latstats: the table, every option, every definition, what is refused.
. tests/lib.sh

cat >"$T/a.csv" <<E
backend,scenario,latency_ms,event_ms,status
x,s,4,3.5,ok
y,s,5,4.5,ok
x,s,1,0.5,ok
x,t,10,9.5,ok
x,s,2,1.5,ok
z,s,0,,error
x,t,3,2.5,ok
x,t,,,oom
E
run latstats -g backend "$T/a.csv"
is_status 0 "a group column"
# R: x <- c(4,1,10,2,3); mean(x); median(x); sd(x); numpy.quantile(x, [.9, .95, .99])
is_out "n, errors, mean, median, sd, quantiles, min, max; a group of errors only has n = 0" <<E
backend,n,errors,mean,median,sd,p90,p95,p99,min,max
x,5,1,4,3,3.5355339059327378,7.6000000000000005,8.799999999999999,9.76,1,10
y,1,0,5,5,,5,5,5,5,5
z,0,1,,,,,,,,
E
run latstats -g backend -o text "$T/a.csv"
is_out "text reads well at 80 columns" <<E
backend  n  errors  mean  median     sd    p90    p95    p99  min  max
x        5       1     4       3  3.536  7.600  8.800  9.760    1   10
y        1       0     5       5      -      5      5      5    5    5
z        0       1     -       -      -      -      -      -    -    -
E
printf 'backend,latency_ms\n漢字,1\neager,2\né,3\n' >"$T/wide.csv"
run latstats -g backend --stats n,mean -o text "$T/wide.csv"
is_out "columns stand under each other where characters are wide" <<E
backend  n  mean
漢字     1     1
eager    1     2
é        1     3
E
run latstats -g backend --stats n -o md "$T/wide.csv"
is_out "and in Markdown" <<E
| backend |   n |
| ------- | --: |
| 漢字    |   1 |
| eager   |   1 |
| é       |   1 |
E
run latstats --stats n,mean "$T/a.csv"
is_out "no group: one row" <<E
n,mean
6,4.166666666666667
E
run latstats -g scenario,backend --stats errors,max,n "$T/a.csv"
is_out "two group columns; --stats chooses and orders" <<E
scenario,backend,errors,max,n
s,x,0,4,3
s,y,0,5,1
t,x,1,10,2
s,z,1,,0
E
run latstats -g backend -v latency_ms,event_ms --stats n,mean "$T/a.csv"
is_out "two value columns: a row each" <<E
backend,value,n,mean
x,latency_ms,5,4
x,event_ms,5,3.5
y,latency_ms,1,5
y,event_ms,1,4.5
z,latency_ms,0,
z,event_ms,0,
E
run latstats -g backend -v event_ms --stats max --where scenario=t "$T/a.csv"
is_out "-v and --where" <<E
backend,max
x,9.5
E
printf 'from,to\ny,x\nz,x\n' >"$T/map.csv"
run latstats -g backend --map backend="$T/map.csv" --stats n,errors,mean "$T/a.csv"
is_out "--map joins groups" <<E
backend,n,errors,mean
x,6,2,4.166666666666667
E
printf 'quantization,cuda_event_ms\nfp16,2\nfp32,4\n' >"$T/alias.csv"
run latstats -g dtype -v event_ms --stats mean "$T/alias.csv"
is_out "an alias selects the column, the header keeps its own name" <<E
quantization,mean
fp16,2
fp32,4
E

# quantiles; R: quantile(c(4,1,10,2,3), .7, type = 1:9)
i=0
for want in 4 4 4 3.5 4 5.2 3.8 4.4 4.3; do
	i=$((i + 1))
	run latstats --where backend=x --stats p70 -Q $i -o text -d 6 "$T/a.csv"
	check "-Q $i is type $i of R: $want" awk -v w=$want 'NR == 2 { exit !($1 == w) }' "$T/out"
done
printf 'k,latency_ms\na,-0\na,-0.0\nb,-1e-400\n' >"$T/zeros.csv"
run latstats -g k --stats mean,min,max "$T/zeros.csv"
is_out "-0 is read and written as 0" <<E
k,mean,min,max
a,0,0,0
b,0,0,0
E
printf '{"latencies_ms": [-0.0, 0]}' >"$T/zeros.json"
run coldstart --all "$T/zeros.json"
check "and passes as 0" grep -q ',0,0,ok,,1$' "$T/out"
# n p is 7, 28 and 55, whole: type 1 takes that value, type 2 the mean with the next
# (tests/ref/quantile.py)
{ echo latency_ms; seq 100; } >"$T/hundred.csv"
for t in 1:7,28,55 2:7.5,28.5,55.5; do
	run latstats --stats p7,p28,p55 -Q ${t%:*} "$T/hundred.csv"
	is_out "type ${t%:*} of 1 to 100" <<-E
	p7,p28,p55
	${t#*:}
	E
done
run latstats --where backend=x --stats n -q 0.5,0.999 -q p99.9,p2.50,p100 -q 0 "$T/a.csv"
is_out "-q takes shares and names, is repeatable, and adds a column once" <<E
n,p50,p99.9,p2.5,p100,p0
5,3,9.976,1.1,10,1
E
run latstats --where backend=x --stats median,p95 -q 0.95 "$T/a.csv"
is_out "a quantile that is there stays where it is" <<E
median,p95
3,8.799999999999999
E

# intervals; R: t.test(x)$conf.int, t.test(x, conf.level = .9)$conf.int,
# mean(x) + c(-1, 1) * qnorm(.975) * sd(x) / sqrt(5)
run latstats --where backend=x --stats mean,n --ci -o text -d 12 "$T/a.csv"
is_out "--ci: Student t, 95%" <<E
          mean                        mean_lo..hi  n
4.000000000000  [-0.389945165425, 8.389945165425]  5
E
run latstats --where backend=x --stats n --ci=0.9 -o text -d 12 "$T/a.csv"
is_out "--ci=0.9, without the mean" <<E
n                       mean_lo..hi
5  [0.629254266349, 7.370745733651]
E
run latstats --where backend=x --stats mean --ci --ci-method z -o text -d 12 "$T/a.csv"
is_out "--ci-method z" <<E
          mean                       mean_lo..hi
4.000000000000  [0.901024838477, 7.098975161523]
E
# scipy.stats.quantile_test(range(1, 11), q=0, p=.5).confidence_interval(.95): (2, 9);
# scipy.stats.binom.cdf(8, 10, .5) - binom.cdf(1, 10, .5) = 0.978515625
{ echo latency_ms; seq 10; } >"$T/ten.csv"
run latstats --stats median,p99 --quantile-ci "$T/ten.csv"
is_out "--quantile-ci: order statistics with their actual level; none for p99 of 10" <<E
median,median_lo,median_hi,median_cover,p99,p99_lo,p99_hi,p99_cover
5.5,2,9,0.978515625,9.91,,,
E
run latstats --stats median_cover,p50_lo --quantile-ci=0.9 "$T/ten.csv"
is_out "--quantile-ci=0.9; an end alone, by name" <<E
median_cover,p50_lo
0.978515625,2
E
# mean(x, trim = .2); mad(x, constant = 1), mad(x); scipy.stats.skew(x, bias=False),
# skew(x), skew(x) * .8**1.5; mean(x) / median(x); sqrt(mean((x - mean(x))^2))
run latstats --where backend=x --stats n --trim 0.2 --mad --skew --ratio -o text -d 12 "$T/a.csv"
is_out "--trim, --mad, --skew, --ratio" <<E
n           5
trimmed     3.000000000000
mad         1.000000000000
mad_normal  1.482600000000
skew        1.697056274848
ratio       1.333333333333
E
run latstats --where backend=x --skew=g1 --stats skew -o text -d 12 "$T/a.csv"
is_out "--skew=g1" <<E
          skew
1.138419957661
E
run latstats --where backend=x --skew=b1 --stats skew -o text -d 12 "$T/a.csv"
is_out "--skew=b1" <<E
          skew
0.814587011927
E
run latstats --where backend=x --ddof 0 --stats sd -o text -d 12 "$T/a.csv"
is_out "--ddof 0" <<E
            sd
3.162277660168
E
printf 'latency_ms\n0\n0\n0\n' >"$T/zero.csv"
run latstats --stats n,mean,sd,skew,ratio,mad --ci "$T/zero.csv"
is_out "no spread, and a median of 0" <<E
n,mean,mean_lo,mean_hi,sd,skew,ratio,mad
3,0,0,0,0,,,0
E
printf 'latency_ms\n1e300\n3e300\n1e-300\n' >"$T/huge.csv"
run latstats --stats mean,sd,p50,max "$T/huge.csv"
# Python: sum(map(Fraction, x)) / 3, mpmath.sqrt of the variance in Fraction
is_out "1e-300 to 1e300 do not overflow" <<E
mean,sd,p50,max
1.3333333333333334e300,1.5275252316519467e300,1e300,3e300
E
run latstats -g backend --stats n,p95,sd -o json "$T/a.csv"
is_out "JSON names every definition" <<E
{"tool": "latstats",
 "version": "$(latstats --version | sed 's/.* //')",
 "definitions": {"value": "latency_ms", "n": "values of rows whose status is ok", "errors": "rows whose status is not ok", "quantile": "type 7 of Hyndman and Fan 1996", "sd": "ddof 1: over n-1"},
 "notes": [],
 "columns": [
  {"name": "backend", "type": "string", "key": true},
  {"name": "n", "type": "integer", "key": false},
  {"name": "p95", "type": "number", "key": false},
  {"name": "sd", "type": "number", "key": false}
 ],
 "rows": [
  {"backend": "x", "n": 5, "p95": 8.799999999999999, "sd": 3.5355339059327378},
  {"backend": "y", "n": 1, "p95": 5, "sd": null},
  {"backend": "z", "n": 0, "p95": null, "sd": null}
 ]
}
E
run latstats --stats sd,median,trimmed,mad,skew,ratio,p9 --quantile-ci --ddof 0 --ci-method z --ci \
	-Q 2 -o json "$T/a.csv"
paste -sd' ' >"$T/want" <<'E'
"median": "the middle value, or the mean of the two in the middle",
"quantile": "type 2 of Hyndman and Fan 1996",
"sd": "ddof 0: over n",
"mean_ci": "level 0.95, normal: mean -+ z sd/sqrt(n), sd over n-1",
"quantile_ci": "level 0.95 at least, order statistics by the binomial, equal tails (Conover 1999, 3.2); _cover is the actual level",
"trimmed": "mean without floor(0.1 n) values at each end",
"mad": "median |x - median|; mad_normal is 1.4826 times that",
"skew": "G1 = g1 sqrt(n(n-1))/(n-2) (Joanes and Gill 1998)",
"ratio": "mean / median"
E
check "JSON: the definitions that were chosen" grep -qFf "$T/want" "$T/out"

# synthetic input says so
printf 'backend,scenario,latency_ms,synthetic\nx,s,1,true\ny,s,2,false\n' >"$T/made.csv"
run latstats -g backend --stats n,mean "$T/made.csv"
is_out "synthetic rows show" <<E
backend,n,mean,synthetic
x,1,1,1
y,1,2,0
E
run latstats -g scenario,backend --stats mean -o text --wide backend --where backend=x "$T/made.csv"
is_out "synthetic rows show with --wide" <<E
scenario  synthetic  x
s         yes        1

synthetic: these rows are made up, not measured
E
run latstats -g scenario,backend --stats median --wide backend -o md "$T/a.csv"
is_out "--wide" <<E
| scenario |   x |   y |   z |
| -------- | --: | --: | --: |
| s        |   2 |   5 |   - |
| t        | 6.5 |   - |   - |
E
# the story of TR117: figures of the published tables 4 and 4.4
find fixtures/tr117/runs -name '*.json' | sort >"$T/files"
xargs latstats -g backend --stats mean -o text -d 2 <"$T/files" >"$T/out" 2>"$T/err"
is_out "the published means, 404.05 and 389.22" <<E
synthetic=yes

backend                     mean
transformers-gpu-compile  389.22
transformers-gpu          404.05

synthetic: these rows are made up, not measured
E
xargs coldstart <"$T/files" | latstats -g backend --stats mean -o text -d 2 >"$T/out" 2>"$T/err"
is_out "the published means without first samples, 386.75 and 388.29" <<E
synthetic=yes

backend                     mean
transformers-gpu-compile  388.29
transformers-gpu          386.75

synthetic: these rows are made up, not measured
E

# where it reads from and writes to
run_in "$T/ten.csv" latstats --stats mean
is_out "no operand: standard input" <<E
mean
5.5
E
cp "$T/ten.csv" "$T/same.csv"
run latstats "$T/ten.csv" --stats n -- "$T/same.csv"
is_out "operands stand anywhere; -- ends options" <<E
n
20
E
run env POSIXLY_CORRECT=1 latstats "$T/ten.csv" --stats n -- "$T/same.csv"
is_out "whatever the environment says" <<E
n
20
E
run latstats -O "$T/o.csv" --stats mean "$T/ten.csv"
check "-O writes the file and nothing else" sh -c "test \"\$(cat '$T/o.csv')\" = 'mean
5.5' && test ! -s '$T/out'"
# -O replaces regular files only, and by way of a link the file that it names
printf 'old\n' >"$T/kept.csv"; chmod 600 "$T/kept.csv"; ln -s kept.csv "$T/link.csv"
run latstats -O "$T/link.csv" --stats mean "$T/ten.csv"
check "-O through a link: the link stays" test -L "$T/link.csv"
check "and its file is replaced" grep -q '^5.5$' "$T/kept.csv"
check "and keeps its mode" test "$(stat -c %a "$T/kept.csv")" = 600
ln -s new.csv "$T/ahead.csv"
run latstats -O "$T/ahead.csv" --stats mean "$T/ten.csv"
check "-O through a link to no file yet: the link stays" test -L "$T/ahead.csv"
check "and its file is made" grep -q '^5.5$' "$T/new.csv"
fails 2 "latstats: -O needs the name of a file" latstats -O '' "$T/ten.csv"
mkfifo "$T/fifo"
cat "$T/fifo" >"$T/through" & reader=$!
run latstats -O "$T/fifo" --stats mean "$T/ten.csv"
check "-O to a pipe: it is a pipe still" test -p "$T/fifo"
{ test -p "$T/fifo" && wait $reader; } || kill $reader
check "and the table went through" grep -q '^5.5$' "$T/through"
ln -s /dev/full "$T/full"
fails 2 "latstats: $T/full: cannot write: No space left on device" latstats -O "$T/full" \
	"$T/ten.csv"
check "-O to a device: it is a device still" test -c "$T/full"
fails 2 "latstats: $T: cannot create: Is a directory" latstats -O "$T" "$T/ten.csv"
run sh -c "latstats '$T/ten.csv' >/dev/full"
is_status 2 "a full disk"
is_err "a full disk is said" <<E
latstats: cannot write standard output
E
run sh -c "coldstart '$T/ten.csv' '$T/gone.csv' '$T/ten.csv' | latstats"
is_status 2 "a bad file in the middle of a pipe"
is_out "a bad file in the middle of a pipe: no table" </dev/null
run latstats --version
check "--version" grep -qx 'latstats (assay) [0-9.]*' "$T/out"
run latstats --help
is_status 0 "--help"
check "--help goes to standard output, within 80 columns" awk \
	'length > 80 { bad = 1 } END { exit bad || NR < 10 }' "$T/out"

# what is refused
fails 2 "latstats: -Q needs a quantile type from 1 to 9, not '0'" latstats -Q 0 "$T/a.csv"
write='write a share from 0 to 1 (0.999) or a percentile (p99.9)'
for q in 1.5 95 p101 1e-3 p -0.5 nan .; do
	fails 2 "latstats: '$q' is not a quantile: $write" latstats -q $q "$T/a.csv"
done
fails 2 "latstats: quantile '0.0000001' is too close to 0" latstats -q 0.0000001 "$T/a.csv"
fails 2 "latstats: -q: empty name in '0.5,'" latstats -q 0.5, "$T/a.csv"
run latstats --where backend=x --stats n -q 0.95 "$T/a.csv"
cp "$T/out" "$T/zero"
run latstats --where backend=x --stats n -q .95 "$T/a.csv"
same "a quantile without the 0 before its point" "$T/zero" "$T/out"
fails 2 "latstats: '.' is not a quantile: $write" latstats -q . "$T/a.csv"
there='n, errors, mean, mean_lo, mean_hi, sd, min, max, trimmed, mad, mad_normal, skew, ratio'
there="$there, median, pN, and these two with _lo, _hi, _cover"
for name in mode mean_cover p p_lo p95_mid n_lo; do
	fails 2 "latstats: no statistic '$name'; there are: $there" \
		latstats --stats n,$name "$T/a.csv"
done
run latstats --where 'n>100' --stats n --cell n fixtures/formats/locust/run_stats.csv
echo 197 | is_out "--where compares numbers of summaries, too"
fails 2 "latstats: --stats: 'n' is named twice" latstats --stats n,n "$T/a.csv"
fails 2 "latstats: --stats: 'p95.0' is already in the list, by another name" latstats \
	--stats p95,p95.0 "$T/a.csv"
fails 2 "latstats: --ci needs a number above 0 and below 1, not '95'" latstats --ci=95 "$T/a.csv"
fails 2 "latstats: --ci needs a number above 0 and below 1, not '0'" latstats --ci=0 "$T/a.csv"
fails 2 "latstats: --quantile-ci needs a number above 0 and below 1, not '1'" latstats \
	--quantile-ci=1 "$T/a.csv"
fails 2 "latstats: --missing needs one of error, skip, group, not 'gruop'; did you mean 'group'?" \
	latstats --missing gruop "$T/a.csv"
fails 2 "latstats: --ci-method needs one of t, z, not 'x'" latstats --ci --ci-method x "$T/a.csv"
fails 2 "latstats: --trim needs a number from 0 and below 0.5, not '0.5'" latstats --trim 0.5 \
	"$T/a.csv"
fails 2 "latstats: --trim needs a number from 0 and below 0.5, not 'ten'" latstats --trim ten \
	"$T/a.csv"
fails 2 "latstats: --skew needs one of G1, g1, b1, not 'G2'" latstats --skew=G2 "$T/a.csv"
fails 2 "latstats: --ddof needs one of 0, 1, not '2'" latstats --ddof 2 "$T/a.csv"
fails 2 "latstats: -Q has no effect, because no quantile is among the columns" latstats \
	--stats mean,median -Q 6 "$T/a.csv"
fails 2 - latstats --ci-method z "$T/a.csv" <<'E'
latstats: --ci-method has no effect, because no interval of the mean is among the columns
E
fails 2 "latstats: --quantile-ci has no effect, because no quantile is among the columns" latstats \
	--stats mean --quantile-ci "$T/a.csv"
fails 2 "latstats: --ddof has no effect, because no sd is among the columns" latstats --stats mean \
	--ddof 0 "$T/a.csv"
fails 2 "latstats: --wide scenario: no such key column" latstats -o text --wide scenario "$T/a.csv"
printf 'm,quantization,latency_ms\nm,q,1\n' >"$T/names.csv"
fails 2 "latstats: table: two columns are named 'quantization'" latstats -g dtype,quantization \
	"$T/names.csv"
