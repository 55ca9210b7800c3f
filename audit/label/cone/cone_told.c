/* cone_told.c - see cone_impl.h: headers of C that a file of the build tells a known tool to write under a name of its own: what GLib
 * makes of lists of signals, enumerations, resources and interfaces of D-Bus, Qt of the latter, and CMake of KDE of a version. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { LONGEST = 300 };

typedef struct { cone *c; uint32_t unit; const char *path; } wanted;

/* The word of a file of the build at s, without quotes, in word. Behind it. */
static const char *
word_at(const char *s, char *word, size_t size)
{
	size_t n;

	s += strspn(s, " \t\r\n=\"'\\");
	n = strcspn(s, " \t\r\n\"',;)");
	n += s[0] == '$' && s[1] == '(' && s[n] == ')';
	snprintf(word, size, "%.*s", (int)n, s);
	return s + n;
}

/* What a variable comes to that is all of a word, $(NAME), in the same file: it takes the place of the word. */
static void
expand(const char *text, char *word, size_t size)
{
	char name[LONGEST];
	size_t n = strlen(word);

	if (n < 4 || word[0] != '$' || word[1] != '(' || word[n - 1] != ')')
		return;
	snprintf(name, sizeof name, "%.*s", (int)(n - 3), word + 2);
	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
		const char *sign = at + strlen(name) + strspn(at + strlen(name), " \t:");
		if ((at == text || at[-1] == '\n') && *sign == '=') {
			word_at(sign, word, size);
			return;
		}
	}
}

/* Is that how the build calls the header, with its folder before it, and its end or none? */
static int
is_header(const char *word, const char *path)
{
	const char *last = as_base_name(word), *base = as_base_name(path), *dot = strrchr(base, '.');
	size_t n = dot ? (size_t)(dot - base) : 0;

	return strcmp(last, base) == 0 || (n && strlen(last) == n && strncmp(last, base, n) == 0);
}

/* Copies what stands in [s, end) to out, which is empty where there is no room for it. */
static void
copy(char *out, size_t size, const char *s, const char *end)
{
	*out = '\0';
	if (end && (size_t)(end - s) < size)
		snprintf(out, size, "%.*s", (int)(end - s), s);
}

/* The rule of a Makefile for that file: its line and its commands. */
static void
rule(const char *text, const char *base, char *out, size_t size)
{
	size_t n = strlen(base);

	*out = '\0';
	for (const char *line = text, *next; *line; line = next) {
		const char *end = line + strcspn(line, "\n"), *colon = memchr(line, ':', (size_t)(end - line)), *at = colon ? memmem(line, (size_t)(colon - line), base, n) : NULL;
		next = end + (*end == '\n');
		if (*line == '\t' || *line == '#' || !at || colon[1] == '=' || (at > line && !strchr(" /\t)", at[-1])) || !strchr(" :\t", at[n]))
			continue;
		while (*next && (*next == '\t' || end[-1] == '\\')) {
			end = next + strcspn(next, "\n");
			next = end + (*end == '\n');
		}
		copy(out, size, line, end);
		return;
	}
}

/* Is nothing put beside what the tool makes: by a file that is added, by code, by a header that is not there? The template of a call, if it has
 * one, is another file that is asked the same. */
static int
adds_nothing(const wanted *w, const char *folder, const char *call)
{
	static const char *const more[] = {"{", " sh ", "./", "cat ", "sed ", "awk ", "perl", "python", "curl", "include \\\"", "include \"", "body_prefix", "header_prefix", "@<"};
	static const char *const template[] = {"h_template:", "--template"};
	char word[LONGEST];

	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		if (strstr(call, more[i]))
			return 0;
	for (size_t i = 0; i < sizeof template / sizeof *template; i++) {
		const char *at = strstr(call, template[i]);
		size_t n;
		char *s;
		int yes;
		if (!at)
			continue;
		word_at(at + strlen(template[i]), word, sizeof word);
		if (!(s = cone_file_text(w->c, folder, as_base_name(word), &n)))
			return 0;
		yes = !strchr(s, '{') && !strstr(s, "(*") && cone_macros(w->c, s);
		for (at = s; yes && (at = strstr(at, "#include \"")) != NULL; at++) {
			word_at(at + 9, word, sizeof word);
			yes = cone_included(w->c, word) != UINT32_MAX;
		}
		free(s);
		return yes;
	}
	return 1;
}

/* Does a call of Meson or CMake make the header: one of that name, with it as its first word, or behind `key`? */
static int
called_for(const wanted *w, const char *folder, const char *text, const char *call, const char *key)
{
	char all[2000], word[LONGEST];

	for (const char *at = strstr(text, call); at; at = strstr(at + 1, call)) {
		const char *open = at + strlen(call), *from = open;
		copy(all, sizeof all, open, strchr(open, ')'));
		if (key)
			from = strstr(all, key) ? open + (strstr(all, key) - all) + strlen(key) : NULL;
		if (!*all || !from)
			continue;
		word_at(from, word, sizeof word);
		if (is_header(word, w->path) && (key || adds_nothing(w, folder, all)))
			return 1;
	}
	return 0;
}

/* Does a rule of a Makefile run a tool of GLib for it, whose kind the name tells, or gdbus-codegen? */
static int
run_for(const wanted *w, const char *folder, const char *text)
{
	static const struct { const char *tool, *variable, *part; } made[] = {{"glib-genmarshal", "GENMARSHAL", "marshal"}, {"glib-mkenums", "MKENUMS", "enum"}, {"glib-compile-resources", "COMPILE_RESOURCES", "resource"}};
	static const char code[] = "--generate-c-code";
	const char *base = as_base_name(w->path);
	char all[2000], word[LONGEST];

	for (const char *at = strstr(text, code); at; at = strstr(at + 1, code)) {
		word_at(at + sizeof code - 1, word, sizeof word);
		expand(text, word, sizeof word);
		if (is_header(word, w->path))
			return 1;
	}
	rule(text, base, all, sizeof all);
	for (size_t i = 0; *all && i < sizeof made / sizeof *made; i++)
		if (strstr(base, made[i].part) && (strstr(all, made[i].tool) || strstr(all, made[i].variable)))
			return adds_nothing(w, folder, all);
	return 0;
}

static int
told_for(const wanted *w, const char *folder, const char *text)
{
	static const char *const calls[] = {"gdbus_codegen(", "genmarshal(", "mkenums(", "mkenums_simple("};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (called_for(w, folder, text, calls[i], NULL))
			return 1;
	return called_for(w, folder, text, "ecm_setup_version(", "VERSION_HEADER") || run_for(w, folder, text);
}

/* qt5_add_dbus_interface(SOURCES a.xml name), qt5_add_dbus_adaptor(SOURCES a.xml parent.h Parent name): what is asked for by the bus runs the
 * methods of the parent that the XML names. */
static int
by_qt(const wanted *w, const char *text)
{
	for (const char *at = strstr(text, "_add_dbus_"); at; at = strstr(at + 1, "_add_dbus_")) {
		int adaptor = strncmp(at + 10, "adaptor", 7) == 0, yes = 0;
		const char *s = strchr(at, '('), *end = s ? strchr(s, ')') : NULL;
		char word[LONGEST], xml[LONGEST] = "";

		if (!end || (!adaptor && strncmp(at + 10, "interface", 9) != 0))
			continue;
		for (s++; s < end; s += *s && s < end) {
			s = word_at(s, word, sizeof word);
			yes |= is_header(word, w->path) && !(adaptor && as_ends_with(word, ".h")); /* that of the parent */
			if (as_ends_with(word, ".xml"))
				snprintf(xml, sizeof xml, "%s", *word == '$' && strchr(word, '/') ? strchr(word, '/') + 1 : word);
		}
		if (yes && *xml && (cone_tool_names(w->c, w->unit, xml) || cone_tool_names(w->c, w->unit, as_base_name(xml)) || !adaptor))
			return 1;
	}
	return 0;
}

static int
tells(void *arg, const char *folder)
{
	static const char *const build[] = {"meson.build", "Makefile.am", "CMakeLists.txt", "Makefile.in", "Makefile", "GNUmakefile"};
	const wanted *w = arg;
	int yes = 0;

	for (size_t i = 0; i < sizeof build / sizeof *build && !yes; i++) {
		size_t n;
		char *s = cone_file_text(w->c, folder, build[i], &n);
		if (!s)
			continue;
		yes = told_for(w, folder, s) || by_qt(w, s);
		free(s);
	}
	return yes;
}

int
cone_told(cone *c, uint32_t u, const char *path)
{
	return cone_folders(c, tells, &(wanted){c, u, path});
}
