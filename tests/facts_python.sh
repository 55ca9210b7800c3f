#!/bin/sh
# Facts of Python, byte for byte, as facts.h has them. Each case is a line of
# source and its nodes, a blank for each level of depth; the FILE is left out.
. tests/lib.sh
DUMP=$(cd "$BUILD/tests" && pwd)/facts_dump
cd "$T" || exit 1

# of WHAT SOURCE: the nodes wanted are on standard input, "DEPTH KIND LINE FLAGS STR"
of() {
	cat >want
	printf '%b' "$2" >a.py
	run "$DUMP" a.py
	{ echo "0 file 1 m a.py"; cat want; } >want.all
	same "$1" want.all out
}

of "imports" 'import a.b as c, d.e\nfrom ..x import compile as tc, y\nfrom z import *\n' <<E
1 import 1 - a.b
2 alias 1 - c
1 import 1 - d.e
1 from 2 - ..x
2 alias 2 - tc
3 name 2 - compile
2 alias 2 - y
3 name 2 - y
1 from 3 - z
2 alias 3 - *
E
of "calls, attributes, arguments" 'torch.compile(f, *a, mode="x", **k)\n' <<E
1 call 1 -
2 attr 1 - compile
3 name 1 - torch
2 arg 1 -
3 name 1 - f
2 arg 1 s
3 name 1 - a
2 arg 1 - mode
3 str 1 - x
2 arg 1 S
3 name 1 - k
E
