/* line_string.c - see line_impl.h: which expressions of C++ are text by their value, and what operators of the tree make of it. */
#include "line_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

/* Has the tree an operator + that is given a value of that type? */
static int
is_added(const lines *l, const char *name)
{
	const fact_tree *t = l->t;
	uint32_t plus = as_intern_find(&t->text, "operator+", 9);

	for (uint32_t i = 0; plus != UINT32_MAX && i < l->nfunc; i++)
		if (l->func[i] >> 32 == plus)
			FACT_EACH_KID(t, (uint32_t)l->func[i], p) {
				uint32_t type = t->node[p].kind == FACT_PARAM ? fact_find(t, p, FACT_TYPE) : 0;
				if (type && strcmp(as_last_part(fact_str(t, type)), as_last_part(name)) == 0)
					return 1;
			}
	return 0;
}

/* Is a type one of text by its value? 2: a class of the tree that derives from one and adds to it by no operator of its own. */
static int
is_text_type(const lines *l, const char *name)
{
	static const char *const types[] = {"string", "QString", "String", "wxString", "QByteArray", "ustring", "string_view"};
	static const char *const own[] = {"operator+", "operator+=", "operator<<", "append", "c_str", "data", "substr"};
	const fact_tree *t = l->t;
	uint32_t id;
	int is = 0;

	name = as_last_part(name);
	if (AS_AMONG(name, types))
		return 1;
	if ((id = as_intern_find(&t->text, name, strlen(name))) == UINT32_MAX)
		return 0;
	for (uint32_t i = 0; i < l->nclass; i++) {
		uint32_t base = fact_find(t, l->class[i], FACT_BASE), block = fact_find(t, l->class[i], FACT_BLOCK);
		if (t->node[l->class[i]].str != id)
			continue;
		if (!base || (t->node[base + 1].kind != FACT_NAME && t->node[base + 1].kind != FACT_ATTR) || !AS_AMONG(as_last_part(fact_str(t, base + 1)), types))
			return 0;
		FACT_EACH_KID(t, block, k)
			if (t->node[k].kind == FACT_FUNC && AS_AMONG(as_last_part(fact_str(t, k)), own))
				return 0;
		is = 2;
	}
	return is && !is_added(l, name) ? is : 0;
}

/* Do all functions of the tree of that name give text by its value? */
static int
gives_text(const lines *l, uint32_t name)
{
	const fact_tree *t = l->t;
	uint32_t fn[4], n = line_bodies(l, name, fn, 4), type;

	for (uint32_t i = 0; i < n && n <= 4; i++)
		if (!(type = fact_find(t, fn[i], FACT_TYPE)) || t->node[type].flags & (FACT_POINTER | FACT_ARRAY) || !is_text_type(l, fact_str(t, type)))
			return 0;
	return n > 0 && n <= 4;
}

/* Is the member of that name of a class, which is that string, text by its value? As is_text_type(). */
static int
is_text_member(const lines *l, uint32_t class, uint32_t name)
{
	const fact_tree *t = l->t;
	int is = 0, one;

	for (uint32_t i = 0; class != UINT32_MAX && i < l->nclass; i++) {
		uint32_t block = t->node[l->class[i]].str == class ? fact_find(t, l->class[i], FACT_BLOCK) : 0;
		FACT_EACH_KID(t, block, k) {
			uint32_t type = block && t->node[k].kind == FACT_DECL && t->node[k + 1].kind == FACT_NAME && t->node[k + 1].str == name ? fact_find(t, k, FACT_TYPE) : 0;
			if (!type)
				continue;
			if (t->node[type].flags & (FACT_POINTER | FACT_ARRAY) || !(one = is_text_type(l, fact_str(t, type))))
				return 0;
			is = one > is ? one : is;
		}
	}
	return is;
}

int
line_of_file(const lines *l, uint32_t d)
{
	for (uint32_t i = l->up[d]; i; i = l->up[i])
		if (l->t->node[i].kind == FACT_FUNC || l->t->node[i].kind == FACT_CLASS)
			return 0;
	return 1;
}

/* Are all variables of that name that stand in no function and no class text by their value? */
static int
is_text_global(const lines *l, uint32_t name)
{
	const fact_tree *t = l->t;
	int any = 0;

	for (uint32_t n = l->first[name]; n; n = l->next[n]) {
		uint32_t d = l->up[n], type;
		if (t->node[d].kind != FACT_DECL || n != d + 1 || !line_of_file(l, d))
			continue;
		type = fact_find(t, d, FACT_TYPE);
		if (!type || t->node[type].flags & (FACT_POINTER | FACT_ARRAY) || is_text_type(l, fact_str(t, type)) != 1)
			return 0;
		any = 1;
	}
	return any;
}

/* The class that the variable of a NAME is of, as a string; UINT32_MAX: it is not known. */
static uint32_t
class_of_variable(const lines *l, uint32_t name, const line_at *at)
{
	const fact_tree *t = l->t;
	uint32_t d = line_declared(l, at->fn, t->node[name].str), type, n;
	const char *s;

	if (strcmp(fact_str(t, name), "this") == 0)
		return at->fn ? line_class(l, at->fn) : UINT32_MAX;
	for (n = l->first[t->node[name].str]; !d && n; n = l->next[n])
		if (t->node[l->up[n]].kind == FACT_DECL && n == l->up[n] + 1) {
			if (at->fn && t->node[l->up[l->up[l->up[n]]]].kind == FACT_CLASS) /* a member, or not: it is not looked at */
				return UINT32_MAX;
			if (line_of_file(l, l->up[n]))
				d = l->up[n];
		}
	if (!d || !(type = fact_find(t, d, FACT_TYPE)) || t->node[type].flags & FACT_ARRAY)
		return UINT32_MAX;
	s = as_last_part(fact_str(t, type));
	return as_intern_find(&t->text, s, strlen(s));
}

/* "a" + x + "b": pointers cannot be added, so that it is an object that "b" is put behind. */
static int
is_between(const fact_tree *t, uint32_t e)
{
	uint32_t left = e + 1, right = t->node[left].end;

	return t->node[right].kind == FACT_STR && t->node[left].kind == FACT_BIN && strcmp(fact_str(t, left), "+") == 0 &&
	    (t->node[left + 1].kind == FACT_STR || t->node[t->node[left + 1].end].kind == FACT_STR);
}

int
line_is_string(const lines *l, uint32_t e, const line_at *at)
{
	static const char *const gives[] = {"string", "QString", "String", "to_string", "str", "substr", "toString", "arg", "number", "path", "QByteArray"};
	const fact_tree *t = l->t;
	uint32_t d, type;

	switch (t->node[e].kind) {
	case FACT_BIN:
		return strcmp(fact_str(t, e), "+") == 0 && (line_is_string(l, e + 1, at) || line_is_string(l, t->node[e + 1].end, at) || is_between(t, e) || (t->node[l->up[e]].kind == FACT_BIN && e == l->up[e] + 1 && is_between(t, l->up[e])));
	case FACT_CALL: return (t->node[e + 1].kind == FACT_NAME || t->node[e + 1].kind == FACT_ATTR) && (AS_AMONG(as_last_part(fact_str(t, e + 1)), gives) || gives_text(l, fact_last(t, e + 1)));
	case FACT_ATTR: return t->node[e + 1].kind == FACT_NAME && is_text_member(l, class_of_variable(l, e + 1, at), t->node[e].str);
	case FACT_NAME:
		if ((d = line_declared(l, at->fn, t->node[e].str)) != 0) {
			type = fact_find(t, d, FACT_TYPE);
			return type && !(t->node[type].flags & (FACT_POINTER | FACT_ARRAY)) ? is_text_type(l, fact_str(t, type)) : 0;
		}
		return (d = (uint32_t)is_text_member(l, at->fn ? line_class(l, at->fn) : UINT32_MAX, t->node[e].str)) ? (int)d : is_text_global(l, t->node[e].str);
	default: return 0;
	}
}

/* Has the tree a class of that name? */
static int
is_class(const lines *l, const char *name)
{
	for (uint32_t i = 0; i < l->nclass; i++)
		if (strcmp(fact_str(l->t, l->class[i]), name) == 0)
			return 1;
	return 0;
}

int
line_is_object(const lines *l, uint32_t name, const line_at *at)
{
	const fact_tree *t = l->t;
	uint32_t class = at->fn ? line_class(l, at->fn) : UINT32_MAX;

	if (line_declared(l, at->fn, t->node[name].str) || line_is_string(l, name, at) == 1)
		return 0;
	for (uint32_t n = l->first[t->node[name].str]; n; n = l->next[n]) {
		uint32_t d = l->up[n], of = t->node[d].kind == FACT_DECL && n == d + 1 ? l->up[l->up[d]] : 0, type;
		if (!of || !(line_of_file(l, d) || (t->node[of].kind == FACT_CLASS && t->node[of].str == class)) || !(type = fact_find(t, d, FACT_TYPE)) || t->node[type].flags & (FACT_POINTER | FACT_ARRAY))
			continue;
		if (is_class(l, as_last_part(fact_str(t, type))))
			return 1;
	}
	return 0;
}

int
line_has_operator(const lines *l, const char *op)
{
	char name[40];
	uint32_t id, fn;
	int n = snprintf(name, sizeof name, "operator%s", op);

	return n > 0 && n < (int)sizeof name && (id = as_intern_find(&l->t->text, name, (size_t)n)) != UINT32_MAX && line_bodies(l, id, &fn, 1) != 0;
}

/* Is an expression text beyond doubt, so that an operator of the tree that is given another type is not meant? */
static int
is_surely_text(const lines *l, uint32_t e, const line_at *at)
{
	static const char *const gives[] = {"c_str", "string", "to_string", "str"};
	const fact_tree *t = l->t;
	uint32_t d, type;

	switch (t->node[e].kind) {
	case FACT_STR: return !(t->node[e].flags & FACT_POINTER);
	case FACT_JOIN: return 1;
	case FACT_BIN: return line_is_string(l, e, at) == 1;
	case FACT_CALL: return (t->node[e + 1].kind == FACT_NAME || t->node[e + 1].kind == FACT_ATTR) && AS_AMONG(as_last_part(fact_str(t, e + 1)), gives);
	case FACT_NAME: case FACT_INDEX: /* argv[1] */
		d = t->node[e].kind == FACT_NAME || t->node[e + 1].kind == FACT_NAME ? line_declared(l, at->fn, t->node[t->node[e].kind == FACT_NAME ? e : e + 1].str) : 0;
		type = d ? fact_find(t, d, FACT_TYPE) : 0;
		if (type && t->node[type].flags & (FACT_POINTER | FACT_ARRAY))
			return strcmp(fact_str(t, type), "char") == 0;
		return line_is_string(l, e, at) == 1;
	default: return line_is_string(l, e, at) == 1;
	}
}

/* May a TYPE of an operator be text: string, auto, what a template says, or none? */
static int
may_be_text(const lines *l, uint32_t fn, uint32_t type)
{
	const fact_tree *t = l->t;
	const char *s = type ? as_last_part(fact_str(t, type)) : "auto";

	if (strcmp(s, "auto") == 0 || strncmp(s, "decltype", 8) == 0 || strncmp(s, "enable_if", 9) == 0 || is_text_type(l, s))
		return 1;
	for (uint32_t i = fn; i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_TPARAM && strcmp(fact_str(t, i), s) == 0)
			return 1;
	return 0;
}

/* Does a TYPE, or what is called, name a class, also as what a template is made of? Not by a call of its own. */
static int
says_class(const fact_tree *t, uint32_t type, const char *class)
{
	for (uint32_t i = type; i < t->node[type].end; i = t->node[i].kind == FACT_CALL ? t->node[i].end : i + 1)
		if (strcmp(as_last_part(fact_str(t, i)), class) == 0)
			return 1;
	return 0;
}

/* Does a text that was not taken apart name a class but as x + C()? */
static int
has_class_elsewhere(const char *text, const char *class)
{
	size_t n = strlen(class);

	for (const char *p = text; (p = strstr(p, class)); p += n) {
		const char *from = p;
		while (from > text && (from[-1] == ':' || from[-1] == '_' || isalnum((unsigned char)from[-1])))
			from--;
		while (from > text && from[-1] == ' ')
			from--;
		if (from == text || from[-1] != '+' || p[n + strspn(p + n, " ")] != '(')
			return 1;
	}
	return 0;
}

/* May an operator be given what has a name? Not where one of its parameters is of a class that no variable and no function has, and
 * that is made for an operator alone. */
static int
may_be_given(const lines *l, uint32_t op)
{
	const fact_tree *t = l->t;

	FACT_EACH_KID(t, op, p) {
		uint32_t type = t->node[p].kind == FACT_PARAM ? fact_find(t, p, FACT_TYPE) : 0, class = 0, used = 0;
		const char *s = type ? as_last_part(fact_str(t, type)) : "";
		for (uint32_t i = 0; type && i < l->nclass; i++)
			class |= strcmp(fact_str(t, l->class[i]), s) == 0 && !fact_find(t, l->class[i], FACT_TPARAM);
		for (uint32_t i = 1; class && !used && i < t->n; i++) {
			uint32_t up = l->up[i];
			if (t->node[i].kind == FACT_TYPE)
				used = (t->node[up].kind != FACT_PARAM || l->up[up] != op) && says_class(t, i, s);
			else if (t->node[i].kind == FACT_CALL)
				used = t->node[up].kind != FACT_BIN && says_class(t, i + 1, s);
			else if (t->node[i].kind == FACT_BASE)
				used = strstr(fact_str(t, i + 1), s) != NULL;
			else if (t->node[i].kind == FACT_UNKNOWN)
				used = has_class_elsewhere(fact_str(t, i), s);
		}
		if (class && !used)
			return 0;
	}
	return 1;
}

/* Has the tree an operator + that may give text, or += of what may be text? 2: one that is a template, which may be given any class. */
static int
has_text_operator(const lines *l, const char *op)
{
	const fact_tree *t = l->t;
	uint32_t id = as_intern_find(&t->text, op, strlen(op));
	int has = 0;

	for (uint32_t i = 0; id != UINT32_MAX && i < l->nfunc; i++) {
		uint32_t fn = (uint32_t)l->func[i];
		uint32_t first = fact_find(t, fn, FACT_PARAM);
		if (l->func[i] >> 32 != id || line_class(l, fn) != UINT32_MAX) /* of a class: what stands on the left is of it */
			continue;
		if (may_be_text(l, fn, fact_find(t, as_ends_with(op, "=") && first ? first : fn, FACT_TYPE)) && may_be_given(l, fn))
			has = fact_find(t, fn, FACT_TPARAM) || has == 2 ? 2 : 1;
	}
	return has;
}

/* X(): is it an object of a class of the tree? */
static int
makes_object(const lines *l, uint32_t e)
{
	return l->t->node[e].kind == FACT_CALL && is_class(l, as_last_part(fact_str(l->t, e + 1)));
}

void
line_look_for_operators(lines *l)
{
	l->joins = has_text_operator(l, "operator+");
	l->adds = has_text_operator(l, "operator+=");
}

/* The same where operators + of the tree are no templates, which alone suit what derives from a string better than that of the library does. */
static int
is_joined_text(const lines *l, uint32_t e, const line_at *at, int own)
{
	return is_surely_text(l, e, at) || (own < 2 && line_is_string(l, e, at) == 2);
}

int
line_is_joined(const lines *l, uint32_t e, const line_at *at)
{
	int own = l->t->node[e].kind == FACT_ASSIGN ? l->adds : l->joins;

	if (line_has_operator(l, l->t->node[e].kind == FACT_ASSIGN ? "+=" : "+") && (makes_object(l, e + 1) || makes_object(l, l->t->node[e + 1].end)))
		return 0;
	return !own || (is_joined_text(l, e + 1, at, own) && is_joined_text(l, l->t->node[e + 1].end, at, own));
}

/* Has the tree a member of that name asked for, between two nodes? */
static int
asks_for(const lines *l, const char *member, uint32_t from, uint32_t to)
{
	uint32_t id = as_intern_find(&l->t->text, member, strlen(member)), i = 0;

	while (id != UINT32_MAX && (i = lines_named(l, id, i)) != 0)
		if (l->t->node[i].kind == FACT_ATTR && i >= from && i < to)
			return 1;
	return 0;
}

int
line_changes_stream(const lines *l, uint32_t e, const line_at *at)
{
	static const char *const anywhere[] = {"seekp", "rdbuf", "pubseekpos", "pubseekoff"}, *const there[] = {"str", "swap", "move"};
	const fact_tree *t = l->t;
	uint32_t fn[64], id = as_intern_find(&t->text, "operator<<", 10), n = id != UINT32_MAX ? line_bodies(l, id, fn, 64) : 0, one;

	if ((t->node[e].kind == FACT_NAME || t->node[e].kind == FACT_ATTR) && !line_declared(l, at->fn, t->node[e].str) && line_bodies(l, t->node[e].str, &one, 1) != 0)
		return 1; /* a function, which gets the stream */
	if (n == 0 || is_surely_text(l, e, at) || t->node[e].kind == FACT_INT)
		return 0;
	for (size_t k = 0; k < sizeof anywhere / sizeof *anywhere; k++)
		if (asks_for(l, anywhere[k], 0, t->n))
			return 1;
	for (uint32_t i = 0; i < n && n <= 64; i++)
		for (size_t k = 0; k < sizeof there / sizeof *there; k++)
			if (asks_for(l, there[k], fn[i], t->node[fn[i]].end))
				return 1;
	return n > 64;
}
