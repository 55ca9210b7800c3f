# labelaudit --src on idioms of Python: attributes that code stands behind, functions as
# values, generators an element at a time, classes that iterate, dispatch by type. Each
# program runs one way a label; its truth is what running it under a stub shows.
. tests/lib.sh
. tests/says.sh

cat >"$T/descriptors.py" <<'PY'
import sys, time, torch
class Typed:
    def __set_name__(self, o, n): self.n = "_" + n
    def __get__(self, obj, owner): return obj.__dict__[self.n]
    def __set__(self, obj, v):
        if obj.mode == "wrap": v = torch.compile(v)
        obj.__dict__[self.n] = v
class Box:
    net = Typed()
    def __init__(self, mode):
        self.mode = mode
        self.net = torch.nn.Linear(2, 2)
    @property
    def fn(self): return self._fn if self._fn is not None else self.net
    @fn.setter
    def fn(self, v):
        self._fn = torch.jit.script(v) if self.mode == "setter" else None
    def lose(self):
        torch.compile(self.net)
def main(mode):
    b = Box(mode)
    b.fn = b.net
    if mode == "lose": b.lose()
    x = torch.ones(2, 2)
    t = time.perf_counter(); b.fn(x); print(time.perf_counter() - t)
main(sys.argv[1])
PY
says unreachable plain descriptors.py
says wired wrap descriptors.py
says wired setter descriptors.py
says label-only lose descriptors.py

cat >"$T/functions.py" <<'PY'
import sys, time, torch, functools, operator, itertools
def base(): return torch.nn.Linear(2, 2)
STEPS = {"plain": [operator.methodcaller("eval")],
  "half": [operator.methodcaller("eval"), torch.compile],
  "back": [torch.compile, lambda m: m, operator.methodcaller("eval")],
  "drop": [lambda m: (torch.compile(m), m)[1]]}
pick = operator.itemgetter(*["plain"])
@functools.lru_cache
def built(name):
    return functools.reduce(lambda acc, f: f(acc), STEPS[name], base())
x = torch.ones(2, 2)
m = built(sys.argv[1])
m(x)
for _ in itertools.repeat(None, 3):
    t = time.perf_counter(); built(sys.argv[1])(x); print(time.perf_counter() - t)
PY
says unreachable plain functions.py
says wired half functions.py
says wired back functions.py
says label-only drop functions.py

cat >"$T/generators.py" <<'PY'
import sys, time, torch
def phases(m):
    """first eager, then compiled"""
    yield m
    c = torch.compile(m)
    while True:
        yield c
class Ladder:
    def __init__(self, m, n): self.m, self.n, self.i = m, n, 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > self.n: raise StopIteration
        return torch.jit.script(self.m) if self.i == 2 else self.m
def pick(name, m):
    if name == "one": return next(phases(m))
    if name == "two":
        g = phases(m); next(g); return next(g)
    if name == "ladder1": return next(iter(Ladder(m, 3)))
    if name == "ladder2":
        it = iter(Ladder(m, 2)); next(it); return next(it)
    if name == "ladderlast":
        for f in Ladder(m, 2): pass
        return f
    if name == "ladder3":
        for f in Ladder(m, 3): pass
        return f
m = pick(sys.argv[1], torch.nn.Linear(2, 2)); x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
says unreachable one generators.py
says wired two generators.py
says unreachable ladder1 generators.py
says wired ladder2 generators.py
says wired ladderlast generators.py
says label-only ladder3 generators.py

cat >"$T/dispatch.py" <<'PY'
import sys, time, torch, functools, asyncio, concurrent.futures as cf
@functools.singledispatch
def prep(spec, m): return m
class Eager: pass
class Jit(Eager): pass
class Soft: pass
@prep.register(Jit)
def _(spec, m): return torch.compile(m)
@prep.register
def soft(spec: Soft, m):
    with cf.ThreadPoolExecutor() as ex:
        f = ex.submit(torch.compile, m)
    return f.result() if f.exception() is None else m
async def pair(m):
    return await asyncio.gather(asyncio.to_thread(torch.compile, m), asyncio.sleep(0))
class Pair:
    pass
@prep.register(Pair)
def _(spec, m): return asyncio.run(pair(m))[0]
KIND = {"eager": Eager, "jit": Jit, "soft": Soft, "pair": Pair}
m = prep(KIND[sys.argv[1]](), torch.nn.Linear(2, 2)); x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
says unreachable eager dispatch.py
says wired jit dispatch.py
says fallback soft dispatch.py
says wired pair dispatch.py


cat >"$T/ends.py" <<'PY'
import sys, time, torch
def main(name):
    m = torch.nn.Linear(2, 2)
    if name == "fast":
        m = torch.compile(m)
    elif name == "wrong":
        raise SystemExit(3)
    t = time.perf_counter(); m(1); print(time.perf_counter() - t)
    return 0
if __name__ == "__main__":
    raise SystemExit(0 if main(sys.argv[1]) == 0 else 1)
PY
says wired fast ends.py
says unreachable slow ends.py

cat >"$T/own.py" <<'PY'
import sys, time, torch, inspect, re
from typing import get_type_hints
FLAG = "off"
def keep(m, how=FLAG): return torch.compile(m) if how == "on" else m
FLAG = "on"
def read(m, how=None): return torch.compile(m) if (how or FLAG) == "on" else m
calls = [lambda m, i=i: torch.compile(m) if i == 1 else m for i in range(3)]
late = [lambda m: torch.compile(m) if i == 1 else m for i in range(3)]
def layered(m):
    def last(): return torch.jit.script(m)
    nxt = last
    for k in range(3):
        def layer(inner=nxt): return inner()
        nxt = layer
    return nxt()
class Base:
    speed: int = 1
class Opt(Base):
    graphs: bool = False
    fast: bool = True
def hinted(m):
    for name, kind in get_type_hints(Opt).items():
        if name == "fast" and kind is bool:
            return torch.compile(m)
    return m
def signed(m):
    def go(model, *, fast=True): return torch.compile(model) if fast else model
    p = inspect.signature(go).parameters
    if p["model"].default is not inspect.Parameter.empty: return m
    return go(m, **{n: q.default for n, q in p.items() if q.default is not inspect.Parameter.empty})
def routed(m):
    pat = re.compile("^" + re.sub(r"<(\w+)>", r"(?P<\1>[a-z]+)", "/<mode>/<what>") + "$")
    g = pat.match("/compile/net").groupdict()
    return torch.compile(m) if g["mode"] == "compile" else m
TABLE = {"keep": keep, "read": read, "first": calls[0], "second": calls[1], "late": late[1], "layered": layered,
         "hinted": hinted, "signed": signed, "routed": routed}
m = TABLE[sys.argv[1]](torch.nn.Linear(2, 2)); x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
says unreachable keep own.py
says wired read own.py
says unreachable first own.py
says wired second own.py
says unreachable late own.py
says wired layered own.py
says wired hinted own.py
says wired signed own.py
says wired routed own.py

cat >"$T/shapes.py" <<'PY'
import sys, time, torch, functools, dataclasses, enum
from torch import nn
@dataclasses.dataclass(frozen=True)
class Jit:
    mode: str = "default"
@dataclasses.dataclass
class Script:
    freeze: bool
@dataclasses.dataclass(order=True)
class Engine:
    priority: int
    name: str = dataclasses.field(compare=False)
    def make(self, m): return torch.compile(m) if self.name == "inductor" else m
class Lazy(nn.Module):
    def __init__(self, inner):
        super().__init__(); self.inner = inner; self.fast = None
    def forward(self, x):
        if self.fast is None: self.fast = torch.compile(self.inner)
        return self.fast(x)
def build(spec, m):
    match spec:
        case Jit("reduce" | "tune"): return torch.compile(m)
        case Jit(): return m
        case Script(True): return torch.jit.script(m)
        case [first, *rest] if rest: return build(rest[-1], m)
        case {"jit": {"mode": mode}, **other} if not other: return build(Jit(mode), m)
        case str() as text if text.startswith("jit:"): return build(Jit(text[4:]), m)
        case str() | None: return m
        case (a,): return torch.compile(m)
        case _: raise SystemExit(2)
SPECS = {"jit-plain": Jit(), "jit-tune": Jit("tune"), "script": Script(True), "noscript": Script(False),
  "list": [1, Jit("reduce")], "list-rev": [Jit("reduce"), "x"], "map": {"jit": {"mode": "tune"}}, "map-more": {"jit": {"mode": "tune"}, "x": 1},
  "text": "jit:tune", "text-plain": "j", "tuple": ("j",)}
def best(m, pick):
    es = [Engine(2, "inductor"), Engine(1, "eager"), Engine(3, "ts")]
    return pick(es).make(m)
def main(name):
    m = nn.Linear(2, 2)
    if name == "best": m = best(m, min)
    elif name == "second": m = best(m, lambda es: sorted(es)[1])
    elif name == "byname": m = best(m, lambda es: max(es, key=lambda e: e.name == "inductor"))
    elif name == "same": m = torch.compile(m) if Jit("a") == Jit("a") else m
    elif name == "other": m = torch.compile(m) if Jit("a") == Jit("b") else m
    elif name == "stack": m = nn.Sequential(Lazy(m), nn.ReLU())
    elif name == "list-of": m = nn.ModuleList([m, torch.compile(m)])[1]
    else: m = build(SPECS[name], m)
    x = torch.ones(2, 2)
    t = time.perf_counter(); m(x); print(time.perf_counter() - t)
main(sys.argv[1])
PY
says unreachable jit-plain shapes.py
says wired jit-tune shapes.py
says wired script shapes.py
says conditional noscript shapes.py # by names alone: what the case tests is not followed
says wired list shapes.py
says unreachable list-rev shapes.py
says wired map shapes.py
says wired text shapes.py
says unreachable text-plain shapes.py
says wired tuple shapes.py
says unreachable best shapes.py
says wired second shapes.py
says wired byname shapes.py
says wired same shapes.py
says unreachable other shapes.py
says wired stack shapes.py
says wired list-of shapes.py

cat >"$T/objects.py" <<'PY'
import sys, time, torch, types, functools
class Stage:
    def __init__(self, fn): self.fns = [fn]
    def __rshift__(self, other):
        s = Stage(None); s.fns = self.fns + other.fns; return s
    def __or__(self, other): return self >> other
    def __ror__(self, value): return self(value)
    def __call__(self, v):
        for f in self.fns: v = f(v)
        return v
    def __contains__(self, fn): return fn in self.fns
    def __getitem__(self, i): return self.fns[i]
    def __len__(self): return len(self.fns)
    def __bool__(self): return True
ev = Stage(lambda m: m.eval())
comp = Stage(torch.compile)
class Meta(type):
    registry = {}
    def __new__(mcls, name, bases, ns, **kw):
        cls = super().__new__(mcls, name, bases, ns)
        if "tag" in ns: mcls.registry[ns["tag"]] = cls
        return cls
class Runner(metaclass=Meta):
    def prep(self, m): return m
class Fast(Runner):
    tag = "meta-fast"
    def prep(self, m): return torch.compile(m)
class Slow(Runner):
    tag = "meta-slow"
class Sub(Runner):
    known = {}
    def __init_subclass__(cls, /, key=None, **kw):
        super().__init_subclass__(**kw); Sub.known[key] = cls
class A(Sub, key="sub-fast"):
    def prep(self, m): return torch.jit.script(m)
class B(Sub, key="sub-slow"): pass
class Made:
    def __new__(cls, fast):
        if fast: return torch.compile(torch.nn.Linear(2, 2))
        return super().__new__(cls)
    def __call__(self, x): return x
class Part:
    def go(self, m, fast): return torch.compile(m) if fast else m
    fast = functools.partialmethod(go, True)
    slow = functools.partialmethod(go, fast=False)
class Counting:
    def __init__(self, m): self.m = m; self.n = 0
    def __call__(self, x):
        self.n += 1
        if self.n == 2: self.m = torch.compile(self.m)
        return self.m(x)
def main(name):
    m = torch.nn.Linear(2, 2); x = torch.ones(2, 2)
    if name == "shift": m = (ev >> comp)(m)
    elif name == "pipe": m = m | ev
    elif name == "pipe-comp": m = m | (ev | comp)
    elif name == "index": m = (ev >> comp)[-1](m)
    elif name in Meta.registry: m = Meta.registry[name]().prep(m)
    elif name in Sub.known: m = Sub.known[name]().prep(m)
    elif name == "new": m = Made(True)
    elif name == "new-plain": m = Made(False)
    elif name == "pm-fast": m = Part().fast(m)
    elif name == "pm-slow": m = Part().slow(m)
    elif name == "third": m = Counting(m); m(x); m(x)
    elif name == "method":
        class H: pass
        h = H(); h.run = types.MethodType(lambda self, v: torch.compile(v), h); m = h.run(m)
    elif name == "patch":
        Runner.prep = lambda self, v: torch.compile(v); m = Runner().prep(m)
    elif name == "patch-late":
        r = Runner(); f = r.prep; Runner.prep = lambda self, v: torch.compile(v); m = f(m)
    elif name == "cls":
        r = Slow(); r.__class__ = Fast; m = r.prep(m)
    elif name == "type3": m = type("Dyn", (Runner,), {"prep": lambda self, v: torch.compile(v)})().prep(m)
    else: raise SystemExit(1)
    t = time.perf_counter(); m(x); print(time.perf_counter() - t)
main(sys.argv[1])
PY
says wired shift objects.py
says unreachable pipe objects.py
says wired pipe-comp objects.py
says wired index objects.py
says wired sub-fast objects.py
says unreachable sub-slow objects.py
says wired new objects.py
says unreachable new-plain objects.py
says wired pm-fast objects.py
says unreachable pm-slow objects.py
says wired third objects.py
says wired method objects.py
says wired patch objects.py
says unreachable patch-late objects.py
says wired cls objects.py
says wired type3 objects.py

cat >"$T/texts.py" <<'PY'
import sys, time, torch, json, shlex
def compiled(m): return torch.compile(m)
def steps(name):
    l = [lambda v: v, compiled, lambda v: v]
    if name == "rev": l.pop(); l.reverse()
    elif name == "ins": l.insert(0, compiled)
    elif name == "ins-end": l.insert(3, compiled)
    elif name == "rem": l.remove(l[1])
    elif name == "rem0": l.remove(l[0])
    elif name == "last": l.append(compiled); l.reverse()
    return l
PRE = json.loads('{"js-fast": {"compile": true, "n": [1, 2.5]}, "js-slow": {"compile": false}}')
def pick(name, m):
    if name in PRE: return compiled(m) if PRE[name]["compile"] else m
    if name == "words": return compiled(m) if shlex.split("run --backend 'a b'")[-1] == "a b" else m
    if name == "module": return getattr(sys.modules[__name__], "comp" + "iled")(m)
    if name == "moddict": return sys.modules[__name__].__dict__["compiled"](m)
    if name == "and": return compiled(m) if {"a", "b"} & {"b"} else m
    if name == "minus": return compiled(m) if {"a", "b"} - {"a", "b"} else m
    if name == "xor": return compiled(m) if {"a"} ^ {"a"} else m
    return steps(name)[0](m)
m = pick(sys.argv[1], torch.nn.Linear(2, 2)); x = torch.ones(2, 2)
t = time.perf_counter(); m(x); print(time.perf_counter() - t)
PY
says wired js-fast texts.py
says unreachable js-slow texts.py
says wired words texts.py
says wired module texts.py
says wired moddict texts.py
says wired and texts.py
says unreachable minus texts.py
says unreachable xor texts.py
says wired rev texts.py
says wired ins texts.py
says unreachable ins-end texts.py
says unreachable rem texts.py
says wired rem0 texts.py
says wired last texts.py

cat >"$T/plugins.py" <<'PY'
import sys, time, torch, functools, contextlib, weakref, abc, typing, dataclasses, os, logging
log = logging.getLogger(__name__)
class Plugin(abc.ABC):
    plugins: typing.ClassVar[dict] = {}
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Plugin.plugins[cls.__name__.lower()] = cls
    @abc.abstractmethod
    def wrap(self, m): ...
    @classmethod
    def create(cls, name, *a, **k): return cls.plugins[name](*a, **k)
class Quick(Plugin):
    def wrap(self, m): return torch.compile(m)
class Plain(Plugin):
    def wrap(self, m): return m
class Both(Plugin):
    def __init__(self, *parts): self.parts = parts or (Plain(), Quick())
    def wrap(self, m):
        for p in self.parts: m = p.wrap(m)
        return m
class Lost(Quick):
    def wrap(self, m):
        super().wrap(m)
        return m
class Mixin:
    def wrap(self, m):
        m = super().wrap(m)
        return m
class Mixed(Mixin, Quick): pass
class Delegate(Plugin):
    def __init__(self): self._to = Quick()
    def wrap(self, m): return m
    def __getattribute__(self, name):
        if name == "wrap": return object.__getattribute__(self, "_to").wrap
        return object.__getattribute__(self, name)
class Retry(Plugin):
    def wrap(self, m):
        for attempt in range(3):
            try: return torch.compile(m)
            except RuntimeError as e:
                if attempt == 2: raise
class Quiet(Plugin):
    def wrap(self, m):
        for attempt in range(2):
            try: return torch.compile(m)
            except RuntimeError: log.warning("again")
        return m
def deco(flag):
    def outer(fn):
        @functools.wraps(fn)
        def inner(m):
            r = fn(m)
            return torch.compile(r) if flag else r
        return inner
    return outer
@deco(True)
def decorated(m): return m
@deco(False)
def undecorated(m): return m
@deco(False)
@deco(True)
def twice(m): return m
class Env(Plugin):
    def wrap(self, m):
        return torch.compile(m) if os.environ.get("FAST", "1") == "1" else m
class Cached(Plugin):
    _cache: dict = {}
    def wrap(self, m):
        key = id(m)
        if key not in self._cache: self._cache[key] = torch.compile(m)
        return self._cache[key]
class Ctx(Plugin):
    def wrap(self, m):
        with contextlib.ExitStack() as st:
            st.callback(log.info, "x")
            return torch.compile(m)
class Exc(Plugin):
    def wrap(self, m):
        class Skip(Exception):
            def __init__(self, v): self.v = v
        try: raise Skip(torch.compile(m))
        except Skip as e: return e.v
class Tern(Plugin):
    def wrap(self, m): return (lambda f: f(m))(torch.compile if len(sys.argv) >= 2 else (lambda v: v))
class Yielded(Plugin):
    def wrap(self, m):
        def co():
            got = yield
            yield torch.compile(got)
        g = co(); next(g)
        return g.send(m)
class Attr(Plugin):
    def wrap(self, m):
        m.forward = torch.compile(m.forward)
        return m
class Slots(Plugin):
    __slots__ = ("m",)
    def wrap(self, m):
        self.m = torch.compile(m); del self.m
        return m
def main():
    name = sys.argv[1]
    m = torch.nn.Linear(2, 2); x = torch.ones(2, 2)
    if name in ("decorated", "undecorated", "twice"): m = globals()[name](m)
    else: m = Plugin.create(name).wrap(m)
    t = time.perf_counter(); m(x); print(time.perf_counter() - t)
main()
PY
says wired quick plugins.py
says unreachable plain plugins.py
says wired both plugins.py
says label-only lost plugins.py
says wired mixed plugins.py
says wired delegate plugins.py
says wired retry plugins.py
says fallback quiet plugins.py
says unreachable undecorated plugins.py
says wired twice plugins.py
says conditional env plugins.py
says wired cached plugins.py
says wired exc plugins.py
says wired tern plugins.py
says wired yielded plugins.py
says wired attr plugins.py
says label-only slots plugins.py
