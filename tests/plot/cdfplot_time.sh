# cdfplot --series: the times that samples say they were taken at, and samples that were not
# compiled. All data is synthetic.
. tests/lib.sh

blocks() { sed -n "/^[$]$1/,/^EOD/p" "$T/out" | tr '\n' ' '; }
axis() { check "the axis says it: $1" grep -qF "set xlabel '$1'" "$T/out"; }

# in order of time, failed ones too; the first of a file by time is cold
cat >"$T/time.csv" <<'E'
timestamp,latency_ms,status,served
2026-11-27T10:00:05Z,5,ok,eager
2026-11-27T12:00:00.5+02:00,3,ok,mixed
2026-11-27T10:00:02.5Z,4,ok,compiled
2026-11-27 10:00:03,0,failed,
E
run cdfplot --series --script "$T/time.csv"
check "samples over time" test "$(blocks '[gub]0')" = \
	'$g0 << EOD 2 4 EOD $u0 << EOD 4.5 5 EOD $b0 << EOD 0 3 EOD '
check "a failed one at its time" test "$(blocks f0 | cut -d' ' -f1-4)" = '$f0 << EOD 2.5'
axis "seconds since the first, by timestamp"
for word in '(n=1)' 'failed (n=1)' 'not compiled (n=1)' 'cold, not compiled (n=1)'; do
	check "the legend has $word" grep -qF "title \"$word" "$T/out"
done
run cdfplot --series --terminal "$T/time.csv"
is_status 0 "in the terminal"
run cdfplot --series -O "$T/p.svg" "$T/time.csv"
check "the description" grep -qF \
	"samples over time, by timestamp. 4 samples, 0 cold, 1 failed, 1 not compiled, 1 cold, not comp" \
	"$T/p.svg"
# each word for what served a sample
marked() { # WORD: how many samples of it are marked
	printf 'index,latency_ms,served\n0,1,compiled\n1,2,%s\n2,3,compiled\n' "$1" >"$T/word.csv"
	run cdfplot --series --script "$T/word.csv"
	echo "$1: $(sed -n 's/.*title "\(.*not compiled.*\)".*/\1/p' "$T/out")"
}
for word in compiled replay eager trace mixed graph compiling torchscript unknown '' null; do
	marked "$word"
done >"$T/words"
same "what no compiled code served is marked" - "$T/words" <<'E'
compiled: 
replay: 
eager: not compiled (n=1)
trace: not compiled (n=1)
mixed: not compiled (n=1)
graph: not compiled (n=1)
compiling: not compiled (n=1)
torchscript: not compiled (n=1)
unknown: not compiled or unknown (n=1)
: 
null: 
E

for zeros in '' 000 000000 000000000; do # s, ms, us, ns
	printf 'timeStamp,latency_ms\n1795773602%s,2\n1795773600%s,1\n' $zeros $zeros >"$T/epoch.csv"
	run cdfplot --series --script "$T/epoch.csv"
	check "times since 1970 such as 1795773600$zeros" test "$(blocks '[gc]0')" = \
		'$g0 << EOD 2 2 EOD $c0 << EOD 0 1 EOD '
done
printf 'start_ns,latency_ms\n3500000000,2\n500000000,1\n' >"$T/ns.csv"
run cdfplot --series --script "$T/ns.csv"
check "the unit of the column's name" test "$(blocks '[gc]0')" = \
	'$g0 << EOD 3 2 EOD $c0 << EOD 0 1 EOD '

# else the order of the input, and it says so
for bad in T25 T1O T10:00:05x ''; do
	sed "2s/T10:00:05Z/$bad/" "$T/time.csv" >"$T/no-time.csv"
	run cdfplot --series --script "$T/no-time.csv"
	check "no time: '$bad'" test "$(blocks '[gub]0')" = \
		'$g0 << EOD 2 4 EOD $u0 << EOD 1 3 EOD $b0 << EOD 0 5 EOD '
done
axis "sample, in the order of the input"
printf 'file,index,latency_ms\nf,1,2\nf,0,1\n' >"$T/index.csv"
run cdfplot --series --script "$T/index.csv"
axis "sample, in the order of the index"
