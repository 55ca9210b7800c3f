"""Reads configuration and CMake for label_pyread.c; put() and step() are in label_py.py."""
import re

MOST_SETTINGS, LONGEST_SETTING, MOST_DEEP = 100000, 4096, 64
QUOTED = r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\n]|'')*'"
# Each for YAML and JSON, where what stands below a key is indented, and for files of sections.
COMMENT = [re.compile(r"(%s)|(?:^|(?<=\s))[%s].*" % (QUOTED, c)) for c in ("#", "#;")]
KEY = [re.compile(r"(%s|[^\s\[\]{},|>&*!%%@`:][^{}]*?)\s*:(?:\s+|$)" % QUOTED),
       re.compile(r"\s*(%s|[^\s=\[\]{}]+(?=\s*=)|[^\s=:\[\]{}]+)\s*[=:]\s*" % QUOTED)]
FLOW = [re.compile(r"(\n)|\s|(?:#|//).*|(%s)|([][{},%s])|((?:[^][{},\n%s#]|%s|(?<!\s)#)+)"
                   % (QUOTED, sep, sep, also))
        for sep, also in ((":", r":(?=[^\s,\]}])"), ("=", "(?!)"))]
SECTION = re.compile(r"\s*\[+\s*([^]=]+?)\s*\]+$")
MARKS = re.compile(r"(?:[&!]\S*\s*)*")
CMAKE = re.compile(r"""#\[(=*)\[.*?\]\1\]|#[^\n]*|\[(=*)\[(.*?)\]\2\]|("(?:\\.|[^"\\])*")|([()])|"""
                   r"""((?:\\.|[^\s()#"\\]|"[^"\n]*")+)""", re.S)
YES, NO = ("ON", "TRUE", "1", "YES", "Y"), ("OFF", "FALSE", "0", "NO", "N")
CARRY = ("set", "list", "string", "add_compile_options", "target_compile_options", "set_property",
         "set_target_properties", "set_source_files_properties")

left = records = 0  # entries that may still be written; records of the file so far

# ---- a mapping or a list is [[key or None, line, value]], () if empty; a scalar is its payload

def scalar(s):
    if len(s) < 2 or s[0] not in "\"'" or s[-1] != s[0]:
        return "?" + clean(s)
    escape = r"\\(.)" if s[0] == '"' else "'(')"
    return "'" + clean(re.sub(escape, lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), s[1:-1]))

def tokens(text, at, line, flat):
    for m in FLOW[flat].finditer(text, at):
        line += m[1] is not None
        if m[2] or m[3] or (m[4] and m[4].strip()):
            yield m[3] or "", m[0].strip(), line, m.end()

def flow(stream):
    """The entries up to the bracket that closes them, and the line and the place of that."""
    entries, key, line, end = [], None, 0, 0
    for mark, word, line, end in stream:
        begun, value = line, scalar(word)
        if mark in ("]", "}"):
            break
        if mark in (":", "="):
            value = entries.pop()[2] if entries else ""
            key = value[1:] if value.__class__ is str else ""
            continue
        if mark in ("[", "{"):
            value, *after = flow(stream)
            line, end = max(line, after[0]), max(end, after[1])
        if mark != ",":
            entries.append([key, begun, value])
        key = None
    return entries or (), line, end

def under(levels, level, key, line):
    """A new entry at this level of indentation: what follows more deeply is put in it."""
    while levels[-1][0] >= level:
        levels.pop()
    entry = [key, line, []]
    levels[-1][1].append(entry)
    levels.append((level, entry[2]))
    return entry

def lines(text, flat):
    root = []
    levels, at, line, block = [(-1, root)], 0, 1, len(text)
    while at < len(text):
        here, begun, entry = at, line, None
        at, line = (text.find("\n", at) + 1) or len(text), line + 1
        row = COMMENT[flat].sub(lambda m: m[1] or "", text[here:at].rstrip()).rstrip()
        col = len(row) - len(row.lstrip())
        header = SECTION.match(row) if flat else None
        if header:
            under(levels, 0, header[1].replace('"', ""), 0)
        if not row or header or (col > block and not flat):
            continue  # what is below a text belongs to it
        while not flat and (row.startswith("- ", col) or row[col:] == "-"):
            entry, block = under(levels, 2 * col + 1, None, begun), col
            col = len(row) - len(row[col + 1:].lstrip())
        m = KEY[flat].match(row, col)
        if m:
            key = scalar(m[1])[1:] if m[1][0] in "\"'" else m[1]
            entry, block = under(levels, 1 if flat else 2 * col, key, begun), col
            col = m.end()
        col = MARKS.match(row, col).end() if entry and not flat else col
        if row[col:col + 1] in ("[", "{") and (not flat or entry and row[-1] in "[]{},"):
            stream = tokens(text, here + col, begun, flat)
            next(stream)
            more, line, end = flow(stream)
            line, end = max(line, begun), max(end, here + col + 1)
            levels[-1][1].extend(more)
            if entry and not more:
                entry[2] = more
            at, line = (text.find("\n", end) + 1) or len(text), line + 1
        elif entry and col < len(row):
            entry[2] = "'" if row[col] in "|>" and not flat else scalar(row[col:])
        if entry and entry[2].__class__ is list:
            block = len(text)
    return root

def is_map(v):
    return v.__class__ is list and v != [] and v[0][0] is not None

def settings(entries, path, record, deep):
    """An entry of the file, of a list or of a table of mappings is a record of its own."""
    global left, records
    table = deep == 0 or (len(entries) > 1 and all(is_map(v) for _, _, v in entries))
    for key, line, v in entries:
        left -= 1
        if left < 0 or deep > MOST_DEEP:
            return
        here, mine = path + "." + key if path and key else path or key or "", record
        if is_map(v) if key is None else table:
            mine = records = records + 1
        if v.__class__ is list and v:
            settings(v, here, mine, deep + 1)
        elif here and line and v != () and len(v) <= LONGEST_SETTING and v[1:2] != "*":
            setting(here, line, mine, v or "?")

def setting(path, line, record, value):
    key = path.rpartition(".")[2] or path
    put(CONST + value)
    put("v%d %d'%s\t%s" % (record, line, clean(path), clean(key).replace("-", "_")))

# ---- CMake; a condition is the lines that make it; a word that was quoted begins with "

def condition(words):
    for what in ("OR", "AND"):
        deep = 0
        for i, w in enumerate(words):
            deep += (w == "(") - (w == ")")
            if w == what and deep == 0:
                return condition(words[:i]) + condition(words[i + 1:]) + [step(what, 2)]
    if words[:1] == ["NOT"]:
        return condition(words[1:]) + [step("NOT", 1)]
    if words[:1] == ["("] and words[-1] == ")":
        return condition(words[1:-1])
    word = " ".join([w.strip('"') for w in words[:3]])
    if word in YES + NO:
        return [CONST + "?%s" % (word in YES)]
    m = re.fullmatch(r"\$\{([\w.-]+)\}|([\w.-]+)", word)
    return [step("CMAKE") + "'" + (m[1] or m[2]) if m else OPAQUE + "'CMake " + clean(word)]

def branch(command, words, line, nest):
    """nest: of each `if` the line and the test of this arm, and that no arm before held."""
    if command != "if" and not nest:
        return
    test = condition(words) if command in ("if", "elseif") else []
    before, both = (nest.pop()[2], [step("AND", 2)]) if command != "if" else ([], [])
    if command == "else":
        nest.append((line, before, before))
    elif test:
        nest.append((line, before + test + both, before + test + [step("NOT", 1)] + both))

def macro(kind, name, value, line, nest):
    for where, test, _ in nest:
        out.extend(["l%d" % where] + test)
    put(value)
    put("%s%d %d'%s" % (kind, len(nest), line, clean(name)))

def definition(word, line, nest):
    """NAME, NAME=value, -DNAME, $<...:NAME>: a generator has conditions that are not followed."""
    if word.startswith("$<"):
        nest = nest + [(line, [OPAQUE + "'" + clean(word)[:60]], None)]
        word = word.rpartition(":")[2].split(">")[0]
    m = re.fullmatch(r"(?:-D)?([A-Za-z_]\w*)(?:=(.*))?", word, re.S)
    if m:
        known = m[2] and "$" not in m[2]
        macro("m", m[1], CONST + "?" + clean(m[2]) if known else OPAQUE, line, nest)

def run(command, words, line, nest):
    plain = [w[1:-1] if w[0] == '"' else w for w in words]
    option = command == "option" or (command.endswith("_option") and command != "add_option")
    every = command == "add_definitions" or "compile_definitions" in command
    value = (plain[2:] or [w for w in words[1:] if w[0] != '"'] or ["OFF"])[0]
    if words and (option or command == "set" and words[1:] and plain[1] in YES[:2] + NO[:2]):
        value = value if option else plain[1]
        known = value in YES[:4] if value in YES[:4] + NO[:4] else None
        macro("o", plain[0], CONST + "?%s" % known, line, nest)
    elif every or command in CARRY:
        for w in plain[every and command.startswith("target"):]:
            every = every or w == "COMPILE_DEFINITIONS" and command.startswith("set_")
            if w not in ("PRIVATE", "PUBLIC", "INTERFACE", "BEFORE", "COMPILE_DEFINITIONS"):
                for part in re.findall(r"\$<.*|[^;\s]+", w, re.S):
                    if every or part.startswith("-D"):
                        definition(part, line, nest)

def cmake(text):
    nest, words, command, deep, line, at, begun = [], [], "", 0, 1, 0, 1
    for m in CMAKE.finditer(text):
        line, at = line + text.count("\n", at, m.start()), m.start()
        word = m[4] or m[5] or m[6] or ('"%s"' % m[3] if m[3] is not None else "")
        deep += {"(": 1, ")": -1}.get(m[5], 0) if deep else 0
        if word and deep:
            words.append(word)
        elif word == "(" and command:
            deep, words, begun = 1, [], line
        elif word == ")" and command in ("if", "elseif", "else", "endif"):
            branch(command, words, begun, nest)
        elif word == ")":
            run(command, words, begun, nest)
        elif word:
            command = word.lower()

def data(path, text):
    global left, records
    left, records = MOST_SETTINGS, 0
    name = path.decode("utf-8", "replace").lower()
    ext = name.rpartition(".")[2]
    if name.endswith("cmakelists.txt") or ext == "cmake":
        cmake(text)
    else:
        settings(lines(text, ext in ("toml", "ini", "cfg", "conf")), "", 0, 0)
