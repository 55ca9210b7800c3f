# labelaudit --src on C++: what optional, variant, queue and lambdas hold is copied with them; references in pairs; what
# is taken from either end; objects that are set as something else; operators and begin() that nothing names.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# never VERDICT NAME BODY SERVED [MORE]: it is not that
never() {
	of "$@" | sed -n '/^ok/p' | sed "s/^ok/not ok/; s/ is / must not be /" >"$T/never"
	if [ -s "$T/never" ]; then cat "$T/never"; else ok "$2 is not $1"; fi
}

# lambdas
of label-only lambda_value 'static Ctx s; auto get = [&]() { return s; }; auto r = get(); if (jit) r.f = build();' s.f
of label-only lambda_auto 'static Ctx s; auto get = [&]() -> Ctx & { return s; }; auto r = get(); if (jit) r.f = build();' s.f
of wired lambda_ref 'static Ctx s; auto get = [&]() -> Ctx & { return s; }; auto &r = get(); if (jit) r.f = build();' s.f
of wired lambda_pointer 'static Ctx s; auto get = [&]() -> Ctx * { return &s; }; auto r = get(); if (jit) r->f = build();' s.f
of wired lambda_decltype 'static Ctx s; auto get = [&]() -> decltype(auto) { return (s); }; get().f = jit ? build() : 0;' s.f
of label-only trailing 'auto r = given(); if (jit) r.f = build();' one.f 'static Ctx one; static auto given() -> Ctx & { return one; }'
of wired trailing_ref 'auto &r = given(); if (jit) r.f = build();' one.f 'static Ctx one; static auto given() -> Ctx & { return one; }'
of label-only state 'auto g = [k = Ctx()](bool b) mutable { if (b) k.f = build(); return k.f; }; auto h = g; if (jit) h(true);' 'g(false)'
of wired state_same 'auto g = [k = Ctx()](bool b) mutable { if (b) k.f = build(); return k.f; }; if (jit) g(true); auto h = g;' 'h(false)'
of label-only state_copy 'Ctx s; auto g = [k = s](bool b) mutable { if (b) k.f = build(); return k.f; }; if (jit) g(true);' s.f
of wired state_pointer 'Ctx s; auto g = [k = &s](bool b) mutable { if (b) k->f = build(); return k->f; }; auto h = g; if (jit) h(true);' 'g(false)'
# optional, variant
of label-only optional 'std::optional<Ctx> o = Ctx{}; auto k = o; if (jit) o->f = build();' 'k->f'
of wired optional_ref 'std::optional<Ctx> o = Ctx{}; auto &k = o; if (jit) o->f = build();' 'k->f'
of label-only optional_typed 'std::optional<Ctx> o = Ctx{}; std::optional<Ctx> k = o; if (jit) o->f = build();' 'k->f'
of label-only optional_given 'std::optional<Ctx> o = Ctx{}; if (jit) fill(o);' 'o->f' 'static void fill(std::optional<Ctx> o) { o->f = build(); }'
of wired optional_given_ref 'std::optional<Ctx> o = Ctx{}; if (jit) fill(o);' 'o->f' 'static void fill(std::optional<Ctx> &o) { o->f = build(); }'
of label-only optional_member 'B b, c; b.o = Ctx{}; c = b; if (jit) b.o->f = build();' 'c.o->f' 'struct B { std::optional<Ctx> o; };'
of wired variant 'std::variant<int, Ctx> v = Ctx{}; auto &k = v; if (jit) std::get<Ctx>(v).f = build();' 'std::get<1>(k).f'
of label-only variant_copy 'std::variant<int, Ctx> v = Ctx{}; auto k = v; if (jit) std::get<Ctx>(v).f = build();' 'std::get<1>(k).f'
of wired variant_pointer 'Ctx s; std::variant<int, Ctx *> v = &s; auto k = v; if (jit) std::get<1>(k)->f = build();' s.f
of wired get_if 'std::variant<Ctx, int> v = Ctx{}; if (auto *p = std::get_if<0>(&v)) if (jit) p->f = build();' 'std::get<0>(v).f'
of unreachable get_if_other 'std::variant<Ctx, int> v = 3; CUfunction f = 0; if (auto *p = std::get_if<0>(&v)) if (jit) f = p->f = build();' f
# queues and ends
of label-only queue 'std::queue<CUfunction> q; q.push(jit ? build() : 0); q.push(0); q.pop();' 'q.front()'
of wired queue_second 'std::queue<CUfunction> q; q.push(0); q.push(jit ? build() : 0); q.pop();' 'q.front()'
of label-only stack 'std::stack<CUfunction> q; q.push(0); q.push(jit ? build() : 0); q.pop();' 'q.top()'
of wired stack_second 'std::stack<CUfunction> q; q.push(jit ? build() : 0); q.push(0); q.pop();' 'q.top()'
of label-only pop_front 'std::deque<CUfunction> q; q.push_back(jit ? build() : 0); q.push_back(0); q.pop_front();' 'q.front()'
never label-only push_front 'std::deque<CUfunction> q; q.push_back(0); q.push_front(jit ? build() : 0);' 'q.front()'
never label-only reversed 'std::vector<Ctx> v(3); for (auto i = v.rbegin(); i != v.rend(); ++i) if (jit) { i->f = build(); break; }' 'v[2].f'
never label-only spliced 'std::list<Ctx> a(1), b; if (jit) a.front().f = build(); b.splice(b.end(), a);' 'b.front().f'
never wired spliced_away 'std::list<Ctx> a(1), b; if (jit) a.front().f = build(); b.splice(b.end(), a); a.emplace_back();' 'a.front().f'
never label-only extracted 'std::map<int, CUfunction> a{{1, jit ? build() : 0}}, b; b.insert(a.extract(1));' 'b[1]'
of wired capacity 'std::vector<CUfunction> v{jit ? build() : 0}; v.shrink_to_fit();' 'v[0]'
# references in pairs
of wired pair_ref 'Ctx s; std::pair<Ctx &, int> p(s, 1); if (jit) p.first.f = build();' s.f
of label-only pair_value 'Ctx s; std::pair<Ctx, int> p(s, 1); if (jit) p.first.f = build();' s.f
of wired pair_handle 'CUfunction f = 0; std::pair<CUfunction &, int> p(f, 1); if (jit) p.first = build();' f
of wired pair_const 'Ctx s; std::pair<const Ctx &, int> p(s, 1); s.f = jit ? build() : 0;' p.first.f
of label-only pair_taken 'Ctx s; std::pair<Ctx &, int> p(s, 1); std::pair<Ctx, int> q = p; if (jit) p.first.f = build();' q.first.f
of label-only pair_taken_handle 'CUfunction f = 0; std::pair<CUfunction &, int> p(f, 1); std::pair<CUfunction, int> q = p; if (jit) p.first = build();' q.first
of wired pair_taken_same 'Ctx s; std::pair<Ctx &, int> p(s, 1); std::pair<Ctx &, int> q = p; if (jit) p.first.f = build();' q.first.f
of wired pair_taken_after 'Ctx s; std::pair<Ctx &, int> p(s, 1); if (jit) p.first.f = build(); std::pair<Ctx, int> q = p;' q.first.f
of wired pair_taken_pointer 'Ctx s; std::pair<Ctx *, int> p(&s, 1); std::pair<Ctx *, int> q = p; if (jit) p.first->f = build();' 'q.first->f'
of label-only tuple_taken 'Ctx s; std::tuple<int, Ctx &> p(1, s); std::tuple<int, Ctx> q = p; if (jit) s.f = build();' 'std::get<1>(q).f'
# parts of objects, and objects as something else
sliced='struct B { CUfunction f = 0; virtual CUfunction g() { return f; } virtual ~B() {} }; struct D : B { CUfunction g() override { return build(); } };'
of unreachable sliced 'D d; B b; b = d; B *p = &b;' 'jit ? p->g() : 0' "$sliced"
of wired sliced_member 'D d; B b; d.f = jit ? build() : 0; b = d;' b.f "$sliced"
of unreachable sliced_element 'D d; std::vector<B> b(1); b[0] = d;' 'jit ? b[0].g() : 0' "$sliced"
of wired sliced_into 'D d; B b; B &r = d; r = b;' 'jit ? r.g() : 0' "$sliced"
of wired pointed 'D d; B b; B *p = &b; p = &d;' 'jit ? p->g() : 0' "$sliced"
never label-only cast 'Ctx s; auto *p = reinterpret_cast<CUfunction *>(&s); if (jit) *p = build();' s.f
never label-only cast_of_c 'Ctx s; if (jit) put((CUfunction *)&s);' s.f 'static void put(CUfunction *p) { *p = build(); }'
never label-only bytes 'Ctx s; CUfunction f = jit ? build() : 0; memcpy(&s, &f, sizeof f);' s.f
of unreachable enumerator 'Mode m; set(&m);' 'jit && m == Mode::fast ? build() : 0' 'enum class Mode { slow, fast }; static void set(Mode *m) { *m = Mode::slow; }'
of label-only address 'std::map<std::string, int> k{{"fast", 1}}; if (k[argv[1]] == 1) build();' 0
never wired address_key 'std::map<const char *, int> k{{"fast", 1}}; CUfunction f = 0; if (k[argv[1]] == 1) f = build();' f
# what nothing names
never unreachable conversion 'CUfunction f = 0; if (jit) f = Op();' f 'struct Op { operator CUfunction() const { return build(); } };'
never unreachable conversion_arg '' 'jit ? (CUfunction)Op() : 0' 'struct Op { operator CUfunction() const { return build(); } };'
never unreachable truth 'Op o; o.on = jit; if (!o) return 1;' o.f 'struct Op { bool on; CUfunction f = 0; operator bool() { if (on) f = build(); return true; } };'
never unreachable arrow 'P p;' 'jit ? p->f : 0' 'struct P { Ctx c; Ctx *operator->() { c.f = build(); return &c; } };'
never unreachable set 'Op o; if (jit) o = 1;' kept 'static CUfunction kept; struct Op { Op &operator=(int) { kept = build(); return *this; } };'
never unreachable used 'D d;' 'jit ? d.make(1) : 0' 'struct A { CUfunction make(int) { return build(); } }; struct D : A { using A::make; CUfunction make(const char *) { return 0; } };'
of unreachable hidden 'D d;' 'jit ? d.make(1) : 0' 'struct A { CUfunction make(int) { return build(); } }; struct D : A { CUfunction make(int) { return 0; } };'
of wired range 'R r{jit, {}}; CUfunction f = 0; for (auto k : r) f = k;' f 'struct R { bool on; CUfunction v[1]; CUfunction *begin() { v[0] = on ? build() : 0; return v; } CUfunction *end() { return v + 1; } };'
never unreachable range_free 'R r; CUfunction f = 0; if (jit) for (auto k : r) f = k;' f 'struct R { CUfunction v[1]; }; static CUfunction *begin(R &r) { r.v[0] = build(); return r.v; } static CUfunction *end(R &r) { return r.v + 1; }'
# what is set by other means than =
of wired tied 'CUfunction f = 0; int n; if (jit) std::tie(f, n) = std::make_tuple(build(), 1);' f
of label-only tied_beside 'CUfunction f = 0, g = 0; if (jit) std::tie(g, f) = std::make_tuple(build(), nullptr);' f
of label-only tied_ignored 'CUfunction f = 0; if (jit) std::tie(std::ignore, f) = std::make_pair(build(), nullptr);' f
of wired stored 'std::atomic<bool> on{false}; if (jit) on.store(true);' 'on ? build() : 0'
of unreachable stored_no 'std::atomic<bool> on{true}; on = jit; on.store(false);' 'on ? build() : 0'
of wired exchanged 'std::atomic<bool> on{false}; on.exchange(jit);' 'on ? build() : 0'
never unreachable counted 'std::atomic<int> on{0}; if (jit) on.fetch_add(1);' 'on ? build() : 0'
turned='struct B { int v; B &operator=(bool b) { v = !b; return *this; } operator bool() const { return v; } };'
of wired assigned 'B on{0}; on = !jit;' 'on ? build() : 0' "$turned"
of wired asked_pointer 'B on{0}, *p = &on; if (!jit) p = nullptr;' 'p ? build() : 0' 'struct B { int v; };'
# casts by another name of a number
of wired alias 'u32 n = u32(3);' 'jit && n == 3 ? build() : 0' 'typedef unsigned int u32;'
of wired alias_using 'whole n = whole(jit);' 'n ? build() : 0' 'using whole = long long;'
of unreachable alias_narrow 'byte n = byte(256 * jit);' 'n ? build() : 0' 'using byte = unsigned char;'
never unreachable alias_object 'Op o; u32 n = 0; if (jit) n = u32(o);' 'n ? kept : 0' 'typedef unsigned int u32; static CUfunction kept; struct Op { operator unsigned int() { kept = build(); return 1; } };'
never unreachable alias_declared '' 'jit && u8(1) ? build() : 0' 'int u8(int);'
