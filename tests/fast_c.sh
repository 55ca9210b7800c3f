# For tests of labelaudit --src on C: small programs that do something for the label "fast" (it needs tests/says.sh).
# prog NAME STATEMENTS [BEFORE]: file is the name of a file there; SUFFIX is that of the source
prog() {
	mkdir "$T/$1"
	cat >"$T/$1/main.${SUFFIX:-c}" <<C
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wordexp.h>
${3:-}
int main(int argc, char **argv)
{
	const char *file = argv[2];
	if (argc > 2 && strcmp(argv[1], "fast") == 0) {
		$2
	}
	return 0;
}
C
}
open() { prog "$@"; says unknown fast "$1"; }
hot() { prog "$@"; says conditional fast "$1"; }
clean() { prog "$@"; says label-only fast "$1"; }
