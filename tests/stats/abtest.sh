# abtest: pairs, statistics, strata, refusals, claims, noise, units, what is refused.
. tests/lib.sh
. tests/cells.sh

cat >"$T/s.csv" <<E
backend,latency_ms,status
a,1.1,ok
b,0.9,ok
a,2.2,ok
a,0,oom
a,3.5,ok
b,6.3,ok
b,4.1,ok
b,5.2,ok
E
run abtest -g backend --ks --margin 1 "$T/s.csv"
is_status 0 "two groups"
# scipy.stats with a = [1.1, 2.2, 3.5], b = [.9, 4.1, 5.2, 6.3]; where no call stands, arithmetic of
# those
while read -r col want call; do
	check "$col: $call" near 1 "$col" "$want"
done <<E
n_base 3 values that are ok
n_test 4 values that are ok
errors_base 1 rows that are not
errors_test 0 rows that are not
mean_base 2.2666666666666666 numpy.mean(a)
mean_test 4.125 numpy.mean(b)
median_base 2.2 numpy.median(a)
median_test 4.65 numpy.median(b)
sd_base 1.2013880860626733 numpy.std(a, ddof=1)
diff 1.8583333333333334 4.125 - 2.26666
diff_lo -1.7122862514195192 ttest_ind(b, a, equal_var=False).confidence_interval().low
diff_hi 5.4289529180861855 ttest_ind(b, a, equal_var=False).confidence_interval().high
change_pct 81.98529411764707 100 (4.125/2.26666 - 1)
reduction_pct -81.98529411764707 its negative
median_change_pct 111.36363636363636 100 (4.65/2.2 - 1)
sd_change_pct 93.94708928238273 numpy.std of both
p90_change_pct 84.25925925925924 numpy.percentile of both
t_welch 1.3705765066988016 ttest_ind(b, a, equal_var=False)
df_welch 4.630938801190347 the same
p_welch 0.23319939613424584 the same
log10_p_welch -0.632272578509525 log10 of that
t_student 1.2424873424698384 ttest_ind(b, a)
df_student 5 the same
p_student 0.2691497367836591 the same
u 9 mannwhitneyu(b, a).statistic
p_rank 0.4 mannwhitneyu(b, a, method='exact').pvalue
cliff_delta 0.5 2 9/12 - 1
ks 0.75 ks_2samp(a, b).statistic
p_ks 0.22857142857142862 ks_2samp(a, b).pvalue
t_lower 2.108106465460488 statsmodels ttost_ind(-1, 1, usevar='unequal')
p_lower 0.046631294307942606 the same
t_upper 0.6330465479371143 the same
p_upper 0.7216833752223575 the same
p_tost 0.7216833752223575 the same
ratio_mean 1.8198529411764706 4.125/2.26666
ratio_median 2.1136363636363638 4.65/2.2
E
check "names of the methods" test "$(cell 1 rank_method) $(cell 1 ks_method)" = 'exact exact'
check "a ratio that base may make infinite has no upper end" test "$(cell 1 ratio_mean_hi)" = ''
# all 35 divisions: 9/35 = 0.2571 are as far
check "the permutation p is within 4 of its standard errors of the exact 9/35" \
	awk -v p="$(cell 1 p_permutation)" -v s="$(cell 1 p_permutation_se)" \
	'BEGIN { d = p - 9 / 35; exit !(s > 0 && d < 4 * s && d > -4 * s) }'
cp "$T/out" "$T/first"
{ echo backend,latency_ms,status; sed 1d "$T/s.csv" | sort -r; } >"$T/r.csv"
run abtest -g backend --base a --test b --ks --margin 1 "$T/r.csv"
same "the order of the rows changes no byte" "$T/first" "$T/out"
run abtest -g backend --base b --test a --margin 1 --stats diff,t_welch,cliff_delta,d,p_upper \
	"$T/s.csv"
check "base and test swapped: signs turn" near 1 diff -1.8583333333333334
check "base and test swapped: and the two one-sided tests" near 1 p_upper 0.046631294307942606
run abtest -g backend -o text "$T/s.csv"
is_out "for people: a choice of columns, the names once" <<E
no difference can be shown: b is 1.82x slower than a (mean; 95% interval 5.06x
  faster to no end; 3 and 4 samples); rows that are not ok: 1 and 0

n_base               3
n_test               4
errors_base          1
errors_test          0
mean_base            2.267
mean_test            4.125
median_base          2.2
median_test          4.650
change_pct           81.99
ratio_mean           1.820
ratio_mean_lo..hi    [0.1976, -]
ratio_median         2.114
ratio_median_lo..hi  -
p_welch              0.2332
p_rank               0.4000
cliff_delta          0.5
d                    0.9490

base: a; test: b
E
run abtest -g backend --seed 2 --permutations 99 --permute median --stats p_permutation -o json \
	"$T/s.csv"
drawn='difference of medians, 99 permutations, seed 2, xoshiro256**; (1+k)/(1+B)'
check "JSON says how permutations were drawn" grep -qF "\"p_permutation\": \"$drawn\"" "$T/out"

# scipy.stats.mannwhitneyu([4, 5, 5], [1, 2, 2],
# method=PermutationMethod(n_resamples=math.inf)).pvalue;
# the normal distribution says 0.072
printf 'g,latency_ms\na,1\na,2\na,2\nb,4\nb,5\nb,5\n' >"$T/tied.csv"
run abtest -g g --stats p_rank,rank_method "$T/tied.csv"
check "3 + 3 values with ties: p is 0.1" near 1 p_rank 0.1
check "and exact" test "$(cell 1 rank_method)" = exact

# several pairs
cat >"$T/three.csv" <<E
backend,latency_ms
x,1
x,2
x,3
x,4
y,3
y,4
y,5
y,6
z,8
z,9
z,11
z,10
E
run abtest -g backend \
	--stats p_welch,tests,rank,p_holm,p_bonferroni,p_bh,holm_alpha,bonferroni_alpha "$T/three.csv"
# statsmodels multipletests of the three ttest_ind(..., equal_var=False).pvalue: holm, bonferroni,
# fdr_bh
while read -r row col want; do
	check "all pairs, corrected for being three: row $row, $col" near "$row" "$col" "$want"
done <<E
1 p_welch 0.07098765432098758
2 p_welch 0.0002571978168251655
3 p_welch 0.0015474212145409388
1 p_holm 0.07098765432098758
2 p_holm 0.0007715934504754964
3 p_holm 0.0030948424290818777
1 p_bonferroni 0.21296296296296274
2 p_bonferroni 0.0007715934504754964
3 p_bonferroni 0.004642263643622816
1 p_bh 0.07098765432098758
2 p_bh 0.0007715934504754964
3 p_bh 0.0023211318218114086
1 rank 3
2 rank 1
3 rank 2
2 tests 3
1 holm_alpha 0.05
2 holm_alpha 0.016666666666666666
3 holm_alpha 0.025
1 bonferroni_alpha 0.016666666666666666
E
run abtest -g backend --base y --stats n_base "$T/three.csv"
is_out "--base alone: each other group against it" <<E
base,test,n_base
y,x,4
y,z,4
E
run abtest -g backend --test y --stats n_base "$T/three.csv"
is_out "--test alone: it against each other group" <<E
base,test,n_base
x,y,4
z,y,4
E
run abtest -g backend --adjust rank --stats p_rank,p_bonferroni "$T/three.csv"
# mannwhitneyu(z, x, method='exact').pvalue, and three times that
check "--adjust rank: p" near 2 p_rank 0.02857142857142857
check "--adjust rank: corrected" near 2 p_bonferroni 0.08571428571428572

# p below 1e-300
awk 'BEGIN { print "backend,latency_ms"; for (i = 0; i < 900; i++) { print "a," 10 + i % 7 / 10;
	print "b," 30 + i % 9 / 10 } }' >"$T/far.csv"
run abtest -g backend --stats p_student,log10_p_student -o text "$T/far.csv"
check "people see a bound" grep -qE '^ *<1e-300 +-[0-9]+' "$T/out"
run abtest -g backend --stats p_student,log10_p_student "$T/far.csv"
check "CSV has the nearest double" test "$(cell 1 p_student)" = 0
# mpmath: log10(betainc(899, 1/2, 0, 1798/(1798+t^2), regularized=True)), t from ttest_ind(b, a)
check "and the decimal logarithm" near 1 log10_p_student -2948.363048538170

# strata
awk 'BEGIN { print "backend,model,latency_ms"
	for (i = 0; i < 12; i++) { print "a,small," 1 + i % 5 / 10; print "b,small," 0.8 + i % 4 / 10;
	print "a,big," 100 + i % 7; print "b,big," 90 + i % 5 } }' >"$T/strata.csv"
run abtest -g backend -s model --stats n_base,ratio_mean,p_welch,strata,p_elteren,z_elteren \
	"$T/strata.csv"
is_status 0 "-s"
cut -d, -f1-5 "$T/out" >"$T/keys"
cat >"$T/want" <<E
kind,model,base,test,n_base
stratum,small,a,b,12
stratum,big,a,b,12
combined,,a,b,24
E
same "-s: a row a stratum and one that combines them, told apart by kind" "$T/want" "$T/keys"
# numpy: sqrt(r1 r2) of the ratios of means
check "-s: the geometric mean of the ratios" near 3 ratio_mean 0.8503691618505742
# scipy.stats.rankdata in each stratum, weight 1/(N+1), permutation variance
check "-s: van Elteren's test" near 3 z_elteren -5.1990364504708415
run abtest -g backend -s model --stats ratio_median,ratio_median_lo,ratio_median_hi "$T/strata.csv"
# Python: sqrt of the product of the ratios of statistics.median; z by scipy.stats.binom.cdf and
# norm.isf as Price and Bonett (2002) have it, a quarter of the sum of the variances of the strata
check "-s: the geometric mean of the ratios of medians" near 3 ratio_median 0.8587396125504567
check "-s: its interval" near 3 ratio_median_lo 0.7783544752151303
check "-s: its upper end" near 3 ratio_median_hi 0.94742658473119
run abtest -g backend -s model -o text --stats n_base,ratio_mean "$T/strata.csv"
is_out "-s for people" <<E
b is 1.16x faster than a (medians of the strata; 95% interval 1.06x to 1.28x; 24
  and 24 samples)

kind      model  n_base  ratio_mean
stratum   small      12      0.8085
stratum   big        12      0.8944
combined  -          24      0.8504

base: a; test: b
E

run abtest -g backend -o text --stats n_base "$T/strata.csv"
is_out "models that are pooled are said to be" <<E
no difference can be shown: b is 1.11x faster than a (median; 95% interval 25.6x
  slower to 31.7x faster; 24 and 24 samples); no practical number of samples
  would show it, if the difference stays

n_base
    24

base: a; test: b
2 models are pooled; -s model would compare within each
E

# claims: means 10.5 and 9.5, se 0.080, df 78
awk 'BEGIN { print "backend,latency_ms"; for (i = 0; i < 40; i++) { print "base," 10 + i % 5 / 4;
	print "test," 9 + i % 5 / 4 } }' >"$T/c.csv"
claim() { # STATUS CLAIM [ARGS...]
	want=$1; text=$2; shift 2; run abtest -g backend --base base --test test --claim "$text" \
		--stats verdict "$@" "$T/c.csv"
	is_status "$want" "claim $text $(echo "$*" | sed "s|$T/||")"
}
claim 0 'test<base'
claim 1 'test>base'
claim 1 'base<test'
claim 0 'base>test'
claim 0 'test<base by 5%'
claim 3 'test<base by 9%'
claim 1 'test<base by 20%'
claim 0 'test<base by 0.5ms'
claim 0 'test<base by 500us'
claim 3 'test<base by 1'
claim 1 'test<base by 2ms'
claim 0 'base>test by 5%'
claim 0 'equal within 2ms'
claim 3 'equal within 1ms'
claim 1 'equal within 0.5ms'
claim 0 'test=base within 15%'
claim 1 'test = base within 1%'
# t of mean(test) - 0.92 mean(base) is -2.08: beyond 1.99 at 95%, within 2.64 at 99%
claim 0 'test<base by 8%'
claim 3 'test<base by 8%' --level 0.99
run abtest -g backend --claim 'base<test' "$T/c.csv"
is_err "a claim that does not hold is said" <<E
abtest: base against test: base is slower than test by 10.5% (mean; 95% interval 8.8% to 12.3%; 40 and 40 samples), where faster was claimed, which is refuted
E
run abtest -g backend --base base --claim 'test<base by 9%' "$T/c.csv"
# scipy: (t.ppf(.975, df) + t.ppf(.8, df)) se = 0.2172, se and df of mean(test) - .91 mean(base)
is_err "an open claim says what is known" <<E
abtest: test against base: test is faster than base by 9.5% (mean; 95% interval 8.1% to 11.0%; 40 and 40 samples), which is not shown to be more than the 9% that was claimed; about 590 more samples of each would decide it, if the difference stays
E
run abtest -g backend --claim 'test<base' -o text --stats verdict "$T/c.csv"
is_out "the verdict is under the table, too" <<E
test is faster than base by 9.5% (mean; 95% interval 8.1% to 11.0%; 40 and 40
  samples), which is shown

verdict
holds

base: base; test: test
claim 'test<base': holds
E
run abtest -g backend --claim 'z<x' --stats verdict "$T/three.csv"
is_status 1 "a claim that names groups picks its pair"
is_out "a claim that names groups picks its pair: the row" <<E
base,test,verdict
x,z,does not hold
E
run abtest -g backend --base x --claim 'test>base' --stats verdict "$T/three.csv"
is_status 3 "a claim of several pairs must hold for each"
run abtest -g backend -s model --base a --test b --claim 'test<base by 5%' --stats verdict \
	"$T/strata.csv"
is_status 0 "a claim over strata is judged by the combined ratio"
run abtest -g backend -s model --base a --test b --claim 'test<base by 5ms' --stats verdict \
	"$T/strata.csv"
is_status 1 "an amount over strata has to hold in each"
is_out "an amount over strata: the verdicts" <<E
kind,model,base,test,verdict
stratum,small,a,b,does not hold
stratum,big,a,b,holds
combined,,a,b,does not hold
E

# names that hold the signs and words of a claim
awk 'BEGIN { print "g,latency_ms"; n = split("batch=8|batch=16|2 by 4|a<b|all within 3", name, "|")
	for (i = 0; i < 9; i++) for (g = 1; g <= n; g++) print name[g] "," 10 * g + i % 3 }' \
	>"$T/names.csv"
named() { run abtest -g g --claim "$2" --stats mean_base,mean_test,verdict "$T/names.csv"; \
	is_status "$1" "claim $2"
	tail -n 1 "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"; is_out "its pair"; }
echo 'batch=16,batch=8,21,11,holds' | named 0 'batch=8<batch=16'
echo 'batch=16,batch=8,21,11,does not hold' | named 1 'batch=8=batch=16 within 5%'
echo 'batch=16,batch=8,21,11,holds' | named 0 'batch=8 = batch=16 within 12ms'
echo '2 by 4,batch=8,31,11,holds' | named 0 'batch=8<2 by 4'
echo '2 by 4,batch=8,31,11,holds' | named 0 'batch=8<2 by 4 by 15ms'
echo 'batch=8,2 by 4,11,31,does not hold' | named 1 '2 by 4<batch=8'
echo 'a<b,2 by 4,41,31,holds' | named 0 '2 by 4<a<b'
echo '2 by 4,a<b,31,41,does not hold' | named 1 'a<b<2 by 4'
echo 'a<b,all within 3,41,51,holds' | named 0 'all within 3>a<b'
fails 2 - abtest -g g --claim 'batch=9=batch=8 within 5%' "$T/names.csv" <<'E'
abtest: --claim: no group 'batch'; did you mean 'batch=8'? there are: batch=8, batch=16, 2 by 4, a<b, all within 3
E
fails 2 "abtest: --claim: 'x' is not an amount such as 1ms or 5%" abtest -g g \
	--claim 'batch=8<batch=16 by x' "$T/names.csv"

# noise: an A/A run whose runs differ by 4%
printf 'run,backend,latency_ms\n1,base,10\n1,base,10\n2,base,10.4\n2,base,10.4\n' >"$T/aa.csv"
claim 3 'test<base by 5%' --noise "$T/aa.csv"
claim 0 'test<base' --noise "$T/aa.csv"
claim 0 'test<base by 3%' --noise "$T/aa.csv"
claim 1 'test>base' --noise "$T/aa.csv"
claim 0 'equal within 12%'
claim 3 'equal within 12%' --noise "$T/aa.csv"
claim 0 'equal within 15%' --noise "$T/aa.csv"
claim 3 'equal within 7%' --noise "$T/aa.csv"
run abtest -g backend --noise "$T/aa.csv" --claim 'test<base' \
	--stats change_pct,noise_pct,beyond_noise_pct "$T/c.csv"
check "the noise floor is the largest difference of its runs" near 1 noise_pct 4
check "and is taken from the change" near 1 beyond_noise_pct 5.523809523809524

# what is judged has its noise measured, on runs that did the same
cat >"$T/ab.csv" <<E
run,backend,scenario,latency_ms
1,a,s,10
1,a,s,11
1,a,t,40
1,a,t,41
1,b,s,5
1,b,s,6
1,b,t,20
1,b,t,21
E
printf 'run,scenario,latency_ms\n1,s,10\n2,s,10.1\n' >"$T/some.csv"
fails 2 "abtest: $T/some.csv: --noise: the file has no two runs of t" abtest -g backend \
	-s scenario --claim 'b<a' --noise "$T/some.csv" "$T/ab.csv"
{ cat "$T/some.csv"; echo 1,t,40; } >"$T/x.csv"
work="$T/x.csv: --noise: 2 did not do the same work as 1"
fails 2 "abtest: $work: strata that only one of the groups has: only 1 has scenario t" \
	abtest -g backend -s scenario --claim 'b<a' --noise "$T/x.csv" "$T/ab.csv"
{ cat "$T/some.csv"; printf '1,t,40\n2,t,40.8\n'; } >"$T/x.csv"
run abtest -g backend -s scenario --claim 'b<a' --noise "$T/x.csv" --stats noise_pct "$T/ab.csv"
is_status 0 "the noise of each stratum"
check "the floor is that of the noisiest" near 1 noise_pct 2
{ cat "$T/x.csv"; printf '1,s,10\n1,t,40\n2,t,40\n2,t,40\n'; } >"$T/y.csv"
fails 2 - abtest -g backend --claim 'b<a' --noise "$T/y.csv" "$T/ab.csv" <<E
abtest: $T/y.csv: --noise: 2 did not do the same work as 1: the groups have different shares of scenario; -s scenario compares within each
E
run abtest -g backend --claim 'b<a' --unequal-ok --noise "$T/y.csv" --stats noise_pct "$T/ab.csv"
check "unless it is said to be fine" near 1 noise_pct 30.9
printf 'run,tokens,latency_ms\n1,9,10\n2,8,9\n' >"$T/x.csv"
fails 2 "abtest: $work: unequal work: tokens per row: 1 9.0, 2 8.0" \
	abtest -g backend --claim 'b<a' --noise "$T/x.csv" "$T/ab.csv"

# a percentage of a mean that is not above 0
printf 'g,x_ms\na,-10\na,-11\na,-12\nb,-10\nb,-11\nb,-12.5\n' >"$T/below.csv"
run abtest -g g -v x_ms --margin 50% --stats diff,reduction_pct,t_lower,p_lower,p_upper,p_tost \
	"$T/below.csv"
is_out "a margin in percent of a mean below 0" <<E
base,test,diff,reduction_pct,t_lower,p_lower,p_upper,p_tost
a,b,-0.16666666666666666,,,,,
E
run abtest -g g -v x_ms --margin 5ms --stats p_tost "$T/below.csv"
check "an amount is one, though" grep -q '^a,b,0.00' "$T/out"
printf 'g,x_ms\na,10\na,11\nb,11\nb,10\n' >"$T/x.csv"
run abtest -g g -v x_ms --stats change_pct,reduction_pct,median_reduction_pct "$T/x.csv"
check "no change is no -0" grep -qx 'a,b,0,0,0' "$T/out"

# what no double holds is not available, and the rest is
printf '%s\n' g,m,latency_ms a,m,1e-300 a,m,2e-300 b,m,1e300 b,m,1.5e300 a,n,1 a,n,2 b,n,2 b,n,3 \
	>"$T/far.csv"
run abtest -g g -s m --stats n_base,ratio_mean,change_pct,ratio_median "$T/far.csv"
is_status 0 "ratios over 1e308"
is_out "are not available; their geometric mean with others is" <<E
kind,m,base,test,n_base,ratio_mean,change_pct,ratio_median
stratum,m,a,b,2,,,
stratum,n,a,b,2,1.6666666666666667,66.66666666666666,1.6666666666666667
combined,,a,b,4,1.178511301977573e300,1.1785113019775729e302,
E
fails 2 - abtest -g g -s m --claim 'a<b' --unequal-ok --noise "$T/far.csv" "$T/far.csv" <<E
abtest: $T/far.csv: --noise: the largest difference of its runs is too large for a number
E

# units
printf '%s\n' backend,run,latency_ms a,1,1 a,1,3 a,2,4 a,2,4 a,3,9 b,1,10 b,2,11 b,2,13 b,3,17 \
	>"$T/unit.csv"
run abtest -g backend --unit run --stats n_base,n_test,mean_base,mean_test,p_welch "$T/unit.csv"
check "--unit: n is the number of its values" test "$(cut -d, -f1-6 "$T/out" | tail -n 1)" \
	= a,b,3,3,5,13
# scipy.stats.ttest_ind([10, 12, 17], [2, 4, 9], equal_var=False).pvalue
check "--unit: the means of its values are what is compared" near 1 p_welch 0.05312578156291704

# what there is too little of
printf 'backend,latency_ms\na,1.1\nb,0.9\nb,4.1\nb,5.2\nb,6.3\n' >"$T/one.csv"
fails_keeping 3 \
	"abtest: b against a: a group has only one value: no Welch test and no interval can be computed" \
	abtest -g backend "$T/one.csv"
printf 'backend,latency_ms\na,1\na,1\nb,2\nb,2\nb,2\n' >"$T/flat.csv"
equal='the values within each group are equal: no t, d or interval can be computed'
fails_keeping 3 "abtest: b against a: $equal" abtest -g backend "$T/flat.csv"
fails_keeping 3 "abtest: a against b: $equal
abtest: a against b: the claim cannot be decided: $equal" \
	abtest -g backend --claim 'a<b' "$T/flat.csv"
printf 'backend,latency_ms\na,1\na,1\nb,1\nb,1\nb,1\n' >"$T/equal.csv"
fails_keeping 3 "abtest: b against a: all values are equal, so nothing can be tested" abtest \
	-g backend "$T/equal.csv"
printf 'backend,latency_ms,status\na,1,ok\na,2,ok\nb,0,error\n' >"$T/err.csv"
fails_keeping 3 "abtest: b against a: a group has no rows that are ok, so nothing can be compared" \
	abtest -g backend "$T/err.csv"
printf 'backend,latency_ms\na,0\na,0\nb,1\nb,2\n' >"$T/zero.csv"
run abtest -g backend --stats change_pct,ratio_mean,t_welch "$T/zero.csv"
is_out "a base of 0 has no percentage and no ratio" <<E
base,test,change_pct,ratio_mean,t_welch
a,b,,,3
E
printf 'backend,latency_ms,synthetic\na,1,true\na,2,true\nb,1,true\nb,3,true\n' >"$T/made.csv"
run abtest -g backend --stats n_base "$T/made.csv"
is_out "synthetic rows show" <<E
base,test,n_base,synthetic
a,b,2,1
E

# what is refused
fails 2 - abtest "$T/s.csv" <<'E'
abtest: -g COLUMN is needed, to say what is compared; possible columns: backend (2 values)
E
fails 2 "abtest: -g COLUMN is needed, to say what is compared" abtest
fails 2 "abtest: there is only one group, a; two are needed" abtest -g backend --where backend=a \
	"$T/s.csv"
awk 'BEGIN { print "backend,latency_ms"; for (i = 0; i < 300; i++) print "g" i ",1" }' \
	>"$T/many.csv"
fails 2 "abtest: 300 groups make more than 20000 pairs; name --base or --test" abtest -g backend \
	"$T/many.csv"
printf 'backend,model,latency_ms\na,m,1\na,k,1.1\na,l,1.3\na,n,2\na,o,2\nb,m,1.9\nb,m,2\n' \
	>"$T/five.csv"
fails_keeping 3 - abtest -g backend "$T/five.csv" <<'E'
abtest: b against a: strata that only one of the groups has: only a has model k, l, n and 1 more
E
fails 2 "abtest: --base: no group 'c'; there are: a, b" abtest -g backend --base c "$T/s.csv"
fails 2 "abtest: --test: no group 'c'; there are: a, b" abtest -g backend --test c "$T/s.csv"
fails 2 "abtest: --base and --test are the same group" abtest -g backend --base a --test a \
	"$T/s.csv"
fails 2 "abtest: --base: no group 'A'; did you mean 'a'? there are: a, b" abtest -g backend \
	--base A "$T/s.csv"
fails 2 "abtest: --claim: no group 'c'; there are: a, b" abtest -g backend --claim 'c<a' "$T/s.csv"
fails 2 "abtest: --claim: 'z<y' is not about the groups of --base and --test" abtest -g backend \
	--base x --test y --claim 'z<y' "$T/three.csv"
fails 2 "abtest: --claim: 'x<base' names a group and a role; name two groups, or test and base" \
	abtest -g backend --claim 'x<base' "$T/three.csv"
forms="'test<base by 10%', 'p99: test <= base + 5%' or 'equal within 1ms'"
for c in faster 'a<' '<b' 'a<a' 'equal' 'same within 1ms' ''; do
	fails 2 "abtest: --claim: '$c' is not a claim; write $forms" \
		abtest -g backend --claim "$c" "$T/s.csv"
done
fails 2 "abtest: --claim: '0' is not above 0" abtest -g backend --claim 'equal within 0' "$T/s.csv"
fails 2 "abtest: --claim: '100%' is not below 100%" abtest -g backend --claim 'a<b by 100%' \
	"$T/s.csv"
fails 2 "abtest: --claim: '' is not an amount such as 1ms or 5%" abtest -g backend \
	--claim 'equal within ' "$T/s.csv"
fails 2 "abtest: --margin: '0' is not above 0" abtest -g backend --margin 0 "$T/s.csv"
fails 2 "abtest: --margin: '-1ms' is not above 0" abtest -g backend --margin -1ms "$T/s.csv"
fails 2 "abtest: --margin: '1kg' is not an amount such as 1ms or 5%" abtest -g backend \
	--margin 1kg "$T/s.csv"
fails 2 "abtest: --margin: 'nan' is not an amount such as 1ms or 5%" abtest -g backend \
	--margin nan "$T/s.csv"
fails 2 "abtest: -v takes one column" abtest -g backend -v latency_ms,event_ms "$T/s.csv"
fails 2 "abtest: -s: 'backend' is already a column of -g" abtest -g backend -s backend "$T/s.csv"
fails 2 "abtest: --noise has no effect without --claim" abtest -g backend --noise "$T/aa.csv" \
	"$T/c.csv"
head -n 3 "$T/aa.csv" >"$T/a1.csv"
fails 2 - abtest -g backend --claim 'test<base' --noise "$T/a1.csv" "$T/c.csv" <<E
abtest: $T/a1.csv: --noise: the file has no two runs of the same thing (told apart by --unit, -g, run or file)
E
fails 2 "abtest: --noise needs a file, not standard input" abtest -g backend --claim 'test<base' \
	--noise - "$T/c.csv"
printf 'backend,tokens,latency_ms\na,0,1\nb,1,1\n' >"$T/t0.csv"
fails 2 "abtest: --per-token: a row of group a has 0 tokens" abtest -g backend \
	--per-token "$T/t0.csv"
there='backend, latency_ms, status, run, file, index'
fails 2 "abtest: $T/s.csv:1: no column 'tokens'; there are: $there" \
	abtest -g backend --per-token "$T/s.csv"
fails 2 "abtest: $T/s.csv:1: no column 'mode'; there are: $there" \
	abtest -g backend -s mode "$T/s.csv"
fails 2 "abtest: --level needs a number above 0.5 and below 1, not '95'" abtest -g backend \
	--level 95 "$T/s.csv"
fails 2 "abtest: --permutations needs a whole number from 0 to 10000000, not '-1'" abtest \
	-g backend --permutations -1 "$T/s.csv"
fails 2 "abtest: --permute needs one of mean, median, not 'mode'" abtest -g backend --permute mode \
	"$T/s.csv"
fails 2 "abtest: --adjust needs one of welch, student, rank, permutation, not 'z'" abtest \
	-g backend --adjust z "$T/s.csv"
fails 2 "abtest: --adjust permutation has no effect without permutations" abtest -g backend \
	--adjust permutation --permutations 0 "$T/s.csv"
fails 2 "abtest: --stats: 'p_ks' needs --ks" abtest -g backend --stats p_ks "$T/s.csv"
fails 2 "abtest: --stats: 'p_tost' needs --margin" abtest -g backend --stats p_tost "$T/s.csv"
run abtest -g backend --stats nothing "$T/s.csv"
is_status 2 "a statistic that is none"
check "and the message lists what there is" grep \
	-q "^abtest: no statistic 'nothing'; there are: n_base, n_test, .*, refused$" "$T/err"
run sh -c "abtest -g backend '$T/s.csv' >/dev/full"
is_status 2 "a full disk"
run sh -c "cat '$T/s.csv' | abtest -g backend --stats n_base -- - | cut -d, -f3 | tail -n 1"
is_out "standard input" <<E
3
E
run abtest --version
check "--version" grep -qx 'abtest (assay) [0-9.]*' "$T/out"
run abtest --help
is_status 0 "--help"
check "--help goes to standard output, within 80 columns" awk \
	'length > 80 { bad = 1 } END { exit bad || NR < 10 }' "$T/out"

# the archive: published values that SciPy reproduces
if have_data; then
	P3=$DATA/TR126/phase3/20260222_231929
	run abtest -g backend --unequal-ok --base ollama --test transformers-gpu-compile --margin 1ms \
		--where model=models/qwen2.5-1.5b "$P3/prefill/metrics.csv"
	# statsmodels ttost_ind(-1, 1, usevar='unequal')
	check "TR126 9.2: df of the equivalence test, published 146.7" sh \
		-c "case $(cell 1 df_welch) in 146.66*) ;; *) exit 1 ;; esac"
	check "TR126 9.2: its p, published 0.00096" sh \
		-c "case $(cell 1 p_tost) in 0.00096*) ;; *) exit 1 ;; esac"
	run abtest -g backend "$P3/prefill/metrics.csv"
	is_status 3 "TR126 9.5: pairs that pool other models and other numbers of tokens"
	run abtest -g backend -s mode --unequal-ok --adjust student --stats p_student,rank \
		"$P3/prefill/metrics.csv" "$P3/kv_decode/metrics.csv" "$P3/e2e_kv/metrics.csv"
	# scipy.stats.ttest_ind of kv_decode, ollama and transformers-gpu: 2.55e-209
	check "TR126 9.5: p and rank of kv_decode, published 2.55e-209 and 1" grep \
		-q '^stratum,kv_decode,transformers-gpu,ollama,2\.55.*e-209,1$' "$T/out"
	run abtest -g backend --common --per-token --base ollama --test transformers-gpu \
		"$P3/kv_decode/metrics.csv"
	# pandas: latency_ms/tokens row by row, models in common: 5.11
	check "TR126 10.4: a token takes 5.11 times as long, not 7.1" sh \
		-c "case $(cell 1 ratio_mean) in 5.11*) ;; *) exit 1 ;; esac"
else
	no_data "TR126: sections 9.2, 9.5, 10.4"
fi

# all pairs of 20 groups of 10,000, 999 permutations a pair: under 8 s on two cores.
# Pairs are handed out one by one, so that two cores take half the processor time.
if [ -n "${SLOW:-}" ]; then
	skip "all pairs of 20 groups of 10,000 under 8 s" "SLOW"
else
	awk 'BEGIN { x = 7; print "backend,latency_ms"
		for (g = 0; g < 20; g++) for (i = 0; i < 10000; i++) {
			for (s = k = 0; k < 4; k++) { x = (x * 16807) % 2147483647; s += x / 2147483647 }
			print "g" g "," exp(3 + g / 500 + s - 2) } }' >"$T/twenty.csv"
	run_timed abtest -g backend "$T/twenty.csv"; cp "$T/out" "$T/twenty"
	echo "# note: all pairs of 20 groups of 10,000: $seconds s of processor time," \
		"half of it on two cores"
	check "all pairs of 20 groups of 10,000 in under 8 s on two cores" awk -v s="$seconds" \
		'BEGIN { exit !(s > 0 && s / 2 < 8) }'
	check "all 190 pairs" test "$(wc -l <"$T/twenty")" -eq 191
	if command -v taskset >/dev/null; then
		taskset -c 0 abtest -g backend "$T/twenty.csv" >"$T/out"
		same "one processor or several: the same bytes" "$T/twenty" "$T/out"
	else
		skip "one processor or several: the same bytes" "no taskset"
	fi
fi
