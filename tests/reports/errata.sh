# reports/ERRATA.md is what make errata writes; every erratum can be shown, with its
# method and the figure that it says; another program gives the same figures.
. tests/lib.sh
own_build
unset MAKEFLAGS MFLAGS MAKELEVEL
fields() { awk -v names="$1" -v sep='|' -f reports/csv.awk -f reports/fields.awk "$2"; }

for r in tr120 tr126; do
	fields id,section,kind,method,cause,command,what,published,figure "reports/$r/errata.csv" |
		awk -F'|' '
	$2 == "" || $4 == "" || $5 == "" || $3 !~ /^(figure|definition|meaning|not-shown)$/ ||
	    ($6 != "") != ($7 != "" && $8 != "" && $9 != "") || ($6 == "" && $3 != "figure")' >"$T/bad"
	same "$r: each has its section, its kind, its method and its cause, and a command or cells" \
		/dev/null "$T/bad"
	fields id "reports/$r/errata.csv" | sort | uniq -d >"$T/twice"
	same "$r: none occurs twice" /dev/null "$T/twice"
	fields id,command "reports/$r/errata.csv" | awk -F'|' '$2 == "" { print $1 }' | sort >"$T/cells"
	cat reports/$r/published/*.csv | grep -o 'erratum,E[0-9]*-[0-9]*' | cut -d, -f2 |
		sort -u >"$T/marks"
	same "$r: those without a command are those that mark cells" "$T/cells" "$T/marks"
	fields id "reports/$r/errata.csv" | while read -r id; do
		grep -q "^| $id |" reports/ERRATA.md || echo "$id not in ERRATA.md"
		grep -q "^| $id |" reports/errata/REVIEW.md || echo "$id not in REVIEW.md"
	done >"$T/absent"
	same "$r: each is in ERRATA.md, and was reviewed" /dev/null "$T/absent"
done
# p and intervals are within strata, where it does not say "as published"
fields id,method,what,command reports/tr126/errata.csv | awk -F'|' '
$4 ~ /p_student|p_welch|p_ratio|p_tost/ && $2 !~ /within each|as published/' >"$T/pooled"
same "every p is within strata, or says that it is pooled as published" /dev/null "$T/pooled"
cat reports/tr126/published/*.csv | grep ',p_[a-z_]*,.*,erratum' | grep -o 'E126-[0-9]*' |
	sort -u >"$T/marks"
check "there are cells with a p that are errata" test -s "$T/marks"
fields id,method reports/tr126/errata.csv | grep -F -f "$T/marks" |
	grep -v 'within the model\|pooled as published' >"$T/pooled"
same "so does each that marks a cell with a p" /dev/null "$T/pooled"

for t in errata "erratum ID=E126-42"; do
	run make --no-print-directory -s $t BUILD="$BUILD" DATA="$T/none"
	is_status 2 "make $t without the artifacts"
	is_out "make $t without the artifacts: nothing is shown" </dev/null
	head -n 1 "$T/err" >"$T/first"; mv "$T/first" "$T/err"
	is_err "make $t without the artifacts: it says so" <<-E
	errata: no artifacts in $T/none: run 'make data' to fetch them, or give DATA=FOLDER
	E
done

if ! have_data; then
	no_data "ERRATA.md against the artifacts"
	exit 0
fi
run make --no-print-directory -s errata ERRATA="$T/ERRATA.md" BUILD="$BUILD" DATA="$DATA"
is_status 0 "make errata"
same "and nothing on standard error" /dev/null "$T/err"
same "reports/ERRATA.md is what it writes" reports/ERRATA.md "$T/ERRATA.md"
show() { BUILD=$BUILD DATA=$DATA sh reports/errata/errata.sh show "$1"; }
shown=0
for r in tr120 tr126; do
	for id in $(fields id "reports/$r/errata.csv"); do
		status=0; show "$id" >"$T/out" 2>"$T/err" || status=$?
		figure=$(fields id,figure "reports/$r/errata.csv" | sed -n "s/^$id|//p")
		[ -n "$figure" ] || figure=$(tail -n 1 "$T/out" | grep -o "erratum,$id") || figure=none
		if [ "$status" -ne 0 ] || [ -s "$T/err" ] || ! tail -n 1 "$T/out" | grep -qF -e "$figure"; then
			echo "$id: $status $(cat "$T/err")"
		fi
		shown=$((shown + 1))
	done
done >"$T/failed"
same "each is shown with its figure, with status 0 and nothing on standard error" /dev/null \
	"$T/failed"
run make --no-print-directory -s erratum ID=E126-42 BUILD="$BUILD" DATA="$DATA"
is_status 0 "make erratum, a command"
check "says which of four things it is" grep -qx 'E126-42: wrong figure (5.6)' "$T/out"
check "and ends with the figure" sh -c "tail -n 1 '$T/out' | grep -qx '4.571e-10'"
run make --no-print-directory -s erratum ID=E126-13 BUILD="$BUILD" DATA="$DATA"
is_status 0 "make erratum, cells"
check "shows every cell" test "$(grep -c ',erratum,E126-13,' "$T/out")" -eq 3
run make --no-print-directory -s erratum ID=E126-999 BUILD="$BUILD" DATA="$DATA"
check "one that is not there" grep -qx "errata: there is no erratum 'E126-999' (ID=E126-42)" \
	"$T/err"

status=0; python3 reports/errata/recompute.py "$DATA" >"$T/other" 2>"$T/err" || status=$?
is_status 0 "recompute.py, another program"
for r in tr120 tr126; do
	fields id,figure,command "reports/$r/errata.csv" | awk -F'|' '$3 != "" { print $1 "," $2 }'
done | sort >"$T/figures"
sort "$T/other" >"$T/again"
same "has the figure of every command" "$T/figures" "$T/again"

# An erratum that is none, and one whose figure is another, stop it.
mkdir -p "$T/copy/build"; cp -R reports "$T/copy/"
tools=$(cd "$BUILD" && pwd) data=$(cd "$DATA" && pwd)
cp -R "$tools/reports" "$T/copy/build/"; ln -s "$tools/bin" "$T/copy/build/bin"
cd "$T/copy" || exit 1
BUILD=build DATA=$data; export BUILD DATA
sed -i '/^E126-46,/s/,6,7,/,7,7,/; /^E126-71,/s/,0,count,/,1,count,/' reports/tr126/errata.csv
fails 1 "errata: E126-46: the artifacts have what was published, 7" sh reports/errata/errata.sh \
	run E126-46
fails 1 "errata: E126-71: the command gives 0, errata.csv says 1" sh reports/errata/errata.sh run \
	E126-71
sed -i 's/,erratum,E126-13,/,match,,/' build/reports/tr126/5.2-scenarios.csv \
	build/reports/tr126/key-findings.csv build/reports/tr126/prose-5.csv \
	build/reports/tr126/summary.csv
run sh reports/errata/errata.sh show E126-13
is_status 1 "a marked cell that matches"
