# The way of labelaudit --src through pointers that were looked up by name (audit/label/chain/chain_looked.c),
# and what the label sets under an #if.
. tests/lib.sh
. tests/says.sh

# calls through pointers that were looked up by the name of what compiles
looked() { # NAME, what is kept and what is called
	mkdir -p "$T/$1"
	cat >"$T/$1/lib.c" <<C
#include <string.h>
#include "cl.h"
#include "loader.h"
static const char *const kBuild = "clBuildProgram", *const kFinish = "clFinish";
static int (*pBuild)(cl_program), (*pFinish)(cl_program);
struct table { int (*make)(cl_program); };
static struct table cl;
int load(void *lib) { $2 return 0; }
int compile(cl_program p) { return $3; }
int make(const char *kind, cl_program p)
{
	if (strcmp(kind, "fast") == 0 && unit_ready(kind))
		return compile(p);
	return unit_plain(kind);
}
C
	printf 'typedef struct p *cl_program;\n' >"$T/$1/cl.h"
	printf 'int lookup(void *, const char *, void *);\nvoid *find(void *, const char *);\nint unit_ready(const char *);\nint unit_plain(const char *);\n' >"$T/$1/loader.h"
}
looked by_address 'if (lookup(lib, kBuild, (void **)&pBuild)) return 1;' 'pBuild(p)'
says conditional fast by_address
check "the call through the pointer is shown" grep -q "compile pBuild$" "$T/out"
looked by_value 'cl.make = (int (*)(cl_program))find(lib, "clBuildProgram");' 'cl.make(p)'
says conditional fast by_value
looked other 'lookup(lib, kFinish, &pFinish); lookup(lib, kBuild, &pBuild);' 'pFinish(p)'
run labelaudit --src --label fast "$T/other"
check "another pointer is none" sh -c '! grep -q "^fast: conditional" "$1"' - "$T/out"
# what the label sets under an #if alone
sets() { # NAME BODY
	mkdir -p "$T/$1"
	printf '%s\n' '#include <string.h>' '#include <nvrtc.h>' '#include "other.h"' 'int build(int off) { nvrtcProgram p = 0; if (off) return 0; return nvrtcCompileProgram(p, 0, 0); }' \
		'int main(int n, char **v)' '{' '	int off = FALSE, k;' '	for (k = 1; k < n; k++)' '		if (!strcmp(v[k], "--eager")) {' "$2" '		}' '	other(v);' '	return build(off);' '}' >"$T/$1/lib.c"
	printf 'int other(char **);\n' >"$T/$1/other.h"
}
sets under '#ifdef HAVE_JIT
off = TRUE;
#endif'
run labelaudit --src --label eager "$T/under"
check "eager is no way to it" sh -c '! grep -qE "^eager: (conditional|wired)" "$1"' - "$T/out"
sets not 'other(v);'
says conditional eager not
