# labelaudit --src: what hides something in another program than the label's own (audit/label/cone/cone_core.c), and
# every way in which the two could be one.
. tests/lib.sh
. tests/says.sh
tree() {
	mkdir -p "$T/$1/lib" "$T/$1/tests"
	: >"$T/$1/lib/__init__.py"
	cat >"$T/$1/lib/core.py" <<'P'
def tag(kind):
    if kind not in ("fast", "slow"):
        raise ValueError(kind)
    return kind
class Base:
    def step(self, m): return m
    def load(self, m): return self.step(m)
P
	cat >"$T/$1/${2:-release.py}"
}

# a test that asks a module for all that it has
tree doctest tests/test_doc.py <<'P'
import importlib
from lib import core
def each(m, n):
    return getattr(m, n)
def test_doc(names):
    for n in names:
        each(importlib.import_module(n), "tag")
P
says label-only fast doctest
sed -i '1i from tests.test_doc import test_doc
s/return kind$/return kind, test_doc(open(kind))/' "$T/doctest/lib/core.py"
leaves_open doctest

# a script that calls something by the same name, and loads nothing of the label's
tree script <<'P'
import subprocess, sys
cmd = ["sh", "-c", sys.argv[1]]
subprocess.run(cmd)
print(sys.argv[2].tag("fast and slow"), cmd)
P
says label-only fast script
tree execv <<'P'
import os, sys
def main(r):
    r.tag(1)
    os.execv(sys.argv[1], sys.argv)
main(sys.stdin)
P
says label-only fast execv
tree mine <<'P'
import os, sys
from lib.core import tag
tag(sys.argv[2])
os.execv(sys.argv[1], sys.argv)
P
leaves_open mine
check "a program that takes the place of this one is one that runs" grep -q "opaque: another program runs (os.execv)" "$T/out"

# near misses: the script may come to the label's code
tree imports <<'P'
import subprocess, sys
import lib.core
lib.core.tag(sys.argv[1])
subprocess.run(sys.argv[1:])
P
leaves_open imports
tree loads <<'P'
import importlib, subprocess, sys
def get(name): return importlib.import_module(name)
def go(m):
    m.tag(sys.argv[2])
    subprocess.run(sys.argv[1:])
go(get(sys.argv[1]))
P
leaves_open loads
tree loads2 loader.py <<'P'
import importlib
def get(name): return importlib.import_module(name)
P
cat >"$T/loads2/go.py" <<'P'
import subprocess, sys
import loader
loader.get(sys.argv[1]).tag(sys.argv[2])
subprocess.run(sys.argv[1:])
P
leaves_open loads2
tree of_tree <<'P'
import subprocess, sys
def go(m):
    m.tag(sys.argv[2])
    subprocess.run(sys.argv[1:])
go(__import__("lib." + sys.argv[1], fromlist=["x"]))
P
leaves_open of_tree
tree modules <<'P'
import subprocess, sys
import plumb
def go(m):
    m.tag(sys.argv[2])
    subprocess.run(sys.argv[1:])
go(sys.modules[sys.argv[1]])
P
leaves_open modules
tree missing <<'P'
import subprocess, sys
import plumb
m = plumb.get()
m.tag(sys.argv[1])
subprocess.run(sys.argv[1:])
P
leaves_open missing
tree optional <<'P'
import subprocess, sys
try:
    import plumb
except ImportError:
    sys.exit(1)
m = plumb.get()
m.tag(sys.argv[1])
subprocess.run(sys.argv[1:])
P
leaves_open optional
tree second helper.py <<'P'
import subprocess
def work(k, kind):
    k.tag(kind)
    subprocess.run(["sh", "-c", "x"])
P
says label-only fast second
cat >"$T/second/main.py" <<'P'
import sys, helper, lib.core
helper.work(lib.core, sys.argv[1])
P
leaves_open second
tree kin derived.py <<'P'
import subprocess
from lib.core import Base, tag
class Own(Base):
    def step(self, m):
        subprocess.run([m])
P
sed -i 's/return kind$/return kind, Base().load(kind)/' "$T/kin/lib/core.py"
leaves_open kin
tree strange derived.py <<'P'
import subprocess
class Base:
    def step(self, m):
        subprocess.run([m])
P
sed -i 's/return kind$/return kind, Base().load(kind)/' "$T/strange/lib/core.py"
says label-only fast strange
sed -i '1i import derived' "$T/strange/lib/core.py"
says label-only fast strange # the class is the file's own
sed -i 's/def tag(kind)/def tag(kind, x)/; s/Base().load(kind)$/x.step(kind)/' "$T/strange/lib/core.py"
leaves_open strange
tree patched patch.py <<'P'
import subprocess
from lib import core
def other(kind): subprocess.run([kind])
core.tag = other
P
leaves_open patched

# classes that derive from what Python itself has are no kin by that; those from which one class derives are
mkdir -p "$T/errors"
printf '%s\n' 'import argparse' 'import util' 'class Bad(Exception):' '    def __init__(self, what):' '        super().__init__(what)' \
	'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' 'if parser.parse_args().fast:' \
	'    util.copy()' '    raise Bad("fast")' >"$T/errors/main.py"
printf '%s\n' 'import subprocess' 'def copy(): subprocess.run(["cp", "a", "b"])' >"$T/errors/util.py"
printf '%s\n' 'import subprocess' 'import util' 'class Worse(Exception):' '    def __init__(self, what):' '        super().__init__(what)' \
	'        util.copy()' '        subprocess.run(["make"])' >"$T/errors/other.py"
says label-only fast errors
printf '%s\n' 'from main import Bad' 'from other import Worse' 'class Both(Bad, Worse): pass' >"$T/errors/both.py"
leaves_open errors
rm "$T/errors/both.py"
sed -i 's/^class/Exception = Base\n&/; s/^import util/from base import Base\n&/' "$T/errors/main.py"
sed -i 's/^class/Exception = Base\n&/; s/^import util/from base import Base\n&/' "$T/errors/other.py"
echo 'class Base(BaseException): pass' >"$T/errors/base.py"
leaves_open errors

# a test that runs itself by pytest, and one that runs others
tree tested tests/test_core.py <<'P'
import pytest
from lib.core import tag
def test_tag(): assert tag("fast")
if __name__ == "__main__":
    pytest.main([__file__, "-v"])
P
says label-only fast tested

# a file of C has a main of its own only where no #if may leave it out, and no macro gives it another name
c_tree() { # NAME HEAD LINES: what b.c has before its main, and after
	mkdir "$T/$1"
	printf '%s\n' '#include <string.h>' 'void go(void);' "${4:-}" 'int main(int argc, char **argv) { if (argc > 1 && strcmp(argv[1], "fast") == 0) go(); return 0; }' >"$T/$1/a.c"
	printf '%s\n' '#include <stdlib.h>' 'void go(void) { system(getenv("X")); }' "$2" 'int main(void) { return 0; }' "$3" >"$T/$1/b.c"
}
c_tree own '' ''
echo 'void go(void) {}' >"$T/own/c.c"
says label-only fast own
c_tree conditional '#ifdef TEST' '#endif'
leaves_open conditional
c_tree conditional_not '#ifndef NO_MAIN' '#endif'
leaves_open conditional_not
c_tree renamed '' '' '#define main b_main
#include "b.c"
#undef main'
leaves_open renamed

# a variable of C that is called so does not make a script, in which the label is text, another program's
mkdir "$T/variable" "$T/native"
cat >"$T/variable/rules.py" <<'P'
import sys
def rule(kind):
    if kind == "fast":
        print(kind)
if __name__ == "__main__":
    exec(open(sys.argv[1]).read())
P
cp "$T/variable/rules.py" "$T/native"
echo 'int main(void) { int fast = 1; return fast; }' >"$T/variable/a.c"
leaves_open variable
printf '%s\n' '#include <string.h>' 'int main(int argc, char **argv) { return argc > 1 && strcmp(argv[1], "fast") == 0; }' >"$T/native/a.c"
says label-only fast native

# another program of C that has what this one calls, and nobody else, is linked with it: as a library that can be run, or by a weak main
two() { # two VERDICT [TEXT]: what stands before main of the label's own program
	mkdir -p "$T/two"
	printf '#include <stdlib.h>\nvoid go(void) { system("cc k.c"); }\nint main(void) { go(); return 0; }\n' >"$T/two/b.c"
	printf '#include <string.h>\n%s\nint main(int c, char **v)\n{\n\tif (c > 1 && strcmp(v[1], "fast") == 0)\n\t\tgo();\n\treturn 0;\n}\n' "${2-void go(void);}" >"$T/two/a.c"
	says "$1" fast two
}
two unknown
two unknown ''
two label-only 'static void go(void) { }'
two label-only '#define go() 0'
printf 'void go(void) { }\n' >"$T/two/go.c"
two label-only
printf 'static void go(void) { }\n' >"$T/two/go.c"
two unknown
