#!/bin/sh
# Facts of YAML, TOML, JSON and CMake, byte for byte, as facts.h and read_data.h have them.
. tests/lib.sh
. tests/nodes.sh
of() { nodes "$1" d "$1: $2" "$3"; } # FILE WHAT SOURCE

of a.json "values and their lines" '{\n "b": [1, -2.5e3, "x\\u00e9\\n"],\n "c":\n  {"d": true, "e": null, "f": false}, "g": []}\n' <<'E'
1 dict 1 -
2 pair 2 -
3 str 2 - b
3 list 2 -
4 int 2 - 1
4 un 2 - -
5 float 2 - 2.5e3
4 str 2 - xé\n
2 pair 3 -
3 str 3 - c
3 dict 4 -
4 pair 4 -
5 str 4 - d
5 bool 4 - 1
4 pair 4 -
5 str 4 - e
5 none 4 -
4 pair 4 -
5 str 4 - f
5 bool 4 - 0
2 pair 4 -
3 str 4 - g
3 list 4 -
E
of a.json "a value alone" '"gpu-compile"' <<'E'
1 str 1 - gpu-compile
E
of a.json "a comment is no JSON" '{\n // x\n}' <<'E'
1 error 2 - expected a key in double quotes, found '/'
E
of a.json "a key twice" '{"a": 1,\n"a": 2}' <<'E'
1 error 2 - duplicate key "a"
E
of a.json "no UTF-8" '{"a": "\0377"}' <<'E'
1 error 1 - invalid UTF-8 in a string (byte 0xff)
E
of a.json "empty" '' <<'E'
1 error 1 - expected a value, found the end of input
E

of a.toml "tables that are added to later" 'top = 1 # x\n[a.b]\nk = "v"\n[c]\n"q r" = -1_000\n[a]\nd.e = [ 1.5,\n  true, ] \n' <<'E'
1 dict 1 -
2 pair 1 -
3 str 1 - top
3 int 1 - 1
2 pair 2 -
3 str 2 - a
3 dict 2 -
4 pair 2 -
5 str 2 - b
5 dict 2 -
6 pair 3 -
7 str 3 - k
7 str 3 - v
4 pair 7 -
5 str 7 - d
5 dict 7 -
6 pair 7 -
7 str 7 - e
7 list 7 -
8 float 7 - 1.5
8 bool 8 - 1
2 pair 4 -
3 str 4 - c
3 dict 4 -
4 pair 5 -
5 str 5 - q r
5 un 5 - -
6 int 5 - 1000
E
of a.toml "lists of tables, and tables in a line" "[[m]]\nname = 'a b'\n[m.o]\nx = {k = false, l.m = 2020-01-01}\n[[m]]\n" <<'E'
1 dict 1 -
2 pair 1 -
3 str 1 - m
3 list 1 -
4 dict 1 -
5 pair 2 -
6 str 2 - name
6 str 2 - a b
5 pair 3 -
6 str 3 - o
6 dict 3 -
7 pair 4 -
8 str 4 - x
8 dict 4 -
9 pair 4 -
10 str 4 - k
10 bool 4 - 0
9 pair 4 -
10 str 4 - l
10 dict 4 -
11 pair 4 -
12 str 4 - m
12 unknown 4 - 2020-01-01
4 dict 5 -
E
of a.toml "text over lines" 'a = """\nx\\\n   y "" \\u00e9"""\nb = 1\n' <<'E'
1 dict 1 -
2 pair 1 -
3 str 1 - a
3 str 1 - xy "" é
2 pair 4 -
3 str 4 - b
3 int 4 - 1
E
of a.toml "empty" '' <<'E'
1 dict 1 -
E
of a.toml "a key twice" 'a = 1\na = 2\n' <<'E'
1 error 2 - a key that is there already
E
of a.toml "no end" 'a = [1,\n 2\n' <<'E'
1 error 3 - no end of what a bracket begins
E
of a.toml "a key below a value" 'a = 1\n[a.b]\n' <<'E'
1 error 2 - a key below what is no table
E
of a.toml "no value" 'a = gpu\n' <<'E'
1 error 1 - no value of TOML
E
run sh -c "awk 'BEGIN { printf \"a = \"; for (i = 0; i < 100000; i++) printf \"[\" }' >a.toml; '$DUMP' a.toml; rm a.toml"
check "brackets too deep" grep -qx "1 error 1 - nested too deep" out
run sh -c "awk 'BEGIN { printf \"a\"; for (i = 0; i < 100000; i++) printf \".a\"; print \" = 1\" }' >a.toml; '$DUMP' a.toml; rm a.toml"
check "a key too deep" grep -qx "1 error 1 - nested too deep" out

of a.yaml "scalars" 'a: yes\nb: "yes"\nc: 12\nd: -1.5\ne:\nf: gpu-compile\ng: !!str 1\nh: !env X\n' <<'E'
1 dict 1 -
2 pair 1 -
3 str 1 - a
3 bool 1 - 1
2 pair 2 -
3 str 2 - b
3 str 2 - yes
2 pair 3 -
3 str 3 - c
3 int 3 - 12
2 pair 4 -
3 str 4 - d
3 un 4 - -
4 float 4 - 1.5
2 pair 5 -
3 str 5 - e
3 none 5 -
2 pair 6 -
3 str 6 - f
3 str 6 - gpu-compile
2 pair 7 -
3 str 7 - g
3 str 7 - 1
2 pair 8 -
3 str 8 - h
3 unknown 8 - X
E
of a.yml "anchors, aliases, merge keys, comments" '# top\nbase: &b {x: 1}\nlist:\n - *b\n - <<: *b # merged\n   y: "#2"\n' <<'E'
1 dict 2 -
2 pair 2 -
3 str 2 - base
3 dict 2 -
4 pair 2 -
5 str 2 - x
5 int 2 - 1
2 pair 3 -
3 str 3 - list
3 list 4 -
4 dict 2 -
5 pair 2 -
6 str 2 - x
6 int 2 - 1
4 dict 5 -
5 pair 5 S
6 dict 2 -
7 pair 2 -
8 str 2 - x
8 int 2 - 1
5 pair 6 -
6 str 6 - y
6 str 6 - #2
1 comment 1 - top
1 comment 5 - merged
E
of a.yaml "numbers by other bases, and what only looks like one" '[010, -0x1F, 0b101, 00, 0, 08, 0x, 0.5]\n' <<'E'
1 list 1 -
2 int 1 - 8
2 un 1 - -
3 int 1 - 31
2 int 1 - 5
2 int 1 - 0
2 int 1 - 0
2 str 1 - 08
2 str 1 - 0x
2 float 1 - 0.5
E
of a.yaml "an anchor that holds itself" '&a [1, *a]\n' <<'E'
1 list 1 -
2 int 1 - 1
2 unknown 1 - a
E
of a.yaml "several documents" '---\na\n---\nb\n' <<'E'
1 list 1 -
2 str 2 - a
2 str 4 - b
E
of a.yaml "a template" 'a: {{ x }}\nb: [\n' <<'E'
1 error 3 - did not find expected node content
E
of a.yaml "empty" '' <<'E'
1 none 1 -
E
{
	echo 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'
	for i in 1 2 3 4 5 6 7 8 9; do
		j=$((i - 1)); echo "a$i: &a$i [*a$j, *a$j, *a$j, *a$j, *a$j, *a$j, *a$j, *a$j, *a$j, *a$j]"
	done
} >laughs.yaml
run "$DUMP" laughs.yaml
is_out "laughs.yaml: aliases of aliases of aliases" <<'E'
0 file 1 d laughs.yaml
1 error 6 - too many values, counting those behind aliases
E
{
	echo 'a0: &a0 [x]'
	i=1; while [ $i -lt 500 ]; do echo "a$i: &a$i [*a$((i - 1))]"; i=$((i + 1)); done
} >deep.yaml
run "$DUMP" deep.yaml
is_out "deep.yaml: a ladder of aliases" <<'E'
0 file 1 d deep.yaml
1 error 397 - nested too deep
E
E=$(printf '%0101d' 0 | tr 0 '[')
of a.yaml "too deep" "$E" <<'E'
1 error 1 - nested too deep
E

of CMakeLists.txt "options and macros" '# top\noption(JIT "at run time" on)\nset(KIND "a b" CACHE STRING "")\nadd_definitions(-DX -DY=2)\nIF(JIT)\n  target_compile_definitions(t PRIVATE Z\n    NAME="compile" $<$<CONFIG:Debug>:DBG=1>)\nelse()\nendif()\ntarget_compile_definitions(t PUBLIC W=${V})\n' <<'E'
1 comment 1 - top
1 decl 2 MO
2 name 2 - JIT
2 default 2 -
3 bool 2 - 1
1 call 2 -
2 name 2 - option
2 arg 2 -
3 str 2 - JIT
2 arg 2 -
3 str 2 - at run time
2 arg 2 -
3 str 2 - on
1 decl 3 MO
2 name 3 - KIND
2 default 3 -
3 str 3 - a b
1 call 3 -
2 name 3 - set
2 arg 3 -
3 str 3 - KIND
2 arg 3 -
3 str 3 - a b
2 arg 3 -
3 str 3 - CACHE
2 arg 3 -
3 str 3 - STRING
2 arg 3 -
3 str 3 -
1 decl 4 M
2 name 4 - X
2 default 4 -
3 int 4 - 1
1 decl 4 M
2 name 4 - Y
2 default 4 -
3 int 4 - 2
1 call 4 -
2 name 4 - add_definitions
2 arg 4 -
3 str 4 - -DX
2 arg 4 -
3 str 4 - -DY=2
1 decl 6 MO
2 name 6 - Z
2 default 6 -
3 int 6 - 1
1 decl 7 MO
2 name 7 - NAME
2 default 7 -
3 str 7 - compile
1 decl 7 MO
2 name 7 - DBG
2 default 7 -
3 int 7 - 1
1 call 6 -
2 name 6 - target_compile_definitions
2 arg 6 -
3 str 6 - t
2 arg 6 -
3 str 6 - PRIVATE
2 arg 6 -
3 str 6 - Z
2 arg 7 -
3 str 7 - NAME="compile"
2 arg 7 -
3 unknown 7 - $<$<CONFIG:Debug>:DBG=1>
1 decl 10 M
2 name 10 - W
2 default 10 -
3 unknown 10 - ${V}
1 call 10 -
2 name 10 - target_compile_definitions
2 arg 10 -
3 str 10 - t
2 arg 10 -
3 str 10 - PUBLIC
2 arg 10 -
3 unknown 10 - W=${V}
E
of a.cmake "strings, brackets, comments" 'set(CMAKE_CXX_FLAGS "-O3 -DFAST=1 -g") #[[ two\nlines ]] m([=[a]]b]=] "c\\"d" e\\;f)\n' <<'E'
1 decl 1 M
2 name 1 - FAST
2 default 1 -
3 int 1 - 1
1 call 1 -
2 name 1 - set
2 arg 1 -
3 str 1 - CMAKE_CXX_FLAGS
2 arg 1 -
3 str 1 - -O3 -DFAST=1 -g
1 comment 1 - two\nlines 
1 call 2 -
2 name 2 - m
2 arg 2 -
3 str 2 - a]]b
2 arg 2 -
3 str 2 - c"d
2 arg 2 -
3 str 2 - e;f
E
of a.cmake "not closed" 'a(b\nc("d\n' <<'E'
1 error 3 - a command that is not closed
E
of a.cmake "a line that is no CMake" 'a(b)\n@X@ d(e)\nf()\n' <<'E'
1 call 1 -
2 name 1 - a
2 arg 1 -
3 str 1 - b
1 error 2 - no command of CMake
1 call 3 -
2 name 3 - f
E
