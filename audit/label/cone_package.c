/* cone_package.c - see cone_impl.h: a module of Python that is imported by a text of which the end is not known, but that begins with
 * the name of a package: it may be any file below the package's folder, or what is built of C of the tree. Whatever the rest
 * of the name is, it is looked for in that folder alone. Where code says where packages lie, or which modules there are, the
 * folder does not tell, and it may be any file of the tree; so it may where only an object says which package it is. */
#include "cone_command.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "words.h"

enum { LONGEST = 300 };

/* Is a NAME or ATTR that is __path__ only looked through, by a function of pkgutil? */
static int
looked_through(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i), call = command_around(t, up);

	return t->node[up].kind == FACT_ARG && t->node[call].kind == FACT_CALL && AS_AMONG(fact_str(t, call + 1), ((const char *const[]){"iter_modules", "walk_packages"}));
}

/* Is sys.modules, at node i, only read: x in sys.modules, f(sys.modules[x])? */
static int
modules_read(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i), over = command_around(t, up);

	if (t->node[up].kind == FACT_BIN)
		return 1;
	if (t->node[up].kind != FACT_INDEX || i != up + 1)
		return 0;
	switch (t->node[over].kind) {
	case FACT_ARG: case FACT_ATTR: case FACT_RETURN: case FACT_BIN: case FACT_COND: case FACT_INDEX: return 1;
	case FACT_ASSIGN: return up != over + 1;
	default: return 0;
	}
}

/* May code of the tree say where packages lie, or which modules there are? */
static int
says_where(const fact_tree *t, uint32_t i)
{
	static const char *const by[] = {"__path__", "extend_path", "declare_namespace", "meta_path", "path_hooks", "path_importer_cache", "submodule_search_locations"};
	const char *s = fact_str(t, i);
	int modules = strcmp(s, "modules") == 0;

	switch (t->node[i].kind) {
	case FACT_STR: return modules || AS_AMONG(s, by);
	case FACT_ALIAS: return (modules && strcmp(fact_str(t, command_around(t, i)), "sys") == 0) || AS_AMONG(s, by);
	case FACT_ARG: return AS_AMONG(s, by);
	case FACT_NAME: case FACT_ATTR: break;
	default: return 0;
	}
	if (modules)
		return t->node[i].kind == FACT_ATTR && t->node[i + 1].kind == FACT_NAME && t->node[i - 1].kind != FACT_CALL && !modules_read(t, i);
	return AS_AMONG(s, by) && !looked_through(t, i);
}

static int
folders_tell(cone *c)
{
	if (!c->folders_tell) {
		c->folders_tell = 1;
		for (uint32_t f = 0; f < c->p->nfile && c->folders_tell == 1; f++)
			for (uint32_t i = c->p->file[f] + 2; is_python(c->t, c->p->file[f]) && i < c->t->node[c->p->file[f]].end; i++)
				if (says_where(c->t, i))
					c->folders_tell = 2;
	}
	return c->folders_tell == 1;
}

/* How many letters of a path name the folder, with its slash, that it lies in. */
static size_t
folder_of(const char *path)
{
	return (size_t)(as_base_name(path) - path);
}

/* Has a folder, of n letters, an __init__.py? */
static int
is_package_at(const cone *c, const char *path, size_t n)
{
	char init[4096];

	return snprintf(init, sizeof init, "%.*s__init__.py", (int)n, path) < (int)sizeof init && program_path(c->p, init) != UINT32_MAX;
}

/* Has a folder, of n letters, what may be a module and is not read, or leads elsewhere? */
static int
has_others(const cone *c, const char *path, size_t n)
{
	static const char *const ends[] = {".so", ".pyd", ".pyx", ".pyc", ".dll", ".dylib", ".rs", ".py.in", ".pxi"};
	struct dirent *e;
	DIR *d = cone_open_folder(c, path, n);
	struct stat st;
	int has = !d;

	while (!has && (e = readdir(d))) {
		has = fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || S_ISLNK(st.st_mode);
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			has |= as_ends_with(e->d_name, ends[i]);
	}
	if (d)
		closedir(d);
	return has;
}

/* Leads to all modules of a package, "." for that of the unit's file; top: and of what that lies in. 0: they are not known. */
static int
load_all(cone *c, uint32_t u, uint32_t call, const char *package, int top)
{
	const fact_tree *t = c->t;
	uint32_t f, i = 0, file = c->p->file[c->unit[u].file];
	int known = 0, own = strcmp(package, ".") == 0;

	if (!folders_tell(c))
		return 0;
	for (f = own ? file : cone_module(c, package, file, &i); f != UINT32_MAX; f = i ? cone_module(c, package, file, &i) : UINT32_MAX) {
		const char *path = fact_str(t, f);
		size_t n = folder_of(path), up, seen = 0;
		const char *last = "";
		if (own ? !is_package_at(c, path, n) : strcmp(path + n, "__init__.py") != 0)
			return 0;
		while (top && n > 1) { /* what the package lies in */
			for (up = n - 1; up > 0 && path[up - 1] != '/'; up--)
				;
			if (!up || !is_package_at(c, path, up))
				break;
			n = up;
		}
		for (uint32_t k = 0; k < c->p->nfile; k++) {
			const char *s = fact_str(t, c->p->file[k]);
			size_t len = folder_of(s);
			if (!is_python(t, c->p->file[k]) || strncmp(s, path, n) != 0)
				continue;
			if ((len != seen || strncmp(last, s, len) != 0) && has_others(c, s, len))
				return 0;
			last = s;
			seen = len;
			cone_edge(c, u, VX_FILE | k);
		}
		known = 1;
	}
	for (uint32_t k = 0; known && k < c->initialised.n; k++)
		cone_late(c, &c->extends, call, c->initialised.u[k].unit, u);
	return known;
}

/* Is the variable that a NAME is set, and to nothing for which is() does not hold? */
static int
only_set_to(const fact_tree *t, uint32_t e, int (*is)(const fact_tree *, uint32_t, int), int depth)
{
	uint32_t top = command_owner(t, e);
	int any = 0;

	for (uint32_t i = top + 1; i < t->node[top].end; i++) {
		uint32_t by;
		if (t->node[i].str != t->node[e].str)
			continue;
		if (command_binds_else(t, i) || t->node[i].kind == FACT_PARAM)
			return 0;
		if (t->node[i].kind != FACT_NAME || !(by = command_sets(t, i)))
			continue;
		if (t->node[by].kind != FACT_ASSIGN || i != by + 1 || *fact_str(t, by) || !is(t, t->node[i].end, depth + 1))
			return 0;
		any = 1;
	}
	return any;
}

/* Is that x.__name__ or __name__, or a variable that is only given such? */
static int
is_package(const fact_tree *t, uint32_t e, int depth)
{
	const char *s = fact_str(t, e);

	if (t->node[e].kind != FACT_NAME && t->node[e].kind != FACT_ATTR)
		return 0;
	if (strcmp(s, "__name__") == 0 || strcmp(s, "__package__") == 0)
		return 1;
	if (t->node[e].kind != FACT_NAME || depth > 4)
		return 0;
	return only_set_to(t, e, is_package, depth);
}

/* Is that a package's name, a dot and more: f"{package.__name__}.{x}", or a variable that is only given such? */
static int
is_part(const fact_tree *t, uint32_t e, int depth)
{
	uint32_t f = e + 1, next;

	if (t->node[e].kind == FACT_JOIN || (t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "+") == 0)) {
		if (f >= t->node[e].end || (next = t->node[f].end) >= t->node[e].end)
			return 0;
		if (t->node[f].kind == FACT_BIN)
			return is_part(t, f, depth);
		return is_package(t, f, 0) && t->node[next].kind == FACT_STR && *fact_str(t, next) == '.';
	}
	if (t->node[e].kind != FACT_NAME || depth > 4)
		return 0;
	return only_set_to(t, e, is_part, depth);
}

/* What a text begins with, as far as it stands there, in out, of LONGEST letters: 1, that is all of it; -1: it is too long. */
static int
begins(const fact_tree *t, uint32_t e, char *out)
{
	const char *s = NULL, *signs = "";
	uint32_t f = e + 1;
	size_t n = strlen(out), k;
	int more = 1;

	switch (t->node[e].kind) {
	case FACT_STR: s = fact_str(t, e); break;
	case FACT_JOIN: break;
	case FACT_BIN:
		if (strcmp(fact_str(t, e), "%") == 0 && t->node[f].kind == FACT_STR)
			s = fact_str(t, f), signs = "%";
		else if (strcmp(fact_str(t, e), "+") != 0)
			return 0;
		break;
	case FACT_CALL:
		if (t->node[f].kind != FACT_ATTR || t->node[f + 1].kind != FACT_STR || strcmp(fact_str(t, f), "format") != 0)
			return 0;
		s = fact_str(t, f + 1), signs = "{}";
		break;
	default: return 0;
	}
	if (!s) {
		FACT_EACH_KID(t, e, part)
			if (more > 0)
				more = begins(t, part, out);
		return more;
	}
	k = strcspn(s, signs);
	if (n + k >= LONGEST)
		return -1;
	memcpy(out + n, s, k);
	out[n + k] = '\0';
	return !*signs;
}

/* The same of what a variable is given, which must all begin alike; else "". */
static void
begins_all(cone *c, uint32_t e, char *out)
{
	const fact_tree *t = c->t;
	uint32_t top, n = 0;
	char one[LONGEST];

	*out = '\0';
	if (t->node[e].kind != FACT_NAME) {
		if (begins(t, e, out) < 0)
			*out = '\0';
		return;
	}
	top = command_owner(t, e);
	if (t->node[top].kind == FACT_FILE && !command_text_alone(c, top, t->node[e].str))
		return;
	for (uint32_t i = top + 1; i < t->node[top].end; i++) {
		uint32_t by;
		if (t->node[i].str != t->node[e].str || !(command_binds_else(t, i) || t->node[i].kind == FACT_PARAM || (t->node[i].kind == FACT_NAME && command_sets(t, i))))
			continue;
		by = t->node[i].kind == FACT_NAME ? command_sets(t, i) : 0;
		*one = '\0';
		if (!by || t->node[by].kind != FACT_ASSIGN || i != by + 1 || *fact_str(t, by) || begins(t, t->node[i].end, one) < 0 || (n++ && strcmp(one, out) != 0)) {
			*out = '\0';
			return;
		}
		strcpy(out, one);
	}
}

/* Is that __name__, or __package__, of the file itself, which is a package's? */
static int
is_own_package(const cone *c, uint32_t e, uint32_t file)
{
	const fact_tree *t = c->t;

	return t->node[e].kind == FACT_NAME && (strcmp(fact_str(t, e), "__package__") == 0 ||
	    (strcmp(fact_str(t, e), "__name__") == 0 && strcmp(as_base_name(fact_str(t, file)), "__init__.py") == 0));
}

/* Is the CALL led to all modules of the package whose name, and a dot, the text e begins with: "a.b." + x, f"{__name__}.{x}"? ".x" may go up to what that lies in. */
static int
by_package(cone *c, uint32_t u, uint32_t call, uint32_t e)
{
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[c->unit[u].file], package = fact_given(t, call, "package", 1), first = e + 1;
	int import = strcmp(fact_str(t, call + 1), "__import__") == 0;
	char name[LONGEST], *dot;

	if (import && !command_absolute(t, call))
		return 0;
	begins_all(c, e, name);
	if (*name == '.' && !import && package) {
		if (t->node[package].kind == FACT_STR)
			return load_all(c, u, call, fact_str(t, package), 1);
		return is_own_package(c, package, file) && load_all(c, u, call, ".", 1);
	}
	while (t->node[e].kind == FACT_BIN && t->node[first].kind == FACT_BIN) /* (a + b) + c */
		e = first++;
	if ((t->node[e].kind == FACT_JOIN || t->node[e].kind == FACT_BIN) && first < t->node[e].end && is_own_package(c, first, file) && t->node[first].end < t->node[e].end &&
	    t->node[t->node[first].end].kind == FACT_STR && *fact_str(t, t->node[first].end) == '.' && (t->node[e].kind == FACT_JOIN || strcmp(fact_str(t, e), "+") == 0))
		return load_all(c, u, call, ".", 0);
	if (*name == '.' || !(dot = strrchr(name, '.')))
		return 0;
	*dot = '\0';
	return load_all(c, u, call, name, 0);
}

int
cone_by_package(cone *c, uint32_t u, uint32_t call, uint32_t e)
{
	if (by_package(c, u, call, e))
		return 1;
	if (!is_part(c->t, e, 0))
		return 0;
	cone_edge(c, u, VX_ALLPY);
	c->any_module = 1;
	c->unit[u].flags |= UNIT_LOADS;
	return 1;
}
