/* label_arena.c - memory, strings, constants and maps of a program; see label_facts.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "label_facts.h"

enum { BLOCK = 1 << 20 };

typedef struct block { struct block *up; size_t used, size; } block;

struct arena {
	block *top;
	as_intern texts;                /* of the constants */
	const constant **konst;
	uint32_t nkonst;
};

struct multimap {
	struct entry { const char *key; void **v; uint32_t n; } *entry; /* in the order in which keys came */
	uint32_t n;
	uint32_t *slot, nslot;          /* number of an entry + 1 */
};

_Noreturn void program_nomem(program *p) {
	if (p->nomem) longjmp(*p->nomem, 1);
	abort();
}

void *take(program *p, size_t n) {
	block *b = p->arena->top;
	size_t size = (n + 15) & ~(size_t)15;
	char *at;

	if (!b || b->size - b->used < size) {
		size_t room = size > BLOCK ? size : BLOCK;

		if (size < n || !(b = malloc(sizeof *b + room + 16))) program_nomem(p);
		*b = (block){p->arena->top, 0, room};
		p->arena->top = b;
	}
	at = (char *)(b + 1) + (16 - sizeof *b % 16) % 16 + b->used;
	b->used += size;
	return memset(at, 0, size);
}

void *grown(program *p, void *array, uint32_t n, size_t size) {
	void *more;

	if (n != 0 && (n < 4 || (n & (n - 1)) != 0)) return array;
	if (n > UINT32_MAX / 2) program_nomem(p);
	more = take(p, (n < 4 ? 4 : 2 * (size_t)n) * size);
	if (n) memcpy(more, array, n * size);
	return more;
}

program *program_new(void) {
	program *p = calloc(1, sizeof *p);

	if (!p || !(p->arena = calloc(1, sizeof *p->arena))) {
		free(p);
		return NULL;
	}
	return p;
}

void program_free(program *p) {
	if (!p) return;
	for (block *b = p->arena->top, *up; b; b = up) {
		up = b->up;
		free(b);
	}
	as_intern_free(&p->arena->texts);
	free(p->arena);
	as_intern_free(&p->names);
	free(p);
}

/* ---- strings */

const char *name_n(program *p, const char *s, size_t n) {
	uint32_t id = as_intern_id(&p->names, s, n);

	if (id == UINT32_MAX) program_nomem(p);
	return p->names.str[id];
}

const char *name_of(program *p, const char *s) {
	return name_n(p, s, strlen(s));
}

const char *name_f(program *p, const char *fmt, ...) {
	char *s;
	const char *name;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&s, fmt, ap);
	va_end(ap);
	if (n < 0) program_nomem(p);
	name = name_n(p, s, (size_t)n);
	free(s);
	return name;
}

const char *name_have(const program *p, const char *s) {
	uint32_t id = as_intern_find(&p->names, s, strlen(s));

	return id == UINT32_MAX ? NULL : p->names.str[id];
}

const char *dashes_to_underscores(program *p, const char *s) {
	size_t n = strlen(s);
	char *t = take(p, n + 1);

	for (size_t i = 0; i < n; i++) t[i] = s[i] == '-' ? '_' : s[i];
	return name_n(p, t, n);
}

bool x_in_name(const char *const *list, const char *s) {
	for (; s && *list; list++)
		if (strcmp(*list, s) == 0) return true;
	return false;
}

/* ---- constants: the number of their text is that of the constant */

static const constant *interned(program *p, const char *text, const constant *k) {
	struct arena *a = p->arena;
	uint32_t id = as_intern_id(&a->texts, text, strlen(text));
	if (id == UINT32_MAX) program_nomem(p);
	if (id < a->nkonst) return a->konst[id];
	constant *own = take(p, sizeof *own + k->n * sizeof *k->item);
	memcpy(own, k, sizeof *own + k->n * sizeof *k->item);
	return *PUSH(p, a->konst, a->nkonst) = own;
}

const constant *k_none(program *p) { return interned(p, "n", &(constant){.kind = K_NONE}); }

const constant *k_bool(program *p, bool b) {
	return interned(p, b ? "b1" : "b0", &(constant){.kind = K_BOOL, .i = b});
}

const constant *k_int(program *p, long long i) {
	char text[32];
	snprintf(text, sizeof text, "i%lld", i);
	return interned(p, text, &(constant){.kind = K_INT, .i = i});
}

const constant *k_float(program *p, double f) {
	char text[40];
	snprintf(text, sizeof text, "f%a", f);
	return interned(p, text, &(constant){.kind = K_FLOAT, .f = f});
}

const constant *k_str(program *p, const char *s) {
	const char *name = name_of(p, s);
	char text[32];
	snprintf(text, sizeof text, "s%p", (const void *)name);
	return interned(p, text, &(constant){.kind = K_STR, .s = name});
}

const constant *k_tuple(program *p, const constant *const *item, uint32_t n) {
	constant *k = take(p, sizeof *k + n * sizeof *item);
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	if (!f) program_nomem(p);
	*k = (constant){.kind = K_TUPLE, .n = n};
	if (n) memcpy(k->item, item, n * sizeof *item);
	putc('t', f);
	for (uint32_t i = 0; i < n; i++) fprintf(f, ",%p", (const void *)item[i]);
	if (fclose(f) != 0) program_nomem(p);
	const constant *own = interned(p, text, k);
	free(text);
	return own;
}

static bool number(const constant *k, double *x) {
	*x = k->kind == K_FLOAT ? k->f : (double)k->i;
	return k->kind == K_BOOL || k->kind == K_INT || k->kind == K_FLOAT;
}

bool k_equal(const constant *a, const constant *b) {
	double x, y;

	if (a == b) return true;
	if (a->kind == K_TUPLE && b->kind == K_TUPLE && a->n == b->n) {
		for (uint32_t i = 0; i < a->n; i++)
			if (!k_equal(a->item[i], b->item[i])) return false;
		return true;
	}
	return number(a, &x) && number(b, &y) && x == y;
}

bool k_true(const constant *k) {
	switch (k->kind) {
	case K_NONE: return false;
	case K_BOOL: case K_INT: return k->i != 0;
	case K_FLOAT: return k->f != 0;
	case K_STR: return *k->s != '\0';
	case K_TUPLE: return k->n != 0;
	}
	return false;
}

bool k_is_str(const constant *k, const char *s) {
	return k && k->kind == K_STR && strcmp(k->s, s) == 0;
}

const constant *k_literal(program *p, const char *s) {
	static const char *const yes[] = {"true", "yes", "on", "True", "Yes", "On", "TRUE", "YES", "ON", NULL};
	static const char *const no[] = {"false", "no", "off", "False", "No", "Off", "FALSE", "NO", "OFF", NULL};
	static const char *const none[] = {"null", "none", "~", "", "Null", "None", "NULL", "NONE", NULL};
	size_t n;
	char *end;
	long long i;
	double f;

	if (x_in_name(yes, s) || x_in_name(no, s)) return k_bool(p, x_in_name(yes, s));
	if (x_in_name(none, s)) return k_none(p);
	i = strtoll(s, &end, 10);
	if (*end == '\0' && end != s) return k_int(p, i);
	f = strtod(s, &end);
	if (*end == '\0' && end != s && strspn(s, "+-.0123456789eE") == strlen(s))
		return k_float(p, f);
	n = strlen(s);
	if (n >= 2 && (*s == '"' || *s == '\'') && s[n - 1] == *s)
		return k_str(p, name_n(p, s + 1, n - 2));
	return k_str(p, s);
}

const char *k_text(program *p, const constant *k) {
	const char *s;

	switch (k->kind) {
	case K_NONE: return name_of(p, "None");
	case K_BOOL: return name_of(p, k->i ? "True" : "False");
	case K_INT: return name_f(p, "%lld", k->i);
	case K_FLOAT: return name_f(p, k->f == (double)(long long)k->f ? "%.1f" : "%.12g", k->f);
	case K_STR: return k->s;
	case K_TUPLE: break;
	}
	s = "";
	for (uint32_t i = 0; i < k->n && i < 8; i++)
		s = name_f(p, "%s%s%s", s, i ? ", " : "", k_text(p, k->item[i]));
	return name_f(p, "(%s)", s);
}

/* ---- maps */

multimap *map_new(program *p) {
	return take(p, sizeof(multimap));
}

static uint32_t slot_of(const multimap *m, const char *key) {
	uint32_t at = (uint32_t)((uintptr_t)key * 0x9e3779b97f4a7c15u >> 32) & (m->nslot - 1);

	while (m->slot[at] && m->entry[m->slot[at] - 1].key != key) at = (at + 1) & (m->nslot - 1);
	return at;
}

void map_add(program *p, multimap *m, const char *key, void *thing) {
	struct entry *e;
	uint32_t at;

	if (2 * m->n >= m->nslot) {
		m->nslot = m->nslot ? 2 * m->nslot : 64;
		m->slot = take(p, m->nslot * sizeof *m->slot);
		for (uint32_t i = 0; i < m->n; i++) m->slot[slot_of(m, m->entry[i].key)] = i + 1;
	}
	at = slot_of(m, key);
	if (!m->slot[at]) {
		PUSH(p, m->entry, m->n)->key = key;
		m->slot[at] = m->n;
	}
	e = &m->entry[m->slot[at] - 1];
	*PUSH(p, e->v, e->n) = thing;
}

void *const *map_get(const multimap *m, const char *key, uint32_t *n) {
	uint32_t at;

	*n = 0;
	if (!m || !m->nslot || !key || !m->slot[at = slot_of(m, key)]) return NULL;
	*n = m->entry[m->slot[at] - 1].n;
	return m->entry[m->slot[at] - 1].v;
}

void
map_each(const multimap *m, void (*f)(const char *key, void *const *v, uint32_t n, void *arg), void *arg)
{
	for (uint32_t i = 0; i < m->n; i++) f(m->entry[i].key, m->entry[i].v, m->entry[i].n, arg);
}
