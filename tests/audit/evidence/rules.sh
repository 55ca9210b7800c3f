# rules.sh - for the tests of the rules of labelaudit --runs: runs that are made
# and changed, and what a rule finds in them. Sourced after tests/lib.sh.
# make_run SCHEMA FOLDER [OPTION...]; the same options make the same run, which is kept and copied
make_run() (
	schema=$1 folder=$2; shift 2
	kept=$T/kept_runs/$(echo "$schema" "$@" | tr ' /' '__')
	[ -d "$kept" ] || python3 fixtures/assay-run/make.py "$schema" "$kept" "$@" || return
	rm -rf "$folder"; cp -R "$kept" "$folder"
)
P=$T/p O=$T/o
fresh() { make_run published "$P"; make_run own "$O"; }
# edit FILE PYTHON: changes j, the JSON object in FILE
edit() { python3 -S -c 'import json, sys
f = sys.argv[1]; j = json.load(open(f)); exec(sys.argv[2]); json.dump(j, open(f, "w"), indent=1)' \
	"$1" "$2" || echo "edit failed: $1"; }
cell() { echo "$1/$2/runs/$3/$4/fp32"/run_*.json; } # RUN MODE SCENARIO BACKEND
seal() { python3 -S \
	-c 'import sys; sys.path.insert(0, "fixtures/assay-run"); import make; make.seal(sys.argv[1])' \
	"$1"; }
# state RULE RUN MODE SCENARIO [BACKEND]: what the rule finds
state() {
	labelaudit --runs --rules --all -o csv --where rule="$1" --where mode="$3" --where scenario="$4" \
		--where backend="${5:-eager-compile}" --where run="$(basename \
		"$(sed -n 's/.*"run_id":[[:space:]]*"\([^"]*\)".*/\1/p' "$2/manifest.json")")" $more "$2" 2>&1 |
		sed '/^labelaudit: .*: incomplete: /d' |
		awk -F, 'NR > 1 { print $8 ($9 == 1 ? " alarm" : "") } /^labelaudit:/' | sort -u
}
more=
is() { # STATE RULE RUN MODE SCENARIO WHAT [BACKEND]
	got=$(state "$2" "$3" "$4" "$5" ${7:-})
	if [ "$got" = "$1" ]; then ok "$2: $6: $1"; else not_ok "$2: $6: expected $1, got '$got'"; fi
}
