/* label_callers.c - who calls a function, or names it as a value; see callers_of().
 *
 * A call by name is an edge where the name can mean the function. It is weak where it may as
 * well mean another: a method of an object of unknown class whose name several classes have. */
#include "label_engine.h"

enum { MOST_CALLERS = 200, MOST_SAME = 60 };

typedef enum { NO = -1, YES, WEAK } reach; /* may a name mean the function? */

typedef struct {
	program *p;
	const func *fn;
	const char *name; /* that the event has it by */
	void *const *same; uint32_t nsame; /* functions of its name */
	caller *list; uint32_t n;
} hunt;

static void add(hunt *h, const event *ev, callmode mode, bool weak) {
	const char *shown = mode == CALL_CALL ? x_show(h->p, ev->value) : NULL;
	for (caller *c = h->list; c < h->list + h->n; c++) {
		if (c->ev->fn == ev->fn && c->mode == mode && c->ev->guards == ev->guards &&
		    (!shown || x_show(h->p, c->ev->value) == shown)) {
			c->weak &= weak;
			return;
		}
	}
	if (h->n < MOST_CALLERS) *PUSH(h->p, h->list, h->n) = (caller){ev, mode, weak};
}

/* No other function has the name, but in classes that derive from one another. */
static bool unique(const hunt *h) {
	const klass *c = h->fn->cls;
	for (uint32_t i = 0; i < h->nsame; i++) {
		const func *o = h->same[i];
		if (o != h->fn && !(c && o->cls && class_related(h->p, c->name, o->cls->name)))
			return false;
	}
	return h->nsame < MOST_SAME;
}

/* Where names reach other files by themselves. */
static reach linked_reach(const hunt *h, const source *from) {
	reach r = YES;
	if (from == h->fn->file) return YES;
	for (uint32_t i = 0; i < h->nsame; i++) {
		const func *o = h->same[i];
		if (o->cls) continue;
		if (o->file == from) return NO;
		if (o->file != h->fn->file && !o->hidden) r = h->fn->hidden ? NO : WEAK;
	}
	return r;
}

/* YES: the name is imported from the file of fn; WEAK: from where it may be handed on. */
static reach imports(const source *from, const char *as, const func *fn) {
	const char *s = import_of(from, as), *dot = s ? strrchr(s, '.') : NULL;
	if (s && strcmp(dot ? dot + 1 : s, fn->name) == 0)
		return !dot || file_is_module(fn->file, s, (size_t)(dot - s)) ? YES : WEAK;
	for (uint32_t i = 0; !s && i < from->nimport; i++) {
		const char *all = from->import[i].name, *end = strrchr(all, '.');
		bool every = end && strcmp(end, ".*") == 0;
		if (every && file_is_module(fn->file, all, (size_t)(end - all))) return YES;
	}
	return NO;
}

/* A bare name in `from` means a parameter or a variable. */
static bool means_other(const hunt *h, const func *from) {
	for (const func *q = from; !q->is_module; q = q->parent)
		if (q != h->fn && is_variable(q, h->fn->name)) return true;
	return false;
}

static reach name_reach(const hunt *h, const func *from) {
	const func *fn = h->fn;
	bool nested = fn->parent && !fn->parent->is_module && !fn->cls;
	if (means_other(h, from) || (nested && !func_within(from, fn->parent))) return NO;
	if (nested) return YES;
	if (fn->cls && !fn->linked) return NO;
	if (fn->linked) return h->name == fn->name ? linked_reach(h, from->file) : NO;
	if (from->file == fn->file && h->name == fn->name) return YES;
	reach r = imports(from->file, h->name, fn);
	return r == WEAK && unique(h) ? YES : r;
}

/* base.name that is to mean a function that is no method. */
static reach module_reach(const hunt *h, const func *from, const expr *base) {
	const expr *root = base;
	if (h->fn->parent && !h->fn->parent->is_module) return NO;
	if (base->kind == X_NAME && strcmp(base->s, "self") == 0) /* a field that holds it */
		return map_first(h->p->selfs, h->fn->name) ? WEAK : NO;
	while (root->kind == X_ATTR) root = root->kid[0];
	if (h->fn->linked) return linked_reach(h, from->file);
	const char *of = root->kind == X_NAME ? import_of(from->file, root->s) : NULL;
	if (!of) return NO;
	if (base->kind == X_ATTR) of = base->s;
	return file_is_module(h->fn->file, of, strlen(of)) ? YES : NO;
}

static reach method_reach(const hunt *h, const func *from, const expr *base) {
	const char *cls = h->fn->cls->name;
	const klass *c = func_class(from);
	bool foreign;
	if (base->kind == X_CALL && x_last(base) && strcmp(x_last(base), "super") == 0)
		return c && c != h->fn->cls && family_has(h->p, c->name, cls) ? YES : NO;
	const char *of = receiver_class(h->p, from, base, &foreign);
	if (of || foreign) return of && class_related(h->p, of, cls) ? YES : NO;
	return unique(h) ? YES : WEAK;
}

static reach reach_of(const hunt *h, const func *from, const expr *e) {
	while (e->kind == X_SUB) e = e->kid[0]; /* kernel[grid](x) */
	if (e->kind == X_NAME) return name_reach(h, from);
	if (e->kind != X_ATTR)
		return h->fn->linked && !h->fn->cls ? linked_reach(h, from->file) : NO;
	return h->fn->cls ? method_reach(h, from, e->kid[0]) : module_reach(h, from, e->kid[0]);
}

static bool names_it(const hunt *h, const event *ev) {
	bool foreign;
	if (ev->role == R_RAISE || h->fn->linked) return ev->role != R_RAISE;
	if (ev->role == R_BASE || ev->role == R_TEST) return h->fn->is_table;
	return ev->value->kind != X_ATTR || !h->fn->cls || ev->role == R_ARG ||
	    receiver_class(h->p, ev->fn, ev->value->kid[0], &foreign);
}

static void add_named(hunt *h, const char *name) {
	h->name = name;
	for (int read = 0; read < 2; read++) {
		EACH(const event, ev, read ? h->p->reads : h->p->calls, name) {
			if (read && !names_it(h, ev)) continue;
			reach r = reach_of(h, ev->fn, read ? ev->value : ev->value->kid[0]);
			if (r != NO) add(h, ev, read ? CALL_REF : CALL_CALL, r == WEAK);
		}
	}
}

events makers_of(program *p, const klass *c, const char *method) {
	events out = {0};
	for (uint32_t i = 0; i < p->ncls; i++) {
		const klass *o = p->cls[i];
		if (!family_has(p, o->name, c->name) || map_first(p->by_cls, o->name) != o)
			continue;
		bool own = false;
		for (uint32_t j = 0; j < o->nmethod; j++)
			own |= o->name != c->name && o->method[j]->name == method;
		for (int read = 0; read < 2 && !own; read++) {
			EACH(const event, ev, read ? p->reads : p->calls, o->name) {
				if (ev->role != R_RAISE) *PUSH(p, out.ev, out.n) = ev;
			}
		}
	}
	return out;
}

static void add_makers(hunt *h) {
	const klass *c = h->fn->cls;
	events made = makers_of(h->p, c, h->fn->name);
	bool init = is_constructor(h->fn);
	for (uint32_t i = 0; i < made.n; i++)
		add(h, made.ev[i], made.ev[i]->kind != E_CALL ? CALL_REF : init ? CALL_CALL :
		    CALL_CTOR, false);
	/* super().__init__() of a class that derives */
	EACH(const event, ev, h->p->calls, h->fn->name == c->name ? NULL : h->fn->name) {
		const klass *o = func_class(ev->fn);
		bool derives = o && o != c && family_has(h->p, o->name, c->name);
		if (derives && ev->value->kid[0]->kind == X_ATTR) add(h, ev, CALL_CALL, false);
	}
}

/* Reads of a property. */
static void add_property(hunt *h, const event *ev) {
	bool foreign;
	if (ev->kind != E_READ || ev->value->kind != X_ATTR || ev->value->s != h->fn->name) return;
	const char *of = receiver_class(h->p, ev->fn, ev->value->kid[0], &foreign);
	bool option = map_first(h->p->options_by_dest, h->fn->name);
	if (of ? class_related(h->p, of, h->fn->cls->name) : !option && !foreign)
		add(h, ev, CALL_PROP, !of && !unique(h));
}

static void find_callers(hunt *h) {
	static const char maker[] = "__init__ __post_init__ __new__ __call__ __enter__";
	const func *fn = h->fn;
	bool is_property = false;
	for (uint32_t i = 0; i < fn->ndeco && fn->cls; i++)
		is_property |= word_in("property cached_property", x_last(fn->deco[i]));
	if (fn->cls && (word_in(maker, fn->name) || fn->name == fn->cls->name)) add_makers(h);
	else if (is_property) {
		for (uint32_t i = 0; i < h->p->nfn; i++)
			for (uint32_t k = 0; k < h->p->fn[i]->nev; k++)
				add_property(h, h->p->fn[i]->ev[k]);
	} else add_named(h, fn->name);
	/* imported under another name */
	for (uint32_t i = 0; i < h->p->nfile && !fn->cls && !fn->linked; i++)
		for (uint32_t k = 0; k < h->p->file[i]->nimport; k++) {
			const import *m = &h->p->file[i]->import[k];
			const char *dot = strrchr(m->name, '.');
			if (m->as != fn->name && strcmp(dot ? dot + 1 : m->name, fn->name) == 0)
				add_named(h, m->as);
		}
}

typedef struct { const caller *list; uint32_t n; } known;

const caller *callers_of(engine *en, const func *fn, uint32_t *n) {
	hunt h = {.p = en->p, .fn = fn};
	caller more[MOST_CALLERS], *list;
	if (!en->caller_memo) en->caller_memo = map_new(en->p);
	known *k = map_first(en->caller_memo, (const char *)fn);
	if (k) return *n = k->n, k->list;
	k = take(en->p, sizeof *k);
	*n = 0;
	map_add(en->p, en->caller_memo, (const char *)fn, k); /* asked within: nobody */
	h.same = map_get(en->p->by_fn, fn->name, &h.nsame);
	if (h.nsame > MOST_SAME) h.nsame = MOST_SAME; /* too many to look at */
	find_callers(&h);
	uint32_t direct = h.n, nmore = registry_callers(en, fn, more, MOST_CALLERS);
	for (uint32_t i = 0; i < nmore; i++)
		if (more[i].ev->role != R_DYNAMIC || !direct) *PUSH(en->p, h.list, h.n) = more[i];
	list = take(en->p, (h.n + 1) * sizeof *list);
	for (int weak = 0; weak < 2; weak++) /* the sure ones first */
		for (uint32_t i = 0; i < h.n; i++)
			if (h.list[i].weak == weak) list[k->n++] = h.list[i];
	*n = k->n;
	return k->list = list;
}
