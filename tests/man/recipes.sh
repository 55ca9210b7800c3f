# examples/ci: the shell steps of each recipe, run with stand-ins for what measures.
. tests/lib.sh

mkdir -p "$T/bin"
for p in make git serve; do printf '#!/bin/sh\nexit 0\n' >"$T/bin/$p"; done
cat >"$T/bin/git" <<'E2'
#!/bin/sh
here=$(dirname "$0")
mkdir -p base; cp "$here/serve" base/; cp "$here/serve" .
E2
# hyperfine writes what $OLD names to the file that it is told, k6 that or what $NEW names
cat >"$T/bin/hyperfine" <<'E2'
#!/bin/sh
while [ "$1" != --export-json ]; do shift; done
cp "$OLD" "$2"
E2
cat >"$T/bin/k6" <<'E2'
#!/bin/sh
while [ "$1" != --out ]; do shift; done
case $2 in csv=old*) cp "$OLD" "${2#csv=}" ;; *) cp "$NEW" "${2#csv=}" ;; esac
E2
chmod +x "$T/bin/"*
# the blocks below "run: |" of a workflow; the entries of "script:" of a job
github() { awk '/^ *run: \|$/ { n = index($0, "run") + 2; inside = 1; print "(set -e"; next }
	inside && (substr($0, 1, n - 1) ~ /[^ ]/) { inside = 0; print ") || exit $?" }
	inside { print substr($0, n) } END { if (inside) print ") || exit $?" }' "$1"; }
gitlab() { awk '/^  script:/ { inside = 1; next } /^  [a-z]/ { inside = 0 }
	inside { sub(/^    - /, ""); if (sub(/^"/, "")) sub(/"$/, ""); print }' "$1"; }
recipe() { # NAME OLD NEW: runs it in a folder of its own
	rm -rf "$T/room"; mkdir "$T/room"
	"$1" "examples/ci/$1.yml" >"$T/$1.sh"
	run env PATH="$T/bin:$PATH" OLD="$2" NEW="$3" GITHUB_STEP_SUMMARY="$T/room/summary" \
		GITHUB_BASE_REF=main \
		CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main sh -ec "cd '$T/room'; . '$T/$1.sh'"
}
named() { sed "s|gzip -$1 -c numbers|base|; s|gzip -$2 -c numbers|head|" examples/both.json; }
named 6 4 >"$T/faster.json"; named 4 6 >"$T/slower.json"
printf '{"results": [%s,\n%s]}\n' '{"command": "base", "times": [1, 2, 3, 4]}' \
	'{"command": "head", "times": [1, 2, 3, 4]}' >"$T/few.json"
recipe github "$T/faster.json" ''
is_status 0 "GitHub: faster"
check "GitHub: the runs of all turns, in the summary" grep \
	-q '^head is faster than base by .*; 90 and 90 samples)' "$T/room/summary"
recipe github "$T/slower.json" ''
is_status 1 "GitHub: slower"
check "GitHub: by how much" grep -q 'which is shown to be more than the 5% that was allowed' \
	"$T/room/summary"
recipe github "$T/few.json" ''
is_status 0 "GitHub: undecided passes"
check "GitHub: with a warning that says how many more" grep \
	-q '^::warning::head and base do not differ (median; .* more samples of each would decide it' \
	"$T/out"

load() { awk -v n="$1" -v by="$2" 'BEGIN {
	printf "metric_name,timestamp,metric_value,error,error_code,expected_response,group,method,"
	print "name,scenario,status,extra_tags,metadata"
	for (i = 0; i < n; i++)
		print "http_req_duration,1," (1000 + i) * by ",,,true,,GET,/,default,200,," }'; }
load 400 1 >"$T/old.csv"; load 400 1.2 >"$T/slow.csv"; load 100 1 >"$T/few.csv"
recipe gitlab "$T/old.csv" "$T/old.csv"
is_status 0 "GitLab: the same"
recipe gitlab "$T/old.csv" "$T/slow.csv"
is_status 1 "GitLab: slower"
check "GitLab: by how much" grep -q '^new is slower than old by 20.0% (p99; ' "$T/out"
recipe gitlab "$T/few.csv" "$T/few.csv"
is_status 3 "GitLab: too few, which allow_failure names"
check "GitLab: how many are needed" grep -q 'p99 needs at least 299 samples of each' "$T/out"
