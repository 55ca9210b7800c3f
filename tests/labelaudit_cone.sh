# labelaudit --src on libraries that no program of the tree runs: what names alone say
# (audit/label/cone/cone.h), and every way in which they could be fooled.
. tests/lib.sh
. tests/says.sh
py() { mkdir -p "$T/$1/lib"; : >"$T/$1/lib/__init__.py"; cat >"$T/$1/lib/core.py"; }
c() { mkdir -p "$T/$1"; cat >"$T/$1/core.$2"; }

# nothing compiles
py nothing <<'P'
import torch
class Fast:
    def run(self, x): return torch.relu(x)
class Slow:
    def run(self, x): return torch.relu(x) + 0
KINDS = {"fast": Fast, "slow": Slow}
def make(kind, **options):
    return KINDS[kind](**options)
def each(items, kind):
    for i in items:
        yield make(kind).run(i)
P
says label-only fast nothing
run labelaudit --src --label fast "$T/nothing"
check "and it is said where the label stands" grep -q "core.py:" "$T/out"
says unknown warp9 nothing
check "a label that nothing knows is said to be none" grep -q 'warp9. stands nowhere in the code' "$T/out"
says unknown each nothing
check "the name of a function is no text" grep -q 'each. is a name in the code, not a text' "$T/out"
check "and it is said where it stands" grep -q "core.py:[0-9]*: opaque: it stands here" "$T/out"

# what compiles is no part of it
py elsewhere <<'P'
import torch
def make(kind):
    if kind == "fast":
        return torch.relu
    return torch.tanh
P
cat >"$T/elsewhere/tune.py" <<'P'
import torch
if __name__ == "__main__":
    print(torch.compile(torch.nn.Linear(1, 1)))
P
says unreachable fast elsewhere
c celse c <<'C'
#include <string.h>
typedef void (*step)(float *, int);
static void plain(float *x, int n) { for (int i = 0; i < n; i++) x[i] += 1; }
step find(const char *name) { if (strcmp(name, "fast") == 0) return plain; return 0; }
C
cat >"$T/celse/tool.c" <<'C'
#include <nvrtc.h>
int main(void) { nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0); }
C
says unreachable fast celse

# a value, a table, a decorator, an import for its effect
py value <<'P'
import torch
from . import other
def make(kind, model):
    if kind == "fast":
        return other.TABLE[0](model)
    return model
P
cat >"$T/value/lib/other.py" <<'P'
import torch
def build(model): return torch.compile(model)
TABLE = [build]
P
leaves_open value
py decorated <<'P'
from . import registry, plugins
def make(kind, model):
    if kind not in ("fast", "slow"):
        raise ValueError(kind)
    return registry.FOUND[kind](model)
P
echo 'FOUND = {}
def register(name):
    def inner(f):
        FOUND[name] = f
        return f
    return inner' >"$T/decorated/lib/registry.py"
mkdir "$T/decorated/lib/plugins"
echo 'from . import one' >"$T/decorated/lib/plugins/__init__.py"
echo 'import torch
from ..registry import register
@register("fa" + "st")
def _(model): return torch.compile(model)' >"$T/decorated/lib/plugins/one.py"
leaves_open decorated

# a method by its name, of a class that is never named; a hook of subclasses
py subclass <<'P'
import torch
class Kind:
    all = {}
    def __init_subclass__(cls, **options): Kind.all[cls.__name__.lower()] = cls
    def go(self, m): return m
class Fast(Kind):
    def go(self, m): return torch.jit.script(m)
def make(kind, m):
    assert kind in ("fast", "slow")
    return Kind.all[kind]().go(m)
P
leaves_open subclass

# names that are put together, and names out of data
py getattr <<'P'
import torch
class Build:
    def do_fast(self, m): return torch.jit.trace(m, None)
    def do_slow(self, m): return m
def make(kind, m):
    if kind in ("fast", "slow"):
        return getattr(Build(), "do_" + kind)(m)
P
leaves_open getattr
py data <<'P'
import json, torch
def make(kind, m):
    with open("kinds.json") as f:
        how = json.load(f)[kind]
    return getattr(torch, how)(m)
P
echo '{"fast": "compile", "slow": "relu"}' >"$T/data/kinds.json"
leaves_open data
for name in '"elipmoc"[::-1]' '"".join(["com", "pile"])' 'base64.b64decode("Y29tcGlsZQ==").decode()' 'NAME'; do
	py turned <<P
import base64, torch
NAME = "xcompile".replace("x", "")
def make(kind, m):
    if kind not in ("fast", "slow"):
        raise ValueError(kind)
    return getattr(torch, $name)(m)
P
	leaves_open turned
done
py module <<'P'
import importlib
def make(kind, m):
    if kind == "fast":
        return importlib.import_module("acme_" + kind).build(m)
    return m
P
leaves_open module
py text <<'P'
def make(kind, m):
    if kind == "fast":
        return eval("torch" + ".compile(m)")
    return m
P
leaves_open text

# the symbol under other names
py renamed <<'P'
from .compat import boost
def make(kind, m):
    return boost(m) if kind == "fast" else m
P
echo 'from torch import compile as boost' >"$T/renamed/lib/compat.py"
leaves_open renamed
py passed <<'P'
from .compat import th
def make(kind, m):
    return th.jit.freeze(th.jit.script(m)) if kind == "fast" else m
P
echo 'import torch
th = torch' >"$T/passed/lib/compat.py"
leaves_open passed
py inplace <<'P'
def make(kind, m):
    if kind == "fast":
        m.compile()
    return m
P
echo 'import torch' >>"$T/inplace/lib/core.py"
leaves_open inplace

# what is missing or cannot be read
py missing <<'P'
from . import _engine
def make(kind, m):
    return _engine.build(m) if kind == "fast" else m
P
leaves_open missing
py broken <<'P'
from . import newer
def make(kind, m):
    return newer.build(m) if kind == "fast" else m
P
echo 'def build(m: return torch.compile(m)' >"$T/broken/lib/newer.py"
leaves_open broken
py process <<'P'
import subprocess
def make(kind, m):
    if kind == "fast":
        subprocess.run(["nvcc", "-o", "k.so", "k.cu"])
    return m
P
leaves_open process

# a library that is not in the tree: one that the project needs or does without hides
# nothing, but where its names sound as if it compiled, or it is the project's own
py needed <<'P'
try:
    import grapeshot
except ImportError:
    grapeshot = None
import plumb.line
def make(kind, m):
    if kind not in ("fast", "slow"):
        raise ValueError(kind)
    return plumb.line.straight(m) if grapeshot is None else grapeshot.wrap(m)
P
leaves_open needed
printf '[project]\nname = "needed"\ndependencies = [\n    "numpy",\n    "plumb>=2",\n]\n' >"$T/needed/pyproject.toml"
says label-only fast needed
sed -i 's/grapeshot.wrap/grapeshot.build_engine/' "$T/needed/lib/core.py"
leaves_open needed
py ours <<'P'
try:
    import lib.native
except ImportError:
    pass
def make(kind, m):
    return m if kind == "slow" else lib.native.make(m, "fast")
P
leaves_open ours
py setup <<'P'
import plumb
def make(kind, m):
    assert kind in ("fast", "slow")
    return plumb.straight(m)
P
leaves_open setup
echo 'from setuptools import setup
setup(name="plumb", install_requires=["numpy"])' >"$T/setup/setup.py"
leaves_open setup
echo 'from setuptools import setup
setup(name="setup", install_requires=["numpy", "plumb[all]>=1; python_version > \"3\""])' >"$T/setup/setup.py"
says label-only fast setup

# what a test or a script does beside the label's code is not the label's, unless that loads it;
# where it compiles, nothing is said to be out of reach
py tested <<'P'
def make(kind, m):
    if kind not in ("fast", "slow"):
        raise ValueError(kind)
    return m
P
mkdir "$T/tested/tests"
echo 'import subprocess
from lib.core import make
def test_it():
    make("fast", 1)
    subprocess.run(["./go", "fast"])' >"$T/tested/tests/test_core.py"
says label-only fast tested
sed -i 's/subprocess.run.*/torch.compile(make)/; 1s/.*/import torch/' "$T/tested/tests/test_core.py"
leaves_open tested
sed -i 's/torch.compile.*/subprocess.run(["go"])/; 1s/.*/import subprocess/' "$T/tested/tests/test_core.py"
sed -i '1i from tests.test_core import test_it
s/return m$/return test_it() or m/' "$T/tested/lib/core.py"
leaves_open tested
c script c <<'C'
#include <stdio.h>
#include <string.h>
static const char *const kinds[] = {"fast", "slow"};
const char *find(const char *s) { for (int i = 0; i < 2; i++) if (!strcmp(kinds[i], s)) return kinds[i]; return 0; }
int run(const char *s) { return find(s) ? puts(s) : -1; }
C
echo 'import subprocess, sys
subprocess.run(sys.argv[1:] + ["--kind", "fast"])' >"$T/script/drive.py"
says label-only fast script
check "what was left aside is named" grep -q "drive.py:2: opaque: subprocess.run.*: beside the label's code" "$T/out"
sed -i '3s/.*/static const char *const kinds[] = {"f" "asts", "slow"};/' "$T/script/core.c"
leaves_open script

# names of Python are of their file, members of a class of its kin; what another file calls so is another thing
py other <<'P'
import torch
from .build import go
class Base:
    def load(self, m): return self.step(m)
    def step(self, m): return m
class Fast(Base):
    def step(self, m): return torch.relu(m)
class Slow(Base):
    pass
KINDS = {"fast": Fast, "slow": Slow}
def helper(m): return m
def make(kind, m): return helper(KINDS[kind]().load(m))
P
echo 'import torch
def helper(m): return torch.compile(m)
class Tool:
    def step(self, m): return helper(m)
def go(m): return Tool().step(m)' >"$T/other/lib/build.py"
says unreachable fast other
sed -i 's/def helper(m): return m/from .build import helper as helped/; s/return helper(K/return helped(K/' "$T/other/lib/core.py"
leaves_open other
sed -i 's/helped/done/; /^from .build/d; s/done(K/(K/; s/class Base:/from .build import Tool\nclass Base(Tool):/; /def step(self, m): return m$/d; /def step.*relu/s/step/walk/' "$T/other/lib/core.py"
leaves_open other

# a method of an object that a library gave, which by its name may compile
py object <<'P'
from plumb import Pipe
def make(kind, m):
    if kind not in ("fast", "slow"):
        raise ValueError(kind)
    p = Pipe(m)
    p.compile_all()
    return p
P
echo 'plumb' >"$T/object/requirements.txt"
leaves_open object
sed -i 's/p.compile_all/p.open/' "$T/object/lib/core.py"
says label-only fast object

# what the paths of a program leave out: a function that a library is given and may call,
# a method of something that a library gave, which may be the tree's
mkdir "$T/given" "$T/loaded"
cat >"$T/given/bench.py" <<'P'
import sys, time, torch, threading, weakref
from torch.nn import Linear
def speed(m): return torch.compile(m)
class Box:
    def __init__(self, m): self.m = m
    def go(self): self.m = speed(self.m)
def main():
    mode = sys.argv[1]
    box = Box(Linear(2, 2))
    if mode == "fast":
        torch.register_hook("x", box.go)
    elif mode != "slow":
        raise SystemExit(2)
    t = time.perf_counter()
    box.m(torch.zeros(2))
    print(time.perf_counter() - t)
main()
P
cat >"$T/loaded/bench.py" <<'P'
import sys, time, torch, copyreg
from torch.nn import Linear
def speed(m): return torch.compile(m)
class Box:
    def __init__(self, m): self.m = m
    def __reduce__(self): return (Box, (self.m,))
    def quick(self): self.m = speed(self.m)
    def step(self, x): return self.m(x)
def main():
    mode = sys.argv[1]
    box = torch.load(sys.argv[2])
    if mode == "fast":
        box.quick()
    elif mode != "slow":
        raise SystemExit(2)
    t = time.perf_counter()
    box.step(torch.zeros(2))
    print(time.perf_counter() - t)
main()
P
says unknown fast given
says conditional fast loaded
says unreachable slow given
says unreachable slow loaded
run labelaudit --src --label fast "$T/given"
check "what was left out is named" grep -q "bench.py:6: opaque: go is given to what is not in the tree, which may call it" "$T/out"
run labelaudit --src --label fast "$T/loaded"
check "and what may be called" grep -q "bench.py:13: opaque: this may call quick of .*bench.py:7" "$T/out"
mkdir "$T/kept"
cat >"$T/kept/bench.py" <<'P'
import inspect, sys, time, torch
class Need:
    def __init__(self, provider): self.provider = provider
MAKERS = {}
def maker(name):
    def put(f):
        MAKERS[name] = f
        return f
    return put
@maker("fast")
def _fast(): return torch.compile(torch.relu)
@maker("slow")
def _slow(): return torch.relu
def score(x, model=Need(lambda name: MAKERS[name]())): return model(x)
def main():
    parser_choices = ("fast", "slow")
    name = sys.argv[1]
    if name not in parser_choices:
        raise SystemExit(2)
    given = {k: p.default.provider(name) for k, p in inspect.signature(score).parameters.items() if isinstance(p.default, Need)}
    t = time.perf_counter()
    score(torch.zeros(2), **given)
    print(name, time.perf_counter() - t)
main()
P
leaves_open kept

# a method of what is not known hides nothing where no function of its name compiles
mkdir "$T/split" "$T/quick"
cat >"$T/split/bench.py" <<'PY'
import gzip
import sys
import time

import torch


def quick(model):
    return torch.compile(model)


def main():
    model = torch.nn.Linear(4, 4)
    if sys.argv[1] == "fast":
        model = quick(model)
    rows = gzip.open("merges.txt.gz").read().decode("utf-8").split("\n")[1:-1]
    begin = time.perf_counter()
    for row in rows:
        model(torch.randn(len(row.split()), 4))
    print(time.perf_counter() - begin)


main()
PY
sed 's/row.split/row.quick/' "$T/split/bench.py" >"$T/quick/bench.py"
says unreachable plain split
says wired fast split
says unknown plain quick
check "the edge is named" grep -q "bench.py:19: opaque: quick() of a value that is not known" "$T/out"

# What is given to a library, or is a method that only a library calls, may run later.
given() { # TREE DEFINITIONS STATEMENT
	mkdir -p "$T/$1"
	cat >"$T/$1/run.py" <<-E
	import ast, json, re, sys, threading, time, torch
	label = sys.argv[1]
	model = torch.nn.Linear(2, 2)
	def speed(*ignored):
	    global model
	    model = torch.compile(model)
	$2
	if label == "fast":
	    $3
	start = time.time()
	model(torch.zeros(2))
	print(label, time.time() - start)
	E
	leaves_open "$1"
}
given hook_stored "" "threading.excepthook = speed"
given hook_method "" "torch.nn.Linear.half = speed; model.half()"
given hook_profile "" "sys.setprofile(speed)"
given hook_json "" "json.loads('{}', object_hook=speed)"
given hook_lambda "" "re.sub('a', lambda k: speed() or '', 'a')"
given hook_iter "" "next(iter(speed, 1))"
given hook_del "class D:
    def __del__(self): speed()" "d = D(); del d"
given hook_format "class D:
    def __format__(self, how): speed(); return ''" "print(f'{D():x}')"
given hook_visitor "class V(ast.NodeVisitor):
    def visit_Name(self, node): speed()" "V().visit(ast.parse('x'))"
# a method that the tree itself calls elsewhere is no library's to call
mkdir "$T/asked"
cat >"$T/asked/run.py" <<'E'
import sys, threading, time, torch
class Task(threading.Thread):
    model = torch.nn.Linear(2, 2)
    def run(self): self.model(torch.zeros(2))
    def speed(self): self.model = torch.compile(self.model)
task = Task()
if sys.argv[1] == "fast":
    task.speed()
start = time.time()
task.run()
print(time.time() - start)
E
says unreachable plain asked

# what switches a compiler off: never wired
off() { # TREE STATEMENT
	mkdir -p "$T/$1"
	printf 'import os, sys, time, torch\n%s\nmodel = torch.nn.Linear(2, 2)\nif sys.argv[1] == "fast":\n    model = torch.compile(model)\nstart = time.time()\nmodel(torch.zeros(2))\nprint(time.time() - start)\n' "$2" >"$T/$1/run.py"
	run labelaudit --src --label fast "$T/$1"
	check "$1 has a verdict" grep -q "^fast: " "$T/out"
	check "$1 is not wired" sh -c '! grep -q "^fast: wired$" "$1"' - "$T/out"
}
off off_variable 'os.environ["TORCH_COMPILE_DISABLE"] = "1"'
off off_config 'torch._dynamo.config.disable = True'
off off_stance 'torch.compiler.set_stance("force_eager")'
off_not='torch._dynamo.config.disable = False'
mkdir "$T/off_not"
sed "s/torch._dynamo.config.disable = True/$off_not/" "$T/off_config/run.py" >"$T/off_not/run.py"
says wired fast off_not

# a function of the tree that is called like one that makes what is named, in a file that is read later; and one of a library
for from in zlast somelib; do
	mkdir -p "$T/made_$from/pkg"
	: >"$T/made_$from/pkg/__init__.py"
	cat >"$T/made_$from/pkg/zlast.py" <<'P'
def instantiate(name): print(name)
P
	printf 'from %s import instantiate\ndef act(name):\n\tif name == "relu":\n\t\tinstantiate(name)\n' "$(test $from = zlast && echo pkg.zlast || echo somelib)" >"$T/made_$from/pkg/act.py"
	printf 'import torch\ndef other(m): return torch.compile(m)\n' >"$T/made_$from/pkg/far.py"
done
says unreachable relu made_zlast
says unknown relu made_somelib

# an option that a script has whole: other programs take it apart only where they look in text for a part of it
mkdir "$T/beside" "$T/parts"
cat >"$T/beside/edit.py" <<'P'
import argparse, json
try:
    from urllib.request import urlopen
except ImportError:
    from urllib2 import urlopen
def show(p, data, k, v):
    for n in data: # what is called is not known, and no name says that it compiles
        p.registry[n](v)
    print(v, urlopen)
def main():
    p = argparse.ArgumentParser()
    p.add_argument("--fast_device")
    data = json.load(open("data.json"))
    for k, v in vars(p.parse_args()).items():
        show(p, data, k, v)
if __name__ == "__main__":
    main()
P
cat >"$T/beside/run.cpp" <<'C'
#include <nvrtc.h>
#include <string>
struct Args { std::string device; };
static const char *const kDevice = "device";
static int build(Args *device) { nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0); }
int main(int argc, char **argv) { Args a; return argc > 1 && std::string(argv[1]) == kDevice ? build(&a) : 0; }
C
cat >"$T/beside/bench.py" <<'P'
import argparse, subprocess
def main():
    p = argparse.ArgumentParser()
    p.add_argument("--device")
    for k, v in vars(p.parse_args()).items():
        subprocess.run(["./run", k, v])
if __name__ == "__main__":
    main()
P
says unreachable fast_device beside
cp "$T/beside/edit.py" "$T/beside/run.cpp" "$T/parts/"
cat >"$T/parts/run.py" <<'P'
import sys, torch
def main():
    m = torch.nn.Linear(1, 1)
    for a in sys.argv:
        if "device" in a:
            m = torch.compile(m)
    print(m(torch.zeros(1)))
main()
P
run labelaudit --src --label fast_device "$T/parts"
check "a part that is looked for leaves it open" sh -c '! grep -qE "^fast_device: (label-only|unreachable)$" "$1"' - "$T/out"
# a module that is loaded by a name from outside may be any: what it names counts as if it were imported
mkdir "$T/meets"
cp "$T/beside/run.cpp" "$T/meets/"
sed 's/^try:/import importlib/; s/from urllib.*//; /^    from\|^except Imp/d; s/print.*/importlib.import_module(v).main(k)/' "$T/beside/edit.py" >"$T/meets/edit.py"
cat >"$T/meets/run.py" <<'P'
import torch
def main(what):
    if what.endswith("device"):
        print(torch.compile(torch.nn.Linear(1, 1))(torch.zeros(1)))
P
run labelaudit --src --label fast_device "$T/meets"
check "a module that is not known leaves it open" sh -c '! grep -qE "^fast_device: (label-only|unreachable)$" "$1"' - "$T/out"
