# main.py - reads file names from standard input, each ended by a byte 0, and
# writes each file's facts on the wire of facts.h, an empty line after each.

# A comment, or a string that may hold a '#'. Where quotes of newer f-strings
# nest, a comment may be missed or made up: comments are mentions, never code.
COMMENT = re.compile(
    r"#[^\n\r]*"
    r"|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"\"\"|\Z)"
    r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r"|\"(?:[^\"\\\n]|\\.)*\"?"
    r"|'(?:[^'\\\n]|\\.)*'?", re.S)
MANY = 20000          # lines that are handed over at once
MEMORY = 512 << 20    # bytes
SECONDS = 20          # for one file: a parser that does not end is stopped, and restarted by who reads


def comments(source):
    """Every comment with its line, as nodes of the file."""
    line = 1
    counted = 0
    for m in COMMENT.finditer(source):
        at = m.start()
        if source[at] == "#":
            line += source.count("\n", counted, at)
            counted = at
            said = m.group().strip("# \t\f")
            if said:
                remark(said, line, 1)


def one_line(s):
    return escaped(" ".join(str(s).split()))[:200]


def not_read(e):
    return f"{one_line(e.msg)}, as Python {sys.version_info[0]}.{sys.version_info[1]} reads it"


def read(path):
    with open(path, "rb") as f:
        source = f.read()
    if b"\0" in source:
        raise ValueError("a byte 0 in it")
    global postponed, old
    old = False
    try:
        tree = ast.parse(source)
    except SyntaxError as e:
        try:
            tree = ast.parse(older(source))
        except (SyntaxError, ValueError, LookupError):
            raise e from None
        old = True
        put(f"1 error {e.lineno or 1} - {OLD}: {not_read(e)}")
    postponed = any(s.__class__ is ast.ImportFrom and s.module == "__future__" and any(a.name == "annotations" for a in s.names) for s in tree.body)
    around.clear()
    for s in tree.body:
        if old:
            beside(s, path)
        stmt(s, 1)
        if len(lines) > MANY:
            flush()
    if b"#" in source:
        comments(source.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))


def flush():
    """Hands the lines over."""
    if lines:
        lines.append("")
        out = "\n".join(lines).encode("utf-8", "replace")
        lines.clear()
        while out:
            out = out[os.write(1, out):]


def facts(path):
    lines.append("0 file 1 m")  # who reads knows its name
    here = len(lines)

    def failed(why, line=1):
        del lines[here if lines and lines[0].startswith("0 ") else 0:]
        put(f"1 error {line} - {why}")

    try:
        read(path)
    except SyntaxError as e:
        failed(not_read(e), e.lineno or 1)
    except OSError as e:
        failed(e.strerror or "it cannot be read")
    except RecursionError:
        failed("nested too deep")
    except MemoryError:
        failed("nested too deep, or too large")
    except ValueError as e:
        failed(one_line(e))
    except Exception as e:  # of a newer Python
        failed(f"{e.__class__.__name__}: {one_line(e)}")
    lines.append("")
    flush()


def main():
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 12 * MAX_DEPTH))
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, OSError, ValueError):
        pass  # then a file of 4 MiB may take more
    for path in sys.stdin.buffer.read().split(b"\0")[:-1]:
        signal.alarm(SECONDS)
        facts(path)
        signal.alarm(0)


main()
