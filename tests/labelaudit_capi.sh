# labelaudit --src: code of C that calls objects of Python (audit/label/cone/cone_capi.c), where it can be seen by what names it asks for
# them, and every way in which a name could be hidden.
. tests/lib.sh
. tests/says.sh

# asks HANDED BODY [BEFORE]: a module of C; under `fast` the body runs with m, what main.py hands it
asks() {
	mkdir -p "$T/m"
	{
		printf '%s\n' '#include <Python.h>' '#include <string.h>' 'static PyObject *kept;' "${3:-}" 'static PyObject *go(PyObject *self, PyObject *args)' '{' '	PyObject *m, *f;' '	const char *mode;' \
			'	if (!PyArg_ParseTuple(args, "Os", &m, &mode))' '		return NULL;' '	if (strcmp(mode, "fast") == 0) {' "		$2" '	}' '	return NULL;' '}' \
			'static PyObject *keep(PyObject *self, PyObject *o) { kept = o; return NULL; }' \
			'static PyMethodDef methods[] = {{"go", go, METH_VARARGS, ""}, {"keep", keep, METH_O, ""}, {NULL}};' \
			'static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "ext", NULL, -1, methods};' 'PyMODINIT_FUNC PyInit_ext(void) { return PyModule_Create(&def); }'
	} >"$T/m/ext.c"
	printf '%s\n' 'from setuptools import setup, Extension' 'setup(ext_modules=[Extension("ext", ["ext.c"])])' >"$T/m/setup.py"
	printf '%s\n' 'import io, os, torch' 'import ext' "ext.go($1, \"fast\")" >"$T/m/main.py"
}
plain() { asks "$@"; says label-only fast m; }
open() { asks "$@"; says unknown fast m; }

plain 'io.BytesIO()' 'return PyObject_CallMethod(m, "read", "n", 3);'
plain 'lambda x: x' 'return PyObject_CallFunctionObjArgs(m, self, NULL);'
plain 'io.BytesIO()' 'f = PyObject_GetAttrString(PyImport_ImportModule("gzip"), "BadGzipFile"); return PyObject_CallObject(f, NULL);'
plain 'io.BytesIO()' 'return PyObject_CallMethodObjArgs(m, word, NULL);' 'static PyObject *word; void set(void) { word = PyUnicode_InternFromString("read"); }'
plain 'io.BytesIO()' 'return PyObject_CallMethod(m, "read", "n", sizeof(PyObject));' '#define VERSION(x) #x'

# a name that stands there, however it does
open torch 'return PyObject_CallMethod(m, "compile", "O", self);'
open torch 'return PyObject_CallMethod(m, (char *)"com" "pile", "O", self);'
open torch 'f = PyObject_GetAttrString(m, "compile"); return PyObject_CallObject(f, args);'
open torch 'return PyObject_CallMethodObjArgs(m, word, self, NULL);' 'static PyObject *word; void set(void) { word = PyUnicode_InternFromString("compile"); }'
open torch 'return _PyObject_CallMethodId(m, &PyId_compile, "O", self);' '_Py_IDENTIFIER(compile);'
open torch 'return _PyObject_FastCall(PyObject_GetAttrString(m, "compile"), 0, 0);'
open torch 'return PyObject_CallObject(GET(m, compile), args);' '#define GET(o, x) PyObject_GetAttrString(o, #x)'
open os 'return PyObject_CallMethod(m, "system", "s", "cc k.c");'

# one that is put together, comes from elsewhere, or is asked for by another name of the function
open torch 'char b[9]; snprintf(b, sizeof b, "com%s", "pile"); return PyObject_CallMethod(m, b, "O", self);'
open torch 'f = PyUnicode_FromFormat("com%s", "pile"); return PyObject_CallObject(PyObject_GetAttr(m, f), args);'
open torch 'set(); return PyObject_CallMethodObjArgs(m, word, self, NULL);' 'static PyObject *word; static void set(void) { word = PyUnicode_FromFormat("com%s", "pile"); }'
open torch 'return call(m, mode + 5);' 'static PyObject *call(PyObject *o, const char *n) { return PyObject_CallMethod(o, n, NULL); }'
open torch 'return CALL(m, mode + 5, "O", self);' '#define CALL PyObject_CallMethod'
open torch 'return PyObject_CallMethod(m, word, NULL);' 'extern const char *const word;'
open torch 'return call(m, args);' 'static PyObject *(*call)(PyObject *, PyObject *) = PyObject_CallObject;'
open torch 'f = PyDict_GetItem(PyModule_GetDict(m), PyUnicode_FromFormat("com%s", "pile")); return PyObject_CallObject(f, args);'
open torch 'f = PyObject_GetAttrString(m, "__dict__"); f = PyDict_GetItem(f, PyUnicode_FromFormat("com%s", "pile")); return PyObject_CallObject(f, args);'
open 'torch, "compile"' 'return PyObject_CallMethodObjArgs(m, PyTuple_GET_ITEM(args, 1), self, NULL);'
open 'torch, "compile"' 'f = PyTuple_GET_ITEM(args, 1); return PyObject_CallMethodObjArgs(m, f, self, NULL);'
open 'torch, "compile"' 'return call(m, PyTuple_GET_ITEM(args, 1));' 'static PyObject *call(PyObject *o, PyObject *name) { return PyObject_CallMethodObjArgs(o, name, NULL); }'
plain 'open, "read"' 'if (PyArg_UnpackTuple(args, "go", 2, 2, &m, &f)) return PyObject_CallMethodObjArgs(m, f, self, NULL);'
open 'open, "read"' 'return call(m, PyUnicode_FromFormat("com%s", "pile"));' 'static PyObject *call(PyObject *o, PyObject *name) { return PyObject_CallMethodObjArgs(o, name, NULL); }'
open 'open, "read"' 'f = PyUnicode_FromFormat("com%s", "pile"); return call(m, f);' 'static PyObject *call(PyObject *o, PyObject *name) { return PyObject_CallMethodObjArgs(o, name, NULL); }'
open 'open, "read"' 'f = PyUnicode_FromFormat("com%s", "pile"); kept = f; return PyObject_CallMethodObjArgs(m, kept, NULL);'
plain 'open, "read"' 'return call(m, word);' 'static PyObject *word;
static PyObject *call(PyObject *o, PyObject *name) { word = PyUnicode_InternFromString("read"); return PyObject_CallMethodObjArgs(o, name, NULL); }'

# what no name has, or the whole of Python
open 3 'f = PyDict_GetItemString(PyEval_GetBuiltins(), mode); return PyObject_CallObject(f, args);'
open 3 'f = PyFunction_New(PyMarshal_ReadObjectFromString(mode, 3), PyDict_New()); return PyObject_CallObject(f, args);'
open 3 'return PyObject_CallMethod(PyImport_ImportModule("torch"), "eval", "O", self);'

# what Python of the tree hands over, keeps there, or has under the name
asks 'lambda x: torch.compile(x)' 'return PyObject_CallFunctionObjArgs(m, self, NULL);'
leaves_open m
asks 'Model()' 'return PyObject_CallMethod(m, "step", NULL);'
printf '%s\n' 'import torch' 'class Model:' '    def step(self):' '        return torch.compile(self)' >"$T/m/model.py"
sed -i.b 's/^import ext/import ext, sys\nfrom model import Model/; s/"fast"/sys.argv[1]/' "$T/m/main.py" && rm "$T/m/main.py.b"
leaves_open m
asks 3 'return PyObject_CallObject(kept, args);'
printf '%s\n' 'import ext, torch' 'ext.keep(torch.compile)' >"$T/m/model.py"
sed -i.b 's/^import ext/import model, ext/' "$T/m/main.py" && rm "$T/m/main.py.b"
leaves_open m
asks 3 'return PyObject_CallObject(PyObject_GetAttrString(PyImport_ImportModule("model"), "make_it"), args);'
printf '%s\n' 'import torch' 'def make_it(x):' '    return torch.compile(x)' >"$T/m/model.py"
leaves_open m
