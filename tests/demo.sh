# fixtures/demo.sh: its figures, its words, and that it fits 80 columns.
. tests/lib.sh

FRESH=0; export FRESH # tests/fresh.sh has that part
run sh fixtures/demo.sh
is_status 0 "make demo"
is_err "it has no message" </dev/null
check "it fits 80 columns" sh -c "! awk 'length > 80' '$T/out' | grep ."
check "it says that its input is synthetic" grep -q 'SYNTHETIC' "$T/out"
has() { check "$1" grep -qE "$2" "$T/out"; }
has "the means with all samples" '^transformers-gpu +273 +404\.1 +322\.7 '
has "and of the other label" '^transformers-gpu-compile +273 +389\.2 +328\.7 '
has "the means without first samples" '^transformers-gpu +252 +386\.7 '
has "and of the other label" '^transformers-gpu-compile +252 +388\.3 '
has "who wins by the mean" '^   By the mean, transformers-gpu-compile is faster\.$'
has "who wins by the median" '^   By the median, transformers-gpu is faster\.$'
has "that the order is reversed" '^   By the mean, transformers-gpu is faster now: the order is reversed\.$'
has "the summary, with what is expected" '^   without cold starts, transformers-gpu\. Expected: the order is reversed\.$'
check "three files are cold" test "$(grep -cE '^[a-z_]+ +(fp16|fp32|int8) .*[0-9]$' "$T/out")" -eq 3
# what it names is there
grep -oE '^   (mandoc -a )?[a-z]+/[^ ]*' "$T/out" | sed 's/.* //' | sort -u >"$T/names"
while read -r f; do check "$f is there" test -e "$f"; done <"$T/names"
grep -oE '^   make [a-z]+' "$T/out" | grep -v 'help$' | while read -r _ t; do
	check "make $t is there" sh -c "make help | grep -q '^make $t '"
done

# Its words follow the data: among samples whose means agree with the medians, no reversal
mkdir "$T/other"
for d in *; do ln -s "$PWD/$d" "$T/other/$d"; done
rm "$T/other/fixtures"; mkdir -p "$T/other/fixtures/tr117/runs/s"
cp fixtures/demo.sh "$T/other/fixtures/"
for b in transformers-gpu:5,1,1,1 transformers-gpu-compile:9,2,2,2; do
	d=$T/other/fixtures/tr117/runs/s/${b%:*}/fp32; mkdir -p "$d"
	printf '{"spec": {"scenario": "s", "backend": "%s", "quantization": "fp32"}, "latencies_ms": [%s]}\n' \
		"${b%:*}" "${b#*:}" >"$d/run_1.json"
done
top=$PWD; cd "$T/other" || exit 1
run sh fixtures/demo.sh
cd "$top" || exit 1
is_status 0 "the demo on other samples"
has "its words follow them" '^   By the mean, transformers-gpu is still faster\.$'
