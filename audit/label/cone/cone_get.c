/* cone_get.c - see cone_impl.h: members of Python that are asked for by a name which is text:
 * getattr(x, name), x.__getattribute__(name), vars(x)[name], x.__dict__[name],
 * attrgetter(name)(x). A name that stands there is that member. One that is put together
 * out of pieces, turned or decoded may be any that its pieces allow. One that comes from
 * elsewhere is one of those that the tree has as text. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

/* Is the text e made when it runs, out of pieces, of what is turned or decoded? A name is what the
 * unit, or its file, gives it; *left: how many values may still be looked at. What only comes from
 * outside is not. Returns the node that makes it, or 0. */
static uint32_t
put_together(const cone *c, uint32_t u, uint32_t e, int *left)
{
	static const char *const makes[] = {"decode", "b64decode", "b32decode", "b16decode", "unhexlify", "fromhex", "chr", "reversed", "bytes", "bytearray",
		"decompress", "translate", "swapcase", "join", "format", "maketrans"};
	const fact_tree *t = c->t;

	if ((*left)-- <= 0)
		return e;
	for (uint32_t i = e; i < t->node[e].end; i++) {
		uint32_t f = i + 1;
		switch (t->node[i].kind) {
		case FACT_BIN: case FACT_JOIN: case FACT_COMP: return i;
		case FACT_INDEX: /* a part of a text that stands there */
			if (t->node[f].kind == FACT_STR)
				return i;
			break;
		case FACT_CALL:
			if ((t->node[f].kind == FACT_NAME || t->node[f].kind == FACT_ATTR) && AS_AMONG(fact_str(t, f), makes))
				return i;
			if (t->node[f].kind == FACT_ATTR && t->node[f + 1].kind == FACT_STR)
				return i;
			break;
		default: break;
		}
	}
	if (t->node[e].kind == FACT_INDEX || (t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_ATTR))
		e += t->node[e].kind == FACT_INDEX ? 1 : 2;
	if (t->node[e].kind != FACT_NAME)
		return 0;
	for (int k = 0; k < 2; k++) {
		uint32_t top = k ? c->p->file[c->unit[u].file] : c->unit[u].node;
		for (uint32_t i = top; i < t->node[top].end; i++)
			if ((t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_DECL) && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == t->node[e].str) {
				uint32_t v = t->node[i].kind == FACT_ASSIGN ? t->node[i + 1].end : fact_find(t, i, FACT_DEFAULT), made;
				if (v && v < t->node[i].end && (made = put_together(c, u, t->node[v].kind == FACT_DEFAULT ? v + 1 : v, left)) != 0)
					return made;
			}
	}
	return 0;
}

typedef struct { const char *s; size_t n; } piece;

/* What stands before the first sign of a format, or behind its last: of "%s" one letter more, which says what it is. */
static piece
of_format(const char *s, const char *signs, int end)
{
	const char *last = NULL;

	if (!end)
		return (piece){s, strcspn(s, signs)};
	for (const char *p = s; (p = strpbrk(p, signs)); p++)
		last = p;
	if (!last)
		return (piece){s, strlen(s)};
	if (*last != '%')
		return (piece){last + 1, *last == '}' ? strlen(last + 1) : 0};
	return last[1] == 's' || last[1] == 'd' ? (piece){last + 2, strlen(last + 2)} : (piece){"", 0};
}

/* Does a piece of a text that is put together by + or in an f-string have what no name has? */
static int
is_no_name(const fact_tree *t, uint32_t e)
{
	const char *s = fact_str(t, e);

	if (t->node[e].kind == FACT_STR) {
		while (isalnum((unsigned char)*s) || *s == '_')
			s++;
		return *s != '\0';
	}
	if (t->node[e].kind != FACT_JOIN && !(t->node[e].kind == FACT_BIN && *s == '+'))
		return 0;
	FACT_EACH_KID(t, e, k)
		if (is_no_name(t, k))
			return 1;
	return 0;
}

/* What the text begins with (end 0) or ends with (1), as far as it stands there. */
static piece
known(const fact_tree *t, uint32_t e, int end)
{
	for (;;) {
		uint32_t k = 0;
		const char *s = fact_str(t, e);
		if (t->node[e].kind == FACT_STR)
			return (piece){s, strlen(s)};
		if (t->node[e].kind == FACT_JOIN) {
			FACT_EACH_KID(t, e, i)
				if (end || !k)
					k = i;
		} else if (t->node[e].kind == FACT_BIN && strcmp(s, "+") == 0) {
			k = end ? t->node[e + 1].end : e + 1;
		} else if (t->node[e].kind == FACT_BIN && strcmp(s, "%") == 0 && t->node[e + 1].kind == FACT_STR) {
			return of_format(fact_str(t, e + 1), "%", end);
		} else if (t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_ATTR && strcmp(fact_str(t, e + 1), "format") == 0 && t->node[e + 2].kind == FACT_STR) {
			return of_format(fact_str(t, e + 2), "{}", end);
		}
		if (!k)
			return (piece){"", 0};
		e = k;
	}
}

/* Modules by which programs are started and text is run. */
static int
runs_things(const char *full)
{
	return AS_AMONG(full, ((const char *const[]){"os", "subprocess", "builtins", "importlib", "ctypes", "ctypes.cdll", "sys", "runpy", "imp", "multiprocessing", "asyncio", "pty",
		"pickle", "code", "types"}));
}

int
cone_fits(const fact_tree *t, uint32_t made, const char *name)
{
	piece a = known(t, made, 0), z = known(t, made, 1);
	size_t n = strlen(name);

	return n >= a.n && n >= z.n && strncmp(name, a.s, a.n) == 0 && strncmp(name + n - z.n, z.s, z.n) == 0;
}

/* May text that was made so be a part of a symbol's name: behind that module; full "": of any? */
static int
may_be(const cone *c, const char *full, uint32_t made)
{
	piece a = known(c->t, made, 0), z = known(c->t, made, 1);
	size_t n = strlen(full);
	const symbol *y;

	for (size_t k = 0; (y = cone_symbol(c, k)); k++) {
		const char *part = y->name, *end;
		if (!cone_compiles_as(y) || !strchr(y->name, '.') || (n && (strncmp(y->name, full, n) != 0 || y->name[n] != '.')))
			continue;
		for (part += n ? n + 1 : 0; *part; part = *end ? end + 1 : end) {
			end = part + strcspn(part, ".");
			if ((size_t)(end - part) >= a.n && (size_t)(end - part) >= z.n && strncmp(part, a.s, a.n) == 0 && strncmp(end - z.n, z.s, z.n) == 0)
				return 1;
			if (n)
				break;
		}
	}
	return 0;
}

/* Is it an object of the tree's own: self, a module or a class of it? */
static int
own(const cone *c, uint32_t base, const aliases *a)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, base);

	if (t->node[base].kind == FACT_CALL && t->node[base + 1].kind == FACT_NAME && strcmp(fact_str(t, base + 1), "super") == 0)
		return 1;
	if (t->node[base].kind == FACT_INDEX && t->node[base + 1].kind == FACT_ATTR && strcmp(fact_str(t, base + 1), "modules") == 0) { /* sys.modules[__name__] */
		uint32_t key = t->node[base + 1].end;
		return t->node[key].kind == FACT_NAME && strcmp(fact_str(t, key), "__name__") == 0;
	}
	if (t->node[base].kind != FACT_NAME)
		return 0;
	if (strcmp(s, "self") == 0 || strcmp(s, "cls") == 0 || cone_is_options(s))
		return 1;
	for (uint32_t i = 0; a && i < a->n; i++)
		if (a->a[i].as == t->node[base].str)
			return !a->a[i].outside && !a->a[i].rebound;
	return 0;
}

/* Is what compiles a member of the module itself? */
static int
has_symbols(const cone *c, const char *module)
{
	size_t n = strlen(module);
	const symbol *y;

	for (size_t k = 0; (y = cone_symbol(c, k)); k++)
		if (cone_compiles_as(y) && strncmp(y->name, module, n) == 0 && y->name[n] == '.' && !strchr(y->name + n + 1, '.'))
			return 1;
	return 0;
}

/* The texts over which a loop, or a comprehension, of the unit's file has the NAME e go; 0: it is no such, or another. */
static uint32_t
loop_over(const cone *c, uint32_t u, uint32_t e)
{
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[c->unit[u].file], over = 0;

	for (uint32_t i = file; t->node[e].kind == FACT_NAME && i < t->node[file].end; i++) {
		uint32_t by = i - 1;
		if (t->node[i].str != t->node[e].str || (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_PARAM))
			continue;
		if (t->node[i].kind == FACT_PARAM || t->node[by].kind == FACT_ASSIGN || t->node[by].kind == FACT_DECL || t->node[by].kind == FACT_TUPLE || t->node[by].kind == FACT_LIST)
			return 0;
		if (t->node[by].kind != FACT_FOR)
			continue;
		if (over || (t->node[t->node[i].end].kind != FACT_LIST && t->node[t->node[i].end].kind != FACT_TUPLE))
			return 0;
		over = t->node[i].end;
	}
	return over;
}

/* May a member of the module, asked for by the text e, start programs, run text or load code? */
static int
starts(const cone *c, uint32_t u, const char *module, uint32_t e)
{
	static const char *const modules[] = {"os", "subprocess", "builtins", "__builtin__", "importlib", "ctypes", "runpy", "pty", "posix", "nt", "commands"};
	const fact_tree *t = c->t;
	uint32_t over;

	if (t->node[e].kind == FACT_STR)
		return is_starting_in(module, fact_str(t, e));
	if (!AS_AMONG(module, modules))
		return 0;
	if (!(over = loop_over(c, u, e)))
		return 1;
	FACT_EACH_KID(t, over, k)
		if (t->node[k].kind != FACT_STR || starts(c, u, module, k))
			return 1;
	return 0;
}

void
cone_get(cone *c, uint32_t u, uint32_t node, uint32_t base, uint32_t e, const aliases *a)
{
	const fact_tree *t = c->t;
	char full[300] = "";
	int left = 32, how = base ? cone_full(c, base, a, full, sizeof full) : 0, library = how == 1;
	uint32_t id, made;

	if (how && e && starts(c, u, full, e)) {
		cone_hides(c, u, node, "what starts programs, runs text or loads code is asked for by its name");
		return;
	}

	if (e && t->node[e].kind == FACT_STR) { /* its words are named by the string itself */
		const char *s = fact_str(t, e), *last = as_last_part(s);
		if (is_loud_member(last))
			cone_hides(c, u, node, CONE_LOADS);
		if ((id = as_intern_find(&t->text, last, strlen(last))) >= c->nname)
			return;
		if (library && strlen(full) + strlen(s) + 2 < sizeof full) {
			strcat(strcat(full, "."), s);
			if (c->sym[id] & SYM_METHOD || cone_symbol_is(c, full))
				cone_site(c, u, e);
			cone_module_stands(c, full);
		} else if (c->sym[id] & (SYM_LAST | SYM_METHOD)) {
			cone_late(c, &c->method, base ? base : e, id, u);
		}
		return;
	}
	if (!library) {
		full[0] = '\0';
		cone_edge(c, u, VX_DYNAMIC);
		if (base && (!e || own(c, base, a)))
			return;
	}
	if (library && !e && has_symbols(c, full)) {
		cone_hides(c, u, node, "all members of a library are looked at");
		return;
	}
	made = e ? put_together(c, u, e, &left) : 0;
	if (made && made == e && is_no_name(t, e)) { /* "a" + ".b" is no member, but attrgetter() takes it apart */
		if (!base)
			cone_hides(c, u, node, "a name is put together");
		return;
	}
	if (made && (may_be(c, full, made) || runs_things(full))) {
		cone_hides(c, u, node, library ? "a name of a library is put together" : "a name is put together");
	} else if (!made && (id = as_intern_id(&c->library, full, strlen(full))) == UINT32_MAX) {
		c->nomem = 1;
	} else if (!made) {
		cone_late(c, &c->given, node, id, u);
	}
}
