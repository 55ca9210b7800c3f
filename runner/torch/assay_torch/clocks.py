"""Where an unchanged program times itself: its reads of clocks, and its CUDA events.

A sample lies between two reads that the source subtracts from each other; where there is no
source (timeit), between two reads in a row of one function. So its borders are inferred.
"""
import ast, collections, dis, functools, os, sys, threading, time

from . import recorder
from .recorder import GRAPHS, attempted, events

MAX_READS = 100_000              # of a thread; what comes later is not a sample
HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
LIBRARY = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
RETURN = bytes([dis.opmap["RETURN_VALUE"]])
START = recorder.clock()
UNITS = {"perf_counter": 1e9, "perf_counter_ns": 1, "time": 1e9}           # in ns
BASE = {}                        # clock: its value at the start, in ns
SITES = {}                       # (code, instruction): Site
THREADS = []                     # (reads, words) of each thread
TIMED = []                       # (mark, mark, milliseconds) of two CUDA events
TORCH = []                       # the folder of torch, once it is imported
Site = collections.namedtuple("Site", "code at file line whose returned")
Mark = collections.namedtuple("Mark", "now thread events words graphs attempts")   # and counts
Read = collections.namedtuple("Read", "clock value site mark")


class Thread(threading.local):
    """The clocks that a thread read, and the words of calls that no hook of the recorder sees."""

    def __init__(self):
        self.number, self.reads, self.words = len(THREADS), [], []
        self.inside = False         # of a call that compiles
        self.whole = None           # in the call of an entry: of each graph, is it all of it?
        THREADS.append((events(), self.reads, self.words))


local = Thread()


@functools.lru_cache(None)
def kind(name):
    """Whose file is it? 'torch' (or this package), 'library' or 'program'."""
    path = os.path.abspath(name)
    if path.startswith((HERE, *TORCH)) or name.startswith(("<frozen", "<assay_torch")):
        return "torch"
    library = path.startswith(LIBRARY) or "site-packages" in path or "dist-packages" in path
    return "library" if library else "program"


def place():
    """The first frame outside torch and this package, and the frame that called our wrapper."""
    caller = frame = sys._getframe(2)
    while frame.f_back is not None and kind(frame.f_code.co_filename) == "torch":
        frame = frame.f_back
    return frame, caller


def site(frame):
    """Where the program reads a clock; `returned`: as in def now(): return clock()."""
    code, at = frame.f_code, frame.f_lasti
    if (id(code), at) not in SITES:
        after = code.co_code[at + 2::2].lstrip(b"\0")[:1]             # without inline caches
        SITES[id(code), at] = Site(code, at, code.co_filename, frame.f_lineno,
                                   kind(code.co_filename), after == RETURN)
    return SITES[id(code), at]


def mark():
    return Mark(recorder.clock(), local.number, len(events()), len(local.words), len(GRAPHS),
                attempted())


def hook_clock(name):
    real = getattr(time, name)

    @functools.wraps(real)
    def read():
        value = real()
        if TORCH and len(local.reads) < MAX_READS:
            where = site(sys._getframe(1))
            where = site(sys._getframe(2)) if where.returned else where
            if where.whose == "program":
                local.reads.append(Read(name, value, where, mark()))
        return value
    BASE[name] = real() * UNITS[name]
    setattr(time, name, read)


def hook_events(owner):
    """Two CUDA events say themselves that they belong together."""
    record, elapsed = owner.record, owner.elapsed_time

    def marked(self, *args, **kwargs):
        if kind(sys._getframe(1).f_code.co_filename) == "program":
            self._assay_mark = mark()
        return record(self, *args, **kwargs)

    def timed(self, end):
        result = elapsed(self, end)
        if hasattr(self, "_assay_mark") and hasattr(end, "_assay_mark"):
            TIMED.append((self._assay_mark, end._assay_mark, result))
        return result
    owner.record, owner.elapsed_time = marked, timed


@functools.lru_cache(None)
def borders(path):
    """{line of a read that ends a sample: lines of its beginnings}: what the source subtracts."""
    def calls(node):
        return {part.lineno for part in ast.walk(node) if isinstance(part, ast.Call)}
    try:
        with open(path, encoding="utf-8") as source:
            nodes = list(ast.walk(ast.parse(source.read())))
    except (OSError, SyntaxError, ValueError):
        return {}
    lines, found = collections.defaultdict(set), collections.defaultdict(set)
    for node in nodes:
        for name in node.targets if isinstance(node, ast.Assign) else ():
            lines[ast.unparse(name)] |= calls(node.value)
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            for end in calls(node.left) or lines[ast.unparse(node.left)]:
                found[end] |= lines[ast.unparse(node.right)]
    return found


def pairs(reads):
    """The (begin, end) of a thread: as the source subtracts, else neighbours in a function."""
    last = {}                                        # of a clock, at a line of a function
    for read in reads:
        clock, _, where, _ = read
        known = borders(where.file)
        begins = [begin for (name, code, line), begin in last.items() if name == clock and (
            code.co_filename == where.file and line in known[where.line] if known else
            code is where.code)]
        if begins:
            # of the same function, if there is one; then the latest
            begin = max(begins, key=lambda it: (it.site.code is where.code, it.mark.now))
            other = known and (begin.site.code, begin.site.line) != (where.code, where.line)
            if other or begin.site.at <= where.at:       # on one line, from left to right
                yield begin, read
        last[clock, where.code, where.line] = read


def sample(begin, end, start_ns, end_ns, event_ms, holds):
    """As in a run file, between two marks."""
    seen, _, said = THREADS[begin.thread]
    steps, words = seen[begin.events:end.events], set(said[begin.words:end.words])
    new, tried = end.graphs - begin.graphs, end.attempts - begin.attempts
    word = recorder.label(steps, new, tried, holds, None)
    if holds and words and not new and not tried:    # of what no hook D or F sees
        word = words.pop() if len(words) == 1 and not steps else "mixed"
    graph = "unknown" if sys.modules["torch"].cuda.is_initialized() else "none"
    return {"phase": "timed", "start_ns": int(start_ns), "end_ns": int(end_ns),
            "event_ms": event_ms, "tokens": None, "thread": begin.thread, "border": "inferred",
            "events": steps, "new_graphs": new, "attempts": tried,
            "cuda_graph": "replay" if word == "replay" else graph, "outside": None,
            "served": word, "steps": {word: 1}}


def samples(holds):
    """All samples; `holds`: the absence of events proves something."""
    found = []
    for _, reads, _ in THREADS:
        for begin, end in pairs(reads):
            times = [read.value * UNITS[read.clock] - BASE[read.clock] for read in (begin, end)]
            found.append(sample(begin.mark, end.mark, *times, None, holds))
    for begin, end, event_ms in TIMED:
        found.append(sample(begin, end, begin.now - START, end.now - START, event_ms, holds))
    return found


def forget():
    """In a forked child."""
    for _, reads, words in THREADS:
        reads.clear()
        words.clear()
    TIMED.clear()
