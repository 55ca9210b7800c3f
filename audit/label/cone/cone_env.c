/* cone_env.c - see cone_command.h: the environment in which a program is started by Python, and the keywords by which it is. */
#include "cone_command.h"

#include <string.h>

#include "words.h"

enum { MOST_DEEP = 6 };

static int kept(cone *c, uint32_t e, int depth);

int
command_may_give(cone *c, uint32_t node)
{
	if (c->owner[node] == UINT32_MAX)
		return 0;
	cone_late(c, &c->may_give, node, 0, c->owner[node]);
	return 1;
}

/* A key of it that stands there, and is none of a program's? */
static int
plain_key(const fact_tree *t, uint32_t key)
{
	return t->node[key].kind == FACT_STR && !cone_says_program(fact_str(t, key));
}

/* Do the operands of a CALL from number k on give it no others? dict(os.environ, LANG="C"), .update({"LANG": "C"}) */
static int
plain_operands(cone *c, uint32_t call, int depth)
{
	const fact_tree *t = c->t;

	FACT_EACH_KID(t, call, a) {
		if (t->node[a].kind != FACT_ARG)
			continue;
		if (t->node[a].flags & FACT_STAR || (*fact_str(t, a) ? cone_says_program(fact_str(t, a)) : !kept(c, a + 1, depth)))
			return 0;
	}
	return 1;
}

/* Is what is done with a NAME of it no more than to read it, or to set what is no program's? */
static int
leaves(cone *c, uint32_t i, int depth)
{
	static const char *const reading[] = {"get", "copy", "items", "keys", "values", "pop"}, *const functions[] = {"dict", "print", "len", "str", "sorted", "isinstance", "partial"};
	const fact_tree *t = c->t;
	uint32_t up = command_around(t, i), over = command_around(t, up), key;
	const char *s = fact_str(t, up);

	switch (t->node[up].kind) {
	case FACT_IF: case FACT_JOIN: return 1;
	case FACT_BIN: case FACT_COND: /* env = env or os.environ: no other has it */
		return strcmp(s, "is") == 0 || strcmp(s, "is not") == 0 || strcmp(s, "in") == 0 || strcmp(s, "not in") == 0 ||
		    (t->node[over].kind == FACT_ASSIGN && t->node[over + 1].kind == FACT_NAME && t->node[over + 1].str == t->node[i].str);
	case FACT_ASSIGN: case FACT_DECL: return i == up + 1 && command_binds(t, i);
	case FACT_INDEX:
		if (i != up + 1)
			return 1;
		key = t->node[i].end;
		if (t->node[over].kind == FACT_ASSIGN && up == over + 1)
			return plain_key(t, key);
		return t->node[over].kind == FACT_ARG || t->node[over].kind == FACT_ASSIGN || t->node[over].kind == FACT_BIN || t->node[over].kind == FACT_DELETE;
	case FACT_ATTR:
		if (t->node[over].kind != FACT_CALL || over + 1 != up)
			return 0;
		if (AS_AMONG(s, reading))
			return 1;
		if (strcmp(s, "setdefault") == 0)
			return fact_arg(t, over, 0) && plain_key(t, fact_arg(t, over, 0));
		return strcmp(s, "update") == 0 && plain_operands(c, over, depth);
	case FACT_ARG:
		if (t->node[over].kind != FACT_CALL)
			return 0;
		return command_process(c, over) || ((t->node[over + 1].kind == FACT_NAME || t->node[over + 1].kind == FACT_ATTR) && AS_AMONG(fact_str(t, over + 1), functions) &&
		    !command_defined(t, over + 1));
	case FACT_PAIR: return t->node[up].flags & FACT_STARSTAR;
	default: return 0;
	}
}

/* A variable, or a parameter, that is given nothing else. */
static int
variable(cone *c, uint32_t e, int depth)
{
	const fact_tree *t = c->t;
	uint32_t id = t->node[e].str, scope = command_scope(t, e), param, *site, n;
	int known = 1;

	if (t->node[scope].kind == FACT_FILE && !command_alone(c, scope, id))
		return 0;
	for (uint32_t i = scope + 1; i < t->node[scope].end; i++) {
		if (t->node[i].str != id || (t->node[i].kind == FACT_PARAM && command_around(t, i) == scope))
			continue;
		if (t->node[i].kind == FACT_PARAM || (t->node[i].kind == FACT_NAME && !leaves(c, i, depth)))
			return 0;
		if (t->node[i].kind == FACT_NAME && command_binds(t, i)) {
			uint32_t v = t->node[i - 1].kind == FACT_ASSIGN ? t->node[i].end : t->node[i - 1].kind == FACT_DECL ? fact_find(t, i - 1, FACT_DEFAULT) : 0;
			if (v && t->node[v].kind == FACT_DEFAULT)
				v++;
			else if (!v && t->node[i - 1].kind == FACT_DECL)
				continue;
			known = 2;
			if (v && t->node[v].kind == FACT_BIN && strcmp(fact_str(t, v), "or") == 0 && t->node[v + 1].kind == FACT_NAME && t->node[v + 1].str == id) /* env = env or x */
				v = t->node[v + 1].end;
			if (!v || !kept(c, v, depth))
				return 0;
		}
	}
	if (t->node[scope].kind != FACT_FUNC || !(param = fact_param(t, scope, id)))
		return known == 2;
	if (t->node[param].flags & (FACT_STAR | FACT_STARSTAR) || (fact_find(t, param, FACT_DEFAULT) && !kept(c, fact_find(t, param, FACT_DEFAULT) + 1, depth)))
		return 0;
	known = command_gives(c, scope, param, &site, &n);
	for (uint32_t k = 0; k < n && known; k++)
		known = (t->node[site[k] - 1].kind == FACT_ARG && kept(c, site[k], depth)) || command_may_give(c, site[k]);
	command_sites_free(site);
	return known;
}

static int
kept(cone *c, uint32_t e, int depth)
{
	const fact_tree *t = c->t;
	uint32_t f = e + 1;

	if (depth > MOST_DEEP)
		return 0;
	switch (t->node[e].kind) {
	case FACT_NONE: return 1;
	case FACT_ATTR: return strcmp(fact_str(t, e), "environ") == 0 && t->node[f].kind == FACT_NAME && strcmp(fact_str(t, f), "os") == 0;
	case FACT_COND: return kept(c, t->node[f].end, depth + 1) && kept(c, t->node[t->node[f].end].end, depth + 1);
	case FACT_BIN: return (strcmp(fact_str(t, e), "or") == 0 || strcmp(fact_str(t, e), "|") == 0) && kept(c, f, depth + 1) && kept(c, t->node[f].end, depth + 1);
	case FACT_DICT:
		FACT_EACH_KID(t, e, p)
			if (t->node[p].flags & FACT_STARSTAR ? !kept(c, p + 1, depth + 1) : !plain_key(t, p + 1))
				return 0;
		return 1;
	case FACT_CALL:
		if (t->node[f].kind == FACT_ATTR && strcmp(fact_str(t, f), "copy") == 0 && !fact_arg(t, e, 0))
			return kept(c, f + 1, depth + 1);
		return t->node[f].kind == FACT_NAME && strcmp(fact_str(t, f), "dict") == 0 && !command_defined(t, f) && plain_operands(c, e, depth + 1);
	case FACT_NAME: return variable(c, e, depth + 1);
	default: return 0;
	}
}

int
command_env(cone *c, uint32_t e)
{
	return kept(c, e, 0);
}

int
command_keywords(cone *c, uint32_t name)
{
	static const char *const says[] = {"args", "executable", "preexec_fn", "env"};
	const fact_tree *t = c->t;
	uint32_t id = t->node[name].str, scope;

	if (t->node[name].kind != FACT_NAME || !(scope = command_scope(t, name)) || t->node[scope].kind != FACT_FUNC || fact_param(t, scope, id))
		return 0;
	for (uint32_t i = scope + 1; i < t->node[scope].end; i++) {
		uint32_t up = command_around(t, i), over = command_around(t, up), v;
		if (t->node[i].str != id || (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_PARAM))
			continue;
		if (t->node[up].kind == FACT_ARG && t->node[up].flags & FACT_STARSTAR)
			continue;
		if (t->node[up].kind == FACT_INDEX && i == up + 1 && t->node[over].kind == FACT_ASSIGN && up == over + 1 && t->node[t->node[i].end].kind == FACT_STR &&
		    !AS_AMONG(fact_str(t, t->node[i].end), says))
			continue;
		if (t->node[i].kind != FACT_NAME || i != up + 1 || !command_binds(t, i) || t->node[up].kind == FACT_FOR)
			return 0;
		v = t->node[up].kind == FACT_ASSIGN ? t->node[i].end : fact_find(t, up, FACT_DEFAULT);
		if (v && t->node[v].kind == FACT_DEFAULT)
			v++;
		if (!v || t->node[v].kind != FACT_DICT)
			return 0;
		FACT_EACH_KID(t, v, p)
			if (t->node[p].flags & FACT_STARSTAR || t->node[p + 1].kind != FACT_STR || AS_AMONG(fact_str(t, p + 1), says))
				return 0;
	}
	return 1;
}
