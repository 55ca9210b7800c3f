/* cone_sight.c - see cone_impl.h: which units a name of C may mean where it stands.
 *
 * It means what a file that is compiled together with its own defines, or what one of these
 * declares: there the name stands outside of functions, or in a function as a declaration.
 * A function that is used and declared nowhere may be any of the name. What is spelled in text may be looked up by
 * that wherever it is, and where a header is missing or could not be read, anything may be declared. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "../facts/cplatform.h"
#include "../program/tree_words.h"
#include "words.h"

static int
of_c(const cone *c, uint32_t file)
{
	return !is_python(c->t, c->p->file[file]) && !(c->t->node[c->p->file[file]].flags & (FACT_DATA | FACT_ASSEMBLY));
}

static int
by_file_and_name(const void *a, const void *b)
{
	const use *x = a, *y = b;

	return x->of != y->of ? (x->of > y->of) - (x->of < y->of) : (x->name > y->name) - (x->name < y->name);
}

int
cone_by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The name that node i of a file tells of; UINT32_MAX. inside: of a function. */
static uint32_t
told_by(const cone *c, uint32_t i, int inside)
{
	const fact_tree *t = c->t;

	switch (t->node[i].kind) {
	case FACT_FUNC: case FACT_CLASS: case FACT_SPACE: return cone_tail(c, t->node[i].str);
	case FACT_NAME: case FACT_ATTR: case FACT_TYPE: case FACT_ALIAS: case FACT_PARAM: case FACT_TPARAM: return inside ? UINT32_MAX : cone_tail(c, t->node[i].str);
	case FACT_DECL: return inside && fact_find(t, i, FACT_DEFAULT) ? UINT32_MAX : cone_tail(c, t->node[i + 1].str); /* extern */
	default: return UINT32_MAX;
	}
}

/* Where the outermost function around node i, or before it, ends; that was func for the node before. macros: are functions, too. */
static uint32_t
starts(const cone *c, uint32_t i, uint32_t func, int macros)
{
	const fact_node *n = &c->t->node[i];

	return i >= func && n->kind == FACT_FUNC && (macros || !(n->flags & FACT_MACRO)) && fact_find(c->t, i, FACT_BLOCK) ? n->end : func;
}

/* Counts the files of each name in count[name + 2], or puts them behind count[name + 1]. */
static void
tell(cone *c, uint32_t *count, uint32_t *to)
{
	const fact_tree *t = c->t;

	memset(c->stamp, 0, c->nname * sizeof *c->stamp);
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f], func = 0;
		for (uint32_t i = file + 1; of_c(c, f) && i < t->node[file].end; i++) {
			uint32_t id;
			func = starts(c, i, func, 0);
			id = told_by(c, i, i < func);
			if (id >= c->nname || c->stamp[id] == f + 1)
				continue;
			c->stamp[id] = f + 1;
			if (to)
				to[count[id + 1]++] = f;
			else
				count[id + 2]++;
		}
	}
	for (uint32_t i = 0; i < c->spelled.n; i++) { /* what is put together may be a declaration, again and again */
		const use *x = &c->spelled.u[i];
		if (!strstr(fact_str(t, x->node), "##"))
			continue;
		if (to)
			to[count[x->name + 1]++] = c->unit[x->unit].file;
		else
			count[x->name + 2]++;
	}
}

/* Does an INCLUDE name by a macro what it includes, or a header that may be the tree's own, and is not there? */
static int
not_found(const cone *c, uint32_t node)
{
	const char *path = fact_str(c->t, node);
	int capitals = 0;

	if (c->t->node[node].flags & FACT_QUOTED) /* told by c->lacks */
		return 0;
	for (const char *s = path; *s; s++) {
		if (!((*s >= 'A' && *s <= 'Z') || *s == '_' || (*s >= '0' && *s <= '9')))
			return strchr(path, '/') && cone_has_folder(c, path) && cone_included(c, path) == UINT32_MAX;
		capitals |= *s >= 'A';
	}
	return capitals;
}

/* Marks in stamp the macros of the tree that take arguments. */
static void
mark_macros(cone *c)
{
	memset(c->stamp, 0, c->nname * sizeof *c->stamp);
	for (uint32_t i = 0; i < c->ndefine; i++)
		if (c->t->node[c->define[i].node].kind == FACT_FUNC && c->define[i].name < c->nname)
			c->stamp[c->define[i].name] = 1;
}

/* Does node i, outside of functions, ask for a macro that was not put in there, and may declare? */
static int
not_seen(const cone *c, uint32_t i)
{
	const fact_tree *t = c->t;

	if (t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_NAME)
		return t->node[i + 1].str < c->nname && c->stamp[t->node[i + 1].str];
	return 0;
}

/* Files with which a header is missing, or where something between functions could not be read; and the units with one. */
static void
find_blind(cone *c)
{
	uint8_t *own = c->blind;
	uint32_t func = 0;

	mark_macros(c);

	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t i = c->p->file[f]; of_c(c, f) && i < c->t->node[c->p->file[f]].end && !own[f]; i++) {
			func = starts(c, i, func, 1);
			own[f] = c->lacks[f] & (LACKS_ALL | LACKS_NAMES) || (i >= func && not_seen(c, i)) || (c->t->node[i].kind == FACT_INCLUDE && not_found(c, i));
		}
	for (uint32_t i = 0; i < c->unread.n; i++)
		if (!(c->unit[c->unread.u[i].unit].flags & UNIT_FUNC))
			own[c->unit[c->unread.u[i].unit].file] = 1;
	for (uint32_t g = 0; g < c->p->nfile; g++)
		for (size_t i = 0; own[g] && i < sight_words(c->sight); i++)
			c->blind_units[i] |= sight_units(c->sight, g)[i];
	for (uint32_t f = 0; f < c->p->nfile; f++)
		if (!own[f] && sight_meet(c->sight, c->blind_units, sight_units(c->sight, f), c->blind_units))
			own[f] = 2;
}

enum { BY_PROGRAM = 1, BY_OTHERS = 2, ASKED = 4, BY_ITSELF = 8 };

/* Sets a bit of stamp, or takes it away, for each function that a file defines: all, or those that others can call. */
static void
defines(cone *c, uint32_t f, uint32_t bit, int all, int set)
{
	const fact_tree *t = c->t;

	for (uint32_t file = c->p->file[f], i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_FUNC && t->node[i].str < c->nname && fact_find(t, i, FACT_BLOCK) && (all || !(t->node[i].flags & FACT_STATIC)))
			c->stamp[t->node[i].str] = set ? c->stamp[t->node[i].str] | bit : c->stamp[t->node[i].str] & ~bit;
}

/* Programs that others call a function of, which only programs have, are linked with them after all: by a main that is weak, made local or
 * left out, or as a library that can be run. */
static void
find_joined(cone *c)
{
	const fact_tree *t = c->t;

	memset(c->stamp, 0, c->nname * sizeof *c->stamp);
	for (uint32_t f = 0; f < c->p->nfile; f++)
		if (of_c(c, f))
			defines(c, f, c->alone[f] ? BY_PROGRAM : BY_OTHERS, !c_is_source(fact_str(t, c->p->file[f])), 1);
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		if (!c->alone[f])
			continue;
		defines(c, f, BY_ITSELF, 1, 1);
		for (uint32_t file = c->p->file[f], i = file + 1; i + 1 < t->node[file].end; i++) {
			uint32_t id = t->node[i + 1].str;
			if (t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_NAME && id < c->nname && c->stamp[id] == BY_PROGRAM && !is_known(t->text.str[id], 1))
				c->stamp[id] |= ASKED;
		}
		defines(c, f, BY_ITSELF, 1, 0);
	}
	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t file = c->p->file[f], i = file + 1; c->alone[f] && i < t->node[file].end; i++)
			if (t->node[i].kind == FACT_FUNC && t->node[i].str < c->nname && c->stamp[t->node[i].str] == (BY_PROGRAM | ASKED) && fact_find(t, i, FACT_BLOCK))
				c->alone[f] = 0;
}

/* Files with a main that no #if may leave out: no two of them are in one program. */
static void
find_mains(cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t i = 0; i < c->ndefine; i++)
		if (strcmp(t->text.str[c->define[i].name], "main") == 0) /* it is called something else */
			return;
	if (tree_has_word(t, "Dmain", 0))
		return;
	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t file = c->p->file[f], i = file + 1; c->has_main[f] && i < t->node[file].end;) {
			if (t->node[i].kind == FACT_FUNC && strcmp(fact_str(t, i), "main") == 0 && fact_find(t, i, FACT_BLOCK) && !(t->node[i].flags & FACT_MACRO))
				c->alone[f] = 1;
			i = t->node[i].kind == FACT_BLOCK ? i + 1 : t->node[i].end; /* extern "C" { */
		}
	find_joined(c);
}

static int
find_bases(cone *c)
{
	c->derives = malloc((c->nderived + 1) * sizeof *c->derives);
	if (!c->derives)
		return -1;
	for (uint32_t i = 0; i < c->nderived; i++)
		if ((c->derived[i].cls & VX_PYNAME) == VX_NAME)
			c->derives[c->nderives++] = (uint64_t)(c->derived[i].cls & ~VX_PYNAME) << 32 | (c->derived[i].base & ~VX_PYNAME);
	qsort(c->derives, c->nderives, sizeof *c->derives, cone_by_number);
	return 0;
}

static void
find_spaces(cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_SPACE || t->node[i].kind == FACT_ALIAS) {
			uint32_t id = cone_tail(c, t->node[i].str);
			if (id < c->nname)
				c->space[id] = 1;
		}
}

/* Sets bit `around` of lacks where a file has `bit` that is compiled with it. */
static void
spread(cone *c, uint8_t bit, uint8_t around, uint64_t *units)
{
	memset(units, 0, sight_words(c->sight) * sizeof *units);
	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (size_t i = 0; c->lacks[f] & bit && i < sight_words(c->sight); i++)
			units[i] |= sight_units(c->sight, f)[i];
	for (uint32_t f = 0; f < c->p->nfile; f++)
		if (of_c(c, f) && sight_meet(c->sight, units, sight_units(c->sight, f), sight_units(c->sight, f)))
			c->lacks[f] |= around;
}

int
cone_lacking(cone *c)
{
	uint64_t *units;
	uint32_t any = 0;

	for (uint32_t f = 0; f < c->p->nfile; f++)
		any |= c->lacks[f];
	if (!any)
		return 0;
	if (!(c->sight = sight_new(c->p)) || !(units = malloc((sight_words(c->sight) + 1) * sizeof *units)))
		return -1;
	spread(c, LACKS_ALL, LACKS_ALL_AROUND, units);
	spread(c, LACKS_FOREIGN, LACKS_FOREIGN_AROUND, units);
	spread(c, LACKS_STRANGE, LACKS_STRANGE_AROUND, units);
	free(units);
	return 0;
}

int
cone_sights(cone *c)
{
	uint32_t any = 0;

	for (uint32_t f = 0; f < c->p->nfile; f++)
		any |= of_c(c, f);
	if (!any)
		return 0;
	if ((!c->sight && !(c->sight = sight_new(c->p))) || !(c->blind = calloc(c->p->nfile + 1, 1)) || !(c->blind_units = calloc(sight_words(c->sight) + 1, sizeof *c->blind_units)) || !(c->alone = calloc(c->p->nfile + 1, 1)) || !(c->space = calloc((size_t)c->nname + 1, 1)) || !(c->told_at = calloc((size_t)c->nname + 3, sizeof *c->told_at)) || find_bases(c) != 0)
		return -1;
	find_blind(c);
	find_mains(c);
	find_spaces(c);
	tell(c, c->told_at, NULL);
	for (uint32_t i = 2; i < c->nname + 2; i++)
		c->told_at[i] += c->told_at[i - 1];
	if (!(c->told = malloc(((size_t)c->told_at[c->nname + 1] + 1) * sizeof *c->told)))
		return -1;
	tell(c, c->told_at, c->told);
	for (uint32_t i = 0; i < c->spelled.n; i++)
		c->spelled.u[i].of = c->unit[c->spelled.u[i].unit].file;
	if (c->spelled.n)
		qsort(c->spelled.u, c->spelled.n, sizeof *c->spelled.u, by_file_and_name);
	return 0;
}

/* The first of derives that is not below key. */
static uint32_t
first_from(const cone *c, uint64_t key)
{
	return (uint32_t)as_before(&key, c->derives, c->nderives, sizeof *c->derives, cone_by_number);
}

int
cone_derives(const cone *c, uint32_t cls, uint32_t base)
{
	uint64_t key = (uint64_t)cls << 32 | base;
	uint32_t i = first_from(c, key);

	return i < c->nderives && c->derives[i] == key;
}

/* Are two files in one unit of those? units: NULL: of all. */
static int
together(const cone *c, const uint64_t *units, uint32_t f, uint32_t g)
{
	return f == g || (units ? sight_meet(c->sight, units, sight_units(c->sight, f), sight_units(c->sight, g)) : sight_together(c->sight, f, g));
}

/* Is not all known that is declared with a file in those units? */
static int
blind(const cone *c, const uint64_t *units, uint32_t f)
{
	return c->blind[f] == 1 || (c->blind[f] && (!units || sight_meet(c->sight, units, sight_units(c->sight, f), c->blind_units)));
}

/* Is a class, or one of its bases, defined in what is compiled together with a file? An object is got at by these alone. */
static int
class_seen(const cone *c, const uint64_t *units, uint32_t from, uint32_t cls, int depth)
{
	uint32_t v = cone_vertex(c, VX_NAME | cls), n = 0;
	uint64_t key = (uint64_t)cls << 32;

	if (depth > 20 || !(c->name[cls] & NAME_CLASS) || c->name[cls] & NAME_FOREIGN)
		return 1;
	for (uint32_t k = c->out.at[v]; k < c->out.at[v + 1]; k++) {
		uint32_t w = c->out.to[k];
		if (w >= c->nunit || c->t->node[c->unit[w].node].kind != FACT_CLASS)
			continue;
		n++;
		if (!of_c(c, c->unit[w].file) || together(c, units, from, c->unit[w].file) || (blind(c, units, from) && !c_is_source(fact_str(c->t, c->p->file[c->unit[w].file]))))
			return 1;
	}
	for (uint32_t i = first_from(c, key); i < c->nderives && c->derives[i] >> 32 == cls; i++)
		if (class_seen(c, units, from, (uint32_t)c->derives[i], depth + 1))
			return 1;
	return n == 0;
}

/* Does a file use the name by itself, or behind that of a namespace? Where that is declared nowhere, what declares it was not
 * read, or C does without. */
static int
plainly(const cone *c, uint32_t from, uint32_t name)
{
	const fact_node *n = c->t->node;

	for (uint32_t i = c->p->file[from]; i < n[c->p->file[from]].end; i++)
		if (n[i].str == name && (n[i].kind == FACT_NAME || n[i].kind == FACT_TYPE || n[i].kind == FACT_UNKNOWN || (n[i].kind == FACT_ATTR && n[i + 1].str < c->nname && c->space[n[i + 1].str])))
			return 1;
	return 0;
}

int
cone_sees(const cone *c, const uint64_t *units, uint32_t from, uint32_t name, uint32_t w)
{
	const unit *d = &c->unit[w];
	use key = {.of = from, .name = name};

	if (d->flags & UNIT_MAIN)
		return from == d->file;
	if (!of_c(c, from) || !of_c(c, d->file) || together(c, units, from, d->file))
		return 1;
	if (c->alone[from] && c->alone[d->file])
		return 0;
	if (c->spelled.n && bsearch(&key, c->spelled.u, c->spelled.n, sizeof *c->spelled.u, by_file_and_name))
		return 1;
	if (d->of >= c->nname && c->t->node[d->node].flags & FACT_MACRO)
		return 0;
	if (d->of >= c->nname && c->t->node[d->node].kind == FACT_FUNC && c->t->node[d->node].flags & FACT_STATIC)
		return 0;
	if (d->of < c->nname && !class_seen(c, units, from, d->of, 0))
		return 0;
	if (blind(c, units, from) || (c->defined && c->defined[name] & DEFINED_PUT))
		return 1;
	for (uint32_t k = c->told_at[name]; k < c->told_at[name + 1]; k++)
		if (together(c, units, from, c->told[k]))
			return 1;
	return d->of >= c->nname && plainly(c, from, name);
}
