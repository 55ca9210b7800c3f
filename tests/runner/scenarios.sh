# Scenarios of refrun: lengths, text and ids, one by itself or several, and what is refused.
. tests/lib.sh
T_MODEL=$T/model
cp -r fixtures/refrun/checkpoints/llama "$T_MODEL"
conf() { printf '%s\n' "model_path: $T_MODEL" 'torch_compile: {enabled: false}' 'repetitions: 2' \
	'warmup_repetitions: 0' "$@" >"$T/c.yaml"; }
spec() { # FIELD SCENARIO
	python3 -c 'import json, sys
print(json.load(open(sys.argv[2]))["spec"][sys.argv[1]])' "$1" \
		"$T"/run/prefill/runs/"$2"/refrun-cpu/fp32/run_*.json
}
go() { rm -rf "$T/run"; run refrun -O "$T/run" "$T/c.yaml"; }

conf 'scenarios:' '  - {name: one, ids: [9, 10, 12, 0, 47]}' \
	'  - {name: two, ids: [[1, 2], [3, 4, 5]]}' '  - {name: seeded, lengths: [3]}'
go
is_status 0 "ids"
for s in one two seeded; do spec prompt_ids $s; spec prompts $s; done >"$T/out"
seeded=$(spec prompt_ids seeded)
is_out "are what was measured" <<E2
[[9, 10, 12, 0, 47]]
['5 token ids, as configured']
[[1, 2], [3, 4, 5]]
['2 token ids, as configured', '3 token ids, as configured']
$seeded
['3 token ids, seed 42']
E2
conf 'batch: 2' 'scenarios: [{name: one, ids: [46, 47]}]'
go
spec prompt_ids one >"$T/out"
is_out "of a batch, the second sequence reads each plus one" <<'E2'
[[46, 47, 47, 0]]
E2
# greedy tokens of the fixture's first prompt: those of prefill and 31 steps are hashed
conf 'modes: [kv_decode]' 'max_new_tokens: 31' "scenarios: [{name: known, ids: $(python3 -c '
import json; print(json.load(open("fixtures/refrun/checkpoints/llama/record.json"))["prompts"][0][
    "prompt_ids"])')}]"
go
is_status 0 "ids of a prompt that transformers read"
python3 - "$T"/run/kv_decode/runs/known/refrun-cpu/fp32/run_*.json >"$T/out" <<'E2'
import hashlib, json, struct, sys
made = json.load(open("fixtures/refrun/checkpoints/llama/record.json"))["prompts"][0]
made = made["generated_token_ids"]
got = set(s["token_sha256"] for s in json.load(open(sys.argv[1]))["samples"])
print(got == {hashlib.sha256(struct.pack("<%di" % 32, *made)).hexdigest()})
E2
is_out "make the tokens that transformers made" <<'E2'
True
E2

refused() { # MESSAGE LINE...
	msg=$1; shift
	conf "$@"
	rm -rf "$T/run"
	fails 2 "refrun: $msg" refrun -O "$T/run" "$T/c.yaml"
}
at=$T/c.yaml:5:
refused "$T_MODEL: scenario one: prompt 1: it has token 48, but the vocabulary has 48" \
	'scenarios: [{name: one, ids: [[47], [0, 48]]}]'
refused "$at ids: -1 is not a whole number from 0 to 2147483647" 'scenarios: [{name: a, ids: [-1]}]'
refused "$at ids: x is not a whole number from 0 to 2147483647" \
	'scenarios: [{name: a, ids: [1, x]}]'
refused "$at ids: a list that is not empty is expected" 'scenarios: [{name: a, ids: []}]'
refused "$at ids: a list that is not empty is expected" 'scenarios: [{name: a, ids: 7}]'
refused "$at ids: a list that is not empty is expected" 'scenarios: [{name: a, ids: [[1], 2]}]'
refused "$at ids: a list that is not empty is expected" 'scenarios: [{name: a, ids: [[1], []]}]'
refused "$at ids: a single value is expected" 'scenarios: [{name: a, ids: [1, [2]]}]'
refused "$at lengths: a list that is not empty is expected" 'scenarios: [{name: a, lengths: 3}]'
refused "$at text: an empty prompt" 'scenarios: [{name: a, text: ""}]'
refused "$at text: a single value is expected" 'scenarios: [{name: a, text: [[x]]}]'
refused "$at text: a scenario has one of lengths, text, prompts and ids" \
	'scenarios: [{name: a, ids: [1], text: x}]'
refused "$at scenarios: a scenario needs a plain name, and lengths, text or ids" \
	'scenarios: [{name: a}]'
refused "$at scenarios: more than 16 prompts" \
	"scenarios: [{name: a, ids: [$(printf '[1],%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)]}]"

# --- text, through the model's tokenizer.json
refused "$T_MODEL/tokenizer.json: No such file or directory" \
	'scenarios: [{name: said, text: Hello}]'
cp fixtures/refrun/split/tokenizer.json "$T_MODEL/"
printf '%s\n' 'model_path: tiny-qwen2' >"$T/c.yaml"
run refrun --export "$T/q" --model tiny-qwen2
cp fixtures/refrun/split/tokenizer.json "$T/q/"
T_MODEL=$T/q
conf 'scenarios: [{name: alone, text: Hello}, {name: listed, text: [Hello, Hello]}]'
go
is_status 0 "text"
known=$(python3 -c 'import json
print([t["ids"] for t in json.load(open("fixtures/refrun/split/encodings.json"))["texts"]
    if t["text"] == "Hello"][0])')
for s in alone listed; do spec prompt_ids $s; done >"$T/out"
is_out "one or several" <<E2
[$known]
[$known, $known]
E2
T_MODEL=$T/model
conf 'scenarios: [{name: said, text: "Hello world, a long text of many tokens"}]'
go
is_status 2 "a tokenizer of another vocabulary"
check "is named" grep -q "scenario said: prompt 0: tokenizer.json gives token" "$T/err"
for junk in '{' '{"model": 3}' '[]' '{"model": {"type": "Unigram"}}'; do
	echo "$junk" >"$T_MODEL/tokenizer.json"
	conf 'scenarios: [{name: said, text: Hello}]'
	go
	is_status 2 "a tokenizer.json of $junk"
	check "its file is named" grep -q "^refrun: $T_MODEL/tokenizer.json:" "$T/err"
done
