#!/bin/sh
# The paradox of TR120, measured here and now: `make fresh` runs it from the top
# folder. Artifacts, tables and plots go to $BUILD/fresh.
set -eu
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build}
device=${DEVICE:-cpu}
PATH=$(cd "$BUILD/bin" && pwd):$PATH; export PATH
out=$BUILD/fresh
rm -rf "$out"; mkdir -p "$out"
base=refrun-$device test=refrun-$device-compile

show() { printf '\n$ %s\n\n' "$1"; sh -c "$1"; }
say() { printf '\n%s\n' "$*"; }
for c in variable limit padded dynamic decode_grow decode_static decode_ring decode_slice; do
	refrun --device "$device" -O "$out/$c" "runner/configs/fresh_$c.yaml"
done
refrun --device "$device" --model tiny-gpt2 -O "$out/tiny" runner/configs/fresh_variable.yaml
for k in grow static; do
	refrun --device "$device" --model tiny-gpt2 -O "$out/tiny_$k" "runner/configs/fresh_decode_$k.yaml"
done

say "1. Prefill, prompts of variable length. The compile stage's own prompt has 8
   tokens; seven more shapes fill the limit of 8; stress_single is over it."
show "latstats -g backend --stats n,mean,median,p99,max -o text $out/variable/prefill/metrics.csv"
show "latstats -g scenario,served --where backend=$test --stats n,median,p99 -o text $out/variable/prefill/metrics.csv"
say "2. A higher limit, padding within a scenario, or one dynamic version:"
for c in limit padded dynamic; do
	show "latstats -g backend --stats n,median,p99,max -o text $out/$c/prefill/metrics.csv"
	show "latstats -g scenario,served --where backend=$test --stats n,median,p99 -o text $out/$c/prefill/metrics.csv"
done
say "3. How many graphs each needed:"
show "runinfo -o text --columns -f prefill/dynamo_counters:dynamo_counters.stats.unique_graphs,prefill/dynamo_counters:dynamo_counters.recompile_limit.forwards_uncompiled $out/variable $out/limit $out/padded $out/dynamic"
say "4. Decode: what served it, by the kind of cache."
for k in grow static ring slice; do
	show "latstats -g backend,served --stats n,median,p99 -o text $out/decode_$k/kv_decode/metrics.csv"
done
say "5. The KV caches (single_medium; see reports/kvcache):"
show "sh reports/kvcache/table.sh $out/decode_grow $out/decode_slice $out/decode_static $out/decode_ring"
for c in variable limit padded dynamic; do
	cdfplot -g backend -O "$out/$c.svg" "$out/$c/prefill/metrics.csv"
done
cdfplot -g backend -O "$out/decode_grow.svg" "$out/decode_grow/kv_decode/metrics.csv"
cdfplot -g backend -O "$out/decode_static.svg" "$out/decode_static/kv_decode/metrics.csv"
say "6. What follows from these artifacts:"
sh reports/fresh/claims.sh "$out" "$base" "$test"
