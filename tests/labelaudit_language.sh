# labelaudit --src: a header whose name does not say its language is of those who include it. What stands behind an #ifdef __cplusplus
# of it is there for a program of C++, what stands behind its #else for one of C.
. tests/lib.sh
. tests/says.sh
header() { # NAME TEXT CALL: programs of C and of C++ that include it, in folders NAME_c and NAME_cpp
	for suffix in c cpp; do
		mkdir -p "$T/$1_$suffix"
		printf '%s\n' '#include <stdlib.h>' "$2" >"$T/$1_$suffix/port.h"
		printf '%s\n' '#include <string.h>' '#include "port.h"' 'int main(int argc, char **argv)' '{' '	if (argc > 1 && strcmp(argv[1], "fast") == 0)' "		$3" '	return 0;' '}' >"$T/$1_$suffix/main.$suffix"
	done
}
starts() { says unknown fast "$1"; }

header macro '#ifdef __cplusplus
#define GO(s) system(s)
#else
#define GO(s) 0
#endif' 'return GO("cc k.c");'
starts macro_cpp
header macro_not '#ifndef __cplusplus
#define GO(s) system(s)
#else
#define GO(s) 0
#endif' 'return GO("cc k.c");'
starts macro_not_c
header function '#ifdef __cplusplus
inline int go(void) { return system("cc k.c"); }
#else
static inline int go(void) { return 0; }
#endif' 'return go();'
starts function_cpp
header alone '#ifdef __cplusplus
inline int go(void) { return system("cc k.c"); }
#endif
int other(void);' 'return go();'
starts alone_cpp
header number '#if defined(__cplusplus)
#define GO 1
#else
#define GO 0
#endif' 'if (GO) return system("cc k.c");'
starts number_cpp
header constant '#ifdef __cplusplus
enum { GO = 0 };
#else
enum { GO = 1 };
#endif' 'if (GO) return system("cc k.c");'
starts constant_c

# one that has a sign of C++, and is included by a program of C
header sign '#ifdef __cplusplus
class Engine;
#define GO(s) 0
#else
typedef struct Engine Engine;
#define GO(s) system(s)
#endif' 'return GO("cc k.c");'
starts sign_c
header space '#ifdef __cplusplus
namespace engine { inline int go(void) { return 0; } }
using namespace engine;
#else
static inline int go(void) { return system("cc k.c"); }
#endif' 'return go();'
starts space_c

# both languages have the same, or neither starts anything
header same '#ifdef __cplusplus
extern "C" {
#endif
static inline int go(void) { return 1; }
#ifdef __cplusplus
}
#endif' 'return go();'
says label-only fast same_c
says label-only fast same_cpp
header neither '#ifdef __cplusplus
class Engine { public: int go() { return 1; } };
#define GO(s) Engine().go()
#else
#define GO(s) 0
#endif' 'return GO("cc k.c");'
says label-only fast neither_c
says label-only fast neither_cpp

# in a source its name says it
printf '%s\n' '#include <stdlib.h>' '#include <string.h>' '#if defined(__cplusplus) && !defined(K_PLAIN)' '#define GO(s) system(s)' '#else' '#define GO(s) 0' '#endif' \
	'int main(int argc, char **argv) { return argc > 1 && strcmp(argv[1], "fast") == 0 ? GO("cc k.c") : 0; }' >"$T/main.c"
says label-only fast main.c
cp "$T/main.c" "$T/main.cpp"
says unknown fast main.cpp
