#!/bin/sh
# Times latstats against pandas and GNU datamash on the same file, the same
# statistics, in one run, and writes the table that README.md shows. Peers are
# optional: one that is not installed is left out, and said to be.
#
#   make bench [ROWS=4000000] [RUNS=5]
set -eu
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build}
ROWS=${ROWS:-4000000}
RUNS=${RUNS:-5}
dir=$BUILD/bench
csv=$dir/rows.csv
latstats="$BUILD/bin/latstats -g backend --stats mean,median,p95,p99,max"
mkdir -p "$dir"
for p in hyperfine; do
	command -v $p >/dev/null || { echo "make bench needs $p (Debian: $p)" >&2; exit 2; }
done
"$dir/rows" "$ROWS" >"$csv"
"$dir/rows" $((ROWS / 4)) >"$dir/quarter.csv"

# name|command; every command reads the file and prints one row a group
commands() {
	echo "latstats|$latstats $csv"
	if python3 -c 'import pandas' 2>/dev/null; then
		echo "pandas $(python3 -c 'import pandas; print(pandas.__version__)')|python3 tests/bench/pandas_peer.py $csv"
	else
		echo "left out: pandas is not installed (Debian: python3-pandas)" >&2
	fi
	if command -v datamash >/dev/null; then
		echo "$(datamash --version | sed -n '1s/.*(\(.*\)) /\1 /p')|datamash -t, -H -s -g 2 mean 3 median 3 perc:95 3 perc:99 3 max 3 <$csv"
	else
		echo "left out: datamash is not installed (Debian: datamash)" >&2
	fi
}
commands >"$dir/commands"

# the peers must agree before they are timed
while IFS='|' read -r name cmd; do
	sh -c "$cmd" | tr -d '"' | sort | awk -F, -v OFS=, '/^(trans|ollama)/ { for (i = 2; i <= NF; i++) $i = sprintf("%.9g", $i); print }' >"$dir/result"
	[ -s "$dir/first" ] && [ "$name" != latstats ] || cp "$dir/result" "$dir/first"
	cmp -s "$dir/first" "$dir/result" || { echo "$name gives another table:" >&2; diff "$dir/first" "$dir/result" >&2; exit 1; }
done <"$dir/commands"

peak() { # MiB of the largest process of a command
	/usr/bin/time -f %M -o "$dir/peak" sh -c "$1" >/dev/null
	awk '{ printf "%.0f", $1 / 1024 }' "$dir/peak"
}
set --
while IFS='|' read -r name cmd; do set -- "$@" -n "$name" "$cmd"; done <"$dir/commands"
hyperfine --shell 'sh' -w 1 -r "$RUNS" --export-csv "$dir/times.csv" "$@" \
	-n quarter "$latstats $dir/quarter.csv" >&2

bytes=$(wc -c <"$csv")
{
	echo "| $ROWS rows, 5 columns, $((bytes / 1000000)) MB; mean, median, p95, p99, max by one column | median time | times latstats | peak memory |"
	echo "|---|---:|---:|---:|"
	base=$(awk -F, '$1 == "latstats" { print $4 }' "$dir/times.csv")
	while IFS='|' read -r name cmd; do
		t=$(awk -F, -v n="$name" '$1 == n { print $4 }' "$dir/times.csv")
		echo "$name $t $base $(peak "$cmd")" | awk '{ m = $NF; b = $(NF - 1); t = $(NF - 2); NF -= 3; printf "| %s | %.2f s | %.2f | %d MiB |\n", $0, t, t / b, m }'
	done <"$dir/commands"
} >"$dir/table.md"
cat "$dir/table.md"
awk -F, '$1 == "latstats" { full = $4 } $1 == "quarter" { quarter = $4 }
	END { printf "a quarter of the rows takes %.2f of the time\n", quarter / full }' "$dir/times.csv"

# README.md holds the table between two comments
awk -v table="$dir/table.md" '/<!-- bench -->/ { print; while ((getline line < table) > 0) print line; skip = 1; next }
	/<!-- \/bench -->/ { skip = 0 } !skip' README.md >"$dir/README.md"
cmp -s "$dir/README.md" README.md || cat "$dir/README.md" >README.md
