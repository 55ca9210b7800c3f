/* cone_load.c - see cone_impl.h: libraries that code of C loads, and functions that it looks up by their names. A library of the
 * system hides nothing, whose name can be read, and which the tree does not make itself; what is looked up under a name that can be
 * read is named by that, and hides what a call of it would. */
#include "cone_impl.h"

#include <string.h>

#include "../line/line.h"
#include "../program/tree_words.h"
#include "words.h"

/* Functions that load code, or run what was loaded. */
static int
loads_code(const char *s)
{
	static const char *const loads[] = {"dlopen", "LoadLibraryA", "LoadLibraryW", "LoadLibrary", "LoadLibraryEx", "LoadLibraryExA", "LoadLibraryExW", "g_module_open",
		"lt_dlopen", "lt_dlopenext", "lt_dlopenadvise", "dlmopen", "android_dlopen_ext", "g_module_open_full", "uv_dlopen", "apr_dso_load", "SDL_LoadObject"};

	return AS_AMONG(s, loads);
}

/* Those that import a module of Python by a name that may stand there. */
static int
imports(const char *s)
{
	return strcmp(s, "PyImport_ImportModule") == 0 || strcmp(s, "PyImport_ImportModuleNoBlock") == 0;
}

/* Those that find in it what has a name. */
static int
finds_code(const char *s)
{
	static const char *const finds[] = {"dlsym", "GetProcAddress", "g_module_symbol", "dlvsym", "lt_dlsym", "uv_dlsym", "apr_dso_sym", "SDL_LoadFunction"};

	return AS_AMONG(s, finds);
}

int
cone_gets_code(const char *s)
{
	return loads_code(s) || imports(s) || finds_code(s);
}

/* Which operand names the library; -1: none does. */
static int
operand(const char *s)
{
	static const char *const first[] = {"dlopen", "LoadLibraryA", "LoadLibraryW", "LoadLibrary", "LoadLibraryEx", "LoadLibraryExA", "LoadLibraryExW", "g_module_open", "g_module_open_full",
		"android_dlopen_ext", "uv_dlopen", "SDL_LoadObject"}; /* libltdl looks in folders of the program's own */
	static const char *const second[] = {"dlmopen", "apr_dso_load"};

	return AS_AMONG(s, first) ? 0 : AS_AMONG(s, second) ? 1 : -1;
}

int
cone_made_here(cone *c, const char *base, int python)
{
	as_intern *known = c->shared + (python ? 2 : 0);
	size_t n = strlen(base);
	int makes;

	for (makes = 0; makes < 2; makes++)
		if (as_intern_find(&known[makes], base, n) != UINT32_MAX)
			return makes;
	makes = tree_makes_library(c->t, base, !python);
	if (as_intern_id(&known[makes], base, n) == UINT32_MAX)
		c->nomem = 1;
	return makes;
}

int
cone_texts(cone *c, uint32_t e, line_set *a)
{
	if (!e || (!c->lines && !(c->lines = lines_new(c->t))))
		return 0;
	lines_of(c->lines, e, a);
	for (uint32_t i = 0; i < a->n; i++)
		if (strpbrk(a->s[i], (const char[]){LINE_HOLE, LINE_SELF, '\0'}))
			return 0;
	return a->n > 0;
}

/* Is it nothing, for which the program itself is opened? Not where the tree calls something else NULL. */
static int
is_nothing(const fact_tree *t, uint32_t e)
{
	e = fact_uncast(t, e);
	if (!e || (t->node[e].kind != FACT_NONE && !(t->node[e].kind == FACT_INT && strcmp(fact_str(t, e), "0") == 0)))
		return 0;
	for (uint32_t i = 0; t->node[e].kind == FACT_NONE && i + 1 < t->n; i++)
		if (t->node[i].kind == FACT_DECL && t->node[i].flags & FACT_MACRO && (t->node[i + 1].kind == FACT_NONE || strcmp(fact_str(t, i + 1), "NULL") == 0)) {
			uint32_t is = fact_find(t, i, FACT_DEFAULT);
			if (!is || t->node[fact_uncast(t, is + 1)].kind != FACT_INT)
				return 0;
		}
	return 1;
}

/* Is what a CALL loads a library of the system, whatever its name comes to, or the program itself? */
static int
of_system(cone *c, uint32_t call, const char *name)
{
	const char *base;
	int k = operand(name);
	uint32_t e = k < 0 ? 0 : fact_arg(c->t, call, (uint32_t)k);
	line_set a;

	if (is_nothing(c->t, e))
		return 1;
	if (!cone_texts(c, e, &a))
		return 0;
	for (uint32_t i = 0; i < a.n; i++)
		if (!is_system_library(a.s[i], &base) || cone_made_here(c, base, 0))
			return 0;
	return 1;
}

const char *
cone_found(const char *name)
{
	static const char *const memory[] = {"VirtualAlloc", "VirtualProtect", "AllocateVirtualMemory", "ProtectVirtualMemory", "MapViewOfSection"};
	static const char *const starts[] = {"CreateProcess", "CreateRemoteThread", "CreateUserProcess"};
	const char *why = loud_name(name);

	if (why)
		return why;
	if (is_exec(name))
		return CONE_TEXT;
	if (cone_gets_code(name))
		return CONE_LOADS;
	if (cone_protects(name))
		return MAKES_CODE;
	for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
		if (strstr(name, memory[i]))
			return MAKES_CODE;
	if (is_process(name))
		return CONE_PROGRAM;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (strstr(name, starts[i]))
			return CONE_PROGRAM;
	return cone_sounds(name) && !is_known_whole(name) ? CONE_SOUNDS : NULL;
}

/* A function is looked up by that name: what may it do? */
static void
looked_up(cone *c, uint32_t u, uint32_t node, const char *name)
{
	const char *why = cone_found(name);

	if (why)
		cone_hides(c, u, node, why);
	if (cone_compiles_as(symbol_find(c->s, name)))
		cone_site(c, u, node);
	cone_spells(c, u, node, as_intern_find(&c->t->text, name, strlen(name)));
	for (const char *s = strncmp(name, "_Z", 2) == 0 ? name : ""; *s; s++) { /* of C++, each part behind its length */
		size_t n = 0, k = strspn(s, "0123456789");
		for (size_t i = 0; i < k && i < 4; i++)
			n = n * 10 + (size_t)(s[i] - '0');
		if (n && n <= strlen(s + k))
			cone_spells(c, u, node, as_intern_find(&c->t->text, s + k, n));
		s += k ? k - 1 : 0;
	}
}

/* The innermost macro that a node stands in; 0. */
static uint32_t
macro_of(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = node; i-- > 0 && t->node[i].kind != FACT_FILE;)
		if (t->node[i].kind == FACT_FUNC && t->node[i].flags & FACT_MACRO && t->node[i].end > node)
			return i;
	return 0;
}

typedef struct { cone *c; uint32_t u, node, n; int open; } spelling; /* n: names that were found; open: there may be others */

/* A NAME that a macro is given, and makes a text of. */
static void
is_spelled(spelling *q, uint32_t e)
{
	uint32_t macro;

	if (!e || q->c->t->node[e].kind != FACT_NAME || ((macro = macro_of(q->c->t, e)) && fact_param(q->c->t, macro, q->c->t->node[e].str))) {
		q->open = 1;
		return;
	}
	q->n++;
	looked_up(q->c, q->u, q->node, fact_str(q->c->t, e));
}

/* All that the calls of `name` between two nodes have as operand k. */
static void
calls_spell(spelling *q, uint32_t from, uint32_t end, uint32_t name, uint32_t k)
{
	const fact_tree *t = q->c->t;

	for (uint32_t i = from; i + 1 < end; i++)
		if (t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == name)
			is_spelled(q, fact_arg(t, i, k));
}

/* The macros called `name` are handed another as operand j: what do they give it as operand k? */
static void
hands_spell(spelling *q, uint32_t name, uint32_t j, uint32_t k)
{
	const fact_tree *t = q->c->t;
	uint32_t any = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t at = 0;
		if (t->node[i].kind != FACT_FUNC || t->node[i].str != name)
			continue;
		any = 1;
		FACT_EACH_KID(t, i, p)
			if (t->node[p].kind == FACT_PARAM && at++ == j) {
				calls_spell(q, i, t->node[i].end, t->node[p].str, k);
				for (uint32_t m = i; m < t->node[i].end; m++) /* and on to others */
					q->open |= t->node[m].kind == FACT_UNKNOWN || (t->node[m].kind == FACT_NAME && t->node[m].str == t->node[p].str && t->node[m - 1].kind != FACT_CALL);
			}
		q->open |= !(t->node[i].flags & FACT_MACRO);
	}
	q->open |= !any;
}

/* #x of a macro: the functions that are looked up are called like what all who name it give it. 0: not all of them are known. */
static int
spelled(cone *c, uint32_t u, uint32_t node, uint32_t e)
{
	const fact_tree *t = c->t;
	uint32_t macro = e ? macro_of(t, e) : 0, k, name = macro ? t->node[macro].str : 0;
	spelling q = {c, u, node, 0, 0};

	if (!macro || t->node[e].kind != FACT_UN || strcmp(fact_str(t, e), "#") != 0 || !fact_param_at(t, macro, t->node[e + 1].str, &k))
		return 0;
	for (uint32_t i = 1, call = 0; i < t->n && !q.open; i++) {
		if (t->node[i].kind == FACT_CALL)
			call = i;
		q.open |= t->node[i].kind == FACT_UNKNOWN && strstr(fact_str(t, i), t->text.str[name]);
		if (t->node[i].kind != FACT_NAME || t->node[i].str != name)
			continue;
		if (t->node[i - 1].kind == FACT_CALL) {
			is_spelled(&q, fact_arg(t, i - 1, k));
		} else if (t->node[i - 1].kind == FACT_ARG && t->node[call + 1].kind == FACT_NAME) {
			uint32_t j = 0;
			while (fact_arg(t, call, j) && fact_arg(t, call, j) != i)
				j++;
			if (fact_arg(t, call, j) != i)
				q.open = 1;
			else if (strcmp(fact_str(t, call + 1), "defined") != 0)
				hands_spell(&q, t->node[call + 1].str, j, k);
		} else {
			q.open = 1;
		}
	}
	return q.n && !q.open;
}

int
cone_in_place(const fact_tree *t, uint32_t node)
{
	uint32_t macro = macro_of(t, node), name = macro ? t->node[macro].str : 0;

	for (uint32_t i = 1; macro && i < t->n; i++)
		if ((t->node[i].kind == FACT_NAME && t->node[i].str == name) || (t->node[i].kind == FACT_UNKNOWN && strstr(fact_str(t, i), t->text.str[name])))
			return 0;
	return macro != 0 && !unread_has_word(t, t->text.str[name]);
}

int
cone_loads(cone *c, uint32_t u, uint32_t node, const char *name)
{
	uint32_t e = fact_arg(c->t, node, strcmp(name, "apr_dso_sym") == 0 ? 2 : 1);
	line_set a;

	if (!cone_gets_code(name))
		return 0;
	if (cone_in_place(c->t, node))
		return 1;
	if (finds_code(name)) {
		if (spelled(c, u, node, e))
			return 1;
		if (!cone_texts(c, e, &a))
			cone_hides(c, u, node, "a function is looked up whose name is not known");
		else
			for (uint32_t i = 0; i < a.n; i++)
				looked_up(c, u, node, a.s[i]);
		return 1;
	}
	if (imports(name)) {
		e = fact_arg(c->t, node, 0);
		if (!e || c->t->node[e].kind != FACT_STR || !cone_c_import(c, u, fact_str(c->t, e)))
			cone_hides(c, u, node, CONE_LOADS);
		return 1;
	}
	if (!of_system(c, node, name))
		cone_hides(c, u, node, CONE_LOADS);
	return 1;
}
