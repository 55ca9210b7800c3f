/* line_self.c - see line_impl.h: argv[0] of main, the program's own name, where nobody gives it another. */
#include "line_impl.h"

#include <string.h>

#include "words.h"

enum { MOST_BODIES = 4, DEEP = 4 };

/* The expression that x is, cast: (char **)x. */
static uint32_t
cast(const lines *l, uint32_t x)
{
	while (l->t->node[l->up[x]].kind == FACT_UN && *fact_str(l->t, l->up[x]) == '(')
		x = l->up[x];
	return x;
}

/* Is e assigned to, or is its address taken? */
static int
is_set(const lines *l, uint32_t e)
{
	const fact_tree *t = l->t;
	uint32_t up = l->up[e];

	return (t->node[up].kind == FACT_ASSIGN && e == up + 1) || t->node[up].kind == FACT_ADDR;
}

/* The element of an array, or the letter of a text, that stands there for its NAME: a[k], *a; 0: it is no such */
static uint32_t
element(const lines *l, uint32_t i)
{
	uint32_t up;

	i = cast(l, i);
	up = l->up[i];
	return l->t->node[up].kind == FACT_DEREF || (l->t->node[up].kind == FACT_INDEX && i == up + 1) ? up : 0;
}

/* Does a call of a library write where its operand e points to? */
static int
is_filled(const lines *l, uint32_t call, uint32_t e)
{
	static const char *const list[] = {"memset", "bzero", "memcpy", "memmove", "mempcpy", "stpcpy", "strtok", "strtok_r", "strsep", "fgets", "gets", "fread", "strlcpy", "strlcat", "strncpy", "explicit_bzero"};
	static const char *const second[] = {"read", "pread", "recv", "recvfrom"};
	static const char *const any[] = {"swap", "swap_ranges", "iter_swap", "rotate", "reverse", "sort", "stable_sort", "shuffle", "partition", "fill", "fill_n", "generate", "generate_n", "qsort",
		"copy", "copy_n", "move", "exchange", "span"};
	const fact_tree *t = l->t;
	int named = t->node[call + 1].kind == FACT_NAME || t->node[call + 1].kind == FACT_ATTR;
	const char *name = named ? as_last_part(fact_str(t, call + 1)) : "";

	if (AS_AMONG(name, any) || (AS_AMONG(name, second) && line_arg(t, call, 1) == e))
		return 1;
	return line_arg(t, call, 0) == e && (line_writer(l, call) || AS_AMONG(name, list));
}

/* The part of the tree in which the variable is meant to which x is assigned, and its name; 0: it is none, or x is not assigned. */
static int
alias(const lines *l, uint32_t x, uint32_t *name, uint32_t *from, uint32_t *end)
{
	const fact_tree *t = l->t;
	uint32_t up = l->up[x], to = t->node[up].kind == FACT_ASSIGN && x != up + 1 ? up + 1 : t->node[up].kind == FACT_DEFAULT ? l->up[up] + 1 : 0, fn = lines_function(l, x);

	if (!to || (t->node[to].kind != FACT_NAME && t->node[to].kind != FACT_ATTR))
		return 0;
	*name = t->node[to].str;
	*from = t->node[to].kind == FACT_NAME && line_declared(l, fn, *name) ? fn : 0;
	*end = *from ? t->node[fn].end : t->n;
	return 1;
}

/* Is a letter of the text written that a variable points to, or another that is set to it? */
static int
is_written(const lines *l, uint32_t name, uint32_t from, uint32_t end, int depth)
{
	const fact_tree *t = l->t;
	uint32_t to, in, until;

	if (depth > DEEP)
		return 1;
	for (uint32_t i = lines_named(l, name, from); i && i < end; i = lines_named(l, name, i)) {
		uint32_t e = element(l, i), up = l->up[i];
		if ((e && is_set(l, e)) || (t->node[up].kind == FACT_ARG && t->node[l->up[up]].kind == FACT_CALL && is_filled(l, l->up[up], i)))
			return 1;
		if (alias(l, cast(l, i), &to, &in, &until) && to != name && is_written(l, to, in, until, depth + 1))
			return 1;
	}
	return 0;
}

static int leaves_alone(const lines *l, uint32_t name, uint32_t from, uint32_t end, int own, int depth);

/* Do functions of the tree leave alone what operand x of a CALL points to: a text, or an array of such? */
static int
handed(const lines *l, uint32_t call, uint32_t x, int text, int depth)
{
	const fact_tree *t = l->t;
	uint32_t fn[MOST_BODIES], n, k = 0;

	if (t->node[call].kind != FACT_CALL || (t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR))
		return 0;
	while (line_arg(t, call, k) && line_arg(t, call, k) != x)
		k++;
	if ((n = line_bodies(l, fact_last(t, call + 1), fn, MOST_BODIES)) > MOST_BODIES || !line_arg(t, call, k))
		return 0;
	for (uint32_t b = 0; b < n; b++) {
		uint32_t param = 0, j = 0;
		FACT_EACH_KID(t, fn[b], p)
			if (t->node[p].kind == FACT_PARAM && j++ == k)
				param = p;
		if (!param || (text ? is_written(l, t->node[param].str, fn[b], t->node[fn[b]].end, 0) : !leaves_alone(l, t->node[param].str, fn[b], t->node[fn[b]].end, 0, depth + 1)))
			return 0;
	}
	return n > 0 || !is_filled(l, call, x);
}

/* Is nothing written to the elements of an array of that name, nor to what its first points to? own: nor is it set itself. */
static int
leaves_alone(const lines *l, uint32_t name, uint32_t from, uint32_t end, int own, int depth)
{
	const fact_tree *t = l->t;
	uint32_t to, in, until;

	if (depth > DEEP || (from && line_by_macro(l, from, name)))
		return 0;
	for (uint32_t i = lines_named(l, name, from); i && i < end; i = lines_named(l, name, i)) {
		uint32_t e = element(l, i), x = cast(l, e ? e : i), up = l->up[x], key = e && t->node[e].kind == FACT_INDEX ? t->node[i].end : 0;
		if (is_set(l, x) && (e || own || t->node[up].kind == FACT_ADDR))
			return 0;
		if (key && t->node[key].kind == FACT_INT && strcmp(fact_str(t, key), "0") != 0)
			continue;
		if (e && element(l, e) && is_set(l, element(l, e))) /* argv[0][0] = 'k' */
			return 0;
		if (t->node[up].kind == FACT_LIST || t->node[up].kind == FACT_PAIR || t->node[up].kind == FACT_RETURN) /* kept in a struct, given back */
			return 0;
		if (t->node[up].kind == FACT_ARG && !handed(l, l->up[up], x, e != 0, depth))
			return 0;
		if (alias(l, x, &to, &in, &until) && (e ? is_written(l, to, in, until, 0) : to != name && !leaves_alone(l, to, in, until, 0, depth + 1)))
			return 0;
	}
	return 1;
}

int
line_is_self(const lines *l, uint32_t array, const line_at *at)
{
	const fact_tree *t = l->t;
	uint32_t k, name = t->node[array].str;

	if (!at->fn || strcmp(fact_str(t, at->fn), "main") != 0 || t->node[array].kind != FACT_NAME || !fact_param_at(t, at->fn, name, &k) || k != 1)
		return 0;
	return leaves_alone(l, name, at->fn, t->node[at->fn].end, 1, 0);
}
