/* label_instance.c - a method runs only for objects that are made; see judge_instances(). */
#include "label_engine.h"

enum { MOST_MAKERS = 16, MOST_CLASSES = 16 };

typedef struct { engine *en; const klass *cls; uint32_t n; const event *best, *shut; passing pass,
    closed; bool weak; } makers;

/* Is this a place where an object is made, and is it better than those before? */
static void look(makers *m, const event *ev) {
	if (ev->role == R_TEST || ev->role == R_RAISE || ev->role == R_BASE || ev->role == R_FUNC ||
	    (ev->kind == E_CALL && ev->fn->cls == m->cls)) return;
	if (m->n++ >= MOST_MAKERS) {
		m->weak = true;
		return;
	}
	passing x = guards_pass(m->en, ev, ctx_at(m->en, ev), false, 0);
	bool by = d_label(x.d);
	m->weak |= x.ok == 0 && (x.d.flags & D_WEAK);
	if (x.ok == 0 && (!m->shut || (by && !d_label(m->closed.d)))) {
		m->shut = ev;
		m->closed = x;
	} else if (x.ok != 0 && (!m->best || (x.ok == 1 && (m->pass.ok < 0 ||
	    (by && !d_label(m->pass.d)))))) {
		m->best = ev;
		m->pass = x;
	}
}

/* What makes objects of the class and of those that inherit its method. */
static void look_all(makers *m, const char *method) {
	events made = makers_of(m->en->p, m->cls, method);
	caller found[MOST_MAKERS];
	for (uint32_t i = 0; i < made.n; i++) look(m, made.ev[i]);
	uint32_t direct = m->n;
	for (uint32_t k = 0; k < m->en->p->ncls; k++) {
		const klass *c = m->en->p->cls[k];
		bool is = family_has(m->en->p, c->name, m->cls->name);
		uint32_t n = is ? registry_makers(m->en, c, found, MOST_MAKERS) : 0;
		for (uint32_t i = 0; i < n; i++)
			if (found[i].ev->role != R_DYNAMIC || !direct) look(m, found[i].ev);
	}
}

static void instance(engine *en, way *w, const func *fn) {
	makers m = {.en = en, .cls = fn->cls};
	look_all(&m, fn->name);
	const event *ev = m.best ? m.best : m.shut;
	if (!ev) return;
	place at = {ev->fn->file, ev->line};
	if (!m.best) {
		const char *says = name_f(en->p, "false with the label set, so no %s is made",
		    fn->cls->name);
		note n = {at, x_show(en->p, m.closed.open[0]), m.closed.d, says, NULL};
		way_closes(en, w, n, at, m.weak);
		return;
	}
	if (d_label(m.pass.d))
		way_opens(en, w, (note){at, source_line(en->p, at, ev->value), m.pass.d,
		    name_f(en->p, "makes %s", fn->cls->name), NULL});
	for (uint32_t i = 0; m.pass.ok < 0 && i < m.pass.nopen && i < 2; i++)
		way_needs(en, w, (note){at, x_show(en->p, m.pass.open[i]), d_none(), "open", NULL});
}

void judge_instances(engine *en, way *w) {
	const chain *c = w->c;
	const char *done[MOST_CLASSES];
	uint32_t ndone = 0;
	for (uint32_t i = 0; i < c->n && ndone < MOST_CLASSES; i++) {
		const func *fn = chain_func(w->s, c, i);
		if (!fn->cls || is_constructor(fn)) continue;
		bool known = i + 1 < c->n && chain_func(w->s, c, i + 1)->cls == fn->cls;
		if (known || text_in(done, ndone, fn->cls->name)) continue;
		done[ndone++] = fn->cls->name;
		instance(en, w, fn);
	}
}
