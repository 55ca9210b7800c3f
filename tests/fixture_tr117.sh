# fixtures/tr117: what the generator writes has every published figure, for any
# seed; contradictory figures are named and nothing is written.
. tests/lib.sh
gen=$BUILD/fixtures/tr117
figures=fixtures/tr117/constraints.csv

# Samples of the run files below $1/runs as "label,scenario,quantization,index,latency,tokens,rate"
samples() {
	find "$1/runs" -name 'run_*.json' | sort | while read -r f; do
		place=${f#"$1"/runs/}
		echo "file ${place%/*}"
		grep -E '"(latencies_ms|tokens|tokens_per_s)":' "$f"
	done | awk '
	/^file/ { split($2, p, "/"); next }
	{ key = $1; gsub(/[^a-z_]/, "", key); sub(/^[^[]*\[/, ""); sub(/\].*/, ""); n = split($0, v, /, */) }
	key == "latencies_ms" { for (i = 1; i <= n; i++) ms[i] = v[i] }
	key == "tokens" { for (i = 1; i <= n; i++) tokens[i] = v[i] }
	key == "tokens_per_s" { for (i = 1; i <= n; i++)
		printf "%s,%s,%s,%d,%s,%s,%s\n", p[2], p[1], p[3], i - 1, ms[i], tokens[i], v[i] }'
}

# Every constraint of $1, recomputed from the samples in $2 by awk's own sums and sorts.
recompute() {
	awk -F, -v OFS=, '
	function sort(a, n,   i, j, x) {
		for (i = 2; i <= n; i++) {
			x = a[i]
			for (j = i - 1; j >= 1 && a[j] > x; j--) a[j + 1] = a[j]
			a[j + 1] = x
		}
	}
	function take(label, scenario, skip_first,   i) {
		n = 0
		for (i = 1; i <= rows; i++)
			if (L[i] == label && (scenario == "" || S[i] == scenario) && !(skip_first && I[i] == 0))
				a[++n] = X[i]
		sort(a, n)
	}
	function mean(n,   i, s) { s = 0; for (i = 1; i <= n; i++) s += a[i]; return s / n }
	function median(n) { return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
	function type7(n, p,   h, k) { h = (n - 1) * p; k = int(h); return a[k + 1] + (h - k) * (a[k + 2] - a[k + 1]) }
	function files(label, cold,   f, i, count) {
		count = 0
		for (f in first) {
			split(f, q, SUBSEP)
			if (q[1] != label) continue
			if (!cold) { count++; continue }
			n = 0
			for (i = 1; i <= rows; i++)
				if (L[i] == q[1] && S[i] == q[2] && Q[i] == q[3] && I[i] > 0) a[++n] = X[i]
			sort(a, n)
			count += first[f] > 3 * median(n)
		}
		return count
	}
	NR == FNR {
		rows++; L[rows] = $1; S[rows] = $2; Q[rows] = $3; I[rows] = $4 + 0; X[rows] = $5 + 0
		if ($4 == 0) first[$1, $2, $3] = $5 + 0
		ms[$1, $2, $3, $4] = $5 + 0; tok[$1, $2, $3, $4] = $6; rate[$1, $2, $3, $4] = $7
		size[$1, $2, $3]++
		next
	}
	FNR == 1 { next }
	{
		what = $5; want = $6; decimals = index(want, ".") ? length(want) - index(want, ".") : 0
		take($1, $2, what == "mean_excl_first")
		if (what == "samples_per_file") {
			got = want
			for (f in size) { split(f, q, SUBSEP); if (q[2] == $2 && size[f] != want) got = size[f] }
		} else if (what == "n") got = n
		else if (what == "files") got = files($1, 0)
		else if (what == "cold_files_3x") got = files($1, 1)
		else if (what == "mean" || what == "mean_excl_first") got = mean(n)
		else if (what == "mean_excl_max") got = mean(n - 1)
		else if (what == "mean_excl_top5") got = mean(n - 5)
		else if (what == "median") got = median(n)
		else if (what == "p99") got = type7(n, 0.99)
		else if (what == "max") got = a[n]
		else if (what == "latency_ms") got = ms[$1, $2, $3, $4]
		else if (what == "tokens") got = tok[$1, $2, $3, $4]
		else if (what == "tokens_per_s") got = rate[$1, $2, $3, $4]
		else got = "?"
		shown = sprintf("%." decimals "f", got)
		# how far from the middle of the rounding interval, in units of the last decimal; the rate follows from two others
		margin = decimals && what != "tokens_per_s" ? (got > want ? got - want : want - got) * 10 ^ decimals : 0
		print (shown == want && margin <= 0.45) ? "holds" : "differs", $1, $2, $3, $4, what, want, got
	}' "$2" "$1"
}

cells=$(($(wc -l <"$figures") - 1))
for seed in 1 2 77777; do
	run "$gen" --seed $seed --out "$T/$seed"
	is_status 0 "seed $seed: it is solved"
	samples "$T/$seed" >"$T/samples"
	recompute "$figures" "$T/samples" >"$T/cells"
	check "seed $seed: all $cells figures recomputed" test "$(grep -c '^holds' "$T/cells")" -eq "$cells"
	grep '^differs' "$T/cells" | sed 's/^/# /'
	# the same by the tools
	means() { awk -F, 'NR > 1 { printf "%s %.2f\n", $1, $2 }' | sort; }
	run sh -c "latstats -g backend --stats mean '$T/$seed'/runs/*/*/*/*.json"
	means <"$T/out" >"$T/means"; mv "$T/means" "$T/out"
	is_out "seed $seed: latstats" <<-E
	transformers-gpu 404.05
	transformers-gpu-compile 389.22
	E
	run sh -c "coldstart '$T/$seed'/runs/*/*/*/*.json | latstats -g backend --stats mean"
	means <"$T/out" >"$T/means"; mv "$T/means" "$T/out"
	is_out "seed $seed: coldstart | latstats" <<-E
	transformers-gpu 386.75
	transformers-gpu-compile 388.29
	E
	check "seed $seed: 42 files" test "$(find "$T/$seed/runs" -type f | wc -l)" -eq 42
	check "seed $seed: each file says that it is synthetic" \
		test "$(grep -rlx '	"synthetic":	true,' "$T/$seed/runs" | wc -l)" -eq 42
done
check "seeds give different samples" sh -c "! cmp -s '$T/1/runs/single_micro/transformers-gpu/fp32/run_02.json' '$T/2/runs/single_micro/transformers-gpu/fp32/run_02.json'"
check "the committed files are those of seed 1" diff -r "$T/1/runs" fixtures/tr117/runs

# A recomputation that could not fail would prove nothing: one sample changed by 3 ms
sed '/fp32,0,3325/!s/^\(transformers-gpu,dual_short,int8,3\),\([0-9]*\)\(.*\)/\1,\29\3/' "$T/samples" >"$T/bent"
recompute "$figures" "$T/bent" >"$T/cells"
check "a changed sample is noticed" grep -q '^differs,transformers-gpu,,,,mean,' "$T/cells"

# contradiction EDIT MESSAGE: the figures edited by sed EDIT make exactly MESSAGE, and no file
contradiction() {
	sed "$1" "$figures" >"$T/c.csv"
	if cmp -s "$figures" "$T/c.csv"; then not_ok "the edit '$1' changes nothing"; return; fi
	fails 1 "tr117: $T/c.csv:$2" "$gen" --constraints "$T/c.csv" --out "$T/none"
	check "it wrote nothing" test ! -e "$T/none"
}
contradiction 's/mean_excl_max,393.31/mean_excl_max,394.31/' \
	'15: transformers-gpu mean_excl_max 394.31 is infeasible: with mean 404.05 and max 3325.81 it would be 393.31'
contradiction 's/mean_excl_top5,385.40/mean_excl_top5,388.40/' \
	'16: transformers-gpu mean_excl_top5 388.40 is infeasible: no five largest samples fit it with mean 404.05, p99 931.48 and the scenario maxima'
contradiction 's/p99,631.16/p99,731.16/' \
	'40: transformers-gpu-compile p99 731.16 is infeasible: the scenario maxima leave no room for it'
contradiction 's/cold_files_3x,3/cold_files_3x,5/' \
	'18: transformers-gpu cold_files_3x 5 is infeasible: only 4 samples can be over 3x the median of their file'
contradiction 's/cold_files_3x,0/cold_files_3x,1/' \
	'45: transformers-gpu-compile cold_files_3x 1 is infeasible: only 0 samples can be over 3x the median of their file'
contradiction 's/,,,,median,322.68/,,,,median,532.68/' \
	'12: transformers-gpu median 532.68 is infeasible: by the scenario medians, 150 to 236 of 273 samples lie below it'
contradiction 's/,n,273/,n,274/' \
	'9: transformers-gpu n 274 is infeasible: the files hold 273 samples, and it must be odd'
contradiction 's/,,,,max,3325.81/,,,,max,3325.82/' \
	'14: transformers-gpu max 3325.82 is infeasible: the largest scenario maximum is 3325.81'
contradiction 's/single_long,,,median,339.88/single_long,,,median,739.88/' \
	'28: transformers-gpu single_long median 739.88 is infeasible: the maximum is 701.04'
contradiction 's/tokens_per_s,11.43/tokens_per_s,11.53/' \
	'21: transformers-gpu single_micro tokens_per_s 11.53 is infeasible: 38 tokens in 3325.81 ms are 11.43'
contradiction 's/,single_micro,fp32,0/,single_short,fp32,0/' \
	"19: transformers-gpu single_short latency_ms 3325.81 is infeasible: the label's maximum is 3325.81, in single_micro"
contradiction 's/mean_excl_first,386.75/mean_excl_first,446.75/' \
	'17: transformers-gpu mean_excl_first 446.75 is infeasible: the first samples would have to sum to -2274.71, they can to 7043.88 at least'

# Bad input
printf 'label,scenario\n' >"$T/bad.csv"
fails 2 "tr117: $T/bad.csv:1: expected the header label,scenario,quantization,index,statistic,value,section" \
	"$gen" --constraints "$T/bad.csv"
sed '9s/273/many/' "$figures" >"$T/bad.csv"
fails 2 "tr117: $T/bad.csv:9: 'many' is not a number" "$gen" --constraints "$T/bad.csv"
sed '11s/mean/average/' "$figures" >"$T/bad.csv"
fails 2 "tr117: $T/bad.csv:11: no such statistic here: 'average'" "$gen" --constraints "$T/bad.csv"
sed 11d "$figures" >"$T/bad.csv"
fails 2 "tr117: $T/bad.csv: label 'transformers-gpu' has no mean" "$gen" --constraints "$T/bad.csv"
fails 2 "tr117: the seed must be 0 to 2147483647, not '-1'" "$gen" --seed -1
