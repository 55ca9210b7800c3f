/* chain_edge.c - see chain_impl.h: who calls, makes or hands out a function or a class. */
#include "chain_impl.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

static int
add(edges_back *out, uint32_t unit, uint32_t node, uint32_t via, int weak)
{
	if (as_grow32(&out->e, out->n, &out->cap, sizeof *out->e) != 0)
		return -1;
	out->e[out->n++] = (edge_back){unit, node, via, (uint8_t)weak};
	return 0;
}

uint32_t
chain_class_of(chain *c, uint32_t func)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, func), *dot = strrchr(s, '.');
	above a;
	uint32_t own;

	if (t->node[func].kind != FACT_FUNC)
		return 0;
	if (dot) {
		const char *b = dot;
		uint32_t id;
		while (b > s && b[-1] != '.')
			b--;
		id = as_intern_find(&t->text, b, (size_t)(dot - b));
		for (uint32_t i = id < c->nname ? c->dfirst[id] : 0; id < c->nname && i < c->dfirst[id + 1]; i++)
			if (t->node[c->def[i]].kind == FACT_CLASS)
				return c->def[i];
		return 0;
	}
	chain_above(c, func, &a);
	a.n--; /* around it */
	own = chain_owner(c, &a);
	return own && t->node[a.node[own]].kind == FACT_CLASS ? a.node[own] : 0;
}

/* Does file `from` import that name from the file that defines it, or from one that hands it on? */
static int
imports(const chain *c, uint32_t from, const char *as, uint32_t def, int depth)
{
	const fact_tree *t = c->t;
	uint32_t target = program_file(c->p, def);

	for (uint32_t at = chain_imports(c, from); at < c->nimport && c->import[at] < t->node[from].end; at++) {
		uint32_t i = c->import[at];
		if (t->node[i].kind != FACT_FROM)
			continue;
		FACT_EACH_KID(t, i, k) {
			uint32_t m, what = fact_find(t, k, FACT_NAME);
			if (t->node[k].kind != FACT_ALIAS || (strcmp(fact_str(t, k), as) != 0 && strcmp(fact_str(t, k), "*") != 0))
				continue;
			m = program_module(c->p, fact_str(t, i), from);
			if (m == target || (m != UINT32_MAX && m != from && depth < 3 && imports(c, m, what ? fact_str(t, what) : as, def, depth + 1)))
				return 1;
		}
	}
	return 0;
}

/* Can only that class be meant by its name, seen from another? */
static int
sole(chain *c, uint32_t cls, uint32_t from)
{
	uint32_t name = chain_last(c, cls), n = 0, file = program_file(c->p, cls);

	for (uint32_t i = name < c->nname ? c->dfirst[name] : 0; name < c->nname && i < c->dfirst[name + 1] && n < 2; i++)
		n += c->t->node[c->def[i]].kind == FACT_CLASS;
	return n < 2 || file == program_file(c->p, from) || imports(c, program_file(c->p, from), c->t->text.str[name], cls, 0);
}

int
chain_related(chain *c, uint32_t a, uint32_t b)
{
	if (a == b || !a || !b)
		return a && a == b;
	return (sole(c, b, a) && chain_derives(c, a, chain_last(c, b))) || (sole(c, a, b) && chain_derives(c, b, chain_last(c, a)));
}

/* Definitions of the name in that language. */
static uint32_t
count_defs(const chain *c, uint32_t name, int python, uint32_t *in_file, uint32_t file)
{
	uint32_t n = 0;

	*in_file = 0;
	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++) {
		if (is_python(c->t, c->dfile[i]) != python)
			continue;
		n++;
		*in_file |= c->dfile[i] == file;
	}
	return n;
}

/* The module that a name of a file is bound to; UINT32_MAX. */
static uint32_t
module_named(const chain *c, uint32_t file, const char *name)
{
	const fact_tree *t = c->t;

	for (uint32_t at = chain_imports(c, file); at < c->nimport && c->import[at] < t->node[file].end; at++) {
		uint32_t i = c->import[at];
		char path[400];
		FACT_EACH_KID(t, i, k) {
			uint32_t what = fact_find(t, k, FACT_NAME);
			size_t n = strlen(fact_str(t, i));
			if (t->node[k].kind != FACT_ALIAS || strcmp(fact_str(t, k), name) != 0)
				continue;
			if (t->node[i].kind == FACT_IMPORT)
				return program_module(c->p, fact_str(t, i), file);
			if (n + strlen(what ? fact_str(t, what) : name) + 2 > sizeof path)
				continue;
			strcpy(path, fact_str(t, i));
			if (n && path[n - 1] != '.')
				strcat(path, ".");
			strcat(path, what ? fact_str(t, what) : name);
			return program_module(c->p, path, file);
		}
	}
	return UINT32_MAX;
}

/* Is a name of a file bound by an import? */
static int
bound(const chain *c, uint32_t file, const char *name)
{
	const fact_tree *t = c->t;
	size_t n = strlen(name);

	for (uint32_t at = chain_imports(c, file); at < c->nimport && c->import[at] < t->node[file].end; at++) {
		uint32_t i = c->import[at];
		if (t->node[i].kind == FACT_IMPORT && t->node[i].end == i + 1 && strncmp(fact_str(t, i), name, n) == 0 && (!fact_str(t, i)[n] || fact_str(t, i)[n] == '.'))
			return 1; /* import torch.nn */
		FACT_EACH_KID(t, i, k)
			if (t->node[k].kind == FACT_ALIAS && strcmp(fact_str(t, k), name) == 0)
				return 1;
	}
	return 0;
}

/* Names of methods that containers, files and strings have, too. */
static int
common(const char *s)
{
	static const char *const list[] = {"get", "set", "add", "update", "run", "call", "load", "items", "keys", "values", "pop", "append", "join", "split", "to", "copy",
		"close", "open", "read", "write", "start", "stop", "step", "reset", "apply", "name", "config", "build", "compile", "size", "begin", "end", "data", "count",
		"insert", "remove", "clear", "find", "format", "index", "sort", "send", "put", "push", "next", "init", "type", "value", "key", "empty", "free", "create", "process"};

	return AS_AMONG(s, list);
}

/* Ways in which a method is called without its name. */
static int
special(const char *s)
{
	return (s[0] == '_' && s[1] == '_') || strcmp(s, "forward") == 0 || strncmp(s, "operator", 8) == 0;
}

/* Is what a name or member called r is set to, or declared as, an object of that class? */
static int
holds(chain *c, uint32_t recv, uint32_t cls)
{
	const fact_tree *t = c->t;
	uint32_t r, name = chain_last(c, cls), file, func, unused;
	int several;

	if (name >= c->nname)
		return 0;
	if (t->node[recv].kind == FACT_CALL) /* C().m() */
		return chain_last(c, recv + 1) < c->nname && chain_last(c, recv + 1) == name;
	if ((t->node[recv].kind != FACT_NAME && t->node[recv].kind != FACT_ATTR) || (r = chain_last(c, recv)) >= c->nname ||
	    c->first[r + 1] - c->first[r] > CHAIN_PLACES)
		return 0;
	file = program_file(c->p, recv);
	several = count_defs(c, name, is_python(t, file), &unused, 0) > 1;
	func = chain_unit(c, recv);
	for (uint32_t i = c->first[r]; i < c->first[r + 1]; i++) {
		uint32_t o = c->at[i], up = o - 1, v = t->node[o].end;
		if ((t->node[up].kind != FACT_DECL && t->node[up].kind != FACT_ASSIGN) || (several && program_file(c->p, o) != program_file(c->p, cls)))
			continue;
		if (t->node[recv].kind == FACT_NAME ? chain_unit(c, o) != func && t->node[chain_unit(c, o)].kind == FACT_FUNC : is_python(t, file) && program_file(c->p, o) != file)
			continue; /* another one of that name */
		while (v < t->node[up].end) {
			if (t->node[v].kind == FACT_TYPE && chain_last(c, v) == name)
				return 1;
			uint32_t e = t->node[v].kind == FACT_DEFAULT ? v + 1 : v;
			if (t->node[e].kind == FACT_CALL && chain_last(c, e + 1) == name)
				return 1;
			v = t->node[v].end;
		}
	}
	if (t->node[recv].kind == FACT_NAME && t->node[func].kind == FACT_FUNC && !several) { /* a parameter of that type */
		uint32_t p = fact_param(t, func, t->node[recv].str), type = p ? fact_find(t, p, FACT_TYPE) : 0;
		return type && chain_last(c, type) == name;
	}
	return 0;
}

static int
ignored(const fact_tree *t, const above *a)
{
	uint32_t o = a->node[a->n - 1];

	for (uint32_t k = a->n - 1; k-- > 0;) {
		uint32_t n = a->node[k], kid = a->node[k + 1];
		switch (t->node[n].kind) {
		case FACT_IMPORT: case FACT_FROM: case FACT_GLOBAL: case FACT_DELETE: return 1;
		case FACT_HANDLER: return t->node[kid].kind != FACT_BLOCK;
		case FACT_DECL: case FACT_ASSIGN:
			if (kid == n + 1 && o == kid)
				return 1;
			break;
		case FACT_CALL:
			if (kid != n + 1 && t->node[n + 1].kind == FACT_NAME && (strcmp(fact_str(t, n + 1), "isinstance") == 0 ||
			    strcmp(fact_str(t, n + 1), "issubclass") == 0 || strcmp(fact_str(t, n + 1), "sizeof") == 0))
				return 1;
			break;
		case FACT_BLOCK: return 0;
		default: break;
		}
	}
	return 0;
}

/* The unit of an occurrence: data at file level that it initialises, else the function, class or file. */
static uint32_t
unit_around(chain *c, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t own = chain_owner(c, a);

	if (t->node[a->node[own]].kind != FACT_FUNC)
		for (uint32_t k = own + 1; k + 1 < a->n; k++)
			if ((t->node[a->node[k]].kind == FACT_DECL || t->node[a->node[k]].kind == FACT_ASSIGN) && a->node[k + 1] != a->node[k] + 1)
				return a->node[k];
	return a->node[own];
}

/* Is a qualifier of C++ the name of a namespace or class around the unit? */
static int
inside(chain *c, uint32_t unit, const char *name, size_t n)
{
	const fact_tree *t = c->t;
	above a;

	chain_above(c, unit, &a);
	for (uint32_t k = a.n - 1; k-- > 0;)
		if ((t->node[a.node[k]].kind == FACT_SPACE || t->node[a.node[k]].kind == FACT_CLASS) && strlen(fact_str(t, a.node[k])) == n &&
		    strncmp(fact_str(t, a.node[k]), name, n) == 0)
			return 1;
	return 0;
}

/* Names of what holds the options of a command line: a member of it is an option, no method. */
static int
options(const char *s)
{
	static const char *const list[] = {"args", "opts", "options", "opt", "flags", "FLAGS", "namespace", "parsed", "params", "cfg", "config"};

	return AS_AMONG(s, list);
}

/* Does a name mean classes of the tree, none of which is, or is related to, that one? */
static int
other_class(chain *c, uint32_t base, uint32_t cls)
{
	uint32_t name = chain_last(c, base), n = 0;

	for (uint32_t i = name < c->nname ? c->dfirst[name] : 0; name < c->nname && i < c->dfirst[name + 1]; i++)
		if (c->t->node[c->def[i]].kind == FACT_CLASS) {
			if (chain_related(c, c->def[i], cls))
				return 0;
			n++;
		}
	return n > 0;
}

/* Is a function that an object may have called, or handed on, there? What is only read is data, but for a property. */
static int
asked_for(const chain *c, uint32_t o, uint32_t unit)
{
	const fact_tree *t = c->t;
	uint32_t up = c->up[o];

	if (t->node[unit].kind != FACT_FUNC || (t->node[up].kind == FACT_ARG && !common(fact_str(t, o))))
		return 1;
	while (t->node[up].kind == FACT_INDEX && o == up + 1) { /* f<T>(...) */
		o = up;
		up = c->up[o];
	}
	if ((t->node[up].kind == FACT_CALL && o == up + 1) || t->node[up].kind == FACT_ADDR)
		return 1;
	FACT_EACH_KID(t, unit, d)
		if (t->node[d].kind == FACT_DECOR)
			return 1;
	return 0;
}

/* Is a name a parameter of a function around it, or in C a variable of a block around it? */
static int
shadowed(const fact_tree *t, const above *a)
{
	uint32_t o = a->node[a->n - 1], str = t->node[o].str;
	int func = 0, python = is_python(t, a->node[0]);

	for (uint32_t k = 1; k + 1 < a->n; k++) {
		if (t->node[a->node[k]].kind != FACT_BLOCK)
			continue;
		if (t->node[a->node[k - 1]].kind == FACT_FUNC) {
			func = 1;
			if (fact_param(t, a->node[k - 1], str))
				return 1;
		}
		if (func && !python)
			FACT_EACH_KID(t, a->node[k], d)
				if (t->node[d].kind == FACT_DECL && d < o && t->node[d + 1].kind == FACT_NAME && t->node[d + 1].str == str && t->node[d].end <= o)
					return 1;
	}
	return 0;
}

/* Does occurrence o of the name mean that function or class? 0 no, 1 yes, 2 it may: a method of an object that is made somewhere. */
static int
means(chain *c, const above *a, uint32_t unit, uint32_t cls, int python, uint32_t ndef)
{
	const fact_tree *t = c->t;
	uint32_t o = a->node[a->n - 1], file = a->node[0], mine = program_file(c->p, unit), name = t->node[unit].kind == FACT_FUNC || t->node[unit].kind == FACT_CLASS ?
	    chain_last(c, unit) : chain_last(c, unit + 1), in_file, base, own = a->node[chain_owner(c, a)];
	const char *s;

	if (t->node[o].kind == FACT_TYPE || name >= c->nname)
		return 0;
	s = t->text.str[name];
	if (!cls) {
		count_defs(c, name, python, &in_file, file);
		c->work += c->dfirst[name + 1] - c->dfirst[name];
		if (t->node[o].kind == FACT_NAME) {
			if (shadowed(t, a))
				return 0;
			if (file == mine)
				return 1;
			if (!python)
				return chain_in_reach(c, a, unit) && (!(t->node[unit].flags & FACT_STATIC) || chain_shares(c, file, mine)) && !in_file &&
				    ndef <= (t->node[unit].kind == FACT_CLASS ? 1 : 3);
			return imports(c, file, fact_str(t, o), unit, 0);
		}
		base = o + 1;
		if (!python)
			return (t->node[base].kind == FACT_NAME || t->node[base].kind == FACT_ATTR) && inside(c, unit, fact_str(t, base), strlen(fact_str(t, base)));
		if (t->node[base].kind == FACT_NAME && bound(c, file, fact_str(t, base)))
			return module_named(c, file, fact_str(t, base)) == mine;
		return ndef == 1 && !common(s) && t->node[base].kind != FACT_NAME;
	}
	if (t->node[o].kind == FACT_NAME) /* C++: a member from within */
		return !python && t->node[own].kind == FACT_FUNC && chain_related(c, chain_class_of(c, own), cls);
	base = o + 1;
	if (!python && !asked_for(c, o, unit) && chain_last(c, base) != chain_last(c, cls)) /* it is no data of C++ */
		return 0;
	if (t->node[base].kind == FACT_NAME && (strcmp(fact_str(t, base), "self") == 0 || strcmp(fact_str(t, base), "cls") == 0 || strcmp(fact_str(t, base), "this") == 0)) {
		uint32_t in = chain_class_of(c, own);
		if (!in || !chain_related(c, in, cls))
			return 0;
		return in == cls || chain_derives(c, in, chain_last(c, cls)) ? 1 : 2; /* of its base: by objects of the class itself */
	}
	if (t->node[base].kind == FACT_CALL && t->node[base + 1].kind == FACT_NAME && strcmp(fact_str(t, base + 1), "super") == 0) {
		uint32_t in = chain_class_of(c, own);
		return in && in != cls && chain_related(c, in, cls);
	}
	if ((t->node[base].kind == FACT_NAME || t->node[base].kind == FACT_ATTR) && chain_last(c, base) == chain_last(c, cls))
		return 1;
	if (holds(c, base, cls))
		return 1;
	if ((t->node[base].kind == FACT_NAME || (t->node[base].kind == FACT_ATTR && !python)) && (other_class(c, base, cls) || (!python && chain_other_type(c, base, cls))))
		return 0;
	if (t->node[base].kind == FACT_NAME && (options(fact_str(t, base)) || (python && bound(c, file, fact_str(t, base)))))
		return 0;
	if (common(s) || special(s))
		return 2;
	return ndef == 1 ? 1 : 2;
}

/* A decorator that is given a string may register under it; others make what calls the function, or call it themselves. */
static int
names_string(const fact_tree *t, uint32_t decor)
{
	for (uint32_t i = decor; i < t->node[decor].end; i++)
		if (t->node[i].kind == FACT_STR)
			return 1;
	return 0;
}

/* An object of the class is made: in C++ by a declaration, too. */
static int
makes(chain *c, const above *a, uint32_t unit, uint32_t ndef)
{
	const fact_tree *t = c->t;
	uint32_t o = a->node[a->n - 1], up = a->node[a->n - 2], in_file;

	if (chain_last(c, unit) >= c->nname)
		return 0;
	count_defs(c, chain_last(c, unit), 0, &in_file, a->node[0]);
	if (ndef > 1 && in_file && a->node[0] != program_file(c->p, unit))
		return 0;
	const char *s = fact_str(t, o), *dot = strrchr(s, '.'), *b = dot;
	if (t->node[o].flags & (FACT_POINTER | FACT_REF))
		return 0;
	while (b && b > s && b[-1] != '.')
		b--;
	if (dot && !inside(c, unit, b, (size_t)(dot - b)))
		return 0;
	return t->node[up].kind == FACT_DECL && t->node[program_file(c->p, unit)].kind == FACT_FILE;
}

/* Is what is set a display, from which something is picked by its users? */
static int
holds_display(const fact_tree *t, uint32_t set)
{
	uint32_t v = fact_find(t, set, FACT_DEFAULT);

	v = v ? v + 1 : t->node[set + 1].end;
	return v < t->node[set].end && (t->node[v].kind == FACT_DICT || t->node[v].kind == FACT_LIST || t->node[v].kind == FACT_TUPLE);
}

/* C.m(...): may the class's own function m make an object? A member of a class is none. */
static int
maker(chain *c, uint32_t cls, const above *a)
{
	const fact_tree *t = c->t;
	uint32_t attr = a->node[a->n - 2], name = chain_last(c, attr);

	if (a->n < 3 || t->node[a->node[a->n - 3]].kind != FACT_CALL || attr != a->node[a->n - 3] + 1 || name >= c->nname)
		return 0;
	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++)
		if (t->node[c->def[i]].kind == FACT_FUNC && c->def[i] > cls && c->def[i] < t->node[cls].end)
			return 1;
	return 0;
}

enum { MOST_VIAS = 24 };

/* Files of C that define a class of that name. */
static uint32_t
class_files(const chain *c, uint32_t name)
{
	uint32_t n = 0, last = UINT32_MAX;

	for (uint32_t i = c->dfirst[name]; i < c->dfirst[name + 1]; i++)
		if (c->t->node[c->def[i]].kind == FACT_CLASS && c->dfile[i] != last && !is_python(c->t, c->dfile[i])) {
			last = c->dfile[i];
			n++;
		}
	return n;
}

/* from m import f as g: uses of g in the file, or in the function that imports it. */
static int
add_renamed(chain *c, const above *a, uint32_t unit, edges_back *out)
{
	const fact_tree *t = c->t;
	uint32_t alias = a->node[a->n - 2], from = a->node[a->n - 3], as = t->node[alias].str, in = a->node[chain_owner(c, a)];
	above b;

	if (t->node[from].kind != FACT_FROM || as >= c->nname || t->node[unit].kind == FACT_FILE || !imports(c, a->node[0], t->text.str[as], unit, 0))
		return 0;
	for (uint32_t i = c->first[as]; i < c->first[as + 1]; i++) {
		uint32_t o = c->at[i];
		if (t->node[o].kind != FACT_NAME || o < in || o >= t->node[in].end)
			continue;
		chain_above(c, o, &b);
		if (b.n > 1 && !ignored(t, &b) && !shadowed(t, &b) && add(out, unit_around(c, &b), o, 0, 0) != 0)
			return -1;
	}
	return 0;
}

int
chain_callers(chain *c, uint32_t unit, edges_back *out)
{
	const fact_tree *t = c->t;
	int is_class = t->node[unit].kind == FACT_CLASS, is_func = t->node[unit].kind == FACT_FUNC, python = chain_python(c, unit), may = 0, file_level = 0, vias = 0;
	uint32_t name, cls, ndef, unused, in_func = 0;
	above a;

	out->n = 0;
	if (t->node[unit].kind == FACT_FILE)
		return 0;
	name = is_class || is_func ? chain_last(c, unit) : chain_last(c, unit + 1);
	if (name >= c->nname || c->first[name + 1] - c->first[name] > CHAIN_PLACES)
		return 0;
	chain_above(c, unit, &a);
	a.n--;
	cls = is_func ? chain_class_of(c, unit) : !is_class && t->node[a.node[chain_owner(c, &a)]].kind == FACT_CLASS ? a.node[chain_owner(c, &a)] : 0;
	if (python && t->node[a.node[chain_owner(c, &a)]].kind == FACT_FUNC)
		in_func = a.node[chain_owner(c, &a)];
	if (is_func || is_class)
		FACT_EACH_KID(t, unit, d)
			if (t->node[d].kind == FACT_DECOR && names_string(t, d) && add(out, a.node[chain_owner(c, &a)], d, 0, 1) != 0)
				return -1;
	ndef = count_defs(c, name, python, &unused, 0);
	if (is_class && !python) /* its constructors, and two sides of an #if, are one with it */
		ndef = class_files(c, name);
	if (python && !is_func && !is_class && !cls) { /* it runs when the file does; functions may use what it sets */
		file_level = !holds_display(t, unit);
		if (file_level && add(out, a.node[0], unit, 0, 0) != 0)
			return -1;
	}
	if (cls && is_func && (special(t->text.str[name]) || name == chain_last(c, cls)))
		may = 1;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], around;
		int how;
		if ((o > unit && o < t->node[unit].end && !is_class) || chain_python(c, o) != python)
			continue;
		if (in_func && (o < in_func || o >= t->node[in_func].end || t->node[o].kind == FACT_ATTR))
			continue;
		chain_above(c, o, &a);
		if (t->node[a.node[0]].flags & FACT_DATA || a.n < 2)
			continue;
		if (t->node[a.node[a.n - 2]].kind == FACT_BASE && is_class) {
			if (add(out, a.node[a.n - 3], o, 0, 0) != 0) /* the class that derives from it */
				return -1;
			continue;
		}
		if (!python && !(cls && fact_find(t, cls, FACT_BASE)) && !chain_sees(c, a.node[0], program_file(c->p, unit)))
			continue;
		if (python && !in_func && !c->taking && t->node[a.node[a.n - 2]].kind == FACT_ALIAS && add_renamed(c, &a, unit, out) != 0)
			return -1;
		if (ignored(t, &a) || (is_class && t->node[a.node[a.n - 2]].kind == FACT_ATTR && !maker(c, unit, &a)))
			continue;
		if (file_level && t->node[a.node[chain_owner(c, &a)]].kind == FACT_FILE && !(t->node[around = unit_around(c, &a)].kind != FACT_FILE && holds_display(t, around)))
			continue;
		how = t->node[o].kind == FACT_TYPE ? is_class && !python && makes(c, &a, unit, ndef) : means(c, &a, unit, cls, python, ndef);
		if (how == 1 && add(out, unit_around(c, &a), o, 0, 0) != 0)
			return -1;
		if (how == 2 && cls && !may && asked_for(c, o, unit) && vias++ < MOST_VIAS && add(out, cls, unit, o, 1) != 0)
			return -1;
	}
	return may && cls ? add(out, cls, unit, 0, 1) : 0;
}

/* Unit that a compile call stands in. */
uint32_t
chain_site_unit(chain *c, uint32_t site)
{
	above a;

	chain_above(c, site, &a);
	for (uint32_t k = a.n; k-- > 1;) { /* what a decorator decorates */
		if (c->t->node[a.node[k]].kind == FACT_BLOCK)
			break;
		if (c->t->node[a.node[k]].kind == FACT_DECOR || c->t->node[a.node[k]].kind == FACT_PARAM)
			return a.node[k - 1];
	}
	return unit_around(c, &a);
}
