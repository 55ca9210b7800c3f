# labelaudit --src: the answers as people and programs get them. What the analysis finds is held
# by labelaudit_cases.sh.
. tests/lib.sh
E=$PWD/fixtures/labels
V="python3 -W ignore $PWD/tests/audit/label/sarif/validate.py"
python3 -c 'import jsonschema' 2>/dev/null && V="$V --peer"
cd "$T" || exit 1
json() { python3 -c "import json, sys
d = json.load(open('out'))
$1"; }

cat >bench.py <<'E2'
import argparse
import os
import torch
from workload import Net, bench

def main():
    p = argparse.ArgumentParser()
    p.add_argument("--mode", choices=["eager", "compile", "jit"], default="eager")
    p.add_argument("--fast", action="store_true")
    args = p.parse_args()
    model = Net()
    if args.mode == "compile":
        model = torch.compile(model)
    elif args.mode == "jit" and args.fast:
        model = torch.jit.script(model)
    print(bench(model))

if __name__ == "__main__":
    main()
E2
# a status for each verdict
for want in "0 wired compile" "1 unreachable eager" "1 unreachable jit" "3 not.found nobody"; do
	set -- $want
	run labelaudit --src --label "$3" -o json bench.py
	is_status "$1" "$3"
	check "$3 is $2" json "assert d['labels'][0]['verdict'] == '$2'.replace('.', ' ')"
done
run labelaudit --src --label jit --set fast=true bench.py
is_status 0 "--set gives another option"
run labelaudit --src --default -o json bench.py
is_status 1 "--default"
check "--default is a label of its own" json "assert d['labels'][0]['label'] == '(default)'"
run labelaudit --src --default --set mode=compile bench.py
is_status 0 "--default with another option"

# several labels: each once, in their order, and those alike say so
run labelaudit --src --label compile --label eager --label compile --label --mode=compile -o json \
	bench.py
is_status 1 "several labels: the worst counts"
check "each once" json \
	"assert [l['label'] for l in d['labels']] == ['compile', 'eager', '--mode=compile']"
check "the same ways are told" json "assert d['labels'][2]['same_as'] == 'compile'"
printf 'backend,latency_ms\ncompile,1\neager,2\n' >m.csv
run labelaudit --src --labels-from m.csv -o json bench.py
check "--labels-from" json "assert [l['label'] for l in d['labels']] == ['compile', 'eager']"
printf 'latency_ms\n1\n' >n.csv
run labelaudit --src --labels-from n.csv bench.py
is_status 2 "--labels-from of what has no backend"

# one more symbol
cat >own.c <<'E2'
int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--quick") == 0)
		emit_machine_code();
	return run();
}
E2
run labelaudit --src --label --quick --symbol emit_machine_code -o json own.c
is_status 0 "--symbol"
check "--symbol is named" json "assert 'emit_machine_code' in json.dumps(d['labels'][0]['trail'])"

# the trail: its parts and their places
run labelaudit --src --label compile -o json bench.py
check "where the label enters, what it opens, what compiles" json "
t = {s['kind']: s for s in d['labels'][0]['trail']}
assert t['compiles']['line'] == 13 and t['when']['line'] == 12 and t['label']['line'] in (8, 12), t"
run labelaudit --src --label eager -o json bench.py
check "what closes the way" json "
t = {s['kind']: s for s in d['labels'][0]['trail']}
assert t['closed']['line'] == 12, t"

# the listing
run labelaudit --src -o json bench.py
is_status 0 "a listing"
check "the calls that compile, in order, with their labels" json "
s = d['sites']
assert [x['line'] for x in s] == [13, 15] and d['compile_calls'] == 2, s
assert any('compile' in l for l in s[0]['labels']), s
assert any('fast' in c for c in s[1]['conditions']), s"
run labelaudit --src m.csv bench.py
is_status 2 "a file that is no source"
echo 'print(1)' >none.py
run labelaudit --src none.py
is_status 3 "a listing of nothing"

# for people: at most 15 lines a label, nothing that acts on a terminal
for l in compile eager jit; do
	run labelaudit --src --label "$l" bench.py
	check "$l: at most 15 lines" [ "$(wc -l <out)" -le 15 ]
done
cat >esc.py <<'E'
import torch
mode = "x"
E
printf 'if mode == "a\\033[31m\033b":\n    f = torch.compile(len)\n    f()\n' >>esc.py
for o in text json sarif; do
	run labelaudit --src --label "$(printf 'a\033[31m')" -o $o esc.py
	check "-o $o: no escape sequence" [ "$(tr -d '\n\t\040-\176' <out | wc -c)" -eq 0 ]
done
run labelaudit --src --label compile --label eager -o json bench.py; cp out first
run labelaudit --src --label compile --label eager -o json bench.py
check "the same input gives the same bytes" cmp -s out first

# what cannot be read is told, and no "no" rests on it
printf 'def f(:\n' >broken.py
cat >asks.py <<'E2'
import argparse
import broken
p = argparse.ArgumentParser()
p.add_argument("--mode", choices=["a", "b"])
broken.run(p.parse_args().mode)
E2
run labelaudit --src --label a asks.py broken.py
is_status 3 "a file that is no Python of this interpreter"
check "it is named with its line" grep -q '^not read: broken.py: line 1' out

# SARIF: valid by the schema of the standard; odd names
odd="a b%:#$(printf '\303\251')"
mkdir "$odd"; cp bench.py "$odd/bench.py"; printf 'x = (\n' >"$odd/cut.py"
for l in compile eager jit nobody 'x"<\-y'; do
	run labelaudit --src --label "$l" -o sarif -O "$odd.sarif" "$odd"
	check "SARIF of $l" $V "$odd.sarif"
done
run labelaudit --src --default -o sarif -O abs.sarif "$T/bench.py"
check "SARIF of an absolute path" $V abs.sarif
run labelaudit --src -o sarif -O list.sarif bench.py "$E/host"
check "SARIF of a listing" $V list.sarif
check "a URI is escaped" grep -q '"a%20b%25%3A%23%C3%A9/bench.py"' "$odd.sarif"

# the examples of README.md
run labelaudit --src --label transformers-gpu-compile "$E/matrix"
is_status 1 "a label that only forces a name"
run labelaudit --src --label pt-compile "$E/host"
is_status 1 "a handler that continues without it"
run labelaudit --src --label hf-compile "$E/patterns"
is_status 1 "a comment, and two other calls of that name"
