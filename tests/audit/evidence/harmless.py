"""Rewrites copies of a run so that they say the same, and holds the verdicts of
labelaudit --runs against those of the untouched run:

    python3 harmless.py BASE RUN   rows "base,rewrite,outcome"

outcome: "same"; else the rules that contradict, or "other verdicts", or "input error"."""
import csv, glob, gzip, io, json, os, random, shutil, subprocess, sys, tempfile

BOM = b"\xef\xbb\xbf"


def jsons(d):
    return sorted(f for f in glob.glob(f"{d}/**/*.json", recursive=True))


def inner(d):
    """All that make.seal does not read; of other runs the manifest, too."""
    m = json.load(open(f"{d}/manifest.json"))
    return [f for f in jsons(d) if "schema" not in m or os.path.basename(f) != "manifest.json"]


def csvs(d):
    return sorted(glob.glob(f"{d}/*/metrics.csv"))


def each(files, change):
    for f in files:
        b = open(f, "rb").read()
        open(f, "wb").write(change(b))


def on_json(change, **how):
    """A rewrite of every JSON file: the object is changed, or only how it is written."""
    return lambda d: each(jsons(d), lambda b: json.dumps(change(json.loads(b)), **how).encode())


def on_csv(change, **how):
    """A rewrite of every table as rows."""
    def one(b):
        out = io.StringIO()
        csv.writer(out, lineterminator="\n", **how).writerows(
            change(list(csv.reader(io.StringIO(b.decode())))))
        return out.getvalue().encode()
    return lambda d: each(csvs(d), one)


same = lambda o: o


def walk(o, on_number=same, on_object=same):
    if isinstance(o, dict):  # whatever stands in counters was counted
        return on_object({k: walk(v, on_number,
            same if on_object is noted and k.startswith("dynamo_counters") else on_object) for k,
            v in o.items()})
    if isinstance(o, list):
        return [walk(v, on_number, on_object) for v in o]
    return on_number(o) if isinstance(o, (int, float)) and not isinstance(o, bool) else o


def noted(o):
    return dict(o, zz_note={"by": ["someone"], "at": 1})


def exponents(d):
    def spell(b):
        o = walk(json.loads(b), lambda x: "\0%.17e\0" % x)
        return json.dumps(o).replace('"\\u0000', "").replace('\\u0000"', "").encode()
    each(jsons(d), spell)


def shuffled(o):
    keys = list(o)
    random.Random(len(keys)).shuffle(keys)
    return {k: o[k] for k in keys}


def move(d, name):
    to = os.path.join(os.path.dirname(d), name)
    os.makedirs(os.path.dirname(to), exist_ok=True)
    shutil.move(d, to)
    return to


def linked(d):
    to = d + "-link"
    os.symlink(d, to)
    return to


def beside(d):
    open(f"{d}/.DS_Store", "wb").write(b"\0\1\2")
    os.makedirs(f"{d}/.git")
    return d


def times(d):
    for f in glob.glob(f"{d}/**/*", recursive=True):
        os.utime(f, (1, 1))


def read_only(d):
    subprocess.run(["chmod", "-R", "a-w", d], check=True)


def float_column(v):
    at = [i for i, n in enumerate(v[0]) if n in ("latency_ms", "cuda_event_ms", "ttft_ms",
        "tokens_per_s")]
    return [v[0]] + [[("%.17e" % float(x)) if i in at and x else x for i, x in enumerate(r)]
        for r in v[1:]]


def column_order(v):
    order = list(range(len(v[0])))[::-1]
    return [[r[i] for i in order] for r in v]


REWRITES = {
    "keys sorted": on_json(same, sort_keys=True),
    "keys shuffled": on_json(lambda o: walk(o, on_object=shuffled)),
    "indented": on_json(same, indent=4), "compact": on_json(same, separators=(",", ":")),
    "escaped slashes": lambda d: each(jsons(d),
    lambda b: json.dumps(json.loads(b)).replace("/", "\\/").encode()),
    "escaped characters": lambda d: each(jsons(d),
    lambda b: json.dumps(json.loads(b)).replace("p", "\\u0070").encode()),
    "numbers with exponents": exponents,
    "whole numbers with a point": on_json(lambda o: walk(o, lambda x: float(x))),
    "JSON with CRLF": lambda d: each(jsons(d),
    lambda b: b.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")),
    "JSON with a BOM": lambda d: each(inner(d), lambda b: BOM + b),
    "JSON as gzip": lambda d: each(inner(d), gzip.compress),
    "blanks around": lambda d: each(jsons(d), lambda b: b"\n  " + b + b" \n\n"),
    "unknown fields": on_json(lambda o: walk(o, on_object=noted)),
    "unknown field of a run file": lambda d: each([f for f in jsons(d) if "/runs/" in f],
    lambda b: json.dumps(dict(json.loads(b), note="x")).encode()),
    "CSV with CRLF": lambda d: each(csvs(d), lambda b: b.replace(b"\n", b"\r\n")),
    "CSV with a BOM": lambda d: each(csvs(d), lambda b: BOM + b),
    "CSV as gzip": lambda d: each(csvs(d), gzip.compress),
    "CSV quoted": on_csv(same, quoting=csv.QUOTE_ALL),
    "CSV without the last newline": lambda d: each(csvs(d), lambda b: b.rstrip(b"\n")),
    "columns in another order": on_csv(column_order),
    "unknown column": on_csv(lambda v: [v[0] + ["note"]] + [r + ["x, y"] for r in v[1:]]),
    "CSV numbers with exponents": on_csv(float_column),
    "folder renamed": lambda d: move(d, "another name"),
    "folder moved": lambda d: move(d, "a/b/c/" + os.path.basename(d)),
    "through a link": linked, "files beside it that are hidden": beside, "times of files": times,
    "read only": read_only,
    "an empty folder": lambda d: os.makedirs(f"{d}/notes"),
}


def audit(d):
    r = subprocess.run(["labelaudit", "--runs", "--all", "-o", "csv", d], capture_output=True,
        text=True)
    if r.returncode == 2:
        return None, r.stderr
    rows = [[x[k] for k in x if k not in ("run", "reason", "evidence")]
        for x in csv.DictReader(r.stdout.splitlines())]
    return rows, [x["rule"] for x in csv.DictReader(r.stdout.splitlines())
        if x["reason"].startswith("contradiction")]


def main():
    base, root = sys.argv[1:3]
    sys.path.insert(0, "fixtures/assay-run")
    import make
    want, _ = audit(root)
    own = str(json.load(open(f"{root}/manifest.json")).get("schema", "")).startswith("assay-run/")
    for name, f in REWRITES.items():
        with tempfile.TemporaryDirectory() as t:
            d = os.path.join(t, os.path.basename(os.path.normpath(root)))
            shutil.copytree(root, d)
            subprocess.run(["chmod", "-R", "u+w", d], check=True)
            d = f(d) or d
            if own and not name.startswith(("folder", "through", "times", "read", "files",
                    "an empty")):
                make.seal(d)
            got, why = audit(d)
            print(",".join((base, name, "input error"
                if got is None else " ".join(sorted(set(why)))
                or ("same" if got == want else "other verdicts"))), flush=True)
            if got is None:
                print(why.strip(), file=sys.stderr)
            subprocess.run(["chmod", "-R", "u+w", t])


main()
