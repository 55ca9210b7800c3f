# TR126: the pipeline of each list in published/, by the name of the list, as in
# reports/tr120/build.mk. The runs: phase 1; phase 2 without dynamic shapes
# (baseline), padded, and dynamic; phase 3, the same with other compile settings,
# and with PyTorch 2.10.
TR126_GATE     = $(DATA)/TR126/phase1/20260222_195228/environment.json
TR126_PARITY   = $(DATA)/TR126/phase1/20260222_195522/weight_parity.json
TR126_BASELINE = $(DATA)/TR126/phase2/20260222_195655
TR126_PADDED   = $(DATA)/TR126/phase2/20260222_213342
TR126_DYNAMIC  = $(DATA)/TR126/phase2/20260222_214114
TR126_BACKENDS = $(DATA)/TR126/phase3/20260222_231929
TR126_DEFAULT  = $(DATA)/TR126/phase3/20260223_034940
TR126_PT210    = $(DATA)/TR126/phase3/20260223_210915
TR126_WINDOWS  = $(DATA)/TR120/tr120_root_cause/20251221_113136

# eager against compiled, in either order; Ollama against eager. The report's p is
# Student's (p_student) but for 5.4 (p_welch). It compares groups that did unequal
# work, and pools models that only one group has: --unequal-ok does as it did.
TR126_COMPILE  = abtest --permutations 0 -g backend --base transformers-gpu --test transformers-gpu-compile
TR126_EAGER    = abtest --permutations 0 -g backend --base transformers-gpu-compile --test transformers-gpu
TR126_OLLAMA   = abtest --permutations 0 -g backend --unequal-ok --base ollama --test transformers-gpu
TR126_STRATA   = grep -v '^combined'
TR126_AWK      = awk -f reports/csv.awk -f reports
# what a list asks for, out of several tables; out of all figures
TR126_PICK     = $(TR126_AWK)/pick.awk reports/tr126/published
TR126_FIGURES  = BUILD=$(BUILD) sh reports/tr126/figures.sh $(DATA)/TR126 $(DATA)/TR120 | $(TR126_PICK)
TR126_ENV      = $(TR126_AWK)/tr126/environment.awk
comma := ,
TR126_ENV_OF   = runinfo --columns -f 'environment.platform,environment.platform_system,environment.python_version,environment.torch_version,environment.cuda_version,environment.cudnn_version,environment.triton_version,environment.gpu_name,environment.gpu_memory_gb,dotted(environment.gpu_compute_capability),environment.in_docker,environment.triton_cache_dir,environment.cuda_visible_devices'
TR126_GATE_OF  = $(subst environment.platform$(comma),checks.cuda_available.detail$(comma)checks.triton_importable.detail$(comma)checks.torch_compile_inductor.detail$(comma)checks.torch_compile_inductor.backend$(comma)environment.platform$(comma),$(TR126_ENV_OF))

# 3: the environment
tr126/3.1-checks = $(TR126_GATE_OF) $(TR126_GATE) | $(TR126_ENV)
tr126/3.2-environment = $(tr126/3.1-checks)
tr126/3.3-weight-parity = runinfo --columns -f 'prompts[0].num_tokens,prompts[1].num_tokens,prompts[2].num_tokens,prompts[0].generated_token_ids[0],prompts[0].generated_token_ids[1],prompts[0].generated_token_ids[2],prompts[0].generated_token_ids[3],prompts[0].generated_token_ids[4]' $(TR126_PARITY)
TR126_WINDOWS_RUN = $(TR126_WINDOWS)/prefill/runs/stress_single/transformers-gpu-compile/fp32/run_1766334721538.json
tr126/3.4-windows = ( $(tr126/3.1-checks) ; echo ; runinfo --columns -f 'torch.version,torch.gpu_name,dotted(torch.gpu_cc)' $(TR126_WINDOWS) | $(TR126_ENV) ; echo ; runinfo --columns -f compile.backend $(TR126_WINDOWS_RUN) | $(TR126_ENV) ) | $(TR126_PICK)/3.4-windows.csv -

# 4: design of phase 2
tr126/4.1-design = ( runinfo --columns -f 'length(models),length(prefill/dynamo_counters:backend_labels),length(scenarios),length(modes),repetitions,warmup_repetitions' $(TR126_DYNAMIC) ; echo ; runinfo --columns -f 'length(modes)' $(TR126_BASELINE) ; echo ; runinfo --columns -f run_id $(DATA)/TR126/phase2/* | awk 'END { print "configs"; print NR - 1 }' ) | $(TR126_PICK)/4.1-design.csv -
tr126/4.2-models = latstats -g model,dtype --stats n $(TR126_DYNAMIC)/prefill/metrics.csv | sed 's/,fp/,FP/'
tr126/4.4-scenarios = ( latstats -g scenario -v tokens --stats max $(TR126_DYNAMIC)/prefill/metrics.csv | awk -v rename=max=prompt_tokens -f reports/csv.awk -f reports/with.awk ; for s in single_micro single_short single_medium single_long stress_single; do echo; runinfo --columns -f repetitions $(TR126_DYNAMIC) | awk -v set=scenario=$$s -f reports/csv.awk -f reports/with.awk; done ) | $(TR126_PICK)/4.4-scenarios.csv -

# 5: the compiler's effect
tr126/5.1-aggregate = latstats -g backend --ci $(TR126_DYNAMIC)/prefill/metrics.csv
tr126/5.1-aggregate-ab = ( $(TR126_COMPILE) $(TR126_DYNAMIC)/prefill/metrics.csv ; $(TR126_EAGER) $(TR126_DYNAMIC)/prefill/metrics.csv | sed 1d )
tr126/5.2-scenarios = $(TR126_COMPILE) -s scenario $(TR126_DYNAMIC)/prefill/metrics.csv | $(TR126_STRATA)
tr126/5.3-distributions = latstats -g scenario,backend $(TR126_DYNAMIC)/prefill/metrics.csv
tr126/5.4-aggregate = $(TR126_COMPILE) $(TR126_PADDED)/prefill/metrics.csv
tr126/5.4-models = $(TR126_COMPILE) -s model $(TR126_PADDED)/prefill/metrics.csv | $(TR126_STRATA)
tr126/5.4-configs = $(TR126_COMPILE) -s run $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_PADDED)/prefill/metrics.csv | $(TR126_STRATA)
tr126/5.5-prefill = $(TR126_COMPILE) $(TR126_BASELINE)/prefill/metrics.csv
tr126/5.5-models = $(TR126_EAGER) -s model $(TR126_BASELINE)/prefill/metrics.csv | $(TR126_STRATA)
tr126/5.5-decode = $(TR126_COMPILE) $(TR126_BASELINE)/kv_decode/metrics.csv
tr126/5.5-e2e = $(TR126_COMPILE) $(TR126_BASELINE)/e2e_kv/metrics.csv
TR126_CONFIGS = $(TR126_BASELINE)/prefill/metrics.csv $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_PADDED)/prefill/metrics.csv
tr126/5.5-configs = ( $(TR126_COMPILE) -s run $(TR126_CONFIGS) ; $(TR126_EAGER) -s run $(TR126_CONFIGS) | sed 1d ) | $(TR126_STRATA)
tr126/5.5-settings = runinfo --columns -f torch_compile_config.dynamic,torch_compile_config.mode $(TR126_BASELINE) $(TR126_DYNAMIC) $(TR126_PADDED) | sed 's/,true/,True/; s/,false/,False/'
tr126/5.6-decode-models = $(TR126_EAGER) -s model $(TR126_BASELINE)/kv_decode/metrics.csv | $(TR126_STRATA)

# 6: by model
define tr126_model
tr126/6.$1 = latstats -g model,backend --ci --where model=models/$2 $(TR126_DYNAMIC)/prefill/metrics.csv
tr126/6.$1-ab = $(TR126_COMPILE) -s model --where model=models/$2 $(TR126_DYNAMIC)/prefill/metrics.csv | $(TR126_STRATA)
endef
$(eval $(call tr126_model,1-gpt2-25m,gpt2-25m:fp32))
$(eval $(call tr126_model,1-gpt2-50m,gpt2-50m:fp32))
$(eval $(call tr126_model,1-gpt2-100m,gpt2-100m:fp32))
$(eval $(call tr126_model,2-qwen2.5-0.5b,qwen2.5-0.5b:fp16))
$(eval $(call tr126_model,2-qwen2.5-1.5b,qwen2.5-1.5b:fp16))
$(eval $(call tr126_model,2-qwen2.5-3b,qwen2.5-3b:fp16))
tr126/6.3-speedup = $(TR126_EAGER) -s model $(TR126_DYNAMIC)/prefill/metrics.csv | $(TR126_STRATA)

# 7: power, outliers, trimmed means
tr126/7.1-power = power -g backend --method normal --sd-of all $(TR126_DYNAMIC)/prefill/metrics.csv
TR126_RUNS = $(DATA)/TR126/phase2/20260222_214114/prefill/runs/*/*/*/*/*.json
tr126/7.2-outliers = ( latstats -g backend -q p25,p75 $(TR126_DYNAMIC)/prefill/metrics.csv ; echo ; coldstart --all $(TR126_DYNAMIC)/prefill/metrics.csv ) | awk -v group=backend -f reports/csv.awk -f reports/tr126/fence.awk
tr126/7.2-outlier-rows = ( latstats -g backend -q p25,p75 $(TR126_RUNS) ; echo ; coldstart --all $(TR126_RUNS) ) | awk -v group=backend -v list=backend,model,scenario,index,latency_ms -f reports/csv.awk -f reports/tr126/fence.awk
tr126/7.3-trimmed = trimmean -g backend --methods mean,drop1,drop5,trim5 $(TR126_DYNAMIC)/prefill/metrics.csv
tr126/7.3-trimmed-ab = $(tr126/7.3-trimmed) | awk -v keys=method -v group=backend -v base=transformers-gpu -v test=transformers-gpu-compile -v column=estimate -f reports/csv.awk -f reports/change.awk
tr126/7.4-mean-median = latstats -g backend --ratio $(TR126_DYNAMIC)/prefill/metrics.csv

# 8: design of phase 3
TR126_MODES = $(TR126_BACKENDS)/prefill/metrics.csv $(TR126_BACKENDS)/kv_decode/metrics.csv $(TR126_BACKENDS)/e2e_kv/metrics.csv
tr126/8.2-models = latstats -g model,dtype --stats n --where backend=transformers-gpu $(TR126_BACKENDS)/prefill/metrics.csv | sed '1s/quantization/dtype/; s/,fp/,FP/' | $(TR126_PICK)/8.2-models.csv -
tr126/8.4-design = runinfo --columns -f 'length(backends),length(scenarios),length(modes),repetitions,max_new_tokens' $(TR126_BACKENDS)
tr126/8.7-samples = ( latstats -g mode,backend $(TR126_MODES) ; echo ; latstats -g mode $(TR126_MODES) ; echo ; latstats -g backend $(TR126_MODES) ; echo ; latstats $(TR126_MODES) ) | $(TR126_PICK)/8.7-samples.csv -

# 9: prefill of phase 3
TR126_RANK = $(TR126_AWK)/derive.awk
tr126/9.1-prefill = latstats -g backend --ci $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_RANK)
define tr126_backends
tr126/$1 = latstats -g model,backend --ci --where model=$2 $(TR126_BACKENDS)/$3/metrics.csv | $(TR126_PICK)/$1.csv -
endef
$(foreach t,9.2:prefill 10.2:kv_decode,$(foreach m,gpt2-100m qwen2.5-0.5b qwen2.5-1.5b qwen2.5-3b,$(eval $(call tr126_backends,$(firstword $(subst :, ,$t))-$m,models/$m,$(lastword $(subst :, ,$t))))))
tr126/9.2-llama3.2-1b = latstats -g model,backend --ci --where model=llama3.2:1b $(TR126_BACKENDS)/prefill/metrics.csv
tr126/10.2-llama3.2-1b = latstats -g model,backend --ci --where model=llama3.2:1b $(TR126_BACKENDS)/kv_decode/metrics.csv
tr126/9.2-tost = abtest --permutations 0 -g backend --unequal-ok --base ollama --test transformers-gpu-compile -s model --where model=models/qwen2.5-1.5b --margin 1 --level 0.95 $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_STRATA) | sed '1s/$$/,alpha/; 1!s/$$/,0.05/'
tr126/9.3-scenarios = latstats -g scenario,backend $(TR126_BACKENDS)/prefill/metrics.csv
tr126/9.4-compile = ( $(TR126_COMPILE) $(TR126_BACKENDS)/prefill/metrics.csv ; $(TR126_EAGER) $(TR126_BACKENDS)/prefill/metrics.csv | sed 1d )
tr126/9.5-pairs = ( $(TR126_OLLAMA) $(TR126_BACKENDS)/prefill/metrics.csv ; abtest --permutations 0 -g backend --unequal-ok --base ollama --test transformers-gpu-compile $(TR126_BACKENDS)/prefill/metrics.csv | sed 1d ; $(TR126_COMPILE) $(TR126_BACKENDS)/prefill/metrics.csv | sed 1d )
tr126/9.5-adjusted = abtest --permutations 0 -g backend --unequal-ok -s mode --adjust student $(TR126_MODES) | $(TR126_PICK)/9.5-adjusted.csv -

# 10: decode and end to end
tr126/10.2-decode = latstats -g backend --ci $(TR126_BACKENDS)/kv_decode/metrics.csv | $(TR126_RANK) | $(TR126_PICK)/10.2-decode.csv -
tr126/10.3-scenarios = $(TR126_OLLAMA) -s scenario $(TR126_BACKENDS)/kv_decode/metrics.csv | $(TR126_STRATA)
tr126/10.4-e2e = latstats -g backend --ci $(TR126_BACKENDS)/e2e_kv/metrics.csv | $(TR126_RANK) | $(TR126_PICK)/10.4-e2e.csv -
tr126/10.4-models = latstats -g model,backend --stats mean $(TR126_BACKENDS)/e2e_kv/metrics.csv | $(TR126_PICK)/10.4-models.csv -
tr126/10.4-models-ab = $(TR126_OLLAMA) --common -s model $(TR126_BACKENDS)/e2e_kv/metrics.csv | $(TR126_STRATA)
tr126/10.5-default-ab = $(TR126_COMPILE) -s run,mode $(TR126_BACKENDS)/prefill/metrics.csv $(TR126_DEFAULT)/prefill/metrics.csv | $(TR126_STRATA)
TR126_ERRORS = latstats -g run,mode,backend --stats n,errors --where backend=transformers-gpu-compile
tr126/10.5-default-errors = $(TR126_ERRORS) $(TR126_BACKENDS)/kv_decode/metrics.csv $(TR126_BACKENDS)/e2e_kv/metrics.csv $(TR126_DEFAULT)/kv_decode/metrics.csv $(TR126_DEFAULT)/e2e_kv/metrics.csv | $(TR126_RANK)
tr126/10.6-environment = $(TR126_ENV_OF) $(TR126_BACKENDS) $(TR126_PT210) | $(TR126_ENV)
tr126/10.6-status-ab = $(TR126_COMPILE) -s run,mode $(TR126_BACKENDS)/prefill/metrics.csv $(TR126_PT210)/prefill/metrics.csv | $(TR126_STRATA)
tr126/10.6-status-errors = $(TR126_ERRORS) $(TR126_BACKENDS)/kv_decode/metrics.csv $(TR126_BACKENDS)/e2e_kv/metrics.csv $(TR126_PT210)/kv_decode/metrics.csv $(TR126_PT210)/e2e_kv/metrics.csv | $(TR126_RANK)
tr126/10.6-prefill = latstats -g backend --ci $(TR126_PT210)/prefill/metrics.csv | $(TR126_RANK)
tr126/10.6-models = latstats -g model,backend --stats mean $(TR126_PT210)/prefill/metrics.csv
tr126/10.6-decode = $(TR126_OLLAMA) -s mode $(TR126_PT210)/kv_decode/metrics.csv $(TR126_PT210)/e2e_kv/metrics.csv | $(TR126_STRATA)
tr126/10.6-versions = $(TR126_FIGURES)/10.6-versions.csv -
# no artifact of these was published
tr126/10.7-patches = echo | $(TR126_PICK)/10.7-patches.csv -
tr126/10.8-static = echo | $(TR126_PICK)/10.8-static.csv -
tr126/10.8-static-latency = echo | $(TR126_PICK)/10.8-static-latency.csv -

# 11: power, outliers, analysis of variance. The effect of each factor is that of
# the factor entered first; the interaction is taken over the 12 cells there are.
tr126/11.1-power = power -g backend -s mode --method normal --sd-of all $(TR126_MODES)
tr126/11.2-outliers = ( latstats -g mode,backend -q p25,p75 $(TR126_MODES) ; echo ; coldstart --all $(TR126_MODES) ) | awk -v group=mode,backend -f reports/csv.awk -f reports/tr126/fence.awk
tr126/11.4-anova = ( anova --type 1 -g backend,model $(TR126_BACKENDS)/prefill/metrics.csv | grep -v '^model,' ; anova --type 1 -g model,backend $(TR126_BACKENDS)/prefill/metrics.csv | grep '^model,' )

# 12, 13: the phases together
TR126_100M = --map model=reports/tr126/models.csv --where model=gpt2-100m
tr126/12.1-phases = latstats -g run,model,backend $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_PICK)/12.1-phases.csv -
tr126/12.1-phases-ab = abtest --permutations 0 -g run -s backend $(TR126_100M) --base 20260222_214114 --test 20260222_231929 $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_STRATA)
tr126/12.1-effect = $(TR126_COMPILE) -s run,model $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_PICK)/12.1-effect.csv -
tr126/12.1-settings = runinfo --columns -f torch_compile_config.dynamic,torch_compile_config.mode,max_new_tokens $(TR126_DYNAMIC) $(TR126_BACKENDS) | sed 's/,true/,True/; s/,false/,False/'
tr126/12.2-environment = $(TR126_ENV_OF) $(TR126_GATE) $(TR126_DYNAMIC) $(TR126_BACKENDS) | $(TR126_ENV)
tr126/13.1-platforms = $(TR126_COMPILE) -s run $(TR126_DYNAMIC)/prefill/metrics.csv $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_STRATA)

# 14: what it means for users
tr126/14.1-workloads = latstats -g mode,backend --stats mean $(TR126_MODES) | $(TR126_PICK)/14.1-workloads.csv -
tr126/14.1-workloads-ab = ( $(TR126_OLLAMA) -s mode $(TR126_MODES) ; echo ; $(TR126_COMPILE) -s mode $(TR126_BACKENDS)/prefill/metrics.csv ; echo ; abtest --permutations 0 -g backend --unequal-ok --base transformers-gpu-compile --test ollama -s mode $(TR126_BACKENDS)/prefill/metrics.csv ) | $(TR126_PICK)/14.1-workloads-ab.csv -
tr126/14.1-small = latstats -g model,backend --stats mean $(TR126_BACKENDS)/prefill/metrics.csv | $(TR126_PICK)/14.1-small.csv -
tr126/14.2-scale = ( $(TR126_OLLAMA) --common -s mode,model $(TR126_MODES) ; echo ; abtest --permutations 0 -g backend --unequal-ok --common --base ollama --test transformers-gpu-compile -s mode,model $(TR126_BACKENDS)/prefill/metrics.csv ; echo ; abtest --permutations 0 -g backend --unequal-ok --common --base transformers-gpu-compile -s mode,model $(TR126_BACKENDS)/prefill/metrics.csv ) | $(TR126_PICK)/14.2-scale.csv -

# 16: the artifacts themselves
tr126/16.4-artifacts = sh reports/tr126/artifacts.sh $(DATA)/TR126 | $(TR126_PICK)/16.4-artifacts.csv -

# Appendices
tr126/A-linux = $(TR126_ENV_OF) $(TR126_BACKENDS) | $(TR126_ENV)
tr126/A-gpu = $(tr126/A-linux)
tr126/A-pt210 = $(TR126_ENV_OF) $(TR126_PT210) | $(TR126_ENV)
tr126/A-windows = ( $(tr126/3.1-checks) ; echo ; runinfo --columns -f 'torch.version,torch.gpu_name,dotted(torch.gpu_cc)' $(TR126_WINDOWS) | $(TR126_ENV) ) | $(TR126_PICK)/A-windows.csv -
tr126/B-kernels = ( for field in triton_available triton_version inductor_backend; do runinfo -f "triton_evidence_*:$$field" $(TR126_BASELINE) | awk -v as=$$field -f reports/csv.awk -f reports/tr126/kernels.awk; echo; done ; runinfo -f 'triton_evidence_*:cached_kernels' $(TR126_BASELINE) | awk -v as=cached_kernels -f reports/csv.awk -f reports/tr126/kernels.awk ) | $(TR126_PICK)/B-kernels.csv -
tr126/C-phase2 = runinfo --columns -f torch_compile_config.enabled,torch_compile_config.backend,torch_compile_config.mode,torch_compile_config.dynamic,torch_compile_config.fullgraph,device,repetitions,warmup_repetitions,max_new_tokens $(TR126_DYNAMIC)
tr126/C-phase2-models = ( echo model,dtype ; runinfo -f models $(TR126_DYNAMIC) -o json | tr '{' '\n' | sed -n 's/.*path[^a-z]*\(models[^"\]*\).*dtype[^a-z]*\(fp[0-9]*\).*/\1,\2/p' )
tr126/C-phase3 = runinfo --columns -f repetitions,max_new_tokens $(TR126_BACKENDS)
tr126/C-default = runinfo --columns -f run_id $(TR126_DEFAULT)

# The figures that the text states
$(foreach t,header abstract key-findings summary decisions claims prose-2 prose-4 prose-5 prose-6 prose-7 prose-8 prose-9 prose-10 prose-11 prose-12 prose-appendix-b,$(eval tr126/$t = $(TR126_FIGURES)/$t.csv -))
