# tablecheck --arith: each relation on rows that satisfy it and rows that do not,
# what rounding leaves open, relations of one's own, pairs, bad input.
. tests/lib.sh
arith() { run tablecheck --arith "$@"; }
fields() { awk -v names="$1" -f reports/csv.awk -f reports/fields.awk "$2"; }
table() { printf '%s\n' "$@" >"$T/t.csv"; }
# verdicts NAME: those of the relation in the last output
verdicts() { fields relation,verdict "$T/out" |
	awk -F'\t' -v name="$1" 'NR > 1 || $1 == name { if ($1 == name) print $2 }'; }

# tests/ref/arith.csv: RELATION, COLUMNS, a row that holds, one that does not
fields relation,columns,good,bad tests/ref/arith.csv >"$T/cases"
: >"$T/wrong"
tab=$(printf '\t')
while IFS="$tab" read -r name columns good bad; do
	for kind in good bad; do
		eval "row=\$$kind"
		table "$columns" "$row"
		arith --only "$name" "$T/t.csv"
		want="0 consistent"; [ $kind = good ] || want="1 inconsistent"
		[ "$status $(verdicts "$name")" = "$want" ] ||
			echo "$name: $columns: $row: $status $(verdicts "$name")" >>"$T/wrong"
	done
done <"$T/cases"
same "each relation holds for the one row and not for the other" /dev/null "$T/wrong"

# analysis of variance, one row a term: scipy.stats.f_oneway([1,2,3],[5,7,6],[9,8,10])
table term,ss,df,ms,f,p,eta_sq,partial_eta_sq,omega_sq \
	group,74.00,2,37.00,37.0,0.0004,0.925,0.925,0.889 residual,6.00,6,1.00,,,,, total,80.00,8,,,,,,
cp "$T/t.csv" "$T/anova.csv"
arith "$T/anova.csv"
is_status 0 "an analysis of variance that adds up"
is_out "its rows" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
term=group,ms,ms,37.00,36.997499999999995,37.002500000000005,consistent,,,ss=74.00 df=2,
term=group,f,f,37.0,36.81094527363182,37.190954773869365,consistent,,,ms=37.00 ms.residual=1.00,
term=group,f_ss,f,37.0,36.96669442131555,37.033361134278586,consistent,,,ss=74.00 df=2 ss.residual=6.00 df.residual=6,
term=group,p_f,p,0.0004,0.00042029691518350435,0.0004234609950068092,consistent,,,f=37.0 df=2 df.residual=6,
term=group,eta_sq,eta_sq,0.925,0.924879695019061,0.9251203200200016,consistent,total|partial,,ss=74.00 ss.total=80.00,
term=group,omega_sq,omega_sq,0.889,0.8885940007406486,0.8891838498580078,consistent,,,ss=74.00 df=2 ms.residual=1.00 ss.total=80.00,
term=group,partial_eta_sq,partial_eta_sq,0.925,0.9249374999999997,0.9250625000000001,consistent,,,ss=74.00 ss.residual=6.00,
term=residual,ms,ms,1.00,0.9991666666666665,1.0008333333333335,consistent,,,ss=6.00 df=6,
term=total,ss_total,ss,80.00,79.98999999999998,80.01000000000002,consistent,,,sum(ss),
term=total,df_total,df,8,8,8,consistent,,,sum(df),
E
# altered CELL SED-EXPRESSION RELATION...: exactly these relations fail
altered() {
	what=$1; sed "$2" "$T/anova.csv" >"$T/t.csv"; shift 2
	arith --findings "$T/t.csv"
	printf '%s\n' "$@" | sort >"$T/want"
	fields relation,verdict "$T/out" | awk -F'\t' '$2 == "inconsistent" { print $1 }' | sort >"$T/got"
	same "$what: $*" "$T/want" "$T/got"
}
altered "another F" 's/37.0,0/36.0,0/' f f_ss p_f
altered "another p" 's/0.0004/0.0005/' p_f
altered "another MS" 's/2,37.00/2,38.00/' f ms
altered "another SS" 's/74.00/75.00/' eta_sq f_ss ms omega_sq partial_eta_sq ss_total
altered "another eta squared" 's/0.925,0.925/0.924,0.925/' eta_sq
altered "a partial one" 's/0.925,0.925/0.925,0.926/' partial_eta_sq
altered "df that do not add up" 's/80.00,8/80.00,9/' df_total
R='rank = rank(mean[backend])'
table backend,rank,mean a,1,2.00 b,2,3.00 c,3,3.00
arith --rel "$R" "$T/t.csv"
is_status 0 "ranks; means that round alike may have either order"
table backend,rank,mean a,1,2.00 b,3,3.00 c,2,4.00
arith --rel "$R" --summary "$T/t.csv"
is_out "ranks that are not those of the means" <<'E'
checks,consistent,inconsistent,erratum,undecided
3,1,2,0,0
E
tablecheck --relations | sed -n 's/^\([a-z0-9_]*\)[:/].*/\1/p' | sort -u >"$T/builtin"
{ cut -f1 "$T/cases"; printf '%s\n' f f_ss p_f eta_sq omega_sq partial_eta_sq ss_total df_total; \
	} | sort -u >"$T/tested"
same "every relation that is built in has a row of each kind here" "$T/builtin" "$T/tested"

# Rounding: the last digit that can be right, and the first that cannot.
holds() { table "$1" "$2"; arith "$T/t.csv"; is_status 0 "$2 agrees"; }
fails_row() { table "$1" "$2"; arith "$T/t.csv"; is_status 1 "$2 does not"; }
C=mean_base,mean_test,change_pct
holds $C 11.87,7.12,-40.0%; holds $C 11.87,7.12,-40%; holds $C 11.87,7.12,-39.95%
holds $C 11.87,7.12,-39.9%; fails_row $C 11.87,7.12,-39.8%
fails_row $C 11.87,7.12,40.0%; holds $C 12,7,-40%; holds $C 12,7,-45%; fails_row $C 12,7,-49%
holds $C ~12,7,"< -30%"; fails_row $C 12,7,"< -60%"; fails_row n,errors,rows 10,2,11
holds n,errors,rows ~10,2,12; fails_row n,errors,rows ~10,2,13; holds n,errors,rows 9.6,2,11.6
holds $C '"1,187"','712 ms',-40.0%
# a mean of whole numbers: 3.45 is 69/20, not of 19 (GRIM; Brown and Heathers (2017))
W="--whole mean"
table n,mean 20,3.45; arith $W "$T/t.csv"; is_status 0 "a mean possible for 20 whole numbers"
table n,mean 19,3.45; arith $W "$T/t.csv"; is_status 1 "and not for 19"
is_out "what it says" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
row=1,grim,mean,3.45,,,inconsistent,,,n=19,
E
table n,mean 120,3.45; arith $W "$T/t.csv"
is_status 3 "of 120 every mean of two decimals is possible"
is_out "and is left undecided" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
row=1,grim,mean,3.45,,,undecided,,,n=120,every value with this many digits is possible
E
table mean_base,mean_test,change_pct 0.0,1.0,5%; arith "$T/t.csv"
is_status 3 "a base that may be 0"
is_out "leaves any value" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
row=1,change,change_pct,5%,,,undecided,,,mean_test=1.0 mean_base=0.0,the rounding of the other cells leaves any value
E
table k,mean_base,mean_test,change_pct a,--,1.0,5% b,2.0,1.0,-50%; arith "$T/t.csv"
is_status 3 "a cell that is not available"
is_out "is no figure" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
k=a,change,change_pct,5%,,,undecided,,,mean_test=1.0 mean_base=--,a cell is not a number
k=b,change,change_pct,-50%,-53.658536585365894,-46.15384615384612,consistent,,,mean_test=1.0 mean_base=2.0,
E
table n,mean,sd,mean_lo 0,1,1,1; arith --only mean_lo "$T/t.csv"
is_status 3 "no rows: an interval is not defined"
table k,mean a,3; arith "$T/t.csv"; is_status 3 "nothing to check"
is_out "and no row" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
E

# which of two definitions a figure is by
H=mean_base,mean_test,sd_base,sd_test,n_base,n_test,t
table $H 10.00,8.50,2.00,1.50,40,50,-4.06; arith -o text -d 2 "$T/t.csv"
is_out "student or welch, and the table for people" <<'E'
row             row=1
relation        t
column          t
published       -4.06
implied_lo..hi  [-4.10, -4.03]
verdict         consistent
by              student
from            mean_test=8.50 mean_base=10.00 n_base=40 sd_base=2.00 n_test=50
                 sd_test=1.50

1 checks: 1 consistent, 0 inconsistent, 0 erratum, 0 undecided
E
table $H 10.00,8.50,2.00,1.50,40,50,-3.94; arith "$T/t.csv"
check "the other one" grep -q ',consistent,welch,' "$T/out"
table $H 10.0,8.5,2.0,1.5,40,50,-4.0; arith "$T/t.csv"
check "either, with fewer digits" grep -q ',consistent,student|welch,' "$T/out"

# Whatever is published of real samples, to however many digits: no row contradicts
# itself. 40 pairs of groups, by the tools, rounded to 1 to 4 decimals by awk.
awk -v seed=7 'function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
BEGIN {
	srand(seed)
	print "k,g,latency_ms"
	for (k = 1; k <= 40; k++) {
		scale = exp(4 * rand()); spread = rand(); shift = rand() < 0.3 ? 1 : exp(rand() - 0.5)
		for (g = 1; g <= 2; g++) {
			n = 2 + int(60 * rand())
			for (i = 0; i < n; i++) printf "%d,%s,%.9g\n", k, g == 1 ? "a" : "b",
				scale * (g == 1 ? 1 : shift) * exp(spread * normal())
		}
	}
}' >"$T/samples.csv"
# rounded N: numbers with a fraction to N decimals, small ones to N digits
rounded() { awk -v d="$1" -F, -v OFS=, 'NR > 1 {
	for (i = 1; i <= NF; i++) if ($i ~ /^-?[0-9]*\.[0-9]+(e-?[0-9]+)?$/ || $i ~ /e-/)
	$i = sprintf(($i < 0 ? -$i : $i) < 0.01 ? "%." d "e" : "%." d "f", $i) } { print }'; }
for d in 1 2 3 4; do
	abtest --permutations 0 -g g -s k --base a --test b "$T/samples.csv" | grep -v ^combined |
		rounded $d >"$T/ab.csv"
	latstats -g k,g --ci --ratio "$T/samples.csv" | rounded $d >"$T/groups.csv"
	outliers -g k,g "$T/samples.csv" | rounded $d >"$T/outliers.csv"
	arith -k k,base,test --summary "$T/ab.csv"
	awk -F, 'NR == 2 && $1 > 900 && $3 == 0' "$T/out" >"$T/got"
	check "what abtest prints to $d decimals agrees with itself" test -s "$T/got"
	arith -k k,g --summary "$T/groups.csv" "$T/outliers.csv"
	awk -F, 'NR == 2 && $1 > 700 && $3 == 0' "$T/out" >"$T/got"
	check "and what latstats and outliers print" test -s "$T/got"
	anova --type 1 -g g,k "$T/samples.csv" | rounded $d >"$T/anova.csv"
	arith -k term "$T/anova.csv"
	check "and an analysis of variance" sh -c \
		'grep -q ss_total "$0" && ! grep -q ",inconsistent," "$0"' "$T/out"
	anova --type 3 -g g,k "$T/samples.csv" | rounded $d >"$T/anova.csv"
	arith -k term --except ss_total "$T/anova.csv"
	check "of type III, whose sums do not add up" sh -c '! grep -q "ss_total\|,inconsistent," "$0"' \
		"$T/out"
done

table t,df,p 2.34,61.5,0.011; arith "$T/t.csv"
check "a p of one side" grep -q ',consistent,one-sided,' "$T/out"
table mean_base,mean_test,sd_base,sd_test,d 10.00,8.50,2.00,1.50,-0.85; arith "$T/t.csv"
check "d over the average of the variances" grep -q ',consistent,average,' "$T/out"
printf 'term,ss,df,eta_sq\na,30,2,0.30\nb,50,2,0.71\nresidual,20,9,\ntotal,100,13,\n' >"$T/t.csv"
arith "$T/t.csv"
check "eta squared, and a partial one" awk \
	'/^term=a,eta_sq.*,consistent,total,/ { n++ } /^term=b,eta_sq.*,consistent,partial,/ { n++ }
	END { exit n != 2 }' "$T/out"

# Relations of one's own
table 'model,base,test,Delta (%)' a,2.0,3.0,+50% b,2.0,3.0,+20%
arith --rel "'Delta (%)' = (test - base)/base" "$T/t.csv"
is_status 1 "a relation over columns of any name"
is_out "by the column that it is about" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
model=a,'Delta (%)',Delta (%),+50%,0.43902439024390205,0.5641025641025645,consistent,,,test=3.0 base=2.0,
model=b,'Delta (%)',Delta (%),+20%,0.43902439024390205,0.5641025641025645,inconsistent,,,test=3.0 base=2.0,
E
arith --as mean_base=base --as mean_test=test --as 'change_pct=Delta (%)' "$T/t.csv" --summary
is_out "--as: the suite's names for them" <<'E'
checks,consistent,inconsistent,erratum,undecided
2,1,1,0,0
E
printf '# of a list\n\nspeed/a: speed = a/b # one\nspeed/b: speed = b/a\n' >"$T/rels"
table a,b,speed 2,4,2.0x; arith --rels "$T/rels" "$T/t.csv"
is_out "a file of them; variants" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
row=1,speed,speed,2.0x,1.3999999999999992,3.0000000000000013,consistent,b,,b=4 a=2,
E
table k,n a,3 b,4 all,8; arith --rel 'total: n[k=all] = sum(n[k!=all])' "$T/t.csv"
is_out "a total" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
k=all,total,n,8,7,7,inconsistent,,,sum(n),
E
printf 'mode,backend,column,value\np,a,n,3\np,b,n,4\np,,n,7\nq,a,n,5\nq,b,n,6\nq,,n,10\n' \
	>"$T/t.csv"
arith --findings --rel 'n[backend=] = sum(n[backend])' "$T/t.csv"
is_out "a total whose key is empty, within the other keys" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
mode=q,n[backend=],n,10,11,11,inconsistent,,,sum(n),
E
table x,y '2.0,0.0'; arith --rel 'y = x - x' "$T/t.csv"; is_status 0 "x - x is 0 for every x"
table x,y '2.0,0.2'; arith --rel 'y = x/x - 1' "$T/t.csv"; is_status 1 "and x/x is not far from 1"
table x,y 2,-8; arith --rel 'y = -x^3' --exact x,y "$T/t.csv"; is_status 0 "-x^3 is -(x^3)"
table x,y 2,3; arith --exact x,y --rel 'y = min(max(x, 3), 9) + log(exp(0)) + abs(-x) - sqrt(4)' \
	"$T/t.csv"; is_status 0 "functions"
table x,y 2,8; arith --exact x,y --rel 'y = 2^3' "$T/t.csv"
is_status 0 "a relation without a cell to its right"

# groups that stand in rows of their own, in a file of their own
printf '%s\n' backend,column,value eager,mean,11.87 eager,sd,9.19 'eager,n,"1,620"' \
	compile,mean,7.12 compile,sd,6.73 'compile,n,"1,620"' >"$T/groups.csv"
printf '%s\n' base,test,column,value,mark,id eager,compile,change_pct,-40.0%,, \
	eager,compile,d,-0.58,erratum,E-1 compile,eager,t_student,16.80,, >"$T/pairs.csv"
arith --pair backend "$T/groups.csv" "$T/pairs.csv"
is_status 0 "an erratum is no failure"
is_out "--pair: mean_base is the mean of the group that base names" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
base=eager test=compile,change,change_pct,-40.0%,-40.08421052631582,-39.94943109987355,consistent,,,mean_test=7.12 mean_base=11.87,
base=eager test=compile,d,d,-0.58,-0.5913389107145522,-0.5881322213978514,erratum,,E-1,"mean_test=7.12 mean_base=11.87 n_base=1,620 sd_base=9.19 n_test=1,620 sd_test=6.73",
base=compile test=eager,t_student,t_student,16.80,16.73853646456465,16.829800442468404,consistent,,,"mean_test=11.87 mean_base=7.12 n_base=1,620 sd_base=6.73 n_test=1,620 sd_test=9.19",
E
arith "$T/groups.csv" "$T/pairs.csv"
check "without it these relations do not apply" sh -c "! grep -q '^base=' '$T/out'"
printf 'base,test,column,value\na,b,mean_base,2.0\na,b,mean_test,3.0\nb,a,ratio_mean,0.67\n' \
	>"$T/t.csv"
arith "$T/t.csv"
is_out "a comparison turned round" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
base=b test=a,ratio_mean,ratio_mean,0.67,0.6393442622950817,0.6949152542372884,consistent,,,mean_test=2.0 mean_base=3.0,
E
printf 'k,column,value\na,mean,2.04\n' >"$T/one.csv"
printf 'k,column,value\na,mean,2.0\n' >"$T/two.csv"
printf 'k,column,value\na,mean,2.1\n' >"$T/three.csv"
arith "$T/two.csv" "$T/one.csv" "$T/three.csv"
is_status 1 "a cell published twice"
sed "s|$T/||" "$T/out" >"$T/got"; cat >"$T/want" <<'E'
row,relation,column,published,implied_lo,implied_hi,verdict,by,id,from,note
k=a,again,mean,2.0,2.0349999999999997,2.0450000000000004,consistent,,,one.csv:2=2.04,
k=a,again,mean,2.1,2.0349999999999997,2.0450000000000004,inconsistent,,,one.csv:2=2.04,
E
same "must be the same value, to fewer digits or not" "$T/want" "$T/got"

# Bad input
table a,b,c 1,2,3
bad() { m=$1; shift; fails 2 "tablecheck: $m" tablecheck --arith "$@" "$T/t.csv"; }
bad "relation 'c = a +': expected a number, a column or '(' at the end" --rel 'c = a +'
bad "relation 'c = (a': expected ')' at the end" --rel 'c = (a'
bad "relation 'c = a b': not understood: 'b'" --rel 'c = a b'
bad "relation 'a + b': expected =, <=, >= or 'is whole' at the end" --rel 'a + b'
bad "relation 'a + b = c': the left side of = must be one column" --rel 'a + b = c'
bad "relation '1 = 1': the left side names no column" --rel '1 = 1'
bad "relation 'c = f(a)': there is no function 'f'" --rel 'c = f(a)'
bad "relation 'c = min(a)': expected ',' at ')'" --rel 'c = min(a)'
bad "relation 'c = sum(a)': sum and rank need a key in brackets: sum(a[KEY])" --rel 'c = sum(a)'
bad "relation 'c = a[k!=1]': only sum and rank can use several rows" --rel 'c = a[k!=1]'
bad "relation 'c = a^b': expected a power from 0 to 9 at 'b'" --rel 'c = a^b'
bad "relation 'c = 1e999': expected a number at '1e999'" --rel 'c = 1e999'
bad "relation 'c = 'a': a quote is not closed: 'a" --rel "c = 'a"
bad "relation 'c = d': there is no column 'd'" --rel 'c = a' --rel 'c = d'
bad "relation 'c = d': there is no column 'd'" --rel 'c = d'
bad "--only: there is no relation 'x' (--relations lists them)" --only x
bad "--except: there is no relation 'x' (--relations lists them)" --except x
bad "--as needs NAME=COLUMN, not 'x'" --as x
bad "--level needs a number between 0 and 1, not '95'" --level 95
bad "--arith compares with no table: no --subset, --no-data or --unmarked" --no-data
bad "$T/t.csv:1: no column 'z'; there are: a, b, c" -k z
deep=$(printf '%60s' '' | tr ' ' '(')
bad "relation 'c = ${deep}a': nested more than 40 levels deep" --rel "c = ${deep}a"
long=$(awk 'BEGIN { for (i = 0; i < 200; i++) printf "a+" }')
bad "relation 'c = ${long}a': over 128 terms" --rel "c = ${long}a"
printf 'c = a\nc = +\n' >"$T/rels"
fails 2 "tablecheck: $T/rels:2: relation 'c = +': expected a number, a column or '(' at '+'" \
	tablecheck --arith --rels "$T/rels" "$T/t.csv"
fails 2 "tablecheck: --arith takes operands: PUBLISHED ..." tablecheck --arith
fails 2 - tablecheck --findings "$T/t.csv" "$T/t.csv" <<'E'
tablecheck: --rel, --rels, --only, --except, --pair, --as, --exact, --whole, --level and --findings need --arith
E
printf 'k,column,value\na,mean,\n' >"$T/e.csv"
fails 2 "tablecheck: $T/e.csv:2: empty 'value'" tablecheck --arith "$T/e.csv"
awk 'BEGIN { for (i = 0; i < 70; i++) printf "k%d,", i; print "column,value";
	for (i = 0; i < 70; i++) printf "x,"; print "n,1" }' >"$T/e.csv"
fails 2 "tablecheck: $T/e.csv:1: over 60 key columns" tablecheck --arith "$T/e.csv"
