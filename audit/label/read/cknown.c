/* cknown.c - macros that are known: those of the file itself and of the headers near it. */
#include <stdlib.h>
#include <string.h>

#include "cread.h"
#include "cread_impl.h"
#include "grow.h"

enum { MAX_HEADERS = 32, MAX_HEADER = 1 << 18 };

/* Are two #defines of one name alike, token by token? */
static int
alike(const clex *a, uint32_t d, const clex *b, uint32_t e)
{
	uint32_t n = a->tok[d].match - d;

	if (b->tok[e].match - e != n)
		return 0;
	for (uint32_t i = 1; i < n; i++) {
		const ctok *x = &a->tok[d + i], *y = &b->tok[e + i];
		if (x->k != y->k || x->n != y->n || memcmp(a->s + x->at, b->s + y->at, x->n) != 0)
			return 0;
	}
	return 1;
}

/* Does the #define at d name more than attributes? */
static int
names_something(const clex *x, uint32_t d)
{
	if (x->tok[d + 1].bits & C_CALLED)
		return 1;
	for (uint32_t i = d + 2; i < x->tok[d].match; i++) {
		const ctok *t = &x->tok[i];
		if (t->k == '(' && t->match < x->tok[d].match)
			i = t->match;
		else if (t->k == C_ID && !(t->n > 2 && memcmp(x->s + t->at, "__", 2) == 0))
			return 1;
	}
	return 0;
}

/* Keeps the #define at d of a file or of a header of it. */
static void
learn(cparse *p, const clex *of, uint32_t d)
{
	uint32_t id, name = d + 1, was = p->macros.n;
	const cmacro *old;

	if (name >= of->tok[d].match)
		return;
	id = as_intern_id(&p->macros, of->s + of->tok[name].at, of->tok[name].n);
	if (id == UINT32_MAX) {
		p->t->nomem = 1;
		return;
	}
	if (as_grow32(&p->macro, id, &p->macro_cap, sizeof *p->macro) != 0) {
		p->t->nomem = 1;
		return;
	}
	old = id < was ? &p->macro[id] : NULL;
	p->macro[id] = (cmacro){.of = of, .define = d, .several = (uint8_t)((old && (old->several & 1 || !old->of || !alike(old->of, old->define, of, d))) | (old ? old->several & 2 : 0) | names_something(of, d) << 1)};
}

void
c_macro_learn(cparse *p, uint32_t d)
{
	if (p->x == p->whole)
		learn(p, p->x, d);
}

/* Learns the macros of a header near the file, or of one that it includes. */
static void
header(cparse *p, const char *from, const char *name, size_t n, int depth)
{
	char path[1024], *text;
	size_t size;
	clex *x;

	if (depth > 3 || p->nheader == MAX_HEADERS || !(text = c_find_header(p->t, from, name, n, MAX_HEADER, path, sizeof path, &size)))
		return;
	for (unsigned i = 0; i < p->nheader; i++)
		if (strcmp(p->header[i].path, path) == 0) {
			free(text);
			return;
		}
	if (!p->header && !(p->header = calloc(MAX_HEADERS, sizeof *p->header)))
		p->t->nomem = 1;
	x = p->header ? &p->header[p->nheader] : NULL;
	if (x && clex_read(x, path, text, size, 0) == 0 && (x->path = strdup(path)) != NULL) {
		p->nheader++;
		for (uint32_t i = 0; i < x->ntok; i++)
			if (x->tok[i].k == C_PP_DEFINE)
				learn(p, x, i);
			else if (x->tok[i].k == C_PP_INCLUDE)
				c_header_learn(p, x, i, depth + 1);
	} else if (x) {
		clex_free(x);
	}
	free(text);
}

void
c_header_learn(cparse *p, const clex *x, uint32_t d, int depth)
{
	const ctok *w = &x->tok[d + 1];

	if (x->tok[d].match > d + 1 && w->k == C_STR && w->n > 2 && x->s[w->at] == '"')
		header(p, x->path, x->s + w->at + 1, w->n - 2, depth);
}

void
c_headers_free(cparse *p)
{
	for (unsigned i = 0; i < p->nheader; i++) {
		char *path = (char *)(uintptr_t)p->header[i].path;

		clex_free(&p->header[i]);
		free(path);
	}
	free(p->header);
}

cmacro *
c_macro_of(const cparse *p, const char *s, size_t n)
{
	uint32_t id = as_intern_find(&p->macros, s, n);

	return id == UINT32_MAX || !p->macro[id].of ? NULL : &p->macro[id];
}

const ctok *
c_macro_body(const cparse *p, uint32_t i, uint32_t *n)
{
	const cmacro *mac = c_macro_of(p, p->x->s + p->tok[i].at, p->tok[i].n);

	if (!mac || mac->several & 1 || mac->of->tok[mac->define + 1].bits & C_CALLED)
		return NULL;
	*n = mac->of->tok[mac->define].match - mac->define - 2;
	return &mac->of->tok[mac->define + 2];
}

int
c_macro_heads(const cparse *p, uint32_t i)
{
	const cmacro *mac = c_macro_of(p, p->x->s + p->tok[i].at, p->tok[i].n);
	const ctok *t = mac ? mac->of->tok : NULL;
	uint32_t k = mac ? mac->define + 2 : 0;

	if (mac && t[mac->define + 1].bits & C_CALLED && t[k].match != C_NONE)
		k = t[k].match + 1;
	return mac && k < t[mac->define].match && (t[k].k == CW_FOR || t[k].k == CW_WHILE || t[k].k == CW_IF);
}

int
c_macro_by_default(const cmacro *mac, const char *s, size_t n)
{
	for (uint32_t d = 0; d < mac->define; d++)
		for (uint32_t k = d + 1; mac->of->tok[d].k >= C_PP_IF && mac->of->tok[d].k <= C_PP_ELIF && k < mac->of->tok[d].match; k++)
			if (mac->of->tok[k].n == n && memcmp(mac->of->s + mac->of->tok[k].at, s, n) == 0)
				return 1;
	return 0;
}

int
c_macro_is_default(const cparse *p, uint32_t i)
{
	const char *s = p->x->s + p->tok[i].at;
	const cmacro *mac = c_macro_of(p, s, p->tok[i].n);

	return mac && c_macro_by_default(mac, s, p->tok[i].n);
}

int
c_is_macro(const cparse *p, uint32_t i)
{
	return c_macro_of(p, p->x->s + p->tok[i].at, p->tok[i].n) != NULL;
}

void
c_macro_keep(cparse *p, uint32_t d, int keep)
{
	cmacro *m = c_macro_of(p, p->x->s + p->tok[d + 1].at, p->tok[d + 1].n);

	if (keep)
		learn(p, p->x, d);
	else if (m)
		m->of = NULL;
}
