#!/bin/sh
# labelaudit --src -o sarif: valid by the schema of the standard, and what labelaudit(1) says
# of it, over every source fixture with all of its labels; and names that no URI may hold.
. tests/lib.sh
FIX=$PWD/fixtures/labels
peer=
python3 -c 'import jsonschema' 2>/dev/null && peer=--peer
validate() { python3 -W ignore "$HERE/tests/sarif/validate.py" $peer "$@"; }
HERE=$PWD

mkdir "$T/sarif"
n=0
for dir in "$FIX"/src/*/; do
	name=$(basename "$dir")
	# under a sanitizer: one of ten
	n=$((n + 1)); [ -z "${SLOW:-}" ] || [ $((n % 10)) -eq 1 ] || continue
	set --
	for l in $(awk -F, -v n="$name" '$1 == n && $3 != "twins" && $3 != "alike" { print $2 }' "$FIX/truth.csv"); do
		set -- "$@" --label "$l"
	done
	(cd "$FIX" && run labelaudit --src "$@" -o sarif -O "$T/sarif/$name.sarif" "src/$name"; exit "$status")
	[ $? -ne 2 ] || not_ok "$name: a status that is no verdict's"
done
check "every fixture's SARIF is valid" validate "$T"/sarif/*.sarif
sed 's/^/# /' "$T/check"
results() { cat "$T"/sarif/*.sarif | grep -c "\"ruleId\": \"$1\""; }
for v in wired fallback conditional unreachable label-only twins; do
	[ -n "${SLOW:-}" ] || check "there is one of $v" [ "$(results $v)" -gt 0 ]
done

# folders, files and labels that a URI or JSON must escape
cd "$T" || exit 1
odd="src/a b%:#$(printf '\303\251')"
mkdir -p "$odd" below
cat >"$odd/run.py" <<'E'
import sys, time, torch
def eager(x):
    return x
m = eager
if sys.argv[1] == "x\"<\\-compile":
    m = torch.compile(eager)
t = time.perf_counter()
m(1)
print(time.perf_counter() - t)
E
echo 'import torch' >"src/$(printf 'bad\377.py')"
printf 'x = (\n' >src/cut.py
printf '\0' >src/nul.c
bad=$(printf 'q\377z')
run labelaudit --src --label 'x"<\-compile' --label "$bad" --label other -o sarif -O rel.sarif src
is_status 3 "labels that JSON must escape"
run labelaudit --src --label 'x"<\-compile' -o sarif -O abs.sarif "$T/$odd/run.py"
is_status 0 "an absolute path"
(cd below && run labelaudit --src --label 'x"<\-compile' -o sarif -O ../up.sarif "../$odd/run.py"; exit "$status")
check "a path upwards" [ $? -eq 0 ]
check "they are valid" validate rel.sarif abs.sarif up.sarif
grep -o '"uri": "[^"]*", "uriBaseId": "[A-Z]*"' rel.sarif | sort -u >uris
cat >want <<'E'
"uri": "src/a%20b%25%3A%23%C3%A9/run.py", "uriBaseId": "SRCROOT"
"uri": "src/bad%FF.py", "uriBaseId": "SRCROOT"
"uri": "src/cut.py", "uriBaseId": "SRCROOT"
"uri": "src/nul.c", "uriBaseId": "SRCROOT"
E
same "paths as relative references" want uris
(cd "$FIX" && run labelaudit --src --label hf --label hf-compile -o sarif -O "$T/twins.sarif" src/py_patterns; exit "$status")
check "a twin's result says where" awk '/"ruleId": "twins"/ { t = 1 } t && /"locations"/ { found = 1 } END { exit !found }' twins.sarif

# the validator sees what is wrong
wrong() { # WHAT SED
	sed "$2" rel.sarif >wrong.sarif
	if cmp -s rel.sarif wrong.sarif; then not_ok "$1: nothing was changed"; return; fi
	if validate wrong.sarif >"$T/out"; then not_ok "$1: found valid"; else ok "found: $1"; fi
}
wrong "a kind that is none" 's/"kind": "pass"/"kind": "passed"/'
wrong "another verdict's kind" 's/"kind": "pass"/"kind": "open"/'
wrong "a level beside a pass" 's/"kind": "pass", "level": "none"/"kind": "pass", "level": "error"/'
wrong "an unknown property" 's/"startLine"/"startline"/'
wrong "a line that is no number" 's/"startLine": \([0-9]*\)/"startLine": "\1"/'
wrong "line 0" 's/"startLine": [0-9]*/"startLine": 0/'
wrong "no message" 's/"message": {"text": "nothing[^}]*},*//; s/"message": {"text": "x[^}]*},*//'
wrong "a path that is not encoded" 's/%20/ /'
wrong "an absolute path" 's/"uri": "src/"uri": "\/src/'
wrong "an artifact twice" 's/^\( *{"location": .*\)}, "roles": \["analysisTarget"\]},$/&\n&/'
wrong "no version" 's/"version": "2.1.0",//'
