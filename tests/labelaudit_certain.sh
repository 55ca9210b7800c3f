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
