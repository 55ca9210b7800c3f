# labelaudit --src --harmless: what the reader of a place says of it is taken at its word, there and nowhere else, and every answer says so.
. tests/lib.sh
. tests/says.sh

cat >"$T/run.py" <<'P'
import os
import sys
import time

def model(x): return x

if sys.argv[1] == "fast":
    exec(sys.argv[2])
if sys.argv[1] == "twice":
    exec(sys.argv[2])
    eval(sys.argv[3])
start = time.perf_counter()
model(1)
print(time.perf_counter() - start)
P
settles() { # VERDICT LABEL PLACE...
	want=$1 label=$2; shift 2
	set -- $(for p in "$@"; do echo "--harmless=$T/$p"; done)
	run labelaudit --src --label "$label" "$@" "$T/${program:-run.py}"
	check "$label with ${*##*/} is $want" grep -qx "$label: $want" "$T/out"
}
says unknown fast run.py
settles label-only fast run.py:8
check "its reason says so" grep -q '(with 1 place taken to be harmless)$' "$T/out"
check "and so does the end" sh -c 'grep -A1 "^  as --harmless says$" "$1" | grep -q "run.py:8: harmless$"' - "$T/out"
says unknown twice run.py
settles unknown twice run.py:10
settles unknown twice run.py:11
settles unknown twice run.py:12
check "a place that is not needed is told" grep -q 'run.py:12: harmless: hides nothing$' "$T/out"
settles label-only twice run.py:10 run.py:11
check "a number of places" grep -q '(with 2 places taken to be harmless)$' "$T/out"
cat >"$T/hot.py" <<'P'
import sys
import time
import torch

def model(x): return x

if sys.argv[1] == "hot":
    model = torch.compile(model)
start = time.perf_counter()
model(1)
print(time.perf_counter() - start)
P
program=hot.py
settles wired hot hot.py:8 # a compile call stays one
check "JSON has them" sh -c 'labelaudit --src -o json --label fast --harmless "$1:8" --harmless "$1:1" "$1" | grep -c "\"kind\": \"harmless\"" | grep -qx 2' - "$T/run.py"
check "SARIF has them" sh -c 'labelaudit --src -o sarif --label fast --harmless "$1:8" "$1" | grep -q "taken to be harmless, as --harmless says"' - "$T/run.py"

# C, by names alone; two on one line, and one that is in the way of another
mkdir "$T/c"
cat >"$T/c/run.c" <<'C'
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
void *more(const char *);
void *find(const char *lib) { system(lib); return dlopen(lib, RTLD_NOW); }
int serve(const char *mode, const char *lib)
{
	for (; *lib; lib++)
		if (strcmp(mode, "fast") == 0)
			more(lib);
	return 0;
}
C
program=c
cat >"$T/c/two.c" <<'C'
#include <stdlib.h>
void *find(const char *);
void *more(const char *s) { return find(s) + system(s); }
C
says unknown fast c
settles unknown fast c/run.c:5
settles unknown fast c/run.c:10 c/two.c:3
settles label-only fast c/run.c:5 c/two.c:3

# the same file in another spelling, by its text alone
program=run.py
settles label-only fast ./run.py:8
settles label-only fast .//c/.././run.py:8
settles label-only fast c/../c/../run.py:08 run.py:8
check "two spellings of a place are one" sh -c 'grep -c "run.py:8: harmless$" "$1" | grep -qx 1' - "$T/out"
below() { # OPERAND PLACE: from within a folder
	(cd "$T/c" && labelaudit --src --label fast "--harmless=$2" "$1") >"$T/out"
	check "$2 of $1" grep -qx "fast: label-only" "$T/out"
}
below ../run.py ./../run.py:8
below ./../run.py ../run.py:8
below ../c/../run.py .././run.py:8
mkdir -p "$T/far/c"
ln -s far/c "$T/link"
sed 's/exec(/eval(/' "$T/run.py" >"$T/far/run.py" # what link/../run.py is
for p in run.py link/../run.py; do # as the tool writes it, it is the one of that very name
	run labelaudit --src --label fast "--harmless=$T/$p:8" "$T/run.py" "$T/link/../run.py"
	check "$p is meant" grep -qx "    $T/$p:8: harmless" "$T/out"
	fails 2 "labelaudit: --harmless $T/./$p:8: no such file was read" labelaudit --src --label fast "--harmless=$T/./$p:8" "$T/run.py" "$T/link/../run.py" # it may be either
done

# what is no place
refuses() { fails 2 "labelaudit: $1" labelaudit --src --label fast "--harmless=$2" "$T/run.py"; }
refuses "--harmless wants FILE:LINE, not 'run.py'" run.py
refuses "--harmless wants FILE:LINE, not '$T/run.py:0'" "$T/run.py:0"
for line in +5 -8 8x 0x8 "" " 8" 8.0 99999999999999999999; do
	refuses "--harmless wants FILE:LINE, not '$T/run.py:$line'" "$T/run.py:$line"
done
for file in ../run.py ./c/run.py run.py/.. c/./..; do
	refuses "--harmless $T/$file:8: no such file was read" "$T/$file:8"
done
refuses "--harmless $T/run.py:6: there is no code that was read" "$T/run.py:6"
refuses "--harmless $T/run.py:500: there is no code that was read" "$T/run.py:500"
refuses "--harmless $T/other.py:1: no such file was read" "$T/other.py:1"
printf '%s\n' 'import torch' 'def go(m):' '    return torch.compile(m' >"$T/bad.py"
fails 2 "labelaudit: --harmless $T/bad.py:3: there is no code that was read" labelaudit --src --label fast "--harmless=$T/bad.py:3" "$T/bad.py"
run labelaudit --src --label fast "--harmless=$T/run.py:8" "--harmless=$T/run.py:8" "$T/run.py"
check "a place that is given twice is one" sh -c 'grep -c "run.py:8: harmless$" "$1" | grep -qx 1' - "$T/out"
fails 2 "labelaudit: --labels-from, --symbol and --harmless go with --src" labelaudit --runs --harmless "$T/run.py:1" "$T"
