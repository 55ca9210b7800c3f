# abtest of files: two operands, the commands of one, and the answer in the first line.
. tests/lib.sh
. tests/cells.sh

run abtest examples/old.json examples/new.json --stats n_base,n_test -o text
is_status 0 "two files"
is_out "the answer comes first" <<E2
new is 1.92x faster than old (median; 95% interval 1.28x to 2.87x; 30 and 30
  samples)

n_base  n_test
    30      30

base: old; test: new
E2
run abtest examples/old.json examples/new.json --stats median_base,median_test -o csv
check "CSV has no line of it" test "$(head -n 1 "$T/out")" = base,test,median_base,median_test
old=$(sed -n 's/.*"median": \(.*\),/\1/p' examples/old.json)
new=$(sed -n 's/.*"median": \(.*\),/\1/p' examples/new.json)
check "the medians are hyperfine's" near 1 median_base \
	"$(awk -v x="$old" 'BEGIN { printf "%.12g", 1000 * x }')"
check "both" near 1 median_test "$(awk -v x="$new" 'BEGIN { printf "%.12g", 1000 * x }')"
check "their ratio is the answer's" test "$(awk -v a="$old" -v b="$new" \
	'BEGIN { printf "%.2f", a / b }')" = 1.92
run abtest examples/new.json examples/old.json --stats n_base -o md
check "the first is base" grep \
	-q '^old is 1.92x slower than new (median; 95% interval 1.28x to 2.87x; ' "$T/out"
run abtest examples/old.json examples/new.json --stats n_base -o json
check "JSON has it as its first note" grep -q '"notes": \["new is 1.92x faster than old' "$T/out"
run abtest examples/new.json examples/old.json --claim 'median: test <= base + 5%' --stats n_base \
	-o text
is_status 1 "a gate"
is_err "which the first line explains, and nothing else" </dev/null
check "it says what was asked" grep -q '^old is slower than new by 91.8% (median; ' "$T/out"
run abtest examples/both.json --stats n_base -o text
check "one file of two commands" grep -q '^gzip -4 -c numbers is [0-9.]*x faster than gzip -6' \
	"$T/out"

# names of files
mkdir "$T/a" "$T/b"
cp examples/old.json "$T/a/r.json"; cp examples/new.json "$T/b/r.json"
run abtest "$T/a/r.json" "$T/b/r.json" --stats n_base -o csv
check "files of one name are told apart by their folders" test "$(sed -n 2p "$T/out")" \
	= "$T/a/r.json,$T/b/r.json,30"
gzip -nc examples/old.json >"$T/v1.2.json.gz"; cp examples/new.json "$T/v1.3.json"
run abtest "$T/v1.2.json.gz" "$T/v1.3.json" --claim 'v1.3<v1.2' --stats verdict -o csv
check "only the suffix goes" test "$(sed -n 2p "$T/out")" = v1.2,v1.3,holds
run_in examples/new.json abtest examples/old.json - --stats n_test -o csv
check "one may be standard input" test "$(sed -n 2p "$T/out")" = old,-,30

# what cannot be compared so
printf 'v,k,latency_ms\na,1,1\nb,2,2\n' >"$T/plain.csv"
fails 2 "abtest: $T/plain.csv: the file is named twice" abtest "$T/plain.csv" "$T/plain.csv"
possible='abtest: -g COLUMN is needed, to say what is compared; possible columns:'
fails 2 "$possible v (2 values), k (2 values)" abtest "$T/plain.csv"
awk 'BEGIN { print "id,latency_ms"; for (i = 0; i < 20; i++) print i "," i + 0.5 }' >"$T/lone.csv"
fails 2 "abtest: -g is needed, but no column has 2 to 12 values" abtest "$T/lone.csv"
fails 2 - abtest examples/both.json examples/old.json <<'E'
abtest: examples/both.json: the file has several values of command: give -s command to compare within each, or -g command to compare them
E
fails 2 "abtest: $T/none.csv: No such file or directory" abtest "$T/none.csv" "$T/plain.csv"
fails 2 "$possible file (3 values), command (3 values)" \
	abtest fixtures/formats/hyperfine/failures.json
cp examples/both.json "$T/after.json"
run abtest -s command examples/both.json "$T/after.json" --stats n_base,ratio_mean -o text
check "-s compares within each command" grep -q '^no difference' "$T/out"
check "equal files: every ratio is 1" test "$(grep -c ' 1$' "$T/out")" = 3

# the words: a rate, no difference, an equality, strata that disagree, pooled rows that mislead
set20() { awk -v a="$1" -v b="$2" 'BEGIN { print "g,x_per_s";
	for (i = 0; i < 20; i++) print "a," a + i % 5 "\nb," b + i % 5 }'; }
first() { run abtest -g g "$@" --stats n_base -o text; head -n 1 "$T/out" >"$T/first"; }
set20 100 200 >"$T/rate.csv"; first -v x_per_s "$T/rate.csv"
check "a rate is larger" grep -q '^b is 1.98x larger than a (median; ' "$T/first" # 202/102
set20 100 100 >"$T/same.csv"; first -v x_per_s "$T/same.csv"
check "less than 5% apart" grep -q '^b and a differ by less than 5%: b is as large ' "$T/first"
awk 'BEGIN { print "g,latency_ms";
	for (i = 0; i < 8; i++) print "a," 100 + 30 * (i % 4) "\nb," 102 + 30 * (i % 4) }' >"$T/wide.csv"
first "$T/wide.csv"
check "no difference shown, and how many would" grep \
	-q '^no difference of 5% can be shown: b is 1.01x slower than a' "$T/first"
check "how many" grep -q 'about [0-9]* more samples$\|about [0-9]* more samples of' "$T/out"
# Simpson: b is slower in both scenarios, and has more rows of the quick one
awk 'BEGIN { print "g,scenario,latency_ms"
	for (i = 0; i < 40; i++) { x = i % 5; print i < 5 ? "a,quick," 10 + x : "a,slow," 100 + x
		print i < 35 ? "b,quick," 12 + x : "b,slow," 110 + x } }' >"$T/simpson.csv"
first "$T/simpson.csv"
check "the first line warns" grep \
	-q '^warning, b is slower in 2 of 2 scenarios: b is [0-9.]*x faster than a' "$T/first"
first --claim 'test < base' "$T/simpson.csv"
check "of a claim too" grep -q '^warning, b is slower in 2 of 2 scenarios: b is faster than a by ' \
	"$T/first"
first -s scenario "$T/simpson.csv"
check "within them it is slower" grep -q '^b is [0-9.]*x slower than a (medians of the strata; ' \
	"$T/first"
awk 'BEGIN { print "g,k,latency_ms"; for (i = 0; i < 20; i++) for (k = 1; k < 4; k++)
	print "a," k "," 100 + i % 5 "\nb," k "," (k < 3 ? 80 : 110) + i % 5 }' >"$T/strata.csv"
first -s k "$T/strata.csv"
check "strata that disagree are counted" grep -q 'slower in 1 of 3 strata' "$T/out"
printf 'g,latency_ms\na,1\nb,2\n' >"$T/one.csv"
first "$T/one.csv"
check "nothing can be said of one value" grep \
	-q '^nothing can be said of b and a: a group has only one value' "$T/first"
awk 'BEGIN { print "g,latency_ms";
	for (i = 0; i < 9; i++) print "a," 1 + i % 3 "\nb," 5 + i % 3 "\nc," 5 + i % 3 }' >"$T/three.csv"
first "$T/three.csv"
check "several pairs" grep -q '^2 of 3 pairs differ (95%, corrected by Holm)$' "$T/first"
first --claim 'test > base' "$T/three.csv"
check "a claim of several" grep -q '^the claim is shown for 2 of 3 pairs and refuted for 0$' \
	"$T/first"
