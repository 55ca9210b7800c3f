/* label_function.c - functions of the files that are called for a value; see called_function(). */
#include <string.h>

#include "label_eval_impl.h"

enum { RETURNS_MOST = 8 };

static func *method_of(program *p, const char *cls, const char *name, bool bases_only) {
	uint32_t n;
	const char *const *line = class_line(p, cls, &n);
	for (uint32_t i = bases_only; i < n; i++) {
		const klass *k = class_named(p, line[i]);
		for (uint32_t m = 0; k && m < k->nmethod; m++)
			if (k->method[m]->name == name) return k->method[m];
	}
	return NULL;
}

/* That of any object of a class: none, if a class that derives from it has its own. */
static func *method_for_any(program *p, const char *cls, const char *name) {
	func *fn = method_of(p, cls, name, false);
	uint32_t n;
	void *const *v = map_get(p->by_fn, name, &n);
	for (uint32_t i = 0; fn && i < n; i++) {
		const klass *of = ((const func *)v[i])->cls;
		if (v[i] != fn && of && of->name != cls && family_has(p, of->name, cls))
			return NULL;
	}
	return fn;
}

static bool within(const func *fn, const func *outer) {
	while (fn && fn != outer) fn = fn->parent;
	return fn != NULL;
}

/* By a bare name: of the function around, of the file, of another one; or of the module from.
 * NULL: none, or more than one. */
static func *function_named(program *p, const char *name, const ctx *cx, const char *from) {
	uint32_t n;
	void *const *v = map_get(p->by_fn, name, &n);
	func *best = NULL;
	int rank = 0, same = 0;
	for (uint32_t i = 0; i < n && cx; i++) {
		func *fn = v[i];
		int r;
		bool nested = fn->parent && !fn->parent->is_module;
		if (fn->cls) continue;
		if (from) r = !nested && module_is(fn->file, from);
		else if (nested) r = within(cx->fn, fn->parent) ? 3 : 0;
		else if (fn->file == cx->fn->file) r = 2;
		else r = (cx->fn->linked && fn->linked && !fn->hidden) || import_of(cx->fn->file,
		    name);
		same = r > rank ? 1 : same + (r == rank);
		if (r > rank) best = fn;
		if (r > rank) rank = r;
	}
	return same == 1 ? best : NULL;
}

func *called_function(engine *en, const expr *call, const ctx *cx, uint32_t seq, int depth) {
	const expr *f = call->kid[0], *base = f->kind == X_ATTR ? f->kid[0] : NULL;
	const klass *around = cx ? class_around(cx->fn) : NULL;
	if (f->kind == X_NAME) {
		bool own = around && cx->fn->implicit_self;
		func *fn = own ? method_for_any(en->p, around->name, f->s) : NULL;
		return fn ? fn : function_named(en->p, f->s, cx, NULL);
	}
	if (!base) return NULL;
	if (base->kind == X_CALL && around && word_in("super", x_last(base->kid[0])))
		return method_of(en->p, around->name, f->s, true);
	if (base->kind == X_NAME && class_named(en->p, base->s))
		return method_of(en->p, base->s, f->s, false);
	const char *from = base->kind == X_NAME && cx ? import_of(cx->fn->file, base->s) : NULL;
	if (from) return function_named(en->p, f->s, cx, from);
	const value *v = eval(en, base, cx, seq, depth);
	const char *cls = v_objects(v) && v->nobj == 1 ? class_of_object(en->p, v->obj) : NULL;
	if (!cls) return NULL;
	bool made = v->obj->e->kind == X_CALL;
	return made ? method_of(en->p, cls, f->s, false) : method_for_any(en->p, cls, f->s);
}

const value *call_function(engine *en, const func *fn, const expr *call, const ctx *cx,
    uint32_t seq, int depth) {
	const value *out[RETURNS_MOST + 1];
	const event *first = NULL;
	uint32_t n = 0, nout = 0;
	bool certain = false;
	if (depth >= CALL_DEEP) cut_short(en);
	if (fn->generator || depth >= CALL_DEEP || (cx && ctx_find(cx, fn))) return NULL;
	const ctx *in = ctx_new(en, fn, call, C_CALL, ctx_seq(en, cx, seq), 0);
	for (uint32_t i = 0; i < fn->nev && !certain; i++) {
		const event *ev = fn->ev[i];
		if (ev->kind != E_RETURN) continue;
		if (n++ == RETURNS_MOST) return NULL;
		first = first ? first : ev;
		passing pass = guards_pass(en, ev, in, false, depth);
		if (pass.ok == 0) continue;
		certain = pass.ok > 0;
		deps d = certain ? d_guard(en, pass.d) : d_flag(d_open(en,
		    pass.d).flags & D_MAYLABEL);
		out[nout++] = v_with(en, v_lost(en, eval(en, ev->value, in, ev->seq, depth), ev),
		    d);
	}
	if (!first) return NULL;
	if (!certain) out[nout++] = v_con(en, k_none(en->p), d_none()); /* its end is reached */
	return nout ? v_lost(en, v_join(en, out, nout), first) : NULL;
}
