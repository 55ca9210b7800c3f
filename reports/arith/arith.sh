#!/bin/sh
# Published tables against themselves (tablecheck --arith):
#
#   arith.sh run REPORT/TABLE         writes build/arith/REPORT/TABLE.{csv,count}
#   arith.sh command REPORT/TABLE     prints the command of it
#   arith.sh summary REPORT/TABLE...  the findings, and one line a report
#
# WITH has the lists that are taken together with TABLE, OPTIONS more options, both
# from the report's arith.mk. Exit status: 1 a row contradicts itself and is not
# marked as an erratum, 2 an error.
set -eu
LC_ALL=C; export LC_ALL
OUT=$BUILD/arith
PATH=$(cd "$BUILD/bin" && pwd):$PATH

die() { echo "arith: $*" >&2; exit 2; }
command_of() {
	printf 'tablecheck --arith --pair backend%s' "${OPTIONS:+ $OPTIONS}"
	for t in ${1#*/} ${WITH:-}; do printf ' reports/%s/published/%s.csv' "${1%%/*}" "$t"; done
}

run() {
	mkdir -p "$OUT/${1%%/*}"
	for form in "--summary -O $OUT/$1.count" "--findings -O $OUT/$1.csv"; do
		rc=0
		sh -c "$(command_of "$1") -o csv $form" || rc=$?
		case $rc in 0|1|3) ;; *) die "$1: tablecheck failed" ;; esac
	done
}

summary() {
	for l; do
		awk -v list="$l" -f reports/csv.awk -f reports/arith/findings.awk "$OUT/$l.csv"
	done
	for l; do sed "1s/^/list,/; 2s|^|$l,|" "$OUT/$l.count"; done | awk -F, '
	$1 == "list" { next }
	{ split($1, name, "/"); r = name[1]; if (!(r in lists)) order[++n] = r
	  lists[r] += $2 > 0; checks[r] += $2; good[r] += $3; bad[r] += $4; known[r] += $5; open[r] += $6 }
	END {
		for (i = 1; i <= n; i++) {
			r = order[i]
			printf "%s: %d checks in %d tables and lists: %d consistent, %d inconsistent, " \
			    "%d erratum, %d undecided\n",
			    r, checks[r], lists[r], good[r], bad[r], known[r], open[r]
			wrong += bad[r]
		}
		exit wrong > 0
	}'
}

what=$1; shift
case $what in
run) run "$1" ;;
command) command_of "$1"; echo ;;
summary) summary "$@" ;;
*) die "arith.sh does not know '$what'" ;;
esac
