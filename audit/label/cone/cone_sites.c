/* cone_sites.c - see cone_command.h: who calls a function of Python, if that can be told: it is not decorated, nor one that a
 * library's class may call. */
#include "cone_command.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

uint32_t
command_around(const fact_tree *t, uint32_t i)
{
	uint32_t up = i;

	while (up > 0 && t->node[up - 1].end <= i)
		up--;
	return up > 0 ? up - 1 : 0;
}

uint32_t
command_file(const fact_tree *t, uint32_t i)
{
	uint32_t f = 0;

	while (f < t->n && t->node[f].end <= i)
		f = t->node[f].end;
	return f;
}

int
command_binds(const fact_tree *t, uint32_t i)
{
	int up = t->node[i - 1].kind;

	return (up == FACT_ASSIGN && !*fact_str(t, i - 1)) || up == FACT_DECL || up == FACT_FOR;
}

int
command_keeps_text(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i), in = i;

	while (t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_LIST || t->node[up].kind == FACT_STARRED) {
		in = up;
		up = command_around(t, up);
	}
	switch (t->node[up].kind) {
	case FACT_ASSIGN: case FACT_FOR: case FACT_DECL: return in != up + 1 || (in == i && command_binds(t, i));
	case FACT_ARG: case FACT_JOIN: case FACT_BIN: case FACT_COND: case FACT_IF: case FACT_WHILE: case FACT_ASSERT: case FACT_RETURN: case FACT_ATTR: case FACT_INDEX: case FACT_PAIR:
	case FACT_UN: case FACT_BLOCK: return 1;
	default: return 0;
	}
}

uint32_t
command_scope(const fact_tree *t, uint32_t name)
{
	uint32_t id = t->node[name].str, s = name;

	while ((s = command_around(t, s)) != 0 && t->node[s].kind != FACT_FILE) {
		if (t->node[s].kind != FACT_FUNC)
			continue;
		if (fact_param(t, s, id))
			return s;
		for (uint32_t i = s + 1; i < t->node[s].end; i++)
			if (t->node[i].kind == FACT_NAME && t->node[i].str == id && command_binds(t, i))
				return s;
	}
	while (s < t->n && t->node[s].kind != FACT_FILE)
		s++;
	return s;
}

/* Is what a new process runs before its program known to change nothing that says which one that is: os.setsid, a lambda that calls it? */
static int
runs_plainly(cone *c, uint32_t e)
{
	static const char *const list[] = {"os.setsid", "os.setpgrp", "os.setpgid", "os.nice", "os.umask", "os.getpid", "signal.signal", "resource.setrlimit"};
	const fact_tree *t = c->t;
	char full[300];

	if (t->node[e].kind == FACT_NONE)
		return 1;
	if (t->node[e].kind == FACT_FUNC && !*fact_str(t, e)) {
		uint32_t block = fact_find(t, e, FACT_BLOCK), call = block + 1;
		if (block && t->node[call].kind == FACT_RETURN)
			call++;
		if (!block || t->node[call].kind != FACT_CALL || t->node[call].end != t->node[block].end)
			return 0;
		for (uint32_t i = t->node[call + 1].end; i < t->node[call].end; i++)
			if (t->node[i].kind == FACT_CALL || t->node[i].kind == FACT_FUNC)
				return 0;
		e = call + 1;
	}
	return (t->node[e].kind == FACT_NAME || t->node[e].kind == FACT_ATTR) && command_of_library(c, e, full, sizeof full) && AS_AMONG(full, list);
}

int
command_says(cone *c, uint32_t arg)
{
	const char *keyword = fact_str(c->t, arg);

	return strcmp(keyword, "executable") == 0 || (strcmp(keyword, "preexec_fn") == 0 && !runs_plainly(c, arg + 1)) || (strcmp(keyword, "env") == 0 && !command_env(c, arg + 1));
}

/* The function, class or file in which a node stands. */
static uint32_t
stands_in(const fact_tree *t, uint32_t i)
{
	do
		i = command_around(t, i);
	while (i > 0 && t->node[i].kind != FACT_FUNC && t->node[i].kind != FACT_CLASS && t->node[i].kind != FACT_FILE);
	return i;
}

/* And not the comprehension, which has its own names. */
static uint32_t
within(const fact_tree *t, uint32_t i)
{
	do
		i = command_around(t, i);
	while (i > 0 && t->node[i].kind != FACT_FUNC && t->node[i].kind != FACT_CLASS && t->node[i].kind != FACT_COMP && t->node[i].kind != FACT_FILE);
	return i;
}

int
command_local(const fact_tree *t, uint32_t node)
{
	uint32_t id = t->node[node].str, s = node, in;
	int set = 0;

	while ((in = s, s = command_around(t, s)) != 0 && t->node[s].kind != FACT_FILE) {
		if (t->node[s].kind != FACT_FUNC || t->node[in].kind == FACT_PARAM || t->node[in].kind == FACT_DECOR)
			continue;
		if (fact_param(t, s, id))
			return 1;
		for (uint32_t i = s + 1; i < t->node[s].end; i++)
			if (t->node[i].kind == FACT_NAME && t->node[i].str == id) {
				if (t->node[command_around(t, i)].kind == FACT_GLOBAL)
					return 0;
				set |= command_sets(t, i) != 0 && within(t, i) == s; /* and not what a function within it has */
			}
		if (set)
			return 1;
	}
	return 0;
}

static int
of_python(const fact_tree *t, uint32_t file)
{
	return (t->node[file].flags & (FACT_MODULE | FACT_DATA)) == FACT_MODULE;
}

int
command_of_library(cone *c, uint32_t i, char *full, size_t n)
{
	aliases a = {0};
	int how;

	cone_aliases(c, command_file(c->t, i), &a);
	how = cone_full(c, i, &a, full, n);
	cone_aliases_clear(&a);
	free(a.a);
	return how == 1;
}

int
command_process(cone *c, uint32_t call)
{
	char full[300] = "";

	return command_of_library(c, call + 1, full, sizeof full) && is_process(full);
}

/* Does a NAME get a value there, alone or as one of several: a, b = .., for a in .., with .. as a, case a? */
static int
is_target(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i);

	while (t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_LIST || t->node[up].kind == FACT_STARRED)
		up = command_around(t, up);
	return t->node[up].kind == FACT_CASE || command_sets(t, i);
}

/* Is an ALIAS another name of what it is, or from a module of which nobody knows what it has? */
static int
renames(const fact_tree *t, uint32_t i)
{
	uint32_t from = command_around(t, i);
	const char *module = fact_str(t, from);

	if (t->node[from].kind == FACT_IMPORT)
		return strcmp(module, fact_str(t, i)) != 0;
	return !(is_standard(module) || is_harmless_module(module)) || (i + 1 < t->node[i].end && t->node[i + 1].str != t->node[i].str);
}

/* Is a name put among those that all functions have: builtins.list = f, globals()["list"] = f? */
static int
is_put(const fact_tree *t, uint32_t i)
{
	static const char *const all[] = {"builtins", "__builtins__", "__builtin__", "globals", "vars"};
	uint32_t up = command_around(t, i);

	if (t->node[i].kind == FACT_ATTR)
		return t->node[i - 1].kind == FACT_ASSIGN && AS_AMONG(fact_str(t, i + 1), all);
	return t->node[i].kind == FACT_STR && t->node[up].kind == FACT_INDEX && t->node[up - 1].kind == FACT_ASSIGN && t->node[up + 1].kind == FACT_CALL && AS_AMONG(fact_str(t, up + 2), all);
}

/* May what node i makes be what is called at `use`? A variable of a function is no other's; what a class, or another function, has is asked of something. */
static int
may_be_called(const fact_tree *t, uint32_t i, uint32_t use)
{
	uint32_t in = stands_in(t, i);
	int whole = t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS;

	if (t->node[i].kind == FACT_PARAM)
		return in < use && use < t->node[in].end;
	if ((t->node[i].kind == FACT_NAME && t->node[command_around(t, i)].kind == FACT_GLOBAL) || is_put(t, i))
		return 1;
	if (!whole && t->node[i].kind != FACT_HANDLER && !(t->node[i].kind == FACT_ALIAS && renames(t, i)) && !(t->node[i].kind == FACT_NAME && is_target(t, i)))
		return 0;
	if (t->node[in].kind == FACT_FILE || (in < use && use < t->node[in].end))
		return 1;
	return t->node[use].kind == FACT_ATTR && (whole || t->node[in].kind == FACT_CLASS);
}

int
command_defined(const fact_tree *t, uint32_t use)
{
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; of_python(t, f) && i < t->node[f].end; i++)
			if (t->node[i].str == t->node[use].str && i != use && may_be_called(t, i, use))
				return 1;
	return 0;
}

int
command_own(const cone *c, const char *cmd)
{
	const fact_tree *t = c->t;
	size_t n, k;
	const char *name = program_name(cmd, &n);

	if (!is_tool(cmd))
		return 0;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		for (const char *s = fact_str(t, f); *s; s += k + (s[k] != '\0')) { /* a part of a path */
			k = strcspn(s, "/");
			if (k >= n && strncmp(s, name, n) == 0 && (k == n || s[n] == '.'))
				return 1;
		}
		for (uint32_t i = f; i < t->node[f].end; i++) { /* a target of the build, an entry point */
			const char *s = fact_str(t, i);
			if ((t->node[i].kind == FACT_STR || t->node[i].kind == FACT_NAME) && strncmp(s, name, n) == 0 &&
			    (s[n] == '\0' ? t->node[f].flags & FACT_DATA : s[n + strspn(s + n, " ")] == '='))
				return 1;
		}
	}
	return 0;
}

/* Does a node bind a name by other means than as a target? */
static int
binds_else(const fact_tree *t, uint32_t i)
{
	int kind = t->node[i].kind;

	return kind == FACT_ALIAS || kind == FACT_FUNC || kind == FACT_CLASS || kind == FACT_HANDLER;
}

/* May a file have that name of another, all of whose names it imports? */
static int
by_star(const fact_tree *t, uint32_t file, uint32_t name)
{
	int star = 0;

	for (uint32_t i = file; i < t->node[file].end && !star; i++)
		star = t->node[i].kind == FACT_ALIAS && strcmp(fact_str(t, i), "*") == 0;
	for (uint32_t f = 0; star && f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; f != file && of_python(t, f) && i < t->node[f].end; i++)
			if (t->node[i].str == name && (binds_else(t, i) || (t->node[i].kind == FACT_NAME && command_binds(t, i))))
				return 1;
	return 0;
}

int
command_alone(cone *c, uint32_t file, uint32_t name)
{
	const fact_tree *t = c->t;

	if (c->name[name] & NAME_RUN || by_star(t, file, name) || command_set_by_text(c, file, name))
		return 0;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		int all = 0;
		if (!of_python(t, f))
			continue;
		for (uint32_t i = f; i < t->node[f].end; i++) {
			all |= t->node[i].kind == FACT_ALIAS && strcmp(fact_str(t, i), "*") == 0;
			if (t->node[i].str == name && (t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_ALIAS || t->node[i].kind == FACT_STR || (all && f != file)))
				return 0;
		}
	}
	return 1;
}

/* Does text name the function or variable, so that it may be asked for by that? */
static int
is_spelled(const fact_tree *t, uint32_t i, const char *name)
{
	const char *s = fact_str(t, i), *last = s;
	uint32_t up;

	for (const char *p = s; *p; p++)
		if (*p == '.' || *p == ':')
			last = p + 1;
	if (strcmp(last, name) != 0 || (last == s && t->node[command_file(t, i)].flags & FACT_DATA))
		return 0;
	up = command_around(t, command_around(t, i));
	return !(t->node[up].kind == FACT_ASSIGN && strcmp(fact_str(t, up + 1), "__all__") == 0);
}

int
command_text_alone(cone *c, uint32_t file, uint32_t name)
{
	const fact_tree *t = c->t;

	if (c->name[name] & NAME_RUN || by_star(t, file, name) || command_set_by_text(c, file, name))
		return 0;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; of_python(t, f) && i < t->node[f].end; i++) {
			if (t->node[i].kind == FACT_STR && is_spelled(t, i, t->text.str[name]))
				return 0;
			if (t->node[i].str != name)
				continue;
			if (t->node[i].kind == FACT_ATTR ? !command_keeps_text(t, i) || command_binds(t, i) : f == file && binds_else(t, i))
				return 0;
		}
	return 1;
}

uint32_t
command_constant(cone *c, uint32_t e, uint32_t *name)
{
	const fact_tree *t = c->t;
	uint32_t file = command_file(t, e), base = e, f = UINT32_MAX;
	char full[300], *dot;
	aliases a = {0};
	int known = 0;

	while (t->node[base].kind == FACT_ATTR)
		base++;
	cone_aliases(c, file, &a);
	for (uint32_t i = 0; i < a.n; i++)
		if (a.a[i].as == t->node[base].str)
			known = !known && !a.a[i].outside && !a.a[i].rebound ? 1 : -1;
	if (t->node[base].kind == FACT_NAME && known == 1 && cone_full(c, e, &a, full, sizeof full) && (dot = strrchr(full, '.')) && dot > full) {
		*name = as_intern_find(&t->text, dot + 1, strlen(dot + 1));
		*dot = '\0';
		f = *name < c->nname ? program_module(c->p, full, file) : UINT32_MAX;
	}
	cone_aliases_clear(&a);
	free(a.a);
	return f >= UINT32_MAX - 1 || f == file ? UINT32_MAX : f;
}

/* The class that a function is a method of, or 0. */
static uint32_t
class_of(const fact_tree *t, uint32_t fn)
{
	uint32_t up = command_around(t, command_around(t, fn));

	return t->node[up].kind == FACT_CLASS ? up : 0;
}

/* Are the bases of a class, and of all that derive from it, of the tree's own, so that no library calls its methods? */
static int
own_class(const fact_tree *t, uint32_t cls, int depth)
{
	if (depth > 8 || fact_find(t, cls, FACT_DECOR))
		return 0;
	FACT_EACH_KID(t, cls, b)
		if (t->node[b].kind == FACT_BASE && (depth == 0 || fact_find(t, cls, FACT_BASE) != b) && strcmp(fact_str(t, b + 1), "object") != 0)
			return 0;
	for (uint32_t i = 0; i + 1 < t->n; i++)
		if (t->node[i].kind == FACT_BASE && t->node[i + 1].str == t->node[cls].str && command_around(t, i) != cls && !own_class(t, command_around(t, i), depth + 1))
			return 0;
	return 1;
}

/* Does a file have the function by its name alone? -1: it has it by another. */
static int
sees(const fact_tree *t, uint32_t file, uint32_t fn)
{
	uint32_t name = t->node[fn].str;
	int has = file == command_file(t, fn);

	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_ALIAS) {
			uint32_t n = fact_find(t, i, FACT_NAME);
			has |= t->node[i].str == name || strcmp(fact_str(t, i), "*") == 0;
			if (n && t->node[n].str == name && t->node[i].str != name)
				return -1;
		}
	return has;
}

/* What a CALL gives the PARAM: 1, and *v is it or 0; 0: that cannot be told. */
static int
given(cone *c, uint32_t call, uint32_t fn, uint32_t param, int method, uint32_t *v)
{
	const fact_tree *t = c->t;
	uint32_t place = 0, k = 0, base = call + 2;

	FACT_EACH_KID(t, fn, p) {
		if (p == param || t->node[p].flags & FACT_STAR)
			break;
		place += t->node[p].kind == FACT_PARAM;
	}
	if (method && t->node[fn].flags & (FACT_RECEIVER | FACT_CLASSWIDE)) {
		if (!place--)
			return 0;
		if (t->node[fn].flags & FACT_RECEIVER && t->node[base].kind == FACT_NAME && *fact_str(t, base) >= 'A' && *fact_str(t, base) <= 'Z') /* Class.f(x) */
			return 0;
	}
	*v = 0;
	FACT_EACH_KID(t, call, a) {
		if (t->node[a].kind != FACT_ARG)
			continue;
		if (t->node[a].flags & (FACT_STAR | FACT_STARSTAR) || command_says(c, a))
			return 0;
		if (*fact_str(t, a) ? t->node[a].str == t->node[param].str : k++ == place && !(t->node[param].flags & FACT_STARSTAR))
			*v = t->node[param].flags & FACT_STAR ? a : a + 1;
	}
	if (t->node[param].flags & FACT_STARSTAR)
		*v = call;
	return 1;
}

/* Is it called by its own name, and by nothing that stands before it? */
static int
is_plain(const fact_tree *t, uint32_t fn, uint32_t cls)
{
	if (!*fact_str(t, fn) || strncmp(fact_str(t, fn), "__", 2) == 0 || (cls && !own_class(t, cls, 0)))
		return 0;
	FACT_EACH_KID(t, fn, d)
		if (t->node[d].kind == FACT_DECOR && strcmp(fact_str(t, d + 1), "staticmethod") != 0 && strcmp(fact_str(t, d + 1), "classmethod") != 0)
			return 0;
	return 1;
}

enum { MOST = 2048 };

/* Is node i, of a parameter that holds the function fn, bound to it again, with more that is given by keyword: f = partial(f, cwd=x)?
 * 1: its target; 2: the operand; *v is what it gives the PARAM. */
static int
is_bound(cone *c, uint32_t i, uint32_t param, uint32_t *v)
{
	const fact_tree *t = c->t;
	int target = t->node[i - 1].kind == FACT_ASSIGN && !*fact_str(t, i - 1);
	uint32_t call = target ? t->node[i].end : t->node[i - 1].kind == FACT_ARG ? command_around(t, i - 1) : 0, first = 0;

	if (!call || t->node[call].kind != FACT_CALL || (t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR) || strcmp(fact_str(t, call + 1), "partial") != 0 ||
	    t->node[command_around(t, call)].kind != FACT_ASSIGN || t->node[command_around(t, call) + 1].str != t->node[i].str)
		return 0;
	FACT_EACH_KID(t, call, a) {
		if (t->node[a].kind != FACT_ARG)
			continue;
		if (t->node[a].flags & (FACT_STAR | FACT_STARSTAR) || (first && !*fact_str(t, a)) || (first && command_says(c, a)))
			return 0;
		if (!first)
			first = a;
		else if (t->node[a].str == t->node[param].str && !target)
			*v = a + 1;
	}
	return first && t->node[first + 1].kind == FACT_NAME && t->node[first + 1].str == t->node[i].str ? 1 + !target : 0;
}

/* Puts what a call gives the PARAM where fn is the value that `held`, a PARAM of another function, has where nobody gives it one. */
static int
by_default(cone *c, uint32_t held, uint32_t fn, uint32_t param, uint32_t *site, uint32_t *n)
{
	const fact_tree *t = c->t;
	uint32_t in = command_around(t, held), id = t->node[held].str;

	for (uint32_t i = in + 1; i < t->node[in].end; i++) {
		uint32_t v = i;
		if (t->node[i].str != id || i == held || (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_PARAM))
			continue;
		if (t->node[i].kind == FACT_PARAM)
			return 0;
		if (t->node[i - 1].kind == FACT_CALL) {
			if (!given(c, i - 1, fn, param, 0, &v))
				v = i;
		} else if (t->node[command_around(t, i)].kind != FACT_DEFAULT || command_around(t, command_around(t, i)) != held) {
			uint32_t more = 0;
			if (is_bound(c, i, param, &more))
				v = more;
		} else {
			continue; /* def g(f=f) */
		}
		if (*n == MOST)
			return 0;
		if (v)
			site[(*n)++] = v;
	}
	return 1;
}

int
command_gives(cone *c, uint32_t fn, uint32_t param, uint32_t **site, uint32_t *n)
{
	const fact_tree *t = c->t;
	uint32_t name = t->node[fn].str, cls = class_of(t, fn);
	command_text text = {.fn = fn, .method = cls != 0};
	char full[300];

	*n = 0;
	*site = NULL;
	if (c->name[name] & NAME_RUN || !is_plain(t, fn, cls) || !(*site = malloc(MOST * sizeof **site)))
		return 0;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		int has = of_python(t, f) ? sees(t, f, fn) : 0;
		if (has < 0)
			return 0;
		for (uint32_t i = f + 1; i < t->node[f].end; i++) {
			int attr = t->node[i].kind == FACT_ATTR, called = t->node[i - 1].kind == FACT_CALL, of = of_python(t, f);
			uint32_t v = i, held;
			if (!(t->node[i].kind == FACT_STR && is_spelled(t, i, fact_str(t, fn))) && !(of && command_asked(c, i, &text))) {
				if (t->node[i].str != name || !of || !(attr || (t->node[i].kind == FACT_NAME && has)) || t->node[i - 1].kind == FACT_ALIAS)
					continue;
				if ((!attr && cls && called) || (attr && command_of_library(c, i, full, sizeof full))) /* a method has no name of its own */
					continue;
				if (called && !given(c, i - 1, fn, param, cls != 0, &v))
					v = i;
				held = t->node[i - 1].kind == FACT_DEFAULT ? command_around(t, i - 1) : 0;
				if (held && !attr && !cls && t->node[held].kind == FACT_PARAM) {
					if (!by_default(c, held, fn, param, *site, n))
						return 0;
					continue;
				}
			}
			if (*n == MOST)
				return 0;
			if (v)
				(*site)[(*n)++] = v;
		}
	}
	return 1;
}

uint32_t
command_sites(cone *c, uint32_t fn, uint32_t param, uint32_t **site)
{
	uint32_t n;

	if (command_gives(c, fn, param, site, &n) && n)
		return n;
	command_sites_free(*site);
	*site = NULL;
	return 0;
}

void
command_sites_free(uint32_t *site)
{
	free(site);
}
