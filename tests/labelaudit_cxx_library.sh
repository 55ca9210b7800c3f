# labelaudit --src on C++: the order of maps and sets, what they hold once, what was moved or is thrown, to which class
# an object is cast, members by pointer or by placeholder, fields that an initialiser leaves out, operators that convert.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# go VERDICT NAME BODY [MORE]: of a BODY that declares go; never: it is not that
go() { of "$1" "$2" "using namespace std; $3" 'go ? build() : 0' "#include <any>
#include <set>
#include <stdexcept>
#include <string>
using std::string;
${4:-}"; }
never() {
	go "$@" | sed -n '/^ok/p' | sed "s/^ok/not ok/; s/ is / must not be /" >"$T/never"
	if [ -s "$T/never" ]; then cat "$T/never"; else ok "$2 is not $1"; fi
}

# order
go unreachable map_begin 'map<string, int> m{{"b", 1}, {"a", 0}}; int go = m.begin()->second && jit;'
go wired map_begin_first 'map<string, int> m; m["b"] = 0; m["a"] = 1; int go = m.begin()->second && jit;'
go wired map_break 'map<int, int> m; m[3] = 0; m[-1] = 1; int go = 0; for (auto &p : m) { go = jit && p.second; break; }'
go unreachable map_last 'map<int, int> m{{2, 0}, {1, 1}}; int go = 0; for (auto &p : m) go = jit && p.second;'
never unreachable map_greater 'map<string, int, greater<string>> m{{"a", 0}, {"b", 1}}; int go = jit && m.begin()->second;'
never unreachable map_many 'multimap<string, int> m{{"a", 0}, {"a", 1}}; int go = jit && m.count("a") == 2;'
go unreachable map_erased 'map<int, int> m{{2, 1}, {1, 0}}; m.erase(m.begin()); int go = jit && m.begin()->second == 0;'
go wired set_begin 'set<int> s{3, 1, 2}; int go = jit && *s.begin() == 1;'
go unreachable set_begin_other 'set<int> s{3, 1, 2}; int go = jit && *s.begin() == 3;'
go unreachable set_once 'set<int> s{2, 1, 2}; int go = jit && s.size() == 3;'
go wired set_many 'multiset<int> s{3, 1, 3}; int go = jit && s.size() == 3;'
go wired set_insert 'set<string> s; s.insert("x"); int go = jit && !s.insert("x").second;'
go unreachable set_insert_again 'set<string> s; s.insert("x"); int go = jit && s.insert("x").second;'
# elements
go unreachable array_rest 'array<int, 2> a{jit}; int go = a.back();'
go unreachable array_rest_object 'array<K, 2> a{K{1}}; int go = jit && a[1].v;' 'struct K { int v = 0; };'
never unreachable at_beyond 'vector<int> v; int go = 0; try { v.at(0); } catch (...) { go = jit; }'
go wired at 'vector<int> v{1}; int go = 0; try { v.at(0); go = jit; } catch (...) { }'
# moved
never wired moved_list 'vector<int> v{jit}; auto w = std::move(v); int go = v.size();'
go wired moved_to 'map<string, int> m{{"x", jit}}; auto n = std::move(m); int go = n["x"];'
never wired moved_from 'map<string, int> m{{"x", jit}}; auto n = std::move(m); int go = m.count("x");'
go unreachable moved_cleared 'vector<int> v{jit}, w; w = std::move(v); v.clear(); int go = v.size();'
never wired moved_owner 'auto p = make_unique<K>(); auto q = std::move(p); int go = jit && p;' 'struct K { int a = 1; };'
go wired moved_owner_to 'auto p = make_unique<K>(); auto q = std::move(p); int go = jit && q;' 'struct K { int a = 1; };'
never unreachable moved_not 'vector<int> v{0}; take(std::move(v), jit); int go = v[0];' 'static void take(std::vector<int> &&v, int j) { v[0] = j; }'
# exceptions
go unreachable thrown_text 'int go = 0; try { throw "x"; } catch (const std::exception &e) { go = jit; } catch (...) { }'
go wired thrown_number 'int go = 0; try { throw 3; } catch (const std::exception &e) { } catch (int e) { go = jit && e == 3; }'
go wired thrown_other 'try { try { throw 1; } catch (long) { jit = 0; } } catch (int) { } int go = jit;'
never unreachable thrown_enum 'int go = 0; try { throw A; } catch (En e) { go = jit; }' 'enum En { A, C };'
# casts
B='struct B { virtual ~B() {} }; struct D : B { int n = 1; }; struct E : D {}; struct F : B {};'
go wired cast 'E e; B *b = &e; int go = 0; if (auto *d = dynamic_cast<D *>(b)) go = jit;' "$B"
go unreachable cast_no 'D e; B *b = &e; int go = 0; if (auto *d = dynamic_cast<E *>(b)) go = jit;' "$B"
go wired cast_throws 'F e; B &b = e; int go = 0; try { dynamic_cast<D &>(b); } catch (const std::bad_cast &) { go = jit; }' "$B"
go unreachable cast_ref 'D e; B &b = e; int go = 0; try { dynamic_cast<D &>(b); } catch (const std::bad_cast &) { go = jit; }' "$B"
go unreachable cast_all 'vector<B *> v{new F, new F}; int go = 0; for (B *b : v) if (dynamic_cast<D *>(b)) go = jit;' "$B"
# members
K='struct K { int v = 0; int f() { return 0; } int g() { return 1; } int h(int a) { return a; } };'
go unreachable method 'int (K::*p)() = &K::f; K k; int go = jit && (k.*p)();' "$K"
go wired method_pointer 'auto p = &K::g; K k; K *q = &k; int go = jit && (q->*p)();' "$K"
go unreachable method_table 'struct T { const char *n; int (K::*f)(); } t[] = {{"a", &K::g}, {"fast", &K::f}}; K k; int go = 0; for (auto &e : t) if (!strcmp(argv[1], e.n)) go = (k.*e.f)();' "$K"
never wired field 'int K::*p = &K::v; K k; k.v = jit; k.*p = 0; int go = k.v;' "$K"
never wired field_read 'int K::*p = &K::v; K k; int go = jit && k.*p;' "$K"
never wired mem_fn 'auto f = mem_fn(&K::f); K k; int go = jit && f(k);' "$K"
go wired bind 'using namespace std::placeholders; K k; auto f = std::bind(&K::h, &k, _1); int go = f(jit);' "$K"
go unreachable bind_second 'using namespace std::placeholders; K k; auto f = std::bind(&K::h, &k, _2); int go = f(jit, 0);' "$K"
go wired static_member 'K k; k.n = jit; K j; int go = j.n;' 'struct K { inline static int n = 0; };'
go unreachable static_member_set 'K::n = jit; K j; j.n = 0; int go = K::n;' 'struct K { static int n; }; int K::n = 1;'
go unreachable ref_set 'auto r = ref(jit); r.get() = 0; int go = jit;'
# fields
go wired left_out 'K k{1}; int go = jit && k.b;' 'struct K { int a = 0; bool b = true; };'
go unreachable left_out_no 'K k{1}; int go = jit && k.b;' 'struct K { int a = 0; bool b = false; };'
go unreachable left_out_none 'K k{1}; int go = jit && k.b;' 'struct K { int a; bool b; };'
go wired left_out_of 'K k{jit}; int go = k.w;' 'struct K { int v = 0, w = v; };'
# what a value is
never wired converts 'K k; int go = jit && k;' 'struct K { operator int() const { return 0; } };'
go wired converts_not 'K *k = new K; int go = 0; if (jit && k) go = 1;' 'struct K { static void *operator new(size_t n) { return malloc(n); } };'
never wired trait 'int go = jit && f<int>();' 'template <class T> static int f() { return std::is_same_v<T, long>; }'
never unreachable trait_both 'int go = f<int>() == 0 && f<double>() && jit;' 'template <class T> static int f() { return std::is_floating_point_v<T>; }'
never wired real 'float a = 0.1f; int go = jit && a == 0.1;'
go wired real_half 'double a = 0.5; int go = jit && a == 0.5f;'
# overloads
go wired overload_bool 'int go = jit && f("a");' 'static int f(bool) { return 1; } static int f(const string &) { return 0; }'
go wired overload_text 'string s = "a"; int go = jit && f(s);' 'static int f(bool) { return 0; } static int f(const string &) { return 1; }'
go wired overload_character "int go = jit && f('a');" 'static int f(const char *) { return 0; } static int f(int) { return 1; }'
go unreachable overload_list 'int go = jit && f({1, 2});' 'static int f(std::initializer_list<int>) { return 0; } static int f(std::pair<int, int>) { return 1; }'
