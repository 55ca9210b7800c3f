# labelaudit --src on programs of Python that find their code and settings in folders beside
# them: plugins loaded from the paths of files, settings listed by a pattern. Each program
# runs one way a label; its truth can be read off it.
. tests/lib.sh
. tests/says.sh
mkdir -p "$T/load/plug/deep" "$T/given/plug" "$T/list/conf" "$T/up/tools"

cat >"$T/load/run.py" <<'PY'
import importlib.util, inspect, os, pathlib, sys, time
import torch
from base import Engine
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plug")
def load(path):
    name = "plugs." + path.stem
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
found = {}
for path in sorted(pathlib.Path(HERE).glob("*.py")) * 2:
    if path.name.startswith("_"):
        continue
    for name, cls in inspect.getmembers(load(path), inspect.isclass):
        if issubclass(cls, Engine) and not cls.__dict__.get("abstract", False):
            found[name] = cls
engine = found[sys.argv[1]](torch.nn.Linear(2, 2))
x = torch.ones(2, 2)
t = time.perf_counter(); engine.step(x); print(time.perf_counter() - t)
PY
cat >"$T/load/base.py" <<'PY'
class Engine:
    abstract = True
    def __init__(self, model):
        self.model = model
    def step(self, x):
        return self.model(x)
PY
cat >"$T/load/plug/fast.py" <<'PY'
import torch
from base import Engine
class Quick(Engine):
    def __init__(self, model):
        super().__init__(torch.compile(model))
class Lost(Engine):
    def __init__(self, model):
        super().__init__(model)
        torch.compile(model)
class Left(Quick):
    abstract = True
PY
cat >"$T/load/plug/plain.py" <<'PY'
from base import Engine
class Plain(Engine):
    """as it is"""
class Same(Plain):
    pass
PY
cat >"$T/load/plug/_draft.py" <<'PY'
import torch
from base import Engine
class Plain(Engine):
    def step(self, x):
        return torch.jit.script(self.model)(x)
PY
says wired Quick load
says label-only Lost load
says unreachable Plain load
says unreachable Same load

# a folder that the caller names is not the one of the tree
cat >"$T/given/run.py" <<'PY'
import importlib.util, os, pathlib, sys, time
import torch
names = {}
for path in pathlib.Path(os.path.join(sys.argv[2], "plug")).glob("*.py"):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    names[path.stem] = module
f = names[sys.argv[1]].wrap(torch.nn.Linear(2, 2))
x = torch.ones(2, 2)
t = time.perf_counter(); f(x); print(time.perf_counter() - t)
PY
echo 'def wrap(f): return f' >"$T/given/plug/slow.py"
says unknown slow given
check "and the module is an edge" grep -q "run.py:6: opaque: the module that is loaded is not known" "$T/out"
cat >"$T/given/run.py" <<'PY'
import sys, time
from importlib.machinery import SourceFileLoader
import torch
f = {"slow": SourceFileLoader("plug", sys.argv[2]).load_module().wrap}[sys.argv[1]](torch.nn.Linear(2, 2))
x = torch.ones(2, 2)
t = time.perf_counter(); f(x); print(time.perf_counter() - t)
PY
says unknown slow given

cat >"$T/list/run.py" <<'PY'
import pathlib, sys, time, yaml
import torch
FOLDER = pathlib.Path(__file__).resolve().parent / "conf"
def load_all(folder):
    out = {}
    for path in sorted(folder.glob("*.yaml")):
        with path.open() as f:
            for name, steps in yaml.safe_load(f)["runs"].items():
                if name in out:
                    raise ValueError("%s: %s is there twice" % (path.name, name))
                out[name] = steps
    return out
def step_compile(m): return torch.compile(m)
def step_load(m): return torch.nn.Linear(2, 2)
def step_measure(m):
    t = time.perf_counter(); m(torch.ones(2, 2)); print(time.perf_counter() - t)
    return m
m = None
for step in load_all(FOLDER)[sys.argv[1]]:
    m = getattr(sys.modules[__name__], "step_" + step["uses"])(m)
PY
printf 'runs:\n  base:\n    - uses: load\n    - uses: measure\n' >"$T/list/conf/a.yaml"
printf 'runs:\n  fast:\n    - uses: load\n    - uses: compile\n    - uses: measure\n  after:\n    - uses: load\n    - uses: measure\n    - uses: compile\n' >"$T/list/conf/b.yaml"
says unreachable base list
says wired fast list
says label-only after list

# what a file of TOML says
mkdir "$T/toml"
cat >"$T/toml/run.py" <<'PY'
import dataclasses, pathlib, sys, time, tomllib
from typing import Any, Dict, Optional
import torch
@dataclasses.dataclass(frozen=True)
class Model:
    name: str
    backend: str
    options: Dict[str, Any] = dataclasses.field(default_factory=dict)
    only_on: Optional[str] = None
with open(pathlib.Path(__file__).parent / "serve.toml", "rb") as f:
    raw = tomllib.load(f)
models = {name: Model(name=name, **table) for name, table in raw.get("models", {}).items()}
c = models[sys.argv[1]]
m = torch.nn.Linear(2, 2)
if c.backend == "compiled" and (c.only_on is None or torch.cuda.is_available()):
    m = torch.compile(m, **c.options)
x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
cat >"$T/toml/serve.toml" <<'TOML'
[server]
workers = 1
[models.base]
backend = "eager"
[models.base-fast]
backend = "compiled"
options = { mode = "max-autotune", dynamic = false }
[models.base-gpu]
backend = "compiled"
only_on = "cuda"
TOML
says unreachable base toml
says wired base-fast toml
says conditional base-gpu toml

# two files of a name: the path says which
cat >"$T/up/tools/run.py" <<'PY'
import json, os, sys, time
import torch
ROOT = os.path.join(os.path.dirname(__file__), "..")
with open(os.path.join(ROOT, "modes.json")) as f:
    modes = json.load(f)
m = torch.nn.Linear(2, 2)
if modes[sys.argv[1]]["compile"]:
    m = torch.compile(m)
x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
echo '{"swift": {"compile": true}, "slow": {"compile": false}}' >"$T/up/modes.json"
echo '{"swift": {"compile": false}, "slow": {"compile": true}}' >"$T/up/tools/modes.json"
says wired swift up
says unreachable slow up

# a file of that name right beside the program is meant, whatever folder comes before it
mkdir -p "$T/exact/a"
cat >"$T/exact/run.py" <<'PY'
import json, pathlib, sys, time
import torch
modes = json.loads((pathlib.Path(__file__).parent / "modes.json").read_text())
m = torch.nn.Linear(2, 2)
if modes[sys.argv[1]]:
    m = torch.compile(m)
t = time.perf_counter(); m(torch.ones(2, 2)); print(time.perf_counter() - t)
PY
echo '{"swift": true}' >"$T/exact/modes.json"
echo '{"swift": false}' >"$T/exact/a/modes.json"
(cd "$T/exact" && labelaudit --src --label swift . >"$T/exact.out")
check "swift of exact is wired" grep -qx "swift: wired" "$T/exact.out"

# of kinds that are not read there may be any when it runs
mkdir -p "$T/built"
cat >"$T/built/run.py" <<'PY'
import pathlib, sys, time
import torch
HERE = pathlib.Path(__file__).parent
m = torch.nn.Linear(2, 2)
if sys.argv[1] == "glob":
    for p in HERE.glob("*.pt2"):
        m = torch._inductor.aoti_load_package(str(p))
elif sys.argv[1] == "iter":
    for p in HERE.iterdir():
        if p.suffix == ".pt2":
            m = torch._inductor.aoti_load_package(str(p))
x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
says conditional glob built
says conditional iter built

# the folder where a program runs is not known, nor what lies there
mkdir -p "$T/cwd"
printf '%s\n' 'import torch' 'def go(m): return torch.compile(m)' >"$T/cwd/engine.py"
for how in 'for k in pkgutil.iter_modules(["."]):
    m = __import__(k.name).go(m) if on else m' 'for k in glob.glob("*.py"):
    m = importlib.import_module(k[:-3]).go(m) if on else m'; do
	printf '%s\n' 'import glob, importlib, pkgutil, sys, time, torch' 'm = torch.nn.Linear(2, 2)' 'on = sys.argv[1] == "fast"' "$how" \
		't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/cwd/run.py"
	leaves_open cwd
done
# a function that its decorator compiles where it is imported has no methods, so that what is not known is none
mkdir -p "$T/decorated"
cat >"$T/decorated/run.py" <<'PY'
import sys, time, numba
@numba.njit
def turned(x): return x
def work(x):
    for line in x: words = line.split()
    return words
class Holder: pass
fast = sys.argv[1] == "fast"
t = time.perf_counter()
out = turned(3) if not fast else work(sys.modules["data"].lines)
print(time.perf_counter() - t)
PY
says label-only fast decorated
sed -i 's/split/launch/' "$T/decorated/run.py"
says unknown fast decorated
