# TR117 and TR120: what make reports ends with, without and with the artifacts.
. tests/lib.sh
own_build
unset MAKEFLAGS MFLAGS MAKELEVEL
reports() { run make --no-print-directory -s reports REPORTS="tr117 tr117-synthetic tr120" \
	BUILD="$BUILD" "$@"; }
# The lines that make reports ends with; what comes before is the claims.
is_summary() { grep -E '^(tr[0-9a-z-]+: [0-9]|document )' "$T/out" >"$T/summary"; \
	mv "$T/summary" "$T/out"; is_out "$1"; }

reports DATA="$T/none"
is_summary "without artifacts nothing matches but what needs none" <<'E'
tr117: 7 tables and 9 lists of figures, 116 cells: 0 match, 0 mismatch, 0 erratum, 0 restated, 30 not-reproducible, 86 no-data
tr117-synthetic: 7 tables and 9 lists of figures, 116 cells: 116 match, 0 mismatch, 0 erratum, 0 restated, 0 not-reproducible, 0 no-data (synthetic: no evidence)
tr120: 17 tables and 14 lists of figures, 182 cells: 0 match, 0 mismatch, 0 erratum, 0 restated, 3 not-reproducible, 179 no-data
document 001: 21 of 21 numeric tables
document 003: 3 of 3 numeric tables
E
check "and the last step exits 3" grep -q 'Error 3$' "$T/err"
figures() { run make --no-print-directory -s figures BUILD="$BUILD" "$@"; }
figures DATA="$T/none"
is_out "without artifacts only synthetic figures are drawn" <<E
2 of 10 figures in $BUILD/figures
E
check "and that is not all" grep -q 'Error 3$' "$T/err"

if ! have_data; then
	no_data "the tables of TR117 and TR120"
	exit 0
fi
reports DATA="$DATA"
is_status 0 "every table holds"
is_summary "each cell has its verdict" <<'E'
tr117: 7 tables and 9 lists of figures, 116 cells: 0 match, 0 mismatch, 0 erratum, 86 restated, 30 not-reproducible, 0 no-data
tr117-synthetic: 7 tables and 9 lists of figures, 116 cells: 116 match, 0 mismatch, 0 erratum, 0 restated, 0 not-reproducible, 0 no-data (synthetic: no evidence)
tr120: 17 tables and 14 lists of figures, 182 cells: 179 match, 0 mismatch, 0 erratum, 0 restated, 3 not-reproducible, 0 no-data
document 001: 21 of 21 numeric tables
document 003: 3 of 3 numeric tables
E
figures DATA="$DATA"
is_out "every figure of appendix B is drawn" <<E
10 of 10 figures in $BUILD/figures
E
check "the figures made of synthetic samples say so" grep -q 'synthetic' \
	"$BUILD"/figures/tr117-synthetic/B.1-cdf.svg
check "those of measurements do not" sh -c '! grep -q synthetic "$0"/figures/tr120/*.svg' "$BUILD"
for list in reports/tr117/published/*.csv reports/tr120/published/*.csv; do
	r=$(basename "${list%/published/*}"); t=$(basename "$list" .csv)
	cell=$(awk -v list="$r/$t" -f reports/csv.awk -f reports/cells.awk "$list" | cut -f2 | tail -1)
	make --no-print-directory -s verify CELL="$cell" BUILD="$BUILD" DATA="$DATA" >"$T/command"
	run sh "$T/command"
	if [ "$(grep -Ec ',(match|restated|not-reproducible),' "$T/out")" = 1 ] &&
		[ "$(grep -c . "$T/out")" = 1 ]; then
		ok "the command of $cell gives its verdict"
	else
		not_ok "the command of $cell gives its verdict"; sed 's/^/# /' "$T/command" "$T/out" "$T/err"
	fi
done
