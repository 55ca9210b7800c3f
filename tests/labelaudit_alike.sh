# labelaudit --src: a module of which the tree has several may be any of them (audit/label/cone/cone_import.c).
. tests/lib.sh
. tests/says.sh

# tree NAME IMPORT STATEMENT [TEXT OF BOTH [OF THE SECOND]]: a program, and two packages of the same name that lie elsewhere
tree() {
	mkdir -p "$T/$1/two/job" "$T/$1/three/job" "$T/$1/bin"
	printf '%s\n' 'import argparse' "$2" 'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' 'args = parser.parse_args()' \
		'if args.fast:' "    $3" >"$T/$1/bin/main.py"
	printf '%s\n' "${4:-def go(x): return x}" >"$T/$1/two/job/__init__.py"
	printf '%s\n' "${5:-${4:-def go(x): return x}}" >"$T/$1/three/job/__init__.py"
}
C='import torch
def go(x): return torch.compile(x)'
R='import subprocess
def go(x): return subprocess.call(["cc", x])'
tree both 'import job' 'print(job.go(1))'
says label-only fast both
tree from 'from job import go' 'print(go(1))'
says label-only fast from
tree part 'from job import part' 'print(part.go(1))' '' '__all__ = ["part"]'
echo 'def go(x): return x' | tee "$T/part/two/job/part.py" >"$T/part/three/job/part.py"
says label-only fast part
for first in two three; do
	for w in "compiles|$C" "runs|$R"; do
		text=${w#*|} a='def go(x): return x' b=$text
		[ $first = three ] || { b=$a; a=$text; }
		tree "$first${w%%|*}" 'import job' 'print(job.go(1)(2))' "$a" "$b"
		leaves_open "$first${w%%|*}"
		tree "from$first${w%%|*}" 'from job import go' 'print(go(1)(2))' "$a" "$b"
		leaves_open "from$first${w%%|*}"
	done
done
tree reexports 'import job' 'job.call(["cc", "k.c"])' 'from subprocess import call'
leaves_open reexports
tree reexports_one 'import job' 'job.call(["cc", "k.c"])' 'def call(x): pass' 'from subprocess import call'
leaves_open reexports_one
tree reexports_from 'from job import call as c' 'c(["cc", "k.c"])' 'def call(x): pass' 'from subprocess import call'
leaves_open reexports_from
tree reexports_module 'from job import s' 's.call(["cc", "k.c"])' 'import subprocess as s'
leaves_open reexports_module
tree reexports_star 'from job import *' 'system("cc k.c")' 'x = 1' 'from os import *'
leaves_open reexports_star
tree starred 'from job import *' 'print(part.go(1)(2))' '__all__ = ["part"]'
echo 'def go(x): return x' >"$T/starred/two/job/part.py"
echo "$C" >"$T/starred/three/job/part.py"
leaves_open starred
tree at_import 'import job' 'print(job.go(1))' 'def go(x): return x' 'import os
os.system("cc k.c")
def go(x): return x'
leaves_open at_import
tree lacks 'from job import gone' 'print(gone(1))'
leaves_open lacks
tree lacks_part 'import job.gone' 'print(job.gone.go(1))'
leaves_open lacks_part

# modules that are no packages: one that is needed may be a library
alone() { # NAME [REQUIREMENT]
	tree "$1" 'import job' 'print(job.go(1))'
	for d in two three; do mv "$T/$1/$d/job/__init__.py" "$T/$1/$d/job.py"; done
	[ -z "${2:-}" ] || echo "$2" >"$T/$1/bin/requirements.txt"
}
alone files
says label-only fast files
alone files_needed 'job>=1'
leaves_open files_needed
