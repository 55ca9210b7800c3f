# Prints columns of CSV files by their names, separated by sep (a tab); one that a
# file lacks is empty:
#   awk -v names=id,mark [-v sep=SEP] -f reports/csv.awk -f reports/fields.awk FILE...
BEGIN { wanted = split(names, name, ","); if (sep == "") sep = "\t" }
FNR == 1 {
	n = csv($0, f)
	for (j = 1; j <= wanted; j++) {
		at[j] = 0
		for (i = 1; i <= n; i++) if (f[i] == name[j]) at[j] = i
	}
	next
}
{
	csv($0, f)
	for (j = 1; j <= wanted; j++) printf "%s%s", at[j] ? f[at[j]] : "", j < wanted ? sep : "\n"
}
