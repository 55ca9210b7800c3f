/* cone_any.c - see cone_impl.h: an import of a module of the tree's own that is known by its package alone, or by less:
 * import_module("own." + name). It may be any file of Python of the tree, and any module that is built of its C; and
 * what is no file of Python yet: what the build makes of a template, of Cython or by cffi, what lies there built, and
 * what code of the tree writes, unpacks or downloads. Who imports so where the tree has such is told by no name. */
#include "cone_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { LONGEST = 4096 };

void
cone_any_module(cone *c, uint32_t u, uint32_t node)
{
	cone_edge(c, u, VX_ALLPY);
	cone_late(c, &c->loads_any, node, 0, u);
}

/* Is a module made of a file of that name, which no reader takes as Python: k.pyx, k.py.in, k.so? */
static int
is_source(const char *name)
{
	static const char *const ends[] = {".pyx", ".pyx.in", ".so", ".pyd", ".pyf", ".py.in", ".py.mako", ".py.j2", ".py.jinja", ".py.jinja2", ".py.tmpl", ".py.tpl", ".py.template", ".py.cmake"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (as_ends_with(name, ends[i]))
			return 1;
	return 0;
}

/* Is a file of that name one of SWIG that says which module is made of it? */
static int
is_interface(const cone *c, const char *folder, size_t n, const char *name)
{
	char path[LONGEST], *s;
	size_t len;
	int is;

	if (!as_ends_with(name, ".i") || snprintf(path, sizeof path, "%.*s", (int)n, folder) >= (int)sizeof path || !(s = cone_file_text(c, path, name, &len)))
		return 0;
	is = strstr(s, "%module") != NULL;
	free(s);
	return is;
}

/* Has a folder with code such a file? */
static int
has_source(const cone *c, const char *folder, size_t n)
{
	struct dirent *e;
	DIR *d = cone_open_folder(c, folder, n);
	int has = 0;

	while (d && !has && (e = readdir(d)))
		has = is_source(e->d_name) || is_interface(c, folder, n, e->d_name);
	if (d)
		closedir(d);
	return has;
}

/* What writes to the file that it is told: open(path, "w"), path.write_text(). */
static int
writes(const fact_tree *t, uint32_t call)
{
	static const char *const always[] = {"write_text", "write_bytes", "urlretrieve", "copy", "copy2", "copyfile", "move", "rename", "symlink", "symlink_to"};
	const char *last = fact_str(t, call + 1);

	if (t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR)
		return 0;
	if (AS_AMONG(last, always))
		return 1;
	if (strcmp(last, "open") != 0)
		return 0;
	FACT_EACH_KID(t, call, k) {
		const char *mode = t->node[k].kind == FACT_ARG && t->node[k + 1].kind == FACT_STR ? fact_str(t, k + 1) : "";
		if (*mode && strlen(mode) <= 3 && strspn(mode, "wax+bt") == strlen(mode) && strpbrk(mode, "wax+"))
			return 1;
	}
	return 0;
}

/* Is a text at node i the end of a path of Python, but one of the version, that is neither looked for nor taken off? */
static int
names_module(const fact_tree *t, uint32_t i)
{
	static const char *const looks[] = {"endswith", "glob", "rglob", "iglob", "fnmatch", "filter", "replace", "removesuffix", "rstrip", "strip", "split", "rsplit", "partition", "exists", "isfile"};
	const char *s = fact_str(t, i);
	uint32_t up = i;

	if (t->node[i].kind != FACT_STR || !as_ends_with(s, ".py") || strstr(s, "version"))
		return 0;
	do
		up = command_around(t, up);
	while (t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_ARG || t->node[up].kind == FACT_LIST);
	if (t->node[up].kind == FACT_BIN)
		return strcmp(fact_str(t, up), "+") == 0 || strcmp(fact_str(t, up), "/") == 0 || strcmp(fact_str(t, up), "%") == 0;
	return t->node[up].kind != FACT_CALL || !AS_AMONG(fact_str(t, up + 1), looks);
}

/* Is an archive unpacked, by a CALL, where code of the tree lies: in a folder that is named there, or beside the file? */
static int
unpacks_here(const cone *c, uint32_t call)
{
	const fact_tree *t = c->t;

	if ((t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR) || !AS_AMONG(fact_str(t, call + 1), ((const char *const[]){"extractall", "unpack_archive"})))
		return 0;
	FACT_EACH_KID(t, call, k)
		for (uint32_t i = k; t->node[k].kind == FACT_ARG && i < t->node[k].end; i++) {
			const char *s = fact_str(t, i);
			if (t->node[i].kind == FACT_NAME && strcmp(s, "__file__") == 0)
				return 1;
			if (t->node[i].kind == FACT_STR && *s && as_intern_find(&c->word, s, strcspn(s, "/")) != UINT32_MAX)
				return 1;
		}
	return 0;
}

/* Does code of unit u write modules, or hand them to cffi, or does a script of the build name what no reader takes as Python? */
static int
brings(const cone *c, uint32_t u)
{
	const fact_tree *t = c->t;
	int named = 0, written = 0;

	for (uint32_t i = c->unit[u].node; i < t->node[c->unit[u].node].end; i++) {
		if (c->owner[i] != u)
			continue;
		if (t->node[i].kind == FACT_STR && c->unit[u].flags & (UNIT_BUILD | UNIT_DATA) && is_source(fact_str(t, i)))
			return 1;
		named |= names_module(t, i);
		if (t->node[i].kind != FACT_CALL || i + 1 == t->node[i].end)
			continue;
		written |= writes(t, i);
		if (unpacks_here(c, i) || (t->node[i + 1].kind == FACT_ATTR && strcmp(fact_str(t, i + 1), "set_source") == 0))
			return 1;
	}
	return named && written;
}

/* May a module of the tree be what is no file of Python when the tree is read? */
static int
has_more(const cone *c)
{
	const char *last = "";
	size_t n, was = SIZE_MAX;

	for (uint32_t u = 0; u < c->nunit; u++)
		if (c->unit[u].flags & (UNIT_PYTHON | UNIT_DATA) && !(c->unit[u].flags & UNIT_ASIDE) && brings(c, u))
			return 1;
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		const char *path = fact_str(c->t, c->p->file[f]);
		n = (size_t)(as_base_name(path) - path);
		if ((n == was && strncmp(path, last, n) == 0) || cone_aside(path))
			continue;
		if (has_source(c, path, n))
			return 1;
		last = path;
		was = n;
	}
	return 0;
}

void
cone_anies(cone *c)
{
	int more = c->loads_any.n && has_more(c);

	for (uint32_t i = 0; more && i < c->loads_any.n; i++)
		cone_hides(c, c->loads_any.u[i].unit, c->loads_any.u[i].node, "a module is loaded that may be made of what is not read as Python, or by the tree");
	for (uint32_t v = 0; c->loads_any.n && v < c->nunit; v++)
		for (uint32_t k = 0; k < c->initialised.n; k++)
			if (c->unit[v].file == c->initialised.u[k].unit && !cone_aside(fact_str(c->t, c->p->file[c->unit[v].file]))) {
				cone_edge(c, VX_ALLPY, v);
				break;
			}
}
