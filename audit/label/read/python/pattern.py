# pattern.py - match: what its patterns say as tests and assignments.
#
# A pattern that is a value, or several, stays a pattern of the CASE. Any other
# becomes a test of the subject: its names are bound on the way, as by :=.


def values_of(p):
    """The expressions that a pattern of plain values stands for, or None."""
    c = p.__class__
    if c is ast.MatchValue:
        return [p.value]
    if c is ast.MatchSingleton:
        return [at(ast.Constant(p.value), p)]
    if c is ast.MatchOr:
        several = [values_of(q) for q in p.patterns]
        return None if None in several else [v for vs in several for v in vs]
    return None


def at(n, p):
    """A node that is not in the text, at the place of one that is."""
    n.lineno = p.lineno
    return n


def whole(k, p):
    """A whole number, as it would be written."""
    n = at(ast.Constant(abs(k)), p)
    return n if k >= 0 else at(ast.UnaryOp(ast.USub(), n), p)


def called(f, p, *args):
    return at(ast.Call(at(ast.Name(f), p), list(args), []), p)


def compared(left, op, right, p):
    return at(ast.Compare(left, [op], [right]), p)


def bind(what, subject, p):
    """A test that is true and binds a name: x := subject, true."""
    return at(ast.NamedExpr(at(ast.Name(what), p), subject), p)


def others(p, subject):
    """What of a mapping its pattern does not name: {k: v for k, v in subject.items() if k not in keys}."""
    k, v = at(ast.Name("k"), p), at(ast.Name("v"), p)
    items = at(ast.Call(at(ast.Attribute(subject, "items"), p), [], []), p)
    rest = compared(k, ast.NotIn(), at(ast.Tuple(list(p.keys)), p), p)
    each = ast.comprehension(at(ast.Tuple([k, v]), p), items, [rest] if p.keys else [], 0)
    return at(ast.DictComp(k, v, [each]), p)


def tests_of(p, subject):
    """What a pattern asks of its subject, in order. A NamedExpr asks nothing and binds."""
    c = p.__class__
    if c in (ast.MatchValue, ast.MatchSingleton):
        op = ast.Is() if c is ast.MatchSingleton else ast.Eq()
        return [compared(subject, op, values_of(p)[0], p)]
    if c is ast.MatchOr:
        return [at(ast.BoolOp(ast.Or(), [joined_tests(tests_of(q, subject), p) for q in p.patterns]), p)]
    if c is ast.MatchAs:
        inner = tests_of(p.pattern, subject) if p.pattern else []
        return inner + ([bind(p.name, subject, p)] if p.name else [])
    if c is ast.MatchStar:
        return [bind(p.name, called("list", p, subject), p)] if p.name else []
    if c is ast.MatchSequence:
        star = next((i for i, q in enumerate(p.patterns) if q.__class__ is ast.MatchStar), None)
        least = whole(len(p.patterns) - (star is not None), p)
        out = [called("__sequence__", p, subject), compared(called("len", p, subject), ast.Eq() if star is None else ast.GtE(), least, p)]
        for i, q in enumerate(p.patterns):
            if i == star:
                after = len(p.patterns) - i - 1
                upper = whole(-after, p) if after else None
                part = at(ast.Slice(at(ast.Constant(i), p), upper, None), p)
            else:
                part = whole(i if star is None or i < star else i - len(p.patterns), p)
            out += tests_of(q, at(ast.Subscript(subject, part), p))
        return out
    if c is ast.MatchMapping:
        out = [called("__mapping__", p, subject)]
        for k, q in zip(p.keys, p.patterns):
            out.append(compared(k, ast.In(), subject, p))
            out += tests_of(q, at(ast.Subscript(subject, k), p))
        return out + ([bind(p.rest, others(p, subject), p)] if p.rest else [])
    if c is ast.MatchClass:
        out = [called("isinstance", p, subject, p.cls)]
        if len(p.patterns) == 1 and p.cls.__class__ is ast.Name and p.cls.id in ("str", "int", "float", "bool", "bytes"):
            out += tests_of(p.patterns[0], subject)
        else:
            for i, q in enumerate(p.patterns):
                args = at(ast.Attribute(subject, "__match_args__"), p)
                field = called("getattr", p, subject, at(ast.Subscript(args, at(ast.Constant(i), p)), p))
                out += tests_of(q, field)
        for a, q in zip(p.kwd_attrs, p.kwd_patterns):
            out += tests_of(q, at(ast.Attribute(subject, a), p))
        return out
    return [at(ast.Constant(...), p)]  # a pattern of a newer Python: not known


def joined_tests(tests, p):
    """One expression of them: (x := s, test) is a comma expression (facts.h)."""
    parts = []
    binds = []
    for t in tests:
        if t.__class__ is ast.NamedExpr:
            binds.append(t)
        else:
            parts.append(after(binds, t, p) if binds else t)
            binds = []
    if binds:
        parts.append(after(binds, at(ast.Constant(True), p), p))
    if not parts:
        return at(ast.Constant(True), p)
    return parts[0] if len(parts) == 1 else at(ast.BoolOp(ast.And(), parts), p)


class Comma(ast.expr):
    """Expressions one after the other; its value is the last one's."""
    _fields = ("elts",)


def after(binds, value, p):
    n = Comma()
    n.elts = binds + [value]
    return at(n, p)


def comma(n, d):
    put(f"{d} tuple {n.lineno} ,")
    for e in n.elts:
        expr(e, d + 1)


EXPR[Comma] = comma


def match(n, d):
    put(f"{d} switch {n.lineno} -")
    expr(n.subject, d + 1)
    for case in n.cases:
        p = case.pattern
        put(f"{d + 1} case {p.lineno} -")
        values = values_of(p)
        tests = [] if values else tests_of(p, n.subject)
        for v in values or []:
            expr(v, d + 2)
        if case.guard is not None:
            tests.append(case.guard)
        if tests:
            put(f"{d + 2} guard {p.lineno} -")
            expr(joined_tests(tests, p), d + 3)
        block(case.body, p.lineno, d + 2)
