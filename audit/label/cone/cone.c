/* cone.c - see cone.h: units and what leads where. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../program/cdefs.h"
#include "../facts/cplatform.h"
#include "grow.h"
#include "../program/harmless.h"
#include "../line/line.h"
#include "words.h"

int
cone_grow(cone *c, void *p, uint32_t n, uint32_t *cap, size_t size)
{
	if (as_grow32(p, n, cap, size) == 0)
		return 0;
	c->nomem = 1;
	return -1;
}

void
cone_edge(cone *c, uint32_t from, uint32_t to)
{
	if (as_grow(&c->pair, c->npair, &c->pair_cap, sizeof *c->pair) != 0)
		c->nomem = 1;
	else
		c->pair[c->npair++] = (uint64_t)from << 32 | to;
}

uint32_t
cone_vertex(const cone *c, uint32_t v)
{
	if (v & VX_NAME)
		return c->nunit + c->p->nfile + 3 + (v >> 31) * c->nname + (v & ~VX_PYNAME);
	if (v & VX_FILE)
		return c->nunit + (v & ~VX_FILE);
	if (v & VX_LINK)
		return c->nunit + c->p->nfile + (v & 3);
	return v;
}

/* The name as the language of unit u means it. */
static uint32_t
name_vertex(const cone *c, uint32_t u, uint32_t id)
{
	return (c->unit[u].flags & UNIT_PYTHON ? VX_PYNAME : VX_NAME) | id;
}

void
cone_names(cone *c, uint32_t u, uint32_t id)
{
	if (id >= c->nname || c->stamp[id] == u + 1)
		return;
	c->name[id] |= NAME_SEEN;
	if (c->away[c->at]) {
		cone_late(c, &c->far, c->at, id, u);
		return;
	}
	c->stamp[id] = u + 1;
	cone_edge(c, u, name_vertex(c, u, id));
}

void
cone_spells(cone *c, uint32_t u, uint32_t node, uint32_t id)
{
	cone_names(c, u, id);
	if (id < c->nname && !(c->unit[u].flags & (UNIT_PYTHON | UNIT_DATA)))
		cone_late(c, &c->spelled, node, id, u);
}

void
cone_late(cone *c, uses *l, uint32_t node, uint32_t name, uint32_t u)
{
	if (cone_grow(c, &l->u, l->n, &l->cap, sizeof *l->u) == 0)
		l->u[l->n++] = (use){node, name, u, UINT32_MAX};
}

void
cone_hides(cone *c, uint32_t u, uint32_t node, const char *why)
{
	if (harmless_at(c->p->harmless, node))
		return;
	if (c->unit[u].flags & UNIT_PYTHON && strcmp(why, CONE_LACKS) != 0 && strcmp(why, CONE_PROGRAM) != 0)
		c->unit[u].flags |= UNIT_LOADS;
	if (c->nhiding && c->hiding[c->nhiding - 1].unit == u && c->hiding[c->nhiding - 1].part.node == node) /* it is there */
		return;
	if (c->unit[u].nhides == UNIT_HIDES || (!(c->unit[u].flags & (UNIT_PYTHON | UNIT_DATA)) && cone_not_built(c, u, node)))
		return;
	if (!c->unit[u].nhides++) {
		c->unit[u].hides = node;
		c->unit[u].why = why;
	}
	if (as_grow32(&c->hiding, c->nhiding, &c->hiding_cap, sizeof *c->hiding) != 0)
		c->nomem = 1;
	else
		c->hiding[c->nhiding++] = (hiding){u, {node, why}};
}

typedef struct { const char *s; size_t n; } span;

/* The last part of a dotted name and the one before it, without template arguments. */
static span
parts(const char *s, span *before)
{
	span last = {s, 0};
	int depth = 0;

	*before = (span){s, 0};
	for (const char *q = s;; q++) {
		if (depth == 0 && q == last.s && strncmp(q, "operator", 8) == 0)
			return (span){q, strlen(q)};
		if (depth == 0 && !last.n && (*q == '<' || *q == '.' || !*q))
			last.n = (size_t)(q - last.s);
		if (!*q)
			return last;
		depth += (*q == '<') - (*q == '>');
		if (depth == 0 && *q == '.') {
			*before = last;
			last = (span){q + 1, 0};
		}
	}
}

uint32_t
cone_tail(const cone *c, uint32_t id)
{
	span of, last = parts(c->t->text.str[id], &of);

	return last.s == c->t->text.str[id] && last.n == c->t->text.len[id] ? id : as_intern_find(&c->t->text, last.s, last.n);
}

uint32_t
cone_unit(cone *c, uint32_t node, uint32_t file, uint32_t flags)
{
	if (cone_grow(c, &c->unit, c->nunit, &c->unit_cap, sizeof *c->unit) != 0)
		return 0;
	c->unit[c->nunit] = (unit){.node = node, .file = file, .flags = flags, .name = UINT32_MAX, .of = UINT32_MAX};
	if (cone_aside(fact_str(c->t, c->p->file[file])))
		c->unit[c->nunit].flags |= UNIT_ASIDE;
	if (cone_builds(fact_str(c->t, c->p->file[file])))
		c->unit[c->nunit].flags |= UNIT_BUILD;
	cone_edge(c, c->nunit, VX_FILE | file);
	if (!(flags & (UNIT_PYTHON | UNIT_DATA)))
		cone_edge(c, c->nunit, VX_LINK);
	return c->nunit++;
}

/* Decorators that neither register what they decorate nor hand it on. */
static int
plain_decorator(const fact_tree *t, uint32_t d)
{
	static const char *const list[] = {"staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "abstractproperty", "setter",
		"getter", "deleter", "contextmanager", "asynccontextmanager", "overload", "override", "wraps", "lru_cache", "cache", "dataclass",
		"total_ordering", "no_grad", "inference_mode", "final", "runtime_checkable", "unique"};
	uint32_t e = d + 1;

	if (e < t->node[d].end && t->node[e].kind == FACT_CALL)
		e++;
	if (e >= t->node[d].end || (t->node[e].kind != FACT_NAME && t->node[e].kind != FACT_ATTR))
		return 0;
	return AS_AMONG(fact_str(t, e), list);
}

typedef struct { cone *c; const aliases *a; uint32_t file, unit; int python; } place;

/* All of node i belongs to unit u. */
static void
take(const place *p, uint32_t i, uint32_t u)
{
	cone *c = p->c;

	for (uint32_t k = i; k < c->t->node[i].end && !c->nomem; k++) {
		if (c->skip && c->skip[k]) { /* something names it all the same */
			for (uint32_t n = k; n < c->t->node[k].end; n++)
				if ((c->t->node[n].kind == FACT_NAME || c->t->node[n].kind == FACT_ATTR) && cone_tail(c, c->t->node[n].str) < c->nname)
					c->name[cone_tail(c, c->t->node[n].str)] |= NAME_SEEN;
			k = c->t->node[k].end - 1;
			continue;
		}
		if (c->owner[k] == UINT32_MAX)
			c->owner[k] = u;
		cone_mark(c, u, k, p->a);
	}
}

/* Decorators and defaults are evaluated where the function is defined. */
static void
header(const place *p, uint32_t i, uint32_t u)
{
	cone *c = p->c;

	FACT_EACH_KID(c->t, i, k) {
		unit was = c->unit[p->unit];
		if (c->t->node[k].kind != FACT_DECOR && c->t->node[k].kind != FACT_PARAM)
			continue;
		take(p, k, p->unit);
		if (c->t->node[k].kind == FACT_PARAM)
			continue;
		c->unit[p->unit].site = was.site; /* one that compiles does so for whoever calls what it decorates */
		if (!plain_decorator(c->t, k))
			cone_edge(c, VX_FILE | p->file, u);
		if (p->python)
			cone_patch_decor(c, k, u);
	}
}

/* of: name of the class that it stands in; UINT32_MAX. */
static void
function(const place *p, uint32_t i, uint32_t of)
{
	cone *c = p->c;
	const fact_tree *t = c->t;
	const char *name = fact_str(t, i);
	span before, last = parts(name, &before);
	uint32_t id = cone_tail(c, t->node[i].str), u;
	int params = fact_find(t, i, FACT_PARAM) != 0;

	if (!p->python && !fact_find(t, i, FACT_BLOCK)) {
		if (id < c->nname)
			c->name[id] |= t->node[i].flags & FACT_EARLY ? NAME_DECLARED | NAME_EARLY : NAME_DECLARED;
		if (!p->python)
			cone_declared(c, p->unit, i, of);
		return;
	}
	u = cone_unit(c, i, p->file, UNIT_FUNC | (p->python ? UNIT_PYTHON : 0));
	if (c->nomem)
		return;
	if (id < c->nname) {
		c->unit[u].name = id;
		c->name[id] |= t->node[c->p->file[p->file]].flags & FACT_ASSEMBLY && t->node[i].flags & FACT_MACRO ? NAME_BODY | NAME_TEXT : NAME_BODY;
		cone_edge(c, name_vertex(c, u, id), u);
	}
	if (of == UINT32_MAX && before.n) /* out of its class */
		of = as_intern_find(&t->text, before.s, before.n);
	if (of < c->nname) {
		c->unit[u].of = of;
		cone_edge(c, u, name_vertex(c, u, of));
		if (strcmp(last.s, "__init_subclass__") == 0)
			c->name[of] |= NAME_HOOK;
	}
	if (p->python && of == UINT32_MAX && c->unit[p->unit].flags & UNIT_FILE && strcmp(name, "__getattr__") == 0) /* asked for what the module does not have */
		cone_edge(c, VX_FILE | p->file, u);
	if (p->python)
		header(p, i, u);
	else
		cone_own_names(c, i, u);
	take(p, i, u);
	if (p->python || t->node[i].flags & FACT_MACRO)
		return;
	if (cone_registers(c, i)) { /* the fixture and what else its macro is given */
		for (size_t n; *name; name += n ? n : 1)
			if ((n = cone_word(name)))
				cone_spells(c, u, i, as_intern_find(&t->text, name, n));
		c->unit[u].flags |= UNIT_QUIET;
		return;
	}
	if (t->node[i].flags & FACT_EARLY)
		c->unit[u].flags |= UNIT_QUIET;
	if (strcmp(name, "main") == 0) {
		c->unit[u].flags |= UNIT_MAIN;
		c->has_main[p->file] = 1;
	} else if (*last.s == '~' || strncmp(last.s, "operator", 8) == 0 || (id == of && id != UINT32_MAX)) { /* run where an object is made, ends or is computed with: of a class, that names it */
		if (of < c->nname)
			c->name[of] |= NAME_MADE;
		else
			c->unit[u].flags |= UNIT_QUIET;
	} else if (strstr(name, "##") && t->node[c->p->file[p->file]].flags & FACT_ASSEMBLY) { /* no name leads to it */
		c->unit[u].flags |= UNIT_QUIET;
	} else if (!params && of == UINT32_MAX) {
		c->unit[u].flags |= UNIT_LONE; /* may have the attribute constructor */
	}
}

static void level(const place *p, uint32_t i);

static void
class_of(const place *p, uint32_t i)
{
	cone *c = p->c;
	const fact_tree *t = c->t;
	uint32_t id = cone_tail(c, t->node[i].str), own = p->unit;

	if (id >= c->nname)
		id = UINT32_MAX;
	else
		c->name[id] |= NAME_CLASS;
	if (id != UINT32_MAX)
		c->of_file[id] = p->file + 1;
	if (!p->python) { /* its initialisers run where an object is made, by whoever names it */
		int made = cone_initialises(t, i);
		own = cone_unit(c, i, p->file, made && id == UINT32_MAX ? UNIT_QUIET : 0);
		if (made && id != UINT32_MAX)
			c->name[id] |= NAME_MADE;
		if (id != UINT32_MAX)
			cone_edge(c, name_vertex(c, own, id), own);
	}
	c->owner[i] = own;
	FACT_EACH_KID(t, i, k) {
		place in = *p;
		switch (t->node[k].kind) {
		case FACT_BASE:
			if (id != UINT32_MAX)
				cone_base(c, k + 1, id, p->a);
			for (uint32_t n = k + 1; n < t->node[k].end; n++) {
				uint32_t base = cone_tail(c, t->node[n].str);
				if (t->node[n].kind == FACT_ARG && id != UINT32_MAX) /* metaclass= and options of hooks */
					cone_edge(c, VX_FILE | p->file, name_vertex(c, own, id));
				if ((t->node[n].kind == FACT_NAME || t->node[n].kind == FACT_ATTR) && base < c->nname && id != UINT32_MAX &&
				    cone_grow(c, &c->derived, c->nderived, &c->derived_cap, sizeof *c->derived) == 0)
					c->derived[c->nderived++] = (derivation){name_vertex(c, own, base), name_vertex(c, own, id), p->file};
				if (t->node[n].kind == FACT_CALL || t->node[n].kind == FACT_ARG)
					cone_mark(c, own, n, p->a);
				else if (!p->python && (t->node[n].kind == FACT_NAME || t->node[n].kind == FACT_ATTR))
					cone_loud(c, own, n);
				else if (p->python && id != UINT32_MAX && (t->node[n].kind == FACT_NAME || t->node[n].kind == FACT_ATTR))
					cone_held_base(c, p->file, n, id, p->a);
			}
			if (t->node[k + 1].kind == FACT_CALL || t->node[k + 1].kind == FACT_ARG)
				take(p, k, own);
			break;
		case FACT_DECOR:
			take(p, k, own);
			if (!plain_decorator(t, k) && id != UINT32_MAX)
				cone_edge(c, VX_FILE | p->file, name_vertex(c, own, id));
			break;
		case FACT_BLOCK:
			FACT_EACH_KID(t, k, b) {
				if (t->node[b].kind == FACT_FUNC) {
					function(p, b, id);
				} else if (t->node[b].kind == FACT_CLASS) {
					in.unit = own;
					class_of(&in, b);
				} else {
					for (uint32_t n = b; n < t->node[b].end; n++) /* under an #if or an if */
						if (t->node[n].kind == FACT_FUNC && t->node[n].str != 0 && fact_find(t, n, FACT_BLOCK)) {
							function(p, n, id);
							n = t->node[n].end - 1;
						}
					take(p, b, own);
				}
			}
			break;
		default: take(p, k, own);
		}
	}
}

/* Does a node stand in a function within node i? */
static int
in_body(const fact_tree *t, uint32_t i, uint32_t node)
{
	while (i && i != node && t->node[i].kind != FACT_FUNC)
		i = fact_kid_over(t, i, node);
	return i != node;
}

/* Does what a DECL at file level begins with call a function? In C it may not: what looks like a call is a macro, unless the tree has
 * a function of that name, and its files are compiled as C++. */
static int
begins_by_call(const cone *c, uint32_t file, uint32_t i)
{
	const fact_tree *t = c->t;
	int of_c = as_ends_with(fact_str(t, c->p->file[file]), ".c") && c->p->c && t->node[i].kind == FACT_DECL;

	for (uint32_t k = i; k < t->node[i].end; k++) {
		uint32_t n = 0;
		const cdef *d = t->node[k].kind == FACT_CALL && of_c && t->node[k + 1].kind == FACT_NAME ? cdefs_of(c->p->c, t, t->node[k + 1].str, UINT32_MAX, &n) : NULL;
		if (t->node[k].kind == FACT_CALL && (!of_c || t->node[k + 1].kind != FACT_NAME))
			return 1;
		for (uint32_t j = 0; j < n; j++)
			if (d[j].kind == CDEF_FUNC && !(t->node[d[j].node].flags & FACT_MACRO))
				return 1;
	}
	return 0;
}

/* A statement at file level of C that is not a function: a table, an object, a macro that registers. */
static void
static_of(const place *p, uint32_t i)
{
	cone *c = p->c;
	const fact_tree *t = c->t;
	uint32_t u = cone_unit(c, i, p->file, t->node[i].kind == FACT_DECL ? UNIT_LONE : UNIT_QUIET), id, was;

	if (c->nomem)
		return;
	if (t->node[i].flags & FACT_MACRO)
		c->unit[u].flags &= UNIT_ASIDE;
	else if (begins_by_call(c, p->file, i))
		c->unit[u].flags = (c->unit[u].flags & UNIT_ASIDE) | UNIT_QUIET;
	if (t->node[i].kind == FACT_DECL && (id = cone_tail(c, t->node[i + 1].str)) < c->nname) {
		c->unit[u].name = id;
		c->name[id] |= !(t->node[i].flags & FACT_MACRO) ? NAME_VALUE | NAME_GLOBAL : c_is_either(fact_str(t, c->p->file[p->file])) ? NAME_VALUE | NAME_TEXT : NAME_VALUE;
		cone_edge(c, name_vertex(c, u, id), u);
		c->owner[i] = c->owner[i + 1] = u;
		for (uint32_t k = t->node[i + 1].end; k < t->node[i].end; k = t->node[k].end)
			take(p, k, u);
		return;
	}
	was = c->called.n;
	take(p, i, u);
	if (t->node[i].kind == FACT_CALL) { /* a macro of a library: what it is given is named here, what stands in its body is called */
		uint32_t n = was;
		for (uint32_t k = was; k < c->called.n; k++)
			if (in_body(t, i, c->called.u[k].node))
				c->called.u[n++] = c->called.u[k];
		c->called.n = n;
	}
}

/* What stands at the level of a file. */
static void
level(const place *p, uint32_t i)
{
	cone *c = p->c;
	const fact_tree *t = c->t;

	switch (t->node[i].kind) {
	case FACT_FUNC: function(p, i, UINT32_MAX); return;
	case FACT_CLASS: class_of(p, i); return;
	case FACT_COMMENT: return;
	case FACT_IF: case FACT_TRY: case FACT_WITH: case FACT_FOR: case FACT_WHILE: case FACT_HANDLER: case FACT_ELSE: case FACT_FINALLY:
	case FACT_BLOCK: case FACT_SPACE:
		if (p->python || t->node[i].kind == FACT_BLOCK || t->node[i].kind == FACT_SPACE || t->node[i].kind == FACT_IF) {
			c->owner[i] = p->unit;
			FACT_EACH_KID(t, i, k)
				if (p->python || t->node[i].kind != FACT_IF || k != i + 1) /* not the test of an #if */
					level(p, k);
			return;
		}
		break;
	default: break;
	}
	if (p->python || t->node[i].kind == FACT_INCLUDE || t->node[i].kind == FACT_ERROR)
		take(p, i, p->unit);
	else
		static_of(p, i);
}

static void
add_file(cone *c, uint32_t f, aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[f], u;
	int python = is_python(t, file), data = (t->node[file].flags & FACT_DATA) != 0;
	place p = {c, a, f, 0, python};

	cone_aliases_clear(a);
	u = cone_unit(c, file, f, UNIT_FILE | (python ? UNIT_PYTHON : 0) | (data ? UNIT_DATA : 0));
	if (c->nomem)
		return;
	p.unit = u;
	c->file_unit[f] = u;
	c->owner[file] = u;
	cone_edge(c, VX_FILE | f, u);
	if (python)
		cone_aliases(c, file, a);
	FACT_EACH_KID(t, file, k) {
		if (data && fact_renames(t, k))
			static_of(&p, k);
		else if (data)
			take(&p, k, u);
		else
			level(&p, k);
	}
	if (python) {
		cone_file_names(c, f, u);
		/* the packages that it lies in are loaded first */
		const char *path = fact_str(t, file), *slash = path + strlen(path);
		char init[4096];
		while (slash > path) {
			uint32_t id;
			while (slash > path && slash[-1] != '/')
				slash--;
			if ((size_t)(slash - path) + 12 >= sizeof init)
				break;
			memcpy(init, path, (size_t)(slash - path));
			strcpy(init + (slash - path), "__init__.py");
			id = as_intern_find(&t->text, init, strlen(init));
			if (id >= c->p->nrelname || !c->p->by_path[id])
				break;
			if (c->p->by_path[id] - 1 != file)
				cone_edge(c, VX_FILE | f, VX_FILE | program_file_number(c->p, c->p->by_path[id] - 1));
			if (slash > path)
				slash--;
		}
	}
}

cone *
cone_new(const program *p, const symbols *s, const uint8_t *skip)
{
	cone *c = calloc(1, sizeof *c);
	aliases a = {0};
	int rc = -1;

	if (!c)
		return NULL;
	c->p = p;
	c->t = p->t;
	c->s = s;
	c->skip = skip;
	c->nname = p->t->text.n;
	c->name = calloc(c->nname + 1, sizeof *c->name);
	c->sym = calloc(c->nname + 1, 1);
	c->stamp = calloc(c->nname + 1, sizeof *c->stamp);
	c->own = calloc(c->nname + 1, sizeof *c->own);
	c->led = calloc(c->nname + 1, sizeof *c->led);
	c->of_file = calloc(c->nname + 1, sizeof *c->of_file);
	c->kin = malloc((c->nname + 1) * sizeof *c->kin);
	c->has_main = calloc(p->nfile + 1, 1);
	c->loaded = calloc(p->nfile + 1, 1);
	c->lacks = calloc(p->nfile + 1, 1);
	c->file_unit = calloc(p->nfile + 1, sizeof *c->file_unit);
	c->owner = malloc((p->t->n + 1) * sizeof *c->owner);
	if (c->name && c->sym && c->stamp && c->own && c->led && c->of_file && c->kin && c->has_main && c->loaded && c->lacks && c->file_unit && c->owner && cone_prepare(c) == 0 && cone_defines(c) == 0 && cone_find_away(c) == 0 && cone_find_foreign(c) == 0) {
		memset(c->owner, 0xff, (p->t->n + 1) * sizeof *c->owner);
		for (uint32_t i = 0; i < c->nname; i++)
			c->kin[i] = i;
		for (uint32_t i = 0; i < c->t->n; i++) /* of all files, before one is read that calls it */
			if (c->t->node[i].kind == FACT_FUNC && fact_find(c->t, i, FACT_BLOCK) && cone_tail(c, c->t->node[i].str) < c->nname && is_python(c->t, program_file(p, i)))
				c->name[cone_tail(c, c->t->node[i].str)] |= NAME_BODY;
		cone_find_reexports(c);
		cone_find_path(c);
		cone_find_cxx(c);
		cone_find_extensions(c);
		for (uint32_t f = 0; f < p->nfile && !c->nomem; f++)
			add_file(c, f, &a);
		cone_settle(c);
		cone_starts_own(c);
		c->nvertex = c->nunit + p->nfile + 3 + 2 * c->nname;
		if (!c->nomem && cone_join(c) == 0 && cone_leads_all(c) == 0 && cone_sights(c) == 0 && cone_meets(c) == 0) {
			cone_loaded(c);
			rc = 0;
		}
	}
	cone_aliases_clear(&a);
	free(a.a);
	lines_free(c->lines);
	c->lines = NULL;
	free(c->pair);
	c->pair = NULL;
	if (rc != 0) {
		cone_free(c);
		return NULL;
	}
	return c;
}
