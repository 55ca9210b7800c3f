/* label_flow.c - from statements to events with their guards; see label_facts.h.
 *
 * A body that always leaves gives the negation of its test to all that follows it: after
 * `if (a) return;` stands what runs only where a does not hold. */
#include "label_flow_impl.h"

enum { MOST_EXITS = 64, MOST_ARMS = 64 };

typedef enum { GOES_ON, RETURNS, RAISES, LEAVES } ending;

/* Under e the block was left. A list of them may be NULL where nobody asks. */
typedef struct left { expr *e; gkind kind; uint32_t line; struct left *next; } left;

static ending block(flow *f, stmt *s, const guards *g, left **out);

static void leave(flow *f, left **list, expr *e, gkind kind, uint32_t line) {
	int n = 0;
	if (!list) return;
	for (; *list; list = &(*list)->next)
		if (++n == MOST_EXITS) return;
	*list = take(f->p, sizeof **list);
	**list = (left){e, kind, line, NULL};
}

/* What left an arm leaves the statement where the arm's test (or NULL) holds, too. */
static void leave_through(flow *f, left **list, expr *test, const left *arm) {
	for (; arm; arm = arm->next)
		leave(f, list, test ? x_and(f->p, test, arm->e) : arm->e, arm->kind, arm->line);
}

static gkind kind_of(ending e) {
	return e == RAISES ? G_RAISE : e == RETURNS ? G_RETURN : G_LEAVE;
}

/* The body of a function is read with a state of its own. */
static void function(flow *f, stmt *s, const guards *g) {
	func *fn = s->fn;
	for (uint32_t i = 0; i < fn->ndeco; i++) {
		expr *name = x_name(f->p, fn->name, s->line);
		flow_walk(f, fn->deco[i], g, R_DECO);
		flow_event(f, E_DECO, s->line, g, name, fn->deco[i], R_DECO);
	}
	for (uint32_t i = 0; i < fn->nparam; i++)
		if (fn->param[i].def) flow_walk(f, fn->param[i].def, g, R_DEFAULT);
	if (!fn->guards) fn->guards = g;
	flow inner = {.p = f->p, .file = f->file, .fn = fn, .pp = s->pp, .depth = f->depth};
	block(&inner, s->body, NULL, NULL);
}

static ending choice(flow *f, stmt *s, const guards *g, left **out) {
	left *x1 = NULL, *x2 = NULL;
	expr *c = s->x, *other = x_one(f->p, X_NOT, c);
	flow_walk(f, c, g, R_TEST);
	const guards *yes = flow_under(f, g, c, true, G_IF, s->line);
	ending e1 = block(f, s->body, yes, &x1);
	ending e2 = block(f, s->other, flow_under(f, g, c, false, G_IF, s->line), &x2);
	if (e2 == RAISES && !e1) /* a guard whose other side stops the program is no condition */
		((guard *)yes->g)->kind = G_RAISE;
	if (e1 && e2) return e1 == e2 ? e1 : e1 == LEAVES || e2 == LEAVES ? LEAVES : RETURNS;
	if (e2) leave(f, out, other, kind_of(e2), s->line);
	if (e1) leave(f, out, c, kind_of(e1), s->line);
	else leave_through(f, out, c, x1);
	if (!e2) leave_through(f, out, other, x2);
	return GOES_ON;
}

/* Is it none of the arguments of the program? */
static bool no_argument(const expr *e, void *unused) {
	const char *s = e->kind == X_CALL || e->kind == X_NAME ? x_last(e) : NULL;
	(void)unused;
	if (s && (strncmp(s, "getopt", 6) == 0 || strcmp(s, "argc") == 0)) return false;
	return e->kind != X_ARGV && e->kind != X_ARGC;
}

/* A loop over the arguments that one of them ends ends the function. */
static void loop(flow *f, stmt *s, const guards *g, left **out) {
	left *x = NULL;
	bool arguments = !x_each(s->x, no_argument, NULL);
	if (s->x) flow_walk(f, s->x, g, s->target ? R_ITER : R_TEST);
	f->loop++;
	if (s->target) flow_assign(f, s->target, x_one(f->p, X_ELEM, s->x), g, s->line);
	block(f, s->body, g, arguments ? &x : NULL);
	f->loop--;
	block(f, s->other, g, NULL);
	for (; x; x = x->next) {
		const expr *e = x->e;
		while (e->kind == X_AND) e = e->kid[0];
		if (x->kind != G_LEAVE && e->kind != X_NOT)
			leave(f, out, x->e, x->kind, x->line);
	}
}

/* subject == one of the values */
static expr *one_of(flow *f, expr *subject, const expr *values) {
	expr *e = x_new(f->p, X_OR, values->line, values->n);
	for (uint32_t i = 0; i < values->n; i++)
		e->kid[i] = x_two(f->p, X_CMP, OP_EQ, subject, values->kid[i]);
	return e->n == 1 ? e->kid[0] : e;
}

static expr *both(flow *f, const expr *a, const expr *b) {
	expr *e = x_new(f->p, X_LIST, b->line, a->n + b->n);
	memcpy(e->kid, a->kid, a->n * sizeof *a->kid);
	memcpy(e->kid + a->n, b->kid, b->n * sizeof *b->kid);
	return e;
}

/* What must hold for a case of s: its values, those that fall into it, its `if`. all: of others. */
static const guards *case_guards(flow *f, const stmt *s, const stmt *c, const expr *values,
    const expr *all, const guards *g) {
	expr *e = NULL;
	if (c->s) e = x_opaque(f->p, name_f(f->p, "case %s", c->s), c->line);
	else if (c->x->n || all->n) e = one_of(f, s->x, c->x->n ? values : all);
	if (e) g = flow_under(f, g, e, c->s || c->x->n, G_CASE, c->line);
	return c->target ? flow_under(f, g, c->target, true, G_IF, c->line) : g;
}

static ending selection(flow *f, stmt *s, const guards *g, left **out) {
	expr *none = x_new(f->p, X_LIST, s->line, 0), *all = none, *fallen = none;
	bool has_default = false, ends = true;
	flow_walk(f, s->x, g, R_TEST);
	for (stmt *c = s->body; c; c = c->next) {
		if (c->kind != S_CASE || f->depth > FLOW_DEEP) continue;
		expr *values = both(f, fallen, c->x);
		const guards *in = case_guards(f, s, c, values, all, g);
		has_default |= !c->s && !c->x->n && !c->target;
		if (c->x->n && !c->target) all = both(f, all, c->x);
		ending e = block(f, c->body, in, NULL);
		fallen = c->falls && e == GOES_ON ? values : none;
		ends = ends && (e == RETURNS || e == RAISES);
		if ((e == RETURNS || e == RAISES) && c->x->n && !c->target)
			leave(f, out, one_of(f, s->x, values), kind_of(e), c->line);
	}
	return has_default && ends ? RETURNS : GOES_ON;
}

/* What a block did stays: it sets a field, or ends with a return. n: its statements. */
static bool lasts(const stmt *s, uint32_t *n) {
	bool stays = false;
	for (*n = 0; s; s = s->next, ++*n)
		stays |= (s->kind == S_ASSIGN && s->target->kind == X_ATTR) ||
		    (s->kind == S_RETURN && !s->next);
	return stays;
}

/* The handlers of s, before those that stand around it. */
static const handler *handlers(flow *f, const stmt *s) {
	const handler *all = f->tries;
	uint32_t n, size;
	for (const stmt *h = s->other; h; h = h->next) {
		if (h->quiet) continue;
		bool on = lasts(h->body, &n) | lasts(s->body, &size) | f->after;
		handler *t = take(f->p, sizeof *t);
		*t = (handler){h->line, size, on && !h->leaves, all};
		all = t;
	}
	return all;
}

static ending attempt(flow *f, stmt *s, const guards *g, left **out) {
	const handler *old = f->tries;
	const guards *well = g;
	left *x = NULL;
	bool all_leave = true;
	f->tries = handlers(f, s);
	ending end = block(f, s->body, g, &x);
	f->tries = old;
	for (stmt *h = s->other; h; h = h->next) {
		expr *e = x_new(f->p, X_EXC, h->line, 0);
		e->s = h->s ? h->s : name_of(f->p, "any");
		all_leave &= h->leaves;
		block(f, h->body, flow_under(f, g, e, true, G_EXC, h->line), NULL);
	}
	for (left *l = x; l; l = l->next) well = flow_under(f, well, l->e, false, l->kind, l->line);
	block(f, s->after, well, NULL);
	block(f, s->last, g, NULL);
	leave_through(f, out, NULL, x);
	return end && !s->after && all_leave ? end : GOES_ON;
}

static void assignment(flow *f, stmt *s, const guards *g) {
	if (s->x->kind == X_LAMBDA && s->target->kind == X_NAME && f->fn->linked) {
		stored *l = take(f->p, sizeof *l);
		*l = (stored){.name = s->target->s, .e = s->x, .at = g, .next = f->stored};
		f->stored = l;
		flow_assign(f, s->target, s->x, g, s->line);
		return;
	}
	f->table = s->x->kind == X_DICT || s->x->kind == X_LIST ? x_last(s->target) : NULL;
	if (!s->quiet) flow_walk(f, s->x, g, R_ASSIGNED); /* a table of C: its function walks it */
	f->table = NULL;
	flow_assign(f, s->target, s->x, g, s->line);
}

static ending statement(flow *f, stmt *s, const guards *g, left **out) {
	static const uint8_t role[] = {
	    [S_EXPR] = R_STMT, [S_RETURN] = R_RETURNED, [S_YIELD] = R_RETURNED,
	    [S_RAISE] = R_RAISE, [S_ASSERT] = R_TEST,
	};
	if (s->kind < sizeof role && role[s->kind] && s->x)
		flow_walk(f, s->x, g, s->role ? s->role : role[s->kind]);
	switch ((skind)s->kind) {
	case S_ASSIGN: assignment(f, s, g); break;
	case S_DECL:
		if (s->s) {
			expr *made = x_new(f->p, X_CALL, s->line, 1);
			made->kid[0] = x_name(f->p, s->s, s->line);
			flow_event(f, E_CALL, s->line, g, NULL, made, R_DECL);
		}
		break;
	case S_RETURN:
		flow_event(f, E_RETURN, s->line, g, NULL,
		    s->x ? s->x : x_con(f->p, k_none(f->p), s->line), R_NONE);
		return s->fails ? RAISES : RETURNS;
	case S_RAISE: return RAISES;
	case S_LEAVE: return LEAVES;
	case S_ASSERT: leave(f, out, x_one(f->p, X_NOT, s->x), G_RAISE, s->line); break;
	case S_IF: return choice(f, s, g, out);
	case S_LOOP: loop(f, s, g, out); break;
	case S_SWITCH: return selection(f, s, g, out);
	case S_TRY: return attempt(f, s, g, out);
	case S_BLOCK: return block(f, s->body, g, out);
	case S_FUNC: function(f, s, g); break;
	case S_CLASS:
		s->cls->guards = g;
		for (uint32_t i = 0; i < s->cls->ndeco; i++)
			flow_walk(f, s->cls->deco[i], g, R_DECO);
		block(f, s->body, g, NULL);
		break;
	case S_GLOBAL:
		for (uint32_t i = 0; i < s->x->n; i++)
			*PUSH(f->p, f->fn->global, f->fn->nglobal) = s->x->kid[i]->s;
		break;
	default: break;
	}
	return GOES_ON;
}

/* The #if conditions of s that do not hold already where it stands: in order, as one expression;
 * NULL: none. */
static expr *own_conditions(flow *f, const pp *pp, const guards **g) {
	const struct pp *list[MOST_ARMS];
	uint32_t n = 0;
	expr *all = NULL;
	for (; pp && pp != f->pp && n < MOST_ARMS; pp = pp->up) list[n++] = pp;
	while (n-- > 0) {
		*g = flow_under(f, *g, list[n]->e, true, G_PP, list[n]->line);
		all = all ? x_and(f->p, all, list[n]->e) : list[n]->e;
	}
	return all;
}

static ending block(flow *f, stmt *s, const guards *g, left **out) {
	bool after = f->after;
	const pp *outer = f->pp;
	ending end = GOES_ON;
	if (f->depth > FLOW_DEEP) return GOES_ON;
	f->depth++;
	for (; s && !end; s = s->next) {
		const guards *in = g;
		expr *arm = own_conditions(f, s->pp, &in);
		left *x = NULL, *all = NULL;
		f->after = after || s->next;
		if (arm) f->pp = s->pp;
		end = statement(f, s, in, &x);
		f->pp = outer;
		f->after = after;
		if (arm && end) {
			leave(f, &all, arm, kind_of(end), s->line);
			end = GOES_ON;
		}
		leave_through(f, &all, arm, x);
		leave_through(f, out, NULL, all);
		for (; all; all = all->next)
			g = flow_under(f, g, all->e, false, all->kind, all->line);
	}
	f->depth--;
	return end;
}

void flow_body(flow *f, stmt *body, const guards *g) {
	bool after = f->after;
	f->after = false;
	block(f, body, g, NULL);
	f->after = after;
}

static int by_name(const void *a, const void *b) {
	const event *x = *(event *const *)a, *y = *(event *const *)b;
	uintptr_t s = (uintptr_t)x->target->s, t = (uintptr_t)y->target->s;
	return s != t ? (s < t ? -1 : 1) : x->seq < y->seq ? -1 : x->seq > y->seq;
}

static void sort_assigned(func *fn) {
	if (fn->nassigned) qsort(fn->assigned, fn->nassigned, sizeof *fn->assigned, by_name);
}

void flow_module(program *p, const source *file, stmt *body) {
	flow f = {.p = p, .file = file, .fn = file->module};
	block(&f, body, NULL, NULL);
	sort_assigned(file->module);
	for (uint32_t i = p->nfn; i-- > 0 && p->fn[i]->file == file; ) sort_assigned(p->fn[i]);
}
