"""Tampers with copies of a run and says what labelaudit --runs finds:

    python3 tamper.py BASE RUN OTHER   rows "base,tampering,class,found"

RUN is the run, OTHER a run of the same schema that files are taken from. A
tampering is "edited": in one file; or "sealed": in every file that repeats it,
with every number that follows from it (rates, ttft_ms, ends) and every hash.

found: the rules that contradict; else, with "fails:" before them, the rules that
fail and did not in the untouched run; else "input error", "skipped" (no row is left),
else "nothing". Without a contradiction, "more is compiled" where a cell is that was not."""
import csv, os, shutil, subprocess, sys, tempfile

from tamper_more import MORE
from tamper_own import OWN
from tamper_published import PUBLISHED, ROWS
from tamper_run import Run
from tamper_torch import TORCH


def found(root):
    """What labelaudit says: rules that contradict, rules that fail."""
    r = subprocess.run(["labelaudit", "--runs", "--rules", "--all", "-o", "csv", root],
        capture_output=True, text=True)
    if r.returncode == 2 or ": skipped: " in r.stderr:
        return "input error" if r.returncode == 2 else "skipped", None
    v = list(csv.DictReader(r.stdout.splitlines()))
    return ({x["rule"] for x in v if x["alarm"] == "1"},
            {(x["rule"], x["mode"], x["scenario"], x["backend"], x["model"]) for x in v
            if x["state"] == "fails"})


def contents(root):
    return {os.path.relpath(os.path.join(folder, n), root): open(os.path.join(folder, n),
        "rb").read()
            for folder, _, names in os.walk(root) for n in names}


def compiled(root):
    """Cells that labelaudit calls compiled, in whole or in part."""
    r = subprocess.run(["labelaudit", "--runs", "-o", "csv", root], capture_output=True, text=True)
    return {tuple(x[k] for k in ("mode", "scenario", "backend"))
        for x in csv.DictReader(r.stdout.splitlines()) if x["verdict"] in ("compiled", "partly")}


def main():
    base, root, other = sys.argv[1:4]
    sys.path.insert(0, "fixtures/assay-run")
    import make
    (alarms, fails), before = found(root), compiled(root)
    run, was = Run(root), contents(root)
    if alarms:
        sys.exit(f"the untouched run contradicts itself: {alarms}")
    list_of = TORCH if run.torch else PUBLISHED + MORE + (OWN if run.own else [])
    table = {f.__name__.replace("_", " "): f for f in list_of} if run.files else ROWS
    for name, f in table.items():
        for sealed in False, True:
            with tempfile.TemporaryDirectory() as t:
                d = os.path.join(t, os.path.basename(os.path.normpath(root)))
                shutil.copytree(root, d)
                for folder, _, names in os.walk(d):
                    for n in [folder] + [os.path.join(folder, n) for n in names]:
                        os.chmod(n, os.stat(n).st_mode | 0o200)
                if f(Run(d), Run(other), sealed) is False or contents(d) == was:
                    continue  # it does not apply, or what was copied is the same
                if sealed and (run.own or run.torch):
                    make.seal(d)
                a, b = found(d)
                what = a if b is None else " ".join(sorted(a)) if a else \
                    "fails: " + " ".join(sorted(
                        {x[0] for x in b - fails})) if b - fails else "nothing"
                if a is not None and not a and compiled(d) - before:
                    what += " but more is compiled"
                print(",".join((base, name, "sealed" if sealed else "edited", what)), flush=True)


main()
