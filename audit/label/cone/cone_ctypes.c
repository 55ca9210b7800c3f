/* cone_ctypes.c - see cone_impl.h: libraries that Python loads by ctypes. Of their names the last part counts, which is known
 * where all texts are known that it may come to. A library of the system hides nothing; one that a script of the tree's
 * build makes leads to the tree's C, as a module does that is built of it (cone_extension.c). Both have what the C library
 * has, too: who asks one for a function that starts, loads or protects hides that. */
#include "cone_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../program/tree_words.h"
#include "words.h"

enum { MOST = 16, LONGEST = 300, LOOKS = 300 };

typedef struct rest { uint32_t e; const struct rest *next; } rest; /* expressions whose text stands before, the nearest first */

typedef struct {
	cone *c;
	const fact_tree *t;
	char name[MOST][LONGEST]; /* of files; "": the program itself */
	uint32_t n;
	int folder; /* one is of a folder that is told */
	int left;
} asked;

static int text(asked *q, uint32_t e, const char *behind, const rest *before);

/* s, behind which nothing else comes: it is a name if a folder ends in it, or nothing stands before. */
static int
ends(asked *q, const char *s, const rest *before)
{
	const char *base = s;

	for (const char *p = s; *p; p++)
		if (*p == '/' || *p == '\\')
			base = p + 1;
	if (base == s && before)
		return text(q, before->e, s, before->next);
	if (q->n == MOST || strlen(base) >= LONGEST)
		return 0;
	q->folder |= base != s;
	strcpy(q->name[q->n++], base);
	return 1;
}

/* All that a variable, or a parameter, is given. */
static int
variable(asked *q, uint32_t e, const char *behind, const rest *before)
{
	const fact_tree *t = q->t;
	uint32_t id = t->node[e].str, scope = command_scope(t, e), param = 0, *site, n, file;
	int any = 0, known = 1;

	file = t->node[e].kind == FACT_ATTR || t->node[scope].kind == FACT_FILE ? command_constant(q->c, e, &id) : UINT32_MAX;
	if (file != UINT32_MAX)
		scope = file;
	else if (t->node[e].kind == FACT_ATTR)
		return 0;
	if (t->node[scope].kind == FACT_FILE ? !command_text_alone(q->c, scope, id) : !scope)
		return 0;
	for (uint32_t i = scope + 1; i < t->node[scope].end; i++) {
		uint32_t v;
		if (t->node[i].str != id || (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_PARAM))
			continue;
		if (t->node[i].kind == FACT_PARAM ? command_around(t, i) != scope : !command_keeps_text(t, i))
			return 0;
		if (t->node[i].kind == FACT_PARAM || !command_binds(t, i))
			continue;
		any = 1;
		v = t->node[i - 1].kind == FACT_DECL ? fact_find(t, i - 1, FACT_DEFAULT) : t->node[i].end;
		if (t->node[i - 1].kind != FACT_FOR) {
			if (v && !text(q, t->node[v].kind == FACT_DEFAULT ? v + 1 : v, behind, before))
				return 0;
			continue;
		}
		if (t->node[v].kind != FACT_LIST && t->node[v].kind != FACT_TUPLE)
			return 0;
		FACT_EACH_KID(t, v, k)
			if (!text(q, k, behind, before))
				return 0;
	}
	if (t->node[scope].kind != FACT_FUNC || !(param = fact_param(t, scope, id)))
		return any;
	if (t->node[param].flags & (FACT_STAR | FACT_STARSTAR) || (fact_find(t, param, FACT_DEFAULT) && !text(q, fact_find(t, param, FACT_DEFAULT) + 1, behind, before)))
		return 0;
	n = command_sites(q->c, scope, param, &site);
	for (uint32_t k = 0; k < n && known; k++)
		known = t->node[site[k] - 1].kind == FACT_ARG && text(q, site[k], behind, before);
	command_sites_free(site);
	return n && known;
}

/* find_library("x"): libx */
static int
found(asked *q, uint32_t arg)
{
	asked *x = calloc(1, sizeof *x);
	char name[LONGEST];
	int known;

	if (!x)
		return 0;
	x->c = q->c;
	x->t = q->t;
	x->left = q->left;
	known = arg && text(x, arg, "", NULL);
	for (uint32_t i = 0; i < x->n && known; i++)
		known = *x->name[i] && snprintf(name, sizeof name, "%s%s", strncmp(x->name[i], "lib", 3) == 0 ? "" : "lib", x->name[i]) < LONGEST && ends(q, name, NULL);
	free(x);
	return known;
}

static int
call(asked *q, uint32_t e, const char *behind, const rest *before)
{
	static const char *const same[] = {"str", "abspath", "realpath", "normpath", "expanduser", "fspath", "Path"}, *const methods[] = {"resolve", "absolute", "as_posix"};
	const fact_tree *t = q->t;
	uint32_t f = e + 1, last = 0, n = 0;
	const char *s = fact_str(t, f);

	if (t->node[f].kind != FACT_NAME && t->node[f].kind != FACT_ATTR)
		return 0;
	FACT_EACH_KID(t, e, a)
		if (t->node[a].kind == FACT_ARG) {
			if (t->node[a].flags & (FACT_STAR | FACT_STARSTAR) || *fact_str(t, a))
				return 0;
			last = a + 1;
			n++;
		}
	if (t->node[f].kind == FACT_NAME && command_defined(t, f))
		return 0;
	if (strcmp(s, "find_library") == 0)
		return n == 1 && !*behind && !before && found(q, last);
	if (!n)
		return t->node[f].kind == FACT_ATTR && AS_AMONG(s, methods) && text(q, f + 1, behind, before);
	q->folder |= n > 1;
	if (strcmp(s, "join") == 0) /* of os.path */
		return t->node[f].kind == FACT_ATTR && (t->node[f + 1].kind == FACT_NAME || t->node[f + 1].kind == FACT_ATTR) && AS_AMONG(fact_str(t, f + 1), ((const char *const[]){"path", "osp"})) &&
		    text(q, last, behind, n > 1 ? NULL : before);
	return n == 1 && AS_AMONG(s, same) && text(q, last, behind, before);
}

/* Is it known what the value of e may be, with that behind it? */
static int
text(asked *q, uint32_t e, const char *behind, const rest *before)
{
	const fact_tree *t = q->t;
	uint32_t f = e + 1, n = 0;
	const char *s = fact_str(t, e);
	char whole[LONGEST];
	rest part[8];

	if (!e || q->left-- <= 0)
		return 0;
	switch (t->node[e].kind) {
	case FACT_STR: return snprintf(whole, sizeof whole, "%s%s", s, behind) < LONGEST && ends(q, whole, before);
	case FACT_NONE: return !*behind && !before && ends(q, "", NULL);
	case FACT_JOIN:
		FACT_EACH_KID(t, e, k) {
			if (n == sizeof part / sizeof *part)
				return 0;
			part[n] = (rest){k, n ? &part[n - 1] : before};
			n++;
		}
		return n && text(q, part[n - 1].e, behind, part[n - 1].next);
	case FACT_BIN:
		if (strcmp(s, "+") == 0)
			return text(q, t->node[f].end, behind, &(rest){f, before});
		q->folder |= strcmp(s, "/") == 0;
		if (strcmp(s, "/") == 0) /* of a Path */
			return text(q, t->node[f].end, behind, NULL);
		return strcmp(s, "or") == 0 && text(q, f, behind, before) && text(q, t->node[f].end, behind, before);
	case FACT_COND: return text(q, t->node[f].end, behind, before) && text(q, t->node[t->node[f].end].end, behind, before);
	case FACT_NAME: return variable(q, e, behind, before);
	case FACT_ATTR:
		if (strcmp(s, "sep") != 0) /* of another module */
			return variable(q, e, behind, before);
		return AS_AMONG(fact_str(t, f), ((const char *const[]){"os", "path"})) && snprintf(whole, sizeof whole, "/%s", behind) < LONGEST && ends(q, whole, before);
	case FACT_CALL: return call(q, e, behind, before);
	default: return 0;
	}
}

const char *
cone_asked(const char *name)
{
	static const char *const parts[] = {"exec", "spawn", "popen", "system"}; /* of Windows with a letter or two more */
	const char *why = cone_found(name);

	for (size_t i = 0; i < sizeof parts / sizeof *parts && !why; i++)
		if (strcasestr(name, parts[i]))
			why = CONE_PROGRAM;
	if (!why && strncmp(name, "Py", 2) == 0)
		why = CONE_TEXT;
	if (!why && (strncmp(name, "__", 2) == 0 || strcmp(name, "_FuncPtr") == 0 || strcmp(name, "_handle") == 0))
		why = CONE_LOADS;
	return why;
}

/* May a function of that name, of whatever library, start, load or protect, or compile? any: what has it may be another object. */
static int
loud(const cone *c, const char *s, int any)
{
	const char *why = any ? cone_found(s) : cone_asked(s);

	return cone_compiles_as(symbol_find(c->s, s)) ||
	    (why && (!any || strcmp(why, CONE_LOADS) == 0 || strcmp(why, CONE_PROGRAM) == 0 || strcmp(why, MAKES_CODE) == 0));
}

/* Does a node ask something for a member whose name is put together? */
static int
puts_together(const fact_tree *t, uint32_t i)
{
	uint32_t key = t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_NAME && strcmp(fact_str(t, i + 1), "getattr") == 0 ? fact_arg(t, i, 1) : 0;

	return key && t->node[key].kind != FACT_STR && t->node[key].kind != FACT_NAME;
}

/* Does any code of Python have a member, or a text, of a name by which one is, or put such together? What a library has that is
 * imported is told by its own name. */
static int
any_loud(cone *c)
{
	const fact_tree *t = c->t;
	aliases a = {0};
	int is = 0;

	if (c->loud_members)
		return c->loud_members == 2;
	for (uint32_t k = 0; k < c->p->nfile && !is; k++) {
		uint32_t f = c->p->file[k];
		char full[LONGEST];
		if (!is_python(t, f))
			continue;
		cone_aliases(c, f, &a);
		for (uint32_t i = f; i < t->node[f].end && !is; i++)
			is = puts_together(t, i) || (loud(c, fact_str(t, i), 1) && (t->node[i].kind == FACT_STR ||
			    (t->node[i].kind == FACT_ATTR && !(cone_full(c, i, &a, full, sizeof full) == 1 && strchr(full, '.') && is_standard(full)))));
		cone_aliases_clear(&a);
	}
	free(a.a);
	c->loud_members = 1 + is;
	return is;
}

/* What a node asks a library for that stands there: 1 what is not loud, 0 what is, -1 that is not told. */
static int
asks(const cone *c, uint32_t i)
{
	static const char *const by_name[] = {"getattr", "hasattr"};
	const fact_tree *t = c->t;
	uint32_t up = command_around(t, i), over = command_around(t, up), key = 0;

	switch (t->node[up].kind) {
	case FACT_ATTR: return !loud(c, fact_str(t, up), 0);
	case FACT_INDEX:
		key = i == up + 1 ? t->node[i].end : 0;
		break;
	case FACT_ARG:
		if (t->node[over].kind == FACT_CALL && t->node[over + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, over + 1), by_name) && fact_arg(t, over, 0) == i)
			key = fact_arg(t, over, 1);
		break;
	case FACT_TUPLE: /* ("f", lib), of which ctypes makes a function */
		key = up + 1;
		break;
	case FACT_IF: case FACT_UN: case FACT_ASSERT: return 1;
	case FACT_BIN: return AS_AMONG(fact_str(t, up), ((const char *const[]){"is", "is not", "==", "!="})) ? 1 : -1;
	default: break;
	}
	if (!key)
		return -1;
	switch (t->node[key].kind) {
	case FACT_STR: return !loud(c, fact_str(t, key), 0);
	case FACT_NAME: return t->node[up].kind == FACT_TUPLE ? 0 : -1;
	default: return 0; /* put together */
	}
}

/* Is the library that a node, a CALL that loads it, gives asked for nothing that is loud? */
static int
is_quiet(cone *c, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t up = command_around(t, call), scope, id;
	int how = asks(c, call), handed = 0;

	if (how >= 0)
		return how;
	if (t->node[up].kind == FACT_BLOCK || t->node[up].kind == FACT_FILE)
		return 1;
	if (t->node[up].kind != FACT_ASSIGN || *fact_str(t, up) || t->node[up + 1].kind != FACT_NAME)
		return !any_loud(c);
	scope = command_scope(t, up + 1);
	id = t->node[up + 1].str;
	if (t->node[scope].kind == FACT_FILE && !command_alone(c, scope, id))
		return !any_loud(c);
	for (uint32_t i = scope + 1; i < t->node[scope].end; i++) {
		if (t->node[i].kind != FACT_NAME || t->node[i].str != id || command_binds(t, i))
			continue;
		if ((how = asks(c, i)) == 0)
			return 0;
		handed |= how < 0;
	}
	return !handed || !any_loud(c);
}

/* Leads to all C of the tree of which a library may be made: 0 if Python names no function of it, so that it is another. */
static int
leads_to_c(cone *c, use load)
{
	const fact_tree *t = c->t;
	uint8_t *named = calloc(t->text.n + 1, 1);
	int any = 0;

	if (!named) {
		c->nomem = 1;
		return 0;
	}
	for (uint32_t k = 0; k < c->p->nfile; k++)
		for (uint32_t f = c->p->file[k], i = f; is_python(t, f) && i < t->node[f].end; i++)
			if (t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_STR)
				named[t->node[i].str] = 1;
	for (uint32_t pass = 0; pass < 1 + (any != 0); pass++)
		for (uint32_t k = 0; k < c->p->nfile; k++) {
			uint32_t f = c->p->file[k];
			int has = 0;
			if (t->node[f].flags & (FACT_MODULE | FACT_DATA))
				continue;
			for (uint32_t i = f; i < t->node[f].end && !has; i++)
				has = t->node[i].kind == FACT_FUNC && t->node[i].str < t->text.n && named[t->node[i].str] && fact_find(t, i, FACT_BLOCK);
			any |= has;
			if (pass && (has || !c->has_main[k])) /* a program is no part of it */
				cone_late(c, &c->extends, load.node, k, load.unit);
		}
	free(named);
	return any;
}

/* Does it load by name, and not take what is loaded? */
static int
plain(const fact_tree *t, uint32_t call)
{
	static const char *const how[] = {"", "mode", "use_errno", "use_last_error", "winmode"};

	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && (t->node[a].flags & (FACT_STAR | FACT_STARSTAR) || !AS_AMONG(fact_str(t, a), how)))
			return 0;
	return 1;
}

/* Is what a CALL loads known? */
static int
known(cone *c, use load)
{
	asked *q = calloc(1, sizeof *q);
	int is, own = 0;

	if (c->t->node[load.node].kind == FACT_ATTR) { /* cdll.msvcrt */
		free(q);
		return is_quiet(c, load.node);
	}
	if (!q) {
		c->nomem = 1;
		return 0;
	}
	q->c = c;
	q->t = c->t;
	q->left = LOOKS;
	is = plain(c->t, load.node) && text(q, fact_arg(c->t, load.node, 0), "", NULL);
	for (uint32_t i = 0; i < q->n && is; i++) {
		const char *base;
		if (!*q->name[i] || (!q->folder && is_system_library(q->name[i], &base) && !cone_made_here(c, base, 1)))
			continue;
		own = 1;
		is = tree_builds_library(c->t, q->name[i]);
	}
	free(q);
	return is && is_quiet(c, load.node) && (!own || leads_to_c(c, load));
}

int
cone_ctypes_loads(const char *full)
{
	return AS_AMONG(full, ((const char *const[]){"ctypes.CDLL", "ctypes.WinDLL", "ctypes.cdll.LoadLibrary", "ctypes.windll.LoadLibrary"}));
}

void
cone_ctypes(cone *c)
{
	for (uint32_t i = 0; i < c->dynamic.n; i++)
		if (!known(c, c->dynamic.u[i]))
			cone_hides(c, c->dynamic.u[i].unit, c->dynamic.u[i].node, CONE_LOADS);
}
