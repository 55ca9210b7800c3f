# tablecheck: verdicts, each digit of a published file, messages, statuses.
. tests/lib.sh

F=fixtures/cells
P=$T/p.csv
C=$T/t.csv
# every form of figure
run tablecheck $F/published.csv $F/table.csv
is_status 0 "every form of figure"
run tablecheck --summary $F/published.csv $F/table.csv
is_out "every form of figure: 48 cells match" <<E
cells,match,mismatch,erratum,restated,not_reproducible,no_data,no_figure,extra
48,48,0,0,0,0,0,0,0
E

# Each digit of the list in turn: of a value by every other digit, of a key or a
# column name by the next. Each must give exactly one mismatch. A bound that is
# altered to a weaker one which the value still satisfies must give none, nor may a
# figure after ~ that is still within 5%; awk decides both by its own arithmetic.
mkdir "$T/m"
awk -v dir="$T/m" '
FNR == 1 && NR == 1 { n = split($0, h, ","); for (i = 1; i <= n; i++) if (h[i] == "tail") at = i;
next }
FNR == NR { split($0, f, ","); tail[f[1]] = f[at]; for (i = 2; i <= n; i++) of[f[1], h[i]] = f[i];
next }
{ line[++lines] = $0 }
function still_holds(model, figure,    below, strict) {
	below = figure ~ /</
	strict = figure !~ /=/
	sub(/^(p )?[<>]=? */, "", figure)
	sub(/^10\^/, "1e", figure)
	if (figure !~ /^[0-9.]+(e-?[0-9]+)?$/) return 0
	if (below) return strict ? tail[model] + 0 < figure + 0 : tail[model] + 0 <= figure + 0
	return strict ? tail[model] + 0 > figure + 0 : tail[model] + 0 >= figure + 0
}
# 1 if x is not within 5% of the figure
function about(x, figure) { gsub(/[^-0-9.]/, "", figure);
return !(x >= 0.95 * figure && x <= 1.05 * figure) }
END {
	for (l = 2; l <= lines; l++) {
		s = line[l]
		model = substr(s, 1, index(s, ",") - 1)
		value_at = index(s, ",") + 1
		column = substr(s, value_at, index(substr(s, value_at), ",") - 1)
		value_at += length(column) + 1
		for (p = 1; p <= length(s); p++) {
			d = substr(s, p, 1)
			if (d !~ /[0-9]/) continue
			for (k = 1; k <= (p >= value_at ? 9 : 1); k++) {
				altered = substr(s, 1, p - 1) (d + k) % 10 substr(s, p + 1)
				figure = substr(altered, value_at)
				expect = 1
				if (figure ~ /[<>]/ && p >= value_at) expect = !still_holds(model, figure)
				if (figure ~ /^"?~/ && p >= value_at) expect = about(of[model, column], figure)
				name = sprintf("%s/%05d.csv", dir, ++made)
				for (i = 1; i <= lines; i++) print (i == l ? altered : line[i]) >name
				close(name)
				print expect, altered >(dir "/expected")
			}
		}
	}
}' $F/table.csv $F/published.csv
: >"$T/results"
for f in "$T"/m/*.csv; do
	status=0
	tablecheck --summary "$f" $F/table.csv >"$T/one" 2>&1 || status=$?
	{ read -r head; read -r row; } <"$T/one"
	echo "$status $row" >>"$T/results"
done
# summary: cells,match,mismatch,erratum,restated,not_reproducible,no_data,no_figure,extra
paste -d' ' "$T/results" "$T/m/expected" | awk '{
	split($2, c, ",")
	base = /[0-9]\^/ && !/[^0-9]10\^/ # a power of another number than 10 is no figure
	if (c[1] != 48 || c[3] != $3 - base || c[8] != base || c[2] != 48 - $3 ||
		$1 != (base ? 3 : $3 > 0)) { print; bad = 1 }
} END { exit bad }' >"$T/wrong"
same "each altered digit gives one mismatch, or no figure where it is of the base of a power" \
	/dev/null "$T/wrong"
altered=$(grep -c '^1' "$T/m/expected") weaker=$(grep -c '^0' "$T/m/expected")
echo "# note: tablecheck: $altered altered lists with one mismatch each," \
	"$weaker with a bound or an approximation that still holds"
check "over a thousand alterations, of which few still hold" test "$altered" -gt 1000 -a "$weaker" \
	-lt 120

# ties, percents, bounds, signs: value of one cell against its published form
one() { # PUBLISHED COMPUTED [COLUMN]
	printf 'k,column,value\na,%s,"%s"\n' "${3:-x}" "$1" >"$P"
	printf 'k,%s\na,%s\n' "${3:-x}" "$2" >"$C"
	run tablecheck --summary "$P" "$C"
}
is() { one "$@"; is_status 0 "$2 is $1"; }
isnt() { one "$@"; is_status 1 "$2 is not $1"; }
is 0.12 0.125; is 0.13 0.125; isnt 0.14 0.125; isnt 0.12 0.1250000000000001
is 1.00 1.005; is 1.01 1.005
is -0.12 -0.125; isnt 0.12 -0.12; isnt -0.12 0.12; is +0.12 0.12; isnt +0.12 -0.12
is 0.00 -0; is -0.00 -0.001; isnt -0.00 0.001; isnt +0.00 -0.001
is 40% 0.4; isnt 40% 40; is 40% 40 share_pct; isnt 40% 0.4 share_pct; is 40% 39.6 _pct
is '< 0.05' 0.0499; isnt '< 0.05' 0.05; is '<= 0.05' 0.05; is 'p > 0.05' 0.06
is 1e-16 1.4e-16; isnt 1e-16 1.6e-16; is '10^-16' 5e-17; isnt '2 x 10^-16' 2e-15
is Yes Yes; isnt Yes yes; isnt Yes No
is -- ''; isnt -- 0; isnt 0 ''; is N/A ''; is N/A N/A; isnt 3 N/A; isnt 3 three
is '1,620' 1620; is '3 heads' 3; is '3 heads' '3 heads'
is 12345678901234567890 12345678901234567890; isnt 12345678901234567890 12345678901234567891

# as people typeset numbers, and what is no figure: not decidable, status 3
is '–5' -5; isnt '–5' 5; is '0.05*' 0.05; isnt '0.05*' 0.06; is '0.0499***' 0.0499; is '12.3†' 12.3
is '1.53×10⁻⁵' 1.53e-5; isnt '1.53×10⁻⁵' 1.53e-4; is '1.53 × 10^−5' 0.0000153; is '10⁻¹⁶' 1e-16
is '12.3 ± 0.4' 12.34; isnt '12.3 ± 0.4' 12.6; is '12.3 ± 0.4%' 0.123; is '12.3+/-0.4' 12.3
thin=$(printf '1\342\200\211620')
is "$thin" 1620; is "$thin ms" 1620; isnt "$thin" 1
nofigure() { one "$@"; is_status 3 "$1 is no figure"; \
	check "$1: nor a match" grep -q '^1,0,0,0,0,0,0,1,0$' "$T/out"; }
nofigure Yes 1; nofigure '1,62' 162; nofigure '5–10' 5; nofigure '12.3 ± ' 12.3; nofigure '5²' 5
nofigure '1 620' 1620
nofigure '1.2 (0.1)' 1.2; nofigure '12.3 ± 0.4 × 10³' 12300; nofigure n.s. 0.2
printf 'k,column,value,mark,id\na,x,n.s.,,\na,y,n.s.,erratum,E1\na,z,2,,\n' >"$P"
printf 'k,x,y,z\na,0.2,0.2,3\n' >"$C"
run tablecheck "$P" "$C"
is_status 1 "a mismatch comes before no figure"
is_out "and an erratum may be no figure" <<E
k,column,published,computed,verdict,id,note
a,x,n.s.,0.2,no-figure,,
a,y,n.s.,0.2,erratum,E1,
a,z,2,3,mismatch,,
E

# marks
run tablecheck $F/marks.csv $F/made.csv
is_status 1 "marks"
is_out "the verdict on each cell" <<E
backend,column,published,computed,verdict,id,note
eager,mean,404.05,404.0512,match,,
eager,p99,932.00,931.4812,erratum,E-7,two digits changed places
compile,mean,389.22,389.2204,restated,,from the authors' summary
compile,p99,613.16,631.1567,mismatch,,
compile,graphs,8,,not-reproducible,,no log was published
E
run tablecheck -o md $F/marks.csv $F/made.csv
is_out "-o md: the annotated table" <<E
| backend | column | published | computed | verdict          | id  | note                      |
| ------- | ------ | --------- | -------- | ---------------- | --- | ------------------------- |
| eager   | mean   | 404.05    | 404.0512 | match            | -   | -                         |
| eager   | p99    | 932.00    | 931.4812 | erratum          | E-7 | two digits changed places |
| compile | mean   | 389.22    | 389.2204 | restated         | -   | from the authors' summary |
| compile | p99    | 613.16    | 631.1567 | mismatch         | -   | -                         |
| compile | graphs | 8         | -        | not-reproducible | -   | no log was published      |

5 cells: 1 match, 1 mismatch, 1 erratum, 1 restated, 1 not-reproducible
E
run tablecheck --summary $F/marks.csv $F/made.csv
is_out "--summary: one row" <<E
cells,match,mismatch,erratum,restated,not_reproducible,no_data,no_figure,extra
5,1,1,1,1,1,0,0,0
E
grep -v 613.16 $F/marks.csv >"$P"
run tablecheck "$P" $F/made.csv
is_status 0 "erratum, restated and not-reproducible are no failure"
run tablecheck -o json --summary "$P" $F/made.csv
is_out "-o json names every definition" <<E
{"tool": "tablecheck",
 "version": "$(sed -n 's/^#define AS_VERSION "\(.*\)"/\1/p' lib/base/version.h)",
 "definitions": {"match": "the computed value rounds to the published digits; a tie may round either way", "bound": "< > <= >=: the computed value satisfies it", "percent": "a published % is divided by 100, unless the column's name ends in _pct", "unit": "ignored; nothing is converted", "no-figure": "the published value is not a number, the computed one is", "restated": "a match with a figure of the authors' own summary, not of raw samples"},
 "notes": [],
 "columns": [
  {"name": "cells", "type": "integer", "key": false},
  {"name": "match", "type": "integer", "key": false},
  {"name": "mismatch", "type": "integer", "key": false},
  {"name": "erratum", "type": "integer", "key": false},
  {"name": "restated", "type": "integer", "key": false},
  {"name": "not_reproducible", "type": "integer", "key": false},
  {"name": "no_data", "type": "integer", "key": false},
  {"name": "no_figure", "type": "integer", "key": false},
  {"name": "extra", "type": "integer", "key": false}
 ],
 "rows": [
  {"cells": 4, "match": 1, "mismatch": 0, "erratum": 1, "restated": 1, "not_reproducible": 1, "no_data": 0, "no_figure": 0, "extra": 0}
 ]
}
E
cat >"$P" <<E
backend,column,value,mark,id,note
eager,mean,404.05,erratum,E-1,wrong in the report
eager,p99,931.49,restated,,
compile,max,1,erratum,E-2,
slow,mean,1,erratum,E-3,gone
E
run tablecheck "$P" $F/made.csv
is_status 1 "marks that do not hold"
is_out "a stale erratum, a restated figure that differs, an erratum without a value" <<E
backend,column,published,computed,verdict,id,note
eager,mean,404.05,404.0512,mismatch,E-1,"marked as an erratum, but it matches; wrong in the report"
eager,p99,931.49,931.4812,mismatch,,
compile,max,1,,mismatch,E-2,the table has no such column
slow,mean,1,,mismatch,E-3,the table has no such row; gone
E

# missing, extra, duplicate rows
printf 'mode,backend,mean,max\nkv,a,1,2\nkv,b,3,4\nkv,a,1,9\npre,a,5,6\n' >"$C"
printf '%s\n' mode,backend,column,value kv,a,mean,1 kv,c,mean,1 kv,b,mean,3 kv,b,min,3 kv,a,mean,1 \
	>"$P"
run tablecheck "$P" "$C"
is_status 1 "missing, extra and duplicate rows"
is_out "each is one mismatch" <<E
mode,backend,column,published,computed,verdict,id,note
kv,a,mean,1,1,match,,
kv,c,mean,1,,mismatch,,the table has no such row
kv,b,mean,3,3,match,,
kv,b,min,3,,mismatch,,the table has no such column
kv,a,mean,1,1,mismatch,,"listed before, on line 2"
kv,a,,,,mismatch,,the table repeats the row of line 2
pre,a,,,,mismatch,,not published: the table's row of line 5
E
run tablecheck --subset --summary "$P" "$C"
is_status 1 "--subset"
is_out "--subset: a row that is not published is none, one that is twice is" <<E
cells,match,mismatch,erratum,restated,not_reproducible,no_data,no_figure,extra
5,2,4,0,0,0,0,0,1
E
run tablecheck --unmarked fixtures/cells/marks.csv fixtures/cells/made.csv
is_status 1 "--unmarked"
is_out "--unmarked: every cell has to match" <<E
backend,column,published,computed,verdict,id,note
eager,mean,404.05,404.0512,match,,
eager,p99,932.00,931.4812,mismatch,,
compile,mean,389.22,389.2204,match,,
compile,p99,613.16,631.1567,mismatch,,
compile,graphs,8,,mismatch,,the table has no such column
E
run tablecheck -o text "$P" "$C"
is_out "-o text: the counts close the table" <<E
mode  backend  column  published  computed  verdict   note
kv    a        mean    1          1         match     -
kv    c        mean    1          -         mismatch  the table has no such row
kv    b        mean    3          3         match     -
kv    b        min     3          -         mismatch  the table has no such
                                                       column
kv    a        mean    1          1         mismatch  listed before, on line 2
kv    a        -       -          -         mismatch  the table repeats the row
                                                       of line 2
pre   a        -       -          -         mismatch  not published: the table's
                                                       row of line 5

5 cells and 2 extra rows: 2 match, 5 mismatch
E
printf 'mode,backend,mean,max\nkv,a,1,2\npre,a,1,6\n' >"$C"
printf 'mode,note,column,value\nkv,x,mean,1\npre,y,mean,1\n' >"$P"
run tablecheck "$P" "$C"; is_status 0 "note is no key"
run tablecheck -o text "$P" "$C"
is_out "people do not get a column that says nothing" <<E
column=mean, published=1, computed=1, verdict=match

mode  note
kv    x
pre   y

2 cells: 2 match, 0 mismatch
E
printf 'mode,where,column,value\nkv,p. 3,mean,1\npre,p. 4,mean,1\n' >"$P"
run tablecheck -k mode "$P" "$C"; is_status 0 "-k: what it does not name is no key"
fails 2 "tablecheck: $C:1: no column 'where'; there are: mode, backend, mean, max" tablecheck "$P" \
	"$C"
printf 'column,value\nmean,1\n' >"$P"
printf 'mean,max\n1,2\n' >"$C"
run tablecheck "$P" "$C"; is_status 0 "no key at all: a table of one row"
printf 'mean,max\n1,2\n1,2\n' >"$C"
run tablecheck "$P" "$C"; is_status 1 "no key at all: a second row repeats the first"
printf 'dtype,column,value\nfp16,mean,1\n' >"$P"
printf 'quantization,mean\nfp16,1\n' >"$C"
run tablecheck "$P" "$C"; is_status 0 "an alias selects the column"
printf 'a,b,column,value\nx,yz,m,1\nxy,z,m,2\n' >"$P"
printf 'a,b,m\nx,yz,1\nxy,z,2\n' >"$C"
run tablecheck "$P" "$C"; is_status 0 "keys are compared one by one"

# a table of made input says so
printf 'k,synthetic,x\na,1,5\nb,0,6\nc,true,7\n' >"$C"
printf 'k,column,value\na,x,5\nb,x,6\n' >"$P"
run tablecheck "$P" "$C"
is_out "synthetic rows are marked" <<E
k,column,synthetic,published,computed,verdict,id,note
a,x,1,5,5,match,,
b,x,0,6,6,match,,
c,,1,,,mismatch,,not published: the table's row of line 4
E
run tablecheck --subset --summary -o text "$P" "$C"
is_out "synthetic rows are marked in the summary" <<E
cells             2
match             2
mismatch          0
erratum           0
restated          0
not_reproducible  0
no_data           0
no_figure         0
extra             0
synthetic         yes

synthetic: these rows are made up, not measured
E
sed 's/,1,/,0,/; /true/d' "$C" >"$T/u.csv"
run tablecheck --summary "$P" "$T/u.csv"
is_out "a table that says it is not synthetic" <<E
cells,match,mismatch,erratum,restated,not_reproducible,no_data,no_figure,extra
2,2,0,0,0,0,0,0,0
E

# no data
run tablecheck --no-data $F/marks.csv
is_status 3 "--no-data"
is_out "--no-data: never a match" <<E
backend,column,published,computed,verdict,id,note
eager,mean,404.05,,no-data,,
eager,p99,932.00,,no-data,E-7,two digits changed places
compile,mean,389.22,,no-data,,from the authors' summary
compile,p99,613.16,,no-data,,
compile,graphs,8,,not-reproducible,,no log was published
E
sed -n '1p;/not-repro/p' $F/marks.csv >"$P"
run tablecheck --no-data "$P"; is_status 0 "--no-data: what is not reproducible needs none"
printf 'column,value\nm,1\nm,1\n' >"$P"
run tablecheck --no-data --summary "$P"; is_status 1 "a mismatch comes before no data"
is_out "--no-data: a cell that is listed twice" <<E
cells,match,mismatch,erratum,restated,not_reproducible,no_data,no_figure,extra
2,0,1,0,0,0,1,0,0
E

# input and output
run_in $F/table.csv tablecheck $F/published.csv; is_status 0 "TABLE is standard input"
run_in $F/table.csv tablecheck $F/published.csv -; is_status 0 "TABLE is -"
run_in $F/published.csv tablecheck - $F/table.csv; is_status 0 "PUBLISHED is -"
gzip -c $F/table.csv >"$T/t.gz"
run tablecheck $F/published.csv "$T/t.gz"; is_status 0 "gzip reads as it is"
run tablecheck $F/published.csv --summary -o csv $F/table.csv; is_status 0 "options anywhere"
run tablecheck -O "$T/report.md" -o md $F/marks.csv $F/made.csv
is_status 1 "-O"
check "-O writes the file" grep -q '^| compile | p99    | 613.16' "$T/report.md"
check "-O leaves standard output empty" test ! -s "$T/out"
run tablecheck --wide backend -o text -k backend $F/marks.csv $F/made.csv
is_out "--wide spreads a key" <<E
id:compile=-

column                                  mean                        p99
published:eager                       404.05                     932.00
published:compile                     389.22                     613.16
computed:eager                      404.0512                   931.4812
computed:compile                    389.2204                   631.1567
verdict:eager                          match                    erratum
verdict:compile                     restated                   mismatch
id:eager                                   -                        E-7
note:eager                                 -  two digits changed places
note:compile       from the authors' summary                          -

column                           graphs
published:eager                       -
published:compile                     8
computed:eager                        -
computed:compile                      -
verdict:eager                         -
verdict:compile        not-reproducible
id:eager                              -
note:eager                            -
note:compile       no log was published

5 cells: 1 match, 1 mismatch, 1 erratum, 1 restated, 1 not-reproducible
E
run tablecheck --help; is_status 0 "--help"
check "--help: usage on standard output" grep -q '^usage: tablecheck ' "$T/out"
run tablecheck --version; is_status 0 "--version"
run sh -c "tablecheck $F/published.csv $F/table.csv >/dev/full"; is_status 2 "a full disk"
is_err "a full disk: message" <<E
tablecheck: cannot write standard output
E
cp $F/published.csv "$T/-odd.csv"
run sh -c "cd '$T' && tablecheck --summary -- -odd.csv '$PWD/$F/table.csv'"
is_status 0 "-- ends the options"

# every message
cp $F/table.csv "$C"
bad() { printf '%b' "$1" >"$P"; fails 2 "tablecheck: $2" tablecheck "$P" "$C"; }
bad '' "$P: empty input"
bad 'model,column,value\n' "$P: a header but no row"
bad 'model,value\na,1\n' "$P:1: no column 'column'; there are: model, value"
bad 'model,column\na,b\n' "$P:1: no column 'value'; there are: model, column"
bad 'model,column,value,model\na,n,1,a\n' "$P:1: column 'model' occurs twice"
bad 'model,column,value\na,n\n' "$P:2: record has 2 fields, the header has 3"
bad 'model,column,value\na,,1\n' "$P:2: empty 'column'"
bad 'model,column,value\na,n,1\n\na,n,\n' "$P:4: empty 'value': write -- for a cell without a value"
bad 'model,column,value,mark\na,n,1,wrong\n' \
	"$P:2: mark 'wrong' is not erratum, restated or not-reproducible"
bad 'model,column,value,mark\na,n,1,erratum\n' "$P:2: an erratum needs an id"
bad 'model,column,value,mark,id\na,n,1,erratum,\n' "$P:2: an erratum needs an id"
bad 'model,column,value,mark\na,n,1,not-reproducible\n' \
	"$P:2: not-reproducible needs a reason in 'note'"
bad 'model,column,value,mark,note\na,n,1,not-reproducible,\n' \
	"$P:2: not-reproducible needs a reason in 'note'"
there='model, n, mean, change, change_pct, speedup, memory_gb, p_value, tail, d, delta, significant'
bad 'backend,column,value\na,n,1\n' \
	"$C:1: no column 'backend'; there are: $there, version, unpublished"
bad 'model,column,value\na,n,\377\n' "$P:2: invalid UTF-8 at byte 5 of the line"
bad 'model,column,value\na,n,"1\n' "$P:2: malformed CSV: a quoted field has no end"
bad 'verdict,column,value\na,n,1\n' \
	"$C:1: no column 'verdict'; there are: $there, version, unpublished"
P0=$F/published.csv
: >"$C"
fails 2 "tablecheck: $C: empty input" tablecheck $P0 "$C"
printf 'model,n\n' >"$C"
fails 2 "tablecheck: $C: a header but no row" tablecheck $P0 "$C"
printf 'model,n,n\na,1,2\n' >"$C"
fails 2 "tablecheck: $C:1: column 'n' occurs twice" tablecheck $P0 "$C"
fails 2 "tablecheck: -k: 'value' is not a key column" tablecheck -k value $P0 $F/table.csv
fails 2 "tablecheck: -k: empty name in 'a,'" tablecheck -k a, $P0 $F/table.csv
fails 2 "tablecheck: -k: 'a' is named twice" tablecheck -k a,a $P0 $F/table.csv
fails 2 "tablecheck: $P0:1: no column 'backend'; there are: model, column, value" tablecheck \
	-k backend $P0 $F/table.csv
fails 2 "tablecheck: -o needs one of text, csv, md, tex, json, html, not 'yaml'" tablecheck \
	-o yaml $P0 $F/table.csv
fails 2 "tablecheck: --wide column2: no such key column" tablecheck --wide column2 $P0 $F/table.csv
fails 2 "tablecheck: takes the operands PUBLISHED and TABLE" tablecheck
fails 2 "tablecheck: takes the operands PUBLISHED and TABLE" tablecheck $P0 $F/table.csv \
	$F/table.csv
fails 2 "tablecheck: --no-data takes one operand: PUBLISHED" tablecheck --no-data $P0 $F/table.csv
fails 2 "tablecheck: PUBLISHED and TABLE are both standard input" tablecheck -
fails 2 "tablecheck: $T/gone.csv: No such file or directory" tablecheck "$T/gone.csv" $F/table.csv
fails 2 "tablecheck: $T/gone.csv: No such file or directory" tablecheck $P0 "$T/gone.csv"
fails 2 "tablecheck: $T/none/x.md: cannot create: No such file or directory" tablecheck \
	-O "$T/none/x.md" $P0 $F/table.csv
run tablecheck --nonsense; is_status 2 "an unknown option"
