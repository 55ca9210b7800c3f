# old.py - source of Python 2 in words of Python 3, so that the names in it can be read.
#
# Every name and every string of it stays; what a construct means may change, so nothing
# of such a file is run: it is read by its names alone (OLD).

OLD = "of Python 2, read by its names alone"  # as FACT_OLD of facts.h
TOKEN = re.compile(
    r"(?P<space>[ \t\f]+|\\\r?\n)|(?P<line>\r?\n)|(?P<comment>#[^\n]*)"
    r"|(?P<text>[uUbB]?[rR]?(?:\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'))"
    r"|(?P<number>0[xX][0-9a-fA-F]+[lL]?|0[bBoO][0-7]+[lL]?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[jJlL]?)"
    r"|(?P<name>[^\W\d]\w*)|(?P<mark><>|>>|.)", re.S)
COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
CLAUSES = ("if", "elif", "else", "while", "for", "try", "except", "finally", "with", "def", "class")
OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")


def decoded(source):
    name = "utf-8"
    for line in source.split(b"\n")[:2]:
        m = COOKIE.match(line)
        if m:
            name = m.group(1).decode("ascii")
    return source.decode(name)


def literal(kind, s):
    """A text or a number as Python 3 writes it."""
    if kind == "number":
        s = s.rstrip("lL")
        return "0o" + s[1:] if len(s) > 1 and s.isdigit() and s[0] == "0" else s
    quote = min(i for i in (s.find("'"), s.find('"')) if i >= 0)
    prefix = s[:quote].lower()
    if "r" in prefix:
        return prefix.replace("u", "") + s[quote:]
    if "u" in prefix:
        return s
    return s[:quote] + re.sub(r"(?<!\\)((?:\\\\)*)\\([uUN])", r"\1\\\\\2", s[quote:])  # no escapes there


def tops(words):
    """The places of words within no brackets."""
    depth = 0
    for i, w in enumerate(words):
        if w in CLOSING:
            depth -= 1
        if depth == 0:
            yield i
        if w in OPENING:
            depth += 1


def said(w):
    return bool(w.strip(" \t\f\r\n\\")) and w != ";" and w[0] != "#"


def unpacked(words, i):
    """def f(a, (b, c)), lambda (a, b): what is taken apart gets a name. i: behind what opens the parameters."""
    depth, begins = 0, True
    while i < len(words) and not (depth == 0 and words[i] in (")", ":")):
        w = words[i]
        if w == "(" and begins:
            k, inner = i + 1, 1
            while k < len(words) and inner:
                inner += (words[k] in OPENING) - (words[k] in CLOSING)
                k += 1
            words[i:k] = [f"unpacked_{i}"]
        else:
            depth += (w in OPENING) - (w in CLOSING)
        if said(w):
            begins = depth == 0 and w == ","
        i += 1


def simple(words):
    """A statement of no clause, or the head of a clause."""
    at = [i for i, w in enumerate(words) if said(w)]
    if not at:
        return words
    word, last = words[at[0]], at[-1]
    after = words[at[1]] if len(at) > 1 else ""
    commas = [i for i in tops(words) if words[i] == ","]
    if word in ("print", "exec") and after and after not in ("(", "=", ".", ","):
        if after == ">>":
            words[at[1]] = ""
        words[at[0]] += "("
        words[last] += ")"
    elif word == "raise" and commas:
        words[at[1]] = "(" + after
        words[last] += ")"
    elif word == "except" and commas and words[last] == ":":
        behind = [i for i in at if i > commas[0]]
        if len(behind) == 2 and words[behind[0]].isidentifier():
            words[commas[0]] = " as "
        else:
            words[at[1]] = "(" + after
            words[last] = "):"
    for i in reversed([i for i, w in enumerate(words) if w == "lambda"]):
        unpacked(words, i + 1)
    if word == "def" and "(" in words:
        unpacked(words, words.index("(") + 1)
    return words


def older(source):
    """Source that Python 3 does not read, in words that it may."""
    out, words, depth, ticks, nlambda = [], [], 0, 0, 0
    asked = ""
    fresh = True  # a line begins

    def close():
        out.extend(simple(words))
        words.clear()

    for m in TOKEN.finditer(decoded(source)):
        kind, s = m.lastgroup, m.group()
        if kind == "space" and fresh and depth == 0:
            s = s.expandtabs(8)
        fresh = kind == "line"
        if kind in ("text", "number"):
            s = literal(kind, s)
        elif s == "`":
            s = ")" if ticks % 2 else "repr("
            ticks += 1
        elif s == "<>":
            s = "!="
        elif s == "input" and not (words and words[-1] == "."):
            asked = "\neval(raw_input())\n"  # what input() is there
        if kind == "mark":
            depth += (m.group() in OPENING) - (m.group() in CLOSING)
        nlambda += s == "lambda" and depth == 0
        words.append(s)
        if depth == 0 and (kind == "line" or s == ";"):
            close()
            nlambda = 0
        elif s == ":" and depth == 0:
            head = next(filter(said, words), "")
            if nlambda:
                nlambda -= 1
            elif head in CLAUSES:
                close()
    close()
    return "".join(out) + asked


def beside(n, path):
    """import a, from a import b of Python 2: a may be a file beside this one, whatever library is called so."""
    for i in ast.walk(n):
        modules = [a.name for a in i.names] if i.__class__ is ast.Import else [i.module] if i.__class__ is ast.ImportFrom and not i.level else []
        for m in modules:
            first = os.path.join(os.path.dirname(os.fsdecode(path)), m.split(".")[0])
            if os.path.exists(first + ".py") or os.path.isdir(first):
                put(f"1 from {i.lineno} - .{m}")
                for a in i.names if i.__class__ is ast.ImportFrom else ():
                    put(f"2 alias {i.lineno} - {a.asname or a.name}")
                    if a.name != "*":
                        put(f"3 name {i.lineno} - {a.name}")
