"""Figures of errata.csv by another program: python3 recompute.py DATA prints id,figure.

It has every figure that a command prints. Nothing here is shared with the tools, and
nothing is needed but Python's own modules. tests/reports/errata.sh holds it against errata.csv.
"""
import glob
import json
import math
import sys
from statistics import fmean, median

sys.dont_write_bytecode = True
from recompute_data import *  # noqa: E402


def tr120():
    means, maxima = summary("mean_ms"), summary("max_ms")
    yield "E126-105", percent(means[EAGER], means[COMPILED])
    variable, padded = served(VARIABLE), served(PADDED, 8)
    yield "E120-01", sum(n == calls for n, calls in (variable["prefill", s] for s in SCENARIOS))
    by_scenario = {s: x(VARIABLE, "prefill", scenario=s, backend=COMPILED) for s in SCENARIOS}
    yield "E120-02", max(max(by_scenario[s]) for s in SCENARIOS[:4])
    yield "E120-03", fmean(sum((by_scenario[s] for s in SCENARIOS[:4]), []))
    yield "E120-04", quantile(x(EVENTS, "prefill", backend=COMPILED), 0.99)
    yield "E120-05", "compiled" if variable["prefill", SCENARIOS[4]][0] else "not compiled"
    passed = [f for run in (VARIABLE, PADDED)
              for f in glob.glob(f"{folder(run)}/*/runs/*/{COMPILED}/*/*.json")]
    passed = [c["backend"] == "inductor" and "dynamo_counters_after_compile" in c
              and "fallback_from" not in c for c in (document(f)["compile"] for f in passed)]
    whole = [n == calls for found in (variable, padded) for n, calls in found.values()]
    yield "E120-06", sum(passed) - sum(whole) if len(passed) == len(whole) else "?"
    for name, found, mode in (("07", variable, "kv_decode"), ("08", padded, "kv_decode"),
                              ("09", variable, "e2e_kv")):
        yield f"E120-{name}", sum(n for (m, _), (n, _) in found.items() if m == mode)
    off = [manifest(r)["torch_compile_config"].get("disable_cudagraphs")
           for r in (VARIABLE, PADDED)]
    yield "E120-10", json.dumps(off[1]) if off[0] is None else "?"
    yield "E120-11", percent(fmean(x(VARIABLE, "prefill", backend=EAGER)),
                             fmean(x(DYNAMIC, "prefill", backend=EAGER)))
    yield "E120-24", naming("ython", f"TR120/{WINDOWS}/manifest.json")
    yield "E120-25", len(glob.glob(f"{DATA}/TR120/tr120_compile_paradox/**/run_*.json",
                                   recursive=True))
    yield "E126-65", sum(counters(r)["dynamo_counters"]["stats"]["unique_graphs"] > 0
                         for r in (VARIABLE, DYNAMIC, PADDED, EVENTS))
    old, new = manifest(WINDOWS), manifest(DYN)
    here, there = old["torch"], new["environment"]
    yield "E126-64", sum((here["version"] != there["torch_version"],
                          here["cuda_version"] != there["cuda_version"],
                          str(here["cudnn_version"]) != str(there["cudnn_version"]),
                          old["model_path"] not in [m["path"] for m in new["models"]]))


def baseline():
    models = sorted({r["model"] for r in rows(BASE, "prefill")})
    prefill = served_baseline()
    yield "E126-40", sum(n == calls for n, calls in prefill.values())
    # every length of the cache is another shape, and the limit is used up
    unserved = len(rows(BASE, "kv_decode")) - len(x(BASE, "kv_decode", backend=EAGER))
    full = all(prefill[m, SCENARIOS[4]][0] == 0 for m in models)
    yield "E126-41", 0 if full else "?"
    yield "E126-43", 0 if full else "?"
    yield "E126-115", unserved if full else "?"
    yield "E126-82", sum(n for n, _ in prefill.values())
    yield "E126-46", len(models)
    yield "E126-71", len(rows(BASE, "kv_decode", False) + rows(BASE, "e2e_kv", False))
    yield "E126-69", len(glob.glob(f"{DATA}/TR126/phase2/**/dynamo_counters.json", recursive=True))
    eager, compiled = by(BASE, "kv_decode", models, EAGER), by(BASE, "kv_decode", models, COMPILED)
    yield "E126-42", max(student(b, t) for b, t in zip(eager, compiled))
    yield "E126-94", min((fmean(t) - fmean(b)) / math.sqrt((var(b) + var(t)) / 2)
                         for b, t in zip(eager, compiled))
    six = [m for m in models if m != "models/gpt2-100m:fp16"]
    yield "E126-44", fmean(sum(by(BASE, "prefill", six, COMPILED), []))
    yield "E126-84", fmean(sum((x(BASE, "prefill", backend=COMPILED, scenario=s)
                                for s in SCENARIOS[:4]), []))
    counts = kernels(BASE)
    yield "E126-68", [b - a for a, b in zip([0] + counts, counts)]
    yield "E126-88", kernels(PAD)[0] - counts[-1]
    # Qwen2.5-3B: 36 layers of width 2048, MLP 11008, 16 and 2 heads of 128, 151936 tokens
    # whose embedding is the output layer too
    layer = 2048 * 2048 * 2 + 2048 + 2 * (2048 * 256 + 256) + 3 * 2048 * 11008 + 2 * 2048
    weights = 36 * layer + 151936 * 2048 + 2048
    ms = fmean(x(BASE, "prefill", model=P2[5], scenario="single_micro", backend=COMPILED))
    yield "E126-109", 2 * weights / ms / 1e6


def dynamic():
    yield "E126-47", min(f["compile"]["compile_time_ms"]
                         for f in run_files(DYN, "*", "single_micro", COMPILED))
    first = run_files(DYN, "gpt2-100m", "single_micro", COMPILED)[0]["latencies_ms"]
    yield "E126-97", first[0] / median(first[1:])
    yield "E126-73", max(run_files(PAD, "gpt2-100m", "single_micro", EAGER)[0]["latencies_ms"])
    yield "E126-70", sum(bool(r["cuda_event_ms"]) for r in rows(DYN, "prefill"))
    yield "E126-81", sum(len(rows(r, "prefill")) for r in (BASE, DYN, PAD))
    both = {b: x(DYN, "prefill", backend=b) for b in (EAGER, COMPILED)}
    yield "E126-31", two_sided(*welch(both[EAGER], both[COMPILED]))
    yield "E126-33", sorted(both[EAGER])[len(both[EAGER]) // 2]
    yield "E126-34", math.sqrt(fmean(var(s) for s in both.values()))
    yield "E126-76", fmean(both[EAGER])
    yield "E126-77", 100 * (1 - median(both[COMPILED]) / median(both[EAGER]))
    eager, compiled = by(DYN, "prefill", P2, EAGER), by(DYN, "prefill", P2, COMPILED)
    yield "E126-106", sum(var(t) > var(b) for b, t in list(zip(eager, compiled))[:3])
    yield "E126-48", sum(outliers(t) > 0 for t in compiled)
    yield "E126-49", min(-percent(*(fmean(x(DYN, "prefill", model=m, scenario=s, backend=b))
                                    for b in (EAGER, COMPILED))) for m in P2 for s in SCENARIOS)
    yield "E126-75", quantile(compiled[1], 0.95)
    yield "E126-79", [percent(*(fmean(x(run, "prefill", model=m, scenario=s, backend=COMPILED))
                                for run, m in ((FIRST, P3[0]), (DYN, P2[2])))) for s in SCENARIOS]
    yield "E126-100", sum(("gpt2" in r["model"]) != (r["quantization"] == "fp32")
                          for r in rows(DYN, "prefill"))
    yield "E126-101", combined([files_of(DYN, m, EAGER) for m in P2],
                               [files_of(DYN, m, COMPILED) for m in P2])[1]
    stage = counters(DYN)["compile_metas"].values()
    yield "E126-72", sum("cudagraph_skips" in m["dynamo_counters_after_compile"]["inductor"]
                         for m in stage)
    one, other = ({**m["torch_compile_config"], **m["tokenization"]}
                  for m in (manifest(DYN), manifest(PAD)))
    yield "E126-45", sum(one.get(k) != other.get(k)
                         for k in ("dynamic", "disable_cudagraphs", "pad_to_max_length"))
    yield "E126-67", manifest(FIRST)["environment"]["platform"].split("glibc")[1]


def prefill():
    yield "E126-51", fmean(firsts(FIRST, "stress_single", OLLAMA))
    tokens = [[fmean(x(FIRST, "prefill", "tokens", model=m, backend=b)) for m in COMMON]
              for b in (EAGER, OLLAMA)]
    yield "E126-52", min(b - a for a, b in zip(*tokens))
    yield "E126-57", len(set(cells(FIRST).items()) ^ set(cells(PT210).items()))
    yield "E126-80", [sum(len(s) for s in by(FIRST, "prefill", COMMON, b))
                      for b in (EAGER, COMPILED, OLLAMA)]
    yield "E126-92", math.sqrt(var(x(FIRST, "prefill", model=COMMON[0], scenario=SCENARIOS[2],
                                     backend=OLLAMA)))
    yield "E126-108", len({(m, b) for m, _, b in cells(FIRST)})
    yield "E126-99", changes(by(FIRST, "prefill", P3, EAGER), by(DEFAULT, "prefill", P3, EAGER))
    ollama, compiled = by(FIRST, "prefill", COMMON, OLLAMA), by(FIRST, "prefill", COMMON, COMPILED)
    yield "E126-50", changes(ollama, compiled)
    yield "E126-112", max(student(b, t) for b, t in zip(ollama, compiled))
    groups = [[s for b in (EAGER, COMPILED, OLLAMA)
               if (s := x(PT210, "prefill", model=m, backend=b))] for m in P3]
    yield "E126-113", max(student(g[i], g[j]) for g in groups
                          for i in range(len(g)) for j in range(i))
    yield "E126-98", max(tost(x(FIRST, "prefill", model=COMMON[1], scenario=s, backend=OLLAMA),
                              x(FIRST, "prefill", model=COMMON[1], scenario=s, backend=COMPILED), 1)
                         for s in SCENARIOS)
    yield "E126-56", max(math.sqrt(var(s)) for s in by(FIRST, "prefill", P3, COMPILED))
    yield "E126-102", max(100 * outliers(s) / len(s) for b in (EAGER, COMPILED, OLLAMA)
                          for m in P3 + ["llama3.2:1b"]
                          if (s := x(FIRST, "prefill", model=m, backend=b)))
    eager, compiled = (fmean(x(FIRST, "prefill", backend=b)) for b in (EAGER, COMPILED))
    yield "E126-90", percent(eager, compiled)
    yield "E126-107", percent(compiled, eager)
    yield "E126-66", sorted({r["quantization"] for r in rows(FIRST, "prefill")
                             if r["backend"] == OLLAMA})


def decode():
    yield "E126-54", min(x(FIRST, "kv_decode", "tokens", model=COMMON[1], backend=OLLAMA))
    yield "E126-55", [fmean(x(FIRST, "kv_decode", "tokens", scenario=s, backend=OLLAMA))
                      for s in SCENARIOS]
    yield "E126-89", fmean(x(FIRST, "kv_decode", "tokens", backend=OLLAMA))
    yield "E126-87", fmean(sum(by(FIRST, "kv_decode", COMMON, EAGER), []))
    token = [by(FIRST, "kv_decode", COMMON, b, per_token) for b in (OLLAMA, EAGER)]
    yield "E126-53", combined(*token)[0]
    yield "E126-111", ratios(*token)
    totals = [[sum(x(FIRST, "kv_decode", model=m, backend=b)) /
               sum(x(FIRST, "kv_decode", "tokens", model=m, backend=b)) for m in COMMON]
              for b in (OLLAMA, EAGER)]
    yield "E126-110", math.exp(fmean(math.log(t / b) for b, t in zip(*totals)))
    models = COMMON + ["llama3.2:1b"]
    yield "E126-103", percent(1, combined(by(FIRST, "kv_decode", models, OLLAMA),
                                          by(PT210, "kv_decode", models, OLLAMA))[0])
    yield "E126-78", (fmean(x(FIRST, "e2e_kv", backend=OLLAMA)) -
                      fmean(x(FIRST, "e2e_kv", "ollama_eval_ms", backend=OLLAMA)) -
                      fmean(x(FIRST, "e2e_kv", "ollama_prompt_eval_ms", backend=OLLAMA)))
    # intervals by the normal quantile, against those printed
    wrong = 0
    for r in published("10.2-qwen2.5-3b"):
        if r["column"] in ("mean_lo", "mean_hi"):
            s = x(FIRST, "kv_decode", model=COMMON[2], backend=r["backend"])
            half = 1.959964 * math.sqrt(var(s) / len(s))
            end = fmean(s) + (half if r["column"] == "mean_hi" else -half)
            wrong += f"{end:.1f}" != r["value"].replace(",", "")
    yield "E126-32", wrong


def absent():
    """What few files hold, or none."""
    yield "E126-104", sum(share > 100 for share in (190, 920))
    yield "E126-85", column_sum("ss")
    yield "E126-86", column_sum("df")
    errors = rows(FIRST, "kv_decode", False) + rows(FIRST, "e2e_kv", False)
    yield "E126-59", sum("has been overwritten" in r["error"] for r in errors)
    phase3 = [f"TR126/{r}/**/*.json" for r in (FIRST, DEFAULT, PT210)]
    yield "E126-83", naming("compile_time", *phase3)
    yield "E126-60", naming('"mode"', *phase3)
    yield "E126-114", naming('"dynamic"', *phase3)
    yield "E126-62", sum("static" in f.lower() for f in
                         glob.glob("**/*", root_dir=f"{DATA}/TR126", recursive=True))
    yield "E126-63", naming('"platform"', "TR126/phase1/*/weight_parity.json")


def shown(value):
    """Four digits, or whole, as errata.sh shows them."""
    if isinstance(value, (list, tuple)):
        return " ".join(shown(v) for v in value)
    if isinstance(value, str):
        return value
    if float(value).is_integer():
        return str(int(value))
    return "%.0f" % value if abs(value) >= 1000 else "%.4g" % value


for part in (tr120, baseline, dynamic, prefill, decode, absent):
    for name, value in part():
        print(f"{name},{shown(value)}")
