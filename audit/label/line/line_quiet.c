/* line_quiet.c - see line_impl.h: what statements leave the text of a variable as it is, and who else may write to it meanwhile. */
#include "line_impl.h"

#include <string.h>

#include "words.h"

int
line_is_it(const line_reading *r, uint32_t e)
{
	return r->l->t->node[e].kind == FACT_NAME && r->l->t->node[e].str == r->name;
}

uint32_t
line_uncast(const fact_tree *t, uint32_t e)
{
	return t->node[e].kind == FACT_UN && *fact_str(t, e) == '(' ? e + 1 : e;
}

int
line_is_library(const lines *l, uint32_t call)
{
	uint32_t fn;

	return l->t->node[call + 1].kind != FACT_NAME || line_bodies(l, l->t->node[call + 1].str, &fn, 1) == 0;
}

int
line_only_read(const line_reading *r, uint32_t x)
{
	static const char *const asks[] = {"size", "length", "empty", "find", "rfind", "compare", "substr", "isEmpty", "contains", "startsWith", "endsWith", "find_first_of", "find_last_of",
		"toStdString", "trimmed", "str"};
	static const char *const same[] = {"c_str", "data", "constData", "toUtf8", "toLatin1", "toLocal8Bit"};
	const fact_tree *t = r->l->t;
	uint32_t up = r->l->up[x], q = r->l->up[up], type;

	if (t->node[up].kind == FACT_UN && *fact_str(t, up) == '(')
		return line_only_read(r, up);
	if (line_asked(r->l, x))
		return 1;
	switch (t->node[up].kind) {
	case FACT_ARG:
		return t->node[q].kind == FACT_CALL && line_is_library(r->l, q) && (line_writer(r->l, q) ? line_arg(t, q, 0) != x : line_reads(r->l, q));
	case FACT_INDEX: case FACT_DEREF: return x == up + 1 && line_asked(r->l, up);
	case FACT_ATTR:
		if (t->node[q].kind != FACT_CALL || up != q + 1 || (strcmp(fact_str(t, up), "str") == 0 && line_arg(t, q, 0)))
			return 0;
		return AS_AMONG(fact_str(t, up), asks) || (AS_AMONG(fact_str(t, up), same) && line_only_read(r, q));
	case FACT_BIN:
		return strcmp(fact_str(t, up), "<<") == 0 ? line_leftmost(t, up) != x : strcmp(fact_str(t, up), "+") == 0 && line_is_string(r->l, up, r->at);
	case FACT_DEFAULT:
		type = fact_find(t, q, FACT_TYPE);
		return t->node[q].kind == FACT_DECL && line_is_string(r->l, x, r->at) && type && !(t->node[type].flags & (FACT_REF | FACT_POINTER));
	case FACT_ASSIGN: return x != up + 1 && line_is_string(r->l, x, r->at) && t->node[up + 1].kind == FACT_NAME;
	case FACT_DELETE: case FACT_BLOCK: case FACT_ASSERT: return 1;
	default: return 0;
	}
}

/* Is the variable only read there, or handed to a function of the tree that neither writes to it nor keeps it? */
static int
is_left(const line_reading *r, uint32_t x)
{
	const fact_tree *t = r->l->t;
	line_writes w = {.name = r->name, .own = 1};
	uint32_t up = r->l->up[x];

	if (line_only_read(r, x))
		return 1;
	if (t->node[up].kind != FACT_ARG || t->node[r->l->up[up]].kind != FACT_CALL || line_is_library(r->l, r->l->up[up]) || r->depth >= LINE_DEEP)
		return 0;
	line_collect(r->l, &w, x, r->at, 0, r->depth + 1);
	return !w.lost && !w.escapes && !w.buffer && !w.nothing && !w.joins && w.set.n == 0 && w.more.n == 0;
}

/* Is a variable of the function no name of another's memory, and of a type whose values do nothing by themselves? */
static int
is_plain(const line_reading *r, uint32_t d)
{
	static const char *const types[] = {"int", "long", "unsigned", "char", "short", "bool", "float", "double", "size_t", "ssize_t", "pid_t", "string", "std.string"};
	const fact_tree *t = r->l->t;
	uint32_t type = d ? fact_find(t, d, FACT_TYPE) : 0;

	return type && !(t->node[type].flags & FACT_REF) && (t->node[type].flags & FACT_POINTER || AS_AMONG(fact_str(t, type), types));
}

/* May an operator of the tree run there: of one that does not stand there by its name, !x, x[0], or what makes another type of x, if (x)? */
static int
may_run_operator(const line_reading *r, uint32_t i)
{
	static const char *const signs[] = {"!", "*", "&", "->", "[]", "()", "~", "-", ","};
	const fact_tree *t = r->l->t;

	if (t->node[i].kind == FACT_NAME)
		return r->l->converts && !is_plain(r, line_declared(r->l, r->at->fn, t->node[i].str));
	for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
		if (line_has_operator(r->l, signs[k]))
			return 1;
	return 0;
}

int
line_quiet(const line_reading *r, uint32_t i)
{
	const fact_tree *t = r->l->t;

	switch (t->node[i].kind) {
	case FACT_LABEL: case FACT_ERROR: case FACT_CAPTURE: case FACT_YIELD: case FACT_AWAIT: return 0;
	case FACT_NAME: return line_is_it(r, i) ? is_left(r, i) : r->alone || !line_asked(r->l, i) || !may_run_operator(r, i);
	case FACT_CALL:
		if (strstr(fact_str(t, i + 1), "setjmp"))
			return 0;
		return r->alone || (i < r->read && r->read < t->node[i].end) || (t->node[i + 1].kind == FACT_ATTR && line_is_it(r, i + 2)) || (line_reads(r->l, i) && line_is_library(r->l, i));
	case FACT_ASSIGN: return r->alone || (t->node[i + 1].kind == FACT_NAME && is_plain(r, line_declared(r->l, r->at->fn, t->node[i + 1].str)));
	case FACT_DECL: return r->alone || is_plain(r, i);
	case FACT_DELETE: return r->alone;
	case FACT_BIN: return r->alone || !line_has_operator(r->l, fact_str(t, i));
	case FACT_UN: case FACT_INDEX: case FACT_DEREF: case FACT_ADDR: case FACT_TUPLE: return r->alone || line_is_it(r, i + 1) || !may_run_operator(r, i);
	default: return 1;
	}
}

int
line_all_quiet(const line_reading *r, uint32_t e, uint32_t from, uint32_t to)
{
	for (uint32_t i = e; i < r->l->t->node[e].end; i++)
		if ((i < from || i >= to) && !line_quiet(r, i))
			return 0;
	return 1;
}

/* Is all known that is ever written to what a pointer is set to? */
static int
is_known(const line_reading *r, uint32_t e)
{
	line_set a = {0};

	line_eval(r->l, e, r->at, r->depth + 1, &a);
	return a.n != 1 || strcmp(a.s[0], (const char[]){LINE_HOLE, '\0'}) != 0;
}

int
line_is_alone(const line_reading *r)
{
	static const char *const changes[] = {"append", "assign", "clear", "str", "push_back", "resize", "reserve", "insert", "erase", "replace"};
	const fact_tree *t = r->l->t;
	uint32_t d = line_declared(r->l, r->at->fn, r->name);
	int through = 0, shared = 0; /* it is written to by that name; it is set to memory that may have others */

	if (!d || (t->node[d].kind == FACT_PARAM && !(fact_find(t, d, FACT_TYPE) && line_is_string(r->l, r->read, r->at) && !(t->node[fact_find(t, d, FACT_TYPE)].flags & FACT_REF))))
		return 0;
	for (uint32_t i = r->l->first[r->name]; i; i = r->l->next[i]) {
		uint32_t up = r->l->up[i], q = r->l->up[up], w, type, value;
		if (t->node[i].kind != FACT_NAME || i < r->at->fn || i >= t->node[r->at->fn].end)
			continue;
		for (uint32_t f = up; f != r->at->fn; f = r->l->up[f])
			if (t->node[f].kind == FACT_FUNC || t->node[f].kind == FACT_CLASS)
				return 0;
		w = up;
		if (t->node[up].kind == FACT_DECL) {
			type = fact_find(t, up, FACT_TYPE);
			if (!type || t->node[type].flags & FACT_REF || t->node[up].flags & FACT_STATIC)
				return 0;
			value = fact_find(t, up, FACT_DEFAULT);
			if (value && t->node[type].flags & FACT_POINTER && !line_is_memory(r->l, value + 1) && t->node[value + 1].kind != FACT_NONE) {
				if (!is_known(r, value + 1))
					return 0;
				shared = 1;
			}
			continue;
		}
		if (is_left(r, i))
			continue;
		if ((t->node[up].kind == FACT_INDEX || t->node[up].kind == FACT_DEREF) && i == up + 1 && t->node[q].kind == FACT_ASSIGN && up == q + 1) {
			through = 1;
			continue;
		}
		if (t->node[up].kind == FACT_ASSIGN && i == up + 1) {
			value = t->node[i].end;
			if (!line_is_string(r->l, i, r->at) && !line_is_memory(r->l, value) && t->node[value].kind != FACT_NONE) {
				if (!is_known(r, value))
					return 0;
				shared = 1;
			}
			continue;
		}
		if (t->node[up].kind == FACT_ATTR && t->node[q].kind == FACT_CALL && up == q + 1 && AS_AMONG(fact_str(t, up), changes) && t->node[r->l->up[q]].kind == FACT_BLOCK)
			continue;
		if (t->node[up].kind == FACT_UN || t->node[up].kind == FACT_ADDR || line_is_end(r->l, up, r->name) ||
		    (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "+") == 0 && t->node[t->node[i].end].kind == FACT_INT))
			w = q;
		if (t->node[w].kind == FACT_ARG && t->node[r->l->up[w]].kind == FACT_CALL && line_is_library(r->l, r->l->up[w]) && line_arg(t, r->l->up[w], 0) == w + 1 &&
		    (t->node[up].kind == FACT_ADDR ? line_written_by(r, r->l->up[w]) == r->l->up[w] : line_writer(r->l, r->l->up[w]) != NULL)) {
			through |= t->node[up].kind != FACT_ADDR;
			continue;
		}
		while (t->node[w].kind == FACT_BIN && strcmp(fact_str(t, w), "<<") == 0)
			w = r->l->up[w];
		if (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "<<") == 0 && t->node[w].kind == FACT_BLOCK)
			continue;
		return 0;
	}
	return !(through && shared);
}
