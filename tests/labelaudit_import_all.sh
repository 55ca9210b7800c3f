# labelaudit --src on Python: from LIBRARY import * brings what starts programs, runs text and loads code, too.
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
opens process 'check_call(["make"])' 'from subprocess import *'
opens command 'system("make")' 'from os import *'
opens library 'CDLL("./k.so").f()' 'from ctypes import *'
opens file 'run_path("k.py")' 'from runpy import *'
opens module 'import_module(args.x).f()' 'from importlib import *'
opens session 'spawn("make")' 'from pexpect import *'
knows harmless 'check_call(["ls"])' 'from subprocess import *'
knows defined 'run(["make"])' 'from subprocess import *
def run(x): return x'
knows other 'sqrt(2)' 'from math import *'
