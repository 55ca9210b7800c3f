# What tablecheck --arith --findings wrote (CSV), a line each:
#   awk -v list=REPORT/TABLE -f reports/csv.awk -f reports/arith/findings.awk FILE
function short(x) { return x == "" ? "any" : sprintf("%.5g", x) }
NR == 1 { header($0, at); next }
{ csv($0, f) }
{
	implied = "implied " short(f[at["implied_lo"]]) " to " short(f[at["implied_hi"]])
	if (f[at["note"]] != "") implied = f[at["note"]]
	row = f[at["row"]]; id = f[at["id"]]
	printf "%s: %s: %s %s: %s, %s%s (%s)\n", list, row == "" ? "all" : row, f[at["column"]],
	    f[at["published"]], f[at["verdict"]], implied, id == "" ? "" : ", " id, f[at["relation"]]
}
