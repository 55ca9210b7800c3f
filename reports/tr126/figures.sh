#!/bin/sh
# figures.sh TR126 TR120: from these folders of artifacts, prints the figures that
# the text of TR126 states, as tables one after the other with an empty line
# between them. Their keys are run, mode, model, scenario, backend, base and test.
# reports/pick.awk takes from them what a list of statements asks for. BUILD is
# where the tools were built.
set -eu
PATH=$(cd "${BUILD:-build}/bin" && pwd):$PATH
A=$1
WINDOWS=$2/tr120_root_cause/20251221_113136
BASELINE=20260222_195655 PADDED=20260222_213342 DYNAMIC=20260222_214114 FIRST=20260222_231929 PT210=20260223_210915
EAGER=transformers-gpu COMPILED=transformers-gpu-compile
ALL=$(echo "$A"/phase2/*/*/metrics.csv "$A"/phase3/*/*/metrics.csv)
P2=$A/phase2/$DYNAMIC/prefill/metrics.csv
P3=$(echo "$A"/phase3/$FIRST/*/metrics.csv)
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT

csv() { script=$1; shift; awk "$@" -f reports/csv.awk -f "reports/$script.awk"; }
# pairs of which one has no samples are passed over: what abtest says of them is noise
pairs() { abtest --permutations 0 --unequal-ok "$@" 2>"$TMP/refused" || { cat "$TMP/refused" >&2; exit 1; }; }

# distributions
for group in run run,mode run,mode,backend run,mode,model,backend; do
	latstats --ratio -g $group $ALL | csv derive; echo
done
latstats -g run,mode,scenario,backend --stats n,mean $ALL; echo
latstats --stats n $ALL; echo
latstats -g run,mode,model,backend -v tokens --stats mean $ALL | csv with -v rename=mean=tokens_mean; echo
latstats -g run,scenario -v tokens --stats max "$P2" | csv with -v rename=max=prompt_tokens; echo
latstats -g run,mode,model,scenario,backend --stats n $P3 |
	csv extremes -v keys=run,mode -v column=n | csv with -v rename=n_max=n_cell; echo

# comparisons, in both orders
for base in $EAGER $COMPILED ollama; do
	for strata in run,mode run,mode,model run,mode,scenario; do
		pairs -g backend --base $base -s $strata $ALL $WINDOWS/*/metrics.csv | csv derive; echo
	done
done
for base in $BASELINE $PADDED $DYNAMIC $FIRST; do
	pairs -g run --base $base -s mode,backend $ALL; echo
done
for base in $DYNAMIC $FIRST; do
	pairs -g run --base $base -s mode,model,backend --map model=reports/tr126/models.csv \
	    "$P2" "$A"/phase3/$FIRST/prefill/metrics.csv; echo
done
pairs -g backend --base $COMPILED --common "$A"/phase3/$FIRST/prefill/metrics.csv --stats n_test |
	csv with -v set=run=$FIRST,mode=prefill -v rename=test=backend,n_test=n_common,base=against; echo
for margin in 1:p_tost 0.5:p_tost_half 2:p_tost_two; do
	pairs -g backend --base ollama --test $COMPILED -s run,mode,model --margin ${margin%:*} --stats p_tost \
	    --where model=models/qwen2.5-1.5b "$A"/phase3/$FIRST/prefill/metrics.csv |
		csv with -v rename=p_tost=${margin#*:}; echo
	[ ${margin%:*} != 1 ] || echo "run,mode,model,base,test,margin
$FIRST,prefill,models/qwen2.5-1.5b,ollama,$COMPILED,1
"
done

# the least and the largest of several comparisons
pairs -g backend --base $EAGER --test $COMPILED -s run,mode,scenario "$P2" >"$TMP/scenarios"
csv extremes -v keys=run,mode,base,test -v column=p_student <"$TMP/scenarios"; echo
csv extremes -v keys=run -v column=change_pct <"$TMP/scenarios" | csv with -v rename=negative_of=scenarios_faster; echo
pairs -g backend --base $EAGER --test $COMPILED -s run,mode,model "$P2" |
	csv extremes -v keys=run -v column=change_pct | csv with -v rename=negative_of=models_faster; echo
pairs -g backend --base $EAGER --test $COMPILED -s run,mode,model "$A"/phase2/$PADDED/prefill/metrics.csv |
	csv extremes -v keys=run,mode,base,test -v column=p_student; echo
pairs -g backend --base $EAGER --test $COMPILED -s run,mode,model "$A"/phase2/$BASELINE/kv_decode/metrics.csv |
	csv extremes -v keys=run,mode,base,test -v column=change_pct; echo

# all comparisons of the first run of phase 3, corrected together
pairs -g backend -s run,mode --adjust student --stats p_student,tests,bonferroni_alpha $P3 >"$TMP/family"
for keys in run run,mode; do csv extremes -v keys=$keys -v column=p_student <"$TMP/family"; echo; done
for column in tests bonferroni_alpha; do
	csv extremes -v keys=run -v column=$column <"$TMP/family" | csv with -v rename=${column}_min=$column; echo
done

# analysis of variance: each factor entered first
PREFILL=$A/phase3/$FIRST/prefill/metrics.csv
anova --type 1 -g backend,model "$PREFILL" | sed '/^model,/d; s/^backend:model,/interaction,/' >"$TMP/anova"
anova --type 1 -g model,backend "$PREFILL" | sed -n '/^model,/p' >>"$TMP/anova"
csv terms -v set=run=$FIRST,mode=prefill <"$TMP/anova"; echo

# power
for file in "$P2" $P3; do
	power -g backend -s run,mode --method normal --sd-of all "$file" | csv with -v rename=n=n_group,mean=mean_base,sd=sd_power; echo
done
power -g run,mode,model,backend --each --method normal "$P2" | csv with -v rename=n=n_group,mean=mean_base,sd=sd_power; echo

# outliers by the fence of their backend
fence() {
	files=$1; shift
	{ latstats -g run,mode,backend -q p25,p75 $files; echo; coldstart --all $files; } |
		csv tr126/fence -v group=run,mode,backend "$@"
}
fence "$P2" >"$TMP/outliers"
cat "$TMP/outliers"; echo
csv change -v keys=run,mode -v group=backend -v base=$EAGER -v test=$COMPILED -v column=mean_no_outliers <"$TMP/outliers" |
	csv with -v rename=change_pct=no_outliers_change_pct,diff=no_outliers_diff; echo
for key in model scenario; do
	fence "$P2" -v by=run,mode,$key,backend | csv with -v rename=n=n_group,outlier_pct=outlier_share_pct; echo
done
fence "$P3" >"$TMP/outliers"
cat "$TMP/outliers"; echo
csv extremes -v keys=run -v column=outlier_pct <"$TMP/outliers"; echo
fence "$(echo "$A"/phase3/$PT210/*/metrics.csv)" | csv extremes -v keys=run -v column=outlier_pct; echo
pairs -g backend --base $EAGER --test $COMPILED -s run,mode "$A"/phase3/$FIRST/prefill/metrics.csv "$A"/phase3/$PT210/prefill/metrics.csv |
	csv change -v keys=mode,base,test -v group=run -v base=$FIRST -v test=$PT210 -v column=change_pct -v as=change_diff_pct; echo

# what ran
runinfo --columns -f 'repetitions,max_new_tokens,length(models),length(scenarios),length(backends),tokenization.pad_to_multiple_of,environment.cuda_version,environment.triton_version,environment.gpu_memory_gb' "$A"/phase2/*/ "$A"/phase3/*/ |
	csv with -v 'rename=length(models)=models,length(scenarios)=scenarios,length(backends)=backends,tokenization.pad_to_multiple_of=pad_to_multiple_of,environment.cuda_version=cuda_version,environment.triton_version=triton_version,environment.gpu_memory_gb=gpu_memory_gb'
echo
runinfo --columns -f repetitions "$A"/phase2/$DYNAMIC | csv with -v set=scenario=stress_single; echo
latstats -g run,mode,backend,model --stats n,errors $ALL | csv extremes -v keys=run,mode,backend -v column=n |
	csv with -v rename=count=models; echo
for group in model backend; do
	latstats -g $group --stats n --map model=reports/tr126/models.csv $ALL |
		csv extremes -v keys= -v column=n | csv with -v rename=count=${group}s; echo
done
runinfo --columns -f run_id "$A"/phase2/*/ | csv with -v set=x=1 | csv extremes -v keys= -v column=x |
	csv with -v rename=count=configs; echo
runinfo --columns -f environment.cuda_version,environment.triton_version,checks.torch_compile_inductor.detail "$A"/phase1/20260222_195228/environment.json |
	csv tr126/environment | csv with -v rename=run=phase,environment.cuda_version=cuda_version,environment.triton_version=triton_version; echo
runinfo "$A"/phase1/20260222_195228/environment.json |
	awk -F, '$3 ~ /^checks\..*\.pass$|^environment.in_docker$/ { n++; passed += $4 == "true" } END { print "checks"; print passed "/" n }'; echo
runinfo --columns -f 'length(prompts),prompts[0].num_tokens' "$A"/phase1/20260222_195522/weight_parity.json |
	csv with -v 'rename=run=phase,length(prompts)=prompts,prompts[0].num_tokens=num_tokens'; echo

# kernels in the cache of the baseline run
runinfo -f 'triton_evidence_*:cached_kernels' "$A"/phase2/$BASELINE | csv tr126/kernels -v as=cached_kernels; echo
runinfo -f 'triton_evidence_*:cached_kernels' "$A"/phase2/$BASELINE |
	csv extremes -v keys=run -v column=value | csv with -v rename=count=evidence_files; echo

# minutes: from the first start of phase 2 to its last file, and the calls of phase 3
find "$A"/phase2 -name 'run_*.json' | sort | xargs runinfo --columns -f started_at |
	csv tr126/minutes -v run=phase2; echo
{ latstats -g run --stats n,mean --where backend=$EAGER $P3; echo
  latstats -g run --stats n,mean --where backend=$COMPILED $P3; echo
  latstats -g run --stats n,mean -v wall_ms --where backend=ollama $P3; } | csv tr126/minutes -v run=$FIRST
