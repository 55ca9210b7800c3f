#!/bin/sh
# What the runs of reports/torch/run.sh show: for each model what served the samples, medians,
# and the status of each claim. From the top folder: reports/torch/report.sh OUT
set -eu
LC_ALL=C; export LC_ALL
BUILD=${BUILD:-build}
PATH=$(cd "$BUILD/bin" && pwd):$PATH; export PATH
out=$1

# under NAME VALUE: a column more, in front; once NAME: one header of many
under() { awk -v name="$1" -v is="$2" '{ print (NR == 1 ? name : is) "," $0 }'; }
once() { awk -v name="$1," 'NR == 1 || index($0, name) != 1'; }

# measured MODEL: a row a scenario and backend of each run
measured() {
	for csv in "$out/$1"/*/*/metrics.csv; do
		run=${csv#"$out/$1/"}
		latstats -g scenario,backend --stats n,median,p99 -o csv "$csv" |
			under run "${run%%/*}"
	done | once run
}

# served MODEL: the verdict of each cell that claims to be compiled
served() {
	for run in "$out/$1"/*/manifest.json; do
		run=${run%/manifest.json}
		{ labelaudit --runs -o csv "$run" || [ $? -ne 2 ]; } |
			under folder "${run##*/}"
	done | once folder
}

for dir in "$out"/*/; do
	model=$(basename "$dir")
	printf '\n## %s\n\nMedians in ms:\n\n' "$model"
	measured "$model" | latstats -g run,scenario,backend -v median --stats mean --wide backend -o md
	printf '\nWhat served the cells that are said to be compiled:\n\n'
	served "$model" | latstats -g folder,scenario,verdict -v served,calls --stats mean \
		--wide value -o md
	printf '\n'
	set --
	for run in "$dir"*/manifest.json; do set -- "$@" --runs "${run%/manifest.json}"; done
	claims "$@" -o md reports/torch/claims.yaml || [ $? -ne 2 ]
done
