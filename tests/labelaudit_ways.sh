# Ways from a label to a compile call (see labelaudit_chain.sh): what is imported under another
# name, loops over what is filled under a guard, what stands under a key of a table at file level,
# libraries that a module of the tree hands on, parameters and fields of a library.
. tests/lib.sh
. tests/ways.sh

# a function that is imported under another name, where the label decides
renamed() { # TREE: with what stands in pack.py
	py "$1" <<'P'
def shim(kind):
    if kind == "loose":
        from loose import wrap as loose_wrap
        return loose_wrap
    if kind == "packed":
        from pack import wrap as packed_wrap
        return packed_wrap
if __name__ == "__main__":
    plan.go(shim(plan.arguments().kind))
P
	printf 'import torch\ndef wrap(f): return torch.compile(f)\n' >"$1/pack.py"
	printf 'def wrap(f): return f\n' >"$1/loose.py"
}
renamed as
way as packed <<'E'
guarded
app.py:6 label "packed"
app.py:3 guard kind == "loose": false
app.py:6 guard kind == "packed": true
app.py:8 call packed_wrap
pack.py:2 compile torch.compile
E
no_way as loose
# nothing that bears the other name is called
py unused <<'P'
def shim(kind):
    if kind == "packed":
        from pack import wrap as packed_wrap
        return kind
def other(packed_wrap):
    return packed_wrap
if __name__ == "__main__":
    plan.go(other(shim(plan.arguments().kind)))
P
cp as/pack.py unused
no_way unused packed

# a loop over what only the label's own branch fills
loop() { # TREE HOW-IT-IS-FILLED BEFORE-THE-LOOP
	py "$1" <<P
class Trainer:
    def __init__(self, packed=False, tuned=False):
        self.packed, self.tuned = packed, tuned
    def prepare(self, parts):
        keys = set()
        if self.packed:
            if plan.some():
                $2
            else:
                keys = set(plan.some())
        if self.tuned:
            plan.tune(parts)
        $3
        for name in keys:
            parts[name] = torch.compile(parts[name])
def main():
    parser = plan.parser()
    parser.add_argument("--packed", action="store_true")
    parser.add_argument("--tuned", action="store_true")
    args = parser.parse_args()
    plan.go(Trainer(packed=args.packed, tuned=args.tuned).prepare({}))
if __name__ == "__main__":
    main()
P
}
loop filled 'keys = set(parts)' 'print(len(keys), "a" in keys)'
way filled packed <<'E'
guarded
app.py:3 label packed
app.py:19 label "--packed"
app.py:7 guard self.packed: true
app.py:16 compile torch.compile
E
loop added 'keys.add("a")' 'keys.discard("b")'
way added packed <<'E'
guarded
app.py:3 label packed
app.py:19 label "--packed"
app.py:7 guard self.packed: true
app.py:16 compile torch.compile
E
# it may be filled elsewhere: nothing of the call hangs on the label
beside() { # TREE
	run "$WAYS" packed "$1"
	check "$1: no guard of the label" sh -c '! grep -q guard out'
}
loop else 'keys = set(parts)' 'plan.fill(keys)'
beside else
loop two 'keys = set(parts)' 'keys |= parts.keys()'
beside two
loop alias 'keys = set(parts)' 'more = keys or parts'
beside alias

# what is made at file level stands under the label's key of a table
py table <<'P'
from link import Packer, Loose
PACKED = plan.Mode(Packer(), 1)
LOOSE = plan.Mode(Loose(), 1)
MODES = {"packed": PACKED, "loose": LOOSE}
if __name__ == "__main__":
    plan.go(MODES[plan.arguments().mode])
P
cat >table/link.py <<'P'
import torch
class Packer:
    def __init__(self): self.run = torch.compile(abs)
class Loose:
    def __init__(self): self.run = abs
P
way table packed <<'E'
guarded
app.py:5 label "packed"
app.py:5 call PACKED
app.py:3 call Packer
link.py:3 compile torch.compile
E
no_way table loose

# a library that a module of the tree hands on to the others
py handed <<'P'
from parts.lib import torch as th
def main():
    if plan.arguments().kind == "packed":
        plan.go(th.compile(abs))
if __name__ == "__main__":
    main()
P
mkdir -p handed/parts
printf 'try:\n    import torch\nexcept ImportError:\n    torch = None\n' >handed/parts/have.py
printf 'from parts.have import torch\n' >handed/parts/lib.py
way handed packed <<'E'
guarded
app.py:4 label "packed"
app.py:4 guard plan.arguments().kind == "packed": true
app.py:5 compile th.compile
E
# of the same name, and the tree's own
printf 'class torch:\n    def compile(f): return f\n' >handed/parts/have.py
no_way handed packed

# a library: the label is a parameter of what callers call, and another parameter decides; tests are none of them
py lib <<'P'
def decode(model, cg=False, timing=False):
    if cg:
        model = torch.compile(model)
    if timing:
        print(plan.clock())
    return model(1)
def generate(model, **kwargs):
    return decode(model, **kwargs)
P
mkdir -p lib/tests
printf 'import app\ndef test_it(): assert app.generate(abs, cg=True)\n' >lib/tests/test_app.py
way lib timing <<'E'
beside
app.py:9 call decode
app.py:2 label timing
app.py:3 open cg: true
app.py:4 compile torch.compile
E
# of no parameter, of what only the tree itself calls
no_way lib seconds
py own <<'P'
def _decode(model, cg=False, timing=False):
    if cg:
        model = torch.compile(model)
    return model(1)
P
no_way own timing

# words for people beside an option are no row of data
py words <<'P'
HELP = {"packed": "Packs all parts of it.", "tuned": "Tunes all parts of it."}
def main():
    parser = plan.parser()
    parser.add_argument("--packed", action="store_true", help=HELP["packed"])
    parser.add_argument("--tuned", action="store_true", help=HELP["tuned"])
    args = parser.parse_args()
    model = torch.compile(abs) if args.packed else abs
    plan.go(model, args.tuned)
if __name__ == "__main__":
    main()
P
way words tuned <<'E'
beside
app.py:6 label "--tuned"
app.py:8 open args.packed: true
app.py:8 compile torch.compile
E
