# labelaudit --src: what a file of Python that nothing imports puts in the place of a member of another: under a
# name that is not known, in a module that is had by its name, by a decorator, in an object, in a library's class.
. tests/lib.sh
. tests/says.sh
tree() { # NAME CONFTEST
	mkdir -p "$T/$1"
	cat >"$T/$1/engine.py" <<'P'
import time
import torch
def make(m): return m
def other(m): return m
def run(mode):
    m = make(abs) if mode == "fast" else abs
    t = time.time()
    m(1)
    print(time.time() - t)
P
	printf 'import engine\ndef test_fast():\n    engine.run("fast")\n' >"$T/$1/test_bench.py"
	printf 'import sys, importlib, torch, engine\n%s\n' "$2" >"$T/$1/conftest.py"
}
put='for n, f in {"make": lambda m: torch.compile(m)}.items():
    setattr(engine, n, f)'
tree loop "$put"
leaves_open loop
tree system 'sys.modules["engine"].make = torch.compile'
leaves_open system
tree import 'importlib.import_module("engine").make = torch.compile'
leaves_open import
tree decorated 'import wrapt
@wrapt.patch_function_wrapper("engine", "make")
def _make(f, o, a, k): return torch.compile(f(*a, **k))'
leaves_open decorated
# near misses: another member, what compiles nothing, an object of its own
tree member 'sys.modules["engine"].other = torch.compile'
says unreachable fast member
tree plain 'for n, f in {"make": abs}.items():
    setattr(engine, n, f)'
run labelaudit --src --label fast "$T/plain"
check "what compiles nothing is put there" grep -qx "fast: label-only" "$T/out"

# a plug-in that is imported by a name from outside sets a member of an object
mkdir "$T/plug"
cat >"$T/plug/engine.py" <<'P'
import time
class Engine:
    def __init__(self): self.make = None
    def run(self, mode):
        m = self.make(abs) if mode == "fast" and self.make else abs
        t = time.time()
        m(1)
        print(time.time() - t)
engine = Engine()
P
printf 'import importlib, sys\nfrom engine import engine\nfor name in sys.argv[2:]:\n    importlib.import_module(name)\nengine.run(sys.argv[1])\n' >"$T/plug/main.py"
printf 'import torch\nfrom engine import engine\nengine.make = torch.compile\n' >"$T/plug/more.py"
leaves_open plug

# what Python runs by itself sets a member of a library's class
mkdir "$T/start"
printf 'import sys, time, torch\nm = torch.nn.Linear(2, 2)\nif sys.argv[1] == "fast":\n    m = torch.nn.Linear(3, 3)\nt = time.time()\nm(1)\nprint(time.time() - t)\n' >"$T/start/bench.py"
printf 'import torch\n_old = torch.nn.Linear.__call__\ndef _call(self, v): return torch.compile(_old)(self, v)\ntorch.nn.Linear.__call__ = _call\n' >"$T/start/sitecustomize.py"
leaves_open start
