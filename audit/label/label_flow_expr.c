/* label_flow_expr.c - from expressions to events with their guards; see label_flow_impl.h. */
#include "label_flow_impl.h"

/* Where the test stands: the position at which it, or what it is made of, was first asked. */
static uint32_t position(program *p, expr *e) {
	const expr *q = e;
	while (!q->seq && (q->kind == X_NOT || q->kind == X_AND || q->kind == X_OR) && q->n)
		q = q->kid[0];
	if (!e->seq) e->seq = q->seq ? q->seq : p->seq + 1;
	return e->seq;
}

const guards *guards_add(program *p, const guards *up, expr *e, bool pol, gkind kind,
    const source *file, uint32_t line) {
	guard *g = take(p, sizeof *g);
	guards *list = take(p, sizeof *list);
	*g = (guard){e, file, line, position(p, e), (uint8_t)kind, pol};
	*list = (guards){g, up, (up ? up->n : 0) + 1};
	return list;
}

uint32_t guards_list(const guards *g, const guard **out, uint32_t most) {
	uint32_t n = g ? g->n : 0, skip = n > most ? n - most : 0; /* the outer ones */
	for (; g && g->n > skip; g = g->up) out[g->n - 1 - skip] = g->g;
	return n - skip;
}

const guards *flow_under(flow *f, const guards *g, expr *e, bool pol, gkind kind, uint32_t line) {
	return guards_add(f->p, g, e, pol, kind, f->file, line);
}

event *flow_event(flow *f, ekind kind, uint32_t line, const guards *g, expr *target, expr *value,
    erole role) {
	event *ev = take(f->p, sizeof *ev);
	*ev = (event){.kind = (uint8_t)kind, .role = (uint8_t)role, .loop = f->loop > 0,
	    .line = line, .seq = ++f->p->seq, .fn = f->fn, .guards = g, .tries = f->tries,
	    .target = target, .value = value};
	*PUSH(f->p, f->fn->ev, f->fn->nev) = ev;
	if (kind == E_ASSIGN && target->kind == X_NAME)
		*PUSH(f->p, f->fn->assigned, f->fn->nassigned) = ev;
	return ev;
}

static expr *item_of(flow *f, expr *value, uint32_t i) {
	if (value->kind == X_LIST && i < value->n && value->kid[i]->kind != X_STAR)
		return value->kid[i];
	expr *item = x_one(f->p, X_ITEM, value);
	item->index = i;
	return item;
}

void flow_assign(flow *f, expr *target, expr *value, const guards *g, uint32_t line) {
	if (f->depth > FLOW_DEEP) return;
	if (target->kind != X_LIST) {
		if (target->kind == X_STAR) target = target->kid[0];
		flow_event(f, E_ASSIGN, line, g, target, value, R_NONE);
		if (target->kind == X_SUB) flow_walk(f, target->kid[1], g, R_INDEX);
		return;
	}
	f->depth++;
	for (uint32_t i = 0; i < target->n; i++)
		flow_assign(f, target->kid[i], item_of(f, value, i), g, line);
	f->depth--;
}

static expr *key_guard(flow *f, const constant *key, expr *keys, const char *table) {
	expr *e = x_one(f->p, X_KEY, keys);
	e->con = key;
	e->table = table;
	return e;
}

/* The key of value i of a dict, or the first member of record i of a list; NULL: no text. */
static expr *key_of(const expr *e, uint32_t i) {
	const expr *record = e->kid[i];
	expr *k = e->kind == X_DICT ? e->kid[i - 1] :
	    record->kind == X_LIST && record->n >= 2 ? record->kid[0] : NULL;
	return x_is_str(k) ? k : NULL;
}

static void walk_table(flow *f, expr *e, const guards *g, erole role) {
	const char *table = f->table ? f->table : f->fn->is_table ? f->fn->name : NULL;
	bool dict = e->kind == X_DICT;
	expr *keys = x_new(f->p, X_LIST, e->line, e->n), *k;
	keys->n = 0;
	for (uint32_t i = dict; i < e->n; i += 1 + dict)
		if ((k = key_of(e, i)) != NULL) keys->kid[keys->n++] = k;
	f->table = NULL;
	for (uint32_t i = dict; i < e->n; i += 1 + dict) {
		const guards *in = g;
		if (dict) flow_walk(f, e->kid[i - 1], g, R_KEYED);
		if ((k = key_of(e, i)) != NULL && (dict || keys->n > 1)) {
			expr *chosen = key_guard(f, k->con, keys, table);
			in = flow_under(f, g, chosen, true, G_KEY, k->line);
		}
		flow_walk(f, e->kid[i], in, role);
	}
}

/* What name was last assigned so far; e itself if it is no such name. */
static expr *last_value(const func *fn, expr *e) {
	for (uint32_t i = fn->nassigned; e->kind == X_NAME && i-- > 0; )
		if (fn->assigned[i]->target->s == e->s) return fn->assigned[i]->value;
	return e;
}

/* The subcommand whose parser is given defaults: parser.set_defaults(run=f). */
static expr *subcommand(flow *f, const expr *call) {
	const expr *callee = call->kid[0];
	if (callee->kind != X_ATTR || strcmp(callee->s, "set_defaults") != 0) return NULL;
	const expr *of = last_value(f->fn, callee->kid[0]);
	const char *made = of->kind == X_CALL ? x_last(of->kid[0]) : NULL;
	if (!made || strcmp(made, "add_parser") != 0 || !x_is_str(x_arg(of, 0))) return NULL;
	*PUSH(f->p, f->p->subcommand, f->p->nsubcommand) = x_arg(of, 0);
	expr *none = x_new(f->p, X_LIST, call->line, 0);
	return *PUSH(f->p, f->p->subkey, f->p->nsubkey) =
	    key_guard(f, x_arg(of, 0)->con, none, NULL);
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

static void flow_lambda(flow *f, expr *e, const guards *g) {
	if (e->n) flow_walk(f, e->kid[0], g, R_LAMBDA);
	if (e->body) flow_body(f, e->body, g);
}

static void read_stored(flow *f, const char *name, const guards *g) {
	for (stored *l = f->stored; l; l = l->next) {
		if (l->name != name || l->open || l->reads == STORED_MOST) continue;
		l->open = true;
		flow_lambda(f, l->e, ++l->reads == STORED_MOST ? l->at : g);
		l->open = false;
	}
}

static void walk_kids(flow *f, expr *e, const guards *g, erole role) {
	bool read = e->kind == X_NAME || e->kind == X_ATTR || e->kind == X_SUB;
	if (read) flow_event(f, E_READ, e->line, g, NULL, e, role);
	if (e->kind == X_NAME) read_stored(f, e->s, g);
	for (uint32_t i = 0; i < e->n; i++)
		flow_walk(f, e->kid[i], g,
		    read ? (i ? R_INDEX : R_BASE) : e->kind == X_CMP ? R_TEST : role);
}

void flow_walk(flow *f, expr *e, const guards *g, erole role) {
	if (f->depth > FLOW_DEEP) return;
	f->depth++;
	switch ((xkind)e->kind) {
	case X_AND: case X_OR:
		for (uint32_t i = 0; i < e->n; i++) {
			expr *kid = e->kid[i];
			flow_walk(f, kid, g, role);
			if (i + 1 < e->n)
				g = flow_under(f, g, kid, e->kind == X_AND, G_IF, kid->line);
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
	case X_LAMBDA: flow_lambda(f, e, g); break;
	case X_ASSIGN:
		flow_walk(f, e->kid[1], g, R_ASSIGNED);
		flow_assign(f, e->kid[0], e->kid[1], g, e->line);
		break;
	default: walk_kids(f, e, g, role);
	}
	f->depth--;
}
