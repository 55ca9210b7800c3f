/* cone_tool.c - see cone_impl.h: headers of C that the tree lacks because a tool of its build writes them of another
 * file of the tree, and of which the kind is known: what declares widgets, messages, resources, protocols. What such a
 * header brings in of the tree's own is not seen, so that a file with it may name any of that (LACKS_NAMES). */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/cplatform.h"
#include "../read/grammar.h"
#include "../program/tree_words.h"
#include "words.h"

enum { LONGEST = 300 };

typedef struct { const cone *c; const char *name, *word, *other; } wanted;

/* Has the folder the file, with both words in it? NULL: with anything. */
static int
there(void *arg, const char *folder)
{
	const wanted *w = arg;
	size_t n;
	char *s = cone_file_text(w->c, folder, w->name, &n);
	int yes = s && (!w->word || strstr(s, w->word)) && (!w->other || strstr(s, w->other));

	free(s);
	return yes;
}

/* Has a folder of the tree with code, or one above it, that file, with those words in it? */
static int
has(const cone *c, const char *name, const char *word, const char *other)
{
	wanted w = {c, name, word, other};
	char up[LONGEST];

	if (cone_folders(c, there, &w))
		return 1;
	for (size_t depth = 0; depth < 3; depth++) { /* of folders without code of their own */
		size_t n = 0;
		for (size_t k = 0; k <= depth; k++)
			n += (size_t)snprintf(up + n, sizeof up - n, "../");
		snprintf(up + n, sizeof up - n, "%s", name);
		w.name = up;
		if (cone_folders(c, there, &w))
			return 1;
	}
	return 0;
}

typedef struct { cone *c; const char *name; uint32_t unit; } source;

static int
names_words(void *arg, const char *folder)
{
	const source *f = arg;
	size_t n;
	char *s = cone_file_text(f->c, folder, f->name, &n);

	if (!s)
		return 0;
	for (size_t i = 0, k; i < n; i += k ? k : 1) {
		k = cone_word(s + i);
		if (k)
			cone_names(f->c, f->unit, as_intern_find(&f->c->t->text, s + i, k));
	}
	free(s);
	return 1;
}

int
cone_tool_names(cone *c, uint32_t u, const char *name)
{
	return cone_folders(c, names_words, &(source){c, name, u});
}

/* uic: ui_NAME.h of NAME.ui, whose setupUi() makes the widgets that stand there and joins them. */
static int
by_uic(cone *c, uint32_t u, const char *base)
{
	static const char *const below[] = {"", "ui/", "forms/", "../", "../ui/", "../forms/"};
	uint32_t setup = as_intern_find(&c->t->text, "setupUi", 7);
	char name[LONGEST];

	for (size_t i = 0; i < sizeof below / sizeof *below; i++)
		if (snprintf(name, sizeof name, "%s%.*s.ui", below[i], (int)(strlen(base) - 5), base + 3) < (int)sizeof name && cone_tool_names(c, u, name)) {
			if (setup < c->nname)
				cone_edge(c, VX_NAME | setup, u);
			return 1;
		}
	return 0;
}

/* moc: NAME.moc of NAME.cpp, moc_NAME.cpp of NAME.h: it runs slots of the classes there, all of which do that derive from what is not in the tree. */
static int
by_moc(const cone *c, const char *stem, size_t n)
{
	static const char *const ends[] = {".h", ".hh", ".hpp", ".hxx", ".cpp", ".cc", ".cxx"};
	char name[LONGEST];

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (snprintf(name, sizeof name, "%.*s%s", (int)n, stem, ends[i]) < (int)sizeof name && cone_included(c, name) != UINT32_MAX)
			return 1;
	return 0;
}

/* The length of base without that end; 0: it has another. */
static size_t
before(const char *base, const char *end)
{
	return as_ends_with(base, end) ? strlen(base) - strlen(end) : 0;
}

static int
of_file(const cone *c, const char *base, size_t n, const char *end)
{
	char name[LONGEST];

	return n && snprintf(name, sizeof name, "%.*s%s", (int)n, base, end) < (int)sizeof name && has(c, name, NULL, NULL);
}

/* yacc and lex: y.tab.h of any grammar, NAME.tab.h and NAME.h of NAME.y: numbers of tokens, and functions that stand in what is made of it (grammar.h). */
static int
by_yacc(const cone *c, const char *base)
{
	static const char *const headers[] = {".tab.h", ".tab.hh", ".tab.hpp", ".tab.hxx", ".h", ".hh", ".hpp", ".hxx"};
	static const char *const grammars[] = {".y", ".yy", ".ypp", ".yxx", ".l", ".ll"};
	size_t n;

	for (uint32_t f = 0; strcmp(base, "y.tab.h") == 0 && f < c->p->nfile; f++)
		if (grammar_name(fact_str(c->t, c->p->file[f])))
			return 1;
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		for (size_t k = 0; (n = before(base, headers[i])) != 0 && k < sizeof grammars / sizeof *grammars; k++)
			if (of_file(c, base, n, grammars[k]))
				return 1;
	return 0;
}

/* gengetopt, kconfig_compiler and lttng-gen-tp: NAME.h of NAME.ggo, NAME.kcfgc, NAME.tp, where defaults and fields may be expressions of C. */
static int
by_description(cone *c, uint32_t u, const char *base)
{
	static const struct { const char *header, *of, *tool; } made[] = {{".h", ".ggo", "gengetopt"}, {".h", ".ggo.in", "gengetopt"}, {".h", ".ggo.cmake", "gengetopt"}, {".h", ".kcfgc", "kcfgc"},
		{".h", ".tp", "lttng"}, {".tp.h", ".tp", "lttng"}};
	char name[LONGEST];

	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		size_t n = before(base, made[i].header);
		if (!n || snprintf(name, sizeof name, "%.*s%s", (int)n, base, made[i].of) >= (int)sizeof name || (strcmp(made[i].of, ".tp") == 0 && !has(c, name, "TRACEPOINT_", NULL)) || !tree_has_word(c->t, made[i].tool, 0) || !cone_tool_names(c, u, name))
			continue;
		if (strcmp(made[i].of, ".kcfgc") == 0 && snprintf(name, sizeof name, "%.*s.kcfg", (int)n, base) < (int)sizeof name)
			return cone_tool_names(c, u, name);
		return 1;
	}
	return 0;
}

int
cone_tool(cone *c, uint32_t u, const char *path)
{
	static const char *const messages[] = {".grpc.pb.h", ".pb.h", ".pb.cc", ".pb-c.h"};
	static const char *const resources[] = {"-resources.h", "_resources.h", ".h"};
	const char *base = as_base_name(path);
	char header[LONGEST];
	size_t n;

	if (as_ends_with(base, ".xpm") || as_ends_with(base, ".xbm")) /* pictures */
		return 1;
	if (strncmp(base, "ui_", 3) == 0 && before(base, ".h") > 3)
		return by_uic(c, u, base);
	if ((n = before(base, ".moc")) != 0)
		return by_moc(c, base, n);
	if (strncmp(base, "moc_", 4) == 0 && ((n = before(base, ".cpp")) > 4 || (n = before(base, ".cc")) > 4 || (n = before(base, ".cxx")) > 4))
		return by_moc(c, base + 4, n - 4);
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) /* protoc */
		if ((n = before(base, messages[i])) != 0)
			return of_file(c, base, n, ".proto");
	if (before(base, "-client-protocol.h") || before(base, "-server-protocol.h")) /* wayland-scanner */
		return c_library_has(c->libraries, "wl_registry_bind");
	for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) /* glib-compile-resources */
		if ((n = before(base, resources[i])) != 0 && of_file(c, base, n, ".gresource.xml"))
			return 1;
	if (by_yacc(c, base) || by_description(c, u, base) || cone_told(c, u, path))
		return 1;
	if ((n = before(base, ".h")) != 0 && n + 3 < sizeof header) { /* dtrace: macros of the probes that NAME.d lists */
		snprintf(header, sizeof header, "%.*s.d", (int)n, base);
		if (has(c, header, "provider", "probe"))
			return 1;
	}
	if ((before(base, "_export.h") || before(base, "-export.h")) && has(c, "CMakeLists.txt", "generate_export_header", NULL)) /* macros of attributes */
		return 1;
	snprintf(header, sizeof header, "HEADER %s", base);
	return has(c, "CMakeLists.txt", "ecm_qt_declare_logging_category", header);
}
