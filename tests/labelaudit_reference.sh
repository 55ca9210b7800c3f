# labelaudit --src on C++: what is set through the reference that a function gives is set, also by objects with static storage of
# another file; conversions run without being named; a member that is declared alone is missing; and a header of few words is read as C++
# by them.
. tests/lib.sh
. tests/says.sh
# prog NAME HEADER STATEMENTS MAIN [OTHER]: a program that does STATEMENTS for "fast"; OTHER is another file of it
prog() {
	mkdir "$T/$1"
	printf '%s\n' "$2" >"$T/$1/k.h"
	printf '%s\n' '#include <stdlib.h>' '#include <string.h>' '#include "k.h"' "$4" 'int main(int argc, char **argv)' '{' \
		'if (argc > 1 && strcmp(argv[1], "fast") == 0) {' "$3" '}' 'return 0; }' >"$T/$1/a.cpp"
	[ -z "${5:-}" ] || printf '%s\n' '#include <stdlib.h>' '#include "k.h"' "$5" >"$T/$1/b.cpp"
}
open() { prog "$@"; says unknown fast "$1"; }
clean() { prog "$@"; says label-only fast "$1"; }

K='struct K {
	virtual void go() {}
};
inline K *&the() { static K *k = new K; return k; }'
J='struct J : K { void go() override { system(getenv("X")); } };'
clean not_set "$K" 'the()->go();' "$J"
open set "$K" 'the() = new J; the()->go();' "$J"
open loaded "$K" 'the()->go();' '' "$J static int in = (the() = new J, 0);"
open registered "$K" 'the()->go();' '' "$J struct In { In() { the() = new J; } }; static In in;"
open called "$K" 'the()->go();' '' "$J static bool put() { the() = new J; return true; } static bool in = put();"
open member "$K" 's.at() = new J; s.k->go();' "$J struct S { K *k; K *&at() { return k; } }; S s;"
F='typedef void (*fn)(); static void jit() { system(getenv("X")); } static void no() {}'
open function "$K" 'f() = jit; f()();' "$F fn &f() { static fn p = no; return p; }"
open variable "$K" 'f() = jit; g();' "$F fn g = no; fn &f() { return g; }"
clean other "$K" 'f() = no; g();' "$F fn g = no; fn &f() { return g; }"
C='struct C { int jit; }; C &u() { static C c; return c; }'
open whole "$K" 'u() = C{1}; if (u().jit) system(getenv("X"));' "$C"
open copied "$K" 'C d; d.jit = 1; u() = d; if (u().jit) system(getenv("X"));' "$C"

# conversions and operators that nobody names
for o in 'operator bool() const' 'explicit operator bool() const' 'bool operator!() const'; do
	n=$((${n:-0} + 1))
	open "asked$n" 'struct E { int n; };' 'F e; if (!e) exit(1);' "struct F : E { $o { return system(getenv(\"X\")); } };"
done
open number 'struct E { operator int() const; };' 'E e; int n = e; exit(n);' 'E::operator int() const { return system(getenv("X")); }'

# members that a class of the tree declares, and nobody defines
W='class W { int n; public: void start(); void engine(); static void all(); };'
open member_lacks "$W" 'W w; w.start();' ''
open own_member_lacks "$W" 'W w; w.start();' 'void W::start() { engine(); }'
open class_member_lacks "$W" 'W::all();' ''
clean member_has "$W" 'W w; w.start(); W::all();' 'void W::start() { engine(); } void W::engine() { n = 1; } void W::all() {}'
clean member_elsewhere "$W" 'W w; w.start();' '' 'void W::start() { engine(); } void W::engine() { n = 1; }'
V='struct V { virtual void go() = 0; void run() { go(); } };'
open override_lacks "$V struct W : V { void go() override; };" 'V *v = new W; v->go();' ''
clean override_has "$V struct W : V { void go() override {} };" 'V *v = new W; v->go(); v->run();' ''

# headers that are C++ by a word that does not begin a line
J2='struct J : K { void go() override { system(getenv("X")); } }; K *make() { return new J; }'
for k in 'struct K { virtual void go() = 0; };' 'struct K { virtual ~K(); virtual void go() = 0; };' 'struct B { int n() const; }; struct K : B { virtual void go() = 0; };'; do
	n=$((${n:-0} + 1))
	open "header$n" "$k K *make();" 'make()->go();' '' "$J2"
done
mkdir "$T/c"
echo '/* class K { virtual void go() override; public: }; */ struct k { int virtual, class, public; const char *s; }; /* ) const; */ int run(int virtual);' >"$T/c/k.h"
printf '%s\n' '#include <string.h>' '#include "k.h"' 'int main(int argc, char **argv) { struct k k = {0}; return strcmp(argv[1], "fast") ? k.virtual : k.class; }' >"$T/c/a.c"
says label-only fast c
