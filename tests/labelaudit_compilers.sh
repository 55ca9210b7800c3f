# labelaudit --src on compilers of Python beside torch: what compiles by a name of its own, what runs at once what it
# compiles, and functions that a library decorates which is not known, or by a name that says that it compiles.
. tests/lib.sh
. tests/says.sh
n=0
program() { # IMPORT STATEMENTS: g is what is timed under fast
	n=$((n + 1))
	mkdir -p "$T/p$n"
	printf '%s\n' 'import sys, time' "$1" "$2" 'f = g if sys.argv[1] == "fast" else abs if sys.argv[1] == "slow" else len' \
		't = time.time()' 'f(3)' 'print(time.time() - t)' >"$T/p$n/b.py"
}
is() { # VERDICT IMPORT STATEMENTS
	program "$2" "$3"
	says "$1" fast p$n
}
G='def g(x): return x'
for d in 'numba.generated_jit' 'cython.compile' 'cupyx.jit.rawkernel()' 'thunder.functional.jit' 'torch.compiler.compile' 'tinygrad.TinyJit' 'tinygrad.engine.jit.TinyJit' \
	'mindspore.jit' 'dace.program' 'tilelang.jit' 'helion.kernel' 'paddle.jit.to_static' 'hidet.compile' 'bodo.jit' 'codon.jit' 'transonic.jit' 'lpython.lpython'; do
	is wired "import ${d%%.*}, ${d%.*}" "@$d
$G"
done
is wired 'from jax.experimental import pallas as pl' 'g = pl.pallas_call(abs, out_shape=1)'
is wired 'from pycuda.elementwise import ElementwiseKernel' 'g = ElementwiseKernel("float *x", "x[i] = 1", "k")'
is wired 'from pyopencl.reduction import ReductionKernel' 'g = ReductionKernel(1, float, neutral="0")'
is wired 'import sympy.utilities.autowrap as a, sympy' 'g = a.autowrap(sympy.Symbol("x"))'
for d in theano aesara pytensor; do
	is wired "import $d.tensor as T, $d" "x = T.dvector('x')
g = $d.function([x], 2 * x)"
done
is wired 'from pyccel import epyccel' "g = epyccel('def f(x: int): return x')"
is wired 'import pyarrow.gandiva as ga' 'g = ga.make_projector(1, [2], 3).evaluate'
# a class of which each object is compiled
K='class K:
    def __init__(self): self.a = 1
    def go(self, x): return x'
is wired 'from numba.experimental import jitclass' "@jitclass([('a', 1)])
$K
g = K().go"
is wired 'from numba.experimental import jitclass' "$K
g = jitclass([('a', 1)])(K)().go"
is label-only 'from numba.experimental import jitclass' "$K
J = jitclass([('a', 1)])(K)
g = K().go"
# text that is compiled and run at once
for i in 'import cython' 'import Cython as cython' 'from Cython.Build import Inline as cython' 'import Cython.Build as cython'; do
	w=inline
	case $i in *Build*) w=cython_inline ;; esac
	is wired "$i" "def g(x): return cython.$w('return x', x=x)"
	says unreachable slow p$n
done
is wired 'from scipy import weave' 'def g(x): return weave.inline("return_val = x;", ["x"])'
is wired 'import weave' 'def g(x): return weave.blitz("x = x + 1")'
is label-only 'import cython' 'cython.inline("return 1")
def g(x): return x'

# a library that is not known decorates it, or one that is by a name that says so
open() { # IMPORT STATEMENTS
	program "$1" "$2"
	leaves_open p$n
}
# code that a tool of Python loads or runs
open 'import cffi' 'g = cffi.FFI().dlopen("./k.so").go'
open 'import numpy.ctypeslib as c' 'g = c.load_library("k", ".").go'
open 'import zipimport' 'g = zipimport.zipimporter("k.zip").load_module("k").go'
open 'import IPython' 'def g(x): IPython.get_ipython().run_line_magic("run", "k.py")'
open 'import pytest' 'def g(x): pytest.main(["test_k.py"])'
open 'from torch.distributed.run import main' 'def g(x): main(["k.py"])'
open 'import webbrowser' 'def g(x): webbrowser.get("cc %s").open("k.c")'
open 'import site' 'site.addsitedir("d")
def g(x): return x'
is label-only 'import webbrowser' 'def g(x): webbrowser.open("https://example.org")'
is label-only 'import cffi' 'ffi = cffi.FFI()
def g(x): return ffi.new("int *", x)'
open 'import zzkern' "@zzkern.lower(target='x')
$G"
check "it is named" grep -q 'g is decorated by zzkern.lower, which is not in the tree' "$T/out"
open 'from zzkern import program' "@program
$G"
open 'import zzkern' '@zzkern.module
class G:
    def go(self, x): return x
g = G().go'
open 'import zzkern' 'class G:
    @zzkern.module
    def go(self, x): return x
g = G().go'
open 'import functools, zzkern' "def deco(f):
    h = zzkern.lower(f)
    @functools.wraps(f)
    def k(*a): return h(*a)
    return k
@deco
$G"
open 'import zzkern' "class G: pass
def go(self, x): return x
setattr(G, 'go', zzkern.lower(go))
g = G().go"
open 'import numba' "@numba.core.decorators.superjit(nopython=True)
$G"
open 'import numba' "g = numba.core.superjit(abs)"
needs() { # VERDICT IMPORT STATEMENTS: the project says that it needs it
	program "$2" "$3"
	echo zzkern >"$T/p$n/requirements.txt"
	says "$1" fast p$n
}
needs label-only 'from zzkern import option' "@option('x')
$G"
needs unknown 'from zzkern import jit_it' "@jit_it
$G"
is label-only 'import torch' "@torch.no_grad()
$G"
is label-only 'import torch' "@torch.jit.ignore
$G"
is label-only 'import jax' "@jax.disable_jit()
$G"
is label-only 'import re' "def g(x): return re.compile('x').match(str(x))"
# of its operand, by the name of the class
M='g = torch.nn.Linear(2, 2)'
is wired 'import torch' "$M
torch.nn.Module.compile(g)"
is wired 'import torch' "$M
list(map(torch.nn.Module.compile, [g]))"
is wired 'import torch' "$M
g.__class__.compile(g)"
is unknown 'import torch' "$M
torch.nn.Linear.compile(g)"
is label-only 'import torch' "$M
torch.nn.Module.compile(torch.nn.Linear(1, 1))"
is label-only 'import torch' "$M
torch.nn.Module.eval(g)"
# what compiles in a function that a library decorates may do so at another time, or elsewhere
task() { # VERDICT DECORATOR
	is "$1" 'import torch, zzkern, functools' "$M
$2
def fuse():
    global g
    g = torch.compile(g)
fuse()"
}
task unknown '@zzkern.task'
task unknown '@zzkern.task(when=1)'
task wired ''
task wired '@functools.lru_cache'
