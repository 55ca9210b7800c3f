# The commands that show the errata of TR126 that are no single cells (errata.csv):
# each prints one figure. reports/errata/rules.mk runs them.
TR126_LABELS = labelaudit --runs $(TR126_BASELINE) | $(ERRATUM_VALUE)
TR126_QWEN = grep -e latency_ms -e qwen $(TR126_BACKENDS)/prefill/metrics.csv
TR126_PHASE3 = $(TR126_BACKENDS) $(TR126_DEFAULT) $(TR126_PT210)
TR126_ARITH = tablecheck --arith --findings reports/tr126/published

# by another definition than the one named
E126-31 = $(TR126_COMPILE) $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p_welch
E126-32 = latstats -g model,backend --ci --ci-method z --where model=models/qwen2.5-3b $(TR126_BACKENDS)/kv_decode/metrics.csv | tablecheck --subset --summary reports/tr126/published/10.2-qwen2.5-3b.csv | $(ERRATUM_VALUE) -v column=mismatch
E126-33 = latstats -g backend -q 0.5001 -Q 1 --stats n $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p50.01 -v where=backend=transformers-gpu
E126-34 = power -g backend --method normal --sd-of pooled $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=sd

# what ran compiled
E126-40 = $(TR126_LABELS) -v where='mode=prefill;verdict=compiled' -v how=count
E126-41 = $(TR126_LABELS) -v where='mode=kv_decode;verdict=compiled' -v how=count
E126-42 = $(tr126/5.6-decode-models) | $(ERRATUM_VALUE) -v column=p_student -v how=max
E126-43 = $(TR126_LABELS) -v column=served -v where=mode=kv_decode -v how=sum
E126-69 = find $(DATA)/TR126/phase2 -name dynamo_counters.json | grep -c .
E126-72 = runinfo $(TR126_DYNAMIC) | grep -c 'compile_metas.*cudagraph_skips'
E126-82 = $(TR126_LABELS) -v column=served -v where=mode=e2e_kv -v how=sum
E126-83 = labelaudit --runs $(TR126_PHASE3) | $(ERRATUM_VALUE) -v where='mode=prefill;verdict=compiled' -v how=count
E126-84 = grep -v -e stress_single $(TR126_BASELINE)/prefill/metrics.csv | latstats -g backend | $(ERRATUM_VALUE) -v column=mean -v where=backend=transformers-gpu-compile

# which rows, and how many
E126-44 = grep -v gpt2-100m:fp16 $(TR126_BASELINE)/prefill/metrics.csv | latstats -g backend | $(ERRATUM_VALUE) -v column=mean -v where=backend=transformers-gpu-compile
E126-46 = latstats -g model $(TR126_BASELINE)/prefill/metrics.csv | $(ERRATUM_VALUE) -v how=count
E126-57 = { latstats -g model,scenario,backend --stats n $(TR126_BACKENDS)/prefill/metrics.csv ; latstats -g model,scenario,backend --stats n $(TR126_PT210)/prefill/metrics.csv ; } | sort | uniq -u | grep -c .
E126-59 = cat $(TR126_BACKENDS)/kv_decode/metrics.csv $(TR126_BACKENDS)/e2e_kv/metrics.csv | grep -c 'has been overwritten'
E126-68 = $(tr126/B-kernels) | $(ERRATUM_VALUE) -v column=cached_kernels_delta -v how=at_max -v key=model
E126-70 = latstats -v event_ms $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=n
E126-71 = latstats --stats errors $(TR126_BASELINE)/kv_decode/metrics.csv $(TR126_BASELINE)/e2e_kv/metrics.csv | $(ERRATUM_VALUE) -v column=errors
E126-80 = $(TR126_QWEN) | latstats -g backend | $(ERRATUM_VALUE) -v column=n -v how=list
E126-81 = latstats --stats n $(TR126_BASELINE)/prefill/metrics.csv $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_PADDED)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=n
E126-85 = $(TR126_ARITH)/11.4-anova.csv | $(ERRATUM_VALUE) -v column=implied_lo -v where=relation=ss_total
E126-86 = $(TR126_ARITH)/11.4-anova.csv | $(ERRATUM_VALUE) -v column=implied_lo -v where=relation=df_total

# unequal work, and strata that one group has
E126-50 = $(TR126_QWEN) | $(TR126_OLLAMA:transformers-gpu=transformers-gpu-compile) | $(ERRATUM_VALUE) -v column=change_pct
E126-51 = coldstart --all --by model --where scenario=stress_single --where backend=ollama $(TR126_BACKENDS)/prefill/metrics.csv | latstats -g cold | $(ERRATUM_VALUE) -v column=mean -v where=cold=1
E126-52 = $(TR126_QWEN) | abtest --permutations 0 -g backend --unequal-ok -v tokens --base transformers-gpu --test ollama | $(ERRATUM_VALUE) -v column=diff
E126-53 = abtest --permutations 0 --per-token --common -s model -g backend --base ollama --test transformers-gpu $(TR126_BACKENDS)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=ratio_mean -v where=kind=combined
E126-54 = latstats -v tokens --where model=models/qwen2.5-1.5b --where backend=ollama $(TR126_BACKENDS)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=min
E126-55 = latstats -g scenario -v tokens --where backend=ollama $(TR126_BACKENDS)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=mean -v how=list
E126-66 = latstats -g dtype --where backend=ollama $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=quantization -v how=list
E126-78 = latstats -v latency_ms,ollama_eval_ms,ollama_prompt_eval_ms --where backend=ollama $(TR126_BACKENDS)/e2e_kv/metrics.csv | awk -F, 'NR > 1 { rest = NR == 2 ? $$4 : rest - $$4 } END { printf "%.1f\n", rest }'
E126-87 = latstats -g model --where backend=transformers-gpu $(TR126_BACKENDS)/kv_decode/metrics.csv | sed '/gpt2/d' | awk -F, 'NR > 1 { s += $$4; n++ } END { printf "%.0f\n", s / n }'
E126-89 = latstats -g backend -v tokens $(TR126_BACKENDS)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=mean -v where=backend=ollama

# pooled over models of very different scale; order, cache, run length
E126-45 = runinfo --diff -f torch_compile_config.dynamic,torch_compile_config.disable_cudagraphs,tokenization.pad_to_max_length $(TR126_DYNAMIC) $(TR126_PADDED) | $(ERRATUM_VALUE) -v column=field -v how=distinct
E126-47 = runinfo --columns -f compile.compile_time_ms $(TR126_DYNAMIC)/prefill/runs/*/single_micro/transformers-gpu-compile/*/*.json | $(ERRATUM_VALUE) -v column=compile.compile_time_ms -v how=min
E126-48 = outliers -g model --where backend=transformers-gpu-compile $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v where='outliers!=0' -v how=count
E126-49 = $(TR126_COMPILE) -s model,scenario $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=median_reduction_pct -v where=kind=stratum -v how=min
E126-56 = latstats -g model --where backend=transformers-gpu-compile $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=sd -v how=max
E126-58 = latstats -g scenario --where model=models/qwen2.5-3b --where backend=transformers-gpu $(TR126_PT210)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=mean -v how=list
E126-73 = coldstart --by-file $(TR126_PADDED)/prefill/runs/*/*/transformers-gpu/*/*.json | $(ERRATUM_VALUE) -v column=max -v where='model=models/gpt2-100m:fp32;scenario=single_micro'
E126-74 = labelaudit --rules --all --runs $(TR126_BASELINE) | $(ERRATUM_VALUE) -v where='rule=clock;state!=holds' -v how=count
E126-75 = latstats -g model --where backend=transformers-gpu-compile $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p95 -v where=model=models/gpt2-50m:fp32
E126-76 = latstats -g backend $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=mean -v where=backend=transformers-gpu
E126-77 = $(TR126_COMPILE) $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=median_reduction_pct
E126-79 = latstats -g scenario --where model=models/gpt2-100m:fp32 --where backend=transformers-gpu-compile $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=median -v where=scenario=single_micro
E126-90 = sed '/,ollama,/d' $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_COMPILE) | $(ERRATUM_VALUE) -v column=change_pct
E126-91 = $(tr126/5.5-models) | $(ERRATUM_VALUE) -v column=ratio_mean -v how=at_max -v key=model
E126-92 = latstats -g scenario --where model=models/qwen2.5-0.5b --where backend=ollama $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=sd -v where=scenario=single_medium
E126-93 = $(TR126_OLLAMA:transformers-gpu=transformers-gpu-compile) --where model=models/qwen2.5-3b $(TR126_PT210)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p_student
E126-94 = $(TR126_COMPILE) -s model $(TR126_BASELINE)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=d -v where=kind=stratum -v how=min
E126-95 = latstats -g mode --where backend=transformers-gpu $(TR126_PT210)/e2e_kv/metrics.csv $(TR126_PT210)/kv_decode/metrics.csv | awk -F, 'NR > 1 { d = NR == 2 ? $$4 : d - $$4 } END { printf "%.1f\n", d }'
E126-97 = coldstart --by-file $(TR126_DYNAMIC)/prefill/runs/gpt2-100m/single_micro/transformers-gpu-compile/*/*.json | $(ERRATUM_VALUE) -v column=ratio
E126-98 = abtest --permutations 0 -g backend --unequal-ok --base ollama --test transformers-gpu-compile -s scenario --where model=models/qwen2.5-1.5b --margin 1 --stats p_tost $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p_tost -v where=kind=stratum -v how=max
E126-99 = abtest --permutations 0 -g run --where backend=transformers-gpu-compile --base 20260222_231929 --test 20260223_034940 $(TR126_BACKENDS)/prefill/metrics.csv $(TR126_DEFAULT)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p_student
E126-100 = latstats -g dtype,model $(TR126_DYNAMIC)/prefill/metrics.csv | sed 's/-[0-9].*m:[^,]*//; s/2.5-[^,]*//' | cut -d, -f1,2 | sed 1d | sort -u | cut -d, -f1 | uniq -d | grep -c .
E126-101 = abtest --permutations 0 -g backend --base transformers-gpu --test transformers-gpu-compile --unit file $(TR126_DYNAMIC)/prefill/runs/*/*/*/*/*.json | $(ERRATUM_VALUE) -v column=p_student
E126-102 = outliers -g backend,model $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=outlier_pct -v how=max
E126-103 = abtest --permutations 0 -g run --where backend=ollama --base 20260222_231929 --test 20260223_210915 --unequal-ok $(TR126_BACKENDS)/kv_decode/metrics.csv $(TR126_PT210)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=change_pct
E126-104 = printf 'reduction_pct\n190%%\n920%%\n' | tablecheck --arith --rel 'reduction_pct <= 100' - | $(ERRATUM_VALUE) -v where=verdict=inconsistent -v how=count
E126-105 = awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; next } { mean[$$at["backend"]] = $$at["mean_ms"] } END { printf "%.2f\n", 100 * (mean["transformers-gpu-compile"] / mean["transformers-gpu"] - 1) }' $(TR120_SUMMARY)
E126-106 = $(TR126_COMPILE) -s model $(TR126_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=sd_change_pct -v where=kind=stratum -v how=max
E126-107 = $(TR126_EAGER) $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=change_pct
E126-108 = latstats -g model,backend $(TR126_BACKENDS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v where='n!=0' -v how=count

# environments, and what was not kept
E126-60 = runinfo -f torch_compile_config.mode $(TR126_PHASE3) 2>/dev/null | $(ERRATUM_VALUE) -v column=value -v where='value!=' -v how=count
E126-61 = cat $(TR126_DEFAULT)/*/metrics.csv | grep -c tensor_weakrefs
E126-62 = find $(DATA)/TR126 -iname '*static*' | grep -c .
E126-63 = runinfo -f platform $(TR126_PARITY) | $(ERRATUM_VALUE) -v how=count
E126-64 = { runinfo --columns -f torch.version,torch.cuda_version,torch.cudnn_version,model_path $(TR126_WINDOWS)/manifest.json ; runinfo --columns -f 'environment.torch_version,environment.cuda_version,environment.cudnn_version,models[0].path' $(TR126_DYNAMIC)/manifest.json ; } | awk -F, 'NR == 2 { split($$0, a) } NR == 4 { for (i = NF - 3; i <= NF; i++) n += $$i != a[i]; print n }'
E126-65 = labelaudit --runs $(DATA)/TR120/tr120_root_cause_triton/* | $(ERRATUM_VALUE) -v column=run -v where=verdict=compiled -v how=distinct
E126-67 = runinfo -f environment.platform $(TR126_BACKENDS) | sed -n 's/.*glibc//p'
E126-88 = { runinfo -f 'max(triton_evidence_*:cached_kernels)' $(TR126_BASELINE) ; runinfo -f 'min(triton_evidence_*:cached_kernels)' $(TR126_PADDED) ; } | awk -F, '/kernels/ { n = NR == 2 ? $$NF : $$NF - n } END { print n }'
