# labelaudit --survey: what unchanged PyTorch programs compiled, from synthetic surveys.
. tests/lib.sh
d=$T/run; mkdir -p "$d/survey"
# survey PID COMPLETE VERDICT COMPILERS: one process; no machine measured it
survey() {
	printf '{"schema": "assay-survey/1", "synthetic": true, "pid": %d, "complete": %s,
"verdict": "%s", "compilers": [\n%s]}\n' "$1" "$2" "$3" "$4" >"$d/survey/$1.json"
}
# one CALLS SERVED VERDICT [ERROR]: a call of torch.compile
one() {
	printf '{"how": "torch.compile", "file": "bench.py", "line": 7, "function": "f", "mode": null,
"backend": "inductor", "calls": %s, "served": {%s}, "error": %s, "verdict": "%s"}' \
		"$1" "$2" "${4:-null}" "$3"
}
verdict() { # STATUS WHAT
	run labelaudit --survey -o csv "$d"
	is_status "$1" "$2"
}

survey 11 true wired "$(one 20 '"compiled": 20' wired)"
verdict 0 "one call, wired"
is_out "its row" <<'C'
run,process,how,where,function,backend,mode,calls,served,verdict,reason
run,11,torch.compile,bench.py:7,f,inductor,,20,compiled 20,wired,
C
run labelaudit --runs -o csv "$d"
is_status 0 "--runs finds the survey of a folder without rows"
survey 11 true fallback "$(one 20 '"compiled": 8, "eager": 12' fallback '"the limit was reached"')"
verdict 1 "uncompiled code served some calls"
check "with its reason" grep -q 'compiled 8, eager 12",fallback,the limit was reached' "$T/out"
survey 11 true wired "$(one 20 '"eager": 20' wired)"
verdict 1 "wired is said, and uncompiled code served"
check "that is a contradiction" grep -q 'contradiction: uncompiled code served every call' "$T/out"
survey 11 true wired "$(one 0 '' wired)"
verdict 1 "wired is said, and nothing was called"
survey 11 true wired "$(one 3 '"compiled": 4' wired)"
verdict 1 "more calls were served than made"
survey 11 true 'built but never called' "$(one 0 '' 'built but never called')"
verdict 1 "built but never called"
survey 11 true unknown "$(one 20 '"unknown": 20' unknown)"
verdict 3 "unknown"
survey 11 true 'never compiled' ''
verdict 1 "never compiled"
check "that has a row" grep -qx 'run,11,,,,,,,,never compiled,' "$T/out"
survey 11 true wired "$(one 20 '"compiled": 20' wired)"
survey 12 false wired "$(one 20 '"compiled": 20' wired)"
verdict 3 "a process did not end"
rm "$d/survey/12.json"
survey 9 true wired "$(one 20 '"compiled": 20' wired), $(one 2 '"compiled": 2' wired)"
verdict 0 "two processes"
run labelaudit --survey -o text "$d"
is_err "no message" </dev/null
check "an answer first" sh -c "head -n 1 '$T/out' | grep -qx '3 of 3 calls that compile are wired'"
check "it fits 80 columns" sh -c "! awk 'length > 80' '$T/out' | grep ."
rm "$d/survey/9.json"
mkdir "$T/none"
run labelaudit --survey "$T/none"
is_status 3 "a folder without a survey"

echo '{"schema": "assay-survey/1", "compilers": 3}' >"$d/survey/11.json"
fails 2 "labelaudit: $d/survey/11.json: not a survey" labelaudit --survey "$d"
echo '{"schema": "assay-survey/1", "compilers": [' >"$d/survey/11.json"
run labelaudit --survey "$d"
is_status 2 "a file that ends early"
survey 11 true wired "$(one 20 '"compiled": 20' certain)"
fails 2 "labelaudit: $d/survey/11.json:3: a compiler without a verdict of a survey" \
	labelaudit --survey "$d"
survey 11 true wired "$(one '"many"' '"compiled": 20' wired)"
fails 2 "labelaudit: $d/survey/11.json:3: a compiler without a count of calls" \
	labelaudit --survey "$d"
