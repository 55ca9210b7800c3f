# TR117: the pipelines of its lists. Its run files were never published; what
# stands in for them are the summaries that the authors derived, so no cell here
# is a match: it is restated (their own figure, or one that follows from their
# figures) or not reproducible. `sed 1s/_ms//g` gives their columns our names.
TR117_SUMMARIES = $(DATA)/TR120/tr120_compile_paradox/processed

tr117/4-overall = sed 1s/_ms//g $(TR117_SUMMARIES)/summary_overall.csv
tr117/4-samples = $(tr117/4-overall)
tr117/4.1-max = $(tr117/4-overall)
tr117/4.1-outlier = sed '1s/max_ms/latency_ms/; 1s/quantization/dtype/; 1p; /^transformers-gpu,single_micro,fp32,/!d' $(TR117_SUMMARIES)/cold_start_by_file.csv
tr117/4.2-scenarios = cut -d, -f1,2,4 $(TR117_SUMMARIES)/cold_start_effect_by_scenario_backend.csv | sed 1s/_ms//
tr117/4.3-trimmed = awk -f reports/tr117/trimmed.awk $(TR117_SUMMARIES)/summary_by_scenario_quantization.csv $(TR117_SUMMARIES)/summary_by_quantization.csv $(TR117_SUMMARIES)/summary_overall.csv
tr117/4.4-first = sed '1s/first_ms/first/; 1s/quantization/dtype/; 1p; /^transformers-gpu,single_micro,fp32,/!d' $(TR117_SUMMARIES)/cold_start_by_file.csv
tr117/4.4-effect = sed '1s/_ms//g; 1s/mean_excl_first/mean_steady/' $(TR117_SUMMARIES)/cold_start_effect_overall.csv
tr117/4.4-skew = awk -F, 'NR > 1 { n[$$1]++; cold[$$1] += $$10 == "True" } END { print "backend,files_over_3x,files"; for (b in n) print b "," cold[b] "," n[b] }' $(TR117_SUMMARIES)/cold_start_by_file.csv
tr117/4.4-share = cut -d, -f1,14 $(TR117_SUMMARIES)/cold_start_effect_overall.csv | sed '1s/frac_first_sample_over_3x_rest_median_per_file/share_over_3x/; 1p; /^transformers-gpu,/!d'
tr117/6.1-delta = $(tr117/4.4-effect) | awk -f reports/tr117/delta.awk
tr117/A.1-overall = $(tr117/4-overall)
tr117/A.2-scenarios = $(tr117/4.2-scenarios)
tr117/003-skew = $(tr117/4.4-skew)
tr117/003-share = $(tr117/4.4-share)
tr117/003-delta = $(tr117/6.1-delta)
