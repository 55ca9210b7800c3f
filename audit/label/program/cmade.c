/* cmade.c - see cmade.h. */
#include "cmade.h"

#include <string.h>

enum { DEEPEST = 8, MOST_ARGS = 4, MOST_STEPS = 2000 };

/* What a macro is given: each parameter's name, a string, with what it comes to. */
typedef struct { uint32_t name; texts text; } bound;

typedef struct { const cdefs *d; const fact_tree *t; int steps; } maker;

static void expand(maker *m, uint32_t node, const bound *given, int ngiven, int depth, texts *out);

static const bound *
bound_as(const maker *m, const char *s, size_t n, const bound *given, int ngiven)
{
	uint32_t id = as_intern_find(&m->t->text, s, n);

	for (int i = 0; i < ngiven; i++)
		if (given[i].name == id)
			return &given[i];
	return NULL;
}

/* A word that is no parameter: what #defines without parameters make of it, or itself. */
static void
word(maker *m, uint32_t id, const char *s, size_t len, int depth, texts *out)
{
	texts all = {0};
	uint32_t n = 0;
	const cdef *c = id < m->d->nname ? cdefs_of(m->d, m->t, id, UINT32_MAX, &n) : NULL;

	for (uint32_t i = 0; i < n; i++)
		if (c[i].kind == CDEF_MACRO) {
			uint32_t value = fact_find(m->t, c[i].node, FACT_DEFAULT);
			texts one = TEXTS_EMPTY;
			if (value)
				expand(m, value + 1, NULL, 0, depth + 1, &one);
			texts_also(&all, &one);
			all.none |= one.none;
		}
	if (all.n || all.none)
		texts_append_each(out, &all);
	else
		texts_append(out, s, len);
}

/* The call of a macro; given: what its arguments come to, of which the names are filled in here. */
static void
apply(maker *m, uint32_t id, bound *given, int ngiven, int depth, texts *out)
{
	texts all = {0};
	uint32_t n = 0;
	const cdef *c = id < m->d->nname ? cdefs_of(m->d, m->t, id, UINT32_MAX, &n) : NULL;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t block = fact_find(m->t, c[i].node, FACT_BLOCK);
		int k = 0;
		if (c[i].kind == CDEF_MACRO) { /* of another macro's name */
			uint32_t value = fact_find(m->t, c[i].node, FACT_DEFAULT);
			texts one = TEXTS_EMPTY;
			if (value && m->t->node[value + 1].kind == FACT_NAME && depth < DEEPEST)
				apply(m, m->t->node[value + 1].str, given, ngiven, depth + 1, &one);
			else
				one.none = 1;
			all.none |= one.none;
			texts_also(&all, &one);
			continue;
		}
		if (c[i].kind != CDEF_FUNC || !(m->t->node[c[i].node].flags & FACT_MACRO) || !block)
			continue;
		FACT_EACH_KID(m->t, c[i].node, p)
			if (m->t->node[p].kind == FACT_PARAM && k < ngiven)
				given[k++].name = m->t->node[p].str;
		if (k == ngiven && block + 1 < m->t->node[block].end && m->t->node[block + 1].kind == FACT_RETURN && m->t->node[block + 1].end == m->t->node[block].end) {
			texts one = TEXTS_EMPTY;
			expand(m, block + 2, given, ngiven, depth + 1, &one);
			all.none |= one.none;
			texts_also(&all, &one);
		} else {
			all.none = 1;
		}
	}
	if (!all.n)
		out->none = 1;
	texts_append_each(out, &all);
}

/* What the expression comes to as a word. */
static void
expand(maker *m, uint32_t node, const bound *given, int ngiven, int depth, texts *out)
{
	const fact_node *x = &m->t->node[node];
	const char *s = fact_str(m->t, node), *joint;
	const bound *b;

	if (depth >= DEEPEST || m->steps++ > MOST_STEPS) {
		out->none = 1;
	} else if (x->kind == FACT_CALL && m->t->node[node + 1].kind == FACT_NAME) {
		bound arg[MOST_ARGS];
		int n = 0;
		FACT_EACH_KID(m->t, node, k)
			if (m->t->node[k].kind == FACT_ARG) {
				if (n == MOST_ARGS) {
					out->none = 1;
					return;
				}
				arg[n].text = TEXTS_EMPTY;
				expand(m, k + 1, given, ngiven, depth + 1, &arg[n++].text);
			}
		apply(m, m->t->node[node + 1].str, arg, n, depth + 1, out);
	} else if (x->kind == FACT_NAME && strstr(s, "##")) {
		do {
			joint = strstr(s, "##");
			b = bound_as(m, s, joint ? (size_t)(joint - s) : strlen(s), given, ngiven);
			if (b)
				texts_append_each(out, &b->text);
			else
				texts_append(out, s, joint ? (size_t)(joint - s) : strlen(s));
			s = joint ? joint + 2 : s;
		} while (joint);
	} else if (x->kind == FACT_NAME) {
		b = bound_as(m, s, strlen(s), given, ngiven);
		if (b)
			texts_append_each(out, &b->text);
		else
			word(m, x->str, s, strlen(s), depth, out);
	} else if (x->kind == FACT_INT) {
		texts_append(out, s, strlen(s));
	} else {
		out->none = 1;
	}
}

void
cmade_names(const cdefs *d, const fact_tree *t, const char *name, texts *out)
{
	maker m = {d, t, 0};
	bound arg[MOST_ARGS];
	const char *p = strchr(name, '('), *end;
	uint32_t id = p ? as_intern_find(&t->text, name, (size_t)(p - name)) : UINT32_MAX;
	int n = 0;

	*out = TEXTS_EMPTY;
	do {
		size_t len;
		if (!p || id == UINT32_MAX || n == MOST_ARGS) {
			out->none = 1;
			return;
		}
		p += 1 + strspn(p + 1, " ");
		end = strpbrk(p, ",()");
		if (!end || *end == '(') {
			out->none = 1;
			return;
		}
		for (len = (size_t)(end - p); len && p[len - 1] == ' '; len--) {}
		arg[n].text = TEXTS_EMPTY;
		texts_append(&arg[n++].text, p, len);
		p = end;
	} while (*p == ',');
	out->none |= p[1] != '\0';
	apply(&m, id, arg, n, 0, out);
}
