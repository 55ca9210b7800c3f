/* carry_takers.c - see carry.h: who gets the label: where it stands in code, who reads what holds it, and who hands it on. */
#include "carry.h"

#include <string.h>

#include "grow.h"
#include "../vm/vm.h"
#include "words.h"

enum { MOST_TAKERS = 600 };

static void names(carry *c, uint32_t name, uint32_t fn, uint32_t param);
static void readers(carry *c, uint32_t name);

static void
open_at(carry *c, uint32_t node)
{
	if (!c->open)
		c->open = node;
}

/* fn gets it, by a parameter, by a member of its object (a string), or however (both 0). */
static void
gets_by(carry *c, uint32_t fn, uint32_t param, uint32_t member)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->list[i].fn == fn && ((c->list[i].param == param && c->list[i].member == member) || !(c->list[i].param | c->list[i].member)))
			return;
	if (c->n >= MOST_TAKERS) {
		open_at(c, fn);
		return;
	}
	if (as_grow32(&c->list, c->n, &c->cap, sizeof *c->list) != 0)
		c->nomem = 1;
	else
		c->list[c->n++] = (taker){fn, param, member};
}

static void
gets(carry *c, uint32_t fn, uint32_t param)
{
	gets_by(c, fn, param, 0);
}

/* Is it a member of the object itself? Its name, or 0. */
static uint32_t
own_member(const fact_tree *t, uint32_t e)
{
	return t->node[e].kind == FACT_ATTR && t->node[e + 1].kind == FACT_NAME && strcmp(fact_str(t, e + 1), "self") == 0 ? t->node[e].str : 0;
}

/* fn gets it as what an expression in it is: a parameter, a member of its object, or something else. */
static void
gets_as(carry *c, uint32_t fn, uint32_t e)
{
	uint32_t param = c->t->node[e].kind == FACT_NAME ? fact_param(c->t, fn, c->t->node[e].str) : 0;

	gets_by(c, fn, param, param ? 0 : own_member(c->t, e));
}

/* Does a value stand there as it is, and is it not the label? */
static int
plain(const carry *c, uint32_t v)
{
	const fact_node *n = &c->t->node[v];

	return (n->kind == FACT_STR && n->str != c->label) || n->kind == FACT_INT || n->kind == FACT_FLOAT || n->kind == FACT_BOOL || n->kind == FACT_NONE;
}

/* A CALL of fn, which gets the label by param (0: by anything): does it hand on what may be the label? Then the unit that it stands in gets it. */
static void
called(carry *c, uint32_t call, uint32_t fn, uint32_t param)
{
	const fact_tree *t = c->t;
	uint32_t v = 0, u = carry_unit(c, call);

	if (u == fn)
		return;
	if (param) {
		v = carry_given(c, call, fn, param);
		if (v == 0 || (v != UINT32_MAX && plain(c, v))) {
			uint32_t def = v ? 0 : fact_find(t, param, FACT_DEFAULT);
			if (v || !def || plain(c, def + 1)) /* what is left out is not the label either */
				return;
		}
	}
	if (u && v && v != UINT32_MAX)
		gets_as(c, u, v);
	else if (u)
		gets(c, u, 0);
	else
		open_at(c, call);
}

/* What a statement of a file or class sets: the NAME; 0. */
static uint32_t
set_by(const carry *c, uint32_t node)
{
	const fact_tree *t = c->t;

	for (uint32_t i = node; t->node[i].kind != FACT_FILE && t->node[i].kind != FACT_CLASS && t->node[i].kind != FACT_IF; i = c->up[i])
		if ((t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_DECL) && node != i + 1)
			return t->node[i + 1].kind == FACT_NAME ? i + 1 : t->node[i + 1].kind == FACT_INDEX && t->node[i + 2].kind == FACT_NAME ? i + 2 : 0;
	return 0;
}

/* Something that holds the label, or gets it, stands at the level of a file or class: who reads what is set there. */
static void
set_there(carry *c, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t name = set_by(c, node), up = node;

	for (; t->node[up].kind != FACT_FILE && t->node[up].kind != FACT_CLASS; up = c->up[up])
		if (t->node[up].kind == FACT_DECOR) {
			open_at(c, node);
			return;
		}
	if (!name) {
		open_at(c, node);
		return;
	}
	readers(c, t->node[name].str);
	if (t->node[up].kind == FACT_CLASS)
		readers(c, t->node[up].str);
}

/* Methods of a class that make an object of it by another name: cls(x), self.__class__(x), type(self)(x). */
static void
made_within(carry *c, uint32_t cls, uint32_t fn, uint32_t param)
{
	const fact_tree *t = c->t;

	for (uint32_t m = cls; m < t->node[cls].end; m++)
		if (t->node[m].kind == FACT_CALL && ((t->node[m + 1].kind == FACT_NAME && strcmp(fact_str(t, m + 1), "cls") == 0) ||
		    (t->node[m + 1].kind == FACT_ATTR && strcmp(fact_str(t, m + 1), "__class__") == 0) ||
		    (t->node[m + 1].kind == FACT_CALL && strcmp(fact_str(t, m + 2), "type") == 0)))
			called(c, m, fn, param);
}

/* An occurrence of a name that is no call of it: an annotation, a question for the class, or a value that is kept or handed on. */
static void
valued(carry *c, uint32_t i, uint32_t fn, uint32_t param)
{
	const fact_tree *t = c->t;
	uint32_t up = c->up[i], u;

	for (uint32_t k = i; t->node[k].kind != FACT_FILE; k = c->up[k]) {
		if (t->node[k].kind == FACT_ALIAS) { /* under another name */
			if (t->node[k].str != t->node[i].str)
				names(c, t->node[k].str, fn, param);
			return;
		}
		if (t->node[k].kind == FACT_TYPE || (t->node[k].kind == FACT_HANDLER && k != up)) {
			return;
		}
		if (t->node[k].kind == FACT_BASE) {
			uint32_t cls = c->up[k], own = carry_method(t, cls, "__init__");
			if (fact_last(t, fn) == fact_last(t, i))
				return;
			for (uint32_t m = own; own && m < t->node[own].end; m++)
				if (t->node[m].kind == FACT_CALL && t->node[m + 1].kind == FACT_ATTR && strcmp(fact_str(t, m + 1), "__init__") == 0)
					called(c, m, fn, param);
			if (!own)
				names(c, t->node[cls].str, fn, param);
			made_within(c, cls, fn, param);
			return;
		}
	}
	if (t->node[up].kind == FACT_ARG && t->node[c->up[up]].kind == FACT_CALL &&
	    AS_AMONG(fact_str(t, c->up[up] + 1), ((const char *const[]){"isinstance", "issubclass", "super", "cast"})))
		return;
	if ((t->node[up].kind == FACT_ATTR && fact_last(t, fn) != fact_last(t, i)) || (t->node[up].kind == FACT_ASSIGN && i == up + 1)) /* K.constant; it is set */
		return;
	if ((u = carry_unit(c, i)))
		gets(c, u, 0);
	else
		set_there(c, i);
}

/* All that name fn, by that name. */
static void
names(carry *c, uint32_t name, uint32_t fn, uint32_t param)
{
	const fact_tree *t = c->t;

	if (name >= c->nname || c->stamp[name] == c->serial)
		return;
	c->stamp[name] = c->serial;
	for (uint32_t k = c->first[name]; k < c->first[name + 1] && !c->nomem; k++) {
		uint32_t i = c->at[k], call = c->up[i];
		if (t->node[call].kind == FACT_CALL && i == call + 1)
			called(c, call, fn, param);
		else
			valued(c, i, fn, param);
	}
}

/* All that read a variable, a member or a class of that name. */
static void
readers(carry *c, uint32_t name)
{
	const fact_tree *t = c->t;

	if (name >= c->nname || c->named[name])
		return;
	c->named[name] = 1;
	for (uint32_t k = c->first[name]; k < c->first[name + 1] && !c->nomem; k++) {
		uint32_t i = c->at[k], u = carry_unit(c, i), up = c->up[i];
		if (t->node[up].kind == FACT_ALIAS) {
			if (t->node[up].str != name)
				readers(c, t->node[up].str);
		} else if (t->node[i].kind == FACT_TYPE) {
			if (u)
				gets(c, u, t->node[up].kind == FACT_PARAM && c->up[up] == u ? up : 0);
		} else if (t->node[up].kind == FACT_BASE) {
			readers(c, t->node[c->up[up]].str);
		} else if (u && t->node[up].kind == FACT_INDEX && i == up + 1) { /* table[x], table.get(x), x in table */
			if (!plain(c, t->node[i].end))
				gets_as(c, u, t->node[i].end);
		} else if (u && t->node[up].kind == FACT_ATTR && strcmp(fact_str(t, up), "get") == 0 && t->node[c->up[up]].kind == FACT_CALL && t->node[t->node[up].end].kind == FACT_ARG) {
			gets_as(c, u, t->node[up].end + 1);
		} else if (u && t->node[up].kind == FACT_BIN && i != up + 1) {
			gets_as(c, u, up + 1);
		} else if (u) {
			gets(c, u, 0);
		} else if (!((t->node[up].kind == FACT_ASSIGN || t->node[up].kind == FACT_DECL) && i == up + 1)) {
			set_there(c, i);
		}
	}
}

/* Who asks for the label, by a STR that is it. */
static void
place(carry *c, uint32_t i)
{
	const fact_tree *t = c->t;
	uint32_t up = c->up[i], u = carry_unit(c, i), param = 0, with = 0;

	if (t->node[up].kind == FACT_BLOCK) /* a docstring */
		return;
	for (uint32_t k = i; u && k != u; k = c->up[k])
		if (t->node[k].kind == FACT_PARAM && c->up[k] == u)
			param = k;
	if (t->node[up].kind == FACT_BIN)
		with = i == up + 1 ? t->node[i].end : up + 1;
	else if ((t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_LIST) && t->node[c->up[up]].kind == FACT_BIN)
		with = c->up[up] + 1;
	if (u && with)
		gets_as(c, u, with);
	else if (u)
		gets(c, u, param);
	else
		set_there(c, i);
}

/* Calls of a method whose object has the label in a member: those of the object itself have it, too. */
static void
own_calls(carry *c, uint32_t fn, uint32_t member)
{
	const fact_tree *t = c->t;
	uint32_t name = fact_last(t, fn);

	for (uint32_t k = name < c->nname ? c->first[name] : 0; name < c->nname && k < c->first[name + 1] && !c->nomem; k++) {
		uint32_t i = c->at[k], u = carry_unit(c, i), home = u ? carry_class(c, u) : 0, cls = carry_class(c, fn);
		if (u == fn)
			continue;
		if (home && own_member(t, i) && (carry_kin(c, home, cls, 0) || carry_kin(c, cls, home, 0)))
			gets_by(c, u, 0, member);
		else if (home && own_member(t, i)) /* of another class */
			continue;
		else if (t->node[c->up[i]].kind == FACT_CALL && i == c->up[i] + 1)
			called(c, c->up[i], fn, 0);
		else
			valued(c, i, fn, 0);
	}
}

/* The parameter that sets a member where an object of cls is made gets it. 0: none was found. */
static int
made_by_member(carry *c, uint32_t cls, uint32_t member, int depth)
{
	const fact_tree *t = c->t;
	uint32_t own = carry_method(t, cls, "__init__"), param, found = 0;

	for (uint32_t i = own; own && i < t->node[own].end; i++)
		if (t->node[i].kind == FACT_ASSIGN && own_member(t, i + 1) == member) {
			uint32_t v = t->node[i + 1].end;
			if (t->node[v].kind != FACT_NAME || !(param = fact_param(t, own, t->node[v].str)))
				return 0;
			gets(c, own, param);
			found = 1;
		}
	if (found)
		return 1;
	FACT_EACH_KID(t, cls, b)
		for (uint32_t i = 0; t->node[b].kind == FACT_BASE && i < t->n && depth < 5 && !found; i++)
			if (t->node[i].kind == FACT_CLASS && i != cls && t->node[i].str == t->node[b + 1].str)
				found = (uint32_t)made_by_member(c, i, member, depth + 1);
	return found != 0;
}

/* Who hands it on to those from number `from` on. */
static void
carriers(carry *c, uint32_t from)
{
	const fact_tree *t = c->t;

	for (uint32_t i = from; i < c->n && !c->nomem; i++) {
		uint32_t fn = c->list[i].fn, param = c->list[i].param, member = c->list[i].member, cls = carry_class(c, fn);
		int makes = cls && carry_makes(t, fn), any = 0;
		c->serial = i + 1;
		for (uint32_t k = 0; k < c->n && (param | member); k++) /* by anything, by now */
			any |= c->list[k].fn == fn && !(c->list[k].param | c->list[k].member);
		if (any)
			continue;
		if (!makes && member)
			own_calls(c, fn, member);
		else if (!makes)
			names(c, fact_last(t, fn), fn, param);
		if (cls && (makes || !param) && !(member && made_by_member(c, cls, member, 0))) { /* the object has it */
			uint32_t own = makes ? 0 : carry_method(t, cls, "__init__");
			if (own)
				gets(c, own, 0);
			names(c, t->node[cls].str, fn, makes ? param : 0);
			made_within(c, cls, fn, makes ? param : 0);
		}
	}
}

/* What comes to a compile call, and has a parameter that is called like one by which others get it. 1: it is news. */
static int
alike(carry *c, const cone *k)
{
	const fact_tree *t = c->t;
	uint32_t had = c->n;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; is_python(t, f) && !cone_aside(fact_str(t, f)) && i < t->node[f].end; i++)
			for (uint32_t q = 0; t->node[i].kind == FACT_PARAM && q < had; q++)
				if (c->list[q].param && t->node[c->list[q].param].str == t->node[i].str && c->up[i] == carry_unit(c, i) && cone_leads_to(k, c->up[i])) {
					gets(c, c->up[i], i);
					break;
				}
	return c->n > had;
}

int
carry_may_get(const carry *c, uint32_t fn)
{
	for (uint32_t q = 0; q < c->n; q++)
		if (c->list[q].fn == fn || (c->list[q].param && fact_param(c->t, fn, c->t->node[c->list[q].param].str)))
			return 1;
	return 0;
}

int
carry_takers(carry *c, const program *p, const cone *k, uint32_t label)
{
	const fact_tree *t = p->t;
	uint32_t from = 0;

	if (carry_start(c, p, label) != 0)
		return -1;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end; i++)
			if (t->node[i].kind == FACT_STR && (t->node[i].str == label || as_same_letters(fact_str(t, i), t->text.str[label]))) {
				if (cone_aside(fact_str(t, f))) { /* a test that compiles, and names the label */
					for (uint32_t n = 0; n < p->nsite; n++)
						if (p->site[n] > f && p->site[n] < t->node[f].end)
							open_at(c, p->site[n]);
				} else if (is_python(t, f))
					place(c, i);
				else
					open_at(c, i);
			}
	do {
		carriers(c, from);
		from = c->n;
	} while (alike(c, k));
	return c->nomem ? -1 : 0;
}

