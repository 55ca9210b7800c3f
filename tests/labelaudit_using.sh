# labelaudit --src: algorithms of C++ that hide nothing in a file that is using them, where a header is missing, and those that may.
. tests/lib.sh
. tests/says.sh
# calls NAME TEXT CALL: a program that calls what a header that is not there may declare, too
calls() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <vector>' '#include <string.h>' '#include "gone.h"' "$2" 'int main(int argc, char **argv)' '{' '	std::vector<int> v(argc);' \
	    '	if (argc > 1 && !strcmp(argv[1], "fast")) v[0] = 2;' "	$3" '	return v[0];' '}' >"$T/$1/a.cpp"
}
calls all 'using namespace std;' 'sort(v.begin(), v.end());'
says label-only fast all
calls one 'using std::sort;' 'sort(v.begin(), v.end());'
says label-only fast one
calls none '' 'sort(v.begin(), v.end());'
leaves_open none
calls another 'using std::swap;' 'sort(v.begin(), v.end());'
leaves_open another
calls kind 'using namespace sorts;' 'sort(v.begin(), v.end());'
leaves_open kind
calls verb 'using namespace std;' 'generate(v.begin(), v.end());' # anybody may have one
leaves_open verb
calls declared 'using namespace std; void sort(int *, int *);' 'sort(&v[0], &v[1]);'
leaves_open declared
calls body 'using namespace std; void sort(int *a, int *b) { system("x"); }' 'sort(&v[0], &v[1]);'
leaves_open body
