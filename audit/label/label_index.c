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
	for (uint32_t i = 0; v->kind == X_DICT && i < v->n; i += 2) index_key(p, v->kid[i], ev);
}

static void index_call(program *p, event *ev) {
	const expr *call = ev->value, *f = call->kid[0];
	const char *name = x_last(f);
	if (!name) return;
	map_add(p, p->calls, name, ev);
	bool filled = map_first(p->by_cls, name) || word_in("replace update SimpleNamespace cls", name);
	for (uint32_t i = 1; filled && i < call->n; i++)
		if (call->kid[i]->kind == X_KEYWORD && strcmp(call->kid[i]->s, "**") != 0)
			map_add(p, p->fields, call->kid[i]->s, ev);
	if (f->kind == X_ATTR && word_in("get pop at find setdefault", name) && x_arg(call, 0) && x_last(f->kid[0]))
		map_add(p, p->lookups, x_last(f->kid[0]), ev);
}

static void index_read(program *p, event *ev) {
	const expr *e = ev->value;
	if (e->kind == X_SUB) {
		if (x_last(e->kid[0])) map_add(p, p->lookups, x_last(e->kid[0]), ev);
	} else if (ev->role != R_FUNC &&
	    (map_first(p->by_fn, e->s) || map_first(p->by_cls, e->s)))
		map_add(p, p->reads, e->s, ev);
}

static void complete_subcommands(program *p) {
	expr *all = x_new(p, X_LIST, 0, p->nsubcommand);
	if (p->nsubcommand) memcpy(all->kid, p->subcommand, p->nsubcommand * sizeof *all->kid);
	for (uint32_t i = 0; i < p->nsubkey; i++) p->subkey[i]->kid[0] = all;
}

void program_index(program *p) {
	multimap **maps[] = {&p->by_fn, &p->by_cls, &p->calls, &p->reads, &p->globals, &p->fields,
	    &p->selfs, &p->keys, &p->lookups, &p->options_by_dest, &p->settings_by_key};
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) *maps[i] = map_new(p);
	complete_subcommands(p);
	for (uint32_t i = 0; i < p->nfn; i++) map_add(p, p->by_fn, p->fn[i]->name, p->fn[i]);
	for (uint32_t i = 0; i < p->ncls; i++) map_add(p, p->by_cls, p->cls[i]->name, p->cls[i]);
	for (uint32_t i = 0; i < p->nsetting; i++)
		map_add(p, p->settings_by_key, p->setting[i].key, &p->setting[i]);
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
