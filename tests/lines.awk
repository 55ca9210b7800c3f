# Holds lists of published cells against the lines of the document that they were
# taken from:
#   awk -v doc=DOCUMENT -f reports/csv.awk -f tests/lines.awk \
#       REPORT/lines.csv REPORT/published/*.csv
# lines.csv has for each list the lines (a, a-b, joined by ";") and how many
# numbers in them are no cells: names of models, numbers of samples in a heading.
# Every value must stand in its lines, each at a place of its own, and nothing
# but that many numbers may be left. Lists with the same lines are parts of one
# table and share its numbers. Prints what is wrong.

# Where value stands in text as a word of its own, or 0.
function find(text, value,    from, i, before, after) {
	for (from = 1; (i = index(substr(text, from), value)) > 0; from = i + 1) {
		i += from - 1
		before = substr(text, i - 1, 1); after = substr(text, i + length(value), 2)
		if (i == 1) before = ""
		if (value ~ /^[0-9]/ && before ~ /[0-9A-Za-z_.]/) continue
		# a sign of its own, no range (24-60%) and no "+/-"
		if (value ~ /^[0-9]/ && before ~ /[-+]/ && substr(text, i - 2, 1) !~ /[0-9\/]/) continue
		if (value ~ /^[-+]/ && before ~ /[0-9]/) continue
		if (value ~ /[0-9]$/ && after ~ /^([0-9%]|\.[0-9])/) continue
		return i
	}
	return 0
}

function text_of(lines,    part, n, i, ends, a, s) {
	n = split(lines, part, ";")
	for (i = 1; i <= n; i++) {
		if (split(part[i], ends, "-") == 1) ends[2] = ends[1]
		for (a = ends[1] + 0; a <= ends[2] + 0; a++) s = s line[a] "\n"
	}
	return s
}

BEGIN { while ((getline s <doc) > 0) line[++nline] = s }
FNR == 1 {
	file++
	table = FILENAME; sub(/.*\//, "", table); sub(/\.csv$/, "", table)
	n = csv($0, f); at = 0
	for (i = 1; i <= n; i++) if (f[i] == "value") at = i
	next
}
file == 1 {
	csv($0, f)
	lines[f[1]] = f[2]
	if (!(f[2] in other)) group[++ngroup] = f[2]
	else if (other[f[2]] != f[3]) print f[1] ": another number of others than its parts have"
	other[f[2]] = f[3]
	next
}
{
	if (!(table in lines)) { print table ": not in lines.csv"; next }
	csv($0, f)
	g = lines[table]; k = ++count[g]
	value[g, k] = f[at]; owner[g, k] = table
}
END {
	for (j = 1; j <= ngroup; j++) {
		g = group[j]; text = text_of(g)
		# the longest first, so that 0.13 does not take a part of 10.13
		for (k = 2; k <= count[g]; k++) {
			v = value[g, k]; o = owner[g, k]
			for (i = k - 1; i >= 1 && length(value[g, i]) < length(v); i--) {
				value[g, i + 1] = value[g, i]; owner[g, i + 1] = owner[g, i]
			}
			value[g, i + 1] = v; owner[g, i + 1] = o
		}
		for (k = 1; k <= count[g]; k++) {
			v = value[g, k]; i = find(text, v)
			if (!i) { print owner[g, k] ": " v " is not in lines " g; continue }
			blank = v; gsub(/./, "#", blank)
			text = substr(text, 1, i - 1) blank substr(text, i + length(v))
		}
		left = gsub(/[0-9]+/, "", text)
		if (left != other[g]) print "lines " g ": " left " numbers are no cells, not " other[g]
	}
}
