/* cone_full.c - see cone_impl.h: the full name that a chain of names of Python means where it stands. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* The module that an expression is, which is no name: __import__("os"), sys.modules["os"]; NULL. */
static const char *
module_of(const fact_tree *t, uint32_t e)
{
	uint32_t key = 0;

	if (t->node[e].kind == FACT_CALL && (t->node[e + 1].kind == FACT_NAME || t->node[e + 1].kind == FACT_ATTR) &&
	    AS_AMONG(fact_str(t, e + 1), ((const char *const[]){"__import__", "import_module"})))
		key = fact_arg(t, e, 0);
	else if (t->node[e].kind == FACT_INDEX && t->node[e + 1].kind == FACT_ATTR && strcmp(fact_str(t, e + 1), "modules") == 0)
		key = t->node[e + 1].end;
	return key && t->node[key].kind == FACT_STR && *fact_str(t, key) && cone_word(fact_str(t, key)) == strlen(fact_str(t, key)) ? fact_str(t, key) : NULL;
}

/* A dotted name of which a file of the tree may have a part by a library: helper.subprocess.call. The full name, into out. */
static int
by_file(const cone *c, uint32_t node, char *out, size_t n)
{
	uint32_t file = program_file(c->p, node);
	char module[300];

	for (char *dot = strchr(out + strspn(out, "."), '.'); dot && (size_t)(dot - out) < sizeof module; dot = strchr(dot + 1, '.')) {
		size_t k = strcspn(dot + 1, ".");
		uint32_t id = as_intern_find(&c->t->text, dot + 1, k), f;
		const char *is;
		if (id >= c->nname || !c->name_reexported[id])
			continue;
		memcpy(module, out, (size_t)(dot - out));
		module[dot - out] = '\0';
		for (uint32_t i = 0; (f = cone_module(c, module, file, &i)) != UINT32_MAX;) {
			char rest[300];
			if (!(is = cone_reexported(c, f, id)))
				continue;
			if (snprintf(rest, sizeof rest, "%s", dot + 1 + k) >= (int)sizeof rest || strlen(is) + strlen(rest) + 1 > n)
				return 0;
			return strcpy(out, is), strcat(out, rest), 1;
		}
	}
	return 0;
}

/* Does what a name is imported as compile, or start, run or load something? */
static int
loud(const cone *c, const char *full)
{
	return cone_compiles_as(symbol_find(c->s, full)) || is_starting(full) || has_starting(full);
}

/* Is what the first part of a dotted name is called by no module, since none of that name is imported, nor comes with all that another has? */
static int
no_module(const cone *c, uint32_t first, const aliases *a)
{
	return a && !a->star && first < c->nname && !(c->name[first] & NAME_MODULE) && strcmp(c->t->text.str[first], "__builtins__") != 0;
}

/* "a.b.c" of a chain of names, its first part as it was imported. What is said of it:
 * 0 it is no chain, 1 of a module that is not in the tree, 2 of anything else. */
static int
chain(const cone *c, uint32_t node, const aliases *a, char *out, size_t n)
{
	const fact_tree *t = c->t;
	uint32_t part[32], k = 0, i = node;
	char base[300];
	const char *module;
	size_t at;
	int what = 2, is = 0;

	for (; t->node[i].kind == FACT_ATTR && k < 31; i++)
		part[k++] = i;
	module = t->node[i].kind == FACT_NAME ? fact_str(t, i) : k ? module_of(t, i) : NULL;
	if (!module && k && t->node[i].kind == FACT_CALL && chain(c, i + 1, a, base, sizeof base) == 1) { /* an object that is made there */
		module = base;
		what = 2;
	}
	if (!module || strlen(module) + 1 > n)
		return 0;
	strcpy(out, strcmp(module, "__builtins__") == 0 ? "builtins" : module);
	if (t->node[i].kind != FACT_NAME && module != base)
		what = cone_foreign(c, module, program_file(c->p, node)) ? 1 : 2;
	for (uint32_t q = 0; t->node[i].kind == FACT_NAME && a && q < a->n; q++)
		if (a->a[q].as == t->node[i].str && strlen(a->a[q].is) + 1 < n) {
			what = a->a[q].outside && !a->a[q].rebound && (!is || what == 1) ? 1 : 2;
			if (!is || !loud(c, out)) /* of several, that one */
				strcpy(out, a->a[q].is);
			is = 1;
		}
	at = strlen(out);
	while (k-- > 0) {
		size_t len = strlen(fact_str(t, part[k]));
		if (at + len + 2 > n)
			return 0;
		out[at++] = '.';
		memcpy(out + at, fact_str(t, part[k]), len + 1);
		at += len;
	}
	if (what == 2 && c->reexport_of)
		by_file(c, node, out, n);
	if ((module = starting_part(out)) != out)
		memmove(out, module, strlen(module) + 1);
	else if (what == 2 && !is && i > node && t->node[i].kind == FACT_NAME && is_starting(out) && no_module(c, t->node[i].str, a)) /* sh = open(x), sh.write(s) */
		return 0;
	return what;
}

/* The full name of a method, as of the class of a library that the file makes its object of: p = cProfile.Profile(), p.run. Only of
 * those that run or load something. */
static int
by_maker(const cone *c, uint32_t node, const aliases *a, char *out, size_t n)
{
	static const char *const methods[] = {"run", "runfunc", "runcall", "discover", "eval", "evalfile", "call", "push", "runsource", "runcode", "interact", "loadTestsFromModule", "loadTestsFromTestCase"};
	const fact_tree *t = c->t;
	uint32_t file = program_file(c->p, node), base = node + 1;
	const char *last = fact_str(t, node);

	if (!AS_AMONG(last, methods) || (t->node[base].kind != FACT_NAME && t->node[base].kind != FACT_ATTR))
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++) {
		uint32_t to = i + 1, value;
		if (t->node[i].kind == FACT_ITEM) {
			value = to;
			to = t->node[to].end;
		} else if (t->node[i].kind == FACT_ASSIGN) {
			value = t->node[to].end;
		} else {
			continue;
		}
		if (to < t->node[i].end && value < t->node[i].end && t->node[to].str == t->node[base].str && t->node[to].kind == t->node[base].kind && t->node[value].kind == FACT_CALL &&
		    chain(c, value + 1, a, out, n) == 1 && strlen(out) + strlen(last) + 2 <= n && is_starting(strcat(strcat(out, "."), last)))
			return 1;
	}
	return 0;
}

int
cone_full(const cone *c, uint32_t node, const aliases *a, char *out, size_t n)
{
	return c->t->node[node].kind == FACT_ATTR && by_maker(c, node, a, out, n) ? 2 : chain(c, node, a, out, n);
}

int
cone_own_def(const cone *c, uint32_t name)
{
	const fact_tree *t = c->t;
	uint32_t file = program_file(c->p, name), id = t->node[name].str, def = 0;

	if (t->node[name].kind != FACT_NAME)
		return 0;
	FACT_EACH_KID(t, file, k)
		if (!def && k < name && (t->node[k].kind == FACT_FUNC || t->node[k].kind == FACT_CLASS) && t->node[k].str == id)
			def = k;
	if (!def || name < fact_find(t, def, FACT_BLOCK))
		return 0;
	for (uint32_t i = 0; i < t->n; i++) { /* globals().pop("eval"), del main.eval */
		static const char *const by_text[] = {"globals", "locals", "vars", "__dict__", "delattr", "__delattr__", "reload"};
		int up = i ? t->node[i - 1].kind : 0;
		if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && AS_AMONG(fact_str(t, i), by_text))
			return 0;
		if (t->node[i].str == id && (t->node[i].kind == FACT_STR || (t->node[i].kind == FACT_ATTR && (up == FACT_ASSIGN || up == FACT_DELETE || up == FACT_TUPLE))))
			return 0;
	}
	for (uint32_t i = file + 1; i < t->node[file].end; i++) {
		int kind = t->node[i].kind;
		if (kind == FACT_ALIAS ? t->node[i].str == id || (i > def && strcmp(fact_str(t, i), "*") == 0) :
		    t->node[i].str == id && ((kind == FACT_NAME && t->node[i - 1].kind != FACT_CALL) || kind == FACT_HANDLER)) /* it may be bound again, or taken away */
			return 0;
	}
	return 1;
}
