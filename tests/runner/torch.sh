# The recorder for PyTorch. Its labels are held against what real versions of torch recorded, which
# needs no torch; where python3 or $TORCH_PYTHON has torch, it runs for real, on the CPU.
. tests/lib.sh
python=${TORCH_PYTHON:-python3}
dir=tests/runner/torch
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 TORCHINDUCTOR_COMPILE_THREADS=1
TORCHINDUCTOR_CACHE_DIR=$T/inductor LABELAUDIT=$BIN/labelaudit
export PYTHONDONTWRITEBYTECODE OMP_NUM_THREADS TORCHINDUCTOR_COMPILE_THREADS \
	TORCHINDUCTOR_CACHE_DIR LABELAUDIT

check "labels of recorded events" python3 $dir/streams_test.py
if ! version=$("$python" -c 'import torch; print(torch.__version__)' 2>"$T/err"); then
	check "the recorder, without torch" python3 $dir/recorder_test.py
	skip "the recorder under torch" "$python has no torch (TORCH_PYTHON names one that has)"
	exit
fi
echo "# note: torch $version"
TORCHINDUCTOR_CACHE_DIR=$T/survey.d "$python" $dir/survey_test.py >"$T/survey" 2>&1 & survey=$!
check "the recorder" "$python" $dir/recorder_test.py
quick=growing_cache,suppressed,traced,eager_outer,late_hook
check "labels are true, or unknown" "$python" $dir/scenario_table.py --only $quick "$python"
status=0; wait $survey || status=$?
survey() { cat "$T/survey"; return "$status"; }
check "the survey" survey
