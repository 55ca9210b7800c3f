# nodes.sh - for tests of the readers of source (audit/label/facts/facts.h). A test sources it after lib.sh; it works in $T.
DUMP=$(cd "$BUILD/tests" && pwd)/facts_dump
cd "$T" || exit 1

# nodes FILE FLAG WHAT SOURCE: the nodes wanted are on standard input, "DEPTH KIND LINE FLAGS STR", but for the FILE
nodes() {
	cat >want
	printf '%b' "$4" >"$1"
	run "$DUMP" "$1"
	{ echo "0 file 1 $2 $1"; cat want; } >want.all
	same "$3" want.all out
	rm -f "$1"
}
