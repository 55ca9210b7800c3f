#!/bin/sh
# Measures TR120's experiment in PyTorch: every run of bench.py for each model, a process
# each, into OUT/MODEL/RUN. From the top folder:
#
#   reports/torch/run.sh OUT [MODEL...]
#
# RUNS, DECODES, BOTHS: the runs of each mode. BENCH: more options of bench.py.
set -u
out=$1; shift
[ $# -gt 0 ] || set -- gpt2-25m gpt2-100m qwen2.5-0.5b
: "${RUNS=variable limit padded dynamic}" "${BOTHS=both_grow both_static}"
: "${DECODES=decode_grow decode_dynamic decode_static}"
status=0
mkdir -p "$out" || exit 2
for model; do
	for run in $RUNS $DECODES $BOTHS; do
		began=$(date +%s)
		# shellcheck disable=SC2086 # words of BENCH are options
		if python3 reports/torch/bench.py -O "$out/$model" --run "$run" --model "$model" ${BENCH-} \
			>"$out/$model-$run.log" 2>&1; then result=done; else result=failed status=1; fi
		echo "$model $run: $result in $(($(date +%s) - began)) s"
	done
done
exit $status
