# Minutes that a run took, as duration_min:
#   awk -v run=NAME -f reports/csv.awk -f reports/tr126/minutes.awk
# from run files with started_at (runinfo --columns): from the first start to the
# time in the name of the last file; or from n and mean of tables one after the
# other: the sum of all calls.
$0 == "" { head = 0; next }
!head { head = header($0, at); next }
{ csv($0, f) }
"started_at" in at {
	s = f[at["started_at"]] + 0
	if (!first || s < first) first = s
	name = f[at["file"]]; gsub(/^.*run_|\.json$/, "", name)
	if (name / 1000 > last) last = name / 1000
	next
}
{ sum += f[at["n"]] * f[at["mean"]] }
END {
	print "run,duration_min"
	printf "%s,%.17g\n", run, first ? (last - first) / 60 : sum / 60000
}
