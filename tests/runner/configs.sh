# Every configuration of runner/configs, measured here and audited: what served a cell
# is its verdict, and none is unknown (runner/configs/audit.sh).
. tests/lib.sh
unset MODEL DTYPE REPETITIONS DEVICE
compile_once
audit() { run env BUILD="$BUILD" "$@"; }
conf() { printf '%s\n' "$@" >"$T/c.yaml"; }
small='scenarios: [single_micro, {name: own, lengths: [3, 5]}]'

audit sh runner/configs/audit.sh "$T/runs"
is_status 0 "every configuration"
is_err "each verdict is what the rows say" </dev/null
is_out "how many cells of each were compiled" <<'E2'
configuration             cells  compiled  partly  not compiled  unknown
fresh_decode_grow             2         0       1             1        0
fresh_decode_ring             2         2       0             0        0
fresh_decode_slice            2         0       1             1        0
fresh_decode_static           2         2       0             0        0
fresh_dynamic                 5         5       0             0        0
fresh_limit                   5         5       0             0        0
fresh_padded                  5         5       0             0        0
fresh_variable                5         4       0             1        0
h200_sizes                    4         4       0             0        0
phase2_baseline              15         4       2             9        0
phase2_dynamic                5         5       0             0        0
phase2_padded                 5         5       0             0        0
phase3_default               15         4       2             9        0
phase3_reduce_overhead       15         4       2             9        0
root_cause                   15         4       2             9        0
root_cause_dynamic            5         5       0             0        0
root_cause_padded             5         5       0             0        0
root_cause_padded_kv         15         5       2             8        0
root_cause_prefill_only       5         4       0             1        0
E2
check "none was left out" test "$(ls runner/configs/*.yaml | wc -l)" -eq $(($(wc -l <"$T/out") - 1))

# --- two models in one run
conf 'models: [{path: tiny-gpt2, dtype: fp32}, {path: tiny-qwen2, dtype: fp32}]' "$small" \
	'modes: [prefill, kv_decode, e2e_kv, uncached]' 'warmup_repetitions: 1' 'max_new_tokens: 4' \
	'torch_compile: {backend: inductor, mode: reduce-overhead, recompile_limit: 4}'
audit MODEL= sh runner/configs/audit.sh "$T/runs" "$T/c.yaml"
is_status 0 "two models in one run"
is_err "each verdict is what the rows say" </dev/null
is_out "how many cells were compiled" <<'E2'
configuration             cells  compiled  partly  not compiled  unknown
c                            16         4       8             4        0
E2

# --- a backend by every name, and what serves where it fails
both() { # WHAT COMPILED NOT
	is_status 0 "$1"
	tail -n 1 "$T/out" | awk '{ print $3, $5 }' >"$T/short"
	echo "$2 $3" >"$T/want"
	same "$1: $2 compiled, $3 not" "$T/want" "$T/short"
}
for word in codegen inductor trace aot_eager; do
	conf 'model_path: tiny-gpt2' "$small" "torch_compile: {backend: $word}"
	audit sh runner/configs/audit.sh "$T/runs" "$T/c.yaml"
	case $word in codegen|inductor) both "backend: $word" 2 0 ;; *) both "backend: $word" 0 2 ;; esac
done
for word in trace aot_eager eager; do
	conf 'model_path: tiny-gpt2' "$small" \
		"torch_compile: {backend: inductor, fallback_backend: $word}"
	audit ASSAY_CC=false sh runner/configs/audit.sh "$T/runs" "$T/c.yaml"
	both "fallback_backend: $word" 0 2
done

# --- what does not hold is said: with a tool that finds nothing out, or a contradiction
mkdir -p "$T/build/bin"
ln -s "$(cd "$BIN" && pwd)"/* "$T/build/bin"
stub() { # FILTER: labelaudit, and what it prints through the filter
	rm "$T/build/bin/labelaudit"
	printf '#!/bin/sh\n"%s" "$@" | %s\n' "$(cd "$BIN" && pwd)/labelaudit" "$1" \
		>"$T/build/bin/labelaudit"
	chmod +x "$T/build/bin/labelaudit"
}
stub "sed 's/,3,compiled,/,3,unknown,/'"
run env BUILD="$T/build" sh runner/configs/audit.sh "$T/runs" runner/configs/fresh_dynamic.yaml
is_status 1 "cells that are unknown"
is_out "are counted" <<'E2'
configuration             cells  compiled  partly  not compiled  unknown
fresh_dynamic                 5         0       0             0        5
E2
sort "$T/err" | head -n 1 >"$T/out"
is_out "and named" <<'E2'
fresh_dynamic: prefill,tiny-gpt2,single_long,refrun-cpu-compile,fp32: unknown, and its rows say compiled
E2
stub "sed '/,objects,holds,0,/s//,objects,fails,1,/'"
run env BUILD="$T/build" sh runner/configs/audit.sh "$T/runs" runner/configs/fresh_dynamic.yaml
is_status 1 "a contradiction"
check "is named" grep -q '^fresh_dynamic: .*,objects,fails,1,' "$T/err"
conf 'model_path: no-such-model'
audit MODEL= sh runner/configs/audit.sh "$T/runs" "$T/c.yaml"
is_status 1 "a run that fails"
is_out "has no row" <<'E2'
configuration             cells  compiled  partly  not compiled  unknown
E2
