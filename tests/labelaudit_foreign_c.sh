# labelaudit --src on files of C that only another system can compile, by a header that they include whatever macros are set
# (audit/label/cone/cone_foreign.c): what hides something does not count there, where the tree has programs or functions for this one too.
. tests/lib.sh
. tests/says.sh

# two NAME INCLUDE [FUNCTION]: a program that runs init() under `fast`, which is in portable.c, and in other.c by what only another system has
two() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <string.h>' 'void init(void);' 'int main(int argc, char **argv)' '{' '	if (argc > 1 && strcmp(argv[1], "fast") == 0)' \
		'		init();' '	return 0;' '}' >"$T/$1/main.c"
	echo 'void init(void) { }' >"$T/$1/portable.c"
	printf '%s\n' "$2" '#include "engine.h"' "void init(void) { ${3-LoadLibraryA(getenv(\"X\")); system(getenv(\"Y\")); engine_go(1);} }" >"$T/$1/other.c"
}
header() { # PATH INCLUDE: a header with one
	mkdir -p "$(dirname "$T/$1")"
	printf '%s\n' '#ifndef OTHER_H' '#define OTHER_H' '#ifdef __cplusplus' 'extern "C" {' '#endif' "$2" 'void init(void);' '#ifdef __cplusplus' '}' '#endif' '#endif' >"$T/$1"
}

n=0
for h in '<windows.h>' '<Windows.h>' '<winsock2.h>' '<CoreAudio/CoreAudio.h>' '<mach/mach_time.h>' '<os2.h>'; do
	n=$((n + 1))
	two "is$n" "#include $h"
	says label-only fast "is$n"
done
# of no system, of several, of a kernel, or of another library or a tool that makes it
for h in '<dirent.h>' '<process.h>' '<CL/opencl.h>' '<mach/hardware.h>' '<dispatch/dispatch.h>' '<jni.h>' '<mywindows.h>' '<CoreAudio.h>' '"windows.h"' \
	'<SAPI.h>' '"SAPI.h"' '"AudioClient.h"' '"Foundation/Log.h"'; do
	n=$((n + 1))
	two "no$n" "#include $h"
	says unknown fast "no$n"
done

# what compiles counts
two compiles '#include <windows.h>
#include <nvrtc.h>' 'system(getenv("Y")); nvrtcCompileProgram(0, 0, 0);'
leaves_open compiles
# what it names of the tree is led to
two names '#include <windows.h>' 'plug();'
printf '#include <dlfcn.h>\nvoid plug(void) { dlsym(dlopen(getenv("X"), 1), getenv("Y")); }\n' >"$T/names/plug.c"
says unknown fast names

# under an #if, or with an #else, it is one choice
two choice '#ifdef USE_IT
#include <windows.h>
#endif'
says unknown fast choice
two other '#ifndef OTHER_H
#include <windows.h>
#else
#define OTHER_H
#endif'
says unknown fast other

# by a header of the file's own folder, guarded or not; one of another folder may not be the one that is found
two own '#include "own.h"'
header own/own.h '#include <windows.h>'
says label-only fast own
two far '#include "own.h"'
header far/win32/own.h '#include <windows.h>'
says unknown fast far
two apart '#include "config.h"
#include <windows.h>'
sed -i '1i #include "config.h"' "$T/apart/main.c"
header apart/win32/config.h '#include <windows.h>'
header apart/unix/config.h '#include <unistd.h>'
says label-only fast apart

# a guard is all of its file, or what it guards is one choice more
for guard in 'HAVE_POSIX 0' 'THREAD_T HANDLE'; do
	two guard "#ifndef ${guard% *}
#define $guard
#include <windows.h>
#endif"
	says unknown fast guard
done

# the tree, or its build, brings such a header to this system
two stand '#include <windows.h>'
header stand/compat/Windows.h '#include <dlfcn.h>'
says unknown fast stand
for w in 'winegcc -o p other.c' 'cc `gnustep-config --objc-flags` other.c' '$(WINECC) other.c' 'cc -I/usr/include/wine/windows other.c' 'x86_64-w64-mingw32-gcc other.c' \
	'ln -sf ../posix.h inc/windows.h' 'cp posix.h windows.h' 'echo > windows.h' 'cc -DHAVE_WINDOWS_H=1; sed s/x/y/ windows.h.in' "dependency('directx-headers')"; do
	two brought '#include <windows.h>'
	printf 'all:\n\t%s\n' "$w" >"$T/brought/Makefile"
	says unknown fast brought
done

two checked '#include <windows.h>'
printf 'AC_CHECK_HEADERS([windows.h])\nif WINDOWS\np_SOURCES += other.c\nendif\n' >"$T/checked/configure.ac"
says label-only fast checked
two module '#include <windows.h>'
printf '[submodule "pal"]\n\tpath = external/pal\n\turl = x\n' >"$T/module/.gitmodules"
says unknown fast module
mkdir -p "$T/module/external/pal"
says unknown fast module
echo 'x' >"$T/module/external/pal/x.txt"
says label-only fast module

# what it has and others name is nobody else's: it is built, or nothing that names it is, as in a program for the other system whose main is portable
without() {
	two "$@"
	rm "$T/$1/portable.c"
}
for h in '<windows.h>' '<mach/mach_time.h>' '<CoreFoundation/CoreFoundation.h>'; do
	without sole "#include $h"
	says unknown fast sole
	echo 'static void init(void) { }' >"$T/sole/another.c"
	says unknown fast sole
done
sed -i 's/^\t\tinit();/#ifdef _WIN32\n\t\tinit();\n#endif/' "$T/sole/main.c"
says label-only fast sole
sed -i 's/^#endif/#endif\n\t\tby();/; 1i extern void (*const by)(void);' "$T/sole/main.c"
printf 'void init(void);\nvoid (*const by)(void) = init;\n' >"$T/sole/table.c"
says unknown fast sole
two variable '#include <windows.h>
#include "other.h"
struct driver other = { init };'
echo 'extern struct driver { void (*run)(void); } other;' >"$T/variable/other.h"
sed -i 's/void init(void);/#include "other.h"/; s/init();/other.run();/' "$T/variable/main.c"
sed -i 's/void init/static void go/; s/{ init }/{ go }/' "$T/variable/other.c"
says unknown fast variable
echo '#include "other.h"
struct driver other;' >"$T/variable/portable.c"
says label-only fast variable
# a test's, another program's, what a macro lets in, a variable of a function and a member are no others
without shared '#include <windows.h>'
mkdir "$T/shared/tests"
echo 'void init(void) { }' >"$T/shared/tests/stub.c"
printf '#include <stdio.h>\nvoid init(void) { }\nint main(void) { init(); return 0; }\n' >"$T/shared/tool.c"
printf '#ifdef STUB\nvoid init(void) { }\n#endif\n' >"$T/shared/stub.c"
printf 'struct s { int init; };\nvoid set(void) { int init = 1; init++; }\n' >"$T/shared/set.c"
says unknown fast shared
printf '#ifndef _WIN32\nvoid init(void) { }\n#endif\n' >"$T/shared/portable.c"
says label-only fast shared
# nobody names a destructor
mkdir -p "$T/ends/engine"
printf '#include <string.h>\n#include "engine/engine.h"\nint main(int argc, char **argv)\n{\n\tif (argc > 1 && strcmp(argv[1], "fast") == 0) { Engine e; }\n\treturn 0;\n}\n' >"$T/ends/main.cpp"
printf 'class Engine { public: int x; ~Engine(); };\n' >"$T/ends/engine/engine.h"
printf '#include <windows.h>\n#include "engine.h"\nEngine::~Engine() { system(getenv("Y")); }\n' >"$T/ends/engine/engine.cpp"
says unknown fast ends
sed -i 's/Engine e;//' "$T/ends/main.cpp"
says label-only fast ends
without helper '#include <windows.h>' 'helper();'
printf '#include <windows.h>\nvoid helper(void) { system(getenv("Y")); }\n' >"$T/helper/helper.c"
says unknown fast helper
without tool '#include <windows.h>'
sed -i 's/int main/int run/' "$T/tool/main.c"
printf '#include <windows.h>\nint run(int, char **);\nint WinMain(void) { return run(__argc, __argv); }\n' >"$T/tool/gui.c"
printf '#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); return 0; }\n' >"$T/tool/mkfont.c"
says unknown fast tool

# programs for another system alone
two alone '#include <windows.h>'
sed -i '1i #include <windows.h>' "$T/alone/main.c"
says unknown fast alone
two window '#include <windows.h>'
sed -i 's/int main/int run/' "$T/window/main.c"
says label-only fast window
printf '#include <windows.h>\nint run(int, char **);\nint WinMain(void) { return run(__argc, __argv); }\n' >"$T/window/gui.c"
says unknown fast window
printf '#ifdef TEST\nint main(void) { return 0; }\n#endif\n' >"$T/window/test.c"
says unknown fast window
two through '#include <windows.h>'
mkdir "$T/through/src"
mv "$T/through/main.c" "$T/through/src"
sed -i '1i #include "platform.h"' "$T/through/src/main.c"
header through/include/platform.h '#include <windows.h>'
says unknown fast through

# a label that only such files name
two label '#include <windows.h>'
printf '#include <windows.h>\n#include <string.h>\nint start(const char *s)\n{\n\tif (strcmp(s, "slow") == 0)\n\t\tinit();\n\treturn 0;\n}\n' >"$T/label/gui.c"
says label-only fast label
says unknown slow label
# and one that they name besides
sed -i 's/"slow"/"fast"/' "$T/label/gui.c"
says label-only fast label

# functions and members that such a header declares, and that are in a language that is not read
two members '#include "own.h"
' ''
mv "$T/members/other.c" "$T/members/other.cpp"
header members/own.h '#include <CoreMIDI/CoreMIDI.h>
#ifdef __cplusplus
class Port { public: Port(); void open(); };
#endif'
printf '#include "own.h"\nvoid init(void) { Port p; p.open(); }\n' >"$T/members/other.cpp"
says label-only fast members
sed -i 's/#include <CoreMIDI.*//' "$T/members/own.h"
says unknown fast members
