# labelaudit --src on code of C that loads libraries and looks functions up in them (audit/label/cone/cone_load.c, symbols_system.c):
# what belongs to the system hides nothing, and what only looks like it does.
. tests/lib.sh
. tests/says.sh

# loads NAME CODE [OUTSIDE]: a program that runs CODE under `fast`, with OUTSIDE before it
loads() {
	mkdir -p "$T/$1"
	cat >"$T/$1/core.c" <<C
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
static int (*start)(void);
static void *h, *other;
${3:-}
int work(const char *how, const char *more)
{
	if (strcmp(how, "fast") == 0) {
		$2
	}
	return h != 0;
}
int main(int n, char **v) { return n > 2 && work(v[1], v[2]); }
C
}

# harmless NAME CODE [OUTSIDE], hides NAME CODE [OUTSIDE]
harmless() { loads "$@"; says label-only fast "$1"; }
hides() { loads "$@"; says unknown fast "$1"; }

# whose name stands there, or comes to one that does
harmless sound 'h = dlopen("libasound.so.2", RTLD_LAZY); start = dlsym(h, "snd_pcm_start"); start();'
harmless choice 'h = dlopen(n ? "libpulse.so.0" : "libpulse.so", 2);' 'static int n;'
harmless kept 'const char *lib = "libz.so.1"; if (n) lib = "libz.so"; h = dlopen(lib, 2);' 'static int n;'
harmless listed 'for (int i = 0; i < 2; i++) h = dlopen(libs[i], 2);' 'static const char *const libs[] = {"libssl.so.3", "libssl.so.1.1"};'
harmless defined 'h = dlopen(SOUND, 2);' '#define SOUND "libasound.so.2"'
harmless given 'h = get("libX11.so.6"); other = get("libXext.so.6");' 'static void *get(const char *name) { return dlopen(name, RTLD_NOW); }'
harmless windows 'h = LoadLibrary(TEXT("PSAPI.DLL")); start = (int (*)(void))GetProcAddress(h, "EnumProcesses"); start();'
harmless glib 'h = g_module_open("libselinux.so.1", 0);'
harmless space 'h = dlmopen(0, "libm.so.6", 2); start = dlsym(h, "cos"); start();'
harmless buffer 'h = dlopen(name, 2);' 'static char name[40] = "libm.so.6";'
# which is not
hides copied 'strcpy(list[1], more); h = dlopen(list[0], 2); h = dlopen(list[1], 2);' 'static char list[2][40] = {"libssl.so.3", "libm.so.6"};'
hides refilled 'h = dlopen(name, 2); fgets(name, sizeof name, stdin); h = dlopen(name, 2);' 'static char name[40] = "libm.so.6";'
hides beside 'h = dlopen("./libasound.so.2", 2);'
hides path 'h = dlopen("/tmp/libasound.so.2", 2);'
hides asked 'h = dlopen(more, 2);'
hides outer 'h = dlopen(getenv("SOUND"), 2);'
hides own 'h = dlopen("libengine.so", 2);'
hides engine 'h = dlopen("libLLVM-17.so", 2);'
hides python 'h = dlopen("libpython3.so", 2);'
hides longer 'h = dlopen("libasound_engine.so", 2);'
hides tail 'h = dlopen("libz.so.gen", 2);'
hides made 'char b[64]; snprintf(b, sizeof b, "lib%s.so", more); h = dlopen(b, 2);'
hides either 'h = dlopen(n ? "libz.so" : more, 2);' 'static int n;'
hides wrapper 'h = get("libz.so.1"); other = get(more);' 'static void *get(const char *name) { return dlopen(name, RTLD_NOW); }'
hides itself 'h = dlopen(0, 2); start = dlsym(h, more); start();'
hides handed 'h = open_it("libengine.so", 2);' 'static void *(*open_it)(const char *, int) = dlopen;'
hides builder 'gtk_builder_connect_signals("libz.so", 0);'
loads by_build 'h = dlopen(SOUND, 2);' '#ifndef SOUND
#define SOUND "libasound.so.2"
#endif'
echo 'add_definitions(-DSOUND="libengine.so")' >"$T/by_build/CMakeLists.txt"
says unknown fast by_build
# which the tree makes, or brings along
makes() { # NAME FILE TEXT
	loads "$1" 'h = dlopen("libasound.so.2", 2); start = dlsym(h, "snd_pcm_start"); start();'
	printf '%s\n' "$3" >"$T/$1/$2"
	says "$4" fast "$1"
}
makes cmake CMakeLists.txt 'add_library(asound SHARED gen.rs)' unknown
makes output CMakeLists.txt 'set_target_properties(x PROPERTIES OUTPUT_NAME "asound")' unknown
makes automake Makefile.am 'lib_LTLIBRARIES = libasound.la' unknown
makes make Makefile 'libasound.so.2: gen.o' unknown
makes meson meson.build "shared_library('asound', 'gen.rs')" unknown
makes cargo Cargo.toml 'name = "asound"' unknown
makes binary libasound.so.2 'ELF' unknown
makes links CMakeLists.txt 'find_library(ALSA asound) 
target_link_libraries(core PRIVATE asound)' label-only
makes asks configure.ac 'AC_CHECK_LIB([asound], [snd_pcm_open])' label-only
makes needs control 'Depends: libasound2, libasound2-plugins
Recommends: libasound' label-only

# what is looked up: by names that stand there, or that macros make of what they are given
harmless pointer 'h = dlopen("libz.so.1", 2); GET(start, "deflate");' '#define GET(p, n) do { p = dlsym(h, n); if (!p) { fprintf(stderr, "%s", n); return 1; } } while (0)'
harmless spelled 'h = dlopen("libz.so.1", 2); GET(deflate); GET(inflate); p_deflate();' 'static int (*p_deflate)(void), (*p_inflate)(void);
#define GET(x) { p_##x = dlsym(h, #x); if (!p_##x) { dlclose(h); return 1; } }'
harmless visited 'h = dlopen("libz.so.1", 2);
#define GET(x) { p_##x = dlsym(h, #x); if (!p_##x) { dlclose(h); return 1; } }
ALL(GET);' '#define ALL(X) X(deflate) X(inflate)
#define MAKE(x) static int (*p_##x)(void);
ALL(MAKE)'
for name in system execvp popen dlopen mmap mprotect VirtualAllocEx NtProtectVirtualMemory CreateProcessAsUserA LoadLibraryA PyRun_SimpleString jit_compile buildKernel; do
	hides "name_$name" "h = dlopen(\"libc.so.6\", 2); start = dlsym(h, \"$name\"); start(0, 4096, 7, 34, -1, 0);"
done
hides name_asked 'h = dlopen("libc.so.6", 2); start = dlsym(h, more); start();'
hides name_given 'start = get("deflate"); start = get(more); start();' 'static int (*get(const char *n))(void) { return (int (*)(void))dlsym(dlopen("libz.so", 2), n); }'
hides name_spelled 'h = dlopen("libc.so.6", 2); GET(system); p_system();' 'static int (*p_system)(void);
#define GET(x) { p_##x = dlsym(h, #x); }'
hides name_visited 'h = dlopen("libc.so.6", 2);
#define GET(x) { p_##x = dlsym(h, #x); if (!p_##x) { dlclose(h); return 1; } }
ALL(GET); p_mprotect(h, 4096, 7);' '#define ALL(X) X(getpid) X(mprotect)
#define MAKE(x) static int (*p_##x)(void);
ALL(MAKE)'
hides name_changed 'h = dlopen("libc.so.6", 2); GET(name);' 'static const char *name = "getpid";
#define GET(n) do { n = getenv("F"); start = dlsym(h, n); start(); } while (0)'
# a compile symbol, and what the tree has, is what its name says
for how in 'start = dlsym(h, "nvrtcCompileProgram");' 'GET(nvrtcCompileProgram);' 'start = sym("nvrtcCompileProgram");' 'start = dlsym(0, "quick");' 'start = dlsym(0, "_Z5quickv");' 'start = sym(n ? "deflate" : "quick");'; do
	k=$((${k:-0} + 1))
	loads "symbol$k" "h = dlopen(\"libz.so.1\", 2); $how start();" '#include <nvrtc.h>
static int n;
#define GET(x) { start = dlsym(h, #x); }
static int (*sym(const char *name))(void) { return (int (*)(void))dlsym(h, name); }
int quick(void) { nvrtcProgram p = 0; return nvrtcCompileProgram(p, 0, 0); }'
	leaves_open "symbol$k"
done
# names in another file, behind two macros, or in a branch that is not built here
hides libtool 'h = lt_dlopenext("libz");'
loads in_file 'h = dlopen("libc.so.6", 2);
#define X(x) p_##x = dlsym(h, #x);
#include "names.def"
p_system(more);' 'static int (*p_system)(const char *), (*p_getpid)(const char *);'
cp -r "$T/in_file" "$T/in_header"
sed -i 's/names.def/names.h/' "$T/in_header/core.c"
echo 'X(getpid) X(system)' | tee "$T/in_file/names.def" >"$T/in_header/names.h"
says unknown fast in_file
says unknown fast in_header
hides twice 'h = dlopen("libc.so.6", 2); GET(start, NAME); start(more);' '#define NAME system
#define GET2(p, x) { p = dlsym(h, #x); }
#define GET(p, x) GET2(p, x)'
hides by_name 'h = dlopen("libc.so.6", 2); GET(start, LOOK); start(more);' '#define LOOK(x) dlsym(h, x)
#define GET(p, f) { p = f(more); }'
harmless not_here 'h = dlopen("libz.so.1", 2);
#ifdef _WIN32
h = dlopen(more, 2);
#endif'
