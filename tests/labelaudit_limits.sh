# labelaudit --src: programs with more open conditions than can all be tried.
. tests/lib.sh

# program FOLDER TEST: seventy switches and an option without a default beside the
# label's, each tested before the compile call, which stands behind TEST.
program() {
	mkdir -p "$T/$1"
	{
		echo 'import argparse, os, time, torch'
		echo 'p = argparse.ArgumentParser()'
		echo 'p.add_argument("--fuse", action="store_true")'
		echo 'p.add_argument("--script", action="store_true")'
		echo 'p.add_argument("--data")'
		echo 'p.add_argument("--mode")'
		i=0
		while [ $i -lt 70 ]; do
			echo "p.add_argument('--o$i', action='store_true')"
			i=$((i + 1))
		done
		echo 'a = p.parse_args()'
		echo 'm = torch.nn.Linear(2, 2)'
		i=0
		while [ $i -lt 70 ]; do
			printf 'if a.o%s:\n    raise ValueError(m.check(%s))\n' $i $i
			i=$((i + 1))
		done
		echo 'if os.path.exists("results"):'
		echo '    raise SystemExit("there are results")'
		echo 'if not a.data:'
		echo '    raise SystemExit("no data")'
		echo 'if a.mode == "quick":'
		echo '    m = m.half()'
		echo "if $2:"
		echo '    try:'
		echo '        m = torch.compile(m)'
		echo "    except ${3:-ZeroDivisionError}:"
		echo '        print("as it is")'
		printf 't = time.time()\nm(torch.zeros(2))\nprint(time.time() - t)\n'
	} >"$T/$1/bench.py"
}
src() { run labelaudit --src --label fuse "$T/$1"; }

program one 'getattr(a, "fuse", False)'
src one
is_status 3 "a way is found where what is not given is at its default"
is_err "" "nothing on standard error"
check "said conditional" grep -qx "fuse: conditional" "$T/out"
check "what is assumed is named in the reason" grep -q "^  .*what is not given is at its default" "$T/out"
check "and on the path" grep -q "bench.py:1: open what is not given is at its default, must be true$" "$T/out"
check "what has no default is open" grep -q "open not a.data, must be false$" "$T/out"
check "the compile call" grep -q "bench.py:.*: compile torch.compile$" "$T/out"
check "and its use" grep -q "bench.py:.*: use m(torch.zeros(2))$" "$T/out"

program two 'a.mode == "plain"'
run labelaudit --src --label quick "$T/two"
is_status 3 "no way, and not all were tried"
check "said unknown, never unreachable" grep -qx "quick: unknown" "$T/out"
check "the limit is the reason" grep -q "^  [0-9]* paths seen to the end, none to what compiles, and a limit ended the search: more open conditions than one path may have$" "$T/out"
check "no edge is blamed" sh -c '! grep -q "an edge that cannot be seen through" "$1"' - "$T/out"
check "where it ended is named" grep -q "bench.py:[0-9]*: opaque: more open conditions than one path may have$" "$T/out"

program three 'a.script'
src three
check "another option's compile call is not the label's" sh -c '! grep -q "^fuse: \(wired\|fallback\)" "$1"' - "$T/out"

program four 'a.fuse' Exception
src four
is_status 1 "a handler goes on without it"
check "said fallback" grep -qx "fuse: fallback" "$T/out"
check "with what is assumed" grep -q "bench.py:1: open what is not given is at its default, must be true$" "$T/out"
check "and the handler" grep -q "bench.py:.*: handler except Exception$" "$T/out"

# environment and parameters with a default, of a library
mkdir "$T/five"
{
	echo 'import os, torch'
	printf 'def load(model, mode="eager", '
	i=0
	while [ $i -lt 15 ]; do
		printf 'o%s=False, ' $i
		i=$((i + 1))
	done
	echo 'x=None):'
	i=0
	while [ $i -lt 15 ]; do
		printf '    if o%s or os.environ.get("O%s", "") == "1" or os.environ.get("Q%s", "") == "1" or os.environ.get("R%s", "") == "1":\n        raise ValueError(torch.check(%s))\n' $i $i $i $i $i
		i=$((i + 1))
	done
	echo '    if x is None:'
	echo '        return model'
	echo '    return torch.compile(model) if mode == "graph" else model'
} >"$T/five/engine.py"
run labelaudit --src --label graph "$T/five"
is_status 3 "a library's caller"
check "is conditional" grep -qx "graph: conditional" "$T/out"
check "not all ways were tried" grep -q "^  all [0-9]* paths that were tried use what was compiled, and there are more than could be tried, by what is left open: " "$T/out"
