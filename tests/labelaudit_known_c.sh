# labelaudit --src: what of C and C++ is everybody's and hides nothing, and what begins or looks like it
# and starts programs, loads code or makes memory that is run.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# a function that the tree declares and does not have: its name must be one of a library, whole
SUFFIX=c
open declared_json 'json_build("k.c");' 'int json_build(const char *);'
open declared_open 'open_engine("k.c");' 'int open_engine(const char *);'
open declared_under '_jit_of("k.c");' 'int _jit_of(const char *);'
open declared_log 'logmake(1);' 'extern double logmake(double);'
clean declared_libm 'printf("%g\n", log10(2) + sinhl(1) + strtod("1", 0));' 'extern double log10(double), strtod(const char *, char **); long double sinhl(long double);'
clean declared_mpi 'MPI_Init(&argc, &argv);' 'int MPI_Init(int *, char ***);'
clean defined 'open_engine();' 'int open_engine(void); int open_engine(void) { return 1; }'

clean declared_lapack 'dsytf2_(); zheevd(); dsaupd_(); sgssvx();' 'void dsytf2_(void), zheevd(void), dsaupd_(void), sgssvx(void);'
open declared_select 'dgees_(select);' 'void dgees_(int (*)(void)); static int select(void) { return 0; }'
open declared_near 'dengine_(); xsytf2_();' 'void dengine_(void), xsytf2_(void);'
clean declared_sanitizer '__asan_poison_memory_region(&argc, 4); __msan_unpoison(&argc, 4); __llvm_profile_write_file();' 'void __asan_poison_memory_region(void *, int), __msan_unpoison(void *, int), __llvm_profile_write_file(void);'
clean declared_fail '__assert_fail("n", "a.c", 1, "f"); ZSTD_trace_compress_begin(0); DebugBreak();' 'void __assert_fail(const char *, const char *, unsigned, const char *), ZSTD_trace_compress_begin(void *), DebugBreak(void);'
open declared_fails '__asserted(1);' 'void __asserted(int);'
open declared_like '__asn_run();' 'void __asn_run(void);'
clean declared_bad '__bad_access_size();' 'void __bad_access_size(void);'

# what sounds as if it compiled code, and does not
clean sounds_flags 'zlibCompileFlags();' '#include <zlib.h>'
clean sounds_pattern 're_compile_fastmap(p); __re_compile_pattern(p);' '#include <regex.h>
static void *p;'
clean sounds_keys 'xkb_keymap_compile(p);' '#include <xkbcommon/xkbcommon.h>
static void *p;'
clean sounds_data 'build_directory("d"); buildHashTable(p); BuildPath(p); build_suffix_array(p);' '#include <engine.h>
static void *p;'
for f in build_kernel build_table_program build_ buildGraph build_path_code buildPipeline build_hash_kernel; do
	open "sounds_$f" "$f(p);" '#include <engine.h>
static void *p;'
done
open sounds_code 'engine_compile_fastmap(p);' '#include <engine.h>
static void *p;'
open sounds_flag 'compileFlags(p);' '#include <zlib.h>
static void *p;'

# other ways to start a program, to load code, to run text
open spawn 'char *a[] = {"cc", "k.c", 0}; g_spawn_sync(0, a, 0, 0, 0, 0, 0, 0, 0, 0);' '#include <glib.h>'
open uv 'uv_spawn(0, &p, &o);' '#include <uv.h>
uv_process_t p; uv_process_options_t o;'
open at 'execveat(3, "", argv, 0, 0);' '#include <unistd.h>'
open by_number 'syscall(SYS_execve, "/usr/bin/cc", argv, 0);' '#include <sys/syscall.h>'
clean by_number_plain 'syscall(SYS_gettid);' '#include <sys/syscall.h>'
open namespace_of_links 'void *h = dlmopen(-1, "k.so", 2);' '#include <dlfcn.h>'
open sdl 'void *h = SDL_LoadObject("k.so");' '#include <SDL.h>'
open py_file 'PyRun_SimpleFile(stdin, "k.py");' '#include <Python.h>'
open py_main 'Py_BytesMain(argc, argv);' '#include <Python.h>'
open lua 'luaL_loadbuffer(l, "x", 1, "x"); lua_call(l, 0, 0);' '#include <lua.h>
static lua_State *l;'
open tcc 'tcc_add_file(s, "k.c"); tcc_run(s, 0, 0);' '#include <libtcc.h>
static TCCState *s;'
open sljit 'sljit_generate_code(c, 0, 0);' '#include <sljit/sljitLir.h>
static struct sljit_compiler *c;'
open pcre 'pcre2_jit_compile(re, 1);' '#include <pcre2.h>
static pcre2_code *re;'
clean pcre_plain 'pcre2_code *re = pcre2_compile("x", 1, 0, 0, 0, 0);' '#include <pcre2.h>'
hot shared 'void *p = shmat(1, 0, SHM_EXEC);' '#include <sys/shm.h>'
clean shared_plain 'void *p = shmat(1, 0, 0);' '#include <sys/shm.h>'
hot all_memory 'personality(READ_IMPLIES_EXEC);' '#include <sys/personality.h>'
clean no_random 'personality(ADDR_NO_RANDOMIZE);' '#include <sys/personality.h>'
open reckoned 'mmap(0, 99, 1 << 2 | 3, 34, -1, 0);'
open summed 'mmap(0, 99, 3 + 3 + 1, 34, -1, 0);'
open windows_number 'VirtualAlloc(0, 4096, 0x3000, 0x40);' '#include <windows.h>'
open windows_protect 'VirtualProtect(p, 4096, 32, &old);' '#include <windows.h>
static void *p; static DWORD old;'
hot mach 'vm_protect(0, 0, 4096, 0, VM_PROT_READ | VM_PROT_EXECUTE);' '#include <mach/mach.h>'
clean masked 'mmap(0, 99, 7 & 3, 34, -1, 0);'
open preload 'setenv("LD_PRELOAD", "./libjit.so", 1); system("uname -a");'
open preload_put 'putenv(p); system("uname -a");' 'static char p[] = "LD_AUDIT=./libjit.so";'

# a library of a vendor or the system, by its name: not beside the program, in a folder that is not known, of a name that goes on
clean of_system 'dlopen("libm.so.6", 1);' '#include <dlfcn.h>'
open beside 'dlopen("./libm.so", 1);' '#include <dlfcn.h>'
open some_folder 'char b[99]; snprintf(b, 99, "%s/libm.so", argv[2]); dlopen(b, 1);' '#include <dlfcn.h>'
open longer 'dlopen("libcudaengine.so", 1);' '#include <dlfcn.h>'

# GTK: a window; what a file of it names is looked up among the program's own functions
clean gtk 'gtk_init(&argc, &argv); gtk_widget_show_all(GTK_WIDGET(w)); gtk_main();' '#include <gtk/gtk.h>
#include "missing.h"
static GtkWidget *w;'
open gtk_named 'gtk_init(&argc, &argv); gtk_builder_connect_signals(b, 0); gtk_main();' '#include <gtk/gtk.h>
static GtkBuilder *b;'

# C++: classes, namespaces and their other names
SUFFIX=cpp
open qt 'QProcess p; p.start("cc");' '#include <QProcess>'
open qt_new 'auto p = new QProcess(); p->start("cc");' '#include <QProcess>'
open qt_lib 'QLibrary l("k"); l.load();' '#include <QLibrary>'
clean qt_environment 'QProcessEnvironment e; e.insert("A", "b");' '#include <QProcessEnvironment>'
open boost 'boost::process::system("cc k.c");' '#include <boost/process.hpp>'
open boost_class 'boost::process::child c("cc k.c"); c.wait();' '#include <boost/process.hpp>'
open boost_alias 'bp::system("cc k.c");' '#include <boost/process.hpp>
namespace bp = boost::process;'
open boost_using 'child c("cc k.c");' '#include <boost/process.hpp>
using namespace boost::process;'
open boost_dll 'boost::dll::shared_library l("k.so");' '#include <boost/dll.hpp>'
clean boost_other 'boost::asio::system s; node::child c; c.wait();' '#include <boost/asio.hpp>
namespace node { struct child { void wait() {} }; }'
open pybind 'py::exec("import k");' '#include <pybind11/embed.h>
namespace py = pybind11;'
clean pybind_cast 'py::cast(1);' '#include <pybind11/pybind11.h>
namespace py = pybind11;'
open address 'run(&std::system);' '#include <cstdlib>
template <class F> void run(F f) { f("cc k.c"); }'

# a symbol in a namespace, by using directives and other names of the namespace
for how in 'using namespace torch::jit; auto m = load("k.pt");' 'using torch::jit::load; auto m = load("k.pt");' 'namespace tj = torch::jit; auto m = tj::load("k.pt");'; do
	rm -rf "$T/torch"; prog torch "$how m.forward({});" '#include <torch/script.h>'
	labelaudit --src --label fast "$T/torch" >"$T/out"
	case $(head -1 "$T/out") in *label-only|*unreachable) not_ok "torch: $how: $(head -1 "$T/out")" ;; *) ok "torch: $how" ;; esac
done
prog plain 'load("k.pt");' 'static void load(const char *s) { puts(s); }'; says label-only fast plain

# inline functions in a file that a header includes; Makefile.icc is no source, nor is a profile of colours
mkdir "$T/inline"
printf '#include "k.h"\nint main(int argc, char **argv) { return argc > 1 && !strcmp(argv[1], "fast") ? go() : 0; }\n' >"$T/inline/main.cc"
printf '#include <cstring>\nint go();\n#include "k.icc"\n' >"$T/inline/k.h"
printf 'inline int go() { return 1; }\n' >"$T/inline/k.icc"
printf 'CC = icc\n' >"$T/inline/Makefile.icc"; printf 'a\0b' >"$T/inline/colours.icc"
says label-only fast inline
printf 'inline int go() { return system("cc k.c"); }\n' >"$T/inline/k.icc"
says unknown fast inline

# names of libraries, where a header of the project is missing and one of the library is there
clean missing_zlib 'deflateInit2(&z, 1, 8, 31, 8, 0); deflateEnd(&z);' '#include <zlib.h>
#include "ours.h"'
clean missing_hmac 'HMAC_Init_ex(0, 0, 0, 0, 0); i2d_X509(0, 0); DH_free(0);' '#include <openssl/hmac.h>
#include "ours.h"'
clean missing_verbs 'ibv_query_gid_type(0, 1, 2, 0);' '#include <infiniband/verbs.h>
#include "ours.h"'
open missing_other 'deflate_engine(0); ibv_post(0);' '#include <zlib.h>
#include "ours.h"'
