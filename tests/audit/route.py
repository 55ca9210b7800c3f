"""What route should say of runs, by the standard library alone: route.py FOLDER... prints, for each
size of a prompt, the median of each way (FOLDER/BACKEND), then the size at
which the two ways named by --cross A B meet between --at X0 X1: the logarithm of the ratio of their
medians is straight between the two. --gain and --payback: of a way over the sizes FROM to TO."""
import argparse, glob, json, math, os, statistics

p = argparse.ArgumentParser()
p.add_argument("runs", nargs="+")
p.add_argument("--cross", nargs=2)
p.add_argument("--at", nargs=2, type=int)
p.add_argument("--gain", nargs=3, metavar=("WAY", "FROM", "TO"))
p.add_argument("--payback", nargs=3, metavar=("WAY", "FROM", "TO"))
o = p.parse_args()
at, stage = {}, {}
for run in o.runs:
    for path in glob.glob(os.path.join(run, "*/runs/**/*.json"), recursive=True):
        d = json.load(open(path))
        name = os.path.basename(run) + "/" + d["spec"]["backend"]
        if "compile" in name:
            stored = glob.glob(os.path.join(run, d["spec"]["mode"], "compiled/*.json"))
            stage[name] = sum(json.load(open(f))["compile_ms"] for f in stored)
        for s in d["samples"]:
            if s["phase"] == "timed":
                size = len(d["spec"]["prompt_ids"][s["prompt"]])
                ms = (s["end_ns"] - s["start_ns"]) / 1e6
                at.setdefault(size, {}).setdefault(name, []).append(ms)
median = {k: {w: statistics.median(x) for w, x in v.items()} for k, v in at.items()}
if o.cross:
    (a, b), (x, y) = o.cross, o.at
    p, q = (math.log(median[k][b] / median[k][a]) for k in (x, y))
    print("%.9g" % (x + (y - x) * p / (p - q)))
elif o.gain or o.payback:
    way, x, y = (o.gain or o.payback)[0], *map(float, (o.gain or o.payback)[1:])
    both = [(min(v for w, v in m.items() if "compile" not in w), m[way])
            for k, m in median.items() if x <= k <= y]
    if o.gain:
        print("%.9g" % math.exp(statistics.mean(math.log(e / w) for e, w in both)))
    else:
        print(math.ceil(stage[way] / statistics.mean(e - w for e, w in both)))
else:
    for k in sorted(median):
        print(k, *("%s=%.6g" % i for i in sorted(median[k].items())))
