# labelaudit --src on files of Python 2: they are read by their names alone, and nothing in them is run.
. tests/lib.sh
. tests/says.sh
# c_beside NAME: a program of C with the option --fast and nothing that compiles; the file of Python beside it is on standard input
c_beside() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' 'int main(int argc, char **argv) {' '	for (int i = 1; i < argc; i++)' \
		'		if (strcmp(argv[i], "--fast") == 0) puts("fast");' '	return 0;' '}' >"$T/$1/a.c"
	cat >"$T/$1/b.py"
}
c_beside plain <<'E'
import sys, os
print >>sys.stderr, "usage", `sys.argv`
def f(a, (b, c)):
	try:
	    exec "1" in a
        except OSError, e:
		raise ValueError, "x"
	return 0777L <> b
print map(lambda (k, v): (v, k), {})
E
# what it names counts as in any file of Python: what compiles there, beside the label, is none of the C program's ...
says label-only --fast plain
c_beside compiles <<'E'
import torch
print torch.compile(net)(x)
E
says unreachable --fast compiles
# ... but where it may take the label too, it is; and no path of it is run
c_beside takes <<'E'
import sys, torch
f = net
if "--fast" in sys.argv:
    f = torch.compile(net)
print f(x)
E
says conditional --fast takes
# no Python of any version
c_beside broken <<'E'
print "a" "b
E
says unknown --fast broken
check "what cannot be read is shown" grep -q "broken/b.py:1: opaque: not read: " "$T/out"

# packages NAME: main.py takes the label and imports pkg.old, which is on standard input; pkg/string.py compiles when it is loaded
packages() {
	mkdir -p "$T/$1/pkg"
	: >"$T/$1/pkg/__init__.py"
	printf '%s\n' 'import sys, pkg.old' 'if "--fast" in sys.argv: pkg.old.go()' >"$T/$1/main.py"
	printf '%s\n' 'import torch' 'def turbo(n):' '    torch.compile(n)(1)' >"$T/$1/pkg/string.py"
	cat >"$T/$1/pkg/old.py"
}
packages harmless <<'E'
def go(): print "went"
E
says unreachable --fast harmless
packages names <<'E'
import torch
def go(): print torch.compile(abs)
E
leaves_open names
check "the line of it is shown" grep -q "pkg/old.py:2: opaque: torch.compile compiles" "$T/out"
packages beside <<'E'
import string
def go(): print string.turbo(abs)
E
leaves_open beside
packages beside_from <<'E'
from string import turbo
def go(): print turbo(abs)
E
leaves_open beside_from
packages runs_text <<'E'
def go():
    print input("what?")
E
says unknown --fast runs_text
packages runs_code <<'E'
def go():
    exec open("x")
E
says unknown --fast runs_code
packages process <<'E'
import commands
def go(): print commands.getoutput("make net")
E
says unknown --fast process
