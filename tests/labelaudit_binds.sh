# labelaudit --src on what binds a name of Python, and what unbinds it again: names that are put among the
# built-in ones, __all__, map(), := in comprehensions, variables of handlers, del, aliases in enumerations, __slots__.
. tests/lib.sh
. tests/says.sh
n=0
# program VERDICT STATEMENTS [MODULE]: `on` is whether the label was asked for, m is what is timed, MODULE is helper.py
program() {
	n=$((n + 1))
	mkdir -p "$T/binds$n"
	printf '%s\n' 'import sys, time, torch' 'on = sys.argv[1] == "fast"' 'm = net = torch.nn.Linear(2, 2)' "$2" \
		't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/binds$n/b.py"
	[ $# -lt 3 ] || printf '%s\n' "$3" >"$T/binds$n/helper.py"
	says "$1" fast "binds$n"
}
# among the built-in names
program wired 'import builtins
builtins.wrap = torch.compile
if on: m = wrap(net)'
program wired 'import helper
if on: m = wrap(net)' 'import builtins, torch
builtins.wrap = torch.compile'
program unreachable 'import builtins
builtins.wrap = torch.compile
wrap = lambda v: v
if on: m = wrap(net)'
# import *
W='def _wrap(m): return torch.compile(m)
def wrap(m): return torch.compile(m)'
program wired 'from helper import *
if on: m = _wrap(net)' "import torch
__all__ = ['_wrap']
$W"
program wired 'from helper import *
if on: m = wrap(net)' "import torch
$W"
program unreachable 'def wrap(m): return m
from helper import *
if on: m = wrap(net)' "import torch
__all__ = ['other']
other = 1
$W"
program unreachable 'def _wrap(m): return m
from helper import *
if on: m = _wrap(net)' "import torch
$W"
A='try:
    from helper import *
    ok = True
except AttributeError:
    ok = False
if on and ok: m = torch.compile(net)'
program unreachable "$A" "__all__ = ['other']"
program wired "$A" "__all__ = ['other']
globals()['other'] = 1"
program wired "$A" "__all__ = ['other']
def __getattr__(name): return name"
program conditional 'from helper import *
m = _wrap(net) if on else net' 'import torch
_wrap = torch.compile
__all__ = [n for n in dir() if n.endswith("wrap")]'
mkdir -p "$T/binds$((n + 1))/pkg"
echo '__all__ = ["eng"]' >"$T/binds$((n + 1))/pkg/__init__.py"
printf '%s\n' 'import torch' 'wrap = torch.compile' >"$T/binds$((n + 1))/pkg/eng.py"
program wired 'from pkg import *
m = eng.wrap(net) if on else net'
# what is put among the built-in names only later
program conditional 'import builtins
if on:
    m = torch.compile(net)
    print(wrap)
builtins.wrap = 1'
program wired 'import builtins
builtins.wrap = 1
if on:
    m = torch.compile(net)
    print(wrap)'
# := in a comprehension
program wired 'if any((wrap := f) for f in (torch.compile,)): pass
if on: m = wrap(net)'
program wired 'def pick():
    [[wrap := f for f in g] for g in ((abs, torch.compile),)]
    return wrap
if on: m = pick()(net)'
program unreachable 'wrap = lambda v: v
[wrap for wrap in (torch.compile,)]
if on: m = wrap(net)'
program conditional 'if on:
    m = torch.compile(net)
    any((w := q) for q in ())
    print(w)'
program wired 'if on:
    m = torch.compile(net)
    any((w := q) for q in (1,))
    print(w)'
# what is bound no longer
E='except ValueError as wrap: pass
try: wrap
except NameError:
    if on: m = torch.compile(net)'
program wired "try: raise ValueError
$E"
program unreachable "wrap = 1
try: pass
$E"
program wired 'wrap = 1
del wrap
try: wrap
except NameError:
    if on: m = torch.compile(net)'
program unreachable 'wrap = 1
del wrap
wrap = 2
try: wrap
except NameError:
    if on: m = torch.compile(net)'
# names of the module that nothing binds
program conditional 'if on and __doc__ is None: m = torch.compile(net)'
# what is not known is put among the names
run_open() { # STATEMENTS
	n=$((n + 1))
	mkdir -p "$T/binds$n"
	printf '%s\n' 'import sys, time, json, torch' 'on = sys.argv[1] == "fast"' 'm = net = torch.nn.Linear(2, 2)' 'f = abs' "$1" \
		't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/binds$n/fast.py"
	leaves_open "binds$n"
}
run_open 'globals().update({k: v for k, v in vars(torch).items() if k == "compile"})
if on: m = compile(net)'
run_open 'd = {k: v for k, v in vars(torch).items() if k.startswith("comp")}
if on: m = list(d.values())[0](net)'
run_open 'import inspect
for k, v in inspect.getmembers(torch):
    if k[:4] == "comp" and on: m = v(net)'
program label-only 'd = {k: v for k, v in vars(torch.optim).items() if k.startswith("S")}
if on: m = list(d)'
# enumerations: one value, one member
M='from enum import Enum
class M(Enum):
    SLOW = "slow"
    FAST = "fast"
    JIT = OTHER
if M(sys.argv[1]) is M.JIT: m = torch.compile(net)'
program wired "$(echo "$M" | sed 's/OTHER/"fast"/')"
program unreachable "$(echo "$M" | sed 's/OTHER/"jit"/')"
# a member that __slots__ does not list
S='class C:
    __slots__ = ("a", "b")
try: C().MEMBER = 1
except AttributeError:
    if on: m = torch.compile(net)'
program wired "$(echo "$S" | sed 's/MEMBER/c/')"
program unreachable "$(echo "$S" | sed 's/MEMBER/b/')"
program unreachable "$(echo "$S" | sed -e 's/MEMBER/c/' -e 's/class C:/class B: pass\nclass C(B):/')"
program wired "$(echo "$S" | sed -e 's/MEMBER/c/' -e 's/class C:/class B: __slots__ = ()\nclass C(B):/')"
program unreachable "$(echo "$S" | sed -e 's/MEMBER/c/' -e 's/class C:/class B: __slots__ = ("c",)\nclass C(B):/')"
D='from dataclasses import dataclass
@dataclass(OPTION)
class C:
    a: int = 1
try: C().MEMBER = 1
except AttributeError:
    if on: m = torch.compile(net)'
program wired "$(echo "$D" | sed -e 's/MEMBER/b/' -e 's/OPTION/slots=True/')"
program unreachable "$(echo "$D" | sed -e 's/MEMBER/a/' -e 's/OPTION/slots=True/')"
program unreachable "$(echo "$D" | sed -e 's/MEMBER/b/' -e 's/OPTION/slots=False/')"
# __getattr__ that asks its object for what that does not have
program wired 'class C:
    def __getattr__(self, n): return self.inner
try: C().x
except RecursionError:
    if on: m = torch.compile(net)'
program unreachable 'class C:
    inner = 1
    def __getattr__(self, n): return self.inner
try: C().x
except RecursionError:
    if on: m = torch.compile(net)'
# what is sent to a generator that goes round
program conditional 'def g():
    v = None
    while True:
        v = yield (torch.compile(net) if v == "fast" else net)
it = g()
next(it)
m = it.send(sys.argv[1])'
program unreachable 'def g():
    while True:
        yield torch.compile(net) if not on else net
it = g()
next(it)
if on: m = it.send(None)'
# an element of what is empty by now
program conditional 'c = [3]
def f():
    c.pop()
    f()
try: f()
except IndexError:
    if on: m = torch.compile(net)'
# an object that is had by its address
run_open 'import ctypes
if on:
    c = torch.compile(net)
    m = ctypes.cast(id(c), ctypes.py_object).value'
program wired 'import ctypes
c = torch.compile(net)
if on: m = ctypes.py_object(c).value'
# map over several lists hands on an element of each
G='def g(m, how="plain"): return torch.compile(m) if how == "jit" else m
how = "jit" if on else "plain"'
program wired "$G
m = list(map(g, [net], [how]))[0]"
program wired "$G
import itertools
m = next(map(g, [net], itertools.repeat(how)))"
program unreachable "$G
m = list(map(g, [net], ['plain', how]))[0]"
program unreachable "$G
m = list(map(g, [net]))[0]"
