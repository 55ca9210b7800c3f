# expr.py - expressions of Python as facts (facts.h has the form of each).
#
# The parts of audit/label/read/python/ are one program, in the order that
# audit/build.mk has. It parses and never runs what it reads: of Python's own
# modules it needs ast, os, re, signal and sys, and it is started so that
# nothing else can be found (read_python.c).
import ast
import os
import re
import signal
import sys

MAX_DEPTH = 400        # FACT_MAX_DEPTH
DEEP = MAX_DEPTH - 8   # no emitter opens more levels than that at once
MAX_TEXT = 65536       # characters of a constant

lines = []             # of the file that is read
put = lines.append


def escaped(s):
    if "\\" in s or "\n" in s or "\r" in s:
        return s.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return s


def text(kind, s, line, d):
    """A node whose str is any text that UTF-8 and a string of C can hold."""
    if "\0" in s or len(s) > MAX_TEXT or not s.isascii() and s != s.encode("utf-8", "replace").decode("utf-8"):
        put(f"{d} unknown {line} - text that is too long, or no UTF-8 without a byte 0")
    elif s:
        put(f"{d} {kind} {line} - {escaped(s)}")
    else:
        put(f"{d} {kind} {line} -")


def constant(n, d):
    v = n.value
    c = v.__class__
    if c is str:
        text("str", v, n.lineno, d)
    elif v is None:
        put(f"{d} none {n.lineno} -")
    elif c is bool:
        put(f"{d} bool {n.lineno} - {int(v)}")
    elif c is int:
        if v.bit_length() < 4096:
            put(f"{d} int {n.lineno} - {v}")
        else:
            put(f"{d} unknown {n.lineno} - a large number")
    elif c is float:
        put(f"{d} float {n.lineno} - {v!r}")
    elif c is bytes:
        if v.isascii():
            text("str", v.decode("ascii"), n.lineno, d)
        else:
            put(f"{d} unknown {n.lineno} - bytes")
    else:  # complex, Ellipsis
        put(f"{d} unknown {n.lineno} - {v!r}")


def name(n, d):
    put(f"{d} name {n.lineno} - {n.id}")


def attribute(n, d):
    put(f"{d} attr {n.lineno} - {n.attr}")
    expr(n.value, d + 1)


def call(n, d):
    put(f"{d} call {n.lineno} -")
    d += 1
    expr(n.func, d)
    for a in n.args:
        if a.__class__ is ast.Starred:
            put(f"{d} arg {a.lineno} s")
            expr(a.value, d + 1)
        else:
            put(f"{d} arg {a.lineno} -")
            expr(a, d + 1)
    for k in n.keywords:
        if k.arg is None:
            put(f"{d} arg {k.value.lineno} S")
        else:
            put(f"{d} arg {k.value.lineno} - {k.arg}")
        expr(k.value, d + 1)


BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//",
    ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@", ast.LShift: "<<", ast.RShift: ">>",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
    ast.And: "and", ast.Or: "or",
}
UNARY = {ast.Not: "not", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}


def binary(n, d):
    put(f"{d} bin {n.lineno} - {BINARY[n.op.__class__]}")
    expr(n.left, d + 1)
    expr(n.right, d + 1)


def boolean(n, d):
    """a or b or c is a or (b or c): as true, and in the same order."""
    op = BINARY[n.op.__class__]
    for v in n.values[:-1]:
        put(f"{d} bin {v.lineno} - {op}")
        d += 1
        if d > DEEP:
            too_deep(v, d)
            too_deep(v, d)
            return
        expr(v, d)
    expr(n.values[-1], d)


def compare(n, d):
    left = n.left
    last = len(n.ops) - 1
    for i, (op, right) in enumerate(zip(n.ops, n.comparators)):
        if i < last:
            put(f"{d} bin {n.lineno} - and")
            d += 1
            if d > DEEP:
                too_deep(n, d)
                too_deep(n, d)
                return
        put(f"{d} bin {left.lineno} - {BINARY[op.__class__]}")
        expr(left, d + 1)
        expr(right, d + 1)
        left = right


def unary(n, d):
    put(f"{d} un {n.lineno} - {UNARY[n.op.__class__]}")
    expr(n.operand, d + 1)


def conditional(n, d):
    put(f"{d} cond {n.lineno} -")
    expr(n.test, d + 1)
    expr(n.body, d + 1)
    expr(n.orelse, d + 1)


def sequence(kind):
    def emit(n, d):
        put(f"{d} {kind} {n.lineno} -")
        for e in n.elts:
            expr(e, d + 1)
    return emit


def dictionary(n, d):
    put(f"{d} dict {n.lineno} -")
    for k, v in zip(n.keys, n.values):
        if k is None:
            put(f"{d + 1} pair {v.lineno} S")
        else:
            put(f"{d + 1} pair {k.lineno} -")
            expr(k, d + 2)
        expr(v, d + 2)


def subscript(n, d):
    put(f"{d} index {n.lineno} -")
    expr(n.value, d + 1)
    expr(n.slice, d + 1)


def bound(n, line, d):
    put(f"{d} arg {line} -")
    if n is None:
        put(f"{d + 1} none {line} -")
    else:
        expr(n, d + 1)


def slice_of(n, d):
    line = (n.lower or n.upper or n.step or n).__dict__.get("lineno", 0)
    put(f"{d} call {line} -")
    put(f"{d + 1} name {line} - slice")
    bound(n.lower, line, d + 1)
    bound(n.upper, line, d + 1)
    bound(n.step, line, d + 1)


def index_wrapper(n, d):  # before Python 3.9
    expr(n.value, d)


def slices(n, d):  # before Python 3.9
    put(f"{d} tuple 0 -")
    for s in n.dims:
        expr(s, d + 1)


def joined(n, d):
    put(f"{d} join {n.lineno} -")
    for v in n.values:
        if v.__class__ is not ast.Constant or v.value:  # Python 3.12 leaves empty ones
            expr(v, d + 1)


def formatted(n, d):
    """A part of an f-string: itself, unless it is not written as str() has it."""
    if n.conversion in (-1, 115) and n.format_spec is None:
        expr(n.value, d)
        return
    put(f"{d} call {n.lineno} -")
    put(f"{d + 1} name {n.lineno} - {'repr' if n.conversion == 114 else 'format'}")
    put(f"{d + 1} arg {n.lineno} -")
    expr(n.value, d + 2)
    if n.format_spec is not None:
        put(f"{d + 1} arg {n.lineno} -")
        expr(n.format_spec, d + 2)


def generators(n, d, leaf):
    put(f"{d} comp {n.lineno} {'L' if n.__class__ is ast.GeneratorExp else '-'}")
    for g in n.generators:
        d += 1
        if d > DEEP:
            too_deep(g.target, d)
            return
        put(f"{d} for {g.target.lineno} -")
        expr(g.target, d + 1)
        expr(g.iter, d + 1)
        d += 1
        put(f"{d} block {g.target.lineno} -")
        for test in g.ifs:
            d += 1
            if d > DEEP:
                too_deep(g.target, d)
                return
            put(f"{d} if {test.lineno} -")
            expr(test, d + 1)
            d += 1
            put(f"{d} block {test.lineno} -")
    leaf(n, d + 1)


def comprehension(n, d):
    generators(n, d, lambda n, d: expr(n.elt, d))


def dict_comprehension(n, d):
    def pair(n, d):
        if n.value is None:  # {**x for x in y}, Python 3.15
            put(f"{d} pair {n.lineno} S")
        else:
            put(f"{d} pair {n.lineno} -")
        expr(n.key, d + 1)
        if n.value is not None:
            expr(n.value, d + 1)
    generators(n, d, pair)


def wrapped(kind):
    def emit(n, d):
        put(f"{d} {kind} {n.lineno} -")
        if n.value is not None:
            expr(n.value, d + 1)
    return emit


def yield_from(n, d):
    put(f"{d} yield {n.lineno} -")
    put(f"{d + 1} starred {n.lineno} -")
    expr(n.value, d + 2)


def named(n, d):
    put(f"{d} assign {n.lineno} -")
    expr(n.target, d + 1)
    expr(n.value, d + 1)


def function_of_expression(n, d):
    put(f"{d} func {n.lineno} -")
    params(n.args, d + 1)
    put(f"{d + 1} block {n.lineno} -")
    put(f"{d + 2} return {n.lineno} -")
    expr(n.body, d + 3)


def annotation(n):
    """The dotted name that an annotation comes to, or ""."""
    for _ in range(8):
        c = n.__class__
        if c is ast.Subscript:
            what = annotation(n.value)
            if what.rpartition(".")[2] in ("Optional", "Annotated", "ClassVar", "Final"):
                n = n.slice.value if n.slice.__class__.__name__ == "Index" else n.slice
                if n.__class__ is ast.Tuple and n.elts:
                    n = n.elts[0]
                continue
            return what
        if c is ast.BinOp:  # X | None
            n = n.left if n.right.__class__ is ast.Constant and n.right.value is None else n.right
            continue
        if c is ast.Constant and n.value.__class__ is str and len(n.value) < 200:
            try:
                n = ast.parse(n.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return ""
            continue
        parts = []
        while n.__class__ is ast.Attribute:
            parts.append(n.attr)
            n = n.value
        if n.__class__ is not ast.Name:
            return ""
        parts.append(n.id)
        return ".".join(reversed(parts))
    return ""


def allowed(n, d):
    """The strings of a Literal, wherever it stands in an annotation."""
    for k in ast.walk(n):
        if k.__class__ is ast.Subscript and annotation(k.value).rpartition(".")[2] == "Literal":
            for s in ast.walk(k.slice):
                if s.__class__ is ast.Constant and s.value.__class__ is str and s.value:
                    put(f"{d} str {n.lineno} - {escaped(s.value)}")


def typed(n, d):
    if n is not None:
        what = annotation(n)
        if what:
            put(f"{d} type {n.lineno} - {what}")
            allowed(n, d + 1)


def param(a, flag, default, d):
    put(f"{d} param {a.lineno} {flag} {a.arg}")
    typed(a.annotation, d + 1)
    if default is not None:
        put(f"{d + 1} default {default.lineno} -")
        expr(default, d + 2)


def params(a, d):
    plain = a.posonlyargs + a.args
    without = len(plain) - len(a.defaults)
    for i, p in enumerate(plain):
        param(p, "-", a.defaults[i - without] if i >= without else None, d)
    if a.vararg:
        param(a.vararg, "s", None, d)
    elif a.kwonlyargs:
        put(f"{d} param {a.kwonlyargs[0].lineno} s")
    for p, default in zip(a.kwonlyargs, a.kw_defaults):
        param(p, "-", default, d)
    if a.kwarg:
        param(a.kwarg, "S", None, d)


def too_deep(n, d):
    put(f"{d} error {getattr(n, 'lineno', 0)} - nested too deep")


EXPR = {
    ast.Constant: constant, ast.Name: name, ast.Attribute: attribute, ast.Call: call,
    ast.BinOp: binary, ast.BoolOp: boolean, ast.Compare: compare, ast.UnaryOp: unary,
    ast.IfExp: conditional, ast.List: sequence("list"), ast.Set: sequence("list"),
    ast.Tuple: sequence("tuple"), ast.Dict: dictionary, ast.Subscript: subscript,
    ast.Slice: slice_of, ast.JoinedStr: joined, ast.FormattedValue: formatted,
    ast.ListComp: comprehension, ast.SetComp: comprehension, ast.GeneratorExp: comprehension,
    ast.DictComp: dict_comprehension, ast.Starred: wrapped("starred"), ast.Yield: wrapped("yield"),
    ast.Await: wrapped("await"), ast.YieldFrom: yield_from, ast.NamedExpr: named,
    ast.Lambda: function_of_expression,
}
for newer, emitter in (("TemplateStr", joined), ("Interpolation", formatted)):
    if hasattr(ast, newer):
        EXPR[getattr(ast, newer)] = emitter
if sys.version_info < (3, 9):
    EXPR[ast.Index] = index_wrapper
    EXPR[ast.ExtSlice] = slices


def expr(n, d):
    f = EXPR.get(n.__class__)
    if d > DEEP:
        too_deep(n, d)
    elif f is None:
        put(f"{d} error {getattr(n, 'lineno', 0)} - {n.__class__.__name__} is not known")
    else:
        f(n, d)
