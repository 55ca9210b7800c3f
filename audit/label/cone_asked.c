/* cone_asked.c - see cone_command.h: who may have a function of Python by a name that does not stand there: getattr(x, name),
 * vars(x)[name], globals()[name]. It is none of a library's; a name that is put together fits it or not; one that comes from
 * elsewhere is what texts of the tree may make; and what is only looked at is not called. */
#include "cone_command.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "words.h"

enum { LONGEST = 60 };

/* The letters of a text or name as they may stand in a name: a-b, "a b" and A_B are a_b. Its length; 0: it is none. */
static size_t
as_name(const char *s, char *out)
{
	size_t n = 0;

	for (; *s && n < LONGEST; s++)
		out[n++] = isalnum((unsigned char)*s) ? (char)tolower((unsigned char)*s) : *s == '-' || *s == '_' ? '_' : *s;
	out[*s ? 0 : n] = '\0';
	return *s ? 0 : n;
}

static int
begins(const char *s, const char *with, size_t n)
{
	return strlen(s) >= n && strncmp(s, with, n) == 0;
}

static int
ends(const char *s, const char *with)
{
	return strlen(s) >= strlen(with) && strcmp(s + strlen(s) - strlen(with), with) == 0;
}

/* Is a text a part of a sum or an f-string, to which anything may be joined? */
static int
is_joined(const fact_tree *t, uint32_t str)
{
	uint32_t up = command_around(t, str);

	return t->node[up].kind == FACT_JOIN || (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "+") == 0);
}

/* Which parts of the name may the text be? 1: its beginning, 2: its end; 3: all that is needed. */
static int
parts(const fact_tree *t, uint32_t str, const char *name)
{
	char w[LONGEST + 1];
	const char *s = fact_str(t, str), *last = s, *sign;
	size_t n, first = strcspn(name + (*name == '_'), "_") + (*name == '_');

	if (strpbrk(s, " \t\n,"))
		return t->node[str - 1].kind == FACT_ATTR && strncmp(fact_str(t, str - 1), "split", 5) == 0 ? 3 : 0;
	for (const char *p = s; *p; p++)
		if ((*p == '.' || *p == ':') && p[1])
			last = p + 1;
	if (!(n = as_name(last, w)))
		return 0;
	if (strcmp(w, name) == 0)
		return 3;
	if ((sign = strpbrk(w, "%{")) != NULL) { /* of a format */
		const char *back = sign, *end;
		for (const char *p = sign; (p = strpbrk(p, "%{}")); p++)
			back = p;
		end = *back == '%' ? back + 1 + (back[1] != '\0') : back + 1;
		return (sign > w || *end) && begins(name, w, (size_t)(sign - w)) && ends(name, end) ? 3 : 0;
	}
	if (begins(name, w, n))
		return w[n - 1] == '_' || (n > 1 && is_joined(t, str)) ? 3 : n == first;
	if (ends(name, w))
		return *w == '_' || (n > 1 && is_joined(t, str)) ? 3 : name[strlen(name) - n - 1] == '_' ? 2 : 0;
	return 0;
}

/* Has a path the name as one of its folders, or files? */
static int
has_part(const char *path, const char *name)
{
	char w[LONGEST + 1];
	size_t n = strlen(name);

	for (; *path; path += strcspn(path, "/") + (path[strcspn(path, "/")] != '\0')) {
		size_t k = strcspn(path, "./");
		if (k == n && memcpy(w, path, k) == w && (w[k] = '\0', strcasecmp(w, name) == 0))
			return 1;
	}
	return 0;
}

/* May the name of the function be made of texts of the tree, or be that of a file, a keyword, a variable or another function, by which it is told, too? */
static int
is_spelled(const fact_tree *t, command_text *w)
{
	static const char *const tells[] = {"__name__", "__qualname__", "co_name", "function", "co_names"};
	char name[LONGEST + 1];
	unsigned defs = 0, told = 0, all = 0;

	if (w->spelled)
		return w->spelled > 1;
	w->spelled = 2;
	if (!as_name(fact_str(t, w->fn), name))
		return 1;
	for (uint32_t i = 0; i < t->n; i++) {
		const char *s = fact_str(t, i);
		switch (t->node[i].kind) {
		case FACT_STR: all |= (unsigned)parts(t, i, name); break;
		case FACT_FILE: all |= has_part(s, name) ? 3u : 0u; break;
		case FACT_FUNC: case FACT_CLASS: defs += strcasecmp(s, fact_str(t, w->fn)) == 0; break;
		case FACT_ARG: case FACT_PARAM: all |= t->node[i].str == t->node[w->fn].str ? 3u : 0u; break;
		case FACT_ATTR: told |= AS_AMONG(s, tells); break;
		case FACT_NAME: all |= (strcmp(s, "dir") == 0 && t->node[i - 1].kind == FACT_CALL) || (t->node[i].str == t->node[w->fn].str && command_binds(t, i)) ? 3u : 0u; break;
		default: break;
		}
		if (all == 3 || (told && defs > 1))
			return 1;
	}
	w->spelled = 1;
	return 0;
}

/* Is what an expression gives looked at where it stands, and not called, nor had by another? */
static int
looked_at(const fact_tree *t, uint32_t e)
{
	static const char *const looks[] = {"isinstance", "issubclass", "callable", "len", "str", "repr", "int", "float", "bool", "print", "abs", "round", "hash", "id", "sum", "hex"};
	static const char *const compares[] = {"==", "!=", "is", "is not", "in", "not in", "<", "<=", ">", ">="};
	uint32_t up = command_around(t, e), over = command_around(t, up);

	switch (t->node[up].kind) {
	case FACT_JOIN: case FACT_ASSERT: return 1;
	case FACT_BIN: return AS_AMONG(fact_str(t, up), compares);
	case FACT_UN: return strcmp(fact_str(t, up), "not") == 0;
	case FACT_IF: case FACT_WHILE: case FACT_COND: return e == up + 1;
	case FACT_FOR: return e == t->node[up + 1].end;
	case FACT_INDEX: return e == up + 1;
	case FACT_ATTR: return strncmp(fact_str(t, up), "__", 2) != 0;
	case FACT_ARG: return !t->node[up].flags && t->node[over].kind == FACT_CALL && t->node[over + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, over + 1), looks);
	default: return 0;
	}
}

/* The same, or is it given to a variable of a function that is? */
static int
not_called(const fact_tree *t, uint32_t e)
{
	uint32_t up = command_around(t, e), to = up + 1, scope;

	if (looked_at(t, e))
		return 1;
	if (t->node[up].kind != FACT_ASSIGN || *fact_str(t, up) || t->node[to].kind != FACT_NAME || t->node[to].end != e || t->node[scope = command_scope(t, to)].kind != FACT_FUNC)
		return 0;
	for (uint32_t i = scope + 1; i < t->node[scope].end; i++)
		if (t->node[i].str == t->node[to].str && (t->node[i].kind == FACT_GLOBAL || t->node[i].kind == FACT_PARAM ||
		    (t->node[i].kind == FACT_NAME && !command_binds(t, i) && !looked_at(t, i))))
			return 0;
	return 1;
}

/* Is what an expression gives, names and values, only told or compared: "{x}".format(**locals()), a.__dict__ == b.__dict__? */
static int
only_told(const fact_tree *t, uint32_t e)
{
	uint32_t up = command_around(t, e), call = command_around(t, up);

	if (t->node[up].kind == FACT_ARG)
		return t->node[call].kind == FACT_CALL && t->node[call + 1].kind == FACT_ATTR &&
		    strcmp(fact_str(t, call + 1), t->node[up].flags & FACT_STARSTAR ? "format" : "format_map") == 0;
	return t->node[up].kind == FACT_BIN && (AS_AMONG(fact_str(t, up), ((const char *const[]){"==", "!="})) || (strcmp(fact_str(t, up), "%") == 0 && e != up + 1));
}

/* Is it no more than asked for, or whether it has, what a text says that stands there, or is something put into it or taken out:
 * globals()["x"], "x" in globals(), del sys.modules[x], x.__dict__.get("x")? */
static int
only_asked(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i), over;

	if (t->node[up].kind == FACT_CALL && i == up + 1) {
		if (t->node[i].kind != FACT_NAME || (strcmp(fact_str(t, i), "vars") != 0 && t->node[up].end != i + 1))
			return 0;
		i = up;
		up = command_around(t, up);
	}
	if (only_told(t, i))
		return 1;
	over = command_around(t, up);
	if (t->node[up].kind == FACT_BIN)
		return i != up + 1 && (strcmp(fact_str(t, up), "in") == 0 || strcmp(fact_str(t, up), "not in") == 0);
	if (t->node[up].kind == FACT_ATTR && strcmp(fact_str(t, up), "get") == 0 && t->node[over].kind == FACT_CALL && up == over + 1)
		return fact_arg(t, over, 0) && t->node[fact_arg(t, over, 0)].kind == FACT_STR;
	if (t->node[up].kind != FACT_INDEX || i != up + 1)
		return 0;
	return t->node[t->node[i].end].kind == FACT_STR || t->node[over].kind == FACT_DELETE || (t->node[over].kind == FACT_ASSIGN && up == over + 1 && !*fact_str(t, over));
}

/* Is a NAME a variable of the function that it stands in, or one that its file has set before at its own level? */
static int
is_variable(const fact_tree *t, uint32_t i)
{
	uint32_t file = command_file(t, i);

	if (t->node[i].kind != FACT_NAME || command_local(t, i))
		return t->node[i].kind == FACT_NAME;
	FACT_EACH_KID(t, file, k)
		if (k < i && t->node[k].kind == FACT_ASSIGN && !*fact_str(t, k) && t->node[k + 1].kind == FACT_NAME && t->node[k + 1].str == t->node[i].str)
			return 1;
	return 0;
}

/* key.upper(), key.replace("-", "_"), names.get(x): is a CALL no more than a text, or one of a table, in other letters? upper: it has no small ones. */
static int
same_letters(const fact_tree *t, uint32_t call, int *upper)
{
	static const char *const list[] = {"upper", "lower", "strip", "lstrip", "rstrip", "replace", "get"}, *const signs[] = {"-", "_", " "};
	uint32_t f = call + 1, a = fact_arg(t, call, 0), b = fact_arg(t, call, 1);

	if (t->node[f].kind != FACT_ATTR || !AS_AMONG(fact_str(t, f), list) || (t->node[f + 1].kind != FACT_NAME && t->node[f + 1].kind != FACT_ATTR && t->node[f + 1].kind != FACT_INDEX))
		return 0;
	*upper = strcmp(fact_str(t, f), "upper") == 0;
	return strcmp(fact_str(t, f), "replace") != 0 || (a && b && AS_AMONG(fact_str(t, a), signs) && AS_AMONG(fact_str(t, b), signs));
}

static int
has_small(const char *s)
{
	while (*s && !islower((unsigned char)*s))
		s++;
	return *s != '\0';
}

/* May the function be had by the key, as what e gives? */
static int
by_key(const fact_tree *t, uint32_t e, uint32_t key, command_text *w)
{
	int upper = 0;

	if (!key || not_called(t, e))
		return !key;
	switch (t->node[key].kind) {
	case FACT_STR: return 0; /* whose own words are asked */
	case FACT_CALL:
		if (same_letters(t, key, &upper))
			return !(upper && has_small(fact_str(t, w->fn))) && is_spelled(t, w);
		return cone_fits(t, key, fact_str(t, w->fn));
	case FACT_JOIN: case FACT_BIN: return cone_fits(t, key, fact_str(t, w->fn));
	case FACT_NAME: case FACT_ATTR: case FACT_INDEX: return is_spelled(t, w);
	default: return 1;
	}
}

/* getattr(x, name): of a library, or of what is no module and no object of a class? */
static int
by_getattr(cone *c, uint32_t call, command_text *w)
{
	static const char *const objects[] = {"self", "cls", "args", "options", "opts"};
	const fact_tree *t = c->t;
	uint32_t of = fact_arg(t, call, 0), base = of;
	char full[300];

	if (!of || (!w->method && t->node[of].kind == FACT_NAME && AS_AMONG(fact_str(t, of), objects)))
		return !of;
	while (t->node[base].kind == FACT_ATTR)
		base++;
	if (t->node[base].kind == FACT_NAME && !is_variable(t, base) && command_of_library(c, of, full, sizeof full)) /* which has none of the tree's but by what names it */
		return 0;
	return by_key(t, call, fact_arg(t, call, 1), w);
}

/* vars(x): of options that were parsed? */
static int
by_vars(const fact_tree *t, uint32_t name)
{
	static const char *const objects[] = {"self", "cls", "args", "options", "opts", "opt", "ns", "namespace", "arguments", "parsed"};
	uint32_t of = fact_arg(t, name - 1, 0);

	if (!of || only_asked(t, name) || (t->node[of].kind == FACT_CALL && (t->node[of + 1].kind == FACT_ATTR || t->node[of + 1].kind == FACT_NAME) && strncmp(fact_str(t, of + 1), "parse_", 6) == 0))
		return 0;
	return !AS_AMONG(fact_str(t, of), objects); /* what they hold; a module has functions */
}

int
command_asked(cone *c, uint32_t i, command_text *w)
{
	static const char *const all[] = {"globals", "locals", "getmembers", "attrgetter", "methodcaller", "__getattribute__", "__dict__", "modules", "getattr_static", "eval", "exec"};
	static const char *const objects[] = {"self", "cls", "args", "options", "opts"};
	static const char *const of_python[] = {"eval", "exec", "modules"}, *const modules[] = {"sys", "builtins", "__builtins__", "__builtin__"};
	const fact_tree *t = c->t;
	const char *s = fact_str(t, i);
	char full[300];

	if (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_ATTR)
		return 0;
	if (strcmp(s, "__dict__") == 0 && t->node[i].kind == FACT_ATTR && t->node[i + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, i + 1), objects) && !(w->method && strcmp(fact_str(t, i + 1), "cls") == 0))
		return 0; /* what an object holds itself is no method, and what a function is held by names it */
	if (AS_AMONG(s, all)) {
		if (is_variable(t, i) || cone_own_def(c, i) || only_asked(t, i))
			return 0;
		return t->node[i].kind != FACT_ATTR || !AS_AMONG(s, of_python) || AS_AMONG(fact_str(t, i + 1), modules) ||
		    (command_of_library(c, i, full, sizeof full) && (is_starting(full) || strcmp(full, "sys.modules") == 0)); /* not of a model */
	}
	if (strcmp(s, "vars") != 0 && strcmp(s, "getattr") != 0)
		return 0;
	if (t->node[i - 1].kind != FACT_CALL)
		return !is_variable(t, i);
	return *s == 'v' ? by_vars(t, i) : by_getattr(c, i - 1, w);
}
