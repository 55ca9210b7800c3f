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

# as an algorithm is called, whatever its name: of all of one container, with as many arguments
calls given 'using namespace std;' 'transform(v.begin(), v.end(), v.begin(), abs);'
says label-only fast given
for call in 'transform(v.begin(), v.end(), argc);' 'transform(v.begin(), w.end(), v.begin(), abs);' 'transform(v.begin(), v.begin() + 2, v.begin(), abs);' 'transform(&v[0], &v[2], &v[0], abs);' \
	'generate(v.begin(), v.end());' 'convert(v.begin(), v.end(), v.begin(), abs);' 'transform(v.begin(1), v.end(), v.begin(), abs);'; do
	i=$((${i:-0} + 1))
	calls "not_given$i" 'using namespace std;' "vector<int> w; $call"
	says unknown fast "not_given$i"
done
calls cast 'using namespace std;' 'transform(v.begin(), v.end(), v.begin(), (int (*)(int))toupper);'
says label-only fast cast
# what it is given may come of the header that is not there
for call in 'transform(v.begin(), v.end(), v.begin(), engine_run);' 'transform(v.begin(), v.end(), v.begin(), engine_run);' 'transform(v.begin(), v.end(), v.begin(), Engine());' 'transform(v.begin(), v.end(), v.begin(), engine.run);' \
	'Engine e; transform(v.begin(), v.end(), v.begin(), e);' 'transform(v.begin(), v.end(), v.begin(), (void (*)(int))engine_run);' 'sort(v.begin(), v.end(), engine_run);' 'transform(v.begin(), v.end(), v.begin(), [](int n) { engine_run(n); });' \
	'transform(v.begin(), v.end(), v.begin(), &engine_run);' 'transform(v.begin(), v.end(), v.begin(), argc ? engine_run : engine_run);' 'transform(v.begin(), v.end(), v.begin(), engine::run);'; do
	i=$((i + 1))
	calls "not_given$i" 'using namespace std;' "$call"
	says unknown fast "not_given$i"
done
calls not_using 'using std::vector;' 'transform(v.begin(), v.end(), v.begin(), abs);'
says unknown fast not_using
