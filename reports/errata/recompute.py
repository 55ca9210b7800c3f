"""Figures of errata.csv by another program: python3 recompute.py DATA prints id,figure.

Nothing here is shared with the tools: the csv module, numpy and scipy read the
metrics.csv files and the JSON files anew. tests/errata.sh holds it against errata.csv.
"""
import csv
import glob
import json
import math
import os
import sys

import numpy as np
from scipy import stats

csv.field_size_limit(1 << 30)
DATA = sys.argv[1]
EAGER, COMPILED, OLLAMA = "transformers-gpu", "transformers-gpu-compile", "ollama"
BASE, PAD, DYN = "phase2/20260222_195655", "phase2/20260222_213342", "phase2/20260222_214114"
FIRST, DEFAULT, PT210 = "phase3/20260222_231929", "phase3/20260223_034940", "phase3/20260223_210915"
COMMON = ["models/qwen2.5-0.5b", "models/qwen2.5-1.5b", "models/qwen2.5-3b"]
P2 = [f"models/{m}" for m in ("gpt2-25m:fp32", "gpt2-50m:fp32", "gpt2-100m:fp32",
                              "qwen2.5-0.5b:fp16", "qwen2.5-1.5b:fp16", "qwen2.5-3b:fp16")]
P3 = ["models/gpt2-100m"] + COMMON
SCENARIOS = ["single_micro", "single_short", "single_medium", "single_long", "stress_single"]
cache = {}


def rows(run, mode, ok=True):
    """The rows of a metrics.csv that are ok, or those that are not."""
    path = f"{DATA}/{'TR120' if run.startswith('tr120') else 'TR126'}/{run}/{mode}/metrics.csv"
    if path not in cache:
        with open(path, newline="") as f:
            cache[path] = list(csv.DictReader(f))
    return [r for r in cache[path] if (r["status"] == "ok") == ok]


def x(run, mode, column="latency_ms", **where):
    """A column of the rows that have all of where."""
    return np.array([float(r[column]) for r in rows(run, mode)
                     if all(r[k] == v for k, v in where.items())])


def per_token(run, mode, **where):
    return x(run, mode, **where) / x(run, mode, "tokens", **where)


def combined(base, test):
    """Geometric mean of the ratios of means of pairs of samples, and the p of the ratio
    being 1: t of its logarithm, variances by the delta method, df by Satterthwaite."""
    logs, variances, dfs = [], [], []
    for b, t in zip(base, test):
        logs.append(math.log(t.mean() / b.mean()))
        for s in (b, t):
            v = s.var(ddof=1) / len(s) / s.mean() ** 2
            variances.append(v / len(base) ** 2)
            dfs.append(len(s) - 1)
    variance = sum(variances)
    df = variance ** 2 / sum(v ** 2 / d for v, d in zip(variances, dfs))
    log = np.mean(logs)
    return math.exp(log), 2 * stats.t.sf(abs(log) / math.sqrt(variance), df)


def percent(base, test):
    return 100 * (test / base - 1)


def firsts(run, scenario, backend):
    """The first sample of each model in the order of the file."""
    seen = {}
    for r in rows(run, "prefill"):
        if r["scenario"] == scenario and r["backend"] == backend:
            seen.setdefault(r["model"], float(r["latency_ms"]))
    return list(seen.values())


def run_file(run, *parts):
    found = glob.glob(f"{DATA}/TR126/{run}/prefill/runs/{'/'.join(parts)}/*/*.json")
    return [json.load(open(f)) for f in sorted(found)]


def cells(run):
    """How many samples each model, scenario and backend has."""
    n = {}
    for r in rows(run, "prefill"):
        key = r["model"], r["scenario"], r["backend"]
        n[key] = n.get(key, 0) + 1
    return n


def outliers(s):
    q1, q3 = np.quantile(s, [0.25, 0.75])
    return np.sum((s < q1 - 1.5 * (q3 - q1)) | (s > q3 + 1.5 * (q3 - q1)))


def files_of(run, model, backend):
    """Means of the run files of a model."""
    name = model[len("models/"):].split(":")[0]
    found = glob.glob(f"{DATA}/TR126/{run}/prefill/runs/{name}/*/{backend}/*/*.json")
    return np.array([np.mean(json.load(open(f))["latencies_ms"]) for f in sorted(found)])


def tost(base, test, margin):
    t = [stats.ttest_ind(test + shift, base, equal_var=False, alternative=side).pvalue
         for shift, side in ((margin, "greater"), (-margin, "less"))]
    return max(t)


def summary(column):
    path = f"{DATA}/TR120/tr120_compile_paradox/processed/summary_overall.csv"
    return {r["backend"]: float(r[column]) for r in csv.DictReader(open(path))}


def published(column):
    path = os.path.join(os.path.dirname(__file__), "../tr126/published/11.4-anova.csv")
    return sum(int(r["value"].replace(",", "")) for r in csv.DictReader(open(path))
               if r["column"] == column and r["term"] != "total")


def kernels(run):
    found = glob.glob(f"{DATA}/TR126/{run}/triton_evidence_*.json")
    return sorted(json.load(open(f))["cached_kernels"] for f in found)


def student(base, test):
    return stats.ttest_ind(test, base).pvalue


def pairs_of(run):
    for m in P3:
        backends = [b for b in (EAGER, COMPILED, OLLAMA)
                    if len(x(run, "prefill", model=m, backend=b))]
        for i, b in enumerate(backends):
            for t in backends[i + 1:]:
                yield x(run, "prefill", model=m, backend=b), x(run, "prefill", model=m, backend=t)


def by(run, mode, models, backend, of=x):
    return [of(run, mode, model=m, backend=backend) for m in models]


def ratios(base, test):
    return [t.mean() / b.mean() for b, t in zip(base, test)]


def figures():
    means, maxima = summary("mean_ms"), summary("max_ms")
    yield "E120-14", maxima[EAGER] / maxima[COMPILED]
    yield "E126-105", percent(means[EAGER], means[COMPILED])
    variable, dynamic, padded, events = (f"tr120_root_cause_triton/20251221_{t}"
                                         for t in ("173112", "181045", "182658", "191009"))
    by_scenario = {s: x(variable, "prefill", scenario=s, backend=COMPILED) for s in SCENARIOS}
    yield "E120-02", max(by_scenario[s].max() for s in SCENARIOS[:4])
    yield "E120-03", np.concatenate([by_scenario[s] for s in SCENARIOS[:4]]).mean()
    yield "E120-04", np.quantile(x(events, "prefill", backend=COMPILED), 0.99)
    yield "E120-11", percent(x(variable, "prefill", backend=EAGER).mean(),
                             x(dynamic, "prefill", backend=EAGER).mean())
    yield "E120-12", percent(x(variable, "kv_decode", backend=EAGER).mean(),
                             x(padded, "kv_decode", backend=EAGER).mean())
    yield "E126-47", min(f["compile"]["compile_time_ms"]
                         for f in run_file(DYN, "*", "single_micro", COMPILED))
    first = run_file(DYN, "gpt2-100m", "single_micro", COMPILED)[0]["latencies_ms"]
    yield "E126-97", first[0] / np.median(first[1:])
    yield "E126-73", max(run_file(PAD, "gpt2-100m", "single_micro", EAGER)[0]["latencies_ms"])
    yield "E126-51", np.mean(firsts(FIRST, "stress_single", OLLAMA))
    yield "E126-54", x(FIRST, "kv_decode", "tokens", model=COMMON[1], backend=OLLAMA).min()
    yield "E126-55", [x(FIRST, "kv_decode", "tokens", scenario=s, backend=OLLAMA).mean()
                      for s in SCENARIOS]
    yield "E126-89", x(FIRST, "kv_decode", "tokens", backend=OLLAMA).mean()
    tokens = [[x(FIRST, "prefill", "tokens", model=m, backend=b).mean() for m in COMMON]
              for b in (EAGER, OLLAMA)]
    yield "E126-52", min(np.subtract(tokens[1], tokens[0]))
    yield "E126-57", len(set(cells(FIRST).items()) ^ set(cells(PT210).items()))
    yield "E126-58", [x(PT210, "prefill", model=COMMON[2], scenario=s, backend=EAGER).mean()
                      for s in SCENARIOS]
    yield "E126-70", sum(bool(r["cuda_event_ms"]) for r in rows(DYN, "prefill"))
    yield "E126-71", len(rows(BASE, "kv_decode", False) + rows(BASE, "e2e_kv", False))
    yield "E126-80", [sum(len(s) for s in by(FIRST, "prefill", COMMON, b))
                      for b in (EAGER, COMPILED, OLLAMA)]
    yield "E126-81", sum(len(rows(r, "prefill")) for r in (BASE, DYN, PAD))
    yield "E126-92", x(FIRST, "prefill", model=COMMON[0], scenario=SCENARIOS[2],
                       backend=OLLAMA).std(ddof=1)
    yield "E126-108", len({(m, b) for m, _, b in cells(FIRST)})
    base = sorted({r["model"] for r in rows(BASE, "prefill")})
    yield "E126-46", len(base)
    eager, compiled = by(BASE, "kv_decode", base, EAGER), by(BASE, "kv_decode", base, COMPILED)
    yield "E126-42", max(student(b, t) for b, t in zip(eager, compiled))
    yield "E126-94", min((t.mean() - b.mean()) / math.sqrt((b.var(ddof=1) + t.var(ddof=1)) / 2)
                         for b, t in zip(eager, compiled))
    dyn = {b: x(DYN, "prefill", backend=b) for b in (EAGER, COMPILED)}
    yield "E126-31", stats.ttest_ind(dyn[COMPILED], dyn[EAGER], equal_var=False).pvalue
    yield "E126-33", np.sort(dyn[EAGER])[len(dyn[EAGER]) // 2]
    yield "E126-34", math.sqrt(np.mean([s.var(ddof=1) for s in dyn.values()]))
    yield "E126-44", np.concatenate([x(BASE, "prefill", model=m, backend=COMPILED)
                                     for m in base if m != "models/gpt2-100m:fp16"]).mean()
    yield "E126-84", np.mean([float(r["latency_ms"]) for r in rows(BASE, "prefill")
                              if r["backend"] == COMPILED and r["scenario"] != "stress_single"])
    eager, compiled = by(DYN, "prefill", P2, EAGER), by(DYN, "prefill", P2, COMPILED)
    yield "E126-91", ratios(compiled, eager)
    yield "E126-106", sum(t.std() > b.std() for b, t in list(zip(eager, compiled))[:3])
    yield "E126-48", sum(outliers(t) > 0 for t in compiled)
    yield "E126-49", min(-percent(*(np.median(x(DYN, "prefill", model=m, scenario=s, backend=b))
                                    for b in (EAGER, COMPILED))) for m in P2 for s in SCENARIOS)
    yield "E126-75", np.quantile(compiled[1], 0.95)
    yield "E126-76", dyn[EAGER].mean()
    yield "E126-77", 100 * (1 - np.median(dyn[COMPILED]) / np.median(dyn[EAGER]))
    yield "E126-79", [percent(*(np.median(x(run, "prefill", model=m, scenario=s, backend=COMPILED))
                                for run, m in ((FIRST, P3[0]), (DYN, P2[2])))) for s in SCENARIOS]
    yield "E126-100", sum(("gpt2" in r["model"]) != (r["quantization"] == "fp32")
                          for r in rows(DYN, "prefill"))
    yield "E126-101", combined([files_of(DYN, m, EAGER) for m in P2],
                               [files_of(DYN, m, COMPILED) for m in P2])[1]
    yield "E126-85", published("ss")
    yield "E126-86", published("df")
    counts = kernels(BASE)
    yield "E126-68", [b - a for a, b in zip([0] + counts, counts)]
    yield "E126-88", kernels(PAD)[0] - counts[-1]
    yield "E126-99", [percent(b.mean(), t.mean()) for b, t in
                      zip(by(FIRST, "prefill", P3, EAGER), by(DEFAULT, "prefill", P3, EAGER))]
    ollama, compiled = by(FIRST, "prefill", COMMON, OLLAMA), by(FIRST, "prefill", COMMON, COMPILED)
    yield "E126-50", [percent(b.mean(), t.mean()) for b, t in zip(ollama, compiled)]
    yield "E126-112", max(student(b, t) for b, t in zip(ollama, compiled))
    yield "E126-113", max(student(b, t) for b, t in pairs_of(PT210))
    yield "E126-98", max(tost(x(FIRST, "prefill", model=COMMON[1], scenario=s, backend=OLLAMA),
                              x(FIRST, "prefill", model=COMMON[1], scenario=s, backend=COMPILED), 1)
                         for s in SCENARIOS)
    yield "E126-56", max(s.std(ddof=1) for s in by(FIRST, "prefill", P3, COMPILED))
    yield "E126-102", max(100 * outliers(s) / len(s) for b in (EAGER, COMPILED, OLLAMA)
                          for m in P3 + ["llama3.2:1b"]
                          if len(s := x(FIRST, "prefill", model=m, backend=b)))
    first = {b: x(FIRST, "prefill", backend=b) for b in (EAGER, COMPILED)}
    yield "E126-90", percent(first[EAGER].mean(), first[COMPILED].mean())
    yield "E126-107", percent(first[COMPILED].mean(), first[EAGER].mean())
    yield "E126-87", np.concatenate(by(FIRST, "kv_decode", COMMON, EAGER)).mean()
    token = [by(FIRST, "kv_decode", COMMON, b, per_token) for b in (OLLAMA, EAGER)]
    yield "E126-53", combined(*token)[0]
    yield "E126-111", ratios(*token)
    totals = [[x(FIRST, "kv_decode", model=m, backend=b).sum() /
               x(FIRST, "kv_decode", "tokens", model=m, backend=b).sum() for m in COMMON]
              for b in (OLLAMA, EAGER)]
    yield "E126-110", math.exp(np.mean(np.log(np.divide(totals[1], totals[0]))))
    yield "E126-95", percent(1, combined(by(PT210, "kv_decode", P3, EAGER),
                                         by(PT210, "e2e_kv", P3, EAGER))[0])
    served = COMMON + ["llama3.2:1b"]
    yield "E126-103", percent(1, combined(by(FIRST, "kv_decode", served, OLLAMA),
                                          by(PT210, "kv_decode", served, OLLAMA))[0])
    yield "E126-78", (x(FIRST, "e2e_kv", backend=OLLAMA).mean() -
                      x(FIRST, "e2e_kv", "ollama_eval_ms", backend=OLLAMA).mean() -
                      x(FIRST, "e2e_kv", "ollama_prompt_eval_ms", backend=OLLAMA).mean())
    # Qwen2.5-3B: 36 layers of width 2048, MLP 11008, 16 and 2 heads of 128, 151936 tokens
    # whose embedding is the output layer too
    layer = 2048 * 2048 * 2 + 2048 + 2 * (2048 * 256 + 256) + 3 * 2048 * 11008 + 2 * 2048
    weights = 36 * layer + 151936 * 2048 + 2048
    ms = x(BASE, "prefill", model=P2[5], scenario="single_micro", backend=COMPILED).mean()
    yield "E126-109", 2 * weights / ms / 1e6


def shown(value):
    """Four digits, or whole, as errata.sh shows them."""
    if isinstance(value, (list, tuple)):
        return " ".join(shown(v) for v in value)
    if float(value).is_integer():
        return str(int(value))
    return "%.0f" % value if abs(value) >= 1000 else "%.4g" % value


for name, value in figures():
    print(f"{name},{shown(value)}")
