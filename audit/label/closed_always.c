/* closed_always.c - see closed_impl.h: calls that say whenever they are asked that the label is given: getenv() of its name, and
 * functions of the tree that look for a text among all arguments and do nothing else; and whether what asks is run at all. */
#include "closed_impl.h"

#include <string.h>

#include "words.h"

/* Is a name that stands in code of C one of those? */
static int
names_any(const closed *k, const char *const *list, size_t n)
{
	const chain *c = k->c;

	for (size_t i = 0; i < n; i++) {
		uint32_t id = as_intern_find(&k->t->text, list[i], strlen(list[i]));
		for (uint32_t o = id < c->nname ? c->first[id] : 0; id < c->nname && o < c->first[id + 1]; o++)
			if (closed_of_c(k, c->at[o]))
				return 1;
	}
	return 0;
}

/* Is it "argc" or "argv", but for what says that it is a member? */
static int
means(const char *s, const char *name)
{
	size_t n = strlen(name);

	s += strncmp(s, "m_", 2) == 0 ? 2 : strspn(s, "_");
	return strncmp(s, name, n) == 0 && s[n + strspn(s + n, "_")] == '\0';
}

/* Is a variable or member called so? */
static int
called(const fact_tree *t, uint32_t e, const char *name)
{
	return (t->node[e].kind == FACT_NAME || t->node[e].kind == FACT_ATTR) && means(fact_str(t, e), name);
}

/* The number of the PARAM that a NAME is; -1. */
static int
parameter(const fact_tree *t, uint32_t f, uint32_t e)
{
	int i = 0;

	FACT_EACH_KID(t, f, p)
		if (t->node[p].kind == FACT_PARAM) {
			if (t->node[e].kind == FACT_NAME && t->node[p].str == t->node[e].str)
				return i;
			i++;
		}
	return -1;
}

/* What a call gives for it; 0. */
static uint32_t
given(const fact_tree *t, uint32_t call, int i)
{
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && i-- == 0)
			return *fact_str(t, a) || t->node[a].flags & (FACT_STAR | FACT_STARSTAR) ? 0 : a + 1;
	return 0;
}

/* Is what stands in a function all arguments, or their number, as a call gives it? */
static int
is_all(const fact_tree *t, uint32_t f, uint32_t call, uint32_t e, const char *name)
{
	int i = parameter(t, f, e);
	uint32_t a = i < 0 ? e : given(t, call, i);

	return a && called(t, a, name);
}

static int
is_number(const fact_tree *t, uint32_t e, const char *a, const char *b)
{
	return (t->node[e].kind == FACT_INT || t->node[e].kind == FACT_BOOL) && (strcmp(fact_str(t, e), a) == 0 || strcmp(fact_str(t, e), b) == 0);
}

/* Does a call of the function, or the making of the object, hand on anything but the arguments for a parameter that is called so? */
static int
given_else(const closed *k, uint32_t f, int i, const char *name)
{
	const chain *c = k->c;
	uint32_t id = chain_last(c, f);

	if (id >= c->nname)
		return 1;
	for (uint32_t n = c->first[id]; n < c->first[id + 1]; n++) {
		uint32_t o = c->at[n], up = c->up[o], a;
		if (!closed_of_c(k, o) || k->t->node[o].kind == FACT_TYPE)
			continue;
		if (k->t->node[up].kind != FACT_CALL || o != up + 1 || !(a = given(k->t, up, i)) || !called(k->t, a, name))
			return 1;
	}
	return 0;
}

/* Are the arguments anywhere but what they were given as, or is something else called so? Who is not in the tree takes out only what it knows. */
static int
arguments_change(const closed *k)
{
	static const char *const compares[] = {"<", "<=", ">", ">=", "==", "!="};
	const fact_tree *t = k->t;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		if (is_python(t, f) || t->node[f].flags & (FACT_DATA | FACT_ASSEMBLY))
			continue;
		for (uint32_t i = f; i < t->node[f].end; i++) {
			uint32_t e = i, up = k->c->up[i], call;
			int count, n = 0;
			if (t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK) && !(t->node[i].flags & FACT_MACRO) && strcmp(fact_str(t, i), "main") != 0)
				FACT_EACH_KID(t, i, p)
					if (t->node[p].kind == FACT_PARAM) {
						if ((means(fact_str(t, p), "argc") && given_else(k, i, n, "argc")) || (means(fact_str(t, p), "argv") && given_else(k, i, n, "argv")))
							return 1;
						n++;
					}
			count = called(t, i, "argc");
			if (!count && !called(t, i, "argv"))
				continue;
			while (t->node[up].kind == FACT_INDEX && e == up + 1) {
				e = up;
				up = k->c->up[up];
			}
			if (t->node[up].kind == FACT_DEREF || t->node[up].kind == FACT_ADDR) {
				e = up;
				up = k->c->up[up];
				call = k->c->up[up];
				if (t->node[e].kind == FACT_ADDR && (t->node[up].kind != FACT_ARG || t->node[call].kind != FACT_CALL || t->node[call + 1].kind != FACT_NAME ||
				    k->c->dfirst[t->node[call + 1].str] != k->c->dfirst[t->node[call + 1].str + 1]))
					return 1;
			}
			if (t->node[up].kind == FACT_ASSIGN && e == up + 1 && (*fact_str(t, up) || e != i || !called(t, t->node[e].end, count ? "argc" : "argv")))
				return 1;
			if (t->node[up].kind == FACT_BIN && e == i && (strcmp(fact_str(t, up), "+") == 0 || strcmp(fact_str(t, up), "-") == 0) &&
			    !(called(t, up + 1, "argv") && called(t, t->node[up + 1].end, "argc")) &&
			    !(t->node[k->c->up[up]].kind == FACT_BIN && AS_AMONG(fact_str(t, k->c->up[up]), compares))) /* a part of them */
				return 1;
		}
	}
	return 0;
}

/* `return std::find(begin, end, text) != end`, called with argv and argv + argc */
static int
finds(const closed *k, uint32_t f, uint32_t call, uint32_t str)
{
	const fact_tree *t = k->t;
	uint32_t block = fact_find(t, f, FACT_BLOCK), bin = block + 2, find = bin + 1, end, from, to;
	int b, e;

	if (block + 1 >= t->node[block].end || t->node[block + 1].kind != FACT_RETURN || t->node[block + 1].end != t->node[block].end || t->node[bin].kind != FACT_BIN ||
	    strcmp(fact_str(t, bin), "!=") != 0 || t->node[find].kind != FACT_CALL || t->node[find + 1].kind != FACT_ATTR || strcmp(fact_str(t, find + 1), "find") != 0 ||
	    t->node[find + 2].kind != FACT_NAME || strcmp(fact_str(t, find + 2), "std") != 0 || !given(t, find, 2) || given(t, find, 3))
		return 0;
	end = t->node[find].end;
	b = parameter(t, f, given(t, find, 0));
	e = parameter(t, f, end);
	if (b < 0 || e < 0 || parameter(t, f, given(t, find, 1)) != e || parameter(t, f, given(t, find, 2)) < 0 || given(t, call, parameter(t, f, given(t, find, 2))) != str)
		return 0;
	from = given(t, call, b);
	to = given(t, call, e);
	return from && to && called(t, from, "argv") && t->node[to].kind == FACT_BIN && strcmp(fact_str(t, to), "+") == 0 && called(t, to + 1, "argv") &&
	    called(t, t->node[to + 1].end, "argc");
}

/* `for (i = 1; i < argc; i++) if (strcmp(argv[i], text) == 0) return 1; return 0` */
static int
loops(const closed *k, uint32_t f, uint32_t call, uint32_t str)
{
	const fact_tree *t = k->t;
	uint32_t block = fact_find(t, f, FACT_BLOCK), loop = 0, test = 0, cmp = 0, i = UINT32_MAX, last = 0, steps = 0, begins = 0, back = 0, a, b;

	FACT_EACH_KID(t, block, s)
		last = s;
	for (uint32_t n = block + 1; n < t->node[block].end; n++)
		switch (t->node[n].kind) {
		case FACT_WHILE:
			if (loop || t->node[n].flags & FACT_POST || t->node[n + 1].kind != FACT_BIN || strcmp(fact_str(t, n + 1), "<") != 0 || t->node[n + 2].kind != FACT_NAME ||
			    !is_all(t, f, call, n + 3, "argc"))
				return 0;
			loop = n;
			i = t->node[n + 2].str;
			break;
		case FACT_IF:
			if (test || !loop || n > t->node[loop].end || t->node[n].flags & FACT_PREPROC)
				return 0;
			test = n;
			break;
		case FACT_CALL:
			if (cmp || !test || strcmp(fact_str(t, n + 1), "strcmp") != 0)
				return 0;
			cmp = n;
			break;
		case FACT_ASSIGN: case FACT_DECL:
			if (t->node[n + 1].kind != FACT_NAME || (i != UINT32_MAX && t->node[n + 1].str != i))
				return 0;
			if (!loop) {
				uint32_t v = t->node[n].kind == FACT_DECL ? fact_find(t, n, FACT_DEFAULT) : 0;
				if (begins && t->node[begins + 1].str != t->node[n + 1].str)
					return 0;
				v = v ? v + 1 : t->node[n].kind == FACT_ASSIGN && !*fact_str(t, n) ? n + 2 : 0;
				if (v ? !is_number(t, v, "0", "1") : t->node[n].kind == FACT_ASSIGN || t->node[n].flags & FACT_STATIC)
					return 0;
				begins = n;
			} else if (steps++ || strcmp(fact_str(t, n), "+") != 0 || !is_number(t, n + 2, "1", "1") || t->node[n].end != t->node[loop].end) {
				return 0;
			}
			break;
		case FACT_RETURN:
			if (back++ == 0 ? !test || t->node[k->c->up[n]].end != t->node[test].end || t->node[test + 1].end + 1 != n || !is_number(t, n + 1, "1", "1")
			    : n != last || !is_number(t, n + 1, "0", "0"))
				return 0;
			break;
		case FACT_BLOCK: case FACT_NAME: case FACT_ATTR: case FACT_INT: case FACT_BOOL: case FACT_BIN: case FACT_UN: case FACT_ARG: case FACT_INDEX: case FACT_TYPE: case FACT_DEFAULT:
		case FACT_COMMENT: break;
		default: return 0;
		}
	if (!loop || !begins || t->node[begins + 1].str != i || steps != 1 || !cmp || back != 2)
		return 0;
	if (t->node[cmp].end > t->node[test + 1].end || !(t->node[test + 1].kind == FACT_UN ? strcmp(fact_str(t, test + 1), "not") == 0 && cmp == test + 2 :
	    t->node[test + 1].kind == FACT_BIN && strcmp(fact_str(t, test + 1), "==") == 0 && cmp == test + 2 && is_number(t, t->node[cmp].end, "0", "0")))
		return 0;
	a = given(t, cmp, 0);
	b = given(t, cmp, 1);
	if (a && t->node[a].kind == FACT_INDEX) {
		uint32_t other = a;
		a = b;
		b = other;
	}
	return a && b && parameter(t, f, a) >= 0 && given(t, call, parameter(t, f, a)) == str && t->node[b].kind == FACT_INDEX && is_all(t, f, call, b + 1, "argv") &&
	    t->node[t->node[b + 1].end].kind == FACT_NAME && t->node[t->node[b + 1].end].str == i;
}

/* The function that a CALL means: the only one that is called so, and no variable is; or a method of what is known to be of its class. 0. */
static uint32_t
meant(const closed *k, uint32_t call)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t id = chain_last(c, call + 1), cls, found = 0;

	if (id >= c->nname)
		return 0;
	if (t->node[call + 1].kind == FACT_NAME) {
		for (uint32_t n = c->first[id]; n < c->first[id + 1]; n++)
			if (t->node[c->up[c->at[n]]].kind == FACT_DECL && c->at[n] == c->up[c->at[n]] + 1)
				return 0;
		for (uint32_t f = closed_func(k, call); f; f = closed_func(k, f))
			if (parameter(t, f, call + 1) >= 0)
				return 0;
		found = closed_body(k, t->node[call + 1].str);
	} else if (t->node[call + 1].kind == FACT_ATTR && (cls = closed_class_asked(k, call + 2)) != 0) {
		FACT_EACH_KID(t, fact_find(t, cls, FACT_BLOCK), f)
			if (t->node[f].kind == FACT_FUNC && chain_last(c, f) == id) {
				if (found)
					return 0;
				found = f;
			} else if (t->node[f].kind == FACT_DECL && t->node[f + 1].str == id) {
				return 0;
			}
	}
	return found && fact_find(t, found, FACT_BLOCK) && !(t->node[found].flags & (FACT_MACRO | FACT_VIRTUAL | FACT_OVERRIDE)) ? found : 0;
}

/* Does the function that a CALL means look for the text so? */
static int
looks(const closed *k, uint32_t call, uint32_t str)
{
	uint32_t f = meant(k, call);

	return f && (finds(k, f, call, str) || loops(k, f, call, str)) && !arguments_change(k);
}

uint32_t
closed_always(const closed *k, uint32_t str)
{
	static const char *const anew[] = {"unsetenv", "g_unsetenv", "clearenv", "putenv", "_putenv", "environ", "__environ", "envp", "execve", "execle", "execvpe", "fexecve", "posix_spawn",
		"posix_spawnp"}, *const get[] = {"getenv", "g_getenv"};
	const fact_tree *t = k->t;
	uint32_t arg = k->c->up[str], call = k->c->up[arg];

	if (t->node[arg].kind != FACT_ARG || *fact_str(t, arg) || t->node[call].kind != FACT_CALL)
		return 0;
	if (t->node[call + 1].kind == FACT_NAME || (t->node[call + 1].kind == FACT_ATTR && t->node[call + 2].kind == FACT_NAME && strcmp(fact_str(t, call + 2), "std") == 0)) {
		uint32_t id = chain_last(k->c, call + 1);
		if (id < k->c->nname && AS_AMONG(t->text.str[id], get))
			return k->c->dfirst[id] == k->c->dfirst[id + 1] && given(t, call, 0) == str && strcmp(fact_str(t, str), k->label) == 0 &&
			    !names_any(k, anew, sizeof anew / sizeof *anew) ? call : 0;
	}
	return looks(k, call, str) ? call : 0;
}

/* Does nothing that stands before a statement in its block leave it? */
static int
come_to(const fact_tree *t, uint32_t block, uint32_t stmt)
{
	for (uint32_t i = block + 1; i < stmt; i++)
		switch (t->node[i].kind) {
		case FACT_RETURN: case FACT_GOTO: case FACT_LABEL: case FACT_RAISE: case FACT_ERROR: case FACT_YIELD: return 0;
		default: break;
		}
	return 1;
}

int
closed_is_run(const closed *k, uint32_t node, int depth)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	uint32_t e = node, up = c->up[e], f, name, at = 0;

	for (;; e = up, up = c->up[up])
		switch (t->node[up].kind) {
		case FACT_ASSIGN: case FACT_ARG: case FACT_CALL: case FACT_DECL: case FACT_DEFAULT: case FACT_UN: break;
		case FACT_BIN:
			if (e != up + 1 && (strcmp(fact_str(t, up), "and") == 0 || strcmp(fact_str(t, up), "or") == 0))
				return 0;
			break;
		case FACT_IF:
			if (e != up + 1)
				return 0;
			break;
		case FACT_BLOCK:
			if (!come_to(t, up, e))
				return 0;
			break;
		case FACT_FUNC: f = up; goto func;
		default: return 0;
		}
func:
	name = chain_last(c, f);
	if (strcmp(fact_str(t, f), "main") == 0)
		return 1;
	if (depth > 6 || name >= c->nname || closed_body(k, name) != f)
		return 0;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++)
		if (closed_of_c(k, c->at[i])) {
			if (at)
				return 0;
			at = c->at[i];
		}
	return at && t->node[c->up[at]].kind == FACT_CALL && at == c->up[at] + 1 && closed_is_run(k, c->up[at], depth + 1);
}
