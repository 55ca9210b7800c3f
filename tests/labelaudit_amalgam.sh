# labelaudit --src on a file that was put together of many: guards of headers in its middle, macros that are defined
# among the values of a table, and lines that still are right behind all of it.
. tests/lib.sh
. tests/says.sh
lacks() { ! grep -q "$1" "$T/out"; }
amalgam() { # NAME: the middle of the file from standard input
	mkdir -p "$T/$1"
	{ cat <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
C
	cat
	cat <<'C'
int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "fast") == 0)
		return system(argv[2]);
	puts(option(argc));
	return 0;
}
C
	} >"$T/$1/main.c"
}

# extern "C" is no place to wait at; what #if cuts is put together again, on its line
amalgam lines <<'C'
#ifdef __cplusplus
extern "C" {
#endif
#define ADD(a, b) \
	((a) + \
	 (b))
static const char *option(int n)
{
#ifdef SMALL
	if (n > 2) {
		return "small";
	} else {
#endif
		n = ADD(n, \
			1);
#ifdef SMALL
	}
#endif
	return n > 3 ? "a" : "b";
}
#ifdef __cplusplus
}
#endif
C
says unknown fast lines
check "the line of what follows" grep -q "main.c:$(grep -n 'return system' "$T/lines/main.c" | cut -d: -f1): opaque" "$T/out"

# a macro among the values
amalgam among <<'C'
static const char *const options[] = {
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
	"WIDTH=" TEXT(WIDTH),
#ifdef DEPTH
	"DEPTH=" TEXT(DEPTH),
#endif
	"end",
};
static const char *option(int n) { return options[n & 1]; }
C
says unknown fast among
check "it is found" lacks 'TEXT is not in the tree'
check "nothing else is open" test "$(grep -c 'opaque:' "$T/out")" -eq 1

# a guard in the middle of the file holds
amalgam guard <<'C'
#ifndef _PART_H_
#define _PART_H_
#define SIZE(x) ((int)(sizeof(x) / sizeof *(x)))
#endif
static const char *const options[] = {"a", "b"};
static const char *option(int n) { return options[n < SIZE(options) ? n : 0]; }
C
says unknown fast guard
check "it is not open" lacks '_PART_H_'
check "what it holds is there" lacks 'SIZE is not in the tree'

# so does that of a header by the file's name, where an #if stands around it
mkdir "$T/named"
cat >"$T/named/SpeedReport.h" <<'C'
#ifdef HAVE_REPORT
#ifndef SpeedReportH
#define SpeedReportH
static int report(int n) { return n; }
#endif
#endif
C
cat >"$T/named/main.c" <<'C'
#include <stdlib.h>
#include <string.h>
#include "SpeedReport.h"
int main(int argc, char **argv)
{
#ifdef HAVE_REPORT
	if (argc > 2 && strcmp(argv[1], "fast") == 0)
		return report(system(argv[2]));
#endif
	return 0;
}
C
says unknown fast named
check "the header's guard is not open" lacks 'SpeedReportH'

# what a build may define is no guard
mkdir "$T/eager"
cat >"$T/eager/main.c" <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#ifndef EAGER
#define EAGER
static const char *option(int n) { void *h = n > 1 ? dlopen("/tmp/kernel.so", RTLD_NOW) : 0; return h ? "a" : "b"; }
#else
static const char *option(int n) { return n ? "a" : "b"; }
#endif
int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "fast") == 0)
		puts(option(argc));
	return 0;
}
C
says unknown fast eager
check "it stays open" grep -q 'open not defined(EAGER)' "$T/out"

# nor is an option of a header's, though the header's name is in it
mkdir "$T/config"
printf '#ifndef CONFIG_EAGER\n#define CONFIG_EAGER 1\n#endif\n#ifndef CONFIG_H\n#define CONFIG_H 0\n#endif\n' >"$T/config/config.h"
cat >"$T/config/main.c" <<'C'
#include <stdlib.h>
#include <string.h>
#include "config.h"
int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "fast") == 0) {
#ifndef CONFIG_EAGER
		return 1;
#elif CONFIG_H
		return 2;
#endif
		return system(argv[2]);
	}
	return 0;
}
C
says unknown fast config
check "options stay open" test "$(grep -c 'open not defined(CONFIG_' "$T/out")" -gt 0
