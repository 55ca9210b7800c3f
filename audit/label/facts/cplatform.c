/* cplatform.c - see cplatform.h. */
#include "cplatform.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "words.h"

static const struct { const char *name; int64_t v; } defined[] = {
	{"__linux__", 1}, {"__linux", 1}, {"linux", 1}, {"__gnu_linux__", 1}, {"__unix__", 1}, {"__unix", 1}, {"unix", 1}, {"__ELF__", 1},
	{"__GNUC__", 12}, {"__GNUC_MINOR__", 2}, {"__GNUC_PATCHLEVEL__", 0}, {"__GLIBC__", 2}, {"__GLIBC_MINOR__", 36},
	{"__x86_64__", 1}, {"__x86_64", 1}, {"__amd64__", 1}, {"__amd64", 1}, {"__LP64__", 1}, {"_LP64", 1}, {"__MMX__", 1}, {"__SSE__", 1}, {"__SSE2__", 1},
	{"__BYTE_ORDER__", 1234}, {"__ORDER_LITTLE_ENDIAN__", 1234}, {"__ORDER_BIG_ENDIAN__", 4321},
	{"__BYTE_ORDER", 1234}, {"__LITTLE_ENDIAN", 1234}, {"__BIG_ENDIAN", 4321}, {"BYTE_ORDER", 1234}, {"LITTLE_ENDIAN", 1234}, {"BIG_ENDIAN", 4321},
	{"__SIZEOF_POINTER__", 8}, {"__SIZEOF_LONG__", 8}, {"__SIZEOF_INT__", 4}, {"__SIZEOF_SIZE_T__", 8}, {"__SIZEOF_INT128__", 16}, {"__CHAR_BIT__", 8},
	{"__STDC__", 1}, {"__STDC_HOSTED__", 1}, {"NDEBUG", 1}, {"_POSIX_VERSION", 200809}, {"__SIZE_TYPE__", 1},
	{"__has_builtin", 1}, {"__has_include", 1}, {"__has_attribute", 1}, {"__has_cpp_attribute", 1}, {"__COUNTER__", 1},
	{"INT_MAX", 0x7fffffff}, {"UINT_MAX", 0xffffffff}, {"LONG_MAX", INT64_MAX}, {"CHAR_BIT", 8}, {"SIZE_MAX", INT64_MAX}, {"UINTPTR_MAX", INT64_MAX},
};

/* Of other systems, compilers, processors and languages; a * stands for any end. */
static const char *const absent[] = {
	"_WIN32*", "_WIN64", "WIN32", "WIN64", "__WIN32__", "_WINDOWS", "WINAPI_FAMILY*", "__CYGWIN__", "__MINGW*", "_MSC_*", "_MSVC_*", "_M_*", "__MSYS__",
	"__APPLE__", "__APPLE_CC__", "__MACH__", "TARGET_OS_*", "TARGET_IPHONE_*", "__OBJC__", "__ANDROID*", "ANDROID", "__FreeBSD__*", "__NetBSD__", "__OpenBSD__",
	"__DragonFly__", "__sun", "__sun__", "sun", "__hpux", "_AIX", "__QNX__", "__QNXNTO__", "__native_client__", "__pnacl__", "__Fuchsia__", "__HAIKU__",
	"__EMSCRIPTEN*", "__wasm*", "__rtems__", "__ZEPHYR__", "ARDUINO*", "__MVS__", "__VXWORKS__", "__OS2__", "OS2", "__EMX__", "__BEOS__", "__svr4__", "__SVR4",
	"__DJGPP__", "DJGPP", "__GO32__", "MSDOS", "__MSDOS__", "__DOS__", "__CYGWIN32__", "_UWIN", "__INTERIX", "__SYMBIAN32__", "__riscos*", "AMIGA", "__amigaos*", "__AMIGA__", "__MORPHOS__",
	"macintosh", "THINK_C", "VMS", "__VMS", "__vms", "__TANDEM", "__osf__", "__sgi", "sgi", "__ultrix", "__minix", "__illumos__", "__serenity__", "__ORBIS__", "__PROSPERO__", "__SWITCH__", "_XBOX*",
	"Q_OS_WIN*", "Q_OS_MAC*", "Q_OS_OSX", "Q_OS_DARWIN*", "Q_OS_IOS*", "Q_OS_TVOS", "Q_OS_WATCHOS", "Q_OS_ANDROID*", "Q_OS_CYGWIN", "Q_OS_FREEBSD*", "Q_OS_NETBSD", "Q_OS_OPENBSD", "Q_OS_BSD4",
	"Q_OS_SOLARIS", "Q_OS_AIX", "Q_OS_HPUX", "Q_OS_IRIX", "Q_OS_OS2*", "Q_OS_QNX", "Q_OS_HAIKU", "Q_OS_WASM", "Q_OS_SYMBIAN", "Q_OS_VXWORKS", "Q_OS_INTEGRITY", "Q_WS_WIN*", "Q_WS_MAC*",
	"Q_CC_MSVC*", "G_OS_WIN32", "G_OS_BEOS", "G_PLATFORM_WIN32", "__WXMSW__", "__WXMAC__", "__WXOSX*", "__MACOSX__", "__IPHONEOS__", "SDL_PLATFORM_WIN*", "SDL_PLATFORM_APPLE", "SDL_PLATFORM_MACOS",
	"__clang__", "__clang_*", "__llvm__", "__apple_build_version__", "__INTEL_COMPILER*", "__INTEL_LLVM_COMPILER", "__ICC", "__ICL", "__ECC", "__NVCOMPILER*",
	"__PGI*", "__IBMC__", "__IBMCPP__", "__xlC__", "__xlc__", "__SUNPRO_*", "__BORLANDC__", "__TURBOC__", "__WATCOMC__", "__DMC__", "__CC_ARM", "__ARMCC*",
	"__TINYC__", "_CRAYC", "__CRAYC", "__HP_aCC", "__DECCXX", "__LCC__", "__ICCARM__", "__EDG*", "__COVERITY__", "__KLOCWORK__", "__CPPCHECK__", "__INTELLISENSE__", "__MWERKS__",
	"__arm__", "__arm", "_ARM_", "__aarch64__", "__arm64__", "__arm64", "__ARM_*", "__ARM64*", "__thumb*", "__powerpc*", "__ppc*", "__PPC*", "__POWERPC__", "_ARCH_PWR*", "__ALTIVEC__",
	"__VSX__", "__mips*", "_MIPS_*", "__s390*", "__riscv*", "__sparc*", "__ia64*", "__alpha*", "__loongarch*", "__hexagon__", "__m68k__", "__hppa*", "__sh__", "__e2k__",
	"__i386__", "__i386", "_X86_", "__i486__", "__i586__", "__i686__", "__ILP32__", "__BIG_ENDIAN__", "__ARMEB__", "__ARMEL__", "__MIPSEB__",
	"__CUDA_ARCH__*", "__HIP_DEVICE_COMPILE__", "__OPENCL_VERSION__", "__OPENCL_C_VERSION__", "__SYCL_DEVICE_ONLY__", "__SANITIZE_*", "__has_feature", "__has_extension",
	"__has_warning", "__DOXYGEN__", "DOXYGEN*", "SWIG", "SWIG*", "__GCCXML__", "Q_MOC_RUN", "__MINGW", "RC_INVOKED", "__ASSEMBLER__", "__KERNEL__", "lint", "__lint__",
};

/* Does an option say of C++ whether it is defined? C has none. */
static int
of_cxx_flags(const char *name)
{
	return strcmp(name, "__EXCEPTIONS") == 0 || strcmp(name, "__GXX_RTTI") == 0;
}

int
c_platform_is_language(const char *name)
{
	return of_cxx_flags(name) || strcmp(name, "__cplusplus") == 0 || strncmp(name, "__cpp_", 6) == 0 || strcmp(name, "__STDC_VERSION__") == 0;
}

int
c_platform(const char *name, const char *path, int64_t *v)
{
	int plain = path && as_ends_with(path, ".c"), cuda = path && (as_ends_with(path, ".cu") || as_ends_with(path, ".cuh"));

	*v = 0;
	for (size_t i = 0; i < sizeof defined / sizeof *defined; i++)
		if (*defined[i].name == *name && strcmp(defined[i].name, name) == 0) {
			*v = defined[i].v;
			return 1;
		}
	if ((c_platform_is_language(name) || strcmp(name, "__CUDACC__") == 0 || strcmp(name, "__NVCC__") == 0) && path && c_is_either(path)) /* of who includes it */
		return -1;
	if (of_cxx_flags(name))
		return plain ? 0 : -1;
	if (strcmp(name, "__cplusplus") == 0 || strncmp(name, "__cpp_", 6) == 0) {
		*v = plain ? 0 : 201703;
		return !plain;
	}
	if (strcmp(name, "__STDC_VERSION__") == 0) {
		*v = plain || !path ? 201710 : 0;
		return plain || !path;
	}
	if (strcmp(name, "__CUDACC__") == 0 || strcmp(name, "__NVCC__") == 0) {
		*v = cuda;
		return path ? cuda : -1;
	}
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
		size_t n;
		if (*absent[i] != *name)
			continue;
		n = strlen(absent[i]);
		if (absent[i][n - 1] == '*' ? strncmp(absent[i], name, n - 1) == 0 : strcmp(absent[i], name) == 0)
			return 0;
	}
	return -1;
}

int
c_is_system_header(const char *path)
{
	static const char *const folder[] = {"sys/", "arpa/", "asm/", "bits/", "linux/", "net/", "netinet/"};
	static const char *const list[] = {"aio", "alloca", "assert", "complex", "cpio", "ctype", "cpuid", "dirent", "dlfcn", "endian", "errno", "fcntl", "fenv", "float", "fmtmsg", "fnmatch", "ftw",
		"getopt", "glob", "grp", "iconv", "ifaddrs", "inttypes", "iso646", "langinfo", "libgen", "libintl", "limits", "locale", "malloc", "math", "monetary", "mqueue", "netdb", "nl_types", "poll",
		"pthread", "pwd", "regex", "resolv", "sched", "semaphore", "setjmp", "signal", "spawn", "stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib", "stdnoreturn", "string",
		"strings", "syslog", "termios", "tgmath", "threads", "time", "uchar", "ucontext", "ulimit", "unistd", "utime", "utmpx", "wchar", "wctype", "wordexp", "execinfo",
		"immintrin", "x86intrin", "x86gprintrin", "xmmintrin", "emmintrin", "pmmintrin", "tmmintrin", "smmintrin", "nmmintrin", "wmmintrin", "ammintrin", "mmintrin", "avxintrin", "avx2intrin", "arm_neon", "arm_sve",
		"arm_sme", "arm_acle", "altivec", "vecintrin", "msa", "lsxintrin", "lasxintrin", "riscv_vector", "wasm_simd128",
		"windows", "Windows", "winsock", "winsock2", "ws2tcpip", "winbase", "windowsx", "commctrl", "conio", "intrin", "tchar", "Carbon"};
	static const char *const cxx[] = {"algorithm", "any", "array", "atomic", "bitset", "cassert", "cctype", "cerrno", "cfloat", "chrono", "climits", "cmath", "complex", "condition_variable", "cstdarg", "cstddef",
		"cstdint", "cstdio", "cstdlib", "cstring", "ctime", "deque", "exception", "fstream", "functional", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator", "limits", "list", "locale", "map",
		"memory", "mutex", "new", "numeric", "optional", "ostream", "queue", "random", "regex", "set", "sstream", "stack", "stdexcept", "streambuf", "string", "string_view", "thread", "tuple", "type_traits",
		"typeinfo", "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector"};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; !dot && i < sizeof cxx / sizeof *cxx; i++)
		if (strcmp(cxx[i], path) == 0)
			return 1;
	for (size_t i = 0; i < sizeof folder / sizeof *folder; i++)
		if (strncmp(path, folder[i], strlen(folder[i])) == 0)
			return 1;
	for (size_t i = 0; dot && strcmp(dot, ".h") == 0 && i < sizeof list / sizeof *list; i++)
		if (strlen(list[i]) == (size_t)(dot - path) && strncmp(list[i], path, (size_t)(dot - path)) == 0)
			return 1;
	return c_is_library_header(path);
}

int
c_is_foreign_header(const char *path)
{
	/* Of Windows, as they are written: "SAPI.h" is PHP's, "AudioClient.h" may be what a tool made */
	static const char *const windows[] = {"windows.h", "Windows.h", "WinSock2.h", "Winsock2.h", "windowsx.h", "winsock.h", "winsock2.h", "ws2tcpip.h", "winbase.h", "winuser.h", "wingdi.h", "winnt.h", "winreg.h",
		"winsvc.h", "winioctl.h", "wininet.h", "winhttp.h", "winspool.h", "wincon.h", "wincrypt.h", "ole2.h", "objbase.h", "oleauto.h", "olectl.h", "shlobj.h", "shlwapi.h", "shellapi.h", "commctrl.h", "commdlg.h",
		"mmsystem.h", "mmreg.h", "mmdeviceapi.h", "audioclient.h", "dsound.h", "ddraw.h", "dinput.h", "gdiplus.h", "tlhelp32.h", "psapi.h", "dbghelp.h", "imagehlp.h", "iphlpapi.h",
		"setupapi.h", "powrprof.h", "richedit.h", "wtsapi32.h", "atlbase.h", "afxwin.h", "afx.h", "afxext.h", "strsafe.h", "sphelper.h",
		"d3d9.h", "d3dx9.h", "d3d10.h", "d3d10_1.h", "d3d11.h", "d3d11_1.h", "d3d11_2.h", "d3d11_3.h", "d3d11_4.h", "d3d12.h", "d3dcompiler.h", "dxgi.h", "dxgi1_2.h", "dxgi1_3.h", "dxgi1_4.h",
		"dxgi1_5.h", "dxgi1_6.h", "dxgidebug.h"};
	/* Of Apple's, folders of which are frameworks, and of OS/2, HP-UX, AIX and Solaris */
	static const char *const frameworks[] = {"AppKit", "ApplicationServices", "AudioToolbox", "AudioUnit", "AVFoundation", "Carbon", "CFNetwork", "Cocoa", "CoreAudio", "CoreFoundation", "CoreGraphics",
		"CoreMIDI", "CoreMedia", "CoreServices", "CoreText", "CoreVideo", "Foundation", "ImageIO", "IOKit", "QuartzCore", "QuickTime", "SystemConfiguration", "UIKit", "VideoToolbox"};
	static const char *const others[] = {"mach/mach.h", "mach/mach_time.h", "mach/mach_init.h", "mach/mach_host.h", "mach/mach_port.h", "mach/mach_error.h", "mach/mach_types.h", "mach/mach_vm.h",
		"mach/host_info.h", "mach/message.h", "mach/semaphore.h", "mach/task.h", "mach/task_info.h", "mach/thread_act.h", "mach/thread_policy.h", "mach/vm_map.h", "mach-o/dyld.h", "mach-o/loader.h",
		"mach-o/getsect.h", "libkern/OSAtomic.h", "TargetConditionals.h", "AvailabilityMacros.h", "os2.h", "sys/pstat.h", "sys/mpctl.h", "libperfstat.h", "sys/processor.h", "sys/procset.h"};
	size_t n = strcspn(path, "/");

	for (size_t i = 0; path[n] && i < sizeof frameworks / sizeof *frameworks; i++)
		if (strlen(frameworks[i]) == n && strncmp(frameworks[i], path, n) == 0)
			return 1;
	return AS_AMONG(path, windows) || AS_AMONG(path, others);
}

int
c_is_either(const char *path)
{
	static const char *const told[] = {".c", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx", ".c++", ".h++", ".inl", ".ipp", ".tpp", ".icc", ".tcc", ".txx", ".cu", ".cuh",
		".y", ".yy", ".ypp", ".yxx", ".y++", ".l", ".ll", ".lpp", ".lxx", ".l++"};
	const char *dot = strrchr(as_base_name(path), '.');

	for (size_t i = 0; dot && i < sizeof told / sizeof *told; i++)
		if (strcasecmp(dot, told[i]) == 0)
			return 0;
	return !dot || strcmp(dot, ".H") != 0;
}

int
c_is_source(const char *path)
{
	static const char *const ends[] = {".c", ".cc", ".cpp", ".cxx", ".cu", ".C", ".m", ".mm", ".c++",
		".y", ".yy", ".ypp", ".yxx", ".y++", ".l", ".ll", ".lpp", ".lxx", ".l++"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (as_ends_with(path, ends[i]))
			return 1;
	return 0;
}
