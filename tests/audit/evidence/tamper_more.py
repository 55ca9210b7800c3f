"""More tamperings with any run of run files, as those of tamper_published.py: what
went through once, and what one might try after it."""
import copy, glob, json, os, random, re, shutil

from tamper_published import compile_blocks, fallback_deleted, scale
from tamper_run import derive, drop_rows, f32, load, of, put, rows, save, write_rows


def counters(run, mode="prefill"):
    f = f"{run.root}/{mode}/dynamo_counters.json"
    return (f, load(f)) if os.path.exists(f) else (None, None)


def size_of(key):
    return key.rsplit("_", 3)[1] if key.count("_") > 2 else ""


def refused(run):
    """The compiled prefill with a size that its counters lack; that size; another of them."""
    f, j = counters(run)
    if not f or run.own or not j["dynamo_counters"].get("aten_mm_info"):
        return None
    have = {size_of(k) for k in j["dynamo_counters"]["aten_mm_info"]}
    for g in run.files:
        k = load(g)
        t = [str(x) for x in k["tokens"] if str(x) not in have]
        if run.mode(g) == "prefill" and "-compile/" in g and t:
            like = [str(x) for h in run.files if run.mode(h) == "prefill"
                for x in load(h)["tokens"] if str(x) in have and x > 1]
            return (g, t[0], like[0]) if like else None


def restart(j, f):
    """The start so that the cell lasts as long as its samples."""
    j["started_at"] = int(os.path.basename(f)[4:-5]) / 1e3 - sum(j["latencies_ms"]) / 1e3 * 1.002


def keep(run, f, j, sealed, moved=True):
    """The cell with other latencies; sealed: with its rows, its rates and the start to match."""
    if sealed and moved and not run.own:
        restart(j, f)
    put(run, f, j) if sealed else save(f, j)


def shape_added(run, other, sealed, fast=False):
    found = refused(run)
    if not found:
        return False
    g, size, like = found
    f, j = counters(run); c = j["dynamo_counters"]; m = c["aten_mm_info"]
    m.update({re.sub(rf"_{like}(?=_|$)", f"_{size}", k): v for k,
        v in m.items() if f"_{like}_" in k})
    if sealed:
        c["stats"]["unique_graphs"] += 1
        c["frames"]["ok"] = c["frames"]["total"]
        c.pop("unimplemented", None)
        if "inductor" in c and "fxgraph_cache_miss" in c["inductor"]:
            c["inductor"]["fxgraph_cache_miss"] += 1
    save(f, j)
    if fast:
        k = load(g); scale(k, 0.12, True, True); keep(run, g, k, True)


def shape_added_and_fast(run, other, sealed):
    return shape_added(run, other, sealed, True)


def symbolic_everywhere(run, other, sealed):
    """What dynamic shapes would count, in every file that counts; sealed: and dynamic is true."""
    f, j = counters(run)
    if run.own or not f or not refused(run):
        return False
    def change(c, once):
        c["aten_mm_info"] = {re.sub(r"_(?!1_)(\d+)_(\d+_\d+)$", r"_s53_\2", k)
            if "bmm" not in k else k: v for k, v in c["aten_mm_info"].items()}
        n = 1 if once else 2
        c["stats"]["unique_graphs"] = c["frames"]["total"] = c["frames"]["ok"] = n
        c.pop("unimplemented", None)
    change(j["dynamo_counters"], False); save(f, j)
    if sealed:
        stages = lambda m: (m.update(dynamic=True),
            change(m["dynamo_counters_after_compile"], True))
        compile_blocks(run, stages)
        run.manifest["torch_compile_config"]["dynamic"] = True
        save(f"{run.root}/manifest.json", run.manifest)


def fallback_erased(run, other, sealed):
    """Another backend served; that is taken out, and counters of a run that compiled put in."""
    if fallback_deleted(run, other, True) is False:
        return False
    take = load(other.pick())["compile"].get("dynamo_counters_after_compile")
    if not take:
        return False
    compile_blocks(run, lambda m: m.update(dynamo_counters_after_compile=take))
    for mode in {run.mode(f) for f in run.files} if sealed else {"prefill"}:
        (f, j), (g, k) = counters(run, mode), counters(other, mode)
        if f and g:
            j["dynamo_counters"] = k["dynamo_counters"]
            save(f, j)


def runs_mixed(run, other, sealed):
    """The decode modes of another run, with its name edited to this one's."""
    modes = [m for m in ("kv_decode", "e2e_kv") if os.path.isdir(f"{run.root}/{m}/runs")
        and os.path.isdir(f"{other.root}/{m}/runs")]
    if run.own or len(modes) < 2:
        return False
    a, b = other.manifest["run_id"], run.manifest["run_id"]
    for m in modes:
        shutil.rmtree(f"{run.root}/{m}"); shutil.copytree(f"{other.root}/{m}", f"{run.root}/{m}")
        for folder, _, names in os.walk(f"{run.root}/{m}"):
            for n in names if sealed else []:
                p = os.path.join(folder, n); os.chmod(p, 0o644); s = open(p).read()
                open(p, "w").write(s.replace(a, b))


def decode(run):
    return run.pick(mode="kv_decode") if os.path.isdir(f"{run.root}/kv_decode/runs") else run.pick()


def decode_lowered(run, other, sealed):
    f = decode(run); j = load(f); scale(j, 0.8123, True, True); keep(run, f, j, sealed)


def clamped_to_median(run, other, sealed):
    f = decode(run); j = load(f); m = sorted(j["latencies_ms"])[len(j["latencies_ms"]) // 2]
    j["latencies_ms"] = [min(x, m) for x in j["latencies_ms"]]
    keep(run, f, j, sealed)


def start_moved(run, other, sealed):
    f = decode(run); j = load(f); j["started_at"] += 20 if sealed else -20; save(f, j)


def scenario_dropped(run, other, sealed):
    found = refused(run)
    if not found:
        return False
    name = load(found[0])["spec"]["scenario"]
    for f, j in list(run.cells()):
        if j["spec"]["scenario"] == name:
            drop_rows(run, f); os.remove(f)
    if sealed and isinstance(run.manifest.get("scenarios"), list):
        run.manifest["scenarios"].remove(name)
        save(f"{run.root}/manifest.json", run.manifest)


def fast_tripled(run, other, sealed):
    """Each fast sample of the uncompiled cell takes three times as long."""
    f = run.partner(run.pick()); j = load(f); m = sorted(j["latencies_ms"])[
        len(j["latencies_ms"]) // 2]
    j["latencies_ms"] = [round(3e6 * x) / 1e6 if x < m else x for x in j["latencies_ms"]]
    keep(run, f, j, sealed)


def slow_by_copies_of_fast(run, other, sealed):
    """Each fast sample stands three times, in the place of slow ones."""
    f = run.pick(); j = load(f); v = j["latencies_ms"]; order = sorted(range(len(v)),
        key=v.__getitem__); n = len(v) // 3
    for i, at in enumerate(order[n:]):
        v[at] = v[order[i % n]]
        if j.get("cuda_event_ms") and j["cuda_event_ms"][0] is not None:
            j["cuda_event_ms"][at] = j["cuda_event_ms"][order[i % n]]
    keep(run, f, j, sealed)


def device_halved(run, other, sealed, everywhere=False):
    some = False
    for f in run.files if everywhere else [run.pick()]:
        j = load(f)
        if j.get("cuda_event_ms") and j["cuda_event_ms"][0] is not None:
            some = True
            j["cuda_event_ms"] = [f32(x / 2) for x in j["cuda_event_ms"]]
            put(run, f, j) if sealed else save(f, j)
    return some


def device_halved_everywhere(run, other, sealed):
    return device_halved(run, other, sealed, True) if sealed else False


def health_made_up(run, other, sealed):
    f = run.pick(); j = load(f)
    if not sealed or not j.get("health"):
        return False
    number = lambda o: {k: number(v) for k, v in o.items()} if isinstance(o,
        dict) else [number(v) for v in o] if isinstance(o, list) else \
        o if isinstance(o, (bool, str)) or o is None else o + 1
    j["health"] = number(j["health"])
    save(f, j)


# Beyond those

def eager_slowed_from_its_start(run, other, sealed):
    f = run.partner(run.pick()); j = load(f); scale(j, 1.3, True, True); keep(run, f, j, sealed)


def compile_time_negative(run, other, sealed):
    if run.own:
        return False
    compile_blocks(run, lambda m: [m.update({k: -m[k]})
        for k in ("compile_wrapper_ms", "compile_time_ms") if k in m])


def counters_emptied(run, other, sealed):
    f, j = counters(run, run.mode(run.pick()))
    if not f or not j.get("dynamo_counters"):
        return False
    j["dynamo_counters"] = {}
    save(f, j)


def lowered(run, group, member, then):
    """One less in a counter of the mode; then: what else a sealed one changes."""
    f, j = counters(run)
    if not f or group not in j.get("dynamo_counters", {}) or run.own:
        return False
    c = j["dynamo_counters"]
    c[group][member] -= 1
    then(c)
    save(f, j)


def frames_lowered(run, other, sealed):
    return lowered(run, "frames", "total", lambda c: sealed
        and c["frames"].update(ok=min(c["frames"].values())))


def graphs_lowered(run, other, sealed):
    return lowered(run, "stats", "unique_graphs",
        lambda c: sealed and c["frames"].update(ok=c["frames"]["ok"] - 1))


def shape_deleted(run, other, sealed):
    """A size that was compiled, out of the counters."""
    f, j = counters(run); g = run.pick(); k = load(g)
    if not f or run.own or not j["dynamo_counters"].get("aten_mm_info"):
        return False
    c = j["dynamo_counters"]; m = c["aten_mm_info"]; size = f"_{k['tokens'][0]}_"
    if not any(size in x for x in m):
        return False
    c["aten_mm_info"] = {x: v for x, v in m.items() if size not in x}
    if sealed:
        c["stats"]["unique_graphs"] -= 1; c["frames"]["ok"] -= 1
    save(f, j)


def counters_of_modes_exchanged(run, other, sealed):
    (f, j), (g, k) = counters(run), counters(run, "kv_decode")
    if not f or not g or run.own:
        return False
    j["dynamo_counters"], k["dynamo_counters"] = k["dynamo_counters"], j["dynamo_counters"]
    save(f, j); save(g, k)


def tokens_exchanged(run, other, sealed):
    """The tokens of two prompts, in one cell."""
    for f in run.files:
        j = load(f); v = j["tokens"]
        if "-compile/" in f and len(set(v)) == 2:
            a, b = sorted(set(v))
            j["tokens"] = [b if x == a else a for x in v]
            return put(run, f, j) if sealed else save(f, j)
    return False


def first_token_earlier(run, other, sealed):
    f = run.pick(); j = load(f)
    if sealed or not j.get("ttft_ms") or run.mode(f) != "prefill":
        return False
    j["ttft_ms"] = [x / 2 if x else x for x in j["ttft_ms"]]
    save(f, j)


def rate_raised(run, other, sealed):
    f = run.pick(); j = load(f); j["tokens_per_s"] = [1.5 * x for x in j["tokens_per_s"]]
    save(f, j)
    if sealed:
        v = rows(run, run.mode(f))
        for r in v:
            if of(r, j):
                r["tokens_per_s"] = repr(1.5 * float(r["tokens_per_s"]))
        write_rows(run, run.mode(f), v)


def slowest_dropped(run, other, sealed):
    f = run.pick(); j = load(f); at = j["latencies_ms"].index(max(j["latencies_ms"]))
    for k in ("latencies_ms", "cuda_event_ms", "ttft_ms", "tokens", "tokens_per_s"):
        if isinstance(j.get(k), list) and len(j[k]) > at:
            del j[k][at]
    if "samples" in j:
        del j["samples"][[i for i, s in enumerate(j["samples"]) if s["phase"] == "timed"][at]]
    put(run, f, j) if sealed else save(f, j)


def latencies_sorted(run, other, sealed):
    f = run.pick(); j = load(f); order = sorted(range(len(j["latencies_ms"])),
        key=j["latencies_ms"].__getitem__)
    for k in ("latencies_ms", "cuda_event_ms"):
        if j.get(k):
            j[k] = [j[k][i] for i in order]
    put(run, f, j) if sealed else save(f, j)


def latencies_of_another_scenario(run, other, sealed):
    f = run.pick(); j = load(f)
    g = [x for x in run.files if run.mode(x) == run.mode(f) and "-compile/" in x and x != f
        and len(load(x)["latencies_ms"]) == len(j["latencies_ms"])]
    if not g:
        return False
    k = load(g[0])
    for key in ("latencies_ms", "cuda_event_ms"):
        if j.get(key):
            j[key] = list(k[key])
    keep(run, f, j, sealed)


def eager_times_a_constant(run, other, sealed):
    """The compiled latencies computed from the uncompiled ones."""
    f = run.pick(); j, k = load(f), load(run.partner(f))
    if len(j["latencies_ms"]) != len(k["latencies_ms"]):
        return False
    j["latencies_ms"] = [x * 0.37 for x in k["latencies_ms"]]
    keep(run, f, j, sealed)


def noise_added(run, other, sealed):
    r = random.Random(1); f = run.pick(); j = load(f); j["latencies_ms"] = [x
        * r.uniform(0.9, 0.95) for x in j["latencies_ms"]]
    keep(run, f, j, sealed)


def latencies_invented(run, other, sealed):
    """Whole nanoseconds of a normal distribution."""
    r = random.Random(2); f = run.pick(); j = load(f); m = sorted(j["latencies_ms"])[
        len(j["latencies_ms"]) // 2]
    j["latencies_ms"] = [round(abs(r.gauss(m, m / 50)) * 1e6) / 1e6 for x in j["latencies_ms"]]
    keep(run, f, j, sealed)


def repetitions_raised(run, other, sealed):
    run.manifest["repetitions"] *= 2
    save(f"{run.root}/manifest.json", run.manifest)


def warmups_raised(run, other, sealed):
    if sealed or not run.manifest.get("warmup_repetitions"):
        return False
    run.manifest["warmup_repetitions"] *= 2
    save(f"{run.root}/manifest.json", run.manifest)


def new_tokens_lowered(run, other, sealed):
    if not run.manifest.get("max_new_tokens") or not os.path.isdir(f"{run.root}/kv_decode/runs"):
        return False
    run.manifest["max_new_tokens"] //= 2
    save(f"{run.root}/manifest.json", run.manifest)


def backend_of_manifest(run, other, sealed):
    if any(j.get("compile", {}).get("backend") == "aot_eager" for _, j in run.cells()):
        return False
    run.manifest["torch_compile_config"]["backend"] = "aot_eager"
    save(f"{run.root}/manifest.json", run.manifest)
    if sealed:
        compile_blocks(run, lambda m: m.update(requested_backend="aot_eager")
            if "requested_backend" in m else None)


def file_renamed(run, other, sealed):
    """A run file that ended a minute later, by its name."""
    f = run.pick(); j = load(f); new = re.sub(r"run_(\d+)", lambda m: f"run_{int(m[1]) + 60000}", f)
    os.remove(f)
    if sealed:
        j["path"] = j["path"].replace(os.path.basename(f), os.path.basename(new))
        put(run, new, j)
    else:
        save(new, j)


def file_twice(run, other, sealed):
    f = run.pick(); shutil.copy(f, re.sub(r"run_(\d+)", lambda m: f"run_{int(m[1]) + 7}", f))
    if sealed:
        v = rows(run, run.mode(f)); j = load(f)
        write_rows(run, run.mode(f), v + [r for r in v if of(r, j)])


def file_in_another_folder(run, other, sealed):
    f = run.pick(); g = [x for x in run.files if run.mode(x) == run.mode(f)
        and os.path.dirname(os.path.dirname(x)) != os.path.dirname(os.path.dirname(f))]
    if sealed or not g:
        return False
    shutil.move(f, os.path.join(os.path.dirname(g[-1]), os.path.basename(f)))


def row_repeated(run, other, sealed):
    if sealed:
        return False
    m = run.mode(run.pick()); v = rows(run, m); write_rows(run, m, v + v[:1])


def model_of_one_file(run, other, sealed):
    f = run.pick(); j = load(f); was = copy.deepcopy(j); j["spec"]["model"] = "another"
    save(f, j)
    if sealed:
        v = rows(run, run.mode(f))
        for r in v:
            if of(r, was):
                r["model"] = "another"
        write_rows(run, run.mode(f), v)


def latency_negative(run, other, sealed):
    f = run.pick(); j = load(f); j["latencies_ms"][1] = -j["latencies_ms"][1]; save(f, j)


def key_twice(run, other, sealed):
    f = run.pick(); s = open(f).read(); open(f, "w").write(s.rstrip()[:-1] + ', "status": "ok"}')


def status_of_slow_cell(run, other, sealed):
    """The uncompiled cell as an error, so that nothing is there to compare with."""
    f = run.partner(run.pick()); j = load(f); j["status"] = "error"; j["error"] = "made"
    save(f, j)
    if sealed:
        v = rows(run, run.mode(f))
        for r in v:
            if of(r, j) and "status" in r:
                r.update(status="error", error="made")
        write_rows(run, run.mode(f), v)


MORE = [shape_added, shape_added_and_fast, symbolic_everywhere, fallback_erased, runs_mixed,
    decode_lowered, clamped_to_median, start_moved,
        scenario_dropped, fast_tripled, slow_by_copies_of_fast, device_halved,
        device_halved_everywhere, health_made_up,
        eager_slowed_from_its_start, compile_time_negative, counters_emptied, frames_lowered,
        graphs_lowered, shape_deleted,
        counters_of_modes_exchanged, tokens_exchanged, first_token_earlier, rate_raised,
        slowest_dropped, latencies_sorted,
        latencies_of_another_scenario, eager_times_a_constant, noise_added, latencies_invented,
        repetitions_raised, warmups_raised,
        new_tokens_lowered, backend_of_manifest, file_renamed, file_twice, file_in_another_folder,
        row_repeated, model_of_one_file,
        latency_negative, key_twice, status_of_slow_cell]
