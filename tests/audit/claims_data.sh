# claims in the words of abtest --claim, and claims about the rows of a file (--data).
. tests/lib.sh

# made N BY: two groups of N rows, 1001, 1002, ..., those of test BY times as large, of two
# endpoints by turns; each row has 8 tokens, /a 4
made() { awk -v OFS=, -v n="$1" -v by="$2" 'BEGIN { print "v,endpoint,latency_ms,tokens,k"
	for (i = 1; i <= n; i++) for (s = 0; s < 2; s++) {
		print s ? "test" : "base", i % 2 ? "/a" : "/b",
			(1000 + i) * (s ? by : 1) * (i % 2 ? 1 : 2), i % 2 ? 4 : 8, i % 5
	} }'; }
made 800 1 >"$T/same.csv"; made 800 1.2 >"$T/slow.csv"; made 800 0.8 >"$T/fast.csv"
made 60 1.2 >"$T/few.csv"; made 1000 1.04 >"$T/near.csv"; made 2 1.5 >"$T/two.csv"
# /a is faster, /b slower, and the mean of all
awk -F, 'BEGIN { OFS = "," } NR > 1 && $1 == "test" { $3 *= $2 == "/a" ? 0.7 : 1.3 } { print }' \
	"$T/same.csv" >"$T/mixed.csv"

# beside DATA CLAIM-KEYS ABTEST-ARGS...: claims gives the status that abtest's exit status says
n=0
beside() {
	data=$1 keys=$2; shift 2
	printf 'claims: [{id: a, text: t, %s, groups: {base: {v: base}, test: {v: test}}}]\n' "$keys" \
		>"$T/c.yaml"
	run abtest -g v --base base --test test --permutations 0 "$@" "$T/$data.csv"
	case $status in 0) want=proven ;; 1) want=refuted ;; 3) want=inconclusive ;; \
		*) want="status $status" ;; esac
	run claims --data "$T/$data.csv" -o csv "$T/c.yaml"
	got=$(sed -n '2s/^a,t,[a-z]*,,\([a-z ]*\),.*/\1/p' "$T/out")
	n=$((n + 1))
	[ "$got" = "$want" ] && echo "$want" >>"$T/seen" ||
		echo "$data $keys: claims '$got', abtest '$want'"
}
for data in same slow fast few near two mixed; do
	for text in 'test < base' 'test < base by 10%' 'base < test' 'test <= base + 5%' \
		'mean: test >= base - 5%' \
	    'test <= base + 60ms' 'equal within 5%' 'median: test <= base' 'median: test <= base + 5%' \
	    'p99: test <= base + 5%' \
	    'p99: test < base by 10%' 'p90: base <= test' 'p95: equal within 5%' \
	    'p99: test <= base + 100ms' 'p37.5: test > base'; do
		beside $data "claim: '$text'" --claim "$text"
		beside $data "claim: '$text', stratify: endpoint" --claim "$text" -s endpoint
		beside $data "claim: '$text', per_token: true, stratify: endpoint" --claim "$text" --per-token \
			-s endpoint
	done
	# direction, statistic and margin say the same
	for m in '' '10%' 100; do
		by=${m:+ by $m} margin=${m:+, margin: $m}
		beside $data "kind: latency$margin" --claim "test < base$by"
		beside $data "kind: latency, direction: higher, stratify: endpoint$margin" \
			--claim "test > base$by" -s endpoint
		beside $data "kind: latency, statistic: median, stratify: endpoint$margin" \
			--claim "median: test < base$by" -s endpoint
		beside $data "kind: tail, statistic: p99, stratify: endpoint$margin" \
			--claim "p99: test < base$by" -s endpoint
	done
	beside $data "kind: tail, statistic: p90, margin: 10%, direction: higher" \
		--claim "p90: test > base by 10%"
	beside $data "kind: equivalence, margin: 5%" --claim "equal within 5%"
done >"$T/differ"
same "claims and abtest give the same verdict" /dev/null "$T/differ"
sort "$T/seen" | uniq -c | awk '{ print $2, ($1 > 60 ? "often" : $1) }' >"$T/out"
is_out "each verdict among them" <<'E'
inconclusive often
proven often
refuted often
E

# said CLAIM-KEYS ARGS...: status and reason of one claim
said() { printf 'claims: [{id: a, text: t, %s}]\n' "$1" >"$T/c.yaml"; shift
	run claims "$@" -o json "$T/c.yaml"
	python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["status"] + ": " + r["reason"])' <"$T/out" \
	>"$T/short"; mv "$T/short" "$T/out"; }
G='groups: {base: {v: base}, test: {v: test}}'
said "claim: 'p99: test <= base + 5%', $G" --data "$T/few.csv"
is_out "a p99 of 60 values: how many it takes" <<'E'
inconclusive: test is slower than base by 20.0% (p99; no interval; 60 and 60 samples), which is not shown to be at most the 5% that was allowed; p99 needs at least 299 samples of each
E
is_status 3 "and that is inconclusive"
said "claim: 'p90: test <= base + 5%', $G" --data "$T/near.csv"
is_out "how many more would decide" <<'E'
inconclusive: test is slower than base by 4.0% (p90; 95% interval 0.94% to 7.2%; 1000 and 1000 samples), which is not shown to be at most the 5% that was allowed; about 15000 more samples of each would decide it, if the difference stays
E
abtest -g v --claim 'p90: test <= base + 5%' -o csv --stats verdict "$T/near.csv" 2>&1 >/dev/null \
	| sed 's/^abtest: test against base: /inconclusive: /' >"$T/out"
said_by_abtest=$(cat "$T/out")
said "claim: 'p90: test <= base + 5%', $G" --data "$T/near.csv"
check "abtest says the same sentence" test "$said_by_abtest" = "$(cat "$T/out")"
said "claim: 'p90: test <= base + 5%', stratify: endpoint, $G" --data "$T/mixed.csv"
is_out "of strata: how many, and the first that decides" <<'E'
refuted: shown in 1 of 2 strata and refuted in 1; in rows of /b test is slower than base by 30.0% (p90; 95% interval 27.5% to 32.6%; 400 and 400 samples), which is shown to be more than the 5% that was allowed
E

# rows of runs and the same rows as a file
P=$T/p
python3 fixtures/assay-run/make.py published "$P"
labels='groups: {base: eager, test: eager-compile}'
for keys in "claim: 'median: test < base by 10%', stratify: true" "claim: 'test < base by 50%'" \
	"kind: latency" "kind: tail" "kind: work" "kind: equivalence, margin: 5%" \
	"claim: 'test < base', per_token: true"; do
	echo "claims: [{id: a, text: t, $keys, mode: prefill, $labels}]" >"$T/c.yaml"
	claims --runs "$P" -o csv "$T/c.yaml" | cut -d, -f5-11 >"$T/want"
	claims --data "$P/prefill/metrics.csv" -o csv "$T/c.yaml" 2>/dev/null | cut -d, -f5-11 >"$T/out"
	same "rows of a run, by --runs and by --data: $keys" "$T/want" "$T/out"
done

# which kinds rows can decide
awk 'BEGIN { OFS = ","; print "version,endpoint,status,latency_ms,backend"
	for (i = 0; i < 400; i++) {
		old = i % 4 < 2; cart = i % 2
		print old ? "old" : "new", cart ? "/cart" : "/login", i == 7 ? 500 : 200,
			20 + i % 9 + (cart ? 50 : 0), old ? "eager" : "compile-cache-off"
	} }' >"$T/load.csv"
cat >"$T/c.yaml" <<'E'
claims:
  - {id: slowest, text: t, kind: slowest, statistic: p90, share: 90%,
     groups: {base: {}, test: {endpoint: /cart}}}
  - {id: slowest-not, text: t, kind: slowest, statistic: p90, share: 10%,
     groups: {base: {}, test: {endpoint: /login}}}
  - {id: errors, text: t, kind: errors, expect: none}
  - {id: no-errors, text: t, kind: errors, expect: none, groups: {test: {endpoint: /login}}}
  - {id: tail, text: t, kind: tail, groups: {base: {endpoint: /login}, test: {endpoint: /cart}}}
  - {id: overlap, text: t, kind: tail,
     groups: {base: {endpoint: /login}, test: {endpoint: [/cart, /login]}}}
  - {id: compiler, text: t, kind: compiler}
  - {id: share, text: t, kind: share, share: 5%}
  - {id: environment, text: t, kind: environment, fields: [a], groups: {base: {}, test: {}}}
  - {id: field, text: t, kind: field, field: "a:b", groups: {base: {}, test: {}}}
  - {id: by-label, text: t, claim: 'eager <= compile-cache-off + 20%',
     groups: {base: eager, test: compile-cache-off}}
  - {id: asked, text: t, claim: 'test <= base + 9%', compiled: true,
     groups: {base: eager, test: compile-cache-off}}
  - {id: missing, text: t, kind: latency, missing: not published}
E
claims --data "$T/load.csv" -o csv "$T/c.yaml" 2>/dev/null | sed 1d | cut -d, -f1,5 >"$T/out"
is_out "kinds that rows decide; a label asks for no proof" <<'E'
slowest,proven
slowest-not,refuted
errors,refuted
no-errors,proven
tail,refuted
overlap,not supported
compiler,no evidence
share,no evidence
environment,no evidence
field,no evidence
by-label,proven
asked,no evidence
missing,no evidence
E
said "kind: work, $G" --data "$T/same.csv"
is_out "work by the column tokens" <<'E'
proven: the same tokens in all 1 cells
E
said "kind: latency, groups: {base: {endpoint: /a}, test: {endpoint: /b}}" --data "$T/same.csv"
is_out "unequal work" <<'E'
not supported: unequal work: in all rows /a has 4 tokens a sample, /b has 8; per_token compares the time of a token
E
said "kind: latency, stratify: endpoint, groups: {base: {v: base}, test: {v: test, endpoint: /a}}" \
	--data "$T/same.csv"
is_out "a stratum that one group lacks" <<'E'
not supported: the groups are not of the same models, scenarios and batches: only base has rows of /b
E

# files of other programs, several files, another column
fast="claim: 'median: test < base by 10%'"
said "$fast, groups: {base: {command: gzip -6 -c numbers}, test: {command: gzip -4 -c numbers}}" \
	--data examples/both.json
check "hyperfine: two commands" grep \
	-q '^proven: gzip -4 -c numbers is faster than gzip -6 -c numbers by 60.2% (median' "$T/out"
said "$fast, groups: {base: {file: examples/old.json}, test: {file: examples/new.json}}" \
	--data examples/old.json --data examples/new.json
check "two files" grep \
	-q '^proven: examples/new.json is faster than examples/old.json by 47.9% (median' "$T/out"
said "claim: 'k: test < base'" --data "$T/same.csv" # no statistic, no group
printf 'a,b,rps\n' >"$T/rate.csv"; awk 'BEGIN {
	for (i = 0; i < 80; i++) print (i % 2 ? "x" : "y|z") ",c d," 100 + i % 7 + (i % 2 ? 10 : 0) }' \
		>>"$T/rate.csv"
said "claim: 'test > base by 5%', metric: rps, groups: {base: {a: \"y|z\"}, test: {a: x}}" \
	--data "$T/rate.csv"
check "what is no time is larger, and a text may hold |" grep \
	-q '^proven: x is larger than y|z by 9.7% (mean' "$T/out"
said "claim: 'test > base by 5%', groups: {base: {a: \"y|z\"}, test: {a: x}}" --data "$T/rate.csv" \
	-v rps
check "-v is the metric of claims that name none" grep -q '^proven: x is larger' "$T/out"
said "claim: 'test < base', $G" --data "$T/slow.csv" --where k=3
check "--where" grep -q '; 160 and 160 samples)' "$T/out"

# what is wrong: the message, status 2 and no table
wrong() { msg=$1; printf 'claims: [{id: a, text: t, %s}]\n' "$2" >"$T/c.yaml"; shift 2; \
	fails 2 "claims: $msg" claims "$@" "$T/c.yaml"; }
# a column that is not there; what columns there are depends on the folder's name too
lacks() { msg=$1; printf 'claims: [{id: a, text: t, %s}]\n' "$2" >"$T/c.yaml"; shift 2; \
	run claims "$@" "$T/c.yaml"
	is_status 2 "$msg"; check "$msg" grep -qF "claims: $msg" "$T/err"; }
D=$T/same.csv C="claim: 'p99: test <= base + 5%'"
wrong "claim a: v: no group 'tset'; did you mean 'test'? there are: base, test" \
	"$C, groups: {base: {v: base}, test: {v: tset}}" --data "$D"
wrong "claim a: v: no group 'x'; there are: base, test" \
	"$C, groups: {base: {v: [base, x]}, test: {v: test}}" --data "$D"
wrong "$D: claim a: no row is in the group 'test'" \
	"$C, groups: {base: {v: base}, test: {v: test, endpoint: /a, k: '0', tokens: '8'}}" --data "$D"
lacks "$D:1: no column 'versoin'; there are: " \
	"$C, groups: {base: {versoin: base}, test: {v: test}}" --data "$D"
lacks "$D:1: no column 'endpont'; did you mean 'endpoint'? there are: " \
	"$C, stratify: endpont, $G" --data "$D"
lacks "$D:1: no column 'backend'; there are: " "$C, groups: {base: base, test: test}" --data "$D"
lacks "$D:1: no column 'lat'; there are: " "$C, metric: lat, $G" --data "$D"
lacks "$T/rate.csv:1: no column 'tokens'; there are: " \
	"kind: work, groups: {base: {a: x}, test: {a: y}}" --data "$T/rate.csv"
wrong "$T/none.csv: No such file or directory" "$C, $G" --data "$T/none.csv"
wrong "$T/c.yaml: claim a: 'v' must be text or a list; quote a number" \
	"$C, groups: {base: {v: 1}, test: {v: 2}}" --data "$D"
wrong "$T/c.yaml: claim a: 'stratify' must be true or false" \
	"$C, stratify: endpoint, groups: {base: a, test: b}" --runs "$P"
wrong "$T/c.yaml: claim a: unknown key 'v'" "$C, $G" --runs "$P"
wrong "--data cannot be combined with --runs: rows are not files of a run" "$C, $G" --data "$D" \
	--runs "$P"
wrong "-v wants one column" "$C, $G" --data "$D" -v a,b
: >"$T/empty.csv"
wrong "$T/empty.csv: empty input" "$C, $G" --data "$T/empty.csv"
fails 2 "claims: $D: the output is also an input" claims --data "$D" -O "$D" "$T/c.yaml"
