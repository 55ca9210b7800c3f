"""Record what code served each sample of a PyTorch program.

Two hooks append one integer to a list of the calling thread:
  D, on what torch._dynamo gets from a backend: graph i was called (i >= 0);
  F, on CompiledFxGraph.__call__ of inductor: code i ran (i < 0), forward or backward.
All else (labels, hashes, files) happens outside the timed window. `compiled` is what F proves.
`eager` is the absence of events: it needs the canary at the start and the invariants at the end.
"""
import collections, functools, hashlib, importlib.machinery, os, re, statistics, sys
import threading, time      # no timeit: the survey hooks clocks before it is imported

from .files import (RecordError, __version__, dynamo_config, environment, locked, read_json,
                    read_manifest, short_path, update_metrics, write_json, write_manifest,
                    write_text)
from . import labels

CUDA_GRAPHS_CONFIRMED = ("2.11",)    # versions whose hooks on CUDA graphs were seen on a card
clock = time.perf_counter_ns
GRAPHS = []        # facts of graph i at index i
CODES = [{"how": how, "source": None, "sha256": None, "backward": False}      # code -1 - i
         for how in ("TorchScript", "AOTInductor package")]
LISTS = []         # of each thread: [its events, never shortened; whether it had a sample]
CUDA_CALLS = []    # names of the calls that tell the state of CUDA graphs, of all threads
OPEN = set()       # samples that are open now, of all threads
HOOKED = {}        # (class, method): our function
BROKEN = []        # why this process cannot tell eager from compiled
CANARY = {}        # result of the canary
COST = {}          # what one event costs
label = functools.partial(labels.label, GRAPHS)
_lock = threading.RLock()


class _Local(threading.local):
    def __init__(self):
        self.events, self.sample, self.in_run = [], None, False
        self.slot = [self.events, False]
        LISTS.append(self.slot)


_local = _Local()


def events():
    """This thread's list of events: i >= 0, graph i was called; i < 0, code i ran."""
    return _local.events


# Hooks
class _Number(int):
    """The number of a code, kept in an object that torch may pickle: the copy has none (0)."""
    def __reduce__(self):
        return int, ()


def _wrap_graph(fn, index, profiler, local=_local):
    name = f"assay_graph:{index}"
    def assay_graph_call(*args):      # not functools.wraps: disable() would follow its __dict__
        local.events.append(index)
        if profiler._is_profiler_enabled:
            with profiler.record_function(name):
                return fn(*args)
        return fn(*args)
    return assay_graph_call


def _hook_graphs(module):
    """D: wrap what the backend returned, without its own disable(): dynamo adds another."""
    import torch.autograd.profiler as profiler
    original = module.OutputGraph.call_user_compiler
    def call_user_compiler(self, gm, *args, **kwargs):
        began = clock()
        returned = fn = original(self, gm, *args, **kwargs)
        if getattr(self, "export", False):
            return returned
        if getattr(fn, "_torchdynamo_disable", False):
            fn = getattr(fn, "_torchdynamo_orig_callable", fn)
        facts = {**_graph_facts(self, gm), "compile_ms": (clock() - began) / 1e6}
        with _lock:
            GRAPHS.append(facts)
            call = _wrap_graph(fn, len(GRAPHS) - 1, profiler)
        call.unhooked = returned
        return call
    _set(module.OutputGraph, "call_user_compiler", call_user_compiler)


def _own(module, name):
    """[a class] of the module, unless it only imports it: classes have moved between versions."""
    owner = getattr(module, name, None)
    return [owner] if getattr(owner, "__module__", None) == module.__name__ else []


def _register(code):
    facts = _code_facts(code)
    with _lock:
        CODES.append(facts)
        number = code.__dict__["_assay"] = _Number(-len(CODES))
    return number


def _hook_codes(module):
    """F. The class lies in output_code since torch 2.6, in codecache before."""
    import torch.autograd.profiler as profiler
    for owner in _own(module, "CompiledFxGraph"):
        def assay_code_call(self, inputs, original=owner.__call__, local=_local):
            number = self.__dict__.get("_assay") or _register(self)
            local.events.append(number)
            if profiler._is_profiler_enabled:
                with profiler.record_function(f"assay_code:{number}"):
                    return original(self, inputs)
            return original(self, inputs)
        _set(owner, "__call__", assay_code_call)


def _hook_opaque(number, *owners):
    """Served by compiled code that no graph leads to: such a call can only be `unknown`."""
    for owner in owners:
        def noted(self, *args, _original=owner.__call__, **kwargs):
            if OPEN and not (_local.sample and _local.sample.given[-1]):    # not said by target=
                _local.events.append(number)
            return _original(self, *args, **kwargs)
        owner.__call__ = noted


def _hook_cuda(module):
    owner = getattr(module, "CUDAGraphTreeManager", None) or module.CUDAGraph
    for name in ("run", "execute_node", "record_function", "run_eager", "replay"):
        if name in vars(owner):
            def noted(self, *args, _name=name, _original=vars(owner)[name], **kwargs):
                if _name != "run":
                    CUDA_CALLS.append(_name)
                    return _original(self, *args, **kwargs)
                if not _local.in_run:              # run() may call itself, to begin a new path
                    CUDA_CALLS.append(_name)
                outer, _local.in_run = _local.in_run, True
                try:
                    return _original(self, *args, **kwargs)
                finally:
                    _local.in_run = outer
            _set(owner, name, noted)


def _set(owner, name, function):
    setattr(owner, name, function)
    HOOKED[owner, name] = function


_HOOKS = {
    "torch._dynamo.output_graph": _hook_graphs, "torch.cuda.graphs": _hook_cuda,
    "torch._inductor.output_code": _hook_codes, "torch._inductor.codecache": _hook_codes,
    "torch._inductor.cudagraph_trees": _hook_cuda,
    "torch.jit._script": lambda module: _hook_opaque(
        -1, sys.modules["torch._C"].ScriptMethod, sys.modules["torch._C"].ScriptFunction),
    **dict.fromkeys(("torch.export.pt2_archive._package", "torch._inductor.package.package"),
                    lambda module: _hook_opaque(-2, *_own(module, "AOTICompiledModel"))),
    "torch._dynamo.trace_rules": lambda module: module.add(__package__)}    # not to be compiled


class _Finder:
    """Runs a hook right after its module is loaded: torch loads these modules late."""
    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path) if name in _HOOKS else None
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module
            def exec_module(module):
                execute(module)
                _HOOKS[name](module)
            spec.loader.exec_module = exec_module
        return spec


def install():
    """Set the hooks, now or when torch loads what they hook. A second call does nothing."""
    with _lock:
        if any(isinstance(finder, _Finder) for finder in sys.meta_path):
            return
        sys.meta_path.insert(0, _Finder())
        if attempted():
            BROKEN.append("a frame was compiled before the hooks were set")
        for name, hook in _HOOKS.items():
            if name in sys.modules:
                hook(sys.modules[name])


def counters():
    """torch._dynamo.utils.counters; {} before torch._dynamo is loaded."""
    return getattr(sys.modules.get("torch._dynamo.utils"), "counters", {})


def attempted():
    """Frames that dynamo tried to compile so far, those that failed too."""
    return counters().get("frames", {}).get("total", 0)


# Facts of graphs and codes
def _try(function, otherwise=None):
    """A fact that this version of torch does not offer stays unknown."""
    try:
        return function()
    except Exception:
        return otherwise


def _sha(text):
    return text and hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _mode(backend):
    """The mode: other backends get it by name, inductor as the options that are told here."""
    if not hasattr(backend, "config"):
        return backend.kwargs.get("mode")
    from torch._inductor import list_mode_options
    fits = [(len(options), mode) for mode, options in list_mode_options().items()
            if options.items() <= backend.config.items()]
    return max(fits)[1]


def _graph_facts(output_graph, gm):
    from torch._guards import CompileContext
    code, backend = output_graph.root_tx.f_code, output_graph.compiler_fn
    for _ in range(6):                                       # out of dynamo's wrappers
        for name in ("_torchdynamo_orig_backend", "_torchdynamo_orig_callable", "_compiler_fn"):
            backend = getattr(backend, name, None) or backend
    inputs = [node.meta.get("example_value") for node in gm.graph.nodes if node.op == "placeholder"]
    name = getattr(backend, "compiler_name", None) or getattr(backend, "__name__", None)
    given = getattr(backend, "compiler_fn", backend)
    if name == "inductor" and str(getattr(given, "__module__", "")).split(".")[0] != "torch":
        name = "a function named inductor"
    return {"compile_id": _try(lambda: str(CompileContext.current_compile_id())),
            "function": code.co_name, "file": code.co_filename, "line": code.co_firstlineno,
            "resume": "resume_in" in code.co_name, "backend": str(name or type(backend).__name__),
            "mode": _try(lambda: _mode(backend)), "dynamic": getattr(backend, "dynamic", None),
            "operations": sum(node.op.startswith("call") for node in gm.graph.nodes),
            "sizes": _try(lambda: [[n if isinstance(n, int) else str(n) for n in value.shape]
                                   for value in inputs if hasattr(value, "shape")], []),
            "guards": [], "sha256": _sha(str(gm.graph)), "_code": code}


def _code_facts(graph):
    import torch
    source = getattr(graph, "source_code", None) or None
    key = getattr(graph, "_fx_graph_cache_key", None) or getattr(graph, "cache_key", None)
    backward = (getattr(graph, "fx_kwargs", None) or {}).get("is_backward")
    if backward is None:                                     # torch 2.4, 2.5: is autograd running?
        backward = torch._C._current_graph_task_id() != -1
    reason = getattr(graph, "disabled_cudagraphs_reason", None)
    return {"source": source and f"source/{_sha(source)}.py", "sha256": _sha(source),
            "cache_key": key and str(key), "backward": bool(backward),
            "cudagraphs_off": reason and str(reason), "_source": source}


def _entries(code):
    """Entries in the cache of a code object that call a graph."""
    from torch._dynamo.eval_frame import _debug_get_cache_entry_list
    return [entry for entry in _debug_get_cache_entry_list(code) if any(
        name.startswith("__compiled_fn") for name in getattr(entry.code, "co_names", ()))]


def _read_guards():
    """Guards in words, at most 100 a graph; entries before torch 2.6 do not name their graph."""
    for graph in [graph for graph in GRAPHS if not graph["guards"]]:
        for entry in _try(lambda: _entries(graph["_code"]), []):
            if str(getattr(entry, "compile_id", None)) == graph["compile_id"]:
                parts = _try(lambda: entry.guard_manager.code_parts, [])
                graph["guards"] = [str(part)[:200] for part in parts[:100]
                                   if "___check_global_state()" not in str(part)]


def _calls():
    return sum((collections.Counter(seen) for seen, _ in LISTS), collections.Counter())


def _public(name, number, facts, calls):
    kept = {key: short_path(value) if key == "file" else value
            for key, value in facts.items() if key[0] != "_"}
    return {name: number, **kept, "calls": calls[number]}


# Does the absence of events prove anything?
def canary():
    """{"graphs": 1, "calls": 2} where hook D works in this process; once a process."""
    with _lock:
        if CANARY:
            return CANARY
        import torch
        install()
        x, graphs, calls = torch.ones(3, device="cpu"), len(GRAPHS), len(events())
        code = compile("lambda a: a * 2 + 1", "<assay_torch>", "eval")     # dynamo skips our files
        function = torch.compile(eval(code), backend="aot_eager")
        try:
            function(x), function(x)
        except Exception as error:
            BROKEN.append(f"canary: {type(error).__name__}: {error}")
        CANARY.update(graphs=len(GRAPHS) - graphs, calls=len(events()) - calls)
        COST.update(_try(lambda: _cost(x), {}))
        return CANARY


def _cost(x):
    """Time of one event: the canary's graph with hook D, without, and without again, by turns;
    at least that of the hook around a function that does nothing. Medians of short blocks."""
    import torch._dynamo
    name = [name for name in globals() if name.startswith("__compiled_fn")][-1]
    hooked = globals()[name]                       # where dynamo keeps the compiled graph
    plain = torch._dynamo.disable(hooked.unhooked)
    calls = {"on_ns": hooked, "off_ns": plain, "aa_ns": plain, "nothing": id,
             "noted": _wrap_graph(id, 0, torch.autograd.profiler)}
    spent, kept, _local.events = {state: [] for state in calls}, _local.events, []
    for turn in range(301):
        for state in sorted(calls, reverse=turn % 2):
            function = calls[state]
            function(x)
            began = clock()
            for _ in range(5):
                function(x)
            spent[state].append((clock() - began) / 5)
    _local.events = kept
    cost = {state: statistics.median(times) for state, times in spent.items()}
    least = cost.pop("noted") - cost.pop("nothing")
    return {"event_ns": max(cost["on_ns"] - cost["off_ns"], least), **cost}


def invariants():
    """Why the absence of events proves nothing: [] where it proves that no graph was called."""
    broken, calls = list(BROKEN), _calls()
    if CANARY != {"graphs": 1, "calls": 2}:
        broken.append(f"canary: {CANARY or 'not run'}; expected 1 graph and 2 calls")
    for (owner, name), function in HOOKED.items():
        if name in ("call_user_compiler", "__call__") and owner.__dict__.get(name) is not function:
            broken.append(f"{owner.__name__}.{name} was replaced after it was hooked")
    broken += [f"graph {n} of {graph['function']} was compiled, but no call of it was seen"
               for n, graph in enumerate(GRAPHS) if not calls[n]]
    seen = collections.Counter(graph["_code"] for graph in GRAPHS)
    for code, count in seen.items():
        entries = _try(lambda: len(_entries(code)))
        if entries is None or entries > count:
            broken.append(f"{code.co_name}: {count} graphs seen compiled, {entries} in its cache")
    return broken


def confirmed():
    """Whether the hooks on CUDA graphs are known to work with this torch, and are in place."""
    known = tuple(version + "." for version in CUDA_GRAPHS_CONFIRMED)
    return sys.modules["torch"].__version__.startswith(known) and all(
        owner.__dict__.get(name) is function for (owner, name), function in HOOKED.items())


def precompiled():
    return dynamo_config().get("caching_precompile") is True


# The recorder
class Sample:
    """One timed window, made by Recorder.sample()."""
    def __init__(self, recorder, given):
        self.recorder, self.given, self.events, self.foreign = recorder, given, [], False
        self.profile = self.ends = self.stream = None

    def __enter__(self):
        recorder, local = self.recorder, _local
        if not recorder.open or os.getpid() != recorder.pid:
            raise RecordError("a sample needs a Recorder that this process opened with `with`")
        if local.sample is not None:
            raise RecordError("a sample is open in this thread: samples do not nest")
        if self.given[0] == "check":
            self.profile = recorder.start_profile()
        self.cuda = recorder.cuda()
        if self.cuda:
            self.stream = self.cuda.current_stream()
            self.ends = [self.cuda.Event(enable_timing=True) for _ in range(2)]
            [event.record(self.stream) for event in self.ends]     # the first creates the event
            self.cuda.synchronize()
        with _lock:
            OPEN.add(self)
            for other in OPEN:
                other.alone = len(OPEN) == 1
            local.sample, local.slot[1] = self, True
            self.marks = [len(seen) for seen, _ in LISTS]
        self.own, self.before = local.events, self.counts()
        if self.cuda:
            self.ends[0].record(self.stream)
        self.began = clock()
        return self

    def counts(self):
        tried = self.recorder.counters["frames"]["total"]
        return len(GRAPHS), len(CODES), tried, len(CUDA_CALLS)

    def gather(self):
        """Take the events since the last border, also those of threads that had no sample."""
        self.marks += [0] * (len(LISTS) - len(self.marks))
        for n, mark in enumerate(self.marks):
            seen, had_sample = LISTS[n]
            found = seen[mark:] if seen is self.own or not had_sample else ()
            self.events += found
            self.marks[n] += len(found)
            if found and seen is not self.own:
                self.foreign = self.foreign or max(found) >= 0
                if not self.alone:
                    self.recorder.broken.add("a thread called graphs while two samples were open")

    def __exit__(self, kind, error, _):
        recorder, late, event_ms = self.recorder, None, None
        if self.cuda:
            try:
                self.ends[1].record(self.stream)
                self.cuda.synchronize()
            except Exception as failure:
                late = failure
        ended, after, cuda = clock(), self.counts(), recorder.cuda()
        if cuda and not self.cuda:                 # first used inside this sample
            cuda.synchronize()
            ended = clock()
        self.gather()
        with _lock:
            OPEN.discard(self)
            _local.sample = None
        outside = self.profile and recorder.read_profile(
            self.profile, self.foreign, self.given[-1] or -1 in self.events,
            self.events[:-1].count(None))
        error = error or late
        if self.ends and error is None:
            event_ms = self.ends[0].elapsed_time(self.ends[1])
        text = None if error is None else f"{type(error).__name__}: {error}"
        recorder.keep((*self.given, id(self.own), tuple(self.events), self.began, ended,
                       self.before, after, event_ms, outside, cuda is not None, self.alone, text))
        if late is not None:
            raise late


class Recorder:
    """One cell of a run: `with Recorder(run, ...) as rec`, in it `with rec.sample(): ...`."""
    def __init__(self, run, mode="prefill", scenario="default", backend="torch", model="model",
                 dtype="fp32"):
        self.run, self.torch = os.fspath(run), None
        self.spec = {"mode": mode, "scenario": scenario, "backend": backend, "model": model,
                     "quantization": dtype}
        for name in ("mode", "scenario", "backend", "quantization"):
            if not re.fullmatch(r"[A-Za-z0-9_+-][A-Za-z0-9._+-]*", self.spec[name]):
                raise RecordError(f"{name} {self.spec[name]!r}: letters, digits and ._+- only")
        self.samples, self.broken, self.open, self.items = [], set(), False, 0
        self.place, self.check_failed = ("timed", None, 0), None
        self.checking = os.environ.get("ASSAY_TORCH_CHECK") == "1"

    def __enter__(self):
        if self.torch is not None:
            raise RecordError("a Recorder is one cell: make another one")
        import torch
        canary()
        self.torch, self.pid, self.started = torch, os.getpid(), time.time()
        self.counters, spec = counters(), self.spec
        self.before = {name: dict(group) for name, group in self.counters.items()}
        folder = os.path.join(self.run, spec["mode"], "runs", spec["scenario"], spec["backend"],
                              spec["quantization"])
        with locked(self.run):
            manifest = read_manifest(self.run)
            there = [name for name in _try(lambda: os.listdir(folder), []) if name[:4] == "run_"]
            if self.checking != bool(there):
                raise RecordError(f"{folder}: this cell is there; take another scenario or run" if
                                  there else f"{folder}: ASSAY_TORCH_CHECK=1 finds no run to check")
            name = there[0] if there else f"run_{int(self.started * 1000)}.json"
            self.path = os.path.join(folder, name)
            if not self.checking:
                self.began = "{mode}/{scenario}/{backend}: began ".format(**spec) + time.strftime(
                    f"%Y-%m-%dT%H:%M:%SZ ({name}), did not end", time.gmtime(self.started))
                model = {"path": spec["model"], "dtype": spec["quantization"]}
                for name, value in (("modes", spec["mode"]), ("scenarios", spec["scenario"]),
                                    ("backends", spec["backend"]), ("models", model)):
                    manifest[name] += [value] * (value not in manifest[name])
                manifest["incomplete"].append(self.began)
                write_manifest(self.run, manifest)
        self.open, self.origin = True, clock()
        self.due = self.origin + 2_000_000_000
        return self

    def __exit__(self, kind, error, _):
        if os.getpid() != self.pid:
            return
        self.open = False
        if self.checking:
            return self.attach()
        text = None if error is None else f"{type(error).__name__}: {error}"
        self.write("ok" if error is None else "interrupted", text)
        if self.share > 0.02:
            print(f"assay_torch: {self.path}: recording took up to {self.share:.1%} of a sample",
                  file=sys.stderr)

    def cuda(self):
        """torch.cuda where this process uses a CUDA device, or None."""
        return self.torch.cuda if self.torch.cuda.is_initialized() else None

    def sample(self, tokens=None, target=None):
        """A timed window. target: what is called, so that a ScriptModule is told from eager."""
        phase, item, part = self.place
        self.place = phase, item, part + 1
        phase = "check" if self.checking else phase
        jit = sys.modules["torch"].jit
        script = isinstance(target, (jit.ScriptModule, jit.ScriptFunction))
        return Sample(self, (phase, item, part, tokens and int(tokens), script))

    def step(self):
        """The border at the end of a step, such as one token, inside a sample."""
        sample = _local.sample
        if sample is None or sample.recorder is not self:
            raise RecordError("step() belongs inside a sample of its Recorder")
        sample.gather()
        sample.events.append(None)
        if sample.profile is not None:
            with self.torch.profiler.record_function("assay_step"):
                pass

    def passes(self, items, warmup=1, repeat=1):
        """Yield all items: warmup times, repeat times to be timed, once under the profiler."""
        items, first = list(items), self.items           # a second call has items of its own
        self.items += len(items)
        try:
            for phase in ["warmup"] * warmup + ["timed"] * repeat + ["check"] * (not self.checking):
                for number, item in enumerate(items, first):
                    self.place = (phase, number, 0)
                    yield item
        finally:
            self.place = ("timed", None, 0)

    def start_profile(self):
        if self.torch.autograd.profiler._is_profiler_enabled:
            self.check_failed = "the program used the profiler itself"
            return None
        os.environ.setdefault("KINETO_LOG_LEVEL", "9")       # it logs each start on standard error
        profiler = self.torch.profiler
        more = _try(lambda: {"experimental_config": self.torch._C._profiler._ExperimentalConfig(
            profile_all_threads=True)}, {})                  # torch 2.8 and later
        return profiler.profile(activities=[profiler.ProfilerActivity.CPU], **more).__enter__()

    def read_profile(self, profile, foreign, seen, borders):
        """Operations outside the graphs, None between two steps. Of a graph of another backend
        only its codes count: the rest of it may be eager. What dynamo does before a graph (it
        checks guards, and makes tensors of numbers) is no operation of the program."""
        profile.__exit__(None, None, None)
        if foreign:
            self.check_failed = "graphs were called in a thread that the profiler does not see"
            return None
        inside = {f"assay_graph:{n}" for n, graph in enumerate(GRAPHS)
                  if graph["backend"] == "inductor"}
        inside |= {"TorchDynamo Cache Lookup", "Pregraph bytecode"}
        steps, events = [{}], sorted(profile.events(), key=lambda event: event.time_range.start)
        if not seen and any(event.scope == 2 for event in events):   # a scope of TorchScript
            self.broken.add("TorchScript ran, and no call of it was seen")
        for event in events:
            if event.name == "assay_step" and len(steps) <= borders:
                steps.append({})
            is_operation = "::" in event.name and event.scope == 0 and (
                not event.name.startswith("autograd::engine"))
            above = event.cpu_parent if is_operation else event
            while above is not None and above is not event and above.name not in inside and (
                    not above.name.startswith(("aten::", "assay_code:"))):
                above = above.cpu_parent
            if above is None:
                steps[-1][event.name] = True
        return [name for step in steps for name in (None, *step)][1:]

    def keep(self, sample):
        """Keep a tuple, which costs the garbage collector nothing; rows() makes a row of it."""
        self.samples.append(sample)
        now = clock()
        if self.open and not self.checking and now > self.due + 8_000_000_000 * bool(OPEN):
            self.write("interrupted", None)
            self.due = clock() + max(2_000_000_000, 20 * (clock() - now))

    def rows(self):
        """The samples as they are written, but without labels."""
        rows, threads, loads = [], {}, precompiled()
        for (phase, item, part, tokens, script, thread, found, began, ended, before, after,
             event_ms, outside, cuda, alone, error) in list(self.samples):
            graphs, codes, attempts, _ = (a - b for a, b in zip(after, before))
            state = "unknown" if cuda else "none"
            if cuda and alone and confirmed():
                ran = sum(event is not None and event < 0 for event in found)
                state = labels.cuda_graph(CUDA_CALLS[before[3]:after[3]], ran)
            rows.append({
                "phase": phase if error is None else "failed", "item": item, "part": part,
                "start_ns": began - self.origin, "end_ns": ended - self.origin,
                "event_ms": event_ms, "tokens": tokens, "border": "marked",
                "thread": threads.setdefault(thread, len(threads)),
                "events": list(found[:-1] if found[-1:] == (None,) else found),  # the last border
                # a new code alone is a backward graph, compiled late; or it was loaded, precompiled
                "new_graphs": graphs or int(codes > 0 and not loads),
                "attempts": attempts if attempts >= 0 else 1,         # < 0: counters were cleared
                "cuda_graph": state, "outside": outside, **({"script": True} if script else {}),
                **({"error": error} if error is not None else {})})
        return rows

    def used(self, calls):
        """The facts of the graphs and of the codes that were called or compiled in the samples."""
        used = {event for sample in self.samples for event in sample[6]}
        for sample in self.samples:
            before, after = sample[9:11]
            used |= {*range(before[0], after[0]), *range(-after[1], -before[1])}
        return ([_public("graph", n, facts, calls) for n, facts in enumerate(GRAPHS) if n in used],
                [_public("code", -1 - n, facts, calls) for n, facts in enumerate(CODES)
                 if -1 - n in used])

    def write(self, status, error):
        """Judge and write the cell as it is now. Only what ended is taken as complete."""
        _read_guards()
        calls, broken, samples = _calls(), invariants() + sorted(self.broken), self.rows()
        graphs, codes = self.used(calls)
        for code in codes:
            path = code["source"] and os.path.join(self.run, self.spec["mode"], code["source"])
            if path and not os.path.exists(path):
                write_text(path, CODES[-1 - code["code"]]["_source"])
        seen = {(s["item"], s["part"]): s for s in samples if s["phase"] == "check"}
        pairs = [(s, seen.get((s["item"], s["part"]))) for s in samples if s["phase"] != "check"]
        check = labels.compare(pairs, self.check_failed) if seen else None
        self.share = max((sum(e is not None for e in s["events"]) * COST.get("event_ns", 0)
                          / max(s["end_ns"] - s["start_ns"], 1)
                          for s in samples if s["phase"] == "timed"), default=0)
        self.save({"spec": self.spec, "status": status, "error": error, "started_at": self.started,
                   "ended_at": time.time(), "samples": samples, "recorder": {
                       "version": __version__, "torch": self.torch.__version__, "canary": CANARY,
                       "holds": not broken, "broken": broken, "clock": "perf_counter_ns",
                       "origin_ns": self.origin, "synchronised": self.cuda() is not None,
                       "precompiled": precompiled() and not calls[-1] + calls[-2],
                       "graphs": graphs, "codes": codes,
                       "counters": {"before": self.before, "after": self.counters},
                       "cost": {**COST, "share": self.share}, "check": check,
                       "cuda_graphs": "confirmed" if confirmed() else "unknown"}}, status == "ok")

    def save(self, record, ended=False):
        """Write the record, its sources, its rows and the manifest."""
        path, mode = os.path.relpath(self.path, self.run), self.spec["mode"]
        rows = []
        for sample in record["samples"]:
            labels.serve(sample, record["recorder"])
            ms = (sample["end_ns"] - sample["start_ns"]) / 1e6
            rate = sample["tokens"] * 1e3 / ms if sample["tokens"] is not None and ms else None
            if sample["phase"] in ("timed", "failed"):
                rows.append({**self.spec, **sample, "latency_ms": ms, "tokens_per_s": rate,
                             "cuda_event_ms": sample["event_ms"], "path": path,
                             "status": "ok" if sample["phase"] == "timed" else "error"})
        for name in ("latency_ms", "tokens", "tokens_per_s", "cuda_event_ms"):
            values = [row[name] for row in rows if row["status"] == "ok"]
            if name != "cuda_event_ms" or any(value is not None for value in values):
                record["latencies_ms" if name == "latency_ms" else name] = values
        with locked(self.run):
            manifest = read_manifest(self.run)
            write_json(self.path, record)
            update_metrics(os.path.join(self.run, mode, "metrics.csv"), path, rows)
            if ended:
                manifest["incomplete"].remove(self.began)
            write_manifest(self.run, manifest)

    def attach(self):
        """The second process, under the profiler: check the run of this cell by it."""
        record, rows = read_json(self.path), self.rows()
        facts, broken = record["recorder"], invariants() + sorted(self.broken)
        first = [sample for sample in record["samples"] if sample["phase"] != "check"]
        theirs, ours = (graphs + codes for graphs, codes in (
            (facts["graphs"], facts["codes"]), self.used(_calls())))

        def same(known):
            return [[one.get(name) for name in ("sha256", "function", "line", "how")]
                    for one in known]
        why = f"the check pass does not hold: {broken[0]}" if broken else None
        if (len(first), facts["torch"], same(theirs)) != (
                len(rows), self.torch.__version__, same(ours)):
            why = "the check pass has other samples or graphs than the run, or another torch"
        number = {our.get("graph", our.get("code")): their.get("graph", their.get("code"))
                  for our, their in zip(ours, theirs)}
        later = self.origin - facts["origin_ns"]   # one clock since the machine was started
        pairs = list(zip(first, rows)) if why is None else []
        for n, sample in enumerate(first):
            sample.update(item=n, part=0, outside=None)
        for n, (_, seen) in enumerate(pairs):
            seen.update(item=n, part=0, events=[number.get(event) for event in seen["events"]],
                        process=2, start_ns=seen["start_ns"] + later, end_ns=seen["end_ns"] + later)
        facts["check"] = labels.compare(pairs, why or self.check_failed)
        facts["check"]["equal"] &= why is None
        record["samples"] = first + [seen for sample, seen in pairs if seen["phase"] == "check"
                                     and seen["events"] == sample["events"]]
        self.save(record)
