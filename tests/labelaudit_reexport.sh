# labelaudit --src on Python: what starts programs, runs text or loads code by the names under which a file of the tree hands it on
# to others (audit/label/cone/cone_reexport.c, star.c).
. tests/lib.sh
. tests/says.sh
# prog NAME IMPORT LINE COMPAT [INIT]: pkg/cli.py, with pkg/compat.py
prog() {
	mkdir -p "$T/$1/pkg"
	printf '%s\n' 'import argparse' "$2" 'def main():' '    p = argparse.ArgumentParser()' '    p.add_argument("mode", choices=["fast", "slow"])' \
		'    p.add_argument("rest", nargs="*")' '    given = p.parse_args()' '    if given.mode == "fast":' "        $3" '    print(given.mode)' >"$T/$1/pkg/cli.py"
	printf '%s\n' "$4" >"$T/$1/pkg/compat.py"
	printf '%s\n' "${5-}" >"$T/$1/pkg/__init__.py"
	printf '%s\n' 'from pkg.cli import main' 'main()' >"$T/$1/main.py"
}
opens() { prog "$@" && leaves_open "$1"; }
knows() { prog "$@" && says label-only fast "$1"; }
opens module 'from .compat import subprocess' 'subprocess.call(given.rest)' 'import subprocess'
opens function 'from .compat import go' 'go(given.rest[0])' 'from os import system as go'
opens all 'from .compat import *' 'call(given.rest)' 'from subprocess import *'
opens all-as 'from .compat import *' 'sp.call(given.rest)' 'import subprocess as sp'
opens member 'from . import compat' 'compat.call(given.rest)' 'from subprocess import call'
opens member-of 'import pkg.compat' 'pkg.compat.os.system(given.rest[0])' 'import os'
opens member-as 'import pkg.compat as c' 'c.sub.run(given.rest)' 'import subprocess as sub'
opens renamed 'from .compat import go as gone' 'gone(given.rest[0])' 'from os import system as go'
opens held 'from .compat import go' 'RUN = {"a": go}; RUN["a"](given.rest[0])' 'from os import system as go'
opens loads 'from .compat import CDLL' 'CDLL(given.rest[0]).f()' 'from ctypes import CDLL'
opens imports 'from .compat import import_module' 'import_module(given.rest[0]).f()' 'from importlib import import_module'
opens text 'from .compat import exec_' 'exec_(given.rest[0])' 'from six import exec_'
opens asked 'from .compat import subprocess as s' 'getattr(s, "call")(given.rest)' 'import subprocess'
opens either 'from .compat import run' 'run(given.rest)' 'try:
    from subprocess import run
except ImportError:
    def run(x): pass'
opens derives 'from .compat import *' 'P(given.rest)' 'import subprocess
class P(subprocess.Popen): pass'
opens unknown 'from fabric.api import *' 'local("make")' ''
opens package 'from . import go' 'go(given.rest[0])' 'from os import system as go' 'from .compat import go'
# two files lie between
prog more 'from .compat import *' 'call(given.rest)' 'from .more import *'
echo 'from subprocess import *' >"$T/more/pkg/more.py"
leaves_open more
# with a command that is harmless, and names that only look like it
knows harmless 'from .compat import subprocess' 'subprocess.check_output(["ls"])' 'import subprocess'
knows harmless-all 'from .compat import *' 'check_output(["ls"])' 'from subprocess import *'
knows other 'from . import compat' 'compat.call(given.rest)' 'def call(x): return x'
knows another 'from .compat import R' 'R().call(given.rest)' 'import subprocess
class R:
    def call(self, x): return x'
