# abtest --pair: the same inputs under two groups. All data here are synthetic.
. tests/lib.sh
. tests/cells.sh

cat >"$T/p.csv" <<E
backend,scenario,index,latency_ms
a,s,0,10.1
a,s,1,5.1
a,s,2,2.2
a,s,3,0.4
a,l,0,7.3
a,l,1,8
a,l,2,9
b,l,1,8.5
b,l,0,7.2
b,s,3,0.6
b,s,2,2.0
b,s,1,5.3
b,s,0,10.3
E
run abtest -g backend --pair scenario,index "$T/p.csv"
is_status 0 "--pair"
is_err "a row without a pair is said" <<E
abtest: b against a: 1 row of a has no pair
E
# a = [10.1, 5.1, 2.2, .4, 7.3, 8], b = [10.3, 5.3, 2, .6, 7.2, 8.5], d = numpy.round(b - a, 9)
while read -r col want call; do
	check "$col: $call" near 1 "$col" "$want"
done <<E
n_base 6 rows in pairs
n_test 6 rows in pairs
pairs 6 scenario and index in both
unpaired_base 1 l,2
mean_base 5.516666666666666 numpy.mean(a)
mean_test 5.65 numpy.mean(b)
diff 0.13333333333333333 numpy.mean(d)
diff_lo -0.1293751556231346 scipy.stats.ttest_rel(b, a).confidence_interval().low
diff_hi 0.39604182228980167 scipy.stats.ttest_rel(b, a).confidence_interval().high
ratio_pairs 1.0716256880019408 scipy.stats.gmean(b / a)
ratio_pairs_lo 0.8932441410681149 exp(DescrStatsW(log(b / a)).tconfint_mean()[0]) of statsmodels
ratio_pairs_hi 1.285630168043904 exp(DescrStatsW(log(b / a)).tconfint_mean()[1]) of statsmodels
t_paired 1.3046561461068862 scipy.stats.ttest_rel(b, a).statistic
df_paired 5 scipy.stats.ttest_rel(b, a).df
p_paired 0.2488288533928869 scipy.stats.ttest_rel(b, a).pvalue
w_plus 16.5 scipy.stats.wilcoxon(d, alternative='greater').statistic
zeros 0 numpy.sum(d == 0)
p_signed_rank 0.3125 scipy.stats.wilcoxon(d, method=PermutationMethod(n_resamples=inf)).pvalue
hodges_lehmann 0.2 numpy.median of the 21 means of two of d
hodges_lehmann_lo -0.2 the least of them: 2/64 of the sign patterns lie beyond the two ends
hodges_lehmann_hi 0.5 the largest of them
E
check "no row of test is left over" test "$(cell 1 unpaired_test)" = 0
check "the method is named" test "$(cell 1 signed_rank_method)" = exact
check "no test of unpaired groups" test "$(cell 1 p_welch) $(cell 1 p_rank)" = "no column no column"
cp "$T/out" "$T/first"
{ sed 1q "$T/p.csv"; sed 1d "$T/p.csv" | sort -r; } >"$T/r.csv"
run abtest -g backend --base a --test b --pair index,scenario "$T/r.csv"
same "neither the order of rows nor that of columns changes a byte" "$T/first" "$T/out"
run abtest -g backend --pair index --stats pairs,p_signed_rank "$T/p.csv"
is_out "what tells work apart keeps pairs apart" <<E
base,test,pairs,p_signed_rank
a,b,6,0.31250000000000006
E
run abtest -g backend --pair scenario,index --stats pairs,ratio_pairs,p_signed_rank -o text \
	"$T/p.csv"
is_out "for people" <<E
no difference can be shown: b is 1.07x slower than a (mean of the ratios of the
  pairs; 95% interval 1.12x faster to 1.29x slower; 6 pairs); about 79 more
  pairs would show it, if the difference stays

pairs  ratio_pairs  p_signed_rank
    6        1.072         0.3125

base: a; test: b
b against a: 1 row of a has no pair
E
run abtest -g backend --pair scenario,index --stats p_signed_rank,hodges_lehmann,ratio_pairs \
	-o json "$T/p.csv"
rank='"p_signed_rank": "Wilcoxon, two-sided, pairs without a difference left out; exact given the'
for d in '"pair": "scenario,index"' "$rank ties: below 50 others" \
	'"ratio_pairs": "geometric mean of test/base over the pairs; interval: t on logarithms'; do
	check "JSON names the definition: $d" grep -qF "$d" "$T/out"
done

# several rows a key: by their means, one pair a key
run abtest -g backend --pair scenario "$T/p.csv"
is_err "several rows of a key are said" <<E
abtest: b against a: in 2 of 2 pairs several rows count once, by their mean
E
# scipy.stats.gmean([4.55 / 4.45, 7.85 / 8.1])
check "and make one pair, of their means" near 1 ratio_pairs 0.9954467012898741
check "of these rows" test "$(cell 1 n_base) $(cell 1 n_test) $(cell 1 pairs)" = "7 6 2"
{ cat "$T/p.csv"; echo b,l,9,5; echo b,l,8,5; echo b,l,7,5; echo b,s,0,10.5; } >"$T/more.csv"
run abtest -g backend --pair scenario,index --stats pairs,unpaired_test "$T/more.csv"
is_err "both are said" <<E
abtest: b against a: 1 row of a and 3 rows of b have no pair; in 1 of 6 pairs several rows count once, by their mean
E
sed 's/^b,l,1,8.5/b,l,1,0,error/; 1s/$/,status/; /error$/!{1!s/$/,ok/}' "$T/p.csv" >"$T/err.csv"
run abtest -g backend --pair scenario,index --stats pairs,unpaired_base,errors_test "$T/err.csv"
is_out "a row that is not ok leaves its pair" <<E
base,test,pairs,unpaired_base,errors_test
a,b,5,2,1
E

# strata
run abtest -g backend -s scenario --pair index \
	--stats n_base,pairs,unpaired_base,ratio_pairs,strata "$T/p.csv"
cut -d, -f1-7,9 "$T/out" >"$T/cut"
cat >"$T/want" <<E
kind,scenario,base,test,n_base,pairs,unpaired_base,strata
stratum,s,a,b,4,4,0,
stratum,l,a,b,2,2,1,
combined,,a,b,6,6,1,2
E
same "-s: pairs in each stratum" "$T/want" "$T/cut"
# sqrt(gmean(b[:4] / a[:4]) * gmean(b[4:] / a[4:])) by scipy.stats.gmean
check "-s: the geometric mean of the strata" near 3 ratio_pairs 1.0594358346603343

# claims: the unpaired groups overlap widely, the pairs do not
awk 'BEGIN { print "backend,input,latency_ms"; for (i = 1; i <= 8; i++) {
	print "base," i "," 10 * i; print "test," i "," 9 * i + i % 3 / 10 } }' >"$T/c.csv"
claim() { # STATUS CLAIM [ARGS...]
	want=$1; text=$2; shift 2; run abtest -g backend --base base --test test --claim "$text" \
		--stats verdict "$@" "$T/c.csv"
	is_status "$want" "claim $text $*"
}
claim 3 'test<base'
claim 0 'test<base' --pair input
claim 1 'base<test' --pair input
claim 0 'test<base by 9%' --pair input # ratio 0.904 [0.900, 0.907]
claim 3 'test<base by 9.5%' --pair input
claim 1 'test<base by 10%' --pair input
claim 0 'test<base by 2ms' --pair input # difference -4.39 [-6.43, -2.35]
claim 3 'test<base by 4ms' --pair input
claim 1 'test<base by 7ms' --pair input
claim 0 'equal within 11%' --pair input
claim 1 'equal within 5%' --pair input
claim 0 'equal within 7ms' --pair input
claim 3 'equal within 5ms' --pair input
run abtest -g backend --pair scenario,index --claim 'test<base' "$T/p.csv"
is_status 3 "a claim that pairs do not decide"
# 100 expm1((t.ppf(.975, 5) + t.ppf(.8, 5)) se of the logarithms), NumPy and scipy.stats
is_err "and what they show" <<E
abtest: b against a: 1 row of a has no pair
abtest: b against a: b is slower than a by 7.2% (mean of the ratios; 95% interval 10.7% faster to 28.6% slower; 6 pairs), where faster was claimed, which is not decided; about 79 more pairs would decide it, if the difference stays
E
run abtest -g backend --pair scenario,index --claim 'a<b by 0.01ms' --stats detectable "$T/p.csv"
# (t.ppf(.975, 5) + t.ppf(.8, 5)) std(d, ddof=1)/sqrt(6)
check "or in milliseconds" near 1 detectable 0.35668408377606975
printf 'run,backend,latency_ms\n1,base,100\n1,base,100\n2,base,104\n2,base,104\n' >"$T/aa.csv"
claim 0 'test<base by 5%' --pair input --noise "$T/aa.csv"
claim 3 'test<base by 6%' --pair input --noise "$T/aa.csv"

# several comparisons
{ cat "$T/p.csv"; sed -n 's/^a,/c,/p' "$T/p.csv" | awk -F, -v OFS=, '{ $4 += 1 + NR / 10 } 1'; \
	} >"$T/abc.csv"
run abtest -g backend --base a --pair scenario,index --adjust rank \
	--stats p_signed_rank,p_bonferroni "$T/abc.csv"
# 7 differences of one sign: 2/2^7, and twice that
check "--adjust rank: the signed ranks" near 2 p_signed_rank 0.015625
check "--adjust rank: corrected" near 2 p_bonferroni 0.03125
run abtest -g backend --base a --pair scenario,index --stats p_paired,p_bonferroni "$T/abc.csv"
check "else the paired t test" sh \
	-c "awk -F, 'NR > 1 { d = \$4 - (2 * \$3 > 1 ? 1 : 2 * \$3); if (d * d > 1e-20) exit 1 }' '$T/out'"

# claims over strata: an amount has to hold in each stratum
awk 'BEGIN { print "backend,model,i,latency_ms";
	for (i = 1; i <= 8; i++) for (m = 1; m <= 100; m += 99)
	{ print "a," m "," i "," m * (10 + i); print "b," m "," i "," m * (9 + i) + i % 3 / 10 } }' \
		>"$T/s.csv"
run abtest -g backend -s model --pair i --claim 'b<a by 0.5ms' --stats verdict "$T/s.csv"
is_status 0 "an amount over strata of pairs"
run abtest -g backend -s model --pair i --claim 'b<a by 2ms' --stats verdict "$T/s.csv"
is_out "it has to hold in each" <<E
kind,model,base,test,verdict
stratum,1,a,b,does not hold
stratum,100,a,b,holds
combined,,a,b,does not hold
E
run abtest -g backend -s model --pair i --claim 'b<a by 5%' --stats verdict "$T/s.csv"
is_status 0 "a percentage by the combined ratio"

# work
awk -F, -v OFS=, 'NR == 1 { print $0, "tokens"; next } { print $0, $1 $2 $3 == "bs1" ? 9 : 8 }' \
	"$T/p.csv" >"$T/tok.csv"
fails_keeping 3 \
	"abtest: b against a: unequal work: tokens per row: a 8.0, b 9.0 at scenario s, index 1" abtest \
	-g backend --pair scenario,index "$T/tok.csv"
run abtest -g backend --pair scenario,index --per-token --stats pairs "$T/tok.csv"
is_status 0 "--per-token compares them"
run abtest -g backend --pair scenario,index --unequal-ok --stats pairs "$T/tok.csv"
is_status 0 "and so does --unequal-ok"

# no pair at all
sed 's/^b,\(.\),/b,\1\1,/' "$T/p.csv" >"$T/none.csv"
fails_keeping 3 "abtest: b against a: no pair: no scenario is in both groups" abtest -g backend \
	--pair scenario,index "$T/none.csv"
printf 'g,x,y,latency_ms\na,1,1,5\na,2,2,6\nb,1,2,4\nb,2,1,5\n' >"$T/none.csv"
fails_keeping 3 \
	"abtest: b against a: no pair: no row of one group has the same x,y as a row of the other" abtest \
	-g g --pair x,y "$T/none.csv"
printf 'g,x,latency_ms,status\na,1,5,ok\na,2,6,ok\nb,1,4,error\n' >"$T/none.csv"
fails_keeping 3 "abtest: b against a: a group has no rows that are ok, so nothing can be compared" \
	abtest -g g --pair x --stats p_paired,ratio_pairs "$T/none.csv"
is_out "and no value" <<E
base,test,p_paired,ratio_pairs
a,b,,
E
# too little
printf 'g,x,latency_ms\na,1,5\nb,1,4\n' >"$T/one.csv"
fails_keeping 3 \
	"abtest: b against a: there is only one pair: no t and no interval can be computed" abtest -g g \
	--pair x "$T/one.csv"
printf 'g,x,latency_ms\na,1,5\nb,1,5\na,2,6\nb,2,6\n' >"$T/one.csv"
fails_keeping 3 "abtest: b against a: no pair has a difference, so nothing can be tested" abtest \
	-g g --pair x "$T/one.csv"
printf 'g,x,latency_ms\na,1,0.1\nb,1,0.3\na,2,0.7\nb,2,0.9\na,3,1.1\nb,3,1.3\n' >"$T/one.csv"
fails_keeping 3 - abtest -g g --pair x "$T/one.csv" <<'E'
abtest: b against a: the differences of all pairs are equal: no t and no interval can be computed
E
printf 'g,x,latency_ms\na,1,1\nb,1,2\na,2,2\nb,2,4\na,3,3\nb,3,6\n' >"$T/one.csv"
fails_keeping 3 - abtest -g g --pair x --claim 'test>base' "$T/one.csv" <<'E'
abtest: b against a: the ratios of all pairs are equal, so the claim has no interval
abtest: b against a: the claim cannot be decided: the ratios of all pairs are equal, so the claim has no interval
E
printf 'g,x,v\na,1,0\nb,1,2\na,2,2\nb,2,5\na,3,3\nb,3,6\n' >"$T/one.csv"
fails_keeping 3 - abtest -g g -v v --pair x --claim 'test>base' "$T/one.csv" <<'E'
abtest: b against a: some value is not above 0, so the claim has no ratios of pairs to judge
abtest: b against a: the claim cannot be decided: some value is not above 0, so the claim has no ratios of pairs to judge
E
run abtest -g g -v v --pair x --stats ratio_pairs,t_paired "$T/one.csv"
check "no ratio of a 0" test "$(cell 1 ratio_pairs)" = ''
# scipy.stats.ttest_rel([2, 5, 6], [0, 2, 3]).statistic
check "but a difference" near 1 t_paired 8

# what is refused
for o in ks 'unit index' 'margin 1' 'permutations 9' 'permute mean' 'seed 3'; do
	fails 2 "abtest: --${o%% *} has no effect with --pair" abtest -g backend --pair scenario --$o \
		"$T/p.csv"
done
fails 2 - abtest -g backend --pair scenario --adjust welch "$T/p.csv" <<'E'
abtest: --adjust: with --pair only rank is possible; without --adjust it is the paired t test
E
fails 2 "abtest: --stats: 'p_welch' needs groups without --pair" abtest -g backend --pair scenario \
	--stats p_welch "$T/p.csv"
run abtest -g backend --pair scenario --stats nothing "$T/p.csv"
there='n_base, n_test, pairs, .*, hodges_lehmann_hi, .*, refused'
check "the statistics that there are of pairs" grep -q \
	"^abtest: no statistic 'nothing'; there are: $there$" "$T/err"
check "are none of unpaired groups" sh -c "! grep -q welch '$T/err'"
fails 2 "abtest: --stats: 'p_paired' needs --pair" abtest -g backend --stats p_paired "$T/p.csv"
fails 2 "abtest: --pair: 'backend' is already a column of -g" abtest -g backend --pair backend \
	"$T/p.csv"
there='backend, scenario, index, latency_ms, run, file'
fails 2 "abtest: $T/p.csv:1: no column 'prompt'; there are: $there" \
	abtest -g backend --pair prompt "$T/p.csv"
