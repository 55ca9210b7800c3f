# labelaudit --src on C++: objects and containers are copied with their variables; what points to them is not.
. tests/lib.sh
. tests/says.sh
. tests/rtc.sh

# variables
of label-only auto 'Ctx a; auto c = a; if (jit) c.f = build();' a.f
of wired ref 'Ctx a; auto &c = a; if (jit) c.f = build();' a.f
of label-only deref 'Ctx *a = new Ctx; auto c = *a; if (jit) c.f = build();' 'a->f'
of wired pointer 'Ctx *a = new Ctx; auto c = a; if (jit) c->f = build();' 'a->f'
of wired new 'auto a = new Ctx; auto c = a; if (jit) c->f = build();' 'a->f'
of wired shared 'auto a = std::make_shared<Ctx>(); auto c = a; if (jit) c->f = build();' 'a->f'
of wired typedef 'CtxPtr a = new Ctx; CtxPtr b = a; auto c = b; if (jit) c->f = build();' 'a->f'
of label-only assigned 'Ctx a, b; b = a; if (jit) b.f = build();' a.f
of wired reset 'Ctx a, *b; b = &a; if (jit) b->f = build();' a.f
of wired back 'Ctx a, b; if (jit) b.f = build(); a = b;' a.f
# members
of label-only nested 'W w; W u = w; if (jit) u.c.f = build();' w.c.f
of label-only member 'Ctx a; W w; w.c = a; if (jit) a.f = build();' w.c.f
of label-only braces 'Ctx a; W w{a}; if (jit) a.f = build();' w.c.f
of label-only given 'W w; if (jit) w.get().f = build();' w.c.f
of wired referred 'W w; if (jit) w.ref().f = build();' w.c.f
of label-only copied 'W w; auto c = w.ref(); if (jit) c.f = build();' w.c.f
of wired bound 'Ctx a; R r(a); if (jit) r.c.f = build();' a.f 'struct R { Ctx &c; R(Ctx &x) : c(x) {} };'
of wired bracebound 'Ctx a; R r(&a); if (jit) r.c.f = build();' a.f 'struct R { Ctx &c; explicit R(Ctx *x) : c{*x} {} };'
of wired handlebound 'CUfunction k = nullptr; R r(k); if (jit) r.f = build();' k 'struct R { CUfunction &f; R(CUfunction &x) : f(x) {} };'
of label-only held 'Ctx a; R r(a); if (jit) r.c.f = build();' a.f 'struct R { Ctx c; R(Ctx &x) : c(x) {} };'
of label-only handleheld 'CUfunction k = nullptr; R r(k); if (jit) r.f = build();' k 'struct R { CUfunction f; R(CUfunction &x) : f(x) {} };'
# elements
of label-only pushed 'Ctx a; std::vector<Ctx> v; v.push_back(a); if (jit) v[0].f = build();' a.f
of wired address 'Ctx a; std::vector<Ctx *> v; v.push_back(&a); if (jit) v[0]->f = build();' a.f
of label-only listed 'Ctx a; std::vector<Ctx> v{a}; if (jit) a.f = build();' 'v[0].f'
of label-only keyed 'Ctx a; std::map<std::string, Ctx> m; m["k"] = a; if (jit) a.f = build();' 'm["k"].f'
of label-only array 'Ctx a; std::array<Ctx, 1> w{a}; if (jit) a.f = build();' 'w[0].f'
of label-only each 'std::vector<Ctx> v; v.push_back(Ctx()); for (auto c : v) if (jit) c.f = build();' 'v[0].f'
of label-only typed 'std::vector<Ctx> v; v.push_back(Ctx()); for (Ctx c : v) if (jit) c.f = build();' 'v[0].f'
of wired eachref 'std::vector<Ctx> v; v.push_back(Ctx()); for (auto &c : v) if (jit) c.f = build();' 'v[0].f'
of wired eachptr 'std::vector<Ctx *> v; v.push_back(new Ctx()); for (auto c : v) if (jit) c->f = build();' 'v[0]->f'
of wired eachshared 'std::vector<std::shared_ptr<Ctx>> v; v.push_back(std::make_shared<Ctx>()); for (auto c : v) if (jit) c->f = build();' 'v[0]->f'
# so many elements
of wired count 'std::vector<Ctx> v(1); for (auto &c : v) if (jit) c.f = build();' 'v[0].f'
of label-only first 'std::vector<Ctx> v(2); auto c = v[0]; if (jit) c.f = build();' 'v[0].f'
of wired second 'std::vector<Ctx> v(2); auto &c = v[1]; if (jit) c.f = build();' 'v[1].f'
of wired resized 'std::vector<Ctx> v; v.resize(2); if (jit) v[1].f = build();' 'v[1].f'
# arrays
of wired arraypointer 'Ctx a[2]; Ctx *p = a; if (jit) p[1].f = build();' 'a[1].f'
of label-only arrayother 'Ctx a[2]; Ctx *p = a; if (jit) p[1].f = build();' 'a[0].f'
of wired arrayeach 'Ctx a[2]; for (auto &c : a) if (jit) c.f = build();' 'a[1].f'
of label-only arraycopies 'Ctx a[2]; for (auto c : a) if (jit) c.f = build();' 'a[1].f'
of wired arraythen 'Ctx a[2]; if (jit) a[0].f = build(); a[1] = a[0]; a[0].f = nullptr;' 'a[1].f'
of label-only arraybefore 'Ctx a[2]; a[1] = a[0]; if (jit) a[0].f = build();' 'a[1].f'
of wired arrayconstructed 'mk = jit; J a[2];' 'a[1].f' 'static int mk; struct J { CUfunction f; J() : f(mk ? build() : nullptr) {} };'
of wired arraygiven 'Ctx a[3]; if (jit) fill(a + 1);' 'a[2].f' 'static void fill(Ctx *p) { p[1].f = build(); }'
of wired arrayof2 'Ctx a[2][2]; Ctx *p = a[1]; if (jit) p[1].f = build();' 'a[1][1].f'
of wired arrayopen 'Ctx a[argc]; Ctx *p = a; if (jit) p[1].f = build();' 'a[1].f'
of wired arraycounted 'CUfunction a[4]; int n = 0; a[n++] = nullptr; if (jit) a[n++] = build();' 'n == 2 ? a[1] : nullptr'
of wired arrayheld 'A h; Ctx *p = h.s; if (jit) p[1].f = build(); A g = h;' 'g.s[1].f' 'struct A { Ctx s[2]; };'
of label-only arrayheldbefore 'A h; A g = h; if (jit) h.s[1].f = build();' 'g.s[1].f' 'struct A { Ctx s[2]; };'
of wired arrayback 'CUfunction a[2] = {}; CUfunction *p = a + 1; if (jit) p[-1] = build();' 'a[0]'
# a pointer to an empty container is none that is null
of wired emptyvector 'auto v = std::make_unique<std::vector<Ctx>>(); v->push_back(Ctx()); if (jit) (*v)[0].f = build();' '(*v)[0].f'
of label-only emptycopied 'auto v = std::make_unique<std::vector<Ctx>>(); v->push_back(Ctx()); auto w = *v; if (jit) w[0].f = build();' '(*v)[0].f'

# containers
N='v.empty() ? nullptr : v[0]'
of label-only whole 'std::vector<CUfunction> v; std::vector<CUfunction> w = v; if (jit) w.push_back(build());' "$N"
of label-only wholeauto 'std::vector<CUfunction> v; auto w = v; if (jit) w.push_back(build());' "$N"
of wired wholeref 'std::vector<CUfunction> v; auto &w = v; if (jit) w.push_back(build());' "$N"
of label-only over 'std::vector<CUfunction> v, w; w = v; if (jit) w.push_back(build());' "$N"
of label-only param 'std::vector<CUfunction> v; if (jit) fill(v);' "$N" 'static void fill(std::vector<CUfunction> v) { v.push_back(build()); }'
of wired paramref 'std::vector<CUfunction> v; if (jit) fill(v);' "$N" 'static void fill(std::vector<CUfunction> &v) { v.push_back(build()); }'

# what is allocated is one object, wherever its address is kept
heap() { # NAME BODY [SERVED]
	cat >"$T/$1.c" <<C
#include <cuda.h>
#include <nvrtc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
struct ctx { CUfunction f; int n; };
struct tail { int n; CUfunction f[]; };
typedef struct ctx *handle;
$(rtc_build "")
$(rtc_serve "")
static void set(CUfunction *f) { *f = build(); }
static void init(struct ctx *c, int jit) { if (jit) c->f = build(); }
$(rtc_main "" "$2" "serve(${3:-h->f}, x)")
C
}
made() { # VERDICT NAME BODY [SERVED]
	heap "$2" "$3" "${4:-}"
	says "$1" fast "$2.c"
}
made wired filled 'struct ctx *h = calloc(1, sizeof *h); init(h, jit);'
made wired second 'struct ctx *h = malloc(sizeof *h), *g = h; if (!h) return 1; h->f = 0; if (jit) g->f = build();'
made wired handles 'handle h = calloc(1, sizeof *h); handle g = h; if (jit) g->f = build();'
made wired again 'handle h = calloc(1, sizeof *h), g; g = h; if (jit) g->f = build();'
made label-only two 'handle h = calloc(1, sizeof *h), g = calloc(1, sizeof *h); h->f = 0; if (jit) g->f = build();'
made label-only struct 'struct ctx a = {0}, b = a, *h = &a; if (jit) b.f = build();'
made label-only heap 'struct ctx *h = calloc(1, sizeof *h); struct ctx r = *h; if (jit) r.f = build();'
made wired heapback 'struct ctx *h = calloc(1, sizeof *h); if (jit) h->f = build(); struct ctx r = *h; h = &r;'
made wired heappointer 'struct ctx *g = calloc(1, sizeof *g), **p = &g, *h = *p; if (jit) (*p)->f = build();'

# memory in which pointers are moved, or that is written by another type: what was compiled may be there
open() { # NAME BODY [SERVED]
	heap "$@"
	leaves_open "$1.c"
}
open moved 'struct ctx *h = calloc(2, sizeof *h); if (jit) h[1].f = build();' '(h + 1)->f'
open along 'struct ctx *h = calloc(2, sizeof *h), *q = h; q++; if (jit) q->f = build();' 'h[1].f'
# where the use of what is kept there fails, nothing was seen to take its place
heap walk 'struct ctx *s = calloc(4, sizeof *s), *q; if (jit) for (q = s; q < s + 4; q++) q->f = build();'
sed -i 's/^int main/static void serve(struct ctx *c) { if (c->f) cuLaunchKernel(c->f, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0); else c->n++; }\n&/; /CUfunction f = h->f/,/x\[i\]/d
s/^\tclock_t t.*/&\n\tfor (q = s; q < s + 4; q++) serve(q);/' "$T/walk.c"
says conditional fast walk.c
open around 'struct ctx a = {0}, *h; int *n = &a.n; h = (struct ctx *)((char *)n - offsetof(struct ctx, n)); if (jit) h->f = build();' a.f
open cast 'struct ctx *h = calloc(1, sizeof *h); if (jit) set((CUfunction *)h);'
open flexible 'struct tail *h = calloc(1, sizeof *h + 2 * sizeof(CUfunction)); if (jit) h->f[1] = build();' 'h->f[1]'
open offset 'CUfunction *h = calloc(2, sizeof *h); if (jit) *(h + 1) = build();' 'h[1]'
made wired first 'CUfunction *h = calloc(2, sizeof *h); if (jit) set(h);' '*h'
made label-only other 'CUfunction *h = calloc(2, sizeof *h), k; *h = 0; if (jit) set(&k);' '*h'
made label-only data 'float *d = calloc(8, sizeof *d); struct ctx *h = calloc(1, sizeof *h); CUfunction k = 0; *(d + 2) = 1; d += 2; if (jit) k = build();'
made wired realloc 'struct ctx *h = calloc(1, sizeof *h); if (jit) h->f = build(); h = realloc(h, 2 * sizeof *h);'
made label-only emptied 'struct ctx *h = calloc(1, sizeof *h); if (jit) h->f = build(); memset(h, 0, sizeof *h);'
made wired emptybefore 'struct ctx *h = malloc(sizeof *h); memset(h, 0, sizeof *h); if (jit) h->f = build();'
made wired zero 'struct ctx *h = calloc(2, sizeof *h); if (jit) h[0].f = build();'
made wired indexed 'struct ctx *h = calloc(2, sizeof *h); if (jit) h->f = build();' 'h[0].f'
made label-only nextone 'struct ctx *h = calloc(2, sizeof *h); h[0].f = 0; if (jit) h[1].f = build();'
made label-only overwritten 'struct ctx *h = calloc(1, sizeof *h), a = {0}; if (jit) h->f = build(); memcpy(h, &a, sizeof a);'
made wired filledby 'struct ctx *h = calloc(1, sizeof *h), a = {0}; if (jit) a.f = build(); memcpy(h, &a, sizeof a);'
made label-only takenout 'struct ctx *h = calloc(1, sizeof *h), a = {0}; memcpy(&a, h, sizeof a); if (jit) a.f = build();'
