/* line_wrap.c - see line_impl.h: functions of the tree that do what printf does: that print what they are given, by a format that
 * they are given, into memory of their own, and give that. What it was before it was large enough does not matter. */
#include "line_impl.h"

#include <string.h>

#include "words.h"

/* fn: the function; format, out: names of the parameters that have the format, and where it puts what it made; into: of what it prints into;
 * 0: none is known yet. */
typedef struct { const lines *l; uint32_t fn, format, out, into; } wrap;

/* What prints: operand 0 by the format that is operand `format`; at: into where that points to, *operand. */
static const struct { const char *name; uint32_t format; int at, listed; } printers[] = {{"vsnprintf", 2, 0, 1}, {"_vsnprintf", 2, 0, 1}, {"g_vsnprintf", 2, 0, 1}, {"vsprintf", 1, 0, 1},
	{"vasprintf", 1, 1, 1}, {"snprintf", 2, 0, 0}, {"sprintf", 1, 0, 0}, {"asprintf", 1, 1, 0}};

static int
printer(const lines *l, uint32_t call)
{
	for (size_t i = 0; l->t->node[call].kind == FACT_CALL && i < sizeof printers / sizeof *printers; i++)
		if (line_is(l, call + 1, printers[i].name))
			return (int)i;
	return -1;
}

/* The NAME that an expression is part of: s of &s[0], (char *)s.data(), s.get(); 0: it is none of that. */
static uint32_t
root(const fact_tree *t, uint32_t e)
{
	static const char *const same[] = {"c_str", "data", "get", "begin", "end"};

	for (;;)
		switch (t->node[e].kind) {
		case FACT_NAME: return e;
		case FACT_UN: case FACT_ADDR: case FACT_DEREF: case FACT_INDEX: e++; break;
		case FACT_BIN:
			if (strcmp(fact_str(t, e), "+") != 0 && strcmp(fact_str(t, e), "-") != 0)
				return 0;
			e++;
			break;
		case FACT_CALL:
			if (t->node[e + 1].kind != FACT_ATTR || !AS_AMONG(fact_str(t, e + 1), same))
				return 0;
			e += 2;
			break;
		default: return 0;
		}
}

/* What a cast or another operator of one operand is of; e: it is none. */
static uint32_t
under(const fact_tree *t, uint32_t e)
{
	return e && t->node[e].kind == FACT_UN ? e + 1 : e;
}

/* Is it a small number, by which a text may be cut? */
static int
is_short(const fact_tree *t, uint32_t e)
{
	return e && t->node[e].kind == FACT_INT && strlen(fact_str(t, e)) < 3;
}

/* Is it the NAME of memory, or what points to its beginning? */
static int
is_beginning(const fact_tree *t, uint32_t e, uint32_t name)
{
	for (uint32_t k = e; k < name; k++)
		if (t->node[k].kind == FACT_BIN || (t->node[k].kind == FACT_INDEX && strcmp(fact_str(t, t->node[k + 1].end), "0") != 0))
			return 0;
	return name != 0;
}

static int
is_name(const fact_tree *t, uint32_t e, uint32_t name)
{
	return e && t->node[e].kind == FACT_NAME && t->node[e].str == name;
}

/* The operand of a call in which a node stands, and the CALL; 0 */
static uint32_t
operand(const lines *l, uint32_t node, uint32_t *call)
{
	for (uint32_t i = node, up; (up = l->up[i]) != 0; i = up) {
		if (l->t->node[up].kind == FACT_BLOCK || l->t->node[up].kind == FACT_FUNC)
			return 0;
		if (l->t->node[up].kind == FACT_ARG && l->t->node[l->up[up]].kind == FACT_CALL) {
			*call = l->up[up];
			return i;
		}
	}
	return 0;
}

/* Is the format only handed to what prints, and measured? */
static int
reads_format(const wrap *w, uint32_t i)
{
	static const char *const measures[] = {"strlen", "va_start", "assert", "_vscprintf"}, *const asks[] = {"c_str", "data", "size", "length", "empty"};
	const fact_tree *t = w->l->t;
	uint32_t up = w->l->up[i], call, arg = operand(w->l, i, &call);
	int p;

	if (line_asked(w->l, i))
		return 1;
	if (t->node[up].kind == FACT_ATTR && (!AS_AMONG(fact_str(t, up), asks) || t->node[w->l->up[up]].kind != FACT_CALL))
		return 0;
	if (t->node[up].kind == FACT_ATTR && strcmp(fact_str(t, up), "c_str") != 0 && strcmp(fact_str(t, up), "data") != 0)
		return 1;
	if (!arg || (t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR))
		return 0;
	if (line_is(w->l, call + 1, fact_str(t, call + 1)) && AS_AMONG(fact_str(t, call + 1), measures))
		return 1;
	return (p = printer(w->l, call)) >= 0 && line_arg(t, call, printers[p].format) == arg;
}

/* Is a local variable only set to memory in which nothing stands yet? */
static int
is_only_memory(const wrap *w, uint32_t name)
{
	const fact_tree *t = w->l->t;
	uint32_t d = line_declared(w->l, w->fn, name);

	if (!d || t->node[d].kind != FACT_DECL || t->node[d].flags & FACT_STATIC)
		return 0;
	for (uint32_t i = lines_named(w->l, name, w->fn); i && i < t->node[w->fn].end; i = lines_named(w->l, name, i)) {
		uint32_t up = w->l->up[i], def = t->node[up].kind == FACT_DECL ? fact_find(t, up, FACT_DEFAULT) : 0, value = def ? def + 1 : t->node[up].kind == FACT_ASSIGN && i == up + 1 ? t->node[i].end : 0;
		value = under(t, value);
		if ((value && !line_is_memory(w->l, value) && t->node[value].kind != FACT_NONE) || t->node[up].kind == FACT_INDEX || t->node[up].kind == FACT_ARG)
			return 0;
	}
	return 1;
}

/* Is a NAME of a macro set to memory there, and to nothing else? */
static int
is_made_there(const lines *l, uint32_t macro, uint32_t name)
{
	const fact_tree *t = l->t;
	int any = 0;

	for (uint32_t i = macro + 1; i < t->node[macro].end; i++) {
		uint32_t up = l->up[i], value = t->node[up].kind == FACT_ASSIGN && i == up + 1 ? t->node[i].end : 0;
		if (!is_name(t, i, name) || !value)
			continue;
		value = under(t, value);
		if (!line_is_memory(l, value))
			return 0;
		any = 1;
	}
	return any;
}

/* NEW(s, n): does a macro only set the operand to memory? */
static int
gets_memory(const lines *l, uint32_t call, uint32_t arg)
{
	static const char *const with[] = {"malloc", "calloc", "realloc", "free", "sizeof"};
	const fact_tree *t = l->t;
	uint32_t k = 0, any = 0;

	while (line_arg(t, call, k) && line_arg(t, call, k) != arg)
		k++;
	for (uint32_t m = 0; m < l->nmacro; m++) {
		uint32_t fn = l->macro[m], param = 0, j = 0;
		if (t->node[fn].kind != FACT_FUNC || t->node[fn].str != t->node[call + 1].str)
			continue;
		FACT_EACH_KID(t, fn, p)
			if (t->node[p].kind == FACT_PARAM && j++ == k)
				param = p;
		if (!param)
			return 0;
		any = 1;
		for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
			uint32_t up = l->up[i], value;
			if (t->node[i].kind == FACT_ERROR)
				return 0;
			if (!is_name(t, i, t->node[param].str) || line_asked(l, i))
				continue;
			if (t->node[up].kind == FACT_ASSIGN && i == up + 1 && !*fact_str(t, up)) {
				value = t->node[i].end;
				value = under(t, value);
				if (!line_is_memory(l, value) && t->node[value].kind != FACT_NONE && !(t->node[value].kind == FACT_NAME && is_made_there(l, fn, t->node[value].str)))
					return 0;
			} else if (t->node[up].kind != FACT_ARG || t->node[l->up[up]].kind != FACT_CALL || !AS_AMONG(fact_str(t, l->up[up] + 1), with)) {
				return 0;
			}
		}
	}
	return any != 0;
}

/* Is it a DECL of memory of the function's own, that nobody else has? */
static int
is_memory_declared(const lines *l, uint32_t d)
{
	static const char *const owns[] = {"string", "vector", "unique_ptr", "QByteArray", "array"};
	const fact_tree *t = l->t;
	uint32_t type = fact_find(t, d, FACT_TYPE), value = fact_find(t, d, FACT_DEFAULT) ? fact_find(t, d, FACT_DEFAULT) + 1 : 0;
	int kind = type ? (int)t->node[type].flags & (FACT_POINTER | FACT_ARRAY) : 0;

	if (!type || t->node[d].flags & (FACT_STATIC | FACT_MACRO) || t->node[type].flags & FACT_REF || kind == (FACT_POINTER | FACT_ARRAY))
		return 0;
	value = under(t, value);
	if (!value || kind == FACT_ARRAY || t->node[value].kind == FACT_NONE)
		return 1;
	if (kind || strcmp(fact_str(t, type), "auto") == 0)
		return line_is_memory(l, value) || (t->node[value].kind == FACT_CALL && t->node[value + 1].kind == FACT_INDEX && strcmp(fact_str(t, value + 2), "make_unique") == 0);
	return AS_AMONG(as_last_part(fact_str(t, type)), owns);
}

/* Does what is done with the memory, node i, leave what is printed into it? */
static int
leaves_memory(const wrap *w, uint32_t i)
{
	static const char *const sizes[] = {"resize", "reserve", "size", "length", "capacity", "shrink_to_fit", "pop_back", "empty"};
	static const char *const frees[] = {"free", "realloc", "sizeof", "xfree", "xrealloc", "g_free"};
	const fact_tree *t = w->l->t;
	uint32_t up = w->l->up[i], q = w->l->up[up], call = 0, arg, value;

	if (line_asked(w->l, i))
		return 1;
	for (uint32_t r = up; r > w->fn && t->node[r].kind != FACT_BLOCK; r = w->l->up[r])
		if (t->node[r].kind == FACT_RETURN)
			return !w->out; /* which is looked at for itself; who gets both may write to one by the other */
	arg = operand(w->l, i, &call);
	if (arg && printer(w->l, call) >= 0)
		return 1;
	switch (t->node[up].kind) {
	case FACT_DECL:
		return is_memory_declared(w->l, up);
	case FACT_ASSIGN:
		value = t->node[i].end;
		if (i != up + 1) /* *out = s */
			return !*fact_str(t, up) && t->node[up + 1].kind == FACT_DEREF && is_name(t, up + 2, w->out);
		value = under(t, value);
		return !*fact_str(t, up) && (line_is_memory(w->l, value) || t->node[value].kind == FACT_NONE || (t->node[value].kind == FACT_NAME && is_only_memory(w, t->node[value].str)));
	case FACT_INDEX: /* s[n] = 0 */
		return t->node[q].kind == FACT_ASSIGN && up == q + 1 && !is_short(t, t->node[i].end) && t->node[t->node[up].end].kind == FACT_INT && strcmp(fact_str(t, t->node[up].end), "0") == 0;
	case FACT_ATTR: return AS_AMONG(fact_str(t, up), sizes) && t->node[q].kind == FACT_CALL && up == q + 1 && !is_short(t, fact_arg(t, q, 0));
	case FACT_DELETE: return 1;
	case FACT_ARG:
		return t->node[q].kind == FACT_CALL && t->node[q + 1].kind == FACT_NAME && (AS_AMONG(fact_str(t, q + 1), frees) || gets_memory(w->l, q, i));
	default: return 0;
	}
}

/* Does an expression only ask how long something is, or where it ends? */
static int
only_measures(const fact_tree *t, uint32_t e)
{
	static const char *const asks[] = {"get", "data", "begin", "end", "size", "length", "strlen"};

	for (uint32_t i = e; e && i < t->node[e].end; i++)
		if (t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_ERROR || (t->node[i].kind == FACT_CALL && !AS_AMONG(as_last_part(fact_str(t, i + 1)), asks)))
			return 0;
	return 1;
}

/* Is what a function returns the memory, or nothing? */
static int
gives_memory(const wrap *w, uint32_t e)
{
	static const char *const copies[] = {"string", "QString", "move", "strdup"};
	const fact_tree *t = w->l->t;
	uint32_t arg;

	if (t->node[e].kind == FACT_NONE || (t->node[e].kind == FACT_STR && !*fact_str(t, e)) || (t->node[e].kind == FACT_LIST && t->node[e].end == e + 1))
		return 1;
	if (t->node[e].kind == FACT_CALL && AS_AMONG(as_last_part(fact_str(t, e + 1)), copies)) {
		if (!(arg = fact_arg(t, e, 0)))
			return 1;
		for (uint32_t k = 1; k < 3; k++) /* how long it is */
			if (is_short(t, fact_arg(t, e, k)) || !only_measures(t, fact_arg(t, e, k)))
				return 0;
		e = arg;
	}
	return is_beginning(t, e, root(t, e)) && t->node[root(t, e)].str == w->into;
}

/* Do the calls that print do so by the format, into one variable? */
static int
prints(wrap *w)
{
	const fact_tree *t = w->l->t;
	int any = 0;

	for (uint32_t i = w->fn + 1; i < t->node[w->fn].end; i++) {
		int p = printer(w->l, i);
		uint32_t to = p >= 0 ? line_arg(t, i, 0) : 0, f = p >= 0 ? line_arg(t, i, printers[p].format) : 0, name;
		if (t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_FUNC || (t->node[i].kind == FACT_CALL && line_is(w->l, i + 1, "va_arg")))
			return 0;
		if (p < 0)
			continue;
		if (!printers[p].listed && (!(name = fact_arg(t, i, printers[p].format + 1)) || !(t->node[name - 1].flags & FACT_STAR))) /* (buffer, size, format, rest...) */
			return 0;
		if (!to || !f || !(f = root(t, f)) || t->node[f].str != w->format)
			return 0;
		if (t->node[to].kind == FACT_NONE || (t->node[to].kind == FACT_INT && strcmp(fact_str(t, to), "0") == 0)) /* how long would it be? */
			continue;
		if (!(name = root(t, to)) || (w->into && t->node[name].str != w->into) || (printers[p].at && t->node[to].kind != FACT_ADDR && !is_name(t, to, w->out)))
			return 0;
		if (!is_beginning(t, to, name) || (printers[p].format == 2 && is_short(t, line_arg(t, i, 1))))
			return 0;
		w->into = t->node[name].str;
		any = 1;
	}
	return any;
}

/* Is the function such a one, by that format? gives: by what it returns; else by what it puts where `out` points to. */
static int
wraps(wrap *w, int gives)
{
	const fact_tree *t = w->l->t;
	uint32_t d, any = 0;

	if (!prints(w))
		return 0;
	for (uint32_t i = w->fn + 1; i < t->node[w->fn].end; i++) {
		uint32_t up = w->l->up[i];
		if (is_name(t, i, w->format) && !reads_format(w, i))
			return 0;
		if (gives && t->node[i].kind == FACT_RETURN) {
			if (i + 1 >= t->node[i].end || !gives_memory(w, i + 1))
				return 0;
			any = 1;
		}
		if (!gives && is_name(t, i, w->out) && t->node[up].kind == FACT_DEREF) {
			uint32_t q = w->l->up[up], call, value = t->node[q].kind == FACT_ASSIGN && up == q + 1 ? t->node[up].end : 0;
			any = 1;
			value = under(t, value);
			if (value ? !(t->node[value].kind == FACT_NONE || is_name(t, value, w->into) || (w->into == w->out && line_is_memory(w->l, value))) : w->into != w->out || !operand(w->l, i, &call) || (printer(w->l, call) < 0 && !line_is_memory(w->l, call)))
				return 0;
		} else if (!gives && is_name(t, i, w->out)) {
			uint32_t call;
			if (line_asked(w->l, i))
				continue;
			if (w->into != w->out || t->node[up].kind != FACT_ARG || !operand(w->l, i, &call) || printer(w->l, call) < 0)
				return 0;
			any = 1;
		}
	}
	if (!any || (!gives && w->into == w->out))
		return any != 0;
	d = line_declared(w->l, w->fn, w->into);
	if (!d || t->node[d].kind != FACT_DECL || line_by_macro(w->l, w->fn, w->into))
		return 0;
	for (uint32_t i = lines_named(w->l, w->into, w->fn); i && i < t->node[w->fn].end; i = lines_named(w->l, w->into, i))
		if (t->node[i].kind == FACT_NAME && !leaves_memory(w, i))
			return 0;
	return 1;
}

int
line_wraps(const lines *l, uint32_t fn, uint32_t out, uint32_t *format, int *listed)
{
	const fact_tree *t = l->t;
	uint32_t k = 0, last = 0, kth = 0;
	int variadic = 0;
	wrap w = {l, fn, 0, 0, 0};

	FACT_EACH_KID(t, fn, p) {
		uint32_t type;
		if (t->node[p].kind != FACT_PARAM)
			continue;
		type = fact_find(t, p, FACT_TYPE);
		if (t->node[p].flags & FACT_STAR) {
			variadic = 1;
		} else if (type && strcmp(fact_str(t, type), "va_list") == 0) {
			variadic = 2;
		} else {
			if (out != UINT32_MAX && k == out)
				w.out = t->node[p].str;
			last = p;
			kth = k;
		}
		k++;
	}
	if (!variadic || !last || (out != UINT32_MAX && !w.out) || t->node[fn].flags & FACT_MACRO)
		return 0;
	w.format = t->node[last].str;
	*format = kth;
	*listed = variadic == 2;
	return w.format && w.format != w.out && wraps(&w, out == UINT32_MAX);
}
