# labelaudit --runs where a frame was refused and shapes are dynamic, or no counters of
# a compile stage are there: fixtures/assay-run/refused and stageless (synthetic).
. tests/lib.sh
. tests/audit/evidence/rules.sh
F=fixtures/assay-run
cells() { labelaudit --runs -o csv "$@" |
	awk -F, -v OFS=, 'NR > 1 { print $2, $4, $8, $9, $10, $11 }'; }
for kind in refused stageless; do
	make_run published "$T/$kind" kind=$kind \
		run="$(sed -n 's/.*"run_id": "\([^"]*\)".*/\1/p' $F/$kind/manifest.json)"
	check "$kind is what make.py makes" diff -r "$T/$kind" $F/$kind
	cells $F/$kind >"$T/out"
	is_out "$kind: every cell is decided, the size that was refused is not compiled" <<'E'
prefill,micro,compiled,3,3,counters
prefill,short,compiled,6,6,counters
prefill,medium,compiled,6,6,counters
prefill,long,compiled,6,6,counters
prefill,stress,not compiled,0,3,counters
kv_decode,micro,not compiled,0,12,counters
kv_decode,short,not compiled,0,24,counters
kv_decode,medium,not compiled,0,24,counters
kv_decode,long,not compiled,0,24,counters
kv_decode,stress,not compiled,0,12,counters
e2e_kv,micro,partly,3,15,counters
e2e_kv,short,partly,6,30,counters
e2e_kv,medium,partly,6,30,counters
e2e_kv,long,partly,6,30,counters
e2e_kv,stress,not compiled,0,15,counters
E
done
cat >"$T/c.yaml" <<'E'
claims:
  - {id: short, text: t, kind: compiler, mode: prefill, scenario: short, backend: eager-compile}
  - {id: stress, text: t, kind: compiler, mode: prefill, scenario: stress, backend: eager-compile}
E
claims --runs $F/refused -o json "$T/c.yaml" | python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]: print(r["id"] + ": " + r["status"])' >"$T/out"
is_out "claims: only what was compiled is proven" <<'E'
short: proven
stress: not compiler-real
E

again() { rm -rf "$P"; cp -R $F/${1:-refused} "$P"; chmod -R u+w "$P"; }
# said EXPECTED WHAT [SCENARIO]: verdict and evidence of a prefill, by default the longest
said() {
	got=$(cells --where mode=prefill --where scenario=${3:-stress} "$P" | cut -d, -f3,6)
	if [ "$got" = "$1" ]; then ok "$2: $1"; else not_ok "$2: expected $1, got '$got'"; fi
}
C=$P/prefill/dynamo_counters.json
again
edit "$C" 'c = j["dynamo_counters"]; c["stats"]["unique_graphs"] = 5
c["frames"] = {"total": 6, "ok": 5}'
is unknown shapes "$P" prefill short \
	"five graphs and one refusal of eight sizes: which is not recorded"
is unknown limit "$P" prefill stress "reached, by which size is not recorded"
said "not compiled,inferred" "no time to compile, and the speed of eager"
said "compiled,inferred" "fast, after the time of a compile" short
again # nothing was refused, and still: neither time nor speed
edit "$C" 'c = j["dynamo_counters"]; del c["unimplemented"]
c["frames"] = {"total": 2, "ok": 2}; c["stats"]["unique_graphs"] = 2'
is holds shapes "$P" prefill stress "one graph for any size"
said "unknown,none" "which shapes alone do not make compiled"
edit "$(cell "$P" prefill stress eager-compile)" \
	'j["latencies_ms"] = [2.4 * x for x in j["latencies_ms"]]'
rm "$P"/*/metrics.csv
said "unknown,none" "nor where it is slower than eager by far"
again
edit "$C" 'c = j["dynamo_counters"]; m = c["aten_mm_info"]
c["aten_mm_info"] = {k.replace("s53", s): v for s in ("s53", "s71", "9", "11")
                     for k, v in m.items()}'
is fails shapes "$P" prefill stress "several symbols, and sizes of their own beside them"
is holds shapes "$P" prefill long "the sizes that were met before it"
again
edit "$C" 'del j["dynamo_counters"]["unimplemented"]'
said "not compiled,counters" "a frame that was not captured, whatever refused it"
again
PYTHONPATH=$F edit "$P/kv_decode/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([1], 1, ["s9"])'
is unknown decode "$P" kv_decode short "a graph of decode for any length"
again
edit "$C" 'j["dynamo_counters"]["aten_mm_info"].update({"aten.bmm_1_s9_1": 2})'
is unknown decode "$P" kv_decode short "or one that was compiled before"

again stageless
PYTHONPATH=$F edit "$P/kv_decode/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([1, 1], 3, [2, 3], True)'
is fails decode "$P" kv_decode micro "two lengths of the cache"
edit "$P/kv_decode/dynamo_counters.json" \
	'j["dynamo_counters"]["aten_mm_info"] = {"aten.mm_1_64_48": 3, "aten.mm_1_48_64": 3}'
is unknown shapes "$P" prefill short "counters of two models, and nothing says which is this one"
PYTHONPATH=$F edit "$P/kv_decode/dynamo_counters.json" \
	'import make; j["dynamo_counters"] = make.counters([1, 1], 3, [2, 3], True)'
blocks() { # PYTHON: changes s, every compile block
	for f in "$P"/*/runs/*/eager-compile/fp32/run_*.json; do edit "$f" "s = j['compile']; $1"; done
	for f in "$P"/*/dynamo_counters.json; do edit "$f" "s = j['compile_meta']; $1"; done
}
cells "$P" | cut -d, -f1,3,6 >"$T/want"
blocks 's["dynamo_counters_after_compile"] = {}'
cells "$P" | cut -d, -f1,3,6 >"$T/out"
same "counters of a compile stage that are empty are as none" "$T/want" "$T/out"
blocks 'del s["dynamic"]'
edit "$P/manifest.json" 'del j["torch_compile_config"]["dynamic"]'
cells "$P" | cut -d, -f1,3,6 >"$T/out"
same "dynamic is not recorded, and no counter is of any number" "$T/want" "$T/out"
check "decode is decided in both" grep -q '^kv_decode,partly,counters' "$T/want"
