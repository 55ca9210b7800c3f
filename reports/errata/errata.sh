#!/bin/sh
# The errata, from the rows of reports/REPORT/errata.csv:
#
#   errata.sh run ID            runs its command, which prints one figure, into
#                               build/errata/ID.value and ID.command
#   errata.sh show ID           prints the erratum, its command and what this gives
#   errata.sh write REPORT...   prints ERRATA.md
#
# Exit status: 1 the figure is not the one of errata.csv, or is what was published;
# 2 an error. An erratum without a command marks cells of lists (REPORT/published):
# show prints the verdicts on them, which must be in build/reports.
set -eu
LC_ALL=C; export LC_ALL
OUT=$BUILD/errata
PATH=$(cd "$BUILD/bin" && pwd):$PATH
COLUMNS=id,section,kind,what,published,figure,method,cause,command
SEP=$(printf '\037')
export DATA

die() { echo "errata: $*" >&2; exit 2; }
wrong() { echo "errata: $*" >&2; exit 1; }

# entry ID: its fields, as variables; command with the names of the report expanded.
entry() {
	line=$(for csv in reports/*/errata.csv; do
		awk -v names="$COLUMNS" -v sep="$SEP" -f reports/csv.awk -f reports/fields.awk "$csv" |
			sed -n "s#^$1$SEP#$(basename "$(dirname "$csv")")$SEP&#p"
	done)
	[ -n "$line" ] || die "there is no erratum '$1' (ID=E126-42)"
	IFS=$SEP read -r report id section kind what published figure method cause command <<-E
	$line
	E
	command=$(printf '%s\n' "$command" | sh reports/pipeline.sh expand "$report")
}

# Numbers to four digits, or whole.
shown() {
	out=
	for x in $1; do
		case $x in
		*[!-0-9.e]* | -*[!0-9.e-]* | '' | *.*.*) ;;
		[0-9][0-9][0-9][0-9]*.* | -[0-9][0-9][0-9][0-9]*.*) x=$(printf '%.0f' "$x") ;;
		*.*) x=$(printf '%.4g' "$x") ;;
		*[0-9]e-*) x=$(printf '%.4g' "$x") ;;
		esac
		out="$out${out:+ }$x"
	done
	printf '%s\n' "$out"
}

# Whether the figure is what was published, by tablecheck's rules.
agrees() { # PUBLISHED VALUE
	printf 'k,column,value\nx,v,"%s"\n' "$1" >"$OUT/$id.p.csv"
	printf 'k,v\nx,"%s"\n' "$2" >"$OUT/$id.t.csv"
	rc=0; tablecheck --summary "$OUT/$id.p.csv" "$OUT/$id.t.csv" >/dev/null 2>&1 || rc=$?
	rm "$OUT/$id.p.csv" "$OUT/$id.t.csv"
	return $rc
}

# The figure of the command, into value. A tool may exit 1 or 3 and print it all the same.
compute() {
	mkdir -p "$OUT"
	value=$(sh -c "$command" 2>"$OUT/$id.err") || [ -n "$value" ] ||
		die "$id: the command failed: $command: $(cat "$OUT/$id.err")"
	[ -n "$value" ] && [ "$(printf '%s\n' "$value" | wc -l)" -eq 1 ] ||
		die "$id: the command gave no single figure: $command"
	value=$(shown "$value")
	! agrees "$published" "$value" || wrong "$id: the artifacts have what was published, $published"
	[ "$value" = "$figure" ] || wrong "$id: the command gives $value, errata.csv says $figure"
}

run() {
	entry "$1"
	[ -n "$command" ] || return 0
	rm -f "$OUT/$id".*
	compute
	printf '%s\n' "$value" >"$OUT/$id.value"
	printf '%s\n' "$command" >"$OUT/$id.command"
}

# The cells that the erratum marks, each with the verdict that it is one.
show_cells() {
	lists=$(grep -l ",$id," "reports/$report"/published/*.csv) || die "$id marks no cell"
	for list in $lists; do
		csv=$BUILD/reports/$report/$(basename "$list")
		echo "make $report/$(basename "$list" .csv)"
		grep ",$id," "$csv" | grep ',erratum,'
		[ "$(grep -c ",$id," "$list")" -eq "$(grep -c ",erratum,$id," "$csv")" ] ||
			wrong "$id: not every cell of $list is an erratum"
	done
}

show() {
	entry "$1"
	case $kind in
	figure) kind='wrong figure' ;; definition) kind='by another definition' ;;
	meaning) kind='does not mean what is said' ;; not-shown) kind='not shown' ;;
	esac
	printf '%s: %s (%s)\n%s\n' "$id" "$kind" "$section" "$cause"
	[ -n "$command" ] || { show_cells; return; }
	printf 'what:      %s\npublished: %s\nmethod:    %s\n' "$what" "$published" "$method"
	printf '%s\n' "$command"
	compute
	printf '%s\n' "$value"
}

write() {
	for r; do
		echo "report=$r"
		for l in "reports/$r"/published/*.csv; do
			t=$(basename "$l" .csv)
			echo "list=$t $BUILD/reports/$r/$t.csv"
		done
		echo "list= reports/$r/errata.csv"
	done | xargs awk -v out="$OUT" -f reports/csv.awk -f reports/errata/page.awk
}

what=$1; shift
case $what in
run) run "$1" ;;
show) show "${1:-}" ;;
write) write "$@" ;;
*) die "errata.sh does not know '$what'" ;;
esac
