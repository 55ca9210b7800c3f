#!/bin/sh
# What was compiled, by labelaudit --runs:
#
#   compiled.sh verdicts NAME OUT RUN...    the verdict on every cell that claims to be
#                                           compiled, one line a cell, as Markdown
#   compiled.sh tables OUT LIST=METRICS...  published latencies of LIST (REPORT/TABLE)
#                                           beside those of all cells, and of the
#                                           scenarios whose compiled cell was compiled,
#                                           at least in part
#
# Each writes OUT and prints it. Tools are found in $BUILD/bin; without runs there
# is no table.
set -eu
LC_ALL=C; export LC_ALL
PATH=$(cd "$BUILD/bin" && pwd):$PATH
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
die() { echo "reports: $*" >&2; exit 2; }

verdicts() {
	name=$1 out=$2; shift 2
	rm -f "$out"
	[ $# -gt 0 ] || { echo "$name: was it compiled: no data"; return; }
	for run; do [ -d "$run" ] || die "there is no run $run"; done
	# 1 and 3 are verdicts too
	labelaudit --runs -o md -O "$out" "$@" || [ $? -ne 2 ] || exit 2
	printf '\n%s: was it compiled, cell by cell\n\n' "$name"
	cat "$out"
}

# The rows of a metrics.csv whose scenario is not among those of file $1.
without() {
	awk -v list="$1" -f reports/csv.awk -f - "$2" <<-'AWK'
	BEGIN { while ((getline s < list) > 0) out[s] = 1 }
	gsub(/"/, "\"") % 2 {
		print "reports: " FILENAME ":" FNR ": a line break in a field" > "/dev/stderr"
		exit 2
	}
	{ n = csv($0, f) }
	NR == 1 { for (i = 1; i <= n; i++) if (f[i] == "scenario") at = i; if (!at) exit 2; print; next }
	!(f[at] in out)
	AWK
}

table() { # LIST METRICS
	dir=$(dirname "$(dirname "$2")") mode=$(basename "$(dirname "$2")")
	run=$(basename "$dir") list=reports/${1%%/*}/published/${1#*/}.csv
	value=$(case $1 in *event*) echo event_ms ;; *) echo latency_ms ;; esac)
	labelaudit --runs -o csv "$dir" >"$T/verdict" || [ $? -ne 2 ] || die "$dir: labelaudit failed"
	awk -v mode="$mode" -v OFS='\t' -f reports/csv.awk -f - "$T/verdict" <<-'AWK' >"$T/cells"
	NR == 1 { header($0, at); next }
	{ csv($0, f) }
	f[at["mode"]] == mode {
		print f[at["scenario"]], f[at["verdict"]], f[at["served"]], f[at["calls"]]
	}
	AWK
	awk -F'\t' '$2 == "not compiled" { print $1 }' "$T/cells" >"$T/out"
	awk -F'\t' '$2 != "not compiled" { print $1 }' "$T/cells" >"$T/left"
	latstats -g backend -v "$value" -o csv "$2" >"$T/all"
	: >"$T/rest"
	if [ -s "$T/left" ]; then
		without "$T/out" "$2" >"$T/metrics.csv"
		latstats -g backend -v "$value" -o csv "$T/metrics.csv" >"$T/rest"
	fi
	printf '\n## %s (run %s, %s)\n\n' "$1" "$run" "$mode"
	awk -F'\t' '
	{ n++; v = $2; if (v == "partly") v = "partly compiled (" $3 " of " $4 " calls)";
	if (v in list) list[v] = list[v] ", " $1; else list[v] = $1 }
	END { for (v in list) {
		what = v == "not compiled" ? "Taken out, not compiled: " : "Left, " v ": "
		print what list[v] "."
	} }' "$T/cells" | sort
	[ -s "$T/left" ] || echo \
		"No scenario is left: nothing that was published here under a compiled label was compiled."
	awk -v all="$T/all" -v rest="$T/rest" -f reports/csv.awk -f - "$list" <<-'AWK'
	function load(file, to,    n, i, h, m, first) {
		while ((getline line < file) > 0) {
			n = csv(line, f)
			if (!first++) { m = n; for (i = 1; i <= n; i++) h[i] = f[i]; continue }
			for (i = 2; i <= m; i++) to[f[1], h[i]] = f[i]
		}
	}
	function shown(v) { return v == "" ? "-" : sprintf("%.2f", v) }
	BEGIN {
		load(all, a); load(rest, r)
		print "\n| backend | statistic | published | all cells | without those not compiled |"
		print "|---|---|--:|--:|--:|"
	}
	FNR == 1 { next }
	{
		csv($0, f)
		b = f[1]
		if (!(b in seen)) {
			seen[b] = 1
			printf "| %s | n | | %d | %s |\n", b, a[b, "n"], (b, "n") in r ? r[b, "n"] : "-"
		}
		printf "| %s | %s | %s | %s | %s |\n", b, f[2], f[3], shown(a[b, f[2]]), shown(r[b, f[2]])
	}
	AWK
}

tables() {
	out=$1; shift
	rm -f "$out"
	[ $# -gt 0 ] || return 0
	{
		echo "# Published latencies without the cells that were not compiled"
		echo
		echo "Milliseconds. A scenario is taken out for both backends, so that both have the same work."
		for pair; do table "${pair%%=*}" "${pair#*=}"; done
	} >"$T/md"
	mv "$T/md" "$out"
	echo
	cat "$out"
}

what=$1; shift
case $what in
verdicts) verdicts "$@" ;;
tables) tables "$@" ;;
*) die "compiled.sh does not know '$what'" ;;
esac
