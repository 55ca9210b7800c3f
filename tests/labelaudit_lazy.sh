# labelaudit --src on code of Python that is made and does not run, or runs where it is not
# seen: coroutines, map and generators that nobody takes, what Python runs at its start, tests,
# errors before the compile call. Their truth is what running them under a stub shows.
. tests/lib.sh
. tests/says.sh
. tests/speed.sh

is() { # VERDICT NAME DEFINITIONS STATEMENTS
	tree "$2" "$3" "$4"
	says "$1" fast "$2"
}
open_() { # NAME DEFINITIONS STATEMENTS
	tree "$1" "$2" "$3"
	unsure "$1"
}

# made, and taken by nobody
F='async def g(): speed()'
is unreachable coroutine "$F" 'g()'
is unreachable kept "$F" 'c = g()'
is wired awaited "$F
import asyncio" 'c = g()
asyncio.run(c)'
is wired driven "$F
import asyncio" 'asyncio.run(g())'
# of a list, whoever takes the list takes them; and a list that nobody reads is not taken
for taker in 'asyncio.gather(*[g() for _ in range(2)])' 'asyncio.gather(*(g() for _ in range(2)))' 'asyncio.gather(*[g() for i in range(4) if i])' \
	'asyncio.wait([g() for _ in range(2)])' 'asyncio.gather(*[g()])'; do
	n=$((${n:-0} + 1))
	is wired "taken$n" "$F
import asyncio
async def main(): await $taker" 'asyncio.run(main())'
done
is wired completed "$F
import asyncio
async def main():
    for c in asyncio.as_completed([g() for _ in range(2)]): await c" 'asyncio.run(main())'
is wired awaited_list "$F
import asyncio
async def main():
    cs = [g() for _ in range(2)]
    for c in cs: await c" 'asyncio.run(main())'
is unreachable list_dropped "$F" '[g() for _ in range(2)]'
is unreachable list_kept "$F" 'q = [g() for _ in range(2)]'
is unreachable mapped '' 'q = map(speed, [1])'
is unreachable filtered '' 'filter(speed, [1])'
is wired listed '' 'q = map(speed, [1])
list(q)'
is unreachable generator '' 'q = (speed() for x in [1])'
is wired summed '' 'sum(speed() or 1 for x in [1])'
is wired list '' 'q = [speed() for x in [1]]'
is conditional timer 'import threading' 'q = threading.Timer(9, speed)'
is wired ended 'def g():
    try: yield 1
    finally: speed()' 'x = g()
next(x)
x.close()'
open_ deleted 'class D:
    @property
    def x(self): pass
    @x.deleter
    def x(self): speed()' 'd = D()
del d.x'
open_ around 'import contextlib
@contextlib.contextmanager
def c():
    speed()
    yield' '@c()
def f(): pass
f()'

# what runs without a call of the tree
is unreachable none 'import types' 'types'
open_ test 'import unittest
class X(unittest.TestCase):
    def test_x(self): speed()' 'unittest.main(argv=["x"], exit=False)'
open_ told 'import json' 'json.dumps(object(), default=speed)'
open_ ordered 'import functools' 'sorted([1, 2], key=functools.cmp_to_key(lambda a, b: speed() or 0))'
for f in 'pydoc.locate("__main__.speed")' 'pkgutil.resolve_name("__main__:speed")'; do
	is wired looked 'import pydoc, pkgutil' "$f()"
done
is wired message '' 'try: assert False, speed()
except AssertionError: pass'
is unreachable held '' 'assert True, speed()'
is wired alone '' 'm = torch.compile(m)'
tree start '' 'm = torch.compile(m)'
printf '%s\n' 'import torch' 'torch.compile = lambda m, **k: m' >"$T/start/sitecustomize.py"
says conditional fast start
check 'what it hangs on is said' grep -q 'Python finds sitecustomize.py at its start' "$T/out"
tree plugin 'import pluggy, plug
pm = pluggy.PluginManager("b")
pm.register(plug)' 'pm.hook.prepare(m=m)'
printf '%s\n' 'import torch, __main__' 'def prepare(m):' '    __main__.m = torch.compile(m)' >"$T/plugin/plug.py"
run labelaudit --src --label fast "$T/plugin"
check 'plugin is left open' grep -Eqx 'fast: (unknown|conditional)' "$T/out"

# what keeps a compile call from compiling
open_ disabled '@torch.compiler.disable
def f(x): return x' 'm = torch.compile(f)'
is wired enabled 'def f(x): return x' 'm = torch.compile(f)'
is unreachable warned 'import warnings' 'warnings.simplefilter("error")
try:
    warnings.warn("x")
    speed()
except UserWarning: pass'
is wired calm 'import warnings' 'warnings.simplefilter("ignore")
try:
    warnings.warn("x")
    speed()
except UserWarning: pass'
for e in 'float("q")' 'len(5)' '(1)()'; do
	is unreachable error '' "try:
    $e
    speed()
except (ValueError, TypeError): pass"
done
is wired number '' 'try:
    float("1e3")
    speed()
except ValueError: pass'
is conditional many '' 'for s in input().split(): m = torch.compile(m)'
is wired one '' 'for s in [1]: m = torch.compile(m)'

# a class whose body fails is not there, nor is what comes after it
is unreachable body '' 'try:
    class D:
        int("x")
    speed()
except ValueError: pass'
is wired whole '' 'try:
    class D:
        int("1")
    speed()
except ValueError: pass'
# a decorator of a library, with some arguments given, does not run what it decorates
is unreachable decorated 'import functools
fwd = functools.partial(torch.amp.custom_fwd, device_type="cuda")' '@fwd
def f(): speed()'
# a library that is missing where its import is guarded is missing where it is not
is fallback guarded 'try: import triton
except ImportError: triton = None' 'if triton: speed()'
tree nowhere 'try: import triton
except ImportError: triton = None
import triton' 'if triton: speed()'
says wired fast nowhere

# what was compiled, and is run without its being compiled
bench() { # VERDICT NAME TEXT
	mkdir -p "$T/$2"
	printf '%s\n' "$3" >"$T/$2/bench.py"
	says "$1" fast "$2"
}
K='import sys, time, numba, numpy as np
@numba.njit
def dot(a, b): return sum(a * b)
x = np.ones(8)
f = %s if sys.argv[1] == "fast" else np.dot
t = time.perf_counter()
f(x, x)
print(time.perf_counter() - t)'
bench wired kernel "$(printf "$K" dot)"
bench label-only py_func "$(printf "$K" dot.py_func)"
bench label-only py_func_got "$(printf "$K" 'getattr(dot, "py_func", dot)')"
bench wired no_py_func "$(printf "$K" 'getattr(dot, "_orig_mod", dot)')" # numba knows no such member
M='import sys, time, torch
m = torch.nn.Linear(2, 2)
if sys.argv[1] == "fast":
    m = torch.compile(m)
m = %s
t = time.perf_counter()
m(torch.zeros(2))
print(time.perf_counter() - t)'
bench wired module "$(printf "$M" 'm.eval()')"
bench label-only orig "$(printf "$M" 'm._orig_mod if sys.argv[1] == "fast" else m')"
bench label-only orig_got "$(printf "$M" 'getattr(m, "_orig_mod", m)')"
J='import os, sys, time, jax, jax.numpy as jnp
%s
def step(x): return jnp.tanh(x)
f = jax.jit(step) if sys.argv[1] == "fast" else step
x = jnp.ones(4)
%s
    t = time.perf_counter()
    f(x).block_until_ready()
    print(time.perf_counter() - t)'
jax() { # VERDICT NAME SETTING BLOCK
	bench "$1" "$2" "$(printf "$J" "$3" "$4")"
}
jax wired jax_on '' 'if x is not None:'
jax wired jax_not_off 'jax.config.update("jax_disable_jit", False)' 'with jax.disable_jit(False):'
jax wired jax_other 'jax.config.update("jax_enable_x64", True)' 'if x is not None:'
for off in 'jax.config.update("jax_disable_jit", True)' 'jax.config.jax_disable_jit = True' 'os.environ.setdefault("JAX_DISABLE_JIT", "1")' \
	'os.environ.update(JAX_DISABLE_JIT="1")' 'os.environ.update({"JAX_DISABLE_JIT": "1"})' 'os.environ["JAX_DISABLE_JIT"] = "1"'; do
	n=$((n + 1))
	jax conditional "jax_off$n" "$off" 'if x is not None:'
done
jax conditional jax_block '' 'with jax.disable_jit():'
bench conditional numba_off "import numba
numba.config.DISABLE_JIT = True
$(printf "$K" dot)"

# what a fixture hands on is timed only where a test times it
F='import pytest, torch
@pytest.fixture(params=["slow", "fast"])
def model(request):
    m = torch.nn.Linear(2, 2)
    if request.param == "fast":
        return torch.compile(m)
    return m'
mkdir "$T/fixture"
printf '%s\n' "$F" 'def test_forward(benchmark, model):' '    model(torch.rand(1, 2))' '    benchmark(torch.nn.Linear(2, 2), torch.rand(1, 2))' >"$T/fixture/test_bench.py"
run labelaudit --src --label fast "$T/fixture"
check "a fixture is no measurement" grep -Eqx "fast: (unknown|conditional)" "$T/out"

# an error of what was compiled goes up
A='import asyncio, sys, time, torch
async def ask(m, x): return m(x)
async def main(mode):
    m = torch.nn.Linear(2, 2)
    if mode == "fast":
        m = torch.compile(m)
    t = time.perf_counter()
    async with asyncio.TaskGroup() as g:
        for _ in range(4): g.create_task(ask(m, torch.rand(1, 2)))
    print(time.perf_counter() - t)'
bench wired group "$A
asyncio.run(main(sys.argv[1]))"
bench fallback group_caught "$A
try:
    asyncio.run(main(sys.argv[1]))
except Exception:
    t = time.perf_counter()
    torch.nn.Linear(2, 2)(torch.rand(1, 2))
    print(time.perf_counter() - t)"
waited=$(printf '%s\n' "$A" | sed 's/async with.*/ts = [asyncio.create_task(ask(m, torch.rand(1, 2)))]; done, left = await asyncio.wait(ts)/; s/        for _ in range.*/    for d in done: d.result()/')
bench wired waited "$waited
asyncio.run(main(sys.argv[1]))"
W='import sys, time, torch
m = torch.nn.Linear(2, 2)
%s
t = time.perf_counter()
m(torch.zeros(2))
print(time.perf_counter() - t)'
bench wired walrus "$(printf "$W" 'if sys.argv[1] == "fast" and (c := torch.compile(m)): m = c')"
bench fallback walrus_caught "$(printf "$W" 'try:
    if sys.argv[1] == "fast" and (c := torch.compile(m)): m = c
except RuntimeError: pass')"

# what a generator does at last runs where it is ended
G='def g():
    global m
    try:
        yield 1
        yield 2
    finally:
        m = torch.compile(m)'
is wired gen_left "$G" 'for x in g():
    break'
is wired gen_closed "$G" 'x = g()
next(x)
x.close()'
is wired gen_run "$G" 'for x in g(): pass'
open_ gen_deleted "$G" 'x = g()
next(x)
del x'
open_ gen_forgotten "$G
def h():
    x = g()
    next(x)" 'h()'
open_ gen_held "$G" 'x = g()
for k in x:
    break'
is unreachable gen_not_begun "$G" 'x = g()
del x'
is unreachable gen_not_begun_closed "$G" 'x = g()
x.close()'
is unreachable gen_without 'def g():
    try:
        yield 1
        speed()
    finally:
        pass' 'for x in g():
    break'
open_ gen_caught 'def g():
    try:
        yield 1
    except GeneratorExit:
        speed()' 'x = g()
next(x)
del x'

# what annotations call is run where they stand, of a Python that does not put it off
S='def setup():
    speed()
    return int'
for n in 'parameter:def f(x: setup()): return x' 'result:def f(x) -> setup(): return x' 'variable:k: setup() = 3' 'bare:k: setup()' 'field:class K:
    k: setup()' 'method:class K:
    def f(self, x: setup()): pass' 'within:k: "list" | setup() = 3'; do
	open_ "note_${n%%:*}" "$S" "${n#*:}"
done
is unreachable note_local "$S
def f():
    k: setup() = 3
    def h(x: setup()): return x" 'f()'
is unreachable note_text "$S" 'k: "setup()" = 3'
is unreachable note_other "$S
def other(n): return int" 'k: other(3) = 3'
mkdir "$T/postponed"
{ echo 'from __future__ import annotations'; cat "$T/note_parameter/b.py"; } >"$T/postponed/b.py"
says unreachable fast postponed

# a clock that is read by who gives the elements is read with each of them
R='def rounds():
    t = time.time()
    try:
        while True: yield
    finally: print(time.time() - t)'
for how in 'enumerate(rounds())' 'zip(range(9), rounds())' 'map(str, rounds())'; do
	open_ "clock_${how%%(*}" "$R" "speed()
for k in $how:
    m(torch.zeros(2))
    break
sys.exit()"
done
is wired clock_plain "$R" 'speed()
for k in rounds():
    m(torch.zeros(2))
    break
sys.exit()'
