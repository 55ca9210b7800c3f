"""A copy of a run that is tampered with: its files, and what follows from what in them."""
import csv, glob, json, os, struct


f32 = lambda x: struct.unpack("f", struct.pack("f", x))[0]


class Run:
    def __init__(self, root):
        self.root = root
        m = os.path.join(root, "manifest.json")
        self.manifest = json.load(open(m)) if os.path.exists(m) else {}
        self.own = str(self.manifest.get("schema", "")).startswith("assay-run/")
        self.torch = str(self.manifest.get("schema", "")).startswith("assay-torch/")
        self.files = sorted(glob.glob(f"{root}/*/runs/**/run_*.json", recursive=True))

    def mode(self, f):
        return os.path.relpath(f, self.root).split("/")[0]

    def pick(self, compiled=True, mode=None, scenario=None):
        """A run file: by default the compiled cell of the first mode whose scenario comes last but
        one."""
        mode = mode or ("prefill" if os.path.isdir(f"{self.root}/prefill") else "kv_decode")
        c = [f for f in self.files if self.mode(f) == mode and ("-compile/" in f) == compiled]
        s = sorted({load(f)["spec"]["scenario"] for f in c})
        want = scenario or s[0]
        return [f for f in c if load(f)["spec"]["scenario"] == want][0]

    def partner(self, f):
        j = load(f)
        for g in self.files:
            k = load(g)
            if g != f and self.mode(g) == self.mode(f) and all(k["spec"][x] == j["spec"][x]
                    for x in ("scenario", "model", "quantization")):
                return g

    def cells(self):
        for f in self.files:
            yield f, load(f)


def load(f):
    return json.load(open(f))


def save(f, j):
    with open(f, "w") as fp:
        json.dump(j, fp, indent=1)


def rows(run, mode):
    return list(csv.DictReader(open(f"{run.root}/{mode}/metrics.csv", newline="")))


def write_rows(run, mode, v):
    with open(f"{run.root}/{mode}/metrics.csv", "w", newline="") as fp:
        w = csv.DictWriter(fp, list(v[0]), lineterminator="\n")
        w.writeheader()
        w.writerows(v)


def of(row, j):
    s = j["spec"]
    return all(row[c] == s[k] for c, k in (("scenario", "scenario"), ("backend", "backend"),
        ("model", "model"), ("quantization", "quantization")))


def derive(j):
    """What follows from latencies and tokens, in the run file."""
    j["tokens_per_s"] = [t / (x / 1e3) for t, x in zip(j["tokens"], j["latencies_ms"])]
    if j["spec"]["mode"] == "prefill" and "recorder" not in j:
        j["ttft_ms"] = list(j["latencies_ms"])
    timed = [s for s in j.get("samples", []) if s["phase"] == "timed"]
    for i, s in enumerate(timed):
        s["end_ns"] = s["start_ns"] + round(j["latencies_ms"][i] * 1e6)
        s["tokens"] = j["tokens"][i]
        if s.get("event_ms") is not None:
            s["event_ms"] = j["cuda_event_ms"][i]


def put(run, f, j, keys=None):
    """The run file and its rows in metrics.csv. keys: as the rows still have them."""
    derive(j)
    save(f, j)
    v, i, out = rows(run, run.mode(f)), 0, []
    for r in v:
        if of(r, keys or j) and not ("recorder" in j and r["status"] == "error"):
            if i >= len(j["latencies_ms"]):
                continue
            r.update(latency_ms=repr(j["latencies_ms"][i]), tokens=repr(j["tokens"][i]),
                tokens_per_s=repr(j["tokens_per_s"][i]))
            if r.get("ttft_ms"):
                r["ttft_ms"] = repr(j["ttft_ms"][i])
            if r.get("cuda_event_ms"):
                r["cuda_event_ms"] = repr(j["cuda_event_ms"][i])
            if "path" in r and "path" in j:
                r["path"] = j["path"]
            if "served" in r and j.get("samples"):
                r["served"] = [s["served"] for s in j["samples"] if s["phase"] == "timed"][i]
            i += 1
        out.append(r)
    write_rows(run, run.mode(f), out)


def drop_rows(run, f):
    j = load(f)
    write_rows(run, run.mode(f), [r for r in rows(run, run.mode(f)) if not of(r, j)])
