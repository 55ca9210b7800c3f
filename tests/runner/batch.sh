# refrun: a batch of sequences. What it writes of one, and that no tool takes it for the work of
# a single sequence. Its forwards are tested in rr_forward_test.c and rr_measure_test.c.
. tests/lib.sh
compile_once
conf() { # BATCH NEW KEY...: a run in $T/bBATCH, or with OUT there
	printf '%s\n' 'model_path: tiny-qwen2' 'scenarios: [single_micro, {name: own, lengths: [3, 5]}]' \
		'modes: [prefill, kv_decode, e2e_kv, uncached]' 'repetitions: 4' 'warmup_repetitions: 2' \
		"batch: $1" "max_new_tokens: $2" >"$T/c.yaml"
	shift 2
	printf '%s\n' "$@" >>"$T/c.yaml"
}
field() { runinfo -o csv "$1" | awk -F, -v f="$2" '$3 == f { print $4 }'; }
one() { find "$T/$1/$2/runs/$3/$4" -name 'run_*.json'; }

for n in 0 9 1.5 two; do
	conf $n 3
	fails 2 "refrun: $T/c.yaml:6: batch: $n is not a whole number from 1 to 8" refrun -O "$T/none" \
		"$T/c.yaml"
done
check "nothing was made" test ! -e "$T/none"

# --- three sequences, padded; two of six new tokens and one of twelve are as many tokens
pad='tokenization: {pad_to_max_length: true, pad_to_multiple_of: 4}'
reduce='torch_compile: {mode: reduce-overhead, recompile_limit: 32}'
conf 3 3 "$pad" "$reduce" 'cache: {kind: ring, capacity: 12}'
run refrun -O "$T/b3" "$T/c.yaml"
is_status 0 "a batch of three"
conf 2 6 "$reduce" 'cache: {kind: static}'
run refrun -O "$T/b2" "$T/c.yaml"
is_status 0 "a batch of two"
conf 1 12 "$reduce" 'cache: {kind: static}'
run refrun -O "$T/b1" "$T/c.yaml"
is_status 0 "a batch of one"
for b in 1 2 3; do
	check "b$b: the manifest says so" test "$(field "$T/b$b/manifest.json" batch)" = $b
done
for mode in prefill kv_decode e2e_kv uncached; do
	latstats -o csv -g scenario,backend -v tokens --stats n,min,max "$T/b3/$mode/metrics.csv" |
		awk -F, 'NR > 1 { print $1, $3, $4, $5 }' | sort -u
done >"$T/out"
same "a sample counts the tokens of all" - "$T/out" <<'E2'
own 4 9 15
single_micro 4 3 3
own 4 9 9
single_micro 4 9 9
own 4 18 24
single_micro 4 12 12
own 4 9 9
single_micro 4 9 9
E2
python3 - "$(one b3 prefill own refrun-cpu-compile)" "$(one b1 prefill own refrun-cpu)" \
	"$(one b3 uncached own refrun-cpu-compile)" \
	>"$T/out" <<'E2'
import json, sys
batch, alone, uncached = (json.load(open(f)) for f in sys.argv[1:])
vocab = 50257
for got, ids in zip(batch["spec"]["prompt_ids"], alone["spec"]["prompt_ids"]):
    print(got == [(t + i) % vocab for i in range(3) for t in ids])
print(batch["spec"]["batch"], "batch" in alone["spec"], batch["spec"]["rows"], uncached["spec"]["rows"])
print(batch["equivalence"]["tokens_equal"], batch["equivalence"]["max_over_max"] < 1e-6)
print(sorted({s["served"] for s in batch["samples"]}))
E2
same "its prompts, rows, and what served it" - "$T/out" <<'E2'
True
True
3 False [24, 24] [9, 15]
True True
['replay']
E2
check "each guard names the batch" sh -c "cat '$T'/b3/*/compiled/*.json | grep '\"guard\"' |
	grep -vc 'batch==3' | grep -qx 0"
for b in 1 3; do
	awk -F: '/weight_bytes/ { print $2 }' "$T/b$b/summary.json" | sort -u >"$T/bytes$b"
done
same "the floor reads the weights once for all sequences" "$T/bytes1" "$T/bytes3"

# --- the rules of evidence
for b in 2 3; do
	labelaudit --runs -o csv "$T/b$b" | awk -F, 'NR > 1 { print $2, $8 }' | sort -u >"$T/out"
	same "b$b: every cell is compiled" - "$T/out" <<-'E2'
	e2e_kv compiled
	kv_decode compiled
	prefill compiled
	uncached compiled
	E2
	labelaudit --runs --rules --all -o csv "$T/b$b" | awk -F, '$9 == 1 ||
		($8 == "fails" && ($7 == "tokens" || $7 == "shapes"))' >"$T/out"
	is_out "b$b: no record contradicts another" </dev/null
done
cp -r "$T/b2" "$T/lie"
sed 's/"batch":	2/"batch":	1/' "$T/b2/manifest.json" >"$T/lie/manifest.json"
run labelaudit --runs --rules --all -o csv "$T/lie"
says='each sample of the mode has 12 tokens, but the manifest allows 6'
check "a manifest of another batch does not fit the tokens" grep \
	-q ",kv_decode,.*,tokens,fails,0,\"$says" "$T/out"
rm -r "$T/lie"; cp -r "$T/b2" "$T/lie"
file=$(one lie kv_decode own refrun-cpu-compile)
sed 's/"batch":	2/"batch":	1/' "$file" >"$T/edited"; mv "$T/edited" "$file"
run labelaudit --runs --rules --all -o csv "$T/lie"
check "nor does a run file of another batch" grep \
	-q ',own,refrun-cpu-compile,.*,tokens,fails,1,"it is of another batch than the manifest' \
	"$T/out"
lies() { # RULE WHAT: said of each compiled cell of kv_decode
	run labelaudit --runs --rules --all -o csv "$T/lie"
	check "$2" test "$(grep -c ",kv_decode,.*refrun-cpu-compile,.*,$1,fails,1,.*batch" "$T/out")" -eq 2
	rm -r "$T/lie"; cp -r "$T/b2" "$T/lie"
}
rm -r "$T/lie"; cp -r "$T/b2" "$T/lie"
rows=kv_decode/metrics.csv
sed 's/,fp32,2,/,fp32,1,/' "$T/b2/$rows" >"$T/lie/$rows"
lies rows "nor do rows of another batch"
cut -d, -f1-5,7- "$T/b2/$rows" >"$T/lie/$rows"
lies rows "nor do rows without one"
sed '0,/"batch":	2/s//"batch":	4/' "$T/b2/summary.json" >"$T/lie/summary.json"
lies tokens "nor does a summary of another batch"
sed '/"batch":	2/d' "$T/b2/summary.json" >"$T/lie/summary.json"
lies tokens "nor does a summary without one"
sed 's/,fp32,2,/,fp32,two,/' "$T/b2/$rows" >"$T/lie/$rows"
fails 2 "labelaudit: $T/lie/$rows:2: batch: 'two' is no number" labelaudit --runs "$T/lie"
rm -r "$T/lie"; cp -r "$T/b2" "$T/lie"
sed 's/"batch":	2/"batch":	0/' "$T/b2/manifest.json" >"$T/lie/manifest.json"
line=$(grep -n '"batch"' "$T/lie/manifest.json" | cut -d: -f1)
fails 2 "labelaudit: $T/lie/manifest.json:$line: batch is not a whole number from 1" labelaudit \
	--runs "$T/lie"

# --- other work, though each sample has twelve tokens
run abtest --where backend=refrun-cpu "$T/b1/kv_decode/metrics.csv" "$T/b2/kv_decode/metrics.csv"
is_status 3 "abtest refuses the rows"
is_err "and says why" <<E2
abtest: $T/b2/kv_decode/metrics.csv against $T/b1/kv_decode/metrics.csv: the groups have no stratum in common
E2
run abtest -g run "$(one b1 kv_decode own refrun-cpu)" "$(one b2 kv_decode own refrun-cpu)"
is_status 3 "and the run files"
cat >"$T/claims.yaml" <<'E2'
report: two runs
claims:
  - {id: faster, text: t, kind: latency, mode: kv_decode,
     groups: {base: {run: b1, backend: refrun-cpu}, test: {run: b2, backend: refrun-cpu}}}
  - {id: same, text: t, kind: work, mode: kv_decode,
     groups: {base: {run: b1, backend: refrun-cpu}, test: {run: b2, backend: refrun-cpu}}}
E2
run claims --runs "$T/b1" --runs "$T/b2" -o csv "$T/claims.yaml"
awk -F, 'NR > 1 { print $1, $5, $0 ~ /same models, scenarios and batches/ }' "$T/out" >"$T/short"
same "claims do not compare them" - "$T/short" <<'E2'
faster not supported 1
same refuted 1
E2
run abtest -g backend "$T/b1/kv_decode/metrics.csv"
is_status 0 "two backends of a run without a batch compare"
run abtest -g backend "$T/b2/kv_decode/metrics.csv"
is_status 0 "and two of a run with one"
