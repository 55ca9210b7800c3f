/* line_table.c - see line_impl.h: elements of an array: of a table of texts, and the words of a command. */
#include "line_impl.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "gcd.h"
#include "words.h"

/* Which elements a key may be: first + k * step, of either sign, but none before `least`; step 1: any; 0: the first alone. */
typedef struct { long first, step, least; } keys;

enum { MOST_WORK = 20000 };

/* A counter of a function: what it is set to, and what is added to it. */
static keys
counter(const lines *l, uint32_t name, const line_at *at)
{
	const fact_tree *t = l->t;
	keys k = {0, 0, LONG_MIN}, any = {0, 1, LONG_MIN};
	int set = 0, c = at->fn && t->node[line_declared(l, at->fn, name)].kind == FACT_DECL;

	for (uint32_t i = at->fn; c && i < t->node[at->fn].end; i++) {
		uint32_t up = l->up[i], value, type;
		const char *op;
		long v;
		if (t->node[i].kind == FACT_ERROR)
			return any;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != name)
			continue;
		switch (t->node[up].kind) {
		case FACT_DECL:
			value = fact_find(t, up, FACT_DEFAULT);
			type = fact_find(t, up, FACT_TYPE);
			if (!type || t->node[type].flags & (FACT_POINTER | FACT_REF | FACT_ARRAY))
				return any;
			if (!value)
				continue;
			value++;
			op = "";
			break;
		case FACT_ASSIGN:
			if (i != up + 1)
				continue;
			value = t->node[i].end;
			op = fact_str(t, up);
			break;
		case FACT_BIN: case FACT_INDEX: case FACT_UN: case FACT_IF: case FACT_RETURN: continue;
		default: return any; /* its address, or handed to what takes a reference */
		}
		if (t->node[value].kind != FACT_INT || (v = strtol(fact_str(t, value), NULL, 10)) > INT_MAX)
			return any;
		if (!*op) {
			k.step = set ? (long)as_gcd(k.step, v - k.first) : k.step;
			k.first = set ? k.first : v;
			set = 1;
		} else if (strcmp(op, "+") == 0 || strcmp(op, "-") == 0) {
			k.step = (long)as_gcd(k.step, v);
		} else {
			return any;
		}
	}
	return set ? k : any;
}

/* n += 1, whose value before that is asked for: of n++. 0: it is none */
static uint32_t
stepped(const fact_tree *t, uint32_t e)
{
	uint32_t by = t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "-") == 0 && t->node[e + 1].kind == FACT_ASSIGN && strcmp(fact_str(t, e + 1), "+") == 0 && t->node[e + 2].kind == FACT_NAME ? t->node[e + 2].end : 0;

	return by && t->node[by].kind == FACT_INT && t->node[t->node[e + 1].end].kind == FACT_INT && strcmp(fact_str(t, by), fact_str(t, t->node[e + 1].end)) == 0 ? e + 1 : 0;
}

/* The least that a counter is behind what surely added to it before a node: it is set once, only counts up, and nothing jumps. */
static long
least_of(const lines *l, uint32_t name, uint32_t node, const line_at *at)
{
	const fact_tree *t = l->t;
	uint32_t set = 0, n = 0;
	long first = 0;

	for (uint32_t i = at->fn; i < t->node[at->fn].end; i++) {
		uint32_t up = l->up[i], value;
		if (t->node[i].kind == FACT_LABEL || t->node[i].kind == FACT_ERROR)
			return LONG_MIN;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != name)
			continue;
		if (t->node[up].kind == FACT_BIN || t->node[up].kind == FACT_INDEX || t->node[up].kind == FACT_IF || t->node[up].kind == FACT_RETURN || (t->node[up].kind == FACT_ASSIGN && i != up + 1))
			continue;
		if ((t->node[up].kind != FACT_DECL && t->node[up].kind != FACT_ASSIGN) || i != up + 1) /* its address, or handed to what takes a reference */
			return LONG_MIN;
		value = t->node[up].kind == FACT_ASSIGN ? t->node[i].end : fact_find(t, up, FACT_DEFAULT) ? fact_find(t, up, FACT_DEFAULT) + 1 : 0;
		if (!value)
			continue;
		if (t->node[value].kind != FACT_INT || (t->node[up].kind == FACT_ASSIGN && *fact_str(t, up) && strcmp(fact_str(t, up), "+") != 0))
			return LONG_MIN;
		if (t->node[up].kind == FACT_DECL || !*fact_str(t, up)) {
			if (set)
				return LONG_MIN;
			set = up;
			first = strtol(fact_str(t, value), NULL, 10);
			continue;
		}
		if (!set || up >= node || strtol(fact_str(t, value), NULL, 10) < 1)
			continue;
		for (uint32_t s = up, b = l->up[s]; b; s = b, b = l->up[b]) { /* a statement of a block that has the set one, and the node */
			if (t->node[b].kind == FACT_IF || t->node[b].kind == FACT_WHILE || t->node[b].kind == FACT_FOR || t->node[b].kind == FACT_COND || t->node[b].kind == FACT_SWITCH || t->node[b].kind == FACT_FUNC)
				break;
			if (t->node[b].kind == FACT_BIN && AS_AMONG(fact_str(t, b), ((const char *const[]){"and", "or"})))
				break;
			if (t->node[b].kind == FACT_BLOCK && b < set && node < t->node[b].end && node >= t->node[s].end) {
				n++;
				break;
			}
		}
	}
	return set ? first + (long)n : LONG_MIN;
}

static keys
key_of(const lines *l, uint32_t e, const line_at *at)
{
	const fact_tree *t = l->t;
	keys k = {0, 1, LONG_MIN};
	uint32_t counted;

	if (t->node[e].kind == FACT_INT)
		return (keys){strtol(fact_str(t, e), NULL, 10), 0, LONG_MIN};
	if ((counted = stepped(t, e)) != 0 && at->fn) {
		k = counter(l, t->node[counted + 1].str, at);
		k.least = k.step ? least_of(l, t->node[counted + 1].str, counted, at) : k.least;
		return k;
	}
	if (t->node[e].kind == FACT_NAME)
		return counter(l, t->node[e].str, at);
	if (t->node[e].kind == FACT_BIN && t->node[e + 1].kind == FACT_NAME && t->node[t->node[e + 1].end].kind == FACT_INT) {
		long v = strtol(fact_str(t, t->node[e + 1].end), NULL, 10);
		k = counter(l, t->node[e + 1].str, at);
		if (v > INT_MAX)
			return (keys){0, 1, LONG_MIN};
		k.first += strcmp(fact_str(t, e), "+") == 0 ? v : strcmp(fact_str(t, e), "-") == 0 ? -v : 0;
		if (*fact_str(t, e) != '+' && *fact_str(t, e) != '-')
			k = (keys){0, 1, LONG_MIN};
	}
	return k;
}

static int
may_be(keys a, keys b)
{
	long step = (long)as_gcd(a.step, b.step), d = a.first - b.first;

	if ((a.step == 0 && a.first < b.least) || (b.step == 0 && b.first < a.least))
		return 0;
	return step ? d % step == 0 : d == 0;
}

/* What stands in a LIST where a key may be. */
static void
listed(lines *l, uint32_t list, keys k, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	long n = 0;

	FACT_EACH_KID(t, list, v) {
		if (may_be(k, (keys){n, 0, LONG_MIN}))
			line_eval(l, v, at, depth + 1, out);
		n++;
	}
}

/* May an element be written to, the memory that it points to, by a call of a library that is handed it? */
static int
is_written(const lines *l, uint32_t e, const char *const *reads, size_t n)
{
	const fact_tree *t = l->t;
	uint32_t call = t->node[l->up[e]].kind == FACT_ARG ? l->up[l->up[e]] : 0, fn;

	if (!call || t->node[call].kind != FACT_CALL || (t->node[call + 1].kind == FACT_NAME && line_bodies(l, t->node[call + 1].str, &fn, 1) != 0))
		return 0;
	if (line_writer(l, call))
		return line_arg(t, call, 0) == e;
	return !line_reads(l, call) && !line_seeks(l, call, e) && !((t->node[call + 1].kind == FACT_NAME || t->node[call + 1].kind == FACT_ATTR) && as_among(fact_str(t, call + 1), reads, n));
}

static int place(lines *l, uint32_t i, keys k, const line_at *at, int depth, line_set *out);

/* An array is handed to functions of the tree: what they do with it, which may set elements. 0: that is not known. */
static int
handed(lines *l, uint32_t call, uint32_t arg, keys k, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	uint32_t fn[4], n = t->node[call + 1].kind == FACT_NAME ? line_bodies(l, t->node[call + 1].str, fn, 4) : 0, which = 0;

	while (line_arg(t, call, which) && line_arg(t, call, which) != arg)
		which++;
	if (n == 0 || n > 4 || depth > LINE_DEEP || ++l->work > MOST_WORK || !line_arg(t, call, which) || line_declared(l, at->fn, t->node[call + 1].str))
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		line_at in = {at, fn[i], call};
		uint32_t param = 0, j = 0;
		FACT_EACH_KID(t, fn[i], p)
			if (t->node[p].kind == FACT_PARAM && j++ == which)
				param = p;
		if (!param || t->node[param].flags & FACT_STAR || t->node[fn[i]].flags & FACT_MACRO || line_by_macro(l, fn[i], t->node[param].str))
			return 0;
		for (uint32_t x = fn[i]; x < t->node[fn[i]].end; x++)
			if (t->node[x].kind == FACT_ERROR || (t->node[x].kind == FACT_NAME && t->node[x].str == t->node[param].str && !place(l, x, k, &in, depth + 1, out)))
				return 0;
	}
	return 1;
}

/* One place where an array is named: 0 where what happens to it is not known. */
static int
place(lines *l, uint32_t i, keys k, const line_at *at, int depth, line_set *out)
{
	static const char *const reads[] = {"execv", "execvp", "execve", "execvpe", "posix_spawn", "posix_spawnp", "g_spawn_sync", "g_spawn_async", "g_spawn_async_with_pipes", "g_subprocess_newv",
		"free", "sizeof", "memset", "bzero"};
	const fact_tree *t = l->t;
	uint32_t up = l->up[i], q = l->up[up], def, type;

	for (; t->node[up].kind == FACT_UN && *fact_str(t, up) == '('; up = q, q = l->up[q]) /* a cast */
		i = up;
	switch (t->node[up].kind) {
	case FACT_DECL:
		def = fact_find(t, up, FACT_DEFAULT);
		type = fact_find(t, up, FACT_TYPE);
		if (!type || (t->node[type].flags & (FACT_POINTER | FACT_REF)) != FACT_POINTER)
			return 0;
		if (def && t->node[def + 1].kind == FACT_LIST)
			listed(l, def + 1, k, at, depth, out);
		return !def || t->node[def + 1].kind == FACT_LIST;
	case FACT_INDEX:
		if (i != up + 1)
			return 1;
		if (t->node[q].kind == FACT_ASSIGN && up == q + 1) {
			if (*fact_str(t, q))
				return 0;
			if (may_be(k, key_of(l, t->node[i].end, at)))
				line_eval(l, t->node[up].end, at, depth + 1, out);
			return 1;
		}
		/* what is read out of it is text, or handed on to be written to */
		return t->node[q].kind != FACT_ADDR && t->node[q].kind != FACT_DEREF && t->node[q].kind != FACT_INDEX && !is_written(l, up, reads, sizeof reads / sizeof *reads);
	case FACT_ARG:
		if (t->node[q].kind != FACT_CALL || (t->node[q + 1].kind != FACT_NAME && t->node[q + 1].kind != FACT_ATTR))
			return 0;
		return AS_AMONG(fact_str(t, q + 1), reads) || handed(l, q, i, k, at, depth, out);
	case FACT_DEREF: return t->node[q].kind == FACT_ARG && !is_written(l, up, reads, sizeof reads / sizeof *reads);
	case FACT_IF: return 1;
	default: return 0;
	}
}

static int array(lines *l, uint32_t name, keys k, const line_at *at, int depth, line_set *out);

/* What a call gives as an array: one of its function, or a list that stands there. */
static int
array_given(lines *l, uint32_t e, keys k, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;

	e = fact_uncast(t, e);
	if (e && t->node[e].kind == FACT_LIST) {
		listed(l, e, k, at, depth, out);
		return 1;
	}
	return e && t->node[e].kind == FACT_NAME && depth <= LINE_DEEP && array(l, t->node[e].str, k, at, depth + 1, out);
}

/* A parameter: what is done with it there, and what all who call the function give. */
static int
array_param(lines *l, uint32_t name, keys k, const line_at *at, int depth, line_set *out)
{
	enum { MOST_CALLS = 60 };
	const fact_tree *t = l->t;
	uint32_t call[MOST_CALLS], which;
	int n;

	if (t->node[at->fn].flags & FACT_MACRO || !fact_param_at(t, at->fn, name, &which) || line_by_macro(l, at->fn, name))
		return 0;
	for (uint32_t x = at->fn; x < t->node[at->fn].end; x++)
		if (t->node[x].kind == FACT_ERROR || (t->node[x].kind == FACT_NAME && t->node[x].str == name && !place(l, x, k, at, depth, out)))
			return 0;
	if (at->call)
		return array_given(l, line_arg(t, at->call, which), k, at->up, depth, out);
	n = line_calls(l, at->fn, call, MOST_CALLS);
	for (int i = 0; i < n; i++) {
		line_at in = {NULL, lines_function(l, call[i]), 0};
		if (!array_given(l, line_arg(t, call[i], which), k, &in, depth, out))
			return 0;
	}
	return n > 0;
}

/* All places where the array of that name is named. */
static int
array(lines *l, uint32_t name, keys k, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	uint32_t d = line_declared(l, at->fn, name), any = 0;
	uint32_t from = d ? at->fn : 0, end = d ? t->node[at->fn].end : t->n;

	if (++l->work > MOST_WORK)
		return 0;
	if (d && t->node[d].kind == FACT_PARAM)
		return array_param(l, name, k, at, depth, out);
	for (uint32_t i = from; d && i < end; i++)
		if (t->node[i].kind == FACT_ERROR)
			return 0;
	for (uint32_t i = l->first[name]; i; i = l->next[i]) {
		line_at in = *at;
		if (t->node[i].kind != FACT_NAME || i < from || i >= end)
			continue;
		if (!d) {
			in = (line_at){NULL, lines_function(l, i), 0};
			if (in.fn && line_declared(l, in.fn, name))
				continue;
		}
		any |= t->node[l->up[i]].kind == FACT_DECL;
		if (!place(l, i, k, &in, depth, out))
			return 0;
	}
	return any != 0;
}

void
line_element(lines *l, uint32_t e, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set a = {0};

	if (strcmp(fact_str(l->t, l->t->node[e + 1].end), "0") == 0 && line_is_self(l, e + 1, at)) {
		line_add(l, out, (const char[]){LINE_SELF}, 1);
		return;
	}
	if (t->node[e + 1].kind != FACT_NAME || !array(l, t->node[e + 1].str, key_of(l, t->node[e + 1].end, at), at, depth, &a) || !a.n) {
		line_any(l, out);
		return;
	}
	line_all(l, out, &a);
}

void
line_first(lines *l, uint32_t name, const line_at *at, int depth, line_set *out)
{
	line_set a = {0};

	if (line_is_self(l, name, at)) {
		line_add(l, out, (const char[]){LINE_SELF}, 1);
		return;
	}
	if (!array(l, l->t->node[name].str, (keys){0, 0, LONG_MIN}, at, depth, &a) || !a.n) {
		line_any(l, out);
		return;
	}
	line_all(l, out, &a);
}

static int
elements(lines *l, uint32_t node, keys k, line_set *out)
{
	line_at at = {NULL, lines_function(l, node), 0};

	l->work = 0;
	out->n = 0;
	if (l->t->node[node].kind == FACT_UN && *fact_str(l->t, node) == '(')
		node++;
	if (l->t->node[node].kind == FACT_LIST) {
		listed(l, node, k, &at, 0, out);
		return 1;
	}
	return l->t->node[node].kind == FACT_NAME && array(l, l->t->node[node].str, k, &at, 0, out);
}

int
lines_elements(lines *l, uint32_t node, line_set *out)
{
	return elements(l, node, (keys){0, 1, LONG_MIN}, out);
}

int
lines_element(lines *l, uint32_t node, long k, line_set *out)
{
	return elements(l, node, (keys){k, 0, LONG_MIN}, out);
}
