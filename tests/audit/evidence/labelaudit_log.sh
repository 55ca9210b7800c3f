# labelaudit --log: what torch logs in its versions. Lines are in the form of the
# version that stands above them; log_table.sh has every form behind every prefix.
. tests/lib.sh
log() { cat >"$T/log"; run labelaudit --log -o csv "$@" "$T/log"; \
	cut -d, -f2- "$T/out" >"$T/cut" && mv "$T/cut" "$T/out"; }

log <<'E' # 2.8: the limit and its last reason
W0110 12:27:06.332000 158 torch/_dynamo/convert_frame.py:1551] [2/8] torch._dynamo hit config.recompile_limit (8)
W0110 12:27:06.332000 158 torch/_dynamo/convert_frame.py:1551] [2/8]    function: 'forward' (/x/model.py:621)
W0110 12:27:06.332000 158 torch/_dynamo/convert_frame.py:1551] [2/8]    last reason: 2/7: tensor 'x' size mismatch at index 1
W0110 12:27:06.332000 158 torch/_dynamo/convert_frame.py:1551] [2/8] To log all recompilation reasons, use TORCH_LOGS="recompiles".
E
is_status 1 "a limit that was reached"
is_out "2.8: recompile_limit" <<'E'
event,n,line,reason,where
recompile limit,1,1,tensor 'x' size mismatch at index 1,'forward' (/x/model.py:621)
E
log <<'E' # 2.0 and 2.1
[2023-11-15 16:13:26,741] torch._dynamo.convert_frame: [WARNING] torch._dynamo hit config.cache_size_limit (64)
[2023-11-15 16:13:26,741] torch._dynamo.convert_frame: [WARNING]    function: 'toy' (example.py:5)
[2023-11-15 16:13:26,741] torch._dynamo.convert_frame: [WARNING]    reasons:  ___guarded_code.valid
E
is_out "2.0: cache_size_limit" <<'E'
event,n,line,reason,where
recompile limit,1,1,___guarded_code.valid,'toy' (example.py:5)
E
log <<'E'
V0703 10:34:13.273000 140345997743104 torch/_dynamo/guards.py:2590] [0/1] [__recompiles] Recompiling function f in /x/b.py:3
V0703 10:34:13.273000 140345997743104 torch/_dynamo/guards.py:2590] [0/1] [__recompiles]     triggered by the following guard failure(s):
V0703 10:34:13.273000 140345997743104 torch/_dynamo/guards.py:2590] [0/1] [__recompiles]     - 0/0: tensor 'L['x']' size mismatch at index 0
V0410 16:18:11.049000 139689102684672 torch/_dynamo/guards.py:2199] [__recompiles] Recompiling function fn in /x/g.py:3
V0410 16:18:11.049000 139689102684672 torch/_dynamo/guards.py:2199] [__recompiles]     triggered by the following guard failure(s):
V0410 16:18:11.049000 139689102684672 torch/_dynamo/guards.py:2199] [__recompiles]     - ___check_global_state()
[2023-10-10 01:56:07,749] torch._dynamo.convert_frame.__recompiles: [DEBUG] ('Recompiling function fn in /x/t.py:4', "triggered by the following guard failure: L['a'] == 0")
E
is_status 0 "recompiles alone"
is_out "recompiles of 2.1, 2.3 and 2.5, with the guards that failed" <<'E'
event,n,line,reason,where
recompile,1,1,tensor 'L['x']' size mismatch at index 0,f in /x/b.py:3
recompile,1,4,___check_global_state(),fn in /x/g.py:3
recompile,1,7,L['a'] == 0,fn in /x/t.py:4
E
log <<'E'
skipping cudagraphs due to mutated inputs (3 instances)
skipping cudagraphs due to mutated inputs (1 instances). Found from :
skipping cudagraphs due to incompatible op aten._local_scalar_dense.default
W0419 11:12:04.474000 140 torch/_inductor/x.py:1] [__perf_hints] skipping cudagraphs due to skipping cudagraphs due to cpu device (arg0_1). Found from :
skipping cudagraphs for unknown reason
E
is_out "skips, by reason" <<'E'
event,n,line,reason,where
cudagraph skip,2,1,mutated inputs,
cudagraph skip,1,3,incompatible op aten._local_scalar_dense.default,
cudagraph skip,1,4,cpu device,
cudagraph skip,1,5,unknown reason,
E
log <<'E'
[2024-01-01 00:00:00,000] [1/0] torch._dynamo.symbolic_convert.__graph_breaks: [DEBUG] Graph break: call_function print [] {} from user code at:
V0703 10:34:13.273000 140 torch/_dynamo/symbolic_convert.py:416] [0/0] [__graph_breaks] Graph break in user code at /x/y.py:10
V0703 10:34:13.273000 140 torch/_dynamo/symbolic_convert.py:416] [0/0] [__graph_breaks] Reason: Unsupported: Tensor.item
V0703 10:34:13.273000 140 torch/_dynamo/symbolic_convert.py:416] [0/0] [__graph_breaks] Graph break in user code at /x/y.py:12
V0703 10:34:13.273000 140 torch/_dynamo/symbolic_convert.py:416] [0/0] [__graph_breaks] Graph Break Reason: Call to torch._dynamo.graph_break()
W0703 10:34:13.273000 140 torch/_dynamo/variables/tensor.py:869] [0/0] Graph break from `Tensor.item()`, consider setting:
E
is_out "graph breaks of 2.1, 2.4 and 2.7" <<'E'
event,n,line,reason,where
graph break,1,1,call_function print [] {},
graph break,1,2,Unsupported: Tensor.item,/x/y.py:10
graph break,1,4,Call to torch._dynamo.graph_break(),/x/y.py:12
graph break,1,6,"from `Tensor.item()`, consider setting:",
E
log <<'E' # 2.7 on: breaks that were logged before, and one that makes a function fall back; torchrun's prefix
[rank0]:V0121 00:08:53.536000 2403842 site-packages/torch/_dynamo/symbolic_convert.py:618] [7/0] [__graph_breaks] Graph break in user code at /x/y.py:81
[rank0]:V0121 00:08:53.536000 2403842 site-packages/torch/_dynamo/symbolic_convert.py:618] [7/0] [__graph_breaks] Graph Break Reason: Call to `torch._dynamo.graph_break()`
[rank0]:V0121 00:08:53.536000 2403842 site-packages/torch/_dynamo/symbolic_convert.py:618] [7/0] [__graph_breaks]   Explanation: User-inserted graph break. Message: None
[rank0]:V0121 00:08:53.536000 2403842 site-packages/torch/_dynamo/symbolic_convert.py:618] [7/0] [__graph_breaks] Graph break (user stack suppressed due to duplicate graph break) in user code at /x/y.py:81
[rank0]:V0121 00:08:53.536000 2403842 site-packages/torch/_dynamo/symbolic_convert.py:618] [7/0] [__graph_breaks] Graph Break Reason: Call to `torch._dynamo.graph_break()`
Graph break (user stack suppressed due to duplicate graph break) in user code at /x/z.py:7
Graph Break Reason: Failed to handle graph break gracefully. Skipping the function and falling back to eager. Graph break encountered:
[rank1]: Graph break: call_function print [] {} from user code at:
E
is_out "graph breaks of 2.7 and later, ranks" <<'E'
event,n,line,reason,where
graph break,2,1,Call to `torch._dynamo.graph_break()`,/x/y.py:81
graph break,1,6,Failed to handle graph break gracefully. Skipping the function and falling back to eager. Graph break encountered:,/x/z.py:7
fallback,1,7,falling back to eager,/x/z.py:7
graph break,1,8,call_function print [] {},
E
log <<'E'
[2023-04-01 10:00:00,000] torch._inductor.utils: [WARNING] skipping cudagraphs due to ['incompatible ops']
skipping cudagraph due to function 0 exceeding max re-recording limit (=128) on cudagraph node None due to static input data pointer changed.
/x/torch/_inductor/cudagraph_trees.py:2345: UserWarning: Unable to hit fast path of CUDAGraphs because of pending, uninvoked backwards. Consider running with torch.no_grad()
E
is_out "skips of 2.0, of too many records, and of pending backwards" <<'E'
event,n,line,reason,where
cudagraph skip,1,1,incompatible ops,
cudagraph skip,1,2,function 0 exceeding max re-recording limit,
cudagraph skip,1,3,"pending, uninvoked backwards",
E
log <<'E' # the warning comes first; what is raised after it is the same limit
[2024-01-01 00:00:00,000] [0/64] torch._dynamo.convert_frame: [WARNING] torch._dynamo hit config.accumulated_cache_size_limit (64)
[2024-01-01 00:00:00,000] [0/64] torch._dynamo.convert_frame: [WARNING]    function: 'f' (/x/f.py:3)
[2024-01-01 00:00:00,000] [0/64] torch._dynamo.convert_frame: [WARNING]    last reason: ___check_global_state()
torch._dynamo.exc.Unsupported: cache_size_limit reached

The above exception was the direct cause of the following exception:

torch._dynamo.exc.FailOnRecompileLimitHit: recompile_limit reached with fullgraph=True. Excessive recompilations can degrade performance.
E
is_status 1 "a limit that was warned of and raised"
is_out "the accumulated limit, raised after its warning, is one" <<'E'
event,n,line,reason,where
recompile limit,1,1,___check_global_state(),'f' (/x/f.py:3)
E
log <<'E' # a logger that is silent
torch._dynamo.exc.FailOnRecompileLimitHit: recompile_limit reached with fullgraph=True. Excessive recompilations can degrade performance.
torch._dynamo.exc.Unsupported: cache_size_limit reached
E
is_status 1 "limits that were raised"
is_out "limits that were raised, with no warning" <<'E'
event,n,line,reason,where
recompile limit,1,1,recompile_limit reached with fullgraph=True. Excessive recompilations can degrade performance.,
recompile limit,1,2,cache_size_limit reached,
E
log <<'E'
torch.compile failed, falling back to eager
RuntimeError: Error: accessing tensor output of CUDAGraphs that has been overwritten by a subsequent run.
E
is_status 1 "a fallback"

log <<'E' # a break whose reason ends a traceback (2.3), torchdynamo's own, and a warning of a builtin
V0520 14:53:14.120000 139884917106496 torch/_dynamo/symbolic_convert.py:530] [0/0] [__graph_breaks] Graph break: from user code at:
V0520 14:53:14.120000 139884917106496 torch/_dynamo/symbolic_convert.py:530] [0/0] [__graph_breaks]   File "/x/play.py", line 5, in f
V0520 14:53:14.120000 139884917106496 torch/_dynamo/symbolic_convert.py:530] [0/0] [__graph_breaks] Traceback (most recent call last):
V0520 14:53:14.120000 139884917106496 torch/_dynamo/symbolic_convert.py:530] [0/0] [__graph_breaks] torch._dynamo.exc.Unsupported: call_function in skip_files
Torchdynamo: [WARNING] Graph break: generic_jump TensorVariable() from user code at:
/x/functions.py:679: UserWarning: Graph break due to unsupported builtin math.foo. This function is either a Python builtin
E
is_out "graph breaks of 2.3, of torchdynamo, and as a warning" <<'E'
event,n,line,reason,where
graph break,1,1,call_function in skip_files,/x/play.py:5
graph break,1,5,generic_jump TensorVariable(),
graph break,1,6,unsupported builtin math.foo. This function is either a Python builtin,
E
log <<'E'
V0517 12:00:00.000000 1 torch/_inductor/cudagraph_utils.py:121] [__cudagraphs] skipping cudagraphs due to incompatible op aten.x.default Found from :
skipping cudagraphs due to incompatible op aten.x.default
E
is_out "one reason, with and without a place" <<'E'
event,n,line,reason,where
cudagraph skip,2,1,incompatible op aten.x.default,
E

log <<'E' # 2.8 with TORCH_LOGS: the warning of Tensor.item, its own second half, and the break in full are one break
W1122 07:39:21.631000 11846 torch/_dynamo/variables/tensor.py:1047] [3/0] Graph break from `Tensor.item()`, consider setting:
W1122 07:39:21.631000 11846 torch/_dynamo/variables/tensor.py:1047] [3/0]     torch._dynamo.config.capture_scalar_outputs = True
W1122 07:39:21.631000 11846 torch/_dynamo/variables/tensor.py:1047] [3/0] to include these operations in the captured graph.
W1122 07:39:21.631000 11846 torch/_dynamo/variables/tensor.py:1047] [3/0] 
W1122 07:39:21.631000 11846 torch/_dynamo/variables/tensor.py:1047] [3/0] Graph break: from user code at:
W1122 07:39:21.631000 11846 torch/_dynamo/variables/tensor.py:1047] [3/0]   File "/x/t.py", line 20, in torch_dynamo_resume_in_g_at_19
V1122 07:39:21.632000 11846 torch/_dynamo/symbolic_convert.py:560] [3/0] [__graph_breaks] Graph break in user code at /x/t.py:20
V1122 07:39:21.632000 11846 torch/_dynamo/symbolic_convert.py:560] [3/0] [__graph_breaks] Graph Break Reason: Unsupported Tensor.item() call
W1122 07:39:22.000000 11846 torch/_dynamo/variables/tensor.py:1047] [4/0] Graph break from `Tensor.item()`, consider setting:
V1122 07:39:22.632000 11846 torch/_dynamo/symbolic_convert.py:560] [5/0] [__graph_breaks] Graph break in user code at /x/t.py:30
V1122 07:39:22.632000 11846 torch/_dynamo/symbolic_convert.py:560] [5/0] [__graph_breaks] Graph Break Reason: Data-dependent branching
E
is_out "one break that is warned of and logged is one, another frame's is not" <<'E'
event,n,line,reason,where
graph break,1,1,Unsupported Tensor.item() call,/x/t.py:20
graph break,1,9,"from `Tensor.item()`, consider setting:",
graph break,1,10,Data-dependent branching,/x/t.py:30
E
log <<'E' # 2.15: the reason stands below what names the instruction
V1122 07:52:09.385000 31764 torch/_dynamo/symbolic_convert.py:5577] [1/0] [__graph_breaks] Graph break in user code at /x/t.py:18
V1122 07:52:09.385000 31764 torch/_dynamo/symbolic_convert.py:5577] [1/0] [__graph_breaks] Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):
V1122 07:52:09.385000 31764 torch/_dynamo/symbolic_convert.py:5577] [1/0] [__graph_breaks] 
V1122 07:52:09.385000 31764 torch/_dynamo/symbolic_convert.py:5577] [1/0] [__graph_breaks] Failed to trace builtin operator
V1122 07:52:09.385000 31764 torch/_dynamo/symbolic_convert.py:5577] [1/0] [__graph_breaks]   Explanation: Dynamo does not know how to trace builtin operator `print`
V1122 07:52:09.417000 31764 torch/_dynamo/symbolic_convert.py:5577] [2/0] [__graph_breaks] Graph break in user code at /x/t.py:19
V1122 07:52:09.417000 31764 torch/_dynamo/symbolic_convert.py:5577] [2/0] [__graph_breaks] Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):
V1122 07:52:09.417000 31764 torch/_dynamo/symbolic_convert.py:5577] [2/0] [__graph_breaks] 
V1122 07:52:09.417000 31764 torch/_dynamo/symbolic_convert.py:5577] [2/0] [__graph_breaks] Call to `torch._dynamo.graph_break()`
E
is_out "graph breaks of 2.15" <<'E'
event,n,line,reason,where
graph break,1,1,Failed to trace builtin operator,/x/t.py:18
graph break,1,6,Call to `torch._dynamo.graph_break()`,/x/t.py:19
E
log <<'E' # a fallback with its traceback (2.15), and what was raised with no fallback (2.2); the hint below is none
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493] WON'T CONVERT fn /x/t.py line 4 
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493] due to: 
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493] Traceback (most recent call last):
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493]   File "/x/convert_frame.py", line 1, in __call__
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493]     raise BackendCompilerFailed(
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493] torch._dynamo.exc.BackendCompilerFailed: backend='bad' raised:
W1122 07:52:20.707000 899 torch/_dynamo/convert_frame.py:2493] RuntimeError: backend is broken
torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:
RuntimeError: Cannot find a working triton installation. Either the package is not installed or it is too old.

You can suppress this exception and fall back to eager by setting:
    import torch._dynamo
    torch._dynamo.config.suppress_errors = True
RuntimeError: Detected recompile when torch.compile stance is 'fail_on_recompile'. filename: '/x/t.py', function name: 'f', line number: 4
W0922 14:45:28.615000 13 torch/_functorch/_aot_autograd/graph_compile.py:1793] [0/0] failed to eagerly compile backwards for dynamic, suppressing in case backwards not needed
[2023-04-13 21:42:54,179] torch._inductor.utils: [WARNING] make_fallback(aten.cumprod): a decomposition exists, we should switch to it
E
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
log <<'E' # before torch 2.0, and a tuple of several guards
cuda eval  WARNING:torchdynamo.convert_frame:torchdynamo hit recompilation cache limit (64) for function 'forward' (/x/m.py:381), due to the following guard failures: [['len(a) == 0']]
Torchdynamo: [ERROR] WONT CONVERT <lambda> test/test_nn.py 17342
[2023-07-26 11:36:42,611] torch._dynamo.convert_frame: [WARNING] converting frame raised error, suppressing error
[2023-10-10 02:04:37,366] torch._dynamo.convert_frame.__recompiles: [DEBUG] ('Recompiling function inner in /x/u.py:15', 'triggered by the following guard failures: [\'___guarded_code.valid\']')
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function fn in /x/t.py:4
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     triggered by the following guard failure(s):
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     - 0/0: k == 0.5                            # return x * k  # t.py:41 in fn
E
is_out "older words, and a guard without its line of code" <<'E'
event,n,line,reason,where
recompile limit,1,1,[['len(a) == 0']],'forward' (/x/m.py:381)
fallback,1,2,,<lambda> test/test_nn.py 17342
fallback,1,3,"converting frame raised error, suppressing error",
recompile,1,4,[\'___guarded_code.valid\'],inner in /x/u.py:15
recompile,1,5,k == 0.5,fn in /x/t.py:4
E
# two ranks whose lines alternate, as torchrun and collectors of logs leave them
cat >"$T/ranks" <<'E'
2025-12-15T20:52:30.123Z (W_0 pid=3) [rank0]:V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function f in /x/t.py:4
2025-12-15T20:52:30.123Z (W_1 pid=4) [rank1]:V1122 07:52:09.385000 32 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function g in /x/t.py:9
2025-12-15T20:52:30.123Z (W_0 pid=3) [rank0]:V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     triggered by the following guard failure(s):
2025-12-15T20:52:30.123Z (W_1 pid=4) [rank1]:V1122 07:52:09.385000 32 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     triggered by the following guard failure(s):
2025-12-15T20:52:30.123Z (W_1 pid=4) [rank1]:V1122 07:52:09.385000 32 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     - 0/0: y == 7
2025-12-15T20:52:30.124Z (W_0 pid=3) [rank0]:V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     - 0/0: x == 3
E
sed 's/^[^ ]* ([^)]*) //' "$T/ranks" >"$T/plain"
cat >"$T/want_ranks" <<'E'
event,n,line,reason,where
recompile,1,1,x == 3,f in /x/t.py:4
recompile,1,2,y == 7,g in /x/t.py:9
E
log <"$T/plain"
is_out "ranks that alternate" <"$T/want_ranks"
log <"$T/ranks"
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
log <<'E'
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function fn in /x/t.py:4
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     triggered by the following guard failure(s):
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     - 0/0: k == 3
2026-11-22 07:52:09,385 - torch._dynamo.guards.__recompiles - DEBUG - Recompiling function fn in /x/t.py:4
    triggered by the following guard failure(s):
    - 0/0: k == 3
2026-11-22 07:52:09,387 - torch._dynamo.guards.__recompiles - DEBUG - Recompiling function fn in /x/t.py:4
    triggered by the following guard failure(s):
    - 0/0: k == 4
[rank0]:V1122 07:52:10.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function g in /x/t.py:9
[rank1]:V1122 07:52:10.385000 32 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function g in /x/t.py:9
E
is_out "two handlers within a millisecond are one; later, or of two ranks, are two" <<'E'
event,n,line,reason,where
recompile,2,1,k == 3,fn in /x/t.py:4
recompile,2,10,,g in /x/t.py:9
E
is_err "and they are said" <<E
labelaudit: $T/log: two handlers wrote 1 messages twice; each counts once
E
log <<'E' # one of the two is a collector of JSON, which has the time beside the message
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function fn in /x/t.py:4
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     triggered by the following guard failure(s):
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     - 0/0: k == 3
{"time": "2026-11-22 07:52:09,385", "message": "Recompiling function fn in /x/t.py:4\n    triggered by the following guard failure(s):\n    - 0/0: k == 3"}
{"message": "Recompiling function fn in /x/t.py:4\n    triggered by the following guard failure(s):\n    - 0/0: k == 4", "time": "2026-11-22 07:52:09.390"}
E
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
log <<'E' # names are no numbers
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles] Recompiling function f in /x/t.py:4
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/1] [__recompiles]     - 0/0: L['x1'] == 0.5
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/2] [__recompiles] Recompiling function f in /x/t.py:4
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/2] [__recompiles]     - 0/0: L['x1'] == 12
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/3] [__recompiles] Recompiling function f in /x/t.py:4
V1122 07:52:09.385000 31 torch/_dynamo/guards.py:3508] [0/3] [__recompiles]     - 0/0: L['x2'] == 12
E
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

log <<'E' # what stands before the first line alone; a library of Windows is no place in a program
tests/a.py ..W0110 12:27:06.332000 158 torch\_dynamo\convert_frame.py:1551] [2/8] torch._dynamo hit config.recompile_limit (8)
W0110 12:27:06.332000 158 torch\_dynamo\convert_frame.py:1551] [2/8]    function: 'forward' (C:\x\model.py:621)
W0110 12:27:06.332000 158 torch\_dynamo\convert_frame.py:1551] [2/8]    last reason: 2/7: L['k'] == 7
Traceback (most recent call last):
  File "C:\x\bench.py", line 3, in <module>
  File "C:\py\Lib\site-packages\torch\_inductor\cpp_builder.py", line 9, in check
torch._inductor.exc.InductorError: RuntimeError: Compiler: cl is not found.
E
is_out "behind the dots of pytest, on Windows" <<'E'
event,n,line,reason,where
recompile limit,1,1,L['k'] == 7,'forward' (C:\x\model.py:621)
compile error,1,7,torch._inductor.exc.InductorError: RuntimeError: Compiler: cl is not found.,C:\x\bench.py:3
E
log <<'E' # 2.5: the first line of a warning's second half is also that of its break
W1122 07:39:21.631000 11 torch/_dynamo/variables/tensor.py:869] [3/0] Graph break from `Tensor.item()`, consider setting:
W1122 07:39:21.631000 11 torch/_dynamo/variables/tensor.py:869] [3/0] Graph break: from user code at:
W1122 07:39:21.631000 11 torch/_dynamo/variables/tensor.py:869] [3/0]   File "/x/t.py", line 20, in it
V1122 07:39:21.631000 11 torch/_dynamo/symbolic_convert.py:435] [3/0] [__graph_breaks] Graph break: from user code at:
V1122 07:39:21.631000 11 torch/_dynamo/symbolic_convert.py:435] [3/0] [__graph_breaks]   File "/x/t.py", line 20, in it
V1122 07:39:21.631000 11 torch/_dynamo/symbolic_convert.py:435] [3/0] [__graph_breaks] Traceback (most recent call last):
V1122 07:39:21.631000 11 torch/_dynamo/symbolic_convert.py:435] [3/0] [__graph_breaks] torch._dynamo.exc.Unsupported: Tensor.item
E
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
fails 2 "labelaudit: one of --src, --runs and --log must be given" labelaudit
head -c 100000 /dev/urandom >"$T/log"
run labelaudit --log --max-recompiles 0 "$T/log"
is_status 3 "bytes that are no text"
{ head -c 100000000 /dev/zero | tr '\0' x; echo; cat $L; } >"$T/log"
run labelaudit --log --max-recompiles 7 "$T/log"
is_status 1 "a line of 100 MB"
awk 'BEGIN { for (i = 0; i < 200000; i++) { w = "";
	for (k = i + 26; k > 0; k = int(k / 26)) w = w sprintf("%c", 97 + k % 26)
	print "Recompiling function f in /x/t.py:4\n    triggered by the following guard failure(s):\n    - 0/0: L[" w "] == 3" } }' >"$T/log"
run_timed labelaudit --log -o csv "$T/log"
check "200,000 reasons, each with its row" test "$(wc -l <"$T/out")" -eq 200001
if [ -n "${SLOW-}" ]; then skip "200,000 reasons in seconds" "a sanitizer is slow"
else check "200,000 reasons in seconds ($seconds)" awk -v s="$seconds" 'BEGIN { exit s > 10 }'; fi
awk 'BEGIN { for (i = 0; i < 70000; i++) printf "torch._dynamo."; print "" }' >"$T/log"
run_timed labelaudit --log "$T/log"
is_status 3 "a line that names one module 70,000 times"
if [ -n "${SLOW-}" ]; then skip "in seconds" "a sanitizer is slow"
else check "in seconds ($seconds)" awk -v s="$seconds" 'BEGIN { exit s > 10 }'; fi
