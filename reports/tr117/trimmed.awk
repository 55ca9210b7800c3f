# Means of TR117 without the largest samples, from the authors' summaries alone:
#
#   awk -f trimmed.awk summary_by_scenario_quantization.csv \
#       summary_by_quantization.csv summary_overall.csv
#
# prints method,backend,estimate as trimmean(1) does; an estimate stays empty unless
# the summaries pin it. From the first of them alone, trimmean --from-summary
# --exact pins all but one of these means. How they are pinned:
#
# 1. A type 7 quantile at h = (n-1)p is x[k] + f (x[k+1] - x[k]), k = floor(h),
#    f = h - k. With the maximum known, p99, p95 and p90 of a run file give its
#    next samples from the top (three of 14, two of 7); the others are no larger
#    than the smallest of these.
# 2. Of the samples so pinned take the five largest of a label. They are the five
#    largest of all if no file can hide a larger one: its smallest pinned sample
#    is below the fifth, or
# 3. its quantization group (n = 91) settles it: p95 of the group is the mean of
#    its fifth and sixth largest. Neither can be below the fifth and sixth
#    largest of the pinned, so where p95 equals their mean, those are they.
BEGIN { FS = ","; EPS = 1e-6 } # ms; the summaries carry about 1e-12
FNR == 1 {
	file++
	for (i in col) delete col[i]
	for (i = 1; i <= NF; i++) col[$i] = i
	next
}
function field(name) {
	if (!(name in col)) { print FILENAME ": no column " name >"/dev/stderr"; bad = 1; exit 2 }
	return $col[name]
}
# Adds x to list L, kept in decreasing order.
function insert(L, x,    i) {
	for (i = ++count[L]; i > 1 && top[L, i - 1] < x; i--) top[L, i] = top[L, i - 1]
	top[L, i] = x
}
# The samples of one run file that its quantiles pin.
function pin(label, group, n,    p, k, f, h, x, i, q) {
	x[n - 1] = field("max_ms"); k = n - 1
	split("0.99 0.95 0.90", p, " ")
	for (i = 1; i <= 3; i++) {
		h = (n - 1) * p[i]
		if (int(h) != k - 1) continue # nothing new, or the chain is broken
		f = h - int(h); q = field("p" substr(p[i], 3)); k--
		x[k] = (q - f * x[k + 1]) / (1 - f)
	}
	for (i = k; i < n; i++) { insert(label, x[i]); insert(group, x[i]) }
	files++; of[files] = label; in_group[files] = group; least[files] = x[k]
}
file == 1 { pin($1, $1 SUBSEP field("quantization"), field("n")) }
file == 2 {
	n91[$1, field("quantization")] = field("n")
	p95[$1, field("quantization")] = field("p95")
}
file == 3 {
	b = field("backend"); names[++labels] = b
	n[b] = field("n"); mean[b] = field("mean_ms"); median[b] = field("median_ms")
}
function settled(g) {
	return n91[g] == 91 && abs(p95[g] - (top[g, 5] + top[g, 6]) / 2) < EPS
}
function abs(x) { return x < 0 ? -x : x }
END {
	if (bad) exit 2
	print "method,backend,estimate"
	for (j = 1; j <= labels; j++) {
		b = names[j]; known = 1
		for (i = 1; i <= files; i++)
			if (of[i] == b && least[i] >= top[b, 5] && !settled(in_group[i])) known = 0
		sum = n[b] * mean[b]; five = 0
		for (i = 1; i <= 5; i++) five += top[b, i]
		print "mean," b "," mean[b]
		printf "drop1,%s,%.9f\n", b, (sum - top[b, 1]) / (n[b] - 1)
		print "drop5," b "," (known ? sprintf("%.9f", (sum - five) / (n[b] - 5)) : "")
		print "median," b "," median[b]
	}
}
