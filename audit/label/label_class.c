/* label_class.c - fields of objects whose class is known; see class_field(). */
#include <string.h>

#include "label_eval_impl.h"

enum { OUTSIDE_MOST = 24, MADE_MOST = 12 };

const klass *class_named(program *p, const char *name) {
	uint32_t n;
	void *const *v = map_get(p->by_cls, name, &n);
	return n ? v[0] : NULL;
}

const field *field_of(const klass *k, const char *name) {
	for (uint32_t i = 0; k && i < k->nfield; i++)
		if (k->field[i].name == name) return &k->field[i];
	return NULL;
}

const char *class_of_object(program *p, const object *o) {
	if (o->e->kind == X_SELF || o->e->kind == X_CLASS) return o->e->s;
	const char *c = o->e->kind == X_CALL ? x_last(o->e->kid[0]) : NULL;
	return c && class_named(p, c) ? c : NULL;
}

/* field(default=x), Field(x) are x. NULL: it has none. */
const value *field_default(query q, const klass *k, const field *f) {
	const expr *x = f->value;
	const char *call = x && x->kind == X_CALL ? x_last(x->kid[0]) : NULL;
	if (word_in("field Field", call)) {
		const expr *def = x_keyword(x, "default");
		x = def ? def : *call == 'F' ? x_arg(x, 0) : NULL;
	}
	return x ? v_default(q.en, val(q_of(q, k->file->module), x), f->name) : NULL;
}

typedef struct {
	query q;
	const char *cls, *name;
	const object *made;      /* its constructor call; NULL: any object of the class */
	const func *constructor; /* the first of its line; NULL */
	gathered g;
	const field *field;      /* its declaration; NULL */
	const klass *holder;     /* the class that it is declared in */
	place weak;              /* where what it is was lost; file NULL: nowhere */
} question;

/* Its declaration and its constructor in the line of classes; what sets fields of unknown name. */
static void look_up(question *f) {
	program *p = f->q.en->p;
	uint32_t n, set;
	const char *const *line = class_line(p, f->cls, &n);
	for (uint32_t i = 0; i < n; i++) {
		const klass *k = class_named(p, line[i]);
		if (!k) continue;
		if (!f->field && (f->field = field_of(k, f->name)) != NULL) f->holder = k;
		for (uint32_t m = 0; m < k->nmethod && !f->constructor; m++)
			if (is_constructor(k->method[m])) f->constructor = k->method[m];
		if (map_get(tables_of(p)->setters, line[i], &set))
			f->weak = (place){k->file, k->line};
	}
}

static bool related(const question *f, const char *cls) {
	if (!cls) return false;
	program *p = f->q.en->p;
	return family_has(p, f->cls, cls) || (!f->made && family_has(p, cls, f->cls));
}

static void ask_methods(question *f) {
	engine *en = f->q.en;
	uint32_t n;
	void *const *v = map_get(en->p->selfs, f->name, &n);
	for (uint32_t i = n; i-- > 0; ) {
		const event *ev = v[i];
		const klass *k = func_class(ev->fn);
		if (!k || !related(f, k->name)) continue;
		const ctx *cx = ctx_find(f->q.cx, ev->fn);
		if (f->made && ev->fn == f->constructor)
			cx = ctx_new(en, ev->fn, f->made->e, C_CALL,
			    ctx_seq(en, f->made->cx, f->made->seq), 0);
		query q = cx ? q_at(f->q, ctx_seq(en, cx, 0), 0) : q_of(f->q, ev->fn);
		gather(&f->g, q, ev, ev->value, is_constructor(ev->fn));
	}
}

/* x.name = v, where x is, or may be, such an object; x.update(name=v), Derived(name=v). */
static void ask_outside(question *f) {
	program *p = f->q.en->p;
	uint32_t n;
	void *const *v = map_get(p->fields, f->name, &n);
	for (uint32_t i = 0; i < n && i < OUTSIDE_MOST; i++) {
		const event *ev = v[i];
		query q = q_of(f->q, ev->fn);
		const expr *of = ev->kind == E_ASSIGN ? ev->target->kid[0] : NULL;
		bool call = ev->kind == E_CALL && !f->constructor && !f->made, mine = false;
		const char *made = call ? x_last(ev->value->kid[0]) : f->cls;
		if (word_in("replace update", made) ||
		    (made != f->cls && family_has(p, made, f->cls)))
			gather(&f->g, q, ev, x_keyword(ev->value, f->name), false);
		if (!of || is_self(of)) continue;
		q.seq = ev->seq;
		const value *x = val(q, of);
		for (uint32_t k = 0; k < x->nobj && !mine; k++)
			mine = related(f, class_of_object(p, &x->obj[k]));
		if (mine) gather(&f->g, q, ev, ev->value, false);
		else if (x->nobj == 0 && x->top && !is_arguments(of)) f->weak = at_event(ev);
	}
}

/* The position of a field among the arguments of a class without a constructor of its own. */
static uint32_t position(const klass *k, const field *f) {
	bool own = k && f && k->nbase == 0 && f >= k->field && f < k->field + k->nfield;
	return own ? (uint32_t)(f - k->field) : UINT32_MAX;
}

bool given_by_place(program *p, const klass *k, const field *f) {
	const char *by[] = {k->name, name_have(p, "cls")};
	uint32_t n, at = position(k, f);
	for (uint32_t b = 0; b < 2; b++) {
		void *const *v = map_get(p->calls, by[b], &n);
		for (uint32_t i = 0; i < n; i++)
			if (x_arg(((const event *)v[i])->value, at)) return true;
	}
	return false;
}

/* What the calls give that make objects of a class without a constructor: by its name, or by cls()
 * in a method of its line. True: some give nothing. */
static bool ask_makers(question *f) {
	program *p = f->q.en->p;
	const char *by[] = {f->cls, name_have(p, "cls")};
	uint32_t n, at = position(f->holder, f->field), given = 0, calls = 0;
	for (uint32_t b = 0; b < 2; b++) {
		void *const *v = map_get(p->calls, by[b], &n);
		for (uint32_t i = 0; i < n && calls < MADE_MOST; i++) {
			const event *ev = v[i];
			const klass *around = b ? func_class(ev->fn) : NULL;
			if (b && !(around && related(f, around->name))) continue;
			const expr *x = x_keyword(ev->value, f->name);
			if (!x) x = x_arg(ev->value, at);
			if (x_keyword(ev->value, "**")) f->weak = at_event(ev);
			calls++;
			if (!x || x->kind == X_STAR) continue;
			gather(&f->g, q_of(f->q, ev->fn), ev, x, false);
			given++;
		}
	}
	return given == 0 || given < calls;
}

const value *class_field(query q, const char *cls, const char *name, const object *made) {
	question f = {.q = q, .cls = cls, .name = name, .made = made};
	const value *v = NULL;
	gathered *g = &f.g;
	look_up(&f);
	ask_methods(&f);
	ask_outside(&f);
	bool nothing = f.field && g->nout == 0 && g->nlab == 0;
	if (nothing && label_has_name(q.en->l, name) && (v = bound_weak(q.en, name))) return v;
	bool missing = f.field && !f.constructor && !made ? ask_makers(&f) : !g->killed;
	if (f.field && g->nlab == 0 && (missing || g->nout == 0)) {
		query there = q_of(q, f.holder->file->module);
		if (g->nout == 0 && (v = bound(there, name)) != NULL) return v;
		v = field_default(q, f.holder, f.field);
		if (!v && g->nout == 0) return NULL;
		g->seen |= v != NULL;
		if (v && g->nout < GATHER_MOST) g->out[g->nout++] = v;
	}
	v = gathered_value(q.en, g);
	return v && f.weak.file && g->nlab == 0 ? v_weak(q.en, v, f.weak) : v;
}

/* From the last entry on. What stands before a spread mapping may be replaced by it. */
const value *entry_of(query q, const object *o, const constant *key) {
	bool spread = false;
	for (uint32_t i = o->e->n; i > 1; i -= 2) {
		const expr *k = o->e->kid[i - 2];
		if (k->kind == X_NAME && strcmp(k->s, "**") == 0) spread = true;
		if (k->kind != X_CONST || !k_equal(k->con, key)) continue;
		if (spread && key->kind == K_STR && label_has_name(q.en->l, key->s))
			return bound_weak(q.en, key->s);
		const value *v = val(q_object(q, o), o->e->kid[i - 1]);
		return spread ? v_weak(q.en, v, at_expr(o->cx, o->e)) : v;
	}
	return NULL;
}

static const value *made_field(query q, const object *o, const char *cls, const char *name) {
	const klass *k = class_named(q.en->p, cls);
	question f = {.q = q, .cls = cls, .name = name};
	const expr *x = x_keyword(o->e, name);
	uint32_t n;
	look_up(&f);
	if (!x) x = x_arg(o->e, position(k, field_of(k, name)));
	if (x && x->kind != X_STAR && (!f.constructor || !map_get(q.en->p->selfs, name, &n)))
		return val(q_object(q, o), x);
	const value *v = class_field(q_at(q, NULL, 0), cls, name, o);
	bool spread = v && !f.constructor && x_keyword(o->e, "**");
	return spread ? v_weak(q.en, v, at_expr(o->cx, o->e)) : v;
}

const value *object_field(query q, const object *o, const char *name) {
	program *p = q.en->p;
	const char *cls = class_of_object(p, o);
	bool call = o->e->kind == X_CALL;
	const expr *x = call && !cls ? x_keyword(o->e, name) : NULL; /* SimpleNamespace(a=1) */
	const value *v = NULL;
	if (o->e->kind == X_DICT) v = entry_of(q, o, k_str(p, name));
	else if (x) v = val(q_object(q, o), x);
	else if (cls && call) v = made_field(q, o, cls, name);
	else if (cls) v = class_field(q_object(q, o), cls, name, NULL);
	return v ? v_with(q.en, v, o->d) : NULL;
}
