#!/bin/sh
# Holds lists of published cells against the tables of their pipelines:
#
#   check.sh run REPORT/TABLE        writes build/reports/REPORT/TABLE.{csv,md}
#   check.sh show REPORT/TABLE       prints the pipeline and the verdicts
#   check.sh verify REPORT/TABLE/KEY.../COLUMN
#                                    prints the command that recomputes one cell
#   check.sh summary REPORT...       one line a report, from what run wrote
#   check.sh figure FILE             draws a figure, if its data is there
#   check.sh figures FILE...         one line: how many of them were drawn
#
# The pipeline comes in PIPELINE, from the report's pipelines.csv. A
# pipeline that names a file below DATA which is not there has no data: then no
# cell is a match. Exit status: 1 a mismatch, 2 an error, 3 no data.
set -eu
LC_ALL=C; export LC_ALL
OUT=$BUILD/reports
PATH=$(cd "$BUILD/bin" && pwd):$PATH

die() { echo "reports: $*" >&2; exit 2; }
report() { echo "${1%%/*}"; }
# A report with a file lists-of takes the lists of the report that it names, and
# their marks, which speak of that one's data, are not looked at.
owner() { if [ -f "reports/$1/lists-of" ]; then cat "reports/$1/lists-of"; else echo "$1"; fi; }
list() { echo "reports/$(owner "$(report "$1")")/published/${1#*/}.csv"; }
index() { sed 1d "reports/$(owner "$1")/tables.csv"; }
marks() { [ ! -f "reports/$(report "$1")/lists-of" ] || echo --unmarked; }

# The first file that the pipeline names below DATA and that is not there.
missing() {
	for word in $PIPELINE; do
		case $word in "$DATA"/*) [ -e "$word" ] || { echo "$word"; return; } ;; esac
	done
}

# make_table LIST: runs the pipeline; after it TABLE is what tablecheck takes, and
# LIST.err has what the tools noted.
make_table() {
	[ -n "$PIPELINE" ] || die "$1 has no pipeline in reports/$(report "$1")/pipelines.csv"
	mkdir -p "$OUT/$(report "$1")"
	rm -f "$OUT/$1".*
	gone=$(missing)
	TABLE=
	[ -z "$gone" ] || return 0
	TABLE=$OUT/$1.table
	sh -c "$PIPELINE" >"$TABLE" 2>"$OUT/$1.err" || { cat "$OUT/$1.err" >&2; \
		die "$1: the pipeline failed: $PIPELINE"; }
}

# check LIST OPTION...: tablecheck on the table made; exits only by an error.
check() {
	l=$1; shift; rc=0
	set -- $(marks "$l") "$@" "$(list "$l")"
	if [ -n "$TABLE" ]; then tablecheck "$@" "$TABLE" || rc=$?; else tablecheck --no-data "$@" ||
		rc=$?; fi
	case $rc in 0|1|3) ;; *) die "$l: tablecheck failed" ;; esac
}

# The pipeline of LIST with its check, tools by the path they were built at.
command_of() {
	marks=$(marks "$1")
	line="$PIPELINE | tablecheck ${marks:+$marks }$(list "$1")"
	for tool in "$BUILD"/bin/*; do
		line=$(printf '%s' "$line" | sed "s#\(^\|[|(;] *\)${tool##*/} #\1$tool #g")
	done
	printf '%s' "$line"
}

run() {
	make_table "$1"
	check "$1" -o md -O "$OUT/$1.md"
	check "$1" --summary -o csv -O "$OUT/$1.count"
	check "$1" -o csv -O "$OUT/$1.csv"
}

show() {
	command_of "$1"; echo
	make_table "$1"
	[ -z "$gone" ] || echo "no data: $gone is not there" >&2
	[ ! -s "$OUT/$1.err" ] || cat "$OUT/$1.err" >&2
	check "$1" -o text
	exit $rc
}

cells_of() { awk -v list="$1" -f reports/csv.awk -f reports/cells.awk "$(list "$1")"; }

verify() {
	rest=${1#*/*/}
	l=${1%"/$rest"}
	[ -f "$(list "$l")" ] || die "there is no list '$l' (CELL=REPORT/TABLE/KEY.../COLUMN)"
	row=$(cells_of "$l" | awk -F'\t' -v name="$1" '$2 == name { print $1 }')
	[ -n "$row" ] || {
		echo "reports: there is no cell '$1'; there are" >&2
		cells_of "$l" | cut -f2 >&2
		exit 2
	}
	command_of "$l"
	printf " | grep '^%s'\n" "$(printf '%s' "$row" | sed 's/[][\\.*^$]/\\&/g')"
}

summary() {
	for r; do
		{
			echo "# $r"
			index "$r" | while IFS=, read -r table document section _; do
				printf '\n## %s\n\nDocument %s, %s.\n\n' "$table" "$document" "$section"
				cat "$OUT/$r/$table.md"
			done
		} >"$OUT/$r.md"
		index "$r" | while IFS=, read -r table _ _ kind cells; do
			sed "1s/^/table,kind,listed,/; 2s/^/$table,$kind,$cells,/" "$OUT/$r/$table.count"
		done | awk -F, -v r="$r" '
		$1 == "table" { for (i in at) delete at[i]; for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["cells"] != $at["listed"] {
			print "reports: " r "/" $1 ": " $at["cells"] " cells, tables.csv says " \
			    $at["listed"] >"/dev/stderr"
			bad = 1
		}
		{ kind[$at["kind"]]++; lists++; for (name in at) n[name] += $at[name] }
		END {
			if (bad || !lists) exit 2
			printf "%s: %d tables and %d lists of figures, %d cells: %d match, %d mismatch, %d erratum, " \
			    "%d restated, %d not-reproducible, %d no-data%s%s\n", r, kind["table"], kind["figures"],
			    n["cells"], n["match"], n["mismatch"], n["erratum"], n["restated"],
			    n["not_reproducible"], n["no_data"],
			    n["no_figure"] ? sprintf(", %d no-figure", n["no_figure"]) : "",
			    n["synthetic"] ? " (synthetic: no evidence)" : ""
			exit n["mismatch"] ? 1 : n["no_data"] + n["no_figure"] ? 3 : 0
		}' || { rc=$?; echo "$rc" >>"$OUT/status"; }
	done
	# How many of a document's numeric tables the reports have as lists.
	awk -F, 'FNR == 1 { file++; next }
	file == 1 { order[++n] = $1; tables[$1] = $2; next }
	{ listed[$2] += $4 == "table" }
	END {
		for (i = 1; i <= n; i++) if (order[i] in listed)
			printf "document %s: %d of %d numeric tables\n", order[i], listed[order[i]], tables[order[i]]
	}' reports/documents.csv $(for r; do [ "$(owner "$r")" != "$r" ] || echo "reports/$r/tables.csv"; \
		done)
}

figure() {
	mkdir -p "$(dirname "$1")"
	rm -f "$1"
	gone=$(missing)
	if [ -n "$gone" ]; then echo "reports: $1: no data: $gone is not there" >&2; return; fi
	sh -c "$PIPELINE" || die "$1: the pipeline failed: $PIPELINE"
}

figures() {
	n=0
	for f; do [ ! -e "$f" ] || n=$((n + 1)); done
	echo "$n of $# figures in $BUILD/figures"
	[ "$n" -eq $# ] || exit 3
}

what=$1; shift
case $what in
run) run "$1" ;;
show) show "$1" ;;
verify) verify "$1" ;;
figure) figure "$1" ;;
figures) figures "$@" ;;
summary)
	: >"$OUT/status"
	summary "$@"
	for rc in 2 1 3; do if grep -qx $rc "$OUT/status"; then exit $rc; fi; done ;;
*) die "check.sh does not know '$what'" ;;
esac
