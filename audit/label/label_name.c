/* label_name.c - what a name holds: local, parameter, field, global; see label_engine.h. */
#include "label_eval_impl.h"

enum { CALLERS_MOST = 6, SPREAD_DEEP = 6 };

event *const *func_assigns(const func *fn, const char *name, uint32_t *n) {
	uint32_t lo = 0, hi = fn->nassigned, end;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if ((uintptr_t)fn->assigned[mid]->target->s < (uintptr_t)name) lo = mid + 1;
		else hi = mid;
	}
	for (end = lo; end < fn->nassigned && fn->assigned[end]->target->s == name; end++);
	*n = end - lo;
	return fn->assigned + lo;
}

int param_index(const func *fn, const char *name) {
	int i = (int)fn->nparam - 1;
	while (i >= 0 && fn->param[i].name != name) i--;
	return i;
}

bool is_constructor(const func *fn) {
	return fn->cls && (strcmp(fn->name, "__init__") == 0 || fn->name == fn->cls->name);
}

bool is_self(const expr *e) { return e && e->kind == X_NAME && word_in("self cls this", e->s); }

const value *named_object(query q, xkind kind, const char *name) {
	expr *e = x_new(q.en->p, kind, 0, 0);
	e->s = name;
	return v_obj(q_at(q, q.cx, 0), e, d_none());
}

static bool is_call(const ctx *cx) {
	return cx && cx->mode == C_CALL && cx->call && cx->call->kind == X_CALL;
}

/* By its name alone: what binds it, or its default. */
static const value *by_name(query q, const func *fn, const param *of) {
	query in = q_of(q, fn->file->module);
	const value *v = bound(in, of->name);
	if (v || !of->def) return v ? v : v_top(q.en, d_none());
	return v_default(q.en, val(in, of->def), of->name);
}

static bool has_self(const func *fn) {
	return fn->cls && fn->nparam && word_in("self cls", fn->param[0].name);
}

/* The object, or class, whose method fn is. */
static const value *receiver(query q, const func *fn) {
	const ctx *cx = q.cx;
	const expr *f = is_call(cx) && cx->up ? cx->call->kid[0] : NULL;
	bool known = f && f->kind == X_ATTR;
	const value *v = known ? val(q_at(q, cx->up, cx->up->seq), f->kid[0]) : NULL;
	known = known && v_objects(v);
	for (uint32_t i = 0; known && i < v->nobj; i++) {
		const char *c = class_of_object(q.en->p, &v->obj[i]);
		known = c && family_has(q.en->p, c, fn->cls->name);
	}
	return known ? v : named_object(q, X_SELF, fn->cls->name);
}

/* Argument i of the call. *spread: it may be within *x. NULL: it is not given. */
static const expr *argument(const func *fn, uint32_t i, const expr *call, bool *spread) {
	const expr *f = call->kid[0], *x = x_keyword(call, fn->param[i].name);
	const char *base = f->kind == X_ATTR && f->kid[0]->kind == X_NAME ? f->kid[0]->s : NULL;
	uint32_t n = x_npos(call), skip = has_self(fn) && base != fn->cls->name;
	*spread = false;
	for (uint32_t k = 0; k < n && !x && !*spread && k + skip <= i; k++) {
		*spread = call->kid[k + 1]->kind == X_STAR;
		if (k + skip == i && !*spread) x = call->kid[k + 1];
	}
	return x;
}

const value *kwarg_value(query q, const char *name, bool *absent) {
	*absent = false;
	if (q.depth > EVAL_DEEP) cut_short(q);
	if (q.depth > EVAL_DEEP || !is_call(q.cx)) return NULL;
	const ctx *up = q.cx->up;
	const expr *call = q.cx->call, *x = x_keyword(call, name);
	q = q_at(q, up, up ? up->seq : 0);
	if (x) return val(q, x);
	x = x_keyword(call, "**");
	*absent = !x;
	if (!x || !up || x->kind != X_NAME || x->s != up->fn->kwarg) return NULL;
	q.depth += SPREAD_DEEP;
	return kwarg_value(q, name, absent);
}

static const value *from_call(query q, const func *fn, uint32_t i) {
	const param *of = &fn->param[i];
	const ctx *up = q.cx->up;
	const constant *l = q.en->mode == M_ON ? asked_value(q.en) : NULL;
	bool spread, absent;
	const expr *x = argument(fn, i, q.cx->call, &spread);
	const value *v;
	if (x && l && x->kind == X_CONST && x->con == l) return asked_content(q.en);
	if (x) return val(q_at(q, up, up ? up->seq : 0), x);
	if (!spread && (v = kwarg_value(q, of->name, &absent)) != NULL) return v;
	if (spread || !absent) /* within *x or **x that is not known */
		return v_weak(q.en, by_name(q, fn, of), at_expr(up, q.cx->call));
	return of->def ? val(q_of(q, fn->file->module), of->def) : by_name(q, fn, of);
}

/* Joined over those who call fn. NULL: nobody is known who does. */
static const value *from_callers(query q, const func *fn, uint32_t i) {
	engine *en = q.en;
	const value *out[CALLERS_MOST];
	uint32_t n, nout = 0;
	const caller *c = callers_of(en, fn, &n);
	q.depth += 4;
	for (uint32_t k = 0; k < n && k < CALLERS_MOST; k++) {
		const event *ev = c[k].ev;
		if (c[k].mode != CALL_CALL || ev->value->kind != X_CALL) continue;
		const ctx *in = ctx_new(en, fn, ev->value, C_CALL, ctx_at(en, ev), 0);
		const value *v = from_call(q_at(q, in, 0), fn, i);
		out[nout++] = c[k].weak ? v_weak(en, v, at_event(ev)) : v_lost(en, v, ev);
	}
	if (nout == 0) return NULL;
	const value *v = v_join(en, out, nout);
	return nout == n ? v_lost(en, v, c->ev) : v_weak(en, v, (place){fn->file, fn->line});
}

static const value *eval_param(query q, const func *fn, uint32_t i) {
	const value *v = NULL;
	if (i == 0 && has_self(fn)) return receiver(q, fn);
	if (is_call(q.cx)) return from_call(q, fn, i);
	if (q.cx && q.cx->mode == C_ANY && q.depth >= CALLER_DEEP) cut_short(q);
	else if (q.cx && q.cx->mode == C_ANY) v = from_callers(q, fn, i);
	return v ? v : by_name(q, fn, &fn->param[i]);
}

/* What is open takes what the label, --set or an option (any) gives to its name. */
static const value *rebound(query q, const value *v, const char *name, bool any) {
	if (!v->top || (v->n && !asked_value(q.en)) || v->d.flags & D_LABEL) return v;
	const value *b = any ? bound(q, name) : bound_weak(q.en, name);
	return b ? b : v;
}

/* A variable of the file that its functions set, too: no order of calls is known. */
static bool set_elsewhere(const program *p, const char *name, const func *module) {
	EACH(const event, ev, p->globals, module->is_module ? name : NULL)
		if (!ev->fn->is_module && ev->fn->file == module->file) return true;
	return false;
}

/* The name within fn, whose context is that of q: the last assignment that certainly ran before,
 * and those after it that may have. NULL: it is none of its own. */
static const value *own_name(query q, const char *name, const func *fn) {
	uint32_t n = 0;
	event *const *ev = NULL;
	if (!text_in(fn->global, fn->nglobal, name)) ev = func_assigns(fn, name, &n);
	int i = param_index(fn, name);
	bool certain = false, declared = name == fn->vararg || name == fn->kwarg;
	if (n && set_elsewhere(q.en->p, name, fn)) return NULL;
	if (n == 0 && i < 0 && !declared && !text_in(fn->local, fn->nlocal, name)) return NULL;
	gathered g = {.local = true};
	const event *later = NULL; /* in a loop: it may have run before */
	uint32_t hi = n;
	for (; q.seq && hi && ev[hi - 1]->seq >= q.seq; hi--)
		if (ev[hi - 1]->loop) later = ev[hi - 1];
	if (hi == 0 && i < 0) hi = n;
	while (hi-- > 0 && !certain) {
		certain = gather(&g, q, ev[hi], ev[hi]->value, false) > 0;
		if (certain && ev[hi]->loop) later = NULL;
	}
	if (i >= 0 && !certain) g.out[g.nout++] = eval_param(q, fn, (uint32_t)i);
	const value *v = gathered_value(q.en, &g);
	if (v && certain && later) v = v_weak(q.en, v, at_event(later));
	else if (v && n) v = v_lost(q.en, v, ev[0]);
	if (!v) v = v_top(q.en, d_none());
	return rebound(q, with_changes(q, v, name), name, i >= 0);
}

static bool visible(const source *of, const ctx *cx, const char *name) {
	return !cx || cx->fn->linked || of == cx->fn->file || import_of(cx->fn->file, name);
}

/* A function, a class, a macro, or a value of an enum. NULL: none. */
static const value *declared(query q, const char *name) {
	program *p = q.en->p;
	const ctx *cx = q.cx;
	const label *l = q.en->l;
	EACH(const func, fn, p->by_fn, name)
		if (visible(fn->file, cx, name)) return named_object(q_of(q, NULL), X_FUNC, name);
	EACH(const klass, k, p->by_cls, name)
		if (visible(k->file, cx, name)) return named_object(q_of(q, NULL), X_CLASS, name);
	if (!cx || !cx->fn->linked) return NULL;
	if (map_first(p->macros, name) || (l->kind == L_MACRO && name == l->what))
		return eval_macro(q, name);
	const constant *first = map_first(p->enums, name);
	EACH(const constant, k, p->enums, name)
		if (k != first) return NULL;
	return first ? v_con(q.en, first, d_none()) : NULL;
}

/* It holds the label whatever is assigned: one of the file, or one that an option parser writes. */
static bool label_replaces(const engine *en, const char *name, const func *fn) {
	const label *l = en->l;
	uint32_t n;
	if ((l->kind != L_NAME && l->kind != L_OPTION) || !label_gives(en, name)) return false;
	if (fn->linked)
		return map_first(en->p->options_by_dest, name) && param_index(fn, name) < 0;
	return l->modlevel && fn->is_module && (func_assigns(fn, name, &n), n > 0);
}

static const value *name_value(query q, const void *what) {
	engine *en = q.en;
	const char *name = what;
	const func *fn = q.cx ? q.cx->fn : NULL;
	const value *v;
	query in = q;
	if (strcmp(name, "__name__") == 0) return v_con(en, k_str(en->p, "__main__"), d_none());
	if (fn && label_replaces(en, name, fn)) return label_gives(en, name);
	while (fn) {
		if ((v = own_name(in, name, fn)) != NULL) return v;
		if (fn->is_module || !fn->parent || fn->parent->is_module) break;
		fn = fn->parent;
		const ctx *c = ctx_find(in.cx, fn);
		in = c ? q_at(q, ctx_seq(en, c, 0), 0) : q_of(q, fn);
	}
	const klass *k = q.cx && q.cx->fn->implicit_self ? func_class(q.cx->fn) : NULL;
	if (k && word_in("this self", name)) return named_object(q, X_SELF, k->name);
	if (k && (v = class_field(q, k->name, name, NULL)) != NULL) return v;
	if (q.cx && (v = global_value(q, name, q.cx->fn->file, q.cx->fn->linked)) != NULL)
		return rebound(q, v, name, false);
	if ((v = declared(q, name)) != NULL) return v;
	v = bound(q, name);
	return v ? v : v_top(en, d_none());
}

const value *eval_name(query q, const char *name) {
	return remember(q_at(q, ctx_seq(q.en, q.cx, 0), q.seq), name, name_value, name);
}
