# anova: the table of variance and the tests beside it, as the tool prints them.
. tests/lib.sh

# columns of the output, numbers to 10 digits
keep() {
	awk -F, -v cols="$1" 'BEGIN { n = split(cols, c, ",") }
		{ for (i = 1; i <= n; i++) { v = $c[i]; if (v ~ /^[0-9.e-]+$/) v = sprintf("%.10g", v);
		printf "%s%s", (i > 1 ? "," : ""), v } print "" }' "$T/out" >"$T/cut"
	mv "$T/cut" "$T/out"
}

cat >"$T/two.csv" <<E
backend,model,latency_ms,status
a,m,1,ok
a,m,2,ok
a,m,3,ok
b,m,2,ok
b,m,4,ok
b,m,6,ok
a,n,5,ok
a,n,6,ok
a,n,7,ok
b,n,1,ok
b,n,3,ok
b,n,5,ok
b,n,0,error
E
run anova -g backend,model --type 1 "$T/two.csv"
is_status 0 "a balanced design"
keep 1,2,3,4,5,8
# by hand: cell means 2 4 6 3, grand mean 3.75, 3 samples a cell
is_out "sums of squares by hand" <<E
term,ss,df,ms,f,eta_sq
backend,0.75,1,0.75,0.3,0.01621621622
model,6.75,1,6.75,2.7,0.1459459459
backend:model,18.75,1,18.75,7.5,0.4054054054
residual,20,8,2.5,,
total,46.25,11,,,
E
for t in 2 3; do
	run anova -g backend,model --type $t "$T/two.csv"
	check "balanced: type $t is type I" grep -q '^backend:model,18.75,1,' "$T/out"
done
run anova -g backend "$T/two.csv"
keep 1,2,3
is_out "one factor" <<E
term,ss,df
backend,0.75,1
residual,45.5,10
total,46.25,11
E
run anova -g backend,model --no-interaction "$T/two.csv"
check "without interaction its sum is in the residual" grep -q '^residual,38.75,9,' "$T/out"
grep -v '^a,n' "$T/two.csv" >"$T/empty.csv"
run anova -g backend,model --type 3 -o text "$T/empty.csv"
is_status 3 "an empty cell"
is_err "and why the main effects have no f" <<E
anova: not decidable: backend cannot be estimated: a main effect of type III needs samples in every cell, and some cells are empty
anova: not decidable: model cannot be estimated: a main effect of type III needs samples in every cell, and some cells are empty
anova: not decidable: backend:model cannot be estimated: it has no degree of freedom left
E
check "its terms are named as not estimable" grep -q '^backend cannot be estimated: ' "$T/out"
check "and the empty cell is counted" grep -q '^1 of 4 cells are empty' "$T/out"
run anova -g backend,model --type 2 "$T/empty.csv"
is_status 3 "type II of it: the interaction has no f"
run anova -g backend,model --no-interaction --type 3 "$T/empty.csv"
is_status 0 "and every term has one where there is no interaction"
run anova --tests -g backend,model -o json "$T/two.csv"
is_status 0 "--tests"
check "JSON names every test's definition" grep -q '"brown-forsythe"' "$T/out"
check "and counts the row that is not ok" sh -c "grep -c '\"errors\": 1' '$T/out' | grep -qx 5"
run anova -g backend,model -o text "$T/two.csv"
check "which people read under the table" grep -qx 'rows that are not ok and are left out: 1' \
	"$T/out"
check "text fits 80 columns" sh -c "! grep -q '.\{81\}' '$T/out'"

printf 'g,latency_ms,synthetic\na,1,true\na,2,true\nb,3,false\nb,4,false\n' >"$T/made.csv"
run sh -c "anova -g g '$T/made.csv' | cut -d, -f 1,12; anova -g g --tests '$T/made.csv' |
	cut -d, -f 1,8"
is_out "made input shows in every row that rests on it" <<E
term,synthetic
g,1
residual,1
total,1
test,synthetic
anova,1
welch,1
kruskal-wallis,1
levene,1
brown-forsythe,1
E
printf 'g,latency_ms\na,1\na,1\nb,1\n' >"$T/equal.csv"
printf 'g,latency_ms\na,1\na,2\n' >"$T/one.csv"
printf 'g,latency_ms\na,1\nb,2\n' >"$T/single.csv"
# groups that differ and do not vary: no F of rounding over rounding
printf 'g,latency_ms\na,1.1\na,1.1\na,1.1\nb,2.3\nb,2.3\n' >"$T/flat.csv"
run anova -g g "$T/flat.csv"
is_status 3 "no spread within the groups"
keep 1,3,4,5,6,8
is_out "its table has no f and no p" <<E
term,df,ms,f,p,eta_sq
g,1,1.728,,,1
residual,3,0,,,
total,4,,,,
E
is_err "and says why" <<E
anova: not decidable: the residual is 0, so f cannot be computed
E
run anova --tests -g g "$T/flat.csv"
is_status 3 "nor have the tests"
keep 1,2,5
is_out "but for Kruskal and Wallis's" <<E
test,statistic,p
anova,,
welch,,
kruskal-wallis,4,0.0455002639
levene,,
brown-forsythe,,
E
# |x - centre| is alike in both groups but for rounding
printf 'g,latency_ms\na,1.1\na,2.2\nb,3.3\nb,4.7\n' >"$T/pairs.csv"
run anova --tests -g g "$T/pairs.csv"
is_status 0 "two samples a group"
check "Levene's test has none of rounding" grep -qx 'levene,,,,,,0' "$T/out"

# any scale, and any offset: the same F
printf 'g,latency_ms\na,1\na,2\na,4\nb,3\nb,5\nb,7\n' >"$T/1.csv"
for e in e300 e-300 e307 e-307; do
	sed "s/\([0-9]\)\$/\1$e/" "$T/1.csv" >"$T/x.csv"
	run anova -g g "$T/x.csv"
	is_status 0 "values of 1$e"
	check "their F is that of 1" grep -q '^g,.*,3.36842105263157[0-9]*,' "$T/out"
	run anova --tests -g g "$T/x.csv"
	cut -d, -f1,2 "$T/out" | cut -c1-28 >"$T/short"
	check "and so are those of the tests" test "$(grep -c -e '^anova,3.368421052' \
		-e '^welch,3.368421052' -e '^kruskal-wallis,2.33333333' -e '^levene,0.08163265306' \
		-e '^brown-forsythe,0.142857142' "$T/short")" -eq 5
done
awk -F, -v OFS=, 'NR > 1 { $2 = sprintf("%.10f", 1000000 + $2 / 1024) } 1' "$T/1.csv" >"$T/x.csv"
run anova -g g "$T/x.csv"
check "a spread of 1e-9 of the values keeps its F" grep -q '^g,.*,3.368421052[0-9]*,' "$T/out"
awk 'BEGIN { print "g,latency_ms";
	for (i = 0; i < 100; i++) print "r" i ",1\nr" i ",3\nr" i "," 2 + i % 2 }' >"$T/many.csv"
run anova -g g "$T/many.csv"
is_status 0 "a factor of 100 levels"
check "has 99 degrees of freedom" grep -q '^g,.*,99,' "$T/out"

# 64 levels twice: the models of type III that lack one factor have 4032 columns
if [ -n "${SLOW:-}" ]; then
	skip "type III of 64 by 64 cells in two seconds" "SLOW"
else
	awk 'BEGIN { print "a,b,latency_ms";
		for (i = 0; i < 64; i++) for (j = 0; j < 64; j++) for (k = 0; k <= (i + j) % 3; k++)
			print i "," j "," 5 + (i * 7 + j * 3 + k * k) % 11 }' >"$T/large.csv"
	run_timed anova -g a,b --type 3 "$T/large.csv"
	is_status 0 "type III of 64 by 64 cells"
	check "in two seconds of processor time ($seconds s)" awk -v s="$seconds" \
		'BEGIN { exit !(s > 0 && s < 2) }'
	check "its degrees of freedom" sh -c "cut -d, -f3 '$T/out' | tr '\n' ' ' |
		grep -qx 'df 63 63 3969 4095 8190 '"
fi

fails 2 "anova: all samples are equal, so there is no variance to analyse" anova -g g "$T/equal.csv"
fails 2 "anova: factor 'g' has only one level: 'a'" anova -g g "$T/one.csv"
fails 2 "anova: there is only one group, so nothing can be compared" anova --tests -g g "$T/one.csv"
fails 2 "anova: every cell has one sample, so no degree of freedom is left for the residual" anova \
	-g g "$T/single.csv"
fails 2 "anova: -g takes one factor or two" anova "$T/two.csv"
fails 2 "anova: -g takes one factor or two" anova -g backend,model,status "$T/two.csv"
fails 2 "anova: --type needs 1, 2 or 3, not '4'" anova -g backend,model --type 4 "$T/two.csv"
fails 2 "anova: --type and --no-interaction need two factors" anova -g backend --type 1 "$T/two.csv"
fails 2 "anova: --tests cannot be combined with --type or --no-interaction" anova -g backend,model \
	--tests --type 1 "$T/two.csv"
run sh -c "anova -g backend '$T/two.csv' >/dev/full"; is_status 2 "a full disk"

if have_data; then
	run anova -g backend,model "$DATA/TR126/phase3/20260222_231929/prefill/metrics.csv"
	cut -d, -f1,3 "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
	is_out "TR126: the interaction has 5 degrees of freedom, since 3 cells are empty" <<E
term,df
backend,2
model,4
backend:model,5
residual,1608
total,1619
E
else
	no_data "TR126's interaction"
fi
