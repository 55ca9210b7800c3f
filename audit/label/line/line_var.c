/* line_var.c - see line_impl.h: the texts that a NAME stands for: a macro, a variable, a parameter. */
#include "line_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/tree_words.h"

uint32_t
line_declared(const lines *l, uint32_t fn, uint32_t name)
{
	const fact_tree *t = l->t;

	for (uint32_t i = fn; fn && i < t->node[fn].end; i++)
		if ((t->node[i].kind == FACT_PARAM && t->node[i].str == name) ||
		    (t->node[i].kind == FACT_DECL && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == name))
			return i;
	return 0;
}

/* Does a function name a macro in which that name stands, and no parameter of it is called so? */
int
line_by_macro(const lines *l, uint32_t fn, uint32_t name)
{
	const fact_tree *t = l->t;

	for (uint32_t i = 0; i < l->nmacro; i++) {
		uint32_t m = l->macro[i], has = 0, called = t->node[m].kind == FACT_FUNC ? t->node[m].str : t->node[m + 1].str;
		for (uint32_t j = m + 1; j < t->node[m].end && !has; j++)
			has = t->node[j].kind == FACT_NAME && t->node[j].str == name && t->node[l->up[j]].kind != FACT_DECL;
		if (!has || (t->node[m].kind == FACT_FUNC && fact_param(t, m, name)))
			continue;
		for (uint32_t j = fn; j < t->node[fn].end; j++)
			if ((t->node[j].kind == FACT_NAME || t->node[j].kind == FACT_UNKNOWN) && t->node[j].str == called)
				return 1;
	}
	return 0;
}

/* Is a macro one that is defined only where nobody else has, and does a file of the build name it? */
static int
set_by_build(const lines *l, uint32_t macro, uint32_t name)
{
	const fact_tree *t = l->t;
	char flag[100];

	for (uint32_t i = l->up[macro]; i; i = l->up[i])
		for (uint32_t k = i + 1; t->node[i].kind == FACT_IF && t->node[i].flags & FACT_PREPROC && k < t->node[i + 1].end; k++)
			if (t->node[k].kind == FACT_NAME && t->node[k].str == name)
				return snprintf(flag, sizeof flag, "D%s", t->text.str[name]) >= (int)sizeof flag || tree_has_word(t, flag, 0) || tree_has_word(t, flag + 1, 0);
	return 0;
}

/* A variable with all that is written to it. */
static void
written(lines *l, line_writes *w, line_set *out)
{
	w->escapes |= (w->returned && w->stays) || w->gives > 1 || (w->gives && w->returned);
	w->lost |= w->escapes && w->buffer;
	w->lost |= w->set.n == 0 && (!w->nothing || w->more.n);
	w->lost |= w->joins != 0;
	for (uint32_t i = 0; i < w->more.n && !w->lost; i++) /* in what order is not known */
		w->lost |= strpbrk(w->more.s[i], ";|&`$()\n\"'") != NULL;
	if (w->lost) {
		line_any(l, out);
		return;
	}
	line_all(l, out, &w->set);
	if (w->more.n) {
		line_set hole = {0}, a = w->set;
		line_any(l, &hole);
		line_join(l, &a, &w->more);
		line_join(l, &w->set, &hole);
		line_all(l, out, &a);
		line_all(l, out, &w->set);
	}
}

/* ns::c: is an ATTR a variable of what may be a namespace? */
static int
is_in_scope(const lines *l, uint32_t attr, uint32_t fn)
{
	const fact_tree *t = l->t;
	uint32_t base = attr + 1;

	if (t->node[base].kind != FACT_NAME || strcmp(fact_str(t, base), "this") == 0 || line_declared(l, fn, t->node[base].str))
		return 0;
	for (uint32_t n = l->first[t->node[base].str]; n; n = l->next[n])
		if (t->node[l->up[n]].kind == FACT_DECL && n == l->up[n] + 1 && fact_find(t, l->up[n], FACT_TYPE)) /* not another name of a namespace */
			return 0;
	return 1;
}

/* A macro, or a variable of no function. */
void
line_global(lines *l, uint32_t name, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_writes w = {.name = name};
	uint32_t macros = 0, variables = 0;

	for (uint32_t n = l->first[name]; n; n = l->next[n]) {
		uint32_t def, i = l->up[n];
		if (t->node[n].kind != FACT_NAME || t->node[i].kind != FACT_DECL || n != i + 1)
			continue;
		def = fact_find(t, i, FACT_DEFAULT);
		if (t->node[l->up[l->up[i]]].kind == FACT_CLASS && at->fn && t->node[at->fn].flags & FACT_SELF) { /* a member */
			line_any(l, out);
			return;
		}
		if (t->node[i].flags & FACT_MACRO) {
			line_at file = {NULL, 0, 0};
			macros++;
			if (set_by_build(l, i, name) && strcmp(t->text.str[name], "EXEEXT") == 0) /* of Autoconf: what names of programs end in */
				line_add(l, out, ".exe", 4);
			else if (set_by_build(l, i, name))
				line_any(l, out);
			if (def)
				line_eval(l, def + 1, &file, depth + 1, out);
			else
				line_add(l, out, "", 0);
		} else if (line_of_file(l, i)) {
			variables++;
		}
	}
	if (!variables) {
		if (!macros && strcmp(t->text.str[name], "_PATH_BSHELL") == 0) /* of <paths.h> */
			line_add(l, out, "/bin/sh", 7);
		else if (!macros)
			line_any(l, out);
		return;
	}
	for (uint32_t i = l->first[name]; i; i = l->next[i]) {
		line_at in = {NULL, lines_function(l, i), 0};
		if (t->node[i].kind == FACT_NAME ? !in.fn || !line_declared(l, in.fn, name) : is_in_scope(l, i, in.fn))
			line_collect(l, &w, i, &in, 0, depth);
	}
	written(l, &w, out);
}

/* The part of a function in which a NAME means the same variable: the block that declares it, or all of it. 0: there are more of
 * that name, of other types. */
static uint32_t
scope_of(const lines *l, uint32_t node, uint32_t fn)
{
	const fact_tree *t = l->t;
	uint32_t first = line_declared(l, fn, t->node[node].str), was = fact_find(t, first, FACT_TYPE), kinds = FACT_POINTER | FACT_ARRAY | FACT_REF;

	for (uint32_t i = l->first[t->node[node].str]; i; i = l->next[i]) {
		uint32_t type = i > fn && i < t->node[fn].end && t->node[l->up[i]].kind == FACT_DECL && i == l->up[i] + 1 ? fact_find(t, l->up[i], FACT_TYPE) : 0;
		if (type && was && ((t->node[type].flags ^ t->node[was].flags) & kinds || t->node[type].str != t->node[was].str))
			return 0;
	}
	for (uint32_t b = l->up[node]; b > fn; b = l->up[b]) {
		if (t->node[b].kind != FACT_BLOCK || (t->node[l->up[b]].kind == FACT_IF && t->node[l->up[b]].flags & FACT_PREPROC))
			continue;
		FACT_EACH_KID(t, b, k)
			if (t->node[k].kind == FACT_DECL && t->node[k + 1].kind == FACT_NAME && t->node[k + 1].str == t->node[node].str)
				return b;
	}
	return fn;
}

/* Does a macro do more with its parameter than look at it? */
static int
changed(const lines *l, uint32_t macro, uint32_t name)
{
	const fact_tree *t = l->t;

	for (uint32_t i = macro; i < t->node[macro].end; i++) {
		uint32_t up = l->up[i];
		if (t->node[i].kind == FACT_UNKNOWN || t->node[i].kind == FACT_ERROR ||
		    (t->node[i].kind == FACT_NAME && t->node[i].str == name && ((t->node[up].kind == FACT_ASSIGN && i == up + 1) || t->node[up].kind == FACT_ADDR || t->node[up].kind == FACT_DECL)))
			return 1;
	}
	return 0;
}

/* Does a function declare nothing of that name but macros? */
static int
is_macro_alone(const lines *l, uint32_t fn, uint32_t name)
{
	const fact_tree *t = l->t;

	for (uint32_t i = fn; i < t->node[fn].end; i++)
		if ((t->node[i].kind == FACT_PARAM && t->node[i].str == name) ||
		    (t->node[i].kind == FACT_DECL && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == name && !(t->node[i].flags & FACT_MACRO)))
			return 0;
	return 1;
}

void
line_variable(lines *l, uint32_t name, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_writes w = {.name = t->node[name].str, .own = 1};
	uint32_t d = line_declared(l, at->fn, w.name), k, p, from;

	if ((l->places && line_is_string(l, name, at)) || line_is_string(l, name, at) == 2 || line_is_object(l, name, at)) {
		line_any(l, out);
		return;
	}
	if (at->fn && !line_by_macro(l, at->fn, w.name) && line_last(l, name, at, depth, out))
		return;
	if (!d || is_macro_alone(l, at->fn, w.name)) {
		line_global(l, w.name, at, depth, out);
		return;
	}
	if (!(from = scope_of(l, name, at->fn)) || line_by_macro(l, at->fn, w.name)) {
		line_any(l, out);
		return;
	}
	if (from == at->fn && (p = fact_param_at(t, at->fn, w.name, &k))) {
		if (t->node[at->fn].flags & FACT_MACRO && !changed(l, at->fn, w.name)) { /* what it is given stands there itself */
			line_given(l, p, k, at, depth, out);
			return;
		}
		line_given(l, p, k, at, depth, &w.set);
		w.nothing = w.set.n == 0;
	}
	line_collect(l, &w, from, at, 0, depth);
	written(l, &w, out);
}
