# labelaudit --src on C++: which function of a class and its bases is called, and objects that are copied to one of a base.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# program NAME CLASSES BODY RUN: BODY, after which RUN is what is timed; "fast" is asked for where jit is 1
program() {
	cat >"$T/$1" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>
$(rtc_build "std::")
static void loop(float *x) { for (int i = 0; i < 32; i++) x[i] *= 2; }
static void serve(CUfunction f, const float *x)
{
	void *a[] = {&x};
	if (cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, a, 0))
		std::abort();
}
$2
$(rtc_main std:: "$3" "$4")
C
}

virtual='struct Base { virtual void run(float *x) { loop(x); } virtual ~Base() {} };
struct Jit : Base { CUfunction f; Jit() : f(build()) {} void run(float *x) override { serve(f, x); } };'
hidden='struct Base { void run(float *x) { loop(x); } void go(float *x) { run(x); } virtual ~Base() {} };
struct Jit : Base { CUfunction f; Jit() : f(build()) {} void run(float *x) { serve(f, x); } };'

# a function that is not virtual is that of the declared type
program pointer.cpp "$virtual" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says wired fast pointer.cpp
program hidden.cpp "$hidden" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says label-only fast hidden.cpp
program itself.cpp "$hidden" 'Jit *b = jit ? new Jit : nullptr; if (!b) return 1;' 'b->run(x)'
says wired fast itself.cpp
program owner.cpp "$hidden" 'std::unique_ptr<Base> b; if (jit) b.reset(new Jit); else b.reset(new Base);' 'b->run(x)'
says label-only fast owner.cpp
program made.cpp "$hidden" 'if (!jit) return 1; auto b = std::make_unique<Jit>();' 'b->run(x)'
says wired fast made.cpp
program gives.cpp "$hidden
static std::unique_ptr<Base> make(int jit) { if (jit) return std::make_unique<Jit>(); return std::make_unique<Base>(); }" 'auto b = make(jit);' 'b->run(x)'
says label-only fast gives.cpp
program refers.cpp "$hidden" 'Jit *j = jit ? new Jit : nullptr; if (!j) return 1; Base &b = *j;' 'b.run(x)'
says label-only fast refers.cpp
program param.cpp "$hidden
static void time(Base &b, float *x) { b.run(x); }" 'Jit *b = jit ? new Jit : nullptr; if (!b) return 1;' 'time(*b, x)'
says label-only fast param.cpp
program tmpl.cpp "$hidden
template <class T> static void time(T &b, float *x) { b.run(x); }" 'Jit *b = jit ? new Jit : nullptr; if (!b) return 1;' 'time(*b, x)'
leaves_open tmpl.cpp
program inside.cpp "$hidden" 'Jit *b = jit ? new Jit : nullptr; if (!b) return 1;' 'b->go(x)'
says label-only fast inside.cpp
program this.cpp "$(echo "$hidden" | sed 's/{ run(x); }/{ this->run(x); }/')" 'Jit *b = jit ? new Jit : nullptr; if (!b) return 1;' 'b->go(x)'
says label-only fast this.cpp
program virtualinside.cpp "$(echo "$hidden" | sed 's/{ void run/{ virtual void run/')" 'Jit *b = jit ? new Jit : nullptr; if (!b) return 1;' 'b->go(x)'
says wired fast virtualinside.cpp
program vector.cpp "$hidden" 'std::vector<Base *> v; if (jit) v.push_back(new Jit); else v.push_back(new Base);' 'for (auto &b : v) b->run(x)'
says label-only fast vector.cpp
program vectorvirtual.cpp "$virtual" 'std::vector<Base *> v; if (jit) v.push_back(new Jit); else v.push_back(new Base);' 'for (auto &b : v) b->run(x)'
says wired fast vectorvirtual.cpp
program member.cpp "$hidden
struct Slot { Base *b = nullptr; };" 'Slot s; s.b = jit ? new Jit : new Base;' 's.b->run(x)'
says label-only fast member.cpp
program global.cpp "$hidden
static Base *b;" 'b = jit ? new Jit : new Base;' 'b->run(x)'
says label-only fast global.cpp
program cast.cpp "$hidden" 'Base *b = jit ? new Jit : nullptr; if (!b) return 1;' 'static_cast<Jit *>(b)->run(x)'
leaves_open cast.cpp
program crtp.cpp "template <class D> struct Base { void go(float *x) { loop(x); } void run(float *x) { static_cast<D *>(this)->go(x); } };
struct Jit : Base<Jit> { CUfunction f; Jit() : f(build()) {} void go(float *x) { serve(f, x); } };" 'if (!jit) return 1; Jit b;' 'b.run(x)'
says wired fast crtp.cpp

program self.cpp 'template <class D> struct Base { D &self() { return static_cast<D &>(*this); } void go(float *x) { loop(x); } void run(float *x) { self().go(x); } };
struct Jit : Base<Jit> { CUfunction f; Jit() : f(build()) {} void go(float *x) { serve(f, x); } };' 'if (!jit) return 1; Jit b;' 'b.run(x)'
says wired fast self.cpp

# what overrides has the same parameters
program const.cpp "$(echo "$virtual" | sed '2s/run(float \*x) override/run(const float *x)/')" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says label-only fast const.cpp
program object.cpp "$(echo "$virtual" | sed '2s/run(float \*x) override/run(float *x) const/')" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says label-only fast object.cpp
program count.cpp "$(echo "$virtual" | sed '2s/run(float \*x) override/run(float *x, int)/')" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says label-only fast count.cpp
program silent.cpp "$(echo "$virtual" | sed '2s/ override//')" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says wired fast silent.cpp
program alias.cpp "using floats = float *;
$(echo "$virtual" | sed '2s/run(float \*x) override/run(floats x)/')" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says wired fast alias.cpp
spelt() { # VERDICT NAME PARAMETERS PARAMETERS OF WHAT DERIVES
	program "$2.cpp" "struct Base { virtual void run($3) { loop(x); } virtual ~Base() {} };
struct Jit : Base { CUfunction f; Jit() : f(build()) {} void run($4) { serve(f, x); } };" 'Base *b = jit ? new Jit : new Base;' 'b->run(x, 0)'
	says "$1" fast "$2.cpp"
}
spelt wired brackets 'float *x, int' 'float x[], int'
spelt wired bounds 'float x[32], int' 'float *x, int'
spelt label-only constant 'float *x, int' 'const float x[], int'
spelt wired unsigned 'float *x, unsigned int n' 'float *x, unsigned n'
spelt wired short 'float *x, short n' 'float *x, short int n'
spelt wired long 'float *x, unsigned long n' 'float *x, long unsigned int n'
spelt wired signed 'float *x, int n' 'float *x, signed n'
spelt label-only signs 'float *x, int n' 'float *x, unsigned n'
spelt label-only sizes 'float *x, long n' 'float *x, long long n'
spelt label-only chars 'float *x, char n' 'float *x, signed char n'
program outside.cpp "struct Base { virtual void run(float *x); virtual ~Base() {} };
struct Jit : Base { CUfunction f; Jit() : f(build()) {} void run(float *x); };
void Base::run(float *x) { loop(x); }
void Jit::run(float *x) { serve(f, x); }" 'Base *b = jit ? new Jit : new Base;' 'b->run(x)'
says wired fast outside.cpp
program third.cpp "$virtual
struct More : Jit { void run(const float *x) { loop(const_cast<float *>(x)); } };" 'Base *b = jit ? new More : new Base;' 'b->run(x)'
says wired fast third.cpp
program pure.cpp "struct Base { virtual void run(float *x) = 0; virtual ~Base() = default; };
struct Host : Base { void run(float *x) override { loop(x); } };
struct Jit : Base { CUfunction f; Jit() : f(build()) {} void run(float *x) final { serve(f, x); } };" 'Base *b; if (jit) b = new Jit; else b = new Host;' 'b->run(x)'
says wired fast pure.cpp

# an object that becomes one of its base is that
program slice.cpp "$virtual" 'if (!jit) return 1; Base b = Jit();' 'b.run(x)'
says label-only fast slice.cpp
program whole.cpp "$virtual" 'if (!jit) return 1; const Base &b = Jit();' 'b.run(x)'
says wired fast whole.cpp
program element.cpp "$virtual" 'std::vector<Base> v; if (jit) v.push_back(Jit()); else v.push_back(Base());' 'v[0].run(x)'
says label-only fast element.cpp
program braces.cpp "$virtual" 'if (!jit) return 1; std::vector<Base> v{Jit()};' 'v[0].run(x)'
says label-only fast braces.cpp
program pointers.cpp "$virtual
using BasePtr = Base *;" 'std::vector<BasePtr> v; if (jit) v.push_back(new Jit()); else v.push_back(new Base());' 'v[0]->run(x)'
says wired fast pointers.cpp
program owners.cpp "$virtual" 'std::map<std::string, std::unique_ptr<Base>> v; if (jit) v["a"].reset(new Jit()); else v["a"] = std::make_unique<Base>();' 'v["a"]->run(x)'
says wired fast owners.cpp
program byvalue.cpp "$virtual
static void time(Base b, float *x) { b.run(x); }" 'Base *b = jit ? new Jit : new Base;' 'time(*b, x)'
says label-only fast byvalue.cpp
program returned.cpp "$virtual
static Base make() { return Jit(); }" 'if (!jit) return 1; Base b = make();' 'b.run(x)'
says label-only fast returned.cpp
program typedef.cpp "$virtual
typedef Base *BasePtr;" 'BasePtr b = jit ? new Jit : new Base;' 'b->run(x)'
says wired fast typedef.cpp
