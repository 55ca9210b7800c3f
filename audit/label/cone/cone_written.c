/* cone_written.c - see cone_impl.h: modules of Python that the build writes, of the version alone: what pyproject.toml,
 * setup.cfg or setup.py tell setuptools_scm, the hook of hatch-vcs, pdm, versioningit or versioneer to write, without a
 * template of the project's own. They hold numbers and text, and versioneer's asks git. */
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

/* The value of KEY = "value", without its quotes, or of setup.cfg with none; 0: it is none. */
static size_t
value_of(const char *line, const char *key, int cfg, const char **at)
{
	size_t n = strlen(key), q;

	if (strncmp(line, key, n) != 0)
		return 0;
	n += strspn(line + n, " \t");
	if (line[n] != '=')
		return 0;
	n += 1 + strspn(line + n + 1, " \t");
	if (cfg) {
		*at = line + n;
		return strcspn(line + n, " \t\r\n");
	}
	if (line[n] != '"' && line[n] != '\'')
		return 0;
	q = strcspn(line + n + 1, "\"'\n");
	*at = line + n + 1;
	return line[n + 1 + q] == line[n] ? q : 0;
}

/* Who is told so, in which file, by which key. */
static const struct { const char *section, *key; int cfg; } tellers[] = {
	{"[tool.setuptools_scm]", "write_to", 0}, {"[tool.setuptools_scm]", "version_file", 0},
	{"[tool.hatch.build.hooks.vcs]", "version-file", 0}, {"[tool.setuptools-git-versioning]", "version_file", 0},
	{"[tool.pdm.version]", "write_to", 0}, {"[tool.versioningit.write]", "file", 0},
	{"[tool.versioneer]", "versionfile_source", 0}, {"[versioneer]", "versionfile_source", 1}};

int
cone_find_written(cone *c, const char *folder, const char *name)
{
	char path[LONGEST], *text = NULL;
	const char *at = NULL, *found = NULL, *section = "";
	size_t n, len = 0;
	int rc = 0, cfg = strcmp(name, "setup.cfg") == 0;
	as_err e;

	if (snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path || !fact_may_read(c->t, path) || as_slurp(path, MOST_BYTES, &text, &n, &e) != 0)
		return 0;
	for (const char *line = memchr(text, 0, n) ? NULL : text; line && rc == 0; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		size_t key = strcspn(line, "=\n");
		if (*line == '[') {
			if (found)
				rc = add(c, folder, found, len);
			found = NULL;
			section = line;
			continue;
		}
		for (size_t i = 0; i < sizeof tellers / sizeof *tellers; i++)
			if (tellers[i].cfg == cfg && strncmp(section, tellers[i].section, strlen(tellers[i].section)) == 0 && (n = value_of(line, tellers[i].key, cfg, &at))) {
				found = at;
				len = n;
			}
		for (size_t i = 0; i + 8 <= key; i++)
			if (strncmp(line + i, "template", 8) == 0)
				section = "", found = NULL; /* it says what the file holds */
	}
	if (rc == 0 && found)
		rc = add(c, folder, found, len);
	free(text);
	return rc;
}

int
cone_setup_writes(cone *c, uint32_t file)
{
	const fact_tree *t = c->t;
	const char *path = fact_str(t, file);
	char folder[LONGEST];

	if (snprintf(folder, sizeof folder, "%.*s", (int)(as_base_name(path) - path), path) >= (int)sizeof folder)
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++) {
		uint32_t to = 0;
		if (t->node[i].kind != FACT_ARG || strcmp(fact_str(t, i), "use_scm_version") != 0)
			continue;
		for (uint32_t k = i; k < t->node[i].end; k++)
			if (t->node[k].kind == FACT_STR && strstr(fact_str(t, k), "template"))
				to = UINT32_MAX;
			else if (to == 0 && t->node[k].kind == FACT_STR && AS_AMONG(fact_str(t, k), ((const char *const[]){"write_to", "version_file"})) &&
			    t->node[k].end < t->node[i].end && t->node[t->node[k].end].kind == FACT_STR)
				to = t->node[k].end;
		if (to && to != UINT32_MAX && add(c, folder, fact_str(t, to), strlen(fact_str(t, to))) != 0)
			return -1;
	}
	return 0;
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
