# abtest as a gate: claims of quantiles, what is asked for and what is known.
. tests/lib.sh
. tests/cells.sh

# made N BY [MORE]: two groups of N values, 1001, 1002, ..., those of test BY times as large
made() { awk -v n="$1" -v by="$2" -v more="${3:-}" \
	'BEGIN { print "v,latency_ms" (more ? ",run" : "")
	for (i = 1; i <= n; i++) for (s = 0; s < 2; s++)
		print (s ? "test," (1000 + i) * by : "base," 1000 + i) (more ? "," int((i - 1) / more) : "") }'; }
made 400 1 >"$T/same.csv"; made 400 1.2 >"$T/slow.csv"; made 400 0.8 >"$T/fast.csv"
made 200 1 >"$T/few.csv"; made 30 1.2 >"$T/thirty.csv"; made 400 1.04 >"$T/near.csv"
gate() { # STATUS DATA CLAIM [ARGS...]
	want=$1; data=$2; text=$3; shift 3
	run abtest -g v --base base --claim "$text" --stats verdict "$@" "$T/$data.csv"
	is_status "$want" "$data: $text $*"
}
gate 0 same 'p99: test <= base + 5%'
gate 0 same 'p99:test<=base+5%'
gate 0 same 'median: test <= base + 5%'
gate 0 same 'p99.5: test <= base + 50%' --level 0.8
gate 1 slow 'p99: test <= base + 5%'
gate 0 slow 'p99: test <= base + 25%'
gate 0 fast 'p99: test <= base'
gate 0 fast 'p99: test < base by 10%'
gate 1 same 'p99: test < base by 10%'
gate 0 same 'p99: equal within 5%'
gate 1 slow 'p99: equal within 5%'
gate 0 same 'p99: test <= base + 60ms'
gate 0 same 'p99: test <= base + 0.06s'
gate 1 slow 'p99: test <= base + 60 ms'
gate 0 slow 'p99: base <= test'
gate 1 fast 'p99: test >= base - 5%'
gate 0 slow 'p99: test >= base - 5%'
gate 0 same 'mean: test <= base + 5%'
gate 0 same 'test <= base + 5%'
# the mean of base is 1200.5, its sd 115.6, the standard error of the difference 8.2: 4% is 5.9 of
# them,
# 1% from 5% is 1.5 of them, and one-sided 95% takes 1.65
gate 3 near 'test <= base + 5%'
gate 0 near 'test <= base + 6%'
gate 1 near 'test <= base'

gate 3 few 'p99: test <= base + 5%'
is_err "a p99 of 200 values has no upper limit" <<E2
abtest: test against base: test and base do not differ (p99; no interval; 200 and 200 samples), which is not shown to be at most the 5% that was allowed; p99 needs at least 299 samples of each
E2
# far apart, and still nothing is decided
for c in 'p99: test <= base + 5%' 'p99: test < base' 'p99: base < test' 'p99: equal within 5%' \
	'p95: test <= base + 5%'; do
	gate 3 thirty "$c"
done
gate 1 slow 'p99: test <= base + 5%'
# the ends: scipy.optimize.brentq of the limits as in quantile_contrast_test.c
is_err "a claim that is refuted says by what" <<E2
abtest: test against base: test is slower than base by 20.0% (p99; 95% interval 19.5% to 20.5%; 400 and 400 samples), which is shown to be more than the 5% that was allowed
E2
made 400 0.94 >"$T/faster.csv"
gate 3 faster 'test < base by 5%'
# 115.61/20 sqrt(0.94^2 + 0.95^2) = 7.725 is the standard error, 12.005 the way to 5%:
# ((1.9633 x 7.725)(1 + 0.8416/1.96)/12.005)^2 = 3.26 times as many have a power of 80%
is_err "an open claim says what was asked, what is known, and what would do" <<E2
abtest: test against base: test is faster than base by 6.0% (mean; 95% interval 4.7% to 7.2%; 400 and 400 samples), which is not shown to be more than the 5% that was claimed; about 910 more samples of each would decide it, if the difference stays
E2
gate 3 near 'test <= base + 5%'
# ((1.647 x 8.543)(1 + 0.8416/1.645)/12.005)^2 = 3.14 times as many
is_err "a number of samples that would do" <<E2
abtest: test against base: test is slower than base by 4.0% (mean; 95% interval 2.6% to 5.4%; 400 and 400 samples), which is not shown to be at most the 5% that was allowed; about 860 more samples of each would decide it, if the difference stays
E2
made 320 1 >"$T/between.csv"
gate 3 between 'p99: test <= base'
is_err "320 values can show a claim of p99; log(0.025)/log(0.99) = 367.04 could refute it too" <<E2
abtest: test against base: test and base do not differ (p99; no interval; 320 and 320 samples); slower is not ruled out; p99 needs at least 368 samples of each
E2
awk -F, -v OFS=, '{ print $0, NR == 1 ? "part" : NR % 4 < 2 }' "$T/near.csv" >"$T/parts.csv"
gate 3 parts 'test <= base + 5%' -s part
check "strata combined say how many samples would do" grep \
	-q '(mean of the ratios; .* about [0-9]* more samples of each would decide it' "$T/err"

# what is left out of a rate is never fast
sed 's/latency_ms/rows_per_s/' "$T/slow.csv" >"$T/rate.csv"
run abtest -g v -v rows_per_s --claim 'p99: test <= base + 5%' --stats verdict "$T/rate.csv"
check "a rate is larger, not slower" grep -q 'test is larger than base by 20.0%' "$T/err"
fails 2 - abtest -g v -v rows_per_s --claim 'p99: test <= base + 5ms' "$T/rate.csv" <<'E'
abtest: --claim: column 'rows_per_s' has no unit of time, so '5ms' cannot be compared with it
E


# processes: the quantile of each, compared as means are
awk 'BEGIN { print "v,run,latency_ms"; for (r = 1; r <= 5; r++) for (i = 1; i <= 100; i++) {
	print "base," r "," 1000 + i + r; print "test," r "," (1000 + i + 2 * r) * 1.1 } }' >"$T/runs.csv"
gate 1 runs 'p99: test <= base + 5%' --unit run
# of run r the p99 are 1099.01 + r and 1.1 (1099.01 + 2 r): means 1102.01 and 1215.511
is_err "the quantiles of processes" <<E2
abtest: test against base: test is slower than base by 10.3% (p99; 95% interval 9.9% to 10.7%; 5 and 5 runs), which is shown to be more than the 5% that was allowed
E2
awk -F, 'NR == 1 || $2 < 5 || n[$1]++ < 60' "$T/runs.csv" >"$T/short.csv"
gate 3 short 'p99: test <= base + 5%' --unit run
is_err "a short process has no p99" <<E2
abtest: test against base: nothing can be said: the p99 of one run needs at least 100 samples in it
E2
gate 0 short 'median: test <= base + 15%' --unit run
made 400 1.02 40 | awk -F, -v OFS=, 'NR > 1 { $2 += NR % 7 } 1' >"$T/paired.csv"
fails 2 "abtest: --claim: 'p99: test <= base + 5%' is about a quantile, but --pair compares means" \
	abtest -g v --pair run --claim 'p99: test <= base + 5%' "$T/paired.csv"
gate 0 paired 'mean: test <= base + 5%' --pair run

# pooled rows whose mix differs: the scenarios do not, but their shares do
awk 'BEGIN { print "scenario,g,latency_ms"; for (i = 0; i < 320; i++) {
	print (i < 20 ? "a" : "b") ",old," (i < 20 ? 10 : 1000) * (1 + i % 7 / 100)
	print (i < 300 ? "a" : "b") ",new," (i < 300 ? 10 : 1000) * (1 + i % 7 / 100) } }' >"$T/mix.csv"
run abtest -g g --base old --test new --claim 'median: test < base' -o text "$T/mix.csv"
is_status 3 "another mix of scenarios decides nothing"
check "the first line says why" grep \
	-q '^warning, the scenarios have different shares, and within them' \
	"$T/out"
run abtest -g g --base old --test new --claim 'median: test < base' --unequal-ok "$T/mix.csv"
is_status 0 "but with --unequal-ok"
run abtest -g g --base old --test new --claim 'median: test < base' -s scenario "$T/mix.csv"
is_status 3 "within the scenarios nothing differs"

# a quantile of units likewise
awk -F, -v OFS=, 'NR > 1 { run = int(NR / 2) % 8; $3 *= 1 + run / 100 }
	{ print $0, NR == 1 ? "run" : run }' "$T/mix.csv" >"$T/mix_runs.csv"
set -- -g g --base old --test new --unit run "$T/mix_runs.csv"
run abtest "$@" --claim 'p90: test < base' -o text
is_status 3 "another mix of scenarios decides nothing of a quantile of runs"
check "and the first line says why" grep \
	-q '^warning, the scenarios have different shares, and within them' "$T/out"
run abtest "$@" --claim 'mean: test < base'
is_status 3 "nor of a mean of runs"
run abtest "$@" --claim 'p90: test < base' --unequal-ok
is_status 0 "but with --unequal-ok"
run abtest "$@" --claim 'p90: test < base' -s scenario
is_status 3 "within the scenarios no quantile of runs differs"

# percentages from 100% on, where they have a meaning; limits on the side that the claim rests on
run abtest -g g --base old --test new --claim 'median: test <= base + 150%' -s scenario "$T/mix.csv"
is_status 0 "at most 2.5 times as much"
fails 2 "abtest: --claim: '150%' is not below 100%" \
	abtest -g g --base old --test new --claim 'p95: test < base by 150%' "$T/mix.csv"

# strata: in each of them
{ sed 's/$/,a/; 1s/,a$/,kind/' "$T/same.csv"; sed '1d; s/$/,b/' "$T/slow.csv"; } >"$T/strata.csv"
gate 1 strata 'p99: test <= base + 5%' -s kind
is_err "how many strata" <<E2
abtest: test against base: the claim is shown in 1 of 2 strata and refuted in 1; in b test is slower than base by 20.0% (p99; 95% interval 19.5% to 20.5%; 400 and 400 samples), which is shown to be more than the 5% that was allowed
E2
gate 0 strata 'p99: test <= base + 25%' -s kind
check "the claim in each stratum" test "$(cell 1 verdict) $(cell 2 verdict) $(cell 3 verdict)" \
	= 'holds holds holds'

# the noise floor is of the statistic that is claimed: p99 of the runs are 1396.01 and 1.02 times
# that
sed 's/^base/r1/; s/^test/r2/; 1s/^v/run/' "$T/same.csv" |
	awk -F, -v OFS=, '$1 == "r2" { $2 *= 1.02 } 1' >"$T/aa.csv"
run abtest -g v --base base --claim 'p99: test <= base + 5%' --noise "$T/aa.csv" \
	--stats noise_pct,verdict "$T/same.csv"
check "the noise of a p99" near 1 noise_pct 2
gate 3 same 'p99: test <= base + 2%' --noise "$T/aa.csv"
check "the noise is said" grep \
	-q 'is not shown to be at most the 2% that was allowed; runs of the same thing differ by 2.0%' \
	"$T/err"

# names that hold the signs of a claim
sed 's/^base/a<=b/; s/^test/a+b/' "$T/same.csv" >"$T/names.csv"
run abtest -g v --claim 'p99: a<=b <= a+b + 5%' --stats verdict "$T/names.csv"
is_status 0 "names with signs"
for c in 'p0: test <= base' 'p100: test<base' 'p99 test <= base' 'q99: test <= base' \
	'p9x: test <= base'; do
	run abtest -g v --claim "$c" "$T/same.csv"
	is_status 2 "no statistic: $c"
done
fails 2 "abtest: --claim: '5 apples' is not an amount such as 1ms or 5%" abtest -g v \
	--claim 'p99: test <= base + 5 apples' "$T/same.csv"
