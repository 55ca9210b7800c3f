/* label_arena.c - memory, strings, constants and maps of a program; see label_facts.h. */
#include <stdarg.h>

#include "label_facts.h"

enum { BLOCK = 1 << 20 };

struct arena {
	struct block {
		struct block *up;
		size_t used, size;
		max_align_t start[];
	} *top;
	as_intern constants;            /* by their bytes */
	const constant **constant;      /* (constants.n) aligned, as as_intern's bytes are not */
};

struct multimap {
	struct entry { const char *key; void **v; uint32_t n; } *entry; /* in the order of keys */
	uint32_t n;
	uint32_t *slot, nslot;          /* number of an entry + 1 */
};

_Noreturn void program_nomem(program *p) {
	if (p->nomem) longjmp(*p->nomem, 1);
	abort();
}

void *take(program *p, size_t n) {
	struct block *b = p->arena->top;
	size_t size = (n + 15) & ~(size_t)15;
	if (!b || b->size - b->used < size) {
		size_t room = size > BLOCK ? size : BLOCK;
		if (size < n || !(b = malloc(sizeof *b + room))) program_nomem(p);
		*b = (struct block){p->arena->top, 0, room};
		p->arena->top = b;
	}
	b->used += size;
	return memset((char *)b->start + b->used - size, 0, size);
}

void *grown(program *p, void *array, uint32_t n, size_t size) {
	if (n != 0 && (n < 4 || (n & (n - 1)) != 0)) return array;
	if (n > UINT32_MAX / 2) program_nomem(p);
	void *more = take(p, (n < 4 ? 4 : 2 * (size_t)n) * size);
	return n ? memcpy(more, array, n * size) : more;
}

program *program_new(void) {
	program *p = calloc(1, sizeof *p);
	if (p && (p->arena = calloc(1, sizeof *p->arena))) return p;
	free(p);
	return NULL;
}

void program_free(program *p) {
	for (struct block *b = p->arena->top, *up; b; b = up) {
		up = b->up;
		free(b);
	}
	as_intern_free(&p->arena->constants);
	free(p->arena);
	as_intern_free(&p->names);
	free(p);
}

const char *name_n(program *p, const char *s, size_t n) {
	uint32_t id = as_intern_id(&p->names, s, n);
	if (id == UINT32_MAX) program_nomem(p);
	return p->names.str[id];
}

const char *name_of(program *p, const char *s) { return name_n(p, s, strlen(s)); }

const char *name_f(program *p, const char *fmt, ...) {
	char *s;
	va_list ap;
	va_start(ap, fmt);
	int n = vasprintf(&s, fmt, ap);
	va_end(ap);
	if (n < 0) program_nomem(p);
	const char *name = name_n(p, s, (size_t)n);
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

bool word_in(const char *words, const char *s) {
	size_t n = s ? strlen(s) : 0;
	for (const char *w = words; n && (w = strstr(w, s)) != NULL; w++)
		if ((w == words || w[-1] == ' ') && (w[n] == ' ' || !w[n])) return true;
	return false;
}

bool has_word(const char *words, const char *s) {
	char word[32];
	for (size_t n; s && *words; words += n + (words[n] == ' ')) {
		n = strcspn(words, " ");
		snprintf(word, sizeof word, "%.*s", (int)n, words);
		if (strcasestr(s, word)) return true;
	}
	return false;
}

bool text_in(const char *const *list, uint32_t n, const char *s) {
	while (n && list[n - 1] != s && strcmp(list[n - 1], s) != 0) n--;
	return n > 0;
}

size_t whole(const char *s, size_t n) {
	while (n && ((unsigned char)s[n] & 0xc0) == 0x80) n--;
	return n;
}

/* The one constant of these n bytes. */
static const constant *kept(program *p, const constant *k, size_t n) {
	struct arena *a = p->arena;
	uint32_t before = a->constants.n, id = as_intern_id(&a->constants, (const char *)k, n);
	if (id == UINT32_MAX) program_nomem(p);
	if (id == before) {
		a->constant = grown(p, a->constant, id, sizeof *a->constant);
		a->constant[id] = memcpy(take(p, n), k, n);
	}
	return a->constant[id];
}

static const constant *constant_of(program *p, const constant *k) { return kept(p, k, sizeof *k); }

const constant *k_none(program *p) { return constant_of(p, &(constant){.kind = K_NONE}); }

const constant *k_bool(program *p, bool b) {
	return constant_of(p, &(constant){.kind = K_BOOL, .i = b});
}

const constant *k_int(program *p, long long i) {
	return constant_of(p, &(constant){.kind = K_INT, .i = i});
}

const constant *k_float(program *p, double f) {
	return constant_of(p, &(constant){.kind = K_FLOAT, .f = f});
}

const constant *k_str(program *p, const char *s) {
	return constant_of(p, &(constant){.kind = K_STR, .s = name_of(p, s)});
}

const constant *k_tuple(program *p, const constant *const *item, uint32_t n) {
	constant *k = take(p, sizeof *k + n * sizeof *item);
	k->kind = K_TUPLE;
	k->n = n;
	if (n) memcpy(k->item, item, n * sizeof *item);
	return kept(p, k, sizeof *k + n * sizeof *item);
}

bool k_number(const constant *k, double *x) {
	*x = k->kind == K_FLOAT ? k->f : (double)k->i;
	return k->kind == K_BOOL || k->kind == K_INT || k->kind == K_FLOAT;
}

bool k_equal(const constant *a, const constant *b) {
	double x, y;
	if (a == b) return true;
	if (a->kind != K_TUPLE || b->kind != K_TUPLE)
		return k_number(a, &x) && k_number(b, &y) && x == y;
	for (uint32_t i = 0; a->n == b->n && i < a->n; i++)
		if (!k_equal(a->item[i], b->item[i])) return false;
	return a->n == b->n;
}

bool k_true(const constant *k) {
	return k->i != 0 || k->f != 0 || k->n != 0 || (k->kind == K_STR && *k->s);
}

bool k_is_str(const constant *k, const char *s) {
	return k && k->kind == K_STR && strcmp(k->s, s) == 0;
}

const constant *k_literal(program *p, const char *s) {
	static const struct { const char *word; int is; } words[] = {
	    {"true", 1}, {"yes", 1}, {"on", 1}, {"false", 0}, {"no", 0}, {"off", 0},
	    {"null", -1}, {"none", -1}, {"~", -1}, {"", -1},
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasecmp(s, words[i].word) == 0)
			return words[i].is < 0 ? k_none(p) : k_bool(p, words[i].is);
	char *end;
	size_t n = strlen(s);
	long long i = strtoll(s, &end, 10);
	if (*end == '\0') return k_int(p, i);
	double f = strtod(s, &end);
	if (*end == '\0' && strspn(s, "+-.0123456789eE") == n) return k_float(p, f);
	if (n >= 2 && (*s == '"' || *s == '\'') && s[n - 1] == *s) s = name_n(p, s + 1, n - 2);
	return k_str(p, s);
}

const char *k_text(program *p, const constant *k) {
	const char *s = "";
	switch (k->kind) {
	case K_NONE: return name_of(p, "None");
	case K_BOOL: return name_of(p, k->i ? "True" : "False");
	case K_INT: return name_f(p, "%lld", k->i);
	case K_FLOAT:
		return name_f(p, k->f == (double)(long long)k->f ? "%.1f" : "%.12g", k->f);
	case K_STR: return k->s;
	case K_TUPLE: break;
	}
	for (uint32_t i = 0; i < k->n && i < 8; i++)
		s = name_f(p, "%s%s%s", s, i ? ", " : "", k_text(p, k->item[i]));
	return name_f(p, "(%s)", s);
}

multimap *map_new(program *p) { return take(p, sizeof(multimap)); }

static uint32_t slot_of(const multimap *m, const char *key) {
	uint32_t last = m->nslot - 1;
	uint32_t at = (uint32_t)((uintptr_t)key * 0x9e3779b97f4a7c15u >> 32) & last;
	while (m->slot[at] && m->entry[m->slot[at] - 1].key != key) at = (at + 1) & last;
	return at;
}

void map_add(program *p, multimap *m, const char *key, void *thing) {
	if (2 * m->n >= m->nslot) {
		m->nslot = m->nslot ? 2 * m->nslot : 64;
		m->slot = take(p, m->nslot * sizeof *m->slot);
		for (uint32_t i = 0; i < m->n; i++) m->slot[slot_of(m, m->entry[i].key)] = i + 1;
	}
	uint32_t at = slot_of(m, key);
	if (!m->slot[at]) {
		PUSH(p, m->entry, m->n)->key = key;
		m->slot[at] = m->n;
	}
	struct entry *e = &m->entry[m->slot[at] - 1];
	e->v = grown(p, e->v, e->n ? e->n + 1 : 0, sizeof *e->v); /* and for the NULL behind it */
	e->v[e->n++] = thing;
}

void *const *map_get(const multimap *m, const char *key, uint32_t *n) {
	uint32_t at = m && m->nslot && key ? m->slot[slot_of(m, key)] : 0;
	*n = at ? m->entry[at - 1].n : 0;
	return at ? m->entry[at - 1].v : NULL;
}

void *const *map_all(const multimap *m, const char *key) {
	static void *const none[1];
	uint32_t n;
	void *const *v = map_get(m, key, &n);
	return v ? v : none;
}

void *map_first(const multimap *m, const char *key) { return *map_all(m, key); }
