/* label_memo.c - what is remembered of evaluation; see remember(). */
#include "label_eval_impl.h"

#define NOTHING UINT32_MAX

const value *with_changes(query q, const value *v, const char *name) {
	bool list = v_one(v) && v_one(v)->kind == K_TUPLE;
	bool changed = list && map_first(q.en->p->changed, name);
	return changed ? v_opened(q.en, v->d) : v;
}

typedef struct {
	const void *key;
	const ctx *cx;
	const value *v;
	uint32_t seq, level, serial, time;
} answer;

engine *engine_new(program *p, label *l, const setopt *set, uint32_t nset, emode mode) {
	engine *en = take(p, sizeof *en);
	struct memo *m = take(p, sizeof *m);
	*en = (engine){.p = p, .l = l, .set = set, .nset = nset, .most = 150000, .memo = m};
	m->ctx = map_new(p);
	m->answers = map_new(p);
	m->loop = v_top(en, d_none());
	m->none = v_top(en, d_none());
	engine_mode(en, mode);
	return en;
}

void engine_mode(engine *en, emode mode) {
	en->mode = mode;
	en->steps = 0;
	en->memo->level = 0;
	en->memo->low = NOTHING;
	en->memo->time++;
}

static answer *answer_to(query q, const void *what) {
	struct memo *m = q.en->memo;
	const char *key = hashed((uintptr_t)what, (uintptr_t)q.cx, q.seq);
	EACH(answer, a, m->answers, key) {
		if (a->key != what || a->cx != q.cx || a->seq != q.seq) continue;
		if (a->time != m->time) a->v = NULL;
		a->time = m->time;
		return a;
	}
	answer *own = take(q.en->p, sizeof *own);
	*own = (answer){.key = what, .cx = q.cx, .seq = q.seq, .time = m->time};
	map_add(q.en->p, m->answers, key, own);
	return own;
}

void cut_short(query q) { q.en->memo->low = 0; }

/* What is asked for within its own evaluation is open; what follows from that is remembered only
 * until the outer evaluation ends (as Tarjan's components), what the limit of depth cut, until the
 * outermost ends. So no answer depends on what was asked before. */
const value *remember(query q, const void *key, worker *f, const void *what) {
	struct memo *m = q.en->memo;
	uint32_t level = m->level, outer = m->low;
	answer *a = answer_to(q, key);
	if (a->v && !a->serial) return a->v;
	if (a->v && a->level < level && m->running[a->level] == a->serial) {
		if (a->level < m->low) m->low = a->level;
		return a->v;
	}
	q.en->cut |= q.en->steps >= q.en->most;
	if (q.en->steps >= q.en->most) return m->loop;
	if (q.depth++ > EVAL_DEEP || level >= sizeof m->running / sizeof *m->running) {
		cut_short(q);
		return m->loop;
	}
	q.en->steps++;
	a->v = m->loop;
	a->level = level;
	m->running[m->level++] = a->serial = ++m->serial;
	m->low = NOTHING;
	a->v = f(q, what);
	a->level = m->low < level ? m->low : NOTHING;
	a->serial = a->level == NOTHING ? 0 : m->running[a->level];
	m->level = level;
	m->low = a->level < outer ? a->level : outer;
	return a->v;
}
