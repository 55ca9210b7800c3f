#!/bin/sh
# Runs configurations and audits what comes out; `make configs` runs it from the top
# folder. Every cell's verdict must be what its rows say served them, and no record may
# contradict another. Prints a table; what does not hold goes to standard error.
#
#   runner/configs/audit.sh OUT [CONFIG...]
#
# CONFIG: all of this folder, if none is given. OUT takes the runs, each by its name.
# DEVICE: cpu, where each model is tiny-gpt2 in fp32, measured 3 times a cell; or cuda,
# where the configuration says. MODEL, DTYPE and REPETITIONS say otherwise.
set -u
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build} device=${DEVICE:-cpu}
case $device in cpu) : "${MODEL=tiny-gpt2}" "${DTYPE=fp32}" "${REPETITIONS=3}" ;; esac
PATH=$(cd "$BUILD/bin" && pwd):$PATH; export PATH
out=$1; shift
[ $# -gt 0 ] || set -- runner/configs/*.yaml
mkdir -p "$out" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
bad=0

# audit NAME: a row of the table, from the cells of the run and the rows of each mode
audit() {
	status=0
	labelaudit --runs -o csv "$out/$1" >"$tmp/cells" 2>"$tmp/err" || status=$?
	[ $status -ne 2 ] || { cat "$tmp/err" >&2; return 1; }
	labelaudit --runs --rules --all -o csv "$out/$1" 2>/dev/null |
		awk -F, -v name="$1" '$9 == 1 { print name ": " $0; n++ } END { exit n > 0 }' >&2 || return 1
	awk -F, -v name="$1" '
	FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; file++ }
	FNR == 1 { n = split(FILENAME, part, "/"); mode = part[n - 1]; next }
	file == 1 { verdict[$2 "," $3 "," $4 "," $5 "," $6] = $8; next }
	$at["backend"] ~ /-compile$/ {
		key = mode "," $at["model"] "," $at["scenario"] "," $at["backend"] "," $at["quantization"]
		rows[key]++
		code[key] += $at["served"] == "compiled" || $at["served"] == "replay"
		part_of[key] += $at["served"] == "mixed"
	}
	END {
		for (k in verdict) {
			count[verdict[k]]++
			cells++
			if (!(k in rows)) rows[k] = 0
		}
		for (k in rows) {
			says = code[k] == rows[k] ? "compiled" : code[k] + part_of[k] > 0 ? "partly" : "not compiled"
			if (rows[k] == 0) says = "nothing"
			if (says == verdict[k]) continue
			found = k in verdict ? verdict[k] : "no verdict"
			print name ": " k ": " found ", and its rows say " says >"/dev/stderr"
			bad = 1
		}
		printf "%-24s %6d %9d %7d %13d %8d\n", name, cells, count["compiled"], count["partly"],
			count["not compiled"], count["unknown"]
		exit bad
	}' "$tmp/cells" "$out/$1"/*/metrics.csv
}

printf '%-24s %6s %9s %7s %13s %8s\n' configuration cells compiled partly 'not compiled' unknown
for f; do
	name=$(basename "$f" .yaml)
	rm -rf "${out:?}/$name"
	refrun --device "$device" ${MODEL:+--model "$MODEL"} ${DTYPE:+--dtype "$DTYPE"} \
		${REPETITIONS:+--repetitions "$REPETITIONS"} -O "$out/$name" "$f" && audit "$name" || bad=1
done
exit $bad
