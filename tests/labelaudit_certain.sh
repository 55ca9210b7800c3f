# labelaudit --src on programs of Python that fail, whatever is put in, between what compiles and
# what is timed: nothing is measured, so nothing is wired. Beside each stands one that does not fail.
. tests/lib.sh
. tests/says.sh
program() { # NAME STATEMENTS
	mkdir -p "$T/$1"
	printf '%s\n' 'import sys, time, torch, abc' 'm = torch.nn.Linear(2, 2)' 'if sys.argv[1] == "fast":' '    m = torch.compile(m)' "$2" \
		't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/$1/b.py"
}
n=0
fails() { # STATEMENTS
	n=$((n + 1))
	program fails$n "$1"
	run labelaudit --src --label fast "$T/fails$n"
	check "$1: has a verdict" grep -q '^fast: ' "$T/out"
	check "$1: is not wired" sh -c '! grep -qE "^fast: (wired|fallback)$" "$1"' - "$T/out"
}
goes_on() { # STATEMENTS
	n=$((n + 1))
	program goes$n "$1"
	says wired fast goes$n
}
caught() { # STATEMENT: where it fails, something compiled is not what is timed
	n=$((n + 1))
	program caught$n "try:
    $1
except Exception:
    m = torch.nn.Linear(2, 2)"
	says label-only fast caught$n
}
for s in '1 / 0' '3 % 0' '2 // 0.0' "'a' + 1" "1 + 'a'" "'a' - 'b'" 'None + 1' "1 < 'a'" 'None < 1' 'None[0]' '3[0]' '1.5 * "a"'; do
	fails "k = $s"
	caught "k = $s"
done
fails 'for k in 5: pass'
fails 'for k in None: pass'
for s in '1 / 2' '0 / 1' "'a' * 2" "2 * 'a'" "'%d' % 3" "'a' + 'b'" "'a' < 'b'" '1 < 2.0' "'a' == 1" 'None is None' "'a'[0]" 'True + 1' '-1 % 2'; do
	goes_on "k = $s"
done
goes_on "for k in 'ab': pass"
# what was only followed to be so may be another by then
goes_on 'n = 0
k = 1 / n if n else 0'
goes_on 'n = 0
def count(x): global n; n += 1
torch.zeros(2).apply_(count)
k = 1 / n'
# arguments
for s in 'f()' 'f(1, 2, 3)' 'f(1, c=2)' 'f(b=2)' 'f(*[])' 'K()' 'K(1, 2)' 'K(1).g(1)' 'K(1).g(z=1)' 'K.h()' 'w(1)' 'w(1, 2)'; do
	fails "def f(a, b=2): pass
def w(a, *, b): pass
class K:
    def __init__(self, a): pass
    def g(self): pass
    @staticmethod
    def h(a): pass
$s"
done
for s in 'f(1)' 'f(1, 2)' 'f(b=1, a=2)' 'f(*[1, 2])' 'f(**{"a": 1})' 'K(1)' 'K(a=1)' 'K(1).g()' 'K.g(K(1))' 'K.h(1)' 'K(1).h(1)' 'w(1, b=2)' 'v(1, 2, 3, z=4)' 'v()' 'd()' 'D(1).g()' 'D(1)' 'E(1, 2)' 'u(1)' 'f = len
f("a")'; do
	goes_on "import functools
def f(a, b=2): pass
def w(a, *, b): pass
def v(*a, **k): pass
def u(a, /, b=3): pass
def fill(fn): return lambda: fn(1)
@fill
def d(a): pass
class K:
    def __init__(self, a): pass
    def g(self): pass
    @staticmethod
    def h(a): pass
class D(K): pass
class E(K):
    def __init__(self, a, b): super().__init__(a)
$s"
done
# classes of which no object is made
A='class B(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
class C(B): pass
class D(C):
    def f(self): pass
class E(metaclass=abc.ABCMeta):
    @property
    @abc.abstractmethod
    def f(self): pass
class P:
    @abc.abstractmethod
    def f(self): pass
class M:
    def f(self): pass
class Q(M, B): pass
class R(torch.nn.Module, B): pass'
for s in B C E; do
	fails "$A
$s()"
done
for s in D P Q R; do
	goes_on "$A
$s()"
done

# names that stand for nothing
also() { # FILE TEXT: beside the next program
	mkdir -p "$T/fails$((n + 1))" "$T/goes$((n + 1))"
	echo "$2" >"$T/fails$((n + 1))/$1.py"
	echo "$2" >"$T/goes$((n + 1))/$1.py"
}
for s in 'lacking' 'lacking()' 'lacking.go()' 'k = later
later = 1' 'def q():
    print(z)
    z = 1
q()' 'def q():
    k += 1
k = 0
q()' 'def q():
    print(lacking)
q()'; do
	fails "$s"
done
caught 'lacking'
for s in 'print(len("a"), ValueError, __file__, __name__)' 'try:
    unicode
except NameError:
    unicode = str' 'def q():
    global z
    z = 1
q()
print(z)' 'from math import *
k = pi' 'globals()["z"] = 1
print(z)' 'import builtins
builtins.z = 1
print(z)' 'exec("z = 1")
print(z)' 'for z in (1, 2): pass
print(z)' 'with open("/dev/null") as z: pass
print(z)' 'if (z := 1): print(z)' 'def q():
    for i in range(2):
        if i: print(z)
        z = 1
q()' 'def q():
    def r(): return z
    z = 1
    return r()
q()' 'def q(z=1):
    print(z)
    z = 2
q()' 'class K:
    z = 1
    k = z' 'import os.path
print(os)' '[z for z in (1, 2)]' 'match 3:
    case z: print(z)' 'z = 1
def q():
    k = [z for z in (1, 2)]
    print(k)
q()' 'def q():
    print(z)
z = 1
q()' 'try: pass
except ValueError as z: print(z)' 'import warnings as w
print(w)' 'import codetransformer
@codetransformer.rewrite
def q(): print(lacking)
q()'; do
	goes_on "$s"
done
# of a module of the tree
for s in 'from ops import lacking' 'import ops
k = ops.lacking' 'import ops
ops.lacking()'; do
	also ops 'yes = 1'
	fails "$s"
done
for s in 'from ops import yes' 'import ops
ops.other = 1
k = ops.other' 'import ops
setattr(ops, "other", 1)
k = ops.other'; do
	also ops 'yes = 1'
	goes_on "$s"
done
also ops 'def __getattr__(name): return 1'
goes_on 'from ops import lacking'
also ops 'from math import *'
goes_on 'from ops import pi'
also ops 'globals().update({"a" + "b": 1})'
goes_on 'from ops import ab'
mkdir -p "$T/goes$((n + 1))/other"
echo 'lacking = 1' >"$T/goes$((n + 1))/other/ops.py"
also ops 'yes = 1'
goes_on 'sys.path.insert(0, "other")
from ops import lacking'
# elements of a display that it has not, members of a number
for s in '[].pop()' '{}.popitem()' 'k = (1, 2)
k[0] = 3' 'k = {}
del k["x"]' 'k = {"a": 1}
del k["x"]' 'k = "ab"
k[0] = "c"' '(3).foo' '2 ** -1 // 0'; do
	fails "$s"
done
for s in '[1].pop()' '{}.pop("a", 1)' 'k = [1, 2]
k[0] = 3' 'k = {}
k["x"] = 1
del k["x"]' 'k = {"x": 1}
del k["x"]' 'a = "x"
k = {a: 1}
del k["x"]' 'k = []
k.append(1)
k.pop()' 'k = []
j = k
j.append(1)
k.pop()' '(3).real' '(3.5).is_integer()' '2 ** -1 // 1'; do
	goes_on "$s"
done
# dataclasses
D='import dataclasses
from dataclasses import dataclass, field
@dataclasses.dataclass
class P:
    a: int
    b: int = 2
@dataclass(frozen=True)
class F:
    a: int = 1
    def put(self):
        object.__setattr__(self, "a", 2)
@dataclass
class G:
    a: list = field(default_factory=list)
@dataclass(kw_only=True)
class W:
    a: int
@dataclass
class I(P):
    c: int = 3
@dataclass
class N:
    a: int
    def __init__(self): pass
@dataclass(frozen=True)
class S:
    a: int = 1
    def __setattr__(self, k, v): pass'
for s in 'P()' 'P(1, 2, 3)' 'P(1, c=2)' 'P(b=1)' 'F().a = 2'; do
	fails "$D
$s"
done
for s in 'P(1)' 'P(1, b=2)' 'P(a=1)' 'P(*[1])' 'P(**{"a": 1})' 'P(1).a = 3' 'F().put()' 'G()' 'W(a=1)' 'I(1)' 'N()' 'S().a = 2' 'dataclasses.replace(F(), a=3)' 'try:
    F().a = 2
except AttributeError: pass'; do
	goes_on "$D
$s"
done
# a function that calls itself and does nothing else
for s in 'def q(): return q()' 'def q(k=1):
    j = k + 1
    q(j)'; do
	fails "$s
q()"
done
for s in 'def q(k=9):
    return q(k - 1) if k else 0' 'def q(k=9):
    if not k: return
    q(k - 1)' 'def q(k=9): return k and q(k - 1)' 'def q(k=iter("ab")):
    try: next(k)
    except StopIteration: return
    q(k)' 'def q(): lambda: q()' 'try:
    def q(): return q()
    q()
except RuntimeError: q = abs
q = len
q("a")' 'def q():
    def q(): return 1
    return q()' 'async def q(): return q()'; do
	case $s in *'q("a")') goes_on "$s" ;; *) goes_on "$s
q()" ;; esac
done
