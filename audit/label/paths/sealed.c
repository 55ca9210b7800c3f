/* sealed.c - see explore_impl.h: functions of a package of which it is known that they compile nothing where they get
 * the label, and which others may still come to a compile call: not by handing it on to them. */
#include "closing.h"

#include <stdlib.h>
#include <string.h>

#include "../cone/cone_impl.h"

/* Is a parameter of a function called so, and never set in it? */
static int
handed_through(const closing *q, uint32_t fn, uint32_t name)
{
	const fact_tree *t = q->t;
	int is = 0;

	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		uint32_t up = q->c.up[i];
		is |= t->node[i].kind == FACT_PARAM && t->node[i].str == name && up == fn && !(t->node[i].flags & (FACT_STAR | FACT_STARSTAR));
		if (t->node[i].kind != FACT_NAME || t->node[i].str != name)
			continue;
		if (((t->node[up].kind == FACT_ASSIGN || t->node[up].kind == FACT_DECL || t->node[up].kind == FACT_FOR || t->node[up].kind == FACT_DELETE) && i == up + 1) ||
		    (t->node[up].kind == FACT_ITEM && i != up + 1) || t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_GLOBAL)
			return 0;
	}
	return is;
}

/* Is what a CALL in the function `from` gives to fn for the parameter by which that gets the label what `from` gets itself? */
static int
hands_on(const closing *q, uint32_t from, uint32_t call, uint32_t fn, uint32_t param)
{
	const fact_tree *t = q->t;
	uint32_t v = param ? carry_given(&q->c, call, fn, param) : 0;

	if (v == 0 || v == UINT32_MAX)
		return 0;
	if (t->node[v].kind == FACT_STR)
		return t->node[v].str == q->c.label;
	for (uint32_t i = 0; i < q->c.n; i++)
		if (q->c.list[i].param && t->node[q->c.list[i].param].str == t->node[v].str)
			return t->node[v].kind == FACT_NAME ? handed_through(q, from, t->node[v].str) :
			    t->node[v].kind == FACT_ATTR && t->node[v + 1].kind == FACT_NAME && strcmp(fact_str(t, v + 1), "self") == 0;
	return 0;
}

/* The parameter by which a function gets the label; 0. */
static uint32_t
comes_by(const closing *q, uint32_t fn)
{
	uint32_t param = 0;

	for (uint32_t i = 0; i < q->c.n; i++)
		if (q->c.list[i].fn == fn) {
			if (!q->c.list[i].param && q->c.list[i].member)
				continue;
			if (!q->c.list[i].param || (param && param != q->c.list[i].param))
				return 0;
			param = q->c.list[i].param;
		}
	return param;
}

/* Does the function `from` name fn otherwise than by handing the label on to it? */
static int
names_otherwise(const closing *q, uint32_t from, uint32_t fn)
{
	const fact_tree *t = q->t;
	uint32_t cls = carry_class(&q->c, fn), home = carry_class(&q->c, from), seen = 0, param = comes_by(q, fn);
	uint32_t maker = cls && !carry_makes(t, fn) ? carry_method(t, cls, "__init__") : fn, made_by = maker ? comes_by(q, maker) : 0;
	int makes = carry_makes(t, fn), within = home && cls && (carry_kin(&q->c, home, cls, 0) || carry_kin(&q->c, cls, home, 0));

	for (uint32_t i = from + 1; i < t->node[from].end; i++) {
		uint32_t up = q->c.up[i], name;
		int call = t->node[up].kind == FACT_CALL && i == up + 1, own, of_class;
		if (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_ATTR && t->node[i].kind != FACT_STR)
			continue;
		name = fact_last(t, i);
		own = name == fact_last(t, fn);
		of_class = cls && name == t->node[cls].str;
		if (!own && !of_class)
			continue;
		if (makes && own) { /* super().__init__(): of another class */
			if (!within)
				continue;
			if (!call || !hands_on(q, from, up, fn, param))
				return 1;
			seen++;
		} else if (of_class) {
			if (t->node[up].kind == FACT_ARG && strcmp(fact_str(t, q->c.up[up] + 1), "isinstance") == 0)
				continue;
			if (!call || !maker || !hands_on(q, from, up, maker, made_by))
				return 1;
			seen++;
		} else if (cls && !param) { /* of the object itself, which has it */
			if (!call || !within || t->node[i].kind != FACT_ATTR || t->node[i + 1].kind != FACT_NAME || strcmp(fact_str(t, i + 1), "self") != 0)
				return 1;
			seen++;
		} else {
			if (!call || !hands_on(q, from, up, fn, param))
				return 1;
			seen++;
		}
	}
	return makes ? 0 : !seen; /* by text, by another name */
}

static int
passes(void *arg, uint32_t from, uint32_t fn)
{
	return names_otherwise(arg, from, fn);
}

/* Functions that make objects of a class which is made by what is sealed, its own or a base's constructor, and hand no label on. */
static void
makers(closing *q, uint32_t fn, uint32_t cls, int depth)
{
	const fact_tree *t = q->t;

	for (uint32_t i = 0; i < t->n && depth < 6; i++) {
		if (t->node[i].kind != FACT_CLASS || i == cls || !carry_derives(&q->c, i, cls))
			continue;
		if (!carry_method(t, i, "__init__"))
			for (uint32_t k = q->c.first[t->node[i].str]; k < q->c.first[t->node[i].str + 1]; k++) {
				uint32_t at = q->c.at[k], up = q->c.up[at], u = carry_unit(&q->c, at);
				if (u && u != fn && t->node[at].kind != FACT_TYPE && t->node[up].kind != FACT_ALIAS && t->node[up].kind != FACT_BASE &&
				    !(t->node[up].kind == FACT_CALL && at == up + 1 && hands_on(q, u, up, fn, comes_by(q, fn))))
					q->leads[u] = 1;
			}
		makers(q, fn, i, depth + 1);
	}
}

int
closing_leads(closing *q)
{
	memset(q->leads, 0, q->t->n);
	for (uint32_t i = 0; i < q->t->n; i++)
		if (q->sealed[i] && carry_makes(q->t, i) && carry_class(&q->c, i))
			makers(q, i, carry_class(&q->c, i), 0);
	return cone_leads_past(q->x->m.cone, q->sealed, passes, q, q->leads);
}
