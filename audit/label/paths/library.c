/* library.c - see explore.h: where a library of Python takes a label: classes and
 * functions that it names, by a registry, a table or an attribute, and the methods
 * that a caller may call of their objects. */
#include "explore_impl.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int
has_word(const char *s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcasestr(s, words[i]))
			return 1;
	return 0;
}

/* The last name of what is called. */
static const char *
called(const fact_tree *t, uint32_t call)
{
	uint32_t c = call + 1;

	while (c < t->node[call].end && (t->node[c].kind == FACT_INDEX || t->node[c].kind == FACT_CALL))
		c++;
	return c < t->node[call].end && (t->node[c].kind == FACT_NAME || t->node[c].kind == FACT_ATTR) ? fact_str(t, c) : "";
}

static int
registers(const char *s)
{
	static const char *const words[] = {"regist", "add_", "store", "plugin", "backend", "provider", "implement"};

	return has_word(s, words, sizeof words / sizeof *words);
}

/* The CLASS or function of Python of that name: in the file, else the one of the tree. 0: none, or several. */
static uint32_t
defined(const program *p, uint32_t file, const char *name)
{
	const fact_tree *t = p->t;
	uint32_t id = as_intern_find(&t->text, name, strlen(name)), found = 0;

	if (id == UINT32_MAX || !*name)
		return 0;
	FACT_EACH_KID(t, file, k)
		if ((t->node[k].kind == FACT_CLASS || t->node[k].kind == FACT_FUNC) && t->node[k].str == id)
			return k;
	for (uint32_t f = 0; f < p->nfile; f++)
		if (is_python(t, p->file[f]))
			FACT_EACH_KID(t, p->file[f], k)
				if ((t->node[k].kind == FACT_CLASS || t->node[k].kind == FACT_FUNC) && t->node[k].str == id) {
					if (found)
						return 0;
					found = k;
				}
	return found;
}

/* What an expression of a table means: a name, or text that ends in one ("package.module:Class"). */
static uint32_t
meant(const program *p, uint32_t file, uint32_t node)
{
	const fact_tree *t = p->t;
	const char *s, *cut;

	switch (t->node[node].kind) {
	case FACT_NAME: case FACT_ATTR:
		return defined(p, file, fact_str(t, node));
	case FACT_STR:
		s = fact_str(t, node);
		cut = strrchr(s, ':') ? strrchr(s, ':') : strrchr(s, '.');
		return cut && !strchr(s, ' ') && !strchr(s, '/') ? defined(p, file, cut + 1) : 0;
	case FACT_TUPLE: case FACT_LIST: case FACT_CALL:
		FACT_EACH_KID(t, node, k) {
			uint32_t v = t->node[k].kind == FACT_ARG ? k + 1 : k, is = t->node[v].kind == FACT_NAME || t->node[v].kind == FACT_STR ? meant(p, file, v) : 0;
			if (is)
				return is;
		}
		return 0;
	default:
		return 0;
	}
}

static int
is_name_field(const char *s)
{
	static const char *const words[] = {"name", "type", "key", "kind", "backend", "alias", "label", "_id", "method", "engine"};

	return has_word(s, words, sizeof words / sizeof *words);
}

static void
add(const fact_tree *t, named *out, uint32_t *n, uint32_t most, uint32_t what, uint32_t at)
{
	for (uint32_t i = 0; i < *n; i++)
		if (out[i].node == what)
			return;
	if (what && *n < most && (t->node[what].kind == FACT_CLASS || t->node[what].kind == FACT_FUNC))
		out[(*n)++] = (named){what, at};
}

uint32_t
explore_named(const program *p, uint32_t label, named *out, uint32_t most)
{
	const fact_tree *t = p->t;
	uint32_t n = 0;

	for (uint32_t f = 0; f < p->nfile; f++) {
		uint32_t file = p->file[f], up[128], depth = 0;
		if (!is_python(t, file))
			continue;
		for (uint32_t i = file; i < t->node[file].end; i++) {
			while (depth && t->node[up[depth - 1]].end <= i)
				depth--;
			if (t->node[i].kind == FACT_STR && t->node[i].str == label && depth) {
				uint32_t a = up[depth - 1], b = depth > 1 ? up[depth - 2] : 0, c = depth > 2 ? up[depth - 3] : 0, d = depth > 3 ? up[depth - 4] : 0;
				uint32_t call = t->node[a].kind == FACT_ARG ? b : (t->node[a].kind == FACT_LIST || t->node[a].kind == FACT_TUPLE) && t->node[b].kind == FACT_ARG ? c : 0;
				uint32_t deco = call == b ? c : d;
				if (t->node[a].kind == FACT_PAIR && i == a + 1 && t->node[i].end < t->node[a].end) {
					add(t, out, &n, most, meant(p, file, t->node[i].end), i);
				} else if (call && t->node[call].kind == FACT_CALL && registers(called(t, call))) {
					if (deco && t->node[deco].kind == FACT_DECOR) {
						for (uint32_t k = depth; k-- > 0;)
							if (t->node[up[k]].kind == FACT_CLASS || t->node[up[k]].kind == FACT_FUNC) {
								add(t, out, &n, most, up[k], i);
								break;
							}
					} else {
						FACT_EACH_KID(t, call, k)
							if (t->node[k].kind == FACT_ARG && t->node[k + 1].kind != FACT_CALL && k + 1 != i)
								add(t, out, &n, most, meant(p, file, k + 1), i);
					}
				} else if (t->node[a].kind == FACT_DEFAULT && t->node[b].kind == FACT_DECL && t->node[b + 1].kind == FACT_NAME && t->node[c].kind == FACT_BLOCK &&
				    d && t->node[d].kind == FACT_CLASS && is_name_field(fact_str(t, b + 1))) {
					int is_enum = 0;
					FACT_EACH_KID(t, d, k)
						is_enum |= t->node[k].kind == FACT_BASE && strstr(fact_str(t, k + 1), "Enum");
					if (!is_enum)
						add(t, out, &n, most, d, i);
				} else if (t->node[a].kind == FACT_ASSIGN && t->node[a + 1].kind == FACT_INDEX && i == a + 1) {
					continue;
				} else if (t->node[a].kind == FACT_INDEX && t->node[b].kind == FACT_ASSIGN && a == b + 1) { /* TABLE["label"] = Class */
					add(t, out, &n, most, meant(p, file, t->node[a].end), i);
				}
			}
			if (t->node[i].end > i + 1) {
				if (depth == 128)
					i = t->node[i].end - 1;
				else
					up[depth++] = i;
			}
		}
	}
	return n;
}

uint32_t
explore_class_of(const program *p, uint32_t fn)
{
	const fact_tree *t = p->t;
	uint32_t cls = 0;

	for (uint32_t i = program_file(p, fn); i < fn; i++)
		if (t->node[i].kind == FACT_CLASS && t->node[i].end > fn)
			cls = i;
	return cls;
}

static int
is_public(const char *s)
{
	return *s != '_' || strcmp(s, "__call__") == 0 || strcmp(s, "__enter__") == 0 || strcmp(s, "__iter__") == 0;
}

static void
methods(const program *p, uint32_t cls, entry *e, uint32_t *n, uint32_t most, int depth)
{
	const fact_tree *t = p->t;
	uint32_t block = fact_find(t, cls, FACT_BLOCK);

	for (uint32_t k = block + 1; block && k < t->node[block].end; k = t->node[k].end) {
		uint32_t i = 0;
		if (t->node[k].kind != FACT_FUNC || !(is_public(fact_str(t, k)) || strcmp(fact_str(t, k), "__init__") == 0) || *n == most)
			continue;
		while (i < *n && t->node[e[i].node].str != t->node[k].str)
			i++;
		if (i == *n) /* the nearest to a compile call first */
			e[(*n)++] = (entry){k, (p->near[k] == NEAR_NONE ? -100 : -(int)p->near[k]) - (strcmp(fact_str(t, k), "__init__") == 0 ? 0 : 1)};
	}
	if (depth < 6)
		FACT_EACH_KID(t, cls, b)
			if (t->node[b].kind == FACT_BASE && (t->node[b + 1].kind == FACT_NAME || t->node[b + 1].kind == FACT_ATTR)) {
				uint32_t base = defined(p, program_file(p, cls), fact_str(t, b + 1));
				if (base && base != cls && t->node[base].kind == FACT_CLASS)
					methods(p, base, e, n, most, depth + 1);
			}
}

uint32_t
explore_methods(const program *p, uint32_t cls, entry *e, uint32_t most)
{
	uint32_t n = 0;

	methods(p, cls, e, &n, most, 0);
	entry_sort(e, n);
	return n;
}
