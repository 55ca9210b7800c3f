"""A run's summary.json as a table, and what must hold of it; exits 1 if it does not.

    summary.py SUMMARY_JSON

Compiled against eager on the same tokens: mean distance over the largest logit under 1e-6 (GPT-2)
or 1e-5 (Qwen) in fp32, 1e-2 in fp16, 5e-2 in bf16; a token that eager would have chosen otherwise
within 1e-5, 1e-2 or 5e-2 of its own choice; every shape compiled in less than a second."""
import json, os, sys

path = sys.argv[1]
s = json.load(open(path))
bad = 0
print("%s  copy %.3g TB/s" % (os.path.basename(os.path.dirname(os.path.abspath(path))),
    s["copy_bytes_per_s"] / 1e12))
for c in s["cells"]:
    dtype = c["dtype"]
    model = c["model"].split("/")[-1]
    line = "  %-9s %-13s %-4s %-14s %-19s %9.4f ms  %7.4f/fwd  floor %5.1f%%" % (c["mode"], model,
        dtype, c["scenario"],
        c["backend"], c["median_ms"], c["ms_per_forward"], 100 * c["share_of_floor"])
    if "compile_ms" in c:
        tol = {"fp32": 1e-5, "fp16": 1e-2, "bf16": 5e-2}[dtype]
        near = 1e-6 if dtype == "fp32" and "gpt2" in model else tol
        mae, gap = (c[k] if c[k] is not None else float("nan")
            for k in ("mae_over_max", "gap_over_max"))
        ok = mae < near and gap <= tol and max(c["compile_ms"] or [0]) < 1000
        bad += not ok
        line += "  %-8s mae %.2g  %d tokens differ, by %.2g  compile %.0f ms at most%s" % (
            c["served_last"], mae,
            c["tokens_differ"], gap, max(c["compile_ms"] or [0]), "" if ok else "  NOT OK")
    print(line)
sys.exit(bad > 0)
