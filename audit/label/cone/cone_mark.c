/* cone_mark.c - see cone_impl.h: what a node of a unit names and what it may compile. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/cplatform.h"
#include "../read/cread.h"
#include "../read/walk.h"
#include "words.h"

void
cone_aliases_clear(aliases *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		free(a->a[i].is);
	a->n = 0;
	a->star = a->any = 0;
}

static void
alias_add(cone *c, aliases *a, uint32_t as, const char *mod, const char *what, int outside)
{
	char *is = malloc(strlen(mod) + strlen(what) + 2);

	if (!is || cone_grow(c, &a->a, a->n, &a->cap, sizeof *a->a) != 0) {
		free(is);
		c->nomem = 1;
		return;
	}
	strcpy(is, mod);
	if (*what)
		strcat(*mod && mod[strlen(mod) - 1] == '.' ? is : strcat(is, "."), what);
	a->a[a->n++] = (alias){as, is, outside, 0};
}

static int
known(const aliases *a, uint32_t as)
{
	for (uint32_t k = 0; k < a->n; k++)
		if (a->a[k].as == as)
			return 1;
	return 0;
}

static void
rebound(const fact_tree *t, uint32_t target, aliases *a)
{
	for (uint32_t k = target; k < t->node[target].end; k++)
		for (uint32_t i = 0; t->node[k].kind == FACT_NAME && i < a->n; i++)
			a->a[i].rebound |= a->a[i].as == t->node[k].str;
}

/* Which names in a file are of a library's that start programs, run text or load code, where all of it is imported. */
static void
star(cone *c, uint32_t file, const char *module, int outside, aliases *a)
{
	const fact_tree *t = c->t;

	for (uint32_t n = file; n < t->node[file].end; n++)
		if (t->node[n].kind == FACT_NAME && is_starting_in(module, fact_str(t, n)) && !known(a, t->node[n].str))
			alias_add(c, a, t->node[n].str, module, fact_str(t, n), outside);
}

/* What the file has of libraries by another file of the tree is called as it is there. */
static void
reexports(cone *c, uint32_t file, aliases *a)
{
	uint32_t name;
	const char *is;

	for (uint32_t i = 0; cone_reexport_at(c, file, i, &name, &is) && !c->nomem; i++) {
		uint32_t k = 0;
		if (name == UINT32_MAX)
			star(c, file, is, 0, a);
		while (k < a->n && a->a[k].as != name)
			k++;
		if (name != UINT32_MAX && (k == a->n || !a->a[k].outside)) {
			alias_add(c, a, name, is, "", 0);
			if (k < a->n - 1) {
				alias was = a->a[k];
				a->a[k] = a->a[a->n - 1];
				free(was.is);
				a->n--;
			}
		}
	}
}

void
cone_aliases(cone *c, uint32_t file, aliases *a)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file; i < t->node[file].end && !c->nomem; i++) {
		const char *mod = fact_str(t, i);
		int from = t->node[i].kind == FACT_FROM, outside, any = 0;
		if (t->node[i].kind != FACT_IMPORT && !from)
			continue;
		outside = *mod != '.' && cone_foreign(c, mod, file);
		FACT_EACH_KID(t, i, k) {
			uint32_t n = fact_find(t, k, FACT_NAME);
			if (t->node[k].kind != FACT_ALIAS)
				continue;
			any = 1;
			if (from && strcmp(fact_str(t, k), "*") == 0) {
				a->star |= outside;
				a->any |= !outside;
				if (outside)
					star(c, file, mod, outside, a);
			} else
				alias_add(c, a, t->node[k].str, mod, !from ? "" : fact_str(t, n ? n : k), outside);
		}
		if (!any && !from) { /* its first part is bound */
			size_t n = strcspn(mod, ".");
			uint32_t id = as_intern_find(&t->text, mod, n);
			char first[200];
			if (id != UINT32_MAX && n < sizeof first) {
				memcpy(first, mod, n);
				first[n] = '\0';
				alias_add(c, a, id, first, "", outside);
			}
		}
	}
	reexports(c, file, a);
	for (uint32_t i = file; i < t->node[file].end && a->n; i++)
		if (t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_FOR)
			rebound(t, i + 1, a);
		else if (t->node[i].kind == FACT_PARAM)
			for (uint32_t k = 0; k < a->n; k++)
				a->a[k].rebound |= a->a[k].as == t->node[i].str;
}

static void
python_name(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	uint32_t id = c->t->node[node].str;
	uint8_t bits = c->sym[id];
	char full[300];
	int how;

	if (bits & SYM_METHOD && c->t->node[node].kind == FACT_ATTR)
		cone_site(c, u, node);
	if ((how = cone_full(c, node, a, full, sizeof full)) && cone_compiles_as(symbol_find(c->s, full)))
		cone_site(c, u, node);
	else if (how == 1 && is_known(full, 0) && is_compiling_name(full) && (c->t->node[node - 1].kind == FACT_CALL || c->t->node[node - 1].kind == FACT_DECOR))
		cone_hides(c, u, node, "a library is called by a name that says that it compiles");
	/* by its last part, of something that is not known */
	if (bits & SYM_LAST && how != 1 && (c->t->node[node].kind == FACT_ATTR || a->star))
		cone_late(c, &c->method, node, id, u);
	/* a module that stands for itself, not as the base of a name */
	if (how == 1 && (node == 0 || c->t->node[node - 1].kind != FACT_ATTR))
		cone_module_stands(c, full);
}

/* Names of what is in a namespace or a class of C++: with what stands before it, or,
 * where that is not known, as a name that only a class or a member of one has. */
static int
c_symbol(const cone *c, uint32_t node)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, node), *dot = strrchr(s, '.'), *last = as_last_part(s), *base = NULL;
	uint32_t id = dot ? cone_tail(c, t->node[node].str) : t->node[node].str;
	size_t nbase = 0;
	const symbol *y;

	if (id >= c->nname || !(c->sym[id] & SYM_LAST))
		return 0;
	if (t->node[node].kind == FACT_ATTR && (t->node[node + 1].kind == FACT_NAME || t->node[node + 1].kind == FACT_ATTR)) {
		base = fact_str(t, node + 1);
		nbase = strlen(base);
	} else if (dot) {
		for (base = dot; base > s && base[-1] != '.'; base--)
			;
		nbase = (size_t)(dot - base);
	}
	for (size_t k = 0; (y = cone_symbol(c, k)); k++) {
		const char *end = strrchr(y->name, '.'), *part;
		if (!c->active[k] || !cone_compiles_as(y) || !end || strcmp(end + 1, last) != 0)
			continue;
		for (part = end; part > y->name && part[-1] != '.'; part--)
			;
		if (base ? ((size_t)(end - part) == nbase && memcmp(part, base, nbase) == 0) || cone_space_as(c, base, nbase, part, (size_t)(end - part))
		         : cone_space_as(c, "", 0, part, (size_t)(end - part)))
			return 1;
		if (*part >= 'A' && *part <= 'Z' ? t->node[node].kind == FACT_ATTR : !base && *last >= 'A' && *last <= 'Z')
			return 1;
	}
	return 0;
}

/* Is that what options are commonly kept in? */
int
cone_is_options(const char *s)
{
	static const char *const list[] = {"args", "opt", "opts", "options", "option", "cfg", "config", "conf", "flags", "FLAGS", "params", "settings",
		"hparams", "arguments", "self_args", "cli_args", "parsed", "ns", "namespace"};

	return AS_AMONG(s, list);
}

/* x.compile where x holds options. */
static int
option(const fact_tree *t, uint32_t node)
{
	if (t->node[node - 1].kind == FACT_CALL) /* it is called */
		return 0;
	return cone_is_options(fact_str(t, node + 1)) && (t->node[node + 1].kind == FACT_NAME || t->node[node + 1].kind == FACT_ATTR);
}

/* Is it a member of something of the tree: self.f, super().f, Class.f? */
static int
own_member(const cone *c, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t b = node + 1;

	if (t->node[node].kind != FACT_ATTR || !(c->name[t->node[node].str] & NAME_BODY))
		return 0;
	if (t->node[b].kind == FACT_CALL)
		b++;
	return t->node[b].kind == FACT_NAME && (strcmp(fact_str(t, b), "self") == 0 || strcmp(fact_str(t, b), "cls") == 0 ||
	    strcmp(fact_str(t, b), "super") == 0 || c->name[t->node[b].str] & NAME_CLASS);
}

/* x.name may be the symbol module.name where x is named like the module's last part,
 * where the module stood as a value somewhere, or where it is a class of which x may be. */
void
cone_methods(cone *c)
{
	const fact_tree *t = c->t;
	const symbol *y;

	for (uint32_t i = 0; i < c->method.n; i++) {
		use m = c->method.u[i];
		const char *name = t->text.str[m.name];
		int asked = t->node[m.node].str != m.name; /* getattr(x, "name"): the node is x */
		const char *base = t->node[m.node].kind == FACT_STR ? NULL : asked ? fact_str(t, m.node) : t->node[m.node].kind == FACT_ATTR ? fact_str(t, m.node + 1) : NULL;
		int is = strcmp(name, "compile") == 0; /* of a model, in place */
		if (!asked && t->node[m.node].kind == FACT_ATTR && option(t, m.node))
			continue;
		if (c->unit[m.unit].site || own_member(c, m.node))
			continue;
		for (size_t k = 0; !is && (y = cone_symbol(c, k)); k++) {
			const char *dot = strrchr(y->name, '.'), *part;
			size_t n;
			if (!dot || dot == y->name || strcmp(dot + 1, name) != 0 || !cone_compiles_as(y) || !c->active[k])
				continue;
			for (part = dot; part > y->name && part[-1] != '.'; part--)
				;
			n = (size_t)(dot - part);
			is = !base || (strlen(base) == n && memcmp(base, part, n) == 0) || (*part >= 'A' && *part <= 'Z') ||
			    as_intern_find(&c->outside, y->name, (size_t)(dot - y->name)) != UINT32_MAX;
		}
		if (is)
			cone_site(c, m.unit, m.node);
	}
	/* getattr(module, x): x is what the tree has as a string somewhere; the module is one that stands as a value where it is not known */
	for (uint32_t i = 0; i < c->given.n; i++) {
		const char *module = c->library.str[c->given.u[i].name];
		size_t n = strlen(module);
		for (size_t k = 0; (y = cone_symbol(c, k)); k++) {
			uint32_t id;
			const char *last = strrchr(y->name, '.');
			if (!c->active[k] || !cone_compiles_as(y) || !last || last == y->name)
				continue;
			if (n ? (size_t)(last - y->name) != n || strncmp(y->name, module, n) != 0 :
			    as_intern_find(&c->outside, y->name, (size_t)(last - y->name)) == UINT32_MAX && !c->any_module)
				continue;
			id = as_intern_find(&t->text, last + 1, strlen(last + 1));
			if (id < c->nname && c->name[id] & NAME_STRING)
				cone_site(c, c->given.u[i].unit, c->given.u[i].node);
		}
	}
}

/* Every word of a string that is one word, or of "module.name", "a:b". */
static void
string(cone *c, uint32_t u, uint32_t node)
{
	const char *s = fact_str(c->t, node);
	size_t len = c->t->text.len[c->t->node[node].str];

	if (len > 200 || strpbrk(s, " \t\n"))
		return;
	if (c->t->node[node].str < c->nname)
		c->name[c->t->node[node].str] |= NAME_STRING;
	if (cone_compiles_as(symbol_find(c->s, s)) && (strchr(s, '.') || c->sym[c->t->node[node].str] & SYM_EXACT))
		cone_site(c, u, node);
	for (size_t n; *s; s += n ? n : 1)
		if ((n = cone_word(s)))
			cone_spells(c, u, node, as_intern_find(&c->t->text, s, n));
}

/* Text that was not taken apart: each word may be called. */
static void
words(cone *c, uint32_t u, uint32_t node)
{
	const char *s = fact_str(c->t, node);

	for (size_t n; *s; s += n ? n : 1)
		if ((n = cone_word(s))) {
			uint32_t id = as_intern_find(&c->t->text, s, n);
			cone_spells(c, u, node, id);
			if (id < c->nname && c->sym[id] & (SYM_EXACT | SYM_METHOD))
				cone_site(c, u, node);
		}
}

/* Is the first part of a path a folder of the tree? */
int
cone_has_folder(const cone *c, const char *path)
{
	size_t n = strcspn(path, "/") + 1;

	for (uint32_t f = 0; f < c->p->nfile; f++) {
		const char *have = fact_str(c->t, c->p->file[f]);
		for (const char *s = have; s; s = strchr(s, '/') ? strchr(s, '/') + 1 : NULL)
			if (strncmp(s, path, n) == 0)
				return 1;
	}
	return 0;
}

uint32_t
cone_included(const cone *c, const char *path)
{
	size_t n;

	while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
		path = strchr(path, '/') + 1;
	n = strlen(path);
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		const char *have = fact_str(c->t, c->p->file[f]);
		size_t k = c->t->text.len[c->t->node[c->p->file[f]].str];
		if (k >= n && memcmp(have + k - n, path, n) == 0 && (k == n || have[k - n - 1] == '/'))
			return f;
	}
	return UINT32_MAX;
}

/* Is the header one of the C library, of the system or of the library of C++, which define no macros that a project asks for? */
static int
of_system(const char *path)
{
	return (c_is_system_header(path) && !c_is_library_header(path)) || !path[strspn(path, "abcdefghijklmnopqrstuvwxyz_0123456789")];
}

/* Is there a file of that name, in quotes, that is none of C, or was not read as it is a piece of something? */
static int
is_piece(const cone *c, uint32_t u, uint32_t node, uint32_t f)
{
	const char *from = fact_str(c->t, c->p->file[c->unit[u].file]), *path = fact_str(c->t, node);
	char at[1024], *text;
	size_t n;

	if (!(c->t->node[node].flags & FACT_QUOTED) || (f != UINT32_MAX && !(c->t->node[c->p->file[f]].flags & (FACT_DATA | FACT_ASSEMBLY | FACT_MODULE))))
		return 0;
	free(text = c_find_header(c->t, from, path, strlen(path), WALK_MAX_C, at, sizeof at, &n));
	return text != NULL;
}

/* A header in quotes is the project's own: where the tree lacks it, what it declares is not known. */
static void
include(cone *c, uint32_t u, uint32_t node)
{
	const char *path = fact_str(c->t, node);
	uint32_t f = cone_included(c, path);
	uint8_t *lacks = &c->lacks[c->unit[u].file];
	int own;

	if (is_piece(c, u, node, f)) {
		cone_late(c, &c->unread, node, c->t->node[node].str, u);
		*lacks |= LACKS_ALL;
		return;
	}
	if (strchr(path, '\\')) /* folders of Windows, by which no compiler of this system finds a file */
		return;
	while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
		path = strchr(path, '/') + 1;
	if (f != UINT32_MAX) {
		cone_edge(c, u, VX_FILE | f);
		return;
	}
	if (*lacks & LACKS_ALL || (c->foreign && c->foreign[c->unit[u].file]))
		return;
	own = c->t->node[node].flags & FACT_QUOTED && !(strchr(path, '/') && !cone_has_folder(c, path));
	if (own && c_is_system_header(path))
		*lacks |= strchr(path, '/') ? LACKS_NAMES : 0; /* it may be the tree's own after all */
	if (c_is_system_header(path) || (!own && !of_system(path) && !cone_made(c, c->p->file[c->unit[u].file], path)))
		*lacks |= of_system(path) ? 0 : c_is_system_header(path) ? LACKS_FOREIGN : LACKS_FOREIGN | LACKS_STRANGE;
	else if (own && !cone_not_built(c, u, node) && !cone_unset(c, u, node) && !cone_made(c, c->p->file[c->unit[u].file], path))
		*lacks |= cone_tool(c, u, path) ? LACKS_NAMES : LACKS_ALL;
}

/* Is a NAME or ATTR handed on, and neither called nor declared there? */
static int
is_handed(const fact_tree *t, uint32_t node)
{
	return t->node[node - 1].kind != FACT_CALL && t->node[node - 1].kind != FACT_DECL;
}

/* A NAME, ATTR or TYPE of C: may it compile, load code, or start a program? */
static void
c_name(cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, node);
	uint32_t id = t->node[node].str;
	int plain = t->node[node].kind == FACT_NAME, before = t->node[node - 1].kind;

	if (plain && (runs_memory(s) || (cone_protects(s) && is_handed(t, node) && c->own[id] != u + 1 && !cone_protects_kept(t, node))))
		cone_hides(c, u, node, MAKES_CODE);
	else if (t->node[node].kind == FACT_ATTR && strcmp(fact_str(t, node + 1), "std") == 0 && before != FACT_CALL && is_process(s))
		cone_hides(c, u, node, CONE_PROGRAM);
	else if (plain && is_handed(t, node) && before != FACT_PARAM && before != FACT_ATTR && before != FACT_INDEX && is_process(s) && !cone_declares(c, u, id) && !cone_object(c, u, node))
		cone_late(c, &c->builds, node, id, u);
	else if (plain && is_handed(t, node) && cone_gets_code(s) && !cone_declares(c, u, id))
		cone_hides(c, u, node, CONE_LOADS);
	else if (c->sym[id] & SYM_EXACT || (c->sym[id] & SYM_METHOD && t->node[node].kind == FACT_ATTR) || c_symbol(c, node))
		cone_site(c, u, node);
	cone_loud(c, u, node);
}

/* A NAME, ATTR or TYPE. */
static void
named(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	const fact_node *f = &t->node[node];
	int python = (c->unit[u].flags & UNIT_PYTHON) != 0;
	uint32_t id = f->str;

	if (f->kind != FACT_ATTR && strstr(fact_str(t, node), "##"))
		cone_late(c, &c->paste, node, id, u);
	if (f->kind == FACT_TYPE && strchr(fact_str(t, node), '.'))
		string(c, u, node);
	else if (python && f->kind != FACT_TYPE)
		cone_python_names(c, u, node, a);
	else if (python || f->kind != FACT_NAME || id >= c->nname || c->own[id] != u + 1)
		cone_names(c, u, id);
	if (id < c->nname && c->sym[id] & SYM_RUNS)
		c->unit[u].flags |= UNIT_USES;
	if (!python) {
		c_name(c, u, node);
	} else if (f->kind != FACT_TYPE) {
		python_name(c, u, node, a);
		cone_python_member(c, u, node, a);
	}
}

/* An IMPORT or FROM of Python. */
static void
imported(cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	const char *module = fact_str(t, node);
	int from = t->node[node].kind == FACT_FROM;

	cone_import(c, u, node, module);
	FACT_EACH_KID(t, node, k) {
		char full[300];
		uint32_t n = fact_find(t, k, FACT_NAME);
		const char *what = fact_str(t, n ? n : k);
		int renamed = strcmp(what, fact_str(t, k)) != 0;
		if (t->node[k].kind != FACT_ALIAS)
			continue;
		if (from && renamed) /* from m import what as that */
			cone_edge(c, VX_PYNAME | t->node[k].str, VX_PYNAME | t->node[n].str);
		/* a name that is only asked of a module of the tree does not come to be by that */
		if (!from || renamed || (*module != '.' && cone_foreign(c, module, c->p->file[c->unit[u].file])))
			c->name[t->node[k].str] |= NAME_VALUE;
		if (from && snprintf(full, sizeof full, "%s.%s", module, what) < (int)sizeof full && cone_compiles_as(symbol_find(c->s, full)))
			cone_site(c, u, k);
	}
}

/* What stands between two nodes are names of variables. */
static void
values(cone *c, uint32_t u, uint32_t from, uint32_t end, int of_file)
{
	const fact_tree *t = c->t;

	for (uint32_t k = from; k < end; k++)
		if (t->node[k].kind == FACT_NAME && (c->unit[u].flags & UNIT_PYTHON || t->node[k - 1].kind != FACT_CALL)) { /* f().x = y sets no f */
			c->name[t->node[k].str] |= NAME_VALUE;
			if (of_file)
				c->of_file[t->node[k].str] = c->unit[u].file + 1;
		}
}

/* A DECL, ASSIGN or FOR: its target comes to be, or is changed. */
static void
set(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	int python = (c->unit[u].flags & UNIT_PYTHON) != 0, kind = t->node[node].kind;
	uint32_t target = node + 1;

	if (python && kind == FACT_ASSIGN) {
		if (t->node[target].kind == FACT_ATTR)
			cone_handed(c, node, a);
		cone_patch_assign(c, u, node, a);
		cone_environ(c, u, node);
	}
	if (kind == FACT_ASSIGN)
		cone_keep_target(c, u, target);
	if (kind != FACT_DECL && t->node[target].kind == FACT_ATTR) {
		cone_late(c, &c->stored, node, t->node[target].str, u);
		c->name[t->node[target].str] |= NAME_MEMBER;
	}
	if (python && c->unit[u].flags & UNIT_FILE && t->node[target].kind == FACT_NAME)
		c->name[t->node[target].str] |= NAME_GLOBAL;
	for (int k = 0; !python && kind == FACT_FOR && k < 2; k++) { /* what a loop of C++ calls */
		uint32_t range = as_intern_find(&t->text, k ? "end" : "begin", k ? 3 : 5);
		if (range < c->nname)
			cone_names(c, u, range);
	}
	values(c, u, target, t->node[target].end, python && c->unit[u].flags & UNIT_FILE);
}

static void
mark(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	const fact_node *f = &t->node[node];
	int python = c->unit[u].flags & UNIT_PYTHON, of_file = python && c->unit[u].flags & UNIT_FILE;

	if (c->unit[u].flags & UNIT_DATA) {
		if (f->kind == FACT_STR || f->kind == FACT_NAME)
			string(c, u, node);
		return;
	}
	switch (f->kind) {
	case FACT_ERROR:
		if (!python)
			cone_late(c, &c->unread, node, f->str, u);
		else if (!fact_is_old(t, node))
			cone_hides(c, u, node, "it could not be read");
		break;
	case FACT_NAME: case FACT_ATTR: case FACT_TYPE: named(c, u, node, a); break;
	case FACT_STR: string(c, u, node); break;
	case FACT_UNKNOWN:
		words(c, u, node);
		if (!python)
			cone_loud(c, u, node);
		break;
	case FACT_INCLUDE: include(c, u, node); break;
	case FACT_IMPORT: case FACT_FROM:
		if (python) /* else: using */
			imported(c, u, node);
		break;
	case FACT_DECL: case FACT_ASSIGN: case FACT_FOR: set(c, u, node, a); break;
	case FACT_ITEM: values(c, u, t->node[node + 1].end, f->end, of_file); break;
	case FACT_GLOBAL: values(c, u, node + 1, f->end, python); break;
	case FACT_PARAM: case FACT_HANDLER: case FACT_TPARAM: c->name[f->str] |= NAME_VALUE; break;
	case FACT_FUNC: /* a macro within a function */
		if (!python && f->str < c->nname && f->flags & FACT_MACRO)
			c->name[f->str] |= NAME_BODY;
		break;
	case FACT_CALL:
		cone_keep_call(c, u, node);
		if (python) {
			cone_python_call(c, u, node, a);
			cone_patch_call(c, u, node, a);
			cone_handed(c, node, a);
		} else {
			cone_c_call(c, u, node);
		}
		break;
	default: break;
	}
}

void
cone_mark(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	c->at = node;
	mark(c, u, node, a);
	c->at = 0;
}
