/* label_class.c - fields of objects whose class is known; see class_field(). */
#include "label_eval_impl.h"

enum { OUTSIDE_MOST = 24 };

const klass *class_named(program *p, const char *name) {
	return map_first(p->by_cls, name);
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

static const func *constructor_of(const klass *k) {
	uint32_t i = 0;
	while (k && i < k->nmethod && !is_constructor(k->method[i])) i++;
	return k && i < k->nmethod ? k->method[i] : NULL;
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
	place spread = {0};
	const names *line = class_line(p, f->cls);
	for (uint32_t i = 0; i < line->n; i++) {
		const klass *k = class_named(p, line->s[i]);
		if (!k) continue;
		if (!f->field && (f->field = field_of(k, f->name)) != NULL) f->holder = k;
		if (!f->constructor) f->constructor = constructor_of(k);
		place here = {k->file, k->line};
		if (map_first(p->setters, k->name)) f->weak = here;
		if (map_first(p->spread, k->name)) spread = here;
	}
	if (!f->made && !f->constructor && spread.file) f->weak = spread;
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

const expr *given_field(const klass *k, const expr *call, const char *name) {
	const expr *x = x_keyword(call, name);
	const field *f = field_of(k, name);
	if (!x && f && k->nbase == 0 && !constructor_of(k))
		x = x_arg(call, (uint32_t)(f - k->field));
	return x && x->kind != X_STAR ? x : NULL;
}

const klass *made_by(program *p, const event *ev) {
	const char *name = x_last(ev->value->kid[0]);
	return word_in("cls", name) ? func_class(ev->fn) : class_named(p, name);
}

/* x.name = v, where x is, or may be, such an object; x.update(name=v), Class(name=v). */
static void ask_outside(question *f) {
	program *p = f->q.en->p;
	uint32_t looked = 0;
	EACH(const event, ev, p->fields, f->name) {
		if (looked++ == OUTSIDE_MOST) break;
		bool call = ev->kind == E_CALL, mine = false;
		const expr *of = call ? NULL : ev->target->kid[0], *x = ev->value;
		query q = q_of(f->q, ev->fn);
		if (call && !f->constructor && !f->made) {
			const klass *k = made_by(p, ev);
			const char *by = x_last(x->kid[0]);
			mine = k ? related(f, k->name) : word_in("replace update", by);
			x = given_field(k, x, f->name);
		} else if (of && !is_self(of)) {
			q.seq = ev->seq;
			const value *o = val(q, of);
			for (uint32_t k = 0; k < o->nobj && !mine; k++)
				mine = related(f, class_of_object(p, &o->obj[k]));
			bool open = o->nobj == 0 && o->top && !is_arguments(of);
			if (open) f->weak = at_event(ev);
		}
		if (mine && x) gather(&f->g, q, ev, x, false);
	}
}

const value *class_field(query q, const char *cls, const char *name, const object *made) {
	question f = {.q = q, .cls = cls, .name = name, .made = made};
	const expr *x = made ? given_field(class_named(q.en->p, cls), made->e, name) : NULL;
	const value *v = NULL;
	gathered *g = &f.g;
	look_up(&f);
	if (x && (!f.constructor || !map_first(q.en->p->selfs, name)))
		return val(q_object(q, made), x);
	if (made && !f.constructor && x_keyword(made->e, "**")) f.weak = at_expr(made->cx, made->e);
	ask_methods(&f);
	ask_outside(&f);
	if (f.field && g->nlab == 0 && (!g->killed || g->nout == 0)) {
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
		const value *v = val(q_object(q, o), o->e->kid[i - 1]);
		return spread ? v_weak(q.en, v, at_expr(o->cx, o->e)) : v;
	}
	return NULL;
}

const value *object_field(query q, const object *o, const char *name) {
	program *p = q.en->p;
	const char *cls = class_of_object(p, o);
	bool call = o->e->kind == X_CALL;
	const expr *x = call && !cls ? x_keyword(o->e, name) : NULL; /* SimpleNamespace(a=1) */
	const value *v = NULL;
	query in = call ? q_of(q, NULL) : q_object(q, o);
	if (o->e->kind == X_DICT) v = entry_of(q, o, k_str(p, name));
	else if (x) v = val(q_object(q, o), x);
	else if (cls) v = class_field(in, cls, name, call ? o : NULL);
	return v ? v_with(q.en, v, o->d) : NULL;
}
