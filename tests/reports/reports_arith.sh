# make arith: the published tables against themselves, which needs no artifacts.
. tests/lib.sh
own_build
unset MAKEFLAGS MFLAGS MAKELEVEL
run make --no-print-directory -s arith BUILD="$BUILD" DATA="$T/none"
is_status 0 "no row contradicts itself but by what is marked"
is_out "the findings, and one line a report" <<'E'
tr126/10.3-scenarios: scenario=single_medium base=ollama test=transformers-gpu: ratio_mean 5.9x: erratum, implied 5.8466 to 5.8486, E126-03 (ratio_mean)
tr126/11.4-anova: term=total: ss 99,361: erratum, implied 96503 to 96507, E126-08 (ss_total)
tr126/11.4-anova: term=total: df 1,619: erratum, implied 1622 to 1622, E126-08 (df_total)
tr126/5.5-prefill: base=transformers-gpu test=transformers-gpu-compile: p_student 4.33 x 10^-88: erratum, implied 1.1637e-90 to 3.4976e-88, E126-03 (p_student_d)
tr126/7.3-trimmed: method=drop1 backend=transformers-gpu-compile: estimate 6.96: erratum, implied 7.0994 to 7.1094, E126-06 (drop1)
tr126/7.3-trimmed: method=drop5 backend=transformers-gpu-compile: estimate 6.73: erratum, implied 7.0368 to any, E126-06 (drop5)
tr126/7.3-trimmed: backend=transformers-gpu: outlier_pct 0.1%: undecided, every value with this many digits is possible (outlier_share)
tr126/7.3-trimmed: backend=transformers-gpu-compile: outlier_pct 0.3%: undecided, every value with this many digits is possible (outlier_share)
tr126/abstract: run=20260222_214114 mode=prefill model=models/gpt2-25m:fp32 backend=transformers-gpu: mde ~ 0.02: erratum, implied 0.03014 to 0.032551, E126-17 (mde_of_n)
tr126/abstract: run=20260222_231929 mode=prefill model=models/qwen2.5-1.5b base=ollama test=transformers-gpu-compile: d 0.18: erratum, implied -0.185 to -0.175, E126-18 (again)
tr117: 21 checks in 7 tables and lists: 21 consistent, 0 inconsistent, 0 erratum, 0 undecided
tr120: 92 checks in 13 tables and lists: 92 consistent, 0 inconsistent, 0 erratum, 0 undecided
tr126: 558 checks in 41 tables and lists: 548 consistent, 0 inconsistent, 8 erratum, 2 undecided
E
# A list that is altered shows.
tools=$(cd "$BUILD" && pwd)
mkdir -p "$T/copy/build"; cp -R reports "$T/copy/"; ln -s "$tools/bin" "$T/copy/build/bin"
cd "$T/copy" || exit 1
sed -i 's/,-40\.0%/,-41.0%/' reports/tr126/published/5.1-aggregate-ab.csv
OPTIONS='' WITH=5.1-aggregate-ab BUILD=build; export OPTIONS WITH BUILD
sh reports/arith/arith.sh run tr126/5.1-aggregate
run sh reports/arith/arith.sh summary tr126/5.1-aggregate
is_status 1 "another change fails"
is_out "and is shown" <<'E'
tr126/5.1-aggregate: base=transformers-gpu test=transformers-gpu-compile: change_pct -41.0%: inconsistent, implied -40.084 to -39.949 (change)
tr126: 30 checks in 1 tables and lists: 29 consistent, 1 inconsistent, 0 erratum, 0 undecided
E
