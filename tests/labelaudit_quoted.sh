#!/bin/sh
# labelaudit --src: text of Python that is run and stands in the tree: examples of docstrings, and what profilers and timers are given
# (audit/label/cone/cone_quoted.c, cone_said.c). Its words lead to what is called so, and those that load, start, look up or compile hide.
. tests/lib.sh
. tests/says.sh
# prog NAME LINE [BEFORE]: a program that does LINE where --fast is given; engine.py beside it compiles
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import argparse, cProfile, doctest, sys, timeit' "${3:-}" \
		'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' 'args = parser.parse_args()' \
		'if args.fast:' "    $2" 'print(args.fast)' >"$T/$1/main.py"
}
knows() { prog "$@" && says label-only fast "$1"; }
opens() { prog "$@" && leaves_open "$1"; }
# example NAME TEXT [BEFORE]: the same, with an example of that text, whose docstring is lib.py's
example() {
	prog "$1" 'doctest.testmod(lib)' 'import lib'
	printf '%s\n' "${3:-}" 'def f(x):' '    """Twice x.' '' "    $2" '    4' '    """' '    return 2 * x' >"$T/$1/lib.py"
}
plain() { example "$@" && says label-only fast "$1"; }
loud() { example "$@" && leaves_open "$1"; }

# examples of a module of the tree
plain called '>>> f(2)'
plain library '>>> import numpy as np; from math import (sqrt, pi); np.zeros(2), sqrt(4)'
plain continued '>>> for i in range(2):
    ...     f(i)'
plain expected '>>> f(2)
    os.system("cc")'
plain path '>>> os.path.join("a", "b")' 'import os'
plain regex '>>> re.compile("x")' 'import re'
loud system '>>> os.system("cc k.c")' 'import os'
loud renamed '>>> go("cc k.c")' 'from os import system as go'
loud module_as '>>> o.popen("cc k.c")' 'import os as o'
loud own_import '>>> import subprocess'
loud own_as '>>> import trio as t; t.run_process(["cc"])'
loud own_from '>>> from trio import run_process as go; go(["cc"])'
loud star '>>> from math import *'
loud unknown '>>> import nobody_knows'
loud continued_exec '>>> for i in range(2):
    ...     exec("x")'
loud looked_up '>>> getattr(f, "x")'
loud compiles '>>> import torch; torch.compile(f)'
loud jit '>>> from numba import njit; njit(f)'
loud escape '>>> f("\\x63c")'
loud other_doc '>>> f(2)' 'def g(): f.__doc__ = open("x").read()'
loud more_tests '>>> f(2)' '__test__ = {"a": open("x").read()}'
# through functions of the tree, and what it gives them
plain through '>>> lib.cp("a")' 'import subprocess
def cp(x): subprocess.run(["cp", x])'
loud through_cc '>>> run(["cc"])' 'import subprocess
def run(c): subprocess.run(c)
def cp(x): run(["cp", x])'
loud through_list '>>> COPY.insert(0, "cc")' 'import subprocess
COPY = ["cp"]
def cp(x): subprocess.run(COPY)'
cat >"$T/engine.py" <<'P'
import torch
def build(m): return torch.compile(m)
P
for p in 'engine.build(f)' 'build(f)' 'g(f)'; do
	example leads ">>> $p" 'import engine
from engine import build as g'
	cp "$T/engine.py" "$T/leads"
	leaves_open leads
done
example beside '>>> f(2)' && cp "$T/engine.py" "$T/beside" && says unreachable fast beside

# which module is meant
own='if __name__ == "__main__":
    doctest.testmod()'
mine() { # NAME CALL TEXT
	prog "$1" "$2" "def f(x):
    '''
    >>> $3
    '''"
}
mine own 'doctest.testmod(sys.modules[__name__], verbose=True)' 'f(2)' && says label-only fast own
mine own_loud 'doctest.testmod(sys.modules[__name__])' '__import__("os")' && leaves_open own_loud
mine any 'doctest.testmod()' 'f(2)' && says label-only fast any
printf '%s\n' 'import main' "def g(): '''" '>>> exec("x")' "'''" >"$T/any/other.py"
leaves_open any
mine program 'if __name__ == "__main__": doctest.testmod()' 'f(2)' && cp "$T/any/other.py" "$T/program" && says label-only fast program
mine globals 'doctest.testmod(extraglobs={"g": args})' 'f(2)' && leaves_open globals
mine file 'doctest.testfile("x.txt")' 'f(2)' && leaves_open file
mine which 'doctest.testmod(args.x)' 'f(2)' && leaves_open which

# text that stands at the call
before='import engine, os
def run(): return 1'
knows profile 'cProfile.run("run()", sort="cumtime")' "${before#*
}"
opens profile_cc 'cProfile.run("os.system(chr(99) + chr(99))")' "$before"
knows contexts 'cProfile.runctx("run()", globals(), locals())' "${before#*
}"
opens context_of 'cProfile.runctx("go()", {"go": os.system}, {})' "$before"
opens not_known 'cProfile.run(args.x)' "$before"
knows assigned 'exec("x = run()")' "${before#*
}"
knows timer 'print(timeit.timeit("run(); 1", globals=globals()))' "${before#*
}"
knows timer_of 'print(timeit.timeit(run, "import math"))' "${before#*
}"
opens timer_cc 'print(timeit.timeit("os.system(1); 1", "import os"))' "$before"
opens timer_set 'print(timeit.Timer(run, setup="import os; os.system(1)").timeit())' "$before"
for p in 'timeit.timeit("f = engine.build(1); f(1)", globals=globals())' 'timeit.repeat(stmt="f = engine.build(1); f(1)", setup="import engine")' \
	's = "f = engine.build(1); f(1)"; timeit.timeit(s)' 'bench("f = engine.build(1); f(1)")' 'cProfile.run("f = engine.build(1); f(1)")' 'exec("f = engine.build(1); f(1)")'; do
	prog timed "$p" 'import engine
def bench(s): return timeit.timeit(s, globals=globals())'
	cp "$T/engine.py" "$T/timed"
	leaves_open timed
	sed -i 's/engine.build/str/; s/^import engine//; s/"import engine"/"import math"/' "$T/timed/main.py"
	says unreachable fast timed
done
knows help 'timeit.timeit(args.f)' 'HELP = "use torch.compile(m) for speed, by os.system"'
# a word of text that is run says nothing of what C calls: a function of a header that is lacking stays one
mkdir "$T/lacking"
cat >"$T/lacking/core.c" <<'C'
#include <string.h>
#include "crunch.h"
typedef void (*step)(int);
static void plain(int n) { crunch_all(n); }
step find(const char *name) { if (strcmp(name, "fast") == 0) return plain; return 0; }
C
says unknown fast lacking
printf '%s\n' 'import doctest, lib' 'doctest.testmod(lib)' >"$T/lacking/check.py"
printf '%s\n' 'def f(x):' '    """Twice x.' '' '    >>> crunch_all(2)' '    4' '    """' '    return 2 * x' >"$T/lacking/lib.py"
says unknown fast lacking
