/* closing_changes.c - see closing.h: what is changed where it is, by a method or an operator, and who else has it. */
#include "closing.h"

#include <string.h>

#include "../vm/vm_impl.h"
#include "words.h"

enum { MOST_DEEP = CLOSING_DEEP, MOST_ASKED = 4000, BY_PARAM = 1, BY_OTHERS = 2 };

static void changes(closing *q, uint32_t fn, uint32_t e, int part, int depth);

/* Is it bound by `import` in the file of fn: np.append(a, b) changes nothing of it. */
static int
is_module(const closing *q, uint32_t fn, uint32_t name)
{
	const fact_tree *t = q->t;
	uint32_t file = program_file(q->x->m.p, fn);
	const char *is = t->text.str[name];

	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_IMPORT && (i + 1 < t->node[i].end ? t->node[i + 1].str == name :
		    strncmp(fact_str(t, i), is, strlen(is)) == 0 && strchr(".", fact_str(t, i)[strlen(is)])))
			return 1;
	return 0;
}

/* A PARAM of that name, of fn or of a function in it, but for its own object; 0. */
static uint32_t
param_of(const fact_tree *t, uint32_t fn, uint32_t name)
{
	for (uint32_t i = fn + 1; i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_PARAM && t->node[i].str == name && !(i == fact_find(t, fn, FACT_PARAM) && t->node[fn].flags & (FACT_RECEIVER | FACT_CLASSWIDE)))
			return i;
	return 0;
}

/* Can what a caller gives for a PARAM be changed where it is; part: can something in it? A number or a text cannot, and *args is a function's own. */
static int
changeable(const fact_tree *t, uint32_t p, int part)
{
	uint32_t def = fact_find(t, p, FACT_DEFAULT);

	if (t->node[p].flags & (FACT_STAR | FACT_STARSTAR))
		return part;
	return !def || (t->node[def + 1].kind != FACT_BOOL && t->node[def + 1].kind != FACT_INT && t->node[def + 1].kind != FACT_FLOAT && t->node[def + 1].kind != FACT_STR);
}

/* Does a method of the class of fn keep what it is given as the member? */
static int
kept_from_caller(const closing *q, uint32_t fn, uint32_t member)
{
	const fact_tree *t = q->t;
	uint32_t cls = carry_class(&q->c, fn);

	for (uint32_t i = cls; cls && i < t->node[cls].end; i++) {
		uint32_t v, p, u;
		if (t->node[i].kind != FACT_ASSIGN || t->node[i + 1].kind != FACT_ATTR || t->node[i + 1].str != member)
			continue;
		v = t->node[i + 1].end;
		u = carry_unit(&q->c, i);
		for (uint32_t k = v; u && k < t->node[v].end; k++)
			if (t->node[k].kind == FACT_NAME && t->node[q->c.up[k]].kind != FACT_ARG && t->node[q->c.up[k]].kind != FACT_ATTR && (p = param_of(t, u, t->node[k].str)) && changeable(t, p, 0))
				return 1;
	}
	return 0;
}

/* What an ASSIGN, a FOR or an ITEM binds to `target` is v, or with part something in it; `name` of what is bound is changed. */
static void
bound(closing *q, uint32_t fn, uint32_t target, uint32_t v, uint32_t name, int part, int depth)
{
	const fact_tree *t = q->t;
	uint32_t each = v + 1;
	int display = t->node[v].kind == FACT_TUPLE || t->node[v].kind == FACT_LIST;

	if (t->node[target].kind == FACT_NAME && t->node[target].str == name)
		changes(q, fn, v, part, depth);
	if (t->node[target].kind != FACT_TUPLE && t->node[target].kind != FACT_LIST && t->node[target].kind != FACT_STARRED)
		return;
	if (part || fact_find(t, target, FACT_STARRED) || t->node[target].kind == FACT_STARRED)
		display = 0;
	FACT_EACH_KID(t, target, k) {
		if (display && each < t->node[v].end) {
			bound(q, fn, k, each, name, 0, depth);
			each = t->node[each].end;
		} else {
			bound(q, fn, k, v, name, 1, depth);
		}
	}
}

/* All that a variable of the function is bound to. */
static void
variable(closing *q, uint32_t fn, uint32_t name, int part, int depth)
{
	const fact_tree *t = q->t;

	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		uint32_t a = i + 1;
		if ((t->node[i].kind == FACT_ASSIGN && !*fact_str(t, i)) || t->node[i].kind == FACT_FOR)
			bound(q, fn, a, t->node[a].end, name, part || t->node[i].kind == FACT_FOR, depth);
		else if (t->node[i].kind == FACT_ITEM && t->node[a].end < t->node[i].end)
			bound(q, fn, t->node[a].end, a, name, part, depth);
		else if (t->node[i].kind == FACT_DECL && t->node[a].str == name && fact_find(t, i, FACT_DEFAULT))
			changes(q, fn, fact_find(t, i, FACT_DEFAULT) + 1, part, depth);
	}
}

/* What the functions of the tree of that name give is changed; 1: it may be what they are handed. */
static int
returned(closing *q, uint32_t name, int part, int depth)
{
	const fact_tree *t = q->t;
	int had = q->any, got;

	q->any = 0;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_FUNC && fact_last(t, i) == name && carry_unit(&q->c, i) == i && is_python(t, program_file(q->x->m.p, i)))
			for (uint32_t k = i + 1; k < t->node[i].end; k++)
				if ((t->node[k].kind == FACT_RETURN || t->node[k].kind == FACT_YIELD) && k + 1 < t->node[k].end)
					changes(q, i, k + 1, part, depth);
	got = q->any;
	q->any = had | (got & ~BY_PARAM);
	return got & BY_PARAM;
}

/* What a CALL gives is changed: it gives a part of what it is called of, or of what it is handed, or makes something of its own. */
static void
given_by(closing *q, uint32_t fn, uint32_t call, int part, int depth)
{
	static const char *const of_base[] = {"get", "setdefault", "pop", "popitem", "items", "values", "__getitem__", "__iter__", "elements"},
	    *const through[] = {"next", "iter", "enumerate", "zip", "reversed", "filter", "map", "min", "max", "cast", "getattr"},
	    *const copies[] = {"sorted", "list", "tuple", "set", "frozenset", "dict", "copy", "deque", "OrderedDict", "chain"},
	    *const shared[] = {"globals", "locals", "vars", "import_module", "__import__"};
	const fact_tree *t = q->t;
	uint32_t callee = call + 1;
	const char *name = t->node[callee].kind == FACT_NAME || t->node[callee].kind == FACT_ATTR ? fact_str(t, callee) : "";

	if (t->node[callee].kind == FACT_ATTR && AS_AMONG(name, of_base)) {
		changes(q, fn, callee + 1, 1, depth);
		return;
	}
	if (AS_AMONG(name, through) || (part && AS_AMONG(name, copies)) || (*name && !AS_AMONG(name, copies) && returned(q, fact_last(t, callee), part, depth))) {
		FACT_EACH_KID(t, call, a)
			if (t->node[a].kind == FACT_ARG)
				changes(q, fn, a + 1, 1, depth);
		if (t->node[callee].kind == FACT_ATTR)
			changes(q, fn, callee + 1, 1, depth);
		return;
	}
	if (!q->shared && (!*name || AS_AMONG(name, shared)))
		q->any |= BY_OTHERS;
}

static void
changes(closing *q, uint32_t fn, uint32_t e, int part, int depth)
{
	const fact_tree *t = q->t;
	uint32_t p, key;
	int seen = 0;

	if (depth >= MOST_DEEP || q->asked++ > MOST_ASKED) {
		q->any |= q->shared ? 0 : BY_OTHERS;
		return;
	}
	q->way[depth] = (changed){0};
	switch (t->node[e].kind) {
	case FACT_NAME:
		p = param_of(t, fn, t->node[e].str);
		if (!q->shared && p && changeable(t, p, part))
			q->any |= BY_PARAM;
		q->way[depth] = (changed){fn, t->node[e].str, part};
		for (int i = 0; i < depth; i++)
			seen |= q->way[i].fn == fn && q->way[i].name == t->node[e].str && q->way[i].part == part;
		if (seen)
			break;
		if (closing_local(t, fn, t->node[e].str))
			variable(q, fn, t->node[e].str, part, depth + 1);
		else if (!is_module(q, fn, t->node[e].str))
			closing_stored(q, t->node[e].str, 0);
		break;
	case FACT_ATTR:
		closing_sets(q, fn, e);
		if (t->node[e + 1].kind == FACT_NAME && strcmp(fact_str(t, e + 1), "self") == 0)
			q->any |= !q->shared && kept_from_caller(q, fn, t->node[e].str) ? BY_OTHERS : 0;
		else if (!q->shared)
			changes(q, fn, e + 1, 1, depth + 1);
		break;
	case FACT_INDEX:
		key = t->node[e + 1].end;
		if (t->node[key].kind == FACT_STR)
			closing_stored(q, t->node[key].str, 0);
		changes(q, fn, e + 1, 1, depth + 1);
		break;
	case FACT_CALL: given_by(q, fn, e, part, depth + 1); break;
	case FACT_COND:
		changes(q, fn, t->node[e + 1].end, part, depth + 1);
		changes(q, fn, t->node[t->node[e + 1].end].end, part, depth + 1);
		break;
	case FACT_BIN:
		if (strcmp(fact_str(t, e), "or") != 0 && strcmp(fact_str(t, e), "and") != 0)
			break;
		/* fallthrough */
	case FACT_ASSIGN: case FACT_AWAIT: case FACT_STARRED:
		FACT_EACH_KID(t, e, k)
			changes(q, fn, k, part, depth + 1);
		break;
	case FACT_TUPLE: case FACT_LIST: case FACT_DICT: case FACT_PAIR: case FACT_ARG:
		FACT_EACH_KID(t, e, k)
			if (part)
				changes(q, fn, k, t->node[k].kind == FACT_PAIR || t->node[k].kind == FACT_STARRED, depth + 1);
		break;
	case FACT_YIELD: q->any |= q->shared ? 0 : BY_OTHERS; break;
	default: break;
	}
}

void
closing_changes(closing *q, uint32_t fn, uint32_t e, int part)
{
	q->asked = 0;
	changes(q, fn, e, part, 0);
}

/* Is it a number, plainly: what it is added to is no list? */
static int
is_number(const fact_tree *t, uint32_t e)
{
	static const char *const counts[] = {"len", "float", "int", "time", "perf_counter", "sum", "numel"};

	switch (t->node[e].kind) {
	case FACT_INT: case FACT_FLOAT: case FACT_BOOL: return 1;
	case FACT_UN: return is_number(t, e + 1);
	case FACT_BIN: /* [0] * 2, "%s" % 2 */
		if (strchr("*%", *fact_str(t, e)) && strcmp(fact_str(t, e), "**") != 0)
			return is_number(t, e + 1) && is_number(t, t->node[e + 1].end);
		return is_number(t, e + 1) || is_number(t, t->node[e + 1].end);
	case FACT_CALL: return (t->node[e + 1].kind == FACT_NAME || t->node[e + 1].kind == FACT_ATTR) && AS_AMONG(fact_str(t, e + 1), counts);
	default: return 0;
	}
}

void
closing_adds(closing *q, uint32_t fn, uint32_t assign)
{
	if (!is_number(q->t, q->t->node[assign + 1].end))
		closing_changes(q, fn, assign + 1, 0);
}

/* Is it a list, a set or a text, plainly? */
static int
is_list(const fact_tree *t, uint32_t fn, uint32_t e, int depth)
{
	static const char *const make[] = {"list", "sorted", "set", "dict", "tuple", "split", "str", "keys", "values"};

	switch (t->node[e].kind) {
	case FACT_LIST: case FACT_TUPLE: case FACT_DICT: case FACT_STR: case FACT_JOIN: case FACT_COMP: return 1;
	case FACT_CALL: return (t->node[e + 1].kind == FACT_NAME || t->node[e + 1].kind == FACT_ATTR) && AS_AMONG(fact_str(t, e + 1), make);
	case FACT_COND: return is_list(t, fn, t->node[e + 1].end, depth) || is_list(t, fn, t->node[t->node[e + 1].end].end, depth);
	case FACT_NAME:
		for (uint32_t i = fn + 1; i < t->node[fn].end && depth < 4; i++)
			if (t->node[i].kind == FACT_ASSIGN && !*fact_str(t, i) && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == t->node[e].str && is_list(t, fn, t->node[i + 1].end, depth + 1))
				return 1;
		return 0;
	default: return 0;
	}
}

int
closing_caller(closing *q, uint32_t fn)
{
	const fact_tree *t = q->t;
	int had = q->any, found = 0;

	for (uint32_t i = fn + 1; i < t->node[fn].end && !found; i++) {
		uint32_t changed_by = 0;
		if (t->node[i].kind == FACT_CALL)
			changed_by = closing_changed_by(t, i);
		else if (t->node[i].kind == FACT_ASSIGN && *fact_str(t, i) && (strchr("|&^", *fact_str(t, i)) || (strchr("+-", *fact_str(t, i)) && is_list(t, fn, t->node[i + 1].end, 0))))
			changed_by = i + 1;
		if (!changed_by)
			continue;
		q->any = 0;
		closing_changes(q, fn, changed_by, 0);
		found = q->any & BY_PARAM;
	}
	q->any = had;
	return found;
}
