# labelaudit --src on commands that strings and streams of C++ make: members, variables of namespaces and casts, loops that put words
# behind them, and what changes them; on shells that get a line, and on wordexp().
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
SUFFIX=cpp
std='#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <vector>
using namespace std;'

# members, variables of files, casts
clean cast 'string c = (string)"mkdir -p " + file; system(c.c_str());' "$std"
clean scast 'string c = static_cast<string>("mkdir -p ") + file; system(c.c_str());' "$std"
open no_cast 'string c = (string)"cc -p " + file; system(c.c_str());' "$std"
open no_scast 'string c = static_cast<string>("cc ") + file; system(c.c_str());' "$std"
open no_cast3 'auto c = (long)"ls " + file; system(c);' "$std"
open no_cast4 'X c = (X)"ls " + file; system(c.c_str());' "$std"'
struct X { string s; X(const char *a) : s(a) {} X(string a) : s(a) {} const char *c_str() { return s.c_str(); } X operator+(const char *x) { return X("cc k.c"); } };'
open no_casty 'auto c = static_cast<const char *>("ls; cc k.c") + argc; system(c);' "$std"
clean member_first 'system(("mkdir -p " + o.b + "P").c_str());' "$std"'
struct opt { string b; } o;'
clean member 'tool t; t.go(file);' "$std"'
struct tool { string cmd; void go(const char *f) { cmd = "ls "; cmd += f; system(cmd.c_str()); } };'
clean member_this 'tool t; t.go();' "$std"'
struct tool { string dir; void go() { system(("mkdir -p " + this->dir + "/x").c_str()); } };'
clean member_plain 'tool t; t.go();' "$std"'
struct tool { string dir; void go() { system(("mkdir -p " + dir + "/x").c_str()); } };'
clean member_outside 'tool t; t.go();' "$std"'
struct tool { string dir; void go(); }; void tool::go() { string c = "mkdir -p " + dir; c += "/x"; system(c.c_str()); }'
clean param_member 'go(o);' "$std"'
struct opt { string b; } o; int go(const opt &p) { string c = "ls -d " + p.b + " -i " + p.b; return system(c.c_str()); }'
clean member_ptr 'go(&o);' "$std"'
struct opt { string b; } o; int go(const opt *p) { string c = "ls -d " + p->b + " -i " + p->b; return system(c.c_str()); }'
clean constexpr 'system((K + file).c_str());' "$std"'
static const string K = "ls ";'
open no_memnot 'tool t; t.go(3);' "$std"'
struct tool { const char *cmd; void go(int n) { system("ls; cc k.c" + n); } };'
open no_memnot2 'tool t; t.go();' "$std"'
struct tool { int b; void go() { string x = "ls; cc k.c" + b; system(x.c_str()); } };'
open no_memnot4 'struct opt { int b; } o; string x = "ls; cc k.c" + o.b; system(x.c_str());' "$std"'
struct opt2 { string b; } p;'
open no_globnot 'int K = 4; string x = "ls; cc k.c" + K; system(x.c_str());' "$std"'
string K;'
open no_member3 'tool t; t.set("cc k.c"); t.go();' "$std"'
struct tool { string cmd; void set(string x) { cmd = x; } void go() { if (cmd.empty()) cmd = "ls"; system(cmd.c_str()); } };'
open no_member4 'tool t; t.go(file);' "$std"'
struct tool { string cmd; void no() { cmd = "cc k.c"; } void go(const char *f) { cmd = "ls "; no(); system(cmd.c_str()); } };'
open no_member6 'tool t; t.go(t);' "$std"'
struct tool { string cmd; void go(tool &o) { cmd = "ls "; o.cmd = "cc k.c"; system(cmd.c_str()); } };'
open no_member7 'tool t; t.go(t.cmd);' "$std"'
struct tool { string cmd; void go(string &o) { cmd = "ls "; o = "cc k.c"; system(cmd.c_str()); } };'
open no_member9 'tool t; t.go();' "$std"'
struct tool { string cmd; void go() { string &r = cmd; cmd = "ls "; r = "cc k.c"; system(cmd.c_str()); } };'
open no_memlast 'tool t; t.go();' "$std"'
struct X { string &r; X(string &s) : r(s) {} void f() { r = "cc k.c"; } }; struct tool { string cmd; X x; tool() : x(cmd) {} void go() { cmd = "ls "; x.f(); system(cmd.c_str()); } };'
open no_memlast2 'tool t; t.go();' "$std"'
struct tool { string cmd; void go() { cmd = "ls "; for (int i = 0; i < 2; i++) { system(cmd.c_str()); cmd = "cc k.c"; } } };'
open no_glob 'c = "cc k.c"; run();' "$std"'
string c = "ls"; void run() { system(c.c_str()); }'
open no_globfn 'set(c); run();' "$std"'
void set(string &s) { s = "cc k.c"; } string c = "ls"; void run() { system(c.c_str()); }'
open no_globlast 'run();' "$std"'
string c; void set() { c = "cc k.c"; } void run() { c = "ls"; set(); system(c.c_str()); }'
open no_globlast2 'run();' "$std"'
string c; struct X {} x; void operator<<(X, int) { c = "cc k.c"; } void run() { c = "ls"; x << 1; system(c.c_str()); }'
open no_globlast3 'run();' "$std"'
string c; struct X { ~X() { c = "cc k.c"; } }; void run() { c = "ls"; { X x; } system(c.c_str()); }'
open no_globlast6 'run();' "$std"'
string c; struct X { operator bool() { c = "cc k.c"; return 1; } } x; void run() { c = "ls"; if (x) system(c.c_str()); }'
open no_globlast8 'run();' "$std"'
string c; struct X { int operator[](int) { c = "cc k.c"; return 1; } } x; void run() { c = "ls"; if (x[1]) system(c.c_str()); }'
open no_nswrite2 'ns::c = "cc k.c"; ns::run();' "$std"'
namespace ns { std::string c = "ls"; void run() { system(c.c_str()); } }'
open no_nswrite5 'strcpy(ns::c, "cc k.c"); ns::run();' 'namespace ns { char c[99] = "ls"; void run() { system(c); } }'
open no_nswrite7 'ns::c.assign("cc k.c"); ns::run();' "$std"'
namespace ns { std::string c = "ls"; void run() { system(c.c_str()); } }'
clean between 'string c = "ls " + v[0] + " " + v[1]; system(c.c_str());' "$std"'
vector<string> v;'
open no_between 'string c = "ls " + v[0] + " " + v[1] + "; cc k.c"; system(c.c_str());' "$std"'
vector<string> v;'
open no_between2 'const char *c = "ls; cc k.c" + v[0]; system(c);' "$std"'
vector<int> v;'
open no_between3 'string c = "ls; cc k.c" + v[0]; c = c + " "; system(c.c_str());' "$std"'
vector<int> v;'
clean localmacro '
#define L "ls -l"
		system(L);'
open no_localmacro '
#define L "ls -l"
		system(L);
#undef L
#define L "cc k.c"
		system(L);'
open no_manyparts 'a = argv[3]; for (int i = 0; i < 9; i++) set(i); string c = string("tar xf ") + a + b + d; system(c.c_str());' "$std"'
string a, b, d; void set(int i) { a = "0"; a = "1"; a = "2"; a = "3"; a = "4"; a = "5"; a = "6"; a = "7"; a = "8"; a = "9"; a = "10"; a = "11"; a = "12"; a = "13"; a = "14"; a = "15"; a = "16"; a = "17"; a = "18"; a = "19";b = "0"; b = "1"; b = "2"; b = "3"; b = "4"; b = "5"; b = "6"; b = "7"; b = "8"; b = "9"; b = "10"; b = "11"; b = "12"; b = "13"; b = "14"; b = "15"; b = "16"; b = "17"; b = "18"; b = "19"; d = " --to-command=cc"; }'

# what is put behind, one after another and in loops
clean append2 'string c; c.append("ls ").append(file); system(c.c_str());' "$std"
clean append3 'string c = "ls "; c.append(file, 3); system(c.c_str());' "$std"
open no_append2 'string c; c.append("c").append("c "); system(c.c_str());' "$std"
open no_appret6 'string c = "ls "; c.append("x").insert(0, "cc k.c;"); system(c.c_str());' "$std"
open no_appret7 'string c = "ls "; set(c.append("x")); system(c.c_str());' "$std"'
void set(string &s) { s = "cc k.c"; }'
open no_appret8 'string c = "ls "; string &d = c.append("x"); d = "cc k.c"; system(c.c_str());' "$std"
open no_appret9 'string c = "ls "; c.append("x").swap(d); system(c.c_str());' "$std"'
string d = "cc k.c";'
open no_appret10 'string c = "ls "; c.assign("ls ").swap(d); system(c.c_str());' "$std"'
string d = "cc k.c";'
clean loop 'string c = "ls"; for (int i = 2; i < argc; i++) { c += " "; c += argv[i]; } system(c.c_str());' "$std"
clean loop_stream 'ostringstream c; c << "ls"; for (int i = 2; i < argc; i++) c << " " << argv[i]; system(c.str().c_str());' "$std"
clean loop2 'string c = "tar xf x"; for (int i = 0; i < 2; i++) c += " '\''" + string(file) + "'\''"; system(c.c_str());' "$std"
clean loop3 'string c = "rm -f"; for (auto &f : v) c += " " + f; system(c.c_str());' "$std"'
vector<string> v;'
clean loop4 'string c = "rm -f"; for (auto &f : v) { c += " "; if (f.empty()) c += "x"; else c += f; } c += " 2>/dev/null"; system(c.c_str());' "$std"'
vector<string> v;'
open no_loopplus 'string c("c"); for (int i = 0; i < argc; i++) c += "c"; c += " k.c"; system(c.c_str());' "$std"
open no_loop5 'string c = "ls"; for (int i = 0; i < argc; i++) { c += " "; c += x[i]; c += ";"; c += " cc k.c"; } system(c.c_str());' "$std"'
const char *x[] = {"a", "b"};'
open no_loop7 'string c = "ls "; for (int i = 0; i < argc; i++) { c += "'\''; cc k.c"; } system(c.c_str());' "$std"
open no_loop8 'string c = ""; for (int i = 0; i < argc; i++) { c += i ? "cc k.c" : "ls\n"; } system(c.c_str());' "$std"
open no_loop9 'string c = "c"; for (int i = 0; i < 1; i++) c += "c k.c"; system(c.c_str());' "$std"
open no_loop10 'string c = ""; for (int i = 0; i < 2; i++) { if (i == 1) c += "c k.c"; else c += "c"; } system(c.c_str());' "$std"
open no_loop11 'string c = "ls "; for (int i = 0; i < 2; i++) { if (i == 1) { c = "cc k.c"; break; } c += "c"; } system(c.c_str());' "$std"
open no_loop12 'string c = "ls "; for (int i = 0; i < 2; i++) { c = i ? "cc " + c : c; } system(c.c_str());' "$std"
open no_loop14 'string c = "ls "; while (set(c)) c += "x"; system(c.c_str());' "$std"'
bool set(string &s) { s = "cc k.c"; return 0; }'
open no_loop15 'string c = "tar xf x"; for (int i = 0; i < 2; i++) c += i ? "x" : " --to-command=cc"; system(c.c_str());' "$std"

# who else may change it
open no_assignret 'string c = "ls"; (c = "ls") = "cc k.c"; system(c.c_str());' "$std"
open no_assignret2 'string c = "ls"; (c += " ").assign("cc k.c"); system(c.c_str());' "$std"
open no_data2 'string c("ls k.c"); char *p = (char *)c.c_str(); p[0] = 99; p[1] = 99; system(c.c_str());' "$std"
open no_refmember 'string c("ls"); K k(c); k.s = "cc k.c"; system(c.c_str());' "$std"'
struct K { string &s; K(string &x) : s(x) {} };'
open no_returnedref 'f() = "cc k.c"; system(f().c_str());' "$std"'
string &f() { static string c = "ls"; return c; }'
open no_retauto 'f() = "cc k.c"; system(f().c_str());' "$std"'
auto &f() { static string c = "ls"; return c; }'
open no_retdecl 'f() = "cc k.c"; system(f().c_str());' "$std"'
decltype(auto) f() { static string c = "ls"; return (c); }'
clean retauto 'system(f(file).c_str());' "$std"'
auto f(const char *x) { return "ls " + string(x); }'
open no_streamop2 'ostringstream o; T t; o << "ls " << t; system(o.str().c_str());' "$std"'
struct T {}; ostream &operator<<(ostream &s, const T &) { ((ostringstream &)s).str("cc k.c"); return s; }'
open no_streammanip 'ostringstream o; o << "ls " << m; system(o.str().c_str());' "$std"'
ostream &m(ostream &s) { s.seekp(0); return s << "cc k.c"; }'
open no_ownplus2 'X x; std::string c = "ls "; c += x; system(c.c_str());' 'struct X {}; std::string &operator+=(std::string &s, X) { return s = "cc k.c"; }'
open no_ownplus3 'X x; string c = string("ls ") + x; system(c.c_str());' "$std"'
struct X {}; string operator+(const string &a, X) { return "cc k.c"; }'
open no_ownplus5 'X x; string c = string("ls ") + x.y; system(c.c_str());' "$std"'
struct Y {}; struct X { Y y; }; string operator+(const string &a, Y) { return "cc k.c"; }'
clean ownplus 'string c = string("ls ") + file; system(c.c_str());' "$std"'
struct Y {}; string operator+(const string &a, Y) { return "x"; }'
clean ownplus6 'string c = string("ls ") + o.x; system(c.c_str());' "$std"'
struct Y { int a; }; struct O { string x; } o; Y operator+(const Y &a, Y b) { return b; }'
open no_ownplus6 'X x; string c = string("ls ") + x; system(c.c_str());' "$std"'
struct X {}; template <class T> T operator+(const T &a, X) { return "cc k.c"; }'
open no_ownplus7 'X x; string c = string("ls "); c += x; system(c.c_str());' "$std"'
struct X {}; template <class T> void operator+=(T &a, X) { a = "cc k.c"; }'
open no_ownplus8 'X x; string c = string("ls "); c += x; system(c.c_str());' "$std"'
struct X {}; void operator+=(string &a, X) { a = "cc k.c"; }'
open no_ownplus9 'X x; string c = "ls " + x + " k"; system(c.c_str());' "$std"'
struct X {}; X operator+(const char *a, X) { return X(); } string operator+(X, const char *a) { return "cc k.c"; }'
clean endstop 'string c = string("ls ") + o.x; system(c.c_str());' "$std"'
struct O { string x; } o; struct End { string operator+() const { return ""; } }; template <class T> T const &operator+(T const &v, End) { return v; }
#define INFO(x) use(x + End())
'
open no_endstop 'string c = string("ls ") + End(); system(c.c_str());' "$std"'
struct End { }; string operator+(string const &v, End) { return "cc k.c"; }'
open no_endstop2 'auto e = End(); string c = string("ls ") + e; system(c.c_str());' "$std"'
struct End { }; string operator+(string const &v, End) { return "cc k.c"; }'
open no_endstop3 'string c = string("ls ") + v[0]; system(c.c_str());' "$std"'
struct End { }; vector<End> v; string operator+(string const &v, End) { return "cc k.c"; }'
open no_endstop4 'string c = string("ls ") + End{}; system(c.c_str());' "$std"'
struct End { }; string operator+(string const &v, End) { return "cc k.c"; }'
clean derived_member 'tool t; t.go();' "$std"'
struct F : string { F(const char *s = "") : string(s) {} }; struct tool { F dir; void go() { system(("mkdir -p " + dir + "/x").c_str()); } };'
open no_derived_member 'tool t; t.go();' "$std"'
struct F : string { F(const char *s = "") : string("cc k.c") {} }; struct tool { F dir = "ls"; void go() { system(dir.c_str()); } };'
open no_derived_member2 'tool t; t.go();' "$std"'
struct F : string { F(const char *s = "") : string(s) {} const char *c_str() { return "cc k.c"; } }; struct tool { F dir; void go() { dir = "ls"; system(dir.c_str()); } };'
open no_derived_member3 'tool t; t.go();' "$std"'
struct F : string { F &operator=(const char *s) { assign("cc k.c"); return *this; } }; struct tool { F dir; void go() { dir = "ls"; system(dir.c_str()); } };'
open no_derived_member4 'tool t; t.go();' "$std"'
struct F : string { F() {} F(const char *s) : string("cc k.c") {} }; struct tool { F dir; void go() { dir = "ls"; system(dir.c_str()); } };'

# words for a shell that another starts, expansion of words, quotes in messages
clean shc 'system("bash --noprofile -c \"which ls 2>/dev/null | tr -d 1\"");'
clean shc2 'char c[99]; sprintf(c, "sh -c '\''ls %s'\''", file); system(c);'
clean shc3 'system("/bin/sh -c '\''ls; wc -l x'\'' > /dev/null 2>&1");'
clean shc4 'system("bash -c '\''ls *.c'\'' && rm x");'
open no_shc 'system("sh -c \"cc k.c\"");'
open no_shc2 'system("sh -c \"ls; cc k.c\"");'
open no_shc3 'system("sh -c \"$X\"");'
open no_shc4 'system("sh x.sh");'
open no_shc6 'system("sh -c '\''$0'\'' cc");'
open no_shc7 'system("BASH_ENV=k bash -c ls");'
open no_shc8 'system("sh -c '\''ls $(cc k.c)'\''");'
open no_shc9 'system("sh -c");'
open no_shc11 'char c[99]; sprintf(c, "sh -c %s", file); system(c);'
open no_shc12 'system("sh -s -c ls < k");'
open no_shc14 'system("sh -c \"\$X\"");'
open no_shc16 'system("sh -c \"ls \\'\'' ; cc k.c \\'\''\"");'
open no_shc20 'system("sh -c \"ls\" > x; sh x");'
open no_shc22 'system("sh -c '\'''\''cc");'
open no_shc23 'system("bash --rcfile x -c ls");'
open no_shc24 'system("sh -c ls'\''; cc k.c'\''");'
clean wordexp 'wordexp_t p; wordexp(file, &p, WRDE_NOCMD);'
clean wordexp2 'wordexp_t p; wordexp(file, &p, WRDE_NOCMD | WRDE_UNDEF);'
open no_wordexp 'wordexp_t p; wordexp(file, &p, 0);'
open no_wordexp2 'wordexp_t p; wordexp(file, &p, WRDE_UNDEF);'
open no_wordexp3 'wordexp_t p; wordexp(file, &p, ~WRDE_NOCMD);'
open no_wordexp5 'wordexp_t p; wordexp(file, &p, WRDE_NOCMD);' '#undef WRDE_NOCMD
#define WRDE_NOCMD 0'
open no_wordexp6 'wordexp_t p; wordexp(file, &p, argc > 3 ? WRDE_NOCMD : 0);'
clean quote 'char c[99]; sprintf(c, "rm %s", file); system(c);' 'static void set(void) { puts("added `./stop'\''"); puts("`gcc'\'' not found"); }'
open no_gaptick 'char c[99]; sprintf(c, "rm %s", x); system(c);' 'static char x[99]; void set(void) { scanf("%s", x); puts("`./gen` x"); }'
open no_gaptick2 'char c[99]; sprintf(c, "rm %s", x); system(c);' 'static char x[99]; void set(void) { scanf("%s", x); puts("`./gen '\'' a` x"); }'
open no_gaptick4 'char c[99]; sprintf(c, "rm %s", x); system(c);' 'static char x[99]; void set(void) { scanf("%s", x); puts("`'\''./gen'\'' x`"); }'
open no_placed 'new (&c) string("cc k.c"); system(c.c_str());' "$std"'
string c = "ls";'
open no_placed_local 'string c = "ls"; new (&c) string("cc k.c"); system(c.c_str());' "$std"
