# refrun: what it writes, that it says the truth, and how it fails. The forward
# itself is tested in rr_forward_test.c and against NumPy here; see
# fixtures/refrun/reference.py.
. tests/lib.sh
unset ASSAY_CC
conf() { printf '%s\n' "$@" >"$T/c.yaml"; }
small='scenarios: [single_micro, {name: own, lengths: [3, 5]}]'

run refrun --gate
is_status 0 "the gate"
for m in tiny-gpt2 tiny-qwen2; do
	run refrun --parity --model $m --compare fixtures/refrun/$m.json
	is_status 0 "$m: tokens and logit statistics are NumPy's"
	check "$m: export" refrun --export "$T/$m" --model $m
	run refrun --parity --model "$T/$m" --compare fixtures/refrun/$m.json
	is_status 0 "$m: and from its checkpoint"
done
awk 'hit { sub(/[0-9]+/, "1"); hit = 0 } /generated_token_ids/ && !n++ { hit = 1 } { print }' \
	fixtures/refrun/tiny-qwen2.json >"$T/other.json"
run refrun --parity --model tiny-qwen2 --compare "$T/other.json"
is_status 1 "another token is a difference"
is_err "and named" <<E2
refrun: $T/other.json: prompt 0, token 0: $(sed -n '/generated_token_ids/{n;s/[ ,]//gp;q}' fixtures/refrun/tiny-qwen2.json) here, 1 there
E2
awk '/"max"/ && !n++ { sub(/[0-9]\./, "9.") } { print }' fixtures/refrun/tiny-qwen2.json \
	>"$T/other.json"
run refrun --parity --model tiny-qwen2 --compare "$T/other.json"
is_status 1 "other logits are a difference"

# --- a run and its files
conf 'model_path: models/tiny-gpt2' "$small" 'modes: [prefill, kv_decode, e2e_kv, uncached]' \
	'repetitions: 4' \
	'warmup_repetitions: 2' 'max_new_tokens: 3' 'cache: {kind: static}' \
	'torch_compile: {mode: reduce-overhead, recompile_limit: 3}'
run refrun -O "$T/run" "$T/c.yaml"
is_status 0 "a run"
is_out "it prints nothing" </dev/null
runinfo -o csv -f manifest:complete "$T/run" | tail -n 1 >"$T/out"
same "it is complete" - "$T/out" <<'E2'
run,manifest.json,complete,true
E2
runinfo -o csv "$T/run/manifest.json" |
	awk -F, '$3 ~ /^files\[.*path$/ { p = $4 } $3 ~ /^files\[.*sha256$/ { print $4 "  " p }' >"$T/sums"
check "every file of the manifest has its SHA-256" sh \
	-c "cd '$T/run' && sha256sum --quiet --strict -c '$T/sums'"
(cd "$T/run" && find . -type f ! -name manifest.json | sed 's,^\./,,' | sort) >"$T/want"
sed 's/^[^ ]*  //' "$T/sums" | sort >"$T/out"
same "and it names every file" "$T/want" "$T/out"
for mode in prefill kv_decode e2e_kv uncached; do
	latstats -o csv -g scenario,backend --stats n,errors "$T/run/$mode/metrics.csv" >"$T/out"
	same "$mode: four timed samples a cell" - "$T/out" <<-'E2'
	scenario,backend,n,errors
	single_micro,refrun-cpu,4,0
	single_micro,refrun-cpu-compile,4,0
	own,refrun-cpu,4,0
	own,refrun-cpu-compile,4,0
	E2
	latstats -o csv -g backend --stats n "$T/run/$mode/warmup.csv" >"$T/out"
	same "$mode: two warm-ups a cell, kept apart" - "$T/out" <<-'E2'
	backend,n
	refrun-cpu,4
	refrun-cpu-compile,4
	E2
	find "$T/run/$mode/runs" -name 'run_*.json' | sort |
		xargs latstats -o csv -g scenario,backend --stats n,mean,max | sort >"$T/out"
	latstats -o csv -g scenario,backend --stats n,mean,max "$T/run/$mode/metrics.csv" | sort >"$T/want"
	same "$mode: run files and metrics.csv hold the same latencies" "$T/want" "$T/out"
done
# kv_decode: T=8 (compile stage), then 1 and 3; the limit is 3, so 5 is not compiled; decode steps
# are of shape 1
find "$T/run/prefill/runs/own" -path '*-compile/*' -name 'run_*.json' | xargs runinfo -o csv |
	awk -F, '$3 ~ /^samples\[[0-9]+\]\.(prompt|served)$/ {
		printf "%s%s", $4, $3 ~ /served/ ? "\n" : " " }' >"$T/out"
same "served: the shape within the limit by code, the one over it eagerly" - "$T/out" <<'E2'
0 compiled
1 eager
0 replay
1 eager
0 replay
1 eager
E2
decode=kv_decode/dynamo_counters:dynamo_counters
runinfo -o csv --columns -f "$decode.frames.total,$decode.stats.unique_graphs" \
	-f "$decode.recompile_limit.limit" "$T/run" | tail -n 1 >"$T/out"
same "counters: four shapes met, three compiled, the limit" - "$T/out" <<'E2'
run,4,3,3
E2
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } {
	print $at["scenario"], $at["backend"], $at["served"] }' "$T/run/kv_decode/metrics.csv" |
		sort -u >"$T/out"
same "decode with a static cache is replayed throughout" - "$T/out" <<'E2'
own refrun-cpu eager
own refrun-cpu-compile replay
single_micro refrun-cpu eager
single_micro refrun-cpu-compile replay
E2
find "$T/run" -path '*/runs/*' -name 'run_*.json' | sort | xargs runinfo -o csv |
	awk -F, '$3 ~ /token_sha256/ { print $4 }' >"$T/hashes"
check "every sample has the hash of its tokens" test "$(wc -l <"$T/hashes")" -eq 96
find "$T/run" -path '*-compile/*' -name 'run_*.json' | sort |
	xargs runinfo -o csv -f equivalence.tokens_equal | awk -F, 'NR > 1 { print $4 }' | sort |
		uniq -c | sed 's/^ *//' >"$T/out"
same "compiled gives eager's tokens in every cell" - "$T/out" <<'E2'
8 true
E2
for j in "$T"/run/prefill/compiled/*.json; do
	id=$(basename "$j" .json)
	opts=$(runinfo -o csv -f options "$j" | tail -n 1 | cut -d, -f4)
	cp "$T/run/prefill/compiled/$id.c" "$T"
	check "artifact $id: its source gives its object" sh -c "cd '$T' &&
		cc $opts -o $id.so $id.c -lm && cmp $id.so 'run/prefill/compiled/$id.so'"
	check "artifact $id: it is named after its source" sh -c "sha256sum <'$T/$id.c' | grep -q '^$id'"
done
fails 2 "refrun: $T/run: already exists (--resume continues a run)" refrun -O "$T/run" "$T/c.yaml"
run refrun --resume -O "$T/run" "$T/c.yaml"
is_status 0 "resuming a whole run changes no sample"
runinfo -o csv "$T/run/manifest.json" |
	awk -F, '$3 ~ /^files\[.*path$/ { p = $4 } $3 ~ /^files\[.*sha256$/ && p ~ /metrics/ {
		print $4 "  " p }' >"$T/out"
grep metrics "$T/sums" >"$T/want"
same "its tables are the same" "$T/want" "$T/out"

# --- progress, on a terminal only
conf 'model_path: tiny-gpt2' "$small" 'modes: [prefill]' 'repetitions: 2' \
	'torch_compile: {enabled: false}'
run refrun -O "$T/quiet" "$T/c.yaml"
is_err "no terminal: no progress" </dev/null
script -qec "refrun -O '$T/shown' '$T/c.yaml'" /dev/null >"$T/out" 2>&1 </dev/null
tr '\r' '\n' <"$T/out" | sed -n '/ 10\/10,/s/[0-9]*m[0-9]*s left.*/MmSSs left/p' >"$T/last"
same "a terminal: what is measured, how much is done, and the time left" - "$T/last" <<'E2'
refrun: prefill tiny-gpt2 own eager  10/10, MmSSs left
E2

# --- interrupted, then resumed
# interrupt OUT ARG...: refrun, and SIGINT once it measures: its first mode has a folder, and it has
# computed for half a second since (its own clock, so that a busy machine changes nothing)
interrupt() {
	out=$1; shift
	refrun -O "$out" "$@" 2>"$T/err" &
	pid=$!
	until [ -d "$out/prefill" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
	t0=$(ticks $pid)
	until [ $(($(ticks $pid) - t0)) -ge 50 ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
	kill -INT $pid
	status=0; wait $pid || status=$?
}
ticks() { # of processor time, a hundred a second
	sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{t = $12 + $13} END {print t + 0}'
}
conf 'model_path: tiny-gpt2' 'modes: [prefill, kv_decode]' 'repetitions: 20000' \
	'warmup_repetitions: 0' 'torch_compile: {enabled: false}' 'scenarios: [single_long]' \
	'max_new_tokens: 50'
interrupt "$T/cut" "$T/c.yaml"
is_status 2 "interrupted"
is_err "and how to go on" <<E2
refrun: interrupted; \`refrun --resume -O $T/cut $T/c.yaml\` continues
E2
check "the manifest says that it is incomplete" grep -q '"complete":	false' "$T/cut/manifest.json"
check "what was measured is there" sh \
	-c "grep -h '\"status\":	\"interrupted\"' '$T'/cut/*/runs/*/*/*/run_*.json"
fails 2 - refrun --resume -O "$T/cut" runner/configs/fresh_limit.yaml <<E
refrun: $T/cut/manifest.json: has another configuration than runner/configs/fresh_limit.yaml
E
sed 's/20000/3/' "$T/c.yaml" >"$T/c2.yaml"
sum=$(sha256sum <"$T/c2.yaml" | cut -d' ' -f1)
sed "s/\"config_sha256\":	\"[0-9a-f]*\"/\"config_sha256\":	\"$sum\"/" "$T/cut/manifest.json" \
	>"$T/m" && mv "$T/m" "$T/cut/manifest.json"
fails 2 "refrun: $T/cut/manifest.json: belongs to a run with another repetitions" refrun --resume \
	-O "$T/cut" "$T/c2.yaml"
sed 's/"repetitions":	20000/"repetitions":	3/' "$T/cut/manifest.json" >"$T/m" &&
	mv "$T/m" "$T/cut/manifest.json"
fails 2 "refrun: $T/cut/manifest.json: belongs to a run with another repetitions" refrun --resume \
	--repetitions 5 -O "$T/cut" "$T/c2.yaml"
fails 2 "refrun: $T/cut/manifest.json: belongs to a run with another model_path" refrun --resume \
	--model tiny-qwen2 -O "$T/cut" "$T/c2.yaml"
fails 2 "refrun: $T/none/manifest.json: no run to resume: No such file or directory" refrun \
	--resume -O "$T/none" "$T/c2.yaml"
run refrun --resume -O "$T/cut" "$T/c2.yaml"
is_status 0 "resumed"
check "it is complete" grep -q '"complete":	true' "$T/cut/manifest.json"
check "the unfinished mode was moved aside" sh -c "ls -d '$T'/cut/incomplete/*-1"

# Ctrl-C reaches the whole foreground: the compiler goes on, and the run is interrupted, not failed
conf "$small" 'modes: [prefill]' 'repetitions: 200000' 'model_path: tiny-qwen2'
interrupt "$T/cutc" --model tiny-gpt2 --repetitions 100000 "$T/c.yaml"
is_err "interrupted while it compiles or measures: the options are named" <<E2
refrun: interrupted; \`refrun --resume -O $T/cutc --model tiny-gpt2 --repetitions 100000 $T/c.yaml\` continues
E2

# --- fallback
conf 'model_path: tiny-gpt2' "$small" 'modes: [prefill]' 'repetitions: 2' \
	'torch_compile: {backend: inductor, fallback_backend: aot_eager}'
ASSAY_CC=false; export ASSAY_CC
run refrun -O "$T/fall" "$T/c.yaml"
is_status 0 "the compiler fails: the fallback serves"
find "$T/fall" -path '*own/*-compile/*' -name 'run_*.json' |
	xargs runinfo -o csv --columns -f compile.backend,compile.fallback_from,compile.fallback_error \
		-f compile.requested_backend,compile.backend_as_written,samples[0].served |
	tail -n 1 | cut -d, -f3- >"$T/out"
same "and the artifact says so" - "$T/out" <<'E2'
trace,codegen,false: the compiler failed with status 1,codegen,inductor,trace
E2
labelaudit --runs --rules -o csv "$T/fall" |
	awk -F, '$7 == "manifest" || $7 == "backend" { print $4, $7, $8, $9, $10 }' >"$T/out"
same "and labelaudit what was asked for, by either name" - "$T/out" <<'E2'
single_micro backend fails 0 "codegen was asked for
single_micro manifest holds 0 "it has the cell's mode
own backend fails 0 "codegen was asked for
own manifest holds 0 "it has the cell's mode
E2
sed 's/aot_eager/aot_eager, fullgraph: true/' "$T/c.yaml" >"$T/c2.yaml"
fails 2 "refrun: false: the compiler failed with status 1" refrun -O "$T/full" "$T/c2.yaml"
run refrun --gate
is_status 1 "the gate fails"
unset ASSAY_CC

# --- bad configurations
bad() { printf '%s\n' "$2" >"$T/b.yaml"; \
	fails 2 "refrun: $T/b.yaml:$1" refrun -O "$T/none" "$T/b.yaml"; }
bad '2: unknown key repetition' 'model_path: tiny-gpt2
repetition: 3'
bad '3: unknown key torch_compile.optimise' 'model_path: tiny-gpt2
torch_compile:
  optimise: true'
bad '2: key model_path occurs twice' 'model_path: tiny-gpt2
model_path: tiny-gpt2'
bad ' names no model (model_path or models)' 'repetitions: 3'
bad '2: repetitions: 0 is not a whole number from 1 to 1000000' 'model_path: tiny-gpt2
repetitions: 0'
bad '2: modes: decode is not known (known: prefill, kv_decode, e2e_kv, uncached)' \
	'model_path: tiny-gpt2
modes: [decode]'
bad '2: mode: fast is not known (known: default, reduce-overhead, max-autotune)' \
	'model_path: tiny-gpt2
torch_compile: {mode: fast}'
bad '2: did not find expected node content' 'model_path: tiny-gpt2
modes: [,'
bad '2: more than one document' 'model_path: tiny-gpt2
---
model_path: tiny-gpt2'
bad '2: backends: a label must be a plain name' 'model_path: tiny-gpt2
backends: [../x]'
bad ' models: tiny-gpt2 in fp32 occurs twice (the last component of a path names its files)' \
	'models: [a/tiny-gpt2, b/tiny-gpt2]'
bad '2: prompts: a scenario has one of lengths, text, prompts and ids' 'model_path: tiny-gpt2
scenarios: [{name: a, lengths: [1], prompts: [x]}]'
fails 2 "refrun: $T: Is a directory" refrun -O "$T/none" "$T"
for f in runner/configs/*.yaml; do
	run refrun --device cuda:99 -O "$T/none" "$f"
	check "$(basename "$f") is read, and the device is not there" grep \
		-q 'libcuda\|cuda:99\|no CUDA device' "$T/err"
done
conf 'model_path: tiny-gpt2' 'dtype: fp16'
fails 2 "refrun: device cpu computes in fp32; it has no fp16" refrun -O "$T/none" "$T/c.yaml"

conf 'model_path: tiny-gpt2' 'scenarios: [{name: far, lengths: [1000]}]' 'modes: [kv_decode]'
fails 2 - refrun -O "$T/none2" "$T/c.yaml" <<'E'
refrun: tiny-gpt2: a prompt's 1000 rows and 64 new tokens are more than the model's 1024 positions
E
conf 'model_path: tiny-gpt2' 'tokenization: {pad_to_multiple_of: 64}'
fails 2 "refrun: $T/c.yaml: pad_to_multiple_of pads nothing without pad_to_max_length" \
	refrun -O "$T/none2" "$T/c.yaml"
# the numbers are those of the prompts, not of the compile stage
room() { # CAPACITY LENGTH KIND KEY...
	c=$1 l=$2 k=$3; shift 3
	conf 'model_path: tiny-gpt2' "scenarios: [{name: own, lengths: [$l]}]" 'max_new_tokens: 4' \
		"cache: {kind: $k, capacity: $c}" 'repetitions: 2' 'warmup_repetitions: 0' "$@"
}
pad='tokenization: {pad_to_max_length: true, pad_to_multiple_of: 8}'
modes='modes: [prefill, kv_decode, uncached]'
room 6 5 ring 'modes: [prefill, kv_decode]'
run refrun -O "$T/room" "$T/c.yaml"
is_status 0 "a ring of 6 slots and a prompt of 5 tokens"
check "the compile stage has as many as fit" grep -q '"guard":.*"T==6 && slots==6 ' \
	"$T"/room/prefill/compiled/*.json
room 9 5 static "$modes"
run refrun -O "$T/room9" "$T/c.yaml"
is_status 0 "9 slots and a prompt of 5 tokens that becomes 9"
for k in 'ring 8 7' 'ring 16 15'; do
	set -- $k
	room $3 $2 ring "$modes"
	rm -rf "$T/none2"
	fails 2 "refrun: a ring cache of $3 slots does not hold a prompt's $2 rows" refrun -O "$T/none2" \
		"$T/c.yaml"
done
room 6 5 ring "$modes" "$pad"
fails 2 "refrun: a ring cache of 6 slots does not hold a prompt's 8 rows" refrun -O "$T/none6" \
	"$T/c.yaml"
room 8 5 static "$modes"
fails 2 "refrun: a static cache of 8 slots does not hold a prompt's 5 rows and the new tokens" \
	refrun -O "$T/none5" "$T/c.yaml"
room 8 5 ring 'modes: [uncached]' 'tokenization: {pad_to_max_length: true, pad_to_multiple_of: 64}'
run refrun -O "$T/room8" "$T/c.yaml"
is_status 0 "prompts that grow to 8 rows, which nothing pads"
conf 'model_path: tiny-gpt2' 'scenarios: [{name: said, prompts: [Hello]}]'
fails 2 "refrun: tiny-gpt2/tokenizer.json: No such file or directory" refrun -O "$T/none3" \
	"$T/c.yaml"

# --- a device that is not there
case $(refrun --gate --device cuda:99 2>&1) in
*'made without the toolkit'*) \
	gone="this build has no CUDA device: it was made without the toolkit" ;;
*'libcuda.so.1 cannot be opened'*)
	gone='libcuda.so.1: cannot open shared object file: No such file or directory'
	gone="libcuda.so.1 cannot be opened: $gone" ;;
*) gone="cuda:99 does not exist: the driver knows $(nvidia-smi -L |
	wc -l) device$([ "$(nvidia-smi -L | wc -l)" -eq 1 ] || echo s)" ;;
esac
fails 2 "refrun: $gone" refrun --parity --device cuda:99 --model tiny-gpt2
fails 2 "refrun: $gone" refrun --device cuda:99 -O "$T/none" runner/configs/fresh_limit.yaml
check "nothing was made" test ! -e "$T/none"
fails 2 "refrun: device tpu is not known (known: cpu, cuda, cuda:N)" refrun --parity --device tpu \
	--model tiny-gpt2
fails 2 "refrun: device cuda:x: no such device number" refrun --parity --device cuda:x \
	--model tiny-gpt2
run refrun --gate --device cuda:99
is_status 1 "the gate fails without its device"
check "and says why" grep -q '"pass":	false' "$T/out"

# --- text, through the model's tokenizer.json
cp fixtures/refrun/split/tokenizer.json "$T/tiny-qwen2/"
conf "model_path: $T/tiny-qwen2" \
	'scenarios: [{name: said, prompts: ["Hello", "e\u0301 as two, \u00e9 as one"]}]' 'repetitions: 2' \
	'warmup_repetitions: 0'
run refrun -O "$T/said" "$T/c.yaml"
is_status 0 "prompts as text"
python3 - "$T"/said/prefill/runs/said/refrun-cpu/fp32/run_*.json \
	fixtures/refrun/split/encodings.json >"$T/out" <<'E2'
import json, sys
spec = json.load(open(sys.argv[1]))["spec"]
known = {t["text"]: t["ids"] for t in json.load(open(sys.argv[2]))["texts"]}
ids = [known[p] for p in spec["prompts"]]
print(spec["prompts"] == [p for p in spec["prompts"] if p in known], spec["prompt_ids"] == ids)
E2
is_out "become the ids that the library gives" <<'E2'
True True
E2
conf "model_path: $T/tiny-qwen2" 'scenarios: [{name: said, prompts: ["caf\xe9 \ud800"]}]'
run refrun -O "$T/none" "$T/c.yaml"
is_status 2 "text that is no UTF-8"
sed 's/"Hello"/1/' fixtures/refrun/split/encodings.json >"$T/tiny-qwen2/tokenizer.json"
conf "model_path: $T/tiny-qwen2" 'scenarios: [{name: said, prompts: [Hello]}]'
fails 2 "refrun: $T/tiny-qwen2/tokenizer.json: model: only BPE is supported" refrun -O "$T/none4" \
	"$T/c.yaml"
rm "$T/tiny-qwen2/tokenizer.json"

# --- bad checkpoints
breaks() { # WHAT MESSAGE COMMAND...: the command changes $T/m
	what=$1 msg=$2; shift 2
	rm -rf "$T/m"; cp -r "$T/tiny-qwen2" "$T/m"; (cd "$T/m" && "$@")
	run refrun --parity --model "$T/m"
	is_status 2 "$what"
	is_err "and what was wrong" <<-E2
	refrun: $msg
	E2
}
size=$(wc -c <"$T/tiny-qwen2/model.safetensors")
breaks "no weights" "$T/m/model.safetensors: No such file or directory" rm model.safetensors
breaks "no header" \
	"$T/m/model.safetensors: truncated: 5 bytes are too few for a safetensors header" truncate -s 5 \
	model.safetensors
breaks "a header length that lies" \
	"$T/m/model.safetensors: header length 18446744073709551615 does not fit the file's $size bytes" \
	sh -c 'printf "\377%.0s" 1 2 3 4 5 6 7 8 | dd of=model.safetensors conv=notrunc 2>/dev/null'
rm -rf "$T/m"; cp -r "$T/tiny-qwen2" "$T/m"; truncate -s -100 "$T/m/model.safetensors"
run refrun --parity --model "$T/m"
is_status 2 "truncated data"
check "names the tensor" grep \
	-q 'tensor model.norm.weight: bytes .* lie outside the file.s .* bytes of data (truncated?)' \
	"$T/err"
breaks "a shape that disagrees" \
	"$T/m: tensor model.layers.0.mlp.gate_proj.weight: shape 48 x 32, but config.json says 40 x 32" \
	sed -i 's/"intermediate_size": 48/"intermediate_size": 40/' config.json
header() { # JSON: a file of this header and eight bytes of data
	python3 -c 'import struct, sys
text = sys.argv[1].encode()
open("model.safetensors", "wb").write(struct.pack("<Q", len(text)) + text + bytes(8))' "$1"
}
breaks "a header that is no JSON" "$T/m/model.safetensors:1: expected a value, found 'x'" header \
	'{"a": x}'
breaks "a header that is not an object" "$T/m/model.safetensors: header is not a JSON object" \
	header '[1]'
breaks "an entry without a shape" "$T/m/model.safetensors: tensor a: header entry is malformed" \
	header '{"a": {"dtype": "F32", "data_offsets": [0, 8]}}'
breaks "a shape that overflows" "$T/m/model.safetensors: tensor a: bad shape" header \
	'{"a": {"dtype": "F32", "shape": [1e12, 1e12, 1e12], "data_offsets": [0, 8]}}'
breaks "bytes that are not the shape's" \
	"$T/m/model.safetensors: tensor a: 8 bytes do not fit its shape" header \
	'{"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}}'
outside="bytes 8 to 0 lie outside the file's 8 bytes of data (truncated?)"
breaks "offsets the wrong way round" "$T/m/model.safetensors: tensor a: $outside" \
	header '{"a": {"dtype": "F32", "shape": [2], "data_offsets": [8, 0]}}'
breaks "a weight of a type that is not known" \
	"$T/m: the checkpoint has no tensor model.layers.0.input_layernorm.weight" header \
	'{"model.layers.0.input_layernorm.weight": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]}}'
index() { # FILE: the weights are in FILE, by an index
	rm model.safetensors
	echo "{\"weight_map\": {\"a\": \"$1\"}}" >model.safetensors.index.json
}
breaks "an index of a file elsewhere" \
	"$T/m/model.safetensors.index.json: weight_map names no file of this directory for a" \
	index ../a.safetensors
breaks "an index of a file that is not there" "$T/m/a.safetensors: No such file or directory" \
	index a.safetensors
breaks "no config.json" "$T/m/config.json: No such file or directory" rm config.json
breaks "a config.json that ends early" \
	"$T/m/config.json:1: expected a key in double quotes, found the end of input" sh \
	-c 'printf "{" >config.json'
breaks "heads that do not divide the width" \
	"$T/m/config.json: 5 heads do not divide width 32" sed \
	-i 's/"num_attention_heads": 4/"num_attention_heads": 5/' config.json
breaks "an unknown architecture" \
	"$T/m/config.json: unknown architecture llama4 (known: gpt2, qwen2, llama, mistral, qwen3)" \
	sed -i 's/"qwen2"/"llama4"/' config.json
breaks "a layer that is not there" \
	"$T/m: the checkpoint has no tensor model.layers.2.input_layernorm.weight" \
	sed -i 's/"num_hidden_layers": 2/"num_hidden_layers": 3/' config.json
rm -rf "$T/m"; cp -r "$T/tiny-qwen2" "$T/m"
sed -i 's/"rope_theta": [0-9.e+]*/"rope_parameters": {"rope_type": "default", &}/' \
	"$T/m/config.json"
run refrun --parity --model "$T/m" --compare fixtures/refrun/tiny-qwen2.json
is_status 0 "rope_parameters, as newer files have it"
rm -rf "$T/m"; cp -r "$T/tiny-qwen2" "$T/m"; mv "$T/m/model.safetensors" "$T/m/a.safetensors"
printf '{"weight_map": {"model.norm.weight": "a.safetensors"}}' >"$T/m/model.safetensors.index.json"
run refrun --parity --model "$T/m" --compare fixtures/refrun/tiny-qwen2.json
is_status 0 "shards by an index"
unknown='refrun: no-such-model: neither a model directory nor a named size (tiny-gpt2, gpt2-25m,'
unknown="$unknown gpt2-50m, gpt2-100m, qwen2.5-0.5b, qwen2.5-1.5b, qwen2.5-3b, tiny-qwen2)"
fails 2 "$unknown" refrun --parity --model no-such-model
conf 'model_path: no-such-model' "$small" 'modes: [prefill]'
fails 2 "$unknown" refrun -O "$T/none" "$T/c.yaml"
check "and no folder of a run is left" [ ! -e "$T/none" ]

# --- a file system that takes no more: nothing half-written under a file's name
conf 'model_path: tiny-gpt2' "$small" 'modes: [prefill]' 'repetitions: 400' \
	'torch_compile: {enabled: false}'
status=0
(trap '' XFSZ; ulimit -f 80; exec refrun -O "$T/disk" "$T/c.yaml") >"$T/out" 2>"$T/err" || status=$?
is_status 2 "a file that cannot grow"
check "and its name" grep \
	-q "^refrun: $T/disk/prefill/runs/single_micro/.*: cannot write: File too large" "$T/err"
check "nothing half-written is left" sh -c \
	"! find '$T/disk' -name '*.tmp' -o -name 'run_*.json' | grep ."
check "the manifest says that the run is incomplete" grep -q '"complete":	false' \
	"$T/disk/manifest.json"

# --- a model that memory does not hold: what was needed, and what was measured is kept
if [ -n "${SLOW:-}" ]; then
	skip "out of memory" "a sanitizer takes more address space than the limit leaves"
else
	printf '%s\n' 'models: [tiny-qwen2, qwen2.5-0.5b]' 'scenarios: [{name: one, lengths: [4]}]' \
		'modes: [prefill]' \
		'repetitions: 2' 'warmup_repetitions: 1' 'torch_compile: {enabled: false}' >"$T/c.yaml"
	status=0
	(ulimit -v 1500000; exec timeout 60 refrun -O "$T/mem" "$T/c.yaml") >"$T/out" 2>"$T/raw" ||
		status=$?
	sed 's/has [0-9]* bytes left/has N bytes left/' "$T/raw" >"$T/err"
	is_status 2 "out of memory"
	is_err "and how much was needed" <<-'E2'
	refrun: qwen2.5-0.5b: out of memory: the cpu has N bytes left; weights, buffers and cache take 1982240500
	E2
	check "the manifest says that the run is incomplete" grep -q '"complete":	false' \
		"$T/mem/manifest.json"
	latstats -o csv -g model --stats n "$T/mem/prefill/metrics.csv" >"$T/out"
	is_out "what was measured before is there" <<-'E2'
	model,n
	tiny-qwen2,2
	E2
	runinfo -o csv "$T/mem/manifest.json" |
		awk -F, '$3 ~ /^files\[.*path$/ { p = $4 } $3 ~ /^files\[.*sha256$/ { print $4 "  " p }' \
			>"$T/sums"
	check "and the manifest has its SHA-256" sh \
		-c "grep -q prefill/runs/ '$T/sums' && cd '$T/mem' && sha256sum --quiet --strict -c '$T/sums'"
	sed 's/, qwen2.5-0.5b//' "$T/c.yaml" >"$T/c2.yaml"
	fails 2 "refrun: $T/mem/manifest.json: has another configuration than $T/c2.yaml" refrun --resume \
		-O "$T/mem" "$T/c2.yaml"
fi
