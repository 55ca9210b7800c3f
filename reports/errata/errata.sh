#!/bin/sh
# The errata, from errata.csv of the reports and the commands of errata.mk:
#
#   errata.sh run ID            runs the command in PIPELINE, which prints one figure,
#                               into build/errata/ID.value and ID.command
#   errata.sh show ID           prints the command and what it gives
#   errata.sh write REPORT...   prints ERRATA.md
#
# It is an error if a figure is what was published: then there is no erratum.
set -eu
LC_ALL=C; export LC_ALL
OUT=$BUILD/errata
PATH=$(cd "$BUILD/bin" && pwd):$PATH

die() { echo "errata: $*" >&2; exit 2; }
command_of() { printf '%s\n' "$PIPELINE" | sed "s#$DATA/#\$DATA/#g"; }

run() {
	[ -n "$PIPELINE" ] || die "$1 has no command in errata.mk"
	mkdir -p "$OUT"
	rm -f "$OUT/$1".*
	value=$(sh -c "$PIPELINE" 2>"$OUT/$1.err") || [ -n "$value" ] || die "$1: the command failed: $PIPELINE: $(cat "$OUT/$1.err")"
	[ -n "$value" ] && [ "$(printf '%s\n' "$value" | wc -l)" -eq 1 ] || die "$1: the command gave no single figure: $PIPELINE"
	printf '%s\n' "$value" >"$OUT/$1.value"
	command_of >"$OUT/$1.command"
}

show() {
	[ -n "$PIPELINE" ] || die "there is no command of $1 (ID=E126-42)"
	command_of
	sh -c "$PIPELINE"
}

# Whether the figure is what was published, by tablecheck's rules.
agrees() { # PUBLISHED VALUE
	printf 'k,column,value\nx,v,"%s"\n' "$1" >"$OUT/p.csv"
	printf 'k,v\nx,"%s"\n' "$2" >"$OUT/t.csv"
	tablecheck --summary "$OUT/p.csv" "$OUT/t.csv" >/dev/null 2>&1
}

fields() { names=$1; shift; awk -v names="$names" -f reports/csv.awk -f reports/fields.awk "$@"; }

write() {
	for r; do
		fields id,kind,published "reports/$r/errata.csv" | while IFS='	' read -r id kind published; do
			[ "$kind" != figure ] || continue
			[ -f "$OUT/$id.value" ] || die "$id has no command in errata.mk"
			! agrees "$published" "$(cat "$OUT/$id.value")" || die "$id: the artifacts have what was published, $published"
		done || exit 2
	done
	for r; do
		for l in "reports/$r"/published/*.csv; do
			t=$(basename "$l" .csv)
			section=$(awk -F, -v t="$t" '$1 == t { print $3 }' "reports/$r/tables.csv")
			awk -v list="$t" -v section="$section" -f reports/csv.awk -f reports/errata/cells.awk "$BUILD/reports/$r/$t.csv"
		done >"$OUT/$r.cells"
	done
	awk -v out="$OUT" -f reports/csv.awk -f reports/errata/page.awk $(for r; do echo "report=$r" "$OUT/$r.cells" "reports/$r/errata.csv"; done)
}

what=$1; shift
case $what in
run) run "$1" ;;
show) show "${1:-}" ;;
write) write "$@" ;;
*) die "errata.sh does not know '$what'" ;;
esac
