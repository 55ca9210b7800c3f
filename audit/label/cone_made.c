/* cone_made.c - see cone_impl.h: headers of C that the tree lacks because its build writes them,
 * and that declare nothing: of a template beside which holds directives alone (name.in,
 * name.cmake, ...), or named by configure.ac or a configure script as what it makes. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "words.h"

enum { LONGEST = 4096, MOST_BYTES = 4 << 20 };

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
		if (*line && *line != '#' && strncmp(line, "//", 2) != 0 && !(*line == '@' && strchr(line + 1, '@')))
			return 0;
		while (next && *line == '#' && next - 2 >= line && next[-2] == '\\') { /* goes on */
			next = strchr(next, '\n');
			if (next)
				next++;
		}
	}
	return 1;
}

/* Does a script make a header of that name, and of macros alone? */
static int
makes(const char *s, const char *base, int autoconf)
{
	if (!autoconf)
		return strstr(s, base) != NULL;
	if (strstr(s, "AH_BOTTOM") || strstr(s, "AH_TOP") || strstr(s, "AH_VERBATIM"))
		return 0;
	for (const char *p = s; (p = strstr(p, "_CONFIG_HEADER")); p++) { /* AC_, AM_, AX_; also ..S */
		const char *end = strchr(p, ')'), *at = strstr(p, base);
		if (at && end && at < end && (strchr("([/ \t\n,", at[-1]) && strchr(")]: \t\n,", at[strlen(base)])))
			return 1;
	}
	return 0;
}

/* The text of folder/name; NULL: none that may be read. The caller frees it. */
static char *
text(const cone *c, const char *folder, const char *name, size_t *n)
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

static int
in_folder(const cone *c, const char *folder, const char *path)
{
	static const char *const tail[] = {".in", ".cmake", ".cmake.in", ".in.cmake", ".cmakein", ".meson", ".meson.in"};
	static const char *const script[] = {"configure.ac", "configure.in", "configure"};
	const char *base = as_base_name(path);
	char name[300], *s;
	size_t n;
	int yes;

	for (size_t i = 0; i < sizeof tail / sizeof *tail; i++) {
		const char *h = strrchr(base, '.');
		for (int whole = 0; whole < 3; whole++) {
			/* a/config.h.in, config.h.in, config.in.h */
			if (whole < 2 ? snprintf(name, sizeof name, "%s%s", whole ? base : path, tail[i]) >= (int)sizeof name :
			    !h || snprintf(name, sizeof name, "%.*s%s%s", (int)(h - base), base, tail[i], h) >= (int)sizeof name)
				continue;
			if (!(s = text(c, folder, name, &n)))
				continue;
			yes = directives_alone(s, n);
			free(s);
			return yes;
		}
	}
	for (size_t i = 0; strstr(base, "config") && i < sizeof script / sizeof *script; i++)
		if ((s = text(c, folder, script[i], &n))) {
			yes = makes(s, base, i < 2);
			free(s);
			if (yes)
				return 1;
		}
	return 0;
}

/* Beside the file, or in the folders above it. */
static int
made(const cone *c, char *at, size_t n, const char *path)
{
	for (;;) {
		at[n] = '\0';
		if (!fact_may_read(c->t, n ? at : "."))
			return 0;
		if (in_folder(c, at, path))
			return 1;
		if (n == 0)
			return 0;
		for (n--; n > 0 && at[n - 1] != '/'; n--)
			;
	}
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
	yes = made(c, at, n, path);
	if (as_intern_id(&c->made[yes], key, strlen(key)) == UINT32_MAX)
		c->nomem = 1;
	return yes;
}
