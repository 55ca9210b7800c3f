# Tamperings of two classes: edited in one file, and sealed, where every file that
# repeats it, every number that follows from it and every hash is made anew. What
# labelaudit --runs finds is in tests/audit/evidence/tamper.csv; what it cannot find is
# listed in assay-run(5), and makes no cell compiled. Untouched runs and those that
# were rewritten without a change of meaning raise no alarm.
. tests/lib.sh
make() { python3 fixtures/assay-run/make.py "$@"; }
list=tests/audit/evidence/tamper.csv
# base NAME RUN OTHER: the run, and another that files are taken from
base() {
	python3 tests/audit/evidence/tamper.py "$@" >"$T/out" 2>"$T/err" ||
		{ not_ok "$1: $(tail -n 1 "$T/err")"; return; }
	cat "$T/out" >>"$T/all"
	grep "^$1," "$list" >"$T/want"
	same "$1: $(wc -l <"$T/want") tamperings: $(grep -vc ',nothing' "$T/want") found, $(grep \
		-c ',nothing' "$T/want") listed" "$T/want" "$T/out"
}
# harmless NAME RUN: rewrites that change no verdict
harmless() {
	python3 tests/audit/evidence/harmless.py "$@" >"$T/out" 2>"$T/err" || cat "$T/err"
	n=$(wc -l <"$T/out")
	grep -v ',same$' "$T/out" >"$T/odd"
	if [ "$n" -ge 20 ] && [ ! -s "$T/odd" ]; then ok "$1: $n harmless rewrites, no alarm"; \
		else not_ok "$1: of $n harmless rewrites"; sed 's/^/# /' "$T/odd"; fi
}
untouched() { # DIR...: no contradiction; tamper.py checks its bases too
	for d; do
		labelaudit --runs --rules --all -o csv "$d" >"$T/out" 2>"$T/err"
		if [ "$(awk -F, 'NR > 1 && $9 == 1' "$T/out" | wc -l)" -eq 0 ] &&
			[ "$(wc -l <"$T/out")" -gt 30 ]; then ok "untouched: $(basename "$d")"; else
			not_ok "untouched: $d"; awk -F, '$9 == 1' "$T/out" | head -3 | sed 's/^/# /'; fi
	done
}

base own fixtures/h200/variable fixtures/h200/limit
base own-decode fixtures/h200/decode_static fixtures/h200/decode_ring
make own "$T/other" run=20300105_000000 limit=4 seed=77
base own-made fixtures/assay-run/example "$T/other"
base made-refused fixtures/assay-run/refused fixtures/assay-run/stageless
make published "$T/20300101_000000"
make published "$T/20300106_000000" run=20300106_000000 over=9 seed=222
base made "$T/20300101_000000" "$T/20300106_000000"
base torch fixtures/torch/cells fixtures/torch/cells
harmless own-made fixtures/assay-run/example
harmless own fixtures/h200/decode_ring
harmless made "$T/20300101_000000"
harmless made-refused fixtures/assay-run/refused
untouched fixtures/torch/cells fixtures/assay-run/example fixtures/assay-run/refused \
	fixtures/assay-run/stageless \
	$(dirname fixtures/h200/*/manifest.json) "$T/other" "$T/20300101_000000" "$T/20300106_000000"
if have_data; then
	A=$DATA/TR120/tr120_root_cause_triton B=$DATA/TR126
	base tr120 "$A/20251221_173112" "$A/20251221_182658"
	harmless tr120 "$A/20251221_191009"
	base tr120-events "$A/20251221_191009" "$A/20251221_181045"
	base tr120-windows "$DATA/TR120/tr120_root_cause/20251221_113136" "$A/20251221_173112"
	base tr126 "$B/phase2/20260222_213342" "$B/phase2/20260222_214114"
	base tr126-rows "$B/phase3/20260222_231929" "$B/phase3/20260223_034940"
	untouched "$DATA"/TR120/tr120_root_cause*/2* "$B"/phase[23]/2*
else
	no_data "tamperings of the published runs"
fi

# the page lists exactly what nothing was found of
sed -n 's/,[a-z]*,nothing.*//p' "$list" | sed 's/^[^,]*,//' | sort -u >"$T/want"
awk '/^\.Sh LIMITS/ { on = 1; next } /^\.Sh / { on = 0 } on && /^\.Sy / { sub(/^\.Sy /, "");
	sub(/ [,.]$/, ""); print }' man/assay-run.5 | sort >"$T/out"
same "assay-run(5) lists what cannot be detected, and nothing else" "$T/want" "$T/out"
awk -F, '{ kind[$2]; n++; listed += /,nothing/ }
	END { for (k in kind) kinds++; printf "%d tamperings of %d kinds: ", n, kinds
		printf "%d found, %d listed, none missed\n", n - listed, listed }' "$list" >"$T/sum"

check "$(cat "$T/sum")" cmp "$T/want" "$T/out"
grep 'more is compiled' "$list" >"$T/out"
is_out "nothing without a contradiction makes a cell compiled" </dev/null
