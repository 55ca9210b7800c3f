"""Reads Python, configuration and CMake for label_pyread.c; label_data.py stands before it.

The names of the files come on standard input, each ended by a NUL: "P" or "D" (data) and the
path. The answer for each is the number of its bytes, a newline, and that many bytes of lines.
One line is one step of the machine of label_pybuild.c, which has a stack of expressions and one
of open statements. A line that begins with "#" says why the file could not be read."""
import sys
import _ast
import _signal

MOST, LONGEST, SECONDS = 4 << 20, 1 << 16, 30  # bytes of a file, characters of a text, for a file
NESTED, ARMS = 150, 165  # open statements; these and the arms of elif within them

def numbered(words):
    return {w: chr(48 + i) for i, w in enumerate(words.split())}

# xkind, xop, skind of label_facts.h; a quotient is OTHER
X = numbered("CONST NAME ATTR SUB CALL KEYWORD STAR CMP NOT AND OR COND BIN LIST DICT FSTR LAMBDA "
             "COMP ELEM ITEM KEY DEFINED CMAKE FLAGVAR EXC ASSIGN COMMA ENV ARGV ARGC FUNC "
             "CLASS SELF OPAQUE")
OP = numbered("None Eq NotEq Lt LtE Gt GtE In NotIn Is IsNot Add Sub Mult QUOT Mod BitAnd BitOr "
              "BitXor LShift RShift AUG OTHER")
S = numbered("EXPR ASSIGN DECL RETURN YIELD RAISE LEAVE ASSERT IF LOOP SWITCH CASE TRY HANDLER "
             "BLOCK FUNC CLASS GLOBAL")
STMT, ASSIGNED, WITH = "0", "2", "="  # erole
HAS_X, HAS_TARGET, OPENS, LEAVES, QUIET = 1, 2, 4, 8, 16

def step(kind, n="", op="None"):
    return "%s%s%s" % (X[kind], OP.get(op, OP["OTHER"]), n)

NAME, ATTR, KEYWORD = step("NAME") + "'", step("ATTR", 1) + "'", step("KEYWORD", 1) + "'"
CONST, OPAQUE, SUB = step("CONST"), step("OPAQUE"), step("SUB", 2)

MODELISH = ("model", "net", "module", "unet", "transformer", "vae", "pipe", "encoder", "decoder",
            "policy", "actor", "generator", "backbone", "layer", "block", "func", "forward")
FAILED = ("err", "exc", "fail")
STOPS = ("sys.exit", "exit", "quit", "os._exit", "os.abort")
QUIET_TYPES = ("KeyboardInterrupt", "ImportError", "ModuleNotFoundError", "json.JSONDecodeError")

out, heads = [], []   # lines of the file; those of its imports, which come first
put = out.append
imports = {}          # what each name stands for

def clean(s):
    s = s.replace("\\", "\\\\").replace("\n", "\\n")
    return s.replace("\t", "\\t").replace("\0", "\\0")

def kind(n):
    return n.__class__.__name__

def segment(n):
    """The text of a node as it stands in the file, of its first line; one kind of quotes."""
    global rows
    rows = rows or source.splitlines()  # once they are asked for
    if not hasattr(n, "lineno"):
        return kind(n) if n else ""
    s = rows[n.lineno - 1][n.col_offset:n.end_col_offset if n.lineno == n.end_lineno else None]
    return clean(" ".join(s.decode("utf-8", "replace").replace('"', "'").split()))[:80]

def last(n):
    while kind(n) in ("Call", "Subscript"):
        n = n.func if kind(n) == "Call" else n.value
    return getattr(n, "id", None) or getattr(n, "attr", "")

def dotted(n):
    of = {"Call": "func", "Attribute": "value"}.get(kind(n))
    base = dotted(getattr(n, of)) if of else ""
    return getattr(n, "id", "") or base and base + ("()" if kind(n) == "Call" else "." + n.attr)

def number(n):
    if kind(n) == "UnaryOp" and kind(n.op) == "USub" and number(n.operand) is not None:
        return -number(n.operand)
    known = kind(n) == "Constant" and n.value.__class__ in (int, float) and n.value < 1 << 63
    return n.value if known else None

def literal(n):
    return kind(n) == "Constant" or number(n) is not None

def ex(n):
    global line
    if n.__class__ is str:
        put(n)
        return
    parts, made = EX.get(n.__class__.__name__, opaque)(n)
    if not parts and getattr(n, "lineno", line) != line:
        line = n.lineno
        put("l%d" % line)
    for part in parts:
        ex(part)
    if made:
        put(made)

def several(what, parts):
    return parts, step(what, len(parts))

def constant(n):
    v = n.value if kind(n) != "UnaryOp" else number(n)
    if v.__class__ is str and len(v) <= LONGEST:
        return (), CONST + "'" + clean(v)
    if v is None or v is True or v is False or number(n) is not None:
        return (), "%s?%r" % (CONST, v)
    return (), OPAQUE + "'" + segment(n)

def compare(n):
    """a < b < c is a < b and b < c: what is compared twice is taken again."""
    parts = [n.left]
    for op, v in zip(n.ops, n.comparators):
        parts += ["k"] * (len(parts) > 1) + [v, step("CMP", 2, kind(op))]
    return parts, step("AND", len(n.ops)) if len(n.ops) > 1 else ""

def unary(n):
    if number(n) is not None:
        return constant(n)
    made = {"Not": step("NOT", 1), "Invert": OPAQUE + "1'~", "USub": step("BIN", 2, "Sub")}
    return [CONST + "i0"] * (kind(n.op) == "USub") + [n.operand], made.get(kind(n.op), "")

def comprehension(n):
    """A loop within a loop is some element of the inner one. Of a key only what it does counts."""
    parts = [n.key, n.value, step("COMMA", 2)] if kind(n) == "DictComp" else [n.elt]
    for i, g in enumerate(reversed(n.generators)):
        made = step("COMP", 3 + len(g.ifs))
        parts += [step("ELEM", 1)] * (i > 0) + [g.target, g.iter, *g.ifs, made]
    return parts, ""

def opaque(n):
    parts = [getattr(n, f, None) for f in n._fields]
    parts = sum((v if v.__class__ is list else [v] for v in parts), [])
    parts = [v for v in parts if isinstance(v, _ast.expr)]
    made = "%s%d'%s" % (OPAQUE, len(parts), segment(n))
    return parts, made + "\ng" * (kind(n) in ("Yield", "YieldFrom"))

EX = {
    "Name": lambda n: ((), NAME + n.id), "Constant": constant, "MatchSingleton": constant,
    "Attribute": lambda n: ((n.value,), ATTR + n.attr),
    "Call": lambda n: several("CALL", [n.func] + n.args + n.keywords),
    "keyword": lambda n: ((n.value,), KEYWORD + (n.arg or "**")),
    "Subscript": lambda n: ((n.value, n.slice), SUB),
    "Compare": compare, "UnaryOp": unary, "JoinedStr": lambda n: several("FSTR", n.values),
    "BinOp": lambda n: ((n.left, n.right), step("BIN", 2, kind(n.op))),
    "BoolOp": lambda n: several(kind(n.op).upper(), n.values),
    "IfExp": lambda n: ((n.test, n.body, n.orelse), step("COND", 3)),
    "Dict": lambda n: several("DICT", [
        x for k, v in zip(n.keys, n.values) for x in (k or NAME + "**", v)]),
    "NamedExpr": lambda n: ((n.target, n.value), step("ASSIGN", 2)),
    "Starred": lambda n: ((n.value,), step("STAR", 1)),
    "Lambda": lambda n: ((n.body,), step("LAMBDA", 1))}
EX.update(dict.fromkeys(("List", "Tuple", "Set"), lambda n: several("LIST", n.elts)))
EX.update(dict.fromkeys(("Await", "Index", "MatchValue", "FormattedValue"),
                        lambda n: ((n.value,), "")))
EX.update(dict.fromkeys(("ListComp", "SetComp", "GeneratorExp", "DictComp"), comprehension))

def is_stop(n):
    f = n.func if kind(n) == "Call" else None
    if kind(f) == "Name":
        return imports.get(f.id, f.id) in STOPS
    base = dotted(f.value) if kind(f) == "Attribute" else ""
    base = imports.get(base, base)
    stops = f.attr in ("exit", "error") and "pars" in base.lower() if base else False
    return stops or base != "" and base + "." + f.attr in STOPS

def carries(n):
    """What looks like a model is returned, so that the program goes on with it as it was."""
    while kind(n) in ("List", "Tuple", "Set") and n.elts:
        n = n.elts[0]
    text = segment(n).lower()
    return not any(w in text for w in FAILED) and (kind(n) == "Attribute" or kind(n) == "Name" and (
        n.id in params or n.id in ("self", "m") or any(w in text for w in MODELISH)))

def leaves(body):
    n = body[-1] if body else None
    if kind(n) in ("If", "With", "AsyncWith"):
        return leaves(n.body) and (kind(n) != "If" or leaves(n.orelse))
    return kind(n) in ("Raise", "Continue", "Break") or (
        kind(n) == "Return" and not carries(n.value)) or kind(n) == "Expr" and is_stop(n.value)

def block(body):
    global line
    for n in body:
        write = ST.get(n.__class__.__name__)
        if write:
            if getattr(n, "lineno", line) != line:
                line = n.lineno
                put("l%d" % line)
            write(n)

def state(what, n, flags=0, text="", role=STMT):
    put("s%d %d'%s%s%s" % (flags, n.lineno, S[what], role, text))

def bodies(n):
    """All lists of an open statement, which is closed. An elif is an `if` in the other arm."""
    global depth, arms
    depth += 1
    if depth > NESTED or depth + arms > ARMS:
        raise ValueError("its statements are nested too deeply")
    other = "t1" if hasattr(n, "handlers") else "t0"
    lists = {"body": "", "cases": "", "handlers": "t0", "orelse": other, "finalbody": "t2"}
    for name, to in lists.items():
        body = getattr(n, name, None)
        if body:
            put(to)
            arm = to == "t0" and len(body) == 1 and kind(body[0]) == kind(n) == "If"
            depth, arms = depth - arm, arms + arm
            block(body)
            depth, arms = depth + arm, arms - arm
    put(".")
    depth -= 1

def statement(what, fields, opens=False):
    def write(n):
        flags = OPENS if opens else 0
        for i, f in enumerate(fields):
            flags += 0 if getattr(n, f) is None else 1 << i
            ex(getattr(n, f) or "")
        state(what, n, flags)
        if opens:
            bodies(n)
    return write

def scope(n, what, details, names=None):
    global in_class, params
    for d in n.decorator_list:
        ex(d)
    state(what, n, len(n.decorator_list), "\t".join([n.name] + details))
    outer = in_class, params
    in_class, params = names is None, params if names is None else names
    bodies(n)
    in_class, params = outer

def function(n):
    a = n.args
    every = a.posonlyargs + a.args + a.kwonlyargs
    missing = len(every) - len(a.defaults) - len(a.kw_defaults)
    for p, d in zip(every, [None] * missing + a.defaults + a.kw_defaults):
        ex(d or "")
        put("p%d'%s\t%s" % (d is not None, p.arg, segment(p.annotation)))
    scope(n, "FUNC", [v.arg if v else "" for v in (a.vararg, a.kwarg)], {p.arg for p in every})

def import_(n):
    of = "." * n.level + (n.module + "." if n.module else "") if kind(n) == "ImportFrom" else None
    for a in n.names:
        top = a.name if a.asname or of is not None else a.name.split(".")[0]
        imports[a.asname or top] = (of or "") + top
        heads.append("i'%s\t%s" % (a.asname or top, (of or "") + top))

def effect(n, v, role):
    if v is not None and not literal(v):
        ex(v)
        state("EXPR", n, HAS_X, role=role)

def put_in(n, target, value, role=STMT):
    for v in (value if value.__class__ is list else [value]) + [target]:
        ex(v)
    state("ASSIGN", n, HAS_X | HAS_TARGET, role=role)

def field(n, target, value, of=""):
    if kind(target) == "Name":
        ex(value or "")
        put("d%d %d'%s\t%s" % (value is not None, n.lineno, target.id, of))

def by_name(t):
    key = t.slice if kind(t) == "Subscript" and segment(t.value) == "globals()" else t
    if kind(key) != "Constant" or key.value.__class__ is not str:
        return t
    at = {k: getattr(t, k) for k in t._attributes}
    global_(_ast.Global([key.value], **at))
    return _ast.Name(key.value, **at)

def assign(n):
    """The first target that is a name gets the value, the others get that name."""
    v, to = n.value, list(map(by_name, n.targets))
    if in_class:
        for t in to:
            field(n, t, v)
        effect(n, v, ASSIGNED)
        return
    first = ([t for what in ("Name", "Attribute") for t in to if kind(t) == what] or to)[0]
    again = kind(v) == "Name" or literal(v) or kind(first) not in ("Name", "Attribute", "Subscript")
    for t in [first] + [t for t in to if t is not first]:
        put_in(n, t, v if again or t is first else first)

def assign_typed(n):
    if in_class:
        field(n, n.target, n.value, segment(n.annotation))
        effect(n, n.value, ASSIGNED)
    elif n.value is not None:
        put_in(n, n.target, n.value)

def assign_changed(n):
    """What is added as a number or text is kept, other changes are not."""
    v = n.value
    text = kind(v) == "JoinedStr" or getattr(v, "value", None).__class__ is str
    how = "Add" if (text or number(v) is not None) and kind(n.op) == "Add" else "AUG"
    effect(n, v, ASSIGNED) if in_class else put_in(n, n.target, [n.target, v, step("BIN", 2, how)])

def expression(n):
    v = n.value
    if kind(v) in ("Yield", "YieldFrom"):
        ex(v.value or CONST + "?None")
        state("YIELD", n, HAS_X)
        put("g")
        return
    effect(n, v, STMT)
    if is_stop(v):
        state("RAISE", n)

def with_(n):
    state("BLOCK", n, OPENS)
    for i in n.items:
        to, v = i.optional_vars, i.context_expr
        put_in(n, to, v, WITH) if to else effect(n, v, WITH)
    bodies(n)

def handler(n):
    of = segment(n.type) or "any"
    state("HANDLER", n, OPENS + LEAVES * leaves(n.body) + QUIET * (of in QUIET_TYPES), of)
    bodies(n)

def named(n, name, subject):
    if kind(n) == "Name" and n.id == name:
        return subject
    for f in n._fields if isinstance(n, _ast.AST) else ():
        v = getattr(n, f, None)
        some = [named(e, name, subject) for e in v] if isinstance(v, list) else \
            named(v, name, subject)
        setattr(n, f, some)
    return n

def switch(n):
    """The `if` of a case that only gives the subject a name asks for the subject."""
    for c in n.cases:
        if c.guard and kind(c.pattern) == "MatchAs" and not c.pattern.pattern and c.pattern.name:
            c.guard = named(c.guard, c.pattern.name, n.subject)
    statement("SWITCH", ("subject",), True)(n)

def case(n):
    """Its values; text where the pattern is none of values, nothing where it is any."""
    p, text = n.pattern, ""
    p = p.pattern if kind(p) == "MatchAs" and p.pattern is not None else p
    alone = p.patterns if kind(p) == "MatchOr" else [p]
    values = [q for q in alone if kind(q) in ("MatchValue", "MatchSingleton")]
    if len(values) < len(alone):
        values = []
        text = "" if any(kind(q) == "MatchAs" and q.pattern is None for q in alone) else segment(p)
    for v in values + [step("LIST", len(values))] + ([n.guard] if n.guard else []):
        ex(v)
    state("CASE", p, HAS_X | OPENS | (HAS_TARGET if n.guard else 0), text)
    bodies(n)

def global_(n):
    out.extend([step("NAME", "", "OTHER") + "'" + s for s in n.names])
    put(step("LIST", len(n.names)))
    state("GLOBAL", n, HAS_X)

ST = {
    "ClassDef": lambda n: scope(n, "CLASS", [s for s in map(last, n.bases) if s]),
    "Assign": assign, "AnnAssign": assign_typed, "AugAssign": assign_changed, "Expr": expression,
    "If": statement("IF", ("test",), True), "While": statement("LOOP", ("test",), True),
    "Match": switch, "match_case": case, "ExceptHandler": handler,
    "Return": statement("RETURN", ("value",)), "Raise": statement("RAISE", ("exc",)),
    "Continue": statement("LEAVE", ()), "Break": statement("LEAVE", ()),
    "Assert": statement("ASSERT", ("test",)),
    "Import": import_, "ImportFrom": import_, "Global": global_, "Nonlocal": global_}
for prefix in ("", "Async"):
    ST.update({prefix + "FunctionDef": function, prefix + "With": with_,
               prefix + "For": statement("LOOP", ("iter", "target"), True)})
ST["Try"] = ST["TryStar"] = statement("TRY", (), True)

def read(what, path):
    global line, source, rows, depth, arms, in_class, params
    line, rows, depth, arms, in_class, params = 0, None, 0, 0, False, set()
    for was in (out, heads, imports):
        was.clear()
    try:
        with open(path, "rb") as f:
            source = f.read(MOST + 1)
        if len(source) > MOST:
            raise ValueError("it is larger than %d MiB" % (MOST >> 20))
        if what == b"P":
            block(compile(source, "file", "exec", 0x400, True).body)  # the tree only
        else:
            data(path, source.decode("utf-8-sig", "replace"))
    except (RecursionError, MemoryError):
        return "#it is nested too deeply"
    except Exception as e:
        at = "line %d: " % e.lineno if getattr(e, "lineno", None) else ""
        return "#" + at + clean(getattr(e, "strerror", None) or getattr(e, "msg", str(e)))[:120]
    return "\n".join(heads + out)

def main():
    import gc
    gc.disable()
    sys.setrecursionlimit(5000)
    for job in sys.stdin.buffer.read().split(b"\0")[:-1]:
        _signal.alarm(SECONDS)
        answer = (read(job[:1], job[1:]) + "\n").encode("utf-8", "backslashreplace")
        _signal.alarm(0)
        sys.stdout.buffer.write(b"%d\n" % len(answer) + answer)
        sys.stdout.buffer.flush()

main()
