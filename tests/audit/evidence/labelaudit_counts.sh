# labelaudit --runs: graphs, frames, sizes and times that must count the same, copies
# within a cell, device times and modes that lie apart; and what honest runs have of it.
. tests/lib.sh
. tests/audit/evidence/rules.sh
F=fixtures/assay-run C=$P/prefill/dynamo_counters.json
again() { rm -rf "$P"; cp -R $F/stageless "$P"; chmod -R u+w "$P"; }
# each MODE BACKEND PYTHON: changes every run file of a mode ("" all) and backend
each() { for f in "$P/$1"*/runs/*/$2/fp32/run_*.json; do edit "$f" "$3"; done; \
	rm -f "$P"/*/metrics.csv; }

again
is holds counts "$P" prefill stress "seven graphs, eight frames, eight sizes"
is unknown counts "$P" kv_decode short "nothing is counted"
is "not asked" counts "$P" prefill short "an uncompiled cell" eager
edit "$C" 'j["dynamo_counters"]["stats"]["unique_graphs"] = 6'
is "fails alarm" counts "$P" prefill short "sizes of seven graphs, and six"
again
edit "$C" 'c = j["dynamo_counters"]; del c["unimplemented"]; c["frames"] = {"total": 6, "ok": 6}'
is fails counts "$P" prefill short "more graphs than frames"
again
edit "$C" 'j["dynamo_counters"]["frames"]["ok"] = 8'
is "fails alarm" counts "$P" prefill short "the limit was reached, and no frame was refused"
again
rm -r "$P"/*/runs/stress "$P"/*/metrics.csv
edit "$P/manifest.json" 'j["scenarios"].remove("stress")'
is fails counts "$P" prefill short "the size that was refused is of no cell"
again
rm -r "$P"/*/runs/long "$P"/*/metrics.csv
edit "$P/manifest.json" 'j["scenarios"].remove("long")'
is fails counts "$P" prefill short "graphs for 25 and 27 tokens, of no cell"
again
edit "$C" 'c = j["dynamo_counters"]; del c["unimplemented"]
c["frames"] = {"total": 2, "ok": 2}; c["stats"]["unique_graphs"] = 2
c["aten_mm_info"] = {k.replace("9_6_2", "s53_6_2"): v for k, v in c["aten_mm_info"].items()
                     if "_1_" in k or "_9_" in k}'
is "fails alarm" counts "$P" prefill short "four compiles in time, two graphs"

respaced() { python3 - "$P" <<'E'
import glob, json, os, sys
late = 0
began = lambda f: int(os.path.basename(f)[4:-5]) # the name has the time, in ms
for f in sorted(glob.glob(sys.argv[1] + "/*/runs/*/*/*/run_*.json"), key=began):
    j = json.load(open(f)); n = str(began(f)); late += 4000; m = str(began(f) + late)
    j["started_at"] += late / 1e3; j["path"] = j["path"].replace(n, m); os.remove(f)
    json.dump(j, open(f.replace(n, m), "w"))
E
	rm -f "$P"/*/metrics.csv
}
respaced
is holds counts "$P" prefill short "a pause before every cell, compiled or not"

# a size without time to compile it
cached='c = j["dynamo_counters"]; c["inductor"]["fxgraph_cache_miss"] = 8
c["stats"]["unique_graphs"] = c["frames"]["ok"] = 8; del c["unimplemented"]
import make; c["aten_mm_info"].update(make.products(51))'
again
PYTHONPATH=$F edit "$C" "$cached"
edit "$(cell "$P" prefill stress eager-compile)" \
	'j["latencies_ms"] = [x / 5 for x in j["latencies_ms"]]'
rm "$P"/*/metrics.csv
is "fails alarm" compile-time "$P" prefill stress \
	"a graph that no time was for, as it was for all others"
edit "$C" 'c = j["dynamo_counters"]; c["inductor"]["fxgraph_cache_hit"] = 1'
is fails compile-time "$P" prefill stress "which a cache explains"

make_run published "$P"; each "" eager-compile 'v = j["latencies_ms"]; m = sorted(v)[len(v) // 2]
if "kv_decode/runs/a/" in f: j["latencies_ms"] = [min(x, m) for x in v]'
is "fails alarm" digits "$P" kv_decode a "half of the latencies are one"
make_run published "$P"; each "" "*" \
	'v = j["latencies_ms"]; j["latencies_ms"] = [v[i - i % 2] for i in range(len(v))]'
is unknown digits "$P" kv_decode a "each of two in a call has its latency, in every cell"

again
is holds device-time "$P" kv_decode short "nine tenths, as others"
each kv_decode eager-compile \
	'if "/short/" in f: j["cuda_event_ms"] = [x / 2 for x in j["cuda_event_ms"]]'
is fails device-time "$P" kv_decode short "half of that"
again
each kv_decode "*" 'j["cuda_event_ms"] = [x / 2 for x in j["cuda_event_ms"]]'
is holds device-time "$P" kv_decode short "in all cells alike"

# later MODE MINUTES STAGE: a mode that was measured later, with another compile time
later() {
	python3 - "$P" "$@" <<'E'
import glob, json, os, sys
root, mode, minutes, stage = sys.argv[1:]
files = glob.glob(f"{root}/{mode}/runs/*/*/*/run_*.json")
for f in files + [f"{root}/{mode}/dynamo_counters.json"]:
    j = json.load(open(f)); s = j.get("compile") or j.get("compile_meta")
    if s:
        s["compile_wrapper_ms"] += float(stage)
    new = f
    if "started_at" in j:
        late = 60000 * int(minutes); j["started_at"] += late / 1e3
        n = os.path.basename(f)[4:-5]; m = str(int(n) + late)
        new = f.replace(n, m); j["path"] = j["path"].replace(n, m); os.remove(f)
    json.dump(j, open(new, "w"))
E
	rm -f "$P"/*/metrics.csv
}
again; later e2e_kv 56 288
is "fails alarm" mixed "$P" e2e_kv short \
	"56 minutes later, another compile stage, and the others share theirs"
is holds mixed "$P" prefill short "the others"
again; later e2e_kv 56 0
is holds mixed "$P" e2e_kv short "a pause"
again; later e2e_kv 0 288
is holds mixed "$P" e2e_kv short "another compile stage at once"
again; later e2e_kv 56 288; later kv_decode 0 100
is holds mixed "$P" e2e_kv short "a compile stage for each mode, and a pause"
