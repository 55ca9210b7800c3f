#!/bin/sh
# The table of document 004, measured: one row a run of a decode configuration
# with the scenarios of runner/configs/fresh_decode_*.yaml; single_medium is shown.
#
#   reports/kvcache/table.sh RUN...
#
# mae: compiled against eager, over the largest logit. artifacts: shapes that were
# compiled. uncompiled, graphs, replays, not_replayed and why_not: forwards of the
# whole run. The last columns: milliseconds a token at the median.
set -eu
printf 'cache,mae,tokens_equal,artifacts,uncompiled,graphs,replays,not_replayed,why_not,'
echo eager_ms,compiled_ms
for d; do
	f=
	for k in cache mae_over_max tokens_equal artifacts forwards_uncompiled graphs replays \
		not_replayed why_not; do
		f="$f${f:+,}summary:cells[3].$k"
	done
	runinfo -o csv --columns -f "$f,summary:cells[2].ms_per_forward,summary:cells[3].ms_per_forward" \
		"$d" |
		tail -n 1 | cut -d, -f2-
done
