"""Survey an unchanged program: what it compiled, from which line, and what served the calls.

startup/sitecustomize.py starts it in each process. What compiles is wrapped when torch is
imported; each call of what it gave notes the recorder's events. All else happens at exit.
The program writes RUN/survey/PID.json if it used torch; so does each process under it that
compiled or was timed. Samples lie between the program's own reads of clocks.
"""
import atexit, collections, copy, functools, inspect, os, re, sys, threading, time, types

from . import clocks, recorder
from .clocks import HERE, kind, local, place
from .files import command, short_path, update_manifest, write_json
from .recorder import GRAPHS, attempted, events

VERDICTS = ("wired", "unknown", "fallback", "built but never called")      # the worst is last
TOKEN = time.time_ns()           # a forked child has it too, another program has not
ENTRIES = []                     # one Entry a call that compiles
SCRIPTED = {}                    # script() of what is TorchScript: its Entry
WRAPPERS = ("torch/_dynamo/external_utils.py", "torch/nn/modules/module.py")
PLAIN = {"self", "args", "kwargs", "forward_call", "fn"}     # what they hold where no hook runs
FAILED = []                      # hooks that could not be set
lock = threading.RLock()
process = {"run": None, "path": None, "first": False, "saved": False}


def short(kind, text):
    return " ".join(f"{kind}: {text}".split())[:300]


# What compiles

def script(it):
    """A function of TorchScript, or what all objects of one module have in common; or None."""
    jit = sys.modules["torch"].jit
    return it if isinstance(it, jit.ScriptFunction) else (
        getattr(it, "_c", None) if isinstance(it, jit.ScriptModule) else None)


def codes(target):
    """Of the functions that a call of the target may begin with."""
    target = target.func if isinstance(target, functools.partial) else target
    first = getattr(target, "forward", None) or target
    first = first if hasattr(first, "__code__") else type(first).__call__
    found = (getattr(it, "__code__", None) for it in (first, inspect.unwrap(first)))
    return set(filter(None, found))


class Entry:
    """One call of something that compiles, and what became of the calls of what it gave."""

    def __init__(self, how, target, frame, backend=None, mode=None, word=None):
        self.how, self.backend, self.mode = how, getattr(backend, "__name__", backend), mode
        self.file, self.line = os.path.abspath(frame.f_code.co_filename), frame.f_lineno
        self.function = getattr(target, "__qualname__", None) or type(target).__name__
        self.library = kind(frame.f_code.co_filename) == "library"
        self.codes = codes(target)
        self.word = word                         # what serves its calls, where no hook tells
        self.windows = collections.Counter()     # (events, new graphs, attempts, whole): calls
        self.failed, self.counted, self.error = 0, True, None
        self.inherited = (frame.f_code.co_name, frame.f_globals.get("__name__")) == (
            "<module>", "__mp_main__")           # spawn imports the program anew
        with lock:
            self.key = (TOKEN, len(ENTRIES))
            ENTRIES.append(self)
        if len(ENTRIES) == 1:
            save(complete=False)                 # what a killed process leaves

    def fail(self, error):
        self.error = self.error or short(type(error).__name__, error)

    def build(self, function, *args, **kwargs):
        local.inside = True
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            self.fail(error)
            raise
        finally:
            local.inside = False

    def call(self, function, *args, **kwargs):
        seen, outer, local.whole = events(), local.whole, []
        begin, graphs, frames = len(seen), len(GRAPHS), attempted()
        try:
            result = function(*args, **kwargs)
        except BaseException as error:
            self.failed += 1
            if attempted() > frames or type(error).__module__.startswith("torch._dynamo"):
                self.fail(error)
            raise
        finally:
            whole, local.whole = local.whole == [True], outer
        if self.word:
            local.words.append(self.word)
        window = tuple(seen[begin:]), len(GRAPHS) - graphs, attempted() - frames, whole
        with lock:
            self.windows[window] += 1
        return result

    def give(self, given):
        """What the program gets: the same, or a function that counts its calls."""
        if isinstance(given, types.FunctionType):
            @functools.wraps(given)      # with its __dict__: to dynamo it is the same function
            def counted(*args, **kwargs):
                return self.call(given, *args, **kwargs)
            return counted
        if hasattr(given, "dynamo_ctx"):
            given.dynamo_ctx._assay_entry = self.key
        elif script(given) is not None:
            SCRIPTED[script(given)] = self
        elif "GraphModule" in (base.__name__ for base in type(given).__mro__):
            vars(given)["_assay_entry"] = self.key        # its class is its own
            hook_calls(type(given), "__call__")
        else:
            self.counted = False         # a class, or of another kind
        return given


CALL = Entry.call.__code__


def owner_of(it):
    """The Entry that gave an object, if this program made it."""
    token, number = vars(it).get("_assay_entry", (None, None))
    return ENTRIES[number] if token == TOKEN else None


def hook_calls(owner, name, find=owner_of):
    """Count the calls of a method, if its object belongs to an entry."""
    original = getattr(owner, name)

    @functools.wraps(original)
    def counted(self, *args, **kwargs):
        entry = find(self)
        if entry is None:
            return original(self, *args, **kwargs)
        return entry.call(original, self, *args, **kwargs)
    setattr(owner, name, counted)


def hook_function(owner, name, how, word=None, backend=None):
    original = getattr(owner, name)

    def up(kwargs, frames):                               # script looks for names in its caller
        more = kwargs.get("_frames_up", 0) + frames
        return {**kwargs, "_frames_up": more} if name == "script" else kwargs

    @functools.wraps(original)
    def build(*args, **kwargs):
        frame, caller = place()
        code, by = caller.f_code, how
        target = [*args[:1], *map(kwargs.get, ("model", "obj", "func", "mod", "f"))]
        target = next((it for it in target if it is not None), None)
        if code.co_name == "compile" and code.co_filename.endswith("nn/modules/module.py"):
            by, target = "Module.compile", target.__self__
        elif target is None or local.inside or code.co_filename.startswith(HERE) or (
                word and caller is not frame and "_dynamo" not in code.co_filename):
            return original(*args, **up(kwargs, 1))       # a decorator's first call; internal use
        known = script(target) if word == "torchscript" else None
        entry = SCRIPTED.get(known) or Entry(
            by, target, frame, backend or kwargs.get("backend", how == "torch.compile"
                                                     and "inductor" or None),
            kwargs.get("mode"), word)
        if how == "torch.compile":
            recorder.canary()                             # once a process
        given = entry.build(original, *args, **up(kwargs, 2))
        if given is target and known is None:
            entry.fail(RuntimeError("it gave back what it was given"))
        return entry.give(given)
    setattr(owner, name, build)


def hook_torch(torch):
    clocks.TORCH.append(os.path.dirname(torch.__file__) + os.sep)
    kind.cache_clear()
    hook_function(torch, "compile", "torch.compile")
    for name in ("trace", "script", "load", "freeze", "optimize_for_inference"):
        hook_function(torch.jit, name, f"torch.jit.{name}", "torchscript")
    hook_calls(torch._C.ScriptMethod, "__call__", lambda it: SCRIPTED.get(it.owner))
    hook_calls(torch._C.ScriptFunction, "__call__", SCRIPTED.get)
    clocks.hook_events(torch.cuda.Event)
    at_exit()


def hook_module(eval_frame):
    """torch.compile gives an OptimizedModule. One that was loaded begins where it is called."""
    def find(module):
        if not owner_of(module.dynamo_ctx):
            entry = Entry("torch.compile", module._orig_mod, place()[0])
            module.dynamo_ctx._assay_entry = entry.key
        return owner_of(module.dynamo_ctx)

    def deepcopy(module, memo):
        new = copy._reconstruct(module, memo, *module.__reduce_ex__(4))
        new.dynamo_ctx._assay_entry = find(module).key
        return new
    eval_frame.OptimizedModule.__deepcopy__ = deepcopy
    hook_calls(eval_frame.OptimizedModule, "__call__", find)


def whole(facts, frame):
    """Is a graph all that the innermost call of an entry runs? It has no graph break, and the
    frame that calls it is the first but for torch's own, in which no hook of a module runs."""
    frames = []
    while frame.f_code is not CALL:
        if not frame.f_code.co_filename.endswith("torch/_dynamo/eval_frame.py"):
            frames.append(frame)
        frame = frame.f_back
    return facts["_whole"] and all(frame.f_code.co_filename.endswith(WRAPPERS) and
                                   frame.f_locals.keys() <= PLAIN for frame in frames[1:])


def watch_graphs():
    """Add to the recorder's hook D what tells whether a graph is the whole of a call."""
    graph_facts, wrap_graph = recorder._graph_facts, recorder._wrap_graph

    def more_facts(output_graph, gm):
        reason = getattr(output_graph, "compile_subgraph_reason", None)
        text = "".join(node.meta.get("stack_trace") or "" for node in gm.graph.nodes)
        return {**graph_facts(output_graph, gm),
                "_whole": getattr(reason, "graph_break", None) is False,
                "_inlined": set(re.findall(r'File "(.*)", line \d+, in (\S+)', text))}

    def watched_graph(fn, index, profiler):
        call = wrap_graph(fn, index, profiler)

        def watched(*args):
            if local.whole is not None:
                local.whole.append(whole(GRAPHS[index], sys._getframe(1)))
            return call(*args)
        return watched
    recorder._graph_facts, recorder._wrap_graph = more_facts, watched_graph


def hook_graphs(module):
    """Graphs captured by hand; those that inductor captures belong to torch.compile."""
    owner = module.CUDAGraph
    begin, end = owner.capture_begin, owner.capture_end

    def capture_begin(self, *args, **kwargs):
        frame, caller = place()
        while caller is not frame and "_inductor" not in caller.f_code.co_filename:
            caller = caller.f_back
        if caller is frame:
            self._assay_entry = Entry("torch.cuda.CUDAGraph", self, frame, word="replay").key
        return begin(self, *args, **kwargs)

    def capture_end(self):
        return owner_of(self).build(end, self) if owner_of(self) else end(self)
    owner.capture_begin, owner.capture_end = capture_begin, capture_end
    hook_calls(owner, "replay")


def hook_onnx(module):
    owner = module.InferenceSession
    original = owner.__init__

    def __init__(self, *args, **kwargs):
        entry = Entry("onnxruntime.InferenceSession", self, place()[0], word="graph")
        self._assay_entry = entry.key
        entry.build(original, self, *args, **kwargs)
    owner.__init__ = __init__
    hook_calls(owner, "run")
    hook_calls(owner, "run_with_iobinding")


HOOKS = {"torch": hook_torch, "torch._dynamo.eval_frame": hook_module,
         "torch.cuda.graphs": hook_graphs, "onnxruntime": hook_onnx,
         "torch_tensorrt": lambda module: hook_function(
             module, "compile", "torch_tensorrt.compile", "graph", "tensorrt")}


# What is written at exit

def why(entry):
    """Why eager code served: what dynamo says of the frame, if this version keeps it."""
    dynamo = sys.modules.get("torch._dynamo.utils")
    places = {(code.co_filename, code.co_firstlineno) for code in entry.codes}
    for metrics in dynamo.get_compilation_metrics() if dynamo else ():
        if metrics.fail_type and ((metrics.co_filename, metrics.co_firstlineno) in places
                                  or kind(metrics.co_filename or HERE) == "torch"):
            return short(metrics.fail_type, metrics.fail_reason)
    failed = any(tried and not new for _, new, tried, _ in entry.windows)
    return "a frame was attempted, and no graph came of it" if failed else None


def never(entry):
    """The verdict of what was not called: another graph or script may have taken it in."""
    inlined = any((code.co_filename, code.co_name) in graph["_inlined"]
                  for graph in GRAPHS for code in entry.codes)
    scripted = entry.word and entry.word in local.words
    return "unknown" if inlined or scripted else "built but never called"


def describe(entry, holds):
    served, eager = collections.Counter(), False
    for (seen, new, tried, whole), calls in entry.windows.items():
        word = recorder.label(seen, new, tried, holds, [] if whole else None)
        served[entry.word if entry.word and holds else word] += calls
        eager = eager or not seen and not entry.word
    count = sum(served.values()) + entry.failed
    error = entry.error or (why(entry) if eager else None)
    verdict = "wired" if served and "unknown" not in served else "unknown"
    if not holds or not entry.counted and not error:
        verdict = "unknown"
    elif eager or error:
        verdict = "fallback"
    elif not count:
        verdict = never(entry)
    return {"how": entry.how, "file": short_path(entry.file), "line": entry.line,
            "function": entry.function,
            "backend": entry.backend and str(entry.backend), "mode": entry.mode,
            "calls": count if entry.counted else None, "served": served, "error": error,
            "verdict": verdict}


def result(complete):
    why_not = FAILED + (recorder.invariants() if recorder.CANARY else [])
    if any(kind(graph["file"]) != "torch" for graph in GRAPHS) and not any(
            entry.codes for entry in ENTRIES if entry.how in ("torch.compile", "Module.compile")):
        why_not.append("a graph was compiled, and no call that compiles was seen")
    why_not = why_not if complete else ["the process did not end"]
    compilers = [describe(entry, not why_not) for entry in list(ENTRIES)
                 if entry.windows or entry.failed
                 or not (entry.inherited and complete) and not entry.library]
    verdict = max((found["verdict"] for found in compilers), key=VERDICTS.index,
                  default="unknown" if why_not else "never compiled")
    return {"schema": "assay-survey/1", "tool": f"assay_torch {recorder.__version__}",
            "torch": sys.modules["torch"].__version__, "pid": os.getpid(), "argv": command(),
            "complete": complete, "holds": not why_not, "broken": why_not, "compilers": compilers,
            "verdict": verdict, "samples": complete and clocks.samples(not why_not) or None}


def save(complete=True):
    """Write RUN/survey/PID.json, or PID_2.json where another process had this number. A helper,
    or a launcher as torchrun, writes none."""
    if "torch" not in sys.modules or process["saved"]:
        return
    process["saved"] = complete
    try:
        found = result(complete)
        launcher = "torch.distributed.run" in sys.modules or kind(
            getattr(sys.modules["__main__"], "__file__", None) or "-c") == "torch"
        if not (found["compilers"] or found["samples"] or process["first"] and not launcher):
            if process["path"]:
                os.unlink(process["path"])
            return
        base = os.path.join(process["run"], "survey", str(os.getpid()))
        names = (f"{base}{again}.json" for again in ("", *(f"_{n}" for n in range(2, 1000))))
        process["path"] = process["path"] or next(it for it in names if not os.path.exists(it))
        write_json(process["path"], found)
        if complete and os.path.exists(os.path.join(process["run"], "manifest.json")):
            update_manifest(process["run"])
    except Exception as error:                       # the program goes on as without the survey
        if sys.stderr is not None:
            print(f"assay_torch: no survey: {type(error).__name__}: {error}", file=sys.stderr)


def at_exit():
    """At exit of this process, and of children of multiprocessing, which leave without atexit."""
    from multiprocessing import util
    atexit.register(save)
    util.Finalize(None, save, exitpriority=-100)
    util.register_after_fork(save, lambda save: util.Finalize(None, save, exitpriority=-100))


def forked():
    """A forked child counts from nought."""
    global lock
    process.update(path=None, first=False, saved=False)
    lock = threading.RLock()
    clocks.forget()
    for entry in ENTRIES:
        entry.windows.clear()
        entry.failed, entry.inherited = 0, True


def both(ours, then):
    """Our hook, then the recorder's; a failure of ours must not stop the program."""
    def hook(module):
        try:
            ours(module)
        except Exception as error:
            FAILED.append(f"hook on {module.__name__}: {type(error).__name__}: {error}")
        then(module)
    return hook


def start(run):
    """Set all hooks, in a process that has not imported torch yet."""
    process["run"] = run
    process["first"] = os.environ.get("ASSAY_TORCH_PARENT") == str(os.getppid())
    watch_graphs()
    for name, hook in HOOKS.items():
        recorder._HOOKS[name] = both(hook, recorder._HOOKS.get(name, lambda module: None))
    recorder.install()
    for name in clocks.UNITS:
        clocks.hook_clock(name)
    os.register_at_fork(after_in_child=forked)
