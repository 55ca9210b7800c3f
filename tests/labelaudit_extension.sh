# labelaudit --src: modules of Python that are built of C or C++ of the tree (audit/label/cone/cone_extension.c), and every
# way in which what they do could be missed.
. tests/lib.sh
. tests/says.sh
f() { mkdir -p "$T/$(dirname "$1")"; cat >"$T/$1"; }
tree() { # tree FOLDER IMPORT CALL
	f "$1/pkg/__init__.py" <<P
$2
def make(kind):
    assert kind in ("fast", "slow")
    $3
    return kind
P
}
bound() { # bound FOLDER BODY: with pybind11
	f "$1/src/core.cpp" <<C
#include <pybind11/pybind11.h>
namespace py = pybind11;
$2
PYBIND11_MODULE(_core, m) {
	m.def("go", &go);
}
C
}
plain() { # plain FOLDER STATEMENT
	f "$1/src/core.c" <<C
#include <Python.h>
static PyObject *go(PyObject *self, PyObject *args)
{
	const char *s;
	if (!PyArg_ParseTuple(args, "s", &s))
		return NULL;
	$2
	return PyLong_FromLong(s[0]);
}
static PyMethodDef methods[] = {{"go", go, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "_core", "", -1, methods};
PyMODINIT_FUNC PyInit__core(void) { return PyModule_Create(&def); }
C
}
from='from . import _core'
sum='static int go(int n) { return n + 1; }'

tree bind "$from" '_core.go(1)'
bound bind "$sum"
says label-only fast bind
tree names 'from ._core import go' 'go(1)'
bound names "$sum"
says label-only fast names
tree whole 'import pkg._core' 'pkg._core.go(1)'
plain whole ''
says label-only fast whole
tree c "$from" '_core.go("x")'
plain c ''
says label-only fast c
tree old "$from" '_core.go("x")'
f old/src/core.c <<'C'
#include <Python.h>
static PyObject *go(PyObject *self, PyObject *args) { return PyInt_FromLong(1); }
static PyMethodDef methods[] = {{"go", go, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
PyMODINIT_FUNC init_core(void) { Py_InitModule3("_core", methods, ""); }
C
says label-only fast old
tree nano "$from" '_core.go(1)'
f nano/src/core.cpp <<'C'
#include <nanobind/nanobind.h>
NB_MODULE(_core, m) { m.def("go", [](int n) { return n; }); }
C
says label-only fast nano
# the build says what it is made of, and where it will lie
tree said 'import other.base' 'other.base.go("x")'
plain said ''
sed -i 's/_core/base/g' "$T/said/src/core.c"
mkdir -p "$T/said/other"
: >"$T/said/other/mod.py"
echo 'from setuptools import Extension, setup
setup(ext_package="other", ext_modules=[Extension("base", sources=["src/core.c"])])' >"$T/said/setup.py"
says label-only fast said

# what it does counts
tree compiles "$from" '_core.go("x")'
bound compiles '#include <nvrtc.h>
int helper(void);
static int go(const char *s) { return helper(); }'
f compiles/src/helper.cpp <<'C'
#include <nvrtc.h>
int helper(void) { nvrtcProgram p; return nvrtcCompileProgram(p, 0, 0); }
C
leaves_open compiles
tree starts "$from" '_core.go("x")'
bound starts '#include <stdlib.h>
static int go(const char *s) { return system(s); }'
leaves_open starts
tree loads "$from" '_core.go("x")'
plain loads 'dlopen(s, 0);'
leaves_open loads
tree early "$from" '_core.go(1)'
bound early "$sum"
f early/src/early.cpp <<'C'
#include <dlfcn.h>
struct early { early() { dlopen("x", 0); } };
static early e;
C
leaves_open early
tree asks "$from" '_core.go(1)'
bound asks 'static int go(int n) { py::module_::import("torch").attr("compile")(n); return n; }'
leaves_open asks
tree member "$from" '_core.go(1)'
bound member 'static int go(py::object o) { o.attr("compile")(); return 1; }'
leaves_open member
tree text "$from" '_core.go("x")'
bound text 'static int go(const char *s) { py::exec(s); return 1; }'
leaves_open text
tree calls "$from" '_core.go("x")'
plain calls 'PyImport_ImportModule(s);'
leaves_open calls
tree handed "$from" '_core.go("compile")'
plain handed 'PyObject_CallMethodObjArgs(args, self, NULL);'
leaves_open handed
tree within 'import os' 'from . import _core; _core.go("x")'
bound within '#include <stdlib.h>
static int go(const char *s) { return system(s); }'
leaves_open within

# near misses: another module, and others that the name may be
tree other 'from . import _care' '_care.go(1)'
bound other "$sum"
leaves_open other
tree cython "$from" '_core.go(1)'
bound cython "$sum"
: >"$T/cython/pkg/_core.pyx"
leaves_open cython
tree binary "$from" '_core.go(1)'
bound binary "$sum"
: >"$T/binary/pkg/_core.cpython-312-x86_64-linux-gnu.so"
leaves_open binary
tree nowhere 'from missing import _core' '_core.go(1)'
bound nowhere "$sum"
leaves_open nowhere
tree declared "$from" '_core.go(1)'
f declared/src/core.c <<'C'
#include <Python.h>
PyMODINIT_FUNC PyInit__core(void);
int main(void) { PyImport_AppendInittab("_core", PyInit__core); return 0; }
C
leaves_open declared
tree begins "$from" '_core.go(1)'
f begins/src/core.c <<'C'
int init_core(void) { return 1; }
C
leaves_open begins
tree unsaid 'import other.base' 'other.base.go("x")'
plain unsaid ''
sed -i 's/_core/base/g' "$T/unsaid/src/core.c"
mkdir -p "$T/unsaid/other"
: >"$T/unsaid/other/mod.py"
echo 'from setuptools import Extension, setup
setup(ext_package="other", ext_modules=[Extension("base", sources=["src/care.c"])])' >"$T/unsaid/setup.py"
leaves_open unsaid

# one that the tree does not have at all is as good as handed out, wherever it is imported
tree gone 'import os' 'from . import _engine; _engine.go(1)'
leaves_open gone
tree gone_names 'import os' 'from ._engine import go; go(1)'
leaves_open gone_names
tree gone_whole 'import os' 'import pkg._engine; pkg._engine.go(1)'
leaves_open gone_whole

# what is declared and stands nowhere: called where the module is made, given to Python by its name, by a table, as a method
begin='PYBIND11_MODULE(_core, m) {'
for how in "void boot(int);
$begin
	boot(1);
}" "int go(int);
$begin
	m.def(\"go\", &go);
}" "int go(int);
static void part(py::module_ &m) { m.def(\"go\", go); }
$begin
	part(m);
}" "struct W { int go(); };
$begin
	py::class_<W>(m, \"W\").def(\"go\", &W::go);
}"; do
	n=${n:-0}1
	tree "lacks$n" "$from" '_core.go(1)'
	printf '#include <pybind11/pybind11.h>\nnamespace py = pybind11;\n%s\n' "$how" | f "lacks$n/src/core.cpp"
	says unknown fast "lacks$n"
done
tree lacks_table "$from" '_core.go("x")'
plain lacks_table ''
sed -i 's/^static PyObject \*go(.*/PyObject *go(PyObject *self, PyObject *args);/; /^{$/,/^}$/d' "$T/lacks_table/src/core.c"
says unknown fast lacks_table

# on a path: a script that imports one which need not be the tree's
f script/core.cpp <<C
#include <pybind11/pybind11.h>
void boot(pybind11::module_ &m);
PYBIND11_MODULE(fastmod, m) {
	boot(m);
}
C
f script/run.py <<'P'
import sys
if sys.argv[1] == "fast":
    import fastmod
    print(1)
P
says unknown fast script
echo 'void boot(pybind11::module_ &m) { m.doc() = "x"; }' >>"$T/script/core.cpp"
says label-only fast script
