#!/bin/sh
# Everything that needs a GPU, in one go: gate, correctness against the float64
# reference and against transformers, too little memory, an interrupt, measurements.
# What must hold of them is held; a table comes last.
#
#   runner/cuda/selftest.sh BIN OUT [quick]
#
# BIN holds refrun (and libcjson where the machine lacks it); OUT takes the
# run directories and logs. Needs no compiler: NVRTC does that.
set -u
bin=$1 out=$2 quick=${3:-}
here=$(cd "$(dirname "$0")/.." && pwd)
LD_LIBRARY_PATH=$bin:/usr/local/cuda/lib64:/usr/local/nvidia/lib64:${LD_LIBRARY_PATH:-}; \
	export LD_LIBRARY_PATH
run=$bin/refrun
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$out"
bad=0
t0=$(date +%s)
say() { printf '[%4ds] %s\n' $(($(date +%s) - t0)) "$*"; }

say "gate"
"$run" --gate --device cuda >"$out/gate.json" || { cat "$out/gate.json"; exit 1; }

verify() { # MODEL DTYPE
	"$run" --verify --device cuda --dtype "$2" --model "$1" >"$out/verify-$1-$2.txt" 2>&1 ||
		bad=$((bad + 1))
	say "verify $1 $2: $(grep -c '^ok' "$out/verify-$1-$2.txt") ok, $(grep -c '^not ok' \
		"$out/verify-$1-$2.txt") not ok"
	grep '^not ok\|^refrun' "$out/verify-$1-$2.txt" | head -5
}
verify tiny-gpt2 fp32
verify tiny-qwen2 fp32
verify tiny-gpt2 fp16
verify tiny-qwen2 fp16
verify tiny-gpt2 bf16
verify tiny-qwen2 bf16
[ "$quick" ] || verify gpt2-25m fp32

compare() { # MODEL DTYPE...
	model=$1; shift
	"$run" --export "$tmp/$model" --model "$model" || { bad=$((bad + 1)); return; }
	for dtype; do
		"$run" --parity --device cuda --dtype "$dtype" --model "$tmp/$model" --logits "$tmp/logits" \
			>"$tmp/parity.json" &&
		python3 "$here/cuda/compare_hf.py" "$tmp/$model" "$dtype" "$tmp/parity.json" "$tmp/logits" \
			>"$out/hf-$model-$dtype.json" || bad=$((bad + 1))
		say "transformers $model $dtype: $(tr -d '\n ' <"$out/hf-$model-$dtype.json" | cut -c1-300)"
	done
	rm -rf "${tmp:?}/$model" "$tmp/logits"
}
if python3 -c 'import torch, transformers' 2>/dev/null; then
	compare tiny-gpt2 fp32
	compare tiny-qwen2 fp32
	compare gpt2-25m fp32
	[ "$quick" ] || compare gpt2-100m fp32
	[ "$quick" ] || compare qwen2.5-0.5b fp32 fp16
else
	say "transformers is not here: not compared"
fi

# more than the device has: what was measured before is kept
printf '%s\n' 'models: [gpt2-25m, qwen2.5-3b]' 'scenarios: [{name: far, lengths: [950]}]' \
	'modes: [prefill]' 'repetitions: 2' \
	'warmup_repetitions: 1' 'cache: {kind: static, capacity: 1048576}' \
	'torch_compile: {enabled: false}' >"$tmp/oom.yaml"
rc=0
"$run" -O "$tmp/oom" --device cuda "$tmp/oom.yaml" 2>"$out/oom.txt" || rc=$?
{ [ "$rc" -eq 2 ] && grep -q 'qwen2.5-3b: out of memory: .*; weights, buffers and cache take ' \
	"$out/oom.txt" &&
	[ "$(grep -c ',gpt2-25m,' "$tmp/oom/prefill/metrics.csv")" -eq 2 ]; } || bad=$((bad + 1))
say "out of memory, status $rc: $(cat "$out/oom.txt")"

# stopped in the middle, and resumed
printf '%s\n' 'model_path: gpt2-25m' 'modes: [prefill, kv_decode]' 'repetitions: 60' \
	'max_new_tokens: 64' 'cache: {kind: static}' >"$tmp/cut.yaml"
rc=0
timeout -s INT 4 "$run" -O "$tmp/cut" --device cuda "$tmp/cut.yaml" 2>"$tmp/err" || rc=$?
if grep -q interrupted "$tmp/err"; then
	"$run" --resume -O "$tmp/cut" --device cuda "$tmp/cut.yaml" 2>"$tmp/err" &&
		grep -q '"complete":	true' "$tmp/cut/manifest.json" || bad=$((bad + 1))
	say "interrupted, resumed: $(cat "$tmp/err")"
else
	say "it was done before it was interrupted, status $rc"
fi

measure() { # NAME CONFIG [OPTION...]
	name=$1 cfg=$2; shift 2
	rm -rf "$out/$name"
	"$run" -O "$out/$name" --device cuda "$@" "$here/configs/$cfg" 2>"$tmp/err" ||
		{ bad=$((bad + 1)); cat "$tmp/err"; }
	say "measured $name"
}
for c in variable limit padded dynamic; do measure "$c" "fresh_$c.yaml"; done
for c in variable limit padded; \
	do measure "tiny_$c" "fresh_$c.yaml" --model tiny-gpt2 --repetitions 60; done
for k in grow static ring slice; do measure "decode_$k" "fresh_decode_$k.yaml"; done
for k in grow static; do measure "tiny_$k" "fresh_decode_$k.yaml" --model tiny-gpt2 \
	--repetitions 60; done
[ "$quick" ] || measure sizes h200_sizes.yaml
for d in "$out"/*/; do
	[ -f "$d/summary.json" ] && { python3 "$here/cuda/summary.py" "$d/summary.json" ||
		bad=$((bad + 1)); }
done
say "done, $bad failed"
[ "$bad" -eq 0 ]
