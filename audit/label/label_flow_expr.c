/* label_flow_expr.c - from expressions to events with their guards; see label_flow_impl.h. */
#include <string.h>

#include "label_flow_impl.h"

/* ---- guards */

/* Where the test stands: the position at which it, or what it is made of, was first asked. */
static uint32_t position(program *p, expr *e) {
	expr *q = e;

	while (!q->seq && (q->kind == X_NOT || q->kind == X_AND || q->kind == X_OR) && q->n)
		q = q->kid[0];
	if (!e->seq) e->seq = q->seq ? q->seq : p->seq + 1;
	return e->seq;
}

const guards *
guards_add(program *p, const guards *up, expr *e, bool pol, gkind kind, const source *file, uint32_t line)
{
	guard *g = take(p, sizeof *g);
	guards *list = take(p, sizeof *list);

	*g = (guard){.e = e, .file = file, .line = line, .seq = position(p, e), .kind = (uint8_t)kind, .pol = pol};
	*list = (guards){g, up, (up ? up->n : 0) + 1};
	return list;
}

uint32_t guards_list(const guards *g, const guard **out, uint32_t most) {
	uint32_t n = g ? g->n : 0, skip = n > most ? n - most : 0; /* the outer ones are left out */

	for (; g && g->n > skip; g = g->up) out[g->n - 1 - skip] = g->g;
	return n - skip;
}

const guards *flow_under(flow *f, const guards *g, expr *e, bool pol, gkind kind, uint32_t line) {
	return guards_add(f->p, g, e, pol, kind, f->file, line);
}

/* ---- events */

event *
flow_event(flow *f, ekind kind, uint32_t line, const guards *g, expr *target, expr *value, erole role)
{
	event *ev = take(f->p, sizeof *ev);

	*ev = (event){.kind = (uint8_t)kind, .role = (uint8_t)role, .loop = f->loop > 0, .line = line, .seq = ++f->p->seq,
	    .fn = f->fn, .guards = g, .tries = f->tries, .target = target, .value = value};
	*PUSH(f->p, f->fn->ev, f->fn->nev) = ev;
	if (kind == E_ASSIGN && target->kind == X_NAME)
		*PUSH(f->p, f->fn->assigned, f->fn->nassigned) = ev;
	return ev;
}

void flow_assign(flow *f, expr *target, expr *value, const guards *g, uint32_t line) {
	expr *item;

	if (f->depth > FLOW_DEEP) return;
	if (target->kind != X_LIST) {
		if (target->kind == X_STAR) target = target->kid[0];
		flow_event(f, E_ASSIGN, line, g, target, value, R_NONE);
		if (target->kind == X_SUB) flow_walk(f, target->kid[1], g, R_INDEX);
		return;
	}
	f->depth++;
	for (uint32_t i = 0; i < target->n; i++) {
		if (value->kind == X_LIST && i < value->n && value->kid[i]->kind != X_STAR)
			item = value->kid[i];
		else {
			item = x_one(f->p, X_ITEM, value);
			item->index = i;
		}
		flow_assign(f, target->kid[i], item, g, line);
	}
	f->depth--;
}

/* ---- expressions */

static expr *key_guard(flow *f, const constant *key, expr *keys, const char *table, uint32_t line) {
	expr *e = x_new(f->p, X_KEY, line, 1);

	e->con = key;
	e->table = table;
	e->kid[0] = keys;
	return e;
}

/* The keys of a dict, or the first members of a list of records: texts only. */
static expr *keys_of(flow *f, expr *e) {
	expr *keys = x_new(f->p, X_LIST, e->line, e->n), *k;
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->n; i += e->kind == X_DICT ? 2 : 1) {
		k = e->kind == X_DICT ? e->kid[i] : e->kid[i]->kind == X_LIST && e->kid[i]->n >= 2 ? e->kid[i]->kid[0] : NULL;
		if (x_is_str(k)) keys->kid[n++] = k;
	}
	keys->n = n;
	return keys;
}

static void walk_table(flow *f, expr *e, const guards *g, erole role) {
	const char *table = f->table ? f->table : f->fn->is_table ? f->fn->name : NULL;
	expr *keys = keys_of(f, e), *k;
	const guards *in;

	f->table = NULL;
	for (uint32_t i = 0; i < e->n; i++) {
		if (e->kind == X_DICT && i % 2 == 0) {
			flow_walk(f, e->kid[i], g, R_KEYED);
			continue;
		}
		k = e->kind == X_DICT ? e->kid[i - 1] : e->kid[i]->kind == X_LIST && e->kid[i]->n >= 2 ? e->kid[i]->kid[0] : NULL;
		in = x_is_str(k) && (e->kind == X_DICT || keys->n > 1) ?
		    flow_under(f, g, key_guard(f, k->con, keys, table, k->line), true, G_KEY, k->line) : g;
		flow_walk(f, e->kid[i], in, role);
	}
}

/* The subcommand whose parser is given defaults: parser.set_defaults(run=f). */
static expr *subcommand(flow *f, expr *call) {
	expr *of = call->kid[0]->kind == X_ATTR && strcmp(call->kid[0]->s, "set_defaults") == 0 ? call->kid[0]->kid[0] : NULL, *key;

	if (of && of->kind == X_NAME)
		for (uint32_t i = f->fn->nassigned; i-- > 0; )
			if (f->fn->assigned[i]->target->s == of->s) {
				of = f->fn->assigned[i]->value;
				break;
			}
	if (!of || of->kind != X_CALL || !x_last(of->kid[0]) || strcmp(x_last(of->kid[0]), "add_parser") != 0 || !x_is_str(x_arg(of, 0)))
		return NULL;
	*PUSH(f->p, f->p->subcommand, f->p->nsubcommand) = x_arg(of, 0);
	key = key_guard(f, x_arg(of, 0)->con, x_new(f->p, X_LIST, call->line, 0), NULL, call->line);
	*PUSH(f->p, f->p->subkey, f->p->nsubkey) = key;
	return key;
}

static void walk_call(flow *f, expr *e, const guards *g, erole role) {
	expr *key = subcommand(f, e);

	flow_event(f, E_CALL, e->line, g, NULL, e, role);
	flow_walk(f, e->kid[0], g, R_FUNC);
	if (key) g = flow_under(f, g, key, true, G_KEY, e->line);
	for (uint32_t i = 1; i < e->n; i++) flow_walk(f, e->kid[i], g, R_ARG);
}

static void walk_comp(flow *f, expr *e, const guards *g, erole role) {
	f->loop++;
	flow_walk(f, e->kid[2], g, R_ITER);
	flow_assign(f, e->kid[1], x_one(f->p, X_ELEM, e->kid[2]), g, e->line);
	for (uint32_t i = 3; i < e->n; i++) {
		flow_walk(f, e->kid[i], g, R_TEST);
		g = flow_under(f, g, e->kid[i], true, G_IF, e->kid[i]->line);
	}
	flow_walk(f, e->kid[0], g, role);
	f->loop--;
}

static void walk_lambda(flow *f, expr *e, const guards *g) {
	if (e->n) flow_walk(f, e->kid[0], g, R_LAMBDA);
	if (e->body) flow_body(f, e->body, g);
}

/* Calls and reads of an expression, in order; what a short circuit skips stands under a guard. */
void flow_walk(flow *f, expr *e, const guards *g, erole role) {
	if (f->depth > FLOW_DEEP) return;
	f->depth++;
	switch ((xkind)e->kind) {
	case X_AND: case X_OR:
		for (uint32_t i = 0; i < e->n; i++) {
			flow_walk(f, e->kid[i], g, role);
			if (i + 1 < e->n)
				g = flow_under(f, g, e->kid[i], e->kind == X_AND, G_IF, e->kid[i]->line);
		}
		break;
	case X_COND:
		flow_walk(f, e->kid[0], g, R_TEST);
		flow_walk(f, e->kid[1], flow_under(f, g, e->kid[0], true, G_IF, e->line), role);
		flow_walk(f, e->kid[2], flow_under(f, g, e->kid[0], false, G_IF, e->line), role);
		break;
	case X_CALL: walk_call(f, e, g, role); break;
	case X_DICT: case X_LIST: walk_table(f, e, g, role); break;
	case X_COMP: walk_comp(f, e, g, role); break;
	case X_LAMBDA: walk_lambda(f, e, g); break;
	case X_NAME: flow_event(f, E_READ, e->line, g, NULL, e, role); break;
	case X_ATTR:
		flow_event(f, E_READ, e->line, g, NULL, e, role);
		flow_walk(f, e->kid[0], g, R_BASE);
		break;
	case X_SUB:
		flow_event(f, E_READ, e->line, g, NULL, e, role);
		flow_walk(f, e->kid[0], g, R_BASE);
		flow_walk(f, e->kid[1], g, R_INDEX);
		break;
	case X_ASSIGN:
		flow_walk(f, e->kid[1], g, R_ASSIGNED);
		flow_assign(f, e->kid[0], e->kid[1], g, e->line);
		break;
	case X_CMP:
		flow_walk(f, e->kid[0], g, R_TEST);
		flow_walk(f, e->kid[1], g, R_TEST);
		break;
	default:
		for (uint32_t i = 0; i < e->n; i++) flow_walk(f, e->kid[i], g, role);
	}
	f->depth--;
}
