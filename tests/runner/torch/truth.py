"""What served each call, by means that owe nothing to the recorder.

Plain torch under sys.setprofile and torch.profiler; nothing of torch is patched.
  attempt   a frame of ConvertFrame or ConvertFrameAssert began: dynamo looked at a new frame;
            or one of inductor's compile_fx_inner, which compiles a backward graph when it is due
  code      a frame of `call` began in a file of TORCHINDUCTOR_CACHE_DIR: inductor's code ran
  fx        a frame of `forward` began in <eval_with_key>, or of `boxed_run` in torch.fx's
            interpreter, outside inductor's code and an attempt: a graph ran as it was traced
  resumed   a frame of torch_dynamo_resume_in_... began: a graph break
  outside   top-level aten:: events of torch.profiler that lie in no frame of a graph: neither of
            those two files nor of AOTAutograd's wrappers, which setprofile marks by a range
  script    torch.profiler has TorchScript's event `forward`, or <forward op>
  package   a frame of AOTICompiledModel.__call__ began: compiled code without dynamo ran
A frame of another thread counts if threading.setprofile saw the thread begin.
"""
import os
import sys
import threading

RANGE = "truth:graph"
INSIDE = {"code", "fx", "graph", "package"}


class Truth:
    def __init__(self, torch):
        from torch._dynamo import convert_frame
        self.torch = torch
        self.kinds = {convert_frame.ConvertFrame.__call__.__code__: "attempt",
                      convert_frame.ConvertFrameAssert.__call__.__code__: "attempt"}
        self.cache = os.environ["TORCHINDUCTOR_CACHE_DIR"] + "/"
        self.local = threading.local()
        self.seen = None
        self.record = torch.autograd.profiler.record_function
        threading.setprofile(self.event)

    def kind(self, code):
        name = code.co_filename
        if getattr(code, "co_qualname", "") == "AOTICompiledModel.__call__":
            return "package"
        if name.startswith(self.cache):
            return "code" if code.co_name == "call" else "graph"
        if name.startswith("<eval_with_key>"):
            return "fx" if code.co_name == "forward" else None
        if name.endswith("/torch/_inductor/compile_fx.py") and "compile_fx_inner" in code.co_name:
            return "attempt"
        if name.endswith("/torch/fx/interpreter.py"):
            return "fx" if code.co_name == "boxed_run" else None
        if "/torch/_functorch/_aot_autograd/" in name or "/torch/_inductor/" in name:
            return "graph"
        return "resumed" if code.co_name.startswith("torch_dynamo_resume_in") else None

    def event(self, frame, what, _):
        if what != "call" and what != "return":
            return
        code = frame.f_code
        try:
            kind = self.kinds[code]
        except KeyError:
            kind = self.kinds[code] = self.kind(code)
        if kind is None or self.seen is None:
            return
        stack = self.local.__dict__.setdefault("stack", [])
        if what == "return":
            if stack and stack[-1][0] is frame:
                range_ = stack.pop()[2]
                if range_:
                    range_.__exit__(None, None, None)
            return
        above = [k for _, k, _ in stack]
        range_ = None
        if "attempt" not in above:
            if kind == "code":
                self.seen["code"].append(os.path.basename(code.co_filename))
            elif kind != "graph" and not (kind == "fx" and {"fx", "code"} & set(above)):
                self.seen[kind].append(code.co_name)
            if kind in INSIDE and not INSIDE & set(above):
                range_ = self.record(RANGE)
                range_.__enter__()
        stack.append((frame, kind, range_))

    def call(self, run):
        """Makes a call, and says what was seen of it."""
        activity = self.torch.profiler.ProfilerActivity.CPU
        seen = {"attempt": [], "code": [], "fx": [], "package": [], "resumed": [], "error": None}
        with self.torch.profiler.profile(activities=[activity]) as prof:
            self.seen = seen
            self.local.__dict__["stack"] = []
            sys.setprofile(self.event)
            try:
                run()
            except Exception as e:  # what a harness raises is its own
                seen["error"] = type(e).__name__
            finally:
                sys.setprofile(None)
                self.seen = None
        events = prof.events()
        seen["outside"] = sorted({e.name for e in events if e.name.startswith("aten::") and
                                  not any(a.name == RANGE or a.name.startswith("aten::")
                                          for a in ancestors(e))})
        seen["script"] = any(e.name in ("forward", "<forward op>") for e in events)
        return seen


def ancestors(event):
    while event.cpu_parent is not None:
        event = event.cpu_parent
        yield event


def word(seen):
    """The word of assay-run(5) for what was seen."""
    if seen["error"]:
        return "error"
    if seen["attempt"]:
        return "compiling"
    if seen["code"] or seen["package"]:
        return "mixed" if seen["fx"] or seen["resumed"] or seen["outside"] else "compiled"
    if seen["fx"]:
        return "graph"
    return "torchscript" if seen["script"] else "eager"
