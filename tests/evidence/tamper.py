"""Tampers with copies of a run and says what labelaudit --runs finds:

    python3 tamper.py BASE RUN OTHER   rows "base,tampering,class,found"

RUN is the run, OTHER a run of the same schema that files are taken from. A
tampering is "edited": in one file; or "sealed": in every file that repeats it,
with every number that follows from it (rates, ttft_ms, ends) and every hash.

found: the rules that contradict; else, with "fails:" before them, the rules that
fail and did not in the untouched run; else "input error", else "nothing"."""
import copy, csv, glob, hashlib, json, os, shutil, struct, subprocess, sys, tempfile

f32 = lambda x: struct.unpack("f", struct.pack("f", x))[0]


class Run:
    def __init__(self, root):
        self.root = root
        m = os.path.join(root, "manifest.json")
        self.manifest = json.load(open(m)) if os.path.exists(m) else {}
        self.own = str(self.manifest.get("schema", "")).startswith("assay-run/")
        self.files = sorted(glob.glob(f"{root}/*/runs/**/run_*.json", recursive=True))

    def mode(self, f):
        return os.path.relpath(f, self.root).split("/")[0]

    def pick(self, compiled=True, mode=None, scenario=None):
        """A run file: by default the compiled cell of the first mode whose scenario comes last but one."""
        mode = mode or ("prefill" if os.path.isdir(f"{self.root}/prefill") else "kv_decode")
        c = [f for f in self.files if self.mode(f) == mode and ("-compile/" in f) == compiled]
        s = sorted({load(f)["spec"]["scenario"] for f in c})
        want = scenario or s[0]
        return [f for f in c if load(f)["spec"]["scenario"] == want][0]

    def partner(self, f):
        j = load(f)
        for g in self.files:
            k = load(g)
            if g != f and self.mode(g) == self.mode(f) and all(k["spec"][x] == j["spec"][x] for x in ("scenario", "model", "quantization")):
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
    return all(row[c] == s[k] for c, k in (("scenario", "scenario"), ("backend", "backend"), ("model", "model"), ("quantization", "quantization")))


def derive(j):
    """What follows from latencies and tokens, in the run file."""
    j["tokens_per_s"] = [t / (x / 1e3) for t, x in zip(j["tokens"], j["latencies_ms"])]
    if j["spec"]["mode"] == "prefill":
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
        if of(r, keys or j):
            if i >= len(j["latencies_ms"]):
                continue
            r.update(latency_ms=repr(j["latencies_ms"][i]), tokens=repr(j["tokens"][i]), tokens_per_s=repr(j["tokens_per_s"][i]))
            if r.get("ttft_ms"):
                r["ttft_ms"] = repr(j["ttft_ms"][i])
            if r.get("cuda_event_ms"):
                r["cuda_event_ms"] = repr(j["cuda_event_ms"][i])
            if "path" in r:
                r["path"] = j["path"]
            if "served" in r and j.get("samples"):
                r["served"] = [s["served"] for s in j["samples"] if s["phase"] == "timed"][i]
            i += 1
        out.append(r)
    write_rows(run, run.mode(f), out)


def drop_rows(run, f):
    j = load(f)
    write_rows(run, run.mode(f), [r for r in rows(run, run.mode(f)) if not of(r, j)])


# --- the tamperings; each takes (run, other, sealed) and returns False where it does not apply
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
    if not take or "dynamo_counters_after_compile" not in load(run.pick())["compile"] or take == load(run.pick())["compile"]["dynamo_counters_after_compile"]:
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
    if not any(j.get("compile", {}).get("backend") not in (None, "aot_eager") for _, j in run.cells()):
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
    f = run.pick(compiled); g = other.pick(compiled, run.mode(f), load(f)["spec"]["scenario"]) if any(
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
            j["samples"] = [s for s in j["samples"] if s["phase"] == "warmup"] + [s for s in j["samples"] if s["phase"] == "timed"][:left]
        put(run, f, j)


def rows_as_errors(run, other, sealed):
    """One sample that is slow, as a row with an error, while the run file keeps it."""
    f = run.pick(); j = load(f); v = [r for r in rows(run, run.mode(f))]; mine = [r for r in v if of(r, j)]
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
        for m in [j.get("compile"), j.get("compile_meta")] + list(j.get("compile_metas", {}).values()):
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
    rename(run, f'"{old}', f'"{old}-xl'); rename(run, f",{old}", f",{old}-xl"); rename(run, "/" + os.path.basename(old), "/" + os.path.basename(old) + "-xl")


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


# --- assay-run(5) only
def artifacts(run):
    return sorted(glob.glob(f"{run.root}/{run.mode(run.pick())}/compiled/*.json"))


def object_swapped(run, other, sealed):
    a, b = artifacts(run)[:2]; j, k = load(a), load(b); d = os.path.dirname(a)
    shutil.copy(os.path.join(d, k["object"]), os.path.join(d, j["object"]))
    if sealed:
        j["object_sha256"] = k["object_sha256"]
        save(a, j)


def object_changed(run, other, sealed):
    a = artifacts(run)[0]; j = load(a); p = os.path.join(os.path.dirname(a), j["object"])
    b = bytearray(open(p, "rb").read()); b[len(b) // 3] ^= 1
    open(p, "wb").write(b)
    if sealed:
        j["object_sha256"] = hashlib.sha256(b).hexdigest()
        save(a, j)


def kernel_renamed(run, other, sealed):
    a = artifacts(run)[0]; j = load(a); d = os.path.dirname(a)
    n = [x for x in j["nodes"] if not x["external"]][0]
    old, new = n["name"], n["name"][:-4] + "0000"
    for x in j["nodes"]:
        x["name"] = new if x["name"] == old else x["name"]
    save(a, j)
    if not sealed:
        return
    # in the source, the object, the graph and every id too
    s = open(os.path.join(d, j["source"])).read().replace(old, new); i = hashlib.sha256(s.encode()).hexdigest()
    o = open(os.path.join(d, j["object"]), "rb").read().replace(old.encode(), new.encode())
    was = j["id"]
    for name in (j["source"], j["object"], os.path.basename(a)):
        os.remove(os.path.join(d, name))
    text = json.dumps(j).replace(old, new).replace(j["source_sha256"], i).replace(j["object_sha256"], hashlib.sha256(o).hexdigest()).replace(was, i[:16])
    open(os.path.join(d, i[:16] + ".json"), "w").write(text)
    open(os.path.join(d, os.path.basename(j["source"]).replace(was, i[:16])), "w").write(s)
    open(os.path.join(d, os.path.basename(j["object"]).replace(was, i[:16])), "wb").write(o)
    for f in run.files + glob.glob(f"{run.root}/*/dynamo_counters.json"):
        t = open(f).read()
        open(f, "w").write(t.replace(was, i[:16]))


def guard_widened(run, other, sealed):
    """The cell that came over the limit, as if an artifact had served it."""
    a = artifacts(run)[0]; j = load(a); old = j["guard"]; new = old.replace("T==", "T>=")
    j["guard"] = new
    save(a, j)
    for f in run.files + glob.glob(f"{run.root}/*/dynamo_counters.json") if sealed else []:
        t = open(f).read()
        open(f, "w").write(t.replace(f'"guard": {json.dumps(old)}', f'"guard": {json.dumps(new)}').replace(
            f'"guard":\t{json.dumps(old)}', f'"guard":\t{json.dumps(new)}'))


def artifacts_of_other_run(run, other, sealed):
    d = os.path.dirname(artifacts(run)[0])
    shutil.rmtree(d)
    shutil.copytree(os.path.dirname(artifacts(other)[0]), d)


def served_claimed(run, other, sealed):
    """Every forward that was not compiled, as a replay."""
    for f, j in list(run.cells()):
        if "compile" not in j or not any(s["served"] == "eager" for s in j["samples"]):
            continue
        first = j["compile"]["artifacts"][0]["id"]
        for s in j["samples"]:
            if s["served"] in ("eager", "mixed"):
                s.update(served="replay", reasons={}, artifact=s["artifact"] or first)
                s["steps"] = {"replay": sum(s["steps"].values())} if sealed else s["steps"]
        put(run, f, j) if sealed else save(f, j)
        return
    return False


def outputs_of_earlier_call(run, other, sealed):
    f = [g for g in run.files if "-compile/" in g and len(load(g)["spec"]["prompts"]) > 1]
    if not f:
        return False
    j = load(f[0]); s = j["samples"]; t = [(x["token_sha256"], x["logits_sha256"]) for x in s]
    for i in range(len(s) - 3, len(s)):
        s[i].update(token_sha256=t[i - 1][0], logits_sha256=t[i - 1][1])
    save(f[0], j)


def outputs_all_one_late(run, other, sealed):
    f = [g for g in run.files if "-compile/" in g and len(load(g)["spec"]["prompts"]) > 1]
    if not f:
        return False
    j = load(f[0]); s = j["samples"]; t = [(x["token_sha256"], x["logits_sha256"]) for x in s]
    for i, x in enumerate(s):
        x.update(token_sha256=t[i - 1][0], logits_sha256=t[i - 1][1])
    save(f[0], j)


def warmups_changed(run, other, sealed):
    p = f"{run.root}/{run.mode(run.pick())}/warmup.csv"
    if not os.path.exists(p):
        return False
    b = open(p).read().splitlines(True)
    open(p, "w").write("".join(b[:-3]))


def summary_changed(run, other, sealed):
    p = f"{run.root}/summary.json"
    if not os.path.exists(p):
        return False
    j = load(p); j["copy_bytes_per_s"] = 1e15
    save(p, j)


def rows_only(run, other, sealed, what):
    """Where metrics.csv is all that there is."""
    mode = "prefill"; v = rows(run, mode); key = lambda r: (r["scenario"], r["backend"], r["model"], r["quantization"])
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
                r["backend"] = "transformers-gpu" if r["backend"].endswith("-compile") else "transformers-gpu-compile"
    else:
        for r in mine:
            x = float(r["latency_ms"]) * 0.8123
            r["latency_ms"] = repr(round(x * 1e6) / 1e6 if what == "ticks" else x)
    for r in mine if sealed else []:
        r["tokens_per_s"] = repr(float(r["tokens"]) / (float(r["latency_ms"]) / 1e3))
        if r.get("ttft_ms"):
            r["ttft_ms"] = r["latency_ms"]
    write_rows(run, mode, v)


PUBLISHED = [latencies, one_latency, latencies_csv, latencies_in_ticks, latencies_and_device, eager_slowed, environment, device_times, counters_of_mode,
             counters_of_stage, compile_backend, fallback_deleted, labels_exchanged, run_file_missing, mode_missing, metrics_missing, counters_missing,
             manifest_missing, json_truncated, rows_truncated, tokens, tokens_of_both, file_of_other_run, eager_file_of_other_run,
             samples_removed, samples_removed_everywhere, rows_as_errors, samples_reordered, all_times_halved, prompts_changed, compile_time, limit_raised,
             limit_deleted, dynamic_claimed, order_claimed, model_renamed, dtype_renamed, other_name]
OWN = [object_swapped, object_changed, kernel_renamed, guard_widened, artifacts_of_other_run, served_claimed, outputs_of_earlier_call, outputs_all_one_late,
       warmups_changed, summary_changed]
ROWS = {n: (lambda w: lambda run, other, sealed: rows_only(run, other, sealed, w))(w) for n, w in {
    "latencies": "latency", "latencies in ticks": "ticks", "tokens": "tokens", "samples removed": "samples", "cell missing": "cell",
    "labels exchanged": "label"}.items()}


def found(root):
    """What labelaudit says: rules that contradict, rules that fail."""
    r = subprocess.run(["labelaudit", "--runs", "--rules", "--all", "-o", "csv", root], capture_output=True, text=True)
    if r.returncode == 2:
        return None, None
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
                what = "input error" if a is None else " ".join(sorted(a)) if a else \
                    "fails: " + " ".join(sorted({x[0] for x in b - fails})) if b - fails else "nothing"
                print(",".join((base, name, "sealed" if sealed else "edited", what)), flush=True)


main()
