"""What a harness may do to a compiled function: one function a scenario.

Each builds what is called and gives the calls of one cell, in order. The truth (truth.py) and the
recorder make the same calls, in two processes. CPU, one thread, small shapes: a C++ compile each.
"""
import contextlib
import warnings

ALL = {}


class Call:
    """One sample: what is run, how many tokens it is, and the ScriptModule that it is, if any."""

    def __init__(self, run, tokens, target=None):
        self.run, self.tokens, self.target = run, tokens, target


def scenario(since=(2, 4), late=False, twice=False):
    """late: what is built compiles before the recorder is there. twice: a process before this one
    makes the same calls, and this one begins with what that left on disk."""
    def add(build):
        build.since, build.late, build.twice = since, late, twice
        ALL[build.__name__] = build
        return build
    return add


def known(version):
    """The scenarios that a version of torch has."""
    return [name for name, build in ALL.items() if version >= build.since]


def weights(torch, n=8):
    torch.manual_seed(1)
    return torch.randn(n, n)


def lengths(torch, f, sizes, twice=True):
    """Calls of f with one length after another, each once more at once where twice is true."""
    return [Call(lambda x=torch.randn(n, 8): f(x), n) for n in sizes
            for _ in range(2 if twice else 1)]


def same(torch, f, n=3, target=None):
    x = torch.randn(4, 8)
    return [Call(lambda: f(x), 4, target) for _ in range(n)]


def body(torch):
    w = weights(torch)
    return lambda a: torch.relu(a @ w).sum()


def model(torch):
    torch.manual_seed(1)

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

        def forward(self, x):
            return self.second(torch.relu(self.first(x)))
    return Model().eval()


@scenario()
def limit(torch):
    """12 lengths: four over the limit of 8."""
    return lengths(torch, torch.compile(body(torch), dynamic=False), range(2, 14))


@scenario()
def limit_again(torch):
    """Early lengths again after the limit, and one that no graph serves."""
    return lengths(torch, torch.compile(body(torch), dynamic=False),
                   [*range(2, 11), 3, 12, 3, 9, 12, 3, 9, 12], twice=False)


@scenario()
def limit_new_object(torch):
    """The same function compiled anew after the limit: the limit is the code object's."""
    f = body(torch)
    old = torch.compile(f, dynamic=False)
    new = torch.compile(f, dynamic=False, options={"epilogue_fusion": False})
    return (lengths(torch, old, range(2, 11), twice=False) +
            lengths(torch, new, [3, 12]))


@scenario()
def fullgraph_limit(torch):
    """Over the limit with fullgraph=True: an error."""
    return lengths(torch, torch.compile(body(torch), dynamic=False, fullgraph=True), range(2, 12))


@scenario()
def growing_cache(torch):
    """One query against keys that grow by one a step."""
    @torch.compile
    def attend(q, k):
        return torch.softmax(q @ k.T, -1) @ k
    q = torch.randn(1, 8)
    return [Call(lambda k=torch.randn(n, 8): attend(q, k), 1) for n in range(4, 12)]


@scenario()
def dynamic(torch):
    return lengths(torch, torch.compile(body(torch), dynamic=True), range(4, 10))


@scenario()
def mark_dynamic(torch):
    f, calls = torch.compile(body(torch)), []
    for n in range(4, 10):
        x = torch.randn(n, 8)
        torch._dynamo.mark_dynamic(x, 0)
        calls.append(Call(lambda x=x: f(x), n))
    return calls


@scenario()
def suppressed(torch):
    """The backend fails, and suppress_errors hides it."""
    def bad(graph, inputs):
        raise RuntimeError("no such backend")
    torch._dynamo.config.suppress_errors = True
    return same(torch, torch.compile(body(torch), backend=bad), 4)


@scenario()
def never_called(torch):
    plain = model(torch)
    compiled = torch.compile(plain)
    assert compiled is not plain
    return same(torch, plain)


@scenario()
def module_compile(torch):
    m = model(torch)
    m.compile()
    return same(torch, m)


@scenario()
def linear_compile(torch):
    torch.manual_seed(1)
    m = torch.nn.Linear(8, 8)
    m.compile()
    return same(torch, m)


@scenario()
def traced(torch):
    m = torch.jit.trace(model(torch), torch.randn(4, 8))
    return same(torch, m, 4, target=m)


@scenario()
def traced_unsaid(torch):
    """The harness does not say that what it calls is a ScriptModule."""
    m = torch.jit.trace(model(torch), torch.randn(4, 8))
    return same(torch, m, 4)


@scenario()
def reduce_overhead(torch):
    return same(torch, torch.compile(body(torch), mode="reduce-overhead"))


@scenario()
def eager_outer(torch):
    block = torch.compile(body(torch))
    return same(torch, lambda x: torch.softmax(x + block(x), -1), 4)


@scenario()
def half(torch):
    """Two lengths a sample, and one of them is over the limit."""
    f = torch.compile(body(torch), dynamic=False)
    pairs = [(torch.randn(n, 8), torch.randn(m, 8)) for n, m in
             [(2, 3), (4, 5), (6, 7), (8, 9), (9, 10), (9, 10), (9, 3), (9, 10), (11, 12)]]
    return [Call(lambda x=x, y=y: (f(x), f(y)), len(x) + len(y)) for x, y in pairs]


@scenario()
def loop(torch):
    """A sample of four calls, with nothing between them."""
    f = torch.compile(body(torch))
    xs = [torch.randn(4, 8) for _ in range(4)]
    return [Call(lambda: [f(x) for x in xs], 16) for _ in range(3)]


@scenario()
def decode_loop(torch):
    """A sample decodes four tokens; the harness makes the cache longer outside the graph."""
    @torch.compile(dynamic=True)
    def attend(q, k):
        return torch.softmax(q @ k.T, -1) @ k
    q, start = torch.randn(1, 8), torch.randn(4, 8)

    def decode():
        k = start
        for _ in range(4):
            k = torch.cat([k, attend(q, k)])
        return k
    return [Call(decode, 4) for _ in range(3)]


@scenario()
def compiled_each_time(torch):
    """The harness calls torch.compile in every sample."""
    f, x = body(torch), torch.randn(4, 8)
    return [Call(lambda: torch.compile(f)(x), 4) for _ in range(3)]


@scenario()
def decoy(torch):
    """The compiled function is called, and the harness uses what the eager one gives."""
    f = body(torch)
    compiled = torch.compile(f)

    def both(x):
        compiled(x)
        return f(x)
    return same(torch, both)


@scenario()
def disable_inside(torch):
    w = weights(torch)
    inner = torch._dynamo.disable(torch.sigmoid)

    @torch.compile
    def f(a):
        return torch.relu(inner(a @ w)).sum()
    return same(torch, f)


@scenario()
def graph_break(torch):
    """Two graphs, and no operation between them."""
    w = weights(torch)

    @torch.compile
    def f(a):
        b = a @ w
        torch._dynamo.graph_break()
        return torch.relu(b).sum()
    return same(torch, f)


@scenario()
def compile_disabled(torch):
    return same(torch, torch.compile(torch._dynamo.disable(body(torch))))


@scenario(since=(2, 6))
def force_eager(torch):
    """Compiled, then two calls under force_eager, then compiled again."""
    f, calls = torch.compile(body(torch)), []
    x = torch.randn(4, 8)

    def stance(word):
        with torch.compiler.set_stance(word):
            return f(x)
    words = ["default", "default", "force_eager", "force_eager", "default", "default"]
    return calls + [Call(lambda w=w: stance(w), 4) for w in words]


@scenario(since=(2, 6))
def eager_on_recompile(torch):
    f = torch.compile(body(torch), dynamic=False)

    def stance(x, word):
        with torch.compiler.set_stance(word):
            return f(x)
    short, long = torch.randn(4, 8), torch.randn(5, 8)
    return [Call(lambda x=x, w=w: stance(x, w), len(x)) for x, w in
            [(short, "default"), (short, "default"), (short, "eager_on_recompile"),
             (long, "eager_on_recompile"), (long, "eager_on_recompile"), (short, "default")]]


@scenario()
def backend_eager(torch):
    return same(torch, torch.compile(body(torch), backend="eager"))


@scenario()
def backend_aot_eager(torch):
    return same(torch, torch.compile(body(torch), backend="aot_eager"))


@scenario()
def own_backend(torch):
    """A function of the harness as backend, which hands the graph to inductor."""
    from torch._inductor.compile_fx import compile_fx

    def counted(graph, inputs):
        return compile_fx(graph, inputs)
    return same(torch, torch.compile(body(torch), backend=counted))


@scenario()
def two_backends(torch):
    w = weights(torch)
    first = torch.compile(lambda a: torch.relu(a @ w), backend="aot_eager")
    second = torch.compile(body(torch))
    return same(torch, lambda x: second(first(x)))


@scenario()
def break_in_loop(torch):
    """A graph break in a loop under a context: dynamo gives the whole frame up."""
    w = weights(torch)

    @torch.compile
    def f(a):
        for _ in range(2):
            with contextlib.suppress(ValueError):
                a = a @ w
                torch._dynamo.graph_break()
                a = torch.relu(a)
        return a.sum()
    return same(torch, f)


@scenario()
def grad_modes(torch):
    f, x = torch.compile(body(torch)), torch.randn(4, 8)

    def under(mode):
        with mode():
            return f(x)
    modes = [torch.enable_grad, torch.no_grad, torch.inference_mode]
    return [Call(lambda m=m: under(m), 4) for m in modes + modes]


@scenario()
def identity(torch):
    return same(torch, torch.compile(lambda a: a))


@scenario(late=True)
def late_hook(torch):
    f = torch.compile(body(torch))
    f(torch.randn(4, 8))
    return same(torch, f)


@scenario()
def layers(torch):
    """Layers that are compiled one by one, with nothing between them."""
    torch.manual_seed(1)
    parts = [torch.compile(torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()).eval())
             for _ in range(3)]

    def run(x):
        for part in parts:
            x = part(x)
        return x
    return same(torch, run)


@scenario()
def training(torch):
    m = model(torch).train()
    loss = torch.compile(lambda x: m(x).square().mean())
    return same(torch, lambda x: loss(x).backward())


@scenario()
def backward_apart(torch):
    """Forward and backward in samples of their own: backward is compiled when it is due."""
    m = model(torch).train()
    forward = torch.compile(lambda x: m(x).square().mean())
    x, kept = torch.randn(4, 8), []
    return [Call(lambda: kept.append(forward(x)), 4), Call(lambda: kept.pop().backward(), 4)] * 3


@scenario()
def worker_thread(torch):
    """The harness hands its calls to a thread of its own."""
    from concurrent.futures import ThreadPoolExecutor
    f, pool, x = torch.compile(body(torch)), ThreadPoolExecutor(1), torch.randn(4, 8)
    pool.submit(int).result()
    return [Call(lambda: pool.submit(f, x).result(), 4) for _ in range(3)]


@scenario()
def reset_between(torch):
    """Half-way the harness throws all graphs away."""
    f, x = torch.compile(body(torch)), torch.randn(4, 8)

    def run(reset):
        if reset:
            torch._dynamo.reset()
        return f(x)
    return [Call(lambda r=r: run(r), 4) for r in (False, False, False, True, False, False)]


@scenario()
def raises(torch):
    f, x = torch.compile(body(torch)), torch.randn(4, 8)

    def run(bad):
        y = f(x)
        if bad:
            raise ValueError("the harness failed")
        return y
    return [Call(lambda b=b: run(b), 4) for b in (False, False, True, False)]


@scenario(since=(2, 6))
def packaged(torch):
    """A package of AOTInductor: compiled code that dynamo never sees."""
    import tempfile
    m, x = model(torch), torch.randn(4, 8)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        path = torch._inductor.aoti_compile_and_package(
            torch.export.export(m, (x,)), package_path=tempfile.mkdtemp() + "/model.pt2")
        loaded = torch._inductor.aoti_load_package(path)
    return [Call(lambda: loaded(x), 4) for _ in range(3)]


@scenario(twice=True)
def warm_cache(torch):
    """The process begins with the graphs that another one left in the caches on disk."""
    m = model(torch).train()
    loss = torch.compile(lambda x: m(x).square().mean())
    return same(torch, lambda x: loss(x).backward())


def precompiled_body(a):
    return (a * 2 + 1).relu().sum()


@scenario(since=(2, 15), twice=True)
def precompiled(torch):
    """The process begins with what another one compiled and saved (caching_precompile)."""
    torch._dynamo.config.caching_precompile = True
    return same(torch, torch.compile(precompiled_body))
