# reports/tr117/trimmed.awk, which works out means without the largest samples
# from summaries: against trimmean on the samples themselves, of made-up runs of
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

: >"$T/wrong"; joined=0 told=0 other=0 seed=0
while [ $seed -lt 40 ]; do
	seed=$((seed + 1))
	made $seed >"$T/samples"
	summaries "$T/samples"
	trimmed | sed '1d; s/,/ /' | sort >"$T/told"
	trimmean -g backend --methods mean,drop1,drop5,median "$T/samples" | sed '1d; s/,/ /' | sort |
		join -t, "$T/told" - >"$T/both" # METHOD BACKEND,told,true,...
	awk -F, -v seed=$seed '$2 != "" && ($2 - $3 > 1e-6 || $3 - $2 > 1e-6) {
		print "seed " seed ": " $0 }' "$T/both" >>"$T/wrong"
	joined=$((joined + $(grep -c . "$T/both")))
	told=$((told + $(grep -c '^drop5 [^,]*,[0-9]' "$T/both")))
	other=$((other + $(grep -v '^drop5' "$T/both" | grep -c '^[^,]*,[0-9]')))
done
same "what follows from the summaries is what the samples say" /dev/null "$T/wrong"
check "each of 80 labels was compared by four methods" [ $joined -eq 320 ]
check "all but the mean without the five largest are always told" [ $other -eq 240 ]
check "that one is told of some" [ $told -gt 5 ]
check "and not of others" [ $told -lt 75 ]
echo "# note: trimmed.awk: of 80 made labels it tells the mean without the five largest of $told," \
	"rightly"

