/* closed_member.c - see closed_impl.h: members of a structure of which the programs have one object. It is one if a single
 * variable has that type, no other is made of it or beside it (memory of its size, copies, arrays, objects within others), and
 * whatever points to it was given its address by what can be seen. So all that is stored is stored by the member's name. */
#include "closed_impl.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

/* Names of the type, and names of variables, parameters and members that are it, or point or refer to it. */
typedef struct {
	closed *k;
	closed_object *o;
	uint32_t type[8], ntype;
	uint32_t name[128], nname;
	uint32_t holder[16], nholder; /* CLASS with a member that points to it */
} object;

static int
among(const uint32_t *list, uint32_t n, uint32_t s)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == s)
			return 1;
	return 0;
}

static int
is_type(const object *b, uint32_t type)
{
	return type && among(b->type, b->ntype, b->k->t->node[type].str);
}

/* Does it point or refer to it? */
static int
leads_there(const object *b, uint32_t decl)
{
	uint32_t type = fact_find(b->k->t, decl, FACT_TYPE);

	return is_type(b, type) && b->k->t->node[type].flags & (FACT_POINTER | FACT_REF);
}

/* The CLASS that a TYPE names, by one typedef or several; 0. */
static uint32_t
class_of(const closed *k, uint32_t type)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t id = type ? t->node[type].str : UINT32_MAX;

	for (int hop = 0; hop < 4 && id < c->nname; hop++) {
		uint32_t found = 0, n = 0, alias = UINT32_MAX;
		for (uint32_t d = c->dfirst[id]; d < c->dfirst[id + 1]; d++)
			if (t->node[c->def[d]].kind == FACT_CLASS && closed_of_c(k, c->def[d]) && t->node[c->def[d]].str == id) {
				found = c->def[d];
				n++;
			}
		if (n)
			return n == 1 ? found : 0;
		for (uint32_t i = c->first[id]; i < c->first[id + 1]; i++) {
			uint32_t decl = c->up[c->at[i]], def;
			if (t->node[decl].kind != FACT_DECL || c->at[i] != decl + 1)
				continue;
			def = fact_find(t, decl, FACT_DEFAULT);
			if (t->node[decl].flags & FACT_MACRO || fact_find(t, decl, FACT_TYPE) || !def || t->node[def + 1].kind != FACT_NAME || (alias != UINT32_MAX && alias != t->node[def + 1].str))
				return 0;
			alias = t->node[def + 1].str;
		}
		id = alias;
	}
	return 0;
}

/* The DECL or PARAM that says what a NAME is; 0: not one. */
static uint32_t
declared(const closed *k, uint32_t o)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t name = t->node[o].str, found = 0;
	closed_var v = closed_variable(k, o);

	if (v.in == CLOSED_NONE)
		return 0;
	if (v.in != CLOSED_SHARED && t->node[v.in].kind == FACT_FUNC)
		FACT_EACH_KID(t, v.in, p)
			if (t->node[p].kind == FACT_PARAM && t->node[p].str == name)
				return p;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t decl = c->up[c->at[i]];
		closed_var w;
		if (t->node[decl].kind != FACT_DECL || c->at[i] != decl + 1 || t->node[c->up[c->up[decl]]].kind == FACT_CLASS)
			continue;
		w = closed_variable(k, c->at[i]);
		if (w.in != v.in)
			continue;
		if (found)
			return 0;
		found = decl;
	}
	return found;
}

static uint32_t
class_asked(const closed *k, uint32_t base, int depth)
{
	const fact_tree *t = k->t;
	uint32_t cls, decl;

	while (t->node[base].kind == FACT_ADDR || t->node[base].kind == FACT_DEREF)
		base++;
	if (t->node[base].kind == FACT_NAME)
		return (decl = declared(k, base)) ? class_of(k, fact_find(t, decl, FACT_TYPE)) : 0;
	if (t->node[base].kind != FACT_ATTR || depth > 4 || !(cls = class_asked(k, base + 1, depth + 1)))
		return 0;
	FACT_EACH_KID(t, fact_find(t, cls, FACT_BLOCK), d)
		if (t->node[d].kind == FACT_DECL && t->node[d + 1].str == t->node[base].str)
			return class_of(k, fact_find(t, d, FACT_TYPE));
	return 0;
}

uint32_t
closed_class_asked(const closed *k, uint32_t base)
{
	return class_asked(k, base, 0);
}

/* Does a text have one of the names as a word? */
static int
holds(const object *b, const char *s, const uint32_t *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const char *name = b->k->t->text.str[list[i]];
		size_t len = strlen(name);
		for (const char *p = strstr(s, name); p; p = strstr(p + 1, name))
			if ((p == s || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) && !(isalnum((unsigned char)p[len]) || p[len] == '_'))
				return 1;
	}
	return 0;
}

/* Argument i of a call; 0. */
static uint32_t
argument(const fact_tree *t, uint32_t call, uint32_t i)
{
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && i-- == 0)
			return *fact_str(t, a) || t->node[a].flags & (FACT_STAR | FACT_STARSTAR) ? 0 : a;
	return 0;
}

static int
called(const fact_tree *t, uint32_t call, const char *name)
{
	return t->node[call].kind == FACT_CALL && t->node[call + 1].kind == FACT_NAME && strcmp(fact_str(t, call + 1), name) == 0;
}

/* Is all of it set to zero by a CALL? */
static int
clears(const fact_tree *t, uint32_t call)
{
	uint32_t with = called(t, call, "memset") ? argument(t, call, 1) : 0;

	return with && t->node[with + 1].kind == FACT_INT && strcmp(fact_str(t, with + 1), "0") == 0;
}

/* The PARAM of a function of the tree that argument `arg` of a call is; 0. */
static uint32_t
parameter(const closed *k, uint32_t call, uint32_t arg)
{
	const fact_tree *t = k->t;
	uint32_t f = t->node[call + 1].kind == FACT_NAME ? closed_body(k, t->node[call + 1].str) : 0, i = 0;

	for (uint32_t a = t->node[call + 1].end; a < arg; a = t->node[a].end)
		i++;
	if (f && !(t->node[f].flags & FACT_MACRO))
		FACT_EACH_KID(t, f, p)
			if (t->node[p].kind == FACT_PARAM && i-- == 0)
				return t->node[p].flags & (FACT_STAR | FACT_STARSTAR) ? 0 : p;
	return 0;
}

static int points(const object *b, uint32_t e, int depth);

/* Is a parameter, void *, only ever given its address: by calls, or by who starts the function as a thread? */
static int
carries(const object *b, uint32_t param, int depth)
{
	const closed *k = b->k;
	const fact_tree *t = k->t;
	uint32_t f = k->c->up[param], id = chain_last(k->c, f), n = 0;

	if (t->node[f].kind != FACT_FUNC || id >= k->c->nname || closed_body(k, id) != f || depth > 3)
		return 0;
	for (uint32_t a = k->c->first[id]; a < k->c->first[id + 1]; a++) {
		uint32_t o = k->c->at[a], up = k->c->up[o], call = k->c->up[up], arg = 0;
		if (!closed_of_c(k, o))
			continue;
		if (t->node[up].kind == FACT_CALL && o == up + 1) {
			FACT_EACH_KID(t, up, g)
				if (t->node[g].kind == FACT_ARG && parameter(k, up, g) == param)
					arg = g;
		} else if (t->node[up].kind == FACT_ARG && called(t, call, "pthread_create") && up == argument(t, call, 2) && fact_find(t, f, FACT_PARAM) == param) {
			arg = argument(t, call, 3);
		}
		if (!arg || !points(b, arg + 1, depth + 1))
			return 0;
		n++;
	}
	return n > 0;
}

/* Is an expression its address, or no address? It may come as void *. */
static int
points(const object *b, uint32_t e, int depth)
{
	const closed *k = b->k;
	const fact_tree *t = k->t;
	uint32_t decl, type;

	while (t->node[e].kind == FACT_UN && strcmp(fact_str(t, e), "(void *)") == 0)
		e++;
	switch (t->node[e].kind) {
	case FACT_NONE: return 1;
	case FACT_INT: return strcmp(fact_str(t, e), "0") == 0;
	case FACT_ADDR: return t->node[e + 1].kind == FACT_NAME && among(b->name, b->nname, t->node[e + 1].str);
	case FACT_ATTR: return among(b->name, b->nname, t->node[e].str);
	case FACT_CALL: decl = t->node[e + 1].kind == FACT_NAME ? closed_body(k, t->node[e + 1].str) : 0; return decl && leads_there(b, decl);
	case FACT_NAME:
		if (among(b->name, b->nname, t->node[e].str))
			return 1;
		decl = declared(k, e);
		type = decl ? fact_find(t, decl, FACT_TYPE) : 0;
		return type && t->node[decl].kind == FACT_PARAM && strcmp(fact_str(t, type), "void") == 0 && t->node[type].flags & FACT_POINTER && carries(b, decl, depth);
	default: return 0;
	}
}

/* Does the function that an ARG is only keep its parameter, void *, as what points to it? */
static int
taken_by(const object *b, uint32_t arg)
{
	const closed *k = b->k;
	const fact_tree *t = k->t;
	uint32_t f = arg && t->node[arg + 1].kind == FACT_NAME ? closed_body(k, t->node[arg + 1].str) : 0, p = f ? fact_find(t, f, FACT_PARAM) : 0, n = 0;

	for (uint32_t i = p; p && i < t->node[f].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == t->node[p].str) {
			uint32_t up = k->c->up[i];
			if (n++ || t->node[up].kind != FACT_DEFAULT || !leads_there(b, k->c->up[up]))
				return 0;
		}
	return p != 0;
}

/* Is it, where a NAME or ATTR of it stands, only looked into, or its address handed on to what is known to point to it? */
static int
kept(object *b, uint32_t o)
{
	static const char *const asks[] = {"==", "!=", "and", "or"};
	const closed *k = b->k;
	const fact_tree *t = k->t;
	uint32_t e = o, up = k->c->up[o], p;
	uint32_t decl = t->node[o].kind == FACT_NAME ? declared(k, o) : 0;
	int self = decl ? !leads_there(b, decl) : 0; /* not what points to it */

	if (t->node[up].kind == FACT_ATTR)
		return 1;
	if (t->node[up].kind == FACT_DEREF)
		return t->node[k->c->up[up]].kind == FACT_ATTR;
	if (t->node[up].kind == FACT_ADDR) {
		if (!decl || !self)
			return 0;
		self = 0;
		e = up;
		up = k->c->up[e];
	} else if (t->node[up].kind == FACT_ARG && decl && self && (p = parameter(k, k->c->up[up], up)) && leads_there(b, p)) {
		return 1; /* by reference */
	}
	if (t->node[up].kind == FACT_ATTR)
		return 1;
	while (t->node[up].kind == FACT_UN && strcmp(fact_str(t, up), "(void *)") == 0) {
		e = up;
		up = k->c->up[e];
	}
	switch (t->node[up].kind) {
	case FACT_ARG:
		up = k->c->up[e = up];
		if (self || t->node[up].kind != FACT_CALL)
			return 0;
		if (clears(t, up) && e == argument(t, up, 0)) {
			if (b->o->nzero == sizeof b->o->zero / sizeof *b->o->zero)
				return 0;
			b->o->zero[b->o->nzero++] = up;
			return 1;
		}
		if (called(t, up, "pthread_create") && !closed_body(k, t->node[up + 1].str))
			return e == argument(t, up, 3) && taken_by(b, argument(t, up, 2));
		return (p = parameter(k, up, e)) && leads_there(b, p);
	case FACT_ASSIGN:
		if (self || *fact_str(t, up))
			return 0;
		p = e == up + 1 ? t->node[e].end : up + 1;
		return e == up + 1 ? points(b, p, 0) : (t->node[p].kind == FACT_NAME || t->node[p].kind == FACT_ATTR) && among(b->name, b->nname, t->node[p].str);
	case FACT_DEFAULT: return leads_there(b, k->c->up[up]);
	case FACT_RETURN: return !self && closed_func(k, up) && leads_there(b, closed_func(k, up));
	case FACT_BIN: return !self && AS_AMONG(fact_str(t, up), asks);
	case FACT_UN: return !self && strcmp(fact_str(t, up), "not") == 0;
	case FACT_IF: case FACT_WHILE: return !self;
	default: return 0;
	}
}

/* Has a lambda a copy of what it names? */
static int
captured(const closed *k, uint32_t o)
{
	for (uint32_t f = closed_func(k, o); f; f = closed_func(k, f))
		FACT_EACH_KID(k->t, f, p)
			if (k->t->node[p].kind == FACT_CAPTURE && !(k->t->node[p].flags & FACT_REF))
				return 1;
	return 0;
}

/* A place where the type is named: 0, if that may make more of it, or say what is not understood. */
static int
named(object *b, uint32_t i)
{
	const closed *k = b->k;
	const fact_tree *t = k->t;
	uint32_t up = k->c->up[i], decl;

	switch (t->node[i].kind) {
	case FACT_CLASS: return i == b->o->cls;
	case FACT_TYPE:
		if (t->node[i].end > i + 1 || (t->node[up].kind != FACT_DECL && t->node[up].kind != FACT_PARAM && t->node[up].kind != FACT_FUNC))
			return 0;
		if (t->node[up].kind != FACT_FUNC) {
			uint32_t id = t->node[up].kind == FACT_PARAM ? t->node[up].str : t->node[up + 1].str;
			if (!*t->text.str[id])
				return (t->node[i].flags & (FACT_POINTER | FACT_REF)) != 0;
			if (!among(b->name, b->nname, id)) {
				if (b->nname == sizeof b->name / sizeof *b->name)
					return 0;
				b->name[b->nname++] = id;
			}
		}
		if (t->node[i].flags & (FACT_POINTER | FACT_REF)) {
			uint32_t cls = t->node[up].kind == FACT_DECL ? k->c->up[k->c->up[up]] : 0;
			if (t->node[cls].kind != FACT_CLASS || among(b->holder, b->nholder, cls))
				return 1;
			if (b->nholder == sizeof b->holder / sizeof *b->holder)
				return 0;
			b->holder[b->nholder++] = cls;
			return 1;
		}
		if (t->node[up].kind != FACT_DECL || b->o->decl || t->node[up].flags & (FACT_THREAD | FACT_MACRO) || t->node[i].flags & FACT_ARRAY ||
		    t->node[k->c->up[k->c->up[up]]].kind == FACT_CLASS || strchr(".hHi", strrchr(fact_str(t, program_file(k->c->p, i)), '.')[1]))
			return 0;
		b->o->decl = up;
		return 1;
	case FACT_NAME:
		if (t->node[up].kind == FACT_DECL && i == up + 1 && !(t->node[up].flags & FACT_MACRO))
			return 1;
		if (t->node[up].kind == FACT_DEFAULT) {
			decl = k->c->up[up];
			return t->node[decl].kind == FACT_DECL && !fact_find(t, decl, FACT_TYPE) && among(b->type, b->ntype, t->node[decl + 1].str);
		}
		if (t->node[up].kind == FACT_CALL && i == up + 1) /* how the variable itself begins */
			return t->node[up].end == i + 1 && t->node[k->c->up[up]].kind == FACT_DEFAULT && is_type(b, fact_find(t, k->c->up[k->c->up[up]], FACT_TYPE));
		return closed_variable(k, i).in != CLOSED_NONE;
	case FACT_ATTR: return closed_is_c(k, i);
	case FACT_PARAM: return 1;
	default: return 0;
	}
}

/* All names by typedef. */
static int
other_names(object *b)
{
	const chain *c = b->k->c;
	const fact_tree *t = b->k->t;

	b->type[b->ntype++] = t->node[b->o->cls].str;
	for (uint32_t n = 0; n < b->ntype; n++)
		for (uint32_t i = c->first[b->type[n]]; i < c->first[b->type[n] + 1]; i++) {
			uint32_t def = c->up[c->at[i]], decl = c->up[def];
			if (t->node[def].kind != FACT_DEFAULT || t->node[decl].kind != FACT_DECL || fact_find(t, decl, FACT_TYPE) || t->node[decl].flags & FACT_MACRO ||
			    t->node[c->up[decl]].kind != FACT_FILE || among(b->type, b->ntype, t->node[decl + 1].str))
				continue;
			if (b->ntype == sizeof b->type / sizeof *b->type)
				return 0;
			b->type[b->ntype++] = t->node[decl + 1].str;
		}
	return 1;
}

/* A plain structure, with nothing that C does not have? */
static int
is_plain(const fact_tree *t, uint32_t cls)
{
	uint32_t block = fact_find(t, cls, FACT_BLOCK);

	if (!block || t->node[block].end != t->node[cls].end || block != cls + 1)
		return 0;
	FACT_EACH_KID(t, block, d)
		if (t->node[d].kind != FACT_CLASS && t->node[d].kind != FACT_COMMENT && (t->node[d].kind != FACT_DECL || t->node[d].flags & (FACT_FIELD | FACT_STATIC | FACT_MACRO)))
			return 0;
	return 1;
}

/* Is a value that begins a structure with a member that points to it more than nothing? */
static int
begun(const object *b, uint32_t i)
{
	const fact_tree *t = b->k->t;
	uint32_t type = t->node[i].kind == FACT_DECL ? fact_find(t, i, FACT_TYPE) : t->node[i].kind == FACT_CALL && t->node[i].flags & FACT_FIELD ? i + 1 : 0, from = i + 2;

	if (!type || !among(b->holder, b->nholder, class_of(b->k, type)))
		return 0;
	if (t->node[i].kind == FACT_DECL && !(from = fact_find(t, i, FACT_DEFAULT)))
		return 0;
	for (uint32_t n = from; n < t->node[i].end; n++)
		if (t->node[n].kind == FACT_NAME || t->node[n].kind == FACT_ATTR || t->node[n].kind == FACT_UNKNOWN || t->node[n].kind == FACT_ERROR)
			return 1;
	return 0;
}

/* What each node of the tree's C says of it; names: those of variables are known. */
static int
all_kept(object *b, int names)
{
	const closed *k = b->k;
	const fact_tree *t = k->t;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		if (is_python(t, f) || t->node[f].flags & (FACT_DATA | FACT_ASSEMBLY))
			continue;
		if (b->nholder && !as_ends_with(fact_str(t, f), ".c") && !as_ends_with(fact_str(t, f), ".h")) /* C++ has more ways to make them */
			return 0;
		for (uint32_t i = f + 1; i < t->node[f].end; i++) {
			const char *s = fact_str(t, i);
			uint8_t kind = t->node[i].kind;
			uint32_t id = t->node[i].str, up = k->c->up[i], p;
			if (kind == FACT_COMMENT || kind == FACT_STR || kind == FACT_INCLUDE || kind == FACT_LABEL || kind == FACT_GOTO)
				continue;
			if (!names) {
				if (among(b->type, b->ntype, id) && !named(b, i))
					return 0;
				continue;
			}
			if (b->nholder && begun(b, i))
				return 0;
			if (kind == FACT_UNKNOWN || kind == FACT_ERROR) {
				if ((holds(b, s, b->type, b->ntype) || holds(b, s, b->name, b->nname)) && !(t->node[up].kind == FACT_ARG && clears(t, k->c->up[up])))
					return 0;
			} else if (kind == FACT_ARG && t->node[up].kind == FACT_CALL && (p = parameter(k, up, i)) && is_type(b, fact_find(t, p, FACT_TYPE))) {
				if (!points(b, i + 1, 0))
					return 0;
			} else if (kind == FACT_RETURN && closed_func(k, i) && i + 1 < t->node[i].end && leads_there(b, closed_func(k, i))) {
				if (!points(b, i + 1, 0))
					return 0;
			} else if ((kind == FACT_NAME || kind == FACT_ATTR) && among(b->name, b->nname, id)) {
				uint32_t decl = kind == FACT_NAME ? declared(k, i) : 0;
				if (t->node[up].kind == FACT_DECL && i == up + 1) {
					uint32_t def = fact_find(t, up, FACT_DEFAULT);
					if (def && leads_there(b, up) && !points(b, def + 1, 0))
						return 0;
					continue;
				}
				if (decl && !is_type(b, fact_find(t, decl, FACT_TYPE)))
					continue;
				if (captured(k, i) || !kept(b, i))
					return 0;
			}
		}
	}
	return 1;
}

const closed_object *
closed_object_of(closed *k, uint32_t cls)
{
	object b = {.k = k};

	for (uint32_t i = 0; i < k->nobject; i++)
		if (k->object[i].cls == cls)
			return k->object[i].decl ? &k->object[i] : NULL;
	if (k->nobject == sizeof k->object / sizeof *k->object)
		return NULL;
	b.o = &k->object[k->nobject++];
	*b.o = (closed_object){.cls = cls};
	if (!is_plain(k->t, cls) || !other_names(&b) || !all_kept(&b, 0) || !b.o->decl || !all_kept(&b, 1))
		b.o->decl = 0;
	if (b.o->decl && (closed_pasted(k, b.type, b.ntype) || closed_pasted(k, b.name, b.nname)))
		b.o->decl = 0;
	return b.o->decl ? b.o : NULL;
}

closed_var
closed_member(closed *k, uint32_t attr)
{
	uint32_t cls = class_asked(k, attr + 1, 0), name = k->t->node[attr].str;

	if (!cls || name >= k->c->nname || k->c->first[name + 1] - k->c->first[name] > CHAIN_PLACES || !closed_object_of(k, cls))
		return (closed_var){name, CLOSED_NONE};
	FACT_EACH_KID(k->t, fact_find(k->t, cls, FACT_BLOCK), d)
		if (k->t->node[d].kind == FACT_DECL && k->t->node[d + 1].str == name)
			return (closed_var){name, cls};
	return (closed_var){name, CLOSED_NONE};
}
