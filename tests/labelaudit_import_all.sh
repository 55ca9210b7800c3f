# labelaudit --src on Python: from LIBRARY import * brings what starts programs, runs text and loads code, too.
. tests/lib.sh
. tests/says.sh
# prog NAME IMPORT LINE
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import sys' "$2" 'if sys.argv[1] == "fast":' "    $3" 'print(sys.argv)' >"$T/$1/main.py"
}
opens() { prog "$@" && leaves_open "$1"; }
knows() { prog "$@" && says label-only fast "$1"; }
opens process 'from subprocess import *' 'check_call(["make"])'
opens command 'from os import *' 'system("make")'
opens library 'from ctypes import *' 'CDLL("./k.so").f()'
opens file 'from runpy import *' 'run_path("k.py")'
opens module 'from importlib import *' 'import_module(sys.argv[2]).f()'
opens session 'from pexpect import *' 'spawn("make")'
knows harmless 'from subprocess import *' 'check_call(["ls"])'
knows defined 'from subprocess import *
def run(x): return x' 'run(["make"])'
knows other 'from math import *' 'sqrt(2)'
