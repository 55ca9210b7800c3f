# make fresh, with the tiny model in place of gpt2-25m: it measures, tells its
# story in 80 columns, and proves from its artifacts what no clock decides.
. tests/lib.sh
compile_once
mkdir "$T/build"; ln -s "$(cd "$BIN" && pwd)" "$T/build/bin"
out=$T/build/fresh
run env BUILD="$T/build" FRESH_MODEL=tiny-gpt2 sh reports/fresh/fresh.sh
is_status 0 "make fresh"
is_err "it has no message" </dev/null
sed "s,$T/build,build,g" "$T/out" >"$T/story"
check "it fits 80 columns" sh -c "! awk 'length > 80' '$T/story' | grep ."
sed -n 's/^\([a-z]*\)  *\([0-9]*\)  *\([0-9]*\)$/\1 \2 \3/p' "$T/story" >"$T/out"
is_out "graphs of each way, and forwards that were not compiled" <<'E'
variable 8 63
limit 9 0
padded 6 0
dynamic 1 0
E
awk '/^(grow|slice|static|ring) / && $2 ~ /e[-+]/ {
	print $1, ($2 < 1e-6 ? "equal" : $2), $3, $4, $5 }' "$T/story" >"$T/out"
is_out "kinds of cache: equivalence, shapes, replays and what was not replayed" <<'E'
grow equal 8 31 316
slice equal 8 0 349
static equal 6 2137 0
ring equal 6 2137 0
E
set --
for r in "$out"/*/manifest.json; do set -- "$@" --runs "${r%/manifest.json}"; done
run claims "$@" -o json reports/fresh/claims.yaml
python3 -c 'import json, sys
for r in json.load(sys.stdin)["rows"]:
    if r["kind"] in ("compiler", "field", "share"): print(r["id"] + ": " + r["status"])' <"$T/out" \
	>"$T/short"
mv "$T/short" "$T/out"
is_out "claims about what served the samples" <<'E'
over-limit: proven
within-limit: proven
limit: proven
padded: proven
padded-graphs: proven
dynamic: proven
dynamic-graphs: proven
grow: proven
static: proven
E
check "the story names every claim" sh -c \
	"sed -n 's/^  - id: //p' reports/fresh/claims.yaml |
		while read -r id; do grep -q \"^\$id \" '$T/story' || echo \$id; done | { ! grep .; }"
check "and a file has every reason" sh -c \
	"test \$(grep '^| [a-z]' '$out/claims.md' |
		grep -vc '^| id ') -eq \$(grep -c '^  - id: ' reports/fresh/claims.yaml)"
check "it ends in what is expected" grep -qx \
	'   By records of what ran: 9 of 9 proven. Expected: all.' "$T/story"
for c in variable limit padded dynamic decode_grow decode_static; do
	check "a plot of $c" sh -c "tail -n 2 '$out/$c.svg' | grep -q '</svg>'"
done
for r in "$out"/*/manifest.json; do
	labelaudit --runs --all -o csv "${r%/manifest.json}" >"$T/out" 2>&1
	check "$(basename "${r%/manifest.json}"): no record contradicts another" \
		sh -c "[ \$(wc -l <'$T/out') -gt 2 ] && ! grep contradiction '$T/out'"
done
