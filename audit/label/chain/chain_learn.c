/* chain_learn.c - see chain_impl.h: what the code compares with the label, and what follows from it. */
#include "chain_impl.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

enum { ROUNDS = 5 };

static int
place(chain *c, uint32_t node)
{
	if (as_grow32(&c->place, c->nplace, &c->place_cap, sizeof *c->place) != 0) {
		c->nomem = 1;
		return 0;
	}
	if (c->nplace == 0 || c->place[c->nplace - 1] != node)
		c->place[c->nplace++] = node;
	return 1;
}

static cvalue
the_label(const chain *c)
{
	return (cvalue){.kind = CV_STR, .label = 1, .str = c->str};
}

/* Members that say of many objects what they are called. */
static int
vague(const char *s)
{
	static const char *const list[] = {"name", "type", "key", "value", "id", "str", "text", "data", "label", "args", "kwargs"};

	return AS_AMONG(s, list);
}

/* The scope that a NAME is set in: 0 for a variable of C at file level, of which no function has one of that name. */
static uint32_t
set_in(chain *c, uint32_t e, uint32_t scope)
{
	uint32_t name = chain_last(c, e);
	int global = 0;

	if (chain_python(c, e) || name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
		return scope;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], unit;
		if (c->t->node[o].kind != FACT_NAME || c->t->node[c->up[o]].kind != FACT_DECL || o != c->up[o] + 1)
			continue;
		unit = chain_unit(c, o);
		if (c->t->node[unit].kind != FACT_FILE)
			return scope;
		global = 1;
	}
	return global ? 0 : scope;
}

/* The place in memory that an expression names is that value. */
static int
learn_at(chain *c, uint32_t e, uint32_t scope, cvalue v)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, e), k;

	switch (t->node[e].kind) {
	case FACT_NAME: return chain_learn(c, name, set_in(c, e, scope), v);
	case FACT_ATTR:
		if (name < c->nname && strcmp(t->text.str[name], "value") == 0)
			return learn_at(c, e + 1, scope, v);
		return name < c->nname && vague(t->text.str[name]) ? 0 : chain_learn(c, name, CHAIN_FIELD, v);
	case FACT_INDEX:
		k = t->node[e + 1].end;
		return k < t->node[e].end && t->node[k].kind == FACT_STR && !vague(fact_str(t, k)) ? chain_learn(c, t->node[k].str, CHAIN_FIELD, v) : 0;
	case FACT_CALL: /* x.get("k"), x.lower(), str(x) */
		if (t->node[e + 1].kind == FACT_ATTR && strcmp(fact_str(t, e + 1), "get") == 0) {
			uint32_t a = fact_find(t, e, FACT_ARG);
			return a && t->node[a + 1].kind == FACT_STR && a + 1 < t->node[a].end && !vague(fact_str(t, a + 1)) ?
			    chain_learn(c, t->node[a + 1].str, CHAIN_FIELD, v) : 0;
		}
		if (t->node[e + 1].kind == FACT_ATTR && !fact_find(t, e, FACT_ARG))
			return learn_at(c, e + 2, scope, v);
		if (t->node[e + 1].kind == FACT_NAME && (k = fact_find(t, e, FACT_ARG)) != 0 && t->node[k].end == t->node[e].end && k + 1 < t->node[k].end &&
		    (strcmp(fact_str(t, e + 1), "str") == 0 || strcmp(fact_str(t, e + 1), "string") == 0))
			return learn_at(c, k + 1, scope, v);
		return 0;
	case FACT_DEREF: case FACT_ADDR: return learn_at(c, e + 1, scope, v);
	default: return 0;
	}
}

static int
is_test(const char *op)
{
	return strcmp(op, "==") == 0 || strcmp(op, "!=") == 0 || strcmp(op, "in") == 0 || strcmp(op, "not in") == 0 || strcmp(op, "is") == 0;
}

/* The identifier that an option of the command line is kept under. */
static uint32_t
option_name(const chain *c, const char *s)
{
	char b[100];
	size_t n = 0;

	while (*s == '-')
		s++;
	for (; *s && n + 1 < sizeof b; s++)
		b[n++] = *s == '-' ? '_' : *s;
	return n ? as_intern_find(&c->t->text, b, n) : UINT32_MAX;
}

/* Parameter k of a function, or the one of that name; 0. */
static uint32_t
param(const fact_tree *t, uint32_t func, uint32_t k, const char *name)
{
	FACT_EACH_KID(t, func, p) {
		if (t->node[p].kind != FACT_PARAM)
			continue;
		if (*name ? strcmp(fact_str(t, p), name) == 0 : k == 0 && !(t->node[p].flags & (FACT_STAR | FACT_STARSTAR)))
			return p;
		k -= !*name && k > 0;
	}
	return 0;
}

/* The ARG of a call is that value: so is the parameter of what is called. */
static int
learn_param(chain *c, uint32_t call, uint32_t arg, cvalue v)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, call + 1), k = 0, n, news = 0;

	if ((t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR) || name >= c->nname || t->node[arg].flags & (FACT_STAR | FACT_STARSTAR))
		return 0;
	n = c->dfirst[name + 1] - c->dfirst[name];
	if (n == 0 || n > 4)
		return 0;
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && a < arg && !*fact_str(t, a))
			k++;
	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++) {
		uint32_t f = c->def[i], p, made = 0;
		if (t->node[f].kind == FACT_CLASS) {
			for (uint32_t m = f; m < t->node[f].end && !made; m++)
				if (t->node[m].kind == FACT_FUNC && (strcmp(fact_str(t, m), "__init__") == 0 || strcmp(fact_str(t, m), fact_str(t, f)) == 0))
					made = m;
			if (!made && *fact_str(t, arg) && !vague(fact_str(t, arg)))
				news |= (uint32_t)chain_learn(c, t->node[arg].str, CHAIN_FIELD, v);
			if (!(f = made))
				continue;
		}
		if ((p = param(t, f, k + (t->node[f].flags & (FACT_RECEIVER | FACT_CLASSWIDE) ? 1 : 0), fact_str(t, arg))) != 0)
			news |= (uint32_t)chain_learn(c, t->node[p].str, f, v);
	}
	return (int)news;
}

/* Names of the row that the label stands in are chosen by it; those of other rows are not. */
static int
learn_row(chain *c, uint32_t row, uint32_t rows)
{
	const fact_tree *t = c->t;
	int news = 0;

	FACT_EACH_KID(t, rows, r) {
		if (t->node[r].kind != t->node[row].kind || (r != row && c->option))
			continue;
		for (uint32_t k = r + 1; k < t->node[r].end; k++) {
			uint32_t name = chain_last(c, k), others = 0;
			if (t->node[k].kind != FACT_NAME || name >= c->nname || c->dfirst[name] < c->dfirst[name + 1])
				continue;
			FACT_EACH_KID(t, rows, o)
				for (uint32_t q = o; o != r && q < t->node[o].end; q++)
					others |= t->node[q].kind == FACT_NAME && t->node[q].str == t->node[k].str;
			if (!others)
				news |= chain_learn(c, name, 0, (cvalue){.kind = CV_NAME, .label = r == row ? 1 : 2, .str = name});
		}
	}
	return news;
}

/* Other members of the class in which a member is the label: the alternatives. */
static void
learn_members(chain *c, uint32_t block, uint32_t cls)
{
	const fact_tree *t = c->t;

	FACT_EACH_KID(t, block, d) {
		uint32_t def = fact_find(t, d, FACT_DEFAULT);
		if (t->node[d].kind != FACT_DECL || !def || t->node[d + 1].kind != FACT_NAME || t->node[def + 1].kind != FACT_STR || def + 1 >= t->node[def].end)
			continue;
		if (chain_is_label(c, t->node[def + 1].str))
			chain_learn(c, chain_last(c, d + 1), cls, the_label(c));
		else
			chain_learn(c, chain_last(c, d + 1), cls, (cvalue){.kind = CV_STR, .label = 2, .str = t->node[def + 1].str});
	}
}

/* x of TABLE[x] and TABLE.get(x) */
static void
learn_keys(chain *c, uint32_t target)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, target);

	for (uint32_t i = name < c->nname ? c->first[name] : 0; name < c->nname && i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i];
		if (t->node[o - 1].kind == FACT_INDEX && t->node[o].end < t->node[o - 1].end)
			learn_at(c, t->node[o].end, chain_unit(c, o), the_label(c));
		else if (o > 1 && t->node[o - 1].kind == FACT_ATTR && t->node[o - 2].kind == FACT_CALL &&
		    (strcmp(fact_str(t, o - 1), "get") == 0 || strcmp(fact_str(t, o - 1), "pop") == 0 || strcmp(fact_str(t, o - 1), "find") == 0 || strcmp(fact_str(t, o - 1), "at") == 0)) {
			uint32_t a = fact_find(t, o - 2, FACT_ARG);
			if (a && a + 1 < t->node[a].end)
				learn_at(c, a + 1, chain_unit(c, o), the_label(c));
		}
	}
}

/* x of `x in DISPLAY` */
static void
learn_tested(chain *c, uint32_t target)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, target);

	for (uint32_t i = name < c->nname ? c->first[name] : 0; name < c->nname && i < c->first[name + 1]; i++) {
		above a;
		uint32_t up;
		chain_above(c, c->at[i], &a);
		up = a.n > 1 ? a.node[a.n - 2] : 0;
		if (t->node[up].kind == FACT_BIN && is_test(fact_str(t, up)) && c->at[i] != up + 1)
			learn_at(c, up + 1, a.node[chain_owner(c, &a)], the_label(c));
	}
}

/* A call that holds the label among its arguments. */
static void
seed_call(chain *c, uint32_t call, uint32_t arg, uint32_t str, uint32_t scope)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, call + 1), kept;

	FACT_EACH_KID(t, call, a) /* an option whose choices or default it is */
		if (t->node[a].kind == FACT_ARG && !*fact_str(t, a) && a + 1 < t->node[a].end && t->node[a + 1].kind == FACT_STR && a + 1 != str &&
		    strncmp(fact_str(t, a + 1), "--", 2) == 0 && !chain_is_label(c, t->node[a + 1].str)) {
			kept = option_name(c, fact_str(t, a + 1));
			chain_learn(c, kept, CHAIN_FIELD, the_label(c));
			chain_learn(c, kept, 0, the_label(c));
			place(c, str);
			return;
		}
	if (t->node[str - 1].kind != FACT_ARG || str - 1 != arg)
		return;
	if (t->node[call + 1].kind == FACT_ATTR && is_option_asked(fact_str(t, call + 1)) && t->node[arg].end == t->node[call].end && !chain_python(c, call)) {
		c->named = c->option = 1;
		place(c, str);
		return;
	}
	if (*fact_str(t, str) == '-') { /* the label is the name of the option */
		c->named = c->option = 1;
		chain_option_given(c, call);
		place(c, str);
		return;
	}
	FACT_EACH_KID(t, call, a) /* compared: the other is what holds it */
		if (t->node[a].kind == FACT_ARG && a != arg && a + 1 < t->node[a].end && name < c->nname &&
		    (strstr(t->text.str[name], "cmp") || strstr(t->text.str[name], "eq") || strstr(t->text.str[name], "EQ"))) {
			learn_at(c, a + 1, scope, the_label(c));
			place(c, str);
		}
	FACT_EACH_KID(t, call, a) /* given beside what the tree defines: registered */
		if (t->node[a].kind == FACT_ARG && a + 1 < t->node[a].end && chain_last(c, a + 1) < c->nname &&
		    (t->node[a + 1].kind == FACT_NAME || t->node[a + 1].kind == FACT_ATTR) && c->dfirst[chain_last(c, a + 1)] < c->dfirst[chain_last(c, a + 1) + 1])
			place(c, str);
	if (learn_param(c, call, arg, the_label(c)))
		place(c, str);
	if (name < c->nname)
		c->keyed[name] |= KEYED_CALL;
}

/* Is it text for people, which says what something is? */
static int
prose(const fact_tree *t, uint32_t e)
{
	return t->node[e].kind == FACT_STR && strchr(fact_str(t, e), ' ') && !strpbrk(fact_str(t, e), "=/");
}

/* One string that is the label: what holds it where it is asked for. */
static void
seed(chain *c, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t str = a->node[a->n - 1], own = chain_owner(c, a), scope = a->node[own], up = a->n > 1 ? a->node[a->n - 2] : 0;
	uint32_t up2 = a->n > 2 ? a->node[a->n - 3] : 0, up3 = a->n > 3 ? a->node[a->n - 4] : 0;

	if (t->node[a->node[0]].flags & FACT_DATA)
		return;
	for (uint32_t k = a->n - 1; k-- > 0;) {
		uint32_t n = a->node[k], kid = a->node[k + 1];
		switch (t->node[n].kind) {
		case FACT_BIN:
			if (is_test(fact_str(t, n))) {
				learn_at(c, kid == n + 1 ? t->node[n + 1].end : n + 1, scope, the_label(c));
				place(c, str);
			}
			break;
		case FACT_CASE: place(c, str); break;
		case FACT_SWITCH:
			if (kid != n + 1 && t->node[kid].kind == FACT_CASE && a->node[k + 2] < fact_find(t, kid, FACT_BLOCK))
				learn_at(c, n + 1, scope, the_label(c));
			break;
		case FACT_CALL: seed_call(c, n, kid, str, scope); break;
		case FACT_DECOR: place(c, str); break;
		case FACT_PARAM:
			chain_learn(c, t->node[n].str, a->node[k - 1], the_label(c));
			place(c, str);
			break;
		default: break;
		}
		if (n == scope || t->node[n].kind == FACT_BLOCK)
			break;
	}
	if (t->node[up].kind == FACT_PAIR && str == up + 1) { /* a key */
		uint32_t holder = up3;
		if (t->node[holder].kind == FACT_DEFAULT && a->n > 4)
			holder = a->node[a->n - 5];
		if (t->node[holder].kind == FACT_DECL || t->node[holder].kind == FACT_ASSIGN)
			learn_keys(c, holder + 1);
		c->rows |= up + 2 < t->n && t->node[t->node[up + 1].end].kind != FACT_NAME && t->node[t->node[up + 1].end].kind != FACT_ATTR && !prose(t, t->node[up + 1].end);
		place(c, str);
	} else if (t->node[up].kind == FACT_PAIR && t->node[up].flags & FACT_FIELD) {
		if (t->node[up + 1].str < c->nname)
			c->keyed[t->node[up + 1].str] |= KEYED_FIELD;
		learn_row(c, up2, up3);
		c->rows = 1;
		place(c, str);
	} else if ((t->node[up].kind == FACT_LIST || t->node[up].kind == FACT_TUPLE) && t->node[up2].kind == FACT_LIST) {
		FACT_EACH_KID(t, up, k)
			if (t->node[k].kind == FACT_NAME && strstr(fact_str(t, k), "_argument"))
				c->option = c->named = 1;
		learn_row(c, up, up2);
		c->rows |= !c->option;
		place(c, str);
	}
	if ((t->node[up].kind == FACT_LIST || t->node[up].kind == FACT_TUPLE) && (t->node[up2].kind == FACT_DEFAULT || t->node[up2].kind == FACT_ASSIGN)) {
		learn_tested(c, t->node[up2].kind == FACT_ASSIGN ? up2 + 1 : up3 + 1);
		c->rows |= !chain_python(c, str); /* its number may choose from another list */
		place(c, str);
	}
	if (t->node[up].kind == FACT_DEFAULT && t->node[up2].kind == FACT_DECL) {
		if (a->n > 4 && t->node[up3].kind == FACT_BLOCK && t->node[a->node[a->n - 5]].kind == FACT_CLASS) {
			learn_members(c, up3, a->node[a->n - 5]);
			chain_learn(c, chain_last(c, up2 + 1), CHAIN_FIELD, the_label(c));
			if (chain_last(c, up2 + 1) < c->nname)
				c->keyed[chain_last(c, up2 + 1)] |= KEYED_CLASS;
		} else {
			learn_at(c, up2 + 1, own ? scope : chain_python(c, str) ? scope : 0, the_label(c));
		}
		place(c, str);
	} else if (t->node[up].kind == FACT_ASSIGN && str != up + 1 && !*fact_str(t, up)) {
		learn_at(c, up + 1, scope, the_label(c));
	}
}

/* A value that many things have. */
static int
says_little(cvalue v)
{
	return v.kind == CV_INT || v.kind == CV_NONE;
}

/* Is the place that expression e names set to nothing else that would hold under the label? What is
 * set to no is what a place holds before it is set to yes. */
static int
set_alone(chain *c, uint32_t e, uint32_t scope, cvalue v)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, e), in = t->node[e].kind == FACT_NAME ? set_in(c, e, scope) : 0;

	if (name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
		return 0;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], to = chain_set_at(t, o);
		conditions k;
		cvalue other;
		if (!to || o == e || t->node[o].kind != t->node[e].kind || (in && chain_unit(c, o) != in))
			continue;
		other = chain_value(c, to, chain_unit(c, o));
		if ((v.kind == CV_NONE && other.kind == CV_NONE) || (v.kind == CV_INT && other.kind == CV_INT && (other.i == v.i || (v.i != 0 && other.i == 0))))
			continue;
		chain_conditions(c, o, chain_unit(c, o), &k);
		if (!k.dead)
			return 0;
	}
	return 1;
}

/* Is it the one function of its name? */
static int
alone(const chain *c, uint32_t func)
{
	uint32_t name = chain_last(c, func);

	return c->t->node[func].kind == FACT_FUNC && name < c->nname && c->dfirst[name + 1] - c->dfirst[name] == 1;
}

/* Constants that are set or given where a condition holds that the label decides. */
static int
learn_in(chain *c, uint32_t block, uint32_t scope)
{
	const fact_tree *t = c->t;
	int news = 0;

	for (uint32_t i = block; i < t->node[block].end; i++) {
		cvalue v;
		uint32_t e = 0;
		uint8_t kind = t->node[i].kind;
		if (kind == FACT_IF && t->node[i].flags & FACT_PREPROC && t->node[t->node[i + 1].end].end == t->node[i].end) { /* #if without an #else */
			i = t->node[i + 1].end;
			continue;
		}
		if (kind == FACT_FUNC || kind == FACT_IF || kind == FACT_SWITCH || kind == FACT_WHILE || kind == FACT_FOR || kind == FACT_HANDLER) { /* it may be */
			i = t->node[i].end - 1;
			continue;
		}
		if (kind == FACT_ASSIGN && !*fact_str(t, i))
			e = t->node[i + 1].end;
		else if (kind == FACT_RETURN && i + 1 < t->node[i].end)
			e = i + 1;
		if (!e || e >= t->node[i].end)
			continue;
		v = chain_value(c, e, scope);
		if (v.kind == CV_OPEN && t->node[e].kind == FACT_NAME && chain_last(c, e) < c->nname && !chain_python(c, e))
			v = (cvalue){.kind = CV_NAME, .str = chain_last(c, e)};
		if (v.kind == CV_OPEN || (kind == FACT_RETURN && v.kind != CV_NAME && v.kind != CV_STR))
			continue;
		v.label = 1;
		c->here = i;
		if (says_little(v) && !set_alone(c, i + 1, scope, v))
			continue;
		if (kind == FACT_RETURN)
			news |= alone(c, scope) && chain_learn(c, chain_last(c, scope), CHAIN_GIVES, v);
		else
			news |= learn_at(c, i + 1, scope, v);
	}
	return news;
}

/* What follows from a name whose value is known, by the nodes around it. */
static int
follow(chain *c, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t scope = a->node[chain_owner(c, a)];
	const cvalue *from = chain_fact(c, a->node[a->n - 1], scope);
	int news = 0, label = 0;
	cvalue v;

	c->hops = (uint8_t)(from && from->hops < 100 ? from->hops + 1 : 1);
	for (uint32_t k = a->n - 1; k-- > 0;) {
		uint32_t n = a->node[k], kid = a->node[k + 1], e;
		c->here = n;
		switch (t->node[n].kind) {
		case FACT_ASSIGN:
			if (kid != n + 1 && !*fact_str(t, n) && (v = chain_value(c, kid, scope)).label & 1 && (!says_little(v) || set_alone(c, n + 1, scope, v)))
				news |= learn_at(c, n + 1, scope, v);
			break;
		case FACT_DEFAULT:
			c->here = e = a->node[k - 1];
			if (t->node[e].kind == FACT_DECL && (v = chain_value(c, kid, scope)).label & 1)
				news |= learn_at(c, e + 1, t->node[scope].kind == FACT_CLASS ? CHAIN_FIELD : scope, v);
			break;
		case FACT_ARG:
			c->here = a->node[k - 1];
			if (t->node[a->node[k - 1]].kind == FACT_CALL && (v = chain_value(c, kid, scope)).label & 1 && !says_little(v))
				news |= learn_param(c, a->node[k - 1], n, v);
			break;
		case FACT_IF:
			if (kid == n + 1) {
				int is = chain_test(c, kid, scope, &label);
				e = t->node[kid].end;
				if (is == TRI_FALSE && e < t->node[n].end)
					e = t->node[e].end;
				if (is != TRI_OPEN && label && e < t->node[n].end)
					news |= learn_in(c, e, scope);
				if (is != TRI_OPEN && label && t->node[scope].kind == FACT_FUNC && scope != c->touched) {
					c->touched = scope;
					news |= chain_learn_unset(c, scope);
				}
			}
			break;
		case FACT_CASE:
			if (t->node[kid].kind != FACT_BLOCK && t->node[kid].kind != FACT_GUARD && (v = chain_value(c, kid, scope)).label & 1 && (e = fact_find(t, n, FACT_BLOCK)) != 0)
				news |= learn_in(c, e, scope);
			break;
		case FACT_RETURN:
			if (alone(c, scope) && (v = chain_value(c, kid, scope)).label & 1 && v.kind != CV_STR)
				news |= chain_learn(c, chain_last(c, scope), CHAIN_GIVES, v);
			break;
		default: break;
		}
		if (n == scope || t->node[n].kind == FACT_BLOCK)
			break;
	}
	return news;
}

/* Parameters and members called like the label. */
static void
declared(chain *c, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t n = a->node[a->n - 1];

	if (t->node[n].kind == FACT_PARAM || (t->node[n].kind == FACT_NAME && a->n > 3 && t->node[a->node[a->n - 2]].kind == FACT_DECL && n == a->node[a->n - 2] + 1 &&
	    t->node[a->node[a->n - 3]].kind == FACT_BLOCK && t->node[a->node[a->n - 4]].kind == FACT_CLASS)) {
		uint32_t def = t->node[n].kind == FACT_PARAM ? fact_find(t, n, FACT_DEFAULT) : fact_find(t, a->node[a->n - 2], FACT_DEFAULT);
		uint32_t type = fact_find(t, t->node[n].kind == FACT_PARAM ? n : a->node[a->n - 2], FACT_TYPE);
		if ((def && (t->node[def + 1].kind == FACT_BOOL || t->node[def + 1].kind == FACT_NONE)) || (type && strcmp(fact_str(t, type), "bool") == 0 && chain_python(c, n))) {
			c->named = c->option = 1;
			place(c, n);
		}
	}
}

typedef int visitor(chain *c, const above *a);

static int
visit_seed(chain *c, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t n = a->node[a->n - 1];

	c->here = n;
	c->hops = 0;
	if (t->node[n].kind == FACT_STR && chain_is_label(c, t->node[n].str))
		seed(c, a);
	if (c->ident < c->nname && t->node[n].str == c->ident)
		declared(c, a);
	return 0;
}

static int
visit_known(chain *c, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t n = a->node[a->n - 1], name = chain_last(c, n);
	int hot = t->node[n].kind == FACT_STR ? chain_is_label(c, t->node[n].str) :
	    (t->node[n].kind == FACT_NAME || t->node[n].kind == FACT_ATTR) && name < c->nname && (c->keyed[name] & KEYED_KNOWN || (c->named && name == c->ident));

	return hot && !(t->node[a->node[0]].flags & FACT_DATA) ? follow(c, a) : 0;
}

static int
each(chain *c, visitor *f)
{
	const fact_tree *t = c->t;
	above a = {.n = 0};
	int news = 0;

	for (uint32_t i = 0; i < t->n && !c->nomem; i++) {
		while (a.n && t->node[a.node[a.n - 1]].end <= i)
			a.n--;
		if (a.n == CHAIN_UP)
			continue;
		a.node[a.n++] = i;
		news |= f(c, &a);
	}
	return news;
}

int
chain_study(chain *c)
{
	char ident[100];
	size_t n = 0;

	for (const char *s = c->label; *s && n + 1 < sizeof ident; s++)
		ident[n++] = *s == '-' ? '_' : *s;
	c->str = as_intern_find(&c->t->text, c->label, strlen(c->label));
	c->ident = n > 1 ? as_intern_find(&c->t->text, ident, n) : UINT32_MAX;
	c->named = c->option = c->on = c->off = 0;
	c->nplace = c->touched = 0;
	c->rows = 0;
	memset(c->keyed, 0, c->nname);
	chain_forget(c);
	if (c->str == UINT32_MAX)
		return 0;
	each(c, visit_seed);
	for (int round = 0; round < ROUNDS && each(c, visit_known); round++)
		c->touched = 0;
	return c->nomem ? -1 : 0;
}
