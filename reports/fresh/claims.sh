#!/bin/sh
# What is claimed of a fresh run, each claim from the artifacts alone.
#
#   reports/fresh/claims.sh DIR BASE TEST
#
# DIR holds the runs that fresh.sh made (tiny may be missing); BASE and TEST are the two labels. Exit 1
# if a claim does not hold.
set -eu
dir=$1 base=$2 test=$3
bad=0

# stat RUN MODE STATISTIC BACKEND [SCENARIO]
stat() {
	latstats -o csv -g backend --stats "$3" --where backend="$4" ${5:+--where scenario="$5"} "$dir/$1/$2/metrics.csv" |
		awk -F, -v s="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == s) c = i } NR == 2 { print $c }'
}
# share RUN MODE SERVED: of the compiled backend's samples, how many it served
share() {
	awk -F, -v b="$test" -v s="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["backend"] == b { n++; k += $at["served"] == s } END { printf "%.3f\n", k / n }' "$dir/$1/$2/metrics.csv"
}
graphs() { runinfo -o csv -f prefill/dynamo_counters:dynamo_counters.stats.unique_graphs "$dir/$1" | awk -F, 'NR == 2 { print $4 }'; }
# steps RUN: share of the timed decode forwards of the compiled backend that compiled code served
steps() {
	find "$dir/$1/kv_decode/runs" -path "*/$test/*" -name 'run_*.json' | sort | xargs runinfo -o csv |
		awk -F, '$3 ~ /^samples\[[0-9]+\]\.steps\./ { n += $4; if ($3 !~ /eager$/) k += $4 } END { printf "%.3f\n", k / n }'
}
# claim TEXT A OPERATOR B
claim() {
	if awk -v a="$2" -v op="$3" -v b="$4" 'BEGIN { exit !(op == "<" ? a < b : op == "<=" ? a <= b : op == "=" ? a == b : a > b) }'; then
		printf 'holds          '
	else
		printf 'does not hold  '; bad=1
	fi
	printf '%s: %s %s %s\n' "$1" "$2" "$3" "$4"
}

claim "variable lengths: stress_single is served uncompiled" \
	"$(latstats -o csv -g served --where backend="$test" --where scenario=stress_single --stats n "$dir/variable/prefill/metrics.csv" | awk -F, 'NR == 2 { print $1 }' | sed 's/eager/1/')" = 1
claim "and the other four scenarios are replayed" "$(share variable prefill replay)" = "$(awk 'BEGIN { printf "%.3f", 0.8 }')"
claim "the compiled tail lies there: p99 over its median, times" \
	"$(awk -v a="$(stat variable prefill p99 "$test")" -v b="$(stat variable prefill median "$test")" 'BEGIN { print a / b }')" ">" 1.5
claim "a higher limit compiles it: stress_single's median" \
	"$(stat limit prefill median "$test" stress_single)" "<" "$(stat variable prefill median "$test" stress_single)"
claim "with it every sample is replayed" "$(share limit prefill replay)" = 1.000
claim "and with padding" "$(share padded prefill replay)" = 1.000
claim "padding needs fewer graphs than variable lengths" "$(graphs padded)" "<" "$(graphs variable)"
claim "dynamic needs the fewest" "$(graphs dynamic)" "<" "$(graphs padded)"
claim "compile is not slower than eager at the median, gpt2-25m, every shape compiled" \
	"$(stat limit prefill median "$test")" "<=" "$(stat limit prefill median "$base")"
[ ! -d "$dir/tiny" ] ||
	claim "nor on tiny-gpt2" "$(stat tiny prefill median "$test")" "<=" "$(stat tiny prefill median "$base")"
claim "decode, growing cache: share of forwards served by compiled code" "$(steps decode_grow)" "<" 0.5
claim "decode, static cache: share of forwards served by compiled code" "$(steps decode_static)" = 1.000
claim "decode, static cache: compiled is faster than eager at the median" \
	"$(stat decode_static kv_decode median "$test")" "<" "$(stat decode_static kv_decode median "$base")"
claim "decode: compiled with a static cache is faster than with a growing one" \
	"$(stat decode_static kv_decode median "$test")" "<" "$(stat decode_grow kv_decode median "$test")"
exit $bad
