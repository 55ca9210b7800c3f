#!/bin/sh
# The pipelines of the reports, from the rows of reports/REPORT/pipelines.csv:
#
#   pipeline.sh REPORT/LIST    prints the pipeline of a list as one line for the shell
#   pipeline.sh expand REPORT LIST
#                              the same for a command on standard input
#   pipeline.sh lists REPORT   prints the names of all lists that have one
#
# A row has the lists that it makes, separated by blanks, and a command. Several
# rows of a list are tables one after the other, from which pick.awk takes what the
# list asks for; so does $PICK. What other words with a $ mean is in the file names
# of the report, a line each; $DATA stays as it is.
set -eu

expand() { # REPORT LIST
	names=$(sed -n 's/^\([A-Z0-9_]*\) \(.*\)/s#$\1\\b#\2#g/p' "reports/$1/names"
		printf '%s\n' \
			"s#\$PICK\\b#awk -f reports/csv.awk -f reports/pick.awk reports/$1/published/$2.csv -#g")
	sed "$names; $names; $names"
}

rows() { awk -v names=list,command -f reports/csv.awk -f reports/fields.awk \
	"reports/$1/pipelines.csv"; }

case $1 in
lists) rows "$2" | cut -f1 | tr ' ' '\n' | awk '!seen[$0]++' ;;
expand) expand "$2" "${3:-}" ;;
*/*)
	r=${1%%/*} l=${1#*/}
	rows "$r" | awk -F'\t' -v l="$l" '
	index(" " $1 " ", " " l " ") { all = all (n++ ? " ; echo ; " : "") $2 }
	END { if (n > 1) all = "( " all " ) | $PICK"; if (n) print all }' | expand "$r" "$l"
	;;
*) echo "pipeline.sh does not know '$1'" >&2; exit 2 ;;
esac
