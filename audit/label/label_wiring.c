/* label_wiring.c - classes, objects, and what decorators register; see label_wiring.h. */
#include <ctype.h>
#include <string.h>

#include "label_wiring.h"

enum { MOST_LINE = 64, MOST_ASSIGNS = 24 };

typedef struct { const char **s; uint32_t n; } names;

/* ---- names of decorators and files */

const char *deco_name(program *p, const expr *deco) {
	const char *s = x_dotted(p, deco->kind == X_CALL ? deco->kid[0] : deco);
	return s ? s : x_last(deco) ? x_last(deco) : "";
}

bool deco_word(const expr *deco, const char *words) {
	return word_in(words, x_last(deco));
}

bool deco_changes(const expr *deco) {
	static const char changing[] = "property staticmethod classmethod wraps no_grad "
	    "inference_mode dataclass lru_cache cache contextmanager override "
	    "abstractmethod jit compile script function parametrize fixture";
	return deco_word(deco, changing);
}

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
	const char *base = strrchr(f->path, '/'), *dot = strrchr(f->path, '.');
	base = base ? base + 1 : f->path;
	n = last_part(&dotted, n);
	return n == (dot > base ? (size_t)(dot - base) : strlen(base)) && memcmp(base, dotted, n) ==
	    0;
}

bool file_is_module(const source *f, const char *dotted, size_t n) {
	const char *end = strrchr(f->path, '/'), *dir = end;
	if (file_named(f, dotted, n)) return true;
	n = last_part(&dotted, n);
	if (!n) return true; /* `from . import x` */
	while (dir && dir > f->path && dir[-1] != '/') dir--;
	return dir && n == (size_t)(end - dir) && memcmp(dir, dotted, n) == 0;
}

/* ---- classes */

const klass *func_class(const func *f) {
	while (f && !f->cls) f = f->parent;
	return f ? f->cls : NULL;
}

bool func_within(const func *f, const func *outer) {
	while (f && f != outer) f = f->parent;
	return f != NULL;
}

static void add_class(program *p, names *l, const char *s) {
	uint32_t n;
	bool have = l->n >= MOST_LINE || !map_get(p->by_cls, s, &n);
	for (uint32_t i = 0; i < l->n; i++) have |= l->s[i] == s;
	if (!have) *PUSH(p, l->s, l->n) = s;
}

static const names *line_of(program *p, const char *cls) {
	wiring *w = wiring_of(p);
	uint32_t n;
	void *const *old = map_get(w->line, cls, &n);
	if (old) return old[0];
	names *l = take(p, sizeof *l);
	add_class(p, l, cls);
	for (uint32_t i = 0; i < l->n; i++) {
		void *const *k = map_get(p->by_cls, l->s[i], &n);
		for (uint32_t j = 0; j < n; j++) {
			const klass *c = k[j];
			for (uint32_t b = 0; b < c->nbase; b++) add_class(p, l, c->base[b]);
		}
	}
	map_add(p, w->line, cls, l);
	return l;
}

const char *const *class_line(program *p, const char *cls, uint32_t *n) {
	const names *l = cls ? line_of(p, cls) : NULL;
	*n = l ? l->n : 0;
	return l ? l->s : NULL;
}

bool family_has(program *p, const char *cls, const char *of) {
	if (!cls || !of) return false;
	const names *l = line_of(p, cls);
	for (uint32_t i = 0; i < l->n; i++)
		if (l->s[i] == of) return true;
	return cls == of;
}

bool class_related(program *p, const char *a, const char *b) {
	return family_has(p, a, b) || family_has(p, b, a);
}

/* ---- of which class an object is */

/* A class of the files that a type names: "Runner", std::unique_ptr<Runner>, Optional[Runner]. */
static const char *class_in_type(program *p, const char *type) {
	uint32_t n;
	for (const char *s = type; s && *s; ) {
		size_t len = 0;
		while (isalnum((unsigned char)s[len]) || s[len] == '_') len++;
		if (len && map_get(p->by_cls, name_n(p, s, len), &n)) return name_n(p, s, len);
		s += len ? len : 1;
	}
	return NULL;
}

static bool has(const param *v, uint32_t n, const char *name, const char **type) {
	for (uint32_t i = 0; i < n; i++)
		if (v[i].name == name) {
			*type = v[i].type;
			return true;
		}
	return false;
}

bool is_variable(const func *f, const char *name) {
	const char *type;
	for (uint32_t i = 0; i < f->nlocal; i++)
		if (f->local[i] == name) return true;
	return has(f->param, f->nparam, name, &type) || has(f->var, f->nvar, name, &type);
}

/* The class whose constructor every assignment calls; "": there is none. */
static const char *add_made(program *p, const char *before, const event *ev) {
	const expr *f = ev->value->kind == X_CALL ? ev->value->kid[0] : NULL;
	uint32_t n;
	if (x_is_none(ev->value)) return before;
	const char *cls = f && map_get(p->by_cls, x_last(f), &n) ? x_last(f) : "";
	return !before || before == cls ? cls : "";
}

static const char *name_class(program *p, const func *fn, const char *name, bool *foreign) {
	uint32_t n;
	for (const func *q = fn; q; q = q->parent) {
		const char *cls = NULL, *type = NULL;
		if (has(q->var, q->nvar, name, &type) || has(q->param, q->nparam, name, &type))
			cls = class_in_type(p, type);
		if (cls) return cls;
		for (uint32_t i = 0; i < q->nassigned; i++)
			if (q->assigned[i]->target->s == name)
				cls = add_made(p, cls, q->assigned[i]);
		if (cls) return *cls ? cls : NULL;
		if (is_variable(q, name)) return NULL;
	}
	*foreign = !map_get(p->by_cls, name, &n) && import_of(fn->file, name);
	return n ? name : NULL;
}

/* The type that a field is declared with, or what is assigned to it. */
static const char *field_class(program *p, const char *cls, const char *name) {
	const char *is = NULL;
	uint32_t n;
	for (uint32_t i = 0; i < p->ncls && !is; i++)
		for (uint32_t f = 0; f < p->cls[i]->nfield && !is; f++)
			if (p->cls[i]->field[f].name == name && family_has(p, cls, p->cls[i]->name))
				is = class_in_type(p, p->cls[i]->field[f].type);
	void *const *v = map_get(p->selfs, name, &n);
	if (is || n > MOST_ASSIGNS) return is;
	for (uint32_t i = 0; i < n; i++) {
		const klass *of = func_class(((const event *)v[i])->fn);
		if (of && class_related(p, cls, of->name)) is = add_made(p, is, v[i]);
	}
	return is && *is ? is : NULL;
}

const char *receiver_class(program *p, const func *fn, const expr *base, bool *foreign) {
	const char *own = func_class(fn) ? func_class(fn)->name : NULL;
	const expr *f = base->kind == X_CALL ? base->kid[0] : base;
	uint32_t n;
	*foreign = false;
	if (f->kind == X_NAME && own && word_in("self cls this super", f->s)) return own;
	if (base->kind == X_NAME) return name_class(p, fn, base->s, foreign);
	if ((f->kind == X_NAME || f->kind == X_ATTR) && map_get(p->by_cls, f->s, &n)) return f->s;
	if (base->kind != X_ATTR || base->kid[0]->kind != X_NAME) return NULL;
	bool no;
	const char *cls = receiver_class(p, fn, base->kid[0], &no);
	return cls && !no ? field_class(p, cls, base->s) : NULL;
}

wiring *wiring_of(program *p) {
	if (p->wiring) return p->wiring;
	p->wiring = take(p, sizeof *p->wiring);
	p->wiring->line = map_new(p);
	p->wiring->entry = map_new(p);
	return p->wiring;
}
