# labelaudit --log: what torch logs in its versions. Lines are in the form of the
# version that is named; log_table.sh has every form behind every prefix.
. tests/lib.sh
log() { cat >"$T/log"; run labelaudit --log -o csv "$@" "$T/log"; \
	cut -d, -f2- "$T/out" >"$T/cut" && mv "$T/cut" "$T/out"; }
LOGS=tests/audit/evidence/logs
logged() { log <"$LOGS/$1.log"; }

logged limit-2.8 # 2.8: the limit and its last reason
is_status 1 "a limit that was reached"
is_out "2.8: recompile_limit" <<'E'
event,n,line,reason,where
recompile limit,1,1,tensor 'x' size mismatch at index 1,'forward' (/x/model.py:621)
E
logged limit-2.0 # 2.0 and 2.1
is_out "2.0: cache_size_limit" <<'E'
event,n,line,reason,where
recompile limit,1,1,___guarded_code.valid,'toy' (example.py:5)
E
logged recompiles
is_status 0 "recompiles alone"
is_out "recompiles of 2.1, 2.3 and 2.5, with the guards that failed" <<'E'
event,n,line,reason,where
recompile,1,1,tensor 'L['x']' size mismatch at index 0,f in /x/b.py:3
recompile,1,4,___check_global_state(),fn in /x/g.py:3
recompile,1,7,L['a'] == 0,fn in /x/t.py:4
E
logged skips
is_out "skips, by reason" <<'E'
event,n,line,reason,where
cudagraph skip,2,1,mutated inputs,
cudagraph skip,1,3,incompatible op aten._local_scalar_dense.default,
cudagraph skip,1,4,cpu device,
cudagraph skip,1,5,unknown reason,
E
logged breaks
is_out "graph breaks of 2.1, 2.4 and 2.7" <<'E'
event,n,line,reason,where
graph break,1,1,call_function print [] {},
graph break,1,2,Unsupported: Tensor.item,/x/y.py:10
graph break,1,4,Call to torch._dynamo.graph_break(),/x/y.py:12
graph break,1,6,"from `Tensor.item()`, consider setting:",
E
# 2.7 on: breaks that were logged before, and one that makes a function fall back; torchrun's prefix
logged breaks-2.7
is_out "graph breaks of 2.7 and later, ranks" <<'E'
event,n,line,reason,where
graph break,2,1,Call to `torch._dynamo.graph_break()`,/x/y.py:81
graph break,1,6,Failed to handle graph break gracefully. Skipping the function and falling back to eager. Graph break encountered:,/x/z.py:7
fallback,1,7,falling back to eager,/x/z.py:7
graph break,1,8,call_function print [] {},
E
logged skips-other
is_out "skips of 2.0, of too many records, and of pending backwards" <<'E'
event,n,line,reason,where
cudagraph skip,1,1,incompatible ops,
cudagraph skip,1,2,function 0 exceeding max re-recording limit,
cudagraph skip,1,3,"pending, uninvoked backwards",
E
logged limit-raised # the warning comes first; what is raised after it is the same limit
is_status 1 "a limit that was warned of and raised"
is_out "the accumulated limit, raised after its warning, is one" <<'E'
event,n,line,reason,where
recompile limit,1,1,___check_global_state(),'f' (/x/f.py:3)
E
logged limits-raised # a logger that is silent
is_status 1 "limits that were raised"
is_out "limits that were raised, with no warning" <<'E'
event,n,line,reason,where
recompile limit,1,1,recompile_limit reached with fullgraph=True. Excessive recompilations can degrade performance.,
recompile limit,1,2,cache_size_limit reached,
E
logged fallback
is_status 1 "a fallback"

# a break whose reason ends a traceback (2.3), torchdynamo's own, and a warning of a builtin
logged breaks-2.3
is_out "graph breaks of 2.3, of torchdynamo, and as a warning" <<'E'
event,n,line,reason,where
graph break,1,1,call_function in skip_files,/x/play.py:5
graph break,1,5,generic_jump TensorVariable(),
graph break,1,6,unsupported builtin math.foo. This function is either a Python builtin,
E
logged skip-place
is_out "one reason, with and without a place" <<'E'
event,n,line,reason,where
cudagraph skip,2,1,incompatible op aten.x.default,
E

# 2.8 with TORCH_LOGS: the warning of Tensor.item, its own second half, and the break in full are
# one break
logged break-once
is_out "one break that is warned of and logged is one, another frame's is not" <<'E'
event,n,line,reason,where
graph break,1,1,Unsupported Tensor.item() call,/x/t.py:20
graph break,1,9,"from `Tensor.item()`, consider setting:",
graph break,1,10,Data-dependent branching,/x/t.py:30
E
logged breaks-2.15 # 2.15: the reason stands below what names the instruction
is_out "graph breaks of 2.15" <<'E'
event,n,line,reason,where
graph break,1,1,Failed to trace builtin operator,/x/t.py:18
graph break,1,6,Call to `torch._dynamo.graph_break()`,/x/t.py:19
E
# a fallback with its traceback (2.15), and what was raised with no fallback (2.2); the hint below
# is none
logged fallback-2.15
is_status 1 "a fallback and an error"
is_out "a fallback says what was raised; an error that was raised is no fallback" <<'E'
event,n,line,reason,where
fallback,1,1,RuntimeError: backend is broken,fn /x/t.py line 4
compile error,1,8,RuntimeError: Cannot find a working triton installation. Either the package is not installed or it is too old.,torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:
recompile,1,14,stance is 'fail_on_recompile',"filename: '/x/t.py', function name: 'f', line number: 4"
E
log <<'E'
torch._inductor.exc.InductorError: TypeError: no such dtype
E
is_status 1 "an error alone"
logged before-2.0 # before torch 2.0, and a tuple of several guards
is_out "older words, and a guard without its line of code" <<'E'
event,n,line,reason,where
recompile limit,1,1,[['len(a) == 0']],'forward' (/x/m.py:381)
fallback,1,2,,<lambda> test/test_nn.py 17342
fallback,1,3,"converting frame raised error, suppressing error",
recompile,1,4,[\'___guarded_code.valid\'],inner in /x/u.py:15
recompile,1,5,k == 0.5,fn in /x/t.py:4
E
# two ranks whose lines alternate, as torchrun and collectors of logs leave them
sed 's/^[^ ]* ([^)]*) //' $LOGS/ranks.log >"$T/plain"
cat >"$T/want_ranks" <<'E'
event,n,line,reason,where
recompile,1,1,x == 3,f in /x/t.py:4
recompile,1,2,y == 7,g in /x/t.py:9
E
log <"$T/plain"
is_out "ranks that alternate" <"$T/want_ranks"
logged ranks
is_out "behind a collector's times and workers" <"$T/want_ranks"
sed 's/.*/  3%|#  | 1\/30\r\x1b[33m&\x1b[0m\r/' "$T/plain" | log
is_out "behind a progress bar, in colour, with CRLF" <"$T/want_ranks"
{ printf '\377\376'; sed 's/$/\r/' "$T/plain" | iconv -f UTF-8 -t UTF-16LE; } | log
is_out "UTF-16" <"$T/want_ranks"

# what is no event, and what is one all the same
log <<'E'
If you see "torch._dynamo hit config.recompile_limit (8)", raise the limit.
the message torch._dynamo hit config.recompile_limit (8)
what does torch._dynamo hit config.recompile_limit (8) mean?
# Graph break: call_function print from user code at:
    raise RuntimeError("torch.compile failed, falling back to eager")
E
is_status 3 "quotes, sentences and comments"
is_out "are no events" <<'E'
event,n,line,reason,where
E
is_err "what was looked for" <<E
labelaudit: $T/log: nothing found; looked for recompile limits, recompiles, graph breaks, CUDA graphs skipped or partitioned, fallbacks, compile errors
E
log <<'E' # a collector that ends its prefix in a word: the lines below tell it from a sentence
web-7d9 app torch._dynamo hit config.recompile_limit (8)
web-7d9 app    function: 'f' (/srv/a.py:2)
E
is_out "a prefix that ends in a word" <<'E'
event,n,line,reason,where
recompile limit,1,1,,'f' (/srv/a.py:2)
E
logged handlers
is_out "two handlers within a millisecond are one; later, or of two ranks, are two" <<'E'
event,n,line,reason,where
recompile,2,1,k == 3,fn in /x/t.py:4
recompile,2,10,,g in /x/t.py:9
E
is_err "and they are said" <<E
labelaudit: $T/log: two handlers wrote 1 messages twice; each counts once
E
logged handlers-json # one of the two is a collector of JSON, which has the time beside the message
is_out "also where one wraps the message" <<'E'
event,n,line,reason,where
recompile,2,1,k == 3,fn in /x/t.py:4
E
log <<'E' # a guard that has JSON in it is no message of a collector
Recompiling function fn in /x/t.py:4
    triggered by the following guard failure(s):
    - 0/0: L['c'] == {"text": "a"}
E
is_out "a guard with JSON" <<'E'
event,n,line,reason,where
recompile,1,1,"L['c'] == {""text"": ""a""}",fn in /x/t.py:4
E
logged numbers # names are no numbers
is_out "recompiles that differ only in numbers" <<'E'
event,n,line,reason,where
recompile,2,1,L['x1'] == 0.5,f in /x/t.py:4
recompile,1,5,L['x2'] == 12,f in /x/t.py:4
E
log <<'E' # one failure of two exceptions, and another
Traceback (most recent call last):
  File "/srv/a.py", line 3, in <module>
  File "/opt/torch/_dynamo/x.py", line 9, in y
torch._inductor.exc.InductorError: LoweringException: no
The above exception was the direct cause of the following exception:
Traceback (most recent call last):
  File "/srv/a.py", line 5, in <module>
torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:
LoweringException: no
Traceback (most recent call last):
  File "/srv/a.py", line 7, in <module>
torch._dynamo.exc.InternalTorchDynamoError: KeyError: 3
E
is_out "compile errors with their places" <<'E'
event,n,line,reason,where
compile error,1,4,torch._inductor.exc.InductorError: LoweringException: no,/srv/a.py:3
compile error,1,12,torch._dynamo.exc.InternalTorchDynamoError: KeyError: 3,/srv/a.py:7
E

# what stands before the first line alone; a library of Windows is no place in a program
logged windows
is_out "behind the dots of pytest, on Windows" <<'E'
event,n,line,reason,where
recompile limit,1,1,L['k'] == 7,'forward' (C:\x\model.py:621)
compile error,1,7,torch._inductor.exc.InductorError: RuntimeError: Compiler: cl is not found.,C:\x\bench.py:3
E
logged break-2.5 # 2.5: the first line of a warning's second half is also that of its break
is_out "a warning and its break are not two handlers" <<'E'
event,n,line,reason,where
graph break,1,1,Tensor.item,/x/t.py:20
E
is_err "and none are said" </dev/null

# files of TORCH_TRACE, of the same program
for v in 2.4.1 2.7.1 2.15.0; do
	run labelaudit --log -o csv "fixtures/logs/trace-$v.log"
	cut -d, -f2-4 "$T/out" >"$T/cut"
	same "TORCH_TRACE of torch $v" "fixtures/logs/trace-$v.csv" "$T/cut"
done
sed -n 1,12p fixtures/logs/trace-2.15.0.log | sed 's/}$//' >"$T/log"
run labelaudit --log "$T/log"
is_status 3 "a trace with records that are no JSON"
check "which are said" grep -q 'records of TORCH_TRACE are not JSON, and were not read' "$T/err"
run labelaudit --log --max-cudagraph-skips 0 fixtures/logs/trace-2.4.1.log
check "a trace of torch 2.4 holds no skips" grep -q 'no sign that cudagraph skips were logged' \
	"$T/err"

L=fixtures/logs/made.log
A='--allow-limit forward'
for v in "$A --max-recompiles 8:0" "$A --max-recompiles 7:1" "$A --max-graph-breaks 0:0" \
	"$A --max-cudagraph-skips 2:0" \
	"$A --max-cudagraph-skips 1:1" "$A --max-recompiles 8 --max-cudagraph-skips 0:1" \
	'--max-recompiles 8:1' \
	'--allow-limit all --max-recompiles 8:0' '--allow-limit forwar --max-recompiles 8:1' \
	"$A --max-graph-partitions 0:3"; do
	run labelaudit --log ${v%:*} $L
	is_status ${v##*:} "${v%:*}"
done
printf '%s\n' 'cudagraph partition due to non gpu ops' 'cudagraph partition due to DeviceCopy ops' \
	>"$T/log"
run labelaudit --log --max-graph-partitions 1 "$T/log"
is_status 1 "more partitions than are allowed"
run labelaudit --log --max-graph-partitions 2 "$T/log"
is_status 0 "as many"
echo "torch.compile failed, falling back to eager" >"$T/log"
run labelaudit --log --max-recompiles 8 "$T/log"
is_status 1 "no threshold allows a fallback"
echo 'nothing of a compiler' >"$T/log"
run labelaudit --log "$T/log"
is_status 3 "a log that says nothing"
run labelaudit --log --max-recompiles 0 "$T/log"
is_status 3 "and cannot hold a threshold"
holds() { # LINE KIND STATUS
	echo "$1" >"$T/log"
	run labelaudit --log "--max-$2" 0 "$T/log"
	is_status "$3" "--max-$2 0 of a log that has $1"
}
holds 'TORCH_LOGS=recompiles python app.py' recompiles 0
holds '+ TORCH_LOGS="recompiles,graph_breaks" python app.py' graph-breaks 0
holds 'export TORCH_LOGS=+dynamo' graph-breaks 0
holds 'export TORCH_LOGS=+dynamo' recompiles 3
holds 'TORCH_LOGS=recompiles python app.py' graph-breaks 3
holds 'To log all recompilation reasons, use TORCH_LOGS="recompiles".' recompiles 3
run_in $L labelaudit --log
is_status 1 "standard input"
gzip -c $L >"$T/log.gz"
run labelaudit --log $A --max-recompiles 8 "$T/log.gz"
is_status 0 "gzip"
: >"$T/empty"
fails 2 "labelaudit: --rules, --all, --recompile and --recompile-limit need --runs" labelaudit \
	--log --rules $L
fails 2 "labelaudit: --label needs --src or --runs" labelaudit --log --label x $L
fails 2 "labelaudit: --where needs --runs" labelaudit --log --where event=recompile $L
fails 2 "labelaudit: $T/empty: empty input" labelaudit --log "$T/empty"
fails 2 "labelaudit: --max-recompiles needs a whole number from 0, not '-1'" labelaudit --log \
	--max-recompiles -1 $L
fails 2 "labelaudit: one of --src, --runs, --survey and --log must be given" labelaudit
head -c 100000 /dev/urandom >"$T/log"
run labelaudit --log --max-recompiles 0 "$T/log"
is_status 3 "bytes that are no text"
{ head -c 100000000 /dev/zero | tr '\0' x; echo; cat $L; } >"$T/log"
run labelaudit --log --max-recompiles 7 "$T/log"
is_status 1 "a line of 100 MB"
awk 'BEGIN { for (i = 0; i < 200000; i++) { w = "";
	for (k = i + 26; k > 0; k = int(k / 26)) w = w sprintf("%c", 97 + k % 26)
	print "Recompiling function f in /x/t.py:4\n    triggered by the following guard failure(s):"
	print "    - 0/0: L[" w "] == 3" } }' >"$T/log"
run_timed labelaudit --log -o csv "$T/log"
check "200,000 reasons, each with its row" test "$(wc -l <"$T/out")" -eq 200001
if [ -n "${SLOW-}" ]; then skip "200,000 reasons in seconds" "a sanitizer is slow"
else check "200,000 reasons in seconds ($seconds)" awk -v s="$seconds" 'BEGIN { exit s > 10 }'; fi
awk 'BEGIN { for (i = 0; i < 70000; i++) printf "torch._dynamo."; print "" }' >"$T/log"
run_timed labelaudit --log "$T/log"
is_status 3 "a line that names one module 70,000 times"
if [ -n "${SLOW-}" ]; then skip "in seconds" "a sanitizer is slow"
else check "in seconds ($seconds)" awk -v s="$seconds" 'BEGIN { exit s > 10 }'; fi
