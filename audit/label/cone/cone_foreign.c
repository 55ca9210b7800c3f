/* cone_foreign.c - see cone_impl.h: files of C that only another system can compile: whatever macros are set, they include a
 * header that only that has (<windows.h>, <CoreAudio/CoreAudio.h>), or one of their own folder that does, and others have what
 * is named of them. What hides something does not count there; what compiles does, and what such a file names is led to as ever. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../facts/cplatform.h"

enum { MOST_PATH = 4096 };

/* Is the #if at node what keeps a header from being read twice: #ifndef A_H, #define A_H, and that is all of the file? */
static int
guards(const cone *c, uint32_t file, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t test = node + 1, name, block;

	if (t->node[test].kind != FACT_UN || strcmp(fact_str(t, test), "not") != 0 || t->node[test + 1].kind != FACT_CALL || strcmp(fact_str(t, test + 2), "defined") != 0)
		return 0;
	block = t->node[test].end;
	if (block >= t->node[node].end || t->node[block].end < t->node[node].end) /* there is an #else */
		return 0;
	if (node != file + 1 || t->node[node].end != t->node[file].end) /* there is code that no guard keeps out */
		return 0;
	name = t->node[block - 1].str;
	for (uint32_t k = cone_first_define(c, name); k < c->ndefine && c->define[k].name == name; k++)
		if (c->define[k].file == file && c->define[k].node == block + 1)
			return 1;
	return 0;
}

/* Does a node of a file stand there whatever macros are set? */
static int
always(const cone *c, uint32_t file, uint32_t node)
{
	const fact_tree *t = c->t;

	for (uint32_t at = file, in; at != node; at = in) {
		if (!(in = fact_kid_over(t, at, node)))
			return 0;
		if (at != file && t->node[at].kind != FACT_BLOCK && !(t->node[at].kind == FACT_IF && t->node[at].flags & FACT_PREPROC && guards(c, file, at)))
			return 0;
	}
	return 1;
}

/* Does the path of file f end in that? */
static int
ends_in(const cone *c, uint32_t f, const char *path, int (*compare)(const char *a, const char *b))
{
	const char *have = fact_str(c->t, c->p->file[f]);
	size_t n = strlen(path), k = c->t->text.len[c->t->node[c->p->file[f]].str];

	return k >= n && compare(have + k - n, path) == 0 && (k == n || have[k - n - 1] == '/');
}

/* Has the tree a header of that name itself, however it is written: one for systems that lack it? */
static int
has_header(const cone *c, const char *path)
{
	int any = 0;

	for (uint32_t f = 0; !any && f < c->p->nfile; f++)
		any = ends_in(c, f, path, strcasecmp);
	return any;
}

/* Is what an INCLUDE has in quotes one of those files, in the folder of the file itself? */
static int
beside(const cone *c, uint32_t file, uint32_t include, const uint8_t *foreign)
{
	const char *from = fact_str(c->t, file), *slash = strrchr(from, '/'), *path = fact_str(c->t, include);
	size_t n = slash ? (size_t)(slash - from) + 1 : 0;
	char whole[MOST_PATH];
	uint32_t id;

	if (!(c->t->node[include].flags & FACT_QUOTED) || n + strlen(path) >= sizeof whole)
		return 0;
	memcpy(whole, from, n);
	strcpy(whole + n, path);
	if ((id = as_intern_find(&c->t->text, whole, strlen(whole))) == UINT32_MAX)
		return 0;
	for (uint32_t f = 0; f < c->p->nfile; f++)
		if (foreign[f] && c->t->node[c->p->file[f]].str == id)
			return 1;
	return 0;
}

/* Is it one of those wherever it lies: are all that the tree has by that path? */
static int
anywhere(const cone *c, uint32_t file, uint32_t include, const uint8_t *foreign)
{
	const char *path = fact_str(c->t, include);
	int any = 0;

	(void)file;
	while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
		path = strchr(path, '/') + 1;
	for (uint32_t f = 0; !any && f < c->p->nfile; f++)
		any = foreign[f] && ends_in(c, f, path, strcmp);
	for (uint32_t f = 0; any && f < c->p->nfile; f++)
		any = foreign[f] || !ends_in(c, f, path, strcmp);
	return any;
}

/* Is it a header of another system? In quotes it may be one of somebody's own, or one that a tool writes. */
static int
names_foreign(const fact_tree *t, uint32_t include)
{
	return !(t->node[include].flags & FACT_QUOTED) && c_is_foreign_header(fact_str(t, include));
}

typedef int (*finding)(const cone *c, uint32_t file, uint32_t include, const uint8_t *foreign);

/* Does the file include, always, what only another system has? */
static int
is_foreign(const cone *c, uint32_t file, finding one, const uint8_t *foreign)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_INCLUDE && always(c, file, i) && (names_foreign(t, i) ? !has_header(c, fact_str(t, i)) : one(c, file, i, foreign)))
			return 1;
	return 0;
}

/* Marks such files, till there are no more. Is there one? */
static int
find_all(const cone *c, finding one, uint8_t *foreign)
{
	int any = 0, more = 1;

	while (more) {
		more = 0;
		for (uint32_t f = 0; f < c->p->nfile; f++)
			if (!foreign[f] && !is_python(c->t, c->p->file[f]) && is_foreign(c, c->p->file[f], one, foreign))
				foreign[f] = 1, any = more = 1;
	}
	return any;
}

/* Has a file a function with a body that is not for another system: of one of these names, if it is surely built; NULL: of any? */
static int
has_function(const cone *c, uint32_t file, const char *const *names)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file + 1; i < t->node[file].end; i++) {
		int any = !names;
		if (t->node[i].kind != FACT_FUNC || t->node[i].flags & FACT_MACRO || c->away[i] || !fact_find(t, i, FACT_BLOCK))
			continue;
		for (const char *const *s = names; s && *s; s++)
			any |= strcmp(fact_str(t, i), *s) == 0 && cone_surely_built(c, file, i);
		if (any)
			return 1;
	}
	return 0;
}

/* Are there programs for this system, where there are some for another, or functions at least? maybe: files that may be for another. */
static int
is_for_this(const cone *c, const uint8_t *maybe)
{
	static const char *const here[] = {"main", NULL}, *const there[] = {"main", "wmain", "_tmain", "WinMain", "wWinMain", "_tWinMain", NULL};
	int main_here = 0, main_there = 0, any = 0;

	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f];
		if (is_python(c->t, file) || cone_aside(fact_str(c->t, file)))
			continue;
		if (maybe[f]) {
			main_there |= has_function(c, file, there);
		} else if (c_is_source(fact_str(c->t, file))) {
			main_here |= has_function(c, file, here);
			any |= has_function(c, file, NULL);
		}
	}
	return main_here || (any && !main_there);
}

/* Notes each name that a file has where it is not left out for this system, in what was not read, too. Not what it declares. */
static void
note_names(const cone *c, uint32_t file, uint8_t *named)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file + 1; i < t->node[file].end; i++) {
		const char *s = fact_str(t, i);
		if (c->away[i] || t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS || t->node[i].kind == FACT_INCLUDE || (t->node[i].kind == FACT_NAME && t->node[i - 1].kind == FACT_DECL))
			continue;
		if (named[t->node[i].str])
			continue;
		named[t->node[i].str] = 1;
		for (size_t n; *s; s += n + !n) {
			uint32_t id = (n = cone_word(s)) > 0 ? as_intern_find(&t->text, s, n) : UINT32_MAX;
			if (id != UINT32_MAX)
				named[id] = 1;
		}
	}
}

/* Is something of that name, which a file for another system has, named elsewhere? Of a method so is its class. */
static int
is_named(const cone *c, uint32_t name, const uint8_t *named)
{
	const char *s = c->t->text.str[name], *dot = strrchr(s, '.'), *from = s;
	uint32_t last = dot ? as_intern_find(&c->t->text, dot + 1, strlen(dot + 1)) : name, class;
	int unsaid = dot && (dot[1] == '~' || strncmp(dot + 1, "operator", 8) == 0); /* it is called without its name */

	if (dot && !unsaid && (last == UINT32_MAX || !named[last]))
		return 0;
	if (!dot)
		return strncmp(s, "operator", 8) == 0 || named[name];
	for (const char *p = s; p < dot; p++)
		if (*p == '.')
			from = p + 1;
	class = as_intern_find(&c->t->text, from, (size_t)(dot - from));
	return class == UINT32_MAX || class >= c->nname || !(c->name[class] & NAME_CLASS) || named[class];
}

enum { WANTED = 1, HAD = 2 };

/* Goes over what a file has for others, functions with a body and variables. Which is noted: as WANTED; or as HAD, if it was wanted and
 * the file surely has it. 0: has it something that is named and not HAD? */
static int
gives(const cone *c, uint32_t file, int which, uint8_t *noted, const uint8_t *named)
{
	const fact_tree *t = c->t;
	int source = c_is_source(fact_str(t, file));

	for (uint32_t i = file + 1, class_end = 0, name; i < t->node[file].end; i++) {
		int function = t->node[i].kind == FACT_FUNC;
		uint32_t at = i;
		if (t->node[i].kind == FACT_CLASS && t->node[i].end > class_end)
			class_end = t->node[i].end;
		if (!function && (t->node[i].kind != FACT_DECL || i < class_end || t->node[i + 1].kind != FACT_NAME))
			continue;
		i = t->node[i].end - 1;
		name = t->node[function ? at : at + 1].str;
		if (c->away[at] || t->node[at].flags & FACT_MACRO || (function && !fact_find(t, at, FACT_BLOCK)) || (source && t->node[at].flags & FACT_STATIC && at >= class_end && !strchr(t->text.str[name], '.')))
			continue;
		if (which == WANTED || (which == HAD && noted[name] == WANTED && cone_surely_built(c, file, at)))
			noted[name] |= (uint8_t)which;
		else if (!which && !(noted[name] & HAD) && is_named(c, name, named))
			return 1;
	}
	return 0;
}

/* May what a file has be what another file calls: not what a test or another program has for itself. */
static int
is_shared(const cone *c, uint32_t file)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_FUNC && strcmp(fact_str(t, i), "main") == 0)
			return 0;
	return !is_python(t, file) && !cone_aside(fact_str(t, file));
}

/* Takes those back that have what others name and nobody else has: they are built, or nothing that names it is, and it is a program for
 * the other system that the tree makes. -1: out of memory. */
static int
keep_replaced(const cone *c, uint8_t *foreign)
{
	uint8_t *named = calloc(c->t->text.n + 1, 1), *noted = calloc(c->t->text.n + 1, 1);

	for (uint32_t f = 0; named && noted && f < c->p->nfile; f++)
		if (foreign[f])
			gives(c, c->p->file[f], WANTED, noted, named);
	for (int more = named && noted; more;) {
		more = 0;
		for (uint32_t f = 0; f < c->p->nfile; f++) {
			uint32_t file = c->p->file[f];
			if (foreign[f])
				continue;
			note_names(c, file, named);
			if (is_shared(c, file))
				gives(c, file, HAD, noted, named);
		}
		for (uint32_t f = 0; f < c->p->nfile; f++)
			if (foreign[f] && gives(c, c->p->file[f], 0, noted, named)) {
				foreign[f] = 0;
				more = 1;
			}
	}
	free(named);
	free(noted);
	return named && noted ? 0 : -1;
}

int
cone_find_foreign(cone *c)
{
	uint8_t *foreign = calloc(c->p->nfile + 1, 1), *maybe = malloc(c->p->nfile + 1);
	int on = 0, rc = foreign && maybe ? 0 : -1;

	if (rc == 0 && find_all(c, beside, foreign)) {
		memcpy(maybe, foreign, c->p->nfile + 1);
		find_all(c, anywhere, maybe);
		on = is_for_this(c, maybe) && !cone_brings_headers(c, foreign);
		rc = on ? keep_replaced(c, foreign) : 0;
	}
	if (on && rc == 0)
		c->foreign = foreign;
	else
		free(foreign);
	free(maybe);
	return rc;
}

int
cone_is_foreign(cone *c, uint32_t u, uint32_t node)
{
	if (!c->foreign || !c->foreign[c->unit[u].file])
		return 0;
	cone_late(c, &c->let_off_foreign, node, UINT32_MAX, u);
	return 1;
}

int
cone_foreign_label(const cone *c, const cone_reach *r, uint32_t nseed)
{
	int any = 0;

	for (uint32_t i = 0; c->foreign && i < nseed; i++) {
		const unit *u = r->queue[i] < c->nunit ? &c->unit[r->queue[i]] : NULL;
		if (!u || u->flags & (UNIT_PYTHON | UNIT_DATA))
			continue;
		if (!c->foreign[u->file])
			return 0;
		any = 1;
	}
	return any;
}
