# labelaudit --src on C++: what a lambda captures by value is a copy, made where the lambda is.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# program NAME BODY: BODY, in which run(x) is what is timed, after it; before it f is not set, "fast" is asked for where jit is 1
program() {
	cat >"$T/$1" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <vector>
$(rtc_build "std::")
$(rtc_serve "std::")
struct Job { CUfunction f = nullptr; std::vector<CUfunction> all; };
static CUfunction g;
$(rtc_main std:: "static CUfunction kept; CUfunction f = nullptr; $2" "run(x)")
C
}

program before.cpp 'auto run = [f](float *x) { serve(f, x); }; if (jit) f = build();'
says label-only fast before.cpp
program after.cpp 'if (jit) f = build(); auto run = [f](float *x) { serve(f, x); };'
says wired fast after.cpp
program cleared.cpp 'if (jit) f = build(); auto run = [f](float *x) { serve(f, x); }; f = nullptr;'
says wired fast cleared.cpp
program ref.cpp 'auto run = [&f](float *x) { serve(f, x); }; if (jit) f = build();'
says wired fast ref.cpp
program all.cpp 'auto run = [=](float *x) { serve(f, x); }; if (jit) f = build();'
says label-only fast all.cpp
program but.cpp 'auto run = [=, &f](float *x) { serve(f, x); }; if (jit) f = build();'
says wired fast but.cpp
program allref.cpp 'auto run = [&](float *x) { serve(f, x); }; if (jit) f = build();'
says wired fast allref.cpp
program only.cpp 'auto run = [&, f](float *x) { serve(f, x); }; if (jit) f = build();'
says label-only fast only.cpp
# what is not of a function, or lives on, is no copy
program global.cpp 'auto run = [=](float *x) { serve(g, x); }; if (jit) g = build();'
says wired fast global.cpp
program static.cpp 'auto run = [=](float *x) { serve(kept, x); }; if (jit) kept = build();'
says wired fast static.cpp
# made where the lambda is, once
program init.cpp 'auto run = [k = jit ? build() : nullptr](float *x) { serve(k, x); }; jit = 0;'
says wired fast init.cpp
program initref.cpp 'auto run = [&k = f](float *x) { serve(k, x); }; if (jit) f = build();'
says wired fast initref.cpp
program braces.cpp 'auto run = [k{f}](float *x) { serve(k, x); }; if (jit) f = build();'
says label-only fast braces.cpp
program mutable.cpp 'auto run = [f, jit](float *x) mutable { if (jit) { f = build(); jit = 0; } serve(f, x); }; run(x);'
says wired fast mutable.cpp
program own.cpp 'auto set = [f, jit]() mutable { if (jit) f = build(); }; set(); auto run = [&f](float *x) { serve(f, x); };'
says label-only fast own.cpp
# objects are copied with their variable, not where a pointer to them is
program object.cpp 'Job j; auto run = [j](float *x) { serve(j.f, x); }; if (jit) j.f = build();'
says label-only fast object.cpp
program pointer.cpp 'Job *j = new Job; auto run = [j](float *x) { serve(j->f, x); }; if (jit) j->f = build();'
says wired fast pointer.cpp
program shared.cpp 'auto j = std::make_shared<Job>(); auto run = [j](float *x) { serve(j->f, x); }; if (jit) j->f = build();'
says wired fast shared.cpp
program sharedtype.cpp 'std::shared_ptr<Job> j(new Job); auto run = [j](float *x) { serve(j->f, x); }; if (jit) j->f = build();'
says wired fast sharedtype.cpp
program address.cpp 'CUfunction *p = &f; auto run = [p](float *x) { serve(*p, x); }; if (jit) f = build();'
says wired fast address.cpp
program vector.cpp 'std::vector<CUfunction> v; auto run = [v](float *x) { serve(v.empty() ? nullptr : v[0], x); }; if (jit) v.push_back(build());'
says label-only fast vector.cpp
program vectorref.cpp 'std::vector<CUfunction> v; auto run = [&v](float *x) { serve(v.empty() ? nullptr : v[0], x); }; if (jit) v.push_back(build());'
says wired fast vectorref.cpp
# a lambda in a lambda, and one that outlives its function
program inner.cpp 'auto make = [f, jit]() { CUfunction k = jit ? build() : f; return [k](float *x) { serve(k, x); }; }; auto run = make();'
says wired fast inner.cpp
program nested.cpp 'auto run = [&](float *x) { auto now = [=](float *y) { serve(f, y); }; now(x); }; if (jit) f = build();'
says wired fast nested.cpp
program function.cpp 'std::function<void(float *)> run = [](float *x) { loop(x); }; if (jit) { f = build(); run = [f](float *x) { serve(f, x); }; }'
says wired fast function.cpp
# a variable of an inner block that has the name of another
program block.cpp 'std::function<void(float *)> run; { CUfunction f = jit ? build() : nullptr; run = [f](float *x) { serve(f, x); }; }'
says wired fast block.cpp
program outer.cpp 'std::function<void(float *)> run = [f](float *x) { serve(f, x); }; { CUfunction f = jit ? build() : nullptr; x[0] = f != nullptr; }'
says label-only fast outer.cpp
