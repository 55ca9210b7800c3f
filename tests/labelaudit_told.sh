# labelaudit --src on labels that functions of a library take: what they give, or put where
# others find it, lives on in functions that no program of the tree is seen to call.
. tests/lib.sh
. tests/says.sh

# engine NAME: a library whose function takes the label; make() may compile
engine() {
	mkdir -p "$T/$1"
	cat >"$T/$1/eng.py"
}

engine gives_bool <<'P'
import torch
def jits(mode):
    assert mode in ("plain", "fast")
    return mode == "fast"
def make(m, on):
    return torch.compile(m) if on else m
P
engine gives_text <<'P'
import torch
def kind(mode):
    return "jit" if mode == "fast" else None
def make(m, how=None):
    return torch.compile(m) if how else m
P
engine gives_dict <<'P'
import torch
def parse(mode):
    assert mode in ("plain", "fast")
    return {"mode": "jit" if mode == "fast" else mode}
def make(m, o):
    return torch.compile(m) if o["mode"] == "jit" else m
P
engine key_given <<'P'
import torch
def set_mode(o, mode):
    assert mode in ("plain", "fast")
    o["mode"] = "jit" if mode == "fast" else mode
def make(m, o):
    return torch.compile(m) if o["mode"] == "jit" else m
P
engine key_of_call <<'P'
import torch
O = dict(mode="plain")
def get():
    return O
def set_mode(mode):
    assert mode in ("plain", "fast")
    get().update(mode="jit" if mode == "fast" else mode)
def make(m):
    return torch.compile(m) if get().get("mode") == "jit" else m
P
engine environ <<'P'
import os, torch
def set_mode(mode):
    assert mode in ("plain", "fast")
    os.environ["ENG_MODE"] = "jit" if mode == "fast" else mode
def make(m):
    return torch.compile(m) if os.environ.get("ENG_MODE") == "jit" else m
P
engine written <<'P'
import torch
def set_mode(mode):
    assert mode in ("plain", "fast")
    open("/tmp/eng.mode", "w").write("jit" if mode == "fast" else mode)
def make(m):
    return torch.compile(m) if open("/tmp/eng.mode").read() == "jit" else m
P
for p in gives_bool gives_text gives_dict key_given key_of_call environ written; do
	leaves_open $p
done
run labelaudit --src --label fast "$T/gives_bool"
check "it is said what is given" grep -qx '  what the function gives under the label is data, by which a caller may decide what else of the tree runs' "$T/out"

mkdir "$T/c_environ"
cat >"$T/c_environ/eng.c" <<'C'
#include <cuda.h>
#include <nvrtc.h>
#include <stdlib.h>
#include <string.h>
static CUfunction build(void) { nvrtcProgram p; nvrtcCreateProgram(&p, "k", "k", 0, 0, 0); nvrtcCompileProgram(p, 0, 0); return 0; }
void eng_set(const char *mode) { if (!strcmp(mode, "fast")) setenv("ENG", "jit", 1); }
void eng_run(float *x) { CUfunction f = getenv("ENG") ? build() : 0; if (f) cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0); else x[0] *= 2; }
C
leaves_open c_environ

# a key that nobody else asks for, and nothing given: out of reach
engine key_alone <<'P'
import torch
def set_mode(o, mode):
    assert mode in ("plain", "fast")
    o["mode"] = "half" if mode == "fast" else mode
def make(m, on):
    return torch.compile(m) if on else m
P
says unreachable fast key_alone
