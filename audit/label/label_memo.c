/* label_memo.c - what is indexed for evaluation, and what is remembered of it; see remember(). */
#include "label_eval_impl.h"

#define NOTHING UINT32_MAX

/* setattr(x, "name", v) is an assignment. */
static void index_setattr(program *p, const event *ev) {
	expr *of = x_arg(ev->value, 0);
	const char *name = x_str(x_arg(ev->value, 1));
	event *own = take(p, sizeof *own);
	*own = *ev;
	own->kind = E_ASSIGN;
	own->target = x_attr(p, of, name, ev->line);
	own->value = x_arg(ev->value, 2);
	map_add(p, p->fields, name, own);
	if (is_self(of) && func_class(ev->fn)) map_add(p, p->selfs, name, own);
}

static void index_call(program *p, evaltab *t, event *ev) {
	const expr *f = ev->value->kid[0], *of = f->kind == X_ATTR ? f->kid[0] : NULL, *set = NULL;
	const char *name = x_last(f), *held = x_last(of);
	if (word_in("setattr", name) && x_arg(ev->value, 2)) {
		if (x_is_str(x_arg(ev->value, 1))) index_setattr(p, ev);
		else set = x_arg(ev->value, 0);
	} else if (word_in("update", name) && word_in("__dict__", held)) set = of->kid[0];
	const klass *c = set && is_self(set) ? func_class(ev->fn) : NULL;
	const klass *made = made_by(p, ev);
	if (made && x_keyword(ev->value, "**")) map_add(p, t->spread, made->name, ev);
	for (uint32_t i = 0; made && i < made->nfield && x_arg(ev->value, i); i++) {
		const char *by = made->field[i].name;
		if (given_field(made, ev->value, by) == x_arg(ev->value, i))
			map_add(p, p->fields, by, ev);
	}
	if (set) map_add(p, t->setters, c ? c->name : name_of(p, ""), ev);
	if (held && word_in("append extend insert add push_back emplace_back push remove clear "
	    "update", name))
		map_add(p, t->changed, held, ev);
}

evaltab *tables_of(program *p) {
	if (p->evaltab) return p->evaltab;
	evaltab *t = p->evaltab = take(p, sizeof *t);
	*t = (evaltab){map_new(p), map_new(p), map_new(p), map_new(p), map_new(p)};
	for (uint32_t i = 0; i < p->nenumv; i++)
		map_add(p, t->enumv, p->enumv[i].name, (void *)p->enumv[i].value);
	for (uint32_t i = 0; i < p->ncmakedef; i++)
		map_add(p, t->macro, p->cmakedef[i].name, &p->cmakedef[i]);
	for (uint32_t i = 0; i < p->nmacro; i++)
		map_add(p, t->macro, p->macro[i].name, &p->macro[i]);
	for (uint32_t i = 0; i < p->nfn; i++)
		for (uint32_t k = 0; k < p->fn[i]->nev; k++) {
			event *ev = p->fn[i]->ev[k];
			const expr *of = ev->kind == E_ASSIGN ? ev->target : NULL;
			if (ev->kind == E_CALL) index_call(p, t, ev);
			if (of && of->kind == X_SUB && x_last(of->kid[0]))
				map_add(p, t->changed, x_last(of->kid[0]), ev);
		}
	return t;
}

const value *with_changes(query q, const value *v, const char *name) {
	bool list = v_one(v) && v_one(v)->kind == K_TUPLE;
	bool changed = list && map_first(tables_of(q.en->p)->changed, name);
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
	tables_of(p);
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
