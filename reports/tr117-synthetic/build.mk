# TR117 from samples: the lists of tr117, their marks not looked at, against
# tables made from fixtures/tr117. Those run files are synthetic: they were made to
# have these statistics (fixtures/tr117/README.md). That the cells match shows what
# each published figure is a statistic of, and that the tools compute it. It is no
# evidence for any of them.
TR117_RUNS = fixtures/tr117/runs/*/transformers-gpu/*/*.json fixtures/tr117/runs/*/transformers-gpu-compile/*/*.json

tr117-synthetic/4-overall = latstats -g backend $(TR117_RUNS)
tr117-synthetic/4-samples = $(tr117-synthetic/4-overall)
tr117-synthetic/4.1-max = $(tr117-synthetic/4-overall)
tr117-synthetic/4.1-outlier = coldstart --all --where backend=transformers-gpu --where scenario=single_micro --where dtype=fp32 $(TR117_RUNS) | grep -E ',(cold|1)$$'
tr117-synthetic/4.2-scenarios = latstats -g scenario,backend $(TR117_RUNS)
tr117-synthetic/4.3-trimmed = trimmean -g backend --methods mean,drop1,drop5,median $(TR117_RUNS)
tr117-synthetic/4.4-first = coldstart --by-file --where scenario=single_micro --where backend=transformers-gpu --where dtype=fp32 $(TR117_RUNS)
tr117-synthetic/4.4-effect = coldstart --effect -g backend $(TR117_RUNS)
tr117-synthetic/4.4-skew = $(tr117-synthetic/4.4-effect)
tr117-synthetic/4.4-share = coldstart --effect -g backend --where backend=transformers-gpu $(TR117_RUNS)
tr117-synthetic/6.1-delta = $(tr117-synthetic/4.4-effect) | awk -f reports/tr117/delta.awk
tr117-synthetic/A.1-overall = $(tr117-synthetic/4-overall)
tr117-synthetic/A.2-scenarios = $(tr117-synthetic/4.2-scenarios)
tr117-synthetic/003-skew = $(tr117-synthetic/4.4-effect)
tr117-synthetic/003-share = $(tr117-synthetic/4.4-share)
tr117-synthetic/003-delta = $(tr117-synthetic/6.1-delta)

# Appendix B.1: its figures (make figures)
FIGURES += tr117-synthetic/B.1-cdf tr117-synthetic/B.1-quantiles
tr117-synthetic/B.1-cdf = cdfplot -g backend --log --title 'TR117 by label' $(TR117_RUNS)
tr117-synthetic/B.1-quantiles = cdfplot -g backend --quantiles --title 'TR117 by label' $(TR117_RUNS)
