# One erratum as assignments for the shell; nothing if it is not there:
#   awk -v id=E126-42 -f reports/csv.awk -f reports/errata/entry.awk errata.csv
NR == 1 { n = csv($0, name); next }
{ csv($0, f) }
f[1] == id {
	for (i = 2; i <= n; i++) { gsub(/'/, "'\\''", f[i]); print name[i] "='" f[i] "'" }
}
