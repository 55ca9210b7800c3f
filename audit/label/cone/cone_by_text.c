/* cone_by_text.c - see cone_impl.h: modules of Python that are imported by a text: import_module(name), __import__(name).
 * Known are texts that stand there, in a table of the tree that nothing changes, that all who call the function give
 * it, or that are put together of such. What a package has may be any module of it; what is loaded already is no other code. */
#include "cone_command.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

enum { MOST = 256, LOOKS = 4000, LONGEST = 300 };

typedef struct {
	cone *c;
	const fact_tree *t;
	const char *text[MOST]; /* (n) */
	uint32_t n;
	as_intern made;         /* those of them that are put together */
	uint32_t within;        /* the function whose parameter is looked at; 0 */
	int left;
	int none;               /* one is None */
} asked;

static int comes(asked *q, uint32_t e);
static int elements(asked *q, uint32_t e, int place);

uint32_t
command_sets(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i);

	while (t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_LIST || t->node[up].kind == FACT_STARRED) {
		i = up;
		up = command_around(t, i);
	}
	switch (t->node[up].kind) {
	case FACT_ASSIGN: case FACT_DECL: case FACT_FOR: return i == up + 1 ? up : 0;
	case FACT_ITEM: return i != up + 1 ? up : 0;
	default: return 0;
	}
}

/* Does a node bind the name by other means than a target? */
static int
binds_else(const fact_tree *t, uint32_t i)
{
	int kind = t->node[i].kind;

	return kind == FACT_ALIAS || kind == FACT_HANDLER || kind == FACT_FUNC || kind == FACT_CLASS || (kind == FACT_NAME && t->node[command_around(t, i)].kind == FACT_GLOBAL);
}

/* The function, or file, whose variable a NAME is. */
static uint32_t
scope(const fact_tree *t, uint32_t name)
{
	uint32_t id = t->node[name].str, file = command_file(t, name);

	for (uint32_t s = command_around(t, name); s > file; s = command_around(t, s)) {
		if (t->node[s].kind != FACT_FUNC)
			continue;
		if (fact_param(t, s, id))
			return s;
		for (uint32_t i = s + 1; i < t->node[s].end; i++)
			if (t->node[i].str == id && (binds_else(t, i) || (t->node[i].kind == FACT_NAME && command_sets(t, i))))
				return s;
	}
	return file;
}

/* What a target that is one name, or one of a tuple, is given. */
static int
given(asked *q, uint32_t name)
{
	const fact_tree *t = q->t;
	uint32_t by = command_sets(t, name), up = command_around(t, name), value = t->node[by + 1].end;
	int place = -1;

	if (up != by) {
		if (t->node[up].kind != FACT_TUPLE || command_around(t, up) != by || t->node[by].kind != FACT_FOR)
			return 0;
		place = 0;
		for (uint32_t k = up + 1; k != name; k = t->node[k].end)
			place++;
	}
	switch (t->node[by].kind) {
	case FACT_ASSIGN: return !*fact_str(t, by) && comes(q, value);
	case FACT_FOR: return elements(q, value, place);
	case FACT_DECL:
		value = fact_find(t, by, FACT_DEFAULT);
		return !value || comes(q, value + 1);
	default: return 0;
	}
}

/* All values that a variable may have: by one(), of what its parameter is given, or given() where it is NULL, for others are texts. */
static int
variable(asked *q, uint32_t e, int (*one)(asked *, uint32_t, int), int place)
{
	const fact_tree *t = q->t;
	uint32_t id = t->node[e].str, s = scope(t, e), param = t->node[s].kind == FACT_FUNC ? fact_param(t, s, id) : 0;
	int any = 0, known = 1;

	if (t->node[s].kind == FACT_FILE && !command_alone(q->c, s, id))
		return 0;
	for (uint32_t i = s + 1; i < t->node[s].end && known; i++) {
		uint32_t by;
		if (t->node[i].str != id)
			continue;
		if (binds_else(t, i) || (t->node[i].kind == FACT_PARAM && i != param))
			return 0;
		if (t->node[i].kind != FACT_NAME || !(by = command_sets(t, i)))
			continue;
		any = 1;
		known = q->left-- > 0 && (one ? t->node[by].kind == FACT_ASSIGN && i == by + 1 && !*fact_str(t, by) && one(q, t->node[i].end, place) : given(q, i));
	}
	if (param && known) {
		uint32_t def = fact_find(t, param, FACT_DEFAULT), *site, n, was = q->within;
		if (t->node[param].flags & (FACT_STAR | FACT_STARSTAR) || (def && t->node[def + 1].kind != FACT_NONE && !(one ? one(q, def + 1, place) : comes(q, def + 1))))
			return 0;
		n = command_sites(q->c, s, param, &site);
		known = any = n > 0;
		q->within = s;
		for (uint32_t k = 0; k < n && known; k++)
			known = q->left-- > 0 && t->node[site[k] - 1].kind == FACT_ARG && (one ? one(q, site[k], place) : comes(q, site[k]));
		q->within = was;
		command_sites_free(site);
	}
	return any && known;
}

/* Does what is done with a NAME, at node i, leave the list or dictionary what it is? */
static int
leaves(const asked *q, uint32_t i)
{
	static const char *const reading[] = {"get", "keys", "values", "items", "copy", "index", "count"};
	static const char *const calls[] = {"len", "sorted", "list", "tuple", "set", "print", "repr", "str", "join", "isinstance", "enumerate", "any", "all", "bool", "deepcopy", "copy", "type"};
	const fact_tree *t = q->t;
	uint32_t up = command_around(t, i), over = command_around(t, up);

	switch (t->node[up].kind) {
	case FACT_FOR: return i != up + 1;
	case FACT_BIN: return AS_AMONG(fact_str(t, up), ((const char *const[]){"in", "not in", "==", "!=", "is", "is not"}));
	case FACT_UN: case FACT_IF: case FACT_WHILE: case FACT_JOIN: case FACT_ASSERT: return 1;
	case FACT_INDEX: return i != up + 1 || !(t->node[over].kind == FACT_DELETE || command_sets(t, up) || (t->node[over].kind == FACT_ATTR));
	case FACT_ATTR: return t->node[over].kind == FACT_CALL && over + 1 == up && AS_AMONG(fact_str(t, up), reading);
	case FACT_ARG:
		return t->node[over].kind == FACT_CALL && (t->node[over + 1].kind == FACT_NAME || t->node[over + 1].kind == FACT_ATTR) &&
		    ((AS_AMONG(fact_str(t, over + 1), calls) && !command_defined(t, over + 1)) || (q->within && t->node[over + 1].str == t->node[q->within].str));
	default: return 0;
	}
}

/* Is the variable of a NAME a list or dictionary that nothing changes? */
static int
kept(const asked *q, uint32_t e)
{
	const fact_tree *t = q->t;
	uint32_t s = scope(t, e);

	for (uint32_t i = s + 1; i < t->node[s].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == t->node[e].str && !command_sets(t, i) && !leaves(q, i))
			return 0;
	return 1;
}

/* What stands under the keys of a dictionary, or in a list, wherever it is had from. */
static int
held(asked *q, uint32_t e, int place)
{
	const fact_tree *t = q->t;

	if (t->node[e].kind == FACT_NAME)
		return kept(q, e) && variable(q, e, held, place);
	if (t->node[e].kind != FACT_DICT)
		return elements(q, e, place);
	FACT_EACH_KID(t, e, k) {
		uint32_t key = k + 1, value = t->node[key].end;
		if (t->node[k].kind != FACT_PAIR || t->node[k].flags & FACT_STARSTAR || value >= t->node[k].end || !comes(q, value))
			return 0;
	}
	return 1;
}

/* Of what a loop over e has, or at that place of each tuple of it: are all known texts? */
static int
elements(asked *q, uint32_t e, int place)
{
	static const char *const same[] = {"sorted", "list", "tuple", "set", "reversed", "iter"};
	const fact_tree *t = q->t;
	uint32_t f = e + 1, arg;

	if (q->left-- <= 0)
		return 0;
	switch (t->node[e].kind) {
	case FACT_LIST: case FACT_TUPLE:
		FACT_EACH_KID(t, e, k) {
			uint32_t at = k;
			if (place >= 0) {
				if (t->node[k].kind != FACT_TUPLE)
					return 0;
				at = k + 1;
				for (int n = place; n > 0 && at < t->node[k].end; n--)
					at = t->node[at].end;
				if (at >= t->node[k].end)
					return 0;
			}
			if (!comes(q, at))
				return 0;
		}
		return 1;
	case FACT_DICT:
		FACT_EACH_KID(t, e, k)
			if (place >= 0 || t->node[k].kind != FACT_PAIR || t->node[k].flags & FACT_STARSTAR || !comes(q, k + 1))
				return 0;
		return 1;
	case FACT_NAME: return kept(q, e) && variable(q, e, elements, place);
	case FACT_CALL:
		arg = fact_arg(t, e, 0);
		if (t->node[f].kind == FACT_NAME && arg && !command_defined(t, f)) {
			if (AS_AMONG(fact_str(t, f), same))
				return elements(q, arg, place);
			return strcmp(fact_str(t, f), "enumerate") == 0 && place == 1 && elements(q, arg, -1);
		}
		if (t->node[f].kind != FACT_ATTR || arg || (t->node[f + 1].kind != FACT_NAME && t->node[f + 1].kind != FACT_DICT))
			return 0;
		if (strcmp(fact_str(t, f), "keys") == 0)
			return place < 0 && elements(q, f + 1, -1);
		if (strcmp(fact_str(t, f), "values") == 0)
			return place < 0 && held(q, f + 1, -1);
		return strcmp(fact_str(t, f), "items") == 0 && (place == 0 ? elements(q, f + 1, -1) : place == 1 && held(q, f + 1, -1));
	default: return 0;
	}
}

/* Each of the texts from number `from` on, with each of those from `mid` on behind it. */
static int
cross(asked *q, uint32_t from, uint32_t mid)
{
	const char *whole[MOST];
	char text[LONGEST];
	uint32_t n = 0, id;

	for (uint32_t i = from; i < mid; i++)
		for (uint32_t k = mid; k < q->n; k++) {
			if (n == MOST || snprintf(text, sizeof text, "%s%s", q->text[i], q->text[k]) >= LONGEST || (id = as_intern_id(&q->made, text, strlen(text))) == UINT32_MAX)
				return 0;
			whole[n++] = q->made.str[id];
		}
	memcpy(q->text + from, whole, n * sizeof *whole);
	q->n = from + n;
	return 1;
}

/* Puts the value e, or where that is 0 so many letters of s, behind the texts from number `from` on. None has a text, too, which none of these is. */
static int
put(asked *q, uint32_t from, uint32_t e, const char *s, size_t n)
{
	uint32_t mid = q->n, id;
	int was = q->none, known;

	if (!e) {
		if (n == 0)
			return 1;
		if (q->n == MOST || (id = as_intern_id(&q->made, s, n)) == UINT32_MAX)
			return 0;
		q->text[q->n++] = q->made.str[id];
		return cross(q, from, mid);
	}
	q->none = 0;
	known = comes(q, e) && !q->none;
	q->none = was;
	return known && cross(q, from, mid);
}

/* A format, of which each sign is the next of some values: "a.%s" % b, "a.%s.%s" % (b, c), "a.{}".format(b). first: the node of the first value; end: behind the last. */
static int
formed(asked *q, const char *s, const char *sign, uint32_t first, uint32_t end)
{
	const fact_tree *t = q->t;
	uint32_t from = q->n, k = first;

	q->text[q->n] = "";
	if (q->n++ == MOST - 1)
		return 0;
	for (size_t n; *s; s += n) {
		n = strcspn(s, "%{}");
		if (!put(q, from, 0, s, n))
			return 0;
		if (!s[n])
			break;
		if (strncmp(s + n, sign, 2) != 0 || k >= end || (t->node[k].kind == FACT_ARG && (*fact_str(t, k) || t->node[k].flags & (FACT_STAR | FACT_STARSTAR))) ||
		    !put(q, from, k + (t->node[k].kind == FACT_ARG), NULL, 0))
			return 0;
		k = t->node[k].end;
		n += 2;
	}
	return k == end;
}

/* A text that is put together: a + b, f"a.{b}", "a.%s" % b, "a.{}".format(b), ".".join((a, b)). */
static int
together(asked *q, uint32_t e)
{
	const fact_tree *t = q->t;
	uint32_t f = e + 1, from = q->n, value, any = 0;

	if (t->node[e].kind == FACT_JOIN || (t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "+") == 0)) {
		q->text[q->n] = "";
		if (q->n++ == MOST - 1)
			return 0;
		FACT_EACH_KID(t, e, k)
			if (!put(q, from, k, NULL, 0))
				return 0;
		return 1;
	}
	if (t->node[e].kind == FACT_BIN) {
		value = t->node[f].end;
		if (strcmp(fact_str(t, e), "%") != 0 || t->node[f].kind != FACT_STR)
			return 0;
		return t->node[value].kind == FACT_TUPLE ? formed(q, fact_str(t, f), "%s", value + 1, t->node[value].end) : formed(q, fact_str(t, f), "%s", value, t->node[e].end);
	}
	if (t->node[f].kind != FACT_ATTR || t->node[f + 1].kind != FACT_STR)
		return 0;
	if (strcmp(fact_str(t, f), "format") == 0)
		return formed(q, fact_str(t, f + 1), "{}", t->node[f].end, t->node[e].end);
	value = fact_arg(t, e, 0);
	if (strcmp(fact_str(t, f), "join") != 0 || !value || (t->node[value].kind != FACT_LIST && t->node[value].kind != FACT_TUPLE) || q->n == MOST)
		return 0;
	q->text[q->n++] = "";
	FACT_EACH_KID(t, value, k)
		if ((any++ && !put(q, from, 0, fact_str(t, f + 1), strlen(fact_str(t, f + 1)))) || !put(q, from, k, NULL, 0))
			return 0;
	return 1;
}

/* The target of the comprehension around a NAME, which has it nowhere else; 0: none has it; UINT32_MAX: it cannot be told. */
static uint32_t
of_comprehension(const fact_tree *t, uint32_t e)
{
	for (uint32_t up = command_around(t, e); up > 0 && t->node[up].kind != FACT_FILE; up = command_around(t, up)) {
		uint32_t target = 0, loop = 0;
		if (t->node[up].kind == FACT_FUNC && fact_param(t, up, t->node[e].str))
			return 0;
		for (uint32_t i = up + 1; t->node[up].kind == FACT_COMP && i < t->node[up].end; i++) {
			uint32_t by;
			if (t->node[i].str != t->node[e].str || (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_PARAM))
				continue;
			by = t->node[i].kind == FACT_NAME ? command_sets(t, i) : i;
			if (!by)
				continue;
			if (target || t->node[by].kind != FACT_FOR)
				return UINT32_MAX;
			target = i;
			loop = by;
		}
		if (target)
			return e >= t->node[t->node[loop + 1].end].end && e < t->node[loop].end ? target : UINT32_MAX;
	}
	return 0;
}

/* Are all texts known that the value of e may be? */
static int
comes(asked *q, uint32_t e)
{
	const fact_tree *t = q->t;
	uint32_t f = e + 1, arg;

	if (!e || q->left-- <= 0)
		return 0;
	switch (t->node[e].kind) {
	case FACT_NONE:
		q->none = 1;
		return 1;
	case FACT_STR:
		if (q->n == MOST)
			return 0;
		q->text[q->n++] = fact_str(t, e);
		return 1;
	case FACT_COND: return comes(q, t->node[f].end) && comes(q, t->node[t->node[f].end].end);
	case FACT_BIN:
		if (strcmp(fact_str(t, e), "or") != 0 && strcmp(fact_str(t, e), "and") != 0)
			return together(q, e);
		return comes(q, f) && comes(q, t->node[f].end);
	case FACT_JOIN: return together(q, e);
	case FACT_NAME:
		if ((arg = of_comprehension(t, e)) != 0)
			return arg != UINT32_MAX && given(q, arg);
		return variable(q, e, NULL, 0);
	case FACT_INDEX: return (t->node[f].kind == FACT_NAME || t->node[f].kind == FACT_DICT) && held(q, f, -1);
	case FACT_CALL: /* table.get(key, default) */
		if (t->node[f].kind == FACT_ATTR && t->node[f + 1].kind == FACT_STR)
			return together(q, e);
		if (t->node[f].kind != FACT_ATTR || strcmp(fact_str(t, f), "get") != 0 || (t->node[f + 1].kind != FACT_NAME && t->node[f + 1].kind != FACT_DICT))
			return 0;
		return (!(arg = fact_arg(t, e, 1)) || comes(q, arg)) && held(q, f + 1, -1);
	default: return 0;
	}
}

/* Is the variable that a NAME is set, and to nothing for which is() does not hold? */
static int
only_set_to(const fact_tree *t, uint32_t e, int (*is)(const fact_tree *, uint32_t, int), int depth)
{
	uint32_t top = scope(t, e);
	int any = 0;

	for (uint32_t i = top + 1; i < t->node[top].end; i++) {
		uint32_t by;
		if (t->node[i].str != t->node[e].str)
			continue;
		if (binds_else(t, i) || t->node[i].kind == FACT_PARAM)
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

/* Does __import__() not look for the module in its own package? */
static int
is_absolute(const fact_tree *t, uint32_t call)
{
	uint32_t level = fact_given(t, call, "level", 4);

	return !level || (t->node[level].kind == FACT_INT && strcmp(fact_str(t, level), "0") == 0);
}

/* Names that the call takes out of the module may be modules of it, too: are they known? */
static int
from_list(const fact_tree *t, uint32_t call)
{
	uint32_t list = fact_given(t, call, "fromlist", 3);

	if (strcmp(fact_str(t, call + 1), "__import__") != 0)
		return 1;
	if (!is_absolute(t, call))
		return 0;
	if (!list)
		return 1;
	if (t->node[list].kind != FACT_LIST && t->node[list].kind != FACT_TUPLE)
		return 0;
	FACT_EACH_KID(t, list, k)
		if (t->node[k].kind != FACT_STR)
			return 0;
	return 1;
}

/* The module that a text means: ".x" is one of the package that the call names, or that it stands in. */
static int
whole(const fact_tree *t, uint32_t call, const char *s, char *name)
{
	uint32_t package = fact_given(t, call, "package", 1);

	if (*s != '.' || (package && t->node[package].kind == FACT_NAME && AS_AMONG(fact_str(t, package), ((const char *const[]){"__name__", "__package__"}))))
		return snprintf(name, LONGEST, "%s", s) < LONGEST;
	return package && t->node[package].kind == FACT_STR && s[1] != '.' && snprintf(name, LONGEST, "%s%s", fact_str(t, package), s) < LONGEST;
}

/* Is the CALL led to each module that it is known to import? */
static int
by_texts(asked *q, uint32_t u, uint32_t call, uint32_t e)
{
	char name[LONGEST];

	if (!from_list(q->t, call) || !comes(q, e))
		return 0;
	for (uint32_t i = 0; i < q->n; i++)
		if (!whole(q->t, call, q->text[i], name))
			return 0;
	for (uint32_t i = 0; i < q->n; i++) {
		whole(q->t, call, q->text[i], name);
		cone_import_text(q->c, u, call, name);
	}
	return 1;
}

int
cone_by_text(cone *c, uint32_t u, uint32_t call, uint32_t e)
{
	const fact_tree *t = c->t;
	asked q = {.c = c, .t = t, .left = LOOKS};
	int loaded = e && t->node[e].kind == FACT_ATTR && strcmp(fact_str(t, e), "__module__") == 0, known; /* what has it is loaded */

	if (!e)
		return 0;
	known = !loaded && by_texts(&q, u, call, e);
	as_intern_free(&q.made);
	if (known || (!loaded && !is_part(t, e, 0)))
		return known;
	if (!loaded || !from_list(t, call))
		cone_any_module(c, u, call);
	c->any_module = 1;
	c->unit[u].flags |= UNIT_LOADS;
	return 1;
}
