# Llama, Mistral and Qwen3: refrun computes from a checkpoint of transformers what transformers
# does (fixtures/refrun/checkpoints/make.py; random weights). What else a config.json may say.
. tests/lib.sh
F=fixtures/refrun/checkpoints
near() { # RECORD LOGITS: the last logits of each prompt
	python3 - "$1" "$2" <<-'E'
	import json, struct, sys
	prompts = json.load(open(sys.argv[1]))["prompts"]
	raw = open(sys.argv[2], "rb").read()
	ours = struct.unpack("<%df" % (len(raw) // 4), raw)
	each = len(ours) // len(prompts)
	for i, p in enumerate(prompts):
	    l = p["last_logits"]
	    got = ours[(i + 1) * each - len(l):(i + 1) * each]
	    worst = max(abs(a - b) for a, b in zip(got, l)) / max(map(abs, l))
	    assert worst < 1e-5, (i, worst)
	E
}
for m in llama mistral qwen3; do
	run refrun --parity --model $F/$m --compare $F/$m/record.json --logits "$T/logits"
	is_status 0 "$m: tokens and logit statistics are those of transformers"
	check "$m: and the last logits, each by itself" near $F/$m/record.json "$T/logits"
	check "$m: export" refrun --export "$T/$m" --model $F/$m
	run refrun --parity --model "$T/$m" --compare $F/$m/record.json
	is_status 0 "$m: and what is exported"
done
like() { # STATUS WHAT MODEL SED: a copy, its config.json changed, against the record
	rm -rf "$T/m"; cp -r $F/"$3" "$T/m"
	sed -i "$4" "$T/m/config.json"
	check "$2: config.json is another" sh -c "! cmp -s '$T/m/config.json' '$F/$3/config.json'"
	run refrun --parity --model "$T/m" --compare $F/"$3"/record.json
	is_status "$1" "$2"
}
old='s/"rope_parameters"/"rope_theta": 10000.0, "rope_scaling"/; /"rope_theta": 10000.0,$/d'
like 0 "llama3 as transformers 4 writes it" llama "$old"
like 0 "an older type" mistral 's/"rope_type"/"type"/'
like 1 "llama3 has an effect" llama '/factor"/d; /original_/d; s/"llama3"/"default"/'
like 1 "linear has an effect" mistral 's/"linear"/"default"/'
like 1 "and so has its factor" mistral 's/"factor": 2.5/"factor": 2/'
like 1 "the base is read" mistral 's/"rope_theta": 5000.0/"rope_theta": 10000.0/'
like 0 "a window that no token leaves" mistral 's/"sliding_window": null/"sliding_window": 40/'
like 2 "a window that one does" mistral 's/"sliding_window": null/"sliding_window": 39/'
is_err "is refused" <<E2
refrun: $T/m: a prompt's 8 rows and 32 new tokens are more than the model's 39 positions
E2
like 0 "without the key the window is 4096" mistral '/"sliding_window"/d'

rm -rf "$T/m"; cp -r $F/qwen3 "$T/m"
sed -i 's/"qwen3"/"llama"/' "$T/m/config.json"
run refrun --parity --model "$T/m" --compare $F/qwen3/record.json
is_status 1 "the norms of heads have an effect"
# --- every cache, batch and way to compile, against the float64 reference
compile_once
for m in llama qwen3; do
	run refrun --verify --model $F/$m
	is_status 0 "$m: every way to run it"
	check "$m: there are 70" test "$(grep -c '^ok' "$T/out")" -eq 70
done

# --- what a config.json says that is not supported, or makes no sense
says() { # MESSAGE MODEL SED
	rm -rf "$T/m"; cp -r $F/"$2" "$T/m"
	sed -i "$3" "$T/m/config.json"
	fails 2 "refrun: $T/m/config.json: $1" refrun --parity --model "$T/m"
}
says "attention_bias is not supported" llama 's/"attention_bias": false/"attention_bias": true/'
says "mlp_bias is not supported" llama 's/"mlp_bias": false/"mlp_bias": "yes"/'
says "use_sliding_window is not supported" mistral 's/"use_cache"/"use_sliding_window"/'
says "hidden_act gelu is not supported (only silu is)" llama 's/"silu"/"gelu"/'
says "hidden_act that is no text is not supported (only silu is)" llama 's/"silu"/7/'
says "rope_type yarn is not supported (only default, linear and llama3 are)" llama \
	's/"llama3"/"yarn"/'
says "head_dim is missing or no whole number from 1 to 16777216" qwen3 '/"head_dim"/d'
says "rope_parameters has no rope_type" llama '/"rope_type"/d; s/\(10000.0\),/\1/'
says "rope_parameters has no rope_type" llama 's/"rope_type": "llama3"/"rope_type": 3/'
says "rope_scaling has no rope_type" llama 's/"use_cache": true/"rope_scaling": "llama3"/'
says "factor is missing or no number from 1e-30 to 1e30" mistral '/"factor"/d'
says "factor is missing or no number from 1e-30 to 1e30" llama 's/"factor": 8.0/"factor": 0/'
says "original_max_position_embeddings is missing or no number from 1e-30 to 1e30" llama \
	'/"original_/d'
says "low_freq_factor is not below high_freq_factor" llama \
	's/"high_freq_factor": 4/"high_freq_factor": 1/'
says "rope_theta is missing or no number from 1e-30 to 1e30" llama 's/10000.0/"1e4"/'
says "rms_norm_eps is missing or no number from 1e-30 to 1e30" llama 's/1e-06/-1/'
says "partial_rotary_factor 0.5 is not supported" llama \
	's/"use_cache": true/"partial_rotary_factor": 0.5/'
says "tie_word_embeddings is neither true nor false" llama 's/\(embeddings": \)false/\10/'
says "sliding_window is missing or no whole number from 1 to 16777216" mistral \
	's/"sliding_window": null/"sliding_window": 0/'
says "heads of 7 elements have no pairs to rotate" llama 's/"head_dim": 8/"head_dim": 7/'
says "3 heads of keys do not divide 4 heads" llama 's/\(value_heads": \)2/\13/'
says "3 heads do not divide width 8" llama '/"head_dim"/d; s/\(attention_heads": \)4/\13/'
says "9 heads do not divide width 8" llama '/"head_dim"/d; s/\(attention_heads": \)4/\19/'
says "5000 layers are more than 4096" llama 's/\(hidden_layers": \)2/\15000/'
says "max_position_embeddings is missing or no whole number from 1 to 16777216" llama \
	'/max_position/s/128/1e9/'
lacks() { # MESSAGE MODEL SED
	rm -rf "$T/m"; cp -r $F/"$2" "$T/m"
	sed -i "$3" "$T/m/config.json"
	fails 2 "refrun: $T/m: $1" refrun --parity --model "$T/m"
}
lacks "the checkpoint has no tensor lm_head.weight" mistral 's/\(embeddings": \)true/\1false/'
lacks "tensor model.layers.0.self_attn.q_proj.weight: shape 32 x 8, but config.json says 16 x 8" \
	llama 's/"head_dim": 8/"head_dim": 4/'
lacks "the checkpoint has no tensor model.layers.0.self_attn.q_proj.bias" llama \
	's/"llama"/"qwen2"/'
lacks "the checkpoint has no tensor model.layers.0.self_attn.q_norm.weight" llama \
	's/"llama"/"qwen3"/'
rm -rf "$T/m"; cp -r $F/llama "$T/m"; rm "$T"/m/model-00003-*
fails 2 "refrun: $T/m/model-00003-of-00005.safetensors: No such file or directory" \
	refrun --parity --model "$T/m"
