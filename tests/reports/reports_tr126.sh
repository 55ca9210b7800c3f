# TR126: what make reports ends with, without and with the artifacts.
. tests/lib.sh
own_build
unset MAKEFLAGS MFLAGS MAKELEVEL
reports() { run make --no-print-directory -s reports REPORTS=tr126 BUILD="$BUILD" "$@"; }
# The lines that make reports ends with; what comes before is the claims.
is_summary() { grep -E '^(tr[0-9a-z-]+: [0-9]|document )' "$T/out" >"$T/summary"; \
	mv "$T/summary" "$T/out"; is_out "$1"; }

reports DATA="$T/none"
is_summary "without artifacts nothing matches" <<'E1'
tr126: 82 tables and 17 lists of figures, 1522 cells: 0 match, 0 mismatch, 0 erratum, 0 restated, 77 not-reproducible, 1445 no-data
document 002: 82 of 82 numeric tables
E1
check "and the last step exits 3" grep -q 'Error 3$' "$T/err"

if ! have_data; then
	no_data "the tables of TR126"
	exit 0
fi
reports DATA="$DATA"
is_status 0 "every table holds"
is_summary "each cell has its verdict" <<'E1'
tr126: 82 tables and 17 lists of figures, 1522 cells: 1338 match, 0 mismatch, 107 erratum, 0 restated, 77 not-reproducible, 0 no-data
document 002: 82 of 82 numeric tables
E1
# The command of the last cell of each list; of the lists of statements, which
# share theirs, of one.
for list in reports/tr126/published/*.csv; do
	t=$(basename "$list" .csv)
	case $t in prose-9|[0-9]*|A-*|B-*|C-*) ;; *) continue ;; esac
	cell=$(awk -v list="tr126/$t" -f reports/csv.awk -f reports/cells.awk "$list" | cut -f2 | tail -1)
	# what make verify runs, as the list prose-9 shows
	PIPELINE=$(sh reports/pipeline.sh "tr126/$t" | sed "s#[\$]DATA#$DATA#g") BUILD=$BUILD DATA=$DATA \
		sh reports/check.sh verify "$cell" >"$T/command"
	if [ "$t" = prose-9 ]; then
		make --no-print-directory -s verify CELL="$cell" BUILD="$BUILD" DATA="$DATA" >"$T/same"
		same "it is what make verify prints" "$T/command" "$T/same"
	fi
	run sh "$T/command"
	if [ "$(grep -Ec ',(match|erratum|not-reproducible),' "$T/out")" = 1 ] &&
		[ "$(grep -c . "$T/out")" = 1 ]; then
		ok "the command of $cell gives its verdict"
	else
		not_ok "the command of $cell gives its verdict"; sed 's/^/# /' "$T/command" "$T/out" "$T/err"
	fi
done
