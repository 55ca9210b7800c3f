# For awk programs that read the lists: give it before theirs, awk -f reports/csv.awk -f THEIRS.

# Splits a CSV record into f[1..], without quoted line breaks.
function csv(s, f,    n, c, quoted, i) {
	n = 1; f[1] = ""; quoted = 0
	for (i = 1; i <= length(s); i++) {
		c = substr(s, i, 1)
		if (c == "\"") {
			if (quoted && substr(s, i + 1, 1) == "\"") { f[n] = f[n] c; i++ }
			else quoted = !quoted
		} else if (c == "," && !quoted) f[++n] = ""
		else f[n] = f[n] c
	}
	return n
}

# The columns of a header by name: at[NAME] is the place of NAME. Returns how many there are.
function header(s, at,    f, n, i) {
	n = csv(s, f)
	for (i in at) delete at[i]
	for (i = 1; i <= n; i++) at[f[i]] = i
	return n
}

# A field as CSV has it.
function quoted(s) {
	if (s !~ /[",]/) return s
	gsub(/"/, "\"\"", s)
	return "\"" s "\""
}
