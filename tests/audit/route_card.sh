# The decision of reports/route from the artifacts of the card: cells of one model, prefill
. tests/lib.sh

tar tJf fixtures/route/h100.tar.xz | grep -c '^sw/[^/]*/manifest.json$' >"$T/got"
check "217 cells" grep -qx 217 "$T/got"
# 0065 to 0088 are gpt2-100m, prefill
mkdir "$T/sweep" && tar xJf fixtures/route/h100.tar.xz -C "$T/sweep" --strip-components=1 \
	--wildcards 'sw/006[5-9]*' 'sw/007*' 'sw/008[0-8]*'
run route --by mode,dynamic,pad_to_multiple_of --margin 3 -o csv \
	"$T"/sweep/006[5-9] "$T"/sweep/007? "$T"/sweep/008[0-8]
is_status 0 "cells of one model, by settings"
# without payback and compile_ms: other cells compiled what these read from the cache
grep -E '^(mode|prefill,gpt2-100m),' reports/route/decision.csv | cut -d, -f1-15,18-19 >"$T/want"
cut -d, -f1-15,18-19 "$T/out" >"$T/got"
same "the rows of the published decision" "$T/want" "$T/got"
run labelaudit --runs -o csv "$T"/sweep/006[5-9]
is_status 0 "the audit of five cells"
check "each is compiled" test "$(grep -c ',compiled,' "$T/out")" = 48
run route -o csv "$T"/sweep/006[5-9]
is_status 2 "without names for what differs"
