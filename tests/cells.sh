# cells.sh - for tests of one tool that look at cells of its CSV. A test sources it after lib.sh.

# cell ROW COL: a cell of the CSV in $T/out; no field of it is quoted
cell() { awk -F, -v r="$1" -v c="$2" 'NR == 1 {
	for (i = 1; i <= NF; i++) if ($i == c) k = i } NR == r + 1 { print k ? $k : "no column" }' \
		"$T/out"; }
# near ROW COL WANT: within 1e-9 of WANT
near() { awk -v g="$(cell "$1" "$2")" -v w="$3" 'BEGIN { d = g - w; if (d < 0) d = -d
	if (g == "" || d > 1e-9 * (w < 0 ? -w : w)) { print g, "is not", w; exit 1 } }'; }
# fails_keeping STATUS MESSAGE ARGS...: as fails, but the table is written
fails_keeping() {
	want=$1; msg=$2; shift 2
	[ "$msg" != - ] || msg=$(cat)
	run "$@"
	is_status "$want" "$msg"
	printf '%s\n' "$msg" >"$T/want"; same "$msg" "$T/want" "$T/err"
	check "a table with it: $msg" test -s "$T/out"
}
