# make bench-gpu, without a GPU: the table and its arithmetic from made-up samples, the order in
# which it measures, and what it says of what it could not measure. All figures here are synthetic.
. tests/lib.sh
bench() { run python3 tests/bench/gpu/bench_gpu.py "$@"; }
table() { bench --table "$@"; }

# Floors of a round number. gpt2-100m has 96,088,320 weights (384,353,280 bytes): 0.1 ms. The 0.5b
# has 494,032,768 (988,065,536 bytes): 0.2 ms. With 4,032 tokens in front of 64 steps its mean
# context is 4,064.5 keys and values of 24 layers, 2 heads, 64 numbers, 2 bytes: 49,944,576 bytes
# more, so the floor is 0.2101095 ms, and 0.4 ms are a share of 0.525.
gpt2='"steps":64,"dtype":"fp32","weight_bytes":384353280,"copy_bytes_per_s":3843532800000'
qwen='"steps":64,"dtype":"fp16","weight_bytes":988065536,"copy_bytes_per_s":4940327680000'
one='"steps":1,"dtype":"fp16","weight_bytes":988065536,"copy_bytes_per_s":4940327680000'
far='"cell":"context:gpt2-100m:4096:1","status":"impossible","words":"it has 1024 positions"'
cat >"$T/samples.jsonl" <<E
{"kind":"run","card":"NVIDIA H200","driver":"1.2","new":64,"synthetic":true}
{"cell":"decode:gpt2-100m:51:1","tool":"refrun","way":"eager","status":"ok","samples_ms":[64,51.2,12.8],$gpt2,"stated_share":0.125}
{"cell":"decode:gpt2-100m:51:1","tool":"refrun","way":"reduce-overhead","status":"ok","samples_ms":[9.6],$gpt2,"stated_share":0.66666666666666666}
{"cell":"decode:gpt2-100m:51:1","tool":"refrun","way":"max-autotune","status":"ok","samples_ms":[8,9.28],$gpt2,"stated_share":0.74074074074074081}
{"cell":"decode:gpt2-100m:51:1","tool":"fast","way":"lean","status":"ok","samples_ms":[12.8],$gpt2,"versions":{"torch":"2.11.0","cuda":"13.0"}}
{"cell":"decode:gpt2-100m:51:1","tool":"torch","way":"eager","status":"ok","samples_ms":[128],$gpt2}
{"cell":"decode:gpt2-100m:51:1","tool":"torch","way":"compiled","status":"missing","words":"transformers (none)"}
{"cell":"decode:qwen2.5-0.5b:51:1","tool":"refrun","way":"reduce-overhead","status":"ok","samples_ms":[25.6],$qwen,"stated_share":0.5,"served":"mixed","tokens_differ":1,"gap_over_max":0.00023}
{"cell":"decode:qwen2.5-0.5b:51:1","tool":"fast","way":"lean","status":"ok","samples_ms":[51.2],$qwen}
{"cell":"decode:qwen2.5-1.5b:51:1","tool":"fast","way":"lean","status":"timeout","words":"stopped after 150 s"}
{"tool":"refrun","way":"reduce-overhead",$far}
{"tool":"fast","way":"lean",$far}
{"cell":"context:qwen2.5-0.5b:4096:1","tool":"refrun","way":"reduce-overhead","status":"ok","samples_ms":[25.6],$qwen,"stated_share":0.5}
{"cell":"prefill:qwen2.5-0.5b:51:1","tool":"refrun","way":"reduce-overhead","status":"ok","samples_ms":[0.4],$one,"stated_share":0.5}
{"cell":"decode:qwen2.5-0.5b:51:4","tool":"fast","way":"lean","status":"budget","words":"not reached in the 480 s of this run"}
E
table "$T/samples.jsonl"
is_status 0 "the table of recorded samples"
is_out "shares, ratios, what is asked, and what is not filled" <<'E'
NVIDIA H200, driver 1.2, CUDA 13.0, torch 2.11.0, transformers not measured, refrun not measured (no compiler)
Synthetic: these figures are made up, not measured.
Copy: 3.84 to 4.94 TB/s, by process.
A cell: ms a step (median; a step of batch B gives B tokens), share of the floor, and times the best torch figure. 64 steps a sample of decode.
Floor: bytes of the weights over the rate of a copy in the same process; in contexts the mean bytes of the cache too. Prefill: the logits of all rows.

| cell                           | model             | refrun eager       | refrun reduce-overhead | refrun max-autotune | lean torch.compile | transformers eager | transformers compiled | asked                  |
|--------------------------------|-------------------|-------------------:|-----------------------:|--------------------:|-------------------:|-------------------:|----------------------:|------------------------|
| decode, prompt of 51, batch 1  | gpt2-100m fp32    | 0.8000 0.125 0.25x | 0.1500 0.667 1.33x     | 0.1350 0.741 1.48x  | 0.2000 0.500 1.00x | 2.0000 0.050 0.10x |                       | 0.68: yes; 1.4x: yes   |
| decode, prompt of 51, batch 1  | qwen2.5-0.5b fp16 |                    | 0.4000 0.500 2.00x     |                     | 0.8000 0.250 1.00x |                    |                       | 0.62: no; 2x: yes      |
| decode, prompt of 51, batch 1  | qwen2.5-1.5b fp16 |                    |                        |                     | timeout            |                    |                       | 0.74: open; 1.4x: open |
| decode, prompt of 51, batch 4  | qwen2.5-0.5b fp16 |                    |                        |                     | not reached        |                    |                       | 2x: open               |
| decode, context 4,096, batch 1 | gpt2-100m fp32    |                    | none                   |                     | none               |                    |                       |                        |
| decode, context 4,096, batch 1 | qwen2.5-0.5b fp16 |                    | 0.4000 0.525           |                     |                    |                    |                       | 2x: open               |
| prefill of 51, batch 1         | qwen2.5-0.5b fp16 |                    | 0.4000 0.500           |                     |                    |                    |                       | 0.45: yes              |

Column transformers compiled is not filled: missing transformers (none).
lean torch.compile, decode:qwen2.5-1.5b:51:1: stopped after 150 s.
Left out, context:gpt2-100m:4096:1: it has 1024 positions.
lean torch.compile, decode:qwen2.5-0.5b:51:4: not reached in the 480 s of this run.
decode:qwen2.5-0.5b:51:1 refrun reduce-overhead: served by mixed, no replay.
Tokens other than eager's, and how near their logits are over the largest: decode:qwen2.5-0.5b:51:1 reduce-overhead 1 (within 0.00023).
H100: not measured in this run; its figures stay open.
refrun's own share_of_floor agrees with its samples in all 6 cells.
E

# what refrun states is held against its samples
sed 's/"stated_share":0.5\([,}]\)/"stated_share":0.51\1/' "$T/samples.jsonl" >"$T/other.jsonl"
table "$T/other.jsonl"
is_status 1 "a stated share that its samples do not give"
grep '^Does not agree' "$T/out" >"$T/found"
same "each such cell is named" - "$T/found" <<'E'
Does not agree: decode:qwen2.5-0.5b:51:1 refrun reduce-overhead: refrun states a share of 0.51, its samples give 0.500000
Does not agree: context:qwen2.5-0.5b:4096:1 refrun reduce-overhead: refrun states a share of 0.51, its samples give 0.500000
Does not agree: prefill:qwen2.5-0.5b:51:1 refrun reduce-overhead: refrun states a share of 0.51, its samples give 0.500000
E
sed 's/H200/H100 80GB HBM3/' "$T/samples.jsonl" >"$T/h100.jsonl"
table "$T/h100.jsonl"
check "the other card has other shares to reach" grep -q '0.86: no; 1.4x: yes' "$T/out"
check "and the H200 stays open in words" grep -qx \
	'H200: not measured in this run; its figures stay open.' "$T/out"

# the weights of every shape, against what refrun counted on a card
cat >"$T/weights.py" <<'E'
import json, sys
sys.path.insert(0, "tests/bench/gpu")
import shapes
cells = json.load(open("fixtures/h200/sizes-summary.json"))["cells"]
for c in sorted({(c["model"], c["weight_bytes"], c["dtype"]) for c in cells}):
    want = shapes.weight_bytes(c[0]) * shapes.BYTES[c[2]] / shapes.BYTES[shapes.MODELS[c[0]].dtype]
    print(c[0], c[2], "equal" if want == c[1] else f"{want} instead of {c[1]}")
E
run python3 "$T/weights.py"
is_out "bytes of the weights are those that refrun counted on a card" <<'E'
gpt2-100m fp32 equal
gpt2-25m fp32 equal
gpt2-50m fp32 equal
qwen2.5-0.5b fp16 equal
qwen2.5-0.5b fp32 equal
qwen2.5-1.5b fp16 equal
qwen2.5-1.5b fp32 equal
qwen2.5-3b fp16 equal
qwen2.5-3b fp32 equal
E

# damaged samples
ok='{"cell":"decode:gpt2-100m:51:1","tool":"fast","way":"lean","status":"ok","samples_ms":'
damaged() { # LINE MESSAGE
	head -1 "$T/samples.jsonl" >"$T/bad.jsonl"; printf '%s\n' "$1" >>"$T/bad.jsonl"
	fails 2 "bench_gpu.py: $T/bad.jsonl:2: $2" python3 tests/bench/gpu/bench_gpu.py --table \
		"$T/bad.jsonl"
}
damaged '{' 'no JSON: Expecting property name enclosed in double quotes'
damaged '[]' 'a record must be an object'
damaged '{"cell":"decode:gpt5:51:1","tool":"fast","way":"lean","status":"ok"}' \
	'the cell, tool, way or status is not known'
damaged "$ok[]}" \
	'samples_ms must be a list that is not empty'
damaged "$ok[1],\"versions\":1}" 'versions is of another type, or no such number'
for v in NaN Infinity -1 0 true null '"1"' '[1]' 1e-300 1e300; do
	damaged "$ok[1,$v],$gpt2}" "$(python3 -c "import json; print(json.loads('$v'))") is no number \
from 1e-9 to 1e18"
done
for v in 0 true 1.5 '"64"' null; do
	damaged "$ok[1],\"steps\":$v}" 'steps must be a whole number from 1'
done
for v in '"tokens_differ":true' '"tokens_differ":-1' '"gap_over_max":NaN' '"stated_share":true' \
	'"stated_share":0' '"words":1' '"versions":{"torch":[2]}' '"served":true' '"synthetic":"no"'; do
	name=${v#?}
	damaged "$ok[1],$v}" "${name%%\"*} is of another type, or no such number"
done
damaged "$(echo "$ok[1],$gpt2}" | sed s/51/051/)" 'the cell, tool, way or status is not known'
damaged "$(echo "$ok[1]}" | sed 's/"ok"/["ok"]/')" 'the cell, tool, way or status is not known'
damaged "$(echo "$ok[1],$gpt2}" | sed s/51/1000/)" \
	'the cell has a figure, but it needs 1064 positions; the model has 1024'
damaged "$(echo "$ok[1]}" | sed s/ok/missing/)" 'words must say why there is no figure'
damaged "$ok[$(printf '%05000d' 0 | tr 0 7)]}" "no JSON: $(python3 -c 'import json
try: json.loads("7" * 5000)
except ValueError as e: print(e)')"
for v in 0 -1 true 1.5 '"64"' null 1e400 '[64]'; do
	sed "1s/\"new\":64/\"new\":$v/" "$T/samples.jsonl" >"$T/bad.jsonl"
	fails 2 "bench_gpu.py: $T/bad.jsonl:1: a run must name its card and its new tokens, 1 or more" \
		python3 tests/bench/gpu/bench_gpu.py --table "$T/bad.jsonl"
done
: >"$T/bad.jsonl"
fails 2 "bench_gpu.py: $T/bad.jsonl: no run" python3 tests/bench/gpu/bench_gpu.py --table \
	"$T/bad.jsonl"
fails 2 "bench_gpu.py: $T/none: No such file or directory" \
	python3 tests/bench/gpu/bench_gpu.py --table "$T/none"

# without a GPU
mkdir "$T/bin" "$T/smi"
python=$(python3 -c 'import sys; print(sys.executable)')
fails 2 "bench_gpu.py: no NVIDIA GPU answers here (nvidia-smi): nothing is measured, nothing is \
written" env PATH="$T/bin" "$python" tests/bench/gpu/bench_gpu.py --refrun "$BIN/refrun" \
	--out "$T/none/samples.jsonl"
check "nothing is written then" test ! -e "$T/none"

# a card and a peer that are not there: scripts that print what they would
cat >"$T/smi/nvidia-smi" <<'E'
#!/bin/sh
echo 'NVIDIA H100 80GB HBM3, 9.9'
E
cat >"$T/peer" <<'E'
#!/bin/sh
# Stands for Python with a peer: measures at once, hangs at gpt2-50m, and ends at the 0.5b.
script=$1; shift 5
echo '{"torch": "0", "copy_bytes_per_s": 3843532800000}'
for cell; do
	echo "{\"begin\": \"$cell\"}"
	case $cell in
	*gpt2-50m*) sleep 60 ;;
	*qwen2.5-0.5b*) echo out of luck >&2; exit 1 ;;
	*) for way in lean eager; do case $script-$way in *fast*-lean | *torch_*-eager)
		echo "{\"way\": \"$way\", \"samples_ms\": [12.8], \"event_ms\": [null], \"steps\": 64,
			\"weight_bytes\": 384353280, \"first_s\": 1, \"about\": \"\"}" | tr -d '\n\t'; echo ;;
		esac; done ;;
	esac
	echo "{\"end\": \"$cell\"}"
done
E
chmod +x "$T/smi/nvidia-smi" "$T/peer"
before=$PATH PATH=$T/smi:$PATH
bench --peers fast torch --parts decode --models gpt2-50m qwen2.5-0.5b gpt2-100m --limit 2 \
	--python "$T/peer" --out "$T/made/samples.jsonl"
is_status 0 "peers that hang or end do not stop the others"
sed -n '/^| decode/p; /^lean\|^transf/p' "$T/out" | tr -s ' ' >"$T/found"
same "each is said" - "$T/found" <<'E'
| decode, prompt of 51, batch 1 | gpt2-50m fp32 | | | | timeout | timeout | timeout | |
| decode, prompt of 51, batch 1 | gpt2-100m fp32 | | | | 0.2000 0.500 1.00x | 0.2000 0.500 1.00x | failed | 0.86: open; 1.4x: open |
| decode, prompt of 51, batch 1 | qwen2.5-0.5b fp16 | | | | failed | failed | failed | 0.81: open; 2x: open |
lean torch.compile, decode:gpt2-50m:51:1: stopped after 2 s.
lean torch.compile, decode:qwen2.5-0.5b:51:1: it ended: out of luck.
transformers eager, decode:gpt2-50m:51:1: stopped after 2 s.
transformers compiled, decode:gpt2-50m:51:1: stopped after 2 s.
transformers eager, decode:qwen2.5-0.5b:51:1: it ended: out of luck.
transformers compiled, decode:qwen2.5-0.5b:51:1: it ended: out of luck.
transformers compiled, decode:gpt2-100m:51:1: it gave no figure.
E
cp "$T/out" "$T/first"
table "$T/made/samples.jsonl"
same "the file of samples gives the same table" "$T/first" "$T/out"
check "each line names the card" test "$(grep -c 'NVIDIA H100 80GB HBM3' "$T/made/samples.jsonl")" \
	-eq "$(wc -l <"$T/made/samples.jsonl")"
bench --peers fast --parts context --models gpt2-50m gpt2-100m --contexts 4096 128 --budget 2 \
	--python "$T/peer" --out "$T/made/budget.jsonl"
is_status 0 "a budget that is used up"
grep '^Left\|^lean' "$T/out" >"$T/found"
same "it says what it did not reach, and which cell no model has" - "$T/found" <<'E'
Left out, context:gpt2-50m:4096:1, context:gpt2-100m:4096:1: it needs 4096 positions; the model has 1024.
lean torch.compile, context:gpt2-50m:128:1, context:gpt2-100m:128:1: not reached in the 2 s of this run.
E
fails 2 "bench_gpu.py: $T/no/refrun: no such program; --refrun names it" \
	python3 tests/bench/gpu/bench_gpu.py --refrun "$T/no/refrun" --out "$T/none/samples.jsonl"
PATH=$before

# refrun itself, on the CPU, beside a Python without torch
printf '#!/bin/sh\nexec python3 -S "$@"\n' >"$T/bare"; chmod +x "$T/bare"
bench --device cpu --refrun "$BIN/refrun" --models tiny-qwen2 --parts decode --new 4 \
	--python "$T/bare" --out "$T/cpu/samples.jsonl"
is_status 0 "a trial on the CPU"
check "its shares are recomputed" grep -qx \
	"refrun's own share_of_floor agrees with its samples in all 3 cells." "$T/out"
grep '^Column' "$T/out" >"$T/found"
same "columns of a missing torch are not filled" - "$T/found" <<'E'
Column lean torch.compile is not filled: missing torch (No module named 'torch').
Column transformers eager is not filled: missing torch (No module named 'torch').
Column transformers compiled is not filled: missing torch (No module named 'torch').
E
bench --device cpu --refrun "$BIN/refrun" --models tiny-qwen2 --parts prefill --limit 0.01 \
	--peers refrun --out "$T/cpu/short.jsonl"
is_status 1 "refrun that takes too long"
check "it is said" grep -q 'refrun eager, .*: stopped after 0.01 s' "$T/out"

# the picture: of the 0.5b 493,961,216 weights stand in products, two flops each; a row has 4 * 24 *
# 896 flops for each key that it attends to, in the mean 83.5 (decode) or 26 (51 rows of a prefill)
bench --points "$T/samples.jsonl"
cp "$T/out" "$T/points"
grep ':qwen2.5-0.5b:51:1' "$T/points" >"$T/found"
awk 'BEGIN {
	each = 2 * 493961216; key = 4 * 24 * 896; cache = 12288; weights = 988065536
	decode = each + key * 83.5; prefill = 51 * (each + key * 26)
	printf "%.4g %.4g refrun\n", decode / (weights + cache * 83.5), decode / .0004
	printf "%.4g %.4g refrun\n", prefill / (weights + cache * 51), prefill / .0004
	printf "%.4g %.4g torch\n", decode / (weights + cache * 83.5), decode / .0008
}' >"$T/want"
sed 's/ "[dp].*//' "$T/found" | sed '1,2s/$/ refrun/; 3s/$/ torch/' >"$T/got"
same "the points of the roofline are flops and bytes of the shape" "$T/want" "$T/got"
run gnuplot -d -e "data='$T/points'; picture='$T/roofline.svg'" tests/bench/gpu/roofline.gp
is_status 0 "the roofline is drawn"
is_err "without a warning" </dev/null
cp "$T/samples.jsonl" "$T/drawn.jsonl"
run make -s bench-gpu-plot BENCH_OUT="$T/drawn.jsonl" PYTHON=python3
is_status 0 "make bench-gpu-plot draws it"
check "beside the samples, and leaves nothing else" test "$(ls "$T" | grep -c '^drawn')" = 2
run make -s bench-gpu-plot BENCH_OUT="$T/none/none.jsonl" PYTHON=python3
is_status 2 "make bench-gpu-plot without samples"
check "it names the file" grep -q "^bench_gpu.py: $T/none/none.jsonl: No such file" "$T/err"
check "it says that its data are synthetic" grep -q 'NVIDIA H200 \[synthetic data\]' \
	"$T/roofline.svg"
