# labelaudit --src: modules of Python that are imported by a text (audit/label/cone/cone_by_text.c), and the texts that are not
# all known.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }
tree() { # tree FOLDER [COMPILES]: what `load` imports is told by standard input
	f "$1/pkg/run.py"
	: >"$T/$1/pkg/__init__.py"
	echo 'def main(): return 1' | f "$1/pkg/one.py"
	printf '%s\n' 'import torch' 'def main(): return torch.compile(main)' | f "$1/pkg/two.py"
	[ -n "${2:-}" ] || echo 'def main(): return 2' | f "$1/pkg/two.py"
	f "$1/pkg/make.py" <<'P'
from pkg import run
def make(kind):
    assert kind in ("fast", "slow")
    run.load(kind)
    return kind
P
}
says_both() { # of what FOLDER loads; and of what compiles there
	says label-only fast "$1"
	leaves_open "$1_two"
}
both() { # both FOLDER
	cat >"$T/both.py"
	tree "$1" <"$T/both.py"
	tree "$1_two" yes <"$T/both.py"
	says_both "$1"
}
both table <<'P'
from importlib import import_module
WAYS = {"a": "pkg.one", "b": "pkg.two"}
def load(kind):
    way = WAYS.get(kind)
    if way is None:
        return None
    return import_module(way).main()
P
both index <<'P'
import importlib
WAYS = {"a": "pkg.one", "b": "pkg.two"}
def load(kind):
    return importlib.import_module(WAYS[kind]).main()
P
both loop <<'P'
import importlib
def load(kind):
    for name in ["pkg.one", "pkg.two"]:
        importlib.import_module(name).main()
P
both pairs <<'P'
import importlib
WAYS = (("a", "pkg.one"), ("b", "pkg.two"))
def load(kind):
    for key, name in WAYS:
        if key == kind:
            __import__(name, fromlist=["main"]).main()
P
both items <<'P'
import importlib
WAYS = {"a": "pkg.one", "b": "pkg.two"}
def load(kind):
    return [importlib.import_module(name).main() for key, name in WAYS.items() if key in kind]
P
both handed <<'P'
import importlib
def imported(name):
    return importlib.import_module(name)
def load(kind):
    imported("pkg.one").main()
    imported("pkg.two" if kind else "json").main()
P
both part <<'P'
import importlib
import pkgutil
import pkg
def load(kind):
    package = pkg.__name__
    for _, name, _ in pkgutil.iter_modules(pkg.__path__):
        whole = f"{package}.{name}"
        importlib.import_module(whole).main()
P
both package <<'P'
import importlib
def load(kind):
    importlib.import_module(".one", "pkg").main()
    importlib.import_module(".two", package=__package__).main()
P
tree known <<'P'
import importlib
def load(kind):
    for name in ("numpy", "responses", "json"):
        importlib.import_module(name).go(kind)
P
says label-only fast known
tree loaded <<'P'
import sys
class Way:
    pass
def load(kind):
    return __import__(Way.__module__, fromlist=[Way.__name__])
P
says label-only fast loaded
tree own <<'P'
class Scope:
    def import_module(self, name):
        return name
def load(kind):
    return Scope().import_module(kind)
P
says label-only fast own

# near misses: texts of which not all are known
open() { # open FOLDER
	tree "$1"
	leaves_open "$1"
}
open outside <<'P'
import importlib
import sys
def load(kind):
    importlib.import_module(sys.argv[1]).main()
P
open grown <<'P'
import importlib
WAYS = {"a": "pkg.one"}
def more(key, name):
    WAYS[key] = name
def load(kind):
    importlib.import_module(WAYS[kind]).main()
P
open updated <<'P'
import importlib
WAYS = {"a": "pkg.one"}
def more(ways):
    WAYS.update(ways)
def load(kind):
    importlib.import_module(WAYS[kind]).main()
P
open another <<'P'
import importlib
WAYS = {"a": "pkg.one"}
SAME = WAYS
def more(key, name):
    SAME[key] = name
def load(kind):
    importlib.import_module(WAYS[kind]).main()
P
f elsewhere/pkg/other.py <<'P'
from pkg import run
def more(key, name):
    run.WAYS[key] = name
P
open elsewhere <<'P'
import importlib
WAYS = {"a": "pkg.one"}
def load(kind):
    importlib.import_module(WAYS[kind]).main()
P
open either <<'P'
import importlib
import os
def load(kind):
    importlib.import_module(os.environ.get("X") or "pkg.one").main()
P
open again <<'P'
import importlib
def load(kind):
    name = "pkg.one"
    if kind:
        name = kind
    importlib.import_module(name).main()
P
open added <<'P'
import importlib
def load(kind):
    name = "pkg."
    name += kind
    importlib.import_module(name).main()
P
open caller <<'P'
import importlib
def imported(name):
    return importlib.import_module(name)
def load(kind):
    imported("pkg.one").main()
    list(map(imported, kind))
P
open starred <<'P'
import importlib
def imported(name):
    return importlib.import_module(name)
def load(kind):
    imported(*kind).main()
P
open taken <<'P'
def load(kind):
    return __import__("pkg", fromlist=[kind])
P
open strange <<'P'
import importlib
def load(kind):
    for name in ("json", "jitter"):
        importlib.import_module(name).go(kind)
P
open missing <<'P'
import importlib
def load(kind):
    for name in ("json", "pkg.three"):
        importlib.import_module(name).go(kind)
P
open joined <<'P'
import importlib
def load(kind):
    importlib.import_module(f"{kind}.main").main()
P
open undotted <<'P'
import importlib
import pkg
def load(kind):
    importlib.import_module(f"{pkg.__name__}{kind}").main()
P
open mine <<'P'
import importlib as lib
class Scope:
    def import_module(self, name):
        return lib.import_module(name)
def load(kind):
    return Scope().import_module(kind)
P
open shared <<'P'
import importlib
def load(kind):
    def change():
        nonlocal name
        name = kind
    name = "pkg.one"
    change()
    importlib.import_module(name).main()
P
open somewhere <<'P'
import importlib
def load(kind):
    importlib.import_module(".one", package=kind).main()
P
mkdir -p "$T/beside/other"
: >"$T/beside/other/__init__.py"
printf '%s\n' 'import torch' 'def main(): return torch.compile(main)' >"$T/beside/other/one.py"
open beside <<'P'
import importlib
def load(kind):
    importlib.import_module(".one", package="other").main()
P
open asked <<'P'
import importlib
def load(kind):
    start = getattr(importlib.import_module("win32api"), "ShellExecute")
    start(0, "open", "cc", "", "", 1)
P
