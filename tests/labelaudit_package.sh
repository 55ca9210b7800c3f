# labelaudit --src: modules of Python that are imported by a text that is put together (audit/label/cone/cone_by_text.c). Each tree has a script beside its package that compiles.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }
tree() { # tree FOLDER [COMPILES]: what `load` imports is told by standard input
	f "$1/pkg/run.py"
	mkdir -p "$T/$1/pkg/sub"
	: >"$T/$1/pkg/__init__.py"
	: >"$T/$1/pkg/sub/__init__.py"
	echo 'def main(): return 1' | f "$1/pkg/one.py"
	printf '%s\n' 'import torch' 'def main(): return torch.compile(main)' | f "$1/pkg/two.py"
	[ -n "${2:-}" ] || echo 'def main(): return 2' | f "$1/pkg/two.py"
	printf '%s\n' 'import torch' 'def other(): return 3' 'torch.compile(other)' | f "$1/scripts/three.py"
	f "$1/make.py" <<'P'
import argparse
from pkg import run
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", choices=["fast", "slow"])
    run.load(parser.parse_args().kind)
P
}
both() { # both FOLDER: is it decided, unless a module of the package compiles?
	cat >"$T/both.py"
	tree "$1" <"$T/both.py"
	tree "$1_two" yes <"$T/both.py"
	says unreachable fast "$1"
	leaves_open "$1_two"
}
open() { # open FOLDER
	tree "$1"
	leaves_open "$1"
}
left_out() { # left_out FOLDER: two.py compiles, and is not among the names
	tree "$1" yes
	says unreachable fast "$1"
}

# names that are put together of known ones
both plus <<'P'
import importlib
NAMES = ["one", "two"]
def load(kind):
    return [importlib.import_module("pkg." + name).main() for name in NAMES]
P
both formatted <<'P'
import importlib
def load(kind):
    for part, name in (("pkg", "one"), ("pkg", "two")):
        importlib.import_module(f"{part}.{name}").main()
P
both percent <<'P'
import importlib
def load(kind):
    for name in ("one", "two"):
        importlib.import_module("pkg.%s" % name).main()
        importlib.import_module("%s.%s" % ("pkg", name)).main()
P
both braces <<'P'
import importlib
def load(kind):
    for name in ("one", "two"):
        importlib.import_module("{}.{}".format("pkg", name)).main()
P
both dotted <<'P'
import importlib
def load(kind):
    for name in ("one", "two"):
        importlib.import_module(".".join(["pkg", name])).main()
P
left_out alone <<'P'
import importlib
def load(kind):
    return {name: importlib.import_module("pkg." + name) for name in ("one", "sub")}
P
left_out relative <<'P'
import importlib
def load(kind):
    for name in ("one", "sub"):
        importlib.import_module("." + name, __package__)
P

# a module of a package: which one is not known, and where the package lies, the build may say
open any <<'P'
import importlib
def load(kind):
    importlib.import_module("pkg." + kind).main()
P
open any_own <<'P'
import importlib
def load(kind):
    importlib.import_module(f"{__package__}.{kind}").main()
P

# near misses
open bare <<'P'
import importlib
def load(kind):
    importlib.import_module("pkg" + kind).main()
P
open front <<'P'
import importlib
def load(kind):
    importlib.import_module(kind + ".main").main()
P
open twice <<'P'
import importlib
def load(kind):
    name = "pkg." + kind
    if kind:
        name = "scripts." + kind
    importlib.import_module(name).main()
P
open handed <<'P'
import importlib
def named(name):
    return importlib.import_module(name)
def load(kind):
    name = "pkg." + kind
    for name in (kind,):
        named(name).main()
P
open shadowed <<'P'
import importlib
def load(kind):
    name = "one"
    return [importlib.import_module(name).main() for name in kind]
P
open inner <<'P'
import importlib
def load(kind):
    return [[importlib.import_module("" + name).main() for name in kind] for name in ("pkg.one",)]
P
open grown <<'P'
import importlib
NAMES = ["one"]
def more(name):
    NAMES.append(name)
def load(kind):
    return [importlib.import_module("scripts." + name).main() for name in NAMES]
P
open nothing <<'P'
import importlib
def load(kind):
    for name in (None, "one"):
        importlib.import_module(f"scripts.{name}").main()
P
open shown <<'P'
import importlib
def load(kind):
    for name in ("one",):
        importlib.import_module(f"pkg.{name!r:>3}").main()
    importlib.import_module(kind).main()
P
# names that others set, and a level
tree set <<'P'
import importlib
NAME = "pkg.one"
def load(kind):
    importlib.import_module(NAME)
    importlib.import_module("" + NAME)
P
printf '%s\n' 'from pkg import run' 'def more(name): run.NAME = name' | f set/pkg/more.py
leaves_open set
tree level <<'P'
def load(kind):
    return __import__("pkg." + open(kind).read(), None, None, [], 1)
P
leaves_open level
