/* symbols_system.c - see symbols.h: libraries that belong to a system, by the names of their files. None of them runs text, compiles
 * for a device, or makes code in memory; none is there to load others. What does is left out: drivers, OpenGL, OpenCL, LLVM, Python,
 * Lua, PCRE, Orc, libffi, GTK, COM. */
#include "symbols.h"

#include <string.h>
#include <strings.h>

#include "words.h"

enum { LONGEST = 40 };

/* Of Unix: what stands before ".so" or ".dylib". */
static const char *const unix_names[] = {
	/* the C library and its kin */
	"libc", "libm", "libdl", "libpthread", "librt", "libutil", "libcrypt", "libresolv", "libnsl", "libanl", "libgcc_s", "libstdc++", "libSystem", "libnuma", "libcap", "libuuid", "libblkid",
	"libmount", "libudev", "libselinux", "libapparmor", "libaudit", "libacl", "libattr", "libkeyutils", "libsystemd", "libsystemd-login", "libdbus-1", "libusb-1.0", "libusb", "libbluetooth", "libelf",
	"liburing", "libaio", "libpci", "libkmod", "libtinfo", "libncurses", "libncursesw", "libreadline", "libedit",
	/* data */
	"libz", "libbz2", "liblzma", "libzstd", "liblz4", "libsnappy", "libbrotlidec", "libbrotlienc", "libsqlite3", "libodbcinst", "libpq", "libmysqlclient", "libmariadb", "liblmdb", "libgdbm", "libdb",
	"libxml2", "libexpat", "libyaml-0", "libpng", "libpng16", "libjpeg", "libturbojpeg", "libtiff", "libwebp", "libgif", "libiconv", "libintl", "libidn", "libidn2", "libhunspell",
	/* networks and keys */
	"libssl", "libcrypto", "libgnutls", "libnettle", "libgcrypt", "libgpg-error", "libsodium", "libcurl", "libcurl-gnutls", "libssh", "libssh2", "libnghttp2", "libldap", "liblber", "libgssapi_krb5",
	"libkrb5", "libavahi-client", "libavahi-common", "libdns_sd", "libcups", "libpcap",
	/* sound */
	"libasound", "libpulse", "libpulse-simple", "libpulse-mainloop-glib", "libjack", "libsndio", "libroar", "libaudio", "libesd", "libopenal", "libportaudio", "libsndfile", "libsamplerate", "libmad",
	"libmp3lame", "libmpg123", "libtwolame", "libfdk-aac", "libfaad", "libfaac", "libopus", "libopusfile", "libogg", "libvorbis", "libvorbisenc", "libvorbisfile", "libFLAC", "libspeex", "libspeexdsp",
	"libmodplug", "libid3tag", "libaaudio", "libOpenSLES", "libmedia", "liblog",
	/* windows and input */
	"libX11", "libX11-xcb", "libXext", "libXrandr", "libXi", "libXcursor", "libXinerama", "libXxf86vm", "libXss", "libXrender", "libXfixes", "libXcomposite", "libXdamage", "libXtst", "libXft", "libXau",
	"libXdmcp", "libxcb", "libxcb-randr", "libxcb-shm", "libxcb-xfixes", "libxkbcommon", "libxkbcommon-x11", "libwayland-client", "libwayland-cursor", "libwayland-server", "libfontconfig", "libfreetype",
	"libinput", "libevdev",
	/* what devices say of themselves */
	"libnvidia-ml", "librocm_smi64", "libatiadlxx", "libXNVCtrl", "libsensors", "libhwloc", "libibverbs", "librdmacm",
};

/* Of Windows, in small letters: with ".dll" or without. Its linker and its memory are had by names that cone_load.c knows. */
static const char *const windows_names[] = {
	"kernel32", "kernelbase", "user32", "gdi32", "advapi32", "psapi", "ws2_32", "wsock32", "mswsock", "iphlpapi", "winmm", "comctl32", "comdlg32", "version", "crypt32", "bcrypt", "ncrypt", "secur32",
	"dbghelp", "powrprof", "userenv", "wtsapi32", "avrt", "dwmapi", "uxtheme", "shcore", "shlwapi", "dnsapi", "netapi32", "winhttp", "wininet", "hid", "xinput1_1", "xinput1_2", "xinput1_3", "xinput1_4",
	"xinput9_1_0", "dinput8", "dsound", "imm32", "msimg32", "winspool.drv", "wlanapi", "pdh", "msvcrt",
	"ucrtbase",
};

/* Is what stands behind the name of a library of Unix no more than its version? */
static int
ends_well(const char *s)
{
	size_t n;

	if (strncmp(s, ".so", 3) == 0 && (!s[3] || s[3] == '.'))
		return strspn(s + 3, ".0123456789") == strlen(s + 3);
	if (*s == '-') /* libintl-8.dll */
		return strcmp(s + 1 + strspn(s + 1, "0123456789"), ".dll") == 0;
	n = strspn(s, ".0123456789");
	return n > 0 && s[n - 1] == '.' && strcmp(s + n, "dylib") == 0;
}

int
is_system_library(const char *file, const char **base)
{
	char name[LONGEST];
	size_t n = strlen(file);

	for (size_t i = 0; i < sizeof unix_names / sizeof *unix_names; i++) {
		size_t k = strlen(unix_names[i]);
		if (strncmp(file, unix_names[i], k) == 0 && (!file[k] || ends_well(file + k))) {
			*base = unix_names[i];
			return 1;
		}
	}
	if (n > 4 && strcasecmp(file + n - 4, ".dll") == 0)
		n -= 4;
	for (size_t i = 0; n < sizeof name && i < sizeof windows_names / sizeof *windows_names; i++)
		if (strlen(windows_names[i]) == n && strncasecmp(file, windows_names[i], n) == 0) {
			*base = windows_names[i];
			return 1;
		}
	return 0;
}
