# Reads a published document and prints, tab-separated, what it holds:
#   table SECTION           the rule under a table's head
#   cell SECTION VALUE      a numeric cell of a table
#   line SECTION TEXT       a line of the section's text, tables included
# SECTION is the number, or without one the text, of the last heading. Tables
# are lines with "|"; in the documents a row may be broken over several lines.
# Used by tests/reports/reports_cells.sh as the second transcription of the tables.
function heading(s) {
	if (s ~ /\|/) return ""
	if (s ~ /^([0-9]+\.|[0-9]+(\.[0-9]+)+|A\.[0-9]+) [A-Za-z]/) { sub(/ .*/, "", s); return s }
	if (s ~ /^Appendix [A-Z]:/) { sub(/:.*/, "", s); return s }
	if (s ~ /^#+ /) { sub(/^#+ /, "", s); return s }
	if (s ~ /^\*\*.*:\*\*$/) { gsub(/^\*\*|:\*\*$/, "", s); return s }
	return ""
}
BEGIN { OFS = "\t"; section = "-" }
{
	sub(/\r$/, "")
	h = heading($0)
	if (h != "") section = h
	print "line", section, $0
	if ($0 !~ /\|/) next
	if ($0 ~ /^\|[-|]+\|$/) print "table", section
	n = split($0, cell, "|")
	for (i = 1; i <= n; i++) {
		v = cell[i]
		gsub(/[*`]/, "", v)
		gsub(/^ +| +$/, "", v)
		if (v ~ /^[-+]?[0-9]+(\.[0-9]+)?(ms|x|%)?$/) print "cell", section, v
	}
}
