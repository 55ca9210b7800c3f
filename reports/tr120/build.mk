# TR120: the pipeline of each list in published/, by the name of the list.
# Each is a line to paste into a shell; tablecheck holds its table against the
# list (reports/README.md). The runs:
TR120_VARIABLE = $(DATA)/TR120/tr120_root_cause_triton/20251221_173112
TR120_PADDED   = $(DATA)/TR120/tr120_root_cause_triton/20251221_182658
TR120_DYNAMIC  = $(DATA)/TR120/tr120_root_cause_triton/20251221_181045
TR120_EVENTS   = $(DATA)/TR120/tr120_root_cause_triton/20251221_191009
TR120_WINDOWS  = $(DATA)/TR120/tr120_root_cause/20251221_113136

# 5.1: variable lengths; the check by CUDA events is a run of its own
tr120/5.1-config = runinfo --columns -f repetitions,warmup_repetitions,max_new_tokens $(TR120_VARIABLE)/manifest.json
tr120/5.1-environment = runinfo --columns -f 'torch.version,torch.cuda_version,torch.cudnn_version,dotted(torch.gpu_cc)' $(TR120_VARIABLE)/manifest.json
tr120/5.1-run-file = runinfo --columns -f compile.dynamo_counters_after_compile.stats.unique_graphs $(TR120_VARIABLE)/prefill/runs/stress_single/transformers-gpu-compile/fp32/run_1766338305841.json
tr120/5.1-prefill = latstats -g backend $(TR120_VARIABLE)/prefill/metrics.csv
tr120/5.1-samples = latstats -g backend $(TR120_EVENTS)/prefill/metrics.csv
tr120/5.1-wall = latstats -g backend $(TR120_EVENTS)/prefill/metrics.csv
tr120/5.1-event = latstats -g backend -v event_ms $(TR120_EVENTS)/prefill/metrics.csv
tr120/5.1-explain = runinfo --columns -f prefill_explain.graph_count,prefill_explain.graph_break_count,prefill_explain.break_reasons_count,prefill_explain.out_guards_count $(TR120_EVENTS)/compiler_evidence.json
tr120/5.1-counters = runinfo --columns -f dynamo_counters.stats.unique_graphs,dynamo_counters.frames.total $(TR120_VARIABLE)/prefill/dynamo_counters.json
tr120/5.1.1-prefill = latstats -g backend $(TR120_PADDED)/prefill/metrics.csv
tr120/5.1.1-counters = runinfo --columns -f dynamo_counters.stats.unique_graphs $(TR120_VARIABLE)/prefill/dynamo_counters.json $(TR120_PADDED)/prefill/dynamo_counters.json
tr120/5.1.2-prefill = latstats -g backend $(TR120_DYNAMIC)/prefill/metrics.csv
tr120/5.1.2-counters = runinfo --columns -f dynamo_counters.stats.unique_graphs $(TR120_DYNAMIC)/prefill/dynamo_counters.json
tr120/5.1.3-latency = latstats -g run --where backend=transformers-gpu-compile $(TR120_VARIABLE)/prefill/metrics.csv $(TR120_PADDED)/prefill/metrics.csv $(TR120_DYNAMIC)/prefill/metrics.csv
tr120/5.1.3-counters = runinfo --columns -f dynamo_counters.stats.unique_graphs $(TR120_VARIABLE)/prefill/dynamo_counters.json $(TR120_PADDED)/prefill/dynamo_counters.json $(TR120_DYNAMIC)/prefill/dynamo_counters.json

# 5.3, 5.4: KV-cached decode and end to end
tr120/5.3-kv_decode = latstats -g backend $(TR120_VARIABLE)/kv_decode/metrics.csv
tr120/5.3-e2e_kv = latstats -g backend $(TR120_VARIABLE)/e2e_kv/metrics.csv
tr120/5.3.1-kv_decode = latstats -g backend $(TR120_PADDED)/kv_decode/metrics.csv
tr120/5.3.1-e2e_kv = latstats -g backend $(TR120_PADDED)/e2e_kv/metrics.csv
tr120/5.4-prefill = $(tr120/5.1-counters)
tr120/5.4-kv_decode = runinfo --columns -f 'dynamo_counters.stats.unique_graphs,dynamo_counters.unimplemented."recompile_limit reached"' $(TR120_PADDED)/kv_decode/dynamo_counters.json
tr120/5.4-recompile-limit = runinfo --columns -f run_id $(TR120_VARIABLE)/manifest.json $(TR120_PADDED)/manifest.json

# Appendix A
tr120/A.3-variable-prefill = $(tr120/5.1-prefill)
tr120/A.3-variable-kv_decode = $(tr120/5.3-kv_decode)
tr120/A.3-padded-prefill = $(tr120/5.1.1-prefill)
tr120/A.3-padded-kv_decode = $(tr120/5.3.1-kv_decode)
tr120/A.4-windows = latstats -g mode,backend $(TR120_WINDOWS)/prefill/metrics.csv $(TR120_WINDOWS)/e2e_kv/metrics.csv

# The summary (003), which repeats them
tr120/003-inductor = $(tr120/5.1-prefill)
tr120/003-padded = $(tr120/5.1.1-prefill)
tr120/003-kv_decode = $(tr120/5.3-kv_decode)
TR120_PAIR = abtest --permutations 0 -g backend
tr120/003-text = latstats -g run,mode,backend $(TR120_VARIABLE)/prefill/metrics.csv $(TR120_PADDED)/prefill/metrics.csv | awk -f reports/csv.awk -f reports/pick.awk reports/tr120/published/003-text.csv -
tr120/003-by = ( $(TR120_PAIR) --base transformers-gpu-compile --test transformers-gpu --stats ratio_median $(TR120_VARIABLE)/prefill/metrics.csv ; echo ; $(TR120_PAIR) --base transformers-gpu --test transformers-gpu-compile --stats p99_change_pct $(TR120_VARIABLE)/prefill/metrics.csv | awk -F, -v OFS=, 'NR == 1 { $$NF = "ratio_p99" } NR > 1 { $$NF = 1 + $$NF / 100 } { print }' ) | awk -f reports/csv.awk -f reports/pick.awk reports/tr120/published/003-by.csv -
tr120/003-limit = runinfo --columns -f run_id $(TR120_VARIABLE)/manifest.json

# Appendix B: its figures, drawn from the same runs (make figures)
FIGURES += $(addprefix tr120/B.,2-prefill 2-e2e_kv 2-kv_decode 3-prefill 3-kv_decode 3-e2e_kv 4-prefill 5-e2e_kv)
tr120/B.2-prefill = cdfplot -g backend --log --title 'Variable lengths: prefill' $(TR120_VARIABLE)/prefill/metrics.csv
tr120/B.2-e2e_kv = cdfplot -g backend --title 'Variable lengths: end to end' $(TR120_VARIABLE)/e2e_kv/metrics.csv
tr120/B.2-kv_decode = cdfplot -g backend --title 'Variable lengths: KV decode' $(TR120_VARIABLE)/kv_decode/metrics.csv
tr120/B.3-prefill = cdfplot -g backend --log --title 'Padded: prefill' $(TR120_PADDED)/prefill/metrics.csv
tr120/B.3-kv_decode = cdfplot -g backend --title 'Padded: KV decode' $(TR120_PADDED)/kv_decode/metrics.csv
tr120/B.3-e2e_kv = cdfplot -g backend --title 'Padded: end to end' $(TR120_PADDED)/e2e_kv/metrics.csv
tr120/B.4-prefill = cdfplot -g backend --log --title 'dynamic=True: prefill' $(TR120_DYNAMIC)/prefill/metrics.csv
tr120/B.5-e2e_kv = cdfplot -g backend --title 'Windows, fallback aot_eager: end to end' $(TR120_WINDOWS)/e2e_kv/metrics.csv
