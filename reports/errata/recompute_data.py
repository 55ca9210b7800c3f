"""What recompute.py needs: the artifacts, read anew, and statistics of lists of numbers."""
import csv
import glob
import json
import math
import os
import re
import sys
from statistics import fmean, median

csv.field_size_limit(1 << 30)
DATA = sys.argv[1]
EAGER, COMPILED, OLLAMA = "transformers-gpu", "transformers-gpu-compile", "ollama"
BASE, PAD, DYN = "phase2/20260222_195655", "phase2/20260222_213342", "phase2/20260222_214114"
FIRST, DEFAULT, PT210 = "phase3/20260222_231929", "phase3/20260223_034940", "phase3/20260223_210915"
VARIABLE, DYNAMIC, PADDED, EVENTS = (f"tr120_root_cause_triton/20251221_{t}"
                                     for t in ("173112", "181045", "182658", "191009"))
WINDOWS = "tr120_root_cause/20251221_113136"
COMMON = ["models/qwen2.5-0.5b", "models/qwen2.5-1.5b", "models/qwen2.5-3b"]
P2 = [f"models/{m}" for m in ("gpt2-25m:fp32", "gpt2-50m:fp32", "gpt2-100m:fp32",
                              "qwen2.5-0.5b:fp16", "qwen2.5-1.5b:fp16", "qwen2.5-3b:fp16")]
P3 = ["models/gpt2-100m"] + COMMON
SCENARIOS = ["single_micro", "single_short", "single_medium", "single_long", "stress_single"]
cache = {}


# Statistics.

def var(s):
    m = fmean(s)
    return math.fsum((v - m) ** 2 for v in s) / (len(s) - 1)


def quantile(s, q):
    """Type 7."""
    s = sorted(s)
    at = q * (len(s) - 1)
    lo = min(int(at), len(s) - 2)
    return s[lo] + (at - lo) * (s[lo + 1] - s[lo])


def beta(a, b, x):
    """The regularized incomplete beta function, by its continued fraction (DLMF 8.17.22)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(b, a, 1 - x)
    tail = 0.0
    for k in range(1000, 0, -1):
        m = k // 2
        if k % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        tail = term / (1 + tail)
    return math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x)
                    + b * math.log1p(-x)) / (a * (1 + tail))


def above(t, df):
    """P(T > t) of Student's t."""
    half = beta(df / 2, 0.5, df / (df + t * t)) / 2
    return half if t > 0 else 1 - half


def two_sided(t, df):
    return 2 * above(abs(t), df)


def student(b, t):
    n = len(b) + len(t)
    pooled = ((len(b) - 1) * var(b) + (len(t) - 1) * var(t)) / (n - 2)
    return two_sided((fmean(t) - fmean(b)) / math.sqrt(pooled * (1 / len(b) + 1 / len(t))), n - 2)


def welch(b, t, shift=0.0):
    """t and df of the difference of means plus shift."""
    v = [var(s) / len(s) for s in (b, t)]
    df = sum(v) ** 2 / sum(x * x / (len(s) - 1) for x, s in zip(v, (b, t)))
    return (fmean(t) - fmean(b) + shift) / math.sqrt(sum(v)), df


def tost(b, t, margin):
    lower, df = welch(b, t, margin)
    upper, _ = welch(b, t, -margin)
    return max(above(lower, df), above(-upper, df))


def combined(base, test):
    """Geometric mean of the ratios of means of pairs of samples, and the p of the ratio
    being 1: t of its logarithm, variances by the delta method, df by Satterthwaite."""
    logs, variances, dfs = [], [], []
    for b, t in zip(base, test):
        logs.append(math.log(fmean(t) / fmean(b)))
        for s in (b, t):
            variances.append(var(s) / len(s) / fmean(s) ** 2 / len(base) ** 2)
            dfs.append(len(s) - 1)
    df = sum(variances) ** 2 / sum(v * v / d for v, d in zip(variances, dfs))
    return math.exp(fmean(logs)), two_sided(fmean(logs) / math.sqrt(sum(variances)), df)


def percent(base, test):
    return 100 * (test / base - 1)


def outliers(s):
    q1, q3 = quantile(s, 0.25), quantile(s, 0.75)
    return sum(v < q1 - 1.5 * (q3 - q1) or v > q3 + 1.5 * (q3 - q1) for v in s)


# The artifacts.

def folder(run):
    return f"{DATA}/{'TR120' if run.startswith('tr120') else 'TR126'}/{run}"


def rows(run, mode, ok=True):
    """The rows of a metrics.csv that are ok, or those that are not."""
    path = f"{folder(run)}/{mode}/metrics.csv"
    if path not in cache:
        with open(path, newline="") as f:
            cache[path] = list(csv.DictReader(f))
    return [r for r in cache[path] if (r["status"] == "ok") == ok]


def x(run, mode, column="latency_ms", **where):
    """A column of the rows that have all of where."""
    return [float(r[column]) for r in rows(run, mode) if all(r[k] == v for k, v in where.items())]


def per_token(run, mode, **where):
    return [a / b for a, b in zip(x(run, mode, **where), x(run, mode, "tokens", **where))]


def document(path):
    with open(path) as f:
        return json.load(f)


def counters(run, mode="prefill"):
    return document(f"{folder(run)}/{mode}/dynamo_counters.json")


def manifest(run):
    return document(f"{folder(run)}/manifest.json")


def run_files(run, *parts):
    found = sorted(glob.glob(f"{folder(run)}/prefill/runs/{'/'.join(parts)}/*/*.json"))
    return [document(f) for f in found]


def naming(word, *patterns):
    """How many of the files hold the word."""
    found = [f for p in patterns for f in glob.glob(f"{DATA}/{p}", recursive=True)]
    return sum(word in open(f).read() for f in found if os.path.isfile(f))


def firsts(run, scenario, backend):
    """The first sample of each model in the order of the file."""
    seen = {}
    for r in rows(run, "prefill"):
        if r["scenario"] == scenario and r["backend"] == backend:
            seen.setdefault(r["model"], float(r["latency_ms"]))
    return list(seen.values())


def cells(run):
    """How many samples each model, scenario and backend has."""
    n = {}
    for r in rows(run, "prefill"):
        key = r["model"], r["scenario"], r["backend"]
        n[key] = n.get(key, 0) + 1
    return n


def files_of(run, model, backend):
    """Means of the run files of a model."""
    return [fmean(f["latencies_ms"])
            for f in run_files(run, model[len("models/"):].split(":")[0], "*", backend)]


def table(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def summary(column):
    path = f"{DATA}/TR120/tr120_compile_paradox/processed/summary_overall.csv"
    return {r["backend"]: float(r[column]) for r in table(path)}


def published(name):
    return table(os.path.join(os.path.dirname(__file__), f"../tr126/published/{name}.csv"))


def column_sum(column):
    return sum(int(r["value"].replace(",", "")) for r in published("11.4-anova")
               if r["column"] == column and r["term"] != "total")


def kernels(run):
    found = glob.glob(f"{folder(run)}/triton_evidence_*.json")
    return sorted(document(f)["cached_kernels"] for f in found)


# What compiled code can have served, from the shapes alone.

def shapes(run, mode, operation):
    """The sizes that an operation has in the counters of a mode."""
    names = counters(run, mode)["dynamo_counters"].get("aten_mm_info", {})
    return {int(m[1]) for n in names if (m := re.match(operation, n))}


def served(run, pad=1):
    """Of TR120, (mode, scenario): calls of a length that has a graph, and all calls. A step
    of decode has a graph for each length of the cache; none is longer than one token."""
    first = shapes(run, "prefill", r"aten\.addmm_(\d+)_6_2$")
    steps = shapes(run, "kv_decode", r"aten\.bmm_1_(\d+)_1$")
    found = {}
    for s in SCENARIOS:
        lengths = [int(n) for n in x(run, "prefill", "tokens", backend=COMPILED, scenario=s)]
        if pad > 1:
            lengths = [-(-max(lengths) // pad) * pad] * len(lengths)
        n = len(lengths)
        known = sum(length in first for length in lengths)
        found["prefill", s] = known, n
        decode = sum(k in steps for length in lengths for k in range(length + 1, length + 65))
        found["kv_decode", s] = decode, 64 * n
        found["e2e_kv", s] = known, 65 * n
    return found


def served_baseline():
    """The same of prefill in TR126's baseline, which kept no counters of it: the first seven
    lengths after that of the compile stage (8 tokens), as torch's limit is 8."""
    found = {}
    for model in sorted({r["model"] for r in rows(BASE, "prefill")}):
        graphs = {8}
        for s in SCENARIOS:
            lengths = x(BASE, "prefill", "tokens", backend=COMPILED, scenario=s, model=model)
            for n in lengths:
                if len(graphs) < 8:
                    graphs.add(n)
            found[model, s] = sum(n in graphs for n in lengths), len(lengths)
    return found


def by(run, mode, models, backend, of=x):
    return [of(run, mode, model=m, backend=backend) for m in models]


def ratios(base, test):
    return [fmean(t) / fmean(b) for b, t in zip(base, test)]


def changes(base, test):
    return [percent(fmean(b), fmean(t)) for b, t in zip(base, test)]
