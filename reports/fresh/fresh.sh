#!/bin/sh
# The paradox of TR120, measured here and now: `make fresh` runs it from the top
# folder. Artifacts, plots and the status of every claim go to $BUILD/fresh.
# Claims of speed are about tiny-gpt2, which is measured beside gpt2-25m, or, for a quick
# look with FRESH_MODEL=tiny-gpt2, in its place.
set -eu
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build}
device=${DEVICE:-cpu}
model=${FRESH_MODEL:-gpt2-25m}
tiny='--model tiny-gpt2 --repetitions 60'
case $model in tiny-gpt2) main=$tiny takes='less than a minute' ;;
*) main="--model $model" takes='about 3 minutes' ;; esac
PATH=$(cd "$BUILD/bin" && pwd):$PATH; export PATH
out=$BUILD/fresh
rm -rf "$out"; mkdir -p "$out"
test=refrun-$device-compile

show() { printf '\n$ %s\n\n' "$1"; sh -c "$1"; }
# measure NAME CONFIG OPTIONS
measure() { refrun --device "$device" $3 -O "$out/$1" "runner/configs/fresh_$2.yaml"; }

cat <<END
TR120 asked why a compiled backend can be slower than an uncompiled one. Here is
the experiment again, measured now on this machine's $device: refrun runs $model
with seeded weights, eager and compiled, and records what served each sample.
It downloads nothing and takes $takes.

1. Prompts of different lengths. A compiled shape serves its own length only;
   at most eight are compiled. The ninth, of stress_single, is over the limit.
END
measure variable variable "$main"
show "latstats -g scenario,served --where backend=$test \\
    --stats n,median,p99 -o text $out/variable/prefill/metrics.csv"

cat <<END

2. A higher limit, padding to one length a scenario, or one version for all
   lengths. How many graphs each needed, and what ran uncompiled:
END
for c in limit padded dynamic; do measure "$c" "$c" "$main"; done
graphs=prefill/dynamo_counters:dynamo_counters.stats.unique_graphs
over=prefill/dynamo_counters:dynamo_counters.recompile_limit.forwards_uncompiled
printf '\n%-10s %6s %19s\n' run graphs "forwards uncompiled"
for c in variable limit padded dynamic; do
	runinfo -o csv --columns -f "$graphs,$over" "$out/$c" | tail -n 1 |
		awk -F, '{ printf "%-10s %6d %19d\n", $1, $2, $3 }'
done

cat <<END

3. Decode, a token at a time. A growing cache has another shape in each step; a
   static one is written in place, so that one compiled graph serves all steps.
END
for k in grow static ring slice; do measure "decode_$k" "decode_$k" "$main"; done
for k in grow static; do
	show "latstats -g backend,served --stats n,median,p99 \\
    -o text $out/decode_$k/kv_decode/metrics.csv"
done

cat <<END

4. All four kinds of cache, single_medium (reports/kvcache/table.sh): compiled
   against eager (mean absolute error over the largest logit), shapes compiled,
   graphs replayed, forwards not replayed and why, and milliseconds a token.

END
sh reports/kvcache/table.sh "$out"/decode_grow "$out"/decode_slice "$out"/decode_static \
	"$out"/decode_ring >"$out/kvcache.csv"
awk -F, 'NR == 1 { print "cache       mae  shapes  replays  not replayed   eager  compiled"; next }
	{ printf "%-6s %8.1e %7d %8d %13d %7.3f %9.3f\n", $1, $2, $4, $7, $8, $10, $11;
	if ($9 != "") why = why $1 ": " $9 "\n" }
	END { printf "\nwhy not:\n%s", why }' "$out/kvcache.csv"

if [ "$main" != "$tiny" ]; then
	for c in variable limit padded; do measure "tiny_$c" "$c" "$tiny"; done
	for k in grow static; do measure "tiny_$k" "decode_$k" "$tiny"; done
fi
for c in variable limit padded dynamic; do
	cdfplot -g backend -O "$out/$c.svg" "$out/$c/prefill/metrics.csv"
done
for k in grow static; do cdfplot -g backend -O "$out/decode_$k.svg" \
	"$out/decode_$k/kv_decode/metrics.csv"; done

# judge NAME: the claims of NAME.yaml, with the names of this device and of these runs.
# A claim that fails is a result, not an error.
judge() {
	name=$1 tiny_of='s/|[a-z_]*//g'; shift
	[ "$main" != "$tiny" ] || tiny_of='s/tiny_[a-z_]*|//g'
	sed "s/refrun-cpu\\([a-z-]*\\)|refrun-cuda\\1/refrun-$device\\1/g; /tiny_/$tiny_of" \
		"reports/fresh/$name.yaml" >"$out/$name.yaml"
	for r in "$out"/*/manifest.json; do set -- "$@" --runs "${r%/manifest.json}"; done
	claims "$@" -o md -O "$out/$name.md" "$out/$name.yaml" || [ $? -ne 2 ]
	claims "$@" -o text "$out/$name.yaml" || [ $? -ne 2 ]
}
cat <<END

5. Which claims do these runs prove? \`claims\` reads the records first, then
   the statistics. Claims with tiny- are about the model tiny-gpt2. The same
   table is in $out/claims.md.

END
judge claims
[ "$device" = cpu ] || { echo; judge gpu; }

# Outcomes by records do not depend on the machine; those by the clock do.
set --
for r in "$out"/*/manifest.json; do set -- "$@" --runs "${r%/manifest.json}"; done
{ claims "$@" -o csv "$out/claims.yaml" || [ $? -ne 2 ]; } |
	awk -F, -v device="$device" -v out="$out" '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{
		clock = $(at["kind"]) ~ /^(latency|tail|slowest)$/
		all[clock]++
		if ($(at["status"]) == "proven") proven[clock]++
		else open_[clock] = open_[clock] "\n      " $1 ": " $(at["status"])
	}
	END {
		printf "\n6. Is that as expected?\n\n"
		printf "   By records of what ran: %d of %d proven. Expected: all.%s\n",
			proven[0], all[0], open_[0]
		printf "   By the clock: %d of %d proven. Expected: it depends on the machine.%s\n",
			proven[1], all[1], open_[1]
		if (device == "cpu") {
			print "   On a CPU, \"prefill\" may be refuted or inconclusive: arithmetic takes the"
			print "   same time, compiled or not. On a busy machine, so may the others."
		}
	}'
