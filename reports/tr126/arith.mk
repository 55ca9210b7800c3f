# What tablecheck --arith is told of TR126 beside the names of its columns
# (reports/arith/rules.mk): which lists belong together, and what the text says and the
# names do not.
tr126/5.1-aggregate.with = 5.1-aggregate-ab
# N/backend: both groups have it
tr126/5.2-scenarios.arith = --rel 'p_student_d: p_student = t_p(d/sqrt(2/n_base), 2*n_base-2)'
tr126/6.3-speedup.with = $(foreach m,1-gpt2-25m 1-gpt2-50m 1-gpt2-100m \
	2-qwen2.5-0.5b 2-qwen2.5-1.5b 2-qwen2.5-3b,6.$m 6.$m-ab)
# without its largest values a mean loses no more than they are
tr126_max = max[method=,scenario=$1]
tr126_long = max($(call tr126_max,single_long),$(call tr126_max,stress_single))
tr126_longer = max($(call tr126_max,single_medium),$(tr126_long))
TR126_MAX = max($(call tr126_max,single_micro),max($(call tr126_max,single_short),$(tr126_longer)))
tr126/7.3-trimmed.with = 7.3-trimmed-ab 7.2-outliers 5.3-distributions
tr126/7.3-trimmed.arith = \
	--rel 'estimate_change: change_pct = 100*(estimate_test/estimate_base-1)' \
	--rel 'drop1: estimate[method=drop1] = ($(arith_sum)-$(TR126_MAX))/(n[method=]-1)' \
	--rel 'drop5: estimate[method=drop5] >= ($(arith_sum)-5*$(TR126_MAX))/(n[method=]-5)'
tr126/8.7-samples.arith = --rel 'n_of_modes: n[mode=] = sum(n[mode])' \
	--rel 'n_of_backends: n[backend=] = sum(n[backend])'
tr126/9.1-prefill.with = 9.4-compile 9.5-pairs
$(foreach t,9.1-prefill 10.2-decode 10.4-e2e 10.6-prefill,\
	$(eval tr126/$t.arith = --rel 'rank = rank(mean[backend])'))
tr126/9.2-tost.with = 9.2-qwen2.5-1.5b
tr126/9.2-tost.arith = --rel 't_upper: t_upper = (diff-1)/diff_se' \
	--rel 't_lower: t_lower = (diff+1)/diff_se'
tr126/9.5-adjusted.arith = --rel 'holm_alpha: holm_alpha = 0.05/(5-rank+1)' \
	--rel 'bonferroni_alpha: bonferroni_alpha = 0.05/5'
tr126/10.4-models.with = 10.4-models-ab
tr126/10.6-versions.arith = --rel 'points: change_diff_pct[run=] = \
	change_pct[run=20260223_210915]-change_pct[run=20260222_231929]'
tr126/10.8-static-latency.arith = --rel 'relative = mean[configuration="eager+static"]/mean' \
	--rel 'slowdown = mean/mean[configuration="eager+static"]'
tr126/12.1-phases.with = 12.1-effect
kernels = --rel 'cached_kernels_delta[model=$2] = cached_kernels-cached_kernels[model=$1]'
tr126/B-kernels.arith = --exact cached_kernels,cached_kernels_delta \
	$(call kernels,gpt2-25m,gpt2-50m) $(call kernels,gpt2-50m,gpt2-100m) \
	$(call kernels,qwen2.5-0.5b,qwen2.5-1.5b) $(call kernels,qwen2.5-1.5b,qwen2.5-3b)
# all that the text states, whatever statement it stands in
tr126/abstract.with = key-findings summary decisions claims \
	$(patsubst reports/tr126/published/%.csv,%,$(wildcard reports/tr126/published/prose-*.csv))
tr126/abstract.arith = -k run,mode,model,scenario,backend,base,test --rel 'mde_of_n: \
	mde[model=models/gpt2-25m:fp32] = (z_quantile(0.025)+z_quantile(0.2))*sqrt(2/n)*sd'
