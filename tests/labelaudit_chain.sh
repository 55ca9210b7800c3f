# Ways from a label to a compile call in Python (see ways.sh), and what closes them.
. tests/lib.sh
. tests/ways.sh

# a switch; the compile call behind an early end, in a method of an object that is made elsewhere
py switch <<'P'
class Runner:
    def __init__(self, model, fuse_all=False):
        self.model, self.fuse_all = model, fuse_all
    def ready(self):
        if not self.fuse_all:
            return self.model
        return torch.compile(self.model)
def build(args):
    return plan.wrap(Runner(plan.model(args), fuse_all=args.fuse_all))
def main():
    parser = plan.parser()
    parser.add_argument("--fuse-all", action="store_true")
    parser.add_argument("--plain-all", action="store_true")
    plan.go(build(parser.parse_args()))
if __name__ == "__main__":
    main()
P
way switch fuse-all <<'E'
guarded
app.py:3 label fuse_all
app.py:13 label "--fuse-all"
app.py:6 guard not self.fuse_all: false
app.py:8 compile torch.compile
E
no_way switch elsewhere

# values of one option: its own comparison opens the way or closes it
py value <<'P'
def make(args, model):
    if args.engine == "packed":
        try:
            model = torch.compile(model)
        except RuntimeError:
            print("not packed")
    return model
def main():
    parser = plan.parser()
    parser.add_argument("--engine", choices=["packed", "loose"], default="loose")
    args = parser.parse_args()
    plan.go(make(args, plan.model(args)))
if __name__ == "__main__":
    main()
P
way value packed <<'E'
guarded
app.py:3 label "packed"
app.py:3 guard args.engine == "packed": true
app.py:5 compile torch.compile
app.py:6 handler except RuntimeError
E
no_way value loose

# a table of classes; one is asked for by its base
py table <<'P'
class Loose:
    def prepare(self, model): return plan.loose(model)
class Packed(Loose):
    def prepare(self, model): return torch.compile(model)
KINDS = {"loose": Loose, "packed": Packed}
def main():
    args = plan.arguments()
    kind = KINDS[args.kind]()
    plan.go(kind.prepare(plan.model(args)))
if __name__ == "__main__":
    main()
P
way table packed <<'E'
guarded
app.py:6 label "packed"
app.py:5 compile torch.compile
E
no_way table loose

# registered by a decorator
py registry <<'P'
@plan.register("packed")
class Packed:
    def prepare(self, model): return torch.compile(model)
@plan.register("loose")
class Loose:
    def prepare(self, model): return plan.loose(model)
plan.go(plan.pick())
P
way registry packed <<'E'
guarded
app.py:2 label "packed"
app.py:4 compile torch.compile
E
no_way registry loose

# members of an enumeration; a method that is picked by its name
py members <<'P'
from enum import Enum
class Way(Enum):
    PACKED = "packed_way"
    LOOSE = "loose_way"
def choose(way, f):
    if way == Way.PACKED:
        return torch.compile(f)
    return f
P
way members packed_way <<'E'
guarded
app.py:4 label "packed_way"
app.py:7 guard way == Way.PACKED: true
app.py:8 compile torch.compile
E
no_way members loose_way
py picked <<'P'
WAYS = ["packed_way", "loose_way"]
class Layer(plan.Layer):
    @classmethod
    def set_way(cls, way):
        if way in WAYS:
            cls.forward = getattr(cls, way)
    @torch.compile()
    def packed_way(self, x): return x + 1
    def loose_way(self, x): return x - 1
P
way picked packed_way <<'E'
guarded
app.py:2 label "packed_way"
app.py:8 compile torch.compile
E
no_way picked loose_way

# what is compiled is thrown away
py dropped <<'P'
def main():
    args = plan.arguments()
    model = plan.model(args)
    if args.engine == "packed":
        torch.compile(model)
    plan.go(model)
if __name__ == "__main__":
    main()
P
no_way dropped packed

# of a script: the conditions around the call are its own, not those of what uses its result
py script <<'P'
a = plan.arguments("--fuse", "--first")
m = plan.model()
if a.first:
    raise ValueError(m.check(0))
if a.mode == "plain":
    m = torch.compile(m)
print(m(a.mode == "quick"))
P
no_way script quick
way script plain <<'E'
guarded
app.py:6 label "plain"
app.py:4 open a.first: false
app.py:6 guard a.mode == "plain": true
app.py:7 compile torch.compile
E

# another program of the tree compiles; the same program does, under another switch
py other <<'P'
def main():
    args = plan.arguments()
    if args.engine == "packed":
        plan.go(plan.model(args))
if __name__ == "__main__":
    main()
P
cat >other/tune.py <<'P'
import torch
def main(): print(torch.compile(torch.nn.Linear(1, 1)))
if __name__ == "__main__":
    main()
P
no_way other packed
py beside <<'P'
def main():
    parser = plan.parser()
    parser.add_argument("--engine", choices=["packed", "loose"])
    parser.add_argument("--fuse", action="store_true")
    args = parser.parse_args()
    model = plan.model(args)
    if args.fuse:
        model = torch.compile(model)
    plan.go(model)
if __name__ == "__main__":
    main()
P
way beside packed <<'E'
beside
app.py:4 label "packed"
app.py:8 open args.fuse: true
app.py:9 compile torch.compile
E
# of a label that stands in a row, the rest of the row may decide
py row <<'P'
ROWS = {"packed": {"fuse": True, "bits": 4}, "loose": {"fuse": False, "bits": 16}}
def main():
    row = plan.lookup(ROWS)
    model = plan.model(row)
    if row["fuse"]:
        model = torch.compile(model)
    plan.go(model)
if __name__ == "__main__":
    main()
P
no_way row loose

# what a function is called with decides its conditions: a constant, a default, what the label is
py given <<'P'
def ready(model, how, fuse=False):
    if how == "packed" and fuse:
        return torch.compile(model)
    return model
def main():
    args = plan.arguments()
    plan.say(args.engine == "packed")
    plan.go(ready(plan.model(args), args.engine@))
if __name__ == "__main__":
    main()
P
mkdir -p called
called() { # EXPECT ARGUMENTS [DECORATOR]
	sed "s/@/$2/; s/^def ready/${3:-}&/" given/app.py >called/app.py
	run "$WAYS" packed called
	check "called with${2:- no more} it is $1" [ "$(head -1 out)" = "$1" ]
}
called none ''
called none ', False'
called none ', fuse=False'
called none ', not args.engine'
called none ', fuse=args.engine == "loose"'
called guarded ', True'
called guarded ', fuse=args.engine != "loose"'
called guarded ', **plan.more()'
called guarded '' '@plan.options\n' # a decorator may give more
sed 's/@/, fuse=args.fuse/' given/app.py >called/app.py
way called packed <<'E'
guarded
app.py:3 label "packed"
app.py:3 guard how == "packed": true
app.py:3 open fuse: true
app.py:4 compile torch.compile
E
# through two calls, and through the object that is made
py through <<'P'
def finish(model, on):
    if on:
        model = torch.compile(model)
    return model
def outer(args, on):
    if args.engine == "packed":
        return finish(plan.model(args), on)
def main(args):
    return outer(args, False)
if __name__ == "__main__":
    main(plan.arguments())
P
no_way through packed
sed -i 's/outer(args, False)/outer(args, True)/' through/app.py
way through packed <<'E'
guarded
app.py:7 label "packed"
app.py:7 guard args.engine == "packed": true
app.py:8 call finish
app.py:4 compile torch.compile
E
py object <<'P'
class Runner:
    def __init__(self, fuse):
        self.fuse = fuse
    def __call__(self, model, how):
        if how == "packed" and self.fuse:
            return torch.compile(model)
def main(args):
    return plan.go(Runner(False), args)
if __name__ == "__main__":
    main(plan.arguments())
P
no_way object packed
sed -i 's/Runner(False)/Runner(True)/' object/app.py
run "$WAYS" packed object
check "of an object that is made with it on" grep -qx guarded out
sed -i 's/Runner(True)/Runner(False)/; s/^def main/def turn(runner):\n    runner.fuse = True\n&/' object/app.py
run "$WAYS" packed object
check "or of one whose member is set later" grep -qx guarded out

# names that are set once, and what the interpreter itself decides
is() { # EXPECT CONDITION BEFORE
	mkdir -p constant
	printf 'import sys, typing, torch, plan\n%s\nargs = plan.arguments()\nmodel = plan.model(args)\nif args.engine == "packed" and %s:\n    model = torch.compile(model)\nplan.go(model)\n' "$3" "$2" >constant/app.py
	run "$WAYS" packed constant
	check "$2 after '$3' is $1" [ "$(head -1 out)" = "$1" ]
}
is none USE 'USE = False'
is guarded USE 'USE = True'
is guarded USE 'USE = plan.fits()'
is guarded USE 'USE = False
if plan.fits():
    USE = True'
is guarded USE 'USE = False
def on():
    global USE
    USE = True'
is guarded USE 'USE = False
exec(open("site.cfg").read())'
is guarded USE 'USE = False
plan.USE = True'
is none typing.TYPE_CHECKING ''
is none 'sys.version_info < (3,)' ''
is none 'sys.version_info[0] == 2' ''
is guarded 'sys.version_info >= (3,)' ''
is guarded 'sys.version_info < (3, 9)' ''
is none 'len(args.engine) > 6' ''
is guarded 'len(args.engine) == 6' ''

# conditions that cannot hold together
is none 'args.first and not args.first' ''
is none 'args.kind == "a" and args.kind == "b"' ''
is guarded 'args.kind != "a" and args.kind != "b"' ''
py clash <<'P'
def run(a, m):
    if a.engine == "packed" and a.first:
        raise ValueError
    if a.other and a.first:
        m = torch.compile(m)
    plan.go(m)
run(plan.arguments(), plan.model())
P
no_way clash packed
sed -i 's/a.other and a.first/a.other and not a.first/' clash/app.py
way clash packed <<'E'
beside
app.py:8 call run
app.py:3 label "packed"
app.py:3 open a.first: false
app.py:5 open a.other: true
app.py:5 open not a.first: true
app.py:6 compile torch.compile
E

# options of the command line: what giving one stores, and the values that it allows
opt() { # EXPECT OPTION CONDITION LABEL
	mkdir -p option
	printf 'import argparse, torch, plan\np = argparse.ArgumentParser()\np.add_argument(%s)\na = p.parse_args()\nm = plan.model(a)\nif %s:\n    m = torch.compile(m)\nplan.go(m)\n' "$2" "$3" >option/app.py
	run "$WAYS" "$4" option
	check "$4 of $2 if $3 is $1" [ "$(head -1 out)" = "$1" ]
}
opt none '"--fused", action="store_false"' a.fused fused
opt guarded '"--fused", action="store_true"' a.fused fused
opt guarded '"--fused", action="store_false"' 'not a.fused' fused
opt guarded '"--no-plain", dest="plain", action="store_false"' 'not a.plain' no-plain
opt none '"--no-plain", dest="plain", action="store_false"' a.plain no-plain
opt none '"--engine", choices=["loose", "wide"]' 'a.engine == "packed"' packed
opt guarded '"--engine", choices=["loose", "packed"]' 'a.engine == "packed"' packed
opt guarded '"--engine", choices=plan.engines()' 'a.engine == "packed"' packed
opt guarded '"--other", choices=["loose", "wide"]' 'a.engine == "packed"' packed

# a compiled thing that is never looked at, or set anew at once; compiling that is switched off; what runs at the end
ends() { # EXPECT LINES
	mkdir -p fate
	printf 'import atexit, torch, plan\ndef run(a, m):\n    if a.engine == "packed":\n%s\n    plan.go(m)\nrun(plan.arguments(), plan.model())\n' "$2" >fate/app.py
	run "$WAYS" packed fate
	check "$2 is $1" [ "$(head -1 out)" = "$1" ]
}
ends none '        c = torch.compile(m)'
ends guarded '        c = torch.compile(m)
        plan.keep(c)'
ends guarded '        m = torch.compile(m)'
ends none '        m = torch.compile(m)
    m = plan.model()'
ends guarded '        m = torch.compile(m)
    m = plan.wrap(m)'
ends guarded '        c = torch.compile(m)
    def later(): return c
    m = later()'
ends none '        m = torch.compile(m, disable=True)'
ends guarded '        m = torch.compile(m, disable=False)'
ends none '        m = torch.compile(m, disable=a.engine == "packed")'
ends guarded '        m = torch.compile(m, disable=a.plain)'
ends none '        atexit.register(lambda: torch.compile(m)(1))'
ends guarded '        plan.hold.register(lambda: torch.compile(m)(1))'

# of an enumeration whose members are classes, the one that is asked for by its name
py kinds <<'P'
from enum import Enum
class Loose:
    def prepare(self, model): return plan.loose(model)
class Packed:
    def prepare(self, model): return torch.compile(model)
class Kind(Enum):
    loose = "loose"
    packed = "packed"
class Maker(Enum):
    loose = Loose
    packed = Packed
    @staticmethod
    def of(kind):
        if kind == Kind.loose:
            return Maker.loose
        elif kind == Kind.packed:
            return Maker.packed
def main(args):
    return Maker.of(args.kind).value().prepare(plan.model(args))
if __name__ == "__main__":
    main(plan.arguments())
P
way kinds packed <<'E'
guarded
app.py:9 label "packed"
app.py:15 guard kind == Kind.loose: false
app.py:17 guard kind == Kind.packed: true
app.py:18 call Maker.packed
app.py:12 call Packed
app.py:20 call Maker.of(args.kind).value().prepare
app.py:6 compile torch.compile
E
no_way kinds loose

# how the label gets to a condition through other names: each step of it; a value that many things have is none
py steps <<'P'
class Runner:
    def __init__(self, how):
        self.kind = "default" if how else None
    def ready(self, model):
        if self.kind is not None:
            return torch.compile(model)
def main():
    parser = plan.parser()
    parser.add_argument("--fuse-all", action="store_true")
    args = parser.parse_args()
    return plan.go(Runner(args.fuse_all).ready(plan.model(args)))
if __name__ == "__main__":
    main()
P
way steps fuse-all <<'E'
guarded
app.py:10 label "--fuse-all"
app.py:12 set Runner(args.fuse_all)
app.py:4 set self.kind = ...
app.py:6 guard self.kind is not None: true
app.py:7 compile torch.compile
E
py nothing <<'P'
class Box:
    def __init__(self): self.spare = None
class Runner:
    def __init__(self, spare): self.spare = spare
    def ready(self, model):
        if self.spare is None:
            return torch.compile(model)
def main(args):
    if args.engine == "packed":
        Box().spare = None
    return plan.go(Runner(plan.spare(args)).ready(plan.model(args)))
if __name__ == "__main__":
    main(plan.arguments())
P
way nothing packed <<'E'
beside
app.py:10 label "packed"
app.py:12 call Runner(plan.spare(args)).ready
app.py:7 open self.spare is None: true
app.py:8 compile torch.compile
E

# beside the label: from a program, by one of its ways to the label that can be gone with the other
py halves <<'P'
def listed(args): return args.engine == "packed"
def build(args):
    model = plan.model(args)
    if args.fuse:
        model = torch.compile(model)
    return model
def main(args):
    if args.command == "list":
        listed(args)
    elif args.command == "run":
        plan.go(build(args))
if __name__ == "__main__":
    main(plan.arguments())
P
no_way halves packed
sed -i 's/        plan.go(build/        listed(args)\n&/' halves/app.py
way halves packed <<'E'
beside
app.py:12 call listed
app.py:2 label "packed"
app.py:9 open args.command == "list": false
app.py:11 open args.command == "run": true
app.py:13 call build
app.py:5 open args.fuse: true
app.py:6 compile torch.compile
E
sed 's/^if __name__.*/def start(args):/; s/main(plan.*/made(args)/; s/def main/def made/' halves/app.py >halves/made.py
mv halves/made.py halves/app.py; : >halves/__init__.py
no_way halves packed

# a member that is read is not called, nor is a parameter the function of its name
py reads <<'P'
class Plan:
    def __init__(self, model): self.model = model
    def compile(self): return torch.compile(self.model)
def main(args):
    if args.engine == "packed":
        return plan.go(Plan(plan.model(args)), args.compile)
if __name__ == "__main__":
    main(plan.arguments())
P
no_way reads packed
sed -i 's/args.compile)/plan.made.compile())/' reads/app.py
way reads packed <<'E'
guarded
app.py:6 label "packed"
app.py:6 guard args.engine == "packed": true
app.py:7 call plan.made.compile
app.py:4 compile torch.compile
E
py shadow <<'P'
def fuse(model): return torch.compile(model)
def run(args, fuse):
    if args.engine == "packed":
        return fuse(plan.model(args))
def main(args): return run(args, plan.loose)
if __name__ == "__main__":
    main(plan.arguments())
P
no_way shadow packed
sed -i 's/def run(args, fuse)/def run(args, fused)/' shadow/app.py
run "$WAYS" packed shadow
check "of another parameter it is the function" grep -qx guarded out

# a variable of the environment that switches it off
mkdir env
cat >env/app.cu <<'C'
#include <cstdlib>
static bool off() { static const bool is = getenv("PLAN_NO_GRAPH") != nullptr; return is; }
int main()
{
	bool use = false;
	if (!off())
		use = plan_fits();
	if (use)
		cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal);
	return 0;
}
C
no_way env PLAN_NO_GRAPH
