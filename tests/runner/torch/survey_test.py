"""Run each harness under the survey, and compare its verdict with the truth in its docstring.

    PYTHONPATH=runner/torch python tests/runner/torch/survey_test.py

LABELAUDIT names labelaudit; where it is built, its answer from the source is compared too.
"""
import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PACKAGE = ROOT / "runner" / "torch"
LABELAUDIT = os.environ.get("LABELAUDIT") or str(ROOT / "build" / "bin" / "labelaudit")

# harness: label, what served the calls after the first, the regions of compiled code that
# torch.profiler counts without the survey (torch 2.4.1, 2.8.0, 2.15.0; children's work in one
# process), what labelaudit --src answers, and whether the source can show the truth.
CASES = {
    "wired": ("gpu-compile", {"compiled"}, 5, "wired", True),
    "fallback": ("gpu-compile", set(), 0, "fallback", True),
    "label_only": ("gpu-compile", set(), 0, "label-only", True),
    "kept": ("gpu-compile", set(), 0, "label-only", True),
    "cuda_only": ("gpu-compile", set(), 0, "conditional", False),
    "limit": ("gpu-compile", {"compiled", "eager"}, 16, "wired", False),
    "trace": ("jit", {"torchscript"}, 0, "wired", True),          # 14 events "forward"
    "inplace": ("cpu-compile", {"compiled"}, 5, "wired", True),
    "decorator": ("compile", {"compiled"}, 8, "wired", True),
    "eager_backend": ("compile", {"graph"}, 4, "wired", True),
    "subprocess_worker": ("gpu-compile", {"compiled"}, 4, "wired", True),
    "spawn": ("gpu-compile", {"compiled"}, 4, "wired", True),
    "fork": ("gpu-compile", {"compiled"}, 4, "wired", True),
    "suppressed": ("gpu-engine", {"eager"}, 0, "wired", False),
    "break": ("compile", {"mixed"}, 4 * 3, "wired", True),        # three frames a call
    "wrapped": ("compile", {"unknown"}, 4, "wired", False),
    "hooked": ("gpu-compile", {"unknown"}, 4, "wired", False),
}
SETTINGS = {"subprocess_worker": ["--set", "worker=true"]}
SAME = {"wired": {"wired"}, "fallback": {"fallback"},
        "label-only": {"built but never called", "never compiled"}}
LINES = 'import torch; torch.set_num_threads(1); f = torch.compile(torch.sin, backend="eager"); '


class Base(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def survey(self, *command, options=(), path=(), status=0, **variables):
        """What the program prints, on both streams, and the survey of each process."""
        path = os.pathsep.join([*map(str, path), str(PACKAGE)])
        environment = {**os.environ, "PYTHONPATH": path, **variables}
        done = subprocess.run([sys.executable, "-m", "assay_torch", "-O", self.folder / "run",
                               *options, "--", *map(str, command)], env=environment,
                              capture_output=True, text=True, timeout=900)
        self.assertEqual(done.returncode, status, done.stderr)
        files = sorted((self.folder / "run" / "survey").glob("*.json"))
        return done.stdout, done.stderr, [json.loads(file.read_text()) for file in files]

    def program(self, text, *options, **more):
        file = self.folder / "program.py"
        file.write_text(text)
        return self.survey("python", file, *options, **more)


class Harnesses(Base):
    def check(self, name):
        label, words, regions, source, shows = CASES[name]
        harness = HERE / "harnesses" / f"{name}.py"
        text = harness.read_text()
        truth = re.search(r"(?:Survey|Truth)[^:]*: ([a-z ]+)[,;]", text).group(1)
        _, _, found = self.survey("python", harness, "--backend", label)
        compilers = [entry for process in found for entry in process["compilers"]]
        verdict = max(found, key=lambda process: len(process["compilers"]))["verdict"]
        calls = sum((collections.Counter(entry["served"]) for entry in compilers),
                    collections.Counter())
        served = set(calls) - {"compiling"}
        answer = labelaudit(harness, label, SETTINGS.get(name, []))
        print(f"{name:18}{truth:24}{verdict:24}{' '.join(sorted(served)):18}",
              answer or "not built")
        self.assertEqual([process["broken"] for process in found], [[]] * len(found))
        self.assertEqual(verdict, truth)
        if name == "limit" and version() < (2, 6):          # no cached graph serves after the limit
            words, regions = {"eager"}, 8
        self.assertEqual(served, words)
        attempts = name in ("limit", "suppressed")           # one made no graph: eager code served
        found_regions = sum(calls.values()) - calls["eager"] - calls["torchscript"] - attempts
        self.assertEqual(found_regions * (3 if name == "break" else 1), regions)
        for entry in compilers:
            self.assertEqual(os.path.abspath(entry["file"]), str(harness))
            self.assertRegex(text.splitlines()[entry["line"] - 1], "compile|trace")
        if answer is not None:
            self.assertEqual(answer, source)
            self.assertIn(f"--src: {answer}", text)
            self.assertEqual(verdict in SAME.get(answer, ()), shows)
        samples = [sample for process in found for sample in process["samples"] or []]
        self.assertGreater(len(samples), 1)
        self.assertEqual({sample["border"] for sample in samples}, {"inferred"})


def labelaudit(harness, label, settings):
    if not os.access(LABELAUDIT, os.X_OK):
        return None
    done = subprocess.run([LABELAUDIT, "--src", "--label", label, *settings, "-o", "json", harness],
                          capture_output=True, text=True)
    return json.loads(done.stdout)["labels"][0]["verdict"]


def version():
    import torch
    return tuple(int(part) for part in torch.__version__.split(".")[:2])


def add(name):
    setattr(Harnesses, f"test_{name}", lambda self: self.check(name))


for case in CASES:
    add(case)


class Unknown(Base):
    def test_truth(self):
        """Why the survey may not say `compiled` of these: part of each call is eager."""
        code = """
import importlib, sys, torch, truth
torch.set_num_threads(1)
teller = truth.Truth(torch)
call, x = importlib.import_module("harnesses." + sys.argv[1]).build(sys.argv[2])
for _ in range(3):
    with torch.no_grad():
        print(truth.word(teller.call(lambda: call(x))))
"""
        for name, label in (("wrapped", "compile"), ("hooked", "gpu-compile")):
            done = subprocess.run([sys.executable, "-c", code, name, label], text=True, env={
                "TORCHINDUCTOR_CACHE_DIR": str(self.folder), **os.environ,
                "PYTHONPATH": str(HERE)}, capture_output=True)
            self.assertEqual(done.stdout.split(), ["compiling", "mixed", "mixed"], done.stderr)


class Processes(Base):
    def test_streams_and_status(self):
        out, err, found = self.survey("python", "-c", "import sys; print('a'); sys.exit(7)",
                                      status=7)
        self.assertEqual((out, found), ("a\n", []))
        self.assertEqual(err, "assay_torch: no process that used torch could be surveyed\n")

    def test_signal(self):
        code = LINES + "f(torch.ones(2)); import os; os.kill(os.getpid(), 9)"
        _, _, found = self.survey("python", "-c", code, status=128 + signal.SIGKILL)
        self.assertEqual([(it["complete"], it["verdict"]) for it in found], [(False, "unknown")])

    def test_unknown_command(self):
        _, err, _ = self.survey("no-such-program", status=127)
        self.assertIn("no-such-program", err)

    def test_closed_output(self):
        code = LINES + "f(torch.ones(2)); import os; os.close(1)"
        _, _, found = self.survey("python", "-c", code)
        self.assertEqual([it["verdict"] for it in found], ["wired"])

    def test_other_sitecustomize(self):
        (self.folder / "sitecustomize.py").write_text("import builtins; builtins.other = 'it ran'")
        out, _, found = self.survey("python", "-c", "print(other); import torch",
                                    path=[self.folder])
        self.assertEqual((out, len(found)), ("it ran\n", 1))

    def test_fork_without_multiprocessing(self):
        code = LINES + ("import os, sys; pid = os.fork(); f(torch.ones(2)); "
                        "pid and sys.exit(os.waitpid(pid, 0)[1])")
        _, _, found = self.survey("python", "-c", code)
        self.assertEqual([it["compilers"][0]["calls"] for it in found], [1, 1])

    def test_spawn_imports_the_program(self):
        """A worker that does not call what the program's module compiled says nothing of it."""
        text = LINES + """
import multiprocessing, sys
def go():
    f(torch.ones(2))
if __name__ == "__main__":
    go()
    child = multiprocessing.get_context("spawn").Process(target=eval(sys.argv[1]))
    child.start(), child.join()
"""
        for target, processes in (("print", 1), ("go", 1 + 2)):     # both runs are in the folder
            _, _, found = self.program(text, target)
            self.assertEqual([[(it["calls"], it["verdict"]) for it in process["compilers"]]
                              for process in found], [[(1, "wired")]] * processes)

    def test_ranks(self):
        file = self.folder / "rank.py"
        file.write_text(LINES + "f(torch.ones(2))\n")
        _, _, found = self.survey("python", "-m", "torch.distributed.run", "--nproc-per-node", "2",
                                  "--master-port", "0", file)
        self.assertEqual([it["verdict"] for it in found], ["wired", "wired"])

    def test_check(self):
        ran = self.folder / "ran"
        out, _, _ = self.program("import os; print(os.environ.get('ASSAY_TORCH_CHECK', 0)); "
                                 f"open({str(ran)!r}, 'a').write('x')", options=["--check"])
        self.assertEqual((out, ran.read_text()), ("0\n", "xx"))


    def test_with_the_recorder(self):
        text = LINES + f"""
from assay_torch import Recorder
x = torch.ones(2)
f(x)
with Recorder({str(self.folder / "run")!r}, mode="prefill", backend="b", scenario="s") as record:
    for _ in range(2):
        with record.sample():
            f(x)
"""
        _, _, (found,) = self.program(text, options=["--check"])
        self.assertEqual([(it["calls"], it["verdict"]) for it in found["compilers"]],
                         [(3, "wired")])
        manifest = json.loads((self.folder / "run" / "manifest.json").read_text())
        self.assertIn(f"survey/{found['pid']}.json", [it["path"] for it in manifest["files"]])
        (cell,) = (self.folder / "run" / "prefill" / "runs").glob("*/*/*/*.json")
        self.assertEqual(json.loads(cell.read_text())["recorder"]["check"]["samples"], 2)


class Calls(Base):
    def one(self, text, **more):
        return self.program(LINES + "\n" + text, **more)[2][0]

    def test_copies(self):
        found = self.one("""
import copy, io, time
m = torch.compile(torch.nn.Sequential(torch.nn.ReLU()), backend="eager")
n = copy.deepcopy(m)
t = time.perf_counter(); n(torch.ones(2)); print(time.perf_counter() - t)
f(torch.ones(2))
""")
        self.assertEqual([it["calls"] for it in found["compilers"]], [1, 1])

    def test_taken_into_a_caller(self):
        found = self.one("""
@torch.compile(backend="eager")
def inner(x):
    return x * 2
@torch.compile(backend="eager")
def outer(x):
    return inner(x) + 1
f(torch.ones(2)); outer(torch.ones(2))
""")
        self.assertEqual([it["verdict"] for it in found["compilers"]],
                         ["wired", "unknown", "wired"])

    def test_script(self):
        found = self.one("""
def main():
    @torch.jit.script
    def double(x):
        return x * 2
    def both(x):
        return double(x) + 1
    both = torch.jit.script(obj=both)
    module = torch.jit.script(torch.nn.Sequential(torch.nn.ReLU()))
    traced = torch.jit.trace(func=lambda x: x + 1, example_inputs=torch.ones(2))
    for _ in range(2):
        both(torch.ones(2)), module(torch.ones(2)), traced(torch.ones(2))
main()
f(torch.ones(2))
""")
        self.assertEqual([(it["how"], it["calls"], it["verdict"]) for it in found["compilers"][1:]],
                         [("torch.jit.script", 0, "unknown"),
                          ("torch.jit.script", 2, "wired"), ("torch.jit.script", 2, "wired"),
                          ("torch.jit.trace", 2, "wired")])

    def test_methods_of_script(self):
        """Calls of a method alone count, and those of what was frozen, loaded or scripted again."""
        found = self.one("""
import io, time, warnings
warnings.simplefilter("ignore")
new, x, file = lambda: torch.nn.Linear(2, 2).eval(), torch.ones(2), io.BytesIO()
method = torch.jit.script(new()).forward
frozen = torch.jit.freeze(torch.jit.script(new()))
again = torch.jit.script(torch.jit.optimize_for_inference(torch.jit.trace(new(), x)))
torch.jit.save(again, file)
file.seek(0)
loaded = torch.jit.load(file)
for call in method, frozen, again, loaded:
    begin = time.perf_counter()
    call(x)
    print(time.perf_counter() - begin)
f(x)
""")
        self.assertEqual([(it["how"], it["calls"], it["verdict"]) for it in found["compilers"][1:]],
                         [("torch.jit.script", 1, "wired"), ("torch.jit.script", 1, "wired"),
                          ("torch.jit.trace", 1, "wired"), ("torch.jit.load", 1, "wired")])
        self.assertEqual([it["served"] for it in found["samples"]], ["torchscript"] * 4)

    def test_skipped_frame(self):
        """Dynamo skips outer, for a graph break in a loop, and compiles inner alone."""
        found = self.one("""
def inner(x):
    return torch.relu(x) + 1
def outer(x):
    x = torch.sigmoid(x)
    for _ in range(1):
        with open("/dev/null"):
            torch._dynamo.graph_break()
            x = inner(x)
    return x * 2
outer = torch.compile(outer)
for _ in range(3):
    outer(torch.ones(8))
f(torch.ones(2))
""")
        self.assertEqual(found["compilers"][1]["calls"], 3)
        self.assertNotIn("compiled", found["compilers"][1]["served"])

    def test_error_in_the_program(self):
        found = self.one("""
def g(x):
    return x @ x
g = torch.compile(g, fullgraph=True, dynamic=False)
try:
    g(torch.ones(2, 3))
except Exception:
    pass
f(torch.ones(2))
""")
        self.assertEqual([it["verdict"] for it in found["compilers"]], ["wired", "fallback"])
        self.assertIn("Error", found["compilers"][1]["error"])

    def test_graph_that_nobody_gave(self):
        found = self.one("""
g = torch._dynamo.optimize("eager")(lambda x: x + 1)
f(torch.ones(2)), g(torch.ones(2))
torch._dynamo.output_graph.OutputGraph.call_user_compiler = None
""")
        self.assertEqual(found["verdict"], "unknown")
        self.assertFalse(found["holds"])

    def test_samples(self):
        found = self.one("""
import time, timeit
def now():
    return time.perf_counter()
x = torch.ones(4)
begin = now()
for _ in range(3):
    t0 = now()
    torch.cos(x)
    t1 = now()
    print(t1 - t0)
print("all", now() - begin)
""")
        self.assertEqual([it["served"] for it in found["samples"]], ["eager"] * 4)
        whole = found["samples"][3]
        self.assertLess(whole["start_ns"], found["samples"][0]["start_ns"])
        self.assertLess(found["samples"][2]["end_ns"], whole["end_ns"])

    def test_samples_on_one_line(self):
        """What lies between the end of a line and its next beginning is no sample."""
        found = self.one("""
import time
x = torch.ones(4)
for _ in range(3):
    t = time.perf_counter(); f(x); print(time.perf_counter() - t)
""")
        self.assertEqual([it["served"] for it in found["samples"]],
                         ["compiling", "graph", "graph"])

    def test_other_compilers(self):
        """Synthetic: stand-ins for two packages, with the names that the survey wraps."""
        (self.folder / "onnxruntime.py").write_text("""
class InferenceSession:
    def __init__(self, path):
        if path == "bad":
            raise ValueError("no such model")
    def run(self, names, feed):
        return [1]
    def run_with_iobinding(self, binding):
        return None
""")
        (self.folder / "torch_tensorrt.py").write_text(
            "import torch.fx\ndef compile(model, **more): return torch.fx.symbolic_trace(model)\n")
        found = self.one("""
import onnxruntime, torch_tensorrt
onnxruntime.InferenceSession("good").run(None, {})
try:
    onnxruntime.InferenceSession("bad")
except ValueError:
    torch_tensorrt.compile(torch.nn.ReLU(), inputs=[1])(torch.ones(2))
""", path=[self.folder])
        answers = [(it["how"], it["verdict"], it["served"]) for it in found["compilers"]]
        self.assertEqual(answers[1:],
                         [("onnxruntime.InferenceSession", "wired", {"graph": 1}),
                          ("onnxruntime.InferenceSession", "fallback", {}),
                          ("torch_tensorrt.compile", "wired", {"graph": 1})])


class Card(Base):
    def test_cuda_graph_and_events(self):
        import torch
        if not torch.cuda.is_available():
            self.skipTest("no CUDA device")
        _, _, (found,) = self.program("""
import torch
x = torch.ones(64, 64, device="cuda")
y = x @ x
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    y = x @ x
start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
for _ in range(3):
    start.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    print(start.elapsed_time(end))
""")
        self.assertEqual([(it["how"], it["calls"], it["served"], it["verdict"])
                          for it in found["compilers"]],
                         [("torch.cuda.CUDAGraph", 3, {"replay": 3}, "wired")])
        self.assertEqual([it["served"] for it in found["samples"]], ["replay"] * 3)
        self.assertTrue(all(it["event_ms"] > 0 for it in found["samples"]))


if __name__ == "__main__":
    try:
        import torch
    except ImportError:
        print("skip - survey_test.py: torch is not installed")
        sys.exit(0)
    print(f"torch {torch.__version__}")
    print(f"{'harness':18}{'truth':24}{'survey':24}{'served':18}labelaudit --src")
    unittest.main()
