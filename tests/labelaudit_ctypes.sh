# labelaudit --src: libraries that Python loads by ctypes (audit/label/cone/cone_ctypes.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
loads() { "$1" "$2" "$3" "import ctypes, ctypes.util
from ctypes import *
${4:-}" "${5:-}"; } # WHICH NAME LINE [BEFORE [THEN]]

# libraries of the system, and what is asked of them
loads knows libc 'CDLL("libc.so.6").malloc_trim(0)'
loads knows process 'ctypes.CDLL(None).prctl(15, b"x", 0, 0, 0)'
loads knows dll 'ctypes.windll.LoadLibrary("kernel32.dll").GetTickCount()'
loads knows versioned 'ctypes.cdll.LoadLibrary("libintl-8.dll").textdomain(b"x")'
loads knows found 'libm = ctypes.CDLL(ctypes.util.find_library("m")); libm.cos.restype = c_double; print(libm.cos(0), libm["sin"])'
loads knows held 'c.lib.malloc_trim(0)' 'class C:
    def __init__(self): self.lib = ctypes.CDLL("libc.so.6", use_errno=True)
c = C()'
loads knows either 'f()' 'def f():
    name = "libc.so.6" if sys.platform == "linux" else "libSystem.dylib"
    lib = CDLL(name)
    return lib.getpid()'
loads knows looped 'f()' 'def f():
    for name in ("libz.so.1", "libz" + ".dylib"):
        return CDLL(name).zlibVersion()'
loads knows given 'f("libz.so.1")' 'def f(name): return CDLL(name).zlibVersion()'
loads opens other 'CDLL("libother.so").go()'
loads opens cuda 'CDLL("libnvrtc.so").nvrtcCompileProgram()'
loads opens no_text 'CDLL(args.x).go()'
loads opens given_other 'f("libz.so.1"); f(args.x)' 'def f(name): return CDLL(name).zlibVersion()'
loads opens in_parts 'CDLL("libc" + args.x).go()'
loads opens added 'n = "libz"; n += args.x; CDLL(n).go()'
loads opens in_folder 'CDLL(os.path.join(args.x, "libc.so.6")).go()'
loads opens in_path 'CDLL("./libc.so.6").go()'
loads opens in_path_object 'CDLL(pathlib.Path(args.x) / "libc.so.6").go()' 'import pathlib'
loads opens handle 'CDLL("libc.so.6", handle=int(args.x)).go()'
loads opens looped_other 'for n in ("libz.so.1", args.x): CDLL(n).go()'
# what starts, loads or protects, or may
loads opens system 'CDLL("libc.so.6").system(args.x.encode())'
loads opens wide 'ctypes.cdll.LoadLibrary("msvcrt.dll")._wsystem(args.x)'
loads opens execs 'ctypes.CDLL(None).execlp(b"cc", b"cc", None)'
loads opens python 'ctypes.CDLL(None).PyRun_SimpleString(args.x.encode())'
loads opens protects 'libc = CDLL("libc.so.6"); libc.mprotect(0, 4096, 7)'
loads opens by_key 'libc = CDLL("libc.so.6"); libc["dlopen"](args.x)'
loads opens by_getattr 'libc = CDLL("libc.so.6"); getattr(libc, "popen")(args.x)'
loads knows by_pair 'libc = CDLL("libc.so.6"); CFUNCTYPE(c_int)(("getpid", libc))()'
loads opens by_pair_loud 'libc = CDLL("libc.so.6"); CFUNCTYPE(c_int)(("system", libc))(b"cc")'
loads opens by_pair_name 'libc = CDLL("libc.so.6"); n = "sys" + "tem"; CFUNCTYPE(c_int)((n, libc))(b"cc")'
loads opens by_made_name 'libc = CDLL("libc.so.6"); getattr(libc, "sys" + "tem")(b"cc")'
loads opens by_made_list 'libs = [CDLL("libc.so.6")]; getattr(libs[0], "sys" + "tem")(b"cc")'
loads opens by_both 'libc = CDLL("libc.so.6"); print(libc); libc._wsystem("cc")'
loads knows printed 'libc = CDLL("libc.so.6"); print(libc); libc.getpid()'
loads opens handed 'go(CDLL("libc.so.6"))' 'def go(lib): lib.popen(b"cc", b"r")'
loads opens handed_text 'go(CDLL("libc.so.6"), "popen")' 'def go(lib, name): getattr(lib, name)(b"cc", b"r")'
loads opens shared 'c.go()' 'class C:
    def __init__(self): self.lib = ctypes.CDLL("libc.so.6")
    def go(self): self.lib.mmap(0, 4096, 7, 34, -1, 0)
c = C()'

# a library of the tree's C
built() { # WHICH NAME BUILD LINE [C]: run is a function of its own, in a file beside the program's
	mkdir -p "$T/$2"
	printf '%s\n' "${5:-int k_run(int n) { return n + 1; }}" >"$T/$2/k.c"
	printf '%b\n' "$3" >"$T/$2/Makefile"
	loads "$1" "$2" "$4"
}
rule='libkern.so: k.c\n\tcc -shared -o $@ k.c'
ours='CDLL(os.path.join(os.path.dirname(__file__), "libkern.so")).k_run(1)'
built knows ours "$rule" "$ours"
built knows ours_o 'all:\n\tcc -shared k.c -o lib/libkern.so.2' 'print(CDLL(os.path.dirname(__file__) + os.sep + "libkern.so.2").k_run(1))'
built knows ours_name 'all:\n\tcc -shared -Wl,-soname,libkern.so.2 k.c' 'CDLL(ctypes.util.find_library("kern")).k_run(1)'
built knows ours_am 'lib_LTLIBRARIES = libkern.la' "$ours"
built opens ours_protects "$rule" "$ours" '#include <sys/mman.h>
int k_run(int n) { void (*f)(void) = mmap(0, 4096, 7, 34, -1, 0); f(); return n; }'
built opens ours_calls "$rule" "$ours" 'int other(int); int k_run(int n) { return other(n); }'
built opens ours_system "$rule" "$ours" '#include <stdlib.h>
int k_run(int n) { return system("cc k.c"); }'
built opens ours_asked "$rule" 'lib = CDLL("libkern.so"); lib.k_run(1); lib.system(b"cc")'
built opens not_made 'k: k.c\n\tcc -o k k.c -L. libkern.so' "$ours"
built opens linked 'LIBS = /opt/libkern.so\nk: k.c\n\tcc k.c $(LIBS)' "$ours"
built opens other_name "$rule" 'CDLL("./libj.so").k_run(1)'
built opens no_function "$rule" 'CDLL("./libkern.so").other(1)'
mkdir -p "$T/brought" && : >"$T/brought/libkern.so.1"
built opens brought "$rule" "$ours"
mkdir -p "$T/rust" && : >"$T/rust/k.rs"
built opens rust "$rule" "$ours"
