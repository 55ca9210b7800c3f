"""Tests of the recorder for PyTorch. Without torch only those of its logic and its files run.

    PYTHONPATH=runner/torch python tests/runner/torch/recorder_test.py
"""
import contextlib, csv, glob, hashlib, importlib.util, json, multiprocessing, os, shutil, signal
import subprocess, sys, tempfile, threading, types, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../runner/torch"))
TORCH = importlib.util.find_spec("torch") is not None
if TORCH:
    import torch
    torch.set_num_threads(1)
else:
    print("recorder_test: torch is not installed: only what needs no torch is tested",
          file=sys.stderr)
    stub = types.SimpleNamespace(is_initialized=lambda: False)
    torch = sys.modules["torch"] = types.ModuleType("torch")
    torch.__version__, torch.cuda, torch.version = "0", stub, types.SimpleNamespace(cuda=None)
    torch.initial_seed, torch.get_num_threads = lambda: 1, lambda: 1

from assay_torch import Recorder, RecordError, files, recorder
from assay_torch.labels import compare, cuda_graph, label, serve

GRAPHS = [{"backend": "aot_eager", "resume": False}, {"backend": "inductor", "resume": False},
          {"backend": "inductor", "resume": True}, {"backend": "mine", "resume": False}]


def word(events, outside=None, new=0, tried=0, holds=True, **more):
    return label(GRAPHS, events, new, tried, holds, outside, **more)


def sample(events, phase="timed", outside=None, **more):
    return {"phase": phase, "events": events, "outside": outside, "new_graphs": 0, "attempts": 0,
            "start_ns": 0, **more}


class Folder(unittest.TestCase):
    def setUp(self):
        self.run = os.path.join(tempfile.mkdtemp(), "run")
        self.addCleanup(shutil.rmtree, os.path.dirname(self.run))

    def manifest(self):
        with open(os.path.join(self.run, "manifest.json")) as file:
            return json.load(file)

    def cells(self):
        found = []
        for path in sorted(glob.glob(self.run + "/*/runs/*/*/*/run_*.json")):
            with open(path) as file:
                found.append(json.load(file))
        return found

    def rows(self):
        with open(os.path.join(self.run, "prefill", "metrics.csv"), newline="") as file:
            return list(csv.DictReader(file))

    def recorder(self, scenario="one", **more):
        return Recorder(self.run, scenario=scenario, backend="test", **more)

    def hashes_hold(self):
        listed = {entry["path"]: entry for entry in self.manifest()["files"]}
        there = [os.path.relpath(os.path.join(folder, name), self.run)
                 for folder, _, names in os.walk(self.run) for name in names]
        self.assertEqual(sorted(listed), sorted(set(there) - {".lock", "manifest.json"}))
        for path, entry in listed.items():
            with open(os.path.join(self.run, path), "rb") as file:
                self.assertEqual(hashlib.sha256(file.read()).hexdigest(), entry["sha256"], path)


class Labels(unittest.TestCase):
    def test_rules(self):
        for expected, got in [
                ("unknown", word([1, -1], [], holds=False)), ("unknown", word([], holds=False)),
                ("compiling", word([1, -1], [], new=1)), ("compiling", word([], tried=1)),
                ("eager", word([])), ("eager", word([], ["aten::mm"])),
                ("torchscript", word([], script=True)),
                ("graph", word([0])), ("graph", word([0, 3], [])), ("unknown", word([1])),
                ("unknown", word([0, 1], [])), ("unknown", word([-1], [])),
                ("compiled", word([-1], [], precompiled=True)),
                ("unknown", word([-1], None, precompiled=True)),
                ("unknown", word([1, -1])), ("compiled", word([1, -1], [])),
                ("mixed", word([1, -1], ["aten::add"])), ("compiled", word([3, -1], [])),
                ("unknown", word([1, -1, 1, -2])),
                ("compiled", word([1, -1, 1, -2], [])),
                ("mixed", word([1, -1, 2, -2], [])), ("mixed", word([2, -1], [])),
                ("mixed", word([0, 1, -1], [])), ("unknown", word([1, 1, -1], [])),
                ("unknown", word([-1, 1], [])), ("compiled", word([1, -1, -2], []))]:
            self.assertEqual(expected, got)

    def test_steps(self):
        facts = {"graphs": [{"graph": n, **graph} for n, graph in enumerate(GRAPHS)],
                 "holds": True, "precompiled": False}
        for events, steps, served in [
                ([1, -1, None, 1, -1], {"compiled": 2}, "compiled"),
                ([1, -1, None], {"compiled": 1, "eager": 1}, "mixed"), ([], {"eager": 1}, "eager"),
                ([None], {"eager": 2}, "eager")]:
            row = sample(events, outside=[])
            serve(row, facts)
            self.assertEqual((row["steps"], row["served"]), (steps, served))
        row = sample([], phase="failed")
        serve(row, facts)
        self.assertNotIn("served", row)

    def test_check_pass(self):
        def pair(events, seen, **more):
            return sample(events, **more), seen and sample(seen, "check", [])
        good = pair([1, -1], [1, -1])
        self.assertEqual(compare([good]), {"samples": 1, "equal": True, "why": None})
        self.assertEqual(good[0]["outside"], [])
        bad = pair([1, -1], [1, -2])
        self.assertFalse(compare([good, bad])["equal"])
        self.assertIsNone(bad[0]["outside"])
        self.assertTrue(compare([pair([1, -1], [1, -2], phase="warmup")])["equal"])
        compiled = pair([1, -1], [1, -1])
        compiled[1]["new_graphs"] = 1
        found = compare([compiled])
        self.assertEqual((found["samples"], found["equal"]), (0, True))
        self.assertIn("compiled", found["why"])
        self.assertIn("no check sample", compare([(sample([]), None)])["why"])

    def test_cuda_graphs(self):
        # The sequences are those that torch 2.11 gave on a card.
        for names, codes, expected in [
                ("run run_eager", 1, "warm-up"), ("run record_function replay", 1, "capture"),
                ("run execute_node replay", 1, "replay"), ("run", 1, "launch"), ("", 1, "launch"),
                ("", 0, "launch"), ("replay", 0, "replay"),
                ("run execute_node replay", 2, "launch"),
                ("run execute_node replay run", 2, "launch"),
                ("run execute_node replay run record_function replay", 2, "capture")]:
            self.assertEqual(cuda_graph(names.split(), codes), expected, names)


class Files(Folder):
    def test_paths(self):
        for path, expected in [
                (os.path.join(os.getcwd(), "a/b.py"), "a/b.py"), ("/other/b.py", "/other/b.py"),
                ("/x/lib/python3/site-packages/torch/nn/a.py", "torch/nn/a.py"),
                (os.getcwd(), os.getcwd()), ("<string>", "<string>")]:
            self.assertEqual(files.short_path(path), expected)
        self.assertNotIn("/", files.command()[0])

    def test_manifest(self):
        os.makedirs(self.run)
        files.update_manifest(self.run)
        self.assertEqual((self.manifest()["schema"], self.manifest()["complete"]),
                         ("assay-torch/1", True))
        path = os.path.join(self.run, "survey", "1.json")
        for text in ("a", "b"):
            files.write_text(path, text)
            files.update_manifest(self.run)
            self.hashes_hold()
        os.unlink(path)
        files.update_manifest(self.run)
        self.assertEqual(self.manifest()["files"], [])

    def test_refused(self):
        os.makedirs(self.run)
        files.write_text(self.run + "/notes.txt", "")
        with self.assertRaisesRegex(RecordError, "no run of assay_torch"):
            files.update_manifest(self.run)
        files.write_text(self.run + "/manifest.json", '{"schema": "assay/1"}')
        with self.assertRaisesRegex(RecordError, "another kind"):
            files.update_manifest(self.run)
        files.write_text(self.run + "/manifest.json", "{")
        with self.assertRaisesRegex(RecordError, "manifest.json: is not JSON"):
            files.update_manifest(self.run)

    def test_cannot_write(self):
        os.makedirs(self.run)
        files.write_text(self.run + "/a", "old")
        with self.assertRaisesRegex(RecordError, "/a/b: cannot write"):
            files.write_text(self.run + "/a/b", "")
        if os.path.exists("/dev/full"):
            with contextlib.suppress(OSError):
                os.symlink("/dev/full", f"{self.run}/.a.{os.getpid()}.{threading.get_ident()}.tmp")
            with self.assertRaisesRegex(RecordError, "/a: cannot write: No space left"):
                files.write_text(self.run + "/a", "new")
        with open(self.run + "/a") as file:
            self.assertEqual(file.read(), "old")
        self.assertEqual(os.listdir(self.run), ["a"])
        with self.assertRaises(ValueError):
            files.write_json(self.run + "/a", float("nan"))

    def test_metrics(self):
        path = os.path.join(self.run, "metrics.csv")
        files.update_metrics(path, "a", [{"latency_ms": 1, "path": "a"}])
        files.update_metrics(path, "b", [{"latency_ms": 2, "path": "b", "error": 'x, "y"\nz'}])
        files.update_metrics(path, "a", [{"latency_ms": n, "path": "a"} for n in (3, 4)])
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["latency_ms"] for row in rows], ["3", "4", "2"])
        self.assertEqual(rows[2]["error"], 'x, "y"\nz')
        files.write_text(path, "a,b\n")
        with self.assertRaisesRegex(RecordError, "other columns"):
            files.update_metrics(path, "a", [])

    def test_lock(self):
        """Four processes add 10 files each; none is lost."""
        os.makedirs(self.run)
        script = ("import sys; sys.path[:0] = sys.argv[3:]; from assay_torch import files\n"
                  "import types; t = sys.modules.setdefault('torch', types.ModuleType('torch'))\n"
                  "t.__version__ = '0'; t.initial_seed = t.get_num_threads = lambda: 1\n"
                  "t.version = types.SimpleNamespace(cuda=None)\n"
                  "t.cuda = types.SimpleNamespace(is_initialized=lambda: False)\n"
                  "for n in range(10):\n"
                  "    with files.locked(sys.argv[1]):\n"
                  "        manifest = files.read_manifest(sys.argv[1])\n"
                  "        manifest['modes'].append(sys.argv[2] + str(n))\n"
                  "        files.write_manifest(sys.argv[1], manifest)\n")
        here = os.path.dirname(os.path.dirname(recorder.__file__))
        workers = [subprocess.Popen([sys.executable, "-c", script, self.run, name, here])
                   for name in "abcd"]
        self.assertEqual([worker.wait() for worker in workers], [0] * 4)
        self.assertEqual(sorted(self.manifest()["modes"]),
                         sorted(name + str(n) for name in "abcd" for n in range(10)))


W = torch.ones(8, 8) if TORCH else None


def h(a):
    return torch.relu(a @ W).sum()


def x(n=4):
    return torch.ones(n, 8)


@unittest.skipUnless(TORCH, "torch is not installed")
class Torch(Folder):
    def setUp(self):
        super().setUp()
        torch._dynamo.reset()

    def served(self, phase="timed"):
        cell = self.cells()[-1]
        self.assertEqual(cell["recorder"]["broken"], [])
        return [row.get("served") for row in cell["samples"] if row["phase"] == phase]

    def passes(self, function, items, **more):
        with self.recorder(f"cell{len(self.cells())}") as rec:
            for item in rec.passes(items, **more):
                with rec.sample(tokens=4):
                    function(item)
        self.hashes_hold()
        return self.served()

    def test_cell_is_there(self):
        with self.recorder():
            pass
        with self.assertRaisesRegex(RecordError, "this cell is there"):
            with self.recorder():
                pass

    def test_second_passes(self):
        """Each call of passes() has its own check samples."""
        f = torch.compile(h)
        with self.recorder() as rec:
            for outside in (True, False):
                for item in rec.passes([x()], repeat=2):
                    with rec.sample():
                        f(torch.sigmoid(item) if outside else item)
        self.assertEqual(self.served(), ["mixed"] * 2 + ["compiled"] * 2)

    def test_outside_of_other_kinds(self):
        """Operators of other libraries, and a backend that is only named inductor, are outside."""
        @torch.library.custom_op("assay_test::twice", mutates_args=())
        def twice(a: torch.Tensor) -> torch.Tensor:
            return a.clone()

        def inductor(gm, inputs):
            from torch._inductor.compile_fx import compile_fx
            code = compile_fx(gm, inputs)
            return lambda *a: (gm(*a), code(*a))[1]
        f = torch.compile(h)
        self.assertEqual(self.passes(lambda a: twice(f(a)), [x()]), ["mixed"])
        torch._dynamo.reset()
        self.assertEqual(self.passes(torch.compile(h, backend=inductor), [x()]), ["mixed"])

    def test_limit(self):
        """Eight lengths are compiled; after them, calls are eager, and old lengths may not be."""
        f = torch.compile(h, dynamic=False, backend="aot_eager")
        served = self.passes(f, [x(n) for n in range(2, 13)] + [x(3)])
        old = "eager" if torch.__version__ < "2.6" else "graph"      # 2.4 and 2.5: eager for ever
        self.assertEqual(served, [old] * 8 + ["eager"] * 3 + [old])
        self.assertEqual(self.served("warmup")[:9], ["compiling"] * 9)

    def test_inductor(self):
        f = torch.compile(h)
        self.assertEqual(self.passes(f, [x()], repeat=2), ["compiled"] * 2)
        cell = self.cells()[0]
        code = cell["recorder"]["codes"][-1]
        with open(os.path.join(self.run, "prefill", code["source"]), "rb") as file:
            self.assertEqual(hashlib.sha256(file.read()).hexdigest(), code["sha256"])
        self.assertEqual((code["calls"], code["backward"]), (4, False))
        self.assertEqual(cell["recorder"]["canary"], {"graphs": 1, "calls": 2})
        self.assertEqual([graph["mode"] for graph in cell["recorder"]["graphs"]], ["default"])
        self.assertEqual(cell["recorder"]["graphs"][0]["file"],
                         files.short_path(os.path.abspath(__file__)))
        self.assertEqual([row["served"] for row in self.rows()], ["compiled"] * 2)
        self.assertEqual(self.passes(lambda a: f(a) + 1, [x()]), ["mixed"])
        with self.recorder() as rec:
            with rec.sample():
                f(x())
            with rec.sample():
                for _ in range(3):
                    h(x())
                    rec.step()
        self.assertEqual(self.served(), ["unknown", "eager"])        # compiled, but not checked
        self.assertEqual(self.cells()[-1]["samples"][1]["steps"], {"eager": 3})

    def test_backward(self):
        layer = torch.nn.Linear(8, 8)
        f = torch.compile(lambda a: layer(a).sum())
        self.assertEqual(self.passes(lambda a: f(a).backward(), [x()]), ["mixed"])
        cell = self.cells()[0]
        self.assertEqual([code["backward"] for code in cell["recorder"]["codes"][-2:]],
                         [False, True])
        self.assertIn("aten::ones_like", cell["samples"][1]["outside"])
        self.assertEqual([row["new_graphs"] for row in cell["samples"]], [1, 0, 0])

    def test_script(self):
        traced, layer = torch.jit.trace(h, x()), torch.jit.trace(torch.nn.Linear(8, 8), x())
        with self.recorder() as rec:
            with rec.sample(target=traced):
                traced(x())
            with rec.sample():
                traced(x())
            with rec.sample():
                h(x())
            with rec.sample():
                layer.forward(x())
        self.assertEqual(self.served(), ["torchscript", "unknown", "eager", "unknown"])
        unseen = torch._C.ScriptMethod.__call__.__kwdefaults__["_original"]
        with self.recorder("two") as rec:
            for item in rec.passes([x()]):
                with rec.sample():
                    unseen(layer.forward, item)
        self.assertEqual(self.rows()[-1]["served"], "unknown")
        self.assertIn("TorchScript ran", self.cells()[-1]["recorder"]["broken"][0])

    @unittest.skipIf(TORCH and torch.__version__ < "2.6", "has no packages")
    def test_package(self):
        path, layer = os.path.join(os.path.dirname(self.run), "a.pt2"), torch.nn.Linear(8, 8)
        with torch.no_grad():
            torch._inductor.aoti_compile_and_package(
                torch.export.export(layer, (x(),)), package_path=path)
            loaded = torch._inductor.aoti_load_package(path)
        self.assertEqual(self.passes(loaded, [x()]), ["unknown"])

    def test_error(self):
        with self.recorder() as rec:
            with self.assertRaisesRegex(ValueError, "mine"):
                with rec.sample():
                    raise ValueError("mine")
            with rec.sample():
                with self.assertRaisesRegex(RecordError, "nest"):
                    with rec.sample():
                        pass
            with self.assertRaisesRegex(RecordError, "inside a sample"):
                rec.step()
        with self.assertRaisesRegex(RecordError, "needs a Recorder"):
            with rec.sample():
                pass
        self.assertEqual([(row["status"], row["error"], row["served"]) for row in self.rows()],
                         [("error", "ValueError: mine", ""), ("ok", "", "eager")])
        self.assertEqual(len(self.cells()[0]["latencies_ms"]), 1)
        self.assertTrue(self.manifest()["complete"])
        with self.assertRaises(KeyboardInterrupt):
            with self.recorder("two") as rec:
                raise KeyboardInterrupt
        self.assertFalse(self.manifest()["complete"])
        self.assertIn("prefill/two/test: began", self.manifest()["incomplete"][0])

    def test_threads(self):
        f = torch.compile(h, backend="aot_eager")
        f(x())
        with self.recorder() as rec:
            def work():
                for _ in range(50):
                    with rec.sample():
                        f(x()), f(x())
            threads = [threading.Thread(target=work) for _ in range(3)]
            [thread.start() for thread in threads], [thread.join() for thread in threads]
        cell = self.cells()[0]
        self.assertEqual(self.served(), ["graph"] * 150)
        self.assertEqual({len(row["events"]) for row in cell["samples"]}, {2})
        self.assertEqual({row["thread"] for row in cell["samples"]}, {0, 1, 2})
        self.assertEqual(cell["recorder"]["graphs"][-1]["calls"], 301)
        with self.recorder("two") as rec:                  # a thread that has no sample
            with rec.sample():
                thread = threading.Thread(target=lambda: f(x()))
                thread.start(), thread.join()
        self.assertEqual(self.served(), ["graph"])

    def test_broken(self):
        """Hooks that were replaced, and a compiled graph that no hook saw: unknown."""
        owner = torch._dynamo.output_graph.OutputGraph
        ours, late = owner.call_user_compiler, torch.compile(lambda a: a + 1, backend="aot_eager")
        owner.call_user_compiler = lambda self, *a, **k: ours(self, *a, **k)
        with self.recorder() as rec, rec.sample():
            h(x())
        owner.call_user_compiler = ours
        cell = self.cells()[0]
        self.assertEqual((cell["recorder"]["holds"], cell["samples"][0]["served"]),
                         (False, "unknown"))
        late(x())
        recorder.events().pop()                            # as if the hook had not seen its call
        with self.recorder("two") as rec, rec.sample():
            h(x())
        self.assertIn("no call of it was seen", self.cells()[-1]["recorder"]["broken"][0])
        late(x())

    def program(self, body, **more):
        script = ("import sys, os, signal, time, torch; torch.set_num_threads(1)\n"
                  f"sys.path.insert(0, {os.path.dirname(os.path.dirname(recorder.__file__))!r})\n"
                  "from assay_torch import Recorder\nw = torch.ones(8, 8); x = torch.ones(4, 8)\n"
                  "f = torch.compile(lambda a: (a @ w).sum(), backend='aot_eager')\n" + body)
        return subprocess.Popen([sys.executable, "-c", script, self.run],
                                stderr=subprocess.PIPE, text=True, env={**os.environ, **more})

    def test_killed(self):
        child = self.program("with Recorder(sys.argv[1], backend='test') as rec:\n"
                             "    rec.due = 0\n    for _ in range(3):\n"
                             "        with rec.sample(): f(x)\n"
                             "        rec.due = 0\n    os.kill(os.getpid(), signal.SIGKILL)\n")
        child.communicate()
        self.assertEqual(child.returncode, -signal.SIGKILL)
        self.assertEqual([row["status"] for row in self.cells()], ["interrupted"])
        self.assertEqual([row["served"] for row in self.rows()], ["compiling", "graph", "graph"])
        self.assertFalse(self.manifest()["complete"])
        self.hashes_hold()

    def test_second_process_checks(self):
        body = ("with Recorder(sys.argv[1], backend='test') as rec:\n"
                "    for n in range(int(os.environ['N'])):\n"
                "        with rec.sample(): h(x) if n % 2 else f(x)\n")
        body = "h = lambda a: a + 1\nf = torch.compile(h)\n" + body
        for check, number in (("0", "4"), ("1", "4"), ("1", "6")):
            child = self.program(body, ASSAY_TORCH_CHECK=check, N=number)
            self.assertEqual((child.communicate()[1].count("Error"), child.returncode), (0, 0))
            self.hashes_hold()
            found = self.cells()[0]["recorder"]["check"]
            served = [row["served"] for row in self.rows()]
            if check == "0":
                self.assertIsNone(found)
                self.assertEqual(served, ["compiling", "eager", "unknown", "eager"])
            elif number == "4":
                self.assertEqual((found["samples"], found["equal"]), (3, True))
                self.assertEqual(served, ["compiling", "eager", "compiled", "eager"])
            else:
                self.assertFalse(found["equal"])
                self.assertEqual(served, ["compiling", "eager", "unknown", "eager"])

    def test_fork(self):
        with self.recorder() as rec:
            def child():
                try:
                    with rec.sample():
                        pass
                except RecordError:
                    os._exit(7)
            process = multiprocessing.get_context("fork").Process(target=child)
            process.start(), process.join()
            self.assertEqual(process.exitcode, 7)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_disk(self):
        """The temporary name of metrics.csv is a device that is full."""
        name = f".metrics.csv.{os.getpid()}.{threading.get_ident()}.tmp"
        with self.assertRaisesRegex(RecordError, "metrics.csv: cannot write: No space left"):
            with self.recorder() as rec:
                os.makedirs(os.path.join(self.run, "prefill"))
                os.symlink("/dev/full", os.path.join(self.run, "prefill", name))
                with rec.sample():
                    pass
        self.assertFalse(self.manifest()["complete"])
        self.assertFalse(os.path.exists(os.path.join(self.run, "prefill", "metrics.csv")))


class Card:
    """Stands in for torch.cuda, so that the order of calls is tested without a card."""

    def __init__(self):
        self.seen = []

    class Event:
        def __init__(self, enable_timing):
            self.at = None

        def record(self, stream):
            stream.append("record")

        def elapsed_time(self, other):
            return 1.5

    def current_stream(self):
        return self.seen

    def synchronize(self):
        self.seen.append("synchronize")


@unittest.skipUnless(TORCH, "torch is not installed")
class Cuda(Folder):
    def test_order(self):
        card = Card()
        with self.recorder() as rec:
            rec.cuda = lambda: card
            with rec.sample():
                card.seen.append("body")
            with self.assertRaises(ValueError):
                with rec.sample():
                    raise ValueError
            with self.assertRaises(ZeroDivisionError):     # an error that only the device tells
                with rec.sample():
                    card.synchronize = lambda: 1 / 0
            rec.cuda = lambda: None
        self.assertEqual(card.seen[:8], ["record", "record", "synchronize", "record", "body",
                                         "record", "synchronize", "record"])
        rows = self.cells()[0]["samples"]
        self.assertEqual([row["phase"] for row in rows], ["timed", "failed", "failed"])
        self.assertEqual([row["event_ms"] for row in rows], [1.5, None, None])
        self.assertEqual(self.cells()[0]["cuda_event_ms"], [1.5])
        known = torch.__version__.startswith("2.11.")
        self.assertEqual(rows[0]["cuda_graph"], "launch" if known else "unknown")

    @unittest.skipUnless(TORCH and torch.cuda.is_available(), "there is no CUDA device")
    def test_card(self):
        """On a card: warm-up, capture, then replay under reduce-overhead; else plain launch."""
        known = torch.__version__.startswith("2.11.")
        w, a = torch.ones(64, 64, device="cuda"), torch.ones(8, 64, device="cuda")
        for mode, words in (("reduce-overhead", ["warm-up", "capture", "replay", "replay"]),
                            ("default", ["launch"] * 4)):
            torch._dynamo.reset()
            f = torch.compile(lambda b: torch.relu(b @ w) + 1, mode=mode)
            with torch.no_grad(), self.recorder(mode) as rec:
                for item in rec.passes([a], repeat=3):
                    with rec.sample():
                        f(item)
            cell = [cell for cell in self.cells() if cell["spec"]["scenario"] == mode][0]
            rows = [row for row in cell["samples"] if row["phase"] != "check"]
            self.assertEqual([row["cuda_graph"] for row in rows], words if known else
                             ["unknown"] * 4)
            self.assertEqual([row["served"] for row in rows], ["compiling"] + ["compiled"] * 3)
            self.assertTrue(all(row["event_ms"] > 0 for row in rows))
            self.assertEqual(self.manifest()["environment"]["device"], "cuda")


if __name__ == "__main__":
    unittest.main()
