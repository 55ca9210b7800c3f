#!/bin/sh
# Runs the tests named (default: all) and closes with "N passed, N failed".
# A test is tests/NAME.sh or the unit test build/tests/NAME_test; one that
# prints no check, or stops before its end, counts as failed. A line every 15
# seconds says what runs: a long test prints nothing of its own.
set -u
BUILD=${BUILD:-build}
export BUILD
names=$*
if [ -z "$names" ]; then
	names=$(for f in tests/*_test.c tests/*.sh; do
		n=$(basename "$f"); n=${n%.sh}; n=${n%_test.c}
		case $n in lib|run|transcript|cells) ;; *) echo "$n" ;; esac
	done | sort -u)
fi
log=$(mktemp) || exit 1
passed=0 failed=0 skipped=0
took() { echo $(($(date +%s) - $1)); }
total=$(echo $names | wc -w) begun=$(date +%s)
echo "starting" >"$log.now"
# The sleep keeps none of our output open: whoever reads it sees its end at once.
(while sleep "${TICK:-15}" </dev/null >/dev/null 2>&1; do
	read -r now <"$log.now" && echo "    ... $(took "$begun") s, running: $now"
done) & ticker=$!
trap 'kill "$ticker" 2>/dev/null; rm -f "$log" "$log".*' EXIT
trap 'exit 1' HUP INT TERM
# count NAME STATUS SECONDS: what $log.one holds
count() {
	p=$(grep -c '^ok - ' "$log.one"); f=$(grep -c '^not ok - ' "$log.one"); s=$(grep -c '^skip - ' "$log.one")
	if [ "$2" -ne 0 ] || [ $((p + f + s)) -eq 0 ]; then
		f=$((f + 1)); echo "not ok - $1: stopped with status $2" >>"$log.one"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	printf '%-24s %5d passed %3d failed %3d skipped %5d s\n' "$1" "$p" "$f" "$s" "$3"
	grep '^# note: ' "$log.one" | sed 's/^# note: /    /'
	if [ "$f" -gt 0 ]; then grep -A12 '^not ok - \|^#' "$log.one" | head -80; fi
	grep '^skip - ' "$log.one" >>"$log"
}
one() { # NAME COMMAND...
	name=$1 rc=0 from=$(date +%s); shift
	echo "$name (test $at of $total)" >"$log.now"
	"$@" >"$log.one" 2>&1 || rc=$?
	count "$name" $rc "$(took "$from")"
}
# The longest test runs beside all others, and is counted last.
beside=
case " $(echo $names) " in
*' memory '*' '*|*' '*' memory '*)
	beside=memory
	(from=$(date +%s); rc=0; sh tests/memory.sh >"$log.beside" 2>&1 || rc=$?; echo "$rc $(took "$from")" >"$log.took") & longest=$! ;;
esac
at=0
for n in $names; do
	[ "$n" != "$beside" ] || continue
	found=0 at=$((at + 1))
	if [ -f "tests/${n}_test.c" ]; then found=1; one "${n} (unit)" "$BUILD/tests/${n}_test"; fi
	if [ -f "tests/$n.sh" ]; then found=1; one "$n" sh "tests/$n.sh"; fi
	if [ $found = 0 ]; then echo "no test is named $n"; failed=$((failed + 1)); fi
done
if [ "$beside" ]; then
	echo "$beside (test $total of $total)" >"$log.now"
	wait "$longest"
	mv "$log.beside" "$log.one"
	count "$beside" $(cat "$log.took")
fi
if [ "$skipped" -gt 0 ]; then sort "$log" | uniq -c | sed 's/^ *\([0-9]*\) skip - /skipped \1: /'; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
