# The list of TR126's published cells: that every statistic and erratum in it has
# its meaning, and, where the document is at hand (PUBLISHED=FOLDER), that the lists
# hold its numbers and nothing else. (tests/reports/reports_cells.sh holds the lists
# against their index.)
. tests/lib.sh
PUBLISHED=${PUBLISHED:-../shared/reports-as-published}
R=reports/tr126

# fields NAMES FILE...: those columns, by their names
fields() { names=$1; shift; awk -v names="$names" -f reports/csv.awk -f reports/fields.awk "$@"; }

# A statistic is explained in columns.csv, unless it is a field of a JSON file.
fields column "$R"/published/*.csv | grep -v '[.[(]' | sort -u >"$T/used"
fields column "$R/columns.csv" | sort >"$T/explained"
same "each statistic has its meaning in columns.csv, once" "$T/used" "$T/explained"

fields id,mark "$R"/published/*.csv | awk -F'\t' '$1 != "" { print $1 }' | sort -u >"$T/used"
fields id,command "$R/errata.csv" | awk -F"\t" "\$2 == \"\" { print \$1 }" | sort >"$T/listed"
same "each erratum without a command marks cells, and each mark has its erratum" "$T/used" \
	"$T/listed"
fields id "$R/errata.csv" | sort | uniq -d >"$T/twice"
same "no erratum is listed twice" /dev/null "$T/twice"
fields mark,id,note "$R"/published/*.csv | awk -F'\t' '
	$1 == "erratum" && $2 == "" || $1 == "not-reproducible" && $3 == "" || $1 != "erratum" &&
	$2 != "" ||
	$1 !~ /^(|erratum|restated|not-reproducible)$/' >"$T/bad"
same "errata have ids, and cells that cannot be computed have reasons" /dev/null "$T/bad"
fields table "$R/tables.csv" | sort >"$T/index"
fields table "$R/lines.csv" | sort >"$T/lines"
same "lines.csv has the lists of the index" "$T/index" "$T/lines"

set -- "$PUBLISHED"/002_*.txt
if [ ! -f "$1" ]; then
	skip "the lists of TR126 against the document" "no document 002 in $PUBLISHED"
	exit 0
fi
doc=$1
held() { awk -v doc="$doc" -f reports/csv.awk -f tests/lines.awk "$1/lines.csv" \
	"$1"/published/*.csv; }
held "$R" >"$T/wrong"
same "the lists hold every number of their lines, once" /dev/null "$T/wrong"

# What the check must find, each in a copy of its own.
altered() { # WHAT SED-EXPRESSION LIST
	rm -rf "$T/copy"; cp -R "$R" "$T/copy"
	sed "$2" "$R/published/$3.csv" >"$T/copy/published/$3.csv"
	check "$1: the list differs" sh -c '! cmp -s "$0" "$1"' "$R/published/$3.csv" \
		"$T/copy/published/$3.csv"
	held "$T/copy" >"$T/wrong"
	check "$1 is found" [ -s "$T/wrong" ]
}
altered "a wrong digit" 's/,-0\.59/,-0.58/' 5.1-aggregate-ab
altered "a missing cell" '/p_student/d' 5.1-aggregate-ab
altered "a cell twice" '/,median_test,/{p;}' 5.5-prefill
altered "a lost sign" 's/,-40\.0%/,40.0%/' 5.1-aggregate-ab
altered "a lost decimal" 's/,2\.38,/,2.3,/' key-findings
