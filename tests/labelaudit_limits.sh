# labelaudit --src: programs with more open conditions than can all be tried.
. tests/lib.sh
. tests/says.sh

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
			echo "p.add_argument('--o$i', type=int, default=1)"
			i=$((i + 1))
		done
		echo 'a = p.parse_args()'
		printf 'm = torch.nn.Linear(2, 2)\ndef fail(x):\n    raise ValueError(m.check(x))\ndef need(x):\n    if x:\n        return m.note(x)\n    return fail(x)\n'
		i=0
		while [ $i -lt 70 ]; do
			if [ "$1" = two ]; then
				printf 'if a.o%s:\n    raise ValueError(m.check(%s))\n' $i $i
			else # which side ends is not seen beforehand
				echo "need(a.o$i)"
			fi
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
check "and on the path" grep -q "bench.py:1: open what is not given is at its default, taken as true$" "$T/out"
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
check "with what is assumed" grep -q "bench.py:1: open what is not given is at its default, taken as true$" "$T/out"
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

# what a path across an edge may not be told of; ends that are caught; names by `*`
small() { # NAME, the lines between the label and the clock on standard input
	mkdir -p "$T/$1"
	{
		printf 'import sys, time, torch\nlabel = sys.argv[1]\nm = torch.nn.Linear(2, 2)\n'
		cat
		printf 't = time.time()\nm(torch.zeros(2))\nprint(time.time() - t)\n'
	} >"$T/$1/b.py"
}
said() { says "$1" fast "$2"; } # VERDICT PROGRAM
never() { # PROGRAM EDGE
	run labelaudit --src --label fast "$T/$1"
	check "nothing is said to be missing in $1" sh -c '! grep -qx "fast: \(unreachable\|label-only\)" "$1"' - "$T/out"
	check "its edge is named" grep -q "opaque: $2" "$T/out"
}
small caught <<'E'
try:
    if label == "fast":
        raise SystemExit
except SystemExit:
    pass
finally:
    if label[0] == "f":
        m = torch.compile(m)
E
said wired caught
small exits <<'E'
try:
    if label == "fast":
        sys.exit(1)
except BaseException:
    m = torch.compile(m)
E
said wired exits
small ends <<'E'
import os
try:
    if label == "fast":
        os._exit(1)
except BaseException:
    m = torch.compile(m)
E
run labelaudit --src --label fast "$T/ends"
check "what nothing catches compiles nothing" sh -c '! grep -qx "fast: \(wired\|fallback\|conditional\)" "$1"' - "$T/out"
small star <<'E'
from torch import *
if label == "fast":
    m = compile(m)
E
said wired star
small made <<'E'
import types
if label == "fast":
    m = types.FunctionType(compile("torch.compile(m)", "", "eval"), globals())()
E
never made 'text is run as code (types.FunctionType)$'
small member <<'E'
if label == "fast":
    torch.nn.Module.__call__ = torch.compile(torch.nn.Module.__call__)
E
never member 'a member of torch.nn.Module is set to what was compiled$'
small script <<'E'
import subprocess
if label == "fast":
    subprocess.run(["env", "python", "fastrun.py"])
E
printf 'import torch\ntorch.compile(torch.nn.Linear(2, 2))(torch.zeros(2))\n' >"$T/script/fastrun.py"
never script 'another program runs (subprocess.run): env$'
small beside <<'E'
import ctypes
lib = ctypes.CDLL("./libfast.so")
if label == "fast":
    lib.go()
E
printf '#include <nvrtc.h>\nnvrtcProgram p;\nvoid go(void) { nvrtcCompileProgram(p, 0, 0); }\n' >"$T/beside/fast.c"
never beside 'a library is loaded that is not in the tree (dlopen: ./libfast.so)$'
small hub <<'E'
if label == "fast":
    m = torch.hub.load("./hub", "fast")
E
mkdir "$T/hub/hub"
printf 'import torch\ndef fast():\n    return torch.compile(torch.nn.Linear(2, 2))\n' >"$T/hub/hub/hubconf.py"
never hub 'text is run as code (torch.hub.load)$'

# a variable whose name sounds like it is a guess: the argument may be it as well
small guessed <<'E'
import os
if os.environ.get("MODE") == "c":
    m = torch.compile(m)
E
said unknown guessed

# a partial that keeps as many arguments for a thread as a call is followed with, and more behind them
small many <<'E'
import functools, pool
def work(*a):
    return torch.compile(m)
if label == "fast":
    go = functools.partial(pool.submit, work, args=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24))
    go("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u")
m = work(1)
E
said wired many

# What is one of two is decided where something hangs on which: not where it is stored, or tested by what again
# only leaves one of two. Twelve such switches are one path, not four thousand.
switches() { # FOLDER LAST
	mkdir -p "$T/$1"
	{
		printf '%s\n' 'import argparse, time, torch' 'p = argparse.ArgumentParser()' 'p.add_argument("--mode")'
		for k in a b c d e f g i j k l m; do
			echo "p.add_argument('--o$k', action='store_true')"
		done
		printf '%s\n' 'o = p.parse_args()' 'class Settings: pass' 's = Settings()' 'net = torch.nn.Linear(2, 2)'
		for k in a b c d e f g i j k l m; do
			printf '%s\n' "v = 1" "if o.o$k: v = 2" "s.$k = v" "w = False" "if o.o$k: w = True" "n = 0" "if w: n = 1" "s.n$k = n"
		done
		printf '%s\n' "$2" 't = time.time()' 'net(torch.ones(2, 2))' 'print(time.time() - t)'
	} >"$T/$1/bench.py"
}
switches merged 'if o.mode == "slow": net = torch.compile(net)'
says unreachable fast merged
says wired slow merged
switches asked 'if s.a == 2 and s.nb == 1 and o.mode == "slow": net = torch.compile(net)'
says unreachable fast asked
says conditional slow asked
switches turned 'if s.c == 1 and not o.oc and o.mode == "slow": net = torch.compile(net)
elif s.c == 2 and o.oc and s.nc and o.mode == "slow": net = torch.compile(net)'
says wired slow turned
switches never 'if s.c == 1 and o.oc and s.nc == 0 and o.mode == "slow": net = torch.compile(net)'
says unreachable slow never

# nor where it is only written
told() { # VERDICT CALL [WHAT]: each of twelve such values is handed to CALL; "slow" compiles, where WHAT
	n=$((${n:-0} + 1))
	lines='import logging, warnings'
	for k in a b c d e f g i j k l m; do
		lines="$lines
$(printf '%s' "$2" | sed "s/VALUE/s.$k/")"
	done
	switches "told$n" "$lines
if ${3:-True} and o.mode == 'slow': net = torch.compile(net)"
	says "$1" slow "told$n"
}
told wired 'print("it is", VALUE)'
told wired 'logging.info("it is %d", VALUE)'
told wired 'warnings.warn(VALUE)'
told conditional 'print(VALUE)' 's.a == 2'
told conditional 'other.told(VALUE)'

# objects that hold pointers to themselves, made and emptied
mkdir "$T/ring"
cat >"$T/ring/main.cpp" <<'C'
#include <cstdio>
#include <cstring>
struct node { node *next; int v; node() { next = this; } };
static node n;
typedef struct link *place;
struct link { place next; int v; };
int main(int argc, char **argv)
{
	struct link x; x.next = &x; memset(&x, 0, sizeof x);
	if (argc > 1 && strcmp(argv[1], "fast") == 0) printf("%d\n", n.v + x.v);
	return 0;
}
C
says label-only fast ring
