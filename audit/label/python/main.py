# main.py - reads file names from standard input, each ended by a byte 0, and
# writes each file's facts on the wire of facts.h, an empty line after each.

# A comment, or a string that may hold a '#'. Where quotes of newer f-strings
# nest, a comment may be missed or made up: comments are mentions, never code.
COMMENT = re.compile(
    r"#[^\n\r]*"
    r"|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"\"\"|\Z)"
    r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r"|\"(?:[^\"\\\n]|\\.)*"
    r"|'(?:[^'\\\n]|\\.)*", re.S)
SECONDS = 20  # for one file: a parser that does not end is stopped, and restarted by who reads


def comments(source):
    """Every comment with its line, as nodes of the file."""
    line = 1
    counted = 0
    for m in COMMENT.finditer(source):
        at = m.start()
        if source[at] == "#":
            line += source.count("\n", counted, at)
            counted = at
            remark(m.group()[1:].strip(), line, 1)


def one_line(e):
    return escaped(" ".join(str(e).split()))[:200]


def read(path):
    with open(path, "rb") as f:
        source = f.read()
    tree = ast.parse(source)
    for s in tree.body:
        stmt(s, 1)
    if b"#" in source:
        comments(source.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))


def facts(path):
    shown = escaped(os.fsdecode(path)).encode("utf-8", "surrogateescape")
    try:
        read(path)
    except SyntaxError as e:
        failed(f"{one_line(e.msg)}, as Python {sys.version_info[0]}.{sys.version_info[1]} reads it", e.lineno or 1)
    except OSError as e:
        failed(e.strerror or "it cannot be read", 1)
    except RecursionError:
        failed("nested too deep", 1)
    except MemoryError:
        failed("nested too deep, or too large", 1)
    except Exception as e:  # ValueError of a byte 0; what a newer Python may raise
        failed(f"{e.__class__.__name__}: {one_line(e)}", 1)
    body = "\n".join(lines).encode("utf-8", "replace")
    lines.clear()
    return b"0 file 1 m %s\n%s%s\n" % (shown, body, b"\n" if body else b"")


def failed(why, line):
    lines.clear()
    put(f"1 error {line} - {why}")


def main():
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 12 * MAX_DEPTH))
    names = sys.stdin.buffer.read().split(b"\0")[:-1]
    for path in names:
        signal.alarm(SECONDS)
        whole = facts(path)
        signal.alarm(0)
        while whole:
            whole = whole[os.write(1, whole):]


main()
