/* cone_built.c - see cone_impl.h: code of C that the preprocessor leaves out: of another
 * system or compiler, or for a stand-in of what is otherwise there, where no file of the
 * tree defines the macro that asks for it. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "../facts/cplatform.h"
#include "../read/cread.h"
#include "../program/tree_words.h"
#include "words.h"

/* Has the macro's name the word stub, mock or fake? */
static int
stand_in(const char *name)
{
	static const char *const list[] = {"stub", "mock", "fake"};

	for (size_t at = 0; name[at]; at++)
		for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
			size_t k = 0;
			while (list[i][k] && tolower((unsigned char)name[at + k]) == list[i][k])
				k++;
			if (!list[i][k])
				return 1;
		}
	return 0;
}

/* What is said of a macro where it stands in file, value: as a number, else whether it is defined: 1, 0, -1: not known. */
typedef int (*saying)(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth);

static int defined_as(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth);
static int left_out(const cone *c, uint32_t file, uint32_t node, saying is, int depth);
static int holds(const cone *c, uint32_t file, uint32_t e, saying is, int depth);

static int
by_name(const void *a, const void *b)
{
	const define *x = a, *y = b;

	return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : (x->node > y->node) - (x->node < y->node);
}

static int
is_one_of_several(const cone *c, uint32_t k)
{
	return (k > 0 && c->define[k - 1].name == c->define[k].name) || (k + 1 < c->ndefine && c->define[k + 1].name == c->define[k].name);
}

/* Has a macro that word in text that was not taken apart? */
static int
says(const fact_tree *t, uint32_t node, const char *word)
{
	for (uint32_t i = node; i < t->node[node].end; i++)
		if (t->node[i].kind == FACT_UNKNOWN && strstr(fact_str(t, i), word))
			return 1;
	return 0;
}

int
cone_defines(cone *c)
{
	const fact_tree *t = c->t;
	uint32_t cap = 0;

	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t of = c->p->file[f], i = of + 1; i < t->node[of].end; i++) {
			int macro = (t->node[i].flags & FACT_MACRO) != 0;
			uint32_t name = macro && t->node[i].kind == FACT_DECL ? t->node[i + 1].str : t->node[i].str;
			if (!(macro && (t->node[i].kind == FACT_DECL || t->node[i].kind == FACT_FUNC)) && t->node[i].kind != FACT_DELETE)
				continue;
			if (cone_grow(c, &c->define, c->ndefine, &cap, sizeof *c->define) != 0)
				return -1;
			c->define[c->ndefine++] = (define){name, i, of};
		}
	if (c->ndefine)
		qsort(c->define, c->ndefine, sizeof *c->define, by_name);
	for (uint32_t k = 0; k < c->ndefine && !c->early; k++)
		c->early = is_one_of_several(c, k) && says(t, c->define[k].node, "constructor");
	c->named_by_build = calloc(c->nname + 2, sizeof *c->named_by_build);
	return c->named_by_build ? cone_config_begin(c) : -1;
}

uint32_t
cone_first_define(const cone *c, uint32_t name)
{
	return (uint32_t)as_before(&(define){.name = name}, c->define, c->ndefine, sizeof *c->define, by_name);
}

static int
is_defined(const cone *c, uint32_t name)
{
	uint32_t k = cone_first_define(c, name);

	return k < c->ndefine && c->define[k].name == name;
}

static int
find_in_build(const cone *c, const char *name)
{
	const fact_tree *t = c->t;

	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t i = c->p->file[f]; t->node[c->p->file[f]].flags & FACT_DATA && i < t->node[c->p->file[f]].end; i++)
			if (t->node[i].kind == FACT_STR && strstr(fact_str(t, i), name))
				return 1;
	return 0;
}

/* What has been asked of a macro, in named_by_build: two bits each, no and yes. */
enum { OF_BUILD = 1, OF_DOCUMENTS = 4, OF_TREE = 16, OF_OPTION = 64, OF_WORD = 256 };

static int
is_asked(const cone *c, uint32_t id, int what)
{
	return (c->named_by_build[id] & 3 * what) != 0;
}

static int
answer(const cone *c, uint32_t id, int what, int yes)
{
	c->named_by_build[id] |= (uint16_t)(yes ? 2 * what : what);
	return yes;
}

static int
answered(const cone *c, uint32_t id, int what)
{
	return (c->named_by_build[id] & 2 * what) != 0;
}

/* Does a file that builds the project name the macro, which may define it? */
static int
named_by_build(const cone *c, uint32_t id)
{
	return is_asked(c, id, OF_BUILD) ? answered(c, id, OF_BUILD) : answer(c, id, OF_BUILD, find_in_build(c, c->t->text.str[id]));
}

/* Does what builds the tree give a macro by -D, as -DWIN32? */
static int
given_by_build(const cone *c, const char *name, uint32_t id)
{
	char option[100];

	if (snprintf(option, sizeof option, "D%s", name) >= (int)sizeof option)
		return 1;
	return is_asked(c, id, OF_OPTION) ? answered(c, id, OF_OPTION) : answer(c, id, OF_OPTION, tree_has_word(c->t, option, 0));
}

/* Does any file but code and documents name the macro, or give it by -D, or may a tool of builds set it? */
static int
may_be_set(const cone *c, uint32_t id)
{
	const char *name = c->t->text.str[id];

	if (!is_asked(c, id, OF_WORD))
		answer(c, id, OF_WORD, macro_of_builds(name) || given_by_build(c, name, id) || tree_has_word(c->t, name, 0));
	return answered(c, id, OF_WORD);
}

/* Does all that stands around a node of a file hold here, so that it is built? */
static int
surely_built(const cone *c, uint32_t file, uint32_t node, int depth)
{
	const fact_tree *t = c->t;

	for (uint32_t at = file; at != node;) {
		uint32_t in = fact_kid_over(t, at, node);
		if (!in)
			return 0;
		if (t->node[at].kind == FACT_IF && in != at + 1 &&
		    (!(t->node[at].flags & FACT_PREPROC) || holds(c, file, at + 1, defined_as, depth) != (in == t->node[at + 1].end)))
			return 0;
		at = in;
	}
	return 1;
}

int
cone_surely_built(const cone *c, uint32_t file, uint32_t node)
{
	return surely_built(c, file, node, 0);
}

/* Is the #define at node the default of the macro: in an #ifndef of it? */
static int
is_default(const cone *c, uint32_t file, uint32_t node, uint32_t id)
{
	const fact_tree *t = c->t;

	for (uint32_t at = file, in; at != node && (in = fact_kid_over(t, at, node)) != 0; at = in)
		if (t->node[at].kind == FACT_IF && t->node[at].flags & FACT_PREPROC && in == t->node[at + 1].end && t->node[at + 1].kind == FACT_UN &&
		    strcmp(fact_str(t, at + 1), "not") == 0 && t->node[at + 2].kind == FACT_CALL && strcmp(fact_str(t, at + 3), "defined") == 0 &&
		    t->node[t->node[at + 2].end - 1].str == id)
			return 1;
	return 0;
}

/* What the #defines of a macro say of it (value: of its number, else whether it is defined) for a
 * file of C: 0 where each that says yes stands in what is left out here, and there is one, or where
 * all say 0, none of them a default; 1 where one that is surely built says yes and no other may say no; -1 else. */
static int
by_defines(const cone *c, uint32_t file, uint32_t id, int value, int depth)
{
	const fact_tree *t = c->t;
	int other = 0, sure = 0, open = 0, zero = 0, off = value;
	char undef[100];
	uint32_t from = cone_first_define(c, id);

	if (id >= c->nname || depth > 4)
		return -1;
	for (uint32_t k = from; k < c->ndefine && c->define[k].name == id; k++)
		if (t->node[c->define[k].node].kind != FACT_DECL)
			return -1;
	for (uint32_t k = from; k < c->ndefine && c->define[k].name == id; k++) {
		uint32_t of = c->define[k].file, i = c->define[k].node, e = fact_find(t, i, FACT_DEFAULT);
		if (of != file && cone_is_config(c, of))
			return -1;
		int says_no = value && e && t->node[e + 1].kind == FACT_INT && strcmp(fact_str(t, e + 1), "0") == 0;
		off &= says_no && !is_default(c, of, i, id);
		if (says_no)
			zero |= !is_default(c, of, i, id) && !left_out(c, of, i, defined_as, depth + 1);
		else if (left_out(c, of, i, defined_as, depth + 1))
			other = 1;
		else if ((!value || (e && t->node[e + 1].kind == FACT_INT)) && (of == file || !c_is_source(fact_str(t, of))) && surely_built(c, of, i, depth + 1))
			sure = 1;
		else
			open = 1;
	}
	snprintf(undef, sizeof undef, C_UNDEF "%.80s", t->text.str[id]);
	if (named_by_build(c, id) || as_intern_find(&t->text, undef, strlen(undef)) != UINT32_MAX)
		return -1;
	if (off && from < c->ndefine && c->define[from].name == id && !may_be_set(c, id))
		return 0;
	return sure && !zero ? 1 : other && !sure && !open && !macro_of_builds(t->text.str[id]) ? 0 : -1;
}

/* Is there a #define of it? */
static int
has_define(const cone *c, uint32_t id)
{
	for (uint32_t k = cone_first_define(c, id); k < c->ndefine && c->define[k].name == id; k++)
		if (c->t->node[c->define[k].node].kind == FACT_DECL)
			return 1;
	return 0;
}

/* What a compiler says of a macro, in a file: of its language by the name of that; c_platform(). */
static int
predefined(const cone *c, uint32_t file, const char *name, int64_t *v)
{
	return c_platform(name, c_platform_is_language(name) ? fact_str(c->t, file) : NULL, v);
}

/* 1: so defined; 0: not; -1: a build may do either. value: as a number, not whether it is defined. */
static int
defined_as(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth)
{
	int64_t v;
	int is = predefined(c, file, name, &v);

	if (is >= 0)
		return is && v != 0;
	if (stand_in(name) && !has_define(c, id))
		return 0;
	return by_defines(c, file, id, value, depth);
}

static int
holds(const cone *c, uint32_t file, uint32_t e, saying is, int depth)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, e);
	uint32_t a;
	int l, r;

	switch (t->node[e].kind) {
	case FACT_INT: return strcmp(s, "0") != 0;
	case FACT_NAME: return is(c, file, s, t->node[e].str, 1, depth);
	case FACT_CALL:
		a = fact_find(t, e, FACT_ARG);
		if (strcmp(fact_str(t, e + 1), "defined") != 0 || !a || t->node[a + 1].kind != FACT_NAME)
			return -1;
		return is(c, file, fact_str(t, a + 1), t->node[a + 1].str, 0, depth);
	case FACT_UN:
		l = holds(c, file, e + 1, is, depth);
		return strcmp(s, "not") != 0 || l < 0 ? -1 : !l;
	case FACT_BIN:
		if (strcmp(s, "and") != 0 && strcmp(s, "or") != 0)
			return -1;
		l = holds(c, file, e + 1, is, depth);
		r = holds(c, file, t->node[e + 1].end, is, depth);
		if (*s == 'a')
			return l == 0 || r == 0 ? 0 : l < 0 || r < 0 ? -1 : 1;
		return l == 1 || r == 1 ? 1 : l < 0 || r < 0 ? -1 : 0;
	default: return -1;
	}
}

/* Is the test of an IF one that an #if around an `else if` has become a part of, as its first operand? */
static int
is_joined(const fact_tree *t, uint32_t test)
{
	uint32_t e = test + 1;

	if (t->node[test].kind != FACT_BIN || strcmp(fact_str(t, test), "and") != 0)
		return 0;
	e += t->node[e].kind == FACT_UN;
	return t->node[e].kind == FACT_CALL && strcmp(fact_str(t, e + 1), "defined") == 0;
}

static int
left_out(const cone *c, uint32_t file, uint32_t node, saying is, int depth)
{
	const fact_tree *t = c->t;

	for (uint32_t at = file; at != node;) {
		uint32_t in = fact_kid_over(t, at, node);
		if (!in)
			return 0;
		if (t->node[at].kind == FACT_IF && t->node[at].flags & FACT_PREPROC && in != at + 1 &&
		    holds(c, file, at + 1, is, depth) == (in == t->node[at + 1].end ? 0 : 1))
			return 1;
		if (t->node[at].kind == FACT_IF && in <= t->node[at + 1].end && is_joined(t, at + 1) && holds(c, file, at + 2, is, depth) == 0)
			return 1;
		at = in;
	}
	return 0;
}

/* The same where only another system or compiler says no. */
static int
platform_as(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth)
{
	int64_t v;
	int is = predefined(c, file, name, &v);

	(void)id; (void)value; (void)depth;
	return is < 0 ? -1 : is && v != 0;
}

/* May a compiler or a system set a macro of that name? */
static int
is_reserved(const char *name)
{
	return *name == '_' && strncmp(name, "_USE_", 5) != 0 && strncmp(name, "_WITH_", 6) != 0 && strncmp(name, "_ENABLE_", 8) != 0;
}

/* The same by what a system says alone: what a compiler, an option or a header does is one build's. */
static int
system_as(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth)
{
	static const char *const systems[] = {"__linux__", "__linux", "__gnu_linux__", "__unix__", "__unix", "_WIN32", "_WIN64", "__WIN32__", "_MSC_VER", "__CYGWIN__", "__MINGW32__", "__MINGW64__",
		"__APPLE__", "__MACH__", "TARGET_OS_MAC", "TARGET_OS_IPHONE", "TARGET_OS_OSX", "__ANDROID__", "__FreeBSD__", "__NetBSD__", "__OpenBSD__", "__DragonFly__", "__sun", "__sun__", "__hpux", "_AIX",
		"__QNX__", "__HAIKU__", "__BEOS__", "__OS2__", "__MSDOS__", "__VMS", "__EMSCRIPTEN__", "Q_OS_WIN", "Q_OS_WIN32", "Q_OS_MAC", "Q_OS_MACOS", "Q_OS_MACX", "Q_OS_OSX", "Q_OS_DARWIN", "Q_OS_IOS",
		"Q_OS_ANDROID", "G_OS_WIN32", "G_PLATFORM_WIN32", "__WXMSW__", "__WXMAC__", "__WXOSX__"};

	if (is_defined(c, id)) /* the tree says what it means */
		return -1;
	return AS_AMONG(name, systems) && (is_reserved(name) || !given_by_build(c, name, id)) ? platform_as(c, file, name, id, value, depth) : -1;
}

int
cone_find_away(cone *c)
{
	const fact_tree *t = c->t;

	c->away = calloc((size_t)t->n + 1, 1);
	for (uint32_t f = 0; f < c->p->nfile && c->away; f++) {
		uint32_t file = c->p->file[f];
		for (uint32_t i = file, then, out; i < t->node[file].end; i++) {
			int is;
			if (t->node[i].kind != FACT_IF || !(t->node[i].flags & FACT_PREPROC) || c->away[i])
				continue;
			then = t->node[i + 1].end;
			if (then >= t->node[i].end || (is = holds(c, file, i + 1, system_as, 0)) < 0)
				continue;
			out = is ? t->node[then].end : then;
			memset(c->away + out, 1, (is ? t->node[i].end : t->node[then].end) - out);
		}
	}
	return c->away ? 0 : -1;
}

/* What is let off would not be by a label that sets a macro. */
static int
let_off(cone *c, uint32_t u, uint32_t node)
{
	if (!left_out(c, c->p->file[c->unit[u].file], node, platform_as, 0))
		cone_late(c, &c->let_off, node, UINT32_MAX, u);
	return 1;
}

int
cone_not_built(cone *c, uint32_t u, uint32_t node)
{
	return (left_out(c, c->p->file[c->unit[u].file], node, defined_as, 0) && let_off(c, u, node)) || cone_is_foreign(c, u, node);
}

/* Is a comment no more than what an #else or #endif is marked with: NAME, !defined(NAME) && OTHER? */
static int
is_mark(const char *s, const char *name)
{
	static const char *const words[] = {"if", "ifdef", "ifndef", "else", "elif", "endif", "end", "not", "defined", "and", "or"};

	for (size_t n; *s; s += n) {
		int small = 0;
		if (!isalpha((unsigned char)*s) && *s != '_') {
			n = 1;
			continue;
		}
		for (n = 0; isalnum((unsigned char)s[n]) || s[n] == '_'; n++)
			small |= islower((unsigned char)s[n]) != 0;
		small &= !(strlen(name) == n && strncmp(name, s, n) == 0);
		for (size_t i = 0; small && i < sizeof words / sizeof *words; i++)
			small = !(strlen(words[i]) == n && strncmp(words[i], s, n) == 0);
		if (small)
			return 0;
	}
	return 1;
}

/* Does a comment tell of that word? */
static int
commented(const fact_tree *t, const char *name)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_COMMENT && strstr(fact_str(t, i), name) && !is_mark(fact_str(t, i), name))
			return 1;
	return 0;
}

/* Does the name say that there is a header, which a library that is copied asks for: HAVE_LAPACK_CONFIG_H, _HAVE_MINGW_H? Autoconf says
 * HAVE_CONFIG_H where it is told to make one. */
static int
tells_of_header(const cone *c, const char *name)
{
	static const char *const makes[] = {"AC_CONFIG_HEADERS", "AC_CONFIG_HEADER", "AM_CONFIG_HEADER", "AX_CONFIG_HEADER", "AX_CONFIG_HEADERS"};

	if (!(strncmp(name, "HAVE_", 5) == 0 && as_ends_with(name, "CONFIG_H")) && !(strncmp(name, "_HAVE_", 6) == 0 && as_ends_with(name, "_H")))
		return 0;
	for (size_t i = 0; strcmp(name, "HAVE_CONFIG_H") == 0 && i < sizeof makes / sizeof *makes; i++)
		if (tree_has_word(c->t, makes[i], 0))
			return 0;
	return 1;
}

/* 0: nothing in the tree defines the macro or names it but where #ifs ask for it. documents: nor comments, nor what is written about it. */
static int
set_in_tree(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int documents)
{
	enum { MOST = 32 };
	uint16_t *searched = &c->named_by_build[c->nname + (documents ? 0 : 1)]; /* how often: whole trees are looked through */
	int what = documents ? OF_DOCUMENTS : OF_TREE;
	int64_t v;
	char undef[100];
	int is = predefined(c, file, name, &v);

	if (is >= 0)
		return is && (!value || v != 0);
	if (id >= c->nname)
		return -1;
	if (!is_asked(c, id, what)) {
		snprintf(undef, sizeof undef, C_UNDEF "%.80s", name);
		answer(c, id, what, ((is_reserved(name) || macro_of_builds(name)) && (documents || !tells_of_header(c, name))) ||
		    is_defined(c, id) || as_intern_find(&c->t->text, undef, strlen(undef)) != UINT32_MAX ||
		    (documents && commented(c->t, name)) || *searched == MOST || ((*searched)++, tree_has_word(c->t, name, documents)));
	}
	return answered(c, id, what) ? -1 : 0;
}

static int
asked_for(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth)
{
	(void)depth;
	return set_in_tree(c, file, name, id, value, 1);
}

static int
built_with(const cone *c, uint32_t file, const char *name, uint32_t id, int value, int depth)
{
	(void)depth;
	return set_in_tree(c, file, name, id, value, 0);
}

int
cone_unasked(cone *c, uint32_t u, uint32_t node)
{
	return left_out(c, c->p->file[c->unit[u].file], node, asked_for, 0) && let_off(c, u, node);
}

int
cone_unset(cone *c, uint32_t u, uint32_t node)
{
	return left_out(c, c->p->file[c->unit[u].file], node, built_with, 0) && let_off(c, u, node);
}

int
cone_by_default(const cone *c, uint32_t name)
{
	uint32_t n = 0;

	for (uint32_t k = cone_first_define(c, name); k < c->ndefine && c->define[k].name == name; k++, n++) {
		uint32_t of = c->define[k].file;
		if (c->t->node[c->define[k].node].kind != FACT_FUNC || !is_default(c, of, c->define[k].node, name) || !c->blind || c->blind[program_file_number(c->p, of)])
			return 0;
	}
	return n > 0 && name < c->nname && !named_by_build(c, name);
}
