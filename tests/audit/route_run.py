"""route_run.py DIR CELL...: a synthetic run (not measured), in which labelaudit finds no fault.
CELL is JSON: [model, backend, scenario, tokens or null, [ms, ...]], all of prefill and fp32."""
import hashlib, json, os, sys

out, cells = sys.argv[1], [json.loads(c) for c in sys.argv[2:]]
files, rows, now = {"prefill/dynamo_counters.json": "{}"}, [], 0
for k, (model, backend, scenario, tokens, times) in enumerate(cells):
    spec = {"mode": "prefill", "scenario": scenario, "backend": backend, "model": model,
            "quantization": "fp32"}
    count = {} if tokens is None else {"tokens": [tokens] * len(times)}
    path = f"prefill/runs/{scenario}/{backend.replace('/', '_')}/fp32/run_{(1000 + k) * 1000}.json"
    samples = []
    for i, ms in enumerate(times):
        end = now + round(ms * 1e6) + 7 * k + i  # no two latencies are equal
        samples.append({"phase": "timed", "prompt": 0, "start_ns": now, "end_ns": end,
                        "served": "eager", "steps": {"eager": 1}})
        if tokens is not None:
            samples[-1]["tokens"] = tokens
        rows.append([scenario, backend, model, "fp32", repr((end - now) / 1e6), str(tokens or ""),
                     "ok", "eager", path])
        now = end + 1000
    files[path] = json.dumps({
        "path": path, "spec": spec, "status": "ok", "error": None, "started_at": 1000 + k,
        "latencies_ms": [(s["end_ns"] - s["start_ns"]) / 1e6 for s in samples], **count,
        "samples": samples})
quote = lambda s: '"' + s.replace('"', '""') + '"'
names = ["scenario", "backend", "model", "quantization", "latency_ms", "tokens", "status", "served",
         "path"]
files["prefill/metrics.csv"] = "".join(",".join(map(quote, r)) + "\n" for r in [names] + rows)
manifest = {"schema": "assay-run/1", "run_id": "synthetic", "tool": "refrun 0.1.0",
            "synthetic": True, "complete": True, "started_at": 1, "modes": ["prefill"],
            "models": [{"path": m, "dtype": "fp32"} for m in sorted({c[0] for c in cells})],
            "backends": sorted({c[1] for c in cells}), "files": []}
for path, text in files.items():
    data = text.encode()
    os.makedirs(os.path.dirname(os.path.join(out, path)), exist_ok=True)
    open(os.path.join(out, path), "wb").write(data)
    manifest["files"].append({"path": path, "bytes": len(data),
                              "sha256": hashlib.sha256(data).hexdigest()})
json.dump(manifest, open(os.path.join(out, "manifest.json"), "w"))
