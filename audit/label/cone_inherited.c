/* cone_inherited.c - see cone_impl.h: members that a class of the tree has of a class of the library of C++, and calls by their name alone. */
#include "cone_impl.h"

#include <string.h>

/* Classes that begin so, and members that they have. */
typedef struct { const char *const *classes, *const *members; } inherited;

static const inherited list[] = {
	{(const char *const[]){"bitset", NULL}, (const char *const[]){"all", "any", "count", "flip", "none", "reset", "set", "size", "test", "to_string", "to_ullong", "to_ulong", NULL}},
	{(const char *const[]){"streambuf", "basic_streambuf", "stringbuf", "basic_stringbuf", "filebuf", "basic_filebuf", "wstreambuf", NULL},
		(const char *const[]){"eback", "egptr", "epptr", "gbump", "getloc", "gptr", "in_avail", "open", "close", "is_open", "pbase", "pbump", "pptr", "pubseekoff", "pubseekpos", "pubsync", "sbumpc",
			"setg", "setp", "sgetc", "sgetn", "snextc", "sputbackc", "sputc", "sputn", "str", "sungetc", "swap", "underflow", "uflow", "overflow", "xsgetn", "xsputn", NULL}},
	{(const char *const[]){"istream", "ostream", "iostream", "basic_istream", "basic_ostream", "basic_iostream", "ifstream", "ofstream", "fstream", "istringstream", "ostringstream", "stringstream", "ios",
		"basic_ios", NULL}, (const char *const[]){"bad", "clear", "copyfmt", "eof", "exceptions", "fail", "fill", "flags", "flush", "gcount", "getline", "good", "imbue", "init", "narrow", "peek",
			"precision", "put", "putback", "rdbuf", "rdstate", "seekg", "seekp", "setf", "setstate", "str", "tellg", "tellp", "tie", "unget", "unsetf", "widen", "width", NULL}},
	{(const char *const[]){"vector", "deque", "list", "forward_list", "map", "multimap", "set", "multiset", "unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset", "string",
		"basic_string", "wstring", "array", "queue", "stack", "priority_queue", NULL}, (const char *const[]){"append", "assign", "at", "back", "begin", "c_str", "capacity", "cbegin", "cend", "clear",
			"compare", "count", "data", "emplace", "emplace_back", "emplace_front", "empty", "end", "equal_range", "erase", "find", "find_first_not_of", "find_first_of", "find_last_not_of", "find_last_of",
			"front", "insert", "length", "lower_bound", "max_size", "pop", "pop_back", "pop_front", "push", "push_back", "push_front", "rbegin", "rend", "reserve", "resize", "rfind", "shrink_to_fit",
			"size", "splice", "substr", "swap", "top", "upper_bound", NULL}},
	{(const char *const[]){"enable_shared_from_this", NULL}, (const char *const[]){"shared_from_this", "weak_from_this", NULL}},
	{(const char *const[]){"exception", "runtime_error", "logic_error", "bad_alloc", "invalid_argument", "system_error", NULL}, (const char *const[]){"what", "code", NULL}},
};

static int
among(const char *s, const char *const *words)
{
	while (*words && strcmp(*words, s) != 0)
		words++;
	return *words != NULL;
}

static int
has_member(const char *name)
{
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (among(name, list[i].members))
			return 1;
	return 0;
}

/* Has a class that a BASE names, std::c or std::c<...>, that member? */
static int
base_has(const fact_tree *t, uint32_t base, const char *name)
{
	uint32_t i = base + 1;

	while (t->node[i].kind == FACT_INDEX)
		i++;
	if (t->node[i].kind != FACT_ATTR || strcmp(fact_str(t, i + 1), "std") != 0)
		return 0;
	for (size_t k = 0; k < sizeof list / sizeof *list; k++)
		if (among(fact_str(t, i), list[k].classes) && among(name, list[k].members))
			return 1;
	return 0;
}

/* Has a class, or one that it derives from, that member of a class of the library? */
static int
class_has(const cone *c, uint32_t cls, const char *name, unsigned depth)
{
	const fact_tree *t = c->t;

	if (cls >= c->nname || depth == 0)
		return 0;
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].kind != FACT_CLASS || cone_tail(c, t->node[i].str) != cls)
			continue;
		FACT_EACH_KID(t, i, k)
			if (t->node[k].kind == FACT_BASE && base_has(t, k, name))
				return 1;
	}
	for (uint32_t i = 0; i < c->nderived; i++)
		if (c->derived[i].cls == (VX_NAME | cls) && c->derived[i].base != c->derived[i].cls && class_has(c, c->derived[i].base & ~VX_PYNAME, name, depth - 1))
			return 1;
	return 0;
}

int
cone_inherited(const cone *c, use w)
{
	enum { DEPTH = 4 };
	const char *name = c->t->text.str[w.name];

	return has_member(name) && c->t->node[w.node].kind == FACT_CALL && c->t->node[w.node + 1].kind == FACT_NAME && class_has(c, c->unit[w.unit].of, name, DEPTH);
}
