# labelaudit --src on libraries of Python that are known: what they give for something compiled that they are
# handed, what they are told to compile by variables and merged keywords, what they run, and what does not run it.
. tests/lib.sh
. tests/says.sh
n=0
program() { # STATEMENTS: `on` is whether the label was asked for, m is what is timed
	n=$((n + 1))
	mkdir -p "$T/given$n"
	printf '%s\n' 'import os, sys, time, torch' 'on = sys.argv[1] == "fast"' 'm = net = torch.nn.Linear(2, 2)' 'x = torch.zeros(2)' "$1" \
		't = time.time()' 'm(x)' 'print(time.time() - t)' >"$T/given$n/b.py"
}
open_() {
	program "$1"
	leaves_open "given$n"
}
is() { # VERDICT STATEMENTS
	program "$2"
	says "$1" fast "given$n"
}
C='c = torch.compile(net) if on else net'
# it may give back what it was handed
open_ "from accelerate import Accelerator
$C
m = Accelerator().prepare(c)"
open_ "import lightning as L
$C
m = L.Fabric().setup(c)"
open_ "import numpy as np
$C
m = np.vectorize(c)"
is label-only "import numpy as np
$C
k = np.asarray([1])
m = lambda v: k"
# told by keywords that are merged, and by a variable of the environment
A='from accelerate import Accelerator
m = Accelerator('
open_ "kw = {'dynamo_backend': 'inductor'} if on else {}
$A**kw).prepare(net)"
is label-only "kw = {'mixed_precision': 'bf16'} if on else {}
$A**kw).prepare(net)"
open_ "if on: os.environ['ACCELERATE_DYNAMO_BACKEND'] = 'INDUCTOR'
$A).prepare(net)"
is label-only "if on: os.environ['ACCELERATE_DYNAMO_BACKEND'] = 'NO'
$A).prepare(net)"
is label-only "if on: os.environ['TORCHDYNAMO_VERBOSE'] = '1'
$A).prepare(net)"
T2='from transformers import Trainer, TrainingArguments
tr = Trainer(model=net, args=TrainingArguments(output_dir=".", '
open_ "${T2}torch_compile=on))
m = lambda v: tr.train()"
is label-only "${T2}torch_compile=False))
m = lambda v: tr.train()"
# decorators of numba that are given signatures
for d in 'vectorize(["f8(f8)"])' 'njit("f8(f8)")' 'guvectorize(["void(f8[:], f8[:])"], "(n)->(n)")' 'cfunc("f8(f8)")' 'stencil'; do
	is wired "import numba
@numba.$d
def f(v): return v
if on: m = f"
done
is label-only 'import numba
@numba.vectorize(["f8(f8)"])
def f(v): return v
def g(v): return v
if on: m = g'
# disabled over compiled; compiled in place, and its forward
is label-only '@torch.compiler.disable
@torch.compile
def f(v): return net(v)
if on: m = f'
is wired '@torch.compile
def f(v): return net(v)
if on: m = f'
is label-only 'if on:
    net.compile()
    m = net.forward'
is wired 'if on: net.compile()'
is wired 'if on: m = torch.compile(net).forward'
# what runs it: a client of a service, iter(f, x), a hook; parts of a module that are compiled in place
is wired "$C
m = lambda v: next(iter(lambda: c(v), None))"
for s in 'fastapi import FastAPI
from fastapi.testclient import TestClient
app = FastAPI()
cl = TestClient(app)' 'flask import Flask
app = Flask("k")
cl = app.test_client()'; do
	is wired "from $s
$C
@app.get('/p')
def p(): return c(x)
m = lambda v: cl.get('/p')"
	is label-only "from $s
$C
@app.get('/p')
def p(): return net(x)
m = lambda v: cl.get('/p')"
done
is wired "$C
net.register_forward_hook(lambda q, i, o: c(o))"
is label-only "$C
net.register_forward_hook(lambda q, i, o: o)"
is label-only "$C
net.register_full_backward_hook(lambda q, i, o: c(o))" # nothing goes backward
open_ "$C
h = net.register_forward_hook(lambda q, i, o: c(o))
h.remove()"
S='s = torch.nn.Sequential(net)
m = s'
open_ "$S
for k in s.modules():
    if on: k.compile()"
open_ "$S
def f(k):
    if on: k.compile()
s.apply(f)"
# members of two enumerations are equal by their values, and never the same
I='from enum import IntEnum
class M(IntEnum): FAST = 1
class K(IntEnum): JIT = 1
if on and M.FAST OP K.JIT: m = torch.compile(net)'
is wired "$(echo "$I" | sed 's/OP/==/')"
is unreachable "$(echo "$I" | sed 's/OP/is/')"
is wired "$(echo "$I" | sed 's/OP/is not/')"
