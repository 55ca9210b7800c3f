# A pipe never lies: one bad file among good ones, anywhere, and no table comes out.
. tests/lib.sh

for i in 1 2 3 4; do
	printf '{"spec": {"backend": "b%s"}, "status": "ok", "latencies_ms": [3, %s, 2]}\n' $((i % 2)) $i \
		>"$T/r$i.json"
done
run sh -c "coldstart '$T'/r1.json '$T'/r2.json '$T'/r3.json | latstats -g backend --stats n,mean"
is_status 0 "good files make a table"
is_out "of their steady samples" <<E
backend,n,mean
b1,4,2
b0,2,2
E
# each way a file can be bad, in the middle of good ones
bad() { # WHAT; the file is $T/bad.json
	run sh -c "coldstart '$T'/r1.json '$T'/r2.json '$T'/bad.json '$T'/r3.json | latstats -g backend"
	is_status 2 "$1 in the middle"
	check "$1: no table" test ! -s "$T/out"
	check "$1: the message names the file" grep -q '^coldstart: .*/bad\.json' "$T/err"
	run sh -c "latstats -g backend '$T'/r1.json '$T'/bad.json '$T'/r3.json"
	is_status 2 "$1 read by latstats itself"
	check "$1: no table from latstats" test ! -s "$T/out"
}
printf '{"latencies_ms": [1, 2' >"$T/bad.json"; bad "a truncated file"
printf '{"latencies_ms": [1, 2], "tokens": [1]}' >"$T/bad.json"; bad "arrays of two lengths"
printf '{"latencies_ms": [1, NaN]}' >"$T/bad.json"; bad "a NaN"
printf '{"latencies_ms": [1, -1]}' >"$T/bad.json"; bad "a negative latency"
printf '{"a": 1}' >"$T/bad.json"; bad "no run file"
printf '\377\376' >"$T/bad.json"; bad "binary"
: >"$T/bad.json"; bad "an empty file"
printf '{"latencies_ms": [1], "x": "\355\240\200"}' >"$T/bad.json"; bad "invalid UTF-8"
{ gzip -c "$T/r1.json" | head -c 40; } >"$T/bad.json"; bad "a truncated gzip"
rm "$T/bad.json"; bad "a missing file"
mkdir "$T/bad.json"; bad "a directory"
rmdir "$T/bad.json"

run sh -c "false | latstats -g backend"
is_status 2 "nothing on standard input"
run sh -c "coldstart '$T'/r1.json | head -n 1 | latstats -g backend"
is_status 2 "a header and no row on standard input"
run sh -c "trap '' PIPE; coldstart --all '$T'/r1.json >&-"
is_status 2 "standard output is closed"
