# The smallest, the largest and the mean value of a column over rows with the same
# keys, as COLUMN_min, COLUMN_max and COLUMN_mean (of change_pct: change_min_pct);
# how many there are (count), and
# how many of them are below zero, as negative and as negative/count:
#   TOOL ... | awk -v keys=COL,... -v column=COL -f reports/csv.awk -f reports/extremes.awk
# Rows that combine strata and empty values are passed over.
NR == 1 {
	header($0, at)
	nk = split(keys, key, ",")
	next
}
{
	csv($0, f)
	if ("kind" in at && f[at["kind"]] == "combined" || f[at[column]] == "") next
	k = ""
	for (i = 1; i <= nk; i++) k = k quoted(f[at[key[i]]]) ","
	x = f[at[column]]
	if (!(k in count)) { order[++rows] = k; min[k] = max[k] = x }
	if (x + 0 < min[k] + 0) min[k] = x
	if (x + 0 > max[k] + 0) max[k] = x
	count[k]++; sum[k] += x; negative[k] += x + 0 < 0
}
END {
	for (i = 1; i <= nk; i++) printf "%s,", key[i]
	unit = sub(/_pct$/, "", column) ? "_pct" : ""
	print column "_min" unit "," column "_max" unit "," column "_mean" unit ",count,negative,negative_of"
	for (i = 1; i <= rows; i++) {
		k = order[i]
		printf "%s%s,%s,%.17g,%d,%d,%d/%d\n", k, min[k], max[k], sum[k] / count[k], count[k], negative[k], negative[k], count[k]
	}
}
