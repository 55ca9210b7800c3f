/* label_flow.c - from statements to events with their guards; see label_facts.h.
 *
 * A body that always leaves gives the negation of its test to all that follows it: after
 * `if (a) return;` stands what runs only where a does not hold. */
#include <stdlib.h>
#include <string.h>

#include "label_flow_impl.h"

enum { MOST_EXITS = 64 };

typedef enum { GOES_ON, RETURNS, RAISES, LEAVES } ending;

typedef struct left { expr *e; gkind kind; uint32_t line; struct left *next; } left; /* under e the block was left */

static ending block(flow *f, stmt *s, const guards *g, left **out);

static expr *not(flow *f, expr *e) {
	return x_one(f->p, X_NOT, e);
}

static void leave(flow *f, left **list, expr *e, gkind kind, uint32_t line) {
	left *l = take(f->p, sizeof *l), **at = list;
	int n = 0;

	for (; *at; at = &(*at)->next)
		if (++n == MOST_EXITS) return;
	*l = (left){e, kind, line, NULL};
	*at = l;
}

/* What left an arm leaves the statement where the arm's test holds, too. */
static void leave_through(flow *f, left **list, expr *test, const left *arm) {
	for (; arm; arm = arm->next)
		leave(f, list, x_and(f->p, test, arm->e), arm->kind, arm->line);
}

static gkind kind_of(ending e) {
	return e == RAISES ? G_RAISE : e == RETURNS ? G_RETURN : G_LEAVE;
}

/* ---- statements */

/* Which function's parameters, locals and events are filled: its body is read with a state of its own. */
static void function(flow *f, stmt *s, const guards *g) {
	func *fn = s->fn;
	left *none = NULL;
	flow inner = *f;

	for (uint32_t i = 0; i < fn->ndeco; i++) {
		flow_walk(f, fn->deco[i], g, R_DECO);
		flow_event(f, E_DECO, s->line, g, x_name(f->p, fn->name, s->line), fn->deco[i], R_DECO);
	}
	for (uint32_t i = 0; i < fn->nparam; i++)
		if (fn->param[i].def) flow_walk(f, fn->param[i].def, g, R_DEFAULT);
	if (!fn->guards) fn->guards = g;
	inner.fn = fn;
	inner.tries = NULL;
	inner.loop = 0;
	inner.after = false;
	inner.pp = s->pp;
	inner.table = NULL;
	block(&inner, s->body, NULL, &none);
}

static void class(flow *f, stmt *s, const guards *g) {
	left *none = NULL;

	s->cls->guards = g;
	for (uint32_t i = 0; i < s->cls->ndeco; i++) flow_walk(f, s->cls->deco[i], g, R_DECO);
	block(f, s->body, g, &none);
}

/* A guard whose other side stops the program is no condition. */
static void relax(const guards *g) {
	((guard *)g->g)->kind = G_RAISE;
}

static ending choice(flow *f, stmt *s, const guards *g, left **out) {
	left *x1 = NULL, *x2 = NULL;
	const guards *yes, *no;
	ending e1, e2;
	expr *c = s->x;

	flow_walk(f, c, g, R_TEST);
	yes = flow_under(f, g, c, true, G_IF, s->line);
	e1 = block(f, s->body, yes, &x1);
	no = flow_under(f, g, c, false, G_IF, s->line);
	e2 = block(f, s->other, no, &x2);
	if (e2 == RAISES && !e1) relax(yes);
	if (e1 && e2)
		return e1 == RAISES && e2 == RAISES ? RAISES : e1 == LEAVES || e2 == LEAVES ? LEAVES : RETURNS;
	if (e1) {
		leave(f, out, c, kind_of(e1), s->line);
		leave_through(f, out, not(f, c), x2);
	} else if (e2) {
		leave(f, out, not(f, c), kind_of(e2), s->line);
		leave_through(f, out, c, x1);
	} else {
		leave_through(f, out, c, x1);
		leave_through(f, out, not(f, c), x2);
	}
	return GOES_ON;
}

static void loop(flow *f, stmt *s, const guards *g) {
	left *none = NULL;

	if (s->x) flow_walk(f, s->x, g, s->target ? R_ITER : R_TEST);
	f->loop++;
	if (s->target) flow_assign(f, s->target, x_one(f->p, X_ELEM, s->x), g, s->line);
	block(f, s->body, g, &none);
	f->loop--;
	none = NULL;
	block(f, s->other, g, &none);
}

/* subject == one of the values */
static expr *one_of(flow *f, expr *subject, expr *values) {
	expr *e;

	if (values->n == 1) return x_two(f->p, X_CMP, OP_EQ, subject, values->kid[0]);
	e = x_new(f->p, X_OR, values->line, values->n);
	for (uint32_t i = 0; i < values->n; i++)
		e->kid[i] = x_two(f->p, X_CMP, OP_EQ, subject, values->kid[i]);
	return e;
}

static expr *both(flow *f, const expr *a, const expr *b) {
	expr *e = x_new(f->p, X_LIST, b->line, a->n + b->n);

	memcpy(e->kid, a->kid, a->n * sizeof *a->kid);
	memcpy(e->kid + a->n, b->kid, b->n * sizeof *b->kid);
	return e;
}

static ending selection(flow *f, stmt *s, const guards *g) {
	expr *all = x_new(f->p, X_LIST, s->line, 0), *fallen = all, *values;
	bool has_default = false, ends = true;
	const guards *in;

	flow_walk(f, s->x, g, R_TEST);
	for (stmt *c = s->body; c; c = c->next) {
		left *none = NULL;
		ending e;

		if (c->kind != S_CASE || f->depth > FLOW_DEEP) continue;
		values = fallen->n ? both(f, fallen, c->x) : c->x;
		if (c->s)
			in = flow_under(f, g, x_opaque(f->p, name_f(f->p, "case %s", c->s), c->line), true, G_CASE, c->line);
		else if (c->x->n)
			in = flow_under(f, g, one_of(f, s->x, values), true, G_CASE, c->line);
		else
			in = all->n ? flow_under(f, g, one_of(f, s->x, all), false, G_CASE, c->line) : g;
		has_default |= !c->s && !c->x->n && !c->target;
		if (c->x->n && !c->target) all = both(f, all, c->x);
		if (c->target) in = flow_under(f, in, c->target, true, G_IF, c->line);
		f->depth++;
		e = block(f, c->body, in, &none);
		f->depth--;
		fallen = c->falls && e == GOES_ON ? values : x_new(f->p, X_LIST, s->line, 0);
		ends = ends && (e == RETURNS || e == RAISES);
	}
	return has_default && ends ? RETURNS : GOES_ON;
}

static uint32_t count(const stmt *s) {
	uint32_t n = 0;

	for (; s; s = s->next) n++;
	return n;
}

/* What a block did stays: it sets a field, or ends with a return. */
static bool lasts(const stmt *s) {
	for (; s; s = s->next)
		if ((s->kind == S_ASSIGN && s->target->kind == X_ATTR) || (s->kind == S_RETURN && !s->next)) return true;
	return false;
}

static ending attempt(flow *f, stmt *s, const guards *g, left **out) {
	const handler *old = f->tries;
	left *x = NULL, *none = NULL;
	const guards *well = g;
	bool all_leave = true;
	ending end;

	for (stmt *h = s->other; h; h = h->next) {
		handler *t;

		all_leave &= h->leaves;
		if (h->quiet) continue;
		t = take(f->p, sizeof *t);
		*t = (handler){h->line, count(s->body), (f->after || lasts(s->body) || lasts(h->body)) && !h->leaves, h->s, f->tries};
		f->tries = t;
	}
	end = block(f, s->body, g, &x);
	f->tries = old;
	for (stmt *h = s->other; h; h = h->next) {
		expr *e = x_new(f->p, X_EXC, h->line, 0);

		e->s = h->s ? h->s : name_of(f->p, "any");
		none = NULL;
		block(f, h->body, flow_under(f, g, e, true, G_EXC, h->line), &none);
	}
	for (left *l = x; l; l = l->next) well = flow_under(f, well, l->e, false, l->kind, l->line);
	none = NULL;
	block(f, s->after, well, &none);
	none = NULL;
	block(f, s->last, g, &none);
	for (; x; x = x->next) leave(f, out, x->e, x->kind, x->line);
	return end && !s->after && all_leave ? end : GOES_ON;
}

static ending statement(flow *f, stmt *s, const guards *g, left **out) {
	switch ((skind)s->kind) {
	case S_EXPR: flow_walk(f, s->x, g, s->role ? (erole)s->role : R_STMT); break;
	case S_ASSIGN:
		f->table = s->x->kind == X_DICT || s->x->kind == X_LIST ? x_last(s->target) : NULL;
		if (!s->quiet) flow_walk(f, s->x, g, R_ASSIGNED); /* a table of C: its own function walks it */
		f->table = NULL;
		flow_assign(f, s->target, s->x, g, s->line);
		break;
	case S_DECL:
		if (s->s) {
			expr *made = x_new(f->p, X_CALL, s->line, 1);

			made->kid[0] = x_name(f->p, s->s, s->line);
			flow_event(f, E_CALL, s->line, g, NULL, made, R_DECL);
		}
		break;
	case S_RETURN:
		if (s->x) flow_walk(f, s->x, g, R_RETURNED);
		flow_event(f, E_RETURN, s->line, g, NULL, s->x ? s->x : x_con(f->p, k_none(f->p), s->line), R_NONE);
		return s->fails ? RAISES : RETURNS;
	case S_YIELD:
		if (s->x) flow_walk(f, s->x, g, R_RETURNED);
		break;
	case S_RAISE:
		if (s->x) flow_walk(f, s->x, g, R_RAISE);
		return RAISES;
	case S_LEAVE: return LEAVES;
	case S_ASSERT:
		flow_walk(f, s->x, g, R_TEST);
		leave(f, out, not(f, s->x), G_RAISE, s->line);
		break;
	case S_IF: return choice(f, s, g, out);
	case S_LOOP: loop(f, s, g); break;
	case S_SWITCH: return selection(f, s, g);
	case S_TRY: return attempt(f, s, g, out);
	case S_BLOCK: return block(f, s->body, g, out);
	case S_FUNC: function(f, s, g); break;
	case S_CLASS: class(f, s, g); break;
	case S_GLOBAL:
		for (uint32_t i = 0; i < s->x->n; i++)
			*PUSH(f->p, f->fn->global, f->fn->nglobal) = s->x->kid[i]->s;
		break;
	case S_CASE: case S_HANDLER: break;
	}
	return GOES_ON;
}

/* The #if conditions of s that do not hold already where it stands: in order, as one expression; NULL: none. */
static expr *own_conditions(flow *f, const pp *pp, const guards **g) {
	const struct pp *list[64];
	uint32_t n = 0;
	expr *all = NULL;

	for (; pp && pp != f->pp && n < 64; pp = pp->up) list[n++] = pp;
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
		for (; x; x = x->next)
			leave(f, &all, arm ? x_and(f->p, arm, x->e) : x->e, x->kind, x->line);
		for (; all; all = all->next) {
			leave(f, out, all->e, all->kind, all->line);
			g = flow_under(f, g, all->e, false, all->kind, all->line);
		}
	}
	f->depth--;
	return end;
}

void flow_body(flow *f, stmt *body, const guards *g) {
	left *none = NULL;
	bool after = f->after;

	f->after = false;
	block(f, body, g, &none);
	f->after = after;
}

/* ---- a file */

static int by_name(const void *a, const void *b) {
	const event *x = *(event *const *)a, *y = *(event *const *)b;

	if (x->target->s != y->target->s)
		return (uintptr_t)x->target->s < (uintptr_t)y->target->s ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static void sort_assigned(func *fn) {
	if (fn->nassigned) qsort(fn->assigned, fn->nassigned, sizeof *fn->assigned, by_name);
}

void flow_module(program *p, const source *file, stmt *body) {
	flow f = {.p = p, .file = file, .fn = file->module};
	left *none = NULL;

	block(&f, body, NULL, &none);
	sort_assigned(file->module);
	for (uint32_t i = p->nfn; i-- > 0 && p->fn[i]->file == file; ) sort_assigned(p->fn[i]);
}
