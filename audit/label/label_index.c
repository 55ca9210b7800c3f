/* label_index.c - where names are called, read, assigned and looked up; see label_facts.h. */
#include "label_eval_impl.h"

/* Where names reach other files by themselves, what is assigned and not declared here is of
 * outside. */
static void note_globals(program *p, func *f) {
	for (uint32_t i = 0; f->linked && !f->is_module && i < f->nassigned; i++) {
		const char *name = f->assigned[i]->target->s;
		if (param_index(f, name) < 0 && !text_in(f->local, f->nlocal, name) &&
		    !text_in(f->global, f->nglobal, name))
			*PUSH(p, f->global, f->nglobal) = name;
	}
}

/* X_SUB and X_ENV by a text */
static void index_key(program *p, const expr *key, event *ev) {
	if (x_is_str(key)) map_add(p, p->keys, x_str(key), ev);
}

static void index_assign(program *p, event *ev) {
	const func *f = ev->fn;
	const expr *t = ev->target, *v = ev->value;
	if (t->kind == X_NAME && (f->is_module || text_in(f->global, f->nglobal, t->s))) {
		bool field = f->implicit_self && field_of(func_class(f), t->s);
		map_add(p, field ? p->selfs : p->globals, t->s, ev);
	} else if (t->kind == X_ATTR) {
		map_add(p, p->fields, t->s, ev);
		if (t->kid[0]->kind == X_NAME && strcmp(t->kid[0]->s, "self") == 0 && func_class(f))
			map_add(p, p->selfs, t->s, ev);
	} else if (t->kind == X_SUB || t->kind == X_ENV)
		index_key(p, t->kid[t->kind == X_SUB], ev);
	if (t->kind == X_SUB && x_last(t->kid[0])) map_add(p, p->changed, x_last(t->kid[0]), ev);
	for (uint32_t i = 0; v->kind == X_DICT && i < v->n; i += 2) index_key(p, v->kid[i], ev);
}

/* setattr(x, "name", v) is an assignment. */
static void index_setattr(program *p, const event *ev) {
	expr *of = x_arg(ev->value, 0);
	const char *name = x_str(x_arg(ev->value, 1));
	event *own = take(p, sizeof *own);
	*own = *ev;
	own->kind = E_ASSIGN;
	own->target = x_attr(p, of, name, ev->line);
	own->value = x_arg(ev->value, 2);
	map_add(p, p->fields, name, own);
	if (is_self(of) && func_class(ev->fn)) map_add(p, p->selfs, name, own);
}

/* What sets fields: by a name, by one that is not known, by their order in a class. */
static void index_made(program *p, event *ev, const char *name) {
	const expr *call = ev->value, *f = call->kid[0], *set = NULL;
	const klass *made = made_by(p, ev);
	if (strcmp(name, "setattr") == 0 && x_arg(call, 2)) {
		if (x_is_str(x_arg(call, 1))) index_setattr(p, ev);
		else set = x_arg(call, 0);
	} else if (strcmp(name, "update") == 0 && f->kind == X_ATTR &&
	    word_in("__dict__", x_last(f->kid[0])))
		set = f->kid[0]->kid[0];
	const klass *c = set && is_self(set) ? func_class(ev->fn) : NULL;
	if (set) map_add(p, p->setters, c ? c->name : name_of(p, ""), ev);
	if (made && x_keyword(call, "**")) map_add(p, p->spread, made->name, ev);
	for (uint32_t i = 0; made && i < made->nfield && x_arg(call, i); i++)
		if (given_field(made, call, made->field[i].name) == x_arg(call, i))
			map_add(p, p->fields, made->field[i].name, ev);
}

static void index_call(program *p, event *ev) {
	const expr *call = ev->value, *f = call->kid[0];
	const char *name = x_last(f), *held = f->kind == X_ATTR ? x_last(f->kid[0]) : NULL;
	if (!name) return;
	map_add(p, p->calls, name, ev);
	index_made(p, ev, name);
	if (held && word_in("append extend insert add push_back emplace_back push remove clear "
	    "update", name))
		map_add(p, p->changed, held, ev);
	bool filled = map_first(p->by_cls, name) ||
	    word_in("replace update SimpleNamespace cls", name);
	for (uint32_t i = 1; filled && i < call->n; i++)
		if (call->kid[i]->kind == X_KEYWORD && strcmp(call->kid[i]->s, "**") != 0)
			map_add(p, p->fields, call->kid[i]->s, ev);
	if (held && word_in("get pop at find setdefault", name) && x_arg(call, 0))
		map_add(p, p->lookups, held, ev);
}

static void index_read(program *p, event *ev) {
	const expr *e = ev->value;
	if (e->kind == X_SUB) {
		if (x_last(e->kid[0])) map_add(p, p->lookups, x_last(e->kid[0]), ev);
	} else if (ev->role != R_FUNC &&
	    (map_first(p->by_fn, e->s) || map_first(p->by_cls, e->s)))
		map_add(p, p->reads, e->s, ev);
}

void program_index(program *p) {
	multimap **maps[] = {&p->by_fn, &p->by_cls, &p->calls, &p->reads, &p->globals, &p->fields,
	    &p->selfs, &p->keys, &p->lookups, &p->options_by_dest, &p->settings_by_key,
	    &p->macros, &p->changed, &p->setters, &p->spread, &p->lines, &p->entries};
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) *maps[i] = map_new(p);
	expr *all = x_kids(p, X_LIST, 0, p->subcommand, p->nsubcommand);
	for (uint32_t i = 0; i < p->nsubkey; i++) p->subkey[i]->kid[0] = all;
	for (uint32_t i = 0; i < p->nfn; i++) map_add(p, p->by_fn, p->fn[i]->name, p->fn[i]);
	for (uint32_t i = 0; i < p->ncls; i++) map_add(p, p->by_cls, p->cls[i]->name, p->cls[i]);
	for (uint32_t i = 0; i < p->nsetting; i++)
		map_add(p, p->settings_by_key, p->setting[i].key, &p->setting[i]);
	for (uint32_t i = 0; i < p->ncmakedef; i++)
		map_add(p, p->macros, p->cmakedef[i].name, &p->cmakedef[i]);
	for (uint32_t i = 0; i < p->nmacro; i++)
		map_add(p, p->macros, p->macro[i].name, &p->macro[i]);
	for (uint32_t i = 0; i < p->nfn; i++) {
		note_globals(p, p->fn[i]);
		for (uint32_t k = 0; k < p->fn[i]->nev; k++) {
			event *ev = p->fn[i]->ev[k];
			if (ev->kind == E_ASSIGN) index_assign(p, ev);
			if (ev->kind == E_CALL) index_call(p, ev);
			if (ev->kind == E_READ) index_read(p, ev);
		}
	}
}
