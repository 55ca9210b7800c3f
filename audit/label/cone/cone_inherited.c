/* cone_inherited.c - see cone_impl.h: members that a class of the tree has of a class of the library of C++, and calls by their name alone. */
#include "cone_impl.h"

#include <string.h>

/* Classes, and members that each of them has, in every edition of the language. */
typedef struct { const char *const *classes, *const *members; } inherited;

#define WORDS(...) (const char *const[]){__VA_ARGS__, NULL}
static const inherited list[] = {
	{WORDS("bitset"), WORDS("any", "count", "flip", "none", "reset", "set", "size", "test", "to_string", "to_ulong")},
	{WORDS("streambuf", "basic_streambuf", "wstreambuf"), WORDS("eback", "egptr", "epptr", "gbump", "getloc", "gptr", "in_avail", "overflow", "pbase", "pbump", "pptr",
		"pubseekoff", "pubseekpos", "pubsync", "sbumpc", "setg", "setp", "sgetc", "sgetn", "snextc", "sputbackc", "sputc", "sputn", "sungetc", "uflow", "underflow", "xsgetn",
		"xsputn")},
	{WORDS("stringbuf", "basic_stringbuf"), WORDS("eback", "egptr", "epptr", "gptr", "overflow", "pbase", "pbump", "pptr", "setg", "setp", "str", "underflow")},
	{WORDS("filebuf", "basic_filebuf"), WORDS("close", "is_open", "open", "overflow", "setg", "setp", "underflow")},
	{WORDS("istream", "basic_istream", "ifstream", "istringstream"), WORDS("bad", "clear", "eof", "exceptions", "fail", "gcount", "getline", "good", "imbue", "peek",
		"putback", "rdbuf", "rdstate", "seekg", "setstate", "tellg", "tie", "unget")},
	{WORDS("ostream", "basic_ostream", "ofstream", "ostringstream"), WORDS("bad", "clear", "eof", "exceptions", "fail", "fill", "flags", "flush", "good", "imbue",
		"precision", "put", "rdbuf", "rdstate", "seekp", "setf", "setstate", "tellp", "tie", "unsetf", "width")},
	{WORDS("iostream", "basic_iostream", "fstream", "stringstream"), WORDS("bad", "clear", "eof", "exceptions", "fail", "flush", "gcount", "getline", "good", "imbue", "peek",
		"put", "rdbuf", "seekg", "seekp", "setstate", "tellg", "tellp", "unget")},
	{WORDS("ifstream", "ofstream", "fstream"), WORDS("close", "is_open", "open")},
	{WORDS("istringstream", "ostringstream", "stringstream"), WORDS("str")},
	{WORDS("vector"), WORDS("assign", "at", "back", "begin", "capacity", "clear", "empty", "end", "erase", "front", "insert", "max_size", "pop_back", "push_back", "rbegin",
		"rend", "reserve", "resize", "size", "swap")},
	{WORDS("deque"), WORDS("assign", "at", "back", "begin", "clear", "empty", "end", "erase", "front", "insert", "max_size", "pop_back", "pop_front", "push_back",
		"push_front", "rbegin", "rend", "resize", "size", "swap")},
	{WORDS("list"), WORDS("assign", "back", "begin", "clear", "empty", "end", "erase", "front", "insert", "max_size", "pop_back", "pop_front", "push_back", "push_front",
		"rbegin", "rend", "resize", "size", "splice", "swap")},
	{WORDS("map", "multimap", "set", "multiset"), WORDS("begin", "clear", "count", "empty", "end", "equal_range", "erase", "find", "insert", "lower_bound", "max_size",
		"rbegin", "rend", "size", "swap", "upper_bound")},
	{WORDS("unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset"), WORDS("begin", "clear", "count", "empty", "end", "equal_range", "erase", "find",
		"insert", "max_size", "reserve", "size", "swap")},
	{WORDS("string", "basic_string", "wstring"), WORDS("append", "assign", "at", "begin", "c_str", "capacity", "clear", "compare", "data", "empty", "end", "erase", "find",
		"find_first_not_of", "find_first_of", "find_last_not_of", "find_last_of", "insert", "length", "max_size", "push_back", "rbegin", "rend", "reserve", "resize", "rfind",
		"size", "substr", "swap")},
	{WORDS("array"), WORDS("at", "back", "begin", "data", "empty", "end", "fill", "front", "max_size", "rbegin", "rend", "size", "swap")},
	{WORDS("queue"), WORDS("back", "empty", "front", "pop", "push", "size")},
	{WORDS("stack", "priority_queue"), WORDS("empty", "pop", "push", "size", "top")},
	{WORDS("enable_shared_from_this"), WORDS("shared_from_this")},
	{WORDS("exception", "bad_alloc", "runtime_error", "logic_error", "invalid_argument"), WORDS("what")},
	{WORDS("system_error"), WORDS("code", "what")},
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

/* Is a node in a template, or one? What a base has that depends on its parameters is not looked for. */
static int
in_template(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = 0; i <= node; i++)
		if (t->node[i].end > node && fact_find(t, i, FACT_TPARAM))
			return 1;
	return 0;
}

/* Has the one class of the name, or one that it derives from, that member of a class of the library? */
static int
class_has(const cone *c, uint32_t cls, const char *name, unsigned depth)
{
	const fact_tree *t = c->t;
	uint32_t node = 0;

	if (cls >= c->nname || depth == 0)
		return 0;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_CLASS && cone_tail(c, t->node[i].str) == cls) {
			if (node)
				return 0;
			node = i;
		}
	if (!node || in_template(t, node))
		return 0;
	FACT_EACH_KID(t, node, k)
		if (t->node[k].kind == FACT_BASE && base_has(t, k, name))
			return 1;
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
