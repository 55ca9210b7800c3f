# A table of anova as one row: STATISTIC_TERM, for example f_interaction; set adds
# columns with fixed values:
#   anova ... | awk -v set=COL=VALUE,... -f reports/csv.awk -f reports/terms.awk
BEGIN {
	n = split(set, s, ",")
	for (i = 1; i <= n; i++) { split(s[i], p, "="); names = names p[1] ","; values = values p[2] "," }
}
NR == 1 { n = csv($0, head); next }
{
	csv($0, f)
	for (i = 2; i <= n; i++) { names = names head[i] "_" f[1] ","; values = values f[i] "," }
}
END { print names "end"; print values }
