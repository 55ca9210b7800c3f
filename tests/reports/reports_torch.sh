# reports/torch: its runs of a card, unpacked, are what its page says of them.
. tests/lib.sh
out=$T/h200; mkdir "$out"
check "the archive is read" python3 -c 'import sys, tarfile
with tarfile.open("fixtures/torch/h200.tar.xz") as t: t.extractall(sys.argv[1])' "$out"
for run in "$out"/*/*; do
	labelaudit --runs --rules --all -o csv "$run" >"$T/rules" 2>"$T/err"
	check "${run#"$out/"}: hashes hold, and no record contradicts another" sh -c \
		"grep -q ',hashes,holds,' '$T/rules' && ! awk -F, '\$9 == 1' '$T/rules' | grep ."
done
claimed() { # MODEL
	set -- "$out/$1"/*
	labelaudit --runs -o csv "$@" | awk -F, 'NR > 1 { n[$8]++ } END {
		print n["compiled"] + 0, n["partly"] + 0, n["not compiled"] + 0, n["unknown"] + 0 }'
}
for model in gpt2-25m gpt2-100m qwen2.5-0.5b; do echo "$model $(claimed $model)"; done >"$T/out"
is_out "cells: compiled, partly, not compiled, unknown" <<'E'
gpt2-25m 25 3 2 0
gpt2-100m 21 1 2 0
qwen2.5-0.5b 11 0 1 0
E
run sh reports/torch/report.sh "$out"
is_status 0 "the report"
is_err "it has no message" </dev/null
# statuses of the claims, beside those of the page
for model in gpt2-25m gpt2-100m qwen2.5-0.5b; do
	set --
	for run in "$out/$model"/*; do set -- "$@" --runs "$run"; done
	claims "$@" -o csv reports/torch/claims.yaml >"$T/claims" 2>"$T/err"
	python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1])):
    print("not run" if r["status"] == "no evidence" else r["status"])' "$T/claims" >"$T/$model"
done
paste -d '|' "$T/gpt2-25m" "$T/gpt2-100m" "$T/qwen2.5-0.5b" >"$T/short"
awk -F ' *[|] *' '/^[|] claim / { on = 1; getline; next } on && !NF { exit }
	on { for (i = 3; i < 6; i++) sub(/:.*/, "", $i); print $3 "|" $4 "|" $5 }' \
	reports/torch/README.md >"$T/page"
same "the page says what the claims come to" "$T/page" "$T/short"
run latstats -g backend,served --stats n -o csv "$out/gpt2-25m/variable/prefill/metrics.csv"
is_out "the rows say what served the samples" <<'E'
backend,served,n
torch-eager,eager,160
torch-compile,compiled,140
torch-compile,eager,20
E
