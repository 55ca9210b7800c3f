# reports/check.sh and its targets, on a small report made here: no data needed.
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p "$T/top/reports/mini/published" "$T/top/build" "$T/top/data"
cp reports/check.sh reports/pipeline.sh reports/*.awk reports/reports.mk "$T/top/reports"
ln -s "$(cd "$BIN" && pwd)" "$T/top/build/bin"
cd "$T/top" || exit 1

cat >Makefile <<'E'
BUILD = build
DATA = data
all:
include reports/reports.mk
E
echo 'PLAIN $DATA/plain.csv' >reports/mini/names
cat >reports/mini/pipelines.csv <<'E'
list,command
1-plain,latstats -g backend $PLAIN
2-piped,"latstats -g backend,mode --where backend=b $PLAIN | sed 's/,prefill,/,""pre """"fill"""", all"",/'"
E
cat >reports/mini/tables.csv <<'E'
table,document,section,kind,cells
1-plain,001,1,table,4
2-piped,001,2,figures,1
E
printf '%s\n' document,tables 001,3 002,1 >reports/documents.csv
cat >reports/mini/published/1-plain.csv <<'E'
backend,column,value,mark,id,note
a,mean,2.0,,,
a,max,3,erratum,M-1,the maximum is 4
b,mean,10 ms,restated,,
b,skewness,1,not-reproducible,,nobody has it
E
cat >reports/mini/published/2-piped.csv <<'E'
backend,mode,column,value
b,"pre ""fill"", all",median,10
E
plain() { printf '%s\n' backend,mode,latency_ms a,prefill,1 a,prefill,1 a,prefill,4 b,prefill,10 \
	>data/plain.csv; }
target() { run make --no-print-directory "$@"; }

plain
target reports
is_status 0 "a report that holds"
is_out "the last line counts tables, cells and verdicts" <<'E'
mini: 1 tables and 1 lists of figures, 5 cells: 2 match, 0 mismatch, 1 erratum, 1 restated, 1 not-reproducible, 0 no-data
document 001: 1 of 3 numeric tables
E
check "the annotated tables are in one file" grep -q '^| b .*| median .*| match ' \
	build/reports/mini.md
target mini/1-plain
is_status 0 "one list"
is_out "one list: its pipeline, and the verdict on each cell" <<'E'
build/bin/latstats -g backend data/plain.csv | build/bin/tablecheck reports/mini/published/1-plain.csv
backend  column    published  computed  verdict           id   note
a        mean      2.0        2         match             -    -
a        max       3          4         erratum           M-1  the maximum is 4
b        mean      10 ms      10        restated          -    -
b        skewness  1          -         not-reproducible  -    nobody has it

4 cells: 1 match, 0 mismatch, 1 erratum, 1 restated, 1 not-reproducible
E

target verify CELL=mini/1-plain/a/mean
is_out "verify prints the command of one cell" <<'E'
build/bin/latstats -g backend data/plain.csv | build/bin/tablecheck reports/mini/published/1-plain.csv | grep '^a,mean,'
E
cp "$T/out" "$T/command"; run sh "$T/command"
is_out "and that command recomputes it" <<'E'
a,mean,2.0,2,match,,
E
target verify 'CELL=mini/2-piped/b/pre "fill", all/median'
cp "$T/out" "$T/command"; run sh "$T/command"
is_out "a cell whose key holds quotes and a comma" <<'E'
b,"pre ""fill"", all",median,10,10,match,,
E
verify() { PIPELINE=x BUILD=build DATA=data run sh reports/check.sh verify "$1"; }
verify mini/1-plain/a/men
is_status 2 "verify: a cell that is not listed"
is_err "verify names the cells there are" <<'E'
reports: there is no cell 'mini/1-plain/a/men'; there are
mini/1-plain/a/mean
mini/1-plain/a/max
mini/1-plain/b/mean
mini/1-plain/b/skewness
E
verify mini/3/a
is_err "verify: a list that is not there" <<'E'
reports: there is no list 'mini/3' (CELL=REPORT/TABLE/KEY.../COLUMN)
E

# A second report on the same lists, whose samples say that they are synthetic.
mkdir reports/made
echo mini >reports/made/lists-of
cp reports/mini/names reports/made
cat >reports/made/pipelines.csv <<'E'
list,command
1-plain,"latstats -g backend made.csv | sed '1s/$/,skewness/; 2,$s/$/,1/'"
E
sed -n '/2-piped/p' reports/mini/pipelines.csv >>reports/made/pipelines.csv
printf '%s\n' backend,mode,latency_ms,synthetic a,prefill,1,1 a,prefill,2,1 a,prefill,3,1 \
	b,prefill,10,1 >made.csv
target reports
is_status 0 "a report on another's lists"
is_out "its marks are not looked at, and it says that it is synthetic" <<'E'
made: 1 tables and 1 lists of figures, 5 cells: 5 match, 0 mismatch, 0 erratum, 0 restated, 0 not-reproducible, 0 no-data (synthetic: no evidence)
mini: 1 tables and 1 lists of figures, 5 cells: 2 match, 0 mismatch, 1 erratum, 1 restated, 1 not-reproducible, 0 no-data
document 001: 1 of 3 numeric tables
E
target verify CELL=made/1-plain/a/max
cp "$T/out" "$T/command"; run sh "$T/command"
is_out "verify on another's lists" <<'E'
a,max,1,3,3,match,,
E
rm -r reports/made

# The status of the last step; make itself says 2 and prints it.
summary() { BUILD=build DATA=data run sh reports/check.sh summary mini; }
sed 's/^b,prefill,10/b,prefill,11/' data/plain.csv >data/new && mv data/new data/plain.csv
target reports
check "make says what the last step said" grep -q 'Error 1$' "$T/err"
summary
is_status 1 "a changed sample"
is_out "two cells rest on it" <<'E'
mini: 1 tables and 1 lists of figures, 5 cells: 1 match, 2 mismatch, 1 erratum, 0 restated, 1 not-reproducible, 0 no-data
document 001: 1 of 3 numeric tables
E
rm data/plain.csv
target reports
check "make says that there is no data" grep -q 'Error 3$' "$T/err"
summary
is_status 3 "no data"
is_out "without data no cell is a match" <<'E'
mini: 1 tables and 1 lists of figures, 5 cells: 0 match, 0 mismatch, 0 erratum, 0 restated, 1 not-reproducible, 4 no-data
document 001: 1 of 3 numeric tables
E
target mini/2-piped
check "one list without data says what is missing" grep -qx 'no data: data/plain.csv is not there' \
	"$T/err"

target mini/2-piped DATA='da ta'
check "a DATA that would fall apart in the shell is refused" \
    grep -q "DATA must be a path without blanks; make a link to 'da ta'" "$T/err"

plain; echo a,prefill,x >>data/plain.csv
target reports
check "a pipeline that fails stops the report" grep -q 'Error 2$' "$T/err"
check "and is named" grep -q '^reports: mini/.*: the pipeline failed: latstats' "$T/err"
plain
sed 's/figures,1$/figures,2/' reports/mini/tables.csv >data/new &&
	mv data/new reports/mini/tables.csv
target reports
summary
is_status 2 "a list with fewer cells than the index says"
is_err "the list is named" <<'E'
reports: mini/2-piped: 1 cells, tables.csv says 2
E
sed '/2-piped/d' reports/mini/pipelines.csv >data/new && mv data/new reports/mini/pipelines.csv
target mini/2-piped
check "a list without a pipeline is an error" \
    grep -qx 'reports: mini/2-piped has no pipeline in reports/mini/pipelines.csv' "$T/err"
