# The commands that show the errata of TR120, and of what it says of TR117
# (errata.csv): each prints one figure. reports/errata/rules.mk runs them.
ERRATUM_VALUE = awk -f reports/csv.awk -f reports/errata/value.awk
TR120_SUMMARY = $(DATA)/TR120/tr120_compile_paradox/processed/summary_overall.csv
TR120_AB = abtest --permutations 0 -g run -s backend --base 20251221_173112

E120-01 = labelaudit --runs $(TR120_VARIABLE) | $(ERRATUM_VALUE) -v where='mode=prefill;verdict=compiled' -v how=count
E120-02 = latstats -g scenario --where backend=transformers-gpu-compile $(TR120_VARIABLE)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=max -v where='scenario!=stress_single' -v how=max
E120-03 = grep -v stress_single $(TR120_VARIABLE)/prefill/metrics.csv | latstats -g backend | $(ERRATUM_VALUE) -v column=mean -v where=backend=transformers-gpu-compile
E120-04 = latstats -g backend $(TR120_EVENTS)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=p99 -v where=backend=transformers-gpu-compile
E120-05 = labelaudit --runs $(TR120_VARIABLE) | $(ERRATUM_VALUE) -v column=verdict -v where='mode=prefill;scenario=stress_single'
E120-06 = labelaudit --runs $(TR120_VARIABLE) $(TR120_PADDED) | $(ERRATUM_VALUE) -v where='rule25=compiled;verdict!=compiled' -v how=count
E120-07 = labelaudit --runs $(TR120_VARIABLE) | $(ERRATUM_VALUE) -v column=served -v where=mode=kv_decode -v how=sum
E120-08 = labelaudit --runs $(TR120_PADDED) | $(ERRATUM_VALUE) -v column=served -v where=mode=kv_decode -v how=sum
E120-09 = labelaudit --runs $(TR120_VARIABLE) | $(ERRATUM_VALUE) -v column=served -v where=mode=e2e_kv -v how=sum
E120-10 = runinfo --diff -f torch_compile_config.disable_cudagraphs $(TR120_VARIABLE) $(TR120_PADDED) | $(ERRATUM_VALUE) -v column=value -v where=run=20251221_182658
E120-11 = $(TR120_AB) --test 20251221_181045 $(TR120_VARIABLE)/prefill/metrics.csv $(TR120_DYNAMIC)/prefill/metrics.csv | $(ERRATUM_VALUE) -v column=change_pct -v where=backend=transformers-gpu
E120-12 = $(TR120_AB) --test 20251221_182658 $(TR120_VARIABLE)/kv_decode/metrics.csv $(TR120_PADDED)/kv_decode/metrics.csv | $(ERRATUM_VALUE) -v column=change_pct -v where=backend=transformers-gpu
E120-13 = find $(TR120_VARIABLE)/prefill/runs -name 'run_*.json' | xargs runinfo --columns -f spec.scenario,spec.backend,started_at | sed 1d | sort -t, -k5,5n | awk -F, '!($$3 in seen) { seen[$$3] = 1; n++; eager += $$4 == "transformers-gpu" } END { print eager " of " n }'
E120-14 = awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$$i] = i; next } { max[$$at["backend"]] = $$at["max_ms"] } END { printf "%.2f\n", max["transformers-gpu"] / max["transformers-gpu-compile"] }' $(TR120_SUMMARY)
E120-15 = runinfo -f dynamo_counters.stats.unique_graphs $(TR120_EVENTS)/prefill/dynamo_counters.json | $(ERRATUM_VALUE) -v column=value
E120-21 = runinfo -f tokenization.pad_to_max_length $(TR120_PADDED) 2>&1 | grep -c true
E120-22 = runinfo $(TR120_VARIABLE) $(TR120_PADDED) | grep -c 'config.recompile_limit'
E120-23 = runinfo -f torch.version $(TR120_VARIABLE) | sed -n 's/.*nv//p'
E120-24 = runinfo $(TR120_WINDOWS)/manifest.json | grep -ci python
E120-25 = find $(DATA)/TR120/tr120_compile_paradox -name 'run_*.json' | grep -c run_
