# labelaudit --src on C++: pairs, structured bindings, what functions return, algorithms of std over what
# containers hold, lambdas that are copied, unions, and calls through casts. Each program was also run.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# pairs and tuples are values
of label-only pairmade 'Ctx a; auto p = std::make_pair(1, a); if (jit) p.second.f = build();' a.f
of wired pairown 'Ctx a; auto p = std::make_pair(1, a); if (jit) p.second.f = build();' p.second.f
of label-only pairbraces 'Ctx a; std::pair<Ctx, int> p{a, 1}; if (jit) p.first.f = build();' a.f
of label-only paircopied 'std::pair<Ctx, int> p; auto q = p; if (jit) q.first.f = build();' p.first.f
of wired pairref 'std::pair<Ctx, int> p; auto &q = p; if (jit) q.first.f = build();' p.first.f
of wired pairpointer 'Ctx a; auto p = std::make_pair(1, &a); auto q = p; if (jit) q.second->f = build();' a.f
of wired tied 'Ctx a; auto p = std::tie(a); if (jit) std::get<0>(p).f = build();' a.f
of label-only pairsby 'std::vector<std::pair<int, Ctx>> v(1); for (auto p : v) if (jit) p.second.f = build();' 'v[0].second.f'
of wired pairsref 'std::vector<std::pair<int, Ctx>> v(1); for (auto &p : v) if (jit) p.second.f = build();' 'v[0].second.f'
of wired sharedones 'std::vector<std::shared_ptr<Ctx>> v(1, std::make_shared<Ctx>()); auto w = v; if (jit) w[0]->f = build();' 'v[0]->f'

# structured bindings name parts of a copy, or the parts
of label-only bound 'std::map<std::string, Ctx> v; v["a"]; for (auto [k, e] : v) if (jit) e.f = build();' 'v["a"].f'
of wired boundref 'std::map<std::string, Ctx> v; v["a"]; for (auto &[k, e] : v) if (jit) e.f = build();' 'v["a"].f'
of label-only boundhandle 'struct T { CUfunction f; int n; } u = {nullptr, 0}; auto [f, n] = u; if (jit) f = build();' u.f
of wired boundhandleref 'struct T { CUfunction f; int n; } u = {nullptr, 0}; auto &[f, n] = u; if (jit) f = build();' u.f
of wired boundarray 'CUfunction u[2] = {nullptr, nullptr}; auto &[f, g] = u; if (jit) g = build();' 'u[1]'
of label-only boundarraycopy 'CUfunction u[2] = {nullptr, nullptr}; auto [f, g] = u; if (jit) g = build();' 'u[1]'
of wired boundresult 'auto [f, n] = make(jit);' f 'static std::pair<CUfunction, int> make(int jit) { return {jit ? build() : nullptr, 1}; }'

# what a function returns by value
of label-only returned 'if (jit) all()[0].f = build();' 'g[0].f' 'static std::vector<Ctx> g(1); static std::vector<Ctx> all() { return g; }'
of wired returnedref 'if (jit) all()[0].f = build();' 'g[0].f' 'static std::vector<Ctx> g(1); static std::vector<Ctx> &all() { return g; }'
of wired returnedptr 'Ctx a; all().push_back(&a); if (jit) all()[0]->f = build();' a.f 'static std::vector<Ctx *> &all() { static std::vector<Ctx *> v; return v; }'

# algorithms
of wired each 'std::vector<Ctx> v(1); std::for_each(v.begin(), v.end(), [&](Ctx &c) { if (jit) c.f = build(); });' 'v[0].f'
of label-only eachcopy 'std::vector<Ctx> v(1); std::for_each(v.begin(), v.end(), [&](Ctx c) { if (jit) c.f = build(); });' 'v[0].f'
of wired eachhandle 'std::vector<CUfunction> v(2); std::for_each(v.begin(), v.end(), [&](CUfunction &f) { if (jit) f = build(); });' 'v[1]'
of label-only eachhandlecopy 'std::vector<CUfunction> v(2); std::for_each(v.begin(), v.end(), [&](CUfunction f) { if (jit) f = build(); });' 'v[1]'
of wired eachofmap 'std::map<int, Ctx> v; v[1]; std::for_each(v.begin(), v.end(), [&](auto &p) { if (jit) p.second.f = build(); });' 'v[1].f'
of wired generated 'std::vector<CUfunction> v(2); if (jit) std::generate(v.begin(), v.end(), build);' 'v[1]'
of wired filled 'std::vector<CUfunction> v(2); if (jit) std::fill(v.begin(), v.end(), build());' 'v[1]'
of wired copiedto 'std::vector<CUfunction> v(2), w(2); if (jit) v[0] = build(); std::copy(v.begin(), v.end(), w.begin());' 'w[0]'
of label-only copiedbefore 'std::vector<CUfunction> v(2), w(2); std::copy(v.begin(), v.end(), w.begin()); if (jit) v[0] = build();' 'w[0]'
of wired swapped 'std::vector<Ctx> v(1), w(1); if (jit) v[0].f = build(); v.swap(w);' 'w[0].f'
of wired assigned 'std::vector<CUfunction> v(2); if (jit) v.assign(1, build()); else v.assign(1, nullptr);' 'v[0]'
of label-only assignedover 'std::vector<CUfunction> v(2); if (jit) v[0] = build(); v.assign(2, nullptr);' 'v[0]'
of wired resized 'std::vector<CUfunction> v; v.resize(2, jit ? build() : nullptr); v.push_back(nullptr);' 'v[1]'
of label-only resizedbehind 'std::vector<CUfunction> v; v.resize(1); if (jit) v.resize(2, build()); else v.resize(2);' 'v[0]'
of wired topped 'std::stack<Ctx> v; v.push({}); if (jit) v.top().f = build();' 'v.top().f'
of label-only toppedover 'std::stack<Ctx> v; v.push({}); if (jit) v.top().f = build(); v.top().f = nullptr;' 'v.top().f'
of wired movedfrom 'std::vector<CUfunction> v(1); if (jit) v[0] = build(); std::vector<CUfunction> w = std::move(v); v = {nullptr};' 'w[0]'
of label-only swappedaway 'std::vector<Ctx> v(1), w(1); if (jit) v[0].f = build(); std::swap(v, w);' 'v[0].f'
of wired inserted 'std::vector<CUfunction> v(1); if (jit) v.insert(v.begin(), build());' 'v[0]'
of label-only insertedother 'std::vector<CUfunction> v(1); if (jit) v.insert(v.begin(), build()); else v.insert(v.begin(), nullptr);' 'v[1]'
of label-only erased 'std::vector<CUfunction> v(2); if (jit) v[0] = build(); v.erase(v.begin());' 'v[0]'
open() { # NAME BODY SERVED [MORE]: it may be either, and neither is said
	of conditional "$@"
}
open sorted 'std::vector<Ctx> v(2); if (jit) v[0].f = build(); std::sort(v.begin(), v.end(), by);' 'v[1].f' 'static bool by(const Ctx &a, const Ctx &b) { return !a.f && b.f; }'
open removed 'std::vector<CUfunction> v(2); if (jit) v[0] = build(); auto e = std::remove(v.begin(), v.end(), nullptr); (void)e;' 'v[0]'
open reversed 'std::list<CUfunction> v(2); if (jit) v.front() = build(); v.reverse();' 'v.back()'
of wired pointerones 'std::vector<Ctx *> v(1, new Ctx); auto w = v; if (jit) w[0]->f = build();' 'v[0]->f'
of wired summed 'int n[2] = {1, 2}; CUfunction f = std::accumulate(n, n + 2, (CUfunction)nullptr, [&](CUfunction g, int) { return jit && !g ? build() : g; });' f

open summedopen 'std::vector<int> n(argc); CUfunction f = std::accumulate(n.begin(), n.end(), (CUfunction)nullptr, [&](CUfunction g, int) { return jit && !g ? build() : g; });' f

# std::bind, std::ref, std::thread, std::async, std::invoke
S='static void set(Ctx &c) { c.f = build(); } static void put(CUfunction &f) { f = build(); }'
of label-only bindcopies 'Ctx a; auto b = std::bind(set, a); if (jit) b();' a.f "$S"
of wired bindref 'Ctx a; auto b = std::bind(set, std::ref(a)); if (jit) b();' a.f "$S"
of wired bindhandle 'CUfunction f = nullptr; auto b = std::bind(put, std::ref(f)); if (jit) b();' f "$S"
of wired threadhandle 'CUfunction f = nullptr; if (jit) std::thread(put, std::ref(f)).join();' f "$S"
of wired bindmethod 'E e; auto b = std::bind(&E::make, &e); if (jit) b();' e.f 'struct E { CUfunction f = nullptr; void make() { f = build(); } };'
of wired invoked 'E e; if (jit) std::invoke(&E::make, e);' e.f 'struct E { CUfunction f = nullptr; void make() { f = build(); } };'
of wired async 'CUfunction f = nullptr; if (jit) f = std::async(std::launch::async, build).get();' f

# a lambda and a functor are copied with what they have
L='auto run = [f = none](int make) mutable { if (make) f = build(); return f; };'
of wired lambdaown "CUfunction none = nullptr; $L if (jit) run(1);" 'run(0)'
of label-only lambdacopy "CUfunction none = nullptr; $L auto other = run; if (jit) other(1);" 'run(0)'
of wired lambdacopied "CUfunction none = nullptr; $L if (jit) run(1); auto other = run;" 'other(0)'
of label-only lambdafunction "CUfunction none = nullptr; $L std::function<CUfunction(int)> other = run; if (jit) other(1);" 'run(0)'
of label-only lambdagiven "CUfunction none = nullptr; $L if (jit) warm(run);" 'run(0)' 'template <class F> static void warm(F f) { f(1); }'
of wired lambdagivenref "CUfunction none = nullptr; $L if (jit) warm(run);" 'run(0)' 'template <class F> static void warm(F &f) { f(1); }'
of wired lambdabyref 'CUfunction f = nullptr; auto run = [&f](int make) { if (make) f = build(); return f; }; auto other = run; if (jit) other(1);' 'run(0)'
of wired lambdamadebyref 'CUfunction f = nullptr; auto run = [&g = f](int make) { if (make) g = build(); return g; }; auto other = run; if (jit) other(1);' 'run(0)'
F='struct Fn { CUfunction f = nullptr; CUfunction operator()(int make) { if (make) f = build(); return f; } };'
of label-only functor 'Fn run; std::function<CUfunction(int)> other = run; if (jit) other(1);' 'run(0)' "$F"
of wired functorref 'Fn run; std::function<CUfunction(int)> other = std::ref(run); if (jit) other(1);' 'run(0)' "$F"
E='struct E { CUfunction f = nullptr; auto own() { return [*this] { return f; }; } auto mine() { return [this] { return f; }; } };'
of label-only starthis 'E e; auto run = e.own(); if (jit) e.f = build();' 'run()' "$E"
of wired starthisafter 'E e; if (jit) e.f = build(); auto run = e.own(); e.f = nullptr;' 'run()' "$E"
of wired this 'E e; auto run = e.mine(); if (jit) e.f = build();' 'run()' "$E"

# a union's members are the same bits
of wired union 'U u; u.f = nullptr; U *q = &u; if (jit) q->p = build();' u.f 'union U { CUfunction f; void *p; };'
of label-only unionset 'U u; if (jit) u.p = build(); u.f = nullptr;' u.f 'union U { CUfunction f; void *p; };'
of label-only unionnumber 'U u; u.f = nullptr; if (jit) u.n = build() != nullptr; u.p = nullptr;' u.f 'union U { CUfunction f; void *p; long n; };'

# which function is called hangs on a cast
B='struct B { CUfunction get() { return nullptr; } }; struct J : B { CUfunction f = nullptr; CUfunction get() { if (!f) f = build(); return f; } };'
open castup 'J j; CUfunction f = jit ? static_cast<B &>(j).get() : nullptr;' f "$B"
open castdown 'J j; B *b = &j; CUfunction f = jit ? static_cast<J *>(b)->get() : nullptr;' f "$B"
open castargument 'J j; B &b = j; CUfunction f = jit ? of(b) : nullptr;' f "$B template <class T> static CUfunction of(T &x) { return x.get(); }"
of wired castvirtual 'J j; CUfunction f = jit ? static_cast<B &>(j).get() : nullptr;' f 'struct B { virtual CUfunction get() { return nullptr; } }; struct J : B { CUfunction f = nullptr; CUfunction get() override { if (!f) f = build(); return f; } };'

# what is set through a place: n++, references, moved pointers, conditionals, memory
of wired counting 'CUfunction a[3] = {}; int n = 0; if (jit) { a[n++] = nullptr; a[n++] = build(); }' 'a[1]'
of wired counted 'CUfunction f = nullptr; next(); if (jit && next() == 1) f = build();' f 'static int next() { static int n; return n++; }'
of unreachable countedfirst 'CUfunction f = nullptr; int n = 0, k = n++; if (jit && k == 1) f = build();' f
of wired countdown 'CUfunction a[2] = {}; int n = 2; if (jit) while (n--) a[n] = build();' 'a[0]'
of label-only countdownfirst 'CUfunction a[2] = {}; int n = 2; if (jit) while (--n) a[n] = build();' 'a[0]'
of wired refresult 'if (jit) flag() = 1; CUfunction f = on ? build() : nullptr;' f 'static int on; static int &flag() { return on; }'
of wired refmethod 'R w; auto &r = w.at(); if (jit) r = build();' w.f 'struct R { CUfunction f = nullptr; CUfunction &at() { return f; } };'
of label-only refmethodcopy 'R w; auto r = w.at(); if (jit) r = build();' w.f 'struct R { CUfunction f = nullptr; CUfunction &at() { return f; } };'
of wired indexoperator 'R w; if (jit) w[1] = build();' 'w[1]' 'struct R { CUfunction f[2] = {}; CUfunction &operator[](int i) { return f[i]; } };'
of label-only indexother 'R w; if (jit) w[1] = build();' 'w[0]' 'struct R { CUfunction f[2] = {}; CUfunction &operator[](int i) { return f[i]; } };'
of wired chosen 'CUfunction f = nullptr, g = nullptr; if (jit) (argc > 5 ? g : f) = build(); if (argc > 5) f = g;' f
open memberpointer 'Ctx a; CUfunction Ctx::*p = &Ctx::f; if (jit) a.*p = build();' a.f
of wired overwritten 'Ctx a, b; auto &r = a; if (jit) b.f = build(); a = b;' r.f
of wired overpointer 'Ctx *a = new Ctx, *q = a, b; if (jit) b.f = build(); *a = b;' 'q->f'
of label-only overbefore 'Ctx *a = new Ctx, *q = a, b; *a = b; if (jit) b.f = build();' 'q->f'
of wired eachplace 'CUfunction a[3] = {}; if (jit) for (auto &f : a) f = build();' 'a[2]'
of label-only eachplacecopy 'CUfunction a[3] = {}; if (jit) for (auto f : a) f = build();' 'a[2]'
of wired memcpyarray 'CUfunction a[2] = {}, b[2] = {}; if (jit) a[1] = build(); std::memcpy(b, a, sizeof b);' 'b[1]'
of label-only memcpybefore 'CUfunction a[2] = {}, b[2] = {}; std::memcpy(b, a, sizeof b); if (jit) a[1] = build();' 'b[1]'
of label-only memsetarray 'CUfunction a[2] = {}; if (jit) a[1] = build(); std::memset(a, 0, sizeof a);' 'a[1]'
open memmovearray 'CUfunction a[2] = {}; if (jit) a[0] = build(); std::memmove(a + 1, a, sizeof *a);' 'a[1]'
open memcpyoffset 'Ctx a; CUfunction f = nullptr; if (jit) f = build(); std::memcpy((char *)&a + offsetof(Ctx, f), &f, sizeof f);' a.f
open unknownindex 'CUfunction a[4] = {}; if (jit) a[argc] = build();' 'a[2]'
of wired byvaluearray 'A h; if (jit) put(h);' 'h.f[0]' 'struct A { CUfunction f[2] = {}; }; static void put(A &a) { a.f[0] = build(); }'
of label-only byvaluearraycopy 'A h; if (jit) put(h);' 'h.f[0]' 'struct A { CUfunction f[2] = {}; }; static void put(A a) { a.f[0] = build(); }'
of wired raised 'std::signal(SIGUSR1, h); if (jit) std::raise(SIGUSR1); CUfunction f = on ? build() : nullptr;' f '#include <csignal>
static volatile int on; static void h(int) { on = 1; }'
of unreachable raisedother 'std::signal(SIGUSR1, h); if (jit) std::raise(SIGUSR2); CUfunction f = on ? build() : nullptr;' f '#include <csignal>
static volatile int on; static void h(int) { on = 1; }'

# where texts stand is compared, not what they say
never() { # NAME BODY: it is open
	of conditional "$1" "$2" f
}
never addresses 'const char *s = "fast"; CUfunction f = argv[1] == s ? build() : nullptr;'
of wired texts 'std::string s = "fast"; CUfunction f = argv[1] == s ? build() : nullptr;' f
