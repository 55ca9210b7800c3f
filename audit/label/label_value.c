/* label_value.c - values, what they were made from, and contexts; see label_engine.h. */
#include "label_eval_impl.h"

enum { NAMED_MOST = 12, DEFAULTS_MOST = 8, JOIN_MOST = 32 };

deps d_none(void) { return (deps){0}; }
deps d_flag(unsigned flags) { return (deps){.flags = flags}; }
bool d_label(deps d) { return d.flags & (D_LABEL | D_BYLABEL); }

deps d_named(engine *en, const char *kind, const char *name) {
	const char **own = take(en->p, sizeof *own);
	*own = name_f(en->p, "%s%s", kind, name);
	return (deps){.n = 1, .named = own};
}

/* The order is that of the texts: addresses differ from run to run. */
deps d_join(engine *en, deps a, deps b) {
	a.flags |= b.flags;
	if (!a.lost.file) a.lost = b.lost;
	if (b.n == 0 || a.named == b.named) return a;
	if (a.n == 0) return (deps){a.flags, b.n, b.named, a.lost};
	const char *all[NAMED_MOST], **own;
	uint32_t n = 0, i = 0, k = 0, defaults = 0;
	while (n < NAMED_MOST && (i < a.n || k < b.n)) {
		int c = i == a.n ? 1 : k == b.n ? -1 : strcmp(a.named[i], b.named[k]);
		all[n] = c <= 0 ? a.named[i] : b.named[k];
		i += c <= 0;
		k += c >= 0;
		/* room for others */
		if (strncmp(all[n], "default:", 8) != 0 || defaults++ < DEFAULTS_MOST) n++;
	}
	own = take(en->p, n * sizeof *own);
	memcpy(own, all, n * sizeof *own);
	return (deps){a.flags, n, own, a.lost};
}

deps d_open(deps d) {
	if (d_label(d)) d.flags = (d.flags & ~(unsigned)(D_LABEL | D_BYLABEL)) | D_MAYLABEL;
	return d;
}

deps d_guard(deps d) {
	d.flags = (d.flags & D_WEAK) | (d_label(d) ? D_BYLABEL : 0);
	return d;
}

static value *copy(engine *en, const value *v) {
	value *own = take(en->p, sizeof *own);
	*own = *v;
	return own;
}

const value *v_set(engine *en, const constant *const *c, uint32_t n, bool top, deps d) {
	const constant **own = take(en->p, (n + 1) * sizeof *own);
	value *v = copy(en, &(value){.c = own, .top = top, .d = d});
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = 0;
		while (k < v->n && own[k] != c[i]) k++;
		if (k == v->n) own[v->n++] = c[i];
	}
	if (v->n < VALUE_MOST) return v;
	v->top = true;
	v->n = 0;
	return v;
}

const value *v_con(engine *en, const constant *k, deps d) { return v_set(en, &k, 1, false, d); }
const value *v_bool(engine *en, bool b, deps d) { return v_con(en, k_bool(en->p, b), d); }

const value *v_top(engine *en, deps d) { return copy(en, &(value){.top = true, .d = d}); }

const value *v_obj(query q, const expr *e, deps d) {
	object *o = take(q.en->p, sizeof *o);
	*o = (object){e, q.cx, q.seq, d};
	return copy(q.en, &(value){.nobj = 1, .obj = o, .d = d});
}

bool v_has(const value *v, const constant *k) {
	for (uint32_t i = 0; i < v->n; i++)
		if (k_equal(v->c[i], k)) return true;
	return false;
}

/* X_FUNC and its like are made anew for each question: they are equal by name. */
static bool has_object(const value *v, const object *b) {
	for (const object *a = v->obj; a < v->obj + v->nobj; a++) {
		bool made = a->e->kind == X_FUNC || a->e->kind == X_CLASS || a->e->kind == X_SELF;
		if (made && a->e->kind == b->e->kind ? a->e->s == b->e->s : a->e == b->e &&
		    a->cx == b->cx)
			return true;
	}
	return false;
}

const value *v_join(engine *en, const value *const *v, uint32_t n) {
	if (n < 2) return n ? v[0] : v_top(en, d_none());
	const constant *c[JOIN_MOST * VALUE_MOST];
	object obj[VALUE_MOST];
	value some = {.obj = obj, .d = v[0]->d};
	bool equal = true, top = n > JOIN_MOST;
	uint32_t total = 0, size;
	for (uint32_t i = 0; i < n && i < JOIN_MOST; i++) {
		for (uint32_t k = 0; k < v[i]->n; k++) c[total++] = v[i]->c[k];
		for (uint32_t k = 0; k < v[i]->nobj && some.nobj < VALUE_MOST; k++)
			if (!has_object(&some, &v[i]->obj[k])) obj[some.nobj++] = v[i]->obj[k];
		some.d = d_join(en, some.d, v[i]->d);
		top |= v[i]->top;
	}
	deps d = some.d;
	value *all = copy(en, v_set(en, c, total, top, d));
	size = (all->nobj = some.nobj) * sizeof *obj;
	all->obj = size ? memcpy(take(en->p, size), obj, size) : NULL;
	for (uint32_t i = 0; i < n; i++)
		equal &= v[i]->n == all->n && v[i]->nobj == all->nobj && v[i]->top == top;
	if (equal) return v_deps(en, v[0], d);
	all->top |= all->nobj >= VALUE_MOST;
	all->d.flags |= D_WEAK;
	return all;
}

const value *v_deps(engine *en, const value *v, deps d) {
	bool names = v->d.n == d.n && (d.n == 0 || v->d.named == d.named);
	if (v->d.flags == d.flags && names && v->d.lost.line == d.lost.line) return v;
	value *own = copy(en, v);
	own->d = d;
	return own;
}

const value *v_with(engine *en, const value *v, deps add) {
	return v_deps(en, v, d_join(en, v->d, add));
}

const value *v_opened(engine *en, deps d) { return v_top(en, d_open(d)); }

place at_event(const event *ev) { return (place){ev->fn->file, ev->line}; }
place at_expr(const ctx *cx, const expr *e) { return (place){cx ? cx->fn->file : NULL, e->line}; }

const value *v_weak(engine *en, const value *v, place at) {
	if (v->d.flags & D_WEAK && v->d.lost.file) return v;
	return v_with(en, v, (deps){.flags = D_WEAK, .lost = at});
}

const value *v_lost(engine *en, const value *v, const event *ev) {
	return v->d.flags & D_WEAK ? v_weak(en, v, at_event(ev)) : v;
}

const value *v_default(engine *en, const value *v, const char *name) {
	return v_with(en, v, d_named(en, "default:", name));
}

bool v_pure(const value *v) { return !v->top && v->nobj == 0 && v->n > 0; }
bool v_objects(const value *v) { return !v->top && v->nobj > 0 && v->n == 0; }
const constant *v_one(const value *v) { return v_pure(v) && v->n == 1 ? v->c[0] : NULL; }

int v_truth(const value *v) {
	bool yes = false, no = false;
	for (uint32_t i = 0; i < v->n; i++) *(k_true(v->c[i]) ? &yes : &no) = true;
	for (uint32_t i = 0; i < v->nobj; i++) { /* an empty list is filled later, or is not */
		const expr *e = v->obj[i].e;
		yes = true;
		no |= (e->kind == X_LIST || e->kind == X_DICT) && e->n == 0;
	}
	if (v->top) { /* made from the label, without a known content: it is there */
		yes = true;
		no |= !(v->d.flags & D_LABEL) || v->n;
	}
	return yes == no ? -1 : yes;
}

const char *hashed(uintptr_t a, uintptr_t b, uintptr_t c) {
	uintptr_t h = (a * 31 + b) * 0x9e3779b97f4a7c15u;
	return (const char *)(((h ^ h >> 29) * 31 + c * 257) | 1);
}

const ctx *ctx_new(engine *en, const func *fn, const expr *call, cmode mode, const ctx *up,
    uint32_t seq) {
	const char *key = hashed((uintptr_t)fn + mode, (uintptr_t)call + seq, (uintptr_t)up);
	EACH(const ctx, c, en->memo->ctx, key) {
		if (c->fn == fn && c->call == call && c->up == up && c->mode == mode &&
		    c->seq == seq)
			return c;
	}
	ctx *own = take(en->p, sizeof *own);
	*own = (ctx){fn, call, (uint8_t)mode, seq, up};
	map_add(en->p, en->memo->ctx, key, own);
	return own;
}

const ctx *ctx_seq(engine *en, const ctx *cx, uint32_t seq) {
	if (!cx || cx->seq == seq) return cx;
	return ctx_new(en, cx->fn, cx->call, (cmode)cx->mode, cx->up, seq);
}

const ctx *ctx_of(engine *en, const func *fn) {
	return fn ? ctx_new(en, fn, NULL, C_ANY, NULL, 0) : NULL;
}

const ctx *ctx_at(engine *en, const event *ev) {
	return ctx_new(en, ev->fn, NULL, C_ANY, NULL, ev->seq);
}

const ctx *ctx_find(const ctx *c, const func *fn) {
	while (c && c->fn != fn) c = c->up;
	return c;
}

query q_at(query q, const ctx *cx, uint32_t seq) { return (query){q.en, cx, seq, q.depth}; }
query q_of(query q, const func *fn) { return q_at(q, ctx_of(q.en, fn), 0); }
query q_object(query q, const object *o) { return q_at(q, o->cx, o->seq); }
