/* tree_words.c - see tree_words.h. */
#include "tree_words.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "../facts/cplatform.h"
#include "input.h"
#include "../read/walk.h"
#include "words.h"

enum { MOST_FILES = 20000, DEEPEST = 100 };

typedef struct search {
	const char *word;
	size_t n;
	int (*has)(const struct search *s, const char *text, const char *end);
	int named; /* a file that is called so is enough */
	const char *file; /* that is looked at: its name */
	int *found; /* where has() notes that it found something without an end of the search */
	uint64_t left; /* bytes */
	uint32_t files;
	int documents;
	int modules; /* modules of Python, too, that are no scripts of a build */
	tree_asking ask; /* who asks of each text */
	void *arg;
} search;

/* Does a word begin at p: behind what is no part of one, or -D? */
static int
begins(const char *text, const char *p)
{
	return p == text || !as_is_name_char(p[-1]) || (p - text > 1 && p[-1] == 'D' && strchr("-/", p[-2]));
}

static int
of_c(const char *name)
{
	static const char *const ends[] = {".h", ".s", ".asm", ".nasm", ".sx"};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
		if (strcasecmp(dot, ends[i]) == 0)
			return 1;
	return dot && !c_is_either(name);
}

/* Is it called like a file for people, which no build reads? */
static int
document_name(const char *name)
{
	static const char *const begins[] = {"readme", "news", "changes", "changelog", "history", "authors", "copying", "license", "install", "todo", "thanks"};
	static const char *const ends[] = {".md", ".rst", ".html", ".htm", ".pdf", ".ps", ".tex", ".texi", ".1", ".3", ".5", ".7", ".8"};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
		if (strcasecmp(dot, ends[i]) == 0)
			return 1;
	for (size_t i = 0; i < sizeof begins / sizeof *begins && (!dot || strcasecmp(dot, ".txt") == 0); i++)
		if (strncasecmp(name, begins[i], strlen(begins[i])) == 0 && !isalnum((unsigned char)name[strlen(begins[i])]))
			return 1;
	return 0;
}

/* Is it a script, whatever it is called? 1, too, where it cannot be read. */
static int
is_script(const char *path)
{
	FILE *fp = fopen(path, "r");
	char head[2];
	size_t n = fp ? fread(head, 1, 2, fp) : 0;

	if (fp)
		fclose(fp);
	return !fp || (n == 2 && head[0] == '#' && head[1] == '!');
}

/* Does a beginning of the word that ends in '_' stand in the text, with what is no part of a word behind it: after -D, or where
 * something seems to be put there? */
static int
in_parts(const search *s, const char *text, const char *end)
{
	const char *bar = memchr(s->word, '_', s->n);
	size_t first = bar ? (size_t)(bar - s->word) + 1 : 0;

	if (first < 2)
		return 0;
	for (const char *p = text; (p = memmem(p, (size_t)(end - p), s->word, first)); p++) {
		const char *q = p;
		while (q < end && (size_t)(q - p) < s->n && *q == s->word[q - p])
			q++;
		if (q < end && q[-1] == '_' && !as_is_name_char(*q) && begins(text, p) && ((p > text && p[-1] == 'D') || (*q && strchr("$@'\"{}[]%<\\#", *q))))
			return 1;
	}
	return 0;
}

static int
has_word(const search *s, const char *text, const char *end)
{
	int has = 0;

	for (const char *p = text; !has && (p = memmem(p, (size_t)(end - p), s->word, s->n)); p++)
		has = begins(text, p) && (p + s->n == end || !as_is_name_char(p[s->n]));
	return has || in_parts(s, text, end);
}

/* Does what stands before p say that a name is one of something that is made: add_library(p, TARGET = p, "name": "p"? 1: of a library, for certain. */
static int
names_product(const char *text, const char *p)
{
	static const char *const ends[] = {"library", "libraries", "extension", "module", "target", "name", "project", "_lib", "=lib"};
	static const char *const asks[] = {"find", "check", "search", "have", "pkg", "import", "link", "depend"};
	const char *end;
	char word[40] = "=";
	size_t n;

	while (p > text && strchr(" \t\r\n\"'`([{<>,:=", p[-1]))
		p--;
	for (end = p; p > text && as_is_name_char(p[-1]); p--)
		;
	if ((n = (size_t)(end - p)) + 2 > sizeof word)
		return 0;
	for (size_t i = 0; i < n; i++)
		word[i + 1] = (char)tolower((unsigned char)p[i]);
	word[n + 1] = '\0';
	for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
		if (strstr(word, asks[i]))
			return 0;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (as_ends_with(word, ends[i]))
			return i < 3 ? 1 : 2;
	return 0;
}

/* The word is the name of a library without "lib". */
static int
makes_library(const search *s, const char *text, const char *end)
{
	static const char *const files[] = {".la", "_la", ".so", "_so", ".a", "_a", ".dll", "_dll", ".dylib"};

	for (const char *p = text; (p = memmem(p, (size_t)(end - p), s->word, s->n)); p++) {
		const char *q = p + s->n, *from = p - text > 2 && strncmp(p - 3, "lib", 3) == 0 ? p - 3 : p;
		size_t n = 0;
		for (size_t i = 0; i < sizeof files / sizeof *files; i++)
			if ((size_t)(end - q) >= strlen(files[i]) && strncmp(q, files[i], strlen(files[i])) == 0)
				n = strlen(files[i]);
		if (from > text && as_is_name_char(from[-1]))
			continue;
		if (n && (q + n == end || !isalnum((unsigned char)q[n])))
			return 1;
		if ((q == end || !as_is_name_char(*q)) && names_product(text, from))
			return 1;
	}
	return 0;
}

/* Is a file called like the library? */
static int
named_so(const search *s, const char *name)
{
	if (strncmp(name, "lib", 3) == 0)
		name += 3;
	return strncasecmp(name, s->word, s->n) == 0 && name[s->n] == '.';
}

/* Is a file the library itself, or of a language that is not read and that a library may be made of, too? */
static int
brings_along(const search *s, const char *name)
{
	static const char *const files[] = {".so", ".a", ".dll", ".dylib", ".lib", ".la"}, *const languages[] = {".f", ".for", ".f77", ".f90", ".f95", ".f03", ".f08", ".rs", ".go", ".pas", ".swift", ".zig", ".nim"};
	const char *dot = strrchr(name, '.'), *end;

	for (size_t i = 0; dot && i < sizeof languages / sizeof *languages; i++)
		if (strcasecmp(dot, languages[i]) == 0)
			return 1;
	if (strncmp(name, "lib", 3) == 0)
		name += 3;
	if (strncasecmp(name, s->word, s->n) != 0)
		return 0;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if ((end = strstr(name + s->n, files[i])) && !isalnum((unsigned char)end[strlen(files[i])]))
			return 1;
	return 0;
}

/* Does the line that p stands in make it: -o libx.so, -soname,libx.so, or as the target of a rule, libx.so: x.o? */
static int
is_output(const char *text, const char *end, const char *p)
{
	static const char *const before[] = {"-o", "-soname", "-install_name", "LIB"};
	const char *from = p, *eol = memchr(p, '\n', (size_t)(end - p)), *colon;

	while (from > text && !strchr(" \t\r\n,=\"'", from[-1])) /* its folder */
		from--;
	if (from == text || from[-1] == '\n')
		return (colon = memchr(p, ':', (size_t)((eol ? eol : end) - p))) && colon + 1 < end && colon[1] != '=';
	while (from > text && strchr(" \t,=\"'", from[-1]))
		from--;
	for (size_t i = 0; i < sizeof before / sizeof *before; i++)
		if ((size_t)(from - text) >= strlen(before[i]) && strncmp(from - strlen(before[i]), before[i], strlen(before[i])) == 0)
			return 1;
	return 0;
}

/* Is it called like a Makefile, or a part of one? */
static int
is_makefile(const char *file)
{
	return strncasecmp(file, "makefile", 8) == 0 || strncmp(file, "GNUmakefile", 11) == 0 || as_ends_with(file, ".mk") || as_ends_with(file, ".mak") || as_ends_with(file, ".am");
}

/* Is it called like a script of a build? */
static int
is_of_build(const char *file)
{
	static const char *const scripts[] = {"CMakeLists.txt", "meson.build", "wscript", "SConstruct", "SConscript", "setup.py", "Jamfile", "BUILD", "BUILD.bazel"};

	return AS_AMONG(file, scripts) || as_ends_with(file, ".cmake") || as_ends_with(file, ".pro") || is_makefile(file);
}

/* Does a script of the build make the library, of which the word is the name without "lib"? Noted only: one that lies somewhere
 * else in the tree is the one that is loaded. */
static int
builds_library(const search *s, const char *text, const char *end)
{
	int of_build = is_of_build(s->file);

	for (const char *p = text; of_build && (p = memmem(p, (size_t)(end - p), s->word, s->n)); p++) {
		const char *from = p - text > 2 && strncmp(p - 3, "lib", 3) == 0 ? p - 3 : p;
		if ((from > text && as_is_name_char(from[-1])) || (p + s->n < end && as_is_name_char(p[s->n])))
			continue;
		*s->found |= names_product(text, from) == 1 || (from < p && is_output(text, end, from));
	}
	return 0;
}

/* Is what stands between p and q the target of a rule of a Makefile, or what a compiler puts something in? */
static int
is_made_there(const char *text, const char *end, const char *p, const char *q)
{
	const char *from = p;

	if (end - q > 9 && strncmp(q, "$(EXEEXT)", 9) == 0)
		q += 9;
	while (q < end && *q == ' ')
		q++;
	while (from > text && strchr(" \t", from[-1]))
		from--;
	if (from == p && (p == text || p[-1] == '\n'))
		return q + 1 < end && *q == ':' && q[1] != '=';
	return from < p && from - text > 2 && strncmp(from - 2, "-o", 2) == 0 && strchr(" \t", from[-3]);
}

/* PROGRAMS = tool ...: may what the variable of a Makefile says be made, by its name or by what is done with it? */
static int
is_made_by_variable(const char *text, const char *end, const char *p)
{
	static const char *const words[] = {"prog", "bin", "target", "exe", "tool", "all"};
	char name[3][70];
	const char *line = p, *is, *to;

	while (line > text && (line[-1] != '\n' || (line - text > 1 && line[-2] == '\\')))
		line--;
	if (!(is = memchr(line, '=', (size_t)(p - line))))
		return 0;
	while (is > line && strchr(" \t:?+", is[-1]))
		is--;
	for (to = is; is > line && as_is_name_char(is[-1]); is--)
		;
	if (is == to || to - is > 60)
		return to - is > 60;
	snprintf(name[0], sizeof name[0], "$(%.*s)", (int)(to - is), is);
	snprintf(name[1], sizeof name[1], "${%.*s}", (int)(to - is), is);
	snprintf(name[2], sizeof name[2], "%.*s", (int)(to - is), is);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(name[2], words[i]))
			return 1;
	for (int i = 0; i < 2; i++)
		for (const char *at = text; (at = memmem(at, (size_t)(end - at), name[i], strlen(name[i]))); at++)
			if (is_made_there(text, end, at, at + strlen(name[i])))
				return 1;
	return 0;
}

/* Does a line of a script of the build only say the word that begins at p to people: in a comment, or in one text, message("no p")? */
static int
says_only(const char *line, const char *p)
{
	static const char *const begins[] = {"message(", "MESSAGE(", "set(CPACK_PACKAGE_DESCRIPTION", "SET(CPACK_PACKAGE_DESCRIPTION"};
	const char *from = line + strspn(line, " \t"), *text;

	if (*from == '#')
		return !memchr(from, ']', (size_t)(p - from)); /* #]] ends a comment of lines */
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(from, begins[i], strlen(begins[i])) == 0)
			return (text = memchr(from, '"', (size_t)(p - from))) && p > text + 1 && !memchr(text + 1, '"', (size_t)(p - text - 1));
	return 0;
}

/* Does a script of the build, that is no Makefile, name it as what may be made, and is not merely looking for it? */
static int
is_named_there(const search *s, const char *text, const char *end, const char *p)
{
	const char *line = p, *eol = memchr(p, '\n', (size_t)(end - p));

	if (p > text && !strchr(as_ends_with(s->file, ".txt") || as_ends_with(s->file, ".cmake") || as_ends_with(s->file, ".pro") ? " \t\r\n(\"'=" : "\"'", p[-1]))
		return 0;
	while (line > text && line[-1] != '\n')
		line--;
	return !says_only(line, p) && !memmem(line, (size_t)((eol ? eol : end) - line), "find_program", 12);
}

/* May a script of the build make the program? */
static int
builds_program(const search *s, const char *text, const char *end)
{
	int make = is_makefile(s->file), of_build = make || is_of_build(s->file);

	for (const char *p = text; of_build && (p = memmem(p, (size_t)(end - p), s->word, s->n)); p++) {
		const char *q = p + s->n;
		if ((p > text && (as_is_name_char(p[-1]) || strchr("-./", p[-1]))) || (q < end && (as_is_name_char(*q) || strchr("-./", *q))))
			continue;
		if (make ? is_made_there(text, end, p, q) || is_made_by_variable(text, end, p) : is_named_there(s, text, end, p))
			return 1;
	}
	return 0;
}

static int
in_file(search *s, const char *path, uint64_t size)
{
	as_err ignored;
	char *text;
	size_t n;
	int has;

	if (size > s->left || ++s->files > MOST_FILES || as_slurp(path, s->left, &text, &n, &ignored) != 0)
		return 1;
	s->left -= n < s->left ? n : s->left;
	s->file = as_base_name(path);
	has = s->has(s, text, text + n);
	free(text);
	return has;
}

static int
in_folder(search *s, const char *path, int depth)
{
	static const char *const no[] = {".", "..", ".git", ".hg", ".svn"}, *const python_scripts[] = {"setup.py", "build.py", "conanfile.py"};
	DIR *d = depth < DEEPEST ? opendir(path) : NULL;
	struct dirent *e;
	int has = d == NULL;

	while (!has && (e = readdir(d))) {
		char full[PATH_MAX];
		struct stat st;
		if (AS_AMONG(e->d_name, no))
			continue;
		if (snprintf(full, sizeof full, "%s/%s", path, e->d_name) >= (int)sizeof full || lstat(full, &st) != 0)
			has = 1;
		else if (S_ISDIR(st.st_mode))
			has = in_folder(s, full, depth + 1);
		else if (s->found && S_ISREG(st.st_mode) && brings_along(s, e->d_name))
			has = 1;
		else if (S_ISREG(st.st_mode) && !of_c(e->d_name) && (s->documents || !document_name(e->d_name) || is_script(full)) && (s->modules || !as_ends_with(e->d_name, ".py") || AS_AMONG(e->d_name, python_scripts)))
			has = (s->named && named_so(s, e->d_name)) || in_file(s, full, (uint64_t)st.st_size);
	}
	if (d)
		closedir(d);
	return has;
}

static int
in_tree(const fact_tree *t, search *s)
{
	int has = t->nroot == 0;

	s->n = strlen(s->word);
	s->left = 64 << 20;
	for (size_t i = 0; i < t->nroot && !has; i++)
		has = in_folder(s, t->root[i], 0);
	return has;
}

int
tree_has_word(const fact_tree *t, const char *word, int documents)
{
	return in_tree(t, &(search){.word = word, .has = has_word, .documents = documents, .modules = 1});
}

static int
is_asked(const search *s, const char *text, const char *end)
{
	return s->ask(s->arg, s->file, text, end);
}

int
tree_any_text(const fact_tree *t, tree_asking ask, void *arg)
{
	return in_tree(t, &(search){.word = "", .has = is_asked, .modules = 1, .ask = ask, .arg = arg});
}

int
tree_makes_library(const fact_tree *t, const char *name, int modules)
{
	return in_tree(t, &(search){.word = strncmp(name, "lib", 3) == 0 ? name + 3 : name, .has = makes_library, .named = 1, .modules = modules});
}

int
tree_builds_library(const fact_tree *t, const char *file)
{
	char word[200];
	int found = 0;

	if (strncmp(file, "lib", 3) == 0)
		file += 3;
	if (snprintf(word, sizeof word, "%.*s", (int)strcspn(file, "."), file) >= (int)sizeof word)
		return 0;
	return strlen(word) > 1 && !in_tree(t, &(search){.word = word, .has = builds_library, .found = &found}) && found;
}

int
tree_builds_program(const fact_tree *t, const char *name)
{
	return *name && in_tree(t, &(search){.word = name, .has = builds_program});
}

int
unread_has_word(const fact_tree *t, const char *word)
{
	for (uint32_t f = 0, has; f < t->n; f = t->node[f].end) {
		uint32_t i = f;
		as_err ignored;
		char *text;
		size_t n;
		while (i < t->node[f].end && t->node[i].kind != FACT_ERROR)
			i++;
		if (i == t->node[f].end || t->node[f].flags & FACT_DATA)
			continue;
		if (as_slurp(fact_str(t, f), WALK_MAX_C, &text, &n, &ignored) != 0)
			return 1;
		has = memmem(text, n, word, strlen(word)) != NULL;
		free(text);
		if (has)
			return 1;
	}
	return 0;
}

int
macro_of_builds(const char *name)
{
	/* of Autoconf, libtool, CMake and what it takes from libraries */
	static const char *const those[] = {"HAVE_*", "*_HAVE_*", "SIZEOF_*", "STDC_HEADERS", "WORDS_BIGENDIAN", "PACKAGE*", "VERSION", "PIC", "DLL_EXPORT", "*_EXPORTS", "NDEBUG", "QT_*"};

	for (size_t i = 0; i < sizeof those / sizeof *those; i++)
		if (fnmatch(those[i], name, 0) == 0)
			return 1;
	return 0;
}
