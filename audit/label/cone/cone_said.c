/* cone_said.c - see cone_said.h: a text that is run is not taken apart: each of its words may be a name, so it leads to all that
 * is called so, and one by which code is loaded, run, compiled or looked up hides the whole. */
#include "cone_said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* Is that dotted name one by which a program starts, text is run or something is compiled, or a module of such names? */
static int
is_loud(const cone *c, const char *full)
{
	static const char *const modules[] = {"os", "sys", "builtins", "__builtin__", "importlib", "imp", "runpy", "pkgutil", "ctypes", "cffi", "code", "codeop", "types", "pickle", "cPickle",
		"marshal", "shelve", "dill", "cloudpickle", "joblib", "subprocess", "pdb", "bdb", "profile", "cProfile", "trace", "timeit", "doctest", "unittest", "inspect", "gc", "site",
		"distutils", "setuptools", "pkg_resources", "pip", "ensurepip", "venv", "compileall", "py_compile", "asyncio", "multiprocessing", "concurrent", "zipimport", "cython", "pyximport"};
	char member[LONGEST_NAME + 3];

	if (strncmp(full, "os.path", 7) == 0)
		return 0;
	snprintf(member, sizeof member, "%.*s.x", LONGEST_NAME, full);
	return AS_AMONG(full, modules) || is_process(full) || is_exec(full) || is_process(member) || is_exec(member) || cone_symbol_is(c, full) ||
	    (strchr(full, '.') && is_compiling_name(full) && strcmp(full, "re.compile") != 0);
}

/* Is a word one that hides, whatever it is a member of? */
static int
is_loud_word(const cone *c, const char *w)
{
	static const char *const list[] = {"os", "sys", "builtins", "__import__", "exec", "eval", "execfile", "compile", "globals", "locals", "vars", "dir", "getattr", "setattr", "delattr",
		"environ", "putenv", "attrgetter", "methodcaller", "__getattribute__", "__dict__", "__globals__", "__closure__", "__subclasses__", "__builtins__", "__loader__",
		"__spec__", "__code__"};
	static const char *const parts[] = {"jit", "compile", "dynamo", "inductor", "cudagraph", "cuda_graph", "torchscript", "tensorrt", "subprocess", "system"};

	if (AS_AMONG(w, list) || cone_word_loads(w))
		return 1;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strcasestr(w, parts[i]))
			return 1;
	return cone_word_symbol(c, w);
}

void
cone_said_begin(quoted *q)
{
	cone *c = q->c;
	aliases a = {0};

	for (uint32_t f = 0; f < c->p->nfile && !c->nomem; f++) {
		if (!is_python(c->t, c->p->file[f]))
			continue;
		cone_aliases_clear(&a);
		cone_aliases(c, c->p->file[f], &a);
		for (uint32_t i = 0; i < a.n; i++) {
			if (!a.a[i].outside)
				continue;
			if (cone_grow(c, &q->outside.a, q->outside.n, &q->outside.cap, sizeof *q->outside.a) != 0)
				break;
			q->outside.a[q->outside.n++] = a.a[i];
			a.a[i].is = NULL;
		}
	}
	cone_aliases_clear(&a);
	free(a.a);
}

/* Is a word, with what stands behind it, what an import of any file says that hides? */
static int
imported_loud(const quoted *q, uint32_t id, const char *rest)
{
	char full[2 * LONGEST_NAME];

	for (uint32_t i = 0; i < q->outside.n; i++)
		if (q->outside.a[i].as == id && (is_loud(q->c, q->outside.a[i].is) || snprintf(full, sizeof full, "%s%s", q->outside.a[i].is, rest) >= (int)sizeof full || is_loud(q->c, full)))
			return 1;
	return 0;
}

/* A dotted name of n bytes at s, into out. */
static int
dotted(const char *s, size_t n, char *out)
{
	if (n >= LONGEST_NAME)
		return 0;
	memcpy(out, s, n);
	out[n] = '\0';
	return 1;
}

static size_t
dotted_length(const char *s, const char *end)
{
	size_t n = 0, w;

	while (s + n < end && (w = cone_word(s + n)) != 0) {
		n += w;
		if (s + n + 1 < end && s[n] == '.' && cone_word(s + n + 1))
			n++;
	}
	return n;
}

static const char *
blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

/* Notes that the text calls the library's full name so. */
static int
import_as(quoted *q, const char *as, const char *full)
{
	if (is_loud(q->c, full) || q->nown == MOST_IMPORTED)
		return 0;
	snprintf(q->own[q->nown].as, LONGEST_NAME, "%s", as);
	snprintf(q->own[q->nown++].is, LONGEST_NAME, "%s", full);
	return 1;
}

/* An import at s, behind its word: of a module of the tree, or of a library that is no secret. The words behind it are gone through as all are. */
static int
imports(quoted *q, const char *s, const char *end, int from)
{
	for (;;) {
		char module[LONGEST_NAME], what[LONGEST_NAME], as[LONGEST_NAME], full[2 * LONGEST_NAME];
		size_t n = dotted_length(s = blanks(s, end), end);
		int own;
		if (!n || !dotted(s, n, module))
			return 0;
		s = blanks(s + n, end);
		own = cone_load(q->c, q->u, module);
		if (!own && !is_standard(module) && !cone_library(module))
			return 0;
		if (!own && is_loud(q->c, module))
			return 0;
		if (!from) {
			memcpy(as, module, strcspn(module, ".") + 1);
			as[strcspn(module, ".")] = '\0';
			if (end - s > 3 && strncmp(s, "as ", 3) == 0) {
				s = blanks(s + 3, end);
				if (!dotted(s, cone_word(s), as))
					return 0;
				s = blanks(s + strlen(as), end);
			} else {
				module[strlen(as)] = '\0';
			}
			if (!own && !import_as(q, as, module))
				return 0;
			if (s >= end || *s != ',')
				return 1;
			s++;
			continue;
		}
		if (end - s < 7 || strncmp(s, "import", 6) != 0)
			return 0;
		for (s = blanks(s + 6, end); s < end; s = blanks(s + 1, end)) {
			s = blanks(s + (*s == '('), end);
			if (*s == '*' && own)
				return 1;
			if (!dotted(s, cone_word(s), what) || !*what)
				return 0;
			s = blanks(s + strlen(what), end);
			strcpy(as, what);
			if (end - s > 3 && strncmp(s, "as ", 3) == 0) {
				s = blanks(s + 3, end);
				if (!dotted(s, cone_word(s), as) || !*as)
					return 0;
				s = blanks(s + strlen(as), end);
			}
			snprintf(full, sizeof full, "%s.%s", module, what);
			if (strlen(full) >= LONGEST_NAME || (own ? (void)cone_load(q->c, q->u, full), 0 : !import_as(q, as, full)))
				return 0;
			if (s >= end || *s != ',')
				return s >= end || *s == ')' || *s == ';' || *s == '#';
		}
		return 0; /* it goes on in another line */
	}
}

/* Does a dotted name of n bytes hide: by its words, or by what its first part stands for? What it names is named by the unit. */
static int
name(quoted *q, const char *s, size_t n)
{
	cone *c = q->c;
	char full[LONGEST_NAME], w[LONGEST_NAME], is[2 * LONGEST_NAME];
	size_t first = cone_word(s);
	int path = n >= 7 && strncmp(s, "os.path", 7) == 0, re = n == 10 && strncmp(s, "re.compile", 10) == 0;

	if (!dotted(s, n, full) || (strchr(full, '.') && !path && !re && is_loud(c, full)))
		return 0;
	for (uint32_t i = 0; i < q->nown; i++)
		if (strlen(q->own[i].as) == first && strncmp(q->own[i].as, s, first) == 0) {
			snprintf(is, sizeof is, "%s%s", q->own[i].is, full + first);
			if (is_loud(c, is) && !re)
				return 0;
		}
	for (const char *p = full; *p; p++)
		if (*p & 0x80)
			return 0;
	for (const char *p = full; *p; p += strspn(p, ".")) {
		size_t k = cone_word(p);
		uint32_t id;
		dotted(p, k, w);
		p += k;
		id = as_intern_find(&c->t->text, w, k);
		if (!re && !(path && strcmp(w, "os") == 0) && (is_loud_word(c, w) || (id != UINT32_MAX && imported_loud(q, id, p))))
			return 0;
		if (id >= c->nname)
			continue;
		cone_spells(c, q->u, q->node, id);
		cone_late(c, &c->stored, q->node, id, q->u);
		c->name[id] |= NAME_STRING | NAME_HANDED | NAME_RUN;
	}
	return 1;
}

/* A line of code. */
static int
code(quoted *q, const char *s, const char *end)
{
	while (s < end) {
		size_t n = dotted_length(s, end);
		int from = n == 4 && strncmp(s, "from", 4) == 0;
		if (*s == '\\' && s + 1 < end) { /* an escape, of which a word may come */
			if (!strchr("nt'\"\\", s[1]))
				return 0;
			s += 2;
			continue;
		}
		if (!n) {
			s++;
			continue;
		}
		if ((from || (n == 6 && strncmp(s, "import", 6) == 0)) && !imports(q, s + n, end, from))
			return 0;
		if (from) {
			s = blanks(s + n, end);
			s += dotted_length(s, end);
			s = blanks(s, end) + 6; /* import */
			continue;
		}
		if (!(n == 6 && strncmp(s, "import", 6) == 0) && !name(q, s, n))
			return 0;
		s += n;
	}
	return 1;
}

int
cone_said(quoted *q, const char *s, int examples)
{
	if (strlen(s) > LONGEST_TEXT)
		return 0;
	while (*s) {
		const char *end = s + strcspn(s, "\n"), *p = s + strspn(s, " \t");
		if (!examples || strncmp(p, ">>>", 3) == 0 || strncmp(p, "...", 3) == 0)
			if (!code(q, examples ? p + 3 : s, end))
				return 0;
		s = end + (*end != '\0');
	}
	return 1;
}

int
cone_may_be_said(const char *s)
{
	static const char *const keywords[] = {"and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif", "else", "except", "exec", "finally",
		"for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal", "not", "or", "pass", "print", "raise", "return", "try", "type", "while", "with", "yield"};
	char w[LONGEST_NAME];
	int before = 0; /* a word that is no keyword */

	while (*s) {
		size_t n = cone_word(s), gap;
		if (strchr("'\"#\\", *s))
			return 1;
		if (!n) {
			before = 0;
			s++;
			continue;
		}
		if (!dotted(s, n, w) || AS_AMONG(w, keywords) || strcasecmp(w, "f") == 0) {
			before = 0;
		} else {
			if (before)
				return 0;
			before = 1;
		}
		s += n;
		gap = strspn(s, " \t");
		before &= gap > 0;
		s += gap;
	}
	return 1;
}
