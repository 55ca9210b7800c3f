/* cone_capi.c - see cone_impl.h: code of C that calls an object of Python, or a method of it by its name. Such a call does what code of
 * Python does that calls a value: what is called is named where it is had. So it hides nothing where that can be seen of all of the
 * tree's C that has to do with Python: by what names it asks for attributes, and that none of its strings is a name by which
 * something compiles, starts, loads or runs text; nor one of Python's, where that gives names to it. */
#include "cone_impl.h"

#include <string.h>

#include "../line/line.h"
#include "words.h"

enum { DEEPEST = 4, MOST = 400 }; /* attributes whose names are objects: of more it is not asked */

typedef struct { const char *name; int at; int object; } getter; /* which operand is the name: a text, or an object */

static const getter getters[] = {
	{"PyObject_GetAttrString", 1, 0}, {"PyObject_GetOptionalAttrString", 1, 0}, {"PyObject_CallMethod", 1, 0}, {"PyMapping_GetItemString", 1, 0}, {"PyMapping_GetOptionalItemString", 1, 0},
	{"PyDict_GetItemString", 1, 0}, {"PyDict_GetItemStringRef", 1, 0}, {"PySys_GetObject", 0, 0}, {"PyObject_GetAttr", 1, 1}, {"PyObject_GetOptionalAttr", 1, 1}, {"PyObject_GenericGetAttr", 1, 1},
	{"PyObject_CallMethodObjArgs", 1, 1}, {"PyObject_CallMethodNoArgs", 1, 1}, {"PyObject_CallMethodOneArg", 1, 1}, {"PyObject_VectorcallMethod", 0, 1},
};

/* Of dictionaries: where one of a module is asked for, too. */
static const getter of_dictionary[] = {{"PyDict_GetItem", 1, 1}, {"PyDict_GetItemWithError", 1, 1}, {"PyDict_GetItemRef", 1, 1}, {"PyObject_GetItem", 1, 1}, {"PyMapping_GetOptionalItem", 1, 1}};

static int
has_python(const fact_tree *t, uint32_t file)
{
	if (t->node[file].flags & (FACT_MODULE | FACT_DATA))
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind != FACT_STR && t->node[i].kind != FACT_COMMENT && (strncmp(fact_str(t, i), "Py", 2) == 0 || strncmp(fact_str(t, i), "_Py", 3) == 0))
			return 1;
	return 0;
}

/* May a word be the name of a member, of whatever module, that compiles, starts a program, loads code or runs text? */
static int
tells(const cone *c, const char *s)
{
	static const char *const modules[] = {"os", "posix", "nt", "subprocess", "builtins", "importlib", "imp", "ctypes", "runpy", "pty", "code", "types", "pkgutil", "pydoc", "timeit", "asyncio",
		"multiprocessing", "unittest", "doctest", "torch.hub", "cffi.FFI", "numpy.ctypeslib"};
	static const char *const more[] = {"modules", "__builtins__", "__subclasses__", "__loader__", "__getattribute__", "getattr", "attrgetter", "methodcaller", "load_module", "exec_module", "find_class"};
	const symbol *y;

	if (is_starting(s) || is_loud_member(s) || cone_found(s) || AS_AMONG(s, more))
		return 1;
	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		if (is_starting_in(modules[i], s))
			return 1;
	for (size_t k = 0; (y = cone_symbol(c, k)); k++)
		if (cone_compiles_as(y) && strcmp(as_last_part(y->name), s) == 0)
			return 1;
	return 0;
}

/* Does a text hold such a word: the whole of it, or a part of a dotted name? */
static int
text_tells(const cone *c, const char *s)
{
	char word[100];

	if (strpbrk(s, " \t\n") || strlen(s) >= sizeof word)
		return 0;
	for (size_t n; *s; s += n ? n : 1)
		if ((n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))) {
			memcpy(word, s, n);
			word[n] = '\0';
			if (tells(c, word))
				return 1;
		}
	return 0;
}

/* Are all texts known that an operand may be? Each of them stands in the tree then, and is asked as that. */
static int
known_text(cone *c, uint32_t e)
{
	const fact_tree *t = c->t;
	line_set a;

	e = fact_uncast(t, e);
	if (e && t->node[e].kind == FACT_STR)
		return 1;
	if (!cone_texts(c, e, &a))
		return 0;
	for (uint32_t i = 0; i < a.n; i++)
		if (text_tells(c, a.s[i]))
			return 0;
	return 1;
}

/* Is a value an object of a text that stands there, nothing, or one that another name has? */
static int
known_value(const fact_tree *t, uint32_t e)
{
	static const char *const makes[] = {"PyUnicode_InternFromString", "PyUnicode_FromString", "PyString_FromString", "PyString_InternFromString"};

	e = fact_uncast(t, e);
	switch (t->node[e].kind) {
	case FACT_NAME: case FACT_ATTR: case FACT_NONE: case FACT_INT: return 1;
	case FACT_CALL: {
		uint32_t s = fact_uncast(t, fact_arg(t, e, 0));
		return t->node[e + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, e + 1), makes) && s && t->node[s].kind == FACT_STR;
	}
	default: return 0;
	}
}

typedef struct { int dictionaries, spells, given, left; } asked; /* do those count; may names become texts; are some Python's; how many objects may still be looked at */

static int known_object(const cone *c, uint32_t e, asked *q, int depth);

/* If a name is a parameter where it stands: are those known that the tree's C gives for it? */
static int
known_given(const cone *c, uint32_t e, asked *q, int depth)
{
	const fact_tree *t = c->t;
	uint32_t fn = e, k;

	while (fn > 0 && t->node[fn].kind != FACT_FILE && !(t->node[fn].kind == FACT_FUNC && t->node[fn].end > e))
		fn--;
	if (t->node[fn].kind != FACT_FUNC || !fact_param_at(t, fn, t->node[e].str, &k))
		return 1;
	if (depth > DEEPEST || t->node[fn].flags & FACT_MACRO)
		return 0;
	for (uint32_t i = 1; i + 1 < t->n; i++) {
		uint32_t arg;
		if (t->node[i].kind != FACT_CALL || (t->node[i + 1].kind != FACT_NAME && t->node[i + 1].kind != FACT_ATTR) || strcmp(as_last_part(fact_str(t, i + 1)), as_last_part(fact_str(t, fn))) != 0)
			continue;
		if (!(arg = fact_arg(t, i, k)) || !known_object(c, arg, q, depth + 1))
			return 0;
	}
	return 1;
}

/* Is the object of a name only ever one of a text that stands there, or what Python gave? */
static int
known_object(const cone *c, uint32_t e, asked *q, int depth)
{
	const fact_tree *t = c->t;
	uint32_t id;
	int set = 0;

	e = fact_uncast(t, e);
	if (!e || (t->node[e].kind != FACT_NAME && t->node[e].kind != FACT_ATTR))
		return e && t->node[e].kind == FACT_CALL && known_value(t, e);
	id = t->node[e].str;
	for (uint32_t i = 1; i + 1 < t->n; i++) {
		uint32_t v = 0;
		if (t->node[i + 1].str != id || (t->node[i + 1].kind != FACT_NAME && t->node[i + 1].kind != FACT_ATTR))
			continue;
		if (t->node[i].kind == FACT_ASSIGN)
			v = t->node[i + 1].end;
		else if (t->node[i].kind == FACT_DECL && (v = fact_find(t, i, FACT_DEFAULT)) != 0)
			v++;
		if (v && !known_value(t, v))
			return 0;
		v = v ? fact_uncast(t, v) : 0;
		if (v && (t->node[v].kind == FACT_NAME || t->node[v].kind == FACT_ATTR) && t->node[v].str != id && (depth > DEEPEST || !known_object(c, v, q, depth + 1)))
			return 0;
		set |= v && t->node[v].kind == FACT_CALL;
	}
	q->given |= !set;
	return t->node[e].kind != FACT_NAME || known_given(c, e, q, depth);
}

/* Is text that was not taken apart the size of something, or the language of a declaration, of which nothing is called? */
static int
is_size(const char *s)
{
	return strncmp(s, "sizeof", 6) == 0 || strncmp(s, "offsetof", 8) == 0 || strcmp(s, "extern \"C\"") == 0;
}

/* Is there a # by which a macro makes a text of a name in code that has to do with Python? */
static int
spells(const cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t file = c->p->file[f], i = has_python(t, file) ? file : t->node[file].end; i < t->node[file].end; i++)
			if (t->node[i].kind == FACT_UN && strcmp(fact_str(t, i), "#") == 0)
				return 1;
	return 0;
}

/* The row of a table that a function is; NULL. */
static const getter *
row(const getter *table, size_t n, const char *s)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(table[i].name, s) == 0)
			return &table[i];
	return NULL;
}

/* Is all known by which a file of C asks Python for something, and nothing of it loud? */
static int
file_is_told(cone *c, uint32_t file, asked *q)
{
	static const char *const hides[] = {"PyEval_GetBuiltins", "PyEval_GetGlobals", "PyEval_GetLocals", "_Py_IDENTIFIER", "_Py_static_string", "_PyType_Lookup", "PyType_GetDict",
		"PyFrame_GetGlobals", "PyFrame_GetBuiltins", "PyFrame_GetLocals", "PyInterpreterState_GetDict"};
	static const char *const members[] = {"builtins", "modules", "f_globals", "f_builtins", "f_locals", "importlib", "import_func", "tp_dict"};
	const fact_tree *t = c->t;

	for (uint32_t i = file; i < t->node[file].end; i++) {
		const char *s = fact_str(t, i);
		const getter *g;
		uint32_t e;
		switch (t->node[i].kind) {
		case FACT_ERROR: return 0;
		case FACT_STR:
			if (text_tells(c, s))
				return 0;
			break;
		case FACT_UNKNOWN:
			if (!is_size(s) && (strstr(s, "Py") || strchr(s, '"')))
				return 0;
			break;
		case FACT_ATTR:
			if (AS_AMONG(s, members))
				return 0;
			break;
		case FACT_NAME:
			if (AS_AMONG(s, hides) || strncmp(s, "PyFunction_New", 14) == 0 || strncmp(s, "PyCode_New", 10) == 0 || strncmp(s, "PyMarshal_Read", 14) == 0 || (strncmp(s, "_PyObject_", 10) == 0 && strstr(s, "Attr")) || (strncmp(s, "_PyObject_", 10) == 0 && strstr(s, "Method")))
				return 0;
			g = row(getters, sizeof getters / sizeof *getters, s);
			if (!g && q->dictionaries)
				g = row(of_dictionary, sizeof of_dictionary / sizeof *of_dictionary, s);
			if (!g && q->spells && t->node[i - 1].kind == FACT_ARG && tells(c, s))
				return 0;
			if (!g || (t->node[i - 1].kind != FACT_CALL && strcmp(s, "PyObject_GenericGetAttr") == 0)) /* what Python does itself */
				break;
			if (t->node[i - 1].kind != FACT_CALL || !(e = fact_arg(t, i - 1, (uint32_t)g->at)) || q->left-- <= 0 || !(g->object ? known_object(c, e, q, 0) : known_text(c, e)))
				return 0;
			break;
		default: break;
		}
	}
	return 1;
}

/* Is it so of all? */
static int
is_told(cone *c)
{
	static const char *const of_module[] = {"PyModule_GetDict", "PyObject_GenericGetDict", "__dict__", "__globals__"};
	const fact_tree *t = c->t;
	asked q = {.left = MOST};

	if (c->capi)
		return c->capi == 2;
	c->capi = 1;
	q.spells = spells(c);
	for (uint32_t i = 0; i < t->n && !q.dictionaries; i++)
		q.dictionaries = (t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_STR) && AS_AMONG(fact_str(t, i), of_module);
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f];
		if (!has_python(t, file))
			continue;
		if (!file_is_told(c, file, &q))
			return 0;
		for (uint32_t i = file; i < t->node[file].end; i++)
			if (t->node[i].kind == FACT_STR && t->node[i].str < c->nname && c->name[t->node[i].str] & (NAME_BODY | NAME_CLASS))
				cone_late(c, &c->capi_asks, i, t->node[i].str, 0);
	}
	for (uint32_t f = 0; f < c->p->nfile && q.given; f++)
		for (uint32_t file = c->p->file[f], i = is_python(t, file) ? file : t->node[file].end; i < t->node[file].end; i++)
			if (t->node[i].kind == FACT_STR && text_tells(c, fact_str(t, i)))
				return 0;
	c->capi = 2;
	return 1;
}

int
cone_calls_object(cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, node);

	if (t->node[node].kind != FACT_NAME || t->node[node - 1].kind != FACT_CALL || (strncmp(s, "PyObject_Call", 13) != 0 && strncmp(s, "PyObject_Vectorcall", 19) != 0) || !is_told(c))
		return 0;
	for (uint32_t i = 0; i < c->capi_asks.n && !(c->unit[u].flags & UNIT_CALLS); i++)
		cone_edge(c, u, VX_PYNAME | c->capi_asks.u[i].name);
	c->unit[u].flags |= UNIT_CALLS;
	return 1;
}
