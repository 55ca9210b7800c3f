"""Tamperings with a run of assay-run(5), as those of tamper_published.py."""
import glob, hashlib, json, os, shutil

from tamper_run import load, put, save


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
    s = open(os.path.join(d, j["source"])).read().replace(old,
        new); i = hashlib.sha256(s.encode()).hexdigest()
    o = open(os.path.join(d, j["object"]), "rb").read().replace(old.encode(), new.encode())
    was = j["id"]
    for name in (j["source"], j["object"], os.path.basename(a)):
        os.remove(os.path.join(d, name))
    text = json.dumps(j).replace(old, new).replace(j["source_sha256"],
        i).replace(j["object_sha256"], hashlib.sha256(o).hexdigest()).replace(was, i[:16])
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
        open(f, "w").write(t.replace(f'"guard": {json.dumps(old)}',
            f'"guard": {json.dumps(new)}').replace(
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


OWN = [object_swapped, object_changed, kernel_renamed, guard_widened, artifacts_of_other_run,
    served_claimed, outputs_of_earlier_call, outputs_all_one_late,
       warmups_changed, summary_changed]
