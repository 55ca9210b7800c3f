# labelaudit --src: modules of Python of which only the package is known (audit/label/cone/cone_any.c): any file of the tree, and
# what is no file of Python when the tree is read.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }
tree() { # tree FOLDER: what of it the label loads is not known
	: | f "$1/own/__init__.py"
	echo 'def run(): return 1' | f "$1/own/one.py"
	f "$1/main.py" <<'P'
import argparse, importlib
p = argparse.ArgumentParser()
p.add_argument("--fast", action="store_true")
p.add_argument("name")
a = p.parse_args()
if a.fast:
    importlib.import_module("own." + a.name).run()
P
}
shut() { # shut FOLDER PATH: one more file, of standard input, says nothing of it
	tree "$1"
	f "$1/$2"
	says label-only fast "$1"
}
open() { # open FOLDER PATH: it may bring a module
	tree "$1"
	f "$1/$2"
	leaves_open "$1"
}
tree plain
says label-only fast plain

# what a module is made of
echo 'def run(): return 2' | open pyx own/two.pyx
echo 'X = 1' | open template own/two.py.in
echo 'X = 1' | open mako own/two.py.mako
echo 'void run(void);' | f swig/src/two.h
printf '%%module two\nvoid run(void);\n' | open swig src/two.i
printf 'int x;\n' | shut interface src/two.i
echo 'X = 1' | shut other own/two.txt
echo 'X = 1' | shut examples examples/two.py.in
echo 'configure_file(gen/two.py.in own/two.py)' | open cmake CMakeLists.txt
open cython setup.py <<'P'
from setuptools import setup, Extension
setup(ext_modules=[Extension("own.two", ["src/two.pyx"])])
P
open cffi build_two.py <<'P'
from cffi import FFI
ffi = FFI()
ffi.set_source("own.two", "int run(void);", sources=["src/two.c"])
P

# what code of the tree writes, unpacks or downloads
open written gen.py <<'P'
import os
def put(name, text):
    path = os.path.join("own", name + ".py")
    with open(path, "w") as f:
        f.write(text)
P
open text gen.py <<'P'
from pathlib import Path
def put(name, text):
    Path("own", f"{name}.py").write_text(text)
P
open fetched gen.py <<'P'
from urllib.request import urlretrieve
urlretrieve("http://localhost/two.py", "own/two.py")
P
open unpacked gen.py <<'P'
import zipfile, os
zipfile.ZipFile("more.zip").extractall(os.path.dirname(__file__))
P
open folder gen.py <<'P'
import shutil
shutil.unpack_archive("more.zip", "own/more")
P
shut read gen.py <<'P'
import os
def names(out):
    with open(out, "w") as f:
        f.write("\n".join(n for n in os.listdir("own") if n.endswith(".py")))
P
shut only_read gen.py <<'P'
def text(name):
    with open("own/" + name + ".py", "r") as f:
        return f.read()
P
shut version setup.py <<'P'
with open("own/version.py", "w") as f:
    f.write("VERSION = 1\n")
P
shut elsewhere gen.py <<'P'
import tarfile
tarfile.open("set.tar").extractall("data")
P
shut by_test tests/test_gen.py <<'P'
def test_it(tmp):
    open(tmp + "/two.py", "w").write("X = 1")
P

# modules that are built of C
shut quiet src/two.c <<'C'
#include <Python.h>
static int calls;
static PyObject *run(PyObject *s, PyObject *a) { calls++; Py_RETURN_NONE; }
static PyMethodDef m[] = {{"run", run, METH_VARARGS, 0}, {0}};
static struct PyModuleDef d = {PyModuleDef_HEAD_INIT, "two", 0, -1, m};
PyMODINIT_FUNC PyInit_two(void) { return PyModule_Create(&d); }
C
for head in 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)' 'NB_MODULE(two, m)' 'BOOST_PYTHON_MODULE(two)'; do
	open built src/two.cpp <<C
#include <nvrtc.h>
void run() { nvrtcCompileProgram(0, 0, 0); }
$head { m.def("run", &run); }
C
done

# what a module gives that it does not have is asked of its function __getattr__
tree given
printf '%s\n' 'import torch' 'def speed(): return torch.compile(speed)' | f given/other.py
says unreachable fast given
f given/own/one.py <<'P'
def __getattr__(name):
    import other
    return getattr(other, "speed")
P
leaves_open given
f given/own/one.py <<'P'
from other import speed
def __getattr__(name):
    return speed
P
leaves_open given
f given/own/one.py <<'P'
from other import speed
def run(): return 1
class Box:
    def __getattr__(self, name):
        return name
def make():
    def __getattr__(name):
        return speed
P
says unreachable fast given
