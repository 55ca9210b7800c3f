# labelaudit --src on C++: objects that end, values that become objects, and functions of classes that the tree declares and does
# not have. What compiles stands in a destructor, a constructor that converts, or an operator.
. tests/lib.sh
. tests/says.sh

# three NAME CLASSES BODIES STATEMENTS: a program of a header, main and a file that has the bodies; go() runs what is not known. And
# NAME.alone, without that file
three() {
	mkdir -p "$T/$1" "$T/$1.alone"
	cat >"$T/$1/w.h" <<C
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>
$2
C
	cat >"$T/$1/main.cpp" <<C
#include "w.h"
int main(int argc, char **argv)
{
	if (argc > 1 && std::strcmp(argv[1], "fast") == 0) {
		$4
	}
	std::puts("done");
	return 0;
}
C
	cp "$T/$1/w.h" "$T/$1/main.cpp" "$T/$1.alone"
	cat >"$T/$1/b.cpp" <<C
#include "w.h"
static void go() { const char *c = std::getenv("COMMAND"); if (c) std::system(c); }
$3
C
}

# hidden NAME CLASSES BODIES STATEMENTS: what is hidden in the bodies leaves the label open, and so do bodies that are not there
hidden() {
	three "$@"
	says unknown fast "$1"
	says unknown fast "$1.alone"
}

# ends NAME STATEMENTS [MORE]: of a class W with a destructor that is defined elsewhere
ends() {
	hidden "$1" "struct W { ~W(); int v; };
${3:-}" 'W::~W() { go(); }' "$2"
}
ends delete 'W *w = new W; delete w;'
ends array 'W *w = new W[3]; delete[] w;'
ends local 'W w; w.v = 1;'
ends temporary 'W();'
ends owner 'std::unique_ptr<W> w(new W); w.reset();'
ends shared 'auto w = std::make_shared<W>(); w->v = 1;'
ends vector 'std::vector<W> w(3); w.clear();'
ends popped 'std::vector<W> w(3); w.pop_back();'
ends map 'std::map<int, W> m; m[1].v = 1; m.erase(1);'
ends optional 'std::optional<W> w; w.emplace(); w.reset();'
ends base 'V v; v.a = 1;' 'struct V : W { int a; };'
ends member 'V v; v.a = 1;' 'struct V { W w; int a; };'
ends members 'V v; (void)v;' 'struct V { std::vector<W> w; V() : w(2) {} };'
ends owned 'V v; (void)v;' 'struct V { std::unique_ptr<W> w; V() : w(new W) {} };'
ends thrown 'try { W w; w.v = 1; throw 1; } catch (...) { }'
ends static 'static W w; w.v = 1;'
ends exits 'static W w; w.v = 1; std::exit(0);'
ends lambda 'auto f = [w = W()] { return w.v; }; f();'
ends template 'H<W> h;' 'template <class T> struct H { T *p; H() : p(new T) {} ~H() { delete p; } };'
ends named 'R r; r.v = 1;' 'typedef W Q; using R = Q;'
hidden virtual 'struct B { virtual ~B() {} };
struct W : B { ~W(); };
B *make();' 'W::~W() { go(); }
B *make() { return new W; }' 'B *b = make(); delete b;'
hidden given 'struct W { ~W(); };
W make();' 'W::~W() { go(); }
W make() { return W(); }' 'make();'
hidden deleter 'struct W { int v; };
struct D { void operator()(W *w) const; };' 'void D::operator()(W *w) const { go(); delete w; }' 'std::unique_ptr<W, D> a(new W);'
# one that ended harmlessly tells nothing of another
hidden another 'struct W { int v; W(int n) : v(n) {} ~W(); };' 'W::~W() { if (v) go(); }' '{ W a(0); } W *b = new W(1); delete b;'

# becomes NAME STATEMENTS [MORE [BODY]]: of a class W that a number makes
becomes() {
	hidden "$1" "struct W { W(int n); };
${3:-}" "W::W(int n) { go(); }
${4:-}" "$2"
}
becomes argument 'use(3);' 'void use(W w);' 'void use(W) {}'
becomes reference 'use(3);' 'void use(const W &w);' 'void use(const W &) {}'
becomes open 'use(argc);' 'void use(W w);' 'void use(W) {}'
becomes initial 'W w = 3; (void)w;'
becomes choice 'W w = argc > 2 ? 3 : 4; (void)w;'
becomes result 'give();' 'W give();' 'W give() { return 3; }'
becomes memberof 'V v; (void)v;' 'struct V { W w; V() : w(3) {} };'
becomes initialised 'V v; (void)v;' 'struct V { W w = 3; };'
becomes braces 'V v{3}; (void)v;' 'struct V { W w; };'
becomes element 'std::vector<W> v; v.push_back(3);'
becomes default 'use();' 'void use(W w = 3);' 'void use(W) {}'
hidden assigned 'struct W { W() {} W(int n); };' 'W::W(int n) { go(); }' 'W w; w = 3;'
hidden entry 'struct W { W() {} W(int n); };' 'W::W(int n) { go(); }' 'std::map<int, W> m; m[1] = 3;'
hidden text 'struct W { W(const char *); };
void use(W w);' 'W::W(const char *) { go(); }
void use(W) {}' 'use("x");'

# operators of either kind
hidden number 'struct W { operator int() const; };' 'W::operator int() const { go(); return 1; }' 'W w; int n = w; std::printf("%d", n);'
hidden asked 'struct W { explicit operator bool() const; };' 'W::operator bool() const { go(); return true; }' 'W w; if (w) std::puts("x");'
hidden called 'struct W { int operator()(int) const; };' 'int W::operator()(int) const { go(); return 1; }' 'W w; w(1);'
hidden arrow 'struct P { int v; };
struct W { P *operator->(); P p; };' 'P *W::operator->() { go(); return &p; }' 'W w; w->v = 1;'
hidden index 'struct W { int v; int &operator[](int n); };' 'int &W::operator[](int n) { go(); return v; }' 'W w; w[1] = 2;'
hidden new 'struct W { void *operator new(unsigned long n); int v; };' 'void *W::operator new(unsigned long n) { go(); return std::malloc(n); }' 'W *w = new W; w->v = 1;'
hidden compares 'struct W { int v; bool operator<(const W &o) const; };' 'bool W::operator<(const W &o) const { go(); return v < o.v; }' 'std::set<W> s; W w; w.v = 1; s.insert(w); s.insert(w);'
hidden moved 'struct W { int v; W() {} W(W &&o); };' 'W::W(W &&o) : v(o.v) { go(); }' 'W a; W b = std::move(a); (void)b;'
hidden copied 'struct W { int v; W() {} W(const W &o); };' 'W::W(const W &o) : v(o.v) { go(); }' 'W a; std::vector<W> l; l.push_back(a);'
hidden shifted 'struct W { int v; };
W &operator<<(W &w, int n);' 'W &operator<<(W &w, int n) { go(); return w; }' 'W w; w << 3;'
hidden ranged 'struct It { int operator*(); It &operator++(); bool operator!=(const It &) const; int n; };
struct R { It begin(); It end(); };' 'int It::operator*() { go(); return 1; }
It &It::operator++() { n++; return *this; }
bool It::operator!=(const It &) const { return n < 3; }
It R::begin() { return It(); }
It R::end() { return It(); }' 'R r; for (int x : r) std::printf("%d", x);'
three equal 'struct W { W(int); };
bool operator==(const W &, const W &);
extern W g;' 'W::W(int n) { if (n == 3) go(); }
bool operator==(const W &, const W &) { return true; }
W g(0);' 'if (g == 3) std::puts("x");'
says unknown fast equal
three hashed 'struct W { int v; bool operator==(const W &o) const { return v == o.v; } };
namespace std { template <> struct hash<W> { unsigned long operator()(const W &w) const; }; }' 'unsigned long std::hash<W>::operator()(const W &w) const { go(); return 1; }' 'std::map<int, W> m; W w; w.v = 1; m[1] = w;'
says unknown fast hashed
three literal 'int operator""_go(const char *, unsigned long);' 'int operator""_go(const char *, unsigned long) { go(); return 1; }' 'int n = "x"_go; std::printf("%d", n);'
says unknown fast literal

# of what calls give, and of the functions of a name the one that is not there
hidden chain 'struct W { W &set(int); void run(); };' 'W &W::set(int) { return *this; }
void W::run() { go(); }' 'W w; w.set(1).run();'
hidden overload 'struct W { void run(int); void run(const char *) {} };' 'void W::run(int) { go(); }' 'W w; w.run(3);'
hidden other 'struct W { void run(); };
struct V { void run() {} };' 'void W::run() { go(); }' 'W *w = new W; w->run();'

# a class that derives from one of a library that starts programs
mkdir "$T/derived"
cat >"$T/derived/main.cpp" <<'C'
#include <QProcess>
#include <cstring>
class Runner : public QProcess { };
int main(int argc, char **argv)
{
	if (argc > 1 && std::strcmp(argv[1], "fast") == 0) {
		Runner r;
		r.start(argv[2]);
	}
	return 0;
}
C
says unknown fast derived

# what compiles is seen where it is certain
rtc='#include <nvrtc.h>
static nvrtcProgram prog;
static void go() { nvrtcCompileProgram(prog, 0, 0); }'
# made NAME CLASSES STATEMENTS: the compile call is made
made() {
	three "$1" "$rtc
$2" '' "$3"
	rm "$T/$1/b.cpp"
	run labelaudit --src --label fast "$T/$1"
	check "$1: a compile call is made" grep -q "a compile call is made" "$T/out"
}
w='struct W { W() {} ~W() { go(); } };'
made deleted "$w" 'W *w = new W; delete w;'
made based "$w struct V : W { };" 'V v; (void)v;'
made held "$w struct V { W w; };" 'V v; (void)v;'
made reset "$w" 'std::unique_ptr<W> w(new W); w.reset();'
made unwound "$w" 'try { W w; (void)w; throw 1; } catch (int) { }'
made passed "$w static void use(W w) { (void)w; }" 'use(W());'
made converted 'struct W { W(int n) { go(); } }; static void use(const W &w) { (void)w; }' 'use(3);'
made returned 'struct W { W(int n) { go(); } }; static W give() { return 3; }' 'give();'

# what is harmless costs nothing: a destructor, a constructor or an operator that compiles nothing, of whatever class
harmless() {
	three "$1" "$2" "$3" "$4"
	rm -r "$T/$1.alone"
	case $3 in *go*) ;; *) sed '/^static void go/d' "$T/$1/b.cpp" >"$T/b.cpp" && mv "$T/b.cpp" "$T/$1" ;; esac # one that nothing names may run before main
	says label-only fast "$1"
}
harmless plain 'struct W { W(int n); ~W(); int *p; operator int() const; };' 'W::W(int n) : p(new int[n]) {}
W::~W() { delete[] p; }
W::operator int() const { return *p; }' 'W *w = new W(3); int n = *w; delete w; W v = 4; std::printf("%d", n);'
harmless beside 'struct W { ~W(); int v; };
struct V { ~V(); int v; };' 'W::~W() { go(); }
V::~V() { std::puts("v"); }' 'V *v = new V; delete v; std::unique_ptr<V> u(new V); std::vector<V> l(2);'
harmless copy 'class W { W(const W &); W &operator=(const W &); public: W() {} int v; };' '' 'W w; w.v = 1;'
harmless deleted2 'struct W { W() {} W(const W &) = delete; W &operator=(const W &) = delete; int v; };' '' 'W w; w.v = 1;'
harmless abstract 'struct B { virtual ~B() {} virtual int operator()(int) = 0; };
struct W : B { int operator()(int n) override; };' 'int W::operator()(int n) { return n; }' 'W w; B &b = w; std::printf("%d", b(1));'
harmless unused 'struct W { W(int n); W(const char *s); void run(); void run(int); };' 'W::W(int n) {}
void W::run() {}' 'W w(3); w.run();'
harmless nobody 'struct W { W(); ~W(); void run(); };
struct V { int v; };' '' 'V v; v.v = 1;'
harmless implemented 'struct W { W(int n); W(const W &); W &operator*=(const W &); W &operator=(const W &); int v; };
struct V { V(int n); V &operator*=(const V &w); int v; };' 'W::W(int n) : v(n) {}
V::V(int n) : v(n) {}
V &V::operator*=(const V &w) { v *= w.v; return *this; }' 'W w(3); V a(w.v), b(2); a *= b; std::printf("%d", a.v);'
# a class that is named only within itself has no objects, whatever has functions of the same names; nor does what is only asked for its type run
v='struct V { int n; int run() const { return n; } };
V &any(int n);'
v_has='V &any(int n) { static V v; v.n = n; return v; }'
harmless itself "$v
struct W { W(); ~W(); int run() const; friend std::FILE &operator<<(std::FILE &f, const W &w); static W *self(W *w); };" "$v_has" 'std::printf("%d", any(1).run());'

three derived "$v
struct W { W(); virtual ~W(); int run() const; W *self(); };
struct U : W { };" "$v_has" 'U u; std::printf("%d", any(1).run());'
says unknown fast derived
three unnamed "$v
static struct W { W(); int run() const; W *self(); } w;" "$v_has" 'std::printf("%d", any(1).run());'
says unknown fast unnamed
probe='template <typename T> struct P { template <typename U> static char run(int, typename U::x *); template <typename U> static double run(...); static int run(long);'
harmless probed "$v
$probe enum { v = sizeof(run<T>(0, nullptr)) == sizeof(char), n = noexcept(run(3)) }; static const bool w = decltype(run<T>(0))::value; };
template <bool B> struct Q { enum { v = B }; }; struct R : Q<(sizeof(P<int>::run<int>(0)) > 1)> { };" "$v_has" 'std::printf("%d%d", any(1).run(), P<int>::v + R::v);'
for call in 'enum { v = sizeof(run(0)) + run(3) }; static int w() { return v; }' 'static int w() { return run(3); }' 'int n = sizeof run(0) + run(3); static int w() { P p; return p.n; }' \
	'static int w() { struct L : P { int g() { return run(3); } } l; return l.g(); }'; do
	i=$((${i:-0} + 1))
	three "probe$i" "$v
$probe $call };" "$v_has" 'std::printf("%d%d", any(1).run(), P<int>::w());'
	says unknown fast "probe$i"
done
