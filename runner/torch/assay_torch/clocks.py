"""Where an unchanged program times itself: its reads of clocks, and its CUDA events.

A sample lies between two reads that the source subtracts from each other; where there is no
source (timeit), between two reads in a row of one function. So its borders are inferred.
"""
import ast
import collections
import dis
import functools
import os
import sys
import threading
import time

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


class Thread(threading.local):
    """The clocks that a thread read, and the words of calls that no hook of the recorder sees."""

    def __init__(self):
        self.number, self.reads, self.words = len(THREADS), [], []
        self.inside = False                          # of a call that compiles
        self.whole = None           # in the call of an entry: of each graph, is it all of it?
        THREADS.append((self.reads, self.words))


local = Thread()


@functools.lru_cache(None)
def kind(name):
    """Whose file is it? 'torch' (or this package), 'library' or 'program'."""
    path = os.path.abspath(name)
    if path.startswith((HERE, *TORCH)) or name.startswith("<frozen"):
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
    """Where the program reads a clock: (code, instruction, file, line, whose, returns it)."""
    code, at = frame.f_code, frame.f_lasti
    if (id(code), at) not in SITES:
        after = code.co_code[at + 2::2].lstrip(b"\0")[:1]             # without inline caches
        SITES[id(code), at] = Site(code, at, code.co_filename, frame.f_lineno,
                                   kind(code.co_filename), after == RETURN)
    return SITES[id(code), at]


def mark():
    """Now, this thread, its events, and the counts of events, words, graphs and attempts."""
    seen = events()
    return (recorder.clock(), local.number, seen, len(seen), len(local.words), len(GRAPHS),
            attempted())


def hook_clock(name):
    real = getattr(time, name)

    @functools.wraps(real)
    def read():
        value = real()
        if TORCH and len(local.reads) < MAX_READS:
            where = site(sys._getframe(1))
            if where.returned:                       # def now(): return clock()
                where = site(sys._getframe(2))
            if where.whose == "program":
                local.reads.append((name, value, where, mark()))
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
        if isinstance(node, ast.Assign):
            for name in node.targets:
                lines[ast.unparse(name)] |= calls(node.value)
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            for end in calls(node.left) or lines[ast.unparse(node.left)]:
                found[end] |= lines[ast.unparse(node.right)]
    return found


def pairs(reads):
    """The (begin, end) of a thread: as the source subtracts, else neighbours in a function."""
    last = {}
    for read in reads:
        name, _, where, _ = read
        if borders(where.file):
            begins = [last[name, where.file, line] for line in borders(where.file)[where.line]
                      if (name, where.file, line) in last]
            same = [begin for begin in begins if begin[2].code is where.code]
            if begins:
                yield max(same or begins, key=lambda begin: begin[3][0]), read
        elif (name, where.code) in last and last[name, where.code][2].at <= where.at:
            yield last[name, where.code], read
        last[name, where.file, where.line] = last[name, where.code] = read


def sample(begin, end, start_ns, end_ns, event_ms, holds):
    _, thread, seen, first, said, graphs, frames = begin
    new, tried = end[5] - graphs, end[6] - frames
    steps = [i for i in seen[first:end[3]] if i is not None]
    words = set(THREADS[thread][1][said:end[4]])                 # of what no hook D or F sees
    word = recorder.label(steps, new, tried, holds, None)
    if holds and words and not new and not tried:
        word = words.pop() if len(words) == 1 and not steps else "mixed"
    graph = "unknown" if sys.modules["torch"].cuda.is_initialized() else "none"
    return {"phase": "timed", "start_ns": int(start_ns), "end_ns": int(end_ns),
            "event_ms": event_ms, "tokens": None, "thread": thread, "border": "inferred",
            "events": steps, "new_graphs": new, "attempts": tried,
            "cuda_graph": "replay" if word == "replay" else graph, "outside": None,
            "served": word, "steps": {word: 1}}


def samples(holds):
    """All samples, as in a run file; `holds`: the absence of events proves something."""
    found = []
    for reads, _ in THREADS:
        for (name, start, _, begin), (_, stop, _, end) in pairs(reads):
            times = [value * UNITS[name] - BASE[name] for value in (start, stop)]
            found.append(sample(begin, end, *times, None, holds))
    for begin, end, event_ms in TIMED:
        found.append(sample(begin, end, begin[0] - START, end[0] - START, event_ms, holds))
    return found


def forget():
    """In a forked child."""
    for reads, words in THREADS:
        reads.clear()
        words.clear()
    TIMED.clear()
