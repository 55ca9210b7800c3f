/* cone_needs.c - see cone_impl.h: the libraries that a project says it needs: in
 * pyproject.toml, setup.cfg, setup.py, requirements files, or what was installed of it. */
#include "cone_impl.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "words.h"

enum { MOST_FOLDERS = 20000, LONGEST = 4096, MOST_BYTES = 1 << 20 };

/* A name as it is compared: small, "_" between its parts. */
static int
add(cone *c, const char *s, size_t n)
{
	char name[100];

	if (n == 0 || n >= sizeof name)
		return 0;
	for (size_t i = 0; i < n; i++)
		name[i] = s[i] == '-' || s[i] == '.' ? '_' : (char)tolower((unsigned char)s[i]);
	return as_intern_id(&c->needs, name, n) == UINT32_MAX ? -1 : 0;
}

/* "name", "name[extra]>=1.2; marker", and nothing else: its name's length, or 0. */
static size_t
requirement(const char *s)
{
	size_t n = 0, k;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '-' || s[n] == '.')
		n++;
	k = n + strspn(s + n, " \t");
	return n && (!s[k] || strchr("[<>=!~;(@#,'\"\r\n", s[k])) ? n : 0;
}

/* Lines of a file that lists one a line. */
static int
plain_list(cone *c, char *text, const char *prefix)
{
	for (char *line = text, *next; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (strncmp(line, prefix, strlen(prefix)) == 0 && add(c, line + strlen(prefix), requirement(line + strlen(prefix))) != 0)
			return -1;
	}
	return 0;
}

/* Is that the name of a list of what is needed? */
static int
lists(const char *s, size_t n)
{
	for (size_t i = 0; i + 6 <= n; i++)
		if (strncmp(s + i, "depend", 6) == 0 || (i + 7 <= n && strncmp(s + i, "require", 7) == 0))
			return 1;
	return 0;
}

/* pyproject.toml and setup.cfg: lists under keys, or in sections, of such names. */
static int
sections(cone *c, char *text)
{
	int section = 0, list = 0;

	for (char *line = text, *next; line; line = next) {
		size_t skip = strspn(line, " \t");
		char *eq;
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (line[skip] == '#' || !line[skip])
			continue;
		if (*line == '[') {
			section = lists(line, strlen(line)) || strstr(line, "extras") != NULL;
			list = 0;
			continue;
		}
		eq = strchr(line, '=');
		if (!skip && eq && (eq == line || !strchr("<>!~", eq[-1])) && *line != '"' && *line != '\'') { /* a key */
			list = section || lists(line, (size_t)(eq - line));
			if (section && add(c, line, requirement(line)) != 0)
				return -1;
			if (!list)
				continue;
			line = eq + 1;
			skip = strspn(line, " \t");
		}
		if (!list)
			continue;
		if (add(c, line + skip, requirement(line + skip)) != 0)
			return -1;
		for (char *q = line; (q = strpbrk(q, "\"'"));) {
			char *end = strchr(q + 1, *q);
			if (!end)
				break;
			if (add(c, q + 1, requirement(q + 1)) != 0)
				return -1;
			q = end + 1;
		}
	}
	return 0;
}

static int
read_list(cone *c, const char *folder, const char *name, int (*fn)(cone *, char *, const char *), const char *prefix)
{
	char path[LONGEST], *text = NULL;
	size_t n;
	as_err e;
	int rc = 0;

	if (snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path || !fact_may_read(c->t, path) ||
	    as_slurp(path, MOST_BYTES, &text, &n, &e) != 0)
		return 0;
	if (!memchr(text, 0, n))
		rc = fn ? fn(c, text, prefix) : sections(c, text);
	free(text);
	return rc;
}

/* What a folder (with its slash, or "") says. */
static int
folder(cone *c, const char *path)
{
	DIR *d = opendir(*path ? path : ".");
	struct dirent *e;
	int rc = 0;

	while (d && rc == 0 && (e = readdir(d))) {
		char below[400];
		const char *s = e->d_name;
		if (strcmp(s, "pyproject.toml") == 0 || strcmp(s, "setup.cfg") == 0) {
			rc = read_list(c, path, s, NULL, "") != 0 || cone_find_written(c, path, s) != 0 ? -1 : 0;
		} else if (strstr(s, "requirements") && as_ends_with(s, ".txt")) {
			rc = read_list(c, path, s, plain_list, "");
		} else if (strcmp(s, "PKG-INFO") == 0) {
			rc = read_list(c, path, s, plain_list, "Requires-Dist: ");
		} else if (as_ends_with(s, ".dist-info") && strlen(s) < 300) {
			snprintf(below, sizeof below, "%s/METADATA", s);
			rc = read_list(c, path, below, plain_list, "Requires-Dist: ");
		} else if (as_ends_with(s, ".egg-info") && strlen(s) < 300) {
			snprintf(below, sizeof below, "%s/requires.txt", s);
			rc = read_list(c, path, below, plain_list, "");
		}
	}
	if (d)
		closedir(d);
	return rc;
}

/* setup.py: its strings that look like a requirement, but not the project's own name. */
static int
setup(cone *c, uint32_t file)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file; i < t->node[file].end; i++) {
		if (t->node[i].kind == FACT_ARG && strcmp(fact_str(t, i), "name") == 0)
			i = t->node[i].end - 1;
		else if (t->node[i].kind == FACT_STR && t->text.len[t->node[i].str] < 200 && add(c, fact_str(t, i), requirement(fact_str(t, i))) != 0)
			return -1;
	}
	return 0;
}

int
cone_needs(cone *c)
{
	as_intern seen = {0};
	int rc = 0;

	for (uint32_t f = 0; f < c->p->nfile && rc == 0 && seen.n < MOST_FOLDERS; f++) {
		const char *path = fact_str(c->t, c->p->file[f]);
		size_t n = strlen(path);
		if (!is_python(c->t, c->p->file[f]))
			continue;
		if (as_ends_with(path, "setup.py"))
			rc = setup(c, c->p->file[f]) != 0 || cone_setup_writes(c, c->p->file[f]) != 0 ? -1 : 0;
		while (n > 0 && rc == 0) {
			char at[LONGEST];
			uint32_t have = seen.n;
			while (n > 0 && path[n - 1] != '/')
				n--;
			if (n + 1 >= sizeof at)
				break;
			memcpy(at, path, n);
			at[n] = '\0';
			if (as_intern_id(&seen, at, n) == UINT32_MAX)
				rc = -1;
			if (seen.n == have) /* and so all above it */
				break;
			if (!fact_may_read(c->t, *at ? at : ".")) /* above the operand */
				break;
			rc = folder(c, at);
			if (n > 0)
				n--;
		}
	}
	as_intern_free(&seen);
	return rc;
}

/* Is a distribution of that name needed, or one that is called so for Python? */
static int
needs(const cone *c, const char *name)
{
	static const char *const around[][2] = {{"", ""}, {"python_", ""}, {"", "_python"}, {"", "_py"}};
	char whole[120];

	for (size_t i = 0; i < sizeof around / sizeof *around; i++)
		if (snprintf(whole, sizeof whole, "%s%s%s", around[i][0], name, around[i][1]) < (int)sizeof whole && as_intern_find(&c->needs, whole, strlen(whole)) != UINT32_MAX)
			return 1;
	return 0;
}

int
cone_needed(const cone *c, const char *module)
{
	char name[100];

	for (size_t n = 0; n + 1 < sizeof name; n++) { /* a, a_b, a_b_c of a.b.c: parts of one package are distributed so */
		name[n] = '\0';
		if ((module[n] == '.' || !module[n]) && n && needs(c, name))
			return 1;
		if (!module[n])
			return 0;
		name[n] = module[n] == '.' ? '_' : (char)tolower((unsigned char)module[n]);
	}
	return 0;
}
