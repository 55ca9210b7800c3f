#!/bin/sh
# Everything that needs a GPU, in one go: gate, correctness against the float64
# reference and against transformers, measurements. A short table comes last.
#
#   runner/cuda/selftest.sh BIN OUT [quick]
#
# BIN holds refrun (and libcjson where the machine lacks it); OUT takes the
# run directories and logs. Needs no compiler: NVRTC does that.
set -u
bin=$1 out=$2 quick=${3:-}
here=$(cd "$(dirname "$0")/.." && pwd)
LD_LIBRARY_PATH=$bin:/usr/local/cuda/lib64:/usr/local/nvidia/lib64:${LD_LIBRARY_PATH:-}; export LD_LIBRARY_PATH
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
	"$run" --verify --device cuda --dtype "$2" --model "$1" >"$out/verify-$1-$2.txt" 2>&1 || bad=$((bad + 1))
	say "verify $1 $2: $(grep -c '^ok' "$out/verify-$1-$2.txt") ok, $(grep -c '^not ok' "$out/verify-$1-$2.txt") not ok"
	grep '^not ok\|^refrun' "$out/verify-$1-$2.txt" | head -5
}
verify tiny-gpt2 fp32
verify tiny-qwen2 fp32
verify tiny-gpt2 fp16
verify tiny-qwen2 fp16
verify tiny-qwen2 bf16
[ "$quick" ] || verify gpt2-25m fp32

compare() { # MODEL DTYPE
	"$run" --export "$tmp/$1" --model "$1" &&
	"$run" --parity --device cuda --dtype "$2" --model "$tmp/$1" --logits "$tmp/logits" >"$tmp/parity.json" &&
	python3 "$here/cuda/compare_hf.py" "$tmp/$1" "$2" "$tmp/parity.json" "$tmp/logits" >"$out/hf-$1-$2.json" || bad=$((bad + 1))
	say "transformers $1 $2: $(tr -d '\n ' <"$out/hf-$1-$2.json" | cut -c1-300)"
	rm -rf "${tmp:?}/$1" "$tmp/logits"
}
if python3 -c 'import torch, transformers' 2>/dev/null; then
	compare tiny-gpt2 fp32
	compare tiny-qwen2 fp32
	compare gpt2-25m fp32
	[ "$quick" ] || compare gpt2-100m fp32
	[ "$quick" ] || compare qwen2.5-0.5b fp32
	[ "$quick" ] || compare qwen2.5-0.5b fp16
else
	say "transformers is not here: not compared"
fi

measure() { # NAME CONFIG [OPTION...]
	name=$1 cfg=$2; shift 2
	rm -rf "$out/$name"
	"$run" -O "$out/$name" --device cuda "$@" "$here/configs/$cfg" 2>"$tmp/err" || { bad=$((bad + 1)); cat "$tmp/err"; }
	say "measured $name"
}
for c in variable limit padded dynamic; do measure "$c" "fresh_$c.yaml"; done
measure tiny fresh_variable.yaml --model tiny-gpt2
for k in grow static ring slice; do measure "decode_$k" "fresh_decode_$k.yaml" --model gpt2-25m; done
if [ ! "$quick" ]; then
	measure sizes h200_sizes.yaml
fi

say "done, $bad failed"
for d in "$out"/*/; do
	[ -f "$d/summary.json" ] || continue
	python3 - "$d" <<'P'
import json, sys, os
s = json.load(open(sys.argv[1] + "/summary.json"))
print("%s  copy %.3g TB/s" % (os.path.basename(sys.argv[1].rstrip("/")), s["copy_bytes_per_s"] / 1e12))
for c in s["cells"]:
    cm = c.get("compile_ms") or [0]
    print("  %-9s %-13s %-14s %-19s %9.4f ms  %7.4f/fwd  floor %5.1f%%  %-8s mae %-8.2g compile max %.0f ms" % (
        c["mode"], c["model"].split("/")[-1], c["scenario"], c["backend"], c["median_ms"], c["ms_per_forward"],
        100 * c["share_of_floor"], c.get("served_last", ""), c.get("mae_over_max") or 0, max(cm)))
P
done
[ "$bad" -eq 0 ]
