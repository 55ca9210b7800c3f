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
const value *field_default(engine *en, const klass *k, const field *f, int depth) {
	const expr *x = f->value;
	const char *call = x && x->kind == X_CALL ? x_last(x->kid[0]) : NULL;
	if (word_in("field Field", call)) {
		const expr *def = x_keyword(x, "default");
		x = def ? def : *call == 'F' ? x_arg(x, 0) : NULL;
	}
	if (!x) return NULL;
	return v_default(en, eval(en, x, ctx_of(en, k->file->module), 0, depth), f->name);
}

typedef struct {
	engine *en;
	const char *cls, *name;
	const ctx *cx;
	const object *made;      /* its constructor call; NULL: any object of the class */
	const func *constructor; /* the first of its line; NULL */
	int depth;
	gathered g;
	const field *field;      /* its declaration; NULL */
	const klass *holder;     /* the class that it is declared in */
	bool certain;            /* its constructor always sets it */
	place weak;              /* where what it is was lost; file NULL: nowhere */
} question;

/* Its declaration and its constructor in the line of classes; what sets fields of unknown name. */
static void look_up(question *q) {
	program *p = q->en->p;
	uint32_t n, set;
	const char *const *line = class_line(p, q->cls, &n);
	for (uint32_t i = 0; i < n; i++) {
		const klass *k = class_named(p, line[i]);
		if (!k) continue;
		if (!q->field && (q->field = field_of(k, q->name)) != NULL) q->holder = k;
		for (uint32_t m = 0; m < k->nmethod && !q->constructor; m++)
			if (is_constructor(k->method[m])) q->constructor = k->method[m];
		if (map_get(tables_of(p)->setters, line[i], &set))
			q->weak = (place){k->file, k->line};
	}
}

static bool related(const question *q, const char *cls) {
	if (!cls) return false;
	program *p = q->en->p;
	return family_has(p, q->cls, cls) || (!q->made && family_has(p, cls, q->cls));
}

static void ask_methods(question *q) {
	engine *en = q->en;
	uint32_t n;
	void *const *v = map_get(en->p->selfs, q->name, &n);
	const func *killed = NULL;
	for (uint32_t i = n; i-- > 0; ) {
		const event *ev = v[i];
		const klass *k = class_around(ev->fn);
		if (!k || ev->fn == killed || !related(q, k->name)) continue;
		if (is_constructor(ev->fn) && !ev->guards && !ev->loop) killed = ev->fn;
		const ctx *cx = ctx_find(q->cx, ev->fn), *at = q->made ? q->made->cx : NULL;
		if (q->made && ev->fn == q->constructor)
			cx = ctx_new(en, ev->fn, q->made->e, C_CALL, ctx_seq(en, at, q->made->seq),
			    0);
		gather(en, &q->g, ev, ev->value, cx ? ctx_seq(en, cx, 0) : ctx_of(en, ev->fn),
		    q->depth);
	}
	q->certain = killed != NULL;
}

/* x.name = v, where x is, or may be, such an object; x.update(name=v), Derived(name=v). */
static void ask_outside(question *q) {
	engine *en = q->en;
	uint32_t n;
	void *const *v = map_get(en->p->fields, q->name, &n);
	for (uint32_t i = 0; i < n && i < OUTSIDE_MOST; i++) {
		const event *ev = v[i];
		const ctx *cx = ctx_of(en, ev->fn);
		const expr *of = ev->kind == E_ASSIGN ? ev->target->kid[0] : NULL;
		bool call = ev->kind == E_CALL && !q->constructor && !q->made;
		const char *made = call ? x_last(ev->value->kid[0]) : q->cls;
		if (word_in("replace update", made) || (made != q->cls && family_has(en->p, made,
		    q->cls)))
			gather(en, &q->g, ev, x_keyword(ev->value, q->name), cx, q->depth);
		if (!of || is_self(of)) continue;
		const value *x = eval(en, of, cx, ev->seq, q->depth);
		bool mine = false;
		for (uint32_t k = 0; k < x->nobj && !mine; k++)
			mine = related(q, class_of_object(en->p, &x->obj[k]));
		if (mine) gather(en, &q->g, ev, ev->value, cx, q->depth);
		else if (x->nobj == 0 && x->top && !is_arguments(of)) q->weak = at_event(ev);
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
static bool ask_makers(question *q) {
	const char *by[] = {q->cls, name_have(q->en->p, "cls")};
	uint32_t n, at = position(q->holder, q->field), given = 0, calls = 0;
	for (uint32_t b = 0; b < 2; b++) {
		void *const *v = map_get(q->en->p->calls, by[b], &n);
		for (uint32_t i = 0; i < n && calls < MADE_MOST; i++) {
			const event *ev = v[i];
			const klass *around = b ? class_around(ev->fn) : NULL;
			if (b && !(around && related(q, around->name))) continue;
			const expr *x = x_keyword(ev->value, q->name);
			if (!x) x = x_arg(ev->value, at);
			if (x_keyword(ev->value, "**")) q->weak = at_event(ev);
			calls++;
			if (!x || x->kind == X_STAR) continue;
			gather(q->en, &q->g, ev, x, ctx_of(q->en, ev->fn), q->depth);
			given++;
		}
	}
	return given == 0 || given < calls;
}

const value *class_field(engine *en, const char *cls, const char *name, const ctx *cx,
    const object *made, int depth) {
	question q = {.en = en, .cls = cls, .name = name, .cx = cx, .made = made, .depth = depth};
	const value *v = NULL;
	gathered *g = &q.g;
	look_up(&q);
	ask_methods(&q);
	ask_outside(&q);
	bool nothing = q.field && g->nout == 0 && g->nlab == 0;
	if (nothing && label_has_name(en->l, name) && (v = bind_name(en, name, true))) return v;
	bool missing = q.field && !q.constructor && !made ? ask_makers(&q) : !q.certain;
	if (q.field && g->nlab == 0 && (missing || g->nout == 0)) {
		if (g->nout == 0 && (v = bind_from(en, name, false, q.holder->file)) != NULL)
			return v;
		v = field_default(en, q.holder, q.field, depth);
		if (!v && g->nout == 0) return NULL;
		g->seen |= v != NULL;
		if (v && g->nout < GATHER_MOST) g->out[g->nout++] = v;
	}
	v = gathered_value(en, g);
	return v && q.weak.file && g->nlab == 0 ? v_weak(en, v, q.weak) : v;
}

/* From the last entry on. What stands before a spread mapping may be replaced by it. */
const value *entry_of(engine *en, const object *o, const constant *key, int depth) {
	bool spread = false;
	for (uint32_t i = o->e->n; i > 1; i -= 2) {
		const expr *k = o->e->kid[i - 2];
		if (k->kind == X_NAME && strcmp(k->s, "**") == 0) spread = true;
		if (k->kind != X_CONST || !k_equal(k->con, key)) continue;
		if (spread && key->kind == K_STR && label_has_name(en->l, key->s))
			return bind_name(en, key->s, true);
		const value *v = eval(en, o->e->kid[i - 1], o->cx, o->seq, depth);
		return spread ? v_weak(en, v, at_expr(o->cx, o->e)) : v;
	}
	return NULL;
}

static const value *made_field(engine *en, const object *o, const char *cls, const char *name,
    int depth) {
	const klass *k = class_named(en->p, cls);
	question q = {.en = en, .cls = cls, .name = name};
	const expr *x = x_keyword(o->e, name);
	uint32_t n;
	look_up(&q);
	if (!x) x = x_arg(o->e, position(k, field_of(k, name)));
	if (x && x->kind != X_STAR && (!q.constructor || !map_get(en->p->selfs, name, &n)))
		return eval(en, x, o->cx, o->seq, depth);
	const value *v = class_field(en, cls, name, NULL, o, depth);
	bool spread = v && !q.constructor && x_keyword(o->e, "**");
	return spread ? v_weak(en, v, at_expr(o->cx, o->e)) : v;
}

const value *object_field(engine *en, const object *o, const char *name, int depth) {
	const char *cls = class_of_object(en->p, o);
	const expr *x = o->e->kind == X_CALL && !cls ? x_keyword(o->e, name) : NULL;
	const value *v = NULL;
	if (o->e->kind == X_DICT) v = entry_of(en, o, k_str(en->p, name), depth);
	/* SimpleNamespace(a=1), replace(x, a=1) */
	else if (x) v = eval(en, x, o->cx, o->seq, depth);
	else if (cls && o->e->kind == X_CALL) v = made_field(en, o, cls, name, depth);
	else if (cls) v = class_field(en, cls, name, o->cx, NULL, depth);
	return v ? v_with(en, v, o->d) : NULL;
}
