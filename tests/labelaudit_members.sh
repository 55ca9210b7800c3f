# labelaudit --src on members of classes of C++ that are declared and have no body, and on names that C++ finds where a class or
# what a call is given is declared (audit/label/cone_absent.c, cone_inherited.c, cone_hide.c).
. tests/lib.sh
. tests/says.sh

# member NAME CLASSES STATEMENT: under `fast`, the statement runs, behind what declares the classes
member() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <cstring>' '#include <bitset>' '#include <streambuf>' '#include <vector>' "$2" 'static int n;' 'int main(int argc, char **argv)' '{' \
		'	if (argc > 1 && std::strcmp(argv[1], "fast") == 0)' "		$3" '	return n;' '}' >"$T/$1/main.cpp"
}

# a virtual function that nobody has: no object is one, unless it is made elsewhere, which is what hides
member pure 'struct Step { virtual int test(int) = 0; };
static int each(Step *s) { std::bitset<8> b(3); return s ? s->test(1) : b.test(1); }' 'n = each(nullptr);'
says label-only fast pure
member nobody 'struct Step { virtual int test(int); Step() {} };
static int each(Step *s) { std::bitset<8> b(3); return s ? s->test(1) : b.test(1); }' 'Step *s = new Step; n = each(s);'
says unknown fast nobody
member made 'struct Step { virtual int test(int) = 0; };
extern "C" Step *make_step();
static int each(Step *s) { return s ? s->test(1) : 0; }' 'n = each(make_step());'
says unknown fast made
member derived '#include <nvrtc.h>
struct Step { virtual int test(int) = 0; };
struct Own : Step { nvrtcProgram p; int test(int k) override { return nvrtcCompileProgram(p, k, 0); } };
static int each(Step *s) { return s->test(1); }' 'Own o; n = each(&o);'
leaves_open derived

member variable 'struct Step { virtual int test(int) = 0; };
extern Step *step;' 'n = step->test(1);'
says unknown fast variable
member in_array '#include <memory>
struct Step { virtual int test(int) = 0; };
extern std::unique_ptr<Step> steps[3];' 'n = steps[1]->test(1);'
says unknown fast in_array
member maker 'struct Maker { int make(); };
extern Maker maker;' 'n = maker.make();'
says unknown fast maker

# what is declared to be chosen in sizeof() or decltype() is never called; what is called is
probe='template <typename T> class Has { template <typename C> static char test(decltype(&C::capacity)); template <typename C> static long test(...);
public: enum { value = sizeof(test<T>(0)) == 1 };'
each='static int each(int k) { std::bitset<8> b(k); std::vector<std::bitset<8>> v; for (auto &x : v) k += x.test(1); return b.test(1) + v.at(0).test(2); }'
member probe "$probe };
template <typename S> struct Out { template <typename C> static auto test(int) -> decltype(C() << 1); template <typename> static auto test(...) -> void; using type = decltype(test<S>(0)); };
$each" 'n = each(argc) + Has<int>::value + sizeof(Out<int>::type);'
says label-only fast probe
member evaluated "$probe static int now() { return test<T>(0); } };
$each" 'n = each(argc) + Has<int>::now();'
says unknown fast evaluated
member named "$probe template <typename C> static char make(C); };
template <typename T> struct Open : Has<T> { static int now() { return Has<T>::test(0); } };
$each" 'n = each(argc) + Open<int>::now();'
says unknown fast named
member handed "$probe static int now() { return run(&Has::test<T>); } static int run(char (*f)(long)) { return f(1); } };
$each" 'n = each(argc) + Has<int>::now();'
says unknown fast handed
member in_macro "#define NOW(T) (0 ? do_it : test<T>(0))
$probe static int now() { return NOW(T); } };
$each" 'n = each(argc) + Has<int>::now();'
says unknown fast in_macro
member choice "template <typename T> struct Has { template <typename C> static char test(C *); static long test(const char *, ...); };
$each" 'n = each(argc) + Has<int>().test(&n);'
says unknown fast choice

# the base of a template says what those that derive from it have; one that has it not gets what is not there
crtp='template <class D> struct Base { static int row(int); int all() { return D::row(2); } };
struct One : Base<One> { static int row(int k) { return k; } };'
member crtp "$crtp" 'One o; n = o.all();'
says label-only fast crtp
member bare "$crtp
struct Two : Base<Two> {};" 'Two o; n = o.all();'
says unknown fast bare
member by_base "$(echo "$crtp" | sed 's/D::row(2)/row(2)/')" 'One o; n = o.all();'
says unknown fast by_base
member of_base "$(echo "$crtp" | sed 's/D::row(2)/Base::row(2)/')" 'One o; n = o.all();'
says unknown fast of_base

# a friend is no member, whoever declares it
member friends 'struct Job { Job() {} friend int run(const Job &); };' 'Job j; n = run(j);'
says unknown fast friends

# members that a class of the library has, and functions that are found by what they are given: whatever a header that is not there declares
member inherited '#include "more.h"
class Bits : public std::bitset<64> { public: int at(int i) { return test(i); } };
struct Buf : std::streambuf { int go() { setg(nullptr, nullptr, nullptr); return pptr() == nullptr; } };
struct Deep : Bits { int last() { return test(63); } };' 'Bits b; Deep d; Buf f; n = b.at(1) + d.last() + f.go();'
says label-only fast inherited
member own_base '#include "more.h"
struct Plain { int k; };
class Bits : public Plain { public: int at(int i) { return test(i); } };' 'Bits b; n = b.at(1);'
says unknown fast own_base
member other_member '#include "more.h"
class Bits : public std::bitset<64> { public: int at(int i) { return launch(i); } };' 'Bits b; n = b.at(1);'
says unknown fast other_member
member by_operand '#include "more.h"
static int add(std::vector<int> &a, const std::vector<int> &b) { std::copy(b.begin(), b.end(), back_inserter(a)); sort(a.begin(), a.end()); return a.size(); }' \
	'std::vector<int> a, b; n = add(a, b);'
says label-only fast by_operand
member sorts '#include "more.h"
#include <nvrtc.h>
static nvrtcProgram p;
template <class I> void sort(I a, I b) { nvrtcCompileProgram(p, 0, 0); }
static int add(std::vector<int> &a) { sort(a.begin(), a.end()); return a.size(); }' 'std::vector<int> a; n = add(a);'
leaves_open sorts
member other_operands '#include "more.h"
static int add(std::vector<int> &a) { sort(a); return a.size(); }' 'std::vector<int> a; n = add(a);'
says unknown fast other_operands

# a server of gRPC is built and started; what else is called so may compile
member server '#include <grpcpp/grpcpp.h>
static int serve() { grpc::ServerBuilder b; b.BuildAndStart(); return 0; }' 'n = serve();'
says label-only fast server
member engine '#include <grpcpp/grpcpp.h>
static int serve() { grpc::ServerBuilder b; b.BuildAndRun(); return 0; }' 'n = serve();'
says unknown fast engine

# what the reader lost may still be seen to be the body of a member
# lost NAME TEXT: Deep::two() is asked for, and the text stands where it could not be read
lost() {
	mkdir -p "$T/$1"
	printf '%s\n' 'class Job { public: Job(); void one(); int n; };' 'class Deep : public Job { public: int two(int); };' >"$T/$1/job.h"
	printf '%s\n' '#include <cstring>' '#include "job.h"' 'int main(int argc, char **argv)' '{' '	Deep j;' '	if (argc > 1 && std::strcmp(argv[1], "fast") == 0)' '		return j.two(argc);' \
		'	j.one();' '	return 0;' '}' >"$T/$1/main.cpp"
	printf '%s\n' '#include "job.h"' 'Job::Job() { n = 0; }' 'void Job::one() { n = 1; }' "HEAD(x) ( $2 )" >"$T/$1/job.cpp"
}
lost body 'int Deep::two(int k) const { return n + k; }'
says label-only fast body
lost compiles 'int Deep::two(int k) { nvrtcProgram p; return nvrtcCompileProgram(p, 0, 0); }'
leaves_open compiles
lost runs 'int Deep::two(int k) { return system(getenv("CC")); }'
says unknown fast runs
lost other 'int Work::two(int k) { return k; }'
says unknown fast other
lost asked 'int most(Deep &j) { if (j.Deep::two(1) > 2) { return 2; } return 0; }'
says unknown fast asked
lost declares 'int Deep::two(int k); struct Other { };'
says unknown fast declares

# what stops for a debugger of Windows runs nothing, though it is declared by hand; another is not known
for name in DebugBreak LaunchDebugger; do member "hand_$name" "extern \"C\" void $name();" "$name();"; done
says label-only fast hand_DebugBreak
says unknown fast hand_LaunchDebugger
