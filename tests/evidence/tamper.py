"""Tampers with copies of a run and says what labelaudit --runs finds:

    python3 tamper.py BASE RUN OTHER   rows "base,tampering,class,found"

RUN is the run, OTHER a run of the same schema that files are taken from. A
tampering is "edited": in one file; or "sealed": in every file that repeats it,
with every number that follows from it (rates, ttft_ms, ends) and every hash.

found: the rules that contradict; else, with "fails:" before them, the rules that
fail and did not in the untouched run; else "input error", "skipped" (no row is left),
else "nothing"."""
import csv, os, shutil, subprocess, sys, tempfile

from tamper_own import OWN
from tamper_published import PUBLISHED, ROWS
from tamper_run import Run


def found(root):
    """What labelaudit says: rules that contradict, rules that fail."""
    r = subprocess.run(["labelaudit", "--runs", "--rules", "--all", "-o", "csv", root], capture_output=True, text=True)
    if r.returncode == 2 or ": skipped: " in r.stderr:
        return "input error" if r.returncode == 2 else "skipped", None
    v = list(csv.DictReader(r.stdout.splitlines()))
    return ({x["rule"] for x in v if x["alarm"] == "1"},
            {(x["rule"], x["mode"], x["scenario"], x["backend"], x["model"]) for x in v if x["state"] == "fails"})


def main():
    base, root, other = sys.argv[1:4]
    sys.path.insert(0, "fixtures/assay-run")
    import make
    alarms, fails = found(root)
    run = Run(root)
    if alarms:
        sys.exit(f"the untouched run contradicts itself: {alarms}")
    table = {f.__name__.replace("_", " "): f for f in PUBLISHED + (OWN if run.own else [])} if run.files else ROWS
    for name, f in table.items():
        for sealed in False, True:
            with tempfile.TemporaryDirectory() as t:
                d = os.path.join(t, os.path.basename(os.path.normpath(root)))
                shutil.copytree(root, d)
                subprocess.run(["chmod", "-R", "u+w", d], check=True)
                if f(Run(d), Run(other), sealed) is False or not subprocess.run(["diff", "-rq", root, d], capture_output=True).stdout:
                    continue  # it does not apply, or what was copied is the same
                if sealed and run.own:
                    make.seal(d)
                a, b = found(d)
                what = a if b is None else " ".join(sorted(a)) if a else \
                    "fails: " + " ".join(sorted({x[0] for x in b - fails})) if b - fails else "nothing"
                print(",".join((base, name, "sealed" if sealed else "edited", what)), flush=True)


main()
