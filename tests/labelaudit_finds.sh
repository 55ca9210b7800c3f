# labelaudit --src on Python: libraries that run what they find or are told by name (audit/label/program/symbols_starts.c), and programs
# of the system, which are such only in its folders and as long as the user gives them no option.
. tests/lib.sh
. tests/says.sh
# prog NAME IMPORT LINE
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import os, subprocess, sys' "$2" 'if sys.argv[1] == "fast":' "    $3" 'print(sys.argv)' >"$T/$1/main.py"
}
opens() { prog "$@" && leaves_open "$1"; }
knows() { prog "$@" && says label-only fast "$1"; }
opens tests-of 'import unittest' 'unittest.main(module=sys.argv[2])'
opens tests-in 'import unittest' 'unittest.TextTestRunner().run(unittest.TestLoader().discover("t"))'
opens tests-by 'import unittest' 'loader = unittest.TestLoader(); loader.discover(sys.argv[2])'
knows tests-own 'import unittest
class T(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)' 'unittest.main()'
opens setup 'from distutils.core import setup' 'setup(script_args=["build_ext"])'
opens spawn 'import distutils.spawn' 'distutils.spawn.spawn(sys.argv[2:])'
opens migrates 'from alembic import command' 'command.upgrade(None, "head")'
opens times 'import timeit' 'timeit.main(sys.argv[2:])'
opens traces 'import trace' 't = trace.Trace(); t.run(sys.argv[2])'
opens profiles 'import cProfile' 'p = cProfile.Profile(); p.run(sys.argv[2])'
knows profiles-itself 'import cProfile' 'p = cProfile.Profile(); p.enable(); p.disable()'
opens debugs 'import bdb' 'bdb.Bdb().run(sys.argv[2])'
opens file 'import os' 'os.startfile(sys.argv[2])'
opens loop 'import asyncio' 'asyncio.get_event_loop().subprocess_shell(asyncio.SubprocessProtocol, "make")'
opens executable 'import multiprocessing as mp' 'mp.set_executable(sys.argv[2]); mp.Process(target=print).start()'
opens six 'import six' 'six.exec_(sys.argv[2])'
opens six-moves 'from six.moves import builtins' 'builtins.exec(sys.argv[2])'
opens tcl 'import tkinter' 'tkinter.Tk().tk.call("exec", "make")'
opens browser 'import webbrowser' 'os.environ["BROWSER"] = sys.argv[2]; webbrowser.open("x")'
knows browser-of-users 'import webbrowser' 'webbrowser.open("x")'
opens code-kept 'import dill' 'dill.load(open("x", "rb"))()'
opens function-kept 'import pickle' 'f = pickle.load(open("x", "rb")); f()'
knows data-kept 'import pickle' 'print(pickle.load(open("x", "rb")))'
opens extension 'import sqlite3' 'sqlite3.connect("x").load_extension("./x.so")'

opens beside '' 'subprocess.run([os.path.join(os.path.dirname(__file__), "ls")])'
opens beside-text 'HERE = os.path.dirname(os.path.abspath(__file__))' 'subprocess.run(HERE + "/ls", shell=True)'
opens elsewhere '' 'subprocess.run(["/home/me/bin/ls"])'
knows of-system '' 'subprocess.run(["/usr/bin/ls"])'
opens words '' 'c = ["tar", "-cf", "x"]; c += sys.argv[2:]; subprocess.run(c)'
opens words-behind '' 'subprocess.run(["find", ".", *sys.argv[2:]])'
knows finds '' 'subprocess.run(["find", sys.argv[2], "-name", "x"])'
opens find-tells '' 'subprocess.run(["find", ".", "-exec", sys.argv[2], "{}", ";"])'
opens find-told '' 'c = "-execdir"; subprocess.run(["find", ".", c, "make"])'
knows rsyncs '' 'subprocess.run(["rsync", "-av", sys.argv[2], "x"])'
opens rsync-tells '' 'subprocess.run(["rsync", "-ave", "./run", sys.argv[2], "x"])'
knows openssls '' 'subprocess.run(["openssl", "dgst", "-sha256", sys.argv[2]])'
opens openssl-tells '' 'subprocess.run(["openssl", "dgst", "-engine", "./k.so", sys.argv[2]])'
opens openssl-told '' 'os.environ["OPENSSL_CONF"] = sys.argv[2]; subprocess.run(["openssl", "dgst", "x"])'
knows words-told '' 'c = ["tar", "-cf", "x"]; c += ["a"]; subprocess.run(c)'
knows words-of-ls '' 'subprocess.run(["ls", *sys.argv[2:]])'
args='def run(tools, args):
    for tool in tools:
        subprocess.Popen([tool] + args)'
knows words-of-callers "$args" 'run(["git"], ["describe", "--match", sys.argv[2]])'
opens words-of-users "$args" 'run(["tar"], sys.argv[2:])'
opens words-of-options 'import argparse
def run(args): subprocess.Popen(["tar"] + args.rest)' 'p = argparse.ArgumentParser(); p.add_argument("rest", nargs="*"); run(p.parse_args())'
