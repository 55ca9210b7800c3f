/* label_name.c - what a name holds: local, parameter, field, global; see label_engine.h. */
#include <string.h>

#include "words.h"

#include "label_eval_impl.h"

enum { LOCALS_MOST = 24 };

bool label_has_name(const label *l, const char *name) { return text_in(l->name, l->nname, name); }

static const value *label_gives(const engine *en, const char *name) {
	if (en->mode == M_NONE || !label_has_name(en->l, name)) return NULL;
	return en->mode == M_ON ? en->l->on : en->l->off;
}

const value *set_value(engine *en, const char *name) {
	for (uint32_t i = 0; i < en->nset; i++)
		if (strcmp(en->set[i].name, name) == 0)
			return v_con(en, en->set[i].value, d_named(en, "set:", name));
	return NULL;
}

/* Options of one name in several programs: that of the file, else all of them. */
static const value *options_default(engine *en, const char *name, const source *file) {
	const value *out[LOCALS_MOST];
	uint32_t n, nout = 0;
	void *const *v = map_get(en->p->options_by_dest, name, &n);
	for (uint32_t i = 0; i < n && nout < LOCALS_MOST; i++) {
		const option *o = v[i];
		if (!o->def) continue;
		const value *def = eval(en, o->def, ctx_of(en, o->at.file->module), 0, 0);
		if (def->nobj) def = v_set(en, def->c, def->n, true, def->d);
		if (en->p->loose.file) def = v_weak(en, def, en->p->loose);
		out[nout++] = v_default(en, def, o->dest);
		if (o->at.file == file) return out[nout - 1];
	}
	return nout ? v_join(en, out, nout) : NULL;
}

const value *bind_from(engine *en, const char *name, bool weak, const source *file) {
	const char *n = strchr(name, '-') ? dashes_to_underscores(en->p, name) : name;
	const value *v = label_gives(en, n);
	if (!v) v = set_value(en, n);
	return v || weak ? v : options_default(en, n, file);
}

const value *bind_name(engine *en, const char *name, bool weak) {
	return bind_from(en, name, weak, NULL);
}

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

const klass *class_around(const func *fn) {
	while (fn && !fn->cls) fn = fn->parent;
	return fn ? fn->cls : NULL;
}

bool is_constructor(const func *fn) {
	return fn->cls && (strcmp(fn->name, "__init__") == 0 || fn->name == fn->cls->name);
}

bool module_is(const source *f, const char *dotted) {
	const char *last = as_last_part(dotted), *base = as_base_name(f->path);
	size_t n = strlen(last);
	/* its folder */
	if (strncmp(base, "__init__", 8) == 0 && base - f->path > (long)n) base -= n + 1;
	return n && strncmp(base, last, n) == 0 && (base[n] == '.' || base[n] == '/' || !base[n]);
}

/* Its value. What counts up in a loop, or is put together there, is open. */
static const value *assigned_value(engine *en, const event *ev, const expr *x, const ctx *cx,
    int depth) {
	const value *v = v_lost(en, eval(en, x, cx, ev->seq, depth), ev);
	bool counts = ev->loop && x->kind == X_BIN && x->op != OP_OR && x->op != OP_AND;
	if (ev->kind != E_ASSIGN || !counts || !x_same(x->kid[0], ev->target)) return v;
	return v_opened(en, v, x_show(en->p, ev->target));
}

/* A test of the label chose it: weak where other tests are open. */
static const value *carried(engine *en, const value *v, const passing *pass, const event *ev) {
	deps d = d_join(en, v->d, d_guard(en, pass->d));
	if (d_label(pass->d) && v->top && v->n == 0) d.flags |= D_LABEL;
	for (uint32_t i = 0; d_label(pass->d) && pass->ok < 0 && i < pass->nopen && i < 2; i++)
		d = d_join(en, d, d_named(en, "cond:", x_show(en->p, pass->open[i])));
	v = v_deps(en, v, d);
	return pass->ok < 0 ? v_weak(en, v, at_event(ev)) : v;
}

void gather(engine *en, gathered *g, const event *ev, const expr *x, const ctx *cx, int depth) {
	g->seen = true;
	g->cut |= g->nlab == GATHER_MOST || g->nout == GATHER_MOST;
	if (g->cut) return;
	passing pass = guards_pass(en, ev, cx, false, depth);
	if (pass.ok == 0) {
		g->closed = d_join(en, g->closed, pass.d);
		return;
	}
	const value *v = assigned_value(en, ev, x, cx, depth);
	if (v->d.flags & D_LABEL || (d_label(pass.d) && en->mode == M_ON))
		g->lab[g->nlab++] = carried(en, v, &pass, ev);
	else g->out[g->nout++] = v_with(en, v, d_guard(en, pass.d));
}

const value *gathered_value(engine *en, const gathered *g) {
	deps closed = g->closed;
	if (closed.flags & D_LABEL) closed.flags = (closed.flags & ~(unsigned)D_LABEL) | D_BYLABEL;
	if (g->nlab) return v_join(en, g->lab, g->nlab);
	if (g->nout == 0)
		return g->seen && !g->cut && (closed.flags || closed.n) ? v_con(en, k_none(en->p),
		    closed) : NULL;
	const value *v = v_with(en, v_join(en, g->out, g->nout), closed);
	return g->cut ? v_set(en, v->c, v->n, true, v->d) : v;
}

static bool carries_label(const engine *en, const value *v, const passing *pass) {
	if (en->mode != M_ON) return false;
	if (d_label(pass->d)) return true;
	return v_pure(v) && (v->d.flags & D_LABEL || (v->d.flags & D_BYLABEL && asked_value(en)));
}

/* The last assignment that certainly ran before seq, and those after it that may have; that which
 * carries the label is the one that ran: surely so, if the others give the same. NULL: none. */
static const value *local_value(engine *en, event *const *ev, uint32_t n, bool param, const ctx *cx,
    uint32_t seq, int depth, bool *done) {
	const value *out[LOCALS_MOST + 1], *mine = NULL, *weak = NULL;
	uint32_t hi = n, nout = 0;
	const event *later = NULL; /* in a loop: it may have run before */
	for (; seq && hi && ev[hi - 1]->seq >= seq; hi--)
		if (ev[hi - 1]->loop) later = ev[hi - 1];
	if (hi == 0 && !param) hi = n;
	for (*done = false; hi-- > 0 && !*done && nout < LOCALS_MOST; ) {
		passing pass = guards_pass(en, ev[hi], cx, true, depth);
		if (pass.ok == 0) continue;
		const value *v = assigned_value(en, ev[hi], ev[hi]->value, cx, depth);
		if (pass.ok < 0 && !mine && carries_label(en, v, &pass)) {
			mine = v_with(en, v, d_guard(en, pass.d));
			weak = carried(en, v, &pass, ev[hi]);
			continue;
		}
		*done = pass.ok > 0;
		if (*done) v = v_with(en, v, d_guard(en, pass.d));
		if (*done && later && !ev[hi]->loop) v = v_weak(en, v, at_event(later));
		out[nout++] = v;
	}
	if (!mine) return nout ? v_lost(en, v_join(en, out, nout), ev[0]) : NULL;
	bool all = *done || (nout && !param);
	*done = true;
	if (!all || !v_pure(mine)) return weak;
	out[nout] = mine;
	const value *v = v_join(en, out, nout + 1);
	return v_pure(v) && v->n == mine->n ? v_deps(en, mine, v->d) : weak;
}

/* What is open takes what the label, --set or an option gives to its name. */
static const value *rebound(engine *en, const value *v, const char *name, bool weak,
    const ctx *cx) {
	if (!v->top || (v->n && !asked_value(en)) || v->d.flags & D_LABEL) return v;
	const value *b = bind_from(en, name, weak, cx->fn->file);
	return b ? b : v;
}

/* The name within fn, whose context is cx. NULL: it is none of its own. */
static const value *own_name(engine *en, const char *name, const func *fn, const ctx *cx,
    uint32_t seq, int depth) {
	uint32_t n = 0, k = 0;
	event *const *ev = text_in(fn->global, fn->nglobal, name) ? NULL : func_assigns(fn, name,
	    &n);
	int i = param_index(fn, name);
	const value *two[2], *v;
	bool done = false, declared = name == fn->vararg || name == fn->kwarg;
	if (n == 0 && i < 0 && !declared && !text_in(fn->local, fn->nlocal, name)) return NULL;
	if (n && (v = local_value(en, ev, n, i >= 0, cx, seq, depth, &done)) != NULL) two[k++] = v;
	if (i >= 0 && !done) two[k++] = eval_param(en, fn, (uint32_t)i, cx, depth);
	v = k ? v_join(en, two, k) : v_top(en, d_none(), name);
	return rebound(en, with_changes(en, v, name), name, i < 0, cx);
}

/* Of a module that the name was imported from; all of them where that is not to be told. */
static bool may_be_meant(engine *en, const event *ev, const source *file, const char *name) {
	const char *from = import_of(file, name), *dot = from ? strrchr(from, '.') : NULL;
	if (!dot) return from != NULL;
	const char *module = name_n(en->p, from, (size_t)(dot - from));
	return !*as_last_part(module) || module_is(ev->fn->file, module);
}

/* Each file has its own of a variable that it defines; linked: others may set it. */
static const value *all_globals(engine *en, const void *what, const ctx *key, uint32_t linked,
    int depth) {
	const char *name = what;
	const source *file = (const source *)(const void *)key;
	const func *killed = NULL;
	gathered g = {0};
	uint32_t n;
	void *const *ev = map_get(en->p->globals, name, &n);
	bool own = false;
	for (uint32_t i = 0; i < n && !own; i++) {
		const func *fn = ((const event *)ev[i])->fn;
		own = fn->is_module && fn->file == file;
	}
	for (uint32_t i = n; i-- > 0; ) {
		const event *e = ev[i];
		bool other = e->fn->file != file;
		if (e->fn == killed || (own && other && (!linked || e->fn->is_module))) continue;
		if (other && !linked && !may_be_meant(en, e, file, name)) continue;
		if (e->fn->is_module && !e->guards && !e->loop) killed = e->fn;
		gather(en, &g, e, e->value, ctx_of(en, e->fn), depth);
	}
	if (!g.seen) return en->memo->none;
	const value *v = gathered_value(en, &g);
	return v ? v : v_top(en, d_none(), name);
}

const value *eval_global(engine *en, const char *name, const source *file, const func *from,
    uint32_t seq, int depth) {
	const label *l = en->l;
	const value *v = NULL;
	uint32_t n;
	(void)seq;
	if (!file || !map_get(en->p->globals, name, &n)) return NULL;
	if ((l->kind == L_NAME || l->kind == L_OPTION) && l->modlevel)
		v = bind_name(en, name, true);
	if (v) return v;
	const ctx *key = (const ctx *)(const void *)file;
	v = remember(en, name, key, from && from->linked, depth, all_globals, name);
	return v == en->memo->none ? NULL : with_changes(en, v, name);
}

const value *named_object(engine *en, xkind kind, const char *name, const ctx *cx) {
	expr *e = x_new(en->p, kind, 0, 0);
	e->s = name;
	return v_obj(en, e, cx, 0, d_none());
}

static bool visible(const source *of, const ctx *cx, const char *name) {
	return !cx || cx->fn->linked || of == cx->fn->file || import_of(cx->fn->file, name);
}

/* A function, a class, a macro, or a value of an enum. NULL: none. */
static const value *declared(engine *en, const char *name, const ctx *cx, int depth) {
	program *p = en->p;
	uint32_t n, k = 0;
	void *const *v = map_get(p->by_fn, name, &n);
	for (; k < n; k++)
		if (visible(((const func *)v[k])->file, cx, name))
			return named_object(en, X_FUNC, name, NULL);
	v = map_get(p->by_cls, name, &n);
	for (k = 0; k < n; k++)
		if (visible(((const klass *)v[k])->file, cx, name))
			return named_object(en, X_CLASS, name, NULL);
	if (!cx || !cx->fn->linked) return NULL;
	map_get(tables_of(p)->macro, name, &n);
	for (k = 0; k < p->ncmakedef && p->cmakedef[k].name != name; k++);
	if (n || k < p->ncmakedef || (en->l->kind == L_MACRO && name == en->l->what))
		return eval_macro(en, name, depth);
	v = map_get(tables_of(p)->enumv, name, &n);
	for (k = 1; k < n && v[k] == v[0]; k++);
	return n && k == n ? v_con(en, v[0], d_none()) : NULL;
}

/* It holds the label whatever is assigned: one of the file, or one that an option parser writes. */
static bool label_replaces(const engine *en, const char *name, const func *fn) {
	const label *l = en->l;
	uint32_t n;
	if ((l->kind != L_NAME && l->kind != L_OPTION) || !label_gives(en, name)) return false;
	if (fn->linked)
		return map_get(en->p->options_by_dest, name, &n) && param_index(fn, name) < 0;
	return l->modlevel && fn->is_module && (func_assigns(fn, name, &n), n > 0);
}

static const value *name_value(engine *en, const void *what, const ctx *cx, uint32_t seq,
    int depth) {
	const char *name = what;
	const func *fn = cx ? cx->fn : NULL;
	const ctx *c = cx;
	const value *v;
	if (strcmp(name, "__name__") == 0) return v_text(en, "__main__", 0);
	if (fn && label_replaces(en, name, fn)) return label_gives(en, name);
	while (fn) {
		if ((v = own_name(en, name, fn, c, c == cx ? seq : 0, depth)) != NULL) return v;
		if (fn->is_module || !fn->parent || fn->parent->is_module) break;
		fn = fn->parent;
		c = ctx_find(c, fn);
		c = c ? ctx_seq(en, c, 0) : ctx_of(en, fn);
	}
	const klass *k = cx && cx->fn->implicit_self ? class_around(cx->fn) : NULL;
	if (k && word_in("this self", name)) return named_object(en, X_SELF, k->name, cx);
	if (k && (v = class_field(en, k->name, name, cx, NULL, depth)) != NULL) return v;
	if (cx && (v = eval_global(en, name, cx->fn->file, cx->fn, seq, depth)) != NULL)
		return rebound(en, v, name, true, cx);
	if ((v = declared(en, name, cx, depth)) != NULL) return v;
	v = bind_from(en, name, false, cx ? cx->fn->file : NULL);
	return v ? v : v_top(en, d_none(), name);
}

const value *eval_name(engine *en, const char *name, const ctx *cx, uint32_t seq, int depth) {
	return remember(en, name, ctx_seq(en, cx, 0), seq, depth, name_value, name);
}
