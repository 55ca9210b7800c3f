/* label_listing.c - the compile calls of the files, what they stand under, and the labels that may
 * open them; see list_sites().
 *
 * A label is read off a test on the way: the option, variable or macro that it asks for, with the
 * value that it is compared with. Nothing is judged here. */
#include "label_engine.h"

enum { MOST_CONDS = 4, MOST_LABELS = 6, MOST_WAYS = 16, MOST_GUARDS = 64, DEEP = 4 };

typedef struct { program *p; engine *en; listed *out; const ctx *cx; uint32_t seq; } listing;

static void add_text(program *p, const char ***list, uint32_t *n, uint32_t most, const char *s) {
	if (*n < most && !text_in(*list, *n, s)) *PUSH(p, *list, *n) = s;
}

static void add_label(listing *l, const char *s) {
	add_text(l->p, &l->out->label, &l->out->nlabel, MOST_LABELS, s);
}

/* The option or setting of that name; value: what it is compared with, or NULL: is it given? */
static bool add_named(listing *l, const char *name, const constant *value, bool pol) {
	const option *o = map_first(l->p->options_by_dest, name);
	const setting *set = map_first(l->p->settings_by_key, name);
	const char *text = value ? k_text(l->p, value) : pol ? "true" : "false";
	if (o && o->nspell) {
		if (value && pol) add_label(l, name_f(l->p, "%s %s", o->spell[0], text));
		else if (!value && pol != o->turns_off && (o->flag || !o->choices))
			add_label(l, o->spell[0]);
		else if (!value && o->nneg) add_label(l, o->neg[0]);
	} else if (!o && set && (pol || !value))
		add_label(l, name_f(l->p, "%s=%s", set->path, text));
	return o || set;
}

static void add_asked(listing *l, const expr *e, const constant *value, bool pol) {
	const char *text = value ? k_text(l->p, value) : "1";
	const char *name = e->kind == X_FLAGVAR ? e->s : x_last(e);
	bool known = true;
	if (e->kind == X_DEFINED) add_label(l, name_f(l->p, pol ? "-D%s" : "-U%s", e->s));
	else if (e->kind == X_CMAKE)
		add_label(l, name_f(l->p, "-D%s=%s", e->s, pol ? "ON" : "OFF"));
	else if (e->kind == X_KEY && pol) add_label(l, k_text(l->p, e->con));
	else if (name && e->kind != X_CALL) known = add_named(l, name, value, pol);
	const deps d = eval(l->en, e, l->cx, l->seq, 0)->d; /* an option under another name */
	for (uint32_t i = 0; i < d.n; i++) {
		const char *s = strncmp(d.named[i], "default:", 8) == 0 ? d.named[i] + 8 : NULL;
		if (s && strncmp(s, "env ", 4) == 0) {
			add_label(l, name_f(l->p, "%s=%s (environment)", s + 4, text));
			known = true;
		} else if (s && name_have(l->p, s))
			known |= add_named(l, name_have(l->p, s), value, pol);
	}
	if (!known && pol && value && value->kind == K_STR) add_label(l, text);
}

/* Asks for a part of a text. */
static bool add_part(listing *l, const expr *e, bool pol) {
	const expr *f = e->kind == X_CALL ? e->kid[0] : NULL, *part = f ? x_arg(e, 0) : e->kid[0];
	const char *s = part ? x_str(part) : NULL, *says = NULL;
	if (f && f->kind == X_ATTR && strcmp(f->s, "startswith") == 0) says = "starts with";
	if (f && f->kind == X_ATTR && strcmp(f->s, "endswith") == 0) says = "ends with";
	if (e->kind == X_CMP && (e->op == OP_IN || e->op == OP_NOTIN)) says = "contains";
	if (e->kind == X_CMP && e->kid[1]->kind == X_LIST) says = NULL;
	if (says && s && pol != (e->kind == X_CMP && e->op == OP_NOTIN))
		add_label(l, name_f(l->p, "a value that %s \"%s\"", says, s));
	return says != NULL;
}

static void add_test(listing *l, const expr *e, bool pol, int depth) {
	for (; e->kind == X_NOT; e = e->kid[0]) pol = !pol;
	if (depth > DEEP || ((e->kind == X_CALL || e->kind == X_CMP) && add_part(l, e, pol)))
		return;
	if (e->kind == X_AND || e->kind == X_OR)
		for (uint32_t i = 0; i < e->n; i++) add_test(l, e->kid[i], pol, depth + 1);
	else if (e->kind != X_CMP) add_asked(l, e, NULL, pol);
	else {
		bool turned = e->kid[0]->kind == X_CONST && e->op != OP_IN && e->op != OP_NOTIN;
		const expr *a = e->kid[turned], *b = e->kid[!turned];
		if (e->op == OP_NE || e->op == OP_ISNOT || e->op == OP_NOTIN) pol = !pol;
		if (b->kind == X_LIST && b->n) b = b->kid[0];
		if (x_is_none(b)) add_asked(l, a, NULL, !pol);
		else if (b->kind == X_CONST) add_asked(l, a, b->con, pol);
	}
}

static void add_guards(listing *l, const guards *list, bool conds) {
	const guard *g[MOST_GUARDS];
	uint32_t n = guards_list(list, g, MOST_GUARDS);
	for (uint32_t i = 0; i < n; i++) {
		l->seq = g[i]->seq;
		if (g[i]->kind == G_EXC || g[i]->kind == G_RAISE || negligible(l->p, g[i]))
			continue;
		add_test(l, g[i]->e, g[i]->pol, 0);
		if (conds)
			add_text(l->p, &l->out->cond, &l->out->ncond, MOST_CONDS,
			    guard_text(l->p, g[i]));
	}
}

static void list_one(listing *l, const site *s, listed *out) {
	const func *f = s->use == USE_DECO && s->target ? s->target : s->fn;
	const char *in = f->is_module ? "" : f->cls ?
	    name_f(l->p, "%s.%s", f->cls->name, f->name) : f->name;
	chain *c;
	bool cut = false;
	l->out = out;
	*out = (listed){.line = s->ev->line, .suspect = s->use == USE_SUSPECT, .name = s->name,
	    .file = s->fn->file->path, .family = s->family, .function = in};
	uint32_t n = ways_of(l->en, s, &c, &cut), best = 0;
	while (best < n && (c[best].weak || c[best].entry == ENTRY_DEAD)) best++;
	for (uint32_t i = 0; i < n && i < MOST_WAYS; i++)
		for (uint32_t k = c[i].n; k-- > 0; ) { /* outer first */
			const event *ev = c[i].step[k].ev;
			l->cx = ctx_at(l->en, ev);
			for (const func *q = ev->fn; q && !q->is_module; q = q->parent)
				add_guards(l, q->guards, i == best % n);
			add_guards(l, ev->guards, i == best % n);
		}
}

void list_sites(program *p, const site *s, uint32_t n, src_report *r) {
	listing l = {.p = p, .en = engine_new(p, label_default(p), NULL, 0, M_NONE)};
	r->site = take(p, (n + 1) * sizeof *r->site);
	for (int suspects = 0; suspects < 2; suspects++)
		for (uint32_t i = 0; i < n; i++)
			if ((s[i].use == USE_SUSPECT) == suspects)
				list_one(&l, &s[i], &r->site[r->nsite++]);
}
