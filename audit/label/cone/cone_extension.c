/* cone_extension.c - see cone_impl.h: modules of Python that are built of C or C++ of the tree: those whose function of
 * initialisation it has, PyInit_NAME, PYBIND11_MODULE(NAME, m) and the like. Who imports one is led to all that stands in
 * the file with it, which may call or hand out any of that; where any of that may compile, or hide what does, the import
 * hides it, for who calls it from Python is not told. What Cython, Rust or Fortran is built to is not read. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

enum { LONGEST = 4096 };

/* Does a file call one of those by which Python 2 makes a module? */
static int
makes_old(const fact_tree *t, uint32_t file)
{
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_NAME && strncmp(fact_str(t, i), "Py_InitModule", 13) == 0)
			return 1;
	return 0;
}

/* The name of the module that a FUNC of C initialises, or a CALL of a macro that makes one; NULL. */
static const char *
initialises(const fact_tree *t, uint32_t file, uint32_t i)
{
	static const char *const heads[] = {"PYBIND11_MODULE", "PYBIND11_PLUGIN", "NB_MODULE", "BOOST_PYTHON_MODULE"};
	const char *s = fact_str(t, i);
	uint32_t e;

	if (t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK))
		return strncmp(s, "PyInit_", 7) == 0 ? s + 7 : strncmp(s, "init", 4) == 0 && makes_old(t, file) ? s + 4 : NULL;
	if (t->node[i].kind != FACT_CALL || t->node[i + 1].kind != FACT_NAME || !AS_AMONG(fact_str(t, i + 1), heads))
		return NULL;
	e = fact_arg(t, i, 0);
	return e && t->node[e].kind == FACT_NAME ? fact_str(t, e) : NULL;
}

void
cone_find_extensions(cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f], id;
		if (t->node[file].flags & (FACT_MODULE | FACT_DATA))
			continue;
		for (uint32_t i = file; i < t->node[file].end; i++) {
			const char *s = initialises(t, file, i);
			if (!s || !*s)
				continue;
			if ((id = as_intern_id(&c->extension, s, strlen(s))) == UINT32_MAX)
				c->nomem = 1;
			else
				cone_late(c, &c->initialised, i, id, f);
		}
	}
}

/* Does a script of the build say that the module, or its last part, is made of that file? */
static int
said(const fact_tree *t, const char *module, uint32_t file)
{
	const char *path = fact_str(t, file);
	size_t len = strlen(path), nmodule = strlen(module);

	for (uint32_t i = 0; i + 1 < t->n; i++) {
		int named = 0, made = 0;
		if (t->node[i].kind != FACT_CALL || (t->node[i + 1].kind != FACT_NAME && t->node[i + 1].kind != FACT_ATTR) || !as_ends_with(fact_str(t, i + 1), "Extension"))
			continue;
		for (uint32_t k = i; k < t->node[i].end; k++) {
			const char *s = fact_str(t, k);
			size_t n = strlen(s);
			if (t->node[k].kind != FACT_STR || n == 0)
				continue;
			named |= strcmp(s, as_last_part(module)) == 0 || (as_ends_with(s, module) && (n == nmodule || s[n - nmodule - 1] == '.'));
			made |= n <= len && strcmp(path + len - n, s) == 0 && (n == len || path[len - n - 1] == '/');
		}
		if (named && made)
			return 1;
	}
	return 0;
}

DIR *
cone_open_folder(const cone *c, const char *folder, size_t n)
{
	char path[LONGEST];

	if (n >= sizeof path)
		return NULL;
	memcpy(path, folder, n);
	path[n] = '\0';
	return fact_may_read(c->t, n ? path : ".") ? opendir(n ? path : ".") : NULL;
}

/* Has the folder, of n letters with its slash, nothing else that a module of that name may be? */
static int
alone(const cone *c, const char *folder, size_t n, const char *name)
{
	static const char *const ends[] = {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".pyi", ".cu", ".cuh"};
	size_t len = strlen(name);
	struct dirent *e;
	int only = 1;
	DIR *d = cone_open_folder(c, folder, n);

	if (!d)
		return 0;
	while (only && (e = readdir(d)))
		if (strncmp(e->d_name, name, len) == 0 && (!e->d_name[len] || e->d_name[len] == '.'))
			only = e->d_name[len] && AS_AMONG(e->d_name + len, ends);
	closedir(d);
	return only;
}

/* Is the package there that a module of the tree, so called in that file (a FILE node), lies in, and has it nothing else of its name? */
static int
lies_alone(const cone *c, const char *module, uint32_t file)
{
	const char *last = as_last_part(module), *path = fact_str(c->t, file);
	char package[300];
	uint32_t f;

	if (last == module || strlen(module) >= sizeof package)
		return 0;
	if (last - module == 1 && *module == '.') /* beside it */
		return alone(c, path, (size_t)(as_base_name(path) - path), last);
	strcpy(package, module);
	package[last - module - (last[-1] == '.' && last - module > 1 && last[-2] != '.')] = '\0';
	if ((f = program_module(c->p, package, file)) >= UINT32_MAX - 1)
		return 0;
	path = fact_str(c->t, f);
	return strcmp(as_base_name(path), "__init__.py") == 0 && alone(c, path, (size_t)(as_base_name(path) - path), last);
}

int
cone_extension(cone *c, uint32_t u, uint32_t node, const char *module)
{
	const char *last = as_last_part(module);
	uint32_t id = as_intern_find(&c->extension, last, strlen(last)), file = c->p->file[c->unit[u].file];
	int found = 0;

	for (uint32_t i = 0; id != UINT32_MAX && i < c->initialised.n; i++) {
		use e = c->initialised.u[i];
		if (e.name != id || (!said(c->t, module + strspn(module, "."), c->p->file[e.unit]) && !lies_alone(c, module, file)))
			continue;
		cone_late(c, &c->extends, node, e.unit, u);
		found = 1;
	}
	return found;
}

/* What a tree with modules of Python declares, hands on and does not have: Python may call it. */
static void
handed_on(cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t i = 1; i < t->n && c->initialised.n; i++) {
		uint32_t id = t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR ? cone_tail(c, t->node[i].str) : UINT32_MAX, before = t->node[i - 1].kind;
		if (id >= c->nname || (c->name[id] & (NAME_DECLARED | NAME_BODY | NAME_CLASS | NAME_VALUE)) != NAME_DECLARED || c->owner[i] == UINT32_MAX)
			continue;
		if (before != FACT_CALL && before != FACT_DECL && before != FACT_ATTR && !(c->unit[c->owner[i]].flags & (UNIT_PYTHON | UNIT_DATA)) && !is_known_whole(t->text.str[id]))
			cone_hides(c, c->owner[i], i, "it is handed on, and is not in the tree");
	}
}

void
cone_extended(cone *c)
{
	handed_on(c);
	for (uint32_t i = 0; i < c->extends.n; i++)
		for (uint32_t v = 0; v < c->nunit; v++)
			if (c->unit[v].file == c->extends.u[i].name)
				cone_edge(c, c->extends.u[i].unit, v);
}

/* May what stands in a file, or runs where a library is loaded, compile or hide what does? */
static int
may(const cone *c, uint32_t file)
{
	for (uint32_t v = 0; v < c->nunit; v++) {
		const unit *n = &c->unit[v];
		if ((n->site || n->hides || c->leads[v] & 5) && (n->file == file || ((n->flags & (UNIT_QUIET | UNIT_PYTHON | UNIT_ASIDE)) == UNIT_QUIET && !c->has_main[n->file])))
			return 1;
	}
	return 0;
}

int
cone_extension_may(const cone *c, const char *module)
{
	const char *last = as_last_part(module);
	uint32_t id = as_intern_find(&c->extension, last, strlen(last));

	for (uint32_t i = 0; id != UINT32_MAX && i < c->initialised.n; i++)
		if (c->initialised.u[i].name == id && c->initialised.u[i].of == 1)
			return 1;
	return 0;
}

int
cone_extensions_hide(cone *c)
{
	int hidden = 0;

	for (uint32_t i = 0; i < c->initialised.n; i++)
		c->initialised.u[i].of = (uint32_t)may(c, c->initialised.u[i].unit);

	for (uint32_t i = 0; i < c->extends.n; i++)
		if (may(c, c->extends.u[i].name)) {
			cone_hides(c, c->extends.u[i].unit, c->extends.u[i].node, CONE_BUILT);
			hidden = 1;
		}
	for (uint32_t i = 0, k = 0; i < c->loads_any.n; i++) {
		while (k < c->initialised.n && !c->initialised.u[k].of)
			k++;
		if (k == c->initialised.n)
			break;
		cone_hides(c, c->loads_any.u[i].unit, c->loads_any.u[i].node, CONE_BUILT);
		hidden = 1;
	}
	return hidden;
}
