# labelaudit --src where a library is handed a function that fails if it is run at once, because what it asks for is
# set behind that: the library may run it later. A function that may compile is an edge then, and so is any where
# something was compiled.
. tests/lib.sh
. tests/says.sh
n=0
program() { # STATEMENTS: the class C, of which an object is made under the label
	n=$((n + 1))
	mkdir -p "$T/p$n"
	cat >"$T/p$n/b.py" <<P
import argparse, functools, os, sounddevice as sd, torch
$1
p = argparse.ArgumentParser()
p.add_argument("--fast", action="store_true")
p.add_argument("--jit", action="store_true")
a = p.parse_args()
if a.fast ${2:-}:
    C()
elif a.jit:
    torch.compile(print)(3)
P
}
is() { # VERDICT STATEMENTS
	program "$2"
	says "$1" fast p$n
}
open() { # STATEMENTS [AND]
	program "$@"
	leaves_open p$n
}
S='class C:
    def __init__(self):
        self.s = sd.InputStream(callback=self.cb)'
is unreachable "$S
        self.w = 3
    def cb(self, d):
        print(self.w + d)"
check "the condition is shown" grep -q 'sd.InputStream(callback=self.cb), taken as false' "$T/out"
# it is no error of the program: without the function that fails the path ends well, too
open "$S
        self.w = torch.compile(self.net)
    def net(self, d): return d
    def cb(self, d):
        self.w(d)" 'and os.path.exists("x")'
open "$S
        self.w = 3
    def cb(self, d):
        self.w.more(d)
        torch.compile(print)(d)" 'and os.path.exists("x")'
open "$S
        self.w = 3
    def net(self, d): return torch.compile(d)
    def cb(self, d):
        self.w.more(d)
        getattr(self, 'net')(d)"
open "class C:
    def __init__(self):
        self.s = sd.InputStream(callback=functools.partial(self.cb, 3))
        self.w = 3
    def cb(self, k, d):
        self.w.more(d)
        torch.compile(print)(d)" 'and os.path.exists("x")'
# what a class of its own puts in the place of what is made behind it
open "class B:
    def __init__(self):
        self.s = sd.InputStream(callback=self.cb)
        self.w = self.make()
    def make(self): return 4
    def cb(self, d): self.w.more(d)
class C(B):
    def make(self): return torch.compile(self.net)
    def net(self, d): return d
    def cb(self, d): self.w(d)"
# who handles the error compiles
open "class C:
    def __init__(self):
        try:
            self.s = sd.InputStream(callback=self.cb)
        except AttributeError:
            torch.compile(self.cb)(1)
        self.w = 3
    def cb(self, d): self.w.more(d)"
# one that raises on purpose, until something is there
open "class Early(Exception): pass
st = {}
def cb(d):
    if 'm' not in st:
        raise Early()
    torch.compile(st['m'])(d)
def C():
    s = sd.InputStream(callback=cb)
    st['m'] = print
    s.start()" 'and os.path.exists("x")'
# what fails because a compile call was made to fail is an error of the call; nothing falls back
timed() { # STATEMENTS: what is done under the label, where g() compiles what is timed
	n=$((n + 1))
	mkdir -p "$T/p$n"
	cat >"$T/p$n/b.py" <<P
import sys, time, contextvars, unittest.mock, sounddevice as sd, torch
m = torch.nn.Linear(2, 2)
st = {}
def g(*a):
    global m
    m = torch.compile(m)
if sys.argv[1] == "fast":
$1
t = time.time()
m(torch.zeros(2))
print(time.time() - t)
P
}
for s in '    list(torch.utils.data.DataLoader([1], collate_fn=lambda b: g() or b))' '    unittest.mock.Mock(side_effect=g)()' \
	'    v = contextvars.ContextVar("v", default=g)
    v.get()()' '    def cb(*a):
        try:
            g()
        except Exception:
            raise ValueError("no")
    unittest.mock.Mock(side_effect=cb)()'; do
	timed "$s"
	says wired fast p$n
done
# it stands for what that left behind, too
timed '    k = m
    try:
        m = k = torch.compile(m)
    except Exception:
        k = None
    unittest.mock.Mock(side_effect=lambda *a: k.more + 1)()'
says wired fast p$n
timed '    def cb(*a):
        try:
            g()
        except Exception:
            pass
    unittest.mock.Mock(side_effect=cb)()'
says fallback fast p$n
# what it did before it failed otherwise is done later, or never
timed '    def cb(*a):
        g()
        st["ready"] += 1
    s = sd.InputStream(callback=cb)
    st["ready"] = 1'
check_open() { check "$1 is not wired, nor falls back" grep -qE '^fast: (unknown|conditional)$' "$T/out"; }
run labelaudit --src --label fast "$T/p$n"
check_open p$n
timed '    k = torch.compile(m)
    def cb(*a):
        global m
        m = k
        st["ready"] += 1
    s = sd.InputStream(callback=cb)
    st["ready"] = 1'
run labelaudit --src --label fast "$T/p$n"
check_open p$n
