"""Tamperings with a run of PyTorch (assay-run(5)), as those of tamper_published.py."""
import glob, os, shutil

from tamper_run import load, put, save


def first(run, wanted):
    """The first run file whose samples or record are as wanted; False."""
    for f, j in run.cells():
        if wanted(j):
            return f, j
    return None, None


def timed(j):
    return [s for s in j["samples"] if s["phase"] == "timed"]


def serves(word):
    return lambda j: any(s.get("served") == word for s in timed(j))


def become(j, old, word, **more):
    """Samples that say that old served them say word, in each record of a sample."""
    for s in j["samples"]:
        if s.get("served") == old and s["phase"] != "check":
            s.update(served=word, steps={word: sum(s["steps"].values())}, **more)


def write(run, f, j, sealed):
    put(run, f, j) if sealed else save(f, j)


def claimed(old):
    def tampering(run, other, sealed):
        f, j = first(run, serves(old))
        if not f:
            return False
        become(j, old, "compiled")
        write(run, f, j, sealed)
    tampering.__name__ = f"{old}_said_to_be_compiled"
    return tampering


def calls_invented(run, other, sealed):
    """An eager cell has the calls of a compiled one."""
    f, j = first(run, lambda j: serves("eager")(j) and not serves("compiled")(j))
    _, k = first(run, serves("compiled"))
    if not f or not k:
        return False
    s = [x for x in timed(k) if x["served"] == "compiled"][0]
    become(j, "eager", "compiled", events=s["events"], outside=[])
    write(run, f, j, sealed)


def record_of_other_cell(run, other, sealed):
    f, j = first(run, lambda j: serves("eager")(j) and not serves("compiled")(j))
    _, k = first(run, serves("compiled"))
    if not f or not k:
        return False
    s = [x for x in timed(k) if x["served"] == "compiled"][0]
    become(j, "eager", "compiled", events=s["events"], outside=[])
    j["recorder"] = k["recorder"]
    write(run, f, j, sealed)


def outside_emptied(run, other, sealed):
    f, j = first(run, lambda j: any(s.get("outside") for s in timed(j) if s["events"]))
    if not f:
        return False
    for s in timed(j):
        if s["events"] and s.get("outside"):
            s.update(outside=[], served="compiled", steps={"compiled": sum(s["steps"].values())})
    write(run, f, j, sealed)


def check_removed(run, other, sealed):
    f, j = first(run, serves("compiled"))
    j["samples"] = [s for s in j["samples"] if s["phase"] != "check"]
    j["recorder"]["check"] = None
    write(run, f, j, sealed)


def check_shortened(run, other, sealed):
    f, j = first(run, serves("compiled"))
    last = [i for i, s in enumerate(j["samples"]) if s["phase"] == "check"][-1]
    del j["samples"][last]
    write(run, f, j, sealed)


def check_of_other_calls(run, other, sealed):
    f, j = first(run, serves("compiled"))
    for s in j["samples"]:
        if s["phase"] == "check":
            s.update(events=[], served="eager", steps={"eager": 1})
    write(run, f, j, sealed)


def record(change):
    """A tampering that changes the record of the first compiled cell."""
    def tampering(run, other, sealed):
        f, j = first(run, serves("compiled"))
        if change(j["recorder"]) is False:
            return False
        write(run, f, j, sealed)
    tampering.__name__ = change.__name__
    return tampering


def of(r, key, **wanted):
    return [v for v in r[key] if all(v.get(k) == w for k, w in wanted.items())]


@record
def canary_failed(r):
    r["canary"] = {"graphs": 1, "calls": 0}


@record
def recorder_broken(r):
    r["broken"] = ["a graph was compiled, but never seen called"]


@record
def graph_removed(r):
    del r["graphs"][-1]


@record
def graphs_renumbered(r):
    r["graphs"].reverse()
    return len(r["graphs"]) > 1


@record
def code_removed(r):
    del r["codes"][-1]


@record
def source_of_other_code(r):
    a, b = r["codes"][-1], r["codes"][0]
    if a["sha256"] == b["sha256"]:
        return False
    a["sha256"] = b["sha256"]


@record
def hash_invented(r):
    for c in r["codes"]:
        c.update(sha256="0" * 64, source="source/" + "0" * 64 + ".py")


@record
def calls_of_graphs_lowered(r):
    for g in r["graphs"]:
        g["calls"] = 0


@record
def calls_of_codes_lowered(r):
    for c in r["codes"]:
        c["calls"] //= 2


@record
def cost_lowered(r):
    r["cost"]["event_ns"] /= 10


@record
def share_lowered(r):
    r["cost"]["share"] /= 10


def backend_renamed(run, other, sealed):
    """Graphs of a backend that compiles nothing are said to be inductor's."""
    f, j = first(run, serves("graph"))
    if not f:
        return False
    for g in j["recorder"]["graphs"]:
        g["backend"] = "inductor"
    become(j, "graph", "compiled", outside=[])
    write(run, f, j, sealed)


def graph_break_hidden(run, other, sealed):
    """A function that was continued behind a break is said to be whole."""
    f, j = first(run, lambda j: any(g["resume"] for g in j["recorder"]["graphs"])
                 and serves("mixed")(j))
    if not f:
        return False
    for g in j["recorder"]["graphs"]:
        g["resume"] = False
    become(j, "mixed", "compiled", outside=[])
    write(run, f, j, sealed)


def compile_hidden(run, other, sealed):
    f, j = first(run, serves("compiling"))
    if not f:
        return False
    become(j, "compiling", "compiled", new_graphs=0, attempts=0, outside=[])
    write(run, f, j, sealed)


def counters_reset(run, other, sealed):
    f, j = first(run, lambda j: any(s["new_graphs"] for s in j["samples"]))
    if not f:
        return False
    j["recorder"]["counters"]["after"] = j["recorder"]["counters"]["before"]
    write(run, f, j, sealed)


def steps_raised(run, other, sealed):
    f, j = first(run, serves("compiled"))
    for s in timed(j):
        s["steps"] = {w: 10 * n for w, n in s["steps"].items()}
    write(run, f, j, sealed)


def replay_claimed(run, other, sealed):
    f, j = first(run, serves("compiled"))
    for s in timed(j):
        s["cuda_graph"] = "replay"
    write(run, f, j, sealed)


def sources(run):
    return sorted(glob.glob(f"{run.root}/*/source/*.py"))


def source_changed(run, other, sealed):
    with open(sources(run)[0], "a") as fp:
        fp.write("# changed\n")


def sources_exchanged(run, other, sealed):
    a, b = sources(run)[0], sources(run)[-1]
    if a == b:
        return False
    shutil.move(a, a + ".x")
    shutil.move(b, a)
    shutil.move(a + ".x", b)


def source_deleted(run, other, sealed):
    os.remove(sources(run)[0])


def failure_removed(run, other, sealed):
    """A sample that failed, and its row, are gone."""
    f, j = first(run, lambda j: any(s["phase"] == "failed" for s in j["samples"]))
    if not f:
        return False
    j["samples"] = [s for s in j["samples"] if s["phase"] != "failed"]
    save(f, j)


def end_moved(run, other, sealed):
    f, j = first(run, serves("compiled"))
    j["ended_at"] = j["started_at"]
    write(run, f, j, sealed)


TORCH = [claimed("eager"), claimed("mixed"), claimed("compiling"), claimed("graph"), calls_invented,
    record_of_other_cell, outside_emptied, check_removed, check_shortened, check_of_other_calls,
    canary_failed, recorder_broken, graph_removed, graphs_renumbered, code_removed,
    source_of_other_code, hash_invented, calls_of_graphs_lowered, calls_of_codes_lowered,
    cost_lowered, share_lowered, backend_renamed, graph_break_hidden, compile_hidden,
    counters_reset, steps_raised, replay_claimed, source_changed, sources_exchanged,
    source_deleted, failure_removed, end_moved]
