# power: what the samples show, what they would take, what is refused. The figures
# beside a comment are those of statsmodels TTestIndPower or of arithmetic.
. tests/lib.sh

cat >"$T/a.csv" <<E
backend,mode,run,latency_ms,status
a,p,1,10,ok
a,p,1,12,ok
a,p,2,11,ok
a,p,2,13,ok
b,p,1,14,ok
b,p,1,15,ok
b,p,2,19,ok
b,p,2,0,error
a,d,1,5,ok
E
grep ',p,\|latency' "$T/a.csv" >"$T/p.csv"
# fields COLUMN...: those of $T/out, to 9 digits, one a line
fields() {
	for c in "$@"; do
		awk -F, -v c="$c" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i; printf "%s", c; next }
			{ v = $k; if (v ~ /[.]/) v = sprintf("%.9g", v); printf " %s", v } END { print "" }' "$T/out"
	done >"$T/cut"; mv "$T/cut" "$T/out"
}

run power -g backend --effect 10% "$T/p.csv"
is_status 0 "two groups of different size"
fields n n_other errors groups mean sd mde_d mde mde_pct effect effect_d achieved n_needed n_more
# sp = sqrt((3 var(a) + 2 var(b)) / 5); power(d, 3, .05, 4/3) = .8 at d = 2.68378754 by brentq, and
# power(1.15/sp, 3, .05, 4/3) = 0.0973306362; solve_power(1.15/sp, power=.8) = 46.09
is_out "the smallest effect, the power achieved, and n for 10%" <<E
n 3
n_other 4
errors 1
groups 2
mean 11.5
sd 1.94935887
mde_d 2.68378754
mde 5.23166504
mde_pct 45.4927395
effect 1.15
effect_d 0.589937552
achieved 0.0973306362
n_needed 47
n_more 44
E
run power -g backend --effect 1150us "$T/p.csv"
fields effect effect_pct n_needed
is_out "an absolute effect is the same" <<E
effect 1.15
effect_pct 10
n_needed 47
E
run power -g backend --base b --effect 10% "$T/p.csv"
fields n n_other mean effect
is_out "--base: percent is of its mean" <<E
n 3
n_other 4
mean 16
effect 1.6
E
run power -g backend --sd-of all "$T/p.csv"
fields sd
# numpy.std of all seven, ddof=1
is_out "--sd-of all" <<E
sd 2.99205297
E
run power -g backend --each "$T/p.csv"
fields n sd mde_d
# power(d, 4, .05) = .8 and power(d, 3, .05) = .8 by brentq
is_out "--each: every group against another like it" <<E
n 4 3
sd 1.29099445 2.64575131
mde_d 2.38075421 3.07089227
E
run power -g backend --unit run --effect 10% "$T/p.csv"
fields n n_other sd mde_d mde n_needed
# means of units: 11 12, 14.5 19; power(d, 2, .05) = .8 at d = 5.65348927 by brentq;
# solve_power(1.15/sd) = 64.03
is_out "--unit run: four values, two of each" <<E
n 2
n_other 2
sd 2.30488611
mde_d 5.65348927
mde 13.0306489
n_needed 65
E
run power -g backend --unit run --effect 10% -o text "$T/p.csv"
check "a sentence says how many more" grep \
	-qx 'a difference of means of 1.15 ms (10%) takes 65 values of run a group: 63 more' "$T/out"
run power -g backend --effect 30 -o text "$T/p.csv"
check "or that there are enough" grep -qx \
	'a difference of means of 30 ms (261%) takes 2 samples a group: there are enough' "$T/out"
run power -g backend --effect 1e-9 -o text "$T/p.csv"
check "or that no number would do" grep -qx \
	'a difference of means of 1e-09 ms (8.7e-09%) takes over 1000000000 samples a' "$T/out"
run power -g backend -o text "$T/p.csv"
check "or what these show" grep \
	-qx '3 and 4 samples a group show a difference of means of 5.23 ms (45.5%) with' "$T/out"
run power -g backend -s mode -o text "$T/a.csv"
is_status 0 "a stratum that only one group has"
check "is named" grep -qx 'd: fewer than two groups have samples' "$T/out"
run power -g backend --base b -s mode -o json "$T/a.csv"
check "JSON names the test" grep -q '"test": "Student t of two means, noncentral t"' "$T/out"
run power -g backend --one-sided --method normal --alpha 0.025 "$T/p.csv"
fields mde; cp "$T/out" "$T/one"
run power -g backend --method normal "$T/p.csv"
fields mde
same "normal: one-sided at 0.025 is two-sided at 0.05" "$T/one" "$T/out"
awk 'BEGIN { print "g,latency_ms";
	for (i = 0; i < 40; i++) print "a," 10 + i * 7 % 40 / 10 "\nb," 12 + i * 11 % 40 / 10 }' \
		>"$T/m.csv"
run power -g g --of median "$T/m.csv"
fields median sd_median mde_d mde
# c = 14, z = norm.isf(binom.cdf(13, 40, .5)), (x[27] - x[14]) / 2z sqrt(40); 
# (norm.isf(.025) + norm.ppf(.8)) sqrt(2/40)
is_out "medians by the error of Price and Bonett" <<E
median 11.95
sd_median 1.9862272
mde_d 0.626453499
mde 1.24427898
E
run power "$T/m.csv"
check "without -g all samples are one group" grep -q '^80,0,1,' "$T/out"

awk -F, '{ print $0 "," (NR == 1 ? "synthetic" : $1 == "b") }' "$T/p.csv" >"$T/made.csv"
run power -g backend "$T/made.csv"
fields synthetic
is_out "a comparison with synthetic rows says so" <<E
synthetic 1
E
run power -g backend --each "$T/made.csv"
fields synthetic
is_out "and each group for itself" <<E
synthetic 0 1
E

printf 'g,latency_ms\na,1\nb,2\n' >"$T/single.csv"
printf 'g,latency_ms\na,1\na,1\nb,1\nb,1\n' >"$T/equal.csv"
printf 'g,latency_ms\na,0\na,0\nb,1\nb,2\n' >"$T/zero.csv"
printf 'g,s,latency_ms\na,1,1\na,1,2\nb,1,3\nb,1,5\nc,2,1\nc,2,2\n' >"$T/apart.csv"
undecided() { # WHAT REASON ARGS...
	what=$1; reason=$2; shift 2; run power "$@"
	is_status 3 "$what"
	echo "power: not decidable: $reason" | is_err "and says so"
}
undecided "groups of one sample" "there is only one sample, so there is no spread" -g g \
	"$T/single.csv"
undecided "all samples equal" "all samples of each group are equal, so the sd is 0" -g g \
	"$T/equal.csv"
undecided "a group alone that does not vary" "all samples are equal, so the sd is 0" \
	--each "$T/equal.csv"
undecided "too few for medians" \
	"a group has fewer than 5 samples, too few for the standard error of its median" -g g --of median \
	"$T/zero.csv"
undecided "percent of a mean of 0" \
	"the effect is in percent, but the mean of the base is not above 0" -g g --effect 5% "$T/zero.csv"
undecided "groups that no stratum has both of" "fewer than two groups have samples" -g g --base a \
	--test c -s s "$T/apart.csv"
# any scale: the same effect in units of the sd
for e in '' e300 e-300; do
	awk -v e="$e" 'BEGIN { print "g,latency_ms";
		for (i = 0; i < 9; i++) print "a," 10 + i % 4 e "\nb," 11 + i % 4 e }' >"$T/x.csv"
	for of in mean median; do
		run power -g g --effect 5% --of $of "$T/x.csv"
		is_status 0 "values of 1$e"
		cut -d, -f9,14-17 "$T/out" | awk -F, '{
			print substr($1, 1, 12), substr($2, 1, 12), substr($3, 1, 12), $4, $5 }' >"$T/figures.$of$e"
		check "their $of shows what that of 1 does" cmp "$T/figures.$of" "$T/figures.$of$e"
	done
done
printf 'g,latency_ms\na,1e308\na,1\nb,1e308\nb,2\n' >"$T/x.csv"
run power -g g -o text "$T/x.csv"
is_status 0 "an effect that no double holds"
is_out "is not available, and said to be that large" <<E
n  n_other  errors  groups  alpha  power   mean         sd  mde_d  mde  mde_pct
2        2       0       2   0.05    0.8  5e307  7.071e307  5.653    -        -

2 samples a group show a difference of means of over 1e308 ms (over 1e308%) with
  probability 0.8
E
check "which is something" grep -q '^1.[0-9]* 0.[0-9]* 0.[0-9]* [0-9]* [0-9]*$' "$T/figures.mean"

fails 2 "power: --base: no group 'z'; there are: a, b" power -g backend --base z "$T/a.csv"
fails 2 "power: --test: no group 'z'; there are: a, b" power -g backend --base a --test z "$T/a.csv"
fails 2 "power: there is only one group, 'd': use --each for a single group" power -g mode \
	--where mode=d "$T/a.csv"
fails 2 "power: --test needs --base" power -g backend --test a "$T/a.csv"
fails 2 "power: --base and --test name the same group" power -g backend --base a --test a "$T/a.csv"
fails 2 "power: --base needs -g, the columns of the groups" power --base a "$T/a.csv"
fails 2 "power: --each cannot be combined with --base or --test" power -g backend --each --base a \
	"$T/a.csv"
fails 2 "power: --sd-of needs -g, and cannot be combined with --each: a single group has one sd" \
	power --sd-of all "$T/a.csv"
fails 2 "power: --method is for means: medians use the normal approximation" power --of median \
	--method t "$T/a.csv"
fails 2 "power: --power must be above --alpha" power --power 0.05 "$T/a.csv"
fails 2 "power: --power needs a number above 0 and below 1, not '1'" power --power 1 "$T/a.csv"
fails 2 "power: --alpha needs a number above 0 and below 0.5, not '5%'" power --alpha 5% "$T/a.csv"
fails 2 "power: --effect: '0' is not above 0" power --effect 0 "$T/a.csv"
fails 2 "power: --effect: '%' is not an amount such as 1ms or 5%" power --effect % "$T/a.csv"
fails 2 "power: --of needs mean or median, not 'mode'" power --of mode "$T/a.csv"
fails 2 "power: --method needs t or normal, not 'z'" power --method z "$T/a.csv"
fails 2 "power: --sd-of needs pooled or all, not 'b'" power -g backend --sd-of b "$T/a.csv"
fails 2 "power: a column is both in -s and in -g" power -g mode -s mode "$T/a.csv"
fails 2 "power: -v takes one column" power -v latency_ms,run "$T/a.csv"
run power --unit process "$T/a.csv"; is_status 2 "a unit column that is not there"
run sh -c "power -g backend '$T/a.csv' >/dev/full"; is_status 2 "a full disk"

if have_data; then
	run power -g backend -s mode --method normal --sd-of all \
		"$DATA"/TR126/phase3/20260222_231929/*/metrics.csv
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } {
		printf "%s,%s,%.2f,%.1f,%.1f\n", $1, $c["n"], $c["mde_d"], $c["mde"], $c["sd"] }' "$T/out" \
			>"$T/cut"; mv "$T/cut" "$T/out"
	# its own: 0.17 in all; 181.7, 192.9, 1.3; 1,065.7, 1,131.5, 7.83
	is_out "TR126 11.1 as published" <<E
e2e_kv,540,0.17,181.7,1065.7
kv_decode,540,0.17,192.9,1131.5
prefill,540,0.17,1.3,7.8
E
else
	no_data "TR126 11.1"
fi
