/* closed_state.c - see closing.h: what functions that ran leave for others, and what others may have left for them. */
#include "closing.h"

#include <string.h>

#include "grow.h"
#include "vm_impl.h"
#include "words.h"

enum { ANY_CLASS = 0 };

static void
stores(closing *q, uint32_t name, uint32_t cls)
{
	for (uint32_t i = 0; i < q->ns; i++)
		if (q->s[i].name == name && q->s[i].cls == cls)
			return;
	if (as_grow32(&q->s, q->ns, &q->scap, sizeof *q->s) != 0)
		q->c.nomem = 1;
	else
		q->s[q->ns++] = (stored){name, cls};
}

/* Is it a variable of the function's own? */
static int
is_local(const fact_tree *t, uint32_t fn, uint32_t name)
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

/* Is it bound by `import` in the file of fn: np.append(a, b) changes nothing of it. */
static int
is_module(const closing *q, uint32_t fn, uint32_t name)
{
	uint32_t file = program_file(q->x->m.p, fn);

	for (uint32_t i = file; i < q->t->node[file].end; i++)
		if (q->t->node[i].kind == FACT_IMPORT && i + 1 < q->t->node[i].end && q->t->node[i + 1].str == name)
			return 1;
	return 0;
}

static int
is_param(const fact_tree *t, uint32_t fn, uint32_t name)
{
	FACT_EACH_KID(t, fn, p)
		if (t->node[p].kind == FACT_PARAM && t->node[p].str == name && !(p == fact_find(t, fn, FACT_PARAM) && t->node[fn].flags & (FACT_RECEIVER | FACT_CLASSWIDE)))
			return 1;
	return 0;
}

/* What fn sets by `target`, and others may read. */
static void
sets(closing *q, uint32_t fn, uint32_t target, int part)
{
	const fact_tree *t = q->t;
	uint32_t key;

	switch (t->node[target].kind) {
	case FACT_NAME:
		q->any |= part && !q->shared && is_param(t, fn, t->node[target].str) && t->node[q->c.up[target]].kind == FACT_ATTR; /* list.append(x) */
		if (!is_local(t, fn, t->node[target].str) && !(part && is_module(q, fn, t->node[target].str)))
			stores(q, t->node[target].str, ANY_CLASS);
		break;
	case FACT_ATTR:
		q->any |= !q->shared && strcmp(fact_str(t, target), "__dict__") == 0;
		if (q->shared && (t->node[target + 1].kind != FACT_NAME || is_local(t, fn, t->node[target + 1].str)))
			break;
		stores(q, t->node[target].str, t->node[target + 1].kind == FACT_NAME && strcmp(fact_str(t, target + 1), "self") == 0 ? carry_class(&q->c, fn) : ANY_CLASS);
		break;
	case FACT_INDEX:
		if (q->shared && t->node[target + 1].kind == FACT_NAME && is_local(t, fn, t->node[target + 1].str))
			break;
		key = t->node[target + 1].end;
		if (t->node[key].kind == FACT_STR)
			stores(q, t->node[key].str, ANY_CLASS);
		else if (t->node[target + 1].kind == FACT_NAME && is_param(t, fn, t->node[target + 1].str)) /* of what the caller has */
			q->any |= !q->shared;
		sets(q, fn, target + 1, 1);
		break;
	case FACT_CALL: /* get()["x"] = ... */
		q->any |= part && !q->shared;
		break;
	case FACT_TUPLE: case FACT_LIST: case FACT_STARRED:
		FACT_EACH_KID(t, target, k)
			sets(q, fn, k, 0);
		break;
	default: break;
	}
}

void
closing_stores(closing *q, uint32_t fn)
{
	static const char *const change[] = {"append", "add", "update", "setdefault", "extend", "insert", "register", "put", "set", "push", "appendleft", "__setitem__", "__setattr__", "setattr", "putenv"},
	    *const write[] = {"write", "writelines", "write_text", "write_bytes", "dump", "save", "savez", "to_csv", "to_json", "execute", "putenv"},
	    *const read[] = {"open", "read_text", "read_bytes", "load", "loads", "connect", "getenv"};
	const fact_tree *t = q->t;
	uint32_t id;

	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		if ((t->node[i].kind == FACT_ASSIGN || t->node[i].kind == FACT_DECL) && i + 1 < t->node[i].end)
			sets(q, fn, i + 1, 0);
		if (t->node[i].kind != FACT_CALL || (t->node[i + 1].kind != FACT_ATTR && t->node[i + 1].kind != FACT_NAME))
			continue;
		if (AS_AMONG(fact_str(t, i + 1), write) && !q->shared) /* what is read anew is not known in any case */
			for (size_t k = 0; k < sizeof read / sizeof *read; k++)
				if ((id = as_intern_find(&t->text, read[k], strlen(read[k]))) != UINT32_MAX)
					stores(q, id, ANY_CLASS);
		if (!AS_AMONG(fact_str(t, i + 1), change))
			continue;
		for (uint32_t k = i; k < t->node[i].end; k++) /* update(a=1), update({"a": 1}) */
			if (!q->shared && ((t->node[k].kind == FACT_ARG && *fact_str(t, k)) || (t->node[k].kind == FACT_STR && t->node[q->c.up[k]].kind == FACT_PAIR)))
				stores(q, t->node[k].str, ANY_CLASS);
		if (t->node[i + 1].kind == FACT_ATTR && strcmp(fact_str(t, i + 1), "putenv") != 0) {
			sets(q, fn, i + 2, 1);
		} else { /* setattr(x, name, v) */
			uint32_t n = 0, key = 0;
			FACT_EACH_KID(t, i, a)
				if (t->node[a].kind == FACT_ARG && ++n == 2)
					key = a + 1;
			if (key && t->node[key].kind == FACT_STR)
				stores(q, t->node[key].str, ANY_CLASS);
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
		if (t->node[i].kind == FACT_NAME && is_local(t, fn, t->node[i].str))
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

