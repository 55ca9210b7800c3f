#!/bin/sh
# Bad input to the readers of source: each is decided, none is run, none stops the rest.
. tests/lib.sh
DUMP=$(cd "$BUILD/tests" && pwd)/facts_dump
PYTHON=$(command -v python3)
cd "$T" || exit 1

# says WHAT ARGS...: standard input is what is printed, without what differs by version of Python
says() {
	what=$1; shift; cat >want; run "$DUMP" "$@"
	sed 's/^\(1 error [0-9]* - \).*, as Python 3.*/\1(Python)/; s/nested too deep, or too large/nested too deep/' out >got
	same "$what" want got
}
# refused WHAT MESSAGE ARGS...: status 2, nothing on standard output
refused() {
	what=$1; echo "facts_dump: $2" >want; shift 2; run "$DUMP" "$@"
	is_status 2 "$what"
	check "$what: nothing is printed" [ ! -s out ]
	same "$what: the message" want err
}

# operands
mkdir empty text; echo x >text/README.md; echo x >a.xyz; printf 'x\0y' >nul.py; : >none.py; mkfifo pipe.py
refused "no such file" "nowhere.py: No such file or directory" nowhere.py
refused "a file of no kind" "a.xyz: no source that can be read: Python, C, C++, CUDA, YAML, JSON or CMake" a.xyz
refused "an empty folder" "empty: there is no source to read: Python, C, C++, CUDA, YAML, JSON or CMake" empty
refused "only text" "text: there is no source to read: Python, C, C++, CUDA, YAML, JSON or CMake" text
refused "a binary file" "nul.py: nothing to read: binary" nul.py
refused "a pipe" "pipe.py: neither a file nor a folder" pipe.py
ln -s loop.py loop.py
refused "a link to itself" "loop.py: Too many levels of symbolic links" loop.py
echo x >shut.py; chmod 0 shut.py; mkdir shut; chmod 0 shut; mkdir holds
if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
	RUNNER="setpriv --reuid 65534 --regid 65534 --clear-groups" # root reads them all
	chmod 755 "$T"; cp "$DUMP" dump; keep=$DUMP DUMP=$T/dump
fi
if [ "$(id -u)" -eq 0 ] && [ -z "${RUNNER:-}" ]; then
	skip "unreadable files" "root reads them all"
else
	refused "an unreadable file" "shut.py: Permission denied" shut.py
	refused "an unreadable folder" "shut: Permission denied" shut
	mv shut.py shut holds; : >holds/a.py
	says "unreadable files and folders in a tree" holds <<-E
	skip holds/shut: no permission to read it, opaque
	skip holds/shut.py: no permission to read it, opaque
	0 file 1 m holds/a.py
	0 file 1 m holds/shut.py
	1 error 1 - no permission to read it
	E
	chmod 700 holds/shut
fi
RUNNER= DUMP=${keep:-$DUMP}
mkdir none; printf 'x\0y' >none/a.c; cp none/a.c none/b.py; mkdir none/.git
refused "a tree of which nothing can be read" "none/a.c: nothing to read: binary; and 2 more that were skipped" none
says "an empty file" none.py <<E
0 file 1 m none.py
E

printf 'print >>f, `x`, 010L\ntry: exec c in d; raise E, "\\N"\nexcept E, e: print\ndef g(a, (b, c)=h(1)):\n\tprint lambda (p, q): p <> b\n' >old.py
says "Python 2: its names and texts stay, the rest is put in words of Python 3" old.py <<'E'
0 file 1 m old.py
1 error 1 - (Python)
1 call 1 -
2 name 1 - print
2 arg 1 -
3 name 1 - f
2 arg 1 -
3 call 1 -
4 name 1 - repr
4 arg 1 -
5 name 1 - x
2 arg 1 -
3 int 1 - 8
1 try 2 -
2 block 2 -
3 call 2 -
4 name 2 - exec
4 arg 2 -
5 bin 2 - in
6 name 2 - c
6 name 2 - d
3 raise 2 -
4 tuple 2 -
5 name 2 - E
5 str 2 - \\N
2 handler 3 - e
3 name 3 - E
3 block 3 -
4 name 3 - print
1 func 4 - g
2 param 4 - a
2 param 4 - unpacked_7
3 default 4 -
4 call 4 -
5 name 4 - h
5 arg 4 -
6 int 4 - 1
2 block 4 -
3 error 4 - of Python 2, read by its names alone
3 call 5 -
4 name 5 - print
4 arg 5 -
5 func 5 -
6 param 5 - unpacked_5
6 block 5 -
7 return 5 -
8 bin 5 - !=
9 name 5 - p
9 name 5 - b
E

# trees
mkdir -p tree/sub tree/.git tree/__pycache__ tree/venv tree/out
ln -s .. tree/sub/up; ln -s self tree/self; ln -s gone.py tree/lost.py; ln -s loop.c tree/loop.c; ln -s "$T/text" tree/away
echo 'a' >tree/sub/b.py; ln tree/sub/b.py tree/sub/hard.py; ln -s sub/b.py tree/soft.py; ln -s ../none.py tree/other.py
echo 'x' >tree/.git/x.py; echo x >tree/__pycache__/x.py; : >tree/venv/pyvenv.cfg; echo x >tree/venv/x.py
: >tree/out/CMakeCache.txt; echo x >tree/out/x.c; printf '#!/usr/bin/env python3\nb\n' >tree/script; echo b >tree/notes; printf '\0' >tree/bin.py
mkfifo tree/pipe.py; mkdir tree/dir.py
says "links, caches, scripts, pipes, what is no source" tree <<E
skip tree/.git: version control
skip tree/away: a link that leads out of the tree, opaque
skip tree/bin.py: binary, opaque
skip tree/loop.c: a link to itself, opaque
skip tree/lost.py: a link to nowhere, opaque
skip tree/out: made by a build
skip tree/sub/b.py: the same file was met before
skip tree/sub/hard.py: the same file was met before
skip tree/sub/up: the same folder was met before
skip tree/venv: a virtual environment
0 file 1 m tree/other.py
0 file 1 m tree/script
1 name 2 - b
1 comment 1 - !/usr/bin/env python3
0 file 1 m tree/soft.py
1 name 1 - a
0 file 1 m tree/bin.py
1 error 1 - binary
0 file 1 - tree/loop.c
1 error 1 - a link to itself
0 file 1 m tree/lost.py
1 error 1 - a link to nowhere
E
says "the same operand twice, and below one" none.py tree/out/../../none.py none.py <<E
skip tree/out/../../none.py: the same file was met before
skip none.py: the same file was met before
0 file 1 m none.py
E
mkdir deep
(cd deep && i=0; while [ $i -lt 210 ]; do mkdir d && cd d || exit 1; i=$((i + 1)); done; echo a >a.py)
echo a >deep/a.py
run "$DUMP" --count deep
is_status 0 "folders nested 210 deep"
check "folders nested 210 deep: the rest is opaque" grep -q ': nested too deep, opaque$' out

# size
head -c 100000000 /dev/zero | tr '\0' 'x' >line.py; cp line.py line.c; cp line.py line.json; cp line.py line.yaml; cp line.py line.cmake
mkdir long; mv line.* long; echo a >long/a.py
says "lines of 100 MB" long <<E
skip long/line.c: larger than 32 MiB, opaque
skip long/line.cmake: larger than 4 MiB, opaque
skip long/line.json: larger than 4 MiB, opaque
skip long/line.py: larger than 4 MiB, opaque
skip long/line.yaml: larger than 4 MiB, opaque
0 file 1 m long/a.py
1 name 1 - a
0 file 1 - long/line.c
1 error 1 - larger than 32 MiB
0 file 1 d long/line.cmake
1 error 1 - larger than 4 MiB
0 file 1 d long/line.json
1 error 1 - larger than 4 MiB
0 file 1 m long/line.py
1 error 1 - larger than 4 MiB
0 file 1 d long/line.yaml
1 error 1 - larger than 4 MiB
E
rm -r long

# Python
mkdir py; cd py
printf 'x = 1\nlambda match case\n' >syntax.py
printf 'x = "\351"\n' >utf8.py
head -c 9000 /dev/zero | tr '\0' '\n' >zero.py; printf 'a\0\n' >>zero.py
printf '# -*- coding: evil -*-\nx\n' >cookie.py
printf '# -*- coding: latin-1 -*-\n"\351" + x\n' >latin.py
printf '\357\273\277a\r\nb\r\n' >bom.py
printf '%0100000d\n' 0 | tr 0 '(' >parens.py
printf -- '%0100000d1\n' 0 | tr 0 '-' >signs.py
{ printf 'x'; printf '%0300d' 0 | sed 's/0/.b()/g'; echo; } >calls.py
{ printf 'if a:\n p\n'; i=0; while [ $i -lt 300 ]; do printf 'elif a:\n p\n'; i=$((i + 1)); done; echo last; } >elifs.py
echo a >after.py
cd ..
says "Python that cannot be read, and what is read in spite of it" py/after.py py/bom.py py/cookie.py py/latin.py py/parens.py py/signs.py py/syntax.py py/utf8.py py/zero.py <<E
0 file 1 m py/after.py
1 name 1 - a
0 file 1 m py/bom.py
1 name 1 - a
1 name 2 - b
0 file 1 m py/cookie.py
1 error 1 - (Python)
0 file 1 m py/latin.py
1 bin 2 - +
2 str 2 - é
2 name 2 - x
1 comment 1 - -*- coding: latin-1 -*-
0 file 1 m py/parens.py
1 error 1 - (Python)
0 file 1 m py/signs.py
1 error 1 - nested too deep
0 file 1 m py/syntax.py
1 error 2 - (Python)
0 file 1 m py/utf8.py
1 error 1 - (Python)
0 file 1 m py/zero.py
1 error 1 - a byte 0 in it
E
run "$DUMP" --count py/calls.py
is_out "an expression nested too deep is opaque, in its place" <<E
error: py/calls.py:1: nested too deep
1 files, 394 nodes, 1 errors
E
run "$DUMP" py/elifs.py
check "what follows a statement nested too deep is read" [ "$(tail -n 1 out)" = "1 name 603 - last" ]
head -c 4000000 /dev/zero | tr '\0' '1' | sed 's/11/1,/g; s/^/[/; s/$/]/' >py/many.py
says "two million values in a file take no gigabyte" py/many.py py/after.py <<E
0 file 1 m py/many.py
1 error 1 - nested too deep
0 file 1 m py/after.py
1 name 1 - a
E

# never the target's code
mkdir evil; cd evil
for m in ast os re signal sys resource sitecustomize usercustomize encodings codecs io abc stat posixpath enum collections; do
	echo "open('$T/ran', 'w').write('$m')" >$m.py
done
mkdir evil; echo "open('$T/ran', 'w').write('evil')" >evil/__init__.py
printf '# -*- coding: ast -*-\n__import__("os").system("touch %s/ran")\n' "$T" >run.py
printf '#!/bin/sh\ntouch %s/ran\n' "$T" >python3; chmod +x python3
PYTHONPATH=$T/evil PYTHONHOME=$T/evil PYTHONSTARTUP=$T/evil/os.py PYTHONINSPECT=1 PYTHONUSERBASE=$T/evil HOME=$T/evil PATH=.::$PATH
export PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE HOME PATH
run "$DUMP" --count .
is_status 0 "a target that poses as Python's modules"
check "all of it was read" grep -q '^18 files, [0-9]* nodes, 1 errors$' "$T/out" # run.py: no such encoding
check "nothing of it was run" [ ! -e "$T/ran" ]
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE; cd ..

# a python3 that is missing or dies
mkdir fake; echo a >one.py; echo b >two.py
with() { # WHAT SCRIPT: python3 is this
	printf '#!/bin/sh\n%s\n' "$2" >fake/python3; chmod +x fake/python3
	cat >want; PATH=$T/fake:$PATH run "$DUMP" one.py two.py; same "$1" want out
}
old=$PATH; PATH=$T/nothing; run "$DUMP" one.py two.py; PATH=$old
is_out "no python3" <<E
0 file 1 m one.py
1 error 1 - there is no python3 to read it
0 file 1 m two.py
1 error 1 - there is no python3 to read it
E
with "a python3 that stops" 'exit 3' <<E
0 file 1 m one.py
1 error 1 - Python's parser stopped with status 3
0 file 1 m two.py
1 error 1 - Python's parser stopped with status 3
E
with "a python3 that dies in the middle of a file" 'printf "0 file 1 m\\n1 name 1 - x\\n"; kill -SEGV $$' <<E
0 file 1 m one.py
1 error 1 - Python's parser died of signal 11
0 file 1 m two.py
1 error 1 - Python's parser died of signal 11
E
with "a python3 that dies between two files" 'read -r names; case $names in one*) printf "0 file 1 m\\n1 name 1 - a\\n\\n" ;; esac; kill -ALRM $$' <<E
0 file 1 m one.py
1 name 1 - a
0 file 1 m two.py
1 error 1 - Python's parser did not end
E
with "a python3 that is none" 'echo hello; sleep 60' <<E
0 file 1 m one.py
1 error 1 - Python's parser wrote what is no fact
0 file 1 m two.py
1 error 1 - Python's parser wrote what is no fact
E
with "a python3 that says too much" "printf '0 file 1 m\\n\\n0 file 1 m\\n\\n0 file 1 m\\n\\n'" <<E
0 file 1 m one.py
0 file 1 m two.py
E
i=0; while [ $i -lt 500 ]; do echo "x$i" >"py/x$i.py"; i=$((i + 1)); done
printf '#!/bin/sh\necho . >>%s/starts; exit 1\n' "$T" >fake/python3
PATH=$T/fake:$PATH run "$DUMP" --count py
check "a python3 that always dies is not started for every file" [ "$(wc -l <starts)" -le 16 ]
check "then no file is read, and each is named" grep -q '^512 files, 1024 nodes, 512 errors$' out
