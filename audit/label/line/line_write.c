/* line_write.c - see line_impl.h: what writes to a variable that holds text, wherever its name stands. */
#include "line_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../program/symbols.h"
#include "words.h"

enum { MOST_BODIES = 6 };

/* Is a name one of variables that only get operands of a va_list? */
static int
is_listed(const lines *l, uint32_t e, const line_at *at)
{
	const fact_tree *t = l->t;
	int any = 0;

	if (t->node[e].kind != FACT_NAME || !at->fn)
		return 0;
	for (uint32_t i = at->fn; i < t->node[at->fn].end; i++) {
		uint32_t up = l->up[i], value;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != t->node[e].str)
			continue;
		if (t->node[up].kind == FACT_ADDR)
			return 0;
		if ((t->node[up].kind != FACT_ASSIGN && t->node[up].kind != FACT_DECL) || i != up + 1)
			continue;
		value = t->node[up].kind == FACT_DECL ? fact_find(t, up, FACT_DEFAULT) : t->node[i].end;
		if (!value && t->node[up].kind == FACT_DECL)
			continue;
		value += t->node[up].kind == FACT_DECL;
		if (t->node[value].kind != FACT_CALL || !line_is(l, value + 1, "va_arg"))
			return 0;
		any = 1;
	}
	return any;
}

/* Does control leave, or come in, within a statement? */
static int
jumps(const fact_tree *t, uint32_t e)
{
	for (uint32_t i = e; i < t->node[e].end; i++)
		if (t->node[i].kind == FACT_LABEL || t->node[i].kind == FACT_GOTO || t->node[i].kind == FACT_BREAK || t->node[i].kind == FACT_CONTINUE || t->node[i].kind == FACT_ERROR)
			return 1;
	return 0;
}

static int
names(const fact_tree *t, uint32_t e, uint32_t name)
{
	for (uint32_t i = e; i < t->node[e].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == name)
			return 1;
	return 0;
}

/* A statement sets the variable: with what the next ones put behind that. */
static void
sets(lines *l, line_writes *w, uint32_t stmt, line_set *a, const line_at *at, int depth)
{
	const fact_tree *t = l->t;
	uint32_t block = l->up[stmt];

	for (uint32_t k = t->node[stmt].end; w->own && t->node[block].kind == FACT_BLOCK && k < t->node[block].end; k = t->node[k].end) {
		line_set b = {0};
		if (jumps(t, k) || w->ndone == sizeof w->done / sizeof *w->done)
			break;
		if (!names(t, k, w->name))
			continue;
		if (!line_adds(l, k, w->name, at, depth, &b))
			break;
		line_join(l, a, &b);
		w->done[w->ndone++] = k;
	}
	line_all(l, &w->set, a);
}

/* A node puts text behind what the variable has, wherever it comes in. */
static void
behind(lines *l, line_writes *w, uint32_t node, const line_set *a)
{
	for (uint32_t i = 0; i < w->ndone; i++)
		if (w->done[i] == node)
			return;
	line_all(l, &w->more, a);
}

static void
gets_value(lines *l, line_writes *w, uint32_t stmt, uint32_t value, const line_at *at, int depth)
{
	line_set a = {0};

	w->buffer |= !line_is_constant(l->t, value);
	if (line_is_memory(l, value)) {
		w->nothing = 1;
		return;
	}
	line_eval(l, value, at, depth + 1, &a);
	w->nothing |= a.n == 0;
	sets(l, w, stmt, &a, at, depth);
}

static void
is_set_empty(lines *l, line_writes *w, uint32_t stmt, const line_at *at, int depth)
{
	line_set a = {0};

	line_add(l, &a, "", 0);
	w->buffer = 1;
	sets(l, w, stmt, &a, at, depth);
}

/* Operand k of a CALL is the variable, or, if pointed, its address. */
static void
argument(lines *l, line_writes *w, uint32_t call, uint32_t k, const line_at *at, int pointed, int depth)
{
	static const char *const refers[] = {"swap", "exchange", "tie", "ref", "getline", "iter_swap"};
	const fact_tree *t = l->t;
	const line_by *by = line_writer(l, call);
	uint32_t fn[MOST_BODIES], n, zero;
	line_set a = {0};

	if (t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR) {
		w->lost = 1;
		return;
	}
	if (pointed && k == 0 && (line_is(l, call + 1, "asprintf") || line_is(l, call + 1, "vasprintf"))) {
		line_format(l, call, 1, *fact_str(t, call + 1) == 'v', at, depth, &a);
		w->buffer = 1;
		sets(l, w, call, &a, at, depth);
		return;
	}
	if (!pointed && by && k > 0)
		return;
	if (!pointed && by) {
		w->buffer = 1;
		if (by->how == LINE_ADDS) {
			uint32_t what = line_arg(t, call, by->at);
			if (what && is_listed(l, what, at)) {
				w->joins++;
				w->lost |= !w->own;
				for (uint32_t i = 0; i < w->ndone; i++) /* where it is put behind a first text at once, it is no loop */
					w->lost |= w->done[i] == call;
				return;
			}
			line_adds(l, call, w->name, at, depth, &a);
			if (!a.n)
				line_any(l, &a);
			behind(l, w, call, &a);
			return;
		}
		line_put(l, call, by, at, depth, &a);
		sets(l, w, call, &a, at, depth);
		return;
	}
	if (!pointed && k == 0 && ((line_is(l, call + 1, "memset") && (zero = line_arg(t, call, 1)) && t->node[zero].kind == FACT_INT && strcmp(fact_str(t, zero), "0") == 0) || line_is(l, call + 1, "bzero"))) {
		is_set_empty(l, w, call, at, depth);
		return;
	}
	if (!pointed && line_reads(l, call))
		return;
	if (AS_AMONG(fact_str(t, call + 1), refers) || line_declared(l, at->fn, t->node[call + 1].str) || depth > LINE_DEEP) {
		w->lost = 1;
		return;
	}
	n = line_bodies(l, t->node[call + 1].str, fn, MOST_BODIES);
	if (n > MOST_BODIES || (n == 0 && pointed)) {
		w->lost = 1;
		return;
	}
	w->escapes |= n == 0 && !w->constant;
	for (uint32_t i = 0; i < n; i++) {
		line_at in = {at, fn[i], call};
		uint32_t param = 0, j = 0, type, format;
		int listed;
		if (pointed && line_wraps(l, fn[i], k, &format, &listed)) {
			line_set made = {0};
			line_format(l, call, format, listed, at, depth, &made);
			w->buffer = 1;
			sets(l, w, call, &made, at, depth);
			continue;
		}
		line_writes inner = *w;
		FACT_EACH_KID(t, fn[i], p)
			if (t->node[p].kind == FACT_PARAM && (j++ == k || t->node[p].flags & FACT_STAR)) {
				param = p;
				break;
			}
		type = param ? fact_find(t, param, FACT_TYPE) : 0;
		if (!param || (t->node[param].flags & FACT_STAR && !(t->node[fn[i]].flags & FACT_MACRO))) {
			for (uint32_t e = fn[i]; e < t->node[fn[i]].end; e++) /* handed on in a va_list, to be printed */
				w->lost |= !param || pointed || (t->node[e].kind == FACT_CALL && (line_is(l, e + 1, "va_arg") || strstr(fact_str(t, e + 1), "scan")));
			continue;
		}
		inner.name = t->node[param].str;
		inner.constant = type && t->node[type].flags & FACT_CONST && !(t->node[type].flags & FACT_REF) && !pointed;
		inner.own = 0; /* what follows there is joined to nothing */
		inner.behind = t->node[param].flags & FACT_STAR ? k - (j - 1) + 1 : 0;
		line_collect(l, &inner, fn[i], &in, pointed, depth + 1);
		inner.name = w->name;
		inner.own = w->own;
		inner.behind = w->behind;
		inner.constant = w->constant;
		*w = inner;
	}
}

/* (char *)c.c_str(): is what a method gives of it cast, and not only read then? */
static int
is_written_cast(const lines *l, uint32_t call)
{
	const fact_tree *t = l->t;
	uint32_t x = call, up;

	if (!(t->node[call].flags & FACT_POINTER) && t->node[l->up[call]].kind != FACT_UN)
		return 0;
	while (t->node[l->up[x]].kind == FACT_UN)
		x = l->up[x];
	up = l->up[x];
	return !line_asked(l, x) && (t->node[up].kind != FACT_ARG || t->node[l->up[up]].kind != FACT_CALL || !line_reads(l, l->up[up]));
}

/* A method of the variable is called. */
static void
method(lines *l, line_writes *w, uint32_t call, const line_at *at, int depth)
{
	static const char *const asks[] = {"c_str", "size", "length", "empty", "find", "rfind", "compare", "substr", "isEmpty", "contains", "startsWith", "endsWith", "toStdString", "toUtf8",
		"toLatin1", "toLocal8Bit", "arg", "trimmed", "left", "right", "mid", "good", "fail", "reserve", "find_first_of", "find_last_of", "toString", "constData"};
	const fact_tree *t = l->t;
	const char *s = fact_str(t, call + 1);
	uint32_t arg = line_arg(t, call, 0);
	line_set a = {0};

	if (AS_AMONG(s, asks) || (strcmp(s, "str") == 0 && !arg)) {
		w->lost |= is_written_cast(l, call);
		return;
	}
	if (t->node[l->up[call]].kind != FACT_BLOCK) { /* it gives the variable */
		w->lost = 1;
	} else if (strcmp(s, "clear") == 0 && !arg) {
		is_set_empty(l, w, call, at, depth);
	} else if ((strcmp(s, "assign") == 0 || strcmp(s, "str") == 0) && arg && !line_arg(t, call, 1)) {
		gets_value(l, w, call, arg, at, depth);
	} else if (line_adds(l, call, w->name, at, depth, &a)) {
		behind(l, w, call, &a);
	} else {
		w->lost = 1;
	}
}

/* A DECL of it. */
static void
declared(lines *l, line_writes *w, uint32_t decl, const line_at *at, int depth)
{
	static const char *const streams[] = {"ostringstream", "stringstream", "wostringstream"};
	const fact_tree *t = l->t;
	uint32_t type = fact_find(t, decl, FACT_TYPE), def = fact_find(t, decl, FACT_DEFAULT);
	int flags = type ? (int)t->node[type].flags : 0, stream = type && AS_AMONG(as_last_part(fact_str(t, type)), streams);

	if (!type || flags & FACT_REF || t->node[decl].flags & FACT_MACRO) {
		w->lost = 1;
	} else if (flags & (FACT_POINTER | FACT_ARRAY)) {
		w->stays |= (t->node[decl].flags & FACT_STATIC) != 0;
		w->buffer |= (flags & FACT_ARRAY) != 0;
		w->lost |= (flags & FACT_ARRAY) && (flags & FACT_POINTER);
		if (def)
			gets_value(l, w, decl, def + 1, at, depth);
		else if (flags & FACT_ARRAY && (!w->own || t->node[decl].flags & FACT_STATIC)) /* empty at first */
			is_set_empty(l, w, decl, at, depth);
	} else if (stream || line_is_string(l, decl + 1, at)) {
		w->buffer = 1;
		if (def && !stream)
			gets_value(l, w, decl, def + 1, at, depth);
		else if (def && fact_find(t, def + 1, FACT_ARG))
			w->lost = 1;
		else
			is_set_empty(l, w, decl, at, depth);
	} else if (strcmp(fact_str(t, type), "auto") == 0 && def) {
		gets_value(l, w, decl, def + 1, at, depth);
	} else {
		w->lost = 1;
	}
}

/* How many operands more than one the macros that stand before an ARG of a CALL may come to: FILE_AND_LINE. */
static uint32_t
more_operands(const lines *l, uint32_t call, uint32_t arg)
{
	const fact_tree *t = l->t;
	uint32_t n = 0;

	FACT_EACH_KID(t, call, a) {
		if (a == arg)
			break;
		for (uint32_t i = 0; t->node[a].kind == FACT_ARG && t->node[a + 1].kind == FACT_NAME && i < l->nmacro; i++)
			if (t->node[l->macro[i]].kind == FACT_DECL && t->node[l->macro[i] + 1].str == t->node[a + 1].str) {
				n += 3;
				break;
			}
	}
	return n;
}

/* May the left of an assignment be a member that is a reference, which a constructor makes one of what is on the right? */
static int
is_referred(const lines *l, uint32_t e)
{
	const fact_tree *t = l->t;

	for (uint32_t i = t->node[e].kind == FACT_ATTR ? l->first[t->node[e].str] : 0; i; i = l->next[i]) {
		uint32_t d = l->up[i], type = t->node[d].kind == FACT_DECL && i == d + 1 ? fact_find(t, d, FACT_TYPE) : 0;
		if (type && t->node[type].flags & FACT_REF)
			return 1;
	}
	return 0;
}

/* The node x is the variable: what happens to it there. */
static void
happens(lines *l, line_writes *w, uint32_t x, const line_at *at, int depth)
{
	const fact_tree *t = l->t;
	uint32_t up = l->up[x], q = l->up[up], k = 0;
	int by_value = line_is_string(l, x, at);
	line_set a = {0};

	while (t->node[up].kind == FACT_UN && *fact_str(t, up) == '(') { /* a cast */
		x = up;
		up = q;
		q = l->up[q];
	}
	if (line_asked(l, x))
		return;
	switch (t->node[up].kind) {
	case FACT_DECL: declared(l, w, up, at, depth); return;
	case FACT_DEFAULT: w->escapes |= !by_value || (fact_find(t, q, FACT_TYPE) && t->node[fact_find(t, q, FACT_TYPE)].flags & FACT_REF); return;
	case FACT_ASSIGN:
		if (x != up + 1) {
			if (w->own && t->node[up + 1].kind == FACT_DEREF && t->node[up + 2].kind == FACT_NAME && fact_param(t, at->fn, t->node[up + 2].str))
				w->gives++; /* who called has it, as one that returns it has */
			else
				w->escapes |= !by_value || is_referred(l, up + 1);
		} else if (by_value && t->node[q].kind != FACT_BLOCK && t->node[q].kind != FACT_FOR) { /* (c = "ls").swap(d) */
			w->lost = 1;
		} else if (!*fact_str(t, up)) {
			gets_value(l, w, up, t->node[x].end, at, depth);
		} else if (line_adds(l, up, w->name, at, depth, &a)) {
			behind(l, w, up, &a);
		} else {
			w->lost = 1;
		}
		return;
	case FACT_ARG:
		if (t->node[q].kind != FACT_CALL) {
			w->lost = 1;
			return;
		}
		FACT_EACH_KID(t, q, arg) {
			if (arg == up)
				break;
			k += t->node[arg].kind == FACT_ARG;
		}
		k += w->behind ? w->behind - 1 : 0;
		for (uint32_t more = w->behind ? more_operands(l, q, up) : 0, n = 0; n <= more; n++)
			argument(l, w, q, k + n, at, 0, depth);
		return;
	case FACT_ADDR:
		if (t->node[q].kind != FACT_ARG || t->node[l->up[q]].kind != FACT_CALL) {
			w->lost = 1;
			return;
		}
		FACT_EACH_KID(t, l->up[q], arg) {
			if (arg == q)
				break;
			k += t->node[arg].kind == FACT_ARG;
		}
		argument(l, w, l->up[q], k, at, 1, depth);
		return;
	case FACT_INDEX: case FACT_DEREF: {
		int target = t->node[q].kind == FACT_ASSIGN && up == q + 1, first = t->node[up].kind == FACT_DEREF || strcmp(fact_str(t, t->node[x].end), "0") == 0;
		uint32_t value = target ? t->node[up].end : 0;
		if (x != up + 1)
			return;
		if (target && first && !*fact_str(t, q) && t->node[value].kind == FACT_INT && strcmp(fact_str(t, value), "0") == 0)
			is_set_empty(l, w, q, at, depth);
		else
			w->lost |= target || t->node[q].kind == FACT_ADDR || (by_value && t->node[q].kind == FACT_ARG);
		return;
	}
	case FACT_ATTR:
		while (t->node[q].kind == FACT_CALL && t->node[l->up[q]].kind == FACT_ATTR && line_appended(t, l->up[l->up[q]]) == x)
			q = l->up[l->up[q]];
		if (t->node[q].kind == FACT_CALL && (up == q + 1 || line_appended(t, q) == x))
			method(l, w, q, at, depth);
		else
			w->lost = 1;
		return;
	case FACT_BIN:
		if (strcmp(fact_str(t, up), "<<") == 0) {
			while (t->node[q].kind == FACT_BIN && strcmp(fact_str(t, q), "<<") == 0 && up == q + 1) {
				up = q;
				q = l->up[q];
			}
			if (line_leftmost(t, up) != x)
				return;
			w->lost |= !line_adds(l, up, w->name, at, depth, &a) || t->node[q].kind != FACT_BLOCK;
			behind(l, w, up, &a);
			return;
		}
		if (strcmp(fact_str(t, up), "+") == 0 && (by_value || line_is_string(l, up, at)))
			return;
		if (line_is_end(l, up, w->name) && t->node[q].kind == FACT_ARG && line_adds(l, l->up[q], w->name, at, depth, &a)) {
			behind(l, w, l->up[q], &a);
			return;
		}
		w->lost |= strcmp(fact_str(t, up), "-") != 0;
		return;
	case FACT_RETURN: w->escapes |= !w->own; w->returned = 1; return;
	case FACT_DELETE: case FACT_ASSERT: case FACT_BLOCK: case FACT_JOIN: return;
	default: w->lost = 1;
	}
}

/* The node x is a pointer to the variable. */
static void
points(lines *l, line_writes *w, uint32_t x, const line_at *at, int depth)
{
	const fact_tree *t = l->t;
	uint32_t up = l->up[x], q = l->up[up], k = 0;

	if (line_asked(l, x) || t->node[up].kind == FACT_PARAM)
		return;
	if (t->node[up].kind == FACT_DEREF) {
		w->buffer = 1;
		happens(l, w, up, at, depth);
	} else if (t->node[up].kind == FACT_ARG && t->node[q].kind == FACT_CALL) {
		FACT_EACH_KID(t, q, arg) {
			if (arg == up)
				break;
			k += t->node[arg].kind == FACT_ARG;
		}
		argument(l, w, q, k, at, 1, depth);
	} else {
		w->lost = 1;
	}
}

void
line_collect(lines *l, line_writes *w, uint32_t from, const line_at *at, int pointed, int depth)
{
	const fact_tree *t = l->t;

	if (depth > LINE_DEEP) {
		w->lost = 1;
		return;
	}
	for (uint32_t i = from; i < t->node[from].end && !w->lost; i++) {
		if (t->node[i].kind == FACT_ERROR)
			w->lost = 1;
		if (t->node[i].kind == FACT_CAPTURE && t->node[i].str == w->name)
			w->lost = 1;
		if ((t->node[i].kind != FACT_NAME && (t->node[i].kind != FACT_ATTR || i != from)) || t->node[i].str != w->name)
			continue;
		if (pointed)
			points(l, w, i, at, depth);
		else
			happens(l, w, i, at, depth);
	}
	if (w->joins && at->call && !w->lost && w->joins == 1 && !w->more.n) {
		line_set a = {0};
		line_joined(l, at, depth, &a);
		line_join(l, &w->set, &a);
		w->joins = 0;
	}
}
