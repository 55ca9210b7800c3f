/* closed_store.c - see closed_impl.h: which variable of C a name is, and how it is used where it stands. */
#include "closed_impl.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

int
closed_is_c(const closed *k, uint32_t node)
{
	return as_ends_with(fact_str(k->t, program_file(k->c->p, node)), ".c");
}

int
closed_of_c(const closed *k, uint32_t node)
{
	uint32_t file = program_file(k->c->p, node);

	return !is_python(k->t, file) && !(k->t->node[file].flags & FACT_DATA);
}

uint32_t
closed_body(const closed *k, uint32_t name)
{
	const chain *c = k->c;
	uint32_t f = 0;

	name = name < c->nname ? c->tail[name] : UINT32_MAX;
	for (uint32_t i = name < c->nname ? c->dfirst[name] : 0; name < c->nname && i < c->dfirst[name + 1]; i++)
		if (closed_of_c(k, c->def[i])) {
			if (f)
				return 0;
			f = c->def[i];
		}
	if (!f || k->t->node[f].kind != FACT_FUNC || k->t->node[f].flags & (FACT_SELF | FACT_RECEIVER | FACT_VIRTUAL | FACT_OVERRIDE))
		return 0;
	return f;
}

/* Is node i, in which o is called so, a DECL of it? */
static int
declares(const closed *k, uint32_t o)
{
	return k->t->node[k->c->up[o]].kind == FACT_DECL && o == k->c->up[o] + 1;
}

/* Does a function have a variable of that name of its own? 1; -1: it cannot be told which one is meant where; 0. */
static int
own(const closed *k, uint32_t func, uint32_t name)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t lo = c->first[name] + fact_before(c->at + c->first[name], c->first[name + 1] - c->first[name], func), block = 0, n = 0;

	FACT_EACH_KID(t, func, p)
		if (t->node[p].kind == FACT_PARAM && t->node[p].str == name)
			n++;
		else if (t->node[p].kind == FACT_CAPTURE && t->node[p].str == name && t->node[p].end > p + 1)
			return -1;
	for (uint32_t i = lo; i < c->first[name + 1] && c->at[i] < t->node[func].end; i++) {
		if (!declares(k, c->at[i]) || closed_func(k, c->at[i]) != func || t->node[c->up[c->at[i]]].flags & FACT_MACRO)
			continue;
		if (n++)
			return -1; /* several, one within the other or side by side */
		block = c->up[c->up[c->at[i]]];
		for (uint32_t j = lo; j < c->first[name + 1] && c->at[j] < t->node[func].end; j++)
			if (t->node[c->at[j]].kind == FACT_NAME && (c->at[j] < c->at[i] || c->at[j] >= t->node[block].end))
				return -1; /* outside of the block it is another one */
	}
	return n == 1 ? 1 : n ? -1 : 0;
}

/* Has a class a member that is called so? */
static int
is_member(const closed *k, uint32_t name)
{
	const chain *c = k->c;

	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++)
		if (declares(k, c->at[i])) {
			uint32_t up = c->up[c->up[c->at[i]]];
			if (k->t->node[up].kind == FACT_BLOCK && k->t->node[c->up[up]].kind == FACT_CLASS && !closed_is_c(k, up))
				return 1;
		}
	return 0;
}

closed_var
closed_of_file(const closed *k, uint32_t name, uint32_t file)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	closed_var v = {name, CLOSED_NONE};
	uint32_t shared = UINT32_MAX, space = 0, n = 0;

	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], f, in = 0, s = 0;
		int inside = 0;
		if (!declares(k, o))
			continue;
		for (uint32_t up = c->up[o]; c->up[up] != up; up = c->up[up]) {
			inside |= t->node[up].kind == FACT_FUNC || t->node[up].kind == FACT_CLASS;
			s = !s && t->node[up].kind == FACT_SPACE ? t->node[up].str + 1 : s;
			in |= (t->node[up].kind == FACT_SPACE && !*fact_str(t, up));
		}
		if (t->node[c->up[o]].flags & FACT_MACRO)
			return v;
		if (inside)
			continue;
		f = program_file(c->p, o);
		if (t->node[f].flags & FACT_DATA || is_python(t, f))
			return v;
		if (n++ && s != space)
			return v;
		space = s;
		if (t->node[c->up[o]].flags & FACT_STATIC || in) {
			const char *path = fact_str(t, f), *dot = strrchr(path, '.');
			if (!dot || dot[1] == 'h' || dot[1] == 'H' || dot[1] == 'i') /* one of each file that includes it */
				return v;
			if (f == file)
				v.in = f;
		} else {
			if (shared != UINT32_MAX && shared != f)
				return v; /* one of several programs */
			shared = f;
		}
	}
	if (v.in == CLOSED_NONE && shared != UINT32_MAX)
		v.in = CLOSED_SHARED;
	else if (v.in != CLOSED_NONE && shared == v.in)
		v.in = CLOSED_NONE;
	return v;
}

closed_var
closed_variable(const closed *k, uint32_t o)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t name = t->node[o].str, up = o;
	int member = 0;

	if (name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
		return (closed_var){name, CLOSED_NONE};
	for (; c->up[up] != up; up = c->up[up]) {
		if (t->node[up].kind == FACT_CLASS && up != o)
			member = 1;
		if (t->node[up].kind == FACT_FUNC && up != o) {
			int mine = own(k, up, name);
			if (mine < 0)
				return (closed_var){name, CLOSED_NONE};
			if (mine)
				return (closed_var){name, up};
			member |= (t->node[up].flags & FACT_SELF) != 0 || strchr(fact_str(t, up), '.');
		}
	}
	if (member && is_member(k, name))
		return (closed_var){name, CLOSED_NONE};
	return closed_of_file(k, name, up);
}

/* Does a macro only read what it is given? */
static int
reads(const fact_tree *t, uint32_t fn)
{
	for (uint32_t i = fn; i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_ADDR || t->node[i].kind == FACT_CALL || t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_UNKNOWN ||
		    t->node[i].kind == FACT_DECL || strstr(fact_str(t, i), "##"))
			return 0;
	return 1;
}

/* May what is called change the variable that it is given by its name? */
static int
changes(const closed *k, uint32_t call)
{
	static const char *const harmless[] = {"printf", "fprintf", "sprintf", "snprintf", "assert", "exit", "_exit", "puts", "g_print", "g_printerr", "strcmp", "abs",
		"malloc", "calloc", "sleep", "usleep", "if", "__builtin_expect", "static_cast", "isatty", "close", "perror", "strerror"};
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t name = t->node[call + 1].kind == FACT_NAME ? chain_last(c, call + 1) : UINT32_MAX;
	const char *s = name < c->nname ? t->text.str[name] : "";

	if (name >= c->nname)
		return 1;
	if (c->dfirst[name] == c->dfirst[name + 1]) {
		if (AS_AMONG(s, harmless))
			return 0;
		if (!closed_is_c(k, call) || strncmp(s, "va_", 3) == 0)
			return 1;
		for (; *s; s++)
			if (islower((unsigned char)*s))
				return 0;
		return 1;
	}
	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++) {
		uint32_t f = c->def[i];
		if (t->node[f].kind != FACT_FUNC)
			return 1;
		if (t->node[f].flags & FACT_MACRO) {
			if (!reads(t, f))
				return 1;
			continue;
		}
		FACT_EACH_KID(t, f, p) {
			if (t->node[p].kind == FACT_TPARAM || t->node[p].kind == FACT_DECOR)
				return 1;
			for (uint32_t q = p; t->node[p].kind == FACT_PARAM && q < t->node[p].end; q++)
				if (t->node[q].kind == FACT_TYPE && t->node[q].flags & FACT_REF && !(t->node[q].flags & FACT_CONST))
					return 1;
		}
	}
	return 0;
}

/* Is it a reference, or does it give one? */
static int
refers(const fact_tree *t, uint32_t i)
{
	FACT_EACH_KID(t, i, k)
		if (t->node[k].kind == FACT_TYPE && t->node[k].flags & (FACT_REF | FACT_ARRAY))
			return 1;
	return 0;
}

closed_how
closed_use(const closed *k, uint32_t o, uint32_t *value)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t e = o, up = c->up[e];
	const char *op;

	*value = 0;
	while ((t->node[up].kind == FACT_COND && e != up + 1) || (t->node[up].kind == FACT_TUPLE && t->node[up].flags & FACT_COMMA) ||
	    (t->node[up].kind == FACT_UN && *fact_str(t, up) == '(')) {
		e = up;
		up = c->up[e];
	}
	op = fact_str(t, up);
	switch (t->node[up].kind) {
	case FACT_ASSIGN:
		if (e != up + 1)
			return CLOSED_READ;
		*value = t->node[e].end;
		return e == o && !*op ? CLOSED_STORE : CLOSED_ESCAPES;
	case FACT_DECL:
		if (e != up + 1 || e != o || refers(t, up))
			return CLOSED_ESCAPES;
		*value = fact_find(t, up, FACT_DEFAULT);
		*value += *value != 0;
		return CLOSED_STORE;
	case FACT_DEFAULT: up = c->up[up]; return t->node[up].flags & FACT_MACRO || refers(t, up) ? CLOSED_ESCAPES : CLOSED_READ;
	case FACT_RETURN: {
		uint32_t f = closed_func(k, o);
		return !f || t->node[f].flags & FACT_MACRO || refers(t, f) || (!closed_is_c(k, o) && !fact_find(t, f, FACT_TYPE)) ? CLOSED_ESCAPES : CLOSED_READ;
	}
	case FACT_ARG: return t->node[c->up[up]].kind != FACT_CALL || changes(k, c->up[up]) ? CLOSED_ESCAPES : CLOSED_READ;
	case FACT_BIN: return e != up + 1 && !closed_is_c(k, o) && (strcmp(op, ">>") == 0 || strcmp(op, "&") == 0) ? CLOSED_ESCAPES : CLOSED_READ;
	case FACT_INDEX: return e == up + 1 ? CLOSED_ESCAPES : CLOSED_READ;
	case FACT_LIST: case FACT_PAIR: case FACT_DICT: return closed_is_c(k, o) ? CLOSED_READ : CLOSED_ESCAPES;
	case FACT_UN: return *op == '#' ? CLOSED_ESCAPES : CLOSED_READ;
	case FACT_IF: case FACT_WHILE: case FACT_SWITCH: case FACT_CASE: case FACT_BLOCK: case FACT_COND: case FACT_DIM: return CLOSED_READ;
	case FACT_TUPLE: return CLOSED_ESCAPES;
	default: return CLOSED_ESCAPES;
	}
}

/* Does a piece of text hold the name as a word? */
static int
holds(const char *s, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = strstr(s, name); p; p = strstr(p + 1, name))
		if ((p == s || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) && !(isalnum((unsigned char)p[n]) || p[n] == '_'))
			return 1;
	return 0;
}

/* Is a part of a name with ##, [s, s + n), something else's name there: a parameter of the macro around node i? */
static int
stands_for(const closed *k, uint32_t i, const char *s, size_t n)
{
	const fact_tree *t = k->t;

	for (uint32_t f = closed_func(k, i); f; f = closed_func(k, f))
		FACT_EACH_KID(t, f, p)
			if (t->node[p].kind == FACT_PARAM && t->text.len[t->node[p].str] == n && memcmp(fact_str(t, p), s, n) == 0)
				return 1;
	return n == 0;
}

/* May the name with ## of node i come to that name? */
static int
pasted(const closed *k, uint32_t i, const char *name)
{
	const char *s = fact_str(k->t, i), *last = strrchr(s, '#') + 1;
	size_t n = strlen(name), first = strcspn(s, "#"), tail = strlen(last);
	int any = stands_for(k, i, s, first), all = stands_for(k, i, last, tail);

	if ((!any && (first > n || strncmp(s, name, first) != 0)) || (!all && (tail > n || strcmp(name + n - tail, last) != 0)))
		return 0;
	if (!any || !all)
		return 1;
	for (size_t cut = 1; cut < n; cut++) /* both parts come from elsewhere, where they stand as words */
		if (as_intern_find(&k->t->text, name, cut) != UINT32_MAX && as_intern_find(&k->t->text, name + cut, n - cut) != UINT32_MAX)
			return 1;
	return 0;
}

static int
hidden(const closed *k, uint32_t name)
{
	static const char *const looks[] = {"dlsym", "GetProcAddress", "in_dll", "g_module_symbol", "lt_dlsym", "SDL_LoadFunction"};
	const fact_tree *t = k->t;
	const char *s = t->text.str[name];

	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		int data = (t->node[f].flags & FACT_DATA) != 0, assembly = (t->node[f].flags & FACT_ASSEMBLY) != 0, python = is_python(t, f);
		for (uint32_t i = f + 1; i < t->node[f].end; i++) {
			uint8_t kind = t->node[i].kind;
			const char *text = fact_str(t, i);
			if (kind == FACT_COMMENT || (python && kind != FACT_STR))
				continue;
			if ((kind == FACT_ERROR || kind == FACT_UNKNOWN) && holds(text, s))
				return 1;
			if (assembly && holds(text, s))
				return 1;
			if (data && kind == FACT_DECL && t->node[i + 1].str == name)
				return 1;
			if (!data && !assembly && !python && kind != FACT_STR && strstr(text, "##") && pasted(k, i, s))
				return 1;
			if (kind == FACT_STR && t->node[i].str == name && t->node[k->c->up[i]].kind == FACT_ARG) {
				uint32_t call = k->c->up[k->c->up[i]], last = t->node[call].kind == FACT_CALL ? chain_last(k->c, call + 1) : UINT32_MAX;
				if (last < k->c->nname && AS_AMONG(t->text.str[last], looks))
					return 1;
			}
		}
	}
	return 0;
}

int
closed_hidden(closed *k, uint32_t name)
{
	if (!k->seen[name])
		k->seen[name] = (uint8_t)(1 + hidden(k, name));
	return k->seen[name] - 1;
}
