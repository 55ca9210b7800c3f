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

/* Does the header stand behind one of those words, by which a tool is told what to write? */
static int
told_behind(const char *text, const char *path)
{
	static const char *const words[] = {"--generate-c-code", "gdbus_codegen(", "genmarshal(", "mkenums(", "mkenums_simple(", "VERSION_HEADER"};
	char word[LONGEST];

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *at = strstr(text, words[i]); at; at = strstr(at + 1, words[i])) {
			word_at(at + strlen(words[i]), word, sizeof word);
			expand(text, word, sizeof word);
			if (is_header(word, path))
				return 1;
		}
	return 0;
}

/* Does the file run the tool, and name the header, whose name tells what it is? */
static int
run_for(const char *text, const char *path)
{
	static const struct { const char *tool, *part; } made[] = {{"glib-genmarshal", "marshal"}, {"glib-mkenums", "enum"}, {"glib-compile-resources", "resource"}};
	const char *base = as_base_name(path);

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (strstr(base, made[i].part) && strstr(text, made[i].tool) && strstr(text, base))
			return 1;
	return 0;
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
		yes = told_behind(s, w->path) || run_for(s, w->path) || by_qt(w, s);
		free(s);
	}
	return yes;
}

int
cone_told(cone *c, uint32_t u, const char *path)
{
	return cone_folders(c, tells, &(wanted){c, u, path});
}
