# What tablecheck --arith is told of TR117's tables (reports/arith/rules.mk).
tr117/4.1-outlier.arith = --rel 'tokens_per_s = 1000*tokens/latency_ms'
tr117/4.3-trimmed.with = 4-overall 4-samples
tr117/4.3-trimmed.arith = \
	--rel 'drop1: estimate[method=drop1] = ($(arith_sum)-max[method=])/(n[method=]-1)' \
	--rel 'drop5: estimate[method=drop5] >= ($(arith_sum)-5*max[method=])/(n[method=]-5)'
tr117/4.4-skew.with = 4.4-share
tr117/4.4-skew.arith = --exact files,files_over_3x --rel 'share_over_3x = files_over_3x/files'
tr117/6.1-delta.arith = --rel 'delta = test-base'
tr117/003-skew.with = 003-share
tr117/003-skew.arith = $(tr117/4.4-skew.arith)
