"""Tamperings with any run. Each takes (run, other, sealed), and returns False where it does not
apply. ROWS are those with a run that is only its tables."""
import copy, glob, os, shutil

from tamper_run import drop_rows, f32, load, of, put, rows, save, write_rows


def scale(j, by, digits=False, device=False):
    j["latencies_ms"] = [round(x * by * 1e6) / 1e6 if digits else x * by for x in j["latencies_ms"]]
    if device and j.get("cuda_event_ms"):
        j["cuda_event_ms"] = [f32(x * by) if digits else x * by for x in j["cuda_event_ms"]]


def latencies(run, other, sealed):
    f = run.pick(); j = load(f); scale(j, 0.8123)
    put(run, f, j) if sealed else save(f, j)


def one_latency(run, other, sealed):
    f = run.pick(); j = load(f); j["latencies_ms"][1] *= 0.612345
    put(run, f, j) if sealed else save(f, j)


def latencies_csv(run, other, sealed):
    f = run.pick(); j = load(f); v = rows(run, run.mode(f))
    for r in v:
        if of(r, j):
            r["latency_ms"] = repr(float(r["latency_ms"]) * 0.8123)
    if sealed:
        return False
    write_rows(run, run.mode(f), v)


def latencies_in_ticks(run, other, sealed):
    f = run.pick(); j = load(f); scale(j, 0.8123, True)
    put(run, f, j) if sealed else save(f, j)


def latencies_and_device(run, other, sealed):
    f = run.pick(); j = load(f); scale(j, 0.9, True, True)
    put(run, f, j) if sealed else save(f, j)


def eager_slowed(run, other, sealed):
    """What makes the compiled cell look better."""
    f = run.pick(compiled=False); j = load(f); scale(j, 1.3, True)
    put(run, f, j) if sealed else save(f, j)


def environment(run, other, sealed):
    if sealed:
        return False
    e = run.manifest.get("torch") or run.manifest["environment"]
    e["gpu_name"] = "another"
    save(f"{run.root}/manifest.json", run.manifest)


def device_times(run, other, sealed):
    f = run.pick(); j = load(f)
    if not j.get("cuda_event_ms") or j["cuda_event_ms"][0] is None:
        return False
    j["cuda_event_ms"] = [f32(1.5 * x) for x in j["latencies_ms"]]
    put(run, f, j) if sealed else save(f, j)


def counters_of_mode(run, other, sealed):
    a = f"{run.root}/{run.mode(run.pick())}/dynamo_counters.json"
    b = f"{other.root}/{run.mode(run.pick())}/dynamo_counters.json"
    if not os.path.exists(a):
        return False
    if not os.path.exists(b):
        b = sorted(glob.glob(f"{other.root}/*/dynamo_counters.json"))[0]
    if sealed:  # the counters alone, beside the compile stage of this run
        j, k = load(a), load(b)
        j["dynamo_counters"] = k["dynamo_counters"]
        for m, n in zip(j.get("compile_metas", {}).values(), k.get("compile_metas", {}).values()):
            if "dynamo_counters" in m:
                m["dynamo_counters"] = n["dynamo_counters"]
        save(a, j)
    else:
        shutil.copy(b, a)


def counters_of_stage(run, other, sealed):
    take = load(other.pick())["compile"].get("dynamo_counters_after_compile")
    if not take or "dynamo_counters_after_compile" not in load(run.pick())[
            "compile"] or take == load(run.pick())["compile"]["dynamo_counters_after_compile"]:
        return False
    for f in run.files if sealed else [run.pick()]:
        j = load(f)
        if "compile" in j and "dynamo_counters_after_compile" in j["compile"]:
            j["compile"]["dynamo_counters_after_compile"] = take
            save(f, j)
    for f in glob.glob(f"{run.root}/*/dynamo_counters.json") if sealed else []:
        j = load(f)
        for m in [j.get("compile_meta")] + list(j.get("compile_metas", {}).values()):
            if m:
                m["dynamo_counters_after_compile"] = take
        save(f, j)


def compile_backend(run, other, sealed):
    if not any(j.get("compile", {}).get("backend") not in (None, "aot_eager") for _,
            j in run.cells()):
        return False
    for f in run.files if sealed else [run.pick()]:
        j = load(f)
        if "compile" in j:
            j["compile"]["backend"] = "aot_eager"
            save(f, j)
    for f in glob.glob(f"{run.root}/*/dynamo_counters.json") if sealed else []:
        j = load(f)
        for m in [j.get("compile_meta")] + list(j.get("compile_metas", {}).values()):
            if m:
                m["backend"] = "aot_eager"
        save(f, j)


def fallback_deleted(run, other, sealed):
    """What says that another backend served, taken out."""
    if not sealed or not any("fallback_from" in j.get("compile", {}) for _, j in run.cells()):
        return False
    for f, j in list(run.cells()):
        if "compile" in j:
            j["compile"]["backend"] = j["compile"].pop("fallback_from")
            del j["compile"]["fallback_error"]
            save(f, j)


def labels_exchanged(run, other, sealed):
    """The eager cell as the compiled one, and the other way round."""
    f = run.pick(); g = run.partner(f); j, k = load(f), load(g)
    old_j, old_k = copy.deepcopy(j), copy.deepcopy(k)
    j["spec"]["backend"], k["spec"]["backend"] = k["spec"]["backend"], j["spec"]["backend"]
    save(f, j)
    if not sealed:
        return
    v = rows(run, run.mode(f))
    j["path"], k["path"] = (old_k["path"].rsplit("/", 1)[0] + "/" + os.path.basename(f),
                            old_j["path"].rsplit("/", 1)[0] + "/" + os.path.basename(g))
    for r in v:
        a, b = of(r, old_j), of(r, old_k)
        if a or b:
            r["backend"] = (j if a else k)["spec"]["backend"]
            if "path" in r:
                r["path"] = (j if a else k)["path"]
    write_rows(run, run.mode(f), v)
    os.remove(f); os.remove(g)
    save(os.path.join(os.path.dirname(g), os.path.basename(f)), j)
    save(os.path.join(os.path.dirname(f), os.path.basename(g)), k)


def run_file_missing(run, other, sealed):
    f = run.pick(compiled=False)
    if sealed:
        drop_rows(run, f)
    os.remove(f)


def mode_missing(run, other, sealed):
    shutil.rmtree(f"{run.root}/{run.mode(run.pick())}")


def metrics_missing(run, other, sealed):
    os.remove(f"{run.root}/{run.mode(run.pick())}/metrics.csv")


def counters_missing(run, other, sealed):
    f = f"{run.root}/{run.mode(run.pick())}/dynamo_counters.json"
    if not os.path.exists(f):
        return False
    os.remove(f)


def manifest_missing(run, other, sealed):
    if sealed:
        return False
    os.remove(f"{run.root}/manifest.json")


def json_truncated(run, other, sealed):
    f = run.pick(); b = open(f, "rb").read()
    open(f, "wb").write(b[:len(b) * 6 // 10])


def rows_truncated(run, other, sealed):
    f = f"{run.root}/{run.mode(run.pick())}/metrics.csv"; b = open(f).read().splitlines(True)
    open(f, "w").write("".join(b[:-7]))


def tokens(run, other, sealed):
    f = run.pick(); j = load(f); j["tokens"] = [t + 3 for t in j["tokens"]]
    put(run, f, j) if sealed else save(f, j)


def tokens_of_both(run, other, sealed):
    for f in (run.pick(), run.partner(run.pick())):
        j = load(f); j["tokens"] = [t + 3 for t in j["tokens"]]
        put(run, f, j) if sealed else save(f, j)


def file_of_other_run(run, other, sealed, compiled=True):
    f = run.pick(compiled); g = other.pick(compiled, run.mode(f),
        load(f)["spec"]["scenario"]) if any(
        other.mode(x) == run.mode(f) for x in other.files) else other.pick(compiled)
    j, k = load(f), load(g)
    if not sealed:
        shutil.copy(g, f)
        return
    k["path"] = j["path"]
    k["started_at"] = j["started_at"]
    k["spec"] = j["spec"]
    if j.get("cuda_event_ms") and not k.get("cuda_event_ms"):
        return False
    if len(k["latencies_ms"]) != len(j["latencies_ms"]):
        return False
    put(run, f, k)


def eager_file_of_other_run(run, other, sealed):
    return file_of_other_run(run, other, sealed, False)


def samples_removed(run, other, sealed):
    f = run.pick(); j = load(f)
    for k in ("latencies_ms", "cuda_event_ms", "ttft_ms", "tokens", "tokens_per_s"):
        if isinstance(j.get(k), list):
            j[k] = j[k][:-5]
    if "samples" in j and sealed:
        j["samples"] = j["samples"][:-5]
    put(run, f, j) if sealed else save(f, j)


def samples_removed_everywhere(run, other, sealed):
    if not sealed:
        return False
    m = run.manifest; n = m["repetitions"] // 2; full = m["repetitions"]; m["repetitions"] = n
    save(f"{run.root}/manifest.json", m)
    for f, j in list(run.cells()):
        left = len(j["latencies_ms"]) * n // full
        for k in ("latencies_ms", "cuda_event_ms", "ttft_ms", "tokens", "tokens_per_s"):
            if isinstance(j.get(k), list):
                j[k] = j[k][:left]
        if "samples" in j:
            j["samples"] = [s for s in j["samples"] if s["phase"] == "warmup"] + [s
                for s in j["samples"] if s["phase"] == "timed"][:left]
        put(run, f, j)


def rows_as_errors(run, other, sealed):
    """One sample that is slow, as a row with an error, while the run file keeps it."""
    f = run.pick(); j = load(f); v = [r for r in rows(run, run.mode(f))]; mine = [r for r in v
        if of(r, j)]
    if sealed or not mine or "status" not in mine[0]:
        return False
    max(mine, key=lambda r: float(r["latency_ms"])).update(status="error", error="made")
    write_rows(run, run.mode(f), v)


def samples_reordered(run, other, sealed):
    """The samples of each prompt in another order: the cold start among the others."""
    f = run.pick(); j = load(f); n = len(j["spec"]["prompts"]); m = len(j["latencies_ms"])
    order = [(i + 2 * n) % m for i in range(m)] if m % n == 0 else list(range(m))
    for k in ("latencies_ms", "cuda_event_ms"):
        if j.get(k):
            j[k] = [j[k][i] for i in order]
    put(run, f, j) if sealed else save(f, j)


def all_times_halved(run, other, sealed):
    if not sealed:
        return False
    for f, j in list(run.cells()):
        scale(j, 0.5, True, True)
        put(run, f, j)


def prompts_changed(run, other, sealed):
    f = run.pick()
    for g in [f, run.partner(f)] if sealed else [f]:
        j = load(g); j["spec"]["prompts"] = ["another"] * len(j["spec"]["prompts"])
        save(g, j)


def compile_blocks(run, change):
    """Every compile block of the run: the files', and the modes'."""
    for f in run.files + glob.glob(f"{run.root}/*/dynamo_counters.json"):
        j = load(f)
        for m in [j.get("compile"), j.get("compile_meta")] + list(
                j.get("compile_metas", {}).values()):
            if m:
                change(m)
        save(f, j)


def compile_time(run, other, sealed):
    if not sealed:
        return False
    for key in ("compile_wrapper_ms", "compile_time_ms"):
        compile_blocks(run, lambda m: m.update({key: m[key] * 0.1} if key in m else {}))


def limit_raised(run, other, sealed):
    if not sealed:
        return False
    run.manifest["torch_compile_config"]["recompile_limit"] = 64
    save(f"{run.root}/manifest.json", run.manifest)
    compile_blocks(run, lambda m: m.update(recompile_limit=64))


def limit_deleted(run, other, sealed):
    """What says that the limit was reached; sealed: and the frame that was not captured."""
    some = False
    for f in glob.glob(f"{run.root}/*/dynamo_counters.json"):
        j = load(f); c = j["dynamo_counters"]
        some |= c.pop("unimplemented", None) is not None
        if sealed and "frames" in c:
            c["frames"]["total"] = c["frames"]["ok"]
        save(f, j)
    return some


def dynamic_claimed(run, other, sealed):
    if not sealed:
        return False
    run.manifest["torch_compile_config"]["dynamic"] = True
    save(f"{run.root}/manifest.json", run.manifest)
    compile_blocks(run, lambda m: m.update(dynamic=True))


def order_claimed(run, other, sealed):
    if sealed or not run.own:  # in the published runs the rule on order fails before and after
        return False
    run.manifest["order"] = "random"
    save(f"{run.root}/manifest.json", run.manifest)


def rename(run, old, new):
    for folder, _, names in os.walk(run.root):
        for n in names:
            if n.endswith((".json", ".csv")):
                p = os.path.join(folder, n); s = open(p).read()
                open(p, "w").write(s.replace(old, new))
    for folder, folders, _ in os.walk(run.root, topdown=False):
        for n in folders:
            os.rename(os.path.join(folder, n), os.path.join(folder, n.replace(old, new)))


def model_renamed(run, other, sealed):
    if not sealed:
        return False
    old = load(run.pick())["spec"]["model"].split(":")[0]
    rename(run, f'"{old}', f'"{old}-xl'); rename(run, f",{old}", f",{old}-xl"); rename(run,
        "/" + os.path.basename(old), "/" + os.path.basename(old) + "-xl")


def dtype_renamed(run, other, sealed):
    if not sealed:
        return False
    old = load(run.pick())["spec"]["quantization"]
    rename(run, old, "bf16" if old != "bf16" else "fp16")


def other_name(run, other, sealed):
    """The whole run under another id."""
    if not sealed:
        run.manifest["run_id"] = "20200101_000000"
        save(f"{run.root}/manifest.json", run.manifest)
        return
    old, new = run.manifest["run_id"], "20200101_000000"
    for folder, _, names in os.walk(run.root):
        for n in names:
            if n.endswith((".json", ".csv")):
                p = os.path.join(folder, n); s = open(p).read()
                open(p, "w").write(s.replace(old, new))


def rows_only(run, other, sealed, what):
    """Where metrics.csv is all that there is."""
    mode = "prefill"; v = rows(run, mode); key = lambda r: (r["scenario"], r["backend"],
        r["model"], r["quantization"])
    c = [k for k in dict.fromkeys(map(key, v)) if k[1].endswith("-compile")][0]
    mine = [r for r in v if key(r) == c]
    if what == "tokens":
        for r in mine:
            r["tokens"] = str(int(r["tokens"]) + 3)
    elif what == "samples":
        v = [r for r in v if r not in mine[-5:]]
    elif what == "cell":
        v = [r for r in v if key(r) != c]
    elif what == "label":
        for r in v:
            if key(r)[:1] + key(r)[2:] == c[:1] + c[2:] and r["backend"].startswith("transformers"):
                r["backend"] = "transformers-gpu" if r["backend"].endswith(
                    "-compile") else "transformers-gpu-compile"
    else:
        for r in mine:
            x = float(r["latency_ms"]) * 0.8123
            r["latency_ms"] = repr(round(x * 1e6) / 1e6 if what == "ticks" else x)
    for r in mine if sealed else []:
        r["tokens_per_s"] = repr(float(r["tokens"]) / (float(r["latency_ms"]) / 1e3))
        if r.get("ttft_ms"):
            r["ttft_ms"] = r["latency_ms"]
    write_rows(run, mode, v)


PUBLISHED = [latencies, one_latency, latencies_csv, latencies_in_ticks, latencies_and_device,
    eager_slowed, environment, device_times, counters_of_mode,
             counters_of_stage, compile_backend, fallback_deleted, labels_exchanged,
             run_file_missing, mode_missing, metrics_missing, counters_missing,
             manifest_missing, json_truncated, rows_truncated, tokens, tokens_of_both,
             file_of_other_run, eager_file_of_other_run,
             samples_removed, samples_removed_everywhere, rows_as_errors, samples_reordered,
             all_times_halved, prompts_changed, compile_time, limit_raised,
             limit_deleted, dynamic_claimed, order_claimed, model_renamed, dtype_renamed,
             other_name]
ROWS = {n: (lambda w: lambda run, other, sealed: rows_only(run, other, sealed, w))(w) for n, w in {
    "latencies": "latency", "latencies in ticks": "ticks", "tokens": "tokens",
    "samples removed": "samples", "cell missing": "cell",
    "labels exchanged": "label"}.items()}
