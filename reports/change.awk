# The change of a column between two rows of a table that differ in one key:
#   TOOL ... | awk -v keys=COL,... -v group=COL -v base=NAME -v test=NAME -v column=COL \
#       [-v as=NAME] -f reports/csv.awk -f reports/change.awk
# Prints keys, base, test, change_pct and diff (test - base); with as, only keys
# and diff, by that name.
NR == 1 {
	header($0, at)
	nk = split(keys, key, ",")
	next
}
{
	csv($0, f)
	if ("kind" in at && f[at["kind"]] == "combined") next
	k = ""
	for (i = 1; i <= nk; i++) k = k quoted(f[at[key[i]]]) ","
	if (!(k in seen)) { seen[k] = 1; order[++rows] = k }
	value[k, f[at[group]]] = f[at[column]]
}
END {
	for (i = 1; i <= nk; i++) printf "%s,", key[i]
	print as == "" ? "base,test,change_pct,diff" : as
	for (i = 1; i <= rows; i++) {
		k = order[i]; a = value[k, base]; b = value[k, test]
		if (a == "" || b == "") continue
		if (as != "") printf "%s%.17g\n", k, b - a
		else printf "%s%s,%s,%.17g,%.17g\n", k, quoted(base), quoted(test), 100 * (b / a - 1), b - a
	}
}
