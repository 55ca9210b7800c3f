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
BASELINE=20260222_195655 PADDED=20260222_213342 DYNAMIC=20260222_214114 FIRST=20260222_231929 \
	PT210=20260223_210915
EAGER=transformers-gpu COMPILED=transformers-gpu-compile
ALL=$(echo "$A"/phase2/*/*/metrics.csv "$A"/phase3/*/*/metrics.csv)
P2=$A/phase2/$DYNAMIC/prefill/metrics.csv
P3=$(echo "$A"/phase3/$FIRST/*/metrics.csv)
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT

csv() { script=$1; shift; awk "$@" -f reports/csv.awk -f "reports/$script.awk"; }
# pairs of which one has no samples are passed over: what abtest says of them is noise
pairs() { abtest --permutations 0 --unequal-ok "$@" 2>"$TMP/refused" || [ $? -eq 3 ] ||
	{ cat "$TMP/refused" >&2; exit 1; }; }

# distributions
for group in run run,mode run,mode,backend run,mode,model,backend; do
	latstats --ratio -g $group $ALL | csv derive; echo
done
latstats -g run,mode,scenario,backend --stats n,mean $ALL; echo
latstats --stats n $ALL; echo
latstats -g run,mode,model,backend -v tokens --stats mean $ALL --rename mean=tokens_mean; echo
latstats -g run,scenario -v tokens --stats max "$P2" --rename max=prompt_tokens; echo
latstats -g run,mode,model,scenario,backend --stats n $P3 |
	latstats -g run,mode -v n --stats max --rename max=n_cell; echo

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
pairs -g backend --base $COMPILED --common "$A"/phase3/$FIRST/prefill/metrics.csv --stats n_test \
    --with run=$FIRST --with mode=prefill --rename test=backend,n_test=n_common,base=against; echo
for margin in 1:p_tost 0.5:p_tost_half 2:p_tost_two; do
	pairs -g backend --base ollama --test $COMPILED -s run,mode,model --margin ${margin%:*} \
		--stats p_tost \
	    --where model=models/qwen2.5-1.5b "$A"/phase3/$FIRST/prefill/metrics.csv \
	    --rename p_tost=${margin#*:}; echo
	[ ${margin%:*} != 1 ] || echo "run,mode,model,base,test,margin
$FIRST,prefill,models/qwen2.5-1.5b,ollama,$COMPILED,1
"
done

# the least and the largest of several comparisons
extremes() { # KEYS COLUMN: of comparisons
	unit=; [ "${2%_pct}" = "$2" ] || unit=_pct
	c=${2%_pct}
	latstats -g "$1" -v "$2" --stats min,max,mean \
		--rename "min=${c}_min$unit,max=${c}_max$unit,mean=${c}_mean$unit"; echo
}
compiled() { pairs -g backend --base $EAGER --test $COMPILED "$@" --having kind=stratum; }
compiled -s run,mode,scenario "$P2" | extremes run,mode,base,test p_student
compiled -s run,mode,scenario "$P2" | extremes run change_pct
compiled -s run,mode,model "$P2" | extremes run change_pct
for key in scenario model; do
	echo "run,${key}s_faster"
	echo "$DYNAMIC,$(compiled -s run,mode,$key "$P2" --having 'change_pct<0' \
		--cell 'count()')/$(compiled -s run,mode,$key "$P2" --cell 'count()')"
	echo
done
compiled -s run,mode,model "$A"/phase2/$PADDED/prefill/metrics.csv |
	extremes run,mode,base,test p_student
compiled -s run,mode,model "$A"/phase2/$BASELINE/kv_decode/metrics.csv |
	extremes run,mode,base,test change_pct

# all comparisons of the first run of phase 3, corrected together
family() { pairs -g backend -s run,mode --adjust student --stats p_student,tests,bonferroni_alpha \
	$P3 --having kind=stratum --having p_student!=; }
family | extremes run p_student
family | extremes run,mode p_student
for column in tests bonferroni_alpha; do
	family | latstats -g run -v $column --stats min --rename min=$column; echo
done

# analysis of variance: each factor entered first
PREFILL=$A/phase3/$FIRST/prefill/metrics.csv
for term in backend backend:model model; do
	case $term in model) factors=model,backend ;; *) factors=backend,model ;; esac
	name=${term#*:}; [ "$name" = "$term" ] || name=interaction
	anova --type 1 -g $factors "$PREFILL" --having term=$term --with run=$FIRST --with mode=prefill \
	    --rename "f=f_$name,p=p_$name,df=df_$name,eta_sq=eta_sq_$name"; echo
done
anova --type 1 -g backend,model "$PREFILL" --having term=residual --with run=$FIRST \
	--with mode=prefill --rename df=df_residual; echo

# power
for file in "$P2" $P3; do
	power -g backend -s run,mode --method normal --sd-of all "$file" \
		--rename n=n_group,mean=mean_base,sd=sd_power; echo
done
power -g run,mode,model,backend --each --method normal "$P2" \
	--rename n=n_group,mean=mean_base,sd=sd_power; echo

# outliers by the fence of their backend
fence() { outliers -g run,mode,backend "$@"; }
fence "$P2" --rename mean_without=mean_no_outliers; echo
fence "$P2" | pairs -g backend -s run,mode --base $EAGER --test $COMPILED -v mean_without \
	--stats change_pct,diff \
    --rename change_pct=no_outliers_change_pct,diff=no_outliers_diff; echo
for key in model scenario; do
	fence --by run,mode,$key,backend "$P2" --rename n=n_group,outlier_pct=outlier_share_pct; echo
done
fence $P3 --having n!=0 --rename mean_without=mean_no_outliers; echo
fence $P3 --having n!=0 | extremes run outlier_pct
fence "$A"/phase3/$PT210/*/metrics.csv --having n!=0 | extremes run outlier_pct
echo "mode,base,test,change_diff_pct"
echo "prefill,$EAGER,$COMPILED,$(compiled -s run,mode "$A"/phase3/$FIRST/prefill/metrics.csv \
	"$A"/phase3/$PT210/prefill/metrics.csv |
	pairs -g run --base $FIRST --test $PT210 -v change_pct --cell diff)"
echo

# what ran
cuda=environment.cuda_version triton=environment.triton_version
runinfo --columns -f repetitions,max_new_tokens \
	-f 'length(models),length(scenarios),length(backends)' \
	-f tokenization.pad_to_multiple_of,$cuda,$triton,environment.gpu_memory_gb \
	"$A"/phase2/*/ "$A"/phase3/*/ \
	--rename 'length(models)=models,length(scenarios)=scenarios,length(backends)=backends' \
	--rename tokenization.pad_to_multiple_of=pad_to_multiple_of \
	--rename $cuda=cuda_version,$triton=triton_version,environment.gpu_memory_gb=gpu_memory_gb
echo
runinfo --columns -f repetitions "$A"/phase2/$DYNAMIC --with scenario=stress_single; echo
latstats -g run,mode,backend,model --stats n,errors $ALL |
	latstats -g run,mode,backend -v n --stats n --rename n=models; echo
for group in model backend; do
	echo ${group}s; latstats -g $group --stats n --map model=reports/tr126/models.csv $ALL \
		--cell 'count()'; echo
done
echo configs; runinfo --columns -f run_id "$A"/phase2/*/ --cell 'count()'; echo
runinfo --columns -f $cuda,$triton,checks.torch_compile_inductor.detail \
	"$A"/phase1/20260222_195228/environment.json \
	--rename run=phase,$cuda=cuda_version,$triton=triton_version | csv tr126/environment; echo
gate=checks.cuda_available.pass,checks.triton_importable.pass
gate=$gate,checks.torch_compile_inductor.pass,environment.in_docker
gate() { runinfo -f $gate "$A"/phase1/20260222_195228/environment.json "$@" --cell 'count()'; }
echo checks; echo "$(gate --having value=true)/$(gate)"; echo
runinfo --columns -f 'length(prompts),prompts[0].num_tokens' \
	"$A"/phase1/20260222_195522/weight_parity.json \
    --rename 'run=phase,length(prompts)=prompts,prompts[0].num_tokens=num_tokens'; echo

# kernels in the cache of the baseline run
kernels() { runinfo -f "$1" "$A"/phase2/$BASELINE --map file=reports/tr126/models.csv \
	--rename file=model,value=$2; echo; }
kernels 'triton_evidence_*:cached_kernels' cached_kernels
kernels 'delta(triton_evidence_*:cached_kernels)' cached_kernels_delta
echo run,evidence_files; echo "$BASELINE,$(runinfo -f 'triton_evidence_*:cached_kernels' \
	"$A"/phase2/$BASELINE --cell 'count()')"; echo

# minutes: from the first start of phase 2 to its last file, and the calls of phase 3
find "$A"/phase2 -name 'run_*.json' | sort | xargs runinfo --columns -f started_at |
	csv tr126/minutes -v run=phase2; echo
{ latstats -g run --stats n,mean --where backend=$EAGER $P3; echo
  latstats -g run --stats n,mean --where backend=$COMPILED $P3; echo
  latstats -g run --stats n,mean -v wall_ms --where backend=ollama $P3; } |
  	csv tr126/minutes -v run=$FIRST
