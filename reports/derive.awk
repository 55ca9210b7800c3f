# Adds to a table what is counted or computed from its columns:
#   rows, error_pct   from n and errors
#   rank              place of the row by its mean, from 1
#   diff_s            diff in seconds
#   sd_ratio          sd_test / sd_base
# each only if the columns are there:
#   TOOL ... | awk -f reports/csv.awk -f reports/derive.awk
function has(name) { return name in at && f[at[name]] != "" }
NR == 1 {
	header($0, at)
	head = $0
	next
}
{
	line[++rows] = $0
	csv($0, f)
	if ("n" in at) ok[rows] = f[at["n"]]
	if ("errors" in at) errors[rows] = f[at["errors"]]
	seconds[rows] = has("diff") ? sprintf("%.17g", f[at["diff"]] / 1000) : ""
	sds[rows] = has("sd_base") ? sprintf("%.17g", f[at["sd_test"]] / f[at["sd_base"]]) : ""
	mean[rows] = has("mean") ? f[at["mean"]] : "none"
}
END {
	counts = ("n" in at) && ("errors" in at)
	print head (counts ? ",rows,error_pct" : "") ("mean" in at ? ",rank" : "") \
	    ("diff" in at ? ",diff_s" : "") ("sd_base" in at ? ",sd_ratio" : "")
	for (i = 1; i <= rows; i++) {
		s = line[i]
		if (counts) {
			all = ok[i] + errors[i]
			s = s "," all "," (all ? sprintf("%.17g", 100 * errors[i] / all) : "")
		}
		if ("mean" in at) {
			rank = 1
			for (j = 1; j <= rows; j++)
				if (mean[i] != "none" && mean[j] != "none" && mean[j] + 0 < mean[i] + 0) rank++
			s = s "," (mean[i] == "none" ? "" : rank)
		}
		print s ("diff" in at ? "," seconds[i] : "") ("sd_base" in at ? "," sds[i] : "")
	}
}
