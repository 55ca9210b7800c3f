# Outliers by Tukey's fence: rows more than 1.5 interquartile ranges from the
# quartiles of their group.
#   ( latstats -g COL,... -q p25,p75 ... ; echo ; coldstart --all ... ) |
#       awk -v group=COL,... [-v by=COL,...] [-v list=COL,...] \
#       -f reports/csv.awk -f reports/tr126/fence.awk
# The first table has the quartiles by group, the second every sample. Prints one
# row for each combination of by (default: the group), or with list the columns
# named of every outlier.
function keyof(cols, n,    i, s) {
	for (i = 1; i <= n; i++) s = s quoted(f[at[cols[i]]]) ","
	return s
}
BEGIN {
	ng = split(group, g, ",")
	nb = split(by == "" ? group : by, b, ",")
	nl = split(list, l, ",")
}
$0 == "" { head = 0; next }
!head {
	table++
	head = header($0, at)
	if (table == 2) for (i = 1; i <= nl; i++) printf "%s%s", l[i], i < nl ? "," : "\n"
	next
}
{ csv($0, f); k = keyof(g, ng) }
table == 1 {
	if (f[at["p25"]] == "") next
	iqr = f[at["p75"]] - f[at["p25"]]
	lo[k] = f[at["p25"]] - 1.5 * iqr; hi[k] = f[at["p75"]] + 1.5 * iqr
	next
}
{
	if (!(k in lo)) next
	x = f[at["latency_ms"]] + 0
	out = x < lo[k] || x > hi[k]
	if (nl) {
		if (out) for (i = 1; i <= nl; i++) printf "%s%s", quoted(f[at[l[i]]]), i < nl ? "," : "\n"
		next
	}
	r = keyof(b, nb)
	if (!(r in n)) order[++rows] = r
	n[r]++; sum[r] += x
	if (out) { outliers[r]++; outsum[r] += x }
}
END {
	if (nl) exit
	for (i = 1; i <= nb; i++) printf "%s,", b[i]
	print "n,outliers,outlier_pct,outlier_mean,mean_no_outliers"
	for (i = 1; i <= rows; i++) {
		r = order[i]; m = outliers[r] + 0
		printf "%s%d,%d,%.17g,%s,%s\n", r, n[r], m, 100 * m / n[r], m ? sprintf("%.17g", outsum[r] / m) : "", \
		    (n[r] > m) ? sprintf("%.17g", (sum[r] - outsum[r]) / (n[r] - m)) : ""
	}
}
