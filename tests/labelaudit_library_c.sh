# labelaudit --src: headers of libraries that are known, in quotes, and names of their functions; what looks
# like them and may be the project's own, or runs code.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# a header in quotes of a library is no part of the tree that is missing
clean python 'PyErr_SetString(PyExc_ValueError, "no"); any_macro(1);' '#include "Python.h"'
clean sparse 'umfpack_di_defaults(c);' '#include "umfpack.h"
static double c[20];'
clean audio 'lv2_any(0);' '#include "lv2.h"'
open own 'engine_open("k");' '#include "engine.h"'
open own_python 'PyKernel_run("k");' '#include "PyKernel.h"'
open own_beside 'engine_open("k");' '#include "Python.h"
#include "engine.h"'
# of one that a folder of the tree has
prog folder 'cdio_open("k", 0); mmc_any(0);' '#include "cdio/mmc.h"'
mkdir "$T/folder/cdio"; echo 'int own(void);' >"$T/folder/cdio/own.h"; says label-only fast folder
prog folder_own 'cdio_open("k", 0); engine_open("k");' '#include "cdio/engine.h"'
mkdir "$T/folder_own/cdio"; echo 'int own(void);' >"$T/folder_own/cdio/own.h"; says unknown fast folder_own

# where another header is missing, functions of a library of which the tree includes a header are known by their names
clean named 'lua_pushnumber(0, 1);' '#include <lua.h>
#include "usage.h"'
clean named_macro 'puts(N_("k")); GLIB_CHECK_VERSION(2, 0, 0);' '#include <glib.h>
#include "usage.h"'
open named_macro_alone 'puts(N_("k"));' '#include "usage.h"'
for n in 'liq_attr_create:libimagequant.h' 'bgzf_open:bgzf.h' 'apr_pool_create:apr_pools.h' 'mxGetPr:mex.h' 'VecDestroy:petsc.h' 'mpz_init:gmp.h' 'mdb_open:lmdb.h' 'uv_run:uv.h' \
	'gss_import_name:gssapi/gssapi.h' 'tigetnum:term.h' 'add_history:readline/readline.h' 'pixGetHeight:leptonica/allheaders.h' 'CPXgetnumrows:cplex.h' 'u_foldCase:unicode/uchar.h' \
	'utempter_add_record:utempter.h' 'VALGRIND_MAKE_MEM_DEFINED:valgrind/memcheck.h' 'vaddq_s32:arm_neon.h' 'XtSetArg:X11/Intrinsic.h' 'fmpz_init:flint/fmpz.h' \
	'termkey_new:termkey.h' 'unibi_from_term:unibilium.h' 'sv_newmortal:perl.h' 'rb_define_method:ruby.h' 'RegCloseKey:windows.h'; do
	clean "lib_${n%%:*}" "${n%%:*}(0);" "#include <${n#*:}>
#include \"usage.h\""
	clean "quote_${n%%:*}" "${n%%:*}(0);" "#include \"${n#*:}\""
	open "none_${n%%:*}" "${n%%:*}(0);" '#include "usage.h"'
done
for n in 'mexEvalString:mex.h' 'mexCallMATLAB:mex.h' 'apr_dso_load:apr_dso.h' 'apr_proc_create:apr_thread_proc.h'; do
	open "runs_${n%%:*}" "${n%%:*}(0, \"k\", 0, 0);" "#include \"${n#*:}\""
	open "runs_lib_${n%%:*}" "${n%%:*}(0, \"k\", 0, 0);" "#include <${n#*:}>
#include \"usage.h\""
done
for n in 'uv_spawn:uv.h' 'uv_dlopen:uv.h' 'rl_parse_and_bind:readline/readline.h' 'pixDisplay:leptonica/allheaders.h' 'mpengine_open:gmp.h' 'tiengine:term.h' \
	'eval_pv:perl.h' 'call_sv:perl.h' 'load_module:perl.h' 'rb_eval_string:ruby.h' 'rb_funcall:ruby.h' 'rb_require:ruby.h' 'WinExec:windows.h' 'LoadLibraryA:windows.h' 'VirtualAlloc:windows.h'; do
	open "not_${n%%:*}" "${n%%:*}(argv[1], \"k\");" "#include <${n#*:}>
#include \"usage.h\""
done
clean atomics 'atomic_fetch_add_explicit(&count, 1, 0); getutxent();' '#include "usage.h"
static int count;'
open atomics_no 'atomic_engine(1);' '#include "usage.h"'
SUFFIX=cpp
clean qt 'qWarning("k"); QMutexLocker l(Q_NULLPTR); Q_ASSERT(argc);' '#include <QDebug>
#include "usage.h"'
open qt_alone 'qWarning("k");' '#include "usage.h"'
open qt_own 'QEngine_open("k"); qCompile();' '#include "QEngine.h"'
clean mocks 'MOCK_METHOD(1); BOOST_ENGINE(2);' '#include <gmock/gmock.h>
#include <boost/any.hpp>
#include "usage.h"'
for n in QProcess_start QLibrary qputenv QQmlComponent QJSEngine Q_IMPORT_PLUGIN BOOST_DLL_ALIAS BOOST_PYTHON_MODULE; do
	open "qt_$n" "$n(\"k\");" '#include <QDebug>
#include <boost/any.hpp>
#include <gtest/gtest.h>
#include "usage.h"'
done
clean cxx 'any_macro(1);' '#include "fstream"
#include "cmath"'
open cxx_no 'any_macro(1);' '#include "fastream"'
SUFFIX=c
open named_alone 'lua_pushnumber(0, 1);' '#include "usage.h"'
open named_declared 'lua_pushnumber(0, 1);' '#include <lua.h>
int lua_pushnumber(void *, double);'
open named_no 'g_app_info_launch_default_for_uri("k", 0, 0);' '#include <glib.h>
#include "usage.h"'
open named_module 'PyInit_engine();' '#include <Python.h>
#include "usage.h"'
open named_compile 'lua_compile("k");' '#include <lua.h>
#include "usage.h"'

# what runs code of a library is not harmless by its name
open run_lua 'lua_pcall(l, 0, 0, 0);' '#include "lua.h"
static lua_State *l;'
open run_thread 'lua_resume(l, 0, 0);' '#include "lua.h"
static lua_State *l;'
open run_python 'f = PyObject_GetAttrString(f, file); PyObject_CallFunctionObjArgs(f, 0);' '#include "Python.h"
static PyObject *f;'
open run_compile 'Py_CompileString("k", "k", Py_file_input);' '#include "Python.h"'
open run_import 'PyImport_ImportModule("torch");' '#include "Python.h"'
open run_named 'PyImport_ImportModule(file);' '#include "Python.h"'
clean import 'PyImport_ImportModule("math");' '#include "Python.h"'
clean import_own 'PyImport_ImportModule("k.quick");' '#include "Python.h"
PyMODINIT_FUNC PyInit_quick(void) { return NULL; }'
open import_own_code 'PyImport_ImportModule("k.quick");' '#include "Python.h"
PyMODINIT_FUNC PyInit_quick(void) { system(getenv("K")); return NULL; }'
open import_declared 'PyImport_ImportModule("k.quick");' '#include "Python.h"
PyMODINIT_FUNC PyInit_quick(void);'
hot_file() { mkdir -p "$T/$1/k"; printf '%s\n' "$2" >"$T/$1/k/quick.py"; }
prog import_file 'PyImport_ImportModule("k.quick");' '#include "Python.h"'; hot_file import_file 'x = 1'; says label-only fast import_file
prog import_torch 'PyImport_ImportModule("k.quick");' '#include "Python.h"'
hot_file import_torch 'import torch
m = torch.compile(lambda x: x)'
run labelaudit --src --label fast "$T/import_torch"
check "a module of the tree that compiles is not out of reach" sh -c '! grep -qE "^fast: (label-only|unreachable)$" "$1"' - "$T/out"

# templates: what a comment says defines nothing, what a directive does is asked
SUFFIX=c
template() { # NAME TEXT STATEMENTS
	prog "$1" "$3" '#include "config.h"
static void used(void) { puts("used"); }'
	printf '%s\n' "$2" >"$T/$1/config.h.in"
}
template told '/* define if used() shall be quick */
#undef HAVE_IT' 'used(); any_macro(1);'; says label-only fast told
template does '#undef HAVE_IT
#  define it() used()' 'it(); engine_open("k");'; says label-only fast does
sed -i 's/puts("used")/system(getenv("K"))/' "$T/does/main.c"; says unknown fast does
