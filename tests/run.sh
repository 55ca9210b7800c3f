#!/bin/sh
# Runs the tests named (default: all) side by side, the longest first, and closes with
# "N passed, N failed". A test is NAME.sh in a folder below tests/, or the unit test NAME_test.c
# there. One that prints no check, stops before its end or takes over LIMIT seconds is failed.
# What a test printed comes when it ends; a line every TICK seconds says what runs.
# JOBS: how many at a time; else what make was told by -j, else the number of processors.
set -u
BUILD=${BUILD:-build}
libraries='lib run transcript cells sanitized rules'
# The tests of over 30 s, the longest first; the others follow in the order of their names.
longest='torch memory_audit memory_valgrind tamper configs memory_units memory_tools reports_tr126'
longest="$longest errata fresh checkpoints rr_forward install labelaudit_own labelaudit_runs"

# name FILE: of a test; the name of a unit test ends in _test
name() { basename "$1" | sed 's/\.[a-z]*$//'; }

# one FILE: runs a test and reports it. $RUN is the folder that all of them share; there are
# now/NAME while it runs (our process, that of the test, when it began), counts and skips.
one() {
	n=$(name "$1") title=$(name "$1") rc=0 log=$RUN/log.$(name "$1") from=$(date +%s)
	TMPDIR=$RUN/$n; export TMPDIR
	mkdir "$TMPDIR"
	case $1 in
	*_test.c) title="${n%_test} (unit)"; set -- "$BUILD/${1%.c}" ;;
	*) set -- sh "$1" ;;
	esac
	sh -c 'echo "$1 $$ $2" >"$0"; shift 2; exec timeout -k 10 "$@"' \
		"$RUN/now/$n" $$ "$from" "${LIMIT:-1200}" "$@" >"$log" 2>&1 </dev/null || rc=$?
	rm -rf "$RUN/now/$n" "$TMPDIR"
	exec 9>"$RUN/lock"; flock 9
	p=$(grep -c '^ok - ' "$log"); f=$(grep -c '^not ok - ' "$log"); s=$(grep -c '^skip - ' "$log")
	took=$(($(date +%s) - from)) why="stopped with status $rc"
	[ "$rc" -ne 124 ] || why="killed: it did not end in ${LIMIT:-1200} s"
	if [ "$rc" -ne 0 ] || [ $((p + f + s)) -eq 0 ]; then
		f=$((f + 1)); echo "not ok - $title: $why" >>"$log"
	fi
	printf '%-24s %5d passed %3d failed %3d skipped %5d s\n' "$title" "$p" "$f" "$s" "$took"
	sed -n 's/^# note: /    /p' "$log"
	if [ "$f" -gt 0 ]; then grep -A12 '^not ok - \|^#' "$log" | head -80; fi
	echo "$p $f $s" >>"$RUN/counts"
	grep '^skip - ' "$log" >>"$RUN/skips"
	rm "$log"
}
if [ "${1-}" = --one ]; then one "$2"; exit 0; fi

RUN=$(mktemp -d) || exit 1
export BUILD RUN
mkdir "$RUN/now"
: >"$RUN/counts"; : >"$RUN/skips"; : >"$RUN/files"
unknown=0
jobs=${JOBS:-$(printf '%s\n' "${MAKEFLAGS-}" | sed -n 's/.*-j\([0-9][0-9]*\).*/\1/p')}
unset MAKEFLAGS MFLAGS MAKELEVEL # a make that a test runs is not a part of ours
# python3 may be a script that looks for the program, which takes longer than most of what we ask
# of it, some thousand times.
python=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))' 2>/dev/null)
case :$PATH: in *":$python:"*) ;; *) PATH=$python:$PATH; export PATH ;; esac

# $RUN/all: NAME FILE of every test, in the order in which they are to run
find tests -name '*.sh' -o -name '*_test.c' | LC_ALL=C sort | while read -r f; do
	n=$(name "$f"); n=${n%_test}
	case " $libraries " in *" $n "*) ;; *) echo "$n $f" ;; esac
done | awk -v first="$longest" '
	BEGIN { n = split(first, name, " ") }
	{ line[NR] = $0; at[$1] = at[$1] " " NR }
	END {
		for (i = 1; i <= n + NR; i++) {
			if (i > n) split(line[i - n], name, " ")
			k = split(at[i > n ? name[1] : name[i]], which, " ")
			for (j = 1; j <= k; j++) if (!done[which[j]]++) print line[which[j]]
		}
	}' >"$RUN/all"
for n in ${*:-$(cut -d' ' -f1 "$RUN/all")}; do
	if grep -q "^$n " "$RUN/all"; then echo "$n" >>"$RUN/files"
	else echo "no test is named $n"; unknown=$((unknown + 1)); fi
done
awk 'NR == FNR { asked[$1] = 1; next }
	$1 in asked { print $2 }' "$RUN/files" "$RUN/all" >"$RUN/list"
total=$(grep -c . "$RUN/list") begun=$(date +%s)

# Their processes end with us.
stop() {
	kill "$ticker" $workers $(cut -d' ' -f1 "$RUN"/now/* 2>/dev/null) 2>/dev/null
	tests=$(cut -d' ' -f2 "$RUN"/now/* 2>/dev/null)
	[ -z "$tests" ] || kill $tests 2>/dev/null
	for i in 1 2 3 4 5 6 7 8 9 10; do
		[ -n "$tests" ] && kill -0 $tests 2>/dev/null || break
		sleep 0.5
	done
	exit 1
}
workers=
# The sleep keeps none of our output open: whoever reads it sees its end at once.
(while sleep "${TICK:-15}" </dev/null >/dev/null 2>&1; do
	now=$(date +%s)
	running=$(for f in "$RUN"/now/*; do
		read -r _ _ from <"$f" && printf ', %s %d s' "${f##*/}" $((now - from))
	done 2>/dev/null)
	ended=$(grep -c . "$RUN/counts")
	flock "$RUN/lock" \
		echo "    ... $((now - begun)) s, $ended of $total done, running${running#,}"
done) & ticker=$!
trap 'kill "$ticker" 2>/dev/null; rm -rf "$RUN" 2>/dev/null' EXIT
trap stop HUP INT TERM
# A shell's child in the background ignores an interrupt, and so would the tests.
env --default-signal=INT,QUIT xargs -P "${jobs:-$(nproc)}" -n 1 sh "$0" --one \
	<"$RUN/list" & workers=$!
wait "$workers"
LC_ALL=C sort "$RUN/skips" | uniq -c | sed 's/^ *\([0-9]*\) skip - /skipped \1: /'
awk -v f="$unknown" -v total="$total" '{ p += $1; f += $2 }
	END { if (NR < total) f += total - NR
		printf "%d passed, %d failed\n", p, f; exit f > 0 }' "$RUN/counts"
