#!/bin/sh
# Facts of Python but of expressions, byte for byte, as facts.h has them.
. tests/lib.sh
. tests/nodes.sh
of() { nodes a.py m "$1" "$2"; } # WHAT SOURCE

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

of "definitions" '@jit\n@reg('\''x'\'')\ndef f(a, b: T.U = 1, /, *c, d=None, **e) -> X:\n    '\''doc'\''\n    pass\nlambda x, *, y: x\n' <<'E'
1 func 3 - f
2 decor 1 -
3 name 1 - jit
2 decor 2 -
3 call 2 -
4 name 2 - reg
4 arg 2 -
5 str 2 - x
2 param 3 - a
2 param 3 - b
3 type 3 - T.U
3 default 3 -
4 int 3 - 1
2 param 3 s c
2 param 3 - d
3 default 3 -
4 none 3 -
2 param 3 S e
2 type 3 - X
2 block 3 -
3 comment 4 - doc
1 func 6 -
2 param 6 - x
2 param 6 s
2 param 6 - y
2 block 6 -
3 return 6 -
4 name 6 - x
E

of "annotations" 'def f(a: Optional[A], b: '\''m.B'\'', c: C | None, d: list[D], e: 3): pass\n' <<'E'
1 func 1 - f
2 param 1 - a
3 type 1 - A
2 param 1 - b
3 type 1 - m.B
2 param 1 - c
3 type 1 - C
2 param 1 - d
3 type 1 - list
2 param 1 - e
2 block 1 -
E

of "classes" 'class A(B, m.C, name='\''x'\'', **kw):\n    a = 1\n    b: T = 2\n    c: int\n    @staticmethod\n    def s(x): pass\n    @classmethod\n    def k(cls): pass\n    @property\n    def p(self): pass\n    def __init_subclass__(cls): pass\n    if X:\n        def q(self): pass\n' <<'E'
1 class 1 - A
2 base 1 -
3 name 1 - B
2 base 1 -
3 attr 1 - C
4 name 1 - m
2 base 1 -
3 arg 1 - name
4 str 1 - x
2 base 1 -
3 arg 1 S
4 name 1 - kw
2 block 1 -
3 decl 2 t
4 name 2 - a
4 default 2 -
5 int 2 - 1
3 decl 3 -
4 name 3 - b
4 type 3 - T
4 default 3 -
5 int 3 - 2
3 decl 4 -
4 name 4 - c
4 type 4 - int
3 func 6 t s
4 param 6 - x
4 block 6 -
3 func 8 c k
4 param 8 - cls
4 block 8 -
3 func 10 r p
4 decor 9 -
5 name 9 - property
4 param 10 - self
4 block 10 -
3 func 11 c __init_subclass__
4 param 11 - cls
4 block 11 -
3 if 12 -
4 name 12 - X
4 block 12 -
5 func 13 r q
6 param 13 - self
6 block 13 -
E

of "assignments" 'a = b = 1\na.x, *r = c[0], d[1:]\na += 2\nx: T = 3\ny: T\na.z: T = 4\n(n := 5)\ndel a, b[0]\n' <<'E'
1 assign 1 -
2 name 1 - a
2 assign 1 -
3 name 1 - b
3 int 1 - 1
1 assign 2 -
2 tuple 2 -
3 attr 2 - x
4 name 2 - a
3 starred 2 -
4 name 2 - r
2 tuple 2 -
3 index 2 -
4 name 2 - c
4 int 2 - 0
3 index 2 -
4 name 2 - d
4 call 2 -
5 name 2 - slice
5 arg 2 -
6 int 2 - 1
5 arg 2 -
6 none 2 -
5 arg 2 -
6 none 2 -
1 assign 3 - +
2 name 3 - a
2 int 3 - 2
1 decl 4 -
2 name 4 - x
2 type 4 - T
2 default 4 -
3 int 4 - 3
1 decl 5 -
2 name 5 - y
2 type 5 - T
1 assign 6 -
2 attr 6 - z
3 name 6 - a
2 int 6 - 4
1 assign 7 -
2 name 7 - n
2 int 7 - 5
1 delete 8 -
2 name 8 - a
2 index 8 -
3 name 8 - b
3 int 8 - 0
E

of "branches and loops" 'if a:\n    b\nelif c:\n    d\nelse:\n    e\nwhile a:\n    break\nelse:\n    f\nfor i in x:\n    continue\nelse:\n    g\n' <<'E'
1 if 1 -
2 name 1 - a
2 block 1 -
3 name 2 - b
2 block 3 -
3 if 3 -
4 name 3 - c
4 block 3 -
5 name 4 - d
4 block 6 -
5 name 6 - e
1 while 7 -
2 name 7 - a
2 block 7 -
3 break 8 -
2 block 10 -
3 name 10 - f
1 for 11 -
2 name 11 - i
2 name 11 - x
2 block 11 -
3 continue 12 -
2 block 14 -
3 name 14 - g
E

of "exceptions" 'try:\n    a\nexcept (A, m.B) as e:\n    b\nexcept C:\n    raise\nexcept:\n    raise X(1) from e\nelse:\n    c\nfinally:\n    d\n' <<'E'
1 try 1 -
2 block 1 -
3 name 2 - a
2 handler 3 - e
3 name 3 - A
3 attr 3 - B
4 name 3 - m
3 block 3 -
4 name 4 - b
2 handler 5 -
3 name 5 - C
3 block 5 -
4 raise 6 -
2 handler 7 -
3 block 7 -
4 raise 8 -
5 call 8 -
6 name 8 - X
6 arg 8 -
7 int 8 - 1
2 else 10 -
3 block 10 -
4 name 10 - c
2 finally 12 -
3 block 12 -
4 name 12 - d
E

of "with, return, yield, await, assert, global" 'async def f():\n    global a, b\n    async with x as y, z:\n        await w\n    async for i in j:\n        yield i\n    yield from k\n    assert a, '\''m'\''\n    return\n    return 1\n' <<'E'
1 func 1 L f
2 block 1 -
3 global 2 -
4 name 2 - a
4 name 2 - b
3 with 3 -
4 item 3 -
5 name 3 - x
5 name 3 - y
4 item 3 -
5 name 3 - z
4 block 3 -
5 await 4 -
6 name 4 - w
3 for 5 -
4 name 5 - i
4 name 5 - j
4 block 5 -
5 yield 6 -
6 name 6 - i
3 yield 7 -
4 starred 7 -
5 name 7 - k
3 assert 8 -
4 name 8 - a
4 str 8 - m
3 return 9 -
3 return 10 -
4 int 10 - 1
E

of "match: values" 'match a.b:\n    case '\''x'\'' | '\''y'\'':\n        1\n    case None if g:\n        2\n    case K.V:\n        3\n    case _:\n        4\n' <<'E'
1 switch 1 -
2 attr 1 - b
3 name 1 - a
2 case 2 -
3 str 2 - x
3 str 2 - y
3 block 2 -
2 case 4 -
3 none 4 -
3 guard 4 -
4 name 4 - g
3 block 4 -
2 case 6 -
3 attr 6 - V
4 name 6 - K
3 block 6 -
2 case 8 -
3 block 8 -
E

of "match: tests" 'match s:\n    case ('\''a'\'', n):\n        1\n    case [x, *r, 1]:\n        2\n    case {'\''k'\'': '\''v'\'', **o}:\n        3\n    case C(0, p=q) if q:\n        4\n    case str(t) as u:\n        5\n    case v:\n        6\n' <<'E'
1 switch 1 -
2 name 1 - s
2 case 2 -
3 guard 2 -
4 bin 2 - and
5 call 2 -
6 name 2 - __sequence__
6 arg 1 -
7 name 1 - s
5 bin 2 - and
6 bin 2 - ==
7 call 2 -
8 name 2 - len
8 arg 1 -
9 name 1 - s
7 int 2 - 2
6 bin 2 - and
7 bin 2 - ==
8 index 2 -
9 name 1 - s
9 int 2 - 0
8 str 2 - a
7 tuple 2 ,
8 assign 2 -
9 name 2 - n
9 index 2 -
10 name 1 - s
10 int 2 - 1
8 bool 2 - 1
3 block 2 -
2 case 4 -
3 guard 4 -
4 bin 4 - and
5 call 4 -
6 name 4 - __sequence__
6 arg 1 -
7 name 1 - s
5 bin 4 - and
6 bin 4 - >=
7 call 4 -
8 name 4 - len
8 arg 1 -
9 name 1 - s
7 int 4 - 2
6 tuple 4 ,
7 assign 4 -
8 name 4 - x
8 index 4 -
9 name 1 - s
9 int 4 - 0
7 assign 4 -
8 name 4 - r
8 call 4 -
9 name 4 - list
9 arg 4 -
10 index 4 -
11 name 1 - s
11 call 4 -
12 name 4 - slice
12 arg 4 -
13 int 4 - 1
12 arg 4 -
13 un 4 - -
14 int 4 - 1
12 arg 4 -
13 none 4 -
7 bin 4 - ==
8 index 4 -
9 name 1 - s
9 un 4 - -
10 int 4 - 1
8 int 4 - 1
3 block 4 -
2 case 6 -
3 guard 6 -
4 bin 6 - and
5 call 6 -
6 name 6 - __mapping__
6 arg 1 -
7 name 1 - s
5 bin 6 - and
6 bin 6 - in
7 str 6 - k
7 name 1 - s
6 bin 6 - and
7 bin 6 - ==
8 index 6 -
9 name 1 - s
9 str 6 - k
8 str 6 - v
7 tuple 6 ,
8 assign 6 -
9 name 6 - o
9 comp 6 -
10 for 6 -
11 tuple 6 -
12 name 6 - k
12 name 6 - v
11 call 6 -
12 attr 6 - items
13 name 1 - s
11 block 6 -
12 if 6 -
13 bin 6 - not in
14 name 6 - k
14 tuple 6 -
15 str 6 - k
13 block 6 -
14 pair 6 -
15 name 6 - k
15 name 6 - v
8 bool 6 - 1
3 block 6 -
2 case 8 -
3 guard 8 -
4 bin 8 - and
5 call 8 -
6 name 8 - isinstance
6 arg 1 -
7 name 1 - s
6 arg 8 -
7 name 8 - C
5 bin 8 - and
6 bin 8 - ==
7 call 8 -
8 name 8 - getattr
8 arg 1 -
9 name 1 - s
8 arg 8 -
9 index 8 -
10 attr 8 - __match_args__
11 name 1 - s
10 int 8 - 0
7 int 8 - 0
6 tuple 8 ,
7 assign 8 -
8 name 8 - q
8 attr 8 - p
9 name 1 - s
7 name 8 - q
3 block 8 -
2 case 10 -
3 guard 10 -
4 bin 10 - and
5 call 10 -
6 name 10 - isinstance
6 arg 1 -
7 name 1 - s
6 arg 10 -
7 name 10 - str
5 tuple 10 ,
6 assign 10 -
7 name 10 - t
7 name 1 - s
6 assign 10 -
7 name 10 - u
7 name 1 - s
6 bool 10 - 1
3 block 10 -
2 case 12 -
3 guard 12 -
4 tuple 12 ,
5 assign 12 -
6 name 12 - v
6 name 1 - s
5 bool 12 - 1
3 block 12 -
E

of "comments" '# one\nx = '\''#no'\''  # two\n'\'''\'''\''# no\n'\'''\'''\'' # three\ny = f'\''#{z}'\'' #\n' <<'E'
1 assign 2 -
2 name 2 - x
2 str 2 - #no
1 comment 3 - # no\n
1 assign 5 -
2 name 5 - y
2 join 5 -
3 str 5 - #
3 name 5 - z
1 comment 1 - one
1 comment 2 - two
1 comment 4 - three
E

of "lines of continued statements" 'f(a,\n  b,\n  c=\\\n  d)\n' <<'E'
1 call 1 -
2 name 1 - f
2 arg 1 -
3 name 1 - a
2 arg 2 -
3 name 2 - b
2 arg 4 - c
3 name 4 - d
E
