# labelaudit --src on members of classes of C++ that are declared and have no body, and on names that C++ finds where a class or
# what a call is given is declared (audit/label/cone/cone_absent.c, cone_inherited.c, cone_hide.c).
. tests/lib.sh
. tests/says.sh

# member NAME CLASSES STATEMENT: under `fast`, the statement runs, behind what declares the classes
member() {
	mkdir -p "$T/$1"
	printf '%s\n' '#include <cstring>' '#include <bitset>' '#include <streambuf>' '#include <vector>' "$2" 'static int n;' 'int main(int argc, char **argv)' '{' \
		'	if (argc > 1 && std::strcmp(argv[1], "fast") == 0)' "		{ $3 }" '	return n;' '}' >"$T/$1/main.cpp"
}

# a virtual function that nobody has is somebody's, whoever makes the object that it is called of
pure='struct Step { virtual int test(int) = 0; };'
each='static int each(Step *s) { return s ? s->test(1) : 0; }'
member nobody 'struct Step { virtual int test(int); Step() {} };
static int each(Step *s) { std::bitset<8> b(3); return s ? s->test(1) : b.test(1); }' 'Step *s = new Step; n = each(s);'
says unknown fast nobody
member made "$pure extern \"C\" Step *make_step(); $each" 'n = each(make_step());'
says unknown fast made
member derived "#include <nvrtc.h>
$pure"'
struct Own : Step { nvrtcProgram p; int test(int k) override { return nvrtcCompileProgram(p, k, 0); } };
static int each(Step *s) { return s->test(1); }' 'Own o; n = each(&o);'
check 'what an object of the tree compiles is seen' sh -c '"$1" --src --label fast "$2" | grep -q "compile nvrtcCompileProgram"' - labelaudit "$T/derived"
member variable "$pure extern Step *step;" 'n = step->test(1);'
says unknown fast variable
member by_function "$pure extern Step *step; static Step &one() { return *step; }" 'n = one().test(1);'
says unknown fast by_function
member by_cast "$pure" 'Step *s = (Step *)std::strtoul(argv[2], 0, 0); n = s->test(1);'
says unknown fast by_cast
member of_library "#include <registry.h>
$pure" 'Step *s = get<Step>(); n = s->test(1);'
says unknown fast of_library
member set_to "$pure extern Step *the_step;" 'Step *s = the_step; n = s->test(1);'
says unknown fast set_to
member in_array "#include <memory>
$pure extern std::unique_ptr<Step> steps[3];" 'n = steps[1]->test(1);'
says unknown fast in_array
member maker 'struct Maker { int make(); };
extern Maker maker;' 'n = maker.make();'
says unknown fast maker
mkdir -p "$T/caller"
echo "$pure int start(const char *mode, Step *s);" >"$T/caller/step.h"
printf '%s\n' '#include <cstring>' '#include "step.h"' 'int start(const char *mode, Step *s)' '{' '	return std::strcmp(mode, "fast") == 0 ? s->test(1) : 0;' '}' >"$T/caller/step.cpp"
says unknown fast caller

# what is declared to be chosen in sizeof() or decltype() is never called; what is called is
probe='template <typename T> class Has { template <typename C> static char test(decltype(&C::capacity)); template <typename C> static long test(...);
public: enum { value = sizeof(test<T>(0)) == 1 };'
member probe "$probe };
template <typename S> struct Out { template <typename C> static auto test(int) -> decltype(C() << 1); template <typename> static auto test(...) -> void; using type = decltype(test<S>(0)); };" \
	'n = Has<int>::value + sizeof(Out<int>::type);'
says label-only fast probe
member evaluated "$probe static int now() { return test<T>(0); } };" 'n = Has<int>::now();'
says unknown fast evaluated
member named "$probe template <typename C> static char make(C); };
template <typename T> struct Open : Has<T> { static int now() { return Has<T>::test(0); } };" 'n = Open<int>::now();'
says unknown fast named
member handed "$probe static int now() { return run(&Has::test<T>); } static int run(char (*f)(long)) { return f(1); } };" 'n = Has<int>::now();'
says unknown fast handed
member in_macro "#define NOW(T) (0 ? do_it : test<T>(0))
$probe static int now() { return NOW(T); } };" 'n = Has<int>::now();'
says unknown fast in_macro
for value in 0 nullptr; do
	member "far_$value" "$probe };
extern Has<int> has;" "n = has.test<int>($value);"
	says unknown fast "far_$value"
done
run='struct Engine { static int run(...); };'
member by_element "$run" 'Engine e[2]; n = e[1].run(argv[2]);'
says unknown fast by_element
member by_member "$run struct All { Engine engine; };" 'All a; n = a.engine.run(argv[2]);'
says unknown fast by_member
member by_auto "$run static Engine make() { return Engine(); }" 'auto e = make(); n = e.run(argv[2]);'
says unknown fast by_auto
member by_using "$run using E = Engine;" 'n = E::run(argv[2]);'
says unknown fast by_using
member by_address "$run" 'Engine e; auto f = &e.run; n = f(argv[2]);'
says unknown fast by_address
member by_template 'struct Engine { template <class T> static int run(const char *); template <class T> static long run(...); };' 'Engine e[2]; n = e[1].run<int>(argv[2]);'
says unknown fast by_template

# the base of a template says what those that derive from it have, and others may call what it has itself
crtp='template <class D> struct Base { static int row(int); int all() { return D::row(2); } };
struct One : Base<One> { static int row(int k) { return k; } };'
member bare "$crtp
struct Two : Base<Two> {};" 'Two o; n = o.all();'
says unknown fast bare
member by_base "$(echo "$crtp" | sed 's/D::row(2)/row(2)/')" 'One o; n = o.all();'
says unknown fast by_base
member of_base "$(echo "$crtp" | sed 's/D::row(2)/Base::row(2)/')" 'One o; n = o.all();'
says unknown fast of_base
for arg in int One; do
	member "base_$arg" "$crtp
extern Base<$arg> base;" 'n = base.row(1);'
	says unknown fast "base_$arg"
done
member by_alias "$crtp
using B = Base<int>;" 'n = B::row(1);'
says unknown fast by_alias
member by_parameter "$crtp
template <class T> int call() { return T::row(1); }" 'n = call<Base<int>>();'
says unknown fast by_parameter

# a friend is no member, whoever declares it
member friends 'struct Job { Job() {} friend int run(const Job &); };' 'Job j; n = run(j);'
says unknown fast friends

# members that a class of the library has, whatever a header that is not there declares; it may have what is found by operands
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
for lacks in 'vector<int>: push' 'exception: code' 'streambuf: underflown'; do
	base="${lacks%%: *}" name="${lacks##*: }"
	member "no_$name" "#include \"more.h\"
class K : public std::$base { public: int at(int i) { return $name(i); } };" 'K k; n = k.at(1);'
	says unknown fast "no_$name"
done
member of_template '#include "more.h"
template <class T> class K : public std::vector<T> { public: int at(int i) { return push_back(i); } };' 'K<int> k; n = k.at(1);'
says unknown fast of_template
member twice '#include "more.h"
struct Buf : std::streambuf { };
namespace other { struct Buf { int k; int at(int i) { return setp(i); } }; }' 'other::Buf k; n = k.at(1);'
says unknown fast twice
member by_operand '#include "more.h"
static int add(std::vector<int> &a, const std::vector<int> &b) { std::copy(b.begin(), b.end(), back_inserter(a)); sort(a.begin(), a.end()); return a.size(); }' \
	'std::vector<int> a, b; n = add(a, b);'
says unknown fast by_operand
member sorts '#include "more.h"
#include <nvrtc.h>
static nvrtcProgram p;
template <class I> void sort(I a, I b) { nvrtcCompileProgram(p, 0, 0); }
static int add(std::vector<int> &a) { sort(a.begin(), a.end()); return a.size(); }' 'std::vector<int> a; n = add(a);'
check 'an algorithm of the tree is seen' sh -c '"$1" --src --label fast "$2" | grep -q "compile nvrtcCompileProgram"' - labelaudit "$T/sorts"
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
