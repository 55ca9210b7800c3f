/* closed_value.c - see closed_impl.h: what variables and conditions of C may be, by all stores of their names. */
#include "closed_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

static const closed_values ANY = {.any = 1};

static closed_values
one(int64_t v)
{
	return (closed_values){.v = {v}, .n = 1};
}

static void
add(closed_values *s, int64_t v)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->v[i] == v)
			return;
	if (s->n == CLOSED_VALUES)
		s->any = 1;
	else
		s->v[s->n++] = v;
}

static void
join(closed_values *s, closed_values with)
{
	s->any |= with.any;
	for (uint32_t i = 0; i < with.n; i++)
		add(s, with.v[i]);
}

/* Truth of all: 1, 0; -1: either, or not known. */
static int
truth(closed_values s)
{
	int yes = 0, no = 0;

	for (uint32_t i = 0; i < s.n; i++) {
		yes |= s.v[i] != 0;
		no |= s.v[i] == 0;
	}
	return s.any || yes == no ? -1 : yes;
}

/* Is a variable of a DECL's type a plain one: a number or a pointer, not an object with operators of its own? */
static int
is_plain(const closed *k, uint32_t decl)
{
	static const char *const list[] = {"int", "bool", "unsigned", "unsigned int", "long", "unsigned long", "short", "char", "size_t", "gboolean", "BOOL", "gint", "Bool", "auto"};
	uint32_t type = fact_find(k->t, decl, FACT_TYPE);

	return !type || closed_is_c(k, decl) || AS_AMONG(fact_str(k->t, type), list) || as_ends_with(fact_str(k->t, type), "_t");
}

/* What is stored in a variable of a DECL's type, where that is a number that it can hold whatever its width and sign. */
static closed_values
fits(const fact_tree *t, uint32_t decl, closed_values s)
{
	uint32_t type = fact_find(t, decl, FACT_TYPE);
	const char *name = type ? fact_str(t, type) : "int";
	int wide = strcmp(name, "int") == 0 || strcmp(name, "unsigned") == 0 || strcmp(name, "unsigned int") == 0 || strcmp(name, "long") == 0;
	closed_values out = {.any = s.any};

	for (uint32_t i = 0; i < s.n; i++)
		if (strcmp(name, "bool") == 0 || strcmp(name, "_Bool") == 0)
			add(&out, s.v[i] != 0);
		else if (s.v[i] < 0 || s.v[i] > (wide ? INT32_MAX : 127) || strchr(name, ':'))
			out.any = 1;
		else
			add(&out, s.v[i]);
	return out;
}

static int
same_var(closed_var a, closed_var b)
{
	return a.name == b.name && a.in == b.in;
}

/* The statement by which the label sets it; 0. */
static uint32_t
set_there(const closed *k, closed_var v)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < k->at->nset; i++)
		if (same_var(k->at->set[i].var, v))
			at = k->at->set[i].at;
	return at;
}

/* Has a node that stands before where the label is taken run by then, for good? */
static int
over(const closed *k, uint32_t node)
{
	uint32_t f = closed_func(k, node);

	for (uint32_t i = 0; i < k->nonce; i++)
		if (k->once[i].func == f)
			return node < k->once[i].from;
	return 0;
}

/* Arguments of all calls of a function, number i of them, are joined to s. */
static void
arguments(closed *k, uint32_t func, uint32_t i, int after, closed_values *s)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t name = chain_last(c, func), calls = 0;

	if (name >= c->nname || closed_body(k, name) != func || strcmp(fact_str(t, func), "main") == 0 || c->first[name + 1] - c->first[name] > 200) {
		s->any = 1;
		return;
	}
	for (uint32_t n = c->first[name]; n < c->first[name + 1] && !s->any; n++) {
		uint32_t o = c->at[n], call = c->up[o], a = 0, at = 0;
		if (!closed_of_c(k, o))
			continue;
		if (t->node[call].kind != FACT_CALL || o != call + 1 || t->node[o].kind == FACT_TYPE) {
			s->any = 1;
			return;
		}
		calls++;
		if (k->dead[call])
			continue;
		FACT_EACH_KID(t, call, arg)
			if (t->node[arg].kind == FACT_ARG) {
				s->any |= *fact_str(t, arg) || t->node[arg].flags & (FACT_STAR | FACT_STARSTAR);
				if (a++ == i)
					at = arg + 1;
			}
		join(s, at ? closed_value(k, at, after && !k->before[call]) : ANY);
	}
	s->any |= !calls;
}

/* Everything that is stored in a variable. */
static closed_values
stored(closed *k, closed_var v, int after)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	closed_values s = {0};
	uint32_t there = after ? set_there(k, v) : 0, i = 0;

	if (v.in == CLOSED_NONE || closed_hidden(k, v.name))
		return ANY;
	if (v.in != CLOSED_SHARED && t->node[v.in].kind == FACT_FUNC) {
		FACT_EACH_KID(t, v.in, p)
			if (t->node[p].kind == FACT_PARAM && ++i && t->node[p].str == v.name) {
				closed_values given = {0};
				if (fact_find(t, p, FACT_DEFAULT) || t->node[p].flags & (FACT_STAR | FACT_STARSTAR))
					return ANY;
				for (uint32_t q = p; q < t->node[p].end; q++)
					if (t->node[q].kind == FACT_TYPE && t->node[q].flags & (FACT_REF | FACT_ARRAY))
						return ANY;
				arguments(k, v.in, i - 1, after, &given);
				join(&s, fits(t, p, given));
			}
	}
	for (uint32_t n = c->first[v.name]; n < c->first[v.name + 1] && !s.any; n++) {
		uint32_t o = c->at[n], value, decl;
		closed_var w;
		int init;
		if (k->dead[o] || !closed_of_c(k, o) || t->node[o].kind == FACT_TYPE)
			continue;
		if (t->node[o].kind == FACT_ATTR) { /* of a namespace or a class */
			if (!closed_is_c(k, o) && t->node[o + 1].kind == FACT_NAME && closed_use(k, o, &value) != CLOSED_READ)
				s.any |= v.in == CLOSED_SHARED || t->node[v.in].kind == FACT_FILE;
			continue;
		}
		switch (closed_use(k, o, &value)) {
		case CLOSED_READ: continue;
		case CLOSED_ESCAPES: {
			uint32_t fn = closed_func(k, o);
			w = fn && t->node[fn].flags & FACT_MACRO ? v : closed_variable(k, o); /* of a macro: wherever it is put */
			s.any |= w.in == CLOSED_NONE || same_var(v, w);
			continue;
		}
		case CLOSED_STORE: break;
		}
		w = closed_variable(k, o);
		if (w.in != CLOSED_NONE && !same_var(v, w)) {
			uint32_t fn = closed_func(k, o);
			if (!(fn && t->node[fn].flags & FACT_MACRO && w.in != fn))
				continue;
		}
		decl = c->up[o];
		init = t->node[decl].kind == FACT_DECL;
		if (init && t->node[decl].flags & FACT_MACRO) {
			s.any = 1;
			continue;
		}
		if (init && w.in != CLOSED_NONE && !value && !(t->node[decl].flags & FACT_STATIC) && w.in != CLOSED_SHARED && t->node[w.in].kind == FACT_FUNC)
			continue; /* not set by that */
		if (there && !(t->node[decl].flags & FACT_THREAD) && ((init && (w.in == CLOSED_SHARED || t->node[w.in].kind == FACT_FILE)) || over(k, o)))
			continue; /* it is another one by then */
		if (init && !value) {
			add(&s, 0);
			continue;
		}
		join(&s, closed_value(k, value, after && !k->before[o]));
	}
	if (!s.n)
		s.any = 1;
	for (uint32_t n = c->first[v.name]; n < c->first[v.name + 1]; n++) { /* what its type can hold */
		uint32_t o = c->at[n], up = c->up[o];
		if (t->node[up].kind == FACT_DECL && o == up + 1 && !(t->node[up].flags & FACT_MACRO) && same_var(closed_variable(k, o), v))
			s = is_plain(k, up) ? fits(t, up, s) : ANY;
	}
	return s;
}

static closed_values
of_var(closed *k, closed_var v, int after)
{
	uint32_t n = k->nknown;
	closed_values s;

	for (uint32_t i = 0; i < n; i++)
		if (same_var(k->known[i].var, v) && k->known[i].after == after)
			return k->known[i].busy ? ANY : k->known[i].v;
	if (n == sizeof k->known / sizeof *k->known || v.in == CLOSED_NONE)
		return ANY;
	k->known[k->nknown++] = (closed_known){.var = v, .after = (uint8_t)after, .busy = 1};
	s = stored(k, v, after);
	k->known[n].v = s;
	k->known[n].busy = 0;
	return s;
}

/* What a macro without parameters is, that is #defined once; or TRUE, FALSE where the tree has none. */
static closed_values
of_macro(closed *k, uint32_t o, int after)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t name = chain_last(c, o), found = 0;

	for (uint32_t i = name < c->nname ? c->first[name] : 0; name < c->nname && i < c->first[name + 1]; i++) {
		uint32_t up = c->up[c->at[i]], def;
		if (t->node[up].kind != FACT_DECL || c->at[i] != up + 1)
			continue;
		def = fact_find(t, up, FACT_DEFAULT);
		if (!(t->node[up].flags & FACT_MACRO) || t->node[up].flags & FACT_OPEN || !def || t->node[def + 1].end != t->node[def].end || t->node[def + 1].kind != FACT_INT)
			return ANY;
		if (found && t->node[found].str != t->node[def + 1].str)
			return ANY;
		for (uint32_t f = c->up[up]; c->up[f] != f; f = c->up[f]) /* it may be given otherwise */
			for (uint32_t n = f; t->node[f].kind == FACT_IF && n < t->node[f + 1].end; n++)
				if (t->node[n].str == t->node[o].str && strcmp(fact_str(t, o), "TRUE") != 0 && strcmp(fact_str(t, o), "FALSE") != 0)
					return ANY;
		found = def + 1;
	}
	if (found)
		return closed_value(k, found, after);
	if (strcmp(fact_str(t, o), "TRUE") == 0)
		return one(1);
	return strcmp(fact_str(t, o), "FALSE") == 0 ? one(0) : ANY;
}

/* What a function gives. */
static closed_values
given(closed *k, uint32_t call, int after)
{
	const fact_tree *t = k->t;
	uint32_t f = t->node[call + 1].kind == FACT_NAME ? closed_body(k, t->node[call + 1].str) : 0, block = f ? fact_find(t, f, FACT_BLOCK) : 0, n = 0;
	closed_values s = {0};

	if (!block || t->node[f].flags & (FACT_LAZY | FACT_MACRO))
		return ANY;
	for (uint32_t i = block; i < t->node[block].end && !s.any; i++) {
		if (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS) {
			i = t->node[i].end - 1;
		} else if (t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_YIELD) {
			s.any = 1;
		} else if (t->node[i].kind == FACT_RETURN && !k->dead[i]) {
			join(&s, i + 1 < t->node[i].end ? closed_value(k, i + 1, after) : ANY);
			n++;
		}
	}
	s.any |= !n;
	return fits(t, f, s);
}

/* a op b of numbers, where that is one whatever their width. */
static closed_values
reckoned(const char *op, closed_values a, closed_values b)
{
	closed_values s = {.any = a.any || b.any || !a.n || !b.n};

	for (uint32_t i = 0; i < a.n && !s.any; i++)
		for (uint32_t j = 0; j < b.n; j++) {
			int64_t x = a.v[i], y = b.v[j];
			if (strcmp(op, "==") == 0)
				add(&s, x == y);
			else if (strcmp(op, "!=") == 0)
				add(&s, x != y);
			else if (x < 0 || y < 0)
				s.any = 1;
			else if (strcmp(op, "<") == 0)
				add(&s, x < y);
			else if (strcmp(op, ">") == 0)
				add(&s, x > y);
			else if (strcmp(op, "<=") == 0)
				add(&s, x <= y);
			else if (strcmp(op, ">=") == 0)
				add(&s, x >= y);
			else if (strcmp(op, "&") == 0)
				add(&s, x & y);
			else if (strcmp(op, "|") == 0)
				add(&s, x | y);
			else
				s.any = 1;
		}
	return s;
}

static closed_values
value(closed *k, uint32_t e, int after)
{
	const fact_tree *t = k->t;
	const char *s = fact_str(t, e);
	uint32_t r = t->node[e + 1].end;
	closed_values a, b;
	int is;

	switch (t->node[e].kind) {
	case FACT_INT: return strlen(s) > 9 ? ANY : one(strtoll(s, NULL, 10));
	case FACT_BOOL: return one(*s == '1');
	case FACT_NONE: return one(0);
	case FACT_NAME: {
		closed_var v = closed_variable(k, e);
		return v.in == CLOSED_NONE ? of_macro(k, e, after) : of_var(k, v, after);
	}
	case FACT_UN:
		a = closed_value(k, e + 1, after);
		if (strcmp(s, "not") == 0) {
			is = truth(a);
			return is < 0 ? ANY : one(!is);
		}
		if (strcmp(s, "(bool)") == 0 || strcmp(s, "(_Bool)") == 0) {
			is = truth(a);
			return is < 0 ? ANY : one(is);
		}
		if (strcmp(s, "(int)") == 0 || strcmp(s, "(unsigned)") == 0 || strcmp(s, "(long)") == 0) {
			for (uint32_t i = 0; i < a.n; i++)
				a.any |= a.v[i] < 0 || a.v[i] > INT32_MAX;
			return a;
		}
		return ANY;
	case FACT_BIN:
		a = closed_value(k, e + 1, after);
		is = truth(a);
		if (strcmp(s, "and") == 0 || strcmp(s, "or") == 0) {
			int end = *s == 'o', other;
			if (is == end)
				return one(end);
			other = truth(closed_value(k, r, after));
			return other == end ? one(end) : is == !end && other == !end ? one(!end) : ANY;
		}
		if (a.any)
			return ANY;
		b = closed_value(k, r, after);
		return reckoned(s, a, b);
	case FACT_COND:
		is = truth(closed_value(k, e + 1, after));
		a = is == 0 ? (closed_values){0} : closed_value(k, r, after);
		if (is != 1)
			join(&a, closed_value(k, t->node[r].end, after));
		return a;
	case FACT_CALL:
		if (t->node[e + 1].kind == FACT_NAME && strcmp(fact_str(t, e + 1), "__builtin_expect") == 0 && t->node[r].kind == FACT_ARG)
			return closed_value(k, r + 1, after);
		return given(k, e, after);
	default: return ANY;
	}
}

closed_values
closed_value(closed *k, uint32_t e, int after)
{
	closed_values s = ANY;

	if (k->depth < 24) {
		k->depth++;
		s = value(k, e, after);
		k->depth--;
	}
	return s;
}

int
closed_truth(closed *k, uint32_t e)
{
	return truth(closed_value(k, e, 1));
}
