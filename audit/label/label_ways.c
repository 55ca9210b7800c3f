/* label_ways.c - from a compile call outward to where a program may start; see ways_of(). */
#include "label_engine.h"

enum { DEEPEST = 12, MOST_WAYS = 240, MOST_VISITS = 24, MOST_EDGES = 16, MOST_NODES = 20000,
	MOST_CYCLES = 4 };

static bool registers(program *p, const func *fn) {
	static const char parts[] = "command main route app cli task flow fixture test get post "
	    "entry hook callback register on_ event subscribe handler plugin impl export";
	for (uint32_t i = 0; i < fn->ndeco; i++) {
		const expr *d = fn->deco[i], *by = d->kind == X_CALL ? d->kid[0] : d;
		const char *name = x_dotted(p, by);
		if (has_word(parts, name ? name : x_last(by))) return true;
	}
	return false;
}

/* The file has a main of its own. */
static bool has_main(program *p, const source *f) {
	const expr *main = x_con(p, k_str(p, "__main__"), 0);
	for (uint32_t i = 0; i < p->nfn; i++) {
		const func *fn = p->fn[i];
		if (fn->file != f) continue;
		if (fn->linked && !fn->cls && strcmp(fn->name, "main") == 0) return true;
		for (uint32_t k = 0; k < fn->ndeco; k++)
			if (word_in("command main", x_last(fn->deco[k]))) return true;
		for (uint32_t k = 0; fn->is_module && k < fn->nev; k++)
			for (const guards *g = fn->ev[k]->guards; g; g = g->up)
				if (x_holds(g->g->e, main)) return true;
	}
	return false;
}

/* Files take other names of this module, but not this one; of a package, __init__.py says. */
static bool left_out(program *p, const func *fn, const source *shows) {
	bool taken = false;
	for (uint32_t i = 0; i < p->nfile; i++)
		for (uint32_t k = 0; k < p->file[i]->nimport; k++) {
			const char *s = p->file[i]->import[k].name, *dot = strrchr(s, '.');
			if (!dot || !file_named(fn->file, s, (size_t)(dot - s))) continue;
			if (strcmp(dot + 1, fn->name) == 0 || strcmp(dot, ".*") == 0) return false;
			taken |= p->file[i] != fn->file && (!shows || shows == p->file[i]);
		}
	return taken;
}

static entry_kind find_kind(program *p, func *fn) {
	const char *end = strrchr(fn->file->path, '/'), *s = fn->name;
	const char *init = name_f(p, "%.*s__init__.py", end ? (int)(end + 1 - fn->file->path) : 0,
	    fn->file->path);
	const func *m = fn->file->module;
	const source *shows = NULL; /* its folder as a package */
	const expr *all = NULL;
	bool script = has_main(p, fn->file), hidden = s[0] == '_';
	if (strcmp(s, "main") == 0 || registers(p, fn)) return ENTRY_MAIN;
	if (fn->linked && map_first(p->in_macros, s)) return ENTRY_DEEP; /* who uses the macro? */
	if (fn->linked) return fn->hidden && !fn->cls ? ENTRY_DEAD : ENTRY_API;
	for (uint32_t i = 0; i < p->nfile; i++)
		if (strcmp(p->file[i]->path, init) == 0) shows = p->file[i];
	for (uint32_t i = 0; m && i < m->nassigned; i++)
		if (strcmp(m->assigned[i]->target->s, "__all__") == 0) all = m->assigned[i]->value;
	if (fn->cls) return ENTRY_API;
	if (fn->parent && !fn->parent->is_module) return ENTRY_DEAD;
	if (all && x_holds(all, x_con(p, k_str(p, s), 0))) return ENTRY_API;
	return hidden || left_out(p, fn, shows) || (script && !shows) ? ENTRY_DEAD : ENTRY_API;
}

static entry_kind kind_of(program *p, const func *fn) {
	entry_kind *k = map_first(p->entries, (const char *)fn);
	if (k) return *k;
	k = take(p, sizeof *k);
	map_add(p, p->entries, (const char *)fn, k);
	return *k = find_kind(p, (func *)fn);
}

typedef struct node {
	caller step;
	const struct node *in; /* toward the site */
	const func *fn;
	uint32_t n;
	bool weak;
} node;

typedef struct {
	program *p;
	const node **queue; uint32_t nqueue, at;
	chain *out; uint32_t nout;
	const node *cycle[MOST_CYCLES]; uint32_t ncycle;
	multimap *visits;
	bool cut;
} search;

static void push(search *s, const node *in, caller step, const func *fn) {
	node *n = take(s->p, sizeof *n);
	*n = (node){step, in, fn, in ? in->n + 1 : 1, step.weak || (in && in->weak)};
	*PUSH(s->p, s->queue, s->nqueue) = n;
}

static void arrive(search *s, const node *n, entry_kind entry) {
	chain *c = PUSH(s->p, s->out, s->nout);
	*c = (chain){take(s->p, n->n * sizeof *c->step), n->n, entry, n->weak};
	for (; n; n = n->in) c->step[n->n - 1] = n->step;
}

static bool too_often(search *s, const func *fn) {
	uint32_t n;
	map_get(s->visits, (const char *)fn, &n);
	map_add(s->p, s->visits, (const char *)fn, s);
	return n >= MOST_VISITS;
}

/* What is called from its own way only: the cycle is cut at the first of its functions. */
static void extend(engine *en, search *s, const node *n) {
	uint32_t nc, taken = 0, own = 0;
	const caller *c = callers_of(en, n->fn, &nc);
	const node *first = n;
	for (uint32_t i = 0; i < nc && n->n < DEEPEST; i++) {
		const node *on = n;
		while (on && on->fn != c[i].ev->fn) on = on->in;
		own += on == n;
		if (on) first = on->n < first->n ? on : first;
		else if (taken >= MOST_EDGES || s->nqueue >= MOST_NODES) s->cut = true;
		else {
			push(s, n, c[i], c[i].ev->fn);
			taken++;
		}
	}
	if (taken) return;
	if (nc && n->n >= DEEPEST) {
		s->cut = true;
		arrive(s, n, ENTRY_DEEP);
	} else if (own == nc) arrive(s, n, kind_of(s->p, n->fn));
	else if (s->ncycle < MOST_CYCLES) s->cycle[s->ncycle++] = first;
}

uint32_t ways_of(engine *en, const site *st, chain **out, bool *cut) {
	search s = {.p = en->p, .visits = map_new(en->p)};
	push(&s, NULL, (caller){st->ev, CALL_SITE, false}, st->use == USE_DECO && st->target ?
	    st->target : st->fn);
	while (s.at < s.nqueue && s.nout < MOST_WAYS) {
		const node *n = s.queue[s.at++];
		if (n->fn->is_module) arrive(&s, n, ENTRY_MODULE);
		else if (too_often(&s, n->fn)) s.cut = true;
		else extend(en, &s, n);
	}
	for (uint32_t i = 0, none = !s.nout; i < s.ncycle && none; i++)
		arrive(&s, s.cycle[i], ENTRY_API);
	*cut |= s.cut || s.at < s.nqueue;
	*out = s.out;
	return s.nout;
}
