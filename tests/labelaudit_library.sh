# labelaudit --src on what a library of Python does: contexts that are entered one by one,
# classes that a registry names, objects that a caller makes. The truth can be read off each.
. tests/lib.sh
. tests/says.sh
mkdir "$T/stack" "$T/backends"

cat >"$T/stack/bench.py" <<'PY'
import contextlib
import sys
import time
import torch
from torch import nn

class Block(nn.Module):
    def forward(self, x):
        return x * 2

@contextlib.contextmanager
def swapped(model):
    original = model.forward
    model.forward = torch.compile(original)
    try:
        yield model
    finally:
        model.forward = original

@contextlib.contextmanager
def tolerant(model):
    original = model.forward
    with contextlib.suppress(Exception):
        model.forward = torch.compile(original)
    try:
        yield model
    finally:
        model.forward = original

CONTEXTS = {"swap": [swapped], "soft": [tolerant], "none": []}
mode = sys.argv[1]
model = Block()
with contextlib.ExitStack() as stack:
    for context in CONTEXTS["swap" if mode == "late" else mode]:
        stack.enter_context(context(model))
    if mode == "late":
        stack.close()
    start = time.perf_counter()
    model(torch.ones(1))
    print(time.perf_counter() - start)
PY
says wired swap stack
says fallback soft stack
says unreachable none stack
says label-only late stack

cat >"$T/backends/registry.py" <<'PY'
REGISTRY = {}

def register(name):
    def add(cls):
        REGISTRY[name] = cls
        return cls
    return add
PY
cat >"$T/backends/engines.py" <<'PY'
import dataclasses
import torch
from .registry import register

@dataclasses.dataclass
class Options:
    name: str = "fields"
    compile: bool = False
    mode: str = "default"

class Engine:
    def __init__(self, options: Options):
        self.options = options
        self.model = torch.nn.Linear(8, 8)
        self.load()

    def run(self, x):
        return self.model(x)

@register("always")
class Always(Engine):
    def load(self):
        self.model = torch.compile(self.model)

@register("asked")
class Asked(Engine):
    def load(self):
        if self.options.compile:
            self.model = torch.compile(self.model, mode=self.options.mode)

def optimise(model, backend: str = "given"):
    return torch.compile(model, backend=backend)
PY
: >"$T/backends/__init__.py"
says wired always backends
says conditional asked backends
says wired given backends

mkdir "$T/tuples" "$T/plugins" "$T/plugins/kinds" "$T/wrapped"
cat >"$T/tuples/bench.py" <<'PY'
import argparse
import collections
import time
from typing import NamedTuple
import torch

class Case(NamedTuple):
    name: str
    build: object = None

Row = collections.namedtuple("Row", "name build")

def plain(m):
    return m

def fast(m):
    return torch.compile(m)

CASES = [Case("eager", plain), Case("compiled", fast)]
ROWS = [Row("row-eager", plain), Row(name="row-compiled", build=fast)]
p = argparse.ArgumentParser()
p.add_argument("--case")
p.add_argument("--without", action="append", default=[])
a = p.parse_args()
model = torch.nn.Linear(1, 1)
for case in CASES:
    if case.name == a.case:
        model = case.build(model)
for name, build in ROWS:
    if name == a.case:
        model = build(model)
for step in [s for s in ("half", "compile") if s not in set(a.without)]:
    if step == "compile" and a.case == "steps":
        model = torch.compile(model)
start = time.perf_counter()
model(torch.ones(1))
print(time.perf_counter() - start)
PY
says unreachable eager tuples
says wired compiled tuples
says unreachable row-eager tuples
says wired row-compiled tuples
says conditional steps tuples

: >"$T/plugins/__init__.py"
: >"$T/plugins/kinds/__init__.py"
cat >"$T/plugins/base.py" <<'PY'
KINDS = {}

class Kind:
    def __init_subclass__(cls, kind=None, **rest):
        super().__init_subclass__(**rest)
        if kind:
            KINDS[kind] = cls

    def prepare(self, model):
        return model
PY
cat >"$T/plugins/kinds/ones.py" <<'PY'
import torch
from ..base import Kind

class Fast(Kind, kind="fast"):
    def prepare(self, model):
        return torch.compile(model)

class Slow(Fast, kind="slow"):
    def prepare(self, model):
        return super(Fast, self).prepare(model)
PY
cat >"$T/plugins/bench.py" <<'PY'
import importlib
import pkgutil
import sys
import time
import torch
from . import kinds
from .base import KINDS

for info in pkgutil.iter_modules(kinds.__path__):
    importlib.import_module(f"{kinds.__name__}.{info.name}")

def main():
    model = KINDS[sys.argv[1]]().prepare(torch.nn.Linear(1, 1))
    start = time.perf_counter()
    model(torch.ones(1))
    print(time.perf_counter() - start)

if __name__ == "__main__":
    main()
PY
says wired fast plugins
says unreachable slow plugins

cat >"$T/wrapped/bench.py" <<'PY'
import functools
import inspect
import sys
import time
import torch

def counted(fn):
    @functools.wraps(fn)
    def inner(*args):
        inner.calls += 1
        return fn(*args)
    inner.calls = 0
    return inner

@counted
def norm(x):
    centred = x - x.mean(-1)
    return centred * centred.pow(2).mean(-1)

if sys.argv[1] == "below":
    fn = torch.compile(norm.__wrapped__)
elif sys.argv[1] == "undone":
    @functools.wraps(norm)
    def outer(x):
        return torch.compile(norm)(x)
    fn = inspect.unwrap(outer)
elif sys.argv[1] == "plain":
    fn = norm
x = torch.ones(4)
start = time.perf_counter()
fn(x)
print(time.perf_counter() - start)
PY
says wired below wrapped
says unreachable plain wrapped
says unreachable undone wrapped

mkdir "$T/tasks"
cat >"$T/tasks/bench.py" <<'PY'
import sys, time, asyncio, queue, threading, torch
from concurrent.futures import ThreadPoolExecutor, as_completed
m = torch.nn.Linear(1, 1)
class W(threading.Thread):
    def __init__(self, q, out, build):
        super().__init__(daemon=True)
        self.q = q; self.out = out; self.build = build
    def run(self):
        model = self.build(m)
        for x in iter(self.q.get, None):
            self.out.put(model(x))
def plain(m): return m
def comp(m): return torch.compile(m)
mode = sys.argv[1]
if mode.startswith("thread"):
    q, out = queue.Queue(), queue.Queue()
    w = W(q, out, comp if mode == "thread-fast" else plain)
    w.start()
    q.put(1); out.get()
    t = time.perf_counter()
    q.put(2)
    out.get()
    print(time.perf_counter() - t)
elif mode.startswith("pool"):
    f = comp(m) if mode == "pool-fast" else m
    with ThreadPoolExecutor(4) as pool:
        t = time.perf_counter()
        futs = [pool.submit(f, i) for i in range(4)]
        for x in as_completed(futs):
            x.result()
        print(time.perf_counter() - t)
elif mode.startswith("async"):
    async def worker(q, f):
        while True:
            x, fut = await q.get()
            fut.set_result(f(x))
            q.task_done()
    async def main(f):
        q = asyncio.Queue()
        ts = [asyncio.create_task(worker(q, f)) for _ in range(2)]
        t = time.perf_counter()
        fut = asyncio.get_event_loop().create_future()
        await q.put((1, fut))
        await q.join()
        print(time.perf_counter() - t)
        for t in ts: t.cancel()
        await asyncio.gather(*ts, return_exceptions=True)
    asyncio.run(main(comp(m) if mode == "async-fast" else m))
PY
says unreachable thread-slow tasks
says unreachable pool-slow tasks
says unreachable async-slow tasks
says wired thread-fast tasks
says wired pool-fast tasks
says wired async-fast tasks

mkdir "$T/keys" "$T/skip" "$T/server"
cat >"$T/keys/bench.py" <<'PY'
import sys, time, torch
opts = {"backend": "eager", "n": "3"}
for arg in sys.argv[1:]:
    if arg.startswith("--"):
        k, _, v = arg[2:].partition("=")
        opts[k] = v
m = torch.nn.Linear(1, 1)
if opts["backend"] == "fast":
    m = torch.compile(m)
elif opts["backend"] == "warm":
    torch.compile(m)
t = time.perf_counter()
m(1)
print(time.perf_counter() - t)
PY
says unreachable eager keys
says wired fast keys
says label-only warm keys

cat >"$T/skip/bench.py" <<'PY'
import argparse
import time
import torch
p = argparse.ArgumentParser()
p.add_argument("--exec")
p.add_argument("--skip", action="store_true")
a = p.parse_args()
model = torch.nn.Linear(1, 1)
if not a.skip:
    if a.exec == "graph":
        model = torch.compile(model)
start = time.perf_counter()
model(torch.ones(1))
print(time.perf_counter() - start)
PY
says conditional graph skip

cat >"$T/server/service.py" <<'PY'
import json
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
import torch
MODELS = {}

def get(name, backend):
    key = (name, backend)
    if key not in MODELS:
        model = torch.nn.Linear(8, 8)
        if backend == "lost":
            torch.compile(model)
        elif backend == "kept":
            model = torch.compile(model)
        MODELS[key] = model
    return MODELS[key]

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model = get(body["model"], body["backend"])
        start = time.perf_counter()
        model(torch.zeros(1, 8))
        self.wfile.write(json.dumps({"s": time.perf_counter() - start}).encode())

if __name__ == "__main__":
    HTTPServer(("", 8000), Handler).serve_forever()
PY
says label-only lost server
says wired kept server

mkdir "$T/takes"
: >"$T/takes/__init__.py"
cat >"$T/takes/models.py" <<'PY'
import importlib.util
from typing import Literal, Optional
import torch
HAS_ENGINE = importlib.util.find_spec("onnxruntime") is not None
if HAS_ENGINE:
    import onnxruntime

class Detector:
    def __init__(self, path):
        self.session = onnxruntime.InferenceSession(path)

    def __call__(self, x):
        return self.session.run(None, {"x": x})

def detector():
    return Detector("vad.onnx")

class Model:
    """The device goes to a library; what compiles hangs on another parameter."""
    def __init__(self, path, device: str = "auto", kind: Optional[Literal["small", "large"]] = None):
        if not path:
            raise ValueError("a path is needed")
        self.net = torch.load(path, map_location=device)
        self.kind = kind

    def transcribe(self, x, only_speech: bool = False):
        if only_speech:
            x = detector()(x)
        return self.net(x)
PY
says conditional auto takes
says conditional small takes

mkdir "$T/switch"
cat >"$T/switch/bench.py" <<'PY'
import argparse, time, torch
from dataclasses import dataclass
p = argparse.ArgumentParser()
p.add_argument("--model", default="resnet")
p.add_argument("--torchcompile", nargs="?", type=str, default=None, const="inductor")
p.add_argument("--torch-script", action="store_true")
p.add_argument("--channels-last", action="store_true")
p.add_argument("--warm-only", action="store_true")
a = p.parse_args()
m = torch.nn.Linear(1, 1)
if a.torch_script:
    m = torch.jit.script(m)
if a.torchcompile:
    m = torch.compile(m, backend=a.torchcompile)
elif a.warm_only:
    torch.compile(m)(1)
if a.channels_last:
    m = m.to(memory_format=torch.channels_last)
t = time.perf_counter()
m(1)
print(time.perf_counter() - t)
PY
says wired torchcompile switch
says wired torch_script switch
says conditional channels-last switch
says conditional resnet switch

mkdir "$T/fields"
: >"$T/fields/__init__.py"
cat >"$T/fields/run.py" <<'PY'
from dataclasses import dataclass
import torch

@dataclass
class Options:
    fullgraph: bool = False
    name: str = "default"

def prepare(model, options: Options):
    if options.fullgraph:
        return torch.compile(model, fullgraph=True)
    return model
PY
says wired fullgraph fields

# a chain of 300 branches
mkdir "$T/chain"
awk 'BEGIN {
	print "import sys, time, torch\nmodel = torch.nn.Linear(1, 1)\nmode = sys.argv[1]"
	for (i = 0; i < 300; i++)
		printf "%sif mode == \"k%d\":\n    f = %s\n", i ? "el" : "", i, i % 7 == 3 ? "torch.compile(model)" : "model"
	print "else:\n    raise SystemExit(2)\nstart = time.perf_counter()\nf(1)\nprint(time.perf_counter() - start)"
}' >"$T/chain/bench.py"
says unreachable k0 chain
says wired k3 chain
says wired k297 chain
says unreachable k299 chain

mkdir "$T/members"
: >"$T/members/__init__.py"
cat >"$T/members/lib.py" <<'PY'
import enum, torch
class Backend(enum.Enum):
    EAGER = "eager"
    FAST = "fast"
    LATE = "late"
class Runner:
    def __init__(self, model, backend: Backend = Backend.EAGER):
        self.model = model
        self.backend = backend
    def run(self, x):
        if self.backend is Backend.FAST:
            return torch.compile(self.model)(x)
        return self.model(x)
def make(model, backend):
    backend = Backend(backend)
    if backend == Backend.LATE:
        return torch.compile(model)
    return model
PY
says conditional fast members
says conditional late members
says unknown eager members

# a method by the value of a member of an enumeration, set in the class
mkdir "$T/fetched"
cat >"$T/fetched/layer.py" <<'PY'
from enum import Enum
import torch

class Way(Enum):
    PLAIN = "forward_plain"
    FUSED = "forward_fused"

class Layer(torch.nn.Module):
    way = Way.PLAIN

    @classmethod
    def set_way(cls, way: Way):
        cls.way = way
        cls.forward = getattr(cls, way.value)

    def forward_plain(self, x):
        return x * 2

    @torch.compile()
    def forward_fused(self, x):
        return self.forward_plain(x)
PY
says wired forward_fused fetched
check "it enters by the member's value" grep -q "layer.py:14: entry parameter way of set_way.value = forward_fused$" "$T/out"
says unknown forward_plain fetched

# what an installed script calls: there is no other program in the file
mkdir -p "$T/installed/pkg"
: >"$T/installed/pkg/__init__.py"
cat >"$T/installed/pkg/cli.py" <<'PY'
import argparse, time, torch
from . import steps

def main(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("--engine", choices=["plain", "fused"], default="plain")
    a = p.parse_args(argv)
    m = steps.one(torch.nn.Linear(2, 2), a.engine)
    t = time.time()
    m(torch.zeros(2))
    print(time.time() - t)
PY
cat >"$T/installed/pkg/steps.py" <<'PY'
import torch
def one(m, how): return two(m, how)
def two(m, how): return three(m, how)
def three(m, how): return four(m, how)
def four(m, how): return five(m, how)
def five(m, how): return torch.compile(m) if how == "fused" else m
PY
says wired fused installed
check "it enters by its option" grep -q "cli.py:6: entry option --engine = fused$" "$T/out"
says unreachable plain installed
mkdir "$T/clicked"
cat >"$T/clicked/tool.py" <<'PY'
import time, click, torch

@click.command()
@click.option("--way", type=click.Choice(["slow", "quick"]))
def run(way):
    m = torch.nn.Linear(2, 2)
    if way == "quick":
        m = torch.compile(m)
    t = time.time()
    m(torch.zeros(2))
    print(time.time() - t)
PY
says wired quick clicked
check "it enters by click's option" grep -q "tool.py:4: entry option --way = quick$" "$T/out"
says unreachable slow clicked

# a package's names are there before its modules ask for them
mkdir -p "$T/package/pkg"
cat >"$T/package/pkg/__init__.py" <<'PY'
KINDS = {}
from . import engines
PY
cat >"$T/package/pkg/engines.py" <<'PY'
import torch
from . import KINDS

def kind(name):
    def keep(f):
        KINDS[name] = f
        return f
    return keep

@kind("fast")
def fast(m): return torch.compile(m)

@kind("slow")
def slow(m): return m
PY
cat >"$T/package/bench.py" <<'PY'
import sys, time, torch
import pkg.engines
from pkg import KINDS
m = KINDS[sys.argv[1]](torch.nn.Linear(2, 2))
t = time.time()
m(torch.zeros(2))
print(time.time() - t)
PY
says wired fast package
says unreachable slow package
