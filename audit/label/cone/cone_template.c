/* cone_template.c - see cone_impl.h: the template of a header that the build writes, port.h.in,
 * read as what it is but for its @names@. It declares nothing that runs if all in it is types,
 * prototypes, numbers, text, and macros; what these name of the tree is led to. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../read/cread.h"
#include "words.h"

enum { MOST_NODES = 20000 };

/* @name@ alone on its line goes, any other becomes a name. */
static void
fill_in(char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t k = i + 1, from = i, to;

		if (s[i] != '@')
			continue;
		while (k < n && (isalnum((unsigned char)s[k]) || s[k] == '_'))
			k++;
		if (k == i + 1 || k >= n || s[k] != '@')
			continue;
		while (from > 0 && (s[from - 1] == ' ' || s[from - 1] == '\t'))
			from--;
		for (to = k + 1; to < n && strchr(" \t\r", s[to]); to++)
			;
		if ((from == 0 || s[from - 1] == '\n') && (to == n || s[to] == '\n'))
			memset(s + i, ' ', k + 1 - i);
		else
			s[i] = s[k] = '_';
		i = k;
	}
}

/* The name is that of a function or type of the C library which starts no program. */
static int
of_the_library(const char *s)
{
	static const char *const runs[] = {"dlopen", "dlsym", "dlvsym", "mmap", "mmap64", "mprotect", "syscall", "longjmp", "siglongjmp", "qsort", "bsearch", "atexit", "on_exit", "signal", "sigaction"};

	char plain[64];
	size_t n = strlen(s);

	if (n > 2 && n < sizeof plain && strcmp(s + n - 2, "64") == 0) { /* lseek64 */
		memcpy(plain, s, n - 2);
		plain[n - 2] = '\0';
		s = plain;
	}
	return (is_known(s, 1) || is_libc(s)) && !is_process(s) && !is_exec(s) && !loud_name(s) && !AS_AMONG(s, runs) && !cone_protects(s);
}

/* Is the name at i that of a constant or type which the template declares? */
static int
its_own(const fact_tree *t, uint32_t i)
{
	for (uint32_t k = 0; k < t->n; k++)
		if (t->node[k].kind == FACT_DECL && !(t->node[k].flags & FACT_MACRO) && t->node[k + 1].str == t->node[i].str && fact_find(t, k, FACT_DEFAULT))
			return 1;
	return 0;
}

/* Are all words from s to end those of a type of numbers or text? */
static int
plain_type(const char *s, const char *end)
{
	static const char *const plain[] = {"const", "unsigned", "signed", "int", "long", "short", "char", "float", "double", "bool", "size_t", "volatile"};

	for (; s < end; s += cone_word(s) ? cone_word(s) : 1) {
		char word[16] = "";
		if (!cone_word(s))
			continue;
		if (cone_word(s) < sizeof word)
			memcpy(word, s, cone_word(s));
		if (!AS_AMONG(word, plain))
			return 0;
	}
	return 1;
}

/* Is a variable's value one that is written out, or of what the template declares; of a type, is it a plain one? */
static int
plain_value(const fact_tree *t, uint32_t value)
{
	for (uint32_t k = value + 1; k < t->node[value].end; k++)
		if (t->node[k].kind == FACT_NAME && !its_own(t, k) && !plain_type(fact_str(t, k), fact_str(t, k) + strlen(fact_str(t, k))))
			return 0;
	return 1;
}

/* Is a pointer to a function declared in [s, s + n), outside of all parentheses? */
static int
has_pointer(const char *s, size_t n)
{
	int depth = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i] == '(' && depth == 0 && s[i + 1 + strspn(s + i + 1, " \t")] == '*')
			return 1;
		depth += (s[i] == '(') - (s[i] == ')');
	}
	return 0;
}

/* Is a variable of another file declared that may point to a function: one whose type is no plain one? s: template. */
static int
points(const char *s)
{
	static const char c[] = "\"C\"";

	for (s = strstr(s, "extern"); s; s = strstr(s + 1, "extern")) {
		const char *w = s + 6 + strspn(s + 6, " \t"), *type, *name;
		size_t n;

		w += strncmp(w, c, sizeof c - 1) == 0 ? sizeof c - 1 : 0;
		type = name = w += strspn(w, " \t\r\n");
		n = strcspn(w, ";{");
		if (has_pointer(w, n))
			return 1;
		if (*w == '{' || memchr(w, '(', n) || memchr(w, '"', n))
			continue;
		for (; w < type + n; w += cone_word(w) ? cone_word(w) : 1)
			if (cone_word(w))
				name = w;
		if (!plain_type(type, name))
			return 1;
	}
	return 0;
}

/* May the node stand among declarations that run nothing? */
static int
declares(const cone *c, const fact_tree *t, uint32_t i)
{
	const char *s = fact_str(t, i);
	uint32_t value;

	switch (t->node[i].kind) {
	case FACT_DECL:
		if (!(value = fact_find(t, i, FACT_DEFAULT)))
			return 1;
		if (!(t->node[i].flags & FACT_MACRO))
			return plain_value(t, value);
		return t->node[value + 1].kind != FACT_NAME || of_the_library(fact_str(t, value + 1)) || its_own(t, value + 1);
	case FACT_FUNC:
		return !fact_find(t, i, FACT_BLOCK);
	case FACT_CALL:
		return strcmp(fact_str(t, i + 1), "defined") == 0;
	case FACT_NAME:
		return !cone_symbol_is(c, s) && !is_process(s) && !is_exec(s);
	case FACT_UNKNOWN:
		return strncmp(s, "sizeof", 6) == 0;
	case FACT_IF:
		return (t->node[i].flags & FACT_PREPROC) != 0;
	case FACT_CLASS: /* a method may have its body anywhere */
		for (uint32_t k = i + 1; k < t->node[i].end; k++)
			if (t->node[k].kind == FACT_FUNC)
				return 0;
		return 1;
	case FACT_FILE: case FACT_COMMENT: case FACT_INCLUDE: case FACT_BLOCK: case FACT_PARAM: case FACT_TYPE: case FACT_DEFAULT:
	case FACT_DIM: case FACT_LIST: case FACT_INT: case FACT_FLOAT: case FACT_STR: case FACT_BOOL: case FACT_NONE: case FACT_UN: case FACT_BIN: case FACT_ARG:
	case FACT_FROM: case FACT_ALIAS:
		return 1;
	default:
		return 0;
	}
}

/* May a word of a macro's body start or load what compiles? */
static int
starts(const cone *c, const char *s)
{
	return cone_symbol_is(c, s) || is_process(s) || is_exec(s) || loud_name(s) || cone_gets_code(s) || cone_protects(s);
}

/* Past a word, a text, a comment or anything else at s. */
static const char *
past(const char *s)
{
	if (*s == '"' || *s == '\'') {
		char quote = *s++;
		while (*s && *s != quote && *s != '\n')
			s += *s == '\\' && s[1] ? 2 : 1;
		return *s == quote ? s + 1 : s;
	}
	if (*s == '/' && s[1] == '*')
		return strstr(s + 2, "*/") ? strstr(s + 2, "*/") + 2 : s + strlen(s);
	if (*s == '/' && s[1] == '/')
		return s + strcspn(s, "\n");
	return s + (cone_word(s) ? cone_word(s) : 1);
}

/* What code of C defines by that name. */
static uint8_t
defined(cone *c, uint32_t name)
{
	const fact_tree *t = c->t;
	int first = !c->defined;

	if (first && !(c->defined = calloc((size_t)c->nname + 1, 1))) {
		c->nomem = 1;
		return DEFINED_FUNCTION;
	}
	for (uint32_t f = 0; first && f < t->n; f = t->node[f].end)
		for (uint32_t i = f, end = 0; !is_python(t, f) && i < t->node[f].end; i++) {
			int body = t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK);
			int variable = t->node[i].kind == FACT_DECL && i >= end && !(t->node[i].flags & FACT_MACRO);
			uint32_t id = body || variable ? cone_tail(c, t->node[body ? i : i + 1].str) : UINT32_MAX;
			if (id < c->nname)
				c->defined[id] |= body ? DEFINED_FUNCTION : DEFINED_VARIABLE;
			end = body && i >= end ? t->node[i].end : end;
		}
	return name < c->nname ? c->defined[name] : 0;
}

int
cone_has_function(cone *c, uint32_t name)
{
	return defined(c, name) & DEFINED_FUNCTION;
}

/* What configure gives the macro named at s, #undef X or #define X @x@, is not known; where it is called, it must be seen. */
static void
given_elsewhere(cone *c, const char *s)
{
	char word[100];
	uint32_t id;

	if (!cone_word(s) || cone_word(s) >= sizeof word)
		return;
	memcpy(word, s, cone_word(s));
	word[cone_word(s)] = '\0';
	id = as_intern_find(&c->t->text, word, strlen(word));
	if (id < c->nname && !is_known(word, 1) && !is_libc(word))
		c->name[id] |= NAME_DECLARED;
}

/* Does a directive stand at s, or behind a # and a word that is put before it? */
static int
directive(const char *text, const char *s)
{
	while (s > text && ((s[-1] >= 'a' && s[-1] <= 'z') || s[-1] == '_'))
		s--;
	while (s > text && (s[-1] == ' ' || s[-1] == '\t'))
		s--;
	return s > text && s[-1] == '#';
}

typedef struct { uint32_t *id, n, cap; } ids;

static void
add(cone *c, ids *l, uint32_t id)
{
	if (cone_grow(c, &l->id, l->n, &l->cap, sizeof *l->id) == 0)
		l->id[l->n++] = id;
}

/* Any macro of a template, by others of it, may come to any function or variable of the tree that one names; a function that is called
 * like a macro may have the name of another by that. */
static void
come_to(cone *c, const ids *macros, const ids *named)
{
	for (uint32_t k = 0; k < named->n; k++)
		c->defined[named->id[k]] |= DEFINED_PUT;
	for (uint32_t i = 0; i < macros->n && named->n; i++) {
		int back = cone_has_function(c, macros->id[i]);
		for (uint32_t k = 0; k < named->n; k++) {
			if (macros->id[i] == named->id[k])
				continue;
			cone_edge(c, VX_NAME | macros->id[i], VX_NAME | named->id[k]);
			if (back)
				cone_edge(c, VX_NAME | named->id[k], VX_NAME | macros->id[i]);
		}
		if (back)
			c->defined[macros->id[i]] |= DEFINED_PUT;
	}
}

/* The macros of the text, as far as the tree has their names, and what of the tree they name. 0: one may start or load what compiles. */
static int
macros_name(cone *c, const char *s, ids *macros, ids *named)
{
	const char *text = s;

	for (const char *u = strstr(s, "undef"); u; u = strstr(u + 1, "undef"))
		given_elsewhere(c, u + 5 + strspn(u + 5, " \t"));
	for (s = strstr(s, "define"); s; s = strstr(s + 1, "define")) { /* also #cmakedefine, #mesondefine */
		const char *name = s + 6 + strspn(s + 6, " \t"), *body = name + cone_word(name);
		uint32_t macro = as_intern_find(&c->t->text, name, (size_t)(body - name));

		if (name == s + 6 || body == name || !directive(text, s))
			continue;
		if (macro < c->nname)
			add(c, macros, macro);
		if (s - text >= 5 && memcmp(s - 5, "cmake", 5) == 0)
			given_elsewhere(c, name);
		for (s = body; *s && *s != '\n'; s = *s == '\\' && s[1] == '\n' ? s + 2 : *s == '\\' && s[1] == '\r' && s[2] == '\n' ? s + 3 : past(s)) {
			char word[100];
			uint32_t id;

			if (*s == '@' || *s == '$')
				given_elsewhere(c, name);
			if (!cone_word(s) || cone_word(s) >= sizeof word)
				continue;
			memcpy(word, s, cone_word(s));
			word[cone_word(s)] = '\0';
			id = as_intern_find(&c->t->text, word, strlen(word));
			if (starts(c, word))
				return 0;
			if (id != macro && defined(c, id))
				add(c, named, id);
		}
		if (!*s)
			break;
	}
	return 1;
}

int
cone_macros(cone *c, const char *s)
{
	ids macros = {0}, named = {0};
	int yes;

	if (as_intern_find(&c->templates, s, strlen(s)) != UINT32_MAX) /* for a file of another folder */
		return 1;
	yes = macros_name(c, s, &macros, &named);
	if (yes && !c->nomem) {
		come_to(c, &macros, &named);
		c->nomem |= as_intern_id(&c->templates, s, strlen(s)) == UINT32_MAX;
	}
	free(macros.id);
	free(named.id);
	return yes;
}

int
cone_template(cone *c, const char *path, char *s, size_t n, cone_asks made, void *arg)
{
	fact_tree t;
	int yes = !points(s);

	if (!yes || fact_tree_init(&t) != 0)
		return 0;
	fill_in(s, n);
	yes = read_c(path, s, n, &t) == 0 && !t.nomem && t.n < MOST_NODES;
	for (uint32_t i = 0; yes && i < t.n; i++) {
		if (t.node[i].kind == FACT_FUNC && t.node[i].flags & FACT_MACRO) { /* told by cone_macros() */
			i = t.node[i].end - 1;
			continue;
		}
		yes = declares(c, &t, i);
		if (yes && t.node[i].kind == FACT_INCLUDE && t.node[i].flags & FACT_QUOTED)
			yes = made(c, arg, fact_str(&t, i));
	}
	for (uint32_t i = 0; yes && i < t.n; i++) { /* what is called there must be in the tree */
		uint32_t id = (t.node[i].kind == FACT_FUNC && !(t.node[i].flags & FACT_MACRO)) || (t.node[i].kind == FACT_DECL && !(t.node[i].flags & FACT_MACRO) && !fact_find(&t, i, FACT_DEFAULT)) ?
		    t.node[i].kind == FACT_FUNC ? i : i + 1 : 0;
		uint32_t name = id ? as_intern_find(&c->t->text, fact_str(&t, id), strlen(fact_str(&t, id))) : UINT32_MAX;
		if (name < c->nname)
			c->name[name] |= NAME_DECLARED;
	}
	fact_tree_free(&t);
	return yes;
}
