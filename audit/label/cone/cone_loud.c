/* cone_loud.c - see cone_impl.h: names of libraries of C and C++ by which programs start, code is loaded or made, or text runs
 * (symbols_loud.c): where code has one, and by what runs there a path comes to it. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { FIRST = 3 }; /* letters by which most names are seen to be none of those; none of the table is shorter */

void
cone_louds_begin(cone *c)
{
	const loud_names *l;
	size_t n = 0;

	for (; (l = loud_at(n)) != NULL; n++)
		for (const char *s = l->names; *s; s += strcspn(s, " "), s += strspn(s, " ")) {
			const char *dot = strchr(s, '.'), *from = dot && dot < s + strcspn(s, " ") ? dot + 1 : s;
			if (as_intern_id(&c->loud_first, from, FIRST) == UINT32_MAX)
				c->nomem = 1;
		}
	c->may_be_loud = calloc(c->nname + 1, 1);
	c->loud_header = calloc(n, 1);
	if (!c->may_be_loud || !c->loud_header)
		c->nomem = 1;
}

typedef struct { const char *s, *object; size_t n, nobject; int dotted; } said; /* a name, and what stands before its dot */

/* The next name of a text, where q is told of the one before; 0: there is none. */
static int
next(const char **text, said *q)
{
	const char *s = *text;
	said was = *q;

	while (*s && !(q->n = cone_word(s)))
		s++;
	if (!*s)
		return 0;
	q->s = s;
	q->dotted = s > *text && strchr(".:>", s[-1]) && (s[-1] != '>' || (s - 1 > *text && s[-2] == '-'));
	q->object = q->dotted && was.s ? was.s : "";
	q->nobject = q->dotted && was.s ? was.n : 0;
	*text = s + q->n;
	return 1;
}

/* May names of what a header declares stand alone? header: a/b of a::b. */
static int
used(const cone *c, const char *header)
{
	const char *space = strrchr(header, '/');

	space = space && space[1] ? space + 1 : header;
	return cone_space_as(c, "", 0, space, strcspn(space, "./"));
}

/* The row that has a name as it stands there; -1. own: the tree has a function or class of that name. */
static int
row(const cone *c, const said *q, int own)
{
	const loud_names *l;

	for (int k = 0; (l = loud_at((size_t)k)) != NULL; k++)
		if (loud_has(l, q->object, q->nobject, q->s, q->n) &&
		    (*l->header ? c->loud_header[k] && (!l->dotted || q->dotted || used(c, l->header)) : !own))
			return k;
	return -1;
}

/* Has any row one of the names in a string, whatever stands before it? */
static int
may_be(cone *c, uint32_t id)
{
	const char *text = c->t->text.str[id];
	const loud_names *l;
	said q = {0};

	if (c->may_be_loud[id])
		return c->may_be_loud[id] == 2;
	c->may_be_loud[id] = 1;
	while (c->may_be_loud[id] == 1 && next(&text, &q))
		for (size_t k = 0; q.n >= FIRST && as_intern_find(&c->loud_first, q.s, FIRST) != UINT32_MAX && (l = loud_at(k)) != NULL; k++)
			if ((!*l->header || c->loud_header[k]) && loud_has(l, NULL, 0, q.s, q.n))
				c->may_be_loud[id] = 2;
	return c->may_be_loud[id] == 2;
}

void
cone_loud(cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t id = t->node[node].str;

	if (id >= c->nname || !may_be(c, id))
		return;
	if (t->node[node].kind == FACT_NAME && (c->own[id] == u + 1 || cone_declares(c, u, id) || t->node[node - 1].kind == FACT_DECL ||
	    (t->node[node - 1].kind == FACT_ARG && strcmp(fact_str(t, node - 2), "defined") == 0)))
		return;
	c->has_objects |= strcmp(as_last_part(fact_str(t, node)), "QProcess") == 0;
	cone_late(c, &c->louds, node, id, u);
}

/* What runs where a node stands, as paths come to it: a statement, a declaration, a call, or the function or class whose head it is in. */
static uint32_t
runs_at(const cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t at = c->p->file[c->unit[u].file], best = node, in;

	if (c->unit[u].node <= node && node < t->node[c->unit[u].node].end)
		at = c->unit[u].node;
	for (best = at; at != node && (in = fact_kid_over(t, at, node)) != 0; at = in) {
		fact_kind k = t->node[in].kind;
		if (k == FACT_DECL && t->node[in].flags & FACT_MACRO)
			best = node; /* which is put where the macro stands */
		else if (k == FACT_CALL || k == FACT_DECL || k == FACT_FUNC || k == FACT_CLASS || t->node[at].kind == FACT_BLOCK)
			best = in;
	}
	return best;
}

/* Has the tree, but tests, a function of C with a body, or a class, of that name? */
static int
own(const cone *c, const said *q)
{
	const fact_tree *t = c->t;
	uint32_t id = as_intern_find(&t->text, q->s, q->n);

	if (id >= c->nname || !(c->name[id] & (NAME_BODY | NAME_CLASS)))
		return 0;
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f];
		if (is_python(t, file) || cone_aside(fact_str(t, file)))
			continue;
		for (uint32_t i = file; i < t->node[file].end; i++)
			if ((t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS) && !(t->node[i].flags & FACT_MACRO) &&
			    cone_tail(c, t->node[i].str) == id && fact_find(t, i, FACT_BLOCK))
				return 1;
	}
	return 0;
}

void
cone_louds(cone *c)
{
	const fact_tree *t = c->t;
	uint8_t *owned = c->louds.n ? calloc(c->nname + 1, 1) : NULL; /* by the string: 1 not, 2 the tree has it */

	if (!c->louds.n)
		return;
	if (!owned || !(c->loud_at = calloc(t->n + 1, 1))) {
		free(owned);
		c->nomem = 1;
		return;
	}
	for (uint32_t i = 0; i < c->louds.n; i++) {
		use w = c->louds.u[i];
		const char *text = t->text.str[w.name];
		said q = {0};
		while (next(&text, &q)) {
			uint32_t id = as_intern_find(&t->text, q.s, q.n);
			int k;
			if (t->node[w.node].kind == FACT_ATTR) {
				const fact_node *of = &t->node[w.node + 1];
				q.dotted = 1;
				if (of->kind == FACT_NAME || of->kind == FACT_ATTR)
					q.object = t->text.str[of->str], q.nobject = t->text.len[of->str];
			}
			if (id < c->nname && !owned[id])
				owned[id] = own(c, &q) ? 2 : 1;
			if (cone_object(c, w.unit, w.node) || (q.s[q.n] == '.' && strncmp(q.s, "QProcess.", 9) == 0)) /* by what it is told; a type in it */
				continue;
			if (cone_page(c, w.node))
				continue;
			if ((k = row(c, &q, id < c->nname && owned[id] == 2)) < 0 || cone_not_built(c, w.unit, w.node))
				continue;
			if (!cone_calls_object(c, w.unit, w.node))
				cone_hides(c, w.unit, w.node, loud_at((size_t)k)->why);
			c->loud_at[runs_at(c, w.unit, w.node)] = (uint8_t)(k + 1);
		}
	}
	free(owned);
}

const char *
cone_loud_at(const cone *c, uint32_t node)
{
	return c && c->loud_at && c->loud_at[node] ? loud_at(c->loud_at[node] - 1u)->why : NULL;
}
