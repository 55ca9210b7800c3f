# abtest: groups that did not do equal work.
. tests/lib.sh
. tests/cells.sh

# equal work
cat >"$T/tok.csv" <<E
backend,tokens,latency_ms
a,10,1
a,10,1.1
a,10,1.3
b,20,1.9
b,20,2
b,20,2.2
E
run abtest -g backend \
	--stats n_base,mean_base,diff,ratio_mean,ratio_mean_lo,p_welch,p_rank,d,refused "$T/tok.csv"
is_status 3 "unequal work is refused"
is_err "unequal work is said" <<E
abtest: b against a: unequal work: tokens per row: a 10.0, b 20.0
E
is_out "unequal work: what describes, and no p, CI or ratio" <<E
base,test,n_base,mean_base,diff,ratio_mean,ratio_mean_lo,p_welch,p_rank,d,refused
a,b,3,1.1333333333333333,,,,,,,"unequal work: tokens per row: a 10.0, b 20.0"
E
run abtest -g backend -o text --stats n_base,p_welch "$T/tok.csv"
is_out "unequal work, for people: a note under the table" <<E
not compared: unequal work: tokens per row: a 10.0, b 20.0

n_base  p_welch
     3        -

base: a; test: b
b against a: unequal work: tokens per row: a 10.0, b 20.0
E
run abtest -g backend --claim 'a<b' --stats verdict "$T/tok.csv"
is_status 3 "no claim is judged over unequal work"
run abtest -g backend --per-token --stats mean_base,p_welch "$T/tok.csv"
is_status 0 "--per-token"
# numpy.mean([.1, .11, .13]); scipy.stats.ttest_ind([.095, .1, .11], [.1, .11, .13],
# equal_var=False).pvalue
check "--per-token: mean" near 1 mean_base 0.11333333333333334
check "--per-token: p" near 1 p_welch 0.3234776095116954
run abtest -g backend --unequal-ok --stats mean_base,mean_test "$T/tok.csv"
is_status 0 "--unequal-ok"
printf 'backend,tokens,latency_ms\na,10,1\na,20,1.1\na,10,1.3\nb,20,1.9\nb,10,2\nb,20,2.2\n' \
	>"$T/mix.csv"
fails_keeping 3 "abtest: b against a: unequal work: tokens per row: a 13.3, b 16.7" abtest \
	-g backend "$T/mix.csv"
printf '%s\n' backend,tokens,latency_ms a,10,1 a,20,1.1 a,10,1.3 a,20,2 b,20,1.9 b,10,2 b,20,2.2 \
	>"$T/lost.csv"
run abtest -g backend "$T/lost.csv"
is_status 0 "a group that lost one row did the same work"
printf '%s\n' backend,tokens,scenario,latency_ms a,10,s,1 a,10,s,2 a,20,t,3 a,20,t,4 \
	b,20,s,1 b,20,s,2 b,10,t,3 b,10,t,4 >"$T/cross.csv"
uneven='abtest: b against a: unequal work: tokens per row:'
fails_keeping 3 "$uneven a 10.0, b 20.0 at scenario s (2 of 2 strata differ)" \
	abtest -g backend "$T/cross.csv"
printf 'backend,tokens,latency_ms\na,10,1\na,30,2\nb,20,1\nb,20,2\n' >"$T/mean.csv"
fails_keeping 3 "$uneven a 20.0, b 20.0 on average, but in different counts" \
	abtest -g backend "$T/mean.csv"
printf 'backend,tokens,latency_ms\na,10,1\na,10,2\nb,,1\nb,,2\n' >"$T/half.csv"
fails_keeping 3 "abtest: b against a: unequal work: tokens per row: a 10.0, b none recorded" \
	abtest -g backend "$T/half.csv"

printf 'backend,model,latency_ms\na,m,1\na,m,1.1\na,k,1.3\na,k,2\nb,m,1.9\nb,m,2\n' >"$T/lone.csv"
fails_keeping 3 "abtest: b against a: strata that only one of the groups has: only a has model k" \
	abtest -g backend "$T/lone.csv"
run abtest -g backend -s model --stats ratio_mean,p_welch,p_elteren "$T/lone.csv"
is_status 3 "strata that only one of the groups has, with -s"
is_out "strata that only one of the groups has: no figure" <<E
kind,model,base,test,ratio_mean,p_welch,p_elteren
stratum,m,a,b,,,
stratum,k,a,b,,,
combined,,a,b,,,
E
run abtest -g backend --common --stats n_base,mean_base "$T/lone.csv"
is_status 0 "--common"
is_out "--common keeps what both have" <<E
base,test,n_base,mean_base
a,b,2,1.05
E
run abtest -g backend --common -s model --stats n_base "$T/lone.csv"
is_out "--common with -s" <<E
kind,model,base,test,n_base
stratum,m,a,b,2
combined,,a,b,2
E
run abtest -g backend --unequal-ok --stats n_base "$T/lone.csv"
is_out "--unequal-ok pools strata that only one has" <<E
base,test,n_base
a,b,4
E
printf 'backend,model,latency_ms\na,m,1\na,m,1.1\nb,k,1.9\nb,k,2\n' >"$T/none.csv"
fails_keeping 3 "abtest: b against a: the groups have no stratum in common" abtest -g backend \
	--common "$T/none.csv"
fails_keeping 3 "abtest: b against a: the groups have no stratum in common" abtest -g backend \
	"$T/none.csv"
printf 'backend,model,scenario,latency_ms\na,m,s,1\na,k,t,1.1\nb,m,t,1.9\nb,k,t,2\nb,m,s,2\n' \
	>"$T/combo.csv"
fails_keeping 3 \
	"abtest: b against a: strata that only one of the groups has: only b has model m, scenario t" \
	abtest -g backend "$T/combo.csv"

run abtest -g backend --unequal-ok -o text --stats n_base "$T/tok.csv"
is_out "--unequal-ok, for people: it is said that work differs" <<E
b is 1.79x slower than a (mean; 95% interval 1.41x to 2.53x; 3 and 3 samples)

n_base
     3

base: a; test: b
b against a: compared in spite of unequal work: tokens per row: a 10.0, b 20.0
E
printf 'backend,model,tokens,latency_ms\na,m,10,1\na,m,10,2\na,k,9,2\nb,m,20,3\nb,m,20,5\n' \
	>"$T/both.csv"
fails_keeping 3 "abtest: b against a: unequal work: tokens per row: a 10.0, b 20.0" abtest \
	-g backend --common "$T/both.csv"
fails_keeping 3 "abtest: b against a: strata that only one of the groups has: only a has model k" \
	abtest -g backend --per-token "$T/both.csv"
run abtest -g backend --common --per-token --stats mean_base,mean_test "$T/both.csv"
is_out "--common and --per-token together" <<E
base,test,mean_base,mean_test
a,b,0.15000000000000002,0.2
E

# each scenario alike, and b has more rows of the short one: pooled, b is faster
awk 'BEGIN { print "backend,scenario,tokens,latency_ms"
	for (i = 0; i < 4; i++) {
		print "a,short,10," 5 + i % 3 "\na,long,90," 50 + i % 3
		print "b,short,10," 5 + i % 3 "\nb,long,90," 50 + i % 3
	}
	for (i = 0; i < 4; i++) print "b,short,10," 5 + i % 3 }' >"$T/shares.csv"
shares='the groups have different shares of scenario; -s scenario compares within each'
shares="unequal work: tokens per row: a 50.0, b 36.7: $shares"
fails_keeping 3 "abtest: b against a: $shares" abtest -g backend "$T/shares.csv"
run abtest -g backend --claim 'b<a' --stats diff,ratio_mean,p_welch,verdict,refused "$T/shares.csv"
is_status 3 "the groups have different shares of a scenario: no claim is judged"
is_out "and no figure printed" <<E
base,test,diff,ratio_mean,p_welch,verdict,refused
a,b,,,,,"$shares"
E
run abtest -g backend -s scenario --stats n_base,n_test,ratio_mean "$T/shares.csv"
is_status 0 "within each scenario they compare"
is_out "and do not differ" <<E
kind,scenario,base,test,n_base,n_test,ratio_mean
stratum,short,a,b,4,8,1
stratum,long,a,b,4,4,1
combined,,a,b,8,12,1
E
run abtest -g backend --unequal-ok -o text --stats n_test "$T/shares.csv"
is_status 0 "other shares with --unequal-ok"
is_out "are said" <<E
no difference can be shown: b is 4.38x faster than a (median; 95% interval 1.21x
  slower to 23.2x faster; 8 and 12 samples); about 20 more samples of each would
  show it, if the difference stays

n_test
    12

base: a; test: b
b against a: compared in spite of ${shares%% the groups*}
  ${shares#*36.7: }
E
# without tokens, or per token, it is no refusal, but is said
mixed="the groups have different shares of scenario; -s scenario compares within each"
cut -d, -f1,2,4 "$T/shares.csv" >"$T/shares_only.csv"
run abtest -g backend --stats n_test -o text "$T/shares_only.csv"
is_status 0 "the groups have different shares of a scenario without tokens"
echo "abtest: b against a: $mixed" | is_err "are said"
check "under the table, too" sh -c 'tr "\n" " " <"$1" | tr -s " " | grep -qF "b against a: $2"' \
	- "$T/out" "$mixed"
run abtest -g backend --per-token --stats n_test "$T/shares.csv"
is_status 0 "and with --per-token"
echo "abtest: b against a: $mixed" | is_err "are said likewise"
run abtest -g backend -s scenario --stats n_test "$T/shares_only.csv"
is_err "not within each" </dev/null
# what both have is shared alike once what one has is left out
{ cat "$T/shares.csv"; printf 'a,only,7,1\na,only,7,2\n'; } >"$T/x.csv"
fails_keeping 3 "abtest: b against a: $shares" abtest -g backend --common "$T/x.csv"
awk '!/^b,short/ || ++n > 5' "$T/x.csv" >"$T/y.csv"
run abtest -g backend --common --stats n_base,n_test "$T/y.csv"
is_out "--common: a row that is lacking is no other share" <<E
base,test,n_base,n_test
a,b,8,7
E
is_err "and nothing is said" </dev/null
awk 'BEGIN { print "g,tokens,latency_ms";
	for (i = 0; i < 100; i++) print "a,20," 5 + i % 3 "\nb," 20 - (i == 7) "," 5 + i % 3 }' >"$T/x.csv"
fails_keeping 3 "abtest: b against a: unequal work: tokens per row: a 20.00, b 19.99" abtest -g g \
	"$T/x.csv"
fails 2 - abtest -g backend -v tokens --margin 1ms "$T/tok.csv" <<'E'
abtest: --margin: column 'tokens' has no unit of time, so '1ms' cannot be compared with it
E
