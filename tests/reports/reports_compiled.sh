# make verdicts: what labelaudit says of every cell of the reports' runs, and TR120's
# tables without what was not compiled.
. tests/lib.sh
own_build
unset MAKEFLAGS MFLAGS MAKELEVEL
verdicts() { run make --no-print-directory -s verdicts BUILD="$BUILD" "$@"; }
mkdir "$BUILD/reports"
for f in compiled-tr120 verdicts-tr120; do echo old >"$BUILD/reports/$f.md"; done
verdicts DATA="$T/none"
is_status 0 "without data"
is_out "there is no verdict" <<'E'
tr120: was it compiled: no data
tr126: was it compiled: no data
E
check "and no table is left from before" test ! -e "$BUILD/reports/compiled-tr120.md" -a ! \
	-e "$BUILD/reports/verdicts-tr120.md"

# a run of one's own: two scenarios, of which one came over the limit
python3 fixtures/assay-run/make.py published "$T/20300101_000000" over=9
mkdir -p "$T/top/build" "$T/top/reports/mini/published"
cp reports/compiled.sh reports/csv.awk "$T/top/reports"
ln -s "$(cd "$BIN" && pwd)" "$T/top/build/bin"
printf '%s\n' backend,column,value eager,mean,2.0 eager-compile,mean,1.0 eager-compile,max,2.1 \
	>"$T/top/reports/mini/published/t.csv"
(cd "$T/top" && BUILD=build sh reports/compiled.sh tables out.md \
	mini/t="$T/20300101_000000/prefill/metrics.csv") >"$T/out"
is_out "its table, with all cells and without" <<'E'

# Published latencies without the cells that were not compiled

Milliseconds. A scenario is taken out for both backends, so that both have the same work.

## mini/t (run 20300101_000000, prefill)

Left, compiled: a.
Taken out, not compiled: b.

| backend | statistic | published | all cells | without those not compiled |
|---|---|--:|--:|--:|
| eager | n | | 18 | 12 |
| eager | mean | 2.0 | 2.00 | 2.01 |
| eager-compile | n | | 18 | 12 |
| eager-compile | mean | 1.0 | 0.93 | 0.40 |
| eager-compile | max | 2.1 | 2.07 | 0.42 |
E
(cd "$T/top" && BUILD=build sh reports/compiled.sh tables out.md \
	mini/t="$T/20300101_000000/kv_decode/metrics.csv") |
	grep 'Left\|Taken\|No sc\|compile | max' >"$T/out"
is_out "a mode of which little is left" <<'E'
Left, partly compiled (12 of 48 calls): a.
Taken out, not compiled: b.
| eager-compile | max | 2.1 | 41.90 | 41.90 |
E
status=0; (cd "$T/top" && BUILD=build sh reports/compiled.sh verdicts mini out.md "$T/none") \
	>"$T/out" 2>"$T/err" || status=$?
is_status 2 "a run that is not there"

if ! have_data; then
	no_data "the verdicts on the archive"
	exit 0
fi
verdicts DATA="$DATA"
is_status 0 "the archive"
cp "$T/out" "$T/all"
claimed() { for d; do labelaudit --runs -o csv "$d" | sed 1d; done | wc -l; }
grep -c '^| 202512' "$T/all" >"$T/out"
same "TR120: one line a cell that claims to be compiled" - "$T/out" <<E
$(claimed "$DATA"/TR120/tr120_root_cause*/2*)
E
grep -c '^| 202602' "$T/all" >"$T/out"
same "TR126: and there" - "$T/out" <<E
$(claimed "$DATA"/TR126/phase[23]/2*)
E
grep '^| 20251221_173112 | prefill .* stress_single ' "$T/all" |
	sed -n 's/.* | \(settings and .*[^ ]\)  *| \([^ ]*\) *|$/\1 [\2]/p' >"$T/out"
is_out "where records say compiled and nothing was, a sentence and the field to look at" \
	<<'E'
settings and counters say compiled, but no graph for 51 tokens was compiled, and the recompile limit was reached; the compiled sizes are 1, 9, 11, 17, 19, 25 and 27 [prefill/dynamo_counters.json:dynamo_counters.aten_mm_info]
E
grep '^| 20' "$T/all" | awk -F' *[|] *' '
	($9 == "not compiled" || $9 == "partly") && $13 == "compiled" {
		n++; if ($15 !~ /^settings and counters say compiled, but /) bad++
	}
	END { print n, bad + 0 }' >"$T/out"
is_out "every one of them says so" <<'E'
98 0
E
sed -n '/^## tr120\/5.1-prefill/,/^## tr120\/5.1-wall/p' "$T/all" | sed '$d' >"$T/out"
is_out "TR120 5.1 without stress_single: the tail is gone" <<'E'
## tr120/5.1-prefill (run 20251221_173112, prefill)

Left, compiled: single_micro, single_short, single_medium, single_long.
Taken out, not compiled: stress_single.

| backend | statistic | published | all cells | without those not compiled |
|---|---|--:|--:|--:|
| transformers-gpu | n | | 270 | 240 |
| transformers-gpu | mean | 1.74 | 1.74 | 1.73 |
| transformers-gpu | median | 1.74 | 1.74 | 1.73 |
| transformers-gpu | p95 | 2.15 | 2.15 | 2.35 |
| transformers-gpu | p99 | 3.05 | 3.05 | 3.08 |
| transformers-gpu | max | 4.09 | 4.09 | 4.09 |
| transformers-gpu-compile | n | | 270 | 240 |
| transformers-gpu-compile | mean | 0.52 | 0.52 | 0.20 |
| transformers-gpu-compile | median | 0.19 | 0.19 | 0.19 |
| transformers-gpu-compile | p95 | 2.70 | 2.70 | 0.31 |
| transformers-gpu-compile | p99 | 5.21 | 5.21 | 0.39 |
| transformers-gpu-compile | max | 9.39 | 9.39 | 0.50 |

E
sed -n '/^## tr120\/5.3-kv_decode/,/max/p' "$T/all" | grep 'scenario\|Taken' >"$T/out"
is_out "TR120 5.3, decode: nothing is left" <<'E'
Taken out, not compiled: single_micro, single_short, single_medium, single_long, stress_single.
No scenario is left: nothing that was published here under a compiled label was compiled.
E
