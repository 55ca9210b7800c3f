# labelaudit --src where something compiled goes through an object of a library and comes out again, where a
# class says itself how it is copied, where its abstract methods are filled in, and where a file of code is
# written before it is imported. The truth is what running each shows; beside each stands one that differs.
. tests/lib.sh
. tests/says.sh
program() { # NAME IMPORTS STATEMENTS: m is what is timed; on: under fast
	mkdir -p "$T/$1"
	printf '%s\n' 'import torch' 'def make(m): return m' >"$T/$1/engine.py"
	printf '%s\n' "import sys, time, torch" "$2" 'on = sys.argv[1] == "fast"' 'net = m = torch.nn.Linear(2, 2)' "$3" \
		't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/$1/b.py"
}
n=0
is() { # VERDICT IMPORTS STATEMENTS
	n=$((n + 1))
	program p$n "$2" "$3"
	says "$1" fast p$n
}
open() { # IMPORTS STATEMENTS: neither wired nor out of reach is said
	n=$((n + 1))
	program p$n "$1" "$2"
	leaves_open p$n
	check "p$n is not said to be wired" sh -c '! grep -q "^fast: wired" "$1"' - "$T/out"
}
C='    c = torch.compile(net)'
# what is given comes out, or may
open 'import contextvars' "v = contextvars.ContextVar('m', default=net)
if on:
$C
    v.set(c)
m = v.get()"
open 'import contextvars' "v = contextvars.ContextVar('m')
v.set(net)
if on:
$C
    v.set(c)
m = v.get(net)"
is label-only 'import contextvars' "v = contextvars.ContextVar('m', default=net)
if on:
$C
    c(torch.zeros(2))
m = v.get()"
for q in LifoQueue PriorityQueue; do
	open 'import queue' "q = queue.$q()
q.put(net)
if on:
$C
    q.put(c)
    m = q.get()"
	is wired 'import queue' "q = queue.$q()
if on:
$C
    q.put(c)
    m = q.get()"
done
is label-only 'import queue' "q = queue.Queue()
q.put(net)
if on:
$C
    q.put(c)
    m = q.get()"
is wired 'import weakref' "if on:
$C
    m = weakref.ref(c)()"
is label-only 'import weakref' "if on:
$C
    m = weakref.ref(net)()"
is wired 'import weakref' "d = weakref.WeakKeyDictionary()
if on:
    d[net] = torch.compile(net)
m = d.get(net, net)"
is label-only 'import weakref' "d = weakref.WeakKeyDictionary()
k = torch.nn.Linear(2, 2)
if on:
    d[k] = torch.compile(net)
m = d.get(net, net)"
for w in "weakref.WeakValueDictionary({'a': @}).get('a', net)" 'unittest.mock.Mock(return_value=@)()'; do
	open 'import weakref, unittest.mock' "if on:
$C
    m = ${w%@*}c${w#*@}"
	is label-only 'import weakref, unittest.mock' "if on:
$C
    c(torch.zeros(2))
    m = ${w%@*}net${w#*@}"
done
is wired 'import weakref' "class K:
    def __init__(self, f): self.f = f
    def go(self, x): return self.f(x)
if on:
    k = K(torch.compile(net))
    m = weakref.WeakMethod(k.go)()"
# copies that a class makes itself
E='class Eng:
    def __init__(self, f): self.f = f
    def __call__(self, x): return self.f(x)'
for f in copy deepcopy; do
	is wired 'import copy' "$E
if on:
    m = copy.$f(Eng(torch.compile(net)))"
	open 'import copy' "$E
    def __${f}__(self, *a): return Eng(net)
if on:
    m = copy.$f(Eng(torch.compile(net)))"
done
open 'import copy' "$E
    def __deepcopy__(self, memo): return Eng(net)
if on:
    m = copy.deepcopy([Eng(torch.compile(net))])[0]"
is wired 'import pickle' "$E
if on:
    m = pickle.loads(pickle.dumps(Eng(torch.compile(net))))"
open 'import pickle' "$E
    def __reduce__(self): return Eng, (net,)
if on:
    m = pickle.loads(pickle.dumps(Eng(torch.compile(net))))"
# abstract methods; of the first no object is made, which the names alone do not show
B='class B(abc.ABC):
    @abc.abstractmethod
    def close(self): pass
    def __init__(self): self.f = torch.compile(net)
    def __call__(self, x): return self.f(x)'
is conditional 'import abc' "$B
class E(B): pass
if on:
    m = E()"
is wired 'import abc' "def fill(cls):
    for n in list(cls.__abstractmethods__):
        setattr(cls, n, lambda self: None)
    return abc.update_abstractmethods(cls)
$B
@fill
class E(B): pass
if on:
    m = E()"
is wired 'import abc' "$B
B.__abstractmethods__ = frozenset()
if on:
    m = B()"
is wired 'import abc
class ABC: pass' "$(printf '%s' "$B" | sed 's/(abc.ABC)/(ABC)/')
if on:
    m = B()"
# a file of code that is written before it is imported
code() { # STATEMENT WITH %s FOR THE FILE
	n=$((n + 1))
	for f in engine.py notes.txt; do
		program "p$n.$f" 'import os, shutil, subprocess, pathlib' "if on:
    $(printf "$1" "$f")
import engine
m = engine.make(net)"
		printf '%s\n' 'import torch' 'def make(m): return torch.compile(m)' >"$T/p$n.$f/fast.py"
		run labelaudit --src --label fast "$T/p$n.$f"
		case $f in
		engine.py) check "$1 of $f is an edge" grep -qx 'fast: unknown' "$T/out" ;;
		*) check "$1 of $f is none" grep -qx 'fast: unreachable' "$T/out" ;;
		esac
	done
}
code "shutil.copy('fast.py', '%s')"
code "os.replace('fast.py', '%s')"
code "open('%s', 'w').write(open('fast.py').read())"
code "pathlib.Path('%s').write_text(open('fast.py').read())"
code "pathlib.Path('fast.py').rename('%s')"
program apply 'import subprocess' "if on:
    subprocess.run(['git', 'apply', 'fast.patch'], check=True)
import engine
m = engine.make(net)"
printf '%s\n' 'import torch' 'def make(m): return torch.compile(m)' >"$T/apply/fast.py"
says unknown fast apply
sed -i "s/'apply', 'fast.patch'/'rev-parse', 'HEAD'/" "$T/apply/b.py"
says unreachable fast apply
