/* label_use.c - is what was compiled used, and tests for what is not yet built; see judge_use(). */
#include "label_eval_impl.h"

enum { DEEP = 4, MOST_GUARDS = 64 };

/* A test for something not yet built: what is tested is set later in fn, or by another method. */
bool lazily_built(program *p, const guard *g, const func *fn) {
	const expr *e = g->e;
	const klass *c = func_class(fn);
	bool pol = g->pol;
	for (; e->kind == X_NOT; e = e->kid[0]) pol = !pol;
	if (e->kind == X_CMP && x_is_none(e->kid[1])) {
		pol = pol != (e->op == OP_IS || e->op == OP_EQ);
		e = e->kid[0];
	}
	if (pol || (e->kind != X_NAME && e->kind != X_ATTR && e->kind != X_SUB)) return false;
	for (uint32_t i = 0; i < fn->nev; i++) {
		const event *ev = fn->ev[i];
		if (ev->kind == E_ASSIGN && x_same(ev->target, e) && ev->line >= g->line &&
		    !x_is_none(ev->value))
			return true;
	}
	bool field = e->kind == X_ATTR || (e->kind == X_NAME && fn->implicit_self);
	EACH(const event, ev, p->selfs, field && c ? e->s : NULL) {
		const klass *o = func_class(ev->fn);
		bool built = ev->value->kind != X_CONST || k_true(ev->value->con);
		if (o && o->name == c->name && built && strcmp(ev->fn->name, "__init__") != 0 &&
		    ev->fn->name != o->name)
			return true;
	}
	return false;
}

/* Event k of f makes another local object of var and nothing else: its assignment, or NULL. */
static const event *derived(const func *f, uint32_t k, const expr *var) {
	static const char runs[] = "forward generate infer predict execute launch replay __call__ "
	    "sample encode decode step";
	while (k < f->nev && f->ev[k]->kind != E_ASSIGN) k++;
	const expr *v = k < f->nev && f->ev[k]->target->kind == X_NAME ? f->ev[k]->value : NULL;
	if (!v || !x_holds(v, var)) return NULL;
	if (v->kind == X_ATTR || v->kind == X_ITEM) return f->ev[k];
	const char *last = v->kind == X_CALL ? x_last(v->kid[0]) : NULL;
	if (!last || (v->kid[0]->kind == X_NAME ? !isupper((unsigned char)*last) :
	    !x_holds(v->kid[0], var)))
		return NULL;
	return has_word(runs, last) ? NULL : f->ev[k];
}

/* May g read what a assigns? */
static bool sees(const func *g, const event *a) {
	const func *f = a->fn;
	if (!f->is_module && !text_in(f->global, f->nglobal, a->target->s))
		return g->file == f->file && func_within(g, f);
	return g->file == f->file || f->linked || import_of(g->file, a->target->s);
}

/* Every read of what a assigns, but by what is only made into an object that is not read. f NULL:
 * is there none? */
static bool each_read(program *p, const event *a, int depth, bool (*f)(const event *, void *),
    void *arg) {
	for (uint32_t i = 0; i < p->nfn; i++) {
		const func *g = p->fn[i];
		for (uint32_t k = 0, n = sees(g, a) ? g->nev : 0; k < n; k++) {
			const event *r = g->ev[k], *d;
			bool before = g == a->fn && r->seq <= a->seq && !(r->loop && a->loop);
			if (r->kind != E_READ || before || !x_same(r->value, a->target)) continue;
			d = g == a->fn && depth < DEEP && !g->is_module ? derived(g, k, a->target) :
			    NULL;
			bool dead = d && !text_in(g->global, g->nglobal, d->target->s) &&
			    each_read(p, d, depth + 1, NULL, NULL);
			if (!dead && (!f || !f(r, arg))) return false;
		}
	}
	return true;
}

typedef struct {
	engine *en;
	const ctx *cx; /* of the function of the site */
	way *w;
	uint32_t reads, labelled; /* those that stand under a test of the label */
	bool open, outside; /* one of these runs; another runs, outside of the site's block */
} reading;

static bool judge_read(const event *ev, void *arg) {
	reading *r = arg;
	way *w = r->w;
	const ctx *c = ev->fn == r->cx->fn ? r->cx : ctx_at(r->en, ev);
	const guard *list[MOST_GUARDS];
	uint32_t n = guards_list(ev->guards, list, MOST_GUARDS);
	note said = {at_event(ev), source_line(r->en->p, at_event(ev), ev->value), d_none(),
	    "read here", NULL};
	bool by = false, runs = true;
	r->reads++;
	for (uint32_t i = 0; i < n; i++) {
		const value *v;
		const guards *q = w->s->ev->guards;
		while (q && (q->g->e != list[i]->e || q->g->pol != list[i]->pol)) q = q->up;
		if (q) continue; /* it holds where the site is reached */
		int t = guard_eval(r->en, list[i], c, 0, &v);
		by |= t >= 0 && d_label(v->d);
		if (t == 0 || (t == 1 && by && runs)) said = note_guard(r->en, list[i], t, v->d);
		runs &= t != 0;
	}
	if (by && runs && !r->open) way_opens(r->en, w, said);
	if ((by || runs) && (!w->use.text || (by && runs))) w->use = said;
	r->labelled += by;
	r->open |= by && runs;
	r->outside |= !by && runs && ev->guards != w->s->ev->guards;
	return true;
}

/* What is returned, or kept in a field: where its caller has it, or the first that reads it. */
static void use_elsewhere(engine *en, way *w, const expr *kept) {
	const event *at = w->c->n > 1 && w->s->ev->role == R_RETURNED ? w->c->step[1].ev : NULL;
	const multimap *by[] = {en->p->calls, en->p->reads};
	for (int k = 0; k < 2 && kept && kept->kind == X_ATTR && !at; k++)
		at = map_first(by[k], kept->s);
	if (!at) return;
	w->use = (note){at_event(at), source_line(en->p, at_event(at), at->value), d_none(),
	    kept ? "read here" : "returned to this call", NULL};
}

/* A field of an object of the files alone that nothing reads, and no name that is not known. */
static bool never_read(program *p, const func *f, const expr *kept) {
	const klass *c = func_class(f);
	bool own = kept->kind == X_ATTR && c && kept->kid[0]->kind == X_NAME &&
	    strcmp(kept->kid[0]->s, "self") == 0 && !f->linked;
	for (uint32_t b = 0; own && b < c->nbase; b++) own = map_first(p->by_cls, c->base[b]);
	for (uint32_t i = 0; own && i < p->nfn; i++)
		for (uint32_t k = 0; own && k < p->fn[i]->nev; k++) {
			const expr *e = p->fn[i]->ev[k]->value;
			bool name = p->fn[i]->ev[k]->kind == E_READ && e->kind != X_SUB;
			own = !name || (e->s != kept->s && !word_in("getattr vars __dict__", e->s));
		}
	return own;
}

void judge_use(engine *en, const ctx *cx, way *w) {
	const event *e = w->s->ev;
	const func *f = w->s->fn;
	const expr *kept = NULL; /* a field or an entry that holds it */
	reading r = {.en = en, .cx = cx, .w = w};
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->nev && e->role == R_ASSIGNED && !kept; i++) {
		const event *a = f->ev[i];
		if (w->s->use != USE_VALUE || a->kind != E_ASSIGN || a->seq <= e->seq) continue;
		if (n && !x_holds(a->value, e->value)) break;
		if (!x_holds(a->value, e->value)) continue;
		n++;
		if (a->target->kind != X_NAME) kept = a->target;
		else if (strcmp(a->target->s, "_") != 0) each_read(en->p, a, 0, judge_read, &r);
	}
	if (kept && !r.reads && w->c->entry != ENTRY_API && never_read(en->p, f, kept))
		w->used = THROWN_AWAY;
	else if (w->s->use == USE_VALUE && (e->role == R_STMT || (n && !r.reads && !kept)))
		w->used = THROWN_AWAY;
	else if (r.labelled && !r.open && !r.outside && !kept) w->used = USE_CLOSED;
	else if (w->s->use == USE_VALUE && !w->use.text) use_elsewhere(en, w, kept);
}
