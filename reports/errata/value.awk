# One figure out of a table (CSV): of the rows that have all of WHERE, the value of a
# column.
#   awk -v column=mean [-v where='mode=prefill;verdict!=compiled'] [-v how=HOW] \
#       -f reports/csv.awk -f reports/errata/value.awk
# HOW: one (the default: there must be one row), list, min, max, sum, count (rows),
# distinct (values), at_max (the value of the column KEY where this one is largest).
# Figures are given to four digits, or whole.
function figure(x) {
	if (x !~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ || x ~ /^-?[0-9]+$/) return x
	return sprintf(x + 0 >= 1000 || x + 0 <= -1000 ? "%.0f" : "%.4g", x)
}
function holds(    i, p, name, op) {
	for (i = 1; i <= conditions; i++) {
		p = index(condition[i], "="); op = substr(condition[i], p - 1, 1) == "!" ? 2 : 1
		name = substr(condition[i], 1, p - op)
		if (!(name in at)) { print "value.awk: no column " name >"/dev/stderr"; failed = 1; exit 2 }
		if ((f[at[name]] == substr(condition[i], p + 1)) != (op == 1)) return 0
	}
	return 1
}
BEGIN { conditions = split(where, condition, ";"); if (how == "") how = "one" }
{ sub(/\r$/, "") }
NR == 1 {
	header($0, at)
	if (how != "count" && !(column in at)) { print "value.awk: no column " column >"/dev/stderr"; failed = 1; exit 2 }
	next
}
{ csv($0, f) }
holds() {
	x = how == "count" ? 0 : f[at[column]]
	n++; sum += x
	if (n == 1 || x + 0 < min + 0) min = x
	if (n == 1 || x + 0 > max + 0) { max = x; best = key == "" ? x : f[at[key]] }
	if (!(x in seen)) { seen[x] = 1; distinct++ }
	list = list (n > 1 ? " " : "") figure(x)
}
END {
	if (failed) exit 2
	if (how == "count") print n + 0
	else if (how == "sum") print figure(sum + 0)
	else if (how == "distinct") print distinct + 0
	else if (how == "list") print n ? list : "none"
	else if (!n) { print "none" }
	else if (how == "min") print figure(min)
	else if (how == "max") print figure(max)
	else if (how == "at_max") print best
	else if (n == 1) print figure(x)
	else { print "value.awk: " n " rows" >"/dev/stderr"; exit 2 }
}
