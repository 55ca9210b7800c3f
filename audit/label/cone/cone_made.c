/* cone_made.c - see cone_impl.h: headers of C that the tree lacks because its build writes them,
 * and that declare nothing that runs: of a template (name.in, name.cmake, ...) beside, above or in
 * any folder with code, which holds directives alone or declarations (cone_template.c), or named by
 * configure.ac, a configure script, a wscript or meson.build as what it makes; those that its build
 * asks the system for, which are of a library; and files of numbers by another name than C's. */
#include "cone_impl.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../facts/cplatform.h"
#include "../read/cread.h"
#include "input.h"
#include "words.h"

enum { LONGEST = 4096, MOST_BYTES = 4 << 20 };

/* Are the pieces that the build puts in, @NAME@, parts of strings all? */
static int
puts_text(const char *s)
{
	int in = 0;

	for (; *s; s++) {
		if (*s == '\\' && s[1])
			s++;
		else if (*s == '"' || *s == '\n')
			in = *s == '"' && !in;
		else if (*s == '@' && !in)
			return 0;
	}
	return 1;
}

/* Is a line no more than a variable of CMake? */
static int
is_variable(const char *line)
{
	size_t n = strncmp(line, "${", 2) == 0 ? strcspn(line, "}") : 0;

	return n > 2 && line[n] == '}' && !line[n + 1 + strspn(line + n + 1, " \t\r")];
}

/* Are all lines directives, comments or blank? The text is changed. */
static int
directives_alone(char *s, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++)
		if (s[i] == '/' && s[i + 1] == '*') {
			size_t k = i;
			for (; k < n && !(k > i + 2 && s[k - 1] == '*' && s[k] == '/'); k++)
				if (s[k] != '\n')
					s[k] = ' ';
			if (k < n)
				s[k] = ' ';
		}
	for (char *line = s, *next; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		line += strspn(line, " \t\r");
		if (*line && *line != '#' && strncmp(line, "//", 2) != 0 && !(*line == '@' && strchr(line + 1, '@')) && !is_variable(line))
			return 0;
		while (next && *line == '#' && next - 2 >= line && next[-2] == '\\') { /* goes on */
			next = strchr(next, '\n');
			if (next)
				next++;
		}
	}
	return 1;
}

/* Does a wscript write its #defines to a header of that name, and are they text, numbers or characters all? */
static int
waf_writes(const char *s, const char *base)
{
	static const char call[] = ".write_config_header(", define[] = ".define(";
	size_t n = strlen(base);
	int writes = 0;

	for (const char *line = s, *end; *line; line = end + (*end == '\n')) {
		const char *at = line + strspn(line, " \t"), *word = at, *value, *quote, *over;
		end = line + strcspn(line, "\n");
		while (as_is_name_char(*at) || *at == '.')
			at++;
		if (*at != '(' || at == word)
			continue;
		if (strncmp(at + 1 - strlen(call), call, sizeof call - 1) == 0 && (size_t)(at - word) >= sizeof call - 1)
			writes |= (at[1] == '"' || at[1] == '\'') && strncmp(at + 2, base, n) == 0 && at[2 + n] == at[1];
		if ((size_t)(at - word) < sizeof define - 1 || strncmp(at + 1 - strlen(define), define, sizeof define - 1) != 0 || !(value = memchr(at, ',', (size_t)(end - at))))
			continue;
		value += 1 + strspn(value + 1, " \t\n");
		over = strstr(value, ")\n");
		quote = strstr(value, "quote");
		if (memchr(at + 2, '(', (size_t)(value - at - 2)) || (quote && (!over || quote < over) && !((*value == '"' || *value == '\'') && strchr("0123456789'\"", value[1]))))
			return 0;
	}
	return writes;
}

/* Are all lines that configure.ac has put into a header directives, of which no macro starts what compiles? */
static int
adds_directives(cone *c, const char *s)
{
	static const char *const adds[] = {"AH_TOP(", "AH_BOTTOM(", "AH_VERBATIM("};

	for (size_t i = 0; i < sizeof adds / sizeof *adds; i++)
		for (const char *at = strstr(s, adds[i]); at; at = strstr(at + 1, adds[i])) {
			const char *from = at + strlen(adds[i]), *to = from, *open;
			char *own;
			int depth = 1, yes;
			for (; *to && depth > 0; to++)
				depth += (*to == '(') - (*to == ')');
			if (i == 2) /* AH_VERBATIM([key], [text]) */
				from += strcspn(from, ",");
			if (depth > 0 || !(open = strchr(from, '[')) || open >= to || !(own = strndup(open + 1, (size_t)(to - open - 1))))
				return 0;
			if (strrchr(own, ']'))
				*strrchr(own, ']') = '\0';
			yes = cone_macros(c, own) && directives_alone(own, strlen(own));
			free(own);
			if (!yes)
				return 0;
		}
	return 1;
}

/* Does a script make a header of that name, and of macros alone? */
static int
makes(cone *c, const char *s, const char *base, int autoconf)
{
	if (!autoconf)
		return strstr(s, base) != NULL;
	if (!adds_directives(c, s))
		return 0;
	for (const char *p = s; (p = strstr(p, "_CONFIG_HEADER")); p++) { /* AC_, AM_, AX_; also ..S */
		const char *end = strchr(p, ')'), *at = strstr(p, base);
		if (at && end && at < end && (strchr("([/ \t\n,", at[-1]) && strchr(")]: \t\n,", at[strlen(base)])))
			return 1;
	}
	return 0;
}

char *
cone_file_text(const cone *c, const char *folder, const char *name, size_t *n)
{
	char path[LONGEST], *s = NULL;
	as_err e;

	if (snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path || !fact_may_read(c->t, path) || as_slurp(path, MOST_BYTES, &s, n, &e) != 0)
		return NULL;
	if (memchr(s, 0, *n)) {
		free(s);
		return NULL;
	}
	return s;
}

/* Is the word [w, w + n) of a script of the build a function that looks for headers of the system? */
static int
looks_for(const char *w, size_t n)
{
	static const char *const list[] = {"has_header", "has_header_symbol", "check_header", "AC_CHECK_HEADER", "AC_CHECK_HEADERS", "AC_CHECK_HEADERS_ONCE", "AX_CHECK_HEADER",
		"check_include_file", "check_include_files", "check_include_file_cxx", "check_symbol_exists", "check_cxx_symbol_exists", "find_path", "find_file"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strlen(list[i]) == n && (strncmp(list[i], w, n) == 0 || (*list[i] == 'c' && strncasecmp(list[i], w, n) == 0)))
			return 1;
	return 0;
}

/* The text of a call of Meson from its ( on, for call (size). 0: it is longer. */
static int
meson_call(const char *open, char *call, size_t size)
{
	const char *end = open + 1;
	int depth = 1;

	for (; *end && depth > 0; end++)
		depth += (*end == '(') - (*end == ')');
	return snprintf(call, size, "%.*s", (int)((size_t)(end - open) < size ? end - open : (ptrdiff_t)size), open) < (int)size;
}

/* Does a configure_file() of Meson, from its ( on, write macros out of data alone? */
static int
writes_data(const char *open)
{
	char call[1000];

	return meson_call(open, call, sizeof call) && strstr(call, "configuration") && strstr(call, "output") && !strstr(call, "input") && !strstr(call, "command") && !strstr(call, "copy");
}

/* Does a script ask whether the system has that header, or make it of macros alone? */
static int
asks_for(const char *s, const char *path, int meson)
{
	size_t n = strlen(path);

	for (const char *at = s; (at = strstr(at, path)); at++) {
		int depth = 0;
		if (at == s || !strchr("'\"([ \t\n,;<", at[-1]) || !at[n] || !strchr("'\")] \t\n,;>", at[n]))
			continue;
		for (const char *p = at - 1; p > s && at - p < 2000; p--) {
			const char *end = p, *w;
			depth += (*p == ')') - (*p == '(');
			if (depth >= 0)
				continue;
			while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
				end--;
			for (w = end; w > s && as_is_name_char(w[-1]); w--)
				;
			if (looks_for(w, (size_t)(end - w)) || (meson && end - w == 14 && strncmp(w, "configure_file", 14) == 0 && writes_data(p)))
				return 1;
			break;
		}
	}
	return 0;
}

typedef struct { char *at; size_t n; unsigned depth; } place;

static int made(cone *c, char *at, size_t n, const char *path, unsigned depth);

/* Of a header that a template includes. */
static int
made_too(cone *c, void *arg, const char *path)
{
	const place *p = arg;
	char at[LONGEST];

	snprintf(at, sizeof at, "%s", p->at);
	return p->depth < 4 && made(c, at, p->n, path, p->depth + 1);
}

typedef struct { cone *c; place *from; } missing;

/* Does a template include a header that the tree lacks, and that is not made so either? */
static int
is_missing(void *with, const char *path, int angle)
{
	const missing *m = with;

	return !angle && !c_is_system_header(path) && cone_included(m->c, path) == UINT32_MAX && !made_too(m->c, m->from, path);
}

static int
has_no_text(const char *s)
{
	return !strchr(s, '"');
}

/* Does a template that is there, folder/name, come to a header that declares nothing that runs? holds: what its text must be besides, or NULL. -1: it is
 * not there. */
static int
template(cone *c, const char *folder, const char *name, int (*holds)(const char *), const char *path, place *from)
{
	size_t n;
	char *s = cone_file_text(c, folder, name, &n);
	int yes;

	if (!s)
		return -1;
	yes = (!holds || holds(s)) && cone_macros(c, s) && !c_each_include(s, n, is_missing, &(missing){c, from});
	if (yes && !(yes = directives_alone(s, n))) {
		free(s);
		s = cone_file_text(c, folder, name, &n);
		yes = s && cone_template(c, path, s, n, made_too, from);
	}
	free(s);
	return yes;
}

/* The same of one that is called like the header. */
static int
template_of(cone *c, const char *folder, const char *path, place *from)
{
	static const char *const tail[] = {".in", ".cmake", ".cmake.in", ".in.cmake", ".cmakein", ".meson", ".meson.in"};
	const char *base = as_base_name(path), *h = strrchr(base, '.');
	char name[300];

	for (size_t i = 0; i < sizeof tail / sizeof *tail; i++)
		for (int whole = 0; whole < 4; whole++) {
			int yes;
			/* a/config.h.in, config.h.in, config.in.h, config.in */
			if (whole < 2 ? snprintf(name, sizeof name, "%s%s", whole ? base : path, tail[i]) >= (int)sizeof name :
			    !h || snprintf(name, sizeof name, "%.*s%s%s", (int)(h - base), base, tail[i], whole == 2 ? h : "") >= (int)sizeof name)
				continue;
			yes = template(c, folder, name, whole == 3 ? puts_text : NULL, path, from);
			if (yes > 0 || (yes == 0 && whole < 3))
				return yes;
		}
	return -1;
}

/* The same of one that a CMakeLists.txt names: configure_file(${...}/config.h.in ${...}/x-config.h). s: its text. */
static int
configured(cone *c, const char *folder, const char *s, const char *path, place *from)
{
	const char *base = as_base_name(path);

	for (const char *at = strstr(s, "configure_file("); at; at = strstr(at + 1, "configure_file(")) {
		char in[300], out[300];
		const char *name = in, *made = out, *brace;
		if (sscanf(at + 15, " %299[^ \t\n)] %299[^ \t\n)]", in, out) != 2)
			continue;
		if (strlen(out) && out[strlen(out) - 1] == '"')
			out[strlen(out) - 1] = '\0';
		if (strlen(in) && in[strlen(in) - 1] == '"')
			in[strlen(in) - 1] = '\0';
		name += *name == '"';
		made += *made == '"';
		if (strcmp(as_base_name(made), base) != 0)
			continue;
		if (*name == '$' && (brace = strstr(name, "}/")))
			name = brace + 2;
		return template(c, folder, name, NULL, path, from);
	}
	return -1;
}

/* A name that a call of Meson gives by that keyword, as input: 'NAME', in word (300). */
static int
meson_word(const char *call, const char *keyword, char *word)
{
	for (const char *at = strstr(call, keyword); at; at = strstr(at + 1, keyword)) {
		const char *colon = at + strlen(keyword);
		colon += strspn(colon, " \t\r\n");
		if (*colon == ':' && !as_is_name_char(at[-1]) && (sscanf(colon, ": '%299[^']'", word) == 1 || sscanf(colon, ": files( '%299[^']'", word) == 1))
			return 1;
	}
	return 0;
}

/* The same of one that a meson.build names: configure_file(input: 'NAME', output: ...). */
static int
meson_configured(cone *c, const char *folder, const char *s, const char *path, place *from)
{
	for (const char *at = strstr(s, "configure_file("); at; at = strstr(at + 1, "configure_file(")) {
		char call[1000], in[300], out[300];

		if (meson_call(at + 14, call, sizeof call) && meson_word(call, "output", out) && strcmp(out, as_base_name(path)) == 0 && !strstr(call, "command") && meson_word(call, "input", in))
			return template(c, folder, in, NULL, path, from);
	}
	return -1;
}

static int
in_folder(cone *c, const char *folder, const char *path, place *from)
{
	static const char *const build[] = {"configure.ac", "configure.in", "meson.build", "CMakeLists.txt"} /* 2: Meson */;
	static const char *const script[] = {"configure.ac", "configure.in", "configure"};
	const char *base = as_base_name(path);
	size_t n;
	char *s;
	int yes = template_of(c, folder, path, from);

	if (yes >= 0)
		return yes;
	if (template(c, folder, path, has_no_text, path, from) > 0) /* though by a name that C is not read by: a bitmap, a table, in which no label can stand */
		return 1;
	for (size_t i = 0; strstr(base, "config") && i < sizeof script / sizeof *script; i++)
		if ((s = cone_file_text(c, folder, script[i], &n))) {
			yes = makes(c, s, base, i < 2);
			free(s);
			if (yes)
				return 1;
		}
	if (strstr(base, "config") && (s = cone_file_text(c, folder, "wscript", &n))) {
		yes = waf_writes(s, base);
		free(s);
		if (yes)
			return 1;
	}
	for (size_t i = 0; i < sizeof build / sizeof *build; i++)
		if ((s = cone_file_text(c, folder, build[i], &n))) {
			yes = asks_for(s, i == 2 ? base : path, i == 2) || (i == 2 && meson_configured(c, folder, s, path, from) > 0) || (i == 3 && configured(c, folder, s, path, from) > 0);
			free(s);
			if (yes)
				return 1;
		}
	return 0;
}

/* Beside the file, or in the folders above it. */
static int
made(cone *c, char *at, size_t n, const char *path, unsigned depth)
{
	for (;;) {
		at[n] = '\0';
		if (!fact_may_read(c->t, n ? at : "."))
			return 0;
		if (in_folder(c, at, path, &(place){at, n, depth}))
			return 1;
		if (n == 0)
			return 0;
		for (n--; n > 0 && at[n - 1] != '/'; n--)
			;
	}
}

int
cone_folders(const cone *c, int (*ask)(void *arg, const char *folder), void *arg)
{
	const char *last = "";
	size_t nlast = 0;

	for (uint32_t f = 0; f < c->p->nfile; f++) {
		const char *have = fact_str(c->t, c->p->file[f]);
		size_t n = (size_t)(as_base_name(have) - have);
		char at[LONGEST];
		int said;
		if (n >= sizeof at || (f && n == nlast && memcmp(last, have, n) == 0))
			continue;
		snprintf(at, sizeof at, "%.*s", (int)n, have);
		if ((said = ask(arg, at)) != 0)
			return said;
		last = have;
		nlast = n;
	}
	return 0;
}

typedef struct { cone *c; const char *path; int yes; } elsewhere;

/* Of a template in a folder that is not above the file: 1 ends the search, for it declares what runs. */
static int
in_other(void *arg, const char *folder)
{
	elsewhere *e = arg;
	char at[LONGEST];
	int yes;

	snprintf(at, sizeof at, "%s", folder);
	yes = template_of(e->c, folder, as_base_name(e->path), &(place){at, strlen(at), 0});
	e->yes |= yes > 0;
	return yes == 0;
}

int
cone_made(cone *c, uint32_t file, const char *path)
{
	const char *from = fact_str(c->t, file);
	char at[LONGEST], key[LONGEST];
	size_t n = (size_t)(as_base_name(from) - from);
	int yes;

	if (n >= sizeof at || snprintf(key, sizeof key, "%.*s|%s", (int)n, from, path) >= (int)sizeof key)
		return 0;
	for (yes = 0; yes < 2; yes++)
		if (as_intern_find(&c->made[yes], key, strlen(key)) != UINT32_MAX)
			return yes;
	memcpy(at, from, n);
	yes = made(c, at, n, path, 0);
	if (!yes) {
		elsewhere e = {c, path, 0};
		yes = cone_folders(c, in_other, &e) == 0 && e.yes;
	}
	if (as_intern_id(&c->made[yes], key, strlen(key)) == UINT32_MAX)
		c->nomem = 1;
	return yes;
}
