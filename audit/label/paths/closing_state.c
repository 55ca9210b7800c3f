/* closing_state.c - see closing.h: what functions that ran leave for others, and what others may have left for them. */
#include "closing.h"

#include <string.h>

#include "grow.h"
#include "../vm/vm_impl.h"
#include "words.h"

enum { ANY_CLASS = 0 };

void
closing_stored(closing *q, uint32_t name, uint32_t cls)
{
	for (uint32_t i = 0; i < q->ns; i++)
		if (q->s[i].name == name && q->s[i].cls == cls)
			return;
	if (as_grow32(&q->s, q->ns, &q->scap, sizeof *q->s) != 0)
		q->c.nomem = 1;
	else
		q->s[q->ns++] = (stored){name, cls};
}

int
closing_local(const fact_tree *t, uint32_t fn, uint32_t name)
{
	int local = 0;

	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		if (t->node[i].kind == FACT_GLOBAL)
			FACT_EACH_KID(t, i, k)
				if (t->node[k].str == name)
					return 0;
		local |= t->node[i].kind == FACT_PARAM && t->node[i].str == name;
		if ((t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_DECL || t->node[i].kind == FACT_FOR || t->node[i].kind == FACT_WITH) && i + 1 < t->node[i].end)
			for (uint32_t k = i + 1; k < t->node[i + 1].end; k++)
				local |= t->node[k].kind == FACT_NAME && t->node[k].str == name && (k == i + 1 || t->node[i + 1].kind == FACT_TUPLE || t->node[i].kind == FACT_WITH);
	}
	return local;
}

static int
of_self(const fact_tree *t, uint32_t attr)
{
	return t->node[attr + 1].kind == FACT_NAME && strcmp(fact_str(t, attr + 1), "self") == 0;
}

void
closing_sets(closing *q, uint32_t fn, uint32_t target)
{
	const fact_tree *t = q->t;
	uint32_t key;

	switch (t->node[target].kind) {
	case FACT_NAME:
		if (!closing_local(t, fn, t->node[target].str))
			closing_stored(q, t->node[target].str, ANY_CLASS);
		break;
	case FACT_ATTR:
		q->any |= !q->shared && strcmp(fact_str(t, target), "__dict__") == 0;
		if (q->shared && (t->node[target + 1].kind != FACT_NAME || closing_local(t, fn, t->node[target + 1].str)))
			break;
		closing_stored(q, t->node[target].str, of_self(t, target) ? carry_class(&q->c, fn) : ANY_CLASS);
		break;
	case FACT_INDEX:
		if (q->shared && t->node[target + 1].kind == FACT_NAME && closing_local(t, fn, t->node[target + 1].str))
			break;
		key = t->node[target + 1].end;
		if (t->node[key].kind == FACT_STR)
			closing_stored(q, t->node[key].str, ANY_CLASS);
		q->any |= !q->shared && t->node[target + 1].kind == FACT_CALL; /* get()["x"] = ... */
		closing_changes(q, fn, target + 1, 0);
		break;
	case FACT_TUPLE: case FACT_LIST: case FACT_STARRED:
		FACT_EACH_KID(t, target, k)
			closing_sets(q, fn, k);
		break;
	default: break;
	}
}

/* Methods that change their object; functions of a type or a module change their first argument. */
static const char *const change[] = {
	"append", "add", "update", "setdefault", "extend", "insert", "register", "put", "set", "push",
	"appendleft", "extendleft", "__setitem__", "remove", "discard", "pop", "popleft", "popitem", "clear",
	"sort", "reverse", "move_to_end", "__delitem__", "__iadd__", "__ior__", "intersection_update",
	"difference_update", "symmetric_difference_update", "subtract", "heappush", "heappop", "heapify",
	"insort", "insort_left", "insort_right", "shuffle", "iadd", "ior", "setitem"
};

uint32_t
closing_changed_by(const fact_tree *t, uint32_t call)
{
	static const char *const of_type[] = {"list", "dict", "set", "deque", "OrderedDict", "defaultdict", "object", "heapq", "bisect", "random", "operator"};
	uint32_t callee = call + 1;

	if ((t->node[callee].kind != FACT_ATTR && t->node[callee].kind != FACT_NAME) || !AS_AMONG(fact_str(t, callee), change))
		return 0;
	if (t->node[callee].kind == FACT_ATTR && !AS_AMONG(fact_str(t, callee + 1), of_type))
		return callee + 1;
	return t->node[callee].end < t->node[call].end ? t->node[callee].end + 1 : 0;
}

void
closing_stores(closing *q, uint32_t fn)
{
	static const char *const write[] = {"write", "writelines", "write_text", "write_bytes", "dump", "save", "savez", "to_csv", "to_json", "execute", "putenv"},
	    *const sets_named[] = {"setattr", "__setattr__", "putenv"},
	    *const read[] = {"open", "read_text", "read_bytes", "load", "loads", "connect", "getenv"};
	const fact_tree *t = q->t;
	uint32_t id, by;

	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		if ((t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_DECL) && i + 1 < t->node[i].end)
			closing_sets(q, fn, i + 1);
		if (t->node[i].kind == FACT_DELETE)
			FACT_EACH_KID(t, i, k)
				closing_sets(q, fn, k);
		if (t->node[i].kind == FACT_ASSIGN && *fact_str(t, i))
			closing_adds(q, fn, i);
		if (t->node[i].kind != FACT_CALL || (t->node[i + 1].kind != FACT_ATTR && t->node[i + 1].kind != FACT_NAME))
			continue;
		if (AS_AMONG(fact_str(t, i + 1), write) && !q->shared) /* what is read anew is not known in any case */
			for (size_t k = 0; k < sizeof read / sizeof *read; k++)
				if ((id = as_intern_find(&t->text, read[k], strlen(read[k]))) != UINT32_MAX)
					closing_stored(q, id, ANY_CLASS);
		by = closing_changed_by(t, i);
		if (!by && !AS_AMONG(fact_str(t, i + 1), sets_named))
			continue;
		for (uint32_t k = i; k < t->node[i].end; k++) /* update(a=1), update({"a": 1}) */
			if (!q->shared && ((t->node[k].kind == FACT_ARG && *fact_str(t, k)) || (t->node[k].kind == FACT_STR && t->node[q->c.up[k]].kind == FACT_PAIR)))
				closing_stored(q, t->node[k].str, ANY_CLASS);
		if (by) {
			q->any |= !q->shared && t->node[by].kind == FACT_CALL; /* get().append(x) */
			closing_changes(q, fn, by, 0);
		} else { /* setattr(x, name, v) */
			uint32_t n = 0, key = 0;
			FACT_EACH_KID(t, i, a)
				if (t->node[a].kind == FACT_ARG && ++n == 2)
					key = a + 1;
			if (key && t->node[key].kind == FACT_STR)
				closing_stored(q, t->node[key].str, ANY_CLASS);
			else
				q->any = 1;
		}
	}
}

int
closing_reads(const closing *q, uint32_t fn)
{
	const fact_tree *t = q->t;
	uint32_t cls = carry_class(&q->c, fn);

	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		uint32_t up = q->c.up[i];
		int own = t->node[i].kind == FACT_ATTR && t->node[i + 1].kind == FACT_NAME && strcmp(fact_str(t, i + 1), "self") == 0;
		if (t->node[i].kind == FACT_NAME && strcmp(fact_str(t, i), "getattr") == 0 && t->node[up].kind == FACT_CALL) {
			uint32_t n = 0;
			FACT_EACH_KID(t, up, a)
				if (t->node[a].kind == FACT_ARG && ++n == 2 && t->node[a + 1].kind != FACT_STR && q->ns)
					return 1;
		}
		if (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_ATTR && t->node[i].kind != FACT_STR)
			continue;
		if ((t->node[up].kind == FACT_ASSIGN && i == up + 1 && !*fact_str(t, up)) || t->node[up].kind == FACT_BLOCK)
			continue;
		if (t->node[i].kind == FACT_NAME && closing_local(t, fn, t->node[i].str))
			continue;
		for (uint32_t k = 0; k < q->ns; k++)
			if (q->s[k].name == t->node[i].str && !(own && q->s[k].cls && cls && !carry_kin(&q->c, cls, q->s[k].cls, 0) && !carry_kin(&q->c, q->s[k].cls, cls, 0)))
				return 1;
	}
	return 0;
}

uint32_t
closing_shared(closing *q)
{
	const fact_tree *t = q->t;
	uint32_t found = 0;

	q->ns = 0;
	q->shared = 1;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_FUNC && is_python(t, program_file(q->x->m.p, i)) && !cone_aside(fact_str(t, program_file(q->x->m.p, i))) && carry_unit(&q->c, i) == i)
			closing_stores(q, i);
	for (uint32_t i = 0; i < t->n && q->ns && !found; i++)
		if (t->node[i].kind == FACT_FUNC && q->x->out->mark[i] & MARK_RUN && carry_unit(&q->c, i) == i && closing_reads(q, i))
			found = i;
	return found;
}

