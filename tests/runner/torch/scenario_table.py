#!/usr/bin/env python3
"""Hold the recorder's labels against the truth, for every scenario on every version of torch.

    scenario_table.py [--save] [--work DIR] [--only NAME,NAME] PYTHON...

PYTHON is an interpreter that has torch. Each scenario runs twice there: once under the recorder,
once without it under truth.py, the same calls in the same order, in two processes. Prints a
table and each call whose words differ. Exit status 1 if any differs, 2 if any did not run.
--save writes streams/VERSION.json, which streams_test.py replays where torch is absent; with
--only, those scenarios of it.
--work keeps what inductor compiled, and each truth until its scenario changes.
"""
import argparse
import hashlib
import inspect
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDER = os.path.join(HERE, "..", "..", "..", "runner", "torch")
SAMPLE = ("phase", "events", "new_graphs", "attempts", "outside", "script")


# In the process of a version: a child a scenario, so that none sees what another compiled.

def record(torch, name, where):
    """Makes the calls of a scenario under the recorder. Returns their order and the record."""
    import scenarios
    build = scenarios.ALL[name]
    calls = build(torch)
    from assay_torch import Recorder
    order = []
    with Recorder(where, mode="calls", backend="torch", scenario=name) as rec:
        for i in rec.passes(range(len(calls)), warmup=0):
            order.append(i)
            try:
                with rec.sample(tokens=calls[i].tokens, target=calls[i].target):
                    calls[i].run()
            except Exception as e:  # recorded as the status of its row
                if e.__class__.__module__.startswith("assay_torch"):
                    raise
    files = [os.path.join(top, f) for top, _, names in os.walk(where) for f in names
             if f.startswith("run_")]
    with open(files[0]) as f:
        run = json.load(f)
    if len(files) != 1 or len(run["samples"]) != len(order):
        raise AssertionError(f"{len(order)} calls, {len(run['samples'])} samples")
    return {"order": order, "run": run}


def tell(torch, name, where):
    """Makes the calls of a scenario in the recorder's order. Returns what served each."""
    import scenarios
    import truth
    with open(os.path.join(where, name + ".record.json")) as f:
        order = json.load(f)["order"]
    teller = truth.Truth(torch)
    calls = scenarios.ALL[name](torch)
    seen = [teller.call(calls[i].run) for i in order]
    return {"order": order, "seen": seen, "words": [truth.word(s) for s in seen]}


def child(torch, what, name, where, warm=False):
    """Forks for a scenario; writes NAME.WHAT.json, or NAME.WHAT.error.

    The child finds no graph of another, unless warm; only the C++ compiler's work is shared."""
    out = os.path.join(where, f"{name}.{what}")
    for end in (".json", ".error"):
        if os.path.exists(out + end):
            os.remove(out + end)
    for cache in () if warm else ("fxgraph", "aotautograd", "dynamo"):
        shutil.rmtree(os.path.join(where, "inductor", cache), ignore_errors=True)
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        return
    try:
        torch.manual_seed(0)
        if what == "record":
            result = record(torch, name, tempfile.mkdtemp(dir=where))
        else:
            result = tell(torch, name, where)
        if getattr(torch._dynamo.config, "caching_precompile", False):
            torch.compiler.save_cache_artifacts()
        with open(out + ".json", "w") as f:
            json.dump(result, f)
    except BaseException:
        with open(out + ".error", "w") as f:
            traceback.print_exc(file=f)
    os._exit(0)


def worker(what, where, names):
    import torch
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    import scenarios
    version = tuple(int(n) for n in torch.__version__.split("+")[0].split(".")[:2])
    known = scenarios.known(version)
    names = [n for n in known if not names or n in names]
    with open(os.path.join(where, "version"), "w") as f:
        json.dump({"version": torch.__version__.split("+")[0], "names": names}, f)
    if what == "truth":
        names = [n for n in names if os.path.exists(os.path.join(where, n + ".record.json")) and
                 not told(where, n)]
    late = [n for n in names if scenarios.ALL[n].late]
    for name in late if what == "record" else []:
        child(torch, what, name, where)
    if what == "record":
        import assay_torch  # noqa: F401, as a harness does: after torch, before it compiles
    import torch._dynamo
    import torch._inductor.compile_fx  # once for all children, as what the processor has
    getattr(torch._inductor, "cpu_vec_isa", torch._inductor.codecache).pick_vec_isa()
    logging.disable(logging.CRITICAL)
    for name in names:
        if what == "truth" or name not in late:
            for warm in range(1 + scenarios.ALL[name].twice):
                child(torch, what, name, where, warm)


# In the process that compares

def stamp(where, name):
    """What a truth depends on: the calls and how it is told."""
    import scenarios
    with open(os.path.join(where, name + ".record.json")) as f:
        text = json.dumps(json.load(f)["order"]) + inspect.getsource(scenarios.ALL[name])
    with open(os.path.join(HERE, "truth.py")) as f:
        return hashlib.sha256((text + f.read()).encode()).hexdigest()


def told(where, name):
    """Whether the truth of a scenario is there, and still true."""
    try:
        with open(os.path.join(where, name + ".stamp")) as f:
            return f.read() == stamp(where, name)
    except OSError:
        return False


def run_version(python, where, names):
    """Runs both workers of a version; returns its name, and {scenario: (record, truth) or text}."""
    for what in ("record", "truth"):
        env = dict(os.environ, PYTHONPATH=RECORDER, OMP_NUM_THREADS="1",
                   PYTHONDONTWRITEBYTECODE="1", TORCHINDUCTOR_COMPILE_THREADS="1",
                   TORCHINDUCTOR_CACHE_DIR=os.path.join(where, "inductor"))
        with open(os.path.join(where, what + ".log"), "w") as log:
            subprocess.run([python, __file__, "--worker", what, where, *names], env=env,
                           stdout=log, stderr=log, check=True)
    with open(os.path.join(where, "version")) as f:
        facts = json.load(f)
    results = {}
    for name in facts["names"]:
        pair = []
        for what in ("record", "truth"):
            path = os.path.join(where, f"{name}.{what}")
            if not os.path.exists(path + ".json"):
                error = "it did not end"
                if os.path.exists(path + ".error"):
                    with open(path + ".error") as f:
                        error = f.read().strip().splitlines()[-1]
                pair = f"{what}: {error}"
                break
            with open(path + ".json") as f:
                pair.append(json.load(f))
        results[name] = pair
        if isinstance(pair, list):
            with open(os.path.join(where, name + ".stamp"), "w") as f:
                f.write(stamp(where, name))
    return facts["version"], results


def recorded(sample):
    return "error" if sample["phase"] == "failed" else sample["served"]


def compare(record, truth):
    """Returns (equal, unknown, [(call, recorded word, true word)])."""
    words = [recorded(s) for s in record["run"]["samples"]]
    equal = sum(a == b for a, b in zip(words, truth["words"]))
    unknown = sum(a == "unknown" for a in words)
    return equal, unknown, [(i, a, b) for i, (a, b) in enumerate(zip(words, truth["words"]))
                            if a not in (b, "unknown")]


def stream(record, truth):
    """What a label is made of, and the truth; without what is 0 or no, and all but one name of
    `outside`, so that it is small enough to be kept. Graphs and codes are numbered from nought."""
    recorder = record["run"]["recorder"]
    number = {None: None, **{g["graph"]: i for i, g in enumerate(recorder["graphs"])},
              **{c["code"]: -1 - i for i, c in enumerate(recorder["codes"])}}
    samples = []
    for sample, word in zip(record["run"]["samples"], truth["words"]):
        kept = {k: sample[k] for k in SAMPLE if sample.get(k) not in (None, 0, False, "timed")}
        kept["events"] = [number[event] for event in sample["events"]]
        if "outside" in kept:
            kept["outside"] = kept["outside"][:1]
        samples.append({**kept, "served": recorded(sample), "truth": word})
    return {"holds": recorder["holds"], "precompiled": recorder.get("precompiled"),
            "graphs": [{k: g[k] for k in ("backend", "resume")} for g in recorder["graphs"]],
            "codes": [{"backward": c["backward"]} for c in recorder["codes"]],
            "samples": samples}


def save(version, results, part):
    """Writes streams/VERSION.json; part: what it has of other scenarios is kept."""
    path = os.path.join(HERE, "streams", version + ".json")
    streams = {}
    if part and os.path.exists(path):
        with open(path) as f:
            streams = json.load(f)["scenarios"]
    streams.update({n: stream(*p) for n, p in results.items() if isinstance(p, list)})
    lines = [f"  {json.dumps(name)}: {json.dumps(kept, separators=(',', ':'))}"
             for name, kept in streams.items()]
    with open(path, "w") as f:
        f.write('{"torch": "%s", "scenarios": {\n%s\n}}\n' % (version, ",\n".join(lines)))


def report(table):
    """Prints scenario x version, then each call that differs; returns the exit status."""
    names = list(dict.fromkeys(n for results in table.values() for n in results))
    print(f"{'scenario':20}" + "".join(f" {v:>14}" for v in table))
    differ, failed = [], []
    for name in names:
        row = f"{name:20}"
        for version, results in table.items():
            pair, cell = results.get(name), ""
            if isinstance(pair, str):
                failed.append(f"{name} {version}: {pair}")
                cell = "did not run"
            elif pair:
                equal, unknown, others = compare(*pair)
                cell = f"unknown {unknown}/{equal + unknown}" if unknown else "equal"
                if others:
                    cell = f"DIFFERENT {len(others)}"
                differ += [(name, version, pair, other) for other in others]
            row += f" {cell:>14}"
        print(row)
    for name, version, (record, truth), (i, got, true) in differ:
        sample = record["run"]["samples"][i]
        facts = {k: sample.get(k) for k in SAMPLE}
        print(f"DIFFERENT: {name} {version} call {i}: recorded {got}, truth {true}; {facts}")
    for text in failed:
        print(f"did not run: {text}")
    return 1 if differ else 2 if failed else 0


def main():
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], sys.argv[3], sys.argv[4:])
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--work")
    parser.add_argument("--only", default="")
    parser.add_argument("python", nargs="+")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        table = {}
        for i, python in enumerate(args.python):
            where = os.path.join(args.work or scratch, str(i))
            if args.work:
                where = os.path.join(args.work, hashlib.sha256(python.encode()).hexdigest()[:8])
            os.makedirs(where, exist_ok=True)
            version, results = run_version(python, where, args.only.split(",") * bool(args.only))
            table[version] = results
            if args.save:
                save(version, results, bool(args.only))
        return report(table)


if __name__ == "__main__":
    sys.exit(main())
