#!/bin/sh
# Facts of expressions of Python, byte for byte, as facts.h has them.
. tests/lib.sh
. tests/nodes.sh
of() { nodes a.py m "$1" "$2"; } # WHAT SOURCE

of "operators" 'a and b and c\nnot a or -b\na < b <= c\na is not None\n'\''x'\'' not in s\nx ** 2 // 3 @ m\n~a if b else +c\n' <<'E'
1 bin 1 - and
2 name 1 - a
2 bin 1 - and
3 name 1 - b
3 name 1 - c
1 bin 2 - or
2 un 2 - not
3 name 2 - a
2 un 2 - -
3 name 2 - b
1 bin 3 - and
2 bin 3 - <
3 name 3 - a
3 name 3 - b
2 bin 3 - <=
3 name 3 - b
3 name 3 - c
1 bin 4 - is not
2 name 4 - a
2 none 4 -
1 bin 5 - not in
2 str 5 - x
2 name 5 - s
1 bin 6 - @
2 bin 6 - //
3 bin 6 - **
4 name 6 - x
4 int 6 - 2
3 int 6 - 3
2 name 6 - m
1 cond 7 -
2 name 7 - b
2 un 7 - ~
3 name 7 - a
2 un 7 - +
3 name 7 - c
E

of "constants" '1, -2, 1.5, 1e400, True, None, 1j, ..., '\''a\\\\n\\n'\'', b'\''x'\'', b'\''\\xff'\'', '\''a'\'' '\''b'\'', '\''a\\0b'\'', '\''\\ud800'\'', '\'''\''\n' <<'E'
1 tuple 1 -
2 int 1 - 1
2 un 1 - -
3 int 1 - 2
2 float 1 - 1.5
2 float 1 - inf
2 bool 1 - 1
2 none 1 -
2 unknown 1 - 1j
2 unknown 1 - Ellipsis
2 str 1 - a\\n\n
2 str 1 - x
2 unknown 1 - bytes
2 str 1 - ab
2 unknown 1 - text that is too long, or no UTF-8 without a byte 0
2 unknown 1 - text that is too long, or no UTF-8 without a byte 0
2 str 1 -
E

of "displays" '[1, *a]\n{1, 2}\n(1,)\n{'\''a'\'': 1, **b}\n{}\n' <<'E'
1 list 1 -
2 int 1 - 1
2 starred 1 -
3 name 1 - a
1 list 2 -
2 int 2 - 1
2 int 2 - 2
1 tuple 3 -
2 int 3 - 1
1 dict 4 -
2 pair 4 -
3 str 4 - a
3 int 4 - 1
2 pair 4 S
3 name 4 - b
1 dict 5 -
E

of "comprehensions" '[a for a, b in c if a if b]\n{k: v for k in x for v in y}\nsum(x async for x in y)\n' <<'E'
1 comp 1 -
2 for 1 -
3 tuple 1 -
4 name 1 - a
4 name 1 - b
3 name 1 - c
3 block 1 -
4 if 1 -
5 name 1 - a
5 block 1 -
6 if 1 -
7 name 1 - b
7 block 1 -
8 name 1 - a
1 comp 2 -
2 for 2 -
3 name 2 - k
3 name 2 - x
3 block 2 -
4 for 2 -
5 name 2 - v
5 name 2 - y
5 block 2 -
6 pair 2 -
7 name 2 - k
7 name 2 - v
1 call 3 -
2 name 3 - sum
2 arg 3 -
3 comp 3 L
4 for 3 -
5 name 3 - x
5 name 3 - y
5 block 3 -
6 name 3 - x
E

of "f-strings" 'f'\''a{b}c{d!r}{e:>{w}}{f!s}'\''\n' <<'E'
1 join 1 -
2 str 1 - a
2 name 1 - b
2 str 1 - c
2 call 1 -
3 name 1 - repr
3 arg 1 -
4 name 1 - d
2 call 1 -
3 name 1 - format
3 arg 1 -
4 name 1 - e
3 arg 1 -
4 join 1 -
5 str 1 - >
5 name 1 - w
2 name 1 - f
E

of "slices" 'a[1:], a[:-2], a[::3], a[1:2, 3]\n' <<'E'
1 tuple 1 -
2 index 1 -
3 name 1 - a
3 call 1 -
4 name 1 - slice
4 arg 1 -
5 int 1 - 1
4 arg 1 -
5 none 1 -
4 arg 1 -
5 none 1 -
2 index 1 -
3 name 1 - a
3 call 1 -
4 name 1 - slice
4 arg 1 -
5 none 1 -
4 arg 1 -
5 un 1 - -
6 int 1 - 2
4 arg 1 -
5 none 1 -
2 index 1 -
3 name 1 - a
3 call 1 -
4 name 1 - slice
4 arg 1 -
5 none 1 -
4 arg 1 -
5 none 1 -
4 arg 1 -
5 int 1 - 3
2 index 1 -
3 name 1 - a
3 tuple 1 -
4 call 1 -
5 name 1 - slice
5 arg 1 -
6 int 1 - 1
5 arg 1 -
6 int 1 - 2
5 arg 1 -
6 none 1 -
4 int 1 - 3
E
