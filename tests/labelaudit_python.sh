#!/bin/sh
# labelaudit --src on programs of Python in styles of their own: each a small harness
# or service, its labels, and the verdicts that follow from its code.
. tests/lib.sh
cd "$T" || exit 1

# verdicts WHAT FOLDER LABEL...: standard input is "LABEL: VERDICT" for each
verdicts() {
	what=$1 dir=$2; shift 2; cat >want
	for l in "$@"; do set -- "$@" --label "$l"; shift; done
	run labelaudit --src "$@" "$dir"
	grep -E '^[^ ].*: (wired|fallback|conditional|unreachable|label-only|unknown)$' out >got
	same "$what" want got
}

mkdir -p vllmish vllmish/backends
cat >vllmish/bench.py <<'E'
import argparse, dataclasses, time, importlib
from dataclasses import dataclass
from typing import Optional
import torch
from transformers import AutoModelForCausalLM

@dataclass
class EngineArgs:
    model: str = "gpt2"
    executor: str = "eager"
    level: int = 0
    max_len: Optional[int] = None
    @staticmethod
    def add_cli_args(parser):
        parser.add_argument("--model", type=str, default=EngineArgs.model)
        parser.add_argument("--executor", type=str, default=EngineArgs.executor)
        parser.add_argument("--level", type=int, default=0)
        parser.add_argument("--max-len", type=int)
        return parser
    @classmethod
    def from_cli_args(cls, args):
        attrs = [f.name for f in dataclasses.fields(cls)]
        return cls(**{a: getattr(args, a) for a in attrs})

class Engine:
    def __init__(self, args):
        self.args = args
        mod = importlib.import_module(f"backends.{args.executor.replace('-', '_')}")
        self.runner = mod.Runner(AutoModelForCausalLM.from_pretrained(args.model))
    @classmethod
    def from_engine_args(cls, a): return cls(a)
    def generate(self, ids): return self.runner.execute(ids)

def main():
    p = EngineArgs.add_cli_args(argparse.ArgumentParser())
    e = Engine.from_engine_args(EngineArgs.from_cli_args(p.parse_args()))
    ids = torch.zeros(1, 8)
    e.generate(ids)
    t = time.perf_counter()
    for _ in range(10):
        e.generate(ids)
    print((time.perf_counter() - t) / 10)
if __name__ == "__main__":
    main()
E
cat >vllmish/backends/eager.py <<'E'
class Runner:
    def __init__(self, model): self.model = model
    def execute(self, ids): return self.model(ids)
E
cat >vllmish/backends/full_graph.py <<'E'
import torch
from .eager import Runner as Base
class Runner(Base):
    def __init__(self, model):
        super().__init__(torch.compile(model, fullgraph=True))
E
cat >vllmish/backends/piecewise.py <<'E'
import torch
from .eager import Runner as Base
class Runner(Base):
    def __init__(self, model):
        super().__init__(model)
        try:
            self.model = torch.compile(model)
        except Exception:
            pass
E
verdicts "a dataclass of options, a module by its name" vllmish eager full-graph piecewise <<'E'
eager: unreachable
full-graph: wired
piecewise: fallback
E

mkdir -p apiish
cat >apiish/app.py <<'E'
import time, logging
from contextlib import asynccontextmanager
import torch
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel
from transformers import AutoModel
log = logging.getLogger(__name__)
MODELS = {}
class Req(BaseModel):
    text: str
    backend: str = "hf"
def load(name):
    model = AutoModel.from_pretrained("bert-base-uncased").eval()
    if name.endswith("+compile"):
        model = torch.compile(model, mode="reduce-overhead")
    return model
@asynccontextmanager
async def lifespan(app):
    for name in ("hf", "hf+compile", "hf+fast"):
        MODELS[name] = load(name)
    yield
app = FastAPI(lifespan=lifespan)
@app.post("/embed")
async def embed(req: Req):
    model = MODELS.get(req.backend)
    if model is None:
        raise HTTPException(404)
    t0 = time.perf_counter()
    with torch.no_grad():
        out = model(req.text)
    return {"ms": (time.perf_counter() - t0) * 1e3, "n": out.shape[0]}
E
verdicts "a service of FastAPI, models made as it starts" apiish hf hf+compile hf+fast <<'E'
hf: label-only
hf+compile: wired
hf+fast: label-only
E

mkdir -p enumish
cat >enumish/run.py <<'E'
import enum, os, sys, time
import torch
class Backend(enum.Enum):
    EAGER = "eager"
    COMPILE = "compile"
    SCRIPT = "script"
    CUDAGRAPH = "cuda-graph"
    @classmethod
    def from_name(cls, s):
        try:
            return cls[s.upper().replace("-", "_").replace("CUDA_GRAPH", "CUDAGRAPH")]
        except KeyError:
            raise SystemExit(f"bad backend {s}")
    @property
    def optimized(self):
        return self is not Backend.EAGER
def graphed(model, x):
    g = torch.cuda.CUDAGraph()
    static = x.clone()
    with torch.cuda.graph(g):
        y = model(static)
    def run(z):
        static.copy_(z)
        g.replay()
        return y
    return run
def prepare(model, b, x):
    match b:
        case Backend.EAGER:
            return model
        case Backend.COMPILE:
            return torch.compile(model)
        case Backend.SCRIPT:
            return torch.jit.script(model)
        case Backend.CUDAGRAPH:
            return graphed(model, x)
def measure(fn, x, n=5):
    out = []
    for _ in range(n):
        torch.cuda.synchronize()
        s = time.time()
        fn(x)
        torch.cuda.synchronize()
        out.append(time.time() - s)
    return out
b = Backend.from_name(os.environ.get("BENCH_BACKEND", "eager"))
x = torch.randn(4, 4)
print(b.value, measure(prepare(torch.nn.Linear(4, 4), b, x), x))
E
verdicts "an enumeration by name, match, a graph" enumish eager compile script cuda-graph <<'E'
eager: unreachable
compile: wired
script: wired
cuda-graph: wired
E

mkdir -p matrix
cat >matrix/bench.py <<'E'
import itertools, json, sys, timeit
from functools import partial
import torch
OPT = {"none": lambda m: m, "compile": torch.compile, "script": torch.jit.script, "inductor-max": partial(torch.compile, mode="max-autotune")}
DT = {"fp32": torch.float32, "fp16": torch.float16}
def variants():
    for (on, o), (dn, d) in itertools.product(OPT.items(), DT.items()):
        yield f"{on}-{dn}", o, d
TABLE = {name: (o, d) for name, o, d in variants()}
def main(argv):
    wanted = argv or sorted(TABLE)
    res = {}
    for w in wanted:
        o, d = TABLE[w]
        m = o(torch.nn.Linear(8, 8).to(d))
        x = torch.ones(1, 8, dtype=d)
        res[w] = min(timeit.repeat(lambda: m(x), number=10, repeat=3))
    json.dump(res, sys.stdout)
main(sys.argv[1:])
E
verdicts "a product of options, timeit" matrix none-fp32 compile-fp16 script-fp32 inductor-max-fp16 <<'E'
none-fp32: unreachable
compile-fp16: wired
script-fp32: wired
inductor-max-fp16: wired
E

mkdir -p forward
cat >forward/b.py <<'E'
import sys, time
from contextlib import contextmanager
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, fast=False):
        super().__init__()
        self.l = nn.Linear(4, 4)
        if fast:
            self.forward = torch.compile(self.forward)
    def forward(self, x): return self.l(x).relu()
class Ema(Net):
    def __init__(self): super().__init__(fast=True)
    def forward(self, x): return super().forward(x) * 0.5
@contextmanager
def clock(store, key):
    t = time.perf_counter_ns()
    try:
        yield
    finally:
        store[key] = time.perf_counter_ns() - t
def make(k):
    return {"slow": Net, "fast": lambda: Net(fast=True), "ema": Ema}[k]()
net, out, x = make(sys.argv[-1]), {}, torch.ones(1, 4)
net(x)
with clock(out, "t"):
    net(x)
print(out)
E
verdicts "compiled methods, a timer that is a context" forward slow fast ema <<'E'
slow: unreachable
fast: wired
ema: wired
E

mkdir -p aio
cat >aio/s.py <<'E'
import asyncio, logging, time
from dataclasses import dataclass, field
from typing import Callable, Dict
import click, torch
logger = logging.getLogger("s")
@dataclass
class Spec:
    build: Callable
    tags: set = field(default_factory=set)
SPECS: Dict[str, Spec] = {}
def spec(name, *tags):
    def deco(fn):
        SPECS[name] = Spec(fn, set(tags))
        return fn
    return deco
@spec("ref")
def _ref(m): return m
@spec("dynamo", "compiled")
def _dyn(m): return torch.compile(m, backend="inductor")
@spec("dynamo-eager", "compiled")
def _dyne(m):
    import torch._dynamo
    return torch._dynamo.optimize("inductor")(m)
@spec("ort", "compiled")
def _ort(m):
    try:
        import onnxruntime as ort
        s = ort.InferenceSession("m.onnx")
        return lambda x: s.run(None, {"x": x})
    except ImportError:
        logger.warning("no onnxruntime, using torch")
        return m
class Server:
    def __init__(self, fn): self.fn, self.q = fn, asyncio.Queue()
    async def loop(self):
        while True:
            fut, x = await self.q.get()
            fut.set_result(self.fn(x))
    async def infer(self, x):
        t0 = time.perf_counter()
        r = await asyncio.to_thread(self.fn, x)
        return time.perf_counter() - t0, r
async def run(name, n):
    srv = Server(SPECS[name].build(torch.nn.Linear(2, 2)))
    res = await asyncio.gather(*(srv.infer(torch.ones(1, 2)) for _ in range(n)))
    return [r[0] for r in res]
@click.command()
@click.argument("name", type=click.Choice(list(SPECS)))
@click.option("-n", default=4)
def main(name, n): print(asyncio.run(run(name, n)))
if __name__ == "__main__": main()
E
verdicts "a registry by decorators, asyncio, click" aio ref dynamo dynamo-eager ort <<'E'
ref: unreachable
dynamo: wired
dynamo-eager: wired
ort: fallback
E

mkdir -p triton
cat >triton/t.py <<'E'
import torch, triton
from triton.testing import do_bench, perf_report, Benchmark
PROVIDERS = {"torch": lambda x: x.softmax(-1), "torch-compiled": torch.compile(lambda x: x.softmax(-1)), "jit": torch.jit.script(torch.nn.Softmax(-1))}
@perf_report(Benchmark(x_names=["N"], x_vals=[128, 256], line_arg="provider", line_vals=list(PROVIDERS), line_names=["a", "b", "c"], plot_name="p", args={}))
def benchmark(N, provider):
    x = torch.randn(4, N, device="cuda")
    fn = PROVIDERS[provider]
    ms, lo, hi = do_bench(lambda: fn(x), quantiles=[0.5, 0.2, 0.8])
    return ms
benchmark.run(print_data=True)
E
verdicts "a report of benchmarks" triton torch torch-compiled jit <<'E'
torch: label-only
torch-compiled: wired
jit: wired
E

mkdir -p yamlish yamlish/conf
cat >yamlish/main.py <<'E'
import sys, time, pathlib
import yaml, torch
from transformers import pipeline
HERE = pathlib.Path(__file__).parent
def load_cfg(run):
    cfg = yaml.safe_load((HERE / "conf" / "base.yaml").read_text())
    return cfg["runs"][run]
class Bench:
    def __init__(self, cfg):
        self.cfg = cfg
        self.pipe = pipeline("text-generation", device=cfg["device"])
        if cfg["compile"]["enabled"]:
            self.pipe.model = torch.compile(self.pipe.model, mode=cfg["compile"]["mode"])
    def step(self): return self.pipe.model(torch.zeros(1, 4))
b = Bench(load_cfg(sys.argv[1]))
b.step()
t = time.perf_counter()
b.step()
print(time.perf_counter() - t)
E
cat >yamlish/conf/base.yaml <<'E'
defaults: &d
  device: cuda
  compile: {enabled: false, mode: default}
runs:
  base: *d
  compiled:
    <<: *d
    compile: {enabled: true, mode: reduce-overhead}
  named-compiled:
    <<: *d
    tag: compiled
E
verdicts "YAML with anchors and merge keys" yamlish base compiled named-compiled <<'E'
base: unreachable
compiled: wired
named-compiled: unreachable
E

mkdir -p cfgobj
cat >cfgobj/c.py <<'E'
import argparse, configparser, json, sys, time
import torch
class Config(dict):
    __getattr__ = dict.get
    def merged(self, **kw):
        c = Config(self); c.update(kw); return c
PRESETS = {
  "baseline": Config(compile=False),
  "tuned": Config(compile=False, channels_last=True),
  "compiled": Config(compile=True, mode="max-autotune"),
}
PRESETS["compiled-bf16"] = PRESETS["compiled"].merged(dtype="bf16")
def make(cfg):
    m = torch.nn.Conv2d(3, 3, 3)
    if cfg.channels_last: m = m.to(memory_format=torch.channels_last)
    if cfg.dtype: m = m.to(getattr(torch, {"bf16": "bfloat16"}[cfg.dtype]))
    if cfg.compile: m = torch.compile(m, mode=cfg.mode or "default")
    return m
def main(argv=None):
    p = argparse.ArgumentParser()
    sub = p.add_subparsers(dest="cmd")
    r = sub.add_parser("run"); r.add_argument("preset", choices=PRESETS); r.set_defaults(func=run)
    l = sub.add_parser("list"); l.set_defaults(func=lambda a: print(*PRESETS))
    a = p.parse_args(argv)
    return a.func(a)
def run(a):
    m = make(PRESETS[a.preset]); x = torch.randn(1, 3, 8, 8)
    for _ in range(2): m(x)
    tic = time.perf_counter()
    m(x)
    print(a.preset, time.perf_counter() - tic)
if __name__ == "__main__":
    sys.exit(main())
E
verdicts "commands of argparse, configurations that are dictionaries" cfgobj baseline tuned compiled compiled-bf16 <<'E'
baseline: unreachable
tuned: unreachable
compiled: wired
compiled-bf16: wired
E

mkdir -p hydraish hydraish/conf
cat >hydraish/app.py <<'E'
import hydra, time, torch
from omegaconf import DictConfig
from hydra.utils import instantiate
@hydra.main(config_path="conf", config_name="config", version_base=None)
def main(cfg: DictConfig):
    model = instantiate(cfg.model)
    if cfg.runtime.name == "compiled":
        model = torch.compile(model)
    t = time.perf_counter(); model(torch.ones(1, 4)); print(time.perf_counter() - t)
main()
E
cat >hydraish/conf/config.yaml <<'E'
model:
  _target_: torch.nn.Linear
runtime:
  name: eager
E
verdicts "a configuration from outside" hydraish eager compiled <<'E'
eager: unreachable
compiled: wired
E

mkdir -p suffix
cat >suffix/x.py <<'E'
import os, time, sys
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
def parse(name):
    parts = name.split("-")
    opts = {"device": "cpu", "compile": False, "dtype": "float32"}
    for p in parts[1:]:
        if p in ("cpu", "gpu", "cuda"):
            opts["device"] = "cuda" if p != "cpu" else "cpu"
        elif p in ("fp16", "bf16"):
            opts["dtype"] = {"fp16": "float16", "bf16": "bfloat16"}[p]
        elif p == "compile":
            opts["compile"] = opts["device"] == "cuda"
        else:
            raise ValueError(p)
    return parts[0], opts
def load(name):
    kind, o = parse(name)
    model = AutoModelForCausalLM.from_pretrained("gpt2", torch_dtype=getattr(torch, o["dtype"])).to(o["device"])
    if o["compile"]:
        model.forward = torch.compile(model.forward, mode="reduce-overhead")
    return model
def main():
    backends = os.environ.get("BACKENDS", "").split(",") if len(sys.argv) == 1 else sys.argv[1:]
    for b in backends:
        m = load(b)
        ids = torch.zeros(1, 4, dtype=torch.long)
        m.generate(ids)
        t = time.perf_counter(); m.generate(ids); dt = time.perf_counter() - t
        print(f"{b},{dt:.6f}")
main()
E
verdicts "labels taken apart" suffix transformers-gpu transformers-gpu-compile transformers-cpu-compile transformers-gpu-fp16-compile <<'E'
transformers-gpu: unreachable
transformers-gpu-compile: wired
transformers-cpu-compile: unreachable
transformers-gpu-fp16-compile: wired
E
