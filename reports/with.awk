# Adds columns with fixed values to tables one after the other (an empty line
# between them), or gives columns other names:
#   awk -v set=mode=prefill,run=2 -v rename=ratio=ratio_mean -f reports/csv.awk -f reports/with.awk
BEGIN {
	n = split(set, s, ",")
	for (i = 1; i <= n; i++) { split(s[i], p, "="); names = names p[1] ","; values = values p[2] "," }
	m = split(rename, r, ",")
	for (i = 1; i <= m; i++) { split(r[i], p, "="); to[p[1]] = p[2] }
}
$0 == "" { head = 0; print; next }
!head {
	head = csv($0, f)
	printf "%s", names
	for (i = 1; i <= head; i++) printf "%s%s", quoted(f[i] in to ? to[f[i]] : f[i]), i < head ? "," : "\n"
	next
}
{ print values $0 }
