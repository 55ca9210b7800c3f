# Prints the cells of a list, one a line: how tablecheck's row of it begins in
# CSV, tab, and its name REPORT/TABLE/KEY.../COLUMN:
#   awk -v list=REPORT/TABLE -f reports/csv.awk -f reports/cells.awk LIST
{ fields = csv($0, f) }
NR == 1 { for (n = 1; n < fields && f[n] != "column"; n++); next }
{
	row = name = ""
	for (i = 1; i <= n; i++) { row = row quoted(f[i]) ","; name = name "/" f[i] }
	print row "\t" list name
}
