# labelaudit --src on labels that only functions of a package take: where all that gets such a label, and
# what it leaves for others, compiles nothing, it is unreachable. Not so where something behind it does.
. tests/lib.sh
. tests/says.sh
mkdir "$T/pkg"

# with VERDICT WHAT: the verdict on plain where the code of standard input is the package, behind the text of $engine
with() {
	{ echo "import functools, os, sys, torch"; printf '%s\n' "$engine"; cat; } >"$T/pkg/engine.py"
	run labelaudit --src --label plain "$T/pkg"
	check "$2: $1" grep -qxE "plain: ($1)" "$T/out"
}
may="conditional|unknown"

engine='class Engine:
    def __init__(self, model, backend="fast"):
        if backend == "plain":
            self.f = model
        else:
            self.f = torch.compile(model)
    def __call__(self, x):
        return self.f(x)'

with unreachable "handed on by keyword" <<'PY'
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
    def serve(self, x):
        return self.e(x)
class Small(Engine):
    def __init__(self, model, backend="fast"):
        super().__init__(model, backend)
PY
with unreachable "what else compiles does not get it" <<'PY'
def other(model):
    return torch.compile(model)
PY
with "$may" "one is made without it" <<'PY'
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
        self.w = Engine(model)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "the same of a class derived from it" <<'PY'
class Sub(Engine):
    pass
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
        self.w = Sub(model)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "a constructor that keeps it" <<'PY'
class Sub(Engine):
    def __init__(self, model, backend="fast"):
        super().__init__(model)
class Server:
    def __init__(self, model, backend="fast"):
        self.w = Sub(model, backend=backend)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "something else in its stead" <<'PY'
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend="best" if backend == "plain" else backend)
    def serve(self, x):
        return self.e(x)
PY
with "$may" "a parameter that is set" <<'PY'
class Server:
    def __init__(self, model, backend="fast"):
        backend = backend + "2"
        self.e = Engine(model, backend=backend)
    def serve(self, x):
        return self.e(x)
PY
with "$may" "a keyword that is set" <<'PY'
def api(model, **kw):
    kw["backend"] = "best"
    return Engine(model, **kw)
PY
with "$may" "made by a class method" <<'PY'
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
        self.w = Engine.make(model, backend)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "by a table" <<'PY'
KINDS = {"e": Engine}
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
        self.w = KINDS["e"](model)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "by a partial" <<'PY'
best = functools.partial(Engine, backend="best")
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
        self.w = best(model)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "by its name" <<'PY'
class Server:
    def __init__(self, model, backend="fast"):
        self.e = Engine(model, backend=backend)
        self.w = getattr(sys.modules[__name__], "Engine")(model)
    def serve(self, x):
        return self.w(x)
PY
with "$may" "by a parameter that is the class" <<'PY'
class Server:
    def __init__(self, model, kind=Engine, backend="fast"):
        self.e = kind(model)
    def serve(self, x):
        return self.e(x)
PY

engine=
with "$may" "a variable of the module that another function sets" <<'PY'
FLAG = False
def enable():
    global FLAG
    FLAG = True
class Engine:
    def __init__(self, model, backend="fast"):
        if backend == "plain":
            self.f = torch.compile(model) if FLAG else model
        elif backend == "fast":
            self.f = torch.compile(model)
    def __call__(self, x):
        return self.f(x)
PY
with "$may" "a member of what all share" <<'PY'
class Settings:
    jit = False
settings = Settings()
def configure(jit):
    settings.jit = jit
class Engine:
    def __init__(self, model, backend="fast"):
        if backend == "plain":
            self.f = model
            if settings.jit:
                self.f = torch.compile(model)
        elif backend == "fast":
            self.f = torch.compile(model)
    def __call__(self, x):
        return self.f(x)
PY
with "$may" "a method that compiles" <<'PY'
class Engine:
    def __init__(self, model, backend="fast"):
        self.backend = backend
        if backend == "plain":
            self.f = model
        elif backend == "fast":
            self.f = torch.compile(model)
    def warm(self):
        self.f = torch.compile(self.f)
    def __call__(self, x):
        return self.f(x)
PY
with "$may" "a function that asks the object" <<'PY'
class Engine:
    def __init__(self, model, backend="fast"):
        self.backend = backend
        self.model = model
        if backend == "plain":
            self.f = model
        elif backend == "fast":
            self.f = torch.compile(model)
def serve(engine, x):
    if engine.backend != "fast":
        return torch.compile(engine.model)(x)
    return engine.f(x)
PY
with "$may" "what a derived class puts in its place" <<'PY'
class Base:
    def __init__(self, model, backend="fast"):
        self.model = model
        self.f = model
        if backend == "plain":
            self.setup()
        elif backend == "fast":
            self.f = torch.compile(model)
        else:
            raise ValueError(backend)
    def setup(self):
        self.f = self.model
    def __call__(self, x):
        return self.f(x)
class Sub(Base):
    def __init__(self, model, backend="fast"):
        super().__init__(model, backend=backend)
    def setup(self):
        self.prepare(self.model)
    def prepare(self, m):
        self.f = torch.compile(m)
PY
with "$may" "a function that is given back" <<'PY'
def engine(model, backend="fast"):
    if backend == "plain":
        return lambda x: torch.compile(model)(x)
    elif backend == "fast":
        return torch.compile(model)
    raise ValueError(backend)
PY
with "$may" "a variable of the environment" <<'PY'
def configure(backend):
    if backend == "plain":
        os.environ["HOW"] = "0"
    elif backend == "fast":
        os.environ["HOW"] = "1"
        torch.compile(print)
def run(model, x):
    if os.getenv("HOW") == "0":
        return torch.compile(model)(x)
    return model(x)
PY
with "$may" "a variable that it sets" <<'PY'
HOW = None
def configure(backend):
    global HOW
    if backend not in ("plain", "fast"):
        raise ValueError(backend)
    HOW = backend
def run(model, x):
    if HOW != "fast":
        return torch.compile(model)(x)
    return model(x)
PY
with "$may" "the second call" <<'PY'
COUNT = []
def engine(model, backend="fast"):
    if backend == "plain":
        COUNT.append(1)
        if len(COUNT) > 1:
            return torch.compile(model)
        return model
    elif backend == "fast":
        return torch.compile(model)
    raise ValueError(backend)
PY
with "$may" "what is given back is asked" <<'PY'
def pick(backend):
    if backend == "plain":
        return None
    return torch.compile
class Server:
    def __init__(self, model, backend="fast"):
        c = pick(backend)
        self.f = c(model) if c else torch.jit.script(model)
    def serve(self, x):
        return self.f(x)
PY
with "$may" "another parameter" <<'PY'
class Engine:
    def __init__(self, model, backend="fast", trace=False):
        if backend == "plain":
            self.f = model
        else:
            self.f = torch.compile(model)
        if trace:
            self.f = torch.jit.trace(self.f)
    def __call__(self, x):
        return self.f(x)
PY
with "$may" "a part of its name is tested for elsewhere, by a parameter called alike" <<'PY'
def engine(model, backend="fast"):
    if backend == "plain":
        return model
    return torch.compile(model)
def pipeline(model, backend="fast"):
    if backend.startswith("pl"):
        return torch.compile(model)
    return model
PY
with "$may" "the content of what the caller has" <<'PY'
def choose(options, backend):
    assert backend in ("plain", "fast")
    options["how"] = "jit" if backend == "plain" else backend
def engine(model, options):
    return torch.compile(model) if options["how"] == "jit" else model
PY

# names that are imported as each other
mkdir "$T/pkg/sub"
printf 'from ..engine import Engine as Tool\nfrom .other import Tool as Engine\n' >"$T/pkg/sub/__init__.py"
printf 'from ..engine import Engine as Tool\nfrom . import Engine as Tool, Tool as Engine\n' >"$T/pkg/sub/other.py"
engine='class Engine:
    def __init__(self, model, backend="fast"):
        self.f = model if backend == "plain" else torch.compile(model)'
with "unreachable|$may" "aliases in a ring" </dev/null
rm -r "$T/pkg/sub"

# a program beside it that takes any text: the label is the name of a parameter, or of a variable, and not only such text
cat >"$T/pkg/cli.py" <<'PY'
import argparse, re
def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--name", default="")
    a = ap.parse_args()
    if re.match("[a-z]+", a.name):
        print(a.name)
if __name__ == "__main__":
    main()
PY
engine=
with "$may" "the name of a parameter" <<'PY'
def calc(model, plain=False):
    return torch.compile(model) if plain else model
PY
with "$may" "the name of a variable" <<'PY'
plain = False
def calc(model):
    return torch.compile(model) if plain else model
PY
with unreachable "the name of what only a function that compiles nothing has" <<'PY'
def calc(model, plain=False):
    return 1 if plain else 2
def other(model):
    return torch.compile(model)
PY


# What is given under the label decides as the label does, where a caller hands it on.
mkdir "$T/gives"
given() {
	printf '%s\n' "import torch" "$kinds" >"$T/gives/engine.py"
	cat >>"$T/gives/engine.py"
	run labelaudit --src --label plain "$T/gives"
	check "$2: $1" grep -qxE "plain: ($1)" "$T/out"
}
kinds='class Kind:
    pass
class Plain(Kind):
    pass
class Fast(Kind):
    pass
def setup(net, backend="fast"):
    if backend not in ("plain", "fast"):
        raise ValueError(backend)
    return Plain() if backend == "plain" else Fast()'
given "$may" "an object is given whose class is asked for" <<'PY'
def build(net, o=None):
    return torch.compile(net) if isinstance(o, Plain) else net
PY
given "$may" "an object is given, and its base is asked for where it is kept" <<'PY'
class Builder:
    def __init__(self, o):
        self.o = o
    def build(self, net):
        return torch.compile(net) if issubclass(type(self.o), Kind) else net
PY
given "$may" "an object is given, and whether there is one is asked" <<'PY'
def build(net, o=None):
    if o:
        return torch.compile(net)
    return net
PY
given unreachable "an object is given, and nothing that compiles decides by one" <<'PY'
def build(net, o=None, quiet=False):
    if quiet:
        print(o)
    return torch.compile(net)
PY
kinds='def setup(net, backend="fast"):
    if backend not in ("plain", "fast"):
        raise ValueError(backend)
    return torch.compile if backend == "plain" else (lambda n: n)'
given "$may" "what compiles is given" <<'PY'
def build(net, o):
    return o(net)
PY
kinds='class Plain:
    pass
def setup(net, backend="fast"):
    if backend not in ("plain", "fast"):
        raise ValueError(backend)
    return [Plain()] if backend == "plain" else []'
given "$may" "a list is given whose length is asked for" <<'PY'
def build(net, o):
    return torch.compile(net) if len(o) > 0 else net
PY

# what a function that may get the label changes where its caller has it, or the name that it gives
rm -f "$T/pkg/cli.py"
setup='def setup(net, backend="fast"):
    if backend not in ("plain", "fast"):
        raise ValueError(backend)'
engine='def build(net, o=()):
    return torch.compile(net) if len(o) > 1 else net'
changes() { # VERDICT WHAT STATEMENTS of a function that takes opts and backend
	with "$1" "$2" <<PY
def fresh(x):
    return [x]
def same(x):
    return x
$setup
def setup2(opts, net, backend="fast", *rest, n=0):
$(printf '%s\n' "$3" | sed 's/^/    /')
PY
}
for s in 'opts |= {backend}' 'opts += [backend]' 'o = opts or set(); o.add(backend)' 'for o in opts: o.append(backend)' 'o, p = opts, 1; o.append(p)' 'import bisect; bisect.insort(opts, backend)' \
	'list.append(opts, backend)' 'opts.pop()' 'o = same(opts); o.append(backend)' 'opts[0].append(backend)' 'opts.names.append(backend)' 'o = opts.get("names", []); o.append(backend)' \
	'more = [backend]; opts += more' 'with opts as o: o.append(backend)' 'rest[0].append(backend)'; do
	changes unknown "a caller's object is changed: $s" "$s"
done
for s in 'opts = opts | {backend}' 'o = list(opts); o.append(backend)' 'n += 1' 'o = fresh(opts); o += [backend]' 'o = []; o.append(backend); opts = o' 'import os; os.remove(backend)' \
	'rest += (backend,)' 'p, o = opts, []; o.append(backend)'; do
	with unreachable "none of a caller's is: $s" <<PY
def fresh(x):
    return [x]
$setup
def setup2(opts, net, backend="fast", *rest, n=0):
    $s
PY
done
engine=
with unknown "the name of what compiles is given" <<PY
$setup
    return "compile" if backend == "plain" else "Linear"
def build(net, o):
    return getattr(torch, o)(net)
PY
with label-only "another name is" <<PY
$setup
    return "relu" if backend == "plain" else "Linear"
def build(net, o):
    return getattr(torch, o)(net)
PY
