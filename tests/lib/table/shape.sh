# --having, --with, --rename and --cell, which every tool that writes a table takes.
. tests/lib.sh
cat >"$T/a.csv" <<'D'
backend,mode,latency_ms
a,x,1
a,y,2
b,x,30
"b, c",x,0.1
D
F=$T/a.csv
run latstats -g backend,mode --stats mean,sd --having mode=x --having 'mean<10' "$F"
is_out "--having takes rows of the result" <<'D'
backend,mode,mean,sd
a,x,1,
"b, c",x,0.1,
D
run latstats -g backend,mode --stats mean --having 'backend!=a' --having 'mean>1' "$F"
is_out "--having: another value, and a number above" <<'D'
backend,mode,mean
b,x,30
D
run latstats -g backend,mode --stats sd --having 'sd<9' "$F"
is_out "--having: what is not available is not a number" <<'D'
backend,mode,sd
D
run latstats -g backend,mode --stats sd --having sd= --cell 'count()' "$F"
is_out "--having: and is the empty text" <<'D'
4
D
run latstats -g backend --stats n,mean --with 'run=1,2' --with year= --rename n=count,mean=average \
	"$F"
is_out "--with and --rename" <<'D'
run,year,backend,count,average
"1,2",,a,2,1.5
"1,2",,b,1,30
"1,2",,"b, c",1,0.1
D
run latstats -g backend --stats n,mean --rename n=mean,mean=n --having backend=a "$F"
is_out "--rename: two columns change places" <<'D'
backend,mean,n
a,2,1.5
D
run latstats -g backend --stats n,mean --rename n=k,mean=n --having n=2 -o json "$F"
check "--having knows the names of before" grep -q '{"backend": "a", "k": 2, "n": 1.5}' "$T/out"
is() { want=$1; shift; run latstats -g backend,mode --stats mean,sd "$@" "$F"; \
	if [ "$status $(cat "$T/out")" = "0 $want" ]; then ok "$*: $want"; \
	else not_ok "$*: $status $(cat "$T/out" "$T/err")"; fi; }
is 30 --having backend=b --cell mean
is 30 --having backend=b --cell mean -o json
is '1 2 0.1' --having 'mean<=2' --cell 'list(mean)'
is '2 30' --having 'mean>=2' --cell 'list(mean)'
is '30 0.1' --having 'backend~^b' --cell 'list(mean)'
is '' --having backend=b --cell sd
is '1 2 30 0.1' --cell 'list(mean)'
is 'a a b b, c' --cell 'list(backend)' -o text
is 3 --cell 'distinct(backend)'
is 0.1 --cell 'min(mean)'
is 30 --cell 'max(mean)'
is 33.1 --cell 'sum(mean)'
is 0 --having backend=z --cell 'count()'
is 3 --rename mean=m --having mode=x --cell 'count()'
is 30 --rename 'mean=max(m)' --having backend=b --cell 'max(m)'
cat >"$T/sort.csv" <<'D'
k,v,latency_ms
b,10,3
a,9,1
c,,2
d,x,4
e,1e1,1
D
sorts() { want=$1; shift; run latstats -g k,v --stats mean --cell 'list(k)' "$@" "$T/sort.csv"; \
	if [ "$status $(cat "$T/out")" = "0 $want" ]; then ok "$*: $want"; \
	else not_ok "$*: $status $(cat "$T/out" "$T/err")"; fi; }
sorts 'a b e d c' --sort v
sorts 'd b e a c' --sort -v
sorts 'a e c b d' --sort mean
sorts 'e a c b d' --sort mean --sort -k
sorts 'd b c e a' --sort -mean --sort -k
sorts 'e d b' --sort -k --having 'mean!=2' --having k!=a
fails 2 "latstats: --sort V: no such column; did you mean 'v'?" latstats -g v --sort V "$T/sort.csv"
run latstats -g k --stats n,mean --sort -mean --rename mean=n,n=mean -o text "$T/sort.csv"
is_out "--sort knows the names of before, and text is sorted too" <<'E'
k  mean  n
d     1  4
b     1  3
c     1  2
a     1  1
e     1  1
E
# names that are longer than half of the line wrap too
printf '%s\n' g,s,latency_ms 'a very long group name with many words,x,1' \
	'another very long name,x,2' >"$T/names.csv"
COLUMNS=40 run latstats -g s,g --wide g --stats n,mean -o text "$T/names.csv"
check "long names keep to 40 columns" sh -c "! awk 'length > 40' '$T/out' | grep ."
check "and are whole" test "$(grep -c ' words' "$T/out")" = 2
for bad in "--cell mean: the result has 4 rows, not one|--cell mean" \
	"--cell mean: the result has no row|--cell mean --having mode=z" \
    "--cell u: no such column or function|--cell u" \
    "--cell avg(mean): no such column or function|--cell avg(mean)" \
    "--cell max(sd): the column has no number|--cell max(sd)" \
    "--cell max(u): no such column or function|--cell max(u)" \
    "--having u: no such column|--having u=1" \
    "--having maen: no such column; did you mean 'mean'?|--having maen=1" \
    "--rename u: no such column|--rename u=v" \
    "--having needs COL=VALUE (or !=, <, <=, >, >=, ~ in place of =), not 'mode'|--having mode" \
    "--having needs COL=VALUE (or !=, <, <=, >, >=, ~ in place of =), not 'a!b'|--having a!b" \
    "--having mean<: 'x' is not a number|--having mean<x" \
    "--with needs COL=VALUE, not '=1'|--with =1" \
    "--rename needs OLD=NEW, not 'mean='|--rename mean=" \
    "two columns are named 'sd'|--rename mean=sd" \
    "two columns are named 'mean'|--with mean=1"; do
	fails 2 "latstats: ${bad%%|*}" latstats -g backend,mode --stats mean,sd ${bad#*|} "$F"
done
run latstats --cell mean -O "$T/o" "$F"
check "--cell -O writes the value" grep -qx 8.275 "$T/o"
run latstats -g backend --cell mean -O "$T/no" "$F"
check "and nothing on an error" test ! -e "$T/no"
run tablecheck --arith --cell 'count()' reports/tr120/published/5.1-prefill.csv
is_status 0 "other tools take them too"
