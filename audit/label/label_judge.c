/* label_judge.c - does a way pass: its guards, handlers and the compile call; see judge_way().
 *
 * Every test that is closed closes the way; one that the label closes is named first. A way is
 * closed strictly if one of its closed tests is known by more than a guess. */
#include "label_engine.h"

enum { SHORT_TRY = 8, MOST_GUARDS = 512, MOST_NESTED = 16 };

const func *chain_func(const site *s, const chain *c, uint32_t i) {
	return i == 0 && s->use == USE_DECO && s->target ? s->target : c->step[i].ev->fn;
}

void way_opens(engine *en, way *w, note n) {
	*PUSH(en->p, w->opened, w->nopened) = n;
}

void way_needs(engine *en, way *w, note n) {
	for (uint32_t i = 0; i < w->ncond; i++)
		if (w->cond[i].text == n.text) return;
	*PUSH(en->p, w->cond, w->ncond) = n;
}

static void way_stops(engine *en, way *w, place at, const char *text) {
	*PUSH(en->p, w->stop, w->nstop) = (note){at, text, d_none(), "continues without it", NULL};
}

void way_closes(engine *en, way *w, note n, place lost, bool weak) {
	bool strict = !weak && !(n.d.flags & D_WEAK);
	bool better = d_label(n.d) || (strict && (w->close.d.flags & D_WEAK));
	if (!strict && !w->lost.file) w->lost = lost.file ? lost : n.at;
	if (!w->closed || (better && !d_label(w->close.d))) w->close = n;
	w->strict |= strict;
	w->closed = true;
	w->assumed = d_join(en, w->assumed, n.d);
}

/* How many arguments the program got, the size of a container, that the program starts. */
bool negligible(program *p, const guard *g) {
	const expr *e = g->e;
	while (e->kind >= X_CMP && e->kind <= X_BIN && e->kind != X_COND) e = e->kid[0];
	const expr *from = e->kind == X_SUB ? e->kid[0] : e;
	return from->kind == X_ARGV || from->kind == X_ARGC ||
	    (e->kind == X_CALL && x_last(e) && word_in("size empty length len", x_last(e))) ||
	    x_holds(g->e, x_con(p, k_str(p, "__main__"), 0));
}

const char *guard_text(program *p, const guard *g) {
	const expr *e = g->e;
	bool pol = g->pol;
	for (; e->kind == X_NOT; e = e->kid[0]) pol = !pol;
	bool joined = e->kind == X_CMP || e->kind == X_AND || e->kind == X_OR;
	return pol ? x_show(p, e) : name_f(p, joined ? "not (%s)" : "not %s", x_show(p, e));
}

note note_guard(engine *en, const guard *g, int passes, deps d) {
	const char *text = x_show(en->p, g->e), *is = g->pol == (passes == 1) ? "true" : "false";
	const char *says = name_f(en->p, "%s %s", is, en->mode == M_NONE ? "at the defaults" :
	    "with the label set");
	if (passes < 0) says = g->pol ? "open: must be true" : "open: must be false";
	if (passes < 0 && is_environment(text)) says = "open: hardware or versions";
	return (note){{g->file, g->line}, text, d, says, g->e};
}

/* Asks for what is built later; other parts of the test are true. */
static bool not_yet_built(engine *en, const guard *g, const ctx *c, const func *fn) {
	if (g->e->kind != X_AND || !g->pol) return lazily_built(en->p, g, fn);
	for (uint32_t i = 0; i < g->e->n; i++) {
		guard part = *g;
		const value *v;
		part.e = g->e->kid[i];
		if (guard_eval(en, &part, c, 0, &v) != 1 && !lazily_built(en->p, &part, fn))
			return false;
	}
	return true;
}

static void judge_guard(engine *en, way *w, const event *ev, const guard *g, const ctx *c) {
	const value *v;
	bool set = false;
	place at = {g->file, g->line};
	if (g->kind == G_EXC) {
		const char *text = name_f(en->p, "after exception %s", g->e->s);
		way_needs(en, w, (note){at, text, d_none(), "open: only if it was raised", NULL});
		return;
	}
	int t = guard_eval(en, g, c, 0, &v);
	note n = note_guard(en, g, t, v->d);
	for (uint32_t i = 0; i < v->d.n; i++) set |= strncmp(v->d.named[i], "set:", 4) == 0;
	if (t == 1) w->assumed = d_join(en, w->assumed, v->d);
	if (t == 0 && (g->kind != G_RAISE || d_label(v->d) || set))
		way_closes(en, w, n, v->d.lost, w->c->weak);
	bool needs = t < 0 && g->kind != G_RAISE && !negligible(en->p, g);
	if (needs && !not_yet_built(en, g, c, ev->fn)) way_needs(en, w, n);
	if (t == 1 ? d_label(v->d) : needs && (v->d.flags & D_MAYLABEL)) way_opens(en, w, n);
}

/* Guards of the definitions that the function stands in, outer first. */
static void judge_definition(engine *en, way *w, const event *ev, const func *f, const ctx *c,
    int depth) {
	const guard *g[MOST_GUARDS];
	uint32_t n = guards_list(f->guards, g, MOST_GUARDS);
	const ctx *of = f->parent ? ctx_find(c, f->parent) : NULL;
	if (f->parent && !f->parent->is_module && depth < MOST_NESTED)
		judge_definition(en, w, ev, f->parent, c, depth + 1);
	if (f->parent && !of) of = ctx_new(en, f->parent, NULL, C_ANY, NULL, 0);
	for (uint32_t i = 0; i < n; i++) judge_guard(en, w, ev, g[i], of);
}

static void judge_guards(engine *en, way *w, const event *ev, const ctx *c) {
	const guard *g[MOST_GUARDS];
	uint32_t n = guards_list(ev->guards, g, MOST_GUARDS);
	if (!ev->fn->is_module) judge_definition(en, w, ev, ev->fn, c, 0);
	for (uint32_t i = 0; i < n; i++) judge_guard(en, w, ev, g[i], c);
}

/* A handler further out counts only if little is tried there, and nothing is measured within. */
static void judge_handlers(engine *en, way *w, uint32_t i) {
	const caller *c = &w->c->step[i];
	bool measured = c->mode == CALL_REF;
	for (uint32_t k = 0; k < i; k++)
		measured |= has_word("bench measure run time profile main evaluat test",
		    chain_func(w->s, w->c, k)->name);
	for (const handler *h = c->ev->tries; h; h = h->up) {
		place at = {c->ev->fn->file, h->line};
		bool counts = i == 0 ? c->mode != CALL_REF : h->size <= SHORT_TRY && !measured;
		if (h->goes_on && counts) way_stops(en, w, at, source_line(en->p, at, NULL));
	}
}

/* 1: where e holds it went well; -1: it failed; 0: not to be told. var: what a bare name says. */
static int sign(const expr *e, int var) {
	if (e->kind == X_NOT) return -sign(e->kid[0], var);
	if (e->kind != X_CMP) return var;
	const char *s = x_last(e->kid[1]);
	const constant *k = e->kid[1]->kind == X_CONST ? e->kid[1]->con : NULL;
	bool named = s && (strcasestr(s, "success") || strcasestr(s, "_ok") || strcasecmp(s,
	    "ok") == 0);
	bool well = k ? k->kind == K_INT && k->i == 0 : named;
	int r = well ? 1 : k && !k_true(k) ? -1 : 0;
	if (e->op == OP_LT) return well ? -1 : 0;
	if (e->op == OP_NE || e->op == OP_ISNOT) return -r;
	return e->op == OP_EQ || e->op == OP_IS || e->op == OP_GE ? r : 0;
}

static void judge_result(engine *en, way *w, const event *call) {
	const guard *over = NULL;
	const expr *var = NULL; /* that the result is assigned to */
	int s = 0;
	for (uint32_t k = 0; k < call->fn->nev; k++) {
		const event *e = call->fn->ev[k];
		if (e->seq <= call->seq) continue;
		bool assigns = e->kind == E_ASSIGN && e->target->kind == X_NAME;
		if (assigns && !var && x_holds(e->value, call->value)) {
			var = e->target;
			s = sign(e->value, 0);
			continue;
		}
		for (const guards *q = e->guards; q && q != call->guards; q = q->up) {
			const guard *g = q->g;
			if (!x_holds(g->e, call->value) && !x_holds(g->e, var)) continue;
			if (g->kind == G_RAISE || g->kind == G_RETURN || g->kind == G_LEAVE ||
			    e->kind == E_RETURN)
				return;
			const expr *t = g->e; /* that part of a && b which asks for the result */
			for (uint32_t i = 0; g->pol && g->e->kind == X_AND && i < g->e->n; i++) {
				const expr *part = g->e->kid[i];
				if (x_holds(part, call->value) || x_holds(part, var)) t = part;
			}
			if (!over && sign(t, s) == (g->pol ? -1 : 1)) over = g;
		}
	}
	if (over) way_stops(en, w, (place){over->file, over->line}, x_show(en->p, over->e));
}

static void judge_value(engine *en, way *w, const ctx *c, expr *e, bool want, const char *text) {
	const event *ev = w->s->ev;
	const value *v = eval(en, e, c, ev->seq, 0);
	guard g = {.e = e, .file = ev->fn->file, .line = ev->line, .pol = want};
	int t = v_truth(v);
	note n = note_guard(en, &g, t < 0 ? t : (t == 1) == want, v->d);
	n.text = text;
	if (t < 0) way_needs(en, w, n);
	else if ((t == 1) != want) way_closes(en, w, n, v->d.lost, false);
	else if (d_label(v->d)) way_opens(en, w, n);
}

/* The label is an argument of the compile call. */
static void judge_handed(engine *en, way *w, const ctx *c) {
	const site *s = w->s;
	const expr *call = s->ev->value;
	const label *l = en->l;
	if (s->use == USE_DECO || s->use == USE_REF || call->kind != X_CALL || en->mode != M_ON)
		return;
	for (uint32_t i = 1; i < call->n; i++) {
		const expr *e = call->kid[i];
		if (e->kind == X_KEYWORD || e->kind == X_STAR) e = e->kid[0];
		const value *v = eval(en, e, c, s->ev->seq, 0);
		bool made = v->d.flags & D_LABEL;
		if (l->kind == L_VALUE ? !made || !l->value || v_one(v) != l->value :
		    !made && !(x_last(e) && label_has_name(l, x_last(e)))) continue;
		w->handed = true;
		way_opens(en, w, (note){{s->fn->file, s->ev->line}, x_show(en->p, e),
		    d_flag(D_LABEL), "passed to the compile call", NULL});
	}
}

static void judge_site(engine *en, way *w, const ctx *c) {
	const site *s = w->s;
	const func *out = chain_func(s, w->c, w->c->n - 1);
	place at = {out->file, out->line};
	bool call = s->ev->value->kind == X_CALL && strcmp(s->family, "torch.compile") == 0;
	expr *off = call ? x_keyword(s->ev->value, "disable") : NULL;
	if (off) judge_value(en, w, c, off, false, name_f(en->p, "disable=%s", x_show(en->p, off)));
	if (w->c->entry == ENTRY_DEAD && !w->closed)
		way_closes(en, w, (note){at, source_line(en->p, at, NULL), d_flag(D_DEAD),
		    "nothing calls it", NULL}, at, w->c->weak);
	if (w->c->entry == ENTRY_DEEP)
		way_needs(en, w, (note){at, "not followed back to an entry of the program",
		    d_none(), "open", NULL});
	if (s->use == USE_LIB && s->libvalue)
		judge_value(en, w, c, (expr *)s->libvalue, s->libon, s->name);
	if (!w->closed) judge_handed(en, w, c);
}

void judge_way(engine *en, const site *s, const chain *c, way *w) {
	const ctx **at = take(en->p, c->n * sizeof *at), *up = NULL;
	uint32_t guess = c->n; /* the innermost edge that is one */
	*w = (way){.s = s, .c = c, .used = USED};
	for (uint32_t i = c->n; i-- > 0; up = at[i]) { /* contexts, the outer ones first */
		const caller *in = i + 1 < c->n ? &c->step[i + 1] : NULL;
		const func *fn = chain_func(s, c, i);
		const expr *call = in && in->ev->kind == E_CALL ? in->ev->value : NULL;
		uint32_t seq = fn == c->step[i].ev->fn ? c->step[i].ev->seq : 0;
		at[i] = ctx_new(en, fn, call, !in ? C_ANY : in->mode == CALL_CALL ? C_CALL : C_REF,
		    up, seq);
		w->via |= en->l->via && (strcmp(fn->name, en->l->via) == 0 ||
		    (fn->cls && strcmp(fn->cls->name, en->l->via) == 0));
		if (c->step[i].weak) guess = i;
	}
	if (guess < c->n) w->lost = (place){c->step[guess].ev->fn->file, c->step[guess].ev->line};
	const ctx *first = s->use == USE_DECO ? ctx_at(en, s->ev) : at[0];
	for (uint32_t i = c->n; i-- > 0; ) {
		judge_guards(en, w, c->step[i].ev, i == 0 ? first : at[i]);
		judge_handlers(en, w, i);
		const event *ev = c->step[i].ev;
		bool code = ev->kind == E_CALL && ev->fn->linked && ev->role != R_STMT;
		if (code && c->step[i].mode != CALL_REF) judge_result(en, w, ev);
	}
	judge_instances(en, w);
	judge_site(en, w, first);
	if (!w->closed) judge_use(en, at[0], w);
}
