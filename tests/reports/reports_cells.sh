# The lists of published cells (reports/*/published) against their index
# (tables.csv) and, where the documents are at hand (PUBLISHED=FOLDER), against
# the documents: every numeric cell of every table must be listed once.
. tests/lib.sh
PUBLISHED=${PUBLISHED:-../shared/reports-as-published}

# cells REPORT TABLE: the published values of a list, one a line
cells() {
	awk -v names=value -f reports/csv.awk -f reports/fields.awk "reports/$1/published/$2.csv"
}
# in_order: numbers the cells of each section (SECTION<tab>VALUE), so that two
# swapped values show. A section with a table kept in parts is in another order.
in_order() {
	awk -F'\t' -v parts="$T/parts" '
	BEGIN { while ((getline s <parts) > 0) part[s] = 1 }
	{ print $1 "\t" (($1 in part) ? 0 : ++n[$1]) "\t" $2 }' |
		sort -t '	' -k1,1 -k2,2n -k3
}

for index in reports/*/tables.csv; do
	r=$(basename "$(dirname "$index")")
	sed 1d "$index" | cut -d, -f1 | sort >"$T/listed"
	ls "reports/$r/published" | sed 's/\.csv$//' | sort >"$T/there"
	same "$r: the index names every list, and every list is indexed" "$T/there" "$T/listed"
	sed 1d "$index" | while IFS=, read -r table _ _ _ n; do
		echo "$table $(cells "$r" "$table" | grep -c .) $n"
	done | awk '$2 != $3' >"$T/counts"
	same "$r: each list has as many cells as the index says" /dev/null "$T/counts"
	for f in reports/"$r"/published/*.csv; do
		# the key columns and the name of the statistic: all that stands before the value
		awk -v names="$(sed '1{s/,value.*//;q;}' "$f")" -f reports/csv.awk -f reports/fields.awk "$f" |
			sed "s|^|$f	|"
	done | sort | uniq -d >"$T/twice"
	same "$r: no cell is listed twice" /dev/null "$T/twice"
done

for doc in 001 002 003; do
	awk -F, -v doc="$doc" '$2 == doc && $4 == "table"' reports/*/tables.csv | grep -c . >"$T/lists"
	awk -F, -v doc="$doc" '$1 == doc { print $2 }' reports/documents.csv >"$T/counted"
	same "document $doc: every numeric table has its list" "$T/counted" "$T/lists"
done

if [ ! -d "$PUBLISHED" ]; then
	skip "the lists against the documents" "no documents in $PUBLISHED"
	exit 0
fi
for doc in 001 003; do
	awk -f tests/documents.awk "$PUBLISHED/${doc}"_*.txt >"$T/doc"
	awk -F, -v doc="$doc" '$2 == doc && $4 == "part" { print $3 }' reports/*/tables.csv >"$T/parts"
	# The table of the document's own particulars (number, date) is no result.
	awk -F'\t' '$1 == "cell" && $2 != "-" { print $2 "\t" $3 }' "$T/doc" | in_order >"$T/there"
	for index in reports/*/tables.csv; do
		r=$(basename "$(dirname "$index")")
		awk -F, -v doc="$doc" '$2 == doc && $4 != "figures"' "$index" |
		while IFS=, read -r table _ section _ _; do
			cells "$r" "$table" | awk -v s="$section" '{ print s "\t" $0 }'
		done
	done | in_order >"$T/listed"
	check "document $doc has numeric tables" [ -s "$T/there" ]
	awk -F'\t' '$1 == "table" { head = 1 } $1 == "cell" && $2 != "-" && head { n++; head = 0 } END {
		print n }' \
		"$T/doc" >"$T/tables"
	awk -F, -v doc="$doc" '$1 == doc { print $2 }' reports/documents.csv >"$T/counted"
	same "document $doc: documents.csv has the number of its numeric tables" "$T/tables" "$T/counted"
	same "document $doc: its numeric tables and the lists hold the same cells" "$T/there" "$T/listed"
	for index in reports/*/tables.csv; do
		r=$(basename "$(dirname "$index")")
		awk -F, -v doc="$doc" '$2 == doc && $4 == "figures"' "$index" |
		while IFS=, read -r table _ section _ _; do
			cells "$r" "$table" | while read -r value; do
				awk -F'\t' -v s="$section" -v v="$value" '
				$1 == "line" && $2 == s {
					t = " " $3 " "
					while ((i = index(t, v)) > 0) {
						before = substr(t, i - 1, 1); after = substr(t, i + length(v))
						if (before !~ /[0-9.]/ && after !~ /^([0-9]|\.[0-9])/) { found = 1; exit }
						t = substr(t, i + 1)
					}
				}
				END { exit !found }' "$T/doc" || echo "$r/$table: $value"
			done
		done
	done >"$T/absent"
	same "document $doc: every figure listed stands in its section" /dev/null "$T/absent"
done
