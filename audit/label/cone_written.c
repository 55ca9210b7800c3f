/* cone_written.c - see cone_impl.h: modules of Python that the build writes, of the version alone: what pyproject.toml
 * tells setuptools_scm, or the hook of hatch-vcs, to write, without a template of its own. They hold numbers and text. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "words.h"

enum { LONGEST = 4096, MOST_BYTES = 1 << 20 };

static int
add(cone *c, const char *folder, const char *name, size_t n)
{
	char path[LONGEST];

	if (n == 0 || snprintf(path, sizeof path, "%s%.*s", folder, (int)n, name) >= (int)sizeof path || !as_ends_with(path, ".py"))
		return 0;
	return as_intern_id(&c->written, path, strlen(path)) == UINT32_MAX ? -1 : 0;
}

/* The value of KEY = "value", without its quotes; 0: it is none. */
static size_t
value_of(const char *line, const char *key, const char **at)
{
	size_t n = strlen(key), q;

	if (strncmp(line, key, n) != 0)
		return 0;
	n += strspn(line + n, " \t");
	if (line[n] != '=')
		return 0;
	n += 1 + strspn(line + n + 1, " \t");
	if (line[n] != '"' && line[n] != '\'')
		return 0;
	q = strcspn(line + n + 1, "\"'\n");
	*at = line + n + 1;
	return line[n + 1 + q] == line[n] ? q : 0;
}

int
cone_find_written(cone *c, const char *folder, const char *name)
{
	static const char *const sections[] = {"[tool.setuptools_scm]", "[tool.hatch.build.hooks.vcs]", "[tool.setuptools-git-versioning]"};
	static const char *const keys[] = {"write_to", "version_file", "version-file"};
	char path[LONGEST], *text = NULL;
	const char *at = NULL, *found = NULL;
	size_t n, len = 0;
	int rc = 0, in = 0;
	as_err e;

	if (strcmp(name, "pyproject.toml") != 0 || snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path || !fact_may_read(c->t, path) ||
	    as_slurp(path, MOST_BYTES, &text, &n, &e) != 0)
		return 0;
	for (const char *line = memchr(text, 0, n) ? NULL : text; line && rc == 0; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (*line == '[') {
			if (found)
				rc = add(c, folder, found, len);
			found = NULL;
			in = 0;
			for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
				in |= strncmp(line, sections[i], strlen(sections[i])) == 0;
		} else if (in) {
			for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
				if ((n = value_of(line, keys[i], &at))) {
					found = at;
					len = n;
				}
			if (strcspn(line, "=\n") > 7 && memchr(line, 't', strcspn(line, "=\n")) && strstr(line, "template") && strstr(line, "template") < line + strcspn(line, "=\n"))
				in = 0, found = NULL; /* it says what the file holds */
		}
	}
	if (rc == 0 && found)
		rc = add(c, folder, found, len);
	free(text);
	return rc;
}

int
cone_written(const cone *c, const char *module, uint32_t file)
{
	const char *from = fact_str(c->t, file), *slash = strrchr(from, '/');
	size_t n = slash ? (size_t)(slash - from) + 1 : 0, k;
	char path[LONGEST];

	if (c->written.n == 0)
		return 0;
	if (*module != '.')
		n = 0;
	for (int dots = 0; *module == '.'; module++, dots++)
		if (dots > 0) {
			while (n > 0 && from[n - 1] == '/')
				n--;
			while (n > 0 && from[n - 1] != '/')
				n--;
		}
	if (!*module || snprintf(path, sizeof path, "%.*s%s.py", (int)n, from, module) >= (int)sizeof path)
		return 0;
	k = strlen(path) - 3;
	for (size_t i = n; i < k; i++)
		if (path[i] == '.')
			path[i] = '/';
	for (uint32_t i = 0; i < c->written.n; i++) {
		const char *w = c->written.str[i];
		size_t len = strlen(w);
		if (strcmp(w, path) == 0 || (n == 0 && strchr(path, '/') && len > k + 3 && w[len - k - 4] == '/' && strcmp(w + len - k - 3, path) == 0))
			return 1;
	}
	return 0;
}
