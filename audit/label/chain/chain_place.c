/* chain_place.c - see chain_impl.h: what the place where something stands does with it. */
#include "chain_impl.h"

#include <string.h>

#include "words.h"

/* Is it, or does it stand in, what runs only when the program ends? */
static int
at_exit(const chain *c, const above *a)
{
	const fact_tree *t = c->t;

	for (uint32_t k = a->n; k-- > 1 && (t->node[a->node[k]].kind != FACT_BLOCK || (t->node[a->node[k - 1]].kind == FACT_FUNC && !*fact_str(t, a->node[k - 1])));) {
		uint32_t call = a->node[k - 1], f = call + 1, file = a->node[0];
		if ((t->node[call].kind != FACT_CALL || a->node[k] == f) && t->node[call].kind != FACT_DECOR)
			continue;
		if (t->node[f].kind == FACT_ATTR && strcmp(fact_str(t, f), "register") == 0 && t->node[f + 1].kind == FACT_NAME && strcmp(fact_str(t, f + 1), "atexit") == 0)
			return 1;
		if (!is_python(t, file) && t->node[f].kind == FACT_NAME && strcmp(fact_str(t, f), "atexit") == 0)
			return 1;
	}
	return 0;
}

int
chain_handed_out(chain *c, uint32_t node)
{
	static const char *const runs[] = {"Thread", "Process", "Timer", "submit", "map", "imap", "starmap", "apply", "apply_async", "run_in_executor", "to_thread",
		"partial", "partialmethod", "create_task", "gather", "run", "call_soon", "timeit", "repeat", "filter", "reduce", "sorted", "min", "max", "wraps", "register",
		"thread", "async", "bind", "for_each", "transform", "call_once", "pthread_create", "set_defaults", "make_unique", "make_shared", "emplace", "emplace_back",
		"push_back", "insert", "append", "add", "setattr", "list", "dict", "tuple", "zip", "next", "iter", "do_bench", "Timer", "spawn", "qsort", "signal", "vmap",
		"field", "lambda", "update", "setdefault", "property", "function", "move", "forward", "max_element"};
	const fact_tree *t = c->t;
	uint32_t name;
	above a;

	chain_above(c, node, &a);
	if (at_exit(c, &a))
		return 1;
	if (a.n < 3 || t->node[a.node[a.n - 2]].kind != FACT_ARG || t->node[a.node[a.n - 3]].kind != FACT_CALL)
		return 0;
	name = chain_last(c, a.node[a.n - 3] + 1);
	return name < c->nname && c->dfirst[name] == c->dfirst[name + 1] && !AS_AMONG(t->text.str[name], runs);
}

int
chain_dropped(chain *c, uint32_t site, const symbol *y)
{
	const fact_tree *t = c->t;
	above a;
	uint32_t k;

	if (!y || y->out != SYM_RESULT || y->kind != SYM_COMPILE || y->flags & SYM_ERROR)
		return 0;
	if (!chain_kept(c, site))
		return 1;
	chain_above(c, site, &a);
	for (k = a.n - 1; k > 0 && (t->node[a.node[k - 1]].kind == FACT_ATTR || t->node[a.node[k - 1]].kind == FACT_CALL); k--)
		if (t->node[a.node[k - 1]].kind == FACT_CALL && a.node[k] != a.node[k - 1] + 1)
			return 0; /* an argument */
	return a.n > 1 && t->node[a.node[a.n - 2]].kind == FACT_CALL && a.node[a.n - 1] == a.node[a.n - 2] + 1 && k == a.n - 2 &&
	    (t->node[a.node[k - 1]].kind == FACT_BLOCK || t->node[a.node[k - 1]].kind == FACT_FILE);
}

int
chain_in_import(chain *c, uint32_t node)
{
	above a;

	chain_above(c, node, &a);
	for (uint32_t k = a.n; k-- > 0 && c->t->node[a.node[k]].kind != FACT_BLOCK;)
		if (c->t->node[a.node[k]].kind == FACT_IMPORT || c->t->node[a.node[k]].kind == FACT_FROM)
			return 1;
	return 0;
}

int
chain_merely_named(chain *c, uint32_t node)
{
	const fact_tree *t = c->t;
	above a;

	if (chain_python(c, node))
		return 0;
	chain_above(c, node, &a);
	switch (a.n > 1 ? t->node[a.node[a.n - 2]].kind : FACT_FILE) {
	case FACT_CALL: return node != a.node[a.n - 2] + 1;
	case FACT_DEFAULT: case FACT_PAIR: case FACT_LIST: case FACT_ADDR: return 0;
	case FACT_ASSIGN: return node == a.node[a.n - 2] + 1;
	case FACT_ATTR: return 0;
	default: return 1;
	}
}

uint32_t
chain_set_at(const fact_tree *t, uint32_t o)
{
	uint32_t v = t->node[o].end;

	if (o == 0 || t->node[o - 1].kind != FACT_ASSIGN || *fact_str(t, o - 1) || v >= t->node[o - 1].end)
		return 0;
	return v;
}

int
chain_aside(const chain *c, uint32_t node)
{
	const char *path = fact_str(c->t, program_file(c->p, node)), *base = as_base_name(path);

	return strstr(path, "tests/") || strstr(path, "test/") || strstr(path, "testing/") || strstr(path, "examples/") || strncmp(base, "test_", 5) == 0 || strstr(base, "_test.");
}

int
chain_of_callers(const chain *c, uint32_t unit)
{
	const fact_tree *t = c->t;

	return c->named && (t->node[unit].kind == FACT_FUNC || t->node[unit].kind == FACT_CLASS) && *fact_str(t, unit) != '_' && *fact_str(t, unit) && is_python(t, program_file(c->p, unit)) &&
	    t->node[c->up[unit]].kind != FACT_FUNC && !(t->node[c->up[unit]].kind == FACT_BLOCK && t->node[c->up[c->up[unit]]].kind == FACT_FUNC);
}
