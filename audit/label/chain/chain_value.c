/* chain_value.c - see chain_impl.h: what an expression is under the label, without running anything. */
#include "chain_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

enum { DEEP = 6 };

static const cvalue open_value = {0};

static cvalue
truth(int is, int label)
{
	return (cvalue){.kind = CV_INT, .label = (uint8_t)label, .i = is};
}

static const cvalue *
chain_known(const chain *c, uint32_t name, uint32_t scope)
{
	uint32_t id = as_keys_find(&c->known, (uint64_t)name << 32 | scope);

	return id == UINT32_MAX ? NULL : &c->fact[id];
}

static int
same(const cvalue *a, const cvalue *b)
{
	return a->kind == b->kind && a->str == b->str && a->i == b->i;
}

/* What two places say of one name: what the label says goes before what it does not say. */
int
chain_learn(chain *c, uint32_t name, uint32_t scope, cvalue v)
{
	uint32_t n = c->known.n, id;

	if (name >= c->nname)
		return 0;
	v.at = c->here;
	v.hops = c->hops;
	c->keyed[name] |= KEYED_KNOWN;
	if (as_grow32(&c->fact, n, &c->fact_cap, sizeof *c->fact) != 0 || (id = as_keys_id(&c->known, (uint64_t)name << 32 | scope)) == UINT32_MAX) {
		c->nomem = 1;
		return 0;
	}
	if (id < n) {
		cvalue *have = &c->fact[id];
		if (same(have, &v) || !have->kind || (have->label & 1 && !(v.label & 1)))
			return 0;
		*have = !(have->label & 1) && v.label & 1 ? v : open_value; /* two answers are none */
		return 1;
	}
	c->fact[id] = v;
	return 1;
}

void
chain_forget(chain *c)
{
	as_keys_free(&c->known);
	free(c->fact);
	c->fact = NULL;
	c->fact_cap = 0;
}

int
chain_is_label(const chain *c, uint32_t str)
{
	const char *s = c->t->text.str[str];

	if (str == c->str)
		return 1;
	while (*s == '-')
		s++;
	return *c->label && strcmp(s, c->label) == 0;
}

/* What is named like an option that is given. */
static cvalue
option_value(const chain *c)
{
	return c->off && !c->on ? truth(0, 1) : (cvalue){.kind = CV_NAME, .label = 1, .str = UINT32_MAX};
}

/* The one definition of a name; 0. */
static uint32_t
only(const chain *c, uint32_t name, fact_kind kind)
{
	uint32_t found = 0;

	if (name >= c->nname)
		return 0;
	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++)
		if (c->t->node[c->def[i]].kind == kind) {
			if (found)
				return 0;
			found = c->def[i];
		}
	return found;
}

const cvalue *
chain_fact(chain *c, uint32_t node, uint32_t scope)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, node), base = node + 1, cls;
	const cvalue *v;
	above a;

	if (name >= c->nname)
		return NULL;
	if (t->node[node].kind == FACT_NAME) { /* in its scope, or in those around it */
		if ((v = chain_known(c, name, scope)) || !(c->keyed[name] & KEYED_KNOWN))
			return v;
		chain_above(c, scope, &a);
		for (uint32_t k = a.n; k-- > 0 && !v;)
			v = chain_known(c, name, a.node[k]);
		return v ? v : chain_known(c, name, 0);
	}
	if (t->node[node].kind != FACT_ATTR || !(c->keyed[name] & KEYED_KNOWN))
		return NULL;
	if ((t->node[base].kind == FACT_NAME || t->node[base].kind == FACT_ATTR) && (cls = only(c, chain_last(c, base), FACT_CLASS)) != 0 &&
	    (v = chain_known(c, name, cls)))
		return v;
	if (t->node[base].kind == FACT_NAME && (v = chain_known(c, name, CHAIN_OF | chain_last(c, base))) && v->kind)
		return v;
	if (((v = chain_known(c, name, CHAIN_FIELD)) && v->kind) || ((v = chain_known(c, name, 0)) && v->kind))
		return v;
	return NULL;
}

static cvalue
name_value(chain *c, uint32_t node, uint32_t scope)
{
	uint32_t name = chain_last(c, node);
	const cvalue *v;
	cvalue is;

	if (name >= c->nname)
		return open_value;
	if ((is = chain_given(c, name, scope)).kind != CV_OPEN)
		return is;
	if ((v = chain_fact(c, node, scope)))
		return *v;
	return c->named && name == c->ident ? option_value(c) : chain_constant(c, name, scope);
}

static cvalue
member_value(chain *c, uint32_t node, uint32_t scope)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, node);
	const cvalue *v;
	cvalue is;

	if (name >= c->nname)
		return open_value;
	if ((is = chain_made_with(c, node, scope)).kind != CV_OPEN || (is = chain_version(c, node)).kind != CV_OPEN)
		return is;
	if (strcmp(t->text.str[name], "TYPE_CHECKING") == 0)
		return truth(0, 0);
	if (chain_other_choice(c, node, scope))
		return (cvalue){.kind = CV_OTHER, .label = 1};
	if (strcmp(t->text.str[name], "value") == 0 && t->node[node + 1].kind == FACT_ATTR)
		return member_value(c, node + 1, scope);
	if ((v = chain_fact(c, node, scope)))
		return *v;
	return c->named && name == c->ident ? option_value(c) : open_value;
}

/* Parts of names of functions that compare strings; what they give where they are equal. */
static int
compares(const char *s)
{
	static const char *const zero[] = {"strcmp", "strcasecmp", "stricmp", "_stricmp", "strcmp0", "g_strcmp0", "av_strcasecmp", "wcscmp"};
	static const char *const one[] = {"streq", "STREQ", "str_eq", "strequal", "str_equal", "equals", "iequals", "EqualsIgnoreCase", "eq", "SAME", "STRCMP_EQ"};

	for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
		if (strcmp(zero[i], s) == 0)
			return 1;
	for (size_t i = 0; i < sizeof one / sizeof *one; i++)
		if (strcmp(one[i], s) == 0)
			return 2;
	return 0;
}

/* Equal? TRI_; of two values, one of which may be open. */
static int
equal(const cvalue *a, const cvalue *b, int *label)
{
	if (a->kind == CV_OPEN) {
		const cvalue *x = a;
		a = b;
		b = x;
	}
	*label |= (a->label | b->label) != 0;
	if (b->kind == CV_OPEN)
		return a->label & 1 && (a->kind == CV_STR || (a->kind == CV_NAME && a->str != UINT32_MAX)) ? TRI_TRUE : a->label & 2 ? TRI_FALSE : TRI_OPEN;
	if (b->kind == CV_NAME && b->str == UINT32_MAX) {
		const cvalue *x = a;
		a = b;
		b = x;
	}
	if (a->kind == CV_NAME && a->str == UINT32_MAX) /* given: it is true, or something */
		return b->kind == CV_NONE || (b->kind == CV_INT && b->i == 0) ? TRI_FALSE : b->kind == CV_INT && b->i == 1 ? TRI_TRUE : TRI_OPEN;
	if ((a->kind == CV_OTHER && b->kind == CV_STR && b->label & 1) || (b->kind == CV_OTHER && a->kind == CV_STR && a->label & 1))
		return TRI_FALSE;
	if (a->kind == CV_OTHER || b->kind == CV_OTHER)
		return TRI_OPEN;
	if (a->kind != b->kind)
		return a->kind == CV_NONE || b->kind == CV_NONE ? TRI_FALSE : TRI_OPEN;
	if (a->kind == CV_INT)
		return a->i == b->i;
	if (a->kind == CV_NONE)
		return TRI_TRUE;
	return a->str == b->str;
}

static cvalue
from_tri(int tri, int label)
{
	return tri == TRI_OPEN ? open_value : truth(tri, label);
}

static int
as_truth(const cvalue *v, const fact_tree *t)
{
	switch (v->kind) {
	case CV_STR: return *t->text.str[v->str] != '\0';
	case CV_INT: return v->i != 0;
	case CV_NONE: return TRI_FALSE;
	case CV_NAME: return v->str == UINT32_MAX ? TRI_TRUE : TRI_OPEN;
	default: return TRI_OPEN;
	}
}

/* The display that a name stands for: a LIST, TUPLE or DICT that it is set to, once. */
static uint32_t
display_of(const chain *c, uint32_t expr)
{
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, expr), found = 0;

	if (t->node[expr].kind == FACT_LIST || t->node[expr].kind == FACT_TUPLE || t->node[expr].kind == FACT_DICT)
		return expr;
	if (t->node[expr].kind == FACT_CALL && t->node[expr].end > expr + 2 && t->node[expr + 1].kind == FACT_NAME) { /* set([...]) */
		uint32_t arg = fact_find(t, expr, FACT_ARG);
		return arg && arg + 1 < t->node[arg].end && t->node[arg + 1].kind != FACT_CALL ? display_of(c, arg + 1) : 0;
	}
	if ((t->node[expr].kind != FACT_NAME && t->node[expr].kind != FACT_ATTR) || name >= c->nname)
		return 0;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t n = c->at[i], v;
		if (t->node[n - 1].kind != FACT_DECL && t->node[n - 1].kind != FACT_ASSIGN)
			continue;
		v = t->node[n].end;
		while (v < t->node[n - 1].end && t->node[v].kind == FACT_TYPE)
			v = t->node[v].end;
		if (v < t->node[n - 1].end && t->node[v].kind == FACT_DEFAULT)
			v++;
		if (v >= t->node[n - 1].end || (t->node[v].kind != FACT_LIST && t->node[v].kind != FACT_TUPLE && t->node[v].kind != FACT_DICT))
			continue;
		if (found)
			return 0;
		found = v;
	}
	return found;
}

/* x in (...): TRI_ */
static int
in_display(chain *c, cvalue x, uint32_t d, uint32_t scope, int *label)
{
	const fact_tree *t = c->t;
	int all = 1;

	FACT_EACH_KID(t, d, k) {
		uint32_t e = t->node[k].kind == FACT_PAIR ? k + 1 : k;
		cvalue v = chain_value(c, e, scope);
		int how = 0, is = equal(&x, &v, &how);
		if (is == TRI_TRUE) {
			*label |= how;
			return TRI_TRUE;
		}
		all &= is == TRI_FALSE;
		*label |= is == TRI_FALSE && how;
	}
	return all && x.kind != CV_OPEN ? TRI_FALSE : TRI_OPEN;
}

/* s in small or capital letters, as a string that the tree has; UINT32_MAX. */
static uint32_t
in_case(const chain *c, uint32_t str, int up)
{
	char b[200];
	size_t n = c->t->text.len[str];

	if (n >= sizeof b)
		return UINT32_MAX;
	for (size_t i = 0; i <= n; i++)
		b[i] = (char)(up ? toupper((unsigned char)c->t->text.str[str][i]) : tolower((unsigned char)c->t->text.str[str][i]));
	return as_intern_find(&c->t->text, b, n);
}

/* A function whose whole body is `return expression`. */
static uint32_t
only_returns(const fact_tree *t, uint32_t func)
{
	uint32_t b = fact_find(t, func, FACT_BLOCK), r = 0;

	if (!b)
		return 0;
	FACT_EACH_KID(t, b, k) {
		if (t->node[k].kind == FACT_COMMENT)
			continue;
		if (r || t->node[k].kind != FACT_RETURN)
			return 0;
		r = k;
	}
	return r && r + 1 < t->node[r].end ? r + 1 : 0;
}

static cvalue
call_value(chain *c, uint32_t call, uint32_t scope)
{
	static const char *const same_text[] = {"str", "string", "std.string", "strip", "c_str", "data", "String", "casefold", "string_view", "copy", "strdup", "value", "cast"};
	static const char *const env[] = {"getenv", "secure_getenv", "getenv_int", "getenv_bool", "GetEnv", "has_env", "env"};
	const fact_tree *t = c->t;
	uint32_t callee = call + 1, name, a0, a1, f, recv;
	const cvalue *known;
	const char *s;
	cvalue x, y;
	int how, label = 0;

	if (callee >= t->node[call].end || (t->node[callee].kind != FACT_NAME && t->node[callee].kind != FACT_ATTR) || (name = chain_last(c, callee)) >= c->nname)
		return open_value;
	s = t->text.str[name];
	a0 = fact_arg(t, call, 0);
	a1 = a0 ? fact_arg(t, call, 1) : 0;
	recv = t->node[callee].kind == FACT_ATTR ? callee + 1 : 0;
	if ((how = compares(s)) != 0 && a0 && (a1 || recv)) {
		x = chain_value(c, a1 ? a0 : recv, scope);
		y = chain_value(c, a1 ? a1 : a0, scope);
		int is = equal(&x, &y, &label);
		return is == TRI_OPEN ? open_value : truth(how == 1 ? !is : is, label);
	}
	if (recv && (strcmp(s, "lower") == 0 || strcmp(s, "upper") == 0)) {
		x = chain_value(c, recv, scope);
		if (x.kind == CV_STR) {
			uint32_t cased = in_case(c, x.str, *s == 'u');
			if (cased == UINT32_MAX)
				return x.label ? x : open_value; /* none that is compared */
			x.str = cased;
			return x;
		}
		return x;
	}
	if (recv && (strcmp(s, "startswith") == 0 || strcmp(s, "endswith") == 0 || strcmp(s, "starts_with") == 0) && a0 && a1)
		return open_value;
	if (recv && (strcmp(s, "startswith") == 0 || strcmp(s, "endswith") == 0 || strcmp(s, "starts_with") == 0) && a0) {
		x = chain_value(c, recv, scope);
		y = chain_value(c, a0, scope);
		if (x.kind == CV_STR && y.kind == CV_STR) {
			const char *p = t->text.str[x.str], *q = t->text.str[y.str];
			size_t n = strlen(p), k = strlen(q);
			return truth(n >= k && strncmp(*s == 's' ? p : p + n - k, q, k) == 0, x.label | y.label);
		}
		return open_value;
	}
	if (AS_AMONG(s, env) && a0 && t->node[a0].kind == FACT_STR && chain_is_label(c, t->node[a0].str))
		return option_value(c);
	if (recv && a0 && !a1 && c->named && is_option_asked(s) && t->node[a0].kind == FACT_STR && chain_is_label(c, t->node[a0].str) && !chain_python(c, call))
		return option_value(c);
	if (recv && (strcmp(s, "get") == 0 || strcmp(s, "getattr") == 0) && a0 && t->node[a0].kind == FACT_STR) {
		if (c->named && chain_is_label(c, t->node[a0].str))
			return option_value(c);
		known = t->node[a0].str < c->nname ? chain_known(c, t->node[a0].str, CHAIN_FIELD) : NULL;
		return known ? *known : open_value;
	}
	if (strcmp(s, "getattr") == 0 && a1 && t->node[a1].kind == FACT_STR) {
		if (c->named && t->node[a1].str == c->ident)
			return option_value(c);
		known = t->node[a1].str < c->nname ? chain_known(c, t->node[a1].str, CHAIN_FIELD) : NULL;
		return known ? *known : open_value;
	}
	if (AS_AMONG(s, same_text) && (recv || a0))
		return chain_value(c, recv && !a0 ? recv : a0, scope);
	if (strcmp(s, "len") == 0 && a0 && !a1) {
		x = chain_value(c, a0, scope);
		if (x.kind != CV_STR)
			return open_value;
		y = (cvalue){.kind = CV_INT, .label = x.label};
		for (s = t->text.str[x.str]; *s; s++) /* characters */
			y.i += ((unsigned char)*s & 0xc0) != 0x80;
		return y;
	}
	if (strcmp(s, "bool") == 0 && a0) {
		int is = chain_test(c, a0, scope, &label);
		return from_tri(is, label);
	}
	if ((known = c->keyed[name] & KEYED_KNOWN ? chain_known(c, name, CHAIN_GIVES) : NULL))
		return *known;
	if ((f = only(c, name, FACT_FUNC)) != 0 && (f = only_returns(t, f)) != 0)
		return chain_value(c, f, chain_unit(c, f));
	if (only(c, name, FACT_CLASS) && a0 && !a1) /* Enum(x) */
		return chain_value(c, a0, scope);
	return open_value;
}

static cvalue
bin_value(chain *c, uint32_t e, uint32_t scope)
{
	const fact_tree *t = c->t;
	const char *op = fact_str(t, e);
	uint32_t l = e + 1, r = t->node[l].end;
	int la = 0, lb = 0, is;
	cvalue a, b;

	if (r >= t->node[e].end)
		return open_value;
	if (strcmp(op, "and") == 0 || strcmp(op, "or") == 0) {
		int deciding = *op == 'o', x = chain_test(c, l, scope, &la), y = chain_test(c, r, scope, &lb);
		if (x == deciding || y == deciding) {
			if (*op == 'o' && x == deciding && (a = chain_value(c, l, scope)).kind == CV_STR)
				return a; /* x or "default" */
			return truth(deciding, (x == deciding ? la : 0) | (y == deciding ? lb : 0));
		}
		if (*op == 'o' && x == TRI_FALSE)
			return chain_value(c, r, scope);
		return x == TRI_OPEN || y == TRI_OPEN ? open_value : truth(!deciding, la | lb);
	}
	if (strcmp(op, "in") == 0 || strcmp(op, "not in") == 0) {
		uint32_t d = display_of(c, r);
		a = chain_value(c, l, scope);
		if (d) {
			is = in_display(c, a, d, scope, &la);
		} else {
			b = chain_value(c, r, scope);
			if (a.kind != CV_STR || b.kind != CV_STR)
				return open_value;
			is = strstr(t->text.str[b.str], t->text.str[a.str]) != NULL;
			la = a.label | b.label;
		}
		return is == TRI_OPEN ? open_value : truth(*op == 'n' ? !is : is, la);
	}
	if ((is = chain_version_test(c, e)) != TRI_OPEN)
		return truth(is, 0);
	a = chain_value(c, l, scope);
	b = chain_value(c, r, scope);
	if (strcmp(op, "==") == 0 || strcmp(op, "!=") == 0 || strcmp(op, "is") == 0 || strcmp(op, "is not") == 0) {
		int not = *op == '!' || strcmp(op, "is not") == 0;
		is = equal(&a, &b, &la);
		return is == TRI_OPEN ? open_value : truth(not ? !is : is, la);
	}
	if (a.kind == CV_INT && b.kind == CV_INT) {
		la = a.label | b.label;
		if (strcmp(op, "<") == 0)
			return truth(a.i < b.i, la);
		if (strcmp(op, ">") == 0)
			return truth(a.i > b.i, la);
		if (strcmp(op, "<=") == 0)
			return truth(a.i <= b.i, la);
		if (strcmp(op, ">=") == 0)
			return truth(a.i >= b.i, la);
	}
	return open_value;
}

static cvalue
value_of(chain *c, uint32_t e, uint32_t scope)
{
	const fact_tree *t = c->t;
	int label = 0, is;

	switch (t->node[e].kind) {
	case FACT_STR:
		return chain_is_label(c, t->node[e].str) ? (cvalue){.kind = CV_STR, .str = c->str, .label = 1} : (cvalue){.kind = CV_STR, .str = t->node[e].str};
	case FACT_BOOL: return truth(*fact_str(t, e) == '1', 0);
	case FACT_INT: return (cvalue){.kind = CV_INT, .i = strtoll(fact_str(t, e), NULL, 10)};
	case FACT_NONE: return (cvalue){.kind = CV_NONE};
	case FACT_NAME: return name_value(c, e, scope);
	case FACT_ATTR: return member_value(c, e, scope);
	case FACT_INDEX: {
		uint32_t key = t->node[e + 1].end;
		const cvalue *v;
		if (key < t->node[e].end && t->node[key].kind == FACT_STR && t->node[key].str < c->nname) {
			if (c->named && t->node[key].str == c->ident)
				return option_value(c);
			if ((v = chain_known(c, t->node[key].str, CHAIN_FIELD)))
				return *v;
		}
		return chain_version(c, e);
	}
	case FACT_CALL: return call_value(c, e, scope);
	case FACT_BIN: return bin_value(c, e, scope);
	case FACT_UN:
		if (strcmp(fact_str(t, e), "not") == 0) {
			is = chain_test(c, e + 1, scope, &label);
			return is == TRI_OPEN ? open_value : truth(!is, label);
		}
		return open_value;
	case FACT_COND: {
		uint32_t a = t->node[e + 1].end, b = a < t->node[e].end ? t->node[a].end : a;
		is = chain_test(c, e + 1, scope, &label);
		if (is != TRI_OPEN && b < t->node[e].end) {
			cvalue v = chain_value(c, is ? a : b, scope);
			if (label && v.kind)
				v.label |= 1;
			return v;
		}
		return open_value;
	}
	case FACT_ASSIGN: return t->node[e + 1].end < t->node[e].end ? chain_value(c, t->node[e + 1].end, scope) : open_value;
	case FACT_ADDR: case FACT_DEREF: case FACT_AWAIT: return chain_value(c, e + 1, scope);
	default: return open_value;
	}
}

cvalue
chain_value(chain *c, uint32_t e, uint32_t scope)
{
	cvalue v;

	if (c->depth > DEEP * 4)
		return open_value;
	c->depth++;
	v = value_of(c, e, scope);
	c->depth--;
	return v;
}

int
chain_test(chain *c, uint32_t e, uint32_t scope, int *label)
{
	cvalue v = chain_value(c, e, scope);
	int is = as_truth(&v, c->t);

	if (is != TRI_OPEN && v.kind != CV_STR) /* that there is a label at all decides nothing */
		*label |= v.label != 0;
	return is;
}
