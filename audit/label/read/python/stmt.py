# stmt.py - statements of Python as facts.


def block(body, line, d):
    put(f"{d} block {line} -")
    for s in body:
        stmt(s, d + 1)


def decorated(n, d, drop):
    for e in n.decorator_list:
        if not (e.__class__ is ast.Name and e.id in drop):
            put(f"{d} decor {e.lineno} -")
            expr(e, d + 1)


# Names of methods that Python itself binds to the class.
OF_CLASS = ("__new__", "__init_subclass__", "__class_getitem__")


# What is around a statement, functions and classes, the innermost last.
around = []


def annotated(notes, line, d):
    """What annotations call is run where they stand, not within functions; since Python 3.14 only if someone asks."""
    calls = []
    if postponed or (around and around[-1] == "func"):
        return
    while notes:
        n = notes.pop(0)
        if n.__class__ is ast.Call:
            calls.append(n)
        elif n is not None:
            notes.extend(ast.iter_child_nodes(n))
    if calls:
        put(f"{d} if {line} -")
        put(f"{d + 1} unknown {line} - annotations are evaluated")
        put(f"{d + 1} block {line} -")
        for n in calls:
            expr(n, d + 2)


def function(n, d, flag="-"):
    a = n.args
    lazy = "L" if n.__class__ is ast.AsyncFunctionDef else ""
    annotated([k.annotation for k in a.posonlyargs + a.args + [a.vararg] + a.kwonlyargs + [a.kwarg] if k] + [n.returns], n.lineno, d)
    around.append("func")
    put(f"{d} func {n.lineno} {(flag + lazy).lstrip('-') or '-'} {n.name}")
    decorated(n, d + 1, ("staticmethod", "classmethod") if flag != "-" else ())
    params(n.args, d + 1)
    typed(n.returns, d + 1)
    put(f"{d + 1} block {n.lineno} -")
    if old:
        put(f"{d + 2} error {n.lineno} - {OLD}")
    for s in n.body:
        stmt(s, d + 2)
    around.pop()


def method(n, d):
    names = [e.id for e in n.decorator_list if e.__class__ is ast.Name]
    if "staticmethod" in names:
        function(n, d, "t")
    elif "classmethod" in names or n.name in OF_CLASS:
        function(n, d, "c")
    else:
        function(n, d, "r")


def member(n, d):
    """A statement of a class: what it makes are methods and fields."""
    c = n.__class__
    if c is ast.FunctionDef or c is ast.AsyncFunctionDef:
        method(n, d)
    elif c is ast.Assign and len(n.targets) == 1 and n.targets[0].__class__ is ast.Name:
        declared(n.targets[0], None, n.value, n.lineno, "t", d)
    elif c is ast.AnnAssign and n.target.__class__ is ast.Name:
        declared(n.target, n.annotation, n.value, n.lineno, "-", d)
        annotated([n.annotation], n.lineno, d)
    elif c is ast.If:
        branch(n, d, member)
    elif c is ast.Try:
        attempt(n, d, member)
    else:
        stmt(n, d)


def class_(n, d):
    put(f"{d} class {n.lineno} - {n.name}")
    for b in n.bases:
        put(f"{d + 1} base {b.lineno} -")
        expr(b.value if b.__class__ is ast.Starred else b, d + 2)
    for k in n.keywords:
        put(f"{d + 1} base {k.value.lineno} -")
        put(f"{d + 2} arg {k.value.lineno} {'-' if k.arg else 'S'} {k.arg or ''}".rstrip())
        expr(k.value, d + 3)
    decorated(n, d + 1, ())
    put(f"{d + 1} block {n.lineno} -")
    around.append("class")
    for s in n.body:
        member(s, d + 2)
    around.pop()


def declared(target, type_, value, line, flag, d):
    put(f"{d} decl {line} {flag}")
    expr(target, d + 1)
    typed(type_, d + 1)
    if value is not None:
        put(f"{d + 1} default {value.lineno} -")
        expr(value, d + 2)


def import_(n, d):
    for a in n.names:
        put(f"{d} import {n.lineno} - {a.name}")
        if a.asname:
            put(f"{d + 1} alias {n.lineno} - {a.asname}")


def from_(n, d):
    put(f"{d} from {n.lineno} - {'.' * n.level}{n.module or ''}")
    for a in n.names:
        line = getattr(a, "lineno", n.lineno)
        put(f"{d + 1} alias {line} - {a.asname or a.name}")
        if a.name != "*":
            put(f"{d + 2} name {line} - {a.name}")


def assign(n, d):
    """a = b = v is a = (b = v)."""
    for t in n.targets:
        put(f"{d} assign {n.lineno} -")
        d += 1
        if d > DEEP:
            too_deep(n, d)
            too_deep(n, d)
            return
        expr(t, d)
    expr(n.value, d)


def assign_typed(n, d):
    if n.target.__class__ is ast.Name:
        declared(n.target, n.annotation, n.value, n.lineno, "-", d)
    elif n.value is not None:
        put(f"{d} assign {n.lineno} -")
        expr(n.target, d + 1)
        expr(n.value, d + 1)
    annotated([n.annotation], n.lineno, d)


def assign_with(n, d):
    put(f"{d} assign {n.lineno} - {BINARY[n.op.__class__]}")
    expr(n.target, d + 1)
    expr(n.value, d + 1)


def delete(n, d):
    put(f"{d} delete {n.lineno} -")
    for t in n.targets:
        expr(t, d + 1)


LONG = 40  # branches of an if that are no longer nested in each other


def chain(n, d, each):
    """A long if-elif-else is a switch whose cases are guards. False if it is short."""
    arms = [n]
    while len(arms[-1].orelse) == 1 and arms[-1].orelse[0].__class__ is ast.If:
        arms.append(arms[-1].orelse[0])
    if len(arms) < LONG:
        return False
    put(f"{d} switch {n.lineno} -")
    put(f"{d + 1} none {n.lineno} -")
    for a in arms:
        put(f"{d + 1} case {a.lineno} -")
        put(f"{d + 2} guard {a.lineno} -")
        expr(a.test, d + 3)
        put(f"{d + 2} block {a.lineno} -")
        for s in a.body:
            each(s, d + 3)
    if arms[-1].orelse:
        put(f"{d + 1} case {arms[-1].orelse[0].lineno} -")
        put(f"{d + 2} block {arms[-1].orelse[0].lineno} -")
        for s in arms[-1].orelse:
            each(s, d + 3)
    return True


def branch(n, d, each=None):
    each = each or stmt
    if chain(n, d, each):
        return
    put(f"{d} if {n.lineno} -")
    expr(n.test, d + 1)
    put(f"{d + 1} block {n.lineno} -")
    for s in n.body:
        each(s, d + 2)
    if n.orelse:
        put(f"{d + 1} block {n.orelse[0].lineno} -")
        for s in n.orelse:
            if d + 2 > DEEP:
                too_deep(s, d + 2)
                return
            each(s, d + 2)


def while_(n, d):
    put(f"{d} while {n.lineno} -")
    expr(n.test, d + 1)
    block(n.body, n.lineno, d + 1)
    if n.orelse:
        block(n.orelse, n.orelse[0].lineno, d + 1)


def for_(n, d):
    put(f"{d} for {n.lineno} -")
    expr(n.target, d + 1)
    expr(n.iter, d + 1)
    block(n.body, n.lineno, d + 1)
    if n.orelse:
        block(n.orelse, n.orelse[0].lineno, d + 1)


def attempt(n, d, each=None):
    each = each or stmt

    def body(statements, line, d):
        put(f"{d} block {line} -")
        for s in statements:
            each(s, d + 1)

    put(f"{d} try {n.lineno} -")
    body(n.body, n.lineno, d + 1)
    for h in n.handlers:
        put(f"{d + 1} handler {h.lineno} - {h.name}" if h.name else f"{d + 1} handler {h.lineno} -")
        if h.type is not None:
            for t in h.type.elts if h.type.__class__ is ast.Tuple else [h.type]:
                expr(t, d + 2)
        body(h.body, h.lineno, d + 2)
    if n.orelse:
        put(f"{d + 1} else {n.orelse[0].lineno} -")
        body(n.orelse, n.orelse[0].lineno, d + 2)
    if n.finalbody:
        put(f"{d + 1} finally {n.finalbody[0].lineno} -")
        body(n.finalbody, n.finalbody[0].lineno, d + 2)


def with_(n, d):
    put(f"{d} with {n.lineno} -")
    for i in n.items:
        put(f"{d + 1} item {i.context_expr.lineno} -")
        expr(i.context_expr, d + 2)
        if i.optional_vars is not None:
            expr(i.optional_vars, d + 2)
    block(n.body, n.lineno, d + 1)


def return_(n, d):
    put(f"{d} return {n.lineno} -")
    if n.value is not None:
        expr(n.value, d + 1)


def raise_(n, d):
    put(f"{d} raise {n.lineno} -")
    if n.exc is not None:
        expr(n.exc, d + 1)


def assert_(n, d):
    put(f"{d} assert {n.lineno} -")
    expr(n.test, d + 1)
    if n.msg is not None:
        expr(n.msg, d + 1)


def global_(n, d):
    put(f"{d} global {n.lineno} -")
    for s in n.names:
        put(f"{d + 1} name {n.lineno} - {s}")


def break_(n, d):
    put(f"{d} break {n.lineno} -")


def continue_(n, d):
    put(f"{d} continue {n.lineno} -")


def nothing(n, d):
    pass


def expression(n, d):
    """Text that stands alone is never executed: docstrings, and comments made of them."""
    v = n.value
    if v.__class__ is not ast.Constant:
        expr(v, d)
    elif v.value.__class__ is str:
        remark(v.value, n.lineno, d)


def remark(s, line, d):
    s = s.replace("\0", " ")[:MAX_TEXT]
    put(f"{d} comment {line} - {escaped(s)}" if s else f"{d} comment {line} -")


STMT = {
    ast.FunctionDef: function, ast.AsyncFunctionDef: function, ast.ClassDef: class_,
    ast.Import: import_, ast.ImportFrom: from_, ast.Assign: assign, ast.AnnAssign: assign_typed,
    ast.AugAssign: assign_with, ast.Delete: delete, ast.If: branch, ast.While: while_,
    ast.For: for_, ast.AsyncFor: for_, ast.Try: attempt, ast.With: with_, ast.AsyncWith: with_,
    ast.Return: return_, ast.Raise: raise_, ast.Assert: assert_, ast.Global: global_,
    ast.Nonlocal: global_, ast.Break: break_, ast.Continue: continue_, ast.Pass: nothing,
    ast.Expr: expression,
}
for newer, emitter in (("Match", match), ("TryStar", attempt), ("TypeAlias", nothing)):
    if hasattr(ast, newer):
        STMT[getattr(ast, newer)] = emitter


def stmt(n, d):
    f = STMT.get(n.__class__)
    if d > DEEP:
        too_deep(n, d)
    elif f is None:
        put(f"{d} error {n.lineno} - {n.__class__.__name__} is not known")
    else:
        f(n, d)
