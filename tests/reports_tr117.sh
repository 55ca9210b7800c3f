# reports/tr117/trimmed.awk, which works out means without the largest samples
# from summaries: against the samples themselves (drop.awk), on made-up runs of
# TR117's shape. What it says must be right, and it must stay silent otherwise.
. tests/lib.sh

# made SEED: 42 files of BACKEND,SCENARIO,DTYPE samples; a few files have long
# tails, so that the largest samples of a label often share a file.
made() {
	awk -v seed="$1" 'BEGIN {
		srand(seed); print "backend,scenario,dtype,latency_ms"
		split("fp16 fp32 int8", dtype, " ")
		for (b = 1; b <= 2; b++) for (s = 1; s <= 7; s++) for (d = 1; d <= 3; d++) {
			base = 250 + 50 * s; long = rand() < 0.15 ? 5 : 1
			for (i = 0; i < (s == 7 ? 7 : 14); i++)
				printf "b%d,s%d,%s,%.6f\n", b, s, dtype[d], base - 30 * long * log(1 - rand())
		}
	}'
}
# The authors' names for the columns of a summary.
theirs() { sed '1s/mean/mean_ms/; 1s/median/median_ms/; 1s/max/max_ms/; 1s/dtype/quantization/'; }
summaries() { # SAMPLES
	latstats -g backend,dtype,scenario "$1" | theirs >"$T/files"
	latstats -g backend,dtype "$1" | theirs >"$T/dtypes"
	latstats -g backend "$1" | theirs >"$T/labels"
}
trimmed() { awk -f reports/tr117/trimmed.awk "$T/files" "$T/dtypes" "$T/labels"; }

: >"$T/wrong"; joined=0 told=0 seed=0
while [ $seed -lt 40 ]; do
	seed=$((seed + 1))
	made $seed >"$T/samples"
	summaries "$T/samples"
	trimmed | sed 1d | sort >"$T/told"
	sed 1d "$T/samples" | cut -d, -f1,4 | sort -t, -k1,1 -k2,2gr | awk -f reports/tr117/drop.awk | sed 1d | sort >"$T/true"
	join -t, "$T/told" "$T/true" | awk -F, -v seed=$seed '
	function off(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
	off($2, $6) || off($3, $7) || off($5, $9) || $4 != "" && off($4, $8) { print "seed " seed ": " $0 }' >>"$T/wrong"
	joined=$((joined + $(join -t, "$T/told" "$T/true" | grep -c .)))
	told=$((told + $(awk -F, '$4 != ""' "$T/told" | grep -c .)))
done
same "what follows from the summaries is what the samples say" /dev/null "$T/wrong"
check "all 80 labels were compared" [ $joined -eq 80 ]
check "some are told" [ $told -gt 5 ]
check "and of some it is silent" [ $told -lt 75 ]
echo "# note: trimmed.awk: of 80 made labels it tells the mean without the five largest of $told, rightly"
