# labelaudit --src on what Python programs ask of their own names, classes, functions and
# texts, and of what a library gives them, each beside a near miss in which it compiles.
. tests/lib.sh
. tests/says.sh

# program NAME <body of work(m, x): gives what is timed
program() {
	mkdir -p "$T/$1"
	{
		printf 'import sys, torch\n'
		cat
		printf 'def main():\n\tm = torch.nn.Linear(4, 4)\n\tif sys.argv[1] == "fast":\n\t\tm = work(m, sys.argv[2:])\n\tprint(m(torch.ones(4)))\nmain()\n'
	} >"$T/$1/main.py"
}

# dir(): the names of the class and its bases, and no others
for how in jit eager; do
	program "dir_$how" <<P
class Base:
	def make_jit(self, m): return torch.compile(m)
	def plain(self, m): return m
class C(Base):
	def make_eager(self, m): return m
def work(m, x):
	for n in dir(C()):
		if n == "make_$how": m = getattr(C(), n)(m)
	return m
P
done
says wired fast dir_jit
says unreachable fast dir_eager
program dir_open <<'P'
import somelib
class C(somelib.Base):
	pass
def work(m, x):
	for n in dir(C()):
		if n.startswith("make"): m = getattr(C(), n)(m)
	return m
P
leaves_open dir_open
program dir_said <<'P'
class C:
	def __dir__(self): return ["q"]
	def __getattr__(self, n): return torch.compile
def work(m, x):
	for n in dir(C()): m = getattr(C(), n)(m)
	return m
P
leaves_open dir_said

# the parameters of a function
for what in wrap other; do
	program "spec_$what" <<P
import inspect
def fn(m, wrap=1, *, late=None): return m
def work(m, x):
	s = inspect.getfullargspec(fn)
	if "$what" in s.args and s.defaults == (1,) and s.kwonlyargs == ["late"] and s.varargs is None: m = torch.compile(m)
	return m
P
done
says wired fast spec_wrap
says unreachable fast spec_other

# what a class derives from
for base in torch.nn.Module dict; do
	program "sub_$base" <<P
def deco(c):
	c.ok = issubclass(c, (int, torch.nn.Module))
	return c
@deco
class N($base):
	pass
def work(m, x):
	return torch.compile(m) if N.ok else m
P
done
says wired fast sub_torch.nn.Module
run labelaudit --src --label fast "$T/sub_dict" # a base that is not the one, and may derive from it as far as one sees
check "a base of a library is not said to be another" grep -qx "fast: conditional" "$T/out"
program sub_protocol <<'P'
from typing import Protocol, runtime_checkable
@runtime_checkable
class Runs(Protocol):
	def go(self): ...
class A:
	def go(self): return 1
def work(m, x):
	return torch.compile(m) if isinstance(A(), Runs) else m
P
leaves_open sub_protocol

# keys of their own, names of a class in its own body, texts
program keys <<'P'
def work(m, x):
	d = dict.fromkeys(["jit", "jit", "eager"], False)
	d["jit"] = True
	return torch.compile(m) if list(d) == ["jit", "eager"] and d["jit"] and not d["eager"] else m
P
says wired fast keys
program keys_left <<'P'
def work(m, x):
	return torch.compile(m) if dict.fromkeys(["jit"])["jit"] else m
P
says unreachable fast keys_left
program body <<'P'
class C:
	MODES = {"jit": 1, "eager": 0}
	ON = [k for k in MODES if k == "jit"]
	ALL = ",".join(k for k in MODES.keys())
def work(m, x):
	return torch.compile(m) if C.ON and C.ALL == "jit,eager" else m
P
says wired fast body
program body_around <<'P'
MODES = ["jit"]
class C:
	MODES = ["eager"]
	ON = [k for _ in [0] for k in MODES if k == "jit"]
def work(m, x):
	return torch.compile(m) if C.ON else m
P
says wired fast body_around # only the first iterable is evaluated in the class
for t in jit_1 1jit; do
	program "text_$t" <<P
def work(m, x):
	return torch.compile(m) if "$t".isidentifier() else m
P
done
says wired fast text_jit_1
says unreachable fast text_1jit

# git says what is there, or changes it
for c in rev-parse checkout; do
	mkdir "$T/git_$c"
	cat >"$T/git_$c/main.py" <<P
import subprocess, sys, torch
m = torch.nn.Linear(4, 4)
print(subprocess.check_output(["git", "$c", "HEAD"]))
if sys.argv[1] == "fast": m = torch.compile(m)
print(m(torch.ones(4)))
P
done
says unreachable slow git_rev-parse
says unknown slow git_checkout

# what a library counts or compares may be nothing
for e in 'torch.cuda.device_count()' 'torch.load("a").item()' 'torch.equal(m.weight, torch.load("a"))'; do
	program count <<P
def work(m, x):
	return torch.compile(m) if $e else m
P
	says conditional fast count
done

# what dir() tells of names that were deleted, are of one class, or stand in __slots__, and of who says it
program dir_deleted <<'P'
class E:
	fast = 1
del E.fast
def work(m, x):
	return torch.compile(m) if "fast" in dir(E) or hasattr(E, "fast") else m
P
says unreachable fast dir_deleted
for n in _E__fast __fast; do
	program "dir$n" <<P
class E:
	__fast = 1
def work(m, x):
	return torch.compile(m) if "$n" in dir(E) else m
P
done
says wired fast dir_E__fast
says unreachable fast dir__fast
program dir_slots <<'P'
class E:
	__slots__ = ("fast",)
def work(m, x):
	return torch.compile(m) if "fast" in dir(E()) else m
P
program dir_module <<'P'
import eng
def work(m, x):
	return torch.compile(m) if "fast" in dir(eng) else m
P
printf 'def __dir__():\n\treturn ["fast"]\n' >"$T/dir_module/eng.py"
leaves_open dir_slots
leaves_open dir_module

# classes that say themselves what is of them
program says_metaclass <<'P'
class M(type):
	def __instancecheck__(cls, o): return True
	def __getattr__(cls, n): return 1
class B(metaclass=M):
	pass
def work(m, x):
	return torch.compile(m) if isinstance(3, B) and hasattr(B, "q") else m
P
program says_hook <<'P'
import abc
class B(abc.ABC):
	@classmethod
	def __subclasshook__(cls, c): return hasattr(c, "fast")
class C:
	fast = 1
def work(m, x):
	return torch.compile(m) if issubclass(C, B) and isinstance(C(), B) else m
P
program says_class <<'P'
class B:
	pass
class C:
	__class__ = property(lambda self: B)
def work(m, x):
	return torch.compile(m) if isinstance(C(), B) else m
P
for p in says_metaclass says_hook says_class; do
	leaves_open $p
done
program no_class <<'P'
def work(m, x):
	try:
		issubclass(3, int)
	except TypeError:
		m = torch.compile(m)
	return m
P
says wired fast no_class

# git only with a word that tells, by its own name and in the environment that there is
git() {
	mkdir -p "$T/git"
	printf 'import os, subprocess, sys\nif sys.argv[1] == "fast":\n\tsubprocess.run(%s)\nimport eng\neng.go()\n' "$1" >"$T/git/main.py"
	printf 'def go(): pass\n' >"$T/git/eng.py"
}
git '["git", "describe", "--always"]'
says label-only fast git
for c in '["git", "apply", "fast.patch"]' '["git", "-c", "alias.x=!python3 eng.py", "x"]' '["git", os.environ["CMD"]]' '["./git", "log"]' \
    '["git", "log"], env={"GIT_PAGER": "python3 eng.py"}' '["git", "log"], executable=sys.executable'; do
	git "$c"
	leaves_open git
done
