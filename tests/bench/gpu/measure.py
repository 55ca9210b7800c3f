"""Runs refrun and the peers, one process at a time, and yields a record for each cell and way.

A record has `cell`, `tool`, `way` and `status`: ok (with the samples), timeout, failed, missing,
budget (not reached in time) or impossible; all but ok have `words`.
"""
import glob
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time

import shapes

HERE = os.path.dirname(os.path.abspath(__file__))
WAYS = {"refrun": ("eager", "reduce-overhead", "max-autotune"),
        "fast": ("lean",), "torch": ("eager", "compiled")}
SCRIPT = {"fast": "fast_peer.py", "torch": "torch_peer.py"}
MODE = {"decode": "kv_decode", "context": "kv_decode", "prefill": "prefill"}


def record(cell, tool, way, status, words=None, **more):
    r = dict(cell=shapes.text_of(cell), tool=tool, way=way, status=status)
    return {**r, **({"words": words} if words else {}), **more}


class Clock:
    """The time that is left: of the whole run, and of what runs now."""

    def __init__(self, budget, limit):
        self.budget, self.limit, self.end = budget, limit, time.monotonic() + budget

    def left(self):
        return self.end - time.monotonic()

    def over(self, cell, tool, way):
        """What did not end when the time was over: the budget's fault, or its own."""
        if self.left() <= 0:
            return record(cell, tool, way, "budget",
                          f"not reached in the {self.budget:g} s of this run")
        return record(cell, tool, way, "timeout", f"stopped after {self.limit:g} s")


def start(command, **more):
    return subprocess.Popen(command, process_group=0, **more)


def stop(process):
    """Ends a process that start() began, and what it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def last_line(path, mark=0):
    with open(path, errors="replace") as f:
        f.seek(mark)
        lines = [line.strip() for line in f if line.strip()]
    return lines[-1][:200] if lines else "it said nothing"


# refrun

def config(cells, ways, options):
    """The configuration of refrun for cells of one part, model and batch."""
    part, model, _, batch = cells[0]
    new, label = options.new, f"refrun-{options.device}"
    labels = [label] * ("eager" in ways) + [label + "-compile"] * (ways != ["eager"])
    repeat = {"prefill": (30, 5)}.get(part, (10, 3))
    mode = next((w for w in ways if w != "eager"), "reduce-overhead")
    lines = [f"models: [{{path: {model}, dtype: {dtype(model, options)}}}]",
             f"device: {options.device}", "scenarios:"]
    lines += [f"  - {{name: s{c.size}, lengths: [{shapes.prompt(c, new)}]}}" for c in cells]
    lines += [f"modes: [{MODE[part]}]", f"backends: [{', '.join(labels)}]",
              f"repetitions: {repeat[0]}", f"warmup_repetitions: {repeat[1]}",
              f"max_new_tokens: {new}",
              # equal work: the peers compute the logits of all rows of a prefill
              f"logits_scope: {'all' if part == 'prefill' else 'last'}", "cache: {kind: static}",
              f"torch_compile: {{backend: codegen, mode: {mode}, dynamic: false}}"]
    if batch != 1:
        lines.append(f"batch: {batch}")
    return "\n".join(lines) + "\n"


def dtype(model, options):
    return "fp32" if options.device == "cpu" else shapes.MODELS[model].dtype


def environment(refrun):
    """refrun's libraries may lie beside it; CUDA's lie where its installer puts them."""
    env = dict(os.environ)
    path = [os.path.dirname(os.path.abspath(refrun)), env.get("LD_LIBRARY_PATH", ""),
            "/usr/local/cuda/lib64", "/usr/local/nvidia/lib64"]
    env["LD_LIBRARY_PATH"] = ":".join(p for p in path if p)
    return env


def run_refrun(cells, ways, options, clock, log):
    if clock.left() <= 0:
        yield from (clock.over(c, "refrun", w) for c in cells for w in ways)
        return
    with tempfile.TemporaryDirectory() as tmp:
        path, run, err = (os.path.join(tmp, n) for n in ("config.yaml", "run", "err"))
        with open(path, "w") as f:
            f.write(config(cells, ways, options))
        with open(err, "w") as e:
            p = start([options.refrun, "-O", run, path], stdout=e, stderr=e,
                      env=environment(options.refrun))
            stopped = False
            try:
                p.wait(min(options.limit, clock.left()))
            except subprocess.TimeoutExpired:
                stopped = True
            finally:
                stop(p)
        with open(err, errors="replace") as e:
            said = e.read()
            names = " ".join(map(shapes.text_of, cells))
            log.write(f"== refrun {names}, {' '.join(ways)}\n{said}")
        log.flush()
        got = read_run(run, cells, ways, options)
        why = last_line(err).replace(tmp + "/", "")
    for c in cells:
        for w in ways:
            if (c, w) in got:
                yield got[c, w]
            elif stopped:
                yield clock.over(c, "refrun", w)
            else:
                yield record(c, "refrun", w, "failed", why)


def read_run(run, cells, ways, options):
    """{(cell, way): record} of the cells that the run finished."""
    out = {}
    try:
        with open(f"{run}/summary.json") as f:
            summary = json.load(f)
        with open(f"{run}/manifest.json") as f:
            about = json.load(f)["environment"]
    except (OSError, ValueError, KeyError):
        return out
    size = {f"s{c.size}": c for c in cells}
    compiled = [w for w in ways if w != "eager"]
    for s in summary["cells"]:
        cell = size[s["scenario"]]
        way = compiled[0] if s["backend"].endswith("-compile") else "eager"
        where = f"{run}/{s['mode']}/runs/**/{s['scenario']}/{s['backend']}/{s['dtype']}/run_*.json"
        for path in glob.glob(where, recursive=True):
            with open(path) as f:
                r = json.load(f)
            if r["status"] != "ok":
                continue
            out[cell, way] = record(
                cell, "refrun", way, "ok", samples_ms=r["latencies_ms"],
                event_ms=r.get("cuda_event_ms"), steps=s["forwards"], dtype=s["dtype"],
                weight_bytes=s["weight_bytes"], copy_bytes_per_s=summary["copy_bytes_per_s"],
                stated_share=s["share_of_floor"], stated_ms=s["ms_per_forward"],
                served=s.get("served_last", "eager"), tokens_differ=s.get("tokens_differ"),
                gap_over_max=s.get("gap_over_max"), compile_ms=s.get("compile_ms"),
                versions={k: about.get(k) for k in ("refrun", "cuda_driver", "compiler")})
    return out


# the peers

def lines_of(process, into):
    for line in process.stdout:
        into.put(line)
    into.put(None)


def run_peer(tool, cells, options, clock, log):
    """Of each cell in turn; a peer that hangs or ends is started again behind the cell it stood at.
    """
    left = list(cells)
    while left:
        if clock.left() <= 0:
            yield from (clock.over(c, tool, w) for c in left for w in WAYS[tool])
            return
        log.write(f"== {tool} {' '.join(map(shapes.text_of, left))}\n")
        log.flush()
        mark = log.tell()
        p = start([options.python, os.path.join(HERE, SCRIPT[tool]), "--device", options.device,
                   "--new", str(options.new)] + [shapes.text_of(c) for c in left],
                  stdout=subprocess.PIPE, stderr=log, text=True, errors="replace")
        seen = queue.Queue()
        threading.Thread(target=lines_of, args=(p, seen), daemon=True).start()
        try:
            yield from peer_cells(tool, left, seen, clock, log, mark)
        finally:
            stop(p)


def peer_cells(tool, left, seen, clock, log, mark):
    """Records of one process of a peer; takes from left what it is done with."""
    about, done, begun = {}, set(), False

    def rest(status, words=None):
        """The ways of the present cell that have no record."""
        cell = left.pop(0)
        for w in WAYS[tool]:
            if w not in done:
                yield clock.over(cell, tool, w) if status == "over" else \
                    record(cell, tool, w, status, words)
        done.clear()

    while left:
        try:
            line = seen.get(timeout=max(0, min(clock.limit, clock.left())))
            line = json.loads(line) if line else None
        except queue.Empty:
            yield from rest("over")
            return
        except ValueError:
            continue  # something that a library printed
        if line is None:
            why = "it ended: " + last_line(log.name, mark)
            yield from rest("failed", why)
            while left and not begun:  # the next would not begin either
                yield from rest("failed", why)
            return
        if not isinstance(line, dict):
            continue
        begun = begun or "begin" in line
        if "missing" in line:
            while left:
                yield from rest("missing", line["missing"])
        elif "copy_bytes_per_s" in line:
            about = line
        elif "end" in line:
            yield from rest("failed", "it gave no figure")
        elif "error" in line and "way" not in line:
            for w in WAYS[tool]:
                done.add(w)
                yield record(left[0], tool, w, "failed", line["error"])
        elif "error" in line:
            done.add(line["way"])
            yield record(left[0], tool, line["way"], "failed", line["error"])
        elif "way" in line:
            done.add(line["way"])
            more = {k: line[k] for k in ("samples_ms", "event_ms", "steps", "weight_bytes",
                                         "first_s", "about")}
            yield record(left[0], tool, line["way"], "ok", dtype=shapes.MODELS[left[0].model].dtype,
                         copy_bytes_per_s=about["copy_bytes_per_s"],
                         versions={k: about.get(k) for k in ("torch", "cuda", "transformers")},
                         **more)
