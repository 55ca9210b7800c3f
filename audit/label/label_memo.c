/* label_memo.c - what is indexed for evaluation, and what is remembered of it; see remember(). */
#include <string.h>

#include "label_eval_impl.h"

#define NOTHING UINT32_MAX

/* setattr(x, name, ..) and x.__dict__.update(..): x; else NULL. */
static const expr *set_unknown(const event *ev) {
	const expr *f = ev->value->kid[0];
	if (strcmp(x_last(f), "setattr") == 0)
		return x_arg(ev->value, 2) && !x_is_str(x_arg(ev->value, 1)) ? x_arg(ev->value,
		    0) : NULL;
	if (f->kind != X_ATTR || f->kid[0]->kind != X_ATTR) return NULL;
	return strcmp(f->kid[0]->s, "__dict__") == 0 ? f->kid[0]->kid[0] : NULL;
}

static void index_calls(program *p, evaltab *t) {
	static const char *const names[] = {"append", "extend", "insert", "add", "push_back",
	    "emplace_back",
	    "push", "remove", "clear", "update", "setattr"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		uint32_t n;
		void *const *v = map_get(p->calls, name_have(p, names[k]), &n);
		for (uint32_t i = 0; i < n; i++) {
			const event *ev = v[i];
			const expr *f = ev->value->kid[0], *of = k >= 9 ? set_unknown(ev) : NULL;
			const klass *c = of && is_self(of) ? class_around(ev->fn) : NULL;
			if (of) map_add(p, t->setters, c ? c->name : name_of(p, ""), v[i]);
			if (k < 10 && f->kind == X_ATTR && x_last(f->kid[0]))
				map_add(p, t->changed, x_last(f->kid[0]), v[i]);
		}
	}
}

evaltab *tables_of(program *p) {
	if (p->evaltab) return p->evaltab;
	evaltab *t = p->evaltab = take(p, sizeof *t);
	*t = (evaltab){map_new(p), map_new(p), map_new(p), map_new(p)};
	for (uint32_t i = 0; i < p->nenumv; i++)
		map_add(p, t->enumv, p->enumv[i].name, (void *)p->enumv[i].value);
	for (uint32_t i = 0; i < p->nmacro; i++)
		map_add(p, t->macro, p->macro[i].name, &p->macro[i]);
	index_calls(p, t);
	for (uint32_t i = 0; i < p->nfn; i++)
		for (uint32_t k = 0; k < p->fn[i]->nev; k++) {
			event *ev = p->fn[i]->ev[k];
			if (ev->kind == E_ASSIGN && ev->target->kind == X_SUB &&
			    x_last(ev->target->kid[0]))
				map_add(p, t->changed, x_last(ev->target->kid[0]), ev);
		}
	return t;
}

const value *with_changes(engine *en, const value *v, const char *name) {
	uint32_t n;
	bool list = v_one(v) && v_one(v)->kind == K_TUPLE;
	return list && map_get(tables_of(en->p)->changed, name, &n) ? v_opened(en, v, name) : v;
}

engine *engine_new(program *p, label *l, const setopt *set, uint32_t nset, emode mode) {
	engine *en = take(p, sizeof *en);
	struct memo *m = take(p, sizeof *m);
	*en = (engine){.p = p, .l = l, .set = set, .nset = nset, .most = 150000, .memo = m};
	m->nslot = 1024;
	m->slot = take(p, m->nslot * sizeof *m->slot);
	m->ctx = map_new(p);
	m->loop = v_top(en, d_none(), "loop");
	m->none = v_top(en, d_none(), NULL);
	engine_mode(en, mode);
	return en;
}

void engine_mode(engine *en, emode mode) {
	struct memo *m = en->memo;
	en->mode = mode;
	en->steps = 0;
	m->used = m->level = 0;
	m->low = NOTHING;
	memset(m->slot, 0, m->nslot * sizeof *m->slot);
}

static struct slot *slot_at(const struct memo *m, const void *key, const ctx *cx, uint32_t seq) {
	uint64_t h = ((uintptr_t)key ^ ((uintptr_t)cx << 7)) * 0x9e3779b97f4a7c15u;
	h = ((h ^ h >> 29) + seq) * 0x9e3779b97f4a7c15u;
	uint32_t at = (uint32_t)(h >> 32) & (m->nslot - 1);
	for (; m->slot[at].key; at = (at + 1) & (m->nslot - 1))
		if (m->slot[at].key == key && m->slot[at].cx == cx && m->slot[at].seq == seq) break;
	return &m->slot[at];
}

static void more_slots(engine *en) {
	struct memo *m = en->memo;
	struct slot *old = m->slot;
	uint32_t n = m->nslot;
	m->nslot *= 2;
	m->slot = take(en->p, m->nslot * sizeof *m->slot);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].key) *slot_at(m, old[i].key, old[i].cx, old[i].seq) = old[i];
}

void cut_short(engine *en) { en->memo->low = 0; }

/* What is asked for within its own evaluation is open; what follows from that is remembered only
 * until the outer evaluation ends (as Tarjan's components), what the limit of depth cut, until the
 * outermost ends. So no answer depends on what was asked before. */
const value *remember(engine *en, const void *key, const ctx *cx, uint32_t seq, int depth,
    worker *f, const void *what) {
	struct memo *m = en->memo;
	uint32_t level = m->level, outer = m->low;
	if (2 * m->used >= m->nslot) more_slots(en);
	struct slot *s = slot_at(m, key, cx, seq);
	if (s->v && !s->serial) return s->v;
	if (s->v && s->level < level && m->running[s->level] == s->serial) {
		if (s->level < m->low) m->low = s->level;
		return s->v;
	}
	if (en->steps >= en->most) {
		en->cut = true;
		return m->loop;
	}
	if (depth > EVAL_DEEP || level >= sizeof m->running / sizeof *m->running) {
		cut_short(en);
		return m->loop;
	}
	en->steps++;
	m->used += !s->key;
	*s = (struct slot){key, cx, m->loop, seq, level, ++m->serial};
	m->running[m->level++] = m->serial;
	m->low = NOTHING;
	const value *v = f(en, what, cx, seq, depth + 1);
	uint32_t low = m->low < level ? m->low : NOTHING;
	m->level = level;
	m->low = low < outer ? low : outer;
	s = slot_at(m, key, cx, seq);
	s->v = v;
	s->level = low;
	s->serial = low == NOTHING ? 0 : m->running[low];
	return v;
}
