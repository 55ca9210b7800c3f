/* label_assigned.c - assignments that compete for a variable, a key or a field of any object; those
 * of fields of a class: label_class.c. See label_eval_impl.h. */
#include "label_eval_impl.h"

enum { KEYS_MOST = 12 };

/* A test of the label chose it: weak where other tests are open. */
static const value *carried(engine *en, const value *v, const passing *pass, const event *ev) {
	deps d = d_join(en, v->d, d_guard(pass->d));
	if (d_label(pass->d) && v->top && v->n == 0) d.flags |= D_LABEL;
	v = v_deps(en, v, d);
	return pass->ok < 0 ? v_weak(en, v, at_event(ev)) : v;
}

/* The label is its value, or chose it. */
static bool carries_label(const engine *en, const value *v, const passing *pass, bool local) {
	bool on = en->mode == M_ON, chosen = asked_value(en) && v->d.flags & D_BYLABEL;
	bool label = v->d.flags & D_LABEL, both = on && (label || chosen) && v_pure(v);
	bool by = both || (on && d_label(pass->d));
	return local ? by && pass->ok < 0 : by || label;
}

int gather(gathered *g, query q, const event *ev, const expr *x, bool kills) {
	if (kills && g->killed == ev->fn) return 0;
	if (kills && !ev->guards && !ev->loop) g->killed = ev->fn;
	g->seen = true;
	g->cut |= g->nout == GATHER_MOST;
	if (g->cut) return 0;
	passing pass = guards_pass(q.en, ev, q.cx, g->local, q.depth);
	if (pass.ok == 0 && !g->local) g->closed = d_join(q.en, g->closed, pass.d);
	if (pass.ok == 0) return 0;
	const value *v = v_lost(q.en, val(q_at(q, q.cx, ev->seq), x), ev);
	bool carries = carries_label(q.en, v, &pass, g->local);
	if (carries) g->lab[g->nlab++] = carried(q.en, v, &pass, ev);
	g->out[g->nout++] = v_with(q.en, v, d_guard(pass.d));
	return pass.ok;
}

const value *gathered_value(engine *en, const gathered *g) {
	deps closed = g->closed;
	if (closed.flags & D_LABEL) closed.flags = (closed.flags & ~(unsigned)D_LABEL) | D_BYLABEL;
	bool none = g->seen && !g->cut && (closed.flags || closed.n);
	if (g->nout == 0) return none ? v_con(en, k_none(en->p), closed) : NULL;
	const value *all = v_join(en, g->out, g->nout), *v;
	if (g->nlab) { /* it is what ran: surely so, if the others give the same */
		v = v_join(en, g->lab, g->nlab);
		bool same = g->nout > g->nlab && v_pure(all) && v_pure(v) && v->n == all->n;
		return same ? v_deps(en, v, all->d) : v;
	}
	v = v_with(en, all, closed);
	return g->cut ? v_set(en, v->c, v->n, true, v->d) : v;
}

/* Each file has its own of a variable that it defines; linked (seq): others may set it. */
static const value *globals_of_name(query q, const void *what) {
	const source *file = q.cx->fn->file;
	const char *name = what;
	gathered g = {0};
	uint32_t n;
	void *const *v = map_get(q.en->p->globals, name, &n);
	bool own = false, linked = q.seq;
	EACH(const event, ev, q.en->p->globals, name)
		own |= ev->fn->is_module && ev->fn->file == file;
	for (uint32_t i = n; i-- > 0; ) {
		const event *ev = v[i];
		const func *fn = ev->fn;
		bool other = fn->file != file;
		if (own && other && (!linked || fn->is_module)) continue;
		if (other && !linked && !import_of(file, name)) continue;
		gather(&g, q_of(q, fn), ev, ev->value, fn->is_module);
	}
	const value *r = gathered_value(q.en, &g);
	return r ? r : g.seen ? v_top(q.en, d_none()) : q.en->memo->none;
}

const value *global_value(query q, const char *name, const source *file, bool linked) {
	const label *l = q.en->l;
	uint32_t n;
	void *const *key = file ? map_get(q.en->p->globals, name, &n) : NULL;
	bool replaced = l->modlevel && (l->kind == L_NAME || l->kind == L_OPTION);
	const value *v = key && replaced ? bound_weak(q.en, name) : NULL;
	if (!key || v) return v;
	v = remember(q_at(q, ctx_of(q.en, file->module), linked), key, globals_of_name, name);
	return v == q.en->memo->none ? NULL : with_changes(q, v, name);
}

/* Weak where several classes have one, or any field may be set by a name that is not known. */
static const value *fields_of_name(query q, const void *what) {
	const char *name = what, *first = NULL;
	program *p = q.en->p;
	gathered g = {0};
	uint32_t n;
	void *const *v = map_get(p->fields, name, &n);
	bool linked = false, several = map_first(p->setters, name_have(p, ""));
	place lost = {0};
	g.cut = n > GATHER_MOST;
	for (uint32_t i = 0; i < n && i < GATHER_MOST; i++) {
		const event *ev = v[i];
		const expr *x = ev->value;
		const klass *k = NULL;
		if (ev->kind == E_CALL) x = given_field(k = made_by(p, ev), x, name);
		else if (is_self(ev->target->kid[0])) k = func_class(ev->fn);
		const char *cls = k ? k->name : first;
		several |= first && cls != first;
		first = cls;
		linked |= ev->fn->linked;
		lost = at_event(ev);
		if (x) gather(&g, q_of(q, ev->fn), ev, x, false);
	}
	bool defaults = !g.nlab && !(g.nout && (g.closed.flags || g.closed.n));
	for (uint32_t i = 0; i < p->ncls; i++) {
		const klass *k = p->cls[i];
		const field *f = field_of(k, name);
		if (!f) continue;
		several |= first && k->name != first;
		first = k->name;
		if (!lost.file) lost = (place){k->file, k->line};
		const value *def = defaults && g.nout < GATHER_MOST ? field_default(q, k, f) : NULL;
		if (def) g.out[g.nout++] = def;
	}
	const value *r = gathered_value(q.en, &g);
	if (!r) return q.en->memo->none;
	return linked || g.nlab || !several ? r : v_weak(q.en, r, lost);
}

const value *field_by_name(query q, const char *name) {
	static const ctx mark = {0}; /* names are remembered apart from fields */
	const value *v = remember(q_at(q, &mark, 0), name, fields_of_name, name);
	return v == q.en->memo->none ? NULL : v;
}

/* The value that an event gives to a key. */
static const expr *value_of_key(const event *ev, const char *key) {
	const expr *t = ev->target, *x = ev->value;
	bool entry = t->kind == X_ENV || (t->kind == X_SUB && x_str(t->kid[1]) == key);
	for (uint32_t i = 0; !entry && x->kind == X_DICT && i + 1 < x->n; i += 2)
		if (x_str(x->kid[i]) == key) return x->kid[i + 1];
	return x;
}

const value *assigned_to_key(query q, const char *key, keyed how, const value *def) {
	gathered g = {0};
	uint32_t n;
	void *const *v = map_get(q.en->p->keys, key, &n);
	for (uint32_t i = 0; i < n; i++) {
		const event *ev = v[i];
		const expr *t = ev->target;
		bool env = t->kind == X_ENV;
		if (env != (how == ENVIRONMENT) || (env && x_str(t->kid[0]) != key)) continue;
		if (how == ENTRIES && t->kind != X_SUB) continue;
		g.cut |= i >= KEYS_MOST && !env;
		gather(&g, q_of(q, ev->fn), ev, value_of_key(ev, key), false);
	}
	if (g.nlab == 0 && g.nout == 0) return NULL;
	if (def && g.nlab == 0 && g.nout < GATHER_MOST) g.out[g.nout++] = def;
	const value *r = gathered_value(q.en, &g);
	return n > 1 && g.nlab == 0 && how != ENVIRONMENT ? v_weak(q.en, r, at_event(v[0])) : r;
}
