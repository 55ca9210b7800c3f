#!/bin/sh
# artifacts.sh FOLDER: the files of TR126 that section 16.4 names: how many there
# are, their mean size, and the records of those that are tables.
set -eu
cd "$1"
echo artifact,files,size_b,size_kb,n
for name in phase1/20260222_195228/environment.json phase1/20260222_195522/weight_parity.json \
    'phase2/20260222_195655/triton_evidence_*.json' phase2/20260222_195655/manifest.json \
    phase3/20260222_231929/manifest.json phase3/20260222_231929/prefill/metrics.csv \
    phase3/20260222_231929/kv_decode/metrics.csv phase3/20260222_231929/e2e_kv/metrics.csv \
    phase3/20260223_034940/prefill/metrics.csv; do
	records=
	case $name in *.csv) records=$(latstats --stats n,errors "$name" | awk -F, \
		'NR == 2 { print $1 + $2 }') ;; esac
	cat $name | wc -c | awk -v name="$name" -v n="$(ls $name | wc -l)" -v records="$records" \
	    '{ printf "%s,%d,%.17g,%.17g,%s\n", name, n, $1 / n, $1 / n / 1024, records }'
done
