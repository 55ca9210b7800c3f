/* label_arg.c - what a parameter is: the argument of the call on the way; see eval_param(). */
#include <string.h>

#include "label_eval_impl.h"

enum { CALLERS_MOST = 6, SPREAD_DEEP = 6 };

bool is_self(const expr *e) { return e && e->kind == X_NAME && word_in("self cls this", e->s); }

static bool is_call(const ctx *cx) {
	return cx && cx->mode == C_CALL && cx->call && cx->call->kind == X_CALL;
}

static const value *default_of(engine *en, const param *q, const func *fn, int depth) {
	return eval(en, q->def, ctx_of(en, fn->file->module), 0, depth);
}

/* By its name alone: what binds it, or its default. */
static const value *by_name(engine *en, const param *q, const func *fn, int depth) {
	const value *v = bind_from(en, q->name, false, fn->file);
	if (v || !q->def) return v ? v : v_top(en, d_none(), q->name);
	return v_default(en, default_of(en, q, fn, depth), q->name);
}

static bool has_self(const func *fn) {
	return fn->cls && fn->nparam && word_in("self cls", fn->param[0].name);
}

/* The object, or class, whose method fn is. */
static const value *receiver(engine *en, const func *fn, const ctx *cx, int depth) {
	const expr *f = is_call(cx) && cx->up ? cx->call->kid[0] : NULL;
	bool known = f && f->kind == X_ATTR;
	const value *v = known ? eval(en, f->kid[0], cx->up, cx->up->seq, depth) : NULL;
	known = known && v_objects(v);
	for (uint32_t i = 0; known && i < v->nobj; i++) {
		const char *c = class_of_object(en->p, &v->obj[i]);
		known = c && family_has(en->p, c, fn->cls->name);
	}
	return known ? v : named_object(en, X_SELF, fn->cls->name, cx);
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

static const value *from_call(engine *en, const func *fn, uint32_t i, const ctx *cx, int depth) {
	const param *q = &fn->param[i];
	const constant *l = asked_value(en);
	bool spread, absent;
	const expr *x = argument(fn, i, cx->call, &spread);
	const value *v;
	if (x && l && en->mode == M_ON && x->kind == X_CONST && x->con == l)
		return asked_content(en);
	if (x) return eval(en, x, cx->up, cx->up ? cx->up->seq : 0, depth);
	if (!spread && (v = kwarg_value(en, cx, q->name, depth, &absent)) != NULL) return v;
	if (spread || !absent) /* within *x or **x that is not known */
		return v_weak(en, by_name(en, q, fn, depth), at_expr(cx->up, cx->call));
	return q->def ? default_of(en, q, fn, depth) : by_name(en, q, fn, depth);
}

/* Joined over those who call fn. NULL: nobody is known who does. */
static const value *from_callers(engine *en, const func *fn, uint32_t i, int depth) {
	const value *out[CALLERS_MOST];
	uint32_t n, nout = 0;
	const caller *c = callers_of(en, fn, &n);
	for (uint32_t k = 0; k < n && k < CALLERS_MOST; k++) {
		const event *ev = c[k].ev;
		if (c[k].mode != CALL_CALL || ev->value->kind != X_CALL) continue;
		const ctx *in = ctx_new(en, fn, ev->value, C_CALL, ctx_at(en, ev), 0);
		const value *v = from_call(en, fn, i, in, depth + 4);
		out[nout++] = c[k].weak ? v_weak(en, v, at_event(ev)) : v_lost(en, v, ev);
	}
	if (nout == 0) return NULL;
	const value *v = v_join(en, out, nout);
	return nout == n ? v_lost(en, v, c->ev) : v_weak(en, v, (place){fn->file, fn->line});
}

const value *kwarg_value(engine *en, const ctx *cx, const char *name, int depth, bool *absent) {
	*absent = false;
	if (depth > EVAL_DEEP) cut_short(en);
	if (depth > EVAL_DEEP || !is_call(cx)) return NULL;
	const expr *x = x_keyword(cx->call, name);
	const ctx *up = cx->up;
	if (x) return eval(en, x, up, up ? up->seq : 0, depth);
	if (!(x = x_keyword(cx->call, "**"))) *absent = true;
	else if (up && x->kind == X_NAME && x->s == up->fn->kwarg)
		return kwarg_value(en, up, name, depth + SPREAD_DEEP, absent);
	return NULL;
}

const value *eval_param(engine *en, const func *fn, uint32_t i, const ctx *cx, int depth) {
	const value *v = NULL;
	if (i == 0 && has_self(fn)) return receiver(en, fn, cx, depth);
	if (is_call(cx)) return from_call(en, fn, i, cx, depth);
	if (cx && cx->mode == C_ANY && depth >= CALLER_DEEP) cut_short(en);
	else if (cx && cx->mode == C_ANY) v = from_callers(en, fn, i, depth);
	return v ? v : by_name(en, &fn->param[i], fn, depth);
}
