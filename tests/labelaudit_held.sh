# labelaudit --src on Python: what starts programs, runs text or loads code, and compile symbols, held as values
# (audit/label/cone/cone_held.c, process.c), and what looks like it.
. tests/lib.sh
. tests/says.sh
# prog NAME IMPORT BEFORE LINE
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import argparse, sys' "$2" "$3" 'def main():' '    p = argparse.ArgumentParser()' '    p.add_argument("mode", choices=["fast", "slow"])' \
		'    p.add_argument("rest", nargs="*")' '    given = p.parse_args()' '    if given.mode == "fast":' "        $4" '    print(given.mode)' 'main()' >"$T/$1/main.py"
}
opens() { prog "$@" && leaves_open "$1"; }
knows() { prog "$@" && says label-only fast "$1"; }

# each way to hold one, of a program, of text and of code that is loaded
for s in subprocess:call builtins:exec importlib:import_module ctypes:CDLL os:system; do
	m=${s%:*} x=$m.${s#*:} n=${s#*:}
	opens "dict-$n" "import $m" "RUN = {'a': $x}" 'RUN["a"](given.rest)'
	opens "kept-$n" "import $m" "class R:
    def __init__(self, run=$x):
        self.run = run
    def go(self, c):
        return getattr(self, 'run')(c)" 'R().go(given.rest)'
	opens "either-$n" "import $m" "def go(c, run=None):
    run = run or $x
    return run(c)" 'go(given.rest)'
done
opens default 'import os' 'def go(c, run=os.system): return run(c)' 'go(given.rest[0])'
opens lambda 'import os' 'go = lambda c, run=os.system: run(c)' 'go(given.rest[0])'
opens one-of-two 'import subprocess' 'run = subprocess.call if len(sys.argv) > 2 else print' 'run(given.rest)'
opens rows 'import os' 'RUN = [("a", os.system)]' 'for k, f in RUN: f(given.rest[0])'
opens attribute 'import os' 'class R:
    run = os.system' 'R.run(given.rest[0])'
opens generator 'import os' 'def each(): yield os.system' 'for f in each(): f(given.rest[0])'
opens annotated 'import os' 'run: object = os.system' 'run(given.rest[0])'
opens unpacked 'import os' 'run, other = os.system, print' 'run(given.rest[0])'
opens decorates 'import os' 'def through(f): return lambda g: lambda c: f(c)
@through(os.system)
def go(c): pass' 'go(given.rest[0])'
opens mapped 'import ctypes' '' 'list(map(ctypes.CDLL, given.rest))'
opens thread 'import threading' '' 'threading.Thread(target=__import__, args=(given.rest[0],)).start()'
opens pool 'import concurrent.futures as cf' '' 'list(cf.ThreadPoolExecutor().map(eval, given.rest))'
opens later 'import atexit, ctypes' '' 'atexit.register(ctypes.CDLL, given.rest[0])'
opens handler 'import signal, os' '' 'signal.signal(signal.SIGUSR1, lambda *a: os.system(given.rest[0]))'
opens member 'import os' '' 'os.system.__call__(given.rest[0])'
opens asked 'import os' '' 'getattr(os, "system")(given.rest[0])'
opens asked-default 'import os' '' 'getattr(given, "run", os.system)(given.rest[0])'
opens asked-any 'import os' '' 'getattr(os, given.rest[0])(given.rest[1])'
opens set-as 'import os' 'class R: pass' 'r = R(); setattr(r, "run", os.system); r.run(given.rest[0])'
opens cast 'import os, typing' '' 'typing.cast("F", os.system)(given.rest[0])'
opens renamed 'from subprocess import run' 'def other(run): return run
def go(c, run=run): return run(c)' 'go(given.rest)'
# a class of which another derives
opens derived 'import subprocess' 'class P(subprocess.Popen): pass' 'P(given.rest)'
opens derived-super 'import subprocess' 'class P(subprocess.Popen):
    def __init__(self, c): super().__init__(c)' 'P(given.rest)'
opens derived-loads 'import ctypes' 'class L(ctypes.CDLL): pass' 'L(given.rest[0]).f()'
# modules that have such
opens module 'import subprocess' 'class R:
    def __init__(self, sub=subprocess): self.sub = sub' 'R().sub.call(given.rest)'
opens modules 'import os, subprocess' 'ALL = {"os": os}' 'ALL["os"].system(given.rest[0])'
opens by-text '' '' 'm = __import__("subprocess"); m.call(given.rest)'
opens at-once '' '' '__import__("os").system(given.rest[0])'
opens listed 'import sys' '' 'sys.modules["os"].system(given.rest[0])'
opens any-module 'import sys' '' 'sys.modules[given.rest[0]].system("make")'
opens built-in '' '' '__builtins__.exec(given.rest[0])'
opens windows 'import ctypes' '' 'ctypes.windll.engine.run()'
opens runtime 'import ctypes' '' 'ctypes.cdll.msvcrt.system(b"make")'
opens green 'import gevent.subprocess' '' 'gevent.subprocess.call(given.rest)'
# compile symbols, of which what they give is used
for w in 'RUN = {"a": torch.compile}|RUN["a"]' 'run = torch.compile if len(sys.argv) > 1 else print|run' 'def f(run=torch.compile): return run|f()' 'class R:
    run = staticmethod(torch.compile)|R().run'; do
	prog compiles 'import torch' "${w%|*}" "print(${w##*|}(main)(1))"
	run labelaudit --src --label fast "$T/compiles"
	check "a compile symbol that is held is no secret: ${w%%|*}" grep -qE '^fast: (wired|conditional|unknown)' "$T/out"
done

# where they are only looked at, or it is another's
knows looked 'import os, subprocess, types' '' 'print(isinstance(main, types.FunctionType), type(main) is types.FunctionType, hasattr(os, "system"), callable(subprocess.run))'
knows types 'import subprocess
from typing import Optional' 'def go(p: Optional[subprocess.Popen] = None) -> subprocess.Popen: return p' 'go()'
knows caught 'import pexpect' 'try:
    pass
except (pexpect.EOF, pexpect.TIMEOUT):
    pass' 'print(1)'
knows missing 'try:
    import subprocess
except ImportError:
    subprocess = None' '' 'print(subprocess is None, not subprocess)'
knows number 'import os' '' 'print(getattr(os, "O_BINARY", 0), [getattr(os, n, 0) for n in ("O_SYNC", "O_EXCL")])'
knows own '' 'class R:
    def run(self, x): return x
    def system(self): return 1
def exec(x): return x
RUN = {"a": exec, "b": R().run}' 'RUN["a"](given.rest); R().system()'
knows module-of-its-own 'import sys' '' 'print(sys.modules[__name__])'
# a function of the file's own that is called as one of Python's
knows own-eval '' 'def eval(x, y): return x + y
def go(x): return eval(x, 1)' 'go(2)'
knows own-system '' 'def system(x): return x' 'system(given.rest)'
knows own-recursive '' 'def eval(x): return x if x < 1 else eval(x - 1)' 'eval(2)'
opens own-later '' 'x = eval(sys.argv[1])
def eval(x): return x' 'eval(2)'
opens own-sometimes '' 'if len(sys.argv) > 2:
    def eval(x): return x' 'eval(given.rest[0])'
opens own-deleted '' 'def eval(x): return x
del eval' 'eval(given.rest[0])'
opens own-replaced '' 'def eval(x): return x
from builtins import *' 'eval(given.rest[0])'
opens own-again '' 'def eval(x): return x
from builtins import eval' 'eval(given.rest[0])'
opens own-method '' 'class R:
    def eval(self, x): return x
    y = 1' 'eval(given.rest[0])'
opens own-inner '' 'def go():
    def eval(x): return x
    return eval(1)' 'eval(given.rest[0])'
opens own-given '' 'def eval(x, y=eval(sys.argv[1])): return x' 'eval(1)'
opens own-starred 'from os import *' 'def system(x): return x
from os import *' 'system(given.rest[0])'
