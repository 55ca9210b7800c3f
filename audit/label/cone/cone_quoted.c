/* cone_quoted.c - see cone_impl.h: text of Python that is run as code and stands in the tree: examples of docstrings, statements
 * that are given to a profiler or a timer. What it may do is told by its words (cone_said.h). */
#include "cone_command.h"

#include <stdlib.h>
#include <string.h>

#include "cone_said.h"
#include "words.h"

/* May code give an object another docstring than the one that stands there, or a module other examples? */
static int
sets_doc(const fact_tree *t, uint32_t i)
{
	static const char *const changes[] = {"__test__", "wraps", "update_wrapper"};
	const char *s = fact_str(t, i);
	int up = i ? t->node[i - 1].kind : FACT_FILE;

	switch (t->node[i].kind) {
	case FACT_STR: return strcmp(s, "__doc__") == 0 || strcmp(s, "__test__") == 0;
	case FACT_ARG: case FACT_ALIAS: return strcmp(s, "__doc__") == 0 || AS_AMONG(s, changes);
	case FACT_NAME: case FACT_ATTR:
		return AS_AMONG(s, changes) ||
		    (strcmp(s, "__doc__") == 0 && (up == FACT_ASSIGN || up == FACT_DECL || up == FACT_FOR || up == FACT_TUPLE || up == FACT_LIST || up == FACT_ITEM || up == FACT_STARRED));
	default: return 0;
	}
}

/* Does no example of a file hide? */
static int
examples(quoted *q, uint32_t file)
{
	const fact_tree *t = q->c->t;

	for (uint32_t i = file; i < t->node[file].end; i++) {
		if (t->node[i].kind == FACT_ERROR)
			return 0;
		if ((t->node[i].kind == FACT_COMMENT || t->node[i].kind == FACT_STR) && strstr(fact_str(t, i), ">>>") && !cone_said(q, fact_str(t, i), 1))
			return 0;
	}
	return 1;
}

/* Does the code at node i run only where its file is the program? */
static int
as_program(const fact_tree *t, uint32_t file, uint32_t node)
{
	for (uint32_t at = file, in; (in = fact_kid_over(t, at, node)) != 0 && in != node; at = in) {
		uint32_t test = at + 1;
		if (t->node[at].kind == FACT_FUNC)
			return 0;
		if (t->node[at].kind == FACT_IF && in == t->node[test].end && t->node[test].kind == FACT_BIN && strcmp(fact_str(t, test), "==") == 0 &&
		    strcmp(fact_str(t, test + 1), "__name__") == 0 && strcmp(fact_str(t, test + 2), "__main__") == 0)
			return 1;
	}
	return 0;
}

/* The file whose examples doctest is told to run: UINT32_MAX any of the tree, 0 in *known that cannot be told. */
static uint32_t
examined(const quoted *q, uint32_t file, int suite, int *known)
{
	const fact_tree *t = q->c->t;
	uint32_t e = fact_arg(t, q->node, 0), at = UINT32_MAX;

	*known = 1;
	if (!e)
		return suite || as_program(t, file, q->node) ? file : UINT32_MAX;
	if (t->node[e].kind == FACT_INDEX && strcmp(fact_str(t, e + 1), "modules") == 0 && t->node[e + 1].kind == FACT_ATTR && strcmp(fact_str(t, e + 2), "sys") == 0 &&
	    t->node[t->node[e + 1].end].kind == FACT_NAME && strcmp(fact_str(t, t->node[e + 1].end), "__name__") == 0)
		return file;
	for (uint32_t i = 0; t->node[e].kind == FACT_NAME && i < q->a->n; i++)
		if (q->a->a[i].as == t->node[e].str) {
			uint32_t f = program_module(q->c->p, q->a->a[i].is, file);
			if (f >= UINT32_MAX - 1 || q->a->a[i].rebound || (at != UINT32_MAX && at != f))
				at = 0, *known = 0;
			if (!*known)
				return 0;
			at = f;
		}
	*known = at != UINT32_MAX;
	return at;
}

/* doctest.testmod(m), doctest.DocTestSuite(m) */
static int
runs_examples(quoted *q, int suite)
{
	static const char *const plain[] = {"verbose", "report", "optionflags", "raise_on_error", "exclude_empty", "name"};
	cone *c = q->c;
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[c->unit[q->u].file], of, more = 0;
	int known;

	FACT_EACH_KID(t, q->node, k)
		if (t->node[k].kind == FACT_ARG && (t->node[k].flags & (FACT_STAR | FACT_STARSTAR) || (*fact_str(t, k) ? !AS_AMONG(fact_str(t, k), plain) : more++ > 0)))
			return 0;
	of = examined(q, file, suite, &known);
	if (!known)
		return 0;
	for (uint32_t i = of == UINT32_MAX ? 0 : of; of != UINT32_MAX && i < t->node[of].end; i++)
		if (sets_doc(t, i))
			of = UINT32_MAX; /* it may be that of another */
	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t i = c->p->file[f]; is_python(t, c->p->file[f]) && i < t->node[c->p->file[f]].end; i++)
			if (sets_doc(t, i) && strcmp(fact_str(t, i), "wraps") != 0 && strcmp(fact_str(t, i), "update_wrapper") != 0)
				return 0;
	for (uint32_t f = 0; f < c->p->nfile; f++)
		if (is_python(t, c->p->file[f]) && (of == UINT32_MAX || of == c->p->file[f]) && !examples(q, c->p->file[f]))
			return 0;
	return 1;
}

/* exec(text), cProfile.run(text, file): in the names of where it stands */
static int
runs_text(quoted *q)
{
	static const char *const own[] = {"globals", "locals"};
	const fact_tree *t = q->c->t;
	uint32_t text = 0;

	FACT_EACH_KID(t, q->node, k) {
		if (t->node[k].kind != FACT_ARG)
			continue;
		if (t->node[k].flags & (FACT_STAR | FACT_STARSTAR))
			return 0;
		switch (t->node[k + 1].kind) {
		case FACT_STR:
			if (!text)
				text = k + 1;
			continue;
		case FACT_NONE: case FACT_INT: continue;
		case FACT_DICT:
			if (t->node[k + 1].end == k + 2)
				continue;
			break;
		case FACT_CALL:
			if (t->node[k + 2].kind == FACT_NAME && AS_AMONG(fact_str(t, k + 2), own))
				continue;
			break;
		case FACT_NAME: case FACT_ATTR:
			if (text && strcmp(fact_str(t, k), "sort") == 0)
				continue;
			break;
		default: break;
		}
		return 0;
	}
	return text == fact_arg(t, q->node, 0) && text && cone_said(q, fact_str(t, text), 0);
}

/* Does no text of the tree's Python hide that may be code? */
static int
any_text(quoted *q)
{
	const fact_tree *t = q->c->t;

	for (uint32_t f = 0; f < q->c->p->nfile; f++)
		for (uint32_t i = q->c->p->file[f]; is_python(t, q->c->p->file[f]) && i < t->node[q->c->p->file[f]].end; i++)
			if (t->node[i].kind == FACT_STR && fact_str(t, i)[cone_word(fact_str(t, i))] && cone_may_be_said(fact_str(t, i)) && !cone_said(q, fact_str(t, i), 0))
				return 0;
	return 1;
}

/* Is a NAME or ATTR, where it stands, a function, or a parameter that is given such alone, and no text? */
static int calls_it(quoted *q, uint32_t e, int depth);

static int
is_function(quoted *q, uint32_t e, int depth)
{
	cone *c = q->c;
	const fact_tree *t = c->t;
	uint32_t id = t->node[e].str, fn = e, file = command_file(t, e), param, *site, n;

	if (t->node[e].kind == FACT_ATTR)
		return (c->name[id] & NAME_BODY) != 0;
	while ((fn = command_around(t, fn)) != 0 && t->node[fn].kind != FACT_FILE) {
		if (t->node[fn].kind != FACT_FUNC || (param = fact_param(t, fn, id)) == 0)
			continue;
		n = command_sites(c, fn, param, &site);
		for (uint32_t k = 0; k < n; k++)
			if (t->node[site[k] - 1].kind != FACT_ARG || t->node[param].flags & (FACT_STAR | FACT_STARSTAR) || !calls_it(q, site[k], depth + 1)) {
				n = 0;
				break;
			}
		command_sites_free(site);
		return n > 0;
	}
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].str == id && (t->node[i].kind == FACT_FUNC || (t->node[i].kind == FACT_ALIAS && c->name[id] & NAME_BODY)))
			return 1;
	return 0;
}

/* Is the value e, which a timer is given, no text, or one that does not hide? */
static int
calls_it(quoted *q, uint32_t e, int depth)
{
	const fact_tree *t = q->c->t;
	uint32_t f = e + 1;
	const char *s;

	switch (t->node[e].kind) {
	case FACT_STR: return cone_said(q, fact_str(t, e), 0);
	case FACT_NONE: case FACT_FUNC: return 1;
	case FACT_NAME: case FACT_ATTR: return (depth < 6 && is_function(q, e, depth)) || any_text(q);
	case FACT_COND: return calls_it(q, t->node[f].end, depth) && calls_it(q, t->node[t->node[f].end].end, depth);
	case FACT_CALL:
		if (t->node[f].kind != FACT_NAME && t->node[f].kind != FACT_ATTR)
			return 0;
		s = fact_str(t, f);
		if (strcmp(s, "dedent") == 0 && fact_arg(t, e, 0))
			return calls_it(q, fact_arg(t, e, 0), depth);
		return strcmp(s, "partial") == 0 || (t->node[f].kind == FACT_NAME && any_text(q));
	default: return 0;
	}
}

/* timeit.timeit(stmt, setup), Timer(stmt, setup) */
static int
runs_statements(quoted *q)
{
	const fact_tree *t = q->c->t;
	uint32_t place = 0;
	char full[300];

	FACT_EACH_KID(t, q->node, k) {
		const char *s = fact_str(t, k);
		if (t->node[k].kind != FACT_ARG)
			continue;
		if (t->node[k].flags & (FACT_STAR | FACT_STARSTAR) || strcmp(s, "language") == 0)
			return 0;
		if (*s ? strcmp(s, "stmt") == 0 || strcmp(s, "setup") == 0 : place++ < 2) {
			if (!calls_it(q, k + 1, 0))
				return 0;
			continue;
		}
		for (uint32_t i = k + 1; i < t->node[k].end; i++) /* names that the text has */
			if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && cone_full(q->c, i, q->a, full, sizeof full) && (is_process(full) || (is_exec(full) && strchr(full, '.'))))
				return 0;
	}
	return 1;
}

/* Does a timer take a text, if it is given one, for code? */
static int
takes_text(const char *full)
{
	static const char *const list[] = {"timeit.timeit", "timeit.repeat", "timeit.Timer", "torch.utils.benchmark.Timer", "torch.utils.benchmark.utils.timer.Timer"};

	return AS_AMONG(full, list);
}

int
cone_quoted(cone *c, uint32_t u, uint32_t node, const char *full, const aliases *a)
{
	static const char *const texts[] = {"exec", "eval", "builtins.exec", "builtins.eval", "cProfile.run", "cProfile.runctx", "profile.run", "profile.runctx"};
	quoted q = {.c = c, .u = u, .node = node, .a = a};
	int test = strcmp(full, "doctest.testmod") == 0, suite = strcmp(full, "doctest.DocTestSuite") == 0, timer = takes_text(full), known;

	if (!test && !suite && !timer && !AS_AMONG(full, texts))
		return !is_exec(full);
	cone_said_begin(&q);
	known = timer ? runs_statements(&q) : test || suite ? runs_examples(&q, suite) : runs_text(&q);
	cone_aliases_clear(&q.outside);
	free(q.outside.a);
	return known && !c->nomem;
}
