# labelaudit --src on what a library of Python does: contexts that are entered one by one,
# classes that a registry names, objects that a caller makes. The truth can be read off each.
. tests/lib.sh
says() { # VERDICT LABEL PROGRAM
	run labelaudit --src --label "$2" "$T/$3"
	check "$2 of $3 is $1" grep -qx "$2: $1" "$T/out"
}
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
