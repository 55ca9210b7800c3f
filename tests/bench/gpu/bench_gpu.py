#!/usr/bin/env python3
"""make bench-gpu: refrun and PyTorch on one GPU in one run, as one table.

    bench_gpu.py --refrun PATH [--out FILE] [--models M ...] [--parts decode context prefill]
                 [--batches N ...] [--contexts N ...] [--prefills N ...]
                 [--peers refrun fast torch] [--budget S] [--limit S] [--python PYTHON]
    bench_gpu.py --table FILE ...      the tables of recorded samples
    bench_gpu.py --points FILE         what roofline.gp draws
    bench_gpu.py --check               is there a GPU?

Each cell is a line of FILE, with its raw samples, as soon as it is measured: a run that is stopped
keeps what it has. Runs are appended. FILE.log has what the programs said. Cells come in the order
of their weight, and what --budget does not reach is named. --limit bounds a process of refrun, and
how long a peer may print nothing.
Exits 1 if refrun fails or states another share than its samples give, 2 without a GPU.
"""
import argparse
import itertools
import json
import os
import signal
import subprocess
import sys
import time

import measure
import roofline
import shapes
import table

MODELS = ["gpt2-100m", "qwen2.5-0.5b", "qwen2.5-1.5b", "qwen2.5-3b"]


def fail(words):
    print(f"bench_gpu.py: {words}", file=sys.stderr)
    sys.exit(2)


def card():
    """(name, driver) of the first GPU; None without one."""
    ask = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        p = subprocess.run(ask, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                           timeout=60, check=True)
        name, driver = p.stdout.splitlines()[0].rsplit(",", 1)
        return name.strip(), driver.strip()
    except (OSError, subprocess.SubprocessError, IndexError, ValueError):
        return None


def options():
    p = argparse.ArgumentParser(prog="bench_gpu.py")
    p.add_argument("--check", action="store_true")
    p.add_argument("--table", nargs="+", metavar="FILE")
    p.add_argument("--points", metavar="FILE")
    p.add_argument("--refrun")
    p.add_argument("--out", default="build/bench-gpu/samples.jsonl")
    p.add_argument("--models", nargs="+", default=MODELS, choices=shapes.MODELS)
    p.add_argument("--parts", nargs="+", default=list(shapes.PARTS), choices=shapes.PARTS)
    p.add_argument("--batches", nargs="+", type=int, default=[1])
    p.add_argument("--peers", nargs="+", default=list(measure.WAYS), choices=measure.WAYS)
    p.add_argument("--contexts", nargs="+", type=int, default=shapes.PARTS["context"])
    p.add_argument("--prefills", nargs="+", type=int, default=shapes.PARTS["prefill"])
    p.add_argument("--new", type=int, default=64)
    p.add_argument("--budget", type=float, default=480)
    p.add_argument("--limit", type=float, default=150)
    p.add_argument("--python", default=sys.executable)
    p.add_argument("--device", default="cuda", choices=("cuda", "cpu"),
                   help="cpu: to try this program, which measures no card then")
    return p.parse_args()


def cells(part, o):
    """(those that fit, those that do not), the largest sizes first"""
    sizes = {"context": o.contexts, "prefill": o.prefills}.get(part, shapes.PARTS[part])
    some = [shapes.Cell(part, m, s, b)
            for b, s, m in itertools.product(o.batches, sizes, o.models)]
    return ([c for c in some if not shapes.impossible(c, o.new)],
            [c for c in some if shapes.impossible(c, o.new)])


def refrun_jobs(part, ways, o):
    """(cells, ways) of one process each: a model and batch, and a size where the cache takes it"""
    some = cells(part, o)[0]
    if part == "context":
        return [([c], ways) for c in some]
    return [([c for c in some if (c.batch, c.model) == bm], ways)
            for bm in itertools.product(o.batches, o.models)]


def measured(o, clock, log):
    """Records, in the order of their weight: decode, then what refrun does, then the peers."""
    first, others = [p for p in o.parts if p == "decode"], [p for p in o.parts if p != "decode"]
    for group in (first, others):
        for part in group:
            for c in cells(part, o)[1]:
                for tool in o.peers:
                    for way in measure.WAYS[tool]:
                        yield measure.record(c, tool, way, "impossible",
                                             shapes.impossible(c, o.new))
        steps = [("refrun", ["eager", "reduce-overhead"]), ("fast", None),
                 ("refrun", ["max-autotune"]), ("torch", None)]
        for tool, ways in steps:
            for part in group if tool in o.peers else []:
                if tool == "refrun":
                    for some, these in refrun_jobs(part, ways, o):
                        yield from measure.run_refrun(some, these, o, clock, log)
                elif cells(part, o)[0]:
                    yield from measure.run_peer(tool, cells(part, o)[0], o, clock, log)


def main():
    o = options()
    if o.points:
        return roofline.points(table.read(o.points))
    if o.table:
        return show([run for path in o.table for run in table.read(path)])
    found = ("a CPU (a trial of the program)", None) if o.device == "cpu" else card()
    if not found:
        fail("no NVIDIA GPU answers here (nvidia-smi): nothing is measured, nothing is written")
    if o.check:
        return 0
    if "refrun" in o.peers and not (o.refrun and os.access(o.refrun, os.X_OK)):
        fail(f"{o.refrun or 'refrun'}: no such program; --refrun names it")
    if min(*o.batches, *o.contexts, *o.prefills, o.new) < 1:
        fail("batches, contexts, prefills and new tokens must be at least 1")
    os.makedirs(os.path.dirname(os.path.abspath(o.out)), exist_ok=True)
    run = dict(kind="run", card=found[0], driver=found[1], new=o.new, budget_s=o.budget,
               limit_s=o.limit, started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    records, clock = [], measure.Clock(o.budget, o.limit)
    with open(o.out, "a") as f, open(o.out + ".log", "a") as log:
        print(json.dumps(run), file=f, flush=True)
        for r in measured(o, clock, log):
            r["card"] = run["card"]
            records.append(r)
            print(json.dumps(r), file=f, flush=True)
            said = f"{table.ms(r):.4f} ms" if r["status"] == "ok" else r["status"]
            print(f"[{clock.budget - clock.left():4.0f} s] {r['cell']} {r['tool']} {r['way']} "
                  f"{said}", file=sys.stderr, flush=True)
    return show([(run, records)])


def show(runs):
    bad = 0
    for n, (run, records) in enumerate(runs):
        words, wrong = table.text(run, records)
        print(("\n" if n else "") + words, end="")
        bad += len(wrong) + sum(r["tool"] == "refrun" and r["status"] in ("failed", "timeout")
                                for r in records)
    return 1 if bad else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # what runs is stopped on the way out
    try:
        sys.exit(main())
    except table.Bad as e:
        fail(e)
