#!/bin/sh
# labelaudit --src: bad usage and bad input. What each reader makes of bad files is
# facts_bad.sh's; here it is what the tool says of them.
. tests/lib.sh
cd "$T" || exit 1

# usage
echo 'x = 1' >a.py
fails 2 "labelaudit: one of --src, --runs and --log must be given" labelaudit a.py
fails 2 "labelaudit: one of --src, --runs and --log must be given" labelaudit --src --runs --label x a.py
fails 2 "labelaudit: --src wants files or folders" labelaudit --src --label x
fails 2 "labelaudit: --src wants a --label, or --labels-from" labelaudit --src a.py
fails 2 "labelaudit: --label wants a label, not ''" labelaudit --src --label '' a.py
fails 2 "labelaudit: --labels-from, --symbol and --harmless go with --src" labelaudit --runs --symbol x a.py
fails 2 "labelaudit: --labels-from, --symbol and --harmless go with --src" labelaudit --log --labels-from x a.py
fails 2 "labelaudit: --where goes with --runs" labelaudit --src --label x --where a=b a.py
fails 2 "labelaudit: -o wants one of text, json, sarif, not 'csv'" labelaudit --src --label x -o csv a.py
fails 2 "labelaudit: nowhere/out: cannot create: No such file or directory" labelaudit --src --label x -O nowhere/out a.py
run labelaudit --src --label x -O out.txt a.py
check "-O: nothing on standard output" [ ! -s out ]
check "-O: the file is whole" grep -q '^1 files read, 0 skipped$' out.txt

# operands
mkdir empty; printf 'x\0y' >nul.c; echo x >a.xyz
fails 2 "labelaudit: nowhere.py: No such file or directory" labelaudit --src --label x a.py nowhere.py
fails 2 "labelaudit: empty: there is no source to read: Python, C, C++, CUDA, YAML, JSON or CMake" labelaudit --src --label x empty
fails 2 "labelaudit: nul.c: nothing to read: binary" labelaudit --src --label x nul.c
fails 2 "labelaudit: a.xyz: no source that can be read: Python, C, C++, CUDA, YAML, JSON or CMake" labelaudit --src --label x a.xyz
fails 2 "labelaudit: nowhere: No such file or directory" labelaudit --src --labels-from nowhere a.py

# what cannot be read is an edge that cannot be followed, named with file and line
mkdir broken; cat >broken/bench.py <<'E'
import sys, time
from engines import build

model = build(sys.argv[1])
t0 = time.perf_counter()
model(1)
print(time.perf_counter() - t0)
E
printf 'import torch\ndef build(name):\n    return torch.compile(len\n' >broken/engines.py
run labelaudit --src --label gpu-compile broken
is_status 3 "a module that is no Python of this interpreter: unknown"
check "it is named with its line" grep -q '^    broken/engines.py:3: opaque: ' out

# what would recurse without end
mkdir round; cat >round/a.cpp <<'E'
#include <string.h>
struct B;
struct A { B b; };
struct B { A a; };
int f(int n) { return f(n + 1) + f(n - 1); }
int main(int argc, char **argv) { B b; if (!strcmp(argv[1], "x")) f(argc); return 0; }
E
cat >round/b.py <<'E'
import sys
class C:
    def __init__(self, x): self.c = C(x)
    def __getattr__(self, n): return getattr(self, n + "x")
def g(x): return g([x]) if x else h(x)
def h(x): return g(x)
def i():
    yield from i()
if sys.argv[1] == "x":
    C(1).q; g(1); list(i())
E
run labelaudit --src --label x round
check "classes, functions and generators that hold or call themselves: an end is found" [ "$status" -le 3 ]
E=$(printf '%0180d' 0 | sed 's/0/f(/g')
C=$(printf '%0180d' 0 | sed 's/0/)/g')
echo "import sys
def f(x): return ${E}x${C}
f(sys.argv[1] == 'x')" >deep.py
run labelaudit --src --label x deep.py
check "calls within calls, each in a deep expression: an end is found" [ "$status" -le 3 ]

# a value that hundreds of open conditions may have set
awk 'BEGIN {
	print "import sys\nimport torch\na = sys.argv\nv = []"
	for (i = 0; i < 300; i++)
		printf "if a[3].count(\"x\") - a[4].count(\"%d\") == 0: v = [%d]\n", i, i
	for (; i < 356; i++)
		printf "if a[3].count(\"x\") - a[4].count(\"%d\") == 0: pass\nelse: v = [%d]\n", i, i
	print "v.append(1)\nrun = torch.compile(torch.relu) if a[1] == \"compile\" else torch.relu\nrun(1)"
}' >stacked.py
run labelaudit --src --label compile stacked.py
check "a value that 356 open conditions may have set: conditional" [ "$status" = 3 ]
