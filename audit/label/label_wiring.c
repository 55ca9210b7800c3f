/* label_wiring.c - classes, objects, and what decorators register; see label_engine.h. */
#include "label_eval_impl.h"

enum { MOST_LINE = 64 };

const char *deco_key(const expr *deco) {
	for (uint32_t i = 1; deco->kind == X_CALL && i < deco->n; i++) {
		const char *s = x_str(deco->kid[i]->kind == X_KEYWORD ? deco->kid[i]->kid[0] :
		    deco->kid[i]);
		if (s) return s;
	}
	return NULL;
}

static size_t last_part(const char **dotted, size_t n) {
	const char *end = *dotted + n, *s = end;
	while (s > *dotted && s[-1] != '.') s--;
	*dotted = s;
	return (size_t)(end - s);
}

bool file_named(const source *f, const char *dotted, size_t n) {
	const char *base = as_base_name(f->path);
	n = last_part(&dotted, n);
	return strncmp(base, dotted, n) == 0 && (!base[n] || strrchr(base, '.') == base + n);
}

bool file_is_module(const source *f, const char *dotted, size_t n) {
	const char *end = strrchr(f->path, '/'), *dir = end;
	if (file_named(f, dotted, n)) return true;
	n = last_part(&dotted, n);
	if (!n) return true; /* `from . import x` */
	while (dir && dir > f->path && dir[-1] != '/') dir--;
	return dir && n == (size_t)(end - dir) && memcmp(dir, dotted, n) == 0;
}

const klass *func_class(const func *f) {
	while (f && !f->cls) f = f->parent;
	return f ? f->cls : NULL;
}

bool func_within(const func *f, const func *outer) {
	while (f && f != outer) f = f->parent;
	return f != NULL;
}

static void add_class(program *p, names *l, const char *s) {
	bool is_new = map_first(p->by_cls, s) && !text_in(l->s, l->n, s);
	if (is_new && l->n < MOST_LINE) *PUSH(p, l->s, l->n) = s;
}

const names *class_line(program *p, const char *cls) {
	static const names none;
	names *l = map_first(p->lines, cls);
	if (l || !cls) return l ? l : &none;
	l = take(p, sizeof *l);
	add_class(p, l, cls);
	for (uint32_t i = 0; i < l->n; i++) {
		EACH(const klass, c, p->by_cls, l->s[i]) {
			for (uint32_t b = 0; b < c->nbase; b++) add_class(p, l, c->base[b]);
		}
	}
	map_add(p, p->lines, cls, l);
	return l;
}

bool family_has(program *p, const char *cls, const char *of) {
	const names *l = class_line(p, cls);
	for (uint32_t i = 0; i < l->n; i++)
		if (l->s[i] == of) return true;
	return cls && cls == of;
}

bool class_related(program *p, const char *a, const char *b) {
	return family_has(p, a, b) || family_has(p, b, a);
}

bool is_variable(const func *f, const char *name) {
	bool is = param_index(f, name) >= 0;
	for (uint32_t i = 0; i < f->nlocal; i++) is |= f->local[i] == name;
	for (uint32_t i = 0; i < f->nvar; i++) is |= f->var[i].name == name;
	return is;
}

const char *receiver_class(program *p, const func *fn, const expr *base, bool *foreign) {
	const klass *own = func_class(fn);
	const expr *f = base->kind == X_CALL ? base->kid[0] : base;
	const char *name = f->kind == X_NAME || (f->kind == X_ATTR && f != base) ? f->s : NULL;
	bool variable = false;
	*foreign = false;
	if (f->kind == X_NAME && own && word_in("self cls this super", name)) return own->name;
	for (const func *q = fn; q && f == base && name; q = q->parent) {
		uint32_t n = 0;
		func_assigns(q, name, &n);
		variable |= n || is_variable(q, name);
	}
	if (variable || !name) return NULL;
	bool ours = map_first(p->by_cls, name);
	*foreign = f == base && !ours && import_of(fn->file, name);
	return ours ? name : NULL;
}

